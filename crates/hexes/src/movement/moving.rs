//! 6.1 to 6.3: a unit carries out its order, step by step.

use crate::engine::action::{Action, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Formation, Place, Placement, State};
use crate::engine::steps::Step;
use crate::missiles::artillery::NO_FACING;
use crate::model::charts::CohesionCause;
use crate::model::field::{Edge, Field, Terrain};
use crate::model::hex::{Hand, Hex, Hexside, Vertex};
use crate::model::order_of_battle::UnitId;
use crate::model::terrain::Cost;
use crate::movement::answers::{AnswerStage, Answers};
use crate::movement::facing::{FACING, TURNING};
use crate::movement::zones::CEASING;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const ALLOWANCE: Rule = rule!(GBA, "6.11");
pub(crate) const TERRAIN_COST: Rule = rule!(GBA, "6.25");
pub(crate) const TERRAIN_HITS: Rule = rule!(GBA, "6.22");
pub(crate) const PATH: Rule = rule!(GBA, "6.31");
pub(crate) const FRONT_ONLY: Rule = rule!(GBA, "6.32");
pub(crate) const NO_TURN_IN_PLACE: Rule = rule!(GBA, "6.33");
pub(crate) const DEARER_HALF: Rule = rule!(GBA, "6.42");
pub(crate) const COLUMN_PACE: Rule = rule!(GBA, "6.62");
pub(crate) const ONLY_LEADERS: Rule = rule!(GBA, "6.94");
pub(crate) const NO_ENEMY_HEX: Rule = rule!(GBA, "6.93");
pub(crate) const CHARIOTS: Rule = rule!(GBA, "11.21");
/// Rules of one battle stand with its terrain.
pub(crate) const THE_FIELD: Rule = rule!(GBA, "6.2");

/// A step as it would be made: where the unit would stand then, and what it would cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// How it would stand.
    pub(crate) placement: Placement,
    /// What it would cost.
    pub(crate) cost: Cost,
    /// Whether it would enter a hex.
    pub(crate) enters: bool,
    /// Whether it would leave the map, where the battle allows it.
    pub(crate) leaves: bool,
    /// Whether its two halves would pay differently, so that the dearer one counts (6.42).
    pub(crate) uneven: bool,
}

/// One step of a unit's move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Go {
    /// Into the front hex on that hand; a two-hex unit with both halves.
    Forward(Hand),
    /// 6.43: the half on that hand goes into the middle front hex, the other stays.
    Pivot(Hand),
    /// In column, straight ahead (6.64).
    Ahead,
    /// In column, into the front-flank hex on that hand (6.64).
    Bend(Hand),
    /// 11.63: in square, one hex in any direction.
    Shift(Hexside),
    /// 7.12: turn to face this vertex.
    Turn(Vertex),
    /// 6.64: a one-hex column turns to face this side.
    TurnColumn(Hexside),
    /// 6.44: face about in place.
    Reverse,
    /// 6.61, 11.63, 11.93: change formation.
    Form(Formation),
    /// 11.71: into the hexes of the phalanx before it on that hand, to stand behind it.
    Double(Hand),
    /// 6.63: a one-hex column deploys and faces the vertex on that hand of its front.
    Deploy(Hand),
}

/// 6.1: a unit carries out its order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Movement {
    /// Which unit.
    pub unit: UnitId,
    /// Movement points spent.
    pub spent: u8,
    /// 6.46: whether it goes at its faster pace.
    pub fast: bool,
    /// Whether it moves as part of a line, so that entry fire waits (8.21).
    pub in_line: bool,
    /// Whether it may only fire (5.22).
    pub fire_only: bool,
    /// 11.72: whether the phalanx behind it moves with it.
    pub in_depth: bool,
    /// Whether it began in an enemy zone of control (7.23).
    pub began_in_zoc: bool,
    /// Whether it had moved in this turn before (6.13, 6.46, 6.5).
    pub was_moved: bool,
    /// 6.61: whether it has changed its formation, which ends its move.
    pub formed: bool,
    /// 6.5: movement points spent on entering hexes.
    pub marched: u8,
    /// 7.31: whether it has come adjacent to an enemy from a hex that was not.
    pub came_adjacent: bool,
    /// 6.91: how it last stood alone, while it passes through a friend.
    pub alone: Option<Placement>,
    /// Whether it has moved at all, turning included.
    pub has_moved: bool,
    /// Whether it may move no further (7.23).
    pub halted: bool,
    /// Whether it has fired (8.11).
    pub fired: bool,
    /// Hexes entered so far.
    pub hexes: u8,
    /// Vertices turned since it came into this hex.
    pub turned: u8,
    /// Levels climbed or gone down in this move.
    pub levels: u8,
    /// Where it was before it last entered a hex: fire while moving wants a target that is now closer (8.11).
    pub came_from: Option<Hex>,
    /// Leaders that go along, by their number as a bit.
    pub riders: u32,
}

impl Procedure for Movement {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        Some(Asked::turn(rules.seat_of(self.unit), Question::Move(self.unit), PATH))
    }

    /// Everything the moving unit can do.
    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        position.list_steps(self, into);
        position.list_riders(self, into);
        position.list_fire(self, into);
        position.list_engine_fire(position.rules.force_of(self.unit), into);
        if position.may_stop(self).is_ok() {
            into.push(Action::Done);
        }
    }

    /// Whether the moving unit may do this.
    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Go(go) => position.plan(self, go).map(|_| ()),
            Action::Take(leader) => position.may_take(self, leader),
            Action::Leave(leader) => position.may_leave_behind(self, leader),
            Action::Done => position.may_stop(self),
            Action::Advance(_) => Err(crate::missiles::missile_fire::no_advance()),
            Action::EngineFire { .. } | Action::EngineFireAtHex { .. } => {
                position.engine_shot(action).map(|_| ())
            }
            _ => position.check_fire(self, action),
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        let movement = *self;
        match action {
            Action::Go(go) => resolver.announce(movement, go),
            Action::Take(leader) => resolver.take_along(movement, leader),
            Action::Leave(leader) => resolver.leave_behind(movement, leader),
            Action::FireAt(_) | Action::FireMoving(_) | Action::FireAtHex(_) => {
                resolver.fire_on_orders(movement, action);
            }
            Action::EngineFire { .. } | Action::EngineFireAtHex { .. } => {
                resolver.fire_engine(action);
            }
            Action::Harass(target) => resolver.harass(movement, target),
            Action::Done => resolver.end_move(movement),
            _ => {}
        }
    }

    /// Ends a move by itself when the unit is not there any more, or runs.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        if resolver.state.unit(self.unit).is_steady() {
            return false;
        }
        resolver.end_move(*self);
        true
    }
}

impl Plan {
    /// A step into other hexes.
    pub(crate) const fn into(placement: Placement, cost: Cost) -> Plan {
        Plan { placement, cost, enters: true, leaves: false, uneven: false }
    }

    /// A step in place.
    pub(crate) const fn in_place(placement: Placement, cost: Cost) -> Plan {
        Plan { placement, cost, enters: false, leaves: false, uneven: false }
    }

    /// A step over the edge of the map, which costs what clear ground does.
    pub(crate) const fn off_the_map(placement: Placement) -> Plan {
        let cost = Cost { mp: 1, hits: 0 };
        Plan { placement, cost, enters: false, leaves: true, uneven: false }
    }
}

impl Movement {
    /// An order of a unit of which nothing has been carried out yet.
    pub(crate) const fn of(unit: UnitId) -> Movement {
        Movement {
            unit,
            spent: 0,
            fast: false,
            in_line: false,
            fire_only: false,
            in_depth: false,
            began_in_zoc: false,
            was_moved: false,
            formed: false,
            marched: 0,
            came_adjacent: false,
            alone: None,
            has_moved: false,
            halted: false,
            fired: false,
            hexes: 0,
            turned: 0,
            levels: 0,
            came_from: None,
            riders: 0,
        }
    }

    /// The move after a step.
    #[must_use]
    pub(crate) fn after(&self, was: Placement, plan: &Plan, field: &Field) -> Movement {
        let mut after = Movement { has_moved: true, spent: self.spent + plan.cost.mp, ..*self };
        if plan.enters {
            after.hexes += 1;
            after.turned = 0;
            after.marched += plan.cost.mp;
            after.came_from = Some(was.hex);
            after.levels += field.level(was.hex).abs_diff(field.level(plan.placement.hex));
        } else {
            after.turned += was.facing.apart(plan.placement.facing);
        }
        after
    }
}

impl Position<'_> {
    /// The movement points a unit has for this move (6.11, 6.46, 6.62, 11.63).
    pub(crate) fn allowance(&self, movement: &Movement) -> u8 {
        let troops = self.rules.troops(movement.unit);
        let fast = troops.fast_ma.unwrap_or(troops.ma);
        match self.state.unit(movement.unit).formation {
            Formation::Column(_) | Formation::LongColumn(_) => {
                fast + self.rules.charts.figures.column.ma_added
            }
            Formation::Square => self.rules.charts.figures.square_ma,
            Formation::Battle | Formation::Charge if movement.fast => fast,
            Formation::Battle | Formation::Charge => troops.ma,
        }
    }

    /// What a step of the moving unit would come to, or why it is not possible: the one test that listing,
    /// checking and moving use.
    pub(crate) fn plan(&self, movement: &Movement, go: Go) -> Result<Plan, Illegal> {
        let placement = self.rules.placement(self.state, movement.unit);
        let placement =
            placement.ok_or_else(|| Illegal::by(PATH, "The unit is not on the map any more."))?;
        let plan = self.plan_apart(movement, placement, go)?;
        if !plan.leaves && !matches!(go, Go::Double(_)) {
            self.may_stand_or_pass(movement, placement, &plan)?;
        }
        Ok(plan)
    }

    /// The same for a unit that stood like this, whoever else is there.
    pub(crate) fn plan_apart(
        &self,
        movement: &Movement,
        placement: Placement,
        go: Go,
    ) -> Result<Plan, Illegal> {
        if movement.fire_only {
            return Err(Illegal::by(rule!(GBA, "5.22"), "This order is to fire, not to move."));
        }
        if movement.formed {
            let words = "It has changed its formation, and that ends its move.";
            return Err(Illegal::by(crate::movement::column::COLUMN, words));
        }
        self.may_go_in_depth(movement, placement, go)?;
        let plan = match go {
            _ if self.rules.troops(movement.unit).kind.is_artillery() => match go {
                Go::Shift(side) => self.plan_engine(movement.unit, placement, side)?,
                _ => {
                    let words = "An engine has no facing; it goes into any hex around it.";
                    return Err(Illegal::by(NO_FACING, words));
                }
            },
            Go::Forward(hand) => self.plan_forward(movement, placement, hand)?,
            Go::Pivot(hand) => self.plan_pivot(movement.unit, placement, hand)?,
            Go::Turn(vertex) => self.plan_turn(movement, placement, vertex)?,
            Go::Reverse => self.plan_reverse(movement, placement)?,
            Go::Ahead | Go::Bend(_) | Go::TurnColumn(_) => {
                self.plan_column(movement, placement, go)?
            }
            Go::Shift(side) => self.plan_square(movement, placement, side)?,
            Go::Double(hand) => self.plan_depth(movement, placement, hand)?,
            Go::Form(formation) => self.plan_formation(movement, placement, formation)?,
            Go::Deploy(hand) => self.plan_deployment(movement, placement, hand)?,
        };
        let left = self.allowance(movement).saturating_sub(movement.spent);
        if left == 0 {
            let is_column = placement.formation.is_column();
            let rule = if is_column { COLUMN_PACE } else { ALLOWANCE };
            return Err(Illegal::by(rule, "It has used all its movement points."));
        }
        if plan.cost.mp > left && plan.uneven {
            let words =
                "One of its halves would enter ground for which it has not enough points left.";
            return Err(Illegal::by(DEARER_HALF, words));
        }
        if plan.cost.mp > left {
            return Err(Illegal::by(TERRAIN_COST, "It has not enough movement points left."));
        }
        self.may_move_after_fire(movement, plan.enters)?;
        if placement.formation == Formation::Charge {
            self.may_go_in_charge(movement, placement, &plan)?;
        }
        if plan.enters {
            self.may_change_level(movement, placement, &plan)?;
            self.may_take_riders(movement, &plan)?;
            self.may_approach_elephants(movement.unit, plan.placement)?;
        }
        if plan.enters || plan.leaves {
            self.may_drive_on(movement)?;
        }
        self.may_go_before_the_enemy(movement, placement, go)?;
        Ok(plan)
    }

    /// One hex forward, a two-hex unit with both halves (6.32, 6.42).
    fn plan_forward(
        &self,
        movement: &Movement,
        placement: Placement,
        hand: Hand,
    ) -> Result<Plan, Illegal> {
        let plan = self.plan_straight(movement.unit, placement, hand)?;
        if hand == Hand::Left {
            self.may_go_left(movement, placement, &plan)?;
        }
        Ok(plan)
    }

    /// The same, whether or not hoplites drift (6.5).
    pub(crate) fn plan_straight(
        &self,
        unit: UnitId,
        placement: Placement,
        hand: Hand,
    ) -> Result<Plan, Illegal> {
        if !matches!(placement.formation, Formation::Battle | Formation::Charge) {
            return Err(Illegal::by(FRONT_ONLY, "It does not move like that in this formation."));
        }
        let side = placement.facing.front(hand);
        let mut cost: Option<Cost> = None;
        let mut uneven = false;
        for hex in self.rules.hexes_standing(unit, placement) {
            if self.may_leave_map(unit, hex, side) {
                return Ok(Plan::off_the_map(placement));
            }
            let half = self.entry(unit, hex, side)?;
            // 6.42: the dearer of the two.
            uneven |= cost.is_some_and(|first| first != half);
            let first = cost.unwrap_or(half);
            cost = Some(Cost { mp: first.mp.max(half.mp), hits: first.hits.max(half.hits) });
        }
        let hex = placement.hex.beyond(side);
        let hex = hex.ok_or_else(|| Illegal::by(PATH, "There the map ends."))?;
        let plan = Plan::into(Placement { hex, ..placement }, cost.unwrap_or_default());
        Ok(Plan { uneven, ..plan })
    }

    /// What it costs a unit to cross a side of a hex (6.21, 6.22, 6.62).
    pub(crate) fn entry(&self, unit: UnitId, from: Hex, side: Hexside) -> Result<Cost, Illegal> {
        let kind = self.rules.troops(unit).kind;
        let cost = self.rules.crossing(kind.movement_class(), from, side)?;
        let figures = &self.rules.charts.figures;
        Ok(match self.state.unit(unit).formation {
            formation if formation.is_column() => {
                let hits = cost.hits.saturating_sub(figures.column.terrain_hits_less);
                Cost { hits, ..cost }
            }
            Formation::Charge => {
                Cost { hits: figures.charge.terrain_hits_times * cost.hits, ..cost }
            }
            _ => cost,
        })
    }

    /// 11.21, 11.94: chariots, and cavalry that charges, change few levels in one orders phase.
    fn may_change_level(
        &self,
        movement: &Movement,
        placement: Placement,
        plan: &Plan,
    ) -> Result<(), Illegal> {
        let is_chariot = self.rules.troops(movement.unit).kind.is_chariot();
        if !is_chariot && placement.formation != Formation::Charge {
            return Ok(());
        }
        let field = self.rules.field();
        let levels = field.level(placement.hex).abs_diff(field.level(plan.placement.hex));
        let most = self.rules.charts.figures.chariot_levels_in_a_phase;
        if levels > 0 && movement.levels + levels > most {
            let rule =
                if is_chariot { CHARIOTS } else { crate::special::charge_formation::IN_FORMATION };
            let words = "It goes up or down no more than one level in an orders phase.";
            return Err(Illegal::by(rule, words));
        }
        Ok(())
    }

    /// Whether crossing that side takes the unit off the map where its army may leave it.
    pub(crate) fn may_leave_map(&self, unit: UnitId, from: Hex, side: Hexside) -> bool {
        let field = self.rules.field();
        let exit = self.rules.battle.special.exits[self.rules.camp(unit) as usize];
        field.beyond(from, side).is_none() && exit == Some(edge_beyond(field, from, side))
    }

    /// A one-hex unit turns in place (7.12).
    fn plan_turn(
        &self,
        movement: &Movement,
        placement: Placement,
        to: Vertex,
    ) -> Result<Plan, Illegal> {
        let kind = self.rules.troops(movement.unit).kind;
        if kind.is_two_hex() {
            let words = "A two-hex unit turns only by pivoting or facing about.";
            return Err(Illegal::by(NO_TURN_IN_PLACE, words));
        }
        if !matches!(placement.formation, Formation::Battle | Formation::Charge) {
            return Err(Illegal::by(FACING, "It does not face a vertex."));
        }
        let vertices = placement.facing.apart(to);
        if vertices == 0 {
            return Err(Illegal::by(TURNING, "It faces there already."));
        }
        let mp = self.turning_points(movement.unit, vertices);
        let cost = Cost { mp, hits: self.turning_hits(movement, placement, vertices) };
        Ok(Plan::in_place(Placement { facing: to, ..placement }, cost))
    }

    /// Every step the moving unit can make.
    fn list_steps(&self, movement: &Movement, into: &mut Vec<Action>) {
        self.each_step(movement, |go| {
            if self.plan(movement, go).is_ok() {
                into.push(Action::Go(go));
            }
        });
    }

    /// Calls with every step that a unit like the moving one might make.
    pub(crate) fn each_step(&self, movement: &Movement, mut call: impl FnMut(Go)) {
        let now = self.state.unit(movement.unit);
        let kind = self.rules.troops(movement.unit).kind;
        if kind.is_artillery() {
            return Hexside::ALL.into_iter().for_each(|side| call(Go::Shift(side)));
        }
        let is_two_hex = kind.is_two_hex();
        match now.formation {
            Formation::Battle | Formation::Charge => {
                for hand in Hand::BOTH {
                    call(Go::Forward(hand));
                    if is_two_hex {
                        call(Go::Pivot(hand));
                        call(Go::Double(hand));
                    }
                }
                if is_two_hex {
                    call(Go::Reverse);
                } else {
                    for vertex in Vertex::ALL {
                        call(Go::Turn(vertex));
                    }
                }
            }
            Formation::Column(_) | Formation::LongColumn(_) => {
                call(Go::Ahead);
                for hand in Hand::BOTH {
                    call(Go::Bend(hand));
                    call(Go::Deploy(hand));
                }
                if !is_two_hex {
                    for side in Hexside::ALL {
                        call(Go::TurnColumn(side));
                    }
                }
            }
            Formation::Square => {
                for side in Hexside::ALL {
                    call(Go::Shift(side));
                }
            }
        }
        self.formations(movement).into_iter().for_each(|formation| call(Go::Form(formation)));
    }

    /// Whether the moving unit may stop where it is (6.91, 6.14).
    pub(crate) fn may_stop(&self, movement: &Movement) -> Result<(), Illegal> {
        self.may_stop_among_friends(movement)?;
        self.may_stop_short(movement)
    }

    /// Whether any step is open to the moving unit.
    pub(crate) fn can_step(&self, movement: &Movement) -> bool {
        let mut can = false;
        self.each_step(movement, |go| can = can || self.plan(movement, go).is_ok());
        can
    }

    /// Whether a unit that stands like this has to stop there: before the enemy (7.23), or in a river where
    /// the battle says so.
    pub(crate) fn must_halt(&self, unit: UnitId, placement: Placement) -> Option<Rule> {
        let camp = self.rules.camp(unit);
        let hexes = self.rules.hexes_standing(unit, placement);
        if hexes.iter().any(|&hex| self.is_in_enemy_zone(camp, hex)) {
            return Some(CEASING);
        }
        self.is_stopped_by_river(unit, placement).then_some(THE_FIELD)
    }

    /// Whether a unit that stands like this is in a river where its battle makes it stop.
    pub(crate) fn is_stopped_by_river(&self, unit: UnitId, placement: Placement) -> bool {
        let field = self.rules.field();
        let mut hexes = self.rules.hexes_standing(unit, placement).into_iter();
        self.rules.battle.special.stops_in_river.contains(unit)
            && hexes.any(|hex| field.terrain(hex) == Terrain::MajorRiver)
    }
}

/// The edge of the map that lies beyond a side, where no hex does.
fn edge_beyond(field: &Field, from: Hex, side: Hexside) -> Edge {
    let columns = field.columns();
    match side {
        Hexside::NorthEast | Hexside::SouthEast if from.column == *columns.end() => Edge::Right,
        Hexside::NorthWest | Hexside::SouthWest if from.column == *columns.start() => Edge::Left,
        Hexside::North | Hexside::NorthEast | Hexside::NorthWest => Edge::Top,
        Hexside::South | Hexside::SouthEast | Hexside::SouthWest => Edge::Bottom,
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// An order to move begins to be carried out.
    pub(crate) fn begin_move(&mut self, unit: UnitId, fast: bool, in_line: bool, fire_only: bool) {
        self.state.unit_mut(unit).ordered = true;
        let began_in_zoc = self.position().is_in_zone(unit);
        let was_moved = self.state.unit(unit).moved;
        self.begin(Movement {
            fast,
            in_line,
            fire_only,
            began_in_zoc,
            was_moved,
            ..Movement::of(unit)
        });
        self.let_engines_fire(self.rules.camp(unit).other(), Some(unit));
    }

    /// Makes an announced step, unless what came between has made it impossible.
    pub(super) fn make(&mut self, go: Go) {
        let Step::Move(movement) = self.state.step() else { return };
        let unit = movement.unit;
        if !self.state.unit(unit).is_steady() {
            return;
        }
        let Ok(plan) = self.position().plan(&movement, go) else { return };
        let Some(was) = self.rules.placement(self.state, unit) else { return };
        if plan.leaves {
            self.instead(movement.after(was, &plan, self.rules.field()));
            self.leave_map(unit, movement.riders);
            return;
        }
        let after = self.position().movement_after(&movement, was, &plan, go);
        self.instead(after);
        let mut shared = self.position().companions(unit, was);
        let among_leaders = self.position().comes_among_leaders(unit, plan.placement);
        let depth = self.position().back_of(unit).is_some();
        if !movement.in_depth {
            self.part(unit);
        }
        let front = self.position().depth_before(unit, plan.placement);
        if let Some(front) = front.filter(|_| matches!(go, Go::Double(_))) {
            self.stand_behind(unit, front);
        }
        self.stand(unit, plan.placement);
        // 11.73: nobody passes through the other of his own stack, even when this step has routed both.
        if let Some(partner) = self.position().partner(unit).filter(|_| !shared.is_full()) {
            shared.push(partner);
        }
        self.carry(movement.riders, was, plan.placement, unit);
        let path = match () {
            () if depth => crate::special::double_depth::MOVING_IN_DEPTH,
            () if among_leaders => ONLY_LEADERS,
            () => PATH,
        };
        self.tell_step(unit, go, was, path);
        if plan.enters {
            self.tire(movement.riders, plan.cost.mp);
            let run_up = &mut self.state.unit_mut(unit).run_up;
            *run_up = run_up.saturating_add(1);
            self.halt_before_the_enemy(unit);
            // 11.86: engines fire when all others have answered.
            self.let_engines_fire(self.rules.camp(unit).other(), Some(unit));
            // Answers wait below whatever the hits of this step bring about.
            let stages = AnswerStage::Arrived..=AnswerStage::EntryFire;
            self.begin(Answers::to(unit, was, stages));
            self.ride_down(unit);
        } else {
            self.mark_after_turning(unit, was);
        }
        self.pay_for_moving(&movement, &after);
        let rule = match () {
            () if !plan.enters => self.rules.turning_rule(unit),
            () if plan.placement.formation.is_column() => COLUMN_PACE,
            () if plan.uneven => DEARER_HALF,
            () => TERRAIN_HITS,
        };
        self.toll(unit, plan.cost.hits, rule);
        if plan.enters {
            self.pay_for_driving(&movement);
            if self.position().is_beside_elephants(unit) {
                self.toll_for(unit, CohesionCause::CavalryNearElephant);
            }
            self.pay_for_pivoting(unit, go, was);
            self.pass_through(unit, &shared);
        }
        if plan.placement.formation != was.formation {
            self.lose_heart_in_column(unit);
        }
    }

    /// Hits that a step itself brings: a unit that has routed on the way takes no more of them.
    pub(crate) fn toll(&mut self, unit: UnitId, hits: u8, rule: Rule) {
        let back = self.position().back_of(unit);
        // 11.72: what the ground does to a unit it does to the one behind it.
        for unit in std::iter::once(unit).chain(back) {
            if self.state.unit(unit).is_steady() {
                self.hit(unit, hits, rule);
            }
        }
    }

    /// The same for what the Cohesion Hit and TQ Check Chart has, with the check where it asks for one.
    pub(crate) fn toll_for(&mut self, unit: UnitId, cause: CohesionCause) {
        if !self.state.unit(unit).is_steady() {
            return;
        }
        let toll = *self.rules.charts.toll(cause);
        if toll.needs_roll() {
            let tq = self.position().tq(unit);
            let hits = |over: i32| toll.hits_on(over + i32::from(tq), tq);
            self.check_quality(unit, toll.rule, |roll| roll, hits);
        } else {
            self.hit(unit, toll.hits, toll.rule);
        }
    }

    fn tell_step(&mut self, unit: UnitId, go: Go, was: Placement, path: Rule) {
        let Some(placement) = self.rules.placement(self.state, unit) else { return };
        let entered = self.rules.entered(unit, was, placement);
        match go {
            Go::Form(_) | Go::Deploy(_) => {
                let rule = self.rules.formation_rule(was.formation, placement.formation);
                self.tell(Event::Formed(unit, placement.formation, rule));
            }
            Go::Turn(_) => self.tell(Event::Turned(unit, placement.facing, TURNING)),
            Go::TurnColumn(_) => {
                self.tell(Event::Turned(
                    unit,
                    placement.facing,
                    crate::movement::column::COLUMN_MOVES,
                ));
            }
            Go::Reverse => {
                self.tell(Event::Turned(
                    unit,
                    placement.facing,
                    crate::movement::two_hex::REVERSING,
                ));
            }
            Go::Pivot(_) => {
                self.tell(Event::Entered(unit, entered, crate::movement::two_hex::PIVOTING));
            }
            Go::Ahead | Go::Bend(_) => {
                self.tell(Event::Entered(unit, entered, crate::movement::column::COLUMN_MOVES));
            }
            Go::Shift(_) if self.rules.troops(unit).kind.is_artillery() => {
                self.tell(Event::Entered(unit, entered, NO_FACING));
            }
            Go::Shift(_) => {
                self.tell(Event::Entered(unit, entered, crate::special::square::SQUARE));
            }
            Go::Forward(_) | Go::Double(_) => self.tell(Event::Entered(unit, entered, path)),
        }
    }

    /// Puts a unit where it stands now, and the one behind it with it (11.72).
    pub(crate) fn stand(&mut self, unit: UnitId, placement: Placement) {
        let back = self.position().back_of(unit);
        let front = self.state.unit(unit).behind;
        let stays =
            front.and_then(|front| self.rules.placement(self.state, front)) == Some(placement);
        for unit in std::iter::once(unit).chain(back) {
            self.change(unit, |unit| {
                unit.place = Place::On(placement.hex);
                unit.facing = placement.facing;
                unit.formation = placement.formation;
            });
        }
        if !stays {
            self.state.unit_mut(unit).behind = None;
        }
    }

    /// Takes a unit off the map in good order, with the leaders that go along.
    fn leave_map(&mut self, unit: UnitId, riders: u32) {
        self.change(unit, |unit| unit.place = Place::Left);
        self.tell(Event::LeftMap(unit, THE_FIELD));
        for leader in crate::command::leaders::leaders_in(riders) {
            let now = self.state.leader_mut(leader);
            now.at = None;
            now.fled = true;
            self.tell(Event::Fled(leader));
        }
    }

    /// 6.13, 6.46: the first step of a move flips the unit, and costs one that has moved before; the
    /// point beyond its usual pace costs a phalanx more.
    fn pay_for_moving(&mut self, before: &Movement, after: &Movement) {
        if !before.has_moved {
            let back = self.position().back_of(after.unit);
            self.count_the_move(after.unit);
            if let Some(back) = back {
                self.count_the_move(back);
            }
        }
        if self.position().hurries(after) && !self.position().hurries(before) && after.was_moved {
            let usual = self.rules.charts.toll(CohesionCause::MovedAgain).hits;
            let again = self.rules.charts.toll(CohesionCause::PhalanxFastAgain);
            self.toll(after.unit, again.hits.saturating_sub(usual), again.rule);
        }
    }

    /// 6.13: a unit has moved; one that had moved before takes a hit, if it is no skirmisher.
    pub(crate) fn count_the_move(&mut self, unit: UnitId) {
        let was_moved = std::mem::replace(&mut self.state.unit_mut(unit).moved, true);
        if was_moved && !self.rules.troops(unit).kind.is_skirmisher() {
            self.toll_for(unit, CohesionCause::MovedAgain);
        }
    }

    /// 7.23: whoever enters an enemy zone of control goes no further.
    fn halt_before_the_enemy(&mut self, unit: UnitId) {
        let Some(placement) = self.rules.placement(self.state, unit) else { return };
        let Some(rule) = self.position().must_halt(unit, placement) else { return };
        if let Some(Step::Move(movement)) = self.state.steps.last_mut()
            && movement.unit == unit
        {
            movement.halted = true;
            let leaves_one = movement.began_in_zoc && movement.hexes == 1;
            let rule =
                if rule == CEASING { self.position().halting_rule(unit, leaves_one) } else { rule };
            self.tell(Event::Halted(unit, rule));
        }
    }

    /// The order has been carried out.
    pub(crate) fn end_move(&mut self, movement: Movement) {
        self.finish();
        self.hold_fire(movement);
        self.settle_in(movement);
        self.pay_for_hurrying(movement);
    }
}

impl Position<'_> {
    /// 6.94: whether a unit that came to stand like this would enter a hex with friendly leaders alone.
    fn comes_among_leaders(&self, unit: UnitId, placement: Placement) -> bool {
        let camp = self.rules.camp(unit);
        let hexes = self.rules.hexes_standing(unit, placement);
        hexes
            .into_iter()
            .filter(|&hex| self.unit_at(hex).is_none())
            .any(|hex| self.state.leaders_at(hex).any(|leader| self.rules.camp_of(leader) == camp))
    }

    /// The move after a step that is made.
    pub(crate) fn movement_after(
        &self,
        movement: &Movement,
        was: Placement,
        plan: &Plan,
        go: Go,
    ) -> Movement {
        let mut after = movement.after(was, plan, self.rules.field());
        // Charge formation does not end a move (11.93), and what it turned before does not count in it.
        let charges = [was.formation, plan.placement.formation].contains(&Formation::Charge);
        let forms = matches!(go, Go::Form(_) | Go::Deploy(_) | Go::Double(_));
        after.formed |= forms && !charges;
        if forms && plan.placement.formation == Formation::Charge {
            after.turned = 0;
        }
        after.came_adjacent |= self.comes_adjacent(movement.unit, was, plan.placement);
        after.alone = match self.company(movement.unit, plan.placement) {
            Ok(true) => movement.alone.or(Some(was)),
            _ => None,
        };
        after
    }
}
