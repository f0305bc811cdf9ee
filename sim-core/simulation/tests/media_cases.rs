//! The evaluation cases of RFC 8867 for the controllers of calls, calls next to downloads, and live media alone.
//! `npm run validate -- --only media` computes all of them and writes docs/validation/media.json; the tests
//! compute a sample again. scripts/lib/calls.mjs makes the tables.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use crate::support::{as_f64, as_stated, finished_run};
use serde_json::{Value, json};
use sim_core::ground::math::round;

/// The controllers of calls.
const CONTROLLERS: [&str; 6] = ["gcc", "gcc-draft", "nada", "scream", "scream2", "c4"];

/// The evaluation cases of RFC 8867 section 5.
const CASES: [&str; 8] = ["5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8"];

/// The algorithms of the download, and the queues, for the calls next to a download.
const DOWNLOADS: [&str; 3] = ["cubic", "bbr", "prague"];
const QUEUES: [&str; 3] = ["drop_tail", "fq_codel", "dual_pi2"];

/// A call: a flow with an encoder.
fn call(id: &str, controller: &str, source: &Value) -> Value {
    let (algorithm, params) = match controller {
        "gcc-draft" => ("gcc", json!({"rules": "draft"})),
        other => (other, json!({})),
    };
    json!({"id": id, "algorithm": algorithm, "params": params, "packet": 1000, "source": source})
}

/// The flow with the encoder's smallest rate as that of its controller, if it has one.
fn with_smallest_rate(mut flow: Value, rate: f64) -> Value {
    if flow["algorithm"] != "c4" {
        flow["params"]["min_rate"] = json!(rate);
    }
    flow
}

/// The encoder of RFC 8867: 30 frames per second at 150 kb/s to 1.5 Mb/s.
fn encoder() -> Value {
    json!({"kind": "media", "rates": [150e3, 1.5e6], "deadline": 0.4})
}

/// A path with a base delay of 50 ms each way, a buffer of 300 ms and the capacities `(from, rate)`.
fn document(duration: f64, capacities: &[(f64, f64)], flows: Vec<Value>) -> Value {
    let timeline: Vec<Value> = capacities
        .iter()
        .skip(1)
        .map(|(at, rate)| json!({"at": at, "set": "network.forward.rate", "to": rate}))
        .collect();
    let queue = json!({"kind": "drop_tail", "limit": {"seconds": 0.3}});
    as_stated(json!({"v": 1, "duration": duration, "warmup": 0,
        "network": {"kind": "dumbbell", "access_rate": 1e8,
            "forward": {"rate": capacities[0].1, "delay": 0.05, "queue": queue}},
        "flows": flows, "timeline": timeline}))
}

/// Without delay on the access links.
fn direct(mut flow: Value) -> Value {
    flow["access"] = json!({"sender": 0, "receiver": 0});
    flow
}

/// Calls that begin at these times.
fn calls(controller: &str, starts: &[f64]) -> Vec<Value> {
    let begin = |(index, start): (usize, &f64)| {
        let flow = call(&format!("call{}", index + 1), controller, &encoder());
        let mut flow = direct(with_smallest_rate(flow, 150e3));
        flow["start"] = json!(start);
        flow
    };
    starts.iter().enumerate().map(begin).collect()
}

/// An evaluation case of RFC 8867.
fn case(name: &str, controller: &str) -> Value {
    match name {
        "5.1" => document(
            100.0,
            &[(0.0, 1e6), (40.0, 2.5e6), (60.0, 0.6e6), (80.0, 1e6)],
            calls(controller, &[0.0]),
        ),
        "5.2" => document(
            125.0,
            &[(0.0, 4e6), (25.0, 2e6), (50.0, 3.5e6), (75.0, 1e6), (100.0, 2e6)],
            calls(controller, &[0.0, 0.0]),
        ),
        "5.3" => congested_feedback(controller),
        "5.4" => document(120.0, &[(0.0, 3.5e6)], calls(controller, &[0.0, 20.0, 40.0])),
        "5.5" => {
            let mut flows = calls(controller, &[0.0, 10.0, 20.0, 30.0, 40.0]);
            for (flow, delay) in flows.iter_mut().zip([0.01, 0.025, 0.05, 0.1, 0.15]) {
                // The link has 10 ms of each way.
                flow["access"] = json!({"sender": (delay - 0.01) / 2.0, "receiver": (delay - 0.01) / 2.0});
            }
            let mut document = document(300.0, &[(0.0, 4e6)], flows);
            document["network"]["forward"]["delay"] = json!(0.01);
            document
        }
        "5.6" => {
            let mut flows = calls(controller, &[0.0]);
            flows.push(direct(json!({"id": "download", "start": 5, "algorithm": "cubic"})));
            document(120.0, &[(0.0, 2e6)], flows)
        }
        "5.7" => {
            let mut flows = calls(controller, &[0.0, 0.0]);
            let source = json!({"kind": "mice", "lifetime": 2, "every": 12, "spread": 5});
            flows.push(direct(
                json!({"id": "download", "start": {"min": 5, "max": 15}, "algorithm": "cubic", "count": 10, "source": source}),
            ));
            document(300.0, &[(0.0, 2e6)], flows)
        }
        _ => {
            let mut document = document(120.0, &[(0.0, 3.5e6)], calls(controller, &[0.0, 0.0, 0.0]));
            document["timeline"] = json!([
                {"at": 40, "set": "flows.call1.active", "to": false},
                {"at": 60, "set": "flows.call1.active", "to": true}]);
            document
        }
    }
}

/// Case 5.3: the feedback of each call shares a link with the media of the other.
fn congested_feedback(controller: &str) -> Value {
    let mut flows = calls(controller, &[0.0, 0.0]);
    flows[1]["role"] = json!("reverse");
    let capacities = [(0.0, 2e6), (20.0, 1e6), (40.0, 0.5e6), (60.0, 2e6)];
    let mut document = document(100.0, &capacities, flows);
    document["network"]["reverse"] = document["network"]["forward"].clone();
    let backwards = [(35.0, 0.8e6), (70.0, 2e6)]
        .map(|(at, rate)| json!({"at": at, "set": "network.reverse.rate", "to": rate}));
    document["timeline"].as_array_mut().expect("a list").extend(backwards);
    document
}

/// A call next to a download on 4 Mb/s with a round-trip time of 50 ms, measured from 20 s on.
fn beside(controller: &str, download: &str, queue: &str) -> Value {
    let limit = if queue == "drop_tail" { 100 } else { 10_000 };
    let mut queue = json!({"kind": queue, "limit": {"packets": limit}});
    if queue["kind"] == "fq_codel" {
        queue["ecn"] = json!(true);
    }
    let flow = call("call1", controller, &json!({"kind": "media"}));
    let mut flows = vec![direct(with_smallest_rate(flow, 300e3))];
    flows.push(direct(json!({"id": "download", "start": 5, "algorithm": download})));
    as_stated(json!({"v": 1, "duration": 80, "warmup": 20,
        "network": {"kind": "dumbbell", "forward": {"rate": 4e6, "delay": 0.025, "queue": queue}},
        "flows": flows}))
}

/// Live media alone, with the defaults of a document, measured from 40 s on.
fn alone(controller: &str, rate: f64) -> Value {
    let mut flow = call("call1", controller, &json!({"kind": "media"}));
    flow.as_object_mut().expect("an object").remove("packet");
    as_stated(json!({"v": 1, "duration": 120, "warmup": 40,
        "network": {"kind": "dumbbell",
            "forward": {"rate": rate, "delay": 0.025, "queue": {"kind": "drop_tail", "limit": {"packets": 100}}}},
        "flows": [direct(flow)]}))
}

/// The result of a run: its result ID; for each call the goodput in Mb/s; the largest of the calls' queueing delays
/// (95 % of the packets, in ms) and losses (in %); the smallest share of frames in time (in %); and the goodput of
/// everything else in Mb/s.
fn result(document: &Value) -> Value {
    let run = finished_run(document);
    let summary = run.summary();
    let rounded = |x: f64, per_one: f64| round(x * per_one) / per_one;
    let (mut goodputs, mut other, mut wait, mut loss, mut in_time) = (Vec::new(), 0.0, 0f64, 0f64, 100f64);
    for flow in summary["flows"].as_array().expect("flows") {
        let goodput = as_f64(&flow["goodput_bps"]) / 1e6;
        if flow["media"].is_null() {
            other += goodput;
            continue;
        }
        goodputs.push(rounded(goodput, 100.0));
        wait = wait.max(as_f64(&flow["queue_delay_ms"]["p95"]));
        loss = loss.max(100.0 * as_f64(&flow["loss_fraction"]));
        in_time = in_time.min(100.0 * as_f64(&flow["media"]["on_time"]) / as_f64(&flow["media"]["frames"]));
    }
    json!({"id": run.result_id_text(), "goodput": goodputs, "other": rounded(other, 100.0), "wait": rounded(wait, 1.0),
        "loss": rounded(loss, 10.0), "in_time": rounded(in_time, 10.0)})
}

/// All runs: the name of the row, and the document.
fn runs() -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for controller in CONTROLLERS {
        for rate in [2, 4] {
            all.push((format!("alone {rate} {controller}"), alone(controller, f64::from(rate) * 1e6)));
        }
        for name in CASES {
            all.push((format!("{name} {controller}"), case(name, controller)));
        }
        for download in DOWNLOADS {
            for queue in QUEUES {
                all.push((format!("{download} {queue} {controller}"), beside(controller, download, queue)));
            }
        }
    }
    all
}

fn root(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn stored() -> Value {
    let text = fs::read_to_string(root("docs/validation/media.json")).expect("the results are stored");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_sample_of_the_stored_results_is_computed_again() {
    let results = stored();
    let names = [
        "alone 2 gcc",
        "alone 4 gcc",
        "5.1 gcc-draft",
        "5.1 nada",
        "5.3 scream2",
        "5.6 gcc",
        "cubic dual_pi2 scream2",
        "alone 2 c4",
        "cubic fq_codel c4",
    ];
    let all = runs();
    for name in names {
        let (_, document) = all.iter().find(|run| run.0 == name).expect("a run");
        assert_eq!(result(document), results[name], "{name}: npm run validate -- --only media");
    }
    assert_eq!(results.as_object().expect("an object").len(), all.len());
}

#[test]
fn gcc_has_99_percent_of_the_frames_in_time_without_competition() {
    for rate in ["2", "4"] {
        let in_time = as_f64(&stored()[format!("alone {rate} gcc")]["in_time"]);
        assert!(in_time >= 99.0, "{rate} Mb/s: {in_time} %");
    }
}

/// Computes all results and writes them.
#[test]
#[ignore = "npm run validate -- --only media"]
fn write_all_media_cases() {
    let mut text = String::from("{\n");
    let all = runs();
    for (index, (name, document)) in all.iter().enumerate() {
        let value = result(document);
        let separator = if index + 1 < all.len() { "," } else { "" };
        let _ = writeln!(text, " {}: {value}{separator}", json!(name));
        println!("{name}: {value}");
    }
    text.push_str("}\n");
    fs::write(root("docs/validation/media.json"), text).expect("the results are written");
}
