//! 6.6: column movement; and the other formations a unit changes to on the march (11.63, 11.9).

use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Formation, Placement};
use crate::model::hex::{Hand, Hexside, Vertex};
use crate::model::order_of_battle::UnitId;
use crate::model::terrain::Cost;
use crate::movement::moving::{Go, Movement, Plan};
use crate::rout::cohesion::TOO_MANY_HITS;
use crate::special::charge_formation::{CHARGE_FORMATION, DROPPING_OUT};
use crate::special::square::SQUARE;
use arrayvec::ArrayVec;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const COLUMN: Rule = rule!(GBA, "6.61");
pub(crate) const COLUMN_FACING: Rule = rule!(GBA, "6.63");
pub(crate) const COLUMN_MOVES: Rule = rule!(GBA, "6.64");
pub(crate) const COLUMN_LIMITS: Rule = rule!(GBA, "6.67");

impl Hexside {
    /// The side next to this one on that hand.
    #[must_use]
    pub(crate) const fn shifted(self, hand: Hand) -> Hexside {
        match hand {
            Hand::Left => self.turned(5),
            Hand::Right => self.turned(1),
        }
    }

    /// The vertex at the end of this side on that hand, seen from within the hex.
    pub(crate) const fn vertex(self, hand: Hand) -> Vertex {
        let right = Vertex::ALL[self as usize];
        match hand {
            Hand::Left => right.shifted(Hand::Left),
            Hand::Right => right,
        }
    }

    /// How many sides lie between the two, the short way round.
    pub(crate) const fn apart(self, other: Hexside) -> u8 {
        Vertex::ALL[self as usize].apart(Vertex::ALL[other as usize])
    }
}

impl Hexes {
    /// The rule under which a unit in this formation takes up that one.
    pub(crate) fn formation_rule(&self, was: Formation, formation: Formation) -> Rule {
        match (was, formation) {
            (Formation::Square, _) | (_, Formation::Square) => SQUARE,
            (Formation::Charge, _) => DROPPING_OUT,
            (_, Formation::Charge) => CHARGE_FORMATION,
            _ => COLUMN,
        }
    }
}

impl Position<'_> {
    /// A step of a column: ahead or into a front-flank hex (6.64), or a one-hex column turning in place.
    pub(crate) fn plan_column(
        &self,
        movement: &Movement,
        placement: Placement,
        go: Go,
    ) -> Result<Plan, Illegal> {
        match (placement.formation, go) {
            (Formation::Column(ahead), Go::TurnColumn(to)) => {
                let sides = ahead.apart(to);
                if sides == 0 {
                    return Err(Illegal::by(COLUMN_MOVES, "It faces there already."));
                }
                let mp = self.turning_points(movement.unit, sides);
                let cost = Cost { mp, hits: self.turning_hits(movement, placement, sides) };
                Ok(Plan::in_place(facing_side(placement, to), cost))
            }
            (Formation::Column(ahead), Go::Ahead) => self.plan_short(movement, placement, ahead),
            (Formation::Column(ahead), Go::Bend(hand)) => {
                self.plan_short(movement, placement, ahead.shifted(hand))
            }
            (Formation::LongColumn(lead), Go::Ahead) => {
                self.plan_long(movement, placement, lead, placement.facing)
            }
            (Formation::LongColumn(lead), Go::Bend(hand)) => {
                self.plan_long(movement, placement, lead, placement.facing.shifted(hand))
            }
            (Formation::LongColumn(_), _) => {
                Err(Illegal::by(COLUMN_MOVES, "A two-hex column does not turn in place."))
            }
            _ => Err(Illegal::by(COLUMN_MOVES, "It is not in column.")),
        }
    }

    /// A one-hex column is faced to a side and goes beyond it.
    fn plan_short(
        &self,
        movement: &Movement,
        placement: Placement,
        side: Hexside,
    ) -> Result<Plan, Illegal> {
        if self.may_leave_map(movement.unit, placement.hex, side) {
            return Ok(Plan::off_the_map(placement));
        }
        let cost = self.entry(movement.unit, placement.hex, side)?;
        let hex = placement.hex.beyond(side);
        let hex = hex.ok_or_else(|| Illegal::by(COLUMN_MOVES, "There the map ends."))?;
        Ok(Plan::into(Placement { hex, ..facing_side(placement, side) }, cost))
    }

    /// The head of a two-hex column goes on, its tail follows into the hex the head has left.
    fn plan_long(
        &self,
        movement: &Movement,
        placement: Placement,
        lead: Hand,
        facing: Vertex,
    ) -> Result<Plan, Illegal> {
        let halves = self.rules.hexes_standing(movement.unit, placement);
        let &[left, right] = halves.as_slice() else {
            return Err(Illegal::by(COLUMN_MOVES, "It is not a two-hex unit."));
        };
        let (head, tail) = if lead == Hand::Left { (left, right) } else { (right, left) };
        let side = facing.flank(lead);
        if self.may_leave_map(movement.unit, head, side) {
            return Ok(Plan::off_the_map(placement));
        }
        let mut cost = self.entry(movement.unit, head, side)?;
        // 6.42: the dearer way counts, but where the head has been the tail takes no hits.
        let follow = tail.side_towards(head);
        if let Some(follow) = follow.and_then(|side| self.entry(movement.unit, tail, side).ok()) {
            cost.mp = cost.mp.max(follow.mp);
        }
        let ahead = head.beyond(side);
        let ahead = ahead.ok_or_else(|| Illegal::by(COLUMN_MOVES, "There the map ends."))?;
        let hex = if lead == Hand::Left { ahead } else { head };
        Ok(Plan::into(Placement { hex, facing, ..placement }, cost))
    }

    /// 6.61, 6.63: into column, or a two-hex column into battle order, where it lies; 11.63, 11.93: into
    /// square or charge formation, and out of it.
    pub(crate) fn plan_formation(
        &self,
        movement: &Movement,
        placement: Placement,
        formation: Formation,
    ) -> Result<Plan, Illegal> {
        let special = match (placement.formation, formation) {
            (Formation::Battle, Formation::Charge) => Some(self.cost_of_forming_charge(movement)?),
            (Formation::Charge, Formation::Battle) => Some(self.cost_of_leaving_charge()),
            (Formation::Battle, Formation::Square) | (Formation::Square, Formation::Battle) => {
                Some(self.cost_of_changing_square(movement)?)
            }
            _ => None,
        };
        if let Some(cost) = special {
            return Ok(Plan::in_place(Placement { formation, ..placement }, cost));
        }
        let fits = match (placement.formation, formation) {
            (Formation::Battle, Formation::Column(side)) => {
                !self.rules.troops(movement.unit).kind.is_two_hex()
                    && Hand::BOTH.into_iter().any(|hand| placement.facing.front(hand) == side)
            }
            (Formation::Battle, Formation::LongColumn(_)) => {
                self.rules.troops(movement.unit).kind.is_two_hex()
            }
            (Formation::LongColumn(_), Formation::Battle) => true,
            _ => false,
        };
        if !fits {
            let rule = self.rules.formation_rule(placement.formation, formation);
            return Err(Illegal::by(rule, "It cannot form up like that."));
        }
        let cost = self.may_change_column(movement)?;
        Ok(Plan::in_place(Placement { formation, ..placement }, cost))
    }

    /// 6.63: a one-hex column deploys to the vertex on that hand.
    pub(crate) fn plan_deployment(
        &self,
        movement: &Movement,
        placement: Placement,
        hand: Hand,
    ) -> Result<Plan, Illegal> {
        let Formation::Column(ahead) = placement.formation else {
            return Err(Illegal::by(COLUMN_FACING, "Only a one-hex column deploys like that."));
        };
        let cost = self.may_change_column(movement)?;
        let facing = ahead.vertex(hand);
        Ok(Plan::in_place(Placement { facing, formation: Formation::Battle, ..placement }, cost))
    }

    /// What it costs the moving unit to go into column or out of it, at the end of its move.
    fn may_change_column(&self, movement: &Movement) -> Result<Cost, Illegal> {
        if !self.rules.troops(movement.unit).kind.is_infantry() {
            return Err(Illegal::by(COLUMN, "Only infantry marches in column."));
        }
        if self.is_in_zone(movement.unit) {
            let words = "Nobody forms or leaves column in an enemy zone of control.";
            return Err(Illegal::by(COLUMN, words));
        }
        let mp = self.rules.charts.figures.column.change;
        // 6.14: hoplites on the move do not stop for it.
        if movement.spent + mp < self.allowance(movement) && self.keeps_going(movement) {
            self.may_stop_short(movement)?;
        }
        Ok(Cost { mp, hits: 0 })
    }

    /// Formations worth asking about for the moving unit.
    pub(crate) fn formations(&self, movement: &Movement) -> ArrayVec<Formation, 10> {
        let mut formations = ArrayVec::new();
        let kind = self.rules.troops(movement.unit).kind;
        let now = self.state.unit(movement.unit);
        match now.formation {
            Formation::Battle if kind.is_infantry() => {
                formations.extend(Hand::BOTH.map(|hand| {
                    if kind.is_two_hex() {
                        Formation::LongColumn(hand)
                    } else {
                        Formation::Column(now.facing.front(hand))
                    }
                }));
            }
            Formation::LongColumn(_) | Formation::Square | Formation::Charge => {
                formations.push(Formation::Battle);
            }
            _ => {}
        }
        if now.formation == Formation::Battle {
            let square = self.rules.may_use_square(movement.unit).map(|()| Formation::Square);
            let charge = self.rules.may_use_charge(movement.unit).map(|()| Formation::Charge);
            formations.extend([square, charge].into_iter().flatten());
        }
        formations
    }
}

/// A one-hex column in its hex, faced to a side; its vertex follows, for when it leaves column.
const fn facing_side(placement: Placement, side: Hexside) -> Placement {
    Placement {
        hex: placement.hex,
        facing: side.vertex(Hand::Right),
        formation: Formation::Column(side),
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 6.65, 10.14: in column the quality of a unit is lower, and what it has suffered may be too much.
    pub(crate) fn lose_heart_in_column(&mut self, unit: UnitId) {
        let now = self.state.unit(unit);
        if now.is_steady() && now.formation.is_column() && now.hits >= self.position().tq(unit) {
            self.rout(unit, TOO_MANY_HITS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::action::Action;
    use crate::engine::hexes::Switches;
    use crate::engine::steps::Step;
    use crate::fixtures::under_orders::{OrdersFixture, fixture, fixture_on, hex, troops};
    use crate::model::field::{HexsideFeature, Terrain};
    use crate::model::types::Kind;
    use diadem_core::Camp::{First, Second};

    fn column(kind: Kind, facing: Vertex, formation: Formation) -> OrdersFixture {
        let units = [troops(First, kind, "2217", facing)];
        let mut fixture = fixture(&units, &[(First, "4040")], Switches::default());
        fixture.unit_mut(0).formation = formation;
        fixture.order(0, false);
        fixture
    }

    #[test]
    fn gba_6_61_column_is_formed_at_the_end_of_a_move() {
        let mut fixture = column(Kind::LightInfantry, Vertex::East, Formation::Battle);
        fixture.go(Go::Forward(Hand::Left));
        let form = |side| Action::Go(Go::Form(Formation::Column(side)));
        assert_eq!(fixture.refused(form(Hexside::NorthEast)), "");
        assert_eq!(fixture.refused(form(Hexside::North)), "6.61");
        fixture.act(form(Hexside::SouthEast)).unwrap();
        assert_eq!(fixture.listed(), [Action::Done]);
        for kind in [Kind::Skirmisher, Kind::LightCavalry] {
            let fixture = column(kind, Vertex::East, Formation::Battle);
            assert_eq!(fixture.refused(form(Hexside::NorthEast)), "6.61");
        }
    }

    #[test]
    fn gba_6_62_a_phalanx_in_column_has_six_points_and_takes_fewer_hits() {
        let lead = Formation::LongColumn(Hand::Left);
        let mut fixture = column(Kind::Phalanx, Vertex::East, lead);
        (0..6).for_each(|_| fixture.go(Go::Ahead));
        assert_eq!(fixture.at(0), ["2211", "2212"]);
        assert_eq!(fixture.refused(Action::Go(Go::Ahead)), "6.62");
        // The book's unit crosses a minor river into woods.
        let infantry = [troops(First, Kind::LightInfantry, "2217", Vertex::East)];
        for (formation, go, hits) in [
            (Formation::Battle, Go::Forward(Hand::Left), 2),
            (Formation::Column(Hexside::NorthEast), Go::Ahead, 1),
        ] {
            let mut fixture =
                fixture_on(&infantry, &[(First, "4040")], Switches::default(), |battle| {
                    battle.field.set_terrain(hex("2316"), Terrain::Woods);
                    let river = Some(HexsideFeature::MinorRiver);
                    battle.field.set_hexside(hex("2217"), Hexside::NorthEast, river);
                });
            fixture.unit_mut(0).formation = formation;
            fixture.order(0, false);
            fixture.go(go);
            assert_eq!(fixture.unit(0).hits, hits);
        }
    }

    #[test]
    fn gba_6_63_a_column_leaves_its_formation_where_it_lies() {
        let mut fixture = column(Kind::Phalanx, Vertex::East, Formation::LongColumn(Hand::Right));
        fixture.go(Go::Form(Formation::Battle));
        assert_eq!(fixture.at(0), ["2217", "2218"]);
        assert_eq!(fixture.unit(0).facing, Vertex::East);
        for (hand, vertex) in [(Hand::Left, Vertex::NorthEast), (Hand::Right, Vertex::East)] {
            let formation = Formation::Column(Hexside::NorthEast);
            let mut fixture = column(Kind::LightInfantry, Vertex::East, formation);
            fixture.go(Go::Deploy(hand));
            assert_eq!(fixture.unit(0).facing, vertex);
            assert_eq!(fixture.listed(), [Action::Done]);
        }
    }

    #[test]
    fn gba_6_64_head_and_tail_go_round_the_corner() {
        // Facing east and led by the right half, the column marches south.
        let mut fixture = column(Kind::Phalanx, Vertex::East, Formation::LongColumn(Hand::Right));
        fixture.go(Go::Bend(Hand::Left));
        assert_eq!(fixture.at(0), ["2218", "2318"]);
        fixture.go(Go::Ahead);
        assert_eq!(fixture.at(0), ["2318", "2419"]);
        fixture.go(Go::Bend(Hand::Right));
        assert_eq!(fixture.at(0), ["2419", "2420"]);
        // Led by the left half, it marches north.
        let mut fixture = column(Kind::Phalanx, Vertex::East, Formation::LongColumn(Hand::Left));
        fixture.go(Go::Bend(Hand::Right));
        assert_eq!(fixture.at(0), ["2316", "2217"]);
        assert_eq!(fixture.refused(Action::Go(Go::TurnColumn(Hexside::South))), "6.64");
    }

    #[test]
    fn gba_6_64_a_one_hex_column_bends_for_nothing_and_turns_for_points() {
        let formation = Formation::Column(Hexside::North);
        let mut fixture = column(Kind::LightInfantry, Vertex::East, formation);
        fixture.go(Go::Bend(Hand::Right));
        assert_eq!(fixture.at(0), ["2316"]);
        assert_eq!(fixture.unit(0).formation, Formation::Column(Hexside::NorthEast));
        fixture.go(Go::TurnColumn(Hexside::South));
        let Step::Move(movement) = fixture.state.step() else { panic!() };
        assert_eq!(movement.spent, 3);
    }

    #[test]
    fn gba_6_67_nobody_passes_a_column() {
        let units = [
            troops(First, Kind::Skirmisher, "2217", Vertex::East),
            troops(First, Kind::LightInfantry, "2316", Vertex::East),
            troops(Second, Kind::LightInfantry, "3030", Vertex::East),
        ];
        let mut fixture = fixture(&units, &[(First, "4040")], Switches::default());
        fixture.unit_mut(1).formation = Formation::Column(Hexside::North);
        fixture.order(0, false);
        assert_eq!(fixture.refused(Action::Go(Go::Forward(Hand::Left))), "6.67");
    }
}
