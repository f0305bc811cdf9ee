//! `fairshare papers`: lists the experiments of the five papers, runs them, and compares the results with the papers.

mod report;

use std::path::PathBuf;

use fairshare_papers::export::{cells, description, missing, results};
use fairshare_papers::model::{Cell, Experiment};
use fairshare_papers::table::ResultTable;
use fairshare_papers::{all, find};
use serde_json::{Value, json};
use sim_core::describe::Kinds;
use sim_core::scenario::share_link::{self, ShareLink};
use sim_core::simulation::kinds;

use crate::generated_docs::{experiment_pages, stored_results};
use crate::shared::error::CommandError;
use crate::shared::output;
use crate::shared::pool::{Job, parse_jobs, run_all, worker_count};
use crate::shared::repository::find_repository;
use crate::shared::store::{DEFAULT_FOLDER, ResultStore};

#[derive(clap::Args)]
pub struct PapersArgs {
    /// Names of experiments to run, or prefixes of names; without names and without --all, all experiments are listed
    ids: Vec<String>,
    /// Run every experiment
    #[arg(long, conflicts_with = "ids")]
    all: bool,
    /// Number of seeds: one (quick, with preliminary verdicts), all (as many as the experiment defines), or a number
    #[arg(long, default_value = "one", value_parser = parse_seeds)]
    seeds: Seeds,
    /// Number of parallel runs [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    jobs: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print the scenario of one cell: EXPERIMENT/CELL or EXPERIMENT/CELL/SEED; --cells lists the names
    #[arg(long, value_name = "CELL", conflicts_with_all = ["ids", "all"])]
    emit: Option<String>,
    /// With --emit: print the scenario as a share link
    #[arg(long, requires = "emit")]
    link: bool,
    /// List the cells of the experiments instead of running them
    #[arg(long)]
    cells: bool,
    /// Store the results in the repository (public/papers) and update the pages about them (docs/papers)
    #[arg(long)]
    write: bool,
    /// The repository [default: the one that contains the current folder]
    #[arg(long, value_name = "FOLDER", requires = "write")]
    root: Option<PathBuf>,
    /// The folder in which results of runs are stored
    #[arg(long, value_name = "FOLDER", default_value = DEFAULT_FOLDER)]
    results: PathBuf,
}

/// The number of seeds to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seeds {
    All,
    Number(u64),
}

impl Seeds {
    /// The number of seeds to run of an experiment that defines `defined_seeds` seeds.
    fn number_for(self, defined_seeds: u64) -> u64 {
        match self {
            Self::All => defined_seeds,
            Self::Number(n) => n,
        }
    }
}

fn parse_seeds(text: &str) -> Result<Seeds, String> {
    match text {
        "one" => Ok(Seeds::Number(1)),
        "all" => Ok(Seeds::All),
        _ => match text.parse() {
            Ok(n) if (1..=1000).contains(&n) => Ok(Seeds::Number(n)),
            _ => Err("one, all, or a number from 1 to 1000".to_owned()),
        },
    }
}

pub fn main(args: &PapersArgs) -> Result<(), CommandError> {
    let kinds = kinds();
    if let Some(name) = &args.emit {
        return emit(name, args.link);
    }
    let selected = selected(args)?;
    if args.cells {
        return list_cells(&selected, args.json, kinds);
    }
    if args.ids.is_empty() && !args.all {
        return list(&selected, args.json, kinds);
    }
    let (runnable, not_runnable): (Vec<_>, Vec<_>) =
        selected.into_iter().partition(|experiment| missing(experiment, kinds).is_empty());
    for experiment in &not_runnable {
        eprintln!(
            "{}: not run, because this version has no {}",
            experiment.id,
            missing(experiment, kinds).join(", ")
        );
    }
    let root = if args.write { Some(find_repository(args.root.as_deref())?) } else { None };
    let finished = run_experiments(&runnable, args, kinds)?;
    if let Some(root) = root {
        for (experiment, result) in
            runnable.iter().zip(&finished).filter(|(experiment, _)| experiment.plan().is_some())
        {
            stored_results::write(&root, experiment, &result.results, result.seconds, kinds)?;
        }
        output::write_file(&root.join(stored_results::index_path()), &stored_results::index_text(&root))?;
        for page in experiment_pages::pages(&root, kinds) {
            output::write_file(&root.join(&page.path), &page.text)?;
        }
    }
    if args.json {
        let experiments_with_results = runnable.iter().zip(&finished).map(
            |(experiment, result)| json!({ "experiment": description(experiment), "results": result.results }),
        );
        return output::print(&format!("{:#}\n", Value::Array(experiments_with_results.collect())));
    }
    for (experiment, result) in runnable.iter().zip(&finished) {
        output::print(&report::experiment_text(
            experiment,
            result.table.as_ref(),
            args.seeds.number_for(u64::MAX),
        ))?;
    }
    output::print(&report::totals(
        &runnable,
        &finished.iter().map(|result| result.table.as_ref()).collect::<Vec<_>>(),
    ))
}

fn selected(args: &PapersArgs) -> Result<Vec<Experiment>, CommandError> {
    let all_experiments = all();
    if args.ids.is_empty() {
        return Ok(all_experiments);
    }
    for id in &args.ids {
        if !all_experiments.iter().any(|experiment| experiment.id.starts_with(id.as_str())) {
            return Err(CommandError::input(format!(
                "There is no experiment whose name starts with \"{id}\". `fairshare papers` lists all names."
            )));
        }
    }
    let is_selected = |experiment: &Experiment| {
        args.ids.iter().any(|id| experiment.id == id)
            || args.ids.iter().any(|id| {
                experiment.id.starts_with(id.as_str()) && !all_experiments.iter().any(|other| other.id == id)
            })
    };
    Ok(all_experiments.iter().filter(|experiment| is_selected(experiment)).cloned().collect())
}

/// The results of an experiment.
struct ExperimentResult {
    table: Option<ResultTable>,
    results: Value,
    /// The processor time of all runs in seconds.
    seconds: f64,
}

fn jobs_of(experiment: &Experiment, seeds: Seeds, kinds: &Kinds) -> Vec<Job> {
    let Some(plan) = experiment.plan() else { return Vec::new() };
    let job = |cell: &Cell, seed: u64| {
        let name = format!("{}/{}/{seed}", experiment.id, cell.id());
        Job::new(name, cell.with_seed(seed), plan.recording, kinds)
    };
    plan.cells
        .iter()
        .flat_map(|cell| (1..=seeds.number_for(plan.seeds)).map(move |seed| job(cell, seed)))
        .collect()
}

fn run_experiments(
    experiments: &[Experiment],
    args: &PapersArgs,
    kinds: &Kinds,
) -> Result<Vec<ExperimentResult>, CommandError> {
    let store = ResultStore::in_folder(&args.results);
    let jobs: Vec<Vec<Job>> =
        experiments.iter().map(|experiment| jobs_of(experiment, args.seeds, kinds)).collect();
    let all_jobs: Vec<Job> = jobs.into_iter().flatten().collect();
    run_all(&all_jobs.iter().collect::<Vec<_>>(), &store, kinds, worker_count(args.jobs))?;
    let mut all_jobs = all_jobs.into_iter();
    let finished = experiments.iter().map(|experiment| {
        let Some(plan) = experiment.plan() else {
            return Ok(ExperimentResult { table: None, results: Value::Null, seconds: 0.0 });
        };
        let seeds = usize::try_from(args.seeds.number_for(plan.seeds)).unwrap_or(1);
        let mut seconds = 0.0;
        let mut all: Vec<Vec<Value>> = Vec::new();
        for _ in &plan.cells {
            let cell_results = all_jobs.by_ref().take(seeds).map(|job| {
                seconds += store.seconds(&job.key).unwrap_or(0.0);
                store.read(&job.key).ok_or_else(|| {
                    CommandError::Run(format!(
                        "{}: the result cannot be read from {}.",
                        job.name,
                        store.folder().display()
                    ))
                })
            });
            all.push(cell_results.collect::<Result<_, _>>()?);
        }
        let ids: Vec<Vec<String>> = all.iter().map(|cell| cell.iter().map(result_id).collect()).collect();
        let table = plan.evaluate(&all);
        let results = results(experiment, &table, &ids);
        Ok(ExperimentResult { table: Some(table), results, seconds })
    });
    finished.collect()
}

fn result_id(result: &Value) -> String {
    result["result_id"].as_str().unwrap_or_default().to_owned()
}

fn list(experiments: &[Experiment], as_json: bool, kinds: &Kinds) -> Result<(), CommandError> {
    if as_json {
        let all: Value = experiments.iter().map(description).collect();
        return output::print(&format!("{all:#}\n"));
    }
    output::print(&report::listing(experiments, kinds))
}

fn list_cells(experiments: &[Experiment], as_json: bool, kinds: &Kinds) -> Result<(), CommandError> {
    if as_json {
        let all: Value = experiments
            .iter()
            .filter(|experiment| missing(experiment, kinds).is_empty())
            .map(|experiment| json!({ "id": experiment.id, "cells": cells(experiment, kinds) }))
            .collect();
        return output::print(&format!("{all:#}\n"));
    }
    let mut text = String::new();
    for experiment in experiments {
        for cell in experiment.plan().map_or(&[][..], |plan| &plan.cells) {
            text.push_str(&format!("{}/{}\n", experiment.id, cell.id()));
        }
    }
    output::print(&text)
}

/// Prints the document of `EXPERIMENT/CELL/SEED`, with a title that names its origin.
fn emit(name: &str, as_link: bool) -> Result<(), CommandError> {
    let (id, rest) = name.split_once('/').unwrap_or((name, ""));
    let experiment = find(id).ok_or_else(|| {
        CommandError::input(format!("There is no experiment \"{id}\". `fairshare papers` lists all names."))
    })?;
    let all = experiment.plan().map_or(&[][..], |plan| &plan.cells);
    let find_cell = |id: &str| all.iter().find(|cell| cell.id() == id);
    // The ID of a cell can contain slashes (kb/s), so the text after the last slash is not always a seed.
    let with_seed =
        rest.rsplit_once('/').and_then(|(cell, seed)| Some((find_cell(cell)?, seed.parse().ok()?)));
    let without_seed = if rest.is_empty() { all.first().filter(|_| all.len() == 1) } else { find_cell(rest) };
    let (found, seed): (&Cell, u64) = without_seed.map(|cell| (cell, 1)).or(with_seed).ok_or_else(|| {
        CommandError::input(format!(
            "{id} has no cell \"{rest}\". `fairshare papers {id} --cells` lists all cells."
        ))
    })?;
    let mut document = found.with_seed(seed);
    if let Some(object) = document.as_object_mut() {
        let title = format!("{}, {}: {}", experiment.paper.name(), experiment.place, found.id());
        object.insert("title".to_owned(), Value::from(title));
        object.insert("note".to_owned(), Value::from(experiment.shows));
    }
    if as_link {
        let link = ShareLink { scenario: document, result_id: None, version: None, view: None };
        return output::print(&format!("{}\n", share_link::encode(&link)));
    }
    output::print(&format!("{document:#}\n"))
}
