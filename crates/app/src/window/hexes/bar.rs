//! The bar of the hex battle: the leaders in the order of their initiative, and rout points against the
//! level at which an army withdraws.

#![expect(clippy::cast_precision_loss, reason = "small counts and small measures")]

use crate::window::table::TableContext;
use crate::window::table::bar::pill;
use crate::window::theme;
use diadem_core::Camp;
use diadem_hexes::{Hexes, LeaderId, Question, Readiness, State};
use eframe::egui::{Rect, RichText, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

/// As much room as the rout points of both armies need, with their names and without.
const ROUTS: f32 = 340.0;
const SMALL_ROUTS: f32 = 160.0;

/// Shows leaders and rout points.
pub(super) fn bar_ui(cx: &TableContext<'_>, ui: &mut Ui) {
    let Some((rules, state)) = cx.table.hexes() else { return };
    let active = active(cx);
    let mut leaders: Vec<(LeaderId, u8)> = (rules.leaders())
        .filter(|&leader| state.leader(leader).at.is_some())
        .filter_map(|leader| Some((leader, rules.ratings(state, leader).0?)))
        .collect();
    leaders.sort_by_key(|&(leader, initiative)| (initiative, leader));
    ui.spacing_mut().item_spacing.x = 5.0;
    let all = ui.available_width();
    // Names as long as they fit; where there is little room, initials.
    let name = |leader: LeaderId, letters: usize| {
        rules.leader_name(leader).chars().take(letters).collect::<String>()
    };
    let needs = |leaders: &[(LeaderId, u8)], letters: usize| -> f32 {
        leaders.iter().map(|&(it, _)| 38.0 + 8.0 * name(it, letters).chars().count() as f32).sum()
    };
    let fits = |&letters: &usize| needs(&leaders, letters) <= all - ROUTS;
    let letters = [24, 4, 1].into_iter().find(fits);
    let is_ready = |leader: LeaderId| state.leader(leader).readiness != Readiness::Finished;
    if letters.is_none() && needs(&leaders, 1) > all - SMALL_ROUTS {
        // Then only those who are still to come.
        leaders.retain(|&(leader, _)| is_ready(leader) || active == Some(leader));
    }
    let narrow = letters.is_none();
    let letters = letters.unwrap_or(1);
    // The active one is named in full if there is room for that, too.
    let longer = |leader: LeaderId| needs(&[(leader, 0)], 24) - needs(&[(leader, 0)], letters);
    let room = all - ROUTS - needs(&leaders, letters);
    let is_named = active.is_some_and(|leader| longer(leader) <= room);
    for &(leader, initiative) in &leaders {
        let is_active = active == Some(leader);
        let letters = if is_active && is_named { 24 } else { letters };
        let words = format!("{initiative} {}", name(leader, letters));
        let color = cx.colors.seat(rules.seat_of_leader(leader));
        let shown = pill(cx, ui, &words, color, is_ready(leader) || is_active);
        let place = shown.rect;
        // Where there is little room two leaders may have the same letter.
        shown.on_hover_text(rules.leader_name(leader));
        if is_active {
            let ring = Stroke::new(2.0, cx.colors.gold);
            ui.painter().rect_stroke(place, place.height() / 2.0, ring, StrokeKind::Outside);
        }
    }
    ui.add_space(theme::NEAR);
    for army in Camp::BOTH {
        rout_ui(cx, &rules, state, army, narrow, ui);
    }
}

/// Whose orders phase it is.
fn active(cx: &TableContext<'_>) -> Option<LeaderId> {
    match cx.table.ask()?.question {
        diadem_handoff::Question::Hexes(Question::Orders(leader) | Question::Command(leader)) => {
            Some(leader)
        }
        _ => None,
    }
}

/// The rout points of an army, as a bar that fills up; where there is little room by its colour alone.
fn rout_ui(
    cx: &TableContext<'_>,
    rules: &Hexes,
    state: &State,
    army: Camp,
    narrow: bool,
    ui: &mut Ui,
) {
    let (points, level) = (rules.rout_points_of(state, army), rules.list(army).withdrawal);
    let color = cx.colors.seat(rules.leading_seat(army));
    if !narrow {
        ui.label(RichText::new(rules.army_name(army)).size(14.0).weak());
    }
    let wide = if narrow { 22.0 } else { 54.0 };
    let (place, response) = ui.allocate_exact_size(vec2(wide, 10.0), Sense::hover());
    let words = format!("{} rout points: {points} of {level}", rules.army_name(army));
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    let part = (f32::from(points) / f32::from(level.max(1))).min(1.0);
    // Also an empty bar says whose it is.
    let empty = theme::mix(cx.colors.bar, color, 0.35);
    ui.painter().rect_filled(place, 5.0, empty);
    let full = Rect::from_min_size(place.min, vec2(place.width() * part, place.height()));
    ui.painter().rect_filled(full, 5.0, color);
    response.on_hover_text(words);
    let size = if narrow { 13.0 } else { 14.0 };
    ui.label(RichText::new(format!("{points} / {level}")).size(size));
}
