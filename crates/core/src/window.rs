//! When the other side may answer: windows on a stack, and the answers that stand.
//!
//! After a step that lets the other side answer, one window opens. It offers every eligible unit
//! and kind of answer, and "done": not one question per unit. What is not taken in its window is
//! lost.

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

/// A chance to answer, for one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Window<K> {
    /// Who may answer.
    pub seat: Seat,
    /// What is still on offer; never empty while the window is open.
    pub offers: Vec<AnswerOffer<K>>,
}

/// The open windows of a state; the one on top is being answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WindowStack<K>(Vec<Window<K>>);

impl<K> Default for WindowStack<K> {
    fn default() -> Self {
        WindowStack(Vec::new())
    }
}

impl<K: Copy + PartialEq> WindowStack<K> {
    /// Opens a window, unless there is nothing to offer.
    pub fn open(&mut self, seat: Seat, offers: Vec<AnswerOffer<K>>) {
        if !offers.is_empty() {
            self.0.push(Window { seat, offers });
        }
    }

    /// The window being answered.
    pub fn top(&self) -> Option<&Window<K>> {
        self.0.last()
    }

    /// Takes up an offer: it is gone from the window, and the window closes with its last one.
    /// Answers whether it was on offer.
    pub fn take(&mut self, offer: AnswerOffer<K>) -> bool {
        let offered = self.top().is_some_and(|window| window.offers.contains(&offer));
        if offered {
            self.retain(|other| other != offer);
        }
        offered
    }

    /// Keeps only the offers of the top window that still make sense, and closes it when none does.
    pub fn retain(&mut self, makes_sense: impl Fn(AnswerOffer<K>) -> bool) {
        if let Some(window) = self.0.last_mut() {
            window.offers.retain(|&offer| makes_sense(offer));
            if window.offers.is_empty() {
                self.0.pop();
            }
        }
    }

    /// Closes the top window; what was still on offer is lost.
    pub fn done(&mut self) {
        self.0.pop();
    }
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

    #[test]
    fn a_window_closes_with_its_last_offer() {
        let mut windows = WindowStack::default();
        windows.open(DEFENDER, vec![]);
        assert!(windows.top().is_none());
        windows.open(DEFENDER, vec![offer(Kind::Fire, 1), offer(Kind::Withdraw, 2)]);
        assert!(windows.take(offer(Kind::Fire, 1)));
        assert!(!windows.take(offer(Kind::Fire, 1)), "an answer is given once");
        assert!(windows.take(offer(Kind::Withdraw, 2)));
        assert!(windows.top().is_none());
    }

    #[test]
    fn windows_are_answered_from_the_top() {
        let mut windows = WindowStack::default();
        windows.open(DEFENDER, vec![offer(Kind::Fire, 1)]);
        windows.open(Seat::new(0), vec![offer(Kind::Withdraw, 9), offer(Kind::Fire, 9)]);
        windows.retain(|offer| offer.kind == Kind::Fire);
        assert_eq!(windows.top().unwrap().offers, [offer(Kind::Fire, 9)]);
        windows.done();
        assert_eq!(windows.top().unwrap().seat, DEFENDER);
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
