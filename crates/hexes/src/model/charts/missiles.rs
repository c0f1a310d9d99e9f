//! The Missile Range and Result Chart (9.51) and the numbers of missile fire (8.1 to 8.3).

use crate::model::types::{Kind, MissileKind, coded};
use diadem_core::Source;
use diadem_sheets::{ChartError, Sheet};

coded! {
    /// A row of the chart: who fires with what.
    pub enum MissileArm {
        /// Archers on foot.
        FootBow = "foot_bow",
        /// Light infantry of class A.
        MassedBow = "massed_bow",
        /// Archers on horses and chariots.
        MountedBow = "mounted_bow",
        /// Slingers.
        Sling = "sling",
        /// Javelins on foot.
        FootJavelin = "foot_javelin",
        /// Javelins of cavalry, elephants and chariots.
        MountedJavelin = "mounted_javelin",
        /// The archers around an elephant.
        Screen = "screen",
        /// Engines.
        Bolt = "bolt",
    }
}

impl MissileArm {
    /// The row of a unit of this kind with these missiles.
    pub const fn of(kind: Kind, missile: MissileKind) -> MissileArm {
        let mounted = kind.is_cavalry() || kind.is_elephant() || kind.is_chariot();
        match missile {
            MissileKind::Bow if mounted => MissileArm::MountedBow,
            MissileKind::Bow if matches!(kind, Kind::LightArcher) => MissileArm::MassedBow,
            MissileKind::Bow => MissileArm::FootBow,
            MissileKind::Sling => MissileArm::Sling,
            MissileKind::Javelin if mounted => MissileArm::MountedJavelin,
            MissileKind::Javelin => MissileArm::FootJavelin,
            MissileKind::Bolt => MissileArm::Bolt,
        }
    }

    /// Arrows, whoever shoots them.
    pub const fn is_bow(self) -> bool {
        matches!(self, MissileArm::FootBow | MissileArm::MassedBow | MissileArm::MountedBow)
    }

    /// Javelins, whoever throws them.
    pub const fn is_javelin(self) -> bool {
        matches!(self, MissileArm::FootJavelin | MissileArm::MountedJavelin)
    }
}

/// What is added to the roll (8.15, 11.5, 11.94).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MissileModifiers {
    /// The target is in woods.
    pub target_in_woods: i8,
    /// The target is a phalanx or heavy infantry.
    pub target_heavy: i8,
    /// Instead of that, for bow, sling and screen from an adjacent front hex.
    pub target_heavy_adjacent: i8,
    /// Bow, sling or mounted javelin moved or will move.
    pub moving: i8,
    /// The target is a skirmisher.
    pub target_skirmisher: i8,
    /// Cataphracts under arrows.
    pub cataphract_by_bow_or_screen: i8,
    /// Cataphracts under stones and javelins.
    pub cataphract_by_sling_or_javelin: i8,
    /// The target is in charge formation: this is negative.
    pub target_in_charge_formation: i8,
}

/// The chart and its numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missiles {
    strength: [Vec<u8>; MissileArm::COUNT],
    /// What is added to the roll.
    pub modifiers: MissileModifiers,
    /// The hits of a hit.
    pub hits: u8,
    /// The hits on an elephant or chariot, unless an elephant fires.
    pub hits_elephant_or_chariot: u8,
    /// 8.16: hexes added against a lower target.
    pub extended_hexes: u8,
    /// 8.16: the greatest unmodified roll that hits there.
    pub extended_hits_up_to: u8,
    /// 8.17: the least unmodified roll that leaves bow, sling and screen one shot.
    pub low_from: u8,
    /// 8.17: the same for javelins.
    pub javelin_low_from: u8,
    /// 8.19: the unmodified roll that endangers a leader.
    pub leader_in_danger_on: u8,
    /// 8.21: the range of entry fire.
    pub entry_range: u8,
    /// 8.22: the range of retire fire.
    pub retire_range: u8,
    /// 6.76: the range of the parting shot of mounted archers.
    pub parting_range: u8,
    /// 8.32: how near light cavalry must be to harass.
    pub harassment_cavalry: u8,
    /// 8.32: how near all others must be.
    pub harassment_foot: u8,
}

impl Missiles {
    /// The strength at a range of one and more; nothing out of range.
    pub fn strength(&self, arm: MissileArm, range: u8) -> Option<u8> {
        let at = usize::from(range).checked_sub(1)?;
        self.strength[arm as usize].get(at).copied()
    }

    /// The greatest range, the extended one aside.
    pub fn range(&self, arm: MissileArm) -> u8 {
        self.strength[arm as usize].len() as u8
    }

    /// 8.17: whether an unmodified roll leaves one shot. Engines never run out.
    pub fn runs_low(&self, arm: MissileArm, roll: u8) -> bool {
        match arm {
            MissileArm::Bolt => false,
            arm if arm.is_javelin() => roll >= self.javelin_low_from,
            _ => roll >= self.low_from,
        }
    }
}

pub(super) fn read(sheet: &mut Sheet) -> Result<Missiles, ChartError> {
    let mut strength: [Vec<u8>; MissileArm::COUNT] = Default::default();
    let mut sources: Vec<Source> = Vec::new();
    for arm in MissileArm::ALL {
        let key = format!("strength.{}", arm.code());
        let row: Vec<u8> = sheet.need(&key)?;
        let falls = row.windows(2).all(|two| two[0] >= two[1]);
        sheet.ensure((1..=9).contains(&row.len()), &key, "needs 1 to 9 ranges")?;
        sheet.ensure(
            row[0] <= 9 && falls,
            &key,
            "is 9 at most and does not grow with the range",
        )?;
        let source_key = format!("strength_source.{}", arm.code());
        let cells: Vec<Source> = sheet.need(&source_key)?;
        sheet.ensure(cells.len() == row.len(), &source_key, "needs one for each range")?;
        sources.extend(cells);
        strength[arm as usize] = row;
    }
    let rule = sheet.rule("strength")?;
    sheet.origin_of("strength", rule, sources);
    let charts = [
        "modifiers",
        "cataphracts",
        "charge_formation",
        "hits",
        "extended_range",
        "low",
        "leader",
        "reaction",
        "parting_shot",
        "harassment",
    ];
    charts.iter().try_for_each(|chart| sheet.origin(chart))?;
    let mut added = |key: &str| sheet.figure(key, 0..=9).map(u8::cast_signed);
    let modifiers = MissileModifiers {
        target_in_woods: added("modifiers.target_in_woods")?,
        target_heavy: added("modifiers.target_heavy")?,
        target_heavy_adjacent: added("modifiers.target_heavy_adjacent")?,
        moving: added("modifiers.moving")?,
        target_skirmisher: added("modifiers.target_skirmisher")?,
        cataphract_by_bow_or_screen: added("cataphracts.by_bow_or_screen")?,
        cataphract_by_sling_or_javelin: added("cataphracts.by_sling_or_javelin")?,
        target_in_charge_formation: -added("charge_formation.less")?,
    };
    Ok(Missiles {
        strength,
        modifiers,
        hits: sheet.figure("hits.usual", 0..=9)?,
        hits_elephant_or_chariot: sheet.figure("hits.elephant_or_chariot", 0..=9)?,
        extended_hexes: sheet.figure("extended_range.hexes", 0..=9)?,
        extended_hits_up_to: sheet.figure("extended_range.hits_up_to", 0..=9)?,
        low_from: sheet.figure("low.bow_sling_screen", 0..=10)?,
        javelin_low_from: sheet.figure("low.javelin", 0..=10)?,
        leader_in_danger_on: sheet.figure("leader.on", 0..=9)?,
        entry_range: sheet.figure("reaction.entry_range", 1..=9)?,
        retire_range: sheet.figure("reaction.retire_range", 1..=9)?,
        parting_range: sheet.figure("parting_shot.range", 1..=9)?,
        harassment_cavalry: sheet.figure("harassment.cavalry_range", 1..=9)?,
        harassment_foot: sheet.figure("harassment.foot_range", 1..=9)?,
    })
}
