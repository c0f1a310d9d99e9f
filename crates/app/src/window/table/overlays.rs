//! What is laid over the map for a while: the chronicle, the objectives, the turn track, a question.

use super::rows::{line, title};
use super::{Overlay, TableCommand, TableContext, chronicle, watching, who_plays};
use crate::window::app::files::typed_path;
use crate::window::command::UiCommand;
use crate::window::text::capitalised;
use crate::window::theme;
use diadem_campaign::data::Check;
use diadem_campaign::scenario::Piece;
use diadem_campaign::state::Objective;
use diadem_campaign::{Campaign, State};
use diadem_core::{Game, Text};
use eframe::egui::{
    Align2, Frame, Id, Margin, Modal, Panel, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo,
    vec2,
};

/// Shows the overlay that is open, if one is.
pub(super) fn overlay_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let name = match cx.look.overlay {
        Overlay::None => return,
        Overlay::Chronicle => "Chronicle",
        Overlay::Objectives => "Objectives and points",
        Overlay::Track => "Turn track",
        Overlay::WhoPlays => "Who plays",
        Overlay::SaveCase => "Save as a rule case",
        Overlay::Concede => "Give up?",
    };
    let whole = ui.ctx().content_rect();
    let large =
        matches!(cx.look.overlay, Overlay::Chronicle | Overlay::Objectives | Overlay::Track);
    let width =
        if large { (whole.width() * 0.62).min(900.0) } else { (whole.width() * 0.5).min(460.0) };
    let frame = Frame::NONE
        .fill(cx.colors.panel)
        .corner_radius(6.0)
        .inner_margin(Margin::symmetric(24, 18));
    let area =
        Modal::default_area(Id::unique("overlay")).anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0));
    let shown = Modal::new(Id::unique("overlay")).area(area).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(width);
        if large {
            ui.set_height(whole.height() * 0.76);
        }
        ui.horizontal(|ui| {
            ui.label(RichText::new(name).font(theme::book(26.0)));
            ui.with_layout(eframe::egui::Layout::right_to_left(eframe::egui::Align::Center), |ui| {
                ui.button("Close").clicked()
            })
            .inner
        })
        .inner
            | contents_ui(cx, large, ui)
    });
    if shown.inner || shown.should_close() {
        cx.look.overlay = Overlay::None;
    }
}

/// The contents; gives whether it is done.
fn contents_ui(cx: &mut TableContext<'_>, large: bool, ui: &mut Ui) -> bool {
    ui.separator();
    match cx.look.overlay {
        Overlay::Chronicle => {
            Panel::bottom("rule of the line")
                .resizable(false)
                .show_separator_line(true)
                .frame(Frame::NONE.inner_margin(Margin { top: 10, ..Margin::ZERO }))
                .show(ui, |ui| chronicle::opened_ui(cx, ui));
            chronicle::whole_ui(cx, ui);
            false
        }
        Overlay::WhoPlays => {
            who_plays::who_plays_ui(cx, ui);
            false
        }
        Overlay::SaveCase => save_case_ui(cx, ui),
        Overlay::Concede => concede_ui(cx, ui),
        Overlay::Objectives | Overlay::Track => {
            debug_assert!(large, "lists need room");
            let Some((campaign, state)) = cx.table.campaign() else { return true };
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match cx.look.overlay {
                Overlay::Track => track_ui(cx, campaign, state, ui),
                _ => objectives_ui(campaign, state, ui),
            });
            false
        }
        Overlay::None => true,
    }
}

fn save_case_ui(cx: &mut TableContext<'_>, ui: &mut Ui) -> bool {
    ui.label(
        "Something looks wrong? This writes the position as a rule case: a small text file that \
         says what stands where. Add what you did and what should have happened.",
    );
    let response = ui.add(TextEdit::singleline(&mut cx.look.name).hint_text("File"));
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "File of the case"));
    ui.add_space(theme::NEAR);
    let path = typed_path(&cx.look.name);
    let button = theme::strong_button(&cx.colors, "Write it");
    let clicked = ui.add_enabled(path.is_some(), button).clicked();
    let Some(path) = path.filter(|_| clicked) else { return false };
    cx.ask(UiCommand::SaveCase(path));
    cx.look.name.clear();
    true
}

fn concede_ui(cx: &mut TableContext<'_>, ui: &mut Ui) -> bool {
    ui.label("The war would be over at once, and it cannot be taken back.");
    let mut done = false;
    let session = cx.table.session();
    for seat in session.game().seats().iter() {
        // Nobody gives up for the computer.
        if watching::is_computer(cx, seat) {
            continue;
        }
        for interjection in session.interjections(seat) {
            let words = cx.table.war().interjection(cx.table.state(), interjection);
            if ui.button(words).clicked() {
                cx.ask(UiCommand::Table(TableCommand::Interject(seat, interjection)));
                done = true;
            }
        }
    }
    done
}

fn objectives_ui(campaign: &Campaign, state: &State, ui: &mut Ui) {
    let provinces = campaign.controlled(state, campaign.macedon()).len();
    let (secured, points) = (state.secured.len(), campaign.victory_points(state));
    line(ui, "Provinces that Macedon controls", &provinces.to_string(), None);
    line(ui, "Objectives secured", &secured.to_string(), None);
    line(ui, "Points so far", &points.to_string(), None);
    let bands = &campaign.charts.victory;
    let steps = [
        (0, "decisive Persian victory"),
        (bands.marginal_persian, "marginal Persian victory"),
        (bands.draw, "draw"),
        (bands.marginal_macedonian, "marginal Macedonian victory"),
        (bands.decisive_macedonian, "decisive Macedonian victory"),
    ];
    let now = steps.iter().rposition(|(from, _)| points >= *from).unwrap_or(0);
    title(ui, "Counted at the end");
    for (index, (from, name)) in steps.iter().enumerate() {
        let until = steps.get(index + 1).map(|(next, _)| next.saturating_sub(1));
        let range =
            until.map_or_else(|| format!("{from} and more"), |to| format!("{from} to {to}"));
        let words =
            if index == now { format!("{name} (as it stands)") } else { (*name).to_owned() };
        line(ui, &words, &range, None);
    }
    title(ui, "Objectives");
    for objective in Objective::ALL {
        let how = if state.secured.has(objective) { "secured" } else { "–" };
        line(ui, &capitalised(objective.name()), how, None);
    }
}

fn track_ui(cx: &TableContext<'_>, campaign: &Campaign, state: &State, ui: &mut Ui) {
    let piece = |piece: &Piece| match piece {
        Piece::Unit(unit) => campaign.roster[*unit].name.clone(),
        Piece::Leader(leader) => campaign.roster[*leader].name.clone(),
    };
    for (index, turn) in campaign.scenario.turns.iter().enumerate() {
        let now = index == usize::from(state.turn);
        let name = campaign.date(index as u8);
        let mut coming: Vec<String> = Vec::new();
        for (power, arrivals) in campaign.powers.iter().zip(&turn.arrivals) {
            let whose = campaign.power_name(power);
            if !arrivals.is_empty() {
                let names = counted(arrivals.iter().map(piece));
                coming.push(format!("{whose} arrivals: {names}"));
            }
            if turn.replacements.contains(power) {
                coming.push(format!("{whose} replacements"));
            }
        }
        if !turn.departures.is_empty() {
            coming.push(format!("leave: {}", counted(turn.departures.iter().map(piece))));
        }
        for check in &turn.checks {
            coming.push(check_name(*check).to_owned());
        }
        ui.horizontal_wrapped(|ui| {
            let name = RichText::new(name).font(theme::strong(15.0));
            let past = index < usize::from(state.turn);
            let name = if now {
                name.color(cx.colors.red)
            } else if past {
                name.weak()
            } else {
                name
            };
            ui.label(name);
            ui.label(RichText::new(coming.join(" · ")).weak());
        });
    }
}

/// What is rolled for at the end of a turn.
fn check_name(check: Check) -> &'static str {
    match check {
        Check::SpartanRevolt => "Sparta may rise",
        Check::Barbarians => "raiders may come",
        Check::Mutiny => "the army may mutiny",
    }
}

/// Names with how often each comes.
fn counted(names: impl Iterator<Item = String>) -> String {
    let mut list: Vec<(String, usize)> = Vec::new();
    for name in names {
        match list.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => list.push((name, 1)),
        }
    }
    let words = list.into_iter().map(|(name, count)| match count {
        1 => name,
        _ => format!("{count} {name}"),
    });
    words.collect::<Vec<_>>().join(", ")
}
