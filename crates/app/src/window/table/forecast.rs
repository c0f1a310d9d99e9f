//! What a battle would likely bring, by the form it is fought in: captains fight it many times over, beside the
//! window, and what they bring home is drawn as it comes in.
//!
//! Invariant: a forecast is made from what whoever looks may see, with dice of its own.

use super::thinking::{Thinking, seed_of};
use super::{Table, TableCommand, TableContext};
use crate::window::battle_view::view;
use crate::window::command::UiCommand;
use crate::window::text::capitalised;
use crate::window::theme;
use diadem_core::{Seat, Text};
use diadem_handoff::{Form, State, War};
use diadem_opponents::{Effort, Estimate, Forecast, Level, Method, Share, Stop, forecast, in_form};
use eframe::egui::{
    Color32, Context, Rect, RichText, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2,
};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// As often as the window is told how far it is.
const NEWS: Duration = Duration::from_millis(120);

/// A forecast that is being made, or was.
pub(super) struct Foretelling {
    /// After so much was done.
    at: usize,
    /// What is known by now, form by form.
    known: Vec<Foretold>,
    news: Receiver<(usize, Forecast)>,
    stop: Stop,
}

impl Drop for Foretelling {
    fn drop(&mut self) {
        self.stop.now();
    }
}

/// What is foretold of a battle in one form.
#[derive(Clone, Debug)]
pub struct Foretold {
    /// In which form; nothing where it is fought already.
    pub form: Option<Form>,
    /// What came of it so far.
    pub forecast: Forecast,
    /// How often it is fought in the end.
    pub games: u32,
}

/// One form to be tried.
struct Trial {
    from: State,
    method: Method,
}

impl Table {
    /// Whether there is a battle ahead of which something can be foretold.
    pub fn can_be_foretold(&self) -> bool {
        let is_early = || self.view().is_some_and(|view| view.can_be_foretold(self));
        !self.is_watching() && (self.is_before_battle() || is_early())
    }

    /// What is foretold, form by form, once somebody asked.
    pub fn foretold(&self) -> Option<&[Foretold]> {
        self.foretelling.as_ref().map(|told| told.known.as_slice())
    }

    /// Begins to foretell, or has heard enough.
    pub(super) fn foretell(&mut self) {
        self.wants_forecast = self.foretelling.take().is_none() && self.can_be_foretold();
    }

    /// Forgets what was foretold of something that is past.
    pub(super) fn drop_stale_forecast(&mut self) {
        let now = self.session.log().len();
        if self.foretelling.as_ref().is_some_and(|told| told.at != now) {
            self.foretelling = None;
        }
    }

    /// Begins what is wanted, and hears how far it is.
    pub(super) fn hear_forecast(&mut self, ui: &Ui) {
        if std::mem::take(&mut self.wants_forecast) {
            self.begin_forecast(self.thinking(), ui.ctx());
        }
        if let Some(told) = &mut self.foretelling {
            for (form, forecast) in told.news.try_iter() {
                told.known[form].forecast = forecast;
            }
        }
    }

    fn begin_forecast(&mut self, thinking: Thinking, window: &Context) {
        let war = self.session.game();
        let seen = self.seen.clone();
        let forms: Vec<Option<Form>> = if self.asks_for_form() {
            Form::ALL.iter().copied().map(Some).collect()
        } else {
            vec![None]
        };
        let log = self.session.log().len();
        let seed = seed_of(self.session.dice().position().seed ^ 0x5eed, log);
        let few = thinking == Thinking::AtOnce;
        let mut trials = Vec::new();
        let mut known = Vec::new();
        for form in forms {
            let from = match form {
                Some(form) => in_form(war, &seen, form),
                None => Some(seen.clone()),
            };
            let Some(from) = from else { continue };
            let Some(fought) = from.form() else { continue };
            let games = if few { 3 } else { view(fought).battles_to_foretell() };
            let level = Level::Captain(Effort::Quick);
            // One core is left for the window.
            let cores = thread::available_parallelism().map_or(1, usize::from);
            let threads = cores.saturating_sub(1).max(1);
            trials.push(Trial { from, method: Method { level, games, seed, threads } });
            known.push(Foretold { form, forecast: Forecast::default(), games });
        }
        let (told, news) = mpsc::channel();
        let stop = Stop::new();
        let work = {
            let (war, stop, window) = (Arc::clone(war), stop.clone(), window.clone());
            move || try_all(&war, &trials, &stop, &told, &window)
        };
        match thinking {
            Thinking::AtOnce => work(),
            // A machine that has no thread to spare foretells nothing.
            Thinking::Beside => {
                drop(thread::Builder::new().name("forecast".into()).spawn(work));
            }
        }
        self.foretelling = Some(Foretelling { at: log, known, news, stop });
    }
}

/// Fights every trial, one form after the other, and tells how far it is.
fn try_all(
    war: &War,
    trials: &[Trial],
    stop: &Stop,
    told: &Sender<(usize, Forecast)>,
    window: &Context,
) {
    for (at, Trial { from, method }) in trials.iter().enumerate() {
        let mut last = Instant::now();
        let brought = forecast(war, from, *method, stop, |so_far| {
            if last.elapsed() >= NEWS {
                last = Instant::now();
                // Nobody may be there to hear it; then it is stopped soon.
                drop(told.send((at, so_far.clone())));
                window.request_repaint();
            }
        });
        drop(told.send((at, brought)));
        window.request_repaint();
    }
}

/// The button that asks, and what is known.
pub(in crate::window) fn forecast_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    if !cx.table.can_be_foretold() {
        return;
    }
    ui.add_space(theme::NEAR);
    let words = match cx.table.foretold() {
        None => "What would it bring?",
        Some(known) if known.iter().any(|one| one.forecast.games < one.games) => "Stop counting",
        Some(_) => "Put the forecast away",
    };
    let about = "Captains fight this battle many times over, with dice of their own";
    if ui.button(words).on_hover_text(about).clicked() {
        cx.ask(UiCommand::Table(TableCommand::Foretell));
    }
    let Some(known) = cx.table.foretold() else { return };
    for one in known {
        foretold_ui(cx, one, ui);
    }
    let words =
        "By captains on both sides. In brackets, where the figure lies nineteen times in twenty.";
    ui.label(RichText::new(words).small().weak());
    ui.add_space(theme::NEAR);
}

/// One form: how far it is, and what came of it.
fn foretold_ui(cx: &TableContext<'_>, one: &Foretold, ui: &mut Ui) {
    let Foretold { form, forecast, games } = one;
    let form = match form {
        Some(form) => capitalised(view(*form).words().place),
        None => "This battle".to_owned(),
    };
    ui.add_space(theme::NEAR);
    let far = if forecast.games == *games {
        format!("{form}, fought {games} times")
    } else {
        format!("{form}, fought {} of {games} times", forecast.games)
    };
    ui.label(RichText::new(far).font(theme::strong(16.0)));
    if forecast.games == 0 {
        return;
    }
    let seats = (0u8..).map(Seat::new).zip(&forecast.seats);
    for (seat, fortune) in seats {
        let side = cx.table.war().seat_name(seat);
        let chance = fortune.victory(forecast.games).estimate();
        let color = cx.colors.seat(seat);
        figure_ui(cx, color, &format!("{side} victory"), Scale::Chance, chance, ui);
        let rows = [
            (format!("{side} losses"), Scale::Thousandths, fortune.losses.estimate()),
            (format!("{side} leaders lost"), Scale::Count, fortune.leaders.estimate()),
        ];
        // Everybody wants to know about Alexander; of others only what happens at all.
        let king = king_of(cx, seat);
        let king = (fortune.king_fell > 0 || king == ALEXANDER).then(|| {
            let chance = fortune.death_of_king(forecast.games).estimate();
            (format!("{king} falls"), Scale::Chance, Some(chance))
        });
        for (what, scale, figure) in rows.into_iter().chain(king) {
            if let Some(figure) = figure {
                figure_ui(cx, cx.colors.seat(seat), &what, scale, figure, ui);
            }
        }
    }
    if forecast.drawn > 0 {
        let chance = Share::new(forecast.drawn.into(), forecast.games.into()).estimate();
        let color = cx.colors.metal_dark;
        figure_ui(cx, color, "Nobody wins", Scale::Chance, chance, ui);
    }
}

const ALEXANDER: &str = "Alexander";

/// Who is a side's king.
fn king_of(cx: &TableContext<'_>, seat: Seat) -> String {
    match seat.index() {
        0 => ALEXANDER.to_owned(),
        1 => "Darius".to_owned(),
        _ => format!("The {} king", cx.table.war().seat_name(seat)),
    }
}

/// What a figure counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scale {
    /// A chance, from nought to one.
    Chance,
    /// Thousandths of an army.
    Thousandths,
    /// So many.
    Count,
}

impl Scale {
    /// A figure and its interval in words.
    fn words(self, estimate: Estimate) -> String {
        let Estimate { figure, low, high } = match self {
            Scale::Chance => estimate.times(100.0),
            Scale::Thousandths => estimate.times(0.1),
            Scale::Count => estimate,
        };
        match self {
            Scale::Count => format!("{figure:.1} ({:.1} to {high:.1})", low.max(0.0)),
            _ => format!("{figure:.0}\u{a0}% ({:.0} to {high:.0})", low.max(0.0)),
        }
    }

    /// Where a figure ends on a bar that is one long.
    fn part(self, figure: f64) -> f32 {
        let part = match self {
            Scale::Chance => figure,
            Scale::Thousandths => figure / 1_000.0,
            // Nobody has more than a handful to lose.
            Scale::Count => figure / 5.0,
        };
        part.clamp(0.0, 1.0) as f32
    }
}

/// A line with its bar, and on it the interval.
fn figure_ui(
    cx: &TableContext<'_>,
    color: Color32,
    what: &str,
    scale: Scale,
    estimate: Estimate,
    ui: &mut Ui,
) {
    let colors = &cx.colors;
    let words = scale.words(estimate);
    let (place, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), 30.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{what}: {words}")));
    if !ui.is_rect_visible(place) {
        return;
    }
    let painter = ui.painter();
    let font = theme::plain(14.5);
    painter.text(place.left_top(), eframe::egui::Align2::LEFT_TOP, what, font, colors.ink);
    let font = theme::strong(14.5);
    painter.text(place.right_top(), eframe::egui::Align2::RIGHT_TOP, words, font, colors.ink);
    let bar = Rect::from_min_max(pos2(place.left(), place.bottom() - 10.0), place.max)
        .shrink2(vec2(0.0, 1.5));
    painter.rect_filled(bar, 3.0, theme::mix(colors.panel, colors.ink, 0.10));
    let to = |figure| bar.left() + bar.width() * scale.part(figure);
    let full = Rect::from_min_max(bar.min, pos2(to(estimate.figure), bar.bottom()));
    painter.rect_filled(full, 3.0, color);
    let line = Stroke::new(1.5, colors.ink);
    let (low, high, middle) = (to(estimate.low), to(estimate.high), bar.center().y);
    painter.hline(low..=high, middle, line);
    for end in [low, high] {
        painter.vline(end, bar.y_range().shrink(1.0), line);
    }
}
