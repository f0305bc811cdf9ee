//! The evaluation cases of RFC 8867 for the controllers of calls, calls next to downloads, and live media alone.
//! `npm run validate -- --only media` computes all of them and writes docs/validation/media.json and
//! docs/calls.md; the tests compute a sample again.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use crate::support::{as_f64, as_stated, finished_run};
use serde_json::{Value, json};
use sim_core::ground::math::round;

/// The controllers of calls, with their names.
const CONTROLLERS: [(&str, &str); 6] = [
    ("gcc", "GCC"),
    ("gcc-draft", "GCC, the draft's rules"),
    ("nada", "NADA"),
    ("scream", "SCReAM"),
    ("scream2", "SCReAM v2"),
    ("c4", "C4"),
];

/// The evaluation cases of RFC 8867 section 5, with their titles.
const CASES: [(&str, &str); 8] = [
    ("5.1", "One call; 1, 2.5, 0.6 and 1 Mb/s from 0, 40, 60 and 80 s on"),
    ("5.2", "Two calls; 4, 2, 3.5, 1 and 2 Mb/s, 25 s each"),
    ("5.3", "A call in each direction; 2, 1, 0.5 and 2 Mb/s forwards, 2, 0.8 and 2 Mb/s backwards"),
    ("5.4", "Three calls on 3.5 Mb/s that begin 20 s apart"),
    ("5.5", "Five calls on 4 Mb/s with one-way delays of 10, 25, 50, 100 and 150 ms that begin 10 s apart"),
    ("5.6", "A call on 2 Mb/s, next to a long transfer from 5 s on"),
    ("5.7", "Two calls on 2 Mb/s, next to ten short transfers"),
    ("5.8", "Three calls on 3.5 Mb/s, of which one pauses from 40 to 60 s"),
];

/// The algorithms of the download, and the queues, for the calls next to a download.
const DOWNLOADS: [(&str, &str); 3] = [("cubic", "CUBIC"), ("bbr", "BBR"), ("prague", "TCP Prague")];
const QUEUES: [(&str, &str); 3] =
    [("drop_tail", "drop-tail"), ("fq_codel", "FQ-CoDel"), ("dual_pi2", "DualPI2")];

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
    for (controller, _) in CONTROLLERS {
        for rate in [2, 4] {
            all.push((format!("alone {rate} {controller}"), alone(controller, f64::from(rate) * 1e6)));
        }
        for (name, _) in CASES {
            all.push((format!("{name} {controller}"), case(name, controller)));
        }
        for (download, _) in DOWNLOADS {
            for (queue, _) in QUEUES {
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

/// The columns of a row, after its name.
fn columns(result: &Value, has_download: bool) -> String {
    let goodputs: Vec<String> = result["goodput"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|rate| format!("{:.2}", as_f64(rate)))
        .collect();
    let other = if has_download { format!(" {:.2} |", as_f64(&result["other"])) } else { String::new() };
    format!(
        " {} |{other} {:.0} | {:.1} | {:.1} |\n",
        goodputs.join(", "),
        as_f64(&result["wait"]),
        as_f64(&result["loss"]),
        as_f64(&result["in_time"])
    )
}

/// A table of results, one row for each of the controllers and given names.
fn table(results: &Value, names: &[(String, String)], first: &str, has_download: bool) -> String {
    let (other, line) = if has_download { (" download, Mb/s |", "--:|") } else { ("", "") };
    let mut text = format!(
        "| {first} | calls, Mb/s |{other} wait, ms | loss, % | frames in time, % |\n|---|--:|{line}--:|--:|--:|\n"
    );
    for (name, label) in names {
        let _ = write!(text, "| {label} |{}", columns(&results[name], has_download));
    }
    text
}

/// The page of documentation with the results.
fn page(results: &Value) -> String {
    let mut text = String::from(INTRODUCTION);
    let rows = |prefix: &str| -> Vec<(String, String)> {
        CONTROLLERS.map(|(id, name)| (format!("{prefix} {id}"), name.to_owned())).to_vec()
    };
    for rate in ["2", "4"] {
        let _ = write!(
            text,
            "### {rate} Mb/s\n\n{}\n",
            table(results, &rows(&format!("alone {rate}")), "controller", false)
        );
    }
    text.push_str(EVALUATION);
    for (name, title) in CASES {
        let has_download = ["5.6", "5.7"].contains(&name);
        let _ = write!(
            text,
            "### {name} {title}\n\n{}\n",
            table(results, &rows(name), "controller", has_download)
        );
    }
    text.push_str(BESIDE);
    for (queue, queue_name) in QUEUES {
        let names: Vec<(String, String)> = CONTROLLERS
            .iter()
            .flat_map(|(id, name)| {
                DOWNLOADS.map(|(download, label)| {
                    (format!("{download} {queue} {id}"), format!("{name} next to {label}"))
                })
            })
            .collect();
        let title = format!("{}{}", queue_name[..1].to_uppercase(), &queue_name[1..]);
        let _ = write!(text, "### {title}\n\n{}\n", table(results, &names, "call", true));
    }
    format!("{}\n", text.trim_end())
}

const INTRODUCTION: &str = "# Calls

How the controllers of calls do alone, in the evaluation cases of RFC 8867, and next to downloads. All calls have an encoder that follows
its controller. The settings of the controllers are their defaults; only in the cases of RFC 8867 and next to downloads, their smallest rate is that of the
encoder, as in WebRTC (C4 has none). `npm run validate -- --only media` computes the results and writes this page,
and `npm test` recomputes a sample.

*Wait* is the queueing delay that 95 % of the packets of a call do not exceed. A frame is *in time* if all of it arrives before the player shows
it; a frame of which a packet is lost is not. With several calls, wait, loss and frames are those of the worst call.

## A call that one can see

Where a scenario has a flow with live media, the Lab and the question *Does a download ruin my call?* show tiles: what the sender's camera
sees, what the receiver shows, and what it showed in the run before the change or in the run that is kept as A. They follow the playhead. The
scene is drawn; everything else is from the run, from three series of each flow with media: the encoder's rate, the delay of frames, and when
the newest frame in time was created.

The player shows each frame a fixed time after its creation (*Shown after*, 200 ms by default). A frame that is not complete by then is never
shown: the picture stays, and with the next frame in time it jumps. Players of browsers wait for late frames to some extent, so that their
pictures are late instead. A *freeze* is a gap between two shown frames of at least 150 ms more than the interval of frames, and of at least
three intervals, as [W3C's statistics of WebRTC](https://www.w3.org/TR/webrtc-stats/#dom-rtcinboundrtpstreamstats-freezecount) define it; the
interval is that of the encoder, not a mean of the last gaps. *Time frozen* (`frozen_s`) is the sum of these gaps within the measured window,
and `freezes` their number. The *delay* of a frame is the time from its creation until all of it has arrived; the tiles state the 95th
percentile (`delay_p95_ms`). The blur follows the encoder's rate: at half of the encoder's
highest rate, the picture has half of its pixels.

## Live media alone

An encoder with up to 4.3 Mb/s, a round-trip time of 50 ms, a buffer of 100 packets, measured from 40 to 120 s. The player shows a frame 200 ms
after its creation.

";

const EVALUATION: &str = "## The evaluation cases of RFC 8867

30 frames per second at 150 kb/s to 1.5 Mb/s, 50 ms each way, a drop-tail buffer of 300 ms, and packets of 1000 bytes, measured from the start to the end. The
player shows a frame 400 ms after its creation. The numbers of the cases are those of the RFC's sections; their
capacities and times are those of ns3-rmcat, one of whose authors is an author of the RFC. The RFC's jitter of the path is left out. The
transfers are CUBIC with the stack of Linux (ns3-rmcat: NewReno); the short ones have 2 s each, about 12 s apart.

";

const BESIDE: &str = "## A call next to a download

A call with up to 4.3 Mb/s and a download that begins at 5 s, on 4 Mb/s with a round-trip time of 50 ms, measured from 20 to 80 s. The drop-tail
buffer holds 100 packets; FQ-CoDel marks packets.

";

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
fn the_page_shows_the_stored_results() {
    let text = fs::read_to_string(root("docs/calls.md")).expect("the page exists");
    assert_eq!(text, page(&stored()), "npm run validate -- --only media");
}

#[test]
fn gcc_has_99_percent_of_the_frames_in_time_without_competition() {
    for rate in ["2", "4"] {
        let in_time = as_f64(&stored()[format!("alone {rate} gcc")]["in_time"]);
        assert!(in_time >= 99.0, "{rate} Mb/s: {in_time} %");
    }
}

/// Computes all results and writes them, with the page.
#[test]
#[ignore = "npm run validate -- --only media"]
fn write_all_media_cases() {
    let mut text = String::from("{\n");
    let mut results = json!({});
    let all = runs();
    for (index, (name, document)) in all.iter().enumerate() {
        let value = result(document);
        let separator = if index + 1 < all.len() { "," } else { "" };
        let _ = writeln!(text, " {}: {value}{separator}", json!(name));
        println!("{name}: {value}");
        results[name] = value;
    }
    text.push_str("}\n");
    fs::write(root("docs/validation/media.json"), text).expect("the results are written");
    fs::write(root("docs/calls.md"), page(&results)).expect("the page is written");
}
