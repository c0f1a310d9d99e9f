//! The panel in a battle: what can be answered, how it would go, how it stands.

use super::choice::{Choice, Thing};
use super::prospect;
use super::scene::Scene;
use crate::window::command::UiCommand;
use crate::window::pieces::{self, Emphasis};
use crate::window::table::dice::rolls_ui;
use crate::window::table::stances::{STANCES, stance_ui};
use crate::window::table::{SlotAnswer, TableCommand, TableContext, hint};
use crate::window::theme;
use diadem_core::{Camp, Text};
use diadem_display::{Action, Answer, Place, Post, Question, Stand, UnitId};
use diadem_handoff as war;
use eframe::egui::{Align2, Button, Rect, Response, RichText, Role, Sense, Ui, WidgetInfo, vec2};

/// As many answers as are few.
const FEW: usize = 6;

/// Everything that can be answered.
pub(super) fn answers_ui(cx: &mut TableContext<'_>, scene: &Scene<'_>, ui: &mut Ui) {
    let Some(choice) = scene.choice() else { return };
    plain_ui(cx, scene, choice, ui);
    match cx.look.battles.display.held {
        Some(held) => held_ui(cx, scene, choice, held, ui),
        None => subjects_ui(cx, scene, choice, ui),
    }
    closing_ui(cx, scene, choice, ui);
}

/// How what is pointed at would go, what was rolled, how it stands.
pub(super) fn details_ui(cx: &mut TableContext<'_>, scene: &Scene<'_>, ui: &mut Ui) {
    if let Some(choice) = scene.choice() {
        let told = cx.look.battles.display.meant(scene);
        prospect::prospect_ui(cx, scene, told, ui);
        hint_ui(choice, ui);
        standing_answers_ui(cx, scene, ui);
    }
    rolls_ui(cx, ui);
    stands_ui(cx, scene, ui);
}

/// What the hand has to do.
fn hint_ui(choice: Choice<'_>, ui: &mut Ui) {
    let words = match choice.question {
        Question::SetUpUnit => {
            "Drag a unit from the tray into a line that glows, or click the unit and then the line."
        }
        Question::SetUpLeaderOf(_) => "Click the leader who goes with the unit just placed.",
        Question::SetUpLeaders => "Drag a leader onto a unit that glows.",
        Question::Rally => "Click a routed unit whose leader is to rally it.",
        Question::Return(_) => "Click a line that glows.",
        Question::Fill => "Click a unit of the second line.",
        Question::Move => {
            "Click a unit or a leader, then where to; or drag. Lines that glow are open."
        }
        Question::Attack => "Click a box of yours, then one that glows red.",
        Question::Duel => "Click a unit of yours, then its enemy.",
        Question::DefensiveFire(_) => "Your archers may shoot before it comes to blows.",
        Question::TakePart(..) => "Only one leader in a box takes part in a round.",
        Question::Displaced(_) => "Click the unit that he joins.",
        Question::Pursue => "Click a unit that is to pursue.",
        Question::Caught(_) => "Click a routed unit that is lost.",
    };
    ui.label(RichText::new(words).font(theme::book_italic(16.5)));
    ui.add_space(theme::NEAR);
}

/// An answer in words, as on its button.
pub(super) fn answer_words(scene: &Scene<'_>, action: Action) -> String {
    let unit = |id| scene.unit_name(id);
    let leader = |id| scene.leader_name(id);
    match action {
        Action::Place { at, line, .. } => format!("Into {}", scene.spot_name(at, line)),
        Action::Stack { on, .. } => format!("Stack with {}", unit(on)),
        Action::Lead { leader: who, unit: id } => format!("{} with {}", leader(who), unit(id)),
        Action::Stand { leader: who, at } => format!("{} in {}", leader(who), scene.box_name(at)),
        Action::Rally(id) => format!("Rally {}", unit(id)),
        Action::Return { at, line } => format!("Return to {}", scene.spot_name(at, line)),
        Action::Forward(id) => format!("Bring {} forward", unit(id)),
        Action::Back(id) => format!("Take {} back", unit(id)),
        Action::Exchange { back, forward } => {
            format!("{} back, {} forward", unit(back), unit(forward))
        }
        Action::Move { to, line, .. } => {
            format!("Move to {}", scene.spot_name(to, line))
        }
        Action::Advance { to, line, .. } => {
            format!("Advance into {} (and not attack)", scene.spot_name(to, line))
        }
        Action::Attack { to, .. } => format!("Attack {}", scene.box_name(to)),
        Action::Duel { attacker, defender } => format!("{} on {}", unit(attacker), unit(defender)),
        Action::Fire(id) => format!("Let {} shoot", unit(id)),
        Action::Pursue(id) => format!("Pursue with {}", unit(id)),
        Action::GiveUp(id) => format!("Give up {}", unit(id)),
        Action::Leader(_) => scene.display.action(scene.state, action),
        Action::Done => done_words(scene.question).to_owned(),
    }
}

/// What it means to be done with a question.
pub(super) fn done_words(question: Option<Question>) -> &'static str {
    match question {
        Some(Question::Rally) => "Rally nobody else",
        Some(Question::Fill) => "The line stands",
        Some(Question::Move) => "Done moving",
        Some(Question::Attack) => "No more attacks",
        Some(Question::Duel) => "No more duels",
        Some(Question::DefensiveFire(_)) => "Hold your fire",
        Some(Question::Pursue) => "No more pursuit",
        _ => "Done",
    }
}

/// A wide button for an answer; pointing at it is pointing at what it is about.
fn answer_ui(
    cx: &mut TableContext<'_>,
    scene: &Scene<'_>,
    action: Action,
    aside: &str,
    ui: &mut Ui,
) {
    let words = answer_words(scene, action);
    let (text, aside_text) = (
        RichText::new(words).font(theme::plain(15.0)),
        RichText::new(aside).font(theme::strong(15.0)),
    );
    let fill = theme::mix(cx.colors.panel, cx.colors.gold, 0.22);
    let button = Button::new(text).fill(fill).min_size(vec2(ui.available_width(), 30.0)).wrap();
    let button = if aside.is_empty() { button } else { button.right_text(aside_text) };
    let response = ui.add(button);
    hint::mark(cx, war::Action::Display(action), &response, ui);
    decide_ui(cx, action, &response);
}

/// What pointing at an answer and clicking it do.
fn decide_ui(cx: &mut TableContext<'_>, action: Action, response: &Response) {
    cx.note_answer(response);
    point(cx, action, response);
    if response.clicked() {
        cx.act(war::Action::Display(action));
    }
}

/// Notes that an answer's row is pointed at.
fn point(cx: &mut TableContext<'_>, action: Action, response: &Response) {
    if response.hovered() || response.has_focus() {
        cx.look.battles.display.pointing = Some(action);
    }
}

/// The answers that need nothing in hand: a few as buttons, many as small counters.
fn plain_ui(cx: &mut TableContext<'_>, scene: &Scene<'_>, choice: Choice<'_>, ui: &mut Ui) {
    let mut answers = choice.plain_answers();
    let slots = cx.table.slots();
    answers.retain(|action| {
        !matches!(action, Action::Leader(_)) && !slots.holds(war::Action::Display(*action))
    });
    if answers.len() <= FEW {
        for action in answers {
            answer_ui(cx, scene, action, "", ui);
        }
        return;
    }
    let colors = cx.colors;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(9.0, 9.0);
        for action in answers {
            let (Action::Rally(unit)
            | Action::Forward(unit)
            | Action::Pursue(unit)
            | Action::GiveUp(unit)
            | Action::Lead { unit, .. }) = action
            else {
                answer_ui(cx, scene, action, "", ui);
                continue;
            };
            let label = answer_words(scene, action);
            let counter = scene.counter(unit, Emphasis::Plain);
            let response = pieces::counter_ui(ui, &colors, pieces::LIST_WIDTH, &counter, &label);
            let response = response.on_hover_text(label);
            hint::mark(cx, war::Action::Display(action), &response, ui);
            point(cx, action, &response);
            if response.clicked() {
                cx.act(war::Action::Display(action));
            }
        }
    });
    ui.add_space(theme::NEAR);
}

/// What can be taken in hand, as small counters.
fn subjects_ui(cx: &mut TableContext<'_>, scene: &Scene<'_>, choice: Choice<'_>, ui: &mut Ui) {
    // While armies are set up, the tray shows them all.
    if scene.is_setting_up() {
        return;
    }
    let subjects = choice.subjects();
    if choice.question == Question::Duel {
        return duels_ui(cx, scene, choice, ui);
    }
    let colors = cx.colors;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(9.0, 9.0);
        for subject in &subjects {
            let response = match *subject {
                Thing::Unit(unit) => {
                    let label = format!("Take {}", scene.unit_name(unit));
                    let counter = scene.counter(unit, Emphasis::Plain);
                    let width = pieces::LIST_WIDTH;
                    let response = pieces::counter_ui(ui, &colors, width, &counter, &label);
                    response.on_hover_text(scene.unit_words(unit))
                }
                Thing::Leader(leader) => {
                    let label = format!("Take {}", scene.leader_name(leader));
                    let medallion = scene.medallion(leader, Emphasis::Plain);
                    pieces::medallion_ui(ui, &colors, 17.0, &medallion, &label)
                        .on_hover_text(scene.leader_name(leader))
                }
                Thing::Box(at) => ui.button(format!("From {}", scene.box_name(at))),
                Thing::Spot(..) => continue,
            };
            cx.note_answer(&response);
            if response.clicked() {
                cx.look.battles.display.held = Some(*subject);
            }
        }
    });
    ui.add_space(theme::NEAR);
}

/// What is in hand, and everything that can be done with it.
fn held_ui(
    cx: &mut TableContext<'_>,
    scene: &Scene<'_>,
    choice: Choice<'_>,
    held: Thing,
    ui: &mut Ui,
) {
    let colors = cx.colors;
    ui.horizontal(|ui| {
        let name = match held {
            Thing::Unit(unit) => {
                let counter = scene.counter(unit, Emphasis::Plain);
                let (place, _) = ui
                    .allocate_exact_size(pieces::counter_size(pieces::LIST_WIDTH), Sense::hover());
                pieces::counter(ui.painter(), &colors, place, &counter);
                scene.unit_name(unit).to_owned()
            }
            Thing::Leader(leader) => {
                let size = eframe::egui::Vec2::splat(40.0);
                let (place, _) = ui.allocate_exact_size(size, Sense::hover());
                let medallion = scene.medallion(leader, Emphasis::Plain);
                pieces::medallion(ui.painter(), &colors, place.center(), 16.0, &medallion);
                scene.leader_name(leader).to_owned()
            }
            Thing::Box(at) | Thing::Spot(at, _) => scene.box_name(at),
        };
        ui.label(RichText::new(name).font(theme::strong(17.0)));
        if choice.subjects().len() > 1 && ui.small_button("Let go").clicked() {
            cx.look.battles.display.held = None;
        }
    });
    if choice.question == Question::Duel {
        return duels_ui(cx, scene, choice, ui);
    }
    let is_row = |action: &Action| !cx.table.slots().holds(war::Action::Display(*action));
    for action in choice.answers_of(held).into_iter().filter(is_row) {
        answer_ui(cx, scene, action, "", ui);
    }
    ui.add_space(theme::NEAR);
}

/// Every duel that can come next, with its odds; those of the unit in hand first. A few stand there in
/// words, many as counters.
fn duels_ui(cx: &mut TableContext<'_>, scene: &Scene<'_>, choice: Choice<'_>, ui: &mut Ui) {
    let held = match cx.look.battles.display.held {
        Some(Thing::Unit(unit)) => Some(unit),
        _ => None,
    };
    let duel = |action: &Action| match *action {
        Action::Duel { attacker, defender } => Some((attacker, defender)),
        _ => None,
    };
    let is_row = |action: &&Action| !cx.table.slots().holds(war::Action::Display(**action));
    let mut duels: Vec<(UnitId, UnitId)> =
        choice.actions.iter().filter(is_row).filter_map(duel).collect();
    duels.sort_by_key(|&(attacker, _)| held != Some(attacker));
    if duels.len() <= FEW {
        for (attacker, defender) in duels {
            let odds = prospect::short(scene, attacker, defender);
            answer_ui(cx, scene, Action::Duel { attacker, defender }, &odds, ui);
        }
    } else {
        for of_one in duels.chunk_by(|one, next| one.0 == next.0) {
            duel_row_ui(cx, scene, of_one, ui);
        }
    }
    ui.add_space(theme::NEAR);
}

/// Everybody whom one unit can attack, with the odds below.
fn duel_row_ui(
    cx: &mut TableContext<'_>,
    scene: &Scene<'_>,
    duels: &[(UnitId, UnitId)],
    ui: &mut Ui,
) {
    let Some(&(attacker, _)) = duels.first() else { return };
    let (colors, width) = (cx.colors, pieces::LIST_WIDTH);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 2.0);
        let label = format!("Take {}", scene.unit_name(attacker));
        let counter = scene.counter(attacker, Emphasis::Plain);
        let response = pieces::counter_ui(ui, &colors, width, &counter, &label);
        if response.on_hover_text(scene.unit_words(attacker)).clicked() {
            cx.look.battles.display.held = Some(Thing::Unit(attacker));
        }
        ui.label(RichText::new("on").font(theme::book_italic(16.0)).weak());
        for &(attacker, defender) in duels {
            let action = Action::Duel { attacker, defender };
            let response = enemy_ui(cx, scene, attacker, defender, ui);
            hint::mark(cx, war::Action::Display(action), &response, ui);
            decide_ui(cx, action, &response);
        }
    });
}

/// An enemy with the odds against him below.
fn enemy_ui(
    cx: &TableContext<'_>,
    scene: &Scene<'_>,
    attacker: UnitId,
    defender: UnitId,
    ui: &mut Ui,
) -> Response {
    let (colors, counter_size) = (&cx.colors, pieces::counter_size(pieces::LIST_WIDTH));
    let size = counter_size + vec2(10.0, 20.0);
    let (place, response) = ui.allocate_exact_size(size, Sense::click());
    let label = answer_words(scene, Action::Duel { attacker, defender });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &label));
    let lift = if response.hovered() || response.has_focus() { 1.0 } else { 0.0 };
    let at = place.center_top() + vec2(-counter_size.x / 2.0, 1.0 - lift);
    if lift > 0.0 {
        ui.painter().rect_filled(place, 5.0, theme::mix(colors.panel, colors.gold, 0.6));
    }
    let counter = scene.counter(defender, Emphasis::Plain);
    pieces::counter(ui.painter(), colors, Rect::from_min_size(at, counter_size), &counter);
    let odds = prospect::short(scene, attacker, defender);
    let odds = odds.trim_start_matches("hit on ");
    let foot = place.center_bottom() - vec2(0.0, 1.0);
    ui.painter().text(foot, Align2::CENTER_BOTTOM, odds, theme::strong(14.5), colors.ink);
    response
}

/// The choices that are about nothing on the field.
fn closing_ui(cx: &mut TableContext<'_>, scene: &Scene<'_>, choice: Choice<'_>, ui: &mut Ui) {
    for &action in choice.actions {
        let is_closing = matches!(action, Action::Done | Action::Leader(_));
        if is_closing && !cx.table.slots().holds(war::Action::Display(action)) {
            answer_ui(cx, scene, action, "", ui);
        }
    }
}

/// Everybody who still waits, at once: the main answer while armies are set up.
pub(super) fn usual_set_up() -> SlotAnswer {
    SlotAnswer {
        words: "Set up the usual way".to_owned(),
        about: "Places everybody who still waits: foot in the center, horse on the wings."
            .to_owned(),
        does: UiCommand::Table(TableCommand::SetUpTheRest),
    }
}

/// Whether archers shoot without being asked.
fn standing_answers_ui(cx: &mut TableContext<'_>, scene: &Scene<'_>, ui: &mut Ui) {
    let (Some(seat), Some(side)) = (scene.seat, scene.deciding()) else { return };
    let light = scene.display.battle().switches.light_infantry_fire;
    let shoots = |unit| {
        let kind = scene.display.battle().units[UnitId::index(unit)].kind;
        let lives = !matches!(scene.place(unit), Place::Dead);
        lives && (kind.shoots() || light && kind == diadem_display::Kind::LightInfantry)
    };
    let is_over = scene.state.ending.is_some();
    if is_over || scene.is_setting_up() || !scene.display.muster(side).iter().any(shoots) {
        return;
    }
    let kind = diadem_handoff::Answer::Display(Answer::DefensiveFire);
    stance_ui(cx, seat, kind, "Defensive fire", &STANCES, ui);
}

/// How it stands: both armies side by side.
fn stands_ui(cx: &TableContext<'_>, scene: &Scene<'_>, ui: &mut Ui) {
    if scene.is_setting_up() {
        return;
    }
    let colors = &cx.colors;
    ui.add_space(theme::NEAR);
    ui.label(RichText::new("How it stands").font(theme::strong(17.0)));
    let count = |side: Camp, counts: &dyn Fn(UnitId) -> u32| -> u32 {
        scene.display.muster(side).iter().map(counts).sum()
    };
    let is_routed = |unit| scene.state.box_of(unit).is_some_and(|at| at.post() == Post::Routed);
    let fit = |unit| u32::from(scene.state.box_of(unit).is_some() && !is_routed(unit));
    let routed = |unit| u32::from(is_routed(unit));
    let lost = |unit: UnitId| {
        let setup = &scene.display.battle().units[unit.index()];
        let before = setup.steps.len() as u32 - u32::from(setup.lost);
        before - u32::from(scene.display.steps_left(scene.state, unit))
    };
    let leaders = |side: Camp| {
        let is_lost = |leader: &diadem_display::LeaderId| {
            matches!(scene.stand(*leader), Stand::Killed | Stand::Captured)
        };
        scene.display.retinue(side).iter().filter(is_lost).count() as u32
    };
    let rows: [(&str, [u32; 2]); 4] = [
        ("Units fit to fight", Camp::BOTH.map(|side| count(side, &fit))),
        ("Routed", Camp::BOTH.map(|side| count(side, &routed))),
        ("Steps lost", Camp::BOTH.map(|side| count(side, &lost))),
        ("Leaders lost", Camp::BOTH.map(leaders)),
    ];
    eframe::egui::Grid::new("how it stands").num_columns(3).spacing(vec2(18.0, 2.0)).show(
        ui,
        |ui| {
            ui.label("");
            for side in Camp::BOTH {
                let color = colors.seat_text(scene.display.seat(scene.display.leading_force(side)));
                ui.label(RichText::new(scene.side_name(side)).size(14.0).color(color));
            }
            ui.end_row();
            for (what, figures) in rows {
                ui.label(RichText::new(what).size(15.0));
                for (side, figure) in Camp::BOTH.into_iter().zip(figures) {
                    let color =
                        colors.seat_text(scene.display.seat(scene.display.leading_force(side)));
                    ui.label(
                        RichText::new(figure.to_string()).font(theme::strong(15.0)).color(color),
                    );
                }
                ui.end_row();
            }
        },
    );
}
