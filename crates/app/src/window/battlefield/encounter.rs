//! A battle of the campaign before it is fought: the offer that both sides see, and the drawing up.

use super::choice::Thing;
use super::counters::kind_name;
use crate::window::command::UiCommand;
use crate::window::table::forecast::forecast_ui;
use crate::window::table::rows::{Row, line, title};
use crate::window::table::{Desk, TableCommand, hint};
use crate::window::theme;
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
pub fn encounter_ui(desk: &mut Desk<'_>, ui: &mut Ui) {
    let actions: Vec<war::Action> = desk.table.actions().to_vec();
    let table = desk.table;
    for action in actions {
        match action {
            war::Action::Choose(_) => {
                let row = Row::new(table.war().action(table.state(), action));
                let response = row.show(desk, ui);
                hint::mark(desk, action, &response, ui);
                if response.clicked() {
                    desk.act(action);
                }
            }
            war::Action::Draw(Draw::Done) => {
                ui.label("Drag a counter or a leader to where it shall stand, or click it and then a glowing hex. \
                     Each goes once.");
                ui.add_space(theme::NEAR);
                let button = theme::strong_button(&desk.colors, "The army is drawn up");
                let done = ui.add(button);
                desk.note_answer(&done);
                hint::mark(desk, action, &done, ui);
                if done.clicked() {
                    desk.act(action);
                }
            }
            _ => {}
        }
    }
    fight_it_out_ui(desk, ui);
    forecast_ui(desk, ui);
    offer_ui(desk, ui);
}

/// A battle can be left to captains before it is begun.
fn fight_it_out_ui(desk: &mut Desk<'_>, ui: &mut Ui) {
    if !desk.table.can_be_relieved() || desk.table.is_watching() {
        return;
    }
    let forms: Vec<Option<Form>> = (desk.table.actions().iter())
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
        if Row::new(words).show(desk, ui).clicked() {
            desk.ask(UiCommand::Table(TableCommand::FightItOut(form)));
        }
    }
}

/// Both armies, brigade by brigade, their leaders, and the ground.
fn offer_ui(desk: &Desk<'_>, ui: &mut Ui) {
    let table = desk.table;
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
    line(ui, "The attacker is", offer.attacker.name(), None);
    for army in &offer.armies {
        army_ui(desk, army, ui);
    }
}

fn army_ui(desk: &Desk<'_>, army: &ArmyProspect, ui: &mut Ui) {
    let color = desk.colors.seat_text(army.side.seat());
    let heading = format!("{}: {} men", army.side.name(), army.men);
    ui.add_space(theme::NEAR);
    ui.label(RichText::new(heading).font(theme::strong(17.0)).color(color));
    let (all, level) = army.rout_points;
    line(ui, "Withdraws at", &format!("{level} of {all} rout points"), None);
    let Some((campaign, _)) = desk.table.campaign() else { return };
    let refuges: Vec<&str> =
        army.refuges.iter().map(|province| campaign.board[province].name.as_str()).collect();
    let refuges = if refuges.is_empty() { "nowhere".to_owned() } else { refuges.join(" or ") };
    line(ui, "Retreats to", &format!("the {} edge, then {refuges}", army.edge.code()), None);
    for leader in &army.leaders {
        leader_ui(leader, ui);
    }
    CollapsingHeader::new("Brigade by brigade").id_salt(army.side.name()).show(ui, |ui| {
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
