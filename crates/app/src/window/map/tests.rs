//! A march by clicks alone.

use super::super::command::{NewGame, UiCommand};
use super::super::seating::Seating;
use super::super::settings::Settings;
use super::super::table::{self, Table, Target};
use diadem_campaign::Question;
use diadem_campaign::ids::{CityId, LeaderId, ProvinceId};
use diadem_core::{Playable, Request, Text};
use diadem_handoff::{Action, War};
use eframe::egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

/// A table with the window around it.
struct Seated {
    table: Table,
    settings: Settings,
    commands: Vec<UiCommand>,
}

impl Seated {
    /// A campaign played with the usual answers until `here` is so.
    fn when(here: impl Fn(&Table) -> bool) -> Harness<'static, Seated> {
        let request = Request { scenario: "alexandros", battles: None };
        let setup = War::setup(&request).unwrap();
        let new = NewGame {
            setup,
            seats: vec!["a person".into(); 2],
            seating: Seating::default(),
            seed: 11,
        };
        let mut table = Table::begin(&new, None).unwrap();
        let mut left = 400;
        while !here(&table) {
            let first = table.actions().first().copied();
            let action = table.usual_answer().or(first).expect("the war is not over");
            table.perform(table::TableCommand::Act(action));
            left -= 1;
            assert!(left > 0, "it never comes to that");
        }
        // What was fought on the way there has been read about.
        table.perform(table::TableCommand::CloseReport);
        let seated = Seated { table, settings: Settings::default(), commands: Vec::new() };
        let mut harness = Harness::builder()
            .with_size([1920.0, 1080.0])
            .with_context_setup(crate::window::apply_theme)
            .build_ui_state(
                |ui, seated: &mut Seated| {
                    let Seated { table, settings, commands } = seated;
                    table::ui(table, settings, None, commands, ui);
                    for command in commands.drain(..) {
                        if let UiCommand::Table(command) = command {
                            table.perform(command);
                            ui.request_repaint();
                        }
                    }
                },
                seated,
            );
        harness.run();
        harness
    }
}

fn click(harness: &mut Harness<'_, Seated>, label: &str) {
    let nodes: Vec<_> = harness.get_all_by_role_and_label(Role::Button, label).collect();
    nodes.first().expect("there is one").click();
    drop(nodes);
    harness.run();
}

fn alexander(table: &Table) -> Option<LeaderId> {
    Some(table.campaign()?.0.roster.who().alexander)
}

fn can_lead(table: &Table) -> bool {
    let leads = |leader| table.answers_at(Target::Leader(leader)).count() == 1;
    table.map_question() == Some(Question::March) && alexander(table).is_some_and(leads)
}

#[test]
fn a_march_is_led_joined_and_made_by_clicks() {
    let mut harness = Seated::when(can_lead);
    click(&mut harness, "Alexander");
    let (question, from, unit, goal) = {
        let table = &harness.state().table;
        let (campaign, state) = table.campaign().unwrap();
        let march = state.march().unwrap();
        let named = |province: ProvinceId| campaign.board[province].name.clone();
        let goal = campaign.march_goals(state, march).iter().next().unwrap();
        (table.map_question(), named(march.from), "Hypaspists".to_owned(), named(goal))
    };
    assert!(matches!(question, Some(Question::Gather(Some(_)))), "{question:?}");
    click(&mut harness, &format!("Macedonian army in {from}"));
    click(&mut harness, &format!("{unit} in {from}"));
    let taken = |harness: &Harness<'_, Seated>| {
        harness.state().table.campaign().unwrap().1.march().unwrap().units.len()
    };
    let without = taken(&harness);
    click(&mut harness, &format!("{unit} in {from}"));
    assert_eq!(taken(&harness), without + 1, "the Hypaspists stay, and come along after all");
    click(&mut harness, "Close the stack");
    click(&mut harness, &goal);
    let (campaign, state) = harness.state().table.campaign().unwrap();
    let at = campaign.province_of(state.leader(campaign.roster.who().alexander).place).unwrap();
    assert_eq!(campaign.board[at].name, goal, "and the map has come to rest again");
}

#[test]
fn where_a_click_could_mean_several_things_they_can_be_chosen_from() {
    let several = |table: &Table| {
        let (campaign, _) = table.campaign()?;
        let chosen = |&city: &CityId| table.answers_at(Target::City(city)).count() > 1;
        campaign.board.cities().find(chosen)
    };
    let mut harness = Seated::when(|table| several(table).is_some());
    let (name, words, version) = {
        let table = &harness.state().table;
        let city = several(table).unwrap();
        let answer = table.answers_at(Target::City(city)).last().unwrap();
        let words = table.war().action(table.state(), Action::Campaign(answer));
        let name = format!("{} (city)", table.campaign().unwrap().0.board[city].name);
        (name, words, table.version())
    };
    let count = |harness: &Harness<'_, Seated>| {
        harness.query_all_by_role_and_label(Role::Button, &words).count()
    };
    let before = count(&harness);
    click(&mut harness, &name);
    assert_eq!(harness.state().table.version(), version, "nothing is done yet");
    assert_eq!(count(&harness), before + 1, "the menu offers: {words}");
    let nodes: Vec<_> = harness.get_all_by_role_and_label(Role::Button, &words).collect();
    nodes.last().unwrap().click();
    drop(nodes);
    harness.run();
    assert!(harness.state().table.version() > version);
}

#[test]
fn ships_that_feed_an_army_are_drawn_and_named() {
    let mut harness = Seated::when(|table| matches!(table.map_question(), Some(Question::Feed(_))));
    let (from, words) = {
        let table = &harness.state().table;
        let (campaign, _) = table.campaign().unwrap();
        let Some(Question::Feed(army)) = table.map_question() else { panic!("it was asked") };
        let sends = |action| match action {
            diadem_campaign::Action::Feed(from) => from,
            _ => None,
        };
        let from = table.campaign_actions().find_map(sends).unwrap();
        let [from, army] = [from, army].map(|one| campaign.board[one].name.clone());
        (from.clone(), format!("Ships from {from} feed the army in {army}"))
    };
    assert!(harness.query_by_label(&words).is_none());
    click(&mut harness, &from);
    harness.get_by_label(&words);
}
