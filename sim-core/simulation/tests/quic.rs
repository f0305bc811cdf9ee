//! QUIC's loss recovery (RFC 9002) in short runs whose results follow by hand.

use crate::support::{as_f64, as_stated, build_simulation, dumbbell, flow};
use serde_json::{Value, json};
use sim_core::record::RecordingSettings;
use sim_core::simulation::build::BuildOptions;

/// A flow of 1000-byte packets, of which 960 bytes are payload, without handshake, over a path with a
/// round-trip time of 100 ms on which transmission takes 0.08 ms. The packets with the ordinals `lost` are
/// lost. An acknowledgement waits for 25 ms at most, but each packet is acknowledged at once.
fn long_path(packets: u64, lost: &[u64]) -> Value {
    as_stated(json!({"v": 1, "duration": 3, "warmup": 0, "jitter": {"mode": "off"},
        "network": {"kind": "dumbbell", "access_rate": 1e9,
            "forward": {"rate": 1e8, "delay": 0.05, "loss": [{"kind": "listed", "packets": lost, "what": "data"}],
                        "queue": {"kind": "drop_tail", "limit": {"packets": 10000}}}},
        "flows": [{"id": "a", "algorithm": "newreno", "packet": 1000,
                   "params": {"stack": "quic", "handshake": false, "ack_every": 1, "pacing": false},
                   "source": {"kind": "finite", "bytes": packets * 960},
                   "access": {"sender": 0, "receiver": 0}}]}))
}

/// The result of flow `a`, and its decisions.
fn outcome(document: &Value) -> (Value, Vec<Value>) {
    let settings = RecordingSettings { decisions: true, ..RecordingSettings::default() };
    let mut run = build_simulation(document, settings, BuildOptions::default());
    crate::support::run_to_end(&mut run);
    let decisions = run.decisions("a").expect("decisions are recorded");
    (flow(&run.summary(), "a").clone(), decisions.as_array().expect("a list").clone())
}

fn of_kind<'a>(decisions: &'a [Value], kind: &str) -> Vec<&'a Value> {
    decisions.iter().filter(|decision| decision["kind"] == kind).collect()
}

/// Section 6.2: the last of ten packets is lost. The first sample of 0.1 s gives a deviation of 0.05 s, and
/// each of the other eight removes a quarter of it: 0.005 s. The probe is sent 0.1 s + 4 x 0.005 s + 0.025 s
/// after the last packet, at 0.145 s, and its acknowledgement arrives at 0.245 s.
#[test]
fn a_probe_repairs_the_loss_of_the_last_packet() {
    let (result, decisions) = outcome(&long_path(10, &[9]));
    let kinds = |kind: &str| of_kind(&decisions, kind).len();
    assert_eq!((kinds("probe"), kinds("timeout")), (1, 0), "{decisions:?} {result}");
    let completion = as_f64(&result["acknowledged_s"]);
    assert!((0.243..0.25).contains(&completion), "{completion}");
    assert_eq!(as_f64(&result["retransmitted"]), 1.0);
}

/// The last packets are too few to show a loss by their numbers: a timer finds it after 9/8 of a round trip, and the
/// retransmission is the only packet of the recovery. The transfer completes whichever packet is lost.
#[test]
fn a_transfer_completes_whichever_packet_is_lost() {
    for lost in 0..40 {
        let (result, _) = outcome(&long_path(40, &[lost]));
        let [received, acknowledged] = ["completion_s", "acknowledged_s"].map(|name| result[name].as_f64());
        assert!(received.is_some() && received < acknowledged, "{lost}: {result}");
        assert_eq!(as_f64(&result["retransmitted"]), 1.0, "{lost}");
    }
}

/// Sections 6.1.1 and 7.3.2: packet 100 and packet 105 are lost. The first halves the window, the second was
/// sent before the recovery began and does not.
#[test]
fn two_losses_of_one_window_halve_the_window_once() {
    let mut document = long_path(400, &[100, 105]);
    document["flows"][0]["params"]["hystart"] = json!(false);
    let (result, decisions) = outcome(&document);
    let losses = of_kind(&decisions, "loss");
    assert_eq!(losses.len(), 1, "{decisions:?}");
    let values = &losses[0]["values"];
    let (from, to) = (as_f64(&values["from"]), as_f64(&values["to"]));
    assert_eq!(to, from / 2.0, "{losses:?}");
    assert_eq!(of_kind(&decisions, "recovered").len(), 1, "{decisions:?}");
    assert_eq!(as_f64(&result["retransmitted"]), 2.0);
}

/// Packet 100 and one other transmission are lost. Whatever the other is, the retransmission of packet 100
/// included, no probe is needed while later packets are acknowledged.
#[test]
fn a_lost_retransmission_needs_no_probe() {
    for second in 120..160 {
        let (result, decisions) = outcome(&long_path(1000, &[100, second]));
        assert_eq!(of_kind(&decisions, "probe").len(), 0, "{second}: {decisions:?}");
        assert_eq!(as_f64(&result["retransmitted"]), 2.0, "{second}");
    }
}

/// Section 7.6: everything is lost for longer than three probe timeouts. The probes do not reduce the window,
/// the acknowledgement after that sets it to two packets.
#[test]
fn a_long_loss_of_all_packets_is_persistent_congestion() {
    let mut document = long_path(2000, &[]);
    document["duration"] = json!(12);
    document["network"]["forward"]["loss"] =
        json!([{"kind": "burst", "at": 0.25, "packets": 88, "what": "data"}]);
    let (result, decisions) = outcome(&document);
    let persistent = of_kind(&decisions, "persistent_congestion");
    assert_eq!(persistent.len(), 1, "{decisions:?}");
    assert_eq!(as_f64(&persistent[0]["values"]["to"]), 2.0);
    assert!(as_f64(&persistent[0]["values"]["lasted"]) > 3.0 * 0.125, "{persistent:?}");
    assert_eq!(of_kind(&decisions, "timeout").len(), 0);
    assert!(result["completion_s"].is_number(), "{result}");
}

/// draft-ietf-quic-ack-frequency: an acknowledgement for 10 packets, or after 25 ms.
#[test]
fn rare_acknowledgements_fill_the_link() {
    for algorithm in ["newreno", "cubic", "bbr", "bbr3"] {
        let params = json!({"stack": "quic", "ack_every": 10});
        let mut document = dumbbell(json!([{"id": "a", "algorithm": algorithm, "params": params}]), 20.0);
        (document["as_stated"], document["warmup"]) = (json!(true), json!(5));
        let (result, _) = outcome(&document);
        assert!(as_f64(&result["goodput_bps"]) > 0.85e7, "{algorithm}: {result}");
    }
}

/// A congestion mark halves the window as a loss does, without a retransmission (section 7.1).
#[test]
fn counted_marks_reduce_the_window() {
    let params = json!({"stack": "quic", "ecn": true});
    let mut document = dumbbell(json!([{"id": "a", "algorithm": "newreno", "params": params}]), 10.0);
    document["as_stated"] = json!(true);
    document["network"]["forward"]["queue"] = json!({"kind": "codel", "ecn": true});
    let (result, decisions) = outcome(&document);
    assert!(of_kind(&decisions, "marked").len() >= 3, "{decisions:?}");
    assert_eq!(as_f64(&result["lost"]), 0.0, "{result}");
    assert!(as_f64(&result["goodput_bps"]) > 0.75e7, "{result}");
}

/// All data arrives over a path that loses, reorders and pauses, and the simulator's paths through a link give
/// the same result.
#[test]
fn transfers_over_quic_arrive_over_a_bad_path() {
    for algorithm in
        ["newreno", "sack", "cubic", "westwood", "vegas", "ledbat", "bbr", "bbr3", "copa", "dctcp", "prague"]
    {
        for extra in [json!({}), json!({"ack_every": 8}), json!({"receive_window": 12, "handshake": false})] {
            let mut params = extra.clone();
            params["stack"] = json!("quic");
            let mut document = dumbbell(json!([{"id": "a", "algorithm": algorithm, "params": params}]), 60.0);
            document["as_stated"] = json!(true);
            document["flows"][0]["source"] = json!({"kind": "finite", "bytes": 600_000});
            document["network"]["forward"]["loss"] = json!([{"kind": "random", "probability": 0.03}]);
            document["network"]["forward"]["impairments"] = json!({
                "reorder": {"probability": 0.05, "delay": 0.02},
                "outages": [{"at": 0.3, "lasts": 0.5}, {"at": 1.5, "lasts": 0.5}],
            });
            document["network"]["reverse"] =
                json!({"rate": 1e7, "delay": 0.01, "loss": [{"kind": "random", "probability": 0.05}]});
            let ids = [true, false].map(|lazy| {
                let options = BuildOptions { lazy, fuse: lazy };
                let mut run = build_simulation(&document, RecordingSettings::none(), options);
                crate::support::run_to_end(&mut run);
                assert!(flow(&run.summary(), "a")["completion_s"].is_number(), "{algorithm} {extra}");
                run.world().result_id()
            });
            assert_eq!(ids[0], ids[1], "{algorithm} {extra}");
        }
    }
}
