//! The recorded data from which the numbers of a run are computed.

use serde_json::Value;

use crate::series::{Series, Values};

/// The recorded series of a run.
pub trait RecordedRun {
    type Values: Values;

    /// The series of a signal, or `None` if the entity has recorded no value of the signal.
    fn series(&self, entity: &str, signal: &str) -> Option<Series<Self::Values>>;

    /// The growth of a counter between two times. NaN if the counter has recorded nothing.
    fn growth(&self, entity: &str, signal: &str, from: f64, to: f64) -> f64 {
        self.series(entity, signal).map_or(f64::NAN, |series| series.growth(from, to))
    }

    /// The last value of a gauge at a time, unless it is more than about 1 s old. NaN if there is none.
    fn gauge(&self, entity: &str, signal: &str, t: f64) -> f64 {
        self.series(entity, signal).map_or(f64::NAN, |series| series.gauge_at(t))
    }
}

/// The other data of a run that a measure needs, in addition to series and events.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The end of the warm-up, s.
    pub warmup: f64,
    /// Simulated time up to which the measures cover the run, s.
    pub end: f64,
    /// The names of the entities that record `delivered`, such as `flow:near`, in the order of the document.
    pub flows: Vec<String>,
    /// The derived links: a list of `DerivedLink` as JSON.
    pub links: Value,
    /// The rates of the link directions over the run: a list of `LinkRates` as JSON.
    pub rates: Value,
    /// The `RunSummary` as JSON. Null if the run is not complete.
    pub summary: Value,
}

/// A recorded event.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// Simulated time, s.
    pub t: f64,
    pub code: f64,
    pub entity: f64,
    /// The number of events that the row represents.
    pub count: f64,
}

/// A recorded run with the events and facts that measures need.
pub trait MeasuredRun: RecordedRun {
    fn facts(&self) -> &Facts;

    fn events(&self) -> Vec<Event>;

    /// The ID of the flow of an event; `None` if the event belongs to no flow.
    fn flow_of(&self, event: &Event) -> Option<String>;
}

/// The events in rows as the recorder writes them: time, code, entity, value and count.
pub fn events_in(rows: &[f64]) -> Vec<Event> {
    rows.chunks_exact(5).map(|row| Event { t: row[0], code: row[1], entity: row[2], count: row[4] }).collect()
}
