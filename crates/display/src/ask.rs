//! Pure questions about a battle, answered by the code that listing and applying use.

use crate::combat::{Bout, Clash, Role};
use crate::engine::display::Display;
use crate::engine::position::Position;
use crate::engine::state::State;
use crate::leaders::{Leading, Part};
use crate::missiles::MISSILES;
use crate::model::army::UnitId;
use crate::model::boxes::BoxId;
use crate::model::charts::{Column, CombatResult};
use crate::model::sets::BoxSet;
use crate::resolution::Reckoning;
use diadem_core::{Modifier, Rule};

/// How an attack of one unit on another would go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Prospect {
    /// A duel by odds (10.11), with the chance in sixths of each result, worst for the attacker first.
    Duel(Reckoning, [u8; 5]),
    /// A shot (10.13).
    Shot(ShotProspect),
}

/// How a shot would go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShotProspect {
    /// The highest roll that hits, after modifiers.
    pub strength: u8,
    /// What is added to the roll.
    pub modifier: Option<Modifier>,
    /// The chance of a hit, in sixths.
    pub hits: u8,
    /// The rule it is made by.
    pub rule: Rule,
}

/// One position, worked out once for many questions about duels.
pub struct Outlook<'a>(Position<'a>);

impl Outlook<'_> {
    /// How an attack of `attacker` on `defender` would go now. Where a box has several leaders, those
    /// stacked with the two units take part if they may.
    pub fn prospect(&self, attacker: UnitId, defender: UnitId) -> Prospect {
        let Outlook(position) = self;
        if position.rules.classes.shooting.contains(attacker) {
            return Prospect::Shot(self.shot(attacker, defender, MISSILES));
        }
        let part = |unit| match position.leading(unit) {
            Leading::Nobody => Some(Part::StandsBack),
            Leading::He | Leading::Open => Some(Part::Fights),
        };
        let engaged = position.state.unit(attacker).engaged == Some(defender);
        let led = [part(attacker), part(defender)];
        let reckoning = position.reckon(Clash { attacker, defender, engaged, led });
        Prospect::Duel(reckoning, position.rules.chances(reckoning.column))
    }

    fn shot(&self, by: UnitId, at: UnitId, rule: Rule) -> ShotProspect {
        let Outlook(position) = self;
        let strength = position.missile_strength(by);
        let heavy = position.rules.unit(at).kind.is_heavy();
        let added = if heavy { position.rules.charts.heavy_target } else { 0 };
        let modifier = (added != 0).then_some(Modifier { amount: added, rule: MISSILES });
        let hits =
            (1..=6).filter(|roll| roll + i32::from(added) <= i32::from(strength)).count() as u8;
        ShotProspect { strength, modifier, hits, rule }
    }
}

impl Display {
    /// A position, to ask how several duels would go.
    pub fn outlook<'a>(&'a self, state: &'a State) -> Outlook<'a> {
        Outlook(Position::of(self, state))
    }

    /// How one attack would go now ([`Outlook::prospect`]).
    pub fn prospect(&self, state: &State, attacker: UnitId, defender: UnitId) -> Prospect {
        self.outlook(state).prospect(attacker, defender)
    }

    /// How a shot of `by` at `at` would go, as an attack or in defense.
    pub fn shot_prospect(&self, state: &State, by: UnitId, at: UnitId, rule: Rule) -> ShotProspect {
        self.outlook(state).shot(by, at, rule)
    }

    /// The chance in sixths of each result in a column, worst for the attacker first.
    pub fn chances(&self, column: Column) -> [u8; 5] {
        CombatResult::ALL.map(|wanted| {
            (1..=6).filter(|&roll| self.charts.result(column, roll) == wanted).count() as u8
        })
    }

    /// The boxes that the active side may attack from a box, in its combat phase.
    pub fn targets(&self, state: &State, from: BoxId) -> BoxSet {
        let position = Position::of(self, state);
        self.board()
            .links(from)
            .iter()
            .filter(|&to| position.may_attack(from, to).is_ok())
            .collect()
    }

    /// Who may meet whom next, if the active side attacks one box from another.
    pub fn pairings(&self, state: &State, bout: Bout) -> Vec<(UnitId, UnitId)> {
        let mut pairs = Vec::new();
        Position::of(self, state)
            .each_duel(bout, |attacker, defender| pairs.push((attacker, defender)));
        pairs
    }

    /// Which leader takes part for the unit at one end of a duel, if it is settled.
    pub fn leads(&self, state: &State, clash: Clash, role: Role) -> Option<Part> {
        clash.led[role as usize].or(match Position::of(self, state).leading(clash.unit(role)) {
            Leading::Nobody => Some(Part::StandsBack),
            Leading::He => Some(Part::Fights),
            Leading::Open => None,
        })
    }
}
