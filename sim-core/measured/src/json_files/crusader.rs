//! Crusader's results: `.crr` files of version 1 and 2, and what `crusader export` writes. Each phase of a test loads one
//! direction, while pings are sent all the time; the direction whose pings are the longest is read.

use serde_json::Value;
use sim_core::ground::math;

use crate::json_files::list;
use crate::measurement::{MeasuredBy, MeasuredFlow, Measurement, STEP};
use crate::packed;
use crate::problem::{ReadProblem, problem};

/// The first number of a `.crr` file.
const MAGIC: u64 = 0x5372_ab82_ae7c_59cb;
/// A test has a group for each direction.
const MOST_GROUPS: usize = 4;
/// Bytes on the wire for each byte of payload.
const WITH_HEADERS: f64 = 1500.0 / 1448.0;

pub fn is_crusader(data: &[u8]) -> bool {
    data.starts_with(&MAGIC.to_le_bytes())
}

/// A `.crr` file: the magic number, the version, then MessagePack within a Snappy stream.
pub fn read_packed(data: &[u8], most: usize) -> Result<Measurement, ReadProblem> {
    if !matches!(data.get(8), Some(1 | 2)) || data.get(9..16) != Some(&[0; 7]) {
        return Err(problem("crusaderVersion").at_byte(8));
    }
    read(&packed::message(&packed::unpack(data, 16, most)?)?)
}

/// Seconds of a duration, which Crusader writes as seconds and nanoseconds.
fn seconds(duration: &Value) -> Option<f64> {
    Some(duration["secs"].as_f64()? + duration["nanos"].as_f64()? / 1e9)
}

/// The times and byte counts of a stream.
fn points(stream: &Value) -> Vec<(f64, f64)> {
    let point = |point: &Value| Some((seconds(&point["time"])?, point["bytes"].as_f64()?));
    list(&stream["data"]).iter().filter_map(point).collect()
}

/// The pings that were sent between two times: when, and how long they took. A lost one took no time.
fn pings(root: &Value, from: f64, to: f64) -> Vec<(f64, Option<f64>)> {
    let ping = |ping: &Value| Some((seconds(&ping["sent"])?, seconds(&ping["latency"]["total"])));
    let all = list(&root["pings"]).iter().filter_map(ping);
    all.filter(|(sent, _)| (from..to).contains(sent)).collect()
}

pub fn read(root: &Value) -> Result<Measurement, ReadProblem> {
    let mut phases = Vec::new();
    let groups = list(&root["stream_groups"]).iter().filter(|group| group["both"] != true);
    for group in groups.take(MOST_GROUPS) {
        let streams: Vec<_> = list(&group["streams"]).iter().map(points).collect();
        let times = || streams.iter().flatten().map(|point| point.0);
        let (from, to) = (times().fold(f64::MAX, f64::min), times().fold(0.0, f64::max));
        let waits: Vec<f64> = pings(root, from, to).iter().filter_map(|ping| ping.1).collect();
        let wait = waits.iter().sum::<f64>() / waits.len().max(1) as f64;
        phases.push((wait, from, to, streams, group["download"] == true));
    }
    let longest = phases.into_iter().max_by(|a, b| f64::total_cmp(&a.0, &b.0));
    let Some((wait, from, to, streams, is_download)) = longest else {
        return Err(problem("noDirection").within("stream_groups"));
    };
    if wait == 0.0 {
        return Err(problem("noPings").within("pings"));
    }
    // Between two phases is a pause, in whose first half the queue empties.
    let pause = seconds(&root["config"]["grace_duration"]).unwrap_or(0.0).min(10.0) / 2.0;
    let begin = (from - pause).max(0.0);
    let mut flows = Vec::new();
    for (index, points) in streams.iter().enumerate() {
        let mut flow = MeasuredFlow::named(format!("stream {}", index + 1));
        for pair in points.windows(2) {
            let (before, after) = (pair[0], pair[1]);
            if after.0 < before.0 || after.1 < before.1 {
                let path = format!("stream_groups[].streams[{index}]");
                return Err(problem("timesDecrease").within(path));
            }
            let bytes = (after.1 - before.1) * WITH_HEADERS;
            flow.add_bytes(before.0 - begin, after.0 - begin, bytes, STEP);
        }
        flows.push(flow);
    }
    let mut ping = MeasuredFlow::named("ping");
    for (sent, rtt) in pings(root, begin, to) {
        let end = sent - begin + rtt.unwrap_or(0.0);
        if let Some(rtt) = rtt.filter(|_| end < to - begin) {
            ping.add_rtt(math::floor(end / STEP + 1e-9) * STEP, rtt, STEP);
        }
    }
    flows.push(ping);
    let mut read = Measurement::of(MeasuredBy::Crusader, STEP, flows, false);
    read.is_download = is_download;
    read.assumed.push("headers");
    Ok(read)
}
