//! The game of campaign and battle together.

pub use crate::forms::{Action, Answer, Event, Question};
pub use crate::scene::State;

use crate::conversion::Conversion;
use crate::forms::{Battle, BattleRules, FORM, Kits, not_asked, wrap_list};
use crate::scene::{Choosing, Pursuit, Scene};
use crate::setup::WarSetup;
use diadem_books::ALEXANDROS;
use diadem_campaign::{self as campaign, Campaign, Fighter, Waiting};
use diadem_core::{
    AnswerOffer, Ask, Broken, Decision, Dice, Game, Illegal, Mapped, Outcome, Seal, Seat, SeatSet,
    Sink, rule,
};
use diadem_display::Charts;
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::sync::Arc;

/// A war that can be fought: the rules half.
pub struct War {
    pub(crate) setup: WarSetup,
    pub(crate) theatre: Theatre,
}

/// Where it is fought.
pub(crate) enum Theatre {
    /// On the map, with battles in between.
    Map(Box<OnMap>),
    /// In one battle alone.
    Alone(BattleRules),
}

/// A campaign, and what its battles are made from.
pub(crate) struct OnMap {
    pub(crate) campaign: Campaign,
    /// The campaign's own tables of battle.
    pub(crate) charts: Arc<Charts>,
    /// What units and leaders are in men, where men are counted.
    pub(crate) conversion: Option<Arc<Conversion>>,
    pub(crate) kits: Kits,
}

/// What can be done out of turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Interjection {
    /// On the map.
    Campaign(campaign::Interjection),
}

/// What a war is about.
pub(crate) enum Now<'a> {
    Map(&'a Campaign, &'a campaign::State),
    /// A side is asked for the form of a battle.
    Choosing(&'a Choosing),
    Battle(Battle<'a>),
    /// A state that no war of this setup can have.
    Nowhere,
}

thread_local! {
    static ON_THE_MAP: Cell<Vec<campaign::Action>> = const { Cell::new(Vec::new()) };
}

/// The end of a state that no war can come to: only a forged save holds one.
const IMPOSSIBLE: Outcome =
    Outcome { winners: SeatSet::NONE, how: "impossible position", rule: rule!(ALEXANDROS, "4.2") };

impl War {
    pub(crate) fn on_map(&self) -> Option<&OnMap> {
        match &self.theatre {
            Theatre::Map(on_map) => Some(on_map),
            Theatre::Alone(_) => None,
        }
    }

    /// The rules of the campaign, if there is one.
    pub fn campaign(&self) -> Option<&Campaign> {
        self.on_map().map(|on_map| &on_map.campaign)
    }

    /// What a unit of the campaign amounts to: its men where men are counted, otherwise its steps.
    pub fn amount(&self, fighter: Fighter) -> u32 {
        match self.on_map().and_then(|on_map| on_map.conversion.as_deref()) {
            Some(conversion) => conversion.men(fighter).into(),
            None => fighter.steps.into(),
        }
    }

    /// The rules half of the battle that a state is about, if there is one.
    pub(crate) fn rules(&self, state: &State) -> Option<BattleRules> {
        let engagement = state.engagement()?;
        match &self.theatre {
            Theatre::Alone(rules) => Some(rules.clone()),
            Theatre::Map(on_map) => {
                let offered = engagement.offered.as_ref()?;
                on_map.rules(engagement.battle.form(), offered).ok()
            }
        }
    }

    /// What the war is about now.
    pub(crate) fn now<'a>(&'a self, state: &'a State) -> Now<'a> {
        match &state.scene {
            Scene::Map => match (self.campaign(), &state.campaign) {
                (Some(campaign), Some(map)) => Now::Map(campaign, map),
                _ => Now::Nowhere,
            },
            Scene::Choosing(choosing) => Now::Choosing(choosing),
            Scene::Fighting(engagement) | Scene::Pursuing(Pursuit { engagement, .. }) => {
                let battle = self.rules(state).and_then(|rules| rules.with(&engagement.battle));
                battle.map_or(Now::Nowhere, Now::Battle)
            }
        }
    }

    /// Who decides for a camp of an offer as a whole: whoever decides for the power that leads it.
    pub(crate) fn seat_of(&self, choosing: &Choosing) -> Option<Seat> {
        let power = choosing.offered.power(choosing.asked());
        self.campaign()?.powers[power].seat
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
            Theatre::Map(on_map) => on_map.campaign.powers.seats(),
            Theatre::Alone(battle) => battle.seats(),
        }
    }

    fn decision(&self, state: &State) -> Decision<Question> {
        match self.now(state) {
            Now::Battle(battle) => battle.decision(),
            Now::Map(campaign, map) => match campaign.waiting(map) {
                Waiting::Ask(ask) => Decision::Ask(ask).map(Question::Campaign),
                Waiting::Over(outcome) => Decision::Over(outcome),
                Waiting::Battle => Decision::Over(IMPOSSIBLE),
            },
            Now::Choosing(choosing) => match self.seat_of(choosing) {
                Some(seat) => Decision::Ask(Ask::turn(seat, Question::Form, FORM)),
                None => Decision::Over(IMPOSSIBLE),
            },
            Now::Nowhere => Decision::Over(IMPOSSIBLE),
        }
    }

    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        match self.now(state) {
            Now::Battle(battle) => battle.list(into),
            Now::Map(campaign, map) => {
                let list = |listed: &mut Vec<_>| campaign.actions(map, listed);
                wrap_list(&ON_THE_MAP, list, Action::Campaign, into);
            }
            Now::Choosing(choosing) => into.extend(choosing.forms.iter().map(Action::Choose)),
            Now::Nowhere => {}
        }
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        match (self.now(state), action) {
            (Now::Battle(battle), action) => battle.check(seat, action),
            (Now::Map(campaign, map), Action::Campaign(action)) => {
                campaign.check(map, seat, action)
            }
            (Now::Choosing(choosing), Action::Choose(form)) => {
                if self.seat_of(choosing) != Some(seat) {
                    let words = "The other side chooses the form of the battle now.";
                    return Err(Illegal::by(FORM, words));
                }
                if !choosing.forms.contains(form) {
                    return Err(Illegal::by(FORM, "This battle cannot be fought in that form."));
                }
                Ok(())
            }
            _ => Err(not_asked(self.decision(state).rule())),
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
        if let Some(rules) = self.rules(state)
            && let Some(engagement) = state.engagement_mut()
        {
            rules.apply(&mut engagement.battle, seat, action, dice, sink)?;
        } else if let (Scene::Map, Action::Campaign(action), Some(campaign), Some(map)) =
            (&state.scene, action, self.campaign(), &mut state.campaign)
        {
            let mut sink = Mapped::new(&mut *sink, Event::Campaign);
            campaign.apply(map, seat, action, dice, &mut sink)?;
        } else {
            self.check(state, seat, action)?;
            if let Action::Choose(form) = action {
                self.choose(state, form, dice, sink);
            }
            return Ok(());
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
            return Err(not_asked(rule));
        };
        let told = &mut Mapped::new(&mut *sink, Event::Campaign);
        campaign.interject(map, seat, interjection, dice, told)?;
        // A battle goes on unless what was done has taken it off the map.
        if campaign.waiting(map) != Waiting::Battle {
            state.scene = Scene::Map;
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
        if let (Now::Battle(battle), Some(seen)) = (self.now(state), view.engagement_mut()) {
            seen.battle = battle.view(seat);
        }
        view
    }

    fn offer(&self, state: &State, action: Action) -> Option<AnswerOffer<Answer>> {
        match self.now(state) {
            Now::Battle(battle) => battle.offer(action),
            Now::Map(..) | Now::Choosing(_) | Now::Nowhere => None,
        }
    }

    fn invariants(&self, state: &State) -> Result<(), Broken> {
        if let (Some(campaign), Some(map)) = (self.campaign(), &state.campaign) {
            campaign.invariants(map)?;
            let waits = campaign.waiting(map) == Waiting::Battle;
            if waits != state.is_battle() {
                return Err(Broken("a battle is fought exactly while the campaign waits".into()));
            }
        }
        self.check_scene(state)?;
        match self.now(state) {
            Now::Battle(battle) => battle.invariants(),
            Now::Map(..) | Now::Choosing(_) => Ok(()),
            Now::Nowhere => Err(Broken("the battle of a scene cannot be made".into())),
        }
    }
}

impl War {
    /// What must hold of the scene.
    fn check_scene(&self, state: &State) -> Result<(), Broken> {
        let broken = |what: &str| Err(Broken(what.into()));
        match &state.scene {
            Scene::Map => Ok(()),
            Scene::Choosing(choosing) if choosing.forms.iter().count() < 2 => {
                broken("a form is asked for where there is nothing to choose")
            }
            Scene::Choosing(_) => Ok(()),
            Scene::Fighting(engagement) => {
                if engagement.offered.is_some() != state.campaign.is_some() {
                    return broken("a battle has an offer exactly in a campaign");
                }
                Ok(())
            }
            Scene::Pursuing(Pursuit { engagement, .. }) => {
                if engagement.offered.is_none() {
                    return broken("a pursuit does not know what was offered");
                }
                Ok(())
            }
        }
    }
}
