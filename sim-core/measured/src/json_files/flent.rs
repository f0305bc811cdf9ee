//! flent's result files (https://flent.org): `x_values` are the times of all series, `results` has their values or null, and
//! `metadata.SERIES_META` their units. Series such as `TCP upload::1::tcp_rtt` were read from the sockets.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::json_files::{items, list, number_if_any, wrong};
use crate::measurement::{MeasuredBy, MeasuredFlow, Measurement};
use crate::problem::{ReadProblem, problem};
use crate::series::{ImportedFile, ImportedSeries};

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

/// The flows of the direction with the most data, and the pings.
pub fn measurement(root: &Value) -> Result<Measurement, ReadProblem> {
    let times: Vec<f64> = list(&root["x_values"]).iter().filter_map(Value::as_f64).collect();
    let (Some(first), Some(last)) = (times.first().copied(), times.last().copied()) else {
        return Err(problem("badTimes").within("x_values"));
    };
    let step = (last - first) / (times.len() - 1).max(1) as f64;
    if !(0.001..=10.0).contains(&step) {
        return Err(problem("badTimes").within("x_values").found(step));
    }
    let Some(results) = root["results"].as_object() else {
        return Err(wrong(&root["results"]).within("results"));
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

/// Whether the values of a series are rates or round-trip times, and the factor to bit/s or seconds; nothing if no chart shows them,
/// for example a window or a share.
fn meaning(name: &str, units: &Value) -> Option<(&'static str, f64)> {
    if let Some((_, signal)) = name.rsplit_once("::").filter(|(_, signal)| signal.starts_with("tcp_")) {
        return match signal {
            "tcp_rtt" => Some(("rtt", 1e-3)),
            "tcp_delivery_rate" => Some(("rate", 1e6)),
            _ => None,
        };
    }
    let lower = name.to_lowercase();
    if ["fairness", "jitter", "packet loss"].iter().any(|word| lower.contains(word)) {
        return None;
    }
    let is_of_load = || {
        let rest = lower.strip_prefix("tcp").or_else(|| lower.strip_prefix("udp"));
        let rest = rest.filter(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'));
        rest.is_some_and(|rest| rest.contains("upload") || rest.contains("download"))
    };
    match units[name]["UNITS"].as_str().unwrap_or_default() {
        "Mbits/s" | "Mbit/s" => Some(("rate", 1e6)),
        "Kbits/s" => Some(("rate", 1e3)),
        "bits/s" => Some(("rate", 1.0)),
        "ms" => Some(("rtt", 1e-3)),
        "" if lower.starts_with("ping") || lower.contains("(ms)") => Some(("rtt", 1e-3)),
        "" if is_of_load() => Some(("rate", 1e6)),
        _ => None,
    }
}

/// All series. A value is the mean over the time since the previous value.
pub fn series(root: &Value) -> Result<ImportedFile, ReadProblem> {
    let times = items(root, "x_values")?.iter().enumerate();
    let times: Vec<f64> = times
        .map(|(i, time)| time.as_f64().ok_or_else(|| wrong(time).within(format_args!("x_values[{i}]"))))
        .collect::<Result<_, _>>()?;
    let results = root["results"].as_object().ok_or_else(|| wrong(&root["results"]).within("results"))?;
    let mut all = Vec::new();
    for (name, values) in results {
        let Some((quantity, factor)) = meaning(name, &root["metadata"]["SERIES_META"]) else { continue };
        let path = format!("results.{name}");
        let values = values.as_array().ok_or_else(|| wrong(values).within(&path))?;
        if values.len() != times.len() {
            let lengths = format!("{} \u{2260} {}", values.len(), times.len());
            return Err(problem("wrongField").within(path).found(lengths));
        }
        let mut series = ImportedSeries::named(&name.replacen("::tcp_", " tcp_", 1), quantity);
        for (i, value) in values.iter().enumerate() {
            let t = times[i];
            let step = match (i.checked_sub(1), times.get(i + 1)) {
                (Some(before), _) => t - times[before],
                (None, next) => next.map_or(1.0, |next| next - t),
            };
            if step < 0.0 {
                return Err(problem("timesDecrease").within(format!("x_values[{i}]")).found(t));
            }
            let value = number_if_any(value).map_err(|wrong| wrong.within(format_args!("{path}[{i}]")))?;
            series.add(t - step, t, value * factor)?;
        }
        all.push(series);
    }
    Ok(ImportedFile::new("flent", all).listed())
}
