//! 7.16, 7.17: turning to face an enemy that has come up.

use crate::engine::action::Action;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Formation, Placement};
use crate::engine::steps::Step;
use crate::model::charts::CohesionCause;
use crate::model::hex::{Aspect, Hand};
use crate::model::order_of_battle::{UnitId, UnitSet};
use crate::model::types::Class;
use crate::movement::answers::{AnswerStage, Answers};
use crate::movement::facing::TURNING_IN_ROUGH;
use crate::movement::moving::Movement;
use crate::movement::orderly_withdrawal::NO_COLUMN;
use crate::movement::two_hex::REVERSING;
use crate::movement::zones::CEASING;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const REACTION_FACING: Rule = rule!(GBA, "7.16");
pub(crate) const REACTION_REVERSE: Rule = rule!(GBA, "7.17");

impl Position<'_> {
    /// Units that may turn (7.16) or face about (7.17).
    pub(crate) fn may_turn(&self, answers: &Answers) -> UnitSet {
        let camp = self.rules.camp(answers.mover);
        let near = self.neighbours(answers.mover).filter(|&unit| self.rules.camp(unit) != camp);
        near.filter(|&unit| {
            self.may_react(answers, unit).is_ok() || self.may_react_reverse(answers, unit).is_ok()
        })
        .collect()
    }

    /// Whether the mover has come adjacent to a unit from a hex that was not (7.16, 7.31, 11.16).
    pub(crate) fn has_come_up_to(&self, answers: &Answers, unit: UnitId) -> bool {
        let Some(was) = answers.was else { return false };
        self.distance(answers.mover, unit) == 1
            && self
                .rules
                .hexes_standing(answers.mover, was)
                .into_iter()
                .all(|hex| self.distance_to(unit, hex) > 1)
    }

    /// Whether a unit may react to the mover by turning at all.
    fn may_face_it(&self, answers: &Answers, unit: UnitId, rule: Rule) -> Result<(), Illegal> {
        let now = self.state.unit(unit);
        match () {
            () if !now.is_steady() => Err(Illegal::by(rule, "It is in no state to turn.")),
            () if self.rules.camp(unit) == self.rules.camp(answers.mover) => {
                Err(Illegal::by(rule, "Units turn to face enemies."))
            }
            () if now.formation.is_column() => {
                Err(Illegal::by(NO_COLUMN, "A column does not turn in reaction."))
            }
            () if now.engaged => self.is_disengaged(unit),
            () if self.partner(unit).is_some() => {
                let words = "At double depth it does not face about.";
                Err(Illegal::by(crate::special::double_depth::MOVING_IN_DEPTH, words))
            }
            () if now.turned => {
                Err(Illegal::by(rule, "It has turned in reaction in this orders phase."))
            }
            () if !self.has_come_up_to(answers, unit) => {
                Err(Illegal::by(rule, "The enemy has not just come adjacent to it."))
            }
            () if self.is_in_zone_of_another(unit, Some(answers.mover)) => {
                Err(Illegal::by(rule, "It is in the zone of control of another enemy."))
            }
            () => Ok(()),
        }
    }

    /// Whether a one-hex unit may turn a vertex (7.16).
    fn may_react(&self, answers: &Answers, unit: UnitId) -> Result<(), Illegal> {
        let kind = self.rules.troops(unit).kind;
        let faces =
            matches!(self.state.unit(unit).formation, Formation::Battle | Formation::Charge);
        if kind.is_two_hex() || kind.is_artillery() {
            return Err(Illegal::by(REACTION_FACING, "Only a one-hex unit turns a vertex."));
        }
        self.may_face_it(answers, unit, REACTION_FACING)?;
        if !faces {
            return Err(Illegal::by(REACTION_FACING, "It faces every way already."));
        }
        Ok(())
    }

    /// Whether a two-hex unit may face about (7.17): the enemy before it does not hold it, others do.
    fn may_react_reverse(&self, answers: &Answers, unit: UnitId) -> Result<(), Illegal> {
        if !self.rules.troops(unit).kind.is_two_hex() {
            return Err(Illegal::by(REACTION_REVERSE, "Only a two-hex unit faces about."));
        }
        self.may_face_it(answers, unit, REACTION_REVERSE)?;
        if self.state.unit(unit).formation != Formation::Battle {
            return Err(Illegal::by(REACTION_REVERSE, "It faces every way already."));
        }
        let mut behind = self.hexes(answers.mover).into_iter();
        if !behind.any(|hex| self.aspect(unit, hex) == Some(Aspect::Rear)) {
            return Err(Illegal::by(REACTION_REVERSE, "The enemy is not in its rear."));
        }
        if self.hexes(unit).into_iter().any(|hex| self.rules.field().is_rough(hex)) {
            return Err(Illegal::by(REVERSING, "It does not face about in rough terrain."));
        }
        Ok(())
    }

    pub(crate) fn list_reaction_facing(&self, answers: &Answers, into: &mut Vec<Action>) {
        for unit in answers.waiting.iter() {
            if self.may_react(answers, unit).is_ok() {
                into.extend(Hand::BOTH.map(|hand| Action::React(unit, hand)));
            }
            if self.may_react_reverse(answers, unit).is_ok() {
                into.push(Action::ReactReverse(unit));
            }
        }
    }

    /// Whether a unit may turn like this: the same test that listing uses.
    pub(crate) fn check_reaction_facing(
        &self,
        answers: &Answers,
        action: Action,
    ) -> Result<(), Illegal> {
        let unit = match action {
            Action::React(unit, _) => {
                self.may_react(answers, unit)?;
                unit
            }
            Action::ReactReverse(unit) => {
                self.may_react_reverse(answers, unit)?;
                unit
            }
            Action::Done => return Ok(()),
            _ => return Err(self.why_no_answer(AnswerStage::Facing, action)),
        };
        if answers.waiting.contains(unit) {
            Ok(())
        } else {
            Err(Illegal::by(REACTION_FACING, "It has answered already."))
        }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// A unit turns one vertex to face the mover (7.16).
    pub(crate) fn react(&mut self, answers: Answers, unit: UnitId, hand: Hand) {
        let Some(placement) = self.rules.placement(self.state, unit) else { return };
        let vertices = self.rules.charts.figures.facing.reaction_vertices;
        let facing = (0..vertices).fold(placement.facing, |facing, _| facing.shifted(hand));
        let placement = Placement { facing, ..placement };
        let (own, its) = (self.rules.troops(unit).kind, self.rules.troops(answers.mover).kind);
        self.turn_to_face(answers, unit, placement, REACTION_FACING);
        // Horse turns before foot as it likes; skirmishers are foot.
        let is_exempt = own.is_cavalry() && (its.is_infantry() || its.is_skirmisher());
        if !is_exempt {
            let is_rough = self.rules.field().is_rough(placement.hex) && !own.is_elephant();
            self.hit(unit, u8::from(is_rough), TURNING_IN_ROUGH);
            self.check_the_turn(answers.mover, unit, CohesionCause::ReactionFacing);
        }
    }

    /// A two-hex unit faces about before the mover (7.17).
    pub(crate) fn react_reverse(&mut self, answers: Answers, unit: UnitId) {
        let Some(placement) = self.rules.placement(self.state, unit) else { return };
        let placement = self.position().reversed(unit, placement);
        let is_macedonian = self.rules.troops(unit).class == Some(Class::Macedonian);
        self.turn_to_face(answers, unit, placement, REACTION_REVERSE);
        let cause = if is_macedonian {
            CohesionCause::ReactionReverseClassMa
        } else {
            CohesionCause::ReactionReverse
        };
        self.check_the_turn(answers.mover, unit, cause);
    }

    fn turn_to_face(&mut self, answers: Answers, unit: UnitId, placement: Placement, rule: Rule) {
        self.answered_by(answers, unit);
        self.state.unit_mut(unit).turned = true;
        self.stand(unit, placement);
        self.tell(Event::Turned(unit, placement.facing, rule));
        self.halt_before(answers.mover);
    }

    /// 7.23: a mover that has come into a zone of control because somebody turned goes no further either.
    fn halt_before(&mut self, mover: UnitId) {
        if !self.position().is_in_zone(mover) {
            return;
        }
        let moves = self.state.steps.iter_mut().rev().find_map(|step| match step {
            Step::Move(movement) if movement.unit == mover && !movement.halted => Some(movement),
            _ => None,
        });
        if let Some(movement) = moves {
            movement.halted = true;
            self.tell(Event::Halted(mover, CEASING));
        }
    }

    /// The check for turning: the difference of the allowances counts, and some hits are sure.
    fn check_the_turn(&mut self, mover: UnitId, unit: UnitId, cause: CohesionCause) {
        if !self.state.unit(unit).is_steady() {
            return;
        }
        // 6.62: a column has an allowance of its own.
        let position = self.position();
        let [its, own] =
            [mover, unit].map(|unit| i16::from(position.allowance(&Movement::of(unit))));
        let (toll, tq) = (*self.rules.charts.toll(cause), position.tq(unit));
        self.check_quality(
            unit,
            toll.rule,
            |roll| roll.modified((its - own) as i8, toll.rule),
            |above| toll.hits_on(above + i32::from(tq), tq),
        );
    }
}
