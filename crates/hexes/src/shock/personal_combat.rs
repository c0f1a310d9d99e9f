//! 9.2: personal combat between leaders.

use crate::engine::event::{Casualty, Event};
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::steps::Step;
use crate::model::charts::Harm;
use crate::model::hex::Hex;
use crate::model::order_of_battle::LeaderId;
use diadem_books::GBA;
use diadem_core::{Rule, Sink, rule};

const LONE_LEADERS: Rule = rule!(GBA, "4.63");
pub(crate) const DUEL: Rule = rule!(GBA, "9.2");
pub(crate) const INDIANS: Rule = rule!(GBA, "9.23");
pub(crate) const PERSONAL_COMBAT: Rule = rule!(GBA, "9.21");

impl Position<'_> {
    /// His personal combat rating, wounds taken off; Indians have none (9.23).
    pub(crate) fn personal_combat(&self, leader: LeaderId) -> Option<u8> {
        let printed = self.rules.commander(leader).personal_combat?;
        Some(self.rating(leader, printed))
    }

    /// The enemy leader, alone like him, whom a leader meets who has come here from there (4.63): of
    /// several the one with the highest initiative (9.2); one who fights before one who never does (9.23).
    fn whom_he_meets(&self, leader: LeaderId, from: Hex) -> Option<LeaderId> {
        let at = self.state.leader(leader).at?;
        let camp = self.rules.camp_of(leader);
        if !self.is_alone(leader) {
            return None;
        }
        let met = self.rules.leaders().filter(|&other| {
            let there = self.state.leader(other).at;
            self.rules.camp_of(other) != camp
                && there.is_some_and(|hex| hex.distance(at) == 1 && hex.distance(from) > 1)
                && self.is_alone(other)
        });
        // Of equals the first; max_by_key would take the last.
        met.min_by_key(|&other| {
            let initiative = std::cmp::Reverse(self.initiative(other).unwrap_or(0));
            (self.personal_combat(other).is_none(), initiative)
        })
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 4.63: a leader alone who comes next to an enemy leader alone fights him at once.
    pub(crate) fn meet(&mut self, leader: LeaderId, from: Hex) {
        if let Some(enemy) = self.position().whom_he_meets(leader, from) {
            self.duel(leader, enemy, LONE_LEADERS);
        }
    }

    /// Leaders meet, by this rule, and fight in person unless one of them never does (9.23).
    pub(crate) fn duel(&mut self, one: LeaderId, other: LeaderId, rule: Rule) {
        let fights = |leader| self.position().personal_combat(leader).is_some();
        if fights(one) && fights(other) {
            self.tell(Event::Duel(one, other, rule));
            self.fight_in_person(one, other);
        } else {
            self.tell(Event::NoDuel(one, other));
        }
    }

    /// 9.21: both roll and add their ratings; the table says what becomes of the loser.
    fn fight_in_person(&mut self, one: LeaderId, other: LeaderId) {
        let ratings = [one, other].map(|leader| self.position().personal_combat(leader));
        let [Some(of_one), Some(of_other)] = ratings else { return };
        let rolls = [of_one, of_other].map(|rating| {
            let rating = i8::try_from(rating).unwrap_or(i8::MAX);
            self.roll().modified(rating, PERSONAL_COMBAT)
        });
        let [first, second] = rolls.clone();
        self.tell(Event::PersonalCombat(one, other, first, second));
        self.remember_the_fight(one);
        self.remember_the_fight(other);
        let difference = rolls[0].result() - rolls[1].result();
        let loser = if difference > 0 { other } else { one };
        let difference = u8::try_from(difference.unsigned_abs()).unwrap_or(u8::MAX);
        let result = match self.rules.charts.casualties.by_differential(difference) {
            Harm::None => Casualty::None,
            Harm::Finished => Casualty::Finished,
            Harm::Wounded(by) => Casualty::Wounded(by),
            Harm::Killed => Casualty::Killed,
        };
        self.suffer(loser, result, PERSONAL_COMBAT);
    }

    /// 5.31: who has fought in person does not try for momentum after this orders phase.
    fn remember_the_fight(&mut self, leader: LeaderId) {
        for step in &mut self.state.steps {
            match step {
                Step::Orders(orders) if orders.tenure.leader == leader => {
                    orders.tenure.fought = true;
                }
                Step::Shock(segment) if segment.tenure.leader == leader => {
                    segment.tenure.fought = true;
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::action::Action;
    use crate::engine::hexes::Switches;
    use crate::fixtures::under_orders::fixture_on;
    use crate::model::hex::Hexside;
    use diadem_core::Camp::{First, Second};

    /// Two leaders of personal combat 3, two hexes apart; the first rides up to the other.
    fn duel(rolls: [u8; 2], of_other: Option<u8>) -> crate::fixtures::under_orders::OrdersFixture {
        let leaders = [(First, "2217"), (Second, "2215")];
        let mut fixture = fixture_on(&[], &leaders, Switches::default(), |battle| {
            battle.leaders[1].personal_combat = of_other;
        });
        fixture.rolls(&rolls);
        fixture.send(LeaderId::new(0));
        fixture.act(Action::RideTo(Hexside::North)).unwrap();
        fixture
    }

    #[test]
    fn gba_9_21_the_difference_tells_what_becomes_of_the_loser() {
        let other = LeaderId::new(1);
        assert_eq!(duel([5, 2], Some(3)).state.leader(other).wound, 1);
        assert_eq!(duel([7, 2], Some(3)).state.leader(other).wound, 2);
        assert_eq!(duel([9, 2], Some(3)).state.leader(other).at, None);
        let fixture = duel([2, 2], Some(3));
        assert_eq!(
            (fixture.state.leader(other).wound, fixture.state.leader(LeaderId::new(0)).wound),
            (0, 0)
        );
        // The higher total wins, whoever came.
        assert_eq!(duel([2, 2], Some(6)).state.leader(LeaderId::new(0)).wound, 1);
    }

    #[test]
    fn gba_9_23_indians_do_not_fight_in_person() {
        let fixture = duel([9, 0], None);
        assert!(fixture.state.leader(LeaderId::new(1)).at.is_some());
        assert!(!fixture.told.0.iter().any(|event| matches!(event, Event::PersonalCombat(..))));
        assert!(fixture.told.0.contains(&Event::NoDuel(LeaderId::new(0), LeaderId::new(1))));
    }
}
