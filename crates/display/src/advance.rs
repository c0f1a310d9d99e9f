//! 10.9: advancing into boxes that were vacant when the round began.

use crate::engine::event::Event;
use crate::engine::position::Position;
use crate::engine::resolver::Resolver;
use crate::engine::sequence::Turn;
use crate::model::army::UnitId;
use crate::model::boxes::{BoxId, Line};
use crate::movement::{Movement, Passage};
use diadem_books::ALEXANDROS;
use diadem_core::{Illegal, Rule, Sink, rule};

pub(crate) const ADVANCE: Rule = rule!(ALEXANDROS, "10.9");
/// Units that advance from one box into another in a round.
const MOST_ADVANCED: u8 = 4;

impl Position<'_> {
    pub(crate) fn may_advance(
        &self,
        moving: &Movement,
        unit: UnitId,
        to: BoxId,
        line: Line,
    ) -> Result<(), Illegal> {
        let from = self.leaving(moving, unit, ADVANCE)?;
        self.fits_advance(moving, from, to)?;
        self.has_room(unit, to, line)
    }

    pub(crate) fn fits_advance(
        &self,
        moving: &Movement,
        from: BoxId,
        to: BoxId,
    ) -> Result<(), Illegal> {
        if !self.state.vacant.contains(to) {
            return Err(Illegal::by(ADVANCE, "That box was not vacant when the round began."));
        }
        if !self.rules.board().links(from).contains(to) {
            return Err(Illegal::by(ADVANCE, "These boxes are not linked."));
        }
        match moving.advances[to.index()] {
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
        let begun = &mut self.state.frame_mut::<Movement>().advances[to.index()];
        let count = begun.map_or(0, |begun| begun.count) + 1;
        *begun = Some(Passage { from, to, count });
        self.state.frame_mut::<Turn>().advanced.insert(unit);
        self.tell(Event::Advanced(unit, from, to));
        self.enter(unit, to, line);
    }
}
