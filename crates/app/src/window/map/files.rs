//! The two files of the geography as they are written: what comes out of here has the right shape, and
//! every place in it lies on the sheet.

use super::atlas::{Area, Beside, Border, City, Name, Province};
use super::geometry::signed_area;
use diadem_campaign::board::Board;
use diadem_campaign::data::DataError;
use diadem_campaign::ids::{CityId, ProvinceId, SeaId};
use diadem_campaign::state::Objective;
use diadem_core::{DataFile, Source};
use eframe::egui::{Pos2, Rect, Vec2, pos2};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Reads places and lines of one file.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    pub(super) file: &'static str,
    pub(super) sheet: Vec2,
}

impl Reader {
    pub(super) fn wrong(self, key: &str, why: impl Into<String>) -> DataError {
        DataError::new(self.file, key, why)
    }

    pub(super) fn place(self, key: &str, text: &str) -> Result<Pos2, DataError> {
        let number = |text: &str| text.trim().parse::<f32>().ok().filter(|one| one.is_finite());
        let place = text
            .split_once(',')
            .and_then(|(x, y)| Some(pos2(number(x)?, number(y)?)))
            .ok_or_else(|| self.wrong(key, format!("\"{text}\" is no place, such as 12.5,80")))?;
        // A hair past the edge is still on the sheet.
        let sheet = Rect::from_min_size(Pos2::ZERO, self.sheet).expand(2.0);
        if sheet.contains(place) {
            Ok(place)
        } else {
            Err(self.wrong(key, format!("\"{text}\" does not lie on the sheet")))
        }
    }

    pub(super) fn line(self, key: &str, text: &str) -> Result<Vec<Pos2>, DataError> {
        let mut line = Vec::new();
        for word in text.split_whitespace() {
            let place = self.place(key, word)?;
            // What stands twice would have no direction.
            if line.last() != Some(&place) {
                line.push(place);
            }
        }
        match line.len() {
            0 | 1 => Err(self.wrong(key, "a line needs two places at least")),
            _ => Ok(line),
        }
    }

    pub(super) fn ring(self, key: &str, text: &str) -> Result<Vec<Pos2>, DataError> {
        let mut ring = self.line(key, text)?;
        if ring.first() == ring.last() {
            ring.pop();
        }
        match ring.len() {
            0..=2 => Err(self.wrong(key, "an area needs three places at least")),
            _ => Ok(ring),
        }
    }
}

/// A file in its shape, or the line that has another.
pub(super) fn parse<T: DeserializeOwned>(file: DataFile) -> Result<T, DataError> {
    toml::from_str(file.text).map_err(|error| {
        let line = error.span().map_or(1, |span| {
            file.text.bytes().take(span.start).filter(|&byte| byte == b'\n').count() + 1
        });
        DataError::new(file.name, format!("line {line}"), error.message())
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CoastFile {
    #[serde(rename = "rule")]
    pub(super) _rule: String,
    #[serde(rename = "source")]
    pub(super) _source: Source,
    pub(super) sheet: String,
    pub(super) coast: Vec<CoastData>,
    pub(super) lake: Vec<LineData>,
    pub(super) river: Vec<LineData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CoastData {
    #[serde(default)]
    pub(super) inland: bool,
    pub(super) line: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LineData {
    pub(super) line: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlacesFile {
    #[serde(rename = "rule")]
    pub(super) _rule: String,
    #[serde(rename = "source")]
    pub(super) _source: Source,
    pub(super) province: Vec<ProvinceData>,
    pub(super) border: Vec<BorderData>,
    pub(super) crossing: Vec<BorderData>,
    pub(super) city: Vec<CityData>,
    pub(super) sea: Vec<SeaData>,
    pub(super) island: Vec<IslandData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProvinceData {
    pub(super) id: String,
    pub(super) label: String,
    pub(super) size: f32,
    pub(super) stand: String,
    pub(super) areas: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BorderData {
    pub(super) between: Vec<String>,
    pub(super) line: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CityData {
    pub(super) id: String,
    pub(super) at: String,
    pub(super) name: Beside,
    pub(super) prize: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeaData {
    pub(super) id: String,
    pub(super) label: String,
    pub(super) size: f32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IslandData {
    pub(super) name: String,
    pub(super) label: String,
    pub(super) size: f32,
}

impl PlacesFile {
    pub(super) fn province(
        &self,
        board: &Board,
        id: ProvinceId,
        reader: Reader,
    ) -> Result<Province, DataError> {
        let key = &board[id].key;
        let data = (self.province.iter().find(|data| data.id == *key))
            .ok_or_else(|| reader.wrong(key, "this province has no area"))?;
        let mut areas: Vec<Area> = (data.areas.iter())
            .map(|line| reader.ring(key, line).map(Area::of))
            .collect::<Result<_, _>>()?;
        areas.sort_by(|a, b| signed_area(&b.ring).total_cmp(&signed_area(&a.ring)));
        let label = Name { at: reader.place(key, &data.label)?, size: data.size };
        let province = Province { areas, label, stand: reader.place(key, &data.stand)? };
        for (what, at) in [("label", province.label.at), ("stand", province.stand)] {
            if !province.contains(at) {
                return Err(reader.wrong(key, format!("its `{what}` lies outside its areas")));
            }
        }
        Ok(province)
    }

    pub(super) fn city(
        &self,
        board: &Board,
        id: CityId,
        reader: Reader,
    ) -> Result<City, DataError> {
        let key = &board[id].key;
        let data = (self.city.iter().find(|data| data.id == *key))
            .ok_or_else(|| reader.wrong(key, "this city has no place"))?;
        let named = |name: &String| {
            let objective = Objective::ALL.into_iter().find(|one| one.name() == name.as_str());
            objective.ok_or_else(|| reader.wrong(key, format!("there is no objective \"{name}\"")))
        };
        let prize = data.prize.as_ref().map(named).transpose()?;
        Ok(City { at: reader.place(key, &data.at)?, name: data.name, prize })
    }

    pub(super) fn sea(&self, board: &Board, id: SeaId, reader: Reader) -> Result<Name, DataError> {
        let key = &board[id].key;
        let data = (self.sea.iter().find(|data| data.id == *key))
            .ok_or_else(|| reader.wrong(key, "this sea zone has no place"))?;
        Ok(Name { at: reader.place(key, &data.label)?, size: data.size })
    }

    /// Whether every id is one of the board's.
    pub(super) fn knows_nothing_else(
        &self,
        board: &Board,
        file: &'static str,
    ) -> Result<(), DataError> {
        let provinces = self.province.iter().map(|data| (&data.id, board.province(&data.id).err()));
        let cities = self.city.iter().map(|data| (&data.id, board.city(&data.id).err()));
        let seas = self.sea.iter().map(|data| (&data.id, board.sea(&data.id).err()));
        let unknown = |(key, why): (&String, Option<String>)| Some(DataError::new(file, key, why?));
        provinces.chain(cities).chain(seas).find_map(unknown).map_or(Ok(()), Err)
    }
}

impl BorderData {
    pub(super) fn border(&self, board: &Board, reader: Reader) -> Result<Border, DataError> {
        let key = format!("border {}", self.between.join(" - "));
        let named = |name: &String| board.province(name).map_err(|why| reader.wrong(&key, why));
        let ends = self.between.iter().map(named).collect::<Result<Vec<_>, _>>()?;
        let line = reader.line(&key, &self.line)?;
        match ends[..] {
            [of] => Ok(Border { of, with: None, line }),
            [of, with] if board.border(of, with).is_some() => {
                Ok(Border { of, with: Some(with), line })
            }
            [_, _] => Err(reader.wrong(&key, "these two are no neighbours")),
            _ => Err(reader.wrong(&key, "a border lies between one or two provinces")),
        }
    }
}
