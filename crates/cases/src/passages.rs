//! What one deed sets off: its own entry in the log, and those that the session adds by itself. Each is told
//! with the position before it, which the session does not keep.

use diadem_core::{Dice, Drop, Entry, Game, Play, Session};

/// Where a session stood before a deed.
pub(crate) struct Before<G: Game> {
    state: G::State,
    dice: Dice,
    /// How many entries the log had.
    pub(crate) log: usize,
}

impl<G: Game> Before<G> {
    /// A session that is yet to begin from this position.
    pub(crate) fn beginning(state: &G::State, dice: &Dice) -> Before<G> {
        Before { state: state.clone(), dice: dice.clone(), log: 0 }
    }

    /// A session as it stands now.
    pub(crate) fn of(session: &Session<G>) -> Before<G> {
        let log = session.log().len();
        Before { state: session.state().clone(), dice: session.dice().clone(), log }
    }

    /// What has been done since.
    pub(crate) fn passages(&self, session: &Session<G>) -> Vec<Passage<G>> {
        let (mut state, mut dice) = (self.state.clone(), self.dice.clone());
        let mut passages = Vec::new();
        for (index, &entry) in session.log().iter().enumerate().skip(self.log) {
            passages.push(Passage { index, state: state.clone(), entry });
            let game = session.game();
            let done = match entry.play {
                Play::Act(action) => {
                    game.apply(&mut state, entry.seat, action, &mut dice, &mut Drop)
                }
                Play::Interject(interjection) => {
                    game.interject(&mut state, entry.seat, interjection, &mut dice, &mut Drop)
                }
                Play::Stand(_) => Ok(()),
            };
            debug_assert!(done.is_ok(), "what was done once can be done again: {entry:?}");
        }
        passages
    }
}

/// An entry of a game's log.
type EntryOf<G> = Entry<<G as Game>::Action, <G as Game>::Interjection, <G as Game>::AnswerKind>;

/// One entry of the log, and the position it was made in.
pub(crate) struct Passage<G: Game> {
    /// Its place in the log.
    pub(crate) index: usize,
    /// The position before it.
    pub(crate) state: G::State,
    pub(crate) entry: EntryOf<G>,
}
