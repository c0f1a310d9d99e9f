//! 4.6, 6.15: leaders on the move, and leaders and enemies.

use crate::command::orders::OrderMode;
use crate::engine::action::{Action, Question};
use crate::engine::event::Event;
use crate::engine::hexes::Hexes;
use crate::engine::position::Position;
use crate::engine::procedure::{Asked, Procedure};
use crate::engine::resolver::Resolver;
use crate::engine::state::{Placement, State};
use crate::engine::steps::Step;
use crate::model::hex::{Hex, Hexside};
use crate::model::order_of_battle::{LeaderId, Role, UnitId};
use crate::model::types::MovementClass;
use crate::movement::moving::{Movement, NO_ENEMY_HEX, PATH, Plan, TERRAIN_COST};
use crate::shock::ShockStage;
use diadem_books::GBA;
use diadem_core::{Illegal, Rule, Sink, rule};
use serde::{Deserialize, Serialize};

pub(crate) const GOING_ALONG: Rule = rule!(GBA, "4.23");
pub(crate) const WITH_LINE: Rule = rule!(GBA, "4.36");
pub(crate) const LEADERS_BEFORE_ENEMIES: Rule = rule!(GBA, "4.61");
pub(crate) const LEADERS_WITHDRAW: Rule = rule!(GBA, "4.62");
pub(crate) const WITH_CONTINGENT: Rule = rule!(GBA, "5.68");
pub(crate) const RIDING: Rule = rule!(GBA, "6.15");

/// A leader as a bit of a set.
pub(crate) fn bit(leader: LeaderId) -> u32 {
    1u32.checked_shl(leader.index() as u32).unwrap_or(0)
}

/// All leaders in a hex as a set of bits.
pub(crate) fn everybody_at(state: &State, hex: Hex) -> u32 {
    state.leaders_at(hex).fold(0, |bits, leader| bits | bit(leader))
}

/// The leaders of a set of bits.
pub(crate) fn leaders_in(bits: u32) -> impl Iterator<Item = LeaderId> {
    (0..32).filter(move |bit| bits >> bit & 1 == 1).map(LeaderId::new)
}

/// 4.23, 6.15: a leader rides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ride {
    /// Who.
    pub leader: LeaderId,
    /// Whether he may go no further.
    pub halted: bool,
    /// Whether he has moved.
    pub has_moved: bool,
    /// Where he was before, until it is settled whom he meets (4.63).
    pub came_from: Option<Hex>,
}

impl Procedure for Ride {
    fn asked(&self, rules: &Hexes, _: &State) -> Option<Asked> {
        Some(Asked::turn(rules.seat_of_leader(self.leader), Question::Ride(self.leader), RIDING))
    }

    /// Lists where a leader may ride.
    fn list(&self, position: &Position<'_>, into: &mut Vec<Action>) {
        let open = Hexside::ALL.into_iter().filter(|&side| position.plan_ride(*self, side).is_ok());
        into.extend(open.map(Action::RideTo));
        into.push(Action::Done);
    }

    /// Whether a leader who rides may do this.
    fn check(&self, position: &Position<'_>, action: Action) -> Result<(), Illegal> {
        match action {
            Action::RideTo(side) => position.plan_ride(*self, side).map(|_| ()),
            Action::Done => Ok(()),
            _ => Err(Illegal::by(RIDING, "He rides from hex to hex, or stops.")),
        }
    }

    fn answer<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>, action: Action) {
        match action {
            Action::RideTo(side) => resolver.ride_to(*self, side),
            _ => resolver.finish(),
        }
    }

    /// A leader meets whom he has come up to; a ride ends by itself when he is no more.
    fn proceed<S: Sink<Event>>(&self, resolver: &mut Resolver<'_, S>) -> bool {
        let mut ride = *self;
        if resolver.state.leader(ride.leader).at.is_none() {
            resolver.finish();
            return true;
        }
        let Some(from) = ride.came_from.take() else { return false };
        resolver.instead(ride);
        resolver.meet(ride.leader, from);
        true
    }
}

// 4.23, 4.36, 5.68: leaders who go along with a unit.

impl Position<'_> {
    /// Who gave the order that is being carried out.
    pub(crate) fn who_ordered(&self) -> Option<LeaderId> {
        self.state.steps.iter().rev().find_map(|step| match step {
            Step::Orders(orders) => Some(orders.tenure.leader),
            Step::Command(choice) => Some(choice.0.leader),
            _ => None,
        })
    }

    /// The rule by which a leader goes along: with a unit that runs, withdraws or advances, with an order of
    /// his, with his line, or as the commander of a contingent.
    fn along_rule(&self, leader: LeaderId) -> Rule {
        let is_line = self.state.steps.iter().any(|step| match step {
            Step::Orders(orders) => matches!(orders.mode, OrderMode::Line { .. }),
            _ => false,
        });
        match self.state.step() {
            Step::Rout(_) => return crate::rout::routing::LEADER_RUNS,
            Step::Shock(segment) if segment.stage == ShockStage::Designation => {
                return crate::shock::engaged::ENGAGED;
            }
            Step::Advance(_) | Step::Shock(_) => return crate::shock::ADVANCE,
            Step::Pursuit(_) => {
                return self.rules.pursuit_rules().map_or(GOING_ALONG, |rules| rules.roll);
            }
            Step::Withdraw(withdrawal) if withdrawal.homewards => {
                return crate::command::momentum::DOOM;
            }
            Step::Withdraw(_) => return LEADERS_WITHDRAW,
            _ => {}
        }
        match () {
            () if matches!(self.state.step(), Step::Rampage(_)) => crate::special::rampage::RAMPAGE,
            () if self.rules.commander(leader).role == Role::Contingent => WITH_CONTINGENT,
            () if is_line => WITH_LINE,
            () => GOING_ALONG,
        }
    }

    /// Whether a leader may go along with the moving unit.
    pub(crate) fn may_take(&self, movement: &Movement, leader: LeaderId) -> Result<(), Illegal> {
        let refused = |rule, words: &'static str| Err(Illegal::by(rule, words));
        let is_contingent = self.rules.commander(leader).role == Role::Contingent;
        let at = self.state.leader(leader).at;
        let is_with_it = at.is_some_and(|at| self.hexes(movement.unit).contains(&at));
        match () {
            () if movement.fire_only => refused(GOING_ALONG, "This order is to fire, not to move."),
            () if movement.has_moved || movement.halted => {
                refused(GOING_ALONG, "He joins a unit before it moves.")
            }
            () if movement.riders & bit(leader) != 0 || bit(leader) == 0 => {
                refused(GOING_ALONG, "He goes along already.")
            }
            () if !self.rules.leads(leader, movement.unit) || !is_with_it => {
                refused(GOING_ALONG, "He is not with this unit.")
            }
            () if !self.has_points_to_go_along(movement, leader) => {
                refused(RIDING, "He has not the movement points to go along with it anywhere.")
            }
            () if is_contingent => Ok(()),
            () if self.who_ordered() != Some(leader) => {
                refused(GOING_ALONG, "Only the leader who gave the order goes along.")
            }
            () if self.is_leader_in_zone(leader) => {
                refused(LEADERS_BEFORE_ENEMIES, "He leaves an enemy zone of control only by order.")
            }
            () => Ok(()),
        }
    }

    /// 6.15: whether the unit could make any step with him; one that he kept from moving could not be rid of
    /// him again.
    fn has_points_to_go_along(&self, movement: &Movement, leader: LeaderId) -> bool {
        let riders = movement.riders | bit(leader);
        self.state.leader(leader).spent < self.rules.charts.figures.leader_ma
            && self.can_step(&Movement { riders, ..*movement })
    }

    /// Whether a leader who goes along may stay behind here.
    pub(crate) fn may_leave_behind(
        &self,
        movement: &Movement,
        leader: LeaderId,
    ) -> Result<(), Illegal> {
        if movement.riders & bit(leader) == 0 {
            return Err(Illegal::by(GOING_ALONG, "He does not go along with this unit."));
        }
        if !movement.has_moved || movement.halted {
            return Err(Illegal::by(GOING_ALONG, "The unit has not brought him anywhere else."));
        }
        Ok(())
    }

    /// Lists who may go along with the moving unit, and who may stay behind.
    pub(crate) fn list_riders(&self, movement: &Movement, into: &mut Vec<Action>) {
        if movement.riders == 0 && movement.has_moved {
            return;
        }
        for leader in self.rules.leaders() {
            if self.may_take(movement, leader).is_ok() {
                into.push(Action::Take(leader));
            }
            if self.may_leave_behind(movement, leader).is_ok() {
                into.push(Action::Leave(leader));
            }
        }
    }

    /// 6.15: whether those who go along have the points for a step.
    pub(crate) fn may_take_riders(&self, movement: &Movement, plan: &Plan) -> Result<(), Illegal> {
        let most = self.rules.charts.figures.leader_ma;
        let tired = leaders_in(movement.riders)
            .any(|leader| self.state.leader(leader).spent + plan.cost.mp > most);
        if tired {
            let words = "A leader who goes along has no points left for this; leave him behind.";
            return Err(Illegal::by(RIDING, words));
        }
        Ok(())
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// A leader goes along with the moving unit.
    pub(crate) fn take_along(&mut self, mut movement: Movement, leader: LeaderId) {
        movement.riders |= bit(leader);
        self.instead(movement);
    }

    /// A leader stays where the moving unit has brought him.
    pub(crate) fn leave_behind(&mut self, mut movement: Movement, leader: LeaderId) {
        movement.riders &= !bit(leader);
        self.instead(movement);
    }

    /// Leaders that go along with a unit come where it has come (4.23).
    pub(crate) fn carry(&mut self, riders: u32, was: Placement, now: Placement, unit: UnitId) {
        let before = self.rules.hexes_standing(unit, was);
        let after = self.rules.hexes_standing(unit, now);
        // Facing about takes nobody anywhere.
        if before.iter().all(|hex| after.contains(hex)) {
            return;
        }
        for leader in leaders_in(riders) {
            let half = before.iter().position(|&hex| self.state.leader(leader).at == Some(hex));
            let Some(&hex) = after.get(half.unwrap_or(0)) else { continue };
            if self.state.leader(leader).at != Some(hex) {
                self.state.leader_mut(leader).at = Some(hex);
                self.tell(Event::Rode(leader, hex, self.position().along_rule(leader)));
            }
        }
    }

    /// 6.15: what a unit spends counts for those who go along.
    pub(crate) fn tire(&mut self, riders: u32, points: u8) {
        for leader in leaders_in(riders) {
            self.state.leader_mut(leader).spent += points;
        }
    }
}

// 4.61, 6.15: leaders who ride by themselves.

impl Position<'_> {
    /// Whether a leader may ride beyond a side, and for how many points.
    fn plan_ride(&self, ride: Ride, side: Hexside) -> Result<(Hex, u8), Illegal> {
        let (leader, field) = (ride.leader, self.rules.field());
        let camp = self.rules.camp_of(leader);
        if ride.halted {
            let words = "He has entered an enemy zone of control.";
            return Err(Illegal::by(LEADERS_BEFORE_ENEMIES, words));
        }
        let at = self.state.leader(leader).at;
        let at = at.ok_or_else(|| Illegal::by(RIDING, "He is not on the map any more."))?;
        let mp = self.rules.crossing(MovementClass::Cavalry, at, side)?.mp;
        let to = field.beyond(at, side);
        let to = to.ok_or_else(|| Illegal::by(PATH, "There the map ends."))?;
        if self.state.leader(leader).spent + mp > self.rules.charts.figures.leader_ma {
            return Err(Illegal::by(TERRAIN_COST, "He has not enough movement points left."));
        }
        if self.enemy_at(camp, to).is_some() {
            return Err(Illegal::by(NO_ENEMY_HEX, "An enemy stands there."));
        }
        if self.state.leaders_at(to).any(|other| self.rules.camp_of(other) != camp) {
            return Err(Illegal::by(NO_ENEMY_HEX, "An enemy leader is there."));
        }
        if self.is_in_enemy_zone(camp, to) && self.friend_at(camp, to).is_none() {
            let words = "He enters an enemy zone of control only where a friendly unit is.";
            return Err(Illegal::by(LEADERS_BEFORE_ENEMIES, words));
        }
        Ok((to, mp))
    }

    /// Whether a leader is alone: no combat unit is in his hex (4.63).
    pub(crate) fn is_alone(&self, leader: LeaderId) -> bool {
        self.state.leader(leader).at.is_some_and(|hex| self.unit_at(hex).is_none())
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// A leader who was ordered to begins to ride.
    pub(crate) fn begin_ride(&mut self, leader: LeaderId) {
        self.begin(Ride { leader, halted: false, has_moved: false, came_from: None });
    }

    /// A leader rides one hex; he stops before the enemy (4.61), and meets whom he meets (4.63).
    pub(crate) fn ride_to(&mut self, mut ride: Ride, side: Hexside) {
        let Ok((to, mp)) = self.position().plan_ride(ride, side) else { return };
        let Some(from) = self.state.leader(ride.leader).at else { return };
        let leader = self.state.leader_mut(ride.leader);
        leader.at = Some(to);
        leader.spent += mp;
        self.tell(Event::Rode(ride.leader, to, RIDING));
        ride.has_moved = true;
        ride.halted = self.position().is_leader_in_zone(ride.leader);
        ride.came_from = Some(from);
        self.instead(ride);
        // 9.24: the king may flee before they meet.
        self.alarm_the_king(ride.leader, from);
    }

    /// 4.62: an enemy leader into whose very hex a unit comes is lost.
    pub(crate) fn ride_down(&mut self, unit: UnitId) {
        let camp = self.rules.camp(unit);
        for hex in self.rules.hexes_of(self.state, unit) {
            for leader in self.rules.leaders() {
                let is_there = self.state.leader(leader).at == Some(hex);
                if is_there && self.rules.camp_of(leader) != camp {
                    self.kill_leader(leader, LEADERS_WITHDRAW);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::hexes::Switches;
    use crate::fixtures::under_orders::{fixture, hex, troops};
    use crate::model::hex::{Hand, Vertex};
    use crate::model::types::Kind;
    use crate::movement::moving::Go;
    use diadem_core::Camp::{First, Second};

    const HE: LeaderId = LeaderId::new(0);

    #[test]
    fn gba_4_23_he_goes_along_and_stays_behind_where_he_likes() {
        let units = [troops(First, Kind::Phalanx, "2217", Vertex::East)];
        let leaders = [(First, "2218"), (First, "2217")];
        let mut fixture = fixture(&units, &leaders, Switches::default());
        fixture.order(0, false);
        assert_eq!(fixture.refused(Action::Take(LeaderId::new(1))), "4.23");
        fixture.act(Action::Take(HE)).unwrap();
        assert_eq!(fixture.refused(Action::Take(HE)), "4.23");
        fixture.go(Go::Forward(Hand::Right));
        assert_eq!(fixture.state.leader(HE).at, Some(hex("2318")));
        assert_eq!(fixture.state.leader(HE).spent, 1);
        fixture.act(Action::Leave(HE)).unwrap();
        fixture.go(Go::Forward(Hand::Right));
        assert_eq!(fixture.state.leader(HE).at, Some(hex("2318")));
        assert_eq!(fixture.refused(Action::Take(HE)), "4.23");
    }

    #[test]
    fn gba_6_15_a_leader_has_nine_points_and_no_more() {
        let mut fixture = fixture(&[], &[(First, "2217")], Switches::default());
        fixture.send(HE);
        for _ in 0..9 {
            fixture.act(Action::RideTo(Hexside::North)).unwrap();
        }
        assert_eq!(fixture.state.leader(HE).at, Some(hex("2208")));
        assert_eq!(fixture.listed(), [Action::Done]);
    }

    #[test]
    fn gba_4_61_he_comes_before_the_enemy_only_where_a_friend_stands() {
        let units = [
            troops(First, Kind::LightInfantry, "2316", Vertex::East),
            troops(Second, Kind::LightInfantry, "2416", Vertex::West),
        ];
        let mut fixture = fixture(&units, &[(First, "2216")], Switches::default());
        fixture.send(HE);
        assert_eq!(fixture.refused(Action::RideTo(Hexside::NorthEast)), "4.61");
        fixture.act(Action::RideTo(Hexside::SouthEast)).unwrap();
        assert_eq!(fixture.listed(), [Action::Done]);
        assert_eq!(fixture.refused(Action::RideTo(Hexside::South)), "4.61");
    }
}
