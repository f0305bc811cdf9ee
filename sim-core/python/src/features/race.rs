//! The race: the runs of a program or algorithm on the ten networks, and the card.

use fairshare_race::card::Card;
use fairshare_race::networks::{RaceNetwork, SEEDS};
use fairshare_race::racer::{Racer, Special};
use fairshare_race::runs::HeatResult;
use fairshare_race::stored;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::{Bound, PyModule, PyModuleMethods as _, PyRef, PyResult, Python, pyclass, pymethods};
use serde_json::Value;
use sim_core::ground::json::to_text;
use sim_core::simulation::kinds;

use crate::errors::scenario_error;
use crate::stop::StopFlag;

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Race>()
}

/// A program or a built-in algorithm that takes part.
#[pyclass(frozen, module = "fairshare._native")]
struct Race {
    name: String,
    racer: Racer,
}

#[pymethods]
impl Race {
    /// A built-in algorithm, or a program with the values of its settings as JSON text.
    #[new]
    #[pyo3(signature = (name, code, settings))]
    fn new(py: Python<'_>, name: &str, code: Option<String>, settings: &str) -> PyResult<Self> {
        let settings: Value =
            serde_json::from_str(settings).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let racer = match code {
            None => Racer::BuiltIn(name.to_owned()),
            Some(code) => match Special::in_json(&code) {
                Some(read) => Racer::Special(read.map_err(|issues| scenario_error(py, name, &issues))?),
                None => Racer::Program { code, settings: settings.as_object().cloned().unwrap_or_default() },
            },
        };
        let checked = py.detach(|| racer.check(kinds()));
        checked.map_err(|issues| scenario_error(py, name, &issues))?;
        Ok(Self { name: name.to_owned(), racer })
    }

    /// The number of runs.
    fn runs(&self) -> usize {
        self.racer.heats().len()
    }

    /// Makes a run, counted from 0. Returns its result as JSON text.
    #[pyo3(signature = (run, stop))]
    fn run(&self, py: Python<'_>, run: usize, stop: Option<PyRef<'_, StopFlag>>) -> PyResult<String> {
        let heats = self.racer.heats();
        let heat = heats.get(run).ok_or_else(|| PyIndexError::new_err(format!("There is no run {run}.")))?;
        let stop = StopFlag::asked(stop);
        let made = py.detach(|| heat.run(&self.racer, kinds(), &stop));
        let result = made.map_err(|_| PyKeyboardInterrupt::new_err("The race was stopped."))?;
        Ok(to_text(&result.to_json()))
    }

    /// The card of the results of `run`, as `fairshare race --json` prints it.
    fn card(&self, results: Vec<String>) -> PyResult<String> {
        let read = |text: &String| -> Option<HeatResult> {
            HeatResult::from_json(&serde_json::from_str(text).ok()?)
        };
        let results: Option<Vec<HeatResult>> = results.iter().map(read).collect();
        let results = results.ok_or_else(|| PyValueError::new_err("A result cannot be read."))?;
        Ok(to_text(&Card::of(&results).to_json(&self.name)))
    }

    /// The scenario of a network with the program or algorithm, with the first seed, as JSON text.
    fn document(&self, network: &str) -> PyResult<String> {
        let network = RaceNetwork::find(network).ok_or_else(|| PyKeyError::new_err(network.to_owned()))?;
        Ok(to_text(&self.racer.document(network, SEEDS[0], 1.0, kinds())))
    }

    /// The stored results of the built-in algorithms, as JSON text.
    #[staticmethod]
    fn built_in() -> &'static str {
        stored::TEXT
    }
}
