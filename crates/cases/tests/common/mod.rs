//! The words of the duel, for every test of the runner: a vocabulary of forty lines.

use diadem_cases::{AnyVocabulary, CasePosition, Facts, Finding, Vocabulary, Words};
use diadem_core::{AnswerOffer, Book, Camp, Dice, Seat, Sink, Stance, StandingAnswer};
use diadem_sparring::HOUSE;
use diadem_sparring::duel::{self, Action, Answer, Champion, Duel, Fighter, State, Turn};
use serde::Deserialize;
use std::sync::Arc;

/// The words of the duel. Men are counted from 1.
pub struct DuelVocabulary;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionToml {
    #[serde(default)]
    round: u8,
    #[serde(default)]
    men: Vec<ManToml>,
    champions: [u8; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ManToml {
    man: (CampToml, u8),
    wounds: u8,
    #[serde(default)]
    winded: bool,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum CampToml {
    Challenger,
    Challenged,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum ActionToml {
    Pick(u8),
    At(u8),
    Dodge(u8),
    Shield(u8),
    Done,
}

fn camp(words: CampToml) -> Camp {
    match words {
        CampToml::Challenger => Camp::First,
        CampToml::Challenged => Camp::Second,
    }
}

impl Vocabulary for DuelVocabulary {
    type Game = Duel;

    fn name(&self) -> &'static str {
        "duel"
    }

    fn books(&self) -> Vec<&'static Book> {
        vec![&HOUSE]
    }

    fn position(&self, words: &Words<'_>) -> Result<CasePosition<Duel>, Finding> {
        let read: PositionToml = words.read()?;
        let mut state = State::beginning();
        state.steps = vec![Turn::of(Camp::First).into()];
        state.round = read.round;
        state.champions = read.champions.map(|man| Champion::Secret(man - 1));
        for ManToml { man: (of, man), wounds, winded } in read.men {
            state.men[camp(of).index()][usize::from(man - 1)] = Fighter { wounds, winded };
        }
        let game = Arc::new(Duel::between(Seat::new(0), Seat::new(1)));
        Ok(CasePosition { game, state })
    }

    fn action(&self, _: &CasePosition<Duel>, words: &Words<'_>) -> Result<Action, Finding> {
        let answer = |kind, man: u8| Action::Answer(AnswerOffer { kind, unit: u16::from(man - 1) });
        Ok(match words.read()? {
            ActionToml::Pick(man) => Action::Pick(man - 1),
            ActionToml::At(man) => Action::At(man - 1),
            ActionToml::Dodge(man) => answer(Answer::Dodge, man),
            ActionToml::Shield(man) => answer(Answer::Shield, man),
            ActionToml::Done => Action::Done,
        })
    }

    fn facts(&self, at: &CasePosition<Duel>, words: &Words<'_>) -> Result<Facts, Finding> {
        let named = words.get("man").ok_or_else(|| words.complain("name a `man`"))?;
        let (of, man): (CampToml, u8) = named.read()?;
        let fighter = at.state.men[camp(of).index()]
            .get(usize::from(man.wrapping_sub(1)))
            .ok_or_else(|| named.complain("there are men 1 to 3"))?;
        Ok(Facts::about("man")
            .fact("wounds", i64::from(fighter.wounds))
            .fact("winded", fighter.winded))
    }

    fn interjection(
        &self,
        _: &CasePosition<Duel>,
        words: &Words<'_>,
    ) -> Result<duel::Yield, Finding> {
        match words.read::<String>()?.as_str() {
            "yield" => Ok(duel::Yield),
            other => Err(words.complain(format!("one can yield, not {other}"))),
        }
    }

    fn standing(&self, words: &Words<'_>) -> Result<StandingAnswer<Answer>, Finding> {
        match words.read::<String>()?.as_str() {
            "never shield" => {
                Ok(StandingAnswer { kind: Answer::Shield, unit: None, stance: Stance::Never })
            }
            "always dodge" => {
                Ok(StandingAnswer { kind: Answer::Dodge, unit: None, stance: Stance::Always })
            }
            _ => Err(words.complain("\"never shield\" or \"always dodge\"")),
        }
    }

    fn procedure(
        &self,
        at: &mut CasePosition<Duel>,
        _: &Words<'_>,
        _: &mut Dice,
        sink: &mut impl Sink<duel::Event>,
    ) -> Result<(), Finding> {
        at.state.champions[0] = Champion::Known(0);
        sink.tell(diadem_core::SeatSet::ALL, duel::Event::Revealed(Camp::First, 0));
        Ok(())
    }
}

/// All that the cases of a test may use.
pub fn words() -> Vec<Box<dyn AnyVocabulary>> {
    vec![Box::new(DuelVocabulary)]
}
