//! The report of a battle on hexes: who won and how, losses by type, leaders, and where they fell.

use super::counters::kind_name;
use super::sheet::Sheet;
use crate::window::battle;
use crate::window::table::{Desk, Table};
use crate::window::theme;
use diadem_core::Tell;
use diadem_handoff as war;
use diadem_hexes::{Army, Event, Hex, Hexes, Kind, Place, State, UnitId};
use eframe::egui::{
    Align, Frame, Grid, Id, Layout, Margin, Modal, Rect, RichText, ScrollArea, Sense, Ui, vec2,
};

/// Shows the report of a battle that is over, until it is put away.
pub fn report_ui(desk: &mut Desk<'_>, ui: &Ui) {
    if desk.table.report().is_none() {
        return;
    }
    let Some((rules, state)) = desk.table.hexes() else { return };
    let Some(ending) = state.ending else { return };
    let colors = desk.colors;
    let frame = Frame::NONE.fill(colors.panel).inner_margin(Margin::symmetric(30, 24));
    let room = ui.available_rect_before_wrap().size().min(vec2(940.0, 760.0));
    Modal::new(Id::unique("battle report")).frame(frame).show(ui, |ui| {
        ui.set_width(room.x * 0.9);
        ui.label(RichText::new(&rules.battle().name).font(theme::book(30.0)));
        ui.label(RichText::new(rules.event(&Event::Ended(ending))).font(theme::book(20.0)));
        ui.add_space(theme::NEAR);
        ScrollArea::vertical().max_height(room.y * 0.62).show(ui, |ui| {
            ui.columns(2, |columns| {
                for (ui, army) in columns.iter_mut().zip(Army::BOTH) {
                    army_ui(desk, (&rules, state), army, ui);
                }
            });
            ui.add_space(theme::NEAR);
            ui.label(RichText::new("Where they fell").font(theme::strong(17.0)));
            fallen_ui(desk, &rules, ui);
        });
        ui.add_space(theme::APART);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| battle::buttons_ui(desk, ui));
    });
}

/// What an army lost.
fn army_ui(desk: &Desk<'_>, (rules, state): (&Hexes, &State), army: Army, ui: &mut Ui) {
    let color = desk.colors.seat_text(rules.seat(army));
    ui.label(RichText::new(rules.army_name(army)).font(theme::book(22.0)).color(color));
    let (points, level) = (rules.rout_points_of(state, army), rules.list(army).withdrawal);
    ui.label(format!("{points} rout points of {level}"));
    let mut kinds: Vec<(Kind, [u32; 3])> = Vec::new();
    for unit in rules.units().filter(|&unit| rules.army(unit) == army) {
        let (kind, now) = (rules.troops(unit).kind, state.unit(unit));
        let at = kinds.iter().position(|known| known.0 == kind).unwrap_or_else(|| {
            kinds.push((kind, [0; 3]));
            kinds.len() - 1
        });
        let counts = &mut kinds[at].1;
        counts[0] += 1;
        counts[1] += u32::from(now.place == Place::Eliminated);
        counts[2] += u32::from(now.is_on_map() && now.routed);
    }
    Grid::new(("losses", army.index())).num_columns(4).spacing([16.0, 3.0]).show(ui, |ui| {
        for words in ["", "had", "lost", "routed"] {
            ui.label(RichText::new(words).small().weak());
        }
        ui.end_row();
        for (kind, counts) in kinds {
            ui.label(kind_name(kind));
            for (at, count) in counts.into_iter().enumerate() {
                let words = RichText::new(count.to_string());
                ui.label(if at > 0 && count > 0 { words.color(desk.colors.red) } else { words });
            }
            ui.end_row();
        }
    });
    for leader in rules.leaders().filter(|&leader| rules.army_of(leader) == army) {
        let now = state.leader(leader);
        let fate = match () {
            () if now.fled => "left the field",
            () if now.at.is_none() && rules.commander(leader).initiative.is_some() => "lost",
            () if now.wound > 0 => "wounded",
            () => continue,
        };
        ui.label(RichText::new(format!("{}: {fate}", rules.leader_name(leader))).color(color));
    }
}

/// Where units were lost, as the chronicle tells it.
fn fallen(table: &Table, rules: &Hexes) -> Vec<(UnitId, Hex)> {
    let mut places: Vec<Hex> = rules.battle().units.iter().map(|troops| troops.start.hex).collect();
    let mut fallen = Vec::new();
    for line in table.chronicle() {
        match &line.event {
            war::Event::Hexes(_, Event::Entered(unit, hex, _)) => places[unit.index()] = *hex,
            war::Event::Hexes(_, Event::Eliminated(unit, _)) => {
                fallen.push((*unit, places[unit.index()]));
            }
            _ => {}
        }
    }
    fallen
}

/// A small map with a mark for each unit lost.
fn fallen_ui(desk: &Desk<'_>, rules: &Hexes, ui: &mut Ui) {
    let sheet = Sheet::of(rules.field());
    let wide = ui.available_width().min(560.0);
    let scale = wide / sheet.size().x;
    let (place, _) = ui.allocate_exact_size(sheet.size() * scale, Sense::hover());
    let painter = ui.painter_at(place);
    painter.rect_filled(place, 2.0, desk.colors.parchment);
    for hex in rules.field().hexes() {
        if rules.field().is_rough(hex) || rules.field().terrain(hex).is_impassable() {
            let at = place.min + sheet.center(hex).to_vec2() * scale;
            let dot = Rect::from_center_size(at, vec2(30.0, 34.0) * scale);
            painter.rect_filled(dot, 0.0, desk.colors.river.gamma_multiply(0.4));
        }
    }
    for (unit, hex) in fallen(desk.table, rules) {
        let at = place.min + sheet.center(hex).to_vec2() * scale;
        painter.circle_filled(at, 4.0, desk.colors.seat(rules.seat(rules.army(unit))));
    }
}
