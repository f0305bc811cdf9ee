//! Runs a scenario given as JSON, and compares its summary with a closed form.

use crate::support::plain::plain;
use serde_json::{Value, json};
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, kinds};

/// Runs a document, which must be valid, and returns the summary.
pub fn summary(document: Value) -> Value {
    let scenario =
        Scenario::from_value(plain(&document), kinds()).unwrap_or_else(|issues| panic!("{issues:?}"));
    let mut sim =
        Simulation::new(scenario, RecordingSettings::none()).expect("a valid scenario can be built");
    sim.run().expect("runs to the end");
    sim.summary()
}

/// One greedy flow `f` with packets of 1500 bytes and a base RTT of `rtt` seconds, over a link of `rate`
/// bit/s with a buffer of `buffer` packets. Nothing is random.
pub fn one_flow(algorithm: &str, params: Value, rate: f64, rtt: f64, buffer: u64) -> Value {
    json!({
        "v": 1, "duration": 200, "warmup": 67,
        "network": {"kind": "dumbbell", "forward": {
            "rate": rate, "delay": rtt / 2.0, "queue": {"kind": "drop_tail", "limit": {"packets": buffer}}}},
        "jitter": {"mode": "off"},
        "flows": [{"id": "f", "algorithm": algorithm, "params": params, "packet": 1500,
                   "access": {"sender": 0, "receiver": 0}}],
    })
}

/// A field of the first flow of a summary.
pub fn flow(summary: &Value, name: &str) -> f64 {
    summary["flows"][0][name].as_f64().unwrap_or_else(|| panic!("the flow has a {name}: {summary}"))
}

/// A statistic of the first flow's congestion window in packets: `min`, `max` or `mean`.
pub fn window(summary: &Value, name: &str) -> f64 {
    summary["flows"][0]["cwnd"][name].as_f64().expect("the flow has a window")
}

/// The utilisation of the first link direction.
pub fn utilisation(summary: &Value) -> f64 {
    summary["links"][0]["utilisation"].as_f64().expect("the link has a utilisation")
}

/// Asserts that `measured` differs from `expected` by at most the fraction `tolerance` of `expected`. The
/// printed line is used for docs/validation.md.
#[track_caller]
pub fn assert_within_fraction(what: &str, measured: f64, expected: f64, tolerance: f64) {
    println!("FIGURE\t{what}\t{measured}\t{expected}\t{} %", tolerance * 100.0);
    let off = measured / expected - 1.0;
    assert!(off.abs() <= tolerance, "{what}: {measured}, {expected} expected, off by {:.1} %", off * 100.0);
}

/// Asserts that `measured` differs from `expected` by at most `tolerance`, which has the unit of the two
/// values.
#[track_caller]
pub fn assert_within(what: &str, measured: f64, expected: f64, tolerance: f64) {
    println!("FIGURE\t{what}\t{measured}\t{expected}\t{tolerance}");
    assert!((measured - expected).abs() <= tolerance, "{what}: {measured}, {expected} expected");
}
