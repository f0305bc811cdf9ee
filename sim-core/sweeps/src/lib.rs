//! A sweep runs a scenario with several values of its settings and several seeds each, and gives means with
//! 95 % confidence intervals. This crate is the only definition of a sweep: the command line
//! (`fairshare sweep`) and the page (Vary) use it, so the same document gives the same bytes in both.
//! docs/sweeps.md describes the document.
//!
//! The runs of a sweep do not depend on each other. A `RunRecord` contains the results of a run that are
//! stored. Results depend only on the records, in the order of the cells and seeds, and not on the order in
//! which the runs were made.

pub mod document;
pub mod measure;
mod predictions;
pub mod report;
pub mod shard;
pub mod sweep;
pub mod tornado;
pub mod values;

#[cfg(test)]
mod tests;
