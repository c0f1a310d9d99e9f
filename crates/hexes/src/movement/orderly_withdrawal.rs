//! 6.7: orderly withdrawal, hex by hex; and how withdrawals ordered elsewhere (5.33, 6.83, 11.16) are carried
//! out.

use crate::command::leaders::leaders_in;
use crate::command::momentum::DOOM;
use crate::engine::action::{Action, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Formation, Placement, State};
use crate::engine::steps::Step;
use crate::missiles::missile_fire::Shot;
use crate::model::charts::CohesionCause;
use crate::model::hex::{Aspect, Hex, Hexside, Vertex};
use crate::model::order_of_battle::{LeaderId, UnitId, UnitSet};
use crate::model::terrain::Cost;
use crate::model::types::Kind;
use crate::movement::answers::{AnswerStage, Answers};
use crate::movement::departure::Departure;
use crate::movement::line_withdrawal::LineWithdrawal;
use crate::movement::moving::{Movement, Plan, TERRAIN_HITS};
use crate::movement::stacking::ONE_UNIT;
use diadem_books::GBA;
use diadem_core::{Camp, Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const WITHDRAWING: Rule = rule!(GBA, "6.71");
pub(crate) const PENALTIES: Rule = rule!(GBA, "6.72");
pub(crate) const ROUT_ON_THE_WAY: Rule = rule!(GBA, "6.73");
pub(crate) const AS_OFTEN_AS_NEEDED: Rule = rule!(GBA, "6.74");
pub(crate) const WHERE_NOT: Rule = rule!(GBA, "6.75");
pub(crate) const PARTING_SHOT: Rule = rule!(GBA, "6.76");
pub(crate) const WHEN: Rule = rule!(GBA, "6.77");
pub(crate) const SKIRMISHERS_WITHDRAW: Rule = rule!(GBA, "11.31");
pub(crate) const NO_COLUMN: Rule = rule!(GBA, "6.67");
pub(crate) const NO_CHARGE: Rule = rule!(GBA, "11.94");

/// How near an enemy lets units withdraw (6.71).
pub(crate) const NEAR: u8 = 2;

/// How far a unit may withdraw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leeway {
    /// Movement points, or hexes where `hexes` says so.
    pub(crate) left: u8,
    /// Whether hexes are counted.
    pub(crate) hexes: bool,
    /// Hexes it has to go at least.
    pub(crate) owed: u8,
}

/// 6.7: a unit withdraws, hex by hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Withdrawal {
    /// Who withdraws.
    pub unit: UnitId,
    /// From whom.
    pub before: Hex,
    /// Movement points left, or hexes where `hexes` says so (6.71).
    pub left: u8,
    /// Whether hexes are counted and not movement points (skirmishers, 6.83, 5.33).
    pub hexes: bool,
    /// Hexes it must still go (6.83: one; 5.33: two).
    pub owed: u8,
    /// Whether it must go towards its retreat edge, and not just away (5.33, 9.24).
    pub homewards: bool,
    /// Hexes it has gone.
    pub gone: u8,
    /// 6.76: the enemy it may shoot at while it withdraws.
    pub may_fire_at: Option<UnitId>,
    /// 6.78, 6.83: whether the rest of its line goes too, and may not be asked apart.
    pub in_line: bool,
    /// Leaders that go along, by their number as a bit.
    pub riders: u32,
}

impl Procedure for Withdrawal {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        Some(Asked::turn(rules.seat_of(self.unit), Question::Withdraw(self.unit), WITHDRAWING))
    }

    /// Everything a withdrawing unit can do.
    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        if self.gone == 0 {
            for leader in position.rules.leaders() {
                if position.may_take_along(self, leader).is_ok() {
                    into.push(Action::Take(leader));
                }
            }
        }
        let target = self.may_fire_at;
        let target = target.filter(|&at| position.may_part_with_a_shot(self.unit, at).is_ok());
        into.extend(target.map(Action::FireAt));
        for side in Hexside::ALL {
            if position.plan_back(self, side).is_ok() {
                into.push(Action::Back(side));
            }
        }
        if position.may_end_withdrawal(self).is_ok() {
            for vertex in Vertex::ALL {
                if position.plan_face(self, vertex).is_ok() {
                    into.push(Action::Face(vertex));
                }
            }
            into.push(Action::Done);
        }
    }

    /// Whether a withdrawing unit may do this.
    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Take(leader) => position.may_take_along(self, leader),
            Action::FireAt(target) if self.may_fire_at == Some(target) => {
                position.may_part_with_a_shot(self.unit, target).map(|_| ())
            }
            Action::FireAt(_) if !position.is_mounted_archer(self.unit) => {
                let words = "Nobody but mounted archers fires while going back.";
                Err(Illegal::by(crate::missiles::missile_fire::OCCASIONS, words))
            }
            Action::FireAt(_) => {
                let words = "Only mounted archers shoot as they withdraw, once at whom they avoid.";
                Err(Illegal::by(PARTING_SHOT, words))
            }
            Action::Back(side) => position.plan_back(self, side).map(|_| ()),
            Action::Face(vertex) => position.plan_face(self, vertex).map(|_| ()),
            Action::Done => position.may_end_withdrawal(self),
            _ => {
                let words = "It withdraws hex by hex, and may turn when it has gone far enough.";
                Err(Illegal::by(WITHDRAWING, words))
            }
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        let withdrawal = *self;
        match action {
            Action::Take(leader) => resolver.take_back(withdrawal, leader),
            Action::FireAt(target) => resolver.part_with_a_shot(withdrawal, target),
            Action::Back(_) if resolver.opens_retire_fire(self.unit, action) => {}
            Action::Back(side) => resolver.go_back(withdrawal, side),
            Action::Face(vertex) => resolver.face_after_withdrawal(withdrawal, vertex),
            Action::Done => resolver.end_withdrawal(withdrawal),
            _ => {}
        }
    }

    /// A withdrawal that cannot go on ends by itself.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let unit = self.unit;
        if !resolver.state.unit(unit).is_steady() {
            resolver.finish();
            return true;
        }
        let position = resolver.position();
        let can_go = Hexside::ALL.into_iter().any(|side| position.plan_back(self, side).is_ok());
        if can_go || position.may_end_withdrawal(self).is_ok() {
            return false;
        }
        resolver.finish();
        if self.homewards {
            resolver.eliminate(unit, DOOM);
        } else if self.gone > 0 {
            // Only where something has come into its way since it set out.
            resolver.eliminate(unit, WHERE_NOT);
        }
        true
    }
}

impl Position<'_> {
    /// Units that may withdraw because the mover has come within two hexes (6.71, 6.78, 6.83).
    pub(crate) fn may_withdraw(&self, answers: &Answers) -> UnitSet {
        let Some(was) = answers.was else { return UnitSet::NONE };
        let mover = answers.mover;
        let before = self.rules.hexes_standing(mover, was);
        self.withdrawing_before(mover, |unit| {
            self.distance(unit, mover) <= NEAR
                && before.iter().all(|&hex| self.distance_to(unit, hex) > NEAR)
        })
    }

    /// Units that may withdraw because the mover starts two hexes away (6.71, 6.78, 6.83).
    pub(crate) fn withdrawing_at_start(&self, departure: Departure) -> UnitSet {
        let mover = departure.mover;
        if self.movement_of(mover).is_none_or(|movement| movement.has_moved) {
            return UnitSet::NONE;
        }
        self.withdrawing_before(mover, |unit| self.distance(unit, mover) == NEAR)
    }

    /// Enemies of the mover that it has come near to, and that may withdraw in one way or another.
    fn withdrawing_before(&self, mover: UnitId, is_near: impl Fn(UnitId) -> bool) -> UnitSet {
        let camp = self.rules.camp(mover).other();
        let near = self
            .rules
            .list(camp)
            .units
            .iter()
            .filter(|&unit| self.state.unit(unit).is_steady() && is_near(unit));
        let near: UnitSet = near.collect();
        let may = near.iter().filter(|&unit| {
            self.may_withdraw_before(unit, mover).is_ok()
                || self.is_line_asked(unit, mover)
                || self.is_arrangement_asked(unit, mover)
        });
        may.collect()
    }

    /// The movement allowance that is compared (6.71): a phalanx has four, whatever its pace, others have
    /// more in column (6.62).
    pub(crate) fn compared_ma(&self, unit: UnitId) -> u8 {
        match self.state.unit(unit).formation {
            Formation::Square => self.rules.charts.figures.square_ma,
            formation if formation.is_column() && !self.rules.troops(unit).kind.is_phalanx() => {
                self.allowance(&Movement::of(unit))
            }
            _ => self.rules.troops(unit).ma,
        }
    }

    /// How far a unit may withdraw before the mover, or why it may not at all (6.71).
    pub(crate) fn leeway(&self, unit: UnitId, mover: UnitId) -> Result<Leeway, Illegal> {
        let (own, its) = (self.compared_ma(unit), self.compared_ma(mover));
        if self.rules.troops(unit).kind.is_skirmisher() && own >= its {
            let left = self.rules.charts.figures.skirmisher_withdrawal;
            return Ok(Leeway { left, hexes: true, owed: 1 });
        }
        match own.checked_sub(its) {
            Some(left @ 1..) => Ok(Leeway { left, hexes: false, owed: 1 }),
            _ => Err(Illegal::by(WITHDRAWING, "Only a faster unit can withdraw before it.")),
        }
    }

    /// Whether a unit is in a state to withdraw (6.67, 6.71, 11.94); the zone of control of `but` does
    /// not hold it.
    pub(crate) fn is_free_to_withdraw(
        &self,
        unit: UnitId,
        but: Option<UnitId>,
    ) -> Result<(), Illegal> {
        let now = self.state.unit(unit);
        match () {
            () if !now.is_on_map() => {
                Err(Illegal::by(WITHDRAWING, "It is not on the map any more."))
            }
            () if now.routed => Err(Illegal::by(WITHDRAWING, "A routed unit does not withdraw.")),
            () if now.formation.is_column() => {
                Err(Illegal::by(NO_COLUMN, "A unit in column does not withdraw."))
            }
            () if now.formation == Formation::Charge => {
                Err(Illegal::by(NO_CHARGE, "A unit in charge formation does not withdraw."))
            }
            () if now.engaged => self.is_disengaged(unit),
            () if now.behind.is_some() => {
                let words = "At double depth it goes where the one in front goes.";
                Err(Illegal::by(crate::special::double_depth::MOVING_IN_DEPTH, words))
            }
            () if self.rules.is_set_up_to_fire(self.state, unit) => self.is_in_mode_to_move(unit),
            () if self.is_in_zone_of_another(unit, but) => {
                let words = "A unit in an enemy zone of control does not withdraw.";
                Err(Illegal::by(WITHDRAWING, words))
            }
            () => Ok(()),
        }
    }

    /// Whether an enemy other than this one exerts a zone of control onto a unit.
    pub(crate) fn is_in_zone_of_another(&self, unit: UnitId, but: Option<UnitId>) -> bool {
        self.is_in_zone(unit) && self.pinners(unit).any(|enemy| Some(enemy) != but)
    }

    /// Whether a unit may withdraw by itself before the mover.
    pub(crate) fn may_withdraw_before(&self, unit: UnitId, mover: UnitId) -> Result<(), Illegal> {
        self.is_free_to_withdraw(unit, None)?;
        let leeway = self.leeway(unit, mover)?;
        self.has_way_back(unit, mover, leeway, UnitSet::NONE)
    }

    /// Whether a unit that may go so far can go at all; `mates` go too, and are not in its way.
    pub(crate) fn has_way_back(
        &self,
        unit: UnitId,
        mover: UnitId,
        leeway: Leeway,
        mates: UnitSet,
    ) -> Result<(), Illegal> {
        let withdrawal = self.withdrawal(unit, mover, leeway);
        let Some(placement) = self.rules.placement(self.state, unit) else {
            return Err(Illegal::by(WITHDRAWING, "It is not on the map any more."));
        };
        let way = Way { withdrawal, mover: self.steady_hexes(mover), mates };
        if Hexside::ALL.into_iter().any(|side| self.is_way(&way, placement, side).is_ok()) {
            return Ok(());
        }
        Err(Illegal::by(WHERE_NOT, "It has nowhere to withdraw to."))
    }

    /// A withdrawal about to begin.
    fn withdrawal(&self, unit: UnitId, mover: UnitId, leeway: Leeway) -> Withdrawal {
        let nearest = self.hexes(mover).into_iter().min_by_key(|&hex| self.distance_to(unit, hex));
        let fallback = self.state.unit(unit).hex().unwrap_or(Hex::new(0, 0));
        Withdrawal {
            unit,
            before: nearest.unwrap_or(fallback),
            left: leeway.left,
            hexes: leeway.hexes,
            owed: leeway.owed,
            homewards: false,
            gone: 0,
            may_fire_at: None,
            in_line: false,
            riders: 0,
        }
    }

    /// The hexes of a mover that has not been routed since.
    fn steady_hexes(&self, mover: UnitId) -> crate::engine::hexes::Hexpair {
        if self.state.unit(mover).is_steady() {
            self.hexes(mover)
        } else {
            crate::engine::hexes::Hexpair::new()
        }
    }

    /// Who made the units withdraw: the mover of the nearest step below.
    fn withdrawn_from(&self) -> Option<UnitId> {
        self.state.steps.iter().rev().find_map(|step| match step {
            Step::Answers(answers) => Some(answers.mover),
            Step::Departure(departure) => Some(departure.mover),
            Step::LineWithdrawal(LineWithdrawal { mover, .. }) => Some(*mover),
            Step::Rampage(rampage) => Some(rampage.unit),
            _ => None,
        })
    }

    /// Whether a withdrawing unit may go beyond a side: the one test that listing, checking and going use.
    pub(crate) fn plan_back(
        &self,
        withdrawal: &Withdrawal,
        side: Hexside,
    ) -> Result<Plan, Illegal> {
        let mover = self.withdrawn_from().filter(|_| !withdrawal.homewards);
        let hexes = mover.map(|mover| self.steady_hexes(mover)).unwrap_or_default();
        let way = Way { withdrawal: *withdrawal, mover: hexes, mates: UnitSet::NONE };
        let placement = self.rules.placement(self.state, withdrawal.unit);
        let placement =
            placement.ok_or_else(|| Illegal::by(WITHDRAWING, "It is not on the map any more."))?;
        self.is_way(&way, placement, side)
    }

    /// Whether a unit standing like this may go beyond a side, and stop or go on there.
    fn is_way(&self, way: &Way, placement: Placement, side: Hexside) -> Result<Plan, Illegal> {
        let (plan, rest) = self.one_back(way, placement, side)?;
        if self.can_end(&rest, plan.placement) {
            return Ok(plan);
        }
        if rest.withdrawal.owed > 0 {
            return Err(Illegal::by(WHERE_NOT, "From there it could not go as far as it must."));
        }
        Err(Illegal::by(ONE_UNIT, "It could neither stop there nor get past."))
    }

    /// Whether a unit that has come to stand like this can end its withdrawal there or further on.
    fn can_end(&self, way: &Way, placement: Placement) -> bool {
        if way.withdrawal.owed == 0 && !self.shares(way, placement) {
            return true;
        }
        Hexside::ALL.into_iter().any(|side| {
            self.one_back(way, placement, side)
                .is_ok_and(|(plan, rest)| self.can_end(&rest, plan.placement))
        })
    }

    /// Whether somebody else stands there who will not have gone; a routed unit that is run into is (6.92).
    fn shares(&self, way: &Way, placement: Placement) -> bool {
        self.others_at(way, placement).any(|other| !self.state.unit(other).routed)
    }

    /// Who stands there and does not go along.
    fn others_at(&self, way: &Way, placement: Placement) -> impl Iterator<Item = UnitId> {
        let (unit, mates) = (way.withdrawal.unit, way.mates);
        let hexes = self.rules.hexes_standing(unit, placement);
        let others = hexes.into_iter().flat_map(|hex| self.units_at(hex));
        others.filter(move |&other| other != unit && !mates.contains(other))
    }

    /// One hex back, a two-hex unit with both halves (6.72): where it would stand, and what would be left.
    fn one_back(
        &self,
        way: &Way,
        placement: Placement,
        side: Hexside,
    ) -> Result<(Plan, Way), Illegal> {
        let withdrawal = &way.withdrawal;
        let unit = withdrawal.unit;
        let (camp, field) = (self.rules.camp(unit), self.rules.field());
        let mut cost = Cost { mp: 0, hits: 0 };
        let mut nearer_home = 0;
        for from in self.rules.hexes_standing(unit, placement) {
            let half = self.entry(unit, from, side)?;
            cost = Cost { mp: cost.mp.max(half.mp), hits: cost.hits.max(half.hits) };
            let to = field.beyond(from, side);
            let to = to.ok_or_else(|| Illegal::by(WITHDRAWING, "There the map ends."))?;
            self.may_withdraw_into(camp, from, side, to)?;
            if withdrawal.homewards {
                let edge = self.rules.list(camp).retreat_edge;
                nearer_home += i16::from(field.edge_distance(from, edge))
                    - i16::from(field.edge_distance(to, edge));
            } else if way.distance(to) <= way.distance(from) {
                let words = "It must get further away with every hex.";
                return Err(Illegal::by(WITHDRAWING, words));
            }
        }
        if withdrawal.homewards && nearer_home <= 0 {
            return Err(Illegal::by(DOOM, "It withdraws towards its retreat edge."));
        }
        let spent = if withdrawal.hexes { 1 } else { cost.mp.max(1) };
        let left = withdrawal.left.checked_sub(spent);
        let left =
            left.ok_or_else(|| Illegal::by(WITHDRAWING, "It cannot withdraw as far as that."))?;
        let hex = placement.hex.beyond(side).unwrap_or(placement.hex);
        let plan = Plan::into(Placement { hex, ..placement }, cost);
        let mut rest = way.clone();
        rest.withdrawal.left = left;
        rest.withdrawal.gone = withdrawal.gone.saturating_add(1);
        rest.withdrawal.owed = withdrawal.owed.saturating_sub(1);
        if self.others_at(&rest, plan.placement).next().is_some() {
            self.company(unit, plan.placement)?;
        }
        Ok((plan, rest))
    }

    /// 6.75: not into an enemy zone of control, not into rough ground but rocky, not across a rough side.
    pub(crate) fn may_withdraw_into(
        &self,
        camp: Camp,
        from: Hex,
        side: Hexside,
        to: Hex,
    ) -> Result<(), Illegal> {
        let field = self.rules.field();
        match () {
            () if self.is_in_enemy_zone(camp, to) => {
                Err(Illegal::by(WHERE_NOT, "Nobody withdraws into an enemy zone of control."))
            }
            () if field.is_rough(to)
                && field.terrain(to) != crate::model::field::Terrain::Rocky =>
            {
                Err(Illegal::by(WHERE_NOT, "Nobody withdraws into rough ground."))
            }
            () if field.is_rough_crossing(from, side) => {
                Err(Illegal::by(WHERE_NOT, "Nobody withdraws across a rough hexside."))
            }
            () => Ok(()),
        }
    }

    /// From where a unit is approached (6.72): from the front or rear only where the enemy is adjacent to
    /// front or rear hexes alone.
    pub(crate) fn approach(&self, unit: UnitId, mover: UnitId) -> Aspect {
        let Some(placement) = self.rules.placement(self.state, unit) else { return Aspect::Front };
        let enemy = self.hexes(mover);
        let adjacent = self.distance(unit, mover) <= 1;
        let (mut front, mut flank, mut rear) = (false, false, false);
        self.rules.each_around(unit, placement, |_, _, hex, aspect| {
            let comes = if adjacent {
                enemy.contains(&hex)
            } else {
                enemy.iter().any(|own| own.distance(hex) == 1)
            };
            if comes {
                match aspect {
                    Aspect::Front => front = true,
                    Aspect::Flank => flank = true,
                    Aspect::Rear => rear = true,
                }
            }
        });
        match (front, flank, rear) {
            (_, true, _) | (true, _, true) => Aspect::Flank,
            (_, _, true) => Aspect::Rear,
            _ => Aspect::Front,
        }
    }

    /// 6.76: whether a unit may shoot at the mover while it withdraws.
    fn may_part_with_a_shot(&self, unit: UnitId, mover: UnitId) -> Result<Shot, Illegal> {
        if self.state.reactions.has_shot(unit, mover) {
            let words = "It has shot at this unit in this orders phase.";
            return Err(Illegal::by(PARTING_SHOT, words));
        }
        self.parting_shot(unit, mover)
    }

    /// Whether a withdrawing unit may stop where it is.
    fn may_end_withdrawal(&self, withdrawal: &Withdrawal) -> Result<(), Illegal> {
        let unit = withdrawal.unit;
        let placement = self.rules.placement(self.state, unit);
        let shares =
            placement.is_some_and(|placement| !self.companions(unit, placement).is_empty());
        match () {
            () if withdrawal.owed > 0 => {
                Err(Illegal::by(WITHDRAWING, "It has not gone as far as it must."))
            }
            () if shares => Err(Illegal::by(ONE_UNIT, "It cannot stop in a friend's hex.")),
            () => Ok(()),
        }
    }

    /// What it costs a unit that has withdrawn to face this vertex (6.72), or why it may not.
    fn plan_face(&self, withdrawal: &Withdrawal, to: Vertex) -> Result<Plan, Illegal> {
        self.may_end_withdrawal(withdrawal)?;
        let unit = withdrawal.unit;
        let kind = self.rules.troops(unit).kind;
        let placement = self.rules.placement(self.state, unit);
        let placement =
            placement.ok_or_else(|| Illegal::by(PENALTIES, "It is not on the map any more."))?;
        if kind.is_two_hex() || kind.is_artillery() || placement.formation != Formation::Battle {
            return Err(Illegal::by(rule!(GBA, "7.13"), "It does not turn in its hex."));
        }
        let vertices = placement.facing.apart(to);
        if vertices == 0 {
            return Err(Illegal::by(crate::movement::facing::TURNING, "It faces there already."));
        }
        let mp = self.turning_points(unit, vertices);
        if mp > withdrawal.left {
            return Err(Illegal::by(PENALTIES, "It has not enough left to turn so far."));
        }
        let as_moved = Movement { hexes: withdrawal.gone, ..Movement::of(unit) };
        let hits = self.turning_hits(&as_moved, placement, vertices);
        let cost = Cost { mp, hits };
        Ok(Plan::in_place(Placement { facing: to, ..placement }, cost))
    }

    /// 4.62: leaders with a unit may withdraw along with it; asked before it goes.
    fn may_take_along(&self, withdrawal: &Withdrawal, leader: LeaderId) -> Result<(), Illegal> {
        let hexes = self.hexes(withdrawal.unit);
        let is_with_it = self.state.leader(leader).at.is_some_and(|hex| hexes.contains(&hex))
            && self.rules.leads(leader, withdrawal.unit);
        match () {
            () if !is_with_it => Err(Illegal::by(
                crate::command::leaders::LEADERS_WITHDRAW,
                "He is not with this unit.",
            )),
            () if withdrawal.gone > 0 => {
                Err(Illegal::by(crate::command::leaders::LEADERS_WITHDRAW, "It has gone already."))
            }
            () if leaders_in(withdrawal.riders).any(|rider| rider == leader) => Err(Illegal::by(
                crate::command::leaders::LEADERS_WITHDRAW,
                "He goes along already.",
            )),
            () => Ok(()),
        }
    }

    /// Lists who may withdraw before the mover: by itself, with its line (6.78), as arranged (6.83).
    pub(crate) fn list_withdrawing(&self, mover: UnitId, waiting: UnitSet, into: &mut Vec<Action>) {
        for unit in waiting.iter() {
            if self.may_withdraw_before(unit, mover).is_ok() {
                into.push(Action::Withdraw(unit));
            }
        }
        self.list_lines_withdrawing(mover, waiting, into);
    }

    /// Whether this unit, line or leader may withdraw before the mover: the same test that listing uses.
    pub(crate) fn check_withdrawing(
        &self,
        mover: UnitId,
        waiting: UnitSet,
        leaders: u32,
        action: Action,
    ) -> Result<(), Illegal> {
        let asked = |unit: UnitId| {
            if waiting.contains(unit) {
                return Ok(());
            }
            let words = "The enemy has not just come within two hexes of it.";
            Err(Illegal::by(WITHDRAWING, words))
        };
        match action {
            Action::Withdraw(unit) if self.rules.camp(unit) == self.rules.camp(mover) => {
                Err(Illegal::by(WITHDRAWING, "It is not approached by an enemy."))
            }
            Action::Withdraw(unit) => {
                self.may_withdraw_before(unit, mover)?;
                asked(unit)
            }
            Action::WithdrawLine(unit, leader) => {
                self.may_line_withdraw(unit, leader, mover)?;
                asked(unit)
            }
            Action::WithdrawLeader(leader) => self.may_ride_off(leader, mover, leaders),
            Action::Done => Ok(()),
            _ => Err(self.why_no_answer(AnswerStage::Withdrawal, action)),
        }
    }
}

/// A way back being looked for.
#[derive(Clone, Debug)]
struct Way {
    /// The withdrawal, as it would be by then.
    withdrawal: Withdrawal,
    /// The hexes of whom it withdraws from; none where he has been routed since, or there is nobody.
    mover: crate::engine::hexes::Hexpair,
    /// Those who go too, and are not in the way.
    mates: UnitSet,
}

impl Way {
    /// How far a hex is from whom the unit withdraws.
    fn distance(&self, hex: Hex) -> u8 {
        let nearest = self.mover.iter().map(|mover| mover.distance(hex)).min();
        nearest.unwrap_or_else(|| self.withdrawal.before.distance(hex))
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// A unit withdraws by itself before the mover.
    pub(crate) fn withdraw(&mut self, unit: UnitId, mover: UnitId, rule: Rule) {
        let Ok(leeway) = self.position().leeway(unit, mover) else { return };
        let again = self.state.reactions.withdrawn.contains(unit) && rule == WITHDRAWING;
        let rule = match () {
            () if again => AS_OFTEN_AS_NEEDED,
            () if leeway.hexes && rule == WITHDRAWING => SKIRMISHERS_WITHDRAW,
            () => rule,
        };
        self.state.reactions.withdrawn.insert(unit);
        self.begin_withdrawal(unit, mover, leeway, rule);
    }

    /// A unit begins to withdraw: 6.72, one that is approached from flank or rear is hit before it goes.
    pub(crate) fn begin_withdrawal(
        &mut self,
        unit: UnitId,
        mover: UnitId,
        leeway: Leeway,
        rule: Rule,
    ) {
        let mut withdrawal = self.position().withdrawal(unit, mover, leeway);
        withdrawal.in_line = matches!(self.state.step(), Step::LineWithdrawal(_));
        // 11.16: cavalry that gets away from elephants does not fire; 8.2: nobody does at a rampage.
        let may_fire = rule != crate::special::elephants::BEFORE_ELEPHANTS
            && !self.position().is_wild(mover)
            && self.position().may_part_with_a_shot(unit, mover).is_ok();
        withdrawal.may_fire_at = may_fire.then_some(mover);
        let approach = self.position().approach(unit, mover);
        let is_skirmisher = self.rules.troops(unit).kind.is_skirmisher();
        self.tell(Event::Withdraws(unit, rule));
        self.begin(withdrawal);
        if approach == Aspect::Rear || approach == Aspect::Flank && !is_skirmisher {
            self.suffer_for_withdrawing(unit, CohesionCause::WithdrawalFlankRear);
        }
    }

    /// A leader goes along with a withdrawing unit (4.62).
    pub(crate) fn take_back(&mut self, mut withdrawal: Withdrawal, leader: LeaderId) {
        withdrawal.riders |= 1u32.checked_shl(leader.index() as u32).unwrap_or(0);
        self.instead(withdrawal);
        self.has_answered(leader);
    }

    /// 6.76: a mounted archer shoots as it withdraws.
    pub(crate) fn part_with_a_shot(&mut self, mut withdrawal: Withdrawal, target: UnitId) {
        withdrawal.may_fire_at = None;
        self.instead(withdrawal);
        if let Ok(shot) = self.position().may_part_with_a_shot(withdrawal.unit, target) {
            self.state.reactions.shoot(withdrawal.unit, target);
            self.fire(&shot);
        }
    }

    /// A withdrawing unit goes one hex.
    pub(crate) fn go_back(&mut self, mut withdrawal: Withdrawal, side: Hexside) {
        let Ok(plan) = self.position().plan_back(&withdrawal, side) else { return };
        let unit = withdrawal.unit;
        let Some(was) = self.rules.placement(self.state, unit) else { return };
        withdrawal.left -= if withdrawal.hexes { 1 } else { plan.cost.mp.max(1) };
        withdrawal.gone = withdrawal.gone.saturating_add(1);
        withdrawal.owed = withdrawal.owed.saturating_sub(1);
        self.instead(withdrawal);
        let shared = self.position().companions(unit, was);
        self.stand(unit, plan.placement);
        self.carry(withdrawal.riders, was, plan.placement, unit);
        let rule = if withdrawal.homewards { DOOM } else { WITHDRAWING };
        let entered = self.rules.entered(unit, was, plan.placement);
        self.tell(Event::Entered(unit, entered, rule));
        self.come_up_to_leaders(unit, was);
        self.suffer_withdrawing(unit, plan.cost.hits, TERRAIN_HITS);
        if self.state.unit(unit).is_steady() && self.position().is_beside_elephants(unit) {
            let toll = *self.rules.charts.toll(CohesionCause::CavalryNearElephant);
            self.suffer_withdrawing(unit, toll.hits, toll.rule);
        }
        if self.state.unit(unit).is_steady() {
            self.pass_through(unit, &shared);
        }
    }

    /// A unit turns after it has withdrawn, and is done (6.72).
    pub(crate) fn face_after_withdrawal(&mut self, withdrawal: Withdrawal, vertex: Vertex) {
        let Ok(plan) = self.position().plan_face(&withdrawal, vertex) else { return };
        self.stand(withdrawal.unit, plan.placement);
        self.tell(Event::Turned(withdrawal.unit, vertex, PENALTIES));
        self.finish();
        let rule = crate::movement::facing::TURNING_IN_ROUGH;
        self.suffer_withdrawing(withdrawal.unit, plan.cost.hits, rule);
        self.pay_for_withdrawal(withdrawal.unit);
    }

    /// A unit stops withdrawing.
    pub(crate) fn end_withdrawal(&mut self, withdrawal: Withdrawal) {
        self.finish();
        self.pay_for_withdrawal(withdrawal.unit);
    }

    /// 6.72: infantry and chariots are hit, and all but skirmishers check their quality.
    fn pay_for_withdrawal(&mut self, unit: UnitId) {
        let kind: Kind = self.rules.troops(unit).kind;
        if kind.is_skirmisher() {
            return;
        }
        // 11.81: engines move as light infantry.
        if kind.is_infantry() || kind.is_chariot() || kind.is_artillery() {
            self.suffer_for_withdrawing(unit, CohesionCause::Withdrawal);
        }
        self.suffer_for_withdrawing(unit, CohesionCause::WithdrawalCheck);
    }

    /// What the Cohesion Hit and TQ Check Chart has for a withdrawal, with the check where it asks for one.
    fn suffer_for_withdrawing(&mut self, unit: UnitId, cause: CohesionCause) {
        if !self.state.unit(unit).is_steady() {
            return;
        }
        let toll = *self.rules.charts.toll(cause);
        if !toll.needs_roll() {
            return self.suffer_withdrawing(unit, toll.hits, toll.rule);
        }
        let back = self.position().back_of(unit);
        for unit in std::iter::once(unit).chain(back) {
            let (roll, tq) = (self.roll(), self.position().tq(unit));
            let hits = toll.hits_on(roll.result(), tq);
            self.tell(Event::Checked { unit, tq, roll, hits, rule: toll.rule });
            self.suffer_alone(unit, hits, toll.rule);
            // 11.73: the one behind checks if the one in front is hit, and runs with it.
            if hits == 0 || !self.state.unit(unit).is_steady() {
                return;
            }
        }
    }

    /// A unit takes hits as it withdraws, and the one behind it takes as many (11.72).
    fn suffer_withdrawing(&mut self, unit: UnitId, hits: u8, rule: Rule) {
        let back = self.position().back_of(unit);
        for unit in std::iter::once(unit).chain(back) {
            if self.state.unit(unit).is_steady() {
                self.suffer_alone(unit, hits, rule);
            }
        }
    }

    /// A unit takes hits as it withdraws, and routs at once when they reach its quality (6.73).
    fn suffer_alone(&mut self, unit: UnitId, hits: u8, rule: Rule) {
        let now = self.state.unit(unit);
        let breaks = now.hits.saturating_add(hits) >= self.position().tq(unit);
        if hits > 0 && breaks && now.is_steady() {
            self.bear(unit, hits, rule);
            self.rout(unit, ROUT_ON_THE_WAY);
        } else {
            self.hit(unit, hits, rule);
        }
    }
}
