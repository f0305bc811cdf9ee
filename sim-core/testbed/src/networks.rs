//! The twenty networks of the battery.

use serde_json::{Value, json};

use crate::check::Check;
use crate::run::TESTED;

/// A network, and what a controller must do there.
#[derive(Clone, Debug)]
pub struct Network {
    pub id: &'static str,
    /// A scenario document with a flow `tested`, whose algorithm does not matter.
    pub document: Value,
    /// The seconds before the measurement begins.
    pub warmup: usize,
    pub checks: Vec<Check>,
}

/// A dumbbell with one flow: rate in bit/s, round-trip time in seconds, queue, loss rules.
struct Path {
    rate: f64,
    rtt: f64,
    queue: Value,
}

/// The shares of the link that a controller must reach alone, that all flows must reach, and the share of lost packets.
const HALF: f64 = 0.5;
const MOST: f64 = 0.8;
const FEW: f64 = 0.05;
/// With CUBIC in one queue: the bounds of the flow's share.
const SHARES: Check = Check::Shares { least: 0.15, most: 0.85 };

fn bdp(factor: f64) -> Value {
    json!({ "kind": "drop_tail", "limit": { "bdp": factor } })
}

fn queue(kind: &str) -> Value {
    json!({ "kind": kind, "ecn": false })
}

fn path(rate: f64, rtt: f64, queue: Value) -> Path {
    Path { rate, rtt, queue }
}

fn flow(id: &str) -> Value {
    json!({ "id": id, "algorithm": "cubic", "params": { "stack": "quic" }, "packet": 1500,
        "access": { "sender": 0, "receiver": 0 } })
}

impl Path {
    fn network(self, id: &'static str, [warmup, duration]: [usize; 2], checks: &[Check]) -> Network {
        let Path { rate, rtt, queue } = self;
        let document = json!({
            "v": 1, "title": format!("Testbed: {id}"), "duration": duration, "warmup": warmup,
            "network": {
                "forward": { "rate": rate, "delay": rtt / 2.0, "queue": queue },
                "reverse": { "rate": rate, "delay": rtt / 2.0 },
            },
            "flows": [flow(TESTED)],
        });
        Network { id, document, warmup, checks: checks.to_vec() }
    }

    fn fills(&self, least: f64) -> Check {
        Check::Fills { rate: self.rate, least }
    }

    fn is_shared(&self) -> Check {
        Check::IsShared { rate: self.rate, least: MOST }
    }
}

impl Network {
    /// A field of the forward direction of the link.
    fn forward(mut self, field: &str, value: Value) -> Self {
        self.document["network"]["forward"][field] = value;
        self
    }

    fn timeline(mut self, rates: &[(usize, f64)]) -> Self {
        let entry = |(at, to): &(usize, f64)| json!({ "at": at, "set": "network.forward.rate", "to": to });
        self.document["timeline"] = rates.iter().map(entry).collect();
        self
    }

    /// A flow of CUBIC that starts a second after the tested flow.
    fn beside_cubic(mut self) -> Self {
        let mut rival = flow("cubic");
        rival["start"] = json!(1);
        if let Some(flows) = self.document["flows"].as_array_mut() {
            flows.push(rival);
        }
        self
    }
}

/// Links without other flows and with drop-tail queues.
fn alone() -> Vec<Network> {
    let loses = |most| Check::Loses { most };
    let one = |id, rate, rtt, buffer, seconds| {
        let path = path(rate, rtt, bdp(buffer));
        let checks = [path.fills(HALF), loses(FEW)];
        path.network(id, seconds, &checks)
    };
    let slow = path(1e6, 0.1, json!({ "kind": "drop_tail", "limit": { "packets": 20 } }));
    let slow_checks = [slow.fills(HALF), loses(2.0 * FEW)];
    let deep = path(10e6, 0.04, bdp(8.0));
    let deep_checks = [deep.fills(HALF), Check::StandingQueue { most: 7.0 }, loses(FEW)];
    vec![
        one("medium", 10e6, 0.04, 1.0, [4, 16]),
        slow.network("slow", [6, 20], &slow_checks),
        one("fast", 100e6, 0.02, 1.0, [3, 8]),
        one("far", 20e6, 0.2, 1.0, [8, 24]),
        one("near", 50e6, 0.004, 1.0, [2, 8]),
        one("shallow", 20e6, 0.04, 0.2, [4, 16]),
        deep.network("deep", [6, 24], &deep_checks),
    ]
}

/// Queues that are managed.
fn managed() -> Vec<Network> {
    let one = |id, queue| {
        let path = path(20e6, 0.04, queue);
        let checks = [path.fills(HALF), Check::StandingQueue { most: 1.0 }, Check::Loses { most: FEW }];
        path.network(id, [4, 14], &checks)
    };
    vec![
        one("codel", queue("codel")),
        one("fq_codel", queue("fq_codel")),
        one("pie", queue("pie")),
        one("codel-marks", json!({ "kind": "codel" })),
        one("dual_pi2", json!({ "kind": "dual_pi2" })),
    ]
}

/// Paths that lose or delay packets at random.
fn random() -> Vec<Network> {
    let random = |probability: f64| json!([{ "kind": "random", "probability": probability, "what": "data" }]);
    let one = |id, least| {
        let path = path(10e6, 0.04, bdp(1.0));
        let checks = [path.fills(least), Check::Loses { most: FEW }];
        path.network(id, [4, 20], &checks)
    };
    vec![
        one("loss-0.1%", HALF).forward("loss", random(0.001)),
        one("loss-1%", 0.1).forward("loss", random(0.01)),
        one("jitter", HALF).forward("impairments", json!({ "jitter": { "delay": 0.01 } })),
    ]
}

/// Links that change, and links with a flow of CUBIC.
fn changing_and_shared() -> Vec<Network> {
    let beside = |id, queue, shares| {
        let path = path(20e6, 0.04, queue);
        let checks = [shares, path.is_shared()];
        path.network(id, [10, 40], &checks).beside_cubic()
    };
    let rate = 20e6;
    let outage = [Check::Recovers { from: 15, to: 20, rate, least: HALF }, Check::Loses { most: FEW }];
    let falls = Check::Recovers { from: 11, to: 14, rate: rate / 4.0, least: HALF };
    let rises = Check::Recovers { from: 22, to: 28, rate, least: HALF };
    vec![
        beside("cubic", bdp(1.0), SHARES),
        beside("cubic-deep", bdp(4.0), SHARES),
        beside("cubic-fq_codel", queue("fq_codel"), Check::Shares { least: 0.35, most: 0.65 }),
        path(rate, 0.04, bdp(1.0)).network("outage", [4, 20], &outage).timeline(&[(8, 0.0), (10, rate)]),
        path(rate, 0.04, bdp(1.0))
            .network("changes", [4, 28], &[falls, rises, Check::Loses { most: FEW }])
            .timeline(&[(8, rate / 4.0), (14, rate)]),
    ]
}

/// All networks, in the order of tables.
pub fn networks() -> Vec<Network> {
    [alone(), managed(), random(), changing_and_shared()].concat()
}
