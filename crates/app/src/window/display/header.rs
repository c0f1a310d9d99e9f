//! The line above the field: which battle, which round, whose phase.

use super::scene::{Scene, livery_of};
use crate::window::table::TableContext;
use crate::window::theme;
use diadem_core::{Camp, Playable};
use diadem_display::Phase;
use diadem_handoff::War;
use eframe::egui::{
    Align, Align2, Label, Layout, Rect, RichText, Sense, Stroke, Ui, UiBuilder, Vec2, vec2,
};

/// The battle's name, and when it is fought.
fn title(cx: &TableContext<'_>) -> (String, String) {
    let table = cx.table;
    if let Some((campaign, map)) = table.campaign() {
        let date = campaign.date(map.turn);
        return match campaign.offer(map) {
            Some(offer) => (campaign.battle_name(offer.province, map.turn), date),
            None => ("The battle".to_owned(), date),
        };
    }
    let id = table.war().scenario();
    let scenario = War::scenarios().into_iter().find(|scenario| scenario.id == id);
    (scenario.map_or_else(String::new, |scenario| scenario.title.to_owned()), String::new())
}

/// Shows the line.
pub(super) fn header_ui(cx: &TableContext<'_>, scene: &Scene<'_>, area: Rect, ui: &mut Ui) {
    let colors = cx.colors;
    ui.painter().rect_filled(area, 0.0, colors.bar);
    let builder = UiBuilder::new()
        .max_rect(area.shrink2(vec2(18.0, 0.0)))
        .layout(Layout::left_to_right(Align::Center));
    let mut ui = ui.new_child(builder);
    theme::on_frame(&mut ui);
    let narrow = area.width() < 860.0;
    let size = if narrow { 18.0 } else { 22.0 };
    let (name, date) = title(cx);
    ui.label(RichText::new(name).font(theme::book(size)).color(colors.gold));
    if !date.is_empty() {
        ui.label(RichText::new(date).color(colors.faint_pale));
    }
    ui.add_space(if narrow { 4.0 } else { 24.0 });
    rounds_ui(cx, scene, narrow, &mut ui);
    ui.add_space(if narrow { 4.0 } else { 16.0 });
    ui.add(Label::new(phase(scene, narrow)).truncate());
}

/// The rounds as dots: fought, being fought, to come.
fn rounds_ui(cx: &TableContext<'_>, scene: &Scene<'_>, narrow: bool, ui: &mut Ui) {
    let colors = cx.colors;
    let last = scene.display.charts().rounds;
    let across = if narrow { 18.0 } else { 24.0 };
    let size = vec2(across * f32::from(last), across);
    let (place, response) = ui.allocate_exact_size(size, Sense::hover());
    response.on_hover_text(format!("The battle lasts {last} rounds at most (Alexandros 10.2)."));
    for round in 1..=last {
        let center = place.left_center() + vec2(across * (f32::from(round) - 0.5), 0.0);
        let radius = across * 0.4;
        let (fill, ink) = match round.cmp(&scene.state.round) {
            std::cmp::Ordering::Less => (theme::mix(colors.bar, colors.pale, 0.4), colors.bar),
            std::cmp::Ordering::Equal => (colors.livery(livery_of(scene.active())), colors.pale),
            std::cmp::Ordering::Greater => {
                (theme::mix(colors.bar, colors.pale, 0.08), colors.faint_pale)
            }
        };
        let edge = Stroke::new(1.0, theme::mix(colors.bar, colors.pale, 0.3));
        ui.painter().circle(center, radius, fill, edge);
        let font = theme::strong(across * 0.46);
        let at = center + Vec2::new(0.0, 0.5);
        ui.painter().text(at, Align2::CENTER_CENTER, round, font, ink);
    }
}

/// Whose phase it is, in words.
fn phase(scene: &Scene<'_>, narrow: bool) -> String {
    let side = |side: Camp| scene.side_name(side).to_owned();
    let now = side(scene.active());
    let what = match scene.state.phase() {
        Some(Phase::Rally) => "rally",
        Some(Phase::Movement) => "movement",
        Some(Phase::Combat) => "combat",
        None if scene.is_setting_up() => return format!("{now} set-up"),
        None if scene.state.is_over() => return "the battle is over".to_owned(),
        None => return format!("{now} pursuit"),
    };
    if narrow {
        return format!("{now} {what}");
    }
    let last = scene.display.charts().rounds;
    format!("round {} of {last} \u{b7} {now} {what}", scene.state.round)
}
