//! The experiments, figures and tables of the five papers, and our own experiments, as data: the scenarios,
//! the quantities to measure, what the paper states, and the claims that the results must satisfy.
//!
//! The folder `papers` has a file for each paper. `paper_file` reads such a file, `library` has those of this
//! project, `add` adds others, and `model` declares the structure of an experiment. `formula` is the language of
//! the files, and `rules` measures runs and derives numbers with it. `runs` measures a run and reduces the runs of
//! all cells, `table` collects the results, `judge` compares them with the claims, and `export` writes
//! experiments and results as JSON. `changes` changes one assumption in all scenarios of an experiment. The
//! simulator does not depend on this crate.

mod add;
mod axes;
pub mod changes;
pub mod export;
mod formula;
pub mod headlines;
pub mod judge;
pub mod library;
pub mod model;
pub mod outcomes;
mod paper;
pub mod paper_file;
mod quantity;
pub mod questions;
mod reach;
mod rules;
mod run_result;
pub mod runs;
pub mod stored;
pub mod table;
#[cfg(test)]
mod tests;

pub use add::add;
pub use library::{built_in, find};
