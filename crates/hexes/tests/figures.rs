//! Every figure of every chart of the hex battle means something: each is changed, one at a time, and something must
//! then go otherwise in a case, or in a position made for its chart. What cannot is listed below, with the reason.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod figures {
    pub(super) mod positions;
    pub(super) mod sheets;
}

use diadem_cases::{
    AnyVocabulary, CasePosition, Facts, Finding, Trace, Vocabulary, Words, case_files,
};
use diadem_core::{Book, Dice, Game, OwnFile, OwnFiles, Sink, StandingAnswer};
use diadem_hexes::cases::HexesVocabulary;
use diadem_hexes::{Charts, Event, Hexes, Switches};
use figures::positions::Made;
use figures::sheets::Figure;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Figures that change nothing, and why. A figure is meant by the beginning of its name.
const IDLE: &[(&str, &str)] = &[
    (
        "hexes/movement.toml facing_in_rough.hits.0 ",
        "phalanxes have two hexes and do not turn (7.13)",
    ),
    (
        "hexes/movement.toml facing_in_rough.hits.2 ",
        "cardaces have two hexes and do not turn (7.13)",
    ),
    ("hexes/movement.toml facing_in_rough.hits.8 ", "chariots never come there (11.21)"),
    ("hexes/movement.toml hex.closed_city.mp ", "nobody enters it"),
    ("hexes/movement.toml hex.impassable_river.mp ", "nobody enters it"),
    ("hexes/movement.toml hex.sea.mp ", "nobody enters it"),
    ("hexes/movement.toml hexside.city_wall.mp ", "nobody crosses it"),
    ("hexes/superiority.toml defender.PH.6 ", "skirmishers attack nobody but chariots (7.33)"),
    ("hexes/superiority.toml defender.HI.6 ", "skirmishers attack nobody but chariots (7.33)"),
    ("hexes/superiority.toml defender.MI.6 ", "skirmishers attack nobody but chariots (7.33)"),
    ("hexes/superiority.toml defender.LI.6 ", "skirmishers attack nobody but chariots (7.33)"),
    ("hexes/superiority.toml defender.LP.6 ", "skirmishers attack nobody but chariots (7.33)"),
    ("hexes/superiority.toml defender.SK.6 ", "skirmishers attack nobody but chariots (7.33)"),
    ("hexes/superiority.toml defender.HC.6 ", "skirmishers attack nobody but chariots (7.33)"),
    ("hexes/superiority.toml defender.LN.6 ", "skirmishers attack nobody but chariots (7.33)"),
    ("hexes/superiority.toml defender.LC.6 ", "skirmishers attack nobody but chariots (7.33)"),
    ("hexes/superiority.toml defender.EL.6 ", "skirmishers attack nobody but chariots (7.33)"),
];

/// The troops of SPQR, which has no battle yet.
const OF_SPQR: [&str; 11] = ["LG", "TR", "VE", "BI", "RC", "BC", "ELI", "ELA", "LEL", "CM", "SC"];

/// Why a figure may change nothing.
fn reason(figure: &Figure, name: &str) -> Option<&'static str> {
    let listed = IDLE.iter().find(|(start, _)| name.starts_with(start)).map(|(_, reason)| *reason);
    // In the Clash of Spears legions and barbarian infantry have columns too, the third and the fifth.
    let is_column =
        figure.file == "hexes/clash-of-spears.toml" && (figure.is_at(2) || figure.is_at(4));
    let is_of_spqr = is_column || OF_SPQR.iter().any(|kind| figure.is_of(kind));
    listed.or(is_of_spqr.then_some("such troops come with SPQR, which has no battle yet"))
}

/// The words of the hex battle, played by other charts.
struct Altered(Arc<Charts>);

impl Vocabulary for Altered {
    type Game = Hexes;

    fn name(&self) -> &'static str {
        HexesVocabulary.name()
    }

    fn books(&self) -> Vec<&'static Book> {
        HexesVocabulary.books()
    }

    fn position(&self, words: &Words<'_>) -> Result<CasePosition<Hexes>, Finding> {
        let mut position = HexesVocabulary.position(words)?;
        let (battle, switches) = (position.game.battle().clone(), position.game.switches());
        position.game = Arc::new(Hexes::by_charts(battle, switches, Arc::clone(&self.0)));
        Ok(position)
    }

    fn action(
        &self,
        at: &CasePosition<Hexes>,
        words: &Words<'_>,
    ) -> Result<<Hexes as Game>::Action, Finding> {
        HexesVocabulary.action(at, words)
    }

    fn facts(&self, at: &CasePosition<Hexes>, words: &Words<'_>) -> Result<Facts, Finding> {
        HexesVocabulary.facts(at, words)
    }

    fn standing(
        &self,
        words: &Words<'_>,
    ) -> Result<StandingAnswer<<Hexes as Game>::AnswerKind>, Finding> {
        HexesVocabulary.standing(words)
    }

    fn procedure(
        &self,
        at: &mut CasePosition<Hexes>,
        words: &Words<'_>,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Finding> {
        HexesVocabulary.procedure(at, words, dice, sink)
    }
}

/// A case, and what is told in it by the charts as they are.
struct Probe {
    /// The row of the chart that it is made for; of a written case nothing.
    row: String,
    /// The name of its file.
    name: String,
    text: String,
    told: u64,
}

/// What is told in a case by these charts, and whether it holds.
fn told(name: &str, text: &str, charts: &Arc<Charts>) -> u64 {
    let words = Words::parse(text).unwrap();
    let mut trace = Trace::on();
    let verdict = Altered(Arc::clone(charts)).play(&words, name, &mut trace);
    let mut hasher = DefaultHasher::new();
    trace.lines().hash(&mut hasher);
    for failure in verdict.failures {
        failure.to_string().hash(&mut hasher);
    }
    hasher.finish()
}

/// Cases made for a chart, each with its row.
fn made(file: &str, charts: &Arc<Charts>) -> Vec<Probe> {
    let name = "9.0-made".to_owned();
    let probe = |(row, text): Made| {
        let told = told(&name, &text, charts);
        Probe { row, name: name.clone(), text, told }
    };
    figures::positions::made_for(file).into_iter().map(probe).collect()
}

/// Every written case of the book.
fn written(charts: &Arc<Charts>) -> Vec<Probe> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/gba");
    let probe = |file: PathBuf| {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        Probe { row: String::new(), told: told(&name, &text, charts), name, text }
    };
    case_files(&home).unwrap().into_iter().map(probe).collect()
}

/// The charts with one figure changed, in every way that is allowed.
fn altered(figure: &Figure) -> Vec<(OwnFiles, Arc<Charts>)> {
    let texts = figure.texts().into_iter();
    let read = texts.filter_map(|text| {
        let own = OwnFiles::NONE.with(OwnFile { name: figure.file.to_owned(), text });
        let charts = Charts::with_own(&own).ok()?;
        Some((own, charts))
    });
    read.collect()
}

/// The armies of every battle, as these files make them.
fn armies(own: &OwnFiles) -> u64 {
    let mut hasher = DefaultHasher::new();
    for scenario in Hexes::scenarios() {
        let battle = Hexes::with_own(scenario.id, Switches::default(), own);
        format!("{:?}", battle.map(|rules| rules.battle().units.clone())).hash(&mut hasher);
    }
    hasher.finish()
}

/// Whether a probe goes otherwise by these charts; that one is tried first for the next figure.
fn finds(figure: &Figure, probes: &mut [Probe], charts: &Arc<Charts>) -> bool {
    let found = probes.iter().position(|probe| {
        let is_meant = probe.row.is_empty() || figure.is_of(&probe.row);
        is_meant && told(&probe.name, &probe.text, charts) != probe.told
    });
    if let Some(at) = found {
        probes[..=at].rotate_right(1);
    }
    found.is_some()
}

#[test]
fn every_figure_of_every_chart_matters() {
    let charts = Charts::embedded().unwrap();
    let mut cases = written(&charts);
    let as_printed = armies(&OwnFiles::NONE);
    let mut of_file = String::new();
    let mut own: Vec<Probe> = Vec::new();
    let (mut idle, mut fixed, mut busy) = (Vec::new(), Vec::new(), Vec::new());
    let files = Hexes::data_files().into_iter().filter(|file| file.name.starts_with("hexes/"));
    let figures: Vec<Figure> = files.flat_map(figures::sheets::of_file).collect();
    for figure in &figures {
        if of_file != figure.file {
            of_file = figure.file.to_owned();
            own = made(figure.file, &charts);
        }
        let name = figure.name();
        let reason = reason(figure, &name);
        let altered = altered(figure);
        if altered.is_empty() {
            fixed.push(name);
            continue;
        }
        let matters = altered.iter().any(|(own_file, charts)| {
            finds(figure, &mut own, charts)
                || reason.is_none()
                    && (finds(figure, &mut cases, charts) || armies(own_file) != as_printed)
        });
        match (matters, reason) {
            (true, None) | (false, Some(_)) => {}
            (false, None) => idle.push(format!("{name}, by {}", figure.rule())),
            (true, Some(_)) => busy.push(name),
        }
    }
    println!(
        "{} figures; no other value is allowed for {}: {fixed:#?}",
        figures.len(),
        fixed.len()
    );
    assert!(idle.is_empty(), "{} figures change nothing: {idle:#?}", idle.len());
    assert!(busy.is_empty(), "listed as idle, and yet they matter: {busy:#?}");
}
