//! The tactical display as a form of battle: a battle of the campaign on it, and the way home.

use crate::forms::{
    Action, Answer, BattleForm, BattleRules, BattleState, Ended, Event, Field, Kits, Question,
    Source, WrittenCase, not_asked, wrap_list,
};
use crate::scene::Offered;
use crate::setup::WarSetup;
use crate::war::{State, War};
use diadem_campaign::ids::{LeaderId, UnitId};
use diadem_campaign::pieces::{Kind, Nation};
use diadem_campaign::state::Force;
use diadem_campaign::{
    BattleOffer, BattleReport, Campaign, Commander, Fighter, LeaderFate, Switch, UnitFate,
};
use diadem_cases::{CasePosition, Finding, Vocabulary, Words};
use diadem_core::{
    AnswerOffer, Broken, Camp, Chart, DataFile, Decision, Dice, Game, Illegal, Mapped, OwnFiles,
    Playable, Request, Scenario, Seat, SetupError, Sink, Text,
};
use diadem_display::cases::DisplayVocabulary;
use diadem_display::{
    self as display, BattleSetup, Charts, Display, DisplaySetup, Doubling, Fate, ForceId,
    ForceSetup, LeaderSetup, Names, Order, Placing, Strength, Switches, UnitSetup, Who,
};
use diadem_sheets::ChartError;
use std::cell::Cell;
use std::sync::Arc;

thread_local! {
    static LISTED: Cell<Vec<display::Action>> = const { Cell::new(Vec::new()) };
}

/// What battles on the display are made from.
#[derive(Debug)]
pub struct OnDisplay {
    charts: Arc<Charts>,
}

impl BattleForm for OnDisplay {
    type Game = Display;
    type Rules = Display;
    type State = display::State;

    const WORD: &'static str = "display";
    const PLACE: &'static str = "the tactical display";
    const COUNTS_MEN: bool = false;

    fn scenarios() -> Vec<Scenario> {
        Display::scenarios()
    }

    fn is_scenario(id: &str) -> bool {
        Display::scenarios().iter().any(|scenario| scenario.id == id)
    }

    fn charts(own: &OwnFiles) -> Result<Vec<Chart>, SetupError> {
        <Display as Playable>::charts(own)
    }

    fn data_files() -> Vec<DataFile> {
        Display::data_files()
    }

    fn alone(setup: &WarSetup) -> Result<Display, SetupError> {
        let charts = Charts::with_own(&setup.own);
        let charts = charts.map_err(|error| SetupError(error.to_string()))?;
        let request = Request { scenario: &setup.scenario, battles: None };
        Display::with_charts(Display::setup(&request)?, charts)
    }

    fn files_alone(id: &str, _: &OwnFiles) -> Vec<DataFile> {
        Display::files_of(id)
    }

    fn load(source: &Source<'_>) -> Result<OnDisplay, ChartError> {
        Ok(OnDisplay { charts: Charts::with_own(&source.setup.own)? })
    }

    fn files(&self, _: &OwnFiles) -> Vec<DataFile> {
        Display::data_files()
    }

    fn rules(
        &self,
        campaign: &Campaign,
        Offered { offer, .. }: &Offered,
    ) -> Result<Display, SetupError> {
        Display::with_charts(setup_of(campaign, offer)?, Arc::clone(&self.charts))
    }

    fn close(
        _: &Field<'_>,
        display: &Arc<Display>,
        state: &mut display::State,
        _: &mut Dice,
        _: &mut impl Sink<Event>,
    ) -> Option<Ended> {
        let ended = display.report(state)?;
        Some(Ended::Home(report(&ended)))
    }

    fn opening(display: &Display, dice: &mut Dice) -> display::State {
        display.opening(dice)
    }

    fn is_being_drawn_up(_: &display::State) -> bool {
        false
    }

    fn decision(display: &Display, state: &display::State) -> Decision<Question> {
        display.decision(state).map(Question::Display)
    }

    fn list(display: &Display, state: &display::State, into: &mut Vec<Action>) {
        wrap_list(&LISTED, |listed| display.actions(state, listed), Action::Display, into);
    }

    fn check(
        display: &Display,
        state: &display::State,
        seat: Seat,
        action: Action,
    ) -> Result<(), Illegal> {
        match action {
            Action::Display(action) => display.check(state, seat, action),
            _ => Err(not_asked(display.decision(state).rule())),
        }
    }

    fn apply(
        display: &Arc<Display>,
        state: &mut display::State,
        seat: Seat,
        action: Action,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Illegal> {
        let Action::Display(action) = action else {
            return Err(not_asked(display.decision(state).rule()));
        };
        let wrap = |event| Event::Display(Arc::clone(display), event);
        display.apply(state, seat, action, dice, &mut Mapped::new(sink, wrap))
    }

    fn view(display: &Display, state: &display::State, seat: Seat) -> display::State {
        display.view(state, seat)
    }

    fn offer(
        display: &Display,
        state: &display::State,
        action: Action,
    ) -> Option<AnswerOffer<Answer>> {
        let Action::Display(action) = action else { return None };
        let AnswerOffer { kind, unit } = display.offer(state, action)?;
        Some(AnswerOffer { kind: Answer::Display(kind), unit })
    }

    fn invariants(display: &Display, state: &display::State) -> Result<(), Broken> {
        display.invariants(state)
    }

    fn game(display: &Arc<Display>) -> &Display {
        display
    }

    fn question(display: &Display, state: &display::State, question: Question) -> String {
        match question {
            Question::Display(question) => display.question(state, question),
            _ => String::new(),
        }
    }

    fn action(display: &Display, state: &display::State, action: Action) -> String {
        match action {
            Action::Display(action) => display.action(state, action),
            _ => String::new(),
        }
    }

    fn headline(_: &Display, state: &display::State) -> String {
        format!("round {}", state.round)
    }

    fn progress(state: &display::State) -> Option<String> {
        Some(format!("round {}", state.round))
    }

    fn turns(state: &display::State) -> u32 {
        state.round.into()
    }

    fn read_action(
        display: &Arc<Display>,
        state: &display::State,
        words: &Words<'_>,
    ) -> Result<Action, Finding> {
        let at = CasePosition { game: Arc::clone(display), state: state.clone() };
        DisplayVocabulary.action(&at, words).map(Action::Display)
    }

    fn written(display: &Display, _: &str, state: &display::State) -> Option<WrittenCase> {
        let position = display::cases::position_words(display, state);
        Some(WrittenCase { game: "display", position })
    }
}

impl Kits {
    /// The display of an offer: beaten armies are pursued on it, whatever the form of their battle.
    pub(crate) fn display(
        &self,
        campaign: &Campaign,
        offered: &Offered,
    ) -> Result<Arc<Display>, SetupError> {
        let missing = || SetupError("No battle can be pursued without the display.".into());
        let kit = self.display.as_ref().ok_or_else(missing)?;
        kit.rules(campaign, offered)
    }
}

impl State {
    /// The battle being fought or pursued on the display, if there is one.
    pub fn on_display(&self) -> Option<&display::State> {
        let BattleState::Display(state) = &self.engagement()?.battle else { return None };
        Some(state)
    }
}

impl War {
    /// The battle being fought or pursued on the display and its rules, if there is one.
    pub fn on_display<'s>(&self, state: &'s State) -> Option<(Arc<Display>, &'s display::State)> {
        let BattleRules::Display(display) = self.rules(state)? else { return None };
        Some((display, state.on_display()?))
    }
}

/// An offered battle as the display fights it.
pub(crate) fn setup_of(
    campaign: &Campaign,
    offer: &BattleOffer,
) -> Result<DisplaySetup, SetupError> {
    let forces: Vec<(Camp, Force)> = Camp::BOTH
        .into_iter()
        .flat_map(|camp| offer.camps[camp.index()].iter().map(move |force| (camp, force)))
        .collect();
    let name = |force: Force| campaign.power_name(force.power).to_owned();
    let mut names = Names {
        camps: offer.camps.map(|camp| name(camp.lead)),
        forces: forces.iter().map(|&(_, force)| name(force)).collect(),
        units: Vec::new(),
        leaders: Vec::new(),
    };
    let mut battle = BattleSetup {
        forces: forces
            .iter()
            .map(|&(camp, force)| force_setup(campaign, camp, force))
            .collect::<Result<_, _>>()?,
        order: Order::ALEXANDROS,
        units: Vec::new(),
        leaders: Vec::new(),
        switches: Switches {
            secret_set_up: campaign.switches.has(Switch::SecretSetUp),
            light_infantry_fire: campaign.switches.has(Switch::LightInfantryFire),
            odds_shift: campaign.switches.has(Switch::OddsShift),
        },
    };
    let number = |force: Force| {
        let at = forces.iter().position(|&(_, one)| one == force);
        let stray = || SetupError("Somebody fights in no camp of the battle.".into());
        at.map(|at| ForceId::new(at as u8)).ok_or_else(stray)
    };
    for army in &offer.armies {
        for &fighter in &army.units {
            names.units.push(campaign.roster[fighter.unit].name.clone());
            battle.units.push(unit_setup(campaign, number(fighter.force)?, fighter));
        }
        for &commander in &army.leaders {
            names.leaders.push(campaign.roster[commander.leader].name.clone());
            battle.leaders.push(leader_setup(campaign, number(commander.force)?, commander));
        }
    }
    Ok(DisplaySetup { scenario: "battle".into(), battle, names })
}

fn force_setup(campaign: &Campaign, camp: Camp, force: Force) -> Result<ForceSetup, SetupError> {
    let nobody =
        || SetupError(format!("Nobody plays the {} side.", campaign.power_name(force.power)));
    let seat = campaign.powers[force.power].seat.ok_or_else(nobody)?;
    // 10.3: the Macedonian places his units as he likes, all others by their rating.
    let is_free = force.power == campaign.macedon();
    Ok(ForceSetup { camp, seat, placing: if is_free { Placing::Free } else { Placing::ByRating } })
}

fn unit_setup(campaign: &Campaign, force: ForceId, fighter: Fighter) -> UnitSetup {
    let Fighter { unit, steps, .. } = fighter;
    let printed = &campaign.roster[unit];
    // 10.7: only Persian units of one step double, whoever pays them.
    let doubles = printed.doubles && fighter.force.power != campaign.macedon();
    let doubling = match (doubles, printed.kind.is_cavalry()) {
        (true, true) => Doubling::Horse,
        (true, false) => Doubling::Foot,
        (false, _) => Doubling::Never,
    };
    let strength = |one: &diadem_campaign::roster::Strength| Strength {
        attack: one.attack,
        defense: one.defence,
    };
    UnitSetup {
        parent: u16::from(unit.0),
        force,
        kind: kind(printed.kind),
        steps: printed.steps.iter().map(strength).collect(),
        lost: printed.full() - steps,
        spartan: printed.nation == Nation::Spartan,
        doubling,
    }
}

/// The Siege Train is no combat unit and never comes to a battle.
fn kind(kind: Kind) -> diadem_display::Kind {
    match kind {
        Kind::HeavyInfantry => diadem_display::Kind::HeavyInfantry,
        Kind::Infantry | Kind::SiegeTrain => diadem_display::Kind::Infantry,
        Kind::LightInfantry => diadem_display::Kind::LightInfantry,
        Kind::Archer => diadem_display::Kind::Archer,
        Kind::HeavyCavalry => diadem_display::Kind::HeavyCavalry,
        Kind::LightCavalry => diadem_display::Kind::LightCavalry,
        Kind::HorseArcher => diadem_display::Kind::HorseArcher,
        Kind::Elephant => diadem_display::Kind::Elephant,
        Kind::Chariot => diadem_display::Kind::Chariot,
    }
}

fn leader_setup(campaign: &Campaign, force: ForceId, commander: Commander) -> LeaderSetup {
    let Commander { leader, wounded: is_wounded, .. } = commander;
    let (printed, who) = (&campaign.roster[leader], campaign.roster.who());
    let named = [
        (who.alexander, Who::Alexander),
        (who.darius, Who::Darius),
        (who.bessus, Who::Bessus),
        (who.porus, Who::Porus),
        (who.agis, Who::Agis),
        (who.officers[0], Who::Nameless),
        (who.officers[1], Who::Nameless),
    ];
    LeaderSetup {
        parent: u16::from(leader.0),
        force,
        who: named.iter().find(|(id, _)| *id == leader).map_or(Who::Other, |(_, who)| *who),
        full: printed.ability,
        wounded: printed.wounded,
        is_wounded,
    }
}

/// The way home: what a battle on the display means for the campaign.
pub(crate) fn report(report: &diadem_display::BattleReport) -> BattleReport {
    let unit = |one: &diadem_display::UnitReport| UnitFate {
        unit: UnitId(one.parent as u8),
        steps: one.steps,
    };
    let leader = |one: &diadem_display::LeaderReport| {
        let leader = LeaderId(one.parent as u8);
        match one.fate {
            Fate::Unhurt => LeaderFate::Lives { leader, wounded: false },
            Fate::Wounded => LeaderFate::Lives { leader, wounded: true },
            Fate::Killed => LeaderFate::Killed(leader),
            Fate::Captured => LeaderFate::Captured(leader),
        }
    };
    BattleReport {
        winner: report.winner,
        units: report.units.iter().map(unit).collect(),
        leaders: report.leaders.iter().map(leader).collect(),
        darius_fled: report.darius_routed,
    }
}
