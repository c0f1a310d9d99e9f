//! The game of campaign and battle together.

use crate::display_form;
use crate::setup::{self, WarSetup};
use diadem_books::ALEXANDROS;
use diadem_campaign::{self as campaign, Campaign, Waiting};
use diadem_core::{
    Broken, Chart, DataFile, Decision, Dice, Game, Illegal, Mapped, Offer, Outcome, OwnFiles,
    Playable, Request, Rule, Scenario, Seal, Seat, SeatSet, SetupError, Sink, Tally, rule,
    state_hash,
};
use diadem_display::{self as display, Charts, Display};
use diadem_hexes::{self as hexes, Hexes};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::LocalKey;

/// A war that can be fought: the rules half.
pub struct War {
    setup: WarSetup,
    theatre: Theatre,
}

/// Where it is fought.
enum Theatre {
    /// On the map, with battles in between.
    Campaign { campaign: Box<Campaign>, charts: Arc<Charts>, fields: Fields },
    /// On the display alone.
    Battle(Arc<Display>),
    /// On hexes alone.
    Hexes(Arc<Hexes>),
}

/// Everything that changes in a war.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The campaign, if there is one.
    pub campaign: Option<campaign::State>,
    /// The battle being fought on the display, if there is one.
    pub fight: Option<Fight>,
    /// The battle being fought on hexes, if there is one; states from before there were any have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hexes: Option<hexes::State>,
}

/// A battle being fought. What its rules half is made from follows from the campaign, which stands
/// still meanwhile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fight {
    /// A hash of what the battle was made from, by which its rules half is found again.
    pub field: u64,
    /// The state of the display.
    pub state: display::State,
}

/// What can be done: on the map or in the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// On the map.
    Campaign(campaign::Action),
    /// On the display.
    Display(display::Action),
    /// On hexes.
    Hexes(hexes::Action),
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Question {
    /// On the map.
    Campaign(campaign::Question),
    /// On the display.
    Display(display::Question),
    /// On hexes.
    Hexes(hexes::Question),
}

/// The kinds of answer that windows offer. Their names are apart, so saves need not say whose they are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// On the display.
    Display(display::Answer),
    /// On hexes.
    Hexes(hexes::Answer),
}

/// What can be done out of turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Interjection {
    /// On the map.
    Campaign(campaign::Interjection),
}

/// What happened.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// On the map.
    Campaign(campaign::Event),
    /// On the display; with the battle it happened in, for the names.
    Display(Arc<Display>, display::Event),
    /// On hexes; with the battle it happened in, for the names.
    Hexes(Arc<Hexes>, hexes::Event),
}

impl War {
    pub(crate) fn of_campaign(setup: WarSetup, campaign: Campaign, charts: Arc<Charts>) -> War {
        let campaign = Box::new(campaign);
        War { setup, theatre: Theatre::Campaign { campaign, charts, fields: Fields::default() } }
    }

    pub(crate) fn of_battle(setup: WarSetup, display: Display) -> War {
        War { setup, theatre: Theatre::Battle(Arc::new(display)) }
    }

    pub(crate) fn of_hexes(setup: WarSetup, hexes: Hexes) -> War {
        War { setup, theatre: Theatre::Hexes(Arc::new(hexes)) }
    }

    /// The rules of the campaign, if there is one.
    pub fn campaign(&self) -> Option<&Campaign> {
        match &self.theatre {
            Theatre::Campaign { campaign, .. } => Some(campaign),
            Theatre::Battle(_) | Theatre::Hexes(_) => None,
        }
    }

    /// The rules of the battle on hexes, if this is one.
    pub fn hexes(&self) -> Option<&Arc<Hexes>> {
        match &self.theatre {
            Theatre::Hexes(hexes) => Some(hexes),
            Theatre::Campaign { .. } | Theatre::Battle(_) => None,
        }
    }

    /// The rules of the battle being fought on the display, if there is one.
    pub fn display(&self, state: &State) -> Option<Arc<Display>> {
        let fight = state.fight.as_ref()?;
        match &self.theatre {
            Theatre::Battle(display) => Some(Arc::clone(display)),
            Theatre::Hexes(_) => None,
            Theatre::Campaign { campaign, charts, fields } => fields.find(fight.field, || {
                let offer = campaign.offer(state.campaign.as_ref()?)?;
                display_form::display(campaign, charts, &offer).ok()
            }),
        }
    }

    /// What the war is about now: a battle, or the map.
    pub(crate) fn now<'a>(&'a self, state: &'a State) -> Now<'a> {
        if let (Theatre::Hexes(hexes), Some(battle)) = (&self.theatre, &state.hexes) {
            return Now::Hexes(hexes, battle);
        }
        match (&state.fight, self.display(state), &self.theatre, &state.campaign) {
            (Some(fight), Some(display), ..) => Now::Battle(display, fight),
            (None, _, Theatre::Campaign { campaign, .. }, Some(state)) => Now::Map(campaign, state),
            _ => Now::Nowhere,
        }
    }

    /// Carries a finished battle home, and begins the next one that waits.
    pub(crate) fn settle(&self, state: &mut State, dice: &mut Dice, sink: &mut impl Sink<Event>) {
        let Theatre::Campaign { campaign, charts, fields } = &self.theatre else { return };
        if let (Some(display), Some(fight)) = (self.display(state), &state.fight)
            && let Some(ended) = display.report(&fight.state)
        {
            state.fight = None;
            if let Some(map) = &mut state.campaign {
                let report = display_form::report(&ended);
                campaign.report(map, &report, dice, &mut Mapped::new(sink, Event::Campaign));
            }
        }
        let Some(map) = &state.campaign else { return };
        if state.fight.is_none()
            && campaign.waiting(map) == Waiting::Battle
            && let Some(offer) = campaign.offer(map)
            && let Ok(display) = display_form::display(campaign, charts, &offer)
        {
            let beginning = display.opening(dice);
            let field = fields.keep(display);
            state.fight = Some(Fight { field, state: beginning });
        }
    }
}

/// What a war is about.
pub(crate) enum Now<'a> {
    Battle(Arc<Display>, &'a Fight),
    Hexes(&'a Arc<Hexes>, &'a hexes::State),
    Map(&'a Campaign, &'a campaign::State),
    /// A state that no war of this setup can have.
    Nowhere,
}

/// The displays of battles lately fought, so that not every question makes one anew.
#[derive(Default)]
struct Fields(Mutex<Vec<(u64, Arc<Display>)>>);

impl Fields {
    /// As many as are worth keeping: a replay and a forecast may be under way beside the game.
    const MOST: usize = 8;

    fn keep(&self, display: Display) -> u64 {
        let hash = state_hash(display.battle()).0;
        let field = hash.iter().take(8).fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        self.find(field, || Some(display));
        field
    }

    fn find(&self, field: u64, make: impl FnOnce() -> Option<Display>) -> Option<Arc<Display>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, display)) = kept.iter().find(|(known, _)| *known == field) {
            return Some(Arc::clone(display));
        }
        let display = Arc::new(make()?);
        if kept.len() == Self::MOST {
            kept.remove(0);
        }
        kept.push((field, Arc::clone(&display)));
        Some(display)
    }
}

thread_local! {
    // The lists of the inner games keep their memory from one question to the next.
    static ON_THE_MAP: Cell<Vec<campaign::Action>> = const { Cell::new(Vec::new()) };
    static IN_BATTLE: Cell<Vec<display::Action>> = const { Cell::new(Vec::new()) };
    static ON_HEXES: Cell<Vec<hexes::Action>> = const { Cell::new(Vec::new()) };
}

/// What an inner game lists, as actions of the war.
fn wrap_list<A: Copy>(
    kept: &'static LocalKey<Cell<Vec<A>>>,
    list: impl FnOnce(&mut Vec<A>),
    wrap: impl FnMut(A) -> Action,
    into: &mut Vec<Action>,
) {
    let mut listed = kept.take();
    list(&mut listed);
    into.extend(listed.iter().copied().map(wrap));
    listed.clear();
    kept.set(listed);
}

/// The end of a state that no war can come to: only a forged save holds one.
const IMPOSSIBLE: Outcome =
    Outcome { winners: SeatSet::NONE, how: "impossible position", rule: rule!(ALEXANDROS, "4.2") };

fn nowhere(rule: Rule) -> Illegal {
    Illegal::by(rule, "That is not what is asked now.")
}

impl Game for War {
    type State = State;
    type Action = Action;
    type Interjection = Interjection;
    type Question = Question;
    type Event = Event;
    type AnswerKind = Answer;

    fn seats(&self) -> SeatSet {
        SeatSet::first(2)
    }

    fn decision(&self, state: &State) -> Decision<Question> {
        match self.now(state) {
            Now::Battle(display, fight) => display.decision(&fight.state).map(Question::Display),
            Now::Hexes(hexes, battle) => hexes.decision(battle).map(Question::Hexes),
            Now::Map(campaign, map) => match campaign.waiting(map) {
                Waiting::Ask(ask) => Decision::Ask(ask).map(Question::Campaign),
                Waiting::Over(outcome) => Decision::Over(outcome),
                Waiting::Battle => Decision::Over(IMPOSSIBLE),
            },
            Now::Nowhere => Decision::Over(IMPOSSIBLE),
        }
    }

    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        match self.now(state) {
            Now::Battle(display, fight) => {
                let list = |listed: &mut Vec<_>| display.actions(&fight.state, listed);
                wrap_list(&IN_BATTLE, list, Action::Display, into);
            }
            Now::Hexes(hexes, battle) => {
                let list = |listed: &mut Vec<_>| hexes.actions(battle, listed);
                wrap_list(&ON_HEXES, list, Action::Hexes, into);
            }
            Now::Map(campaign, map) => {
                let list = |listed: &mut Vec<_>| campaign.actions(map, listed);
                wrap_list(&ON_THE_MAP, list, Action::Campaign, into);
            }
            Now::Nowhere => {}
        }
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        match (self.now(state), action) {
            (Now::Battle(display, fight), Action::Display(action)) => {
                display.check(&fight.state, seat, action)
            }
            (Now::Hexes(hexes, battle), Action::Hexes(action)) => hexes.check(battle, seat, action),
            (Now::Map(campaign, map), Action::Campaign(action)) => {
                campaign.check(map, seat, action)
            }
            _ => Err(nowhere(self.decision(state).rule())),
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
        if let (Action::Hexes(action), Theatre::Hexes(hexes), Some(battle)) =
            (action, &self.theatre, &mut state.hexes)
        {
            let mut sink = Mapped::new(sink, |event| Event::Hexes(Arc::clone(hexes), event));
            return hexes.apply(battle, seat, action, dice, &mut sink);
        }
        let display = self.display(state);
        match (action, display, &mut state.fight, &mut state.campaign, &self.theatre) {
            (Action::Display(action), Some(display), Some(fight), ..) => {
                let wrap = |event| Event::Display(Arc::clone(&display), event);
                let mut sink = Mapped::new(sink, wrap);
                display.apply(&mut fight.state, seat, action, dice, &mut sink)?;
            }
            (
                Action::Campaign(action),
                None,
                None,
                Some(map),
                Theatre::Campaign { campaign, .. },
            ) => {
                let mut sink = Mapped::new(sink, Event::Campaign);
                campaign.apply(map, seat, action, dice, &mut sink)?;
            }
            _ => return Err(nowhere(self.decision(state).rule())),
        }
        self.settle(state, dice, sink);
        Ok(())
    }

    fn interjections(&self, state: &State, seat: Seat, into: &mut Vec<Interjection>) {
        if let (Some(campaign), Some(map)) = (self.campaign(), &state.campaign) {
            let mut listed = Vec::new();
            campaign.interjections(map, seat, &mut listed);
            into.extend(listed.into_iter().map(Interjection::Campaign));
        }
    }

    fn interject(
        &self,
        state: &mut State,
        seat: Seat,
        interjection: Interjection,
        _: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        let rule = self.decision(state).rule();
        let Interjection::Campaign(interjection) = interjection;
        let (Some(campaign), Some(map)) = (self.campaign(), &mut state.campaign) else {
            return Err(nowhere(rule));
        };
        campaign.interject(map, seat, interjection, &mut Mapped::new(sink, Event::Campaign))?;
        state.fight = None;
        sink.seal(Seal::Over);
        Ok(())
    }

    /// The map hides nothing; a secret set-up on the display does, and markers on hexes.
    fn view(&self, state: &State, seat: Seat) -> State {
        let mut view = state.clone();
        if let (Some(display), Some(fight)) = (self.display(state), &mut view.fight) {
            fight.state = display.view(&fight.state, seat);
        }
        if let (Some(hexes), Some(battle)) = (self.hexes(), &mut view.hexes) {
            *battle = hexes.view(battle, seat);
        }
        view
    }

    fn offer(&self, state: &State, action: Action) -> Option<Offer<Answer>> {
        match (self.now(state), action) {
            (Now::Battle(display, fight), Action::Display(action)) => {
                let Offer { kind, unit } = display.offer(&fight.state, action)?;
                Some(Offer { kind: Answer::Display(kind), unit })
            }
            (Now::Hexes(hexes, battle), Action::Hexes(action)) => {
                let Offer { kind, unit } = hexes.offer(battle, action)?;
                Some(Offer { kind: Answer::Hexes(kind), unit })
            }
            _ => None,
        }
    }

    fn invariants(&self, state: &State) -> Result<(), Broken> {
        if let (Some(campaign), Some(map)) = (self.campaign(), &state.campaign) {
            campaign.invariants(map)?;
            let waits = campaign.waiting(map) == Waiting::Battle;
            if waits != state.fight.is_some() {
                return Err(Broken("a battle is fought exactly while the campaign waits".into()));
            }
        }
        match self.now(state) {
            Now::Battle(display, fight) => display.invariants(&fight.state),
            Now::Hexes(hexes, battle) => hexes.invariants(battle),
            Now::Map(..) | Now::Nowhere => Ok(()),
        }
    }
}

fn campaign_and_display() -> Vec<DataFile> {
    [campaign::data::FILES.to_vec(), Display::data_files()].concat()
}

impl Playable for War {
    type Setup = WarSetup;

    const RULES_VERSION: u32 = 1;

    fn scenarios() -> Vec<Scenario> {
        setup::scenarios()
    }

    fn charts(own: &OwnFiles) -> Result<Vec<Chart>, SetupError> {
        let campaign = campaign::charts(own).map_err(|error| SetupError(error.to_string()))?;
        Ok([campaign, <Display as Playable>::charts(own)?, Hexes::catalogue(own)?].concat())
    }

    fn data_files() -> Vec<DataFile> {
        [campaign_and_display(), Hexes::data_files()].concat()
    }

    fn setup(request: &Request<'_>) -> Result<WarSetup, SetupError> {
        setup::requested(request)
    }

    fn prepare(setup: &WarSetup) -> Result<War, SetupError> {
        setup::prepared(setup)
    }

    fn setup_of(&self) -> &WarSetup {
        &self.setup
    }

    fn opening(&self, dice: &mut Dice) -> State {
        match &self.theatre {
            Theatre::Campaign { campaign, .. } => {
                State { campaign: Some(campaign.opening()), fight: None, hexes: None }
            }
            Theatre::Battle(display) => {
                let state = display.opening(dice);
                State { campaign: None, fight: Some(Fight { field: 0, state }), hexes: None }
            }
            Theatre::Hexes(hexes) => {
                State { campaign: None, fight: None, hexes: Some(hexes.opening(dice)) }
            }
        }
    }

    fn data_hash(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        // Only what is used: a chart of hex battles says nothing about a campaign.
        let files = match &self.theatre {
            Theatre::Campaign { .. } | Theatre::Battle(_) => campaign_and_display(),
            Theatre::Hexes(_) => Hexes::data_files(),
        };
        for file in files {
            hasher.update(self.setup.own.text(file).as_bytes());
        }
        *hasher.finalize().as_bytes()
    }

    fn scenario(&self) -> &str {
        &self.setup.scenario
    }

    fn headline(&self, state: &State) -> String {
        if let (Some(hexes), Some(battle)) = (self.hexes(), &state.hexes) {
            return hexes.headline(battle);
        }
        match (self.campaign(), &state.campaign, &state.fight) {
            (Some(campaign), Some(map), None) => campaign.date(map.turn),
            (Some(campaign), Some(map), Some(fight)) => {
                format!("{}, round {} of a battle", campaign.date(map.turn), fight.state.round)
            }
            (_, _, Some(fight)) => format!("round {}", fight.state.round),
            _ => String::new(),
        }
    }

    fn tally(&self, state: &State) -> Tally {
        if let Some(battle) = &state.hexes {
            let battles = [("hex", 1)].into_iter().collect();
            return Tally { turns: u32::from(battle.turn), battles };
        }
        let (turns, battles) = match (&state.campaign, &state.fight) {
            (Some(map), _) => (u32::from(map.turn) + 1, u32::from(map.battles)),
            (None, Some(fight)) => (u32::from(fight.state.round), 1),
            (None, None) => (0, 0),
        };
        Tally { turns, battles: [("display", battles)].into_iter().collect() }
    }
}
