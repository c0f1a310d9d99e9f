//! How it looks.

use super::page::{aside_ui, hairline_ui, heading_ui, page_ui};
use crate::window::app::MenuContext;
use crate::window::command::UiCommand;
use crate::window::settings::{ColorChoice, Pace, Settings, ThemeChoice};
use crate::window::theme::{self, Livery};
use eframe::egui::{Align2, Button, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, vec2};

/// The scales that can be chosen, in hundredths.
const SCALES: [u16; 9] = [75, 90, 100, 110, 125, 150, 175, 200, 250];

/// Shows the screen.
pub fn ui(menu: &mut MenuContext<'_>, ui: &mut Ui) {
    page_ui(menu, ui, "Settings", |menu, ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let mut settings = menu.settings.clone();
            scale_ui(&mut settings, ui);
            theme_ui(&mut settings, ui);
            colors_ui(&mut settings, ui);
            motion_ui(&mut settings, ui);
            pace_ui(&mut settings, ui);
            if settings != *menu.settings {
                menu.ask(UiCommand::Change(settings));
            }
            ui.add_space(theme::APART);
            hairline_ui(ui);
            let kept = match menu.folders {
                Some(folders) => format!("Kept in {}", folders.settings().display()),
                None => "There is no place to keep settings on this machine.".to_owned(),
            };
            ui.label(RichText::new(kept).small().weak());
        });
    });
}

fn scale_ui(settings: &mut Settings, ui: &mut Ui) {
    heading_ui(ui, "Size");
    ui.horizontal_wrapped(|ui| {
        for hundredths in SCALES {
            let scale = f32::from(hundredths) / 100.0;
            let is_chosen = (settings.scale - scale).abs() < 0.001;
            let words = format!("{hundredths} %");
            if ui.add(Button::selectable(is_chosen, words)).clicked() {
                settings.scale = scale;
            }
        }
    });
}

fn theme_ui(settings: &mut Settings, ui: &mut Ui) {
    heading_ui(ui, "Light");
    ui.horizontal_wrapped(|ui| {
        ui.radio_value(&mut settings.theme, ThemeChoice::Light, "By day");
        ui.add_space(theme::APART);
        ui.radio_value(&mut settings.theme, ThemeChoice::Dark, "By lamplight");
    });
    aside_ui(ui, "By lamplight, ink and paper change places.");
}

fn colors_ui(settings: &mut Settings, ui: &mut Ui) {
    heading_ui(ui, "Colours of the peoples");
    ui.horizontal_wrapped(|ui| {
        ui.radio_value(&mut settings.colors, ColorChoice::Classic, "As in the box");
        ui.add_space(theme::APART);
        ui.radio_value(&mut settings.colors, ColorChoice::ColorBlind, "For every eye");
    });
    aside_ui(ui, "For every eye, they differ also for those who see no red or no green.");
    ui.add_space(theme::NEAR);
    ui.horizontal_wrapped(|ui| {
        for livery in Livery::ALL {
            swatch_ui(livery, ui);
        }
    });
}

/// A livery with its figures and its name.
fn swatch_ui(livery: Livery, ui: &mut Ui) {
    let colors = theme::palette(ui.ctx());
    let (place, response) = ui.allocate_exact_size(vec2(118.0, 34.0), Sense::hover());
    response.widget_info(|| {
        eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Label, true, livery.name())
    });
    let edge = Stroke::new(1.0, colors.crease);
    ui.painter().rect(place, 3.0, colors.livery(livery), edge, StrokeKind::Inside);
    let font = theme::strong(14.0);
    let color = colors.figures(livery);
    ui.painter().text(place.center(), Align2::CENTER_CENTER, livery.name(), font, color);
}

fn motion_ui(settings: &mut Settings, ui: &mut Ui) {
    heading_ui(ui, "Motion");
    ui.checkbox(&mut settings.reduced_motion, "Reduced motion: nothing slides or tumbles");
}

fn pace_ui(settings: &mut Settings, ui: &mut Ui) {
    heading_ui(ui, "How fast the computer plays");
    ui.horizontal_wrapped(|ui| {
        for pace in Pace::ALL {
            ui.radio_value(&mut settings.pace, pace, pace.name());
            ui.add_space(theme::APART);
        }
    });
    aside_ui(ui, settings.pace.about());
}
