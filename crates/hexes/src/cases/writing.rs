//! A position as a case writes it.

use super::actions::formation_words;
use super::facts::{engine_deed, engine_mode, mark, supply};
use crate::command::activation::{Tenure, TenureKind};
use crate::command::orders::OrderMode;
use crate::engine::hexes::Hexes;
use crate::engine::state::{Arranged, Leader, Place, Readiness, State, Unit};
use crate::engine::steps::Step;
use crate::missiles::artillery::Engines;
use crate::model::order_of_battle::{LeaderId, UnitId, UnitSet};
use std::fmt::Write;

/// The position of a battle that comes with the program as the `[position]` of a case: what differs from
/// its beginning, and what is under way as far as there are words for it.
pub fn position_words(game: &Hexes, scenario: &str, state: &State) -> String {
    let writer = Writer { game, beginning: game.beginning(), state };
    let mut text = String::from("\n[position]\n");
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(text, "{key} = {value}");
    };
    line("battle", &quoted(scenario));
    line("turn", &state.turn.to_string());
    let switches = writer.switches();
    if !switches.is_empty() {
        line("switches", &list(&switches));
    }
    for (key, value) in writer.under_way() {
        line(key, &value);
    }
    writer.table(&mut text, "units", game.units().filter_map(|unit| writer.unit(unit)));
    writer.table(&mut text, "leaders", game.leaders().filter_map(|leader| writer.leader(leader)));
    text
}

pub(super) struct Writer<'a> {
    pub(super) game: &'a Hexes,
    beginning: State,
    pub(super) state: &'a State,
}

/// The keys and values of a small table.
pub(super) struct Entry(String);

impl Entry {
    pub(super) fn of(key: &str, value: &str) -> Entry {
        Entry(format!("{key} = {value}"))
    }
    pub(super) fn add(&mut self, key: &str, value: &str) {
        let _ = write!(self.0, ", {key} = {value}");
    }
    pub(super) fn flag(&mut self, key: &str, on: bool) {
        if on {
            self.add(key, "true");
        }
    }
    pub(super) fn number(&mut self, key: &str, number: u8) {
        if number > 0 {
            self.add(key, &number.to_string());
        }
    }
    pub(super) fn in_braces(self) -> String {
        format!("{{ {} }}", self.0)
    }
}

pub(super) fn quoted(text: &str) -> String {
    format!("{text:?}")
}

pub(super) fn list(words: &[String]) -> String {
    format!("[{}]", words.join(", "))
}

impl Writer<'_> {
    fn table(&self, text: &mut String, key: &str, entries: impl Iterator<Item = Entry>) {
        let lines: Vec<String> = entries.map(|Entry(entry)| format!("  {{ {entry} }},")).collect();
        if !lines.is_empty() {
            let _ = writeln!(text, "{key} = [\n{}\n]", lines.join("\n"));
        }
    }

    fn switches(&self) -> Vec<String> {
        let on = self.game.switches();
        let all = [
            ("elite_initiative", on.elite_initiative),
            ("elite_roll", on.elite_roll),
            ("contingents", on.contingents),
            ("few_contingents", on.few_contingents),
            ("inertia", on.inertia),
            ("drift", on.drift),
            ("engaged", on.engaged),
            ("charge", on.charge),
            ("fourth_edition", on.fourth_edition),
        ];
        all.iter().filter(|(_, on)| *on).map(|(name, _)| quoted(name)).collect()
    }

    pub(super) fn unit_word(&self, unit: UnitId) -> String {
        let troops = self.game.troops(unit);
        let alike = self.game.battle().units.iter().filter(|one| one.name == troops.name).count();
        quoted(if alike == 1 { &troops.name } else { &troops.id })
    }

    pub(super) fn leader_word(&self, leader: LeaderId) -> String {
        quoted(&self.game.commander(leader).name)
    }

    pub(super) fn units(&self, units: UnitSet) -> String {
        list(&units.iter().map(|unit| self.unit_word(unit)).collect::<Vec<_>>())
    }

    fn unit(&self, unit: UnitId) -> Option<Entry> {
        let (was, now): (&Unit, &Unit) = (self.beginning.unit(unit), self.state.unit(unit));
        if was == now {
            return None;
        }
        let mut entry = Entry::of("unit", &self.unit_word(unit));
        match now.place {
            Place::Eliminated => entry.add("is", "\"eliminated\""),
            Place::RanOff => entry.add("is", "\"ran_off\""),
            Place::Left => entry.add("is", "\"left\""),
            Place::On(_) => {
                let hexes = self.game.hexes_of(self.state, unit);
                let words: Vec<String> = hexes.iter().map(|hex| quoted(&hex.to_string())).collect();
                match words.as_slice() {
                    [one] => entry.add("hex", one),
                    many => entry.add("hex", &list(many)),
                }
                entry.add("facing", &quoted(now.facing.code()));
            }
        }
        if now.formation != was.formation {
            entry.add("formation", &quoted(&formation_words(now.formation)));
        }
        entry.number("hits", now.hits);
        entry.flag("routed", now.routed);
        entry.flag("rallied", now.rallied);
        entry.flag("moved", now.moved);
        entry.flag("ordered", now.ordered);
        entry.flag("turned", now.turned);
        entry.flag("engaged", now.engaged);
        entry.number("run_up", now.run_up);
        if let Some(front) = now.behind {
            entry.add("behind", &self.unit_word(front));
        }
        if now.mark != was.mark {
            entry.add("mark", &quoted(mark(now.mark)));
        }
        if now.missiles != was.missiles {
            entry.add("missiles", &quoted(supply(now.missiles)));
        }
        if now.screen != was.screen {
            entry.add("screen_missiles", &quoted(supply(now.screen)));
        }
        if now.engine.mode != was.engine.mode {
            entry.add("mode", &quoted(engine_mode(now.engine.mode)));
        }
        entry.number("active_shots", now.engine.active);
        entry.number("reaction_shots", now.engine.reactions);
        if now.engine.deed != was.engine.deed {
            entry.add("deed", &quoted(engine_deed(now.engine.deed)));
        }
        Some(entry)
    }

    fn leader(&self, leader: LeaderId) -> Option<Entry> {
        let (was, now): (&Leader, &Leader) =
            (self.beginning.leader(leader), self.state.leader(leader));
        if was == now {
            return None;
        }
        let mut entry = Entry::of("leader", &self.leader_word(leader));
        match (now.at, now.fled, now.captured) {
            (Some(hex), ..) => entry.add("hex", &quoted(&hex.to_string())),
            (None, true, _) => entry.add("is", "\"fled\""),
            (None, false, true) => entry.add("is", "\"captured\""),
            (None, false, false) => entry.add("is", "\"lost\""),
        }
        match now.readiness {
            Readiness::Inactive => {}
            Readiness::Waiting => entry.add("readiness", "\"waiting\""),
            Readiness::Finished => entry.add("readiness", "\"finished\""),
        }
        entry.number("wound", now.wound);
        entry.flag("no_momentum", now.no_momentum);
        entry.number("spent", now.spent);
        entry.flag("sent", now.sent);
        if !now.rallied.is_empty() {
            entry.add("rallied", &self.units(now.rallied));
        }
        match now.arranged {
            Arranged::No | Arranged::Hidden => {}
            Arranged::Blank => entry.add("arranged", "\"blank\""),
            Arranged::Secretly => entry.add("arranged", "\"secretly\""),
            Arranged::Openly => entry.add("arranged", "\"openly\""),
        }
        Some(entry)
    }

    pub(super) fn tenure(&self, tenure: Tenure) -> Entry {
        let mut entry = Entry::of("leader", &self.leader_word(tenure.leader));
        let kind = match tenure.kind {
            TenureKind::Initial => "initial",
            TenureKind::Momentum => "momentum",
            TenureKind::Elite => "elite",
            TenureKind::Reactivated => "reactivated",
        };
        entry.add("kind", &quoted(kind));
        entry.add("nth", &tenure.nth.to_string());
        entry.flag("line_before", tenure.line_before);
        entry.flag("through_overall", tenure.through_overall);
        entry.flag("must_act", tenure.must_act);
        entry.flag("fought", tenure.fought);
        entry
    }

    /// The command, the orders, the move and the shock under way.
    fn under_way(&self) -> Vec<(&'static str, String)> {
        let word = |step: &Step| match step {
            Step::Command(choice) => Some(("command", self.tenure(choice.0).in_braces())),
            Step::Momentum(momentum) => Some(("momentum", self.tenure(momentum.0).in_braces())),
            Step::Move(movement) => {
                let mut entry = Entry::of("unit", &self.unit_word(movement.unit));
                entry.number("spent", movement.spent);
                entry.flag("fast", movement.fast);
                entry.flag("fire_only", movement.fire_only);
                Some(("moving", entry.in_braces()))
            }
            Step::Rampage(rampage) => {
                let unit = self.unit_word(rampage.unit);
                Some(("rampage", super::rampage::words(self.game, rampage, &unit)))
            }
            Step::Engines(Engines { at: Some(unit), .. }) => {
                Some(("engines", self.unit_word(*unit)))
            }
            _ => None,
        };
        let orders = self.orders().map(|entry| ("orders", entry.in_braces()));
        let shock = super::shock::words(self).map(|words| ("shock", words));
        let others = self.state.steps.iter().filter_map(word);
        orders.into_iter().chain(shock).chain(others).collect()
    }

    /// The orders being given; a contingent commander's together with those of his superior, which wait
    /// below (5.65).
    fn orders(&self) -> Option<Entry> {
        let mut given = self.state.steps.iter().filter_map(|step| match step {
            Step::Orders(orders) => Some(orders),
            _ => None,
        });
        let first = given.next()?;
        let mut entry = self.tenure(first.tenure);
        if let OrderMode::Individual(left) = first.mode {
            entry.add("left", &left.to_string());
        }
        let contingent = given.next();
        if let Some(his) = contingent {
            entry.add("contingent", &self.leader_word(his.tenure.leader));
        }
        let (of_units, line) = contingent.map_or(("line", first), |his| ("units", his));
        match line.mode {
            OrderMode::Individual(_) => {}
            OrderMode::NameLine => entry.flag("name_line", true),
            OrderMode::Line { units, moves } => {
                entry.add(of_units, &self.units(units));
                entry.add("moves", &moves.to_string());
            }
        }
        Some(entry)
    }
}
