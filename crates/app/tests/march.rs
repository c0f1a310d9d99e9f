//! Marching takes the army along, leaders too; leaving some behind is what is chosen.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests, though clippy cannot tell")]

#[expect(
    dead_code,
    reason = "of the field of battle only what is found by its words is needed here"
)]
#[path = "common/field.rs"]
mod field;

use diadem::window::{NewGame, Seating, Table, TableCommand, UiCommand};
use diadem_campaign::ids::{LeaderId, UnitId};
use diadem_campaign::state::Place;
use diadem_campaign::{Action as A, Campaign, Question, State};
use diadem_handoff::{Action, Question as Asked, WarSetup};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use field::{Window, click, point_at, sees, window};

fn table(window: &Window) -> &Table {
    window.state().table().unwrap()
}

fn campaign(window: &Window) -> (&Campaign, &State) {
    table(window).campaign().unwrap()
}

fn act(window: &mut Window, action: Action) {
    window.state_mut().ask(UiCommand::Table(TableCommand::Act(action)));
    window.run();
}

/// A campaign as far as a march that fits: battles are left to the computer, everything else is let pass.
fn asked_to_march(home: &tempfile::TempDir, fits: impl Fn(&Window) -> bool) -> Window {
    let setup = WarSetup::new("alexandros", []);
    let seats = vec!["Ann".into(), "Bob".into()];
    let new = NewGame { setup, seats, seating: Seating::default(), seed: 3 };
    let mut window = window(home, [1280.0, 720.0], Some(UiCommand::Begin(new)));
    for ply in 0..900usize {
        window.state_mut().ask(UiCommand::Table(TableCommand::CloseReport));
        window.run();
        let asked = table(&window).ask().unwrap().question;
        if asked == Asked::Campaign(Question::March) && fits(&window) {
            return window;
        }
        let actions = table(&window).actions();
        let done = Action::Campaign(A::Done);
        let answer = if actions.contains(&done) { done } else { actions[ply % actions.len()] };
        act(&mut window, answer);
    }
    panic!("nobody marched");
}

fn can_lead(window: &Window, leader: LeaderId) -> bool {
    table(window).actions().contains(&Action::Campaign(A::Lead(leader)))
}

fn marching(window: &Window) -> Vec<UnitId> {
    campaign(window).1.march().map_or_else(Vec::new, |march| march.units.iter().collect())
}

fn buttons(window: &Window, start: &str) -> Vec<String> {
    let labels = window.query_all_by_role(Role::Button);
    let labels = labels.filter_map(|node| node.accesskit_node().label());
    labels.filter(|label| label.starts_with(start)).collect()
}

fn alexander_can_march(window: &Window) -> bool {
    can_lead(window, campaign(window).0.roster.who().alexander)
}

#[test]
fn alexander_takes_everybody_along_who_may_go() {
    let home = tempfile::tempdir().unwrap();
    let mut window = asked_to_march(&home, alexander_can_march);
    let before = table(&window).session().log().len();
    click(&mut window, "Alexander marches");
    let all = marching(&window).len();
    assert!(all > 3, "{all} units come along");
    let takeable = |action: &Action| matches!(action, Action::Campaign(A::Take(_) | A::TakeAll));
    assert!(!table(&window).actions().iter().any(takeable), "nobody who may go stays");
    // One is left behind, and taken along again.
    let leave = buttons(&window, "Leave ").into_iter().find(|it| it.ends_with(" out")).unwrap();
    click(&mut window, &leave);
    assert_eq!(marching(&window).len(), all - 1);
    // One step back is before anybody marched.
    for _ in 0..all {
        if table(&window).map_question() == Some(Question::March) {
            break;
        }
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.run();
    }
    assert_eq!(table(&window).session().log().len(), before);
    click(&mut window, "Alexander marches");
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.run();
    assert_eq!(table(&window).session().log().len(), before, "one key takes it all back");
}

/// Where there is but one way, nobody is on it before he was told to go.
#[test]
fn whoever_has_only_one_way_still_says_that_everybody_goes() {
    let home = tempfile::tempdir().unwrap();
    let from = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let save = home.path().join("game.diadem");
    std::fs::copy(from.join("../../saves/format-5-forced-march.diadem"), &save).unwrap();
    let mut window = window(&home, [1280.0, 720.0], Some(UiCommand::OpenSave(save)));
    click(&mut window, "The march ends here");
    click(&mut window, "Parmenio marches");
    assert!(matches!(table(&window).map_question(), Some(Question::Gather(_))));
    assert!(marching(&window).is_empty());
    // A click on the map means the same as the button: nobody goes alone by it.
    click(&mut window, "Ionia");
    assert_eq!(table(&window).map_question(), Some(Question::March));
    assert!(sees(&window, "20 units together in Ionia"));
    for _ in 0..9 {
        if matches!(table(&window).map_question(), Some(Question::Gather(_))) {
            break;
        }
        if table(&window).map_question() == Some(Question::March)
            && sees(&window, "Parmenio marches")
        {
            click(&mut window, "Parmenio marches");
            continue;
        }
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.run();
    }
    assert!(marching(&window).is_empty());
    click(&mut window, "Everybody goes to Ionia");
    assert_eq!(table(&window).map_question(), Some(Question::March));
    assert!(sees(&window, "20 units together in Ionia"));
}

#[test]
fn leaders_go_where_the_army_goes_unless_they_are_left_behind() {
    for is_left in [false, true] {
        let home = tempfile::tempdir().unwrap();
        let has_company = |window: &Window| {
            let (campaign, state) = campaign(window);
            let alexander = campaign.roster.who().alexander;
            let place = state.leader(alexander).place;
            let with_him = |&leader: &LeaderId| {
                leader != alexander
                    && state.leader(leader).place == place
                    && can_lead(window, leader)
            };
            alexander_can_march(window) && campaign.roster.leaders().any(|it| with_him(&it))
        };
        let mut window = asked_to_march(&home, has_company);
        click(&mut window, "Alexander marches");
        let (other, comes) = table(&window).leaders_along()[0];
        assert!(comes, "by default he comes along");
        let name = campaign(&window).0.roster[other].name.clone();
        if is_left {
            click(&mut window, &format!("Leave {name} behind"));
            assert_eq!(buttons(&window, "Take "), [format!("Take {name} along")]);
        }
        let place = |window: &Window, leader| campaign(window).1.leader(leader).place;
        let from = place(&window, other);
        let goal = buttons(&window, "March to ").first().unwrap().clone();
        click(&mut window, &goal);
        if sees(&window, "The march ends here") {
            click(&mut window, "The march ends here");
        }
        let alexander = campaign(&window).0.roster.who().alexander;
        let there = place(&window, alexander);
        assert_ne!(there, from);
        assert_eq!(place(&window, other), if is_left { from } else { there }, "{is_left}");
    }
}

#[test]
fn going_alone_into_an_army_is_asked_about_and_what_is_lost_is_told_before() {
    let home = tempfile::tempdir().unwrap();
    // Somebody stands beside a hostile army.
    let beside = |window: &Window| {
        let (campaign, state) = campaign(window);
        let leads = table(window).campaign_actions().filter_map(|action| match action {
            A::Lead(leader) => Some(leader),
            _ => None,
        });
        leads.into_iter().find_map(|leader| {
            let Place::Field(from) = state.leader(leader).place else { return None };
            let power = state.leader(leader).power;
            let is_army = |&to: &diadem_campaign::ids::ProvinceId| {
                let standing = campaign.standing_at(state, to);
                let hostile = |one: &diadem_campaign::ForceInField| {
                    campaign.hostile(power, one.force.power) && campaign.is_army(one)
                };
                standing.iter().any(hostile) && !standing.iter().any(|one| one.force.power == power)
            };
            let to = campaign.open_borders(state, power, from).iter().find(is_army)?;
            Some((leader, to))
        })
    };
    let mut window = asked_to_march(&home, |window| beside(window).is_some());
    let (leader, to) = beside(&window).unwrap();
    let (name, place) = {
        let (campaign, _) = campaign(&window);
        (campaign.roster[leader].name.clone(), campaign.board[to].name.clone())
    };
    click(&mut window, &format!("{name} marches"));
    for unit in marching(&window) {
        window.state_mut().ask(UiCommand::Table(TableCommand::LeaveOut(unit)));
        window.run();
    }
    assert!(marching(&window).is_empty());
    let before = table(&window).session().log().len();
    let label = format!("March to {place}");
    point_at(&mut window, &label);
    assert!(sees(&window, "He would be alone against an army"), "told before");
    click(&mut window, &label);
    assert_eq!(table(&window).session().log().len(), before, "asked first");
    assert!(sees(&window, &format!("{name} would go to {place} alone")));
    click(&mut window, "Not yet");
    assert_eq!(table(&window).session().log().len(), before);
    click(&mut window, &label);
    click(&mut window, "Yes, go");
    assert!(table(&window).session().log().len() > before);
}
