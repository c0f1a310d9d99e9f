//! A duel in a feud: begun, fought and brought home.

use super::procedure::Resolver;
use super::{Event, Hill, Scene};
use crate::duel::{self, Duel};
use diadem_core::{Dice, Illegal, Mapped, SeatSet, Sink};
use serde::{Deserialize, Serialize};

/// A duel in progress over a hill: whose the men are is kept as plain data, and the duel's rules half is that alone.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fight {
    /// The hill that is fought over.
    pub hill: Hill,
    /// Who fights whom.
    pub duel: Duel,
    /// How it stands.
    pub state: duel::State,
}

/// What the duel tells, as the feud tells it.
type Inner<'a, S> = Mapped<'a, duel::Event, Event, S, &'a dyn Fn(duel::Event) -> Event>;

impl<S: Sink<Event>> Resolver<'_, S> {
    pub(super) fn begin_duel(&mut self, duel: Duel, hill: Hill) {
        self.sink.tell(SeatSet::ALL, Event::Meets(duel, hill));
        self.state.duels += 1;
        self.state.scene = Scene::Duel(Fight { hill, duel, state: duel::State::beginning() });
    }

    /// Does something in the duel being fought, if one is, and brings it home when it is over.
    pub(super) fn in_duel(
        &mut self,
        run: impl FnOnce(Duel, &mut duel::State, &mut Dice, &mut Inner<'_, S>) -> Result<(), Illegal>,
    ) -> Result<(), Illegal> {
        let Scene::Duel(fight) = &mut self.state.scene else { return Ok(()) };
        let duel = fight.duel;
        let wrap = move |event| Event::Duel(duel, event);
        run(duel, &mut fight.state, self.dice, &mut Mapped::new(self.sink, &wrap))?;
        if fight.state.steps.is_empty() {
            self.come_home();
        }
        Ok(())
    }

    /// Whoever has lost or left has no claim any more.
    fn come_home(&mut self) {
        let Scene::Duel(fight) = std::mem::replace(&mut self.state.scene, Scene::Hills) else {
            return;
        };
        let losers = fight.duel.seats_of(fight.duel.winner(&fight.state).other());
        if let Some(year) = self.this_year() {
            let claims = &mut year.claims[usize::from(fight.hill)];
            *claims = claims.without(losers).without(fight.state.yielded);
        }
    }
}
