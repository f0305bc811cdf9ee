//! Comparison of programs with algorithms that have the same rules.

use serde_json::{Value, json};
use sim_core::simulation::Simulation;

use super::{as_f64, dumbbell, flow, new_run, run_until};

/// Networks that lose packets in different ways, with two flows of which the first one is compared.
pub fn networks() -> Vec<Value> {
    let network = |change: fn(&mut Value)| {
        let mut document =
            dumbbell(json!([{"id": "a"}, {"id": "b", "algorithm": "cubic", "start": 3}]), 20.0);
        change(&mut document);
        document
    };
    vec![
        network(|_| {}),
        network(|document| {
            document["network"]["forward"]["loss"] =
                json!([{"kind": "random", "probability": 0.02}, {"kind": "every", "n": 211}]);
        }),
        network(|document| document["network"]["forward"]["queue"]["limit"] = json!({"packets": 4})),
        network(|document| {
            document["timeline"] = json!([{"at": 5, "set": "network.forward.rate", "to": 0},
                {"at": 7, "set": "network.forward.rate", "to": 4e6}]);
        }),
        network(|document| {
            document["network"]["forward"]["queue"] = json!({"kind": "red"});
            document["flows"][0]["params"] = json!({"ecn": true, "ack_every": 2, "pacing": true});
        }),
        network(|document| {
            document["flows"][0]["source"] = json!({"kind": "web"});
            document["flows"][0]["params"] = json!({"timestamps": false});
        }),
    ]
}

/// Compares the windows or rates of the first flow, and everything that its summary counts, at 1000 times.
pub fn assert_same_windows(document: &Value, algorithm: &str, params: &Value, code: &str, settings: &Value) {
    let with = |algorithm: &str, more: &Value| {
        let mut document = document.clone();
        document["flows"][0]["algorithm"] = json!(algorithm);
        for (name, value) in more.as_object().into_iter().flatten() {
            document["flows"][0]["params"][name] = value.clone();
        }
        new_run(&document)
    };
    let mut built_in = with(algorithm, params);
    let mut own = with("own", &json!({"code": code, "settings": settings}));
    for tick in 1..=1000 {
        let at = f64::from(tick) * 0.02;
        run_until(&mut built_in, at);
        run_until(&mut own, at);
        let (expected, found) = (built_in.world().sender_state(0), own.world().sender_state(0));
        let bits = |window: Option<f64>| window.map(f64::to_bits);
        assert_eq!(bits(found.window), bits(expected.window), "{algorithm} at {at} s in {document}");
        assert_eq!(bits(found.rate), bits(expected.rate), "{algorithm} at {at} s in {document}");
        assert_eq!(found.in_flight, expected.in_flight, "{algorithm} at {at} s in {document}");
    }
    let counts = |run: &Simulation| {
        let summary = run.summary();
        ["sent", "retransmitted", "delivered", "lost", "timeouts"]
            .map(|name| flow(&summary, "a")[name].clone())
    };
    assert_eq!(counts(&own), counts(&built_in), "{algorithm} in {document}");
    assert!(as_f64(&counts(&own)[0]) > 100.0, "{algorithm} sends in {document}");
}
