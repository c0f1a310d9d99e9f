//! `diadem forecast`: what a battle would likely bring, and how sure that is.

use crate::command_line::Forecast as Asked;
use crate::commands::simulate::prepared;
use crate::exit::Stop;
use crate::{Seer, write_json};
use diadem_core::{Dice, Playable, Seat};
use diadem_handoff::Form;
use diadem_opponents::{Comparison, Estimate, Forecast, Fortune, Level, Method};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;

pub(crate) fn forecast<G: Playable>(
    asked: &Asked,
    seer: Option<&Seer<G>>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Stop> {
    let unknown = || Stop::CannotAsk("Nobody here can foresee this game.".into());
    let seer = seer.ok_or_else(unknown)?;
    let level: Level = asked
        .level
        .parse()
        .map_err(|refusal: diadem_opponents::NoSuchLevel| Stop::CannotAsk(refusal.to_string()))?;
    let threads = available_parallelism().map_or(1, usize::from);
    let method = Method { level, games: asked.games, seed: asked.seed, threads };
    match &asked.what {
        Some(what) => foresee(asked, what, seer, method, out),
        None => calibrate(asked, seer, method, out, err),
    }
}

/// What is under way in a save or at the beginning of a scenario.
fn foresee<G: Playable>(
    asked: &Asked,
    what: &str,
    seer: &Seer<G>,
    method: Method,
    out: &mut dyn Write,
) -> Result<(), Stop> {
    let (game, state): (Arc<G>, G::State) = if Path::new(what).is_file() {
        let opened = diadem_archive::open::<G>(Path::new(what));
        let session = opened.map_err(|refusal| Stop::CannotAsk(refusal.to_string()))?.session;
        (Arc::clone(session.game()), session.state().clone())
    } else {
        let game: G = prepared(what, asked.battles.as_deref(), &[])?;
        let state = game.opening(&mut Dice::new(method.seed));
        (Arc::new(game), state)
    };
    for (form, made) in (seer.foresee)(&game, &state, method, &mut |_| {}) {
        if made.games == 0 {
            return Err(Stop::CannotAsk("There is nothing to foresee: the game is over.".into()));
        }
        let line = Line::about(&*game, form, method, &made);
        if asked.json {
            write_json(out, &line)?;
        } else {
            line.tell(out)?;
        }
    }
    Ok(())
}

/// A forecast, as JSON tells it.
#[derive(Serialize)]
struct Line<'g> {
    scenario: &'g str,
    form: &'g str,
    games: u32,
    seed: u64,
    level: &'static str,
    drawn: Interval,
    seats: Vec<SeatLine<'g>>,
}

/// What it says of a seat. Losses are shares of an army; nothing where no battle is foreseen.
#[derive(Serialize)]
struct SeatLine<'g> {
    seat: &'g str,
    victory: Interval,
    losses: Option<Interval>,
    leaders_lost: Option<Interval>,
    king_fell: Option<Interval>,
}

/// A figure with its 95 % interval.
#[derive(Serialize, Clone, Copy)]
struct Interval {
    figure: f64,
    low: f64,
    high: f64,
}

impl From<Estimate> for Interval {
    fn from(Estimate { figure, low, high }: Estimate) -> Interval {
        let round = |one: f64| (one * 10_000.0).round() / 10_000.0;
        Interval { figure: round(figure), low: round(low), high: round(high) }
    }
}

impl Interval {
    fn percent(self) -> String {
        let Interval { figure, low, high } = self;
        format!("{:.1} % ({:.1} to {:.1})", figure * 100.0, low * 100.0, high * 100.0)
    }
}

impl<'g> Line<'g> {
    fn about<G: Playable>(game: &'g G, form: &'g str, method: Method, made: &Forecast) -> Line<'g> {
        let seat = |(index, fortune): (u8, &Fortune)| {
            let fought = fortune.losses.estimate();
            SeatLine {
                seat: game.seat_name(Seat::new(index)),
                victory: fortune.victory(made.games).estimate().into(),
                losses: fought.map(|lost| lost.times(0.001).into()),
                leaders_lost: fortune.leaders.estimate().map(Interval::from),
                king_fell: fought.map(|_| fortune.death_of_king(made.games).estimate().into()),
            }
        };
        Line {
            scenario: game.scenario(),
            form,
            games: made.games,
            seed: method.seed,
            level: method.level.word(),
            drawn: made.draws().estimate().into(),
            seats: (0u8..).zip(&made.seats).map(seat).collect(),
        }
    }

    fn tell(&self, out: &mut dyn Write) -> io::Result<()> {
        let Line { scenario, form, games, seed, level, drawn, seats } = self;
        writeln!(
            out,
            "{scenario}, {form}: {games} games of {level} against {level} from seed {seed}"
        )?;
        for seat in seats {
            write!(out, "  {}: wins {}", seat.seat, seat.victory.percent())?;
            if let Some(losses) = seat.losses {
                write!(out, ", loses {} of its army", losses.percent())?;
            }
            if let Some(leaders) = seat.leaders_lost {
                write!(out, ", {:.2} leaders", leaders.figure)?;
            }
            if let Some(king) = seat.king_fell {
                write!(out, ", its king in {}", king.percent())?;
            }
            writeln!(out)?;
        }
        writeln!(out, "  drawn {}; intervals are 95 %", drawn.percent())
    }
}

/// Typical battles in every form, side by side.
fn calibrate<G: Playable>(
    asked: &Asked,
    seer: &Seer<G>,
    method: Method,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Stop> {
    let game: G = prepared(seer.typical.scenario, seer.typical.battles, &[])?;
    if !asked.json {
        writeln!(out, "{}", heading())?;
    }
    let mut broken = None;
    let mut told = |one: &Comparison| {
        let written = tell_comparison(&one.name, &one.forms, asked.json, out);
        broken = broken.take().or(written.err());
    };
    let all = (seer.calibrate)(&game, method, &mut told);
    let all = all.map_err(|refusal| Stop::CannotAsk(refusal.to_string()))?;
    if let Some(error) = broken {
        return Err(error.into());
    }
    tell_comparison("All of them", &all.pooled, asked.json, out)?;
    let shares = all.pooled.iter().map(|(_, made)| made.balance().estimate().figure);
    let apart = shares.clone().fold(0.0, f64::max) - shares.fold(1.0, f64::min);
    writeln!(err, "The pooled shares are {:.1} points apart.", apart * 100.0)?;
    Ok(())
}

/// The head of the table.
fn heading() -> String {
    "| offer | form | games | first seat wins, draws half | drawn | the winner loses | the loser loses | \
     the first seat's king falls |\n| --- | --- | --- | --- | --- | --- | --- | --- |"
        .into()
}

/// An offer in a form, as JSON tells it.
#[derive(Serialize)]
struct CalibrationLine<'a> {
    offer: &'a str,
    form: &'static str,
    games: u32,
    first_seat: Interval,
    drawn: Interval,
    winner_loses: Option<Interval>,
    loser_loses: Option<Interval>,
    king_fell: Interval,
}

fn tell_comparison(
    offer: &str,
    forms: &[(Form, Forecast)],
    json: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (form, made) in forms {
        let share = |mean: diadem_opponents::Mean| Some(mean.estimate()?.times(0.001).into());
        let first = made.seats.first().copied().unwrap_or_default();
        let line = CalibrationLine {
            offer,
            form: form.word(),
            games: made.games,
            first_seat: made.balance().estimate().into(),
            drawn: made.draws().estimate().into(),
            winner_loses: share(made.losses_of_winners()),
            loser_loses: share(made.losses_of_losers()),
            king_fell: first.death_of_king(made.games).estimate().into(),
        };
        if json {
            write_json(out, &line)?;
            continue;
        }
        let told = |figure: Option<Interval>| figure.map_or("-".into(), Interval::percent);
        writeln!(
            out,
            "| {offer} | {} | {} | {} | {} | {} | {} | {} |",
            line.form,
            line.games,
            line.first_seat.percent(),
            line.drawn.percent(),
            told(line.winner_loses),
            told(line.loser_loses),
            line.king_fell.percent()
        )?;
    }
    Ok(())
}
