//! Everything on the map that can be clicked, as widgets with names.

use super::arrows;
use super::camera::{Camera, Viewport};
use super::fan::{self, focus_ring};
use super::hands::{self, Menu};
use super::layer::Profile;
use super::names::FIELD;
use super::scene::{Placed, Scene, Slide, anchor};
use super::stacks::{Laid, Stack, counter_width, leader_words};
use super::terrain::{power_color, ring_around};
use super::{World, ships, towns};
use crate::window::battle_view::views;
use crate::window::pieces::{self, Emphasis};
use crate::window::table::{Focus, TableContext, Target};
use crate::window::theme::{self, Palette};
use diadem_campaign::data::Land;
use diadem_campaign::ids::{CityId, ProvinceId};
use diadem_campaign::powers::Power;
use diadem_campaign::state::Place;
use diadem_campaign::{Campaign, State, Status};
use eframe::egui::layers::ShapeIdx;
use eframe::egui::{
    Align2, Color32, CursorIcon, Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};

const CLEAR: Color32 = Color32::TRANSPARENT;

/// What the hands can reach.
pub struct Hands<'a> {
    /// Where everything lies.
    pub world: &'a World,
    /// The war as it stands.
    pub scene: &'a Scene,
    /// Where it is drawn.
    pub placed: &'a Placed,
    /// What is seen.
    pub camera: Camera,
    /// Where on the screen.
    pub view: Rect,
    /// The map as a whole.
    pub map: Response,
    /// Where rings are painted.
    pub rings: ShapeIdx,
}

/// What came of it.
#[derive(Default)]
pub struct Done {
    /// The stack that is spread out now.
    pub fan: Option<(Place, Power)>,
    /// A choice that was opened.
    pub menu: Option<Menu>,
    /// Who is still arriving.
    pub slide: Option<Slide>,
    /// What the map is to be turned to.
    pub turned_to: Option<Pos2>,
}

impl Hands<'_> {
    /// Shows what can be clicked, and does what clicks mean.
    pub fn ui(
        &self,
        cx: &mut TableContext<'_>,
        ui: &Ui,
        fan: Option<(Place, Power)>,
        slide: Option<Slide>,
    ) -> Done {
        let Some((campaign, state)) = cx.table.campaign() else { return Done::default() };
        let mut done = Done { fan, ..Done::default() };
        let painter = ui.painter_at(self.view);
        let pointed = self.provinces_ui(cx, ui, campaign, state, &mut done);
        cx.look.pointed_at = cx.look.pointed_at.or(pointed);
        self.wastes_ui(cx, ui, state);
        self.rings(cx, &painter, pointed);
        self.cities_ui(cx, ui, campaign, state, &mut done);
        ships::ships_ui(
            cx,
            ui,
            self.world,
            Viewport { camera: self.camera, rect: self.view },
            pointed,
        );
        self.arrows(cx, &painter, state, pointed);
        done.slide = slide.filter(|slide| slide.left(ui).is_some());
        if done.slide.is_some() {
            ui.request_repaint();
        }
        for (stack, laid) in self.scene.stacks.iter().zip(&self.placed.stacks) {
            let laid = self.sliding(ui, stack, laid, done.slide);
            if laid.bounds.expand(12.0).intersects(self.view) || laid.bounds.is_negative() {
                self.stack_ui(cx, ui, stack, &laid, &mut done);
            }
        }
        self.risk(cx, &painter, campaign, state, pointed);
        self.fan_ui(cx, ui, &mut done);
        done
    }

    /// Every province: a small field around its name for those who go by names, and the whole of
    /// it for the pointer. Gives the one that is pointed at.
    fn provinces_ui(
        &self,
        cx: &mut TableContext<'_>,
        ui: &Ui,
        campaign: &Campaign,
        state: &State,
        done: &mut Done,
    ) -> Option<ProvinceId> {
        let on_map = self.map.hover_pos().map(|at| self.camera.to_sheet(self.view, at));
        let mut pointed = on_map.and_then(|at| self.world.atlas.province_at(at));
        if self.map.clicked()
            && let (Some(province), Some(at)) = (pointed, self.map.interact_pointer_pos())
        {
            done.menu = hands::click(cx, Target::Province(province), province, at);
        }
        for (province, &name) in campaign.board.provinces().zip(&self.placed.names.provinces) {
            let field = Rect::from_center_size(name.center(), name.size().min(FIELD));
            let can = self.scene.provinces.contains(province);
            let sense = if can { Sense::click() } else { Sense::CLICK };
            let response = ui.interact(field, ui.scope_id().with(("province", province.0)), sense);
            let title = &campaign.board[province].name;
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, title));
            if response.has_focus() {
                pointed = Some(province);
                if response.gained_focus() && !self.view.shrink(40.0).contains(field.center()) {
                    done.turned_to = Some(self.world.atlas.province(province).label.at);
                }
            }
            if response.hovered() {
                pointed = Some(province);
            }
            let clicked = response.clicked();
            response.on_hover_ui(|ui| {
                ui.label(titled(title));
                ui.label(province_words(campaign, state, province));
            });
            if clicked {
                let at = field.center_bottom();
                done.menu = hands::click(cx, Target::Province(province), province, at);
            }
        }
        if pointed.is_some_and(|province| self.scene.provinces.contains(province)) {
            ui.set_cursor_icon(CursorIcon::PointingHand);
        }
        pointed
    }

    /// The badges of land that feeds nobody any more.
    fn wastes_ui(&self, cx: &TableContext<'_>, ui: &Ui, state: &State) {
        let painter = ui.painter_at(self.view);
        for &(province, center) in &self.placed.names.wastes {
            let scorched = state.scorched.contains(province);
            waste_badge(&painter, &cx.colors, center, scorched);
            let field = Rect::from_center_size(center, Vec2::splat(20.0));
            let id = ui.scope_id().with(("waste", province.0));
            ui.interact(field, id, Sense::hover()).on_hover_text(waste_words(scorched));
        }
    }

    /// What is looked at, and what is pointed at.
    fn rings(&self, cx: &TableContext<'_>, painter: &Painter, pointed: Option<ProvinceId>) {
        let mut rings = Vec::new();
        let mut draw = |province, profile: Profile<'_>| {
            let layer = ring_around(&self.world.atlas, province, profile);
            let mesh = layer.placed(self.camera, self.view, self.placed.breadth());
            rings.push(Shape::mesh(mesh));
        };
        if let Some(Focus::Province(province)) = cx.table.focus() {
            let (ink, pale) = (cx.colors.ink, cx.colors.counter);
            draw(province, &[(-0.6, ink), (2.2, ink), (2.8, pale), (4.6, pale), (5.4, CLEAR)]);
        }
        for province in views().flat_map(|view| view.changed_provinces(cx.table)) {
            let red = cx.colors.red;
            draw(
                province,
                &[(-0.6, red), (3.4, red), (6.4, red.gamma_multiply(0.25)), (9.0, CLEAR)],
            );
        }
        if let Some(province) = pointed.filter(|&one| self.scene.provinces.contains(one)) {
            let dark = cx.colors.metal_dark;
            draw(province, &[(-0.6, dark), (3.2, dark), (4.2, CLEAR)]);
        }
        painter.set(self.rings, Shape::Vec(rings));
    }

    fn cities_ui(
        &self,
        cx: &mut TableContext<'_>,
        ui: &Ui,
        campaign: &Campaign,
        state: &State,
        done: &mut Done,
    ) {
        let half = towns::HALF * self.placed.breadth() + 3.0;
        for (city, drawn) in campaign.board.cities().zip(&self.world.atlas.cities) {
            let at = self.camera.to_screen(self.view, drawn.at);
            let field = Rect::from_center_size(at, Vec2::splat(half * 2.0));
            let can = self.scene.cities.contains(city);
            let sense = if can { Sense::click() } else { Sense::CLICK };
            let response = ui.interact(field, ui.scope_id().with(("city", city.0)), sense);
            let title = &campaign.board[city].name;
            response
                .widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{title} (city)")));
            focus_ring(&ui.painter_at(self.view), &cx.colors, field, response.has_focus());
            if cx.table.focus() == Some(Focus::City(city)) {
                let line = Stroke::new(2.0, cx.colors.ink);
                ui.painter_at(self.view).rect_stroke(field, 3.0, line, StrokeKind::Outside);
            }
            if response.gained_focus() && !self.view.shrink(40.0).contains(at) {
                done.turned_to = Some(drawn.at);
            }
            let clicked = response.clicked();
            response.on_hover_ui(|ui| {
                ui.label(titled(title));
                ui.label(self.city_words(campaign, state, city));
            });
            if clicked {
                let home = campaign.board[city].province;
                done.menu = hands::click(cx, Target::City(city), home, field.center_bottom());
            }
        }
    }

    fn city_words(&self, campaign: &Campaign, state: &State, city: CityId) -> String {
        let now = state.city(city);
        if !now.founded {
            return "Not founded yet.".to_owned();
        }
        let owner = towns::owner(campaign, state, city)
            .map_or("nobody's", |power| campaign.power_name(power));
        let walls = match now.walls {
            0 => "no walls".to_owned(),
            1 => "1 wall".to_owned(),
            walls => format!("{walls} walls"),
        };
        let prize = self.world.atlas.city(city).prize.filter(|&one| !state.secured.has(one));
        let gate = campaign.board[city].reached_from;
        let between: Vec<&str> = gate.iter().map(|one| campaign.board[one].name.as_str()).collect();
        let aside = match (prize, &between[..]) {
            (Some(prize), _) => format!("\nTo be secured: {}", prize.name()),
            (None, [one, other]) => format!("\nThe gate between {one} and {other}"),
            _ => String::new(),
        };
        format!("{owner}, {walls}{aside}")
    }

    /// The march being planned, and the last ones made.
    fn arrows(
        &self,
        cx: &TableContext<'_>,
        painter: &Painter,
        state: &State,
        pointed: Option<ProvinceId>,
    ) {
        let atlas = &self.world.atlas;
        let arrow = |from, to, color| {
            let there = |stack: &Stack| stack.place == Place::Field(to);
            let short = if self.scene.stacks.iter().any(there) {
                counter_width(self.camera.scale) * 0.85
            } else {
                0.0
            };
            painter.add(arrows::arrow(atlas, self.camera, self.view, from, to, short, color));
        };
        for (age, last) in self.scene.moves.iter().enumerate().rev() {
            arrow(last.from, last.to, arrows::faded(&cx.colors, last.power, age));
        }
        let Some(march) = state.march() else { return };
        let color = power_color(&cx.colors, march.power).gamma_multiply(0.88);
        let from = march.through.unwrap_or(march.from);
        if let Some(through) = march.through {
            arrow(march.from, through, color);
        }
        if let Some(to) = pointed.filter(|&to| to != from && self.scene.provinces.contains(to)) {
            arrow(from, to, color);
        }
    }

    /// Who waits where the march would go.
    fn risk(
        &self,
        cx: &TableContext<'_>,
        painter: &Painter,
        campaign: &Campaign,
        state: &State,
        pointed: Option<ProvinceId>,
    ) {
        let (Some(march), Some(to)) = (state.march(), pointed) else { return };
        if !self.scene.provinces.contains(to) {
            return;
        }
        let enemy = |stack: &&Stack| {
            let hostile = campaign.hostile(march.power, stack.power);
            stack.place == Place::Field(to) && hostile && !stack.units.is_empty()
        };
        let Some(enemy) = self.scene.stacks.iter().find(enemy) else { return };
        let units = enemy.units.len();
        let words = match enemy.leaders.first() {
            Some((leader, _)) => {
                format!("{} with {units} units", campaign.roster[*leader].name)
            }
            None => format!("{units} enemy units"),
        };
        let at = self.camera.to_screen(self.view, self.world.atlas.province(to).stand)
            - vec2(0.0, counter_width(self.camera.scale) * 0.95);
        let galley = painter.layout_no_wrap(words, theme::plain(14.0), cx.colors.red);
        let place = Rect::from_center_size(at, galley.size() + vec2(12.0, 6.0));
        painter.rect_filled(place, 4.0, cx.colors.panel);
        painter.galley(place.min + vec2(6.0, 3.0), galley, cx.colors.red);
    }

    /// Where a stack is drawn while it arrives.
    fn sliding(&self, ui: &Ui, stack: &Stack, laid: &Laid, slide: Option<Slide>) -> Laid {
        let arriving = slide.filter(|slide| {
            stack.place == Place::Field(slide.of.to) && stack.power == slide.of.power
        });
        let Some((slide, left)) = arriving.and_then(|slide| Some((slide, slide.left(ui)?))) else {
            return laid.clone();
        };
        let from = self.world.atlas.province(slide.of.from).stand;
        laid.moved((from - anchor(self.world, stack)) * self.camera.scale * left)
    }

    fn stack_ui(
        &self,
        cx: &mut TableContext<'_>,
        ui: &Ui,
        stack: &Stack,
        laid: &Laid,
        done: &mut Done,
    ) {
        let Some((campaign, state)) = cx.table.campaign() else { return };
        let painter = ui.painter_at(self.view);
        stack.paint(&painter, &cx.colors, laid);
        let id = ui.scope_id().with(("stack", &stack.name));
        if let Some(top) = laid.top {
            let can = stack.units.iter().any(|(_, one)| one.emphasis == Emphasis::Eligible);
            let sense = if can { Sense::click() } else { Sense::CLICK };
            let response = ui.interact(top, id, sense);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &stack.name));
            focus_ring(&painter, &cx.colors, top, response.has_focus());
            let clicked = response.clicked();
            let key = (stack.place, stack.power);
            if done.fan != Some(key) {
                response.on_hover_ui(|ui| fan::glance_ui(ui, &cx.colors, stack));
            }
            if clicked {
                // Who can do nothing himself stands for his province.
                if !can && self.scene.provinces.contains(stack.province) {
                    let at = top.center_bottom();
                    let target = Target::Province(stack.province);
                    done.menu = hands::click(cx, target, stack.province, at);
                } else {
                    cx.ask(crate::window::command::UiCommand::look_at(Focus::Province(
                        stack.province,
                    )));
                    done.fan = (done.fan != Some(key)).then_some(key);
                }
            }
        }
        for ((leader, medallion), &(center, radius)) in stack.leaders.iter().zip(&laid.leaders) {
            let field = Rect::from_center_size(center, Vec2::splat(radius * 1.7));
            let can = medallion.emphasis == Emphasis::Eligible;
            let sense = if can { Sense::click() } else { Sense::CLICK };
            let response = ui.interact(field, ui.scope_id().with(("leader", leader.0)), sense);
            let name = &campaign.roster[*leader].name;
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
            focus_ring(&painter, &cx.colors, field, response.has_focus());
            let clicked = response.clicked();
            response.on_hover_ui(|ui| {
                ui.label(titled(name));
                ui.label(leader_words(campaign, state, *leader));
            });
            if clicked {
                let at = field.center_bottom();
                done.menu = hands::click(cx, Target::Leader(*leader), stack.province, at);
            }
        }
    }

    fn fan_ui(&self, cx: &mut TableContext<'_>, ui: &Ui, done: &mut Done) {
        let Some((place, side)) = done.fan else { return };
        let is_it = |(stack, _): &(&Stack, &Laid)| stack.place == place && stack.power == side;
        let found = self.scene.stacks.iter().zip(&self.placed.stacks).find(is_it);
        let Some((stack, laid)) = found else {
            done.fan = None;
            return;
        };
        let fanned = fan::fan_ui(cx, ui, self.view, stack, laid.bounds);
        if !fanned.stays {
            done.fan = None;
        }
        if fanned.menu.is_some() {
            done.menu = fanned.menu;
        }
    }
}

impl Laid {
    /// The same somewhere else.
    fn moved(&self, by: Vec2) -> Laid {
        Laid {
            top: self.top.map(|top| top.translate(by)),
            leaders: self.leaders.iter().map(|&(at, radius)| (at + by, radius)).collect(),
            bounds: self.bounds.translate(by),
        }
    }
}

impl Stack {
    /// Paints the stack: the top counter over the shadows of the others, their number, the leaders.
    fn paint(&self, painter: &Painter, colors: &Palette, laid: &Laid) {
        if let Some(top) = laid.top {
            let step = vec2(-top.width() * 0.09, top.width() * 0.09);
            let behind = self.units.iter().skip(1).take(2);
            let depth = [1.0, 2.0];
            let shadow = colors.shadow.gamma_multiply(0.6);
            let deepest = depth[..behind.clone().count()].last().copied().unwrap_or(0.0);
            let foot = top.translate(step * deepest + vec2(1.5, 2.5));
            painter.rect_filled(foot, 4.0, shadow);
            for ((_, counter), depth) in behind.zip(depth).collect::<Vec<_>>().into_iter().rev() {
                let plain = pieces::Counter { emphasis: Emphasis::Plain, ..*counter };
                pieces::counter(painter, colors, top.translate(step * depth), &plain);
            }
            if let Some((_, counter)) = self.units.first() {
                pieces::counter(painter, colors, top, counter);
            }
            let eligible = |(_, one): &(_, pieces::Counter)| one.emphasis == Emphasis::Eligible;
            if self.units.iter().skip(1).any(eligible) {
                let line = Stroke::new(2.5, colors.gold);
                painter.rect_stroke(top, 4.0, line, StrokeKind::Outside);
            }
            if self.units.len() > 1 {
                badge(painter, colors, top, self.units.len(), power_color(colors, self.power));
            }
        }
        for ((_, medallion), &(at, radius)) in self.leaders.iter().zip(&laid.leaders).rev() {
            painter.circle_filled(at + vec2(1.0, 2.0), radius, colors.shadow.gamma_multiply(0.6));
            pieces::medallion(painter, colors, at, radius, medallion);
        }
    }
}

/// How many there are.
fn badge(painter: &Painter, colors: &Palette, top: Rect, count: usize, color: Color32) {
    let radius = (top.width() * 0.2).clamp(7.5, 11.0);
    let at = top.right_top() + vec2(-radius * 0.2, radius * 0.1);
    painter.circle(at, radius, color, Stroke::new(1.4, colors.counter));
    let font = theme::strong((radius * 1.35).round());
    painter.text(at, Align2::CENTER_CENTER, count, font, colors.counter);
}

/// A withered ear, or a flame.
fn waste_badge(painter: &Painter, colors: &Palette, at: Pos2, scorched: bool) {
    let (fill, line) =
        if scorched { (colors.ink, colors.red) } else { (colors.parchment, colors.metal_dark) };
    painter.circle(at, 8.5, fill, Stroke::new(1.4, line));
    let draw = |points: &[(f32, f32)], color| {
        let points = points.iter().map(|&(x, y)| at + vec2(x, y)).collect();
        painter.add(Shape::line(points, Stroke::new(1.5, color)));
    };
    if scorched {
        draw(
            &[
                (-3.0, 3.5),
                (-3.4, 0.0),
                (-1.2, 1.2),
                (0.2, -4.8),
                (1.6, 0.4),
                (3.4, -1.4),
                (3.0, 3.5),
            ],
            colors.gold,
        );
    } else {
        draw(&[(-0.5, 5.0), (0.0, -1.0), (2.2, -4.0), (4.2, -2.4)], line);
        draw(&[(0.0, 1.0), (-3.0, 3.0)], line);
        draw(&[(0.0, -1.0), (-2.6, -1.0)], line);
    }
}

fn waste_words(scorched: bool) -> &'static str {
    if scorched {
        "Scorched: no Summer restores it."
    } else {
        "Depleted: armies that stay will hunger."
    }
}

/// What is told about a province.
fn province_words(campaign: &Campaign, state: &State, province: ProvinceId) -> String {
    let land = match campaign.board[province].land {
        Land::Rich => "rich",
        Land::Fertile => "fertile",
        Land::Mountain => "mountain",
        Land::Desert => "desert",
    };
    let status = match campaign.status(state, province) {
        Status::Controlled(power) => campaign.power_name(power),
        Status::Contested => "contested",
        Status::Independent => "independent",
    };
    let waste = if state.depleted.contains(province) {
        format!("\n{}", waste_words(state.scorched.contains(province)))
    } else {
        String::new()
    };
    format!("{status}, {land}{waste}")
}

fn titled(text: &str) -> eframe::egui::RichText {
    eframe::egui::RichText::new(text).font(theme::book(17.0))
}
