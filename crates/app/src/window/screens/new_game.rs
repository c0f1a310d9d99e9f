//! A new game: what is to be played, by whom and how.

use super::page::{aside_ui, foot_ui, heading_ui, page_ui, rule_ui};
use crate::window::app::MenuContext;
use crate::window::battle_view::{BattleView, view, views};
use crate::window::command::{NewGame, UiCommand};
use crate::window::seating::{Occupant, Seating};
use crate::window::table::who_plays::occupants_ui;
use crate::window::text::capitalised;
use crate::window::theme;
use diadem_campaign::Switch;
use diadem_core::{OwnFiles, Playable, Scenario, Seat, SeatSet};
use diadem_handoff::{self as war, Battles, FormSet, War, WarSetup};
use eframe::egui::{
    Align, Button, Checkbox, Grid, Label, Layout, Margin, RichText, ScrollArea, Sense, TextEdit,
    Ui, UiBuilder, vec2,
};
use std::hash::{BuildHasher, Hasher, RandomState};

/// What is being filled in.
#[derive(Default)]
pub struct Form {
    /// Nothing until the screen is first shown.
    filled: Option<Filled>,
}

struct Filled {
    choices: Vec<ScenarioChoice>,
    chosen: usize,
    names: Vec<String>,
    /// Who plays: at first you, against the computer.
    seating: Seating,
    switches: Vec<Switch>,
    /// Those of battles by themselves, of every form.
    battle_switches: WarSetup,
    battles: Battles,
    seed: String,
}

/// Something that can be played.
struct ScenarioChoice {
    scenario: Scenario,
    /// The form of a battle by itself; nothing where it is a campaign.
    battle: Option<&'static dyn BattleView>,
}

impl Filled {
    fn new() -> Filled {
        let choice = |scenario: Scenario| {
            let battle = views().find(|view| view.has_scenario(scenario.id));
            ScenarioChoice { scenario, battle }
        };
        Filled {
            choices: War::scenarios().into_iter().map(choice).collect(),
            chosen: 0,
            names: Vec::new(),
            seating: Seating::new([Occupant::Person, Occupant::CAPTAIN]),
            switches: Vec::new(),
            battle_switches: WarSetup::new("", []),
            battles: Battles::default(),
            seed: any_seed().to_string(),
        }
    }

    /// The game as it stands in the form, or what is wrong with it.
    fn game(&self, own: &OwnFiles) -> Result<NewGame, &'static str> {
        let choice = self.choices.get(self.chosen).ok_or("There is nothing to be played.")?;
        let seed = self.seed.trim().parse();
        let seed = seed.map_err(|_| "The seed must be a whole number without a sign.")?;
        let switches = self.switches.iter().copied().filter(|_| choice.battle.is_none());
        let (battles, own) = (self.battles, own.clone());
        let mut setup = WarSetup { battles, own, ..WarSetup::new(choice.scenario.id, switches) };
        if let Some(view) = choice.battle {
            view.take_switches(&self.battle_switches, &mut setup);
        }
        let name = |(at, seat): (usize, &&str)| {
            let given = self.names.get(at).map_or("", |name| name.trim());
            if given.is_empty() { (*seat).to_owned() } else { given.to_owned() }
        };
        let seats = choice.scenario.seats.iter().enumerate().map(name).collect();
        Ok(NewGame { setup, seats, seating: self.seating.clone(), seed })
    }
}

/// A seed that nobody can foresee, short enough to be told to a friend.
fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}

/// Shows the screen.
pub fn ui(menu: &mut MenuContext<'_>, form: &mut Form, ui: &mut Ui) {
    let form = form.filled.get_or_insert_with(Filled::new);
    page_ui(menu, ui, "New campaign", |menu, ui| {
        foot_ui(ui, |ui| begin_ui(menu, form, ui));
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if ui.available_width() > 820.0 {
                ui.spacing_mut().item_spacing.x = theme::APART * 1.6;
                ui.columns(2, |columns| {
                    let [left, right] = columns else { return };
                    for ui in [&mut *left, &mut *right] {
                        ui.spacing_mut().item_spacing.x = 10.0;
                    }
                    scenarios_ui(form, left);
                    seats_ui(form, right);
                    battles_ui(form, right);
                    switches_ui(menu, form, right);
                    seed_ui(form, right);
                    charts_ui(menu, right);
                });
            } else {
                scenarios_ui(form, ui);
                seats_ui(form, ui);
                battles_ui(form, ui);
                seed_ui(form, ui);
                charts_ui(menu, ui);
                switches_ui(menu, form, ui);
            }
        });
    });
}

fn begin_ui(menu: &mut MenuContext<'_>, form: &Filled, ui: &mut Ui) {
    let colors = theme::palette(ui.ctx());
    let game = form.game(&menu.own.files);
    let words = RichText::new("Begin").font(theme::strong(19.0)).color(colors.gold);
    let button = Button::new(words).fill(colors.bar).min_size(theme::STRONG_BUTTON);
    let begin = ui.add_enabled(game.is_ok(), button);
    match game {
        Ok(game) => {
            if begin.clicked() {
                menu.ask(UiCommand::Begin(game));
            }
            if menu.table.is_some() {
                aside_ui(ui, "The game on the table is put away first, and kept.");
            }
        }
        Err(wrong) => {
            ui.label(RichText::new(wrong).color(colors.red));
        }
    }
}

/// What can be played, each with its story.
fn scenarios_ui(form: &mut Filled, ui: &mut Ui) {
    for at in 0..form.choices.len() {
        ui.add_space(theme::NEAR);
        if choice_ui(&form.choices[at], form.chosen == at, ui) {
            form.chosen = at;
        }
    }
}

/// Whether it was chosen.
fn choice_ui(choice: &ScenarioChoice, is_chosen: bool, ui: &mut Ui) -> bool {
    let colors = theme::palette(ui.ctx());
    let id = ui.scope_id().with(choice.scenario.id);
    let frame = theme::choice_frame(&colors, theme::Choice::of(ui, id, is_chosen.then_some(id)))
        .inner_margin(Margin::symmetric(18, 14));
    let shown = ui.scope_builder(UiBuilder::new().scope_id(id).sense(Sense::click()), |ui| {
        frame.show(ui, |ui| {
            ui.vertical(|ui| {
                ui.set_width(ui.available_width());
                let kind = choice.battle.map_or("Campaign", |view| view.words().battle);
                let title = RichText::new(choice.scenario.title).font(theme::book(24.0));
                ui.add(Label::new(title).selectable(false));
                let seats = choice.scenario.seats.join(" against ");
                let aside = RichText::new(format!("{kind} \u{b7} {seats}")).small().weak();
                ui.add(Label::new(aside).selectable(false));
                if is_chosen {
                    ui.add_space(theme::NEAR);
                    let story = RichText::new(choice.scenario.story).font(theme::book(18.0));
                    ui.add(Label::new(story).selectable(false).wrap());
                }
            })
        });
    });
    let response = shown.response;
    response.widget_info(|| {
        eframe::egui::WidgetInfo::selected(
            eframe::egui::Role::RadioButton,
            true,
            is_chosen,
            choice.scenario.title,
        )
    });
    response.clicked()
}

fn seats_ui(form: &mut Filled, ui: &mut Ui) {
    heading_ui(ui, "Who sits where");
    let Filled { choices, chosen, names, seating, .. } = form;
    let Some(choice) = choices.get(*chosen) else { return };
    names.resize(choice.scenario.seats.len().max(names.len()), String::new());
    Grid::new("seats").num_columns(3).spacing([14.0, 8.0]).show(ui, |ui| {
        for ((at, seat), name) in (0u8..).zip(choice.scenario.seats.iter()).zip(names) {
            let at = Seat::new(at);
            let label = theme::level_label(ui, theme::NAME_FIELD.y, *seat);
            let field = TextEdit::singleline(name).hint_text("a name").char_limit(40);
            ui.add_sized(theme::NAME_FIELD, field).labelled_by(label.id);
            if let Some(occupant) = occupants_ui(seat, seating.of(at), ui) {
                seating.give(at, occupant);
            }
            ui.end_row();
        }
    });
    let seats = SeatSet::of_first(choice.scenario.seats.len() as u8);
    aside_ui(
        ui,
        match seating.persons(seats).count() {
            0 => "The computer plays every seat; you watch.",
            1 => {
                "You against the computer. A recruit is a beginner, a captain plays as well as it can."
            }
            _ => "Persons share this keyboard.",
        },
    );
}

/// What switches have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Beginners,
    Battle,
    Optional,
}

impl Group {
    const ALL: [Group; 3] = [Group::Beginners, Group::Battle, Group::Optional];

    const fn title(self) -> &'static str {
        match self {
            Group::Beginners => "For beginners",
            Group::Battle => "Deployment and battle",
            Group::Optional => "Optional rules",
        }
    }
}

fn group_of(switch: Switch) -> Group {
    match switch {
        Switch::NoSupply | Switch::NoEvents | Switch::NoObjectives => Group::Beginners,
        Switch::SecretSetUp | Switch::LightInfantryFire | Switch::OddsShift => Group::Battle,
        Switch::Recuperation
        | Switch::ScorchedEarth
        | Switch::MacedonianFury
        | Switch::DeathOfAlexander
        | Switch::Mutiny
        | Switch::CitySurrender => Group::Optional,
    }
}

fn switches_ui(menu: &mut MenuContext<'_>, form: &mut Filled, ui: &mut Ui) {
    let Some(choice) = form.choices.get(form.chosen) else { return };
    if let Some(view) = choice.battle {
        view.switches_ui(&mut form.battle_switches, menu.commands, ui);
        return;
    }
    for group in Group::ALL {
        heading_ui(ui, group.title());
        for switch in Switch::ALL.into_iter().filter(|switch| group_of(*switch) == group) {
            switch_ui(menu, form, switch, ui);
        }
    }
}

/// What a battle by itself says that has no optional rules.
pub fn basic_rules_ui(ui: &mut Ui) {
    heading_ui(ui, "Rules");
    ui.label("A battle by itself is fought by the basic rules.");
}

fn switch_ui(menu: &mut MenuContext<'_>, form: &mut Filled, switch: Switch, ui: &mut Ui) {
    let mut is_on = form.switches.contains(&switch);
    // The title says already whom it is for.
    let words = switch.explanation();
    let words = words.strip_prefix("For beginners: ").unwrap_or(words);
    ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
        rule_ui(switch.rule(), ui, menu.commands);
        ui.with_layout(Layout::top_down(Align::Min), |ui| {
            if ui.add(Checkbox::new(&mut is_on, capitalised(words))).changed() {
                if is_on {
                    form.switches.push(switch);
                } else {
                    form.switches.retain(|on| *on != switch);
                }
            }
        });
    });
}

fn battles_ui(form: &mut Filled, ui: &mut Ui) {
    if form.choices.get(form.chosen).is_none_or(|choice| choice.battle.is_some()) {
        return;
    }
    heading_ui(ui, "How battles are fought");
    for always in FormSet::usual().iter() {
        let words = view(always).words();
        ui.radio_value(&mut form.battles, Battles::Always(always), words.always)
            .on_hover_text(words.about);
    }
    let otherwise = view(war::Form::FALLBACK).words().place;
    let agreed = [
        (Battles::by_attacker(), "As the attacker chooses", "Battle by battle.".to_owned()),
        (Battles::by_agreement(), "As both agree", format!("If they do not, {otherwise}.")),
    ];
    for (value, words, aside) in agreed {
        ui.radio_value(&mut form.battles, value, words).on_hover_text(aside);
    }
}

/// What the player has put into his folder, if anything: what is played by it, and what is not.
fn charts_ui(menu: &MenuContext<'_>, ui: &mut Ui) {
    let in_use = menu.own.in_use();
    if in_use.is_none() && menu.own.refused.is_empty() {
        return;
    }
    heading_ui(ui, "Charts");
    if let Some(words) = in_use {
        ui.label(words);
    }
    let colors = theme::palette(ui.ctx());
    for refused in &menu.own.refused {
        ui.label(RichText::new(format!("Not used: {refused}.")).color(colors.red));
    }
}

fn seed_ui(form: &mut Filled, ui: &mut Ui) {
    heading_ui(ui, "Seed");
    ui.horizontal_wrapped(|ui| {
        let label = theme::level_label(ui, theme::NAME_FIELD.y, "The dice begin with");
        let field = TextEdit::singleline(&mut form.seed).char_limit(20);
        ui.add_sized(vec2(110.0, theme::NAME_FIELD.y), field).labelled_by(label.id);
        if ui.button("Another").clicked() {
            form.seed = any_seed().to_string();
        }
    });
    aside_ui(ui, "The same seed and the same moves give the same war.");
}
