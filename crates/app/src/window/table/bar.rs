//! The bar at the top: the date, the sequence of play, undo, save, menu.

use super::{Overlay, TableCommand, TableContext, watching};
use crate::window::command::{Screen, UiCommand};
use crate::window::shortcut::Shortcut;
use crate::window::theme;
use diadem_campaign::powers::Power;
use diadem_campaign::{Phase, Switch};
use diadem_core::{Game, Playable};
use eframe::egui::{
    Align, Button, Color32, Layout, Response, RichText, Role, Sense, Stroke, TextStyle,
    TextWrapMode, Ui, WidgetInfo, WidgetText, vec2,
};

/// Shows the bar.
pub(super) fn bar_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    theme::on_frame(ui);
    ui.horizontal_centered(|ui| {
        ui.add_space(16.0);
        let wide = ui.available_width() > 1100.0;
        if wide {
            ui.label(RichText::new("DIADEM").font(theme::book(22.0)).extra_letter_spacing(4.0));
            ui.add_space(10.0);
        }
        ui.label(RichText::new(headline(cx)).font(theme::strong(17.0)));
        if let Some((campaign, state)) = cx.table.campaign() {
            let last = if campaign.switches.has(Switch::DeathOfAlexander) {
                campaign.scenario.last_turn_if_he_lives
            } else {
                campaign.scenario.last_turn
            };
            let turn = format!("turn {} of {last}", (state.turn + 1).min(last));
            ui.label(RichText::new(turn).small().weak());
        }
        ui.add_space(10.0);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(10.0);
            tools_ui(cx, ui);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| progress_ui(cx, ui));
        });
    });
}

fn headline(cx: &TableContext<'_>) -> String {
    match cx.table.campaign() {
        Some((campaign, state)) => campaign.date(state.turn),
        None => cx.table.war().headline(cx.table.state()),
    }
}

/// How far it has come, on the map or in a battle.
fn progress_ui(cx: &TableContext<'_>, ui: &mut Ui) {
    match cx.table.view() {
        Some(view) => view.bar_ui(cx, ui),
        None => phases_ui(cx, ui),
    }
}

/// The campaign's sequence of play with the present step.
pub(in crate::window) fn phases_ui(cx: &TableContext<'_>, ui: &mut Ui) {
    let Some((campaign, state)) = cx.table.campaign() else { return };
    let Some(now) = campaign.phase(state) else { return };
    if now == Phase::SetUp {
        let color = cx.table.ask().map_or(cx.colors.frame, |ask| cx.colors.seat(ask.seat));
        pill(cx, ui, "Before the war", color, true);
        return;
    }
    // Sieges are one step for whoever has them now, or first.
    let besieges = match now {
        Phase::Sieges(power) => Some(power),
        _ => campaign.powers.iter().next(),
    };
    let mut shown: Vec<(String, bool, Option<Power>)> = Vec::new();
    for phase in campaign.phases() {
        let name = |power| campaign.power_name(power);
        let (name, power) = match phase {
            Phase::SetUp => continue,
            Phase::Supply => ("Supply".to_owned(), None),
            Phase::Muster(power) if phase == now => {
                (format!("{} muster", name(power)), Some(power))
            }
            Phase::Muster(_) => continue,
            Phase::March(power) if now == Phase::Muster(power) => continue,
            Phase::March(power) => (format!("{} march", name(power)), Some(power)),
            Phase::Battles => ("Battles".to_owned(), None),
            Phase::Sieges(power) if Some(power) != besieges => continue,
            Phase::Sieges(power) => ("Sieges".to_owned(), Some(power)),
            Phase::Events => ("Events".to_owned(), None),
        };
        shown.push((name, phase == now, power));
    }
    let room = ui.available_width();
    // Where there is little room only the present step stands there.
    let narrow = room < 620.0;
    for (name, is_now, power) in shown {
        if narrow && !is_now {
            continue;
        }
        let seat = power.and_then(|power| campaign.powers[power].seat);
        let color = match (seat, cx.table.ask()) {
            (Some(seat), _) => cx.colors.seat(seat),
            (None, Some(ask)) => cx.colors.seat(ask.seat),
            (None, None) => cx.colors.frame,
        };
        pill(cx, ui, &name, color, is_now);
    }
}

/// A step or a leader as a pill.
pub(in crate::window) fn pill(
    cx: &TableContext<'_>,
    ui: &mut Ui,
    name: &str,
    color: Color32,
    is_now: bool,
) -> Response {
    let fill = if is_now { color } else { theme::mix(cx.colors.bar, cx.colors.pale, 0.08) };
    let ink = if is_now { cx.colors.pale } else { cx.colors.faint_pale };
    let text = WidgetText::from(RichText::new(name).size(14.0).color(ink));
    let text = text.into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Body);
    let size = text.size() + vec2(24.0, 10.0);
    let (place, response) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().rect_filled(place, size.y / 2.0, fill);
    ui.painter().galley(place.center() - text.size() / 2.0, text, ink);
    response.widget_info(|| WidgetInfo::selected(Role::Label, true, is_now, name));
    response
}

/// Undo, save and the menu.
fn tools_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    ui.spacing_mut().button_padding = vec2(10.0, 5.0);
    ui.spacing_mut().item_spacing.x = 6.0;
    // The theme's buttons are made for parchment: on the bar they are dark.
    let visuals = &mut ui.visuals_mut().widgets;
    let dark = theme::mix(cx.colors.bar, cx.colors.pale, 0.12);
    visuals.inactive.weak_bg_fill = dark;
    visuals.open.weak_bg_fill = dark;
    visuals.inactive.bg_stroke = Stroke::NONE;
    let lit = theme::mix(cx.colors.bar, cx.colors.gold, 0.35);
    visuals.hovered.weak_bg_fill = lit;
    visuals.active.weak_bg_fill = lit;
    ui.menu_button("Menu", |ui| menu_ui(cx, ui));
    if ui.button("?").on_hover_text("Every key").clicked() {
        cx.ask(UiCommand::Go(Screen::Keys));
    }
    let playing = !cx.table.is_replay();
    let save = ui.add_enabled(playing, Button::new("Save"));
    if save.on_hover_text(Shortcut::SAVE.words()).clicked() {
        cx.ask(UiCommand::Go(Screen::SaveAs));
    }
    let can_ask = playing && cx.table.ask().is_some() && !cx.table.is_watching();
    let hint = ui.add_enabled(can_ask, Button::new("Hint"));
    let about = format!("What a captain would do here ({})", Shortcut::HINT.words());
    if hint.on_hover_text(about).clicked() {
        cx.ask(UiCommand::Table(TableCommand::Hint));
    }
    let can = cx.table.can_undo();
    let undo = ui.add_enabled(can.is_ok(), Button::new("Undo"));
    let undo = match can {
        Ok(()) => undo.on_hover_text(Shortcut::UNDO.words()),
        Err(why) => undo.on_disabled_hover_text(why.to_string()),
    };
    if undo.clicked() {
        cx.ask(UiCommand::Table(TableCommand::Undo));
    }
}

fn menu_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    theme::on_panel(ui);
    let mut overlays = vec![("Chronicle", Overlay::Chronicle)];
    if cx.table.campaign().is_some() {
        overlays.push(("Objectives and points", Overlay::Objectives));
        overlays.push(("Turn track", Overlay::Track));
    }
    for (name, overlay) in overlays {
        if ui.button(name).clicked() {
            cx.look.overlay = overlay;
            ui.close();
        }
    }
    if cx.table.campaign().is_some() && ui.button("Charts of the war").clicked() {
        cx.ask(UiCommand::Go(Screen::Statistics));
        ui.close();
    }
    if !cx.table.is_replay() {
        ui.separator();
        if ui.button("Who plays").clicked() {
            cx.look.overlay = Overlay::WhoPlays;
            ui.close();
        }
        if watching::relief_ui(cx, ui) {
            ui.close();
        }
    }
    ui.separator();
    for (name, screen) in [("Rulebook", Screen::Rulebook), ("Settings", Screen::Settings)] {
        if ui.button(name).clicked() {
            cx.ask(UiCommand::Go(screen));
            ui.close();
        }
    }
    if ui.button("Save this position as a rule case").clicked() {
        cx.look.overlay = Overlay::SaveCase;
        ui.close();
    }
    ui.separator();
    let session = cx.table.session();
    let seats = session.game().seats();
    let can_give_up = seats
        .iter()
        .any(|seat| !watching::is_computer(cx, seat) && !session.interjections(seat).is_empty());
    if can_give_up && !cx.table.is_replay() && ui.button("Give up").clicked() {
        cx.look.overlay = Overlay::Concede;
        ui.close();
    }
    if ui.button("Leave the table").clicked() {
        cx.ask(UiCommand::LeaveTable);
        ui.close();
    }
    if ui.button("Quit").clicked() {
        cx.ask(UiCommand::Quit);
        ui.close();
    }
}
