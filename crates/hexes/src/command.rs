//! Leaders and orders (GBA 4, 5), in the book's order: who they are, how far a word carries, who is activated, what he may
//! order, and what goes on after it.

pub(crate) mod activation;
pub(crate) mod command_range;
pub(crate) mod contingent;
pub(crate) mod elite;
pub(crate) mod leaders;
pub(crate) mod line_command;
pub(crate) mod momentum;
pub(crate) mod orders;
pub(crate) mod trump;
