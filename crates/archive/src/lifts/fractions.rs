//! Until format 5 a unit kept the men it had lost beyond whole steps; from format 6 on a roll settles them after each
//! battle. What a save still owes is put together for the rules, which settle it. And an offer knows its ground.

use crate::value::Value;

/// A body of format 5 as one of format 6.
pub(super) fn body(mut body: Value<'_>) -> Value<'_> {
    if let Some(state) = body.field_mut("record").and_then(|record| record.field_mut("state"))
        // Other games have no field of this name.
        && state.field("fought").is_some()
    {
        self::state(state);
    }
    body
}

fn state(state: &mut Value<'_>) {
    let ground = state.field("ground").cloned().unwrap_or(Value::Integer(0));
    let mut units = Vec::new();
    if let Some(Value::Something(map)) = state.field_mut("campaign")
        && let Some(Value::List(pieces)) = map.field_mut("units")
    {
        units.extend(pieces.iter_mut().map(|piece| piece.take("wear").unwrap_or(NOTHING)));
    }
    let fighters = state.field_mut("scene").map(|scene| self::scene(scene, &ground));
    let fighters = fighters.unwrap_or_default();
    let is_worn = |men: &Value<'_>| *men != NOTHING;
    let worn = if units.iter().chain(&fighters).any(is_worn) {
        let lists = [("units", units), ("fighters", fighters)];
        let worn = lists.map(|(name, men)| (name, Value::List(men)));
        Value::Something(Box::new(Value::Struct(worn.to_vec())))
    } else {
        Value::Nothing
    };
    state.put("worn", worn);
    state.put("famous_fought", NOTHING);
}

const NOTHING: Value<'static> = Value::Integer(0);

/// Lifts what a scene keeps of its offer; what a pursuit knew of those who had fought is given back.
fn scene<'a>(scene: &mut Value<'a>, ground: &Value<'a>) -> Vec<Value<'a>> {
    let Value::Variant(name, Some(held)) = scene else { return Vec::new() };
    if *name == "choosing" {
        held.field_mut("offered").into_iter().for_each(|one| offered(one, ground));
        return Vec::new();
    }
    let mut worn = Vec::new();
    let engagement = if *name == "pursuing" {
        if let Some(Value::List(men)) = held.take("wear") {
            worn = men;
        }
        held.field_mut("engagement")
    } else {
        Some(&mut **held)
    };
    if let Some(Value::Something(held)) = engagement.and_then(|one| one.field_mut("offered")) {
        offered(held, ground);
    }
    worn
}

/// Fields of famous battles were used wherever one had been fought.
fn offered<'a>(offered: &mut Value<'a>, ground: &Value<'a>) {
    let made_from = vec![("seed", ground.clone()), ("famous", Value::Bool(true))];
    offered.put("ground", Value::Struct(made_from));
    let armies = offered.field_mut("offer").and_then(|offer| offer.field_mut("armies"));
    let Some(Value::List(armies)) = armies else { return };
    for army in armies {
        let Some(Value::List(units)) = army.field_mut("units") else { continue };
        // Each unit of the campaign says the same of itself.
        for fighter in units {
            fighter.take("wear");
        }
    }
}
