//! TCP's share against TFRC on links with small buffers, compared with ns-2 with equal delays and starting
//! times of all flows.
//!
//! The flow that finds a place in a queue of a few packets is determined by the phases of arrivals, which
//! depend on the delays of the access links. Random delays that two simulators draw independently therefore
//! give different shares. Here every draw of data/ns2-paired.json lists the delays and the start of each
//! flow, with the share that ns-2 measured.

use super::stored;
use serde_json::{Value, json};
use sim_core::ground::convert::narrow;

const PACKET: u64 = 1000;
const DURATION: f64 = 100.0;
const WARMUP: f64 = 30.0;
/// The description that is stored with the results.
const ABOUT: &str = "TCP's share (theta) of n SACK flows against n TFRC flows and one SACK flow in the reverse direction, for each draw of \
                     delays and starts in ns2-paired.json, here and in ns-2.";

fn reference() -> Vec<Value> {
    let data: Value = serde_json::from_str(include_str!("../data/ns2-paired.json")).expect("valid JSON");
    data["cases"].as_array().expect("a list of cases").clone()
}

/// The name of a case in messages and in the stored results.
fn name(case: &Value) -> String {
    format!("{}.{}M.N{}", case["clocks"].as_str().expect("a name"), case["mbps"], case["count"])
}

fn document(case: &Value, draw: &Value) -> Value {
    let (rate, tick) = (stored::number(case, "mbps") * 1e6, stored::number(case, "tick"));
    let count = narrow::<usize>(case["count"].as_u64().expect("a number of flows"));
    let tcp = json!({"initial_window": 2, "initial_ssthresh": 10_000, "receive_window": 10_000, "idle_restart": false,
        "grow_only_when_limited": false, "growth": "acks", "timestamps": false, "rto_rule": "ns2", "initial_rto": 3,
        "tick": tick, "halve": "window", "sack_rule": "ns2"});
    let tfrc = json!({"flavour": "ns2", "t_rto_tick": case["tfrc_tick"], "t_rto_floor": 0});
    let flows: Vec<Value> = draw["flows"]
        .as_array()
        .expect("a list of flows")
        .iter()
        .enumerate()
        .map(|(index, flow)| {
            let (algorithm, params, role) = match index {
                i if i < count => ("sack", &tcp, "measured"),
                i if i < 2 * count => ("tfrc", &tfrc, "measured"),
                _ => ("sack", &tcp, "reverse"),
            };
            // ns-2 has the delay of an access link in one direction only, so half of it is used in each
            // direction.
            let half = |position: usize| flow[position].as_f64().expect("a delay in seconds") / 2.0;
            json!({"id": format!("f{index}"), "algorithm": algorithm, "params": params, "role": role, "packet": PACKET,
                   "access": {"sender": half(0), "receiver": half(1)}, "start": flow[2]})
        })
        .collect();
    // ns-2's limit counts the packet in service.
    let limit = case["buffer"].as_u64().expect("a number of packets") - 1;
    let link =
        json!({"rate": rate, "delay": 0.005, "queue": {"kind": "drop_tail", "limit": {"packets": limit}}});
    json!({"v": 1, "seed": 1, "duration": DURATION, "warmup": WARMUP, "jitter": {"mode": "off"},
           "network": {"kind": "dumbbell", "forward": link, "reverse": link, "access_rate": 2e8}, "flows": flows})
}

fn theta(case: &Value, draw: &Value) -> f64 {
    stored::summary(document(case, draw))["fairness"]["theta"].as_f64().expect("TCP and TFRC sent packets")
}

fn measure(case: &Value) -> Value {
    let draws = case["draws"].as_array().expect("a list of draws");
    let (ours, ns2): (Vec<f64>, Vec<f64>) =
        draws.iter().map(|draw| (theta(case, draw), stored::number(draw, "theta"))).unzip();
    json!({"case": name(case), "clocks": case["clocks"], "mbps": case["mbps"], "flows": case["count"],
           "ours": ours, "ns2": ns2})
}

/// The signed differences from ns-2 of the mean share of each case that is selected.
fn errors(rows: &[Value], selects: impl Fn(&Value) -> bool) -> Vec<f64> {
    let values = |row: &Value, key: &str| -> Vec<f64> {
        row[key].as_array().expect("a list").iter().filter_map(Value::as_f64).collect()
    };
    let selected = rows.iter().filter(|row| selects(row));
    selected.map(|row| stored::mean(&values(row, "ours")) - stored::mean(&values(row, "ns2"))).collect()
}

/// The mean of the errors, and twice its standard error.
fn bias(errors: &[f64]) -> (f64, f64) {
    let mean = stored::mean(errors);
    let squares: f64 = errors.iter().map(|error| (error - mean) * (error - mean)).sum();
    let n = errors.len() as f64;
    (mean, 2.0 * (squares / (n - 1.0) / n).sqrt())
}

fn committed_rows() -> Vec<Value> {
    stored::rows(include_str!("../data/ns2-paired-results.json"))
}

#[test]
fn the_stored_shares_of_a_sample_are_up_to_date() {
    let rows = committed_rows();
    for case in reference().iter().filter(|case| case["mbps"] == 5 && case["count"] == 1) {
        let row = rows.iter().find(|row| row["case"] == name(case)).expect("a row for each case");
        let ours = theta(case, &case["draws"][0]);
        assert_eq!(
            row["ours"][0].as_f64(),
            Some(ours),
            "{}: `npm run validate` measures it again",
            name(case)
        );
    }
}

/// The purpose of the comparison determines the bound: a mean error of 0.02, or two standard errors if these are
/// larger.
#[test]
fn tcps_share_has_no_bias_for_any_clocks_and_class_of_rates() {
    let rows = committed_rows();
    assert_eq!(rows.len(), reference().len(), "every case has a row");
    for clocks in ["ns2default", "fine"] {
        for (class, from, to) in [("1 and 2 Mb/s", 1.0, 2.0), ("5 to 20 Mb/s", 5.0, 20.0)] {
            let errors = errors(&rows, |row| {
                row["clocks"] == clocks && (from..=to).contains(&stored::number(row, "mbps"))
            });
            let (mean, twice_the_error) = bias(&errors);
            assert!(
                mean.abs() <= twice_the_error.max(0.02),
                "{clocks}, {class}: the mean error is {mean:.3}, and twice its standard error {twice_the_error:.3}"
            );
        }
    }
}

#[test]
#[ignore = "takes minutes; `npm run validate` runs it"]
fn validate_paired_shares() {
    let rows = stored::measure_all(&reference(), measure);
    stored::write("ns2-paired-results.json", ABOUT, &rows);
    for row in &rows {
        println!(
            "{:20} error {:+.3}",
            row["case"].as_str().unwrap_or(""),
            errors(&rows, |other| other == row)[0]
        );
    }
}
