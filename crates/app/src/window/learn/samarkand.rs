//! The lesson on hexes: Samarkand, the first battle of the book.

use super::Card;
use super::coach::Aim;
use crate::window::table::Table;
use diadem_core::Cause;
use diadem_handoff as war;
use diadem_hexes::Event;

/// Every card, in the order of the lesson.
pub(super) const CARDS: [Card; 12] = [
    Card {
        title: "Riders on the steppe",
        text: "Autumn 329. A column of Alexander's has followed Spitamenes out of Samarkand, too far. \
               You lead both sides today, so that you see all of it. A counter tells what its men are, \
               how good, how many and how fast; its arrowhead shows where they face.",
        task: "Point at the Companions, the marked counter, and read about them in the corner.",
        rule: "GBA 2.21",
        aim: Some(Aim::Look),
        // Whoever goes on without looking has seen such counters before.
        is_done: |table| has_happened(table, |event| matches!(event, Event::Activated(..))),
    },
    Card {
        title: "Who leads",
        text: "Armies act leader by leader, the lowest initiative first; the bar at the top has them in \
               that order. Of equals the Macedonian waits. At the start of a turn markers may be laid in \
               secret; that is for another day.",
        task: "Press “No markers” if you are asked for markers, then activate the marked leader.",
        rule: "GBA 5.12",
        aim: Some(Aim::Activate),
        is_done: |table| has_happened(table, |event| matches!(event, Event::Activated(..))),
    },
    Card {
        title: "How far a word carries",
        text: "A leader has as many orders as his initiative, for units within the dashed line. One order \
               lets one unit move and shoot, or come to its senses, or rally. A whole line can be \
               moved by one word, too, if he may; today we take them one by one.",
        task: "Choose individual orders, then click the marked counter.",
        rule: "GBA 5.22",
        aim: Some(Aim::Order),
        is_done: |table| has_happened(table, |event| matches!(event, Event::Ordered(..))),
    },
    Card {
        title: "As far as they can ride",
        text: "What glows is in reach, with the movement points it costs; a red figure tells of hits on \
               the way. A unit only enters hexes before its front, one after the other, and the enemy \
               may answer each of them.",
        task: "Click the marked hex: they ride there hex by hex.",
        rule: "GBA 6.31",
        aim: Some(Aim::Move),
        is_done: |table| has_happened(table, |event| matches!(event, Event::Entered(..))),
    },
    Card {
        title: "Facing",
        text: "A unit faces a corner of its hex: two hexes are its front, two its flanks, two its rear. \
               It moves, shoots and strikes to the front, and suffers most from behind. To turn costs a \
               point for each corner.",
        task: "Click an arrowhead at the counter, and it turns.",
        rule: "GBA 7.12",
        aim: Some(Aim::Turn),
        is_done: |table| has_happened(table, |event| matches!(event, Event::Turned(..))),
    },
    Card {
        title: "Arrows",
        text: "Bows carry three hexes, and hit best next door. Point at a target and the panel tells \
               the strength, what is added to the die, and the chance. Whoever is shot at may shoot back. \
               High rolls empty the quivers.",
        task: "Bring horse archers within two hexes of the enemy, and fire at the marked unit.",
        rule: "GBA 8.13",
        aim: Some(Aim::Shoot),
        is_done: |table| has_happened(table, |event| matches!(event, Event::Fired { .. })),
    },
    Card {
        title: "They will not wait for you",
        text: "When slower enemies come within two hexes, a unit may draw back before them. It is asked in \
               the middle of their move, and then or never; it may cost some cohesion. So Spitamenes \
               wore the column down.",
        task: "Finish here, then lead Macedonian foot towards the riders; for the riders, withdraw.",
        rule: "GBA 6.71",
        aim: Some(Aim::Withdraw),
        is_done: |table| has_happened(table, |event| matches!(event, Event::Withdraws(..))),
    },
    Card {
        title: "Shock",
        text: "Whoever comes up to the enemy will attack him when the orders are given. First all check \
               their quality; then type against type gives a column, and size, flank and leaders shift \
               it. Where there is a choice, point at an attack and the panel adds it up.",
        task: "Bring units up to the enemy and let them fight. This time nobody withdraws.",
        rule: "GBA 9.16",
        aim: Some(Aim::Shock),
        is_done: |table| has_happened(table, |event| matches!(event, Event::Struggle { .. })),
    },
    Card {
        title: "How it was decided",
        text: "The panel has the reckoning of what was just fought: the column that the types give, what \
               shifted it, who was superior, and how often each number of hits falls; then the die. \
               Whoever is superior hits twice or three times as hard.",
        task: "Scroll through the reckoning in the panel; then go on with the marked answer.",
        rule: "GBA 9.18",
        aim: Some(Aim::Rally),
        is_done: has_gone_on,
    },
    Card {
        title: "Rout and rally",
        text: "Hits take nothing from how well men fight, until there are as many as their quality: then \
               they run for their edge of the map, and run on at each turn's end. An order of a leader near \
               them may rally them, if no enemy is about.",
        task: "Give the marked orders until somebody tries to rally those who ran.",
        rule: "GBA 10.27",
        aim: Some(Aim::Rally),
        is_done: |table| has_happened(table, |event| matches!(event, Event::RallyRoll { .. })),
    },
    Card {
        title: "How it ends",
        text: "A lost unit counts its quality in rout points, a lost leader five times his initiative. The \
               bars at the top fill with them; when one is full at the end of a turn, that army has had \
               enough and leaves the field.",
        task: "Fight it out, by the marks or by your own lights.",
        rule: "GBA 12.12",
        aim: Some(Aim::End),
        is_done: |table| table.outcome().is_some(),
    },
    Card {
        title: "You have fought at Samarkand",
        text: "That is a battle on hexes. The greater ones have more of everything: phalanxes two hexes \
               wide, elephants, chariots, engines; and in a campaign you can fight any battle like this.",
        task: "Next the Granicus, or a war.",
        rule: "GBA 12.11",
        aim: None,
        is_done: |_| false,
    },
];

fn has_happened(table: &Table, wanted: impl Fn(&Event) -> bool) -> bool {
    let lines = table.session().whole_chronicle().iter();
    lines.rev().any(|line| matches!(&line.event, war::Event::Hexes(_, event) if wanted(event)))
}

/// Whether somebody has chosen an answer since the first shock combat.
fn has_gone_on(table: &Table) -> bool {
    let mut lines = table.session().whole_chronicle().iter();
    let fought = |event: &war::Event| matches!(event, war::Event::Hexes(_, Event::Struggle { .. }));
    let Some(first) = lines.find(|line| fought(&line.event)) else { return false };
    let later = table.session().log().iter().skip(first.entry as usize + 1);
    later.into_iter().any(|entry| entry.cause == Cause::Chosen)
}
