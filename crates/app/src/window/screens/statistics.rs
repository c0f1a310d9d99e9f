//! How the war goes: charts over the turns, and once it is over, how it ended.

use super::page::{aside_ui, heading_ui, page_ui};
use super::victory;
use crate::window::app::MenuContext;
use crate::window::battle_view::BattleView;
use crate::window::history::{self, TurnSample};
use crate::window::table::Table;
use crate::window::theme::{self, Palette};
use diadem_core::{Seat, Text};
use eframe::egui::{Color32, RichText, ScrollArea, Sense, Shape, Stroke, TextStyle, Ui, vec2};
use egui_plot::{GridMark, HoverPosition, Line, LineStyle, Plot, PlotPoints};

/// What was counted, for as long as nothing changes.
#[derive(Default)]
pub struct Form {
    counted: Option<(u64, Vec<TurnSample>)>,
}

impl Form {
    fn of(&mut self, table: &Table) -> &[TurnSample] {
        if self.counted.as_ref().is_none_or(|(version, _)| *version != table.version()) {
            self.counted = Some((table.version(), history::of_table(table)));
        }
        self.counted.as_ref().map_or(&[], |(_, samples)| samples)
    }
}

/// Shows the screen.
pub fn ui(menu: &mut MenuContext<'_>, form: &mut Form, ui: &mut Ui) {
    let Some(table) = menu.table else { return };
    let title = match (table.outcome(), table.war().campaign()) {
        (Some(_), Some(_)) => "The end of the war",
        (Some(_), None) => "The end of the battle",
        (None, Some(_)) => "How the war goes",
        (None, None) => "How the battle goes",
    };
    page_ui(menu, ui, title, |menu, ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if table.outcome().is_some() {
                victory::ui(table, form, menu.commands, ui);
            } else {
                charts_ui(table, form, ui);
            }
        });
    });
}

/// A chart: what it counts, and for whom.
struct Chart {
    title: &'static str,
    lines: Vec<Counted>,
}

/// A line of a chart.
struct Counted {
    name: String,
    color: Color32,
    style: LineStyle,
    figure: fn(&TurnSample) -> u16,
}

/// The charts over the turns. For a place that scrolls.
pub fn charts_ui(table: &Table, form: &mut Form, ui: &mut Ui) {
    if table.baseline().is_some() {
        aside_ui(
            ui,
            "This game was taken up from a save of other rules, charts or maps, so its beginning \
             cannot be counted; the charts begin where it was taken up.",
        );
    }
    let charts = charts(table, &theme::palette(ui.ctx()));
    let samples = form.of(table);
    if samples.len() < 2 {
        aside_ui(ui, "There is little to see yet: the lines begin with the second turn.");
    }
    let side_by_side = ui.available_width() > 820.0;
    for pair in charts.chunks(if side_by_side { 2 } else { 1 }) {
        ui.columns(pair.len(), |columns| {
            for (chart, ui) in pair.iter().zip(columns) {
                chart_ui(chart, samples, ui);
            }
        });
    }
}

/// What the charts of strength and of losses count on the map.
pub const IN_STEPS: [&str; 2] = ["Steps in the field", "Steps lost"];

fn charts(table: &Table, colors: &Palette) -> Vec<Chart> {
    let of_side = |index: u8, style, figure| {
        let seat = Seat::new(index);
        let name = table.war().seat_name(seat).to_owned();
        Counted { name, color: colors.seat_text(seat), style, figure }
    };
    // Who it is, is never told by colour alone.
    let dashed = LineStyle::dashed_loose();
    let both = |title, figures: [fn(&TurnSample) -> u16; 2]| Chart {
        title,
        lines: vec![of_side(0, LineStyle::Solid, figures[0]), of_side(1, dashed, figures[1])],
    };
    let battle = table.view().filter(|_| table.war().campaign().is_none());
    let [stand, gone] = battle.map_or(IN_STEPS, BattleView::chart_titles);
    let strength = both(stand, [|it| it.strength[0], |it| it.strength[1]]);
    let lost = both(gone, [|it| it.lost[0], |it| it.lost[1]]);
    if table.war().campaign().is_none() {
        return vec![strength, lost];
    }
    let ink = |name: &str, style, figure| Counted {
        name: name.to_owned(),
        color: colors.ink,
        style,
        figure,
    };
    let points = Chart {
        title: "Victory points",
        lines: vec![
            ink("Points", LineStyle::Solid, |it| it.points),
            ink("Objectives", dashed, |it| it.objectives),
        ],
    };
    let provinces = both("Provinces held", [|it| it.provinces[0], |it| it.provinces[1]]);
    vec![provinces, strength, lost, points]
}

/// How many turns lie between two dates under a chart: a year.
const TURNS_A_YEAR: u8 = 4;

/// A line at every turn, a date at every year; every third year once there are many.
fn years(bounds: (f64, f64)) -> Vec<GridMark> {
    let is_long = bounds.1 - bounds.0 > 20.0;
    let dated = if is_long { 3 * TURNS_A_YEAR } else { TURNS_A_YEAR };
    let is_within = |turn: &u8| (bounds.0..=bounds.1).contains(&f64::from(*turn));
    let mark = |turn: u8| {
        let step_size = if turn.is_multiple_of(dated) { f64::from(dated) } else { 1.0 };
        GridMark { value: f64::from(turn), step_size }
    };
    (0..=u8::MAX).filter(is_within).map(mark).collect()
}

/// Whose line is whose, and where each stands now.
fn legend_ui(chart: &Chart, samples: &[TurnSample], ui: &mut Ui) {
    ui.horizontal_wrapped(|ui| {
        for line in &chart.lines {
            let (place, _) = ui.allocate_exact_size(vec2(26.0, 12.0), Sense::hover());
            let ends = [place.left_center(), place.right_center()];
            let stroke = Stroke::new(2.0, line.color);
            match line.style {
                LineStyle::Solid => {
                    ui.painter().line_segment(ends, stroke);
                }
                _ => {
                    ui.painter().extend(Shape::dashed_line(&ends, stroke, 6.0, 4.0));
                }
            }
            let figure = samples.last().map_or(0, line.figure);
            ui.label(RichText::new(format!("{} {figure}", line.name)).small());
        }
    });
}

fn chart_ui(chart: &Chart, samples: &[TurnSample], ui: &mut Ui) {
    let colors = theme::palette(ui.ctx());
    heading_ui(ui, chart.title);
    legend_ui(chart, samples, ui);
    // Two rows of charts fill a page.
    let height = (ui.clip_rect().height() * 0.5 - 100.0).clamp(150.0, 330.0);
    ui.style_mut().text_styles.insert(TextStyle::Body, theme::plain(12.5));
    let first = samples.first().map_or(0, |sample| sample.turn);
    let name_of = |x: f64| {
        let is_it = |sample: &&TurnSample| (x - f64::from(sample.turn)).abs() < 0.01;
        samples.iter().find(is_it).map(|sample| sample.name.clone())
    };
    Plot::new(chart.title)
        .height(height)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .allow_double_click_reset(false)
        .show_background(false)
        .grid_color(colors.crease)
        .cursor_color(colors.faint_ink)
        .include_y(0.0)
        .include_x(f64::from(first) + f64::from(TURNS_A_YEAR))
        .y_axis_min_width(32.0)
        .x_grid_spacer(|input| years(input.bounds))
        .x_axis_formatter(|mark, _| {
            let is_dated = mark.step_size > 1.0;
            name_of(mark.value).filter(|_| is_dated).unwrap_or_default()
        })
        .label_formatter(|hovered| match hovered {
            HoverPosition::NearDataPoint { plot_name, position, .. } => {
                let turn = name_of(position.x).unwrap_or_default();
                Some(format!("{turn}\n{plot_name}: {}", position.y))
            }
            HoverPosition::Elsewhere { .. } => None,
        })
        .show(ui, |plot| {
            for line in &chart.lines {
                let points: PlotPoints<'_> = samples
                    .iter()
                    .map(|sample| [f64::from(sample.turn), f64::from((line.figure)(sample))])
                    .collect();
                plot.line(
                    Line::new(line.name.clone(), points)
                        .color(line.color)
                        .style(line.style)
                        .width(2.0),
                );
            }
        });
}
