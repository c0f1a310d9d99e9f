//! 16.0 How to win.

use crate::control::Presence;
use crate::engine::event::Event;
use crate::engine::state::Ending;
use crate::model::pieces::Side;
use crate::{Campaign, State};
use diadem_books::ALEXANDROS;
use diadem_core::{Outcome, Rule, Seat, SeatSet, Sink, rule};

pub(crate) const ALEXANDER_FELL: Rule = rule!(ALEXANDROS, "16.1");
pub(crate) const WORLD_EMPIRE: Rule = rule!(ALEXANDROS, "16.2");
pub(crate) const OBJECTIVES: Rule = rule!(ALEXANDROS, "15.1");
pub(crate) const VICTORY_POINTS: Rule = rule!(ALEXANDROS, "16.3");

impl Side {
    /// The seat that plays this side.
    pub const fn seat(self) -> Seat {
        Seat::new(self as u8)
    }
}

impl Campaign {
    /// 16.3: objectives and provinces.
    pub fn victory_points(&self, state: &State) -> u8 {
        state.secured.len() + self.controlled(state, Side::Macedonian).len() as u8
    }

    /// 16.2: everything but Arabia, Sind and the north is Macedonian.
    pub(crate) fn is_world_empire(&self, state: &State, presence: Presence) -> bool {
        let held = self.holdings_amid(state, presence, Side::Macedonian).controlled;
        self.lands.empire.without(held).is_empty()
    }

    pub(crate) fn finish(&self, state: &mut State, ending: Ending, sink: &mut impl Sink<Event>) {
        if state.history.ended.is_none() {
            state.history.ended = Some(ending);
            let points = self.victory_points(state);
            if ending == Ending::Points {
                sink.tell(SeatSet::ALL, Event::Objectives { secured: state.secured.len() });
            }
            sink.tell(SeatSet::ALL, Event::Over { ending, points });
        }
    }

    /// How the war ended.
    pub fn outcome(&self, state: &State, ending: Ending) -> Outcome {
        let won =
            |side: Side, how, rule| Outcome { winners: SeatSet::only(side.seat()), how, rule };
        let (macedonian, persian) = (Side::Macedonian, Side::Persian);
        let bands = &self.charts.victory;
        match (ending, self.victory_points(state)) {
            (Ending::AlexanderFell, _) => won(persian, "Alexander fell", ALEXANDER_FELL),
            (Ending::WorldEmpire, _) => won(macedonian, "world empire", WORLD_EMPIRE),
            (Ending::Conceded(side), _) => won(side.other(), "conceded", VICTORY_POINTS),
            (Ending::Points, points) if points >= bands.decisive_macedonian => {
                won(macedonian, "decisive Macedonian victory", VICTORY_POINTS)
            }
            (Ending::Points, points) if points >= bands.marginal_macedonian => {
                won(macedonian, "marginal Macedonian victory", VICTORY_POINTS)
            }
            (Ending::Points, points) if points >= bands.draw => {
                Outcome { winners: SeatSet::NONE, how: "draw", rule: VICTORY_POINTS }
            }
            (Ending::Points, points) if points >= bands.marginal_persian => {
                won(persian, "marginal Persian victory", VICTORY_POINTS)
            }
            (Ending::Points, _) => won(persian, "decisive Persian victory", VICTORY_POINTS),
        }
    }
}
