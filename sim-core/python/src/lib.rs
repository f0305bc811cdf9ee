//! The extension module `fairshare._native` of the Python package: conversion between Python and the
//! simulator. The package itself, in `python/fairshare`, gives it a Python interface.
//!
//! maturin builds the crate with the feature `extension`. Without the feature the crate is empty, so that the
//! workspace can be built where there is no Python.
#![cfg(feature = "extension")]

mod catalogue;
mod compare;
mod errors;
mod features;
mod run;
mod scenario;
mod stop;

use pyo3::prelude::pymodule;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::catalogue::{catalogue, examples, quantity, signals, version};
    #[pymodule_export]
    use super::compare::compare;
    #[pymodule_export]
    use super::run::{Run, explain};
    #[pymodule_export]
    use super::scenario::Scenario;
    #[pymodule_export]
    use super::stop::StopFlag;
    use pyo3::prelude::{Bound, PyModule, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::features::add(module)
    }
}
