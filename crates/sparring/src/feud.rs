//! House 2.0, the feud: three heirs, three hills, and the duels fought over them.
//!
//! - 2.1 Every year each heir orders, in secret, a march on one hill, or stays at home.
//! - 2.2 The orders are shown together. An heir alone on a hill holds it. Where two or three meet, the
//!   first two in the order of seats fight a duel, the winner the third.
//! - 2.3 An heir may write one letter a year to another heir; only those two know of it.
//! - 2.4 An heir may renounce at any time: his hills are free, and a duel he fights is yielded.
//! - 2.5 The feud ends when the last year is over or one heir is left. Most hills win; a tie is a draw.

use crate::HOUSE;
use crate::duel::{self, Duel};
use diadem_core::{
    AnswerOffer, Ask, Broken, Chart, DataFile, Decision, Dice, Game, Illegal, Mapped, Outcome,
    OwnFiles, Playable, Request, Rule, Scenario, Seal, Seat, SeatSet, SetupError, Sink, Tally,
    Text, rule,
};
use serde::{Deserialize, Serialize};

const ORDERS: Rule = rule!(HOUSE, "2.1");
const MARCHES: Rule = rule!(HOUSE, "2.2");
const LETTERS: Rule = rule!(HOUSE, "2.3");
const RENOUNCING: Rule = rule!(HOUSE, "2.4");
const ENDING: Rule = rule!(HOUSE, "2.5");

const HEIRS: u8 = 3;
const HILLS: u8 = 3;
const NAMES: [&str; HEIRS as usize] = ["North", "East", "South"];

/// How a feud is set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FeudSetup {
    /// The scenario's id.
    pub scenario: String,
    /// How many years it lasts.
    pub years: u16,
}

/// The rules half.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feud {
    setup: FeudSetup,
}

/// A hill, by its number.
pub type Hill = u8;

/// An heir's order for the year.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Order {
    /// None yet.
    None,
    /// Given, but not to whoever looks.
    Unknown,
    /// Stay at home, or march.
    Given(Option<Hill>),
}

/// A duel in progress over a hill.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fight {
    /// The hill that is fought over.
    pub hill: Hill,
    /// The heirs who fight.
    pub fighters: [Seat; 2],
    /// The duel itself.
    pub duel: duel::State,
}

/// Everything that changes in a feud.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// Years that are over.
    pub year: u16,
    /// Duels fought.
    pub duels: u32,
    /// Who has not renounced.
    pub heirs: SeatSet,
    /// Who holds each hill.
    pub hills: [Option<Seat>; HILLS as usize],
    /// The orders of this year.
    pub orders: [Order; HEIRS as usize],
    /// Who still stands on each hill with a claim.
    pub claims: [SeatSet; HILLS as usize],
    /// Who has written a letter this year.
    pub wrote: SeatSet,
    /// The duel being fought.
    pub fight: Option<Fight>,
}

/// What an heir decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// March on a hill, or stay at home.
    March(Option<Hill>),
    /// Something in the duel.
    Duel(duel::Action),
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Where do you march?
    Order,
    /// Something in the duel.
    Duel(duel::Question),
}

/// Out of turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Interjection {
    /// Write to another heir.
    Letter(Seat),
    /// Give up the claim to everything.
    Renounce,
    /// Something in the duel.
    Duel(duel::Yield),
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// An order was given in secret.
    Ordered(Seat, Option<Hill>),
    /// All orders were shown.
    Shown([Order; HEIRS as usize]),
    /// An heir holds a hill.
    Holds(Seat, Hill),
    /// Two heirs meet.
    Meets([Seat; 2], Hill),
    /// Something happened in a duel between these two.
    Duel([Seat; 2], duel::Event),
    /// A letter was sent.
    Letter(Seat, Seat),
    /// An heir has renounced.
    Renounced(Seat),
    /// A year is over.
    Year(u16),
}

impl Feud {
    fn heir(index: usize) -> Seat {
        Seat::new(index as u8)
    }

    /// The next heir who has no order yet.
    fn next_to_order(state: &State) -> Option<Seat> {
        state.heirs.iter().find(|heir| state.orders[heir.index()] == Order::None)
    }

    fn is_over(&self, state: &State) -> bool {
        state.heirs.len() <= 1 || state.year == self.setup.years
    }

    /// 2.5: most hills; an heir alone wins in any case.
    fn outcome(state: &State) -> Outcome {
        let held = |heir: Seat| state.hills.iter().filter(|&&hill| hill == Some(heir)).count();
        let most = state.heirs.iter().map(held).max().unwrap_or_default();
        let first: SeatSet = state.heirs.iter().filter(|&heir| held(heir) == most).collect();
        let (winners, how) = match first.len() {
            1 if state.heirs.len() == 1 => (first, "last heir"),
            1 => (first, "most hills"),
            _ => (SeatSet::NONE, "draw"),
        };
        Outcome { winners, how, rule: ENDING }
    }

    /// 2.2: shows the orders and sends everybody on his way.
    fn march(state: &mut State, sink: &mut impl Sink<Event>) {
        sink.tell(SeatSet::ALL, Event::Shown(state.orders));
        sink.seal(Seal::Shown);
        for heir in state.heirs.iter() {
            if let Order::Given(Some(hill)) = state.orders[heir.index()] {
                let claims = &mut state.claims[usize::from(hill)];
                *claims = claims.with(heir);
            }
        }
        Self::settle(state, sink);
    }

    /// Settles hill after hill until two heirs meet or the year is over.
    fn settle(state: &mut State, sink: &mut impl Sink<Event>) {
        for hill in 0..HILLS {
            let mut claimants = state.claims[usize::from(hill)].iter();
            match (claimants.next(), claimants.next()) {
                (Some(first), Some(second)) => {
                    let fighters = [first, second];
                    sink.tell(SeatSet::ALL, Event::Meets(fighters, hill));
                    state.duels += 1;
                    state.fight = Some(Fight { hill, fighters, duel: Duel::beginning() });
                    return;
                }
                (Some(alone), None) => {
                    state.claims[usize::from(hill)] = SeatSet::NONE;
                    state.hills[usize::from(hill)] = Some(alone);
                    sink.tell(SeatSet::ALL, Event::Holds(alone, hill));
                }
                _ => {}
            }
        }
        state.year += 1;
        state.orders = [Order::None; HEIRS as usize];
        state.wrote = SeatSet::NONE;
        sink.tell(SeatSet::ALL, Event::Year(state.year));
    }

    /// Brings a finished duel home: the loser has no claim any more.
    fn come_home(state: &mut State, sink: &mut impl Sink<Event>) {
        let over = |fight: &mut Fight| fight.duel.step == duel::Step::Over;
        if let Some(fight) = state.fight.take_if(over) {
            let duel = Duel { fighters: fight.fighters };
            let winner = duel.seat(Duel::winner(&fight.duel));
            let loser =
                if winner == fight.fighters[0] { fight.fighters[1] } else { fight.fighters[0] };
            let claims = &mut state.claims[usize::from(fight.hill)];
            *claims = claims.without(SeatSet::only(loser));
            Self::settle(state, sink);
        }
    }

    /// Runs something in the duel being fought, and brings it home when it is over.
    fn in_duel<S: Sink<Event>>(
        state: &mut State,
        sink: &mut S,
        run: impl FnOnce(
            Duel,
            &mut duel::State,
            &mut Mapped<'_, duel::Event, Event, S, &dyn Fn(duel::Event) -> Event>,
        ) -> Result<(), Illegal>,
    ) -> Result<(), Illegal> {
        let Some(fight) = &mut state.fight else {
            return Err(Illegal::by(MARCHES, "No duel is being fought."));
        };
        let fighters = fight.fighters;
        let wrap = move |event| Event::Duel(fighters, event);
        run(Duel { fighters }, &mut fight.duel, &mut Mapped::new(sink, &wrap))?;
        Self::come_home(state, sink);
        Ok(())
    }
}

impl Game for Feud {
    type State = State;
    type Action = Action;
    type Interjection = Interjection;
    type Question = Question;
    type Event = Event;
    type AnswerKind = duel::Answer;

    fn seats(&self) -> SeatSet {
        SeatSet::of_first(HEIRS)
    }

    fn decision(&self, state: &State) -> Decision<Question> {
        if self.is_over(state) {
            return Decision::Over(Self::outcome(state));
        }
        if let Some(Fight { fighters, duel, .. }) = &state.fight {
            return Duel { fighters: *fighters }.decision(duel).map(Question::Duel);
        }
        match Self::next_to_order(state) {
            Some(heir) => Decision::Ask(Ask::turn(heir, Question::Order, ORDERS).secret()),
            None => Decision::Over(Self::outcome(state)),
        }
    }

    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        if self.is_over(state) {
            return;
        }
        if let Some(Fight { fighters, duel, .. }) = &state.fight {
            let mut inner = Vec::new();
            Duel { fighters: *fighters }.actions(duel, &mut inner);
            into.extend(inner.into_iter().map(Action::Duel));
        } else {
            into.push(Action::March(None));
            into.extend((0..HILLS).map(|hill| Action::March(Some(hill))));
        }
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        let decision = self.decision(state);
        if decision.ask().is_none_or(|ask| ask.seat != seat) {
            return Err(Illegal::by(decision.rule(), "It is not for this heir to decide now."));
        }
        match (action, &state.fight) {
            (Action::Duel(action), Some(Fight { fighters, duel, .. })) => {
                Duel { fighters: *fighters }.check(duel, seat, action)
            }
            (Action::March(None), None) => Ok(()),
            (Action::March(Some(hill)), None) if hill < HILLS => Ok(()),
            (Action::March(_), None) => Err(Illegal::by(ORDERS, "There is no such hill.")),
            (Action::March(_), Some(_)) => {
                Err(Illegal::by(ORDERS, "A duel has to be fought out first."))
            }
            (Action::Duel(_), None) => Err(Illegal::by(MARCHES, "No duel is being fought.")),
        }
    }

    fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        self.check(state, seat, action)?;
        match action {
            Action::Duel(action) => Self::in_duel(state, sink, |duel, inner, sink| {
                duel.apply(inner, seat, action, dice, sink)
            }),
            Action::March(order) => {
                state.orders[seat.index()] = Order::Given(order);
                sink.tell(SeatSet::only(seat), Event::Ordered(seat, order));
                if Self::next_to_order(state).is_none() {
                    Self::march(state, sink);
                }
                Ok(())
            }
        }
    }

    fn interjections(&self, state: &State, seat: Seat, into: &mut Vec<Interjection>) {
        if self.is_over(state) || !state.heirs.contains(seat) {
            return;
        }
        if !state.wrote.contains(seat) {
            into.extend(state.heirs.without(SeatSet::only(seat)).iter().map(Interjection::Letter));
        }
        into.push(Interjection::Renounce);
        if state.fight.as_ref().is_some_and(|fight| fight.fighters.contains(&seat)) {
            into.push(Interjection::Duel(duel::Yield));
        }
    }

    fn interject(
        &self,
        state: &mut State,
        seat: Seat,
        interjection: Interjection,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        let mut listed = Vec::new();
        self.interjections(state, seat, &mut listed);
        if !listed.contains(&interjection) {
            return Err(match interjection {
                Interjection::Letter(_) => Illegal::by(LETTERS, "No letter can be sent there now."),
                Interjection::Renounce => Illegal::by(RENOUNCING, "There is no claim to give up."),
                Interjection::Duel(_) => Illegal::by(MARCHES, "This heir fights no duel."),
            });
        }
        match interjection {
            Interjection::Letter(to) => {
                state.wrote = state.wrote.with(seat);
                sink.tell(SeatSet::only(seat).with(to), Event::Letter(seat, to));
                Ok(())
            }
            Interjection::Duel(inner) => Self::in_duel(state, sink, |duel, battle, sink| {
                duel.interject(battle, seat, inner, dice, sink)
            }),
            Interjection::Renounce => {
                state.heirs = state.heirs.without(SeatSet::only(seat));
                for hill in 0..usize::from(HILLS) {
                    state.claims[hill] = state.claims[hill].without(SeatSet::only(seat));
                    state.hills[hill] = state.hills[hill].filter(|&holder| holder != seat);
                }
                sink.tell(SeatSet::ALL, Event::Renounced(seat));
                if state.fight.as_ref().is_some_and(|fight| fight.fighters.contains(&seat)) {
                    return Self::in_duel(state, sink, |duel, battle, sink| {
                        duel.interject(battle, seat, duel::Yield, dice, sink)
                    });
                }
                let waits = state.fight.is_some() || self.is_over(state);
                if !waits && Self::next_to_order(state).is_none() {
                    Self::march(state, sink);
                }
                Ok(())
            }
        }
    }

    fn view(&self, state: &State, seat: Seat) -> State {
        let mut view = state.clone();
        if view.fight.is_none() {
            for (heir, order) in view.orders.iter_mut().enumerate() {
                if matches!(order, Order::Given(_)) && Self::heir(heir) != seat {
                    *order = Order::Unknown;
                }
            }
        }
        // Who has written a letter is known to the writer; to the others it is a secret.
        view.wrote = if state.wrote.contains(seat) { SeatSet::only(seat) } else { SeatSet::NONE };
        if let Some(Fight { fighters, duel, .. }) = &mut view.fight {
            *duel = Duel { fighters: *fighters }.view(duel, seat);
        }
        view
    }

    fn offer(&self, state: &State, action: Action) -> Option<AnswerOffer<duel::Answer>> {
        match (action, &state.fight) {
            (Action::Duel(action), Some(Fight { fighters, duel, .. })) => {
                Duel { fighters: *fighters }.offer(duel, action)
            }
            _ => None,
        }
    }

    fn invariants(&self, state: &State) -> Result<(), Broken> {
        if state.hills.iter().flatten().any(|&holder| !state.heirs.contains(holder)) {
            return Err(Broken("a hill is held by an heir who has renounced".into()));
        }
        match &state.fight {
            Some(Fight { fighters, duel, .. }) => Duel { fighters: *fighters }.invariants(duel),
            None => Ok(()),
        }
    }
}

impl Text for Feud {
    fn seat_name(&self, seat: Seat) -> &str {
        NAMES.get(seat.index()).copied().unwrap_or("Nobody")
    }

    fn question(&self, state: &State, question: Question) -> String {
        match (question, &state.fight) {
            (Question::Duel(question), Some(Fight { fighters, duel, .. })) => {
                Duel { fighters: *fighters }.question(duel, question)
            }
            _ => "Where do you march this year?".into(),
        }
    }

    fn action(&self, state: &State, action: Action) -> String {
        match (action, &state.fight) {
            (Action::March(None), _) => "Stay at home".into(),
            (Action::March(Some(hill)), _) => format!("March on hill {}", hill + 1),
            (Action::Duel(action), Some(Fight { fighters, duel, .. })) => {
                Duel { fighters: *fighters }.action(duel, action)
            }
            (Action::Duel(_), None) => "Fight on".into(),
        }
    }

    fn interjection(&self, _: &State, interjection: Interjection) -> String {
        match interjection {
            Interjection::Letter(to) => format!("Write to {}", self.seat_name(to)),
            Interjection::Renounce => "Renounce".into(),
            Interjection::Duel(_) => "Yield".into(),
        }
    }

    fn event(&self, event: &Event) -> String {
        match event {
            Event::Ordered(heir, Some(hill)) => {
                format!("{} orders a march on hill {}.", self.seat_name(*heir), hill + 1)
            }
            Event::Ordered(heir, None) => format!("{} stays at home.", self.seat_name(*heir)),
            Event::Shown(_) => "The orders are shown.".into(),
            Event::Holds(heir, hill) => {
                format!("{} holds hill {}.", self.seat_name(*heir), hill + 1)
            }
            Event::Meets([first, second], hill) => format!(
                "{} and {} meet on hill {}.",
                self.seat_name(*first),
                self.seat_name(*second),
                hill + 1
            ),
            Event::Duel(fighters, event) => Duel { fighters: *fighters }.event(event),
            Event::Letter(from, to) => {
                format!("{} writes to {}.", self.seat_name(*from), self.seat_name(*to))
            }
            Event::Renounced(heir) => format!("{} renounces.", self.seat_name(*heir)),
            Event::Year(year) => format!("Year {year} is over."),
        }
    }

    fn rule_of(&self, event: &Event) -> Rule {
        match event {
            Event::Ordered(..) => ORDERS,
            Event::Shown(..) | Event::Holds(..) | Event::Meets(..) => MARCHES,
            Event::Duel(fighters, event) => Duel { fighters: *fighters }.rule_of(event),
            Event::Letter(..) => LETTERS,
            Event::Renounced(..) => RENOUNCING,
            Event::Year(..) => ENDING,
        }
    }
}

impl Playable for Feud {
    type Setup = FeudSetup;

    const RULES_VERSION: u32 = 1;

    fn scenarios() -> Vec<Scenario> {
        let seats = NAMES.to_vec();
        vec![
            Scenario {
                id: "feud",
                title: "The feud of three heirs",
                story: "Three heirs, three hills, four years.",
                seats: seats.clone(),
            },
            Scenario {
                id: "long-feud",
                title: "The feud that would not end",
                story: "The same quarrel, handed down for two thousand years.",
                seats,
            },
        ]
    }

    fn charts(_: &OwnFiles) -> Result<Vec<Chart>, SetupError> {
        Ok(Vec::new())
    }

    fn data_files() -> Vec<DataFile> {
        Vec::new()
    }

    fn setup(request: &Request<'_>) -> Result<FeudSetup, SetupError> {
        let years = match request.scenario {
            "feud" => 4,
            "long-feud" => 2000,
            other => {
                let known = "feud, long-feud";
                return Err(SetupError(format!(
                    "There is no scenario \"{other}\"; there are: {known}."
                )));
            }
        };
        match request.battles {
            None | Some("display") => {
                Ok(FeudSetup { scenario: request.scenario.to_owned(), years })
            }
            Some(form) => Err(SetupError(format!("Duels cannot be fought as \"{form}\"."))),
        }
    }

    fn prepare(setup: &FeudSetup) -> Result<Feud, SetupError> {
        if setup.years == 0 {
            return Err(SetupError("A feud lasts one year at least.".into()));
        }
        Ok(Feud { setup: setup.clone() })
    }

    fn setup_of(&self) -> &FeudSetup {
        &self.setup
    }

    fn opening(&self, _: &mut Dice) -> State {
        State {
            year: 0,
            duels: 0,
            heirs: self.seats(),
            hills: [None; HILLS as usize],
            orders: [Order::None; HEIRS as usize],
            claims: [SeatSet::NONE; HILLS as usize],
            wrote: SeatSet::NONE,
            fight: None,
        }
    }

    fn data_hash(&self) -> [u8; 32] {
        [0; 32]
    }

    fn scenario(&self) -> &str {
        &self.setup.scenario
    }

    fn headline(&self, state: &State) -> String {
        format!("year {}", state.year + 1)
    }

    fn tally(&self, state: &State) -> Tally {
        let battles = [("display", state.duels)].into_iter().collect();
        Tally { turns: u32::from(state.year), battles }
    }
}
