//! 10.9: advancing into boxes that were vacant when the round began.

use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::state::Passage;
use crate::model::army::UnitId;
use crate::model::boxes::{BoxId, Line};
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const ADVANCE: Rule = rule!(ALEXANDROS, "10.9");
/// Units that advance from one box into another in a round.
const MOST_ADVANCED: u8 = 4;

impl Position<'_> {
    pub(crate) fn may_advance(&self, unit: UnitId, to: BoxId, line: Line) -> Result<(), Illegal> {
        let from = self.leaving(unit, ADVANCE)?;
        self.fits_advance(from, to)?;
        self.has_room(unit, to, line)
    }

    pub(crate) fn fits_advance(&self, from: BoxId, to: BoxId) -> Result<(), Illegal> {
        if !self.state.vacant.contains(to) {
            return Err(Illegal::by(ADVANCE, "That box was not vacant when the round began."));
        }
        if !self.rules.board().links(from).contains(to) {
            return Err(Illegal::by(ADVANCE, "These boxes are not linked."));
        }
        match self.state.moving.advances[to.index()] {
            Some(begun) if begun.from != from => {
                Err(Illegal::by(ADVANCE, "One advance is made into each empty box, from one box."))
            }
            Some(begun) if begun.count >= MOST_ADVANCED => {
                Err(Illegal::by(ADVANCE, "Four units have advanced."))
            }
            Some(_) => Ok(()),
            None if self.at[to.index()].is_empty() => Ok(()),
            None => Err(Illegal::by(ADVANCE, "That box is vacant no longer.")),
        }
    }
}

impl<S: Sink<Event>> Resolver<'_, S> {
    pub(crate) fn advance(&mut self, unit: UnitId, to: BoxId, line: Line) {
        let Some(from) = self.state.box_of(unit) else { return };
        let count = self.state.moving.advances[to.index()].map_or(0, |begun| begun.count) + 1;
        self.state.moving.advances[to.index()] = Some(Passage { from, to, count });
        self.state.moving.advanced.insert(unit);
        self.tell(Event::Advanced(unit, from, to));
        self.enter(unit, to, line);
    }
}
