//! Where a battle of the campaign is fought: the province, the season and its rivers make a field from a seed, the
//! same for ever; famous battles have their own (`maps/ground/`).

use crate::conversion::sheet;
use crate::scene::GroundSeed;
use diadem_campaign::ids::{LeaderId, ProvinceId, ProvinceSet};
use diadem_campaign::roster::Roster;
use diadem_campaign::{BattleOffer, Campaign};
use diadem_core::Camp;
use diadem_core::{Chance, DataFile, OwnFiles};
use diadem_hexes::{
    Battle, Charts, Edge, Field, Hand, Hex, Hexside, HexsideFeature, Terrain, Vertex,
};
use diadem_sheets::{ChartError, ChartFile, Origin, chart_file};
use serde::Deserialize;
use std::collections::BTreeMap;

static FIELDS: ChartFile<'static> = chart_file!("ground/fields.toml");

/// The file of the ground.
pub(crate) fn file() -> DataFile {
    FIELDS.data_file()
}

/// How far about a battle line the ground is clear.
const CLEAR_ABOUT_FRONT: u8 = 4;

/// The level of the plain.
const PLAIN: u8 = 1;

/// What grounds are made from.
#[derive(Debug)]
pub(crate) struct Grounds {
    columns: u8,
    rows: u8,
    fronts: [u8; 2],
    lands: Lands,
    seasons: Seasons,
    /// By province.
    rivers: Vec<Option<String>>,
    /// By province.
    famous: Vec<Option<Famous>>,
    /// Degrees east, by province.
    longitudes: Vec<u8>,
    /// Where the figures come from.
    pub(crate) origins: Vec<Origin>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lands {
    rich: LandRow,
    fertile: LandRow,
    mountain: LandRow,
    desert: LandRow,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LandRow {
    hills: (u8, u8),
    woods: (u8, u8),
    rocks: (u8, u8),
    marsh: (u8, u8),
    water: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seasons {
    spring: Waters,
    summer: Waters,
    autumn: Waters,
    winter: Waters,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Waters {
    river: HexsideFeature,
    brook: HexsideFeature,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FamousRow {
    battle: String,
    macedonian: PostRow,
    other: PostRow,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PostRow {
    /// Who commanded there. It is younger than the file: a player's own from before may be silent, and asks for nobody.
    commander: Option<String>,
    middle: String,
    facing: String,
    edge: Edge,
}

#[derive(Debug)]
struct Famous {
    id: String,
    name: String,
    up: String,
    field: Field,
    posts: [Post; 2],
    /// Who commanded there, by camp.
    commanders: [Option<LeaderId>; 2],
}

/// Where an army stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Post {
    /// The middle of its line.
    pub(crate) middle: Hex,
    /// What it faces.
    pub(crate) facing: Vertex,
    /// The edge it retreats to.
    pub(crate) edge: Edge,
}

/// The ground of a battle.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    /// What it is called.
    pub(crate) name: String,
    /// What lies between the armies, in a word.
    pub(crate) water: Option<String>,
    /// The ground itself.
    pub(crate) field: Field,
    /// The real direction of its top edge.
    pub(crate) up: String,
    /// Where the armies stand, by side.
    pub(crate) posts: [Post; 2],
}

impl Grounds {
    /// Reads what grounds are made from and checks it against a campaign's board; famous fields are read from
    /// battlefields that may be a player's own.
    pub(crate) fn load(
        campaign: &Campaign,
        own: &OwnFiles,
        battlefields: &OwnFiles,
        charts: &Charts,
    ) -> Result<Grounds, ChartError> {
        let mut sheet = sheet(&FIELDS, own)?;
        sheet.origin("")?;
        let (columns, rows) = (sheet.figure("columns", 30..=60)?, sheet.figure("rows", 30..=60)?);
        let fronts: [u8; 2] = sheet.need("fronts")?;
        let [first, second] = fronts.map(u16::from);
        let apart = first >= 12 && second >= first + 12 && second + 11 <= u16::from(columns);
        sheet.ensure(apart, "fronts", "leave no room before or behind the lines")?;
        let lands: Lands = sheet.need("land")?;
        let all = [&lands.rich, &lands.fertile, &lands.mountain, &lands.desert];
        let ordered = |land: &&LandRow| {
            let counts = [land.hills, land.woods, land.rocks, land.marsh];
            counts.iter().all(|count| count.0 <= count.1 && count.1 <= 8) && land.water <= 100
        };
        sheet.ensure(all.iter().all(ordered), "land", "has more at least than at most")?;
        let seasons: Seasons = sheet.need("season")?;
        let mut rivers: BTreeMap<String, String> = sheet.need("rivers")?;
        let mut famous: BTreeMap<String, FamousRow> = sheet.need("famous")?;
        let mut longitudes: BTreeMap<String, u8> = sheet.need("longitudes")?;
        let board = &campaign.board;
        let mut grounds = Grounds {
            columns,
            rows,
            fronts,
            lands,
            seasons,
            rivers: Vec::new(),
            famous: Vec::new(),
            longitudes: Vec::new(),
            origins: Vec::new(),
        };
        let fault = |key: String, why: String| ChartError { file: FIELDS.path, key, reason: why };
        for province in board.provinces() {
            let key = &board[province].key;
            grounds.rivers.push(rivers.remove(key));
            let row = famous.remove(key);
            let read = |row: FamousRow| {
                let read = row.read(&campaign.roster, battlefields, charts);
                read.map_err(|why| fault(format!("famous.{key}"), why))
            };
            grounds.famous.push(row.map(read).transpose()?);
            let longitude = longitudes.remove(key).filter(|degrees| (1..=180).contains(degrees));
            let wrong =
                || fault(format!("longitudes.{key}"), "is not 1 to 180 degrees east".into());
            grounds.longitudes.push(longitude.ok_or_else(wrong)?);
        }
        let unknown = (rivers.keys().map(|key| ("rivers", key)))
            .chain(famous.keys().map(|key| ("famous", key)))
            .chain(longitudes.keys().map(|key| ("longitudes", key)));
        if let Some((table, key)) = unknown.into_iter().next() {
            return Err(fault(format!("{table}.{key}"), "is no province of the board".into()));
        }
        grounds.origins = sheet.close()?;
        Ok(grounds)
    }

    /// The battles whose fields are used where they were fought.
    pub(crate) fn famous_battles(&self) -> impl Iterator<Item = &str> {
        self.famous.iter().flatten().map(|famous| famous.id.as_str())
    }

    /// Whether a battle has a famous field, because those meet who met there.
    pub(crate) fn has_famous_field(&self, offer: &BattleOffer) -> bool {
        self.famous[offer.province.index()].as_ref().is_some_and(|famous| {
            let mut armies = offer.armies.iter().zip(famous.commanders);
            armies.all(|(army, who)| {
                who.is_none_or(|who| army.leaders.iter().any(|one| one.leader == who))
            })
        })
    }

    /// The ground of an offered battle.
    pub(crate) fn of(
        &self,
        campaign: &Campaign,
        offer: &BattleOffer,
        GroundSeed { seed, famous }: GroundSeed,
    ) -> Option<Ground> {
        let province = &campaign.board[offer.province];
        if famous && let Some(famous) = &self.famous[offer.province.index()] {
            return Some(Ground {
                name: famous.name.clone(),
                water: None,
                field: famous.field.clone(),
                up: famous.up.clone(),
                posts: famous.posts,
            });
        }
        // 32 bits of the war's seed, 8 of the province, 16 of the battle's number, 8 of the season.
        let here = u64::from(offer.province.0) << 24 | u64::from(offer.number) << 8;
        let mut chance = Chance::new(u64::from(seed) << 32 | here | offer.season as u64);
        let (field, water) = self.draw(campaign, offer, &mut chance)?;
        let mid = self.rows / 2;
        let [left, right] = [
            Post { middle: Hex::new(self.fronts[0], mid), facing: Vertex::East, edge: Edge::Left },
            Post { middle: Hex::new(self.fronts[1], mid), facing: Vertex::West, edge: Edge::Right },
        ];
        let west = self.is_from_west(offer);
        let posts = if west { [left, right] } else { [right, left] };
        let name = format!("A field in {}", province.name);
        Some(Ground { name, water, field, up: "N".into(), posts })
    }

    /// Whether the Macedonians stand in the west: each army on the side it can retreat to, on the average. One
    /// that can go nowhere stands across from the other; Macedonians come from the west where nothing tells.
    fn is_from_west(&self, offer: &BattleOffer) -> bool {
        let degrees = |province: ProvinceId| i32::from(self.longitudes[province.index()]);
        let here = degrees(offer.province);
        let lies = |refuges: ProvinceSet| -> i32 {
            let sum: i32 = refuges.iter().map(|there| degrees(there) - here).sum();
            60 * sum / (refuges.iter().count() as i32).max(1)
        };
        let [macedonian, persian] = Camp::BOTH.map(|camp| lies(offer.armies[camp.index()].refuges));
        macedonian <= persian
    }

    fn draw(
        &self,
        campaign: &Campaign,
        offer: &BattleOffer,
        chance: &mut Chance,
    ) -> Option<(Field, Option<String>)> {
        use diadem_campaign::data::{Land, Season};
        let land = match campaign.board[offer.province].land {
            Land::Rich => &self.lands.rich,
            Land::Fertile => &self.lands.fertile,
            Land::Mountain => &self.lands.mountain,
            Land::Desert => &self.lands.desert,
        };
        let waters = match offer.season {
            Season::Spring => self.seasons.spring,
            Season::Summer => self.seasons.summer,
            Season::Autumn => self.seasons.autumn,
            Season::Winter => self.seasons.winter,
        };
        let mut field = Field::plain(1..=self.columns, 1..=self.rows, Terrain::Clear, PLAIN)?;
        for _ in 0..between(chance, land.hills) {
            let (hill, radius) = (self.somewhere(chance), between(chance, (2, 3)));
            for hex in self.around(&field, hill, radius) {
                field.set_level(hex, PLAIN + 1);
            }
            for hex in self.around(&field, hill, radius - 2) {
                field.set_level(hex, PLAIN + 2);
            }
        }
        let patches = [
            (Terrain::Woods, land.woods),
            (Terrain::Rocky, land.rocks),
            (Terrain::Marsh, land.marsh),
        ];
        for (terrain, count) in patches {
            for _ in 0..between(chance, count) {
                let (middle, radius) = (self.somewhere(chance), between(chance, (1, 2)));
                for hex in self.around(&field, middle, radius) {
                    field.set_terrain(hex, terrain);
                }
            }
        }
        if chance.below(100) >= land.water {
            return Some((field, None));
        }
        let river = self.rivers[offer.province.index()].as_deref();
        let (kind, name) = match river {
            Some(name) => (waters.river, format!("the {name}")),
            None => (waters.brook, "a brook".to_owned()),
        };
        self.flow(&mut field, kind, chance);
        Some((field, Some(name)))
    }

    fn somewhere(&self, chance: &mut Chance) -> Hex {
        Hex::new(between(chance, (2, self.columns - 1)), between(chance, (2, self.rows - 1)))
    }

    /// The hexes within so many of a middle that are not kept clear for an army.
    fn around(&self, field: &Field, middle: Hex, radius: u8) -> Vec<Hex> {
        let is_free = |hex: &Hex| {
            let near = |&front: &u8| hex.column.abs_diff(front) <= CLEAR_ABOUT_FRONT;
            !self.fronts.iter().any(near)
        };
        let columns = middle.column.saturating_sub(radius)..=middle.column + radius;
        let rows = middle.row.saturating_sub(radius + 1)..=middle.row + radius + 1;
        let near = columns.flat_map(|column| rows.clone().map(move |row| Hex::new(column, row)));
        near.filter(|&hex| field.contains(hex) && hex.distance(middle) <= radius)
            .filter(is_free)
            .collect()
    }

    /// Water from the top to the bottom: the sides between what lies left of it and what lies right.
    fn flow(&self, field: &mut Field, kind: HexsideFeature, chance: &mut Chance) {
        let mid = u8::midpoint(self.fronts[0], self.fronts[1]);
        let mut column = between(chance, (mid - 1, mid + 2));
        let mut shores = vec![column];
        for _ in 1..=self.rows {
            match chance.below(6) {
                0 => column = (column + 1).min(mid + 3),
                1 => column = (column - 1).max(mid - 2),
                _ => {}
            }
            shores.push(column);
        }
        let is_left = |hex: Hex| hex.column < shores[usize::from(hex.row)];
        for row in 1..=self.rows {
            for column in mid - 4..=mid + 4 {
                let hex = Hex::new(column, row);
                for side in Hexside::ALL {
                    let there = field.beyond(hex, side);
                    if is_left(hex) && there.is_some_and(|there| !is_left(there)) {
                        field.set_hexside(hex, side, Some(kind));
                    }
                }
            }
        }
    }
}

impl FamousRow {
    fn read(self, roster: &Roster, own: &OwnFiles, charts: &Charts) -> Result<Famous, String> {
        let commander = |row: &PostRow| {
            let key = row.commander.as_deref();
            let find = |key: &str| {
                roster.leader(key).ok_or_else(|| format!("\"{key}\" is no leader of the campaign"))
            };
            key.map(find).transpose()
        };
        let commanders = [commander(&self.macedonian)?, commander(&self.other)?];
        let battle = if own.is_empty() {
            Battle::load(&self.battle)
        } else {
            Battle::load_own(&self.battle, own, charts)
        };
        let battle = battle.map_err(|error| error.0)?;
        let post = |row: PostRow| {
            let middle = Hex::parse(&row.middle).filter(|&hex| battle.field.contains(hex));
            let middle = middle.ok_or_else(|| format!("\"{}\" is no hex of it", row.middle))?;
            let facing = Vertex::parse(&row.facing);
            let facing = facing.ok_or_else(|| format!("\"{}\" is no vertex", row.facing))?;
            Ok::<Post, String>(Post { middle, facing, edge: row.edge })
        };
        let posts = [post(self.macedonian)?, post(self.other)?];
        let Battle { id, name, up, field, .. } = battle;
        Ok(Famous { id, name, up, field, posts, commanders })
    }
}

impl Post {
    /// The line of hexes so many ranks behind the front, or before it, from left to right as the troops see it.
    pub(crate) fn rank(self, field: &Field, behind: i8) -> Vec<Hex> {
        let mut middle = Some(self.middle);
        for step in 0..behind.unsigned_abs() {
            let hand = if step % 2 == 0 { Hand::Left } else { Hand::Right };
            let side = if behind > 0 { self.facing.rear(hand) } else { self.facing.front(hand) };
            middle = middle.and_then(|hex| field.beyond(hex, side));
        }
        let Some(middle) = middle else { return Vec::new() };
        let along = |hand: Hand| {
            let side = self.facing.flank(hand);
            std::iter::successors(field.beyond(middle, side), move |&hex| field.beyond(hex, side))
        };
        let mut line: Vec<Hex> = along(Hand::Left).collect();
        line.reverse();
        line.push(middle);
        line.extend(along(Hand::Right));
        line
    }
}

/// From so many to so many, each as likely.
fn between(chance: &mut Chance, (least, most): (u8, u8)) -> u8 {
    least + chance.below(u32::from(most - least) + 1) as u8
}
