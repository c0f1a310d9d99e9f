//! Who is in command as a case begins, and which orders he has.

use super::Lookup;
use crate::command::activation::{Tenure, TenureKind};
use crate::command::orders::{OrderMode, Orders};
use crate::engine::steps::Step;
use diadem_cases::Finding;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum TenureToml {
    Name(String),
    More(TenureTableToml),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TenureTableToml {
    leader: String,
    kind: Option<TenureKind>,
    nth: Option<u8>,
    #[serde(default)]
    line_before: bool,
    #[serde(default)]
    through_overall: bool,
    #[serde(default)]
    must_act: bool,
    #[serde(default)]
    fought: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum OrdersToml {
    Name(String),
    More(Box<OrdersTableToml>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OrdersTableToml {
    leader: String,
    left: Option<u8>,
    kind: Option<TenureKind>,
    nth: Option<u8>,
    #[serde(default)]
    line_before: bool,
    #[serde(default)]
    through_overall: bool,
    #[serde(default)]
    must_act: bool,
    #[serde(default)]
    fought: bool,
    #[serde(default)]
    name_line: bool,
    line: Option<Vec<String>>,
    contingent: Option<String>,
    units: Option<Vec<String>>,
    moves: Option<bool>,
}

/// The tenure of a leader.
pub(super) fn tenure(lookup: &Lookup<'_, '_>, read: &TenureTableToml) -> Result<Tenure, Finding> {
    let nth = read.nth.unwrap_or(1);
    let usual = if nth > 1 { TenureKind::Momentum } else { TenureKind::Initial };
    Ok(Tenure {
        leader: lookup.leader(&read.leader)?,
        kind: read.kind.unwrap_or(usual),
        nth,
        line_before: read.line_before,
        through_overall: read.through_overall,
        must_act: read.must_act,
        fought: read.fought,
    })
}

impl TenureToml {
    pub(super) fn table(&self) -> TenureTableToml {
        match self {
            TenureToml::Name(leader) => TenureTableToml::named(leader),
            TenureToml::More(more) => TenureTableToml { leader: more.leader.clone(), ..*more },
        }
    }
}

impl TenureTableToml {
    fn named(leader: &str) -> TenureTableToml {
        TenureTableToml {
            leader: leader.to_owned(),
            kind: None,
            nth: None,
            line_before: false,
            through_overall: false,
            must_act: false,
            fought: false,
        }
    }
}

/// The steps of somebody who gives orders.
pub(super) fn orders(lookup: &Lookup<'_, '_>, read: &OrdersToml) -> Result<Vec<Step>, Finding> {
    let more = match read {
        OrdersToml::Name(leader) => {
            let tenure = tenure(lookup, &TenureTableToml::named(leader))?;
            return Ok(vec![Step::Orders(individual(lookup, tenure, None))]);
        }
        OrdersToml::More(more) => more,
    };
    let tenure = tenure(
        lookup,
        &TenureTableToml {
            leader: more.leader.clone(),
            kind: more.kind,
            nth: more.nth,
            line_before: more.line_before,
            through_overall: more.through_overall,
            must_act: more.must_act,
            fought: more.fought,
        },
    )?;
    let mut orders = individual(lookup, tenure, more.left);
    let moves = more.moves.unwrap_or(true);
    if let Some(name) = &more.contingent {
        // 5.65: his superior's orders wait below his.
        orders.mode = OrderMode::Individual(more.left.unwrap_or(0));
        let leader = lookup.leader(name)?;
        let mode = match &more.units {
            _ if more.name_line => OrderMode::NameLine,
            Some(names) => OrderMode::Line { units: lookup.units(names)?, moves },
            None => OrderMode::Line { units: lookup.game.commander(leader).commands.units, moves },
        };
        let tenure = Tenure { leader, must_act: false, ..tenure };
        let his = Orders { tenure, mode };
        return Ok(vec![Step::Orders(orders), Step::Orders(his)]);
    }
    if more.name_line {
        orders.mode = OrderMode::NameLine;
    }
    if let Some(line) = &more.line {
        orders.mode = OrderMode::Line { units: lookup.units(line)?, moves };
    }
    Ok(vec![Step::Orders(orders)])
}

/// As many individual orders as the leader has initiative, unless the case says.
fn individual(lookup: &Lookup<'_, '_>, tenure: Tenure, left: Option<u8>) -> Orders {
    let printed = lookup.game.commander(tenure.leader).initiative.unwrap_or(1);
    Orders { tenure, mode: OrderMode::Individual(left.unwrap_or(printed)) }
}
