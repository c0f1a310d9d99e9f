//! The bar of the hex battle: the leaders in the order of their initiative, and rout points against the
//! level at which an army withdraws.

#![expect(clippy::cast_precision_loss, reason = "small counts and small measures")]

use crate::window::table::Desk;
use crate::window::table::bar::pill;
use crate::window::theme;
use diadem_hexes::{Army, Hexes, LeaderId, Question, Readiness, State};
use eframe::egui::{Rect, RichText, Role, Sense, Ui, WidgetInfo, vec2};

/// As much room as the rout points of both armies need.
const ROUTS: f32 = 340.0;

/// Shows leaders and rout points.
pub fn bar_ui(desk: &Desk<'_>, ui: &mut Ui) {
    let Some((rules, state)) = desk.table.hexes() else { return };
    let active = active(desk);
    let mut leaders: Vec<(LeaderId, u8)> = (rules.leaders())
        .filter(|&leader| state.leader(leader).at.is_some())
        .filter_map(|leader| Some((leader, rules.ratings(state, leader).0?)))
        .collect();
    leaders.sort_by_key(|&(leader, initiative)| (initiative, leader));
    ui.spacing_mut().item_spacing.x = 5.0;
    let room = ui.available_width() - ROUTS;
    // Names as long as they fit; where there is little room, initials.
    let name = |leader: LeaderId, letters: usize| {
        rules.leader_name(leader).chars().take(letters).collect::<String>()
    };
    let needs = |letters: usize| -> f32 {
        leaders.iter().map(|&(it, _)| 48.0 + 8.0 * name(it, letters).chars().count() as f32).sum()
    };
    let letters = [24, 4, 1].into_iter().find(|&letters| needs(letters) <= room).unwrap_or(1);
    for &(leader, initiative) in &leaders {
        let is_active = active == Some(leader);
        let words = format!("{initiative} {}", name(leader, if is_active { 24 } else { letters }));
        let is_ready = state.leader(leader).readiness != Readiness::Finished;
        let color = desk.colors.seat(rules.seat(rules.army_of(leader)));
        pill(desk, ui, &words, color, is_ready || is_active);
    }
    ui.add_space(theme::NEAR);
    for army in Army::BOTH {
        rout_ui(desk, (&rules, state), army, ui);
    }
}

/// Whose orders phase it is.
fn active(desk: &Desk<'_>) -> Option<LeaderId> {
    match desk.table.ask()?.question {
        diadem_handoff::Question::Hexes(Question::Orders(leader) | Question::Command(leader)) => {
            Some(leader)
        }
        _ => None,
    }
}

/// The rout points of an army, as a bar that fills up.
fn rout_ui(desk: &Desk<'_>, (rules, state): (&Hexes, &State), army: Army, ui: &mut Ui) {
    let (points, level) = (rules.rout_points_of(state, army), rules.list(army).withdrawal);
    let color = desk.colors.seat(rules.seat(army));
    ui.label(RichText::new(rules.army_name(army)).size(14.0).weak());
    let (place, response) = ui.allocate_exact_size(vec2(54.0, 10.0), Sense::hover());
    let words = format!("{} rout points: {points} of {level}", rules.army_name(army));
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    let part = (f32::from(points) / f32::from(level.max(1))).min(1.0);
    let empty = theme::mix(desk.colors.bar, desk.colors.pale, 0.16);
    ui.painter().rect_filled(place, 5.0, empty);
    let full = Rect::from_min_size(place.min, vec2(place.width() * part, place.height()));
    ui.painter().rect_filled(full, 5.0, color);
    response.on_hover_text(words);
    ui.label(RichText::new(format!("{points} / {level}")).size(14.0));
}
