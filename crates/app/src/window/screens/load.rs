//! Load: saves, autosaves and what came with the program.

use super::page::{aside_ui, hairline_ui, heading_ui, page_ui};
use super::start::headline;
use crate::moment::Moment;
use crate::window::app::Hall;
use crate::window::app::files::typed_path;
use crate::window::command::UiCommand;
use crate::window::seating::{Occupant, Seating};
use crate::window::shelf::{Kept, Sample, Shelf};
use crate::window::theme;
use diadem_archive::{Header, Lineage, Listed, Progress};
use diadem_core::Seat;
use eframe::egui::{
    Button, CentralPanel, Frame, Grid, Label, Margin, Panel, RichText, Role, ScrollArea, Sense,
    TextEdit, Ui, UiBuilder, WidgetInfo,
};
use std::path::Path;

/// What is being filled in.
#[derive(Default)]
pub struct Form {
    chosen: Option<Kept>,
    /// Whether the chosen one is to be thrown away, and nobody has said so twice yet.
    is_doomed: bool,
    import: String,
    export: String,
    is_exporting: bool,
}

impl Form {
    fn choose(&mut self, kept: Kept) {
        self.chosen = Some(kept);
        (self.is_doomed, self.is_exporting) = (false, false);
    }
}

/// A line of the list.
struct Entry<'a> {
    kept: Kept,
    title: String,
    header: Result<&'a Header, String>,
}

impl<'a> Entry<'a> {
    /// A save that a player made goes by its name.
    fn named(one: &'a Listed) -> Entry<'a> {
        let name = one.file.file_stem().map(|name| name.to_string_lossy().into_owned());
        Entry { title: name.unwrap_or_default(), ..Entry::dated(one) }
    }

    /// One that the program made goes by where the game stands.
    fn dated(one: &'a Listed) -> Entry<'a> {
        let name = one.file.file_name().map(|name| name.to_string_lossy().into_owned());
        let title = match &one.header {
            Ok(header) => header.turn.clone(),
            Err(_) => name.unwrap_or_default(),
        };
        let header = one.header.as_ref().map_err(ToString::to_string);
        Entry { kept: Kept::File(one.file.clone()), title, header }
    }

    fn sample((sample, header): &'a (Sample, Header)) -> Entry<'a> {
        Entry { kept: Kept::Sample(*sample), title: sample.name().to_owned(), header: Ok(header) }
    }
}

/// Everything on the shelf, by the titles of its boards.
fn boards(shelf: &Shelf) -> [(&'static str, Vec<Entry<'_>>); 3] {
    [
        ("Your saves", shelf.saves.iter().map(Entry::named).collect()),
        ("Autosaves", shelf.autosaves.iter().map(Entry::dated).collect()),
        ("Samples", shelf.samples.iter().map(Entry::sample).collect()),
    ]
}

/// Shows the screen.
pub fn ui(hall: &mut Hall<'_>, form: &mut Form, ui: &mut Ui) {
    page_ui(hall, ui, "Load", |hall, ui| {
        let boards = boards(hall.shelf);
        let frame = Frame::NONE;
        if ui.available_width() > 720.0 {
            let width = (ui.available_width() * 0.42).clamp(300.0, 460.0);
            Panel::right("chosen save")
                .exact_size(width)
                .resizable(false)
                .show_separator_line(false)
                .frame(frame.inner_margin(Margin { left: 28, ..Margin::ZERO }))
                .show(ui, |ui| {
                    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                        details_ui(hall, form, &boards, ui);
                    });
                });
        } else {
            let height = ui.available_height() * 0.55;
            Panel::bottom("chosen save")
                .exact_size(height)
                .resizable(false)
                .frame(frame.inner_margin(Margin { top: 8, ..Margin::ZERO }))
                .show(ui, |ui| {
                    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                        details_ui(hall, form, &boards, ui);
                    });
                });
        }
        CentralPanel::no_frame().show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                for (title, entries) in &boards {
                    board_ui(hall, form, title, entries, ui);
                }
            });
        });
    });
}

fn board_ui(hall: &mut Hall<'_>, form: &mut Form, title: &str, entries: &[Entry<'_>], ui: &mut Ui) {
    heading_ui(ui, title);
    if entries.is_empty() {
        aside_ui(ui, "None yet.");
    }
    for entry in entries {
        let is_chosen = form.chosen.as_ref() == Some(&entry.kept);
        let row = row_ui(entry, is_chosen, ui);
        if row.clicked() {
            // Enter on the chosen one opens it, as a double click does.
            let opens = row.double_clicked() || is_chosen && row.has_focus();
            if opens && entry.header.is_ok() {
                hall.ask(open(&entry.kept));
            }
            form.choose(entry.kept.clone());
        }
    }
}

fn open(kept: &Kept) -> UiCommand {
    match kept {
        Kept::File(file) => UiCommand::OpenSave(file.clone()),
        Kept::Sample(sample) => UiCommand::OpenSample(*sample),
    }
}

fn row_ui(entry: &Entry<'_>, is_chosen: bool, ui: &mut Ui) -> eframe::egui::Response {
    let colors = theme::palette(ui.ctx());
    let id = ui.scope_id().with(("save", format!("{:?}", entry.kept)));
    let frame = theme::choice_frame(&colors, theme::Choice::of(ui, id, is_chosen.then_some(id)))
        .inner_margin(Margin::symmetric(14, 8));
    let shown = ui.scope_builder(UiBuilder::new().scope_id(id).sense(Sense::click()), |ui| {
        frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 2.0;
            let title = RichText::new(&entry.title).font(theme::book(19.0));
            ui.add(Label::new(title).selectable(false).truncate());
            let aside = match &entry.header {
                Ok(header) => {
                    let words = match when(header) {
                        Some(when) => format!("{} \u{b7} {when}", headline(header)),
                        None => headline(header),
                    };
                    RichText::new(words).small().weak()
                }
                Err(_) => RichText::new("It cannot be opened").small().color(colors.red),
            };
            ui.add(Label::new(aside).selectable(false).truncate());
        });
    });
    let response = shown.response;
    response
        .widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, is_chosen, &entry.title));
    response
}

/// The chosen one, with everything that can be done with it.
fn details_ui(
    hall: &mut Hall<'_>,
    form: &mut Form,
    boards: &[(&'static str, Vec<Entry<'_>>); 3],
    ui: &mut Ui,
) {
    let mut all = boards.iter().flat_map(|(_, entries)| entries);
    match all.find(|entry| form.chosen.as_ref() == Some(&entry.kept)) {
        Some(entry) => chosen_ui(hall, form, entry, ui),
        None => {
            ui.add_space(theme::APART);
            aside_ui(ui, "Choose a game to see how it stands.");
        }
    }
    ui.add_space(theme::APART);
    hairline_ui(ui);
    import_ui(hall, form, ui);
}

fn chosen_ui(hall: &mut Hall<'_>, form: &mut Form, entry: &Entry<'_>, ui: &mut Ui) {
    let colors = theme::palette(ui.ctx());
    ui.add_space(theme::NEAR);
    ui.add(Label::new(RichText::new(&entry.title).font(theme::book(26.0))).wrap());
    match &entry.header {
        Ok(header) => {
            facts_ui(header, ui);
            ui.add_space(theme::NEAR);
            ui.horizontal_wrapped(|ui| {
                if ui.add(theme::strong_button(&colors, "Open")).clicked() {
                    hall.ask(open(&entry.kept));
                }
                let can = header.lineage == Lineage::Unbroken;
                let replay = ui.add_enabled(can, Button::new("Replay"));
                let why = "It was taken up from other rules, so its beginning cannot be played";
                if replay.on_disabled_hover_text(why).clicked() {
                    hall.ask(match &entry.kept {
                        Kept::File(file) => UiCommand::Replay(file.clone()),
                        Kept::Sample(sample) => UiCommand::ReplaySample(*sample),
                    });
                }
                if ui.button("Export…").clicked() {
                    (form.is_exporting, form.is_doomed) = (!form.is_exporting, false);
                }
                delete_button_ui(form, &entry.kept, ui);
            });
        }
        Err(reason) => {
            ui.label(RichText::new(reason).color(colors.red));
            ui.add_space(theme::NEAR);
            delete_button_ui(form, &entry.kept, ui);
        }
    }
    if form.is_exporting {
        export_ui(hall, form, &entry.kept, ui);
    }
    if let (true, Kept::File(file)) = (form.is_doomed, &entry.kept) {
        doom_ui(hall, form, file, ui);
    }
}

/// When it was saved; samples belong to no day.
fn when(header: &Header) -> Option<String> {
    (header.saved_at > 0).then(|| Moment::since_1970(header.saved_at).to_the_minute())
}

fn facts_ui(header: &Header, ui: &mut Ui) {
    let stage = match header.stage {
        Progress::InPlay => "It goes on",
        Progress::Over => "It has been decided",
    };
    Grid::new("facts").num_columns(2).spacing([14.0, 5.0]).show(ui, |ui| {
        for (what, value) in [
            ("Stands", headline(header)),
            ("Seats", sitting(header)),
            ("Saved", when(header).unwrap_or_else(|| "With the program".to_owned())),
            ("Log", format!("{} moves", header.actions)),
            ("Game", stage.to_owned()),
            ("By", format!("Diadem {}", header.program)),
        ] {
            ui.label(RichText::new(what).small().weak());
            ui.add(Label::new(value).wrap());
            ui.end_row();
        }
    });
}

fn delete_button_ui(form: &mut Form, kept: &Kept, ui: &mut Ui) {
    if matches!(kept, Kept::File(_)) && !form.is_doomed && ui.button("Delete").clicked() {
        (form.is_doomed, form.is_exporting) = (true, false);
    }
}

fn doom_ui(hall: &mut Hall<'_>, form: &mut Form, file: &Path, ui: &mut Ui) {
    let colors = theme::palette(ui.ctx());
    ui.add_space(theme::NEAR);
    theme::warning_frame(&colors).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label("It will be gone for good, with the version before it.");
        ui.horizontal_wrapped(|ui| {
            if ui.button(RichText::new("Delete it").color(colors.red)).clicked() {
                hall.ask(UiCommand::Delete(file.to_path_buf()));
                *form = Form::default();
            }
            if ui.button("Leave it").clicked() {
                form.is_doomed = false;
            }
        });
    });
}

fn export_ui(hall: &mut Hall<'_>, form: &mut Form, kept: &Kept, ui: &mut Ui) {
    ui.add_space(theme::NEAR);
    let label = ui.label("Export to a file, or into a folder");
    let field = TextEdit::singleline(&mut form.export).hint_text("~/war.diadem");
    ui.add(field.desired_width(f32::INFINITY)).labelled_by(label.id);
    let path = typed_path(&form.export);
    if ui.add_enabled(path.is_some(), Button::new("Write it")).clicked()
        && let Some(path) = path
    {
        hall.ask(UiCommand::CopyOut(kept.clone(), path));
        form.is_exporting = false;
    }
}

fn import_ui(hall: &mut Hall<'_>, form: &mut Form, ui: &mut Ui) {
    ui.add_space(theme::NEAR);
    let label = ui.label("Import a file");
    let field = TextEdit::singleline(&mut form.import).hint_text("~/war.diadem");
    ui.add(field.desired_width(f32::INFINITY)).labelled_by(label.id);
    let path = typed_path(&form.import);
    if ui.add_enabled(path.is_some(), Button::new("Import")).clicked()
        && let Some(path) = path
    {
        hall.ask(UiCommand::Import(path));
    }
    aside_ui(ui, "Or drop it onto the window, on any screen.");
}

/// Who plays: names, and what plays instead of a person.
fn sitting(header: &Header) -> String {
    let seating = Seating::of_words(&header.players);
    let seats =
        (0u8..).map(Seat::new).zip(&header.seats).map(|(seat, name)| match seating.of(seat) {
            Occupant::Person => name.clone(),
            computer @ Occupant::Computer(_) => format!("{name} ({})", computer.name()),
        });
    seats.collect::<Vec<_>>().join(", ")
}
