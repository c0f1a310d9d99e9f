//! A rampage under way, in words (11.14).

use super::{HexToml, Lookup};
use crate::command::leaders::{bit, leaders_in};
use crate::engine::hexes::Hexes;
use crate::engine::state::State;
use crate::engine::steps::Step;
use crate::model::hex::Hexside;
use crate::special::rampage::{Heading, Rampage};
use diadem_cases::Finding;
use serde::Deserialize;

/// A rampage as a case writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RampageToml {
    unit: String,
    #[serde(default)]
    rolls: u8,
    #[serde(default)]
    left: u8,
    heading: Option<String>,
    cause: Option<HexToml>,
    #[serde(default)]
    riders: Vec<String>,
    /// Units that are asked whether they get out of its way.
    #[serde(default)]
    waiting: Vec<String>,
    /// The side beyond which it goes next, while leaders there are asked.
    into: Option<String>,
    #[serde(default)]
    leaders: Vec<String>,
}

/// Lets an elephant run wild as the words say.
pub(super) fn begin(
    lookup: &Lookup<'_, '_>,
    state: &mut State,
    read: &RampageToml,
) -> Result<(), Finding> {
    let unit = lookup.unit(&read.unit)?;
    let heading = match read.heading.as_deref() {
        None | Some("open") => Heading::Open,
        Some("nearest") => Heading::Nearest,
        Some("away") => Heading::Away,
        Some(word) => match (Hexside::parse(word), word.strip_prefix("towards ")) {
            (Some(side), _) => Heading::Along(side),
            (None, Some(name)) => Heading::Towards(lookup.unit(name)?),
            (None, None) => {
                let words = "a rampage heads `nearest`, `away`, beyond a side such as `NE`, or \
                             `towards` a unit";
                return Err(lookup.words.complain(words));
            }
        },
    };
    let cause = read.cause.as_ref().map(|hex| lookup.hex(hex)).transpose()?;
    let bits = |names: &[String]| {
        let mut bits = 0;
        for name in names {
            bits |= bit(lookup.leader(name)?);
        }
        Ok(bits)
    };
    let into = read.into.as_deref().map(|word| super::side(word, lookup.words)).transpose()?;
    let (riders, leaders) = (bits(&read.riders)?, bits(&read.leaders)?);
    let waiting = lookup.units(&read.waiting)?;
    let now = state.unit_mut(unit);
    now.routed = true;
    now.hits = 0;
    state.steps.push(Step::Rampage(Rampage {
        unit,
        cause,
        rolls: read.rolls,
        left: read.left,
        heading,
        into,
        waiting,
        leaders,
        riders,
    }));
    Ok(())
}

/// The words for a rampage, as `begin` reads them.
pub(super) fn words(game: &Hexes, rampage: &Rampage, unit: &str) -> String {
    let heading = match rampage.heading {
        Heading::Open => "open".to_owned(),
        Heading::Nearest => "nearest".to_owned(),
        Heading::Away => "away".to_owned(),
        Heading::Along(side) => side.code().to_owned(),
        Heading::Towards(friend) => format!("towards {}", game.troops(friend).id),
    };
    let leaders = |bits: u32| {
        let names = leaders_in(bits).map(|leader| format!("{:?}", game.commander(leader).name));
        names.collect::<Vec<String>>().join(", ")
    };
    let waiting = rampage.waiting.iter().map(|unit| format!("{:?}", game.troops(unit).id));
    let waiting = waiting.collect::<Vec<String>>().join(", ");
    let cause = rampage.cause.map_or_else(String::new, |hex| format!(", cause = \"{hex}\""));
    let into = rampage.into.map_or_else(String::new, |side| format!(", into = {:?}", side.code()));
    let (rolls, left) = (rampage.rolls, rampage.left);
    let (riders, leaders) = (leaders(rampage.riders), leaders(rampage.leaders));
    format!(
        "{{ unit = {unit}, rolls = {rolls}, left = {left}, heading = {heading:?}{cause}{into}, \
         riders = [{riders}], leaders = [{leaders}], waiting = [{waiting}] }}"
    )
}
