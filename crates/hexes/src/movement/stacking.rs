//! 6.9: stacking. One unit a hex; who may pass through whom, and at what cost.

use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Formation, Placement};
use crate::missiles::artillery::ONE_ENGINE;
use crate::model::charts::Passing;
use crate::model::hex::{Hand, Hexside, Vertex};
use crate::model::order_of_battle::UnitId;
use crate::movement::column::COLUMN_LIMITS;
use crate::movement::moving::{Go, Movement, NO_ENEMY_HEX, Plan};
use crate::special::double_depth::MOVING_IN_DEPTH;
use crate::special::square::SQUARE;
use arrayvec::ArrayVec;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const ONE_UNIT: Rule = rule!(GBA, "6.91");
pub(crate) const PASSING: Rule = rule!(GBA, "6.92");
pub(crate) const STACKING_CHART: Rule = rule!(GBA, "6.95");

/// The friends in the hexes of a unit, once each.
pub(crate) type Companions = ArrayVec<UnitId, 6>;

/// As far as a way out of a crowd is looked for.
const CROWD: usize = 64;

impl Position<'_> {
    /// Whether a unit may come to stand like this among those who are there (6.91 to 6.95), and whether
    /// it would share a hex.
    pub(crate) fn company(&self, unit: UnitId, placement: Placement) -> Result<bool, Illegal> {
        let camp = self.rules.camp(unit);
        let kind = self.rules.troops(unit).kind;
        let mut shares = false;
        let partner = self.partner(unit);
        for hex in self.rules.hexes_standing(unit, placement) {
            let others =
                self.units_at(hex).filter(|&other| other != unit && Some(other) != partner);
            for other in others {
                let there = self.state.unit(other);
                if self.rules.camp(other) != camp {
                    return Err(Illegal::by(NO_ENEMY_HEX, "An enemy stands there."));
                }
                if self.partner(other).is_some() {
                    let words = "Nobody enters the hexes of phalanxes at double depth.";
                    return Err(Illegal::by(MOVING_IN_DEPTH, words));
                }
                if placement.formation.is_column() || !there.routed && there.formation.is_column() {
                    let words = "Nobody passes through a column, nor it through anybody.";
                    return Err(Illegal::by(COLUMN_LIMITS, words));
                }
                if there.routed {
                    continue;
                }
                if there.formation == Formation::Square {
                    return Err(Illegal::by(SQUARE, "Nobody enters the hex of a square."));
                }
                let its = self.rules.troops(other).kind;
                if kind.is_artillery() && its.is_artillery() {
                    return Err(Illegal::by(ONE_ENGINE, "Only one engine may be in a hex."));
                }
                let passing = self.rules.charts.stacking.passing(kind, its);
                if passing.is_none() {
                    let words = "Phalanxes and heavy infantry neither pass through nor let pass.";
                    return Err(Illegal::by(PASSING, words));
                }
                shares = true;
            }
        }
        Ok(shares)
    }

    /// The friends in whose hexes a unit would stand like this, once each.
    pub(crate) fn companions(&self, unit: UnitId, placement: Placement) -> Companions {
        let mut found = Companions::new();
        let partner = self.partner(unit);
        for hex in self.rules.hexes_standing(unit, placement) {
            for other in self.units_at(hex) {
                let is_other = other != unit && Some(other) != partner;
                if is_other && !found.contains(&other) && !found.is_full() {
                    found.push(other);
                }
            }
        }
        found
    }

    /// 6.95: what a step into friends' hexes costs the unit, and all of them together; those who shared its
    /// hexes before have paid. For a routed one, which is gone then, its whole quality counts.
    pub(crate) fn passing_hits(&self, unit: UnitId, was: Placement, now: Placement) -> Passing {
        let mut sum = Passing::default();
        let friends = self.companions(unit, now);
        if friends.is_empty() {
            return sum;
        }
        let (kind, before) = (self.rules.troops(unit).kind, self.companions(unit, was));
        let stacking = &self.rules.charts.stacking;
        for friend in friends.into_iter().filter(|friend| !before.contains(friend)) {
            let its = self.rules.troops(friend);
            let passing = if self.state.unit(friend).routed {
                Passing { mover: stacking.through_routed, stationary: its.tq }
            } else {
                stacking.passing(kind, its.kind).unwrap_or_default()
            };
            sum.mover += passing.mover;
            sum.stationary = sum.stationary.saturating_add(passing.stationary);
        }
        sum
    }

    /// Whether a unit may make a step for all the others who are there: into a friend's hex it goes only
    /// if it can go on to a free one.
    pub(crate) fn may_stand_or_pass(
        &self,
        movement: &Movement,
        was: Placement,
        plan: &Plan,
    ) -> Result<(), Illegal> {
        self.may_pass_gate(movement.unit, was, plan.placement)?;
        if !self.company(movement.unit, plan.placement)? {
            return Ok(());
        }
        if plan.enters && self.must_halt(movement.unit, plan.placement).is_some() {
            return Err(Illegal::by(ONE_UNIT, "It would have to stop in a friend's hex."));
        }
        let after = movement.after(was, plan, self.rules.field());
        if plan.placement.formation != was.formation || !self.has_way_out(after, plan.placement) {
            return Err(Illegal::by(ONE_UNIT, "It could not go on to a free hex."));
        }
        Ok(())
    }

    /// 6.26: an enemy in the hex behind a gate closes it.
    fn may_pass_gate(&self, unit: UnitId, was: Placement, now: Placement) -> Result<(), Illegal> {
        let (camp, field) = (self.rules.camp(unit), self.rules.field());
        let (before, after) =
            (self.rules.hexes_standing(unit, was), self.rules.hexes_standing(unit, now));
        for (from, to) in before.into_iter().zip(after) {
            let is_gate = from.side_towards(to).is_some_and(|side| field.is_gate(from, side));
            if is_gate && self.enemy_at(camp, to).is_some() {
                let words = "An enemy in the hex behind it has closed the gate.";
                return Err(Illegal::by(crate::model::terrain::CITY_WALLS, words));
            }
        }
        Ok(())
    }

    /// Whether a unit among friends has points enough to come to a free hex.
    fn has_way_out(&self, movement: Movement, placement: Placement) -> bool {
        let kind = self.rules.troops(movement.unit).kind;
        let is_two_hex = kind.is_two_hex();
        let mut known = ArrayVec::<(Movement, Placement), CROWD>::new();
        known.push((movement, placement));
        let mut next = 0;
        while let Some(&(movement, placement)) = known.get(next) {
            next += 1;
            let ahead = Hand::BOTH
                .into_iter()
                .flat_map(|hand| [Some(Go::Forward(hand)), is_two_hex.then_some(Go::Pivot(hand))]);
            let about = Vertex::ALL.into_iter().map(|to| (!is_two_hex).then_some(Go::Turn(to)));
            let any_way =
                Hexside::ALL.into_iter().map(|side| kind.is_artillery().then_some(Go::Shift(side)));
            for go in ahead.chain(about).chain(any_way).flatten() {
                let Ok(plan) = self.plan_apart(&movement, placement, go) else { continue };
                if plan.leaves {
                    return true;
                }
                match self.company(movement.unit, plan.placement) {
                    Ok(false) => return true,
                    Ok(true) if !plan.enters => {}
                    Ok(true) if self.must_halt(movement.unit, plan.placement).is_none() => {}
                    _ => continue,
                }
                let after = movement.after(placement, &plan, self.rules.field());
                let is_known = known.iter().any(|(earlier, there)| {
                    *there == plan.placement && earlier.spent <= after.spent
                });
                if !is_known && known.try_push((after, plan.placement)).is_err() {
                    return false;
                }
            }
        }
        false
    }

    /// 6.91: nobody stops in a friend's hex of his own will. Who finds no way out any more goes back.
    pub(crate) fn may_stop_among_friends(&self, movement: &Movement) -> Result<(), Illegal> {
        if movement.alone.is_some()
            && self.is_among_friends(movement.unit)
            && self.can_step(movement)
        {
            return Err(Illegal::by(ONE_UNIT, "It cannot stop in a friend's hex."));
        }
        Ok(())
    }

    fn is_among_friends(&self, unit: UnitId) -> bool {
        let placement = self.rules.placement(self.state, unit);
        placement.is_some_and(|placement| !self.companions(unit, placement).is_empty())
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 6.95: what passing through friends costs both; those who shared its hexes before have paid. A
    /// routed unit that is passed through is gone (6.92).
    pub(crate) fn pass_through(&mut self, unit: UnitId, before: &Companions) {
        let Some(placement) = self.rules.placement(self.state, unit) else { return };
        let kind = self.rules.troops(unit).kind;
        let friends = self.position().companions(unit, placement);
        for friend in friends.into_iter().filter(|friend| !before.contains(friend)) {
            if self.state.unit(friend).routed {
                self.eliminate(friend, PASSING);
                self.toll(unit, self.rules.charts.stacking.through_routed, STACKING_CHART);
                continue;
            }
            let stacking = &self.rules.charts.stacking;
            let passing = stacking.passing(kind, self.rules.troops(friend).kind);
            let Some(passing) = passing else { continue };
            self.toll(unit, passing.mover, STACKING_CHART);
            self.toll(friend, passing.stationary, STACKING_CHART);
        }
    }

    /// 6.91: a unit that could not leave a friend's hex after all goes back to where it came from.
    pub(crate) fn settle_in(&mut self, movement: Movement) {
        let unit = movement.unit;
        let Some(was) = self.rules.placement(self.state, unit) else { return };
        let is_steady = self.state.unit(unit).is_steady();
        if !is_steady || !self.position().is_among_friends(unit) {
            return;
        }
        let back = movement.alone.filter(|&back| self.position().companions(unit, back).is_empty());
        let Some(back) = back else {
            self.eliminate(unit, ONE_UNIT);
            return;
        };
        self.stand(unit, back);
        self.carry(movement.riders, was, back, unit);
        self.tell(Event::Entered(unit, back.hex, ONE_UNIT));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::action::Action;
    use crate::engine::hexes::Switches;
    use crate::engine::state::Place;
    use crate::fixtures::under_orders::{OrdersFixture, fixture, troops};
    use crate::model::order_of_battle::Troops;
    use crate::model::types::Kind;
    use diadem_core::Camp::{First, Second};

    const LEFT: Action = Action::Go(Go::Forward(Hand::Left));

    /// The mover in 2217 faces east; a friend stands in 2316.
    fn pass(mover: Kind, friend: Kind, others: &[Troops]) -> OrdersFixture {
        let mut units = vec![
            troops(First, mover, "2217", Vertex::East),
            troops(First, friend, "2316", Vertex::East),
        ];
        units.extend_from_slice(others);
        let mut fixture = fixture(&units, &[(First, "4040")], Switches::default());
        fixture.order(0, false);
        fixture
    }

    #[test]
    fn gba_6_95_both_pay_for_passing() {
        let mut fixture = pass(Kind::LightInfantry, Kind::LightCavalry, &[]);
        fixture.act(LEFT).unwrap();
        assert_eq!((fixture.unit(0).hits, fixture.unit(1).hits), (1, 1));
        assert_eq!(fixture.refused(Action::Done), "6.91");
        fixture.act(LEFT).unwrap();
        assert_eq!(fixture.at(0), ["2416"]);
        assert_eq!((fixture.unit(0).hits, fixture.unit(1).hits), (1, 1));
        assert_eq!(fixture.refused(Action::Done), "");
    }

    #[test]
    fn gba_6_95_what_passing_costs_is_known_before_and_the_way_around_is_taken() {
        let fixture = pass(Kind::LightInfantry, Kind::LightCavalry, &[]);
        let outlook = fixture.rules.outlook(&fixture.state);
        let hits = |to: &str| {
            let there = |arrival: &&crate::Arrival| {
                arrival.placement.hex == crate::fixtures::under_orders::hex(to)
                    && arrival.placement.facing == Vertex::East
            };
            let arrival = outlook.arrivals.iter().find(there).unwrap();
            (arrival.spent, arrival.hits, arrival.friends)
        };
        // Only through the friend in 2316; or around him, by 2317, for as many points.
        assert_eq!(hits("2416"), (2, 1, 1));
        assert_eq!(hits("2417"), (2, 0, 0));
    }

    #[test]
    fn gba_6_92_skirmishers_pass_and_heavies_do_not() {
        let mut fixture = pass(Kind::Skirmisher, Kind::HeavyInfantry, &[]);
        fixture.act(LEFT).unwrap();
        assert_eq!((fixture.unit(0).hits, fixture.unit(1).hits), (0, 0));
        assert_eq!(pass(Kind::LightInfantry, Kind::HeavyInfantry, &[]).refused(LEFT), "6.92");
        assert_eq!(pass(Kind::HeavyInfantry, Kind::LightInfantry, &[]).refused(LEFT), "6.92");
    }

    #[test]
    fn gba_6_92_a_routed_unit_in_the_way_is_gone() {
        let mut fixture = pass(Kind::HeavyInfantry, Kind::LightInfantry, &[]);
        fixture.unit_mut(1).routed = true;
        fixture.act(LEFT).unwrap();
        assert_eq!(fixture.unit(1).place, Place::Eliminated);
        assert_eq!(fixture.refused(Action::Done), "");
    }

    #[test]
    fn gba_6_91_who_cannot_go_on_does_not_go_in() {
        let mut fixture = pass(Kind::LightInfantry, Kind::LightCavalry, &[]);
        fixture.go(Go::Turn(Vertex::West));
        fixture.go(Go::Turn(Vertex::SouthWest));
        // One point is left: it would bring it into the friend's hex and no further.
        assert_eq!(fixture.refused(Action::Go(Go::Turn(Vertex::East))), "6.25");
        let mut fixture = pass(Kind::LightInfantry, Kind::LightCavalry, &[]);
        fixture.go(Go::Turn(Vertex::SouthEast));
        fixture.go(Go::Turn(Vertex::NorthEast));
        fixture.go(Go::Turn(Vertex::East));
        assert_eq!(fixture.refused(LEFT), "6.91");
        // Nor where the enemy would stop it.
        let enemy = troops(Second, Kind::LightInfantry, "2416", Vertex::West);
        assert_eq!(pass(Kind::LightInfantry, Kind::LightCavalry, &[enemy]).refused(LEFT), "6.91");
        let enemy = troops(Second, Kind::LightInfantry, "2316", Vertex::East);
        let mut units = vec![troops(First, Kind::LightInfantry, "2217", Vertex::East)];
        units.push(enemy);
        let mut fixture =
            crate::fixtures::under_orders::fixture(&units, &[(First, "4040")], Switches::default());
        fixture.order(0, false);
        assert_eq!(fixture.refused(LEFT), "6.93");
    }

    #[test]
    fn gba_6_91_who_is_stuck_goes_back() {
        let mut fixture = pass(Kind::LightInfantry, Kind::LightCavalry, &[]);
        fixture.act(LEFT).unwrap();
        fixture.resolver(|resolver| {
            if let Some(crate::engine::steps::Step::Move(movement)) =
                resolver.state.steps.last_mut()
            {
                movement.spent = 5;
            }
        });
        assert_eq!(fixture.listed(), [Action::Done]);
        fixture.act(Action::Done).unwrap();
        assert_eq!(fixture.at(0), ["2217"]);
        assert_eq!(fixture.at(1), ["2316"]);
    }
}
