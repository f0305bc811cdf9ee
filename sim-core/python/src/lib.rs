//! The extension module `fairshare._native` of the Python package: conversion between Python and the
//! simulator. The package itself, in `python/fairshare`, gives it a Python interface.
//!
//! maturin builds the crate with the feature `extension`. Without the feature the crate is empty, so that the
//! workspace can be built where there is no Python.
#![cfg(feature = "extension")]

mod catalogue;
mod errors;
mod experiment;
mod race;
mod run;
mod scenario;
mod sweep;

use pyo3::prelude::pymodule;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::catalogue::{catalogue, signals, version};
    #[pymodule_export]
    use super::experiment::{PaperExperiment, papers_index};
    #[pymodule_export]
    use super::race::Race;
    #[pymodule_export]
    use super::run::Run;
    #[pymodule_export]
    use super::scenario::Scenario;
    #[pymodule_export]
    use super::sweep::{StopFlag, Sweep};
}
