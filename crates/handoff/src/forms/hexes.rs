//! The hex map as a form of battle: armies are drawn up and fight by the Great Battles rules, and what their counters
//! cost goes home.

mod array;
mod battle;
pub(crate) mod deployment;
pub(crate) mod ground;
mod prospect;
mod remains;

#[cfg(test)]
pub(crate) use battle::Brigade;
pub use battle::HexBattle;
pub use deployment::{Deployment, Draw, Piece};
pub use prospect::{
    ArmyProspect, BrigadeProspect, CounterProspect, GroundProspect, LeaderProspect, Prospect,
};
pub use remains::Close;

use crate::conversion::Conversion;
use crate::forms::{
    Action, Answer, BattleForm, BattleRules, BattleState, Ended, Event, Field, Question, Source,
    WrittenCase, not_asked, wrap_list,
};
use crate::scene::{GroundSeed, Offered};
use crate::setup::WarSetup;
use crate::war::{State, Theatre, War};
use deployment::{Drawing, SET_UP};
use diadem_campaign::{BattleOffer, Campaign};
use diadem_cases::{CasePosition, Finding, Vocabulary, Words};
use diadem_core::{
    AnswerOffer, Ask, Broken, Chart, DataFile, Decision, Dice, Game, Illegal, Mapped, OwnFiles,
    Scenario, Seal, Seat, SeatSet, SetupError, Sink, Text,
};
use diadem_hexes::cases::HexesVocabulary;
use diadem_hexes::{self as hexes, Charts, Hexes, Switches};
use diadem_sheets::ChartError;
use ground::Grounds;
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::sync::Arc;

thread_local! {
    static LISTED: Cell<Vec<hexes::Action>> = const { Cell::new(Vec::new()) };
}

/// What battles on hexes are made from.
#[derive(Debug)]
pub struct OnHexes {
    pub(crate) conversion: Arc<Conversion>,
    pub(crate) grounds: Grounds,
    /// The charts of the hex battle.
    pub(crate) charts: Arc<Charts>,
    /// The optional rules of the hex battle.
    switches: Switches,
}

/// Everything that changes in a battle on hexes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct HexesState {
    /// How far it has come.
    pub stage: HexesStage,
    /// The battle itself.
    pub battle: hexes::State,
}

/// How far a battle on hexes has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HexesStage {
    /// An army is drawn up.
    Drawing(Deployment),
    /// It is fought.
    Fighting {
        /// Whether Alexander was struck down and carried off alive (Alexandros 10.17).
        carried_off: bool,
    },
}

impl HexesStage {
    pub(crate) const BEGUN: HexesStage = HexesStage::Fighting { carried_off: false };
}

impl BattleForm for OnHexes {
    type Game = Hexes;
    type Rules = HexBattle;
    type State = HexesState;

    const WORD: &'static str = "hex";
    const PLACE: &'static str = "a hex map";
    const COUNTS_MEN: bool = true;

    fn scenarios() -> Vec<Scenario> {
        Hexes::scenarios()
    }

    fn is_scenario(id: &str) -> bool {
        Hexes::is_scenario(id)
    }

    fn charts(own: &OwnFiles) -> Result<Vec<Chart>, SetupError> {
        Hexes::catalogue(own)
    }

    fn data_files() -> Vec<DataFile> {
        Hexes::data_files()
    }

    fn alone(setup: &WarSetup) -> Result<HexBattle, SetupError> {
        let hexes = Hexes::with_own(&setup.scenario, setup.hexes, &setup.own)?;
        Ok(HexBattle::alone(Arc::new(hexes)))
    }

    fn files_alone(id: &str, own: &OwnFiles) -> Vec<DataFile> {
        Hexes::files_of(id, own)
    }

    fn load(source: &Source<'_>) -> Result<OnHexes, ChartError> {
        let own = &source.setup.own;
        let charts = Charts::with_own(own)?;
        Ok(OnHexes {
            conversion: source.conversion()?,
            grounds: Grounds::load(source.campaign, own, own, &charts)?,
            charts,
            switches: source.setup.hexes,
        })
    }

    fn files(&self, own: &OwnFiles) -> Vec<DataFile> {
        let fields = self.grounds.famous_battles().flat_map(|id| Hexes::files_of(id, own));
        fields.chain([ground::file()]).collect()
    }

    fn rules(
        &self,
        campaign: &Campaign,
        Offered { offer, ground, .. }: &Offered,
    ) -> Result<HexBattle, SetupError> {
        HexBattle::new(campaign, self, offer, *ground, self.switches)
    }

    fn has_famous_field(&self, offer: &BattleOffer) -> bool {
        self.grounds.has_famous_field(offer)
    }

    fn close(
        field: &Field<'_>,
        rules: &Arc<HexBattle>,
        state: &mut HexesState,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Option<Ended> {
        remains::close(field, rules, state, dice, sink).map(Ended::Field)
    }

    fn opening(rules: &HexBattle, dice: &mut Dice) -> HexesState {
        match rules.first_to_draw_up() {
            Some(force) => HexesState {
                stage: HexesStage::Drawing(Deployment::of(force)),
                battle: rules.hexes.beginning(),
            },
            None => HexesState { stage: HexesStage::BEGUN, battle: rules.hexes.opening(dice) },
        }
    }

    fn is_being_drawn_up(state: &HexesState) -> bool {
        matches!(state.stage, HexesStage::Drawing(_))
    }

    fn decision(
        rules: &HexBattle,
        HexesState { stage, battle }: &HexesState,
    ) -> Decision<Question> {
        match stage {
            HexesStage::Drawing(deployment) => {
                let seat = rules.hexes.force(deployment.force).seat;
                let ask = Ask::turn(seat, Question::Draw, SET_UP);
                Decision::Ask(if rules.screened { ask.secret() } else { ask })
            }
            HexesStage::Fighting { .. } => rules.hexes.decision(battle).map(Question::Hexes),
        }
    }

    fn list(rules: &HexBattle, HexesState { stage, battle }: &HexesState, into: &mut Vec<Action>) {
        match stage {
            HexesStage::Drawing(deployment) => {
                let drawing = Drawing { battle: rules, deployment, state: battle };
                drawing.list(|draw| into.push(Action::Draw(draw)));
            }
            HexesStage::Fighting { .. } => {
                let list = |listed: &mut Vec<_>| rules.hexes.actions(battle, listed);
                wrap_list(&LISTED, list, Action::Hexes, into);
            }
        }
    }

    fn check(
        rules: &HexBattle,
        state: &HexesState,
        seat: Seat,
        action: Action,
    ) -> Result<(), Illegal> {
        match (&state.stage, action) {
            (HexesStage::Fighting { .. }, Action::Hexes(action)) => {
                rules.hexes.check(&state.battle, seat, action)
            }
            (HexesStage::Drawing(deployment), Action::Draw(draw)) => {
                if rules.hexes.force(deployment.force).seat != seat {
                    return Err(Illegal::by(SET_UP, "The other army is drawn up now."));
                }
                Drawing { battle: rules, deployment, state: &state.battle }.check(draw)
            }
            _ => Err(not_asked(OnHexes::decision(rules, state).rule())),
        }
    }

    fn apply(
        rules: &Arc<HexBattle>,
        state: &mut HexesState,
        seat: Seat,
        action: Action,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        if let (HexesStage::Fighting { .. }, Action::Hexes(action)) = (state.stage, action) {
            let wrap = |event| Event::Hexes(Arc::clone(&rules.hexes), event);
            let mut sink = Mapped::new(sink, wrap);
            return rules.hexes.apply(&mut state.battle, seat, action, dice, &mut sink);
        }
        OnHexes::check(rules, state, seat, action)?;
        if let (HexesStage::Drawing(mut deployment), Action::Draw(draw)) = (state.stage, action) {
            let is_done = deployment::draw(rules, &mut deployment, &mut state.battle, draw);
            state.stage = HexesStage::Drawing(deployment);
            if is_done {
                drawn_up(rules, state, deployment, dice, sink);
            }
        }
        Ok(())
    }

    fn view(rules: &HexBattle, state: &HexesState, seat: Seat) -> HexesState {
        let mut view =
            HexesState { battle: rules.hexes.view(&state.battle, seat), ..state.clone() };
        if let HexesStage::Drawing(deployment) = &mut view.stage
            && rules.screened
        {
            deployment::screen(rules, deployment, &mut view.battle, seat);
        }
        view
    }

    fn offer(rules: &HexBattle, state: &HexesState, action: Action) -> Option<AnswerOffer<Answer>> {
        match (&state.stage, action) {
            (HexesStage::Fighting { .. }, Action::Hexes(action)) => {
                let AnswerOffer { kind, unit } = rules.hexes.offer(&state.battle, action)?;
                Some(AnswerOffer { kind: Answer::Hexes(kind), unit })
            }
            _ => None,
        }
    }

    fn invariants(rules: &HexBattle, state: &HexesState) -> Result<(), Broken> {
        match &state.stage {
            HexesStage::Drawing(deployment) => {
                Drawing { battle: rules, deployment, state: &state.battle }.invariants()
            }
            HexesStage::Fighting { .. } if !rules.is_alone() && state.battle.ending.is_some() => {
                Err(Broken("a battle on hexes is over and has not come home".into()))
            }
            HexesStage::Fighting { .. } => rules.hexes.invariants(&state.battle),
        }
    }

    fn game(rules: &Arc<HexBattle>) -> &Hexes {
        &rules.hexes
    }

    fn question(rules: &HexBattle, state: &HexesState, question: Question) -> String {
        match (&state.stage, question) {
            (HexesStage::Fighting { .. }, Question::Hexes(question)) => {
                rules.hexes.question(&state.battle, question)
            }
            (HexesStage::Drawing(deployment), Question::Draw) => match deployment.taken {
                Some(piece) => format!("Where shall {} stand?", rules.piece_name(piece)),
                None => {
                    let army = &rules.hexes.force(deployment.force).name;
                    format!("Draw up the {army} army.")
                }
            },
            _ => String::new(),
        }
    }

    fn action(rules: &HexBattle, state: &HexesState, action: Action) -> String {
        match (&state.stage, action) {
            (HexesStage::Fighting { .. }, Action::Hexes(action)) => {
                rules.hexes.action(&state.battle, action)
            }
            (HexesStage::Drawing(deployment), Action::Draw(draw)) => match draw {
                Draw::Take(piece) => format!("Send {} elsewhere", rules.piece_name(piece)),
                Draw::Post(hex) => match deployment.taken {
                    Some(piece) => format!("{} to {hex}", rules.piece_name(piece)),
                    None => format!("To {hex}"),
                },
                Draw::Done => "The army is drawn up".into(),
            },
            _ => String::new(),
        }
    }

    fn headline(rules: &HexBattle, state: &HexesState) -> String {
        rules.hexes.headline(&state.battle)
    }

    fn progress(state: &HexesState) -> Option<String> {
        let turn = state.battle.turn;
        (turn > 0).then(|| format!("turn {turn}"))
    }

    fn turns(state: &HexesState) -> u32 {
        state.battle.turn.into()
    }

    fn read_action(
        rules: &Arc<HexBattle>,
        state: &HexesState,
        words: &Words<'_>,
    ) -> Result<Action, Finding> {
        match state.stage {
            HexesStage::Drawing(_) => deployment::read(rules, words).map(Action::Draw),
            HexesStage::Fighting { .. } => {
                let game = Arc::clone(&rules.hexes);
                let at = CasePosition { game, state: state.battle.clone() };
                HexesVocabulary.action(&at, words).map(Action::Hexes)
            }
        }
    }

    fn written(rules: &HexBattle, scenario: &str, state: &HexesState) -> Option<WrittenCase> {
        if !rules.is_alone() {
            return None;
        }
        let position = hexes::cases::position_words(&rules.hexes, scenario, &state.battle);
        Some(WrittenCase { game: "hexes", position })
    }
}

/// An army is drawn up: the next one follows, or the battle begins.
fn drawn_up(
    rules: &HexBattle,
    state: &mut HexesState,
    deployment: Deployment,
    dice: &mut Dice,
    sink: &mut impl Sink<Event>,
) {
    if let Some(&power) = rules.powers.get(deployment.force.index()) {
        sink.tell(SeatSet::ALL, Event::Drawn(power));
    }
    if let Some(next) = rules.next_to_draw_up(deployment.force) {
        state.stage = HexesStage::Drawing(Deployment::of(next));
        return;
    }
    state.stage = HexesStage::BEGUN;
    if rules.screened {
        sink.seal(Seal::Shown);
    }
    let wrap = |event| Event::Hexes(Arc::clone(&rules.hexes), event);
    rules.hexes.open_as(&mut state.battle, dice, &mut Mapped::new(sink, wrap));
}

impl State {
    /// The battle being drawn up or fought on hexes, if there is one.
    pub fn on_hexes(&self) -> Option<&hexes::State> {
        self.hexes_state().map(|state| &state.battle)
    }

    /// The same with how far it has come.
    pub fn hexes_state(&self) -> Option<&HexesState> {
        let BattleState::Hexes(state) = &self.engagement()?.battle else { return None };
        Some(state)
    }
}

impl War {
    /// The battle being drawn up or fought on hexes and its rules, if there is one.
    pub fn on_hexes<'s>(&self, state: &'s State) -> Option<(Arc<Hexes>, &'s hexes::State)> {
        let BattleRules::Hexes(battle) = self.rules(state)? else { return None };
        Some((Arc::clone(&battle.hexes), state.on_hexes()?))
    }

    /// The rules of the battle on hexes, if this is one alone.
    pub fn hexes(&self) -> Option<&Arc<Hexes>> {
        match &self.theatre {
            Theatre::Alone(BattleRules::Hexes(battle)) => Some(&battle.hexes),
            Theatre::Alone(_) | Theatre::Map(_) => None,
        }
    }

    /// The rules half of the campaign's battle on hexes: of one that is offered, drawn up or fought, or was.
    pub fn hex_battle(&self, state: &State) -> Option<Arc<HexBattle>> {
        let (on_map, offered) = (self.on_map()?, state.offered()?);
        let kit = on_map.kits.hexes.as_ref()?;
        kit.rules(&on_map.campaign, offered).ok()
    }

    /// The battle of an offer on hexes, its ground made from the seed of a war; nothing when no hex map can hold
    /// it, or when this war knows none.
    pub fn offered_on_hexes(&self, offer: &BattleOffer, ground: u32) -> Option<HexBattle> {
        let on_map = self.on_map()?;
        let ground = GroundSeed { seed: ground, famous: false };
        let offered = Offered::new(offer.clone(), ground);
        on_map.kits.hexes.as_ref()?.form.rules(&on_map.campaign, &offered).ok()
    }
}
