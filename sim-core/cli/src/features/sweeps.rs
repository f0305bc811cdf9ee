//! `fairshare sweep`: runs a scenario with several values of its settings and several seeds, or a
//! sweep's document, and prints means with 95 % confidence intervals. An interrupted sweep can be resumed.
//! With `--shard`, the command runs a part of the simulations and prints only their number; `fairshare merge`
//! prints the results. The crate `fairshare-sweeps` defines sweeps.

mod merge;

use std::path::PathBuf;

use fairshare_store::{DEFAULT_FOLDER, ResultKey, ResultStore};
use fairshare_sweeps::document::{self, check_design};
use fairshare_sweeps::measure::{RECORDING, SweepRecord};
use fairshare_sweeps::report::{SweepReport, SweepResults};
use fairshare_sweeps::shard::Shard;
use fairshare_sweeps::sweep::{Cell, Design, Sweep};
use fairshare_sweeps::values::VariedSetting;
use serde_json::Value;
use sim_core::catalogue::output_schema;
use sim_core::describe::Kinds;
use sim_core::ground::json::shape::ToJson as _;
use sim_core::params::Issue;
use sim_core::simulation::kinds;

use crate::features::Feature;
use crate::shared::command::{Command, Run};
use crate::shared::error::CommandError;
use crate::shared::input::ScenarioInput;
use crate::shared::output;
use crate::shared::pool::{FailedJob, Job, OnFailure, parse_jobs, run_jobs, worker_count};

pub const FEATURE: Feature = Feature {
    schemas: &[("sweep", || output_schema("Results of a Fairshare sweep", &SweepReport::shape()))],
    ..Feature::with(&[Command::of::<SweepArgs>(), Command::of::<merge::MergeArgs>()])
};

/// Run a scenario with several values of its settings, and several seeds each
#[derive(clap::Parser)]
#[command(
    name = "sweep",
    after_help = "Examples:\n  fairshare sweep near-far --vary network.forward.rate=1M..20M/8log --seeds 10\n  fairshare sweep two.json --vary flows.near.algorithm=cubic,bbr --csv > rates.csv"
)]
pub struct SweepArgs {
    #[command(flatten)]
    pub definition: DefinitionArgs,
    #[command(flatten)]
    pub format: FormatArgs,
    /// Run only part K of N parts of the simulations, and print no results: `fairshare merge` prints the
    /// results of all parts
    #[arg(long, value_name = "K/N", value_parser = Shard::parse, conflicts_with_all = ["csv", "json"])]
    shard: Option<Shard>,
    /// Number of parallel runs [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    jobs: Option<usize>,
    /// The folder in which results of runs are stored; several commands may use it at the same time
    #[arg(long, value_name = "FOLDER", visible_alias = "results", default_value = DEFAULT_FOLDER)]
    store: PathBuf,
}

/// Which sweep it is.
#[derive(clap::Args)]
pub struct DefinitionArgs {
    /// A scenario file, a share link, the name of an example, a sweep's document, or - for standard input
    file: String,
    /// A setting and its values: network.forward.rate=1M,2M,5M or =1M..20M/8 (8 values at equal distances) or
    /// =1M..20M/8log (at equal ratios); may be repeated
    #[arg(long, value_name = "PATH=VALUES")]
    vary: Vec<String>,
    /// How the values of several settings are combined [default: grid]
    #[arg(long, value_name = "DESIGN", value_parser = Design::NAMES)]
    design: Option<String>,
    /// The seed of the orders of a Latin hypercube [default: 1]
    #[arg(long, value_name = "N")]
    design_seed: Option<u64>,
    /// Change a setting before the runs, as in `run`; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Number of seeds of each combination, starting with the document's seed [default: 5]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    seeds: Option<u64>,
}

/// How the results of a sweep are printed.
#[derive(clap::Args)]
pub struct FormatArgs {
    /// Print CSV: one row for each combination of values and each metric
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl DefinitionArgs {
    pub fn sweep(&self, kinds: &Kinds) -> Result<Sweep, CommandError> {
        let mut input = ScenarioInput::read(&self.file)?;
        if document::is_sweep(&input.link.scenario) {
            let is_designed = self.design.is_some() || self.design_seed.is_some();
            if !self.vary.is_empty() || !self.set.is_empty() || self.seeds.is_some() || is_designed {
                return Err(CommandError::input(
                    "A sweep's document contains its settings and seeds: leave out --vary, --design, --set and --seeds.",
                ));
            }
            return document::read(&input.link.scenario, kinds)
                .map_err(|issues| CommandError::issues(&input.name, &issues));
        }
        if self.vary.is_empty() {
            return Err(CommandError::input(
                "Name a setting and its values, such as --vary network.forward.rate=1M,2M,5M.",
            ));
        }
        let settings: Vec<VariedSetting> = self
            .vary
            .iter()
            .map(|text| VariedSetting::parse(text))
            .collect::<Result<_, _>>()
            .map_err(CommandError::input)?;
        let design = self.design.as_deref().unwrap_or("grid");
        let design = Design::named(design, self.design_seed.unwrap_or(1)).unwrap_or(Design::Grid);
        let seeds = self.seeds.unwrap_or(document::DEFAULT_SEEDS);
        check_design(&settings, design, seeds).map_err(CommandError::input)?;
        input.apply_settings(&self.set, None, kinds)?;
        input.scenario(kinds)?;
        Sweep::new(input.link.scenario, design, settings, seeds, Vec::new(), kinds)
            .map_err(|issue| CommandError::issues("--vary", &[issue]))
    }
}

impl FormatArgs {
    pub fn print(&self, results: &SweepResults) -> Result<(), CommandError> {
        output::print(&if self.json {
            results.json()
        } else if self.csv {
            results.csv()
        } else {
            results.table()
        })
    }
}

/// The document and the name of a run.
pub fn named_document(sweep: &Sweep, cell: &Cell, run: u64, kinds: &Kinds) -> (String, Value) {
    let document = sweep.document(cell, run, kinds);
    (format!("{} (seed {})", cell.labels.join(", "), document["seed"]), document)
}

/// Issues as one sentence for each.
pub fn sentences(issues: &[Issue]) -> String {
    issues.iter().map(Issue::to_string).collect::<Vec<_>>().join(" ")
}

/// An error that names runs without a result, each with its reason.
fn failed(failures: &[FailedJob]) -> CommandError {
    let runs =
        if failures.len() == 1 { "1 run has".to_owned() } else { format!("{} runs have", failures.len()) };
    let lines = failures.iter().map(|failure| format!("\n  {}: {}", failure.name, failure.why));
    let all = lines.collect::<String>();
    CommandError::Run(format!("{runs} no result. Their cells are left out; the others are complete.{all}"))
}

/// The keys of the results of a cell's runs.
fn keys(sweep: &Sweep, cell: &Cell, kinds: &Kinds) -> Vec<ResultKey> {
    let document = sweep.document(cell, 1, kinds);
    ResultKey::of_seeds(&document, sweep.runs().map(|run| sweep.seed(run)), RECORDING, kinds)
}

/// The records of each cell. A cell has no record if one of its runs has no stored result.
pub fn stored_records(
    sweep: &Sweep,
    kinds: &Kinds,
    mut read: impl FnMut(&ResultKey) -> Option<Value>,
) -> Vec<Vec<SweepRecord>> {
    let mut of_cell = |cell: &Cell| {
        let mut record = |key: &ResultKey| read(key).map(|result| sweep.record(&result));
        keys(sweep, cell, kinds).iter().map(&mut record).collect::<Option<Vec<_>>>()
    };
    sweep.cells.iter().map(|cell| of_cell(cell).unwrap_or_default()).collect()
}

impl Run for SweepArgs {
    fn run(&self) -> Result<(), CommandError> {
        let kinds = kinds();
        let sweep = self.definition.sweep(kinds)?;
        for dropped in &sweep.dropped {
            output::note(dropped);
        }
        let store = ResultStore::in_folder(&self.store);
        let job = |(cell, run): (&Cell, u64)| {
            let (name, document) = named_document(&sweep, cell, run, kinds);
            Job { shared_until: sweep.shared_until(cell), ..Job::new(name, document, RECORDING, kinds) }
        };
        let jobs: Vec<Job> = sweep.runs_of(self.shard.unwrap_or(Shard::WHOLE)).map(job).collect();
        let failures = {
            let jobs: Vec<&Job> = jobs.iter().collect();
            run_jobs(&jobs, &store, kinds, worker_count(self.jobs), OnFailure::Continue)?
        };
        let stored = jobs.len() - failures.len();
        drop(jobs);
        match self.shard {
            Some(shard) => output::print(&format!(
                "Shard {shard}: {stored} runs are stored in {}.\n",
                store.folder().display()
            ))?,
            None => {
                let records = stored_records(&sweep, kinds, |key| store.read(key));
                self.format.print(&SweepResults::new(&sweep, records))?;
            }
        }
        if failures.is_empty() { Ok(()) } else { Err(failed(&failures)) }
    }
}
