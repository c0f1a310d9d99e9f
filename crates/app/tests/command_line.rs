//! The command line, driven with the feud of `diadem-sparring`, and as the program that ships.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

mod common;

use clap::CommandFactory;
use diadem::{Arguments, Exit, Folders, Program, run};
use diadem_core::Playable;
use diadem_handoff::War;
use diadem_sparring::feud::Feud;
use serde_json::Value;
use std::io::{self, Read, Write};
use std::process::{Command, Stdio};

struct Answer {
    exit: Exit,
    out: String,
    err: String,
}

fn ask_of<G: Playable>(line: &str) -> Answer {
    ask_program(Program::<G>::new(), line)
}

fn ask_program<G: Playable>(mut program: Program<G>, line: &str) -> Answer {
    program.folders = Some(Folders::at("nowhere"));
    let args = std::iter::once("diadem").chain(line.split_whitespace());
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = run(&program, args, &mut out, &mut err);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Answer { exit, out: text(out), err: text(err) }
}

/// Asks the program as it plays the feud.
fn ask(line: &str) -> Answer {
    ask_of::<Feud>(line)
}

/// It answers, and says nothing beside.
fn answers(line: &str) -> String {
    let Answer { exit, out, err } = ask(line);
    assert_eq!((exit, err.as_str()), (Exit::Fine, ""), "{line}");
    out
}

/// It cannot be asked, and says why in one line.
fn refuses(line: &str) -> String {
    let Answer { exit, out, err } = ask(line);
    assert_eq!((exit, out.as_str()), (Exit::CannotAsk, ""), "{line}");
    assert_eq!(err.lines().count(), 1, "{line}: {err}");
    err
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Visits a word, the words under it, and everything that can be said with them.
fn assert_explained(word: &clap::Command, line: &str) {
    assert!(word.get_about().is_some(), "`{line}` is not explained");
    for argument in word.get_arguments() {
        assert!(
            argument.get_help().is_some(),
            "{} of `{line}` is not explained",
            argument.get_id()
        );
    }
    let help = answers(&format!("{line} --help"));
    assert!(help.contains("Usage:"), "{help}");
    for under in word.get_subcommands() {
        assert!(help.contains(under.get_name()), "{help}");
        assert_explained(under, &format!("{line} {}", under.get_name()));
    }
}

#[test]
fn every_word_has_help() {
    let all = Arguments::command();
    assert_explained(&all, "");
    let words: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
    let promised =
        ["scenarios", "simulate", "watch", "cases", "check", "rules", "charts", "forecast"];
    assert_eq!(words, promised);
    assert!(answers("--version").starts_with("diadem "));
}

#[test]
fn a_wrong_use_cannot_be_asked() {
    for line in ["simulate", "simulate feud --games many", "check", "rules --loud", "charts export"]
    {
        let Answer { exit, out, err } = ask(line);
        assert_eq!((exit, out.as_str()), (Exit::CannotAsk, ""), "{line}");
        assert!(err.contains("Usage:") || err.contains("--help"), "{err}");
    }
}

#[test]
fn a_file_that_is_not_there_is_no_save_and_no_word() {
    assert!(refuses("simulte").contains("diadem --help"));
}

#[test]
fn scenarios_are_listed() {
    let text = answers("scenarios");
    assert!(text.contains("feud") && text.contains("The feud of three heirs"), "{text}");
    let lines = json_lines(&answers("scenarios --json"));
    assert_eq!(lines.len(), Feud::scenarios().len());
    assert_eq!(lines[0]["id"], "feud");
    assert_eq!(lines[0]["seats"].as_array().unwrap().len(), 3);
}

#[test]
fn a_simulated_game_is_told_whole() {
    let [line] = &json_lines(&answers("simulate feud --seed 7 --json"))[..] else {
        panic!("a line per game")
    };
    assert_eq!((&line["scenario"], &line["seed"]), (&"feud".into(), &7.into()));
    assert!(line["winner"].is_string() || line["winner"].is_null());
    assert!(line["outcome"].is_string());
    for count in ["turns", "plies", "seconds", "plies_per_second"] {
        assert!(line[count].is_number(), "{count} in {line}");
    }
    for form in ["display", "hex", "cards"] {
        assert!(line["battles"][form].is_u64(), "{form} in {line}");
    }
    assert_eq!(line["state_hash"].as_str().unwrap().len(), 64);

    let text = answers("simulate feud --seed 7");
    assert!(text.starts_with("feud seed 7: "), "{text}");
    assert!(text.contains(line["state_hash"].as_str().unwrap()), "{text}");
}

#[test]
fn the_same_seed_is_the_same_game() {
    let hashes = |line: &str| -> Vec<Value> {
        json_lines(&answers(line)).into_iter().map(|game| game["state_hash"].clone()).collect()
    };
    let three = hashes("simulate feud --games 3 --seed 40 --json");
    assert_eq!(three.len(), 3);
    assert_eq!(three, hashes("simulate feud --games 3 --seed 40 --json"));
    assert_eq!(three[2..], hashes("simulate feud --seed 42 --json"), "game n has seed S + n");
    assert_ne!(three[0], three[1]);
}

#[test]
fn what_cannot_be_simulated_is_refused() {
    assert!(refuses("simulate marathon").contains("marathon"));
    assert!(refuses("simulate feud --seats random,captain").contains("captain"));
    assert!(refuses("simulate feud --seats random,random,random,random").contains('3'));
    assert_eq!(ask("simulate feud --seats random,random,random").exit, Exit::Fine);
    assert_eq!(ask("simulate feud --seats random").exit, Exit::Fine);
}

#[test]
fn rules_are_totalled_by_book() {
    let text = answers("rules");
    let row = |name: &str| -> Vec<usize> {
        let line = text.lines().find(|line| line.split_whitespace().next() == Some(name)).unwrap();
        line.split_whitespace().skip(1).map(|cell| cell.parse().unwrap()).collect()
    };
    let lines = json_lines(&answers("rules --json"));
    assert_eq!(lines.len(), diadem_books::all().len());
    let mut sums = [0; 5];
    for (line, volume) in lines.iter().zip(diadem_books::all()) {
        let counted = volume.coverage();
        let counts =
            [counted.entries, counted.rules, counted.cited, counted.cases, counted.summaries];
        assert_eq!(row(volume.book.name), counts);
        for (index, key) in
            ["entries", "rules", "cited", "cases", "summaries"].into_iter().enumerate()
        {
            assert_eq!(line[key], counts[index], "{key} of {}", volume.book.name);
            sums[index] += counts[index];
        }
    }
    assert_eq!(row("all"), sums);
}

#[test]
fn a_book_is_listed_by_number() {
    let text = answers("rules gba");
    let entries = diadem_books::volume("GBA").unwrap().articles.len();
    assert_eq!(text.lines().count(), entries + 1, "a title, then a line for each entry");
    assert!(text.lines().any(|line| line.starts_with("6.95 ")));
    let lines = json_lines(&answers("rules GBA --json"));
    assert_eq!(lines.len(), entries);
    assert!(lines.iter().all(|line| line["title"].is_string() && line["is_cited"].is_boolean()));
    assert!(refuses("rules Herodotus").contains("Alexandros"));
}

#[test]
fn missing_lists_exactly_what_lacks_something() {
    let lacking = |volume: &diadem_books::Volume| {
        volume.articles.iter().filter(|article| !article.missing().is_empty()).count()
    };
    let all: usize = diadem_books::all().iter().map(|volume| lacking(volume)).sum();
    assert_eq!(answers("rules --missing").lines().count(), all);
    for volume in diadem_books::all() {
        let name = volume.book.name;
        let lines = json_lines(&answers(&format!("rules {name} --missing --json")));
        assert_eq!(lines.len(), lacking(volume));
        for line in lines {
            let article = volume.article(line["number"].as_str().unwrap()).unwrap();
            assert_eq!(line["missing"], Value::from(article.missing()));
        }
    }
}

#[test]
fn words_with_nothing_to_show_say_so() {
    for line in ["charts", "charts --json", "charts export somewhere"] {
        assert!(refuses(line).contains("yet"), "{line}");
    }
    assert!(refuses("forecast feud --games 9").contains("Nobody here can foresee"));
}

#[test]
fn a_game_can_be_watched_turn_by_turn() {
    let told = answers("watch feud --seed 3");
    let headings = told.lines().filter(|line| !line.starts_with(' ') && !line.is_empty());
    assert!(headings.count() > 2, "a heading for each turn: {told}");
    assert!(told.lines().any(|line| line.starts_with("  ") && line.ends_with(')')), "{told}");
    assert!(told.trim_end().lines().last().unwrap().contains("won"), "{told}");
    assert_eq!(told, answers("watch feud --seed 3"), "the same seed, the same game");
    assert!(refuses("watch feud --seats general").contains("general"));
}

#[test]
fn alexandros_can_be_simulated() {
    let Answer { exit, out, err } = ask_of::<War>("scenarios");
    assert_eq!((exit, err.as_str()), (Exit::Fine, ""));
    assert!(out.contains("alexandros"), "{out}");
    let Answer { exit, out, .. } = ask_of::<War>("simulate alexandros --games 2 --seed 7 --json");
    assert_eq!(exit, Exit::Fine);
    assert_eq!(json_lines(&out).len(), 2);
    let Answer { exit, out, .. } = ask_of::<War>("simulate alexandros --battles hex --json");
    assert_eq!(exit, Exit::Fine);
    assert!(json_lines(&out)[0]["battles"]["hex"].is_number(), "{out}");
    let Answer { exit, err, .. } = ask_of::<War>("simulate alexandros --battles cards");
    assert_eq!(exit, Exit::CannotAsk);
    assert!(err.contains("cards"), "{err}");
}

#[test]
fn charts_are_listed_and_written_out_once() {
    let Answer { exit, out, .. } = ask_of::<War>("charts --json");
    assert_eq!(exit, Exit::Fine);
    let siege = json_lines(&out).into_iter().find(|line| line["chart"] == "siege").unwrap();
    assert_eq!(siege["rule"], "Alexandros 11.3");
    let home = tempfile::tempdir().unwrap();
    let export = format!("charts export {}", home.path().display());
    assert_eq!(ask_of::<War>(&export).exit, Exit::Fine);
    assert!(home.path().join("campaign/charts.toml").is_file());
    let Answer { exit, err, .. } = ask_of::<War>(&export);
    assert_eq!(exit, Exit::CannotAsk);
    assert!(err.contains("nothing was written"), "{err}");
}

#[test]
fn cases_that_are_not_there_cannot_be_run() {
    assert!(refuses("cases no/such/folder").contains("no/such/folder"));
}

/// Asks the program that knows the words of every game; it runs inside the project.
fn ask_about_cases(line: &str) -> Answer {
    let program = Program::<War> { vocabularies: diadem_handoff::vocabularies(), ..Program::new() };
    ask_program(program, line)
}

#[test]
fn cases_are_found_by_number_chapter_and_book() {
    let passed = |line: &str| {
        let Answer { exit, out, err } = ask_about_cases(line);
        assert_eq!((exit, err.as_str()), (Exit::Fine, ""), "{line}");
        let count = out.lines().last().and_then(|line| line.split_once(" passed, 0 failed"));
        count.unwrap().0.parse::<usize>().unwrap()
    };
    let (rule, chapter, book) =
        (passed("cases gba/9.18"), passed("cases gba/9"), passed("cases gba"));
    assert!(0 < rule && rule < chapter && chapter < book, "{rule}, {chapter}, {book}");
    assert_eq!(passed("cases GBA/9.18 gba4"), rule + passed("cases gba4"));
    assert!(passed("cases") > book, "without an argument all of them are run");
    for line in ["cases gba/9.999", "cases gba/99", "cases herodotus"] {
        let Answer { exit, out, err } = ask_about_cases(line);
        assert_eq!((exit, out.as_str(), err.lines().count()), (Exit::CannotAsk, "", 1), "{line}");
        assert!(err.starts_with("There are no rule cases at"), "{err}");
    }
}

#[test]
fn a_case_is_traced() {
    let Answer { exit, out, .. } = ask_about_cases("cases --trace gba/9.18");
    assert_eq!(exit, Exit::Fine);
    assert!(out.lines().any(|line| line.starts_with("    GBA 9.18: ")), "{out}");
    assert!(out.contains(" is asked: "), "{out}");
}

#[test]
fn a_case_that_does_not_hold_is_counted() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("empty.toml"), "").unwrap();
    let Answer { exit, out, .. } = ask(&format!("cases {}", home.path().display()));
    assert_eq!(exit, Exit::DoesNotHold);
    assert!(out.ends_with("0 passed, 1 failed\n"), "{out}");
}

#[test]
fn saves_are_checked_one_by_one() {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name).display().to_string();
    let (good, bad, absent) = (path("good.diadem"), path("bad.diadem"), path("absent.diadem"));
    let bytes = diadem_archive::encode(&common::feud_save()).unwrap();
    std::fs::write(&good, &bytes).unwrap();
    std::fs::write(&bad, &bytes[..bytes.len() / 2]).unwrap();

    let sound = answers(&format!("check {good}"));
    assert_eq!(sound.lines().count(), 1);
    assert!(sound.starts_with(&good), "{sound}");

    let mixed = ask(&format!("check {bad} {good} {absent}"));
    assert_eq!(mixed.exit, Exit::DoesNotHold);
    assert_eq!(mixed.out.lines().count(), 2, "{}", mixed.out);
    assert!(mixed.out.contains(&bad) && mixed.err.contains(&absent));

    assert!(refuses(&format!("check {absent}")).contains(&absent));
}

/// Takes nothing: closed as `head` closes, or full as a disk is.
struct Narrow(io::ErrorKind);

impl Write for Narrow {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_reader_who_leaves_early_is_no_fault_and_a_full_disk_is() {
    let mut err = Vec::new();
    let program = Program::<Feud>::new();
    let mut head = Narrow(io::ErrorKind::BrokenPipe);
    assert_eq!(run(&program, ["diadem", "rules", "GBA"], &mut head, &mut err), Exit::Fine);
    assert!(err.is_empty());
    let mut disk = Narrow(io::ErrorKind::StorageFull);
    assert_eq!(run(&program, ["diadem", "rules", "--json"], &mut disk, &mut err), Exit::CannotAsk);
    assert!(!err.is_empty());
}

/// The program itself, where there is no display.
fn diadem(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_diadem"));
    command.args(args);
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(display);
    }
    command
}

#[test]
fn the_program_ends_with_the_code_it_promises() {
    let code = |args: &[&str]| diadem(args).output().unwrap().status.code();
    assert_eq!(code(&["--version"]), Some(0));
    assert_eq!(code(&["rules"]), Some(0));
    assert_eq!(code(&["check", env!("CARGO_MANIFEST_PATH")]), Some(1));
    assert_eq!(code(&["forecast", "nowhere"]), Some(2));
}

#[test]
fn a_battle_is_foreseen() {
    let asked = ["forecast", "granicus-display", "--games", "4", "--level", "recruit"];
    let told = |more: &[&str]| {
        let ended = diadem(&[&asked[..], more].concat()).output().unwrap();
        assert_eq!(ended.status.code(), Some(0), "{}", String::from_utf8_lossy(&ended.stderr));
        String::from_utf8(ended.stdout).unwrap()
    };
    let plain = told(&[]);
    assert!(plain.starts_with("granicus-display, display: 4 games of recruit"), "{plain}");
    assert!(plain.contains("Macedonian: wins") && plain.contains("Persian: wins"), "{plain}");
    let lines = json_lines(&told(&["--json"]));
    let [line] = lines.as_slice() else { panic!("one forecast: {lines:?}") };
    assert_eq!((&line["games"], &line["form"]), (&Value::from(4), &Value::from("display")));
    for seat in line["seats"].as_array().unwrap() {
        let [low, figure, high] =
            ["low", "figure", "high"].map(|key| seat["victory"][key].as_f64().unwrap());
        assert!(low <= figure && figure <= high, "{seat}");
    }
    assert_eq!(told(&["--json"]), told(&["--json"]), "the same seed, the same forecast");
}

#[test]
#[cfg(target_os = "linux")]
fn without_a_display_there_is_one_sentence() {
    let ended = diadem(&[]).output().unwrap();
    let told = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(2));
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.contains("diadem --help"), "{told}");
    assert!(!cfg!(feature = "window") || told.contains("libxkbcommon-x11-0"), "{told}");
}

#[test]
fn a_closed_pipe_makes_no_noise() {
    let mut child =
        diadem(&["rules", "SPQR"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert_eq!((child.wait().unwrap().code(), told.as_str()), (Some(0), ""));
}
