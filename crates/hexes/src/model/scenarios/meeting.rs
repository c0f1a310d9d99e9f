//! A meeting battle: two moderate armies that come upon each other on a field that nobody chose, made from a
//! seed and the same for ever.

use super::paper::{
    ArmyPaper, BattlePaper, ElevationPaper, EngineMode, HexsidePaper, LeaderPaper, MapPaper,
    Nation, Paper, TerrainPaper, UnitPaper,
};
use crate::model::charts::Charts;
use crate::model::field::{Edge, HexsideFeature, Terrain};
use crate::model::hex::{Hex, Hexside, Vertex};
use crate::model::order_of_battle::{Battle, Role, Ruleset, rout_points};
use crate::model::types::{Class, Kind, MissileKind};
use diadem_core::{Chance, OwnFiles, SetupError, Source};
use diadem_sheets::{ChartError, ChartFile, Origin, Sheet, chart_file};
use serde::Deserialize;

/// The word that names it.
pub const MEETING: &str = "meeting";

/// The word that names an army against its own image.
pub const MIRROR: &str = "mirror";

/// The armies that may meet.
pub(super) static ROSTERS: ChartFile<'static> = chart_file!("battlefields/meeting.toml");

/// Where they come from.
pub(super) fn origin(own: &OwnFiles) -> Result<Origin, ChartError> {
    rosters(&with_own(own)).map(|(_, origin)| origin)
}

/// The rosters of the program, or a player's own.
fn with_own(own: &OwnFiles) -> ChartFile<'_> {
    ChartFile { text: own.text(ROSTERS.data_file()), ..ROSTERS }
}

const COLUMNS: (u8, u8) = (1, 40);
const ROWS: (u8, u8) = (1, 30);

/// The columns of the two battle lines; the ground about them is clear.
const FRONTS: [u8; 2] = [12, 29];
const CLEAR_ABOUT_FRONT: u8 = 3;

/// The most hexes that an army may be wide: wherever its middle is, it fits.
const WIDEST: u32 = 26;

/// An army withdraws at this many hundredths of its rout points.
const WITHDRAWAL_PERCENT: u16 = 36;

impl Battle {
    /// The meeting battle of this seed.
    pub fn meeting(seed: u64, own: &OwnFiles, charts: &Charts) -> Result<Battle, SetupError> {
        let told = |error: ChartError| SetupError(error.to_string());
        let mut chance = Chance::new(seed);
        let map = map(&mut chance);
        let (rosters, _) = rosters(&with_own(own)).map_err(told)?;
        // Two armies that differ, whichever comes from the left.
        let count = rosters.roster.len() as u32;
        let first = chance.below(count);
        let second = (first + 1 + chance.below(count - 1)) % count;
        let [left, right] = [first, second].map(|at| &rosters.roster[at as usize]);
        let camp = vec![
            left.muster(&mut chance).deployed(Wing::Left, &mut chance),
            right.muster(&mut chance).deployed(Wing::Right, &mut chance),
        ];
        let paper = rosters.paper(MEETING, "A meeting battle", seed, map, camp);
        Battle::from_paper(&paper, &[], charts).map_err(told)
    }

    /// An army of this seed against its own image on an open plain, where nothing but the play tells them
    /// apart.
    pub fn mirror(seed: u64, own: &OwnFiles, charts: &Charts) -> Result<Battle, SetupError> {
        let told = |error: ChartError| SetupError(error.to_string());
        let mut chance = Chance::new(seed);
        let (rosters, _) = rosters(&with_own(own)).map_err(told)?;
        let roster = &rosters.roster[chance.below(rosters.roster.len() as u32) as usize];
        let mustered = roster.muster(&mut chance);
        let camp = [(Wing::Left, "left"), (Wing::Right, "right")].map(|(wing, side)| {
            // The same stream for both, so that they stand across from each other.
            let camp = mustered.deployed(wing, &mut chance.clone());
            ArmyPaper {
                key: format!("{side} {}", camp.key),
                name: format!("{} on the {side}", camp.name),
                ..camp
            }
        });
        let name = "An army against its own image";
        let paper = rosters.paper(MIRROR, name, seed, plain(), camp.into());
        Battle::from_paper(&paper, &[], charts).map_err(told)
    }
}

impl Rosters {
    /// The paper of a battle between two of them.
    fn paper(&self, id: &str, name: &str, seed: u64, map: MapPaper, army: Vec<ArmyPaper>) -> Paper {
        Paper::unwritten(BattlePaper {
            id: id.into(),
            name: name.into(),
            date: "in the time of Alexander".into(),
            game: Ruleset::Gba,
            rule: self.rule.clone(),
            source: self.source.clone(),
            whence: format!("Ours, made from the seed {seed}."),
            story: "Two columns have come upon each other in open country. Neither will give way."
                .into(),
            remarks: Vec::new(),
            last_turn: 20,
            compass: Hexside::ALL.map(|side| side.code().to_owned()).to_vec(),
            engines_begin: EngineMode::Move,
            map,
            army,
        })
    }
}

/// Clear ground and nothing else.
fn plain() -> MapPaper {
    MapPaper {
        up: "N".into(),
        columns: Some(COLUMNS),
        rows: Some(ROWS),
        base_terrain: Some(Terrain::Clear),
        base_level: Some(1),
        ..MapPaper::default()
    }
}

/// From `least` to `most`, each as likely.
fn between(chance: &mut Chance, least: u8, most: u8) -> u8 {
    least + chance.below(u32::from(most - least) + 1) as u8
}

/// Clear ground with a hill, some woods, and perhaps a stream between the armies.
fn map(chance: &mut Chance) -> MapPaper {
    let hill = Hex::new(between(chance, 18, 23), between(chance, 6, 25));
    let radius = between(chance, 2, 3);
    let slope = ElevationPaper { level: 2, hexes: around(hill, radius) };
    let top = ElevationPaper { level: 3, hexes: around(hill, radius - 2) };
    let woods = (0..between(chance, 2, 4))
        .flat_map(|_| {
            let middle = Hex::new(between(chance, 3, 38), between(chance, 3, 28));
            around(middle, between(chance, 1, 2))
        })
        .collect();
    let woods = TerrainPaper { kind: Terrain::Woods, level: None, hexes: woods };
    let has_stream = chance.below(3) > 0;
    let stream = HexsidePaper { kind: HexsideFeature::Stream, sides: stream(chance) };
    MapPaper {
        elevation: vec![slope, top],
        terrain: vec![woods],
        hexsides: if has_stream { vec![stream] } else { Vec::new() },
        ..plain()
    }
}

fn board() -> impl Iterator<Item = Hex> {
    (COLUMNS.0..=COLUMNS.1)
        .flat_map(|column| (ROWS.0..=ROWS.1).map(move |row| Hex::new(column, row)))
}

/// The hexes within so many of a middle that are not kept clear for an army.
fn around(middle: Hex, radius: u8) -> Vec<String> {
    let is_free =
        |hex: &Hex| FRONTS.iter().all(|&front| hex.column.abs_diff(front) > CLEAR_ABOUT_FRONT);
    let near = board().filter(|&hex| hex.distance(middle) <= radius);
    near.filter(is_free).map(|hex| hex.to_string()).collect()
}

/// A line from the top to the bottom: the sides between what lies left of it and what lies right.
fn stream(chance: &mut Chance) -> Vec<String> {
    let mut column = between(chance, 18, 23);
    let mut shores = Vec::new();
    for _ in ROWS.0..=ROWS.1 {
        shores.push(column);
        match chance.below(6) {
            0 => column = (column + 1).min(24),
            1 => column = (column - 1).max(17),
            _ => {}
        }
    }
    let is_left = |hex: Hex| hex.column < shores[usize::from(hex.row - ROWS.0)];
    let mut sides = Vec::new();
    for hex in board().filter(|&hex| is_left(hex)) {
        for side in Hexside::ALL {
            let there = hex.beyond(side).filter(|there| (ROWS.0..=ROWS.1).contains(&there.row));
            if there.is_some_and(|there| !is_left(there)) {
                sides.push(format!("{hex}/{}", side.code()));
            }
        }
    }
    sides
}

/// What an army may bring.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Roster {
    key: String,
    name: String,
    macedonian: bool,
    lines: Vec<Vec<String>>,
    bodies: Vec<Body>,
    leaders: Vec<General>,
}

/// Counters of one sort, from so many to so many.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    name: String,
    kind: Kind,
    class: Option<Class>,
    tq: u8,
    size: u8,
    missile: Option<MissileKind>,
    nation: Option<Nation>,
    post: Post,
    count: (u8, u8),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct General {
    name: String,
    role: Role,
    initiative: u8,
    range: u8,
    strategy: Option<u8>,
    charisma: u8,
    personal_combat: u8,
    #[serde(default)]
    line_command: bool,
    post: Post,
}

/// Where a body of troops stands in its army's array, as the troops see it.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Post {
    Left,
    Centre,
    Right,
    Van,
    SecondLine,
}

/// The rosters and where they come from.
struct Rosters {
    rule: String,
    source: Vec<Source>,
    roster: Vec<Roster>,
}

/// Reads the rosters; an army has at most so many counters that its array fits the field.
fn rosters(file: &ChartFile<'_>) -> Result<(Rosters, Origin), ChartError> {
    let path = file.path;
    let mut sheet = Sheet::open(&[*file], path)?;
    let rule = sheet.rule("")?;
    let rosters = Rosters {
        rule: sheet.need("rule")?,
        source: sheet.need("source")?,
        roster: sheet.need("roster")?,
    };
    sheet.ensure(rosters.roster.len() >= 2, "roster", "needs two armies at least")?;
    for roster in &rosters.roster {
        let key = format!("roster.{}", roster.key);
        let counts = roster.bodies.iter().all(|body| body.count.0 <= body.count.1);
        sheet.ensure(counts, &key, "has a body with more at least than at most")?;
        let wide = roster
            .bodies
            .iter()
            .map(|body| u32::from(body.count.1) * if body.kind.is_two_hex() { 2 } else { 1 });
        sheet.ensure(wide.sum::<u32>() <= WIDEST, &key, "is wider than the field")?;
        let at_post = |post: Post| {
            let mut at = roster.bodies.iter().filter(|body| body.post == post);
            at.any(|body| body.count.0 > 0)
        };
        let led = roster.leaders.iter().all(|leader| at_post(leader.post));
        sheet.ensure(led, &key, "has a leader with nobody at his post")?;
    }
    sheet.close()?;
    let sources = rosters.source.clone();
    Ok((rosters, Origin { file: path, chart: String::new(), rule, sources }))
}

impl Roster {
    /// How many of each body come.
    fn muster(&self, chance: &mut Chance) -> Mustered<'_> {
        let count = |body: &Body| between(chance, body.count.0, body.count.1);
        Mustered { roster: self, counts: self.bodies.iter().map(count).collect() }
    }
}

/// The side of the map an army comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wing {
    Left,
    Right,
}

/// An army with its numbers, before it takes its ground.
struct Mustered<'r> {
    roster: &'r Roster,
    counts: Vec<u8>,
}

impl<'r> Mustered<'r> {
    /// Every counter that stands at a post, from left to right.
    fn at(&self, post: Post) -> Vec<(&'r Body, u8)> {
        let bodies = self.roster.bodies.iter().zip(&self.counts);
        let posted = bodies.filter(|(body, _)| body.post == post);
        posted.flat_map(|(body, &count)| (1..=count).map(move |nth| (body, nth))).collect()
    }

    /// The army in its array: wings and centre in one line, skirmishers before it, a second line behind.
    fn deployed(&self, wing: Wing, chance: &mut Chance) -> ArmyPaper {
        let (front, ahead, facing, edge) = match wing {
            Wing::Left => (FRONTS[0], 1, Vertex::East, Edge::Left),
            Wing::Right => (FRONTS[1], -1, Vertex::West, Edge::Right),
        };
        let line: Vec<(&Body, u8)> = [Post::Left, Post::Centre, Post::Right]
            .into_iter()
            .flat_map(|post| self.at(post))
            .collect();
        let long: u8 = line.iter().map(|(body, _)| 1 + u8::from(body.kind.is_two_hex())).sum();
        let middle = between(chance, 14, 17);
        // Facing east the left is to the north, facing west to the south.
        let row_of = |place: i8| match wing {
            Wing::Left => middle.saturating_add_signed(place),
            Wing::Right => middle.saturating_add_signed(-place),
        };
        let column = |forward: i8| front.saturating_add_signed(forward * ahead);
        let mut place = -((long / 2).cast_signed());
        let mut units = Vec::new();
        let mut posts: Vec<(Post, Hex)> = Vec::new();
        for (body, nth) in line {
            let hex = Hex::new(column(0), row_of(place));
            place += 1;
            let second = body.kind.is_two_hex().then(|| Hex::new(column(0), row_of(place)));
            place += i8::from(second.is_some());
            posts.push((body.post, hex));
            units.push(body.counter(nth, hex, second, facing));
        }
        for (post, forward) in [(Post::Van, 2), (Post::SecondLine, -2)] {
            let bodies = self.at(post);
            let mut place = -(bodies.len() as i8);
            for (body, nth) in bodies {
                let hex = Hex::new(column(forward), row_of(place));
                place += 2;
                units.push(body.counter(nth, hex, None, facing));
            }
        }
        let leaders = self.roster.leaders.iter().map(|general| {
            let at = posts.iter().filter(|(post, _)| *post == general.post);
            let at: Vec<Hex> = at.map(|(_, hex)| *hex).collect();
            general.counter(at[at.len() / 2])
        });
        let leaders: Vec<LeaderPaper> = leaders.collect();
        let points: u16 = units.iter().map(|unit| rout_points(unit.kind, unit.tq)).sum();
        let overall = leaders.iter().find(|leader| leader.role == Role::Overall);
        let overall_commander = overall.map(|leader| leader.id.clone());
        ArmyPaper {
            key: self.roster.key.clone(),
            name: self.roster.name.clone(),
            macedonian: self.roster.macedonian,
            retreat_edge: edge,
            withdrawal: points * WITHDRAWAL_PERCENT / 100,
            unit_rout_points: points,
            overall_commander,
            lines: self.roster.lines.clone(),
            exit: None,
            idle_first_turn: Vec::new(),
            holds_height_first_turn: None,
            stops_in_river: Vec::new(),
            units,
            leaders,
        }
    }
}

impl Body {
    fn counter(&self, nth: u8, hex: Hex, second: Option<Hex>, facing: Vertex) -> UnitPaper {
        let wing = match self.post {
            Post::Left => "left",
            Post::Centre => "centre",
            Post::Right => "right",
            Post::Van => "van",
            Post::SecondLine => "second line",
        };
        UnitPaper {
            id: format!("{} {nth}", self.name),
            name: format!("{} {nth}", self.name),
            kind: self.kind,
            class: self.class,
            tq: self.tq,
            size: self.size,
            ma: None,
            missile: self.missile,
            screen: false,
            hex: hex.to_string(),
            second_hex: second.map(|hex| hex.to_string()),
            facing: Some(facing.code().into()),
            wing: wing.into(),
            nation: self.nation,
        }
    }
}

impl General {
    fn counter(&self, hex: Hex) -> LeaderPaper {
        LeaderPaper {
            id: self.name.to_lowercase(),
            name: self.name.clone(),
            role: self.role,
            initiative: Some(self.initiative),
            range: self.range,
            strategy: self.strategy,
            charisma: self.charisma,
            personal_combat: Some(self.personal_combat),
            line_command: self.line_command,
            elite: false,
            worth: None,
            target: false,
            commands: vec!["all".into()],
            hex: hex.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diadem_core::Camp;

    fn meeting(seed: u64) -> Battle {
        Battle::meeting(seed, &OwnFiles::NONE, &Charts::embedded().unwrap()).unwrap()
    }

    #[test]
    fn every_seed_makes_a_battle_that_can_be_fought() {
        let mut sizes = Vec::new();
        for seed in 0..100 {
            let battle = meeting(seed);
            for camp in Camp::BOTH {
                let count = battle.army(camp).units.len();
                assert!((12..=18).contains(&count), "seed {seed}: {count} counters");
                sizes.push(count);
            }
            let [left, right] = [0, 1].map(|at| battle.armies[at].units.iter());
            let column = |unit| battle.unit(unit).start.hex.column;
            let (left, right) = (left.map(column).max(), right.map(column).min());
            assert!(left.unwrap() + 8 < right.unwrap());
        }
        sizes.sort_unstable();
        sizes.dedup();
        assert!(sizes.len() > 4, "armies differ");
    }

    #[test]
    fn a_seed_makes_the_same_battle_for_ever() {
        assert_eq!(meeting(7), meeting(7));
        assert_ne!(meeting(7), meeting(8));
        let battle = meeting(7);
        let hex = |number| Hex::parse(number).unwrap();
        assert_eq!(battle.armies.each_ref().map(|army| army.name.as_str()), ["Greek", "Persian"]);
        assert_eq!(battle.units[0].start.hex, hex("1207"));
        assert_eq!(battle.units.len(), 32);
        assert_eq!(battle.field.level(hex("2021")), 3);
        assert_eq!(battle.field.terrain(hex("2306")), Terrain::Woods);
        assert_eq!(battle.field.hexside(hex("2127"), Hexside::SouthEast), None);
        assert_eq!(
            battle.field.hexside(hex("2227"), Hexside::SouthEast),
            Some(HexsideFeature::Stream)
        );
    }

    #[test]
    fn an_army_and_its_image_stand_across_from_each_other() {
        for seed in 0..20 {
            let charts = Charts::embedded().unwrap();
            let battle = Battle::mirror(seed, &OwnFiles::NONE, &charts).unwrap();
            let half = battle.units.len() / 2;
            let (own, image) = battle.units.split_at(half);
            let middle = own[0].start.hex.row + image[0].start.hex.row;
            for (one, other) in own.iter().zip(image) {
                assert_eq!((one.kind, one.tq, one.size), (other.kind, other.tq, other.size));
                assert_eq!(one.start.hex.column + other.start.hex.column, 41);
                assert_eq!(one.start.hex.row + other.start.hex.row, middle);
                assert_eq!(one.start.facing.map(Vertex::opposite), other.start.facing);
            }
            let levels = battle.armies.each_ref().map(|army| army.withdrawal);
            assert_eq!(levels[0], levels[1]);
        }
    }

    #[test]
    fn bad_rosters_are_refused() {
        let spoiled = |good: &str, bad: &str| {
            assert!(ROSTERS.text.contains(good), "{good}");
            let text = ROSTERS.text.replacen(good, bad, 1);
            let read = rosters(&ChartFile { path: ROSTERS.path, text: &text });
            read.map(|_| ()).unwrap_err().to_string()
        };
        let table = [
            ("[1, 2]", "[3, 2]", "roster.macedonian: has a body with more"),
            ("[3, 4]", "[3, 9]", "roster.macedonian: is wider than the field"),
            ("\"PH\"", "\"XX\"", "roster: unknown variant `XX`"),
            ("GBA 2.1", "GBA 2.9", "rule: no book has a rule"),
        ];
        for (good, bad, wanted) in table {
            let told = spoiled(good, bad);
            assert!(told.starts_with(&format!("{}: {wanted}", ROSTERS.path)), "{told}");
        }
    }
}
