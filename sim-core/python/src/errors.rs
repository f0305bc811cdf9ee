//! Python's exceptions for the simulator's errors. The classes are defined in `python/fairshare/errors.py`.

use pyo3::IntoPyObject;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::{PyAnyMethods as _, PyErr, PyModule, Python};
use pyo3::types::PyTuple;
use sim_core::ground::time::to_secs;
use sim_core::params::Issue;
use sim_core::world::Failure;

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

/// A `RunError`: a run that could not continue.
pub fn run_error(py: Python<'_>, failure: &Failure) -> PyErr {
    run_error_of(py, &failure.to_string(), to_secs(failure.at()))
}

/// A `RunError` with the simulated time in seconds, or NaN if it is not known.
pub fn run_error_of(py: Python<'_>, message: &str, at: f64) -> PyErr {
    exception(py, "RunError", (message, at))
}

/// An error that no input causes.
pub fn internal_error(message: impl Into<String>) -> PyErr {
    PyRuntimeError::new_err(message.into())
}
