//! Measured files.

use fairshare_measured::measurement::{MeasuredFlow, Measurement};
use fairshare_measured::read::read_series;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::{Bound, PyModule, PyModuleMethods as _, PyResult, pyfunction};
use pyo3::wrap_pyfunction;

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(measured, module)?)
}

/// The name of a measured flow, whether it is a transfer, and in each interval: bytes, round-trip time and lost packets.
type Flow = (String, bool, Vec<f64>, Vec<Option<f64>>, Vec<f64>);

/// What a file has: its format, the length of an interval in seconds, whether it reports losses, and its flows.
#[pyfunction]
fn measured(file: Vec<u8>) -> PyResult<(&'static str, f64, bool, Vec<Flow>)> {
    let Measurement { source, step, transfers, pings, has_losses, .. } =
        read_series(&file).map_err(|problem| PyValueError::new_err(problem.to_string()))?;
    let flow =
        |is_transfer| move |flow: MeasuredFlow| (flow.name, is_transfer, flow.bytes, flow.rtt, flow.lost);
    let flows = transfers.into_iter().map(flow(true)).chain(pings.into_iter().map(flow(false))).collect();
    Ok((source.id(), step, has_losses, flows))
}
