//! What the other side may do about a way before it is gone: who may withdraw, turn or fire, step by step, by the
//! tests that open its windows.

use crate::ask::outlook::{Outlook, stand};
use crate::engine::action::Answer;
use crate::engine::hexes::Hexes;
use crate::engine::state::{Placement, State};
use crate::engine::steps::Step;
use crate::model::hex::Hex;
use crate::model::order_of_battle::{UnitId, UnitSet};
use crate::movement::answers::{AnswerStage, Answers};
use crate::movement::departure::{Departure, DepartureStage};
use crate::movement::moving::Go;
use diadem_core::Game;

/// An answer that the enemy may give to a step of a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Foreseen {
    /// Who may answer.
    pub unit: UnitId,
    /// How.
    pub answer: Answer,
    /// The hex to which the step leads.
    pub hex: Hex,
}

/// The line along which a unit would fire at another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineOfFire {
    /// From here.
    pub from: Hex,
    /// To there.
    pub to: Hex,
    /// The first hex that blocks it, if one does (8.14).
    pub blocked: Option<Hex>,
}

impl Hexes {
    /// What the other side may do about each step of a way that the moving unit can go, as far as its player
    /// can know, and if nobody has done anything until then; everybody once for each kind of answer.
    pub fn foreseen(&self, state: &State, outlook: &Outlook, end: usize) -> Vec<Foreseen> {
        let Step::Move(movement) = state.step() else { return Vec::new() };
        let unit = movement.unit;
        let mut search = Foresight {
            rules: self,
            state: self.view(state, self.seat_of(unit)),
            unit,
            found: Vec::new(),
        };
        for (nth, (before, go, after)) in steps(outlook, end).into_iter().enumerate() {
            search.step(before, go, after, nth == 0);
        }
        search.found
    }

    /// The line along which a unit would fire at another that is near enough: the clear one, if there are
    /// several.
    pub fn line_of_fire(&self, state: &State, firer: UnitId, target: UnitId) -> Option<LineOfFire> {
        let arm = self.arm(firer)?;
        self.ask(state, |position| {
            let sight = position.sight_of(arm);
            let targets = position.hexes(target);
            let hexes = position.hexes(firer);
            let pairs = hexes.iter().flat_map(|&from| targets.iter().map(move |&to| (from, to)));
            let near =
                pairs.filter(|&(from, to)| from.distance(to) <= position.reach(arm, from, to));
            let lines = near.map(|(from, to)| LineOfFire {
                from,
                to,
                blocked: position.obstruction(from, to, sight),
            });
            lines.min_by_key(|line| (line.blocked.is_some(), line.from.distance(line.to)))
        })
    }
}

/// The steps that lead to an arrival: how the unit stands before and after each.
fn steps(outlook: &Outlook, end: usize) -> Vec<(Placement, Go, Placement)> {
    let mut steps = Vec::new();
    let mut at = outlook.arrivals.get(end);
    while let Some(arrival) = at {
        let Some((before, go)) = arrival.from else { break };
        at = outlook.arrivals.get(before);
        steps.extend(at.map(|before| (before.placement, go, arrival.placement)));
    }
    steps.reverse();
    steps
}

/// The search along a way.
struct Foresight<'a> {
    rules: &'a Hexes,
    /// The position with the unit wherever the search has it.
    state: State,
    unit: UnitId,
    found: Vec<Foreseen>,
}

impl Foresight<'_> {
    /// The answers to one step.
    fn step(&mut self, before: Placement, go: Go, after: Placement, is_first: bool) {
        let (rules, mover) = (self.rules, self.unit);
        let there = rules.hexes_standing(mover, after);
        if there == rules.hexes_standing(mover, before) {
            // Nobody answers a turn in place.
            return;
        }
        let hex = rules.entered(mover, before, after);
        stand(&mut self.state, mover, before);
        let (withdrawing, leaving) = rules.ask(&self.state, |position| {
            let stage = DepartureStage::Withdrawal;
            let departure = Departure { mover, go, stage, waiting: UnitSet::NONE, leaders: 0 };
            let withdrawing =
                if is_first { position.withdrawing_at_start(departure) } else { UnitSet::NONE };
            let leaving = if position.is_in_zone(mover) {
                position.fired_on_leaving(mover, &there)
            } else {
                UnitSet::NONE
            };
            (withdrawing, leaving)
        });
        self.add(withdrawing, Answer::Withdraw, hex);
        self.add(leaving, Answer::RetireFire, hex);
        stand(&mut self.state, mover, after);
        let answers = |stage| Answers::to(mover, before, stage..=AnswerStage::EntryFire);
        let (withdrawing, turning, firing) = rules.ask(&self.state, |position| {
            (
                position.units_that_may(&answers(AnswerStage::Withdrawal)),
                position.units_that_may(&answers(AnswerStage::Facing)),
                position.fired_up(&answers(AnswerStage::EntryFire)),
            )
        });
        self.add(withdrawing, Answer::Withdraw, hex);
        self.add(turning, Answer::Turn, hex);
        self.add(firing, Answer::EntryFire, hex);
    }

    fn add(&mut self, units: UnitSet, answer: Answer, hex: Hex) {
        for unit in units.iter() {
            if !self.found.iter().any(|known| (known.unit, known.answer) == (unit, answer)) {
                self.found.push(Foreseen { unit, answer, hex });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::hexes::Switches;
    use crate::fixtures::under_orders::{fixture, hex, troops};
    use crate::model::hex::Vertex;
    use crate::model::types::Kind;
    use diadem_core::Camp::{First, Second};

    #[test]
    fn gba_6_71_who_may_withdraw_before_a_way_is_known_before_it_is_gone() {
        let units = [
            troops(First, Kind::HeavyInfantry, "0810", Vertex::East),
            troops(Second, Kind::LightCavalry, "1210", Vertex::West),
        ];
        let mut fixture =
            fixture(&units, &[(First, "0410"), (Second, "1810")], Switches::default());
        fixture.order(0, false);
        let (rules, state) = (&fixture.rules, &fixture.state);
        let outlook = rules.outlook(state);
        let arrival = |to: Hex| {
            outlook.arrivals.iter().position(|arrival| arrival.placement.hex == to).unwrap()
        };
        assert_eq!(rules.foreseen(state, &outlook, arrival(hex("0910"))), []);
        let foreseen = rules.foreseen(state, &outlook, arrival(hex("1010")));
        let answer = Answer::Withdraw;
        assert_eq!(foreseen, [Foreseen { unit: UnitId::new(1), answer, hex: hex("1010") }]);
    }
}
