//! Results of iperf3: `--json` writes one object, `--json-stream` one event in each line.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::json_files::{items, list, number, number_if_any, wrong};
use crate::measurement::{MeasuredBy, MeasuredFlow, Measurement};
use crate::problem::{ReadProblem, problem};
use crate::read::parse_json;
use crate::series::{ImportedFile, ImportedSeries};

/// Bytes on the wire for each byte of payload: packets of 1500 bytes with 52 bytes of headers.
const WITH_HEADERS: f64 = 1500.0 / 1448.0;

/// An interval with its path, such as `intervals[3]`, or `line 5: data`.
pub struct TestInterval {
    path: String,
    data: Value,
}

/// Whether a text is the output of `--json-stream`.
pub fn is_stream(text: &str) -> bool {
    let start: String = text.chars().take(200).filter(|one| !one.is_whitespace()).collect();
    let kind = start.strip_prefix("{\"event\":\"").and_then(|rest| rest.split('"').next());
    matches!(kind, Some("start" | "interval" | "end" | "error"))
}

/// The intervals of `--json-stream`.
pub fn of_stream(text: &str) -> Result<Vec<TestInterval>, ReadProblem> {
    let mut intervals = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let mut event = parse_json(line).map_err(|damaged| damaged.at_line(index + 1))?;
        match event["event"].as_str() {
            Some("interval") => {
                let path = format!("line {}: data", index + 1);
                intervals.push(TestInterval { path, data: event["data"].take() });
            }
            Some("error") => {
                let reason = event["data"].as_str().unwrap_or_default();
                return Err(problem("toolError").at_line(index + 1).found(reason));
            }
            _ => {}
        }
    }
    Ok(intervals)
}

/// The intervals of `--json`. If a test fails, iperf3 writes an object with the text of its error.
pub fn of_document(mut root: Value) -> Result<Vec<TestInterval>, ReadProblem> {
    let reason = root["error"].as_str().unwrap_or_default();
    if !reason.is_empty() && list(&root["intervals"]).is_empty() {
        return Err(problem("toolError").within("error").found(reason));
    }
    let Value::Array(intervals) = root["intervals"].take() else {
        return Err(wrong(&root["intervals"]).within("intervals"));
    };
    let intervals = intervals.into_iter().enumerate();
    Ok(intervals.map(|(index, data)| TestInterval { path: format!("intervals[{index}]"), data }).collect())
}

/// Adds the rate of a stream or of a sum, from its bytes.
fn add_rate(series: &mut ImportedSeries, part: &Value) -> Result<(), ReadProblem> {
    let (start, end, bytes) = (number(part, "start")?, number(part, "end")?, number(part, "bytes")?);
    if end > start { series.add(start, end, bytes * 8.0 / (end - start)) } else { Ok(()) }
}

/// The streams by their sockets, in the order in which they first occur, and the sums if there are several streams.
pub fn series(intervals: &[TestInterval]) -> Result<ImportedFile, ReadProblem> {
    let mut streams: Vec<(f64, bool, [ImportedSeries; 2])> = Vec::new();
    let mut sums = [("sum", "sum"), ("sum_bidir_reverse", "reverseSum")]
        .map(|(field, kind)| (field, ImportedSeries::new(json!({"kind": kind}), "rate")));
    for TestInterval { path, data } in intervals {
        let all = if data["streams"].is_null() {
            &[]
        } else {
            items(data, "streams").map_err(|wrong| wrong.within(path))?
        };
        for (index, stream) in all.iter().enumerate() {
            let mut add = || {
                let socket = number(stream, "socket")?;
                let known = streams.iter().position(|(known, ..)| *known == socket).unwrap_or_else(|| {
                    let received = stream["sender"] == false;
                    let name = json!({"kind": "stream", "number": streams.len() + 1, "received": received});
                    let both = ["rate", "rtt"].map(|quantity| ImportedSeries::new(name.clone(), quantity));
                    streams.push((socket, received, both));
                    streams.len() - 1
                });
                let [rate, rtt] = &mut streams[known].2;
                add_rate(rate, stream)?;
                let micros = number_if_any(&stream["rtt"]).map_err(|wrong| wrong.within("rtt"))?;
                if micros > 0.0 {
                    rtt.add(number(stream, "start")?, number(stream, "end")?, micros * 1e-6)?;
                }
                Ok(())
            };
            add().map_err(|wrong: ReadProblem| wrong.within(format_args!("{path}.streams[{index}]")))?;
        }
        for (field, sum) in sums.iter_mut().filter(|(field, _)| !data[*field].is_null()) {
            add_rate(sum, &data[*field]).map_err(|wrong| wrong.within(format_args!("{path}.{field}")))?;
        }
    }
    // If a direction has only one stream, its sum is the stream itself.
    let is_first_received = streams.first().is_some_and(|stream| stream.1);
    let count = |received: bool| streams.iter().filter(|stream| stream.1 == received).count();
    let counts = [count(is_first_received), count(!is_first_received)];
    let sums = sums.into_iter().zip(counts).filter(|(_, count)| *count != 1).map(|((_, sum), _)| sum);
    let streams = streams.into_iter().flat_map(|(_, _, both)| both);
    Ok(ImportedFile::new("iperf3", sums.chain(streams).collect()).listed())
}

/// All streams, in intervals of the test's length.
pub fn measurement(intervals: &[TestInterval]) -> Result<Measurement, ReadProblem> {
    let streams = || intervals.iter().flat_map(|interval| list(&interval.data["streams"]));
    let mut lengths: Vec<f64> = streams().filter_map(|stream| stream["seconds"].as_f64()).collect();
    lengths.sort_by(f64::total_cmp);
    let Some(&length) = lengths.get(lengths.len() / 2).filter(|length| (0.001..=60.0).contains(*length))
    else {
        return Err(problem("missingField").within("intervals[0].streams[0].seconds"));
    };
    // Timers are late by some milliseconds, so the interval is rounded.
    let step = sim_core::ground::math::round(length * 100.0).max(1.0) / 100.0;
    let mut flows: BTreeMap<i64, MeasuredFlow> = BTreeMap::new();
    let mut has_losses = false;
    for stream in streams() {
        let Some(socket) = stream["socket"].as_i64() else {
            return Err(wrong(&stream["socket"]).within("intervals[].streams[].socket"));
        };
        let within = |wrong: ReadProblem| wrong.within("intervals[].streams[]");
        let (start, end) = (number(stream, "start").map_err(within)?, number(stream, "end").map_err(within)?);
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
