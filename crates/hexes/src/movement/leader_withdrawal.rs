//! 4.62: leaders withdraw before an enemy unit that comes up, or are lost; from a unit that may withdraw they ride off
//! sooner (6.77); 9.24: the king flees.

use crate::command::leaders::{LEADERS_WITHDRAW, bit, leaders_in};
use crate::command::momentum::{Crisis, DOOM};
use crate::engine::action::{Action, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Placement, Readiness, State};
use crate::engine::steps::Step;
use crate::model::field::Edge;
use crate::model::hex::{Hex, Hexside};
use crate::model::order_of_battle::{LeaderId, UnitId, UnitSet};
use crate::movement::answers::{AnswerStage, Answers};
use crate::movement::orderly_withdrawal::WHERE_NOT;
use crate::victory::THE_KING;
use diadem_core::{Illegal, Rule, Sink};
use serde::{Deserialize, Serialize};

/// 9.24: so many hexes the king goes.
const THE_KING_GOES: u8 = 4;

/// 4.62: a leader withdraws, hex by hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LeaderWithdrawal {
    /// Who withdraws.
    pub leader: LeaderId,
    /// From whom.
    pub before: Hex,
    /// Movement points left.
    pub left: u8,
    /// Hexes he has gone.
    pub gone: u8,
    /// 5.33, 9.24: whether he goes straight for his retreat edge.
    pub homewards: bool,
    /// 4.63: the hex that he has just come from, while it is not settled whom he meets.
    pub came_from: Option<Hex>,
}

impl Procedure for LeaderWithdrawal {
    fn asked(&self, rules: &Hexes, state: &State) -> Option<Asked> {
        let rule = rules.ask(state, |position| position.withdrawal_rule(*self));
        let question = Question::LeaderWithdraw(self.leader);
        Some(Asked::turn(rules.seat_of_leader(self.leader), question, rule))
    }

    /// Everything a withdrawing leader can do.
    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        for side in Hexside::ALL {
            if position.plan_leader_back(*self, side).is_ok() {
                into.push(Action::Back(side));
            }
        }
        if position.may_leader_stop(*self).is_ok() {
            into.push(Action::Done);
        }
    }

    /// Whether a withdrawing leader may do this.
    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Back(side) => position.plan_leader_back(*self, side).map(|_| ()),
            Action::Done => position.may_leader_stop(*self),
            _ => {
                let words = "First the leader who withdraws has to come where he will stay.";
                Err(Illegal::by(position.withdrawal_rule(*self), words))
            }
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Back(side) => resolver.leader_goes_back(*self, side),
            _ => resolver.finish(),
        }
    }

    /// A withdrawing leader meets whom he has come up to (4.63), and ends by himself when he cannot go on.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let mut withdrawal = *self;
        if let Some(from) = withdrawal.came_from.take() {
            resolver.instead(withdrawal);
            resolver.meet(withdrawal.leader, from);
            return true;
        }
        let position = resolver.position();
        let can_go = Hexside::ALL
            .into_iter()
            .any(|side| position.plan_leader_back(withdrawal, side).is_ok());
        if can_go {
            return false;
        }
        resolver.finish();
        true
    }
}

/// 9.24: the king may flee before an enemy leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Flight {
    /// The king.
    pub king: LeaderId,
    /// Who has come up to him.
    pub rider: LeaderId,
}

impl Procedure for Flight {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        Some(Asked::window(rules.seat_of_leader(self.king), Question::Flight(self.king), THE_KING))
    }

    fn list(&self, _: &Position<'_>, into: &mut Vec<Action>) {
        into.extend([Action::WithdrawLeader(self.king), Action::Done]);
    }

    fn check(&self, _: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Done => Ok(()),
            Action::WithdrawLeader(leader) if leader == self.king => Ok(()),
            _ => Err(Illegal::by(THE_KING, "The question is whether the king flees.")),
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::Done => resolver.finish(),
            _ => resolver.flee(self.king, self.rider),
        }
    }

    /// The question falls away when either is gone.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        if resolver.position().may_king_flee(self.king, self.rider).is_ok() {
            return false;
        }
        resolver.finish();
        true
    }
}

impl Position<'_> {
    /// Whether an enemy unit has come adjacent to a leader from a hex that was not.
    fn has_come_up_to_leader(&self, answers: &Answers, leader: LeaderId) -> bool {
        let Some(was) = answers.was else { return false };
        let mover = answers.mover;
        self.rules.camp_of(leader) != self.rules.camp(mover)
            && self.state.leader(leader).at.is_some_and(|hex| {
                self.distance_to(mover, hex) == 1
                    && self.rules.hexes_standing(mover, was).iter().all(|own| own.distance(hex) > 1)
            })
    }

    /// Leaders that may withdraw at a stage of the answers to a step, as bits (4.62).
    pub(crate) fn leaders_that_may(&self, answers: &Answers) -> u32 {
        match answers.stage {
            AnswerStage::Withdrawal => self.leaders_riding_off(answers.mover, answers.waiting),
            AnswerStage::Leaders => {
                let may = self.rules.leaders().filter(|&leader| {
                    self.has_come_up_to_leader(answers, leader)
                        && self.may_leader_withdraw(leader, answers.mover).is_ok()
                });
                bits(may)
            }
            AnswerStage::Arrived
            | AnswerStage::ShockMark
            | AnswerStage::Elephants
            | AnswerStage::Facing
            | AnswerStage::EntryFire => 0,
        }
    }

    /// 4.62, 6.77: leaders who may ride off by themselves, as bits: each is with one of these units, and it may
    /// withdraw before the mover.
    pub(crate) fn leaders_riding_off(&self, mover: UnitId, waiting: UnitSet) -> u32 {
        let may = waiting.iter().filter(|&unit| self.may_withdraw_before(unit, mover).is_ok());
        let with = may.flat_map(|unit| self.hexes(unit)).flat_map(|hex| self.state.leaders_at(hex));
        bits(with.filter(|&leader| self.may_leader_withdraw(leader, mover).is_ok()))
    }

    /// Whether a leader may ride off by himself, as those may who still can.
    pub(crate) fn may_ride_off(
        &self,
        leader: LeaderId,
        mover: UnitId,
        waiting: u32,
    ) -> Result<(), Illegal> {
        if leaders_in(waiting).any(|one| one == leader) {
            return self.may_leader_withdraw(leader, mover);
        }
        let words =
            "Before the enemy is next to him he rides off only from a unit that may withdraw.";
        Err(Illegal::by(LEADERS_WITHDRAW, words))
    }

    /// Whether a leader may withdraw before a unit that has come up to him.
    pub(crate) fn may_leader_withdraw(
        &self,
        leader: LeaderId,
        mover: UnitId,
    ) -> Result<(), Illegal> {
        let Some(hex) = self.state.leader(leader).at else {
            return Err(Illegal::by(LEADERS_WITHDRAW, "He is not on the map any more."));
        };
        // 9.24: the king always may.
        if !self.rules.commander(leader).is_target {
            self.is_leader_disengaged(leader)?;
            let camp = self.rules.camp_of(leader);
            let held =
                Hexside::ALL.into_iter().filter_map(|side| self.rules.field().beyond(hex, side));
            let mut enemies = held
                .filter_map(|at| self.unit_at(at))
                .filter(|&unit| unit != mover && self.rules.camp(unit) != camp);
            if enemies.any(|enemy| self.rules.exerts(self.state, enemy, hex)) {
                let words = "He is in an enemy zone of control already.";
                return Err(Illegal::by(LEADERS_WITHDRAW, words));
            }
        }
        let withdrawal = self.leader_withdrawal(leader, hex, mover);
        if Hexside::ALL.into_iter().any(|side| self.plan_leader_back(withdrawal, side).is_ok()) {
            return Ok(());
        }
        Err(Illegal::by(WHERE_NOT, "He has nowhere to withdraw to."))
    }

    /// The withdrawal of a leader about to begin: the difference of the allowances, away (4.62); the king
    /// four hexes straight home (9.24).
    fn leader_withdrawal(&self, leader: LeaderId, hex: Hex, mover: UnitId) -> LeaderWithdrawal {
        let nearest = self.hexes(mover).into_iter().min_by_key(|own| own.distance(hex));
        let homewards = self.rules.commander(leader).is_target;
        let left = if homewards {
            THE_KING_GOES
        } else {
            self.rules.charts.figures.leader_ma.saturating_sub(self.compared_ma(mover))
        };
        let before = nearest.unwrap_or(hex);
        LeaderWithdrawal { leader, before, left, gone: 0, homewards, came_from: None }
    }

    /// Whether a withdrawing leader may go beyond a side: where he comes to, nowhere when he leaves the
    /// map, and what is left then.
    fn plan_leader_back(
        &self,
        withdrawal: LeaderWithdrawal,
        side: Hexside,
    ) -> Result<(Option<Hex>, u8), Illegal> {
        let (camp, field) = (self.rules.camp_of(withdrawal.leader), self.rules.field());
        let Some(from) = self.state.leader(withdrawal.leader).at else {
            return Err(Illegal::by(LEADERS_WITHDRAW, "He is not on the map any more."));
        };
        let edge = self.rules.list(camp).retreat_edge;
        let Some(to) = field.beyond(from, side) else {
            let flees = self.rules.commander(withdrawal.leader).is_target
                && withdrawal.homewards
                && withdrawal.left > 0
                && !self.is_leader_in_crisis(withdrawal.leader)
                && field.is_edge(from, edge)
                && leads_over(edge).contains(&side);
            if flees {
                return Ok((None, 0));
            }
            return Err(Illegal::by(self.withdrawal_rule(withdrawal), "There the map ends."));
        };
        let mp = self.rules.charts.leader_entry(field, from, side)?;
        self.may_withdraw_into(camp, from, side, to)?;
        if self.enemy_at(camp, to).is_some() || self.is_enemy_leader_alone(withdrawal.leader, to) {
            return Err(Illegal::by(
                crate::movement::moving::NO_ENEMY_HEX,
                "An enemy stands there.",
            ));
        }
        if withdrawal.homewards {
            if field.edge_distance(to, edge) >= field.edge_distance(from, edge) {
                let words = "He goes straight for his retreat edge.";
                return Err(Illegal::by(self.withdrawal_rule(withdrawal), words));
            }
        } else if self.far_from_mover(withdrawal, to) <= self.far_from_mover(withdrawal, from) {
            let words = "He must get further away with every hex.";
            return Err(Illegal::by(LEADERS_WITHDRAW, words));
        }
        let spent = if withdrawal.homewards { 1 } else { mp.max(1) };
        let left = withdrawal.left.checked_sub(spent);
        let left = left.ok_or_else(|| {
            Illegal::by(self.withdrawal_rule(withdrawal), "He cannot withdraw so far.")
        })?;
        Ok((Some(to), left))
    }

    /// How far a hex is from whom a leader withdraws.
    fn far_from_mover(&self, withdrawal: LeaderWithdrawal, hex: Hex) -> u8 {
        let mover = self.state.steps.iter().rev().find_map(|step| match step {
            Step::Answers(answers) => Some(answers.mover),
            Step::Departure(departure) => Some(departure.mover),
            Step::Rampage(rampage) => Some(rampage.unit),
            _ => None,
        });
        match mover.filter(|&mover| self.state.unit(mover).is_on_map()) {
            Some(mover) => self.distance_to(mover, hex),
            None => withdrawal.before.distance(hex),
        }
    }

    fn is_enemy_leader_alone(&self, leader: LeaderId, hex: Hex) -> bool {
        let camp = self.rules.camp_of(leader);
        self.unit_at(hex).is_none()
            && self.state.leaders_at(hex).any(|other| self.rules.camp_of(other) != camp)
    }

    /// 5.33: whether a leader withdraws because his nerve failed, and must go as far as he can.
    fn is_leader_in_crisis(&self, leader: LeaderId) -> bool {
        let mut steps = self.state.steps.iter();
        steps.any(|step| matches!(step, Step::Crisis(Crisis { leader: his, .. }) if *his == leader))
    }

    /// The rule by which a leader withdraws: before a unit, as the king, or because his nerve failed.
    pub(crate) fn withdrawal_rule(&self, withdrawal: LeaderWithdrawal) -> Rule {
        match () {
            () if self.is_leader_in_crisis(withdrawal.leader) => DOOM,
            () if withdrawal.homewards => THE_KING,
            () => LEADERS_WITHDRAW,
        }
    }

    /// Whether a leader may stop withdrawing.
    fn may_leader_stop(&self, withdrawal: LeaderWithdrawal) -> Result<(), Illegal> {
        if withdrawal.gone == 0 || self.is_leader_in_crisis(withdrawal.leader) {
            let words = "He has not gone as far as he must.";
            return Err(Illegal::by(self.withdrawal_rule(withdrawal), words));
        }
        Ok(())
    }

    pub(crate) fn list_leader_withdrawals(&self, answers: &Answers, into: &mut Vec<Action>) {
        into.extend(leaders_in(answers.leaders).map(Action::WithdrawLeader));
    }

    /// Whether a leader may withdraw now: the same test that listing uses.
    pub(crate) fn check_leader_withdrawal(
        &self,
        answers: &Answers,
        action: Action,
    ) -> Result<(), Illegal> {
        match action {
            Action::WithdrawLeader(leader) => {
                if !self.has_come_up_to_leader(answers, leader) {
                    let words = "The enemy has not just come adjacent to him.";
                    return Err(Illegal::by(LEADERS_WITHDRAW, words));
                }
                self.may_leader_withdraw(leader, answers.mover)?;
                if leaders_in(answers.leaders).any(|waiting| waiting == leader) {
                    Ok(())
                } else {
                    Err(Illegal::by(LEADERS_WITHDRAW, "He has answered already."))
                }
            }
            Action::Done => Ok(()),
            Action::Withdraw(_) | Action::WithdrawLine(..) => Err(self.too_late_to_withdraw()),
            _ => {
                let words = "The question is which leaders withdraw before the unit that came up.";
                Err(Illegal::by(LEADERS_WITHDRAW, words))
            }
        }
    }

    /// Leaders alone in their hexes that a unit has come up to.
    fn is_caught_alone(&self, answers: &Answers, leader: LeaderId) -> bool {
        self.has_come_up_to_leader(answers, leader)
            && self.state.leader(leader).at.is_some_and(|hex| self.unit_at(hex).is_none())
    }

    /// 9.24: whether the king may flee from a leader who has come up to him.
    fn may_king_flee(&self, king: LeaderId, rider: LeaderId) -> Result<LeaderWithdrawal, Illegal> {
        let refused = |words| Err(Illegal::by(THE_KING, words));
        let (Some(at), Some(before)) = (self.state.leader(king).at, self.state.leader(rider).at)
        else {
            return refused("One of them is not on the map any more.");
        };
        if !self.rules.commander(king).is_target
            || self.rules.camp_of(king) == self.rules.camp_of(rider)
            || at.distance(before) != 1
        {
            return refused("No enemy leader has come up to the king.");
        }
        let withdrawal = LeaderWithdrawal {
            leader: king,
            before,
            left: THE_KING_GOES,
            gone: 0,
            homewards: true,
            came_from: None,
        };
        if Hexside::ALL.into_iter().any(|side| self.plan_leader_back(withdrawal, side).is_ok()) {
            return Ok(withdrawal);
        }
        refused("He has nowhere to go.")
    }
}

/// Leaders as bits.
fn bits(leaders: impl Iterator<Item = LeaderId>) -> u32 {
    leaders.fold(0, |bits, leader| bits | bit(leader))
}

/// The sides that lead over an edge of the map.
const fn leads_over(edge: Edge) -> &'static [Hexside] {
    match edge {
        Edge::Left => &[Hexside::SouthWest, Hexside::NorthWest],
        Edge::Right => &[Hexside::NorthEast, Hexside::SouthEast],
        Edge::Top => &[Hexside::North],
        Edge::Bottom => &[Hexside::South],
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// A unit that moves otherwise than under orders (withdrawing, running) may come up to leaders too
    /// (4.62), or into their very hexes.
    pub(crate) fn come_up_to_leaders(&mut self, unit: UnitId, was: Placement) {
        self.ride_down(unit);
        let answers = Answers::to(unit, was, AnswerStage::ShockMark..=AnswerStage::Leaders);
        let position = self.position();
        if self.rules.leaders().any(|leader| position.has_come_up_to_leader(&answers, leader)) {
            self.begin(answers);
        }
    }

    /// Leaders alone who cannot withdraw are lost before anybody is asked (4.62).
    pub(crate) fn lose_cornered_leaders(&mut self, answers: &Answers) {
        for leader in self.rules.leaders() {
            let position = self.position();
            if position.is_caught_alone(answers, leader)
                && position.may_leader_withdraw(leader, answers.mover).is_err()
            {
                self.kill_leader(leader, LEADERS_WITHDRAW);
            }
        }
    }

    /// Leaders alone who did not withdraw are lost (4.62).
    pub(crate) fn lose_lone_leaders(&mut self, answers: &Answers) {
        for leader in leaders_in(answers.leaders) {
            if self.position().is_caught_alone(answers, leader) {
                self.kill_leader(leader, LEADERS_WITHDRAW);
            }
        }
    }

    /// A leader begins to withdraw.
    pub(crate) fn withdraw_leader(&mut self, answers: Answers, leader: LeaderId) {
        self.has_answered(leader);
        self.begin_leader_withdrawal(leader, answers.mover);
    }

    /// A leader has withdrawn, by himself or with his unit, and is not asked again about this step.
    pub(crate) fn has_answered(&mut self, leader: LeaderId) {
        let asked = self.state.steps.iter_mut().rev().find_map(|step| match step {
            Step::Answers(answers) => Some(&mut answers.leaders),
            Step::Departure(departure) => Some(&mut departure.leaders),
            _ => None,
        });
        if let Some(leaders) = asked {
            *leaders &= !bit(leader);
        }
    }

    /// A leader gets away from a unit.
    pub(crate) fn begin_leader_withdrawal(&mut self, leader: LeaderId, mover: UnitId) {
        let Some(hex) = self.state.leader(leader).at else { return };
        let withdrawal = self.position().leader_withdrawal(leader, hex, mover);
        self.begin(withdrawal);
    }

    /// A withdrawing leader goes one hex, or off the map (9.24).
    pub(crate) fn leader_goes_back(&mut self, mut withdrawal: LeaderWithdrawal, side: Hexside) {
        let leader = withdrawal.leader;
        let Ok((to, left)) = self.position().plan_leader_back(withdrawal, side) else { return };
        let Some(from) = self.state.leader(leader).at else { return };
        withdrawal.left = left;
        withdrawal.gone = withdrawal.gone.saturating_add(1);
        withdrawal.came_from = to.is_some().then_some(from);
        self.instead(withdrawal);
        match to {
            Some(hex) => {
                self.state.leader_mut(leader).at = Some(hex);
                let rule = self.position().withdrawal_rule(withdrawal);
                self.tell(Event::Rode(leader, hex, rule));
                // 9.24: the king may flee before they meet.
                self.alarm_the_king(leader, from);
            }
            None => {
                let now = self.state.leader_mut(leader);
                now.at = None;
                now.fled = true;
                now.readiness = Readiness::Finished;
                self.tell(Event::Fled(leader));
            }
        }
    }

    /// 9.24: an enemy leader has come up from there; the king may flee before anybody fights.
    pub(crate) fn alarm_the_king(&mut self, rider: LeaderId, from: Hex) {
        let position = self.position();
        let mut kings = self.rules.leaders().filter(|&king| {
            position.may_king_flee(king, rider).is_ok()
                && self.state.leader(king).at.is_some_and(|at| at.distance(from) > 1)
        });
        if let Some(king) = kings.next() {
            drop(kings);
            self.answered();
            self.begin(Flight { king, rider });
        }
    }

    /// The king flees from a leader.
    pub(crate) fn flee(&mut self, king: LeaderId, rider: LeaderId) {
        let withdrawal = self.position().may_king_flee(king, rider);
        self.finish();
        if let Ok(withdrawal) = withdrawal {
            self.begin(withdrawal);
        }
    }
}
