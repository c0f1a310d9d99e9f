//! The one way to ask again before something is done that cannot be mended: what is lost by it, the way back, and
//! the deed. It stands in the middle of the window, never where the answer was that led to it.

use super::theme::{self, Palette};
use eframe::egui::{Align, Align2, Id, Layout, Modal, RichText, Ui, vec2};

/// A question that must be answered before anything else.
pub struct Confirm<'a> {
    /// What is about to be done, as a question.
    pub title: &'a str,
    /// What would be lost, a line each.
    pub lines: &'a [String],
    /// Doing it.
    pub yes: &'a str,
    /// Not doing it.
    pub no: &'a str,
}

/// What was answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirmed {
    /// Do it.
    Yes,
    /// Leave it.
    No,
}

impl Confirm<'_> {
    /// Shows it; gives the answer once there is one. Escape and a click beside it mean no; Enter by itself
    /// means nothing.
    pub fn show(&self, colors: &Palette, ui: &Ui) -> Option<Confirmed> {
        let id = Id::unique("confirm");
        let area = Modal::default_area(id).anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0));
        let shown = Modal::new(id).area(area).frame(theme::dialog_frame(colors)).show(ui, |ui| {
            ui.set_width((ui.ctx().content_rect().width() * 0.5).min(420.0));
            ui.label(RichText::new(self.title).font(theme::book(24.0)));
            ui.add_space(theme::NEAR);
            for line in self.lines {
                ui.label(line);
            }
            ui.add_space(theme::NEAR * 2.0);
            ui.horizontal(|ui| {
                let no = ui.add(theme::strong_button(colors, self.no));
                let yes = ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.button(self.yes).clicked()
                });
                match (yes.inner, no.clicked()) {
                    (true, _) => Some(Confirmed::Yes),
                    (false, true) => Some(Confirmed::No),
                    (false, false) => None,
                }
            })
            .inner
        });
        shown.inner.or(shown.should_close().then_some(Confirmed::No))
    }
}
