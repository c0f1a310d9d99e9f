//! `diadem charts`: every chart with where it comes from, and the files to edit.

use crate::command_line::{Charts, WithCharts};
use crate::exit::Stop;
use crate::write_json;
use diadem_core::{OwnFiles, Playable};
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::Path;

#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    chart: &'a str,
    rule: String,
    sources: Vec<&'static str>,
}

pub(crate) fn charts<G: Playable>(asked: &Charts, out: &mut dyn Write) -> Result<(), Stop> {
    match &asked.then {
        Some(WithCharts::Export { folder }) => export::<G>(folder, out),
        None => list::<G>(asked, out),
    }
}

fn list<G: Playable>(asked: &Charts, out: &mut dyn Write) -> Result<(), Stop> {
    let charts = G::charts(&OwnFiles::NONE).map_err(|error| Stop::CannotAsk(error.to_string()))?;
    if charts.is_empty() {
        return Err(Stop::CannotAsk(
            "`diadem charts` will list every chart with where it comes from; there are none yet."
                .into(),
        ));
    }
    for chart in &charts {
        let rule = chart.rule.to_string();
        let sources: Vec<&str> = chart.sources.iter().map(|source| source.name()).collect();
        if asked.json {
            let (file, chart) = (chart.file, chart.name.as_str());
            write_json(out, &Line { file, chart, rule, sources })?;
        } else {
            let sources = sources.join(" and ");
            writeln!(out, "{:34} {:18} {rule:17} {sources}", chart.file, chart.name)?;
        }
    }
    Ok(())
}

/// Writes every file, unless one of that name is there: it may hold somebody's work.
fn export<G: Playable>(folder: &Path, out: &mut dyn Write) -> Result<(), Stop> {
    let files = G::data_files();
    if files.is_empty() {
        return Err(Stop::CannotAsk(
            "`diadem charts export` will write every chart as a file to edit; there are none yet."
                .into(),
        ));
    }
    if let Some(there) = files.iter().map(|file| folder.join(file.name)).find(|path| path.exists())
    {
        return Err(Stop::CannotAsk(format!(
            "{} is there already; nothing was written. Name another folder, or move it away.",
            there.display()
        )));
    }
    for file in files {
        let path = folder.join(file.name);
        let parent = path.parent().unwrap_or(folder);
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, file.text));
        written.map_err(|error| {
            Stop::CannotAsk(format!("{} could not be written: {error}.", path.display()))
        })?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}
