//! The screens around the table.

pub mod keys;
pub mod load;
pub mod new_game;
pub mod page;
pub mod rulebook;
pub mod save_as;
pub mod settings;
pub mod start;
pub mod statistics;
pub mod victory;
