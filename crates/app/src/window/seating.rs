//! Who plays which seat: a person, or the computer at some level.

use diadem_core::{Seat, SeatSet};
use diadem_opponents::{Effort, Level};

/// Who plays a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Occupant {
    /// Somebody at this keyboard.
    #[default]
    Person,
    /// The computer.
    Computer(Level),
}

impl Occupant {
    /// A beginner.
    pub const RECRUIT: Occupant = Occupant::Computer(Level::Recruit);
    /// The strongest there is.
    pub const CAPTAIN: Occupant = Occupant::Computer(Level::Captain(Effort::Full));
    /// Everybody who can be chosen.
    pub const ALL: [Occupant; 3] = [Occupant::Person, Occupant::RECRUIT, Occupant::CAPTAIN];

    /// What he is called.
    pub const fn name(self) -> &'static str {
        match self {
            Occupant::Person => "person",
            Occupant::Computer(Level::Random) => "player at random",
            Occupant::Computer(Level::Recruit) => "recruit",
            Occupant::Computer(Level::Captain(_)) => "captain",
        }
    }

    /// What may be expected of him.
    pub const fn about(self) -> &'static str {
        match self {
            Occupant::Person => "Somebody at this keyboard.",
            Occupant::Computer(Level::Random) => "The computer, without a thought.",
            Occupant::Computer(Level::Recruit) => {
                "The computer, as a beginner would: to learn against."
            }
            Occupant::Computer(Level::Captain(_)) => "The computer, as well as it can.",
        }
    }

    /// The level, if it is the computer.
    pub const fn level(self) -> Option<Level> {
        match self {
            Occupant::Person => None,
            Occupant::Computer(level) => Some(level),
        }
    }

    /// The word that a save keeps.
    const fn word(self) -> &'static str {
        match self {
            Occupant::Person => "person",
            Occupant::Computer(level) => level.word(),
        }
    }

    /// Whoever a save means; a word that is not known is a person's seat.
    fn of_word(word: &str) -> Occupant {
        word.parse().map_or(Occupant::Person, Occupant::Computer)
    }
}

/// Who plays which seat, in seat order; seats that are not named are persons'.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seating(Vec<Occupant>);

impl Seating {
    /// These, in seat order.
    pub fn new(occupants: impl IntoIterator<Item = Occupant>) -> Seating {
        Seating(occupants.into_iter().collect())
    }

    /// As a save keeps it.
    pub fn of_words(words: &[String]) -> Seating {
        Seating::new(words.iter().map(|word| Occupant::of_word(word)))
    }

    /// What a save keeps; nothing where persons play every seat.
    pub fn words(&self) -> Vec<String> {
        let all_persons = self.0.iter().all(|&one| one == Occupant::Person);
        let kept = if all_persons { &[][..] } else { &self.0 };
        kept.iter().map(|one| one.word().to_owned()).collect()
    }

    /// Who plays a seat.
    pub fn of(&self, seat: Seat) -> Occupant {
        self.0.get(seat.index()).copied().unwrap_or_default()
    }

    /// Gives a seat to somebody.
    pub fn give(&mut self, seat: Seat, occupant: Occupant) {
        if self.0.len() <= seat.index() {
            self.0.resize(seat.index() + 1, Occupant::Person);
        }
        self.0[seat.index()] = occupant;
    }

    /// Those of these seats that persons play.
    pub fn persons(&self, seats: SeatSet) -> impl Iterator<Item = Seat> {
        seats.iter().filter(|&seat| self.of(seat) == Occupant::Person)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_save_keeps_who_plays_and_an_older_one_means_persons() {
        let mut seating = Seating::default();
        assert_eq!(seating.words(), [""; 0], "persons everywhere need no word");
        seating.give(Seat::new(1), Occupant::CAPTAIN);
        assert_eq!(seating.words(), ["person", "captain"]);
        assert_eq!(Seating::of_words(&seating.words()), seating);
        assert_eq!(Seating::of_words(&[]).of(Seat::new(1)), Occupant::Person);
        let unknown = Seating::of_words(&["strategos".to_owned()]);
        assert_eq!(unknown.of(Seat::new(0)), Occupant::Person);
        assert_eq!(seating.persons(SeatSet::of_first(2)).collect::<Vec<_>>(), [Seat::new(0)]);
    }
}
