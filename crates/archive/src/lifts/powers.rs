//! Format 3 knew two sides, Macedonian and Persian; format 4 knows powers, camps and scenes.
//!
//! Each game that a war is made of has a step of its own here, in its own words.

mod campaign;
mod feud;

use crate::value::Value;

/// A body of format 3 as one of format 4.
pub(super) fn body(mut body: Value<'_>) -> Value<'_> {
    feud::body(&mut body);
    let Some(record) = body.field_mut("record") else { return body };
    if let Some(Value::List(log)) = record.field_mut("log") {
        log.iter_mut().filter_map(|entry| entry.field_mut("play")).for_each(play);
    }
    let Some(state) = record.field_mut("state") else { return body };
    if let Some(Value::Something(battle)) = state.field_mut("hexes") {
        hexes(battle);
    }
    if let Some(Value::Something(fight)) = state.field_mut("fight")
        && let Some(battle) = fight.field_mut("state")
    {
        display(battle);
    }
    if let Some(Value::Something(map)) = state.field_mut("campaign") {
        campaign::state(map);
    }
    if let Some(Value::Something(encounter)) = state.field_mut("encounter") {
        campaign::encounter(encounter);
    }
    body
}

/// What was done on the map names powers and forces.
fn play(play: &mut Value<'_>) {
    let Value::Variant("Act" | "Interject", Some(done)) = play else { return };
    let Value::Variant("Campaign", Some(done)) = &mut **done else { return };
    match &mut **done {
        Value::Variant("Fight", Some(fight)) => {
            if let Value::List(words) = &mut **fight {
                words.iter_mut().skip(1).for_each(campaign::force);
            }
        }
        Value::Variant("Concede", Some(side)) => campaign::power(side),
        _ => {}
    }
}

/// What changes in the state of a battle on hexes: an army is a camp, or the one force of a camp.
fn hexes(battle: &mut Value<'_>) {
    if let Some(Value::List(steps)) = battle.field_mut("steps") {
        steps.iter_mut().for_each(hex_step);
    }
    if let Some(Value::List(ties)) = battle.field_mut("next_in_tie") {
        ties.iter_mut().for_each(camp);
    }
    if let Some(Value::Something(ending)) = battle.field_mut("ending")
        && let Some(winner) = ending.field_mut("winner")
    {
        camp(winner);
    }
}

/// Every step holds a type of its own, those too that have nothing to remember. Who is asked as a whole is a force,
/// and a camp's forces are asked in turn.
fn hex_step(step: &mut Value<'_>) {
    let Value::Variant(name, held) = step else { return };
    match (*name, held) {
        ("Activation" | "Over", held @ None) => *held = Some(Box::new(Value::Unit)),
        ("Arrange" | "Elite" | "Due" | "LineFire" | "Reactivation", Some(held)) => sole_force(held),
        ("Engines", Some(held)) => {
            if let Some(mut army) = held.take("army") {
                sole_force(&mut army);
                held.put("force", army);
            }
        }
        ("TrumpTheTrump", Some(held)) => held.put("declined", Value::Integer(0)),
        ("MomentumTrump", Some(held)) => {
            let tenure = std::mem::replace(&mut **held, Value::Unit);
            let fields = vec![("tenure", tenure), ("declined", Value::Integer(0))];
            **held = Value::Struct(fields);
        }
        _ => {}
    }
}

/// An army as a camp, by itself or where there may be none.
fn camp(army: &mut Value<'_>) {
    match army {
        Value::Something(army) => camp(army),
        Value::Variant(name @ "first", None) => *name = "First",
        Value::Variant(name @ "second", None) => *name = "Second",
        _ => {}
    }
}

/// An army as the one force of its camp.
fn sole_force(army: &mut Value<'_>) {
    match army {
        Value::Variant("first", None) => *army = Value::Integer(0),
        Value::Variant("second", None) => *army = Value::Integer(1),
        _ => {}
    }
}

/// What changes in the state of a battle on the display: one step became a stack of them, and what a phase had done
/// so far lies in it instead of beside it.
fn display(battle: &mut Value<'_>) {
    let (Some(step), Some(mut moving), Some(mut fighting), Some(pursuers)) = (
        battle.take("step"),
        battle.take("moving"),
        battle.take("fighting"),
        battle.take("pursuers"),
    ) else {
        return;
    };
    if let Some(spent) = fighting.take("spent") {
        battle.put("spent", spent);
    }
    // The Macedonian is the first camp, each has one force, and these have their numbers.
    let is_first = matches!(battle.take("side"), Some(Value::Variant("macedonian", _)));
    battle.put("active", Value::Integer(i128::from(!is_first)));
    if let Some(Value::Something(ending)) = battle.field_mut("ending")
        && let Some(Value::Something(winner)) = ending.field_mut("winner")
    {
        let is_first = matches!(**winner, Value::Variant("macedonian", _));
        **winner = Value::Variant(if is_first { "First" } else { "Second" }, None);
    }
    let others = Value::Integer(i128::from(is_first));
    let steps = display_steps(step, others, &mut moving, &mut fighting, pursuers);
    battle.put("steps", Value::List(steps));
}

fn display_steps<'a>(
    step: Value<'a>,
    others: Value<'a>,
    moving: &mut Value<'a>,
    fighting: &mut Value<'a>,
    pursuers: Value<'a>,
) -> Vec<Value<'a>> {
    let Value::Variant(name, held) = step else { return vec![step] };
    let alone = |name| holding(name, Value::Unit);
    let held = held.map_or(Value::Unit, |held| *held);
    match name {
        "SetUp" | "Over" => vec![alone(name)],
        "Rally" => vec![turn("Rally", None, None), alone("Rally")],
        "Return" => {
            let returns = fields("Return", [("unit", held)]);
            vec![turn("Rally", None, None), alone("Rally"), returns]
        }
        "Fill" => {
            let (boxes, shifted) = (moved(moving, "to_fill"), moved(moving, "shifted"));
            let fill = [("force", others), ("boxes", boxes), ("shifted", shifted)];
            let nothing = Value::List(vec![Value::Nothing; DISPLAY_BOXES]);
            let begun = [
                ("moved", no_units()),
                ("shifted", no_units()),
                ("restacked", EMPTY),
                ("tactical", Value::Nothing),
                ("advances", nothing),
            ];
            vec![turn("Movement", None, None), fields("Movement", begun), fields("Fill", fill)]
        }
        "Move" => {
            let turn = turn("Movement", Some(moving), None);
            let begun = ["moved", "shifted", "restacked", "tactical", "advances"];
            vec![turn, fields("Movement", begun.map(|name| (name, moved(moving, name))))]
        }
        "Pursue" => vec![fields("Pursuit", [("pursuers", pursuers)])],
        "Caught" => vec![fields("Pursuit", [("pursuers", pursuers)]), holding("Caught", held)],
        _ => {
            let mut steps = vec![turn("Combat", Some(moving), Some(fighting)), alone("Attack")];
            if let Some(Value::Something(bout)) = fighting.take("bout") {
                let (struck, count) = (moved(fighting, "struck"), moved(fighting, "duels"));
                let duels = [("bout", *bout), ("struck", struck), ("count", count)];
                steps.push(fields("Duels", duels));
            }
            match (name, held) {
                ("DefensiveFire", clash) => {
                    steps.extend([holding("Clash", clash), alone("DefensiveFire")]);
                }
                ("TakePart", Value::List(both)) => {
                    let mut both = both.into_iter();
                    let (clash, role) = (both.next(), both.next());
                    steps.extend(clash.map(|clash| holding("Clash", clash)));
                    steps.extend(role.map(|role| fields("TakePart", [("role", role)])));
                }
                ("Displaced", leader) => steps.push(fields("Displaced", [("leader", leader)])),
                // Which box attacks, or its next duel, is asked by what lies there already.
                _ => {}
            }
            steps
        }
    }
}

/// Boxes of both armies on the display.
const DISPLAY_BOXES: usize = 14;
/// Nothing counted, or a small set without anything in it.
const EMPTY: Value<'static> = Value::Integer(0);

/// A set of units of the display without anything in it.
fn no_units<'a>() -> Value<'a> {
    Value::List(vec![EMPTY, EMPTY])
}

fn holding<'a>(name: &'a str, held: Value<'a>) -> Value<'a> {
    Value::Variant(name, Some(Box::new(held)))
}

fn fields<'a, const N: usize>(name: &'a str, fields: [(&'a str, Value<'a>); N]) -> Value<'a> {
    holding(name, Value::Struct(fields.into()))
}

fn moved<'a>(out_of: &mut Value<'a>, name: &str) -> Value<'a> {
    out_of.take(name).unwrap_or(EMPTY)
}

/// A turn in this phase, with what was moved and fought in it.
fn turn<'a>(
    phase: &'a str,
    moving: Option<&mut Value<'a>>,
    fighting: Option<&mut Value<'a>>,
) -> Value<'a> {
    let advanced = moving.and_then(|moving| moving.take("advanced"));
    let (mut fought, mut counts) = (None, [EMPTY; 3]);
    if let Some(fighting) = fighting {
        fought = fighting.take("fought");
        counts = ["boxes", "targets", "of_reserve"].map(|name| moved(fighting, name));
    }
    let [boxes, targets, of_reserve] = counts;
    let turn = [
        ("phase", Value::Variant(phase, None)),
        ("advanced", advanced.unwrap_or_else(no_units)),
        ("boxes", boxes),
        ("targets", targets),
        ("fought", fought.unwrap_or_else(no_units)),
        ("of_reserve", of_reserve),
    ];
    fields("Turn", turn)
}
