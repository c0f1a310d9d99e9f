//! The report of a battle on hexes: who won and how, losses by type, leaders, and where they fell; after a
//! battle of the campaign also what it has cost each of its units, and why.

#![expect(clippy::cast_precision_loss, reason = "small counts and small measures")]

use super::battle_losses;
use super::counters::kind_name;
use super::ground::Ground;
use super::sheet::Sheet;
use crate::window::command::UiCommand;
use crate::window::map::camera::Camera;
use crate::window::table::battle_report::buttons_ui;
use crate::window::table::{Table, TableCommand, TableContext};
use crate::window::theme;
use diadem_core::Camp;
use diadem_core::{Line, Play, Text};
use diadem_handoff::{self as war, BattleLosses, Draw, Piece};
use diadem_hexes::{Event, Hex, Hexes, Kind, LeaderId, Troops, UnitId};
use eframe::egui::{
    Align, Frame, Grid, Id, Layout, Margin, Modal, RichText, Role, ScrollArea, Sense, Shape,
    Stroke, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use std::sync::Arc;

/// What there is to tell of a battle on hexes that is over.
struct HexBattleReport<'a> {
    rules: Arc<Hexes>,
    /// How it ended, in a sentence.
    how: String,
    /// What became of every unit.
    units: Vec<Fate>,
    /// Rout points of both armies, as far as they were told.
    points: [Option<u16>; 2],
    /// The same, turn by turn.
    points_by_turn: [Vec<u16>; 2],
    /// What became of leaders, in words.
    leaders: Vec<(LeaderId, &'static str)>,
    /// In a campaign: what it has cost there.
    losses: Option<&'a BattleLosses>,
}

/// What became of a unit on the field.
#[derive(Clone, Copy)]
struct Fate {
    /// Where it was last.
    hex: Hex,
    /// Whether it is lost.
    lost: bool,
    /// Whether it ran and has not come to its senses.
    routed: bool,
}

impl<'a> HexBattleReport<'a> {
    /// What a table tells, while its report waits to be read.
    fn of(table: &'a Table) -> Option<HexBattleReport<'a>> {
        let at = table.report()?;
        let lines = table.session().whole_chronicle();
        if table.war().campaign().is_none() {
            let (rules, state) = table.hexes()?;
            let how = rules.event(&Event::Ended(state.ending?));
            let points = Camp::BOTH.map(|army| Some(rules.rout_points_of(state, army)));
            return Some(HexBattleReport { points, ..HexBattleReport::by(rules, how, lines, &[]) });
        }
        let war::Event::Home(losses) = &lines.get(at)?.event else { return None };
        // Since the armies were drawn up: there may have been battles before.
        let is_drawn = |line: &Line<war::Event>| matches!(line.event, war::Event::Drawn(_));
        let since = lines[..at].iter().rposition(is_drawn).map_or(0, |at| at + 1);
        let lines = &lines[since..at];
        let of = |line: &Line<war::Event>| match &line.event {
            war::Event::Hexes(rules, _) => Some(Arc::clone(rules)),
            _ => None,
        };
        let rules = lines.iter().rev().find_map(of)?;
        let ended = lines.iter().rev().find_map(|line| match &line.event {
            war::Event::Hexes(rules, event @ Event::Ended(_)) => Some(rules.event(event)),
            _ => None,
        });
        let how = ended.unwrap_or_else(|| match losses.ending.winner {
            Some(camp) => {
                let power = losses.powers[camp.index()];
                let campaign = table.war().campaign();
                let name = campaign.map_or("", |campaign| campaign.power_name(power));
                format!("The {name} army has won the field.")
            }
            None => "Night fell on an undecided field.".to_owned(),
        });
        let report = HexBattleReport::by(rules, how, lines, &posts(table));
        Some(HexBattleReport { leaders: Vec::new(), losses: Some(losses), ..report })
    }

    /// What these lines tell of a battle whose units were drawn up in other places than usual.
    fn by(
        rules: Arc<Hexes>,
        how: String,
        lines: &[Line<war::Event>],
        posts: &[(UnitId, Hex)],
    ) -> HexBattleReport<'a> {
        let start = |troops: &Troops| Fate { hex: troops.start.hex, lost: false, routed: false };
        let mut units: Vec<Fate> = rules.battle().units.iter().map(start).collect();
        for &(unit, hex) in posts {
            let Some(from) = units.get(unit.index()).map(|fate| fate.hex) else { continue };
            // Whoever stood there has changed places with it.
            units.iter_mut().filter(|other| other.hex == hex).for_each(|other| other.hex = from);
            units[unit.index()].hex = hex;
        }
        let (mut points, mut leaders) = ([None; 2], Vec::new());
        let mut points_by_turn = [Vec::new(), Vec::new()];
        for line in lines {
            let war::Event::Hexes(_, event) = &line.event else { continue };
            match *event {
                Event::Entered(unit, hex, _) => units[unit.index()].hex = hex,
                Event::Routs(unit, _) => units[unit.index()].routed = true,
                Event::Rallied(unit, ..) => units[unit.index()].routed = false,
                Event::Eliminated(unit, _) => units[unit.index()].lost = true,
                Event::RoutPoints(army, sum, _) => {
                    points[army.index()] = Some(sum);
                    points_by_turn[army.index()].push(sum);
                }
                Event::Wounded(leader, _) => leaders.push((leader, "wounded")),
                Event::LeaderLost(leader, _) => leaders.push((leader, "lost")),
                Event::Fled(leader) => leaders.push((leader, "left the field")),
                _ => {}
            }
        }
        HexBattleReport { rules, how, units, points, points_by_turn, leaders, losses: None }
    }
}

/// Where the players have sent units while the last armies were drawn up.
fn posts(table: &Table) -> Vec<(UnitId, Hex)> {
    let mut posts = Vec::new();
    let (mut taken, mut drawing) = (None, false);
    for entry in table.session().log() {
        let Play::Act(action) = &entry.play else { continue };
        let war::Action::Draw(draw) = action else {
            drawing = false;
            continue;
        };
        if !drawing {
            posts.clear();
            drawing = true;
        }
        match *draw {
            Draw::Take(Piece::Unit(unit)) => taken = Some(unit),
            Draw::Post(hex) => posts.extend(taken.take().map(|unit| (unit, hex))),
            Draw::Take(Piece::Leader(_)) | Draw::Done => taken = None,
        }
    }
    posts
}

/// Shows the report of a battle that is over, until it is put away.
pub(super) fn report_ui(cx: &mut TableContext<'_>, ui: &Ui) {
    let Some(report) = HexBattleReport::of(cx.table) else { return };
    let colors = cx.colors;
    let frame = Frame::NONE.fill(colors.panel).inner_margin(Margin::symmetric(30, 24));
    let screen = ui.ctx().content_rect().size();
    let modal = Modal::new(Id::unique("battle report")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width((screen.x * 0.85).min(880.0));
        ui.label(RichText::new(&report.rules.battle().name).font(theme::book(30.0)));
        ui.label(RichText::new(&report.how).font(theme::book_italic(19.0)));
        ui.add_space(theme::NEAR);
        let most = (screen.y * 0.9 - 230.0).max(120.0);
        ScrollArea::vertical().max_height(most).min_scrolled_height(most).show(ui, |ui| {
            ui.columns(2, |columns| {
                for (ui, army) in columns.iter_mut().zip(Camp::BOTH) {
                    army_ui(cx, &report, army, ui);
                }
            });
            ui.add_space(theme::NEAR);
            let beside = if ui.available_width() > 800.0 {
                Layout::left_to_right(Align::TOP)
            } else {
                Layout::top_down(Align::LEFT)
            };
            ui.with_layout(beside, |ui| {
                ui.vertical(|ui| {
                    ui.label(RichText::new("Where they fell").font(theme::strong(17.0)));
                    fallen_ui(cx, &report, ui);
                });
                ui.add_space(theme::APART);
                ui.vertical(|ui| points_by_turn_ui(cx, &report, ui));
            });
        });
        ui.add_space(theme::APART);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| buttons_ui(cx, ui));
    });
    if modal.should_close() {
        cx.ask(UiCommand::Table(TableCommand::CloseReport));
    }
}

/// What an army lost: by type on the field, and in a campaign unit by unit.
fn army_ui(cx: &TableContext<'_>, report: &HexBattleReport<'_>, army: Camp, ui: &mut Ui) {
    let rules = &report.rules;
    let color = cx.colors.seat_text(rules.leading_seat(army));
    ui.label(RichText::new(rules.army_name(army)).font(theme::book(22.0)).color(color));
    if let Some(points) = report.points[army.index()] {
        ui.label(format!("{points} rout points of {}", rules.list(army).withdrawal));
    }
    let mut kinds: Vec<(Kind, [u32; 3])> = Vec::new();
    for (unit, fate) in
        rules.units().zip(&report.units).filter(|(unit, _)| rules.camp(*unit) == army)
    {
        let kind = rules.troops(unit).kind;
        let at = kinds.iter().position(|known| known.0 == kind).unwrap_or_else(|| {
            kinds.push((kind, [0; 3]));
            kinds.len() - 1
        });
        let counts = &mut kinds[at].1;
        counts[0] += 1;
        counts[1] += u32::from(fate.lost);
        counts[2] += u32::from(fate.routed && !fate.lost);
    }
    Grid::new(("losses", army.index())).num_columns(4).spacing([16.0, 3.0]).show(ui, |ui| {
        for words in ["", "had", "lost", "routed"] {
            ui.label(RichText::new(words).small().weak());
        }
        ui.end_row();
        for (kind, counts) in kinds {
            ui.label(kind_name(kind));
            for (at, count) in counts.into_iter().enumerate() {
                let words = RichText::new(count.to_string());
                ui.label(if at > 0 && count > 0 { words.color(cx.colors.red) } else { words });
            }
            ui.end_row();
        }
    });
    for &(leader, fate) in &report.leaders {
        if rules.camp_of(leader) == army {
            let words = format!("{}: {fate}", rules.leader_name(leader));
            ui.label(RichText::new(words).color(color));
        }
    }
    if let Some(losses) = report.losses {
        let camp = Camp::BOTH[army.index()];
        ui.add_space(theme::NEAR);
        ui.label(RichText::new("In the campaign").font(theme::strong(16.0)));
        battle_losses::tolls_ui(cx, losses, camp, ui);
    }
}

/// How wide and high the curves of the rout points are.
const COURSE: Vec2 = vec2(250.0, 190.0);
/// How large the map of the fallen is at most: all of it is to be seen at once.
const MAP: Vec2 = vec2(520.0, 400.0);

/// How the rout points of both armies rose, turn by turn, towards the levels at which they withdraw.
fn points_by_turn_ui(cx: &TableContext<'_>, report: &HexBattleReport<'_>, ui: &mut Ui) {
    let turns = report.points_by_turn.iter().map(Vec::len).max().unwrap_or(0);
    if turns < 2 {
        return;
    }
    ui.label(RichText::new("Rout points, turn by turn").font(theme::strong(17.0)));
    let (place, response) = ui.allocate_exact_size(COURSE, Sense::hover());
    let levels = Camp::BOTH.map(|army| report.rules.list(army).withdrawal);
    let all = report.points_by_turn.iter().flatten().chain(&levels).copied();
    let most = f32::from(all.max().unwrap_or(1).max(1)) * 1.05;
    let at = |turn: usize, points: u16| {
        let across = turn as f32 / turns as f32;
        let up = f32::from(points) / most;
        pos2(place.left() + across * place.width(), place.bottom() - up * place.height())
    };
    let painter = ui.painter_at(place.expand(3.0));
    let axis = Stroke::new(1.0, cx.colors.faint_ink);
    painter.line_segment([place.left_top(), place.left_bottom()], axis);
    painter.line_segment([place.left_bottom(), place.right_bottom()], axis);
    for (army, level) in Camp::BOTH.into_iter().zip(levels) {
        let color = cx.colors.seat(report.rules.leading_seat(army));
        let ends = [at(0, level), at(turns, level)];
        painter.extend(Shape::dashed_line(&ends, Stroke::new(1.2, color), 4.0, 4.0));
        let sums = [0].into_iter().chain(report.points_by_turn[army.index()].iter().copied());
        let points: Vec<_> = sums.enumerate().map(|(turn, sum)| at(turn, sum)).collect();
        painter.add(Shape::line(points, Stroke::new(2.4, color)));
    }
    let words = format!("{turns} turns; the dashed lines are the levels at which they withdraw");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    ui.set_max_width(COURSE.x);
    ui.label(RichText::new(words).small().weak());
}

/// The field in small, with a mark for each unit where it was lost.
fn fallen_ui(cx: &mut TableContext<'_>, report: &HexBattleReport<'_>, ui: &mut Ui) {
    let (rules, colors) = (&report.rules, cx.colors);
    let sheet = Sheet::of(rules.field());
    let most = vec2(ui.available_width().min(MAP.x), MAP.y) / sheet.size();
    let scale = most.min_elem();
    let (place, response) = ui.allocate_exact_size(sheet.size() * scale, Sense::hover());
    let kept = &mut cx.look.battles.hexes.ground;
    if !kept.as_ref().is_some_and(|ground| ground.is_of(rules) && ground.is_in(&colors)) {
        *kept = Some(Ground::of(rules, sheet, &colors));
    }
    let Some(ground) = kept else { return };
    let camera = Camera { center: (sheet.size() / 2.0).to_pos2(), scale };
    let painter = ui.painter_at(place);
    painter.add(Shape::mesh(ground.land.placed(camera, place, scale)));
    let mut lost = [0u32; 2];
    for (unit, fate) in rules.units().zip(&report.units).filter(|(_, fate)| fate.lost) {
        let army = rules.camp(unit);
        lost[army.index()] += 1;
        let at = place.min + sheet.center(fate.hex).to_vec2() * scale;
        let edge = Stroke::new(1.5, colors.pale);
        painter.circle(at, 5.0, colors.seat(rules.leading_seat(army)), edge);
    }
    let words = format!(
        "Lost: {} {}, {} {}",
        rules.army_name(Camp::First),
        lost[0],
        rules.army_name(Camp::Second),
        lost[1]
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    ui.label(RichText::new(words).small().weak());
}
