//! `cargo xtask ci`: everything that `.ci/run` does after the test command of the README.

use crate::project::run_cargo;
use crate::{fuzz, golden, tidy, window};
use anyhow::{Context, Result};
use std::time::Instant;

/// A step: its name and its work.
type Step = (&'static str, fn() -> Result<()>);

/// Each step, in order.
const STEPS: [Step; 9] = [
    ("formatting", || run_cargo(&["fmt", "--all", "--check"])),
    ("clippy", || {
        run_cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])
    }),
    ("clippy without the window", || {
        let without = ["clippy", "-p", "diadem", "--no-default-features", "--locked"];
        run_cargo(&[&without[..], &["--", "-D", "warnings"]].concat())
    }),
    ("a form of battle is a folder", || {
        run_cargo(&["test", "--locked", "-p", "diadem", "--features", "coin", "--test", "coin"])
    }),
    ("tidy", tidy::run),
    ("golden record", || golden::run(&[])),
    ("fuzz", || fuzz::run(&["all", "--games", "200"].map(str::to_owned))),
    ("release build", || run_cargo(&["build", "--release", "--locked", "--package", "diadem"])),
    ("window", window::run),
];

/// Takes each step and says how long it took; stops at the first that fails.
pub fn run() -> Result<()> {
    let start = Instant::now();
    for (name, step) in STEPS {
        println!("==> {name}");
        let began = Instant::now();
        step().with_context(|| format!("CI stopped at the step `{name}`"))?;
        println!("<== {name}: {:.1} s", began.elapsed().as_secs_f64());
    }
    println!("CI: every step passed in {:.1} s.", start.elapsed().as_secs_f64());
    Ok(())
}
