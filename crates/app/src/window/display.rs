//! The battle on the tactical display (Alexandros 10).
//!
//! Invariant: nothing here computes a rule. What glows is what the rules list; what is tried in vain is
//! answered with the rule's own words; every figure comes from the questions of `crates/display`.

mod choice;
mod dice;
mod field;
mod ground;
mod header;
mod hints;
mod layout;
mod motion;
mod panel;
mod prospect;
mod report;
mod sample;
mod scene;
mod usual;
mod view;

use super::command::UiCommand;
use super::table::{Table, TableCommand, TableContext};
use choice::{Choice, Click, Thing};
use diadem_display::{Action, Place, Question};
use diadem_handoff as war;
use eframe::egui::{Pos2, Rect, Ui};
use scene::Scene;

pub use view::DisplayView;

/// How the player looks at a battle.
#[derive(Default)]
pub struct DisplayLook {
    /// What is taken in hand.
    held: Option<Thing>,
    /// What would be answered by a click where the pointer or the keyboard is.
    pointed: Option<Action>,
    /// The same, as far as it is known in this frame.
    pointing: Option<Action>,
    /// Answers between which the player must choose, and where.
    fork: Option<(Vec<Action>, Pos2)>,
    /// The change that all this belongs to.
    version: u64,
    /// Where the field was, so that nothing slides when the window is resized.
    field: Option<Rect>,
    /// Blows that are seen to fall.
    motion: motion::Motion,
}

impl DisplayLook {
    /// Forgets what belongs to an earlier question.
    fn refresh(&mut self, scene: &Scene<'_>, version: u64) {
        if self.version == version {
            return;
        }
        self.version = version;
        self.fork = None;
        self.pointed = None;
        self.held = scene.choice().and_then(|choice| {
            let subjects = choice.subjects();
            match (self.held, subjects.as_slice()) {
                (Some(held), subjects) if subjects.contains(&held) => Some(held),
                // Who is alone need not be chosen.
                (_, &[only]) if choice.plain_answers().is_empty() => Some(only),
                _ => None,
            }
        });
    }

    /// What is pointed at, or else what is meant anyway.
    fn meant(&self, scene: &Scene<'_>) -> Option<Action> {
        self.pointed.or_else(|| self.implied(scene))
    }

    /// What is meant without being pointed at: the only thing that can be done.
    fn implied(&self, scene: &Scene<'_>) -> Option<Action> {
        let choice = scene.choice()?;
        match (choice.question, self.held) {
            (Question::DefensiveFire(clash), _) => Some(Action::Fire(clash.defender)),
            (Question::Attack | Question::Duel, Some(held)) => {
                match choice.answers_of(held).as_slice() {
                    &[only] => Some(only),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

impl Scene<'_> {
    /// The choice before the player, unless it is over.
    fn choice(&self) -> Option<Choice<'_>> {
        Some(Choice { question: self.question?, actions: &self.actions, state: self.state })
    }
}

/// Does what a click means.
fn perform(cx: &mut TableContext<'_>, click: Click, at: Pos2) {
    let look = &mut cx.look.battles.display;
    look.fork = None;
    match click {
        Click::Answer(actions) => match actions.as_slice() {
            &[action] => {
                cx.act(war::Action::Display(action));
            }
            _ => look.fork = Some((actions, at)),
        },
        Click::Hold(thing) => look.held = Some(thing),
        Click::Release => look.held = None,
        Click::Refused(action) => {
            let tried = TableCommand::Try(war::Action::Display(action));
            cx.ask(UiCommand::Table(tried));
        }
        Click::Nothing => {}
    }
}

/// The field: both armies in their boxes.
fn field_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let table = cx.table;
    let Some(scene) = Scene::of(table) else { return };
    cx.look.battles.display.refresh(&scene, table.version());
    field::field_ui(cx, &scene, ui);
    let look = &mut cx.look.battles.display;
    let pointing = look.pointing.take();
    if look.pointed != pointing {
        look.pointed = pointing;
        // The panel was drawn before it could know.
        ui.request_repaint();
    }
}

/// Every answer in a battle.
fn answers_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let table = cx.table;
    let Some(scene) = Scene::of(table) else { return };
    cx.look.battles.display.refresh(&scene, table.version());
    panel::answers_ui(cx, &scene, ui);
}

/// What is known about them.
fn details_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let table = cx.table;
    let Some(scene) = Scene::of(table) else { return };
    panel::details_ui(cx, &scene, ui);
}

/// What is asked while a unit that has to be set up is in hand.
fn placing(table: &Table, look: &DisplayLook) -> Option<String> {
    let Some(Thing::Unit(unit)) = look.held else { return None };
    let war::Question::Display(Question::SetUpUnit) = table.ask()?.question else { return None };
    let (display, state) = table.display()?;
    let waits = state.units[unit.index()].place == Place::Unplaced;
    (waits && look.version == table.version()).then(|| display.placing_words(state, Some(unit)))
}
