//! 10.1 and 10.2: the battle is joined, and each round has its six phases.

use crate::engine::event::Event;
use crate::engine::resolver::Resolver;
use crate::engine::state::{Fighting, HowEnded, Moving, Step};
use crate::model::boxes::Side;
use crate::model::sets::UnitSet;
use diadem_books::ALEXANDROS;
use diadem_core::{Rule, Sink, rule};

pub(crate) const ON_THE_DISPLAY: Rule = rule!(ALEXANDROS, "10.1");
pub(crate) const SEQUENCE: Rule = rule!(ALEXANDROS, "10.2");

impl<S: Sink<Event>> Resolver<'_, S> {
    /// Both armies stand.
    pub(crate) fn join_battle(&mut self) {
        self.tell(Event::Joined);
        self.begin_round();
    }

    fn begin_round(&mut self) {
        self.state.round += 1;
        self.state.side = Side::Macedonian;
        self.state.took_part = Default::default();
        let position = self.position();
        let vacant = position.vacant();
        let may_rally = Side::BOTH
            .map(|side| position.may_try_to_rally(side))
            .into_iter()
            .fold(UnitSet::NONE, |all, set| all | set);
        self.state.vacant = vacant;
        self.state.may_rally = may_rally;
        self.tell(Event::Round(self.state.round));
        self.begin_rally();
    }

    pub(crate) fn begin_rally(&mut self) {
        self.state.step = Step::Rally;
        if self.position().rallying().is_empty() {
            self.begin_movement();
        }
    }

    /// First the other side fills its first lines (10.6), then the moving side moves.
    pub(crate) fn begin_movement(&mut self) {
        let to_fill = self.position().hollow(self.state.side.other());
        self.state.moving = Moving { to_fill, ..Moving::default() };
        self.state.step = if to_fill.is_empty() { Step::Move } else { Step::Fill };
    }

    pub(crate) fn begin_combat(&mut self) {
        self.state.fighting = Fighting::default();
        self.state.units.iter_mut().for_each(|unit| unit.attacked = 0);
        self.release_hopeless_engagements();
        if self.position().has_attack() {
            self.state.step = Step::Attack;
        } else {
            self.tell(Event::Passes(self.state.side));
            self.end_turn();
        }
    }

    pub(crate) fn end_turn(&mut self) {
        match self.state.side {
            Side::Macedonian => {
                self.state.side = Side::Persian;
                self.begin_rally();
            }
            Side::Persian if self.state.round >= self.rules.charts.rounds => {
                self.end_battle(None, HowEnded::Nightfall);
            }
            Side::Persian => self.begin_round(),
        }
    }
}
