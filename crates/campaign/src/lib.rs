//! Campaigns on a map of provinces.
//!
//! [`Campaign`] is the rules half, [`State`] what changes. The door is that of every game (a question,
//! complete lists, a check, an apply), with one difference: a tactical battle leaves this crate as a
//! [`BattleOffer`] and comes back as a [`BattleReport`]. `diadem-handoff` makes a game of the two.
//!
//! The modules follow the book: [`sequence`] (4), control (5), forces (6), supply (7), movement (8),
//! combat (9), siege (11), replacements (12), arrivals (13), events (14), objectives (15), victory (16);
//! optional rules stand where they apply.
//!
//! Invariant: nothing here knows how a battle is fought, or how anything is shown.

mod arrivals;
mod battle;
mod combat;
mod control;
mod engine;
mod events;
mod forces;
mod leaders;
mod losses;
mod model;
mod movement;
mod objectives;
mod replacements;
mod siege;
mod staging;
mod supply;
mod victory;
mod victory_breakdown;

pub use battle::{Army, BattleOffer, BattleReport, Commander, Fighter, LeaderFate, UnitFate};
pub use combat::{Combat, Contingents, MinorOdds};
pub use control::{Holdings, Presence, Status};
pub use engine::action::{Action, Interjection, Question};
pub use engine::ask::{
    DepletionProspect, ForceInField, MinorProspect, Phase, SiegeProspect, Unspent,
};
pub use engine::event::Event;
pub use engine::game::Waiting;
pub use engine::state;
pub use engine::state::State;
pub use engine::steps::Step;
pub use engine::text::rule_of;
pub use losses::{Loss, LossCause};
pub use model::switches::{Switch, Switches};
pub use model::{board, charts, data, ids, pieces, powers, roster, scenario};
pub use movement::{March, MarchOutlook};
pub use siege::{DifferentialLine, Siege};
pub use staging::Meeting;
pub use victory_breakdown::{Merit, VictoryLevel, VictoryPoint};

/// The steps of a turn, for whoever sets a position up or wants to know what is under way.
pub mod steps {
    pub use crate::arrivals::{Arrivals, Departures, PlaceRoyalArmy};
    pub use crate::battle::{Battle, Flight};
    pub use crate::combat::{
        Alone, AloneGoes, Combats, EvadeMinor, EvadeTactical, Evading, MinorRoll, Retreat,
        Stragglers,
    };
    pub use crate::engine::sequence::{BeginTurn, EndTurn};
    pub use crate::events::{
        DeathCheck, Mercenaries, Mutineers, MutinyCheck, RaidCheck, Raiders, SpartanCheck,
    };
    pub use crate::leaders::{Officer, Successor};
    pub use crate::movement::{Gather, Movement, Press};
    pub use crate::replacements::{CountPoints, Muster, Recovery, Replacements};
    pub use crate::siege::{DefenderLoss, Invest, Risk, Sieges, Sortie, Storm};
    pub use crate::supply::{Attrition, Deplete, Feed, FeedArmy, Scorch};
}

use diadem_core::{Chart, DataFile, OwnFiles, Source};
use forces::Kinship;
use model::board::Board;
use model::charts::Charts;
use model::data::DataError;
use model::ids::{CityId, ProvinceId, ProvinceSet};
use model::pieces::Nation;
use model::powers::{Power, Powers};
use model::roster::Roster;
use model::scenario::Scenario;
use objectives::Prize;
use std::ops::Range;

/// The rules half of a campaign: map, pieces, charts, scenario and switches.
#[derive(Debug)]
pub struct Campaign {
    /// Who owns and who decides.
    pub powers: Powers,
    /// The map.
    pub board: Board,
    /// The pieces.
    pub roster: Roster,
    /// The charts.
    pub charts: Charts,
    /// Who stands where and comes when.
    pub scenario: Scenario,
    /// What the players agreed on.
    pub switches: Switches,
    lands: Lands,
}

/// Provinces and groups of them that the rules name.
#[derive(Debug)]
struct Lands {
    /// The power of Alexander, whom the rules name (3.1).
    macedon: Power,
    /// The power of Darius.
    persia: Power,
    macedonia: ProvinceId,
    hellas: ProvinceId,
    thrace: ProvinceId,
    phrygia: ProvinceId,
    egypt: ProvinceId,
    lybia: ProvinceId,
    /// Upper and Lower India, whose entry opens recruitment (12.8).
    heart_of_india: ProvinceSet,
    /// Macedonia, Hellas and Thrace (8.3).
    europe: ProvinceSet,
    /// Where Spartans may go (14.2).
    spartan: ProvinceSet,
    /// Where Indians may go (8.3).
    indian: ProvinceSet,
    /// Where Persians may go (8.3).
    persian: ProvinceSet,
    /// Everywhere.
    all: ProvinceSet,
    /// What must be Macedonian for a world empire (16.2).
    empire: ProvinceSet,
    /// The gate between Syria and Egypt (8.2).
    gaza: CityId,
    /// Where the Knot is (15.3).
    gordium: CityId,
    /// The province of each city.
    of_city: Vec<ProvinceId>,
    /// The cities whose possession counts for something (12.8, 15.8, 15.9).
    prizes: Vec<Prize>,
    /// Where the combat units stand in the list of units: all but the Siege Train.
    combat_units: Vec<Range<usize>>,
    /// What each unit is counted with.
    kinships: Vec<Kinship>,
}

impl Campaign {
    /// Alexandros with these switches, and a player's own files in the place of the program's.
    pub fn alexandros(switches: Switches, own: &OwnFiles) -> Result<Campaign, DataError> {
        let powers = scenario::powers_of_alexandros(own)?;
        let board = Board::load(&powers, own)?;
        let (roster, charts) = (Roster::load(own)?, Charts::load(own)?);
        let scenario = Scenario::load(&powers, &board, &roster, own)?;
        let lands = Lands::find(&powers, &board, &roster)?;
        Ok(Campaign { powers, board, roster, charts, scenario, switches, lands })
    }

    /// The power of Alexander.
    pub fn macedon(&self) -> Power {
        self.lands.macedon
    }

    /// The power of the Great King.
    pub fn persia(&self) -> Power {
        self.lands.persia
    }

    /// The power that Sparta fights for when it rises (14.2).
    pub(crate) fn sparta(&self) -> Power {
        self.powers.home(Nation::Spartan)
    }

    /// Whether two powers are enemies.
    pub fn hostile(&self, one: Power, other: Power) -> bool {
        self.powers.hostile(one, other)
    }
}

/// Every chart and map of the campaign, with where the figures come from.
pub fn charts(own: &OwnFiles) -> Result<Vec<Chart>, DataError> {
    let powers = scenario::powers_of_alexandros(own)?;
    let board = Board::load(&powers, own)?;
    let (roster, charts) = (Roster::load(own)?, Charts::load(own)?);
    let printed = [Source::Printed];
    let lands = board.provinces().map(|id| board[id].source);
    let borders = board.borders().map(|border| border.source);
    let units = roster.types().iter().map(|one| one.source);
    let leaders = roster.leaders().map(|id| roster[id].source);
    let file = |file: DataFile| data::rule_of(file, own).map(|rule| (file.name, rule));
    let (provinces, control) = file(data::PROVINCES)?;
    let (seas, at_sea) = file(data::SEAS)?;
    let (cities, walls) = file(data::CITIES)?;
    let (counters, mix) = file(data::UNITS)?;
    let (generals, ability) = file(data::LEADERS)?;
    let mut all = vec![
        Chart::new(provinces, "province", control, lands),
        Chart::new(provinces, "border", movement::BORDERS, borders),
        Chart::new(seas, "sea", at_sea, printed),
        Chart::new(cities, "city", walls, printed),
        Chart::new(counters, "unit", mix, units),
        Chart::new(generals, "leader", ability, leaders),
    ];
    for (name, origin) in charts.origins() {
        let wrong = |why| DataError::new(data::CHARTS.name, name, why);
        let rule = origin.rule().map_err(wrong)?;
        all.push(Chart::new(data::CHARTS.name, name, rule, [origin.source]));
    }
    Ok(all)
}

/// Counters of one type are neighbours; so are most types that fight.
fn combat_units(roster: &Roster) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for kind in roster.types().iter().filter(|one| one.kind.fights()) {
        let (first, end) = (kind.first.index(), kind.first.index() + usize::from(kind.count));
        match ranges.last_mut() {
            Some(last) if last.end == first => last.end = end,
            _ => ranges.push(first..end),
        }
    }
    ranges
}

impl Lands {
    fn find(powers: &Powers, board: &Board, roster: &Roster) -> Result<Lands, DataError> {
        let named = |key: &str| {
            let wrong = |why| DataError::new(data::PROVINCES.name, key, why);
            board.province(key).map_err(wrong)
        };
        let city =
            |key: &str| board.city(key).map_err(|why| DataError::new(data::CITIES.name, key, why));
        let those = |keys: &[&str]| keys.iter().map(|key| named(key)).collect::<Result<_, _>>();
        let of = |people| board.provinces().filter(move |&id| board[id].people == Some(people));
        let all: ProvinceSet = board.provinces().collect();
        let indian: ProvinceSet = of(data::People::Indian).collect();
        let barbarian: ProvinceSet = of(data::People::Barbarian).collect();
        Ok(Lands {
            macedon: powers.home(Nation::Macedonian),
            persia: powers.home(Nation::Persian),
            macedonia: named("macedonia")?,
            hellas: named("hellas")?,
            thrace: named("thrace")?,
            phrygia: named("phrygia")?,
            egypt: named("egypt")?,
            lybia: named("lybia")?,
            heart_of_india: those(&["upper_india", "lower_india"])?,
            europe: those(&["macedonia", "hellas", "thrace"])?,
            spartan: those(&["hellas", "macedonia", "thrace", "ionia"])?,
            indian,
            persian: all.without(indian).without(barbarian),
            all,
            empire: all.without(barbarian),
            gaza: city("gaza")?,
            gordium: city("gordium")?,
            prizes: board.cities().filter_map(|city| Prize::of(board, city)).collect(),
            of_city: board.cities().map(|city| board[city].province).collect(),
            kinships: roster.units().map(|unit| Kinship::of(&roster[unit], powers)).collect(),
            combat_units: combat_units(roster),
        })
    }
}
