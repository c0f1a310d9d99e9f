//! A stack spread out: every unit to be read and clicked.

use super::hands::{self, Menu};
use super::stacks::{Stack, leader_words, unit_name, unit_words};
use crate::window::pieces::{self, Emphasis};
use crate::window::table::{TableContext, Target};
use crate::window::theme::{self, Palette};
use diadem_campaign::{Campaign, State};
use eframe::egui::{
    Area, Button, Frame, Id, Margin, Order, Painter, Pos2, Rect, RichText, Role, Sense, Ui, Vec2,
    WidgetInfo, vec2,
};

/// How wide a counter is in the fan.
const WIDTH: f32 = 50.0;
/// Between two of them.
const GAP: f32 = 8.0;

/// What came of showing the fan.
pub struct Fanned {
    /// Whether it stays open.
    pub stays: bool,
    /// A choice that a click has opened.
    pub menu: Option<Menu>,
}

/// Shows the fan beside its stack.
pub fn fan_ui(
    cx: &mut TableContext<'_>,
    ui: &Ui,
    view: Rect,
    stack: &Stack,
    beside: Rect,
) -> Fanned {
    let mut fanned = Fanned { stays: true, menu: None };
    let columns = columns(stack.units.len());
    let below = beside.center_bottom() + vec2(-half_width(columns), 10.0);
    let above = beside.center().y > view.center().y;
    let rows = stack.units.len().div_ceil(columns.max(1));
    let height = row_height(rows) + 70.0;
    let at =
        if above { beside.center_top() - vec2(half_width(columns), height + 6.0) } else { below };
    let shown = Area::new(Id::unique("fan"))
        .order(Order::Middle)
        .fixed_pos(at)
        .constrain_to(view.shrink(4.0))
        .show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).inner_margin(Margin::same(12)).show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(RichText::new(&stack.name).font(theme::book(18.0)));
                    let close = ui.add(Button::new("×").small()).on_hover_text("Close");
                    close
                        .widget_info(|| WidgetInfo::labeled(Role::Button, true, "Close the stack"));
                    fanned.stays = !close.clicked();
                });
                if let Some((campaign, state)) = cx.table.campaign() {
                    leaders_ui(cx, ui, campaign, state, stack);
                    fanned.menu = units_ui(cx, ui, campaign, state, stack, columns);
                }
            });
        });
    // A click on the map behind closes it; one on the panel at the side does not.
    let pointer = ui.input(|input| input.pointer.interact_pos());
    let on_map = pointer.is_some_and(|at| view.contains(at) && !beside.expand(4.0).contains(at));
    fanned.stays &= !(shown.response.clicked_elsewhere() && on_map);
    fanned
}

/// Counters and medallions of a stack, to be looked at.
pub fn glance_ui(ui: &mut Ui, colors: &Palette, stack: &Stack) {
    ui.label(RichText::new(&stack.name).font(theme::book(17.0)));
    let columns = columns(stack.units.len());
    let rows = stack.units.len().div_ceil(columns.max(1));
    let size = vec2(half_width(columns) * 2.0, row_height(rows));
    let (place, _) = ui.allocate_exact_size(size, Sense::hover());
    for (index, (_, counter)) in stack.units.iter().enumerate() {
        pieces::counter(ui.painter(), colors, cell(place.min, index, columns), counter);
    }
}

fn leaders_ui(
    cx: &TableContext<'_>,
    ui: &mut Ui,
    campaign: &Campaign,
    state: &State,
    stack: &Stack,
) {
    for (leader, medallion) in &stack.leaders {
        ui.horizontal(|ui| {
            let (place, _) = ui.allocate_exact_size(Vec2::splat(30.0), Sense::hover());
            pieces::medallion(ui.painter(), &cx.colors, place.center(), 13.0, medallion);
            ui.label(RichText::new(&campaign.roster[*leader].name).strong());
            ui.weak(leader_words(campaign, state, *leader));
        });
    }
}

fn units_ui(
    cx: &mut TableContext<'_>,
    ui: &mut Ui,
    campaign: &Campaign,
    state: &State,
    stack: &Stack,
    columns: usize,
) -> Option<Menu> {
    let rows = stack.units.len().div_ceil(columns.max(1));
    let size = vec2(half_width(columns) * 2.0, row_height(rows));
    let (place, _) = ui.allocate_exact_size(size, Sense::hover());
    let mut menu = None;
    let here = &campaign.board[stack.province].name;
    for (index, (unit, counter)) in stack.units.iter().enumerate() {
        let rect = cell(place.min, index, columns);
        let name = unit_name(campaign, *unit);
        let can = counter.emphasis == Emphasis::Eligible;
        let sense = if can { Sense::click() } else { Sense::CLICK };
        let response = ui.interact(rect, ui.scope_id().with(("unit", unit.0)), sense);
        response
            .widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{name} in {here}")));
        pieces::counter(ui.painter(), &cx.colors, rect, counter);
        focus_ring(ui.painter(), &cx.colors, rect, response.has_focus());
        let response = response.on_hover_ui(|ui| {
            ui.strong(&name);
            ui.label(unit_words(campaign, state, *unit));
        });
        if response.clicked() {
            menu = hands::click(cx, Target::Unit(*unit), stack.province, rect.center_bottom());
        }
    }
    menu
}

/// Shows what the keyboard is at.
pub fn focus_ring(painter: &Painter, colors: &Palette, rect: Rect, focused: bool) {
    if focused {
        let line = eframe::egui::Stroke::new(2.0, colors.gold);
        painter.rect_stroke(rect.expand(3.0), 4.0, line, eframe::egui::StrokeKind::Outside);
    }
}

fn columns(units: usize) -> usize {
    match units {
        0..=5 => units.max(1),
        6..=12 => 6,
        13..=21 => 7,
        _ => 8,
    }
}

#[expect(clippy::cast_precision_loss, reason = "a handful of columns")]
fn half_width(columns: usize) -> f32 {
    (columns as f32 * (WIDTH + GAP) - GAP) / 2.0
}

#[expect(clippy::cast_precision_loss, reason = "a handful of rows")]
fn row_height(rows: usize) -> f32 {
    rows as f32 * (WIDTH * pieces::COUNTER.y + GAP)
}

#[expect(clippy::cast_precision_loss, reason = "a handful of rows and columns")]
fn cell(origin: Pos2, index: usize, columns: usize) -> Rect {
    let size = pieces::COUNTER * WIDTH;
    let (column, row) = ((index % columns) as f32, (index / columns) as f32);
    Rect::from_min_size(origin + vec2(column * (size.x + GAP), row * (size.y + GAP)), size)
}
