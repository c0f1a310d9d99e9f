//! `diadem scenarios`: everything that can be played.

use crate::command_line::Scenarios;
use crate::exit::Stop;
use crate::write_json;
use diadem_core::{Playable, Scenario};
use serde::Serialize;
use std::io::Write;

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    title: &'a str,
    story: &'a str,
    seats: &'a [&'static str],
}

pub(crate) fn scenarios<G: Playable>(asked: &Scenarios, out: &mut dyn Write) -> Result<(), Stop> {
    let scenarios = G::scenarios();
    if scenarios.is_empty() {
        return Err(Stop::CannotAsk(
            "`diadem scenarios` will list every campaign and battle that can be played; there is \
             none yet."
                .into(),
        ));
    }
    let id_width = scenarios.iter().map(|scenario| scenario.id.len()).max().unwrap_or(0);
    for Scenario { id, title, story, seats } in &scenarios {
        if asked.json {
            write_json(out, &Line { id, title, story, seats })?;
        } else {
            writeln!(out, "{id:id_width$}  {title} ({})", seats.join(", "))?;
        }
    }
    Ok(())
}
