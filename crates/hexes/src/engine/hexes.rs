//! The rules half: a battle, the charts it is fought by, and what is asked of them all the time.

use crate::engine::state::{
    Engine, EngineMode, Formation, Leader, Place, Placement, Readiness, ShockMark, State, Supply,
    Unit, Volley,
};
use crate::engine::steps::Step;
use crate::model::charts::Charts;
use crate::model::field::Field;
use crate::model::hex::{Hand, Hex, Hexside};
use crate::model::order_of_battle::{
    Army, ArmyList, Battle, Commander, LeaderId, Troops, UnitId, UnitSet,
};
use crate::model::terrain::{Cost, Going};
use crate::model::types::MovementClass;
use crate::victory::Over;
use arrayvec::ArrayVec;
use diadem_core::{Illegal, Seat, SetupError};
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
    engines: [UnitSet; 2],
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
        let is_engine = |unit: &UnitId| battle.units[unit.index()].kind.is_artillery();
        let engines = Army::BOTH
            .map(|army| battle.armies[army as usize].units.iter().filter(is_engine).collect());
        Hexes { battle: Arc::new(battle), charts, switches, going, engines }
    }

    /// The engines of an army (11.8).
    pub(crate) fn engines(&self, army: Army) -> UnitSet {
        self.engines[army as usize]
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
    /// Which army a unit belongs to.
    pub fn army(&self, unit: UnitId) -> Army {
        self.troops(unit).army
    }
    /// Which army a leader belongs to.
    pub fn army_of(&self, leader: LeaderId) -> Army {
        self.commander(leader).army
    }
    /// An army.
    pub fn list(&self, army: Army) -> &ArmyList {
        &self.battle.armies[army as usize]
    }
    /// The seat that commands an army.
    pub fn seat(&self, army: Army) -> Seat {
        Seat::new(army as u8)
    }
    /// The army that a seat commands.
    pub fn army_of_seat(&self, seat: Seat) -> Option<Army> {
        Army::BOTH.into_iter().find(|&army| self.seat(army) == seat)
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
