//! A battle of the campaign on hexes before it is fought: the offer that both sides see.

use super::counters::kind_name;
use crate::window::table::TableContext;
use crate::window::table::rows::{line, title};
use crate::window::theme;
use diadem_campaign::powers::Power;
use diadem_handoff::{ArmyProspect, CounterProspect, LeaderProspect};
use diadem_hexes::{MissileKind, Terrain};
use eframe::egui::{CollapsingHeader, RichText, Ui};

/// Both armies, brigade by brigade, their leaders, and the ground.
pub(super) fn offer_ui(cx: &TableContext<'_>, ui: &mut Ui) {
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
