//! Over the table: under which name the game is kept.

use super::page::aside_ui;
use crate::window::app::files::{safe_name, typed_path};
use crate::window::command::UiCommand;
use crate::window::save_library::SaveLibrary;
use crate::window::table::Table;
use crate::window::theme;
use diadem_archive::Listed;
use diadem_core::Playable;
use eframe::egui::{Id, Key, Modal, RichText, TextEdit, Ui};

/// What is being filled in.
#[derive(Default)]
pub struct Form {
    /// The name; nothing until the game was asked where it stands.
    name: Option<String>,
    /// A file somewhere else.
    path: String,
    has_focus: bool,
}

impl Form {
    /// A form that offers the name the game has.
    pub fn new(name: Option<&str>) -> Form {
        Form { name: name.map(str::to_owned), ..Form::default() }
    }
}

/// Shows the dialog over the table.
pub fn ui(
    table: &Table,
    save_library: &SaveLibrary,
    form: &mut Form,
    commands: &mut Vec<UiCommand>,
    ui: &mut Ui,
) {
    let colors = theme::palette(ui.ctx());
    let shown = Modal::new(Id::unique("keep the game"))
        .frame(theme::dialog_frame(&colors))
        .backdrop_color(colors.shadow)
        .show(ui.ctx(), |ui| {
            let width = (ui.content_rect().width() - 80.0).clamp(240.0, 460.0);
            ui.set_width(width);
            ui.label(RichText::new("Keep the game").font(theme::book(28.0)));
            name_ui(table, save_library, form, commands, ui);
            ui.add_space(theme::APART);
            ui.collapsing("Write it to a file elsewhere", |ui| path_ui(form, commands, ui));
        });
    if shown.should_close() {
        commands.push(UiCommand::Back);
    }
}

fn name_ui(
    table: &Table,
    save_library: &SaveLibrary,
    form: &mut Form,
    commands: &mut Vec<UiCommand>,
    ui: &mut Ui,
) {
    let colors = theme::palette(ui.ctx());
    let name = form.name.get_or_insert_with(|| suggested(table));
    let label = ui.label("Its name");
    let field = ui
        .add(TextEdit::singleline(name).desired_width(f32::INFINITY).char_limit(60))
        .labelled_by(label.id);
    if !form.has_focus {
        field.request_focus();
        form.has_focus = true;
    }
    let safe = safe_name(name);
    let is_there =
        |one: &Listed| one.file.file_stem().and_then(|it| it.to_str()) == safe.as_deref();
    let aside = match &safe {
        None => "A save needs a name.",
        Some(_) if save_library.saves.iter().any(is_there) => {
            "There is one of this name. The one before is kept beside it."
        }
        Some(_) => "You can go on with it from “Load”, on any evening.",
    };
    aside_ui(ui, aside);
    ui.add_space(theme::NEAR);
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    ui.horizontal(|ui| {
        let keep = ui.add_enabled(safe.is_some(), theme::strong_button(&colors, "Keep"));
        if (keep.clicked() || entered)
            && let Some(name) = safe
        {
            commands.push(UiCommand::SaveAs(name));
        }
        if ui.button("Cancel").clicked() {
            commands.push(UiCommand::Back);
        }
    });
}

fn path_ui(form: &mut Form, commands: &mut Vec<UiCommand>, ui: &mut Ui) {
    let label = ui.label("A file, or a folder");
    let hint = TextEdit::singleline(&mut form.path).hint_text("~/war.diadem");
    ui.add(hint.desired_width(f32::INFINITY)).labelled_by(label.id);
    let path = typed_path(&form.path);
    if ui.add_enabled(path.is_some(), eframe::egui::Button::new("Export")).clicked()
        && let Some(path) = path
    {
        commands.push(UiCommand::Export(path));
        commands.push(UiCommand::Back);
    }
}

/// A name that says where the game stands.
fn suggested(table: &Table) -> String {
    let war = table.war();
    let headline = war.headline(table.state());
    let known = diadem_handoff::War::scenarios();
    let title = known.iter().find(|one| one.id == war.scenario()).map_or("War", |one| one.title);
    safe_name(&format!("{title}, {headline}")).unwrap_or_default()
}
