//! Impairments in a complete network: jitter, reordering, shaping, framing, delivery traces, outages.

use crate::support::{as_f64, dumbbell, finished_run, flow, new_run, result_id_of, run_to_end};
use serde_json::{Value, json};
use sim_core::scenario::Scenario;
use sim_core::simulation::kinds;

/// A TCP flow with 60 packets in flight on a path with a BDP of 33 packets and a large buffer: the link is
/// busy, and the queue drops no packet.
fn tcp_on_busy_link(algorithm: &str, impairments: Value) -> Value {
    let a = json!({"id": "a", "algorithm": algorithm, "params": {"receive_window": 60}});
    let mut document = dumbbell(json!([a]), 20.0);
    document["jitter"] = json!({"mode": "off"});
    document["network"]["forward"]["queue"]["limit"] = json!({"packets": 200});
    document["network"]["forward"]["impairments"] = impairments;
    document
}

#[test]
fn jitter_does_not_reorder_packets() {
    for shape in ["uniform", "exponential"] {
        let document = tcp_on_busy_link("newreno", json!({"jitter": {"delay": 0.008, "shape": shape}}));
        let mut run = new_run(&document);
        run_to_end(&mut run);
        run.world().check_conservation().expect("packets are conserved");
        let summary = run.summary();
        let a = flow(&summary, "a");
        // Reordering would cause three duplicate ACKs every few packets.
        assert_eq!((&a["retransmitted"], &a["lost"]), (&json!(0), &json!(0)), "{shape}");
        assert!(as_f64(&a["delivered"]) > 10_000.0, "{shape}");
    }
}

/// A packet takes 1.2 ms to send. At most two packets overtake a packet that is delayed by 2 ms, which is too
/// few for three duplicate ACKs. Five packets overtake a packet that is delayed by 6 ms, and the sender
/// retransmits the packet although it is not lost.
#[test]
fn reordering_by_more_than_two_packets_causes_retransmissions() {
    for algorithm in ["reno", "newreno", "sack"] {
        let retransmitted = |delay: f64| {
            let document =
                tcp_on_busy_link(algorithm, json!({"reorder": {"probability": 0.01, "delay": delay}}));
            let mut run = new_run(&document);
            run_to_end(&mut run);
            run.world().check_conservation().expect("packets are conserved");
            let summary = run.summary();
            assert_eq!(flow(&summary, "a")["lost"], json!(0), "{algorithm}");
            as_f64(&flow(&summary, "a")["retransmitted"])
        };
        assert_eq!(retransmitted(0.002), 0.0, "{algorithm}");
        assert!(retransmitted(0.006) > 20.0, "{algorithm}");
    }
}

/// A UDP flow of `rate` bit/s with packets of `packet` bytes, on a forward link of 10 Mb/s with these
/// impairments.
fn udp(rate: f64, packet: u32, impairments: Value) -> Value {
    let a = json!({"id": "a", "algorithm": "udp", "params": {"rate": rate}, "packet": packet});
    let mut document = dumbbell(json!([a]), 21.0);
    document["warmup"] = json!(1);
    document["network"]["forward"]["impairments"] = impairments;
    document
}

/// ATM framing with AAL5 (ITU-T I.363.5): 1500 bytes and the trailer of 8 bytes take 32 cells of 53 bytes, so
/// 1500/1696 of the rate is available. 48 bytes and the trailer take two cells, so 48/106 of the rate is
/// available.
#[test]
fn cell_framing_reduces_the_rate() {
    for (packet, expected) in [(1500, 1500.0 / 1696.0), (48, 48.0 / 106.0)] {
        let summary = finished_run(&udp(9.9e6, packet, json!({"framing": {}}))).summary();
        let share = as_f64(&flow(&summary, "a")["throughput_bps"]) / 1e7;
        assert!((share / expected - 1.0).abs() < 0.001, "{packet} bytes: {share} of the rate");
    }
}

/// A shaper delays packets to the rate of its token bucket, and TCP uses that rate. A policer with the same
/// rate drops packets, and TCP achieves less.
#[test]
fn tcp_achieves_more_with_a_shaper_than_with_a_policer() {
    let goodput_and_rtt = |impairments: Value, loss: Value| {
        let mut document = dumbbell(json!([{"id": "a", "algorithm": "newreno"}]), 60.0);
        document["warmup"] = json!(20);
        document["network"]["forward"]["impairments"] = impairments;
        document["network"]["forward"]["loss"] = loss;
        let summary = finished_run(&document).summary();
        let a = flow(&summary, "a").clone();
        (as_f64(&a["goodput_bps"]), as_f64(&a["rtt_ms"]["mean"]))
    };
    let (shaped, shaped_rtt) = goodput_and_rtt(json!({"shaper": {"rate": 2e6, "burst": 3000}}), json!([]));
    let (policed, policed_rtt) =
        goodput_and_rtt(json!({}), json!([{"kind": "policer", "rate": 2e6, "burst": 3000}]));
    assert!((shaped / 2e6 - 1.0).abs() < 0.01, "{shaped}");
    assert!(policed < 0.9 * shaped, "{policed} and {shaped}");
    assert!(shaped_rtt > policed_rtt + 50.0, "{shaped_rtt} {policed_rtt}");
}

/// A trace with one delivery opportunity of 1500 bytes every 6 ms gives 2 Mb/s, whatever the link's rate is.
#[test]
fn a_delivery_trace_determines_the_rate() {
    let trace: String = (1..=100).map(|i| format!("{}\n", i * 6)).collect();
    let summary = finished_run(&udp(9e6, 1500, json!({"trace": trace}))).summary();
    // 166.67 packets of 1500 bytes per second are 2 Mb/s.
    assert!((as_f64(&flow(&summary, "a")["throughput_bps"]) / 2e6 - 1.0).abs() < 0.001);
    assert_eq!(as_f64(&summary["links"][0]["rate_bps"]), 2e6);
    assert!((as_f64(&summary["links"][0]["utilisation"]) - 1.0).abs() < 0.001);
    // A TCP flow also fills the link.
    let mut document = udp(9e6, 1500, json!({"trace": trace}));
    document["flows"][0] = json!({"id": "a", "algorithm": "cubic"});
    let summary = finished_run(&document).summary();
    assert!(as_f64(&summary["links"][0]["utilisation"]) > 0.9, "{}", summary["links"][0]);
}

/// An outage is equivalent to timeline entries that set the rate to 0 and back.
#[test]
fn outages_equal_rates_of_zero_in_the_timeline() {
    let flows = json!([{"id": "a", "algorithm": "cubic"}, {"id": "b", "algorithm": "udp"}]);
    let mut with_outages = dumbbell(flows, 12.0);
    let mut with_timeline = with_outages.clone();
    with_outages["network"]["forward"]["impairments"] =
        json!({"outages": [{"at": 3, "lasts": 1.5}, {"at": 8, "lasts": 0.2}]});
    let set = |at: f64, to: f64| json!({"at": at, "set": "network.forward.rate", "to": to});
    with_timeline["timeline"] = json!([set(3.0, 0.0), set(4.5, 1e7), set(8.0, 0.0), set(8.2, 1e7)]);
    assert_eq!(result_id_of(&with_outages), result_id_of(&with_timeline));
    // A rate that is set during an outage takes effect at the end of the outage.
    with_outages["timeline"] = json!([set(4.0, 5e6)]);
    with_timeline["timeline"] = json!([set(3.0, 0.0), set(4.5, 5e6), set(8.0, 0.0), set(8.2, 5e6)]);
    assert_eq!(result_id_of(&with_outages), result_id_of(&with_timeline));
    // Overlapping outages are merged.
    with_outages["network"]["forward"]["impairments"] =
        json!({"outages": [{"at": 3, "lasts": 1}, {"at": 3.5, "lasts": 1}, {"at": 8, "lasts": 0.2}]});
    assert_eq!(result_id_of(&with_outages), result_id_of(&with_timeline));
}

/// A run in slices and its clone have the same result as an uninterrupted run, and conserve packets, with
/// every impairment and a changing rate.
#[test]
fn impairments_are_deterministic_and_conserve_packets() {
    let without_trace = json!({"jitter": {"delay": 0.004, "shape": "exponential"}, "reorder": {"probability": 0.05, "delay": 0.01},
                     "shaper": {"rate": 6e6, "burst": 9000}, "framing": {}, "outages": [{"at": 2, "lasts": 0.3}]});
    let with_trace = json!({"jitter": {"delay": 0.004}, "reorder": {}, "trace": "2\n2\n3\n9\n11\n"});
    for impairments in [without_trace, with_trace] {
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
        let expected = finished_run(&document).result_id();
        let mut run = new_run(&document);
        let mut clone = run.clone();
        for slice in 1..=60u64 {
            run.step(slice * 97_000_003, u64::MAX).expect("runs");
            run.world().check_conservation().expect("packets are conserved");
            if slice == 31 {
                clone = run.clone();
            }
        }
        run_to_end(&mut run);
        run_to_end(&mut clone);
        assert_eq!([run.result_id(), clone.result_id()], [expected; 2]);
    }
}

#[test]
fn invalid_impairments_are_rejected_with_their_paths() {
    let issues = |document: &Value| {
        let found = Scenario::from_text(&document.to_string(), kinds()).expect_err("the document is invalid");
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
    let paths: Vec<String> = issues(&document).into_iter().map(|issue| issue.0).collect();
    assert_eq!(paths, ["network.forward.impairments.framing", "network.forward.schedule", "timeline[0].set"]);
    let document =
        udp(1e6, 1500, json!({"shaper": {"burst": 1000}, "outages": [{"at": 99}], "jitter": {"delay": -1}}));
    let mut paths: Vec<String> = issues(&document).into_iter().map(|issue| issue.0).collect();
    paths.sort();
    let expected = ["jitter.delay", "outages[0].at", "shaper.burst"];
    assert_eq!(paths, expected.map(|path| format!("network.forward.impairments.{path}")));
}
