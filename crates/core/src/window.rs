//! When the other side may answer: what a window offers, and the answers that stand.
//!
//! After a step that lets the other side answer, one window opens for each seat that can: a step on the
//! stack of its game, asked by [`Ask::window`](crate::Ask::window). It offers every eligible unit and
//! kind of answer, and "done": not one question per unit. What is not taken in its window is lost.

use crate::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One answer that one unit could give.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct AnswerOffer<K> {
    /// What kind of answer: withdraw, turn, fire.
    pub kind: K,
    /// The unit that would give it, by its number in the game.
    pub unit: u16,
}

/// What a seat wants done about a kind of answer when it comes up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stance {
    /// Ask me.
    Ask,
    /// Take it, always.
    Always,
    /// Never take it.
    Never,
}

/// A standing answer as it is given: for one unit, or for every unit that has none of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StandingAnswer<K> {
    /// The kind of answer.
    pub kind: K,
    /// The unit, or all of them.
    pub unit: Option<u16>,
    /// What to do.
    pub stance: Stance,
}

/// The standing answers of every seat. They close windows that do not matter to a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandingAnswers<K: Ord>(BTreeMap<(Seat, K, Option<u16>), Stance>);

impl<K: Ord> Default for StandingAnswers<K> {
    fn default() -> Self {
        StandingAnswers(BTreeMap::new())
    }
}

impl<K: Copy + Ord> StandingAnswers<K> {
    /// Gives a standing answer; the last one given holds.
    pub fn give(&mut self, seat: Seat, standing: StandingAnswer<K>) {
        self.0.insert((seat, standing.kind, standing.unit), standing.stance);
    }

    /// What a seat has said, but for what it wants to be asked about.
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = StandingAnswer<K>> {
        let said =
            self.0.iter().filter(move |&(&(of, ..), &stance)| of == seat && stance != Stance::Ask);
        said.map(|(&(_, kind, unit), &stance)| StandingAnswer { kind, unit, stance })
    }

    /// What `seat` wants done about this offer.
    pub fn stance(&self, seat: Seat, offer: AnswerOffer<K>) -> Stance {
        let of = |unit| self.0.get(&(seat, offer.kind, unit)).copied();
        of(Some(offer.unit)).or_else(|| of(None)).unwrap_or(Stance::Ask)
    }

    /// Which of the listed answers of a window stands, if the seat need not be asked: the first
    /// that is always taken, or the closing one when every offer is never taken.
    pub fn choose<A: Copy>(
        &self,
        seat: Seat,
        answers: &[A],
        offer_of: impl Fn(A) -> Option<AnswerOffer<K>>,
    ) -> Option<A> {
        let mut closing = None;
        let mut must_ask = false;
        for &answer in answers {
            match offer_of(answer).map(|offer| self.stance(seat, offer)) {
                Some(Stance::Always) => return Some(answer),
                Some(Stance::Ask) => must_ask = true,
                Some(Stance::Never) => {}
                None => closing = Some(answer),
            }
        }
        if must_ask { None } else { closing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    enum Kind {
        Fire,
        Withdraw,
    }

    const DEFENDER: Seat = Seat::new(1);

    fn offer(kind: Kind, unit: u16) -> AnswerOffer<Kind> {
        AnswerOffer { kind, unit }
    }

    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Reply {
        Take(AnswerOffer<Kind>),
        Done,
    }

    fn chosen(standing: &[StandingAnswer<Kind>]) -> Option<Reply> {
        let mut answers = StandingAnswers::default();
        for &one in standing {
            answers.give(DEFENDER, one);
        }
        let fire = Reply::Take(offer(Kind::Fire, 3));
        let listed = [Reply::Take(offer(Kind::Withdraw, 3)), fire, Reply::Done];
        answers.choose(DEFENDER, &listed, |reply| match reply {
            Reply::Take(offer) => Some(offer),
            Reply::Done => None,
        })
    }

    #[test]
    fn standing_answers_close_what_does_not_matter() {
        let never = |kind| StandingAnswer { kind, unit: None, stance: Stance::Never };
        let own = |kind, stance| StandingAnswer { kind, unit: Some(3), stance };
        assert_eq!(chosen(&[]), None);
        assert_eq!(chosen(&[never(Kind::Fire)]), None, "withdrawal is still asked");
        assert_eq!(chosen(&[never(Kind::Fire), never(Kind::Withdraw)]), Some(Reply::Done));
        let fires = [never(Kind::Withdraw), own(Kind::Fire, Stance::Always)];
        assert_eq!(chosen(&fires), Some(Reply::Take(offer(Kind::Fire, 3))));
        let asks = [never(Kind::Fire), never(Kind::Withdraw), own(Kind::Fire, Stance::Ask)];
        assert_eq!(chosen(&asks), None, "a unit's own answer goes before the general one");
    }
}
