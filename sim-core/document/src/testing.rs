//! A small registry and two documents, for the tests of this crate.

use serde_json::{Value, json};

use sim_engine::describe::Kinds;

/// The registry with only these kinds, so that expanded documents are short.
pub fn kinds() -> Kinds {
    let mut kinds = crate::catalogue::kinds().clone();
    kinds.algorithms.retain(|info| ["newreno", "cubic", "udp"].contains(&info.id));
    kinds.sources.retain(|info| ["greedy", "finite", "cbr"].contains(&info.id));
    kinds.queues.retain(|info| info.id == "drop_tail");
    kinds.losses.retain(|info| ["random", "every", "listed", "burst"].contains(&info.id));
    kinds.document = std::sync::OnceLock::new();
    kinds
}

/// A document with a dumbbell that uses the settings of every part of a document.
pub fn everything() -> Value {
    json!({
        "v": 1, "title": "All", "note": "n", "seed": 7, "duration": 30, "warmup": 5,
        "network": { "kind": "dumbbell",
            "forward": { "rate": 5e6, "delay": 0.02, "queue": { "kind": "drop_tail", "limit": { "bdp": 0.5 } },
                "loss": [{ "kind": "random", "probability": 0.001, "flow": "near", "what": "data" },
                         { "kind": "every", "n": 500, "first": 3 },
                         { "kind": "burst", "at": 4, "packets": 10, "where": "exit" }] },
            "reverse": { "rate": 1e6, "loss": [{ "kind": "listed", "packets": [30, 32], "what": "feedback" }] },
            "access_rate": 2e8 },
        "jitter": { "mode": "serial", "max": 0.001 },
        "flows": [
            { "id": "near", "label": "Near", "algorithm": "newreno", "params": { "min_rto": 1, "growth": "acks", "receive_window": 20 } },
            { "id": "far", "algorithm": "cubic", "access": { "sender": { "min": 0, "max": 0.05 }, "receiver": 0.02 },
              "start": { "min": 0, "max": 1 }, "stop": 20, "count": 3 },
            { "id": "noise", "role": "background", "algorithm": "udp", "source": { "kind": "cbr", "rate": 5e5 }, "packet": 500 },
            { "id": "back", "role": "reverse", "source": { "kind": "finite", "bytes": 100000 } }
        ],
        "timeline": [
            { "at": 10, "set": "network.forward.rate", "to": 0 },
            { "at": 11, "set": "network.forward.rate", "to": 5e6 },
            { "at": 11, "set": "network.forward.queue.limit", "to": { "seconds": 0.1 } },
            { "at": 12, "set": "network.reverse.loss", "to": [{ "kind": "random", "probability": 0.5 }] },
            { "at": 13, "set": "flows.far.active", "to": false },
            { "at": 14, "set": "flows.near.params.receive_window", "to": null }
        ],
        "measure": { "bins": [0.2, 1], "windows": [{ "id": "late", "from": 20, "to": 30 }] }
    })
}

/// A document with a graph: a ring of four nodes with a one-way chord, and flows with every kind of path.
pub fn several_links() -> Value {
    json!({
        "v": 1, "duration": 20,
        "network": { "kind": "graph",
            "nodes": [{ "id": "w", "label": "West" }, { "id": "n" }, { "id": "e" }, { "id": "s" }],
            "links": [
                { "id": "wn", "from": "w", "to": "n", "forward": { "rate": 4e6, "queue": { "limit": { "bdp": 1 } } } },
                { "id": "ne", "from": "n", "to": "e", "forward": { "delay": 0.02 },
                  "reverse": { "rate": 1e6, "delay": 0.02, "loss": [{ "kind": "every", "n": 100, "flow": "short" }] } },
                { "id": "es", "from": "e", "to": "s" },
                { "id": "sw", "from": "s", "to": "w", "forward": { "delay": 0.025 } },
                { "id": "we", "from": "w", "to": "e", "one_way": true, "forward": { "delay": 0.04 } }
            ],
            "access_rate": 1e8 },
        "flows": [
            { "id": "short", "path": { "from": "w", "to": "e" }, "access": { "sender": 0, "receiver": 0 } },
            { "id": "listed", "path": { "from": "w", "to": "e", "links": ["we"], "back": ["es", "sw"] } },
            { "id": "reversed", "path": { "from": "s", "to": "n", "links": ["es", "ne"] } },
            { "id": "default" },
            { "id": "back", "role": "reverse" }
        ],
        "timeline": [
            { "at": 5, "set": "network.links.wn.forward.rate", "to": 2e6 },
            { "at": 6, "set": "network.links.ne.reverse.loss", "to": [] },
            { "at": 7, "set": "network.links.we.forward.delay", "to": 0.001 }
        ]
    })
}
