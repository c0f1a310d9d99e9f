//! Everything that changes in a campaign.

use crate::combat::Combat;
use crate::engine::steps::Step;
use crate::losses::Loss;
use crate::model::ids::{
    CityId, CitySet, LeaderId, LeaderSet, ProvinceId, ProvinceSet, UnitId, UnitSet,
};
use crate::model::powers::{Power, PowerSet};
use crate::movement::{Gather, March, Press};
use crate::siege::Siege;
use arrayvec::ArrayVec;
use diadem_core::{Frame, innermost, innermost_mut};
use serde::{Deserialize, Serialize};

/// The state of a campaign: plain data that does not grow.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The turn, counted from 0.
    pub turn: u8,
    /// Every unit.
    pub units: ArrayVec<Unit, { UnitSet::MOST }>,
    /// Every leader.
    pub leaders: ArrayVec<Leader, { LeaderSet::MOST }>,
    /// Who controls each province, whoever contests it; nobody an independent one (5.1).
    pub control: ArrayVec<Option<Power>, { ProvinceSet::MOST }>,
    /// Every city.
    pub cities: ArrayVec<City, { CitySet::MOST }>,
    /// Provinces that are depleted (7.2).
    pub depleted: ProvinceSet,
    /// Those of them that the next Summer does not restore (17.1).
    pub scorched: ProvinceSet,
    /// Those that were depleted before this turn, where armies hunger (7.3).
    pub hungry_lands: ProvinceSet,
    /// What Alexander has secured (15.1).
    pub secured: Objectives,
    /// What has happened once and for all.
    pub history: History,
    /// Provinces that were contested when control was last looked at, so that a change is told (5.1).
    pub contested: ProvinceSet,
    /// The step being taken, on top of those that wait for it.
    pub steps: ArrayVec<Step, 32>,
    /// Replacement points: of each power at the start of the turn, and left now (12.1).
    pub points: Points,
    /// Armies fed by sea this turn, each with the province that feeds it (7.5).
    pub shipments: ArrayVec<Shipment, 32>,
    /// Combats of this turn that were fought or evaded: each province with the force (9.1).
    pub settled: ArrayVec<(ProvinceId, Force), 48>,
    /// The sieges of this turn: who laid them, and from where (11.1).
    pub laid: ArrayVec<Laid, 64>,
    /// Where each band of raiders comes from (14.3).
    pub band_homes: ArrayVec<ProvinceId, { MOST_BANDS + 1 }>,
    /// Who lost a leader in the combat under way (12.10).
    pub bereft: PowerSet,
    /// Battles on the display, for the report.
    pub battles: u16,
}

/// As many bands as there are raiders; band 0 is no band.
pub const MOST_BANDS: usize = 18;

/// A unit on, or off, the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// Where it is.
    pub place: Place,
    /// Steps left; none in the pool.
    pub steps: u8,
    /// Whom it serves.
    pub power: Power,
    /// The band of raiders it belongs to (14.3); 0 for all others.
    pub band: u8,
    /// What it has done this turn.
    pub done: Done,
}

pub(crate) fn is_nothing<T: Default + PartialEq>(held: &T) -> bool {
    *held == T::default()
}

/// Where a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Place {
    /// In a province, outside any city.
    Field(ProvinceId),
    /// Inside a city's walls.
    City(CityId),
    /// In the replacement pool or the dead pile (3.2, 12.4).
    Pool,
    /// Out of the game, or not called into it.
    Aside,
    /// On the turn record track (13.1).
    ToCome,
}

/// What a unit has done in this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Done {
    /// It has marched.
    pub marched: bool,
    /// It has come out of a city.
    pub left_city: bool,
    /// It has gone into a city.
    pub entered_city: bool,
    /// It has evaded, retreated or fled, and fights no more this turn (9.1, 9.2).
    pub evaded: bool,
    /// It has fought or besieged (12.11); besiegers take part in one siege only (11.1).
    pub fought: bool,
    /// It has taken part in a siege.
    pub besieged: bool,
    /// It has entered the game, and so begins its turn where it was placed (8.1).
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub entered_play: bool,
}

/// A leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Leader {
    /// Where he is.
    pub place: Place,
    /// Whom he serves.
    pub power: Power,
    /// Whether he is wounded.
    pub wounded: bool,
    /// Whether he was killed or captured, rather than withdrawn (15.6, 15.7).
    pub fell: bool,
    /// What he has done this turn.
    pub done: LeaderDone,
}

/// What a leader has done in this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LeaderDone {
    /// He has marched.
    pub marched: bool,
    /// He has come out of a city.
    pub left_city: bool,
    /// He has gone into a city.
    pub entered_city: bool,
    /// He has led a siege (11.1).
    pub besieged: bool,
    /// He has evaded, retreated or fled, and fights no more this turn (9.1, 9.2).
    pub evaded: bool,
    /// He has entered the game, so that whoever was there before has not begun the turn with him (8.1).
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub entered_play: bool,
}

/// A city.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct City {
    /// Its walls.
    pub walls: u8,
    /// Whose walls they are; nobody's where there are none.
    pub owner: Option<Power>,
    /// Whether it exists (15.4).
    pub founded: bool,
    /// Whether it has refused to surrender, or been besieged (17.5).
    pub refused: bool,
    /// Whether Alexander was wounded under its walls (17.2).
    pub fury: bool,
}

/// The objectives of 15.1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Objective {
    RoyalFamily,
    TreasuryBabylon,
    TreasurySusa,
    TreasuryPersepolis,
    TreasuryEcbatana,
    GordianKnot,
    OracleOfAmmon,
    Alexandria,
    Roxana,
    Darius,
    Bessus,
}

impl Objective {
    /// All eleven.
    pub const ALL: [Objective; 11] = [
        Objective::RoyalFamily,
        Objective::TreasuryBabylon,
        Objective::TreasurySusa,
        Objective::TreasuryPersepolis,
        Objective::TreasuryEcbatana,
        Objective::GordianKnot,
        Objective::OracleOfAmmon,
        Objective::Alexandria,
        Objective::Roxana,
        Objective::Darius,
        Objective::Bessus,
    ];
    /// The four treasuries (15.8).
    pub const TREASURIES: [Objective; 4] = [
        Objective::TreasuryBabylon,
        Objective::TreasurySusa,
        Objective::TreasuryPersepolis,
        Objective::TreasuryEcbatana,
    ];
}

/// A set of objectives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Objectives(u16);

impl Objectives {
    /// Whether it is secured.
    pub const fn has(self, objective: Objective) -> bool {
        self.0 >> objective as u16 & 1 == 1
    }
    /// Secures it.
    pub fn secure(&mut self, objective: Objective) {
        self.0 |= 1 << objective as u16;
    }
    /// How many are secured.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }
    /// Whether none is.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// How many treasuries are secured (15.8).
    pub fn treasuries(self) -> usize {
        Objective::TREASURIES.iter().filter(|&&treasury| self.has(treasury)).count()
    }
}

/// What has happened once and for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct History {
    /// Macedonians have entered India (3.3).
    pub indians_roused: bool,
    /// Sparta has risen (14.2).
    pub spartans_rose: bool,
    /// The Home Army may leave Europe (8.3).
    pub home_army_freed: bool,
    /// Alexander has entered Egypt, in this turn (15.4).
    pub alexandria_planned: Option<u8>,
    /// The turn in which a Persian capital was first occupied (12.8).
    pub capital_taken: Option<u8>,
    /// The turn in which Upper or Lower India was first entered (12.8).
    pub india_entered: Option<u8>,
    /// Alexander's army will not move (17.4).
    pub mutinous: bool,
    /// These units will not move either: those of a traitor (17.4).
    pub sullen: UnitSet,
    /// Powers that have given up while the war goes on without them.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub out: PowerSet,
    /// How the game ended.
    pub ended: Option<Ending>,
}

/// How a campaign ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ending {
    /// Alexander was killed or captured in combat (16.1).
    AlexanderFell,
    /// The whole map is Macedonian (16.2).
    WorldEmpire,
    /// Points were counted (16.3).
    Points,
    /// A power has conceded.
    Conceded(Power),
}

/// Replacement points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Points {
    /// Counted at the start of the turn, by power.
    pub due: [u8; Power::MOST],
    /// Left to spend in the phase under way.
    pub left: u8,
    /// Persians and Indians recruited this Winter (12.8).
    pub special: u8,
    /// Others raised or rebuilt this Winter.
    pub regular: u8,
}

/// An army fed by sea.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shipment {
    /// Whose army.
    pub power: Power,
    /// Where it stands.
    pub to: ProvinceId,
    /// What feeds it; none: it has chosen to live off its own land.
    pub from: Option<ProvinceId>,
}

/// Those of a power who fight and draw supply together (6.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Force {
    /// Whose it is.
    pub power: Power,
    /// Which of his.
    pub kin: Kin,
}

impl Force {
    /// The main force of a power.
    pub const fn main(power: Power) -> Force {
        Force { power, kin: Kin::Main }
    }
}

/// Which force of a power somebody belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Kin {
    /// Its own people, and whoever serves with them.
    Main,
    /// Indians under their own kings.
    Indian,
    /// A band of raiders.
    Band(u8),
}

/// A siege that an army has laid, or given up for a summons (17.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Laid {
    /// From where.
    pub from: ProvinceId,
    /// By whom.
    pub force: Force,
    /// Whether a leader with a rating took part.
    pub led: bool,
}

impl State {
    /// A unit.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// A leader.
    pub fn leader(&self, leader: LeaderId) -> &Leader {
        &self.leaders[leader.index()]
    }

    /// A city.
    pub fn city(&self, city: CityId) -> &City {
        &self.cities[city.index()]
    }

    /// Units at a place.
    pub fn units_at(&self, place: Place) -> impl Iterator<Item = UnitId> {
        (self.units.iter().enumerate())
            .filter(move |(_, unit)| unit.place == place)
            .map(|(id, _)| UnitId(id as u8))
    }

    /// Leaders at a place.
    pub fn leaders_at(&self, place: Place) -> impl Iterator<Item = LeaderId> {
        (0u8..)
            .zip(&self.leaders)
            .filter(move |(_, leader)| leader.place == place)
            .map(|(id, _)| LeaderId(id))
    }

    /// The step being taken.
    pub fn step(&self) -> Option<Step> {
        self.steps.last().copied()
    }

    /// The innermost frame of a kind: what the steps above it work on.
    pub(crate) fn frame<F: Frame<Step>>(&self) -> Option<&F> {
        innermost(&self.steps)
    }

    /// The same, to be changed.
    pub(crate) fn frame_mut<F: Frame<Step>>(&mut self) -> Option<&mut F> {
        innermost_mut(&mut self.steps)
    }

    /// The march being put together, or pressed on with.
    pub fn march(&self) -> Option<&March> {
        match self.steps.last()? {
            Step::Gather(Gather(march)) | Step::Press(Press(march)) => Some(march),
            _ => None,
        }
    }

    /// The combat under way.
    pub fn combat(&self) -> Option<&Combat> {
        self.frame()
    }

    /// The siege under way.
    pub fn siege(&self) -> Option<&Siege> {
        self.frame()
    }

    /// The steps that must be lost next.
    pub fn loss(&self) -> Option<&Loss> {
        self.frame()
    }
}
