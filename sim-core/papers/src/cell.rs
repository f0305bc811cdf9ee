//! Runs one scenario of an experiment and keeps what experiments look at: result ID, summary, and the series that are watched.
//! What it returns depends on document, watch and simulator alone.

use serde_json::{Map, Value, json};

use super::model::Watch;
use sim_core::describe::{Kinds, SignalKind};
use sim_core::ground::time::{from_secs, to_secs};
use sim_core::params::{Issue, number};
use sim_core::record::{EventKind, RecordingSettings};
use sim_core::scenario::Scenario;
use sim_core::simulation::Simulation;

/// Recording in bins that are never merged.
const MOST_BINS: usize = 65_536;
const EVENT_ROWS: usize = 200_000;

/// Events between two looks at whether to stop.
const SLICE: u64 = 200_000;

/// Why there is no result.
#[derive(Debug)]
pub enum Unfinished {
    /// The document cannot be run.
    Invalid(Vec<Issue>),
    /// The run failed.
    Failed(String),
    /// `stop` said so.
    Stopped,
}

fn settings(watch: Watch, duration: f64) -> RecordingSettings {
    let first_width = from_secs(watch.width).max(1);
    let needed = from_secs(duration).div_ceil(first_width) + 2;
    let bins = usize::try_from(needed).unwrap_or(MOST_BINS).clamp(64, MOST_BINS) & !1;
    let signals = watch.signals.iter().map(|&signal| signal.to_owned()).collect();
    RecordingSettings {
        bins: bins.max(64),
        first_width,
        watch: sim_core::record::Watch::Only(signals),
        events: watch.events,
        decisions: watch.decisions,
        event_limit: EVENT_ROWS,
        decision_limit: EVENT_ROWS,
        series_budget: 1 << 30,
        ..RecordingSettings::none()
    }
}

/// Runs a document to its end, asking `stop` every few milliseconds.
pub fn run(
    document: Value,
    watch: Watch,
    kinds: &Kinds,
    stop: &dyn Fn() -> bool,
) -> Result<Value, Unfinished> {
    let scenario = Scenario::from_value(document, kinds).map_err(Unfinished::Invalid)?;
    let duration = scenario.duration;
    let mut simulation = Simulation::new(scenario, settings(watch, duration)).map_err(Unfinished::Invalid)?;
    let end = simulation.end();
    // The measurement window ends just before the last moment, and so do the series.
    for until in [end.saturating_sub(1), end] {
        loop {
            let step =
                simulation.step(until, SLICE).map_err(|failure| Unfinished::Failed(failure.to_string()))?;
            if step.now >= until {
                break;
            }
            if stop() {
                return Err(Unfinished::Stopped);
            }
        }
        if until < end {
            simulation.finish_series();
        }
    }
    Ok(kept(&simulation, watch, duration))
}

fn kept(simulation: &Simulation, watch: Watch, duration: f64) -> Value {
    let mut summary = simulation.summary();
    if let Some(summary) = summary.as_object_mut() {
        for name in ["version", "digest", "seed", "duration"] {
            summary.remove(name);
        }
    }
    let mut result = json!({ "result_id": simulation.result_id_text(), "summary": summary });
    if !watch.signals.is_empty() {
        let (width, series) = series(simulation, watch, duration);
        result["width"] = number(width);
        result["series"] = series;
    }
    if watch.events {
        result["events"] = events(simulation);
    }
    if watch.decisions {
        let ids = simulation.order().iter().map(|&index| simulation.flows()[index as usize].id.clone());
        let told = ids.map(|id| {
            let all = simulation.decisions(&id).unwrap_or(Value::Null);
            (id, all)
        });
        result["decisions"] = Value::Object(told.collect());
    }
    result
}

/// The width that the bins really have, and every watched series by entity and signal.
fn series(simulation: &Simulation, watch: Watch, duration: f64) -> (f64, Value) {
    let recorder = &simulation.observer().rec;
    let mut all: Map<String, Value> = Map::new();
    let mut width = watch.width;
    for (index, entry) in recorder.directory().iter().enumerate() {
        let read = recorder.read(index, 0);
        let (Some(&own), Some(values)) = (read.get(1), read.get(4..)) else { continue };
        width = own;
        let bins = sim_core::ground::math::round(duration / own) as usize;
        let values: Vec<Value> = match entry.signal.kind {
            SignalKind::Counter => {
                let before = std::iter::once(0.0).chain(values.iter().copied());
                before.zip(values).take(bins).map(|(before, total)| number(total - before)).collect()
            }
            SignalKind::Gauge => {
                values.chunks_exact(3).take(bins).map(|bin| number_or_null(bin[2])).collect()
            }
        };
        let of = all.entry(entry.entity.clone()).or_insert_with(|| json!({}));
        of[entry.signal.id] = Value::Array(values);
    }
    (width, Value::Object(all))
}

fn number_or_null(x: f64) -> Value {
    if x.is_finite() { number(x) } else { Value::Null }
}

/// What happened, as (time, kind, flow or link, value, count).
fn events(simulation: &Simulation) -> Value {
    let rows = simulation.observer().rec.events().rows().iter();
    rows.map(|event| {
        let of_link = matches!(event.kind, EventKind::Drop | EventKind::Loss | EventKind::Mark);
        let flow = simulation.flows().get(event.entity as usize).map(|meta| meta.id.as_str());
        let link =
            simulation.links().get(event.value as usize).filter(|_| of_link).map(|meta| meta.id.as_str());
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
