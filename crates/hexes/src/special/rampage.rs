//! 11.14: elephants that rout run wild, until they are dead or gone. Meanwhile they belong to nobody: units and
//! leaders of both sides get out of their way, and another elephant that they rout waits its turn.

use crate::command::leaders::{LEADERS_WITHDRAW, bit, leaders_in};
use crate::engine::action::{Action, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Formation, Placement, ShockMark, State};
use crate::engine::steps::Step;
use crate::model::charts::CohesionCause;
use crate::model::hex::{Aspect, Hand, Hex, Hexside, Vertex};
use crate::model::order_of_battle::{ForceId, LeaderId, UnitId, UnitSet};
use crate::movement::orderly_withdrawal::{NEAR, WITHDRAWING};
use crate::special::double_depth::FIGHTING_IN_DEPTH;
use arrayvec::ArrayVec;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const RAMPAGE: Rule = rule!(GBA, "11.14");

/// The sides that lead somewhere equally well.
type Sides = ArrayVec<Hexside, 6>;

/// Where a rampage heads (11.14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Heading {
    /// It has still to be rolled for.
    Open,
    /// For the nearest of its own side; the opponent says which.
    Nearest,
    /// For this unit.
    Towards(UnitId),
    /// Away from what frightened it; the opponent says which way, if two are alike.
    Away,
    /// Straight on beyond this side.
    Along(Hexside),
}

/// 11.14: an elephant runs wild, or waits to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rampage {
    /// Which elephant.
    pub unit: UnitId,
    /// Where what frightened it stood.
    pub cause: Option<Hex>,
    /// Rolls made.
    pub rolls: u8,
    /// Hexes still to go on this roll.
    pub left: u8,
    /// Where it heads.
    pub heading: Heading,
    /// The side beyond which it goes next, while leaders there are asked (4.62).
    pub into: Option<Hexside>,
    /// Units of both sides that may still get out of its way (6.71).
    pub waiting: UnitSet,
    /// Leaders in the hex before it who may still get out of it, by their number as a bit (4.62).
    pub leaders: u32,
    /// Leaders who ride it, by their number as a bit.
    pub riders: u32,
}

impl Procedure for Rampage {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        let owner = rules.camp(self.unit);
        let window =
            |force, question, rule| Some(Asked::window(rules.force(force).seat, question, rule));
        if let Some((force, _)) = rules.withdrawing_first(self) {
            return window(force, Question::RampageWithdrawal(self.unit), WITHDRAWING);
        }
        if let Some(force) = rules.asked_first(UnitSet::NONE, self.leaders) {
            let question = Question::RampageLeaders(self.unit);
            return window(force, question, LEADERS_WITHDRAW);
        }
        let question = Question::Rampage(self.unit);
        Some(Asked::turn(rules.leading_seat(owner.other()), question, RAMPAGE))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        if let Some((_, units)) = position.rules.withdrawing_first(self) {
            into.extend(units.iter().map(Action::Withdraw));
            into.push(Action::Done);
        } else if self.leaders != 0 {
            into.extend(leaders_in(position.rules.leaders_first(self)).map(Action::WithdrawLeader));
            into.push(Action::Done);
        } else if self.heading == Heading::Nearest {
            into.extend(position.nearest_friends(self).iter().map(Action::Towards));
        } else {
            into.extend(position.sides_of_rampage(self).into_iter().map(Action::Back));
        }
    }

    /// Whether an answer to a rampage is allowed: the same tests that listing uses.
    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        let asked = position.rules.withdrawing_first(self);
        match (action, asked) {
            (Action::Withdraw(unit), Some((_, units))) => {
                position.may_evade(unit, self.unit)?;
                if units.contains(unit) {
                    Ok(())
                } else {
                    let words = "The elephants have not just come within two hexes of it.";
                    Err(Illegal::by(WITHDRAWING, words))
                }
            }
            (Action::WithdrawLeader(leader), None) if self.leaders != 0 => {
                if leaders_in(position.rules.leaders_first(self)).any(|waiting| waiting == leader) {
                    Ok(())
                } else {
                    let words = "He is not where the elephants go, or cannot get away.";
                    Err(Illegal::by(LEADERS_WITHDRAW, words))
                }
            }
            (Action::Done, Some(_)) => Ok(()),
            (Action::Done, None) if self.leaders != 0 => Ok(()),
            (Action::Towards(unit), None) if self.heading == Heading::Nearest => {
                if position.nearest_friends(self).contains(unit) {
                    Ok(())
                } else {
                    let words = "They head for the nearest unit of their own side.";
                    Err(Illegal::by(RAMPAGE, words))
                }
            }
            (Action::Back(side), None) if position.sides_of_rampage(self).contains(&side) => Ok(()),
            _ => Err(Illegal::by(RAMPAGE, "First the elephants' rampage is played out.")),
        }
    }

    /// An answer to a rampage.
    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        let mut rampage = *self;
        match action {
            Action::Withdraw(unit) => {
                rampage.waiting.remove(unit);
                resolver.instead(rampage);
                resolver.withdraw(unit, rampage.unit, WITHDRAWING);
            }
            Action::WithdrawLeader(leader) => {
                rampage.leaders &= !bit(leader);
                resolver.instead(rampage);
                resolver.begin_leader_withdrawal(leader, rampage.unit);
            }
            Action::Towards(unit) => resolver.head_for(rampage, unit),
            Action::Back(side) => resolver.turn_rampage(rampage, side),
            _ => resolver.stay_in_its_way(rampage),
        }
    }

    /// Goes on with a rampage as far as nothing is asked.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        if !resolver.state.unit(self.unit).is_on_map() {
            resolver.finish();
            return true;
        }
        if !self.waiting.is_empty() {
            return resolver.ask_evaders_again(*self);
        }
        if let Some(side) = self.into {
            return resolver.burst_into(*self, side);
        }
        match self.heading {
            Heading::Open => resolver.begin_rush(*self),
            Heading::Nearest => {
                let friends = resolver.position().nearest_friends(self);
                if friends.len() > 1 {
                    return false;
                }
                match friends.iter().next() {
                    Some(friend) => resolver.head_for(*self, friend),
                    None => resolver.end_rush(*self),
                }
            }
            Heading::Along(side) if self.left > 0 => resolver.rush(*self, side),
            Heading::Away => return resolver.choose_side(*self),
            Heading::Towards(unit) if self.left > 0 && resolver.state.unit(unit).is_on_map() => {
                return resolver.choose_side(*self);
            }
            Heading::Along(_) | Heading::Towards(_) => resolver.end_rush(*self),
        }
        true
    }
}

impl Rampage {
    /// An elephant about to run wild from what stands in that hex.
    const fn of(unit: UnitId, cause: Option<Hex>, riders: u32) -> Rampage {
        Rampage {
            unit,
            cause,
            rolls: 0,
            left: 0,
            heading: Heading::Open,
            into: None,
            waiting: UnitSet::NONE,
            leaders: 0,
            riders,
        }
    }
}

impl Hexes {
    /// Those who are asked first whether they withdraw: the elephants' enemies, then their friends, force by force.
    fn withdrawing_first(&self, rampage: &Rampage) -> Option<(ForceId, UnitSet)> {
        let owner = self.camp(rampage.unit);
        let forces = self.forces_of(owner.other()).chain(self.forces_of(owner));
        let mut asked = forces.map(|force| (force, rampage.waiting.and(self.units_of(force))));
        asked.find(|(_, units)| !units.is_empty())
    }

    /// Leaders in its way who are asked first, by their number as a bit.
    fn leaders_first(&self, rampage: &Rampage) -> u32 {
        let force = self.asked_first(UnitSet::NONE, rampage.leaders);
        force.map_or(0, |force| rampage.leaders & self.leaders_of(force))
    }
}

impl Position<'_> {
    /// Whether a unit is an elephant that runs wild, or waits to.
    pub(crate) fn is_wild(&self, unit: UnitId) -> bool {
        self.state.unit(unit).routed && self.rules.troops(unit).kind.is_elephant()
    }

    fn rampage_hex(&self, rampage: &Rampage) -> Option<Hex> {
        self.state.unit(rampage.unit).hex()
    }

    /// Everybody on the map but the elephant.
    fn others(&self, elephant: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let units = self.rules.units();
        units.filter(move |&unit| unit != elephant && self.state.unit(unit).is_on_map())
    }

    /// Whether nobody is near enough any more for it to matter.
    fn is_lonely(&self, rampage: &Rampage) -> bool {
        let Some(hex) = self.rampage_hex(rampage) else { return true };
        let far = self.rules.charts.rampage.lonely_at;
        self.others(rampage.unit).all(|unit| self.distance_to(unit, hex) >= far)
    }

    /// Where whatever frightened a unit stands: who shot at it or ran over it, or fought it, or else the
    /// nearest enemy.
    fn frightener(&self, unit: UnitId, blame: Option<UnitId>) -> Option<Hex> {
        let at = self.state.unit(unit).hex()?;
        let is_there = |&other: &UnitId| self.state.unit(other).is_on_map();
        let in_combat = || {
            let combat =
                self.state.combats.iter().rev().find(|combat| combat.all.contains(unit))?;
            let attacks = combat.attackers.contains(unit);
            let (of_type, enemies) = if attacks {
                (combat.defender, combat.defenders)
            } else {
                (combat.attacker, combat.attackers)
            };
            let nearest = |units: UnitSet| {
                units.iter().filter(is_there).min_by_key(|&enemy| self.distance_to(enemy, at))
            };
            of_type.filter(is_there).or_else(|| nearest(enemies))
        };
        let nearest = || {
            let enemies = self.rules.list(self.rules.camp(unit).other()).units;
            enemies.iter().filter(is_there).min_by_key(|&enemy| self.distance_to(enemy, at))
        };
        let cause = blame.filter(is_there).or_else(in_combat).or_else(nearest)?;
        self.hexes(cause).into_iter().min_by_key(|hex| hex.distance(at))
    }

    /// The nearest of the elephant's own side (0 on the die).
    fn nearest_friends(&self, rampage: &Rampage) -> UnitSet {
        let Some(hex) = self.rampage_hex(rampage) else { return UnitSet::NONE };
        let camp = self.rules.camp(rampage.unit);
        let is_friend = |&unit: &UnitId| self.rules.camp(unit) == camp;
        let far = |unit: UnitId| self.distance_to(unit, hex);
        let nearest = self.others(rampage.unit).filter(is_friend).map(far).min();
        let friends = self.others(rampage.unit).filter(is_friend);
        friends.filter(|&unit| Some(far(unit)) == nearest).collect()
    }

    /// The sides that bring the elephant nearer to a unit.
    fn sides_towards(&self, rampage: &Rampage, unit: UnitId) -> Sides {
        let Some(hex) = self.rampage_hex(rampage) else { return Sides::new() };
        let far = self.distance_to(unit, hex);
        let is_nearer = |side: &Hexside| {
            let there = self.rules.field().beyond(hex, *side);
            there.is_some_and(|there| self.distance_to(unit, there) < far)
        };
        Hexside::ALL.into_iter().filter(is_nearer).collect()
    }

    /// The sides that lead straight away from what frightened it.
    fn sides_away(&self, rampage: &Rampage) -> Sides {
        let (Some(hex), Some(cause)) = (self.rampage_hex(rampage), rampage.cause) else {
            return Sides::new();
        };
        let (from, to) = (cause.cube(), hex.cube());
        let along = |side: Hexside| -> i16 {
            let there = hex.beyond(side).map_or(to, Hex::cube);
            (0..3).map(|axis| (to[axis] - from[axis]) * (there[axis] - to[axis])).sum()
        };
        let straightest = Hexside::ALL.into_iter().map(along).max().unwrap_or(0);
        if straightest <= 0 {
            return Sides::new();
        }
        Hexside::ALL.into_iter().filter(|&side| along(side) == straightest).collect()
    }

    /// Where it may turn to, as the opponent chooses.
    fn sides_of_rampage(&self, rampage: &Rampage) -> Sides {
        match rampage.heading {
            Heading::Away => self.sides_away(rampage),
            Heading::Towards(unit) => self.sides_towards(rampage, unit),
            Heading::Open | Heading::Nearest | Heading::Along(_) => Sides::new(),
        }
    }

    /// Whether a unit may get out of the way (6.71): not one whose own move, withdrawal, harassment, advance or
    /// pursuit is under way.
    fn may_evade(&self, unit: UnitId, elephant: UnitId) -> Result<(), Illegal> {
        let is_busy = self.state.steps.iter().any(|step| match step {
            Step::Move(movement) => movement.unit == unit,
            Step::Withdraw(withdrawal) => withdrawal.unit == unit,
            Step::Harass(harassment) => harassment.harasser == unit,
            Step::Advance(advance) => advance.unit == unit,
            Step::Pursuit(pursuit) => pursuit.unit == unit,
            _ => false,
        });
        if is_busy {
            return Err(Illegal::by(WITHDRAWING, "It is under way itself."));
        }
        self.may_withdraw_before(unit, elephant)
    }

    /// Units of both sides that may get out of the way of an elephant in this hex and were not near it in
    /// that one; at the start of each of its moves, those two hexes away (6.71).
    fn may_evade_now(&self, rampage: &Rampage, was: Option<Hex>) -> UnitSet {
        let Some(hex) = self.rampage_hex(rampage) else { return UnitSet::NONE };
        let is_new = |unit: UnitId| match was {
            Some(was) => self.distance_to(unit, hex) <= NEAR && self.distance_to(unit, was) > NEAR,
            None => self.distance_to(unit, hex) == NEAR,
        };
        let near = self.others(rampage.unit).filter(|&unit| is_new(unit));
        near.filter(|&unit| self.may_evade(unit, rampage.unit).is_ok()).collect()
    }

    /// The leaders in a hex that may get out of it (4.62), as bits.
    fn leaders_in_its_way(&self, elephant: UnitId, hex: Hex) -> u32 {
        let leaders = self.state.leaders_at(hex);
        let may = leaders.filter(|&leader| self.may_leader_withdraw(leader, elephant).is_ok());
        may.fold(0, |bits, leader| bits | bit(leader))
    }

    /// The hits that elephants do to a unit when they come upon it from this hex.
    fn toll_of_rampage(&self, unit: UnitId, from: Hex) -> CohesionCause {
        let kind = self.rules.troops(unit).kind;
        match self.aspect(unit, from) {
            _ if kind.is_cavalry() || kind.is_chariot() => CohesionCause::RampageMounted,
            Some(Aspect::Flank | Aspect::Rear) => CohesionCause::RampageFlankRear,
            _ => CohesionCause::RampageFront,
        }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// An elephant routs: it runs wild, after those that do so already.
    pub(crate) fn begin_rampage(&mut self, unit: UnitId) {
        let cause = self.position().frightener(unit, self.blame);
        let camp = self.rules.camp(unit);
        let leaders = self.state.unit(unit).hex().into_iter();
        let leaders = leaders.flat_map(|hex| self.state.leaders_at(hex));
        let riders = leaders.filter(|&leader| self.rules.camp_of(leader) == camp);
        let riders = riders.fold(0, |bits, leader| bits | bit(leader));
        self.change(unit, |now| {
            now.routed = true;
            now.hits = 0;
            now.formation = Formation::Battle;
            now.mark = ShockMark::None;
            now.engaged = false;
        });
        self.recall_harasser();
        let step = Step::Rampage(Rampage::of(unit, cause, riders));
        let first = self.state.steps.iter().position(|step| matches!(step, Step::Rampage(_)));
        match first {
            Some(at) => self.state.steps.insert(at, step),
            None => self.begin(step),
        }
    }

    /// Whoever cannot get away any more drops out. False when somebody still may.
    fn ask_evaders_again(&mut self, mut rampage: Rampage) -> bool {
        let position = self.position();
        let still = rampage.waiting.iter().filter(|&unit| {
            self.state.unit(unit).is_on_map() && position.may_evade(unit, rampage.unit).is_ok()
        });
        let still: UnitSet = still.collect();
        if still == rampage.waiting {
            return false;
        }
        rampage.waiting = still;
        self.instead(rampage);
        true
    }

    /// A roll, unless it is over: by the mahout's wedge, after the last roll, or far from everybody.
    fn begin_rush(&mut self, mut rampage: Rampage) {
        let chart = self.rules.charts.rampage;
        let is_first = rampage.rolls == 0;
        if rampage.rolls >= chart.rolls || !is_first && self.position().is_lonely(&rampage) {
            self.end_rampage(rampage);
            return;
        }
        let roll = self.roll();
        let side = roll.raw.checked_sub(1).map(usize::from);
        let side = side.and_then(|at| self.rules.battle.compass.get(at).copied());
        rampage.rolls += 1;
        rampage.left = chart.hexes;
        rampage.heading = match side {
            _ if roll.raw >= chart.away_from => Heading::Away,
            Some(side) if roll.raw != chart.towards_friends => Heading::Along(side),
            _ => Heading::Nearest,
        };
        let is_killed = !is_first && rampage.heading == Heading::Away;
        let heading = (!is_killed).then_some(rampage.heading);
        self.tell(Event::RampageRoll { unit: rampage.unit, roll, heading });
        if is_killed {
            self.end_rampage(rampage);
            return;
        }
        rampage.waiting = self.position().may_evade_now(&rampage, None);
        if !rampage.waiting.is_empty() {
            self.answered();
        }
        self.instead(rampage);
    }

    /// This roll leads no further.
    fn end_rush(&mut self, mut rampage: Rampage) {
        rampage.heading = Heading::Open;
        rampage.into = None;
        self.instead(rampage);
    }

    fn head_for(&mut self, mut rampage: Rampage, friend: UnitId) {
        rampage.heading = Heading::Towards(friend);
        self.instead(rampage);
    }

    /// Takes the only side there is; false when the opponent chooses.
    fn choose_side(&mut self, rampage: Rampage) -> bool {
        let sides = self.position().sides_of_rampage(&rampage);
        match sides.as_slice() {
            [] => self.end_rush(rampage),
            &[side] => self.turn_rampage(rampage, side),
            _ => return false,
        }
        true
    }

    /// It turns to this side: away from what frightened it for good, towards a friend for one hex.
    fn turn_rampage(&mut self, mut rampage: Rampage, side: Hexside) {
        match rampage.heading {
            Heading::Towards(_) => self.rush(rampage, side),
            _ => {
                rampage.heading = Heading::Along(side);
                self.instead(rampage);
            }
        }
    }

    /// It would enter the next hex: leaders there may get away first.
    fn rush(&mut self, mut rampage: Rampage, side: Hexside) {
        let unit = rampage.unit;
        let Some(hex) = self.state.unit(unit).hex() else { return };
        let Some(there) = self.rules.field().beyond(hex, side) else {
            self.finish();
            self.eliminate(unit, RAMPAGE);
            for leader in leaders_in(rampage.riders) {
                self.kill_leader(leader, RAMPAGE);
            }
            return;
        };
        if self.position().entry(unit, hex, side).is_err() {
            self.tell(Event::Halted(unit, RAMPAGE));
            self.end_rush(rampage);
            return;
        }
        rampage.into = Some(side);
        rampage.leaders = self.position().leaders_in_its_way(unit, there);
        if rampage.leaders != 0 {
            self.answered();
        }
        self.instead(rampage);
    }

    /// It enters the hex, or stops before whoever is there; leaders still there are killed. False while
    /// leaders are asked.
    fn burst_into(&mut self, mut rampage: Rampage, side: Hexside) -> bool {
        let unit = rampage.unit;
        let hex = self.state.unit(unit).hex();
        let there = hex.and_then(|hex| self.rules.field().beyond(hex, side));
        let (Some(hex), Some(there)) = (hex, there) else {
            self.finish();
            return true;
        };
        if rampage.leaders != 0 {
            let still = self.position().leaders_in_its_way(unit, there) & rampage.leaders;
            if still == rampage.leaders {
                return false;
            }
            rampage.leaders = still;
            self.instead(rampage);
            return true;
        }
        let targets: UnitSet = self.position().units_at(there).collect();
        rampage.into = None;
        if targets.is_empty() {
            self.run_wild(rampage, hex, there, side);
        } else {
            self.end_rush(rampage);
        }
        let leaders: ArrayVec<LeaderId, 8> = self.state.leaders_at(there).take(8).collect();
        for leader in leaders.into_iter().filter(|&leader| rampage.riders & bit(leader) == 0) {
            self.kill_leader(leader, RAMPAGE);
        }
        if self.state.ending.is_some() {
            return true;
        }
        // 11.73: of phalanxes at double depth the one in front is hit, from the rear the one behind.
        let stands_for_itself = |&target: &UnitId| self.state.unit(target).behind.is_none();
        let targets: UnitSet = targets.iter().filter(stands_for_itself).collect();
        for target in targets.iter() {
            let position = self.position();
            let toll = *self.rules.charts.toll(position.toll_of_rampage(target, hex));
            let is_rear = position.aspect(target, hex) == Some(Aspect::Rear);
            let back = position.back_of(target).filter(|_| is_rear);
            self.blame = Some(unit);
            match back {
                Some(back) => self.hit(back, toll.hits, FIGHTING_IN_DEPTH),
                None => self.hit(target, toll.hits, toll.rule),
            }
            self.blame = None;
        }
        true
    }

    fn run_wild(&mut self, mut rampage: Rampage, from: Hex, to: Hex, side: Hexside) {
        let unit = rampage.unit;
        let Some(was) = self.rules.placement(self.state, unit) else { return };
        let heads = |vertex: &Vertex| Hand::BOTH.map(|hand| vertex.front(hand)).contains(&side);
        let facing = [was.facing].into_iter().chain(Vertex::ALL).find(heads);
        let now = Placement { hex: to, facing: facing.unwrap_or(was.facing), ..was };
        self.stand(unit, now);
        self.carry(rampage.riders, was, now, unit);
        self.tell(Event::Entered(unit, to, RAMPAGE));
        rampage.left -= 1;
        rampage.waiting = self.position().may_evade_now(&rampage, Some(from));
        if !rampage.waiting.is_empty() {
            self.answered();
        }
        self.instead(rampage);
    }

    /// The elephant is dead; leaders who rode it may be hurt, and stay where it fell (8.19).
    fn end_rampage(&mut self, rampage: Rampage) {
        self.finish();
        self.eliminate(rampage.unit, RAMPAGE);
        for leader in leaders_in(rampage.riders) {
            self.endanger(leader, RAMPAGE);
        }
    }

    /// Those who were asked stay where they are.
    fn stay_in_its_way(&mut self, mut rampage: Rampage) {
        match self.rules.withdrawing_first(&rampage) {
            Some((_, units)) => units.iter().for_each(|unit| rampage.waiting.remove(unit)),
            None => rampage.leaders &= !self.rules.leaders_first(&rampage),
        }
        self.instead(rampage);
    }
}
