//! The charts as readable tables, whatever is in them: their files are read as they are written.

use crate::window::command::UiCommand;
use crate::window::screens::page::{aside_ui, heading_ui};
use crate::window::theme;
use diadem_core::{Chart, OwnFiles, Playable, Rule, Source};
use diadem_handoff::War;
use eframe::egui::{Grid, Label, RichText, ScrollArea, Ui};
use std::collections::BTreeSet;
use toml::{Table, Value};

/// Every chart, read once.
pub struct ChartPages {
    charts: Vec<Shown>,
    /// Why there are none.
    trouble: Option<String>,
    /// Which of their files are the player's own.
    own: OwnFiles,
    /// What else he put into the data folder, each with the reason why it is not used.
    refused: Vec<String>,
}

/// A chart as it is shown.
struct Shown {
    title: String,
    file: &'static str,
    rule: Rule,
    sources: Vec<Source>,
    sheets: Vec<Sheet>,
}

/// A part of a chart.
struct Sheet {
    title: String,
    /// What stands over the columns; nothing over pairs of name and value.
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl ChartPages {
    /// Everything that is there, with a player's own in the place of ours.
    pub fn of(own: OwnFiles, refused: Vec<String>) -> ChartPages {
        let files: Vec<(&str, Option<Table>)> = War::data_files()
            .into_iter()
            .map(|file| (file.name, toml::from_str(own.text(file)).ok()))
            .collect();
        let table_of = |name: &str| files.iter().find(|(file, _)| *file == name)?.1.as_ref();
        let (charts, trouble) = match War::charts(&own) {
            Ok(charts) => (charts, None),
            Err(error) => (Vec::new(), Some(error.to_string())),
        };
        let shown = |chart: Chart| {
            let sheets = table_of(chart.file).map(|table| sheets(table, &chart.name));
            Shown {
                title: title_of(&chart),
                file: chart.file,
                rule: chart.rule,
                sources: chart.sources,
                sheets: sheets.unwrap_or_default(),
            }
        };
        let charts = charts.into_iter().map(shown).collect();
        ChartPages { charts, trouble, own, refused }
    }

    /// Whether it shows these.
    pub fn is_of(&self, own: &OwnFiles, refused: &[String]) -> bool {
        self.own == *own && self.refused == refused
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.charts.len()
    }

    /// The title of one.
    pub fn title(&self, at: usize) -> String {
        self.charts.get(at).map_or_else(String::new, |chart| chart.title.clone())
    }

    /// What is to be known about charts.
    pub fn preface_ui(&self, ui: &mut Ui) {
        ui.add_space(theme::APART);
        ui.label(RichText::new("Charts").font(theme::book(28.0)));
        if let Some(trouble) = &self.trouble {
            ui.label(trouble);
        }
        ui.label(
            "Every figure the game is played by. Each chart says where its figures come from: printed in \
             the books, public, or reconstructed by us so that the books' examples come out right.",
        );
        ui.label(
            "`diadem charts export FOLDER` writes them all as files. Put one that you have changed into \
             `charts` in the data folder, under the name it has there: new games are played by it.",
        );
        heading_ui(ui, "Your own");
        if self.own.is_empty() {
            aside_ui(ui, "Everything is played by the charts of the program.");
        }
        for file in self.own.names() {
            ui.label(file);
        }
        for refused in &self.refused {
            ui.label(format!("Not used: {refused}."));
        }
    }

    /// One of them, with its figures.
    pub fn chart_ui(&self, at: usize, commands: &mut Vec<UiCommand>, ui: &mut Ui) {
        let Some(chart) = self.charts.get(at) else { return };
        ui.add_space(theme::NEAR);
        ui.label(RichText::new(&chart.title).font(theme::book(28.0)));
        let sources: Vec<&str> = if self.own.has(chart.file) {
            vec!["your own: these figures come from your data folder, or with this save"]
        } else {
            chart.sources.iter().copied().map(words_for).collect()
        };
        ui.label(RichText::new(sentence(&sources.join("; "))).font(theme::book_italic(17.0)));
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(format!("maps/{}", chart.file)).small().weak());
            if ui.button(RichText::new(chart.rule.to_string()).small()).clicked() {
                commands.push(UiCommand::ShowRule(chart.rule));
            }
        });
        for (number, sheet) in chart.sheets.iter().enumerate() {
            sheet_ui(sheet, number, ui);
        }
        ui.add_space(theme::APART);
    }
}

fn words_for(source: Source) -> &'static str {
    match source {
        Source::Printed => "printed: the books state these figures",
        Source::Public => "public: these figures were read elsewhere",
        Source::Reconstructed => {
            "reconstructed: these figures are ours and satisfy the books, but the printed game may \
             differ"
        }
    }
}

fn sheet_ui(sheet: &Sheet, number: usize, ui: &mut Ui) {
    if !sheet.title.is_empty() {
        heading_ui(ui, &sheet.title);
    }
    ScrollArea::horizontal().id_salt(("sheet", number)).show(ui, |ui| {
        let grid = Grid::new(("sheet", number)).striped(true).spacing([16.0, 5.0]);
        grid.show(ui, |ui| {
            if !sheet.head.is_empty() {
                for word in &sheet.head {
                    ui.label(RichText::new(word).small().weak());
                }
                ui.end_row();
            }
            for row in &sheet.rows {
                for (at, cell) in row.iter().enumerate() {
                    let words = RichText::new(cell);
                    let words = if at == 0 { words.font(theme::strong(15.0)) } else { words };
                    ui.add(Label::new(words).extend());
                }
                ui.end_row();
            }
        });
    });
}

/// A name of the file as a name for people: `leader_casualty` is "Leader casualty".
fn sentence(key: &str) -> String {
    let spaced = key.replace(['_', '-'], " ");
    let mut letters = spaced.chars();
    let first = letters.next().map(char::to_uppercase);
    first.map_or_else(String::new, |first| first.chain(letters).collect())
}

fn title_of(chart: &Chart) -> String {
    let file = chart.file.rsplit('/').next().unwrap_or_default().trim_end_matches(".toml");
    let is_same = chart.name.is_empty() || chart.name == file;
    if is_same {
        sentence(file)
    } else if file == "charts" {
        sentence(&chart.name)
    } else {
        format!("{}: {}", sentence(file), chart.name.replace('_', " "))
    }
}

/// What says something about a chart rather than being in it.
const ABOUT: [&str; 3] = ["rule", "source", "comment"];

/// The parts of a chart: the part of the file that bears its name, or all of it.
fn sheets(file: &Table, name: &str) -> Vec<Sheet> {
    match file.get(name) {
        Some(Value::Table(table)) => of_table("", table),
        Some(Value::Array(rows)) => vec![of_array("", rows)],
        Some(value) => vec![pairs("", vec![(name, value)])],
        None => of_table("", file),
    }
}

fn of_table(title: &str, table: &Table) -> Vec<Sheet> {
    let entries = || table.iter().filter(|(key, _)| !ABOUT.contains(&key.as_str()));
    let is_row = |value: &Value| matches!(value, Value::Array(_)) && !is_of_tables(value);
    let (mut single, mut rows, mut below) = (Vec::new(), Vec::new(), Vec::new());
    for (key, value) in entries() {
        match value {
            Value::Table(inner) => below.extend(of_table(&sentence(key), inner)),
            Value::Array(array) if is_of_tables(value) => {
                below.push(of_array(&sentence(key), array));
            }
            value if is_row(value) => rows.push((key.as_str(), value)),
            value => single.push((key.as_str(), value)),
        }
    }
    let mut sheets = Vec::new();
    if !single.is_empty() {
        sheets.push(pairs(title, single));
    }
    if !rows.is_empty() {
        let title = if sheets.is_empty() { title } else { "" };
        sheets.push(of_rows(title, rows));
    }
    sheets.extend(below);
    sheets
}

fn is_of_tables(value: &Value) -> bool {
    matches!(value, Value::Array(items) if items.iter().any(Value::is_table))
}

fn pairs(title: &str, values: Vec<(&str, &Value)>) -> Sheet {
    let row = |(key, value): (&str, &Value)| vec![sentence(key), cell(value)];
    Sheet { title: title.to_owned(), head: Vec::new(), rows: values.into_iter().map(row).collect() }
}

/// Rows of figures; one that says what the columns are stands over them.
fn of_rows(title: &str, rows: Vec<(&str, &Value)>) -> Sheet {
    let is_head = |key: &str| matches!(key, "columns" | "from");
    let cells = |value: &Value| match value {
        Value::Array(items) => items.iter().map(cell).collect(),
        other => vec![cell(other)],
    };
    let mut head = Vec::new();
    let mut below = Vec::new();
    for (key, value) in rows {
        let mut row = vec![row_title(key)];
        row.extend(cells(value));
        if is_head(key) { head = row } else { below.push(row) }
    }
    Sheet { title: title.to_owned(), head, rows: below }
}

/// `d4` is a roll of the die.
fn row_title(key: &str) -> String {
    match key.strip_prefix('d').filter(|number| number.parse::<u8>().is_ok()) {
        Some(number) => format!("Die {number}"),
        None => sentence(key),
    }
}

/// A list of things of one kind: a column for everything that any of them has.
fn of_array(title: &str, items: &[Value]) -> Sheet {
    let tables: Vec<&Table> = items.iter().filter_map(Value::as_table).collect();
    if tables.is_empty() {
        let rows = items.iter().map(|item| vec![cell(item)]).collect();
        return Sheet { title: title.to_owned(), head: Vec::new(), rows };
    }
    let all: BTreeSet<&str> = tables.iter().flat_map(|it| it.keys().map(String::as_str)).collect();
    // A name comes first and says what an id says.
    let has_name = all.contains("name");
    let mut columns: Vec<&str> = if has_name { vec!["name"] } else { Vec::new() };
    columns.extend(all.iter().filter(|key| **key != "name" && !(has_name && **key == "id")));
    let row = |table: &&Table| {
        columns.iter().map(|key| table.get(*key).map_or_else(String::new, cell)).collect()
    };
    Sheet {
        title: title.to_owned(),
        head: columns.iter().map(|key| sentence(key)).collect(),
        rows: tables.iter().map(row).collect(),
    }
}

/// A value in a cell.
fn cell(value: &Value) -> String {
    match value {
        Value::String(words) => words.replace('_', " "),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(true) => "yes".to_owned(),
        Value::Boolean(false) => "no".to_owned(),
        Value::Datetime(moment) => moment.to_string(),
        Value::Array(items) => {
            let cells: Vec<String> = items.iter().map(cell).collect();
            let is_pair = items.len() == 2 && items.iter().all(Value::is_integer);
            cells.join(if is_pair { "-" } else { ", " })
        }
        Value::Table(table) => {
            let cells: Vec<String> =
                table.iter().map(|(key, value)| format!("{key} {}", cell(value))).collect();
            cells.join(", ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chart_has_figures_to_show() {
        let pages = ChartPages::of(OwnFiles::NONE, Vec::new());
        assert_eq!(pages.trouble, None);
        assert!(pages.len() > 10);
        for chart in &pages.charts {
            let rows: usize = chart.sheets.iter().map(|sheet| sheet.rows.len()).sum();
            assert!(rows > 0, "{} of {} is empty", chart.title, chart.file);
            for sheet in &chart.sheets {
                let fits =
                    |row: &Vec<String>| sheet.head.is_empty() || row.len() <= sheet.head.len();
                assert!(sheet.rows.iter().all(fits), "{} has a row too long", chart.title);
            }
        }
    }
}
