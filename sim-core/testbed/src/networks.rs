//! The twenty networks of the battery.

use serde_json::{Value, json};

use crate::check::{Check, Network};
use crate::run::TESTED;

const HALF: Check = Check::Fills { least: 0.5 };
const FEW: Check = Check::Loses { most: 0.05 };
const SHORT: Check = Check::StandingQueue { most: 1.0 };
const TOGETHER: Check = Check::IsShared { least: 0.8 };
/// The bounds beside CUBIC in one queue.
const SHARES: Check = Check::Shares { least: 0.15, most: 0.85 };

fn flow(id: &str, start: u32) -> Value {
    json!({ "id": id, "algorithm": "cubic", "params": { "stack": "quic" }, "packet": 1500,
        "access": { "sender": 0, "receiver": 0 }, "start": start })
}

fn bdp(factor: f64) -> Value {
    json!({ "kind": "drop_tail", "limit": { "bdp": factor } })
}

/// A managed queue that drops instead of marking.
fn drops(kind: &str) -> Value {
    json!({ "kind": kind, "ecn": false })
}

/// A dumbbell with one flow: the rate in bit/s, the round-trip time in seconds, and the seconds of the warm-up and of the run.
fn network(
    id: &'static str,
    [rate, rtt]: [f64; 2],
    queue: Value,
    [warmup, duration]: [usize; 2],
    checks: &[Check],
) -> Network {
    let delay = rtt / 2.0;
    let document = json!({
        "v": 1, "title": format!("Testbed: {id}"), "duration": duration, "warmup": warmup,
        "network": {
            "forward": { "rate": rate, "delay": delay, "queue": queue },
            "reverse": { "rate": rate, "delay": delay },
        },
        "flows": [flow(TESTED, 0)],
    });
    Network { id, rate, document, warmup, checks: checks.to_vec() }
}

impl Network {
    /// Sets a field of the forward direction of the link.
    fn forward(mut self, field: &str, value: Value) -> Self {
        self.document["network"]["forward"][field] = value;
        self
    }

    /// Random loss of data packets.
    fn loses(self, probability: f64) -> Self {
        self.forward("loss", json!([{ "kind": "random", "probability": probability, "what": "data" }]))
    }

    /// Changes the rate at these times in seconds.
    fn changes(mut self, rates: [(u32, f64); 2]) -> Self {
        let entry = |(at, to)| json!({ "at": at, "set": "network.forward.rate", "to": to });
        self.document["timeline"] = rates.map(entry).into_iter().collect();
        self
    }

    /// A flow of CUBIC that starts a second after the tested flow.
    fn beside_cubic(mut self) -> Self {
        self.document["flows"] = json!([flow(TESTED, 0), flow("cubic", 1)]);
        self
    }
}

/// All networks, in the order of tables.
pub fn networks() -> Vec<Network> {
    let medium = [10e6, 0.04];
    let fast = [20e6, 0.04];
    let managed = |id, queue| network(id, fast, queue, [4, 14], &[HALF, SHORT, FEW]);
    let beside = |id, queue, shares| network(id, fast, queue, [10, 40], &[shares, TOGETHER]).beside_cubic();
    let deep = Check::StandingQueue { most: 7.0 };
    let outage = Check::Recovers { from: 15, to: 20, rate: 20e6, least: 0.5 };
    let falls = Check::Recovers { from: 11, to: 14, rate: 5e6, least: 0.5 };
    let rises = Check::Recovers { from: 22, to: 28, rate: 20e6, least: 0.5 };
    let slow_queue = json!({ "kind": "drop_tail", "limit": { "packets": 20 } });
    vec![
        network("medium", medium, bdp(1.0), [4, 16], &[HALF, FEW]),
        network("slow", [1e6, 0.1], slow_queue, [6, 20], &[HALF, Check::Loses { most: 0.1 }]),
        network("fast", [100e6, 0.02], bdp(1.0), [3, 8], &[HALF, FEW]),
        network("far", [20e6, 0.2], bdp(1.0), [8, 24], &[HALF, FEW]),
        network("near", [50e6, 0.004], bdp(1.0), [2, 8], &[HALF, FEW]),
        network("shallow", fast, bdp(0.2), [4, 16], &[HALF, FEW]),
        network("deep", medium, bdp(8.0), [6, 24], &[HALF, deep, FEW]),
        managed("codel", drops("codel")),
        managed("fq_codel", drops("fq_codel")),
        managed("pie", drops("pie")),
        managed("codel-marks", json!({ "kind": "codel" })),
        managed("dual_pi2", json!({ "kind": "dual_pi2" })),
        network("loss-0.1%", medium, bdp(1.0), [4, 20], &[HALF, FEW]).loses(0.001),
        network("loss-1%", medium, bdp(1.0), [4, 20], &[Check::Fills { least: 0.1 }, FEW]).loses(0.01),
        network("jitter", medium, bdp(1.0), [4, 20], &[HALF, FEW])
            .forward("impairments", json!({ "jitter": { "delay": 0.01 } })),
        beside("cubic", bdp(1.0), SHARES),
        beside("cubic-deep", bdp(4.0), SHARES),
        beside("cubic-fq_codel", drops("fq_codel"), Check::Shares { least: 0.35, most: 0.65 }),
        network("outage", fast, bdp(1.0), [4, 20], &[outage, FEW]).changes([(8, 0.0), (10, 20e6)]),
        network("changes", fast, bdp(1.0), [4, 28], &[falls, rises, FEW]).changes([(8, 5e6), (14, 20e6)]),
    ]
}
