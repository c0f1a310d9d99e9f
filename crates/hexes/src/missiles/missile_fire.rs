//! 8.1: missile fire, supply and reload.

use crate::engine::action::Action;
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::{EngineMode, Formation, State, Supply, Volley};
use crate::engine::steps::Step;
use crate::missiles::artillery::MODES;
use crate::missiles::line_of_sight::{Line, Sight};
use crate::missiles::reaction_fire::{ReturnFire, occasion_of};
use crate::model::charts::MissileArm;
use crate::model::field::Terrain;
use crate::model::hex::{Aspect, Hex};
use crate::model::order_of_battle::{LeaderId, UnitId, UnitSet};
use crate::model::types::Kind;
use crate::movement::moving::Movement;
use crate::shock::engaged::ENGAGED;
use arrayvec::ArrayVec;
use diadem_books::GBA;
use diadem_core::{Camp, Illegal, Modifier, Roll, Rule, Sink, rule};

pub(crate) const FIRING: Rule = rule!(GBA, "8.11");
pub(crate) const OCCASIONS: Rule = rule!(GBA, "8.12");
pub(crate) const ARC: Rule = rule!(GBA, "8.13");
pub(crate) const SIGHT: Rule = rule!(GBA, "8.14");
pub(crate) const RESOLUTION: Rule = rule!(GBA, "8.15");
pub(crate) const EXTENDED_RANGE: Rule = rule!(GBA, "8.16");
pub(crate) const SUPPLY: Rule = rule!(GBA, "8.17");
pub(crate) const RELOADING: Rule = rule!(GBA, "8.18");
pub(crate) const LEADERS_UNDER_FIRE: Rule = rule!(GBA, "8.19");
const LINE_FIRES_LAST: Rule = rule!(GBA, "8.21");
const SKIRMISHER_TARGET: Rule = rule!(GBA, "11.32");
const CATAPHRACT_TARGET: Rule = rule!(GBA, "11.5");
const SCREEN: Rule = rule!(GBA, "11.11");
const NO_ADVANCE: Rule = rule!(GBA, "9.36");
const IN_CHARGE_FORMATION: Rule = rule!(GBA, "11.94");
const IN_COLUMN: Rule = rule!(GBA, "6.65");
const ROUTED: Rule = rule!(GBA, "10.26");

/// 9.36: why nobody advances in the movement and missile segment.
pub(crate) fn no_advance() -> Illegal {
    Illegal::by(NO_ADVANCE, "Fire alone never leads to an advance.")
}

/// What is added to a roll, and why.
type Added =
    (ArrayVec<Modifier, { Roll::MOST_MODIFIERS }>, ArrayVec<ShotCause, { Roll::MOST_MODIFIERS }>);

/// Why something is added to the roll of a shot (8.15, 11.32, 11.5, 11.94).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShotCause {
    /// The target stands in woods.
    Woods,
    /// It is a phalanx or heavy infantry.
    Heavy,
    /// The same, shot at from close by against its shields.
    HeavyShields,
    /// It is a skirmisher.
    Skirmisher,
    /// It is a cataphract.
    Cataphract,
    /// It stands in charge formation.
    ChargeFormation,
    /// Whoever fires has moved.
    Moved,
}

impl ShotCause {
    /// What it is, in a few words.
    pub const fn words(self) -> &'static str {
        match self {
            ShotCause::Woods => "the target stands in woods",
            ShotCause::Heavy => "the target is heavy foot",
            ShotCause::HeavyShields => "from close by, at the shields of heavy foot",
            ShotCause::Skirmisher => "the target is a skirmisher",
            ShotCause::Cataphract => "the target is armoured, man and horse",
            ShotCause::ChargeFormation => "the target is in charge formation",
            ShotCause::Moved => "fired on the move",
        }
    }
}

/// A shot before it is rolled: everything its chance hangs on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shot {
    /// Who fires.
    pub firer: UnitId,
    /// Whom it is fired at; nobody where only leaders are.
    pub target: Option<UnitId>,
    /// The hex that is fired at.
    pub at: Hex,
    /// With what.
    pub arm: MissileArm,
    /// The range that counts.
    pub range: u8,
    /// The highest roll that hits.
    pub strength: u8,
    /// What is added to the roll. Nothing counts at extended range (8.16).
    pub modifiers: ArrayVec<Modifier, { Roll::MOST_MODIFIERS }>,
    /// Why, one for each of them.
    pub causes: ArrayVec<ShotCause, { Roll::MOST_MODIFIERS }>,
    /// The hits, if it hits.
    pub hits: u8,
    /// As what it is fired: 8.11 ordered, 8.21 entry, 8.22 retire, 8.23 return, 8.31 harassment, 6.76 parting.
    pub rule: Rule,
}

impl Shot {
    /// Whether a die that shows this hits a unit.
    pub fn hits_on(&self, raw: u8) -> bool {
        let added: i32 = self.modifiers.iter().map(|modifier| i32::from(modifier.amount)).sum();
        self.target.is_some() && i32::from(raw) + added <= i32::from(self.strength)
    }

    /// In how many of ten throws it hits a unit.
    pub fn chance(&self) -> u8 {
        (0..10).filter(|&raw| self.hits_on(raw)).count() as u8
    }
}

/// Whether whoever fires moved or will move in this orders phase (8.15).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pace {
    /// It stays in its hex.
    StandingAnswer,
    /// It moves.
    Moving,
}

/// Where a shot comes from and goes to, and over how many hexes it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Flight {
    /// The hex it is fired from, as the target sees it.
    pub(crate) from: Hex,
    /// The hex it is fired at.
    pub(crate) at: Hex,
    /// The range.
    pub(crate) range: u8,
}

impl Hexes {
    /// What a unit fires on orders with.
    pub(crate) fn arm(&self, unit: UnitId) -> Option<MissileArm> {
        let troops = self.troops(unit);
        Some(MissileArm::of(troops.kind, troops.missile?))
    }

    /// 8.15: whether moving makes its fire worse.
    fn is_spoilt_by_moving(&self, arm: MissileArm) -> bool {
        arm.is_bow() || matches!(arm, MissileArm::Sling | MissileArm::MountedJavelin)
    }

    /// 8.11: light infantry archers and engines move or fire, never both.
    fn moves_or_fires(&self, unit: UnitId) -> bool {
        let kind = self.troops(unit).kind;
        kind == Kind::LightArcher || kind.is_artillery()
    }

    /// How the shot of an answer would go, by the test that fires it; nothing for one that fires nothing.
    pub fn shot(&self, state: &State, action: Action) -> Option<Shot> {
        self.ask(state, |position| position.shot(action).ok())
    }
}

impl Position<'_> {
    /// The shot that an answer to the step on top would fire.
    fn shot(&self, action: Action) -> Result<Shot, Illegal> {
        let none = || Illegal::by(FIRING, "It has nothing to fire with.");
        match (action, self.state.step()) {
            (Action::EngineFire { .. } | Action::EngineFireAtHex { .. }, _) => {
                self.engine_shot(action)
            }
            (Action::ReactionFire { firer, target }, _) => {
                let arm = self.rules.arm(firer).ok_or_else(none)?;
                self.reaction_shot(occasion_of(self.state), firer, target, arm)
            }
            (Action::ScreenFire { firer, target }, _) => {
                self.reaction_shot(occasion_of(self.state), firer, target, MissileArm::Screen)
            }
            (_, Step::Move(movement)) => self.ordered_shot(&movement, action),
            _ => Err(none()),
        }
    }

    /// What a unit has left of what it fires with.
    pub(crate) fn supply(&self, unit: UnitId, arm: MissileArm) -> Supply {
        match arm {
            MissileArm::Screen => self.state.unit(unit).screen,
            _ => self.state.unit(unit).missiles,
        }
    }

    /// What a unit may fire with on orders, or why it may not fire now.
    pub(crate) fn may_shoot(&self, unit: UnitId) -> Result<MissileArm, Illegal> {
        let arm = self.rules.arm(unit);
        let arm = arm.ok_or_else(|| {
            if self.rules.troops(unit).screen {
                Illegal::by(SCREEN, "Its screen fires in reaction, never on an order.")
            } else {
                Illegal::by(FIRING, "It carries no missiles.")
            }
        })?;
        self.may_shoot_with(unit, arm)?;
        Ok(arm)
    }

    /// Whether a unit is in a state to fire what it has.
    pub(crate) fn may_shoot_with(&self, unit: UnitId, arm: MissileArm) -> Result<(), Illegal> {
        let now = self.state.unit(unit);
        match () {
            () if !now.is_on_map() => Err(Illegal::by(FIRING, "It is not on the map any more.")),
            () if now.routed => Err(Illegal::by(ROUTED, "A routed unit does not fire.")),
            () if now.engaged => Err(Illegal::by(ENGAGED, "An engaged unit does not fire.")),
            () if now.formation.is_column() => {
                Err(Illegal::by(IN_COLUMN, "A unit in column does not fire."))
            }
            () if now.formation == Formation::Charge => {
                Err(Illegal::by(IN_CHARGE_FORMATION, "A unit in charge formation does not fire."))
            }
            () if arm == MissileArm::Bolt && now.engine.mode == EngineMode::Move => {
                Err(Illegal::by(MODES, "An engine in move mode does not fire."))
            }
            () if self.supply(unit, arm) == Supply::No => {
                Err(Illegal::by(SUPPLY, "It has no missiles left."))
            }
            () => Ok(()),
        }
    }

    /// Whether a unit may be fired at by another.
    pub(crate) fn may_be_shot(&self, firer: UnitId, target: UnitId) -> Result<(), Illegal> {
        let now = self.state.unit(target);
        match () {
            () if self.rules.camp(target) == self.rules.camp(firer) => {
                Err(Illegal::by(ARC, "Only enemies are fired at."))
            }
            () if !now.is_on_map() => Err(Illegal::by(ARC, "It is not on the map any more.")),
            () if now.engaged => Err(Illegal::by(ENGAGED, "An engaged unit is not fired at.")),
            () if now.behind.is_some() => {
                let words = "At double depth the one in front is fired at for both.";
                Err(Illegal::by(crate::special::double_depth::FIGHTING_IN_DEPTH, words))
            }
            () => Ok(()),
        }
    }

    /// 8.13: whether a hex next to a unit lies where it may fire.
    pub(crate) fn is_in_arc(&self, firer: UnitId, hex: Hex) -> bool {
        let kind = self.rules.troops(firer).kind;
        let all_round = kind.is_artillery() || kind.is_chariot();
        match self.aspect(firer, hex) {
            Some(Aspect::Front) => true,
            Some(Aspect::Flank) => all_round || kind.is_skirmisher(),
            Some(Aspect::Rear) => all_round,
            None => false,
        }
    }

    /// Whether the line from a unit's hex leaves through its arc (8.13). A line along a hexside needs one
    /// hex of the arc beside it.
    pub(crate) fn leaves_through_arc(&self, firer: UnitId, from: Hex, at: Hex) -> bool {
        match Line::between(from, at).next() {
            None => self.is_in_arc(firer, at),
            Some(passed) => passed.hexes().any(|hex| self.is_in_arc(firer, hex)),
        }
    }

    /// 8.14: how a unit looks at its targets.
    pub(crate) fn sight_of(&self, arm: MissileArm) -> Sight {
        if arm.is_bow() { Sight::Arched } else { Sight::Straight }
    }

    /// How far a unit fires from one hex into another, by level (8.16).
    pub(crate) fn reach(&self, arm: MissileArm, from: Hex, at: Hex) -> u8 {
        let (chart, field) = (&self.rules.charts.missiles, self.rules.field());
        let is_lower = field.level(at) < field.level(from);
        chart.range(arm) + if is_lower { chart.extended_hexes } else { 0 }
    }

    /// Whether a unit can fire into a hex: range, arc and line of sight (8.13 to 8.16).
    fn can_reach(
        &self,
        firer: UnitId,
        arm: MissileArm,
        from: Hex,
        at: Hex,
    ) -> Result<Flight, Illegal> {
        let range = from.distance(at);
        let extended = self.rules.charts.missiles.extended_hexes;
        match () {
            () if range > self.rules.charts.missiles.range(arm) + extended => {
                Err(Illegal::by(ARC, "It is out of range."))
            }
            () if range > self.reach(arm, from, at) => {
                let words = "Only a target on lower ground is within the extended range.";
                Err(Illegal::by(EXTENDED_RANGE, words))
            }
            () if !self.leaves_through_arc(firer, from, at) => {
                Err(Illegal::by(ARC, "It is not within the arc of fire."))
            }
            () if !self.sees(from, at, self.sight_of(arm)) => {
                Err(Illegal::by(SIGHT, "There is no line of sight."))
            }
            () => Ok(Flight { from, at, range }),
        }
    }

    /// The best flight from a unit to one of some hexes: the nearest, then into the open, then where a
    /// leader is.
    fn best_flight(
        &self,
        firer: UnitId,
        arm: MissileArm,
        hexes: &[Hex],
    ) -> Result<Flight, Illegal> {
        let mut best: Option<((u8, bool, bool), Flight)> = None;
        let mut refusal = Illegal::by(ARC, "It is out of range.");
        for from in self.hexes(firer) {
            for &at in hexes {
                match self.can_reach(firer, arm, from, at) {
                    Ok(flight) => {
                        let is_wooded = self.rules.field().terrain(at) == Terrain::Woods;
                        let has_leader = self.state.leaders_at(at).next().is_some();
                        let key = (flight.range, is_wooded, !has_leader);
                        if best.is_none_or(|(known, _)| key < known) {
                            best = Some((key, flight));
                        }
                    }
                    Err(why) => refusal = why,
                }
            }
        }
        best.map(|(_, flight)| flight).ok_or(refusal)
    }

    /// A shot over the ground as it is: of an order, or in return.
    pub(crate) fn aim(
        &self,
        firer: UnitId,
        target: UnitId,
        arm: MissileArm,
        pace: Pace,
        rule: Rule,
    ) -> Result<Shot, Illegal> {
        self.may_be_shot(firer, target)?;
        let flight = self.best_flight(firer, arm, &self.hexes(target))?;
        Ok(self.shot_along(firer, target, arm, flight, pace, rule))
    }

    /// The shot of a given flight: its strength, what is added, what it does (8.15, 8.16).
    pub(crate) fn shot_along(
        &self,
        firer: UnitId,
        target: UnitId,
        arm: MissileArm,
        flight: Flight,
        pace: Pace,
        rule: Rule,
    ) -> Shot {
        let chart = &self.rules.charts.missiles;
        let kind = self.rules.troops(target).kind;
        let is_doubled = (kind.is_elephant() || kind.is_chariot())
            && !self.rules.troops(firer).kind.is_elephant();
        let (strength, (modifiers, causes)) = match chart.strength(arm, flight.range) {
            Some(strength) => (strength, self.modifiers(target, arm, flight, pace)),
            None => (chart.extended_hits_up_to, Default::default()),
        };
        Shot {
            firer,
            target: Some(target),
            at: flight.at,
            arm,
            range: flight.range,
            strength,
            modifiers,
            causes,
            hits: if is_doubled { chart.hits_elephant_or_chariot } else { chart.hits },
            rule,
        }
    }

    /// What is added to the roll of a shot at a unit (8.15, 11.32, 11.5, 11.94).
    fn modifiers(&self, target: UnitId, arm: MissileArm, flight: Flight, pace: Pace) -> Added {
        let chart = &self.rules.charts.missiles.modifiers;
        let kind = self.rules.troops(target).kind;
        let (mut added, mut causes) = Added::default();
        let mut add = |amount: i8, rule: Rule, cause: ShotCause| {
            added.push(Modifier { amount, rule });
            causes.push(cause);
        };
        if self.rules.field().terrain(flight.at) == Terrain::Woods {
            add(chart.target_in_woods, RESOLUTION, ShotCause::Woods);
        }
        if kind.is_phalanx_or_heavy() {
            let hits_the_shields = flight.range == 1
                && (arm.is_bow() || matches!(arm, MissileArm::Sling | MissileArm::Screen))
                && self.aspect(target, flight.from) == Some(Aspect::Front);
            let (amount, cause) = if hits_the_shields {
                (chart.target_heavy_adjacent, ShotCause::HeavyShields)
            } else {
                (chart.target_heavy, ShotCause::Heavy)
            };
            add(amount, RESOLUTION, cause);
        }
        if kind.is_skirmisher() {
            add(chart.target_skirmisher, SKIRMISHER_TARGET, ShotCause::Skirmisher);
        }
        if kind.is_cataphract() {
            match arm {
                MissileArm::Bolt => {}
                MissileArm::Sling | MissileArm::FootJavelin | MissileArm::MountedJavelin => {
                    let amount = chart.cataphract_by_sling_or_javelin;
                    add(amount, CATAPHRACT_TARGET, ShotCause::Cataphract);
                }
                _ => {
                    let amount = chart.cataphract_by_bow_or_screen;
                    add(amount, CATAPHRACT_TARGET, ShotCause::Cataphract);
                }
            }
        }
        if self.state.unit(target).formation == Formation::Charge {
            let amount = chart.target_in_charge_formation;
            add(amount, IN_CHARGE_FORMATION, ShotCause::ChargeFormation);
        }
        if pace == Pace::Moving && self.rules.is_spoilt_by_moving(arm) {
            add(chart.moving, RESOLUTION, ShotCause::Moved);
        }
        (added, causes)
    }

    /// 8.19: a shot at a hex that holds only leaders of the enemy.
    pub(crate) fn shot_at_leaders(
        &self,
        firer: UnitId,
        at: Hex,
        arm: MissileArm,
    ) -> Result<Shot, Illegal> {
        let camp = self.rules.camp(firer);
        let is_alone = self.unit_at(at).is_none()
            && self.state.leaders_at(at).any(|leader| self.rules.camp_of(leader) != camp);
        if !is_alone {
            let words = "Only a hex where an enemy leader is alone is fired at so.";
            return Err(Illegal::by(LEADERS_UNDER_FIRE, words));
        }
        let flight = self.best_flight(firer, arm, &[at])?;
        let strength = self.rules.charts.missiles.leader_in_danger_on;
        let modifiers = ArrayVec::new();
        let range = flight.range;
        Ok(Shot {
            firer,
            target: None,
            at,
            arm,
            range,
            strength,
            modifiers,
            causes: ArrayVec::new(),
            hits: 0,
            rule: LEADERS_UNDER_FIRE,
        })
    }

    /// 8.11: whether the unit under orders may fire at all at this point of its move.
    fn may_fire_now(&self, movement: &Movement) -> Result<MissileArm, Illegal> {
        let unit = movement.unit;
        let arm = self.may_shoot(unit)?;
        let refused = |words: &'static str| Err(Illegal::by(FIRING, words));
        match () {
            () if movement.fired => refused("It has fired in this orders phase."),
            () if movement.in_line && !movement.fire_only => {
                let words = "The whole line moves first; then the enemy fires, then the line.";
                Err(Illegal::by(LINE_FIRES_LAST, words))
            }
            () if self.is_after_line() && !movement.has_moved => {
                let words = "Only those of a line that moved may fire.";
                Err(Illegal::by(rule!(GBA, "5.22"), words))
            }
            () if movement.has_moved && self.rules.moves_or_fires(unit) => {
                refused("It moves or fires, never both.")
            }
            () if movement.hexes > 0 && movement.turned > 0 => {
                refused("It fires only just after coming closer to the target.")
            }
            () => Ok(arm),
        }
    }

    /// 8.11: whether the last step has brought the unit closer to a hex, if it has left its own.
    fn has_come_closer(&self, movement: &Movement, at: Hex) -> Result<(), Illegal> {
        let closer = match movement.came_from {
            Some(from) if movement.hexes > 0 => {
                self.distance_to(movement.unit, at) < from.distance(at)
            }
            _ => true,
        };
        if closer {
            return Ok(());
        }
        Err(Illegal::by(FIRING, "It fires only just after coming closer to the target."))
    }

    /// The shot that the unit under orders would fire, or why it may not: the one test of listing, checking
    /// and firing.
    fn ordered_shot(&self, movement: &Movement, action: Action) -> Result<Shot, Illegal> {
        let arm = self.may_fire_now(movement)?;
        let unit = movement.unit;
        let pace = if movement.hexes > 0 { Pace::Moving } else { Pace::StandingAnswer };
        let shot = match action {
            Action::FireAt(target) => self.aim(unit, target, arm, pace, FIRING),
            Action::FireMoving(target) => {
                let may_choose = pace == Pace::StandingAnswer
                    && !movement.fire_only
                    && self.rules.is_spoilt_by_moving(arm)
                    && !self.rules.moves_or_fires(unit);
                if !may_choose {
                    let words = "Whether it will move makes no difference to this shot.";
                    return Err(Illegal::by(RESOLUTION, words));
                }
                self.aim(unit, target, arm, Pace::Moving, FIRING)
            }
            Action::FireAtHex(hex) => self.shot_at_leaders(unit, hex, arm),
            _ => Err(Illegal::by(FIRING, "That is not what a unit under orders does.")),
        }?;
        self.has_come_closer(movement, shot.at)?;
        Ok(shot)
    }

    /// Whether a unit that has fired may still make a step (8.11, 8.15).
    pub(crate) fn may_move_after_fire(
        &self,
        movement: &Movement,
        enters: bool,
    ) -> Result<(), Illegal> {
        match () {
            () if movement.fired && self.rules.moves_or_fires(movement.unit) => {
                Err(Illegal::by(FIRING, "It moves or fires, never both."))
            }
            () if self.state.unit(movement.unit).volley == Volley::StandingAnswer && enters => {
                let words = "It fired as a unit that does not move, and stays in its hex.";
                Err(Illegal::by(RESOLUTION, words))
            }
            () => Ok(()),
        }
    }

    /// Calls with everything that the unit under orders can fire at (8.11, 8.13, 8.19, 8.31).
    pub(crate) fn each_fire(&self, movement: &Movement, mut call: impl FnMut(Action)) {
        let camp = self.rules.camp(movement.unit).other();
        let mut offer = |action| {
            if self.ordered_shot(movement, action).is_ok() {
                call(action);
            }
        };
        if let Ok(arm) = self.may_fire_now(movement) {
            let chart = &self.rules.charts.missiles;
            let reach = chart.range(arm) + chart.extended_hexes;
            for target in self.rules.list(camp).units.iter() {
                if self.distance(movement.unit, target) <= reach {
                    offer(Action::FireAt(target));
                    offer(Action::FireMoving(target));
                }
            }
            self.each_leader_hex(camp, |hex| offer(Action::FireAtHex(hex)));
        }
        self.each_harassment(movement, call);
    }

    /// Calls with every hex in which an army has leaders (8.19), once each.
    pub(crate) fn each_leader_hex(&self, camp: Camp, mut call: impl FnMut(Hex)) {
        for leader in self.rules.leaders().filter(|&leader| self.rules.camp_of(leader) == camp) {
            if let Some(hex) = self.state.leader(leader).at
                && !self.is_named_before(leader, hex)
            {
                call(hex);
            }
        }
    }

    /// Whether an earlier leader of the same army stands in the same hex, so that it was named already.
    fn is_named_before(&self, leader: LeaderId, hex: Hex) -> bool {
        let camp = self.rules.camp_of(leader);
        self.state.leaders_at(hex).any(|other| other < leader && self.rules.camp_of(other) == camp)
    }

    /// What the unit under orders can fire at.
    pub(crate) fn list_fire(&self, movement: &Movement, into: &mut Vec<Action>) {
        self.each_fire(movement, |action| into.push(action));
    }

    /// Whether the unit under orders may fire so.
    pub(crate) fn check_fire(&self, movement: &Movement, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Harass(target) => self.may_harass(movement, target),
            _ => self.ordered_shot(movement, action).map(|_| ()),
        }
    }

    /// Whether a unit has missiles, range and sight to shoot at another (8.18).
    fn has_in_sight(&self, firer: UnitId, target: UnitId) -> bool {
        let Ok(arm) = self.may_shoot(firer) else { return false };
        let chart = &self.rules.charts.missiles;
        self.distance(firer, target) <= chart.range(arm) + chart.extended_hexes
            && self.best_flight(firer, arm, &self.hexes(target)).is_ok()
    }

    /// The same, harassment included (10.16, 10.27).
    pub(crate) fn could_shoot_at(&self, firer: UnitId, target: UnitId) -> bool {
        self.has_in_sight(firer, target) || self.could_harass(firer, target)
    }

    /// 8.18: whether a unit gets new missiles in the reload segment.
    fn may_reload(&self, unit: UnitId) -> bool {
        let (now, troops) = (self.state.unit(unit), self.rules.troops(unit));
        let enemies = self.rules.list(self.rules.camp(unit).other()).units;
        let lacks_missiles = troops.missile.is_some() && now.missiles != Supply::Full;
        let lacks_arrows = troops.screen && now.screen != Supply::Full;
        // 10.26: routed infantry has none.
        let may_have = now.is_steady() || now.is_on_map() && troops.kind.is_cavalry();
        (lacks_missiles || lacks_arrows)
            && may_have
            && !self.is_in_zone(unit)
            && !enemies.iter().any(|enemy| self.has_in_sight(enemy, unit))
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// The unit under orders fires; its target may shoot back (8.23).
    pub(crate) fn fire_on_orders(&mut self, mut movement: Movement, action: Action) {
        let Ok(shot) = self.position().ordered_shot(&movement, action) else { return };
        movement.fired = true;
        let is_standing = matches!(action, Action::FireAt(_)) && movement.hexes == 0;
        if is_standing && self.rules.is_spoilt_by_moving(shot.arm) {
            self.state.unit_mut(shot.firer).volley = Volley::StandingAnswer;
        }
        self.instead(movement);
        if let Some(target) = shot.target {
            self.begin(ReturnFire { firer: shot.firer, target });
        }
        self.fire(&shot);
    }

    /// A shot is fired, and does what it does.
    pub(crate) fn fire(&mut self, shot: &Shot) {
        let raw = self.let_fly(shot);
        self.strike(shot, raw);
    }

    /// Rolls for a shot, and takes it from the firer's missiles.
    pub(crate) fn let_fly(&mut self, shot: &Shot) -> u8 {
        let mut roll = self.roll();
        roll.modifiers.clone_from(&shot.modifiers);
        let raw = roll.raw;
        self.tell(Event::Fired {
            firer: shot.firer,
            at: shot.at,
            target: shot.target,
            strength: shot.strength,
            range: shot.range,
            roll,
            hits: if shot.hits_on(raw) { shot.hits } else { 0 },
            rule: shot.rule,
        });
        self.spend(shot.firer, shot.arm, raw);
        raw
    }

    /// 8.17: the last shot of a unit that is low leaves it none; some rolls leave it low.
    fn spend(&mut self, unit: UnitId, arm: MissileArm, raw: u8) {
        let supply = match self.position().supply(unit, arm) {
            _ if arm == MissileArm::Bolt => return,
            Supply::Low | Supply::No => Supply::No,
            Supply::Full if self.rules.charts.missiles.runs_low(arm, raw) => Supply::Low,
            Supply::Full => return,
        };
        self.change(unit, |now| match arm {
            MissileArm::Screen => now.screen = supply,
            _ => now.missiles = supply,
        });
        self.tell(Event::Supplied(unit, supply, SUPPLY));
    }

    /// What a shot that has been rolled does: hits, and leaders in danger (8.15, 8.19).
    pub(crate) fn strike(&mut self, shot: &Shot, raw: u8) {
        if let Some(target) = shot.target.filter(|_| shot.hits_on(raw)) {
            self.blame = Some(shot.firer);
            // 11.73: from behind it strikes the one behind.
            match self.position().struck_behind(target, shot.firer) {
                Some(back) => {
                    self.hit(back, shot.hits, crate::special::double_depth::FIGHTING_IN_DEPTH);
                }
                None => self.hit(target, shot.hits, RESOLUTION),
            }
            self.blame = None;
        }
        if raw == self.rules.charts.missiles.leader_in_danger_on {
            self.endanger_leaders(shot);
        }
    }

    /// 8.19: every enemy leader in the hex may be hit.
    fn endanger_leaders(&mut self, shot: &Shot) {
        let camp = self.rules.camp(shot.firer);
        for leader in self.rules.leaders() {
            if self.state.leader(leader).at != Some(shot.at) || self.rules.camp_of(leader) == camp {
                continue;
            }
            self.endanger(leader, LEADERS_UNDER_FIRE);
        }
    }

    /// 8.19: a leader is hit on one figure of the die.
    pub(crate) fn endanger(&mut self, leader: LeaderId, rule: Rule) {
        let roll = self.roll();
        let is_hit = roll.raw == self.rules.charts.casualties.casualty_on;
        self.tell(Event::LeaderCheck(leader, roll, rule));
        if is_hit {
            self.leader_hit(leader, rule);
        }
    }

    /// 3.D3, 8.18: whoever is out of the enemy's reach gets new missiles, all at the same time.
    pub(crate) fn reload(&mut self) {
        let ready: UnitSet =
            self.rules.units().filter(|&unit| self.position().may_reload(unit)).collect();
        for unit in ready.iter() {
            self.change(unit, |now| {
                now.missiles = Supply::Full;
                now.screen = Supply::Full;
            });
            self.tell(Event::Supplied(unit, Supply::Full, RELOADING));
        }
    }
}
