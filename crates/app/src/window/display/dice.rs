//! The last roll on the field, with what it brought.

use super::layout::Layout;
use crate::window::table::TableContext;
use crate::window::table::dice::{die, last_rolls};
use crate::window::theme;
use diadem_core::{Camp, Roll};
use diadem_display::{Casualty, CombatResult, Event};
use diadem_handoff as war;
use eframe::egui::{Pos2, Rect, Ui, Vec2, vec2};

/// The die that decided an event, if one was rolled.
pub(super) fn roll_of(event: &Event) -> Option<&Roll> {
    match event {
        Event::Rallied { roll, .. } => roll.as_ref(),
        Event::Shot { roll, .. }
        | Event::Fought { roll, .. }
        | Event::CasualtyRoll { roll, .. }
        | Event::SecondRoll(_, roll)
        | Event::Pursued { roll, .. } => Some(roll),
        _ => None,
    }
}

/// What a roll brought, in a few words.
fn outcome(event: &Event) -> Option<String> {
    let words = match event {
        Event::Fought { result, .. } => match result {
            CombatResult::AttackerLoss => "the attacker loses a step",
            CombatResult::AttackerRout => "the attacker routs",
            CombatResult::Engaged => "they are engaged",
            CombatResult::DefenderRout => "the defender routs",
            CombatResult::DefenderLoss => "the defender loses a step",
        },
        Event::Shot { strength, roll, .. } => {
            if roll.result() <= i32::from(*strength) {
                "a hit"
            } else {
                "missed"
            }
        }
        Event::Rallied { success: true, .. } => "rallied",
        Event::Rallied { success: false, .. } => "not rallied",
        Event::CasualtyRoll { casualty, .. } => match casualty {
            Casualty::Unhurt => "unhurt",
            Casualty::Wounded => "wounded",
            Casualty::Killed => "killed",
        },
        Event::Pursued { caught: 0, .. } => "nobody caught",
        Event::Pursued { caught: 1, .. } => "one unit caught",
        Event::Pursued { caught, .. } => return Some(format!("{caught} units caught")),
        _ => return None,
    };
    Some(words.to_owned())
}

/// The last roll of a fight on the field, between the lines.
pub(super) fn field_ui(cx: &mut TableContext<'_>, layout: &Layout, ui: &Ui) {
    let table = cx.table;
    let reduced = cx.settings.reduced_motion;
    let progress = cx.look.rolled.progress(table, reduced, ui);
    let rolls = last_rolls(table);
    let Some(fallen) = rolls.last() else { return };
    let war::Event::Display(_, event) = fallen.line else { return };
    let Some(words) = outcome(event) else { return };
    let colors = &cx.colors;
    let font = theme::strong(15.0);
    let words = if progress < 1.0 { "\u{2026}".to_owned() } else { words };
    let galley = ui.painter().layout_no_wrap(words, font, colors.pale);
    let gap = |side, post| layout.place(diadem_display::BoxId::of(side, post));
    let upper = gap(Camp::Second, diadem_display::Post::Center).bottom();
    let lower = gap(Camp::First, diadem_display::Post::Center).top();
    let column = gap(Camp::First, diadem_display::Post::RightOutflank);
    let size = vec2(galley.size().x + 64.0, 38.0_f32.min(lower - upper - 4.0).max(24.0));
    let left = (column.right() - size.x).max(layout.header.left() + 8.0);
    let middle = f32::midpoint(upper, lower);
    let pill = Rect::from_min_size(Pos2::new(left, middle - size.y / 2.0), size);
    ui.painter().rect_filled(pill, size.y / 2.0, colors.bar);
    let side = size.y - 8.0;
    let place = Rect::from_min_size(pill.min + vec2(12.0, 4.0), Vec2::splat(side));
    die(ui.painter(), colors, place, fallen.roll, progress);
    let at = Pos2::new(place.right() + 10.0, pill.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, colors.pale);
}
