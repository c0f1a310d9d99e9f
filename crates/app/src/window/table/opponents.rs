//! Seats that the computer plays: who thinks, when what was thought of is done, and what a captain would advise.
//!
//! A player is asked as soon as it has to decide, beside the window; what it answers is done when its moment has
//! come, by the pace that the player likes. Answers to questions that nobody asks any more are dropped.

use super::thinking::{Purpose, Sureness, Task, Thinking, Thought, Worker, seed_of};
use super::{Overlay, Table, answers};
use crate::window::battle_view::view_of_action;
use crate::window::seating::{Occupant, Seating};
use crate::window::settings::Pace;
use diadem_campaign as campaign;
use diadem_core::{Discretion, Game, Seat, Text};
use diadem_handoff::{Action, Event, Form, Question};
use diadem_opponents::{Choice, Stop};
use eframe::egui::Ui;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The least and the most of a frame that is spent on decisions where nobody wants to watch them.
const SLICE: RangeInclusive<f32> = 0.003..=0.025;
/// Between them, this part of it: where frames are slow anyway, more is done in each.
const PART: f32 = 1.0 / 6.0;
/// As many decisions as are made in a frame where players think at once.
const AT_ONCE: u32 = 64;

/// The computer's part at a table.
pub(super) struct Opponents {
    /// Who plays, as it is kept with the game.
    seating: Seating,
    /// Captains who stand in for everybody until a battle is over.
    relief: Option<Relief>,
    worker: Worker,
    /// Counts who has sat down: players of an earlier sitting have left.
    sitting: u64,
    tickets: u64,
    /// The question that is being thought about.
    asked: Option<Asked>,
    /// An answer that waits for its moment.
    ready: Option<Choice<Action>>,
    hint: Option<(u64, Advice)>,
    is_paused: bool,
    /// Decisions that are made although it is paused.
    steps: u32,
    /// When the next decision may be made, by the window's clock.
    due: f64,
    /// Why nobody plays on.
    trouble: Option<&'static str>,
    /// The last thing done, and why.
    last: Option<(Seat, String, &'static str)>,
}

/// Captains in every seat until a battle is over.
struct Relief {
    /// In which form it is to be fought.
    form: Option<Form>,
    /// How fast, whatever is liked otherwise.
    pace: Pace,
    /// How much had been told when it began.
    since: usize,
}

/// A question that is being thought about.
struct Asked {
    ticket: u64,
    /// After so much was done.
    at: usize,
    is_hint: bool,
    stop: Stop,
}

/// What a captain would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advice {
    /// He still thinks.
    Coming,
    /// This, and why; and whether he is sure.
    Given(Choice<Action>, Sureness),
}

impl Opponents {
    pub(super) fn new(seating: Seating) -> Opponents {
        Opponents {
            seating,
            relief: None,
            worker: Worker::Idle(Thinking::default()),
            sitting: 0,
            tickets: 0,
            asked: None,
            ready: None,
            hint: None,
            is_paused: false,
            steps: 0,
            due: 0.0,
            trouble: None,
            last: None,
        }
    }

    pub(super) fn seating(&self) -> &Seating {
        &self.seating
    }

    /// Whoever thinks is told to stop, and what was thought of is forgotten.
    fn interrupt(&mut self) {
        if let Some(asked) = self.asked.take() {
            asked.stop.now();
        }
        self.ready = None;
        self.sitting += 1;
    }

    /// Takes in whatever has been thought of by now, waiting as long as is allowed.
    fn hear(&mut self, version: u64, most: Duration) {
        let Some(asked) = &self.asked else { return };
        let (ticket, is_hint) = (asked.ticket, asked.is_hint);
        let choice = loop {
            match self.worker.wait(most) {
                Ok(None) => return,
                // Nobody asks that any more.
                Ok(Some(thought)) if thought.ticket != ticket => {}
                Ok(Some(Thought { choice, sureness, .. })) => break choice.zip(Some(sureness)),
                Err(_) => break None,
            }
        };
        self.asked = None;
        match choice {
            Some((choice, sureness)) if is_hint => {
                self.hint = Some((version, Advice::Given(choice, sureness)));
            }
            Some((choice, _)) => self.ready = Some(choice),
            None if is_hint => self.hint = None,
            None => self.give_up(),
        }
    }

    /// Nobody plays on until a person says so.
    fn give_up(&mut self) {
        self.is_paused = true;
        self.trouble = Some(
            "The computer knew no answer, which is a defect of Diadem. Go on to ask it again, or play the seat \
             yourself.",
        );
    }
}

impl Drop for Opponents {
    fn drop(&mut self) {
        self.interrupt();
    }
}

impl Table {
    /// The same table, with players who think there.
    #[must_use]
    pub fn with_thinking(mut self, thinking: Thinking) -> Table {
        self.opponents.worker = Worker::Idle(thinking);
        self
    }

    /// Who plays which seat, as it is kept with the game.
    pub fn seating(&self) -> &Seating {
        &self.opponents.seating
    }

    /// Who plays a seat just now.
    pub fn occupant(&self, seat: Seat) -> Occupant {
        match self.opponents.relief {
            Some(_) => Occupant::CAPTAIN,
            None => self.opponents.seating.of(seat),
        }
    }

    /// Where players think.
    pub(super) fn thinking(&self) -> Thinking {
        if self.opponents.worker.is_at_once() { Thinking::AtOnce } else { Thinking::Beside }
    }

    /// Those seats that are persons', whoever plays them just now.
    pub(super) fn persons(&self) -> impl Iterator<Item = Seat> {
        self.opponents.seating.persons(self.war().seats())
    }

    /// Whether no seat is a person's: whoever looks sees everything.
    pub fn is_spectated(&self) -> bool {
        self.replay.is_none() && self.persons().next().is_none()
    }

    /// Whether the computer plays any seat just now.
    pub fn has_computers(&self) -> bool {
        let is_computer = |seat| self.occupant(seat) != Occupant::Person;
        self.replay.is_none() && self.war().seats().iter().any(is_computer)
    }

    /// The seat whose decision the computer has to make, if it is one's.
    pub fn computer_to_decide(&self) -> Option<Seat> {
        let ask = self.ask().filter(|_| self.replay.is_none())?;
        (self.occupant(ask.seat) != Occupant::Person).then_some(ask.seat)
    }

    /// Whether whoever looks can only look: a replay, or a decision of the computer's.
    pub fn is_watching(&self) -> bool {
        self.is_replay() || self.computer_to_decide().is_some()
    }

    /// Whether the computer waits until it is told to go on.
    pub fn is_paused(&self) -> bool {
        self.opponents.is_paused
    }

    /// Whether the computer is thinking about the present decision.
    pub fn is_thinking(&self) -> bool {
        self.opponents.asked.as_ref().is_some_and(|asked| !asked.is_hint)
    }

    /// Why the computer does not play on, if something is wrong.
    pub fn opponents_trouble(&self) -> Option<&'static str> {
        self.opponents.trouble
    }

    /// Whether captains stand in for everybody until the battle is over.
    pub fn is_relieved(&self) -> bool {
        self.opponents.relief.is_some()
    }

    /// Whether there is a battle, or the offer of one, that captains could finish.
    pub fn can_be_relieved(&self) -> bool {
        let in_battle = self.session.state().is_battle();
        let has_persons = self.persons().next().is_some();
        in_battle && has_persons && !self.is_relieved() && !self.is_replay() && self.ask().is_some()
    }

    /// How fast the computer plays just now.
    pub fn pace(&self, liked: Pace) -> Pace {
        self.opponents.relief.as_ref().map_or(liked, |relief| relief.pace)
    }

    /// What the computer did last, and why: for those who may see everything.
    pub fn last_done(&self) -> Option<(Seat, &str, &'static str)> {
        let last = self.opponents.last.as_ref().filter(|_| self.is_spectated())?;
        Some((last.0, &last.1, last.2))
    }

    /// What a captain would do here, if he was asked.
    pub fn advice(&self) -> Option<Advice> {
        let (version, advice) = self.opponents.hint?;
        (version == self.version && !self.is_watching()).then_some(advice)
    }

    /// The answer that a captain would give.
    pub fn advised(&self) -> Option<Action> {
        match self.advice()? {
            Advice::Coming => None,
            Advice::Given(choice, _) => Some(choice.action),
        }
    }

    /// An answer in words, as a sentence that stands alone.
    pub fn words_of(&self, action: Action) -> String {
        let meaning = self.ask().and_then(|ask| match (action, ask.question) {
            (Action::Campaign(campaign::Action::Done), Question::Campaign(question)) => {
                Some(answers::done_words(question))
            }
            _ => view_of_action(action)?.meaning(ask.question, action),
        });
        let words = match meaning {
            Some(words) => words.to_owned(),
            None => self.war().action(self.session.state(), action),
        };
        words.trim_end_matches('.').to_owned()
    }

    /// Gives a seat to somebody.
    pub(super) fn seat(&mut self, seat: Seat, occupant: Occupant) {
        self.opponents.interrupt();
        self.opponents.relief = None;
        self.opponents.trouble = None;
        self.opponents.seating.give(seat, occupant);
        if occupant != Occupant::Person {
            // What a person always answers is not what the computer would.
            self.session.ask_everything(seat);
        }
        self.changed();
    }

    /// Lets captains finish the battle that is fought or offered.
    pub(super) fn relieve(&mut self, form: Option<Form>) {
        if self.can_be_relieved() {
            self.opponents.interrupt();
            let since = self.session.whole_chronicle().len();
            self.opponents.relief = Some(Relief { form, pace: Pace::Instant, since });
            self.opponents.is_paused = false;
            self.changed();
        }
    }

    /// Everybody plays his own seat again.
    pub(super) fn take_command(&mut self) {
        self.opponents.interrupt();
        self.opponents.relief = None;
        self.changed();
    }

    /// How fast captains finish a battle.
    pub(super) fn set_relief_pace(&mut self, pace: Pace) {
        if let Some(relief) = &mut self.opponents.relief {
            relief.pace = pace;
            self.opponents.due = 0.0;
        }
    }

    /// Lets the computer wait, or go on.
    pub(super) fn pause(&mut self, is_paused: bool) {
        (self.opponents.is_paused, self.opponents.steps) = (is_paused, 0);
        self.opponents.trouble = None;
        self.opponents.due = 0.0;
    }

    /// One decision of the computer's.
    pub(super) fn step(&mut self) {
        self.opponents.is_paused = true;
        self.opponents.steps = 1;
        self.opponents.due = 0.0;
    }

    /// Asks a captain what he would do, or has heard enough of it.
    pub(super) fn ask_for_advice(&mut self) {
        let asks = self.advice().is_none() && self.ask().is_some() && !self.is_watching();
        self.opponents.interrupt();
        self.opponents.hint = asks.then_some((self.version, Advice::Coming));
    }

    /// Forgets questions that nobody asks any more.
    pub(super) fn drop_stale_thoughts(&mut self) {
        let now = self.session.log().len();
        if self.opponents.asked.as_ref().is_some_and(|asked| asked.at != now) {
            self.opponents.interrupt();
        }
    }

    /// Lets the computer play, as far as its pace and the time of a frame allow.
    pub fn play_on(&mut self, liked: Pace, ui: &Ui) {
        if self.is_replay() {
            return;
        }
        self.advise(ui);
        self.hear_forecast(ui);
        let pace = self.pace(liked);
        if self.report.is_some() && self.is_spectated() && pace == Pace::Instant {
            // Whoever hurries through a war does not stop at every battle; the last one is shown.
            self.report = self.report.filter(|_| self.outcome().is_some());
        }
        if self.report.is_some() || self.look.overlay != Overlay::None {
            return;
        }
        let (began, now) = (Instant::now(), ui.input(|input| input.time));
        let frame = ui.input(|input| input.stable_dt);
        let slice = Duration::from_secs_f32((frame * PART).clamp(*SLICE.start(), *SLICE.end()));
        let mut done = 0;
        while let Some(seat) = self.computer_to_decide() {
            let left = slice.saturating_sub(began.elapsed());
            let most = if pace == Pace::Instant { left } else { Duration::ZERO };
            self.think(seat, most, ui);
            let waits = self.opponents.is_paused && self.opponents.steps == 0;
            let Some(choice) = self.opponents.ready.filter(|_| !waits) else { break };
            let early = self.opponents.due - now;
            if early > 0.0 {
                ui.request_repaint_after(Duration::from_secs_f64(early));
                break;
            }
            self.opponents.ready = None;
            self.opponents.steps = self.opponents.steps.saturating_sub(1);
            done += 1;
            let is_over = self.decide(seat, choice, pace, now);
            let is_spent = if self.opponents.worker.is_at_once() {
                done >= AT_ONCE
            } else {
                began.elapsed() >= slice
            };
            if is_over || pace != Pace::Instant || is_spent {
                break;
            }
        }
        if done > 0 {
            self.changed();
            ui.request_repaint();
        }
    }

    /// Sees to it that somebody thinks about the present decision, and hears him.
    fn think(&mut self, seat: Seat, most: Duration, ui: &Ui) {
        if self.opponents.ready.is_some() {
            return;
        }
        if let Some(action) = self.form_of_relief() {
            let why = "so it was agreed";
            self.opponents.ready = Some(Choice { action, why });
            return;
        }
        if self.opponents.asked.is_none() && self.opponents.trouble.is_none() {
            let Occupant::Computer(level) = self.occupant(seat) else { return };
            let sitting = self.opponents.sitting;
            self.consult(seat, Purpose::Play { level, sitting }, ui);
        }
        self.opponents.hear(self.version, most);
    }

    /// The form in which captains were told to fight.
    fn form_of_relief(&self) -> Option<Action> {
        let form = self.opponents.relief.as_ref()?.form?;
        self.asks_for_form().then_some(Action::Choose(form))
    }

    /// Asks a player.
    fn consult(&mut self, seat: Seat, purpose: Purpose, ui: &Ui) {
        let log = self.session.log().len();
        let stop = Stop::new();
        self.opponents.tickets += 1;
        let ticket = self.opponents.tickets;
        let is_hint = purpose == Purpose::Hint;
        self.opponents.asked = Some(Asked { ticket, at: log, is_hint, stop: stop.clone() });
        self.opponents.worker.ask(Task {
            ticket,
            war: Arc::clone(self.session.game()),
            view: self.session.view(seat),
            seat,
            purpose,
            seed: seed_of(self.session.dice().position().seed, log),
            stop,
            window: ui.ctx().clone(),
        });
    }

    /// Asks for the advice that is wanted, and hears it.
    fn advise(&mut self, ui: &Ui) {
        if self.advice() != Some(Advice::Coming) {
            return;
        }
        let Some(ask) = self.ask() else { return };
        if self.opponents.asked.is_none() {
            self.consult(ask.seat, Purpose::Hint, ui);
        }
        self.opponents.hear(self.version, Duration::ZERO);
        if self.advice() != Some(Advice::Coming) {
            ui.request_repaint();
        }
    }

    /// Does what a player has thought of; gives whether something has ended that ought to be seen.
    fn decide(&mut self, seat: Seat, choice: Choice<Action>, pace: Pace, now: f64) -> bool {
        let told = self.session.whole_chronicle().len();
        if self.is_spectated() && pace != Pace::Instant {
            let words = self.words_of(choice.action);
            self.opponents.last = Some((seat, words, choice.why));
        }
        let is_secret = self.ask().is_some_and(|ask| ask.discretion == Discretion::Secret);
        self.ended_battle = None;
        if self.session.act(seat, choice.action).is_err() {
            self.opponents.give_up();
            return true;
        }
        let news = self.session.whole_chronicle().get(told..).unwrap_or_default();
        let is_shown = !news.is_empty() && (!is_secret || self.is_spectated());
        self.opponents.due = now + pause(pace, choice.action, is_shown);
        let ended = |event: &Event| {
            matches!(event, Event::Home(_) | Event::Campaign(campaign::Event::BattleEnded { .. }))
        };
        let seen = !self.is_relieved() && news.iter().any(|line| ended(&line.event));
        let is_over = self.outcome().is_some() || seen;
        if let Some(relief) = &self.opponents.relief {
            let news = self.session.whole_chronicle().get(relief.since..).unwrap_or_default();
            let battle_over = |event: &Event| {
                matches!(event, Event::Campaign(campaign::Event::BattleEnded { .. }))
            };
            if !self.session.state().is_battle()
                || self.outcome().is_some()
                || news.iter().any(|line| battle_over(&line.event))
            {
                self.opponents.interrupt();
                self.opponents.relief = None;
                return true;
            }
        }
        is_over
    }
}

/// How long a decision is looked at, in seconds, before the next is made.
fn pause(pace: Pace, action: Action, is_shown: bool) -> f64 {
    let [brisk, watched] = match action {
        _ if !is_shown => [0.0, 0.15],
        Action::Draw(_) => [0.03, 0.1],
        Action::Campaign(campaign::Action::Take(_) | campaign::Action::Place(_)) => [0.05, 0.25],
        _ => view_of_action(action).and_then(|view| view.pause(action)).unwrap_or([0.35, 1.1]),
    };
    match pace {
        Pace::Instant => 0.0,
        Pace::Brisk => brisk,
        Pace::Watched => watched,
    }
}
