//! Two very small games that use everything the ground offers, to prove it and to show how.
//!
//! [`feud`]: three heirs march on three hills, secretly and at once, and pledge themselves to each other.
//! [`duel`]: two of them meet, or two allies and a third; men strike, companions answer. A duel is nested
//! in a feud as a battle is in a war. Read them before writing a game: they are the shortest complete
//! examples. Each rule has a file of its own; `procedure.rs` has the one list of a game's steps.
//!
//! Invariant: no product crate depends on this one; tests, benches and the fuzzer do.

pub mod duel;
pub mod feud;

use diadem_core::Book;

/// The rules of both games, as the modules tell them.
pub static HOUSE: Book = Book {
    name: "House",
    numbers: &[
        "1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "2.0", "2.1", "2.2", "2.3", "2.4", "2.5",
        "2.6",
    ],
};
