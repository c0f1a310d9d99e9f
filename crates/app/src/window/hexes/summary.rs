//! What the last turn has brought, told when the next one begins.

use crate::window::table::rows::{line, title};
use crate::window::table::{Table, TableContext};
use diadem_core::Camp;
use diadem_handoff as war;
use diadem_hexes::{Event, Hexes, UnitId};
use eframe::egui::Ui;

/// What a turn has brought one army.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Turn {
    hits: u32,
    routed: u32,
    rallied: u32,
    lost: u32,
}

/// Shows what the last turn has brought, until the first leader of this one is activated.
pub(super) fn summary_ui(cx: &TableContext<'_>, rules: &Hexes, ui: &mut Ui) {
    let Some((turn, armies)) = last_turn(cx.table, rules) else { return };
    title(ui, &format!("Turn {turn} has brought"));
    for (army, told) in Camp::BOTH.into_iter().zip(armies) {
        line(ui, rules.army_name(army), &words(told), None);
    }
}

/// The turn that has just ended, and what it brought both armies; nothing once the new one is under way.
fn last_turn(table: &Table, rules: &Hexes) -> Option<(u8, [Turn; 2])> {
    let mut turns = [Turn::default(); 2];
    let mut begun = None;
    for told in table.session().whole_chronicle().iter().rev() {
        // Before the battle.
        let war::Event::Hexes(_, event) = &told.event else { break };
        let of = |unit: UnitId| rules.camp(unit).index();
        match *event {
            // In a battle of its own the first turn is not announced; in a campaign's it is, and nothing was before it.
            Event::Turn(_) if begun.is_some() => break,
            Event::Turn(1) => return None,
            Event::Turn(turn) => begun = Some(turn),
            Event::Activated(..) if begun.is_none() => return None,
            _ if begun.is_none() => {}
            Event::Hit { unit, hits, .. } => turns[of(unit)].hits += u32::from(hits),
            Event::Routs(unit, _) => turns[of(unit)].routed += 1,
            Event::Rallied(unit, ..) => turns[of(unit)].rallied += 1,
            Event::Eliminated(unit, _) => turns[of(unit)].lost += 1,
            _ => {}
        }
    }
    begun.map(|turn| (turn.saturating_sub(1), turns))
}

fn words(told: Turn) -> String {
    let counts = [
        (told.hits, "hits"),
        (told.routed, "routed"),
        (told.rallied, "rallied"),
        (told.lost, "lost"),
    ];
    let counts = counts.iter().filter(|count| count.0 > 0);
    let counts: Vec<String> = counts.map(|(count, what)| format!("{count} {what}")).collect();
    if counts.is_empty() { "nothing".to_owned() } else { counts.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_did_not_happen_is_not_told() {
        assert_eq!(words(Turn::default()), "nothing");
        let told = Turn { hits: 7, routed: 2, rallied: 0, lost: 1 };
        assert_eq!(words(told), "7 hits, 2 routed, 1 lost");
    }
}
