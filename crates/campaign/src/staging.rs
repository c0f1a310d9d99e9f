//! A battle set on an otherwise empty map: to see how it would go, not as a part of any war.

use crate::engine::sequence::Step;
use crate::engine::state::{Done, Force, LeaderDone, Place};
use crate::model::ids::{LeaderId, ProvinceId, UnitId};
use crate::model::pieces::Side;
use crate::{Campaign, State};
use diadem_core::Drop;

/// Two armies at full strength that have met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Where.
    pub province: ProvinceId,
    /// When.
    pub turn: u8,
    /// The force that meets the Macedonians.
    pub enemy: Force,
    /// Their units, by side.
    pub units: [Vec<UnitId>; 2],
    /// Their leaders, by side.
    pub leaders: [Vec<LeaderId>; 2],
}

impl Campaign {
    /// The opening with nobody on the map.
    pub fn empty_map(&self) -> State {
        let mut state = self.opening();
        for (id, unit) in self.roster.units().zip(&mut state.units) {
            unit.place = Place::Aside;
            unit.steps = 0;
            unit.side = self.roster[id].nation.side();
            unit.done = Done::default();
        }
        for leader in &mut state.leaders {
            leader.place = Place::Aside;
            leader.done = LeaderDone::default();
        }
        state
    }

    /// The two armies of a meeting and nobody else: nobody evades, their battle waits.
    pub fn met(&self, meeting: &Meeting) -> State {
        let mut state = self.empty_map();
        let at = meeting.province;
        state.turn = meeting.turn;
        if let Force::Band(band) = meeting.enemy {
            while state.band_homes.len() <= usize::from(band) {
                state.band_homes.push(at);
            }
        }
        for side in Side::BOTH {
            for &unit in &meeting.units[side as usize] {
                let piece = &mut state.units[unit.index()];
                (piece.place, piece.side) = (Place::Field(at), side);
                piece.steps = self.roster[unit].full();
                if let (Side::Persian, Force::Band(band)) = (side, meeting.enemy) {
                    piece.band = band;
                }
            }
            for &leader in &meeting.leaders[side as usize] {
                state.leaders[leader.index()].place = Place::Field(at);
            }
        }
        self.refresh_control(&mut state, &mut Drop);
        state.steps.clear();
        state.steps.push(Step::EndTurn);
        self.begin_combat(&mut state, at, meeting.enemy, &mut Drop);
        while state.step().is_some_and(|step| matches!(step, Step::EvadeTactical(_))) {
            state.steps.pop();
        }
        state
    }
}
