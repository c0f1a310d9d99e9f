//! What the battle on hexes says of itself.

use super::{
    DonePlace, bar, battle_losses, done_place, drawing_up, guide_pointer, hints, offer, report,
    sample, switches, usual,
};
use crate::window::battle_view::{BattleView, FormWords, Mover};
use crate::window::command::UiCommand;
use crate::window::history::TurnSample;
use crate::window::table::{SlotAnswer, Table, TableContext};
use diadem_campaign::ids::ProvinceId;
use diadem_core::Roll;
use diadem_handoff::{self as war, State, War, WarSetup};
use diadem_hexes::{Action, Event, Hexes, OrdersLeft, Wasted};
use eframe::egui::{Response, Ui};

/// The battle on hexes.
pub struct HexesView;

/// Orders that would be given away, in words.
fn unspent_words(left: OrdersLeft) -> String {
    match left {
        OrdersLeft::Orders(1) => "One order is left.".to_owned(),
        OrdersLeft::Orders(orders) => format!("{orders} orders are left."),
        OrdersLeft::OfLine(1) => "One unit of the line has not gone yet.".to_owned(),
        OrdersLeft::OfLine(units) => format!("{units} units of the line have not gone yet."),
    }
}

/// Why an answer could do nothing, in words.
fn wasted_words(wasted: Wasted) -> String {
    match wasted {
        Wasted::NowhereToGo(why) => {
            format!(
                "It would cost an order and do nothing: the unit can neither move, turn nor fire. {why}"
            )
        }
        Wasted::NoChance => "It could not succeed, whatever the die shows.".to_owned(),
    }
}

/// "No more", if it is listed and its place is this one.
fn done_in(table: &Table, place: DonePlace) -> Option<war::Action> {
    let war::Question::Hexes(question) = table.ask()?.question else { return None };
    let (_, state) = table.hexes()?;
    let done = table.listed(war::Action::Hexes(Action::Done));
    done.filter(|_| done_place(state, question) == place)
}

impl BattleView for HexesView {
    fn words(&self) -> FormWords {
        FormWords {
            place: "on a hex map",
            always: "On a hex map",
            about: "By the rules of the Great Battles; an evening each.",
            battle: "Battle on hexes",
        }
    }

    fn has_scenario(&self, id: &str) -> bool {
        Hexes::is_scenario(id)
    }

    fn switches_ui(&self, chosen: &mut WarSetup, commands: &mut Vec<UiCommand>, ui: &mut Ui) {
        switches::switches_ui(chosen, commands, ui);
    }

    fn take_switches(&self, chosen: &WarSetup, into: &mut WarSetup) {
        into.hexes = chosen.hexes;
    }

    fn offer_ui(&self, cx: &TableContext<'_>, ui: &mut Ui) {
        offer::offer_ui(cx, ui);
    }

    /// One takes a hundred times as long as on the display.
    fn battles_to_foretell(&self) -> u32 {
        40
    }

    fn field_ui(&self, cx: &mut TableContext<'_>, ui: &mut Ui) {
        super::field_ui(cx, ui);
    }

    fn answers_ui(&self, cx: &mut TableContext<'_>, ui: &mut Ui) {
        if cx.table.is_before_battle() {
            drawing_up::answers_ui(cx, ui);
        } else {
            super::answers_ui(cx, ui);
        }
    }

    fn details_ui(&self, cx: &mut TableContext<'_>, ui: &mut Ui) {
        if cx.table.is_before_battle() {
            drawing_up::details_ui(cx, ui);
        } else {
            super::details_ui(cx, ui);
        }
    }

    fn watch_ui(&self, cx: &mut TableContext<'_>, ui: &mut Ui) {
        if cx.table.is_before_battle() {
            offer::offer_ui(cx, ui);
        } else {
            super::watch_ui(cx, ui);
        }
    }

    fn main_answer(&self, table: &Table) -> Option<SlotAnswer> {
        Some(SlotAnswer::of(table, done_in(table, DonePlace::Main)?))
    }

    fn way_out(&self, table: &Table, _: war::Question) -> Option<war::Action> {
        let drawn_up = table.listed(war::Action::Draw(war::Draw::Done));
        drawn_up.or_else(|| done_in(table, DonePlace::WayOut))
    }

    fn unspent(&self, table: &Table) -> Vec<String> {
        let gives = |action: &war::Action| matches!(action, war::Action::Hexes(action) if *action != Action::Done);
        if !table.actions().iter().any(gives) {
            return Vec::new();
        }
        let orders_left = table.hexes().and_then(|(rules, state)| rules.orders_left(state));
        orders_left.map(unspent_words).into_iter().collect()
    }

    fn danger(&self, table: &Table, action: war::Action) -> Option<String> {
        let war::Action::Hexes(action) = action else { return None };
        let (rules, state) = table.hexes()?;
        rules.wasted(state, action).map(wasted_words)
    }

    fn mark_answer(&self, cx: &TableContext<'_>, action: war::Action, at: &Response, ui: &Ui) {
        if let war::Action::Hexes(action) = action {
            guide_pointer::mark(cx, action, at, ui);
        }
    }

    fn bar_ui(&self, cx: &TableContext<'_>, ui: &mut Ui) {
        bar::bar_ui(cx, ui);
    }

    fn hint(&self, question: war::Question) -> &'static str {
        match question {
            war::Question::Hexes(question) => hints::hint(question),
            war::Question::Draw => drawing_up::HINT,
            _ => "",
        }
    }

    fn usual_answer(&self, table: &Table) -> Option<war::Action> {
        usual::answer(table)
    }

    /// Markers are nowhere shown; only laying them is nobody else's business.
    fn could_betray(&self) -> bool {
        false
    }

    fn pause(&self, action: war::Action) -> Option<[f64; 2]> {
        // One step of many: a counter slides on without a halt.
        matches!(action, war::Action::Hexes(Action::Go(_))).then_some([0.12, 0.24])
    }

    fn roll<'a>(&self, event: &'a war::Event) -> Option<&'a Roll> {
        match event {
            war::Event::Hexes(_, event) => event.roll(),
            _ => None,
        }
    }

    fn mover(&self, event: &war::Event) -> Option<Mover> {
        match event {
            war::Event::Hexes(_, Event::Entered(unit, ..)) => Some(Mover::Unit(unit.index())),
            war::Event::Hexes(_, Event::Rode(leader, ..)) => Some(Mover::Leader(leader.index())),
            _ => None,
        }
    }

    fn begins_turn(&self, event: &war::Event) -> bool {
        matches!(event, war::Event::Hexes(_, Event::Turn(_)))
    }

    fn report_ui(&self, cx: &mut TableContext<'_>, ui: &Ui) {
        report::report_ui(cx, ui);
    }

    fn changes_map(&self, table: &Table, line: usize) -> Option<ProvinceId> {
        battle_losses::ended_at(table, line).map(|ended| ended.province)
    }

    fn changes_ui(&self, cx: &mut TableContext<'_>, ui: &mut Ui) {
        battle_losses::changes_ui(cx, ui);
    }

    fn changed_provinces(&self, table: &Table) -> Vec<ProvinceId> {
        battle_losses::marked_provinces(table)
    }

    fn sample(&self, war: &War, state: &State, _lost: [u16; 2]) -> Option<TurnSample> {
        sample::turn(war, state)
    }

    fn chart_titles(&self) -> [&'static str; 2] {
        ["Units in good order", "Rout points"]
    }
}
