//! A command of the program: its arguments, and what it does with them.

use clap::ArgMatches;

use crate::shared::error::CommandError;

/// The arguments of a command, and what it does with them.
pub trait Run: clap::Parser {
    fn run(&self) -> Result<(), CommandError>;
}

/// A command in a list.
pub struct Command {
    pub declaration: fn() -> clap::Command,
    pub run: fn(&ArgMatches) -> Result<(), CommandError>,
}

impl Command {
    pub const fn of<Args: Run>() -> Self {
        Self { declaration: Args::command, run: run::<Args> }
    }
}

fn run<Args: Run>(matches: &ArgMatches) -> Result<(), CommandError> {
    Args::from_arg_matches(matches).unwrap_or_else(|error| error.exit()).run()
}
