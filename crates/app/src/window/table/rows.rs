//! Rows of the panel: something with a picture, a name, a detail, and perhaps something to do.

use super::TableContext;
use crate::window::figures;
use crate::window::pieces::{self, Counter, Emphasis, Medallion};
use crate::window::theme;
use diadem_campaign::ids::{LeaderId, UnitId};
use diadem_core::Rule;
use eframe::egui::{
    Align, Color32, Label, Layout, Rect, Response, RichText, Role, Sense, Shape, Stroke, Ui,
    WidgetInfo, pos2, vec2,
};

const HEIGHT: f32 = 38.0;
const PICTURE: f32 = 34.0;

/// What stands at the left of a row.
#[derive(Clone, Copy)]
pub(in crate::window) enum Picture {
    /// Nothing.
    None,
    /// A unit.
    Counter(Counter),
    /// A leader.
    Medallion(Medallion),
}

/// A row.
pub(in crate::window) struct Row {
    /// At the left.
    pub picture: Picture,
    /// What it is.
    pub label: String,
    /// More about it, at the right.
    pub detail: String,
    /// Whether it can be chosen.
    pub enabled: bool,
    /// Whether it has been chosen.
    pub chosen: bool,
    /// Whether it is seldom meant.
    pub faint: bool,
}

impl Row {
    /// A row that can be chosen.
    pub(in crate::window) fn new(label: impl Into<String>) -> Row {
        Row {
            picture: Picture::None,
            label: label.into(),
            detail: String::new(),
            enabled: true,
            chosen: false,
            faint: false,
        }
    }

    pub(in crate::window) fn detail(self, detail: impl Into<String>) -> Row {
        Row { detail: detail.into(), ..self }
    }

    pub(in crate::window) fn picture(self, picture: Picture) -> Row {
        Row { picture, ..self }
    }

    /// Can be chosen, but is seldom meant.
    pub(in crate::window) fn faint(self) -> Row {
        Row { faint: true, ..self }
    }

    pub(in crate::window) fn disabled(self) -> Row {
        Row { enabled: false, ..self }
    }

    pub(in crate::window) fn chosen(self) -> Row {
        Row { chosen: true, enabled: false, ..self }
    }

    /// Shows it; a click chooses it.
    pub(in crate::window) fn show(&self, cx: &TableContext<'_>, ui: &mut Ui) -> Response {
        let colors = &cx.colors;
        let is_plain = (self.enabled || self.chosen) && !self.faint;
        let ink = if is_plain { colors.ink } else { colors.faint_ink };
        let before_text = match self.picture {
            Picture::None => 10.0,
            Picture::Counter(_) => 16.0 + pieces::COUNTER.x * (PICTURE / pieces::COUNTER.y),
            Picture::Medallion(_) => 16.0 + PICTURE,
        };
        let detail = ui.painter().layout_no_wrap(self.detail.clone(), theme::plain(14.0), ink);
        let room = (ui.available_width() - before_text - detail.size().x - 16.0).max(40.0);
        let (label, font) = (self.label.clone(), theme::plain(16.0));
        let mut job = eframe::egui::text::LayoutJob::simple(label, font, ink, room);
        job.wrap.max_rows = 2;
        let text = ui.painter().layout_job(job);
        let size = vec2(ui.available_width(), HEIGHT.max(text.size().y + 10.0));
        let (place, response) = ui.allocate_exact_size(size, self.sense());
        if self.enabled {
            cx.note_answer(&response);
        }
        let (enabled, label) = (self.enabled, self.label.clone());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, &label));
        if !ui.is_rect_visible(place) {
            return response;
        }
        let painter = ui.painter();
        if self.enabled {
            let lit = response.hovered() || response.has_focus();
            let part = if self.faint { 0.06 } else { 0.22 };
            let fill = if lit { colors.gold } else { theme::mix(colors.panel, colors.gold, part) };
            painter.rect_filled(place.shrink2(vec2(0.0, 1.5)), 4.0, fill);
        }
        let left = place.left() + 6.0;
        match self.picture {
            Picture::None => {}
            Picture::Counter(counter) => {
                let size = pieces::COUNTER * (PICTURE / pieces::COUNTER.y);
                let at = Rect::from_min_size(pos2(left, place.center().y - size.y / 2.0), size);
                pieces::counter(painter, colors, at, &counter);
            }
            Picture::Medallion(leader) => {
                let center = pos2(left + PICTURE / 2.0, place.center().y);
                pieces::medallion(painter, colors, center, PICTURE * 0.42, &leader);
            }
        }
        let right = place.right() - 8.0;
        let middle = |height: f32| place.center().y - height / 2.0;
        painter.galley(pos2(place.left() + before_text, middle(text.size().y)), text, ink);
        painter.galley(pos2(right - detail.size().x, middle(detail.size().y)), detail, ink);
        if self.chosen {
            let foot = pos2(right - 7.0, place.center().y + 5.0);
            let tick = vec![foot + vec2(-5.0, -5.0), foot, foot + vec2(8.0, -11.0)];
            painter.add(Shape::line(tick, Stroke::new(2.2, colors.metal_dark)));
        }
        response
    }

    fn sense(&self) -> Sense {
        if self.enabled { Sense::click() } else { Sense::hover() }
    }
}

/// The picture of a unit.
pub(in crate::window) fn unit_picture(cx: &TableContext<'_>, unit: UnitId) -> Picture {
    cx.table.campaign().map_or(Picture::None, |(campaign, state)| {
        Picture::Counter(figures::counter(campaign, state, unit, Emphasis::Plain))
    })
}

/// The picture of a leader.
pub(in crate::window) fn leader_picture(cx: &TableContext<'_>, leader: LeaderId) -> Picture {
    cx.table.campaign().map_or(Picture::None, |(campaign, state)| {
        Picture::Medallion(figures::medallion(campaign, state, leader, Emphasis::Plain))
    })
}

/// The title of a section.
pub(in crate::window) fn title(ui: &mut Ui, words: &str) {
    ui.add_space(theme::NEAR);
    ui.label(RichText::new(words).font(theme::strong(17.0)));
}

/// How much of a line a figure may take.
const MOST_OF_A_LINE: f32 = 0.7;

/// A line with a figure, and its rule at the right edge in grey. Words that do not fit beside the figure
/// are broken, never overlaid; a figure that leaves them no room comes below them.
pub(in crate::window) fn line(ui: &mut Ui, words: &str, figure: &str, rule: Option<Rule>) {
    let font = theme::strong(16.0);
    let long = ui.painter().layout_no_wrap(figure.to_owned(), font, Color32::PLACEHOLDER).size().x;
    if long > ui.available_width() * MOST_OF_A_LINE && rule.is_none() {
        ui.add(Label::new(words).wrap());
        ui.with_layout(Layout::top_down(Align::RIGHT), |ui| {
            ui.add(Label::new(RichText::new(figure).font(theme::strong(16.0))).wrap());
        });
        return;
    }
    ui.horizontal_top(|ui| {
        ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
            if let Some(rule) = rule {
                ui.label(RichText::new(rule.number()).small().weak());
            }
            if !figure.is_empty() {
                let figure = RichText::new(figure).font(theme::strong(16.0));
                ui.add(Label::new(figure).extend());
            }
            ui.with_layout(Layout::left_to_right(Align::TOP), |ui| {
                ui.add(Label::new(words).wrap());
            });
        });
    });
}

/// Sixths as a chance.
pub(in crate::window) fn percent(sixths: u8) -> String {
    format!("{}\u{a0}%", (u32::from(sixths) * 100 + 3) / 6)
}
