//! Learn: a battle in a handful of guided steps. Cards tell what is going on and what to do now; the table
//! shows when it was done, and on hexes a pointer shows what to click.

mod coach;
mod granicus;
mod samarkand;

use super::command::{NewGame, Screen, UiCommand};
use super::seating::Seating;
use super::table::{Table, TableCommand, TableContext};
use super::theme;
use coach::{Aim, Sight};
use diadem_core::{Playable, Rule, Session};
use diadem_handoff::{self as war, War, WarSetup};
use eframe::egui::{Frame, Margin, Panel, RichText, Ui};

pub use coach::GuidePointer;

/// As high as a card below the field is.
const STRIP: f32 = 150.0;
/// As high as a window must be for the display with a card below it.
const HIGH_ENOUGH: f32 = 660.0;

/// A battle to learn by. Its dice are always the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lesson {
    /// On the tactical display.
    Granicus,
    /// On hexes.
    Samarkand,
}

impl Lesson {
    /// Every lesson, in the order in which they are offered.
    pub const ALL: [Lesson; 2] = [Lesson::Granicus, Lesson::Samarkand];

    /// The lesson that a game is, if it is one.
    pub fn of(session: &Session<War>) -> Option<Lesson> {
        let (setup, seed) = (session.game().setup_of(), session.dice().position().seed);
        Lesson::ALL
            .into_iter()
            .find(|lesson| lesson.scenario() == setup.scenario && lesson.seed() == seed)
    }

    const fn scenario(self) -> &'static str {
        match self {
            Lesson::Granicus => "granicus-display",
            Lesson::Samarkand => "samarkand",
        }
    }

    const fn seed(self) -> u64 {
        match self {
            Lesson::Granicus => 334,
            Lesson::Samarkand => 332,
        }
    }

    /// Who sits where: one person, on both sides.
    pub const fn seats(self) -> [&'static str; 2] {
        match self {
            Lesson::Granicus => ["You", "You, for the Persians"],
            Lesson::Samarkand => ["You", "You, for Spitamenes"],
        }
    }

    /// The battle as it begins.
    pub fn battle(self) -> NewGame {
        NewGame {
            setup: WarSetup::new(self.scenario(), []),
            seats: self.seats().map(String::from).to_vec(),
            seating: Seating::default(),
            seed: self.seed(),
        }
    }

    /// Every card, in the order of the lesson.
    pub const fn cards(self) -> &'static [Card] {
        match self {
            Lesson::Granicus => &granicus::CARDS,
            Lesson::Samarkand => &samarkand::CARDS,
        }
    }
}

/// One step of a lesson.
pub struct Card {
    /// Its title.
    pub title: &'static str,
    /// What is going on.
    pub text: &'static str,
    /// What to do now.
    pub task: &'static str,
    /// The rule it is about.
    pub rule: &'static str,
    /// On hexes: what it wants to see happen.
    aim: Option<Aim>,
    /// Whether it was done.
    is_done: fn(&Table) -> bool,
}

impl Card {
    /// The rule it is about.
    pub fn rule(&self) -> Option<Rule> {
        diadem_books::find(self.rule)
    }
}

/// Whoever explains the game: which card lies open, and what he points at.
pub struct Guide {
    lesson: Lesson,
    card: usize,
    pointer: Option<GuidePointer>,
}

impl Guide {
    /// A guide to a game, as far as it has gone.
    pub fn new(lesson: Lesson, table: &Table) -> Guide {
        let mut guide = Guide { lesson, card: 0, pointer: None };
        guide.look_at(table);
        guide
    }

    /// Turns cards whose task was done.
    pub fn look_at(&mut self, table: &Table) {
        let cards = self.lesson.cards();
        // A battle that ends early leaves only the last card.
        let is_over = table.outcome().is_some();
        while self.card + 1 < cards.len() && (is_over || (cards[self.card].is_done)(table)) {
            self.card += 1;
        }
        self.pointer = self.step().1.aim.and_then(|aim| points_at(table, aim));
    }

    /// Turns to the next card, whatever was done.
    pub fn turn_card(&mut self, table: &Table) {
        self.card = (self.card + 1).min(self.lesson.cards().len() - 1);
        self.look_at(table);
    }

    /// The card that lies open, and its number.
    pub fn step(&self) -> (usize, &'static Card) {
        let cards = self.lesson.cards();
        let at = self.card.min(cards.len() - 1);
        (at, &cards[at])
    }

    /// What to click, if he points at something.
    pub fn pointer(&self) -> Option<GuidePointer> {
        self.pointer
    }

    /// Whether the lesson is a battle on hexes.
    fn is_on_hexes(&self) -> bool {
        self.lesson == Lesson::Samarkand
    }

    /// Whether the lesson is over.
    pub fn is_over(&self) -> bool {
        self.card + 1 >= self.lesson.cards().len()
    }
}

/// What leads to the aim of a card, in a battle on hexes.
fn points_at(table: &Table, aim: Aim) -> Option<GuidePointer> {
    let (rules, state) = table.hexes()?;
    let war::Question::Hexes(question) = table.ask()?.question else { return None };
    let actions: Vec<_> = (table.actions().iter())
        .filter_map(|action| match *action {
            war::Action::Hexes(action) => Some(action),
            _ => None,
        })
        .collect();
    Sight { rules: &rules, state, question, actions: &actions }.advice(aim)
}

/// Whether the card lies below the field, where the panel has enough to tell: always on hexes, and on the display where
/// the window is high enough for both.
fn lies_below(guide: &Guide, ui: &Ui) -> bool {
    guide.is_on_hexes() || ui.ctx().content_rect().height() >= HIGH_ENOUGH
}

/// The open card of a lesson in the panel, where it has no room below the field.
pub fn card_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let Some(guide) = cx.table.guide().filter(|guide| !lies_below(guide, ui)) else { return };
    theme::lesson_frame(&cx.colors).show(ui, |ui| {
        ui.set_width(ui.available_width());
        telling_ui(guide, ui);
        ui.add_space(theme::NEAR);
        task_ui(cx, guide, ui);
    });
    ui.add_space(theme::NEAR);
}

/// The open card of a lesson, below the field.
pub fn strip_ui(cx: &mut TableContext<'_>, ui: &mut Ui) {
    let Some(guide) = cx.table.guide().filter(|guide| lies_below(guide, ui)) else { return };
    if let Some(GuidePointer::Unit(unit)) = guide.pointer()
        && cx.look.battles.hexes.looks_at(unit)
    {
        cx.ask(UiCommand::Table(TableCommand::TurnCard));
    }
    let frame = Frame::NONE.fill(cx.colors.panel).inner_margin(Margin::symmetric(20, 10));
    Panel::bottom("lesson")
        .exact_size(STRIP)
        .resizable(false)
        .show_separator_line(false)
        .frame(frame)
        .show(ui, |ui| {
            let wide = ui.available_width();
            ui.horizontal_top(|ui| {
                ui.vertical(|ui| {
                    ui.set_width(wide * 0.6);
                    telling_ui(guide, ui);
                });
                ui.separator();
                ui.vertical(|ui| task_ui(cx, guide, ui));
            });
        });
}

/// What is going on.
fn telling_ui(guide: &Guide, ui: &mut Ui) {
    let (at, card) = guide.step();
    let number = format!("Lesson {} of {}", at + 1, guide.lesson.cards().len());
    ui.label(RichText::new(number).small().weak());
    ui.label(RichText::new(card.title).font(theme::book(21.0)));
    ui.label(card.text);
}

/// What to do now, and the ways on.
fn task_ui(cx: &mut TableContext<'_>, guide: &Guide, ui: &mut Ui) {
    let (_, card) = guide.step();
    ui.label(RichText::new(card.task).font(theme::strong(16.0)));
    ui.add_space(theme::NEAR);
    ui.horizontal_wrapped(|ui| {
        if guide.is_over() {
            if ui.add(theme::strong_button(&cx.colors, "New campaign")).clicked() {
                cx.ask(UiCommand::Go(Screen::NewGame));
            }
        } else if ui.button("Skip this card").clicked() {
            cx.ask(UiCommand::Table(TableCommand::TurnCard));
        }
        if ui.button("No more cards").clicked() {
            cx.ask(UiCommand::Table(TableCommand::PutCardsAway));
        }
        if let Some(rule) = card.rule()
            && ui.button(RichText::new(card.rule).small().weak()).clicked()
        {
            cx.ask(UiCommand::ShowRule(rule));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use diadem_core::Chance;
    use diadem_hexes::{Action, Question};

    #[test]
    fn every_card_is_about_a_rule() {
        for card in Lesson::ALL.iter().flat_map(|lesson| lesson.cards()) {
            assert!(card.rule().is_some(), "{}", card.rule);
        }
    }

    #[test]
    fn a_lesson_comes_to_its_end_card_by_card() {
        for lesson in Lesson::ALL {
            let mut table = Table::begin(&lesson.battle(), None).unwrap().with_guide(lesson);
            assert_eq!(Lesson::of(table.session()), Some(lesson));
            let mut luck = Chance::new(1);
            let mut seen = vec![0];
            while table.outcome().is_none() {
                let choice = luck.below(table.actions().len() as u32) as usize;
                let action = table.actions()[choice];
                table.perform(TableCommand::Act(action));
                table.perform(TableCommand::LiftCurtain);
                let (at, _) = table.guide().unwrap().step();
                if seen.last() != Some(&at) {
                    seen.push(at);
                }
            }
            assert!(table.guide().unwrap().is_over());
            assert!(seen.len() >= 6, "most cards were seen by themselves: {seen:?}");
            assert!(seen.is_sorted(), "{seen:?}");
        }
    }

    #[test]
    fn whoever_follows_the_pointer_sees_every_card_in_its_order() {
        let lesson = Lesson::Samarkand;
        let mut table = Table::begin(&lesson.battle(), None).unwrap().with_guide(lesson);
        let mut seen = vec![0];
        let mut plies = 0;
        while table.outcome().is_none() {
            let war::Question::Hexes(question) = table.ask().unwrap().question else { panic!() };
            match (table.guide().unwrap().pointer().unwrap(), question) {
                (GuidePointer::Unit(_), _) => table.perform(TableCommand::TurnCard),
                (GuidePointer::Answer(action), _) => {
                    table.perform(TableCommand::Act(war::Action::Hexes(action)));
                }
                (GuidePointer::Hex(hex), Question::Move(unit)) => {
                    let (rules, state) = table.hexes().unwrap();
                    let outlook = rules.outlook(state);
                    let fits = |arrival: &diadem_hexes::Arrival| {
                        arrival.may_stop
                            && rules.hexes_standing(unit, arrival.placement).contains(&hex)
                    };
                    let end = (1..outlook.arrivals.len())
                        .filter(|&at| fits(&outlook.arrivals[at]))
                        .min_by_key(|&at| (outlook.arrivals[at].spent, outlook.arrivals[at].hits));
                    let first = Action::Go(outlook.path(end.unwrap())[0]);
                    table.perform(TableCommand::Act(war::Action::Hexes(first)));
                }
                (GuidePointer::Hex(hex), _) => panic!("nobody moves to {hex}"),
            }
            assert!(table.refusal().is_none());
            let (at, _) = table.guide().unwrap().step();
            if seen.last() != Some(&at) {
                seen.push(at);
            }
            plies += 1;
            assert!(plies < 2000, "{seen:?}");
        }
        assert_eq!(seen, (0..lesson.cards().len()).collect::<Vec<_>>());
    }
}
