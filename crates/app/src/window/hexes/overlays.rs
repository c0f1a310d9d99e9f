//! What is laid over the ground: where a unit can go, how far a word carries, zones of control, the line
//! of combats.

use super::HexesLook;
use super::choice::Thing;
use super::counters::Distance;
use super::field::View;
use crate::window::table::TableContext;
use crate::window::theme;
use diadem_hexes::{Hex, Hexside, Question, UnitId};
use eframe::egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, Ui, pos2, vec2};

/// Shows what belongs to the question and to what is pointed at.
pub(super) fn overlays_ui(cx: &TableContext<'_>, look: &HexesLook, view: &View<'_>, ui: &Ui) {
    let painter = ui.painter_at(view.rect);
    let Some(choice) = view.scene.choice() else { return };
    let seat = cx.table.ask().map(|ask| ask.seat);
    let color = seat.map_or(cx.colors.gold, |seat| cx.colors.seat(seat));
    match choice.question {
        Question::Orders(leader) | Question::Command(leader) | Question::NameLine(leader) => {
            let hexes = choice.rules.commanded(choice.state, leader);
            region(&painter, view, &hexes, color, 0.10);
            for (hex, side) in choice.rules.obstructions(choice.state, leader) {
                let ends = view.sheet.side(hex, side).map(|end| view.at(end));
                let wide = (view.radius() * 0.12).max(2.4);
                painter.line_segment(ends, Stroke::new(wide, cx.colors.red));
            }
        }
        Question::Move(unit) => reach(cx, &painter, look, view, unit),
        _ => {}
    }
    // What the pointer is at in this frame is known only when the counters above have been asked.
    if let Some(Thing::Unit(unit)) = look.thing_before {
        zones(cx, &painter, view, unit);
        if let Question::Move(firer) = choice.question {
            line_of_fire(cx, &painter, view, firer, unit);
        }
    }
    combats(cx, &painter, view);
}

/// A wash over some hexes, with a dashed line around them.
fn region(painter: &Painter, view: &View<'_>, hexes: &[Hex], color: Color32, strength: f32) {
    for &hex in hexes {
        wash(painter, view, hex, color.gamma_multiply(strength));
    }
    for &hex in hexes {
        for side in Hexside::ALL {
            if hex.beyond(side).is_none_or(|there| !hexes.contains(&there)) {
                let ends = view.sheet.side(hex, side).map(|end| view.at(end));
                let stroke = Stroke::new(1.8, color.gamma_multiply(0.85));
                painter.extend(Shape::dashed_line(&ends, stroke, 5.0, 4.0));
            }
        }
    }
}

fn wash(painter: &Painter, view: &View<'_>, hex: Hex, color: Color32) {
    if view.rect.expand(view.radius()).contains(view.center(hex)) {
        let corners = view.sheet.corners(hex).map(|corner| view.at(corner)).to_vec();
        painter.add(Shape::convex_polygon(corners, color, Stroke::NONE));
    }
}

/// Where the moving unit can come to, with the points it costs; the way to the hex that is pointed at.
fn reach(
    cx: &TableContext<'_>,
    painter: &Painter,
    look: &HexesLook,
    view: &View<'_>,
    unit: UnitId,
) {
    let rules = &view.scene.rules;
    let mut cheapest: Vec<(Hex, u8, u8)> = Vec::new();
    for arrival in look.outlook.arrivals.iter().skip(1).filter(|arrival| arrival.may_stop) {
        for hex in rules.hexes_standing(unit, arrival.placement) {
            let (spent, hits) = arrival.cost();
            match cheapest.iter_mut().find(|known| known.0 == hex) {
                Some(known) if (spent, hits) < (known.1, known.2) => *known = (hex, spent, hits),
                Some(_) => {}
                None => cheapest.push((hex, spent, hits)),
            }
        }
    }
    let near = view.distance() > Distance::Far;
    let font = theme::strong(theme::rung((view.radius() * 0.34).max(10.0)));
    for &(hex, spent, hits) in &cheapest {
        wash(painter, view, hex, cx.colors.gold.gamma_multiply(0.24));
        if near {
            let below = view.center(hex) + vec2(0.0, view.radius() * 0.62);
            let ink = if hits > 0 { cx.colors.red } else { cx.colors.faint_ink };
            let words = if hits > 0 { format!("{spent} · {hits}") } else { spent.to_string() };
            painter.text(below, Align2::CENTER_CENTER, words, font.clone(), ink);
        }
    }
    if let Some((_, end)) = look.way {
        way(cx, painter, look, view, end);
    }
}

/// Who may answer the way that is shown, and how, beside his counter and over all others.
pub(super) fn foreseen_ui(cx: &TableContext<'_>, look: &HexesLook, view: &View<'_>, ui: &Ui) {
    let painter = ui.painter_at(view.rect);
    let font = theme::strong(13.0);
    for (nth, answer) in look.foreseen.iter().enumerate() {
        let Some(spot) = view.spot(answer.unit) else { continue };
        // One tag for all that a unit may do: more would hide the counters above it.
        if look.foreseen[..nth].iter().any(|other| other.unit == answer.unit) {
            continue;
        }
        let may = look.foreseen[nth..].iter().filter(|other| other.unit == answer.unit);
        let mut words: Vec<&str> =
            may.map(|other| super::card::foreseen_words(other.answer)).collect();
        words.dedup();
        let words = words.join(", ").replace(", may", ",");
        let stroke = Stroke::new(1.6, cx.colors.red.gamma_multiply(0.8));
        let ends = [spot.center, view.center(answer.hex)];
        painter.extend(Shape::dashed_line(&ends, stroke, 4.0, 4.0));
        let galley = painter.layout_no_wrap(words, font.clone(), cx.colors.pale);
        let up = spot.bounds().top() - (galley.size().y + 4.0);
        let pill = Rect::from_min_size(
            pos2(spot.center.x - galley.size().x / 2.0 - 6.0, up),
            galley.size() + vec2(12.0, 2.0),
        );
        painter.rect_filled(pill, 5.0, cx.colors.red);
        painter.galley(pill.min + vec2(6.0, 1.0), galley, cx.colors.pale);
    }
}

/// The line along which a moving unit would fire at the one that is pointed at, and what blocks it.
fn line_of_fire(
    cx: &TableContext<'_>,
    painter: &Painter,
    view: &View<'_>,
    firer: UnitId,
    target: UnitId,
) {
    let (rules, state) = (&view.scene.rules, view.scene.state);
    if rules.camp(firer) == rules.camp(target) {
        return;
    }
    let Some(line) = rules.line_of_fire(state, firer, target) else { return };
    let (from, to) = (view.center(line.from), view.center(line.to));
    let wide = (view.radius() * 0.09).max(1.6);
    let color = if line.blocked.is_none() { cx.colors.gold } else { cx.colors.red };
    let dark = Stroke::new(wide + 2.0, cx.colors.frame.gamma_multiply(0.6));
    painter.line_segment([from, to], dark);
    painter.extend(Shape::dashed_line(&[from, to], Stroke::new(wide, color), 8.0, 5.0));
    if let Some(blocked) = line.blocked {
        let (at, arm) = (view.center(blocked), view.radius() * 0.34);
        let stroke = Stroke::new(wide * 2.0, cx.colors.red);
        for way in [vec2(arm, arm), vec2(arm, -arm)] {
            painter.line_segment([at - way, at + way], stroke);
        }
    }
}

/// The way to an arrival, as a line with an arrowhead.
fn way(cx: &TableContext<'_>, painter: &Painter, look: &HexesLook, view: &View<'_>, end: usize) {
    let mut points: Vec<Pos2> = Vec::new();
    let mut at = Some(end);
    while let Some(arrival) = at.and_then(|at| look.outlook.arrivals.get(at)) {
        let center = view.center(arrival.placement.hex);
        if points.last() != Some(&center) {
            points.push(center);
        }
        at = arrival.from.map(|(before, _)| before);
    }
    points.reverse();
    if points.len() < 2 {
        return;
    }
    let wide = (view.radius() * 0.16).max(2.0);
    painter.add(Shape::line(points.clone(), Stroke::new(wide, cx.colors.red)));
    if let [.., before, last] = points[..] {
        let tip = (last - before).normalized() * wide * 2.6;
        let beside = tip.rot90() * 0.6;
        let head = vec![last + tip * 0.5, last - tip * 0.5 + beside, last - tip * 0.5 - beside];
        painter.add(Shape::convex_polygon(head, cx.colors.red, Stroke::NONE));
    }
}

/// The hexes that a unit controls.
fn zones(cx: &TableContext<'_>, painter: &Painter, view: &View<'_>, unit: UnitId) {
    let (rules, state) = (&view.scene.rules, view.scene.state);
    let color = cx.colors.seat(rules.seat_of(unit));
    for own in rules.hexes_of(state, unit) {
        for side in Hexside::ALL {
            let there = rules.field().beyond(own, side);
            if let Some(hex) = there.filter(|&hex| rules.exerts(state, unit, hex)) {
                wash(painter, view, hex, color.gamma_multiply(0.3));
            }
        }
    }
}

/// Combats as drawn pairs.
fn combats(cx: &TableContext<'_>, painter: &Painter, view: &View<'_>) {
    let stroke = Stroke::new((view.radius() * 0.14).max(2.0), cx.colors.red);
    for combat in &view.scene.state.combats {
        for attacker in combat.attackers.iter() {
            for defender in combat.defenders.iter() {
                let spots = (view.spot(attacker), view.spot(defender));
                if let (Some(from), Some(to)) = spots
                    && from.center.distance(to.center) < view.radius() * 4.0
                {
                    painter.line_segment([from.center, to.center], stroke);
                }
            }
        }
    }
}
