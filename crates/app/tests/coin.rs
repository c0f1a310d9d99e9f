//! A form of battle that tosses a coin goes through everything that a form goes through, with three seats and two allies
//! in one camp: it is offered, drawn up, fought, reported, saved, replayed, undone, forecast and shown.
//!
//! `cargo test -p diadem --features coin --test coin`; `.ci/run` does.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

#[path = "common/field.rs"]
#[expect(dead_code, reason = "most of it is about hexes")]
mod field;

use diadem::window::UiCommand;
use diadem_archive::{Lineage, Save, Stamp, encode, open_bytes};
use diadem_campaign as campaign;
use diadem_campaign::Campaign;
use diadem_campaign::data::FILES;
use diadem_campaign::state::Place;
use diadem_campaign::steps::{Combats, EndTurn};
use diadem_core::random::RandomPlayer;
use diadem_core::{Dice, Drop, Game, OwnFile, OwnFiles, Playable, Seat, Session};
use diadem_handoff::coin::Move;
use diadem_handoff::{Action, Battles, Form, Fought, Question, Scene, State, War, WarSetup};
use diadem_opponents::{Effort, Level, Method, Stop, forecast, in_form};
use field::{click, sees, window};
use std::fs;
use std::sync::Arc;
use tempfile::TempDir;

const POWERS: &str = include_str!("../../campaign/tests/three_powers.toml");

const MACEDONIAN: Seat = Seat::new(0);
const PERSIAN: Seat = Seat::new(1);
const SPARTAN: Seat = Seat::new(2);
const DRAW_UP: Action = Action::Coin(Move::DrawUp);

/// A war of three powers.
fn war(battles: &str) -> Arc<War> {
    let file = FILES.iter().find(|file| file.name == "campaign/alexandros.toml").unwrap();
    let (rest, _) = file.text.split_once("[[power]]").unwrap();
    let text = format!("{rest}\n{POWERS}");
    let own: OwnFiles = [OwnFile { name: file.name.into(), text }].into_iter().collect();
    let battles: Battles = battles.parse().unwrap();
    let setup = WarSetup { own, battles, ..WarSetup::new("alexandros", []) };
    Arc::new(War::prepare(&setup).unwrap())
}

fn place(campaign: &Campaign, map: &mut campaign::State, key: &str, count: usize) {
    let at = Place::Field(campaign.board.province("hellas").unwrap());
    let kind = campaign.roster.unit_type(key).unwrap();
    let free: Vec<_> = kind.units().filter(|&one| map.unit(one).steps == 0).take(count).collect();
    for unit in free {
        let piece = &mut map.units[unit.index()];
        (piece.place, piece.steps) = (at, kind.full());
    }
}

/// Macedonians have met Persians and Spartans in Hellas, and nobody evades.
fn met(war: &Arc<War>) -> Session<War> {
    let campaign = war.campaign().unwrap();
    let mut map = campaign.empty_map();
    map.turn = 5;
    map.history.spartans_rose = true;
    place(campaign, &mut map, "mac_phalanx", 4);
    place(campaign, &mut map, "merc_hoplite", 2);
    place(campaign, &mut map, "spartan", 2);
    for leader in ["antipater", "agis"] {
        let leader = campaign.roster.leader(leader).unwrap();
        let hellas = campaign.board.province("hellas").unwrap();
        map.leaders[leader.index()].place = Place::Field(hellas);
    }
    campaign.refresh_control(&mut map, &mut Drop);
    map.steps.clear();
    map.steps.push(EndTurn.into());
    map.steps.push(Combats::default().into());
    campaign.run(&mut map, &mut Dice::new(1), &mut Drop);
    let state = State { campaign: Some(map), ..war.opening(&mut Dice::new(1)) };
    let mut session = Session::from_position(Arc::clone(war), state, Dice::new(7));
    while matches!(session.state().scene, Scene::Map) {
        let ask = session.decision().ask().unwrap();
        let stands = |action: &Action| {
            matches!(
                action,
                Action::Campaign(campaign::Action::Fight(..) | campaign::Action::Stand)
            )
        };
        let action = session.actions().into_iter().find(stands).unwrap();
        session.act(ask.seat, action).unwrap();
    }
    session
}

fn asked(session: &Session<War>) -> (Seat, Question) {
    let ask = session.decision().ask().unwrap();
    (ask.seat, ask.question)
}

fn stamp() -> Stamp {
    Stamp {
        seats: ["Ann", "Bob", "Cleo"].map(str::to_owned).into(),
        players: Vec::new(),
        saved_at: 0,
        program: "test".into(),
        lineage: Lineage::Resumed,
    }
}

#[test]
fn a_coin_is_offered_drawn_up_tossed_and_reported() {
    let war = war("ask:display,coin");
    let mut session = met(&war);
    assert_eq!(asked(&session), (MACEDONIAN, Question::Form), "the attacker is asked first");
    let choices = [Form::Display, Form::Coin].map(Action::Choose);
    assert_eq!(session.actions(), choices);
    session.act(MACEDONIAN, choices[1]).unwrap();
    assert_eq!(asked(&session), (PERSIAN, Question::Form), "and who leads the other camp agrees");
    session.act(PERSIAN, choices[1]).unwrap();
    for seat in [PERSIAN, SPARTAN, MACEDONIAN] {
        assert_eq!(asked(&session), (seat, Question::Coin(Move::DrawUp)));
        for other in [MACEDONIAN, PERSIAN, SPARTAN].into_iter().filter(|&one| one != seat) {
            let refused = war.check(session.state(), other, DRAW_UP).is_err();
            assert!(refused, "each draws up his own force");
        }
        session.act(seat, DRAW_UP).unwrap();
    }
    assert!(session.can_undo(MACEDONIAN).is_ok());
    session.undo(MACEDONIAN).unwrap();
    assert_eq!(asked(&session), (MACEDONIAN, Question::Coin(Move::DrawUp)));
    session.act(MACEDONIAN, DRAW_UP).unwrap();
    session.act(MACEDONIAN, Action::Coin(Move::Toss)).unwrap();
    assert!(session.can_undo(MACEDONIAN).is_err(), "a coin that has fallen lies");
    let mut player = RandomPlayer::new(3);
    while session.state().is_battle() {
        assert!(session.state().is_pursuit(), "the hand-off pursues");
        let (seat, _) = asked(&session);
        session.act(seat, player.pick(&session.actions()).unwrap()).unwrap();
    }
    assert_eq!(session.state().fought, Fought { coin: 1, ..Fought::default() });
    assert_eq!(war.tally(session.state()).battles["coin"], 1);
    assert!(war.invariants(session.state()).is_ok());
}

#[test]
fn who_does_not_agree_fights_on_the_display() {
    let mut session = met(&war("ask:display,coin"));
    session.act(MACEDONIAN, Action::Choose(Form::Coin)).unwrap();
    session.act(PERSIAN, Action::Choose(Form::Display)).unwrap();
    assert_eq!(session.state().form(), Some(Form::Display));
    let usual = met(&war("ask"));
    assert!(!usual.actions().contains(&Action::Choose(Form::Coin)), "it is not usual");
}

#[test]
fn a_toss_is_saved_and_played_again() {
    let war = war("coin");
    let mut session = met(&war);
    session.act(PERSIAN, DRAW_UP).unwrap();
    let saved = encode(&Save::of(&session, stamp())).unwrap();
    let mut loaded = open_bytes::<War>(&saved).unwrap().session;
    assert_eq!(loaded.state(), session.state());
    let mut players = [RandomPlayer::new(9), RandomPlayer::new(9)];
    for _ in 0..500 {
        let Some(ask) = session.decision().ask() else { break };
        for (one, player) in [&mut session, &mut loaded].into_iter().zip(&mut players) {
            one.act(ask.seat, player.pick(&one.actions()).unwrap()).unwrap();
        }
        assert_eq!(session.state_hash(), loaded.state_hash());
    }
    // A whole war from its opening, at random, replayed from its log.
    for seed in 1..4 {
        let mut session = Session::begin(Arc::clone(&war), seed);
        let mut player = RandomPlayer::new(seed);
        while let Some(ask) = session.decision().ask() {
            session.act(ask.seat, player.pick(&session.actions()).unwrap()).unwrap();
            war.invariants(session.state()).unwrap();
        }
        assert!(session.state().fought.coin > 0 && session.state().fought.display == 0);
        let again = Session::replay(Arc::clone(&war), seed, session.log()).unwrap();
        assert_eq!(again.state_hash(), session.state_hash());
    }
}

#[test]
fn a_toss_is_forecast_for_each_seat() {
    let war = war("ask:display,coin");
    let session = met(&war);
    let from = in_form(&war, session.state(), Form::Coin).unwrap();
    let method = Method { level: Level::Captain(Effort::Quick), games: 60, seed: 3, threads: 1 };
    let made = forecast(&war, &from, method, &Stop::new(), |_| {});
    assert_eq!((made.games, made.seats.len()), (60, 3));
    let [macedonian, persian, spartan] = [0, 1, 2].map(|seat: usize| made.seats[seat]);
    assert!(macedonian.won > 10 && persian.won > 10, "heads or tails");
    assert_eq!(persian.won, spartan.won, "allies win together");
    assert_eq!(macedonian.won + persian.won, 60);
}

#[test]
fn a_toss_is_shown() {
    let home = TempDir::new().unwrap();
    let session = met(&war("ask:display,coin"));
    let file = home.path().join("met.diadem");
    fs::write(&file, encode(&Save::of(&session, stamp())).unwrap()).unwrap();
    let mut window = window(&home, [1600.0, 1000.0], Some(UiCommand::OpenSave(file)));
    click(&mut window, "Fight on the toss of a coin");
    click(&mut window, "Fight on the toss of a coin");
    for _ in 0..3 {
        assert!(sees(&window, "A coin lies between the armies."));
        click(&mut window, "The force is drawn up");
    }
    click(&mut window, "Toss the coin");
    assert!(window.state().table().unwrap().state().is_pursuit() || sees(&window, "Hellas"));
}
