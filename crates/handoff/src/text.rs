//! The words of a war: those of its campaign and of its battle.

use crate::battle_losses::{BattleLosses, Toll};
use crate::deployment::{Draw, Piece, SET_UP};
use crate::encounter::{FORM, Form, HOME};
use crate::hex_form::HexBattle;
use crate::war::{Action, Event, Interjection, Now, Question, State, Theatre, War};
use diadem_campaign::Campaign;
use diadem_campaign::powers::Power;
use diadem_core::{Rule, Seat, Text};

impl Text for War {
    fn seat_name(&self, seat: Seat) -> &str {
        match &self.theatre {
            Theatre::Hexes(hexes) => hexes.seat_name(seat),
            Theatre::Battle(display) => display.seat_name(seat),
            Theatre::Campaign { campaign, .. } => {
                let power = campaign.powers.of_seat(seat).next();
                power.map_or("Nobody", |power| campaign.power_name(power))
            }
        }
    }

    fn question(&self, state: &State, question: Question) -> String {
        match (self.now(state), question) {
            (Now::Battle(display, fight), Question::Display(question)) => {
                display.question(&fight.state, question)
            }
            (Now::Hexes(hexes, battle), Question::Hexes(question)) => {
                hexes.question(battle, question)
            }
            (Now::Map(campaign, map), Question::Campaign(question)) => {
                campaign.question_text(map, question)
            }
            (Now::Choice(_), Question::Form) => "In which form shall the battle be fought?".into(),
            (Now::Drawing(battle, deployment, _), Question::Draw) => match deployment.taken {
                Some(piece) => format!("Where shall {} stand?", piece_name(&battle, piece)),
                None => {
                    let power = self.power_of(state, deployment.camp);
                    format!("Draw up the {} army.", self.power_name(power))
                }
            },
            _ => String::new(),
        }
    }

    fn action(&self, state: &State, action: Action) -> String {
        match (self.now(state), action) {
            (Now::Battle(display, fight), Action::Display(action)) => {
                display.action(&fight.state, action)
            }
            (Now::Hexes(hexes, battle), Action::Hexes(action)) => hexes.action(battle, action),
            (Now::Map(campaign, _), Action::Campaign(action)) => campaign.action_text(action),
            (_, Action::Choose(form)) => match form {
                Form::Display => "Fight on the tactical display".into(),
                Form::Hexes => "Fight on a hex map".into(),
            },
            (Now::Drawing(battle, deployment, _), Action::Draw(draw)) => match draw {
                Draw::Take(piece) => format!("Send {} elsewhere", piece_name(&battle, piece)),
                Draw::Post(hex) => match deployment.taken {
                    Some(piece) => format!("{} to {hex}", piece_name(&battle, piece)),
                    None => format!("To {hex}"),
                },
                Draw::Done => "The army is drawn up".into(),
            },
            _ => String::new(),
        }
    }

    fn interjection(&self, _: &State, interjection: Interjection) -> String {
        let Interjection::Campaign(interjection) = interjection;
        self.campaign().map_or_else(String::new, |it| it.interjection_text(interjection))
    }

    fn event(&self, event: &Event) -> String {
        match event {
            Event::Display(display, event) => display.event(event),
            Event::Hexes(hexes, event) => hexes.event(event),
            Event::Campaign(event) => {
                self.campaign().map_or_else(String::new, |it| it.event_text(event))
            }
            Event::Chosen { power, form } => {
                let name = self.power_name(Some(*power));
                match form {
                    Form::Display => format!("The {name} side chose the tactical display."),
                    Form::Hexes => format!("The {name} side chose a hex map."),
                }
            }
            Event::Drawn(power) => {
                format!("The {} army is drawn up.", self.power_name(Some(*power)))
            }
            Event::Unfought(why) => format!("The battle cannot be fought. {why}"),
            Event::Home(home) => {
                self.campaign().map_or_else(String::new, |it| losses_text(it, home))
            }
        }
    }

    fn rule_of(&self, event: &Event) -> Rule {
        match event {
            Event::Display(display, event) => display.rule_of(event),
            Event::Hexes(hexes, event) => hexes.rule_of(event),
            Event::Campaign(event) => diadem_campaign::rule_of(event),
            Event::Chosen { .. } | Event::Unfought(_) => FORM,
            Event::Drawn(_) => SET_UP,
            Event::Home(_) => HOME,
        }
    }
}

impl War {
    /// The name of a power of the campaign as it stands before a noun.
    fn power_name(&self, power: Option<Power>) -> &str {
        let named = self.campaign().zip(power);
        named.map_or("", |(campaign, power)| campaign.power_name(power))
    }
}

/// A counter or a leader by name.
fn piece_name(battle: &HexBattle, piece: Piece) -> String {
    match piece {
        Piece::Unit(unit) => battle.hexes.troops(unit).name.clone(),
        Piece::Leader(leader) => battle.hexes.commander(leader).name.clone(),
    }
}

/// What a battle on hexes has cost: each unit that has lost something, what and why.
fn losses_text(campaign: &Campaign, home: &BattleLosses) -> String {
    let won = match home.winner {
        Some(camp) => {
            let name = campaign.power_name(home.powers[camp.index()]);
            format!("The {name} army has won the field.")
        }
        None => "Night fell on an undecided field.".to_owned(),
    };
    let units = home.units.iter().filter(|toll| toll.dead > 0 || toll.broken);
    let losses = units.map(|toll| format!(" {}", toll_text(campaign, toll)));
    std::iter::once(won).chain(losses).collect()
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
    let rest = if toll.wear > 0 { format!(", {} beyond a step", toll.wear) } else { String::new() };
    let fled = if toll.broken && toll.steps > 0 { "; it is broken" } else { "" };
    format!("{name}: {} of {} men lost{why}{steps}{rest}{fled}.", toll.dead, toll.men)
}
