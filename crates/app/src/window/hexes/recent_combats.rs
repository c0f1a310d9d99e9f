//! What has just been fought: the combats that the last answer brought about, each with how it added up and
//! what the die made of it.

use super::breakdown::{breakdown_ui, names};
use crate::window::table::rows::{line, title};
use crate::window::table::{Table, TableContext};
use diadem_core::{Cause, Roll};
use diadem_handoff as war;
use diadem_hexes::shock::{Breakdown, ShockHits};
use diadem_hexes::{Event, Hexes};
use eframe::egui::{CollapsingHeader, TextStyle, TextWrapMode, Ui, WidgetText};

/// Shows the combats since the last answer that somebody chose; for a learner the first lies open.
pub(super) fn recent_combats_ui(cx: &TableContext<'_>, rules: &Hexes, ui: &mut Ui) {
    let learns = cx.table.guide().is_some();
    for (at, (shown, roll, hits)) in recent_combats(cx.table).into_iter().enumerate() {
        let (attackers, defenders) = (shown.combat.attackers, shown.combat.defenders);
        let whom = names(rules, defenders);
        let words = format!("Just fought: {whom}, {} to {}", hits.defenders, hits.attackers);
        // A header does not wrap: one that is too long would push the whole panel aside.
        let width = ui.available_width() - ui.spacing().indent - ui.spacing().item_spacing.x;
        let wrap = Some(TextWrapMode::Truncate);
        let words = WidgetText::from(words).into_galley(ui, wrap, width, TextStyle::Button);
        // Each its own, so that one which was shut does not shut those of the next segment.
        let id = (cx.table.session().log().len(), at);
        let header = CollapsingHeader::new(WidgetText::Galley(words))
            .id_salt(id)
            .default_open(learns && at == 0);
        header.show(ui, |ui| {
            let who = format!("{} on {}", names(rules, attackers), names(rules, defenders));
            title(ui, &who);
            breakdown_ui(cx, rules, shown, ui);
            title(ui, &format!("The die: {}", roll.result()));
            line(ui, "Hits on the defenders", &hits.defenders.to_string(), None);
            line(ui, "Hits on the attackers", &hits.attackers.to_string(), None);
        });
    }
}

/// The combats since the last answer that somebody chose.
fn recent_combats(table: &Table) -> Vec<(&Breakdown, &Roll, ShockHits)> {
    let log = table.session().log();
    let since = log.iter().rposition(|entry| entry.cause == Cause::Chosen).unwrap_or(0);
    let lines = table.session().whole_chronicle().iter().rev();
    let news = lines.take_while(|line| line.entry as usize >= since);
    let mut combats: Vec<_> = news
        .filter_map(|line| match &line.event {
            war::Event::Hexes(_, Event::Struggle { breakdown, roll, hits }) => {
                Some((&**breakdown, roll, *hits))
            }
            _ => None,
        })
        .collect();
    combats.reverse();
    combats
}
