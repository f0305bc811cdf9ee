//! Helpers for the tests of single algorithms: a scenario with one flow and given losses, and functions to run and measure it.

use crate::ground::time::Time;
use crate::record::RecordingSettings;
use crate::scenario::Scenario;
use crate::simulation::{Simulation, kinds};
use serde_json::{Value, json};

/// A document with one flow of 1000-byte packets and a base RTT of 100 ms. The link is so fast that transmission times are
/// negligible. The warm-up is half of `duration`, in seconds.
pub fn single_flow(algorithm: &str, params: Value, loss: Value, duration: f64) -> Value {
    json!({"v": 1, "duration": duration, "warmup": duration / 2.0, "jitter": {"mode": "off"},
        "network": {"kind": "dumbbell", "access_rate": 1e9,
            "forward": {"rate": 1e8, "delay": 0.05, "loss": loss,
                        "queue": {"kind": "drop_tail", "limit": {"packets": 10000}}}},
        "flows": [{"id": "a", "algorithm": algorithm, "packet": 1000, "params": params,
                   "access": {"sender": 0, "receiver": 0}}]})
}

pub fn simulation(document: &Value) -> Simulation {
    let scenario =
        Scenario::from_text(&document.to_string(), kinds()).unwrap_or_else(|issues| panic!("{issues:#?}"));
    Simulation::new(scenario, RecordingSettings::none()).unwrap_or_else(|issues| panic!("{issues:#?}"))
}

/// The sender's rate in bytes per second.
pub fn bytes_per_second(simulation: &Simulation) -> f64 {
    simulation.world().sender_state(0).rate.unwrap_or(0.0) / 8.0
}

/// Runs the simulation until the simulated time `at`.
pub fn run_to(simulation: &mut Simulation, at: Time) {
    simulation.step(at, u64::MAX).unwrap_or_else(|failure| panic!("{failure}"));
}

/// Asserts that `actual` differs from `expected` by at most the fraction `tolerance` of `expected`.
pub fn assert_close(actual: f64, expected: f64, tolerance: f64) {
    assert!((actual / expected - 1.0).abs() <= tolerance, "{actual} is not {expected}");
}

/// Loss rules that drop every n-th data packet.
pub fn lose_every(n: u64) -> Value {
    json!([{"kind": "every", "n": n, "first": n - 1, "what": "data"}])
}

/// Runs the document to its end. Returns the packets per second that the flow sends after the warm-up.
pub fn packets_per_second(document: &Value) -> f64 {
    let mut simulation = simulation(document);
    let end = simulation.end();
    run_to(&mut simulation, end);
    let seconds = document["duration"].as_f64().unwrap_or(0.0) - document["warmup"].as_f64().unwrap_or(0.0);
    simulation.summary()["flows"][0]["sent"].as_f64().unwrap_or(0.0) / seconds
}

/// The number `name` in the summary of the first flow.
pub fn summary_number(simulation: &Simulation, name: &str) -> f64 {
    simulation.summary()["flows"][0][name].as_f64().unwrap_or(f64::NAN)
}
