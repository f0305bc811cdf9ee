//! The command line: runs the same documents and share links as the page (docs/command-line.md). One file for each
//! command; this one knows their arguments and what the exit status means.

mod algorithm_pictures;
mod bench;
mod catalog;
mod csv;
mod digest;
mod failure;
mod r#gen;
mod input;
mod new_protocol;
mod output;
mod papers;
mod pool;
mod progress;
mod run;
mod store;
mod sweep;
mod table;
mod validate;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Fairshare: congestion control lab. Runs scenario documents and links as the page does.
///
/// Exit status: 0 success, 1 a run or a comparison failed, 2 bad input, 130 interrupted.
#[derive(Parser)]
#[command(name = "fairshare", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a scenario and print what happened
    Run(run::Args),
    /// Check scenarios without running them
    Validate(validate::Args),
    /// List and run the experiments of the papers: paper against measured
    Papers(papers::Args),
    /// Run a scenario with one or two settings at many values, and several seeds
    Sweep(sweep::Args),
    /// Run scenarios and print only their result IDs
    Digest(digest::Args),
    /// List the algorithms, sources, queues and losses that a scenario can name
    Catalog(catalog::Args),
    /// Print the JSON Schema of scenario documents
    Schema,
    /// Write the files that follow from the registry and the schema
    Gen(r#gen::Args),
    /// Measure packet-hops per second on five dumbbells
    Bench(bench::Args),
    /// Write a working congestion control algorithm to start from
    NewProtocol(new_protocol::Args),
    /// One measurement in a process of its own; `bench` runs it
    #[command(hide = true)]
    BenchOne(bench::one::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Run(args) => run::main(&args),
        Command::Validate(args) => validate::main(&args),
        Command::Papers(args) => papers::main(&args),
        Command::Sweep(args) => sweep::main(&args),
        Command::Digest(args) => digest::main(&args),
        Command::Catalog(args) => catalog::main(&args),
        Command::Schema => catalog::schema(),
        Command::Gen(args) => r#gen::main(&args),
        Command::Bench(args) => bench::main(&args),
        Command::NewProtocol(args) => new_protocol::main(&args),
        Command::BenchOne(args) => bench::one::main(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Checks the declaration of the arguments, which clap otherwise does when they are used.
#[test]
fn the_arguments_are_declared_soundly() {
    use clap::CommandFactory as _;
    Cli::command().debug_assert();
}
