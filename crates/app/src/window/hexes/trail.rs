//! A way by dragging: whoever moves is pulled over the hexes that it shall enter, and goes when it is let go. What it
//! costs and who may answer is shown as for any other way. Let go where it cannot come to, it stays.

use super::choice::{Thing, way_to};
use super::field::{self, View};
use super::{HexesLook, Scene};
use crate::window::shortcut::Shortcut;
use crate::window::table::TableContext;
use diadem_hexes::{Hex, Question, UnitId};
use eframe::egui::{CursorIcon, Ui};

/// The hexes that a unit is pulled over, from where it stands.
pub(super) struct Trail {
    unit: UnitId,
    /// Those it stands in come first.
    hexes: Vec<Hex>,
    /// How many those are.
    own: usize,
}

impl Trail {
    /// Whoever moves may be pulled.
    pub(super) fn of(scene: &Scene<'_>, thing: Thing) -> Option<Trail> {
        let Some(Question::Move(unit)) = scene.question else { return None };
        if thing != Thing::Unit(unit) {
            return None;
        }
        let hexes: Vec<Hex> = scene.rules.hexes_of(scene.state, unit).iter().copied().collect();
        Some(Trail { unit, own: hexes.len(), hexes })
    }

    /// Leads on to a hex, over those between when the pointer was quick; back over itself, it grows shorter. Answers
    /// whether anything has changed.
    fn lead_to(&mut self, hex: Hex, view: &View<'_>) -> bool {
        let Some(&last) = self.hexes.last().filter(|&&last| last != hex) else { return false };
        let (from, to) = (view.sheet.center(last), view.sheet.center(hex));
        let steps = u16::from(last.distance(hex)) * 4;
        for step in 1..=steps {
            let at = from.lerp(to, f32::from(step) / f32::from(steps));
            let Some(passed) = view.sheet.hex_at(at) else { continue };
            match self.hexes.iter().position(|&known| known == passed) {
                Some(known) => self.hexes.truncate((known + 1).max(self.own)),
                None => self.hexes.push(passed),
            }
        }
        true
    }

    /// Whether the unit may enter a hex; one of two hexes also what lies beside, for its other half.
    fn admits(&self, hex: Hex) -> bool {
        let beside = u8::from(self.own > 1);
        self.hexes.iter().any(|known| known.distance(hex) <= beside)
    }

    /// Where it leads; nothing while it leads nowhere.
    fn end(&self) -> Option<Hex> {
        self.hexes.get(self.own..)?.last().copied()
    }
}

/// Follows the pointer, shows the way, and sets out when the button is let go.
pub(super) fn trail_ui(cx: &mut TableContext<'_>, look: &mut HexesLook, view: &View<'_>, ui: &Ui) {
    let Some(mut trail) = look.trail.take() else { return };
    let choice = view.scene.choice();
    let Some(choice) = choice.filter(|choice| choice.question == Question::Move(trail.unit)) else {
        return;
    };
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let under = pointer.filter(|&at| view.rect.contains(at));
    let under = under.and_then(|at| view.sheet.hex_at(view.camera.to_sheet(view.rect, at)));
    if under.is_some_and(|hex| trail.lead_to(hex, view)) {
        look.outlook = choice.rules.outlook_within(choice.state, &|hex| trail.admits(hex));
        // Ways are known by their places in the list, and that is another one now.
        look.way = None;
        ui.request_repaint();
    }
    field::show_way(look, &choice, trail.end());
    // The card tells of the way, not of who is pulled.
    look.thing = trail.end().map(Thing::Hex).or(look.thing);
    let is_given_up = Shortcut::BACK.pressed(ui);
    let is_held = ui.input(|input| input.pointer.primary_down());
    if is_held && !is_given_up {
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        look.trail = Some(trail);
        return;
    }
    // Let go beside the field, it stays too.
    let end = trail.end().filter(|&end| under == Some(end) && !is_given_up);
    match end.and_then(|hex| way_to(&look.outlook, choice.rules, trail.unit, hex)) {
        Some((end, _)) => field::send(cx, look, trail.unit, end),
        None => {
            look.outlook = choice.rules.outlook(choice.state);
            field::show_way(look, &choice, None);
        }
    }
}
