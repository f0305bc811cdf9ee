//! Runs a scenario given as JSON, and compares its summary with a closed form.

use serde_json::{Value, json};
use sim_core::record::RecordingSettings;
use sim_core::scenario::Scenario;
use sim_core::simulation::{Simulation, kinds};

pub fn summary(document: Value) -> Value {
    let scenario = Scenario::from_value(document, kinds()).unwrap_or_else(|issues| panic!("{issues:?}"));
    let mut sim =
        Simulation::new(scenario, RecordingSettings::none()).expect("a valid scenario can be built");
    sim.run().expect("runs to the end");
    sim.summary()
}

/// One greedy flow `f` over a link of `rate` bit/s with a base RTT of `rtt` and `waiting` packets of buffer, 1500 bytes
/// per packet, nothing random.
pub fn one_flow(algorithm: &str, params: Value, rate: f64, rtt: f64, waiting: u64) -> Value {
    json!({
        "v": 1, "duration": 200, "warmup": 67,
        "network": {"kind": "dumbbell", "forward": {
            "rate": rate, "delay": rtt / 2.0, "queue": {"kind": "drop_tail", "limit": {"packets": waiting}}}},
        "jitter": {"mode": "off"},
        "flows": [{"id": "f", "algorithm": algorithm, "params": params, "packet": 1500,
                   "access": {"sender": 0, "receiver": 0}}],
    })
}

pub fn flow(summary: &Value, name: &str) -> f64 {
    summary["flows"][0][name].as_f64().unwrap_or_else(|| panic!("the flow has a {name}: {summary}"))
}

pub fn window(summary: &Value, name: &str) -> f64 {
    summary["flows"][0]["cwnd"][name].as_f64().expect("the flow has a window")
}

pub fn utilisation(summary: &Value) -> f64 {
    summary["links"][0]["utilisation"].as_f64().expect("the link has a utilisation")
}

/// Asserts that `ours` differs from `theory` by at most the fraction `tolerance`. The printed line is used for docs/validation.md.
#[track_caller]
pub fn near(what: &str, ours: f64, theory: f64, tolerance: f64) {
    println!("FIGURE\t{what}\t{ours}\t{theory}\t{} %", tolerance * 100.0);
    let off = ours / theory - 1.0;
    assert!(off.abs() <= tolerance, "{what}: {ours}, {theory} in theory, off by {:.1} %", off * 100.0);
}

/// Asserts that `ours` differs from `theory` by at most `tolerance`, in the same unit.
#[track_caller]
pub fn within(what: &str, ours: f64, theory: f64, tolerance: f64) {
    println!("FIGURE\t{what}\t{ours}\t{theory}\t{tolerance}");
    assert!((ours - theory).abs() <= tolerance, "{what}: {ours}, {theory} in theory");
}
