//! The toss of a coin, as the window shows it: the smallest form of battle there can be.

use super::battle_view::{BattleView, FormWords};
use super::history::TurnSample;
use super::table::{Table, TableContext};
use diadem_core::{Roll, Text};
use diadem_handoff::{self as war, Action, State, War};
use eframe::egui::Ui;

/// Nothing is in hand.
#[derive(Default)]
pub struct CoinLook;

/// The toss of a coin.
pub struct CoinView;

impl BattleView for CoinView {
    fn words(&self) -> FormWords {
        FormWords {
            place: "by a coin",
            always: "By the toss of a coin",
            about: "Heads or tails.",
            battle: "Toss of a coin",
        }
    }

    fn has_scenario(&self, _: &str) -> bool {
        false
    }

    fn battles_to_foretell(&self) -> u32 {
        20
    }

    fn field_ui(&self, _: &mut TableContext<'_>, ui: &mut Ui) {
        ui.label("A coin lies between the armies.");
    }

    fn answers_ui(&self, cx: &mut TableContext<'_>, ui: &mut Ui) {
        let is_row = |action: &Action| !cx.table.slots().holds(*action);
        for action in cx.table.actions().iter().copied().filter(is_row).collect::<Vec<_>>() {
            if ui.button(cx.table.war().action(cx.table.state(), action)).clicked() {
                cx.act(action);
            }
        }
    }

    fn watch_ui(&self, _: &mut TableContext<'_>, ui: &mut Ui) {
        ui.label("The coin is about to fall.");
    }

    fn hint(&self, _: war::Question) -> &'static str {
        "It is in the hands of the gods."
    }

    fn usual_answer(&self, table: &Table) -> Option<Action> {
        table.only_answer()
    }

    fn roll<'a>(&self, event: &'a war::Event) -> Option<&'a Roll> {
        match event {
            war::Event::Coin(_, tossed) => Some(&tossed.roll),
            _ => None,
        }
    }

    fn begins_turn(&self, _: &war::Event) -> bool {
        false
    }

    fn report_ui(&self, _: &mut TableContext<'_>, _: &Ui) {}

    fn sample(&self, _: &War, _: &State, _: [u16; 2]) -> Option<TurnSample> {
        None
    }
}
