//! What happens in a campaign.

use crate::battle::BattleReport;
use crate::combat::Contingents;
use crate::engine::state::{Ending, Force, Objective, Place};
use crate::losses::LossCause;
use crate::model::charts::{Casualty, MinorResult};
use crate::model::ids::{CityId, LeaderId, ProvinceId, UnitId};
use crate::model::powers::Power;
use diadem_core::{Roll, Rule};

/// Something that happened.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the fields are what their types say; words.rs tells each")]
pub enum Event {
    /// A turn begins.
    Turn {
        turn: u8,
    },
    /// The Macedonians stand where they begin.
    Opening,
    /// Darius' army stands here.
    RoyalArmy {
        province: ProvinceId,
    },
    /// A province changes hands.
    Control {
        province: ProvinceId,
        control: Option<Power>,
        rule: Rule,
    },
    /// Units of both sides stand in a province.
    Contested {
        province: ProvinceId,
    },
    /// They do so no longer, and the province is whose it was.
    Uncontested {
        province: ProvinceId,
        control: Option<Power>,
    },
    /// The Home Army may leave Europe from now on.
    HomeArmyFreed {
        rule: Rule,
    },
    /// A province is laid waste.
    Scorched {
        province: ProvinceId,
    },
    /// What was laid waste does not recover this Summer.
    StaysWaste {
        province: ProvinceId,
    },
    /// An army is fed by sea.
    Fed {
        power: Power,
        army: ProvinceId,
        from: ProvinceId,
    },
    /// An army that could be fed by sea lives off its own land.
    LivesOffTheLand {
        army: ProvinceId,
    },
    /// A province was rolled for.
    Depletion {
        province: ProvinceId,
        units: u8,
        roll: Roll,
        depleted: bool,
        rule: Rule,
    },
    /// The land has recovered.
    Recovered,
    /// An army hungers.
    Attrition {
        province: ProvinceId,
        force: Force,
        roll: Roll,
        steps: u8,
        rule: Rule,
    },
    /// A force does not hunger although its province is bare.
    Spared {
        province: ProvinceId,
        force: Force,
        rule: Rule,
    },
    /// A unit lost a step, or died.
    StepLost {
        unit: UnitId,
        steps_left: u8,
        cause: LossCause,
    },
    /// A unit is lost as a whole.
    UnitLost {
        unit: UnitId,
        rule: Rule,
    },
    /// A piece leaves the game.
    UnitWithdrawn {
        unit: UnitId,
        rule: Rule,
    },
    LeaderWithdrawn {
        leader: LeaderId,
        rule: Rule,
    },
    /// A piece appears.
    UnitArrives {
        unit: UnitId,
        province: ProvinceId,
        rule: Rule,
    },
    LeaderArrives {
        leader: LeaderId,
        place: Place,
        rule: Rule,
    },
    /// A wounded leader tried to recover.
    Recovery {
        leader: LeaderId,
        roll: Roll,
        recovered: bool,
    },
    /// Replacement points to spend.
    Points {
        power: Power,
        points: u8,
    },
    /// Without two of the treasuries Persia raises nothing in Spring (15.8).
    Unpaid,
    /// A step was rebuilt.
    Rebuilt {
        unit: UnitId,
        steps: u8,
    },
    /// A wall was built; perhaps with another's marker.
    WallBuilt {
        city: CityId,
        taken_from: Option<CityId>,
    },
    /// A phalanx has rested (12.11).
    Recuperated {
        unit: UnitId,
    },
    /// A march.
    Marched {
        leader: Option<LeaderId>,
        units: u8,
        from: ProvinceId,
        to: ProvinceId,
    },
    /// A march has joined others of its force.
    Gathered {
        force: Force,
        province: ProvinceId,
        units: u8,
        rule: Rule,
    },
    /// A forced march goes on.
    Pressed {
        units: u8,
        from: ProvinceId,
        to: ProvinceId,
    },
    /// Its attrition.
    MarchAttrition {
        through: ProvinceId,
        roll: Roll,
        steps: u8,
    },
    /// A unit changes between field and city.
    Garrison {
        unit: UnitId,
        city: CityId,
        inside: bool,
    },
    LeaderGarrison {
        leader: LeaderId,
        city: CityId,
        inside: bool,
    },
    /// The Indians will fight.
    IndiansRoused,
    /// An attempt to evade.
    Evasion {
        province: ProvinceId,
        force: Force,
        roll: Roll,
        evaded: bool,
        rule: Rule,
    },
    /// A leader caught alone tried to get away.
    EvasionAlone {
        leader: LeaderId,
        roll: Roll,
        evaded: bool,
    },
    /// A force goes elsewhere.
    Withdrew {
        force: Force,
        from: ProvinceId,
        to: ProvinceId,
        rule: Rule,
    },
    /// A force had nowhere to go.
    Trapped {
        force: Force,
        province: ProvinceId,
    },
    /// A minor combat is fought.
    MinorCombat {
        province: ProvinceId,
        attacker: Force,
        defender: Force,
        attack: u16,
        defence: u16,
        roll: Option<Roll>,
        result: MinorResult,
    },
    /// A force is no more.
    Eliminated {
        force: Force,
        province: ProvinceId,
        rule: Rule,
    },
    /// A leader was in danger.
    LeaderChecked {
        leader: LeaderId,
        roll: Roll,
        casualty: Casualty,
    },
    /// Alexander's second roll (10.17).
    AlexanderChecked {
        roll: Roll,
        dead: bool,
    },
    /// A leader is gone.
    LeaderFell {
        leader: LeaderId,
        captured: bool,
        rule: Rule,
    },
    /// Forces meet that are not both armies.
    CombatBegins {
        province: ProvinceId,
        camps: [Contingents; 2],
    },
    /// Armies meet in battle.
    BattleBegins {
        province: ProvinceId,
        camps: [Contingents; 2],
    },
    /// A battle was fought.
    BattleEnded {
        province: ProvinceId,
        camps: [Contingents; 2],
        report: Box<BattleReport>,
    },
    /// The Siege Train was lost.
    TrainLost {
        rule: Rule,
        roll: Option<Roll>,
    },
    /// A sortie did not reach the Siege Train.
    SortieFailed {
        city: CityId,
        roll: Roll,
    },
    /// A city was called on to surrender.
    Summoned {
        city: CityId,
        roll: Roll,
        surrendered: bool,
    },
    /// A siege.
    Siege {
        city: CityId,
        differential: i8,
        roll: Roll,
        attacker: u8,
        defender: u8,
    },
    /// Alexander was wounded under the walls (17.2).
    Fury {
        city: CityId,
    },
    /// An assault costs its defender twice the losses (17.2).
    FuryStrikes {
        city: CityId,
        losses: u8,
    },
    /// A wall fell.
    WallLost {
        city: CityId,
        walls: u8,
    },
    /// A city fell.
    CityTaken {
        city: CityId,
        by: Power,
        rule: Rule,
    },
    /// A unit changed sides with its city (17.5).
    TurnedCoat {
        unit: UnitId,
    },
    /// Sparta was rolled for.
    SpartanCheck {
        roll: Roll,
        revolt: bool,
    },
    /// Mercenaries join the revolt.
    MercenaryCheck {
        roll: Roll,
        units: u8,
    },
    /// Raids were rolled for.
    RaidCheck {
        roll: Roll,
        from: Option<ProvinceId>,
    },
    RaidSize {
        roll: Roll,
        units: u8,
    },
    /// Mutiny was rolled for.
    MutinyCheck {
        roll: Roll,
        units: u8,
    },
    /// A general was suspected.
    Treachery {
        leader: LeaderId,
        roll: Roll,
        guilty: bool,
    },
    /// Alexander's health was rolled for (17.3).
    DeathCheck {
        roll: Roll,
        dead: bool,
    },
    /// An objective was secured.
    Secured {
        objective: Objective,
        rule: Rule,
    },
    /// Alexandria stands.
    AlexandriaFounded,
    /// What Alexander has secured counts at the end.
    Objectives {
        secured: u8,
    },
    /// A power gives up, and the war goes on without it.
    GivesUp {
        power: Power,
    },
    /// The war is over.
    Over {
        ending: Ending,
        points: u8,
    },
}

impl Event {
    /// The die that decided it, if one was rolled.
    pub fn roll(&self) -> Option<&Roll> {
        match self {
            Event::Depletion { roll, .. }
            | Event::Attrition { roll, .. }
            | Event::Recovery { roll, .. }
            | Event::MarchAttrition { roll, .. }
            | Event::Evasion { roll, .. }
            | Event::EvasionAlone { roll, .. }
            | Event::LeaderChecked { roll, .. }
            | Event::AlexanderChecked { roll, .. }
            | Event::SortieFailed { roll, .. }
            | Event::Summoned { roll, .. }
            | Event::Siege { roll, .. }
            | Event::SpartanCheck { roll, .. }
            | Event::MercenaryCheck { roll, .. }
            | Event::RaidCheck { roll, .. }
            | Event::RaidSize { roll, .. }
            | Event::MutinyCheck { roll, .. }
            | Event::Treachery { roll, .. }
            | Event::DeathCheck { roll, .. } => Some(roll),
            Event::MinorCombat { roll, .. } | Event::TrainLost { roll, .. } => roll.as_ref(),
            _ => None,
        }
    }
}
