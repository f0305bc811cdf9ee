//! Dumps of chrome://webrtc-internals: each value of `getStats` is a series `ID-NAME` whose `values` are a JSON text. The pair of
//! candidates that sent the most is read: `bytesSent`, and `currentRoundTripTime`, which Chrome measures every few seconds.

use serde_json::{Map, Value};

use crate::json_files::list;
use crate::measurement::{MeasuredBy, MeasuredFlow, Measurement};
use crate::problem::{ReadProblem, problem};

/// Chrome asks for the values each second.
const STEP: f64 = 1.0;
/// Bytes of the headers of IPv4, UDP, SRTP's tag and STUN's share for each packet of a call, relative to its content.
const WITH_HEADERS: f64 = 1.04;

/// What a pair of candidates sent in total and at each time, and its round-trip times.
struct CallSeries {
    total: f64,
    sent: Vec<f64>,
    rtts: Vec<f64>,
    times: Vec<f64>,
}

/// The numbers of a series.
fn series(stats: &Map<String, Value>, id: &str, name: &str) -> Vec<f64> {
    let values = stats.get(&format!("{id}-{name}")).map_or(&Value::Null, |series| &series["values"]);
    let parsed = values.as_str().and_then(|text| serde_json::from_str(text).ok());
    list(&parsed.unwrap_or_else(|| values.clone()))
        .iter()
        .map(|value| value.as_f64().unwrap_or(f64::NAN))
        .collect()
}

pub fn read(root: &Value) -> Result<Measurement, ReadProblem> {
    let connections = root["PeerConnections"].as_object().into_iter().flat_map(Map::values);
    let mut best: Option<CallSeries> = None;
    for stats in connections.filter_map(|connection| connection["stats"].as_object()) {
        for id in stats.keys().filter_map(|name| name.strip_suffix("-currentRoundTripTime")) {
            let sent = series(stats, id, "bytesSent");
            let total = sent.last().copied().unwrap_or(0.0) - sent.first().copied().unwrap_or(0.0);
            if best.as_ref().is_none_or(|best| total > best.total) {
                let rtts = series(stats, id, "currentRoundTripTime");
                best = Some(CallSeries { total, sent, rtts, times: series(stats, id, "timestamp") });
            }
        }
    }
    let Some(CallSeries { total, sent, rtts, times }) = best else {
        return Err(problem("noCall").within("PeerConnections"));
    };
    if total.is_nan() || total <= 0.0 || sent.len() < 2 {
        return Err(problem("callSentNothing").within("PeerConnections"));
    }
    let mut flow = MeasuredFlow::named("call");
    let start = times.first().copied().unwrap_or(0.0);
    // Before Chrome 117, dumps have no times, and there is a value for each second.
    let time = |index: usize| match times.get(index) {
        Some(time) => (time - start).max(0.0) / 1e3,
        None => index as f64,
    };
    for index in 1..sent.len() {
        let (from, to, bytes) = (time(index - 1), time(index), sent[index] - sent[index - 1]);
        if from.is_finite() && to > from && bytes >= 0.0 {
            flow.add_bytes(from, to, bytes * WITH_HEADERS, STEP);
        }
    }
    for (index, rtt) in rtts.iter().enumerate().filter(|(index, _)| time(*index).is_finite()) {
        flow.add_rtt(time(index), *rtt, STEP);
    }
    let mut read = Measurement::of(MeasuredBy::WebRtc, STEP, vec![flow], false);
    read.controller = Some("gcc");
    read.assumed.push("gcc");
    Ok(read)
}
