//! Stepping through a game that was played.

use super::{TableCommand, TableContext};
use crate::window::command::UiCommand;
use crate::window::theme;
use diadem_campaign::Event as E;
use diadem_core::{Cause, Entry, Session};
use diadem_handoff::{Action, Answer, Event, Interjection, War};
use eframe::egui::{RichText, Slider, Ui, WidgetInfo};
use std::sync::Arc;

/// A game to step through: its log, and where each turn began.
pub(super) struct Replay {
    game: Arc<War>,
    seed: u64,
    log: Vec<Entry<Action, Interjection, Answer>>,
    /// The entries after which a turn had begun.
    turns: Vec<usize>,
    /// After how many entries it stands now.
    pub(super) now: usize,
}

impl Replay {
    /// The replay of a session.
    pub(super) fn of(session: &Session<War>) -> Replay {
        let began = |event: &Event| matches!(event, Event::Campaign(E::Turn { .. }));
        let turns = (session.whole_chronicle().iter())
            .filter(|line| began(&line.event))
            .map(|line| line.entry as usize + 1)
            .collect();
        Replay {
            game: Arc::clone(session.game()),
            seed: session.dice().position().seed,
            log: session.log().to_vec(),
            turns,
            now: 0,
        }
    }

    /// The game after so many entries.
    pub(super) fn at(&self, entries: usize) -> Session<War> {
        let entries = entries.min(self.log.len());
        Session::replay(Arc::clone(&self.game), self.seed, &self.log[..entries])
            .unwrap_or_else(|_| Session::begin(Arc::clone(&self.game), self.seed))
    }

    /// The next entry that somebody chose, so that a step shows a decision.
    fn next(&self) -> usize {
        let later = self.log.iter().enumerate().skip(self.now);
        let chosen = later.filter(|(_, entry)| entry.cause == Cause::Chosen);
        chosen.map(|(index, _)| index + 1).find(|&at| at > self.now).unwrap_or(self.log.len())
    }

    fn previous(&self) -> usize {
        let earlier = &self.log[..self.now.saturating_sub(1)];
        earlier.iter().rposition(|entry| entry.cause == Cause::Chosen).map_or(0, |at| at + 1)
    }
}

/// The controls of a replay.
pub(super) fn replay_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let Some(replay) = &cx.table.replay else { return };
    theme::on_frame(ui);
    let mut to = None;
    let before = replay.turns.iter().copied().rfind(|&at| at < replay.now).unwrap_or(0);
    let after = replay.turns.iter().copied().find(|&at| at > replay.now);
    ui.horizontal(|ui| {
        ui.label(RichText::new("Replay").font(theme::book(20.0)));
        for (words, goal) in [
            ("Start", 0),
            ("Turn back", before),
            ("Step back", replay.previous()),
            ("Step", replay.next()),
            ("Next turn", after.unwrap_or(replay.log.len())),
            ("End", replay.log.len()),
        ] {
            theme::on_panel(ui);
            if ui.add_enabled(goal != replay.now, eframe::egui::Button::new(words)).clicked() {
                to = Some(goal);
            }
        }
        theme::on_frame(ui);
        let mut at = replay.now;
        ui.spacing_mut().slider_width = (ui.available_width() - 120.0).max(80.0);
        let slider = Slider::new(&mut at, 0..=replay.log.len()).show_value(false);
        let slider = ui.add(slider);
        slider.widget_info(|| {
            WidgetInfo::slider(true, f64::from(replay.now as u32), "Where the game stands")
        });
        if slider.changed() {
            to = Some(at);
        }
        ui.label(RichText::new(format!("{} of {}", replay.now, replay.log.len())).weak());
    });
    if let Some(entry) = to {
        cx.ask(UiCommand::Table(TableCommand::Scrub(entry)));
    }
}
