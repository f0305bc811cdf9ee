//! The dumbbells that are measured, as scenario documents. The reference simulators were measured with the
//! same dumbbells.

use serde_json::{Value, json};
use sim_core::ground::convert::whole;
use sim_core::simulation::kinds;

/// Bytes of a data packet on the wire.
pub const PACKET: f64 = 1000.0;

#[derive(Clone, Debug)]
pub struct Dumbbell {
    pub name: String,
    /// The algorithm of the TCP flows.
    pub tcp: &'static str,
    pub tcp_flows: u32,
    pub tfrc_flows: u32,
    /// The rate of the bottleneck in bit/s.
    pub rate: f64,
    /// The base RTT in seconds.
    pub rtt: f64,
    /// The duration in simulated seconds.
    pub duration: f64,
}

impl Dumbbell {
    /// The dumbbells a to e. In a and c, half of the flows are TFRC flows if TFRC is registered. All other
    /// flows are TCP flows.
    pub fn all() -> Vec<Self> {
        let tfrc = kinds().algorithm("tfrc").is_some();
        let dumbbell = |name: &str, tcp, flows: u32, mixed, mega: f64, ms: f64, duration| {
            let tfrc_flows = if mixed && tfrc { flows / 2 } else { 0 };
            Dumbbell {
                name: name.to_owned(),
                tcp,
                tcp_flows: flows - tfrc_flows,
                tfrc_flows,
                rate: mega * 1e6,
                rtt: ms / 1e3,
                duration,
            }
        };
        vec![
            dumbbell("a", "sack", 10, true, 10.0, 50.0, 600.0),
            dumbbell("b", "reno", 32, false, 15.0, 40.0, 600.0),
            dumbbell("c", "sack", 200, true, 20.0, 12.0, 200.0),
            dumbbell("d", "sack", 1, false, 1000.0, 20.0, 20.0),
            dumbbell("e", "sack", 1000, false, 1000.0, 50.0, 20.0),
        ]
    }

    /// A dumbbell in which `flows` SACK flows share 1 Gb/s with a base RTT of 50 ms, for measuring
    /// how the cost grows with the number of flows.
    pub fn with_flows(flows: u32) -> Self {
        let (rate, rtt, duration) = (1e9, 0.05, 20.0);
        Dumbbell {
            name: format!("{flows}"),
            tcp: "sack",
            tcp_flows: flows,
            tfrc_flows: 0,
            rate,
            rtt,
            duration,
        }
    }

    /// A description of the dumbbell for tables.
    pub fn description(&self) -> String {
        let mut flows = format!("{} {}", self.tcp_flows, self.tcp);
        if self.tfrc_flows > 0 {
            flows += &format!(" + {} tfrc", self.tfrc_flows);
        }
        format!("{flows}, {} Mb/s, {} ms, {} s", self.rate / 1e6, self.rtt * 1e3, self.duration)
    }

    /// The buffer of one BDP in packets, including the packet in service, as ns-2 counts it.
    pub fn buffer(&self) -> u64 {
        whole::<u64>((self.rate * self.rtt / 8.0 / PACKET).ceil()).max(4)
    }

    pub fn document(&self) -> Value {
        let group = |id: &str, algorithm: &str, params: Value, count: u32| {
            json!({
                "id": id, "algorithm": algorithm, "params": params, "packet": whole::<u64>(PACKET), "count": count,
                "access": { "sender": self.rtt / 16.0, "receiver": self.rtt / 16.0 },
                "start": { "min": 0, "max": self.duration.min(1.0) },
            })
        };
        let mut flows = vec![group("tcp", self.tcp, without_stack(self.tcp), self.tcp_flows)];
        if self.tfrc_flows > 0 {
            flows.push(group("tfrc", "tfrc", json!({}), self.tfrc_flows));
        }
        let link = |packets: u64| {
            json!({
                "rate": self.rate, "delay": self.rtt * 3.0 / 8.0,
                "queue": { "kind": "drop_tail", "limit": { "packets": packets } },
            })
        };
        // The limit of a queue does not count the packet in service. Acknowledgements are never dropped.
        let network =
            json!({ "kind": "dumbbell", "forward": link(self.buffer() - 1), "reverse": link(1_000_000) });
        json!({
            "v": 1, "title": format!("Dumbbell {}", self.name), "duration": self.duration,
            "network": network, "jitter": { "mode": "off" }, "flows": flows,
        })
    }
}

/// The settings of a flow that imitates no operating system, so that measurements of all versions can be compared.
fn without_stack(algorithm: &str) -> Value {
    let known = kinds().params_of(algorithm).unwrap_or_default();
    let settings = [("stack", Value::Null), ("hystart", false.into())].into_iter();
    let stated = settings.filter(|(name, _)| known.iter().any(|field| field.name == *name));
    stated.map(|(name, value)| (name.to_owned(), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::ground::convert::narrow;
    use sim_core::scenario::{Derived, Scenario};

    #[test]
    fn dumbbells_are_valid_and_match_their_parameters() {
        for dumbbell in Dumbbell::all() {
            let scenario = Scenario::from_value(dumbbell.document(), kinds()).unwrap();
            let derived = Derived::of(&scenario);
            assert_eq!(narrow::<u32>(derived.flows.len()), dumbbell.tcp_flows + dumbbell.tfrc_flows);
            for flow in &derived.flows {
                assert!((flow.base_rtt - dumbbell.rtt).abs() < 1e-12, "{}", flow.base_rtt);
            }
        }
        // 10 Mb/s x 50 ms / 8000 bits = 62.5.
        assert_eq!(Dumbbell::all()[0].buffer(), 63);
    }
}
