//! A case being played on a session, and held to what it expects.

use crate::case::{Case, Deed, Refusal, Step};
use crate::passages::{Before, Passage};
use crate::runner::Verdict;
use crate::trace::{Trace, answer};
use crate::vocabulary::{CasePosition, Vocabulary};
use crate::words::{Finding, Words};
use diadem_core::{Cause, Dice, Game, Illegal, Play, Rule, Seat, Session, Text, Told};

/// What is told about an answer that was legal, though the session had given the same one before.
const TAKEN_AS_NEW: &str = "this was taken as a new answer, though the game had just done the same \
                            by itself: leave out what it does by itself";

/// Plays one case on its game.
pub(crate) fn play<V: Vocabulary>(
    vocabulary: &V,
    words: &Words<'_>,
    file_stem: &str,
    trace: &mut Trace,
) -> Verdict {
    match Playing::new(vocabulary, words, file_stem, trace) {
        Err(finding) => finding.into(),
        Ok((mut playing, case)) => {
            if let Err(finding) = playing.play(&case) {
                playing.failures.push(finding);
            }
            if !playing.failures.is_empty() {
                playing.warnings.append(&mut playing.doubts);
            }
            Verdict { failures: playing.failures, warnings: playing.warnings }
        }
    }
}

/// A case being played.
pub(crate) struct Playing<'v, V: Vocabulary> {
    pub(crate) vocabulary: &'v V,
    pub(crate) session: Session<V::Game>,
    /// Where the session stood before the last thing that was done.
    before: Before<V::Game>,
    /// The entries of the log from here on may be confirmed: nobody has done so yet.
    unconfirmed: usize,
    /// What the procedure told before the session began.
    pub(crate) prelude: Vec<Told<<V::Game as Game>::Event>>,
    /// The rules that were seen to apply: of events, refusals and questions.
    seen: Vec<Rule>,
    pub(crate) failures: Vec<Finding>,
    warnings: Vec<Finding>,
    /// Answers that might have been meant otherwise, worth telling if the case fails.
    doubts: Vec<Finding>,
    trace: &'v mut Trace,
}

impl<'v, V: Vocabulary> Playing<'v, V> {
    fn new<'t>(
        vocabulary: &'v V,
        words: &Words<'t>,
        file_stem: &str,
        trace: &'v mut Trace,
    ) -> Result<(Self, Case<'t>), Finding> {
        let case = Case::read(words, &vocabulary.books())?;
        let number = case.rules[0].number();
        let after = file_stem.strip_prefix(number).and_then(|rest| rest.chars().next());
        if !file_stem.starts_with(number) || after.is_some_and(|next| next.is_ascii_digit()) {
            return Err(words.complain(format!("the file's name must begin with {number}")));
        }
        let mut position = vocabulary.position(&case.position)?;
        position.game.invariants(&position.state).map_err(|broken| {
            case.position.complain(format!("the position is impossible: {broken}"))
        })?;
        let mut dice = Dice::scripted(case.dice.iter().copied());
        let mut prelude = Vec::new();
        if let Some(run) = &case.run {
            vocabulary.procedure(&mut position, run, &mut dice, &mut prelude)?;
        }
        let seen = prelude.iter().map(|told| position.game.rule_of(&told.event)).collect();
        trace.heading(&case);
        for told in &prelude {
            trace.event(&*position.game, &told.event);
        }
        let before = Before::beginning(&position.state, &dice);
        let session = Session::from_position(position.game, position.state, dice);
        trace.passages(&before, &session, None);
        Ok((
            Playing {
                vocabulary,
                session,
                before,
                unconfirmed: 0,
                prelude,
                seen,
                failures: Vec::new(),
                warnings: Vec::new(),
                doubts: Vec::new(),
                trace,
            },
            case,
        ))
    }

    pub(crate) fn position(&self) -> CasePosition<V::Game> {
        CasePosition { game: self.session.game().clone(), state: self.session.state().clone() }
    }

    fn play(&mut self, case: &Case<'_>) -> Result<(), Finding> {
        self.seen.push(self.session.decision().rule());
        for step in &case.steps {
            self.step(step)?;
        }
        self.expect(case)?;
        for thing in &case.then {
            self.facts(thing)?;
        }
        self.seen.extend(self.events().map(|(rule, _)| rule).collect::<Vec<_>>());
        match (case.rules.iter().find(|rule| !self.seen.contains(rule)), &case.uncited) {
            (Some(rule), None) => self.failures.push(case.position.complain(format!(
                "{rule} was never cited by an event, a refusal or a question (say why with `uncited`)"
            ))),
            // The case holds better than its writer knew: nothing to stop anybody for.
            (None, Some(uncited)) => self.warnings.push(
                uncited.complain("every rule is cited now: `uncited` has nothing left to explain"),
            ),
            _ => {}
        }
        if let Some(fault) = self.session.dice().script_fault() {
            self.failures.push(case.position.complain(fault));
        }
        Ok(())
    }

    fn step(&mut self, step: &Step<'_>) -> Result<(), Finding> {
        let seat = self.seat(&step.seat)?;
        let at = self.position();
        let done: Result<(), Outcome> = match &step.deed {
            Deed::Act(acts) => self.acts(seat, acts, step.refused.as_ref())?,
            Deed::Interject(words) => {
                let interjection = self.vocabulary.interjection(&at, words)?;
                let done =
                    self.at_the_table(seat, words, |session| session.interject(seat, interjection));
                done.map_err(|illegal| self.refused(seat, words, illegal)).map_err(Outcome::Refused)
            }
            Deed::Stand(words) => {
                let standing = self.vocabulary.standing(words)?;
                self.at_the_table(seat, words, |session| {
                    session.stand(seat, standing.kind, standing.unit, standing.stance);
                    Ok::<(), Outcome>(())
                })
            }
            Deed::Undo(words) => {
                let undone = self.at_the_table(seat, words, |session| session.undo(seat));
                undone.map_err(|why| Outcome::NotUndone(why.to_string()))
            }
        };
        match (done, &step.refused) {
            (Ok(()), None) => {}
            (Err(Outcome::Refused(illegal)), Some(refusal)) if illegal.rule == refusal.rule => {
                self.seen.push(illegal.rule);
            }
            (Err(Outcome::Refused(illegal)), Some(refusal)) => self.failures.push(
                refusal
                    .words
                    .complain(format!("expected a refusal by {}, got: {illegal}", refusal.rule)),
            ),
            (Ok(()), Some(refusal)) => self.failures.push(
                refusal
                    .words
                    .complain(format!("expected a refusal by {}, but it was done", refusal.rule)),
            ),
            (Err(Outcome::Refused(illegal)), None) => {
                let done = self.done_by_itself();
                return Err(step.words.complain(format!("was refused: {illegal}{done}")));
            }
            (Err(Outcome::NotUndone(why)), _) => return Err(step.words.complain(why)),
        }
        self.seen.push(self.session.decision().rule());
        for thing in &step.then {
            self.facts(thing)?;
        }
        Ok(())
    }

    /// Does something at the table, and remembers where. What then follows by itself may be confirmed.
    fn at_the_table<E>(
        &mut self,
        seat: Seat,
        words: &Words<'_>,
        deed: impl FnOnce(&mut Session<V::Game>) -> Result<(), E>,
    ) -> Result<(), E> {
        let before = Before::of(&self.session);
        deed(&mut self.session)?;
        if self.session.log().len() < before.log {
            self.note(seat, words, "the last move is taken back");
            self.before = Before::of(&self.session);
        } else {
            self.before = before;
        }
        self.unconfirmed = self.before.log;
        self.trace.passages(&self.before, &self.session, Some(words));
        Ok(())
    }

    /// Writes down what somebody says without a move coming of it.
    fn note(&mut self, seat: Seat, words: &Words<'_>, what: &str) {
        let name = self.session.game().seat_name(seat);
        self.trace.write(|| format!("  {name}, line {}: {what}", words.line()));
    }

    fn refused(&mut self, seat: Seat, words: &Words<'_>, illegal: Illegal) -> Illegal {
        self.note(seat, words, &format!("{} is refused: {illegal}", words.text()));
        illegal
    }

    /// Some actions of one seat; only the last may be refused.
    fn acts(
        &mut self,
        seat: Seat,
        acts: &[Words<'_>],
        refusal: Option<&Refusal<'_>>,
    ) -> Result<Result<(), Outcome>, Finding> {
        let Some((last, before)) = acts.split_last() else { return Ok(Ok(())) };
        for words in before {
            if let Err(illegal) = self.act(seat, words, None)? {
                let done = self.done_by_itself();
                return Err(words.complain(format!("was refused: {illegal}{done}")));
            }
        }
        Ok(self.act(seat, last, refusal)?.map_err(Outcome::Refused))
    }

    /// One action: an answer to what is asked now, or else one that the session has given by itself.
    fn act(
        &mut self,
        seat: Seat,
        words: &Words<'_>,
        refusal: Option<&Refusal<'_>>,
    ) -> Result<Result<(), Illegal>, Finding> {
        let action = self.vocabulary.action(&self.position(), words);
        let refused = match action {
            Ok(action) => {
                let is_doubtful = self.was_done_by_itself(seat, action);
                match self.at_the_table(seat, words, |session| session.act(seat, action)) {
                    Ok(()) => {
                        self.seen.push(self.session.decision().rule());
                        self.doubts.extend(is_doubtful.then(|| words.complain(TAKEN_AS_NEW)));
                        return Ok(Ok(()));
                    }
                    Err(illegal) => Ok(illegal),
                }
            }
            Err(unreadable) => Err(unreadable),
        };
        if refusal.is_none() && self.confirms(seat, words) {
            self.note(seat, words, &format!("{} was done by itself", words.text()));
            return Ok(Ok(()));
        }
        match refused {
            Ok(illegal) => Ok(Err(self.refused(seat, words, illegal))),
            // What can be read in no position is no answer, but a slip of the pen.
            Err(unreadable) if !self.could_be_read(words) => Err(unreadable),
            Err(Finding { line, what }) => {
                Err(Finding { line, what: what + &self.done_by_itself() })
            }
        }
    }

    /// Whether the session has just done this for the seat, and nobody has confirmed it.
    fn was_done_by_itself(&self, seat: Seat, action: <V::Game as Game>::Action) -> bool {
        let unconfirmed = self.session.log().iter().skip(self.unconfirmed);
        let mut by_itself = unconfirmed.filter(|entry| entry.cause != Cause::Chosen);
        by_itself.any(|entry| entry.seat == seat && entry.play == Play::Act(action))
    }

    /// Whether the words say what the session has answered for the seat by itself since somebody last chose:
    /// in the order in which it did, each once. They are read in the position that was answered.
    fn confirms(&mut self, seat: Seat, words: &Words<'_>) -> bool {
        let passages = self.before.passages(&self.session);
        let confirmed = passages
            .into_iter()
            .filter(|passage| passage.index >= self.unconfirmed)
            .find(|Passage { state, entry, .. }| {
                let at = CasePosition { game: self.session.game().clone(), state: state.clone() };
                let says = |action| entry.play == Play::Act(action);
                entry.cause != Cause::Chosen
                    && entry.seat == seat
                    && self.vocabulary.action(&at, words).is_ok_and(says)
            });
        self.unconfirmed = confirmed.as_ref().map_or(self.unconfirmed, |one| one.index + 1);
        confirmed.is_some()
    }

    /// Whether the words are an action in a position that the session has answered by itself, right or wrong.
    fn could_be_read(&self, words: &Words<'_>) -> bool {
        let passages = self.before.passages(&self.session).into_iter();
        let mut by_itself = passages.filter(|passage| passage.entry.cause != Cause::Chosen);
        by_itself.any(|Passage { state, .. }| {
            let at = CasePosition { game: self.session.game().clone(), state };
            self.vocabulary.action(&at, words).is_ok()
        })
    }

    /// What the session has done by itself since somebody last chose, to be added to a complaint; nothing if
    /// it has done nothing.
    fn done_by_itself(&self) -> String {
        let passages = self.before.passages(&self.session);
        let game = &**self.session.game();
        let by_itself = passages.iter().filter(|passage| passage.entry.cause != Cause::Chosen);
        let told: Vec<String> = by_itself.map(|passage| answer(game, passage, None)).collect();
        if told.is_empty() {
            return String::new();
        }
        format!("; by itself the game had done:\n    {}", told.join("\n    "))
    }

    fn seat(&self, words: &Words<'_>) -> Result<Seat, Finding> {
        let name: String = words.read()?;
        let game = self.session.game();
        self.vocabulary.seat(game, &name).ok_or_else(|| {
            let names: Vec<&str> = game.seats().iter().map(|seat| game.seat_name(seat)).collect();
            words.complain(format!("there is no seat \"{name}\"; there are: {}", names.join(", ")))
        })
    }
}

/// Why a step was not done.
enum Outcome {
    Refused(Illegal),
    NotUndone(String),
}
