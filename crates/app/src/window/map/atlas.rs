//! The geography of the board: where everything lies on the sheet, loaded and checked whole.
//!
//! No rule hangs on it, so only the window knows it.

use super::files::{self, CoastFile, LineData, PlacesFile, Reader};
use super::geometry::{bounds, contains, signed_area, tie_hole, triangulate};
use diadem_campaign::board::Board;
use diadem_campaign::data::DataError;
use diadem_campaign::ids::{CityId, ProvinceId};
use diadem_campaign::state::Objective;
use diadem_core::DataFile;
use eframe::egui::{Pos2, Rect, Vec2};
use serde::Deserialize;

const COAST: DataFile = DataFile {
    name: "campaign/coast.toml",
    text: include_str!("../../../../../maps/campaign/coast.toml"),
};
const PLACES: DataFile = DataFile {
    name: "campaign/places.toml",
    text: include_str!("../../../../../maps/campaign/places.toml"),
};

/// Everything that is drawn, by id of the board.
#[derive(Debug)]
pub struct Atlas {
    /// The size of the sheet.
    pub sheet: Vec2,
    /// Coasts of land.
    pub land: Vec<Area>,
    /// Coasts of seas within the land.
    pub inland: Vec<Area>,
    /// Lakes.
    pub lakes: Vec<Area>,
    /// Rivers.
    pub rivers: Vec<Vec<Pos2>>,
    /// Every province.
    pub provinces: Vec<Province>,
    /// Borders, each with the province or the two it belongs to.
    pub borders: Vec<Border>,
    /// Borders across water.
    pub crossings: Vec<Border>,
    /// Every city.
    pub cities: Vec<City>,
    /// Every sea zone.
    pub seas: Vec<Name>,
    /// Islands out of play that have a name.
    pub islands: Vec<(String, Name)>,
}

/// A closed line with what is inside; it runs clockwise.
#[derive(Debug)]
pub struct Area {
    /// The line.
    pub ring: Vec<Pos2>,
    /// The corners that are filled: those of the line, and of the seas within it.
    pub filled: Vec<Pos2>,
    /// The triangles of those corners.
    pub triangles: Vec<u32>,
    /// The box around it.
    pub bounds: Rect,
}

/// Where a name stands, and how large.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    /// Its middle.
    pub at: Pos2,
    /// The height of its letters on the sheet.
    pub size: f32,
}

/// A province on the sheet.
#[derive(Debug)]
pub struct Province {
    /// Its areas, the largest first.
    pub areas: Vec<Area>,
    /// Its name.
    pub label: Name,
    /// Where armies stand.
    pub stand: Pos2,
}

impl Province {
    /// Whether a place lies in it.
    pub fn contains(&self, place: Pos2) -> bool {
        let inside = |area: &Area| area.bounds.contains(place) && contains(&area.ring, place);
        self.areas.iter().any(inside)
    }
}

/// A line between two provinces, or between one and land out of play.
#[derive(Debug)]
pub struct Border {
    /// One side.
    pub of: ProvinceId,
    /// The other.
    pub with: Option<ProvinceId>,
    /// Where it runs.
    pub line: Vec<Pos2>,
}

/// A city on the sheet.
#[derive(Clone, Copy, Debug)]
pub struct City {
    /// Where it lies.
    pub at: Pos2,
    /// On which side its name stands.
    pub name: Beside,
    /// The objective that is shown there.
    pub prize: Option<Objective>,
}

/// A side of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Beside {
    /// To the west.
    Left,
    /// To the east.
    Right,
}

impl Atlas {
    /// Loads and checks the geography of a board.
    pub fn load(board: &Board) -> Result<Atlas, DataError> {
        Atlas::read(board, COAST, PLACES)
    }

    fn read(board: &Board, coast: DataFile, places: DataFile) -> Result<Atlas, DataError> {
        let Ground { sheet, land, inland, lakes, rivers } = Ground::read(coast)?;
        let file: PlacesFile = files::parse(places)?;
        let reader = Reader { file: places.name, sheet };
        let mut atlas = Atlas {
            sheet,
            land,
            inland,
            lakes,
            rivers,
            provinces: Vec::new(),
            borders: Vec::new(),
            crossings: Vec::new(),
            cities: Vec::new(),
            seas: Vec::new(),
            islands: Vec::new(),
        };
        for province in board.provinces() {
            atlas.provinces.push(file.province(board, province, reader)?);
        }
        for (listed, into) in
            [(&file.border, &mut atlas.borders), (&file.crossing, &mut atlas.crossings)]
        {
            for data in listed {
                into.push(data.border(board, reader)?);
            }
        }
        for city in board.cities() {
            atlas.cities.push(file.city(board, city, reader)?);
        }
        for sea in board.seas() {
            atlas.seas.push(file.sea(board, sea, reader)?);
        }
        for data in &file.island {
            let at = reader.place(&data.name, &data.label)?;
            atlas.islands.push((data.name.clone(), Name { at, size: data.size }));
        }
        file.knows_nothing_else(board, places.name)?;
        atlas.shows_every_border(board, places.name)?;
        Ok(atlas)
    }

    /// The province a place of the sheet lies in.
    pub fn province_at(&self, place: Pos2) -> Option<ProvinceId> {
        let index = self.provinces.iter().position(|province| province.contains(place))?;
        Some(ProvinceId(index as u8))
    }

    /// A province.
    pub fn province(&self, province: ProvinceId) -> &Province {
        &self.provinces[province.index()]
    }

    /// A city.
    pub fn city(&self, city: CityId) -> &City {
        &self.cities[city.index()]
    }

    fn shows_every_border(&self, board: &Board, file: &'static str) -> Result<(), DataError> {
        let drawn = |a: ProvinceId, b: ProvinceId| {
            let is = |line: &Border| [(a, Some(b)), (b, Some(a))].contains(&(line.of, line.with));
            self.borders.iter().chain(&self.crossings).any(is)
        };
        for a in board.provinces() {
            if let Some(b) = board.neighbours(a).iter().find(|&b| !drawn(a, b)) {
                let key = format!("border {} - {}", board[a].key, board[b].key);
                return Err(DataError::new(file, key, "the line of this border is missing"));
            }
        }
        Ok(())
    }
}

impl Area {
    /// The area within a closed line.
    pub fn of(mut ring: Vec<Pos2>) -> Area {
        if signed_area(&ring) < 0.0 {
            ring.reverse();
        }
        let triangles = triangulate(&ring);
        Area { filled: ring.clone(), triangles, bounds: bounds(&ring), ring }
    }

    /// The area without what lies within an inland sea.
    fn without(mut self, hole: &[Pos2]) -> Area {
        self.filled = tie_hole(&self.filled, hole);
        self.triangles = triangulate(&self.filled);
        self
    }
}

/// Coast, rivers and lakes.
struct Ground {
    sheet: Vec2,
    land: Vec<Area>,
    inland: Vec<Area>,
    lakes: Vec<Area>,
    rivers: Vec<Vec<Pos2>>,
}

impl Ground {
    fn read(file: DataFile) -> Result<Ground, DataError> {
        let data: CoastFile = files::parse(file)?;
        let everywhere = Reader { file: file.name, sheet: Vec2::INFINITY };
        let sheet = everywhere.place("sheet", &data.sheet)?.to_vec2();
        let reader = Reader { file: file.name, sheet };
        let (mut land, mut inland) = (Vec::new(), Vec::new());
        for (index, coast) in data.coast.iter().enumerate() {
            let area = Area::of(reader.ring(&format!("coast {}", index + 1), &coast.line)?);
            if coast.inland { inland.push(area) } else { land.push(area) }
        }
        for sea in &inland {
            let around = |area: &Area| sea.ring.iter().all(|&place| contains(&area.ring, place));
            if let Some(index) = land.iter().position(around) {
                let whole = land.swap_remove(index);
                land.push(whole.without(&sea.ring));
            }
        }
        let numbered = |kind: &'static str, lines: &[LineData]| {
            (lines.iter().enumerate())
                .map(|(index, data)| (format!("{kind} {}", index + 1), data.line.clone()))
                .collect::<Vec<_>>()
        };
        let lakes = (numbered("lake", &data.lake).iter())
            .map(|(key, line)| reader.ring(key, line).map(Area::of))
            .collect::<Result<_, _>>()?;
        let rivers = (numbered("river", &data.river).iter())
            .map(|(key, line)| reader.line(key, line))
            .collect::<Result<_, _>>()?;
        Ok(Ground { sheet, land, inland, lakes, rivers })
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::girth;
    use super::*;
    use diadem_campaign::scenario;
    use diadem_core::OwnFiles;

    fn board() -> Board {
        let powers = scenario::powers_of_alexandros(&OwnFiles::NONE).unwrap();
        Board::load(&powers, &OwnFiles::NONE).unwrap()
    }

    /// What is told about the places with one thing changed.
    fn refusal(from: &str, to: &str) -> String {
        assert!(PLACES.text.contains(from), "{from}");
        let text = PLACES.text.replacen(from, to, 1).leak();
        let places = DataFile { name: PLACES.name, text };
        Atlas::read(&board(), COAST, places).unwrap_err().to_string()
    }

    #[test]
    fn the_geography_is_whole() {
        let board = board();
        let atlas = Atlas::load(&board).unwrap();
        for province in board.provinces() {
            let drawn = atlas.province(province);
            assert_eq!(atlas.province_at(drawn.label.at), Some(province));
            assert_eq!(atlas.province_at(drawn.stand), Some(province));
        }
        for city in board.cities() {
            let at = atlas.city(city).at;
            let home = atlas.province(board[city].province);
            assert!(home.contains(at), "{} lies in {}", board[city].key, home.label.at);
        }
    }

    #[test]
    fn triangles_cover_what_they_fill() {
        let atlas = Atlas::load(&board()).unwrap();
        let provinces = atlas.provinces.iter().flat_map(|province| &province.areas);
        for area in provinces.chain(&atlas.land).chain(&atlas.inland).chain(&atlas.lakes) {
            let corner = |index: u32| area.filled[index as usize];
            let filled: f32 = (area.triangles.chunks(3))
                .map(|t| signed_area(&[corner(t[0]), corner(t[1]), corner(t[2])]).abs())
                .sum();
            let whole = signed_area(&area.filled).abs();
            // Outlines that touch themselves cost a sliver.
            let slack = girth(&area.ring) * 0.05 + 0.5;
            assert!((filled - whole).abs() < slack, "{filled} of {whole} at {:?}", area.bounds);
        }
    }

    #[test]
    fn a_bad_file_is_refused_with_a_sentence() {
        let check = |from: &str, to: &str, told: &str| {
            let refused = refusal(from, to);
            assert!(refused.contains(told), "{refused}");
            assert!(refused.starts_with("campaign/places.toml: "), "{refused}");
        };
        check("id = \"ionia\"", "id = \"iona\"", "ionia: this province has no area");
        check("id = \"sardis\"", "id = \"sardes\"", "sardis: this city has no place");
        check("id = \"aegean\"", "id = \"pontus\"", "aegean: this sea zone has no place");
        check("[\"thrace\", \"ionia\"]", "[\"thrace\", \"media\"]", "these two are no neighbours");
        check("\"the Gordian Knot\"", "\"the knot\"", "there is no objective \"the knot\"");
        check("[[crossing]]", "[[crosing]]", "line ");
        check("label = \"", "label = \"far,", "is no place");
        check("label = \"", "label = \"99999", "does not lie on the sheet");
    }
}
