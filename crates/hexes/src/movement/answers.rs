//! What the other side may do about a step, in the order in which answers are taken: withdrawal (6.7), the
//! shock mark (7.32), leaders (4.62), cavalry before elephants (11.16), reaction facing (7.16), entry
//! fire (8.21).

use crate::engine::action::{Action, Answer};
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::State;
use crate::model::order_of_battle::{Army, UnitId, UnitSet};

use crate::engine::steps::{AnswerStage, Answers, Departure, DepartureStage, Step};
use diadem_core::{AnswerOffer, Illegal, Rule, Sink};

impl Position<'_> {
    /// Whose answers are taken.
    pub(crate) fn answering(&self, answers: &Answers) -> Army {
        let mover = self.rules.army(answers.mover);
        match answers.stage {
            AnswerStage::ShockMark => mover,
            _ => mover.other(),
        }
    }

    /// The rule under which answers of a stage are given.
    pub(crate) fn answer_rule(&self, stage: AnswerStage) -> Rule {
        match stage {
            AnswerStage::Arrived | AnswerStage::Withdrawal => {
                crate::movement::orderly_withdrawal::WITHDRAWING
            }
            AnswerStage::ShockMark => crate::movement::shock_marks::MARKING,
            AnswerStage::Leaders => crate::command::leaders::LEADERS_WITHDRAW,
            AnswerStage::Elephants => crate::special::elephants::BEFORE_ELEPHANTS,
            AnswerStage::Facing => crate::movement::reaction_facing::REACTION_FACING,
            AnswerStage::EntryFire => crate::missiles::reaction_fire::ENTRY_FIRE,
        }
    }

    /// Units that may answer at a stage.
    pub(crate) fn units_that_may(&self, answers: &Answers) -> UnitSet {
        match answers.stage {
            AnswerStage::Arrived | AnswerStage::Leaders => UnitSet::NONE,
            AnswerStage::Withdrawal => self.may_withdraw(answers),
            AnswerStage::ShockMark => self.may_choose_shock(answers),
            AnswerStage::Elephants => self.must_flee_elephants(answers),
            AnswerStage::Facing => self.may_turn(answers),
            AnswerStage::EntryFire => self.may_fire_at_entrant(answers),
        }
    }

    /// Units that may answer before a step is made.
    pub(crate) fn may_answer_departure(&self, departure: Departure) -> UnitSet {
        match departure.stage {
            DepartureStage::Announced => UnitSet::NONE,
            DepartureStage::Withdrawal => self.withdrawing_at_start(departure),
            DepartureStage::RetireFire => self.firing_at_retirer(departure),
        }
    }

    /// Lists the answers of a stage.
    pub(crate) fn list_answers(&self, answers: &Answers, into: &mut Vec<Action>) {
        match answers.stage {
            AnswerStage::Arrived => {}
            AnswerStage::Withdrawal => self.list_withdrawing(answers.mover, answers.waiting, into),
            AnswerStage::ShockMark => into.extend([Action::Shock(true), Action::Shock(false)]),
            AnswerStage::Leaders => self.list_leader_withdrawals(answers, into),
            AnswerStage::Elephants => self.list_fleeing_elephants(answers, into),
            AnswerStage::Facing => self.list_reaction_facing(answers, into),
            AnswerStage::EntryFire => self.list_entry_fire(answers, into),
        }
        if answers.stage != AnswerStage::ShockMark && answers.stage != AnswerStage::Elephants {
            into.push(Action::Done);
        }
    }

    /// Whether an answer may be given: the same test that listing uses.
    pub(crate) fn check_answer(&self, answers: &Answers, action: Action) -> Result<(), Illegal> {
        match answers.stage {
            AnswerStage::Withdrawal => {
                self.check_withdrawing(answers.mover, answers.waiting, action)
            }
            AnswerStage::Leaders => self.check_leader_withdrawal(answers, action),
            AnswerStage::Elephants => self.check_fleeing_elephants(answers, action),
            AnswerStage::Facing => self.check_reaction_facing(answers, action),
            AnswerStage::Arrived | AnswerStage::ShockMark | AnswerStage::EntryFire => {
                let mut listed = Vec::new();
                self.list_answers(answers, &mut listed);
                if listed.contains(&action) {
                    return Ok(());
                }
                if answers.stage == AnswerStage::EntryFire
                    && matches!(action, Action::ReactionFire { .. } | Action::ScreenFire { .. })
                {
                    return Err(self.why_no_shot(action));
                }
                Err(self.why_no_answer(answers.stage, action))
            }
        }
    }

    /// Why something is no answer while those of a stage are taken: it comes earlier, later or not at all.
    pub(crate) fn why_no_answer(&self, stage: AnswerStage, action: Action) -> Illegal {
        let due = match action {
            Action::Withdraw(_) | Action::WithdrawLine(..) => AnswerStage::Withdrawal,
            Action::Shock(_) => AnswerStage::ShockMark,
            Action::WithdrawLeader(_) => AnswerStage::Leaders,
            Action::React(..) | Action::ReactReverse(_) => AnswerStage::Facing,
            Action::ReactionFire { .. } | Action::ScreenFire { .. } => AnswerStage::EntryFire,
            _ => AnswerStage::Arrived,
        };
        let (asked, words) = match due {
            AnswerStage::Arrived => (stage, what_is_asked(stage)),
            AnswerStage::Withdrawal => return self.too_late_to_withdraw(),
            _ if due < stage => (due, "The time for that has passed with this step."),
            AnswerStage::ShockMark => {
                (due, "Its player says so when it has come adjacent to whom it may attack.")
            }
            AnswerStage::Leaders => {
                (due, "A leader withdraws when an enemy has come adjacent to him.")
            }
            AnswerStage::Facing => (due, "A unit turns when an enemy has come adjacent to it."),
            _ => (due, "Entry fire comes when all have withdrawn or turned who would."),
        };
        Illegal::by(self.answer_rule(asked), words)
    }

    /// Whether a window must be asked even of who has but one answer (6.82).
    pub(crate) fn is_answer_secret(&self, answers: &Answers) -> bool {
        answers.stage == AnswerStage::Withdrawal
            && self.would_tell_of_a_marker(answers.mover, answers.waiting)
    }

    /// The same before a step is made.
    pub(crate) fn is_departure_secret(&self, departure: &Departure) -> bool {
        departure.stage == DepartureStage::Withdrawal
            && self.would_tell_of_a_marker(departure.mover, departure.waiting)
    }
}

/// What the answers of a stage are about.
const fn what_is_asked(stage: AnswerStage) -> &'static str {
    match stage {
        AnswerStage::Arrived => "The step has only just been made.",
        AnswerStage::Withdrawal => "Asked is who withdraws before the unit that moves.",
        AnswerStage::ShockMark => "Asked is whether the unit that moved will attack.",
        AnswerStage::Leaders => "Asked is which leaders withdraw before the unit that moved.",
        AnswerStage::Elephants => "Asked is where cavalry withdraws before the elephants.",
        AnswerStage::Facing => "Asked is who turns to face the unit that moved.",
        AnswerStage::EntryFire => "Asked is who fires at the unit that moved.",
    }
}

/// The offer that an answer takes up.
pub(crate) fn offer(state: &State, action: Action) -> Option<AnswerOffer<Answer>> {
    let of = |kind, unit: UnitId| Some(AnswerOffer { kind, unit: unit.index() as u16 });
    match action {
        Action::Withdraw(unit) | Action::WithdrawLine(unit, _) => of(Answer::Withdraw, unit),
        Action::WithdrawLeader(leader) => {
            Some(AnswerOffer { kind: Answer::LeaderWithdraw, unit: leader.index() as u16 })
        }
        Action::React(unit, _) | Action::ReactReverse(unit) => of(Answer::Turn, unit),
        Action::ReactionFire { firer, .. } | Action::ScreenFire { firer, .. } => {
            match state.step() {
                Step::Departure(_) | Step::RetireFire { .. } => of(Answer::RetireFire, firer),
                Step::ReturnFire { .. } => of(Answer::ReturnFire, firer),
                _ => of(Answer::EntryFire, firer),
            }
        }
        Action::EngineFire { engine, .. } | Action::EngineFireAtHex { engine, .. } => {
            match state.step() {
                Step::Engines { .. } => of(Answer::EngineFire, engine),
                _ => None,
            }
        }
        Action::Trump(leader) => {
            Some(AnswerOffer { kind: Answer::Trump, unit: leader.index() as u16 })
        }
        _ => None,
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Goes from stage to stage until somebody may answer, or all have.
    pub(crate) fn proceed_with_answers(&mut self, mut answers: Answers) -> bool {
        if !self.may_be_answered(&answers) {
            self.finish();
            return true;
        }
        if !answers.waiting.is_empty() || answers.leaders != 0 {
            return self.ask_again(answers);
        }
        let Some(stage) = answers.stage.next().filter(|&stage| stage <= answers.last) else {
            self.finish();
            return true;
        };
        answers.stage = stage;
        answers.leaders = 0;
        self.before_stage(answers);
        answers.waiting = self.position().units_that_may(&answers);
        if stage == AnswerStage::Leaders {
            answers.leaders = self.position().leaders_that_may(&answers);
        }
        if !answers.waiting.is_empty() || answers.leaders != 0 {
            self.answered();
        }
        // What a stage sets off by itself lies on top; the answers wait below it.
        let at = self.state.steps.iter().rposition(|step| matches!(step, Step::Answers(_)));
        if let Some(at) = at {
            self.state.steps[at] = Step::Answers(answers);
        }
        true
    }

    /// Whether the mover is still there to be answered: after a move, and not routed by it; but leaders
    /// withdraw before units that run, too.
    fn may_be_answered(&self, answers: &Answers) -> bool {
        let mover = self.state.unit(answers.mover);
        match answers.last {
            AnswerStage::Leaders => mover.is_on_map(),
            _ => mover.is_steady(),
        }
    }

    /// An answer may have changed the position: whoever cannot answer any more drops out. False when
    /// somebody still may.
    fn ask_again(&mut self, answers: Answers) -> bool {
        let position = self.position();
        let still = position.units_that_may(&answers).and(answers.waiting);
        let leaders = match answers.stage {
            AnswerStage::Leaders => position.leaders_that_may(&answers) & answers.leaders,
            _ => 0,
        };
        if still == answers.waiting && leaders == answers.leaders {
            return false;
        }
        self.replace_answers(Answers { waiting: still, leaders, ..answers });
        if answers.stage == AnswerStage::Leaders {
            // 4.62: whoever is alone and cannot withdraw any more is lost.
            self.lose_cornered_leaders(&answers);
        }
        if answers.stage == AnswerStage::Elephants {
            for unit in answers.waiting.iter().filter(|&unit| !still.contains(unit)) {
                if self.state.unit(unit).is_on_map() {
                    self.panic(unit);
                }
            }
        }
        true
    }

    /// What a stage brings without a question.
    fn before_stage(&mut self, answers: Answers) {
        match answers.stage {
            AnswerStage::ShockMark => self.mark_heavy(answers.mover, answers.was),
            AnswerStage::Leaders => self.lose_cornered_leaders(&answers),
            AnswerStage::Elephants => self.panic_before_elephants(&answers),
            AnswerStage::EntryFire => self.queue_entry_fire(answers),
            _ => {}
        }
    }

    /// A window closes: what was not taken is lost.
    pub(crate) fn close_answers(&mut self, mut answers: Answers) {
        if answers.stage == AnswerStage::Leaders {
            self.lose_lone_leaders(&answers);
        }
        answers.waiting = UnitSet::NONE;
        answers.leaders = 0;
        self.replace_answers(answers);
    }

    /// A unit withdraws, by itself, before the mover of the window on top (6.71, 11.16).
    pub(crate) fn answer_by_withdrawing(&mut self, unit: UnitId) {
        let (mover, rule) = match self.state.step() {
            Step::Answers(answers) if answers.stage == AnswerStage::Elephants => {
                (answers.mover, crate::special::elephants::BEFORE_ELEPHANTS)
            }
            Step::Answers(Answers { mover, .. }) | Step::Departure(Departure { mover, .. }) => {
                (mover, crate::movement::orderly_withdrawal::WITHDRAWING)
            }
            _ => return,
        };
        self.leave_waiting(UnitSet::from_iter([unit]));
        self.withdraw(unit, mover, rule);
    }

    /// A unit has answered, and is not asked again at this stage.
    pub(crate) fn answered_by(&mut self, mut answers: Answers, unit: UnitId) {
        answers.waiting.remove(unit);
        self.replace_answers(answers);
    }

    /// Puts the topmost answers back as they are now.
    pub(crate) fn replace_answers(&mut self, answers: Answers) {
        let at = self.state.steps.iter().rposition(|step| matches!(step, Step::Answers(_)));
        if let Some(at) = at {
            self.state.steps[at] = Step::Answers(answers);
        }
    }
}
