//! Forecasts and calibration: repeatable, told as they go, stopped when told to.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

use diadem_core::{Dice, Game, Playable, Request};
use diadem_handoff::{Form, Question, War};
use diadem_opponents::{Forecast, Level, Method, Stop, calibrate, forecast, in_form};

fn war(scenario: &str, battles: Option<&str>) -> War {
    let setup = War::setup(&Request { scenario, battles }).unwrap();
    War::prepare(&setup).unwrap()
}

const METHOD: Method = Method { level: Level::Recruit, games: 12, seed: 5, threads: 1 };

#[test]
fn a_forecast_is_the_same_however_many_hands_make_it() {
    let war = war("granicus-display", None);
    let from = war.opening(&mut Dice::new(1));
    let mut told = Vec::new();
    let alone = forecast(&war, &from, METHOD, &Stop::new(), |so_far| told.push(so_far.games));
    assert_eq!(told, (1..=12).collect::<Vec<u32>>());
    let together = Method { threads: 3, ..METHOD };
    assert_eq!(forecast(&war, &from, together, &Stop::new(), |_| {}), alone);
    let won: u32 = alone.seats.iter().map(|fortune| fortune.won).sum();
    assert_eq!((won + alone.drawn, alone.games), (12, 12));
    for fortune in &alone.seats {
        let lost = fortune.losses.estimate().unwrap().figure;
        assert!((0.0..=1_000.0).contains(&lost), "{lost}");
    }
}

#[test]
fn a_forecast_stops_when_it_is_told_to() {
    let war = war("granicus-display", None);
    let from = war.opening(&mut Dice::new(1));
    let stop = Stop::new();
    let many = Method { games: 1_000_000, ..METHOD };
    let made = forecast(&war, &from, many, &stop, |so_far| {
        if so_far.games == 3 {
            stop.now();
        }
    });
    assert_eq!(made.games, 3);
    assert_eq!(forecast(&war, &from, many, &stop, |_| {}), Forecast::default());
}

/// A campaign's battle is foreseen up to its report, in the form that is chosen; the campaign does not go on.
#[test]
fn an_offered_battle_is_foreseen_in_each_form() {
    let war = war("alexandros", Some("ask"));
    let offers = war.typical_offers().unwrap();
    let small = &offers[0].meeting;
    let met = war.at_meeting(small, 7, &mut Dice::new(1)).unwrap();
    assert_eq!(war.decision(&met).ask().unwrap().question, Question::Form);
    for &form in Form::ALL {
        let from = in_form(&war, &met, form).unwrap();
        assert_eq!(in_form(&war, &from, form), None, "nothing is left to choose");
        let few = Method { games: 2, ..METHOD };
        let made = forecast(&war, &from, few, &Stop::new(), |_| {});
        assert_eq!(made.games, 2);
        assert_eq!(made.seats.len(), 2);
        assert!(made.seats.iter().all(|fortune| fortune.losses.estimate().is_some()));
    }
}

/// Every typical battle can be fought in every form.
#[test]
fn every_typical_battle_is_compared() {
    let asked = war("alexandros", Some("ask"));
    let method = Method { level: Level::Random, games: 1, ..METHOD };
    let mut names = Vec::new();
    let all = calibrate(&asked, method, &Stop::new(), |one| names.push(one.name.clone())).unwrap();
    assert_eq!(names.len(), 12);
    assert_eq!(all.offers.len(), 12);
    assert!(all.pooled.iter().all(|(_, made)| made.games == 12));
    let closed = war("alexandros", None);
    let refusal = calibrate(&closed, method, &Stop::new(), |_| {}).unwrap_err().to_string();
    assert!(refusal.contains("cannot be fought in every form"), "{refusal}");
}
