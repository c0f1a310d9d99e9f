//! The words of the duel.

use super::answering::ANSWERING;
use super::blows::BLOWS;
use super::ending::ENDING;
use super::naming::NAMING;
use super::striking::STRIKING;
use super::{Action, Answer, Duel, Event, Question, State, Yield};
use diadem_core::{AnswerOffer, Camp, Rule, Seat, Text};

const fn camp_name(camp: Camp) -> &'static str {
    match camp {
        Camp::First => "Challenger",
        Camp::Second => "Challenged",
    }
}

impl Text for Duel {
    fn seat_name(&self, seat: Seat) -> &str {
        match self.camp_of(seat) {
            Some(camp) if self.men[camp.index()][0] == seat => camp_name(camp),
            Some(Camp::First) => "Challenger's ally",
            Some(Camp::Second) => "Challenged's ally",
            None => "Nobody",
        }
    }

    fn question(&self, _: &State, question: Question) -> String {
        match question {
            Question::Champion => "Who is your champion?".into(),
            Question::Striker => "Who strikes?".into(),
            Question::Target(man) => format!("Whom does man {} strike?", man + 1),
            Question::Answer(man) => format!("A blow is coming at man {}.", man + 1),
        }
    }

    fn action(&self, _: &State, action: Action) -> String {
        match action {
            Action::Name(man) => format!("Man {} is the champion", man + 1),
            Action::Pick(man) => format!("Man {} strikes", man + 1),
            Action::At(man) => format!("He strikes man {}", man + 1),
            Action::Answer(offer) => match offer.kind {
                Answer::Dodge => format!("Man {} dodges", offer.unit + 1),
                Answer::Shield => format!("Man {} takes it on his shield", offer.unit + 1),
            },
            Action::Done => "Take the blow".into(),
        }
    }

    fn interjection(&self, _: &State, _: Yield) -> String {
        "Yield".into()
    }

    fn event(&self, event: &Event) -> String {
        let name = |camp: &Camp| camp_name(*camp);
        match event {
            Event::Named(camp, man) => format!("{}: man {} is the champion.", name(camp), man + 1),
            Event::Strikes { camp, by, at } => {
                format!("{}: man {} strikes at man {}.", name(camp), by + 1, at + 1)
            }
            Event::Answered(camp, AnswerOffer { kind, unit }) => {
                format!("{}: man {} answers: {kind:?}.", name(camp), unit + 1)
            }
            Event::Revealed(camp, man) => {
                format!("{}: man {} is seen to be the champion.", name(camp), man + 1)
            }
            Event::Struck { camp, man, roll } => {
                let effect = if roll.result() >= 4 { "wounded" } else { "unhurt" };
                format!("{}: man {} is {effect} ({roll}).", name(camp), man + 1)
            }
            Event::Yielded(seat) => format!("{} yields.", self.seat_name(*seat)),
            Event::Won(camp) => format!("{} wins the duel.", name(camp)),
        }
    }

    fn rule_of(&self, event: &Event) -> Rule {
        match event {
            Event::Named(..) => NAMING,
            Event::Strikes { .. } => STRIKING,
            Event::Answered(..) => ANSWERING,
            Event::Revealed(..) | Event::Struck { .. } => BLOWS,
            Event::Yielded(..) | Event::Won(..) => ENDING,
        }
    }
}
