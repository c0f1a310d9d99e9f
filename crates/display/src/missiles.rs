//! 10.13 and 10.14: archers attack, and fire at who attacks them.

use crate::combat::Clash;
use crate::engine::action::{Action, Question};
use crate::engine::display::Display;
use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Flow, Manner, Procedure, never_passes};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Place, State};
use crate::model::army::UnitId;
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const MISSILES: Rule = rule!(ALEXANDROS, "10.13");
pub(crate) const DEFENSIVE_FIRE: Rule = rule!(ALEXANDROS, "10.14");

/// The attacked unit of a clash may fire first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DefensiveFire;

impl Procedure for DefensiveFire {
    const RULE: Rule = DEFENSIVE_FIRE;

    fn asks(self, rules: &Display, state: &State) -> Option<Asked> {
        let clash = *state.frame::<Clash>();
        let force = rules.force_of(clash.defender);
        let question = Question::DefensiveFire(clash);
        Some(Asked { force, question, manner: Manner::Window })
    }

    fn list(self, position: &Position<'_>, into: &mut Vec<Action>) {
        into.extend([Action::Fire(position.state.frame::<Clash>().defender), Action::Done]);
    }

    fn test(self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Fire(unit) if unit == position.state.frame::<Clash>().defender => Ok(()),
            Action::Done => Ok(()),
            _ => Self::not_asked(),
        }
    }

    fn answer<S: Sink<Event>>(self, resolver: &mut Resolver<'_, S>, action: Action) {
        resolver.pop();
        match action {
            Action::Fire(_) => resolver.fire_back(),
            Action::Done => {}
            other => never_passes(other),
        }
    }

    fn go_on<S: Sink<Event>>(self, _: &mut Resolver<'_, S>) -> Flow {
        Flow::Waits
    }
}

impl Position<'_> {
    /// Whether the attacked unit of a duel may fire before it is fought.
    pub(crate) fn may_fire_back(&self, clash: Clash) -> Result<(), Illegal> {
        let classes = &self.rules.classes;
        let unit = clash.defender;
        if classes.shooting.contains(clash.attacker) {
            return Err(Illegal::by(DEFENSIVE_FIRE, "Archers are not fired at in defense."));
        }
        // Whoever it is that attacks: a second attacker finds it as busy as the first.
        if clash.engaged || self.state.long_engaged.contains(unit) {
            return Err(Illegal::by(DEFENSIVE_FIRE, "An engaged unit does not fire."));
        }
        let by_option = self.rules.battle().switches.light_infantry_fire
            && classes.light_infantry.contains(unit);
        if by_option && self.state.fired.contains(unit) {
            return Err(Illegal::by(DEFENSIVE_FIRE, "Light infantry fires once a battle."));
        }
        if by_option || classes.shooting.contains(unit) {
            return Ok(());
        }
        Err(Illegal::by(DEFENSIVE_FIRE, "Only archers fire in defense."))
    }

    /// The highest roll with which a unit hits, before modifiers.
    pub(crate) fn missile_strength(&self, unit: UnitId) -> u8 {
        if self.rules.classes.shooting.contains(unit) {
            self.strength(unit).attack
        } else {
            self.rules.charts.light_infantry_fire
        }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// One shot: whether it hits.
    fn shot(&mut self, by: UnitId, at: UnitId, rule: Rule) -> bool {
        let strength = self.position().missile_strength(by);
        let heavy = self.rules.unit(at).kind.is_heavy();
        let added = if heavy { self.rules.charts.heavy_target } else { 0 };
        let roll = self.roll().modified(added, MISSILES);
        let hits = roll.result() <= i32::from(strength);
        self.tell(Event::Shot { by, at, strength, roll, rule });
        hits
    }

    /// 10.13: an archer's attack. A miss has no effect, so it leaves an engagement as it was.
    pub(crate) fn shoot(&mut self, clash: Clash) {
        if self.shot(clash.attacker, clash.defender, MISSILES) {
            if clash.engaged {
                self.disengage(clash.attacker);
            }
            self.lose_step(clash.defender);
        }
        self.end_if_decided();
    }

    /// 10.14: the attacked unit fires; the duel goes on if the attacker survives.
    fn fire_back(&mut self) {
        let clash: Clash = *self.state.frame();
        let Clash { attacker, defender, .. } = clash;
        if self.rules.classes.light_infantry.contains(defender) {
            self.state.fired.insert(defender);
        }
        if self.shot(defender, attacker, DEFENSIVE_FIRE) {
            // Whoever is shot down attacks nobody: the clash is over before his leader looks for another unit.
            self.pop();
            self.lose_step(attacker);
            if self.state.unit(attacker).place != Place::Dead {
                self.push(clash);
            }
        }
        self.end_if_decided();
    }
}
