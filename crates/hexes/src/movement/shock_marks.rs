//! 7.3: who must and who may attack by shock.

use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Formation, Placement, ShockMark};
use crate::engine::steps::Step;
use crate::model::order_of_battle::{UnitId, UnitSet};
use crate::movement::answers::{AnswerStage, Answers};
use crate::movement::moving::Movement;
use diadem_books::GBA;
use diadem_core::{Rule, Sink, rule};

pub(crate) const MUST_ATTACK: Rule = rule!(GBA, "7.31");
pub(crate) const MARKING: Rule = rule!(GBA, "7.32");

impl Position<'_> {
    /// Whether a unit could attack another by shock, wherever the two stand (7.33).
    pub(crate) fn can_attack(&self, attacker: UnitId, target: UnitId) -> bool {
        let now = self.state.unit(attacker);
        let [own, its] = [attacker, target].map(|unit| self.rules.troops(unit).kind);
        let in_order = matches!(now.formation, Formation::Battle | Formation::Charge);
        now.is_steady()
            && in_order
            // 11.73: the one in front fights for both.
            && now.behind.is_none()
            && own.is_shock_capable_against(its)
    }

    /// Whether a unit has an enemy in its zone of control that it could attack.
    pub(crate) fn has_target(&self, unit: UnitId) -> bool {
        self.enemies_in_zone_of(unit).any(|enemy| self.can_attack(unit, enemy))
    }

    /// Whether a unit that goes from one placement to another comes adjacent to an enemy to which it was not.
    pub(crate) fn comes_adjacent(&self, unit: UnitId, was: Placement, now: Placement) -> bool {
        let mut adjacent = self.enemies_next_to(unit, now);
        adjacent.any(|enemy| !self.enemies_next_to(unit, was).any(|before| before == enemy))
    }

    /// The mover, where it may choose whether to attack (7.31, 7.32).
    pub(crate) fn may_choose_shock(&self, answers: &Answers) -> UnitSet {
        let mover = answers.mover;
        let chooses = !self.rules.troops(mover).kind.must_shock()
            && self.state.unit(mover).mark != ShockMark::MustCheck
            && self.is_new_before_enemy(mover, answers.was)
            && self.has_target(mover);
        if chooses { [mover].into_iter().collect() } else { UnitSet::NONE }
    }

    /// Whether a mover has come adjacent to an enemy with its last step, or before in the same move without
    /// having had to decide yet.
    fn is_new_before_enemy(&self, mover: UnitId, was: Option<Placement>) -> bool {
        let now = self.rules.placement(self.state, mover);
        let just_now = was.zip(now).is_some_and(|(was, now)| self.comes_adjacent(mover, was, now));
        let before = self.movement_of(mover).is_some_and(|movement| movement.came_adjacent);
        just_now || before && self.state.unit(mover).mark == ShockMark::None
    }

    /// The move that a unit is making.
    pub(crate) fn movement_of(&self, unit: UnitId) -> Option<Movement> {
        self.state.steps.iter().rev().find_map(|step| match step {
            Step::Move(movement) if movement.unit == unit => Some(*movement),
            _ => None,
        })
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    /// 7.31: a heavy unit that moved adjacent must attack.
    pub(crate) fn mark_heavy(&mut self, mover: UnitId, was: Option<Placement>) {
        let position = self.position();
        let must = position.rules.troops(mover).kind.must_shock()
            && position.state.unit(mover).mark != ShockMark::MustCheck
            && position.is_new_before_enemy(mover, was)
            && position.has_target(mover);
        if must {
            self.mark(mover, ShockMark::MustCheck, MUST_ATTACK);
        }
    }

    /// The mover says whether it will attack (7.32).
    pub(crate) fn declare_shock(&mut self, mut answers: Answers, attacks: bool) {
        let mark = if attacks { ShockMark::MustCheck } else { ShockMark::Declined };
        self.mark(answers.mover, mark, MARKING);
        answers.waiting = UnitSet::NONE;
        self.replace_answers(answers);
    }

    /// A unit that came adjacent with its back to the enemy decides when it has turned to him.
    pub(crate) fn mark_after_turning(&mut self, unit: UnitId, was: Placement) {
        if self.state.unit(unit).formation.is_column() {
            self.state.unit_mut(unit).mark = ShockMark::None;
            return;
        }
        self.mark_heavy(unit, Some(was));
        let mut answers = Answers {
            mover: unit,
            was: Some(was),
            stage: AnswerStage::ShockMark,
            last: AnswerStage::ShockMark,
            waiting: UnitSet::NONE,
            leaders: 0,
        };
        answers.waiting = self.position().may_choose_shock(&answers);
        if !answers.waiting.is_empty() {
            self.begin(answers);
        }
    }

    fn mark(&mut self, unit: UnitId, mark: ShockMark, rule: Rule) {
        self.state.unit_mut(unit).mark = mark;
        self.tell(Event::Marked(unit, mark, rule));
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
    use crate::movement::moving::Go;
    use diadem_core::Camp::{First, Second};

    /// The mover in 2217 goes to 2316, before the enemy in 2416.
    fn comes(mover: Kind, enemy: Kind, faces: Vertex) -> OrdersFixture {
        let units =
            [troops(First, mover, "2217", Vertex::East), troops(Second, enemy, "2416", faces)];
        let mut fixture = fixture(&units, &[(First, "4040")], Switches::default());
        fixture.order(0, false);
        fixture.go(Go::Forward(Hand::Left));
        fixture
    }

    fn choice(fixture: &OrdersFixture) -> bool {
        fixture.listed().contains(&Action::Shock(true))
    }

    #[test]
    fn gba_7_31_heavy_units_must_and_light_ones_may() {
        let fixture = comes(Kind::HeavyCavalry, Kind::LightInfantry, Vertex::East);
        assert_eq!(fixture.unit(0).mark, ShockMark::MustCheck);
        for (attacks, mark) in [(true, ShockMark::MustCheck), (false, ShockMark::Declined)] {
            let mut fixture = comes(Kind::LightInfantry, Kind::LightInfantry, Vertex::East);
            assert!(choice(&fixture));
            fixture.act(Action::Shock(attacks)).unwrap();
            assert_eq!(fixture.unit(0).mark, mark);
        }
    }

    #[test]
    fn gba_7_33_archers_never_and_skirmishers_only_chariots() {
        for (mover, enemy, may) in [
            (Kind::LightArcher, Kind::LightInfantry, false),
            (Kind::HorseArcher, Kind::LightInfantry, false),
            (Kind::Skirmisher, Kind::LightInfantry, false),
            (Kind::Skirmisher, Kind::Chariot, true),
            (Kind::ShockSkirmisher, Kind::LightInfantry, true),
        ] {
            assert_eq!(choice(&comes(mover, enemy, Vertex::East)), may, "{mover:?} {enemy:?}");
        }
    }

    #[test]
    fn gba_7_31_who_comes_adjacent_and_then_turns_decides_then() {
        let units = [
            troops(First, Kind::LightInfantry, "2217", Vertex::East),
            troops(First, Kind::HeavyCavalry, "1017", Vertex::East),
            troops(Second, Kind::LightInfantry, "2315", Vertex::NorthEast),
            troops(Second, Kind::LightInfantry, "1115", Vertex::NorthEast),
        ];
        let mut fixture = fixture(&units, &[(First, "4040")], Switches::default());
        fixture.order(0, false);
        fixture.go(Go::Forward(Hand::Left));
        assert!(!choice(&fixture));
        fixture.go(Go::Turn(Vertex::NorthEast));
        assert!(choice(&fixture));
        fixture.act(Action::Shock(false)).unwrap();
        fixture.go(Go::Turn(Vertex::NorthWest));
        assert!(!choice(&fixture));
        fixture.act(Action::Done).unwrap();
        fixture.order(1, false);
        fixture.go(Go::Forward(Hand::Left));
        assert_eq!(fixture.unit(1).mark, ShockMark::None);
        fixture.go(Go::Turn(Vertex::NorthEast));
        assert_eq!(fixture.unit(1).mark, ShockMark::MustCheck);
    }
}
