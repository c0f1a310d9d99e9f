//! A battle that was fought elsewhere: on the display only its pursuit is left (10.20).

use crate::ending::Over;
use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Ending, Place, Stand, State};
use crate::model::army::{LeaderId, UnitId};
use crate::model::boxes::{BoxId, Line, Post};
use crate::report::Fate;
use diadem_core::{Camp, Dice, Sink};

/// What became of the armies before the pursuit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aftermath {
    /// How the battle ended.
    pub ending: Ending,
    /// Every unit, in the order of the battle's setup.
    pub units: Vec<Survivor>,
    /// Every leader, in the order of the battle's setup.
    pub leaders: Vec<Veteran>,
}

/// A unit after the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Survivor {
    /// Steps left; none is dead.
    pub steps: u8,
    /// Whether it is in the Routed Units Box.
    pub routed: bool,
}

/// A leader after the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Veteran {
    /// His fate so far.
    pub fate: Fate,
    /// Whether he has fled with the routed.
    pub routed: bool,
}

impl Display {
    /// The state after a battle that was fought elsewhere: the winner may pursue, or all is over.
    pub fn after(&self, after: &Aftermath, dice: &mut Dice, sink: &mut impl Sink<Event>) -> State {
        let mut state = self.beginning();
        let spot = |camp: Camp, routed: bool| {
            BoxId::of(camp, if routed { Post::Routed } else { Post::Reserve })
        };
        for (index, survivor) in after.units.iter().enumerate() {
            let id = UnitId(index as u8);
            let (setup, camp) = (self.unit(id), self.camp_of(id));
            let unit = &mut state.units[index];
            unit.line = Line::First;
            unit.lost = setup.steps.len() as u8 - survivor.steps;
            unit.place = match survivor.steps {
                0 => Place::Dead,
                _ => Place::In(spot(camp, survivor.routed)),
            };
        }
        for (index, veteran) in after.leaders.iter().enumerate() {
            let camp = self.camp_of_leader(LeaderId(index as u8));
            let leader = &mut state.leaders[index];
            leader.wounded = veteran.fate == Fate::Wounded;
            leader.stand = match veteran.fate {
                Fate::Killed => Stand::Killed,
                Fate::Captured => Stand::Captured,
                Fate::Unhurt | Fate::Wounded => Stand::In(spot(camp, veteran.routed)),
            };
        }
        state.round = 1;
        state.steps = vec![Over.into()];
        state.ending = Some(after.ending);
        if let Some(winner) = after.ending.winner {
            state.active = self.leading_force(winner);
            let mut resolver = Resolver { rules: self, state: &mut state, dice, sink };
            if !resolver.is_alexander_lost() {
                resolver.begin_pursuit(winner);
                resolver.go_on();
            }
        }
        state
    }
}
