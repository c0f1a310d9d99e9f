//! Sense for the campaign on the map (Alexandros 3 to 9 and 11 to 17).
//!
//! A recruit marches with everybody toward what is worth having (`marches`). A captain (`captain`) gives every leader
//! an errand: Alexander secures objectives, generals take land with two units each, raiders ride one by one, and the
//! home army holds its posts. He looks some marches ahead (`routes`) and weighs hunger and what the enemy can bring
//! (`body`). How battles are likely to end he has from those that were counted (`battles`): Alexander stands only where
//! he is likely to win, and as the Persian he takes back the land behind him, holds cities with a levy, and seeks
//! Alexander once his host is a match for him.

mod battles;
mod body;
mod captain;
mod counsel;
mod marches;
mod routes;
mod survey;

use crate::Level;
use crate::mind::{Choice, Mind};
use diadem_campaign::March;
use diadem_campaign::ids::{ProvinceId, UnitId};
use diadem_campaign::{Action, Campaign, Question, State, Waiting};
use diadem_core::Seat;
use survey::Survey;

/// How much is considered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// The army as one body, straight to what is near.
    Plain,
    /// With columns, supply and the enemy's answer in mind.
    Sound,
}

/// What to do here.
pub(crate) fn choose(
    campaign: &Campaign,
    state: &State,
    seat: Seat,
    listed: &[Action],
    mind: &mut Mind<'_>,
) -> Option<Choice<Action>> {
    if let &[action] = listed {
        return Some(Choice { action, why: "there is nothing else to do" });
    }
    let power = campaign.powers.of_seat(seat).next()?;
    let Waiting::Ask(ask) = campaign.waiting(state) else { return None };
    let manner = match mind.level {
        Level::Captain(_) => Manner::Sound,
        _ => Manner::Plain,
    };
    let survey = Survey::of(campaign, state, power);
    match ask.question {
        Question::March if manner == Manner::Sound => captain::next(&survey, listed),
        Question::Gather(_) if manner == Manner::Sound => captain::gather(&survey, listed),
        Question::Press if manner == Manner::Sound => Some(captain::press(&survey, listed)),
        Question::March => marches::next(&survey, listed),
        Question::Gather(_) => marches::gather(&survey, listed),
        question => counsel::choose(&survey, manner, question, listed),
    }
}

/// Takes along who is to come, then marches.
fn carry_out(
    march: &March,
    units: &[UnitId],
    to: ProvinceId,
    why: &'static str,
    listed: &[Action],
) -> Option<Choice<Action>> {
    // Foot first: the Siege Train follows it.
    let missing = units.iter().filter(|&&unit| !march.units.contains(unit));
    let take = missing.map(|&unit| Action::Take(unit)).find(|action| listed.contains(action));
    if let Some(action) = take {
        return Some(Choice { action, why: "it is needed there" });
    }
    let goal = Action::March(to);
    let any = || listed.iter().copied().find(|action| matches!(action, Action::March(_)));
    let found = Some(goal).filter(|goal| listed.contains(goal)).or_else(any);
    Some(Choice { action: found.or(listed.first().copied())?, why })
}

/// The action of the highest score; of equals, the first.
fn best(
    listed: &[Action],
    why: &'static str,
    mut score: impl FnMut(Action) -> i32,
) -> Option<Choice<Action>> {
    let mut found: Option<(i32, Action)> = None;
    for &action in listed {
        let good = score(action);
        if found.is_none_or(|(most, _)| good > most) {
            found = Some((good, action));
        }
    }
    found.map(|(_, action)| Choice { action, why })
}
