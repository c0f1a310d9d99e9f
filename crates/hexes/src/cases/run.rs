//! Procedures of the rules that a case can begin with.

use super::Lookup;
use crate::command::activation::Activation;
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::resolver::Resolver;
use crate::engine::steps::Step;
use crate::model::order_of_battle::UnitId;
use diadem_books::GBA;
use diadem_cases::{CasePosition, Finding, Words};
use diadem_core::{Dice, Rule, Sink, rule};
use serde::Deserialize;

/// What happens to a unit for no other reason than that the case says so.
const HITS: Rule = rule!(GBA, "10.12");
const CHECKS: Rule = rule!(GBA, "10.11");

#[derive(Deserialize)]
#[serde(untagged)]
enum RunToml {
    Named(String),
    Hit(HitToml),
    Check(CheckToml),
    Rout(RoutToml),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HitToml {
    hit: String,
    #[serde(default = "one")]
    hits: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckToml {
    check: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoutToml {
    rout: String,
}

const fn one() -> u8 {
    1
}

enum Procedure {
    Turn,
    Activation,
    Shock(crate::command::activation::Tenure),
    RoutPhase,
    EndOfTurn,
    Hit(UnitId, u8),
    Check(UnitId),
    Rout(UnitId),
}

/// Runs what the words say, until something is asked.
pub(super) fn run(
    at: &mut CasePosition<Hexes>,
    words: &Words<'_>,
    dice: &mut Dice,
    sink: &mut impl Sink<Event>,
) -> Result<(), Finding> {
    let game = at.game.clone();
    let lookup = Lookup { game: &game, words };
    let unknown = "known are \"turn\", \"activation\", \"shock\", \"rout phase\", \"end of turn\", \
                   { hit = unit, hits = n }, { check = unit } and { rout = unit }";
    let read: RunToml = words.read().map_err(|_| words.complain(unknown))?;
    let procedure = match read {
        RunToml::Named(name) => match (name.as_str(), at.state.step()) {
            ("turn", _) => Procedure::Turn,
            ("activation", _) => Procedure::Activation,
            ("shock", Step::Orders(orders)) => Procedure::Shock(orders.tenure),
            ("shock", _) => return Err(words.complain("it needs a leader with `orders` first")),
            ("rout phase", _) => Procedure::RoutPhase,
            ("end of turn", _) => Procedure::EndOfTurn,
            _ => return Err(words.complain(unknown)),
        },
        RunToml::Hit(read) => Procedure::Hit(lookup.unit(&read.hit)?, read.hits),
        RunToml::Check(read) => Procedure::Check(lookup.unit(&read.check)?),
        RunToml::Rout(read) => Procedure::Rout(lookup.unit(&read.rout)?),
    };
    let mut resolver = Resolver::of(&game, &mut at.state, dice, sink);
    match procedure {
        Procedure::Turn => {
            resolver.state.turn -= 1;
            resolver.begin_turn();
        }
        Procedure::Activation => resolver.state.steps = vec![Step::Activation(Activation)],
        Procedure::Shock(tenure) => resolver.end_orders(tenure),
        Procedure::RoutPhase => {
            resolver.state.steps = vec![Step::Activation(Activation)];
            resolver.begin_rout_phase();
        }
        Procedure::EndOfTurn => resolver.end_turn(),
        Procedure::Hit(unit, hits) => resolver.hit(unit, hits, HITS),
        Procedure::Check(unit) => {
            let above = |over: i32| u8::try_from(over).unwrap_or(0);
            resolver.check_quality(unit, CHECKS, |roll| roll, above);
        }
        Procedure::Rout(unit) => resolver.rout(unit, crate::rout::routing::ROUTING),
    }
    resolver.settle();
    Ok(())
}
