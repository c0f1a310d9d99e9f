//! The words of a war: those of its campaign and of its battle.

use crate::battle_losses::{BattleLosses, Fraction, Toll};
use crate::forms::hexes::deployment::SET_UP;
use crate::forms::{Action, Event, FORM, Question};
use crate::homecoming::HOME;
use crate::scene::State;
use crate::war::{Interjection, Now, Theatre, War};
use diadem_campaign::Campaign;
use diadem_campaign::powers::Power;
use diadem_core::{Rule, Seat, Text};

impl Text for War {
    fn seat_name(&self, seat: Seat) -> &str {
        match &self.theatre {
            Theatre::Alone(battle) => battle.seat_name(seat),
            Theatre::Map(on_map) => {
                let power = on_map.campaign.powers.of_seat(seat).next();
                power.map_or("Nobody", |power| on_map.campaign.power_name(power))
            }
        }
    }

    fn question(&self, state: &State, question: Question) -> String {
        match (self.now(state), question) {
            (Now::Battle(battle), question) => battle.question(question),
            (Now::Map(campaign, map), Question::Campaign(question)) => {
                campaign.question_text(map, question)
            }
            (Now::Choosing(_), Question::Form) => {
                "In which form shall the battle be fought?".into()
            }
            _ => String::new(),
        }
    }

    fn action(&self, state: &State, action: Action) -> String {
        match (self.now(state), action) {
            (_, Action::Choose(form)) => format!("Fight on {}", form.place()),
            (Now::Battle(battle), action) => battle.action(action),
            (Now::Map(campaign, _), Action::Campaign(action)) => campaign.action_text(action),
            _ => String::new(),
        }
    }

    fn interjection(&self, _: &State, interjection: Interjection) -> String {
        let Interjection::Campaign(interjection) = interjection;
        self.campaign().map_or_else(String::new, |it| it.interjection_text(interjection))
    }

    fn event(&self, event: &Event) -> String {
        if let Some(words) = event.battle_text() {
            return words;
        }
        match event {
            Event::Campaign(event) => {
                self.campaign().map_or_else(String::new, |it| it.event_text(event))
            }
            Event::Chosen { power, form } => {
                format!("The {} side chose {}.", self.power_name(*power), form.place())
            }
            Event::Drawn(power) => format!("The {} army is drawn up.", self.power_name(*power)),
            Event::Unfought(why) => format!("The battle cannot be fought. {why}"),
            Event::Home(home) => {
                self.campaign().map_or_else(String::new, |it| losses_text(it, home))
            }
            // Whatever else there is, a battle has told above.
            _ => String::new(),
        }
    }

    fn rule_of(&self, event: &Event) -> Rule {
        if let Some(rule) = event.battle_rule() {
            return rule;
        }
        match event {
            Event::Campaign(event) => diadem_campaign::rule_of(event),
            Event::Drawn(_) => SET_UP,
            Event::Home(_) => HOME,
            _ => FORM,
        }
    }
}

impl War {
    /// The name of a power of the campaign as it stands before a noun.
    fn power_name(&self, power: Power) -> &str {
        self.campaign().map_or("", |campaign| campaign.power_name(power))
    }
}

/// What a battle has cost: each unit that has lost something, what and why.
fn losses_text(campaign: &Campaign, home: &BattleLosses) -> String {
    let won = match home.ending.winner {
        Some(camp) => {
            let name = campaign.power_name(home.powers[camp.index()]);
            let beaten = campaign.power_name(home.powers[camp.other().index()]);
            format!("The {name} army has won the field, and the {beaten} army runs.")
        }
        None => "Night fell on an undecided field.".to_owned(),
    };
    let units = home.units.iter().filter(|toll| toll.dead > 0 || toll.routed > 0);
    let losses = units.map(|toll| format!(" {}", toll_text(campaign, toll)));
    std::iter::once(won).chain(losses).collect()
}

/// How the fraction of a step was settled.
fn fraction_text(Fraction { chance, of, rolled }: Fraction) -> String {
    let figures = if chance == 1 { "1".to_owned() } else { format!("1 to {chance}") };
    format!(" (part of a step, lost on {figures} of {of}: rolled {rolled})")
}

/// What a unit has lost and why.
fn toll_text(campaign: &Campaign, toll: &Toll) -> String {
    let name = &campaign.roster[toll.unit].name;
    let counted =
        [(toll.eliminated, "eliminated"), (toll.routed, "routed"), (toll.battered, "battered")];
    let why: Vec<String> = counted
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join(", ")) };
    let steps = match (toll.had - toll.steps, toll.steps) {
        (_, 0) => ", and is no more".to_owned(),
        (0, _) => String::new(),
        (1, _) => ", a step".to_owned(),
        (steps, _) => format!(", {steps} steps"),
    };
    let rest = toll.fraction.map(fraction_text).unwrap_or_default();
    let fled = if toll.broken && toll.steps > 0 { "; it is broken" } else { "" };
    format!("{name}: {} of {} men lost{why}{steps}{rest}{fled}.", toll.dead, toll.men)
}
