//! Results of iperf3: `--json` writes one object, `--json-stream` one event in each line.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::json_files::list;
use crate::measurement::{MeasuredBy, MeasuredFlow, Measurement, ReadError, error};

/// Bytes on the wire for each byte of payload: packets of 1500 bytes with 52 bytes of headers.
const WITH_HEADERS: f64 = 1500.0 / 1448.0;

/// The events of `--json-stream` as one object.
pub fn of_stream(text: &str) -> Result<Value, ReadError> {
    let mut intervals = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let Ok(mut event) = serde_json::from_str::<Value>(line) else {
            return error(format!("Line {}: this is not an event of iperf3.", index + 1));
        };
        match event["event"].as_str() {
            Some("interval") => intervals.push(event["data"].take()),
            Some("error") => return Ok(json!({"error": event["data"]})),
            _ => {}
        }
    }
    Ok(json!({"intervals": intervals}))
}

pub fn read(root: &Value) -> Result<Measurement, ReadError> {
    let intervals = list(&root["intervals"]);
    if intervals.is_empty() {
        let reason = root["error"].as_str().unwrap_or("it has no intervals");
        return error(format!("The test of iperf3 has no results: {reason}."));
    }
    let streams = || intervals.iter().flat_map(|interval| list(&interval["streams"]));
    let mut lengths: Vec<f64> = streams().filter_map(|stream| stream["seconds"].as_f64()).collect();
    lengths.sort_by(f64::total_cmp);
    let Some(&length) = lengths.get(lengths.len() / 2).filter(|length| (0.001..=60.0).contains(*length))
    else {
        return error("intervals[0].streams: iperf3's intervals have no length in seconds.");
    };
    // Timers are late by some milliseconds, so the interval is rounded.
    let step = sim_core::ground::math::round(length * 100.0).max(1.0) / 100.0;
    let mut flows: BTreeMap<i64, MeasuredFlow> = BTreeMap::new();
    let mut has_losses = false;
    for stream in streams() {
        let (Some(socket), Some(start), Some(end)) =
            (stream["socket"].as_i64(), stream["start"].as_f64(), stream["end"].as_f64())
        else {
            return error("intervals: a stream has no socket, start or end.");
        };
        let flow = flows.entry(socket).or_insert_with(|| MeasuredFlow::named(format!("stream {socket}")));
        let middle = f64::midpoint(start, end);
        let at = sim_core::ground::math::floor(middle / step) * step;
        let bytes = stream["bytes"].as_f64().unwrap_or(0.0) * WITH_HEADERS;
        flow.add_bytes(at, at, bytes * step / (end - start).max(step / 10.0), step);
        if let Some(micros) = stream["rtt"].as_f64() {
            flow.add_rtt(middle, micros / 1e6, step);
        }
        if let Some(again) = stream["retransmits"].as_f64() {
            has_losses = true;
            flow.add_lost(middle, again, step);
        }
    }
    let mut read = Measurement::of(MeasuredBy::Iperf3, step, flows.into_values().collect(), has_losses);
    read.assumed.push("headers");
    Ok(read)
}
