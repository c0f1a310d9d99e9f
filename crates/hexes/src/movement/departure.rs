//! 6.71, 8.22: what the other side may do before a step is made.

use crate::command::leaders::leaders_in;
use crate::engine::action::{Action, Answer, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::State;
use crate::missiles::reaction_fire::{Occasion, RETIRE_FIRE};
use crate::model::order_of_battle::{UnitId, UnitSet};
use crate::movement::moving::{Go, Movement};
use crate::movement::orderly_withdrawal::WITHDRAWING;
use diadem_core::{Illegal, Sink};
use serde::{Deserialize, Serialize};

/// The answers to a step about to be made, in the order in which they are taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DepartureStage {
    /// It has just been announced.
    Announced,
    /// 6.71: at the start of a move, units two hexes away withdraw.
    Withdrawal,
    /// 8.22: units whose zone of control it leaves fire.
    RetireFire,
}

/// 6.71, 8.22: what others may do before a step is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Departure {
    /// Who is about to go.
    pub mover: UnitId,
    /// The step it is about to make.
    pub go: Go,
    /// Which answers are being taken.
    pub stage: DepartureStage,
    /// Who may still answer.
    pub waiting: UnitSet,
    /// Leaders with them who may still ride off by themselves (4.62), by their number as a bit.
    #[serde(default)]
    pub leaders: u32,
}

impl Departure {
    /// Units and leaders who are asked first: of a camp of two forces each answers in its turn.
    fn asked_first(&self, rules: &Hexes) -> (UnitSet, u32) {
        match rules.asked_first(self.waiting, self.leaders) {
            Some(force) => {
                let units = self.waiting.and(rules.units_of(force));
                (units, self.leaders & rules.leaders_of(force))
            }
            None => (UnitSet::NONE, 0),
        }
    }

    /// Whether somebody may still answer.
    fn is_open(&self) -> bool {
        !self.waiting.is_empty() || self.leaders != 0
    }
}

impl Procedure for Departure {
    fn asked(&self, rules: &Hexes, state: &State) -> Option<Asked> {
        let rule = match self.stage {
            DepartureStage::RetireFire => RETIRE_FIRE,
            DepartureStage::Announced | DepartureStage::Withdrawal => WITHDRAWING,
        };
        let question = Question::Departure(self.stage, self.mover);
        let (asked, _) = self.asked_first(rules);
        let enemy = rules.camp(self.mover).other();
        let first = rules.asked_first(self.waiting, self.leaders);
        let seat = first.map_or(rules.leading_seat(enemy), |force| rules.force(force).seat);
        let is_secret = self.stage == DepartureStage::Withdrawal
            && rules.ask(state, |position| position.would_tell_of_a_marker(self.mover, asked));
        Some(if is_secret {
            Asked::turn(seat, question, rule).secret()
        } else {
            Asked::window(seat, question, rule)
        })
    }

    /// Lists what may be done before a step is made (6.71, 8.22).
    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        let (asked, leaders) = self.asked_first(position.rules);
        match self.stage {
            DepartureStage::Announced => {}
            DepartureStage::Withdrawal => {
                position.list_withdrawing(self.mover, asked, into);
                into.extend(leaders_in(leaders).map(Action::WithdrawLeader));
            }
            DepartureStage::RetireFire => {
                position.list_retire_fire(self.mover, asked, into);
            }
        }
        into.push(Action::Done);
    }

    /// Whether this may be done before a step is made: the same test that listing uses.
    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        if self.stage == DepartureStage::Withdrawal {
            let (asked, leaders) = self.asked_first(position.rules);
            return position.check_withdrawing(self.mover, asked, leaders, action);
        }
        let mut listed = Vec::new();
        self.list(position, &mut listed);
        match action {
            _ if listed.contains(&action) => Ok(()),
            Action::ReactionFire { .. } | Action::ScreenFire { .. } => {
                Err(position.why_no_shot(action))
            }
            _ => Err(Illegal::by(RETIRE_FIRE, "That is no answer to this step.")),
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        let mut departure = *self;
        match action {
            Action::Withdraw(unit) => {
                departure.waiting.remove(unit);
                resolver.instead(departure);
                resolver.withdraw(unit, self.mover, WITHDRAWING);
            }
            Action::WithdrawLine(unit, leader) => resolver.withdraw_line(unit, leader, self.mover),
            Action::WithdrawLeader(leader) => {
                resolver.has_answered(leader);
                resolver.begin_leader_withdrawal(leader, self.mover);
            }
            Action::ReactionFire { firer, .. } | Action::ScreenFire { firer, .. } => {
                departure.waiting.remove(firer);
                resolver.instead(departure);
                resolver.fire_in_reaction(Occasion::Retire, action);
            }
            // What was not taken is lost.
            _ => {
                let (asked, leaders) = self.asked_first(resolver.rules);
                departure.waiting = departure.waiting.without(asked);
                departure.leaders &= !leaders;
                resolver.instead(departure);
            }
        }
    }

    /// Takes the answers to an announced step, then makes it.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let mut departure = *self;
        if !resolver.state.unit(departure.mover).is_steady() {
            resolver.finish();
            return true;
        }
        if departure.is_open() {
            // An answer may have changed the position: whoever cannot answer any more drops out.
            let still = resolver.position().may_answer_departure(departure);
            departure.waiting = departure.waiting.and(still);
            departure.leaders &= resolver.position().riding_off_at_start(departure);
            if departure == *self {
                return false;
            }
            resolver.instead(departure);
            return true;
        }
        let next = match departure.stage {
            DepartureStage::Announced => Some(DepartureStage::Withdrawal),
            DepartureStage::Withdrawal => Some(DepartureStage::RetireFire),
            DepartureStage::RetireFire => None,
        };
        let Some(stage) = next else {
            resolver.finish();
            resolver.make(departure.go);
            return true;
        };
        departure.stage = stage;
        departure.waiting = resolver.position().may_answer_departure(departure);
        departure.leaders = resolver.position().riding_off_at_start(departure);
        if departure.is_open() {
            resolver.answered();
        }
        resolver.instead(departure);
        true
    }

    fn fire(&self) -> Option<Answer> {
        Some(Answer::RetireFire)
    }
}

impl Position<'_> {
    /// Units that may answer before a step is made.
    pub(crate) fn may_answer_departure(&self, departure: Departure) -> UnitSet {
        match departure.stage {
            DepartureStage::Announced => UnitSet::NONE,
            DepartureStage::Withdrawal => self.withdrawing_at_start(departure),
            DepartureStage::RetireFire => self.firing_at_retirer(departure),
        }
    }

    /// 4.62: leaders who may ride off by themselves before a step is made, from those who wait, as bits.
    fn riding_off_at_start(&self, departure: Departure) -> u32 {
        match departure.stage {
            DepartureStage::Withdrawal => {
                self.leaders_riding_off(departure.mover, departure.waiting)
            }
            DepartureStage::Announced | DepartureStage::RetireFire => 0,
        }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// The moving unit announces a step; others may answer before it is made.
    pub(crate) fn announce(&mut self, movement: Movement, go: Go) {
        self.begin(Departure {
            mover: movement.unit,
            go,
            stage: DepartureStage::Announced,
            waiting: UnitSet::NONE,
            leaders: 0,
        });
    }
}
