//! What is being played: state, dice, log, chronicle, undo, standing answers.

use crate::{
    Decision, Dice, DicePosition, Discretion, Game, Illegal, Moment, Playable, Seal, Seat, SeatSet,
    Sink, Stance, StandingAnswer, StandingAnswers, StateHash, state_hash,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Something done at the table: an answer, an interjection, or a standing answer given.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Play<A, I, K> {
    /// An answer to the present decision.
    Act(A),
    /// Something out of turn.
    Interject(I),
    /// A standing answer is given; the state does not change.
    Stand(StandingAnswer<K>),
}

/// Who chose what was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Cause {
    /// The seat itself.
    Chosen,
    /// Nobody: it was the only legal answer.
    Forced,
    /// A standing answer of the seat.
    Stood,
}

/// A line of the log. The log alone, with the seed, gives the whole game again.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry<A, I, K> {
    /// Whose it is.
    pub seat: Seat,
    /// Who chose it.
    pub cause: Cause,
    /// What was done.
    pub play: Play<A, I, K>,
}

/// The log entry of a game.
type EntryOf<G> = Entry<<G as Game>::Action, <G as Game>::Interjection, <G as Game>::AnswerKind>;

/// A line of the chronicle: an event, who may see it, and the log entry that caused it.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<E> {
    /// The index of the log entry that caused it.
    pub entry: u32,
    /// Who may see it.
    pub seen_by: SeatSet,
    /// What happened.
    pub event: E,
}

/// Everything about a session that is worth keeping; the rest follows from it.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Record<G: Game> {
    /// The dice, where they stand.
    pub dice: DicePosition,
    /// Everything done since the start.
    pub log: Vec<EntryOf<G>>,
    /// The state after it.
    pub state: G::State,
}

impl<G: Game> Clone for Record<G> {
    fn clone(&self) -> Self {
        Record { dice: self.dice, log: self.log.clone(), state: self.state.clone() }
    }
}

/// Why nothing can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CannotUndo {
    /// Nothing was done yet.
    #[error("There is nothing to take back.")]
    Nothing,
    /// It belongs to another seat.
    #[error("Only the seat that decides now can take its own moves back.")]
    NotYours,
    /// Something has happened that cannot be unseen.
    #[error("{}", sealed_sentence(*.0))]
    Sealed(Seal),
}

fn sealed_sentence(seal: Seal) -> &'static str {
    match seal {
        Seal::Dice => "Dice were rolled since, so it cannot be taken back.",
        Seal::Shown => "Something hidden was shown since, so it cannot be taken back.",
        Seal::Answered => "The other side had its chance to answer, so it cannot be taken back.",
        Seal::OtherSeat => "Another player has had to decide since, so it cannot be taken back.",
        Seal::Over => "The game is over.",
    }
}

/// A log that the rules do not accept.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("entry {} of the log is not legal: {illegal}", entry + 1)]
pub struct ReplayError {
    /// The index of the entry.
    pub entry: usize,
    /// Why it is refused.
    pub illegal: Illegal,
}

/// What a seat can go back to: how things stood before it did something.
struct Mark<S> {
    seat: Seat,
    state: S,
    dice: Dice,
    log: usize,
    chronicle: usize,
}

/// A game in progress.
///
/// Everything done is in the log, forced and standing answers too, so that a replay needs nothing
/// but the seed and the log. The chronicle and the undo stack follow from it and are not saved.
pub struct Session<G: Game> {
    game: Arc<G>,
    state: G::State,
    dice: Dice,
    log: Vec<EntryOf<G>>,
    chronicle: Vec<Line<G::Event>>,
    standing: StandingAnswers<G::AnswerKind>,
    /// All of one seat, the one that decides.
    undo: Vec<Mark<G::State>>,
    /// Why each seat could last not take back any more what it had done.
    sealed: [Option<Seal>; Seat::MOST as usize],
    listed: Vec<G::Action>,
}

impl<G: Playable> Session<G> {
    /// A new game with this seed, advanced to its first real decision.
    pub fn begin(game: Arc<G>, seed: u64) -> Session<G> {
        let mut session = Session::open(game, seed);
        session.advance();
        session
    }

    /// Plays a log again, from the start to its end.
    pub fn replay(game: Arc<G>, seed: u64, log: &[EntryOf<G>]) -> Result<Session<G>, ReplayError> {
        let mut session = Session::open(game, seed);
        for (entry, &done) in log.iter().enumerate() {
            session.perform(done).map_err(|illegal| ReplayError { entry, illegal })?;
        }
        Ok(session)
    }

    fn open(game: Arc<G>, seed: u64) -> Session<G> {
        let mut dice = Dice::new(seed);
        let state = game.opening(&mut dice);
        Session::at(game, state, dice)
    }
}

impl<G: Game> Session<G> {
    /// Goes on from a record without playing its log again: the chronicle begins anew and nothing
    /// before it can be taken back. For saves of other rules; [`Session::replay`] gives everything.
    pub fn resume(game: Arc<G>, record: Record<G>) -> Session<G> {
        let mut session = Session::at(game, record.state, Dice::resume(record.dice));
        for entry in &record.log {
            if let Play::Stand(standing) = entry.play {
                session.standing.give(entry.seat, standing);
            }
        }
        session.log = record.log;
        session
    }

    /// Starts from any position, with any dice, advanced to its first real decision: for rule cases.
    pub fn from_position(game: Arc<G>, state: G::State, dice: Dice) -> Session<G> {
        let mut session = Session::at(game, state, dice);
        session.advance();
        session
    }

    fn at(game: Arc<G>, state: G::State, dice: Dice) -> Session<G> {
        Session {
            game,
            state,
            dice,
            log: Vec::new(),
            chronicle: Vec::new(),
            standing: StandingAnswers::default(),
            undo: Vec::new(),
            sealed: [None; Seat::MOST as usize],
            listed: Vec::new(),
        }
    }

    /// The rules half.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The state as it truly is; what a seat may see of it is [`Session::view`].
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The state as a seat knows it.
    pub fn view(&self, seat: Seat) -> G::State {
        self.game.view(&self.state, seat)
    }

    /// Who decides what next, or how it ended.
    pub fn decision(&self) -> Decision<G::Question> {
        self.game.decision(&self.state)
    }

    /// Every legal answer.
    pub fn actions(&self) -> Vec<G::Action> {
        let mut listed = Vec::new();
        self.game.actions(&self.state, &mut listed);
        listed
    }

    /// What a seat may do out of turn.
    pub fn interjections(&self, seat: Seat) -> Vec<G::Interjection> {
        let mut listed = Vec::new();
        self.game.interjections(&self.state, seat, &mut listed);
        listed
    }

    /// The dice, where they stand.
    pub fn dice(&self) -> &Dice {
        &self.dice
    }

    /// What a seat wants done about a kind of answer, for the window to show.
    pub fn standing(&self) -> &StandingAnswers<G::AnswerKind> {
        &self.standing
    }

    /// Everything done so far.
    pub fn log(&self) -> &[EntryOf<G>] {
        &self.log
    }

    /// Everything that happened, as `seat` may know it.
    pub fn chronicle(&self, seat: Seat) -> impl Iterator<Item = &Line<G::Event>> {
        self.chronicle.iter().filter(move |line| line.seen_by.contains(seat))
    }

    /// Everything that happened, with nothing held back: for when the game is over, and for
    /// spectators.
    pub fn whole_chronicle(&self) -> &[Line<G::Event>] {
        &self.chronicle
    }

    /// The hash of the present state.
    pub fn state_hash(&self) -> StateHash {
        state_hash(&self.state)
    }

    /// What to keep.
    pub fn record(&self) -> Record<G> {
        Record { dice: self.dice.position(), log: self.log.clone(), state: self.state.clone() }
    }

    /// `seat` answers the present decision. What follows without a choice follows at once.
    pub fn act(&mut self, seat: Seat, action: G::Action) -> Result<(), Illegal> {
        self.perform(Entry { seat, cause: Cause::Chosen, play: Play::Act(action) })?;
        self.advance();
        Ok(())
    }

    /// `seat` does something out of turn.
    pub fn interject(&mut self, seat: Seat, interjection: G::Interjection) -> Result<(), Illegal> {
        self.perform(Entry { seat, cause: Cause::Chosen, play: Play::Interject(interjection) })?;
        self.advance();
        Ok(())
    }

    /// `seat` gives a standing answer, which may close a window that is open now.
    pub fn stand(&mut self, seat: Seat, kind: G::AnswerKind, unit: Option<u16>, stance: Stance) {
        let play = Play::Stand(StandingAnswer { kind, unit, stance });
        self.perform(Entry { seat, cause: Cause::Chosen, play })
            .expect("no rule forbids to say what one always does");
        self.advance();
    }

    /// Somebody else takes `seat`, and is asked about everything.
    pub fn ask_everything(&mut self, seat: Seat) {
        let said: Vec<_> = self.standing.of(seat).collect();
        for StandingAnswer { kind, unit, .. } in said {
            self.stand(seat, kind, unit, Stance::Ask);
        }
    }

    /// Whether `seat` can take its last move back, and if not, why. The answer depends on nothing that the seat cannot see.
    pub fn can_undo(&self, seat: Seat) -> Result<(), CannotUndo> {
        if let Some(mark) = self.undo.last().filter(|mark| mark.seat == seat) {
            return self.others_stay(mark);
        }
        Err(match (self.sealed[seat.index()], self.decision()) {
            (Some(seal), _) => CannotUndo::Sealed(seal),
            (None, Decision::Over(_)) => CannotUndo::Sealed(Seal::Over),
            (None, Decision::Ask(ask)) if ask.seat == seat => CannotUndo::Nothing,
            (None, Decision::Ask(_)) => CannotUndo::NotYours,
        })
    }

    /// Takes the last chosen move of `seat` back, with what followed from it. What others did out of turn since is done
    /// again, and standing answers given since stay given.
    pub fn undo(&mut self, seat: Seat) -> Result<(), CannotUndo> {
        self.can_undo(seat)?;
        if let Some(mark) = self.undo.pop() {
            self.state = mark.state;
            self.dice = mark.dice;
            self.chronicle.truncate(mark.chronicle);
            for undone in self.log.split_off(mark.log) {
                // What is refused now is nothing that the seat has seen: `can_undo` has tried.
                let _ = self.again(mark.seat, undone);
            }
        }
        Ok(())
    }

    /// Whether everything that others did since a mark, and that its seat has seen, can be done again without what the
    /// seat did. What it has not seen must not hold it back: an undo that fails would tell of it.
    fn others_stay(&self, mark: &Mark<G::State>) -> Result<(), CannotUndo> {
        let since = &self.log[mark.log..];
        if !since.iter().any(|entry| matches!(entry.play, Play::Interject(_))) {
            return Ok(());
        }
        let game = Arc::clone(&self.game);
        let mut tried = Session::at(game, mark.state.clone(), mark.dice.clone());
        tried.standing = self.standing.clone();
        let lines = &self.chronicle[mark.chronicle..];
        for (index, &entry) in (mark.log..).zip(since) {
            let is_seen = |line: &Line<G::Event>| {
                line.entry as usize == index && line.seen_by.contains(mark.seat)
            };
            if tried.again(mark.seat, entry).is_err() && lines.iter().any(is_seen) {
                return Err(CannotUndo::Sealed(Seal::Answered));
            }
        }
        Ok(())
    }

    /// Does again what stays when `taker` takes back what it did: what others did out of turn, and all standing answers.
    /// Answers that needed no choice are found anew.
    fn again(&mut self, taker: Seat, entry: EntryOf<G>) -> Result<(), Illegal> {
        match entry.play {
            Play::Stand(_) => self.perform(entry),
            Play::Interject(_) if entry.seat != taker => {
                self.perform(entry)?;
                self.advance();
                Ok(())
            }
            Play::Interject(_) | Play::Act(_) => Ok(()),
        }
    }

    /// Takes every answer that needs no choice: the only one, and those that stand.
    fn advance(&mut self) {
        while let Some((seat, action, cause)) = self.unasked() {
            let entry = Entry { seat, cause, play: Play::Act(action) };
            if self.perform(entry).is_err() {
                debug_assert!(false, "a listed action must apply: {entry:?}");
                return;
            }
        }
    }

    /// The answer that needs no choice, if there is one.
    fn unasked(&mut self) -> Option<(Seat, G::Action, Cause)> {
        let ask = self.decision().ask()?;
        self.listed.clear();
        self.game.actions(&self.state, &mut self.listed);
        if let ([only], Discretion::Open) = (self.listed.as_slice(), ask.discretion) {
            return Some((ask.seat, *only, Cause::Forced));
        }
        if ask.moment != Moment::Window {
            return None;
        }
        let offer_of = |action| self.game.offer(&self.state, action);
        let stood = self.standing.choose(ask.seat, &self.listed, offer_of)?;
        Some((ask.seat, stood, Cause::Stood))
    }

    /// Does one thing, writes it down, and sees what can still be taken back. The one place where
    /// the state of a session changes, whether played or replayed.
    fn perform(&mut self, entry: EntryOf<G>) -> Result<(), Illegal> {
        let (rolled, told_before) = (self.dice.position(), self.chronicle.len());
        let mark = self.can_be_taken_back(entry).then(|| Mark {
            seat: entry.seat,
            state: self.state.clone(),
            dice: self.dice.clone(),
            log: self.log.len(),
            chronicle: told_before,
        });
        let mut scribe =
            Scribe { entry: self.log.len() as u32, chronicle: &mut self.chronicle, sealed: None };
        let (state, dice) = (&mut self.state, &mut self.dice);
        match entry.play {
            Play::Act(action) => {
                self.game.apply(state, entry.seat, action, dice, &mut scribe)?;
            }
            Play::Interject(interjection) => {
                self.game.interject(state, entry.seat, interjection, dice, &mut scribe)?;
            }
            Play::Stand(standing) => self.standing.give(entry.seat, standing),
        }
        let told = scribe.sealed;
        self.log.push(entry);
        self.undo.extend(mark);
        if let Some(holder) = self.undo.last().map(|mark| mark.seat) {
            let lines = &self.chronicle[told_before..];
            let is_seen =
                entry.seat == holder || lines.iter().any(|line| line.seen_by.contains(holder));
            let rolled = (self.dice.position() != rolled).then_some(Seal::Dice);
            let seal = rolled.or(told).filter(|_| is_seen).or_else(|| self.passed_on(holder));
            if seal.is_some() {
                self.undo.clear();
                self.sealed[holder.index()] = seal;
            }
        }
        Ok(())
    }

    /// Whether it is something that its seat may take back by itself: what it chose while it was asked.
    fn can_be_taken_back(&self, entry: EntryOf<G>) -> bool {
        match entry.play {
            Play::Act(_) => entry.cause == Cause::Chosen,
            Play::Interject(_) => self.decision().ask().is_some_and(|ask| ask.seat == entry.seat),
            Play::Stand(_) => false,
        }
    }

    /// Whether the game has passed on from the seat that might take something back.
    fn passed_on(&self, holder: Seat) -> Option<Seal> {
        match self.decision() {
            Decision::Over(_) => Some(Seal::Over),
            Decision::Ask(ask) => (ask.seat != holder).then_some(Seal::OtherSeat),
        }
    }
}

/// Writes a session's chronicle.
struct Scribe<'a, E> {
    entry: u32,
    chronicle: &'a mut Vec<Line<E>>,
    sealed: Option<Seal>,
}

impl<E> Sink<E> for Scribe<'_, E> {
    fn tell(&mut self, seen_by: SeatSet, event: E) {
        self.chronicle.push(Line { entry: self.entry, seen_by, event });
    }
    fn seal(&mut self, seal: Seal) {
        self.sealed = Some(seal);
    }
}
