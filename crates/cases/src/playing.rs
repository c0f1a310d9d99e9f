//! A case being played on a session, and held to what it expects.

use crate::case::{Case, Deed, Step};
use crate::runner::Verdict;
use crate::vocabulary::{Position, Vocabulary};
use crate::words::{Finding, Words};
use diadem_core::{Decision, Dice, Game, Illegal, Rule, Seat, Session, Tell, Told};

/// Plays one case on its game.
pub(crate) fn play<V: Vocabulary>(vocabulary: &V, words: &Words<'_>, file_stem: &str) -> Verdict {
    match Playing::new(vocabulary, words, file_stem) {
        Err(finding) => finding.into(),
        Ok((mut playing, case)) => {
            if let Err(finding) = playing.play(&case) {
                playing.failures.push(finding);
            }
            Verdict { failures: playing.failures, warnings: playing.warnings }
        }
    }
}

/// A case being played.
struct Playing<'v, V: Vocabulary> {
    vocabulary: &'v V,
    session: Session<V::Game>,
    /// What the procedure told before the session began.
    prelude: Vec<Told<<V::Game as Game>::Event>>,
    /// The rules that were seen to apply: of events, refusals and questions.
    seen: Vec<Rule>,
    failures: Vec<Finding>,
    warnings: Vec<Finding>,
}

impl<'v, V: Vocabulary> Playing<'v, V> {
    fn new<'t>(
        vocabulary: &'v V,
        words: &Words<'t>,
        file_stem: &str,
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
        let session = Session::from_position(position.game, position.state, dice);
        Ok((
            Playing {
                vocabulary,
                session,
                prelude,
                seen,
                failures: Vec::new(),
                warnings: Vec::new(),
            },
            case,
        ))
    }

    fn position(&self) -> Position<V::Game> {
        Position { game: self.session.game().clone(), state: self.session.state().clone() }
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
            Deed::Act(acts) => self.acts(seat, acts)?,
            Deed::Interject(words) => {
                let interjection = self.vocabulary.interjection(&at, words)?;
                self.session.interject(seat, interjection).map_err(Outcome::Refused)
            }
            Deed::Stand(words) => {
                let standing = self.vocabulary.standing(words)?;
                self.session.stand(seat, standing.kind, standing.unit, standing.stance);
                Ok(())
            }
            Deed::Undo => {
                self.session.undo(seat).map_err(|why| Outcome::NotUndone(why.to_string()))
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
                return Err(step.words.complain(format!("was refused: {illegal}")));
            }
            (Err(Outcome::NotUndone(why)), _) => return Err(step.words.complain(why)),
        }
        self.seen.push(self.session.decision().rule());
        for thing in &step.then {
            self.facts(thing)?;
        }
        Ok(())
    }

    /// Some actions of one seat; only the last may be refused.
    fn acts(&mut self, seat: Seat, acts: &[Words<'_>]) -> Result<Result<(), Outcome>, Finding> {
        for (at, words) in acts.iter().enumerate() {
            let action = self.vocabulary.action(&self.position(), words)?;
            match self.session.act(seat, action) {
                Ok(()) => self.seen.push(self.session.decision().rule()),
                Err(illegal) if at + 1 == acts.len() => return Ok(Err(Outcome::Refused(illegal))),
                Err(illegal) => return Err(words.complain(format!("was refused: {illegal}"))),
            }
        }
        Ok(Ok(()))
    }

    fn seat(&self, words: &Words<'_>) -> Result<Seat, Finding> {
        let name: String = words.read()?;
        let game = self.session.game();
        self.vocabulary.seat(game, &name).ok_or_else(|| {
            let names: Vec<&str> = game.seats().iter().map(|seat| game.seat_name(seat)).collect();
            words.complain(format!("there is no seat \"{name}\"; there are: {}", names.join(", ")))
        })
    }

    /// Everything told so far, with its rule.
    fn events(&self) -> impl Iterator<Item = (Rule, String)> {
        let game = self.session.game();
        let before = self.prelude.iter().map(|told| &told.event);
        let since = self.session.whole_chronicle().iter().map(|line| &line.event);
        before.chain(since).map(|event| (game.rule_of(event), game.event(event)))
    }

    /// The expectations that every game understands.
    fn expect(&mut self, case: &Case<'_>) -> Result<(), Finding> {
        let expect = &case.expect;
        let decision = self.session.decision();
        let decides = match decision {
            Decision::Ask(ask) => self.session.game().seat_name(ask.seat).to_owned(),
            Decision::Over(outcome) => format!("nobody, it is over: {}", outcome.how),
        };
        if let Some(words) = &expect.decides {
            self.compare(words, "who decides", &words.read::<String>()?, &decides);
        }
        if let Some((words, rule)) = &expect.by_rule {
            self.compare(words, "the rule of the question", rule, &decision.rule());
        }
        if let Some(words) = &expect.over {
            let how = decision.outcome().map_or("not over", |outcome| outcome.how);
            self.compare(words, "how it ended", &words.read::<String>()?, &how.to_owned());
        }
        if let Some(words) = &expect.winners {
            let winners = decision.outcome().map(|outcome| outcome.winners).unwrap_or_default();
            let game = self.session.game();
            let names: Vec<String> =
                winners.iter().map(|seat| game.seat_name(seat).to_owned()).collect();
            self.compare(words, "the winners", &words.read::<Vec<String>>()?, &names);
        }
        self.expect_events(case)?;
        let at = self.position();
        let legal = self.session.actions();
        for words in &expect.legal {
            if !legal.contains(&self.vocabulary.action(&at, words)?) {
                self.failures
                    .push(words.complain(format!("expected to be legal: {}", words.text())));
            }
        }
        for words in &expect.not_legal {
            if legal.contains(&self.vocabulary.action(&at, words)?) {
                self.failures
                    .push(words.complain(format!("expected not to be legal: {}", words.text())));
            }
        }
        Ok(())
    }

    /// Events in their order, others between them; sentences anywhere.
    fn expect_events(&mut self, case: &Case<'_>) -> Result<(), Finding> {
        let events: Vec<(Rule, String)> = self.events().collect();
        let all = || {
            let told = |(rule, text): &(Rule, String)| format!("\n    {rule}: {text}");
            let list: String = events.iter().map(told).collect();
            if list.is_empty() { " nothing".to_owned() } else { list }
        };
        let mut found = Vec::new();
        let mut rest = events.iter();
        for (words, rule) in &case.expect.events {
            if !rest.any(|(told, _)| told == rule) {
                found.push(
                    words.complain(format!("expected an event of {rule} here, got:{}", all())),
                );
                break;
            }
        }
        for words in &case.expect.told {
            let text: String = words.read()?;
            if !events.iter().any(|(_, told)| told.contains(&text)) {
                found
                    .push(words.complain(format!("expected to be told \"{text}\", got:{}", all())));
            }
        }
        for words in &case.expect.untold {
            let text: String = words.read()?;
            if let Some((_, told)) = events.iter().find(|(_, told)| told.contains(&text)) {
                found.push(
                    words.complain(format!("expected not to be told \"{text}\", got: {told}")),
                );
            }
        }
        self.failures.extend(found);
        Ok(())
    }

    fn compare<T: PartialEq + std::fmt::Debug>(
        &mut self,
        words: &Words<'_>,
        what: &str,
        expected: &T,
        got: &T,
    ) {
        if expected != got {
            self.failures
                .push(words.complain(format!("{what}: expected {expected:?}, got {got:?}")));
        }
    }

    /// What the case says about a thing, beside what is true of it.
    fn facts(&mut self, thing: &Words<'_>) -> Result<(), Finding> {
        let facts = self.vocabulary.facts(&self.position(), thing)?;
        let subject: Vec<String> = (facts.subject.iter())
            .filter_map(|key| Some(format!("{key} {}", thing.get(key)?.text())))
            .collect();
        let subject = subject.join(", ");
        for (key, words) in thing.entries() {
            if facts.subject.contains(&key.as_str()) {
                continue;
            }
            let Some(got) = facts.known.get(key.as_str()) else {
                let known: Vec<&str> = facts.known.keys().copied().collect();
                let known = known.join(", ");
                return Err(words.complain(format!(
                    "nothing is known about `{key}` of {subject}; known are: {known}"
                )));
            };
            let expected: toml::Value = words.read()?;
            if expected != *got {
                self.failures.push(
                    words.complain(format!("{subject}: {key}: expected {expected}, got {got}")),
                );
            }
        }
        Ok(())
    }
}

/// Why a step was not done.
enum Outcome {
    Refused(Illegal),
    NotUndone(String),
}
