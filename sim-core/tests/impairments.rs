//! What links can do to packets besides queueing and losing them, over a whole network: jitter, reordering, shaping, cells,
//! delivery traces, outages.

mod support;

use serde_json::{Value, json};
use sim_core::scenario::Scenario;
use sim_core::simulation::kinds;
use support::{dumbbell, end, finished, flow, real, result, unwatched};

/// A TCP with 60 packets in flight on 10 Mb/s and 40 ms, which hold 33: the line is busy, and nothing is ever lost.
fn full_pipe(algorithm: &str, impairments: Value) -> Value {
    let a = json!({"id": "a", "algorithm": algorithm, "params": {"receive_window": 60}});
    let mut document = dumbbell(json!([a]), 20.0);
    document["jitter"] = json!({"mode": "off"});
    document["network"]["forward"]["queue"]["limit"] = json!({"packets": 200});
    document["network"]["forward"]["impairments"] = impairments;
    document
}

#[test]
fn jitter_keeps_order() {
    for shape in ["uniform", "exponential"] {
        let document = full_pipe("newreno", json!({"jitter": {"delay": 0.008, "shape": shape}}));
        let mut run = unwatched(&document);
        end(&mut run);
        run.world().check_conservation().expect("nothing is lost or made");
        let summary = run.summary();
        let a = flow(&summary, "a");
        // Out of order, three duplicates would come every few packets.
        assert_eq!((&a["retransmitted"], &a["lost"]), (&json!(0), &json!(0)), "{shape}");
        assert!(real(&a["delivered"]) > 10_000.0, "{shape}");
    }
}

/// Packets of 1.2 ms: on a detour of 2 ms a packet is overtaken by one or two, which three duplicates never come of; on one of 6 ms by
/// five, and the sender sends again what was not lost.
#[test]
fn three_places_of_reordering_look_like_a_loss() {
    for algorithm in ["reno", "newreno", "sack"] {
        let again = |detour: f64| {
            let document = full_pipe(algorithm, json!({"reorder": {"probability": 0.01, "delay": detour}}));
            let mut run = unwatched(&document);
            end(&mut run);
            run.world().check_conservation().expect("nothing is lost or made");
            let summary = run.summary();
            assert_eq!(flow(&summary, "a")["lost"], json!(0), "{algorithm}");
            real(&flow(&summary, "a")["retransmitted"])
        };
        assert_eq!(again(0.002), 0.0, "{algorithm}");
        assert!(again(0.006) > 20.0, "{algorithm}");
    }
}

fn udp(rate: f64, packet: u32, impairments: Value) -> Value {
    let a = json!({"id": "a", "algorithm": "udp", "params": {"rate": rate}, "packet": packet});
    let mut document = dumbbell(json!([a]), 21.0);
    document["warmup"] = json!(1);
    document["network"]["forward"]["impairments"] = impairments;
    document
}

/// 1500 bytes are 32 cells of 53: of 10 Mb/s 1500/1696 carry packets, 8.844 Mb/s. 48 bytes with 8 more are two cells: 48/106.
#[test]
fn cells_cost_what_they_cost() {
    for (packet, expected) in [(1500, 1500.0 / 1696.0), (48, 48.0 / 106.0)] {
        let summary = finished(&udp(9.9e6, packet, json!({"framing": {}}))).summary();
        let got = real(&flow(&summary, "a")["throughput_bps"]) / 1e7;
        assert!((got / expected - 1.0).abs() < 0.001, "{packet}: {got}");
    }
}

/// Shaped, TCP has the bucket's rate and waits for it; policed at the same rate it has less, and loses.
#[test]
fn a_shaper_delays_what_a_policer_drops() {
    let run = |impairments: Value, loss: Value| {
        let mut document = dumbbell(json!([{"id": "a", "algorithm": "newreno"}]), 60.0);
        document["warmup"] = json!(20);
        document["network"]["forward"]["impairments"] = impairments;
        document["network"]["forward"]["loss"] = loss;
        let summary = finished(&document).summary();
        let a = flow(&summary, "a").clone();
        (real(&a["goodput_bps"]), real(&a["rtt_ms"]["mean"]))
    };
    let (shaped, slow) = run(json!({"shaper": {"rate": 2e6, "burst": 3000}}), json!([]));
    let (policed, fast) = run(json!({}), json!([{"kind": "policer", "rate": 2e6, "burst": 3000}]));
    assert!((shaped / 2e6 - 1.0).abs() < 0.01, "{shaped}");
    assert!(policed < 0.9 * shaped, "{policed}");
    assert!(slow > fast + 50.0, "{slow} {fast}");
}

/// A packet's worth each 6 ms is 2 Mb/s, whatever the link's rate says; twice that in the second half of each second.
#[test]
fn a_trace_delivers_what_it_allows() {
    let even: String = (1..=100).map(|i| format!("{}\n", i * 6)).collect();
    let summary = finished(&udp(9e6, 1500, json!({"trace": even}))).summary();
    // 20 s of 166.67 packets each second.
    assert!((real(&flow(&summary, "a")["throughput_bps"]) / 2e6 - 1.0).abs() < 0.001);
    assert_eq!(real(&summary["links"][0]["rate_bps"]), 2e6);
    assert!((real(&summary["links"][0]["utilisation"]) - 1.0).abs() < 0.001);
    // Acknowledgement clocks go through as well: TCP fills it.
    let mut document = udp(9e6, 1500, json!({"trace": even}));
    document["flows"][0] = json!({"id": "a", "algorithm": "cubic"});
    let summary = finished(&document).summary();
    assert!(real(&summary["links"][0]["utilisation"]) > 0.9, "{}", summary["links"][0]);
}

/// An outage is a rate of 0 for a while: the timeline can say the same.
#[test]
fn outages_are_what_the_timeline_could_say() {
    let flows = json!([{"id": "a", "algorithm": "cubic"}, {"id": "b", "algorithm": "udp"}]);
    let mut outages = dumbbell(flows, 12.0);
    let mut timeline = outages.clone();
    outages["network"]["forward"]["impairments"] =
        json!({"outages": [{"at": 3, "lasts": 1.5}, {"at": 8, "lasts": 0.2}]});
    let set = |at: f64, to: f64| json!({"at": at, "set": "network.forward.rate", "to": to});
    timeline["timeline"] = json!([set(3.0, 0.0), set(4.5, 1e7), set(8.0, 0.0), set(8.2, 1e7)]);
    assert_eq!(result(&outages), result(&timeline));
    // A rate that is set during an outage counts when it is over.
    outages["timeline"] = json!([set(4.0, 5e6)]);
    timeline["timeline"] = json!([set(3.0, 0.0), set(4.5, 5e6), set(8.0, 0.0), set(8.2, 5e6)]);
    assert_eq!(result(&outages), result(&timeline));
    // Two that overlap are one.
    outages["network"]["forward"]["impairments"] =
        json!({"outages": [{"at": 3, "lasts": 1}, {"at": 3.5, "lasts": 1}, {"at": 8, "lasts": 0.2}]});
    assert_eq!(result(&outages), result(&timeline));
}

/// The same run twice, in slices, cloned on the way, under every impairment and a changing rate.
#[test]
fn impaired_links_are_deterministic_and_conserve() {
    let all = json!({"jitter": {"delay": 0.004, "shape": "exponential"}, "reorder": {"probability": 0.05, "delay": 0.01},
                     "shaper": {"rate": 6e6, "burst": 9000}, "framing": {}, "outages": [{"at": 2, "lasts": 0.3}]});
    let traced = json!({"jitter": {"delay": 0.004}, "reorder": {}, "trace": "2\n2\n3\n9\n11\n"});
    for impairments in [all, traced] {
        let flows = json!([{"id": "a", "algorithm": "sack", "count": 2}, {"id": "b", "algorithm": "tfrc"}]);
        let mut document = dumbbell(flows, 6.0);
        document["timeline"] = json!([{"at": 1, "set": "network.forward.delay", "to": 0.002},
            {"at": 3.3, "set": "network.forward.queue.limit", "to": {"packets": 8}}]);
        if impairments.get("trace").is_none() {
            let slower = json!({"at": 4, "set": "network.forward.rate", "to": 2e6});
            document["timeline"].as_array_mut().expect("a list").push(slower);
        }
        document["network"]["forward"]["impairments"] = impairments.clone();
        document["network"]["reverse"] = json!({"rate": 2e6, "delay": 0.02, "impairments": impairments});
        let expected = finished(&document).result_id();
        let mut run = unwatched(&document);
        let mut clone = run.clone();
        for slice in 1..=60u64 {
            run.step(slice * 97_000_003, u64::MAX).expect("runs");
            run.world().check_conservation().expect("nothing is lost or made");
            if slice == 31 {
                clone = run.clone();
            }
        }
        end(&mut run);
        end(&mut clone);
        assert_eq!([run.result_id(), clone.result_id()], [expected; 2]);
    }
}

#[test]
fn what_makes_no_sense_is_refused_with_its_place() {
    let issues = |document: &Value| {
        let found = Scenario::from_text(&document.to_string(), &kinds()).expect_err("refused");
        found.into_iter().map(|issue| (issue.path, issue.code, issue.message)).collect::<Vec<_>>()
    };
    let mut document = udp(1e6, 1500, json!({"trace": "1\n7\n5\n"}));
    let found = issues(&document);
    assert_eq!(
        (found.len(), found[0].0.as_str(), found[0].1),
        (1, "network.forward.impairments.trace", "bad_trace")
    );
    assert!(found[0].2.starts_with("Line 3 of the trace: 5 comes after 7"), "{}", found[0].2);
    document["network"]["forward"]["impairments"] = json!({"trace": "1\n7\n", "framing": {}});
    document["network"]["forward"]["schedule"] = json!({"kind": "periodic"});
    document["timeline"] = json!([{"at": 1, "set": "network.forward.rate", "to": 1e6}]);
    let places: Vec<String> = issues(&document).into_iter().map(|issue| issue.0).collect();
    assert_eq!(
        places,
        ["network.forward.impairments.framing", "network.forward.schedule", "timeline[0].set"]
    );
    let document =
        udp(1e6, 1500, json!({"shaper": {"burst": 1000}, "outages": [{"at": 99}], "jitter": {"delay": -1}}));
    let mut places: Vec<String> = issues(&document).into_iter().map(|issue| issue.0).collect();
    places.sort();
    let expected = ["jitter.delay", "outages[0].at", "shaper.burst"];
    assert_eq!(places, expected.map(|place| format!("network.forward.impairments.{place}")));
}
