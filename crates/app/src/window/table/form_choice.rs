//! A battle of the campaign is offered: in which form shall it be fought? With everything that both sides may
//! know.

use super::forecast::forecast_ui;
use super::rows::Row;
use super::{TableCommand, TableContext, hint};
use crate::window::battle_view::{view, views};
use crate::window::command::UiCommand;
use diadem_core::Text;
use diadem_handoff::{Action, Form};
use eframe::egui::Ui;

/// The forms to choose from.
pub(super) fn answers_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let table = cx.table;
    let offered: Vec<Form> = (table.actions().iter())
        .filter_map(|action| match *action {
            Action::Choose(form) => Some(form),
            _ => None,
        })
        .collect();
    for &form in &offered {
        let action = Action::Choose(form);
        let response = Row::new(table.war().action(table.state(), action)).show(cx, ui);
        hint::mark(cx, action, &response, ui);
        if response.clicked() {
            cx.act(action);
        }
    }
    for form in offered {
        fight_it_out_ui(cx, Some(form), ui);
    }
}

/// What is known of the battle.
pub(super) fn details_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    forecast_ui(cx, ui);
    for view in views() {
        view.offer_ui(cx, ui);
    }
}

/// A battle can be left to captains before it is begun, in a form where that is still to be chosen.
pub(in crate::window) fn fight_it_out_ui(
    cx: &mut TableContext<'_>,
    form: Option<Form>,
    ui: &mut Ui,
) {
    if !cx.table.can_be_relieved() || cx.table.is_watching() {
        return;
    }
    let words = match form {
        Some(form) => format!("Let the computer fight it out {}", view(form).words().place),
        None => "Let the computer fight it out".to_owned(),
    };
    if Row::new(words).show(cx, ui).clicked() {
        cx.ask(UiCommand::Table(TableCommand::FightItOut(form)));
    }
}
