//! What a player wants to know before he commits himself: where a moving unit can come to and what that
//! costs, where a single step leads, how far a leader's word carries. Nothing here changes anything, and
//! everything is found by the tests that listing and moving use.

use crate::command::line_command::Line;
use crate::engine::action::Action;
use crate::engine::board::Board;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::state::{Place, Placement, State};
use crate::engine::steps::Step;
use crate::model::charts::CohesionCause;
use crate::model::hex::{Hex, Hexside};
use crate::model::order_of_battle::{LeaderId, UnitId, UnitSet};
use crate::movement::moving::{Go, Movement};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Somewhere a moving unit can come to, if nobody answers on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// How it stands there.
    pub placement: Placement,
    /// Movement points it has spent by then, those before included.
    pub spent: u8,
    /// Hits that the way is certain to cost.
    pub hits: u8,
    /// Hits that it is certain to cost friends whom it leads through (6.95); for one that has routed, and
    /// would be gone, as many as its quality.
    pub friends: u8,
    /// Whether it may end its move there.
    pub may_stop: bool,
    /// The arrival before this one, by its place in the list, and the step between them.
    pub from: Option<(usize, Go)>,
}

impl Arrival {
    /// What the way costs, to compare it with others: points first, then hits, whoever takes them.
    pub const fn cost(&self) -> (u8, u8) {
        (self.spent, self.hits.saturating_add(self.friends))
    }
}

/// Everywhere a moving unit can come to, the cheapest way each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outlook {
    /// Each place once, in the order of what it costs; the first is where the unit stands.
    pub arrivals: Vec<Arrival>,
}

impl Outlook {
    /// The steps that lead to an arrival.
    pub fn path(&self, arrival: usize) -> Vec<Go> {
        let mut path = Vec::new();
        let mut at = arrival;
        while let Some((before, go)) = self.arrivals.get(at).and_then(|arrival| arrival.from) {
            path.push(go);
            at = before;
        }
        path.reverse();
        path
    }
}

/// A way that the search has found so far.
struct Way {
    arrival: Arrival,
    movement: Movement,
    is_settled: bool,
}

impl Hexes {
    /// Everywhere the unit that is moving now can come to; nothing when none is.
    pub fn outlook(&self, state: &State) -> Outlook {
        self.outlook_by(state, |_| true, &|_| true)
    }

    /// The same in the formation it has: nothing that comes by changing it.
    pub fn outlook_in_formation(&self, state: &State) -> Outlook {
        self.outlook_within(state, &|_| true)
    }

    /// The same in the formation it has, and through wanted hexes alone.
    pub fn outlook_within(&self, state: &State, is_wanted: &dyn Fn(Hex) -> bool) -> Outlook {
        let keeps_formation = |go| !matches!(go, Go::Form(_) | Go::Deploy(_) | Go::Double(_));
        self.outlook_by(state, keeps_formation, is_wanted)
    }

    fn outlook_by(
        &self,
        state: &State,
        is_considered: fn(Go) -> bool,
        is_wanted: &dyn Fn(Hex) -> bool,
    ) -> Outlook {
        let Step::Move(movement) = state.step() else { return Outlook::default() };
        let Some(placement) = self.placement(state, movement.unit) else {
            return Outlook::default();
        };
        let by_hex = vec![Vec::new(); self.field().len()];
        let (state, board) = (state.clone(), Board::of(self, state));
        let mut search = Search {
            rules: self,
            state,
            board,
            is_considered,
            is_wanted,
            ways: Vec::new(),
            by_hex,
        };
        search.run(movement, placement);
        search.outlook()
    }

    /// The movement points that the moving unit has spent, and those it has; nothing when none moves.
    pub fn points(&self, state: &State) -> Option<(u8, u8)> {
        let Step::Move(movement) = state.step() else { return None };
        Some((movement.spent, self.ask(state, |position| position.allowance(&movement))))
    }

    /// How the unit that is asked about would stand after a step, if it may make it.
    pub fn placement_after(&self, state: &State, go: Go) -> Option<Placement> {
        self.ask(state, |position| match state.step() {
            Step::Move(movement) => position.plan(&movement, go).ok().map(|plan| plan.placement),
            Step::Advance(advance) => {
                let ways = position.steps_of_advance(advance);
                ways.into_iter().find(|way| way.0 == go).map(|way| way.1.placement)
            }
            _ => None,
        })
    }

    /// The hex that an answer leads to, for one that leads somewhere.
    pub fn hex_of(&self, state: &State, action: Action) -> Option<Hex> {
        let unit = |unit: UnitId| state.unit(unit).hex();
        let leader = |leader: LeaderId| state.leader(leader).at;
        match (action, state.step()) {
            (Action::Go(go), _) => self.placement_after(state, go).map(|placement| placement.hex),
            (Action::RideTo(side), Step::Ride(ride)) => leader(ride.leader)?.beyond(side),
            (Action::Back(side), Step::Withdraw(back)) => unit(back.unit)?.beyond(side),
            (Action::Back(side), Step::Rout(rout)) => unit(rout.unit)?.beyond(side),
            (Action::Back(side), Step::LeaderWithdraw(back)) => leader(back.leader)?.beyond(side),
            (Action::ComeUp(hex) | Action::FireAtHex(hex), _) => Some(hex),
            _ => None,
        }
    }

    /// The hexes that a leader's word reaches within his command range (4.21).
    pub fn commanded(&self, state: &State, leader: LeaderId) -> Vec<Hex> {
        self.ask(state, |position| {
            position.with_paths(leader, position.range(leader), |reaches| {
                self.field().hexes().filter(|&hex| reaches(hex)).collect()
            })
        })
    }

    /// Where a leader's word ends before its range does, hex by side: at an enemy, at his zone of control, at ground
    /// that no leader crosses (4.21).
    pub fn obstructions(&self, state: &State, leader: LeaderId) -> Vec<(Hex, Hexside)> {
        self.ask(state, |position| {
            let range = position.range(leader);
            position.with_paths(leader, range, |reaches| {
                position.with_paths(leader, range.saturating_sub(1), |goes_on_from| {
                    let is_cut = |&(hex, side): &(Hex, Hexside)| {
                        self.field().beyond(hex, side).is_some_and(|there| !reaches(there))
                    };
                    let hexes = self.field().hexes().filter(|&hex| goes_on_from(hex));
                    let sides = hexes.flat_map(|hex| Hexside::ALL.map(|side| (hex, side)));
                    sides.filter(is_cut).collect()
                })
            })
        })
    }

    /// The units of the line that an answer names (4.33); none for any other answer.
    pub fn line_of(&self, state: &State, action: Action) -> UnitSet {
        let (Step::Orders(orders), Action::NameLine { unit, shape, .. }) = (state.step(), action)
        else {
            return UnitSet::NONE;
        };
        self.ask(state, |position| {
            let is_named = |line: &Line| line.first == unit && line.shape == shape;
            position
                .find_line(orders.tenure.leader, is_named)
                .map_or(UnitSet::NONE, |line| line.units)
        })
    }

    /// The enemies that a unit could attack by shock from where it stands (7.33).
    pub fn targets_of(&self, state: &State, unit: UnitId) -> UnitSet {
        self.ask(state, |position| position.targets(unit).collect())
    }

    /// How many hits an order to recover would take off a unit now; none where it may not (10.16).
    pub fn recovery(&self, state: &State, unit: UnitId) -> u8 {
        self.ask(state, |position| position.may_recover(unit).unwrap_or(0))
    }

    /// In how many of ten throws a roll that an answer calls for succeeds; nothing when it calls for none.
    pub fn chance(&self, state: &State, action: Action) -> Option<u8> {
        let at_most = |leader: LeaderId, most: u8| {
            let (initiative, _) = self.ratings(state, leader);
            (0..=most).filter(|&raw| raw <= initiative.unwrap_or(0)).count() as u8
        };
        match (action, state.step()) {
            (Action::Trump(leader), _) => Some(at_most(leader, 9)),
            // 5.32: a nine is doom, whatever the initiative.
            (Action::Momentum, Step::Momentum(momentum)) => Some(at_most(momentum.0.leader, 8)),
            (Action::Rally(_), Step::Orders(orders)) => {
                let (initiative, _) = self.ratings(state, orders.tenure.leader);
                let rating = initiative.unwrap_or(0) + self.charts.rally.added_to_initiative;
                Some((rating + 1).min(10))
            }
            _ => None,
        }
    }

    /// A leader's initiative and command range now, wounds taken off (9.22).
    pub fn ratings(&self, state: &State, leader: LeaderId) -> (Option<u8>, u8) {
        self.ask(state, |position| (position.initiative(leader), position.range(leader)))
    }
}

/// Puts a unit somewhere in a position that nobody plays on from.
pub(crate) fn stand(state: &mut State, unit: UnitId, placement: Placement) {
    let now = state.unit_mut(unit);
    now.place = Place::On(placement.hex);
    (now.facing, now.formation) = (placement.facing, placement.formation);
}

/// The search for everywhere a unit can come to.
struct Search<'a> {
    rules: &'a Hexes,
    /// The position with the unit wherever the search has it.
    state: State,
    /// Its board, which follows the unit about.
    board: Board,
    /// The steps that are looked at.
    is_considered: fn(Go) -> bool,
    /// The hexes that are looked at.
    is_wanted: &'a dyn Fn(Hex) -> bool,
    ways: Vec<Way>,
    /// The ways that end in each hex, by their places.
    by_hex: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn run(&mut self, movement: Movement, placement: Placement) {
        let spent = movement.spent;
        let here = Arrival { placement, spent, hits: 0, friends: 0, may_stop: false, from: None };
        self.find(here, movement);
        let mut waiting = BinaryHeap::from([Reverse((movement.spent, 0, 0))]);
        while let Some(Reverse((_, _, at))) = waiting.pop() {
            if std::mem::replace(&mut self.ways[at].is_settled, true) {
                continue;
            }
            for (arrival, movement) in self.steps_from(at) {
                if let Some(found) = self.find(arrival, movement) {
                    let (spent, hits) = arrival.cost();
                    waiting.push(Reverse((spent, hits, found)));
                }
            }
        }
    }

    /// Takes in a way, unless one as cheap leads there already.
    fn find(&mut self, arrival: Arrival, movement: Movement) -> Option<usize> {
        let way = Way { arrival, movement, is_settled: false };
        let here = &mut self.by_hex[self.rules.field().index(arrival.placement.hex)];
        let known = here.iter().find(|&&at| self.ways[at].arrival.placement == arrival.placement);
        let Some(&known) = known else {
            here.push(self.ways.len());
            self.ways.push(way);
            return Some(self.ways.len() - 1);
        };
        let old = &self.ways[known];
        let is_cheaper = arrival.cost() < old.arrival.cost() && !old.is_settled;
        is_cheaper.then(|| {
            self.ways[known] = way;
            known
        })
    }

    /// Every step from a place that was found; and whether the unit may stop there is seen.
    fn steps_from(&mut self, at: usize) -> Vec<(Arrival, Movement)> {
        let Way { arrival, movement, .. } = self.ways[at];
        self.stand(movement.unit, arrival.placement);
        self.ways[at].arrival.may_stop = self.ask(|position| position.may_stop(&movement).is_ok());
        let again = self.rules.charts.toll(CohesionCause::MovedAgain).hits;
        let is_skirmisher = self.rules.troops(movement.unit).kind.is_skirmisher();
        let pays_again = movement.was_moved && !movement.has_moved && !is_skirmisher;
        // 7.12: to turn twice is never cheaper than to turn as far at once.
        let has_turned = matches!(arrival.from, Some((_, Go::Turn(_))));
        self.ask(|position| {
            let mut found = Vec::new();
            position.each_step(&movement, |go| {
                if !(self.is_considered)(go) || has_turned && matches!(go, Go::Turn(_)) {
                    return;
                }
                let Ok(plan) = position.plan(&movement, go) else { return };
                if plan.leaves || !(self.is_wanted)(plan.placement.hex) {
                    return;
                }
                let mut after = position.movement_after(&movement, arrival.placement, &plan, go);
                after.halted |=
                    plan.enters && position.must_halt(movement.unit, plan.placement).is_some();
                let passing =
                    position.passing_hits(movement.unit, arrival.placement, plan.placement);
                let moving = plan.cost.hits + if pays_again { again } else { 0 };
                let arrival = Arrival {
                    placement: plan.placement,
                    spent: after.spent,
                    hits: arrival.hits + moving + passing.mover,
                    friends: arrival.friends.saturating_add(passing.stationary),
                    may_stop: false,
                    from: Some((at, go)),
                };
                found.push((arrival, after));
            });
            found
        })
    }

    fn stand(&mut self, unit: UnitId, placement: Placement) {
        stand(&mut self.state, unit, placement);
        self.board.follow(self.rules, &self.state, unit);
    }

    fn ask<T>(&self, question: impl FnOnce(Position<'_>) -> T) -> T {
        question(Position { rules: self.rules, state: &self.state, board: &self.board })
    }

    fn outlook(self) -> Outlook {
        self.board.spare();
        Outlook { arrivals: self.ways.into_iter().map(|way| way.arrival).collect() }
    }
}
