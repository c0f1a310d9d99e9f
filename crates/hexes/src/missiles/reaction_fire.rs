//! 8.2: reaction fire. Entry, retire and return; the queue of a line, and the line's own fire after it.

use crate::engine::action::Action;
use crate::engine::event::Event;
use crate::engine::hexes::Hexpair;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Entry, State, Supply, Volley};
use crate::engine::steps::{Answers, Departure, DepartureStage, Movement, Occasion, Step};
use crate::missiles::missile_fire::{Flight, Pace, Shot};
use crate::model::charts::MissileArm;
use crate::model::hex::Hex;
use crate::model::order_of_battle::{Army, UnitId, UnitSet};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const REACTION: Rule = rule!(GBA, "8.2");
pub(crate) const ENTRY_FIRE: Rule = rule!(GBA, "8.21");
pub(crate) const RETIRE_FIRE: Rule = rule!(GBA, "8.22");
pub(crate) const RETURN_FIRE: Rule = rule!(GBA, "8.23");
pub(crate) const NEEDS_MISSILES: Rule = rule!(GBA, "8.24");
pub(crate) const SCREENS: Rule = rule!(GBA, "8.25");
pub(crate) const BOTH_ON_ONE_OCCASION: Rule = rule!(GBA, "11.12");
const PARTING_SHOT: Rule = rule!(GBA, "6.76");

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
    match state.step() {
        Step::Departure(_) | Step::RetireFire { .. } => Occasion::Retire,
        Step::ReturnFire { .. } => Occasion::Return,
        Step::ScreenFire { occasion, .. } => occasion,
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
    fn controls(&self, unit: UnitId, hexes: &[Hex]) -> bool {
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
    fn may_react_with_fire(&self, occasion: Occasion, firer: UnitId, target: UnitId) -> bool {
        self.reaction_arms(firer)
            .any(|arm| self.reaction_shot(occasion, firer, target, arm).is_ok())
    }

    /// Lists the shots of a unit at another on an occasion.
    fn list_shots(
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

    /// Units whose zone of control the mover has entered by its last step, and that may fire at it.
    pub(crate) fn fired_up(&self, answers: &Answers) -> UnitSet {
        let Some(was) = answers.was else { return UnitSet::NONE };
        let mover = answers.mover;
        let before = self.rules.hexes_standing(mover, was);
        let army = self.rules.army(mover);
        let near = self.neighbours(mover).filter(|&unit| self.rules.army(unit) != army);
        near.filter(|&unit| {
            !self.controls(unit, &before) && self.may_react_with_fire(Occasion::Entry, unit, mover)
        })
        .collect()
    }

    /// Whether a unit moves as part of a line, so that entry fire waits.
    fn moves_in_line(&self, unit: UnitId) -> bool {
        self.state.steps.iter().rev().any(
            |step| matches!(step, Step::Move(movement) if movement.unit == unit && movement.in_line),
        )
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

    /// Units of a line that came up to one that waits to fire.
    fn came_up_to(&self, firer: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let entries = self.state.entries.iter().filter(move |entry| entry.firer == firer);
        entries.map(|entry| entry.mover)
    }

    /// Those of the waiting that still have something to fire at.
    fn still_queued(&self, waiting: UnitSet) -> UnitSet {
        let may = |&firer: &UnitId| {
            self.came_up_to(firer)
                .any(|target| self.may_react_with_fire(Occasion::Entry, firer, target))
        };
        waiting.iter().filter(may).collect()
    }

    pub(crate) fn list_queued_fire(&self, waiting: UnitSet, into: &mut Vec<Action>) {
        for firer in waiting.iter() {
            for target in self.came_up_to(firer) {
                self.list_shots(Occasion::Entry, firer, target, into);
            }
        }
        into.push(Action::Done);
    }

    // 8.21: the line's own fire, when the enemy has fired.

    /// Whether the units of a line that has moved are firing now.
    pub(crate) fn is_after_line(&self) -> bool {
        self.state.steps.iter().any(|step| matches!(step, Step::LineFire(_)))
    }

    /// The order of a unit of the line, as far as fire goes: what its last step was.
    fn held_fire(&self, unit: UnitId) -> Option<Movement> {
        let now = self.state.unit(unit);
        let hex = now.hex().filter(|_| !now.routed)?;
        let mut movement = Movement::of(unit);
        movement.fire_only = true;
        match now.volley {
            Volley::None | Volley::StandingAnswer => return None,
            Volley::Unmoved => {}
            Volley::Turned => movement.has_moved = true,
            Volley::Came(side) => {
                movement.has_moved = true;
                movement.hexes = 1;
                movement.came_from = hex.beyond(side);
            }
        }
        Some(movement)
    }

    fn has_fire_left(&self, unit: UnitId) -> bool {
        let mut may = false;
        if let Some(movement) = self.held_fire(unit) {
            self.each_fire(&movement, |_| may = true);
        }
        may
    }

    pub(crate) fn list_line_fire(&self, army: Army, into: &mut Vec<Action>) {
        let units = self.rules.list(army).units;
        into.extend(units.iter().filter(|&unit| self.has_fire_left(unit)).map(Action::Next));
        into.push(Action::Done);
    }

    // 8.22: retire fire.

    /// Units whose zone of control a unit would leave for these hexes, and that may fire at it.
    pub(crate) fn fired_on_leaving(&self, unit: UnitId, after: &[Hex]) -> UnitSet {
        let pinners = self.pinners(unit);
        pinners
            .filter(|&enemy| {
                !self.controls(enemy, after)
                    && self.may_react_with_fire(Occasion::Retire, enemy, unit)
            })
            .collect()
    }

    /// Units that may fire at whoever is about to leave their zone of control (8.22).
    pub(crate) fn firing_at_retirer(&self, departure: Departure) -> UnitSet {
        if !self.is_in_zone(departure.mover) {
            return UnitSet::NONE;
        }
        let movement = self.state.steps.iter().rev().find_map(|step| match step {
            Step::Move(movement) if movement.unit == departure.mover => Some(*movement),
            _ => None,
        });
        let Some(Ok(plan)) = movement.map(|movement| self.plan(&movement, departure.go)) else {
            return UnitSet::NONE;
        };
        if !plan.enters {
            return UnitSet::NONE;
        }
        let after = self.rules.hexes_standing(departure.mover, plan.placement);
        self.fired_on_leaving(departure.mover, &after)
    }

    /// The hexes of a unit that withdraws or runs, after it has gone there: all go the same way.
    fn hexes_after(&self, unit: UnitId, action: Action) -> Hexpair {
        let facing = self.state.unit(unit).facing;
        let side = match action {
            Action::Back(side) => side,
            Action::BackTwo(hand) => facing.front(hand),
            _ => return Hexpair::new(),
        };
        self.hexes(unit).into_iter().filter_map(|hex| hex.beyond(side)).collect()
    }

    pub(crate) fn list_retire_fire(&self, mover: UnitId, waiting: UnitSet, into: &mut Vec<Action>) {
        for firer in waiting.iter() {
            self.list_shots(Occasion::Retire, firer, mover, into);
        }
    }

    /// Lists what may be done before a step is made (6.71, 8.22).
    pub(crate) fn list_departure(&self, departure: &Departure, into: &mut Vec<Action>) {
        match departure.stage {
            DepartureStage::Announced => {}
            DepartureStage::Withdrawal => {
                self.list_withdrawing(departure.mover, departure.waiting, into);
            }
            DepartureStage::RetireFire => {
                self.list_retire_fire(departure.mover, departure.waiting, into);
            }
        }
        into.push(Action::Done);
    }

    /// Whether this may be done before a step is made: the same test that listing uses.
    pub(crate) fn check_departure(
        &self,
        departure: &Departure,
        action: Action,
    ) -> Result<(), Illegal> {
        let mut listed = Vec::new();
        self.list_departure(departure, &mut listed);
        match action {
            _ if listed.contains(&action) => Ok(()),
            Action::ReactionFire { .. } | Action::ScreenFire { .. } => {
                Err(self.why_no_shot(action))
            }
            _ => Err(Illegal::by(RETIRE_FIRE, "That is no answer to this step.")),
        }
    }

    // 8.23, 8.25: one unit that may fire, or not.

    /// Lists the shots of the unit that a step asks.
    pub(crate) fn list_single_fire(&self, into: &mut Vec<Action>) {
        match self.state.step() {
            Step::ReturnFire { firer, target } => {
                self.list_shots(Occasion::Return, target, firer, into);
            }
            Step::ScreenFire { firer, target, .. } => {
                into.push(Action::ScreenFire { firer, target });
            }
            _ => {}
        }
        into.push(Action::Done);
    }

    /// Whether this may be done in a window of fire: a shot is tested by itself, so that a refusal says why.
    pub(crate) fn check_fire_window(&self, action: Action) -> Result<(), Illegal> {
        let step = self.state.step();
        let mut listed = Vec::new();
        match step {
            Step::QueuedFire(waiting) => self.list_queued_fire(waiting, &mut listed),
            Step::LineFire(army) => self.list_line_fire(army, &mut listed),
            Step::RetireFire { mover, waiting, .. } => {
                self.list_retire_fire(mover, waiting, &mut listed);
                listed.push(Action::Done);
            }
            Step::Harass(harassment) => self.list_harassment(&harassment, &mut listed),
            _ => self.list_single_fire(&mut listed),
        }
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
    /// A unit fires in the window on top; it is not asked again there.
    pub(crate) fn fire_in_reaction(&mut self, action: Action) {
        let (firer, target, arm) = match action {
            Action::ReactionFire { firer, target } => (firer, target, self.rules.arm(firer)),
            Action::ScreenFire { firer, target } => (firer, target, Some(MissileArm::Screen)),
            _ => return,
        };
        let Some(arm) = arm else { return };
        let occasion = occasion_of(self.state);
        match self.state.step() {
            Step::Answers(answers) => self.answered_by(answers, firer),
            Step::Departure(mut departure) => {
                departure.waiting.remove(firer);
                self.instead(Step::Departure(departure));
            }
            Step::RetireFire { mover, action, mut waiting } => {
                waiting.remove(firer);
                self.instead(Step::RetireFire { mover, action, waiting });
            }
            Step::QueuedFire(mut waiting) => {
                waiting.remove(firer);
                self.instead(Step::QueuedFire(waiting));
            }
            Step::Harass(harassment) => {
                self.will_fire(harassment, firer, arm);
                return;
            }
            _ => self.finish(),
        }
        self.react_with_fire(occasion, firer, target, arm);
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
            self.begin(Step::ScreenFire { firer, target, occasion });
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

    /// Fire at a line waits until the line has moved.
    pub(crate) fn queue_entry_fire(&mut self, answers: Answers) {
        let position = self.position();
        if !position.moves_in_line(answers.mover) {
            return;
        }
        let mover = answers.mover;
        for firer in position.fired_up(&answers).iter() {
            let entry = Entry { firer, mover };
            if !self.state.entries.contains(&entry) {
                self.state.entries.push(entry);
            }
        }
    }

    /// A line has moved: the enemy fires at those that came up, then the line fires (8.21). To be called
    /// when the step that follows lies on top.
    pub(crate) fn fire_after_line(&mut self, army: Army) {
        let units = self.rules.list(army).units;
        if units.iter().any(|unit| self.state.unit(unit).volley != Volley::None) {
            self.begin(Step::LineFire(army));
        }
        let waiting: UnitSet = self.state.entries.iter().map(|entry| entry.firer).collect();
        if !waiting.is_empty() {
            self.answered();
            self.begin(Step::QueuedFire(waiting));
        }
    }

    pub(crate) fn proceed_with_queued_fire(&mut self, waiting: UnitSet) -> bool {
        let still = self.position().still_queued(waiting);
        match () {
            () if still.is_empty() => self.end_queued_fire(),
            () if still != waiting => self.instead(Step::QueuedFire(still)),
            () => return false,
        }
        true
    }

    /// Nobody fires at the line any more.
    pub(crate) fn end_queued_fire(&mut self) {
        self.state.entries.clear();
        self.finish();
    }

    /// A unit of a line keeps its fire until the whole line has moved and the enemy has fired.
    pub(crate) fn hold_fire(&mut self, movement: Movement) {
        let unit = movement.unit;
        if !movement.in_line || movement.fire_only || self.position().may_shoot(unit).is_err() {
            return;
        }
        let came_by = movement.came_from.zip(self.state.unit(unit).hex());
        let volley = match () {
            () if movement.fired => Volley::None,
            () if !movement.has_moved => Volley::Unmoved,
            () if movement.hexes == 0 => Volley::Turned,
            () if movement.turned > 0 => Volley::None,
            () => came_by
                .and_then(|(from, here)| here.side_towards(from))
                .map_or(Volley::None, Volley::Came),
        };
        self.state.unit_mut(unit).volley = volley;
    }

    pub(crate) fn proceed_with_line_fire(&mut self, army: Army) -> bool {
        let mut units = self.rules.list(army).units.iter();
        if units.any(|unit| self.position().has_fire_left(unit)) {
            return false;
        }
        self.cease_line_fire(army);
        true
    }

    /// A unit of the line fires.
    pub(crate) fn fire_with(&mut self, _army: Army, unit: UnitId) {
        let Some(movement) = self.position().held_fire(unit) else { return };
        self.state.unit_mut(unit).volley = Volley::None;
        self.begin(Step::Move(movement));
    }

    /// The line fires no more.
    pub(crate) fn cease_line_fire(&mut self, army: Army) {
        for unit in self.rules.list(army).units.iter() {
            self.state.unit_mut(unit).volley = Volley::None;
        }
        self.finish();
    }

    // 8.22: retire fire at whoever withdraws or runs.

    /// Enemies may fire before a unit leaves their zones of control by withdrawing or running, except in
    /// its first rout move. True when somebody may.
    pub(crate) fn opens_retire_fire(&mut self, action: Action) -> bool {
        let mover = match self.state.step() {
            Step::Rout(rout) if rout.by_points => rout.unit,
            Step::Withdraw(withdrawal) => withdrawal.unit,
            _ => return false,
        };
        let position = self.position();
        if !position.is_in_zone(mover) {
            return false;
        }
        let after = position.hexes_after(mover, action);
        let waiting = position.fired_on_leaving(mover, &after);
        if waiting.is_empty() {
            return false;
        }
        self.answered();
        self.begin(Step::RetireFire { mover, action, waiting });
        true
    }

    /// When all have fired who would, the unit goes, if it still can.
    pub(crate) fn proceed_with_retire_fire(
        &mut self,
        mover: UnitId,
        action: Action,
        waiting: UnitSet,
    ) -> bool {
        if !waiting.is_empty() && self.state.unit(mover).is_on_map() {
            let position = self.position();
            let may =
                |&firer: &UnitId| position.may_react_with_fire(Occasion::Retire, firer, mover);
            let still: UnitSet = waiting.iter().filter(may).collect();
            if still == waiting {
                return false;
            }
            self.instead(Step::RetireFire { mover, action, waiting: still });
            return true;
        }
        self.finish();
        self.go_after_fire(mover, action);
        true
    }

    /// The step that was fired at is made.
    fn go_after_fire(&mut self, mover: UnitId, action: Action) {
        if !self.state.unit(mover).is_on_map() {
            return;
        }
        match (self.state.step(), action) {
            (Step::Rout(rout), _) if rout.unit == mover => self.run(rout, action),
            (Step::Withdraw(withdrawal), Action::Back(side)) if withdrawal.unit == mover => {
                self.go_back(withdrawal, side);
            }
            _ => {}
        }
    }

    // 8.23, 8.25.

    pub(crate) fn proceed_with_return_fire(&mut self, firer: UnitId, target: UnitId) -> bool {
        if self.position().may_react_with_fire(Occasion::Return, target, firer) {
            return false;
        }
        self.finish();
        true
    }

    pub(crate) fn proceed_with_screen_fire(
        &mut self,
        firer: UnitId,
        target: UnitId,
        occasion: Occasion,
    ) -> bool {
        let arm = MissileArm::Screen;
        if self.position().reaction_shot(occasion, firer, target, arm).is_ok() {
            return false;
        }
        self.finish();
        true
    }
}
