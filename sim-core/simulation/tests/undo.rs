//! Undo of unnecessary reductions: by timestamps (RFC 3522), by reported duplicates (RFC 3708), and F-RTO
//! (RFC 5682).

use crate::support::{as_f64, build_simulation, dumbbell, flow};
use serde_json::{Value, json};
use sim_core::record::RecordingSettings;
use sim_core::simulation::build::BuildOptions;

const ALGORITHMS: [&str; 5] = ["reno", "newreno", "sack", "cubic", "westwood"];

fn has_sack(algorithm: &str) -> bool {
    !["reno", "newreno"].contains(&algorithm)
}

/// A flow on 10 Mb/s with a base RTT of 40 ms whose receiver's window is 60 packets of 1.2 ms. No queue
/// overflows.
fn busy_link(algorithm: &str, params: &Value, duration: f64) -> Value {
    let mut params = params.clone();
    params["receive_window"] = json!(60);
    let a = json!({"id": "a", "algorithm": algorithm, "packet": 1500, "params": params,
                   "access": {"sender": 0.005, "receiver": 0.005}});
    let mut document = dumbbell(json!([a]), duration);
    document["warmup"] = json!(0);
    document["jitter"] = json!({"mode": "off"});
    document["network"]["forward"]["queue"]["limit"] = json!({"packets": 200});
    document
}

/// The path stops for 0.4 s at 2 s. No packet is lost, but the timeout of about 0.3 s expires once.
fn pause(algorithm: &str, params: &Value) -> Value {
    let mut document = busy_link(algorithm, params, 2.7);
    document["network"]["forward"]["impairments"] = json!({"outages": [{"at": 2, "lasts": 0.4}]});
    document
}

/// The result of flow `a`, its window at the end, and its decisions.
fn outcome(document: &Value) -> (Value, f64, Vec<Value>) {
    let settings = RecordingSettings { decisions: true, ..RecordingSettings::default() };
    let mut run = build_simulation(document, settings, BuildOptions::default());
    crate::support::run_to_end(&mut run);
    let decisions = run.decisions("a").expect("decisions are recorded");
    let list = decisions.as_array().expect("a list").clone();
    let window = run.world().sender_state(0).window.expect("a window");
    (flow(&run.summary(), "a").clone(), window, list)
}

fn count(decisions: &[Value], kind: &str) -> usize {
    decisions.iter().filter(|decision| decision["kind"] == kind).count()
}

fn undone(decisions: &[Value]) -> usize {
    ["undone_by_time", "undone_by_duplicates", "undone_by_forward"]
        .map(|kind| count(decisions, kind))
        .iter()
        .sum()
}

/// RFC 3522 section 3.2: the first acknowledgement after the timeout echoes a timestamp from before the
/// retransmission. The window returns to its old value, and no further packet is sent again.
#[test]
fn a_timeout_without_a_loss_is_undone_by_timestamps() {
    for algorithm in ALGORITHMS {
        let (result, window, decisions) = outcome(&pause(algorithm, &json!({"undo": true})));
        assert_eq!(count(&decisions, "timeout"), 1, "{algorithm}: {decisions:?}");
        assert_eq!(count(&decisions, "undone_by_time"), 1, "{algorithm}: {decisions:?}");
        assert_eq!(as_f64(&result["retransmitted"]), 1.0, "{algorithm}");
        assert!(window >= 60.0, "{algorithm}: {window}");
        let (result, window, decisions) = outcome(&pause(algorithm, &json!({})));
        assert_eq!((count(&decisions, "timeout"), undone(&decisions)), (1, 0), "{algorithm}");
        assert!(as_f64(&result["retransmitted"]) > 10.0, "{algorithm}: {}", result["retransmitted"]);
        assert!(window < 60.0, "{algorithm}: {window}");
    }
}

/// RFC 5682 sections 2.1 and 3.1: without timestamps, the sender sends new packets after the first
/// acknowledgement. The second acknowledgement, of a packet that was not sent again, shows that no packet was
/// lost.
#[test]
fn a_timeout_without_a_loss_is_undone_by_f_rto() {
    for algorithm in ALGORITHMS {
        let params = json!({"f_rto": true, "timestamps": false});
        let (result, window, decisions) = outcome(&pause(algorithm, &params));
        assert_eq!(count(&decisions, "timeout"), 1, "{algorithm}: {decisions:?}");
        assert_eq!(count(&decisions, "undone_by_forward"), 1, "{algorithm}: {decisions:?}");
        assert_eq!(as_f64(&result["retransmitted"]), 1.0, "{algorithm}");
        assert!(window >= 60.0, "{algorithm}: {window}");
    }
}

/// RFC 5682, step 3a: the new packets are reported before any packet that was not sent again. The timeout was
/// necessary, and the sender goes on as without F-RTO, with a window of at most three packets.
#[test]
fn a_timeout_after_losses_is_not_undone() {
    for algorithm in ALGORITHMS {
        for timestamps in [true, false] {
            let params = json!({"undo": true, "f_rto": true, "timestamps": timestamps});
            let mut document = busy_link(algorithm, &params, 6.0);
            document["flows"][0]["source"] = json!({"kind": "finite", "bytes": 3_000_000});
            document["network"]["forward"]["loss"] =
                json!([{"kind": "burst", "at": 1, "packets": 60, "what": "data"}]);
            let (result, _, decisions) = outcome(&document);
            assert!(count(&decisions, "timeout") >= 1, "{algorithm}: {decisions:?}");
            assert_eq!(undone(&decisions), 0, "{algorithm}: {decisions:?}");
            assert!(result["completion_s"].is_number(), "{algorithm}: {result}");
        }
    }
}

/// One loss in the middle of a transfer is a loss, whatever the evidence is.
#[test]
fn a_recovery_of_a_loss_is_not_undone() {
    for algorithm in ALGORITHMS {
        for extra in [json!({}), json!({"rack": true, "prr": true}), json!({"timestamps": false})] {
            let mut params = extra.clone();
            if extra["rack"] == true && !has_sack(algorithm) {
                continue;
            }
            (params["undo"], params["f_rto"]) = (json!(true), json!(true));
            let mut document = busy_link(algorithm, &params, 4.0);
            document["network"]["forward"]["loss"] =
                json!([{"kind": "listed", "packets": [500, 900, 910], "what": "data"}]);
            let (_, _, decisions) = outcome(&document);
            assert!(count(&decisions, "loss") >= 2, "{algorithm}: {decisions:?}");
            assert_eq!(undone(&decisions), 0, "{algorithm} {extra}: {decisions:?}");
        }
    }
}

/// One packet in a hundred takes a detour on which eight packets overtake it. Three duplicate acknowledgements
/// make the sender retransmit it, and each of these recoveries is undone: by the timestamp of the original, or
/// without timestamps by the report of the duplicate (RFC 3708), which needs SACK.
#[test]
fn recoveries_from_reordering_are_undone() {
    for algorithm in ALGORITHMS {
        for timestamps in [true, false] {
            let run = |undo: bool| {
                let params = json!({"undo": undo, "timestamps": timestamps, "hystart": false});
                let mut document = busy_link(algorithm, &params, 20.0);
                document["network"]["forward"]["impairments"] =
                    json!({"reorder": {"probability": 0.01, "delay": 0.01}});
                outcome(&document)
            };
            let (with, _, decisions) = run(true);
            let (without, _, _) = run(false);
            let recoveries = count(&decisions, "loss");
            assert!(recoveries > 20, "{algorithm}: {recoveries}");
            let (kind, is_undone) = match (timestamps, has_sack(algorithm)) {
                (true, _) => ("undone_by_time", true),
                (false, true) => ("undone_by_duplicates", true),
                (false, false) => ("undone_by_duplicates", false),
            };
            let expected = if is_undone { recoveries * 9 / 10..=recoveries } else { 0..=0 };
            assert!(expected.contains(&count(&decisions, kind)), "{algorithm}: {decisions:?}");
            if is_undone {
                let goodput = |result: &Value| as_f64(&result["goodput_bps"]);
                assert!(goodput(&with) > 1.05 * goodput(&without), "{algorithm}: {with} {without}");
            }
        }
    }
}

/// A recovery that is undone shows that the network reorders packets. RACK then waits for its reordering
/// window, which reported duplicates widen until it is longer than the detour.
#[test]
fn rack_learns_from_an_undone_recovery() {
    for algorithm in ["sack", "cubic", "westwood"] {
        let params = json!({"undo": true, "rack": true, "prr": true});
        let mut document = busy_link(algorithm, &params, 20.0);
        document["network"]["forward"]["impairments"] =
            json!({"reorder": {"probability": 0.01, "delay": 0.03}});
        let (_, _, decisions) = outcome(&document);
        let losses = count(&decisions, "loss");
        assert!(losses < 25, "{algorithm}: {losses} losses");
    }
}

/// After an undone reduction, the threshold is the one from before it, which may be unlimited. A loss among the
/// packets that were in flight at that time reduces it again, so that the recovery does not end with an unlimited
/// window.
#[test]
fn a_loss_after_an_undone_reduction_reduces_the_window_again() {
    for seed in 1..=30 {
        for algorithm in ["sack", "cubic", "westwood"] {
            let params = json!({"undo": true, "prr": true, "ack_every": 8});
            let mut document = busy_link(algorithm, &params, 4.0);
            document["seed"] = json!(seed);
            document["network"]["forward"]["impairments"] =
                json!({"reorder": {"probability": 0.1, "delay": 0.02}});
            document["network"]["forward"]["loss"] = json!([{"kind": "random", "probability": 0.01}]);
            let (_, window, decisions) = outcome(&document);
            let largest = decisions.iter().filter_map(|decision| decision["values"]["to"].as_f64());
            let largest = largest.fold(window, f64::max);
            assert!(largest < 1e6, "{algorithm}, seed {seed}: {largest}");
        }
    }
}

/// All data arrives over a path that loses, reorders and pauses, with every combination of settings.
#[test]
fn transfers_with_undo_arrive_over_a_bad_path() {
    for algorithm in ALGORITHMS {
        for extra in [
            json!({"undo": true}),
            json!({"f_rto": true, "timestamps": false}),
            json!({"undo": true, "f_rto": true, "rack": true, "prr": true, "ack_every": 2}),
            json!({"undo": true, "f_rto": true, "timestamps": false, "pacing": true}),
        ] {
            if extra["rack"] == true && !has_sack(algorithm) {
                continue;
            }
            let mut document = busy_link(algorithm, &extra, 60.0);
            document["flows"][0]["source"] = json!({"kind": "finite", "bytes": 600_000});
            document["network"]["forward"]["loss"] = json!([{"kind": "random", "probability": 0.03}]);
            document["network"]["forward"]["impairments"] = json!({
                "reorder": {"probability": 0.05, "delay": 0.02},
                "outages": [{"at": 0.3, "lasts": 0.5}, {"at": 1.5, "lasts": 0.5}, {"at": 3, "lasts": 1}],
            });
            document["network"]["reverse"] =
                json!({"rate": 1e7, "delay": 0.01, "loss": [{"kind": "random", "probability": 0.05}]});
            let (result, _, _) = outcome(&document);
            assert!(result["completion_s"].is_number(), "{algorithm} {extra}: {result}");
        }
    }
}
