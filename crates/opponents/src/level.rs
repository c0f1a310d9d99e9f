//! How well a computer player plays.

use crate::Budget;
use std::fmt;
use std::str::FromStr;

/// How well a seat is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// Any legal action, each as likely as the others.
    Random,
    /// Not absurd, and very fast: for learning.
    Recruit,
    /// Sound play by evaluation and rules of thumb.
    Captain(Effort),
}

/// How long a captain thinks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effort {
    /// For forecasts and tables.
    Quick,
    /// Against a person.
    Full,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 4] = [
        Level::Random,
        Level::Recruit,
        Level::Captain(Effort::Quick),
        Level::Captain(Effort::Full),
    ];

    /// The word it is asked for by.
    pub const fn word(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Recruit => "recruit",
            Level::Captain(Effort::Quick) => "captain-quick",
            Level::Captain(Effort::Full) => "captain",
        }
    }

    /// How much it may think about one decision.
    pub const fn budget(self) -> Budget {
        match self {
            Level::Random | Level::Recruit => Budget { plies: 0 },
            Level::Captain(Effort::Quick) => Budget { plies: 200 },
            Level::Captain(Effort::Full) => Budget { plies: 2_000 },
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A word that names no level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchLevel(String);

impl fmt::Display for NoSuchLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = Level::ALL.map(Level::word).join(", ");
        write!(f, "There is no level \"{}\"; there are: {words}.", self.0)
    }
}

impl std::error::Error for NoSuchLevel {}

impl FromStr for Level {
    type Err = NoSuchLevel;
    fn from_str(word: &str) -> Result<Level, NoSuchLevel> {
        let named = Level::ALL.into_iter().find(|level| level.word() == word);
        named.ok_or_else(|| NoSuchLevel(word.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_found_by_its_word() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        let refusal = "strategos".parse::<Level>().unwrap_err().to_string();
        assert_eq!(
            refusal,
            "There is no level \"strategos\"; there are: random, recruit, captain-quick, captain."
        );
    }
}
