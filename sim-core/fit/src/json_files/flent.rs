//! flent's result files: `x_values` are the times of all series, and `results` has their values.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::json_files::list;
use crate::measurement::{MeasuredBy, MeasuredFlow, Measurement, ReadError, error};

/// The rate of a series in bit/s for its unit.
fn factor(units: &Value, name: &str) -> f64 {
    match units[name]["UNITS"].as_str().unwrap_or_default() {
        "Kbits/s" => 1e3,
        "bits/s" => 1.0,
        _ => 1e6,
    }
}

/// Series in the direction with the most data: `TCP upload::1`, or all of its streams as one series.
fn direction(results: &serde_json::Map<String, Value>) -> &'static str {
    let sum = |word: &str| -> f64 {
        let named = results.iter().filter(|(name, _)| is_rate(name, word));
        named.flat_map(|(_, values)| list(values)).filter_map(Value::as_f64).sum()
    };
    if sum("upload") >= sum("download") { "upload" } else { "download" }
}

fn is_rate(name: &str, word: &str) -> bool {
    name.starts_with("TCP")
        && name.contains(word)
        && !name.contains("::tcp_")
        && !["sum", "avg", "fairness", "totals"].iter().any(|end| name.ends_with(end))
}

pub fn read(root: &Value) -> Result<Measurement, ReadError> {
    let times: Vec<f64> = list(&root["x_values"]).iter().filter_map(Value::as_f64).collect();
    let (Some(first), Some(last)) = (times.first().copied(), times.last().copied()) else {
        return error("x_values: the list of times is empty.");
    };
    let step = (last - first) / (times.len() - 1).max(1) as f64;
    if !(0.001..=10.0).contains(&step) {
        return error("x_values: the times must grow, by 1 ms to 10 s each.");
    }
    let Some(results) = root["results"].as_object() else {
        return error("results: flent's series are missing.");
    };
    let (units, raw) = (&root["metadata"]["SERIES_META"], &root["raw_values"]);
    let word = direction(results);
    let mut flows: BTreeMap<String, MeasuredFlow> = BTreeMap::new();
    for (name, values) in results {
        let owner = name.split("::tcp_").next().unwrap_or(name);
        let is_ping = name.starts_with("Ping") && !name.contains("fping");
        if !is_rate(name, word) && !name.ends_with("::tcp_rtt") && !is_ping {
            continue;
        }
        let flow = flows.entry(owner.to_owned()).or_insert_with(|| MeasuredFlow::named(owner));
        for (value, &t) in list(values).iter().zip(&times) {
            let (Some(value), t) = (value.as_f64(), t - first) else { continue };
            if is_rate(name, word) {
                flow.add_bytes(t, t + step, value.max(0.0) * factor(units, name) / 8.0 * step, step);
            } else {
                flow.add_rtt(t, value / 1e3, step);
            }
        }
    }
    for (name, flow) in &mut flows {
        if flow.least_rtt.is_none() {
            for sample in list(&raw[name]) {
                if let (Some(t), Some(rtt)) = (sample["t"].as_f64(), sample["tcp_rtt"].as_f64()) {
                    let start = list(&raw[name])[0]["t"].as_f64().unwrap_or(t);
                    flow.add_rtt((t - start).max(0.0), rtt / 1e3, step);
                }
            }
        }
    }
    let mut read = Measurement::of(MeasuredBy::Flent, step, flows.into_values().collect(), false);
    read.is_download = word == "download";
    // A ping that only repeats the round trips of another flow contains nothing new.
    let mut others = read.transfers.clone();
    read.pings.retain(|ping| {
        let is_new = !others.iter().any(|flow| repeats(ping, flow));
        others.push(ping.clone());
        is_new
    });
    Ok(read)
}

fn repeats(ping: &MeasuredFlow, flow: &MeasuredFlow) -> bool {
    let both: Vec<bool> = ping.rtt.iter().zip(&flow.rtt).filter_map(|(a, b)| Some((*a)? == (*b)?)).collect();
    !both.is_empty() && both.iter().all(|equal| *equal)
}
