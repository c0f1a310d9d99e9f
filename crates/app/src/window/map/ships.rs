//! Supply that comes by sea (7.5): the lane that ships take, and a ship on it.

use super::arrows::still;
use super::atlas::Atlas;
use super::camera::Viewport;
use super::geometry::{dashes, shortened};
use super::layer::{Layer, plain};
use super::terrain::power_color;
use super::{World, stacks};
use crate::window::table::TableContext;
use crate::window::theme::Palette;
use diadem_campaign::ids::{ProvinceId, SeaId};
use diadem_campaign::powers::Power;
use diadem_campaign::{Campaign, Question, State};
use eframe::egui::{
    Color32, Mesh, Painter, Pos2, Rect, Role, Sense, Shape, Ui, Vec2, WidgetInfo, vec2,
};

/// Somebody who is fed, or could be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Lane {
    power: Power,
    from: ProvinceId,
    to: ProvinceId,
}

/// Draws every shipment of this turn, and the one that is pointed at while it is asked for.
pub fn ships_ui(
    cx: &TableContext<'_>,
    ui: &Ui,
    world: &World,
    viewport: Viewport,
    pointed: Option<ProvinceId>,
) {
    let Some((campaign, state)) = cx.table.campaign() else { return };
    let painter = ui.painter_at(viewport.rect);
    let made = state
        .shipments
        .iter()
        .filter_map(|one| Some(Lane { power: one.power, from: one.from?, to: one.to }));
    for lane in made {
        let route = lane.route(campaign, state);
        let at = lane.paint(&painter, &cx.colors, world, &route, viewport, 0.8);
        let (from, to) = (&campaign.board[lane.from].name, &campaign.board[lane.to].name);
        let words = format!("Ships from {from} feed the army in {to}");
        let field = Rect::from_center_size(at, Vec2::splat(26.0));
        let id = ui.scope_id().with(("ships", lane.from.0, lane.to.0, lane.power.0));
        let response = ui.interact(field, id, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &words));
        response.on_hover_text(&words);
    }
    if let Some(lane) = pointed.and_then(|from| asked(cx, campaign, state, from)) {
        let route = lane.route(campaign, state);
        lane.paint(&painter, &cx.colors, world, &route, viewport, 1.0);
    }
}

/// The lane that a click on a province would open.
fn asked(
    cx: &TableContext<'_>,
    campaign: &Campaign,
    state: &State,
    from: ProvinceId,
) -> Option<Lane> {
    let Some(Question::Feed(to)) = cx.table.map_question() else { return None };
    let seat = cx.table.ask()?.seat;
    let power = campaign.powers.of_seat(seat).next()?;
    let could = campaign.sea_sources(state, power, to).contains(from);
    could.then_some(Lane { power, from, to })
}

impl Lane {
    /// The seas that it leads over.
    fn route(self, campaign: &Campaign, state: &State) -> Vec<SeaId> {
        campaign.sea_route(state, self.power, self.to, self.from)
    }

    /// Draws it; gives where its ship is.
    fn paint(
        self,
        painter: &Painter,
        colors: &Palette,
        world: &World,
        route: &[SeaId],
        viewport: Viewport,
        strength: f32,
    ) -> Pos2 {
        let Viewport { camera, rect } = viewport;
        let way: Vec<Pos2> = course(&world.atlas, self.from, route, self.to)
            .into_iter()
            .map(|at| camera.to_screen(rect, at))
            .collect();
        let color = power_color(colors, self.power).gamma_multiply(strength);
        let middle = way[way.len() / 2];
        let line = shortened(&way, stacks::counter_width(camera.scale) * 0.7);
        painter.add(wake(&line, colors.counter.gamma_multiply(strength * 0.7), 4.6));
        painter.add(wake(&line, color, 2.6));
        let ahead = way.get(way.len() / 2 + 1).map_or(vec2(1.0, 0.0), |next| *next - middle);
        ship(painter, colors, middle, ahead.x < 0.0, color);
        middle
    }
}

/// From stand to stand over the seas: a soft line that the names of the seas draw towards them.
fn course(atlas: &Atlas, from: ProvinceId, seas: &[SeaId], to: ProvinceId) -> Vec<Pos2> {
    const STEPS: u8 = 12;
    let (begin, end) = (atlas.province(from).stand, atlas.province(to).stand);
    let mut line = vec![begin];
    let mut here = begin;
    for (nth, sea) in seas.iter().enumerate() {
        let bend = atlas.seas[sea.index()].at;
        let there =
            seas.get(nth + 1).map_or(end, |next| bend.lerp(atlas.seas[next.index()].at, 0.5));
        line.extend((1..=STEPS).map(|step| {
            let part = f32::from(step) / f32::from(STEPS);
            here.lerp(bend, part).lerp(bend.lerp(there, part), part)
        }));
        here = there;
    }
    if seas.is_empty() {
        line.push(end);
    }
    line
}

/// A dashed line on the screen.
fn wake(line: &[Pos2], color: Color32, width: f32) -> Shape {
    let mut layer = Layer::default();
    for dash in dashes(line, 10.0, 7.0) {
        layer.line(&dash, false, &plain(width, color));
    }
    Shape::mesh(still(&layer))
}

/// A merchantman under sail.
fn ship(painter: &Painter, colors: &Palette, at: Pos2, to_the_left: bool, color: Color32) {
    let across = if to_the_left { -1.0 } else { 1.0 };
    let place = |x: f32, y: f32| at + vec2(x * across, y);
    painter.circle_filled(at, 13.0, colors.counter.gamma_multiply(0.85));
    let mut mesh = Mesh::default();
    let mut fill = |corners: &[(f32, f32)], color: Color32| {
        let first = mesh.vertices.len() as u32;
        for &(x, y) in corners {
            mesh.colored_vertex(place(x, y), color);
        }
        for corner in 2..corners.len() as u32 {
            mesh.add_triangle(first, first + corner - 1, first + corner);
        }
    };
    fill(&[(-10.0, 2.5), (10.0, 1.0), (7.0, 7.0), (-6.5, 7.0)], colors.ink);
    fill(&[(-0.7, -9.0), (0.7, -9.0), (0.7, 3.0), (-0.7, 3.0)], colors.ink);
    fill(&[(-6.0, -8.0), (6.5, -8.0), (7.8, -3.0), (5.5, 0.5), (-6.0, 0.5)], color);
    painter.add(Shape::mesh(mesh));
}

#[cfg(test)]
mod tests {
    use super::*;
    use diadem_campaign::Switches;
    use diadem_core::OwnFiles;

    #[test]
    fn a_course_leads_from_shore_to_shore_over_the_seas_between() {
        let campaign = Campaign::alexandros(Switches::default(), &OwnFiles::NONE).unwrap();
        let atlas = Atlas::load(&campaign.board).unwrap();
        let named = |key: &str| campaign.board.province(key).unwrap();
        let state = campaign.opening();
        let (from, to) = (named("macedonia"), named("egypt"));
        let route = campaign.sea_route(&state, campaign.macedon(), to, from);
        let seas: Vec<&str> = route.iter().map(|&sea| campaign.board[sea].name.as_str()).collect();
        assert_eq!(seas, ["Aegean", "Ionian", "Cypriote", "Phoenician", "Egyptian"]);
        let line = course(&atlas, from, &route, to);
        let stand = |province| atlas.province(province).stand;
        assert_eq!((line.first(), line.last()), (Some(&stand(from)), Some(&stand(to))));
        let sheet = Rect::from_min_size(Pos2::ZERO, atlas.sheet);
        assert!(line.iter().all(|&at| sheet.contains(at)));
    }
}
