//! Every experiment, figure and table of the five papers as data: what was shown, the scenarios that show it again, what is
//! measured, what the paper says, and which lines must hold. A crate of its own: the simulator does not depend on it.
//!
//! `model` says what an experiment is; one file or folder for each paper lists its own. `cell` runs one scenario of one; `table`
//! gathers what the runs gave; `judge` holds it against the lines; `export` writes it all as JSON.

mod about;
pub mod cell;
mod checks;
mod document;
pub mod export;
pub mod judge;
mod ldaplus;
pub mod model;
mod notes;
mod own;
pub mod ran;
pub mod table;
mod taimd;
#[cfg(test)]
mod tests;
mod tfwc;
mod tpba;
mod trabol;

use model::Experiment;

/// All experiments, paper by paper in the order of the catalogue.
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

/// The experiment with this id.
pub fn find(id: &str) -> Option<Experiment> {
    all().into_iter().find(|experiment| experiment.id == id)
}
