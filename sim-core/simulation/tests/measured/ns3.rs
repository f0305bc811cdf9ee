//! Comparison with ns-3.44, an independent packet simulator, of the algorithms that ns-2 does not have. For
//! each case and metric in data/ns3-reference.json, the mean over three seeds must be within the tolerance in
//! that file, except for the known differences in data/ns3-outside.json. The tolerances were fixed before the
//! cases were run in this simulator; docs/validation.md describes them.
//!
//! `npm run validate` runs all cases and writes data/ns3-results.json. `npm test` recomputes a sample, to
//! detect committed results that are out of date.

use super::stored;
use serde_json::{Map, Value, json};
use sim_core::simulation::VERSION;

const SEEDS: [u64; 3] = [1, 2, 3];

/// The cases that `npm test` recomputes, chosen because they run quickly. Together they cover each algorithm.
const SAMPLE: [&str; 12] = [
    "a.BBR.10M.40ms.buf1",
    "a.Vegas.10M.40ms.buf1",
    "a.CUBIC.10M.40ms.buf1",
    "a.LEDBAT-fixed.10M.40ms.buf4",
    "a.Westwood+.10M.40ms.buf1",
    "a.Illinois-fixed.10M.40ms.buf1",
    "a.H-TCP-fixed.10M.40ms.buf1",
    "a.BIC.10M.40ms.buf1",
    "a.Scalable.10M.40ms.buf1",
    "a.HighSpeed.10M.40ms.buf1",
    "b.Vegas-NewReno.1v1.20M.40ms.buf1",
    "d.DCTCP.N2.100M.1ms.K20",
];

fn cases() -> Vec<Value> {
    let data: Value = serde_json::from_str(include_str!("../data/ns3-reference.json")).expect("valid JSON");
    data["cases"].as_array().expect("a list of cases").clone()
}

/// The algorithm and the settings that correspond to one of ns-3's.
fn algorithm(kind: &str) -> (&'static str, Value) {
    match kind {
        "BBR" => ("bbr", json!({})),
        "Vegas" => ("vegas", json!({"alpha": 2, "beta": 4, "gamma": 1, "decrease": 0.75})),
        "CUBIC" => ("cubic", json!({"hystart": true})),
        "NewReno" | "LinuxReno" => ("sack", json!({})),
        "LEDBAT-fixed" => ("ledbat", json!({"slow_start": true})),
        "Westwood+" => ("westwood", json!({})),
        "Illinois-fixed" => ("illinois", json!({})),
        "H-TCP-fixed" => ("htcp", json!({})),
        "BIC" => ("bic", json!({"smooth": 5})),
        "Scalable" => ("scalable", json!({"increase": 0.02})),
        "HighSpeed" => ("highspeed", json!({})),
        "DCTCP" => ("dctcp", json!({})),
        other => panic!("no algorithm corresponds to ns-3's {other}"),
    }
}

/// The ID of a group of flows in the document.
fn document_id(name: &str) -> String {
    name.replace('+', "_")
}

fn queue(case: &Value) -> Value {
    let (kind, ecn) = (case["queue"]["type"].as_str().expect("a kind"), &case["queue"]["ecn"]);
    // ns-3's limit counts the packet in service. Two packets wait outside of its queue discipline.
    let limit = json!({"packets": case["buffer"].as_u64().expect("a number of packets") - 1});
    match kind {
        "Fifo" => json!({"kind": "drop_tail", "limit": limit}),
        "Step" => {
            json!({"kind": "step", "limit": limit, "threshold": stored::number(&case["queue"], "K_pkts") + 1.0})
        }
        "Red" => {
            json!({"kind": "red", "limit": limit, "min_threshold": 20, "max_threshold": 60, "weight": 0.002, "ecn": ecn,
                        "mark_up_to": 1})
        }
        "CoDel" => json!({"kind": "codel", "limit": limit, "ecn": ecn}),
        "FqCoDel" => json!({"kind": "fq_codel", "limit": limit, "ecn": ecn}),
        "Pie" => json!({"kind": "pie", "limit": limit, "ecn": ecn}),
        other => panic!("no queue discipline corresponds to ns-3's {other}"),
    }
}

fn document(case: &Value, seed: u64) -> Value {
    let delay = stored::number(case, "delay");
    let flow = |flow: &Value| {
        let (algorithm, mut params) = algorithm(flow["kind"].as_str().expect("a kind"));
        params["rto_rule"] = json!("rfc6298");
        params["min_rto"] = case["min_rto"].clone();
        params["ack_size"] = json!(52);
        if flow["ecn"] == true && algorithm != "dctcp" {
            params["ecn"] = json!(true);
        }
        let access = stored::number(flow, "rtt") / 2.0 - delay;
        json!({"id": document_id(flow["name"].as_str().expect("a name")), "algorithm": algorithm, "params": params, "packet": 1000, "count": flow["count"],
               "access": {"sender": {"min": 0.9 * access, "max": 1.1 * access}, "receiver": 0},
               "start": {"min": 0, "max": 1}})
    };
    let loss = match case["loss"].as_f64() {
        Some(p) if p > 0.0 => json!([{"kind": "random", "probability": p, "what": "data"}]),
        _ => json!([]),
    };
    let overhead = stored::number(case, "overhead");
    let endless = json!({"kind": "drop_tail", "limit": {"packets": 1_000_000}});
    json!({"v": 1, "seed": seed, "duration": case["duration"], "warmup": case["warmup"],
        "jitter": if overhead > 0.0 { json!({"mode": "batch", "max": overhead}) } else { json!({"mode": "off"}) },
        "network": {"kind": "dumbbell",
            // A packet is serialized on two access links here, on one in ns-3.
            "access_rate": 2.0 * stored::number(case, "access_rate"),
            "forward": {"rate": case["rate"], "delay": delay, "queue": queue(case), "loss": loss},
            "reverse": {"rate": case["rate"], "delay": delay, "queue": endless}},
        "flows": case["flows"].as_array().expect("a list").iter().map(flow).collect::<Value>()})
}

/// Jain's index of the goodputs.
fn jain(goodputs: &[f64]) -> f64 {
    let (sum, squares) = goodputs.iter().fold((0.0, 0.0), |(s, q), x| (s + x, q + x * x));
    sum * sum / (goodputs.len() as f64 * squares)
}

/// The value of a metric in the summary of a run; `None` if this simulator does not measure it.
#[expect(clippy::too_many_lines, reason = "one arm for each metric")]
fn measure(case: &Value, metric: &str, summary: &Value) -> Option<f64> {
    let flows = summary["flows"].as_array()?;
    let of_group = |group: &str, field: &str| -> Vec<f64> {
        let is_in = |flow: &&Value| {
            flow["id"].as_str().is_some_and(|id| id.split('.').next() == Some(&document_id(group)))
        };
        flows.iter().filter(is_in).filter_map(|flow| flow[field].as_f64()).collect()
    };
    let names: Vec<&str> =
        case["flows"].as_array()?.iter().filter_map(|flow| flow["name"].as_str()).collect();
    let link = &summary["links"][0];
    match metric {
        "link.fwd.utilisation" => link["utilisation"].as_f64(),
        "link.fwd.mean_queue_pkts" => link["queue_packets"]["mean"].as_f64(),
        "link.fwd.p95_queue_pkts" => link["queue_packets"]["p95"].as_f64(),
        "link.fwd.drop_rate" => link["drop_rate"].as_f64(),
        "link.fwd.mark_rate" => Some(link["marks"].as_f64()? / link["arrivals"].as_f64()?),
        "link.fwd.sojourn_mean" => Some(link["queue_delay_ms"]["mean"].as_f64()? / 1e3),
        "link.fwd.sojourn_p95" => Some(link["queue_delay_ms"]["p95"].as_f64()? / 1e3),
        "jain_all" => {
            Some(jain(&flows.iter().filter_map(|flow| flow["goodput_bps"].as_f64()).collect::<Vec<_>>()))
        }
        "share_first" | "ratio" => {
            let [first, second] = [0, 1].map(|i| of_group(names[i], "goodput_bps"));
            let sums = [first.iter().sum::<f64>(), second.iter().sum::<f64>()];
            Some(match metric {
                "share_first" => sums[0] / (sums[0] + sums[1]),
                _ => (sums[0] / first.len() as f64) / (sums[1] / second.len() as f64),
            })
        }
        _ => {
            let (group, name) =
                names.iter().find_map(|name| Some((*name, metric.strip_prefix(name)?.strip_prefix('.')?)))?;
            match name {
                "goodput_mean_bps" => Some(stored::mean(&of_group(group, "goodput_bps"))),
                "jain" => Some(jain(&of_group(group, "goodput_bps"))),
                "timeouts" => Some(stored::mean(&of_group(group, "timeouts"))),
                "mean_cwnd" => {
                    let is_in = |flow: &&Value| {
                        flow["id"]
                            .as_str()
                            .is_some_and(|id| id.split('.').next() == Some(&document_id(group)))
                    };
                    Some(stored::mean(
                        &flows
                            .iter()
                            .filter(is_in)
                            .filter_map(|f| f["cwnd"]["mean"].as_f64())
                            .collect::<Vec<_>>(),
                    ))
                }
                "retransmitted_share" => {
                    let sum = |field: &str| of_group(group, field).iter().sum::<f64>();
                    Some(sum("retransmitted") / sum("sent"))
                }
                // Our cuts include timeouts.
                "fast_recoveries" => {
                    let sum = |field: &str| stored::mean(&of_group(group, field));
                    Some(sum("window_cuts") - sum("timeouts"))
                }
                _ => None,
            }
        }
    }
}

/// The mean over the seeds of each metric of a case.
fn measure_case(case: &Value) -> Value {
    let summaries: Vec<Value> = SEEDS.iter().map(|&seed| stored::summary(document(case, seed))).collect();
    let mut means = Map::new();
    for metric in case["metrics"].as_object().expect("an object of metrics").keys() {
        let values: Option<Vec<f64>> =
            summaries.iter().map(|summary| measure(case, metric, summary)).collect();
        if let Some(values) = values {
            means.insert(metric.clone(), json!(stored::mean(&values)));
        }
    }
    json!({"case": stored::id(case), "means": means})
}

fn results() -> Vec<Value> {
    stored::rows(include_str!("../data/ns3-results.json"))
}

#[test]
fn results_are_within_the_tolerance_of_ns3_unless_listed_as_known_differences() {
    let (results, known, cases) =
        (results(), stored::explained(include_str!("../data/ns3-outside.json")), cases());
    assert_eq!(results.len(), cases.len(), "version {VERSION}: `npm run validate` regenerates the results");
    let mut compared = 0;
    for (case, row) in cases.iter().zip(&results) {
        assert_eq!(row["case"], case["id"]);
        for (metric, ours) in row["means"].as_object().expect("an object") {
            let (ours, reference) = (ours.as_f64().expect("a mean"), &case["metrics"][metric]);
            let (mean, band) = (stored::number(reference, "mean"), stored::number(reference, "band"));
            let is_within = (ours - mean).abs() <= band;
            let is_known = known.contains(&format!("{} {metric}", stored::id(case)));
            assert!(
                is_within != is_known,
                "{} {metric}: {ours}, ns-3 {mean}, tolerance {band}",
                stored::id(case)
            );
            compared += 1;
        }
    }
    assert!(compared >= 500, "{compared} pairs");
}

#[test]
fn a_sample_reproduces_the_stored_results_of_the_comparison_with_ns3() {
    stored::check_sample(&SAMPLE, &cases(), &results(), measure_case);
}

/// Runs all cases, or those whose names start with the value of the environment variable NS3_ONLY.
#[test]
#[ignore = "takes minutes; `npm run validate` runs it"]
fn validate_against_ns3() {
    let only = std::env::var("NS3_ONLY").unwrap_or_default();
    let cases: Vec<Value> = cases().into_iter().filter(|case| stored::id(case).starts_with(&only)).collect();
    let rows = stored::measure_all(&cases, measure_case);
    let known = stored::explained(include_str!("../data/ns3-outside.json"));
    let (mut inside, mut unexplained) = (0, 0);
    for (case, row) in cases.iter().zip(&rows) {
        for (metric, reference) in case["metrics"].as_object().expect("an object") {
            let Some(ours) = row["means"][metric].as_f64() else { continue };
            let (mean, band) = (stored::number(reference, "mean"), stored::number(reference, "band"));
            let is_within = (ours - mean).abs() <= band;
            inside += u32::from(is_within);
            unexplained +=
                u32::from(!is_within && !known.contains(&format!("{} {metric}", stored::id(case))));
            let word = if is_within { "ok     " } else { "OUTSIDE" };
            println!(
                "{word} {:44} {metric:30} {ours:11.5} ns-3 {mean:11.5} tolerance {band:9.4}",
                stored::id(case)
            );
        }
    }
    println!("{inside} inside, {unexplained} outside without a known cause");
    // Cases that did not run keep their stored results.
    let mut all = if only.is_empty() { rows.clone() } else { results() };
    for row in &mut all {
        if let Some(measured) = rows.iter().find(|measured| measured["case"] == row["case"]) {
            *row = measured.clone();
        }
    }
    stored::write("ns3-results.json", "Means over three seeds of the cases of ns3-reference.json.", &all);
    assert_eq!(unexplained, 0);
}
