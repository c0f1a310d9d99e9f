//! 12.0: army withdrawal and victory, and nightfall.

use crate::engine::action::Action;
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure, not_asked};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Ending, HowEnded, State};
use crate::model::order_of_battle::{LeaderId, UnitId};
use diadem_books::{GBA, GBA4};
use diadem_core::{Camp, Illegal, Outcome, Rule, Seal, SeatSet, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const NIGHTFALL: Rule = rule!(GBA, "2.6");
pub(crate) const THE_KING: Rule = rule!(GBA, "9.24");

/// The rules of army withdrawal in one edition.
pub(crate) struct Edition {
    /// How a battle is won.
    pub(crate) victory: Rule,
    /// Each army counts its rout points.
    pub(crate) points: Rule,
    /// One that has reached its level withdraws.
    pub(crate) level: Rule,
    /// Both may at once.
    pub(crate) both: Rule,
}

const SIXTH: Edition = Edition {
    victory: rule!(GBA, "12.0"),
    points: rule!(GBA, "12.11"),
    level: rule!(GBA, "12.12"),
    both: rule!(GBA, "12.12"),
};

const FOURTH: Edition = Edition {
    victory: rule!(GBA4, "10.41"),
    points: rule!(GBA4, "10.42"),
    level: rule!(GBA4, "10.43"),
    both: rule!(GBA4, "10.44"),
};

/// It is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Over;

impl Procedure for Over {
    fn asked(&self, _: &Hexes, _: &State) -> Option<Asked> {
        None
    }

    fn list(&self, _: &Position<'_>, _: &mut Vec<Action>) {
        // Nothing is asked.
    }

    fn check(&self, _: &Position<'_>, _: Action) -> Result<(), Illegal> {
        Err(not_asked())
    }

    fn answer<S: Sink<Event>>(&self, _: &mut Resolver<'_, S>, _: Action) {
        // Nothing is asked.
    }
}

impl Hexes {
    /// The rules of army withdrawal that are played.
    pub(crate) fn victory_rules(&self) -> &'static Edition {
        if self.switches.fourth_edition { &FOURTH } else { &SIXTH }
    }

    /// The rout points of an army so far.
    pub fn rout_points_of(&self, state: &State, camp: Camp) -> u16 {
        let gone = |unit: &UnitId| state.unit(*unit).is_eliminated();
        let units = self.units().filter(|&unit| self.camp(unit) == camp).filter(gone);
        let lost = |leader: &LeaderId| {
            let now = state.leader(*leader);
            now.at.is_none() && !now.fled
        };
        let leaders = self.leaders().filter(|&leader| self.camp_of(leader) == camp).filter(lost);
        units.map(|unit| self.troops(unit).rout_points()).sum::<u16>()
            + leaders.map(|leader| self.commander(leader).rout_points).sum::<u16>()
    }

    pub(crate) fn outcome(&self, state: &State) -> Outcome {
        let ending = state.ending;
        let (how, rule) = match ending.map(|ending| ending.how) {
            Some(HowEnded::Withdrawal) => ("withdrawal", self.victory_rules().victory),
            Some(HowEnded::KingKilled) => ("the king killed", THE_KING),
            Some(HowEnded::Nightfall) | None => ("nightfall", NIGHTFALL),
        };
        let winner = ending.and_then(|ending| ending.winner);
        let winners = winner.map_or(SeatSet::NONE, |camp| self.seats_of(camp));
        Outcome { winners, how, rule }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 3.E: each army counts its rout points; after the last turn night falls.
    pub(crate) fn check_withdrawal(&mut self) {
        let over = Camp::BOTH.map(|camp| {
            let (points, level) =
                (self.rules.rout_points_of(self.state, camp), self.rules.list(camp).withdrawal);
            self.tell(Event::RoutPoints(camp, points, level));
            points.checked_sub(level)
        });
        match over {
            [None, None] if self.state.turn >= self.rules.battle.last_turn => {
                self.end_battle(Ending { winner: None, how: HowEnded::Nightfall });
            }
            [None, None] => {}
            [first, second] => {
                if let (Some(first), Some(second)) = (first, second) {
                    self.tell(Event::BothWithdraw(first, second));
                }
                // 12.12: who is over by less wins; equal is a draw.
                let winner = match (first, second) {
                    (None, _) => Some(Camp::First),
                    (_, None) => Some(Camp::Second),
                    (Some(first), Some(second)) if first < second => Some(Camp::First),
                    (Some(first), Some(second)) if second < first => Some(Camp::Second),
                    _ => None,
                };
                self.end_battle(Ending { winner, how: HowEnded::Withdrawal });
            }
        }
    }

    pub(crate) fn end_battle(&mut self, ending: Ending) {
        self.state.ending = Some(ending);
        self.state.steps.clear();
        self.begin(Over);
        self.tell(Event::Ended(ending));
        self.sink.seal(Seal::Over);
    }
}
