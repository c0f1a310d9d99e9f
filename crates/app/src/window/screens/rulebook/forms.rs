//! The page on how the forms of battle agree: `assets/calibration.md`, shown as it is kept.

use crate::window::theme;
use eframe::egui::{Grid, Label, RichText, ScrollArea, Ui};

static PAGE: &str = include_str!("../../../../../../assets/calibration.md");

/// What it is called among the contents.
pub const TITLE: &str = "How the forms of battle agree";

/// Shows it.
pub fn page_ui(ui: &mut Ui) {
    for (at, part) in PAGE.split("\n\n").map(str::trim).filter(|part| !part.is_empty()).enumerate()
    {
        match part.strip_prefix("# ") {
            Some(title) => {
                ui.add_space(theme::APART);
                ui.add(Label::new(RichText::new(title).font(theme::book(28.0))).wrap());
            }
            None if part.starts_with('|') => table_ui(at, part, ui),
            None => {
                // A line of the file is no line of the page.
                let words: Vec<&str> = part.lines().collect();
                ui.add(Label::new(words.join(" ").replace('`', "")).wrap());
            }
        }
        ui.add_space(theme::NEAR);
    }
}

/// A table, its first row in bold.
fn table_ui(at: usize, part: &str, ui: &mut Ui) {
    let is_rule = |row: &&str| row.contains("---");
    ScrollArea::horizontal().id_salt(("forms", at)).show(ui, |ui| {
        Grid::new(("forms", at)).striped(true).spacing([18.0, 4.0]).show(ui, |ui| {
            for (nth, row) in part.lines().filter(|row| !is_rule(row)).enumerate() {
                for cell in row.trim_matches('|').split('|').map(str::trim) {
                    let words = RichText::new(cell).small();
                    ui.label(if nth == 0 { words.strong() } else { words });
                }
                ui.end_row();
            }
        });
    });
}
