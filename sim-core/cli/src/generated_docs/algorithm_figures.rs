//! The figures in docs/algorithms/pictures. The figure of an algorithm shows a run on a link that it uses alone at
//! first, and then with a TCP NewReno flow that starts and stops.

use serde_json::json;
use sim_core::describe::{AlgorithmInfo, Kinds, SignalKind};
use sim_core::ground::time::from_secs;
use sim_core::params::Issue;
use sim_core::record::{Recorder, RecordingSettings, SeriesEntry};
use sim_core::scenario::Scenario;
use sim_core::simulation::Simulation;

use super::figures::{LabelledCurve, over_time};
use crate::shared::error::CommandError;

/// The folder of the figures in the repository. It contains no other files.
pub const FOLDER: &str = "docs/algorithms/pictures";

/// The width of a bin in seconds.
const BIN_WIDTH: f64 = 0.1;
/// The number of bins over which a rate is averaged.
const AVERAGED_BINS: usize = 3;
/// The duration of a run, and the start and stop of the TCP flow, in seconds.
const DURATION: f64 = 45.0;
const TCP_START: f64 = 15.0;
const TCP_STOP: f64 = 30.0;

/// The path and the text of the figure of every algorithm.
pub fn figures(kinds: &Kinds) -> Result<Vec<(String, String)>, CommandError> {
    kinds
        .algorithms
        .iter()
        .map(|info| Ok((format!("{FOLDER}/{}.svg", info.id), draw(info, kinds)?)))
        .collect()
}

fn draw(info: &AlgorithmInfo, kinds: &Kinds) -> Result<String, CommandError> {
    let access = json!({"sender": 0.005, "receiver": 0.005});
    let document = json!({
        "v": 1, "duration": DURATION,
        "network": {"kind": "dumbbell", "forward":
            {"rate": 1e7, "delay": 0.01, "queue": {"kind": "drop_tail", "limit": {"bdp": 1}}}},
        "flows": [
            {"id": "own", "algorithm": info.id, "access": access},
            {"id": "tcp", "algorithm": "newreno", "access": access, "start": TCP_START, "stop": TCP_STOP},
        ],
    });
    let issues = |what: &[Issue]| CommandError::issues(&format!("the figure of {}", info.id), what);
    let scenario = Scenario::from_value(document, kinds).map_err(|found| issues(&found))?;
    let bins = (DURATION / BIN_WIDTH) as usize + 2;
    let settings = RecordingSettings {
        bins: bins + bins % 2,
        first_width: from_secs(BIN_WIDTH),
        ..RecordingSettings::default()
    };
    let mut run = Simulation::new(scenario, settings).map_err(|found| issues(&found))?;
    run.run().map_err(|failure| CommandError::Run(format!("The figure of {}: {failure}", info.id)))?;
    run.update_series();

    let series = &run.observer().rec;
    let tcp_label = "TCP NewReno, 15 to 30 s";
    let curve = |label: &str, points| LabelledCurve { label: label.to_owned(), points };
    let rates = vec![
        curve(info.name, goodput(series, "flow:own")),
        curve(tcp_label, between(goodput(series, "flow:tcp"), TCP_START, TCP_STOP)),
    ];
    let mut panels = vec![("Rate", "Mb/s".to_owned(), rates)];
    if has_values(series, "flow:own", "cwnd") {
        let windows = vec![
            curve(info.name, gauge_values(series, "flow:own", "cwnd", 1.0)),
            curve(tcp_label, between(gauge_values(series, "flow:tcp", "cwnd", 1.0), TCP_START, TCP_STOP)),
        ];
        panels.push(("Window", "packets".to_owned(), windows));
    } else if has_values(series, "flow:own", "rate") {
        let allowed = vec![curve(info.name, gauge_values(series, "flow:own", "rate", 1e-6))];
        panels.push(("Allowed rate", "Mb/s".to_owned(), allowed));
    }
    panels.push((
        "Queue",
        "packets".to_owned(),
        vec![curve("", gauge_values(series, "link:forward", "queue", 1.0))],
    ));
    let title = format!("{} on a 10 Mb/s link with a base RTT of 40 ms and a buffer of one BDP", info.name);
    Ok(over_time(&title, &panels))
}

fn find(series: &Recorder, entity: &str, signal: &str, kind: SignalKind) -> Option<Vec<f64>> {
    let wanted = |entry: &SeriesEntry| {
        entry.entity == entity && entry.signal.id == signal && entry.signal.kind == kind
    };
    let index = series.directory().iter().position(wanted)?;
    Some(series.read(index, 0))
}

/// Returns whether a signal has values. A signal can be declared for all algorithms although few of them record it.
fn has_values(series: &Recorder, entity: &str, signal: &str) -> bool {
    gauge_values(series, entity, signal, 1.0).iter().any(|(_, value)| value.is_finite())
}

/// The last value of a gauge in each bin, as pairs of time and value.
fn gauge_values(series: &Recorder, entity: &str, signal: &str, scale: f64) -> Vec<(f64, f64)> {
    let Some(values) = find(series, entity, signal, SignalKind::Gauge) else { return Vec::new() };
    let (Some(&width), Some(bins)) = (values.get(1), values.get(4..)) else { return Vec::new() };
    let points = bins.chunks_exact(3).enumerate().map(|(i, bin)| ((i as f64 + 1.0) * width, bin[2] * scale));
    between(points, 0.0, DURATION)
}

/// The goodput in Mb/s as a moving average, as pairs of time and value.
fn goodput(series: &Recorder, entity: &str) -> Vec<(f64, f64)> {
    let Some(values) = find(series, entity, "delivered", SignalKind::Counter) else { return Vec::new() };
    let (Some(&width), Some(totals)) = (values.get(1), values.get(4..)) else { return Vec::new() };
    let total = |end: usize| end.checked_sub(1).and_then(|i| totals.get(i)).copied().unwrap_or(0.0);
    let points = (1..=totals.len()).map(|end| {
        let start = end.saturating_sub(AVERAGED_BINS);
        let bits = (total(end) - total(start)) * 8.0;
        (end as f64 * width, bits / ((end - start) as f64 * width) / 1e6)
    });
    between(points, 0.0, DURATION)
}

/// Selects the points between two times.
fn between(points: impl IntoIterator<Item = (f64, f64)>, from: f64, to: f64) -> Vec<(f64, f64)> {
    let slack = 1e-9;
    points.into_iter().filter(|(t, _)| (from - slack..=to + slack).contains(t)).collect()
}
