//! A scenario document with 100 nodes, 300 links and 500 flows. Ten routers form a backbone of 100
//! Mb/s. Each of the 90 edge nodes has links of 10 Mb/s to two routers and to a neighbour. Ten
//! further links of 10 Mb/s connect edge nodes that are far apart.

use serde_json::{Value, json};

const ROUTERS: u64 = 10;
const EDGE_NODES: u64 = 90;
/// The duration in simulated seconds.
const DURATION: f64 = 60.0;

pub const DESCRIPTION: &str = "100 nodes, 300 links, 500 sack, backbone 100 Mb/s, edges 10 Mb/s, 60 s";

/// A deterministic pseudo-random number below `below`: the upper bits of a product with Knuth's multiplier.
fn pseudo_random(n: u64, below: u64) -> u64 {
    (n.wrapping_add(1).wrapping_mul(6_364_136_223_846_793_005) >> 33) % below
}

pub fn document() -> Value {
    let router = |i: u64| format!("r{}", i % ROUTERS);
    let edge = |i: u64| format!("e{}", i % EDGE_NODES);
    let nodes: Value =
        (0..ROUTERS).map(router).chain((0..EDGE_NODES).map(edge)).map(|id| json!({ "id": id })).collect();
    let mut links = Vec::new();
    let mut link = |from: String, to: String, rate: f64, packets: u64| {
        let number = links.len() as u64;
        let delay = (1 + pseudo_random(number, 10)) as f64 / 1e3;
        links.push(json!({
            "id": format!("l{number}"), "from": from, "to": to,
            "forward": { "rate": rate, "delay": delay, "queue": { "kind": "drop_tail", "limit": { "packets": packets } } },
        }));
    };
    for i in 0..ROUTERS {
        link(router(i), router(i + 1), 1e8, 400);
        link(router(i), router(i + 3), 1e8, 400);
    }
    for i in 0..EDGE_NODES {
        link(edge(i), router(i), 1e7, 60);
        link(edge(i), router(i + 1 + pseudo_random(i, ROUTERS - 1)), 1e7, 60);
        link(edge(i), edge(i + 1), 1e7, 60);
    }
    for i in 0..10 {
        link(edge(9 * i), edge(9 * i + 45), 1e7, 60);
    }
    let flows: Value = (0..500)
        .map(|i| {
            let from = pseudo_random(i, EDGE_NODES);
            let to = from + 1 + pseudo_random(i + 7919, EDGE_NODES - 1);
            json!({
                "id": format!("f{i}"), "algorithm": "sack", "packet": 1000,
                "params": { "stack": null, "hystart": false },
                "path": { "from": edge(from), "to": edge(to) },
                "access": { "sender": 0, "receiver": 0 }, "start": { "min": 0, "max": 1 },
            })
        })
        .collect();
    json!({
        "v": 1, "title": "A graph of 300 links", "duration": DURATION,
        "network": { "kind": "graph", "nodes": nodes, "links": links }, "flows": flows,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::scenario::Scenario;
    use sim_core::simulation::kinds;

    #[test]
    fn the_graph_has_the_described_size() {
        let scenario = Scenario::from_value(document(), kinds()).unwrap();
        assert_eq!(scenario.network.nodes.len(), 100);
        assert_eq!(scenario.network.links.len(), 600);
        assert_eq!(scenario.flows.len(), 500);
        let hops: usize = scenario.flows.iter().map(|flow| flow.route.data.len()).sum();
        assert!(hops > 1000, "{hops} links on all routes in total");
    }
}
