//! The numbers of a run: the registry that declares them (`numbers`), and what is computed from recorded series:
//! statistics of a series (`series`), the
//! numbers of flows and links in an interval of time (`interval`), and the measures that lessons and
//! assignments use (`measure`).
//!
//! This is the only implementation. The page calls it through the WebAssembly with the series that it has
//! recorded, and the check of assignments calls it with a simulation.

pub mod compare;
pub mod interval;
pub mod json;
pub mod measure;
pub mod numbers;
pub mod prediction;
pub mod run;
pub mod series;

#[cfg(test)]
mod tests;
