//! Two SACK flows with windows of two and three packets, compared with ns-2.35.
//!
//! The link has 1 Mb/s and a delay of 5 ms in each direction, packets have 1000 bytes, and the queue holds
//! 4 packets. Path and queue together hold about six packets. The RTTs are 12 and 12.6 ms, or 10.8 and
//! 13.4 ms. Without randomness the flows enter a cycle: the first packet of the second flow is lost, ns-2
//! then sets the slow start threshold to two packets, and each loss halves a window of 3 to 1.5. Goodput is
//! measured from 20 to 60 s.

use super::run::summary;
use serde_json::{Value, json};

/// The goodput of both flows in ns-2, as fractions of the link's rate.
const NS2: [f64; 2] = [0.807, 0.193];

fn document(delays: [f64; 2], second_start: f64) -> Value {
    let params = json!({
        "initial_window": 2, "initial_ssthresh": 10000, "receive_window": 10000, "ack_size": 40, "idle_restart": false,
        "grow_only_when_limited": false, "growth": "acks", "timestamps": false, "rto_rule": "ns2", "min_rto": 0.2,
        "initial_rto": 3, "tick": 0.01, "sack_rule": "ns2", "halve": "window",
    });
    let flow = |id: &str, delay: f64, start: f64| {
        json!({"id": id, "algorithm": "sack", "params": params, "packet": 1000, "start": start,
               "access": {"sender": delay / 2.0, "receiver": delay / 2.0}})
    };
    json!({
        "v": 1, "duration": 60, "warmup": 20, "jitter": {"mode": "off"},
        "network": {"kind": "dumbbell", "access_rate": 2e8, "forward": {"rate": 1e6, "delay": 0.005,
            "queue": {"kind": "drop_tail", "limit": {"packets": 4}}}},
        "flows": [flow("first", delays[0], 0.1), flow("second", delays[1], second_start)],
    })
}

/// The goodputs of both flows, as fractions of the link's rate.
fn goodput_shares(document: Value) -> [f64; 2] {
    let s = summary(document);
    [0, 1].map(|i| s["flows"][i]["goodput_bps"].as_f64().expect("a rate") / 1e6)
}

#[test]
#[allow(
    clippy::approx_constant,
    reason = "some delays and start times resemble mathematical constants by chance"
)]
fn a_window_is_halved_below_two_packets_like_in_ns2() {
    for (delays, start) in [([0.001, 0.0013], 0.37), ([0.0004, 0.0017], 0.37), ([0.001, 0.0013], 0.801)] {
        let ours = goodput_shares(document(delays, start));
        for (ours, ns2) in ours.into_iter().zip(NS2) {
            // The measurement has 5000 packets and can start and end at any phase of the cycle. The tolerance
            // of 0.005 is 25 packets.
            assert!((ours - ns2).abs() <= 0.005, "{delays:?}, {start} s: {ours}, ns-2 {ns2}");
        }
    }
}
