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
        if !now.routed && now.hits >= troops.tq {
            return broken(format!("{name} has {} hits and stands", now.hits));
        }
        if now.routed && now.hits > 0 {
            return broken(format!("{name} is routed and has hits"));
        }
    }
    for leader in rules.leaders() {
        if let Some(hex) = state.leader(leader).at
            && !rules.field().contains(hex)
        {
            return broken(format!("{} is in {hex}, off the map", rules.commander(leader).name));
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
