//! Every figure of the charts of the campaign and of the display means something: each is changed, one at a time, and
//! something must then go otherwise: in a war at random, in a case of the rule that its chart is for, or in a position
//! made for the chart. What cannot is listed below, with the reason. Those of the hex battle are tried in
//! `crates/hexes/tests/figures.rs`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../crates/hexes/tests/figures/sheets.rs"]
#[expect(dead_code, reason = "hex charts are asked for more")]
mod sheets;

use diadem_campaign::Switch;
use diadem_cases::{
    AnyVocabulary, CasePosition, Facts, Finding, Trace, Vocabulary, Words, case_files,
};
use diadem_core::random::play;
use diadem_core::{Book, Dice, Outcome, OwnFile, OwnFiles, Playable, Sink, StateHash, state_hash};
use diadem_handoff::cases::CampaignVocabulary;
use diadem_handoff::{Action, Event, War, WarSetup};
use sheets::Figure;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Figures that change nothing, and why. A figure is meant by the beginning of its name.
const IDLE: &[(&str, &str)] = &[
    ("campaign/charts.toml minor_combat.columns.", "the headings of the columns"),
    ("campaign/charts.toml siege.from.0 ", "no differential is so low"),
    (
        "display/boxes.toml placing.led ",
        "only an army of four leaders knows, and no war at random has one",
    ),
];

/// Figures of a chart that are for another rule than the chart as a whole.
const FOR_ANOTHER_RULE: &[(&str, &str)] = &[("alexander_dies_wounded", "Alexandros 17.3")];

/// How many wars are played at random before a figure is said to change nothing.
const MOST_WARS: u64 = 40;

/// No war of ours is longer.
const MOST_PLIES: u64 = 1_000_000;

fn setup(own: &OwnFiles, switches: impl IntoIterator<Item = Switch>) -> WarSetup {
    WarSetup { own: own.clone(), ..WarSetup::new("alexandros", switches) }
}

/// A war at random, every second one by all optional rules: how it stood at its end, and how it ended.
fn played(own: &OwnFiles, seed: u64) -> (StateHash, Option<Outcome>) {
    let switches = Switch::ALL.into_iter().filter(|_| seed.is_multiple_of(2));
    let war = War::prepare(&setup(own, switches)).unwrap();
    let played = play(&war, seed, MOST_PLIES).unwrap();
    (state_hash(&played.state), played.outcome)
}

/// The words of the campaign, played by other charts.
struct Altered<'a>(&'a OwnFiles);

impl Vocabulary for Altered<'_> {
    type Game = War;

    fn name(&self) -> &'static str {
        CampaignVocabulary.name()
    }

    fn books(&self) -> Vec<&'static Book> {
        CampaignVocabulary.books()
    }

    fn position(&self, words: &Words<'_>) -> Result<CasePosition<War>, Finding> {
        let mut position = CampaignVocabulary.position(words)?;
        let setup = WarSetup { own: self.0.clone(), ..position.game.setup_of().clone() };
        position.game = Arc::new(War::prepare(&setup).unwrap());
        Ok(position)
    }

    fn action(&self, at: &CasePosition<War>, words: &Words<'_>) -> Result<Action, Finding> {
        CampaignVocabulary.action(at, words)
    }

    fn facts(&self, at: &CasePosition<War>, words: &Words<'_>) -> Result<Facts, Finding> {
        CampaignVocabulary.facts(at, words)
    }

    fn procedure(
        &self,
        at: &mut CasePosition<War>,
        words: &Words<'_>,
        dice: &mut Dice,
        sink: &mut impl Sink<Event>,
    ) -> Result<(), Finding> {
        CampaignVocabulary.procedure(at, words, dice, sink)
    }
}

/// A case: its name and its text.
type Probe = (String, String);

/// What is told in a case by these charts, and what of it does not hold.
fn told((name, text): &Probe, own: &OwnFiles) -> Vec<String> {
    let words = Words::parse(text).unwrap();
    let mut trace = Trace::on();
    let verdict = Altered(own).play(&words, name, &mut trace);
    let failures = verdict.failures.iter().map(ToString::to_string);
    trace.lines().iter().map(ToString::to_string).chain(failures).collect()
}

/// The written cases of the campaign by the rule that a chart is for, and those made for it.
fn probes(figure: &Figure) -> Vec<Probe> {
    let another = FOR_ANOTHER_RULE.iter().find(|(key, _)| figure.is_of(key));
    let rule = another.map_or(figure.rule(), |(_, rule)| rule);
    let rule = rule.trim_start_matches("Alexandros ").to_owned();
    let (chapter, _) = rule.split_once('.').unwrap();
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/alexandros").join(chapter);
    let probe = |file: PathBuf| {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(&file).unwrap())
    };
    let written = case_files(&home).unwrap().into_iter().map(probe);
    let written = written.filter(|(name, text)| {
        name.starts_with(&format!("{rule}-")) && !text.contains("game = \"display\"")
    });
    let dice = dice_of(figure);
    let made = if figure.is_of("mutiny") {
        mutinies(&dice)
    } else if figure.is_of("minor_combat") {
        minor_combats(&dice)
    } else if figure.is_of("siege") {
        sieges(&dice)
    } else {
        Vec::new()
    };
    let made = made.into_iter().map(|text| (format!("{rule}-made"), text));
    made.chain(written.flat_map(|probe| with_every_die(probe, &dice))).collect()
}

/// The rolls that a figure is for: that of its row, or any.
fn dice_of(figure: &Figure) -> Vec<u8> {
    let own: Vec<u8> = (1..=6).filter(|die| figure.is_of(&format!("d{die}"))).collect();
    if own.is_empty() { (1..=6).collect() } else { own }
}

/// A case, and the same with every one of these as its first die.
fn with_every_die((name, text): Probe, every: &[u8]) -> Vec<Probe> {
    let mut probes = vec![(name.clone(), text.clone())];
    if let Some((before, dice)) = text.split_once("dice = [") {
        let rest = dice.trim_start_matches(|one: char| one.is_ascii_digit());
        let other = |die: &u8| (name.clone(), format!("{before}dice = [{die}{rest}"));
        probes.extend(every.iter().map(other));
    }
    probes
}

/// 17.4 with so many objectives.
fn mutinies(dice: &[u8]) -> Vec<String> {
    let secured = [
        "royal_family",
        "treasury_babylon",
        "treasury_susa",
        "treasury_persepolis",
        "treasury_ecbatana",
        "gordian_knot",
        "oracle_of_ammon",
        "alexandria",
        "roxana",
    ];
    let mutiny = |objectives: usize, die: u8| {
        format!(
            "rule = \"Alexandros 17.4\"\ntitle = \"made\"\ngame = \"campaign\"\nrun = \"events\"\n\
             dice = [{die}]\n[position]\nturn = \"autumn 326\"\nswitches = [\"mutiny\", \"no-events\"]\n\
             secured = {:?}\nunits = [{{ unit = \"mac_phalanx\", at = \"upper_india\", count = 6 }}]\n\
             leaders = [{{ leader = \"alexander\", at = \"upper_india\" }}]\n[expect]\ntold = []\n",
            &secured[..objectives]
        )
    };
    let columns = [0, 3, 4, 6, 7, 8, 9].into_iter();
    columns.flat_map(|count| dice.iter().map(move |&die| mutiny(count, die))).collect()
}

/// 11.3 by few and many, against low and high walls.
fn sieges(dice: &[u8]) -> Vec<String> {
    let siege = |units: u8, walls: u8, die: u8| {
        format!(
            "rule = \"Alexandros 11.3\"\ntitle = \"made\"\ngame = \"campaign\"\n\
             run = \"macedonian sieges\"\ndice = [{die}]\n[position]\nunits = [\
             {{ unit = \"mac_phalanx\", at = \"ionia\", count = {units} }}, \
             {{ unit = \"persian_levy\", at = \"sardis\" }}]\n\
             cities = [{{ city = \"sardis\", walls = {walls} }}]\n\
             [[do]]\nseat = \"Macedonian\"\nact = {{ besiege = \"sardis\" }}\n\
             [[do]]\nseat = \"Macedonian\"\nact = \"assign all\"\n[expect]\ntold = []\n"
        )
    };
    let armies = [3, 7].into_iter().flat_map(|units| (1..=5).map(move |walls| (units, walls)));
    armies
        .flat_map(|(units, walls)| dice.iter().map(move |&die| siege(units, walls, die)))
        .collect()
}

/// 9.5 at all odds.
fn minor_combats(dice: &[u8]) -> Vec<String> {
    let combat = |units: &str, stands: &str, die: u8| {
        format!(
            "rule = \"Alexandros 9.5\"\ntitle = \"made\"\ngame = \"campaign\"\nrun = \"combat\"\n\
             dice = [{die}]\n[position]\nunits = [{units}]\n{stands}[expect]\ntold = []\n"
        )
    };
    let at = |unit: &str, count: u8, steps: u8| {
        format!("{{ unit = \"{unit}\", at = \"susiana\", count = {count}, steps = {steps} }}, ")
    };
    let odds = [
        at("persian_levy", 2, 1) + &at("hypaspists", 1, 4),
        at("persian_heavy_cavalry", 2, 2) + &at("hypaspists", 1, 4),
        at("mac_phalanx", 2, 2) + &at("royal_guard", 1, 2),
        at("mac_phalanx", 2, 2) + &at("persian_cavalry", 1, 1),
        at("mac_phalanx", 1, 2) + &at("thessalians", 1, 2) + &at("merc_hoplite", 1, 1),
    ];
    let stands = ["", "[[do]]\nseat = \"Persian\"\nact = \"stand\"\n"];
    let mut made = Vec::new();
    for units in &odds {
        for stand in stands {
            made.extend(dice.iter().map(|&die| combat(units, stand, die)));
        }
    }
    made
}

/// What changing a figure has shown.
#[derive(PartialEq, Debug)]
enum Trial {
    Matters,
    Idle,
    /// No other value is allowed.
    Fixed,
}

/// Whether anything goes otherwise with a figure changed; with how wars go as printed.
fn tried(figure: &Figure, usual: &[(StateHash, Option<Outcome>)]) -> Trial {
    let own = |text: String| OwnFiles::NONE.with(OwnFile { name: figure.file.into(), text });
    let altered = figure.texts().into_iter().map(own);
    let altered: Vec<OwnFiles> =
        altered.filter(|own| War::prepare(&setup(own, [])).is_ok()).collect();
    if altered.is_empty() {
        return Trial::Fixed;
    }
    let in_wars = || {
        let mut wars = (0..).zip(usual);
        wars.any(|(seed, usual)| altered.iter().any(|own| played(own, seed) != *usual))
    };
    let in_cases = || {
        probes(figure).iter().any(|probe| {
            let usual = told(probe, &OwnFiles::NONE);
            altered.iter().any(|own| told(probe, own) != usual)
        })
    };
    if in_cases() || in_wars() { Trial::Matters } else { Trial::Idle }
}

#[test]
fn every_figure_of_campaign_and_display_matters() {
    let is_chart = |name: &str| name == "campaign/charts.toml" || name.starts_with("display/");
    let files = War::data_files().into_iter().filter(|file| is_chart(file.name));
    let figures: Vec<Figure> = files.flat_map(sheets::of_file).collect();
    let usual: Vec<_> = (0..MOST_WARS).map(|seed| played(&OwnFiles::NONE, seed)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let Some(figure) = figures.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.push((figure.name(), tried(figure, &usual)));
        }
        found
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let found: Vec<(String, Trial)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    let is_listed = |name: &str| IDLE.iter().any(|(start, _)| name.starts_with(start));
    let of = |finding: Trial, listed: bool| -> Vec<&String> {
        let those = found.iter().filter(|(name, one)| *one == finding && is_listed(name) == listed);
        those.map(|(name, _)| name).collect()
    };
    let fixed = of(Trial::Fixed, false);
    println!("{} figures; no other value is allowed for {}: {fixed:#?}", found.len(), fixed.len());
    let (idle, busy) = (of(Trial::Idle, false), of(Trial::Matters, true));
    assert!(idle.is_empty(), "{} figures change nothing: {idle:#?}", idle.len());
    assert!(busy.is_empty(), "listed as idle, and yet they matter: {busy:#?}");
}
