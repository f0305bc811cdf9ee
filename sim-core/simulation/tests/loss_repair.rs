//! Proportional rate reduction (RFC 9937) and RACK-TLP (RFC 8985) in short runs whose results follow by hand.

use crate::support::{as_f64, build_simulation, dumbbell, finished_run, flow, new_run, run_until};
use serde_json::{Value, json};
use sim_core::record::RecordingSettings;
use sim_core::simulation::Simulation;
use sim_core::simulation::build::BuildOptions;

/// One algorithm for each implementation of loss recovery: SACK, CUBIC, and Westwood for all controllers.
const ALGORITHMS: [&str; 3] = ["sack", "cubic", "westwood"];

/// A flow of 1000-byte packets, of which 960 bytes are payload, without handshake, over a path with a
/// round-trip time of 100 ms on which transmission takes 0.08 ms. The packets with the ordinals `lost` are
/// lost.
fn long_path(algorithm: &str, params: Value, packets: u64, lost: &[u64]) -> Value {
    let mut params = params;
    params["handshake"] = json!(false);
    json!({"v": 1, "duration": 3, "warmup": 0, "jitter": {"mode": "off"},
        "network": {"kind": "dumbbell", "access_rate": 1e9,
            "forward": {"rate": 1e8, "delay": 0.05, "loss": [{"kind": "listed", "packets": lost, "what": "data"}],
                        "queue": {"kind": "drop_tail", "limit": {"packets": 10000}}}},
        "flows": [{"id": "a", "algorithm": algorithm, "packet": 1000, "params": params,
                   "source": {"kind": "finite", "bytes": packets * 960},
                   "access": {"sender": 0, "receiver": 0}}]})
}

/// A flow on 10 Mb/s with a base RTT of 40 ms whose window is 60 packets of 1.2 ms: the link is always busy,
/// the round-trip time 72 ms.
fn busy_link(params: Value, duration: f64) -> Value {
    let mut params = params;
    params["receive_window"] = json!(60);
    let a = json!({"id": "a", "algorithm": "sack", "packet": 1500, "params": params,
                   "access": {"sender": 0.005, "receiver": 0.005}});
    let mut document = dumbbell(json!([a]), duration);
    document["warmup"] = json!(0);
    document["jitter"] = json!({"mode": "off"});
    document["network"]["forward"]["queue"]["limit"] = json!({"packets": 200});
    document
}

/// The result of flow `a`, and the kinds of its decisions in order.
fn outcome(document: &Value) -> (Value, Vec<String>) {
    let settings = RecordingSettings { decisions: true, ..RecordingSettings::default() };
    let mut run = build_simulation(document, settings, BuildOptions::default());
    crate::support::run_to_end(&mut run);
    let decisions = run.decisions("a").expect("decisions are recorded");
    let list = decisions.as_array().expect("a list");
    let kinds = list.iter().map(|decision| decision["kind"].as_str().unwrap_or_default().to_owned());
    (flow(&run.summary(), "a").clone(), kinds.collect())
}

fn count(kinds: &[String], kind: &str) -> usize {
    kinds.iter().filter(|name| *name == kind).count()
}

/// RFC 8985 section 7: the last of ten packets is lost.
///
/// The acknowledgements of the other nine arrive at 0.1 s. Without a probe, the timeout of 0.1 s + 0.2 s ends
/// at 0.4 s, and the retransmission is acknowledged at 0.5 s. A probe is due after two round trips, at 0.3 s,
/// and is acknowledged at 0.4 s.
#[test]
fn a_probe_repairs_the_loss_of_the_last_packet_without_a_timeout() {
    for algorithm in ALGORITHMS {
        let (without, kinds) = outcome(&long_path(algorithm, json!({}), 10, &[9]));
        assert_eq!((count(&kinds, "timeout"), count(&kinds, "probe")), (1, 0), "{algorithm}: {kinds:?}");
        assert!(
            (as_f64(&without["acknowledged_s"]) - 0.501).abs() < 0.001,
            "{algorithm}: {}",
            without["acknowledged_s"]
        );
        let (with, kinds) = outcome(&long_path(algorithm, json!({"rack": true}), 10, &[9]));
        assert_eq!((count(&kinds, "timeout"), count(&kinds, "probe")), (0, 1), "{algorithm}: {kinds:?}");
        assert!(
            (as_f64(&with["acknowledged_s"]) - 0.401).abs() < 0.001,
            "{algorithm}: {}",
            with["acknowledged_s"]
        );
        assert_eq!(with["retransmitted"], json!(1), "{algorithm}");
    }
}

/// RFC 8985 section 7.4.1: the last four of ten packets are lost. The probe is packet 9. Its acknowledgement
/// at 0.4 s shows that packets 6, 7 and 8, sent 0.4 s earlier, are lost. Half of the four packets in flight
/// may be sent at once, so packet 8 follows at 0.5 s and is acknowledged at 0.6 s.
#[test]
fn a_probe_reveals_the_losses_before_it() {
    for algorithm in ALGORITHMS {
        let (result, kinds) = outcome(&long_path(algorithm, json!({"rack": true}), 10, &[6, 7, 8, 9]));
        assert_eq!(count(&kinds, "timeout"), 0, "{algorithm}: {kinds:?}");
        assert_eq!(result["retransmitted"], json!(4), "{algorithm}: {kinds:?}");
        let completion = as_f64(&result["acknowledged_s"]);
        assert!((completion - 0.601).abs() < 0.001, "{algorithm}: {completion}");
    }
}

/// RFC 8985 section 7.2: with a single packet in flight, the probe waits for the longest delay of an
/// acknowledgement, here 40 ms: it is sent at 0.1 s + 0.2 s + 0.04 s.
///
/// The receiver acknowledges every second packet. The first two packets arrive, the third and last is lost.
#[test]
fn a_probe_of_a_single_packet_waits_for_the_delay_of_its_acknowledgement() {
    let params = json!({"rack": true, "ack_every": 2, "initial_window": 2});
    let (result, kinds) = outcome(&long_path("sack", params, 3, &[2]));
    assert_eq!((count(&kinds, "timeout"), count(&kinds, "probe")), (0, 1), "{kinds:?}");
    // Packet 2 is sent at 0.1 s. The probe is sent at 0.34 s, and its acknowledgement waits 40 ms: 0.1 +
    // 0.24 + 0.1 + 0.04 s.
    assert!((as_f64(&result["acknowledged_s"]) - 0.48).abs() < 0.001, "{}", result["acknowledged_s"]);
}

/// RFC 8985 section 7.4.2: a probe that replaces a lost packet reduces the window, an unnecessary probe does
/// not.
///
/// Ten packets at the start of each second. Of the first ten, the last is lost and the probe repairs it.
/// Without the loss, the acknowledgements of the second ten are delayed to 1.35 s, so the probe at 1.21 s is
/// unnecessary, and the receiver reports it as a duplicate.
#[test]
fn only_a_probe_that_repaired_a_loss_reduces_the_window() {
    let on_off = |document: Value| {
        let mut document = document;
        // 9600 bytes at once, then nothing until the next second.
        document["flows"][0]["source"] = json!({"kind": "on_off", "on": 0.01, "off": 0.99, "rate": 7.68e6,
                                                   "distribution": "fixed"});
        document
    };
    let (_, kinds) = outcome(&on_off(long_path("sack", json!({"rack": true}), 10, &[9])));
    assert_eq!(count(&kinds, "timeout"), 0, "{kinds:?}");
    assert_eq!(count(&kinds, "probe_repaired"), 1, "{kinds:?}");
    let mut document = on_off(long_path("sack", json!({"rack": true}), 10, &[]));
    document["network"]["reverse"] =
        json!({"rate": 1e8, "delay": 0.05, "impairments": {"outages": [{"at": 1.0, "lasts": 0.35}]}});
    let (result, kinds) = outcome(&document);
    assert_eq!((count(&kinds, "probe"), count(&kinds, "timeout")), (1, 0), "{kinds:?}");
    assert_eq!(count(&kinds, "probe_repaired"), 0, "{kinds:?}");
    assert_eq!(result["lost"], json!(0), "{result}");
}

/// RFC 8985 section 3.2: a lost retransmission is found because a packet that was sent later is received.
///
/// Packet 100 and one other transmission are lost. If the other is the retransmission, only RACK can find it
/// without a timeout.
#[test]
fn a_lost_retransmission_is_repaired_without_a_timeout() {
    for algorithm in ALGORITHMS {
        let timeouts = |rack: bool, second: u64| {
            let params = json!({"rack": rack, "initial_ssthresh": 40});
            let (_, kinds) = outcome(&long_path(algorithm, params, 1000, &[100, second]));
            count(&kinds, "timeout")
        };
        assert!((130..150).any(|second| timeouts(false, second) > 0), "{algorithm}");
        for second in 130..150 {
            assert_eq!(timeouts(true, second), 0, "{algorithm}: {second}");
        }
    }
}

/// RFC 8985 section 6.2, step 4: the reordering window is a quarter of the smallest round-trip time, here
/// 10 ms.
///
/// One packet in fifty takes a detour of 5 ms, and four packets overtake it. Three duplicate acknowledgements
/// make a SACK sender retransmit it and halve its window. RACK waits, except at the first time, before it has
/// seen reordering.
#[test]
fn reordering_within_the_window_causes_no_retransmissions() {
    let run = |rack: bool| {
        let mut document = busy_link(json!({"rack": rack}), 20.0);
        document["network"]["forward"]["impairments"] =
            json!({"reorder": {"probability": 0.02, "delay": 0.005}});
        outcome(&document)
    };
    let ((without, _), (with, kinds)) = (run(false), run(true));
    assert!(as_f64(&without["retransmitted"]) > 50.0, "{}", without["retransmitted"]);
    assert!(as_f64(&with["retransmitted"]) <= 3.0, "{}", with["retransmitted"]);
    assert_eq!(count(&kinds, "reordering_seen"), 1, "{kinds:?}");
    assert!(count(&kinds, "loss") <= 1, "{kinds:?}");
}

/// RFC 8985 section 6.2, step 4: each round trip in which the receiver reports a duplicate (RFC 2883) adds a
/// quarter of the smallest round-trip time, 10 ms, to the reordering window.
///
/// The detour is 15 ms. The first window of 10 ms is too short, so packets are retransmitted unnecessarily.
/// The window of 20 ms is long enough.
#[test]
fn reported_duplicates_widen_the_reordering_window() {
    let mut document = busy_link(json!({"rack": true}), 20.0);
    document["network"]["forward"]["impairments"] = json!({"reorder": {"probability": 0.02, "delay": 0.015}});
    let (result, kinds) = outcome(&document);
    assert!(count(&kinds, "reordering_window") >= 1, "{kinds:?}");
    assert!(as_f64(&result["retransmitted"]) <= 6.0, "{}: {kinds:?}", result["retransmitted"]);
}

/// A SACK flow on 10 Mb/s with a base RTT of 40 ms whose window grows by one packet per round trip from
/// 60 packets on. From 1 s on, `lost` consecutive packets are lost. Returns the run at 1 s and its window.
fn before_losses(prr: bool, lost: u32) -> (Simulation, f64) {
    let mut document = busy_link(json!({"prr": prr}), 7.0);
    document["flows"][0]["params"] = json!({"prr": prr, "initial_ssthresh": 60});
    document["network"]["forward"]["loss"] =
        json!([{"kind": "burst", "at": 1, "packets": lost, "what": "data"}]);
    let mut run = new_run(&document);
    run_until(&mut run, 1.0);
    let window = run.world().sender_state(0).window.expect("a window");
    assert!((65.0..80.0).contains(&window), "{window}");
    (run, window)
}

fn packets_sent(run: &Simulation) -> f64 {
    as_f64(&flow(&run.summary(), "a")["sent"])
}

/// RFC 9937 section 5: after one loss, PRR sends about one packet for two acknowledgements, whereas RFC 6675
/// is silent until half of the packets have left the network.
///
/// All packets in flight take 1.2 ms, so the round-trip time is 1.2 ms times the window. The loss is found a
/// round trip and three packets after 1 s. In the next 30 ms, 25 acknowledgements arrive. With PRR, they send
/// 25 / 2 packets.
#[test]
fn prr_sends_evenly_while_the_window_is_halved() {
    for (prr, expected) in [(false, 0.0..=1.0), (true, 11.0..=14.0)] {
        let (mut run, window) = before_losses(prr, 1);
        let found = 1.0 + 0.0012 * (window + 4.0);
        run_until(&mut run, found);
        let before = packets_sent(&run);
        run_until(&mut run, found + 0.03);
        let sent = packets_sent(&run) - before;
        assert!(expected.contains(&sent), "{prr}: {sent}");
        // Recovery lasts for a round trip of the old window. Then half of the window remains.
        run_until(&mut run, found + 0.0012 * (window + 4.0));
        let after = run.world().sender_state(0).window.expect("a window");
        assert!((after - window / 2.0).abs() < 2.5, "{prr}: {window} {after}");
    }
}

/// RFC 9937 section 4: after a burst of losses that leaves fewer packets in flight than the threshold, PRR
/// sends at most two packets for one acknowledgement, whereas RFC 6675 fills the window at once.
#[test]
fn prr_sends_no_burst_after_a_burst_of_losses() {
    let largest = |prr: bool| {
        let (mut run, _) = before_losses(prr, 50);
        let until = 1_200_000_000;
        let (mut largest, mut before) = (0.0f64, packets_sent(&run));
        while run.now() < until {
            run.step(until, 1).expect("the run continues");
            let now = packets_sent(&run);
            largest = largest.max(now - before);
            before = now;
        }
        largest
    };
    assert!(largest(false) >= 5.0, "{}", largest(false));
    assert!(largest(true) <= 2.0, "{}", largest(true));
}

/// Settings that change during a run apply after the change. The connection survives a change during a
/// recovery.
#[test]
fn prr_and_rack_can_be_switched_during_a_run() {
    for algorithm in ALGORITHMS {
        for at in [0.5, 1.01, 1.05, 1.2] {
            let mut document = long_path(algorithm, json!({"initial_ssthresh": 40}), 5000, &[]);
            document["network"]["forward"]["loss"] = json!([{"kind": "every", "n": 50, "what": "data"}]);
            document["timeline"] = json!([
                {"at": at, "set": "flows.a.params.rack", "to": true},
                {"at": at, "set": "flows.a.params.prr", "to": true},
                {"at": at + 1.0, "set": "flows.a.params.rack", "to": false},
            ]);
            let result = finished_run(&document).summary();
            let late = as_f64(&flow(&result, "a")["delivered"]);
            assert!(late > 300.0, "{algorithm} at {at} s: {late}");
        }
    }
}

/// Each combination of settings delivers all data over a path that loses packets and changes their order, and
/// the simulator's paths through a link give the same result.
#[test]
fn transfers_arrive_over_a_lossy_path_that_reorders_packets() {
    for algorithm in ALGORITHMS {
        for (prr, rack) in [(true, false), (false, true), (true, true)] {
            for extra in [
                json!({}),
                json!({"ack_every": 2, "pacing": true}),
                json!({"timestamps": false, "limited_transmit": false}),
                json!({"receive_window": 12, "rto_rule": "rfc6298", "handshake": false}),
            ] {
                let mut params = extra.clone();
                params["prr"] = json!(prr);
                params["rack"] = json!(rack);
                let mut document = busy_link(json!({}), 60.0);
                document["flows"][0]["algorithm"] = json!(algorithm);
                document["flows"][0]["params"] = params.clone();
                document["flows"][0]["source"] = json!({"kind": "finite", "bytes": 600_000});
                document["network"]["forward"]["loss"] = json!([{"kind": "random", "probability": 0.05}]);
                document["network"]["reverse"] =
                    json!({"rate": 1e7, "delay": 0.01, "loss": [{"kind": "random", "probability": 0.05}]});
                let ids = [true, false].map(|lazy| {
                    let options = BuildOptions { lazy, fuse: lazy };
                    let mut run = build_simulation(&document, RecordingSettings::none(), options);
                    crate::support::run_to_end(&mut run);
                    run.world().result_id()
                });
                assert_eq!(ids[0], ids[1], "{algorithm} with {params}");
                document["network"]["forward"]["impairments"] =
                    json!({"reorder": {"probability": 0.05, "delay": 0.01}});
                let result = finished_run(&document).summary();
                assert!(
                    flow(&result, "a")["acknowledged_s"].is_number(),
                    "{algorithm} with {params}: {result}"
                );
            }
        }
    }
}
