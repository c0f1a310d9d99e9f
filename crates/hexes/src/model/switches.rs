//! The optional rules, one by one, for whoever lists them.

use crate::engine::hexes::Switches;
use diadem_books::{GBA, GBA4};
use diadem_core::{Rule, rule};

/// One optional rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    /// 5.5.
    EliteInitiative,
    /// 5.52, note.
    EliteRoll,
    /// 5.6.
    Contingents,
    /// 5.64, note.
    FewContingents,
    /// 6.14.
    Inertia,
    /// 6.5.
    Drift,
    /// 10.3.
    Engaged,
    /// 9.4 and 11.9.
    Charge,
    /// GBA4 10.32 to 10.44.
    FourthEdition,
}

impl Switch {
    /// Every optional rule, in the book's order.
    pub const ALL: [Switch; 9] = [
        Switch::EliteInitiative,
        Switch::EliteRoll,
        Switch::Contingents,
        Switch::FewContingents,
        Switch::Inertia,
        Switch::Drift,
        Switch::Engaged,
        Switch::Charge,
        Switch::FourthEdition,
    ];

    /// The rule that it is about.
    pub const fn rule(self) -> Rule {
        match self {
            Switch::EliteInitiative => rule!(GBA, "5.51"),
            Switch::EliteRoll => rule!(GBA, "5.52"),
            Switch::Contingents => rule!(GBA, "5.63"),
            Switch::FewContingents => rule!(GBA, "5.64"),
            Switch::Inertia => rule!(GBA, "6.14"),
            Switch::Drift => rule!(GBA, "6.5"),
            Switch::Engaged => rule!(GBA, "10.31"),
            Switch::Charge => rule!(GBA, "11.9"),
            Switch::FourthEdition => rule!(GBA4, "10.32"),
        }
    }

    /// What it changes, in a sentence.
    pub const fn explanation(self) -> &'static str {
        match self {
            Switch::EliteInitiative => "An elite commander may begin the turn.",
            Switch::EliteRoll => "After the first turn that fails on an 8 or 9.",
            Switch::Contingents => "Macedonian contingents have commanders of their own.",
            Switch::FewContingents => {
                "The overall commander activates two contingents, a wing commander one."
            }
            Switch::Inertia => "Hoplites once set going do not easily stop or start.",
            Switch::Drift => "Hoplites drift to their right as they advance.",
            Switch::Engaged => "Units that have fought stay locked together.",
            Switch::Charge => "Cavalry forms up to charge, and may pursue whom it breaks.",
            Switch::FourthEdition => "Cavalry pursues by the rules of the older edition.",
        }
    }
}

impl Switches {
    /// Whether an optional rule is in use.
    pub const fn has(&self, switch: Switch) -> bool {
        match switch {
            Switch::EliteInitiative => self.elite_initiative,
            Switch::EliteRoll => self.elite_roll,
            Switch::Contingents => self.contingents,
            Switch::FewContingents => self.few_contingents,
            Switch::Inertia => self.inertia,
            Switch::Drift => self.drift,
            Switch::Engaged => self.engaged,
            Switch::Charge => self.charge,
            Switch::FourthEdition => self.fourth_edition,
        }
    }

    /// Puts an optional rule in or out of use.
    pub const fn set(&mut self, switch: Switch, in_use: bool) {
        let place = match switch {
            Switch::EliteInitiative => &mut self.elite_initiative,
            Switch::EliteRoll => &mut self.elite_roll,
            Switch::Contingents => &mut self.contingents,
            Switch::FewContingents => &mut self.few_contingents,
            Switch::Inertia => &mut self.inertia,
            Switch::Drift => &mut self.drift,
            Switch::Engaged => &mut self.engaged,
            Switch::Charge => &mut self.charge,
            Switch::FourthEdition => &mut self.fourth_edition,
        };
        *place = in_use;
    }
}
