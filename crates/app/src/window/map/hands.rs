//! What a click does: the one answer, a choice of answers, or the reason why there is none.

use crate::window::command::UiCommand;
use crate::window::table::{Focus, Table, TableCommand, TableContext, Target};
use diadem_campaign::Action as OnMap;
use diadem_campaign::ids::ProvinceId;
use diadem_core::Text;
use diadem_handoff::Action;
use eframe::egui::{Area, Frame, Id, Margin, Order, Pos2, Rect, Ui};

/// Answers to choose from, where the click was.
#[derive(Clone, PartialEq, Debug)]
pub struct Menu {
    at: Pos2,
    answers: Vec<Action>,
    /// The version of the game they are answers to.
    version: u64,
}

/// The answers a click here could give. Who clicks on a raider means his band.
pub fn answers(table: &Table, target: Target) -> Vec<Action> {
    let band = match (target, table.campaign()) {
        (Target::Unit(unit), Some((_, state))) => state.unit(unit).band,
        _ => 0,
    };
    let leads_band = |&action: &OnMap| band != 0 && action == OnMap::LeadBand(band);
    let of_band = table.campaign_actions().filter(leads_band);
    table.answers_at(target).chain(of_band).map(Action::Campaign).collect()
}

/// Somebody clicks on something that stands in a province.
pub fn click(
    cx: &mut TableContext<'_>,
    target: Target,
    home: ProvinceId,
    at: Pos2,
) -> Option<Menu> {
    let focus = match target {
        Target::City(city) => Focus::City(city),
        _ => Focus::Province(home),
    };
    cx.ask(UiCommand::look_at(focus));
    if let Target::Unit(unit) = target
        && cx.table.is_chosen(unit)
    {
        cx.ask(UiCommand::Table(TableCommand::LeaveOut(unit)));
        return None;
    }
    let whole = Target::Province(home);
    let mut direct = answers(cx.table, target);
    // Who clicks on a leader means him to march; into a city he goes by the panel.
    if direct.iter().any(|action| matches!(action, Action::Campaign(OnMap::Lead(_)))) {
        direct.retain(|action| matches!(action, Action::Campaign(OnMap::Lead(_))));
    }
    // What has no answer of its own belongs to its province.
    let answers = if direct.is_empty() { answers(cx.table, whole) } else { direct };
    match answers[..] {
        [] => {
            let attempts = [target, whole].map(|target| cx.table.attempt_at(target));
            let forbidden = |action: &Action| cx.table.check(*action).is_err();
            if let Some(action) = attempts.into_iter().flatten().find(forbidden) {
                cx.ask(UiCommand::Table(TableCommand::Try(action)));
            }
            None
        }
        [only] => {
            cx.act(cx.table.with_everybody(only));
            None
        }
        _ => {
            let answers = without_doubles(cx.table, answers);
            Some(Menu { at, answers, version: cx.table.version() })
        }
    }
}

/// Of units that are alike, one is enough to choose from.
fn without_doubles(table: &Table, mut answers: Vec<Action>) -> Vec<Action> {
    let mut seen: Vec<(String, u8)> = Vec::new();
    answers.retain(|&action| {
        let steps = match (action, table.campaign()) {
            (
                Action::Campaign(
                    OnMap::EnterCity(unit, _)
                    | OnMap::LeaveCity(unit)
                    | OnMap::LeaveCityFor(unit, _),
                ),
                Some((_, state)),
            ) => state.unit(unit).steps,
            _ => 0,
        };
        let one = (table.war().action(table.state(), action), steps);
        let is_new = !seen.contains(&one);
        seen.push(one);
        is_new
    });
    answers
}

/// Shows the choice; gives it back while it is open.
pub fn menu_ui(cx: &mut TableContext<'_>, ui: &Ui, view: Rect, menu: Menu) -> Option<Menu> {
    if menu.version != cx.table.version() {
        return None;
    }
    let mut chosen = None;
    let shown = Area::new(Id::unique("answers on the map"))
        .order(Order::Foreground)
        .fixed_pos(menu.at)
        .constrain_to(view)
        .show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).inner_margin(Margin::same(8)).show(ui, |ui| {
                for &action in &menu.answers {
                    let words = cx.table.war().action(cx.table.state(), action);
                    let response = ui.button(words);
                    cx.note_answer(&response);
                    if response.clicked() {
                        chosen = Some(action);
                    }
                }
            });
        });
    if let Some(action) = chosen {
        cx.act(action);
        return None;
    }
    let elsewhere = shown.response.clicked_elsewhere();
    (!elsewhere).then_some(menu)
}
