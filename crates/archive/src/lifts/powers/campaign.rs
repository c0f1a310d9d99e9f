//! What changes on the map: sides become powers and camps, and what was under way lies on the stack of steps instead of
//! beside it. Whom leaders serve, and whose a march is, only the rules can tell: they complete it.

use crate::value::Value;

/// As many powers as a campaign can have.
const POWERS: usize = 16;

/// A side as a power.
pub(super) fn power(side: &mut Value<'_>) {
    match side {
        Value::Variant("Macedonian", None) => *side = Value::Integer(0),
        Value::Variant("Persian", None) => *side = Value::Integer(1),
        _ => {}
    }
}

/// A side as a camp of a combat.
fn camp(side: &mut Value<'_>) {
    match side {
        Value::Variant(name @ "Macedonian", None) => *name = "First",
        Value::Variant(name @ "Persian", None) => *name = "Second",
        _ => {}
    }
}

/// A force as one of a power and a kin.
pub(super) fn force(force: &mut Value<'_>) {
    let Value::Variant(name, held) = force else { return };
    let (power, kin) = match *name {
        "Macedonian" => (0, "Main"),
        "Persian" => (1, "Main"),
        "Indian" => (1, "Indian"),
        "Band" => (1, "Band"),
        _ => return,
    };
    let kin = Value::Variant(kin, held.take());
    *force = Value::Struct(vec![("power", Value::Integer(power)), ("kin", kin)]);
}

/// Whose something is, or nobody's.
fn owner(side: &mut Value<'_>) {
    power(side);
    *side = match std::mem::replace(side, Value::Nothing) {
        Value::Variant("Independent", None) => Value::Nothing,
        side => Value::Something(Box::new(side)),
    };
}

/// A field under another name, changed.
fn renamed<'a>(value: &mut Value<'a>, from: &str, to: &'a str, change: fn(&mut Value<'a>)) {
    if let Some(mut held) = value.take(from) {
        change(&mut held);
        value.put(to, held);
    }
}

/// Does something with every element of a list under a name.
fn each<'a>(value: &mut Value<'a>, name: &str, change: impl FnMut(&mut Value<'a>)) {
    if let Some(Value::List(list)) = value.field_mut(name) {
        list.iter_mut().for_each(change);
    }
}

/// The state of a campaign.
pub(super) fn state(map: &mut Value<'_>) {
    each(map, "units", |unit| renamed(unit, "side", "power", power));
    each(map, "leaders", |leader| leader.put("power", Value::Integer(0)));
    each(map, "control", owner);
    each(map, "cities", |city| {
        let is_walled = !matches!(city.field("walls"), Some(Value::Integer(0)));
        if let Some(side) = city.field_mut("owner") {
            owner(side);
            if !is_walled {
                *side = Value::Nothing;
            }
        }
    });
    if let Some(Value::List(due)) = map.field_mut("points").and_then(|it| it.field_mut("due")) {
        due.resize(POWERS, Value::Integer(0));
    }
    each(map, "shipments", |one| renamed(one, "side", "power", power));
    each(map, "settled", |one| {
        if let Value::List(words) = one {
            words.iter_mut().skip(1).for_each(force);
        }
    });
    each(map, "laid", |one| renamed(one, "force", "force", force));
    if let Some(bereft) = map.field_mut("bereft")
        && let Value::List(sides) = bereft
    {
        let bits = sides
            .iter()
            .rev()
            .fold(0, |bits, side| 2 * bits + i128::from(matches!(side, Value::Bool(true))));
        *bereft = Value::Integer(bits);
    }
    if let Some(Value::Something(ended)) =
        map.field_mut("history").and_then(|it| it.field_mut("ended"))
        && let Value::Variant("Conceded", Some(side)) = &mut **ended
    {
        power(side);
    }
    let mut under_way = UnderWay::taken_from(map);
    let has_fought =
        matches!(map.field("settled"), Some(Value::List(fought)) if !fought.is_empty());
    if let Some(Value::List(steps)) = map.field_mut("steps") {
        combats(steps, has_fought);
        for step in steps {
            under_way.step(step);
        }
    }
}

/// Whoever says which combat is next was Macedon, once combats had begun: when they are asked for, one is under way, or
/// the fallen of one are replaced.
fn combats(steps: &mut [Value<'_>], has_fought: bool) {
    let Some(at) = steps.iter().position(|one| *one == Value::Variant("Combats", None)) else {
        return;
    };
    let begun = match steps.get(at + 1) {
        None | Some(Value::Variant("CombatEnds", _)) => true,
        Some(Value::Variant("Officer" | "Successor", _)) => has_fought,
        Some(_) => false,
    };
    let asked = if begun { Value::Something(Box::new(Value::Integer(0))) } else { Value::Nothing };
    steps[at] = Value::Variant("Combats", Some(Box::new(Value::Struct(vec![("asked", asked)]))));
}

/// What lay beside the steps.
struct UnderWay<'a> {
    march: Option<Value<'a>>,
    combat: Option<Value<'a>>,
    siege: Option<Value<'a>>,
    losses: std::vec::IntoIter<Value<'a>>,
}

impl<'a> UnderWay<'a> {
    fn taken_from(map: &mut Value<'a>) -> UnderWay<'a> {
        let losses = match map.take("losses") {
            Some(Value::List(losses)) => losses,
            _ => Vec::new(),
        };
        let mut taken = |name| match map.take(name) {
            Some(Value::Something(held)) => Some(*held),
            _ => None,
        };
        let (march, combat, siege) = (taken("march"), taken("combat"), taken("siege"));
        UnderWay { march, combat, siege, losses: losses.into_iter() }
    }

    /// Every step holds a type of its own; the frames of a march, a combat, a siege and a loss hold what lay beside them.
    fn step(&mut self, step: &mut Value<'a>) {
        let Value::Variant(name, held) = step else { return };
        match (*name, held.as_deref_mut()) {
            ("Gather" | "Press", None) => *held = self.march.take().map(march).map(Box::new),
            ("CombatEnds", None) => {
                *name = "Combat";
                *held = self.combat.take().map(combat).map(Box::new);
            }
            ("SiegeEnds", None) => {
                *name = "Siege";
                *held = self.siege.take().map(siege).map(Box::new);
            }
            ("Lose", None) => {
                *held = self.losses.next().map(|mut loss| {
                    renamed(&mut loss, "side", "power", power);
                    Box::new(loss)
                });
            }
            (_, None) => *held = Some(Box::new(Value::Unit)),
            ("EvadeTactical", Some(side)) => camp(side),
            ("FeedArmy", Some(words)) => fields(words, ["power", "army"]),
            ("Officer", Some(words)) => fields(words, ["power", "comrades"]),
            ("Attrition", Some(after)) => {
                if let Value::Something(last) = after
                    && let Value::List(words) = &mut **last
                {
                    words.iter_mut().skip(1).for_each(force);
                }
                let after = std::mem::replace(after, Value::Unit);
                *held = Some(Box::new(Value::Struct(vec![("after", after)])));
            }
            ("Combats", Some(_)) => {}
            (_, Some(side)) => power(side),
        }
    }
}

/// A pair of a side and something else as a struct.
fn fields<'a>(words: &mut Value<'a>, names: [&'a str; 2]) {
    if let Value::List(list) = words {
        list.iter_mut().take(1).for_each(power);
        *words = Value::Struct(names.into_iter().zip(std::mem::take(list)).collect());
    }
}

fn march(mut march: Value<'_>) -> Value<'_> {
    march.put("power", Value::Integer(0));
    march
}

fn combat(mut combat: Value<'_>) -> Value<'_> {
    let mut own = Value::Variant("Macedonian", None);
    let mut enemy = combat.take("enemy").unwrap_or(Value::Unit);
    let camps = [&mut own, &mut enemy].map(|lead| {
        force(lead);
        let lead = std::mem::replace(lead, Value::Unit);
        Value::Struct(vec![("lead", lead), ("ally", Value::Nothing)])
    });
    combat.put("camps", Value::List(camps.into()));
    for name in ["attacker", "leaving"] {
        if let Some(side) = combat.field_mut(name) {
            camp(side);
        }
    }
    combat
}

fn siege(mut siege: Value<'_>) -> Value<'_> {
    renamed(&mut siege, "side", "besieger", power);
    let defender = match siege.field("besieger") {
        Some(Value::Integer(0)) => 1,
        _ => 0,
    };
    siege.put("defender", Value::Integer(defender));
    siege
}

/// A battle of the campaign on hexes: who chooses its form, and who draws up.
pub(super) fn encounter(encounter: &mut Value<'_>) {
    let Some(Value::Variant(name, Some(held))) = encounter.field_mut("stage") else { return };
    match *name {
        "choice" => camp(held),
        "drawing" => renamed(held, "side", "camp", camp),
        _ => {}
    }
}
