//! The silhouettes: triangles made once, put into their place whenever they are drawn.

use super::Silhouette;
use super::drawings::{self, Part};
use super::outline::{Outline, fitted};
use crate::window::theme::Livery;
use eframe::egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, Vec2, vec2};
use std::sync::OnceLock;

/// How large every drawing is in its own measure.
const SIZE: Vec2 = vec2(100.0, 80.0);

/// The pictures there are: heavy foot has two, by who it is.
const PICTURES: [&[Part]; 11] = [
    drawings::PHALANX,
    drawings::HOPLITE,
    drawings::FOOTMAN,
    drawings::PELTAST,
    drawings::ARCHER,
    drawings::LANCER,
    drawings::RIDER,
    drawings::HORSE_ARCHER,
    drawings::ELEPHANT,
    drawings::CHARIOT,
    drawings::ENGINE,
];

const fn picture_of(silhouette: Silhouette, livery: Livery) -> usize {
    match (silhouette, livery) {
        (Silhouette::HeavyInfantry, Livery::Macedonian) => 0,
        (Silhouette::HeavyInfantry, _) => 1,
        (Silhouette::Infantry, _) => 2,
        (Silhouette::LightInfantry, _) => 3,
        (Silhouette::Archer, _) => 4,
        (Silhouette::HeavyCavalry, _) => 5,
        (Silhouette::LightCavalry, _) => 6,
        (Silhouette::HorseArcher, _) => 7,
        (Silhouette::Elephant, _) => 8,
        (Silhouette::Chariot, _) => 9,
        (Silhouette::SiegeTrain, _) => 10,
    }
}

/// A drawing in triangles: each outline, and whether it is cut out.
type Picture = Vec<(Outline, Tone)>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tone {
    Dark = 0,
    Pale = 1,
}

fn pictures() -> &'static [Picture] {
    static PICTURES_CUT: OnceLock<Vec<Picture>> = OnceLock::new();
    PICTURES_CUT.get_or_init(|| PICTURES.iter().map(|parts| cut(parts)).collect())
}

fn cut(parts: &[Part]) -> Picture {
    let at = |[x, y]: [f32; 2]| Pos2::new(x, y);
    let mut picture = Picture::new();
    for &part in parts {
        match part {
            Part::Dark(path) => {
                picture.extend(Outline::of_path(path).into_iter().map(|ring| (ring, Tone::Dark)));
            }
            Part::Pale(path) => {
                picture.extend(Outline::of_path(path).into_iter().map(|ring| (ring, Tone::Pale)));
            }
            Part::Stroke(from, to, width) => {
                picture.push((Outline::of_stroke(at(from), at(to), width), Tone::Dark));
            }
            Part::Scratch(from, to, width) => {
                picture.push((Outline::of_stroke(at(from), at(to), width), Tone::Pale));
            }
            Part::Disc(middle, radius) => {
                picture.push((Outline::of_disc(at(middle), radius), Tone::Dark));
            }
            Part::Hole(middle, radius) => {
                picture.push((Outline::of_disc(at(middle), radius), Tone::Pale));
            }
        }
    }
    picture
}

/// Draws a silhouette into a place, as large as fits, in ink and the colour behind it.
pub(super) fn draw(
    painter: &Painter,
    into: Rect,
    silhouette: Silhouette,
    livery: Livery,
    tones: [Color32; 2],
) {
    let Some(picture) = pictures().get(picture_of(silhouette, livery)) else { return };
    let place = fitted(into, SIZE);
    let feather = 1.0 / painter.pixels_per_point();
    let mut mesh = Mesh::default();
    for (outline, tone) in picture {
        outline.fill(&mut mesh, tones[*tone as usize], feather, &place);
    }
    painter.add(Shape::mesh(mesh));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawing_can_be_cut_and_stays_in_its_frame() {
        assert_eq!(pictures().len(), PICTURES.len());
        let frame = Rect::from_min_size(Pos2::ZERO, SIZE).expand(5.0);
        for (number, picture) in pictures().iter().enumerate() {
            let mut mesh = Mesh::default();
            for (outline, _) in picture {
                outline.fill(&mut mesh, Color32::BLACK, 0.0, |place| place);
            }
            assert!(mesh.is_valid() && !mesh.is_empty(), "{number}");
            for vertex in &mesh.vertices {
                assert!(frame.contains(vertex.pos), "{number} at {:?}", vertex.pos);
            }
        }
    }
}
