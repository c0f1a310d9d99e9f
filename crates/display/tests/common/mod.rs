//! What battles of one and of two forces a camp are both held to.

use diadem_core::random::RandomPlayer;
use diadem_core::{Dice, Drop, Game, Playable};
use diadem_display::{Action, BoxId, Display, LeaderId, Line, Part, UnitId};

/// Every action that there could be, legal or not.
fn conceivable(game: &Display) -> Vec<Action> {
    let units: Vec<UnitId> = (0..game.battle().units.len() as u8).map(UnitId::new).collect();
    let leaders: Vec<LeaderId> =
        (0..game.battle().leaders.len() as u8).map(LeaderId::new).collect();
    let boxes: Vec<BoxId> = BoxId::all().collect();
    let mut all =
        vec![Action::Done, Action::Leader(Part::Fights), Action::Leader(Part::StandsBack)];
    for &at in &boxes {
        all.extend(boxes.iter().map(|&to| Action::Attack { from: at, to }));
        all.extend(leaders.iter().map(|&leader| Action::Stand { leader, at }));
        for line in [Line::First, Line::Second] {
            all.push(Action::Return { at, line });
            for &unit in &units {
                all.push(Action::Place { unit, at, line });
                all.push(Action::Move { unit, to: at, line });
                all.push(Action::Advance { unit, to: at, line });
            }
        }
    }
    for &unit in &units {
        all.extend([Action::Rally(unit), Action::Forward(unit), Action::Back(unit)]);
        all.extend([Action::Fire(unit), Action::Pursue(unit), Action::GiveUp(unit)]);
        all.extend(leaders.iter().map(|&leader| Action::Lead { leader, unit }));
        for &other in &units {
            all.push(Action::Stack { unit, on: other });
            all.push(Action::Exchange { back: unit, forward: other });
            all.push(Action::Duel { attacker: unit, defender: other });
        }
    }
    all
}

/// Plays a game at random and finds now and then that whatever the check allows is listed, and nothing else.
pub fn is_listed_whole(game: &Display, seed: u64) {
    let conceivable = conceivable(game);
    let mut dice = Dice::new(seed);
    let mut state = game.opening(&mut dice);
    let mut luck = RandomPlayer::new(seed);
    let mut ply = seed;
    while let Some(ask) = game.decision(&state).ask() {
        let mut listed = Vec::new();
        game.actions(&state, &mut listed);
        if ply.is_multiple_of(13) {
            for &action in &conceivable {
                let allowed = game.check(&state, ask.seat, action).is_ok();
                let step = state.step();
                assert_eq!(allowed, listed.contains(&action), "{action:?} at {step:?}");
            }
        }
        let action = luck.pick(&listed).expect("something can be answered");
        let done = game.apply(&mut state, ask.seat, action, &mut dice, &mut Drop);
        done.expect("what is listed applies");
        ply += 1;
    }
}
