//! Everything that changes in a battle.

use crate::engine::steps::Step;
use crate::model::hex::{Hand, Hex, Hexside, Vertex};
use crate::model::order_of_battle::{LeaderId, UnitId, UnitSet};
use crate::shock::Combat;
use crate::victory::Over;
use diadem_core::{Camp, Frame, innermost, innermost_mut};
use serde::{Deserialize, Serialize};

/// The state of a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The game turn, from 1.
    pub turn: u8,
    /// Every unit, as in the order of battle.
    pub units: Vec<Unit>,
    /// Every leader, as in the order of battle.
    pub leaders: Vec<Leader>,
    /// What is under way: the last entry is what is asked or done now, those before it wait for it.
    pub steps: Vec<Step>,
    /// The combats of the shock segment being fought; none outside it.
    pub combats: Vec<Combat>,
    /// The ways units have run in the shock segment, where cavalry may pursue them (9.42); none outside it.
    pub trails: Vec<Trail>,
    /// 8.21: who has come up to whom with a line that is moving, or is being fired at; none otherwise.
    pub entries: Vec<Entry>,
    /// What has been done in reaction in this orders phase.
    pub reactions: Reactions,
    /// 5.12: for each initiative, whose leader goes next in a tie; nothing while that is not settled.
    pub next_in_tie: [Option<Camp>; 10],
    /// How the battle ended.
    pub ending: Option<Ending>,
}

/// The way a unit has run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trail {
    /// Who ran.
    pub unit: UnitId,
    /// The hexes it left.
    pub from: [Option<Hex>; 2],
    /// The sides beyond which it went, in their order.
    pub sides: [Option<Hexside>; 4],
}

/// 8.21: a unit of a line has entered the zone of control of an enemy that may fire at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Who may fire.
    pub firer: UnitId,
    /// Who has come up to him.
    pub mover: UnitId,
}

/// What has been done in reaction in an orders phase, and is not done twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Reactions {
    /// 6.78: units that have withdrawn by themselves.
    pub withdrawn: UnitSet,
    /// 6.76: units that have shot at the unit of `shot_at` while they withdrew. A unit moves once in an
    /// orders phase, so one is enough.
    pub shot: UnitSet,
    /// 6.76: whom they have shot at.
    pub shot_at: Option<UnitId>,
}

impl Reactions {
    /// Whether a unit has shot at this one while it withdrew.
    pub fn has_shot(&self, unit: UnitId, at: UnitId) -> bool {
        self.shot_at == Some(at) && self.shot.contains(unit)
    }

    pub(crate) fn shoot(&mut self, unit: UnitId, at: UnitId) {
        if self.shot_at != Some(at) {
            (self.shot, self.shot_at) = (UnitSet::NONE, Some(at));
        }
        self.shot.insert(unit);
    }
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Place {
    /// On the map. A two-hex unit in this hex with its left half, as the troops see it; its right half
    /// lies beyond the right flank of that hex.
    On(Hex),
    /// Eliminated: killed.
    Eliminated,
    /// Eliminated as well, since it ran off the map in rout (10.23); a campaign finds its men again.
    RanOff,
    /// Left the map in good order, where a battle allows it.
    Left,
}

/// How a unit is drawn up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Formation {
    /// In battle order, facing a vertex.
    Battle,
    /// 6.6, one hex: in column, facing a hexside.
    Column(Hexside),
    /// 6.6, two hexes: in column, this end of the counter leading.
    LongColumn(Hand),
    /// 11.63.
    Square,
    /// 11.9.
    Charge,
}

impl Formation {
    /// Whether it is In Column (6.6).
    pub const fn is_column(self) -> bool {
        matches!(self, Formation::Column(_) | Formation::LongColumn(_))
    }
}

/// Where a unit stood before a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Placement {
    /// The hex of its left half.
    pub hex: Hex,
    /// What it faced.
    pub facing: Vertex,
    /// How it was drawn up.
    pub formation: Formation,
}

/// What is left to shoot with (8.17).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Supply {
    /// Nothing: Missile No.
    No,
    /// One shot: Missile Low.
    Low,
    /// Enough.
    #[default]
    Full,
}

/// What the orders phase leaves a unit of its fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Volley {
    /// Nothing to remember.
    #[default]
    None,
    /// 8.15: it fired as one that does not move, and stays in its hex.
    StandingAnswer,
    /// 8.21: one of a line that has moved, to fire after the enemy: it went nowhere.
    Unmoved,
    /// 8.21: the same; it turned in its hex.
    Turned,
    /// 8.21: the same; its last step brought it in by this side.
    Came(Hexside),
}

/// Whether and how a unit will fight in the coming shock segment (7.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShockMark {
    /// Nothing decided.
    #[default]
    None,
    /// 7.32: it moved adjacent and will attack, after a check of its quality.
    MustCheck,
    /// 7.32: a light unit that moved adjacent and chose not to attack.
    Declined,
    /// 7.33: it will attack without a check.
    NoCheck,
}

/// One unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// Where it is.
    pub place: Place,
    /// The vertex it faces, except in column.
    pub facing: Vertex,
    /// How it is drawn up.
    pub formation: Formation,
    /// Cohesion hits (10.1).
    pub hits: u8,
    /// Whether it is routed (10.2).
    pub routed: bool,
    /// Whether it has rallied this turn (10.27).
    pub rallied: bool,
    /// Whether it has moved this turn (6.13).
    pub moved: bool,
    /// Whether it was ordered in this orders phase (5.23).
    pub ordered: bool,
    /// Whether it has used its reaction facing in this orders phase (7.16).
    pub turned: bool,
    /// 10.3.
    pub engaged: bool,
    /// 11.7: the phalanx in front of it in the same hexes, at double depth.
    pub behind: Option<UnitId>,
    /// Whether and how it will attack.
    pub mark: ShockMark,
    /// Hexes it has entered on its order in this orders phase (9.13).
    pub run_up: u8,
    /// What it shoots with.
    pub missiles: Supply,
    /// What the screen of an elephant shoots with (11.11).
    pub screen: Supply,
    /// What this orders phase leaves it of its fire (8.15, 8.21).
    pub volley: Volley,
    /// 8.23: the enemy it has used entry fire against last in this orders phase.
    pub fired_at: Option<UnitId>,
    /// 11.8: what is remembered of an engine.
    #[serde(default)]
    pub engine: Engine,
}

/// What is remembered of an engine (11.8); of other units nothing is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Engine {
    /// Whether it moves or fires.
    pub mode: EngineMode,
    /// 11.85: how often it has fired in this turn in orders phases of its own force.
    pub active: u8,
    /// 11.86: how often it has fired in this orders phase of the enemy.
    pub reactions: u8,
    /// What it has done in this orders phase.
    pub deed: EngineDeed,
}

/// 11.82: an engine moves or fires.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EngineMode {
    /// It is limbered.
    #[default]
    Move,
    /// It is set up.
    Fire,
}

impl EngineMode {
    /// The other of the two.
    #[must_use]
    pub const fn other(self) -> EngineMode {
        match self {
            EngineMode::Move => EngineMode::Fire,
            EngineMode::Fire => EngineMode::Move,
        }
    }
}

/// What an engine has done in an orders phase that keeps it from firing (11.82, 11.85).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EngineDeed {
    /// Neither of these.
    #[default]
    Nothing,
    /// It has changed its mode.
    Changed,
    /// It has fired on its side's turn.
    Fired,
}

/// Whether a leader can still be used this turn (5.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Readiness {
    /// Not activated yet.
    #[default]
    Inactive,
    /// 5.25: in an enemy zone of control when his time came; first to go when he is out of it.
    Waiting,
    /// Activated, or past it.
    Finished,
}

/// One leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Leader {
    /// Where he is; nowhere when he is killed, captured, or not in this battle.
    pub at: Option<Hex>,
    /// Whether he left the map alive (9.24).
    pub fled: bool,
    /// Whether the enemy has him alive: he was alone when a unit came up to him (4.62).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub captured: bool,
    /// Whether he can still be used.
    pub readiness: Readiness,
    /// How much his wound takes from every rating (9.22).
    pub wound: u8,
    /// 5.44, 5.25, 5.33: whether he may not use momentum this turn.
    pub no_momentum: bool,
    /// Movement points spent in this orders phase (6.15).
    pub spent: u8,
    /// Whether the overall commander has moved him in this orders phase (4.4).
    pub sent: bool,
    /// Whether he has given a line command in this orders phase, and moved with it (4.36, 5.65).
    pub line: LinePart,
    /// 5.52: whether he has had the elite phase of this turn.
    pub elite_phase: bool,
    /// Units he has tried to rally this turn (10.27).
    pub rallied: UnitSet,
    /// 6.82: whether a pre-arranged withdrawal marker lies under him, and which.
    pub arranged: Arranged,
    /// 6.83: the line that he may not order to move, once the marker is shown.
    #[serde(default)]
    pub bound: UnitSet,
}

impl Leader {
    /// Whether he was killed or captured; one who left the map alive was not.
    pub const fn is_lost(&self) -> bool {
        self.at.is_none() && !self.fled
    }
}

/// A leader's part in the line command of an orders phase (4.36).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinePart {
    /// He has given none.
    #[default]
    None,
    /// He has given one.
    Gave,
    /// He has given one and moved with it.
    Rode,
}

/// A pre-arranged withdrawal marker (6.82).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arranged {
    /// None lies there.
    #[default]
    No,
    /// One lies there, face down, and this seat cannot know which.
    Hidden,
    /// The side that means nothing.
    Blank,
    /// Withdrawal is arranged, and the enemy does not know yet.
    Secretly,
    /// Withdrawal is arranged, and shown.
    Openly,
}

/// How a battle ended (12, and nightfall).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Who won; nobody in a draw.
    pub winner: Option<Camp>,
    /// In which way.
    pub how: HowEnded,
}

/// The ways a battle ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HowEnded {
    /// 12.12: the other camp withdrew.
    Withdrawal,
    /// 9.24: Darius was killed.
    KingKilled,
    /// The last turn passed.
    Nightfall,
}

impl State {
    /// The step on top: what is asked or done now.
    pub fn step(&self) -> Step {
        self.steps.last().copied().unwrap_or(Step::Over(Over))
    }
    /// The innermost procedure of a kind that is under way: the orders that are being carried out, the shock that is
    /// being fought.
    pub fn frame<F: Frame<Step>>(&self) -> Option<&F> {
        innermost(&self.steps)
    }
    pub(crate) fn frame_mut<F: Frame<Step>>(&mut self) -> Option<&mut F> {
        innermost_mut(&mut self.steps)
    }
    /// Whether a procedure of a kind is under way.
    pub fn is_under_way<F: Frame<Step>>(&self) -> bool {
        self.frame::<F>().is_some()
    }
    /// One unit.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }
    pub(crate) fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[unit.index()]
    }
    /// One leader.
    pub fn leader(&self, leader: LeaderId) -> &Leader {
        &self.leaders[leader.index()]
    }
    pub(crate) fn leader_mut(&mut self, leader: LeaderId) -> &mut Leader {
        &mut self.leaders[leader.index()]
    }
    /// Whose leader of this initiative goes next in a tie, once that is settled (5.12).
    pub fn next_of(&self, initiative: u8) -> Option<Camp> {
        self.next_in_tie.get(usize::from(initiative)).copied().flatten()
    }
    pub(crate) fn set_next_of(&mut self, initiative: u8, camp: Camp) {
        if let Some(next) = self.next_in_tie.get_mut(usize::from(initiative)) {
            *next = Some(camp);
        }
    }
    /// The leaders in a hex.
    pub fn leaders_at(&self, hex: Hex) -> impl Iterator<Item = LeaderId> + '_ {
        let all = self.leaders.iter().enumerate();
        all.filter(move |(_, leader)| leader.at == Some(hex)).map(|(at, _)| LeaderId::new(at as u8))
    }
}

impl Unit {
    /// The hex of its left half, if it is on the map.
    pub const fn hex(&self) -> Option<Hex> {
        match self.place {
            Place::On(hex) => Some(hex),
            Place::Eliminated | Place::RanOff | Place::Left => None,
        }
    }
    /// Whether it is on the map.
    pub const fn is_on_map(&self) -> bool {
        matches!(self.place, Place::On(_))
    }
    /// Whether it is eliminated, whichever way.
    pub const fn is_eliminated(&self) -> bool {
        matches!(self.place, Place::Eliminated | Place::RanOff)
    }
    /// Whether it is on the map and not routed.
    pub const fn is_steady(&self) -> bool {
        self.is_on_map() && !self.routed
    }
}

impl Arranged {
    /// What the other side sees.
    #[must_use]
    pub const fn face_down(self) -> Arranged {
        match self {
            Arranged::No => Arranged::No,
            Arranged::Hidden | Arranged::Blank | Arranged::Secretly => Arranged::Hidden,
            Arranged::Openly => Arranged::Openly,
        }
    }
}
