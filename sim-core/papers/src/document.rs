//! Building blocks of the experiments' documents: dumbbells and flows in few words.

use serde_json::{Value, json};

/// One-way propagation on each access link where nothing else is said.
pub const ACCESS: f64 = 0.0001;

/// The access of a flow: this much on either side.
pub fn access(seconds: f64) -> Value {
    json!({ "sender": seconds, "receiver": seconds })
}

/// The bottleneck's delay that gives flows with `ACCESS` on either side this base round-trip time.
pub fn bottleneck_delay(rtt: f64) -> f64 {
    // In whole microseconds, so that documents stay readable.
    sim_core::ground::math::round((rtt / 2.0 - 2.0 * ACCESS) * 1e6) / 1e6
}

/// A drop-tail queue for so many waiting packets.
pub fn drop_tail(packets: f64) -> Value {
    json!({ "kind": "drop_tail", "limit": { "packets": sim_core::ground::math::round(packets).max(1.0) as u64 } })
}

/// A flow entry: who, how many, of which size.
pub fn flow(id: &str, algorithm: &str, params: Value, packet: u32, count: u32) -> Value {
    json!({ "id": id, "algorithm": algorithm, "params": params, "packet": packet, "count": count, "access": access(ACCESS) })
}

/// TCP with SACK as ns-2 had it (2.35: Sack1 and its clocks).
pub fn ns2_sack() -> Value {
    json!({ "sack_rule": "ns2", "initial_window": 2, "idle_restart": false, "grow_only_when_limited": false,
            "growth": "acks", "timestamps": false, "rto_rule": "ns2", "min_rto": 0.2, "initial_rto": 3, "tick": 0.01,
            "halve": "window" })
}

/// The same with some fields set anew.
pub fn with(mut object: Value, changes: Value) -> Value {
    if let (Some(object), Value::Object(changes)) = (object.as_object_mut(), changes) {
        for (name, value) in changes {
            object.insert(name, value);
        }
    }
    object
}
