//! The battle on hexes, on the screen: the field with its counters, and what is asked about it.
//!
//! Invariant: nothing here computes a rule. What glows is what the rules list; costs, sight, zones and
//! chances come from the questions of `crates/hexes`.

mod bar;
mod battle_losses;
mod breakdown;
mod card;
mod choice;
mod counters;
mod dragging;
mod drawing_up;
mod field;
mod ground;
mod guide_pointer;
mod hints;
mod motion;
mod offer;
mod overlays;
mod panel;
mod queued_steps;
mod recent_combats;
mod report;
mod sample;
mod sheet;
mod summary;
mod switches;
mod trail;
mod usual;
mod view;

use super::map::camera::Camera;
use super::table::dice::rolls_ui;
use super::table::{Table, TableContext};
use choice::{Choice, Thing};
use diadem_core::Camp;
use diadem_handoff as war;
use diadem_hexes::{
    Action, Arrival, Foreseen, Hex, Hexes, LeaderId, Outlook, Question, State, Step, UnitId,
};
use eframe::egui::{Pos2, Ui};
use ground::Ground;
use queued_steps::QueuedSteps;
use std::sync::Arc;
use trail::Trail;

pub use view::HexesView;

/// How the player looks at a battlefield.
#[derive(Default)]
pub struct HexesLook {
    camera: Option<Camera>,
    ground: Option<Ground>,
    placed: Option<field::Placed>,
    /// What is taken in hand.
    held: Option<Thing>,
    /// What is dragged while an army is drawn up.
    dragged: Option<Thing>,
    /// What the unit that moves is pulled over.
    trail: Option<Trail>,
    /// What the pointer or the keyboard is at.
    thing: Option<Thing>,
    /// The same, a frame before.
    thing_before: Option<Thing>,
    /// The answer that is pointed at, on the field or in a row of the panel.
    pointed: Option<Action>,
    /// The same, as far as it is known in this frame.
    pointing: Option<Action>,
    /// Answers between which the player must choose, and where.
    fork: Option<(Vec<Action>, Pos2)>,
    /// The change that all this belongs to.
    version: u64,
    /// The change after which the last of the queued steps was made.
    stepped: u64,
    /// Steps that a moving unit has still to make.
    queued_steps: Option<QueuedSteps>,
    /// Who is to be ordered as soon as the one that moves has stopped.
    ordered_next: Option<UnitId>,
    /// Who runs as it likes until it stops.
    runs: Option<UnitId>,
    /// Whose units all run as they like.
    all_run: Option<Camp>,
    /// Who rides, and where to.
    rides: Option<(LeaderId, Hex)>,
    /// The unit that was just ordered by a click, with whom its leaders ride.
    sets_out: Option<UnitId>,
    /// Where the moving unit can come to.
    outlook: Outlook,
    /// The hex whose way is shown.
    way: Option<(Hex, usize)>,
    /// What the enemy may do about that way.
    foreseen: Vec<Foreseen>,
    /// Whom the question is about that the field has shown last.
    followed: Option<UnitId>,
    /// What is seen to happen.
    motion: motion::Motion,
    /// Answers that could do nothing.
    wasted: Vec<Action>,
}

impl HexesLook {
    /// Forgets what belongs to an earlier question.
    fn refresh(&mut self, choice: Option<&Choice<'_>>, version: u64) {
        if self.version == version {
            return;
        }
        self.version = version;
        self.fork = None;
        self.pointed = None;
        self.way = None;
        self.foreseen.clear();
        self.outlook = Outlook::default();
        self.wasted.clear();
        let Some(choice) = choice else { return };
        let is_wasted = |action: &Action| choice.rules.wasted(choice.state, *action).is_some();
        self.wasted = choice.actions.iter().copied().filter(is_wasted).collect();
        if let Question::Move(_) = choice.question {
            self.outlook = choice.rules.outlook(choice.state);
        }
        self.held = self.held.filter(|&held| choice.is_subject(held));
    }

    /// What the pointer is at.
    fn pointed_thing(&self) -> Option<Thing> {
        self.thing
    }

    /// Whether the pointer or the keyboard is at a unit.
    pub fn looks_at(&self, unit: UnitId) -> bool {
        self.thing == Some(Thing::Unit(unit))
    }

    /// The way that is shown: to which hex, and how the unit would arrive.
    fn way_shown(&self) -> Option<(Hex, Arrival)> {
        let (hex, at) = self.way?;
        Some((hex, *self.outlook.arrivals.get(at)?))
    }
}

/// The battle that is looked at: the rules, the state, what is asked and every answer.
struct Scene<'a> {
    rules: Arc<Hexes>,
    state: &'a State,
    question: Option<Question>,
    actions: Vec<Action>,
    /// While an army is drawn up: what can be done.
    draws: Vec<war::Draw>,
}

impl Scene<'_> {
    fn of(table: &Table) -> Option<Scene<'_>> {
        let (rules, state) = table.hexes()?;
        let question = match table.ask().map(|ask| ask.question) {
            Some(war::Question::Hexes(question)) if !table.is_watching() => Some(question),
            _ => None,
        };
        let mine = |action: &war::Action| match *action {
            war::Action::Hexes(action) => Some(action),
            _ => None,
        };
        let actions = table.actions().iter().filter_map(mine).collect();
        let draws = table.actions().iter().filter_map(|action| match *action {
            war::Action::Draw(draw) => Some(draw),
            _ => None,
        });
        let draws = draws.collect();
        Some(Scene { rules, state, question, actions, draws })
    }

    fn choice(&self) -> Option<Choice<'_>> {
        let question = self.question?;
        Some(Choice { rules: &self.rules, state: self.state, question, actions: &self.actions })
    }
}

/// The field with everybody on it.
fn field_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let table = cx.table;
    let Some(scene) = Scene::of(table) else { return };
    let choice = scene.choice();
    cx.look.battles.hexes.refresh(choice.as_ref(), table.version());
    let stepped = std::mem::replace(&mut cx.look.battles.hexes.stepped, table.version());
    if let Some(choice) = choice.as_ref().filter(|_| stepped != table.version())
        && let Some(step) = queued_steps::rides_off(table, choice)
            .or_else(|| cx.look.battles.hexes.next_step(choice))
    {
        cx.go_on(war::Action::Hexes(step));
        ui.request_repaint();
    }
    let mut look = std::mem::take(&mut cx.look.battles.hexes);
    field::field_ui(cx, &mut look, &scene, ui);
    let pointing = look.pointing.take();
    let was = std::mem::replace(&mut look.thing_before, look.thing);
    if look.pointed != pointing || was != look.thing {
        look.pointed = pointing;
        // The panel was drawn before it could know.
        ui.request_repaint();
    }
    cx.look.battles.hexes = look;
}

/// Whether it is asked whether a leader tries for momentum.
fn is_about_momentum(state: &State) -> bool {
    matches!(state.step(), Step::Momentum(_))
}

/// Where "no more" is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DonePlace {
    /// It ends a phase: at the foot, alone.
    WayOut,
    /// It ends what one unit does, or lets an answer go: on top.
    Main,
    /// It declines something that comes but once: among the others, so that it is chosen.
    Row,
}

/// Where "no more" is said to a question.
fn done_place(state: &State, question: Question) -> DonePlace {
    match question {
        _ if is_about_momentum(state) => DonePlace::Row,
        Question::Arrange
        | Question::Orders(_)
        | Question::Designation(_)
        | Question::Allocation(_) => DonePlace::WayOut,
        Question::Elite | Question::TrumpTheTrump(_) => DonePlace::Row,
        _ => DonePlace::Main,
    }
}

/// What is shown beside the field while the computer decides.
fn watch_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let Some((rules, _)) = cx.table.hexes() else { return };
    summary::summary_ui(cx, &rules, ui);
    recent_combats::recent_combats_ui(cx, &rules, ui);
    rolls_ui(cx, ui);
}

/// The answers in a battle on hexes.
fn answers_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let table = cx.table;
    let Some(scene) = Scene::of(table) else { return };
    if let Some(choice) = scene.choice() {
        cx.look.battles.hexes.refresh(Some(&choice), table.version());
        panel::answers_ui(cx, &choice, ui);
    }
}

/// What is known about them.
fn details_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let table = cx.table;
    let Some(scene) = Scene::of(table) else { return };
    if let Some(choice) = scene.choice() {
        panel::details_ui(cx, &choice, ui);
    }
}
