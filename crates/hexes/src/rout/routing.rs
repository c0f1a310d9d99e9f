//! 10.2: rout. Who runs, where to, and who is lost on the way.

use crate::command::leaders::leaders_in;
use crate::engine::action::{Action, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure, not_asked};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Formation, Place, Placement, ShockMark, State, Supply};
use crate::engine::steps::Step;
use crate::missiles::artillery::ENGINES_ROUT;
use crate::model::charts::CohesionCause;
use crate::model::field::Edge;
use crate::model::hex::{Hand, Hex, Hexside, Vertex};
use crate::model::order_of_battle::{LeaderId, UnitId, UnitSet};
use crate::model::types::Kind;
use arrayvec::ArrayVec;
use diadem_books::GBA;
use diadem_core::{Camp, Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const ROUTING: Rule = rule!(GBA, "10.2");
pub(crate) const SKIRMISHERS_ROUT: Rule = rule!(GBA, "11.34");
pub(crate) const RUNNING: Rule = rule!(GBA, "10.21");
pub(crate) const ROUT_PHASE: Rule = rule!(GBA, "10.22");
pub(crate) const LOST_IN_ROUT: Rule = rule!(GBA, "10.23");
pub(crate) const THROUGH_FRIENDS: Rule = rule!(GBA, "10.24");
pub(crate) const LEADER_RUNS: Rule = rule!(GBA, "10.25");
const CHARIOTS_ROUT: Rule = rule!(GBA, "11.23");
const PASSED_THROUGH: Rule = rule!(GBA, "6.95");
const ROUTED_UNIT_RUN_OVER: Rule = rule!(GBA, "6.92");

/// One way a unit may run: beyond a side, or as a two-hex unit by a hand of its front.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Way {
    action: Action,
    placement: Placement,
    /// Movement points.
    cost: u8,
    /// How far it leads off the straight way home; then how much stands in it (10.21). Less is taken.
    rank: (u8, u8, u8),
}

/// The ways open to a running unit.
type Ways = ArrayVec<Way, 8>;

/// Where a run leads next.
enum Run {
    /// Along one of these, all equally good.
    Along(Ways),
    /// Off the map at home: lost for this battle (10.23).
    OffTheMap,
    /// Nowhere: it is eliminated (10.21, 10.23).
    Nowhere,
    /// It has no points left for the next hex.
    Spent,
}

/// What a hex holds for whoever would run through it (10.21).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Resistance {
    Vacant,
    Friend,
    FriendInZone,
}

/// 10.21, 10.22: a unit runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rout {
    /// Which unit.
    pub unit: UnitId,
    /// Hexes still to go (10.21), or movement points (10.22) where `by_points` says so.
    pub left: u8,
    /// Whether movement points are counted.
    pub by_points: bool,
    /// Hexes gone.
    pub gone: u8,
    /// Where it comes from.
    pub from: Option<Hex>,
    /// Leaders that go along, by their number as a bit (10.25).
    pub riders: u32,
}

impl Procedure for Rout {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        Some(Asked::turn(rules.seat_of(self.unit), Question::Rout(self.unit), RUNNING))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        if let Run::Along(ways) = position.run(*self) {
            into.extend(ways.into_iter().map(|way| way.action));
            into.extend(position.may_run_along(*self).map(Action::Take));
        }
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Take(leader) if position.may_run_along(*self).any(|other| other == leader) => {
                Ok(())
            }
            Action::Take(_) => {
                Err(Illegal::by(LEADER_RUNS, "Only a leader with the unit runs along with it."))
            }
            _ => match position.run(*self) {
                Run::Along(ways) if ways.iter().any(|way| way.action == action) => Ok(()),
                _ => {
                    let words = "It runs the most direct open way to its retreat edge.";
                    Err(Illegal::by(RUNNING, words))
                }
            },
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        let goes = matches!(action, Action::Back(_) | Action::BackTwo(_));
        // 8.22: nobody fires at a first rout move.
        if goes && self.by_points && resolver.opens_retire_fire(self.unit, action) {
            return;
        }
        resolver.run(*self, action);
    }

    /// Ends a run that is over, or that leads nowhere.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let is_over = !resolver.state.unit(self.unit).is_on_map();
        // 10.24: nobody ends his run in a friend's hex.
        let may_stop = resolver.position().sharing(self.unit).next().is_none();
        if is_over || self.left == 0 && may_stop {
            resolver.finish();
            return true;
        }
        match resolver.position().run(*self) {
            Run::Along(_) => return false,
            Run::Spent if may_stop => resolver.finish(),
            // 10.24: out of a friend's hex it goes one hex more, whatever that costs.
            Run::Spent => resolver.instead(Rout { left: 0, ..*self }),
            Run::OffTheMap => {
                resolver.finish();
                resolver.lose_riders(self.riders);
                resolver.eliminate(self.unit, LOST_IN_ROUT);
                resolver.change(self.unit, |unit| unit.place = Place::RanOff);
            }
            Run::Nowhere => {
                resolver.finish();
                let rule = if self.left == 0 { THROUGH_FRIENDS } else { LOST_IN_ROUT };
                resolver.eliminate(self.unit, rule);
            }
        }
        true
    }
}

/// 10.24: a friend has been run through, and pays for it when the runner has come to rest. It waits below the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunOver {
    /// Who was met.
    pub friend: UnitId,
    /// By whom.
    pub by: UnitId,
    /// Whether the runner was lost in its hex, and did not pass through it.
    pub stopped_in: bool,
}

impl Procedure for RunOver {
    fn asked(&self, _: &Hexes, _: &State) -> Option<Asked> {
        None
    }

    fn list(&self, _: &Position<'_>, _: &mut Vec<Action>) {}

    fn check(&self, _: &Position<'_>, _: Action) -> Result<(), Illegal> {
        Err(not_asked())
    }

    fn answer<S: Sink<Event>>(&self, _: &mut Resolver<'_, S>, _: Action) {}

    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        resolver.finish();
        resolver.pay_for_being_run_over(*self);
        true
    }
}

/// 3.D2: routed units run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoutPhase(
    /// Those that still have to.
    pub UnitSet,
);

impl Procedure for RoutPhase {
    fn asked(&self, rules: &Hexes, _state: &State) -> Option<Asked> {
        let force = rules.asked_first(self.0, 0)?;
        Some(Asked::turn(rules.force(force).seat, Question::RoutPhase, ROUT_PHASE))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        into.extend(position.rules.own_first(self.0).iter().map(Action::Next));
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        let Action::Next(unit) = action else { return Err(not_asked()) };
        if position.rules.own_first(self.0).contains(unit) {
            return Ok(());
        }
        Err(Illegal::by(ROUT_PHASE, "That unit is not to run now."))
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        if let Action::Next(unit) = action {
            resolver.run_on(self.0, unit);
        }
    }

    /// 3.D2: the routed units run, force by force.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let still: UnitSet = self
            .0
            .iter()
            .filter(|&unit| {
                resolver.state.unit(unit).is_on_map() && resolver.state.unit(unit).routed
            })
            .collect();
        if still.is_empty() {
            resolver.finish();
            resolver.end_turn();
            return true;
        }
        if still != self.0 {
            resolver.instead(RoutPhase(still));
        }
        false
    }
}

impl Edge {
    /// How far a side leads off the way to this edge, in turns of a vertex; and within one turn, how
    /// straight it leads there.
    fn detour(self, side: Hexside) -> (u8, u8) {
        // Angles clockwise from the north, in twelfths of a circle.
        let home: u8 = match self {
            Edge::Top => 0,
            Edge::Right => 3,
            Edge::Bottom => 6,
            Edge::Left => 9,
        };
        let way = 2 * side as u8;
        let apart = (way + 12 - home) % 12;
        let apart = apart.min(12 - apart);
        match apart {
            // Both hexes before the vertex that faces home, or all three before the two that do.
            0..=2 => (0, apart),
            3..=4 => (1, apart),
            _ => (2, apart),
        }
    }

    /// How far a vertex leads off the way to this edge, in twelfths of a circle.
    fn off(self, vertex: Vertex) -> u8 {
        let home: u8 = match self {
            Edge::Top => 0,
            Edge::Right => 3,
            Edge::Bottom => 6,
            Edge::Left => 9,
        };
        let apart = (2 * vertex as u8 + 1 + 12 - home) % 12;
        apart.min(12 - apart)
    }
}

impl Position<'_> {
    /// What stands in a hex for whoever runs through it; nothing when it is blocked (10.21).
    fn resistance(&self, camp: Camp, runner: UnitId, hex: Hex) -> Option<Resistance> {
        let standing = self.units_at(hex).find(|&unit| unit != runner);
        let in_zone = self.is_in_enemy_zone(camp, hex);
        match standing {
            Some(unit) if self.rules.camp(unit) != camp || self.is_wild(unit) => None,
            // 11.63: nobody enters the hex of a square.
            Some(unit) if self.state.unit(unit).formation == Formation::Square => None,
            // 11.72: nor those of phalanxes at double depth.
            Some(unit) if self.partner(unit).is_some() => None,
            Some(_) if in_zone => Some(Resistance::FriendInZone),
            Some(_) => Some(Resistance::Friend),
            None if in_zone => None,
            None => Some(Resistance::Vacant),
        }
    }

    fn home(&self, unit: UnitId) -> Edge {
        self.rules.list(self.rules.camp(unit)).retreat_edge
    }

    /// Where a run leads next: the one test that listing, checking and running use.
    fn run(&self, rout: Rout) -> Run {
        let Some(placement) = self.rules.placement(self.state, rout.unit) else {
            return Run::Nowhere;
        };
        if self.rules.troops(rout.unit).kind.is_two_hex() {
            self.run_of_two_hexes(rout, placement)
        } else {
            self.run_of_one_hex(rout, placement)
        }
    }

    fn run_of_one_hex(&self, rout: Rout, placement: Placement) -> Run {
        let (camp, home) = (self.rules.camp(rout.unit), self.home(rout.unit));
        let mut ways = Ways::new();
        for side in Hexside::ALL {
            let mut detour = home.detour(side);
            let Some(there) = self.rules.field().beyond(placement.hex, side) else {
                if detour.0 == 0 && self.rules.field().is_edge(placement.hex, home) {
                    return Run::OffTheMap;
                }
                continue;
            };
            let (Some(resistance), Ok(cost)) = (
                self.resistance(camp, rout.unit, there),
                self.entry(rout.unit, placement.hex, side),
            ) else {
                continue;
            };
            // Back to where it came from only when nothing else is open.
            if rout.from == Some(there) {
                detour.0 = 3;
            }
            let facing = Vertex::ALL
                .into_iter()
                .filter(|vertex| Hand::BOTH.map(|hand| vertex.front(hand)).contains(&side))
                .min_by_key(|&vertex| home.off(vertex));
            ways.push(Way {
                action: Action::Back(side),
                placement: Placement {
                    hex: there,
                    facing: facing.unwrap_or(placement.facing),
                    ..placement
                },
                cost: cost.mp,
                rank: (detour.0, resistance as u8, detour.1),
            });
        }
        self.best(rout, ways)
    }

    fn run_of_two_hexes(&self, rout: Rout, placement: Placement) -> Run {
        let home = self.home(rout.unit);
        // Once on its way it keeps its direction; before, it may face about (10.21).
        let faced = [placement, self.reversed(rout.unit, placement)];
        let faced = if rout.gone > 0 { &faced[..1] } else { &faced[..] };
        let nearest = faced.iter().map(|placement| home.off(placement.facing)).min().unwrap_or(0);
        let mut ways = Ways::new();
        for &placement in faced {
            let is_homewards = home.off(placement.facing) == nearest;
            for hand in Hand::BOTH {
                match self.way_of_two_hexes(rout.unit, placement, hand) {
                    Some(mut way) => {
                        way.rank.0 = u8::from(!is_homewards);
                        way.rank.2 = home.detour(placement.facing.front(hand)).1;
                        ways.push(way);
                    }
                    None if is_homewards && self.leaves_at_home(rout.unit, placement, hand) => {
                        return Run::OffTheMap;
                    }
                    None => {}
                }
            }
        }
        self.best(rout, ways)
    }

    fn way_of_two_hexes(&self, unit: UnitId, placement: Placement, hand: Hand) -> Option<Way> {
        let camp = self.rules.camp(unit);
        let side = placement.facing.front(hand);
        let mut resistance = Resistance::Vacant;
        let mut cost = 0;
        for half in self.rules.hexes_standing(unit, placement) {
            let there = self.rules.field().beyond(half, side)?;
            resistance = resistance.max(self.resistance(camp, unit, there)?);
            cost = cost.max(self.entry(unit, half, side).ok()?.mp);
        }
        let action = if placement.facing == self.state.unit(unit).facing {
            Action::BackTwo(hand)
        } else {
            // Facing about first.
            Action::Back(side)
        };
        let placement = Placement { hex: placement.hex.beyond(side)?, ..placement };
        Some(Way { action, placement, cost, rank: (0, resistance as u8, 0) })
    }

    fn leaves_at_home(&self, unit: UnitId, placement: Placement, hand: Hand) -> bool {
        let home = self.home(unit);
        let side = placement.facing.front(hand);
        self.rules.hexes_standing(unit, placement).iter().any(|&half| {
            self.rules.field().beyond(half, side).is_none()
                && self.rules.field().is_edge(half, home)
        })
    }

    /// The best of the ways, where points allow any.
    fn best(&self, rout: Rout, ways: Ways) -> Run {
        let Some(best) = ways.iter().map(|way| way.rank).min() else { return Run::Nowhere };
        // 10.24: for the one hex more nobody turns aside.
        if rout.left == 0 && best.0 > 0 {
            return Run::Nowhere;
        }
        let best: Ways = ways.into_iter().filter(|way| way.rank == best).collect();
        let affordable = |way: &Way| !rout.by_points || way.cost <= rout.left || rout.left == 0;
        if best.iter().any(affordable) {
            Run::Along(best.into_iter().filter(affordable).collect())
        } else {
            Run::Spent
        }
    }

    /// Leaders that may still go along with a unit that is about to run (10.25).
    fn may_run_along(&self, rout: Rout) -> impl Iterator<Item = LeaderId> + '_ {
        let hexes = if rout.gone == 0 { self.hexes(rout.unit) } else { ArrayVec::new() };
        let (unit, riders) = (rout.unit, rout.riders);
        hexes.into_iter().flat_map(|hex| self.state.leaders_at(hex)).filter(move |&leader| {
            self.rules.leads(leader, unit) && riders >> leader.index() & 1 == 0
        })
    }

    /// Who shares the hexes of a unit.
    fn sharing(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let hexes = self.hexes(unit).into_iter();
        hexes.flat_map(|hex| self.units_at(hex)).filter(move |&other| other != unit)
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// A unit routs (10.2).
    pub(crate) fn rout(&mut self, unit: UnitId, rule: Rule) {
        self.tell(Event::Routs(unit, rule));
        let partner = self.position().partner(unit);
        self.part(unit);
        let kind = self.rules.troops(unit).kind;
        match () {
            () if kind.is_elephant() => return self.begin_rampage(unit),
            () if kind.is_chariot() => return self.eliminate(unit, CHARIOTS_ROUT),
            () if kind.is_artillery() => return self.eliminate(unit, ENGINES_ROUT),
            () if kind == Kind::Skirmisher => return self.eliminate(unit, SKIRMISHERS_ROUT),
            () => {}
        }
        self.change(unit, |now| {
            now.routed = true;
            now.hits = 0;
            now.formation = Formation::Battle;
            now.mark = ShockMark::None;
            now.engaged = false;
            now.rallied = false;
            if !kind.is_cavalry() {
                now.missiles = Supply::No;
            }
        });
        self.begin_run(unit);
        // 11.73: one behind the other, both rout.
        if let Some(partner) = partner.filter(|&other| self.state.unit(other).is_steady()) {
            self.rout(partner, crate::special::double_depth::FIGHTING_IN_DEPTH);
        }
    }

    /// 10.21: two hexes homewards.
    pub(crate) fn begin_run(&mut self, unit: UnitId) {
        let left = self.rules.charts.rally.rout_hexes;
        let rout = Rout { unit, left, by_points: false, gone: 0, from: None, riders: 0 };
        self.begin(rout);
    }

    /// A unit is gone for good.
    pub(crate) fn eliminate(&mut self, unit: UnitId, rule: Rule) {
        self.part(unit);
        self.change(unit, |now| {
            now.place = Place::Eliminated;
            now.routed = false;
            now.engaged = false;
            now.hits = 0;
        });
        self.tell(Event::Eliminated(unit, rule));
    }

    /// Whoever runs off the map with his men is gone as well (10.23).
    fn lose_riders(&mut self, riders: u32) {
        for leader in leaders_in(riders) {
            self.kill_leader(leader, LOST_IN_ROUT);
        }
    }

    /// A running unit goes one hex.
    pub(crate) fn run(&mut self, mut rout: Rout, action: Action) {
        if let Action::Take(leader) = action {
            rout.riders |= 1 << leader.index();
            self.instead(rout);
            return;
        }
        let Run::Along(ways) = self.position().run(rout) else { return };
        let Some(way) = ways.into_iter().find(|way| way.action == action) else { return };
        let Some(mut was) = self.rules.placement(self.state, rout.unit) else { return };
        if self.rules.troops(rout.unit).kind.is_two_hex() && was.facing != way.placement.facing {
            was = self.position().reversed(rout.unit, was);
        }
        let one_more = rout.left == 0;
        rout.left = rout.left.saturating_sub(if rout.by_points { way.cost } else { 1 });
        rout.gone += 1;
        rout.from = Some(was.hex);
        self.instead(rout);
        self.leave_trail(rout.unit, was, way.placement.hex);
        let shared: UnitSet = self.position().sharing(rout.unit).collect();
        self.stand(rout.unit, way.placement);
        self.carry(rout.riders, was, way.placement, rout.unit);
        let rule = if rout.by_points { ROUT_PHASE } else { RUNNING };
        self.tell(Event::Entered(rout.unit, way.placement.hex, rule));
        self.come_up_to_leaders(rout.unit, was);
        self.run_over_friends(rout, shared, one_more);
    }

    /// 10.24: those whose hexes a running unit has entered; who shared its hexes before is met already.
    fn run_over_friends(&mut self, rout: Rout, shared: UnitSet, one_more: bool) {
        let met: UnitSet = self.position().sharing(rout.unit).collect();
        // The one hex more must be free, or the unit is lost there.
        if one_more && !met.is_empty() {
            self.eliminate(rout.unit, THROUGH_FRIENDS);
        }
        for friend in met.iter().filter(|&friend| one_more || !shared.contains(friend)) {
            if self.state.unit(friend).routed {
                self.eliminate(friend, ROUTED_UNIT_RUN_OVER);
                continue;
            }
            self.wait_below(rout.unit, RunOver { friend, by: rout.unit, stopped_in: one_more });
            let passing = self.rules.charts.stacking.routed_through_any;
            if !one_more {
                self.hit(rout.unit, passing.mover, PASSED_THROUGH);
            }
        }
    }

    /// Puts what a run brings below it, and below what it has brought before: it is done in the order met, when the
    /// runner has come to rest.
    fn wait_below(&mut self, runner: UnitId, run_over: RunOver) {
        let steps = &mut self.state.steps;
        let is_run = |step: &Step| matches!(step, Step::Rout(rout) if rout.unit == runner);
        let Some(run) = steps.iter().rposition(is_run) else { return };
        let waiting = steps[..run]
            .iter()
            .rev()
            .take_while(|step| matches!(step, Step::RunOver(before) if before.by == runner));
        let at = run - waiting.count();
        steps.insert(at, run_over.into());
    }

    /// 6.95: what a running unit does to whoever stood in its way; who has run himself since pays no more.
    fn pay_for_being_run_over(&mut self, run_over: RunOver) {
        let RunOver { friend, by, stopped_in } = run_over;
        if !self.state.unit(friend).is_steady() {
            return;
        }
        let stacking = self.rules.charts.stacking;
        let hits = if stopped_in {
            stacking.routed_stopping_in
        } else {
            stacking.routed_through_any.stationary
        };
        let roll = self.roll();
        let tq = self.position().tq(friend);
        let above = self.rules.charts.toll(CohesionCause::RoutPasses).hits_on(roll.result(), tq);
        self.tell(Event::Checked { unit: friend, tq, roll, hits: above, rule: PASSED_THROUGH });
        self.blame = Some(by);
        self.hit(friend, hits + above, PASSED_THROUGH);
        self.blame = None;
    }

    /// 10.22: a routed unit runs its whole allowance; routed two-hex phalanxes and heavy infantry are lost.
    pub(crate) fn run_on(&mut self, mut left: UnitSet, unit: UnitId) {
        left.remove(unit);
        self.instead(RoutPhase(left));
        let troops = self.rules.troops(unit);
        if troops.kind.is_two_hex() && troops.kind.is_phalanx_or_heavy() {
            self.eliminate(unit, ROUT_PHASE);
            return;
        }
        let rout = Rout { unit, left: troops.ma, by_points: true, gone: 0, from: None, riders: 0 };
        self.begin(rout);
    }
}
