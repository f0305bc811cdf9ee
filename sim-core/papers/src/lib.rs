//! The experiments, figures and tables of the five papers, and our own experiments, as data: the scenarios, the
//! quantities to measure, what the paper states, and the claims that the results must satisfy.
//!
//! `model` declares the structure of an experiment. The experiments of each paper are in a file or folder
//! named after its algorithm, and our own experiments are in `own`. `cell` runs
//! one scenario of an experiment, `runs` measures the run and reduces the runs of all cells, `table` collects the results,
//! `judge` compares them with the claims, and `export` writes experiments and results as JSON. `changes` changes one
//! assumption in all scenarios of an experiment. The simulator does not depend on this crate.

mod axes;
pub mod cell;
pub mod changes;
mod claims;
#[cfg(test)]
mod consistency;
mod document;
pub mod export;
mod intern;
pub mod judge;
mod ldaplus;
pub mod model;
pub mod open_questions;
mod own;
mod paper_info;
pub mod paper_numbers;
mod quantity;
pub mod ready_questions;
mod run_result;
pub mod runs;
pub mod table;
mod taimd;
mod tfwc;
mod tpba;
mod trabol;

use model::Experiment;

/// All experiments: first those of the papers, then our own.
pub fn all() -> Vec<Experiment> {
    let papers = [
        ldaplus::experiments,
        tfwc::experiments,
        trabol::experiments,
        taimd::experiments,
        tpba::experiments,
        own::experiments,
    ];
    papers.into_iter().flat_map(|experiments| experiments()).collect()
}

/// Returns the experiment with this id.
pub fn find(id: &str) -> Option<Experiment> {
    all().into_iter().find(|experiment| experiment.id == id)
}
