//! The metrics of a run, and their means over the seeds of a cell.

use fairshare_papers::cell::RunError;
use fairshare_papers::model::Recording;
use fairshare_papers::shared_past::SharedPasts;
use serde_json::{Map, Value, json};
use sim_core::analysis::confidence::Interval;
use sim_core::describe::Kinds;
use sim_core::params::number;

use crate::sweep::{Cell, Sweep};

/// The recording of every run of a sweep.
pub const RECORDING: Recording = Recording::SUMMARY_ONLY;

/// The metrics of the whole run: the names of the summary's `fairness`.
const FAIRNESS_METRICS: [&str; 6] = ["jain", "theta", "friendliness", "tfi", "convergence_s", "utilisation"];
/// The fields of a flow's summary that a sweep reports.
const FLOW_METRICS: [&str; 7] = [
    "goodput_bps",
    "throughput_bps",
    "loss_fraction",
    "loss_event_rate",
    "timeouts",
    "jitter_ms",
    "completion_s",
];
/// The fields that a sweep reports of the first link direction in the summary, which is the forward link of a
/// dumbbell.
const LINK_METRICS: [&str; 3] = ["utilisation", "drop_rate", "marks"];

/// Further fields of a flow's summary, from which the models of a cell follow (docs/models.md). They are
/// reported only if the sweep names them in `measure`.
const FURTHER_FLOW_METRICS: [&str; 4] = ["sent", "lost", "loss_events", "window_cuts"];
/// Further fields of the first link direction, which are reported only if the sweep names them.
const FURTHER_LINK_METRICS: [&str; 2] = ["departures", "queue_max_packets"];

/// The names of the metrics that are reported only if the sweep names them.
fn further_names(entries: &[String]) -> impl Iterator<Item = String> {
    let link = FURTHER_LINK_METRICS.iter().map(|name| format!("forward.{name}"));
    link.chain(entries.iter().flat_map(|entry| {
        let names = FURTHER_FLOW_METRICS.iter().copied().chain(["cwnd_packets", "rtt_p95_ms"]);
        names.map(move |name| format!("{entry}.{name}"))
    }))
}

/// Whether a metric is reported only if the sweep names it.
fn is_further(name: &str) -> bool {
    let name = name.rsplit('.').next().unwrap_or_default();
    FURTHER_FLOW_METRICS.contains(&name)
        || FURTHER_LINK_METRICS.contains(&name)
        || matches!(name, "cwnd_packets" | "rtt_p95_ms")
}

/// The names of all metrics that a sweep can report.
pub fn all_metric_names(entries: &[String]) -> Vec<String> {
    metric_names(entries).into_iter().chain(further_names(entries)).collect()
}

/// The names of the metrics that a sweep reports if its document chooses none, in the order of reports, for a
/// run whose `flows` have these entries.
pub fn metric_names(entries: &[String]) -> Vec<String> {
    let link = LINK_METRICS.iter().copied().chain(["queue_packets", "queue_delay_ms"]);
    let flow =
        |entry| FLOW_METRICS.iter().copied().chain(["rtt_ms"]).map(move |name| format!("{entry}.{name}"));
    FAIRNESS_METRICS
        .iter()
        .map(|&name| name.to_owned())
        .chain(link.map(|name| format!("forward.{name}")))
        .chain(entries.iter().flat_map(flow))
        .collect()
}

/// The unit of a metric. Empty for a number without a unit.
pub fn unit_of(metric: &str) -> &'static str {
    let ends = |suffix: &str| metric.ends_with(suffix);
    if ends("_bps") {
        "bit/s"
    } else if ends("_ms") {
        "ms"
    } else if ends("_s") {
        "s"
    } else if ends("_packets") {
        "packets"
    } else {
        ""
    }
}

/// The metrics of a run by name: fairness, the first link direction in the summary (as `forward`), and the
/// mean over the flows of each entry of the document's `flows`.
fn metrics(result: &Value, entries: &[String]) -> Vec<(String, Option<f64>)> {
    let summary = &result["summary"];
    let mut all = Vec::new();
    let empty = Map::new();
    for (name, value) in summary["fairness"].as_object().unwrap_or(&empty) {
        all.push((name.clone(), value.as_f64()));
    }
    let link = &summary["links"][0];
    for name in LINK_METRICS {
        all.push((format!("forward.{name}"), link[name].as_f64()));
    }
    all.push(("forward.queue_packets".to_owned(), link["queue_packets"]["mean"].as_f64()));
    all.push(("forward.queue_delay_ms".to_owned(), link["queue_delay_ms"]["mean"].as_f64()));
    let flows = summary["flows"].as_array().map_or(&[][..], Vec::as_slice);
    for entry in entries {
        for name in FLOW_METRICS {
            all.push((format!("{entry}.{name}"), mean_of(flows, entry, &|flow| flow[name].as_f64())));
        }
        let rtt = mean_of(flows, entry, &|flow| flow["rtt_ms"]["mean"].as_f64());
        all.push((format!("{entry}.rtt_ms"), rtt));
    }
    all.push(("forward.departures".to_owned(), link["departures"].as_f64()));
    all.push(("forward.queue_max_packets".to_owned(), link["queue_packets"]["max"].as_f64()));
    for entry in entries {
        for name in FURTHER_FLOW_METRICS {
            all.push((format!("{entry}.{name}"), mean_of(flows, entry, &|flow| flow[name].as_f64())));
        }
        let window = mean_of(flows, entry, &|flow| flow["cwnd"]["mean"].as_f64());
        all.push((format!("{entry}.cwnd_packets"), window));
        let rtt = mean_of(flows, entry, &|flow| flow["rtt_ms"]["p95"].as_f64());
        all.push((format!("{entry}.rtt_p95_ms"), rtt));
    }
    all
}

/// The mean of a number over the flows of an entry. `None` if a flow has none.
fn mean_of(flows: &[Value], entry: &str, value: &dyn Fn(&Value) -> Option<f64>) -> Option<f64> {
    let is_member = |flow: &&Value| {
        let suffix = flow["id"].as_str().and_then(|id| id.strip_prefix(entry));
        suffix.is_some_and(|suffix| suffix.is_empty() || suffix.starts_with('.'))
    };
    let values: Option<Vec<f64>> = flows.iter().filter(is_member).map(value).collect();
    values.filter(|values| !values.is_empty()).map(|values| values.iter().sum::<f64>() / values.len() as f64)
}

/// The results of a run that are stored: its result ID and its metrics.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepRecord {
    pub result_id: String,
    pub numbers: Vec<(String, Option<f64>)>,
}

impl SweepRecord {
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
    /// The record of a run. `result` is the value that `fairshare_papers::cell::run` returns.
    pub fn record(&self, result: &Value) -> SweepRecord {
        SweepRecord {
            result_id: result["result_id"].as_str().unwrap_or_default().to_owned(),
            numbers: metrics(result, &self.entries),
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
        stop: &dyn Fn() -> bool,
    ) -> Result<SweepRecord, RunError> {
        let document = self.document(cell, run, kinds);
        let result = pasts.run(document, self.shared_until(cell), kinds, stop)?;
        Ok(self.record(&result))
    }

    fn is_reported(&self, name: &str) -> bool {
        if self.measure.is_empty() {
            !is_further(name)
        } else {
            self.measure.iter().any(|measured| measured == name)
        }
    }

    /// The names of the metrics of this sweep: the metrics that every sweep reports, and the further metrics
    /// that this sweep names in `measure`.
    pub fn metric_names(&self) -> Vec<String> {
        let named = self.measure.iter().filter(|name| is_further(name)).cloned();
        metric_names(&self.entries).into_iter().chain(named).collect()
    }

    /// Averages each reported metric over the runs of a cell.
    pub fn averages(&self, runs: &[SweepRecord]) -> Vec<SweepMetric> {
        let Some(first) = runs.first() else { return Vec::new() };
        let average = |(index, (name, _)): (usize, &(String, Option<f64>))| {
            // A record that was stored before a metric was added has fewer numbers.
            let value = |run: &SweepRecord| {
                let (_, value) = run
                    .numbers
                    .get(index)
                    .filter(|(other, _)| other == name)
                    .or_else(|| run.numbers.iter().find(|(other, _)| other == name))?;
                *value
            };
            let values: Option<Vec<f64>> = runs.iter().map(value).collect();
            SweepMetric { name: name.clone(), interval: values.as_deref().and_then(Interval::of_95) }
        };
        first
            .numbers
            .iter()
            .enumerate()
            .filter(|(_, (name, _))| self.is_reported(name))
            .map(average)
            .collect()
    }
}
