//! The thin binary: everything is in the library.

use diadem::{Hand, Program, Seer, Simulator, run};
use diadem_core::{Request, Seat};
use diadem_handoff::{Form, State, War, vocabularies};
use diadem_opponents::{self as opponents, Effort, Forecast, Level, Method, Player, Stop};
use std::process::ExitCode;
use std::{env, io};

fn main() -> ExitCode {
    let mut program = Program::<War>::new();
    program.vocabularies = vocabularies();
    program.seating = seating;
    program.hands = hands;
    program.seer = Some(Seer {
        foresee,
        calibrate: |war, method, told| opponents::calibrate(war, method, &Stop::new(), told),
        typical: Request { scenario: "alexandros", battles: Some("ask") },
    });
    #[cfg(feature = "window")]
    {
        program.window = Some(diadem::window::open);
    }
    // Unlocked: a panic in another thread must be able to write while this one waits.
    run(&program, env::args_os(), &mut io::stdout(), &mut io::stderr()).into()
}

/// The same where somebody watches; seats not named are captains.
fn hands(levels: &[String], seed: u64) -> Result<Hand<War>, String> {
    let levels: Result<Vec<Level>, _> = levels.iter().map(|word| word.parse()).collect();
    let levels = levels.map_err(|refusal| refusal.to_string())?;
    let (mut players, stop) = (Vec::<Player>::new(), Stop::new());
    Ok(Box::new(move |war, view, seat| {
        for index in players.len()..=seat.index() {
            let level = levels.get(index).copied().unwrap_or(Level::Captain(Effort::Full));
            players.push(Player::new(level, Seat::new(index as u8), seed));
        }
        players[seat.index()].choose(war, view, &stop).map(|choice| choice.action)
    }))
}

/// The computer players of `diadem-opponents` in the seats of a war.
fn seating(levels: &[String]) -> Result<Simulator<War>, String> {
    let levels: Result<Vec<Level>, _> = levels.iter().map(|word| word.parse()).collect();
    let levels = levels.map_err(|refusal| refusal.to_string())?;
    Ok(Box::new(move |war, seed, most_plies| opponents::play(war, &levels, seed, most_plies)))
}

/// What is under way, in each form that may still be chosen.
fn foresee(
    war: &War,
    state: &State,
    method: Method,
    told: &mut (dyn FnMut(u32) + Send),
) -> Vec<(&'static str, Forecast)> {
    let stop = Stop::new();
    let mut before = 0;
    let mut forecast = |from: &State| {
        let made =
            opponents::forecast(war, from, method, &stop, |so_far| told(before + so_far.games));
        before += made.games;
        made
    };
    let open = Form::ALL.iter().filter_map(|&form| {
        let fought = opponents::in_form(war, state, form)?;
        Some((form.word(), fought))
    });
    let open: Vec<(&'static str, State)> = open.collect();
    if open.is_empty() {
        return vec![(state.form().map_or("whole game", Form::word), forecast(state))];
    }
    open.into_iter().map(|(form, fought)| (form, forecast(&fought))).collect()
}
