//! The charts, checked whole.

use crate::model::data::{CHARTS, DataError, Land, Shape};
use crate::model::pieces::Kind;
use diadem_books::find;
use diadem_core::{OwnFiles, Rule, Source};
use serde::Deserialize;

/// The charts of the campaign.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charts {
    /// 9.5.
    pub minor_combat: MinorCombat,
    /// 10.16, as used off the display.
    pub leader_casualty: LeaderCasualty,
    /// 7.2.
    pub depletion: Depletion,
    /// 7.4.
    pub attrition: Attrition,
    /// 11.3.
    pub siege: SiegeTable,
    /// 12.2.
    pub replacement_cost: ReplacementCost,
    /// 17.4.
    pub mutiny: Mutiny,
    /// 14.3.
    pub raid: Raid,
    /// Single numbers.
    pub succeeds_on: SucceedsOn,
    /// 16.3.
    pub victory: Victory,
}

/// Where a chart stands and where it comes from.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Origin {
    /// The rule that uses it.
    pub rule: String,
    /// Where its figures come from.
    pub source: Source,
}

macro_rules! chart {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Deserialize)]
        pub struct $name {
            /// Where it stands and comes from.
            #[serde(flatten)]
            pub origin: Origin,
            $($(#[$field_doc])* pub $field: $type,)*
        }
    };
}

/// A result of minor combat (9.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum MinorResult {
    /// Attacker eliminated.
    Ae,
    /// Attacker loss.
    Al,
    /// Exchange.
    Ex,
    /// Defender loss.
    Dl,
    /// Defender eliminated.
    De,
}

chart! {
    /// The Minor Combat Results Table.
    MinorCombat {
        /// The odds.
        columns: Vec<String>,
        /// Rows by die roll.
        d1: Vec<MinorResult>,
        /// Rows by die roll.
        d2: Vec<MinorResult>,
        /// Rows by die roll.
        d3: Vec<MinorResult>,
        /// Rows by die roll.
        d4: Vec<MinorResult>,
        /// Rows by die roll.
        d5: Vec<MinorResult>,
        /// Rows by die roll.
        d6: Vec<MinorResult>,
    }
}

/// What becomes of a leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Casualty {
    /// Killed in action.
    Killed,
    /// Wounded in action.
    Wounded,
    /// Nothing.
    Unhurt,
}

chart! {
    /// The Leader Casualty Table, its Loss column.
    LeaderCasualty {
        /// By die roll.
        loss: [Casualty; 6],
    }
}

chart! {
    /// When a province is depleted.
    Depletion {
        /// The lowest modified roll that depletes.
        depleted_from: i32,
        /// As many units draw supply at all.
        smallest_army: u8,
        /// More units than this are a crowd.
        crowded_above: u8,
        /// Added for a crowd.
        crowded: i8,
        /// Added in the mountains.
        mountain: i8,
        /// Added in Winter.
        winter: i8,
    }
}

chart! {
    /// Steps lost by die roll.
    Attrition {
        /// In rich land.
        rich: [u8; 6],
        /// In fertile land.
        fertile: [u8; 6],
        /// In the mountains.
        mountain: [u8; 6],
        /// In desert and wilderness.
        desert: [u8; 6],
    }
}

chart! {
    /// Losses of attacker and defender in a siege.
    SiegeTable {
        /// The lowest differential of each column.
        from: Vec<i8>,
        /// Rows by die roll.
        d1: Vec<(u8, u8)>,
        /// Rows by die roll.
        d2: Vec<(u8, u8)>,
        /// Rows by die roll.
        d3: Vec<(u8, u8)>,
        /// Rows by die roll.
        d4: Vec<(u8, u8)>,
        /// Rows by die roll.
        d5: Vec<(u8, u8)>,
        /// Rows by die roll.
        d6: Vec<(u8, u8)>,
    }
}

chart! {
    /// Replacement points a step.
    ReplacementCost {
        /// Regular infantry.
        infantry: u8,
        /// Light infantry.
        light_infantry: u8,
        /// Heavy infantry.
        heavy_infantry: u8,
        /// Foot archers.
        archer: u8,
        /// Horse archers.
        horse_archer: u8,
        /// Light cavalry.
        light_cavalry: u8,
        /// Heavy cavalry.
        heavy_cavalry: u8,
        /// Elephants.
        elephant: u8,
        /// Chariots.
        chariot: u8,
        /// The Siege Train, whole.
        siege_train: u8,
        /// A wall.
        wall: u8,
    }
}

chart! {
    /// Units that leave in a mutiny.
    Mutiny {
        /// The lowest number of objectives of each column.
        from: Vec<u8>,
        /// Rows by die roll.
        d1: Vec<u8>,
        /// Rows by die roll.
        d2: Vec<u8>,
        /// Rows by die roll.
        d3: Vec<u8>,
        /// Rows by die roll.
        d4: Vec<u8>,
        /// Rows by die roll.
        d5: Vec<u8>,
        /// Rows by die roll.
        d6: Vec<u8>,
    }
}

chart! {
    /// Where raids rise and how large they are.
    Raid {
        /// The province by die roll, or `none`.
        from: [String; 6],
        /// Units by die roll.
        size: [u8; 6],
    }
}

chart! {
    /// The highest roll that succeeds.
    SucceedsOn {
        /// 9.2.
        evade_minor: u8,
        /// 9.3.
        evade_tactical_persian: u8,
        /// 9.3.
        evade_tactical_macedonian: u8,
        /// 12.9, Alexander and Porus.
        recover_king: u8,
        /// 12.9.
        recover: u8,
        /// 11.5.
        sortie: u8,
        /// 14.2.
        revolt: u8,
        /// 17.4.
        treachery: u8,
        /// 17.3.
        alexander_dies: u8,
        /// 17.3.
        alexander_dies_wounded: u8,
    }
}

chart! {
    /// The lowest score of each outcome.
    Victory {
        /// Below it Persia wins decisively.
        marginal_persian: u8,
        /// Nobody wins.
        draw: u8,
        /// Macedon wins.
        marginal_macedonian: u8,
        /// Macedon wins decisively.
        decisive_macedonian: u8,
    }
}

impl Charts {
    /// Loads and checks the charts.
    pub fn load(own: &OwnFiles) -> Result<Charts, DataError> {
        let charts: Charts = CHARTS.read(own)?;
        for (name, origin) in charts.origins() {
            origin.rule().map_err(|why| DataError::new(CHARTS.name, name, why))?;
        }
        let wide = |name: &str, wanted: usize, rows: &[usize]| {
            if rows.iter().all(|&width| width == wanted) {
                return Ok(());
            }
            Err(DataError::new(CHARTS.name, name, format!("every row needs {wanted} columns")))
        };
        let minor = &charts.minor_combat;
        wide("minor_combat", minor.columns.len(), &minor.rows().map(<[MinorResult]>::len))?;
        wide("minor_combat", 6, &[minor.columns.len()])?;
        let siege = &charts.siege;
        wide("siege", siege.from.len(), &siege.rows().map(<[(u8, u8)]>::len))?;
        let mutiny = &charts.mutiny;
        wide("mutiny", mutiny.from.len(), &mutiny.rows().map(<[u8]>::len))?;
        if !siege.from.is_sorted() || !mutiny.from.is_sorted() || mutiny.from.first() != Some(&0) {
            return Err(DataError::new(CHARTS.name, "from", "columns must begin low and rise"));
        }
        Ok(charts)
    }

    /// Every chart with its origin.
    pub fn origins(&self) -> [(&'static str, &Origin); 10] {
        [
            ("minor_combat", &self.minor_combat.origin),
            ("leader_casualty", &self.leader_casualty.origin),
            ("depletion", &self.depletion.origin),
            ("attrition", &self.attrition.origin),
            ("siege", &self.siege.origin),
            ("replacement_cost", &self.replacement_cost.origin),
            ("mutiny", &self.mutiny.origin),
            ("raid", &self.raid.origin),
            ("succeeds_on", &self.succeeds_on.origin),
            ("victory", &self.victory.origin),
        ]
    }
}

impl Origin {
    /// The rule that uses the chart.
    pub fn rule(&self) -> Result<Rule, String> {
        find(&self.rule).ok_or_else(|| format!("no book has a rule \"{}\"", self.rule))
    }
}

/// The row of a die roll.
fn row<T>(rows: [&[T]; 6], die: u8) -> &[T] {
    rows[usize::from(die.clamp(1, 6)) - 1]
}

impl MinorCombat {
    fn rows(&self) -> [&[MinorResult]; 6] {
        [&self.d1, &self.d2, &self.d3, &self.d4, &self.d5, &self.d6]
    }

    /// The result of a die roll in a column, counted from the left.
    pub fn result(&self, column: usize, die: u8) -> MinorResult {
        row(self.rows(), die)[column]
    }
}

impl SiegeTable {
    fn rows(&self) -> [&[(u8, u8)]; 6] {
        [&self.d1, &self.d2, &self.d3, &self.d4, &self.d5, &self.d6]
    }

    /// The column of a differential, counted from the left.
    pub fn column(&self, differential: i8) -> usize {
        self.from.partition_point(|&from| from <= differential).saturating_sub(1)
    }

    /// The losses of attacker and defender.
    pub fn losses(&self, differential: i8, die: u8) -> (u8, u8) {
        row(self.rows(), die)[self.column(differential)]
    }
}

impl Mutiny {
    fn rows(&self) -> [&[u8]; 6] {
        [&self.d1, &self.d2, &self.d3, &self.d4, &self.d5, &self.d6]
    }

    /// How many units leave with so many objectives secured.
    pub fn units(&self, objectives: u8, die: u8) -> u8 {
        let column = self.from.partition_point(|&from| from <= objectives).saturating_sub(1);
        row(self.rows(), die)[column]
    }
}

impl Attrition {
    /// Steps lost on a die roll.
    pub fn steps(&self, land: Land, die: u8) -> u8 {
        let row = match land {
            Land::Rich => &self.rich,
            Land::Fertile => &self.fertile,
            Land::Mountain => &self.mountain,
            Land::Desert => &self.desert,
        };
        row[usize::from(die.clamp(1, 6)) - 1]
    }
}

impl ReplacementCost {
    /// Points for one step of a kind; the Siege Train has but one.
    pub fn step(&self, kind: Kind) -> u8 {
        match kind {
            Kind::HeavyInfantry => self.heavy_infantry,
            Kind::Infantry => self.infantry,
            Kind::LightInfantry => self.light_infantry,
            Kind::Archer => self.archer,
            Kind::HeavyCavalry => self.heavy_cavalry,
            Kind::LightCavalry => self.light_cavalry,
            Kind::HorseArcher => self.horse_archer,
            Kind::Elephant => self.elephant,
            Kind::Chariot => self.chariot,
            Kind::SiegeTrain => self.siege_train,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_charts_load_and_answer() {
        let charts = Charts::load(&OwnFiles::NONE).unwrap();
        assert_eq!(charts.minor_combat.result(3, 6), MinorResult::De);
        assert_eq!(charts.attrition.steps(Land::Desert, 6), 4);
        assert_eq!(charts.siege.losses(-40, 1), (3, 0));
        assert_eq!(charts.siege.losses(2, 4), (1, 1));
        assert_eq!(charts.siege.losses(13, 6), (0, 2));
        assert_eq!((charts.mutiny.units(3, 6), charts.mutiny.units(11, 6)), (1, 3));
    }
}
