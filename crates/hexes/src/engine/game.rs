//! The contract: what is asked, what may be answered, what an answer does.

use crate::command::activation::ACTIVATION;
use crate::command::elite::ELITE;
use crate::command::line_command::LINE_ELIGIBILITY;
use crate::command::momentum::{DOOM, MOMENTUM};
use crate::command::orders::ORDERS;
use crate::command::trump::{COUNTER_TRUMP, TRUMP};
use crate::engine::action::{Action, Answer, Interjection, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::sequence::SEQUENCE;
use crate::engine::state::{Arranged, State};
use crate::engine::steps::{
    AnswerStage, Answers, Departure, DepartureStage, HarassmentStage, OrderMode, Step,
};
use crate::missiles::artillery::ENGINES_REACT;
use crate::missiles::harassment::{APPROACHING, HARASSING};
use crate::missiles::reaction_fire::{BOTH_ON_ONE_OCCASION, ENTRY_FIRE, RETIRE_FIRE, RETURN_FIRE};
use crate::model::order_of_battle::{Army, UnitSet};
use crate::movement::moving::PATH;
use crate::movement::orderly_withdrawal::WITHDRAWING;
use crate::rout::routing::{ROUT_PHASE, RUNNING};
use diadem_books::GBA;
use diadem_core::{
    AnswerOffer, Ask, Broken, Decision, Dice, Game, Illegal, Rule, Seat, SeatSet, Sink, rule,
};

/// What a step asks, of whom, and by which rule.
pub(crate) struct Asked {
    pub(crate) army: Army,
    pub(crate) question: Question,
    pub(crate) rule: Rule,
    pub(crate) how: How,
}

/// How it is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    Turn,
    Window,
    Secret,
}

impl Hexes {
    /// What the step on top asks; nothing when the battle is over.
    #[expect(clippy::too_many_lines, reason = "a row for each step, like the table it is")]
    pub(crate) fn asked(&self, state: &State) -> Option<Asked> {
        let turn = |army, question, rule| Some(Asked { army, question, rule, how: How::Turn });
        let window = |army, question, rule| Some(Asked { army, question, rule, how: How::Window });
        let of = |unit| self.army(unit);
        match state.step() {
            Step::Arrange(army) => {
                let (question, rule) =
                    (Question::Arrange, crate::movement::pre_arranged::ARRANGING);
                Some(Asked { army, question, rule, how: How::Secret })
            }
            Step::Elite(army) => turn(army, Question::Elite, ELITE),
            Step::Activation => {
                let next = self.ask(state, |position| position.next_to_activate());
                turn(next?.0, Question::Activation, ACTIVATION)
            }
            Step::Due(army) => turn(army, Question::Activation, TRUMP),
            Step::TrumpTheTrump { leader, .. } => {
                let army = self.army_of(leader).other();
                window(army, Question::TrumpTheTrump(leader), COUNTER_TRUMP)
            }
            Step::Command(tenure) => {
                let army = self.army_of(tenure.leader);
                turn(army, Question::Command(tenure.leader), LINE_ELIGIBILITY)
            }
            Step::Orders(orders) => {
                let leader = orders.tenure.leader;
                let question = match orders.mode {
                    OrderMode::NameLine => Question::NameLine(leader),
                    _ => Question::Orders(leader),
                };
                turn(self.army_of(leader), question, ORDERS)
            }
            Step::Move(movement) => turn(of(movement.unit), Question::Move(movement.unit), PATH),
            Step::Ride(ride) => {
                turn(self.army_of(ride.leader), Question::Ride(ride.leader), rule!(GBA, "6.15"))
            }
            Step::Answers(answers) => self.ask(state, |position| {
                let army = position.answering(&answers);
                let rule = position.answer_rule(answers.stage);
                let question = Question::Answers(answers.stage, answers.mover);
                let how = match answers.stage {
                    // 7.32: the mover decides about itself; nothing stands for it.
                    AnswerStage::ShockMark => How::Turn,
                    _ if position.is_answer_secret(&answers) => How::Secret,
                    _ => How::Window,
                };
                Some(Asked { army, question, rule, how })
            }),
            Step::Departure(departure) => {
                let rule = match departure.stage {
                    DepartureStage::RetireFire => RETIRE_FIRE,
                    _ => WITHDRAWING,
                };
                let question = Question::Departure(departure.stage, departure.mover);
                let is_secret = departure.stage == DepartureStage::Withdrawal
                    && self.ask(state, |position| position.is_departure_secret(&departure));
                let how = if is_secret { How::Secret } else { How::Window };
                Some(Asked { army: of(departure.mover).other(), question, rule, how })
            }
            Step::QueuedFire(waiting) => {
                let army = waiting.iter().next().map(of)?;
                window(army, Question::QueuedFire, ENTRY_FIRE)
            }
            Step::LineFire(army) => turn(army, Question::LineFire, ENTRY_FIRE),
            Step::RetireFire { mover, .. } => {
                let question = Question::Departure(DepartureStage::RetireFire, mover);
                window(of(mover).other(), question, RETIRE_FIRE)
            }
            Step::ScreenFire { firer, .. } => {
                window(of(firer), Question::ScreenFire(firer), BOTH_ON_ONE_OCCASION)
            }
            Step::Harass(harassment) => {
                let harasser = harassment.harasser;
                let enemy = of(harasser).other();
                match harassment.stage {
                    HarassmentStage::Approach => {
                        turn(enemy.other(), Question::Harass(harasser), APPROACHING)
                    }
                    HarassmentStage::Facing => {
                        window(enemy, Question::Answers(AnswerStage::Facing, harasser), HARASSING)
                    }
                    HarassmentStage::Fire => window(
                        enemy,
                        Question::Answers(AnswerStage::EntryFire, harasser),
                        HARASSING,
                    ),
                }
            }
            Step::ReturnFire { target, .. } => {
                window(of(target), Question::ReturnFire(target), RETURN_FIRE)
            }
            Step::Engines { army, at } => window(army, Question::Engines(at), ENGINES_REACT),
            Step::Withdraw(withdrawal) => {
                turn(of(withdrawal.unit), Question::Withdraw(withdrawal.unit), WITHDRAWING)
            }
            Step::LeaderWithdraw(withdrawal) => {
                let leader = withdrawal.leader;
                let rule = self.ask(state, |position| position.withdrawal_rule(withdrawal));
                turn(self.army_of(leader), Question::LeaderWithdraw(leader), rule)
            }
            Step::Flight { king, .. } => {
                window(self.army_of(king), Question::Flight(king), crate::victory::THE_KING)
            }
            Step::Rout(rout) => turn(of(rout.unit), Question::Rout(rout.unit), RUNNING),
            Step::Rampage(rampage) => Some(self.asked_in_rampage(&rampage)),
            Step::RallyFacing(unit) => {
                turn(of(unit), Question::RallyFacing(unit), rule!(GBA, "10.27"))
            }
            Step::Momentum(tenure) => {
                turn(self.army_of(tenure.leader), Question::Momentum(tenure.leader), MOMENTUM)
            }
            Step::MomentumTrump(tenure) => {
                let army = self.army_of(tenure.leader).other();
                window(army, Question::MomentumTrump(tenure.leader), COUNTER_TRUMP)
            }
            Step::Reactivation(army) => turn(army, Question::Reactivation, DOOM),
            Step::Crisis { leader, .. } => {
                turn(self.army_of(leader), Question::Crisis(leader), DOOM)
            }
            Step::RoutPhase(left) => {
                let army = self.ask(state, |position| position.runners(left).0);
                turn(army, Question::RoutPhase, ROUT_PHASE)
            }
            Step::Shock(segment) => self.asked_in_shock(state, segment),
            Step::Advance(advance) => {
                turn(of(advance.unit), Question::Advance(advance.unit), crate::shock::ADVANCE)
            }
            Step::Pursuit(pursuit) => {
                let rule = self.pursuit_rules().map_or(crate::shock::ADVANCE, |rules| rules.path);
                turn(of(pursuit.unit), Question::Pursuit(pursuit.unit), rule)
            }
            Step::LineWithdrawal { .. } | Step::Over => None,
        }
    }
}

impl Position<'_> {
    /// Lists the answers to the step on top.
    fn list(&self, into: &mut Vec<Action>) {
        match self.state.step() {
            Step::Arrange(army) => self.list_arranging(army, into),
            Step::Elite(army) => self.list_elite(army, into),
            Step::Activation => self.list_activation(into),
            Step::Due(_) => self.list_due(into),
            Step::TrumpTheTrump { leader, .. } => self.list_counter_trump(leader, into),
            Step::Command(tenure) => self.list_command(tenure, into),
            Step::Orders(orders) => self.list_orders(&orders, into),
            Step::Move(movement) => self.list_move(&movement, into),
            Step::Ride(ride) => self.list_ride(ride, into),
            Step::Answers(answers) => self.list_answers(&answers, into),
            Step::Departure(departure) => self.list_departure(&departure, into),
            Step::Withdraw(withdrawal) => self.list_withdrawal(&withdrawal, into),
            Step::LeaderWithdraw(withdrawal) => self.list_leader_back(withdrawal, into),
            Step::Flight { king, .. } => self.list_flight(king, into),
            Step::QueuedFire(waiting) => self.list_queued_fire(waiting, into),
            Step::LineFire(army) => self.list_line_fire(army, into),
            Step::RetireFire { mover, waiting, .. } => {
                self.list_retire_fire(mover, waiting, into);
                into.push(Action::Done);
            }
            Step::ScreenFire { .. } | Step::ReturnFire { .. } => self.list_single_fire(into),
            Step::Engines { army, .. } => {
                self.list_engine_fire(army, into);
                into.push(Action::Done);
            }
            Step::Harass(harassment) => self.list_harassment(&harassment, into),
            Step::Rout(rout) => self.list_rout(rout, into),
            Step::Rampage(rampage) => self.list_rampage(&rampage, into),
            Step::Shock(segment) => self.list_shock(&segment, into),
            Step::Advance(advance) => self.list_advance(advance, into),
            Step::Pursuit(pursuit) => self.list_pursuit(pursuit, into),
            Step::RallyFacing(unit) => self.list_rally_facing(unit, into),
            Step::RoutPhase(left) => into.extend(self.runners(left).1.iter().map(Action::Next)),
            Step::Momentum(_) => into.extend([Action::Momentum, Action::Done]),
            Step::MomentumTrump(tenure) => self.list_counter_trump(tenure.leader, into),
            Step::Reactivation(army) => self.list_reactivation(army, into),
            Step::Crisis { units, .. } => self.list_crisis(&units, into),
            _ => {}
        }
    }

    /// Whether an answer to the step on top is allowed.
    fn may(&self, action: Action) -> Result<(), Illegal> {
        match (self.state.step(), action) {
            (Step::Arrange(army), _) => self.check_arranging(army, action),
            (Step::Elite(army), _) => self.check_elite(army, action),
            (Step::Activation, _) => self.check_activation(action),
            (Step::Due(_), _) => self.check_due(action),
            (Step::TrumpTheTrump { leader, .. }, _) => self.check_counter_trump(leader, action),
            (Step::Command(tenure), _) => self.check_command(tenure, action),
            (Step::Orders(orders), _) => self.check_order(&orders, action),
            (Step::Move(movement), _) => self.check_move(&movement, action),
            (Step::Ride(ride), _) => self.check_ride(ride, action),
            (Step::Answers(answers), _) => self.check_answer(&answers, action),
            (Step::Departure(departure), _) if departure.stage == DepartureStage::Withdrawal => {
                self.check_withdrawing(departure.mover, departure.waiting, action)
            }
            (Step::Departure(departure), _) => self.check_departure(&departure, action),
            (Step::Withdraw(withdrawal), _) => self.check_withdrawal(&withdrawal, action),
            (Step::LeaderWithdraw(withdrawal), _) => self.check_leader_back(withdrawal, action),
            (Step::Flight { king, .. }, _) => self.check_flight(king, action),
            (
                Step::QueuedFire(_)
                | Step::LineFire(_)
                | Step::RetireFire { .. }
                | Step::ScreenFire { .. }
                | Step::ReturnFire { .. }
                | Step::Harass(_),
                _,
            ) => self.check_fire_window(action),
            (Step::Engines { .. }, _) => self.check_engine_window(action),
            (Step::Rout(rout), _) => self.check_rout(rout, action),
            (Step::Rampage(rampage), _) => self.check_rampage(&rampage, action),
            (Step::Shock(segment), _) => self.check_shock(&segment, action),
            (Step::Advance(advance), _) => self.check_advance(advance, action),
            (Step::Pursuit(pursuit), _) => self.check_pursuit(pursuit, action),
            (Step::RallyFacing(unit), Action::Face(to)) => self.check_rally_facing(unit, to),
            (Step::RoutPhase(left), Action::Next(unit)) => self.check_runner(left, unit),
            (Step::Momentum(tenure), _) => self.check_momentum(tenure, action),
            (Step::MomentumTrump(tenure), _) => self.check_counter_trump(tenure.leader, action),
            (Step::Reactivation(army), _) => self.check_reactivation(army, action),
            (Step::Crisis { units, .. }, _) => self.check_crisis(&units, action),
            _ => Err(Illegal::by(SEQUENCE, "That is not what is asked now.")),
        }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Does what was answered; it has been checked.
    #[expect(clippy::too_many_lines, reason = "a row for each answer, like the table it is")]
    fn act(&mut self, action: Action) {
        match (self.state.step(), action) {
            (Step::Arrange(_), Action::Arrange(leader, withdraws)) => {
                self.arrange(leader, withdraws);
            }
            (Step::Arrange(_), Action::Done) => self.end_arranging(),
            (Step::Elite(_), Action::Elite(leader)) => self.begin_elite_phase(leader),
            (Step::Elite(_) | Step::Reactivation(_), Action::Done) => self.finish(),
            (Step::Activation, Action::Activate(leader)) => self.activate_due(leader),
            (Step::Activation, Action::Pass(leader)) => self.pass(leader),
            (Step::Activation, Action::Wait(leader)) => self.wait(leader),
            (Step::Activation, Action::Trump(leader)) => self.trump(leader),
            (Step::Due(_), Action::Activate(leader)) => {
                self.finish();
                self.activate_due(leader);
            }
            (Step::Due(_), Action::Wait(leader)) => {
                self.finish();
                self.wait(leader);
            }
            (Step::TrumpTheTrump { leader: trumped, .. }, Action::Trump(leader)) => {
                self.trump_the_trump(leader, trumped);
            }
            (Step::TrumpTheTrump { leader, .. }, Action::Done) => self.let_trump_stand(leader),
            (Step::Command(tenure), Action::Individual) => self.give_individual_orders(tenure),
            (Step::Command(tenure), Action::LineCommand(right)) => {
                self.give_line_command(tenure, right);
            }
            (Step::Orders(orders), Action::NameLine { unit, shape, moves }) => {
                self.name_line(orders, unit, shape, moves);
            }
            (Step::Orders(orders), Action::Order(unit)) => self.order(orders, unit, false),
            (Step::Orders(orders), Action::OrderFast(unit)) => self.order(orders, unit, true),
            (Step::Orders(orders), Action::Recover(unit)) => self.order_recovery(orders, unit),
            (Step::Orders(orders), Action::Rally(unit)) => self.order_rally(orders, unit),
            (Step::Orders(orders), Action::ChangeMode(unit)) => {
                self.order_change_of_mode(orders, unit);
            }
            (_, Action::EngineFire { .. } | Action::EngineFireAtHex { .. }) => {
                self.fire_engine(action);
            }
            (Step::Orders(orders), Action::Send(leader)) => self.send(orders, leader),
            (Step::Orders(orders), Action::Contingent(leader)) => {
                self.activate_contingent(orders, leader);
            }
            (Step::Orders(orders), Action::Done) => self.close_orders(orders),
            (Step::Move(movement), Action::Go(go)) => self.announce(movement, go),
            (Step::Move(movement), Action::Take(leader)) => self.take_along(movement, leader),
            (Step::Move(movement), Action::Leave(leader)) => self.leave_behind(movement, leader),
            (Step::Move(movement), Action::Done) => self.end_move(movement),
            (Step::Ride(ride), Action::RideTo(side)) => self.ride_to(ride, side),
            (Step::Ride(_), Action::Done) => self.finish(),
            (Step::Answers(answers), Action::Shock(attacks)) => {
                self.declare_shock(answers, attacks);
            }
            (Step::Answers(answers), Action::Done) => self.close_answers(answers),
            (Step::Departure(departure), Action::Done) => self.close_departure(departure),
            (Step::Answers(_) | Step::Departure(_), Action::Withdraw(unit)) => {
                self.answer_by_withdrawing(unit);
            }
            (
                Step::Answers(Answers { mover, .. }) | Step::Departure(Departure { mover, .. }),
                Action::WithdrawLine(unit, leader),
            ) => self.withdraw_line(unit, leader, mover),
            (Step::Answers(answers), Action::WithdrawLeader(leader)) => {
                self.withdraw_leader(answers, leader);
            }
            (Step::Answers(answers), Action::React(unit, hand)) => self.react(answers, unit, hand),
            (Step::Answers(answers), Action::ReactReverse(unit)) => {
                self.react_reverse(answers, unit);
            }
            (Step::Withdraw(withdrawal), Action::Take(leader)) => {
                self.take_back(withdrawal, leader);
            }
            (Step::Withdraw(withdrawal), Action::FireAt(target)) => {
                self.part_with_a_shot(withdrawal, target);
            }
            (Step::Withdraw(_), Action::Back(_)) if self.opens_retire_fire(action) => {}
            (Step::Withdraw(withdrawal), Action::Back(side)) => self.go_back(withdrawal, side),
            (Step::Withdraw(withdrawal), Action::Face(vertex)) => {
                self.face_after_withdrawal(withdrawal, vertex);
            }
            (Step::Withdraw(withdrawal), Action::Done) => self.end_withdrawal(withdrawal),
            (Step::LeaderWithdraw(withdrawal), Action::Back(side)) => {
                self.leader_goes_back(withdrawal, side);
            }
            (Step::LeaderWithdraw(_), Action::Done) => self.finish(),
            (Step::Flight { .. }, Action::Done) => self.finish(),
            (Step::Flight { king, rider }, _) => self.flee(king, rider),
            (
                Step::Move(movement),
                Action::FireAt(_) | Action::FireMoving(_) | Action::FireAtHex(_),
            ) => self.fire_on_orders(movement, action),
            (Step::Move(movement), Action::Harass(target)) => self.harass(movement, target),
            (_, Action::ReactionFire { .. } | Action::ScreenFire { .. }) => {
                self.fire_in_reaction(action);
            }
            (Step::QueuedFire(_), _) => self.end_queued_fire(),
            (Step::ScreenFire { .. } | Step::ReturnFire { .. } | Step::Engines { .. }, _) => {
                self.finish();
            }
            (Step::LineFire(army), Action::Next(unit)) => self.fire_with(army, unit),
            (Step::LineFire(army), _) => self.cease_line_fire(army),
            (Step::RetireFire { mover, action, .. }, _) => {
                self.instead(Step::RetireFire { mover, action, waiting: UnitSet::NONE });
            }
            (Step::Harass(harassment), _) => self.go_on_harassing(harassment, action),
            (Step::Rout(_), Action::Back(_) | Action::BackTwo(_))
                if self.opens_retire_fire(action) => {}
            (Step::Rout(rout), _) => self.run(rout, action),
            (Step::Rampage(rampage), _) => self.act_in_rampage(rampage, action),
            (Step::Shock(segment), _) => self.act_in_shock(segment, action),
            (Step::Advance(advance), _) => self.act_in_advance(advance, action),
            (Step::Pursuit(pursuit), Action::Next(quarry)) => self.follow(pursuit, quarry),
            (Step::Pursuit(pursuit), Action::Take(leader)) => {
                self.take_in_pursuit(pursuit, leader);
            }
            (Step::RallyFacing(unit), Action::Face(to)) => self.face_rallied(unit, to),
            (Step::RoutPhase(left), Action::Next(unit)) => self.run_on(left, unit),
            (Step::Momentum(tenure), Action::Momentum) => self.try_momentum(tenure),
            (Step::Momentum(tenure), Action::Done) => self.decline_momentum(tenure),
            (Step::MomentumTrump(tenure), Action::Trump(leader)) => {
                self.trump_momentum(leader, tenure);
            }
            (Step::MomentumTrump(tenure), Action::Done) => self.let_momentum_stand(tenure),
            (Step::Reactivation(_), Action::Activate(leader)) => self.reactivate(leader),
            (Step::Crisis { leader, units }, Action::Next(unit)) => {
                self.fall_back(leader, units, unit);
            }
            _ => {}
        }
    }
}

impl Game for Hexes {
    type State = State;
    type Action = Action;
    type Interjection = Interjection;
    type Question = Question;
    type Event = Event;
    type AnswerKind = Answer;

    fn seats(&self) -> SeatSet {
        Army::BOTH.map(|army| self.seat(army)).into_iter().collect()
    }

    fn decision(&self, state: &State) -> Decision<Question> {
        let Some(Asked { army, question, rule, how }) = self.asked(state) else {
            return Decision::Over(self.outcome(state));
        };
        let seat = self.seat(army);
        Decision::Ask(match how {
            How::Turn => Ask::turn(seat, question, rule),
            How::Window => Ask::window(seat, question, rule),
            How::Secret => Ask::turn(seat, question, rule).secret(),
        })
    }

    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        self.ask(state, |position| position.list(into));
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        let Some(asked) = self.asked(state) else {
            return Err(Illegal::by(self.outcome(state).rule, "The battle is over."));
        };
        if self.seat(asked.army) != seat {
            return Err(Illegal::by(asked.rule, "It is not for this seat to decide now."));
        }
        if !self.is_of_this_battle(action) {
            return Err(Illegal::by(asked.rule, "There is no such thing in this battle."));
        }
        self.ask(state, |position| position.may(action))
    }

    fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        self.check(state, seat, action)?;
        let mut resolver = Resolver::of(self, state, dice, sink);
        resolver.act(action);
        resolver.settle();
        Ok(())
    }

    fn interjections(&self, _: &State, _: Seat, _: &mut Vec<Interjection>) {}

    fn interject(
        &self,
        _: &mut State,
        _: Seat,
        interjection: Interjection,
        _: &mut Dice,
        _: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        match interjection {}
    }

    /// Pre-arranged withdrawal markers lie face down (6.82); all else is open.
    fn view(&self, state: &State, seat: Seat) -> State {
        let mut view = state.clone();
        // 6.82: both armies lay theirs at the same time.
        let being_laid = state.steps.iter().any(|step| matches!(step, Step::Arrange(_)));
        for leader in self.leaders() {
            if self.seat(self.army_of(leader)) != seat {
                let marker = &mut view.leader_mut(leader).arranged;
                *marker = if being_laid { Arranged::No } else { marker.face_down() };
            }
        }
        view
    }

    fn offer(&self, state: &State, action: Action) -> Option<AnswerOffer<Answer>> {
        crate::movement::answers::offer(state, action)
    }

    fn invariants(&self, state: &State) -> Result<(), Broken> {
        crate::engine::invariants::check(self, state)
    }
}

impl Hexes {
    /// Whether an action names things of this battle; one from elsewhere might not.
    fn is_of_this_battle(&self, action: Action) -> bool {
        let unit = |id: crate::model::order_of_battle::UnitId| id.index() < self.battle.units.len();
        let leader =
            |id: crate::model::order_of_battle::LeaderId| id.index() < self.battle.leaders.len();
        match action {
            Action::Arrange(id, _)
            | Action::Elite(id)
            | Action::Activate(id)
            | Action::Pass(id)
            | Action::Wait(id)
            | Action::Trump(id)
            | Action::Send(id)
            | Action::Contingent(id)
            | Action::Take(id)
            | Action::Leave(id)
            | Action::Champion(id)
            | Action::WithdrawLeader(id) => leader(id),
            Action::NameLine { unit: id, .. }
            | Action::Order(id)
            | Action::OrderFast(id)
            | Action::Recover(id)
            | Action::Rally(id)
            | Action::ChangeMode(id)
            | Action::FireAt(id)
            | Action::FireMoving(id)
            | Action::Harass(id)
            | Action::Engage(id)
            | Action::BreakOff(id, _)
            | Action::Type(id)
            | Action::TakeHit(id)
            | Action::Advance(id)
            | Action::Towards(id)
            | Action::PassThrough(id, _)
            | Action::Withdraw(id)
            | Action::React(id, _)
            | Action::ReactReverse(id)
            | Action::Next(id) => unit(id),
            Action::WithdrawLine(id, by) => unit(id) && leader(by),
            Action::ReactionFire { firer, target } | Action::ScreenFire { firer, target } => {
                unit(firer) && unit(target)
            }
            Action::OpenRanks(id, hex) => unit(id) && self.field().contains(hex),
            Action::Attack { unit: id, target } | Action::EngineFire { engine: id, target } => {
                unit(id) && unit(target)
            }
            Action::EngineFireAtHex { engine, hex } => unit(engine) && self.field().contains(hex),
            Action::FireAtHex(hex) | Action::ComeUp(hex) => self.field().contains(hex),
            Action::Individual
            | Action::LineCommand(_)
            | Action::Go(_)
            | Action::RideTo(_)
            | Action::Shock(_)
            | Action::Back(_)
            | Action::BackTwo(_)
            | Action::Face(_)
            | Action::Momentum
            | Action::Done => true,
        }
    }
}
