//! The commands of the command line, with their help.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Campaigns of Alexander and his Successors, with every battle fought the way you choose.
///
/// Without a word, diadem opens its window; with a file, it opens that save in it. With a word it
/// works without a window, prints plain text (or one JSON object a line with --json), and exits
/// with 0 when all is well, 1 when what was asked does not hold, and 2 when it could not be asked.
#[derive(Parser, Debug)]
#[command(name = "diadem", version, args_conflicts_with_subcommands = true, max_term_width = 100)]
#[command(disable_help_subcommand = true)]
#[command(after_long_help = "DIADEM_SCALE=1.5 in the environment makes everything in the window \
                             half as large again; from 0.75 to 2.5.")]
pub struct Arguments {
    /// A save to open in the window.
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// What to do without the window.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What can be asked without the window.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// List every campaign and battle that can be played, by id.
    Scenarios(Scenarios),
    /// Play whole games without a person, and tell how they ended.
    Simulate(Simulate),
    /// Watch one game between computer players, told as it goes.
    Watch(Watch),
    /// Run rule cases, and count those that passed and failed.
    Cases(Cases),
    /// Verify saves: that nothing in them is damaged, and that replaying them leads where they say.
    Check(Check),
    /// Show how far the rulebooks are kept: which rules the code cites, which have a case, and
    /// which have a summary.
    Rules(Rules),
    /// List every chart with where it comes from, or write them out for editing.
    Charts(Charts),
    /// Tell what a battle would likely bring, and how sure that is.
    Forecast(Forecast),
}

/// `diadem scenarios`
#[derive(Args, Debug)]
pub struct Scenarios {
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// `diadem simulate`
#[derive(Args, Debug)]
pub struct Simulate {
    /// What to play; `diadem scenarios` lists the ids.
    #[arg(value_name = "ID")]
    pub scenario: String,
    /// How many games to play, each with the seed after the one before.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub games: u64,
    /// The seed of the first game; the same seed gives the same game on every machine.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Who plays, in seat order: levels with commas between them. Seats not named play at random.
    #[arg(long, value_name = "LEVELS", value_delimiter = ',')]
    pub seats: Vec<String>,
    /// How battles are fought, where the scenario leaves it open: in a form (`display`, `hex`), as the `attacker`
    /// chooses, or `ask`: as both sides agree. `ask:display,hex` names the forms to choose from.
    #[arg(long, value_name = "FORM")]
    pub battles: Option<String>,
    /// Print one JSON object a game.
    #[arg(long)]
    pub json: bool,
}

/// `diadem watch`
#[derive(Args, Debug)]
pub struct Watch {
    /// What to play; `diadem scenarios` lists the ids.
    #[arg(value_name = "ID")]
    pub scenario: String,
    /// The seed of the game; the same seed gives the same game on every machine.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Who plays, in seat order: levels with commas between them. Seats not named are captains.
    #[arg(long, value_name = "LEVELS", value_delimiter = ',')]
    pub seats: Vec<String>,
    /// How battles are fought, where the scenario leaves it open: in a form (`display`, `hex`), as the `attacker`
    /// chooses, or `ask`: as both sides agree. `ask:display,hex` names the forms to choose from.
    #[arg(long, value_name = "FORM")]
    pub battles: Option<String>,
}

/// `diadem cases`
#[derive(Args, Debug)]
pub struct Cases {
    /// Case files, or folders of them. Inside the project also a rule (gba/9.18), a chapter (gba/9) or a
    /// book (gba). Without one: every case of the project.
    #[arg(value_name = "PATH|RULE")]
    pub paths: Vec<PathBuf>,
    /// Print everything that happens in each case: every question, every answer, every event with its rule.
    #[arg(long)]
    pub trace: bool,
}

/// `diadem check`
#[derive(Args, Debug)]
pub struct Check {
    /// The saves to verify.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
}

/// `diadem rules`
#[derive(Args, Debug)]
pub struct Rules {
    /// The book whose numbers to list, such as Alexandros or GBA. Without one: a line for each book.
    #[arg(value_name = "BOOK")]
    pub book: Option<String>,
    /// List only rules that lack something, and what: a citation, a case, a summary.
    #[arg(long)]
    pub missing: bool,
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// `diadem charts`
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub struct Charts {
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
    /// What to do with the charts other than list them.
    #[command(subcommand)]
    pub then: Option<WithCharts>,
}

/// What can be done with the charts.
#[derive(Subcommand, Debug)]
pub enum WithCharts {
    /// Write every chart as a file, to edit and put into the data folder.
    Export {
        /// The folder to write into.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// `diadem forecast`
#[derive(Args, Debug)]
pub struct Forecast {
    /// A save, or what `diadem scenarios` lists by id: the battle that is fought or offered in it, or else the
    /// whole game.
    #[arg(value_name = "FILE|ID", required_unless_present = "calibrate")]
    pub what: Option<String>,
    /// How many games to play; with --calibrate, of each offer in each form.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// The seed of the first game; the same seed gives the same forecast on every machine.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Who plays every seat.
    #[arg(long, value_name = "LEVEL", default_value = "captain-quick")]
    pub level: String,
    /// How battles are fought, where the scenario leaves it open: in a form (`display`, `hex`), as the `attacker`
    /// chooses, or `ask`: as both sides agree. `ask:display,hex` names the forms to choose from.
    #[arg(long, value_name = "FORM", conflicts_with = "calibrate")]
    pub battles: Option<String>,
    /// Fight a dozen typical battles in each form instead, and print side by side what they bring.
    #[arg(long, conflicts_with = "what")]
    pub calibrate: bool,
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
}
