//! `fairshare sweep`: runs a scenario with several values of one or two settings and several seeds, or a sweep's document, and prints
//! means with 95 % confidence intervals. An interrupted sweep can be resumed. The crate `fairshare-sweeps` defines what a sweep is.

use std::path::PathBuf;

use fairshare_sweeps::document::{self, check_runs};
use fairshare_sweeps::measure::RECORDING;
use fairshare_sweeps::report::SweepResults;
use fairshare_sweeps::sweep::{Cell, Design, Sweep};
use fairshare_sweeps::values::VariedSetting;
use sim_core::describe::Kinds;
use sim_core::simulation::kinds;

use crate::shared::error::CommandError;
use crate::shared::input::ScenarioInput;
use crate::shared::output;
use crate::shared::pool::{Job, parse_jobs, run_all, worker_count};
use crate::shared::store::{DEFAULT_FOLDER, ResultStore};

#[derive(clap::Args)]
pub struct SweepArgs {
    /// A scenario file, a share link, a sweep's document, or - for standard input
    file: String,
    /// A setting and its values: network.forward.rate=1M,2M,5M or =1M..20M/8 (8 values at equal distances) or =1M..20M/8log (at equal ratios); once or twice
    #[arg(long, value_name = "PATH=VALUES")]
    vary: Vec<String>,
    /// Change a setting before the runs, as in `run`; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Number of seeds of each combination, starting with the document's seed [default: 5]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    seeds: Option<u64>,
    /// Print CSV: one row for each combination of values and each metric
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Number of parallel runs [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    jobs: Option<usize>,
    /// The folder in which results of runs are stored
    #[arg(long, value_name = "FOLDER", default_value = DEFAULT_FOLDER)]
    results: PathBuf,
}

fn sweep_of(args: &SweepArgs, kinds: &Kinds) -> Result<Sweep, CommandError> {
    let mut input = ScenarioInput::read(&args.file)?;
    if document::is_sweep(&input.link.scenario) {
        if !args.vary.is_empty() || !args.set.is_empty() || args.seeds.is_some() {
            return Err(CommandError::input(
                "A sweep's document contains its settings and seeds: leave out --vary, --set and --seeds.",
            ));
        }
        return document::read(&input.link.scenario, kinds)
            .map_err(|issues| CommandError::issues(&input.name, &issues));
    }
    if args.vary.is_empty() {
        return Err(CommandError::input(
            "Name a setting and its values, such as --vary network.forward.rate=1M,2M,5M.",
        ));
    }
    let settings: Vec<VariedSetting> = args
        .vary
        .iter()
        .map(|text| VariedSetting::parse(text))
        .collect::<Result<_, _>>()
        .map_err(CommandError::input)?;
    if settings.len() > 2 {
        return Err(CommandError::input("--vary can be given once or twice."));
    }
    let seeds = args.seeds.unwrap_or(document::DEFAULT_SEEDS);
    check_runs(&settings, Design::Grid, seeds).map_err(CommandError::input)?;
    input.apply_settings(&args.set, None, kinds)?;
    input.scenario(kinds)?;
    Sweep::new(input.link.scenario, Design::Grid, settings, seeds, Vec::new(), kinds)
        .map_err(|issue| CommandError::issues("--vary", &[issue]))
}

pub fn main(args: &SweepArgs) -> Result<(), CommandError> {
    let kinds = kinds();
    let sweep = sweep_of(args, kinds)?;
    let store = ResultStore::in_folder(&args.results);
    let job = |cell: &Cell, run: u64| {
        let document = sweep.document(cell, run, kinds);
        let name = format!("{} (seed {})", cell.labels.join(", "), document["seed"]);
        Job::new(name, document, RECORDING, kinds)
    };
    let jobs: Vec<Vec<Job>> =
        sweep.cells.iter().map(|cell| sweep.runs().map(|run| job(cell, run)).collect()).collect();
    let all_jobs: Vec<&Job> = jobs.iter().flatten().collect();
    run_all(&all_jobs, &store, kinds, worker_count(args.jobs))?;
    let mut runs = Vec::new();
    for jobs in &jobs {
        let records: Option<Vec<_>> =
            jobs.iter().map(|job| store.read(&job.key).map(|result| sweep.record(&result))).collect();
        runs.push(records.ok_or_else(|| {
            CommandError::Run(format!("A result cannot be read from {}.", store.folder().display()))
        })?);
    }
    let results = SweepResults::new(&sweep, runs);
    output::print(&if args.json {
        results.json()
    } else if args.csv {
        results.csv()
    } else {
        results.table()
    })
}
