//! House 1.0, the duel: three men a side, one of them secretly a champion.
//!
//! - 1.1 Before the first blow each side names its champion, the challenger first, in secret.
//! - 1.2 In turn, a side picks a man who stands and is not winded, and whom he strikes.
//! - 1.3 The struck side may answer: the struck man dodges (the blow is lost, he is winded until his
//!   side's next turn ends), or a companion who stands takes the blow on his shield.
//! - 1.4 The blow: a die, +1 when a champion strikes, -1 when a champion is struck or shields. 4 or
//!   more wounds; the second wound fells. A champion who takes part is known from then on.
//! - 1.5 The duel ends when a side has nobody left, after six rounds, or when a side yields. More men
//!   standing wins; the challenged wins a tie.

use crate::HOUSE;
use diadem_core::{
    AnswerOffer, Ask, Broken, Chart, DataFile, Decision, Dice, Die, Game, Illegal, Outcome,
    OwnFiles, Playable, Request, Roll, Rule, Scenario, Seal, Seat, SeatSet, SetupError, Sink,
    Tally, Text, WindowStack, rule,
};
use serde::{Deserialize, Serialize};

const NAMING: Rule = rule!(HOUSE, "1.1");
const STRIKING: Rule = rule!(HOUSE, "1.2");
const ANSWERING: Rule = rule!(HOUSE, "1.3");
const BLOWS: Rule = rule!(HOUSE, "1.4");
const ENDING: Rule = rule!(HOUSE, "1.5");

/// Men on a side.
pub const MEN: u8 = 3;
const ROUNDS: u8 = 6;
const FATAL: u8 = 2;

/// The rules half: who fights whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duel {
    /// The challenger and the challenged.
    pub fighters: [Seat; 2],
}

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Side {
    /// Named first, strikes first.
    Challenger,
    /// Wins ties.
    Challenged,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Challenger => Side::Challenged,
            Side::Challenged => Side::Challenger,
        }
    }
}

/// One man, by his place in the line.
pub type Man = u8;

/// What is known of a side's champion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Champion {
    /// Not named yet.
    Unnamed,
    /// Named, but not to whoever looks.
    Unknown,
    /// Named in secret.
    Secret(Man),
    /// Has taken part; everybody knows.
    Known(Man),
}

/// A fighter's condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Fighter {
    /// Wounds taken; two fell him.
    pub wounds: u8,
    /// Whether he has dodged and must catch his breath.
    pub winded: bool,
}

impl Fighter {
    fn stands(self) -> bool {
        self.wounds < FATAL
    }
    fn can_strike(self) -> bool {
        self.stands() && !self.winded
    }
}

/// What the duel waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Step {
    /// A champion is to be named.
    Name,
    /// A man is to be picked.
    Pick,
    /// The picked man's target is to be named.
    Target(Man),
    /// The struck side may answer.
    Answer(Blow),
    /// It is over.
    Over,
}

/// A blow that is coming.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Blow {
    /// Who strikes.
    pub by: Man,
    /// Whom.
    pub at: Man,
}

/// Everything that changes in a duel.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The men of both sides.
    pub men: [[Fighter; MEN as usize]; 2],
    /// Their champions.
    pub champions: [Champion; 2],
    /// Rounds finished.
    pub round: u8,
    /// Whose turn it is.
    pub side: Side,
    /// What is waited for.
    pub step: Step,
    /// The answers on offer.
    pub windows: WindowStack<Answer>,
    /// Who yielded, if anybody did.
    pub yielded: Option<Side>,
}

/// How a blow can be answered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// The struck man steps back.
    Dodge,
    /// A companion takes the blow.
    Shield,
}

/// What a side can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Name the champion.
    Name(Man),
    /// Pick who strikes.
    Pick(Man),
    /// Name whom he strikes.
    At(Man),
    /// Answer a blow.
    Answer(AnswerOffer<Answer>),
    /// No (more) answers.
    Done,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Who is the champion?
    Champion,
    /// Who strikes?
    Striker,
    /// Whom does he strike?
    Target(Man),
    /// How is the blow answered?
    Answer(Blow),
}

/// Out of turn: give up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Yield;

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A champion was named; who he is only his side is told.
    Named(Side, Man),
    /// A man strikes.
    Strikes(Side, Blow),
    /// The blow was answered.
    Answered(Side, AnswerOffer<Answer>),
    /// A champion has taken part.
    Revealed(Side, Man),
    /// The blow was rolled.
    Struck {
        /// The side that was struck.
        side: Side,
        /// Who took the blow.
        man: Man,
        /// The roll.
        roll: Roll,
    },
    /// A side gave up.
    Yielded(Side),
    /// The duel was won.
    Won(Side),
}

impl Duel {
    /// The state before the first champion is named.
    pub fn beginning() -> State {
        State {
            men: Default::default(),
            champions: [Champion::Unnamed; 2],
            round: 0,
            side: Side::Challenger,
            step: Step::Name,
            windows: WindowStack::default(),
            yielded: None,
        }
    }

    /// The seat that plays a side.
    pub fn seat(self, side: Side) -> Seat {
        self.fighters[side as usize]
    }

    fn side_of(self, seat: Seat) -> Option<Side> {
        [Side::Challenger, Side::Challenged].into_iter().find(|&side| self.seat(side) == seat)
    }

    /// Who has won a duel that is over.
    pub fn winner(state: &State) -> Side {
        let standing =
            |side: Side| state.men[side as usize].iter().filter(|fighter| fighter.stands()).count();
        match state.yielded {
            Some(side) => side.other(),
            None if standing(Side::Challenger) > standing(Side::Challenged) => Side::Challenger,
            None => Side::Challenged,
        }
    }

    /// 1.3: the struck side's answers.
    fn offers(state: &State, blow: Blow) -> Vec<AnswerOffer<Answer>> {
        let men = &state.men[state.side.other() as usize];
        let mut offers = Vec::new();
        if !men[usize::from(blow.at)].winded {
            offers.push(AnswerOffer { kind: Answer::Dodge, unit: u16::from(blow.at) });
        }
        let companions = (0..MEN).filter(|&man| man != blow.at && men[usize::from(man)].stands());
        offers.extend(
            companions.map(|man| AnswerOffer { kind: Answer::Shield, unit: u16::from(man) }),
        );
        offers
    }

    /// 1.4: the blow falls on `man` of the struck side.
    fn strike(state: &mut State, by: Man, man: Man, dice: &mut Dice, sink: &mut impl Sink<Event>) {
        let (striking, struck) = (state.side, state.side.other());
        let mut roll = Roll::plain(dice, Die::D6);
        for (side, who, bonus) in [(striking, by, 1), (struck, man, -1)] {
            match state.champions[side as usize] {
                Champion::Secret(champion) if champion == who => {
                    state.champions[side as usize] = Champion::Known(champion);
                    sink.tell(SeatSet::ALL, Event::Revealed(side, champion));
                    roll = roll.modified(bonus, BLOWS);
                }
                Champion::Known(champion) if champion == who => roll = roll.modified(bonus, BLOWS),
                _ => {}
            }
        }
        if roll.result() >= 4 {
            state.men[struck as usize][usize::from(man)].wounds += 1;
        }
        sink.tell(SeatSet::ALL, Event::Struck { side: struck, man, roll });
        Self::end_turn(state, sink);
    }

    /// The next side's turn, a round later after both; a side whose men are all winded rests.
    fn end_turn(state: &mut State, sink: &mut impl Sink<Event>) {
        loop {
            state.men[state.side as usize].iter_mut().for_each(|fighter| fighter.winded = false);
            if state.side == Side::Challenged {
                state.round += 1;
            }
            state.side = state.side.other();
            let beaten = state.men.iter().any(|side| side.iter().all(|fighter| !fighter.stands()));
            if beaten || state.round == ROUNDS {
                return Self::end(state, sink);
            }
            if state.men[state.side as usize].iter().any(|fighter| fighter.can_strike()) {
                state.step = Step::Pick;
                return;
            }
        }
    }

    fn end(state: &mut State, sink: &mut impl Sink<Event>) {
        state.step = Step::Over;
        state.windows = WindowStack::default();
        sink.tell(SeatSet::ALL, Event::Won(Self::winner(state)));
    }
}

impl Game for Duel {
    type State = State;
    type Action = Action;
    type Interjection = Yield;
    type Question = Question;
    type Event = Event;
    type AnswerKind = Answer;

    fn seats(&self) -> SeatSet {
        self.fighters.into_iter().collect()
    }

    fn decision(&self, state: &State) -> Decision<Question> {
        let striker = self.seat(state.side);
        Decision::Ask(match state.step {
            Step::Name => Ask::turn(striker, Question::Champion, NAMING).secret(),
            Step::Pick => Ask::turn(striker, Question::Striker, STRIKING),
            Step::Target(man) => Ask::turn(striker, Question::Target(man), STRIKING),
            Step::Answer(blow) => {
                Ask::window(self.seat(state.side.other()), Question::Answer(blow), ANSWERING)
            }
            Step::Over => {
                let winners = SeatSet::only(self.seat(Self::winner(state)));
                return Decision::Over(Outcome { winners, how: "duel", rule: ENDING });
            }
        })
    }

    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        let men = |side: Side, fit: fn(Fighter) -> bool| {
            let fighters = state.men[side as usize];
            (0..MEN).filter(move |&man| fit(fighters[usize::from(man)]))
        };
        match state.step {
            Step::Name => into.extend((0..MEN).map(Action::Name)),
            Step::Pick => into.extend(men(state.side, Fighter::can_strike).map(Action::Pick)),
            Step::Target(_) => {
                into.extend(men(state.side.other(), Fighter::stands).map(Action::At));
            }
            Step::Answer(_) => {
                let offers = state.windows.top().map(|window| window.offers.as_slice());
                into.extend(offers.unwrap_or_default().iter().copied().map(Action::Answer));
                into.push(Action::Done);
            }
            Step::Over => {}
        }
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        let decision = self.decision(state);
        let rule = decision.rule();
        if decision.ask().is_none_or(|ask| ask.seat != seat) {
            return Err(Illegal::by(rule, "It is not for this seat to decide now."));
        }
        let fighter =
            |side: Side, man: Man| state.men[side as usize].get(usize::from(man)).copied();
        let refuse = |sentence: &'static str| Err(Illegal::by(rule, sentence));
        match (state.step, action) {
            (Step::Name, Action::Name(man)) if man < MEN => Ok(()),
            (Step::Pick, Action::Pick(man)) => match fighter(state.side, man) {
                Some(fighter) if fighter.can_strike() => Ok(()),
                Some(fighter) if fighter.stands() => refuse("He must catch his breath first."),
                _ => refuse("He does not stand."),
            },
            (Step::Target(_), Action::At(man)) => match fighter(state.side.other(), man) {
                Some(fighter) if fighter.stands() => Ok(()),
                _ => refuse("There is nobody standing to strike."),
            },
            (Step::Answer(_), Action::Done) => Ok(()),
            (Step::Answer(_), Action::Answer(offer)) => {
                let offered = state.windows.top().is_some_and(|top| top.offers.contains(&offer));
                if offered { Ok(()) } else { refuse("He cannot answer this blow so.") }
            }
            _ => refuse("That is not what is asked now."),
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
        match (state.step, action) {
            (Step::Name, Action::Name(man)) => {
                state.champions[state.side as usize] = Champion::Secret(man);
                sink.tell(SeatSet::only(seat), Event::Named(state.side, man));
                if state.side == Side::Challenged {
                    state.step = Step::Pick;
                }
                state.side = state.side.other();
            }
            (Step::Pick, Action::Pick(man)) => state.step = Step::Target(man),
            (Step::Target(by), Action::At(at)) => {
                let blow = Blow { by, at };
                sink.tell(SeatSet::ALL, Event::Strikes(state.side, blow));
                sink.seal(Seal::Answered);
                state.windows.open(self.seat(state.side.other()), Self::offers(state, blow));
                state.step = Step::Answer(blow);
            }
            (Step::Answer(blow), Action::Done) => {
                state.windows.done();
                Self::strike(state, blow.by, blow.at, dice, sink);
            }
            (Step::Answer(blow), Action::Answer(offer)) => {
                state.windows.done();
                let struck = state.side.other();
                sink.tell(SeatSet::ALL, Event::Answered(struck, offer));
                let man = offer.unit as Man;
                match offer.kind {
                    Answer::Dodge => {
                        state.men[struck as usize][usize::from(man)].winded = true;
                        Self::end_turn(state, sink);
                    }
                    Answer::Shield => Self::strike(state, blow.by, man, dice, sink),
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn interjections(&self, state: &State, seat: Seat, into: &mut Vec<Yield>) {
        if state.step != Step::Over && self.side_of(seat).is_some() {
            into.push(Yield);
        }
    }

    fn interject(
        &self,
        state: &mut State,
        seat: Seat,
        _: Yield,
        _: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        match self.side_of(seat) {
            Some(side) if state.step != Step::Over => {
                state.yielded = Some(side);
                sink.tell(SeatSet::ALL, Event::Yielded(side));
                Self::end(state, sink);
                Ok(())
            }
            Some(_) => Err(Illegal::by(ENDING, "The duel is over.")),
            None => Err(Illegal::by(ENDING, "Only those who fight can yield.")),
        }
    }

    fn view(&self, state: &State, seat: Seat) -> State {
        let mut view = state.clone();
        for side in [Side::Challenger, Side::Challenged] {
            let champion = &mut view.champions[side as usize];
            if matches!(champion, Champion::Secret(_)) && self.seat(side) != seat {
                *champion = Champion::Unknown;
            }
        }
        view
    }

    fn offer(&self, _: &State, action: Action) -> Option<AnswerOffer<Answer>> {
        match action {
            Action::Answer(offer) => Some(offer),
            _ => None,
        }
    }

    fn invariants(&self, state: &State) -> Result<(), Broken> {
        if state.men.iter().flatten().any(|fighter| fighter.wounds > FATAL) {
            return Err(Broken("a man who was down was struck again".into()));
        }
        if state.windows.top().is_some() != matches!(state.step, Step::Answer(_)) {
            return Err(Broken("a window is open exactly while a blow is answered".into()));
        }
        Ok(())
    }
}

impl Text for Duel {
    fn seat_name(&self, seat: Seat) -> &str {
        if seat == self.fighters[0] { "Challenger" } else { "Challenged" }
    }

    fn question(&self, _: &State, question: Question) -> String {
        match question {
            Question::Champion => "Who is your champion?".into(),
            Question::Striker => "Who strikes?".into(),
            Question::Target(man) => format!("Whom does man {} strike?", man + 1),
            Question::Answer(blow) => format!("A blow is coming at man {}.", blow.at + 1),
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
        let name = |side: &Side| self.seat_name(self.seat(*side)).to_owned();
        match event {
            Event::Named(side, man) => format!("{}: man {} is the champion.", name(side), man + 1),
            Event::Strikes(side, Blow { by, at }) => {
                format!("{}: man {} strikes at man {}.", name(side), by + 1, at + 1)
            }
            Event::Answered(side, AnswerOffer { kind, unit }) => {
                format!("{}: man {} answers: {kind:?}.", name(side), unit + 1)
            }
            Event::Revealed(side, man) => {
                format!("{}: man {} is seen to be the champion.", name(side), man + 1)
            }
            Event::Struck { side, man, roll } => {
                let effect = if roll.result() >= 4 { "wounded" } else { "unhurt" };
                format!("{}: man {} is {effect} ({roll}).", name(side), man + 1)
            }
            Event::Yielded(side) => format!("{} yields.", name(side)),
            Event::Won(side) => format!("{} wins the duel.", name(side)),
        }
    }

    fn rule_of(&self, event: &Event) -> Rule {
        match event {
            Event::Named(..) => NAMING,
            Event::Strikes(..) => STRIKING,
            Event::Answered(..) => ANSWERING,
            Event::Revealed(..) | Event::Struck { .. } => BLOWS,
            Event::Yielded(..) | Event::Won(..) => ENDING,
        }
    }
}

/// A duel of its own needs no choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DuelSetup {}

impl Playable for Duel {
    type Setup = DuelSetup;

    const RULES_VERSION: u32 = 1;

    fn scenarios() -> Vec<Scenario> {
        vec![Scenario {
            id: "duel",
            title: "The duel",
            story: "Three men a side, and one of them a champion.",
            seats: vec!["Challenger", "Challenged"],
        }]
    }

    fn charts(_: &OwnFiles) -> Result<Vec<Chart>, SetupError> {
        Ok(Vec::new())
    }

    fn data_files() -> Vec<DataFile> {
        Vec::new()
    }

    fn setup(request: &Request<'_>) -> Result<DuelSetup, SetupError> {
        match request.scenario {
            "duel" => Ok(DuelSetup {}),
            other => Err(SetupError(format!("There is no scenario \"{other}\"; there is: duel."))),
        }
    }

    fn prepare(_: &DuelSetup) -> Result<Duel, SetupError> {
        Ok(Duel { fighters: [Seat::new(0), Seat::new(1)] })
    }

    fn setup_of(&self) -> &DuelSetup {
        &DuelSetup {}
    }

    fn opening(&self, _: &mut Dice) -> State {
        Duel::beginning()
    }

    fn data_hash(&self) -> [u8; 32] {
        [0; 32]
    }

    fn scenario(&self) -> &'static str {
        "duel"
    }

    fn headline(&self, state: &State) -> String {
        format!("round {}", state.round + 1)
    }

    fn tally(&self, state: &State) -> Tally {
        Tally { turns: u32::from(state.round), ..Tally::default() }
    }
}
