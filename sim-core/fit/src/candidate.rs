//! A scenario that may have given a measurement: its document, and its run in the form of a measurement.

use fairshare_runs::{RunError, Stop, series};
use serde_json::{Value, json};
use sim_core::ground::math;
use sim_core::scenario::Scenario;
use sim_core::simulation::kinds;

use crate::direct::Direct;
use fairshare_measured::measurement::{FULL_PACKET, MeasuredFlow, Measurement};

/// What decides about packets that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum QueueKind {
    DropTail,
    Aqm,
    Fair,
}

impl QueueKind {
    pub fn id(self) -> &'static str {
        match self {
            QueueKind::DropTail => "drop_tail",
            QueueKind::Aqm => "aqm",
            QueueKind::Fair => "fair",
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// bit/s.
    pub rate: f64,
    /// Seconds.
    pub base_rtt: f64,
    /// The discipline, by its ID in scenarios.
    pub queue: &'static str,
    /// What a drop-tail queue holds, in seconds at the rate.
    pub buffer: f64,
    pub controller: &'static str,
    /// The probability of random losses.
    pub loss: f64,
    /// Transfers that are not in the measurement.
    pub others: usize,
    pub seed: u64,
}

/// The disciplines that are tried, and the controllers.
pub const QUEUES: [&str; 4] = ["drop_tail", "codel", "pie", "fq_codel"];
pub const CONTROLLERS: [&str; 3] = ["cubic", "sack", "bbr"];

/// The schedule of a rate in half seconds from a time on, which may begin again at its end.
pub fn schedule(rates: Option<&[f64]>, from: f64, repeats: bool) -> Value {
    let Some(rates) = rates else { return json!({"kind": "constant"}) };
    let point =
        |(index, rate): (usize, &f64)| json!({"at": from + 0.5 * index as f64, "rate": rate.max(1e4)});
    let points: Vec<Value> = rates.iter().enumerate().map(point).collect();
    let mut schedule = json!({"kind": "points", "points": points});
    if repeats {
        schedule["repeat"] = json!(0.5 * rates.len() as f64);
    }
    schedule
}

impl Candidate {
    pub fn kind(&self) -> QueueKind {
        match self.queue {
            "drop_tail" => QueueKind::DropTail,
            "codel" | "pie" => QueueKind::Aqm,
            _ => QueueKind::Fair,
        }
    }

    pub fn queue_json(&self) -> Value {
        if self.queue == "drop_tail" {
            let packets = math::round(self.buffer * self.rate / 8.0 / FULL_PACKET).clamp(1.0, 1e6);
            return json!({"kind": "drop_tail", "limit": {"packets": packets}});
        }
        json!({"kind": self.queue})
    }

    /// The document, of which the first flows are the measured transfers, then pings, then others.
    pub fn document(&self, measured: &Measurement, direct: &Direct, seconds: f64) -> Value {
        let loss: Value = (self.loss > 0.0)
            .then(|| json!({"kind": "random", "probability": self.loss, "what": "data"}))
            .into_iter()
            .collect();
        let start_of = |flow: &MeasuredFlow| {
            let first = flow.bytes.iter().position(|&bytes| bytes > 0.0).unwrap_or(0);
            // The first bytes arrive one round trip after the start, within the interval.
            ((first as f64 + 0.5) * measured.step - self.base_rtt).max(0.0)
        };
        let transfer = |id: String, start: f64| {
            json!({"id": id, "algorithm": self.controller, "packet": FULL_PACKET, "start": start,
                "access": {"sender": 0, "receiver": 0}})
        };
        let mut flows: Vec<Value> = Vec::new();
        for (index, flow) in measured.transfers.iter().enumerate() {
            flows.push(transfer(format!("t{}", index + 1), start_of(flow)));
        }
        if !measured.pings.is_empty() {
            flows.push(json!({"id": "ping", "algorithm": "sack", "packet": 100, "access": {"sender": 0, "receiver": 0},
                "source": {"kind": "cbr", "rate": 8000}}));
        }
        for index in 0..self.others {
            let start = (direct.loaded_from as f64 + 4.0) * measured.step;
            flows.push(transfer(format!("o{}", index + 1), start));
        }
        let from = direct.loaded_from as f64 * measured.step;
        let forward = json!({"rate": self.rate, "delay": self.base_rtt / 2.0, "queue": self.queue_json(),
            "loss": loss, "schedule": schedule(direct.over_time.as_deref(), from, false)});
        json!({"v": 1, "duration": seconds, "seed": self.seed,
            "network": {"forward": forward,
                "reverse": {"rate": self.rate, "delay": self.base_rtt / 2.0}},
            "flows": flows})
    }

    /// Runs the scenario for some seconds.
    pub fn run(
        &self,
        measured: &Measurement,
        direct: &Direct,
        seconds: f64,
        stop: &Stop<'_>,
    ) -> Result<Measurement, RunError> {
        let document = self.document(measured, direct, seconds);
        let scenario = Scenario::from_value(document, kinds()).map_err(RunError::Invalid)?;
        of_run(scenario, measured, stop)
    }
}

/// A run in the form of the measurement that it is compared with.
fn of_run(scenario: Scenario, like: &Measurement, stop: &Stop<'_>) -> Result<Measurement, RunError> {
    let run = series::run(scenario, Some(like.step), stop)?;
    let mut transfers = vec![MeasuredFlow::default(); like.transfers.len()];
    let mut pings = vec![MeasuredFlow::default(); usize::from(!like.pings.is_empty())];
    let has_times = like.transfers.iter().any(|flow| flow.least_rtt.is_some());
    let visited: Result<(), std::convert::Infallible> = series::visit_rows(&run.recorder, |row| {
        let flow = match row.id.strip_prefix('t').and_then(|number| number.parse::<usize>().ok()) {
            Some(number) => transfers.get_mut(number.wrapping_sub(1)),
            None if row.id == "ping" => pings.first_mut(),
            None => None,
        };
        let Some(flow) = flow.filter(|_| row.of == "flow") else { return Ok(()) };
        // Bins of the recorder are merged in long runs, but no run is that long.
        let middle = row.t + row.width / 2.0;
        match row.signal {
            "delivered" => flow.add_bytes(middle, middle, row.value, like.step),
            "lost" => flow.add_lost(middle, row.value, like.step),
            "rtt" if row.id == "ping" || has_times => {
                flow.add_rtt(middle, row.value, like.step);
                if let Some((low, high)) = row.extent {
                    flow.least_rtt = flow.least_rtt.map(|least| least.min(low));
                    flow.greatest_rtt = flow.greatest_rtt.map(|greatest| greatest.max(high));
                }
            }
            "srtt" if like.source.is_smoothed() => flow.add_rtt(middle, row.value, like.step),
            _ => {}
        }
        Ok(())
    });
    visited.unwrap_or_else(|never| match never {});
    Ok(padded(transfers, pings, like))
}

fn padded(mut transfers: Vec<MeasuredFlow>, mut pings: Vec<MeasuredFlow>, like: &Measurement) -> Measurement {
    let steps =
        transfers.iter().chain(&pings).map(|flow| flow.bytes.len().max(flow.rtt.len())).max().unwrap_or(0);
    for flow in transfers.iter_mut().chain(&mut pings) {
        flow.bytes.resize(steps, 0.0);
        flow.rtt.resize(steps, None);
        flow.lost.resize(steps, 0.0);
    }
    Measurement {
        transfers,
        pings,
        source: like.source,
        step: like.step,
        pair_rate: None,
        has_losses: true,
        controller: None,
        is_download: like.is_download,
        assumed: Vec::new(),
    }
}
