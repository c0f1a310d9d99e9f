//! A rampage under way, in words (11.14).

use super::{HexWord, Lookup};
use crate::hex::Side;
use crate::hexes::Hexes;
use crate::leaders::{bit, leaders_in};
use crate::order_of_battle::UnitSet;
use crate::state::State;
use crate::steps::{Heading, Rampage, Step};
use diadem_cases::Finding;
use serde::Deserialize;

/// A rampage as a case writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RampageWords {
    unit: String,
    #[serde(default)]
    rolls: u8,
    #[serde(default)]
    left: u8,
    heading: Option<String>,
    cause: Option<HexWord>,
    #[serde(default)]
    riders: Vec<String>,
}

/// Lets an elephant run wild as the words say.
pub(super) fn begin(
    lookup: &Lookup<'_, '_>,
    state: &mut State,
    read: &RampageWords,
) -> Result<(), Finding> {
    let unit = lookup.unit(&read.unit)?;
    let heading = match read.heading.as_deref() {
        None | Some("open") => Heading::Open,
        Some("nearest") => Heading::Nearest,
        Some("away") => Heading::Away,
        Some(word) => match (Side::parse(word), word.strip_prefix("towards ")) {
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
    let mut riders = 0;
    for name in &read.riders {
        riders |= bit(lookup.leader(name)?);
    }
    let now = state.unit_mut(unit);
    now.routed = true;
    now.hits = 0;
    state.steps.push(Step::Rampage(Rampage {
        unit,
        cause,
        rolls: read.rolls,
        left: read.left,
        heading,
        into: None,
        waiting: UnitSet::NONE,
        leaders: 0,
        riders,
    }));
    Ok(())
}

/// The words for a rampage, as `begin` reads them; who is asked to get out of its way is not among them.
pub(super) fn words(game: &Hexes, rampage: &Rampage, unit: &str) -> String {
    let heading = match rampage.heading {
        Heading::Open => "open".to_owned(),
        Heading::Nearest => "nearest".to_owned(),
        Heading::Away => "away".to_owned(),
        Heading::Along(side) => side.code().to_owned(),
        Heading::Towards(friend) => format!("towards {}", game.troops(friend).id),
    };
    let riders: Vec<String> = leaders_in(rampage.riders)
        .map(|leader| format!("{:?}", game.commander(leader).name))
        .collect();
    let cause = rampage.cause.map_or_else(String::new, |hex| format!(", cause = \"{hex}\""));
    let (rolls, left, riders) = (rampage.rolls, rampage.left, riders.join(", "));
    format!(
        "{{ unit = {unit}, rolls = {rolls}, left = {left}, heading = {heading:?}{cause}, \
         riders = [{riders}] }}"
    )
}
