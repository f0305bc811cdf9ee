//! The command line `fairshare`. It runs the same documents and share links as the page; docs/command-line.md
//! is its manual.
//!
//! `commands` has a file for each command, `shared` has the modules that several commands use, and
//! `generated_docs` generates the parts of the documentation that depend on results. This file declares the
//! commands and converts errors to exit statuses.

mod commands;
mod generated_docs;
mod shared;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use commands::{
    bench, catalog, check, digest, export, from_template, generate, merge, model, models, papers, race, rank,
    run, sweep, validate,
};

/// Fairshare: congestion control lab. Runs scenario documents and share links with the same results as the
/// page.
///
/// Exit status: 0 success, 1 a run or a comparison failed, 2 invalid input, 130 interrupted.
#[derive(Parser)]
#[command(name = "fairshare", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a scenario and print a summary
    Run(run::RunArgs),
    /// Check scenarios without running them
    Validate(validate::ValidateArgs),
    /// Race a program or an algorithm on ten networks and compare it with the built-in algorithms
    Race(race::RaceArgs),
    /// List or run the experiments of the papers and compare the results with the papers
    Papers(papers::PapersArgs),
    /// Run a scenario with several values of one or two settings, and several seeds each
    Sweep(sweep::SweepArgs),
    /// Print the results of a sweep whose runs are stored, such as those of all its shards
    Merge(merge::MergeArgs),
    /// Run a scenario and write it in the format of another tool: flent, qlog, pcapng and others
    Export(export::ExportArgs),
    /// Run a scenario and compare it with the models of the literature and with the fluid model
    Models(models::ModelsArgs),
    /// Run scenarios and print their result IDs only
    Digest(digest::DigestArgs),
    /// Check the hand-ins of an assignment: compute each again and judge its answers
    Check(check::CheckArgs),
    /// Rank the hand-ins of a race: race each again, also with seeds and rates that only the lecturer knows
    Rank(rank::RankArgs),
    /// List the algorithms, sources, queue disciplines and loss rules, or describe one of them
    Catalog(catalog::CatalogArgs),
    /// Print the JSON Schema of scenario documents
    Schema,
    /// Write the files that are generated from the source code
    Gen(generate::GenerateArgs),
    /// Measure packet-hops per second in five dumbbell scenarios
    Bench(bench::BenchArgs),
    /// Create a new congestion control algorithm from a working template
    NewProtocol(from_template::FromTemplateArgs),
    /// Create a new queue discipline from a working template
    NewQueue(from_template::FromTemplateArgs),
    /// Print the window that TCP's models allow at given loss rates
    #[command(hide = true)]
    Model(model::ModelArgs),
    /// Print the data of the algorithms' figures, which `npm run gen` draws
    #[command(hide = true)]
    FigureData,
    /// A single measurement in its own process, started by `bench`
    #[command(hide = true)]
    BenchOne(bench::one::BenchOneArgs),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Run(args) => run::main(&args),
        Command::Validate(args) => validate::main(&args),
        Command::Race(args) => race::main(&args),
        Command::Papers(args) => papers::main(&args),
        Command::Sweep(args) => sweep::main(&args),
        Command::Merge(args) => merge::main(&args),
        Command::Export(args) => export::main(&args),
        Command::Models(args) => models::main(&args),
        Command::Digest(args) => digest::main(&args),
        Command::Check(args) => check::main(&args),
        Command::Rank(args) => rank::main(&args),
        Command::Catalog(args) => catalog::main(&args),
        Command::Schema => catalog::schema(),
        Command::Gen(args) => generate::main(&args),
        Command::Bench(args) => bench::main(&args),
        Command::NewProtocol(args) => from_template::main(&from_template::PROTOCOL, &args),
        Command::NewQueue(args) => from_template::main(&from_template::QUEUE, &args),
        Command::Model(args) => model::main(&args),
        Command::FigureData => generate::figure_data(),
        Command::BenchOne(args) => bench::one::main(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}

/// Runs clap's checks of the argument declarations. Otherwise they run only when an argument is used.
#[test]
fn argument_declarations_are_consistent() {
    use clap::CommandFactory as _;
    Cli::command().debug_assert();
}
