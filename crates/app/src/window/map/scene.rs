//! What is painted once and kept: for each change of the war, and for each move of the camera.

use super::arrows::{self, Move};
use super::camera::{Camera, Viewport};
use super::layer::Layer;
use super::names::{Names, Store, Writer, letters};
use super::stacks::{self, Laid, Stack};
use super::terrain::{self, Terrain};
use super::{WEST, World, towns};
use crate::window::pieces::Emphasis;
use crate::window::table::{TableContext, Target};
use crate::window::theme::{self, Palette};
use diadem_campaign::ids::{CitySet, ProvinceSet};
use diadem_campaign::state::Place;
use eframe::egui::layers::ShapeIdx;
use eframe::egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, Ui, Vec2, pos2};
use std::sync::Arc;

/// The map as the war stands.
pub struct Scene {
    version: u64,
    colors: Palette,
    water: Layer,
    land: Layer,
    towns: Layer,
    /// Every stack.
    pub stacks: Vec<Stack>,
    /// Provinces that can be clicked now.
    pub provinces: ProvinceSet,
    /// Cities that can be clicked now.
    pub cities: CitySet,
    /// The last moves, the latest first.
    pub moves: Vec<Move>,
    /// How many moves were made so far.
    pub moves_made: usize,
}

impl Scene {
    /// Paints the war as it stands.
    pub fn new(cx: &TableContext<'_>, world: &World) -> Option<Scene> {
        let (campaign, state) = cx.table.campaign()?;
        let (atlas, board) = (&world.atlas, &campaign.board);
        let answered = |target| cx.table.answers_at(target).next().is_some();
        let provinces = terrain::marked(board, |province| answered(Target::Province(province)));
        let cities = board.cities().filter(|&city| answered(Target::City(city))).collect();
        let colors = &cx.colors;
        let painted = Terrain { atlas, campaign, state, colors, eligible: provinces };
        let (moves_made, moves) = arrows::last_moves(cx.table, 3);
        Some(Scene {
            version: cx.table.version(),
            colors: *colors,
            water: painted.water(),
            land: painted.land(&world.ornaments),
            towns: towns::towns(atlas, campaign, state, colors, cities),
            stacks: stacks::stacks(cx.table, campaign, state),
            provinces,
            cities,
            moves,
            moves_made,
        })
    }

    /// Whether it shows the war as it stands.
    pub fn is_for(&self, cx: &TableContext<'_>) -> bool {
        self.version == cx.table.version() && self.colors == cx.colors
    }

    /// Where something can be clicked.
    pub fn wanted(&self, world: &World) -> Vec<Pos2> {
        let eligible = |stack: &&Stack| {
            let waits = |emphasis: Emphasis| emphasis == Emphasis::Eligible;
            stack.leaders.iter().any(|(_, one)| waits(one.emphasis))
                || stack.units.iter().any(|(_, one)| waits(one.emphasis))
        };
        let provinces = self.provinces.iter().map(|province| world.atlas.province(province).stand);
        let cities = self.cities.iter().map(|city| world.atlas.city(city).at);
        let stacks = self.stacks.iter().filter(eligible).map(|stack| anchor(world, stack));
        provinces.chain(cities).chain(stacks).collect()
    }

    /// How the map is opened: on the west, unless what can be done lies elsewhere.
    pub fn opening(&self, world: &World, view: Rect) -> Camera {
        let sheet = world.atlas.sheet;
        let wanted = self.wanted(world);
        let west = Camera::filling(sheet, view, WEST);
        let seen = west.seen(view).shrink(40.0);
        match wanted.first() {
            Some(&first) if !wanted.iter().all(|&at| seen.contains(at)) => {
                let around = Rect::from_points(&wanted);
                let fits = around.width() < seen.width() && around.height() < seen.height();
                let center = if fits { around.center() } else { first };
                Camera::filling(sheet, view, center)
            }
            _ => west,
        }
    }
}

/// Where a stack stands on the sheet.
pub fn anchor(world: &World, stack: &Stack) -> Pos2 {
    match stack.place {
        Place::City(city) => world.atlas.city(city).at,
        _ => world.atlas.province(stack.province).stand,
    }
}

/// Somebody arriving: he is shown on his way for a moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slide {
    /// The move.
    pub of: Move,
    began: f64,
}

/// How long a counter slides, in seconds.
const SLIDING: f64 = 0.2;

impl Slide {
    /// A slide that begins now.
    pub fn begin(of: Move, ui: &Ui) -> Slide {
        Slide { of, began: ui.input(|input| input.time) }
    }

    /// How much of the way is left, 1 to 0; nothing once he has arrived.
    pub fn left(self, ui: &Ui) -> Option<f32> {
        let passed = ui.input(|input| input.time) - self.began;
        let part = (1.0 - passed / SLIDING) as f32;
        // Quick at first, then slower.
        (part > 0.0).then_some(part * part)
    }
}

/// The map under a camera.
pub struct Placed {
    key: Key,
    /// How full the store of letters was.
    letters: f32,
    water: Arc<Mesh>,
    land: Arc<Mesh>,
    towns: Arc<Mesh>,
    /// Every name.
    pub names: Names,
    /// Where each stack is drawn.
    pub stacks: Vec<Laid>,
}

#[derive(Clone, Copy, PartialEq)]
struct Key {
    version: u64,
    colors: Palette,
    camera: Camera,
    view: Rect,
    pixels_per_point: f32,
}

impl Key {
    fn of(ui: &Ui, scene: &Scene, camera: Camera, view: Rect) -> Key {
        let pixels_per_point = ui.pixels_per_point();
        Key { version: scene.version, colors: scene.colors, camera, view, pixels_per_point }
    }

    /// Whether only the camera differs.
    fn is_of_same_scene(&self, other: &Key) -> bool {
        (self.version, self.colors) == (other.version, other.colors)
    }
}

/// How thick lines are: they grow slower than the map.
fn breadth(camera: Camera) -> f32 {
    camera.scale.powf(0.35).clamp(0.8, 1.7)
}

impl Placed {
    /// Places everything under a camera, in the memory of what was placed before.
    pub fn new(
        cx: &TableContext<'_>,
        ui: &Ui,
        world: &World,
        scene: &Scene,
        viewport: Viewport,
        old: Option<Placed>,
        store: &mut Store,
    ) -> Placed {
        let Viewport { camera, rect: view } = viewport;
        let key = Key::of(ui, scene, camera, view);
        let breadth = breadth(camera);
        let old = old.filter(|old| old.key.is_of_same_scene(&key));
        let [water, land, towns] = match old {
            Some(old) => [Some(old.water), Some(old.land), Some(old.towns)],
            None => [None, None, None],
        };
        let place = |layer: &Layer, old: Option<Arc<Mesh>>| match old {
            Some(mut mesh) => {
                layer.place(camera, view, breadth, Arc::make_mut(&mut mesh));
                mesh
            }
            None => Arc::new(layer.placed(camera, view, breadth)),
        };
        let to_screen = |at| camera.to_screen(view, at);
        let anchors: Vec<Pos2> =
            scene.stacks.iter().map(|stack| to_screen(anchor(world, stack))).collect();
        let square = Vec2::splat(towns::HALF * 2.0 * breadth + 2.0);
        let cities: Vec<Rect> = (world.atlas.cities.iter())
            .map(|city| Rect::from_center_size(to_screen(city.at), square))
            .collect();
        let fits = |stack: &Stack, at: Pos2| {
            world.atlas.province(stack.province).contains(camera.to_sheet(view, at))
        };
        let stacks = stacks::lay_all(&scene.stacks, &anchors, &cities, camera.scale, fits);
        let taken: Vec<Rect> = stacks.iter().map(|laid| laid.bounds.expand(2.0)).collect();
        let names = match cx.table.campaign() {
            Some((campaign, state)) => Writer {
                painter: ui.painter(),
                atlas: &world.atlas,
                campaign,
                state,
                colors: &cx.colors,
                camera,
                view,
            }
            .names(&taken, store),
            None => Names::default(),
        };
        Placed {
            key,
            letters: letters(ui.ctx()),
            water: place(&scene.water, water),
            land: place(&scene.land, land),
            towns: place(&scene.towns, towns),
            names,
            stacks,
        }
    }

    /// Whether it shows the scene under this camera.
    pub fn is_for(&self, ui: &Ui, scene: &Scene, camera: Camera, view: Rect) -> bool {
        // Once egui has emptied its store of letters, names laid out before point at others.
        self.key == Key::of(ui, scene, camera, view) && letters(ui.ctx()) >= self.letters
    }

    /// The camera it is placed under.
    pub fn camera(&self) -> Camera {
        self.key.camera
    }

    /// How thick lines are at this distance.
    pub fn breadth(&self) -> f32 {
        breadth(self.key.camera)
    }

    /// Paints land, water and names; gives the place between land and names that rings are set in.
    pub fn paint(&self, painter: &Painter, world: &World, colors: Palette) -> ShapeIdx {
        painter.add(Arc::clone(&self.water));
        painter.add(self.shore(world, colors));
        painter.add(Arc::clone(&self.land));
        // What follows is clipped a hair otherwise, so that egui begins new triangles for it instead of
        // letting those of the land grow, which would move megabytes in every frame.
        let over = painter.with_clip_rect(painter.clip_rect().shrink(0.01));
        let rings = over.add(Shape::Noop);
        over.add(Arc::clone(&self.towns));
        over.extend(self.names.shapes.iter().cloned());
        rings
    }

    /// The soft shore over the sea.
    fn shore(&self, world: &World, colors: Palette) -> Shape {
        let Key { camera, view, .. } = self.key;
        let mut mesh = Mesh::with_texture(world.shore.id());
        let corner = |at: Vec2| camera.to_screen(view, at.to_pos2());
        let place = Rect::from_min_max(corner(Vec2::ZERO), corner(world.atlas.sheet));
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let tint: Color32 = theme::mix(colors.river, colors.coast, 0.3);
        mesh.add_rect_with_uv(place, whole, tint.gamma_multiply(0.75));
        Shape::mesh(mesh)
    }
}
