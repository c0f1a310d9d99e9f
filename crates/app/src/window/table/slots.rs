//! The places of the panel. Each has a name, and none of them moves with what stands in it: the question, the main
//! answer, the other answers, what is known about them, the chronicle, and the way out. Up to four seats use the same
//! panel, and every question of every form of battle.

use super::{Table, TableCommand, TableContext, answers, company, hint};
use crate::window::command::{Screen, UiCommand};
use crate::window::confirm::{Confirm, Confirmed};
use crate::window::shortcut::Shortcut;
use crate::window::theme;
use diadem_campaign::{Action as A, Question as OnMap, Unspent};
use diadem_handoff::{Action, Question};
use eframe::egui::{
    Align, Button, Layout, Rect, Response, RichText, Role, ScrollArea, Ui, UiBuilder, WidgetInfo,
    pos2, vec2,
};

/// A panel that is no higher than this has room for the question and its answers alone.
pub(super) const LOW: f32 = 420.0;
/// How far everything in the panel is from its sides.
const SIDE: f32 = 20.0;
/// How high the place of the main answer is.
const MAIN: f32 = 56.0;
/// How high the place of the way out is; the bar beside it, below the field, is as high.
pub(super) const WAY_OUT: f32 = 44.0;
/// The part of the room that answers may always take.
const FOR_ANSWERS: f32 = 0.6;
/// What is left for what is known about them at least, however little that is: a captain's words fit there.
const FOR_DETAILS: f32 = 156.0;

/// How high the contents of the panel would like to be.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Wanted {
    /// The answers.
    pub answers: f32,
    /// What was known about them when the question came. What is learnt later takes no room from them.
    pub details: f32,
    /// The change that this was measured after.
    version: u64,
}

impl Wanted {
    /// Takes in what was drawn; gives whether something has to be drawn anew.
    pub(super) fn measured(&mut self, answers: f32, details: f32, version: u64) -> bool {
        let is_new = self.version != version;
        let details = if is_new { details } else { self.details };
        let now = Wanted { answers, details, version };
        let before = std::mem::replace(self, now);
        is_new || (before.answers - answers).abs() > 0.5
    }
}

/// Where everything is in a panel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Places {
    pub(super) question: Rect,
    pub(super) main: Rect,
    pub(super) answers: Rect,
    pub(super) details: Rect,
    pub(super) chronicle: Option<Rect>,
    pub(super) way_out: Rect,
}

impl Places {
    /// The places of a panel. Only what lies below the answers depends on what is in it.
    pub(super) fn of(panel: Rect, wanted: Wanted) -> Places {
        let high = panel.height();
        let question = if high > LOW { 138.0 } else { 92.0 };
        // In a low window the answers come first; the chronicle is in the menu, and a key away.
        let chronicle = match high {
            high if high > 700.0 => high * 0.22,
            high if high > 560.0 => high * 0.18,
            _ => 0.0,
        };
        let row = |top: f32, bottom: f32| {
            Rect::from_min_max(pos2(panel.left(), top), pos2(panel.right(), bottom))
        };
        let inner = |rect: Rect| rect.shrink2(vec2(SIDE, 0.0));
        let main = panel.top() + question;
        let middle = main + MAIN;
        let foot = panel.bottom() - WAY_OUT;
        let told = foot - chronicle;
        let room = told - middle;
        let spare = room - (wanted.details + 3.0 * theme::NEAR).max(FOR_DETAILS);
        let below = middle + wanted.answers.min(spare.max(room * FOR_ANSWERS));
        Places {
            question: row(panel.top(), main),
            main: inner(row(main, middle)).shrink2(vec2(0.0, 7.0)),
            answers: inner(row(middle, below)),
            details: inner(row(below + theme::NEAR, told - theme::NEAR)),
            chronicle: (chronicle > 0.0).then(|| row(told, foot)),
            way_out: row(foot, panel.bottom()),
        }
    }
}

/// Shows something in a place of its own, which does not grow with it.
pub(super) fn place_ui<T>(
    ui: &mut Ui,
    name: &str,
    place: Rect,
    contents: impl FnOnce(&mut Ui) -> T,
) -> T {
    let mut child = ui.new_child(UiBuilder::new().max_rect(place).id_salt(name));
    child.set_clip_rect(place.expand(3.0).intersect(ui.clip_rect()));
    contents(&mut child)
}

/// The same, to be scrolled; gives how high it would like to be.
pub(super) fn scrolled_ui(
    ui: &mut Ui,
    name: &str,
    place: Rect,
    contents: impl FnOnce(&mut Ui),
) -> f32 {
    place_ui(ui, name, place, |ui| {
        let area = ScrollArea::vertical().auto_shrink(false).id_salt(name);
        area.show(ui, contents).content_size.y
    })
}

/// An answer that has a place of its own.
#[derive(Clone, PartialEq, Debug)]
pub struct SlotAnswer {
    /// What it says.
    pub words: String,
    /// What is said of it where the pointer is.
    pub about: String,
    /// What it does.
    pub does: UiCommand,
}

impl SlotAnswer {
    /// An answer in the words of the table.
    pub fn of(table: &Table, action: Action) -> SlotAnswer {
        let does = UiCommand::Table(TableCommand::Act(action));
        SlotAnswer { words: table.words_of(action), about: String::new(), does }
    }

    /// The answer that it gives, if it gives one.
    pub fn action(&self) -> Option<Action> {
        match self.does {
            UiCommand::Table(TableCommand::Act(action)) => Some(action),
            _ => None,
        }
    }
}

/// The answers to the present question that have a place of their own.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Slots {
    /// What one mostly does, strong and on top.
    pub main: Option<SlotAnswer>,
    /// What ends the phase, at the foot, alone.
    pub way_out: Option<SlotAnswer>,
    /// What would be given away by it, a line each.
    pub unspent: Vec<String>,
}

impl Slots {
    /// Those of a table.
    pub(super) fn of(table: &Table) -> Slots {
        if table.is_watching() {
            return Slots::default();
        }
        let Some(ask) = table.ask() else { return Slots::after_the_end() };
        let (main, way_out) = match (ask.question, table.view()) {
            (Question::Campaign(question), _) => on_map(table, question),
            (question, Some(view)) => (view.main_answer(table), view.way_out(table, question)),
            (_, None) => (None, None),
        };
        let unspent = match (ask.question, table.view()) {
            _ if way_out.is_none() => Vec::new(),
            (Question::Campaign(_), _) => unspent_on_map(table),
            (_, Some(view)) => view.unspent(table),
            (_, None) => Vec::new(),
        };
        let way_out = way_out.map(|action| SlotAnswer::of(table, action));
        Slots { main: main.filter(|main| way_out.as_ref() != Some(main)), way_out, unspent }
    }

    /// Everything is decided: the way to its end, and the way out.
    fn after_the_end() -> Slots {
        let slot = |words: &str, does| {
            Some(SlotAnswer { words: words.to_owned(), about: String::new(), does })
        };
        Slots {
            main: slot("How it ended", UiCommand::Go(Screen::Statistics)),
            way_out: slot("To the start", UiCommand::LeaveTable),
            unspent: Vec::new(),
        }
    }

    /// Whether an answer has a place of its own: then it is no row.
    pub fn holds(&self, action: Action) -> bool {
        let both = self.main.iter().chain(&self.way_out);
        both.into_iter().any(|slot| slot.action() == Some(action))
    }
}

/// The main answer and the way out on the map. What ends the doing of one army is a main answer: the phase ends
/// elsewhere.
fn on_map(table: &Table, question: OnMap) -> (Option<SlotAnswer>, Option<Action>) {
    let listed = |wanted| table.listed(Action::Campaign(wanted));
    let done = listed(A::Done);
    let (main, way_out) = match question {
        OnMap::March | OnMap::Replace { .. } | OnMap::Siege | OnMap::Scorch => (None, done),
        OnMap::Press => (done, None),
        OnMap::Invest(_) => (listed(A::Storm).or_else(|| listed(A::AssignAll)), None),
        OnMap::Gather(_) => {
            return (
                everybody_goes(table).or_else(|| Some(SlotAnswer::of(table, listed(A::TakeAll)?))),
                None,
            );
        }
        _ => (None, None),
    };
    let can_be_main = |action: &Action| match action {
        Action::Campaign(action) => answers::can_be_main(*action),
        _ => false,
    };
    let main = main.or_else(|| table.usual_answer().filter(can_be_main));
    (main.map(|action| SlotAnswer::of(table, action)), way_out)
}

/// Where there is but one way: that everybody goes there.
fn everybody_goes(table: &Table) -> Option<SlotAnswer> {
    let (campaign, state) = table.campaign()?;
    let to =
        table.only_way().filter(|_| state.march().is_some_and(|march| march.units.is_empty()))?;
    let all = company::everybody(table.actions())?;
    let words = format!("Everybody goes to {}", campaign.board[to].name);
    Some(SlotAnswer { words, ..SlotAnswer::of(table, all) })
}

/// What the power that is asked would give away by ending its phase now.
fn unspent_on_map(table: &Table) -> Vec<String> {
    let Some((campaign, state)) = table.campaign() else { return Vec::new() };
    let Unspent { points, kings, leaders } = campaign.unspent(state);
    let points = match points {
        0 => None,
        1 => Some("One replacement point is left, and none is kept.".to_owned()),
        points => Some(format!("{points} replacement points are left, and none are kept.")),
    };
    let kings = kings
        .iter()
        .map(|&king| format!("{} has not marched this turn.", campaign.roster[king].name));
    let leaders = match leaders {
        0 => None,
        1 => Some("Nobody has marched yet; one leader could.".to_owned()),
        leaders => Some(format!("Nobody has marched yet; {leaders} leaders could.")),
    };
    points.into_iter().chain(kings).chain(leaders).collect()
}

/// The strong button of the main answer.
pub(super) fn main_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let Some(main) = cx.table.slots().main.clone() else { return };
    let size = ui.available_size();
    let is_sure = main.action().is_some() && main.action() == cx.table.usual_answer();
    let button = theme::strong_button(&cx.colors, &main.words).min_size(size).truncate();
    let button = if is_sure { button.right_text(key_text(cx, Shortcut::USUAL)) } else { button };
    let response = slot_ui(cx, &main, button, ui);
    if response.clicked() {
        cx.ask(main.does);
    }
}

/// The button that ends things, alone at the foot of the panel.
pub(super) fn way_out_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let Some(way_out) = cx.table.slots().way_out.clone() else { return };
    let (layout, room) = (Layout::right_to_left(Align::Center), ui.available_size());
    ui.allocate_ui_with_layout(room, layout, |ui| {
        ui.set_min_height(room.y);
        ui.add_space(theme::NEAR);
        let size = vec2(0.0, room.y - 10.0);
        let button = theme::way_out_button(&cx.colors, &way_out.words).min_size(size).truncate();
        let button = button.right_text(key_text(cx, Shortcut::WAY_OUT));
        let response = slot_ui(cx, &way_out, button, ui);
        if response.clicked() {
            leave(cx, way_out.does, ByKey::No);
        }
    });
}

/// Whether a key was pressed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ByKey {
    Yes,
    No,
}

/// Ends what the way out ends; asks first where something would be given away, and always where it was a key.
pub(super) fn leave(cx: &mut TableContext<'_>, does: UiCommand, by_key: ByKey) {
    if cx.look.haste.is_too_soon_to_end() {
        cx.say(super::haste::TOO_SOON);
    } else if by_key == ByKey::Yes || !cx.table.slots().unspent.is_empty() {
        cx.look.leaving = Some(cx.table.version());
        cx.look.haste.begin_anew();
    } else {
        cx.ask(does);
    }
}

/// Asks whether something dangerous is really meant, once.
pub(super) fn doubt_ui(cx: &mut TableContext<'_>, ui: &Ui) {
    let Some((version, action)) = cx.look.doubt else { return };
    let danger = cx.table.danger(action).filter(|_| version == cx.table.version());
    let Some(danger) = danger else {
        cx.look.doubt = None;
        return;
    };
    let title = format!("{}?", cx.table.words_of(action));
    let confirm = Confirm { title: &title, lines: &[danger], yes: "Yes, go", no: "Not yet" };
    match confirm.show(&cx.colors, ui) {
        Some(Confirmed::Yes) if cx.ask(UiCommand::Table(TableCommand::Act(action))) => {}
        Some(Confirmed::No) => {}
        // Who was too quick is asked still.
        Some(Confirmed::Yes) | None => return,
    }
    cx.look.doubt = None;
}

/// Asks whether the phase shall really end, once.
pub(super) fn leaving_ui(cx: &mut TableContext<'_>, ui: &Ui) {
    let slots = cx.table.slots();
    let (Some(way_out), true) = (&slots.way_out, cx.is_leaving()) else {
        cx.look.leaving = None;
        return;
    };
    let title = format!("{}?", way_out.words);
    let (lines, yes, no) = (&slots.unspent, "Yes, end it", "Not yet");
    match (Confirm { title: &title, lines, yes, no }).show(&cx.colors, ui) {
        Some(Confirmed::Yes) if cx.ask(way_out.does.clone()) => {}
        Some(Confirmed::No) => {}
        // Who was too quick is asked still.
        Some(Confirmed::Yes) | None => return,
    }
    cx.look.leaving = None;
}

fn slot_ui(
    cx: &mut TableContext<'_>,
    slot: &SlotAnswer,
    button: Button<'_>,
    ui: &mut Ui,
) -> Response {
    let response = ui.add(button);
    // Without the key that stands beside it.
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &slot.words));
    cx.note_answer(&response);
    if let Some(action) = slot.action() {
        hint::mark(cx, action, &response, ui);
        if let Some(view) = cx.table.view() {
            view.mark_answer(cx, action, &response, ui);
        }
    }
    if slot.about.is_empty() { response } else { response.on_hover_text(&slot.about) }
}

fn key_text(cx: &TableContext<'_>, shortcut: Shortcut) -> RichText {
    let words = shortcut.words();
    // One of them is enough to know.
    let last = words.rsplit(' ').next().unwrap_or_default().to_owned();
    RichText::new(last).size(13.0).color(cx.colors.faint_pale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::Vec2;

    /// Sizes of a panel: those of windows at 1920x1080, 1280x720 and 960x540.
    const PANELS: [Vec2; 3] = [vec2(440.0, 1034.0), vec2(320.0, 674.0), vec2(300.0, 494.0)];

    #[test]
    fn what_stands_in_the_panel_moves_nothing_but_what_is_below_the_answers() {
        for size in PANELS {
            let panel = Rect::from_min_size(pos2(840.0, 46.0), size);
            let wanted = |answers, details| Wanted { answers, details, version: 1 };
            let few = Places::of(panel, wanted(40.0, 30.0));
            let many = Places::of(panel, wanted(4000.0, 900.0));
            assert_eq!((few.question, few.main), (many.question, many.main));
            assert_eq!((few.chronicle, few.way_out), (many.chronicle, many.way_out));
            assert_eq!(few.answers.min, many.answers.min);
            assert!(many.details.height() > 60.0, "what is known is in sight: {many:?}");
        }
    }

    #[test]
    fn places_do_not_overlap_and_fill_the_panel() {
        for size in PANELS {
            let panel = Rect::from_min_size(pos2(840.0, 46.0), size);
            for high in [0.0, 90.0, 4000.0] {
                let wanted = Wanted { answers: high, details: 0.0, version: 1 };
                let places = Places::of(panel, wanted);
                let all = [places.question, places.main, places.answers, places.details]
                    .into_iter()
                    .chain(places.chronicle)
                    .chain([places.way_out]);
                let all: Vec<Rect> = all.collect();
                assert!(
                    all.windows(2).all(|two| two[0].bottom() <= two[1].top() + 0.01),
                    "{all:?}"
                );
                assert_eq!((all[0].min, places.way_out.max), (panel.min, panel.max));
            }
        }
    }
}
