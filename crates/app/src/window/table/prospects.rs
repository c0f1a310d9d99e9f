//! What could happen, in numbers: shown with the question they bear on.

use super::rows::{line, percent, title};
use super::{TableContext, answers};
use crate::window::text::capitalised;
use crate::window::theme;
use diadem_campaign::data::Land;
use diadem_campaign::ids::ProvinceId;
use diadem_campaign::powers::Power;
use diadem_campaign::state::Force;
use diadem_campaign::{Campaign, Question, State, Status, Switch};
use eframe::egui::{Grid, RichText, Ui};

/// The numbers that bear on a question, if there are any.
pub(super) fn prospect_ui(
    cx: &mut TableContext<'_>,
    campaign: &Campaign,
    state: &State,
    question: Question,
    ui: &mut Ui,
) {
    let rule = cx.table.ask().map(|ask| ask.rule);
    match question {
        Question::Press => forced_march_ui(cx, campaign, state, ui),
        Question::Sortie(_) => {
            siege_ui(cx, campaign, state, ui);
            if let Some(rule) = rule {
                let sixths = campaign.charts.succeeds_on.sortie;
                answers::chance(ui, "A sortie burns the siege train in", sixths, rule);
            }
        }
        Question::Invest(_) => siege_ui(cx, campaign, state, ui),
        Question::Evade(province, force) => {
            if let Some(rule) = rule {
                let sixths = campaign.evasion_sixths(state, force.power);
                answers::chance(ui, "The attempt succeeds in", sixths, rule);
            }
            if let Some((combat, own)) =
                state.combat().and_then(|combat| Some((combat, combat.camp_of(force.power)?)))
            {
                for force in combat.camp(own).iter().chain(combat.camp(own.other()).iter()) {
                    strength_ui(campaign, state, province, force, ui);
                }
            }
        }
        Question::EvadeAlone(leader) => {
            if let Some(rule) = rule {
                let sixths = campaign.evasion_sixths(state, state.leader(leader).power);
                answers::chance(ui, "The attempt succeeds in", sixths, rule);
            }
        }
        Question::NextCombat => {
            let own = cx.table.ask().and_then(|ask| campaign.powers.of_seat(ask.seat).next());
            for action in cx.table.campaign_actions() {
                if let diadem_campaign::Action::Fight(province, enemy) = action {
                    title(ui, &campaign.board[province].name);
                    if let Some(own) = own {
                        strength_ui(campaign, state, province, Force::main(own), ui);
                    }
                    strength_ui(campaign, state, province, enemy, ui);
                }
            }
        }
        Question::Feed(army) => {
            title(ui, "If it lives off the land");
            let power = cx.table.ask().and_then(|ask| campaign.powers.of_seat(ask.seat).next());
            let Some(power) = power else { return };
            match campaign.depletion_prospect(state, army) {
                Some(here) => {
                    let words = format!("{} is depleted in", campaign.board[army].name);
                    line(ui, &words, &percent(here.sixths), rule);
                }
                None => bare_ui(campaign, state, army, power, ui),
            }
            title(ui, "If ships feed it");
        }
        _ => {}
    }
}

/// How likely a province is depleted if its ships feed the army that is asked about.
pub(super) fn feeding(
    cx: &TableContext<'_>,
    campaign: &Campaign,
    state: &State,
    from: ProvinceId,
) -> Option<String> {
    let (ask, question) = (cx.table.ask()?, cx.table.map_question()?);
    let Question::Feed(army) = question else { return None };
    let power = campaign.powers.of_seat(ask.seat).next()?;
    let prospect = campaign.feeding_prospect(state, power, army, from)?;
    Some(format!("depleted in {}", percent(prospect.sixths)))
}

/// What bare land means for the army of a power in it.
fn bare_ui(campaign: &Campaign, state: &State, army: ProvinceId, power: Power, ui: &mut Ui) {
    let starves = (campaign.standing_at(state, army).iter())
        .any(|one| one.force.power == power && campaign.would_starve(state, army, one.force));
    if starves {
        let risk = hunger(campaign.attrition_prospect(campaign.board[army].land));
        line(ui, "The land is bare. Hunger", &risk, None);
    } else {
        line(ui, "The land is bare, but nobody hungers there.", "", None);
    }
}

/// A force with its strength.
fn strength_ui(
    campaign: &Campaign,
    state: &State,
    province: ProvinceId,
    force: Force,
    ui: &mut Ui,
) {
    let standing = campaign.standing_at(state, province);
    if let Some(one) = standing.iter().find(|one| one.force == force) {
        let words = format!(
            "{} {}",
            one.units.len(),
            campaign.force_name(force).trim_start_matches("the ")
        );
        let (attack, defence) = one.strength;
        line(ui, &words, &format!("{attack}-{defence}"), None);
    }
}

/// What a forced march risks.
fn forced_march_ui(cx: &TableContext<'_>, campaign: &Campaign, state: &State, ui: &mut Ui) {
    if let Some(through) = state.march().and_then(|march| march.through) {
        let words = format!("The forced march through {} costs", campaign.board[through].name);
        let risk = hunger(campaign.attrition_prospect(campaign.board[through].land));
        line(ui, &words, "", None);
        line(ui, "", &risk, cx.table.ask().map(|ask| ask.rule));
    }
}

/// Where the march points: who waits there. It stands below the rows that point, so that they do not
/// move away under the pointer.
pub(super) fn march_ui(cx: &TableContext<'_>, campaign: &Campaign, state: &State, ui: &mut Ui) {
    let Some(march) = state.march() else { return };
    let open = |to| {
        use diadem_campaign::Action as A;
        cx.table.campaign_actions().any(|action| action == A::March(to) || action == A::Press(to))
    };
    let Some(to) = cx.look.pointing.filter(|&to| open(to)) else { return };
    let place = &campaign.board[to];
    title(ui, &format!("If you march to {}", place.name));
    let standing = campaign.standing_at(state, to);
    let enemies: Vec<_> =
        standing.iter().filter(|one| campaign.hostile(march.power, one.force.power)).collect();
    if enemies.is_empty() {
        ui.label("Nobody stands against you there.");
    }
    for enemy in enemies {
        strength_ui(campaign, state, to, enemy.force, ui);
        for leader in campaign.field_leaders(state, to, enemy.force) {
            let ability = campaign.ability(state, leader).to_string();
            line(ui, &format!("under {}", campaign.roster[leader].name), &ability, None);
        }
        if campaign.is_army(enemy) {
            let sixths = campaign.battle_evasion_sixths(enemy.force.power);
            line(ui, "They may evade a battle, with luck in", &percent(sixths), None);
        }
    }
    outlook_ui(cx, campaign, state, to, ui);
    let bare = place.land == Land::Desert || state.depleted.contains(to);
    if bare && !campaign.switches.has(Switch::NoSupply) {
        let risk = hunger(campaign.attrition_prospect(place.land));
        line(ui, "The land is bare. Hunger", &risk, None);
    }
}

/// What else the march would change: whose land is whose, and who hungers.
fn outlook_ui(
    cx: &TableContext<'_>,
    campaign: &Campaign,
    state: &State,
    to: ProvinceId,
    ui: &mut Ui,
) {
    let (Some(march), Some(Question::Gather(_))) = (state.march(), cx.table.map_question()) else {
        return;
    };
    let outlook = campaign.march_outlook(state, march, to);
    for (province, status) in outlook.control {
        let name = &campaign.board[province].name;
        let words = match status {
            Status::Controlled(power) if power == march.power => format!("{name} becomes yours"),
            Status::Controlled(power) => format!("{name} goes to {}", campaign.power_name(power)),
            Status::Contested => format!("{name} is contested"),
            Status::Independent => format!("{name} is nobody's"),
        };
        let is_lost = campaign.status(state, province) == Status::Controlled(march.power);
        let color = if is_lost { cx.colors.red } else { cx.colors.ink };
        ui.label(RichText::new(words).color(color));
    }
    for (province, force) in outlook.hunger {
        let (who, place) = (campaign.force_name(force), &campaign.board[province].name);
        let words = format!("{} would hunger in {place} at the next supply", capitalised(who));
        ui.label(RichText::new(words).color(cx.colors.red));
    }
    if let Some(units) = outlook.alone_against {
        let words = format!("He would be alone against an army of {units} units.");
        ui.label(RichText::new(words).color(cx.colors.red));
    }
}

/// Steps lost to hunger, in figures.
pub(super) fn hunger(risk: [u8; 6]) -> String {
    let total: u32 = risk.iter().map(|&steps| u32::from(steps)).sum();
    let (least, most) = (risk.iter().min().unwrap_or(&0), risk.iter().max().unwrap_or(&0));
    format!("{least}–{most} steps, {:.1} on average", f64::from(total) / 6.0)
}

/// A siege line by line, and what each roll would bring.
pub(super) fn siege_ui(cx: &mut TableContext<'_>, campaign: &Campaign, state: &State, ui: &mut Ui) {
    let Some(siege) = state.siege() else { return };
    let prospect = campaign.siege_prospect(state, siege);
    let rule = cx.table.ask().map(|ask| ask.rule);
    title(ui, &format!("The siege of {}", campaign.board[siege.city].name));
    for one in prospect.lines.iter().filter(|line| line.amount != 0) {
        line(ui, &capitalised(one.what), &format!("{:+}", one.amount), rule);
    }
    line(ui, "Differential", &format!("{:+}", prospect.differential), rule);
    ui.add_space(theme::NEAR);
    // Narrow columns: the panel must not grow with them.
    let grid = Grid::new("assault").num_columns(7).spacing([22.0, 4.0]).min_col_width(12.0);
    grid.show(ui, |ui| {
        ui.label(RichText::new("Roll").weak());
        for die in 1..=6 {
            ui.label(RichText::new(die.to_string()).font(theme::strong(16.0)));
        }
        ui.end_row();
        ui.label("Besieger loses");
        for (attacker, _) in prospect.losses {
            ui.label(attacker.to_string());
        }
        ui.end_row();
        ui.label("Defender loses");
        for (_, defender) in prospect.losses {
            ui.label(defender.to_string());
        }
        ui.end_row();
    });
}
