//! What crosses crates: every game at random with every promise checked, and saves under torment.
//!
//! The executables `fuzz` and `samples` are called by `cargo xtask`; the tests beside this folder run
//! smaller counts of the same.

pub mod computers;
pub mod games;
pub mod golden;
pub mod mutations;
pub mod samples;
