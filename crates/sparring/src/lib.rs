//! Two very small games that use everything the ground offers, to prove it and to show how.
//!
//! [`feud`]: three heirs march on three hills, secretly and at once, and write each other letters.
//! [`duel`]: two of them meet; men strike, companions answer. A duel is nested in a feud as a
//! battle is in a war. Read them before writing a game: they are the shortest complete examples.
//!
//! Invariant: no product crate depends on this one; tests, benches and the fuzzer do.

pub mod duel;
pub mod feud;

use diadem_core::Book;

/// The rules of both games, as the modules tell them.
pub static HOUSE: Book = Book {
    name: "House",
    numbers: &["1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "2.0", "2.1", "2.2", "2.3", "2.4", "2.5"],
};
