//! What one key does without asking anybody, and the usual way to set an army up: foot in the center, horse on the
//! wings, the best men in front.
//!
//! Only legal answers are ever chosen.

use crate::window::battle;
use crate::window::table::Table;
use diadem_core::Game;
use diadem_display::{Action, BoxId, Display, Kind, Line, Place, Post, Question, State, UnitId};
use diadem_handoff as war;

/// The answer that is sure to be meant: the only one, or to rally or pursue with the only unit that can, which costs
/// nothing. Where several could be meant, none is.
pub(super) fn answer(table: &Table) -> Option<war::Action> {
    let war::Question::Display(question) = table.ask()?.question else { return None };
    let is_free = matches!(question, Question::Rally | Question::Pursue);
    let done = war::Action::Display(Action::Done);
    let mut others = table.actions().iter().filter(|&&action| action != done);
    let one = others.next().filter(|_| is_free && others.next().is_none());
    one.copied().or_else(|| table.only_answer())
}

/// The usual next answer while the armies are set up; nothing once they stand.
pub(super) fn next_set_up(table: &Table) -> Option<war::Action> {
    let war::Question::Display(
        Question::SetUpUnit | Question::SetUpLeaderOf(_) | Question::SetUpLeaders,
    ) = table.ask()?.question
    else {
        return None;
    };
    // As it stands now: one is set up after the other before anybody looks again.
    let (display, state) = battle::on_display(table.war(), table.session().state())?;
    set_up(&display, state).map(war::Action::Display)
}

/// The usual next answer while an army is set up.
fn set_up(display: &Display, state: &State) -> Option<Action> {
    let mut actions = Vec::new();
    display.actions(state, &mut actions);
    let worth = |action: &Action| worth(display, state, *action);
    // Of equals the first, so that units come in their order.
    actions.into_iter().rev().max_by_key(worth)
}

fn worth(display: &Display, state: &State, action: Action) -> i32 {
    let unit_of = |unit: UnitId| &display.battle().units[unit.index()];
    let strength = |unit: UnitId| {
        let now = display.strength(state, unit);
        i32::from(now.attack) + i32::from(now.defense)
    };
    match action {
        Action::Place { unit, at, line } => {
            let kind = unit_of(unit).kind;
            let there = |unit: &UnitId| {
                let one = &state.units[unit.index()];
                one.place == Place::In(at) && (one.line == line || !at.post().is_line())
            };
            let crowd = display.muster(at.camp()).iter().filter(there).count();
            let crowd = i32::try_from(crowd).unwrap_or(0);
            match at.post() {
                // Only the weak wait behind.
                Post::Reserve => 60 - 2 * strength(unit) - crowd,
                post => {
                    let line = if line == Line::First { 0 } else { -25 };
                    3 * liking(kind, post) + strength(unit) + line - 2 * crowd
                }
            }
        }
        // Two of a sort hit harder than one, once the line stands.
        Action::Stack { on, .. } => match state.units[on.index()].line {
            Line::First => 30,
            Line::Second => 10,
        },
        Action::Lead { leader, unit } => {
            let rating = i32::from(display.rating(state, leader));
            let attack = i32::from(display.strength(state, unit).attack);
            let first = match (state.box_of(unit).map(BoxId::post), state.units[unit.index()].line)
            {
                (Some(Post::Reserve), _) => -200,
                (_, Line::Second) => -100,
                _ => 0,
            };
            rating * attack + first
        }
        Action::Stand { leader, .. } => i32::from(display.rating(state, leader)),
        _ => 0,
    }
}

/// How gladly a kind of unit stands in a box.
const fn liking(kind: Kind, post: Post) -> i32 {
    let wing = match kind {
        Kind::HeavyCavalry => 30,
        Kind::LightCavalry | Kind::HorseArcher => 24,
        Kind::LightInfantry => 22,
        Kind::Chariot => 18,
        Kind::Elephant => 14,
        Kind::Infantry => 12,
        Kind::Archer => 10,
        Kind::HeavyInfantry => 8,
    };
    match post {
        Post::Center => match kind {
            Kind::HeavyInfantry => 30,
            Kind::Elephant => 26,
            Kind::Infantry => 20,
            Kind::Archer => 18,
            Kind::Chariot => 16,
            Kind::LightInfantry => 10,
            Kind::LightCavalry | Kind::HorseArcher => 6,
            Kind::HeavyCavalry => 4,
        },
        Post::Right => wing,
        _ => wing - 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diadem_core::{Camp, Dice, Playable, Request};

    #[test]
    fn both_armies_can_be_set_up_the_usual_way() {
        let request = Request { scenario: "granicus-display", battles: None };
        let display = Display::prepare(&Display::setup(&request).unwrap()).unwrap();
        let mut dice = Dice::new(1);
        let mut state = display.opening(&mut dice);
        while let Some(ask) = display.decision(&state).ask() {
            let set_up_still = matches!(
                ask.question,
                Question::SetUpUnit | Question::SetUpLeaderOf(_) | Question::SetUpLeaders
            );
            if !set_up_still {
                break;
            }
            let action = set_up(&display, &state).unwrap();
            display.apply(&mut state, ask.seat, action, &mut dice, &mut diadem_core::Drop).unwrap();
        }
        assert_eq!(state.round, 1, "the battle is joined");
        let kind = |unit: UnitId| display.battle().units[unit.index()].kind;
        let center = BoxId::of(Camp::First, Post::Center);
        let in_front = |unit: &UnitId| {
            let one = &state.units[unit.index()];
            one.place == Place::In(center) && one.line == Line::First
        };
        let front: Vec<UnitId> = display.muster(Camp::First).iter().filter(in_front).collect();
        assert_eq!(front.len(), 4);
        assert!(front.iter().all(|&unit| kind(unit) == Kind::HeavyInfantry));
    }
}
