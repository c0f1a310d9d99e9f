//! Powers: who owns units, leaders, cities and land. They come from the scenario.

use crate::model::data::{DataError, PowerData};
use crate::model::pieces::Nation;
use diadem_core::{Seat, SeatSet, bitset, id};

id! {
    /// A power of the scenario, by its place in the list, which is also the order of play.
    Power
}

bitset! {
    /// A set of powers.
    PowerSet of Power in u16
}

impl Power {
    /// As many powers as a scenario may have.
    pub const MOST: usize = PowerSet::MOST;
}

/// A power as the scenario describes it.
#[derive(Debug)]
pub struct PowerCard {
    /// Its key in the data.
    pub key: String,
    /// Its name as it stands before a noun: `Macedonian`.
    pub name: String,
    /// Its people in a sentence: `the Macedonians`.
    pub people: String,
    /// Who decides for it; nobody where it acts by rules of its own, or never.
    pub seat: Option<Seat>,
    /// The powers that stand in battle beside it and never fight it.
    pub allies: PowerSet,
}

/// The powers of a scenario.
#[derive(Debug)]
pub struct Powers {
    cards: Vec<PowerCard>,
    /// The power that commands each nation when it enters the game.
    home: [Power; Nation::ALL.len()],
}

impl Powers {
    /// Checks the powers of a scenario's file.
    pub(crate) fn read(file: &'static str, rows: &[PowerData]) -> Result<Powers, DataError> {
        let wrong = |key: &str, why: String| DataError::new(file, format!("power {key}"), why);
        if rows.is_empty() || rows.len() > Power::MOST {
            let why = format!("a scenario has between 1 and {} powers", Power::MOST);
            return Err(wrong("list", why));
        }
        let named = |key: &str| rows.iter().position(|one| one.id == key);
        if let Some((_, twice)) =
            rows.iter().enumerate().find(|(at, row)| named(&row.id) != Some(*at))
        {
            return Err(wrong(&twice.id, "stands twice".into()));
        }
        let mut cards = Vec::new();
        for row in rows {
            let seat = match row.seat {
                None => None,
                Some(seat @ 1..=Seat::MOST) => Some(Seat::new(seat - 1)),
                Some(_) => {
                    let why = format!("`seat` is a number from 1 to {}", Seat::MOST);
                    return Err(wrong(&row.id, why));
                }
            };
            let ally = |key: &String| {
                let at = named(key).map(|at| Power(at as u8));
                at.ok_or_else(|| wrong(&row.id, format!("there is no power \"{key}\"")))
            };
            cards.push(PowerCard {
                key: row.id.clone(),
                name: row.name.clone(),
                people: row.people.clone(),
                seat,
                allies: row.allies.iter().map(ally).collect::<Result<_, _>>()?,
            });
        }
        let mut home = [Power(0); Nation::ALL.len()];
        for nation in Nation::ALL {
            let mut of = (0..).zip(rows).filter(|(_, row)| row.nations.contains(&nation));
            match (of.next(), of.next()) {
                (Some((power, _)), None) => home[nation as usize] = Power(power),
                (None, _) => {
                    return Err(wrong("list", format!("nobody commands the nation {nation:?}")));
                }
                (Some(_), Some((_, row))) => {
                    let why = format!("the nation {nation:?} has two masters");
                    return Err(wrong(&row.id, why));
                }
            }
        }
        for one in (0..rows.len()).map(|at| Power(at as u8)) {
            let mutual = |other: Power| cards[other.index()].allies.contains(one);
            if !cards[one.index()].allies.iter().all(|other| other != one && mutual(other)) {
                return Err(wrong(&cards[one.index()].key, "is allied one-sidedly".into()));
            }
        }
        Ok(Powers { cards, home })
    }

    /// Every power, in the order of play.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Power> + use<> {
        (0..self.cards.len()).map(|index| Power(index as u8))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.cards.len()
    }

    /// The power with this key.
    pub fn named(&self, key: &str) -> Option<Power> {
        self.cards.iter().position(|one| one.key == key).map(|index| Power(index as u8))
    }

    /// The power that commands a nation when it enters the game (3.1); mercenaries serve who pays (12.7).
    pub fn home(&self, nation: Nation) -> Power {
        self.home[nation as usize]
    }

    /// Whether two powers are enemies.
    pub fn hostile(&self, one: Power, other: Power) -> bool {
        one != other && !self[one].allies.contains(other)
    }

    /// The enemies of a power, in the order of play.
    pub fn rivals(&self, power: Power) -> impl Iterator<Item = Power> {
        self.iter().filter(move |&other| self.hostile(power, other))
    }

    /// The seats that decide for some power.
    pub fn seats(&self) -> SeatSet {
        self.cards.iter().filter_map(|one| one.seat).collect()
    }

    /// The powers that a seat decides for.
    pub fn of_seat(&self, seat: Seat) -> impl Iterator<Item = Power> {
        self.iter().filter(move |&power| self[power].seat == Some(seat))
    }
}

impl std::ops::Index<Power> for Powers {
    type Output = PowerCard;
    fn index(&self, power: Power) -> &PowerCard {
        &self.cards[power.index()]
    }
}
