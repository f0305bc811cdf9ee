//! TPBA against hand arithmetic: what is handed over, when, and what lost reports do.

use super::sender::probing_window;
use crate::ground::time::{SECOND, from_secs};
use crate::protocols::testing::{assert_close, run_to, simulation, single_flow};
use crate::simulation::Simulation;
use serde_json::{Value, json};

#[test]
fn the_window_handed_over_by_the_formula() {
    // In bytes, segments of 1460: 16384 at ratios of 1, 0.7, 0.25 -> 17520, 11680, 4380; 1460 at 0.025 -> 1460.
    for (old, ratio, expected) in [(16384.0, 1.0, 17520.0), (16384.0, 0.7, 11680.0), (16384.0, 0.25, 4380.0), (1460.0, 0.025, 1460.0)] {
        assert_eq!(probing_window(old / 1460.0, ratio * 400e3, 400e3) * 1460.0, expected);
    }
    assert_eq!(probing_window(10.0, 0.0, 0.0), 1.0);
}

/// Eleven segments of 1460 byte fit the socket's buffer: 110 of them a second at a round trip of 100 ms.
const SHARE: f64 = 110.0 * 1460.0 * 8.0;

fn alone(params: Value) -> Value {
    single_flow("tpba", params, json!([]), 40.0)
}

fn probing(run: &Simulation) -> bool {
    run.world().sender_state(0).window.is_some()
}

fn rate(run: &Simulation) -> f64 {
    run.world().sender_state(0).rate.unwrap_or(0.0)
}

/// Payload bytes that TCP and UDP have sent.
fn sent(run: &Simulation) -> (u64, u64) {
    match &run.world().flows()[0].sender {
        crate::protocols::AnySender::Tpba(sender) => (sender.tcp.sent_bytes(), u64::from(sender.udp.packets()) * 960),
        _ => (0, 0),
    }
}

#[test]
fn probes_until_three_seconds_agree_then_runs_then_probes_again() {
    let mut run = simulation(&alone(json!({})));
    // The first second has the handshake and the first flights: the second, third and fourth agree.
    run_to(&mut run, from_secs(3.9));
    assert!(probing(&run));
    run_to(&mut run, from_secs(4.2));
    assert!(!probing(&run));
    assert_eq!(rate(&run), SHARE);
    // TCP's last segments have arrived, and it has sent whole units of ten packets of 960 byte.
    run_to(&mut run, from_secs(5.0));
    assert_eq!(run.world().sender_state(0).in_flight, 0);
    let (tcp, _) = sent(&run);
    assert_eq!(tcp % 9600, 0);
    // UDP: SHARE / 7680 bit per second.
    let (_, from) = sent(&run);
    run_to(&mut run, from_secs(13.0));
    assert_eq!(sent(&run).0, tcp);
    assert_close((sent(&run).1 - from) as f64 * 8.0 / 8.0, SHARE, 1e-3);
    // Ten seconds of running, and the rest of a unit.
    run_to(&mut run, from_secs(14.5));
    assert!(probing(&run));
    let (_, udp) = sent(&run);
    assert_eq!(udp % 9600, 0);
    let window = run.world().sender_state(0).window.unwrap();
    assert!((11.0..12.0).contains(&window), "handed over: as many as the socket's buffer holds: {window}");
    // The second probing takes four seconds, too: its first one lacks the round trip until the first acknowledgement.
    run_to(&mut run, from_secs(17.4));
    assert!(probing(&run));
    run_to(&mut run, from_secs(18.5));
    assert!(!probing(&run) && sent(&run).1 > udp);
}

#[test]
fn reports_are_counted_both_ways() {
    let bytes = |run: &Simulation| match &run.world().flows()[0].sender {
        crate::protocols::AnySender::Tpba(sender) => sender.rtcp_bytes,
        _ => 0,
    };
    let mut run = simulation(&alone(json!({})));
    run_to(&mut run, from_secs(3.9));
    assert_eq!(bytes(&run), 0, "none while probing");
    // Ten seconds of running: 80 byte a second from either side.
    run_to(&mut run, from_secs(14.5));
    let counted = bytes(&run);
    assert!(counted % 80 == 0 && (16 * 80..=22 * 80).contains(&counted), "{counted}");
}

#[test]
fn whole_units_arrive_evenly_while_running() {
    let mut document = alone(json!({}));
    document["warmup"] = json!(0);
    let mut run = simulation(&document);
    run_to(&mut run, 40 * SECOND);
    let summary = run.summary();
    let units = &summary["flows"][0]["data_units"];
    let of = |phase: &str, what: &str| units["gap_ms"][phase][what].as_f64().unwrap();
    // 9600 byte at 1284.8 kb/s: 59.78 ms.
    assert_close(of("running", "mean"), 9600.0 * 8.0 / SHARE * 1e3, 1e-3);
    assert!(of("running", "sd") < 0.1 && of("probing", "sd") > 10.0);
    // Every unit that was sent has arrived, except for those in flight at the end.
    let (tcp, udp) = sent(&run);
    let complete = units["complete"].as_u64().unwrap();
    assert!(complete <= (tcp + udp) / 9600 && complete + 3 >= (tcp + udp) / 9600, "{complete} of {}", (tcp + udp) / 9600);
}

#[test]
fn a_dead_path_never_ends_probing() {
    let mut document = alone(json!({"longest_probing": 5}));
    document["network"]["forward"]["loss"] = json!([{"kind": "random", "probability": 1, "what": "data"}]);
    let mut run = simulation(&document);
    run_to(&mut run, 40 * SECOND);
    assert!(probing(&run));
}

#[test]
fn an_unsteady_share_ends_by_the_longest_probing_only() {
    // A threshold of 1 kb/s and measurements of a tenth of a second: bursts of eleven segments never agree so closely.
    let params = json!({"threshold": 1000, "measure_interval": 0.03});
    let mut run = simulation(&alone(params.clone()));
    run_to(&mut run, 20 * SECOND);
    assert!(probing(&run));
    let mut limited = params;
    limited["longest_probing"] = json!(2);
    let mut run = simulation(&alone(limited));
    run_to(&mut run, from_secs(2.3));
    assert!(!probing(&run));
}

/// The rate while running after one packet was lost at 6 s, and with it the report about it or not.
fn after_a_loss(params: Value, report_lost: bool) -> f64 {
    let mut document = alone(params);
    document["network"]["forward"]["loss"] = json!([{"kind": "burst", "at": 6.0, "packets": 1, "what": "data"}]);
    let lost = if report_lost { json!([{"kind": "burst", "at": 6.1, "packets": 1, "what": "feedback"}]) } else { json!([]) };
    document["network"]["reverse"] = json!({"rate": 1e8, "delay": 0.05, "loss": lost});
    let mut run = simulation(&document);
    run_to(&mut run, from_secs(6.9));
    assert_eq!(rate(&run), SHARE);
    // Adaptations 3 and 6 s after UDP took over.
    run_to(&mut run, from_secs(10.5));
    rate(&run)
}

#[test]
fn losses_lower_the_rate_and_counters_survive_a_lost_report() {
    // One packet in two to three seconds of 167 a second, three times that share.
    let counts = |cut: f64| 3.0 / (1.0 - cut / SHARE);
    for lost in [false, true] {
        let packets = counts(after_a_loss(json!({}), lost));
        assert!((250.0..=700.0).contains(&packets), "one of {packets}");
    }
    // 8 bits can say one in 167. With the report the fraction is gone.
    assert!(after_a_loss(json!({"loss_from": "interval"}), false) < SHARE);
    assert_eq!(after_a_loss(json!({"loss_from": "interval"}), true), SHARE);
}

#[test]
fn large_reductions_lead_back_early() {
    let run_with = |params: Value| {
        let mut document = alone(params);
        document["timeline"] = json!([{"at": 4.3, "set": "network.forward.loss", "to": [{"kind": "random", "probability": 0.1}]}]);
        let mut run = simulation(&document);
        run_to(&mut run, from_secs(10.6));
        run
    };
    assert!(!probing(&run_with(json!({}))));
    // 30 % less at 7 and at 10 s.
    assert!(probing(&run_with(json!({"early_return": 2}))));
}

#[test]
fn measures_between_reductions_when_told() {
    // Every 200th segment is lost: the window saws, and probing ends when three teeth are within 20 % of each other.
    let mut document = alone(json!({"embedded": true, "proportion": 0.2, "socket_buffer": null, "tcp_kind": "sack"}));
    document["network"]["forward"]["loss"] = json!([{"kind": "every", "n": 200, "first": 199, "what": "data"}]);
    let mut run = simulation(&document);
    run_to(&mut run, 30 * SECOND);
    // A tooth of 200 segments from W/2 to W: about 16 in a round trip of 100 ms at its top, 12 in the mean; that is 1.4 Mb/s.
    let found = match &run.world().flows()[0].sender {
        crate::protocols::AnySender::Tpba(sender) => sender.start_rate,
        _ => 0.0,
    };
    assert!((1.2e6..2.2e6).contains(&found), "{found}");
}
