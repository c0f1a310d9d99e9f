//! The charts and the board as data: `maps/display/*.toml`, read whole and refused with file, key and
//! reason when something does not fit.

use crate::model::boxes::{BOX_COUNT, Board, BoxId, Capacity, Post};
use crate::model::sets::BoxSet;
use diadem_core::Camp;
use diadem_core::{DataFile, OwnFiles, state_hash};
use diadem_sheets::{ChartError, ChartFile, Origin, Sheet, chart_file};
use serde::Deserialize;
use std::sync::{Arc, OnceLock};

/// The charts that come with the program.
pub static EMBEDDED: [ChartFile<'static>; 5] = [
    chart_file!("display/boxes.toml"),
    chart_file!("display/tactical-results.toml"),
    chart_file!("display/leader-casualties.toml"),
    chart_file!("display/pursuit.toml"),
    chart_file!("display/die-numbers.toml"),
];

/// What a duel brings (10.12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum CombatResult {
    /// AL: the attacker loses a step.
    #[serde(rename = "AL")]
    AttackerLoss,
    /// AR: the attacker routs.
    #[serde(rename = "AR")]
    AttackerRout,
    /// Eng: the two are locked.
    #[serde(rename = "Eng")]
    Engaged,
    /// DR: the defender routs.
    #[serde(rename = "DR")]
    DefenderRout,
    /// DL: the defender loses a step.
    #[serde(rename = "DL")]
    DefenderLoss,
}

impl CombatResult {
    /// All of them, worst for the attacker first.
    pub const ALL: [CombatResult; 5] = [
        CombatResult::AttackerLoss,
        CombatResult::AttackerRout,
        CombatResult::Engaged,
        CombatResult::DefenderRout,
        CombatResult::DefenderLoss,
    ];

    /// As printed.
    pub const fn printed(self) -> &'static str {
        match self {
            CombatResult::AttackerLoss => "AL",
            CombatResult::AttackerRout => "AR",
            CombatResult::Engaged => "Eng",
            CombatResult::DefenderRout => "DR",
            CombatResult::DefenderLoss => "DL",
        }
    }
}

/// What the casualty table says of a leader (10.16).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Casualty {
    /// Nothing happens.
    #[serde(rename = "-")]
    Unhurt,
    /// Wounded.
    #[serde(rename = "WIA")]
    Wounded,
    /// Killed.
    #[serde(rename = "KIA")]
    Killed,
}

/// A column of the casualty table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CasualtyColumn {
    /// His unit lost a step.
    Loss,
    /// His unit routed.
    Rout,
}

/// Who pursues (10.20).
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, Deserialize)]
pub enum Pursuer {
    /// Horse of whatever kind.
    Cavalry,
    /// Light infantry, who catch no cavalry.
    LightInfantry,
}

/// A ratio of strengths: 3 is 3:1, 1 is 1:1, -2 is 1:2. There is no 0 and no -1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Odds(i16);

impl Odds {
    /// 10.11: the attacker's strength against the defender's, in the defender's favour.
    pub fn of(attack: u8, defense: u8) -> Odds {
        let (attack, defense) = (attack.max(1), defense.max(1));
        if attack >= defense {
            Odds(i16::from(attack / defense))
        } else {
            Odds(-i16::from(defense.div_ceil(attack)))
        }
    }

    /// Steps from 1:1, so that columns can be counted.
    fn level(self) -> i16 {
        if self.0 > 0 { self.0 - 1 } else { self.0 + 1 }
    }

    fn at_level(level: i16) -> Odds {
        if level >= 0 { Odds(level + 1) } else { Odds(level - 1) }
    }

    fn parse(text: &str) -> Option<Odds> {
        match text.split_once(':')? {
            (many, "1") => many.parse().ok().filter(|&many| many > 0).map(Odds),
            ("1", many) => {
                many.parse::<i16>().ok().filter(|&many| many > 1).map(|many| Odds(-many))
            }
            _ => None,
        }
    }
}

impl std::fmt::Display for Odds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0 > 0 { write!(f, "{}:1", self.0) } else { write!(f, "1:{}", -self.0) }
    }
}

/// A column of the results table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column(u8);

/// Everything printed that a battle is fought with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charts {
    /// The boxes.
    pub board: Board,
    first_column: Odds,
    results: Vec<[CombatResult; 6]>,
    casualties: [[Casualty; 6]; 2],
    pursuit: [[u8; 6]; 2],
    /// 10.2: the last round.
    pub rounds: u8,
    rally: [bool; 6],
    alexander_dies: [bool; 6],
    /// 10.13: what is added to the roll against a heavy target.
    pub heavy_target: i8,
    /// 10.14: the strength of light infantry that fires.
    pub light_infantry_fire: u8,
    /// 10.19: how many units break through.
    pub breakthrough: u8,
    /// Each chart with its rule and where it comes from.
    pub origins: Vec<Origin>,
    /// A hash of the texts they were read from.
    pub fingerprint: [u8; 32],
}

impl Charts {
    /// The charts that come with the program.
    pub fn embedded() -> Result<Arc<Charts>, ChartError> {
        static CHARTS: OnceLock<Result<Arc<Charts>, ChartError>> = OnceLock::new();
        CHARTS.get_or_init(|| Charts::load(&EMBEDDED).map(Arc::new)).clone()
    }

    /// The charts that come with the program, and a player's own in their place.
    pub fn with_own(own: &OwnFiles) -> Result<Arc<Charts>, ChartError> {
        let files = EMBEDDED.map(|file| {
            let DataFile { name, text } = file.data_file();
            (own.has(name), ChartFile { text: own.text(DataFile { name, text }), ..file })
        });
        if files.iter().all(|(is_own, _)| !is_own) {
            return Charts::embedded();
        }
        Charts::load(&files.map(|(_, file)| file)).map(Arc::new)
    }

    /// Reads charts from their texts, each file once.
    pub fn load(files: &[ChartFile<'_>]) -> Result<Charts, ChartError> {
        let mut origins = Vec::new();
        let open = |path: &'static str| Sheet::open(files, path);
        let mut boxes = open(EMBEDDED[0].path)?;
        let board = board(&mut boxes)?;
        origins.extend(boxes.close()?);

        let mut sheet = open(EMBEDDED[1].path)?;
        sheet.origin("")?;
        let first_column = first_column(&mut sheet)?;
        let columns = sheet.need::<Vec<String>>("columns")?.len();
        let mut results = vec![[CombatResult::Engaged; 6]; columns];
        for die in 1..=6 {
            let key = format!("die.{die}");
            let row: Vec<CombatResult> = sheet.need(&key)?;
            sheet.ensure(row.len() == columns, &key, format!("needs {columns} results"))?;
            row.iter().enumerate().for_each(|(column, &result)| results[column][die - 1] = result);
        }
        origins.extend(sheet.close()?);

        let mut sheet = open(EMBEDDED[2].path)?;
        sheet.rule("")?;
        let casualties = [sheet.need("loss.die")?, sheet.need("rout.die")?];
        sheet.cells("", "loss")?;
        sheet.cells("", "rout")?;
        origins.extend(sheet.close()?);

        let mut sheet = open(EMBEDDED[3].path)?;
        sheet.origin("")?;
        let pursuit = [sheet.need("cavalry")?, sheet.need("light_infantry")?];
        origins.extend(sheet.close()?);

        let mut sheet = open(EMBEDDED[4].path)?;
        let charts = Charts {
            board,
            first_column,
            results,
            casualties,
            pursuit,
            rounds: sheet.number("rounds", "most", 1..=100)?,
            rally: sheet.faces("rally")?,
            alexander_dies: sheet.faces("alexander_dies")?,
            heavy_target: sheet.number("heavy_target", "added", 0..=5)?.cast_signed(),
            light_infantry_fire: sheet.number("light_infantry_fire", "strength", 0..=6)?,
            breakthrough: sheet.number("breakthrough", "units", 1..=4)?,
            origins: Vec::new(),
            fingerprint: state_hash(
                &files.iter().map(|file| file.text.as_bytes()).collect::<Vec<_>>(),
            )
            .0,
        };
        origins.extend(sheet.close()?);
        Ok(Charts { origins, ..charts })
    }

    /// The column for these odds, shifted to the right; the outermost are used beyond the ends.
    pub fn column(&self, odds: Odds, shift: u8) -> Column {
        let from_first = odds.level() - self.first_column.level() + i16::from(shift);
        let column = usize::try_from(from_first).unwrap_or(0);
        Column(column.min(self.results.len() - 1) as u8)
    }

    /// The odds at the head of a column.
    pub fn heading(&self, column: Column) -> Odds {
        Odds::at_level(self.first_column.level() + i16::from(column.0))
    }

    /// What a roll of 1 to 6 brings in a column.
    pub fn result(&self, column: Column, roll: u8) -> CombatResult {
        self.results[usize::from(column.0)][face(roll)]
    }

    /// What a roll means for a leader.
    pub fn casualty(&self, column: CasualtyColumn, roll: u8) -> Casualty {
        self.casualties[column as usize][face(roll)]
    }

    /// How many units a pursuer catches with a roll.
    pub fn caught(&self, pursuer: Pursuer, roll: u8) -> u8 {
        self.pursuit[pursuer as usize][face(roll)]
    }

    /// 10.18: whether a roll rallies.
    pub fn rallies(&self, roll: u8) -> bool {
        self.rally[face(roll)]
    }

    /// 10.17: whether the second roll kills Alexander.
    pub fn kills_alexander(&self, roll: u8) -> bool {
        self.alexander_dies[face(roll)]
    }
}

fn face(roll: u8) -> usize {
    usize::from(roll.clamp(1, 6) - 1)
}

fn first_column(sheet: &mut Sheet) -> Result<Odds, ChartError> {
    let headings: Vec<String> = sheet.need("columns")?;
    let columns: Option<Vec<Odds>> = headings.iter().map(|text| Odds::parse(text)).collect();
    let in_order =
        |columns: &[Odds]| columns.windows(2).all(|two| two[0].level() + 1 == two[1].level());
    match columns {
        Some(columns) if in_order(&columns) && columns.contains(&Odds(1)) => Ok(columns[0]),
        _ => {
            Err(sheet.fault("columns", "needs odds in order without a gap, 1:1 among them".into()))
        }
    }
}

/// The boxes, linked: neighbours in front, the reserve behind them, the enemy opposite.
fn board(sheet: &mut Sheet) -> Result<Board, ChartError> {
    ["links", "facing", "capacity", "placing"].iter().try_for_each(|key| sheet.origin(key))?;
    let front: Vec<Post> = sheet.need("links.front")?;
    let reserve: Vec<Post> = sheet.need("links.reserve")?;
    let facing: Vec<(Post, Post)> = sheet.need("facing.pairs")?;
    let can_be_linked = |posts: &[Post]| {
        let set: BoxSet = posts.iter().map(|&post| BoxId::of(Camp::First, post)).collect();
        let of_the_rear = [Post::Reserve, Post::Routed];
        set.len() == posts.len() && !posts.iter().any(|post| of_the_rear.contains(post))
    };
    sheet.ensure(can_be_linked(&front), "links.front", "names boxes of the front, each once")?;
    sheet.ensure(
        can_be_linked(&reserve),
        "links.reserve",
        "names boxes of the front, each once",
    )?;
    let mirrored = facing.iter().all(|&(a, b)| facing.contains(&(b, a)));
    let left: Vec<Post> = facing.iter().map(|&(a, _)| a).collect();
    let is_whole = mirrored && can_be_linked(&left);
    sheet.ensure(is_whole, "facing.pairs", "each box of the front faces one, and it faces back")?;

    let mut links = [BoxSet::NONE; BOX_COUNT];
    let mut link = |a: BoxId, b: BoxId| {
        links[a.index()].insert(b);
        links[b.index()].insert(a);
    };
    for camp in Camp::BOTH {
        front.windows(2).for_each(|two| link(BoxId::of(camp, two[0]), BoxId::of(camp, two[1])));
        let rear = BoxId::of(camp, Post::Reserve);
        for &post in &reserve {
            link(rear, BoxId::of(camp, post));
        }
    }
    for (ours, theirs) in facing {
        link(BoxId::of(Camp::First, ours), BoxId::of(Camp::Second, theirs));
    }

    let capacity = Capacity {
        lines: [
            sheet.figure("capacity.first_line", 1..=16)?,
            sheet.figure("capacity.second_line", 0..=16)?,
        ],
        outflank: sheet.figure("capacity.outflank", 1..=16)?,
        reserve_fighting: sheet.figure("capacity.reserve_fighting", 1..=16)?,
        intruders: sheet.figure("capacity.intruders", 1..=16)?,
    };
    let order: Vec<Post> = sheet.need("placing.order")?;
    let free: Vec<Post> = sheet.need("placing.free")?;
    let no_flank = |posts: &[Post]| {
        let placeable = |post: &Post| post.is_line() || *post == Post::Reserve;
        !posts.is_empty() && posts.iter().all(placeable)
    };
    let of_the_army = "names boxes of the line and the reserve";
    sheet.ensure(no_flank(&order), "placing.order", of_the_army)?;
    sheet.ensure(no_flank(&free), "placing.free", of_the_army)?;
    sheet.ensure(
        free.contains(&Post::Reserve),
        "placing.free",
        "needs the reserve: it never fills",
    )?;
    let led = sheet.figure("placing.led", 0..=4)?;
    let first = &order[..usize::from(led).min(order.len())];
    let apart = first.iter().enumerate().all(|(at, post)| !first[..at].contains(post));
    sheet.ensure(apart, "placing.led", "the units placed with leaders stand in different boxes")?;
    Ok(Board { links, capacity, order, free, led })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_charts_are_whole() {
        let charts = Charts::embedded().unwrap();
        let center = BoxId::of(Camp::Second, Post::Center);
        let reached: Vec<(Camp, Post)> =
            charts.board.links(center).iter().map(|at| (at.camp(), at.post())).collect();
        assert_eq!(
            reached,
            [
                (Camp::First, Post::Center),
                (Camp::Second, Post::Left),
                (Camp::Second, Post::Right),
                (Camp::Second, Post::Reserve)
            ]
        );
        assert!(charts.board.links(BoxId::of(Camp::Second, Post::Routed)).is_empty());
        let left = BoxId::of(Camp::First, Post::Left);
        assert!(charts.board.links(left).contains(BoxId::of(Camp::Second, Post::Right)));
        assert_eq!(charts.origins.len(), 14);
    }

    #[test]
    fn odds_are_rounded_in_the_defenders_favour() {
        let told = |attack, defense| Odds::of(attack, defense).to_string();
        assert_eq!(told(31, 8), "3:1");
        assert_eq!(told(8, 8), "1:1");
        assert_eq!(told(13, 17), "1:2");
        assert_eq!(told(3, 7), "1:3");
        let charts = Charts::embedded().unwrap();
        let column = |attack, defense, shift| {
            charts.heading(charts.column(Odds::of(attack, defense), shift)).to_string()
        };
        assert_eq!(column(1, 40, 0), "1:4");
        assert_eq!(column(40, 1, 0), "4:1");
        assert_eq!(column(13, 17, 1), "1:1");
        assert_eq!(column(40, 1, 1), "4:1");
    }

    fn spoiled(path: &str, good: &str, bad: &str) -> String {
        let texts: Vec<String> = EMBEDDED
            .iter()
            .map(|file| {
                assert!(file.path != path || file.text.contains(good), "{good}");
                if file.path == path { file.text.replacen(good, bad, 1) } else { file.text.into() }
            })
            .collect();
        let files: Vec<ChartFile<'_>> = EMBEDDED
            .iter()
            .zip(&texts)
            .map(|(file, text)| ChartFile { path: file.path, text })
            .collect();
        Charts::load(&files).unwrap_err().to_string()
    }

    #[test]
    fn a_bad_chart_is_refused_with_file_key_and_reason() {
        let boxes = "maps/display/boxes.toml";
        let results = "maps/display/tactical-results.toml";
        let numbers = "maps/display/die-numbers.toml";
        assert_eq!(
            spoiled(results, "\"Eng\", \"DR\"]\n3", "\"Eng\"]\n3"),
            "maps/display/tactical-results.toml: die.2: needs 7 results"
        );
        assert!(spoiled(results, "\"AR\"", "\"XX\"").contains("die.1: unknown variant `XX`"));
        assert_eq!(
            spoiled(results, "\"1:4\", ", ""),
            "maps/display/tactical-results.toml: die.1: needs 6 results"
        );
        assert!(spoiled(results, "\"1:3\", ", "").contains("columns: needs odds in order"));
        assert_eq!(
            spoiled(numbers, "on = [1, 2, 3]", "on = [1, 7]"),
            "maps/display/die-numbers.toml: rally.on: names faces of a die, 1 to 6"
        );
        assert_eq!(
            spoiled(numbers, "10.18", "10.99"),
            "maps/display/die-numbers.toml: rally.rule: no book has a rule \"Alexandros 10.99\""
        );
        assert_eq!(
            spoiled(numbers, "most = 10", "most = 0"),
            "maps/display/die-numbers.toml: rounds.most: is 0, not 1 to 100"
        );
        assert!(
            spoiled(boxes, "[\"left\", \"right\"]", "[\"left\", \"left\"]").contains("faces back")
        );
        assert_eq!(
            spoiled(boxes, "intruders = 4", "intruders = 4\nextra = 1"),
            "maps/display/boxes.toml: capacity.extra: is not known here"
        );
        assert!(
            spoiled(boxes, "[links]", "[links").starts_with("maps/display/boxes.toml: line 3: ")
        );
    }
}
