//! The report: who won, how, and who lost what.

use super::scene::{counter_of, livery_of, numbered, unit_livery};
use crate::window::command::UiCommand;
use crate::window::pieces::{self, Emphasis, Medallion};
use crate::window::table::battle_report::buttons_ui;
use crate::window::table::{Table, TableCommand, TableContext};
use crate::window::theme;
use diadem_campaign::{self as campaign, LeaderFate};
use diadem_core::{Camp, Playable, Text};
use diadem_display::{Display, Event, Fate, UnitId};
use diadem_handoff::{self as war, War};
use eframe::egui::{
    Align, Frame, Id, Layout, Margin, Modal, RichText, ScrollArea, Sense, Ui, Vec2,
};
use std::sync::Arc;

/// Everything that the report says.
struct Summary {
    title: String,
    winner: Option<Camp>,
    /// What ended it, in sentences.
    how: Vec<String>,
    display: Arc<Display>,
    /// Steps left of every unit.
    steps: Vec<u8>,
    /// Who was caught in the pursuit.
    caught: Vec<UnitId>,
    /// What became of every leader.
    fates: Vec<Fate>,
}

impl Summary {
    /// The summary of a battle in a campaign, told in this line of the chronicle.
    fn of_campaign(table: &Table, index: usize) -> Option<Summary> {
        let lines = table.session().whole_chronicle();
        let war::Event::Campaign(campaign::Event::BattleEnded { province, report, .. }) =
            &lines.get(index)?.event
        else {
            return None;
        };
        let mut display = None;
        let mut told = Vec::new();
        for line in lines[..index].iter().rev() {
            let war::Event::Display(of, event) = &line.event else { break };
            display.get_or_insert_with(|| Arc::clone(of));
            told.push(event);
        }
        let display = display?;
        let steps = |setup: &diadem_display::UnitSetup| {
            let fate = report.units.iter().find(|fate| u16::from(fate.unit.0) == setup.parent);
            fate.map_or(0, |fate| fate.steps)
        };
        let fate = |setup: &diadem_display::LeaderSetup| {
            let is_his = |id: diadem_campaign::ids::LeaderId| u16::from(id.0) == setup.parent;
            let found = report.leaders.iter().find_map(|fate| match *fate {
                LeaderFate::Lives { leader, wounded } if is_his(leader) => {
                    Some(if wounded { Fate::Wounded } else { Fate::Unhurt })
                }
                LeaderFate::Killed(leader) if is_his(leader) => Some(Fate::Killed),
                LeaderFate::Captured(leader) if is_his(leader) => Some(Fate::Captured),
                _ => None,
            });
            found.unwrap_or(Fate::Unhurt)
        };
        let winner = report.winner;
        Some(Summary {
            title: table
                .campaign()
                .map(|(campaign, map)| campaign.battle_name(*province, map.turn))?,
            winner,
            how: how(&display, told.iter().rev().copied()),
            steps: display.battle().units.iter().map(steps).collect(),
            caught: caught(told.iter().copied()),
            fates: display.battle().leaders.iter().map(fate).collect(),
            display,
        })
    }

    /// The summary of a battle fought by itself.
    fn of_battle(table: &Table) -> Option<Summary> {
        let (display, state) = table.display()?;
        let report = display.report(state)?;
        let told = || {
            table.session().whole_chronicle().iter().filter_map(|line| match &line.event {
                war::Event::Display(_, event) => Some(event),
                _ => None,
            })
        };
        let id = table.war().scenario();
        let scenario = War::scenarios().into_iter().find(|scenario| scenario.id == id);
        Some(Summary {
            title: scenario.map_or_else(|| "The battle".into(), |it| it.title.to_owned()),
            winner: report.winner,
            how: how(&display, told()),
            steps: report.units.iter().map(|unit| unit.steps).collect(),
            caught: caught(told()),
            fates: report.leaders.iter().map(|leader| leader.fate).collect(),
            display,
        })
    }
}

/// How it ended and how it was pursued, in sentences.
fn how<'a>(display: &Display, told: impl Iterator<Item = &'a Event>) -> Vec<String> {
    let mut how = Vec::new();
    let (mut pursuers, mut caught) = (0u32, 0u32);
    for event in told {
        match event {
            Event::Ended(_) => how.push(display.event(event)),
            Event::Pursued { caught: prey, .. } => {
                pursuers += 1;
                caught += u32::from(*prey);
            }
            _ => {}
        }
    }
    if pursuers > 0 {
        let units = if pursuers == 1 { "One unit" } else { &format!("{pursuers} units") };
        let prey = match caught {
            0 => "nobody".to_owned(),
            1 => "one unit".to_owned(),
            _ => format!("{caught} units"),
        };
        how.push(format!("{units} pursued and caught {prey}."));
    }
    how
}

fn caught<'a>(told: impl Iterator<Item = &'a Event>) -> Vec<UnitId> {
    told.filter_map(|event| match event {
        Event::Caught(unit) => Some(*unit),
        _ => None,
    })
    .collect()
}

/// Shows the report of a battle that has just ended, over everything.
pub(super) fn report_ui(cx: &mut TableContext<'_>, ui: &Ui) {
    let table = cx.table;
    let Some(index) = table.report() else { return };
    let summary = match table.war().campaign() {
        Some(_) => Summary::of_campaign(table, index),
        None => Summary::of_battle(table),
    };
    let Some(summary) = summary else { return };
    let colors = cx.colors;
    let screen = ui.ctx().content_rect().size();
    let width = (screen.x * 0.9).min(820.0);
    let frame = Frame::NONE.fill(colors.panel).corner_radius(6.0);
    let modal = Modal::new(Id::unique("battle report")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(width);
        band_ui(cx, &summary, ui);
        Frame::NONE.inner_margin(Margin::symmetric(28, 16)).show(ui, |ui| {
            let most = (screen.y * 0.9 - 230.0).max(120.0);
            ScrollArea::vertical().max_height(most).show(ui, |ui| {
                ui.columns_const(|columns: &mut [Ui; 2]| {
                    for (side, ui) in Camp::BOTH.into_iter().zip(columns) {
                        army_ui(cx, &summary, side, ui);
                    }
                });
            });
            ui.add_space(theme::NEAR * 2.0);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| buttons_ui(cx, ui));
        });
    });
    if modal.should_close() {
        cx.ask(UiCommand::Table(TableCommand::CloseReport));
    }
}

/// The winner's colour, the name of the battle, how it ended.
fn band_ui(cx: &TableContext<'_>, summary: &Summary, ui: &mut Ui) {
    let colors = cx.colors;
    let color = summary.winner.map_or(colors.bar, |side| colors.livery(livery_of(side)));
    let top = eframe::egui::CornerRadius { nw: 6, ne: 6, sw: 0, se: 0 };
    let frame = Frame::NONE.fill(color).corner_radius(top);
    frame.inner_margin(Margin::symmetric(28, 16)).show(ui, |ui| {
        theme::on_frame(ui);
        ui.set_width(ui.available_width());
        ui.label(RichText::new(&summary.title).font(theme::book(30.0)));
        for sentence in &summary.how {
            ui.label(RichText::new(sentence).font(theme::book_italic(18.0)));
        }
    });
}

/// One army: what each unit and leader lost.
fn army_ui(cx: &TableContext<'_>, summary: &Summary, side: Camp, ui: &mut Ui) {
    let colors = cx.colors;
    let display = &summary.display;
    let name = &display.names().camps[side.index()];
    let color = colors.seat_text(display.seat(display.leading_force(side)));
    ui.label(RichText::new(name).font(theme::book(22.0)).color(color));
    leaders_ui(cx, summary, side, ui);
    let names = numbered(&display.names().units);
    let (mut unhurt, mut lost) = (0, 0);
    for unit in display.muster(side).iter() {
        let setup = &display.battle().units[unit.index()];
        let before = setup.steps.len() as u8 - setup.lost;
        let after = summary.steps[unit.index()];
        if after == before {
            unhurt += 1;
            continue;
        }
        lost += u32::from(before - after);
        let fate = match (after, summary.caught.contains(&unit)) {
            (0, true) => "destroyed in the pursuit".to_owned(),
            (0, false) => "destroyed".to_owned(),
            _ if before - after == 1 => format!("lost a step, {after} left"),
            _ => format!("lost {} steps, {after} left", before - after),
        };
        let livery = unit_livery(cx.table, display, setup);
        let emphasis = if after == 0 { Emphasis::Spent } else { Emphasis::Plain };
        let counter = counter_of(setup, livery, after, emphasis);
        ui.horizontal(|ui| {
            let size = pieces::counter_size(30.0);
            let (place, _) = ui.allocate_exact_size(size, Sense::hover());
            pieces::counter(ui.painter(), &colors, place, &counter);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.label(RichText::new(&names[unit.index()]).size(15.0));
                let color = if after == 0 { colors.red } else { colors.faint_ink };
                ui.label(RichText::new(fate).size(13.5).color(color));
            });
        });
    }
    let whole = match unhurt {
        0 => "No unit was unhurt".to_owned(),
        1 => "One unit was unhurt".to_owned(),
        _ => format!("{unhurt} units were unhurt"),
    };
    let steps = match lost {
        0 => "no step was lost.".to_owned(),
        1 => "one step was lost.".to_owned(),
        _ => format!("{lost} steps were lost."),
    };
    ui.label(RichText::new(format!("{whole}; {steps}")).weak().size(15.0));
}

/// The leaders who came to harm: what everybody asks first.
fn leaders_ui(cx: &TableContext<'_>, summary: &Summary, side: Camp, ui: &mut Ui) {
    let (colors, display) = (cx.colors, &summary.display);
    for leader in display.retinue(side).iter() {
        let setup = &display.battle().leaders[leader.index()];
        let fate = match summary.fates[leader.index()] {
            Fate::Wounded if !setup.is_wounded => "wounded",
            Fate::Killed => "killed",
            Fate::Captured => "captured",
            Fate::Unhurt | Fate::Wounded => continue,
        };
        let name = &display.names().leaders[leader.index()];
        let medallion = Medallion {
            livery: livery_of(side),
            monogram: name.chars().next().unwrap_or('?'),
            ability: setup.wounded,
            wounded: true,
            emphasis: Emphasis::Plain,
        };
        ui.horizontal(|ui| {
            let (place, _) = ui.allocate_exact_size(Vec2::splat(34.0), Sense::hover());
            pieces::medallion(ui.painter(), &colors, place.center(), 13.0, &medallion);
            ui.label(RichText::new(format!("{name}, {fate}")).size(15.0).color(colors.red));
        });
    }
}
