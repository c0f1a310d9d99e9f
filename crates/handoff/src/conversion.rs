//! What a strategic unit and a strategic leader are on a hex map, from `maps/conversion/`.
//!
//! A unit becomes a brigade: counters that remember their parent and the men they stand for. Men are what is
//! counted on both ways: a step is a share of a unit's men, and so nothing is rounded away.

use diadem_campaign::ids::{LeaderId, UnitId};
use diadem_campaign::pieces::Nation;
use diadem_campaign::roster::Roster;
use diadem_campaign::state::Force;
use diadem_campaign::{Army, Campaign, Fighter};
use diadem_core::{DataFile, OwnFiles};
use diadem_hexes::{Class, Kind, MissileKind};
use diadem_sheets::{ChartError, ChartFile, Origin, Sheet, below_maps, chart_file};
use serde::Deserialize;
use std::collections::BTreeMap;

static UNITS: ChartFile<'static> = chart_file!("conversion/units.toml");
static LEADERS: ChartFile<'static> = chart_file!("conversion/leaders.toml");
static BATTLE: ChartFile<'static> = chart_file!("conversion/battle.toml");

/// The files of the conversion.
pub(crate) fn files() -> [DataFile; 3] {
    [UNITS.data_file(), LEADERS.data_file(), BATTLE.data_file()]
}

/// A sheet of a file, or of the player's own in its place.
pub(crate) fn sheet(file: &ChartFile<'static>, own: &OwnFiles) -> Result<Sheet, ChartError> {
    let data = DataFile { name: below_maps(file.path), text: file.text };
    Sheet::open(&[ChartFile { path: file.path, text: own.text(data) }], file.path)
}

/// The conversion, checked against the counter mix of a campaign.
#[derive(Debug)]
pub(crate) struct Conversion {
    /// For every unit type of the roster, in its order; nothing for what never fights.
    brigades: Vec<Option<BrigadeRow>>,
    /// The type of each unit, as an index of `brigades`.
    type_of: Vec<usize>,
    /// For every leader of the roster.
    leaders: Vec<Ratings>,
    /// What a wound takes from every rating.
    wound: u8,
    /// Officers without a name.
    pub(crate) officers: Officers,
    /// Night falls after so many turns.
    pub(crate) nightfall: u8,
    withdrawal: Shares,
    /// Which kinds may stand in one line, by whether the army is Macedonian.
    lines: Lines,
    /// What counters cost their parents.
    pub(crate) losses: Losses,
    /// The share of its men whose loss breaks a brigade.
    pub(crate) broken: u16,
    /// Where the figures come from.
    pub(crate) origins: Vec<Origin>,
}

/// What a type of unit is on a hex map.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BrigadeRow {
    men: u16,
    counters: Vec<CounterRow>,
    /// The men of a step; worked out.
    #[serde(skip)]
    men_of_step: u16,
}

/// Counters of one look.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CounterRow {
    /// What it is called.
    pub(crate) name: String,
    /// Its type.
    pub(crate) kind: Kind,
    /// Its class, where it has one.
    pub(crate) class: Option<Class>,
    /// Troop quality.
    pub(crate) tq: u8,
    /// Size, of a counter with all its men.
    pub(crate) size: u8,
    /// What it shoots or throws.
    pub(crate) missile: Option<MissileKind>,
    /// Whether it has an elephant screen.
    #[serde(default)]
    pub(crate) screen: bool,
    /// A nation that rules of the hex battle name.
    pub(crate) nation: Option<HexNation>,
    /// The men of one of them.
    pub(crate) men: u16,
    #[serde(default = "one")]
    count: u8,
}

fn one() -> u8 {
    1
}

/// A nation that rules of the hex battle name (GBA 6.14, 9.23, 11.92).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum HexNation {
    /// They keep neither the law of inertia nor the drift.
    GreekMercenary,
    /// The same.
    Spartan,
    /// Their light horse may charge in formation.
    Thracian,
    /// Indians.
    Indian,
}

/// A counter of a brigade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Counter<'c> {
    /// What is printed on it.
    pub(crate) row: &'c CounterRow,
    /// The men it stands for.
    pub(crate) men: u16,
    /// Its size, which is that of its men.
    pub(crate) size: u8,
}

/// The ratings of a leader.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ratings {
    /// Initiative.
    pub(crate) initiative: u8,
    /// Command range.
    pub(crate) range: u8,
    /// Strategy, for those who give line commands under another's command.
    pub(crate) strategy: Option<u8>,
    /// Charisma.
    pub(crate) charisma: u8,
    /// Personal combat; Indians have none.
    pub(crate) personal_combat: Option<u8>,
    /// An elite commander (GBA 5.5).
    #[serde(default)]
    pub(crate) elite: bool,
    /// Rout points, where they are not five times the initiative.
    pub(crate) worth: Option<u16>,
    /// His death ends the battle (GBA 9.24).
    #[serde(default)]
    pub(crate) king: bool,
    /// What he is called, where the campaign has no name for him.
    #[serde(default)]
    pub(crate) name: String,
}

impl Ratings {
    /// The same less what a wound takes; nobody falls below what lets him command.
    fn less(&self, wound: u8) -> Ratings {
        let less = |rating: u8| rating.saturating_sub(wound);
        Ratings {
            initiative: less(self.initiative).max(1),
            range: less(self.range).max(1),
            strategy: self.strategy.map(less),
            charisma: less(self.charisma),
            personal_combat: self.personal_combat.map(less),
            ..self.clone()
        }
    }
}

/// Officers whom the campaign does not name.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Officers {
    /// An army has a leader for so many counters,
    pub(crate) one_for: u8,
    /// and at most so many.
    pub(crate) most: u8,
    macedonian: Ratings,
    persian: Ratings,
    indian: Ratings,
}

impl Officers {
    /// How many leaders an army of so many counters has at least.
    pub(crate) fn wanted(&self, counters: usize) -> usize {
        counters.div_ceil(usize::from(self.one_for)).clamp(1, usize::from(self.most))
    }

    /// The officer of an army.
    pub(crate) const fn of(&self, tradition: Tradition) -> &Ratings {
        match tradition {
            Tradition::Macedonian => &self.macedonian,
            Tradition::Indian => &self.indian,
            Tradition::Persian => &self.persian,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shares {
    macedonian: u16,
    other: u16,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lines {
    macedonian: Vec<Vec<Kind>>,
    other: Vec<Vec<Kind>>,
}

/// How many hundredths of its men a counter has lost for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Losses {
    /// Killed.
    pub(crate) eliminated: u16,
    /// Routed at the end, or off the map, with a beaten army.
    pub(crate) routed: u16,
    /// The same with an army that is not beaten. It is younger than the file: a player's own from before may be silent.
    #[serde(default)]
    pub(crate) rallied: u16,
    /// With hits of at least half its quality.
    pub(crate) battered: u16,
    /// With any hit.
    pub(crate) hit: u16,
}

/// Which brigades of an army that is not beaten are broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Broken {
    /// Those with so many hundredths of their men routed; a player's own file may still call it `lost`.
    #[serde(alias = "lost")]
    routed: u16,
}

impl Conversion {
    /// Reads the conversion and checks that every unit and leader of a campaign has its row.
    pub(crate) fn load(roster: &Roster, own: &OwnFiles) -> Result<Conversion, ChartError> {
        let mut origins = Vec::new();
        let (brigades, type_of) = brigades(roster, own, &mut origins)?;
        let (leaders, wound, officers) = leaders(roster, own, &mut origins)?;
        let mut sheet = sheet(&BATTLE, own)?;
        sheet.origin("")?;
        let nightfall = sheet.figure("nightfall", 1..=100)?;
        let withdrawal: Shares = sheet.need("withdrawal")?;
        let sane = |share: u16| (1..=100).contains(&share);
        let shares = sane(withdrawal.macedonian) && sane(withdrawal.other);
        sheet.ensure(shares, "withdrawal", "is a share of 1 to 100 hundredths")?;
        let lines: Lines = sheet.need("lines")?;
        let losses: Losses = sheet.need("losses")?;
        let Losses { eliminated, routed, rallied, battered, hit } = losses;
        let falls = eliminated <= 100 && eliminated >= routed && routed >= rallied;
        let falls = falls && eliminated >= battered && battered >= hit;
        sheet.ensure(falls, "losses", "grow from a hit to elimination, to 100 at most")?;
        let Broken { routed: broken } = sheet.need("broken")?;
        sheet.ensure((1..=100).contains(&broken), "broken.routed", "is not 1 to 100")?;
        origins.extend(sheet.close()?);
        Ok(Conversion {
            brigades,
            type_of,
            leaders,
            wound,
            officers,
            nightfall,
            withdrawal,
            lines,
            losses,
            broken,
            origins,
        })
    }

    fn row(&self, unit: UnitId) -> Option<&BrigadeRow> {
        self.brigades[self.type_of[unit.index()]].as_ref()
    }

    /// What the counters of a unit are called.
    pub(crate) fn names(&self, unit: UnitId) -> impl Iterator<Item = &str> {
        self.row(unit).into_iter().flat_map(|row| &row.counters).map(|row| row.name.as_str())
    }

    /// The men that a step of a unit stands for.
    pub(crate) fn men_of_step(&self, unit: UnitId) -> u16 {
        self.row(unit).map_or(1, |row| row.men_of_step)
    }

    /// The men a unit has now.
    pub(crate) fn men(&self, fighter: Fighter) -> u16 {
        let whole = u16::from(fighter.steps) * self.men_of_step(fighter.unit);
        whole.saturating_sub(fighter.missing)
    }

    /// The counters of a unit: all its men in them, the last one smaller for those who are missing.
    pub(crate) fn brigade(&self, fighter: Fighter) -> Vec<Counter<'_>> {
        let Some(brigade) = self.row(fighter.unit) else { return Vec::new() };
        let mut left = self.men(fighter);
        let mut counters: Vec<Counter<'_>> = Vec::new();
        let rows = brigade.counters.iter();
        for row in rows.flat_map(|row| std::iter::repeat_n(row, usize::from(row.count))) {
            let men = left.min(row.men);
            left -= men;
            let size = u32::from(men) * u32::from(row.size) * 2 + u32::from(row.men);
            let size = (size / (2 * u32::from(row.men))) as u8;
            match counters.last_mut() {
                _ if men == 0 => break,
                // Too few for a counter of their own go with their comrades.
                Some(before) if size == 0 => before.men += men,
                _ => counters.push(Counter { row, men, size: size.max(1) }),
            }
        }
        counters
    }

    /// The ratings of a leader, less what his wound takes.
    pub(crate) fn ratings(&self, leader: LeaderId, wounded: bool) -> Ratings {
        self.leaders[leader.index()].less(if wounded { self.wound } else { 0 })
    }

    /// The rout points at which an army withdraws whose units are worth so much.
    pub(crate) fn withdrawal(&self, tradition: Tradition, points: u16) -> u16 {
        let share = match tradition {
            Tradition::Macedonian => self.withdrawal.macedonian,
            Tradition::Indian | Tradition::Persian => self.withdrawal.other,
        };
        let level = u32::from(points) * u32::from(share) / 100;
        (level as u16).clamp(1, points.max(1))
    }

    /// The lines that an army may be ordered in.
    pub(crate) fn lines(&self, tradition: Tradition) -> &[Vec<Kind>] {
        match tradition {
            Tradition::Macedonian => &self.lines.macedonian,
            Tradition::Indian | Tradition::Persian => &self.lines.other,
        }
    }
}

/// In which tradition an army fights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tradition {
    /// In that of Philip and Alexander.
    Macedonian,
    /// Most of it is Indian.
    Indian,
    /// In that of the Great King.
    Persian,
}

impl Tradition {
    /// That of the army which this force leads.
    pub(crate) fn of(campaign: &Campaign, lead: Force, army: &Army) -> Tradition {
        let indian = army.units.iter().filter(|one| is_indian(campaign, one.unit)).count();
        match lead.power {
            power if power == campaign.macedon() => Tradition::Macedonian,
            _ if 2 * indian > army.units.len() => Tradition::Indian,
            _ => Tradition::Persian,
        }
    }
}

/// What the units of a roster are, and the type of each.
type Brigades = (Vec<Option<BrigadeRow>>, Vec<usize>);

fn brigades(
    roster: &Roster,
    own: &OwnFiles,
    origins: &mut Vec<Origin>,
) -> Result<Brigades, ChartError> {
    let mut sheet = sheet(&UNITS, own)?;
    sheet.origin("")?;
    let mut rows: BTreeMap<String, BrigadeRow> = sheet.need("brigade")?;
    let mut brigades = Vec::new();
    let mut type_of = vec![0; roster.units().count()];
    for (index, kind) in roster.types().iter().enumerate() {
        kind.units().for_each(|unit| type_of[unit.index()] = index);
        let key = format!("brigade.{}", kind.key);
        let row = rows.remove(&kind.key);
        if !kind.kind.fights() {
            sheet.ensure(row.is_none(), &key, "never fights")?;
            brigades.push(None);
            continue;
        }
        let mut row = row.ok_or_else(|| sheet.fault(&key, "is missing".into()))?;
        let men: u32 =
            row.counters.iter().map(|one| u32::from(one.men) * u32::from(one.count)).sum();
        let told = format!("has {} men, but its counters {men}", row.men);
        sheet.ensure(u32::from(row.men) == men, &key, told)?;
        let steps = u16::from(kind.full());
        let even = row.men > 0 && row.men.is_multiple_of(steps * 10);
        sheet.ensure(even, &key, "does not divide into its steps by tens")?;
        for one in &row.counters {
            let rated = (1..=9).contains(&one.tq) && (1..=60).contains(&one.size);
            let filled = one.men > 0 && one.count > 0 && one.men.is_multiple_of(10);
            let named = !one.name.is_empty();
            let told = "has a counter without a name, quality, size or men";
            sheet.ensure(named && rated && filled, &key, told)?;
            let screen = !one.screen || one.kind.is_elephant();
            sheet.ensure(screen, &key, "has a screen, as only elephants do")?;
        }
        row.men_of_step = row.men / steps;
        brigades.push(Some(row));
    }
    if let Some(unknown) = rows.keys().next() {
        return Err(sheet.fault(&format!("brigade.{unknown}"), "is no unit of the campaign".into()));
    }
    origins.extend(sheet.close()?);
    Ok((brigades, type_of))
}

fn leaders(
    roster: &Roster,
    own: &OwnFiles,
    origins: &mut Vec<Origin>,
) -> Result<(Vec<Ratings>, u8, Officers), ChartError> {
    let mut sheet = sheet(&LEADERS, own)?;
    sheet.origin("")?;
    let wound = sheet.figure("wound", 0..=9)?;
    let mut rows: BTreeMap<String, Ratings> = sheet.need("leader")?;
    let officers: Officers = sheet.need("officers")?;
    let sane = officers.one_for > 0 && (1..=8).contains(&officers.most);
    sheet.ensure(sane, "officers", "needs one for so many counters, and 1 to 8 at most")?;
    let rated = |ratings: &Ratings| {
        let others = [Some(ratings.charisma), ratings.personal_combat, ratings.strategy];
        (1..=9).contains(&ratings.initiative)
            && (1..=20).contains(&ratings.range)
            && others.into_iter().flatten().all(|rating| rating <= 9)
    };
    // 4.1: Macedonians give no line commands, and need no strategy for them.
    let lined = |ratings: &Ratings, nation: Nation| {
        ratings.strategy.is_some() != (nation == Nation::Macedonian)
    };
    let strategy = "needs a strategy, or as a Macedonian none";
    let Officers { macedonian, persian, indian, .. } = &officers;
    let kinds = [
        ("officers.macedonian", macedonian, Nation::Macedonian),
        ("officers.persian", persian, Nation::Persian),
        ("officers.indian", indian, Nation::Indian),
    ];
    for (key, row, nation) in kinds {
        sheet.ensure(rated(row), key, "has a rating that no counter has")?;
        sheet.ensure(lined(row, nation), key, strategy)?;
        sheet.ensure(!row.name.is_empty(), key, "needs a name")?;
        let alone = kinds.iter().filter(|(_, other, _)| other.name == row.name).count() == 1;
        sheet.ensure(alone, key, "has the name of another officer")?;
        sheet.ensure(!row.king, key, "is a king, whom the campaign would name")?;
    }
    let mut leaders = Vec::new();
    for leader in roster.leaders() {
        let printed = &roster[leader];
        let key = format!("leader.{}", printed.key);
        let row = rows.remove(&printed.key);
        let row = row.ok_or_else(|| sheet.fault(&key, "is missing".into()))?;
        sheet.ensure(rated(&row), &key, "has a rating that no counter has")?;
        sheet.ensure(lined(&row, printed.nation), &key, strategy)?;
        sheet.ensure(row.name.is_empty(), &key, "has his name from the campaign")?;
        leaders.push(row);
    }
    if let Some(unknown) = rows.keys().next() {
        let key = format!("leader.{unknown}");
        return Err(sheet.fault(&key, "is no leader of the campaign".into()));
    }
    origins.extend(sheet.close()?);
    Ok((leaders, wound, officers))
}

/// Whether a unit is of an Indian army.
pub(crate) fn is_indian(campaign: &Campaign, unit: UnitId) -> bool {
    campaign.roster[unit].nation == Nation::Indian
}
