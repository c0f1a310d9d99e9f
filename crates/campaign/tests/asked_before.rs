//! What is asked before something is done comes true when it is done.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use diadem_campaign::{
    Action, BattleOffer, BattleReport, Campaign, Commander, LeaderFate, Question, State, Switches,
    UnitFate, Waiting,
};
use diadem_core::random::RandomPlayer;
use diadem_core::{Dice, Drop, OwnFiles, Seat};

/// A battle that nobody wins and that costs nothing.
fn drawn(offer: &BattleOffer) -> BattleReport {
    let units = offer.armies.iter().flat_map(|army| army.units.clone());
    let units = units.map(|one| UnitFate { unit: one.unit, steps: one.steps });
    let leaders = offer.armies.iter().flat_map(|army| army.leaders.clone());
    let lives = |Commander { leader, wounded, .. }| LeaderFate::Lives { leader, wounded };
    let (units, leaders) = (units.collect(), leaders.map(lives).collect());
    BattleReport { winner: None, units, leaders, darius_fled: false }
}

/// Plays campaigns at random and looks at every question.
fn look_at_all(mut look: impl FnMut(&Campaign, &State, Seat, Question, &[Action])) {
    let campaign = Campaign::alexandros(Switches::default(), &OwnFiles::NONE).unwrap();
    for seed in 0..12 {
        look_at(&campaign, seed, &mut look);
    }
}

fn look_at(
    campaign: &Campaign,
    seed: u64,
    look: &mut impl FnMut(&Campaign, &State, Seat, Question, &[Action]),
) {
    let (mut dice, mut player) = (Dice::new(seed), RandomPlayer::new(seed));
    let mut state = campaign.opening();
    let mut listed = Vec::new();
    loop {
        match campaign.waiting(&state) {
            Waiting::Over(_) => return,
            Waiting::Battle => {
                let offer = campaign.offer(&state).unwrap();
                campaign.report(&mut state, &drawn(&offer), &mut dice, &mut Drop);
            }
            Waiting::Ask(ask) => {
                listed.clear();
                campaign.actions(&state, &mut listed);
                look(campaign, &state, ask.seat, ask.question, &listed);
                let action = player.pick(&listed).unwrap();
                campaign.apply(&mut state, ask.seat, action, &mut dice, &mut Drop).unwrap();
            }
        }
    }
}

fn after(campaign: &Campaign, state: &State, seat: Seat, action: Action) -> State {
    let mut after = state.clone();
    campaign.apply(&mut after, seat, action, &mut Dice::new(0), &mut Drop).unwrap();
    after
}

#[test]
fn a_march_changes_what_it_was_said_to_change() {
    let (mut marches, mut changes, mut followed) = (0, 0, 0);
    look_at_all(|campaign, state, seat, _, listed| {
        let Some(&Action::March(to)) = listed.iter().find(|it| matches!(it, Action::March(_)))
        else {
            return;
        };
        let march = *state.march().unwrap();
        let outlook = campaign.march_outlook(state, &march, to);
        let gone = after(campaign, state, seat, Action::March(to));
        for province in campaign.board.provinces() {
            let now = campaign.status(&gone, province);
            let told = outlook.control.iter().find(|one| one.0 == province);
            let expected = told.map_or_else(|| campaign.status(state, province), |one| one.1);
            assert_eq!(now, expected, "{}", campaign.board[province].name);
        }
        marches += 1;
        changes += outlook.control.len();
        // Whoever could come along can, once the first has halted.
        if matches!(campaign.waiting(&gone), Waiting::Ask(ask) if ask.question == Question::March) {
            for leader in campaign.could_come_along(state, &march, Some(to)) {
                let led = after(campaign, &gone, seat, Action::Lead(leader));
                campaign.check(&led, seat, Action::March(to)).unwrap();
                followed += 1;
            }
        }
    });
    assert!(marches > 50 && changes > 5 && followed > 0, "{marches}, {changes}, {followed}");
}

#[test]
fn what_is_unspent_can_still_be_spent() {
    let (mut points, mut kings) = (0, 0);
    look_at_all(|campaign, state, _, question, listed| {
        let unspent = campaign.unspent(state);
        match question {
            Question::Replace { points: left } => {
                let can = listed.iter().any(|&action| action != Action::Done);
                assert_eq!(unspent.points, if can { left } else { 0 });
                points += u32::from(unspent.points);
            }
            Question::March => {
                for &king in &unspent.kings {
                    assert!(listed.contains(&Action::Lead(king)));
                    kings += 1;
                }
            }
            _ => assert_eq!(unspent, diadem_campaign::Unspent::default(), "{question:?}"),
        }
    });
    assert!(points > 0 && kings > 0, "{points} and {kings}");
}
