//! What must hold after every ply.

use crate::command::activation::{Activation, TenureKind};
use crate::command::orders::OrderMode;
use crate::engine::hexes::Hexes;
use crate::engine::state::{Engine, Formation, Readiness, State};
use crate::engine::steps::Step;
use crate::missiles::artillery::{ACTIVE_SHOTS, REACTION_SHOTS};
use crate::model::order_of_battle::{UnitId, UnitSet};
use crate::shock::ShockSegment;
use crate::victory::Over;
use diadem_core::Broken;

/// Checks a state whole.
pub(crate) fn check(rules: &Hexes, state: &State) -> Result<(), Broken> {
    if state.units.len() != rules.battle.units.len()
        || state.leaders.len() != rules.battle.leaders.len()
    {
        return broken("the state has other units or leaders than the battle".into());
    }
    if state.steps.is_empty() || state.ending.is_some() != (state.step() == Step::Over(Over)) {
        return broken(format!("{:?} is under way, the ending {:?}", state.step(), state.ending));
    }
    let mut standing = vec![None; rules.field().len()];
    for unit in rules.units() {
        if state.unit(unit).is_on_map() {
            stands(rules, state, unit, &mut standing)?;
        }
    }
    check_combats(rules, state)?;
    check_rampages(rules, state)?;
    for leader in rules.leaders() {
        let Some(hex) = state.leader(leader).at else { continue };
        let name = &rules.commander(leader).name;
        if !rules.field().contains(hex) {
            return broken(format!("{name} is in {hex}, off the map"));
        }
        let spent = state.leader(leader).spent;
        if spent > rules.charts.figures.leader_ma {
            return broken(format!("{name} has ridden {spent} points in an orders phase"));
        }
        let company = standing[rules.field().index(hex)];
        // 4.6: whoever comes to a leader drives him off or takes him before the next one is activated.
        if state.step() == Step::Activation(Activation)
            && let Some(unit) = company
            && rules.camp(unit) != rules.camp_of(leader)
        {
            return broken(format!("{name} is in {hex} with {}", rules.troops(unit).name));
        }
    }
    command(rules, state)
}

fn broken(text: String) -> Result<(), Broken> {
    Err(Broken(text))
}

/// A unit on the map stands as its counter can.
fn stands(
    rules: &Hexes,
    state: &State,
    unit: UnitId,
    standing: &mut [Option<UnitId>],
) -> Result<(), Broken> {
    let (now, troops) = (state.unit(unit), rules.troops(unit));
    let name = &troops.name;
    let hexes = rules.hexes_of(state, unit);
    for &hex in &hexes {
        if !rules.field().contains(hex) {
            return broken(format!("{name} stands in {hex}, off the map"));
        }
        if rules.field().terrain(hex).is_impassable() {
            return broken(format!("{name} stands in {hex}, where nobody can"));
        }
        let other = standing[rules.field().index(hex)].replace(unit);
        if let Some(other) = other
            && !may_share(rules, state, unit, other)
        {
            let other = &rules.troops(other).name;
            return broken(format!("{name} and {other} stand in {hex} together"));
        }
    }
    match *hexes {
        [_] if !troops.kind.is_two_hex() => {}
        [left, right] if troops.kind.is_two_hex() && left.distance(right) == 1 => {}
        _ => return broken(format!("{name} has not the hexes of its counter: {hexes:?}")),
    }
    match now.formation {
        Formation::LongColumn(_) if !troops.kind.is_two_hex() => {
            return broken(format!("{name}, of one hex, is in a long column"));
        }
        Formation::Column(_) if troops.kind.is_two_hex() => {
            return broken(format!("{name}, of two hexes, is in a short column"));
        }
        Formation::Square if rules.may_use_square(unit).is_err() => {
            return broken(format!("{name} is in square, and may not be"));
        }
        Formation::Charge if rules.may_use_charge(unit).is_err() => {
            return broken(format!("{name} is in charge formation, and may not be"));
        }
        _ => {}
    }
    if troops.kind.is_artillery() {
        let Engine { active, reactions, .. } = now.engine;
        if active > ACTIVE_SHOTS || reactions > REACTION_SHOTS {
            return broken(format!("{name} has fired {active} and {reactions} times"));
        }
    } else if now.engine != Engine::default() {
        return broken(format!("{name} is no engine, but {:?}", now.engine));
    }
    // In shock it is seen later who routs (9.13, 9.18).
    let in_combat = state.combats.iter().any(|combat| combat.all.contains(unit));
    let less = if now.formation.is_column() { rules.charts.figures.column.tq_less } else { 0 };
    let quality = troops.tq.saturating_sub(less).max(1);
    if !now.routed && !in_combat && now.hits >= quality {
        return broken(format!("{name} has {} hits and stands", now.hits));
    }
    if let Some(front) = now.behind
        && (state.unit(front).behind.is_some()
            || rules.placement(state, front) != rules.placement(state, unit))
    {
        return broken(format!("{name} stands behind one that is elsewhere"));
    }
    if now.routed && now.hits > 0 {
        return broken(format!("{name} is routed and has hits"));
    }
    Ok(())
}

/// Combats are stars, nobody is in two of them, and there are none outside the shock segment (9.12).
fn check_combats(rules: &Hexes, state: &State) -> Result<(), Broken> {
    let in_shock = state.is_under_way::<ShockSegment>();
    let is_over = state.ending.is_some();
    if !in_shock && !state.trails.is_empty() && !is_over {
        return Err(Broken("trails are kept outside the shock segment".into()));
    }
    let in_line = |step: &Step| match step {
        Step::Orders(orders) => matches!(orders.mode, OrderMode::Line { .. }),
        Step::QueuedFire(_) => true,
        _ => false,
    };
    if !state.entries.is_empty() && !state.steps.iter().any(in_line) && !is_over {
        return Err(Broken("entries are kept where no line moves".into()));
    }
    if !in_shock && !state.combats.is_empty() && !is_over {
        return Err(Broken("there are combats outside the shock segment".into()));
    }
    let mut seen = UnitSet::NONE;
    for (at, combat) in state.combats.iter().enumerate() {
        // 9.43: a pursuit ends in a combat of its own, while others wait.
        let is_first =
            |step: &Step| matches!(step, Step::Shock(one) if usize::from(one.first) == at);
        if state.steps.iter().any(is_first) {
            seen = UnitSet::NONE;
        }
        let units = combat.units();
        if !seen.and(units).is_empty() {
            return Err(Broken("a unit is in two combats".into()));
        }
        seen = seen.or(units);
        let armies = combat.attackers.iter().map(|unit| rules.camp(unit));
        if armies
            .into_iter()
            .any(|camp| combat.defenders.iter().any(|unit| rules.camp(unit) == camp))
        {
            return Err(Broken("a unit is attacked by a friend".into()));
        }
    }
    Ok(())
}

/// An elephant is routed while it runs wild or waits to, and never otherwise (11.14).
fn check_rampages(rules: &Hexes, state: &State) -> Result<(), Broken> {
    for unit in rules.units().filter(|&unit| rules.troops(unit).kind.is_elephant()) {
        let now = state.unit(unit);
        let is_wild = state
            .steps
            .iter()
            .any(|step| matches!(step, Step::Rampage(rampage) if rampage.unit == unit));
        if now.is_on_map() && now.routed != is_wild && state.ending.is_none() {
            let name = &rules.troops(unit).name;
            return broken(format!("{name} is routed and does not run wild, or the reverse"));
        }
    }
    Ok(())
}

/// Who gives orders may, and orders whom he may.
fn command(rules: &Hexes, state: &State) -> Result<(), Broken> {
    let orders = match state.step() {
        Step::Orders(orders) => orders,
        Step::Move(movement) if !state.unit(movement.unit).ordered => {
            let name = &rules.troops(movement.unit).name;
            return broken(format!("{name} moves without an order"));
        }
        _ => return Ok(()),
    };
    let leader = orders.tenure.leader;
    let (now, name) = (state.leader(leader), &rules.commander(leader).name);
    // A line that was named goes on without him, and so does a contingent.
    let commands = matches!(orders.mode, OrderMode::Individual(_) | OrderMode::NameLine);
    // 5.33: the die roll of doom may give orders to one who is finished.
    let may_be_finished = orders.tenure.kind == TenureKind::Reactivated;
    if commands && now.readiness == Readiness::Finished && !may_be_finished {
        return broken(format!("{name} is finished and gives orders"));
    }
    if commands && now.at.is_none() {
        return broken(format!("{name} is gone and gives orders"));
    }
    let own = &rules.list(rules.camp_of(leader)).units;
    match orders.mode {
        OrderMode::Line { units, .. } => {
            match units.iter().find(|&unit| !own.contains(unit) || state.unit(unit).ordered) {
                Some(unit) => {
                    let unit = &rules.troops(unit).name;
                    broken(format!("{name} has {unit} in his line, ordered or not his"))
                }
                None => Ok(()),
            }
        }
        OrderMode::Individual(_) | OrderMode::NameLine => Ok(()),
    }
}

/// Units share a hex only while one of them passes through: then it is on the move.
fn may_share(rules: &Hexes, state: &State, one: UnitId, other: UnitId) -> bool {
    let passes = |unit| {
        state.steps.iter().any(|step| match step {
            Step::Move(movement) => movement.unit == unit,
            Step::Rout(rout) => rout.unit == unit,
            Step::Rampage(rampage) => rampage.unit == unit,
            Step::Withdraw(withdrawal) => withdrawal.unit == unit,
            _ => false,
        })
    };
    // 11.7: or they stand at double depth.
    let is_behind = |one, other| {
        state.unit(one).behind == Some(other)
            && rules.placement(state, one) == rules.placement(state, other)
    };
    let in_depth = is_behind(one, other) || is_behind(other, one);
    // A king may be killed while somebody passes, and that ends it (9.24).
    let is_over = state.ending.is_some();
    let may = is_over || passes(one) || passes(other) || in_depth;
    rules.camp(one) == rules.camp(other) && may
}
