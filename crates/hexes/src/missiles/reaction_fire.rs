//! 8.2: reaction fire. Entry, retire and return; the queue of a line, and the line's own fire after it.

use crate::engine::action::{Action, Answer, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::{State, Supply};
use crate::engine::steps::{Step, each_step};
use crate::missiles::missile_fire::{Flight, Pace, Shot};
use crate::model::charts::MissileArm;
use crate::model::hex::Hex;
use crate::model::order_of_battle::{UnitId, UnitSet};
use crate::movement::answers::Answers;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const REACTION: Rule = rule!(GBA, "8.2");
pub(crate) const ENTRY_FIRE: Rule = rule!(GBA, "8.21");
pub(crate) const RETIRE_FIRE: Rule = rule!(GBA, "8.22");
pub(crate) const RETURN_FIRE: Rule = rule!(GBA, "8.23");
pub(crate) const NEEDS_MISSILES: Rule = rule!(GBA, "8.24");
pub(crate) const SCREENS: Rule = rule!(GBA, "8.25");
pub(crate) const BOTH_ON_ONE_OCCASION: Rule = rule!(GBA, "11.12");
const PARTING_SHOT: Rule = rule!(GBA, "6.76");

/// What a unit fires at out of turn for (8.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occasion {
    /// 8.21: an enemy has entered its zone of control.
    Entry,
    /// 8.22: an enemy is about to leave it.
    Retire,
    /// 8.23: an enemy has fired at it.
    Return,
}

/// 8.25, 11.12: after an elephant's javelins, its screen may fire on the same occasion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScreenFire {
    /// Whose screen.
    pub firer: UnitId,
    /// At whom.
    pub target: UnitId,
    /// On which occasion.
    pub occasion: Occasion,
}

impl Procedure for ScreenFire {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        Some(Asked::window(
            rules.seat_of(self.firer),
            Question::ScreenFire(self.firer),
            BOTH_ON_ONE_OCCASION,
        ))
    }

    fn list(&self, _: &Position<'_>, into: &mut Vec<Action>) {
        into.push(Action::ScreenFire { firer: self.firer, target: self.target });
        into.push(Action::Done);
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        position.check_fire_window(self, action)
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        resolver.fire_in_reaction(self.occasion, action);
    }

    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let arm = MissileArm::Screen;
        if resolver.position().reaction_shot(self.occasion, self.firer, self.target, arm).is_ok() {
            return false;
        }
        resolver.finish();
        true
    }

    fn fire(&self) -> Option<Answer> {
        Some(Answer::EntryFire)
    }
}

/// 8.23: a unit that was shot at may shoot back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReturnFire {
    /// Who shot.
    pub firer: UnitId,
    /// Who may shoot back.
    pub target: UnitId,
}

impl Procedure for ReturnFire {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        Some(Asked::window(
            rules.seat_of(self.target),
            Question::ReturnFire(self.target),
            RETURN_FIRE,
        ))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        position.list_shots(Occasion::Return, self.target, self.firer, into);
        into.push(Action::Done);
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        position.check_fire_window(self, action)
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.finish();
        resolver.fire_in_reaction(Occasion::Return, action);
    }

    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        if resolver.position().may_react_with_fire(Occasion::Return, self.target, self.firer) {
            return false;
        }
        resolver.finish();
        true
    }

    fn fire(&self) -> Option<Answer> {
        Some(Answer::ReturnFire)
    }
}

impl Occasion {
    const fn rule(self) -> Rule {
        match self {
            Occasion::Entry => ENTRY_FIRE,
            Occasion::Retire => RETIRE_FIRE,
            Occasion::Return => RETURN_FIRE,
        }
    }
}

/// The occasion of the fire that a step is about.
pub(crate) fn occasion_of(state: &State) -> Occasion {
    let step = state.step();
    if let Step::ScreenFire(screen) = step {
        return screen.occasion;
    }
    match each_step!(step, one => one.fire()) {
        Some(Answer::RetireFire) => Occasion::Retire,
        Some(Answer::ReturnFire) => Occasion::Return,
        _ => Occasion::Entry,
    }
}

impl Position<'_> {
    /// What a unit may fire with in reaction: its own missiles, and the screen of elephants (8.25).
    pub(crate) fn reaction_arms(&self, unit: UnitId) -> impl Iterator<Item = MissileArm> + use<> {
        let troops = self.rules.troops(unit);
        let screen = troops.screen.then_some(MissileArm::Screen);
        // 8.2: engines react in their own way (11.86).
        let own = self.rules.arm(unit).filter(|_| !troops.kind.is_artillery());
        own.into_iter().chain(screen)
    }

    /// Whether a unit exerts a zone of control onto any of these hexes.
    pub(super) fn controls(&self, unit: UnitId, hexes: &[Hex]) -> bool {
        hexes.iter().any(|&hex| self.rules.exerts(self.state, unit, hex))
    }

    /// The shot that a unit may fire in reaction, or why it may not: the one test of listing, checking and
    /// firing.
    pub(crate) fn reaction_shot(
        &self,
        occasion: Occasion,
        firer: UnitId,
        target: UnitId,
        arm: MissileArm,
    ) -> Result<Shot, Illegal> {
        let chart = &self.rules.charts.missiles;
        let rule = occasion.rule();
        if !self.reaction_arms(firer).any(|own| own == arm) {
            let rule = if arm == MissileArm::Screen { SCREENS } else { REACTION };
            return Err(Illegal::by(rule, "It has nothing to fire in reaction."));
        }
        if self.supply(firer, arm) == Supply::No {
            let words = "Fire in reaction needs no order, but missiles, and it has none left.";
            return Err(Illegal::by(NEEDS_MISSILES, words));
        }
        self.may_shoot_with(firer, arm)?;
        self.may_be_shot(firer, target)?;
        let range = match occasion {
            Occasion::Entry => chart.entry_range,
            Occasion::Retire => chart.retire_range,
            Occasion::Return => {
                if self.state.unit(firer).fired_at == Some(target) {
                    let words = "It has used entry fire against this unit.";
                    return Err(Illegal::by(rule, words));
                }
                return self.aim(firer, target, arm, Pace::StandingAnswer, rule);
            }
        };
        if chart.range(arm) < range {
            return Err(Illegal::by(rule, "Its missiles do not carry two hexes."));
        }
        let flight = self.flight_into_zone(firer, target, range);
        let flight =
            flight.ok_or_else(|| Illegal::by(rule, "The enemy is not in its zone of control."))?;
        Ok(self.shot_along(firer, target, arm, flight, Pace::StandingAnswer, rule))
    }

    /// The flight from a unit to an enemy in its zone of control, over a range that is given.
    fn flight_into_zone(&self, firer: UnitId, target: UnitId, range: u8) -> Option<Flight> {
        let at = self
            .hexes(target)
            .into_iter()
            .find(|&hex| self.rules.exerts(self.state, firer, hex))?;
        let from = self.hexes(firer).into_iter().find(|hex| hex.distance(at) == 1)?;
        Some(Flight { from, at, range })
    }

    /// Whether a unit may fire at another on an occasion with anything it has.
    pub(super) fn may_react_with_fire(
        &self,
        occasion: Occasion,
        firer: UnitId,
        target: UnitId,
    ) -> bool {
        self.reaction_arms(firer)
            .any(|arm| self.reaction_shot(occasion, firer, target, arm).is_ok())
    }

    /// Lists the shots of a unit at another on an occasion.
    pub(super) fn list_shots(
        &self,
        occasion: Occasion,
        firer: UnitId,
        target: UnitId,
        into: &mut Vec<Action>,
    ) {
        for arm in self.reaction_arms(firer) {
            if self.reaction_shot(occasion, firer, target, arm).is_ok() {
                into.push(match arm {
                    MissileArm::Screen => Action::ScreenFire { firer, target },
                    _ => Action::ReactionFire { firer, target },
                });
            }
        }
    }

    // 8.21: entry fire.

    /// Whether a unit moves as part of a line, so that entry fire waits.
    pub(super) fn moves_in_line(&self, unit: UnitId) -> bool {
        self.movement_of(unit).is_some_and(|movement| movement.in_line)
    }

    /// Units that may fire at whoever entered their zone of control (8.21).
    pub(crate) fn may_fire_at_entrant(&self, answers: &Answers) -> UnitSet {
        if self.moves_in_line(answers.mover) {
            return UnitSet::NONE;
        }
        self.fired_up(answers)
    }

    pub(crate) fn list_entry_fire(&self, answers: &Answers, into: &mut Vec<Action>) {
        for firer in answers.waiting.iter() {
            self.list_shots(Occasion::Entry, firer, answers.mover, into);
        }
    }

    // 8.21: the line's own fire, when the enemy has fired.

    // 8.22: retire fire.

    // 8.23, 8.25: one unit that may fire, or not.

    /// Whether this may be done in a window of fire: a shot is tested by itself, so that a refusal says why.
    pub(crate) fn check_fire_window(
        &self,
        window: &impl Procedure,
        action: Action,
    ) -> Result<(), Illegal> {
        let mut listed = Vec::new();
        window.list(self, &mut listed);
        if listed.contains(&action) {
            return Ok(());
        }
        Err(self.why_no_shot(action))
    }

    /// Why a shot that is not listed cannot be fired.
    pub(crate) fn why_no_shot(&self, action: Action) -> Illegal {
        let step = self.state.step();
        let (firer, target, arm) = match action {
            Action::ReactionFire { firer, target } => (firer, target, self.rules.arm(firer)),
            Action::ScreenFire { firer, target } => (firer, target, Some(MissileArm::Screen)),
            _ => return Illegal::by(REACTION, "That is no answer to this."),
        };
        let occasion = occasion_of(self.state);
        let words = "It is not asked to fire now.";
        let own = arm.filter(|arm| self.reaction_arms(firer).any(|own| own == *arm));
        let Some(arm) = own else {
            let rule = if arm == Some(MissileArm::Screen) { SCREENS } else { REACTION };
            return Illegal::by(rule, "It has nothing to fire in reaction.");
        };
        if let Step::Harass(harassment) = step {
            return self.why_no_shot_on_the_way(&harassment, firer, target, arm);
        }
        let refused = self.reaction_shot(occasion, firer, target, arm).err();
        refused.unwrap_or_else(|| Illegal::by(occasion.rule(), words))
    }

    /// Whether a unit is cavalry with bows (6.76).
    pub(crate) fn is_mounted_archer(&self, unit: UnitId) -> bool {
        self.rules.arm(unit) == Some(MissileArm::MountedBow)
            && self.rules.troops(unit).kind.is_cavalry()
    }

    /// 6.76: the shot of a mounted archer at an enemy from whom it withdraws; the range counts as two
    /// hexes.
    pub(crate) fn parting_shot(&self, firer: UnitId, target: UnitId) -> Result<Shot, Illegal> {
        let arm = self.may_shoot(firer)?;
        self.may_be_shot(firer, target)?;
        if !self.is_mounted_archer(firer) {
            let words = "Only mounted archers fire as they withdraw.";
            return Err(Illegal::by(PARTING_SHOT, words));
        }
        let hexes = (self.hexes(firer), self.hexes(target));
        let (Some(&from), Some(&at)) = (hexes.0.first(), hexes.1.first()) else {
            return Err(Illegal::by(PARTING_SHOT, "It is not on the map any more."));
        };
        let flight = Flight { from, at, range: self.rules.charts.missiles.parting_range };
        Ok(self.shot_along(firer, target, arm, flight, Pace::Moving, PARTING_SHOT))
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// A unit fires on an occasion, in a window that does not ask it again; nobody does who has declined.
    pub(crate) fn fire_in_reaction(&mut self, occasion: Occasion, action: Action) {
        let (firer, target, arm) = match action {
            Action::ReactionFire { firer, target } => (firer, target, self.rules.arm(firer)),
            Action::ScreenFire { firer, target } => (firer, target, Some(MissileArm::Screen)),
            _ => return,
        };
        if let Some(arm) = arm {
            self.react_with_fire(occasion, firer, target, arm);
        }
    }

    /// Fires in reaction; the screen of an elephant may fire after its javelins.
    fn react_with_fire(
        &mut self,
        occasion: Occasion,
        firer: UnitId,
        target: UnitId,
        arm: MissileArm,
    ) {
        let Ok(shot) = self.position().reaction_shot(occasion, firer, target, arm) else { return };
        let screen = MissileArm::Screen;
        if arm != screen && self.position().reaction_shot(occasion, firer, target, screen).is_ok() {
            self.begin(ScreenFire { firer, target, occasion });
        }
        if occasion == Occasion::Entry {
            self.state.unit_mut(firer).fired_at = Some(target);
        }
        self.fire(&shot);
        // Whoever is driven off before it makes its step does not make it.
        if !self.state.unit(target).is_steady() {
            self.state.steps.retain(
                |step| !matches!(step, Step::Departure(departure) if departure.mover == target),
            );
        }
    }

    // 8.21: the queue of a line.

    // 8.22: retire fire at whoever withdraws or runs.

    // 8.23, 8.25.
}
