//! What a combat unit is (2.22): its type and class, and what follows from the type alone.
//!
//! A `Kind` is a type with those classes of it that the charts tell apart. What else the types chart says of
//! a kind is in `charts::types`; the predicates here are checked against that chart when it is read.

use serde::{Deserialize, Serialize};

/// An enum whose members have a code in our files.
macro_rules! coded {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($(#[$doc:meta])* $variant:ident = $code:literal,)+
        }
    ) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize,
        )]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $code)] $variant,)+
        }

        impl $name {
            /// All of them, in their order.
            pub const ALL: [$name; $name::COUNT] = [$($name::$variant,)+];

            /// How many there are.
            pub const COUNT: usize = [$($code,)+].len();

            /// Its code in our files.
            pub const fn code(self) -> &'static str {
                match self {
                    $($name::$variant => $code,)+
                }
            }

            /// The one of this code.
            pub fn parse(code: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|one| one.code() == code)
            }
        }
    };
}
pub(crate) use coded;

coded! {
    /// A type of combat unit, with those of its classes that the charts tell apart.
    pub enum Kind {
        /// PH: the Macedonian phalanx, across two hexes.
        Phalanx = "PH",
        /// HO: hoplites, heavy infantry across two hexes.
        Hoplite = "HO",
        /// HI: heavy infantry in one hex.
        HeavyInfantry = "HI",
        /// HYP: hypaspists, a class of heavy infantry.
        Hypaspist = "HYP",
        /// MI: medium infantry.
        MediumInfantry = "MI",
        /// LI: light infantry with javelins or without missiles.
        LightInfantry = "LI",
        /// LI class A: archers in formation, who never attack by shock.
        LightArcher = "LIA",
        /// LP: peltasts.
        Peltast = "LP",
        /// CA: cardaces, peltasts across two hexes.
        Cardaces = "CA",
        /// SK: skirmishers, who attack none but chariots.
        Skirmisher = "SK",
        /// SK*: the Agrianians, skirmishers who may shock.
        ShockSkirmisher = "SKS",
        /// LC: light cavalry with javelins.
        LightCavalry = "LC",
        /// LC class A: mounted archers, who never attack by shock.
        HorseArcher = "LCA",
        /// LN: lancers.
        Lancer = "LN",
        /// HC: heavy cavalry.
        HeavyCavalry = "HC",
        /// HC class CAT: cataphracted heavy cavalry.
        Cataphract = "HCC",
        /// EL: elephants.
        Elephant = "EL",
        /// CH: chariots.
        Chariot = "CH",
        /// AT: bolt throwers.
        Artillery = "AT",
        /// LG: hastati, principes and cohorts (SPQR).
        Legion = "LG",
        /// TR: triarii, heavy infantry (SPQR).
        Triarii = "TR",
        /// VE: velites, light infantry (SPQR).
        Velites = "VE",
        /// BI: barbarian infantry (SPQR).
        BarbarianInfantry = "BI",
        /// RC: Roman cavalry (SPQR).
        RomanCavalry = "RC",
        /// BC: barbarian cavalry (SPQR).
        BarbarianCavalry = "BC",
        /// Indian elephants where they meet African ones (SPQR).
        IndianElephant = "ELI",
        /// African elephants (SPQR).
        AfricanElephant = "ELA",
        /// A leader's own elephant, which only defends (SPQR).
        LeaderElephant = "LEL",
        /// CM: camels, taken as light cavalry (SPQR).
        Camel = "CM",
        /// SC: the scorpio (SPQR).
        Scorpion = "SC",
    }
}

coded! {
    /// The arm a kind belongs to.
    pub enum Category {
        /// Everything on foot but skirmishers.
        Infantry = "infantry",
        /// SK and SK*.
        Skirmisher = "skirmisher",
        /// Light and heavy, and camels.
        Cavalry = "cavalry",
        /// Elephants.
        Elephant = "elephant",
        /// Chariots.
        Chariot = "chariot",
        /// Engines.
        Artillery = "artillery",
    }
}

coded! {
    /// A row or column of the Clash of Spears and Shock Superiority charts (9.52, 9.53).
    pub enum ChartType {
        /// Phalanx.
        Phalanx = "PH",
        /// Heavy infantry.
        HeavyInfantry = "HI",
        /// Legion infantry.
        Legion = "LG",
        /// Medium infantry.
        MediumInfantry = "MI",
        /// Barbarian infantry.
        BarbarianInfantry = "BI",
        /// Light infantry.
        LightInfantry = "LI",
        /// Peltasts.
        Peltast = "LP",
        /// Skirmishers.
        Skirmisher = "SK",
        /// Skirmishers who may shock.
        ShockSkirmisher = "SKS",
        /// Heavy cavalry.
        HeavyCavalry = "HC",
        /// Roman cavalry.
        RomanCavalry = "RC",
        /// Lancers.
        Lancer = "LN",
        /// Light cavalry.
        LightCavalry = "LC",
        /// Elephants.
        Elephant = "EL",
        /// Chariots.
        Chariot = "CH",
    }
}

coded! {
    /// A column of the Movement Cost Chart (6.29). Leaders move as cavalry (4.1).
    pub enum MovementClass {
        /// The phalanx.
        Phalanx = "PH",
        /// Heavy infantry of all classes.
        HeavyInfantry = "HI",
        /// Cardaces.
        Cardaces = "CA",
        /// Medium infantry.
        MediumInfantry = "MI",
        /// Light infantry, peltasts and engines.
        Light = "LL",
        /// Skirmishers.
        Skirmisher = "SK",
        /// All cavalry.
        Cavalry = "CAV",
        /// Elephants.
        Elephant = "EL",
        /// Chariots.
        Chariot = "CH",
    }
}

coded! {
    /// What a missile unit shoots or throws (2.21).
    pub enum MissileKind {
        /// Arrows.
        Bow = "A",
        /// Stones.
        Sling = "S",
        /// Javelins.
        Javelin = "J",
        /// Bolts of an engine.
        Bolt = "B",
    }
}

coded! {
    /// A class printed on a counter: a part of its type (2.22).
    pub enum Class {
        /// The Macedonian phalanx.
        Macedonian = "MA",
        /// Hoplites.
        Hoplite = "HO",
        /// Hypaspists.
        Hypaspist = "HYP",
        /// Javelinists.
        Javelin = "J",
        /// Archers.
        Archer = "A",
        /// Slingers.
        Slinger = "S",
        /// Cardaces.
        Cardaces = "CA",
        /// Cataphracted cavalry.
        Cataphract = "CAT",
        /// Bolt throwers.
        Bolt = "B",
        /// Indian elephants.
        Indian = "IN",
        /// African elephants.
        African = "AF",
        /// Hastati.
        Hastati = "HA",
        /// Principes.
        Principes = "PR",
        /// Cohorts.
        Cohort = "CO",
        /// Cohorts of the extraordinarii.
        Extraordinarii = "CE",
        /// Triarii.
        Triarii = "TR",
        /// Velites.
        Velites = "VE",
    }
}

/// Whom a kind may attack by shock (7.33).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attacks {
    /// Anybody.
    Any,
    /// Chariots and nobody else.
    ChariotsOnly,
    /// Nobody.
    Never,
}

impl Kind {
    /// The arm it belongs to.
    pub const fn category(self) -> Category {
        match self {
            Kind::Phalanx
            | Kind::Hoplite
            | Kind::HeavyInfantry
            | Kind::Hypaspist
            | Kind::MediumInfantry
            | Kind::LightInfantry
            | Kind::LightArcher
            | Kind::Peltast
            | Kind::Cardaces
            | Kind::Legion
            | Kind::Triarii
            | Kind::Velites
            | Kind::BarbarianInfantry => Category::Infantry,
            Kind::Skirmisher | Kind::ShockSkirmisher => Category::Skirmisher,
            Kind::LightCavalry
            | Kind::HorseArcher
            | Kind::Lancer
            | Kind::HeavyCavalry
            | Kind::Cataphract
            | Kind::RomanCavalry
            | Kind::BarbarianCavalry
            | Kind::Camel => Category::Cavalry,
            Kind::Elephant
            | Kind::IndianElephant
            | Kind::AfricanElephant
            | Kind::LeaderElephant => Category::Elephant,
            Kind::Chariot => Category::Chariot,
            Kind::Artillery | Kind::Scorpion => Category::Artillery,
        }
    }

    /// A phalanx.
    pub const fn is_phalanx(self) -> bool {
        matches!(self, Kind::Phalanx)
    }

    /// Of the heavy infantry type, whatever its class.
    pub const fn is_heavy_infantry(self) -> bool {
        matches!(self, Kind::Hoplite | Kind::HeavyInfantry | Kind::Hypaspist | Kind::Triarii)
    }

    /// A phalanx or heavy infantry, which many rules name together.
    pub const fn is_phalanx_or_heavy(self) -> bool {
        self.is_phalanx() || self.is_heavy_infantry()
    }

    /// Light infantry or peltasts, whatever their class.
    pub const fn is_light_infantry(self) -> bool {
        matches!(
            self,
            Kind::LightInfantry
                | Kind::LightArcher
                | Kind::Peltast
                | Kind::Cardaces
                | Kind::Velites
        )
    }

    /// Medium infantry.
    pub const fn is_medium_infantry(self) -> bool {
        matches!(self, Kind::MediumInfantry)
    }

    /// Of the peltast type: peltasts and cardaces.
    pub const fn is_peltast(self) -> bool {
        matches!(self, Kind::Peltast | Kind::Cardaces)
    }

    /// A skirmisher of either kind.
    pub const fn is_skirmisher(self) -> bool {
        matches!(self.category(), Category::Skirmisher)
    }

    /// Mounted on horses or camels.
    pub const fn is_cavalry(self) -> bool {
        matches!(self.category(), Category::Cavalry)
    }

    /// Light cavalry, whatever its class; lancers are a type of their own.
    pub const fn is_light_cavalry(self) -> bool {
        matches!(self, Kind::LightCavalry | Kind::HorseArcher | Kind::Camel)
    }

    /// Cataphracted.
    pub const fn is_cataphract(self) -> bool {
        matches!(self, Kind::Cataphract)
    }

    /// An elephant of any kind.
    pub const fn is_elephant(self) -> bool {
        matches!(self.category(), Category::Elephant)
    }

    /// A chariot.
    pub const fn is_chariot(self) -> bool {
        matches!(self, Kind::Chariot)
    }

    /// An engine.
    pub const fn is_artillery(self) -> bool {
        matches!(self.category(), Category::Artillery)
    }

    /// Foot in formation: everything on foot but skirmishers and engines.
    pub const fn is_infantry(self) -> bool {
        matches!(self.category(), Category::Infantry)
    }

    /// Lies across two hexes (2.21).
    pub const fn is_two_hex(self) -> bool {
        matches!(self, Kind::Phalanx | Kind::Hoplite | Kind::Cardaces)
    }

    /// Must attack what it moves adjacent to (7.31): the types with a plus on the superiority chart.
    pub const fn must_shock(self) -> bool {
        matches!(
            self,
            Kind::Phalanx
                | Kind::Hoplite
                | Kind::HeavyInfantry
                | Kind::Hypaspist
                | Kind::MediumInfantry
                | Kind::Lancer
                | Kind::HeavyCavalry
                | Kind::Cataphract
                | Kind::Elephant
                | Kind::Chariot
                | Kind::Legion
                | Kind::Triarii
                | Kind::BarbarianInfantry
                | Kind::RomanCavalry
                | Kind::BarbarianCavalry
                | Kind::IndianElephant
                | Kind::AfricanElephant
        )
    }

    /// Whom it may attack by shock (7.33).
    pub const fn attacks(self) -> Attacks {
        match self {
            Kind::Skirmisher => Attacks::ChariotsOnly,
            Kind::LightArcher
            | Kind::HorseArcher
            | Kind::Artillery
            | Kind::LeaderElephant
            | Kind::Scorpion => Attacks::Never,
            _ => Attacks::Any,
        }
    }

    /// Trained for shock: it may attack anybody.
    pub const fn is_shock_capable(self) -> bool {
        matches!(self.attacks(), Attacks::Any)
    }

    /// Whether it may attack troops of that kind by shock (7.33): against chariots skirmishers may.
    pub const fn is_shock_capable_against(self, other: Kind) -> bool {
        match self.attacks() {
            Attacks::Any => true,
            Attacks::ChariotsOnly => other.is_chariot(),
            Attacks::Never => false,
        }
    }

    /// Its column of the Movement Cost Chart.
    pub const fn movement_class(self) -> MovementClass {
        match self {
            Kind::Phalanx => MovementClass::Phalanx,
            Kind::Hoplite | Kind::HeavyInfantry | Kind::Hypaspist | Kind::Triarii => {
                MovementClass::HeavyInfantry
            }
            Kind::Cardaces => MovementClass::Cardaces,
            Kind::MediumInfantry | Kind::Legion | Kind::BarbarianInfantry => {
                MovementClass::MediumInfantry
            }
            Kind::LightInfantry
            | Kind::LightArcher
            | Kind::Peltast
            | Kind::Velites
            | Kind::Artillery
            | Kind::Scorpion => MovementClass::Light,
            Kind::Skirmisher | Kind::ShockSkirmisher => MovementClass::Skirmisher,
            Kind::LightCavalry
            | Kind::HorseArcher
            | Kind::Lancer
            | Kind::HeavyCavalry
            | Kind::Cataphract
            | Kind::RomanCavalry
            | Kind::BarbarianCavalry
            | Kind::Camel => MovementClass::Cavalry,
            Kind::Elephant
            | Kind::IndianElephant
            | Kind::AfricanElephant
            | Kind::LeaderElephant => MovementClass::Elephant,
            Kind::Chariot => MovementClass::Chariot,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_leads_back_to_its_kind() {
        for kind in Kind::ALL {
            assert_eq!(Kind::parse(kind.code()), Some(kind));
            assert_eq!(Kind::ALL[kind as usize], kind);
        }
        assert_eq!(Kind::parse("XX"), None);
        assert_eq!(Kind::COUNT, 30);
    }
}
