//! What can be answered on the map: grouped by what it does, each with its picture and its price.

use super::rows::{Picture, Row, leader_picture, line, percent, title, unit_picture};
use super::{TableCommand, TableContext, hint, prospects};
use crate::window::command::UiCommand;
use crate::window::figures;
use crate::window::pieces::{self, Emphasis};
use crate::window::theme;
use diadem_campaign::ids::{ProvinceId, UnitId};
use diadem_campaign::state::Place;
use diadem_campaign::{Action as A, Campaign, Question, State};
use diadem_handoff::Action;
use eframe::egui::{CollapsingHeader, Ui, vec2};

/// Shows every answer to a question on the map.
pub(super) fn answers_ui(cx: &mut TableContext<'_>, question: Question, ui: &mut Ui) {
    let Some((campaign, state)) = cx.table.campaign() else { return };
    let legal: Vec<A> = cx.table.campaign_actions().collect();
    match question {
        Question::Gather(_) => gather_ui(cx, campaign, state, &legal, ui),
        Question::Press => press_ui(cx, campaign, state, &legal, ui),
        Question::Invest(_) => invest_ui(cx, campaign, state, &legal, ui),
        Question::Replace { .. } => replace_ui(cx, campaign, state, &legal, ui),
        _ => plain_ui(cx, campaign, state, &legal, ui),
    }
    whole_ui(cx, question, &legal, ui);
}

/// What is known about them.
pub(super) fn details_ui(cx: &mut TableContext<'_>, question: Question, ui: &mut Ui) {
    let Some((campaign, state)) = cx.table.campaign() else { return };
    prospects::march_ui(cx, campaign, state, ui);
    prospects::prospect_ui(cx, campaign, state, question, ui);
}

/// Where to; who comes along, and who could.
fn gather_ui(
    cx: &mut TableContext<'_>,
    campaign: &Campaign,
    state: &State,
    legal: &[A],
    ui: &mut Ui,
) {
    let Some(march) = state.march() else { return };
    // Everybody comes along already: where to is what is asked.
    if legal.iter().any(|action| matches!(action, A::March(_))) {
        title(ui, "Where to");
        provinces_ui(cx, campaign, state, legal, ui);
    }
    let who = march.leader.map_or("With the raiders", |leader| &campaign.roster[leader].name);
    title(
        ui,
        &match march.leader {
            Some(_) => format!("With {who}"),
            None => who.to_owned(),
        },
    );
    if march.units.is_empty() && !legal.iter().any(|action| matches!(action, A::Take(_))) {
        ui.label("Nobody stands with him: he goes alone.");
    }
    leaders_ui(cx, campaign, ui);
    chosen_ui(cx, march.units.iter(), ui);
    let open = |unit| legal.contains(&A::Take(unit)).then_some(A::Take(unit));
    let mut takeable: Vec<UnitId> = of_units(legal);
    takeable.retain(|&unit| !cx.table.slots().holds(Action::Campaign(A::Take(unit))));
    if !takeable.is_empty() && !march.units.is_empty() {
        title(ui, &format!("Left in {}", campaign.board[march.from].name));
    }
    units_ui(cx, campaign, state, &takeable, Shown::Open("come along"), open, ui);
    let staying: Vec<UnitId> = (state.units_at(Place::Field(march.from)))
        .filter(|unit| march.leader.is_some() && state.unit(*unit).power == march.power)
        .filter(|unit| !march.units.contains(*unit) && !takeable.contains(unit))
        .collect();
    units_ui(cx, campaign, state, &staying, Shown::Closed, |unit| Some(A::Take(unit)), ui);
}

/// Leaders who come along, and those who could.
fn leaders_ui(cx: &mut TableContext<'_>, campaign: &Campaign, ui: &mut Ui) {
    for (leader, comes) in cx.table.leaders_along() {
        let name = &campaign.roster[leader].name;
        let (words, detail) = if comes {
            (format!("Leave {name} behind"), "comes along")
        } else {
            (format!("Take {name} along"), "stays")
        };
        let row = Row::new(words).detail(detail).picture(leader_picture(cx, leader));
        if row.show(cx, ui).clicked() {
            cx.ask(UiCommand::Table(TableCommand::LeaveLeader(leader)));
        }
    }
}

/// A forced march: where to, who goes on, who is picked up.
fn press_ui(
    cx: &mut TableContext<'_>,
    campaign: &Campaign,
    state: &State,
    legal: &[A],
    ui: &mut Ui,
) {
    let Some(march) = state.march() else { return };
    let all = march.units.iter().chain(march.picked_up.iter());
    let (on, slow): (Vec<UnitId>, Vec<UnitId>) =
        all.partition(|&unit| march.picked_up.contains(unit) || could_press(campaign, state, unit));
    title(ui, "On to");
    provinces_ui(cx, campaign, state, legal, ui);
    title(ui, "Marching on");
    let leave = |cx: &mut TableContext<'_>, unit| {
        if legal.contains(&A::Drop(unit)) {
            cx.act(Action::Campaign(A::Drop(unit)));
        } else {
            cx.ask(UiCommand::Table(TableCommand::Try(Action::Campaign(A::Drop(unit)))));
        }
    };
    counters_ui(cx, &on, "Leave", "behind", leave, ui);
    if let Some(here) = march.through.filter(|_| !slow.is_empty()) {
        title(ui, &format!("Too slow, they stay in {}", campaign.board[here].name));
        let tried = |cx: &mut TableContext<'_>, unit| {
            cx.ask(UiCommand::Table(TableCommand::Try(Action::Campaign(A::PickUp(unit)))));
        };
        counters_ui(cx, &slow, "", "", tried, ui);
    }
    let waiting: Vec<UnitId> = (legal.iter())
        .filter_map(|action| match action {
            A::PickUp(unit) => Some(*unit),
            _ => None,
        })
        .collect();
    if !waiting.is_empty() {
        title(ui, "Waiting here");
        let pick = |unit| Some(A::PickUp(unit));
        units_ui(cx, campaign, state, &waiting, Shown::Open("pick up"), pick, ui);
    }
}

/// A siege: who storms.
fn invest_ui(
    cx: &mut TableContext<'_>,
    campaign: &Campaign,
    state: &State,
    legal: &[A],
    ui: &mut Ui,
) {
    let Some(siege) = state.siege() else { return };
    title(ui, "Who storms");
    for leader in siege.leaders.iter() {
        let row = Row::new(&campaign.roster[leader].name).picture(leader_picture(cx, leader));
        row.chosen().show(cx, ui);
    }
    chosen_ui(cx, siege.units.iter(), ui);
    plain_ui(cx, campaign, state, legal, ui);
}

/// What points can buy.
fn replace_ui(
    cx: &mut TableContext<'_>,
    campaign: &Campaign,
    state: &State,
    legal: &[A],
    ui: &mut Ui,
) {
    let rebuild: Vec<UnitId> = chosen(legal, |action| match action {
        A::Rebuild(unit) => Some(unit),
        _ => None,
    });
    let raise: Vec<UnitId> = chosen(legal, |action| match action {
        A::Raise(unit) => Some(unit),
        _ => None,
    });
    if !rebuild.is_empty() {
        title(ui, "Rebuild a step");
        units_ui(cx, campaign, state, &rebuild, Shown::Priced, |unit| Some(A::Rebuild(unit)), ui);
    }
    if !raise.is_empty() {
        title(ui, "Raise again");
        units_ui(cx, campaign, state, &raise, Shown::Priced, |unit| Some(A::Raise(unit)), ui);
    }
    let walls: Vec<A> = (legal.iter().copied())
        .filter(|action| matches!(action, A::BuildWall(_) | A::MoveWall(..)))
        .collect();
    if !walls.is_empty() {
        title(ui, "Walls");
        let price = points(campaign.charts.replacement_cost.wall);
        for action in walls {
            let row = Row::new(campaign.action_text(action)).detail(&price);
            act_on(cx, &row, action, ui);
        }
    }
    if rebuild.is_empty() && raise.is_empty() {
        ui.label("No unit can be rebuilt or raised with these points.");
    }
}

/// Any other question: pieces with pictures, provinces with who stands there.
fn plain_ui(
    cx: &mut TableContext<'_>,
    campaign: &Campaign,
    state: &State,
    legal: &[A],
    ui: &mut Ui,
) {
    for &action in legal {
        if let A::Lead(leader) | A::Risk(leader) | A::AssignLeader(leader) = action {
            let detail = match (action, state.leader(leader).place) {
                (A::Lead(_), Place::Field(at)) => {
                    format!("{} · {}", campaign.board[at].name, count(campaign, state, at, leader))
                }
                _ => String::new(),
            };
            let row = Row::new(campaign.action_text(action)).detail(detail);
            act_on(cx, &row.picture(leader_picture(cx, leader)), action, ui);
        }
    }
    for &action in legal {
        if let A::PlaceInCity(_)
        | A::LeadBand(_)
        | A::Fight(..)
        | A::Besiege(..)
        | A::Summon(..)
        | A::LoseWall = action
        {
            let row = Row::new(campaign.action_text(action));
            act_on(cx, &row.detail(city_detail(campaign, state, action)), action, ui);
        }
    }
    let units = of_units(legal);
    let on_unit = |unit| legal.iter().copied().find(|action| unit_of(*action) == Some(unit));
    units_ui(cx, campaign, state, &units, Shown::Open(""), on_unit, ui);
    provinces_ui(cx, campaign, state, legal, ui);
    let cities: Vec<A> = (legal.iter().copied())
        .filter(|action| {
            matches!(
                action,
                A::EnterCity(..)
                    | A::LeaveCity(_)
                    | A::LeaveCityFor(..)
                    | A::LeaderEnters(..)
                    | A::LeaderLeaves(_)
                    | A::LeaderLeavesFor(..)
            )
        })
        .collect();
    if !cities.is_empty() {
        CollapsingHeader::new("Into and out of cities").show(ui, |ui| cities_ui(cx, &cities, ui));
    }
}

/// What there is to know of a city before it is called on or besieged.
fn city_detail(campaign: &Campaign, state: &State, action: A) -> String {
    match action {
        A::Summon(city, _) => percent(campaign.board[city].surrenders_on),
        A::Besiege(city, _) => {
            let walls = match state.city(city).walls {
                1 => "1 wall".to_owned(),
                walls => format!("{walls} walls"),
            };
            match state.units_at(Place::City(city)).count() {
                0 => walls,
                garrison => format!("{walls}, {garrison} within"),
            }
        }
        _ => String::new(),
    }
}

fn cities_ui(cx: &mut TableContext<'_>, cities: &[A], ui: &mut Ui) {
    let Some((campaign, state)) = cx.table.campaign() else { return };
    // Of units that are alike, one is enough to choose from.
    let mut shown: Vec<(String, String, u8)> = Vec::new();
    for &action in cities {
        let at = match action {
            A::EnterCity(unit, _) | A::LeaveCity(unit) | A::LeaveCityFor(unit, _) => {
                where_is(campaign, state, unit)
            }
            _ => String::new(),
        };
        let steps = match action {
            A::EnterCity(unit, _) | A::LeaveCity(unit) | A::LeaveCityFor(unit, _) => {
                state.unit(unit).steps
            }
            _ => 0,
        };
        let words = (campaign.action_text(action), at.clone(), steps);
        if shown.contains(&words) {
            continue;
        }
        let picture = match action {
            A::EnterCity(unit, _) | A::LeaveCity(unit) | A::LeaveCityFor(unit, _) => {
                unit_picture(cx, unit)
            }
            A::LeaderEnters(leader, _)
            | A::LeaderLeaves(leader)
            | A::LeaderLeavesFor(leader, _) => leader_picture(cx, leader),
            _ => Picture::None,
        };
        let row = Row::new(&words.0).detail(at).picture(picture);
        act_on(cx, &row, action, ui);
        shown.push(words);
    }
}

/// Answers that are not about one thing.
fn is_whole(action: A) -> bool {
    match action {
        A::TakeAll | A::AssignAll | A::Storm | A::Stand | A::Evade | A::Done | A::Feed(None) => {
            true
        }
        // Each has a row, or a place on the map: whoever adds an answer says here where it is given.
        A::PlaceRoyalArmy(_)
        | A::Scorch(_)
        | A::Feed(Some(_))
        | A::Lose(_)
        | A::Place(_)
        | A::PlaceInCity(_)
        | A::Rebuild(_)
        | A::Raise(_)
        | A::BuildWall(_)
        | A::MoveWall(..)
        | A::Lead(_)
        | A::LeadBand(_)
        | A::Take(_)
        | A::March(_)
        | A::Drop(_)
        | A::PickUp(_)
        | A::Press(_)
        | A::EnterCity(..)
        | A::LeaveCity(_)
        | A::LeaveCityFor(..)
        | A::LeaderEnters(..)
        | A::LeaderLeaves(_)
        | A::LeaderLeavesFor(..)
        | A::Fight(..)
        | A::Withdraw(_)
        | A::Summon(..)
        | A::Besiege(..)
        | A::Assign(_)
        | A::AssignLeader(_)
        | A::Sortie(_)
        | A::LoseWall
        | A::Risk(_)
        | A::Choose(_) => false,
    }
}

/// Whether an answer can have a place of its own: the rows then leave it out.
pub(super) fn can_be_main(action: A) -> bool {
    is_whole(action) || matches!(action, A::Place(_) | A::Feed(Some(_)))
}

/// Rows for those of them that have no place of their own.
fn whole_ui(cx: &mut TableContext<'_>, question: Question, legal: &[A], ui: &mut Ui) {
    let Some((campaign, _)) = cx.table.campaign() else { return };
    for &action in legal.iter().filter(|&&action| is_whole(action)) {
        if cx.table.slots().holds(Action::Campaign(action)) {
            continue;
        }
        let words = match action {
            A::Done => done_words(question).to_owned(),
            _ => campaign.action_text(action).trim_end_matches('.').to_owned(),
        };
        act_on(cx, &Row::new(words), action, ui);
    }
}

/// What it means to be done with a question.
pub(super) fn done_words(question: Question) -> &'static str {
    match question {
        Question::March => "Nobody else marches",
        Question::Press => "The march ends here",
        Question::Replace { .. } => "No more replacements",
        Question::Siege => "No more sieges",
        Question::Scorch => "Burn nothing",
        Question::Sortie(_) => "No sortie",
        Question::Withdraw(..) => "Stay",
        Question::PlaceLeader(_) => "Nobody takes command",
        _ => "Nothing more",
    }
}

/// Every answer that goes to a province, with who stands there.
fn provinces_ui(
    cx: &mut TableContext<'_>,
    campaign: &Campaign,
    state: &State,
    legal: &[A],
    ui: &mut Ui,
) {
    for &action in legal {
        let (A::March(to)
        | A::Press(to)
        | A::Place(to)
        | A::PlaceRoyalArmy(to)
        | A::Withdraw(to)
        | A::Scorch(to)
        | A::Feed(Some(to))) = action
        else {
            continue;
        };
        if cx.table.slots().holds(Action::Campaign(action)) {
            continue;
        }
        let goes_alone = matches!(action, A::March(_))
            && state.march().is_some_and(|march| march.leader.is_some() && march.units.is_empty());
        let detail = prospects::feeding(cx, campaign, state, to).unwrap_or_else(|| {
            let there = who_is_at(campaign, state, to);
            match (goes_alone, there.is_empty()) {
                (false, _) => there,
                (true, true) => "alone".to_owned(),
                (true, false) => format!("alone · {there}"),
            }
        });
        let row = Row::new(campaign.action_text(action)).detail(detail);
        let response = act_on(cx, &row, action, ui);
        if response.hovered() {
            cx.look.pointed_at = Some(to);
        }
    }
}

/// Units that have been chosen: their counters side by side, so that what is still open stays in sight.
/// A click leaves one out again.
fn chosen_ui(cx: &mut TableContext<'_>, units: impl Iterator<Item = UnitId>, ui: &mut Ui) {
    let units: Vec<UnitId> = units.collect();
    let can = cx.table.can_undo().is_ok();
    let leave = |cx: &mut TableContext<'_>, unit| {
        if can {
            cx.ask(UiCommand::Table(TableCommand::LeaveOut(unit)));
        }
    };
    counters_ui(cx, &units, "Leave", "out", leave, ui);
}

/// Counters side by side; what stands `before` and `after` the name says what a click does.
fn counters_ui(
    cx: &mut TableContext<'_>,
    units: &[UnitId],
    before: &str,
    after: &str,
    clicked: impl Fn(&mut TableContext<'_>, UnitId),
    ui: &mut Ui,
) {
    let Some((campaign, state)) = cx.table.campaign() else { return };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(theme::NEAR, theme::NEAR);
        for &unit in units {
            let emphasis = if before.is_empty() { Emphasis::Spent } else { Emphasis::Plain };
            let counter = figures::counter(campaign, state, unit, emphasis);
            let name = &campaign.roster[unit].name;
            let label = format!("{before} {name} {after}").trim().to_owned();
            let width = pieces::LIST_WIDTH;
            let response = pieces::counter_ui(ui, &cx.colors, width, &counter, &label);
            if response.on_hover_text(label).clicked() {
                clicked(cx, unit);
            }
        }
    });
}

/// How units of a list are shown.
#[derive(Clone, Copy)]
enum Shown {
    /// They can be chosen, to do this.
    Open(&'static str),
    /// They can be chosen, for their price.
    Priced,
    /// They cannot; trying says why.
    Closed,
}

/// Units of a list, those that are alike in one row.
fn units_ui(
    cx: &mut TableContext<'_>,
    campaign: &Campaign,
    state: &State,
    units: &[UnitId],
    shown: Shown,
    action: impl Fn(UnitId) -> Option<A>,
    ui: &mut Ui,
) {
    let alike = |a: UnitId, b: UnitId| {
        let of = |unit: UnitId| (state.unit(unit).steps, state.unit(unit).place);
        campaign.roster[a].first == campaign.roster[b].first
            && of(a) == of(b)
            && action(a).is_some() == action(b).is_some()
    };
    let mut groups: Vec<Vec<UnitId>> = Vec::new();
    for &unit in units {
        match groups.iter_mut().find(|group| alike(group[0], unit)) {
            Some(group) => group.push(unit),
            None => groups.push(vec![unit]),
        }
    }
    for group in groups {
        let (unit, many) = (group[0], group.len());
        let name = &campaign.roster[unit].name;
        let label = if many > 1 { format!("{name} ({many})") } else { name.clone() };
        let detail = match shown {
            Shown::Priced => points(campaign.step_cost(unit)),
            Shown::Open(words) if !words.is_empty() && could_press(campaign, state, unit) => {
                "can force march".to_owned()
            }
            Shown::Open("") => where_is(campaign, state, unit),
            Shown::Open(_) => String::new(),
            Shown::Closed => "stays".to_owned(),
        };
        let row = Row::new(label).detail(detail).picture(unit_picture(cx, unit));
        let row = match (shown, action(unit)) {
            (Shown::Closed, _) | (_, None) => row.disabled(),
            _ => row,
        };
        let response = row.show(cx, ui);
        // Of units that are alike, any stands for the one that is meant.
        for one in group.iter().filter_map(|&unit| action(unit)) {
            hint::mark(cx, Action::Campaign(one), &response, ui);
        }
        match (shown, action(unit)) {
            (Shown::Closed, Some(tried)) => {
                let why = cx.table.check(Action::Campaign(tried)).err();
                if let Some(why) = why {
                    response.on_hover_text(why.to_string());
                }
            }
            (Shown::Open(words), Some(done)) => {
                let response = match (many, words) {
                    (1, _) | (_, "") => response,
                    _ => response.on_hover_text("A click takes one, Shift and a click all of them"),
                };
                if response.clicked() {
                    let all = ui.input(|input| input.modifiers.shift) && !words.is_empty();
                    let actions = group.iter().filter_map(|&unit| action(unit));
                    let actions: Vec<Action> = actions.map(Action::Campaign).collect();
                    if all {
                        cx.ask(UiCommand::Table(TableCommand::ActAll(actions)));
                    } else {
                        cx.act(Action::Campaign(done));
                    }
                }
            }
            (_, Some(done)) => {
                if response.clicked() {
                    cx.act(Action::Campaign(done));
                }
            }
            (_, None) => {}
        }
    }
}

/// Whether a unit could go on with the march under way, if it is Alexander's (8.4).
fn could_press(campaign: &Campaign, state: &State, unit: UnitId) -> bool {
    let leader = state.march().and_then(|march| march.leader);
    leader == Some(campaign.roster.who().alexander) && campaign.roster[unit].can_force_march()
}

/// Shows a row that gives an answer.
fn act_on(cx: &mut TableContext<'_>, row: &Row, action: A, ui: &mut Ui) -> eframe::egui::Response {
    let response = row.show(cx, ui);
    hint::mark(cx, Action::Campaign(action), &response, ui);
    if response.clicked() {
        cx.act(Action::Campaign(action));
    }
    response
}

fn chosen(legal: &[A], unit: impl Fn(A) -> Option<UnitId>) -> Vec<UnitId> {
    legal.iter().filter_map(|&action| unit(action)).collect()
}

/// The units that answers are about, but for those of cities.
fn of_units(legal: &[A]) -> Vec<UnitId> {
    chosen(legal, unit_of)
}

fn unit_of(action: A) -> Option<UnitId> {
    match action {
        A::Lose(unit) | A::Take(unit) | A::Assign(unit) | A::Sortie(unit) | A::Choose(unit) => {
            Some(unit)
        }
        _ => None,
    }
}

fn where_is(campaign: &Campaign, state: &State, unit: UnitId) -> String {
    match state.unit(unit).place {
        Place::Field(at) => campaign.board[at].name.clone(),
        Place::City(at) => campaign.board[at].name.clone(),
        Place::Pool | Place::Aside | Place::ToCome => String::new(),
    }
}

/// How many units of a leader's force stand with him.
fn count(
    campaign: &Campaign,
    state: &State,
    at: ProvinceId,
    leader: diadem_campaign::ids::LeaderId,
) -> String {
    let force = campaign.force_of_leader(state, leader);
    match campaign.field_units(state, at, force).len() {
        0 => "alone".into(),
        1 => "1 unit".into(),
        units => format!("{units} units"),
    }
}

/// Who stands in a province, in few words.
pub(super) fn who_is_at(campaign: &Campaign, state: &State, at: ProvinceId) -> String {
    let standing = campaign.standing_at(state, at);
    let words = standing.iter().map(|one| {
        let name = campaign.force_name(one.force).trim_start_matches("the ");
        match one.units.len() {
            1 => format!("1 {}", name.trim_end_matches('s')),
            units => format!("{units} {name}"),
        }
    });
    words.collect::<Vec<_>>().join(", ")
}

fn points(points: u8) -> String {
    if points == 1 { "1 point".into() } else { format!("{points} points") }
}

/// A chance in words with its rule.
pub(super) fn chance(ui: &mut Ui, words: &str, sixths: u8, rule: diadem_core::Rule) {
    line(ui, words, &percent(sixths), Some(rule));
}
