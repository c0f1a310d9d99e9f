//! A battle of the campaign before it is fought: the offer that both sides see, and the drawing up.

use super::choice::Thing;
use super::counters::kind_name;
use crate::window::command::UiCommand;
use crate::window::table::forecast::forecast_ui;
use crate::window::table::rows::{Row, line, title};
use crate::window::table::{TableCommand, TableContext, hint};
use crate::window::theme;
use diadem_campaign::powers::Power;
use diadem_core::Text;
use diadem_handoff::{
    self as war, ArmyProspect, CounterProspect, Draw, Form, LeaderProspect, Piece,
};
use diadem_hexes::{MissileKind, Terrain};
use eframe::egui::{CollapsingHeader, RichText, Ui};

/// What of the field a step of drawing up is about.
pub(super) const fn thing_of(draw: Draw) -> Option<Thing> {
    match draw {
        Draw::Take(Piece::Unit(unit)) => Some(Thing::Unit(unit)),
        Draw::Take(Piece::Leader(leader)) => Some(Thing::Leader(leader)),
        Draw::Post(hex) => Some(Thing::Hex(hex)),
        Draw::Done => None,
    }
}

/// The choice of a form, with everything that both sides may know; or the drawing up.
pub fn encounter_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let actions: Vec<war::Action> = cx.table.actions().to_vec();
    let table = cx.table;
    for action in actions {
        match action {
            war::Action::Choose(_) => {
                let row = Row::new(table.war().action(table.state(), action));
                let response = row.show(cx, ui);
                hint::mark(cx, action, &response, ui);
                if response.clicked() {
                    cx.act(action);
                }
            }
            war::Action::Draw(Draw::Done) => {
                ui.label("Drag a counter or a leader to where it shall stand, or click it and then a glowing hex. \
                     Each goes once.");
                ui.add_space(theme::NEAR);
                let button = theme::strong_button(&cx.colors, "The army is drawn up");
                let done = ui.add(button);
                cx.note_answer(&done);
                hint::mark(cx, action, &done, ui);
                if done.clicked() {
                    cx.act(action);
                }
            }
            _ => {}
        }
    }
    fight_it_out_ui(cx, ui);
    forecast_ui(cx, ui);
    offer_ui(cx, ui);
}

/// A battle can be left to captains before it is begun.
fn fight_it_out_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    if !cx.table.can_be_relieved() || cx.table.is_watching() {
        return;
    }
    let forms: Vec<Option<Form>> = (cx.table.actions().iter())
        .filter_map(|action| match action {
            war::Action::Choose(form) => Some(Some(*form)),
            war::Action::Draw(Draw::Done) => Some(None),
            _ => None,
        })
        .collect();
    for form in forms {
        let words = match form {
            Some(Form::Display) => "Let the computer fight it out on the display",
            Some(Form::Hexes) => "Let the computer fight it out on a hex map",
            None => "Let the computer fight it out",
        };
        if Row::new(words).show(cx, ui).clicked() {
            cx.ask(UiCommand::Table(TableCommand::FightItOut(form)));
        }
    }
}

/// Both armies, brigade by brigade, their leaders, and the ground.
fn offer_ui(cx: &TableContext<'_>, ui: &mut Ui) {
    let table = cx.table;
    let Some(offer) = table.war().prospect(table.state()) else { return };
    title(ui, &offer.ground.name);
    if !offer.ground.story.is_empty() {
        ui.label(&offer.ground.story);
    }
    let rough = offer.ground.terrain.iter().filter(|(terrain, _)| *terrain != Terrain::Clear);
    let rough: Vec<String> = rough
        .map(|(terrain, hexes)| format!("{hexes} {}", terrain.code().replace('_', " ")))
        .collect();
    let hexes = if rough.is_empty() { "open".to_owned() } else { rough.join(", ") };
    line(ui, "Hexes of the field", &hexes, None);
    line(ui, "Night falls after", &format!("{} turns", offer.ground.nightfall), None);
    if let Some((campaign, _)) = cx.table.campaign() {
        let attacker = campaign.power_name(offer.powers[offer.attacker.index()]);
        line(ui, "The attacker is", attacker, None);
    }
    for army in &offer.armies {
        army_ui(cx, army, offer.powers[army.camp.index()], ui);
    }
}

fn army_ui(cx: &TableContext<'_>, army: &ArmyProspect, power: Power, ui: &mut Ui) {
    let Some((campaign, _)) = cx.table.campaign() else { return };
    let seat = campaign.powers[power].seat;
    let color = seat.map_or(cx.colors.ink, |seat| cx.colors.seat_text(seat));
    let name = campaign.power_name(power);
    let heading = format!("{name}: {} men", army.men);
    ui.add_space(theme::NEAR);
    ui.label(RichText::new(heading).font(theme::strong(17.0)).color(color));
    let (all, level) = army.rout_points;
    line(ui, "Withdraws at", &format!("{level} of {all} rout points"), None);
    let refuges: Vec<&str> =
        army.refuges.iter().map(|province| campaign.board[province].name.as_str()).collect();
    let refuges = if refuges.is_empty() { "nowhere".to_owned() } else { refuges.join(" or ") };
    line(ui, "Retreats to", &format!("the {} edge, then {refuges}", army.edge.code()), None);
    for leader in &army.leaders {
        leader_ui(leader, ui);
    }
    CollapsingHeader::new("Brigade by brigade").id_salt(name).show(ui, |ui| {
        for brigade in &army.brigades {
            let name = &campaign.roster[brigade.unit].name;
            let (attack, defence) = (brigade.on_display.attack, brigade.on_display.defence);
            let (steps, men) = (brigade.steps, brigade.men);
            let s = if steps == 1 { "" } else { "s" };
            line(ui, name, &format!("{attack}-{defence}, {steps} step{s}, {men} men"), None);
            for counter in &brigade.counters {
                ui.small(counter_words(counter));
            }
        }
    });
}

/// A leader: what he is on a hex map and, where the campaign knows him, on the display.
fn leader_ui(leader: &LeaderProspect, ui: &mut Ui) {
    let [initiative, range, strategy, charisma, combat] = leader.ratings;
    let figure = |rating: Option<u8>| rating.map_or("–".to_owned(), |it| it.to_string());
    let words = format!("initiative {}, range {}", figure(initiative), figure(range));
    line(ui, &leader.name, &words, None);
    let others = [("strategy", strategy), ("charisma", charisma), ("personal combat", combat)];
    let others = others.iter().filter_map(|(what, rating)| Some(format!("{what} {}", (*rating)?)));
    let on_display = leader.ability.map(|ability| format!("on the display {ability}"));
    let wounded = leader.wounded.then(|| "wounded".to_owned());
    let role = std::iter::once(leader.role.code().to_owned());
    let all: Vec<String> = role.chain(others).chain(on_display).chain(wounded).collect();
    ui.small(all.join(", "));
}

fn counter_words(counter: &CounterProspect) -> String {
    let CounterProspect { name, kind, tq, size, ma, missile, men } = counter;
    let missile = missile.map_or("", |missile| match missile {
        MissileKind::Bow => ", arrows",
        MissileKind::Sling => ", stones",
        MissileKind::Javelin => ", javelins",
        MissileKind::Bolt => ", bolts",
    });
    let kind = kind_name(*kind);
    format!("{name}, {kind}: quality {tq}, size {size}, moves {ma}{missile}, {men} men")
}
