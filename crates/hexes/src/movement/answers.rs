//! What the other side may do about a step, in the order in which answers are taken: withdrawal (6.7), the
//! shock mark (7.32), leaders (4.62), cavalry before elephants (11.16), reaction facing (7.16), entry
//! fire (8.21).

use crate::engine::action::{Action, Answer, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Placement, State};
use crate::engine::steps::{Step, each_step};
use crate::missiles::reaction_fire::Occasion;
use crate::model::order_of_battle::{UnitId, UnitSet};
use diadem_core::{AnswerOffer, Illegal, Rule, Seat, Sink};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The answers to a step, in the order in which they are taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerStage {
    /// The step has just been made.
    Arrived,
    /// 6.71, 6.78, 6.83: withdrawal.
    Withdrawal,
    /// 7.32: the mover's shock mark.
    ShockMark,
    /// 4.62: leaders withdraw or are lost.
    Leaders,
    /// 11.16: cavalry before elephants.
    Elephants,
    /// 7.16, 7.17: reaction facing.
    Facing,
    /// 8.21: entry fire.
    EntryFire,
}

impl AnswerStage {
    /// The stage after this one.
    pub const fn next(self) -> Option<AnswerStage> {
        match self {
            AnswerStage::Arrived => Some(AnswerStage::Withdrawal),
            AnswerStage::Withdrawal => Some(AnswerStage::ShockMark),
            AnswerStage::ShockMark => Some(AnswerStage::Leaders),
            AnswerStage::Leaders => Some(AnswerStage::Elephants),
            AnswerStage::Elephants => Some(AnswerStage::Facing),
            AnswerStage::Facing => Some(AnswerStage::EntryFire),
            AnswerStage::EntryFire => None,
        }
    }
}

/// What others may do about a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answers {
    /// Who made the step.
    pub mover: UnitId,
    /// Where it stood before; nothing at the start of its move.
    pub was: Option<Placement>,
    /// Which answers are being taken.
    pub stage: AnswerStage,
    /// The last that will be: only leaders answer a unit that moves otherwise than under orders (4.62).
    pub last: AnswerStage,
    /// Units that may still answer at this stage.
    pub waiting: UnitSet,
    /// Leaders that may still answer at this stage, by their number as a bit.
    pub leaders: u32,
}

impl Answers {
    /// The answers to a step of a unit, from one stage to another.
    pub(crate) fn to(
        mover: UnitId,
        was: Placement,
        stages: RangeInclusive<AnswerStage>,
    ) -> Answers {
        let (stage, last) = (*stages.start(), *stages.end());
        Answers { mover, was: Some(was), stage, last, waiting: UnitSet::NONE, leaders: 0 }
    }

    /// The same with those alone who are asked first: of a camp of two forces each answers in its turn.
    fn of_first(&self, rules: &Hexes) -> Answers {
        let Some(force) = rules.asked_first(self.waiting, self.leaders) else { return *self };
        Answers {
            waiting: self.waiting.and(rules.units_of(force)),
            leaders: self.leaders & rules.leaders_of(force),
            ..*self
        }
    }
}

impl Procedure for Answers {
    fn asked(&self, rules: &Hexes, state: &State) -> Option<Asked> {
        rules.ask(state, |position| {
            let asked = self.of_first(rules);
            let seat = position.answering(&asked);
            let rule = position.answer_rule(self.stage);
            let question = Question::Answers(self.stage, self.mover);
            Some(match self.stage {
                // 7.32: the mover decides about itself; nothing stands for it.
                AnswerStage::ShockMark => Asked::turn(seat, question, rule),
                _ if position.is_answer_secret(&asked) => {
                    Asked::turn(seat, question, rule).secret()
                }
                _ => Asked::window(seat, question, rule),
            })
        })
    }

    /// Lists the answers of a stage.
    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        let asked = self.of_first(position.rules);
        match self.stage {
            AnswerStage::Arrived => {}
            AnswerStage::Withdrawal => {
                position.list_withdrawing(self.mover, asked.waiting, into);
                position.list_leader_withdrawals(&asked, into);
            }
            AnswerStage::ShockMark => into.extend([Action::Shock(true), Action::Shock(false)]),
            AnswerStage::Leaders => position.list_leader_withdrawals(&asked, into),
            AnswerStage::Elephants => position.list_fleeing_elephants(&asked, into),
            AnswerStage::Facing => position.list_reaction_facing(&asked, into),
            AnswerStage::EntryFire => position.list_entry_fire(&asked, into),
        }
        if self.stage != AnswerStage::ShockMark && self.stage != AnswerStage::Elephants {
            into.push(Action::Done);
        }
    }

    /// Whether an answer may be given: the same test that listing uses.
    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        let asked = self.of_first(position.rules);
        match self.stage {
            AnswerStage::Withdrawal => {
                position.check_withdrawing(self.mover, asked.waiting, asked.leaders, action)
            }
            AnswerStage::Leaders => position.check_leader_withdrawal(&asked, action),
            AnswerStage::Elephants => position.check_fleeing_elephants(&asked, action),
            AnswerStage::Facing => position.check_reaction_facing(&asked, action),
            AnswerStage::Arrived | AnswerStage::ShockMark | AnswerStage::EntryFire => {
                let mut listed = Vec::new();
                self.list(position, &mut listed);
                if listed.contains(&action) {
                    return Ok(());
                }
                if self.stage == AnswerStage::EntryFire
                    && matches!(action, Action::ReactionFire { .. } | Action::ScreenFire { .. })
                {
                    return Err(position.why_no_shot(action));
                }
                Err(position.why_no_answer(self.stage, action))
            }
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        let answers = *self;
        match action {
            Action::Shock(attacks) => resolver.declare_shock(answers, attacks),
            Action::Withdraw(unit) => {
                let rule = match self.stage {
                    AnswerStage::Elephants => crate::special::elephants::BEFORE_ELEPHANTS,
                    _ => crate::movement::orderly_withdrawal::WITHDRAWING,
                };
                resolver.answered_by(answers, unit);
                resolver.withdraw(unit, self.mover, rule);
            }
            Action::WithdrawLine(unit, leader) => resolver.withdraw_line(unit, leader, self.mover),
            Action::WithdrawLeader(leader) => resolver.withdraw_leader(answers, leader),
            Action::React(unit, hand) => resolver.react(answers, unit, hand),
            Action::ReactReverse(unit) => resolver.react_reverse(answers, unit),
            Action::ReactionFire { firer, .. } | Action::ScreenFire { firer, .. } => {
                resolver.answered_by(answers, firer);
                resolver.fire_in_reaction(Occasion::Entry, action);
            }
            Action::Done => resolver.close_answers(answers),
            _ => {}
        }
    }

    /// Goes from stage to stage until somebody may answer, or all have.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let mut answers = *self;
        if !resolver.may_be_answered(&answers) {
            resolver.finish();
            return true;
        }
        if !answers.waiting.is_empty() || answers.leaders != 0 {
            return resolver.ask_again(answers);
        }
        let Some(stage) = answers.stage.next().filter(|&stage| stage <= answers.last) else {
            resolver.finish();
            return true;
        };
        answers.stage = stage;
        answers.leaders = 0;
        resolver.before_stage(answers);
        answers.waiting = resolver.position().units_that_may(&answers);
        answers.leaders = resolver.position().leaders_that_may(&answers);
        if !answers.waiting.is_empty() || answers.leaders != 0 {
            resolver.answered();
        }
        // What a stage sets off by itself lies on top; the answers wait below it.
        resolver.replace_answers(answers);
        true
    }

    fn fire(&self) -> Option<Answer> {
        Some(Answer::EntryFire)
    }
}

impl Position<'_> {
    /// Who gives the answers that are taken.
    fn answering(&self, answers: &Answers) -> Seat {
        match self.rules.asked_first(answers.waiting, answers.leaders) {
            _ if answers.stage == AnswerStage::ShockMark => self.rules.seat_of(answers.mover),
            Some(force) => self.rules.force(force).seat,
            None => self.rules.leading_seat(self.rules.camp(answers.mover).other()),
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
    let window = each_step!(state.step(), step => step.fire());
    match action {
        Action::Withdraw(unit) | Action::WithdrawLine(unit, _) => of(Answer::Withdraw, unit),
        Action::WithdrawLeader(leader) => {
            Some(AnswerOffer { kind: Answer::LeaderWithdraw, unit: leader.index() as u16 })
        }
        Action::React(unit, _) | Action::ReactReverse(unit) => of(Answer::Turn, unit),
        Action::ReactionFire { firer, .. } | Action::ScreenFire { firer, .. } => of(window?, firer),
        Action::EngineFire { engine, .. } | Action::EngineFireAtHex { engine, .. } => {
            of(window?, engine)
        }
        Action::Trump(leader) => {
            Some(AnswerOffer { kind: Answer::Trump, unit: leader.index() as u16 })
        }
        _ => None,
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
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
        let waiting = Answers { waiting: still, ..answers };
        let leaders = position.leaders_that_may(&waiting) & answers.leaders;
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
        let asked = answers.of_first(self.rules);
        if answers.stage == AnswerStage::Leaders {
            self.lose_lone_leaders(&asked);
        }
        answers.waiting = answers.waiting.without(asked.waiting);
        answers.leaders &= !asked.leaders;
        self.replace_answers(answers);
    }

    /// A unit has answered, and is not asked again at this stage.
    pub(crate) fn answered_by(&mut self, mut answers: Answers, unit: UnitId) {
        answers.waiting.remove(unit);
        self.replace_answers(answers);
    }

    /// Puts the topmost answers back as they are now.
    pub(crate) fn replace_answers(&mut self, answers: Answers) {
        if let Some(asked) = self.state.frame_mut::<Answers>() {
            *asked = answers;
        }
    }
}
