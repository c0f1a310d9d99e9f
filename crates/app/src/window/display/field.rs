//! The field: what is drawn, and what the hand does on it.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "small counts and small measures"
)]

use super::choice::{Choice, Thing};
use super::ground::{self, Glow};
use super::layout::Layout;
use super::motion::Motion;
use super::scene::{Scene, livery_of};
use super::{dice, header, perform};
use crate::window::pieces::{self, Emphasis};
use crate::window::shortcut::Shortcut;
use crate::window::table::{Overlay, TableContext};
use crate::window::theme;
use diadem_core::Camp;
use diadem_display::{Action, BoxId, LeaderId, Line, Movement, Question, Stand, Turn, UnitId};
use diadem_handoff as war;
use eframe::egui::{
    Align2, Area, Frame, Id, LayerId, Order, PointerButton, Pos2, Rect, Response, RichText, Role,
    Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};

/// How long a counter slides, in seconds.
const SLIDE: f32 = 0.2;

/// What the hand did on the field in this frame.
#[derive(Default)]
struct Hand {
    /// What is under the pointer or has the keyboard, the uppermost first.
    over: Vec<Thing>,
    clicked: Option<(Vec<Thing>, Pos2)>,
    /// What was let go, and where.
    dropped: Option<(Thing, Pos2)>,
    /// What is being dragged.
    dragged: Option<Thing>,
}

impl Hand {
    fn note(&mut self, response: &Response, under: impl FnOnce() -> Vec<Thing>) {
        let is_over = response.contains_pointer() && response.hovered();
        if is_over || response.has_focus() || response.clicked() {
            let under = under();
            if response.clicked() {
                self.clicked = Some((under.clone(), response.rect.center()));
            }
            if is_over || self.over.is_empty() {
                self.over = under;
            }
        }
    }
}

/// What every part of the field is drawn with.
struct View<'a> {
    scene: &'a Scene<'a>,
    layout: &'a Layout,
    choice: Option<Choice<'a>>,
    held: Option<Thing>,
    slides: bool,
    motion: &'a Motion,
}

impl View<'_> {
    fn is_target(&self, thing: Thing) -> bool {
        self.choice.is_some_and(|choice| choice.is_target(self.held, thing))
    }

    fn is_subject(&self, thing: Thing) -> bool {
        self.choice.is_some_and(|choice| choice.is_subject(thing))
    }

    fn emphasis(&self, thing: Thing) -> Emphasis {
        if self.held == Some(thing) {
            Emphasis::Chosen
        } else if self.is_target(thing) || (self.held.is_none() && self.is_subject(thing)) {
            Emphasis::Eligible
        } else {
            Emphasis::Plain
        }
    }

    /// How a widget for this feels the hand: only what can be answered stops the keyboard.
    fn sense(&self, thing: Thing) -> Sense {
        if self.is_subject(thing) && !matches!(thing, Thing::Box(_) | Thing::Spot(..)) {
            Sense::click_and_drag()
        } else if self.is_subject(thing) || self.is_target(thing) {
            Sense::click()
        } else {
            Sense::CLICK
        }
    }
}

/// Shows the field.
pub(super) fn field_ui(cx: &mut TableContext<'_>, scene: &Scene<'_>, ui: &mut Ui) {
    let area = ui.max_rect();
    let layout = Layout::of(scene, area);
    let slides = !cx.settings.reduced_motion && cx.look.battles.display.field == Some(area);
    cx.look.battles.display.field = Some(area);
    let held = cx.look.battles.display.held;
    let mut motion = std::mem::take(&mut cx.look.battles.display.motion);
    motion.refresh(cx.table, slides && !scene.is_setting_up(), ui);
    let choice = scene.choice();
    let view = View { scene, layout: &layout, choice, held, slides, motion: &motion };
    let colors = cx.colors;
    let mut hand = Hand::default();

    ground::grass(ui.painter(), &colors, area);
    header::header_ui(cx, scene, layout.header, ui);
    ground::links(ui.painter(), &colors, scene, &layout);
    for at in BoxId::all() {
        box_ui(cx, &view, at, &mut hand, ui);
    }
    for side in Camp::BOTH {
        fallen_ui(cx, &view, side, ui);
    }
    tray_ui(cx, &view, ui);
    for unit in scene.units() {
        let enemy = scene.state.units[unit.index()].engaged.filter(|&enemy| enemy > unit);
        if let (Some(one), Some(other)) = (layout.unit(unit), enemy.and_then(|it| layout.unit(it)))
        {
            ground::engaged(ui.painter(), &colors, one, other);
        }
    }
    box_arrow(cx, &view, ui);
    for unit in scene.units() {
        unit_ui(cx, &view, unit, &mut hand, ui);
    }
    for leader in scene.all_leaders() {
        leader_ui(cx, &view, leader, &mut hand, ui);
    }
    motion.paint(ui.painter(), &colors, scene);
    duel_arrow(cx, &view, ui);
    dice::field_ui(cx, &layout, ui);
    dragged(cx, &view, &hand, ui);
    act(cx, &view, hand, ui);
    fork_ui(cx, scene, ui);
    motion.remember(scene, &layout);
    cx.look.battles.display.motion = motion;
}

/// A box and its second line.
fn box_ui(cx: &TableContext<'_>, view: &View<'_>, at: BoxId, hand: &mut Hand, ui: &mut Ui) {
    let View { scene, layout, .. } = *view;
    let whole = Thing::Box(at);
    let spot = |line| Thing::Spot(at, line);
    let both = |line| vec![spot(line), whole];
    let id = ui.scope_id().with(("box", at.index()));
    let sense =
        if view.is_target(whole) || view.is_subject(whole) || view.is_target(spot(Line::First)) {
            Sense::click()
        } else {
            Sense::CLICK
        };
    let response = ui.interact(layout.place(at), id, sense);
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, scene.box_name(at)));
    hand.note(&response, || both(Line::First));

    let glow = match view.emphasis(whole) {
        Emphasis::Chosen => Glow::Held,
        Emphasis::Eligible if view.held.is_some() => Glow::Prey,
        Emphasis::Eligible => Glow::Eligible,
        Emphasis::Plain | Emphasis::Spent => Glow::None,
    };
    let has_open = [Line::First, Line::Second].into_iter().any(|line| view.is_target(spot(line)));
    let glow = match glow {
        Glow::None if has_open => Glow::Target,
        Glow::None if view.held.is_none() && is_wanted(scene, at) => Glow::Eligible,
        glow => glow,
    };
    let bout = scene.bout();
    let glow = match bout {
        Some(bout) if bout.from == at => Glow::Held,
        Some(bout) if bout.to == at => Glow::Prey,
        _ => glow,
    };
    let hovered = response.hovered() && glow != Glow::None;
    ground::a_box(ui.painter(), &cx.colors, scene, layout, at, glow, hovered);
    let whole_is_open = |line| {
        view.is_target(spot(line)).then(|| {
            let is_split = view.is_target(spot(Line::Second)) || at.post().is_line();
            layout.zone(at, is_split.then_some(line))
        })
    };
    if let Some(zone) = whole_is_open(Line::First) {
        ground::open_line(ui.painter(), &cx.colors, zone, is_lit(&response));
    }
    pieces::focus_ring(ui.painter(), &cx.colors, layout.place(at).shrink(6.0), &response);

    if at.post().is_line() {
        let zone = layout.zone(at, Some(Line::Second));
        let sense = if view.is_target(spot(Line::Second)) { Sense::click() } else { Sense::CLICK };
        let response = ui.interact(zone, id.with("second line"), sense);
        let name = || scene.spot_name(at, Line::Second);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name()));
        hand.note(&response, || both(Line::Second));
        if let Some(zone) = whole_is_open(Line::Second) {
            ground::open_line(ui.painter(), &cx.colors, zone, is_lit(&response));
        }
        pieces::focus_ring(ui.painter(), &cx.colors, zone.shrink(6.0), &response);
    }
}

/// Whether something would be put here: by a click, by Enter, or by letting go.
fn is_lit(response: &Response) -> bool {
    let drags = response.ctx.dragged_id().is_some();
    response.hovered() || response.has_focus() || drags && response.contains_pointer()
}

/// Whether the next unit to be set up may go here, whichever it is.
fn is_wanted(scene: &Scene<'_>, at: BoxId) -> bool {
    let goes_here = |action: &Action| matches!(action, Action::Place { at: to, .. } if *to == at);
    scene.actions.iter().any(goes_here)
}

/// The dead, in a heap at the edge.
fn fallen_ui(cx: &TableContext<'_>, view: &View<'_>, side: Camp, ui: &mut Ui) {
    let View { scene, layout, .. } = *view;
    let dead = scene.fallen(side);
    if dead.is_empty() {
        return;
    }
    let colors = &cx.colors;
    let area = layout.fallen[side as usize];
    let ink = theme::mix(colors.livery(livery_of(side)), colors.ink, 0.6);
    let heading = area.left_top() + vec2(8.0, 11.0);
    let words = format!("{} fallen", dead.len());
    ui.painter().text(heading, Align2::LEFT_CENTER, words, theme::book_italic(15.0), ink);
    let width = (area.width() / 8.0).clamp(16.0, 30.0);
    let across = width * 1.08;
    let columns = ((area.width() - 8.0) / across).floor().max(1.0) as usize;
    for (nth, &unit) in dead.iter().enumerate() {
        let offset = vec2((nth % columns) as f32 * across, (nth / columns) as f32 * width * 1.2);
        let at = area.left_top() + vec2(8.0, 26.0) + offset;
        let place = Rect::from_min_size(at, pieces::counter_size(width));
        if place.bottom() > area.bottom() + 2.0 {
            break;
        }
        let counter = scene.counter(unit, Emphasis::Spent);
        pieces::counter(ui.painter(), colors, place, &counter);
        let hover =
            ui.interact(place, ui.scope_id().with(("fallen", unit.index())), Sense::hover());
        hover.on_hover_text(format!("{}\ndestroyed", scene.unit_name(unit)));
    }
}

/// Where units wait to be set up.
fn tray_ui(cx: &mut TableContext<'_>, view: &View<'_>, ui: &mut Ui) {
    let View { scene, layout, .. } = *view;
    let (Some(tray), Some(side)) = (layout.tray, scene.deciding()) else { return };
    let colors = cx.colors;
    ui.painter().rect_filled(tray, 0.0, theme::mix(colors.chronicle, colors.land, 0.4));
    let edge = Stroke::new(2.0, colors.livery(livery_of(side)));
    ui.painter().hline(tray.x_range(), tray.top(), edge);
    let count = scene.unplaced(side).len();
    let what = match count {
        0 => format!("The {} leaders wait for their posts", scene.side_name(side)),
        1 => format!("One {} unit waits for its post", scene.side_name(side)),
        _ => format!("{count} {} units wait for their posts", scene.side_name(side)),
    };
    let at = tray.left_top() + vec2(20.0, 16.0);
    ui.painter().text(at, Align2::LEFT_CENTER, what, theme::book_italic(17.0), colors.ink);
}

fn slid(view: &View<'_>, ui: &Ui, id: Id, to: Pos2, at_once: bool) -> Pos2 {
    let time = if view.slides && !at_once { SLIDE } else { 0.0 };
    let x = ui.ctx().animate_value_with_time(id.with("x"), to.x, time);
    let y = ui.ctx().animate_value_with_time(id.with("y"), to.y, time);
    Pos2::new(x, y)
}

/// A unit's counter.
fn unit_ui(cx: &TableContext<'_>, view: &View<'_>, unit: UnitId, hand: &mut Hand, ui: &mut Ui) {
    let View { scene, layout, .. } = *view;
    let Some(place) = layout.unit(unit) else { return };
    let thing = Thing::Unit(unit);
    let id = ui.scope_id().with(("unit", unit.index()));
    let response = ui.interact(place, id, view.sense(thing));
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, scene.unit_name(unit)));
    let side = scene.display.camp_of(unit);
    hand.note(&response, || match view.choice {
        Some(choice) => choice.under_unit(unit, side),
        None => vec![thing],
    });
    drag(&response, thing, hand);
    let shown = view.motion.shown(unit, place);
    // Who has run home has slid there too.
    let at = slid(view, ui, id, place.min, shown.is_some());
    let emphasis = match view.emphasis(thing) {
        Emphasis::Plain if is_spent(scene, unit) => Emphasis::Spent,
        emphasis => emphasis,
    };
    let lifted = response.hovered() && emphasis == Emphasis::Eligible;
    let lift = if lifted { vec2(0.0, -2.0) } else { Vec2::ZERO };
    let place = shown.map_or(Rect::from_min_size(at + lift, place.size()), |shown| shown.place);
    let counter = scene.counter(unit, emphasis);
    if shown.is_some_and(|shown| shown.from_behind) {
        pieces::counter_back(ui.painter(), &cx.colors, place, counter.livery);
    } else if scene.is_double(unit) {
        pieces::double_counter(ui.painter(), &cx.colors, place, &counter);
    } else {
        pieces::counter(ui.painter(), &cx.colors, place, &counter);
    }
    pieces::focus_ring(ui.painter(), &cx.colors, place, &response);
    if !response.dragged() {
        response.on_hover_text(scene.unit_words(unit));
    }
}

/// Whether a unit has done what it could in this phase.
fn is_spent(scene: &Scene<'_>, unit: UnitId) -> bool {
    let state = scene.state;
    match scene.question {
        Some(Question::Attack | Question::Duel) => {
            let turn = state.under_way::<Turn>();
            turn.is_some_and(|turn| (turn.fought | turn.advanced).contains(unit))
        }
        Some(Question::Move) => {
            state.under_way::<Movement>().is_some_and(|moving| moving.moved.contains(unit))
        }
        _ => false,
    }
}

/// A leader's medallion, on his unit or alone.
fn leader_ui(
    cx: &TableContext<'_>,
    view: &View<'_>,
    leader: LeaderId,
    hand: &mut Hand,
    ui: &mut Ui,
) {
    let View { scene, layout, .. } = *view;
    let Some((center, radius)) = layout.leader(leader) else { return };
    let thing = Thing::Leader(leader);
    let id = ui.scope_id().with(("leader", leader.index()));
    let place = Rect::from_center_size(center, Vec2::splat(radius * 1.9));
    let response = ui.interact(place, id, view.sense(thing));
    let enabled = ui.is_enabled();
    let name = scene.leader_name(leader);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    // Who clicks the medallion of a unit that is meant, means the unit.
    hand.note(&response, || {
        let mut under = vec![thing];
        match (scene.stand(leader), view.choice) {
            (Stand::With(unit), Some(choice)) => {
                under.extend(choice.under_unit(unit, scene.display.camp_of(unit)));
            }
            (Stand::In(at), _) => under.extend([Thing::Spot(at, Line::First), Thing::Box(at)]),
            _ => {}
        }
        under
    });
    drag(&response, thing, hand);
    // A leader goes with his unit.
    let aside = match scene.stand(leader) {
        Stand::With(unit) => layout.unit(unit).and_then(|home| {
            let shown = view.motion.shown(unit, home)?;
            Some(shown.place.center() - home.center())
        }),
        _ => None,
    };
    let at = slid(view, ui, id, center, aside.is_some()) + aside.unwrap_or_default();
    let medallion = scene.medallion(leader, view.emphasis(thing));
    pieces::medallion(ui.painter(), &cx.colors, at, radius, &medallion);
    pieces::focus_ring(ui.painter(), &cx.colors, place, &response);
    let rating = medallion.ability;
    let wound = if medallion.wounded { ", wounded" } else { "" };
    response.on_hover_text(format!("{name}\nability {rating}{wound}"));
}

fn drag(response: &Response, thing: Thing, hand: &mut Hand) {
    if response.dragged_by(PointerButton::Primary) {
        hand.dragged = Some(thing);
    }
    if response.drag_stopped_by(PointerButton::Primary)
        && let Some(at) = response.interact_pointer_pos()
    {
        hand.dropped = Some((thing, at));
    }
}

/// What is dragged follows the hand.
fn dragged(cx: &mut TableContext<'_>, view: &View<'_>, hand: &Hand, ui: &Ui) {
    let Some(thing) = hand.dragged else { return };
    cx.look.battles.display.held = Some(thing);
    let Some(at) = ui.input(|input| input.pointer.latest_pos()) else { return };
    let painter = ui.ctx().layer_painter(LayerId::new(Order::Tooltip, Id::unique("in the hand")));
    match thing {
        Thing::Unit(unit) => {
            let width = view.layout.unit(unit).map_or(pieces::FIELD_WIDTH, |place| place.width());
            let place = Rect::from_center_size(at, pieces::counter_size(width * 1.08));
            let counter = view.scene.counter(unit, Emphasis::Plain);
            pieces::counter(&painter, &cx.colors, place, &counter);
        }
        Thing::Leader(leader) => {
            let medallion = view.scene.medallion(leader, Emphasis::Plain);
            pieces::medallion(&painter, &cx.colors, at, 18.0, &medallion);
        }
        Thing::Spot(..) | Thing::Box(_) => {}
    }
}

/// The attack of a box that is meant or made, as an arrow under the pieces.
fn box_arrow(cx: &TableContext<'_>, view: &View<'_>, ui: &Ui) {
    let View { scene, layout, .. } = *view;
    let colors = &cx.colors;
    let bout = scene.bout();
    let meant = match cx.look.battles.display.meant(scene) {
        Some(Action::Attack { from, to }) => Some((from, to, 1.0)),
        _ => bout.map(|bout| (bout.from, bout.to, 0.35)),
    };
    if let Some((from, to, strength)) = meant {
        let (start, end) = box_ends(layout.place(from), layout.place(to));
        let edge = theme::mix(colors.red, colors.frame, 0.6).gamma_multiply(strength * strength);
        let color = colors.red.gamma_multiply(strength);
        ground::arrow(ui.painter(), start, end, color, edge);
    }
}

/// The duel that is meant, as an arrow from unit to unit.
fn duel_arrow(cx: &TableContext<'_>, view: &View<'_>, ui: &Ui) {
    let View { scene, layout, .. } = *view;
    let Some(Action::Duel { attacker, defender }) = cx.look.battles.display.meant(scene) else {
        return;
    };
    if let (Some(one), Some(other)) = (layout.unit(attacker), layout.unit(defender)) {
        let colors = &cx.colors;
        let (start, end) = ends(one, other);
        let ring = Stroke::new(3.0, colors.red);
        ui.painter().rect_stroke(other.expand(1.0), 6.0, ring, StrokeKind::Outside);
        let edge = theme::mix(colors.red, colors.frame, 0.6);
        ground::arrow(ui.painter(), start, end, colors.red, edge);
    }
}

/// From the near edge of one place to the near edge of the other.
fn ends(one: Rect, other: Rect) -> (Pos2, Pos2) {
    let way = other.center() - one.center();
    let leave = |place: Rect, way: Vec2| {
        let half = place.size() / 2.0;
        let part = (half.x / way.x.abs().max(0.01)).min(half.y / way.y.abs().max(0.01));
        place.center() + way * part.min(1.0)
    };
    (leave(one, way), leave(other, -way))
}

/// The same between boxes, which may touch: a little of the arrow lies in each.
fn box_ends(one: Rect, other: Rect) -> (Pos2, Pos2) {
    let (start, end) = ends(one, other);
    let inwards = (end - start).normalized() * 24.0;
    (start - inwards, end + inwards)
}

/// Does what the hand did.
fn act(cx: &mut TableContext<'_>, view: &View<'_>, hand: Hand, ui: &Ui) {
    let Some(choice) = view.choice else { return };
    let held = cx.look.battles.display.held;
    if let Some(action) = pointed(choice, held, &hand.over) {
        cx.look.battles.display.pointing = Some(action);
    }
    if let Some((thing, at)) = hand.dropped {
        let mut under: Vec<Thing> = view.layout.unit_at(at).map(Thing::Unit).into_iter().collect();
        if let Some((place, line)) = view.layout.box_at(at) {
            under.push(Thing::Spot(place, line));
            // In a box of the enemy there is one line.
            under.extend((line == Line::Second).then_some(Thing::Spot(place, Line::First)));
            under.push(Thing::Box(place));
        }
        let is_home = under.contains(&thing);
        let click = if is_home { super::Click::Nothing } else { choice.drop(thing, &under) };
        cx.look.battles.display.held = None;
        perform(cx, click, at);
    } else if let Some((under, at)) = hand.clicked {
        perform(cx, choice.click(held, &under), at);
    } else if lets_go(cx, ui) {
        cx.look.battles.display.held = None;
        cx.look.battles.display.fork = None;
    }
}

/// Whether the player puts back what he has in hand.
fn lets_go(cx: &TableContext<'_>, ui: &Ui) -> bool {
    let look = &cx.look.battles.display;
    let has_something = look.held.is_some() || look.fork.is_some();
    let by_hand = ui.input(|input| input.pointer.button_clicked(PointerButton::Secondary));
    let covered = cx.table.report().is_some() || cx.look.overlay != Overlay::None;
    has_something && ui.is_enabled() && !covered && (by_hand || Shortcut::BACK.pressed(ui))
}

/// The answer that a click here would give.
fn pointed(choice: Choice<'_>, held: Option<Thing>, under: &[Thing]) -> Option<Action> {
    match choice.click(held, under) {
        super::Click::Answer(actions) => actions.first().copied(),
        _ => None,
    }
}

/// Two things could be meant: the player says which.
fn fork_ui(cx: &mut TableContext<'_>, scene: &Scene<'_>, ui: &Ui) {
    let Some((actions, at)) = cx.look.battles.display.fork.clone() else { return };
    let colors = cx.colors;
    let area = Area::new(ui.scope_id().with("fork")).order(Order::Foreground).fixed_pos(at);
    area.constrain_to(ui.max_rect()).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).fill(colors.panel).show(ui, |ui| {
            ui.set_max_width(280.0);
            ui.label(RichText::new("Which of these?").font(theme::strong(15.0)));
            for action in actions {
                let words = super::panel::answer_words(scene, action);
                let response = ui.button(words);
                cx.note_answer(&response);
                if response.clicked() && cx.act(war::Action::Display(action)) {
                    cx.look.battles.display.fork = None;
                }
            }
            if ui.button("Neither").clicked() {
                cx.look.battles.display.fork = None;
            }
        });
    });
}
