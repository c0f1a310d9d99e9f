//! 6.1 to 6.3: a unit carries out its order, step by step.

use crate::action::Action;
use crate::course::Course;
use crate::event::Event;
use crate::facing::{FACING, TURNING, TURNING_IN_ROUGH};
use crate::hex::{Hand, Hex, Vertex};
use crate::order_of_battle::{UnitId, UnitSet};
use crate::position::Position;

use crate::state::{Formation, Place};
use crate::steps::{Answers, Departure, DepartureStage, Go, Movement, Stage, Stance, Step};
use crate::terrain::Cost;
use crate::zones::CEASING;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const ALLOWANCE: Rule = rule!(GBA, "6.11");
pub(crate) const MOVED_AGAIN: Rule = rule!(GBA, "6.13");
pub(crate) const TERRAIN_COST: Rule = rule!(GBA, "6.25");
pub(crate) const TERRAIN_HITS: Rule = rule!(GBA, "6.22");
pub(crate) const PATH: Rule = rule!(GBA, "6.31");
pub(crate) const FRONT_ONLY: Rule = rule!(GBA, "6.32");
pub(crate) const NO_ENEMY_HEX: Rule = rule!(GBA, "6.93");

/// A step as it would be made: where the unit would stand then, and what it would cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// How it would stand.
    pub(crate) stance: Stance,
    /// What it would cost.
    pub(crate) cost: Cost,
    /// Whether it would enter a hex.
    pub(crate) enters: bool,
}

impl Position<'_> {
    /// The movement points a unit has for this move (6.11, 6.46, 6.62, 11.63).
    pub(crate) fn allowance(&self, movement: &Movement) -> u8 {
        let troops = self.rules.troops(movement.unit);
        let fast = troops.fast_ma.unwrap_or(troops.ma);
        match self.state.unit(movement.unit).formation {
            Formation::Column(_) | Formation::LongColumn(_) => fast + 1,
            Formation::Square => 1,
            Formation::Battle | Formation::Charge if movement.fast => fast,
            Formation::Battle | Formation::Charge => troops.ma,
        }
    }

    /// What a step of the moving unit would come to, or why it is not possible: the one test that listing,
    /// checking and moving use.
    pub(crate) fn plan(&self, movement: &Movement, go: Go) -> Result<Plan, Illegal> {
        let unit = movement.unit;
        if movement.fire_only {
            return Err(Illegal::by(rule!(GBA, "5.22"), "This order is to fire, not to move."));
        }
        if movement.halted {
            return Err(Illegal::by(CEASING, "It has entered an enemy zone of control."));
        }
        let stance = self.rules.stance(self.state, unit);
        let stance =
            stance.ok_or_else(|| Illegal::by(PATH, "The unit is not on the map any more."))?;
        let plan = match go {
            Go::Forward(hand) => self.plan_forward(unit, stance, hand)?,
            Go::Pivot(hand) => self.plan_pivot(unit, stance, hand)?,
            Go::Turn(vertex) => self.plan_turn(movement, stance, vertex)?,
            Go::Reverse => self.plan_reverse(movement, stance)?,
            Go::Ahead | Go::Bend(_) | Go::TurnColumn(_) => {
                self.plan_column(movement, stance, go)?
            }
            Go::Shift(side) => self.plan_square(movement, stance, side)?,
            Go::Form(formation) => self.plan_formation(movement, stance, formation)?,
        };
        if movement.spent + plan.cost.mp > self.allowance(movement) {
            return Err(Illegal::by(TERRAIN_COST, "It has not enough movement points left."));
        }
        if movement.began_in_zoc {
            self.may_leave_zone(movement, go)?;
        }
        if plan.enters {
            self.may_stand_or_pass(movement, &plan)?;
        }
        Ok(plan)
    }

    /// One hex forward, a two-hex unit with both halves (6.32, 6.42).
    fn plan_forward(&self, unit: UnitId, stance: Stance, hand: Hand) -> Result<Plan, Illegal> {
        if !matches!(stance.formation, Formation::Battle | Formation::Charge) {
            return Err(Illegal::by(FRONT_ONLY, "It does not move like that in this formation."));
        }
        let side = stance.facing.front(hand);
        let mut cost = Cost { mp: 0, hits: 0 };
        for hex in self.rules.hexes_standing(unit, stance) {
            let half = self.entry(unit, hex, side)?;
            cost = Cost { mp: cost.mp.max(half.mp), hits: cost.hits.max(half.hits) };
        }
        let hex = stance.hex.beyond(side);
        let hex = hex.ok_or_else(|| Illegal::by(PATH, "There the map ends."))?;
        Ok(Plan { stance: Stance { hex, ..stance }, cost, enters: true })
    }

    /// What it costs a unit to cross a side of a hex (6.21, 6.22, 6.62).
    pub(crate) fn entry(
        &self,
        unit: UnitId,
        from: Hex,
        side: crate::hex::Side,
    ) -> Result<Cost, Illegal> {
        let kind = self.rules.troops(unit).kind;
        if self.rules.field().beyond(from, side).is_none() {
            return Err(Illegal::by(PATH, "There the map ends."));
        }
        let cost = self.rules.crossing(kind.movement_class(), from, side)?;
        Ok(match self.state.unit(unit).formation {
            formation if formation.is_column() => {
                Cost { hits: cost.hits.saturating_sub(1), ..cost }
            }
            Formation::Charge => Cost { hits: 2 * cost.hits, ..cost },
            _ => cost,
        })
    }

    /// A one-hex unit turns in place (7.12).
    fn plan_turn(&self, movement: &Movement, stance: Stance, to: Vertex) -> Result<Plan, Illegal> {
        let kind = self.rules.troops(movement.unit).kind;
        if kind.is_two_hex() {
            let words = "A two-hex unit turns only by pivoting or facing about.";
            return Err(Illegal::by(rule!(GBA, "7.13"), words));
        }
        if !matches!(stance.formation, Formation::Battle | Formation::Charge) || kind.is_artillery()
        {
            return Err(Illegal::by(FACING, "It does not face a vertex."));
        }
        let vertices = stance.facing.apart(to);
        if vertices == 0 {
            return Err(Illegal::by(TURNING, "It faces there already."));
        }
        let hits = self.turning_hits(movement, stance, vertices)?;
        let mp = self.turning_points(movement.unit, vertices);
        let cost = Cost { mp, hits };
        Ok(Plan { stance: Stance { facing: to, ..stance }, cost, enters: false })
    }

    /// Everything the moving unit can do.
    pub(crate) fn list_move(&self, movement: &Movement, into: &mut Vec<Action>) {
        self.list_steps(movement, into);
        self.list_fire(movement, into);
        if self.may_stop(movement).is_ok() {
            into.push(Action::Done);
        }
    }

    /// Whether the moving unit may do this.
    pub(crate) fn check_move(&self, movement: &Movement, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Go(go) => self.plan(movement, go).map(|_| ()),
            Action::Done => self.may_stop(movement),
            _ => self.check_fire(movement, action),
        }
    }

    /// Every step the moving unit can make.
    fn list_steps(&self, movement: &Movement, into: &mut Vec<Action>) {
        let mut offer = |go: Go| {
            if self.plan(movement, go).is_ok() {
                into.push(Action::Go(go));
            }
        };
        for hand in Hand::BOTH {
            offer(Go::Forward(hand));
            offer(Go::Pivot(hand));
            offer(Go::Bend(hand));
        }
        offer(Go::Ahead);
        offer(Go::Reverse);
        for vertex in Vertex::ALL {
            offer(Go::Turn(vertex));
        }
        for side in crate::hex::Side::ALL {
            offer(Go::TurnColumn(side));
            offer(Go::Shift(side));
        }
        for formation in self.formations(movement) {
            offer(Go::Form(formation));
        }
    }
}

impl<S: Sink<Event>> Course<'_, S> {
    /// An order to move begins to be carried out.
    pub(crate) fn begin_move(&mut self, unit: UnitId, fast: bool, in_line: bool, fire_only: bool) {
        self.state.unit_mut(unit).ordered = true;
        let began_in_zoc = self.position().is_in_zone(unit);
        self.begin(Step::Move(Movement {
            unit,
            spent: 0,
            fast,
            in_line,
            fire_only,
            began_in_zoc,
            has_moved: false,
            halted: false,
            fired: false,
            hexes: 0,
            turned: 0,
            levels: 0,
            came_from: None,
            riders: 0,
        }));
    }

    /// The moving unit announces a step; others may answer before it is made.
    pub(crate) fn announce(&mut self, movement: Movement, go: Go) {
        self.begin(Step::Departure(Departure {
            mover: movement.unit,
            go,
            stage: DepartureStage::Announced,
            waiting: UnitSet::NONE,
        }));
    }

    /// Takes the answers to an announced step, then makes it.
    pub(crate) fn proceed_with_departure(&mut self, mut departure: Departure) -> bool {
        if !departure.waiting.is_empty() {
            return false;
        }
        let next = match departure.stage {
            DepartureStage::Announced => Some(DepartureStage::Withdrawal),
            DepartureStage::Withdrawal => Some(DepartureStage::RetireFire),
            DepartureStage::RetireFire => None,
        };
        let Some(stage) = next else {
            self.finish();
            self.make(departure.go);
            return true;
        };
        departure.stage = stage;
        departure.waiting = match stage {
            DepartureStage::Withdrawal => self.position().withdrawing_at_start(departure),
            _ => self.position().firing_at_retirer(departure),
        };
        if !departure.waiting.is_empty() {
            self.answered();
        }
        self.instead(Step::Departure(departure));
        true
    }

    /// A window before a step closes: what was not taken is lost.
    pub(crate) fn close_departure(&mut self, mut departure: Departure) {
        departure.waiting = UnitSet::NONE;
        self.instead(Step::Departure(departure));
    }

    /// Makes an announced step, unless what came between has made it impossible.
    fn make(&mut self, go: Go) {
        let Step::Move(mut movement) = self.state.step() else { return };
        let Ok(plan) = self.position().plan(&movement, go) else { return };
        let unit = movement.unit;
        let first = !movement.has_moved;
        movement.has_moved = true;
        movement.spent += plan.cost.mp;
        let Some(was) = self.rules.stance(self.state, unit) else { return };
        if plan.enters {
            movement.hexes += 1;
            movement.turned = 0;
            movement.came_from = Some(was.hex);
            let levels = self.rules.field().level(was.hex);
            movement.levels += levels.abs_diff(self.rules.field().level(plan.stance.hex));
        } else {
            movement.turned += was.facing.apart(plan.stance.facing);
        }
        self.instead(Step::Move(movement));
        self.stand(unit, plan.stance);
        self.carry(movement.riders, was, plan.stance, unit);
        self.tell_step(unit, go, plan.stance);
        if plan.enters {
            self.halt_in_zone(unit);
            // Answers wait below whatever the hits of this step bring about.
            self.begin(Step::Answers(Answers {
                mover: unit,
                was: Some(was),
                stage: Stage::Arrived,
                waiting: UnitSet::NONE,
                leaders: 0,
            }));
        }
        if first {
            self.count_the_move(unit, movement.fast);
        }
        let rule = if plan.enters { TERRAIN_HITS } else { TURNING_IN_ROUGH };
        self.hit(unit, plan.cost.hits, rule);
        self.count_the_maneuver(unit, go, was);
        if plan.enters {
            self.pass_through(unit);
        }
    }

    fn tell_step(&mut self, unit: UnitId, go: Go, stance: Stance) {
        match go {
            Go::Form(formation) => {
                let rule = self.rules.formation_rule(formation);
                self.tell(Event::Formed(unit, formation, rule));
            }
            Go::Turn(_) | Go::TurnColumn(_) => {
                self.tell(Event::Turned(unit, stance.facing, TURNING));
            }
            Go::Reverse => {
                self.tell(Event::Turned(unit, stance.facing, crate::two_hex::REVERSING));
            }
            Go::Pivot(_) => self.tell(Event::Entered(unit, stance.hex, crate::two_hex::PIVOTING)),
            _ => self.tell(Event::Entered(unit, stance.hex, PATH)),
        }
    }

    /// Puts a unit where it stands now.
    pub(crate) fn stand(&mut self, unit: UnitId, stance: Stance) {
        self.change(unit, |unit| {
            unit.place = Place::On(stance.hex);
            unit.facing = stance.facing;
            unit.formation = stance.formation;
        });
    }

    /// 6.13, 6.46: the first step of a move flips the unit, and costs one that has moved before.
    fn count_the_move(&mut self, unit: UnitId, fast: bool) {
        let troops = self.rules.troops(unit);
        let was_moved = std::mem::replace(&mut self.state.unit_mut(unit).moved, true);
        if was_moved && !troops.kind.is_skirmisher() {
            self.hit(unit, if fast { 2 } else { 1 }, MOVED_AGAIN);
        }
    }

    /// 7.23: whoever enters an enemy zone of control goes no further.
    fn halt_in_zone(&mut self, unit: UnitId) {
        if self.position().is_in_zone(unit)
            && let Some(Step::Move(movement)) = self.state.steps.last_mut()
            && movement.unit == unit
        {
            movement.halted = true;
            self.tell(Event::Halted(unit, CEASING));
        }
    }

    /// Ends a move by itself when the unit can do nothing more.
    pub(crate) fn proceed_with_move(&mut self, movement: Movement) -> bool {
        if self.state.unit(movement.unit).is_steady() {
            return false;
        }
        self.end_move(movement);
        true
    }

    /// The order has been carried out.
    pub(crate) fn end_move(&mut self, movement: Movement) {
        self.finish();
        self.settle_in(movement);
        self.check_fast_pace(movement);
    }
}
