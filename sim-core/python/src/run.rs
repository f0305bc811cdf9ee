//! A run of a scenario with its recording. Arrays are handed to NumPy without a copy.

use fairshare_runs::RunError;
use fairshare_runs::series::{default_width, recording};
use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::{Bound, Py, PyAny, PyErr, PyResult, Python, pyclass, pyfunction, pymethods};
use sim_core::describe::SignalKind;
use sim_core::ground::convert::{narrow, whole};
use sim_core::ground::json::to_text;
use sim_core::ground::time::{Time, from_secs, to_secs};
use sim_core::record::{EventKind, RecordedEvent, Recorder, RecordingSettings, SeriesEntry, Watch};
use sim_core::simulation::Simulation;

use crate::errors::{internal_error, run_error};
use crate::scenario::{self, refuse};

/// The number of events between two checks of Ctrl-C. Simulating them takes a few tenths of a second, so that
/// waiting for Python's interpreter lock does not slow a run down.
const SLICE: u64 = 2_000_000;

/// Maximum number of rows of events. If there are more events, similar events share a row with a count.
const EVENT_ROWS: usize = 200_000;

/// The results of a finished run.
#[pyclass(frozen, module = "fairshare._native")]
pub struct Run {
    result_id: String,
    packet_hops: u64,
    /// The summary as JSON text.
    summary: String,
    /// The IDs of the flows, in the order of the document.
    flows: Vec<String>,
    /// The position in `flows` of each flow of the simulation.
    positions: Vec<i32>,
    /// The IDs of the link directions.
    links: Vec<String>,
    /// The series. They end one nanosecond before the end of the run, as the measurement window does.
    series: Recorder,
    events: Vec<RecordedEvent>,
}

/// Why a run has no result.
enum Stop {
    Failed(RunError),
    /// Python raised an exception, such as `KeyboardInterrupt`.
    Raised(PyErr),
}

impl Stop {
    fn into_error(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Failed(error) => run_error(py, "scenario", &error),
            Self::Raised(error) => error,
        }
    }
}

/// Runs a simulation to a time, and calls `progress` with the time at intervals. Python's interpreter lock must
/// not be held.
fn run_to(simulation: &mut Simulation, until: Time, progress: Option<&Py<PyAny>>) -> Result<(), Stop> {
    let slice = if progress.is_some() { SLICE / 10 } else { SLICE };
    while simulation.step(until, slice).map_err(|failure| Stop::Failed(failure.into()))?.now < until {
        let now = to_secs(simulation.now());
        Python::attach(|py| {
            py.check_signals()?;
            progress.map_or(Ok(()), |call| call.call1(py, (now,)).map(drop))
        })
        .map_err(Stop::Raised)?;
    }
    Ok(())
}

/// The arrays of a signal: one row for each flow or link, and one column for each bin.
type Matrix<'py> = Bound<'py, PyArray2<f64>>;

fn matrix<'py>(py: Python<'py>, rows: usize, bins: usize, values: Vec<f64>) -> PyResult<Matrix<'py>> {
    values.into_pyarray(py).reshape([rows, bins])
}

impl Run {
    /// The recorded series of a signal, in the order of the document, for entities of one kind: `flow`,
    /// `link` or `run`.
    fn entries(&self, kind: &str, signal: &str) -> Vec<(&SeriesEntry, String)> {
        let id = |entity: &str| match entity.split_once(':') {
            Some((found, id)) if found == kind => Some(id.to_owned()),
            None if entity == kind => Some(entity.to_owned()),
            _ => None,
        };
        let all = self.series.directory().iter().filter(|entry| entry.signal.id == signal);
        let mut found: Vec<_> = all.filter_map(|entry| Some((entry, id(&entry.entity)?))).collect();
        let order = if kind == "flow" { &self.flows } else { &self.links };
        found.sort_by_cached_key(|(_, id)| order.iter().position(|known| known == id));
        found
    }

    /// Start of bin 0 and width of a bin in ns, and the number of bins.
    fn grid(&self) -> (Time, Time, usize) {
        let first = self.series.directory().first();
        let gauge = first.and_then(|entry| self.series.gauge_of(entry.key));
        let counter = first.and_then(|entry| self.series.counter_of(entry.key));
        match (gauge, counter) {
            (Some(gauge), _) => (gauge.origin(), gauge.width(), gauge.len()),
            (_, Some(counter)) => (counter.origin(), counter.width(), counter.len()),
            (None, None) => (0, 0, 0),
        }
    }
}

#[pymethods]
impl Run {
    /// Runs a scenario to its end. `signals`: the IDs of the recorded signals, `None` for all. `bin`: the
    /// width of the bins in seconds. `progress`: called with the simulated time at intervals.
    #[new]
    #[pyo3(signature = (scenario, signals, events, bin, progress))]
    fn new(
        py: Python<'_>,
        scenario: &scenario::Scenario,
        signals: Option<Vec<String>>,
        events: bool,
        bin: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        if bin.is_some_and(|width| !(width >= 1e-6 && width.is_finite())) {
            return Err(PyValueError::new_err("The width of a bin must be at least 1e-6 seconds."));
        }
        let scenario = scenario.scenario().clone();
        let watch = signals.map_or(Watch::All, Watch::Only);
        let width = bin.unwrap_or_else(|| default_width(&scenario));
        let settings =
            RecordingSettings { watch, events, event_limit: EVENT_ROWS, ..recording(&scenario, width) };
        let built = py.detach(|| Simulation::new(scenario, settings));
        let mut simulation = built.map_err(refuse(py, "scenario"))?;
        let finished = py.detach(move || {
            let end = simulation.end();
            run_to(&mut simulation, end.saturating_sub(1), progress.as_ref())?;
            simulation.update_series();
            let series = simulation.observer().rec.clone();
            run_to(&mut simulation, end, None)?;
            let (order, flows) = (simulation.document_order(), simulation.flows());
            let position = |flow| order.iter().position(|&index| index == flow).map_or(-1, narrow::<i32>);
            Ok(Self {
                result_id: simulation.result_id_text(),
                packet_hops: simulation.packet_hops(),
                summary: to_text(&simulation.summary()),
                flows: order.iter().map(|&index| flows[index as usize].id.clone()).collect(),
                positions: (0..narrow::<u32>(flows.len())).map(position).collect(),
                links: simulation.links().iter().map(|link| link.id.clone()).collect(),
                series,
                events: simulation.observer().rec.events().rows().to_vec(),
            })
        });
        finished.map_err(|stop: Stop| stop.into_error(py))
    }

    /// The result ID: 16 hexadecimal digits.
    #[getter]
    fn result_id(&self) -> &str {
        &self.result_id
    }

    #[getter]
    fn packet_hops(&self) -> u64 {
        self.packet_hops
    }

    /// The summary as JSON text.
    fn summary(&self) -> &str {
        &self.summary
    }

    /// The IDs of the flows, in the order of the document.
    #[getter]
    fn flow_ids(&self) -> Vec<String> {
        self.flows.clone()
    }

    /// The IDs of the link directions.
    #[getter]
    fn link_ids(&self) -> Vec<String> {
        self.links.clone()
    }

    /// The recorded signals: for each kind of entity and signal, the kind, the ID, whether it is a counter,
    /// its unit, its label and its description.
    #[allow(clippy::type_complexity, reason = "Python receives a tuple")]
    fn signals(&self) -> Vec<(String, &'static str, bool, &'static str, &'static str, &'static str)> {
        let mut found: Vec<(String, &str, bool, &str, &str, &str)> = Vec::new();
        for entry in self.series.directory() {
            let kind = entry.entity.split(':').next().unwrap_or_default();
            let signal = &entry.signal;
            if !found.iter().any(|(of, id, ..)| of == kind && *id == signal.id) {
                let is_counter = signal.kind == SignalKind::Counter;
                found.push((kind.to_owned(), signal.id, is_counter, signal.unit, signal.label, signal.doc));
            }
        }
        found
    }

    /// Start of the first bin and width of the bins in seconds, and the number of bins.
    #[getter]
    fn bins(&self) -> (f64, f64, usize) {
        let (origin, width, count) = self.grid();
        (to_secs(origin), to_secs(width), count)
    }

    /// The starts of all bins in seconds.
    fn times<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let (origin, width, count) = self.grid();
        let times: Vec<f64> = (0..count as u64).map(|bin| to_secs(origin + bin * width)).collect();
        times.into_pyarray(py)
    }

    /// The increments of a counter in each bin: the IDs of the flows or links, and one row for each.
    fn counter<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        signal: &str,
    ) -> PyResult<(Vec<String>, Matrix<'py>)> {
        let bins = self.grid().2;
        let (mut ids, mut values) = (Vec::new(), Vec::new());
        for (entry, id) in self.entries(kind, signal) {
            let Some(counter) = self.series.counter_of(entry.key) else {
                return Err(PyKeyError::new_err(format!("`{signal}` is not a counter.")));
            };
            let mut before = 0.0;
            values.extend((0..bins).map(|bin| {
                let total = counter.bin(bin).unwrap_or(before);
                total - std::mem::replace(&mut before, total)
            }));
            ids.push(id);
        }
        let rows = ids.len();
        Ok((ids, matrix(py, rows, bins, values)?))
    }

    /// A gauge in each bin: the IDs of the flows or links that ever had a value, and the last, smallest and
    /// largest values with one row for each. A bin without a value has NaN.
    fn gauge<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        signal: &str,
    ) -> PyResult<(Vec<String>, Matrix<'py>, Matrix<'py>, Matrix<'py>)> {
        let bins = self.grid().2;
        let (mut ids, mut last, mut smallest, mut largest) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (entry, id) in self.entries(kind, signal) {
            let Some(gauge) = self.series.gauge_of(entry.key) else {
                return Err(PyKeyError::new_err(format!("`{signal}` is not a gauge.")));
            };
            if gauge.is_blank() {
                continue;
            }
            for bin in 0..bins {
                let [min, max, at_end] = gauge.bin(bin).unwrap_or([f64::NAN; 3]);
                last.push(at_end);
                smallest.push(min);
                largest.push(max);
            }
            ids.push(id);
        }
        let rows = ids.len();
        let matrix = |values| matrix(py, rows, bins, values);
        Ok((ids, matrix(last)?, matrix(smallest)?, matrix(largest)?))
    }

    /// The events as columns: time in seconds, code, flow, link, value, count. Flow and link are indices of
    /// `flow_ids` and `link_ids`, or -1.
    #[allow(clippy::type_complexity, reason = "Python receives a tuple")]
    fn events<'py>(
        &self,
        py: Python<'py>,
    ) -> (
        Bound<'py, PyArray1<f64>>,
        Bound<'py, PyArray1<u8>>,
        Bound<'py, PyArray1<i32>>,
        Bound<'py, PyArray1<i32>>,
        Bound<'py, PyArray1<f64>>,
        Bound<'py, PyArray1<u32>>,
    ) {
        let column =
            |value: &dyn Fn(&RecordedEvent) -> f64| -> Vec<f64> { self.events.iter().map(value).collect() };
        let at_link =
            |event: &RecordedEvent| matches!(event.kind, EventKind::Drop | EventKind::Loss | EventKind::Mark);
        let flow = |event: &RecordedEvent| match event.kind {
            EventKind::TimelineChange => -1,
            _ => self.positions.get(event.entity as usize).copied().unwrap_or(-1),
        };
        let value = |event: &RecordedEvent| match event.kind {
            EventKind::TimelineChange => f64::from(event.entity),
            EventKind::Timeout | EventKind::WindowCut | EventKind::TransferComplete => event.value,
            _ => f64::NAN,
        };
        let link = |event: &RecordedEvent| if at_link(event) { whole::<i32>(event.value) } else { -1 };
        let flows: Vec<i32> = self.events.iter().map(flow).collect();
        let links: Vec<i32> = self.events.iter().map(link).collect();
        let codes: Vec<u8> = self.events.iter().map(|event| event.kind.code()).collect();
        let counts: Vec<u32> = self.events.iter().map(|event| event.count).collect();
        (
            column(&|event| to_secs(event.t)).into_pyarray(py),
            codes.into_pyarray(py),
            flows.into_pyarray(py),
            links.into_pyarray(py),
            column(&value).into_pyarray(py),
            counts.into_pyarray(py),
        )
    }

    /// The names of the codes of events, as pairs.
    #[staticmethod]
    fn event_names() -> Vec<(u8, &'static str)> {
        EventKind::ALL.iter().map(|kind| (kind.code(), kind.name())).collect()
    }
}

/// The decisions of a flow between two times in seconds, found by repeating the run: a list of
/// `ExplainedDecision` as JSON text.
#[pyfunction]
pub fn explain(
    py: Python<'_>,
    scenario: &scenario::Scenario,
    flow: &str,
    t0: f64,
    t1: f64,
) -> PyResult<String> {
    let (from, to) = (from_secs(t0), from_secs(t1));
    let again = Simulation::new(scenario.scenario().clone(), RecordingSettings::none());
    let mut simulation = again.map_err(refuse(py, "scenario"))?;
    if !simulation.flows().iter().any(|known| known.id == flow) {
        return Err(PyKeyError::new_err(format!("There is no flow `{flow}`.")));
    }
    let repeated = py.detach(move || {
        let end = simulation.end();
        // Events at the start of the interval belong to it.
        if from > 1 {
            run_to(&mut simulation, (from - 1).min(end), None)?;
        }
        simulation.record_decisions();
        run_to(&mut simulation, to.min(end), None)?;
        Ok(simulation.decisions(flow))
    });
    let decisions = repeated.map_err(|stop: Stop| stop.into_error(py))?;
    decisions.map(|decisions| to_text(&decisions)).map_err(internal_error)
}
