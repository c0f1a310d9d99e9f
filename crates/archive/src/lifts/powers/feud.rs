//! The feud, the small game of the tests: what was under way lay in fields, and is now on a stack of steps; a duel
//! knew two sides, and now knows whose each man is.

use super::{fields, holding, moved};
use crate::value::Value;

/// Men in a camp.
const MEN: usize = 3;
/// Nobody at all.
const NOBODY: Value<'static> = Value::Integer(0);

/// What changes in a feud; nothing, if it is none.
pub(super) fn body(body: &mut Value<'_>) {
    let years = body.field("setup").and_then(|setup| setup.field("years")).cloned();
    let Some(record) = body.field_mut("record") else { return };
    let letters = record.field("log").map(last_letters).unwrap_or_default();
    let Some(state) = record.field_mut("state").filter(|state| state.field("heirs").is_some())
    else {
        return;
    };
    let [orders, claims, wrote, fight] =
        ["orders", "claims", "wrote", "fight"].map(|name| moved(state, name));
    let pledges = (0..).zip(letters).map(|(heir, letter)| match letter {
        Some(to) if contains(&wrote, heir) => Value::Something(Box::new(to)),
        _ => Value::Nothing,
    });
    let pledges = Value::List(pledges.collect());
    let is_over = state.field("year") == years.as_ref() || is_alone(state.field("heirs"));
    let (doing, scene) = match fight {
        Value::Something(fight) => ("Settling", holding("Duel", fought(*fight))),
        _ => ("Ordering", Value::Variant("Hills", None)),
    };
    let year = fields("Year", [("orders", orders), ("claims", claims), ("pledges", pledges)]);
    let steps = if is_over { Vec::new() } else { vec![year, holding(doing, Value::Unit)] };
    state.put("steps", Value::List(steps));
    state.put("scene", scene);
}

/// To whom each heir has last written a letter.
fn last_letters<'a>(log: &Value<'a>) -> [Option<Value<'a>>; 3] {
    let mut letters = [const { None }; 3];
    let Value::List(entries) = log else { return letters };
    for entry in entries {
        if let (Some(Value::Integer(seat)), Some(Value::Variant("Interject", Some(said)))) =
            (entry.field("seat"), entry.field("play"))
            && let Value::Variant("Letter", Some(to)) = &**said
            && let Some(letter) = usize::try_from(*seat).ok().and_then(|at| letters.get_mut(at))
        {
            *letter = Some((**to).clone());
        }
    }
    letters
}

fn contains(seats: &Value<'_>, seat: u32) -> bool {
    matches!(seats, Value::Integer(bits) if bits >> seat & 1 == 1)
}

fn is_alone(heirs: Option<&Value<'_>>) -> bool {
    matches!(heirs, Some(Value::Integer(bits)) if bits.count_ones() <= 1)
}

/// A duel being fought: its rules half is whose each man is.
fn fought(mut fight: Value<'_>) -> Value<'_> {
    let fighters = match fight.take("fighters") {
        Some(Value::List(fighters)) => fighters,
        _ => Vec::new(),
    };
    if let Some(mut duel) = fight.take("duel") {
        let (side, step) = (moved(&mut duel, "side"), moved(&mut duel, "step"));
        duel.take("windows");
        duel.take("yielded");
        duel.put("yielded", NOBODY);
        duel.put("steps", Value::List(steps(&side, step, &fighters)));
        fight.put("state", duel);
    }
    let men = fighters.into_iter().map(|seat| Value::List(vec![seat; MEN])).collect();
    fight.put("duel", Value::Struct(vec![("men", Value::List(men))]));
    fight
}

fn steps<'a>(side: &Value<'a>, step: Value<'a>, fighters: &[Value<'a>]) -> Vec<Value<'a>> {
    let (camp, other) = match side {
        Value::Variant("Challenger", _) => ("First", 1),
        _ => ("Second", 0),
    };
    let camp = Value::Variant(camp, None);
    let Value::Variant(name, held) = step else { return vec![step] };
    let turn = [("camp", camp.clone()), ("struck", Value::Bool(false))];
    match (name, held.map(|held| *held)) {
        ("Name", _) => vec![fields("Naming", [("camp", camp)])],
        ("Target", Some(by)) => vec![fields("Turn", turn), fields("Aiming", [("by", by)])],
        ("Answer", Some(mut blow)) => {
            let [by, at] = ["by", "at"].map(|name| moved(&mut blow, name));
            let blow = fields("Blow", [("by", by), ("at", at), ("to_ask", NOBODY)]);
            let struck = fighters.get(other).cloned().unwrap_or(Value::Nothing);
            vec![fields("Turn", turn), blow, fields("Answering", [("seat", struck)])]
        }
        _ => vec![fields("Turn", turn)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What lies on the stack after a step of format 3, and who is asked.
    fn check(step: Value<'static>, expected: &[&str]) {
        let side = Value::Variant("Challenger", None);
        let lifted = steps(&side, step, &[Value::Integer(0), Value::Integer(2)]);
        let name = |step: &Value<'static>| match step {
            Value::Variant(name, Some(held)) => match held.field("seat") {
                Some(seat) => format!("{name} {seat:?}"),
                None => (*name).to_owned(),
            },
            other => format!("{other:?}"),
        };
        assert_eq!(lifted.iter().map(name).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn every_step_of_a_duel_becomes_a_stack() {
        let man = || Value::Integer(1);
        let blow = Value::Struct(vec![("by", man()), ("at", man())]);
        check(Value::Variant("Name", None), &["Naming"]);
        check(Value::Variant("Pick", None), &["Turn"]);
        check(holding("Target", man()), &["Turn", "Aiming"]);
        check(holding("Answer", blow), &["Turn", "Blow", "Answering Integer(2)"]);
    }
}
