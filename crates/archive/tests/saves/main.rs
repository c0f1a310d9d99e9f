//! Saves, from the outside: what a player may do to a file, and what may happen to it.

mod autosaves;
mod changed;
mod hostile;
mod listing;
mod opening;
mod table;
mod writing;
