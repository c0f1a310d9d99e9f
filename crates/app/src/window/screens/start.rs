//! The start screen: the emblem on the dark table, and the pale panel with what can be played.

use crate::window::app::{Aftermath, Hall};
use crate::window::command::{Screen, UiCommand};
use crate::window::emblem;
use crate::window::theme;
use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{
    Align, CentralPanel, Color32, FontId, Frame, Layout, Margin, Panel, Rect, RichText, ScrollArea,
    Stroke, StrokeKind, Ui, UiBuilder, WidgetText, pos2, vec2,
};

const TAGLINE: &str = "Alexander, his Successors, and every battle fought the way you choose";
const VERSION: &str = concat!("Version ", env!("CARGO_PKG_VERSION"));

/// Shows the screen.
pub fn ui(hall: &mut Hall<'_>, ui: &mut Ui) {
    let colors = theme::palette(ui.ctx());
    let whole = ui.available_rect_before_wrap();
    let panel_width = (whole.width() * 0.34).clamp(300.0, 460.0);
    Panel::right("what can be played")
        .exact_size(panel_width)
        .resizable(false)
        .show_separator_line(false)
        .frame(theme::panel_frame(&colors))
        .show(ui, |ui| panel_ui(hall, ui));
    CentralPanel::no_frame().frame(Frame::NONE.fill(colors.frame)).show(ui, table_ui);
}

/// The dark part: emblem, title, tagline.
fn table_ui(ui: &mut Ui) {
    theme::on_frame(ui);
    let colors = theme::palette(ui.ctx());
    let table = ui.max_rect();
    // Everything hangs on one measure, so that the composition keeps its proportions.
    let radius = (table.width() * 0.155).min(table.height() * 0.165).max(24.0);
    let emblem_center = pos2(table.center().x, table.top() + table.height() * 0.40);
    emblem::paint(ui.painter(), emblem_center, radius);
    border(ui, table);

    let title_top = emblem_center.y + radius * 2.05;
    let below = Rect::from_min_max(pos2(table.left(), title_top), table.right_bottom())
        .shrink2(vec2(theme::TABLE_MARGIN * 2.0, 0.0));
    ui.scope_builder(UiBuilder::new().max_rect(below), |ui| {
        ui.vertical_centered(|ui| {
            ui.spacing_mut().item_spacing.y = radius * 0.10;
            let size = (radius * 0.52).clamp(20.0, 84.0);
            ui.label(spaced("DIADEM", theme::book(size), size * 0.30, colors.pale));
            let size = (radius * 0.155).clamp(13.0, 26.0);
            ui.label(RichText::new(TAGLINE).font(theme::book_italic(size)).weak());
        });
    });
}

/// A thin line around the table with a small square set into each corner, and the shadow of the
/// panel that lies on it.
fn border(ui: &Ui, table: Rect) {
    let colors = theme::palette(ui.ctx());
    let metal = Stroke::new(1.0, theme::mix(colors.frame, colors.medallion, 0.38));
    let line = table.shrink(theme::TABLE_MARGIN);
    let painter = ui.painter();
    painter.rect_stroke(line, 0.0, metal, StrokeKind::Inside);
    let side = theme::TABLE_MARGIN / 2.0;
    for (x, right) in [(line.left(), side), (line.right(), -side)] {
        for (y, down) in [(line.top(), side), (line.bottom(), -side)] {
            let square = Rect::from_two_pos(pos2(x, y), pos2(x + right, y + down));
            painter.rect_stroke(square, 0.0, metal, StrokeKind::Inside);
        }
    }
    let shade =
        Rect::from_min_max(pos2(table.right() - theme::TABLE_MARGIN, table.top()), table.max);
    painter.add(theme::fade_to_right(shade, colors.shadow));
}

/// The pale part: what happened last time, what can be played, the way out.
fn panel_ui(hall: &mut Hall<'_>, ui: &mut Ui) {
    Panel::bottom("way out")
        .resizable(false)
        .show_separator_line(false)
        .frame(Frame::NONE.inner_margin(Margin { top: 16, ..Margin::ZERO }))
        .show(ui, |ui| way_out_ui(ui, hall.commands));
    CentralPanel::no_frame().show(ui, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if let Some(sentence) = hall.notice {
                notice_ui(sentence, ui, hall.commands);
            }
            if let Some(aftermath) = hall.aftermath {
                aftermath_ui(aftermath, ui, hall.commands);
            }
            menu_ui(hall, ui);
        });
    });
}

fn menu_ui(hall: &mut Hall<'_>, ui: &mut Ui) {
    for (words, command) in [
        ("Continue", UiCommand::Continue),
        ("New campaign", UiCommand::Go(Screen::NewGame)),
        ("Load", UiCommand::Go(Screen::Load)),
        ("Learn", UiCommand::Learn),
        ("Rulebook", UiCommand::Go(Screen::Rulebook)),
        ("Settings", UiCommand::Go(Screen::Settings)),
    ] {
        if ui.button(words).clicked() {
            hall.ask(command);
        }
    }
    watermark(ui);
}

/// A faint star on what is left of the page.
fn watermark(ui: &Ui) {
    let colors = theme::palette(ui.ctx());
    let page = ui.available_rect_before_wrap();
    let radius = page.width().min(page.height()) * 0.34;
    emblem::watermark(ui.painter(), page.center(), radius, colors.watermark);
}

fn aftermath_ui(aftermath: &Aftermath, ui: &mut Ui, commands: &mut Vec<UiCommand>) {
    let colors = theme::palette(ui.ctx());
    card_ui(ui, |ui| {
        let title = "The last session ended unexpectedly";
        ui.label(RichText::new(title).font(theme::strong(17.0)).color(colors.red));
        ui.label("What is known about it is in this report:");
        ui.label(RichText::new(aftermath.report.display().to_string()).small().weak());
        if let Some((_, header)) = &aftermath.autosave {
            ui.add_space(theme::NEAR);
            ui.label(format!("The newest autosave is whole: {}.", header.turn));
        }
        ui.add_space(theme::NEAR);
        ui.horizontal_wrapped(|ui| {
            if let Some((file, _)) = &aftermath.autosave
                && ui.add(theme::strong_button(&colors, "Open the autosave")).clicked()
            {
                commands.push(UiCommand::OpenSave(file.clone()));
            }
            if ui.button("Dismiss").clicked() {
                commands.push(UiCommand::DismissReport);
            }
        });
    });
}

fn notice_ui(sentence: &str, ui: &mut Ui, commands: &mut Vec<UiCommand>) {
    card_ui(ui, |ui| {
        ui.label(sentence);
        ui.add_space(theme::NEAR);
        if ui.button("Close").clicked() {
            commands.push(UiCommand::DismissNotice);
        }
    });
}

fn card_ui(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    theme::warning_frame(&theme::palette(ui.ctx())).show(ui, |ui| {
        ui.set_width(ui.available_width());
        contents(ui);
    });
    ui.add_space(theme::APART);
}

fn way_out_ui(ui: &mut Ui, commands: &mut Vec<UiCommand>) {
    ui.horizontal(|ui| {
        let keys = ui.ctx().format_shortcut(&UiCommand::QUIT_KEYS);
        if ui.button("Quit").on_hover_text(&keys).clicked() {
            commands.push(UiCommand::Quit);
        }
        ui.label(RichText::new(keys).small().weak());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(VERSION).small().weak());
        });
    });
}

/// Capitals with air between them, and none after the last.
fn spaced(text: &str, font: FontId, space: f32, color: Color32) -> WidgetText {
    let mut job = LayoutJob::default();
    let format =
        TextFormat { font_id: font, extra_letter_spacing: space, color, ..TextFormat::default() };
    job.append(text, 0.0, format);
    job.into()
}
