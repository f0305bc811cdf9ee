//! `fairshare papers`: lists the experiments of the papers, runs them, and compares the results with the
//! papers.

mod changes;
mod claim_texts;
mod experiment_pages;
mod report;
mod stored_results;
mod stored_values;

use std::path::{Path, PathBuf};

use fairshare_papers::changes::ChangedExperiment;
use fairshare_papers::export::{cells, description};
use fairshare_papers::model::{Cell, Experiment};
use fairshare_papers::outcomes::{self, Finished, FurtherRuns, Records};
use fairshare_papers::runs;
use fairshare_papers::table::ResultTable;
use fairshare_papers::{built_in, find};
use serde_json::{Value, json};
use sim_core::describe::Kinds;
use sim_core::scenario::share_link::{self, ShareLink};
use sim_core::simulation::kinds;

use crate::features::Feature;
use crate::shared::command::{Command, Run};
use crate::shared::error::CommandError;
use crate::shared::output;
use crate::shared::pool::{Job, OnFailure, parse_jobs, run_jobs, worker_count};
use crate::shared::repository::{File, find_repository};
use fairshare_store::{DEFAULT_FOLDER, ResultStore};

pub const FEATURE: Feature =
    Feature { files, ..Feature::with(&[Command::of::<PapersArgs>(), Command::of::<NewPaperArgs>()]) };

/// List or run the experiments of the papers and compare the results with the papers
#[derive(clap::Parser)]
#[command(name = "papers")]
pub struct PapersArgs {
    /// Names of experiments to run, or prefixes of names; without names and without --all, all experiments
    /// are listed
    ids: Vec<String>,
    /// Run every experiment
    #[arg(long, conflicts_with = "ids")]
    all: bool,
    /// The file of another paper, whose experiments are listed or run instead (docs/papers-as-files.md)
    #[arg(long, value_name = "FILE", conflicts_with = "write")]
    file: Option<PathBuf>,
    /// Number of seeds: one (quick, with preliminary verdicts), all (as many as the experiment defines), or a
    /// number
    #[arg(long, default_value = "one", value_parser = parse_seeds)]
    seeds: Seeds,
    /// Number of parallel runs [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = parse_jobs)]
    jobs: Option<usize>,
    /// Change one assumption in all scenarios: PATH=VALUE, such as tcp=newreno, or the name of a ready-made
    /// question; may be repeated
    #[arg(long, value_name = "CHANGE")]
    set: Vec<String>,
    /// List the ready-made questions about the experiments, for --set
    #[arg(long, conflicts_with_all = ["set", "emit", "cells", "write"])]
    questions: bool,
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
    #[arg(long, conflicts_with = "set")]
    write: bool,
    /// With --write: take the runs that public/papers has of the same scenarios, and make only those that are missing.
    /// A changed formula of `measure` needs new runs
    #[arg(long, requires = "write")]
    stored: bool,
    /// The repository [default: the one that contains the current folder]
    #[arg(long, value_name = "FOLDER", requires = "write")]
    root: Option<PathBuf>,
    /// The folder in which results of runs are stored
    #[arg(long, value_name = "FOLDER", default_value = DEFAULT_FOLDER)]
    results: PathBuf,
}

/// Print the file of a paper to start with
#[derive(clap::Parser)]
#[command(name = "new-paper")]
pub struct NewPaperArgs {
    /// The id of the paper: letters, digits and underscores
    id: String,
}

/// A paper's file with each field that an author needs.
const TEMPLATE: &str = include_str!("papers/template.yaml");

impl Run for NewPaperArgs {
    fn run(&self) -> Result<(), CommandError> {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if self.id.is_empty() || !self.id.bytes().all(is_allowed) {
            return Err(CommandError::input("An id has letters, digits and underscores only.".to_owned()));
        }
        output::print(
            &TEMPLATE
                .replace("id: mine\n", &format!("id: {}\n", self.id))
                .replace("mine-", &format!("{}-", self.id)),
        )
    }
}

/// The index of the stored results, and the pages about them.
fn files(root: &Path) -> Vec<File> {
    let index = File {
        path: stored_results::index_path(),
        content: stored_results::index_file(&stored_results::current(root)),
        is_tracked: true,
    };
    let pages = experiment_pages::pages(root).into_iter().map(File::untracked);
    std::iter::once(index).chain(pages).collect()
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

impl Run for PapersArgs {
    fn run(&self) -> Result<(), CommandError> {
        let kinds = kinds();
        let known = known_experiments(self.file.as_deref())?;
        if let Some(name) = &self.emit {
            return emit(name, &self.set, self.link, kinds);
        }
        let selected = selected(self, known)?;
        if self.questions {
            return changes::list_questions(&selected, self.json);
        }
        if self.ids.is_empty() && !self.all && !self.set.is_empty() {
            return Err(CommandError::input(
                "Name the experiments to change, such as `fairshare papers ldaplus-fig9b --set tcp=newreno`, or use --all."
                    .to_owned(),
            ));
        }
        let selected = changes::apply(selected, &self.set, kinds)?;
        if self.cells {
            return list_cells(&selected, self.json, kinds);
        }
        if self.ids.is_empty() && !self.all {
            return list(&selected, self.json);
        }
        run(self, selected, kinds)
    }
}

/// The experiments of all papers, or those of a paper's file.
fn known_experiments(file: Option<&Path>) -> Result<Vec<Experiment>, CommandError> {
    let Some(file) = file else { return Ok(built_in()) };
    let name = file.display().to_string();
    let text =
        std::fs::read_to_string(file).map_err(|error| CommandError::input(format!("{name}: {error}")))?;
    let paper = fairshare_papers::add(&text, true).map_err(|issue| CommandError::issues(&name, &[issue]))?;
    Ok(paper.experiments.clone())
}

/// Runs experiments, stores their results if that is wanted, and prints them.
fn run(args: &PapersArgs, runnable: Vec<ChangedExperiment>, kinds: &Kinds) -> Result<(), CommandError> {
    let root = if args.write { Some(find_repository(args.root.as_deref())?) } else { None };
    let finished = run_experiments(&runnable, args, root.as_deref().filter(|_| args.stored), kinds)?;
    if let Some(root) = root {
        store(&root, &runnable, &finished, kinds)?;
    }
    print_results(args, runnable, &finished)
}

/// Stores results in the repository and writes the pages that show them.
fn store(
    root: &Path,
    runnable: &[ChangedExperiment],
    finished: &[ExperimentResult],
    kinds: &Kinds,
) -> Result<(), CommandError> {
    for (changed, result) in
        runnable.iter().zip(finished).filter(|(changed, _)| changed.experiment.plan().is_some())
    {
        stored_results::write(root, &changed.experiment, &result.results, result.seconds, kinds)?;
    }
    files(root).into_iter().try_for_each(|file| output::write_file(&root.join(file.path), file.content))
}

fn print_results(
    args: &PapersArgs,
    runnable: Vec<ChangedExperiment>,
    finished: &[ExperimentResult],
) -> Result<(), CommandError> {
    if args.json {
        let experiments_with_results: Vec<_> =
            runnable.iter().zip(finished.iter().map(|result| &result.results)).collect();
        return output::print(&runs::report(&experiments_with_results));
    }
    for (changed, result) in runnable.iter().zip(finished) {
        output::print(&report::experiment_text(
            changed,
            result.table.as_ref(),
            &result.results,
            args.seeds.number_for(u64::MAX),
        ))?;
    }
    let experiments: Vec<Experiment> = runnable.into_iter().map(|changed| changed.experiment).collect();
    output::print(&report::totals(
        &experiments,
        &finished.iter().map(|result| &result.results).collect::<Vec<_>>(),
    ))
}

fn selected(args: &PapersArgs, all_experiments: Vec<Experiment>) -> Result<Vec<Experiment>, CommandError> {
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

fn jobs_of(experiment: &Experiment, seeds: u64, kinds: &Kinds) -> Vec<Job> {
    let Some(plan) = experiment.plan() else { return Vec::new() };
    let job = |cell: &Cell, seed: u64| {
        let name = format!("{}/{}/{seed}", experiment.id, cell.id());
        Job::new(name, cell.with_seed(seed), plan.recording, kinds)
    };
    plan.cells.iter().flat_map(|cell| (1..=seeds).map(move |seed| job(cell, seed))).collect()
}

/// The runs of an experiment: its own cells and, if all seeds are run, the further runs on which its claims
/// are tested.
struct Work {
    own: Vec<Job>,
    further: Vec<(FurtherRuns, ChangedExperiment, Vec<Job>)>,
    /// The stored results of the same scenarios. What they contain has no jobs.
    stored: Option<Value>,
}

impl Work {
    fn of(
        changed: &ChangedExperiment,
        seeds: Seeds,
        stored: Option<Value>,
        kinds: &Kinds,
    ) -> Result<Self, CommandError> {
        let experiment = &changed.experiment;
        let stored = stored.filter(|stored| fairshare_papers::stored::has_runs_of(experiment, stored));
        let own_seeds = experiment.plan().map_or(0, |plan| seeds.number_for(plan.seeds));
        let own = if stored.is_some() { Vec::new() } else { jobs_of(experiment, own_seeds, kinds) };
        let complete = seeds == Seeds::All && changed.changes.is_empty();
        let further = if complete { FurtherRuns::of(experiment) } else { Vec::new() };
        let further = further.into_iter().map(|runs| {
            let changed = runs.experiment(experiment, kinds).map_err(|error| {
                CommandError::issues(&format!("{}, further runs", experiment.id), &error.issues())
            })?;
            let is_stored = stored
                .as_ref()
                .is_some_and(|stored| fairshare_papers::stored::further(stored, &runs).is_some());
            let jobs = if is_stored { Vec::new() } else { jobs_of(&changed.experiment, runs.seeds, kinds) };
            Ok((runs, changed, jobs))
        });
        let further = further.collect::<Result<_, CommandError>>()?;
        Ok(Self { own, further, stored })
    }

    fn jobs(&self) -> impl Iterator<Item = &Job> {
        self.own.iter().chain(self.further.iter().flat_map(|(_, _, jobs)| jobs))
    }

    /// The processor time of all runs in seconds.
    fn seconds(&self, store: &ResultStore) -> f64 {
        let stored = self.stored.as_ref().and_then(|stored| stored["seconds"].as_f64()).unwrap_or(0.0);
        stored + self.jobs().map(|job| store.seconds(&job.key).unwrap_or(0.0)).sum::<f64>()
    }

    /// The records of the experiment's own runs.
    fn own(&self, experiment: &Experiment, seeds: u64, store: &ResultStore) -> Result<Records, CommandError> {
        match &self.stored {
            Some(stored) => fairshare_papers::stored::records(experiment, stored).map_err(CommandError::Run),
            None => records_of(experiment, &self.own, seeds, store),
        }
    }

    /// The records of further runs that were made.
    fn finished(self, store: &ResultStore) -> Result<Vec<Finished>, CommandError> {
        let finished = self.further.into_iter().map(|(runs, changed, jobs)| {
            let stored = self.stored.as_ref().filter(|_| jobs.is_empty());
            let records = match stored.and_then(|stored| fairshare_papers::stored::further(stored, &runs)) {
                Some(stored) => fairshare_papers::stored::records(&changed.experiment, stored)
                    .map_err(CommandError::Run)?,
                None => records_of(&changed.experiment, &jobs, runs.seeds, store)?,
            };
            Ok(Finished { runs, changed, records })
        });
        finished.collect()
    }
}

/// The records of an experiment's jobs, read from the store.
fn records_of(
    experiment: &Experiment,
    jobs: &[Job],
    seeds: u64,
    store: &ResultStore,
) -> Result<Records, CommandError> {
    let Some(plan) = experiment.plan() else { return Ok(Records::new()) };
    let mut jobs = jobs.iter();
    let mut records = Records::new();
    for cell in &plan.cells {
        let mut of_cell = Vec::new();
        for (seed, job) in (1..=seeds).zip(jobs.by_ref()) {
            let result = store.read(&job.key).ok_or_else(|| {
                let folder = store.folder().display();
                CommandError::Run(format!("{}: the result cannot be read from {folder}.", job.name))
            })?;
            of_cell.push(plan.record(cell, seed, &result));
        }
        records.push(of_cell);
    }
    Ok(records)
}

fn run_experiments(
    experiments: &[ChangedExperiment],
    args: &PapersArgs,
    root: Option<&Path>,
    kinds: &Kinds,
) -> Result<Vec<ExperimentResult>, CommandError> {
    let store = ResultStore::in_folder(&args.results);
    let work: Vec<Work> = experiments
        .iter()
        .map(|changed| {
            let stored = root.and_then(|root| stored_results::read(root, changed.experiment.id));
            Work::of(changed, args.seeds, stored, kinds)
        })
        .collect::<Result<_, CommandError>>()?;
    let jobs: Vec<&Job> = work.iter().flat_map(Work::jobs).collect();
    let failed = run_jobs(&jobs, &store, kinds, worker_count(args.jobs), OnFailure::Stop)?;
    if let Some(failure) = failed.into_iter().next() {
        return Err(failure.into());
    }
    experiments.iter().zip(work).map(|(changed, work)| finish(changed, work, args.seeds, &store)).collect()
}

/// Computes the results of an experiment from its runs, which are read from the store.
fn finish(
    changed: &ChangedExperiment,
    work: Work,
    seeds: Seeds,
    store: &ResultStore,
) -> Result<ExperimentResult, CommandError> {
    let nothing = || ExperimentResult { table: None, results: Value::Null, seconds: 0.0 };
    let experiment = &changed.experiment;
    let Some(plan) = experiment.plan() else { return Ok(nothing()) };
    let seconds = work.seconds(store);
    let records = work.own(experiment, seeds.number_for(plan.seeds), store)?;
    let Some(mut reduction) = runs::reduce(changed, records.clone()) else { return Ok(nothing()) };
    if let Some(stored) = &work.stored {
        reduction.results["curves"] = stored["curves"].clone();
    }
    if seeds == Seeds::All && changed.changes.is_empty() {
        outcomes::add(&mut reduction.results, experiment, &records, &work.finished(store)?);
    }
    Ok(ExperimentResult { table: Some(reduction.table), results: reduction.results, seconds })
}

fn list(experiments: &[ChangedExperiment], as_json: bool) -> Result<(), CommandError> {
    let experiments = experiments.iter().map(|changed| &changed.experiment);
    if as_json {
        let all: Value = experiments.map(description).collect();
        return output::print(&format!("{all:#}\n"));
    }
    output::print(&report::listing(experiments))
}

fn list_cells(experiments: &[ChangedExperiment], as_json: bool, kinds: &Kinds) -> Result<(), CommandError> {
    let experiments = experiments.iter().map(|changed| &changed.experiment);
    if as_json {
        let all: Value = experiments
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
fn emit(name: &str, set: &[String], as_link: bool, kinds: &Kinds) -> Result<(), CommandError> {
    let (id, rest) = name.split_once('/').unwrap_or((name, ""));
    let experiment = find(id).ok_or_else(|| {
        CommandError::input(format!("There is no experiment \"{id}\". `fairshare papers` lists all names."))
    })?;
    let changed = changes::apply(vec![experiment], set, kinds)?.remove(0);
    let experiment = changed.experiment;
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
        let changed_text = if set.is_empty() { String::new() } else { format!(" ({})", set.join(", ")) };
        let title =
            format!("{}, {}: {}{changed_text}", experiment.paper.name(), experiment.place, found.id());
        object.insert("title".to_owned(), Value::from(title));
        object.insert("note".to_owned(), Value::from(experiment.shows));
    }
    if as_link {
        return output::print(&format!("{}\n", share_link::encode(&ShareLink::of(document))));
    }
    output::print(&format!("{document:#}\n"))
}
