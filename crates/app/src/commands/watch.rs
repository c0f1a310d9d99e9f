//! `diadem watch`: one game between computer players, told as it goes.

use crate::Hands;
use crate::command_line::Watch;
use crate::commands::simulate::prepared;
use crate::exit::Stop;
use diadem_core::{Decision, Playable, Session};
use std::io::Write;
use std::sync::Arc;

pub(crate) fn watch<G: Playable>(
    asked: &Watch,
    hands: Hands<G>,
    out: &mut dyn Write,
) -> Result<(), Stop> {
    let battles = asked.battles.as_deref();
    let game: G = prepared(&asked.scenario, battles, &asked.seats)?;
    let mut hand = hands(&asked.seats, asked.seed).map_err(Stop::CannotAsk)?;
    let mut session = Session::begin(Arc::new(game), asked.seed);
    let (mut told, mut heading) = (0, String::new());
    let outcome = loop {
        told = tell(&session, told, &mut heading, out)?;
        let ask = match session.decision() {
            Decision::Ask(ask) => ask,
            Decision::Over(outcome) => break outcome,
        };
        let view = session.view(ask.seat);
        let action = hand(session.game(), &view, ask.seat);
        let done = action.map(|action| session.act(ask.seat, action));
        if let None | Some(Err(_)) = done {
            return Err(Stop::CannotAsk(format!(
                "The game of seed {} came to a stand where nobody knew what to do; please report it.",
                asked.seed
            )));
        }
    };
    let game = session.game();
    let winners: Vec<&str> = outcome.winners.iter().map(|seat| game.seat_name(seat)).collect();
    match winners.as_slice() {
        [] => writeln!(out, "\nNobody has won: {}.", outcome.how)?,
        winners => writeln!(out, "\n{} won: {}.", winners.join(" and "), outcome.how)?,
    }
    Ok(())
}

/// Tells what has happened since, under a heading for each turn; gives how much has been told by then.
fn tell<G: Playable>(
    session: &Session<G>,
    told: usize,
    heading: &mut String,
    out: &mut dyn Write,
) -> Result<usize, Stop> {
    let (game, lines) = (session.game(), session.whole_chronicle());
    for line in &lines[told..] {
        writeln!(out, "  {}  ({})", game.event(&line.event), game.rule_of(&line.event))?;
    }
    let now = game.headline(session.state());
    if *heading != now {
        writeln!(out, "\n{now}")?;
        *heading = now;
    }
    Ok(lines.len())
}
