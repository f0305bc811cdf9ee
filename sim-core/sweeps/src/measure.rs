//! The metrics of a run, and their means over the seeds of a cell.

use fairshare_measures::numbers::{Entry, Number, named, names, value};
use fairshare_runs::run::Recording;
use fairshare_runs::shared_past::SharedPasts;
use fairshare_runs::{RunError, Stop};
use serde_json::{Map, Value, json};
use sim_core::analysis::confidence::Interval;
use sim_core::describe::Kinds;
use sim_core::params::number;

use crate::sweep::{Cell, Sweep};

/// The recording of every run of a sweep.
pub const RECORDING: Recording = Recording::SUMMARY_ONLY;

/// The names of all metrics that a sweep can report, which the results of every run contain.
pub fn all_metric_names(entries: &[Entry]) -> Vec<String> {
    names(entries, |number| number.stored)
}

/// The names of the metrics that a sweep reports if its document chooses none, in the order of reports, for a
/// run whose `flows` have these entries.
pub fn metric_names(entries: &[Entry]) -> Vec<String> {
    names(entries, |number| number.swept)
}

/// The number that a metric is, and what has it.
pub fn number_of(metric: &str) -> Option<(&'static Number, &str)> {
    named(metric, |owner| owner == "forward")
}

/// The unit of a metric. Empty for a number without a unit.
pub fn unit_of(metric: &str) -> &'static str {
    let unit = number_of(metric).map_or("", |(number, _)| number.unit);
    if unit == "index" { "" } else { unit }
}

/// The bounds of a metric's confidence interval, which end where no sample can be: no number of a run is below 0,
/// and no index or share above 1. A coefficient of variation can exceed 1.
pub fn bounds(metric: &str, mean: f64, half_width: f64) -> [f64; 2] {
    let is_share = number_of(metric)
        .is_some_and(|(number, _)| matches!(number.unit, "index" | "share") && number.id != "variation");
    let most = if is_share { 1.0 } else { f64::INFINITY };
    [(mean - half_width).max(0.0), (mean + half_width).min(most).max(mean)]
}

/// The results of a run that are stored: its result ID and its metrics.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepRecord {
    pub result_id: String,
    pub numbers: Vec<(String, Option<f64>)>,
}

impl SweepRecord {
    /// The value of a metric.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.numbers.iter().find(|(other, _)| other == name)?.1
    }

    pub fn to_json(&self) -> Value {
        let value = |x: &Option<f64>| x.map_or(Value::Null, number);
        let numbers: Map<String, Value> =
            self.numbers.iter().map(|(name, x)| (name.clone(), value(x))).collect();
        json!({ "result_id": self.result_id, "numbers": numbers })
    }

    /// Reads a record that `to_json` wrote.
    pub fn from_json(json: &Value) -> Result<Self, String> {
        let result_id = json["result_id"].as_str().ok_or("A run has no result ID.")?.to_owned();
        let numbers = json["numbers"].as_object().ok_or("A run has no numbers.")?;
        let numbers = numbers.iter().map(|(name, value)| (name.clone(), value.as_f64())).collect();
        Ok(Self { result_id, numbers })
    }
}

/// A metric of one cell, averaged over its seeds.
#[derive(Clone, Debug)]
pub struct SweepMetric {
    pub name: String,
    /// The mean and its confidence interval; `None` if a run has no value.
    pub interval: Option<Interval>,
}

impl Sweep {
    /// The record of a run. `result` is the value that `fairshare_runs::run::run` returns.
    pub fn record(&self, result: &Value) -> SweepRecord {
        let read = |name: String| {
            let value = value(&result["summary"], &name);
            (name, value)
        };
        SweepRecord {
            result_id: result["result_id"].as_str().unwrap_or_default().to_owned(),
            numbers: all_metric_names(&self.entries).into_iter().map(read).collect(),
        }
    }

    /// Runs a cell with one of its seeds, counted from 1, or until `stop` returns true. `pasts` has
    /// simulations of earlier runs.
    pub fn run(
        &self,
        cell: &Cell,
        run: u64,
        pasts: &mut SharedPasts,
        kinds: &Kinds,
        stop: &Stop<'_>,
    ) -> Result<SweepRecord, RunError> {
        let document = self.document(cell, run, kinds);
        let result = pasts.run(document, self.shared_until(cell), kinds, stop)?;
        Ok(self.record(&result))
    }

    /// The names of the metrics of this sweep: those that every sweep reports, and further ones that this sweep
    /// names in `measure`.
    pub fn metric_names(&self) -> Vec<String> {
        let common = metric_names(&self.entries);
        let named: Vec<String> = self.measure.iter().filter(|name| !common.contains(name)).cloned().collect();
        [common, named].concat()
    }

    /// Averages each reported metric over the runs of a cell.
    pub fn averages(&self, runs: &[SweepRecord]) -> Vec<SweepMetric> {
        if runs.is_empty() {
            return Vec::new();
        }
        let reported =
            if self.measure.is_empty() { metric_names(&self.entries) } else { self.measure.clone() };
        let average = |name: String| {
            let values: Option<Vec<f64>> = runs.iter().map(|run| run.number(&name)).collect();
            let interval = values.as_deref().and_then(Interval::of_95);
            SweepMetric { name, interval }
        };
        reported.into_iter().map(average).collect()
    }
}
