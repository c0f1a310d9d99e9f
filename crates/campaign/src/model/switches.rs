//! The switches of the book: optional rules and what beginners may leave out.

use diadem_books::ALEXANDROS;
use diadem_core::{Rule, rule};
use serde::{Deserialize, Serialize};

/// One thing that players agree on before they begin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Switch {
    /// Beginners: no supply at all (7.0).
    NoSupply,
    /// Beginners: no random events (14.0).
    NoEvents,
    /// Beginners: no objectives (15.0).
    NoObjectives,
    /// 10.3: both set up in secret.
    SecretSetUp,
    /// 10.14, optional paragraph: light infantry throws once a battle.
    LightInfantryFire,
    /// 10.15, optional paragraph: odds shift against units attacked from two boxes.
    OddsShift,
    /// 12.11: phalanxes recover when they rest.
    Recuperation,
    /// 17.1: the Persians may burn their own land.
    ScorchedEarth,
    /// 17.2: a wounded Alexander doubles the defender's losses.
    MacedonianFury,
    /// 17.3: Alexander may live on past Summer 323.
    DeathOfAlexander,
    /// 17.4: mutiny and treachery.
    Mutiny,
    /// 17.5: cities may surrender.
    CitySurrender,
}

impl Switch {
    /// Every switch, in the book's order.
    pub const ALL: [Switch; 12] = [
        Switch::NoSupply,
        Switch::NoEvents,
        Switch::NoObjectives,
        Switch::SecretSetUp,
        Switch::LightInfantryFire,
        Switch::OddsShift,
        Switch::Recuperation,
        Switch::ScorchedEarth,
        Switch::MacedonianFury,
        Switch::DeathOfAlexander,
        Switch::Mutiny,
        Switch::CitySurrender,
    ];

    /// What it does, in a line.
    pub const fn explanation(self) -> &'static str {
        match self {
            Switch::NoSupply => "For beginners: armies never go hungry.",
            Switch::NoEvents => "For beginners: no Spartan revolt and no raids.",
            Switch::NoObjectives => "For beginners: only provinces score.",
            Switch::SecretSetUp => "Both armies deploy for battle unseen, at the same time.",
            Switch::LightInfantryFire => {
                "Light infantry throws its javelins once a battle when attacked."
            }
            Switch::OddsShift => "Units attacked from two boxes in a round fight at worse odds.",
            Switch::Recuperation => "A worn phalanx that fights nobody for a turn is fresh again.",
            Switch::ScorchedEarth => {
                "Each supply phase the Persians may lay waste a province of theirs."
            }
            Switch::MacedonianFury => "A city that wounds Alexander suffers doubly from then on.",
            Switch::DeathOfAlexander => {
                "The war goes on past Summer 323 for as long as Alexander lives."
            }
            Switch::Mutiny => {
                "The more Alexander has won, the wearier his men, and the bolder his generals."
            }
            Switch::CitySurrender => "Cities may open their gates before they are besieged.",
        }
    }

    /// The rule it switches.
    pub const fn rule(self) -> Rule {
        match self {
            Switch::NoSupply => rule!(ALEXANDROS, "7.0"),
            Switch::NoEvents => rule!(ALEXANDROS, "14.0"),
            Switch::NoObjectives => rule!(ALEXANDROS, "15.0"),
            Switch::SecretSetUp => rule!(ALEXANDROS, "10.3"),
            Switch::LightInfantryFire => rule!(ALEXANDROS, "10.14"),
            Switch::OddsShift => rule!(ALEXANDROS, "10.15"),
            Switch::Recuperation => rule!(ALEXANDROS, "12.11"),
            Switch::ScorchedEarth => rule!(ALEXANDROS, "17.1"),
            Switch::MacedonianFury => rule!(ALEXANDROS, "17.2"),
            Switch::DeathOfAlexander => rule!(ALEXANDROS, "17.3"),
            Switch::Mutiny => rule!(ALEXANDROS, "17.4"),
            Switch::CitySurrender => rule!(ALEXANDROS, "17.5"),
        }
    }
}

/// The switches that are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Switches(u16);

impl Switches {
    /// Whether a switch is on.
    pub const fn has(self, switch: Switch) -> bool {
        self.0 >> switch as u16 & 1 == 1
    }
}

impl FromIterator<Switch> for Switches {
    fn from_iter<I: IntoIterator<Item = Switch>>(on: I) -> Switches {
        Switches(on.into_iter().fold(0, |set, switch| set | 1 << switch as u16))
    }
}
