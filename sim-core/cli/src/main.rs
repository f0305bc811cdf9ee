//! The command line `fairshare`. It runs the same documents and share links as the page; docs/command-line.md
//! is its manual.
//!
//! `commands` has a file for each command, `features` a file for each feature with its commands, and `shared` the modules
//! that several commands use. This file finds the command and converts errors to exit statuses.

mod commands;
mod features;
mod shared;

use std::process::ExitCode;

use anstream::ColorChoice;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Error};
use commands::COMMANDS;
use features::FEATURES;
use shared::command::Command;
use shared::output;
use sim_core::catalogue::json_schema;
use sim_core::params::suggestion;
use sim_core::simulation::kinds;

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
        .arg(
            Arg::new("color")
                .long("color")
                .value_name("WHEN")
                .global(true)
                .display_order(500)
                .value_parser(["auto", "always", "never"])
                .default_value("auto")
                .help("Colours: auto has them on a terminal, unless NO_COLOR is set"),
        )
        .arg(
            Arg::new("quiet")
                .long("quiet")
                .short('q')
                .global(true)
                .display_order(500)
                .action(ArgAction::SetTrue)
                .help("Print no progress and no notes"),
        )
        .subcommands(all_commands().map(|command| (command.declaration)()))
}

/// Applies `--color`, which also holds for the message about a mistake in the other arguments.
fn choose_colors() {
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    let mut words = words.skip_while(|word| !word.starts_with("--color"));
    let first = words.next().unwrap_or_default();
    let when = first.split_once('=').map(|(_, when)| when.to_owned()).or_else(|| words.next());
    match when.as_deref() {
        Some("always") => ColorChoice::Always.write_global(),
        Some("never") => ColorChoice::Never.write_global(),
        _ => {}
    }
}

/// An error about the arguments, with the nearest command, or with `--set` for a setting of the scenario.
fn advised(mut error: Error) -> Error {
    let given = |error: &Error, kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    };
    if error.kind() == ErrorKind::InvalidSubcommand {
        let declarations = all_commands().map(|command| (command.declaration)());
        let names: Vec<String> = declarations.map(|command| command.get_name().to_owned()).collect();
        let name = given(&error, ContextKind::InvalidSubcommand);
        if let Some(near) = suggestion(&name, names.iter().map(String::as_str)) {
            error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![near.to_owned()]));
        }
    }
    if error.kind() == ErrorKind::UnknownArgument {
        let name = given(&error, ContextKind::InvalidArg);
        let name = name.trim_start_matches('-');
        if json_schema(kinds())["properties"].get(name).is_some() {
            let tip = format!("a setting of the scenario is changed with '--set {name}=VALUE'");
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        }
    }
    error
}

fn main() -> ExitCode {
    choose_colors();
    let matches = declaration().try_get_matches().unwrap_or_else(|error| advised(error).exit());
    output::set_quiet(matches.get_flag("quiet"));
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
