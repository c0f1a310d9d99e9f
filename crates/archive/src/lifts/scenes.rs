//! Format 4 kept a campaign's battle as a bag of parts beside the map; from format 5 on a war is in one scene, which holds
//! what it is about. What was offered only the rules can tell: they complete it.

use crate::value::Value;
use std::borrow::Cow;

/// A body of format 4 as one of format 5.
pub(super) fn body(mut body: Value<'_>) -> Value<'_> {
    if let Some(battles) = body.field_mut("setup").and_then(|setup| setup.field_mut("battles"))
        && let Value::Variant(word, None) = battles
    {
        // Format 4 knew two forms, and whoever chose chose among both.
        let words = match *word {
            "attacker" | "ask" => Cow::Owned(format!("{word}:display,hex")),
            word => Cow::Borrowed(word),
        };
        *battles = Value::Text(words);
    }
    if let Some(state) = body.field_mut("record").and_then(|record| record.field_mut("state")) {
        self::state(state);
    }
    body
}

fn state(state: &mut Value<'_>) {
    // Other games have no field of this name.
    let Some(fight) = state.take("fight") else { return };
    let hexes = something(state.take("hexes"));
    let encounter = something(state.take("encounter"));
    let on_hexes = state.take("hex_battles").unwrap_or(Value::Integer(0));
    let fought = match (state.field("campaign"), &on_hexes) {
        (Some(Value::Something(map)), Value::Integer(hexes)) => match map.field("battles") {
            Some(Value::Integer(all)) => all - hexes,
            _ => 0,
        },
        _ => 0,
    };
    let in_campaign = matches!(state.field("campaign"), Some(Value::Something(_)));
    let fight = something(Some(fight)).and_then(|mut fight| fight.take("state"));
    let scene = scene(in_campaign, fight, hexes, encounter);
    state.put("scene", scene);
    let fought = vec![("display", Value::Integer(fought)), ("hexes", on_hexes)];
    state.put("fought", Value::Struct(fought));
    if state.field("ground").is_none() {
        state.put("ground", Value::Integer(0));
    }
}

/// What a war was about, from the parts that said so together.
fn scene<'a>(
    in_campaign: bool,
    fight: Option<Value<'a>>,
    hexes: Option<Value<'a>>,
    encounter: Option<Value<'a>>,
) -> Value<'a> {
    let stage = encounter.and_then(|mut encounter| encounter.take("stage"));
    let fighting = |battle: Value<'a>| variant("fighting", engagement(in_campaign, battle));
    let on_hexes = |stage: Value<'a>, battle: Value<'a>| {
        let state = Value::Struct(vec![("stage", stage), ("battle", battle)]);
        fighting(variant("Hexes", state))
    };
    match (stage, fight, hexes) {
        (Some(Value::Variant("choice", Some(asked))), ..) => variant("choosing", choosing(*asked)),
        (Some(Value::Variant("drawing", Some(mut army))), _, Some(battle)) => {
            if let Some(camp) = army.take("camp") {
                army.put("force", sole_force(camp));
            }
            on_hexes(variant("drawing", *army), battle)
        }
        (Some(Value::Variant("fight", Some(held))), _, Some(battle)) => {
            on_hexes(variant("fighting", *held), battle)
        }
        (Some(Value::Variant("pursuit", Some(mut held))), Some(fight), _) => {
            let wear = held.take("wear").unwrap_or(Value::List(Vec::new()));
            let pursuit = vec![
                ("engagement", engagement(true, variant("Display", fight))),
                ("form", Value::Variant("hexes", None)),
                ("wear", wear),
            ];
            variant("pursuing", Value::Struct(pursuit))
        }
        (None, Some(fight), _) => fighting(variant("Display", fight)),
        (None, None, Some(battle)) => {
            let begun = Value::Struct(vec![("carried_off", Value::Bool(false))]);
            on_hexes(variant("fighting", begun), battle)
        }
        _ => Value::Variant("map", None),
    }
}

fn engagement(in_campaign: bool, battle: Value<'_>) -> Value<'_> {
    let first = || Value::Variant("First", None);
    let offered = in_campaign.then(|| Box::new(offered(first())));
    let offered = offered.map_or(Value::Nothing, Value::Something);
    Value::Struct(vec![("offered", offered), ("battle", battle)])
}

/// Format 4 knew two forms, and kept which camp was asked. Who attacked, and so was asked first, only the rules can
/// tell: until then whoever is asked stands for him.
fn choosing(asked: Value<'_>) -> Value<'_> {
    Value::Struct(vec![
        ("offered", offered(asked)),
        ("forms", Value::Integer(0b11)),
        ("proposed", Value::Nothing),
    ])
}

/// An offer of which nothing is known yet.
fn offered(attacker: Value<'_>) -> Value<'_> {
    let nobody = || Value::List(Vec::new());
    let power = || Value::Integer(0);
    let lead = Value::Struct(vec![("power", power()), ("kin", Value::Variant("Main", None))]);
    let camp = Value::Struct(vec![("lead", lead), ("ally", Value::Nothing)]);
    let army = Value::Struct(vec![
        ("units", nobody()),
        ("leaders", nobody()),
        ("refuges", Value::Integer(0)),
    ]);
    let offer = Value::Struct(vec![
        ("province", Value::Integer(0)),
        ("camps", Value::List(vec![camp.clone(), camp])),
        ("armies", Value::List(vec![army.clone(), army])),
        ("attacker", attacker),
        ("season", Value::Variant("spring", None)),
        ("number", Value::Integer(0)),
    ]);
    Value::Struct(vec![("offer", offer), ("rules_key", Value::Integer(0))])
}

/// A camp as its one force.
fn sole_force(camp: Value<'_>) -> Value<'_> {
    match camp {
        Value::Variant("First", None) => Value::Integer(0),
        Value::Variant("Second", None) => Value::Integer(1),
        other => other,
    }
}

fn variant<'a>(name: &'static str, held: Value<'a>) -> Value<'a> {
    Value::Variant(name, Some(Box::new(held)))
}

/// What is there of what may be there.
fn something(value: Option<Value<'_>>) -> Option<Value<'_>> {
    match value {
        Some(Value::Something(held)) => Some(*held),
        _ => None,
    }
}
