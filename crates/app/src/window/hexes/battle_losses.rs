//! What a battle on hexes has cost the units and leaders of the campaign, and what that has
//! changed on the map.

use crate::window::figures;
use crate::window::pieces::{self, Emphasis};
use crate::window::table::{Table, TableContext};
use crate::window::theme;
use diadem_campaign::ids::{ProvinceId, UnitId};
use diadem_campaign::powers::Power;
use diadem_campaign::state::Place;
use diadem_campaign::{self as campaign, BattleReport, Campaign, LeaderFate, State};
use diadem_core::Camp;
use diadem_display::Fate;
use diadem_handoff::{BattleLosses, Event, Fraction, Toll};
use eframe::egui::{RichText, Sense, Ui};

/// What a battle on hexes has changed on the map.
#[derive(Clone, Copy, Debug)]
pub struct EndedHexBattle<'a> {
    /// Where it was fought.
    pub province: ProvinceId,
    /// What it has cost, before the pursuit.
    pub losses: &'a BattleLosses,
    /// What became of everybody in the end.
    pub report: &'a BattleReport,
}

impl Table {
    /// The battle on hexes from which the armies have just come home, until something is done.
    pub fn ended_hex_battle(&self) -> Option<EndedHexBattle<'_>> {
        ended_at(self, self.ended_battle()?)
    }
}

/// The battle on hexes whose losses this line of the chronicle tells, once it is over.
pub(super) fn ended_at(table: &Table, line: usize) -> Option<EndedHexBattle<'_>> {
    let lines = table.session().whole_chronicle();
    let Event::Home(losses) = &lines.get(line)?.event else { return None };
    let (province, report) = lines[line..].iter().find_map(|told| match &told.event {
        Event::Campaign(campaign::Event::BattleEnded { province, report, .. }) => {
            Some((*province, &**report))
        }
        _ => None,
    })?;
    Some(EndedHexBattle { province, losses, report })
}

/// What the battle has cost the units of a camp, each with why; and what became of its leaders.
pub(super) fn tolls_ui(cx: &TableContext<'_>, losses: &BattleLosses, camp: Camp, ui: &mut Ui) {
    let Some((campaign, now)) = cx.table.campaign() else { return };
    let state = cx.table.before_losses().unwrap_or(now);
    let of_camp = |power: Power| match state.combat() {
        Some(combat) => combat.camp_of(power) == Some(camp),
        None => losses.powers[camp.index()] == power,
    };
    for &(leader, veteran) in &losses.leaders {
        let fate = match veteran.fate {
            Fate::Unhurt => continue,
            Fate::Wounded => "wounded",
            Fate::Killed => "killed",
            Fate::Captured => "captured",
        };
        if of_camp(state.leader(leader).power) {
            let words = format!("{}, {fate}", campaign.roster[leader].name);
            ui.label(RichText::new(words).color(cx.colors.red));
        }
    }
    let mine = |toll: &&Toll| of_camp(state.unit(toll.unit).power);
    let mut unhurt = 0;
    for toll in losses.units.iter().filter(mine) {
        if toll.dead == 0 && toll.routed == 0 {
            unhurt += 1;
            continue;
        }
        unit_ui(cx, campaign, state, toll.unit, toll.steps, &costs(toll), ui);
    }
    let words = match unhurt {
        0 => "Nobody came out of it unhurt.".to_owned(),
        1 => "One unit was unhurt.".to_owned(),
        _ => format!("{unhurt} units were unhurt."),
    };
    ui.label(RichText::new(words).weak());
}

/// What a unit has lost and why.
fn costs(toll: &Toll) -> String {
    let counted =
        [(toll.eliminated, "eliminated"), (toll.routed, "routed"), (toll.battered, "battered")];
    let why: Vec<String> = counted
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .enumerate()
        .map(|(at, (count, what))| match (at, count) {
            (0, 1) => format!("1 counter {what}"),
            (0, count) => format!("{count} counters {what}"),
            (_, count) => format!("{count} {what}"),
        })
        .collect();
    let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join(", ")) };
    let broken = if toll.broken && toll.steps > 0 { "; broken" } else { "" };
    let (dead, men, left) = (toll.dead, toll.men, left(toll.had, toll.steps));
    let part = toll.fraction.map(part_of_a_step).unwrap_or_default();
    format!("{dead} of {men} men lost{why}; {left}{part}{broken}")
}

/// How the part of a step beyond whole ones was settled.
fn part_of_a_step(fraction: Fraction) -> String {
    let Fraction { chance, of, rolled } = fraction;
    let kept = if fraction.costs_a_step() { "lost" } else { "kept" };
    format!("; part of a step {kept} ({chance} in {of}, rolled {rolled})")
}

/// The steps that are left.
fn left(had: u8, steps: u8) -> String {
    let plural = |steps: u8| if steps == 1 { "step" } else { "steps" };
    match (had, steps) {
        (_, 0) => "destroyed".to_owned(),
        (had, steps) if had == steps => "no whole step".to_owned(),
        (had, steps) => format!("{had} {} to {steps}", plural(had)),
    }
}

/// A unit with its counter, and words about it.
fn unit_ui(
    cx: &TableContext<'_>,
    campaign: &Campaign,
    state: &State,
    unit: UnitId,
    steps: u8,
    words: &str,
    ui: &mut Ui,
) {
    let is_gone = steps == 0;
    let emphasis = if is_gone { Emphasis::Spent } else { Emphasis::Plain };
    let counter = figures::counter(campaign, state, unit, emphasis);
    ui.horizontal(|ui| {
        let (place, _) = ui.allocate_exact_size(pieces::counter_size(30.0), Sense::hover());
        pieces::counter(ui.painter(), &cx.colors, place, &counter);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.label(RichText::new(&campaign.roster[unit].name).size(15.0));
            let color = if is_gone { cx.colors.red } else { cx.colors.faint_ink };
            ui.label(RichText::new(words).size(13.5).color(color));
        });
    });
}

/// On the map, until something is done: who has come home with less than he had, and where he is.
pub(super) fn changes_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let Some(EndedHexBattle { province, losses, report }) = cx.table.ended_hex_battle() else {
        return;
    };
    let Some((campaign, state)) = cx.table.campaign() else { return };
    theme::warning_frame(&cx.colors).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(
            RichText::new(campaign.battle_name(province, state.turn)).font(theme::strong(17.0)),
        );
        ui.label("What it has changed:");
        for fate in &report.units {
            let toll = losses.units.iter().find(|toll| toll.unit == fate.unit);
            let Some(had) = toll.map(|toll| toll.had).filter(|&had| had > fate.steps) else {
                continue;
            };
            let words = left(had, fate.steps) + &whereabouts(campaign, state, fate.unit, province);
            unit_ui(cx, campaign, state, fate.unit, fate.steps, &words, ui);
        }
        for fate in &report.leaders {
            let (leader, words) = match *fate {
                LeaderFate::Lives { leader, wounded: true } => (leader, "wounded"),
                LeaderFate::Killed(leader) => (leader, "killed"),
                LeaderFate::Captured(leader) => (leader, "captured"),
                LeaderFate::Lives { .. } => continue,
            };
            let words = format!("{}: {words}", campaign.roster[leader].name);
            ui.label(RichText::new(words).color(cx.colors.red));
        }
        ui.label(
            RichText::new(
                "Nobody else lost a whole step. Where they all stand now is ringed in red.",
            )
            .small()
            .weak(),
        );
    });
    ui.add_space(theme::NEAR);
}

/// Where a unit is that has left the place of the battle.
fn whereabouts(campaign: &Campaign, state: &State, unit: UnitId, province: ProvinceId) -> String {
    match province_of(campaign, state, unit) {
        Some(now) if now != province => format!("; now in {}", campaign.board[now].name),
        _ => String::new(),
    }
}

fn province_of(campaign: &Campaign, state: &State, unit: UnitId) -> Option<ProvinceId> {
    match state.unit(unit).place {
        Place::Field(province) => Some(province),
        Place::City(city) => Some(campaign.board[city].province),
        Place::Pool | Place::Aside | Place::ToCome => None,
    }
}

/// The place of a battle on hexes that has just ended, and wherever those who fought in it are now.
pub(super) fn marked_provinces(table: &Table) -> Vec<ProvinceId> {
    let (Some(ended), Some((campaign, state))) = (table.ended_hex_battle(), table.campaign())
    else {
        return Vec::new();
    };
    let mut marked = vec![ended.province];
    for fate in &ended.report.units {
        if let Some(province) = province_of(campaign, state, fate.unit)
            && !marked.contains(&province)
        {
            marked.push(province);
        }
    }
    marked
}
