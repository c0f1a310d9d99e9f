//! The game of campaign and battle together.

use crate::answer::Answer;
use crate::battle_losses::BattleLosses;
use crate::deployment::{self, Deployment, Draw, Drawing, SET_UP};
use crate::display_form;
use crate::encounter::{Encounter, EncounterStage, FORM, Form, OnHexes, RulesCache};
use crate::hex_form::HexBattle;
use crate::setup::WarSetup;
use diadem_books::ALEXANDROS;
use diadem_campaign::powers::Power;
use diadem_campaign::{self as campaign, Campaign, Waiting};
use diadem_core::{
    AnswerOffer, Ask, Broken, Camp, Decision, Dice, Game, Illegal, Mapped, Outcome, Rule, Seal,
    Seat, SeatSet, Sink, rule,
};
use diadem_display::{self as display, Charts, Display};
use diadem_hexes::{self as hexes, Hexes};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::sync::Arc;
use std::thread::LocalKey;

/// A war that can be fought: the rules half.
pub struct War {
    pub(crate) setup: WarSetup,
    pub(crate) theatre: Theatre,
}

/// Where it is fought.
pub(crate) enum Theatre {
    /// On the map, with battles in between.
    Campaign {
        campaign: Box<Campaign>,
        charts: Arc<Charts>,
        displays: RulesCache<Display>,
        /// What battles on hexes are made from, where they may be fought.
        on_hexes: Option<Box<OnHexes>>,
    },
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
    /// The battle of the campaign that is fought on hexes, or may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encounter: Option<Encounter>,
    /// How many battles of the campaign were fought on hexes.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub hex_battles: u16,
    /// What the grounds of this war are made from, drawn when it began: no two wars have the same fields.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub ground: u32,
}

fn is_nought<N: Default + PartialEq>(number: &N) -> bool {
    *number == N::default()
}

impl State {
    /// A war of which nothing has begun.
    pub(crate) const EMPTY: State = State {
        campaign: None,
        fight: None,
        hexes: None,
        encounter: None,
        hex_battles: 0,
        ground: 0,
    };
}

/// A battle being fought. What its rules half is made from follows from the campaign, which stands
/// still meanwhile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fight {
    /// A hash of what the battle was made from, by which its rules half is found again.
    #[serde(rename = "field")]
    pub rules_key: u64,
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
    /// Before a battle of the campaign: the form to fight it in.
    Choose(Form),
    /// Before a battle of the campaign on hexes: drawing up.
    Draw(Draw),
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
    /// In which form a battle of the campaign shall be fought.
    Form,
    /// How an army shall be drawn up.
    Draw,
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
    /// A power has chosen a form of battle.
    Chosen {
        /// Who.
        power: Power,
        /// Which.
        form: Form,
    },
    /// An army is drawn up.
    Drawn(Power),
    /// A battle on hexes is over, and this is what it has cost.
    Home(Box<BattleLosses>),
    /// A battle can be fought in no form, for this reason: only with data that fit no battle.
    Unfought(Box<str>),
}

impl War {
    pub(crate) fn of_campaign(
        setup: WarSetup,
        campaign: Campaign,
        charts: Arc<Charts>,
        on_hexes: Option<Box<OnHexes>>,
    ) -> War {
        let (campaign, displays) = (Box::new(campaign), RulesCache::default());
        War { setup, theatre: Theatre::Campaign { campaign, charts, displays, on_hexes } }
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
            Theatre::Campaign { campaign, charts, displays, .. } => {
                displays.find(fight.rules_key, || {
                    let offer = campaign.offer(state.campaign.as_ref()?)?;
                    display_form::display(campaign, charts, &offer).ok()
                })
            }
        }
    }

    /// What the war is about now: a battle, or the map.
    pub(crate) fn now<'a>(&'a self, state: &'a State) -> Now<'a> {
        if let (Theatre::Hexes(hexes), Some(battle)) = (&self.theatre, &state.hexes) {
            return Now::Hexes(Arc::clone(hexes), battle);
        }
        if let Some(encounter) = &state.encounter
            && !matches!(encounter.stage, EncounterStage::Pursuit { .. })
        {
            return match (&encounter.stage, self.hex_battle(state), &state.hexes) {
                (EncounterStage::Choice(camp), ..) => Now::Choice(*camp),
                (EncounterStage::Drawing(deployment), Some(battle), Some(drawn)) => {
                    Now::Drawing(battle, deployment, drawn)
                }
                (EncounterStage::Fight { .. }, Some(battle), Some(fought)) => {
                    Now::Hexes(Arc::clone(&battle.hexes), fought)
                }
                _ => Now::Nowhere,
            };
        }
        match (&state.fight, self.display(state), &self.theatre, &state.campaign) {
            (Some(fight), Some(display), ..) => Now::Battle(display, fight),
            (None, _, Theatre::Campaign { campaign, .. }, Some(state)) => Now::Map(campaign, state),
            _ => Now::Nowhere,
        }
    }
}

/// What a war is about.
pub(crate) enum Now<'a> {
    Battle(Arc<Display>, &'a Fight),
    Hexes(Arc<Hexes>, &'a hexes::State),
    /// A side is asked for the form of a battle.
    Choice(Camp),
    /// An army is drawn up.
    Drawing(Arc<HexBattle>, &'a Deployment, &'a hexes::State),
    Map(&'a Campaign, &'a campaign::State),
    /// A state that no war of this setup can have.
    Nowhere,
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

impl War {
    /// Does something on hexes, in a battle alone or in one of the campaign.
    fn act_on_hexes(
        &self,
        state: &mut State,
        seat: Seat,
        action: hexes::Action,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        let Now::Hexes(hexes, _) = self.now(state) else {
            return Err(nowhere(self.decision(state).rule()));
        };
        let Some(battle) = &mut state.hexes else {
            return Err(nowhere(self.decision(state).rule()));
        };
        let wrap = |event| Event::Hexes(Arc::clone(&hexes), event);
        hexes.apply(battle, seat, action, dice, &mut Mapped::new(&mut *sink, wrap))?;
        self.settle(state, dice, sink);
        Ok(())
    }

    /// Does something before a battle: chooses its form, or draws an army up.
    fn act_before(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        self.check(state, seat, action)?;
        match (self.now(state), action) {
            (Now::Choice(camp), Action::Choose(form)) => {
                self.choose(state, camp, form, dice, sink);
            }
            (Now::Drawing(battle, deployment, _), Action::Draw(draw)) => {
                let mut deployment = *deployment;
                if let Some(drawn) = &mut state.hexes
                    && deployment::draw(&battle, &mut deployment, drawn, draw)
                {
                    self.drawn_up(&battle, state, dice, sink);
                    self.settle(state, dice, sink);
                } else if let Some(encounter) = &mut state.encounter {
                    encounter.stage = EncounterStage::Drawing(deployment);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

impl Game for War {
    type State = State;
    type Action = Action;
    type Interjection = Interjection;
    type Question = Question;
    type Event = Event;
    type AnswerKind = Answer;

    fn seats(&self) -> SeatSet {
        match &self.theatre {
            Theatre::Campaign { campaign, .. } => campaign.powers.seats(),
            Theatre::Battle(display) => display.seats(),
            Theatre::Hexes(hexes) => hexes.seats(),
        }
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
            Now::Choice(camp) => match self.seat_of(state, camp) {
                Some(seat) => Decision::Ask(Ask::turn(seat, Question::Form, FORM)),
                None => Decision::Over(IMPOSSIBLE),
            },
            Now::Drawing(_, deployment, _) => {
                let Some(seat) = self.seat_of(state, deployment.camp) else {
                    return Decision::Over(IMPOSSIBLE);
                };
                let ask = Ask::turn(seat, Question::Draw, SET_UP);
                Decision::Ask(if self.is_screened() { ask.secret() } else { ask })
            }
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
            Now::Choice(_) => into.extend(Form::ALL.map(Action::Choose)),
            Now::Drawing(battle, deployment, state) => {
                let drawing = Drawing { battle: &battle, deployment, state };
                drawing.list(|draw| into.push(Action::Draw(draw)));
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
            (Now::Choice(camp), Action::Choose(_)) => {
                if self.seat_of(state, camp) == Some(seat) {
                    return Ok(());
                }
                Err(Illegal::by(FORM, "The other side chooses the form of the battle now."))
            }
            (Now::Drawing(battle, deployment, drawn), Action::Draw(draw)) => {
                if self.seat_of(state, deployment.camp) != Some(seat) {
                    return Err(Illegal::by(SET_UP, "The other army is drawn up now."));
                }
                Drawing { battle: &battle, deployment, state: drawn }.check(draw)
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
        match action {
            Action::Hexes(action) => return self.act_on_hexes(state, seat, action, dice, sink),
            Action::Choose(_) | Action::Draw(_) => {
                return self.act_before(state, seat, action, dice, sink);
            }
            Action::Campaign(_) | Action::Display(_) => {}
        }
        if state
            .encounter
            .as_ref()
            .is_some_and(|one| !matches!(one.stage, EncounterStage::Pursuit { .. }))
        {
            return Err(nowhere(self.decision(state).rule()));
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
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        let rule = self.decision(state).rule();
        let Interjection::Campaign(interjection) = interjection;
        let (Some(campaign), Some(map)) = (self.campaign(), &mut state.campaign) else {
            return Err(nowhere(rule));
        };
        let told = &mut Mapped::new(&mut *sink, Event::Campaign);
        campaign.interject(map, seat, interjection, dice, told)?;
        // A battle goes on unless what was done has taken it off the map.
        if campaign.waiting(map) != Waiting::Battle {
            (state.fight, state.hexes, state.encounter) = (None, None, None);
        }
        if let Waiting::Over(_) = campaign.waiting(map) {
            sink.seal(Seal::Over);
        }
        self.settle(state, dice, sink);
        Ok(())
    }

    /// The map hides nothing; a secret set-up does, and markers on hexes.
    fn view(&self, state: &State, seat: Seat) -> State {
        let mut view = state.clone();
        if let (Some(display), Some(fight)) = (self.display(state), &mut view.fight) {
            fight.state = display.view(&fight.state, seat);
        }
        if let (Some(hexes), Some(battle)) = (self.hexes_of(state), &mut view.hexes) {
            *battle = hexes.view(battle, seat);
        }
        self.screen(&mut view, seat);
        view
    }

    fn offer(&self, state: &State, action: Action) -> Option<AnswerOffer<Answer>> {
        match (self.now(state), action) {
            (Now::Battle(display, fight), Action::Display(action)) => {
                let AnswerOffer { kind, unit } = display.offer(&fight.state, action)?;
                Some(AnswerOffer { kind: Answer::Display(kind), unit })
            }
            (Now::Hexes(hexes, battle), Action::Hexes(action)) => {
                let AnswerOffer { kind, unit } = hexes.offer(battle, action)?;
                Some(AnswerOffer { kind: Answer::Hexes(kind), unit })
            }
            _ => None,
        }
    }

    fn invariants(&self, state: &State) -> Result<(), Broken> {
        if let (Some(campaign), Some(map)) = (self.campaign(), &state.campaign) {
            campaign.invariants(map)?;
            let waits = campaign.waiting(map) == Waiting::Battle;
            if waits != (state.fight.is_some() || state.encounter.is_some()) {
                return Err(Broken("a battle is fought exactly while the campaign waits".into()));
            }
            self.check_encounter(state)?;
        }
        match self.now(state) {
            Now::Battle(display, fight) => display.invariants(&fight.state),
            Now::Hexes(hexes, battle) => hexes.invariants(battle),
            Now::Choice(_) | Now::Drawing(..) | Now::Map(..) | Now::Nowhere => Ok(()),
        }
    }
}

impl War {
    /// The power that leads a camp of the battle that is offered or fought.
    pub(crate) fn power_of(&self, state: &State, camp: Camp) -> Option<Power> {
        let combat = state.campaign.as_ref()?.combat()?;
        Some(combat.camp(camp).lead.power)
    }

    /// Who decides for a camp as a whole: whoever decides for the power that leads it.
    pub(crate) fn seat_of(&self, state: &State, camp: Camp) -> Option<Seat> {
        self.campaign()?.powers[self.power_of(state, camp)?].seat
    }
}
