//! A battle set on an otherwise empty map: to see how it would go, not as a part of any war.

use crate::engine::sequence::EndTurn;
use crate::engine::state::{Done, Force, Kin, LeaderDone, Place};
use crate::engine::steps::Step;
use crate::model::ids::{LeaderId, ProvinceId, UnitId};
use crate::{Campaign, State};
use diadem_core::{Camp, Drop};

/// Two armies at full strength that have met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Where.
    pub province: ProvinceId,
    /// When.
    pub turn: u8,
    /// The forces that meet.
    pub forces: [Force; 2],
    /// Their units, by camp.
    pub units: [Vec<UnitId>; 2],
    /// Their leaders, by camp.
    pub leaders: [Vec<LeaderId>; 2],
}

impl Campaign {
    /// The opening with nobody on the map.
    pub fn empty_map(&self) -> State {
        let mut state = self.opening();
        for (id, unit) in self.roster.units().zip(&mut state.units) {
            unit.place = Place::Aside;
            unit.steps = 0;
            unit.power = self.powers.home(self.roster[id].nation);
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
        for camp in Camp::BOTH {
            let Force { power, kin } = meeting.forces[camp.index()];
            let band = if let Kin::Band(band) = kin { band } else { 0 };
            while state.band_homes.len() <= usize::from(band) {
                state.band_homes.push(at);
            }
            for &unit in &meeting.units[camp.index()] {
                let piece = &mut state.units[unit.index()];
                (piece.place, piece.power, piece.band) = (Place::Field(at), power, band);
                piece.steps = self.roster[unit].full();
            }
            for &leader in &meeting.leaders[camp.index()] {
                let piece = &mut state.leaders[leader.index()];
                (piece.place, piece.power) = (Place::Field(at), power);
            }
        }
        self.refresh_control(&mut state, &mut Drop);
        state.steps.clear();
        state.steps.push(EndTurn.into());
        let [first, second] = meeting.forces;
        self.begin_combat(&mut state, at, first, second, &mut Drop);
        while state.step().is_some_and(|step| matches!(step, Step::EvadeTactical(_))) {
            state.steps.pop();
        }
        state
    }
}
