//! A battle of the campaign from the offer to the report: which form it is fought in, how the armies are drawn
//! up, when it is over, and what goes home.

use crate::battle_losses::{BattleLosses, Close, Fought};
use crate::conversion::Conversion;
use crate::deployment::{Deployment, Drawing};
use crate::display_form;
use crate::ground::Grounds;
use crate::hex_form::HexBattle;
use crate::setup::BattleForm;
use crate::war::{Event, Fight, State, Theatre, War};
use diadem_books::ALEXANDROS;
use diadem_campaign::ids::LeaderId;
use diadem_campaign::{self as campaign, BattleOffer, Campaign, Fighter, Switch, Waiting};
use diadem_core::Camp;
use diadem_core::{
    Broken, Dice, Die, Mapped, OwnFiles, Playable, Roll, Rule, Seal, Seat, SeatSet, SetupError,
    Sink, rule, state_hash,
};
use diadem_hexes as hexes;
use diadem_sheets::ChartError;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};

pub(crate) const FORM: Rule = rule!(ALEXANDROS, "10.1");
pub(crate) const HOME: Rule = rule!(ALEXANDROS, "10.19");

/// A form of battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// On the tactical display.
    Display,
    /// On a hex map.
    Hexes,
}

impl Form {
    /// Every form, in the order they are offered.
    pub const ALL: [Form; 2] = [Form::Display, Form::Hexes];

    /// The word it is known by on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Form::Display => "display",
            Form::Hexes => "hex",
        }
    }
}

/// A battle of the campaign that is fought on hexes, or may be.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Encounter {
    /// A hash of what the battle is made from, by which its rules half is found again.
    #[serde(rename = "field")]
    pub rules_key: u64,
    /// How far it has come.
    pub stage: EncounterStage,
}

/// How far an encounter has come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EncounterStage {
    /// A side is asked for the form it shall be fought in.
    Choice(Camp),
    /// An army is drawn up.
    Drawing(Deployment),
    /// It is fought.
    Fight {
        /// Whether Alexander was struck down and carried off alive (10.17).
        carried_off: bool,
    },
    /// It was fought, and the winner pursues on the display.
    Pursuit {
        /// What every unit of the offer has lost beyond whole steps.
        wear: Vec<u16>,
    },
}

/// What battles on hexes are made from.
#[derive(Debug)]
pub(crate) struct OnHexes {
    pub(crate) conversion: Conversion,
    pub(crate) grounds: Grounds,
    /// The charts of the hex battle.
    pub(crate) charts: Arc<hexes::Charts>,
    pub(crate) battles: RulesCache<HexBattle>,
}

impl OnHexes {
    pub(crate) fn load(campaign: &Campaign, own: &OwnFiles) -> Result<OnHexes, ChartError> {
        let charts = hexes::Charts::with_own(own)?;
        Ok(OnHexes {
            conversion: Conversion::load(&campaign.roster, own)?,
            grounds: Grounds::load(campaign, own, own, &charts)?,
            charts,
            battles: RulesCache::default(),
        })
    }
}

/// The rules halves of battles lately fought, so that not every question makes one anew.
#[derive(Debug)]
pub(crate) struct RulesCache<T>(Mutex<Vec<(u64, Arc<T>)>>);

impl<T> Default for RulesCache<T> {
    fn default() -> RulesCache<T> {
        RulesCache(Mutex::new(Vec::new()))
    }
}

impl<T> RulesCache<T> {
    /// As many as are worth keeping: a replay and a forecast may be under way beside the game.
    const MOST: usize = 8;

    pub(crate) fn find(&self, key: u64, make: impl FnOnce() -> Option<T>) -> Option<Arc<T>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, battle)) = kept.iter().find(|(known, _)| *known == key) {
            return Some(Arc::clone(battle));
        }
        let battle = Arc::new(make()?);
        if kept.len() == Self::MOST {
            kept.remove(0);
        }
        kept.push((key, Arc::clone(&battle)));
        Some(battle)
    }
}

/// The number under which a battle's rules half is kept.
pub(crate) fn rules_key_of(made_from: &impl Serialize) -> u64 {
    let hash = state_hash(made_from).0;
    hash.iter().take(8).fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}

impl War {
    /// The rules half of the campaign's battle on hexes, if one is drawn up or fought.
    pub fn hex_battle(&self, state: &State) -> Option<Arc<HexBattle>> {
        let encounter = state.encounter.as_ref()?;
        let Theatre::Campaign { campaign, on_hexes: Some(on_hexes), .. } = &self.theatre else {
            return None;
        };
        on_hexes.battles.find(encounter.rules_key, || {
            let offer = campaign.offer(state.campaign.as_ref()?)?;
            self.on_hexes(&offer, state.ground)
        })
    }

    /// The rules of the battle on hexes that a state is about, alone or in a campaign.
    pub fn hexes_of(&self, state: &State) -> Option<Arc<hexes::Hexes>> {
        match self.hexes() {
            Some(alone) => Some(Arc::clone(alone)),
            None => self.hex_battle(state).map(|battle| Arc::clone(&battle.hexes)),
        }
    }

    /// The battle of an offer on hexes, its ground made from the seed of a war; nothing when no hex map can hold
    /// it, or when this war knows none.
    pub fn on_hexes(&self, offer: &BattleOffer, ground: u32) -> Option<HexBattle> {
        let Theatre::Campaign { campaign, on_hexes: Some(on_hexes), .. } = &self.theatre else {
            return None;
        };
        HexBattle::new(campaign, on_hexes, offer, ground, self.setup_of().hexes).ok()
    }

    /// What a unit of the campaign amounts to: its men where battles may be fought on hexes; its steps where nobody
    /// counts men.
    pub fn amount(&self, fighter: Fighter) -> u32 {
        match &self.theatre {
            Theatre::Campaign { on_hexes: Some(on_hexes), .. } => {
                on_hexes.conversion.men(fighter).into()
            }
            _ => fighter.steps.into(),
        }
    }

    /// What a battle of an offer on hexes has cost, once it is over.
    pub fn home_from(
        &self,
        offer: &BattleOffer,
        battle: &HexBattle,
        state: &hexes::State,
        close: Close,
        carried_off: Option<LeaderId>,
    ) -> Option<BattleLosses> {
        let Theatre::Campaign { campaign, on_hexes: Some(on_hexes), .. } = &self.theatre else {
            return None;
        };
        let conversion = &on_hexes.conversion;
        let fought = Fought { campaign, conversion, offer, battle, state, close, carried_off };
        Some(fought.losses())
    }

    /// Carries a finished battle home, and begins the next one that waits.
    pub(crate) fn settle(&self, state: &mut State, dice: &mut Dice, sink: &mut impl Sink<Event>) {
        let Theatre::Campaign { campaign, .. } = &self.theatre else { return };
        if let Err(SetupError(why)) = self.go_on(campaign, state, dice, sink) {
            sink.tell(SeatSet::ALL, Event::Unfought(why.into()));
        }
    }

    fn go_on(
        &self,
        campaign: &Campaign,
        state: &mut State,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), SetupError> {
        if matches!(&state.encounter, Some(Encounter { stage: EncounterStage::Fight { .. }, .. })) {
            self.close_hexes(state, dice, sink)?;
        }
        self.close_display(campaign, state, dice, sink);
        let Some(map) = &state.campaign else { return Ok(()) };
        let waits = campaign.waiting(map) == Waiting::Battle;
        if waits && state.fight.is_none() && state.encounter.is_none() {
            self.meet(campaign, state, dice)
        } else {
            Ok(())
        }
    }

    /// Two armies have met: the form is settled, or somebody is asked for it.
    fn meet(
        &self,
        campaign: &Campaign,
        state: &mut State,
        dice: &mut Dice,
    ) -> Result<(), SetupError> {
        let Some(offer) = state.campaign.as_ref().and_then(|map| campaign.offer(map)) else {
            return Ok(());
        };
        match self.setup_of().battles {
            BattleForm::Display => self.begin_display(campaign, &offer, state, dice),
            BattleForm::Hex => self.begin_hexes(campaign, &offer, state, dice),
            BattleForm::Attacker | BattleForm::Ask => {
                // Armies that no hex map can hold leave nothing to choose.
                match self.encounter(state, EncounterStage::Choice(offer.attacker)) {
                    Some(_) => Ok(()),
                    None => self.begin_display(campaign, &offer, state, dice),
                }
            }
        }
    }

    /// Begins an encounter; answers its battle, and nothing when no hex map can hold it.
    fn encounter(&self, state: &mut State, stage: EncounterStage) -> Option<Arc<HexBattle>> {
        let rules_key = rules_key_of(&(&state.campaign, state.ground));
        state.encounter = Some(Encounter { rules_key, stage });
        let battle = self.hex_battle(state);
        if battle.is_none() {
            state.encounter = None;
        }
        battle
    }

    /// The keys by which the rules half of a battle is found, worked out anew.
    pub(crate) fn find_rules_again(&self, state: &mut State) {
        let Theatre::Campaign { campaign, charts, .. } = &self.theatre else { return };
        let offer = state.campaign.as_ref().and_then(|map| campaign.offer(map));
        let display = offer.and_then(|offer| display_form::display(campaign, charts, &offer).ok());
        if let (Some(fight), Some(display)) = (&mut state.fight, display) {
            fight.rules_key = rules_key_of(display.battle());
        }
        let key = rules_key_of(&(&state.campaign, state.ground));
        if let Some(encounter) = &mut state.encounter {
            encounter.rules_key = key;
        }
    }

    fn begin_display(
        &self,
        campaign: &Campaign,
        offer: &BattleOffer,
        state: &mut State,
        dice: &mut Dice,
    ) -> Result<(), SetupError> {
        let Theatre::Campaign { charts, displays, .. } = &self.theatre else { return Ok(()) };
        let display = display_form::display(campaign, charts, offer)?;
        let rules_key = rules_key_of(display.battle());
        let beginning = display.opening(dice);
        displays.find(rules_key, || Some(display));
        state.fight = Some(Fight { rules_key, state: beginning });
        Ok(())
    }

    fn begin_hexes(
        &self,
        campaign: &Campaign,
        offer: &BattleOffer,
        state: &mut State,
        dice: &mut Dice,
    ) -> Result<(), SetupError> {
        // 10.3: the Persian always sets up first.
        match self.encounter(state, EncounterStage::Drawing(Deployment::of(Camp::Second))) {
            Some(battle) => {
                state.hexes = Some(battle.hexes.beginning());
                Ok(())
            }
            None => self.begin_display(campaign, offer, state, dice),
        }
    }

    /// A side has chosen: the display at once, hexes when everybody who is asked agrees.
    pub(crate) fn choose(
        &self,
        state: &mut State,
        asked: Camp,
        form: Form,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let Theatre::Campaign { campaign, .. } = &self.theatre else { return };
        let Some(offer) = state.campaign.as_ref().and_then(|map| campaign.offer(map)) else {
            return;
        };
        let power = offer.camps[asked.index()].lead.power;
        sink.tell(SeatSet::ALL, Event::Chosen { power, form });
        let asks_both = self.setup_of().battles == BattleForm::Ask;
        let other_is_asked = asks_both && asked == offer.attacker;
        let begun = match (form, &mut state.encounter) {
            (Form::Hexes, Some(encounter)) if other_is_asked => {
                encounter.stage = EncounterStage::Choice(asked.other());
                Ok(())
            }
            (Form::Hexes, _) => self.begin_hexes(campaign, &offer, state, dice),
            (Form::Display, encounter) => {
                *encounter = None;
                self.begin_display(campaign, &offer, state, dice)
            }
        };
        if let Err(SetupError(why)) = begun {
            sink.tell(SeatSet::ALL, Event::Unfought(why.into()));
        }
    }

    /// An army is drawn up: the other one is next, or the battle begins.
    pub(crate) fn drawn_up(
        &self,
        battle: &HexBattle,
        state: &mut State,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let Some(Encounter { stage: EncounterStage::Drawing(deployment), .. }) = state.encounter
        else {
            return;
        };
        if let Some(power) = self.power_of(state, deployment.camp) {
            sink.tell(SeatSet::ALL, Event::Drawn(power));
        }
        let Some(encounter) = &mut state.encounter else { return };
        match deployment.camp {
            Camp::Second => {
                encounter.stage = EncounterStage::Drawing(Deployment::of(Camp::First));
            }
            Camp::First => {
                encounter.stage = EncounterStage::Fight { carried_off: false };
                if self.is_screened() {
                    sink.seal(Seal::Shown);
                }
                if let Some(hexes) = &mut state.hexes {
                    let wrap = |event| Event::Hexes(Arc::clone(&battle.hexes), event);
                    battle.hexes.open_as(hexes, dice, &mut Mapped::new(sink, wrap));
                }
            }
        }
    }

    /// Whether armies are drawn up behind a screen (10.3).
    pub(crate) fn is_screened(&self) -> bool {
        self.campaign().is_some_and(|campaign| campaign.switches.has(Switch::SecretSetUp))
    }

    /// 10.3: behind a screen the other army stands in its usual line, wherever it was sent.
    pub(crate) fn screen(&self, view: &mut State, seat: Seat) {
        let drawing = |one: &Encounter| matches!(one.stage, EncounterStage::Drawing(_));
        if !self.is_screened() || !view.encounter.as_ref().is_some_and(drawing) {
            return;
        }
        let battle = self.hex_battle(view);
        let camps = Camp::BOTH.into_iter().filter(|&camp| self.seat_of(view, camp) != Some(seat));
        let camps: Vec<Camp> = camps.collect();
        let (Some(battle), Some(encounter), Some(drawn)) =
            (battle, &mut view.encounter, &mut view.hexes)
        else {
            return;
        };
        let usual = battle.hexes.beginning();
        for camp in camps {
            let units = battle.hexes.list(camp).units.iter().map(hexes::UnitId::index);
            units.for_each(|at| drawn.units[at] = usual.units[at]);
            let leaders = battle.hexes.leaders();
            let leaders = leaders.filter(|&one| battle.hexes.camp_of(one) == camp);
            leaders
                .map(hexes::LeaderId::index)
                .for_each(|at| drawn.leaders[at] = usual.leaders[at]);
            if matches!(&encounter.stage, EncounterStage::Drawing(deployment) if deployment.camp == camp)
            {
                encounter.stage = EncounterStage::Drawing(Deployment::of(camp));
            }
        }
    }

    /// Ends a battle on hexes that is over, and puts what is left of it on the display for the pursuit.
    fn close_hexes(
        &self,
        state: &mut State,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), SetupError> {
        let Theatre::Campaign { campaign, charts, displays, .. } = &self.theatre else {
            return Ok(());
        };
        let (Some(battle), Some(Encounter { stage: EncounterStage::Fight { carried_off }, .. })) =
            (self.hex_battle(state), &mut state.encounter)
        else {
            return Ok(());
        };
        let Some(fought) = &state.hexes else { return Ok(()) };
        let alexander = campaign.roster.who().alexander;
        let mut close = fought.ending.map(Close::Fought);
        let lost =
            battle.leader(alexander).map(|one| Close::CommanderLost(battle.hexes.camp_of(one)));
        let he = battle.leader(alexander).map(|one| fought.leader(one));
        match he.filter(|one| one.is_lost() && !*carried_off) {
            // 10.17: the second roll is for who was struck down, not for who was taken.
            Some(one) if one.captured => close = lost,
            Some(_) => {
                let roll = Roll::plain(dice, Die::D6);
                let dead = charts.kills_alexander(roll.raw);
                *carried_off = !dead;
                let event = campaign::Event::AlexanderChecked { roll, dead };
                sink.tell(SeatSet::ALL, Event::Campaign(event));
                if dead {
                    close = lost;
                }
            }
            None => {}
        }
        let Some(close) = close else { return Ok(()) };
        let carried_off = carried_off.then_some(alexander);
        let offer = state.campaign.as_ref().and_then(|map| campaign.offer(map));
        let Some(offer) = offer else { return Ok(()) };
        let home = self.home_from(&offer, &battle, fought, close, carried_off);
        let Some(home) = home else { return Ok(()) };
        let display = display_form::display(campaign, charts, &offer)?;
        let rules_key = rules_key_of(display.battle());
        let Some(display) = displays.find(rules_key, || Some(display)) else { return Ok(()) };
        let wrap = |event| Event::Display(Arc::clone(&display), event);
        let after = home.aftermath(close);
        let after = display.after(&after, dice, &mut Mapped::new(&mut *sink, wrap));
        if let Some(encounter) = &mut state.encounter {
            encounter.stage = EncounterStage::Pursuit { wear: home.wear() };
        }
        state.hexes = None;
        state.fight = Some(Fight { rules_key, state: after });
        sink.tell(SeatSet::ALL, Event::Home(Box::new(home)));
        sink.seal(Seal::Shown);
        Ok(())
    }

    /// Carries a battle home that has ended on the display.
    fn close_display(
        &self,
        campaign: &Campaign,
        state: &mut State,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) {
        let (Some(display), Some(fight)) = (self.display(state), &state.fight) else { return };
        let Some(ended) = display.report(&fight.state) else { return };
        let Some(map) = &mut state.campaign else { return };
        let wear = match state.encounter.take() {
            Some(Encounter { stage: EncounterStage::Pursuit { wear }, .. }) => {
                state.hex_battles += 1;
                wear
            }
            _ => campaign.offer(map).map_or_else(Vec::new, |offer| wear_before(&offer)),
        };
        state.fight = None;
        let report = display_form::report(&ended, &wear);
        campaign.report(map, &report, dice, &mut Mapped::new(sink, Event::Campaign));
    }

    /// What must hold of an encounter.
    pub(crate) fn check_encounter(&self, state: &State) -> Result<(), Broken> {
        let Some(encounter) = &state.encounter else { return Ok(()) };
        let on_map =
            matches!(encounter.stage, EncounterStage::Drawing(_) | EncounterStage::Fight { .. });
        let pursues = matches!(encounter.stage, EncounterStage::Pursuit { .. });
        if on_map != state.hexes.is_some() || pursues != state.fight.is_some() {
            return Err(Broken("an encounter has not the battle of its stage".into()));
        }
        let Some(battle) = self.hex_battle(state) else {
            return Err(Broken("the battle of an encounter cannot be made".into()));
        };
        match (&encounter.stage, &state.hexes) {
            (EncounterStage::Drawing(deployment), Some(drawn)) => {
                Drawing { battle: &battle, deployment, state: drawn }.invariants()
            }
            (EncounterStage::Fight { .. }, Some(fought)) if fought.ending.is_some() => {
                Err(Broken("a battle on hexes is over and has not come home".into()))
            }
            (EncounterStage::Pursuit { wear }, _) if wear.len() != battle.brigades.len() => {
                Err(Broken("a pursuit does not know what every unit has lost".into()))
            }
            _ => Ok(()),
        }
    }
}

/// What the units of an offer had lost beyond whole steps before it.
fn wear_before(offer: &BattleOffer) -> Vec<u16> {
    offer.armies.iter().flat_map(|army| army.units.iter().map(|one| one.wear)).collect()
}
