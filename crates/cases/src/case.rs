//! The frame of a case: what every case has, whatever game it tests.

use crate::words::{Finding, Words};
use diadem_core::{Book, Rule};

/// A case, with its frame read and its game's own words still to be read.
pub(crate) struct Case<'t> {
    pub(crate) rules: Vec<Rule>,
    pub(crate) title: String,
    pub(crate) dice: Vec<u8>,
    pub(crate) position: Words<'t>,
    pub(crate) run: Option<Words<'t>>,
    pub(crate) steps: Vec<Step<'t>>,
    pub(crate) expect: Expect<'t>,
    pub(crate) then: Vec<Words<'t>>,
    /// Why none of its rules is cited while it is played.
    pub(crate) uncited: Option<Words<'t>>,
}

/// One thing that one seat does.
pub(crate) struct Step<'t> {
    pub(crate) words: Words<'t>,
    pub(crate) seat: Words<'t>,
    pub(crate) deed: Deed<'t>,
    pub(crate) refused: Option<Refusal<'t>>,
    pub(crate) then: Vec<Words<'t>>,
}

/// What a seat does in a step.
pub(crate) enum Deed<'t> {
    /// One action, or several one after the other.
    Act(Vec<Words<'t>>),
    Interject(Words<'t>),
    Stand(Words<'t>),
    /// The words that take it back.
    Undo(Words<'t>),
}

/// That a step must be refused, and by which rule.
pub(crate) struct Refusal<'t> {
    pub(crate) words: Words<'t>,
    pub(crate) rule: Rule,
}

/// What must be true at the end, in words that every game understands.
#[derive(Default)]
pub(crate) struct Expect<'t> {
    pub(crate) decides: Option<Words<'t>>,
    pub(crate) by_rule: Option<(Words<'t>, Rule)>,
    pub(crate) over: Option<Words<'t>>,
    pub(crate) winners: Option<Words<'t>>,
    pub(crate) events: Vec<(Words<'t>, Rule)>,
    pub(crate) told: Vec<Words<'t>>,
    pub(crate) untold: Vec<Words<'t>>,
    pub(crate) legal: Vec<Words<'t>>,
    pub(crate) not_legal: Vec<Words<'t>>,
}

impl<'t> Case<'t> {
    pub(crate) fn read(words: &Words<'t>, books: &[&'static Book]) -> Result<Case<'t>, Finding> {
        const KEYS: [&str; 11] = [
            "rule", "rules", "title", "game", "dice", "position", "run", "do", "expect", "then",
            "uncited",
        ];
        known_keys(words, &KEYS)?;
        let need = |key: &str| {
            words.get(key).ok_or_else(|| words.complain(format!("the case needs `{key}`")))
        };
        let title = need("title")?.read()?;
        let cited = match (words.get("rule"), words.get("rules")) {
            (Some(rule), None) => vec![rule],
            (None, Some(rules)) if !rules.items().is_empty() => rules.items(),
            _ => return Err(words.complain("the case needs `rule`, or a list `rules`")),
        };
        let rules = cited.iter().map(|cited| cited_rule(cited, books)).collect::<Result<_, _>>()?;
        let case = Case {
            rules,
            title,
            dice: read_or_default(words, "dice")?,
            position: need("position")?,
            run: words.get("run"),
            steps: list(words, "do")
                .iter()
                .map(|step| Step::read(step, books))
                .collect::<Result<_, _>>()?,
            expect: words
                .get("expect")
                .map_or(Ok(Expect::default()), |it| Expect::read(&it, books))?,
            then: list(words, "then"),
            uncited: words.get("uncited"),
        };
        if let Some(why) = &case.uncited {
            why.read::<String>()?;
        }
        if !case.asserts_something(words) {
            return Err(words.complain("the case expects nothing, so it cannot fail"));
        }
        Ok(case)
    }

    fn asserts_something(&self, words: &Words<'t>) -> bool {
        let in_steps = |step: &Step<'_>| step.refused.is_some() || !step.then.is_empty();
        let expects = words.get("expect").is_some_and(|expect| expect.entries().next().is_some());
        expects || !self.then.is_empty() || self.steps.iter().any(in_steps)
    }
}

impl<'t> Step<'t> {
    fn read(words: &Words<'t>, books: &[&'static Book]) -> Result<Step<'t>, Finding> {
        const KEYS: [&str; 8] =
            ["seat", "act", "acts", "interject", "stand", "undo", "refused", "then"];
        known_keys(words, &KEYS)?;
        let seat = words.get("seat").ok_or_else(|| words.complain("the step needs `seat`"))?;
        let deeds: Vec<Deed<'t>> = [
            words.get("act").map(|act| Deed::Act(vec![act])),
            words.get("acts").map(|acts| Deed::Act(acts.items())),
            words.get("interject").map(Deed::Interject),
            words.get("stand").map(Deed::Stand),
            words.get("undo").map(Deed::Undo),
        ]
        .into_iter()
        .flatten()
        .collect();
        let Ok([deed]) = <[Deed<'t>; 1]>::try_from(deeds) else {
            return Err(
                words.complain("the step needs one of `act`, `acts`, `interject`, `stand`, `undo`")
            );
        };
        let refused = match words.get("refused") {
            Some(words) => Some(Refusal { rule: cited_rule(&words, books)?, words }),
            None => None,
        };
        Ok(Step { words: words.clone(), seat, deed, refused, then: list(words, "then") })
    }
}

impl<'t> Expect<'t> {
    fn read(words: &Words<'t>, books: &[&'static Book]) -> Result<Expect<'t>, Finding> {
        const KEYS: [&str; 9] = [
            "decides",
            "by_rule",
            "over",
            "winners",
            "events",
            "told",
            "untold",
            "legal",
            "not_legal",
        ];
        known_keys(words, &KEYS)?;
        let cited = |words: Words<'t>| {
            let rule = cited_rule(&words, books)?;
            Ok((words, rule))
        };
        Ok(Expect {
            decides: words.get("decides"),
            by_rule: words.get("by_rule").map(cited).transpose()?,
            over: words.get("over"),
            winners: words.get("winners"),
            events: list(words, "events").into_iter().map(cited).collect::<Result<_, _>>()?,
            told: list(words, "told"),
            untold: list(words, "untold"),
            legal: list(words, "legal"),
            not_legal: list(words, "not_legal"),
        })
    }
}

fn list<'t>(words: &Words<'t>, key: &str) -> Vec<Words<'t>> {
    words.get(key).map(|list| list.items()).unwrap_or_default()
}

fn read_or_default<T: serde::de::DeserializeOwned + Default>(
    words: &Words<'_>,
    key: &str,
) -> Result<T, Finding> {
    words.get(key).map_or(Ok(T::default()), |value| value.read())
}

fn known_keys(words: &Words<'_>, known: &[&str]) -> Result<(), Finding> {
    match words.entries().find(|(key, _)| !known.contains(&key.as_str())) {
        Some((key, value)) => {
            Err(value
                .complain(format!("`{key}` is not known here; known are: {}", known.join(", "))))
        }
        None => Ok(()),
    }
}

/// The rule that `House 1.4` names.
fn cited_rule(words: &Words<'_>, books: &[&'static Book]) -> Result<Rule, Finding> {
    let citation: String = words.read()?;
    let found = citation.rsplit_once(' ').and_then(|(book, number)| {
        books.iter().find(|known| known.name.eq_ignore_ascii_case(book))?.find(number)
    });
    found.ok_or_else(|| {
        let names: Vec<&str> = books.iter().map(|book| book.name).collect();
        words.complain(format!("no rule \"{citation}\" in {}", names.join(", ")))
    })
}
