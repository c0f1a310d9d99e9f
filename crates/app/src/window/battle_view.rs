//! How a form of battle is shown: what every form says of itself, and the one list of them.
//!
//! Invariant: nothing outside this list and the forms' own folders asks in which form a battle is fought. The
//! table asks [`Table::view`] for the view in charge, or [`views`] for every one.

#[cfg(feature = "coin")]
use super::coin::{CoinLook, CoinView};
use super::command::UiCommand;
use super::display::{DisplayLook, DisplayView};
use super::hexes::{HexesLook, HexesView};
use super::history::TurnSample;
use super::screens::new_game::basic_rules_ui;
use super::screens::statistics::IN_STEPS;
use super::table::{SlotAnswer, Table, TableContext, bar};
use diadem_campaign::ids::ProvinceId;
use diadem_core::{Roll, Text};
use diadem_handoff::{Action, Event, Form, Question, State, War, WarSetup};
use eframe::egui::{Response, Ui};

/// Makes the views and looks of every form from a list of them. The name of a form is that of its variant in
/// [`Form`], [`Question`], [`Action`] and [`Event`].
macro_rules! battle_views {
    ($($(#[$if:meta])* $form:ident: $view:ident, $look:ident: $Look:ty;)+) => {
        /// How the player looks at battles of every form.
        #[derive(Default)]
        pub struct BattleLooks {
            $(
                /// At battles of this form.
                $(#[$if])*
                pub $look: $Look,
            )+
        }

        /// The view of a form.
        pub fn view(form: Form) -> &'static dyn BattleView {
            match form {
                $($(#[$if])* Form::$form => &$view,)+
            }
        }

        /// The view of the form that asks this, if it is asked in a battle.
        pub fn view_of_question(question: Question) -> Option<&'static dyn BattleView> {
            match question {
                $($(#[$if])* Question::$form(..) => Some(&$view),)+
                Question::Campaign(_) | Question::Form | Question::Draw => None,
            }
        }

        /// The view of the form in which this is done, if it is done in a battle.
        pub fn view_of_action(action: Action) -> Option<&'static dyn BattleView> {
            match action {
                $($(#[$if])* Action::$form(..) => Some(&$view),)+
                Action::Campaign(_) | Action::Choose(_) | Action::Draw(_) => None,
            }
        }

        /// The view of the form in which this happened, if it happened in a battle.
        pub fn view_of_event(event: &Event) -> Option<&'static dyn BattleView> {
            match event {
                $($(#[$if])* Event::$form(..) => Some(&$view),)+
                Event::Campaign(_)
                | Event::Chosen { .. }
                | Event::Drawn(_)
                | Event::Home(_)
                | Event::Unfought(_) => None,
            }
        }
    };
}

battle_views! {
    Display: DisplayView, display: DisplayLook;
    Hexes: HexesView, hexes: HexesLook;
    #[cfg(feature = "coin")]
    Coin: CoinView, coin: CoinLook;
}

/// Every view, in the order in which the forms are offered.
pub fn views() -> impl Iterator<Item = &'static dyn BattleView> {
    Form::ALL.iter().copied().map(view)
}

/// What happened, in words.
pub fn event_words(war: &War, event: &Event) -> String {
    let of_view = view_of_event(event).and_then(|view| view.event_words(event));
    of_view.unwrap_or_else(|| war.event(event))
}

/// What a form of battle is called.
#[derive(Clone, Copy, Debug)]
pub struct FormWords {
    /// Where it is fought, within a sentence: `on the display`.
    pub place: &'static str,
    /// The same where all battles of a campaign are fought so: `On the tactical display`.
    pub always: &'static str,
    /// What such battles are like, in a line.
    pub about: &'static str,
    /// A battle by itself: `Battle on the display`.
    pub battle: &'static str,
}

/// Somebody who goes over a field step by step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// A unit, by the number that its form gives it.
    Unit(usize),
    /// A leader.
    Leader(usize),
}

/// How a form of battle is shown.
pub trait BattleView: Sync {
    /// What it is called.
    fn words(&self) -> FormWords;

    // Before it is played.

    /// Whether this is a battle of this form by itself.
    fn has_scenario(&self, id: &str) -> bool;

    /// The optional rules of a battle by itself, to be chosen.
    fn switches_ui(&self, _chosen: &mut WarSetup, _commands: &mut Vec<UiCommand>, ui: &mut Ui) {
        basic_rules_ui(ui);
    }

    /// Takes over whatever optional rules were chosen for this form.
    fn take_switches(&self, _chosen: &WarSetup, _into: &mut WarSetup) {}

    // Before it is fought.

    /// What both sides may know of a battle in this form before they choose one.
    fn offer_ui(&self, _cx: &TableContext<'_>, _ui: &mut Ui) {}

    /// Whether it has begun, but only so far that it can still be foretold.
    fn can_be_foretold(&self, _table: &Table) -> bool {
        false
    }

    /// How many battles are fought to foretell one.
    fn battles_to_foretell(&self) -> u32;

    /// The usual next answer while armies are set up; nothing once they stand.
    fn usual_set_up(&self, _table: &Table) -> Option<Action> {
        None
    }

    // While it is fought.

    /// The field with everybody on it.
    fn field_ui(&self, cx: &mut TableContext<'_>, ui: &mut Ui);

    /// The answers to the present question, but for those that have a place of their own.
    fn answers_ui(&self, cx: &mut TableContext<'_>, ui: &mut Ui);

    /// What is known about them: how they would go, what was rolled. It may change under the pointer.
    fn details_ui(&self, _cx: &mut TableContext<'_>, _ui: &mut Ui) {}

    /// What the panel shows while the computer decides.
    fn watch_ui(&self, cx: &mut TableContext<'_>, ui: &mut Ui);

    /// What one mostly does about the present question: the strong button on top.
    fn main_answer(&self, table: &Table) -> Option<SlotAnswer> {
        Some(SlotAnswer::of(table, self.usual_answer(table)?))
    }

    /// What ends the phase, and not only what one unit does: the button at the foot, alone.
    fn way_out(&self, _table: &Table, _question: Question) -> Option<Action> {
        None
    }

    /// What would be given away by the way out, a line each.
    fn unspent(&self, _table: &Table) -> Vec<String> {
        Vec::new()
    }

    /// What is dangerous or in vain about an answer, if something is: it is asked once more.
    fn danger(&self, _table: &Table, _action: Action) -> Option<String> {
        None
    }

    /// Marks an answer that has a place of its own, where a guide points at it.
    fn mark_answer(&self, _cx: &TableContext<'_>, _action: Action, _at: &Response, _ui: &Ui) {}

    /// Whether the panel has room for a province that is looked at.
    fn has_room_for_province(&self) -> bool {
        true
    }

    /// How far it has come, in the bar at the top.
    fn bar_ui(&self, cx: &TableContext<'_>, ui: &mut Ui) {
        bar::phases_ui(cx, ui);
    }

    /// What is asked, where what is in hand makes that clearer than the question alone.
    fn title(&self, _table: &Table, _looks: &BattleLooks) -> Option<String> {
        None
    }

    /// What to do about a question, in a line.
    fn hint(&self, question: Question) -> &'static str;

    /// The answer that is sure to be meant: what one key does without asking anybody.
    fn usual_answer(&self, table: &Table) -> Option<Action>;

    /// What an answer means just now, where its own words do not say it.
    fn meaning(&self, _question: Question, _action: Action) -> Option<&'static str> {
        None
    }

    /// Whether the field could show something that is not meant for whoever sits down next.
    fn could_betray(&self) -> bool {
        true
    }

    /// How long something done is looked at, in seconds: at a brisk pace and when it is watched; nothing where
    /// that is as usual.
    fn pause(&self, _action: Action) -> Option<[f64; 2]> {
        None
    }

    /// Whether those who were beaten in a battle of the campaign are pursued in this form.
    fn is_for_pursuit(&self) -> bool {
        false
    }

    // What happened in it.

    /// The die that decided an event, if one was rolled.
    fn roll<'a>(&self, event: &'a Event) -> Option<&'a Roll>;

    /// What happened, where its own words do not say enough.
    fn event_words(&self, _event: &Event) -> Option<String> {
        None
    }

    /// Who goes on by a step: of a way only its end is told.
    fn mover(&self, _event: &Event) -> Option<Mover> {
        None
    }

    /// Whether a round or a turn begins with this.
    fn begins_turn(&self, event: &Event) -> bool;

    // Once it is over.

    /// The report of a battle of this form, if that is what waits to be read; over everything.
    fn report_ui(&self, cx: &mut TableContext<'_>, ui: &Ui);

    /// Where the battle was fought whose report this line of the chronicle was, if the map then shows what it has
    /// changed.
    fn changes_map(&self, _table: &Table, _line: usize) -> Option<ProvinceId> {
        None
    }

    /// What the battle that has just ended has changed, beside the map.
    fn changes_ui(&self, _cx: &mut TableContext<'_>, _ui: &mut Ui) {}

    /// Where on the map it has changed something.
    fn changed_provinces(&self, _table: &Table) -> Vec<ProvinceId> {
        Vec::new()
    }

    // The course of a battle by itself.

    /// What is counted of it now; with the steps lost so far, where they are what is lost.
    fn sample(&self, war: &War, state: &State, lost: [u16; 2]) -> Option<TurnSample>;

    /// The steps of both sides, where losses are counted in steps.
    fn steps(&self, _war: &War, _state: &State) -> [u16; 2] {
        [0; 2]
    }

    /// What the charts of strength and of losses count.
    fn chart_titles(&self) -> [&'static str; 2] {
        IN_STEPS
    }
}
