//! Whoever teaches the battle on hexes by the shoulder: what to click next, so that the thing a card is about
//! comes about. Only answers that the rules list, and only a suggestion.

use diadem_core::Camp;
use diadem_hexes::{Action, AnswerStage, Go, Hex, Hexes, Question, State, UnitId};

/// What a card wants to see happen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Aim {
    /// A unit is looked at.
    Look,
    /// A leader is activated.
    Activate,
    /// A unit is ordered.
    Order,
    /// A unit moves.
    Move,
    /// A unit turns.
    Turn,
    /// A unit shoots.
    Shoot,
    /// A unit withdraws before another.
    Withdraw,
    /// A shock combat is fought.
    Shock,
    /// Who has run is rallied.
    Rally,
    /// The battle is fought to its end.
    End,
}

/// What the coach points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuidePointer {
    /// A unit to look at.
    Unit(UnitId),
    /// An answer.
    Answer(Action),
    /// The hex that the moving unit is sent to.
    Hex(Hex),
}

/// The battle as the coach sees it.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// The rules.
    pub rules: &'a Hexes,
    /// How it stands.
    pub state: &'a State,
    /// What is asked.
    pub question: Question,
    /// Every answer.
    pub actions: &'a [Action],
}

impl Sight<'_> {
    /// What to click next.
    pub fn advice(&self, aim: Aim) -> Option<GuidePointer> {
        match self.question {
            _ if aim == Aim::Look => self.own_horse().map(GuidePointer::Unit),
            Question::Orders(_) => self.order(aim).map(GuidePointer::Answer),
            Question::Move(unit) => self.movement(aim, unit),
            _ => self.usual(aim).map(GuidePointer::Answer),
        }
    }

    /// The best horse of the army that holds the field's left: everybody asks who that is.
    fn own_horse(&self) -> Option<UnitId> {
        let own = self.rules.units().filter(|&unit| self.rules.camp(unit) == Camp::First);
        own.filter(|&unit| self.hex(unit).is_some()).max_by_key(|&unit| self.rules.troops(unit).tq)
    }

    /// Questions that are answered at once.
    fn usual(&self, aim: Aim) -> Option<Action> {
        let find = |wanted: fn(&Action) -> bool| self.actions.iter().copied().find(wanted);
        let wanted = match self.question {
            Question::Activation | Question::Reactivation => {
                find(|it| matches!(it, Action::Activate(_)))
            }
            Question::Command(_) => find(|it| matches!(it, Action::Individual)),
            Question::Answers(AnswerStage::Withdrawal, _) if aim <= Aim::Withdraw => {
                find(|it| matches!(it, Action::Withdraw(_)))
            }
            Question::Answers(AnswerStage::ShockMark, _) => {
                find(|it| matches!(it, Action::Shock(true)))
            }
            Question::Designation(_) if aim >= Aim::Shock => {
                find(|it| matches!(it, Action::Engage(_)))
            }
            Question::Answers(AnswerStage::EntryFire, _)
            | Question::ReturnFire(_)
            | Question::QueuedFire => find(|it| matches!(it, Action::ReactionFire { .. })),
            Question::Momentum(_) if aim == Aim::End => find(|it| *it == Action::Momentum),
            _ => None,
        };
        let done = find(|it| *it == Action::Done);
        wanted.or(done).or_else(|| self.actions.first().copied())
    }

    /// The order that leads to it.
    fn order(&self, aim: Aim) -> Option<Action> {
        let rally = self.actions.iter().copied().find(|it| matches!(it, Action::Rally(_)));
        let done = self.actions.contains(&Action::Done).then_some(Action::Done);
        if aim >= Aim::Rally && rally.is_some() {
            return rally;
        }
        // Who rallies them comes sooner when the others leave it at that.
        let waits = aim == Aim::Rally && self.rules.units().any(|unit| self.runs(unit));
        let ordered = self.actions.iter().filter_map(|action| match *action {
            Action::Order(unit) => Some(unit),
            _ => None,
        });
        let best = ordered
            .filter(|&unit| !waits && self.has_use(aim, unit))
            .min_by_key(|&unit| (self.nearest_enemy(unit), unit));
        best.map(Action::Order).or(done).or(self.actions.first().copied())
    }

    fn runs(&self, unit: UnitId) -> bool {
        self.hex(unit).is_some() && self.state.unit(unit).routed
    }

    /// Whether an order to this unit could lead to it.
    fn has_use(&self, aim: Aim, unit: UnitId) -> bool {
        let troops = self.rules.troops(unit);
        match aim {
            Aim::Shoot => troops.missile.is_some(),
            Aim::Withdraw | Aim::Shock | Aim::Rally | Aim::End => {
                !troops.kind.is_skirmisher() && self.state.unit(unit).hits * 2 < troops.tq
            }
            _ => true,
        }
    }

    /// How the moving unit goes on.
    fn movement(&self, aim: Aim, unit: UnitId) -> Option<GuidePointer> {
        let done =
            self.actions.contains(&Action::Done).then_some(GuidePointer::Answer(Action::Done));
        let fire = self.actions.iter().copied().find(|it| matches!(it, Action::FireAt(_)));
        if let Some(fire) = fire.filter(|_| aim != Aim::Turn) {
            return Some(GuidePointer::Answer(fire));
        }
        if aim == Aim::Turn {
            let turn = self.actions.iter().copied();
            let turn = turn.into_iter().find(|it| matches!(it, Action::Go(Go::Turn(_))));
            return turn.map(GuidePointer::Answer).or(done);
        }
        let here = self.hex(unit)?;
        let shoots = self.rules.troops(unit).missile.is_some();
        let apart = if shoots && aim <= Aim::Withdraw { 2 } else { 1 };
        let outlook = self.rules.outlook(self.state);
        let far = |hex: Hex| u32::from(self.enemy_from(unit, hex).abs_diff(apart));
        let best = (outlook.arrivals.iter().skip(1))
            .filter(|arrival| arrival.may_stop && arrival.placement.hex != here)
            .min_by_key(|arrival| {
                (far(arrival.placement.hex) + u32::from(arrival.hits), arrival.spent)
            });
        match best {
            Some(arrival) if far(arrival.placement.hex) < far(here) => {
                Some(GuidePointer::Hex(arrival.placement.hex))
            }
            _ => done.or_else(|| best.map(|arrival| GuidePointer::Hex(arrival.placement.hex))),
        }
    }

    fn nearest_enemy(&self, unit: UnitId) -> u8 {
        self.hex(unit).map_or(u8::MAX, |hex| self.enemy_from(unit, hex))
    }

    /// How far the nearest enemy that stands is from a hex.
    fn enemy_from(&self, unit: UnitId, hex: Hex) -> u8 {
        let army = self.rules.camp(unit);
        let enemies = self
            .rules
            .units()
            .filter(|&other| self.rules.camp(other) != army && !self.state.unit(other).routed);
        enemies
            .flat_map(|other| self.rules.hexes_of(self.state, other))
            .map(|there| there.distance(hex))
            .min()
            .unwrap_or(u8::MAX)
    }

    fn hex(&self, unit: UnitId) -> Option<Hex> {
        self.state.unit(unit).hex()
    }
}
