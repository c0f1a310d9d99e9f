//! The map: provinces and sea zones as graphs, borders, coasts and cities.

use crate::model::data::{
    Border, CITIES, CitiesFile, DataError, INDEPENDENT, Land, PROVINCES, People, ProvincesFile,
    Region, SEAS, SeasFile, Shape,
};
use crate::model::ids::{CityId, CitySet, ProvinceId, ProvinceSet, SeaId, SeaSet};
use crate::model::powers::{Power, Powers};
use diadem_core::{OwnFiles, Source};
use petgraph::algo::connected_components;
use petgraph::graph::{NodeIndex, UnGraph};

/// The board of the campaign. The graphs answer questions of reach; adjacency as bitsets, made from
/// them at load, serves the hot path.
#[derive(Debug)]
pub struct Board {
    provinces: Vec<Province>,
    seas: Vec<Sea>,
    cities: Vec<City>,
    land: UnGraph<ProvinceId, BorderLine>,
    water: UnGraph<SeaId, ()>,
    neighbours: Vec<ProvinceSet>,
    snowed_in: Vec<ProvinceSet>,
}

/// A province as it is printed.
#[derive(Debug)]
pub struct Province {
    /// Its key in the data.
    pub key: String,
    /// Its name.
    pub name: String,
    /// What it yields.
    pub land: Land,
    /// Where it lies.
    pub region: Region,
    /// Who holds it at the start; nobody if it is independent (5.2).
    pub start: Option<Power>,
    /// Whose land it is.
    pub people: Option<People>,
    /// The seas it borders on.
    pub coasts: SeaSet,
    /// Its cities.
    pub cities: CitySet,
    /// Where its kind comes from.
    pub source: Source,
}

/// A border as it is printed.
#[derive(Clone, Copy, Debug)]
pub struct BorderLine {
    /// How it can be crossed.
    pub kind: Border,
    /// Where it comes from.
    pub source: Source,
}

/// A sea zone.
#[derive(Debug)]
pub struct Sea {
    /// Its key in the data.
    pub key: String,
    /// Its name.
    pub name: String,
    /// The zones beside it.
    pub next_to: SeaSet,
    /// The provinces on its shore.
    pub shores: ProvinceSet,
}

/// A city as it is printed.
#[derive(Debug)]
pub struct City {
    /// Its key in the data.
    pub key: String,
    /// Its name.
    pub name: String,
    /// The province it belongs to.
    pub province: ProvinceId,
    /// The provinces it can be besieged from: Gaza from two (8.2).
    pub reached_from: ProvinceSet,
    /// Its walls at the start.
    pub walls: u8,
    /// Whose walls they are at the start; nobody's where there are none.
    pub owner: Option<Power>,
    /// The sea zone it closes (7.5).
    pub coast: Option<SeaId>,
    /// The highest roll on which it surrenders, 0 for never (17.5).
    pub surrenders_on: u8,
    /// Whether walls may be built (6.4).
    pub fortifiable: bool,
    /// Whether it stands at the start (15.4).
    pub founded: bool,
    /// Whether it is a Persian capital (12.8).
    pub capital: bool,
}

impl Board {
    /// Loads and checks the map.
    pub fn load(powers: &Powers, own: &OwnFiles) -> Result<Board, DataError> {
        let provinces: ProvincesFile = PROVINCES.read(own)?;
        let seas: SeasFile = SEAS.read(own)?;
        let cities: CitiesFile = CITIES.read(own)?;
        let mut board = Board {
            provinces: Vec::new(),
            seas: Vec::new(),
            cities: Vec::new(),
            land: UnGraph::default(),
            water: UnGraph::default(),
            neighbours: Vec::new(),
            snowed_in: Vec::new(),
        };
        board.add_seas(seas)?;
        board.add_provinces(provinces, powers)?;
        board.add_cities(cities, powers)?;
        Ok(board)
    }

    fn add_seas(&mut self, file: SeasFile) -> Result<(), DataError> {
        for data in file.sea {
            let sea = SeaId(self.seas.len() as u8);
            let node = self.water.add_node(sea);
            for other in &data.next_to {
                let other =
                    self.sea(other).map_err(|why| DataError::new(SEAS.name, &data.id, why))?;
                self.water.add_edge(node, NodeIndex::new(other.index()), ());
            }
            let (next_to, shores) = (SeaSet::NONE, ProvinceSet::NONE);
            self.seas.push(Sea { key: data.id, name: data.name, next_to, shores });
        }
        for (node, sea) in self.water.node_indices().zip(&mut self.seas) {
            sea.next_to = self.water.neighbors(node).map(|other| self.water[other]).collect();
        }
        Ok(())
    }

    fn add_provinces(&mut self, file: ProvincesFile, powers: &Powers) -> Result<(), DataError> {
        let wrong = |key: &str, why: String| DataError::new(PROVINCES.name, key, why);
        for data in file.province {
            let id = ProvinceId(self.provinces.len() as u8);
            if id.index() >= u64::BITS as usize {
                return Err(wrong(&data.id, "there are more than 64 provinces".into()));
            }
            self.land.add_node(id);
            let start = owner(powers, &data.start).map_err(|why| wrong(&data.id, why))?;
            let mut coasts = SeaSet::NONE;
            for coast in &data.coasts {
                let sea = self.sea(coast).map_err(|why| wrong(&data.id, why))?;
                coasts.insert(sea);
                self.seas[sea.index()].shores.insert(id);
            }
            self.provinces.push(Province {
                key: data.id,
                name: data.name,
                land: data.kind,
                region: data.region,
                start,
                people: data.people,
                coasts,
                cities: CitySet::NONE,
                source: data.source,
            });
        }
        for data in file.border {
            let key = format!("border {} - {}", data.between[0], data.between[1]);
            let ends = [&data.between[0], &data.between[1]].map(|end| self.province(end));
            let [a, b] = match ends {
                [Ok(a), Ok(b)] if a == b => return Err(wrong(&key, "leads nowhere".into())),
                [Ok(a), Ok(b)] => [a, b].map(|end| NodeIndex::new(end.index())),
                [Err(why), _] | [_, Err(why)] => return Err(wrong(&key, why)),
            };
            if self.land.contains_edge(a, b) {
                return Err(wrong(&key, "stands twice".into()));
            }
            self.land.add_edge(a, b, BorderLine { kind: data.kind, source: data.source });
        }
        if connected_components(&self.land) != 1 {
            return Err(wrong("border", "the map falls apart".into()));
        }
        let graph = &self.land;
        let beside = |id: ProvinceId, counts: &dyn Fn(Border) -> bool| -> ProvinceSet {
            let edges = graph.edges(NodeIndex::new(id.index()));
            edges
                .filter(|edge| counts(edge.weight().kind))
                .map(|edge| petgraph::visit::EdgeRef::target(&edge))
                .map(|node| graph[node])
                .collect()
        };
        let ids = || (0..graph.node_count()).map(|index| ProvinceId(index as u8));
        self.neighbours = ids().map(|id| beside(id, &|_| true)).collect();
        self.snowed_in = ids().map(|id| beside(id, &|kind| kind == Border::Mountain)).collect();
        Ok(())
    }

    fn add_cities(&mut self, file: CitiesFile, powers: &Powers) -> Result<(), DataError> {
        for data in file.city {
            let wrong = |why: String| DataError::new(CITIES.name, &data.id, why);
            let id = CityId(self.cities.len() as u8);
            let mut reached_from = ProvinceSet::NONE;
            for province in &data.provinces {
                reached_from.insert(self.province(province).map_err(wrong)?);
            }
            let first = data.provinces.first().ok_or_else(|| wrong("lies nowhere".into()))?;
            let province = self.province(first).map_err(wrong)?;
            let coast =
                data.coast.as_deref().map(|coast| self.sea(coast)).transpose().map_err(wrong)?;
            if data.walls > 0 && data.wall_owner.is_none() {
                return Err(wrong("has walls but no `wall_owner`".into()));
            }
            let owner = match &data.wall_owner {
                Some(key) if data.walls > 0 => owner(powers, key).map_err(wrong)?,
                _ => None,
            };
            self.provinces[province.index()].cities.insert(id);
            self.cities.push(City {
                key: data.id,
                name: data.name,
                province,
                reached_from,
                walls: data.walls,
                owner,
                coast,
                surrenders_on: data.surrenders_on,
                fortifiable: data.fortifiable,
                founded: data.founded,
                capital: data.capital,
            });
        }
        Ok(())
    }

    /// The province with this key.
    pub fn province(&self, key: &str) -> Result<ProvinceId, String> {
        let index = self.provinces.iter().position(|province| province.key == key);
        index
            .map(|index| ProvinceId(index as u8))
            .ok_or_else(|| format!("there is no province \"{key}\""))
    }

    /// The sea zone with this key.
    pub fn sea(&self, key: &str) -> Result<SeaId, String> {
        let index = self.seas.iter().position(|sea| sea.key == key);
        index
            .map(|index| SeaId(index as u8))
            .ok_or_else(|| format!("there is no sea zone \"{key}\""))
    }

    /// The city with this key.
    pub fn city(&self, key: &str) -> Result<CityId, String> {
        let index = self.cities.iter().position(|city| city.key == key);
        index.map(|index| CityId(index as u8)).ok_or_else(|| format!("there is no city \"{key}\""))
    }

    /// Every province.
    pub fn provinces(&self) -> impl Iterator<Item = ProvinceId> + use<> {
        (0..self.provinces.len()).map(|index| ProvinceId(index as u8))
    }

    /// Every city.
    pub fn cities(&self) -> impl Iterator<Item = CityId> + use<> {
        (0..self.cities.len()).map(|index| CityId(index as u8))
    }

    /// Every sea zone.
    pub fn seas(&self) -> impl Iterator<Item = SeaId> + use<> {
        (0..self.seas.len()).map(|index| SeaId(index as u8))
    }

    /// The provinces beside one.
    pub fn neighbours(&self, province: ProvinceId) -> ProvinceSet {
        self.neighbours[province.index()]
    }

    /// Those of them beyond a mountain border, which snow closes.
    pub fn snowed_in(&self, province: ProvinceId) -> ProvinceSet {
        self.snowed_in[province.index()]
    }

    /// Every border.
    pub fn borders(&self) -> impl Iterator<Item = BorderLine> {
        self.land.edge_weights().copied()
    }

    /// The border between two provinces, if they are neighbours.
    pub fn border(&self, a: ProvinceId, b: ProvinceId) -> Option<BorderLine> {
        let edge = self.land.find_edge(NodeIndex::new(a.index()), NodeIndex::new(b.index()))?;
        self.land.edge_weight(edge).copied()
    }
}

/// Whom a key names: a power, or nobody.
fn owner(powers: &Powers, key: &str) -> Result<Option<Power>, String> {
    match powers.named(key) {
        None if key == INDEPENDENT => Ok(None),
        None => Err(format!("there is no power \"{key}\"")),
        power => Ok(power),
    }
}

macro_rules! index_by {
    ($id:ty => $field:ident: $out:ty) => {
        impl std::ops::Index<$id> for Board {
            type Output = $out;
            fn index(&self, id: $id) -> &$out {
                &self.$field[id.index()]
            }
        }
    };
}

index_by!(ProvinceId => provinces: Province);
index_by!(SeaId => seas: Sea);
index_by!(CityId => cities: City);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::scenario::powers_of_alexandros;

    fn loaded() -> Board {
        let powers = powers_of_alexandros(&OwnFiles::NONE).unwrap();
        Board::load(&powers, &OwnFiles::NONE).unwrap()
    }

    #[test]
    fn the_map_loads_and_is_whole() {
        let board = loaded();
        assert_eq!(
            (board.provinces().count(), board.seas().count(), board.cities().count()),
            (32, 6, 16)
        );
        let gaza = board.city("gaza").unwrap();
        assert_eq!(board[gaza].reached_from.len(), 2);
        for province in board.provinces() {
            for other in board.neighbours(province).iter() {
                assert!(board.neighbours(other).contains(province));
            }
        }
    }

    /// 8.2: every border of a Mountain province is a mountain border, but for the Straits.
    #[test]
    fn mountain_borders_follow_from_mountain_provinces() {
        let board = loaded();
        let straits = ["thrace", "ionia"].map(|key| board.province(key).unwrap());
        for a in board.provinces() {
            for b in board.neighbours(a).iter() {
                let mountain = [a, b].iter().any(|&end| board[end].land == Land::Mountain);
                let expected = mountain && ![[a, b], [b, a]].contains(&straits);
                assert_eq!(
                    board.snowed_in(a).contains(b),
                    expected,
                    "{} - {}",
                    board[a].key,
                    board[b].key
                );
            }
        }
    }
}
