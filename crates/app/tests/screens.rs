//! The screens around the table: nothing is cut off, everything is reached by keys, and what they ask
//! for is done.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

#[path = "common/desk.rs"]
mod desk;

use desk::{app_at, press, shown, sized, write_war};
use diadem::Folders;
use diadem::window::{
    App, ColorChoice, Focus, Lesson, Sample, Screen, TableCommand, ThemeChoice, UiCommand,
};
use diadem_campaign::ids::ProvinceId;
use diadem_core::{Playable, Text};
use diadem_handoff::War;
use eframe::egui::accesskit::Role;
use eframe::egui::{
    DroppedFile, FontFamily, FontId, Key, Modifiers, Pos2, Rect, Shape, epaint::ClippedShape,
};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

const SIZES: [[f32; 2]; 4] = [[640.0, 360.0], [960.0, 600.0], [1280.0, 720.0], [2560.0, 1440.0]];

/// The screens that are not the table's own.
fn halls() -> impl Iterator<Item = Screen> {
    Screen::ALL.into_iter().filter(|screen| !matches!(screen, Screen::Table | Screen::SaveAs))
}

fn home() -> (TempDir, Folders) {
    let home = tempfile::tempdir().unwrap();
    let folders = Folders::at(home.path());
    (home, folders)
}

/// A text that was painted, where, and what of it can be seen.
struct Painted {
    words: String,
    place: Rect,
    clip: Rect,
}

fn painted(harness: &Harness<'_, App>) -> Vec<Painted> {
    fn collect(shape: &Shape, clip: Rect, into: &mut Vec<Painted>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, into)),
            Shape::Text(text) if !text.galley.text().trim().is_empty() => {
                let words = text.galley.text().to_owned();
                // Rows leave air between lines; what is told apart are the letters.
                let place = text.visual_bounding_rect();
                into.push(Painted { words, place, clip });
            }
            _ => {}
        }
    }
    let mut texts = Vec::new();
    for ClippedShape { clip_rect, shape, .. } in &harness.output().shapes {
        collect(shape, *clip_rect, &mut texts);
    }
    texts
}

/// Every text lies between the edges it is cut at, and none on another.
fn assert_readable(what: &str, harness: &Harness<'_, App>, size: [f32; 2]) {
    let window = Rect::from_min_size(Pos2::ZERO, size.into());
    assert_texts(what, &painted(harness), window);
}

fn assert_texts(what: &str, texts: &[Painted], window: Rect) {
    assert!(!texts.is_empty(), "{what} says nothing");
    for text in texts {
        let (place, edge) = (text.place, text.clip.intersect(window));
        if !edge.intersects(place) {
            continue;
        }
        // The feet of a Garamond stand out a little.
        let is_cut = place.left() < edge.left() - 3.0 || place.right() > edge.right() + 3.0;
        assert!(!is_cut, "{what}: “{}” at {place:?} is cut at {edge:?}", text.words);
        // What scrolls may be cut above and below, but not by the window itself.
        let is_below = text.clip.bottom() >= window.bottom() && place.bottom() > window.bottom();
        assert!(!is_below, "{what}: “{}” at {place:?} is below the window", text.words);
    }
    for (at, one) in texts.iter().enumerate() {
        for other in &texts[..at] {
            let [a, b] = [one, other].map(|it| it.place.intersect(it.clip).intersect(window));
            let common = a.intersect(b);
            let overlaps =
                a.is_positive() && b.is_positive() && common.width() > 2.0 && common.height() > 2.0;
            assert!(!overlaps, "{what}: “{}” lies on “{}”", one.words, other.words);
        }
    }
}

#[test]
fn nothing_is_cut_off_or_overlaps_at_any_size() {
    let (_home, folders) = home();
    write_war(&folders.saves().join("A name that is rather longer than most names are.diadem"));
    write_war(&folders.autosaves().join("1.diadem"));
    fs::write(folders.saves().join("torn.diadem"), "torn").unwrap();
    for screen in halls() {
        for size in SIZES {
            let harness = sized(size, app_at(screen, Some(&folders)));
            assert_readable(&format!("{screen:?} at {size:?}"), &harness, size);
        }
    }
}

/// The bar and the panel, but for what stands on counters; on the map itself names may lie on the land
/// of others.
#[test]
fn the_table_can_be_read_at_any_size() {
    let (_home, folders) = home();
    for sample in [Sample::War, Sample::Battle] {
        for size in &SIZES[1..] {
            let mut app = App::new(Some(folders.clone()), None);
            app.ask(UiCommand::OpenSample(sample));
            let province = Focus::Province(ProvinceId(12));
            app.ask(UiCommand::Table(TableCommand::LookAt(Some(province))));
            let harness = sized(*size, app);
            let panel = size[0] - (size[0] * 0.25).clamp(300.0, 440.0);
            let of_bar = |text: &Painted| text.place.center().y < 46.0 && text.clip.top() < 40.0;
            let of_panel =
                |text: &Painted| text.place.center().x > panel && text.clip.right() > panel + 10.0;
            let (bar, rest): (Vec<_>, Vec<_>) = painted(&harness).into_iter().partition(of_bar);
            let of_piece = |text: &Painted| {
                text.words.len() == 1 || text.words.chars().all(|it| "()-0123456789".contains(it))
            };
            let panel = rest.into_iter().filter(|text| of_panel(text) && !of_piece(text));
            let panel: Vec<_> = panel.collect();
            let window = Rect::from_min_size(Pos2::ZERO, (*size).into());
            assert_texts(&format!("the panel of {sample:?} at {size:?}"), &panel, window);
            assert_texts(&format!("the bar of {sample:?} at {size:?}"), &bar, window);
        }
    }
}

#[test]
fn a_chosen_save_and_an_open_rule_are_readable_too() {
    let (_home, folders) = home();
    fs::create_dir_all(folders.saves()).unwrap();
    fs::write(folders.saves().join("torn.diadem"), "torn").unwrap();
    for size in SIZES {
        let mut harness = sized(size, app_at(Screen::Load, Some(&folders)));
        for name in ["torn", Sample::War.name()] {
            harness.get_by_role_and_label(Role::ListBoxOption, name).click_accesskit();
            harness.run();
            assert_readable(&format!("{name} at {size:?}"), &harness, size);
        }
        let mut app = App::new(None, None);
        app.ask(UiCommand::ShowRule(diadem_books::find("Alexandros 10.12").unwrap()));
        assert_readable(&format!("10.12 at {size:?}"), &sized(size, app), size);
    }
}

/// The label and role of every widget that can be used.
fn live(harness: &Harness<'_, App>) -> BTreeSet<String> {
    let window = harness.ctx.content_rect();
    let is_live = |role| {
        matches!(
            role,
            Role::Button
                | Role::CheckBox
                | Role::RadioButton
                | Role::TextInput
                | Role::ListBoxOption
        )
    };
    let nodes = harness.root().children_recursive();
    nodes
        .filter(|node| {
            let access = node.accesskit_node();
            let is_seen = access.raw_bounds().is_some() && window.intersects(node.rect());
            is_live(access.role()) && !access.is_disabled() && is_seen
        })
        .map(|node| format!("{:?} {:?}", node.accesskit_node().role(), node.rect()))
        .collect()
}

#[test]
fn the_keyboard_reaches_everything() {
    for screen in halls() {
        let mut harness = shown(app_at(screen, None));
        let all = live(&harness);
        let mut reached = BTreeSet::new();
        for _ in 0..all.len() + 8 {
            harness.key_press(Key::Tab);
            harness.step();
            harness.step();
            let focused = harness.root().children_recursive().find(egui_kittest::Node::is_focused);
            if let Some(node) = focused {
                reached.insert(format!("{:?} {:?}", node.accesskit_node().role(), node.rect()));
            }
        }
        let missed: Vec<_> = all.difference(&reached).collect();
        assert!(missed.is_empty(), "{screen:?}: {missed:?} of {all:?}");
    }
}

#[test]
fn a_new_game_comes_to_the_table() {
    let (_home, folders) = home();
    let mut harness = shown(App::new(Some(folders.clone()), None));
    press(&mut harness, "New campaign");
    let seats = |harness: &Harness<'_, App>| {
        let nodes = harness.root().children_recursive();
        nodes.filter(|node| node.accesskit_node().role() == Role::TextInput).count()
    };
    assert_eq!(seats(&harness), 3, "two names and a seed");
    harness.get_by_role_and_label(Role::CheckBox, "Armies never go hungry.").click();
    harness.run();
    // The other seat is the computer's unless somebody else sits there.
    harness.get_by_role_and_label(Role::RadioButton, "Persian: person").click();
    harness.run();
    press(&mut harness, "Begin");
    assert_eq!(harness.state().screen(), Screen::Table);
    let table = harness.state().table().unwrap();
    assert_eq!(table.war().scenario(), "alexandros");
    let campaign = table.war().campaign().unwrap();
    assert!(campaign.switches.has(diadem_campaign::Switch::NoSupply));
    assert_eq!(table.seats(), ["Macedonian", "Persian"]);
}

#[test]
fn a_battle_by_itself_can_be_chosen() {
    let mut harness = shown(app_at(Screen::NewGame, None));
    harness.get_by_role_and_label(Role::RadioButton, War::scenarios()[1].title).click();
    harness.run();
    assert!(harness.query_by_role_and_label(Role::CheckBox, "Armies never go hungry.").is_none());
    harness.get_by_role_and_label(Role::RadioButton, "Persian: person").click();
    harness.run();
    press(&mut harness, "Begin");
    assert!(harness.state().table().unwrap().battle().is_some());
}

#[test]
fn learn_begins_a_battle_with_a_guide() {
    let mut harness = shown(App::new(None, None));
    press(&mut harness, "Learn");
    let table = harness.state().table().unwrap();
    assert!(table.battle().is_some());
    assert!(table.guide().is_some());
}

#[test]
fn a_damaged_save_is_listed_with_its_reason_and_cannot_be_opened() {
    let (_home, folders) = home();
    let turn = write_war(&folders.saves().join("issus.diadem"));
    fs::write(folders.saves().join("torn.diadem"), "torn").unwrap();
    let mut harness = shown(app_at(Screen::Load, Some(&folders)));
    harness.get_by_role_and_label(Role::ListBoxOption, "torn").click();
    harness.run();
    harness.get_by_label_contains("it is not a save of Diadem");
    assert!(harness.query_by_role_and_label(Role::Button, "Open").is_none());
    harness.get_by_role_and_label(Role::ListBoxOption, "issus").click();
    harness.run();
    let stands = format!("{turn} \u{b7} Alexandros");
    assert!(harness.query_all_by_label(&stands).count() >= 1);
    press(&mut harness, "Open");
    assert_eq!(harness.state().screen(), Screen::Table);
}

#[test]
fn a_save_is_thrown_away_when_it_is_said_twice() {
    let (_home, folders) = home();
    let file = folders.saves().join("issus.diadem");
    write_war(&file);
    let mut harness = shown(app_at(Screen::Load, Some(&folders)));
    harness.get_by_role_and_label(Role::ListBoxOption, "issus").click();
    harness.run();
    press(&mut harness, "Delete");
    assert!(file.is_file());
    press(&mut harness, "Delete it");
    assert!(!file.exists());
    assert!(harness.query_by_role_and_label(Role::ListBoxOption, "issus").is_none());
}

#[test]
fn samples_are_listed_opened_and_exported() {
    let (home, folders) = home();
    let to = home.path().join("out.diadem");
    let mut harness = shown(app_at(Screen::Load, Some(&folders)));
    harness.get_by_role_and_label(Role::ListBoxOption, Sample::Battle.name()).click();
    harness.run();
    press(&mut harness, "Export…");
    let field = "Export to a file, or into a folder";
    harness.get_by_role_and_label(Role::TextInput, field).focus();
    harness.run();
    harness.get_by_role_and_label(Role::TextInput, field).type_text(to.to_str().unwrap());
    harness.run();
    press(&mut harness, "Write it");
    harness.get_by_label_contains("Written to");
    assert_eq!(fs::read(&to).unwrap(), Sample::Battle.bytes());
    press(&mut harness, "Open");
    assert!(harness.state().table().unwrap().battle().is_some());
}

#[test]
fn the_game_is_kept_under_a_name_and_opened_again() {
    let (_home, folders) = home();
    let mut harness = shown(app_at(Screen::SaveAs, Some(&folders)));
    press(&mut harness, "Keep");
    assert_eq!(harness.state().screen(), Screen::Table);
    let saved: Vec<_> = diadem_archive::list(&folders.saves());
    assert_eq!(saved.len(), 1);
    assert!(saved[0].file.file_stem().unwrap().to_str().unwrap().starts_with("Alexandros, "));
    let hash = harness.state().table().unwrap().session().state_hash();
    let file = saved[0].file.clone();
    // Another copy of the program may not have it meanwhile.
    let second = shown(App::new(Some(folders.clone()), Some(file.clone())));
    second.get_by_label_contains("in use by another copy");
    drop((second, harness));
    let again = shown(App::new(Some(folders), Some(file)));
    assert_eq!(again.state().table().unwrap().session().state_hash(), hash);
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }
    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn a_file_dropped_onto_any_screen_is_imported_and_opened() {
    for screen in [Screen::Start, Screen::Rulebook, Screen::Table] {
        let (home, folders) = home();
        let from = home.path().join("from a friend.diadem");
        write_war(&from);
        let mut harness = shown(app_at(screen, Some(&folders)));
        harness.input_mut().dropped_files.push(Arc::new(Dropped(from.clone())));
        harness.run();
        assert_eq!(harness.state().screen(), Screen::Table, "{screen:?}");
        let copy = folders.saves().join("from a friend.diadem");
        assert_eq!(fs::read(copy).unwrap(), fs::read(&from).unwrap());
    }
}

#[test]
fn what_is_no_save_is_not_imported() {
    let (home, folders) = home();
    let from = home.path().join("holiday.diadem");
    fs::write(&from, "a picture").unwrap();
    let mut harness = shown(App::new(Some(folders.clone()), None));
    harness.input_mut().dropped_files.push(Arc::new(Dropped(from)));
    harness.run();
    harness.get_by_label_contains("it is not a save of Diadem");
    assert!(diadem_archive::list(&folders.saves()).is_empty());
}

#[test]
fn an_unfinished_game_is_set_aside_before_another_begins() {
    let (_home, folders) = home();
    let mut harness = shown(app_at(Screen::Table, Some(&folders)));
    let table = harness.state().table().unwrap();
    let action = table.usual_answer().unwrap_or_else(|| table.actions()[0]);
    harness.state_mut().ask(UiCommand::Table(TableCommand::Act(action)));
    harness.run();
    let (log, hash) = {
        let session = harness.state().table().unwrap().session();
        (session.log().len(), session.state_hash())
    };
    harness.state_mut().ask(UiCommand::Learn(Lesson::Granicus));
    harness.run();
    let kept = diadem_archive::list(&folders.saves());
    assert_eq!(kept.len(), 1);
    let opened = diadem_archive::open::<War>(&kept[0].file).unwrap();
    assert_eq!((opened.session.log().len(), opened.session.state_hash()), (log, hash));
}

#[test]
fn settings_survive_a_restart() {
    let (_home, folders) = home();
    let mut harness = shown(app_at(Screen::Settings, Some(&folders)));
    for choice in ["By lamplight", "For every eye"] {
        harness.get_by_role_and_label(Role::RadioButton, choice).click();
        harness.run();
    }
    harness.get_by_role_and_label(Role::Button, "125 %").click();
    harness.run();
    assert!((harness.ctx.zoom_factor() - 1.25).abs() < 0.001);
    let next = App::new(Some(folders), None);
    assert_eq!(next.settings(), harness.state().settings());
    assert_eq!(next.settings().theme, ThemeChoice::Dark);
    assert_eq!(next.settings().colors, ColorChoice::ColorBlind);
    assert!((next.settings().scale - 1.25).abs() < 0.001);
}

#[test]
fn broken_settings_are_told() {
    let (_home, folders) = home();
    fs::write(folders.settings(), "theme = 7").unwrap();
    let harness = shown(App::new(Some(folders), None));
    harness.get_by_label_contains("settings.toml.bad");
}

#[test]
fn the_rulebook_opens_from_anywhere_and_finds() {
    for screen in [Screen::Start, Screen::Settings, Screen::Table] {
        let mut harness = shown(app_at(screen, None));
        harness.key_press(Key::F1);
        harness.run();
        assert_eq!(harness.state().screen(), Screen::Rulebook);
        harness.key_press_modifiers(Modifiers::COMMAND, Key::F);
        harness.run();
        harness.get_by_role_and_label(Role::TextInput, "Search").type_text("forced march");
        harness.run();
        let found = "8.4 ";
        let lines = harness.root().children_recursive();
        let line = lines
            .filter(|node| node.accesskit_node().role() == Role::ListBoxOption)
            .find(|node| node.accesskit_node().label().is_some_and(|it| it.starts_with(found)));
        line.expect("8.4 is about forced marches").click();
        harness.run();
        let words = painted(&harness);
        assert!(words.iter().any(|text| text.words.starts_with("8.4  ")), "the page is open");
    }
}

#[test]
fn the_rulebook_tells_how_the_forms_of_battle_agree() {
    let mut harness = shown(app_at(Screen::Rulebook, None));
    harness.get_by_role_and_label(Role::TextInput, "Search").type_text("forms of battle agree");
    harness.run();
    harness.get_by_role_and_label(Role::ListBoxOption, "How the forms of battle agree").click();
    harness.run();
    for cell in ["offer", "Gaugamela", "All of them", "display", "hex"] {
        assert!(harness.query_all_by_label(cell).next().is_some(), "{cell} is in the table");
    }
}

#[test]
fn a_citation_opens_the_book_at_its_rule() {
    let rule = diadem_books::find("GBA 9.18").unwrap();
    let mut app = App::new(None, None);
    app.ask(UiCommand::ShowRule(rule));
    let harness = shown(app);
    let window = harness.ctx.content_rect();
    let texts = painted(&harness);
    let title = texts.iter().find(|text| text.words.starts_with("9.18  ")).unwrap();
    assert!(window.contains_rect(title.place), "{:?}", title.place);
}

#[test]
fn every_key_is_listed() {
    let mut harness = shown(App::new(None, None));
    harness.key_press(Key::Questionmark);
    harness.run();
    assert_eq!(harness.state().screen(), Screen::Keys);
    for shortcut in diadem::window::Shortcut::ALL {
        harness.get_by_label(shortcut.does);
    }
}

#[test]
fn the_war_is_counted_at_any_time() {
    let harness = shown(app_at(Screen::Statistics, None));
    for title in ["Provinces held", "Steps in the field", "Steps lost", "Victory points"] {
        harness.get_by_label(title);
    }
}

/// Every text that can be shown, as far as it does not depend on what a player types.
fn every_text() -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for volume in diadem_books::all() {
        texts.extend([volume.title, volume.publisher, volume.book.name].map(String::from));
        for article in volume.articles {
            let parts =
                [Some(article.number), Some(article.title), article.summary, article.reading];
            texts.extend(parts.into_iter().flatten().map(String::from));
        }
    }
    for scenario in War::scenarios() {
        texts.extend([scenario.title, scenario.story].map(String::from));
        texts.extend(scenario.seats.iter().map(ToString::to_string));
    }
    texts.extend(diadem_campaign::Switch::ALL.map(|switch| switch.explanation().to_owned()));
    texts.extend(diadem::window::Shortcut::ALL.map(|it| format!("{} {}", it.does, it.words())));
    // Names of provinces, cities, units and leaders, and the figures of charts.
    texts.extend(War::data_files().into_iter().map(|file| file.text.replace('\n', " ")));
    for sample in Sample::ALL {
        let opened = diadem_archive::open_bytes::<War>(sample.bytes()).unwrap();
        let (war, state) = (opened.session.game(), opened.session.state());
        let lines = opened.session.whole_chronicle().iter();
        texts.extend(lines.map(|line| war.event(&line.event)));
        texts.extend(opened.session.actions().into_iter().map(|it| war.action(state, it)));
    }
    texts
}

#[test]
fn every_character_has_a_glyph() {
    let harness = shown(App::new(None, None));
    let families = ["book", "book italic", "strong"];
    let mut families: Vec<FontFamily> = families.map(|name| FontFamily::Name(name.into())).into();
    families.push(FontFamily::Proportional);
    let mut letters: BTreeSet<char> = every_text().iter().flat_map(|text| text.chars()).collect();
    // What the screens themselves say.
    for screen in halls() {
        let harness = shown(app_at(screen, None));
        letters.extend(painted(&harness).iter().flat_map(|text| text.words.chars()));
    }
    letters.retain(|letter| !letter.is_whitespace());
    assert!(letters.len() > 60, "{letters:?}");
    for family in families {
        let font = FontId::new(16.0, family.clone());
        let missing: Vec<char> = harness.ctx.fonts_mut(|fonts| {
            letters.iter().copied().filter(|c| !fonts.has_glyph(&font, *c)).collect()
        });
        assert!(missing.is_empty(), "{family:?} lacks {missing:?}");
    }
}
