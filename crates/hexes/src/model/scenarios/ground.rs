//! The map of a battle: from lists of hexes and sides to a field.

use super::paper::{MapPaper, Paper};
use crate::model::field::{Field, HexsideFeature};
use crate::model::hex::{Hex, Hexside};
use diadem_sheets::{ChartError, ChartFile};

/// The highest level a map may have.
const HIGHEST: u8 = 9;

/// Where the battle lies whose map another uses.
pub(super) fn path_of(used: &str) -> String {
    format!("maps/battlefields/{used}.toml")
}

/// The field of a map, or of the map it uses.
pub(super) fn field(
    paper: &Paper,
    map: &MapPaper,
    files: &[ChartFile<'_>],
) -> Result<Field, ChartError> {
    let Some(used) = &map.used else {
        paper.ensure(map.ignore.is_empty(), "map.ignore", "is for a map that uses another")?;
        return own_field(paper, map);
    };
    let draws = map.columns.is_some()
        || map.rows.is_some()
        || map.base_terrain.is_some()
        || map.base_level.is_some()
        || !(map.elevation.is_empty() && map.terrain.is_empty() && map.hexsides.is_empty());
    paper.ensure(!draws, "map.use", "comes with nothing drawn but `ignore`")?;
    let wanted = path_of(used);
    let path = files.iter().map(|file| file.path).find(|path| *path == wanted);
    let path = path.ok_or_else(|| paper.fault("map.use", format!("there is no \"{used}\"")))?;
    let other = Paper::open(files, path)?;
    let borrowed = &other.battle.map;
    paper.ensure(borrowed.used.is_none(), "map.use", "may not use a map that uses another")?;
    let mut field = own_field(&other, borrowed)?;
    for hex in field.hexes() {
        for side in Hexside::ALL {
            if field.hexside(hex, side).is_some_and(|kind| map.ignore.contains(&kind)) {
                field.set_hexside(hex, side, None);
            }
        }
    }
    Ok(field)
}

/// A map that is drawn here. Later entries override earlier ones.
fn own_field(paper: &Paper, map: &MapPaper) -> Result<Field, ChartError> {
    let missing = |key: &str| paper.fault(format!("map.{key}"), "is missing");
    let columns = map.columns.ok_or_else(|| missing("columns"))?;
    let rows = map.rows.ok_or_else(|| missing("rows"))?;
    let terrain = map.base_terrain.ok_or_else(|| missing("base_terrain"))?;
    let level = map.base_level.ok_or_else(|| missing("base_level"))?;
    let is_level = |level: u8, key: &str| {
        paper.ensure(level <= HIGHEST, key, format!("is {level}, not 0 to {HIGHEST}"))
    };
    is_level(level, "map.base_level")?;
    let mut field = Field::plain(columns.0..=columns.1, rows.0..=rows.1, terrain, level)
        .ok_or_else(|| paper.fault("map.columns", "and rows make no field, or too large a one"))?;
    for (at, entry) in map.elevation.iter().enumerate() {
        let key = format!("map.elevation.{}", at + 1);
        is_level(entry.level, &key)?;
        for hex in hexes(paper, &field, &key, &entry.hexes)? {
            field.set_level(hex, entry.level);
        }
    }
    for (at, entry) in map.terrain.iter().enumerate() {
        let key = format!("map.terrain.{}", at + 1);
        for hex in hexes(paper, &field, &key, &entry.hexes)? {
            field.set_terrain(hex, entry.kind);
            if let Some(level) = entry.level {
                is_level(level, &key)?;
                field.set_level(hex, level);
            }
        }
    }
    for (at, entry) in map.hexsides.iter().enumerate() {
        let key = format!("map.hexsides.{}", at + 1);
        for text in &entry.sides {
            let (hex, sides) = sides(text)
                .filter(|(hex, _)| field.contains(*hex))
                .ok_or_else(|| paper.fault(&key, format!("\"{text}\" is no side of the map")))?;
            for side in sides {
                draw(paper, &mut field, &key, hex, side, entry.kind)?;
            }
        }
    }
    Ok(field)
}

/// One side is drawn once, or twice alike.
fn draw(
    paper: &Paper,
    field: &mut Field,
    key: &str,
    hex: Hex,
    side: Hexside,
    kind: HexsideFeature,
) -> Result<(), ChartError> {
    let before = field.hexside(hex, side);
    let alike = before.is_none_or(|before| before == kind);
    paper.ensure(alike, key, format!("{hex}/{} has another hexside already", side.code()))?;
    field.set_hexside(hex, side, Some(kind));
    Ok(())
}

/// Hexes such as `2205` and runs such as `2205-09`, all on the map.
fn hexes(
    paper: &Paper,
    field: &Field,
    key: &str,
    texts: &[String],
) -> Result<Vec<Hex>, ChartError> {
    let mut all = Vec::new();
    for text in texts {
        let run = run(text).filter(|run| run.iter().all(|&hex| field.contains(hex)));
        let run = run.ok_or_else(|| {
            paper.fault(key, format!("\"{text}\" is not a hex or a run of hexes on the map"))
        })?;
        all.extend(run);
    }
    Ok(all)
}

fn run(text: &str) -> Option<Vec<Hex>> {
    let (first, last_row) = match text.split_once('-') {
        None => (Hex::parse(text)?, None),
        Some((first, last)) => (Hex::parse(first)?, Some(last.parse::<u8>().ok()?)),
    };
    let rows = first.row..=last_row.unwrap_or(first.row);
    (!rows.is_empty()).then(|| rows.map(|row| Hex::new(first.column, row)).collect())
}

/// Sides such as `1931/NE+SE`.
fn sides(text: &str) -> Option<(Hex, Vec<Hexside>)> {
    let (hex, sides) = text.split_once('/')?;
    Some((Hex::parse(hex)?, sides.split('+').map(Hexside::parse).collect::<Option<_>>()?))
}
