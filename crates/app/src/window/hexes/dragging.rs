//! Drawing up by dragging: a counter or a leader is taken where it stands and dropped where it may stand.
//! Dropped anywhere else, it is as if it had not been taken.

use super::choice::Thing;
use super::counters::{Brush, Light, Spot};
use super::field::View;
use super::trail::Trail;
use super::{HexesLook, Scene, drawing_up};
use crate::window::command::UiCommand;
use crate::window::table::{TableCommand, TableContext};
use diadem_handoff::{self as war, Draw};
use diadem_hexes::Hex;
use eframe::egui::{CursorIcon, Response, Sense, Stroke, Ui};

/// What a thing on the field senses: a drag only where it can be drawn up elsewhere, or moves.
pub(super) fn sense(look: &HexesLook, scene: &Scene<'_>, thing: Thing) -> Sense {
    let is_taken = look.dragged == Some(thing) || draw_of(scene, thing).is_some();
    if is_taken || Trail::of(scene, thing).is_some() {
        Sense::click_and_drag()
    } else {
        Sense::click()
    }
}

/// Notes that a drag has begun.
pub(super) fn lift(look: &mut HexesLook, scene: &Scene<'_>, thing: Thing, response: &Response) {
    if response.drag_started() {
        look.trail = Trail::of(scene, thing);
        look.dragged = look.trail.is_none().then_some(thing);
    }
}

/// The step of drawing up that takes or fills this.
fn draw_of(scene: &Scene<'_>, thing: Thing) -> Option<Draw> {
    scene.draws.iter().copied().find(|&draw| drawing_up::thing_of(draw) == Some(thing))
}

/// Takes what is dragged, shows it under the pointer, and drops it.
pub(super) fn dragging_ui(
    cx: &mut TableContext<'_>,
    look: &mut HexesLook,
    view: &View<'_>,
    ui: &Ui,
) {
    let Some(thing) = look.dragged else { return };
    let scene = view.scene;
    if let Some(take) = draw_of(scene, thing) {
        cx.act(war::Action::Draw(take));
        return;
    }
    let Some(at) = ui.input(|input| input.pointer.latest_pos()) else { return };
    let under = view.sheet.hex_at(view.camera.to_sheet(view.rect, at));
    let under = under.filter(|_| view.rect.contains(at));
    if ui.input(|input| input.pointer.primary_down()) {
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        ghost(cx, view, thing, under, ui);
        return;
    }
    look.dragged = None;
    match under.and_then(|hex| draw_of(scene, Thing::Hex(hex))) {
        Some(post) => cx.act(war::Action::Draw(post)),
        None => cx.ask(UiCommand::Table(TableCommand::Undo)),
    };
}

/// What is dragged, on the hex where it would stand.
fn ghost(cx: &TableContext<'_>, view: &View<'_>, thing: Thing, under: Option<Hex>, ui: &Ui) {
    let Some(hex) = under else { return };
    let is_open = draw_of(view.scene, Thing::Hex(hex)).is_some();
    let painter = ui.painter_at(view.rect);
    let color = if is_open { cx.colors.gold } else { cx.colors.red };
    painter.circle_stroke(view.center(hex), view.radius() * 0.9, Stroke::new(3.0, color));
    let Thing::Unit(unit) = thing else { return };
    let (rules, state) = (&*view.scene.rules, view.scene.state);
    let Some(spot) = view.spot(unit) else { return };
    let here = state.unit(unit).hex().map_or(spot.center, |hex| view.center(hex));
    let spot = Spot { center: spot.center + (view.center(hex) - here), ..spot };
    let brush = Brush { painter: &painter, colors: &cx.colors, rules, state };
    brush.unit(unit, &spot, Light::Chosen);
}
