//! The card in the corner of the field: what the pointer is at, and the way there.

use super::BattlefieldLook;
use super::choice::Thing;
use super::counters::kind_name;
use super::field::View;
use crate::window::table::rows::{line, title};
use crate::window::theme;
use diadem_hexes::{
    Answer, Arrival, Formation, Hex, Hexes, LeaderId, Question, State, Supply, UnitId,
};
use eframe::egui::{Align2, Area, Frame, Id, Order, Ui, vec2};

/// How wide the card is, and how much room it may take upwards.
const WIDE: f32 = 300.0;
const HIGH: f32 = 190.0;

/// Shows the card, if there is anything on it.
pub(super) fn card_ui(look: &BattlefieldLook, view: &View<'_>, ui: &Ui) {
    let (rules, state) = (&*view.scene.rules, view.scene.state);
    let moves = matches!(view.scene.question, Some(Question::Move(_)));
    let way = look.way_shown().filter(|_| moves);
    let thing =
        look.pointed_thing().filter(|thing| matches!(thing, Thing::Unit(_) | Thing::Leader(_)));
    if thing.is_none() && way.is_none() {
        return;
    }
    let corner = corner(view, ui);
    Area::new(Id::unique("card"))
        .order(Order::Middle)
        .interactable(false)
        .pivot(corner)
        .fixed_pos(corner.pos_in_rect(&view.rect.shrink(12.0)))
        .show(ui, |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                theme::on_panel(ui);
                ui.set_width(WIDE);
                match (thing, way) {
                    (Some(Thing::Unit(unit)), _) => unit_ui(rules, state, unit, ui),
                    (Some(Thing::Leader(leader)), _) => leader_ui(rules, state, leader, ui),
                    (_, Some(way)) => course_ui(look, way, rules, ui),
                    _ => {}
                }
            });
        });
}

/// The corner in which it hides neither the pointer nor whom the question is about.
fn corner(view: &View<'_>, ui: &Ui) -> Align2 {
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let subject = view.scene.choice().and_then(|choice| choice.subject());
    let seen = [pointer, subject.and_then(|unit| Some(view.spot(unit)?.center))];
    let is_free = |corner: &Align2| {
        let place = corner.align_size_within_rect(vec2(WIDE + 60.0, HIGH), view.rect);
        !seen.into_iter().flatten().any(|at| place.contains(at))
    };
    let corners = [Align2::LEFT_BOTTOM, Align2::RIGHT_BOTTOM];
    corners.into_iter().find(is_free).unwrap_or(Align2::LEFT_BOTTOM)
}

/// What there is to know of a unit.
fn unit_ui(rules: &Hexes, state: &State, unit: UnitId, ui: &mut Ui) {
    let (troops, now) = (rules.troops(unit), state.unit(unit));
    title(ui, &troops.name);
    let ma = match troops.fast_ma {
        Some(fast) => format!("{} or {fast}", troops.ma),
        None => troops.ma.to_string(),
    };
    let kind = kind_name(troops.kind);
    ui.label(format!("{kind} · quality {} · size {} · moves {ma}", troops.tq, troops.size));
    let mut marks = Vec::new();
    if now.hits > 0 {
        marks.push(format!("{} hits", now.hits));
    }
    if troops.missile.is_some() {
        marks.push(match now.missiles {
            Supply::Full => "missiles".to_owned(),
            Supply::Low => "low on missiles".to_owned(),
            Supply::No => "no missiles left".to_owned(),
        });
    }
    let formation = match now.formation {
        Formation::Battle => None,
        Formation::Column(_) | Formation::LongColumn(_) => Some("in column"),
        Formation::Square => Some("in square"),
        Formation::Charge => Some("in charge formation"),
    };
    marks.extend(formation.map(str::to_owned));
    let flags = [
        (now.moved, "has moved"),
        (now.routed, "routed"),
        (now.rallied, "rallied"),
        (now.engaged, "engaged"),
    ];
    marks.extend(flags.iter().filter(|flag| flag.0).map(|flag| flag.1.to_owned()));
    if !marks.is_empty() {
        ui.label(marks.join(" · "));
    }
}

/// What there is to know of a leader.
fn leader_ui(rules: &Hexes, state: &State, leader: LeaderId, ui: &mut Ui) {
    let (printed, (initiative, range)) = (rules.commander(leader), rules.ratings(state, leader));
    title(ui, &printed.name);
    let mut ratings = Vec::new();
    ratings.extend(initiative.map(|figure| format!("initiative {figure}")));
    ratings.push(format!("range {range}"));
    ratings.extend(printed.strategy.map(|figure| format!("strategy {figure}")));
    ratings.push(format!("charisma {}", printed.charisma));
    ratings.extend(printed.personal_combat.map(|figure| format!("combat {figure}")));
    ui.label(ratings.join(" · "));
}

/// The way to the hex that is pointed at.
fn course_ui(look: &BattlefieldLook, (hex, arrival): (Hex, Arrival), rules: &Hexes, ui: &mut Ui) {
    title(ui, &format!("To {hex}"));
    line(ui, "Movement points", &arrival.spent.to_string(), None);
    if arrival.hits > 0 {
        line(ui, "Hits on the way", &arrival.hits.to_string(), None);
    }
    if arrival.friends > 0 {
        let words = "Hits on friends it passes through";
        line(ui, words, &arrival.friends.to_string(), None);
    }
    line(ui, "Faces", arrival.placement.facing.name(), None);
    for foreseen in &look.foreseen {
        let name = &rules.troops(foreseen.unit).name;
        let words = format!("{name} {}", foreseen_words(foreseen.answer));
        line(ui, &words, &foreseen.hex.to_string(), None);
    }
}

/// What somebody may do about a way.
pub(super) const fn foreseen_words(answer: Answer) -> &'static str {
    match answer {
        Answer::Withdraw | Answer::LeaderWithdraw => "may withdraw",
        Answer::Turn => "may turn",
        Answer::EntryFire | Answer::RetireFire | Answer::ReturnFire | Answer::EngineFire => {
            "may fire"
        }
        Answer::Trump => "may trump",
    }
}
