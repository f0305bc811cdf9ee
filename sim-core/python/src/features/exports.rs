//! Runs in the formats of other tools.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use fairshare_exports::{ExportOptions, Format, export as write};
use fairshare_runs::RunError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::{Bound, PyModule, PyModuleMethods as _, PyResult, Python, pyfunction};
use pyo3::types::PyBytes;
use pyo3::wrap_pyfunction;

use crate::errors::run_error;
use crate::scenario::Scenario;

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(export, module)?)
}

/// Repeats a run and writes it to a file, or returns it as bytes.
#[pyfunction]
#[pyo3(signature = (scenario, format, path, flow, link, bin, url))]
#[allow(clippy::too_many_arguments, reason = "Python passes the options of all formats")]
fn export<'py>(
    py: Python<'py>,
    scenario: &Scenario,
    format: &str,
    path: Option<PathBuf>,
    flow: Option<String>,
    link: Option<String>,
    bin: Option<f64>,
    url: Option<String>,
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let format = Format::from_id(format).ok_or_else(|| {
        let known = Format::ALL.map(Format::id).join(", ");
        PyValueError::new_err(format!("There is no format {format:?}. The formats are {known}."))
    })?;
    let options = ExportOptions { flow, link, bin, url };
    if let Some((name, formats)) = options.unused(format) {
        let format = format.id();
        return Err(PyValueError::new_err(format!("`{name}` applies to {formats} only, not to {format}.")));
    }
    let scenario = scenario.scenario().clone();
    let made = py.detach(|| {
        let stop = || Python::attach(|py| py.check_signals()).is_err();
        let mut bytes = Vec::new();
        match &path {
            None => write(format, scenario, &options, &mut bytes, &stop)?,
            Some(path) => {
                let mut file = BufWriter::new(File::create(path)?);
                write(format, scenario, &options, &mut file, &stop)?;
                file.flush()?;
            }
        }
        Ok(bytes)
    });
    let bytes = made.map_err(|error: RunError| run_error(py, "scenario", &error))?;
    Ok(path.is_none().then(|| PyBytes::new(py, &bytes)))
}
