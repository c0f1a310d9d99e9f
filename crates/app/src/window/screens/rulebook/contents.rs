//! The table of contents, and what a search leaves of it. Only the lines that are seen are laid out.

use super::charts::ChartShelf;
use super::forms;
use crate::window::theme::{self, Palette};
use diadem_books::{Article, Kind};
use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{Align2, Color32, FontId, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

/// Something that can be opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A book, by its place on the shelf.
    Volume(usize),
    /// An entry of it.
    Article {
        /// The book.
        volume: usize,
        /// The entry.
        article: usize,
    },
    /// All charts.
    Charts,
    /// One of them.
    Chart(usize),
    /// The page on how the forms of battle agree.
    Forms,
}

/// The lines that are listed.
#[derive(Default)]
pub struct Contents {
    /// What they were found for; nothing until the first search.
    query: Option<String>,
    lines: Vec<Entry>,
    /// Whether the open entry is still to be brought into view.
    pub is_turning: bool,
}

/// How high a line is.
const LINE: f32 = 27.0;

impl Contents {
    /// Lists what a query finds; everything when nothing is asked.
    pub fn find(&mut self, query: &str, charts: &ChartShelf) {
        if self.query.as_deref() == Some(query) {
            return;
        }
        self.query = Some(query.to_owned());
        self.lines.clear();
        let words = words_of(query);
        for (volume, one) in diadem_books::all().iter().enumerate() {
            let articles = one.articles.iter().enumerate();
            let found = articles
                .filter(|(_, article)| is_found(article, &words))
                .map(|(article, _)| Entry::Article { volume, article });
            self.list(Entry::Volume(volume), found);
        }
        let found = (0..charts.len()).filter(|&at| {
            let name = charts.title(at).to_lowercase();
            words.iter().all(|word| name.contains(word))
        });
        self.list(Entry::Charts, found.map(Entry::Chart));
        let title = forms::TITLE.to_lowercase();
        if words.iter().all(|word| title.contains(word)) {
            self.lines.push(Entry::Forms);
        }
    }

    /// A title with what stands under it, unless that is nothing.
    fn list(&mut self, title: Entry, entries: impl Iterator<Item = Entry>) {
        let before = self.lines.len();
        self.lines.push(title);
        self.lines.extend(entries);
        if self.lines.len() == before + 1 {
            self.lines.pop();
        }
    }

    /// How many entries are listed, titles not counted.
    pub fn count(&self) -> usize {
        let is_title = |entry: &&Entry| matches!(entry, Entry::Volume(_) | Entry::Charts);
        self.lines.iter().filter(|entry| !is_title(entry)).count()
    }

    /// Shows the list; gives what was chosen in it.
    pub fn ui(
        &mut self,
        open: Option<Entry>,
        charts: Option<&ChartShelf>,
        ui: &mut Ui,
    ) -> Option<Entry> {
        let mut chosen = None;
        let mut area = ScrollArea::vertical().auto_shrink(false).id_salt("contents");
        let at = self.lines.iter().position(|&entry| Some(entry) == open);
        if let (true, Some(at)) = (std::mem::take(&mut self.is_turning), at) {
            let spaced = LINE + ui.spacing().item_spacing.y;
            let middle = (ui.available_height() * 0.4).max(LINE);
            let at = u16::try_from(at).map_or(0.0, f32::from);
            area = area.vertical_scroll_offset((at * spaced - middle).max(0.0));
        }
        area.show_rows(ui, LINE, self.lines.len(), |ui, rows| {
            for &entry in &self.lines[rows] {
                if line_ui(entry, open == Some(entry), charts, ui) {
                    chosen = Some(entry);
                }
            }
        });
        // A click in the list must not move the list.
        chosen.inspect(|_| self.is_turning = false)
    }
}

fn line_ui(entry: Entry, is_open: bool, charts: Option<&ChartShelf>, ui: &mut Ui) -> bool {
    let colors = theme::palette(ui.ctx());
    let (place, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
    let (number, title, font) = match entry {
        Entry::Volume(volume) => {
            let name = diadem_books::all().get(volume).map_or("", |one| one.book.name);
            (None, name.to_owned(), theme::book(20.0))
        }
        Entry::Charts => (None, "Charts".to_owned(), theme::book(20.0)),
        Entry::Forms => (None, forms::TITLE.to_owned(), theme::book(20.0)),
        Entry::Article { volume, article } => {
            let volume = diadem_books::all().get(volume);
            let Some(article) = volume.and_then(|one| one.articles.get(article)) else {
                return false;
            };
            let font = match article.kind {
                Kind::Heading => theme::strong(14.5),
                Kind::Rule | Kind::Note => theme::plain(14.5),
            };
            (Some(article.number), article.title.to_owned(), font)
        }
        Entry::Chart(at) => {
            let title = charts.map_or_else(String::new, |charts| charts.title(at));
            (None, title, theme::plain(14.5))
        }
    };
    let label = match number {
        Some(number) => format!("{number} {title}"),
        None => title.clone(),
    };
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, is_open, &label));
    if is_open {
        ui.painter().rect_filled(place, 3.0, colors.chronicle);
    } else if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(place, 3.0, colors.hovered);
    }
    let middle = place.center().y;
    let painter = ui.painter().with_clip_rect(place.intersect(ui.clip_rect()));
    let mut left = place.left() + 6.0;
    if let Some(number) = number {
        let font = theme::plain(13.0);
        painter.text(pos2(left, middle), Align2::LEFT_CENTER, number, font, colors.faint_ink);
        left += 46.0;
    }
    let words = truncated(&title, font, colors.ink, place.right() - left, &painter);
    let height = words.size().y;
    painter.galley(pos2(left, middle - height / 2.0), words, colors.ink);
    response.clicked()
}

fn truncated(
    words: &str,
    font: FontId,
    color: Color32,
    width: f32,
    painter: &eframe::egui::Painter,
) -> std::sync::Arc<eframe::egui::Galley> {
    let mut job = LayoutJob::simple_singleline(words.to_owned(), font, color);
    job.wrap = eframe::egui::text::TextWrapping::truncate_at_width(width);
    painter.layout_job(job)
}

/// The words of a query, small.
fn words_of(query: &str) -> Vec<String> {
    query.split_whitespace().map(str::to_lowercase).collect()
}

/// Whether every word is in the number, the title, the summary or the reading.
fn is_found(article: &Article, words: &[String]) -> bool {
    let places = [Some(article.title), article.summary, article.reading];
    words.iter().all(|word| {
        article.number.starts_with(word.as_str())
            || places.iter().flatten().any(|text| text.to_lowercase().contains(word))
    })
}

/// A text with what was searched for marked in it.
pub fn mark(text: &str, query: &str, font: FontId, color: Color32, colors: &Palette) -> LayoutJob {
    let plain = TextFormat { font_id: font, color, ..TextFormat::default() };
    let found = TextFormat { background: colors.found, ..plain.clone() };
    let mut job = LayoutJob::default();
    let mut at = 0;
    for (from, to) in hits(text, &words_of(query)) {
        job.append(&text[at..from], 0.0, plain.clone());
        job.append(&text[from..to], 0.0, found.clone());
        at = to;
    }
    job.append(&text[at..], 0.0, plain);
    job
}

/// Where words stand in a text, in order and apart from each other. Found letter by letter, because
/// small letters can be longer than capitals.
fn hits(text: &str, words: &[String]) -> Vec<(usize, usize)> {
    let mut hits = Vec::new();
    let mut from = 0;
    while from < text.len() {
        let rest = &text[from..];
        let longest = words.iter().filter_map(|word| prefix_len(rest, word)).max();
        match longest {
            Some(len) => {
                hits.push((from, from + len));
                from += len;
            }
            None => from += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    hits
}

/// How many bytes of a text the word takes that it begins with, whatever the size of letters.
fn prefix_len(text: &str, word: &str) -> Option<usize> {
    let mut wanted = word.chars();
    let mut next = wanted.next()?;
    for (at, letter) in text.char_indices() {
        for small in letter.to_lowercase() {
            if small != next {
                return None;
            }
            match wanted.next() {
                Some(letter) => next = letter,
                None => return Some(at + letter.len_utf8()),
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(query: &str) -> Vec<String> {
        let mut contents = Contents::default();
        contents.find(query, &ChartShelf::of(diadem_core::OwnFiles::NONE, Vec::new()));
        let name = |entry: &Entry| match entry {
            Entry::Article { volume, article } => {
                let volume = diadem_books::all()[*volume];
                Some(format!("{} {}", volume.book.name, volume.articles[*article].number))
            }
            _ => None,
        };
        contents.lines.iter().filter_map(name).collect()
    }

    #[test]
    fn rules_are_found_by_number_and_by_words() {
        assert!(found("forced march").contains(&"Alexandros 8.4".to_owned()));
        assert!(found("FORCED march").contains(&"Alexandros 8.4".to_owned()));
        assert!(found("10.12").contains(&"Alexandros 10.12".to_owned()));
        assert!(found("no such words as these").is_empty());
        let everything: usize = diadem_books::all().iter().map(|it| it.articles.len()).sum();
        assert_eq!(found("").len(), everything);
    }

    #[test]
    fn hits_are_marked_whatever_the_size_of_letters() {
        let words = words_of("march FORCED");
        assert_eq!(hits("Forced marches", &words), [(0, 6), (7, 12)]);
        assert_eq!(hits("İstanbul", &words_of("stan")), [(2, 6)]);
        assert_eq!(hits("nothing", &[]), []);
    }
}
