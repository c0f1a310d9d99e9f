//! The chronicle: everything that happened, with its dice and its rules.

use super::dice::{die, roll_of};
use super::{Focus, TableContext, Whole};
use crate::window::battle_view::{Mover, event_words, view_of_event};
use crate::window::command::UiCommand;
use crate::window::theme::{self, Palette};
use diadem_books::volume;
use diadem_campaign::Event as E;
use diadem_campaign::state::Place;
use diadem_core::{Roll, Rule, Seat, Text};
use diadem_handoff::{Event, War};
use eframe::egui::{
    Align, Label, Layout, Rect, RichText, Role, ScrollArea, Sense, TextEdit, TextStyle, Ui, Vec2,
    WidgetInfo, vec2,
};

/// How the player looks at the chronicle.
#[derive(Default)]
pub struct ChronicleLook {
    /// Who reads, and whether everything is told: others may know other lines.
    reader: Option<(Seat, Whole)>,
    /// The table's change that `lines` were written for.
    version: u64,
    lines: Vec<ShownLine>,
    /// What must stand in a line to be shown.
    search: String,
    filter: Filter,
    /// The line whose rule is shown.
    opened: Option<usize>,
}

/// A line of the chronicle as it is shown.
struct ShownLine {
    words: String,
    rule: Rule,
    place: Option<Focus>,
    /// The roll that decided it.
    roll: Option<Roll>,
    /// Who goes on by a step.
    mover: Option<Mover>,
    /// Whether it is only a step on the way to another.
    is_passing: bool,
}

/// What the chronicle shows.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Filter {
    #[default]
    Everything,
    Supply,
    Marches,
    Battles,
    Sieges,
    Muster,
    Events,
}

impl Filter {
    const ALL: [(Filter, &'static str); 7] = [
        (Filter::Everything, "Everything"),
        (Filter::Supply, "Supply"),
        (Filter::Marches, "Marches"),
        (Filter::Battles, "Battles"),
        (Filter::Sieges, "Sieges"),
        (Filter::Muster, "Muster"),
        (Filter::Events, "Events and objectives"),
    ];

    /// Whether a rule's section belongs to it: the books' sections are the chronicle's.
    fn shows(self, rule: Rule) -> bool {
        let section = rule.number().split('.').next().unwrap_or_default();
        match self {
            Filter::Everything => true,
            Filter::Supply => matches!(section, "5" | "7"),
            Filter::Marches => matches!(section, "6" | "8"),
            Filter::Battles => matches!(section, "9" | "10"),
            Filter::Sieges => section == "11",
            Filter::Muster => matches!(section, "3" | "12" | "13"),
            Filter::Events => matches!(section, "4" | "14" | "15" | "16" | "17"),
        }
    }
}

impl ChronicleLook {
    /// Writes down what has happened since it last looked.
    fn refresh(&mut self, version: u64, war: &War, events: &[&Event]) {
        if self.version == version && self.lines.len() == events.len() {
            return;
        }
        self.version = version;
        // Undo takes lines away; otherwise the old ones still stand.
        self.lines.truncate(events.len());
        let kept = self.lines.len().saturating_sub(1);
        self.lines.truncate(kept);
        for event in &events[self.lines.len()..] {
            let mover = view_of_event(event).and_then(|view| view.mover(event));
            // The steps before this one only led to it.
            let way = self.lines.iter_mut().rev().take_while(|line| line.mover.is_some());
            for line in way.filter(|line| mover.is_some() && line.mover == mover) {
                line.is_passing = true;
            }
            self.lines.push(ShownLine {
                mover,
                is_passing: false,
                words: event_words(war, event),
                rule: war.rule_of(event),
                place: place_of(event),
                roll: roll_of(event).cloned(),
            });
        }
    }
}

/// Brings the lines up to date: once a change, not once a frame.
fn refresh(cx: &mut TableContext<'_>) {
    let version = cx.table.version();
    if cx.look.chronicle.version == version {
        return;
    }
    let reader = Some(cx.table.reader());
    if cx.look.chronicle.reader != reader {
        cx.look.chronicle.reader = reader;
        cx.look.chronicle.lines.clear();
        cx.look.chronicle.opened = None;
    }
    let events: Vec<&Event> = cx.table.chronicle().map(|line| &line.event).collect();
    let war = cx.table.war();
    cx.look.chronicle.refresh(version, war, &events);
}

/// The last things that happened, at the foot of the panel.
pub(super) fn foot_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    refresh(cx);
    ui.horizontal(|ui| {
        ui.label(RichText::new("Chronicle").font(theme::strong(16.0)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.small_button("All of it").on_hover_text("C").clicked() {
                cx.look.overlay = super::Overlay::Chronicle;
            }
        });
    });
    let first = first_that_fits(cx, ui);
    // A line may be taller than there is room: then its end is seen.
    ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
        for index in first..cx.look.chronicle.lines.len() {
            let line = &cx.look.chronicle.lines[index];
            if line.is_passing {
                continue;
            }
            let newest = index + 1 == cx.look.chronicle.lines.len();
            let ink = if newest { cx.colors.red } else { cx.colors.ink };
            let (words, place, rule) = (line.words.clone(), line.place, line.rule);
            let roll = line.roll.clone();
            ui.horizontal_top(|ui| {
                ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
                    let width = ui.available_width() - RULE_WIDTH;
                    ui.label(RichText::new(rule.number()).small().weak());
                    ui.with_layout(Layout::left_to_right(Align::TOP), |ui| {
                        ui.set_max_width(width);
                        ui.spacing_mut().item_spacing.x = DIE_GAP;
                        die_ui(&cx.colors, roll.as_ref(), ui);
                        let label = Label::new(RichText::new(&words).color(ink)).wrap();
                        // Not for the keyboard: it would lead through every line; all of it is a key away.
                        if ui.add(label.sense(Sense::CLICK)).clicked() {
                            cx.look.chronicle.opened = Some(index);
                            cx.look.overlay = super::Overlay::Chronicle;
                            if let Some(place) = place {
                                cx.ask(UiCommand::look_at(place));
                            }
                        }
                    });
                });
            });
        }
    });
}

/// A die at the beginning of a line that one decided.
fn die_ui(colors: &Palette, roll: Option<&Roll>, ui: &mut Ui) {
    if let Some(roll) = roll {
        let height = ui.text_style_height(&TextStyle::Body);
        let (place, _) = ui.allocate_exact_size(vec2(DIE, height), Sense::hover());
        let place = Rect::from_center_size(place.center(), Vec2::splat(DIE));
        die(ui.painter(), colors, place, roll, 1.0);
    }
}

/// How wide the die is at the beginning of a line, and how far from it.
const DIE: f32 = 17.0;
const DIE_GAP: f32 = 7.0;
/// How much room the rule takes at the end of a line.
const RULE_WIDTH: f32 = 48.0;

/// The first of the last lines that fit into the room there is, each as long as it needs to be: what
/// came of a roll stands at the end of a line.
fn first_that_fits(cx: &TableContext<'_>, ui: &Ui) -> usize {
    let lines = &cx.look.chronicle.lines;
    let font = TextStyle::Body.resolve(ui.style());
    let width = ui.available_width() - RULE_WIDTH;
    let mut room = ui.available_height();
    let mut first = lines.len();
    while let Some(line) = first.checked_sub(1).map(|index| &lines[index]) {
        if line.is_passing {
            first -= 1;
            continue;
        }
        let width = width - line.roll.as_ref().map_or(0.0, |_| DIE + DIE_GAP);
        let words = line.words.clone();
        let galley = ui.painter().layout(words, font.clone(), cx.colors.ink, width);
        let height = galley.size().y.max(ui.spacing().interact_size.y);
        room -= height + ui.spacing().item_spacing.y;
        if room < 0.0 && first < lines.len() {
            break;
        }
        first -= 1;
    }
    first
}

/// All of it, with a filter and a search.
pub(super) fn whole_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    refresh(cx);
    let look = &mut cx.look.chronicle;
    ui.horizontal_wrapped(|ui| {
        for (filter, name) in Filter::ALL {
            if ui.selectable_label(look.filter == filter, name).clicked() {
                look.filter = filter;
            }
        }
        let search =
            TextEdit::singleline(&mut look.search).hint_text("Search").desired_width(180.0);
        let response = ui.add(search);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Search the chronicle"));
    });
    ui.separator();
    let wanted = look.search.to_lowercase();
    let shown: Vec<usize> = (0..look.lines.len())
        .filter(|&index| {
            let line = &look.lines[index];
            let found = wanted.is_empty()
                || line.words.to_lowercase().contains(&wanted)
                || line.rule.number().starts_with(&wanted);
            look.filter.shows(line.rule) && found
        })
        .collect();
    if shown.is_empty() {
        ui.label(RichText::new("Nothing of the kind has happened.").weak());
    }
    let height = ui.spacing().interact_size.y;
    let opened = look.opened;
    let mut clicked = None;
    ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true).show_rows(
        ui,
        height,
        shown.len(),
        |ui, rows| {
            for &index in &shown[rows] {
                let line = &cx.look.chronicle.lines[index];
                ui.horizontal(|ui| {
                    ui.set_height(height);
                    let words = RichText::new(&line.words);
                    let words = if opened == Some(index) { words.strong() } else { words };
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        ui.label(RichText::new(line.rule.number()).small().weak());
                        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                            die_ui(&cx.colors, line.roll.as_ref(), ui);
                            let label = Label::new(words).truncate().sense(Sense::click());
                            if ui.add(label).clicked() {
                                clicked = Some(index);
                            }
                        });
                    });
                });
            }
        },
    );
    if let Some(index) = clicked {
        cx.look.chronicle.opened = Some(index);
        if let Some(place) = cx.look.chronicle.lines[index].place {
            cx.ask(UiCommand::look_at(place));
        }
    }
}

/// The rule of the line that was clicked.
pub(super) fn opened_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let look = &cx.look.chronicle;
    let Some(line) = look.opened.and_then(|index| look.lines.get(index)) else { return };
    let rule = line.rule;
    ui.label(RichText::new(&line.words).font(theme::strong(16.0)));
    rule_ui(cx, rule, ui);
}

/// A rule's summary, and the way into the book.
pub(super) fn rule_ui(cx: &mut TableContext<'_>, rule: Rule, ui: &mut Ui) {
    let article = volume(rule.book().name).and_then(|volume| volume.article(rule.number()));
    if let Some(article) = article {
        ui.label(RichText::new(format!("{rule}  {}", article.title)).font(theme::book(18.0)));
        if let Some(summary) = article.summary {
            ui.label(summary);
        }
        if let Some(reading) = article.reading {
            ui.label(RichText::new(format!("How we read it: {reading}")).weak());
        }
    }
    if ui.button("Open the rulebook here").clicked() {
        cx.ask(UiCommand::ShowRule(rule));
    }
}

/// Where something happened.
pub(super) fn place_of(event: &Event) -> Option<Focus> {
    let Event::Campaign(event) = event else { return None };
    Some(match event {
        E::Siege { city, .. }
        | E::Summoned { city, .. }
        | E::WallBuilt { city, .. }
        | E::WallLost { city, .. }
        | E::CityTaken { city, .. }
        | E::Fury { city }
        | E::SortieFailed { city, .. }
        | E::Garrison { city, .. }
        | E::LeaderGarrison { city, .. } => Focus::City(*city),
        E::RoyalArmy { province }
        | E::Control { province, .. }
        | E::Contested { province }
        | E::Scorched { province }
        | E::Depletion { province, .. }
        | E::Attrition { province, .. }
        | E::Spared { province, .. }
        | E::UnitArrives { province, .. }
        | E::Uncontested { province, .. }
        | E::StaysWaste { province }
        | E::Gathered { province, .. }
        | E::CombatBegins { province, .. }
        | E::Evasion { province, .. }
        | E::Trapped { province, .. }
        | E::MinorCombat { province, .. }
        | E::Eliminated { province, .. }
        | E::BattleBegins { province, .. }
        | E::BattleEnded { province, .. } => Focus::Province(*province),
        E::Marched { to, .. } | E::Pressed { to, .. } | E::Withdrew { to, .. } => {
            Focus::Province(*to)
        }
        E::Fed { army, .. } | E::LivesOffTheLand { army } => Focus::Province(*army),
        E::MarchAttrition { through, .. } => Focus::Province(*through),
        E::LeaderArrives { place: Place::City(city), .. } => Focus::City(*city),
        E::LeaderArrives { place: Place::Field(province), .. } => Focus::Province(*province),
        _ => return None,
    })
}
