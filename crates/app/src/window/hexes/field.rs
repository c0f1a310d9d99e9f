//! The field: ground, overlays, counters and leaders, each of them a widget with a name.

#![expect(clippy::cast_precision_loss, reason = "small counts and small measures")]

use super::choice::{Choice, Thing, subject_of, way_to};
use super::counters::{Brush, Distance, Light, Spot, kind_name, livery};
use super::ground::Ground;
use super::motion::Motion;
use super::queued_steps::{QueuedSteps, way_to_ride};
use super::sheet::{RADIUS, Sheet, towards};
use super::{HexesLook, Scene, card, dragging, drawing_up, guide_pointer, overlays, panel, trail};
use crate::window::command::UiCommand;
use crate::window::map::camera::Camera;
use crate::window::map::controls;
use crate::window::pieces::{self, Emphasis, Medallion};
use crate::window::shortcut::Shortcut;
use crate::window::table::{TableCommand, TableContext};
use crate::window::theme;
use diadem_core::Text;
use diadem_handoff as war;
use diadem_hexes::{Action, Hex, LeaderId, Question, Readiness, UnitId, Vertex};
use eframe::egui::epaint::PathShape;
use eframe::egui::{
    Align2, Area, Frame, Id, Mesh, Order, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui,
    Vec2, WidgetInfo, vec2,
};
use std::sync::Arc;

/// The ground under a camera.
pub(super) struct Placed {
    camera: Camera,
    view: Rect,
    land: Arc<Mesh>,
    grid: Arc<Mesh>,
}

/// How near the battle is opened, as the radius of a hex.
const OPENED: f32 = 27.0;
/// From this radius on hexes have their numbers.
const NUMBERED: f32 = 24.0;

/// Everything needed to paint and click in one frame.
pub(super) struct View<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) sheet: Sheet,
    pub(super) camera: Camera,
    pub(super) rect: Rect,
    pub(super) motion: &'a Motion,
}

impl View<'_> {
    /// A place of the sheet on the screen.
    pub(super) fn at(&self, place: Pos2) -> Pos2 {
        self.camera.to_screen(self.rect, place)
    }

    /// The middle of a hex on the screen.
    pub(super) fn center(&self, hex: Hex) -> Pos2 {
        self.at(self.sheet.center(hex))
    }

    /// From the middle of a hex to its corners, on the screen.
    pub(super) fn radius(&self) -> f32 {
        RADIUS * self.camera.scale
    }

    /// How near one looks.
    pub(super) fn distance(&self) -> Distance {
        Distance::of(self.radius())
    }

    /// Where a unit's counter lies.
    pub(super) fn spot(&self, unit: UnitId) -> Option<Spot> {
        let rules = &self.scene.rules;
        let centers: Vec<Pos2> =
            rules.hexes_of(self.scene.state, unit).iter().map(|&hex| self.center(hex)).collect();
        let now = self.scene.state.unit(unit);
        let mut spot = Spot::of(now, rules.troops(unit).kind, &centers, self.radius())?;
        // 11.7: whoever stands behind another in the same hexes peeps out behind it.
        if let (Some(_), Some(ahead)) = (now.behind, spot.ahead) {
            spot.center -= ahead * spot.radius * 0.55;
        }
        let home = self.camera.to_sheet(self.rect, spot.center);
        let offset = self.motion.offset(unit, home) * self.camera.scale;
        Some(Spot { center: spot.center + offset, ..spot })
    }
}

/// Shows the field.
pub(super) fn field_ui(
    cx: &mut TableContext<'_>,
    look: &mut HexesLook,
    scene: &Scene<'_>,
    ui: &mut Ui,
) {
    let rect = ui.available_rect_before_wrap();
    let paper = ui.allocate_rect(rect, Sense::CLICK | Sense::DRAG);
    if !rect.is_positive() {
        return;
    }
    let sheet = Sheet::of(scene.rules.field());
    if look.ground.as_ref().is_some_and(|ground| !ground.is_of(&scene.rules)) {
        // Another battle of the same war: it is looked at from its own beginning.
        (look.ground, look.camera) = (None, None);
    }
    let camera = look.camera.unwrap_or_else(|| opening(scene, sheet, rect));
    let camera = controls::steer(ui, &paper, sheet.size(), rect, camera.within(sheet.size(), rect));
    let camera = follow(cx, look, scene, sheet, rect, camera);
    let mut motion = std::mem::take(&mut look.motion);
    motion.refresh(cx, scene, sheet, ui);
    let view = View { scene, sheet, camera, rect, motion: &motion };
    ground_ui(cx, look, &view, ui);
    look.thing = None;
    motion.paint_runs(&ui.painter_at(rect), &cx.colors, &view);
    overlays::overlays_ui(cx, look, &view, ui);
    let clicked = counters_ui(cx, look, &view, ui).or_else(|| {
        let pointer = paper.hover_pos().map(|at| camera.to_sheet(rect, at));
        let hex = pointer.and_then(|at| sheet.hex_at(at));
        if let Some(hex) = hex.filter(|_| look.thing.is_none()) {
            point(look, &view, Thing::Hex(hex));
        }
        let at = paper.interact_pointer_pos()?;
        paper.clicked().then_some((Thing::Hex(hex?), at))
    });
    if let Some((thing, at)) = clicked {
        click(cx, look, &view, thing, at);
    }
    overlays::foreseen_ui(cx, look, &view, ui);
    dragging::dragging_ui(cx, look, &view, ui);
    trail::trail_ui(cx, look, &view, ui);
    guide_pointer::guide_pointer_ui(cx, look, &view, ui);
    card::card_ui(look, &view, ui);
    look.motion = motion;
    // A fork that has just opened is not closed by the very click that opened it, however quick.
    let is_new = clicked.is_some() && look.fork.is_some();
    if fork_ui(cx, look, scene, ui) && !is_new {
        look.fork = None;
    }
    // What is open is closed by the key, and nothing else is done by it.
    let is_busy = look.fork.is_some()
        || look.held.is_some()
        || look.queued_steps.is_some()
        || look.ordered_next.is_some();
    if is_busy && Shortcut::BACK.pressed(ui) {
        (look.fork, look.held) = (None, None);
        (look.queued_steps, look.ordered_next) = (None, None);
    }
    let camera = controls::buttons_ui(ui, &cx.colors, sheet.size(), rect, camera);
    if Some(camera) != look.camera {
        look.camera = Some(camera);
        ui.request_repaint();
    }
}

/// The camera on whoever the question is about, or a lesson points at, when he is out of sight.
fn follow(
    cx: &TableContext<'_>,
    look: &mut HexesLook,
    scene: &Scene<'_>,
    sheet: Sheet,
    rect: Rect,
    camera: Camera,
) -> Camera {
    let shown = guide_pointer::unit(cx);
    let subject = shown.or_else(|| scene.choice().and_then(|choice| choice.subject()));
    let subject = subject.or_else(|| match cx.table.ask()?.question {
        war::Question::Hexes(question) if cx.is_followed() => subject_of(question),
        _ => None,
    });
    if std::mem::replace(&mut look.followed, subject) == subject {
        return camera;
    }
    let hex = subject.and_then(|unit| scene.state.unit(unit).hex());
    let center = hex.map(|hex| sheet.center(hex));
    // Whoever can be clicked is in sight: the field stays where it is under the pointer.
    let whole = rect.shrink(RADIUS * camera.scale * 0.7);
    let is_hidden = |at: &Pos2| !whole.contains(camera.to_screen(rect, *at));
    match center.filter(is_hidden) {
        Some(center) => Camera { center, ..camera }.within(sheet.size(), rect),
        None => camera,
    }
}

/// The camera as the battle begins: near enough to read, on whoever is asked first.
fn opening(scene: &Scene<'_>, sheet: Sheet, rect: Rect) -> Camera {
    let all: Vec<Pos2> = (scene.rules.units())
        .filter_map(|unit| scene.state.unit(unit).hex())
        .map(|hex| sheet.center(hex))
        .collect();
    let around = Rect::from_points(&all).expand(RADIUS * 2.0);
    let fits = (rect.width() / around.width()).min(rect.height() / around.height());
    let scale = fits.clamp(16.0 / RADIUS, OPENED * 1.3 / RADIUS);
    Camera { center: around.center(), scale }.within(sheet.size(), rect)
}

fn ground_ui(cx: &TableContext<'_>, look: &mut HexesLook, view: &View<'_>, ui: &Ui) {
    let colors = &cx.colors;
    if !look.ground.as_ref().is_some_and(|ground| ground.is_in(colors)) {
        look.ground = Some(Ground::of(&view.scene.rules, view.sheet, colors));
        look.placed = None;
    }
    let Some(ground) = &look.ground else { return };
    let (camera, rect) = (view.camera, view.rect);
    let placed = match look.placed.take() {
        Some(placed) if placed.camera == camera && placed.view == rect => placed,
        Some(mut placed) => {
            ground.land.place(camera, rect, camera.scale, Arc::make_mut(&mut placed.land));
            ground.grid.place(camera, rect, 1.0, Arc::make_mut(&mut placed.grid));
            Placed { camera, view: rect, ..placed }
        }
        None => Placed {
            camera,
            view: rect,
            land: Arc::new(ground.land.placed(camera, rect, camera.scale)),
            grid: Arc::new(ground.grid.placed(camera, rect, 1.0)),
        },
    };
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, colors.frame);
    painter.add(Arc::clone(&placed.land));
    // Clipped a hair otherwise, so that egui begins new triangles instead of letting the land's grow.
    painter.with_clip_rect(rect.shrink(0.01)).add(Arc::clone(&placed.grid));
    look.placed = Some(placed);
    if view.radius() >= NUMBERED {
        numbers_ui(cx, view, ui);
    }
    compass_ui(cx, view, ui);
}

/// The number of each hex in sight, small, at its upper side.
fn numbers_ui(cx: &TableContext<'_>, view: &View<'_>, ui: &Ui) {
    let painter = ui.painter_at(view.rect);
    let font = theme::plain(theme::rung(view.radius() * 0.24));
    let ink = cx.colors.faint_ink.gamma_multiply(0.8);
    let seen = view.rect.expand(view.radius());
    for hex in view.scene.rules.field().hexes() {
        let center = view.center(hex);
        if seen.contains(center) {
            let at = center - vec2(0.0, view.radius() * 0.84);
            painter.text(at, Align2::CENTER_TOP, hex, font.clone(), ink);
        }
    }
}

/// A small rose: which way is north on this map.
fn compass_ui(cx: &TableContext<'_>, view: &View<'_>, ui: &Ui) {
    let painter = ui.painter_at(view.rect);
    let center = view.rect.right_top() + vec2(-44.0, 44.0);
    painter.circle_filled(center, 25.0, cx.colors.panel.gamma_multiply(0.85));
    let points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
    let up = points.iter().position(|point| *point == view.scene.rules.battle().up).unwrap_or(0);
    let turned = -(up as f32) * 45f32.to_radians();
    let north = Vec2::angled(turned - 90f32.to_radians());
    for (way, color) in [(north, cx.colors.red), (-north, cx.colors.faint_ink)] {
        let beside = way.rot90() * 4.5;
        let needle = vec![center + way * 15.0, center + beside, center - beside];
        painter.add(Shape::Path(PathShape::convex_polygon(needle, color, Stroke::NONE)));
    }
    let at = center + north * 20.0;
    painter.text(at, Align2::CENTER_CENTER, "N", theme::strong(11.0), cx.colors.ink);
}

/// Shows everybody; gives what was clicked.
fn counters_ui(
    cx: &TableContext<'_>,
    look: &mut HexesLook,
    view: &View<'_>,
    ui: &Ui,
) -> Option<(Thing, Pos2)> {
    let scene = view.scene;
    let painter = ui.painter_at(view.rect);
    let (rules, state) = (&*scene.rules, scene.state);
    let brush = Brush { painter: &painter, colors: &cx.colors, rules, state };
    let choice = scene.choice();
    let drawn = || scene.draws.iter().copied().filter_map(drawing_up::thing_of).collect();
    let open = choice.map_or_else(drawn, |choice| choice.open(look.held));
    let chosen = choice.and_then(|choice| choice.subject());
    let leading = choice.and_then(|choice| choice.leader());
    let pointed = pointed_things(look, scene);
    let mut clicked = None;
    // Those behind others in the same hexes lie below them.
    let (front, rear): (Vec<UnitId>, Vec<UnitId>) =
        rules.units().partition(|&unit| state.unit(unit).behind.is_none());
    for unit in rear.into_iter().chain(front) {
        let Some(spot) = view.spot(unit) else { continue };
        if !view.rect.expand(spot.radius).intersects(spot.bounds()) {
            continue;
        }
        let thing = Thing::Unit(unit);
        let sense = dragging::sense(look, scene, thing);
        let label = || unit_label(scene, unit);
        let response = widget(ui, view.rect, spot.bounds(), thing, sense, label);
        dragging::lift(look, scene, thing, &response);
        let lit = if response.hovered() || pointed.contains(&thing) {
            Light::Pointed
        } else if chosen == Some(unit) || look.held == Some(thing) {
            Light::Chosen
        } else if open.contains(&thing) {
            Light::Eligible
        } else {
            Light::Plain
        };
        brush.unit(unit, &spot, lit);
        if response.has_focus() {
            brush.focus(spot.bounds());
        }
        note(look, view, &response, thing, &mut clicked);
    }
    view.motion.paint_marks(&brush, view);
    for leader in rules.leaders() {
        let Some(center) = leader_place(view, leader) else { continue };
        let radius = (view.radius() * 0.46).max(10.0);
        let bounds = Rect::from_center_size(center, Vec2::splat(radius * 1.7));
        if !view.rect.intersects(bounds) {
            continue;
        }
        let thing = Thing::Leader(leader);
        let sense = dragging::sense(look, scene, thing);
        let label = || leader_label(scene, leader);
        let response = widget(ui, view.rect, bounds, thing, sense, label);
        dragging::lift(look, scene, thing, &response);
        let is_lit = open.contains(&thing) || leading == Some(leader) || pointed.contains(&thing);
        let is_spent = state.leader(leader).readiness == Readiness::Finished;
        let emphasis = if is_lit || response.hovered() {
            Emphasis::Eligible
        } else if is_spent {
            Emphasis::Spent
        } else {
            Emphasis::Plain
        };
        let medallion = medallion(scene, leader, emphasis);
        if emphasis == Emphasis::Eligible {
            // A medallion is golden anyway, and so is parchment: a dark rim tells who can be chosen.
            let rim = Stroke::new((radius * 0.14).max(2.0), cx.colors.frame);
            painter.circle_stroke(center, radius * 1.34, rim);
        }
        pieces::medallion(&painter, &cx.colors, center, radius, &medallion);
        if response.has_focus() {
            brush.focus(bounds);
        }
        note(look, view, &response, thing, &mut clicked);
    }
    for &thing in &open {
        if let Some(response) = handle_ui(cx, view, thing, ui) {
            note(look, view, &response, thing, &mut clicked);
        }
    }
    clicked
}

/// Where a leader's medallion lies: at the corner of his unit, or alone in his hex.
pub(super) fn leader_place(view: &View<'_>, leader: LeaderId) -> Option<Pos2> {
    let state = view.scene.state;
    let hex = state.leader(leader).at?;
    let among = state.leaders_at(hex).position(|other| other == leader).unwrap_or(0) as f32;
    // So far out that the middle of the counter remains the counter's.
    let shift = vec2(0.6 - among * 0.55, 0.5) * view.radius();
    Some(view.center(hex) + shift)
}

/// The medallion of a leader as he is now.
fn medallion(scene: &Scene<'_>, leader: LeaderId, emphasis: Emphasis) -> Medallion {
    let commander = scene.rules.commander(leader);
    let (initiative, _) = scene.rules.ratings(scene.state, leader);
    Medallion {
        livery: livery(scene.rules.seat_of_leader(leader)),
        monogram: commander.name.chars().next().unwrap_or('?'),
        ability: initiative.unwrap_or(0),
        wounded: scene.state.leader(leader).wound > 0,
        emphasis,
    }
}

/// A name for whoever does not see the field.
fn unit_label(scene: &Scene<'_>, unit: UnitId) -> String {
    let (troops, now) = (scene.rules.troops(unit), scene.state.unit(unit));
    let hex = now.hex().map_or(String::new(), |hex| hex.to_string());
    let hits = if now.hits == 0 { String::new() } else { format!(", {} hits", now.hits) };
    let routed = if now.routed { ", routed" } else { "" };
    format!("{}, {}, {hex}{hits}{routed}", troops.name, kind_name(troops.kind))
}

fn leader_label(scene: &Scene<'_>, leader: LeaderId) -> String {
    let hex = scene.state.leader(leader).at.map_or(String::new(), |hex| hex.to_string());
    format!("{}, leader, {hex}", scene.rules.leader_name(leader))
}

/// Something on the field that can be clicked and found by its name.
fn widget(
    ui: &Ui,
    within: Rect,
    bounds: Rect,
    thing: Thing,
    sense: Sense,
    label: impl Fn() -> String,
) -> Response {
    let id = ui.scope_id().with(("field", format!("{thing:?}")));
    let response = ui.interact(bounds.intersect(within), id, sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, label()));
    response
}

/// Notes what the pointer or the keyboard does with a thing.
fn note(
    look: &mut HexesLook,
    view: &View<'_>,
    response: &Response,
    thing: Thing,
    clicked: &mut Option<(Thing, Pos2)>,
) {
    if response.hovered() || response.has_focus() {
        point(look, view, thing);
    }
    if response.clicked() {
        *clicked = Some((thing, response.interact_pointer_pos().unwrap_or(response.rect.center())));
    }
}

/// A hex or a vertex that can be chosen: a disc, or an arrowhead.
fn handle_ui(cx: &TableContext<'_>, view: &View<'_>, thing: Thing, ui: &Ui) -> Option<Response> {
    let radius = view.radius();
    let (center, label) = match thing {
        Thing::Hex(hex) => (view.center(hex), format!("Hex {hex}")),
        Thing::Facing(unit, vertex) => {
            let spot = view.spot(unit)?;
            (spot.center + towards(vertex) * radius * 1.12, format!("Face {}", vertex.name()))
        }
        Thing::Unit(_) | Thing::Leader(_) => return None,
    };
    let size = if matches!(thing, Thing::Hex(_)) { radius * 1.1 } else { radius * 0.55 };
    let bounds = Rect::from_center_size(center, Vec2::splat(size));
    if !view.rect.intersects(bounds) {
        return None;
    }
    let response = widget(ui, view.rect, bounds, thing, Sense::click(), || label.clone());
    let painter = ui.painter_at(view.rect);
    let lit = response.hovered() || response.has_focus();
    let fill = if lit { cx.colors.gold } else { cx.colors.gold.gamma_multiply(0.8) };
    let edge = Stroke::new(1.2, cx.colors.frame);
    match thing {
        Thing::Facing(_, vertex) => arrowhead(&painter, center, vertex, radius * 0.3, fill, edge),
        _ => {
            painter.circle(center, radius * if lit { 0.26 } else { 0.18 }, fill, edge);
        }
    }
    Some(response)
}

fn arrowhead(
    painter: &eframe::egui::Painter,
    center: Pos2,
    vertex: Vertex,
    size: f32,
    fill: eframe::egui::Color32,
    edge: Stroke,
) {
    let ahead = towards(vertex) * size * 1.2;
    let beside = ahead.rot90() * 0.45;
    let corners =
        vec![center + ahead, center - ahead * 0.5 + beside, center - ahead * 0.5 - beside];
    painter.add(Shape::Path(PathShape::convex_polygon(corners, fill, edge)));
}

/// Everything that the answer pointed at is about.
fn pointed_things(look: &HexesLook, scene: &Scene<'_>) -> Vec<Thing> {
    let (Some(pointed), Some(choice)) = (look.pointed, scene.choice()) else { return Vec::new() };
    let gestures = choice.gestures(pointed);
    let line = choice.rules.line_of(choice.state, pointed);
    let all = gestures.into_iter().flat_map(|(from, to)| from.into_iter().chain([to]));
    all.chain(line.iter().map(Thing::Unit)).collect()
}

/// Something is pointed at: the answer it gives, and the way that leads there.
fn point(look: &mut HexesLook, view: &View<'_>, thing: Thing) {
    look.thing = Some(thing);
    let Some(choice) = view.scene.choice() else { return };
    if let &[action] = choice.answers(look.held, thing).as_slice() {
        look.pointing = Some(action);
    }
    let hex = match thing {
        Thing::Hex(hex) => Some(hex),
        Thing::Unit(_) | Thing::Leader(_) | Thing::Facing(..) => None,
    };
    show_way(look, &choice, hex);
}

/// Shows the way that leads to a hex, and what the enemy may do about it.
pub(super) fn show_way(look: &mut HexesLook, choice: &Choice<'_>, hex: Option<Hex>) {
    let way = match (choice.question, hex) {
        (Question::Move(unit), Some(hex)) => {
            way_to(&look.outlook, choice.rules, unit, hex).map(|(at, _)| (hex, at))
        }
        _ => None,
    };
    if look.way != way {
        look.way = way;
        look.foreseen = way.map_or_else(Vec::new, |(_, end)| {
            choice.rules.foreseen(choice.state, &look.outlook, end)
        });
    }
}

/// Sends a leader on his way.
fn ride(
    cx: &mut TableContext<'_>,
    look: &mut HexesLook,
    choice: &Choice<'_>,
    leader: LeaderId,
    to: Hex,
) {
    if let Some(first) = way_to_ride(choice, leader, to)
        && cx.act(war::Action::Hexes(first))
    {
        look.rides = Some((leader, to));
    }
}

/// Sends a unit to one of its arrivals.
pub(super) fn send(cx: &mut TableContext<'_>, look: &mut HexesLook, unit: UnitId, end: usize) {
    let mut left = look.outlook.path(end);
    if left.is_empty() {
        return;
    }
    let first = left.remove(0);
    if cx.act(war::Action::Hexes(Action::Go(first))) {
        look.queued_steps = Some(QueuedSteps { unit, left, after: None });
    }
}

/// Does what a click means.
fn click(cx: &mut TableContext<'_>, look: &mut HexesLook, view: &View<'_>, thing: Thing, at: Pos2) {
    look.fork = None;
    let Some(choice) = view.scene.choice() else {
        let draws = view.scene.draws.iter().copied();
        if let Some(draw) = draws.into_iter().find(|&it| drawing_up::thing_of(it) == Some(thing)) {
            cx.act(war::Action::Draw(draw));
        }
        return;
    };
    let answers = choice.answers(look.held, thing);
    match (answers.as_slice(), thing) {
        (&[action], _) => {
            if cx.act(war::Action::Hexes(action)) {
                look.set_out(action);
            }
        }
        (&[_, _, ..], _) => look.fork = Some((answers, at)),
        (&[], _) if look.held == Some(thing) => look.held = None,
        (&[], _) if choice.is_subject(thing) => look.held = Some(thing),
        (&[], Thing::Hex(hex)) => {
            if let Question::Move(unit) = choice.question
                && let Some((end, _)) = way_to(&look.outlook, choice.rules, unit, hex)
            {
                send(cx, look, unit, end);
            } else if let Question::Ride(leader) = choice.question {
                ride(cx, look, &choice, leader, hex);
            }
        }
        (&[], Thing::Unit(unit)) if matches!(choice.question, Question::Ride(_)) => {
            if let (Question::Ride(leader), Some(to)) =
                (choice.question, choice.state.unit(unit).hex())
            {
                ride(cx, look, &choice, leader, to);
            }
        }
        // Whoever is clicked while a friend moves is next: that one stops.
        (&[], Thing::Unit(unit)) if moves_with(&choice, unit) => {
            let has_moved = choice.rules.points(choice.state).is_some_and(|points| points.0 > 0);
            if has_moved
                && choice.actions.contains(&Action::Done)
                && cx.act(war::Action::Hexes(Action::Done))
            {
                (look.queued_steps, look.ordered_next) = (None, Some(unit));
            }
        }
        (&[], Thing::Unit(unit)) => {
            // Whoever clicks a unit in vain wants to know why.
            let tried = match choice.question {
                Question::Orders(_) => Some(Action::Order(unit)),
                Question::Designation(_) => Some(Action::Engage(unit)),
                Question::Move(mover) if mover != unit => Some(Action::FireAt(unit)),
                _ => None,
            };
            if let Some(tried) = tried {
                let tried = TableCommand::Try(war::Action::Hexes(tried));
                cx.ask(UiCommand::Table(tried));
            }
        }
        (&[], _) => {}
    }
}

/// Whether a unit is a friend of the one that moves, but not that one itself.
fn moves_with(choice: &Choice<'_>, unit: UnitId) -> bool {
    let Question::Move(mover) = choice.question else { return false };
    choice.rules.camp(unit) == choice.rules.camp(mover) && unit != mover
}

/// Answers to choose from, where the click was; whether one clicks elsewhere instead.
fn fork_ui(cx: &mut TableContext<'_>, look: &mut HexesLook, scene: &Scene<'_>, ui: &Ui) -> bool {
    let Some((actions, at)) = look.fork.clone() else { return false };
    let frame = Frame::popup(ui.style());
    let shown =
        Area::new(Id::unique("fork")).order(Order::Foreground).fixed_pos(at).show(ui, |ui| {
            frame.show(ui, |ui| {
                theme::on_panel(ui);
                for action in actions {
                    let words = scene.rules.action(scene.state, action);
                    let detail = scene.choice().map(|choice| panel::detail(&choice, action));
                    let words = match detail.filter(|detail| !detail.is_empty()) {
                        Some(detail) => format!("{} ({detail})", words.trim_end_matches('.')),
                        None => words,
                    };
                    let response = ui.button(words);
                    cx.note_answer(&response);
                    if response.clicked() && cx.act(war::Action::Hexes(action)) {
                        look.set_out(action);
                        look.fork = None;
                    }
                }
            });
        });
    shown.response.clicked_elsewhere() && ui.input(|input| input.pointer.any_pressed())
}
