//! Names on the map: spaced, in italics, with a pale halo, where nothing else stands.

use super::atlas::{Atlas, Beside, City};
use super::camera::Camera;
use crate::window::theme::{self, Palette};
use diadem_campaign::ids::ProvinceId;
use diadem_campaign::{Campaign, State};
use eframe::egui::epaint::TextShape;
use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{
    Color32, Context, FontFamily, FontId, Galley, Painter, Pos2, Rect, Shape, Vec2, vec2,
};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

/// Every name as it is drawn, and where those of the provinces stand.
#[derive(Default)]
pub struct Names {
    /// What is drawn.
    pub shapes: Vec<Shape>,
    /// Where the name of each province stands.
    pub provinces: Vec<Rect>,
    /// Beside it, where the badge of land stands that feeds nobody any more.
    pub wastes: Vec<(ProvinceId, Pos2)>,
}

/// Names laid out before. egui forgets what one frame did not show, and would lay out every name again
/// whenever the wheel brings its size back.
#[derive(Default)]
pub struct Store {
    galleys: HashMap<Written, Arc<Galley>>,
    /// How full egui's store of letters was, and the pixels they were drawn for.
    letters: f32,
    pixels_per_point: f32,
}

/// A name in a size.
#[derive(PartialEq, Eq, Hash)]
struct Written {
    text: String,
    family: FontFamily,
    size: u32,
    spacing: u32,
}

impl Store {
    /// Throws everything away once its letters are no longer where they were.
    fn refresh(&mut self, painter: &Painter) {
        let (letters, pixels_per_point) = (letters(painter.ctx()), painter.pixels_per_point());
        let moved = self.pixels_per_point.to_bits() != pixels_per_point.to_bits();
        if letters < self.letters || moved {
            self.galleys.clear();
        }
        (self.letters, self.pixels_per_point) = (letters, pixels_per_point);
    }

    fn galley(&mut self, painter: &Painter, text: &str, font: FontId, spacing: f32) -> Arc<Galley> {
        let extra_letter_spacing = (font.size * spacing).round();
        let key = Written {
            text: text.to_owned(),
            family: font.family.clone(),
            size: font.size.to_bits(),
            spacing: extra_letter_spacing.to_bits(),
        };
        let galley = self.galleys.entry(key).or_insert_with_key(|key| {
            let format = TextFormat {
                font_id: font,
                extra_letter_spacing,
                color: Color32::PLACEHOLDER,
                ..TextFormat::default()
            };
            painter.layout_job(LayoutJob::single_section(key.text.clone(), format))
        });
        Arc::clone(galley)
    }
}

/// How full egui's store of letters is.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method alone is not general enough"
)]
pub fn letters(ctx: &Context) -> f32 {
    ctx.fonts(|fonts| fonts.font_atlas_fill_ratio())
}

/// How much of a province's name is a widget.
pub const FIELD: Vec2 = vec2(34.0, 14.0);

/// What names are made from.
pub struct Writer<'a> {
    /// Where they are laid out.
    pub painter: &'a Painter,
    /// Where everything lies.
    pub atlas: &'a Atlas,
    /// The rules half.
    pub campaign: &'a Campaign,
    /// How the war stands.
    pub state: &'a State,
    /// The colours in use.
    pub colors: &'a Palette,
    /// What is seen.
    pub camera: Camera,
    /// Where on the screen.
    pub view: Rect,
}

impl Writer<'_> {
    /// Lays every name out; those of provinces give way to what is `taken`.
    pub fn names(&self, taken: &[Rect], store: &mut Store) -> Names {
        store.refresh(self.painter);
        let mut names = Names::default();
        let sea = theme::mix(self.colors.river, self.colors.coast, 0.42);
        for (sea_zone, name) in self.campaign.board.seas().zip(&self.atlas.seas) {
            let text = &self.campaign.board[sea_zone].name;
            let font = theme::book_italic(self.size(name.size));
            let galley = store.galley(self.painter, text, font, 0.22);
            let place = Rect::from_center_size(self.to_screen(name.at), galley.size());
            names.shapes.push(written(place.min, &galley, sea));
        }
        for (island, name) in &self.atlas.islands {
            let font = theme::book_italic(self.size(name.size));
            let galley = store.galley(self.painter, &island.to_uppercase(), font, 0.1);
            let place = Rect::from_center_size(self.to_screen(name.at), galley.size());
            let ink = theme::mix(self.colors.ink, self.colors.land, 0.3);
            self.haloed(&mut names.shapes, place.min, &galley, ink);
        }
        let mut taken = taken.to_vec();
        self.cities(&mut names.shapes, &mut taken, store);
        self.provinces(&mut names, &mut taken, store);
        names
    }

    fn to_screen(&self, at: Pos2) -> Pos2 {
        self.camera.to_screen(self.view, at)
    }

    /// The size of letters on the screen: it grows a little slower than the map.
    fn size(&self, size: f32) -> f32 {
        theme::rung((size * self.camera.scale.powf(0.8)).clamp(10.0, 44.0))
    }

    fn haloed(&self, shapes: &mut Vec<Shape>, at: Pos2, galley: &Arc<Galley>, ink: Color32) {
        let halo = self.colors.parchment.gamma_multiply(0.5);
        for beside in [
            vec2(-1.4, 0.0),
            vec2(1.4, 0.0),
            vec2(-0.8, -1.3),
            vec2(0.8, -1.3),
            vec2(-0.8, 1.3),
            vec2(0.8, 1.3),
        ] {
            shapes.push(written(at + beside, galley, halo));
        }
        shapes.push(written(at, galley, ink));
    }

    /// The names of cities; they and their cities are then taken too.
    fn cities(&self, shapes: &mut Vec<Shape>, taken: &mut Vec<Rect>, store: &mut Store) {
        let square = vec2(16.0, 18.0) * self.camera.scale.powf(0.35);
        let at = |city: &City| Rect::from_center_size(self.to_screen(city.at), square);
        taken.extend(self.atlas.cities.iter().map(at));
        // From afar there is no room for names.
        if self.camera.scale < 0.62 {
            return;
        }
        let size = theme::rung((13.5 * self.camera.scale.powf(0.45)).clamp(12.0, 19.0));
        for (city, drawn) in self.campaign.board.cities().zip(&self.atlas.cities) {
            let founded = self.state.city(city).founded;
            let font = if founded { theme::book(size) } else { theme::book_italic(size) };
            let galley = store.galley(self.painter, &self.campaign.board[city].name, font, 0.0);
            let at = self.to_screen(drawn.at);
            let (wide, high) = (galley.size().x, galley.size().y);
            let gap = 10.0 * self.camera.scale.powf(0.3);
            let place = match drawn.name {
                Beside::Right => at + vec2(gap, -high / 2.0),
                Beside::Left => at + vec2(-gap - wide, -high / 2.0),
            };
            let ink = if founded { self.colors.ink } else { self.colors.faint_ink };
            self.haloed(shapes, place, &galley, ink);
            taken.push(Rect::from_min_size(place, galley.size()).shrink2(vec2(0.0, 3.0)));
        }
    }

    fn provinces(&self, names: &mut Names, taken: &mut Vec<Rect>, store: &mut Store) {
        let ink = theme::mix(self.colors.ink, self.colors.parchment, 0.1);
        for (province, drawn) in self.campaign.board.provinces().zip(&self.atlas.provinces) {
            let text = self.campaign.board[province].name.to_uppercase();
            let size = self.size(drawn.label.size);
            let galley = store.galley(self.painter, &text, theme::book_italic(size), 0.16);
            // The space after the last letter is no part of the name, nor is the room for accents.
            let room = galley.size() * vec2(1.0, 0.72);
            let at = self.to_screen(drawn.label.at);
            let free = |at: Pos2, room: Vec2| {
                let place = Rect::from_center_size(at, room);
                !taken.iter().any(|other| other.intersects(place))
                    && drawn.contains(self.camera.to_sheet(self.view, at))
            };
            let find =
                |room: Vec2| ASIDE.iter().map(|&aside| at + aside).find(|&at| free(at, room));
            // Where there is no room for all of it, its middle at least is free.
            let at = find(room).or_else(|| find(room.min(FIELD))).unwrap_or(at);
            let place = Rect::from_center_size(at, galley.size());
            if self.view.intersects(place) {
                self.haloed(&mut names.shapes, place.min + shift(size), &galley, ink);
            }
            let name = Rect::from_center_size(at, room);
            names.provinces.push(name);
            if self.state.depleted.contains(province) {
                let places = [
                    name.left_center() - vec2(12.0, 0.0),
                    name.right_center() + vec2(9.0, 0.0),
                    name.center_bottom() + vec2(0.0, 10.0),
                    name.center_top() - vec2(0.0, 11.0),
                ];
                let room = Vec2::splat(16.0);
                let place = places.into_iter().find(|&at| free(at, room)).unwrap_or(places[0]);
                names.wastes.push((province, place));
            }
            taken.push(name);
        }
    }
}

/// Where a name can go to when something stands in its way, the nearest first.
static ASIDE: LazyLock<Vec<Vec2>> = LazyLock::new(|| {
    let steps = || (-8i8..=8).map(|step| f32::from(step) * 10.0);
    let mut places: Vec<Vec2> =
        steps().flat_map(|right| steps().map(move |down| vec2(right, down))).collect();
    // To go up or down is less of a move than to go aside.
    places.sort_by(|a, b| {
        let far = |place: &Vec2| place.x.abs() * 1.3 + place.y.abs();
        far(a).total_cmp(&far(b))
    });
    places
});

/// Capitals sit high on their line; this brings their middle to the middle.
fn shift(size: f32) -> Vec2 {
    vec2(size * 0.06, -size * 0.02)
}

fn written(at: Pos2, galley: &Arc<Galley>, color: Color32) -> Shape {
    let mut text = TextShape::new(at, Arc::clone(galley), color);
    text.override_text_color = Some(color);
    Shape::Text(text)
}
