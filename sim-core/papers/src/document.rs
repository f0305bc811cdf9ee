//! Building blocks of the experiments' documents.

use serde_json::{Value, json};

/// The default one-way delay of each access link, in seconds.
pub const ACCESS: f64 = 0.0001;

/// Access links with the same delay at both ends.
pub fn access(seconds: f64) -> Value {
    json!({ "sender": seconds, "receiver": seconds })
}

/// The one-way delay in seconds of a bottleneck over which flows have a base RTT of `rtt` seconds, if their access links
/// have the default delay.
pub fn bottleneck_delay(rtt: f64) -> f64 {
    // Whole microseconds keep the documents readable.
    sim_core::ground::math::round((rtt / 2.0 - 2.0 * ACCESS) * 1e6) / 1e6
}

/// A drop-tail queue with a limit in packets, which does not count the packet in service.
pub fn drop_tail(packets: f64) -> Value {
    json!({ "kind": "drop_tail", "limit": { "packets": sim_core::ground::math::round(packets).max(1.0) as u64 } })
}

/// An entry of the document's `flows`: `count` flows with packets of `packet` bytes and the default access links.
pub fn flow(id: &str, algorithm: &str, params: Value, packet: u32, count: u32) -> Value {
    json!({ "id": id, "algorithm": algorithm, "params": params, "packet": packet, "count": count, "access": access(ACCESS) })
}

/// The settings with which `sack` behaves like the agent Sack1 of ns-2.35, including the granularity of its timers.
pub fn ns2_sack() -> Value {
    json!({ "sack_rule": "ns2", "initial_window": 2, "idle_restart": false, "grow_only_when_limited": false,
            "growth": "acks", "timestamps": false, "rto_rule": "ns2", "min_rto": 0.2, "initial_rto": 3, "tick": 0.01,
            "halve": "window" })
}

/// The settings with which `reno` behaves like the agent Reno of ns-2.35, including the granularity of its timers.
pub fn ns2_reno() -> Value {
    let mut settings = ns2_sack();
    if let Some(settings) = settings.as_object_mut() {
        settings.remove("sack_rule");
    }
    settings
}

/// Returns a JSON object with the fields of `changes` added or replaced.
pub fn with(mut object: Value, changes: Value) -> Value {
    if let (Some(object), Value::Object(changes)) = (object.as_object_mut(), changes) {
        for (name, value) in changes {
            object.insert(name, value);
        }
    }
    object
}
