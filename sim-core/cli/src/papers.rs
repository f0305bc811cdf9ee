//! `fairshare papers`: lists the experiments of the five papers, runs them, and prints paper against measured.

pub mod docs;
pub mod figure;
pub mod kept;
mod report;

use std::path::PathBuf;

use fairshare_papers::export::{cells, description, missing, results};
use fairshare_papers::judge::judge;
use fairshare_papers::model::{Cell, Experiment};
use fairshare_papers::table::Table;
use fairshare_papers::{all, find};
use serde_json::{Value, json};
use sim_core::describe::Kinds;
use sim_core::scenario::share_link::{self, ShareLink};
use sim_core::simulation::kinds;

use crate::failure::Failure;
use crate::r#gen::repository;
use crate::output;
use crate::pool::{Job, run_all, workers};
use crate::store::{FOLDER, Store};

#[derive(clap::Args)]
pub struct Args {
    /// Experiments, or the beginnings of their names; without any and without --all, all are listed
    ids: Vec<String>,
    /// Run every experiment
    #[arg(long, conflicts_with = "ids")]
    all: bool,
    /// Seeds of each scenario: one (quick, verdicts are hints), all (as many as the experiment has), or a number
    #[arg(long, default_value = "one", value_parser = seeds)]
    seeds: Seeds,
    /// Runs side by side [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = jobs)]
    jobs: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print the scenario of one cell: EXPERIMENT/CELL or EXPERIMENT/CELL/SEED, as the listing of the experiment names it
    #[arg(long, value_name = "CELL", conflicts_with_all = ["ids", "all"])]
    emit: Option<String>,
    /// With --emit: print it as a share link
    #[arg(long, requires = "emit")]
    link: bool,
    /// List the cells of the experiments instead of running them
    #[arg(long)]
    cells: bool,
    /// Keep the results in the repository (public/papers) and write its pages about them (docs/papers)
    #[arg(long)]
    write: bool,
    /// The repository [default: the one that the current folder is in]
    #[arg(long, value_name = "FOLDER", requires = "write")]
    root: Option<PathBuf>,
    /// Where results of runs are kept
    #[arg(long, value_name = "FOLDER", default_value = FOLDER)]
    results: PathBuf,
}

/// How many seeds to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seeds {
    All,
    Number(u64),
}

impl Seeds {
    fn of(self, experiment: u64) -> u64 {
        match self {
            Self::All => experiment,
            Self::Number(n) => n,
        }
    }
}

fn seeds(text: &str) -> Result<Seeds, String> {
    match text {
        "one" => Ok(Seeds::Number(1)),
        "all" => Ok(Seeds::All),
        _ => match text.parse() {
            Ok(n) if (1..=1000).contains(&n) => Ok(Seeds::Number(n)),
            _ => Err("one, all, or a number from 1 to 1000".to_owned()),
        },
    }
}

pub fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n) if (1..=1024).contains(&n) => Ok(n),
        _ => Err("a number from 1 to 1024".to_owned()),
    }
}

pub fn main(args: &Args) -> Result<(), Failure> {
    let kinds = kinds();
    if let Some(name) = &args.emit {
        return emit(name, args.link);
    }
    let chosen = chosen(args)?;
    if args.cells {
        return list_cells(&chosen, args.json, &kinds);
    }
    if args.ids.is_empty() && !args.all {
        return list(&chosen, args.json, &kinds);
    }
    let (ready, waiting): (Vec<_>, Vec<_>) =
        chosen.into_iter().partition(|experiment| missing(experiment, &kinds).is_empty());
    for experiment in &waiting {
        eprintln!(
            "{}: not run; this version has no {}",
            experiment.id,
            missing(experiment, &kinds).join(", ")
        );
    }
    let root = if args.write { Some(repository(args.root.as_deref())?) } else { None };
    let ran = run_experiments(&ready, args, &kinds)?;
    if let Some(root) = root {
        for (experiment, ran) in ready.iter().zip(&ran).filter(|(experiment, _)| experiment.runs().is_some())
        {
            kept::write(&root, experiment, &ran.results, ran.seconds, &kinds)?;
        }
        for page in docs::pages(&root, &kinds) {
            output::write_file(&root.join(&page.path), &page.text)?;
        }
    }
    if args.json {
        let both = ready.iter().zip(&ran).map(
            |(experiment, ran)| json!({ "experiment": description(experiment), "results": ran.results }),
        );
        return output::print(&format!("{:#}\n", Value::Array(both.collect())));
    }
    for (experiment, ran) in ready.iter().zip(&ran) {
        output::print(&report::of(experiment, ran.table.as_ref(), args.seeds.of(u64::MAX)))?;
    }
    output::print(&report::totals(&ready, &ran.iter().map(|ran| ran.table.as_ref()).collect::<Vec<_>>()))
}

fn chosen(args: &Args) -> Result<Vec<Experiment>, Failure> {
    let everything = all();
    if args.ids.is_empty() {
        return Ok(everything);
    }
    for id in &args.ids {
        if !everything.iter().any(|experiment| experiment.id.starts_with(id.as_str())) {
            return Err(Failure::input(format!(
                "There is no experiment whose name begins with \"{id}\". `fairshare papers` lists them."
            )));
        }
    }
    let wanted = |experiment: &Experiment| {
        args.ids.iter().any(|id| experiment.id == id)
            || args.ids.iter().any(|id| {
                experiment.id.starts_with(id.as_str()) && !everything.iter().any(|other| other.id == id)
            })
    };
    Ok(everything.iter().filter(|experiment| wanted(experiment)).cloned().collect())
}

/// What running an experiment gave.
pub struct Finished {
    pub table: Option<Table>,
    pub results: Value,
    /// Processor time of all its runs, as far as it was measured.
    pub seconds: f64,
}

fn jobs_of(experiment: &Experiment, seeds: Seeds, kinds: &Kinds) -> Vec<Job> {
    let Some(runs) = experiment.runs() else { return Vec::new() };
    let job = |cell: &Cell, seed: u64| {
        let name = format!("{}/{}/{seed}", experiment.id, cell.id());
        Job::new(name, cell.with_seed(seed), runs.watch, kinds)
    };
    runs.cells.iter().flat_map(|cell| (1..=seeds.of(runs.seeds)).map(move |seed| job(cell, seed))).collect()
}

fn run_experiments(experiments: &[Experiment], args: &Args, kinds: &Kinds) -> Result<Vec<Finished>, Failure> {
    let store = Store::in_folder(&args.results);
    let jobs: Vec<Vec<Job>> =
        experiments.iter().map(|experiment| jobs_of(experiment, args.seeds, kinds)).collect();
    let flat: Vec<Job> = jobs.into_iter().flatten().collect();
    run_all(&flat.iter().collect::<Vec<_>>(), &store, kinds, workers(args.jobs))?;
    let mut flat = flat.into_iter();
    let finished = experiments.iter().map(|experiment| {
        let Some(runs) = experiment.runs() else {
            return Ok(Finished { table: None, results: Value::Null, seconds: 0.0 });
        };
        let seeds = usize::try_from(args.seeds.of(runs.seeds)).unwrap_or(1);
        let mut seconds = 0.0;
        let mut all: Vec<Vec<Value>> = Vec::new();
        for _ in &runs.cells {
            let of_cell = flat.by_ref().take(seeds).map(|job| {
                seconds += store.seconds(&job.key).unwrap_or(0.0);
                store.read(&job.key).ok_or_else(|| {
                    Failure::Run(format!(
                        "{}: its result cannot be read from {}.",
                        job.name,
                        store.folder().display()
                    ))
                })
            });
            all.push(of_cell.collect::<Result<_, _>>()?);
        }
        let ids: Vec<Vec<String>> = all.iter().map(|cell| cell.iter().map(result_id).collect()).collect();
        let table = Table::of(runs, &all);
        let results = results(experiment, &table, &ids);
        Ok(Finished { table: Some(table), results, seconds })
    });
    finished.collect()
}

fn result_id(result: &Value) -> String {
    result["result_id"].as_str().unwrap_or_default().to_owned()
}

fn list(experiments: &[Experiment], as_json: bool, kinds: &Kinds) -> Result<(), Failure> {
    if as_json {
        let all: Value = experiments.iter().map(description).collect();
        return output::print(&format!("{all:#}\n"));
    }
    output::print(&report::listing(experiments, kinds))
}

fn list_cells(experiments: &[Experiment], as_json: bool, kinds: &Kinds) -> Result<(), Failure> {
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
        for cell in experiment.runs().map_or(&[][..], |runs| &runs.cells) {
            text.push_str(&format!("{}/{}\n", experiment.id, cell.id()));
        }
    }
    output::print(&text)
}

/// The document of `EXPERIMENT/CELL/SEED`, with a title that says where it is from.
fn emit(name: &str, as_link: bool) -> Result<(), Failure> {
    let (id, rest) = name.split_once('/').unwrap_or((name, ""));
    let experiment = find(id).ok_or_else(|| {
        Failure::input(format!("There is no experiment \"{id}\". `fairshare papers` lists them."))
    })?;
    let all = experiment.runs().map_or(&[][..], |runs| &runs.cells);
    let named = |cell: &str| all.iter().find(|one| one.id() == cell);
    // A cell's name may hold slashes of its own (kb/s), so what follows the last one need not be a seed.
    let seeded = rest.rsplit_once('/').and_then(|(cell, seed)| Some((named(cell)?, seed.parse().ok()?)));
    let only = if rest.is_empty() { all.first().filter(|_| all.len() == 1) } else { named(rest) };
    let (found, seed): (&Cell, u64) = only.map(|cell| (cell, 1)).or(seeded).ok_or_else(|| {
        Failure::input(format!("{id} has no cell \"{rest}\". `fairshare papers {id} --cells` lists them."))
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

/// Verdicts of all lines.
pub fn verdicts(experiment: &Experiment, table: Option<&Table>) -> Vec<fairshare_papers::judge::Judged> {
    table.map_or_else(Vec::new, |table| judge(experiment, table))
}
