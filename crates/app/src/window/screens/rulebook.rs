//! The rulebook: every rule of every book in our words, and the charts.

mod charts;
mod contents;
mod forms;

use super::page::{aside_ui, page_ui};
use crate::window::app::Hall;
use crate::window::shortcut::Shortcut;
use crate::window::theme;
use charts::ChartShelf;
use contents::{Contents, Entry, mark};
use diadem_books::{Article, Kind, Volume};
use diadem_core::{Playable, Rule};
use eframe::egui::{
    Align, CentralPanel, Frame, Label, Margin, Panel, RichText, ScrollArea, Stroke, TextEdit,
    TextStyle, Ui,
};

/// What is being looked for and at.
#[derive(Default)]
pub struct Form {
    query: String,
    open: Option<Entry>,
    /// Whether the open page is still to be brought into view.
    is_turning: bool,
    contents: Contents,
    charts: Option<ChartShelf>,
    /// Whether whoever opened the book is about to search.
    is_fresh: bool,
}

impl Form {
    /// Opens the book where it was left, ready to search.
    pub fn open(&mut self) {
        self.is_fresh = true;
    }

    /// Opens the book at a rule.
    pub fn open_at(&mut self, rule: Rule) {
        let found = diadem_books::all().iter().enumerate().find_map(|(volume, one)| {
            let article = one.articles.iter().position(|article| {
                one.book.name == rule.book().name && article.number == rule.number()
            })?;
            Some(Entry::Article { volume, article })
        });
        if found.is_some() {
            self.is_fresh = false;
            self.query.clear();
            self.turn_to(found);
        }
    }

    fn turn_to(&mut self, entry: Option<Entry>) {
        self.open = entry;
        self.is_turning = true;
        self.contents.is_turning = true;
    }
}

/// Shows the screen.
pub fn ui(hall: &mut Hall<'_>, form: &mut Form, ui: &mut Ui) {
    // In a game, the charts it is played by; otherwise those that a new one would be.
    let own = hall.table.map_or(&hall.own.files, |table| &table.war().setup_of().own);
    let shelf = form.charts.take().filter(|shelf| shelf.is_of(own, &hall.own.refused));
    let charts = form
        .charts
        .insert(shelf.unwrap_or_else(|| ChartShelf::of(own.clone(), hall.own.refused.clone())));
    form.contents.find(&form.query, charts);
    page_ui(hall, ui, "Rulebook", |hall, ui| {
        let width = (ui.available_width() * 0.38).clamp(190.0, 400.0);
        Panel::left("contents")
            .exact_size(width)
            .resizable(false)
            .show_separator_line(false)
            .frame(Frame::NONE.inner_margin(Margin { right: 22, ..Margin::ZERO }))
            .show(ui, |ui| contents_ui(form, ui));
        CentralPanel::no_frame().show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| open_ui(hall, form, ui));
        });
        form.is_turning = false;
    });
}

/// The search, and what it finds.
fn contents_ui(form: &mut Form, ui: &mut Ui) {
    let field = TextEdit::singleline(&mut form.query)
        .hint_text("Search: forced march, 10.12, elephant")
        .desired_width(f32::INFINITY);
    let search = ui.add(field);
    search.widget_info(|| {
        eframe::egui::WidgetInfo::labeled(eframe::egui::Role::TextInput, true, "Search")
    });
    if std::mem::take(&mut form.is_fresh) || Shortcut::SEARCH.pressed(ui) {
        search.request_focus();
    }
    let found = form.contents.count();
    if !form.query.trim().is_empty() {
        let words = match found {
            0 => "Nothing is found".to_owned(),
            1 => "One is found".to_owned(),
            many => format!("{many} are found"),
        };
        ui.label(RichText::new(words).small().weak());
    }
    ui.add_space(theme::NEAR);
    let charts = form.charts.as_ref();
    if let Some(entry) = form.contents.ui(form.open, charts, ui) {
        form.turn_to(Some(entry));
    }
}

fn open_ui(hall: &mut Hall<'_>, form: &mut Form, ui: &mut Ui) {
    match form.open {
        None => preface_ui(ui),
        Some(Entry::Volume(volume)) => {
            if let Some(volume) = diadem_books::all().get(volume) {
                volume_ui(volume, ui);
            }
        }
        Some(Entry::Article { volume, article }) => {
            if let Some(volume) = diadem_books::all().get(volume) {
                chapter_ui(volume, article, form, ui);
            }
        }
        Some(Entry::Forms) => forms::page_ui(ui),
        Some(Entry::Charts) => {
            if let Some(charts) = &form.charts {
                charts.preface_ui(ui);
            }
        }
        Some(Entry::Chart(chart)) => {
            if let Some(charts) = &form.charts {
                charts.chart_ui(chart, hall.commands, ui);
            }
        }
    }
}

fn preface_ui(ui: &mut Ui) {
    ui.add_space(theme::APART);
    ui.label(RichText::new("The books on the shelf").font(theme::book(26.0)));
    ui.add_space(theme::NEAR);
    ui.label(
        "Each book is here rule by rule, under the numbers it is printed with, in our own words. \
         Where a book leaves something open, we say how we read it. The charts are at the end, each \
         with where its figures come from.",
    );
    ui.add_space(theme::NEAR);
    for volume in diadem_books::all() {
        ui.label(RichText::new(volume.title).font(theme::book_italic(19.0)));
    }
}

fn volume_ui(volume: &Volume, ui: &mut Ui) {
    ui.add_space(theme::APART);
    ui.add(Label::new(RichText::new(volume.title).font(theme::book(28.0))).wrap());
    aside_ui(ui, volume.publisher);
    ui.add_space(theme::NEAR);
    let coverage = volume.coverage();
    ui.label(format!(
        "{} entries, {} of which a program must keep. {} of these are kept by Diadem so far.",
        coverage.entries, coverage.rules, coverage.cited
    ));
}

/// The chapter an entry stands in: everything before the point.
fn chapter_of(article: &Article) -> &str {
    article.number.split('.').next().unwrap_or_default()
}

/// The whole chapter, opened at the entry.
fn chapter_ui(volume: &Volume, open: usize, form: &Form, ui: &mut Ui) {
    let Some(wanted) = volume.articles.get(open) else { return };
    ui.label(RichText::new(volume.book.name).small().weak());
    let in_chapter = volume
        .articles
        .iter()
        .enumerate()
        .filter(|(_, article)| chapter_of(article) == chapter_of(wanted));
    for (at, article) in in_chapter {
        let shown = article_ui(article, at == open, &form.query, ui);
        if at == open && form.is_turning {
            shown.scroll_to_me(Some(Align::TOP));
        }
    }
    // So that the last entry, too, can come to the top of the page.
    ui.add_space(ui.clip_rect().height() * 0.5);
}

fn article_ui(
    article: &Article,
    is_open: bool,
    query: &str,
    ui: &mut Ui,
) -> eframe::egui::Response {
    let colors = theme::palette(ui.ctx());
    let frame = Frame::NONE.inner_margin(Margin { left: 14, right: 8, top: 8, bottom: 8 });
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        let size = if article.kind == Kind::Heading { 25.0 } else { 20.0 };
        let title = format!("{}  {}", article.number, article.title);
        ui.add(Label::new(mark(&title, query, theme::book(size), colors.ink, &colors)).wrap());
        let body = TextStyle::Body.resolve(ui.style());
        if let Some(summary) = article.summary {
            ui.add(Label::new(mark(summary, query, body, colors.ink, &colors)).wrap());
        }
        if let Some(reading) = article.reading {
            ui.add_space(2.0);
            ui.label(RichText::new("How we read it").font(theme::strong(13.0)).weak());
            let italic = theme::book_italic(17.0);
            ui.add(Label::new(mark(reading, query, italic, colors.ink, &colors)).wrap());
        }
        if let Some(kept) = kept(article) {
            ui.label(RichText::new(kept).small().weak());
        }
    });
    if is_open {
        // A ribbon at the margin.
        let place = shown.response.rect;
        let ribbon = Stroke::new(3.0, colors.red);
        ui.painter().vline(place.left() + 3.0, place.shrink(6.0).y_range(), ribbon);
    }
    shown.response
}

/// Whether the program keeps a rule, in a word.
fn kept(article: &Article) -> Option<&'static str> {
    match (article.kind, article.is_cited, article.has_case) {
        (Kind::Rule, true, true) => Some("Kept, and tested by a case"),
        (Kind::Rule, true, false) => Some("Kept"),
        (Kind::Rule, false, true) => Some("Tested by a case"),
        (Kind::Rule, false, false) => Some("Not played yet"),
        (Kind::Heading | Kind::Note, ..) => None,
    }
}
