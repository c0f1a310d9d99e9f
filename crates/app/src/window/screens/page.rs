//! What the screens around the table have in common: a sheet of parchment on the dark table, with a
//! title, the way back, and what must be read first.

use crate::window::app::{MenuContext, Notice, Tone};
use crate::window::command::UiCommand;
use crate::window::shortcut::Shortcut;
use crate::window::theme;
use diadem_core::Rule;
use eframe::egui::{
    Align, Button, CentralPanel, Frame, Label, Layout, Margin, Panel, Rect, RichText, Sense, Shape,
    Stroke, StrokeKind, TextWrapMode, Ui, UiBuilder, pos2, vec2,
};

/// A sheet with a title; `contents` fills it.
pub fn page_ui(
    menu: &mut MenuContext<'_>,
    ui: &mut Ui,
    title: &str,
    contents: impl FnOnce(&mut MenuContext<'_>, &mut Ui),
) {
    let colors = theme::palette(ui.ctx());
    CentralPanel::no_frame().frame(Frame::NONE.fill(colors.frame)).show(ui, |ui| {
        let sheet = sheet_of(ui.max_rect());
        ui.painter().add(theme::sheet_shadow(&colors, sheet));
        ui.scope_builder(UiBuilder::new().max_rect(sheet), |ui| {
            theme::sheet_frame(&colors, sheet.size()).show(ui, |ui| {
                let edge = Stroke::new(1.0, colors.crease);
                ui.painter().rect_stroke(sheet.shrink(theme::NEAR), 0.0, edge, StrokeKind::Inside);
                ui.set_min_size(ui.available_size());
                title_ui(menu, ui, title);
                if let Some(notice) = menu.notice {
                    notice_ui(notice, ui, menu.commands);
                }
                contents(menu, ui);
            });
        });
    });
}

/// Where the sheet lies.
fn sheet_of(table: Rect) -> Rect {
    let margin = theme::table_margin(table.size());
    let width = (table.width() - 2.0 * margin.x).min(theme::WIDEST_SHEET);
    let size = vec2(width, table.height() - 2.0 * margin.y);
    Rect::from_center_size(table.center(), size)
}

fn title_ui(menu: &mut MenuContext<'_>, ui: &mut Ui, title: &str) {
    let colors = theme::palette(ui.ctx());
    let size = if ui.available_height() < 420.0 { 26.0 } else { 36.0 };
    ui.horizontal(|ui| {
        ui.label(RichText::new(title).font(theme::book(size)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let back = ui.button("Back").on_hover_text(Shortcut::BACK.words());
            if back.clicked() {
                menu.ask(UiCommand::Back);
            }
        });
    });
    // A thick line and a thin one, as under the title of a chapter.
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), 7.0), Sense::hover());
    let painter = ui.painter();
    painter.hline(place.x_range(), place.top() + 1.0, Stroke::new(2.0, colors.ink));
    painter.hline(place.x_range(), place.top() + 5.0, Stroke::new(1.0, colors.crease));
    ui.add_space(theme::NEAR);
}

/// What must be read, with a way to put it away.
pub fn notice_ui(notice: &Notice, ui: &mut Ui, commands: &mut Vec<UiCommand>) {
    let colors = theme::palette(ui.ctx());
    let frame = match notice.tone {
        Tone::Fine => theme::card_frame(&colors),
        Tone::Trouble => theme::warning_frame(&colors),
    };
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            if ui.button("Close").clicked() {
                commands.push(UiCommand::DismissNotice);
            }
            ui.vertical(|ui| ui.add(Label::new(&notice.text).wrap()));
        });
    });
    ui.add_space(theme::NEAR);
}

/// The foot of a sheet, where the strong button is.
pub fn foot_ui(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let colors = theme::palette(ui.ctx());
    Panel::bottom("foot")
        .resizable(false)
        .show_separator_line(false)
        .frame(Frame::NONE.inner_margin(Margin { top: 12, ..Margin::ZERO }))
        .show(ui, |ui| {
            let line = ui.max_rect();
            let stroke = Stroke::new(1.0, colors.crease);
            ui.painter().hline(line.x_range(), line.top() - 6.0, stroke);
            ui.horizontal_wrapped(contents);
        });
}

/// A heading within a sheet.
pub fn heading_ui(ui: &mut Ui, words: &str) {
    ui.add_space(theme::APART * 0.6);
    ui.label(RichText::new(words).font(theme::book(22.0)));
    ui.add_space(2.0);
}

/// A remark in the quiet colour.
pub fn aside_ui(ui: &mut Ui, words: impl Into<String>) {
    ui.label(RichText::new(words).font(theme::book_italic(16.0)).weak());
}

/// A rule at the right edge: a click opens the book there.
pub fn rule_ui(rule: Rule, ui: &mut Ui, commands: &mut Vec<UiCommand>) {
    let words = RichText::new(rule.number()).small().weak();
    let button = Button::new(words).frame(false).wrap_mode(TextWrapMode::Extend);
    if ui.add(button).on_hover_text(format!("{rule}, in the rulebook")).clicked() {
        commands.push(UiCommand::ShowRule(rule));
    }
}

/// A thin line from edge to edge.
pub fn hairline_ui(ui: &mut Ui) {
    let colors = theme::palette(ui.ctx());
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), Sense::hover());
    let from = pos2(place.left(), place.center().y);
    let to = pos2(place.right(), place.center().y);
    ui.painter().add(Shape::line_segment([from, to], Stroke::new(1.0, colors.crease)));
}
