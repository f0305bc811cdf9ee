//! The experiments of the papers.

use std::sync::{Mutex, PoisonError};

use fairshare_papers::changes::{Change, ChangedExperiment, change};
use fairshare_papers::model::{Cell, RunPlan};
use fairshare_papers::runs::{RunRecord, outline, reduce};
use fairshare_papers::{export, find};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyValueError};
use pyo3::prelude::{
    Bound, PyErr, PyModule, PyModuleMethods as _, PyResult, Python, pyclass, pyfunction, pymethods,
};
use pyo3::wrap_pyfunction;
use serde_json::Value;
use sim_core::ground::json::to_text;
use sim_core::params::Issue;
use sim_core::simulation::kinds;

use crate::errors::{internal_error, run_error, scenario_error};

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(papers_index, module)?)?;
    module.add_class::<PaperExperiment>()
}

/// The papers and the declarations of all experiments, as JSON text.
#[pyfunction]
fn papers_index() -> String {
    to_text(&export::index(&|_| None))
}

/// An experiment, with changed assumptions if there are any.
#[pyclass(frozen, module = "fairshare._native")]
struct PaperExperiment {
    changed: ChangedExperiment,
}

impl PaperExperiment {
    fn plan(&self) -> PyResult<&RunPlan> {
        self.changed
            .experiment
            .plan()
            .ok_or_else(|| PyValueError::new_err(format!("{} is not simulated.", self.changed.experiment.id)))
    }

    fn cell(&self, index: usize) -> PyResult<(&RunPlan, &Cell)> {
        let plan = self.plan()?;
        let cell = plan.cells.get(index);
        Ok((plan, cell.ok_or_else(|| PyIndexError::new_err(format!("There is no cell {index}.")))?))
    }
}

fn changed(id: &str, set: &[String]) -> Result<ChangedExperiment, Vec<Issue>> {
    let unknown = || Issue::new("", "unknown_experiment", format!("There is no experiment `{id}`."));
    let experiment = find(id).ok_or_else(|| vec![unknown()])?;
    let mut changes = Vec::new();
    for text in set {
        changes.extend(Change::parse(text, &[experiment.paper]).map_err(|issue| vec![issue])?);
    }
    if changes.is_empty() {
        return Ok(ChangedExperiment::unchanged(experiment));
    }
    change(&experiment, &changes, kinds()).map_err(|error| error.issues())
}

#[pymethods]
impl PaperExperiment {
    /// The experiment with this ID. `set` has changes of the form `path=value`, or names of ready-made
    /// questions.
    #[new]
    fn new(py: Python<'_>, id: &str, set: Vec<String>) -> PyResult<Self> {
        if find(id).is_none() {
            return Err(PyKeyError::new_err(id.to_owned()));
        }
        let changed = py.detach(|| changed(id, &set)).map_err(|issues| scenario_error(py, id, &issues))?;
        Ok(Self { changed })
    }

    /// The cells with their estimated numbers of packets, the number of seeds, and the assumptions that can
    /// be changed, as JSON text.
    fn outline(&self, py: Python<'_>) -> String {
        py.detach(|| to_text(&outline(&self.changed, kinds())))
    }

    /// The document of a cell with a seed, as JSON text.
    fn document(&self, cell: usize, seed: u64) -> PyResult<String> {
        Ok(to_text(&export::cell_document(self.cell(cell)?.1, seed, kinds())))
    }

    /// Runs a cell with a seed and returns the record of the run as JSON text.
    fn run(&self, py: Python<'_>, cell: usize, seed: u64) -> PyResult<String> {
        let (plan, cell) = self.cell(cell)?;
        let raised: Mutex<Option<PyErr>> = Mutex::new(None);
        let record = py.detach(|| {
            let stop = || match Python::attach(|py| py.check_signals()) {
                Ok(()) => false,
                Err(error) => {
                    *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    true
                }
            };
            plan.run(cell, seed, kinds(), &stop).map(|record| to_text(&record.to_json()))
        });
        if let Some(error) = raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        record.map_err(|error| run_error(py, self.changed.experiment.id, &error))
    }

    /// Reduces runs to results and verdicts, as JSON text. `runs` has one list for each cell, in order, with
    /// one text of `run` for each seed.
    fn reduce(&self, py: Python<'_>, runs: Vec<Vec<String>>) -> PyResult<String> {
        self.plan()?;
        let record = |text: &String| -> Result<RunRecord, String> {
            let json: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
            RunRecord::from_json(&json)
        };
        let reduced = py.detach(|| {
            let records: Result<Vec<Vec<RunRecord>>, String> =
                runs.iter().map(|cell| cell.iter().map(record).collect()).collect();
            records.map(|records| reduce(&self.changed, records))
        });
        let reduction = reduced.map_err(|message: String| PyValueError::new_err(message))?;
        reduction
            .map(|reduction| to_text(&reduction.results))
            .ok_or_else(|| internal_error("nothing to reduce"))
    }
}
