//! The lesson on the tactical display: the Granicus.

use super::Card;
use crate::window::table::Table;
use diadem_core::Camp;
use diadem_display::{Event as InBattle, Question as OnDisplay};
use diadem_handoff::{Event, Question};

/// Every card, in the order of the lesson.
pub(super) const CARDS: [Card; 11] = [
    Card {
        title: "Two armies and a river",
        text: "May 334. The satraps wait behind the Granicus, and Alexander will not. You lead both \
               armies today, so that you see all of it. Each army has a left, a center and a right, \
               a box beyond each flank, and a reserve behind.",
        task: "The Persians set up first: press “Set up the usual way”, or place them one by one.",
        rule: "Alexandros 10.3",
        aim: None,
        is_done: |table| !sets_up(table, Camp::Second),
    },
    Card {
        title: "The other bank",
        text: "Now the Macedonians. On each counter the first figure is what it attacks with, the second \
               what it defends with; dots are its steps, the blows it can take. Figures in brackets \
               shoot.",
        task: "Set the Macedonians up the same way.",
        rule: "Alexandros 10.4",
        aim: None,
        is_done: |table| !sets_up(table, Camp::First),
    },
    Card {
        title: "A round",
        text: "In each round one side rallies, moves and attacks, then the other. In one move you may \
               shift units from one box to a neighbouring one. A line that stands well need not move \
               at all.",
        task: "Move if you like. Then say that you are done.",
        rule: "Alexandros 10.8",
        aim: None,
        is_done: |table| {
            has_come(table, |question| matches!(question, OnDisplay::Attack | OnDisplay::Duel))
                || has_happened(table, |event| matches!(event, InBattle::Attacks(..)))
        },
    },
    Card {
        title: "Attack",
        text: "A box attacks a box that faces it. What is glowing can be chosen. Look for the place \
               where your best units meet his worst: Alexander and the Companions stand on the right.",
        task: "Choose a box to attack with, and the box it attacks.",
        rule: "Alexandros 10.10",
        aim: None,
        is_done: |table| has_happened(table, |event| matches!(event, InBattle::Attacks(..))),
    },
    Card {
        title: "Duels",
        text: "Now unit meets unit. Attack against defence gives the odds, rounded in the \
               defender's favour; a leader adds his ability. Before you choose, the panel tells the \
               chance of each result.",
        task: "Choose who meets whom, and see the die fall.",
        rule: "Alexandros 10.11",
        aim: None,
        is_done: |table| {
            let fought =
                |event: &InBattle| matches!(event, InBattle::Fought { .. } | InBattle::Shot { .. });
            has_happened(table, fought)
        },
    },
    Card {
        title: "What the die brings",
        text: "A unit may lose a step, or rout: it runs and is no use until it rallies. When both are \
               locked they are engaged, and must go on fighting each other. The chronicle keeps \
               every roll, and a click on a line shows its rule.",
        task: "Fight your other duels, until it is the Persians' turn.",
        rule: "Alexandros 10.12",
        aim: None,
        is_done: |table| is_past(table, 1, Camp::Second),
    },
    Card {
        title: "The other side of the table",
        text: "Now you command the Persians. Their horse is quick but light, their Greeks are as good as \
               yours. If a leader's unit suffers, the leader is in danger too: kill Alexander and the \
               battle is won.",
        task: "Play the Persian half of the round.",
        rule: "Alexandros 10.16",
        aim: None,
        is_done: |table| is_past(table, 2, Camp::First),
    },
    Card {
        title: "Rout and rally",
        text: "At the start of a side's turn its routed units may rally, if a leader is with them. \
               A leader in the routed box fights nobody, so it is a choice: the men, or the line.",
        task: "Fight on to the third round.",
        rule: "Alexandros 10.18",
        aim: None,
        is_done: |table| is_past(table, 3, Camp::First),
    },
    Card {
        title: "Through the gap",
        text: "A box where nobody stands any more is open. Units that face it may advance into it, and \
               from there strike at flank and reserve. Whoever breaks through to the enemy's camp has \
               won.",
        task: "Find the gap, and advance. Or fight on to the fourth round.",
        rule: "Alexandros 10.9",
        aim: None,
        is_done: |table| {
            has_happened(table, |event| matches!(event, InBattle::Advanced(..)))
                || is_past(table, 4, Camp::First)
        },
    },
    Card {
        title: "How it ends",
        text: "A battle ends when a commander falls, when one army has only dead and routed units, when \
               a camp is overrun, or at nightfall after ten rounds. The winner may pursue those who \
               run.",
        task: "Fight it out.",
        rule: "Alexandros 10.19",
        aim: None,
        is_done: |table| table.outcome().is_some(),
    },
    Card {
        title: "You have fought the Granicus",
        text: "That is the whole of a battle. In a campaign, armies march, hunger and besiege in between, \
               and whoever falls here is missing there.",
        task: "Now the war.",
        rule: "Alexandros 4.2",
        aim: None,
        is_done: |_| false,
    },
];

fn sets_up(table: &Table, side: Camp) -> bool {
    let Some((display, _)) = table.display() else { return false };
    let Some(ask) = table.ask() else { return false };
    let is_set_up = matches!(
        ask.question,
        Question::Display(
            OnDisplay::SetUpUnit | OnDisplay::SetUpLeaderOf(_) | OnDisplay::SetUpLeaders
        )
    );
    // The Macedonians wait while the Persians set up.
    let seat = |side| display.seat(display.leading_force(side));
    let is_later = side == Camp::First && ask.seat == seat(Camp::Second);
    is_set_up && (ask.seat == seat(side) || is_later)
}

fn has_come(table: &Table, wanted: fn(OnDisplay) -> bool) -> bool {
    matches!(table.ask().map(|ask| ask.question), Some(Question::Display(asked)) if wanted(asked))
}

fn has_happened(table: &Table, wanted: impl Fn(&InBattle) -> bool) -> bool {
    let lines = table.session().whole_chronicle().iter();
    lines.rev().any(|line| matches!(&line.event, Event::Display(_, event) if wanted(event)))
}

/// Whether the battle has come to this side's half of this round.
fn is_past(table: &Table, round: u8, side: Camp) -> bool {
    table.display().is_none_or(|(display, state)| {
        (state.round, display.camp(state.active) as u8) >= (round, side as u8) && state.round > 0
    }) || table.outcome().is_some()
}
