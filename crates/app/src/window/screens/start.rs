//! The start screen: the emblem on the dark table, and the pale panel with what can be played.

use super::page::notice_ui;
use crate::window::app::{CrashRecovery, MenuContext};
use crate::window::command::{Screen, UiCommand};
use crate::window::emblem;
use crate::window::learn::Lesson;
use crate::window::shortcut::Shortcut;
use crate::window::theme;
use diadem_archive::Header;
use diadem_core::Playable;
use diadem_handoff::War;
use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{
    Align, Align2, CentralPanel, Color32, FocusDirection, FontId, Frame, Id, Key, Label, Layout,
    Margin, Panel, Rect, Response, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    UiBuilder, WidgetInfo, WidgetText, pos2, vec2,
};

const TAGLINE: &str = "Alexander, his Successors, and every battle fought the way you choose";
const VERSION: &str = concat!("Version ", env!("CARGO_PKG_VERSION"));

/// Shows the screen.
pub fn ui(menu: &mut MenuContext<'_>, ui: &mut Ui) {
    let colors = theme::palette(ui.ctx());
    let whole = ui.available_rect_before_wrap();
    let panel_width = (whole.width() * 0.34).clamp(300.0, 460.0);
    Panel::right("what can be played")
        .exact_size(panel_width)
        .resizable(false)
        .show_separator_line(false)
        .frame(theme::panel_frame(&colors))
        .show(ui, |ui| panel_ui(menu, ui));
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

/// The pale part: what happened last time, what can be done, the way out.
fn panel_ui(menu: &mut MenuContext<'_>, ui: &mut Ui) {
    Panel::bottom("way out")
        .resizable(false)
        .show_separator_line(false)
        .frame(Frame::NONE.inner_margin(Margin { top: 16, ..Margin::ZERO }))
        .show(ui, |ui| way_out_ui(ui, menu.commands));
    CentralPanel::no_frame().show(ui, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if let Some(notice) = menu.notice {
                notice_ui(notice, ui, menu.commands);
            }
            if let Some(crash_recovery) = menu.crash_recovery {
                crash_recovery_ui(crash_recovery, ui, menu.commands);
            }
            menu_ui(menu, ui);
        });
    });
}

/// A line of the menu.
struct Item {
    title: &'static str,
    /// What it leads to, or why it leads nowhere.
    aside: String,
    /// What it asks for; nothing when there is nothing to ask for.
    command: Option<UiCommand>,
}

impl Item {
    fn new(title: &'static str, aside: impl Into<String>, command: UiCommand) -> Item {
        Item { title, aside: aside.into(), command: Some(command) }
    }

    fn id(&self) -> Id {
        Id::unique(("menu", self.title))
    }
}

fn items(menu: &MenuContext<'_>) -> Vec<Item> {
    let go = UiCommand::Go;
    let mut items = Vec::new();
    if let Some(table) = menu.table {
        let headline = table.war().headline(table.state());
        items.push(Item::new("Back to the table", headline, go(Screen::Table)));
    } else if let Some((_, header)) = menu.save_library.newest_autosave() {
        items.push(Item::new("Continue", headline(header), UiCommand::Continue));
    } else {
        let aside = "There is no game to go on with yet".to_owned();
        items.push(Item { title: "Continue", aside, command: None });
    }
    items.extend([
        Item::new("New campaign", "Or a battle by itself", go(Screen::NewGame)),
        Item::new("Load", "Saves, autosaves, samples", go(Screen::Load)),
        Item::new("Learn", "The Granicus in ten minutes", UiCommand::Learn(Lesson::Granicus)),
        Item::new(
            "Learn on hexes",
            "Samarkand, a first battle step by step",
            UiCommand::Learn(Lesson::Samarkand),
        ),
        Item::new("Rulebook", "Rules and charts", go(Screen::Rulebook)),
        Item::new("Settings", "Size, light, colours", go(Screen::Settings)),
    ]);
    items
}

/// Where a save stands, and in which war.
pub(super) fn headline(header: &Header) -> String {
    let known = War::scenarios();
    let title = known.iter().find(|one| one.id == header.scenario).map(|one| one.title);
    format!("{} \u{b7} {}", header.turn, title.unwrap_or(&header.scenario))
}

fn menu_ui(menu: &mut MenuContext<'_>, ui: &mut Ui) {
    let items = items(menu);
    walk(&items, ui);
    // The one strong line: the first that leads on.
    let strong = items.iter().position(|item| item.command.is_some());
    for (at, item) in items.iter().enumerate() {
        let response = item_ui(item, strong == Some(at), ui);
        if response.clicked()
            && let Some(command) = item.command.clone()
        {
            menu.ask(command);
        }
    }
    // The strong line is what the usual key means, as at the table.
    if Shortcut::CHOOSE.pressed(ui)
        && let Some(command) = strong.and_then(|at| items[at].command.clone())
    {
        menu.ask(command);
    }
    watermark(ui);
}

/// By keys: arrows begin at the menu's ends, and a letter goes to the next line that begins with it.
fn walk(items: &[Item], ui: &Ui) {
    if ui.text_edit_focused() {
        return;
    }
    let focused = ui.memory(eframe::egui::Memory::focused);
    let live: Vec<&Item> = items.iter().filter(|item| item.command.is_some()).collect();
    let pressed = |key| ui.input(|input| input.modifiers.is_none() && input.key_pressed(key));
    let wanted = if focused.is_none() && pressed(Key::ArrowDown) {
        live.first().copied()
    } else if focused.is_none() && pressed(Key::ArrowUp) {
        live.last().copied()
    } else {
        let at = live.iter().position(|item| Some(item.id()) == focused).map_or(0, |at| at + 1);
        let in_turn = live[at..].iter().chain(&live[..at]);
        let begins = |item: &&&Item| Key::from_name(&item.title[..1]).is_some_and(pressed);
        in_turn.copied().find(|item| begins(&item))
    };
    if let Some(item) = wanted {
        ui.memory_mut(|memory| {
            memory.request_focus(item.id());
            // The same key would move on from there.
            memory.move_focus(FocusDirection::None);
        });
    }
}

fn item_ui(item: &Item, is_strong: bool, ui: &mut Ui) -> Response {
    let colors = theme::palette(ui.ctx());
    let is_enabled = item.command.is_some();
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), 58.0), Sense::hover());
    let sense = if is_enabled { Sense::click() } else { Sense::hover() };
    let response = ui.interact(place, item.id(), sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_enabled, item.title));
    let is_lit = response.hovered() || response.has_focus();
    let (fill, edge) = match (is_strong, is_enabled && is_lit) {
        (true, false) => (colors.bar, colors.bar),
        (true, true) => (colors.bar, colors.gold),
        (false, true) => (colors.hovered, colors.metal_dark),
        (false, false) => (Color32::TRANSPARENT, Color32::TRANSPARENT),
    };
    let painter = ui.painter();
    painter.rect(place, 4.0, fill, Stroke::new(1.5, edge), StrokeKind::Inside);
    let (title, aside) = match (is_strong, is_enabled, is_lit) {
        (true, ..) => (colors.gold, colors.faint_pale),
        (false, true, true) => (colors.ink, colors.ink),
        (false, true, false) => (colors.ink, colors.faint_ink),
        (false, false, _) => (colors.faint_ink, colors.faint_ink),
    };
    let at = pos2(place.left() + 18.0, place.top() + 8.0);
    painter.text(at, Align2::LEFT_TOP, item.title, theme::book(23.0), title);
    let below = Rect::from_min_max(pos2(at.x, place.top() + 35.0), place.max - vec2(10.0, 4.0));
    let words = RichText::new(&item.aside).font(theme::plain(13.5)).color(aside);
    ui.scope_builder(UiBuilder::new().max_rect(below), |ui| {
        ui.add(Label::new(words).selectable(false).truncate());
    });
    if !is_strong && !is_lit {
        let line = Stroke::new(1.0, colors.crease);
        ui.painter().hline(place.shrink2(vec2(18.0, 0.0)).x_range(), place.bottom(), line);
    }
    response
}

/// A faint star on what is left of the page.
fn watermark(ui: &Ui) {
    let colors = theme::palette(ui.ctx());
    let page = ui.available_rect_before_wrap();
    let radius = page.width().min(page.height()) * 0.34;
    emblem::watermark(ui.painter(), page.center(), radius, colors.watermark);
}

fn crash_recovery_ui(crash_recovery: &CrashRecovery, ui: &mut Ui, commands: &mut Vec<UiCommand>) {
    let colors = theme::palette(ui.ctx());
    card_ui(ui, |ui| {
        let title = "The last session ended unexpectedly";
        ui.label(RichText::new(title).font(theme::strong(17.0)).color(colors.red));
        ui.label("What is known about it is in this report:");
        ui.label(RichText::new(crash_recovery.report.display().to_string()).small().weak());
        if let Some((_, header)) = &crash_recovery.autosave {
            ui.add_space(theme::NEAR);
            ui.label(format!("The newest autosave is whole: {}.", header.turn));
        }
        ui.add_space(theme::NEAR);
        ui.horizontal_wrapped(|ui| {
            if let Some((file, _)) = &crash_recovery.autosave
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
