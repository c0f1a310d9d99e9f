//! 7.2: zones of control.

use crate::engine::board::Bearing;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::state::{Formation, Placement, State, Supply};
use crate::model::hex::{Aspect, Hex, Hexside};
use crate::model::order_of_battle::UnitId;
use crate::movement::moving::{Go, Movement, THE_FIELD};
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, rule};

pub(crate) const REACH: Rule = rule!(GBA, "7.21");
pub(crate) const NO_REACH: Rule = rule!(GBA, "7.22");
pub(crate) const CEASING: Rule = rule!(GBA, "7.23");
pub(crate) const INTO_ANOTHER: Rule = rule!(GBA, "7.24");
pub(crate) const TURNING_IN_ZONE: Rule = rule!(GBA, "7.25");
pub(crate) const CONTROLLED_BY_BOTH: Rule = rule!(GBA, "7.26");

impl Hexes {
    /// Calls with every hex on the map into which a unit exerts its zone of control (7.21, 7.22).
    pub(crate) fn each_zone_hex(&self, state: &State, unit: UnitId, mut call: impl FnMut(Hex)) {
        self.each_zone_side(state, unit, |_, _, hex| call(hex));
    }

    /// The same with the half of the unit, and the side across which it is exerted.
    pub(crate) fn each_zone_side(
        &self,
        state: &State,
        unit: UnitId,
        call: impl FnMut(Hex, Hexside, Hex),
    ) {
        if let Some(bearing) = Bearing::of(state.unit(unit)) {
            self.each_side_of_zone(unit, bearing, call);
        }
    }

    /// The same for a unit that stood like this.
    pub(crate) fn each_side_of_zone(
        &self,
        unit: UnitId,
        bearing: Bearing,
        mut call: impl FnMut(Hex, Hexside, Hex),
    ) {
        let troops = self.troops(unit);
        let is_skirmisher = troops.kind.is_skirmisher() && troops.missile.is_some();
        if bearing.routed || is_skirmisher && bearing.missiles == Supply::No {
            return;
        }
        let class = troops.kind.movement_class();
        // 11.94: where it may not ride in charge formation it does not reach either.
        let charges = bearing.placement.formation == Formation::Charge;
        self.each_around(unit, bearing.placement, |half, side, hex, aspect| {
            let reaches = match aspect {
                Aspect::Front => true,
                Aspect::Flank => is_skirmisher,
                Aspect::Rear => false,
            };
            let is_open = || {
                self.crossing(class, half, side).is_ok()
                    && (!charges || self.field().is_even_ground(half, side))
            };
            if reaches && self.field().contains(hex) && is_open() {
                call(half, side, hex);
            }
        });
    }

    /// Whether a unit exerts a zone of control into a hex.
    pub fn exerts(&self, state: &State, unit: UnitId, hex: Hex) -> bool {
        let mut exerts = false;
        self.each_zone_hex(state, unit, |zone| exerts |= zone == hex);
        exerts
    }
}

impl Position<'_> {
    /// By which rule a unit stops in an enemy zone of control: it has come straight from another (7.24), its
    /// own side's control of the hex does not help it (7.26), or simply as it has entered one (7.23).
    pub(crate) fn halting_rule(&self, unit: UnitId, leaves_one: bool) -> Rule {
        let (camp, hexes) = (self.rules.camp(unit), self.hexes(unit));
        let is_shared = || {
            hexes.iter().any(|&hex| {
                self.is_in_enemy_zone(camp, hex) && self.is_in_enemy_zone(camp.other(), hex)
            })
        };
        match () {
            () if leaves_one => INTO_ANOTHER,
            () if is_shared() => CONTROLLED_BY_BOTH,
            () => CEASING,
        }
    }

    /// Why an enemy next to a unit is not in its zone of control, if it is not.
    pub(crate) fn why_not_in_zone(&self, unit: UnitId, enemy: UnitId) -> Result<(), Illegal> {
        let hexes = self.hexes(enemy);
        if hexes.iter().any(|&hex| self.rules.exerts(self.state, unit, hex)) {
            return Ok(());
        }
        if hexes.iter().any(|&hex| self.aspect(unit, hex) == Some(Aspect::Front)) {
            let words = "Its zone of control does not reach where it may not go.";
            return Err(Illegal::by(NO_REACH, words));
        }
        Err(Illegal::by(REACH, "That enemy is in no hex that it controls."))
    }

    /// 7.23, 7.25, 6.45: what a unit may do that has come before the enemy, or began its move there.
    pub(crate) fn may_go_before_the_enemy(
        &self,
        movement: &Movement,
        placement: Placement,
        go: Go,
    ) -> Result<(), Illegal> {
        if movement.halted {
            let in_zone = self.is_in_zone(movement.unit);
            return match () {
                () if self.is_wheel(movement.unit, placement, go) => Ok(()),
                () if !in_zone && self.is_stopped_by_river(movement.unit, placement) => {
                    Err(Illegal::by(THE_FIELD, "Here the river ends its move."))
                }
                () => {
                    let words = "It has entered an enemy zone of control, which ends its move.";
                    Err(Illegal::by(CEASING, words))
                }
            };
        }
        if !movement.began_in_zoc || movement.hexes > 0 {
            return Ok(());
        }
        match go {
            // 6.44, 6.61: these are refused in a zone of control by rules of their own.
            Go::Reverse | Go::Form(_) | Go::Deploy(_) => Ok(()),
            Go::Turn(vertex) => self.may_turn_in_zone(movement, placement.facing.apart(vertex)),
            Go::TurnColumn(side) => {
                let Formation::Column(ahead) = placement.formation else { return Ok(()) };
                self.may_turn_in_zone(movement, ahead.apart(side))
            }
            Go::Pivot(_) if self.is_wheel(movement.unit, placement, go) => Ok(()),
            _ => self.may_leave_zone(movement, placement, go),
        }
    }

    /// 7.23: whether a unit is fast enough to leave the zones of control it began in.
    fn may_leave_zone(
        &self,
        movement: &Movement,
        placement: Placement,
        go: Go,
    ) -> Result<(), Illegal> {
        let unit = movement.unit;
        if movement.has_moved {
            let words = "It has turned before the enemy and stays in its hex.";
            return Err(Illegal::by(TURNING_IN_ZONE, words));
        }
        let ma = match placement.formation {
            Formation::Square => self.rules.charts.figures.square_ma,
            _ => self.longest_ma(unit),
        };
        if self.holders(unit).any(|enemy| self.longest_ma(enemy) >= ma) {
            return Err(Illegal::by(CEASING, "An enemy that holds it has as high an allowance."));
        }
        if matches!(go, Go::Pivot(_)) && self.is_held_whole(unit, placement) {
            let words = "It wheels only with a half that is in no enemy zone of control.";
            return Err(Illegal::by(crate::movement::two_hex::WHEELING, words));
        }
        if !self.has_open_front(unit, placement, go) {
            let words = "It leaves an enemy zone of control only with an empty hex before it.";
            return Err(Illegal::by(CEASING, words));
        }
        Ok(())
    }

    /// The greater of a unit's allowances: what counts when somebody leaves a zone of control (7.23). At
    /// double depth phalanxes never use it (11.72).
    fn longest_ma(&self, unit: UnitId) -> u8 {
        let troops = self.rules.troops(unit);
        match troops.fast_ma {
            Some(fast) if self.partner(unit).is_none() => fast,
            Some(_) | None => troops.ma,
        }
    }

    /// 7.23: whether a unit has nobody before it: in one of its front hexes, or, with two halves that go
    /// forward, in any that it would enter.
    fn has_open_front(&self, unit: UnitId, placement: Placement, go: Go) -> bool {
        let (own, field) = (self.rules.hexes_standing(unit, placement), self.rules.field());
        let is_open = |hex: Hex| field.contains(hex) && self.unit_at(hex).is_none();
        match go {
            Go::Forward(hand) if own.len() > 1 => {
                let side = placement.facing.front(hand);
                own.iter().all(|hex| hex.beyond(side).is_some_and(is_open))
            }
            _ => {
                let mut has_one = false;
                self.rules.each_around(unit, placement, |_, _, hex, aspect| {
                    has_one |= aspect == Aspect::Front && is_open(hex);
                });
                has_one
            }
        }
    }

    /// Whether every hex of a unit that stands like this is in an enemy zone of control.
    fn is_held_whole(&self, unit: UnitId, placement: Placement) -> bool {
        let camp = self.rules.camp(unit);
        let hexes = self.rules.hexes_standing(unit, placement);
        hexes.iter().all(|&hex| self.is_in_enemy_zone(camp, hex))
    }

    /// 7.25: whether a unit that began in a zone of control may turn so far in its hex.
    fn may_turn_in_zone(&self, movement: &Movement, vertices: u8) -> Result<(), Illegal> {
        let unit = movement.unit;
        let refused = |words: &'static str| Err(Illegal::by(TURNING_IN_ZONE, words));
        if self.holders(unit).nth(1).is_some() {
            return refused("More than one enemy holds it, so it may not turn.");
        }
        if self.enemies_in_zone_of(unit).next().is_some() {
            return refused("It has an enemy in its own zone of control, so it may not turn.");
        }
        let half = self.allowance(movement).div_ceil(2);
        if movement.spent + self.turning_points(unit, vertices) > half {
            return refused("Before the enemy it turns with half its allowance at most.");
        }
        Ok(())
    }

    /// The enemies whose zones of control hold a unit: those that could attack it (7.23, 7.25).
    fn holders(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.pinners(unit).filter(move |&enemy| self.can_attack(enemy, unit))
    }

    /// The enemies in a unit's zone of control, once each.
    pub(crate) fn enemies_in_zone_of(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let camp = self.rules.camp(unit);
        self.neighbours(unit).filter(move |&other| {
            self.rules.camp(other) != camp
                && self.hexes(other).iter().any(|&hex| self.rules.exerts(self.state, unit, hex))
        })
    }

    /// The enemies adjacent to a unit if it stood like this; some twice.
    pub(crate) fn enemies_next_to(
        &self,
        unit: UnitId,
        placement: Placement,
    ) -> impl Iterator<Item = UnitId> + '_ {
        let camp = self.rules.camp(unit);
        let hexes = self.rules.hexes_standing(unit, placement).into_iter();
        let around = hexes.flat_map(move |hex| {
            Hexside::ALL.into_iter().filter_map(move |side| self.rules.field().beyond(hex, side))
        });
        around.filter_map(move |hex| self.enemy_at(camp, hex))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::action::Action;
    use crate::engine::hexes::Switches;
    use crate::fixtures::under_orders::{OrdersFixture, fixture, troops};
    use crate::model::hex::{Hand, Vertex};
    use crate::model::types::Kind;
    use diadem_core::Camp::{First, Second};

    const AHEAD: Action = Action::Go(Go::Forward(Hand::Right));

    /// The mover in 2217 faces east; the enemy in 2116, behind its left, faces south-east onto it.
    fn held(mover: Kind, enemy: Kind) -> OrdersFixture {
        let units = [
            troops(First, mover, "2217", Vertex::East),
            troops(Second, enemy, "2116", Vertex::SouthEast),
        ];
        let mut fixture = fixture(&units, &[(First, "4040")], Switches::default());
        fixture.order(0, false);
        fixture
    }

    #[test]
    fn gba_7_23_only_the_faster_leaves() {
        assert_eq!(held(Kind::LightInfantry, Kind::LightInfantry).refused(AHEAD), "7.23");
        assert_eq!(held(Kind::LightCavalry, Kind::LightInfantry).refused(AHEAD), "");
        // Those who cannot attack hold nobody.
        assert_eq!(held(Kind::LightInfantry, Kind::HorseArcher).refused(AHEAD), "");
        assert_eq!(held(Kind::LightInfantry, Kind::Skirmisher).refused(AHEAD), "");
        assert_eq!(held(Kind::LightInfantry, Kind::ShockSkirmisher).refused(AHEAD), "7.23");
    }

    #[test]
    fn gba_7_25_one_enemy_behind_lets_a_unit_turn() {
        let mut fixture = held(Kind::LightInfantry, Kind::LightInfantry);
        assert_eq!(fixture.refused(Action::Go(Go::Turn(Vertex::West))), "");
        fixture.go(Go::Turn(Vertex::NorthEast));
        fixture.go(Go::Turn(Vertex::NorthWest));
        // Now the enemy is in its zone of control; and it stays where it is.
        assert_eq!(fixture.refused(Action::Go(Go::Turn(Vertex::West))), "7.25");
        assert_eq!(fixture.refused(AHEAD), "7.25");
        let mut fixture = held(Kind::LightCavalry, Kind::LightInfantry);
        fixture.go(Go::Turn(Vertex::SouthEast));
        assert_eq!(fixture.refused(AHEAD), "7.25");
    }

    #[test]
    fn gba_7_23_who_comes_before_the_enemy_stops() {
        let units = [
            troops(First, Kind::LightArcher, "2217", Vertex::East),
            troops(Second, Kind::LightInfantry, "2417", Vertex::West),
        ];
        let mut fixture = fixture(&units, &[(First, "4040")], Switches::default());
        fixture.order(0, false);
        fixture.go(Go::Forward(Hand::Left));
        assert_eq!(fixture.refused(Action::Go(Go::Turn(Vertex::NorthEast))), "7.23");
        assert_eq!(fixture.refused(AHEAD), "7.23");
    }
}
