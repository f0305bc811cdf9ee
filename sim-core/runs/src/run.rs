//! Runs one scenario. The result has the result ID, the summary, and the recorded series, events and decisions. It
//! depends only on the document, the recording and the simulator.

use serde_json::{Map, Value, json};
use sim_core::ground::convert::whole;

use sim_core::describe::{Kinds, SignalKind};
use sim_core::ground::time::{from_secs, to_secs};
use sim_core::params::number;
use sim_core::record::{EventKind, RecordingSettings};
use sim_core::scenario::Scenario;
use sim_core::simulation::Simulation;

use crate::{RunError, Stop, advance};

/// The largest number of bins. In longer runs the recorder merges neighbouring bins.
const MAX_BINS: usize = 65_536;
/// The largest number of event rows that are recorded, and also the largest number of decisions.
const MAX_ROWS: usize = 200_000;

/// The settings of a run that select what is recorded in addition to its summary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recording {
    /// Width of the bins in seconds.
    pub width: f64,
    /// The ids of the signals that are recorded, for all flows and links that have them.
    pub signals: &'static [&'static str],
    /// Whether drops, timeouts, window cuts and other events are recorded.
    pub events: bool,
    /// Whether the decisions of the algorithms are recorded.
    pub decisions: bool,
}

impl Recording {
    /// Records only the summary.
    pub const SUMMARY_ONLY: Self = Self { width: 1.0, signals: &[], events: false, decisions: false };

    /// Records series of these signals, in bins of `width` seconds.
    pub const fn series(width: f64, signals: &'static [&'static str]) -> Self {
        Self { width, signals, ..Self::SUMMARY_ONLY }
    }

    pub fn to_json(self) -> Value {
        json!({ "width": number(self.width), "signals": self.signals, "events": self.events,
                "decisions": self.decisions })
    }
}

fn recording_settings(recording: Recording, duration: f64) -> RecordingSettings {
    let first_width = from_secs(recording.width).max(1);
    let needed_bins = from_secs(duration).div_ceil(first_width) + 2;
    let bins = usize::try_from(needed_bins).unwrap_or(MAX_BINS).clamp(64, MAX_BINS) & !1;
    let signals = recording.signals.iter().map(|&signal| signal.to_owned()).collect();
    RecordingSettings {
        bins: bins.max(64),
        first_width,
        watch: sim_core::record::Watch::Only(signals),
        events: recording.events,
        decisions: recording.decisions,
        event_limit: MAX_ROWS,
        decision_limit: MAX_ROWS,
        series_budget: 1 << 30,
        ..RecordingSettings::none()
    }
}

/// Runs a document to its end, or until `stop` returns true.
pub fn run(document: Value, recording: Recording, kinds: &Kinds, stop: &Stop<'_>) -> Result<Value, RunError> {
    let scenario = Scenario::from_value(document, kinds).map_err(RunError::Invalid)?;
    complete(new_simulation(scenario, recording)?, recording, stop)
}

/// A simulation at the start of its run.
pub(crate) fn new_simulation(scenario: Scenario, recording: Recording) -> Result<Simulation, RunError> {
    let settings = recording_settings(recording, scenario.duration);
    Simulation::new(scenario, settings).map_err(RunError::Invalid)
}

/// Simulates the rest of a run, and returns its result.
pub(crate) fn complete(
    mut simulation: Simulation,
    recording: Recording,
    stop: &Stop<'_>,
) -> Result<Value, RunError> {
    let end = simulation.end();
    // The measurement window excludes the last nanosecond of the run. The series end where the window ends,
    // so that their sums equal the counts of the summary.
    advance(&mut simulation, end.saturating_sub(1), stop)?;
    simulation.update_series();
    advance(&mut simulation, end, stop)?;
    Ok(result_json(&simulation, recording, simulation.scenario().duration))
}

fn result_json(simulation: &Simulation, recording: Recording, duration: f64) -> Value {
    let mut summary = simulation.summary();
    if let Some(summary) = summary.as_object_mut() {
        for name in ["version", "result_id", "seed", "duration"] {
            summary.remove(name);
        }
    }
    let mut result = json!({ "result_id": simulation.result_id_text(), "summary": summary });
    if !recording.signals.is_empty() {
        let (width, series) = series(simulation, recording, duration);
        result["width"] = number(width);
        result["series"] = series;
    }
    if recording.events {
        result["events"] = events(simulation);
    }
    if recording.decisions {
        let ids =
            simulation.document_order().iter().map(|&index| simulation.flows()[index as usize].id.clone());
        let decisions = ids.map(|id| {
            let flow_decisions = simulation.decisions(&id).unwrap_or(Value::Null);
            (id, flow_decisions)
        });
        result["decisions"] = Value::Object(decisions.collect());
    }
    result
}

/// The actual width of the bins, which is larger than requested if bins were merged, and the recorded series
/// by entity and signal.
fn series(simulation: &Simulation, recording: Recording, duration: f64) -> (f64, Value) {
    let recorder = &simulation.observer().rec;
    let mut series_by_entity: Map<String, Value> = Map::new();
    let mut width = recording.width;
    for (index, entry) in recorder.directory().iter().enumerate() {
        let read = recorder.read(index, 0);
        let (Some(&bin_width), Some(values)) = (read.get(1), read.get(4..)) else { continue };
        width = bin_width;
        let bins = whole::<usize>(sim_core::ground::math::round(duration / bin_width));
        let values: Vec<Value> = match entry.signal.kind {
            SignalKind::Counter => {
                let previous_totals = std::iter::once(0.0).chain(values.iter().copied());
                previous_totals
                    .zip(values)
                    .take(bins)
                    .map(|(previous, total)| number(total - previous))
                    .collect()
            }
            SignalKind::Gauge => {
                values.chunks_exact(3).take(bins).map(|bin| number_or_null(bin[2])).collect()
            }
        };
        let entity_series = series_by_entity.entry(entry.entity.clone()).or_insert_with(|| json!({}));
        entity_series[entry.signal.id] = Value::Array(values);
    }
    (width, Value::Object(series_by_entity))
}

fn number_or_null(x: f64) -> Value {
    if x.is_finite() { number(x) } else { Value::Null }
}

/// The recorded events, each as [time, kind, flow, link, value, count]. The link is null for events that do
/// not happen at a link.
fn events(simulation: &Simulation) -> Value {
    let rows = simulation.observer().rec.events().rows().iter();
    rows.map(|event| {
        let is_at_link = matches!(event.kind, EventKind::Drop | EventKind::Loss | EventKind::Mark);
        let flow = simulation.flows().get(event.entity as usize).map(|meta| meta.id.as_str());
        let link = simulation
            .links()
            .get(whole::<usize>(event.value))
            .filter(|_| is_at_link)
            .map(|meta| meta.id.as_str());
        json!([
            number(to_secs(event.t)),
            event.kind.code(),
            flow,
            link,
            number_or_null(event.value),
            event.count
        ])
    })
    .collect()
}
