//! Format 3 knew two sides, Macedonian and Persian; format 4 knows powers, camps and scenes.
//!
//! Each game that a war is made of has a step of its own here, in its own words.

use crate::value::Value;

/// A body of format 3 as one of format 4.
pub(super) fn body(mut body: Value<'_>) -> Value<'_> {
    if let Some(state) = body.field_mut("record").and_then(|record| record.field_mut("state")) {
        if let Some(Value::Something(battle)) = state.field_mut("hexes") {
            hexes(battle);
        }
        if let Some(Value::Something(fight)) = state.field_mut("fight")
            && let Some(battle) = fight.field_mut("state")
        {
            display(battle);
        }
        if let Some(Value::Something(map)) = state.field_mut("campaign") {
            campaign(map);
        }
    }
    body
}

/// What changes in the state of a battle on hexes.
fn hexes(battle: &mut Value<'_>) {
    if let Some(Value::List(steps)) = battle.field_mut("steps") {
        steps.iter_mut().for_each(hex_step);
    }
}

/// Every step holds a type of its own, those too that have nothing to remember.
fn hex_step(step: &mut Value<'_>) {
    if let Value::Variant("Activation" | "Over", held @ None) = step {
        *held = Some(Box::new(Value::Unit));
    }
}

/// What changes in the state of a battle on the display.
fn display(_battle: &mut Value<'_>) {}

/// What changes in the state of a campaign.
fn campaign(_map: &mut Value<'_>) {}
