//! What must hold after every ply.

use crate::hexes::Hexes;
use crate::state::{Formation, Place, State};
use diadem_core::Broken;

/// Checks a state whole.
pub(crate) fn check(rules: &Hexes, state: &State) -> Result<(), Broken> {
    let broken = |text: String| Err(Broken(text));
    if state.units.len() != rules.battle.units.len()
        || state.leaders.len() != rules.battle.leaders.len()
    {
        return broken("the state has other units or leaders than the battle".into());
    }
    let mut standing = vec![None; rules.field().len()];
    for unit in rules.units() {
        let (now, troops) = (state.unit(unit), rules.troops(unit));
        let name = &troops.name;
        if !matches!(now.place, Place::On(_)) {
            continue;
        }
        for hex in rules.hexes_of(state, unit) {
            if !rules.field().contains(hex) {
                return broken(format!("{name} stands in {hex}, off the map"));
            }
            let other = standing[rules.field().index(hex)].replace(unit);
            if let Some(other) = other
                && !may_share(rules, state, unit, other)
            {
                let other = &rules.troops(other).name;
                return broken(format!("{name} and {other} stand in {hex} together"));
            }
        }
        if rules.hexes_of(state, unit).len() != 1 + usize::from(troops.kind.is_two_hex()) {
            return broken(format!("{name} has not as many hexes as its counter"));
        }
        match now.formation {
            Formation::LongColumn(_) if !troops.kind.is_two_hex() => {
                return broken(format!("{name}, of one hex, is in a long column"));
            }
            Formation::Column(_) if troops.kind.is_two_hex() => {
                return broken(format!("{name}, of two hexes, is in a short column"));
            }
            _ => {}
        }
        // In shock it is seen later who routs (9.13, 9.18).
        let in_combat = state.combats.iter().any(|combat| combat.all.contains(unit));
        if !now.routed && !in_combat && now.hits >= troops.tq {
            return broken(format!("{name} has {} hits and stands", now.hits));
        }
        if now.routed && now.hits > 0 {
            return broken(format!("{name} is routed and has hits"));
        }
    }
    check_combats(rules, state)?;
    for leader in rules.leaders() {
        if let Some(hex) = state.leader(leader).at
            && !rules.field().contains(hex)
        {
            return broken(format!("{} is in {hex}, off the map", rules.commander(leader).name));
        }
    }
    Ok(())
}

/// Combats are stars, nobody is in two of them, and there are none outside the shock segment (9.12).
fn check_combats(rules: &Hexes, state: &State) -> Result<(), Broken> {
    let in_shock = state.steps.iter().any(|step| matches!(step, crate::steps::Step::Shock(_)));
    if !in_shock && !state.combats.is_empty() && state.ending.is_none() {
        return Err(Broken("there are combats outside the shock segment".into()));
    }
    let mut seen = crate::order_of_battle::UnitSet::NONE;
    for combat in &state.combats {
        let units = combat.units();
        if !seen.intersection(&units).is_empty() {
            return Err(Broken("a unit is in two combats".into()));
        }
        seen = seen.union(&units);
        if combat.attackers.len() > 1 && combat.defenders.len() > 1 {
            return Err(Broken("a combat has several on both sides".into()));
        }
        let armies = combat.attackers.iter().map(|unit| rules.army(unit));
        if armies
            .into_iter()
            .any(|army| combat.defenders.iter().any(|unit| rules.army(unit) == army))
        {
            return Err(Broken("a unit is attacked by a friend".into()));
        }
    }
    Ok(())
}

/// Units share a hex only while one of them passes through: then it is on the move.
fn may_share(
    rules: &Hexes,
    state: &State,
    one: crate::order_of_battle::UnitId,
    other: crate::order_of_battle::UnitId,
) -> bool {
    use crate::steps::Step;
    let passes = |unit| {
        state.steps.iter().any(|step| match step {
            Step::Move(movement) => movement.unit == unit,
            Step::Rout(rout) => rout.unit == unit,
            Step::Withdraw(withdrawal) => withdrawal.unit == unit,
            _ => false,
        })
    };
    rules.army(one) == rules.army(other) && (passes(one) || passes(other))
}
