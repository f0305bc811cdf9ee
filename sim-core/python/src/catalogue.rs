//! What a document can name.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::{PyResult, pyfunction};
use sim_core::describe::Signal;
use sim_core::ground::json::to_text;
use sim_core::scenario::change::read_quantity;
use sim_core::scenario::share_link::EXAMPLES;
use sim_core::simulation::{VERSION, kinds};

/// The version of the simulator. Results are reproducible within a version.
#[pyfunction]
pub fn version() -> &'static str {
    VERSION
}

/// Everything that a document can name, as JSON text.
#[pyfunction]
pub fn catalogue() -> String {
    to_text(&sim_core::catalogue::catalogue(kinds()))
}

/// The examples of the page, with their IDs and titles, as JSON text.
#[pyfunction]
pub fn examples() -> &'static str {
    EXAMPLES
}

/// The number of a text such as `8M` in a unit. The error describes the form of such a number.
#[pyfunction]
pub fn quantity(text: &str, unit: &str) -> PyResult<f64> {
    read_quantity(text, unit).map_err(PyValueError::new_err)
}

/// The IDs of all signals.
#[pyfunction]
pub fn signals() -> Vec<&'static str> {
    let kinds = kinds();
    let of_parts = kinds.sources.iter().chain(&kinds.queues).flat_map(|info| &info.signals);
    let of_algorithms = kinds.algorithms.iter().flat_map(|info| &info.signals);
    let general = kinds.flow_signals.iter().chain(&kinds.link_signals).chain(&kinds.run_signals);
    let mut ids: Vec<&str> =
        general.chain(of_algorithms).chain(of_parts).map(|signal: &Signal| signal.id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}
