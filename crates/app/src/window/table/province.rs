//! The province that is looked at: what it is, whose, what it feeds, who stands there.

use super::prospects::hunger;
use super::rows::{Row, leader_picture, line, percent, title, unit_picture};
use super::{Focus, TableContext};
use crate::window::text::capitalised;
use crate::window::theme;
use diadem_campaign::data::{Border, Land, Season};
use diadem_campaign::ids::{CityId, ProvinceId};
use diadem_campaign::state::Place;
use diadem_campaign::{Campaign, State, Status, Switch};
use eframe::egui::{CollapsingHeader, RichText, Ui};

/// Shows the province or city that is looked at.
pub(super) fn focus_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let Some((campaign, state)) = cx.table.campaign() else { return };
    let province = match cx.table.focus() {
        Some(Focus::Province(province)) => province,
        Some(Focus::City(city)) => campaign.board[city].province,
        None => return,
    };
    ui.add_space(theme::NEAR);
    ui.separator();
    let place = &campaign.board[province];
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&place.name).font(theme::book(26.0)));
        let status = match campaign.status(state, province) {
            Status::Independent => "independent",
            Status::Contested => "contested",
            Status::Controlled(power) => campaign.power_name(power),
        };
        ui.label(RichText::new(format!("{} · {status}", land(place.land))).weak());
    });
    let (rule, why) = campaign.control_reason(state, province);
    line(ui, &capitalised(why), "", Some(rule));
    supply_ui(campaign, state, province, ui);
    forces_ui(cx, campaign, state, province, ui);
    for city in place.cities.iter() {
        city_ui(cx, campaign, state, city, ui);
    }
    CollapsingHeader::new("Borders").show(ui, |ui| borders_ui(campaign, state, province, ui));
}

/// What a kind of land is called.
pub(super) fn land(land: Land) -> &'static str {
    match land {
        Land::Rich => "rich",
        Land::Fertile => "fertile",
        Land::Mountain => "mountain",
        Land::Desert => "desert",
    }
}

fn supply_ui(campaign: &Campaign, state: &State, province: ProvinceId, ui: &mut Ui) {
    if campaign.switches.has(Switch::NoSupply) {
        return;
    }
    if state.scorched.contains(province) {
        line(ui, "Laid waste: it outlasts the next Summer.", "", None);
    } else if state.depleted.contains(province) {
        line(ui, "Depleted until Summer.", "", None);
    }
    if let Some(prospect) = campaign.depletion_prospect(state, province) {
        let words = format!("{} units draw on it: depleted in", prospect.units);
        line(ui, &words, &percent(prospect.sixths), None);
    }
    let kind = campaign.board[province].land;
    let risk = campaign.attrition_prospect(kind);
    let figure = hunger(risk);
    let hungry = (campaign.standing_at(state, province).iter())
        .any(|one| campaign.would_starve(state, province, one.force));
    let words = if hungry { "Hunger next turn" } else { "Hunger here would cost" };
    line(ui, words, &figure, None);
}

fn forces_ui(
    cx: &TableContext<'_>,
    campaign: &Campaign,
    state: &State,
    province: ProvinceId,
    ui: &mut Ui,
) {
    for one in campaign.standing_at(state, province) {
        let (attack, defence) = one.strength;
        let name = capitalised(campaign.force_name(one.force));
        title(ui, &name);
        // 6.2: fewer than three need no supply and lay no siege.
        let kind = if campaign.is_army(&one) { "an army" } else { "a garrison" };
        let words = format!("{}, {} steps: {kind}", count_units(one.units.len()), one.steps);
        line(ui, &words, &format!("{attack}-{defence}"), None);
        for leader in campaign.field_leaders(state, province, one.force) {
            let wounded = if state.leader(leader).wounded { "wounded" } else { "" };
            let row = Row::new(&campaign.roster[leader].name).detail(wounded);
            row.picture(leader_picture(cx, leader)).disabled().show(cx, ui);
        }
        CollapsingHeader::new("Units").id_salt((province.0, &name)).show(ui, |ui| {
            for unit in one.units {
                let steps = state.unit(unit).steps;
                let detail = format!("{steps} of {} steps", campaign.roster[unit].full());
                let row = Row::new(&campaign.roster[unit].name).detail(detail);
                row.picture(unit_picture(cx, unit)).disabled().show(cx, ui);
            }
        });
    }
}

fn count_units(units: usize) -> String {
    if units == 1 { "1 unit".to_owned() } else { format!("{units} units") }
}

fn city_ui(cx: &TableContext<'_>, campaign: &Campaign, state: &State, city: CityId, ui: &mut Ui) {
    let (printed, now) = (&campaign.board[city], state.city(city));
    if !now.founded {
        return;
    }
    title(ui, &printed.name);
    let words = match now.walls {
        0 => "No walls".to_owned(),
        1 => format!("{}, one wall: no garrison", campaign.control_name(now.owner)),
        walls => format!("{}, {walls} walls", campaign.control_name(now.owner)),
    };
    let inside = Place::City(city);
    line(ui, &words, &format!("{} within", state.units_at(inside).count()), None);
    for leader in state.leaders_at(inside) {
        let row = Row::new(&campaign.roster[leader].name).picture(leader_picture(cx, leader));
        row.disabled().show(cx, ui);
    }
    for unit in state.units_at(inside) {
        let row = Row::new(&campaign.roster[unit].name).picture(unit_picture(cx, unit));
        row.disabled().show(cx, ui);
    }
}

fn borders_ui(campaign: &Campaign, state: &State, province: ProvinceId, ui: &mut Ui) {
    let winter = campaign.season(state) == Season::Winter;
    for other in campaign.board.neighbours(province).iter() {
        let kind = campaign.board.border(province, other).map(|border| border.kind);
        let how = match kind {
            Some(Border::Mountain) if winter => "closed by snow",
            Some(Border::Mountain) => "mountain: closed in Winter",
            Some(Border::Gaza) => "through Gaza",
            Some(Border::Normal) | None => "open",
        };
        line(ui, &campaign.board[other].name, how, None);
    }
    let coasts = campaign.board[province].coasts.iter();
    let seas: Vec<&str> = coasts.map(|sea| campaign.board[sea].name.as_str()).collect();
    if !seas.is_empty() {
        line(ui, &format!("Coast on {}", seas.join(", ")), "", None);
    }
}
