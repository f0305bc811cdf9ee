//! The command line `fairshare`. It runs the same documents and share links as the page; docs/command-line.md
//! is its manual.
//!
//! `commands` has a file for each command, `features` a file for each feature with its commands, and `shared` the modules
//! that several commands use. This file finds the command and converts errors to exit statuses.

mod commands;
mod features;
mod shared;

use std::process::ExitCode;

use commands::COMMANDS;
use features::FEATURES;
use shared::command::Command;

fn all_commands() -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().chain(FEATURES.iter().flat_map(|feature| feature.commands))
}

/// The program with all commands, for clap.
pub fn declaration() -> clap::Command {
    clap::Command::new("fairshare")
        .version(env!("CARGO_PKG_VERSION"))
        .about(
            "Fairshare: congestion control lab. Runs scenario documents and share links with the same results as the page.",
        )
        .after_help(
            "Exit status: 0 success, 1 a run or a comparison failed, 2 invalid input, 130 interrupted.",
        )
        .max_term_width(100)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(all_commands().map(|command| (command.declaration)()))
}

fn main() -> ExitCode {
    let matches = declaration().get_matches();
    let chosen = matches.subcommand().and_then(|(name, arguments)| {
        let command = all_commands().find(|command| (command.declaration)().get_name() == name)?;
        Some((command.run)(arguments))
    });
    match chosen {
        Some(Err(error)) => error.report(),
        _ => ExitCode::SUCCESS,
    }
}

/// Runs clap's checks of the argument declarations. Otherwise they run only when an argument is used.
#[test]
fn argument_declarations_are_consistent() {
    declaration().debug_assert();
}
