//! 6.6: column movement; and the other formations a unit changes to on the march (11.63, 11.9).

use crate::cohesion::TOO_MANY_HITS;
use crate::course::Course;
use crate::event::Event;
use crate::hex::{Hand, Side, Vertex};
use crate::hexes::Hexes;
use crate::movement::Plan;
use crate::order_of_battle::UnitId;
use crate::position::Position;
use crate::state::Formation;
use crate::steps::{Go, Movement, Stance};
use crate::terrain::Cost;
use arrayvec::ArrayVec;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const COLUMN: Rule = rule!(GBA, "6.61");
pub(crate) const COLUMN_FACING: Rule = rule!(GBA, "6.63");
pub(crate) const COLUMN_MOVES: Rule = rule!(GBA, "6.64");
pub(crate) const COLUMN_LIMITS: Rule = rule!(GBA, "6.67");
pub(crate) const SQUARE: Rule = rule!(GBA, "11.63");
pub(crate) const CHARGE_FORMATION: Rule = rule!(GBA, "11.93");

impl Side {
    /// The side next to this one on that hand.
    #[must_use]
    pub(crate) const fn shifted(self, hand: Hand) -> Side {
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
    pub(crate) const fn apart(self, other: Side) -> u8 {
        Vertex::ALL[self as usize].apart(Vertex::ALL[other as usize])
    }
}

impl Hexes {
    /// The rule under which a formation is taken up.
    pub(crate) fn formation_rule(&self, formation: Formation) -> Rule {
        match formation {
            Formation::Square => SQUARE,
            Formation::Charge => CHARGE_FORMATION,
            _ => COLUMN,
        }
    }
}

impl Position<'_> {
    /// A step of a column: ahead or into a front-flank hex (6.64), or a one-hex column turning in place.
    pub(crate) fn plan_column(
        &self,
        movement: &Movement,
        stance: Stance,
        go: Go,
    ) -> Result<Plan, Illegal> {
        match (stance.formation, go) {
            (Formation::Column(ahead), Go::TurnColumn(to)) => {
                let sides = ahead.apart(to);
                if sides == 0 {
                    return Err(Illegal::by(COLUMN_MOVES, "It faces there already."));
                }
                let mp = self.turning_points(movement.unit, sides);
                let cost = Cost { mp, hits: self.turning_hits(movement, stance, sides) };
                Ok(Plan::in_place(facing_side(stance, to), cost))
            }
            (Formation::Column(ahead), Go::Ahead) => self.plan_short(movement, stance, ahead),
            (Formation::Column(ahead), Go::Bend(hand)) => {
                self.plan_short(movement, stance, ahead.shifted(hand))
            }
            (Formation::LongColumn(lead), Go::Ahead) => {
                self.plan_long(movement, stance, lead, stance.facing)
            }
            (Formation::LongColumn(lead), Go::Bend(hand)) => {
                self.plan_long(movement, stance, lead, stance.facing.shifted(hand))
            }
            (Formation::LongColumn(_), _) => {
                Err(Illegal::by(COLUMN_MOVES, "A two-hex column does not turn in place."))
            }
            _ => Err(Illegal::by(COLUMN_MOVES, "It is not in column.")),
        }
    }

    /// A one-hex column is faced to a side and goes beyond it.
    fn plan_short(&self, movement: &Movement, stance: Stance, side: Side) -> Result<Plan, Illegal> {
        if self.may_leave_map(movement.unit, stance.hex, side) {
            return Ok(Plan::off_the_map(stance));
        }
        let cost = self.entry(movement.unit, stance.hex, side)?;
        let hex = stance.hex.beyond(side);
        let hex = hex.ok_or_else(|| Illegal::by(COLUMN_MOVES, "There the map ends."))?;
        Ok(Plan::into(Stance { hex, ..facing_side(stance, side) }, cost))
    }

    /// The head of a two-hex column goes on, its tail follows into the hex the head has left.
    fn plan_long(
        &self,
        movement: &Movement,
        stance: Stance,
        lead: Hand,
        facing: Vertex,
    ) -> Result<Plan, Illegal> {
        let halves = self.rules.hexes_standing(movement.unit, stance);
        let &[left, right] = halves.as_slice() else {
            return Err(Illegal::by(COLUMN_MOVES, "It is not a two-hex unit."));
        };
        let (head, tail) = if lead == Hand::Left { (left, right) } else { (right, left) };
        let side = facing.flank(lead);
        if self.may_leave_map(movement.unit, head, side) {
            return Ok(Plan::off_the_map(stance));
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
        Ok(Plan::into(Stance { hex, facing, ..stance }, cost))
    }

    /// 11.63: the square goes one hex; squares are formed by the rules for special units.
    pub(crate) fn plan_square(
        &self,
        _movement: &Movement,
        _stance: Stance,
        _side: Side,
    ) -> Result<Plan, Illegal> {
        Err(Illegal::by(SQUARE, "It is not in square."))
    }

    /// 6.61, 6.63: into column, or a two-hex column into battle order, where it lies.
    pub(crate) fn plan_formation(
        &self,
        movement: &Movement,
        stance: Stance,
        formation: Formation,
    ) -> Result<Plan, Illegal> {
        let fits = match (stance.formation, formation) {
            (Formation::Battle, Formation::Column(side)) => {
                !self.rules.troops(movement.unit).kind.is_two_hex()
                    && Hand::BOTH.into_iter().any(|hand| stance.facing.front(hand) == side)
            }
            (Formation::Battle, Formation::LongColumn(_)) => {
                self.rules.troops(movement.unit).kind.is_two_hex()
            }
            (Formation::LongColumn(_), Formation::Battle) => true,
            _ => false,
        };
        if !fits {
            let rule = self.rules.formation_rule(formation);
            return Err(Illegal::by(rule, "It cannot form up like that."));
        }
        let cost = self.may_change_column(movement)?;
        Ok(Plan::in_place(Stance { formation, ..stance }, cost))
    }

    /// 6.63: a one-hex column deploys to the vertex on that hand.
    pub(crate) fn plan_deployment(
        &self,
        movement: &Movement,
        stance: Stance,
        hand: Hand,
    ) -> Result<Plan, Illegal> {
        let Formation::Column(ahead) = stance.formation else {
            return Err(Illegal::by(COLUMN_FACING, "Only a one-hex column deploys like that."));
        };
        let cost = self.may_change_column(movement)?;
        let facing = ahead.vertex(hand);
        Ok(Plan::in_place(Stance { facing, formation: Formation::Battle, ..stance }, cost))
    }

    /// What it costs the moving unit to go into column or out of it, at the end of its move.
    fn may_change_column(&self, movement: &Movement) -> Result<Cost, Illegal> {
        if !self.rules.troops(movement.unit).kind.is_infantry() {
            return Err(Illegal::by(COLUMN, "Only infantry marches in column."));
        }
        if self.is_in_zone(movement.unit) {
            return Err(Illegal::by(COLUMN, "It is in an enemy zone of control."));
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
                formations.extend(Hand::BOTH.map(|hand| match kind.is_two_hex() {
                    true => Formation::LongColumn(hand),
                    false => Formation::Column(now.facing.front(hand)),
                }));
            }
            Formation::LongColumn(_) => formations.push(Formation::Battle),
            _ => {}
        }
        formations
    }
}

/// A one-hex column in its hex, faced to a side; its vertex follows, for when it leaves column.
const fn facing_side(stance: Stance, side: Side) -> Stance {
    Stance { hex: stance.hex, facing: side.vertex(Hand::Right), formation: Formation::Column(side) }
}

impl<S: Sink<Event>> Course<'_, S> {
    /// 6.65, 10.14: in column the quality of a unit is lower, and what it has suffered may be too much.
    pub(crate) fn lose_heart_in_column(&mut self, unit: UnitId) {
        let now = self.state.unit(unit);
        if now.is_steady() && now.formation.is_column() && now.hits >= self.position().tq(unit) {
            self.rout(unit, TOO_MANY_HITS);
        }
    }
}
