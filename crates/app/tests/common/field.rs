//! A battle on hexes in a window without a screen: what is asked, and answers by the words of their rows or
//! by counters and hexes on the field.

use diadem::Folders;
use diadem::window::{App, TableCommand, UiCommand, apply_theme};
use diadem_core::Text;
use diadem_handoff as war;
use diadem_hexes::{Action, Question, UnitId};
use eframe::egui::Theme;
use eframe::egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use tempfile::TempDir;

/// A window without a screen.
pub type Window = Harness<'static, App>;

/// The window with an app whose home is this folder, after it has done this.
pub fn window(home: &TempDir, size: [f32; 2], command: Option<UiCommand>) -> Window {
    let mut app = App::new(Some(Folders::at(home.path())), None);
    if let Some(command) = command {
        app.ask(command);
    }
    let mut window = Harness::builder()
        .with_size(size)
        .with_theme(Theme::Light)
        .with_max_steps(40)
        .with_context_setup(apply_theme)
        .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    window.run();
    window
}

/// What is asked, with every answer.
pub fn asked(window: &Window) -> Option<(Question, Vec<Action>)> {
    let table = window.state().table()?;
    let war::Question::Hexes(question) = table.ask()?.question else { return None };
    let actions = table.actions().iter().filter_map(|action| match action {
        war::Action::Hexes(action) => Some(*action),
        _ => None,
    });
    Some((question, actions.collect()))
}

/// Whether these words stand somewhere.
pub fn sees(window: &Window, words: &str) -> bool {
    window.query_all_by_label_contains(words).next().is_some()
}

/// Clicks a button, or a row of the panel, by its words.
pub fn click(window: &mut Window, label: &str) {
    let found: Vec<_> = window.query_all_by_role_and_label(Role::Button, label).collect();
    found.first().unwrap_or_else(|| panic!("no button \"{label}\"")).click_accesskit();
    window.run();
}

/// Points at a button.
pub fn point_at(window: &mut Window, label: &str) {
    let found: Vec<_> = window.query_all_by_role_and_label(Role::Button, label).collect();
    found.first().unwrap_or_else(|| panic!("no button \"{label}\"")).hover();
    window.run();
}

/// Gives an answer by its row; whoever lays markers in secret sits down first.
pub fn give(window: &mut Window, action: Action) {
    window.state_mut().ask(UiCommand::Table(TableCommand::LiftCurtain));
    window.run();
    let (rules, state) = window.state().table().unwrap().hexes().unwrap();
    let words = rules.action(state, action);
    let words = if action == Action::Done { words.trim_end_matches('.') } else { &words };
    let words = words.to_owned();
    click(window, &words);
    // What would be given away is asked about once.
    for yes in ["Yes, end it", "Yes, go"] {
        if window.query_by_label(yes).is_some() {
            click(window, yes);
        }
    }
}

/// The name under which a counter is found on the field.
pub fn counter(window: &Window, unit: UnitId) -> String {
    let (name, hex) = {
        let (rules, state) = window.state().table().unwrap().hexes().unwrap();
        (rules.unit_name(unit).to_owned(), state.unit(unit).hex().unwrap())
    };
    let labels = window.query_all_by_role(Role::Button);
    let labels = labels.filter_map(|node| node.accesskit_node().label());
    let is_its = |label: &String| {
        label.starts_with(&format!("{name}, ")) && label.contains(&hex.to_string())
    };
    labels.into_iter().find(is_its).unwrap_or_else(|| panic!("{name} is not on the field"))
}
