//! The rules half: a battle's armies, sorted for quick questions, and the charts it is fought with.

use crate::engine::state::{LeaderState, Place, Stand, State, UnitState};
use crate::model::army::{
    BattleSetup, Doubling, ForceId, ForceSetup, Kind, LeaderId, Names, Strength, UnitId, UnitSetup,
    Who,
};
use crate::model::boxes::{BOX_COUNT, Board, Line, Post};
use crate::model::charts::Charts;
use crate::model::sets::BoxSet;
use crate::model::sets::LeaderSet;
use crate::model::sets::UnitSet;
use crate::set_up::SetUp;
use diadem_core::{Camp, Seat, SetupError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A battle with its names: everything the rules half is made from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DisplaySetup {
    /// The scenario it comes from; of no meaning inside a war.
    pub scenario: String,
    /// The armies.
    pub battle: BattleSetup,
    /// What things are called.
    pub names: Names,
}

/// The rules half of one battle on the display.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Display {
    pub(crate) setup: DisplaySetup,
    pub(crate) charts: Arc<Charts>,
    musters: [UnitSet; 2],
    retinues: [LeaderSet; 2],
    pub(crate) forces: Vec<Force>,
    pub(crate) classes: Classes,
    commanders: [LeaderSet; 2],
}

/// A force, sorted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Force {
    pub(crate) units: UnitSet,
    pub(crate) leaders: LeaderSet,
    /// The boxes that its first units go to, one after the other.
    pub(crate) order: Vec<Post>,
    /// The boxes that later ones may be set up in.
    pub(crate) free: Vec<Post>,
}

/// Units by what the rules ask about them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Classes {
    pub(crate) cavalry: UnitSet,
    pub(crate) elephants: UnitSet,
    pub(crate) outflanking: UnitSet,
    pub(crate) shooting: UnitSet,
    pub(crate) light_infantry: UnitSet,
    pub(crate) spartans: UnitSet,
    pub(crate) doubling: [UnitSet; 2],
}

impl Classes {
    /// Whether a unit has anything to fire with: few do, and nobody else need be asked.
    pub(crate) fn has_missiles(&self, unit: UnitId) -> bool {
        (self.shooting | self.light_infantry).contains(unit)
    }

    fn sort_in(&mut self, id: UnitId, unit: &UnitSetup) {
        let kind = unit.kind;
        let is_light_infantry = kind == Kind::LightInfantry;
        let [horse, foot] = &mut self.doubling;
        for (belongs, class) in [
            (kind.is_cavalry(), &mut self.cavalry),
            (kind == Kind::Elephant, &mut self.elephants),
            (kind.is_cavalry() || is_light_infantry, &mut self.outflanking),
            (kind.shoots(), &mut self.shooting),
            (is_light_infantry, &mut self.light_infantry),
            (unit.spartan, &mut self.spartans),
            (unit.doubling == Doubling::Horse, horse),
            (unit.doubling == Doubling::Foot, foot),
        ] {
            if belongs {
                class.insert(id);
            }
        }
    }
}

impl Display {
    /// The rules half of a battle, fought with the charts of the program.
    pub fn new(battle: BattleSetup, names: Names) -> Result<Display, SetupError> {
        Display::from_setup(DisplaySetup { scenario: "battle".into(), battle, names })
    }

    pub(crate) fn from_setup(setup: DisplaySetup) -> Result<Display, SetupError> {
        let charts = Charts::embedded().map_err(|error| SetupError(error.to_string()))?;
        Display::with_charts(setup, charts)
    }

    /// The same with other charts, such as a player's own.
    pub fn with_charts(setup: DisplaySetup, charts: Arc<Charts>) -> Result<Display, SetupError> {
        let battle = &setup.battle;
        battle.check()?;
        let names = &setup.names;
        if names.units.len() != battle.units.len()
            || names.leaders.len() != battle.leaders.len()
            || names.forces.len() != battle.forces.len()
        {
            return Err(SetupError("Every force, unit and leader needs a name.".into()));
        }
        let mut musters = [UnitSet::NONE; 2];
        let mut classes = Classes::default();
        let mut forces = vec![Force::default(); battle.forces.len()];
        let camp_of = |force: ForceId| battle.forces[force.index()].camp.index();
        for (index, unit) in battle.units.iter().enumerate() {
            let id = UnitId(index as u8);
            musters[camp_of(unit.force)].insert(id);
            forces[unit.force.index()].units.insert(id);
            classes.sort_in(id, unit);
        }
        let mut retinues = [LeaderSet::NONE; 2];
        for (index, leader) in battle.leaders.iter().enumerate() {
            let id = LeaderId(index as u8);
            retinues[camp_of(leader.force)].insert(id);
            forces[leader.force.index()].leaders.insert(id);
        }
        let mut display = Display {
            setup,
            charts,
            musters,
            retinues,
            forces,
            classes,
            commanders: Default::default(),
        };
        display.commanders = Camp::BOTH.map(|camp| display.setup.battle.commanders(camp));
        display.allot_boxes()?;
        Ok(display)
    }

    /// The battle it was made from.
    pub fn battle(&self) -> &BattleSetup {
        &self.setup.battle
    }

    /// What things are called.
    pub fn names(&self) -> &Names {
        &self.setup.names
    }

    /// The charts it is fought with.
    pub fn charts(&self) -> &Charts {
        &self.charts
    }

    /// The boxes.
    pub fn board(&self) -> &Board {
        &self.charts.board
    }

    /// The units of a camp, dead ones too.
    pub fn muster(&self, camp: Camp) -> UnitSet {
        self.musters[camp as usize]
    }

    /// The leaders of a camp, dead ones too.
    pub fn retinue(&self, camp: Camp) -> LeaderSet {
        self.retinues[camp as usize]
    }

    /// The forces of a camp, in the order in which they act.
    pub fn forces(&self, camp: Camp) -> impl Iterator<Item = ForceId> {
        let forces = self.battle().forces.iter().enumerate();
        forces.filter(move |(_, force)| force.camp == camp).map(|(at, _)| ForceId(at as u8))
    }

    /// The force of a camp that acts first; a camp has one at least.
    pub fn leading_force(&self, camp: Camp) -> ForceId {
        self.forces(camp).next().unwrap_or(ForceId(0))
    }

    /// The ally that acts after a force in its camp, if there is one.
    pub(crate) fn next_ally(&self, force: ForceId) -> Option<ForceId> {
        self.forces(self.camp(force)).find(|&other| other > force)
    }

    /// Whether a camp holds two forces.
    pub(crate) fn is_allied(&self, camp: Camp) -> bool {
        self.forces(camp).nth(1).is_some()
    }

    /// A force as it was set up.
    pub fn force(&self, force: ForceId) -> &ForceSetup {
        &self.battle().forces[force.index()]
    }

    /// The camp a force fights in.
    pub fn camp(&self, force: ForceId) -> Camp {
        self.force(force).camp
    }

    /// The seat that decides for a force.
    pub fn seat(&self, force: ForceId) -> Seat {
        self.force(force).seat
    }

    /// The force a seat decides for.
    pub fn force_of_seat(&self, seat: Seat) -> Option<ForceId> {
        let found = self.battle().forces.iter().position(|force| force.seat == seat)?;
        Some(ForceId(found as u8))
    }

    /// The units of a force, dead ones too.
    pub fn units_of(&self, force: ForceId) -> UnitSet {
        self.forces[force.index()].units
    }

    /// The leaders of a force, dead ones too.
    pub fn leaders_of(&self, force: ForceId) -> LeaderSet {
        self.forces[force.index()].leaders
    }

    /// The force a unit belongs to.
    pub fn force_of(&self, unit: UnitId) -> ForceId {
        self.unit(unit).force
    }

    /// The force a leader belongs to.
    pub fn force_of_leader(&self, leader: LeaderId) -> ForceId {
        self.battle().leaders[leader.index()].force
    }

    /// The camp a unit fights in.
    pub fn camp_of(&self, unit: UnitId) -> Camp {
        if self.muster(Camp::First).contains(unit) { Camp::First } else { Camp::Second }
    }

    /// The camp a leader fights in.
    pub fn camp_of_leader(&self, leader: LeaderId) -> Camp {
        self.camp(self.force_of_leader(leader))
    }

    pub(crate) fn unit(&self, unit: UnitId) -> &UnitSetup {
        &self.battle().units[unit.index()]
    }

    pub(crate) fn who(&self, leader: LeaderId) -> Who {
        self.battle().leaders[leader.index()].who
    }

    /// A leader's rating as he is now.
    pub fn rating(&self, state: &State, leader: LeaderId) -> u8 {
        let setup = &self.battle().leaders[leader.index()];
        if state.leader(leader).wounded { setup.wounded } else { setup.full }
    }

    /// A unit's strength as it is now, without its leader.
    pub fn strength(&self, state: &State, unit: UnitId) -> Strength {
        let UnitState { lost, mate, .. } = *state.unit(unit);
        let steps = &self.unit(unit).steps;
        let Strength { attack, defense } = steps[usize::from(lost).min(steps.len() - 1)];
        match mate {
            Some(_) => Strength { attack: attack * 2, defense: defense * 2 },
            None => Strength { attack, defense },
        }
    }

    /// How many steps a unit has left, without those of a unit stacked with it.
    pub fn steps_left(&self, state: &State, unit: UnitId) -> u8 {
        match state.unit(unit).place {
            Place::Dead => 0,
            _ => self.unit(unit).steps.len() as u8 - state.unit(unit).lost,
        }
    }

    /// 10.19: those whose loss ends the battle.
    pub fn commanders(&self, camp: Camp) -> LeaderSet {
        self.commanders[camp as usize]
    }

    /// The state before the first unit is set up.
    pub fn beginning(&self) -> State {
        let unit = |setup: &UnitSetup| UnitState {
            place: Place::Unplaced,
            line: Line::First,
            lost: setup.lost,
            engaged: None,
            mate: None,
            attacked: 0,
        };
        let leaders = self.battle().leaders.iter();
        State {
            round: 0,
            active: self.leading_force(self.battle().order.sets_up_first),
            steps: vec![SetUp.into()],
            units: self.battle().units.iter().map(unit).collect(),
            leaders: leaders
                .map(|setup| LeaderState { stand: Stand::Unplaced, wounded: setup.is_wounded })
                .collect(),
            vacant: BoxSet::NONE,
            may_rally: UnitSet::NONE,
            took_part: [None; BOX_COUNT],
            spent: LeaderSet::NONE,
            fired: UnitSet::NONE,
            long_engaged: UnitSet::NONE,
            ending: None,
        }
    }
}
