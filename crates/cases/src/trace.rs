//! What happens in a case, line by line: every question, every answer and every event with its rule.

use crate::case::Case;
use crate::passages::{Before, Passage};
use crate::words::Words;
use diadem_core::{Cause, Decision, Play, Session, Text};

/// The lines of a case that somebody wants to read as it is played, or nothing.
#[derive(Clone, Debug)]
pub struct Trace(Option<Vec<String>>);

impl Trace {
    /// Nobody reads it.
    pub fn off() -> Trace {
        Trace(None)
    }

    /// Everything is written down.
    pub fn on() -> Trace {
        Trace(Some(Vec::new()))
    }

    /// What was written.
    pub fn lines(&self) -> &[String] {
        self.0.as_deref().unwrap_or_default()
    }

    /// Writes a line, which is made only if somebody reads it.
    pub(crate) fn write(&mut self, line: impl FnOnce() -> String) {
        if let Some(lines) = &mut self.0 {
            lines.push(line());
        }
    }

    /// What the case is about, and the procedure that it begins with.
    pub(crate) fn heading(&mut self, case: &Case<'_>) {
        self.write(|| format!("{} ({})", case.title, case.rules[0]));
        if let Some(run) = &case.run {
            self.write(|| format!("run = {}", run.text()));
        }
    }

    /// Something that happened.
    pub(crate) fn event<G: Text>(&mut self, game: &G, event: &G::Event) {
        self.write(|| format!("  {}: {}", game.rule_of(event), game.event(event)));
    }

    /// What is asked now.
    pub(crate) fn question<G: Text>(&mut self, game: &G, state: &G::State) {
        self.write(|| match game.decision(state) {
            Decision::Ask(ask) => {
                let question = game.question(state, ask.question);
                format!("{} is asked: {question} ({})", game.seat_name(ask.seat), ask.rule)
            }
            Decision::Over(outcome) => {
                format!("Nobody is asked any more: {} ({})", outcome.how, outcome.rule)
            }
        });
    }

    /// What has been done since, whatever came of it, and what is asked now. `said` are the words of the case
    /// by which somebody has chosen; the question that he answers was written before.
    pub(crate) fn passages<G: Text>(
        &mut self,
        before: &Before<G>,
        session: &Session<G>,
        said: Option<&Words<'_>>,
    ) {
        if self.0.is_none() {
            return;
        }
        let game = &**session.game();
        for passage in before.passages(session) {
            if passage.entry.cause != Cause::Chosen {
                self.question(game, &passage.state);
            }
            self.write(|| format!("  {}", answer(game, &passage, said)));
            let chronicle = session.whole_chronicle().iter();
            for told in chronicle.filter(|told| told.entry as usize == passage.index) {
                self.event(game, &told.event);
            }
        }
        self.question(game, session.state());
    }
}

/// Who has done what, and why.
pub(crate) fn answer<G: Text>(game: &G, passage: &Passage<G>, said: Option<&Words<'_>>) -> String {
    let Passage { state, entry, .. } = passage;
    let why = match entry.cause {
        Cause::Chosen => format!("line {}", said.map_or(0, Words::line)),
        Cause::Forced => "the only answer".into(),
        Cause::Stood => "a standing answer".into(),
    };
    let what = match entry.play {
        Play::Act(action) => game.action(state, action),
        Play::Interject(out_of_turn) => {
            format!("out of turn: {}", game.interjection(state, out_of_turn))
        }
        Play::Stand(_) => format!("from now on: {}", said.map_or("", Words::text)),
    };
    format!("{}, {why}: {what}", game.seat_name(entry.seat))
}
