//! Sweeps: the runs of their cells, the keys of the results, and the statistics.

use std::sync::{Mutex, MutexGuard, PoisonError};

use fairshare_runs::shared_past::SharedPasts;
use fairshare_store::ResultKey;
use fairshare_sweeps::document;
use fairshare_sweeps::measure::{RECORDING, SweepRecord, bounds, number_of, unit_of};
use fairshare_sweeps::report::SweepResults;
use fairshare_sweeps::sweep::{self, Cell};
use numpy::{IntoPyArray as _, PyArray1, PyReadonlyArray3, PyUntypedArrayMethods as _};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::{Bound, PyModule, PyModuleMethods as _, PyRef, PyResult, Python, pyclass, pymethods};
use serde_json::{Value, json};
use sim_core::ground::convert::narrow;
use sim_core::ground::json::to_text;
use sim_core::scenario::{Derived, Scenario};
use sim_core::simulation::{VERSION, kinds};

use crate::errors::{run_error, scenario_error};
use crate::stop::StopFlag;

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Sweep>()
}

/// A sweep that can be run. Cells are counted from 0, the runs of a cell from 1.
#[pyclass(frozen, module = "fairshare._native")]
pub struct Sweep {
    sweep: sweep::Sweep,
    metrics: Vec<String>,
    /// The simulations that later runs can continue. A thread's simulations are here while it runs nothing.
    pasts: Mutex<Vec<SharedPasts>>,
}

impl Sweep {
    fn pasts(&self) -> MutexGuard<'_, Vec<SharedPasts>> {
        self.pasts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cell(&self, index: usize) -> PyResult<&Cell> {
        let cell = self.sweep.cells.get(index);
        cell.ok_or_else(|| PyIndexError::new_err(format!("There is no cell {index}.")))
    }

    /// Checks the shape of an array of cells, seeds and metrics, and returns its values.
    fn checked<'a>(&self, values: &'a PyReadonlyArray3<'_, f64>, complete: &[bool]) -> PyResult<&'a [f64]> {
        let (cells, seeds, metrics) = self.shape();
        if values.shape() != [cells, seeds, metrics] || complete.len() != cells {
            return Err(PyValueError::new_err("The arrays do not have the shape of the sweep."));
        }
        values.as_slice().map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The records of a cell. A cell that is not complete has none.
    fn records_of(
        &self,
        values: &[f64],
        complete: &[bool],
        ids: &[Vec<String>],
        cell: usize,
    ) -> Vec<SweepRecord> {
        let (_, seeds, metrics) = self.shape();
        let record = |seed: usize| {
            let first = (cell * seeds + seed) * metrics;
            let numbers = self.metrics.iter().zip(&values[first..first + metrics]);
            SweepRecord {
                result_id: ids.get(cell).and_then(|ids| ids.get(seed)).cloned().unwrap_or_default(),
                numbers: numbers.map(|(name, x)| (name.clone(), x.is_finite().then_some(*x))).collect(),
            }
        };
        if complete[cell] { (0..seeds).map(record).collect() } else { Vec::new() }
    }

    /// The records of all cells.
    fn records(&self, values: &[f64], complete: &[bool], ids: &[Vec<String>]) -> Vec<Vec<SweepRecord>> {
        (0..complete.len()).map(|cell| self.records_of(values, complete, ids, cell)).collect()
    }
}

#[pymethods]
impl Sweep {
    /// Reads the document of a sweep, which is JSON text.
    #[new]
    fn new(py: Python<'_>, text: &str, name: &str) -> PyResult<Self> {
        let read = py.detach(|| {
            let json: Value = sim_core::scenario::parse(text)?;
            document::read(&json, kinds())
        });
        let sweep = read.map_err(|issues| scenario_error(py, name, &issues))?;
        let metrics = sweep.metric_names();
        Ok(Self { sweep, metrics, pasts: Mutex::default() })
    }

    /// What describes the results, as JSON text: the columns, the seeds, the metrics with their units, and
    /// the cells with the labels and the coordinates of each.
    fn outline(&self) -> String {
        let sweep = &self.sweep;
        let cell = |cell: &Cell| json!({ "id": cell.id, "labels": cell.labels, "at": cell.at });
        let shown = |name: &&String| sweep.measure.is_empty() || sweep.measure.contains(name);
        to_text(&json!({
            "version": VERSION,
            "columns": sweep.columns(),
            "is_grid": sweep.design == sweep::Design::Grid,
            "vary": sweep.settings.iter().map(|setting| json!({ "path": setting.path, "values": setting.values })).collect::<Value>(),
            "seeds": sweep.seeds,
            "metrics": self.metrics,
            "units": self.metrics.iter().map(|name| unit_of(name)).collect::<Vec<_>>(),
            "labels": self.metrics.iter().map(|name| number_of(name).map_or("", |(number, _)| number.label)).collect::<Vec<_>>(),
            "measure": self.metrics.iter().filter(shown).collect::<Vec<_>>(),
            "cells": sweep.cells.iter().map(cell).collect::<Value>(),
        }))
    }

    /// The numbers of cells, of seeds and of metrics.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        (self.sweep.cells.len(), narrow::<usize>(self.sweep.seeds), self.metrics.len())
    }

    /// The document of a run, as JSON text.
    fn document(&self, cell: usize, run: u64) -> PyResult<String> {
        Ok(to_text(&self.sweep.document(self.cell(cell)?, run, kinds())))
    }

    /// The expected number of packets of a run of a cell. Fails if the cell cannot run.
    fn packets(&self, py: Python<'_>, cell: usize) -> PyResult<f64> {
        let cell = self.cell(cell)?;
        let read = py.detach(|| Scenario::from_value(self.sweep.document(cell, 1, kinds()), kinds()));
        let scenario = read.map_err(|issues| scenario_error(py, &cell.id, &issues))?;
        Ok(Derived::of(&scenario).estimated_packets)
    }

    /// The keys of the results of some of a cell's runs in a store. A key depends on everything that
    /// determines a result.
    fn keys(&self, py: Python<'_>, cell: usize, runs: Vec<u64>) -> PyResult<Vec<String>> {
        let cell = self.cell(cell)?;
        Ok(py.detach(|| {
            let document = self.sweep.document(cell, 1, kinds());
            let keys = ResultKey::of_seeds(
                &document,
                runs.iter().map(|&run| self.sweep.seed(run)),
                RECORDING,
                kinds(),
            );
            keys.iter().map(|key| key.name().to_owned()).collect()
        }))
    }

    /// Makes a run: its result ID, and its metrics in the order of the outline. A metric without a value is
    /// NaN.
    #[pyo3(signature = (cell, run, stop))]
    fn run<'py>(
        &self,
        py: Python<'py>,
        cell: usize,
        run: u64,
        stop: Option<PyRef<'py, StopFlag>>,
    ) -> PyResult<(String, Bound<'py, PyArray1<f64>>)> {
        let cell = self.cell(cell)?;
        let stop = StopFlag::asked(stop);
        let made = py.detach(|| {
            let mut pasts = self.pasts().pop().unwrap_or_default();
            let record = self.sweep.run(cell, run, &mut pasts, kinds(), &stop);
            self.pasts().push(pasts);
            record
        });
        let record = made.map_err(|error| run_error(py, &cell.id, &error))?;
        // The names are compared, so that a metric can never get the value of another one.
        let values: Vec<f64> =
            self.metrics.iter().map(|name| record.number(name).unwrap_or(f64::NAN)).collect();
        Ok((record.result_id, values.into_pyarray(py)))
    }

    /// The mean of each metric of each cell, and the half width and the bounds of its 95 % confidence
    /// interval, as four rows. A row has the metrics cell by cell. NaN: there is none.
    fn statistics<'py>(
        &self,
        py: Python<'py>,
        values: PyReadonlyArray3<'py, f64>,
        complete: Vec<bool>,
    ) -> PyResult<Vec<Bound<'py, PyArray1<f64>>>> {
        let values = self.checked(&values, &complete)?;
        let rows = py.detach(|| {
            let mut rows: [Vec<f64>; 4] = Default::default();
            // The records of one cell at a time, because they need more memory than the numbers in them.
            for cell in 0..complete.len() {
                let averages = self.sweep.averages(&self.records_of(values, &complete, &[], cell));
                for name in &self.metrics {
                    let interval = averages
                        .iter()
                        .find(|metric| metric.name == *name)
                        .and_then(|metric| metric.interval);
                    let mean = interval.map_or(f64::NAN, |interval| interval.mean);
                    let width = interval.and_then(|interval| interval.half_width);
                    let [low, high] = width.map_or([f64::NAN; 2], |width| bounds(name, mean, width));
                    let statistics = [mean, width.unwrap_or(f64::NAN), low, high];
                    rows.iter_mut().zip(statistics).for_each(|(row, value)| row.push(value));
                }
            }
            rows
        });
        Ok(rows.into_iter().map(|row| row.into_pyarray(py)).collect())
    }

    /// The results as `fairshare sweep --csv` prints them.
    fn csv(
        &self,
        py: Python<'_>,
        values: PyReadonlyArray3<'_, f64>,
        complete: Vec<bool>,
    ) -> PyResult<String> {
        let values = self.checked(&values, &complete)?;
        Ok(py.detach(|| SweepResults::new(&self.sweep, self.records(values, &complete, &[])).csv()))
    }

    /// The results as `fairshare sweep --json` prints them. `ids` has the result IDs of each cell.
    fn json(
        &self,
        py: Python<'_>,
        values: PyReadonlyArray3<'_, f64>,
        complete: Vec<bool>,
        ids: Vec<Vec<String>>,
    ) -> PyResult<String> {
        let values = self.checked(&values, &complete)?;
        Ok(py.detach(|| SweepResults::new(&self.sweep, self.records(values, &complete, &ids)).json()))
    }
}
