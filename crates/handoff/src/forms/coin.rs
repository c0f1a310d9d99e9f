//! A form of battle that tosses a coin: the proof that a form is a folder and a line in a list. It is built only with
//! the feature `coin`, which tests ask for, and offered only where it is named.
//!
//! Each force is drawn up by saying so, the last one tosses, and whoever loses, runs.

use crate::battle_losses::{Condition, Remains, Remnant};
use crate::conversion::Conversion;
use crate::forms::{
    Action, Answer, BattleForm, Ended, Event, FORM, Field, Question, Source, WrittenCase, not_asked,
};
use crate::scene::Offered;
use crate::setup::WarSetup;
use diadem_campaign::Campaign;
use diadem_cases::{Finding, Words};
use diadem_core::{
    AnswerOffer, Ask, Broken, Camp, Chart, DataFile, Decision, Dice, Die, Game, Illegal, Mapped,
    Outcome, OwnFiles, Roll, Rule, Scenario, Seat, SeatSet, SetupError, Sink, Text,
};
use diadem_display::{Ending, Fate, HowEnded, Veteran};
use diadem_sheets::ChartError;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What coins are tossed with: men have to be counted.
#[derive(Debug)]
pub struct OnCoin {
    conversion: Arc<Conversion>,
}

/// A battle by the toss of a coin: the rules half.
#[derive(PartialEq, Debug)]
pub struct Coin {
    forces: Vec<Side>,
    /// Every unit with its men and its camp.
    units: Vec<(Camp, Remnant)>,
}

/// A force that fights.
#[derive(PartialEq, Debug)]
struct Side {
    camp: Camp,
    seat: Seat,
    name: String,
}

/// Everything that changes.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct State {
    /// How many forces are drawn up.
    pub drawn_up: u8,
    /// Who has won.
    pub winner: Option<Camp>,
}

/// What can be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Move {
    /// A force is drawn up.
    DrawUp,
    /// The coin is tossed.
    Toss,
}

/// What happened.
#[derive(Clone, PartialEq, Debug)]
pub struct Tossed {
    /// The coin.
    pub roll: Roll,
    /// Who has won.
    pub winner: Camp,
}

/// No window opens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum NoAnswer {}

/// Nothing is done out of turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NoInterjection {}

impl Coin {
    fn asked(&self, state: &State) -> Option<(Seat, Move)> {
        if state.winner.is_some() {
            return None;
        }
        match self.forces.get(usize::from(state.drawn_up)) {
            Some(next) => Some((next.seat, Move::DrawUp)),
            None => self.forces.last().map(|last| (last.seat, Move::Toss)),
        }
    }

    fn name(&self, camp: Camp) -> &str {
        self.forces.iter().find(|force| force.camp == camp).map_or("", |force| &force.name)
    }
}

impl Game for Coin {
    type State = State;
    type Action = Move;
    type Interjection = NoInterjection;
    type Question = Move;
    type Event = Tossed;
    type AnswerKind = NoAnswer;

    fn seats(&self) -> SeatSet {
        self.forces.iter().map(|force| force.seat).collect()
    }

    fn decision(&self, state: &State) -> Decision<Move> {
        match self.asked(state) {
            Some((seat, what)) => Decision::Ask(Ask::turn(seat, what, FORM).secret()),
            None => {
                let won = self.forces.iter().filter(|force| Some(force.camp) == state.winner);
                let winners = won.map(|force| force.seat).collect();
                Decision::Over(Outcome { winners, how: "tossed", rule: FORM })
            }
        }
    }

    fn actions(&self, state: &State, into: &mut Vec<Move>) {
        into.extend(self.asked(state).map(|(_, what)| what));
    }

    fn check(&self, state: &State, seat: Seat, action: Move) -> Result<(), Illegal> {
        if self.asked(state) == Some((seat, action)) { Ok(()) } else { Err(not_asked(FORM)) }
    }

    fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: Move,
        dice: &mut Dice,
        sink: &mut impl Sink<Tossed>,
    ) -> Result<(), Illegal> {
        self.check(state, seat, action)?;
        match action {
            Move::DrawUp => state.drawn_up += 1,
            Move::Toss => {
                let roll = Roll::plain(dice, Die::D6);
                let winner = if roll.raw <= 3 { Camp::First } else { Camp::Second };
                state.winner = Some(winner);
                sink.tell(SeatSet::ALL, Tossed { roll, winner });
            }
        }
        Ok(())
    }

    fn interjections(&self, _: &State, _: Seat, _: &mut Vec<NoInterjection>) {}

    fn interject(
        &self,
        _: &mut State,
        _: Seat,
        interjection: NoInterjection,
        _: &mut Dice,
        _: &mut impl Sink<Tossed>,
    ) -> Result<(), Illegal> {
        match interjection {}
    }

    fn view(&self, state: &State, _: Seat) -> State {
        state.clone()
    }

    fn offer(&self, _: &State, _: Move) -> Option<AnswerOffer<NoAnswer>> {
        None
    }

    fn invariants(&self, state: &State) -> Result<(), Broken> {
        if usize::from(state.drawn_up) > self.forces.len() {
            return Err(Broken("more forces are drawn up than there are".into()));
        }
        Ok(())
    }
}

impl Text for Coin {
    fn seat_name(&self, seat: Seat) -> &str {
        self.forces.iter().find(|force| force.seat == seat).map_or("Nobody", |force| &force.name)
    }

    fn question(&self, _: &State, question: Move) -> String {
        match question {
            Move::DrawUp => "Draw up for the toss.".into(),
            Move::Toss => "Toss the coin.".into(),
        }
    }

    fn action(&self, _: &State, action: Move) -> String {
        match action {
            Move::DrawUp => "The force is drawn up".into(),
            Move::Toss => "Toss the coin".into(),
        }
    }

    fn interjection(&self, _: &State, interjection: NoInterjection) -> String {
        match interjection {}
    }

    fn event(&self, Tossed { winner, .. }: &Tossed) -> String {
        format!("The coin falls for the {} side.", self.name(*winner))
    }

    fn rule_of(&self, _: &Tossed) -> Rule {
        FORM
    }
}

impl BattleForm for OnCoin {
    type Game = Coin;
    type Rules = Coin;
    type State = State;

    const WORD: &'static str = "coin";
    const PLACE: &'static str = "the toss of a coin";
    const COUNTS_MEN: bool = true;
    const IS_USUAL: bool = false;

    fn scenarios() -> Vec<Scenario> {
        Vec::new()
    }

    fn is_scenario(_: &str) -> bool {
        false
    }

    fn charts(_: &OwnFiles) -> Result<Vec<Chart>, SetupError> {
        Ok(Vec::new())
    }

    fn data_files() -> Vec<DataFile> {
        Vec::new()
    }

    fn alone(_: &WarSetup) -> Result<Coin, SetupError> {
        Err(SetupError("No battle by itself is decided by a coin.".into()))
    }

    fn files_alone(_: &str, _: &OwnFiles) -> Vec<DataFile> {
        Vec::new()
    }

    fn load(source: &Source<'_>) -> Result<OnCoin, ChartError> {
        Ok(OnCoin { conversion: source.conversion()? })
    }

    fn files(&self, _: &OwnFiles) -> Vec<DataFile> {
        Vec::new()
    }

    fn rules(
        &self,
        campaign: &Campaign,
        Offered { offer, .. }: &Offered,
    ) -> Result<Coin, SetupError> {
        let mut forces = Vec::new();
        // 10.3: the second camp is drawn up first, and the first camp tosses.
        for camp in [Camp::Second, Camp::First] {
            for force in offer.camps[camp.index()].iter() {
                let name = campaign.power_name(force.power).to_owned();
                let nobody = || SetupError(format!("Nobody plays the {name} side."));
                let seat = campaign.powers[force.power].seat.ok_or_else(nobody)?;
                forces.push(Side { camp, seat, name });
            }
        }
        let unit = |(camp, fighter)| {
            let men = self.conversion.men(fighter);
            (camp, Remnant { unit: fighter.unit, men, condition: Condition::Fit })
        };
        Ok(Coin { forces, units: offer.fighters().map(unit).collect() })
    }

    fn close(
        field: &Field<'_>,
        coin: &Arc<Coin>,
        state: &mut State,
        _: &mut Dice,
        _: &mut impl Sink<Event>,
    ) -> Option<Ended> {
        let winner = state.winner?;
        let piece = |&(camp, piece): &(Camp, Remnant)| {
            let condition = if camp == winner { Condition::Hit } else { Condition::Routed };
            Remnant { condition, ..piece }
        };
        let veteran = |(camp, one): (Camp, diadem_campaign::Commander)| {
            let fate = if one.wounded { Fate::Wounded } else { Fate::Unhurt };
            (one.leader, Veteran { fate, routed: camp != winner })
        };
        Some(Ended::Field(Remains {
            ending: Ending { winner: Some(winner), how: HowEnded::Elimination },
            pieces: coin.units.iter().map(piece).collect(),
            leaders: field.offer.commanders().map(veteran).collect(),
        }))
    }

    fn opening(_: &Coin, _: &mut Dice) -> State {
        State::default()
    }

    fn is_being_drawn_up(state: &State) -> bool {
        state.drawn_up == 0
    }

    fn decision(coin: &Coin, state: &State) -> Decision<Question> {
        coin.decision(state).map(Question::Coin)
    }

    fn list(coin: &Coin, state: &State, into: &mut Vec<Action>) {
        into.extend(coin.asked(state).map(|(_, what)| Action::Coin(what)));
    }

    fn check(coin: &Coin, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Coin(action) => coin.check(state, seat, action),
            _ => Err(not_asked(FORM)),
        }
    }

    fn apply(
        coin: &Arc<Coin>,
        state: &mut State,
        seat: Seat,
        action: Action,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        let Action::Coin(action) = action else { return Err(not_asked(FORM)) };
        let wrap = |event| Event::Coin(Arc::clone(coin), event);
        coin.apply(state, seat, action, dice, &mut Mapped::new(sink, wrap))
    }

    fn view(coin: &Coin, state: &State, seat: Seat) -> State {
        coin.view(state, seat)
    }

    fn offer(_: &Coin, _: &State, _: Action) -> Option<AnswerOffer<Answer>> {
        None
    }

    fn invariants(coin: &Coin, state: &State) -> Result<(), Broken> {
        coin.invariants(state)
    }

    fn game(coin: &Arc<Coin>) -> &Coin {
        coin
    }

    fn question(coin: &Coin, state: &State, question: Question) -> String {
        match question {
            Question::Coin(question) => coin.question(state, question),
            _ => String::new(),
        }
    }

    fn action(coin: &Coin, state: &State, action: Action) -> String {
        match action {
            Action::Coin(action) => coin.action(state, action),
            _ => String::new(),
        }
    }

    fn headline(_: &Coin, _: &State) -> String {
        "the toss".into()
    }

    fn progress(state: &State) -> Option<String> {
        (state.drawn_up > 0).then(|| "the toss".into())
    }

    fn turns(_: &State) -> u32 {
        1
    }

    fn read_action(_: &Arc<Coin>, _: &State, words: &Words<'_>) -> Result<Action, Finding> {
        words.read().map(|()| Action::Coin(Move::Toss))
    }

    fn written(_: &Coin, _: &str, _: &State) -> Option<WrittenCase> {
        None
    }
}
