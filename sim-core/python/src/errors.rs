//! Python's exceptions for the simulator's errors. The classes are defined in `python/fairshare/errors.py`.

use std::io;

use fairshare_runs::RunError;
use pyo3::IntoPyObject;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::{PyAnyMethods as _, PyErr, PyModule, Python};
use pyo3::types::PyTuple;
use sim_core::ground::time::to_secs;
use sim_core::params::Issue;

/// An exception of the class with this name. If the class cannot be called, the exception states the reason.
fn exception<'py, A>(py: Python<'py>, class: &str, arguments: A) -> PyErr
where
    A: IntoPyObject<'py, Target = PyTuple> + pyo3::call::PyCallArgs<'py>,
{
    let made = PyModule::import(py, "fairshare.errors")
        .and_then(|module| module.getattr(class))
        .and_then(|class| class.call1(arguments));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// A `ScenarioError`: an invalid document. `name` is the origin of the document, for messages.
pub fn scenario_error(py: Python<'_>, name: &str, issues: &[Issue]) -> PyErr {
    let issues: Vec<(&str, &str, &str)> =
        issues.iter().map(|issue| (issue.path.as_str(), issue.code, issue.message.as_str())).collect();
    exception(py, "ScenarioError", (name, issues))
}

/// The exception for a run without a result. `name` is the origin of its document, for messages.
pub fn run_error(py: Python<'_>, name: &str, error: &RunError) -> PyErr {
    match error {
        RunError::Invalid(issues) => scenario_error(py, name, issues),
        RunError::Failed(failure) => exception(py, "RunError", (failure.to_string(), to_secs(failure.at()))),
        RunError::Stopped(_) => PyKeyboardInterrupt::new_err("The run was stopped."),
        RunError::Option(message) => PyValueError::new_err(message.clone()),
        RunError::Write(error) => io::Error::new(error.kind(), error.to_string()).into(),
    }
}

/// An error that no input causes.
pub fn internal_error(message: impl Into<String>) -> PyErr {
    PyRuntimeError::new_err(message.into())
}
