//! Searches ask for no memory in the steady state: command range, lines, steps, withdrawals and runs are found
//! in what earlier questions have left behind.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(unsafe_code, reason = "an allocator that counts cannot be written without it")]

use diadem_core::{Chance, Dice, Drop, Game};
use diadem_hexes::{Hexes, Step, Switches};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::BTreeMap;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, with a tally of how often this thread has asked it.
struct Counting;

// SAFETY: everything is handed to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ASKED.with(|asked| asked.set(asked.get() + 1));
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// What is searched for when a step asks.
fn search(step: Step) -> Option<&'static str> {
    match step {
        Step::Orders(_) => Some("orders"),
        Step::Move(_) => Some("steps of a move"),
        Step::Ride(_) => Some("a leader's ride"),
        Step::Answers(_) | Step::Departure(_) => Some("answers"),
        Step::Withdraw(_) => Some("a withdrawal"),
        Step::Rout(_) => Some("a run"),
        Step::Activation(_) => Some("activation"),
        Step::Command(_) => Some("the sort of command"),
        _ => None,
    }
}

/// How many questions of each sort asked for memory, of how many.
fn count(id: &str, plies: u32) -> BTreeMap<&'static str, (u64, u64)> {
    let rules = Hexes::named(id, Switches::default()).unwrap();
    let (mut dice, mut luck) = (Dice::new(7), Chance::new(7));
    let mut state = rules.open(&mut dice, &mut Drop);
    let mut listed = Vec::with_capacity(1 << 12);
    let mut counts = BTreeMap::new();
    for _ in 0..plies {
        let Some(ask) = rules.decision(&state).ask() else { break };
        listed.clear();
        rules.actions(&state, &mut listed);
        if let Some(what) = search(state.step()) {
            let before = ASKED.with(Cell::get);
            listed.clear();
            rules.actions(&state, &mut listed);
            let asked = ASKED.with(Cell::get) - before;
            let (memory, all) = counts.entry(what).or_insert((0, 0));
            *memory += u64::from(asked > 0);
            *all += 1;
        }
        let action = listed[luck.below(listed.len() as u32) as usize];
        rules.apply(&mut state, ask.seat, action, &mut dice, &mut Drop).unwrap();
    }
    counts
}

#[test]
fn the_tally_counts() {
    let before = ASKED.with(Cell::get);
    drop(std::hint::black_box(Box::new(7)));
    assert_eq!(ASKED.with(Cell::get), before + 1);
}

#[test]
fn searches_do_not_allocate() {
    let mut told = Vec::new();
    for id in ["granicus", "gaugamela", "hydaspes", "jaxartes"] {
        for (what, (memory, all)) in count(id, 2_000) {
            println!("{id}: {what}: {memory} of {all} asked for memory");
            if memory > 0 {
                told.push(format!("{id}: {what}: {memory} of {all}"));
            }
        }
    }
    assert!(told.is_empty(), "these searches asked for memory: {told:?}");
}
