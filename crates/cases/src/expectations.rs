//! What a case expects at the end of it, or of a step, beside what came.

use crate::case::Case;
use crate::playing::Playing;
use crate::vocabulary::Vocabulary;
use crate::words::{Finding, Words};
use diadem_core::{Decision, Rule, Text};

impl<V: Vocabulary> Playing<'_, V> {
    /// Everything told so far, with its rule.
    pub(crate) fn events(&self) -> impl Iterator<Item = (Rule, String)> {
        let game = self.session.game();
        let before = self.prelude.iter().map(|told| &told.event);
        let since = self.session.whole_chronicle().iter().map(|line| &line.event);
        before.chain(since).map(|event| (game.rule_of(event), game.event(event)))
    }

    /// The expectations that every game understands.
    pub(crate) fn expect(&mut self, case: &Case<'_>) -> Result<(), Finding> {
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
    pub(crate) fn facts(&mut self, thing: &Words<'_>) -> Result<(), Finding> {
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
            if !facts.is(&key, &expected) {
                self.failures.push(
                    words.complain(format!("{subject}: {key}: expected {expected}, got {got}")),
                );
            }
        }
        Ok(())
    }
}
