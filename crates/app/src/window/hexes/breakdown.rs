//! What would decide a combat or a shot, line by line, each figure with its rule.

#![expect(clippy::cast_precision_loss, reason = "small counts and small measures")]

use crate::window::table::TableContext;
use crate::window::table::rows::{line, title};
use crate::window::text::capitalised;
use crate::window::theme;
use diadem_books::GBA;
use diadem_core::{Rule, rule};
use diadem_hexes::shock::{Advantage, Breakdown, Clash, ShockHits};
use diadem_hexes::{Action, Aspect, Hexes, Shot, State, UnitId, UnitSet};
use eframe::egui::{Align2, Color32, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

/// Shows what an answer that is pointed at would come to.
pub(super) fn prospect_ui(
    cx: &TableContext<'_>,
    rules: &Hexes,
    state: &State,
    action: Action,
    ui: &mut Ui,
) {
    if let Action::Attack { unit, target } = action {
        combat_ui(cx, rules, state, joined(state, unit, target), ui);
    } else if let Some(shot) = rules.shot(state, action) {
        shot_ui(rules, &shot, ui);
    }
}

/// The combat that an attack would make or join.
pub(super) fn joined(state: &State, unit: UnitId, target: UnitId) -> Clash {
    let combat = state
        .combats
        .iter()
        .find(|combat| combat.defenders.contains(target) || combat.attackers.contains(unit));
    let (mut attackers, mut defenders) = combat
        .map_or((UnitSet::NONE, UnitSet::NONE), |combat| (combat.attackers, combat.defenders));
    attackers.insert(unit);
    defenders.insert(target);
    Clash { attackers, defenders, attacker: unit, defender: target, fallen: [None; 2], silent: 0 }
}

/// Shows every combat of the shock segment, the one that is asked about first.
pub(super) fn combats_ui(
    cx: &TableContext<'_>,
    rules: &Hexes,
    state: &State,
    asked: Option<u8>,
    ui: &mut Ui,
) {
    let asked = asked.and_then(|at| state.combats.get(usize::from(at)));
    let is_other = |combat: &&_| asked.is_none_or(|asked| !std::ptr::eq(asked, *combat));
    let others = state.combats.iter().filter(is_other);
    for combat in asked.into_iter().chain(others).filter(|combat| combat.is_on()) {
        let chosen = combat.clash();
        let attacker = combat.attacker.or_else(|| combat.attackers.iter().next());
        let defender = combat.defender.or_else(|| combat.defenders.iter().next());
        let (Some(attacker), Some(defender)) = (attacker, defender) else { continue };
        let (attackers, defenders) = (combat.attackers, combat.defenders);
        let (fallen, silent) = (combat.fallen, combat.silent);
        let clash =
            chosen.unwrap_or(Clash { attackers, defenders, attacker, defender, fallen, silent });
        // Whoever has run is in nobody's zone of control any more, and there is nothing left to reckon.
        if rules.breakdown(state, clash).is_some() {
            combat_ui(cx, rules, state, clash, ui);
        }
    }
}

pub(super) fn names(rules: &Hexes, units: UnitSet) -> String {
    units.iter().map(|unit| rules.unit_name(unit)).collect::<Vec<_>>().join(", ")
}

/// One combat: base column, superiority, shifts, leaders, and the hits of every roll.
fn combat_ui(cx: &TableContext<'_>, rules: &Hexes, state: &State, clash: Clash, ui: &mut Ui) {
    title(ui, &format!("{} on {}", names(rules, clash.attackers), names(rules, clash.defenders)));
    let Some(shown) = rules.breakdown(state, clash) else {
        ui.label("They have no enemy in their zone of control any more.");
        return;
    };
    breakdown_ui(cx, rules, &shown, ui);
}

/// How a combat adds up.
pub(super) fn breakdown_ui(cx: &TableContext<'_>, rules: &Hexes, shown: &Breakdown, ui: &mut Ui) {
    let clash = shown.combat;
    let front = match shown.aspect {
        Aspect::Front => "front",
        Aspect::Flank => "flank",
        Aspect::Rear => "rear",
    };
    let kind = |unit: UnitId| super::counters::kind_name(rules.troops(unit).kind);
    let what = format!("{} on {}, {front}", kind(clash.attacker), kind(clash.defender));
    line(ui, &capitalised(&what), &format!("column {}", shown.base.number()), None);
    for shift in &shown.shifts {
        let figure = match shift.by {
            by if by < 0 => format!("{} left", -by),
            by => format!("{by} right"),
        };
        line(ui, &capitalised(&shift.cause.words()), &figure, Some(shift.rule));
    }
    let times = shown.times.0;
    let (who, figure) = match shown.advantage {
        Advantage::Neither => ("Superiority", "neither".to_owned()),
        Advantage::Attack => ("Attack superior", format!("defender ×{times}")),
        Advantage::Defense => ("Defence superior", format!("attacker ×{times}")),
    };
    line(ui, who, &figure, Some(shown.advantage_rule));
    let halved = [(clash.defender, "attacker ÷2"), (clash.attacker, "defender ÷2")];
    for ((unit, figure), rule) in halved.into_iter().zip(shown.limits) {
        if rule.is_some() {
            line(ui, &format!("{} does little harm", rules.unit_name(unit)), figure, rule);
        }
    }
    for charisma in &shown.charisma {
        let who = charisma.leader.map_or("a leader has fallen", |it| rules.leader_name(it));
        line(ui, &format!("Charisma: {who}"), &format!("die {:+}", charisma.adds), CHARISMA);
    }
    let sum = match shown.die_modifier() {
        0 => format!("Column {}", shown.column.number()),
        adds => format!("Column {}, die {adds:+}", shown.column.number()),
    };
    title(ui, &sum);
    charts_ui(cx, rules, shown, ui);
}

/// What a leader adds to the die.
const CHARISMA: Option<Rule> = Some(rule!(GBA, "9.16"));

/// The hits of one side.
type HitsOf = fn(&ShockHits) -> u8;

/// How often each number of hits falls on either side.
fn charts_ui(cx: &TableContext<'_>, rules: &Hexes, shown: &Breakdown, ui: &mut Ui) {
    let army = rules.camp(shown.combat.attacker);
    let sides: [(&str, HitsOf, Color32); 2] = [
        (
            "Hits on the defenders",
            |hits| hits.defenders,
            cx.colors.seat(rules.leading_seat(army.other())),
        ),
        ("Hits on the attackers", |hits| hits.attackers, cx.colors.seat(rules.leading_seat(army))),
    ];
    ui.columns(2, |columns| {
        for (ui, (words, of, color)) in columns.iter_mut().zip(sides) {
            let mut shares: Vec<(u8, u8)> = Vec::new();
            for hits in shown.hits.iter().map(of) {
                match shares.iter_mut().find(|share| share.0 == hits) {
                    Some(share) => share.1 += 1,
                    None => shares.push((hits, 1)),
                }
            }
            shares.sort_unstable();
            ui.small(words);
            chart_ui(cx, &shares, color, ui);
        }
    });
}

/// A column for each number of hits.
fn chart_ui(cx: &TableContext<'_>, shares: &[(u8, u8)], color: Color32, ui: &mut Ui) {
    const HIGH: f32 = 56.0;
    let size = vec2(ui.available_width(), HIGH + 34.0);
    let (place, response) = ui.allocate_exact_size(size, Sense::hover());
    let words: Vec<String> =
        shares.iter().map(|(hits, tenths)| format!("{hits} in {} %", tenths * 10)).collect();
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words.join(", ")));
    let wide = (place.width() / shares.len().max(3) as f32).min(46.0);
    let most = shares.iter().map(|share| share.1).max().unwrap_or(1);
    for (at, &(hits, tenths)) in shares.iter().enumerate() {
        let left = place.left() + wide * at as f32;
        let high = HIGH * f32::from(tenths) / f32::from(most);
        let foot = place.top() + 16.0 + HIGH;
        let bar = Rect::from_min_max(pos2(left + 2.0, foot - high), pos2(left + wide - 3.0, foot));
        let painter = ui.painter();
        painter.rect_filled(bar, 1.0, color);
        let percent = format!("{} %", tenths * 10);
        let small = theme::plain(11.5);
        painter.text(bar.center_top(), Align2::CENTER_BOTTOM, percent, small, cx.colors.faint_ink);
        let below = bar.center_bottom() + vec2(0.0, 2.0);
        painter.text(below, Align2::CENTER_TOP, hits, theme::strong(14.0), cx.colors.ink);
    }
}

/// One shot: its strength, what is added to the die, and the chance.
fn shot_ui(rules: &Hexes, shot: &Shot, ui: &mut Ui) {
    let target = shot.target.map_or("a leader", |target| rules.unit_name(target));
    title(ui, &format!("{} at {target}", rules.unit_name(shot.firer)));
    let range = match shot.range {
        1 => "1 hex".to_owned(),
        range => format!("{range} hexes"),
    };
    line(ui, &format!("Strength at {range}"), &shot.strength.to_string(), Some(shot.rule));
    for (modifier, cause) in shot.modifiers.iter().zip(&shot.causes) {
        let figure = format!("die {:+}", modifier.amount);
        line(ui, &capitalised(cause.words()), &figure, Some(modifier.rule));
    }
    let hits = if shot.hits == 1 { "hit" } else { "hits" };
    let figure = format!("{} % of {} {hits}", u32::from(shot.chance()) * 10, shot.hits);
    line(ui, "Chance", &figure, None);
}
