//! The table: a game being played, and the screen it is played on.
//!
//! Invariant: nothing here computes a rule. Everything comes from the session: what is asked, what can
//! be answered, what is refused and why.

mod answers;
pub(super) mod bar;
pub(super) mod battle_report;
mod chronicle;
mod company;
mod context;
mod curtain;
pub(super) mod dice;
pub(super) mod forecast;
pub(super) mod form_choice;
mod haste;
pub(super) mod hint;
mod intent;
mod keeper;
mod keys;
mod opponents;
mod overlays;
pub(super) mod panel;
mod prompt;
mod prospects;
mod province;
mod replay;
pub(super) mod rows;
mod slots;
pub(super) mod stances;
mod thinking;
pub(super) mod watching;
pub(super) mod who_plays;

use super::battle_view::{self, BattleLooks, BattleView};
use super::command::NewGame;
use super::history::Baseline;
use super::learn::{Guide, Lesson};
use super::map::MapLook;
use super::seating::{Occupant, Seating};
use super::settings::Pace;
use crate::Folders;
use chronicle::ChronicleLook;
use company::Company;
use diadem_archive::{Lineage, Opened, SaveError};
use diadem_campaign::ids::{CityId, LeaderId, ProvinceId, UnitId};
use diadem_campaign::{self as campaign, Campaign};
use diadem_core::{
    Ask, CannotUndo, Decision, Discretion, Game, Illegal, Line, Outcome, Playable, Seat, Session,
    SetupError, Stance,
};
use diadem_handoff::{Action, Answer, Event, Form, Interjection, Question, State, War};
use dice::Rolled;
use eframe::egui::Id;
use forecast::Foretelling;
use haste::Haste;
use keeper::Keeper;
use opponents::Opponents;
use replay::Replay;
use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;

pub use context::{TableContext, ui};
pub use intent::Target;
pub use opponents::Advice;
pub use slots::{SlotAnswer, Slots, Wanted};
pub use thinking::{Sureness, Thinking};

/// What is done at the table.
#[derive(Clone, PartialEq, Debug)]
pub enum TableCommand {
    /// The seat that decides answers.
    Act(Action),
    /// Several answers one after another, as far as they are legal.
    ActAll(Vec<Action>),
    /// A unit that was chosen for a march or a siege stays out of it after all.
    LeaveOut(UnitId),
    /// A leader stays behind, or comes along after all.
    LeaveLeader(LeaderId),
    /// Something was tried that may not be: say why.
    Try(Action),
    /// Take the last move back.
    Undo,
    /// Do something out of turn.
    Interject(Seat, Interjection),
    /// Give a standing answer.
    Stand(Seat, Answer, Stance),
    /// Look at something on the map, or at nothing.
    LookAt(Option<Focus>),
    /// The other player has sat down.
    LiftCurtain,
    /// Set everybody up who still waits, in the usual way.
    SetUpTheRest,
    /// The battle report has been read.
    CloseReport,
    /// In a replay: show the game as it stood after so many log entries.
    Scrub(usize),
    /// The next card of the lesson.
    TurnCard,
    /// No more cards: the game goes on without a guide.
    PutCardsAway,
    /// From now on somebody else plays this seat.
    Seat(Seat, Occupant),
    /// The computer waits until it is told to go on.
    Pause,
    /// The computer goes on.
    GoOn,
    /// The computer makes one decision, and waits.
    Step,
    /// What would a captain do here? Or: that was enough of it.
    Hint,
    /// Captains finish this battle, in this form where it is still to be chosen.
    FightItOut(Option<Form>),
    /// Everybody plays his own seat again.
    TakeCommand,
    /// How fast captains finish this battle.
    Hurry(Pace),
    /// What would this battle bring? Or: that was enough of it.
    Foretell,
}

impl TableCommand {
    /// Whether it is a choice of a person's that could be one too many.
    const fn is_choice(&self) -> bool {
        matches!(
            self,
            TableCommand::Act(_)
                | TableCommand::ActAll(_)
                | TableCommand::LeaveOut(_)
                | TableCommand::LeaveLeader(_)
                | TableCommand::SetUpTheRest
                | TableCommand::FightItOut(_)
        )
    }
}

/// Whether all of the chronicle may be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Whole {
    Yes,
    No,
}

/// What the player looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Focus {
    /// A province.
    Province(ProvinceId),
    /// A city.
    City(CityId),
}

/// A game on the table.
pub struct Table {
    session: Session<War>,
    keeper: Keeper,
    /// Who sits where, by name.
    seats: Vec<String>,
    /// Seats that the computer plays.
    opponents: Opponents,
    /// What is foretold of a battle.
    foretelling: Option<Foretelling>,
    /// Whether somebody has just asked for it.
    wants_forecast: bool,
    /// The state as the one who looks may know it.
    seen: State,
    /// Every legal answer to the present decision.
    actions: Vec<Action>,
    /// Those that have a place of their own in the panel.
    slots: Slots,
    /// Counts changes, for what is drawn from them.
    version: u64,
    /// The last refusal, until something else is done.
    refusal: Option<Illegal>,
    focus: Option<Focus>,
    /// Whom the curtain waits for.
    curtain: Option<Seat>,
    /// Who looked last.
    viewer: Seat,
    /// Where a replay stands, if this is one.
    replay: Option<Replay>,
    /// The line of the chronicle that tells of a battle just ended, until that was read.
    report: Option<usize>,
    /// The line of the chronicle that told of a battle which has changed the map, until something is done.
    ended_battle: Option<usize>,
    /// The campaign as it was when the losses of its last battle were told: whom everybody served then.
    before_losses: Option<campaign::State>,
    /// How much of the chronicle has been looked at.
    told: usize,
    look: Look,
    /// Whoever explains the game.
    guide: Option<Guide>,
    /// Where it was taken up, if its beginning cannot be played again.
    baseline: Option<Baseline>,
    /// The phase that was looked at last.
    phase: Option<campaign::Phase>,
    /// Where the last unit or leader was put on the map: the next one mostly goes there too.
    last_place: Option<ProvinceId>,
    /// Those who go where the army goes.
    company: Company,
}

/// How the player looks at it all: nothing here is part of the game.
#[derive(Default)]
pub struct Look {
    /// The map.
    pub map: MapLook,
    /// Battles.
    pub battles: BattleLooks,
    /// The dice seen last.
    pub rolled: Rolled,
    /// The chronicle.
    pub chronicle: ChronicleLook,
    /// What is laid over everything.
    pub overlay: Overlay,
    /// A name being typed.
    pub name: String,
    /// The province that the pointer is at in this frame, on the map or in a row.
    pub pointed_at: Option<ProvinceId>,
    /// Where the pointer was in the last frame: what the parts show.
    pub pointing: Option<ProvinceId>,
    /// The first answer of the panel in this frame: where the keyboard begins.
    pub first_answer: Cell<Option<Id>>,
    /// Since when answers stand where they are.
    pub haste: Haste,
    /// An answer that was given although it is dangerous: it is asked once more.
    pub doubt: Option<(u64, Action)>,
    /// Whether it is asked once more if a phase shall end, and the change after which it was.
    pub leaving: Option<u64>,
    /// What is said about what was just tried, and the change after which it was.
    pub said: Option<(u64, &'static str)>,
    /// How high what is in the panel would like to be.
    pub wanted: Wanted,
}

/// What is laid over everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overlay {
    /// Nothing.
    #[default]
    None,
    /// Everything that happened.
    Chronicle,
    /// What Alexander wants, and the points.
    Objectives,
    /// What is coming.
    Track,
    /// Who plays which seat.
    WhoPlays,
    /// A file for a rule case.
    SaveCase,
    /// Whether to give up.
    Concede,
}

impl Table {
    /// A new game.
    pub fn begin(new: &NewGame, folders: Option<&Folders>) -> Result<Table, SetupError> {
        let war = Arc::new(War::prepare(&new.setup)?);
        let session = Session::begin(war, new.seed);
        let seating = new.seating.clone();
        Ok(Table::of(session, new.seats.clone(), seating, Keeper::new(folders)))
    }

    /// A game from a save.
    pub fn take_up(opened: Opened<War>, folders: Option<&Folders>) -> Table {
        let lineage = opened.lineage();
        let keeper = Keeper::new(folders).of_lineage(lineage);
        let baseline = (lineage == Lineage::Resumed).then(|| Baseline::of(&opened.session));
        let seating = Seating::of_words(&opened.header.players);
        let mut table = Table::of(opened.session, opened.header.seats, seating, keeper);
        // Whoever opens a save in the middle of a secret is not yet known to be the one who may see it.
        let hides = |seat| table.session.view(seat) != *table.session.state();
        let could_be_others = table.persons().count() > 1 && !table.is_watching();
        let could_betray = table.view().is_none_or(BattleView::could_betray);
        if could_be_others && could_betray && table.war().seats().iter().any(hides) {
            table.curtain = table.ask().map(|ask| ask.seat);
        }
        Table { baseline, ..table }
    }

    /// The same game, with somebody who explains it.
    #[must_use]
    pub fn with_guide(mut self, lesson: Lesson) -> Table {
        self.guide = Some(Guide::new(lesson, &self));
        self
    }

    /// Whoever explains the game, if anybody does.
    pub fn guide(&self) -> Option<&Guide> {
        self.guide.as_ref()
    }

    /// Where the game was taken up from a position, if its beginning cannot be played again.
    pub fn baseline(&self) -> Option<&Baseline> {
        self.baseline.as_ref()
    }

    /// The game as the bytes of a save.
    pub fn bytes(&self) -> Result<Vec<u8>, SaveError> {
        diadem_archive::encode(&self.keeper.save(&self.session, &self.seats, self.seating()))
    }

    /// A save to be stepped through from its first turn. Nothing can be done in it, and nothing is
    /// kept.
    pub fn replay(file: &Path) -> Result<Table, SaveError> {
        let opened = diadem_archive::open::<War>(file)?;
        if opened.lineage() == Lineage::Resumed {
            let reason = "it was played by other rules or charts, so that its beginning cannot be \
                          watched; it can be opened and played on";
            return Err(SaveError::Other { path: file.into(), reason: reason.into() });
        }
        let replay = Replay::of(&opened.session);
        let session = replay.at(0);
        let seats = opened.header.seats;
        let mut table = Table::of(session, seats, Seating::default(), Keeper::new(None));
        table.replay = Some(replay);
        table.changed();
        Ok(table)
    }

    fn of(session: Session<War>, seats: Vec<String>, seating: Seating, keeper: Keeper) -> Table {
        let seen = session.state().clone();
        let mut table = Table {
            session,
            keeper,
            seats,
            opponents: Opponents::new(seating),
            foretelling: None,
            wants_forecast: false,
            seen,
            actions: Vec::new(),
            slots: Slots::default(),
            version: 0,
            refusal: None,
            focus: None,
            curtain: None,
            viewer: Seat::new(0),
            replay: None,
            report: None,
            ended_battle: None,
            before_losses: None,
            told: 0,
            look: Look::default(),
            guide: None,
            baseline: None,
            phase: None,
            last_place: None,
            company: Company::default(),
        };
        table.told = table.session.whole_chronicle().len();
        table.viewer = table.ask().map_or(Seat::new(0), |ask| ask.seat);
        table.changed();
        table
    }

    /// The rules half.
    pub fn war(&self) -> &War {
        self.session.game()
    }

    /// The state as the one who looks may know it.
    pub fn state(&self) -> &State {
        &self.seen
    }

    /// The campaign and its state, if there is one.
    pub fn campaign(&self) -> Option<(&Campaign, &campaign::State)> {
        Some((self.war().campaign()?, self.seen.campaign.as_ref()?))
    }

    /// The view of the battle that is fought or drawn up, if there is one.
    pub fn view(&self) -> Option<&'static dyn BattleView> {
        self.form().map(battle_view::view)
    }

    /// Whether it is asked in which form a battle shall be fought.
    pub fn asks_for_form(&self) -> bool {
        matches!(self.ask(), Some(Ask { question: Question::Form, .. }))
    }

    /// Whether a form of battle is chosen, or an army drawn up.
    pub fn is_before_battle(&self) -> bool {
        self.ask().is_some() && self.state().is_before_battle()
    }

    /// What is asked of whom, unless it is over.
    pub fn ask(&self) -> Option<Ask<Question>> {
        self.session.decision().ask()
    }

    /// How it ended, once it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.session.decision() {
            Decision::Over(outcome) => Some(outcome),
            Decision::Ask(_) => None,
        }
    }

    /// Every legal answer to the present decision.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The answers that have a place of their own in the panel.
    pub fn slots(&self) -> &Slots {
        &self.slots
    }

    /// Whether the seat that decides may do this, and if not, why.
    pub fn check(&self, action: Action) -> Result<(), Illegal> {
        let seat = self.ask().map_or(self.viewer, |ask| ask.seat);
        self.war().check(self.session.state(), seat, action)
    }

    /// Everything that happened, as the one who looks may know it.
    pub fn chronicle(&self) -> impl Iterator<Item = &Line<Event>> {
        let (viewer, whole) = self.reader();
        let lines = self.session.whole_chronicle().iter();
        lines.filter(move |line| whole == Whole::Yes || line.seen_by.contains(viewer))
    }

    /// Where the last thing happened that was done, as far as whoever looks may know it.
    pub fn last_happened_at(&self) -> Option<Focus> {
        let (viewer, whole) = self.reader();
        let lines = self.session.whole_chronicle();
        let entry = lines.last()?.entry;
        let last = lines.iter().rev().take_while(|line| line.entry == entry);
        let mut told = last.filter(|line| whole == Whole::Yes || line.seen_by.contains(viewer));
        told.find_map(|line| chronicle::place_of(&line.event))
    }

    /// Whether this is a replay, in which nothing can be done.
    pub fn is_replay(&self) -> bool {
        self.replay.is_some()
    }

    /// Who looks, and whether everything is told him.
    fn reader(&self) -> (Seat, Whole) {
        let whole = self.replay.is_some() || self.outcome().is_some() || self.is_spectated();
        (self.viewer, if whole { Whole::Yes } else { Whole::No })
    }

    /// Whether the last move can be taken back, and if not, why.
    pub fn can_undo(&self) -> Result<(), CannotUndo> {
        if self.is_replay() {
            return Err(CannotUndo::Nothing);
        }
        if self.is_watching() || self.is_spectated() {
            return Err(CannotUndo::NotYours);
        }
        self.session.can_undo(self.viewer)
    }

    /// The session, for what only it can tell.
    pub fn session(&self) -> &Session<War> {
        &self.session
    }

    /// Who sits where, by name, in seat order.
    pub fn seats(&self) -> &[String] {
        &self.seats
    }

    /// Counts every change: what was drawn for an earlier number is stale.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The last refusal, until something else is done.
    pub fn refusal(&self) -> Option<&Illegal> {
        self.refusal.as_ref()
    }

    /// What the player looks at.
    pub fn focus(&self) -> Option<Focus> {
        self.focus
    }

    /// The line of the chronicle that tells of a battle just ended, until that was read.
    pub fn report(&self) -> Option<usize> {
        self.report
    }

    /// Does what was asked for.
    pub fn perform(&mut self, command: TableCommand) {
        self.refusal = None;
        let watches = matches!(command, TableCommand::Scrub(_) | TableCommand::LookAt(_));
        if self.is_replay() && !watches {
            return;
        }
        let plays = matches!(
            command,
            TableCommand::Act(_)
                | TableCommand::ActAll(_)
                | TableCommand::LeaveOut(_)
                | TableCommand::LeaveLeader(_)
                | TableCommand::Try(_)
                | TableCommand::Undo
                | TableCommand::SetUpTheRest
        );
        // What the computer has to decide nobody decides for it.
        if plays && self.is_watching() {
            return;
        }
        match command {
            TableCommand::Act(action) => self.act(action),
            TableCommand::ActAll(actions) => {
                for action in actions {
                    if self.check(action).is_ok() {
                        self.act(action);
                    }
                }
            }
            TableCommand::LeaveOut(unit) => self.leave_out(unit),
            TableCommand::LeaveLeader(leader) => self.leave_leader(leader),
            TableCommand::Try(action) => self.refusal = self.check(action).err(),
            TableCommand::Undo => {
                if self.session.undo(self.viewer).is_ok() {
                    self.undo_gathering();
                    self.changed();
                }
            }
            TableCommand::Interject(seat, interjection) => {
                match self.session.interject(seat, interjection) {
                    Ok(()) => self.changed(),
                    Err(refusal) => self.refusal = Some(refusal),
                }
            }
            TableCommand::Stand(seat, kind, stance) => {
                self.session.stand(seat, kind, None, stance);
                self.changed();
            }
            TableCommand::LookAt(focus) => self.focus = focus,
            TableCommand::LiftCurtain => {
                if let Some(seat) = self.curtain.take() {
                    self.viewer = seat;
                    self.changed();
                }
            }
            TableCommand::Scrub(entry) => {
                if let Some(replay) = &mut self.replay {
                    self.session = replay.at(entry);
                    replay.now = entry;
                    self.changed();
                }
            }
            TableCommand::SetUpTheRest => self.set_up_the_rest(),
            TableCommand::CloseReport => self.close_report(),
            TableCommand::TurnCard => {
                if let Some(mut guide) = self.guide.take() {
                    guide.turn_card(self);
                    self.guide = Some(guide);
                }
            }
            TableCommand::PutCardsAway => self.guide = None,
            TableCommand::Seat(seat, occupant) => self.seat(seat, occupant),
            TableCommand::Pause => self.pause(true),
            TableCommand::GoOn => self.pause(false),
            TableCommand::Step => self.step(),
            TableCommand::Hint => self.ask_for_advice(),
            TableCommand::FightItOut(form) => self.relieve(form),
            TableCommand::TakeCommand => self.take_command(),
            TableCommand::Hurry(pace) => self.set_relief_pace(pace),
            TableCommand::Foretell => self.foretell(),
        }
    }

    fn act(&mut self, action: Action) {
        let Some(ask) = self.ask().filter(|_| self.replay.is_none()) else { return };
        if let Action::Campaign(campaign::Action::Place(province)) = action {
            self.last_place = Some(province);
        }
        self.ended_battle = None;
        self.set_out_with(action);
        let was_asked = self.map_question();
        match self.session.act(ask.seat, action) {
            Ok(()) => {
                self.take_along(was_asked, action);
                self.changed();
            }
            Err(refusal) => self.refusal = Some(refusal),
        }
    }

    /// The units that were chosen so far for the march or the siege being prepared.
    fn chosen(&self) -> Vec<UnitId> {
        let Some(state) = &self.session.state().campaign else { return Vec::new() };
        match self.map_question() {
            Some(campaign::Question::Gather(_)) => {
                state.march().iter().flat_map(|march| march.units.iter()).collect()
            }
            Some(campaign::Question::Invest(_)) => {
                state.siege().iter().flat_map(|siege| siege.units.iter()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether a unit was chosen for the march or the siege being prepared: clicked again, it stays out of it.
    pub fn is_chosen(&self, unit: UnitId) -> bool {
        self.chosen().contains(&unit) && self.can_undo().is_ok()
    }

    /// Takes the choice back and makes it again without one unit: the rules know no second thoughts.
    fn leave_out(&mut self, unit: UnitId) {
        let Some(question) = self.map_question() else { return };
        let leaders = self.session.state().campaign.as_ref().and_then(|state| state.siege());
        let leaders = leaders.map(|siege| siege.leaders.iter().collect::<Vec<_>>());
        let mut again = self.chosen();
        again.retain(|&one| one != unit);
        while !self.chosen().is_empty() && self.session.undo(self.viewer).is_ok() {}
        let choose = |unit| match question {
            campaign::Question::Invest(_) => campaign::Action::Assign(unit),
            _ => campaign::Action::Take(unit),
        };
        let units = again.into_iter().map(choose);
        let leaders = leaders.into_iter().flatten().map(campaign::Action::AssignLeader);
        for action in units.chain(leaders).map(Action::Campaign) {
            if self.check(action).is_ok()
                && let Some(ask) = self.ask()
                && let Err(refusal) = self.session.act(ask.seat, action)
            {
                self.refusal = Some(refusal);
            }
        }
        self.changed();
    }

    /// Sets everybody up who still waits on the side that decides, by legal answers only.
    fn set_up_the_rest(&mut self) {
        let Some(ask) = self.ask().filter(|_| self.replay.is_none()) else { return };
        while self.ask().is_some_and(|now| now.seat == ask.seat)
            && let Some(action) = self.view().and_then(|view| view.usual_set_up(self))
        {
            if let Err(refusal) = self.session.act(ask.seat, action) {
                self.refusal = Some(refusal);
                break;
            }
        }
        self.changed();
    }

    /// Notes a battle that has just ended, so that its report is shown.
    fn note_report(&mut self, before: State) {
        // What captains finish is told when it is over, all of it at once.
        if self.is_relieved() {
            return;
        }
        let lines = self.session.whole_chronicle();
        let ended = |line: &Line<Event>| {
            matches!(line.event, Event::Campaign(campaign::Event::BattleEnded { .. }))
        };
        let losses = |line: &Line<Event>| matches!(line.event, Event::Home(_));
        let told = self.told.min(lines.len());
        let news = &lines[told..];
        // What a battle has cost is told in more detail than what its pursuit has.
        if let Some(at) = news.iter().rposition(losses) {
            self.report = Some(told + at);
            self.before_losses = before.campaign;
        } else if let Some(at) = news.iter().rposition(ended) {
            self.report = Some(told + at);
        } else if self.seen.campaign.is_none() && self.outcome().is_some() {
            self.report = Some(lines.len());
        }
        self.told = lines.len();
    }

    /// Puts the report away; the map may then show what the battle has changed.
    fn close_report(&mut self) {
        let Some(at) = self.report.take() else { return };
        let changed = battle_view::views().find_map(|view| view.changes_map(self, at));
        if let Some(province) = changed {
            self.ended_battle = Some(at);
            self.focus = Some(Focus::Province(province));
        }
    }

    /// The campaign as it was when the losses of its last battle were told.
    pub fn before_losses(&self) -> Option<&campaign::State> {
        self.before_losses.as_ref()
    }

    /// The line of the chronicle that told of a battle which has changed the map, until something is done.
    pub fn ended_battle(&self) -> Option<usize> {
        self.ended_battle
    }

    /// Looks again at everything that follows from the state, and keeps the game safe.
    fn changed(&mut self) {
        self.version += 1;
        if self.replay.is_some() {
            // Whoever watches sees everything and decides nothing.
            self.seen = self.session.state().clone();
            self.actions.clear();
            self.slots = Slots::of(self);
            return;
        }
        self.drop_stale_thoughts();
        self.drop_stale_forecast();
        self.see_who_looks();
        let seen = if self.is_spectated() {
            self.session.state().clone()
        } else {
            self.session.view(self.viewer)
        };
        let before = std::mem::replace(&mut self.seen, seen);
        self.actions = if self.is_watching() { Vec::new() } else { self.session.actions() };
        self.slots = Slots::of(self);
        self.note_report(before);
        self.keep();
        if let Some(mut guide) = self.guide.take() {
            guide.look_at(self);
            self.guide = Some(guide);
        }
    }

    /// Keeps the game safe: after every decision of a person's, and now and then while the computer hurries on.
    fn keep(&mut self) {
        let is_hurrying = self.computer_to_decide().is_some() && !self.is_paused();
        self.keeper.keep(&self.session, &self.seats, self.opponents.seating(), is_hurrying);
    }

    /// Sees who looks at the table, and whether a curtain must be drawn first.
    fn see_who_looks(&mut self) {
        let Some(ask) = self.ask() else { return };
        if self.is_watching() {
            // Persons go on looking with their own eyes while the computer plays.
            self.curtain = None;
            if self.occupant_looks() {
                return;
            }
            let person = self.persons().next();
            self.viewer = person.unwrap_or(ask.seat);
            return;
        }
        // What was looked at in one phase is of no use in the next.
        let phase = self.war().campaign().zip(self.session.state().campaign.as_ref());
        let phase = phase.and_then(|(campaign, state)| campaign.phase(state));
        if (ask.seat, phase) != (self.viewer, self.phase) {
            self.focus = None;
        }
        self.phase = phase;
        // What only one may see is behind a curtain until he sits down.
        let hides = |seat| self.session.view(seat) != *self.session.state();
        let view = battle_view::view_of_question(ask.question);
        let is_private = || match view {
            Some(view) if !view.could_betray() => ask.discretion == Discretion::Secret,
            _ => hides(self.viewer) || hides(ask.seat),
        };
        // Where one person plays against the computer nobody else looks over his shoulder.
        let others = self.persons().any(|seat| seat != ask.seat);
        if others && ask.seat != self.viewer && is_private() {
            self.curtain = Some(ask.seat);
        } else {
            self.viewer = ask.seat;
        }
    }

    /// Whether it is a person who looks.
    fn occupant_looks(&self) -> bool {
        self.persons().any(|seat| seat == self.viewer)
    }

    /// What is wrong with the autosave, if anything is.
    pub fn autosave_trouble(&self) -> Option<SaveError> {
        self.keeper.trouble()
    }

    /// Waits until everything is on disk; tells if it is not.
    pub fn put_away(mut self) -> Option<SaveError> {
        if self.replay.is_none() {
            self.keeper.keep_the_rest(&self.session, &self.seats, self.opponents.seating());
        }
        self.keeper.finish()
    }
}
