//! The scenario: who stands where, who comes and goes when.

use crate::engine::state::Place;
use crate::model::board::Board;
use crate::model::data::{
    ALEXANDROS, Check, DataError, ScenarioFile, Season, Shape, TurnData, VictoryData,
};
use crate::model::ids::{LeaderId, ProvinceId, ProvinceSet, UnitId, UnitSet};
use crate::model::pieces::Nation;
use crate::model::powers::{Power, PowerSet, Powers};
use crate::model::roster::Roster;
use diadem_core::OwnFiles;

/// A campaign that can be played.
#[derive(Debug)]
pub struct Scenario {
    /// The word that names it.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its story.
    pub story: String,
    /// What the battle is called with which it begins (4.3), if it has a name.
    pub first_battle: Option<String>,
    /// The turns, from the first.
    pub turns: Vec<Turn>,
    /// The last turn (16.3).
    pub last_turn: u8,
    /// The last turn with 17.3.
    pub last_turn_if_he_lives: u8,
    /// Wall markers in the counter mix (12.5).
    pub wall_markers: u8,
    /// Walls a city can have (6.4).
    pub most_walls: u8,
    /// Where each unit begins.
    pub unit_places: Vec<Place>,
    /// Where each leader begins.
    pub leader_places: Vec<Place>,
    /// Darius' army, and where it may begin (3.3).
    pub royal_army: RoyalArmy,
    /// Antipater's six units (8.3).
    pub home_army: UnitSet,
    /// What wins.
    pub victory: Victory,
}

/// What wins: the article of the scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Victory {
    /// Alexandros 16: one power conquers, and its enemies prevent it.
    Conquest {
        /// Who.
        by: Power,
    },
}

impl Victory {
    fn read(data: &VictoryData, powers: &Powers) -> Result<Victory, DataError> {
        match data {
            VictoryData::Conquest { by } => {
                let unknown = || {
                    let why = format!("there is no power \"{by}\"");
                    DataError::new(ALEXANDROS.name, "victory.by", why)
                };
                Ok(Victory::Conquest { by: powers.named(by).ok_or_else(unknown)? })
            }
        }
    }
}

/// Darius and the units that begin with him.
#[derive(Debug, Default)]
pub struct RoyalArmy {
    /// His units.
    pub units: UnitSet,
    /// He himself.
    pub leaders: Vec<LeaderId>,
    /// The provinces to choose from.
    pub choice: ProvinceSet,
}

/// A turn of the track.
#[derive(Debug)]
pub struct Turn {
    /// Its season.
    pub season: Season,
    /// Its year before Christ.
    pub year: u16,
    /// Who receives replacements (12.1).
    pub replacements: PowerSet,
    /// The checks of its random events phase.
    pub checks: Vec<Check>,
    /// Who arrives, by power (13.1).
    pub arrivals: Vec<Vec<Piece>>,
    /// Who leaves (13.2).
    pub departures: Vec<Piece>,
}

/// A unit or a leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A unit.
    Unit(UnitId),
    /// A leader.
    Leader(LeaderId),
}

/// The powers of Alexandros.
pub fn powers_of_alexandros(own: &OwnFiles) -> Result<Powers, DataError> {
    let file: ScenarioFile = ALEXANDROS.read(own)?;
    Powers::read(ALEXANDROS.name, &file.power)
}

impl Scenario {
    /// Loads and checks Alexandros.
    pub fn load(
        powers: &Powers,
        board: &Board,
        roster: &Roster,
        own: &OwnFiles,
    ) -> Result<Scenario, DataError> {
        let file: ScenarioFile = ALEXANDROS.read(own)?;
        let mut scenario = Scenario {
            id: file.id,
            title: file.title,
            story: file.story,
            first_battle: file.first_battle,
            turns: Vec::new(),
            last_turn: file.last_turn,
            last_turn_if_he_lives: file.last_turn_if_he_lives,
            wall_markers: file.wall_markers,
            most_walls: file.most_walls,
            // Whoever is placed nowhere waits in the pool (3.2), or aside until an event calls.
            unit_places: roster.units().map(|unit| out_of_play(roster[unit].nation)).collect(),
            leader_places: roster.leaders().map(|_| Place::Aside).collect(),
            royal_army: RoyalArmy::default(),
            home_army: UnitSet::NONE,
            victory: Victory::read(&file.victory, powers)?,
        };
        let mut used = Used::new(roster);
        for data in &file.set_up {
            let wrong = |why: String| DataError::new(ALEXANDROS.name, "set_up", why);
            let mut units = UnitSet::NONE;
            for (key, &count) in &data.units {
                for _ in 0..count {
                    units.insert(used.take(roster, key).map_err(wrong)?);
                }
            }
            let leader = |key: &String| {
                roster.leader(key).ok_or_else(|| wrong(format!("there is no leader \"{key}\"")))
            };
            let leaders = data.leaders.iter().map(leader).collect::<Result<Vec<_>, _>>()?;
            let place = match &data.place {
                Some(key) => board
                    .province(key)
                    .map(Place::Field)
                    .or_else(|_| board.city(key).map(Place::City))
                    .map_err(|_| wrong(format!("there is no place \"{key}\"")))?,
                None => {
                    let choice = data.choice.iter().map(|key| board.province(key));
                    let choice = choice.collect::<Result<ProvinceSet, _>>().map_err(wrong)?;
                    scenario.royal_army = RoyalArmy { units, leaders, choice };
                    continue;
                }
            };
            for unit in units.iter() {
                scenario.unit_places[unit.index()] = place;
            }
            for leader in leaders {
                scenario.leader_places[leader.index()] = place;
                if leader == roster.who().antipater {
                    scenario.home_army = units;
                }
            }
            if let Place::City(city) = place
                && board[city].owner != Some(powers.home(data.side))
            {
                return Err(wrong(format!("the walls of {} are another's", board[city].key)));
            }
        }
        scenario.read_track(powers, roster, &mut used, &file.turn)?;
        Ok(scenario)
    }

    fn read_track(
        &mut self,
        powers: &Powers,
        roster: &Roster,
        used: &mut Used,
        track: &[TurnData],
    ) -> Result<(), DataError> {
        for data in track {
            let key = format!("turn {:?} {}", data.season, data.year);
            let wrong = |why: String| DataError::new(ALEXANDROS.name, &key, why);
            let power = |key: &str| {
                powers.named(key).ok_or_else(|| wrong(format!("there is no power \"{key}\"")))
            };
            let mut arrivals = vec![Vec::new(); powers.count()];
            let mut lists = Vec::new();
            for (key, names) in &data.arrivals {
                let of = key.strip_suffix(TurnData::ARRIVALS);
                let of = of.ok_or_else(|| wrong(format!("a turn has no \"{key}\"")))?;
                lists.push((power(of)?, names));
            }
            // In the order of play, so that counters of one kind are dealt out in it.
            lists.sort_by_key(|(power, _)| *power);
            for (power, names) in lists {
                let into: &mut Vec<Piece> = &mut arrivals[power.index()];
                for name in names {
                    let piece = match roster.leader(name) {
                        Some(leader) => Piece::Leader(leader),
                        None => Piece::Unit(used.take(roster, name).map_err(wrong)?),
                    };
                    match piece {
                        Piece::Unit(unit) => self.unit_places[unit.index()] = Place::ToCome,
                        Piece::Leader(leader) => self.leader_places[leader.index()] = Place::ToCome,
                    }
                    into.push(piece);
                }
            }
            let mut departures = Vec::new();
            for name in &data.departures {
                let (name, count) = name.rsplit_once(" x").unwrap_or((name, "1"));
                let count: usize = count.parse().map_err(|_| wrong(format!("{name} x what?")))?;
                match (roster.leader(name), roster.unit_type(name)) {
                    (Some(leader), _) => departures.push(Piece::Leader(leader)),
                    (None, Some(kind)) => {
                        departures.extend(kind.units().take(count).map(Piece::Unit));
                    }
                    (None, None) => return Err(wrong(format!("nobody is called \"{name}\""))),
                }
            }
            self.turns.push(Turn {
                season: data.season,
                year: data.year,
                replacements: data
                    .replacements
                    .iter()
                    .map(|key| power(key))
                    .collect::<Result<_, _>>()?,
                checks: data.checks.clone(),
                arrivals,
                departures,
            });
        }
        if self.turns.len() != usize::from(self.last_turn) {
            return Err(DataError::new(
                ALEXANDROS.name,
                "turn",
                "one line for each turn is needed",
            ));
        }
        Ok(())
    }

    /// A turn of the track, counted from 0. After the last one the seasons go on without arrivals.
    pub fn turn(&self, turn: u8) -> Option<&Turn> {
        self.turns.get(usize::from(turn))
    }

    /// The season of a turn, counted from 0. The track says with which one the war begins.
    pub fn season(&self, turn: u8) -> Season {
        Season::YEAR[(self.turns[0].season as usize + usize::from(turn)) % Season::YEAR.len()]
    }

    /// The year of a turn, counted from 0.
    pub fn year(&self, turn: u8) -> u16 {
        let seasons = self.turns[0].season as u16 + u16::from(turn);
        self.turns[0].year - seasons / Season::YEAR.len() as u16
    }

    /// The provinces where Darius may begin.
    pub fn royal_choice(&self) -> impl Iterator<Item = ProvinceId> {
        self.royal_army.choice.iter()
    }
}

/// Those who begin the game nowhere: raiders and Spartans are set aside, the rest can be raised.
fn out_of_play(nation: Nation) -> Place {
    match nation {
        Nation::Barbarian | Nation::Arab | Nation::Spartan => Place::Aside,
        _ => Place::Pool,
    }
}

/// Which counters of each type have found their place.
struct Used(Vec<u8>);

impl Used {
    fn new(roster: &Roster) -> Used {
        Used(vec![0; roster.types().len()])
    }

    fn take(&mut self, roster: &Roster, key: &str) -> Result<UnitId, String> {
        let index = roster.types().iter().position(|one| one.key == key);
        let index = index.ok_or_else(|| format!("there is no unit \"{key}\""))?;
        let (kind, used) = (&roster.types()[index], &mut self.0[index]);
        if *used == kind.count {
            return Err(format!("there are only {} of \"{key}\"", kind.count));
        }
        *used += 1;
        Ok(UnitId(kind.first.0 + *used - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alexandros_loads() {
        let own = &OwnFiles::NONE;
        let powers = powers_of_alexandros(own).unwrap();
        let (board, roster) = (Board::load(&powers, own).unwrap(), Roster::load(own).unwrap());
        let scenario = Scenario::load(&powers, &board, &roster, own).unwrap();
        assert_eq!(scenario.turns.len(), 46);
        assert_eq!(scenario.home_army.len(), 6);
        assert_eq!((scenario.royal_army.units.len(), scenario.royal_army.choice.len()), (15, 3));
        for (index, turn) in scenario.turns.iter().enumerate() {
            assert_eq!(turn.season, scenario.season(index as u8));
            assert_eq!(turn.year, scenario.year(index as u8));
        }
        assert_eq!((scenario.year(79), scenario.season(79)), (315, Season::Winter));
    }
}
