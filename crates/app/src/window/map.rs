//! The map of the campaign.
//!
//! What follows from the war is painted once for each change of it ([`Scene`]), what follows from
//! the camera once for each move of it ([`Placed`]); a frame in which nothing happens paints what
//! is there already. Everything that can be clicked is a widget with a name, for those who do not
//! see it and for tests.

mod arrows;
mod atlas;
pub(super) mod camera;
pub(super) mod controls;
mod fan;
mod files;
mod geometry;
mod hands;
pub(super) mod layer;
mod marks;
mod names;
mod scene;
mod ships;
mod shore;
mod stacks;
mod terrain;
#[cfg(test)]
mod tests;
mod towns;
mod widgets;

use super::table::{Focus, TableContext};
use atlas::Atlas;
use camera::{Camera, Viewport};
use diadem_campaign::Campaign;
use diadem_campaign::board::Board;
use diadem_campaign::data::DataError;
use diadem_campaign::powers::Power;
use diadem_campaign::state::Place;
use eframe::egui::{Align2, Pos2, Rect, Sense, TextureHandle, Ui, Vec2, pos2};
use hands::Menu;
use marks::Ornament;
use scene::{Placed, Scene, Slide};

/// How the player looks at the map.
#[derive(Default)]
pub struct MapLook {
    world: Option<Result<World, DataError>>,
    /// Where the player looks, once he has moved the map.
    camera: Option<Camera>,
    /// How the map was opened in a view of this size.
    opened: Option<(Vec2, Camera)>,
    scene: Option<Scene>,
    placed: Option<Placed>,
    /// Names as they were laid out.
    letters: names::Store,
    /// The stack that is spread out.
    fan: Option<(Place, Power)>,
    /// Answers to choose from.
    menu: Option<Menu>,
    /// Who is just arriving.
    slide: Option<Slide>,
    /// What was looked at last.
    focus: Option<Focus>,
}

/// What never changes while the program runs.
struct World {
    atlas: Atlas,
    ornaments: Vec<Ornament>,
    shore: TextureHandle,
}

impl World {
    fn load(ui: &Ui, campaign: &Campaign) -> Result<World, DataError> {
        let atlas = Atlas::load(&campaign.board)?;
        let ornaments = marks::ornaments(&campaign.board, &atlas);
        let shore = shore::texture(ui.ctx(), &atlas);
        keep_memory();
        Ok(World { atlas, ornaments, shore })
    }
}

/// Lets the allocator keep what a frame needs: egui makes the triangles of every frame anew, and glibc
/// gives blocks of that size back to the system at once, to ask for fresh pages in the next frame,
/// which took three quarters of its time. Once a larger block has come and gone it keeps them.
/// Nothing is written to the block, so it costs no memory; other allocators do not mind.
fn keep_memory() {
    const LARGE: usize = 16 << 20;
    drop(std::hint::black_box(Vec::<u8>::with_capacity(LARGE)));
}

/// Whether a board can be drawn: everything on it has its place on the sheet.
pub fn fits(board: &Board) -> Result<(), DataError> {
    Atlas::load(board).map(drop)
}

/// The map with everything on it.
pub fn map_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let Some((campaign, _)) = cx.table.campaign() else { return };
    let mut look = std::mem::take(&mut cx.look.map);
    let world = look.world.take().unwrap_or_else(|| World::load(ui, campaign));
    match &world {
        Ok(world) => show(cx, &mut look, world, ui),
        Err(error) => trouble(cx, error, ui),
    }
    look.world = Some(world);
    cx.look.map = look;
}

/// A map that cannot be read is told; the game goes on with the panel alone.
fn trouble(cx: &TableContext<'_>, error: &DataError, ui: &Ui) {
    let words = format!("The map cannot be drawn: {error}.");
    let font = super::theme::book(20.0);
    let place = ui.max_rect().center();
    ui.painter().text(place, Align2::CENTER_CENTER, words, font, cx.colors.ink);
}

fn show(cx: &mut TableContext<'_>, look: &mut MapLook, world: &World, ui: &mut Ui) {
    let view = ui.available_rect_before_wrap();
    let map = ui.allocate_rect(view, Sense::CLICK | Sense::DRAG);
    if !view.is_positive() {
        return;
    }
    let sheet = world.atlas.sheet;
    refresh(cx, look, world, ui, view);
    let Some(scene) = &look.scene else { return };
    let (_, opened) = *match &mut look.opened {
        Some(opened) if opened.0 == view.size() => opened,
        stale => stale.insert((view.size(), scene.opening(world, view))),
    };
    let camera = look.camera.unwrap_or(opened).within(sheet, view);
    let camera = controls::steer(ui, &map, sheet, view, camera);
    let placed = match look.placed.take() {
        Some(placed) if placed.is_for(ui, scene, camera, view) => placed,
        old => Placed::new(
            cx,
            ui,
            world,
            scene,
            Viewport { camera, rect: view },
            old,
            &mut look.letters,
        ),
    };
    ui.painter().rect_filled(view, 0.0, cx.colors.frame);
    let rings = placed.paint(&ui.painter_at(view), world, cx.colors);
    let hands = widgets::Hands { world, scene, placed: &placed, camera, view, map, rings };
    let done = hands.ui(cx, ui, look.fan, look.slide);
    look.slide = done.slide;
    let menu = look.menu.take().and_then(|menu| hands::menu_ui(cx, ui, view, menu));
    look.menu = done.menu.or(menu);
    look.fan = done.fan;
    let mut camera = done.turned_to.map_or(camera, |at| camera.turned_to(sheet, view, at));
    camera = controls::buttons_ui(ui, &cx.colors, sheet, view, camera);
    camera = controls::overview_ui(ui, &cx.colors, &world.atlas, view, camera);
    if camera != placed.camera() {
        ui.request_repaint();
    }
    look.camera = Some(camera).filter(|&camera| look.camera.is_some() || camera != opened);
    look.placed = Some(placed);
}

/// Paints anew what has changed, and turns the map to what is asked about.
fn refresh(cx: &TableContext<'_>, look: &mut MapLook, world: &World, ui: &Ui, view: Rect) {
    let stale = !look.scene.as_ref().is_some_and(|scene| scene.is_for(cx));
    if stale {
        let Some(scene) = Scene::new(cx, world) else { return };
        let old = look.scene.take();
        let moved = old.as_ref().is_some_and(|old| old.moves_made < scene.moves_made);
        if moved && !cx.settings.reduced_motion {
            look.slide = scene.moves.first().map(|&latest| Slide::begin(latest, ui));
        }
        if let Some(camera) = look.camera.or(look.opened.map(|(_, camera)| camera)) {
            let seen = camera.seen(view);
            let mut wanted = scene.wanted(world);
            if let Some(happened) = cx.table.last_happened_at().filter(|_| cx.is_followed()) {
                wanted = vec![place_of(world, happened)];
            }
            if let Some(&first) =
                wanted.first().filter(|_| !wanted.iter().any(|&at| seen.contains(at)))
            {
                look.camera = Some(camera.turned_to(world.atlas.sheet, view, first));
            }
        }
        look.scene = Some(scene);
    }
    let focus = cx.table.focus();
    if focus != look.focus {
        look.focus = focus;
        let camera = look.camera.or(look.opened.map(|(_, camera)| camera));
        if let (Some(camera), Some(at)) = (camera, focus.map(|focus| place_of(world, focus)))
            && !camera.seen(view).contains(at)
        {
            look.camera = Some(camera.turned_to(world.atlas.sheet, view, at));
        }
    }
}

/// Where something that is looked at lies.
fn place_of(world: &World, focus: Focus) -> Pos2 {
    match focus {
        Focus::Province(province) => world.atlas.province(province).label.at,
        Focus::City(city) => world.atlas.city(city).at,
    }
}

/// Where the war begins: where the map is opened when nobody is asked anything.
const WEST: Pos2 = pos2(640.0, 440.0);
