//! How an attack would go, line by line, each figure with its rule.

#![expect(clippy::cast_precision_loss, reason = "small counts and small measures")]

use super::scene::Scene;
use crate::window::table::TableContext;
use crate::window::theme::{self, Livery};
use diadem_books::ALEXANDROS;
use diadem_core::{Rule, rule};
use diadem_display::{
    Action, Bout, CombatResult, Prospect, Question, Reckoning, ReckoningItem, Role, ShotProspect,
    UnitId,
};
use eframe::egui::{
    Align2, Color32, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};

const MOVE: Rule = rule!(ALEXANDROS, "10.8");
const ADVANCE: Rule = rule!(ALEXANDROS, "10.9");

/// As many possible duels as are listed.
const MOST_DUELS: usize = 8;

/// Shows how the answer that is meant would go, if it is an attack.
pub(super) fn prospect_ui(
    cx: &TableContext<'_>,
    scene: &Scene<'_>,
    meant: Option<Action>,
    ui: &mut Ui,
) {
    match (meant, scene.question) {
        (Some(Action::Duel { attacker, defender }), _) => {
            duel_ui(cx, scene, attacker, defender, ui);
        }
        (Some(Action::Attack { from, to }), _) => attack_ui(cx, scene, Bout { from, to }, ui),
        (Some(Action::Fire(unit)), Some(Question::DefensiveFire(clash))) => {
            let rule = cx.table.ask().map(|ask| ask.rule);
            if let Some(rule) = rule {
                let shot = scene.display.shot_prospect(scene.state, unit, clash.attacker, rule);
                heading(ui, &pair_words(scene, unit, clash.attacker, "at"));
                shot_ui(cx, scene, clash.attacker, shot, ui);
            }
        }
        (Some(Action::Move { unit, to, .. }), _) => {
            heading(ui, &format!("{} moves to {}", scene.unit_name(unit), scene.box_name(to)));
            let rule = Some(MOVE);
            line_ui(ui, "One unit or two of one box, along a double arrow", "", rule);
            line_ui(ui, "They may attack from there in this round", "", rule);
        }
        (Some(Action::Advance { unit, to, .. }), _) => {
            heading(ui, &format!("{} advances into {}", scene.unit_name(unit), scene.box_name(to)));
            let rule = Some(ADVANCE);
            line_ui(ui, "The box was empty when the round began", "", rule);
            line_ui(ui, "Does not count as the round's movement", "", rule);
            line_ui(ui, "May not attack in this round", "", rule);
        }
        (_, Some(Question::TakePart(clash, _))) => {
            duel_ui(cx, scene, clash.attacker, clash.defender, ui);
        }
        _ => {}
    }
}

fn heading(ui: &mut Ui, words: &str) {
    ui.label(RichText::new(words).font(theme::strong(17.0)));
    ui.add_space(2.0);
}

/// `Alexander and the Hetairai on Persian cavalry 2`.
fn pair_words(scene: &Scene<'_>, one: UnitId, other: UnitId, joint: &str) -> String {
    let words = |unit: UnitId| match scene.state.leader_of(unit) {
        Some(leader) => format!("{} with {}", scene.unit_name(unit), scene.leader_name(leader)),
        None => scene.unit_name(unit).to_owned(),
    };
    format!("{} {joint} {}", words(one), words(other))
}

/// A line of a breakdown: what, how much, by which rule.
pub(super) fn line_ui(ui: &mut Ui, what: &str, amount: &str, rule: Option<Rule>) {
    let colors = theme::palette(ui.ctx());
    let number = rule.map(Rule::number).unwrap_or_default();
    let aside = if rule.is_some() { 48.0 } else { 0.0 };
    let width = ui.available_width();
    let painter = ui.painter();
    let amount_text = painter.layout_no_wrap(amount.to_owned(), theme::strong(15.0), colors.ink);
    let left = (width - aside - amount_text.size().x - 12.0).max(60.0);
    let text = painter.layout(what.to_owned(), theme::plain(15.0), colors.ink, left);
    let (place, response) =
        ui.allocate_exact_size(vec2(width, text.size().y.max(18.0)), Sense::hover());
    let told = format!("{what}: {amount}");
    response.widget_info(|| WidgetInfo::labeled(eframe::egui::Role::Label, true, &told));
    let painter = ui.painter();
    painter.galley(place.left_top(), text, colors.ink);
    let at = pos2(place.right() - aside - amount_text.size().x, place.top());
    painter.galley(at, amount_text, colors.ink);
    let font = theme::plain(13.0);
    let corner = place.right_top() + vec2(0.0, 2.0);
    painter.text(corner, Align2::RIGHT_TOP, number, font, colors.faint_ink);
    if let Some(rule) = rule {
        response.on_hover_text(rule.to_string());
    }
}

fn duel_ui(
    cx: &TableContext<'_>,
    scene: &Scene<'_>,
    attacker: UnitId,
    defender: UnitId,
    ui: &mut Ui,
) {
    match scene.display.prospect(scene.state, attacker, defender) {
        Prospect::Shot(shot) => {
            heading(ui, &pair_words(scene, attacker, defender, "at"));
            shot_ui(cx, scene, defender, shot, ui);
        }
        Prospect::Duel(reckoning, chances) => {
            heading(ui, &pair_words(scene, attacker, defender, "on"));
            reckoning_ui(cx, scene, &reckoning, [attacker, defender], ui);
            let results: Vec<(String, Color32)> = (1..=6)
                .map(|roll| {
                    let result = scene.display.charts().result(reckoning.column, roll);
                    (result.printed().to_owned(), result_color(cx, result))
                })
                .collect();
            faces_ui(cx, &results, ui);
            ui.label(RichText::new(duel_words(scene, chances, attacker, defender)).size(15.0));
        }
    }
    ui.add_space(theme::NEAR);
}

fn reckoning_ui(
    cx: &TableContext<'_>,
    scene: &Scene<'_>,
    reckoning: &Reckoning,
    [attacker, defender]: [UnitId; 2],
    ui: &mut Ui,
) {
    let _ = cx;
    for line in reckoning.lines() {
        let what = match line.what {
            ReckoningItem::Attack => format!("Attack, {}", scene.unit_name(attacker)),
            ReckoningItem::Defense => format!("Defence, {}", scene.unit_name(defender)),
            ReckoningItem::Leader(Role::Attacker | Role::Defender, leader) => {
                format!("with {}", scene.leader_name(leader))
            }
            ReckoningItem::Shift => "from flank or rear, columns".to_owned(),
        };
        let amount = match line.what {
            ReckoningItem::Leader(..) | ReckoningItem::Shift => format!("+{}", line.amount),
            ReckoningItem::Attack | ReckoningItem::Defense => line.amount.to_string(),
        };
        line_ui(ui, &what, &amount, Some(line.rule));
    }
    let (one, other) = reckoning.strengths();
    let rule = reckoning.lines().first().map(|line| line.rule);
    let odds = reckoning.odds.to_string();
    line_ui(ui, &format!("Odds {one} : {other}, rounded"), &odds, rule);
    if reckoning.odds != reckoning.heading {
        line_ui(ui, "Column of the table", &reckoning.heading.to_string(), rule);
    }
}

fn shot_ui(
    cx: &TableContext<'_>,
    scene: &Scene<'_>,
    target: UnitId,
    shot: ShotProspect,
    ui: &mut Ui,
) {
    line_ui(ui, "Hits with a roll up to", &shot.strength.to_string(), Some(shot.rule));
    if let Some(modifier) = shot.modifier {
        let amount = format!("{:+}", modifier.amount);
        line_ui(ui, "A heavy target, on the die", &amount, Some(modifier.rule));
    }
    let results: Vec<(String, Color32)> = (1..=6)
        .map(|roll| {
            if roll <= shot.hits {
                ("hit".to_owned(), cx.colors.red)
            } else {
                ("\u{2013}".to_owned(), cx.colors.faint_ink)
            }
        })
        .collect();
    faces_ui(cx, &results, ui);
    let loses = loss_words(scene, target);
    ui.label(RichText::new(format!("The target {loses} in {}.", percent(shot.hits))).size(15.0));
}

/// The six faces of the die with what each brings.
fn faces_ui(cx: &TableContext<'_>, results: &[(String, Color32)], ui: &mut Ui) {
    let colors = &cx.colors;
    ui.add_space(theme::NEAR);
    let gap = 6.0;
    let width = ((ui.available_width() - gap * 5.0) / 6.0).min(56.0);
    let size = vec2(width * 6.0 + gap * 5.0, (width * 1.05).clamp(42.0, 56.0));
    let (place, _) = ui.allocate_exact_size(size, Sense::hover());
    for (nth, (words, color)) in results.iter().enumerate() {
        let left = place.left() + nth as f32 * (width + gap);
        let cell =
            eframe::egui::Rect::from_min_size(pos2(left, place.top()), Vec2::new(width, size.y));
        let paper = colors.watermark;
        let edge = Stroke::new(1.0, colors.crease);
        ui.painter().rect(cell, 5.0, paper, edge, StrokeKind::Inside);
        let face = cell.center_top() + vec2(0.0, size.y * 0.3);
        ui.painter().text(face, Align2::CENTER_CENTER, nth + 1, theme::strong(18.0), colors.ink);
        let result = cell.center_bottom() - vec2(0.0, size.y * 0.26);
        ui.painter().text(result, Align2::CENTER_CENTER, words, theme::strong(14.0), *color);
    }
    ui.add_space(theme::NEAR);
}

fn result_color(cx: &TableContext<'_>, result: CombatResult) -> Color32 {
    let colors = &cx.colors;
    match result {
        CombatResult::DefenderLoss => colors.red,
        CombatResult::DefenderRout => {
            theme::legible(colors.livery(Livery::Persian), colors.watermark, colors.ink)
        }
        CombatResult::Engaged => colors.faint_ink,
        CombatResult::AttackerRout | CombatResult::AttackerLoss => colors.ink,
    }
}

fn percent(sixths: u8) -> String {
    format!("{}\u{a0}%", (u32::from(sixths) * 100 + 3) / 6)
}

/// What a loss means for a unit.
fn loss_words(scene: &Scene<'_>, unit: UnitId) -> &'static str {
    let steps = scene.display.steps_left(scene.state, unit) + u8::from(scene.is_double(unit));
    if steps > 1 { "loses a step" } else { "is destroyed" }
}

/// The chances in words.
fn duel_words(scene: &Scene<'_>, chances: [u8; 5], attacker: UnitId, defender: UnitId) -> String {
    let [attacker_loss, attacker_rout, engaged, defender_rout, defender_loss] = chances;
    let mut parts = Vec::new();
    for (chance, words) in [
        (defender_loss, format!("the defender {}", loss_words(scene, defender))),
        (defender_rout, "the defender routs".to_owned()),
        (engaged, "they lock".to_owned()),
        (attacker_rout, "the attacker routs".to_owned()),
        (attacker_loss, format!("the attacker {}", loss_words(scene, attacker))),
    ] {
        if chance > 0 {
            parts.push(format!("{words} in {}", percent(chance)));
        }
    }
    let mut words = parts.join(", ");
    if let Some(first) = words.get(..1).map(str::to_uppercase) {
        words.replace_range(..1, &first);
    }
    words.push('.');
    for (unit, risk) in
        [(attacker, attacker_loss + attacker_rout), (defender, defender_loss + defender_rout)]
    {
        if let Some(leader) = scene.state.leader_of(unit) {
            let name = scene.leader_name(leader);
            words.extend([" ", name, " is at risk in ", &percent(risk), "."]);
        }
    }
    words
}

/// The odds of a duel or the chance of a shot, in short.
pub(super) fn short(scene: &Scene<'_>, attacker: UnitId, defender: UnitId) -> String {
    match scene.display.prospect(scene.state, attacker, defender) {
        Prospect::Duel(reckoning, _) => reckoning.heading.to_string(),
        Prospect::Shot(ShotProspect { hits: 0, .. }) => "no hit".to_owned(),
        Prospect::Shot(ShotProspect { hits: 1, .. }) => "hit on 1".to_owned(),
        Prospect::Shot(ShotProspect { hits, .. }) => format!("hit on 1\u{2013}{hits}"),
    }
}

/// Which duels an attack of one box on another could bring.
fn attack_ui(cx: &TableContext<'_>, scene: &Scene<'_>, bout: Bout, ui: &mut Ui) {
    let (from, to) = (scene.box_name(bout.from), scene.box_name(bout.to));
    // Who stands in a box of the enemy's is named.
    let words = match scene.deciding().filter(|&camp| camp != bout.from.camp()) {
        Some(camp) => format!("{} units in {from} attack {to}", scene.side_name(camp)),
        None => format!("{from} attacks {to}"),
    };
    heading(ui, &words);
    let rule = cx.table.ask().map(|ask| ask.rule);
    let pairs = scene.display.pairings(scene.state, bout);
    line_ui(ui, "Duels that can come first", &pairs.len().to_string(), rule);
    for &(attacker, defender) in pairs.iter().take(MOST_DUELS) {
        let words = format!("{} on {}", scene.unit_name(attacker), scene.unit_name(defender));
        line_ui(ui, &words, &short(scene, attacker, defender), None);
    }
    if pairs.len() > MOST_DUELS {
        let more = pairs.len() - MOST_DUELS;
        ui.label(RichText::new(format!("and {more} more")).weak().size(14.0));
    }
    ui.add_space(theme::NEAR);
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn sixths_are_told_in_whole_percent() {
        let told: Vec<String> = (0..=6).map(percent).collect();
        assert_eq!(
            told,
            [
                "0\u{a0}%",
                "17\u{a0}%",
                "33\u{a0}%",
                "50\u{a0}%",
                "67\u{a0}%",
                "83\u{a0}%",
                "100\u{a0}%"
            ]
        );
    }
}
