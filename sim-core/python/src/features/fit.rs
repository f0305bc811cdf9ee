//! Fits of measurements.

use fairshare_fit::numbers;
use fairshare_fit::proposals::{all_run, report};
use fairshare_fit::search::Fit;
use fairshare_measured::SpeedTest;
use fairshare_measured::read::{self, MeasuredFile};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::{Bound, PyModule, PyModuleMethods as _, PyResult, Python, pyfunction};
use pyo3::wrap_pyfunction;
use sim_core::ground::json::to_text;

use crate::errors::run_error;

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(fit, module)?)?;
    module.add_function(wrap_pyfunction!(fit_numbers, module)?)
}

/// The answer of a file, or why there is none, as `fairshare fit --json` prints it.
#[pyfunction]
fn fit(py: Python<'_>, file: Vec<u8>) -> PyResult<String> {
    let measured = match read::read(&file).map_err(|problem| PyValueError::new_err(problem.to_string()))? {
        MeasuredFile::Series(measured) => measured,
        MeasuredFile::SpeedTest(test) => return answered(py, &test),
    };
    let stop = || Python::attach(|py| py.check_signals()).is_err();
    let made = py.detach(|| {
        let fit = match Fit::new(measured) {
            Ok(fit) => fit,
            Err(refusal) => return Ok(refusal.to_json()),
        };
        let scored = fit.run(&stop)?;
        match fit.answer(&scored) {
            Ok(answer) => Ok(report(&answer, &fit.measured, &all_run(&answer, &fit.measured, &stop)?)),
            Err(refusal) => Ok(refusal.to_json()),
        }
    });
    Ok(to_text(&made.map_err(|error| run_error(py, "fit", &error))?))
}

/// The answer of three numbers: bit/s, and the pings in seconds.
#[pyfunction]
fn fit_numbers(py: Python<'_>, rate: f64, ping: f64, loaded: f64) -> PyResult<String> {
    answered(py, &SpeedTest { rate, ping, loaded, assumed: Vec::new() })
}

fn answered(py: Python<'_>, test: &SpeedTest) -> PyResult<String> {
    let (measured, answer) =
        numbers::answer(test).map_err(|problem| PyValueError::new_err(problem.to_string()))?;
    let stop = || Python::attach(|py| py.check_signals()).is_err();
    let made = py.detach(|| all_run(&answer, &measured, &stop));
    let all = made.map_err(|error| run_error(py, "fit", &error))?;
    Ok(to_text(&report(&answer, &measured, &all)))
}
