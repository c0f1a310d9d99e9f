//! 5.2: the orders phase.

use crate::command::activation::Tenure;
use crate::command::line_command::CommandChoice;
use crate::command::trump::MUST_ACT;
use crate::engine::action::{Action, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::{EngineDeed, Readiness, State, Supply};
use crate::engine::steps::Step;
use crate::model::order_of_battle::{LeaderId, Role, UnitId, UnitSet};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const ORDERS: Rule = rule!(GBA, "5.22");
pub(crate) const ONCE_A_PHASE: Rule = rule!(GBA, "5.23");
pub(crate) const MOVED_IN_PHASE: Rule = rule!(GBA, "6.12");
pub(crate) const ORDERS_LEFT: Rule = rule!(GBA, "5.21");
pub(crate) const UNITS_NEED_ORDERS: Rule = rule!(GBA, "4.0");
pub(crate) const NO_ORDER_TO_SHOCK: Rule = rule!(GBA, "5.24");
pub(crate) const SHOCK_FOLLOWS: Rule = rule!(GBA, "5.26");

/// How orders are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum OrderMode {
    /// One by one: so many are left (4.22).
    Individual(u8),
    /// The line is still to be named (4.31).
    NameLine,
    /// To the units of a line that have not gone yet.
    Line {
        /// Who is left of the line.
        units: UnitSet,
        /// Whether it moves, or fires where it stands (5.22).
        moves: bool,
    },
}

/// 3.B1: the active leader gives orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Orders {
    /// Whose orders they are.
    pub tenure: Tenure,
    /// How they are given.
    pub mode: OrderMode,
}

impl Procedure for Orders {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        let leader = self.tenure.leader;
        let question = match self.mode {
            OrderMode::NameLine => Question::NameLine(leader),
            OrderMode::Individual(_) | OrderMode::Line { .. } => Question::Orders(leader),
        };
        Some(Asked::turn(rules.seat_of_leader(leader), question, ORDERS))
    }

    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        match self.mode {
            OrderMode::Individual(_) => position.list_individual(self, into),
            OrderMode::NameLine => position.list_lines(self.tenure.leader, into),
            OrderMode::Line { units, moves } => {
                for unit in units.iter().filter(|&unit| position.may_obey_line(unit, moves).is_ok())
                {
                    position.list_order(unit, moves, into);
                }
                if position.may_send(self, self.tenure.leader).is_ok() {
                    into.push(Action::Send(self.tenure.leader));
                }
            }
        }
        if self.mode == OrderMode::NameLine {
            return;
        }
        position.list_engine_fire(position.rules.force_of_leader(self.tenure.leader), into);
        if position.may_end_orders(self).is_ok() {
            into.push(Action::Done);
        }
    }

    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        let leader = self.tenure.leader;
        match (self.mode, action) {
            (OrderMode::NameLine, Action::NameLine { unit, shape, moves }) => {
                position.check_line(leader, unit, shape, moves)
            }
            (OrderMode::NameLine, _) => {
                Err(Illegal::by(crate::engine::rules::LINE_COMPOSITION, "First the line is named."))
            }
            (_, Action::Order(unit) | Action::OrderFast(unit)) => {
                let fast = action == Action::OrderFast(unit);
                position.check_order_to(self, unit, fast)
            }
            (OrderMode::Individual(_), Action::Recover(unit)) => {
                position.is_commanded(self, unit)?;
                position.may_recover(unit).map(|_| ())
            }
            (OrderMode::Individual(_), Action::Rally(unit)) => {
                position.is_commanded(self, unit)?;
                position.may_rally(leader, unit)
            }
            (OrderMode::Individual(_), Action::ChangeMode(unit)) => {
                position.is_commanded(self, unit)?;
                position.may_change_mode(unit)
            }
            (_, Action::ChangeMode(_)) => {
                let words = "It takes an individual order to change the mode of an engine.";
                Err(Illegal::by(crate::missiles::artillery::MODES, words))
            }
            (_, Action::EngineFire { .. } | Action::EngineFireAtHex { .. }) => {
                position.engine_shot(action).map(|_| ())
            }
            (_, Action::Recover(_) | Action::Rally(_)) => {
                let words = "A line command neither rallies units nor lets them recover.";
                Err(Illegal::by(crate::command::line_command::COMMAND_RESTRICTIONS, words))
            }
            (_, Action::Send(leader)) => position.may_send(self, leader).map(|_| ()),
            (_, Action::Contingent(leader)) => {
                position.may_activate_contingent(self, leader).map(|_| ())
            }
            (_, Action::Done) => position.may_end_orders(self),
            (_, Action::LineCommand(_)) => {
                CommandChoice(self.tenure).check(position, action)?;
                let words = "A line command comes instead of any individual orders.";
                Err(Illegal::by(crate::command::line_command::LINE_COMMAND, words))
            }
            (_, Action::NameLine { unit, shape, moves }) => {
                position.check_line(leader, unit, shape, moves)?;
                let words = "His line is named already, or he gives individual orders.";
                Err(Illegal::by(crate::command::line_command::LINE_COMMAND, words))
            }
            (_, Action::Shock(_)) => {
                Err(Illegal::by(NO_ORDER_TO_SHOCK, "No order starts a shock attack."))
            }
            (
                _,
                Action::Momentum
                | Action::Activate(_)
                | Action::Pass(_)
                | Action::Wait(_)
                | Action::Trump(_),
            ) => {
                let words = "First all orders are given and shock is fought.";
                Err(Illegal::by(SHOCK_FOLLOWS, words))
            }
            (_, Action::Go(_) | Action::FireAt(_) | Action::FireMoving(_) | Action::Harass(_)) => {
                let words = "First a unit is ordered; then it moves, and fires.";
                Err(Illegal::by(UNITS_NEED_ORDERS, words))
            }
            (_, Action::Advance(_)) => Err(crate::missiles::missile_fire::no_advance()),
            _ => Err(Illegal::by(ORDERS, "No order can be given for that.")),
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        let orders = *self;
        match action {
            Action::NameLine { unit, shape, moves } => {
                resolver.name_line(orders, unit, shape, moves);
            }
            Action::Order(unit) => resolver.order(orders, unit, false),
            Action::OrderFast(unit) => resolver.order(orders, unit, true),
            Action::Recover(unit) => resolver.order_recovery(orders, unit),
            Action::Rally(unit) => resolver.order_rally(orders, unit),
            Action::ChangeMode(unit) => resolver.order_change_of_mode(orders, unit),
            Action::EngineFire { .. } | Action::EngineFireAtHex { .. } => {
                resolver.fire_engine(action);
            }
            Action::Send(leader) => resolver.send(orders, leader),
            Action::Contingent(leader) => resolver.activate_contingent(orders, leader),
            Action::Done => resolver.close_orders(orders),
            _ => {}
        }
    }

    /// Ends the orders phase when the leader can give no more orders; a line that he has commanded goes on
    /// without him.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let leader = self.tenure.leader;
        let position = resolver.position();
        let is_silenced = || {
            let now = position.state.leader(leader);
            now.at.is_none()
                || now.readiness == Readiness::Finished
                || position.may_give_orders(leader).is_err()
        };
        let is_over = match self.mode {
            // 11.85: after the last order engines may still fire.
            OrderMode::Individual(0) => {
                is_silenced()
                    || !position.have_engines_targets(resolver.rules.force_of_leader(leader))
            }
            OrderMode::Individual(_) => is_silenced(),
            OrderMode::NameLine => is_silenced() || !position.has_line(leader),
            OrderMode::Line { .. } => false,
        };
        if is_over {
            resolver.close_orders(*self);
        }
        is_over
    }
}

impl Position<'_> {
    /// 5.22: what individual orders can be given for.
    fn list_individual(&self, orders: &Orders, into: &mut Vec<Action>) {
        if orders.mode == OrderMode::Individual(0) {
            return;
        }
        let leader = orders.tenure.leader;
        self.with_reach(leader, self.range(leader), |in_range| {
            for unit in self.rules.units_under(leader).iter().filter(|&unit| in_range(unit)) {
                if self.may_be_ordered(unit).is_ok() {
                    self.list_order(unit, !self.is_idle(unit), into);
                }
                if self.may_recover(unit).is_ok() {
                    into.push(Action::Recover(unit));
                }
                if self.may_change_mode(unit).is_ok() {
                    into.push(Action::ChangeMode(unit));
                }
                if self.may_rally(leader, unit).is_ok() {
                    into.push(Action::Rally(unit));
                }
            }
        });
        let may_send = |leader: &LeaderId| self.may_send(orders, *leader).is_ok();
        into.extend(self.rules.leaders().filter(may_send).map(Action::Send));
        if self.rules.switches.contingents {
            let may = |leader: &LeaderId| self.may_activate_contingent(orders, *leader).is_ok();
            into.extend(self.rules.leaders().filter(may).map(Action::Contingent));
        }
    }

    fn list_order(&self, unit: UnitId, moves: bool, into: &mut Vec<Action>) {
        into.push(Action::Order(unit));
        if moves && self.has_faster_pace(unit).is_ok() {
            into.push(Action::OrderFast(unit));
        }
    }

    /// Whether a unit takes an order to move or fire at all.
    pub(crate) fn may_be_ordered(&self, unit: UnitId) -> Result<(), Illegal> {
        let now = self.state.unit(unit);
        match () {
            () if !now.is_on_map() => Err(Illegal::by(ORDERS, "It is not on the map any more.")),
            () if now.routed => {
                Err(Illegal::by(rule!(GBA, "10.26"), "A routed unit takes no order but to rally."))
            }
            () if now.rallied => {
                let words = "A rallied unit takes no orders before the next turn.";
                Err(Illegal::by(rule!(GBA, "10.27"), words))
            }
            () if now.engaged => self.is_disengaged(unit),
            () if now.engine.deed == EngineDeed::Fired => {
                let words = "An engine that has fired does nothing else in this orders phase.";
                Err(Illegal::by(crate::missiles::artillery::ACTIVE_FIRE, words))
            }
            () if now.engine.deed == EngineDeed::Changed => {
                let words = "An engine that has changed its mode does nothing else in this phase.";
                Err(Illegal::by(crate::missiles::artillery::MODES, words))
            }
            () if now.ordered && now.run_up > 0 => {
                let words = "It moves again only by another leader's order or by momentum.";
                Err(Illegal::by(MOVED_IN_PHASE, words))
            }
            () if now.ordered => {
                Err(Illegal::by(ONCE_A_PHASE, "It has been ordered in this orders phase."))
            }
            () if self.partner(unit).is_some() => {
                self.may_order_in_depth(unit)?;
                self.may_leave_its_place(unit)
            }
            () => {
                self.is_in_mode_to_move(unit)?;
                if self.has_missiles(unit) { Ok(()) } else { self.may_leave_its_place(unit) }
            }
        }
    }

    /// Whether a unit can be ordered to fire in place. Engines fire without an order (11.82).
    pub(crate) fn has_missiles(&self, unit: UnitId) -> bool {
        let troops = self.rules.troops(unit);
        troops.missile.is_some()
            && !troops.kind.is_artillery()
            && self.state.unit(unit).missiles != Supply::No
    }

    /// Whether a unit may be ordered to move: some battles keep units in their place in the first turn, and
    /// a pre-arranged withdrawal keeps its line there (6.83).
    fn may_leave_its_place(&self, unit: UnitId) -> Result<(), Illegal> {
        if self.state.turn == 1 && self.rules.battle.special.idle_first_turn.contains(unit) {
            let words = "In this battle it does not move in the first turn.";
            return Err(Illegal::by(ORDERS, words));
        }
        match self.who_ordered() {
            Some(leader) => self.may_move_in_spite_of_arrangement(leader, unit),
            None => Ok(()),
        }
    }

    /// Whether a unit can only be ordered to fire.
    pub(crate) fn is_idle(&self, unit: UnitId) -> bool {
        self.may_leave_its_place(unit).is_err()
    }

    /// 5.22: whether a unit takes part in a line command that moves the line, or lets it fire in place.
    pub(crate) fn may_obey_line(&self, unit: UnitId, moves: bool) -> Result<(), Illegal> {
        self.may_be_ordered(unit)?;
        match () {
            () if !moves && !self.has_missiles(unit) => {
                Err(Illegal::by(ORDERS, "The line fires in place, and it has nothing to fire."))
            }
            () if moves => self.may_leave_its_place(unit),
            () => Ok(()),
        }
    }

    /// Whether a leader has a unit in his range that he could give an individual order.
    pub(crate) fn could_order_a_unit(&self, leader: LeaderId) -> bool {
        self.with_reach(leader, self.range(leader), |in_range| {
            let mut units = self.rules.units_under(leader).iter();
            units.any(|unit| {
                let may_act = self.may_be_ordered(unit).is_ok()
                    || self.may_recover(unit).is_ok()
                    || self.may_change_mode(unit).is_ok()
                    || self.may_rally(leader, unit).is_ok();
                may_act && in_range(unit)
            })
        })
    }

    /// 5.45: who has trumped does not simply end while he could still have a unit act; a shock attack is
    /// still to come.
    fn may_end_orders(&self, orders: &Orders) -> Result<(), Illegal> {
        let leader = orders.tenure.leader;
        if !orders.tenure.must_act
            || orders.mode == OrderMode::Individual(0)
            || self.could_precipitate_shock(leader)
        {
            return Ok(());
        }
        let could_order = match orders.mode {
            OrderMode::Line { units, moves } => {
                units.iter().any(|unit| self.may_obey_line(unit, moves).is_ok())
            }
            _ => self.could_order_a_unit(leader),
        };
        if could_order {
            let words = "He has trumped, so he must have a unit do something.";
            return Err(Illegal::by(MUST_ACT, words));
        }
        Ok(())
    }

    /// 4.21, 5.21: whether an individual order reaches a unit.
    fn is_commanded(&self, orders: &Orders, unit: UnitId) -> Result<(), Illegal> {
        let leader = orders.tenure.leader;
        if !self.rules.leads(leader, unit) {
            return Err(Illegal::by(
                UNITS_NEED_ORDERS,
                "Units obey the leaders of their own army.",
            ));
        }
        if orders.mode == OrderMode::Individual(0) {
            return Err(Illegal::by(ORDERS_LEFT, "He has no orders left."));
        }
        self.may_command(leader, unit)
    }

    fn why_not_in_line(&self, leader: LeaderId, unit: UnitId) -> Illegal {
        match self.may_be_ordered(unit) {
            Err(why) => why,
            Ok(()) if self.rules.commander(leader).role == Role::Contingent => {
                let words = "A contingent commander gives no individual orders.";
                Illegal::by(crate::command::contingent::INDIVIDUAL_ORDERS, words)
            }
            Ok(()) => {
                Illegal::by(crate::command::line_command::LINE_SIZE, "It is not in the line.")
            }
        }
    }

    fn check_order_to(&self, orders: &Orders, unit: UnitId, fast: bool) -> Result<(), Illegal> {
        let moves = match orders.mode {
            OrderMode::Individual(_) => {
                self.is_commanded(orders, unit)?;
                self.may_be_ordered(unit)?;
                !self.is_idle(unit)
            }
            OrderMode::Line { units, .. } if !units.contains(unit) => {
                return Err(self.why_not_in_line(orders.tenure.leader, unit));
            }
            OrderMode::Line { moves, .. } => {
                self.may_obey_line(unit, moves)?;
                moves
            }
            OrderMode::NameLine => false,
        };
        if fast && !moves {
            let words = "Only a phalanx on the move has a faster pace.";
            return Err(Illegal::by(crate::movement::two_hex::FAST_PACE, words));
        }
        if fast { self.has_faster_pace(unit) } else { Ok(()) }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 10.16: a unit is ordered to recover.
    pub(crate) fn order_recovery(&mut self, orders: Orders, unit: UnitId) {
        self.spend_on(orders, unit);
        self.recover(unit);
    }

    /// 10.27: a unit is ordered to rally.
    pub(crate) fn order_rally(&mut self, orders: Orders, unit: UnitId) {
        self.spend_on(orders, unit);
        self.rally(orders.tenure.leader, unit);
    }

    pub(crate) fn spend_on(&mut self, mut orders: Orders, unit: UnitId) {
        if let OrderMode::Individual(left) = &mut orders.mode {
            *left = left.saturating_sub(1);
        }
        orders.tenure.must_act = false;
        self.tell(Event::Ordered(orders.tenure.leader, unit));
        self.instead(orders);
    }

    /// A unit is ordered to move or fire.
    pub(crate) fn order(&mut self, mut orders: Orders, unit: UnitId, fast: bool) {
        // 11.72: an order of the one behind is for both.
        let front = self.state.unit(unit).behind;
        let (in_line, fire_only) = match &mut orders.mode {
            OrderMode::Line { units, moves } => {
                units.remove(unit);
                if let Some(front) = front {
                    units.remove(front);
                }
                (true, !*moves)
            }
            OrderMode::Individual(left) => {
                *left = left.saturating_sub(1 + u8::from(front.is_some()));
                (false, self.position().is_idle(unit))
            }
            OrderMode::NameLine => return,
        };
        orders.tenure.must_act = false;
        self.tell(Event::Ordered(orders.tenure.leader, unit));
        self.instead(orders);
        self.begin_move(front.unwrap_or(unit), fast, in_line, fire_only);
        if front.is_some() {
            self.state.unit_mut(unit).ordered = true;
            if let Some(Step::Move(movement)) = self.state.steps.last_mut() {
                movement.in_depth = true;
            }
        }
    }

    /// All orders are given. At a line that has moved the enemy fires now (8.21); a contingent commander's
    /// superior goes on (5.65), for any other leader the shock segment comes (5.26).
    pub(crate) fn close_orders(&mut self, orders: Orders) {
        let force = self.rules.force_of_leader(orders.tenure.leader);
        if self.rules.commander(orders.tenure.leader).role == Role::Contingent {
            self.finish();
        } else {
            self.end_orders(orders.tenure);
            self.let_engines_fire(self.rules.force(force).camp.other(), None);
        }
        if matches!(orders.mode, OrderMode::Line { .. }) {
            self.fire_after_line(force);
        }
    }
}
