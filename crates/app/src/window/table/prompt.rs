//! The coloured band: who decides what, and by which rule.

use super::slots::place_ui;
use super::{Table, TableContext, watching};
use crate::window::battle_view;
use crate::window::command::UiCommand;
use crate::window::text::capitalised;
use crate::window::theme;
use diadem_campaign::Question as OnMap;
use diadem_core::Text;
use diadem_handoff::{Action, Question};
use eframe::egui::text::LayoutJob;
use eframe::egui::{Align, Color32, FontId, Label, Layout, Rect, RichText, Sense, Ui, pos2, vec2};
use std::borrow::Cow;

/// How high the line is that says who decides.
const WHO: f32 = 20.0;
/// How much of the rest is for what is to be said.
const NEWS: f32 = 0.48;

/// Shows the band.
pub(super) fn prompt_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let table = cx.table;
    let (color, title, who, hint, rule) = match table.ask() {
        Some(ask) => {
            let name = table.war().seat_name(ask.seat);
            let who = match table.seats().get(ask.seat.index()) {
                Some(person) if person != name && !person.is_empty() => {
                    format!("{name} ({person})")
                }
                _ => name.to_owned(),
            };
            let title = (table.view())
                .and_then(|view| view.title(table, &cx.look.battles))
                .unwrap_or_else(|| table.war().question(table.state(), ask.question));
            let (who, hint) = if watching::is_computer(cx, ask.seat) {
                (watching::player_name(cx, ask.seat), Cow::default())
            } else if table.is_watching() {
                (who, Cow::default())
            } else {
                (who, hint(table, ask.question))
            };
            (cx.colors.seat(ask.seat), title, format!("{who} decides"), hint, Some(ask.rule))
        }
        None => {
            let outcome = table.outcome();
            let how = outcome.map_or("", |outcome| outcome.how);
            let rule = outcome.map(|outcome| outcome.rule);
            let what = if table.war().campaign().is_some() { "war" } else { "battle" };
            let title = format!("The {what} is over");
            (cx.colors.bar, title, String::new(), capitalised(how).into(), rule)
        }
    };
    let place = ui.max_rect();
    ui.painter().rect_filled(place, 0.0, color);
    theme::on_frame(ui);
    ui.visuals_mut().override_text_color = Some(cx.colors.on_livery());
    let [who_at, title_at, hint_at] = rows(place);
    place_ui(ui, "who decides", who_at, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(rule) = rule {
                let words = RichText::new(rule.to_string()).size(14.0).underline();
                let label = Label::new(words).sense(Sense::click());
                if ui.add(label).on_hover_text("Show it in the rulebook").clicked() {
                    cx.ask(UiCommand::ShowRule(rule));
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(who).size(14.0)).truncate());
            });
        });
    });
    let sizes = [24.0, 21.0, 18.5, 16.0];
    place_ui(ui, "question", title_at, |ui| fitted_ui(ui, &title, &sizes, theme::book));
    news_ui(cx, &hint, hint_at, ui);
}

/// Who decides, what is asked, and what is to be said about it: each has its place in the band.
fn rows(band: Rect) -> [Rect; 3] {
    let inner = band.shrink2(vec2(20.0, 8.0));
    let row = |top: f32, bottom: f32| {
        Rect::from_min_max(pos2(inner.left(), top), pos2(inner.right(), bottom))
    };
    let hint = (inner.height() - WHO) * NEWS;
    let (first, second) = (inner.top() + WHO, inner.bottom() - hint);
    [row(inner.top(), first), row(first, second - 2.0), row(second, inner.bottom())]
}

/// What to do about the question; or why what was tried is not allowed, until something is done.
fn news_ui(cx: &TableContext<'_>, hint: &str, place: Rect, ui: &mut Ui) {
    let refusal = cx.table.refusal().map(ToString::to_string);
    let said = cx.look.said.filter(|said| said.0 == cx.table.version()).map(|said| said.1);
    let Some(words) = refusal.as_deref().or(said) else {
        return place_ui(ui, "hint", place, |ui| {
            fitted_ui(ui, hint, &[15.0, 14.0, 13.0], theme::plain);
        });
    };
    let paper = place.expand2(vec2(8.0, 3.0));
    ui.painter().rect_filled(paper, 4.0, cx.colors.panel);
    place_ui(ui, "hint", place, |ui| {
        ui.visuals_mut().override_text_color = Some(cx.colors.red);
        fitted_ui(ui, words, &[15.0, 14.0, 13.0, 12.0], theme::strong);
    });
}

/// Words in the largest of these sizes in which they fit here; in the smallest, as much of them as does. All of them are
/// told where the pointer is, and to a screen reader.
fn fitted_ui(ui: &mut Ui, words: &str, sizes: &[f32], font: fn(f32) -> FontId) {
    let room = ui.available_size();
    let layout =
        |size: f32| LayoutJob::simple(words.to_owned(), font(size), Color32::PLACEHOLDER, room.x);
    let fits = |size: &&f32| ui.painter().layout_job(layout(**size)).size().y <= room.y + 1.0;
    let fitting = sizes.iter().find(fits);
    let Some(&size) = fitting.or(sizes.last()) else { return };
    let mut job = layout(size);
    if fitting.is_none() {
        let row = ui.painter().layout_no_wrap("X".to_owned(), font(size), Color32::PLACEHOLDER);
        let high = row.size().y;
        job.wrap.max_rows = (1..9_u8).take_while(|&rows| f32::from(rows) * high <= room.y).count();
        job.wrap.max_rows = job.wrap.max_rows.max(1);
    }
    let color = ui.visuals().text_color();
    for section in &mut job.sections {
        section.format.color = color;
    }
    ui.add(Label::new(job));
}

/// What to do about a question, in a line.
fn hint(table: &Table, question: Question) -> Cow<'static, str> {
    match question {
        Question::Campaign(question) => on_map(question).into(),
        Question::Form => form_hint(table).into(),
        // Whatever else is asked, a form of battle asks it.
        _ => table.view().map_or("", |view| view.hint(question)).into(),
    }
}

/// Every form that can be chosen: `On the display, or on a hex map.`
fn form_hint(table: &Table) -> String {
    let chosen = |&action: &Action| match action {
        Action::Choose(form) => Some(battle_view::view(form).words().place),
        _ => None,
    };
    let places: Vec<&str> = table.actions().iter().filter_map(chosen).collect();
    let words = match places.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{}, or {last}", others.join(", ")),
        _ => places.concat(),
    };
    format!("{}.", capitalised(&words))
}

fn on_map(question: OnMap) -> &'static str {
    match question {
        OnMap::RoyalArmy => "Choose one of the glowing provinces.",
        OnMap::Scorch => "Choose a province of yours to burn, or none.",
        OnMap::Feed(_) => "Choose the province that sends the ships, or let the army forage.",
        OnMap::Lose { .. } => "Choose who suffers.",
        OnMap::PlaceUnit(_) | OnMap::PlaceLeader(_) => "Choose a glowing province.",
        OnMap::Replace { .. } => "Buy what you need; nothing can be kept for later.",
        OnMap::March => "Choose a leader, or end the phase.",
        OnMap::Gather(_) => {
            "Everybody who may go comes along. Choose a glowing province; leave behind whom you like."
        }
        OnMap::Press => "Choose who goes on, then a glowing province; or end the march here.",
        OnMap::NextCombat => "Choose the order; all will be fought.",
        OnMap::Evade(..) | OnMap::EvadeAlone(_) => "Try to slip away, or stand.",
        OnMap::Withdraw(..) => "Choose a glowing province.",
        OnMap::Siege => "Choose a city, or none.",
        OnMap::Invest(_) => "Choose who takes part, then storm.",
        OnMap::Sortie(_) => "A garrison unit may give a step to burn the engines.",
        OnMap::DefenderLoss { .. } => "Give up a wall or a step of the garrison.",
        OnMap::Risk => "Choose whose turn it is to be in danger.",
        OnMap::Choose { .. } => "Choose them one by one.",
    }
}
