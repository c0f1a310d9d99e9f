//! The rules half: a battle, the charts it is fought by, and what is asked of them all the time.

use crate::command::leaders::bit;
use crate::engine::state::{
    Engine, EngineMode, Formation, Leader, Place, Placement, Readiness, ShockMark, State, Supply,
    Unit, Volley,
};
use crate::engine::steps::Step;
use crate::model::charts::Charts;
use crate::model::field::Field;
use crate::model::hex::{Hand, Hex, Hexside};
use crate::model::order_of_battle::{
    ArmyList, Battle, Commander, Force, ForceId, LeaderId, Troops, UnitId, UnitSet,
};
use crate::model::terrain::{Cost, Going};
use crate::model::types::MovementClass;
use crate::victory::Over;
use arrayvec::ArrayVec;
use diadem_core::{Camp, Illegal, Seat, SeatSet, SetupError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The hexes of a unit: one or two.
pub type Hexpair = ArrayVec<Hex, 2>;

/// The optional rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Switches {
    /// 5.5: elite commander initiative.
    pub elite_initiative: bool,
    /// 5.52, note: it fails on an 8 or 9 after the first turn.
    pub elite_roll: bool,
    /// 5.6: Macedonian contingent commanders.
    pub contingents: bool,
    /// 5.64, note: the overall commander activates two, a wing commander one.
    pub few_contingents: bool,
    /// 6.14: the Hellenic law of inertia.
    pub inertia: bool,
    /// 6.5: drift to the right.
    pub drift: bool,
    /// 10.3: engaged units.
    pub engaged: bool,
    /// 9.4 and 11.9: charge formation and pursuit.
    pub charge: bool,
    /// The older edition (GBA4 10.32 to 10.44): its pursuit, and its words for rout points and withdrawal.
    pub fourth_edition: bool,
}

/// The rules half of one hex battle.
#[derive(Clone, Debug)]
pub struct Hexes {
    pub(crate) battle: Arc<Battle>,
    pub(crate) charts: Arc<Charts>,
    pub(crate) switches: Switches,
    going: Arc<Going>,
    forces: Arc<[Pieces]>,
}

/// The pieces of a force.
#[derive(Clone, Copy, Debug)]
struct Pieces {
    units: UnitSet,
    /// Of its units, the engines (11.8).
    engines: UnitSet,
    /// By their number as a bit.
    leaders: u32,
}

impl Pieces {
    fn of(battle: &Battle, force: ForceId) -> Pieces {
        let units: UnitSet =
            battle.unit_ids().filter(|&unit| battle.unit(unit).force == force).collect();
        let engines = units.iter().filter(|&unit| battle.unit(unit).kind.is_artillery()).collect();
        let leaders = battle.leader_ids().filter(|&leader| battle.leader(leader).force == force);
        let leaders = leaders.fold(0, |bits, leader| bits | bit(leader));
        Pieces { units, engines, leaders }
    }
}

impl Hexes {
    /// The rules half of a battle, fought with the charts of the program.
    pub fn new(battle: Battle, switches: Switches) -> Result<Hexes, SetupError> {
        let charts = Charts::embedded().map_err(|error| SetupError(error.to_string()))?;
        Ok(Hexes::by_charts(battle, switches, charts))
    }

    /// The rules half of a battle, fought with these charts.
    pub fn by_charts(battle: Battle, switches: Switches, charts: Arc<Charts>) -> Hexes {
        let going = Arc::new(Going::over(&battle.field, &charts));
        debug_assert!(battle.units.iter().all(|unit| battle.force(unit.force).camp == unit.camp));
        debug_assert!(battle.leaders.iter().all(|one| battle.force(one.force).camp == one.camp));
        let forces = battle.force_ids().map(|force| Pieces::of(&battle, force)).collect();
        Hexes { battle: Arc::new(battle), charts, switches, going, forces }
    }

    /// The engines of a force (11.8).
    pub(crate) fn engines(&self, force: ForceId) -> UnitSet {
        self.forces[force.index()].engines
    }

    /// What it costs to cross a side of a hex, or the rule that forbids it (6.2).
    pub(crate) fn crossing(
        &self,
        class: MovementClass,
        from: Hex,
        side: Hexside,
    ) -> Result<Cost, Illegal> {
        self.going.entry(self.field().index(from), class, side)
    }

    /// The battle.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }
    /// The charts.
    pub fn charts(&self) -> &Charts {
        &self.charts
    }
    /// The optional rules in use.
    pub fn switches(&self) -> Switches {
        self.switches
    }
    /// The ground.
    pub fn field(&self) -> &Field {
        &self.battle.field
    }
    /// Every unit.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + use<> {
        self.battle.unit_ids()
    }
    /// Every leader.
    pub fn leaders(&self) -> impl Iterator<Item = LeaderId> + use<> {
        self.battle.leader_ids()
    }
    /// What is printed on a unit.
    pub fn troops(&self, unit: UnitId) -> &Troops {
        &self.battle.units[unit.index()]
    }
    /// What is printed on a leader.
    pub fn commander(&self, leader: LeaderId) -> &Commander {
        &self.battle.leaders[leader.index()]
    }
    /// The camp that a unit fights in.
    pub fn camp(&self, unit: UnitId) -> Camp {
        self.troops(unit).camp
    }
    /// The camp that a leader fights in.
    pub fn camp_of(&self, leader: LeaderId) -> Camp {
        self.commander(leader).camp
    }
    /// The army of a camp.
    pub fn list(&self, camp: Camp) -> &ArmyList {
        &self.battle.armies[camp as usize]
    }

    /// Every force, in the order in which they are asked.
    pub fn forces(&self) -> impl DoubleEndedIterator<Item = ForceId> + use<> {
        self.battle.force_ids()
    }
    /// The forces of a camp, in the order in which they are asked.
    pub fn forces_of(&self, camp: Camp) -> impl DoubleEndedIterator<Item = ForceId> + '_ {
        self.forces().filter(move |&force| self.force(force).camp == camp)
    }
    /// A force.
    pub fn force(&self, force: ForceId) -> &Force {
        self.battle.force(force)
    }
    /// The force that a unit belongs to.
    pub fn force_of(&self, unit: UnitId) -> ForceId {
        self.troops(unit).force
    }
    /// The force that a leader belongs to.
    pub fn force_of_leader(&self, leader: LeaderId) -> ForceId {
        self.commander(leader).force
    }
    /// The units of a force.
    pub fn units_of(&self, force: ForceId) -> UnitSet {
        self.forces[force.index()].units
    }
    /// The units of the force that a leader leads in: he commands no others.
    pub(crate) fn units_under(&self, leader: LeaderId) -> UnitSet {
        self.units_of(self.force_of_leader(leader))
    }
    /// The leaders of a force, by their number as a bit.
    pub(crate) fn leaders_of(&self, force: ForceId) -> u32 {
        self.forces[force.index()].leaders
    }
    /// Who decides about a unit.
    pub fn seat_of(&self, unit: UnitId) -> Seat {
        self.force(self.force_of(unit)).seat
    }
    /// Who decides about a leader.
    pub fn seat_of_leader(&self, leader: LeaderId) -> Seat {
        self.force(self.force_of_leader(leader)).seat
    }
    /// Every seat of a camp.
    pub fn seats_of(&self, camp: Camp) -> SeatSet {
        self.forces_of(camp).map(|force| self.force(force).seat).collect()
    }
    /// The seat of a camp's first force: it speaks for the camp where no piece is asked about, and the camp has its
    /// colours.
    pub fn leading_seat(&self, camp: Camp) -> Seat {
        self.forces_of(camp).next().map_or(Seat::new(camp as u8), |force| self.force(force).seat)
    }
    /// The force that a seat decides for.
    pub fn force_of_seat(&self, seat: Seat) -> Option<ForceId> {
        self.forces().find(|&force| self.force(force).seat == seat)
    }
    /// The camp that a seat fights in.
    pub fn camp_of_seat(&self, seat: Seat) -> Option<Camp> {
        self.force_of_seat(seat).map(|force| self.force(force).camp)
    }
    /// Of those who may answer, the force that is asked first; the others wait for it.
    pub(crate) fn asked_first(&self, units: UnitSet, leaders: u32) -> Option<ForceId> {
        self.forces().find(|&force| {
            !units.and(self.units_of(force)).is_empty() || leaders & self.leaders_of(force) != 0
        })
    }
    /// Of these units, those of the force that is asked first.
    pub(crate) fn own_first(&self, units: UnitSet) -> UnitSet {
        let first = self.asked_first(units, 0);
        first.map_or(UnitSet::NONE, |force| units.and(self.units_of(force)))
    }
    /// Whether a leader commands a unit: both are of one force.
    pub(crate) fn leads(&self, leader: LeaderId, unit: UnitId) -> bool {
        self.force_of_leader(leader) == self.force_of(unit)
    }

    /// The hexes of a unit that stood like this, left half first.
    pub fn hexes_standing(&self, unit: UnitId, placement: Placement) -> Hexpair {
        let mut hexes = Hexpair::new();
        hexes.push(placement.hex);
        if self.troops(unit).kind.is_two_hex() {
            hexes.extend(placement.hex.beyond(placement.facing.flank(Hand::Right)));
        }
        hexes
    }

    /// The hex that a unit has entered with a step: where it was not before, the left half first.
    pub(crate) fn entered(&self, unit: UnitId, was: Placement, now: Placement) -> Hex {
        let before = self.hexes_standing(unit, was);
        let mut now_in = self.hexes_standing(unit, now).into_iter();
        now_in.find(|hex| !before.contains(hex)).unwrap_or(now.hex)
    }

    /// The hexes of a unit, left half first; none when it is off the map.
    pub fn hexes_of(&self, state: &State, unit: UnitId) -> Hexpair {
        match self.placement(state, unit) {
            Some(placement) => self.hexes_standing(unit, placement),
            None => Hexpair::new(),
        }
    }

    /// How a unit stands, if it is on the map.
    pub fn placement(&self, state: &State, unit: UnitId) -> Option<Placement> {
        let Unit { place: Place::On(hex), facing, formation, .. } = *state.unit(unit) else {
            return None;
        };
        Some(Placement { hex, facing, formation })
    }

    /// The state a battle begins with.
    pub fn beginning(&self) -> State {
        let units = self.battle.units.iter().map(|troops| Unit {
            place: Place::On(troops.start.hex),
            facing: troops.start.facing.unwrap_or(crate::model::hex::Vertex::East),
            formation: Formation::Battle,
            hits: 0,
            routed: false,
            rallied: false,
            moved: false,
            ordered: false,
            turned: false,
            engaged: false,
            behind: None,
            mark: ShockMark::None,
            run_up: 0,
            missiles: Supply::Full,
            screen: Supply::Full,
            volley: Volley::None,
            fired_at: None,
            engine: Engine {
                mode: if troops.kind.is_artillery()
                    && self.battle.special.engines_begin_in_fire_mode
                {
                    EngineMode::Fire
                } else {
                    EngineMode::Move
                },
                ..Engine::default()
            },
        });
        let leaders = self.battle.leaders.iter().map(|commander| Leader {
            // 5.67: without the option, contingent commanders are not on the map.
            at: (commander.initiative.is_some() || self.switches.contingents)
                .then_some(commander.start),
            fled: false,
            captured: false,
            readiness: Readiness::Inactive,
            wound: 0,
            no_momentum: false,
            spent: 0,
            sent: false,
            line: crate::engine::state::LinePart::None,
            elite_phase: false,
            rallied: UnitSet::NONE,
            arranged: crate::engine::state::Arranged::No,
            bound: UnitSet::NONE,
        });
        State {
            turn: 0,
            units: units.collect(),
            leaders: leaders.collect(),
            steps: vec![Step::Over(Over)],
            combats: Vec::new(),
            trails: Vec::new(),
            entries: Vec::new(),
            reactions: crate::engine::state::Reactions::default(),
            next_in_tie: [None; 10],
            ending: None,
        }
    }
}
