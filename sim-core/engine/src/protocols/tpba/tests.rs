//! Tests of TPBA against values computed by hand: the switches between TCP and UDP, data units, and lost
//! reports.

use super::sender::probing_window;
use crate::ground::time::{SECOND, from_secs};
use crate::protocols::testing::{assert_close, run_to, simulation, single_flow};
use serde_json::{Value, json};
use sim_core::simulation::Simulation;

#[test]
fn the_window_at_the_start_of_probing_follows_the_formula() {
    // Old window in bytes, ratio of the rates, new window in bytes: a multiple of a segment of 1460 bytes.
    for (old, ratio, expected) in
        [(16384.0, 1.0, 17520.0), (16384.0, 0.7, 11680.0), (16384.0, 0.25, 4380.0), (1460.0, 0.025, 1460.0)]
    {
        assert_eq!(probing_window(old / 1460.0, ratio * 400e3, 400e3) * 1460.0, expected);
    }
    assert_eq!(probing_window(10.0, 0.0, 0.0), 1.0);
}

/// TCP's rate in bit/s: eleven segments of 1460 bytes fit into the socket's buffer, which gives 110 segments
/// per second at a round-trip time of 100 ms.
const TCP_RATE: f64 = 110.0 * 1460.0 * 8.0;

/// A document with one TPBA flow for 40 s.
fn tpba_flow(params: Value) -> Value {
    single_flow("tpba", params, json!([]), 40.0)
}

/// Whether TCP carries the data.
fn is_probing(run: &Simulation) -> bool {
    run.world().sender_state(0).window.is_some()
}

/// UDP's rate in bit/s.
fn rate(run: &Simulation) -> f64 {
    run.world().sender_state(0).rate.unwrap_or(0.0)
}

/// Payload bytes that TCP and UDP have sent.
fn sent(run: &Simulation) -> (u64, u64) {
    match &run.world().flows()[0].sender {
        sim_core::protocols::AnySender::Tpba(sender) => {
            (sender.tcp.sent_bytes(), u64::from(sender.udp.packets()) * 960)
        }
        _ => (0, 0),
    }
}

#[test]
fn probing_ends_when_three_measurements_agree_and_running_ends_after_ten_seconds() {
    let mut run = simulation(&tpba_flow(json!({})));
    // The rate of the first second is lower because of slow start. Those of the second, third and fourth
    // second agree.
    run_to(&mut run, from_secs(3.9));
    assert!(is_probing(&run));
    run_to(&mut run, from_secs(4.2));
    assert!(!is_probing(&run));
    assert_eq!(rate(&run), TCP_RATE);
    // TCP's last segments have arrived, and TCP has sent whole units of ten packets of 960 bytes.
    run_to(&mut run, from_secs(5.0));
    assert_eq!(run.world().sender_state(0).in_flight, 0);
    let (tcp, _) = sent(&run);
    assert_eq!(tcp % 9600, 0);
    // In the eight seconds to 13 s, TCP sends nothing and UDP sends at TCP's rate.
    let (_, from) = sent(&run);
    run_to(&mut run, from_secs(13.0));
    assert_eq!(sent(&run).0, tcp);
    assert_close((sent(&run).1 - from) as f64 * 8.0 / 8.0, TCP_RATE, 1e-3);
    // The running period of ten seconds and the last data unit are over.
    run_to(&mut run, from_secs(14.5));
    assert!(is_probing(&run));
    let (_, udp) = sent(&run);
    assert_eq!(udp % 9600, 0);
    let window = run.world().sender_state(0).window.unwrap();
    assert!((11.0..12.0).contains(&window), "the window is not the size of the socket's buffer: {window}");
    // The second probing also takes four seconds, because the first second includes a round trip before the
    // first acknowledgement.
    run_to(&mut run, from_secs(17.4));
    assert!(is_probing(&run));
    run_to(&mut run, from_secs(18.5));
    assert!(!is_probing(&run) && sent(&run).1 > udp);
}

#[test]
fn the_bytes_of_reports_in_both_directions_are_counted() {
    let bytes = |run: &Simulation| match &run.world().flows()[0].sender {
        sim_core::protocols::AnySender::Tpba(sender) => sender.rtcp_bytes,
        _ => 0,
    };
    let mut run = simulation(&tpba_flow(json!({})));
    run_to(&mut run, from_secs(3.9));
    assert_eq!(bytes(&run), 0, "none while probing");
    // In ten seconds of running, each side sends a report of 80 bytes every second.
    run_to(&mut run, from_secs(14.5));
    let counted = bytes(&run);
    assert!(counted % 80 == 0 && (16 * 80..=22 * 80).contains(&counted), "{counted}");
}

#[test]
fn whole_units_arrive_evenly_while_running() {
    let mut document = tpba_flow(json!({}));
    document["warmup"] = json!(0);
    let mut run = simulation(&document);
    run_to(&mut run, 40 * SECOND);
    let summary = run.summary();
    let units = &summary["flows"][0]["data_units"];
    let of = |phase: &str, what: &str| units["gap_ms"][phase][what].as_f64().unwrap();
    // A unit of 9600 bytes at 1284.8 kb/s takes 59.78 ms.
    assert_close(of("running", "mean"), 9600.0 * 8.0 / TCP_RATE * 1e3, 1e-3);
    assert!(of("running", "sd") < 0.1 && of("probing", "sd") > 10.0);
    // All units that were sent have arrived, except for up to three in flight at the end.
    let (tcp, udp) = sent(&run);
    let complete = units["complete"].as_u64().unwrap();
    assert!(
        complete <= (tcp + udp) / 9600 && complete + 3 >= (tcp + udp) / 9600,
        "{complete} of {}",
        (tcp + udp) / 9600
    );
}

#[test]
fn probing_never_ends_if_all_packets_are_lost() {
    let mut document = tpba_flow(json!({"longest_probing": 5}));
    document["network"]["forward"]["loss"] = json!([{"kind": "random", "probability": 1, "what": "data"}]);
    let mut run = simulation(&document);
    run_to(&mut run, 40 * SECOND);
    assert!(is_probing(&run));
}

#[test]
fn probing_with_unsteady_rates_ends_only_by_its_longest_time() {
    // With a threshold of 1 kb/s and measurements of 30 ms, bursts of eleven segments give rates that never
    // agree.
    let params = json!({"threshold": 1000, "measure_interval": 0.03});
    let mut run = simulation(&tpba_flow(params.clone()));
    run_to(&mut run, 20 * SECOND);
    assert!(is_probing(&run));
    let mut limited = params;
    limited["longest_probing"] = json!(2);
    let mut run = simulation(&tpba_flow(limited));
    run_to(&mut run, from_secs(2.3));
    assert!(!is_probing(&run));
}

#[test]
fn a_flow_that_measured_a_rate_of_0_probes_again() {
    // Measurements of 1 ms contain no acknowledgement during the first round trip of 100 ms. By the printed
    // rule, three of them agree, so UDP begins at the smallest rate.
    for (min_rate, unit_packets, probing_by) in [(10e3, 10, 20.0), (0.0, 10, 75.0), (0.0, 100, 75.0)] {
        let params = json!({"measure_interval": 0.001, "threshold": 1000, "positive": false, "min_rate": min_rate, "unit_packets": unit_packets});
        let mut document = tpba_flow(params);
        (document["duration"], document["warmup"]) = (json!(100), json!(0));
        let mut run = simulation(&document);
        run_to(&mut run, from_secs(1.0));
        assert!(!is_probing(&run));
        assert!(rate(&run) >= min_rate);
        let complete_units =
            |run: &Simulation| run.summary()["flows"][0]["data_units"]["complete"].as_u64().unwrap_or(0);
        run_to(&mut run, from_secs(probing_by));
        assert!(
            complete_units(&run) > 0,
            "{min_rate} bit/s, units of {unit_packets} packets: UDP has not completed its unit"
        );
    }
}

#[test]
fn with_idle_restart_probing_begins_with_the_initial_window() {
    // The running period of ten seconds is longer than the retransmission timeout.
    let window_after_running = |params: Value| {
        let mut run = simulation(&tpba_flow(params));
        run_to(&mut run, from_secs(14.0));
        for step in 1..=150_u32 {
            if !is_probing(&run) {
                run_to(&mut run, from_secs(14.0 + 0.01 * f64::from(step)));
            }
        }
        assert!(is_probing(&run));
        run.world().sender_state(0).window.unwrap()
    };
    assert!(window_after_running(json!({})) >= 11.0);
    assert!(window_after_running(json!({"idle_restart": true, "initial_window": 2})) <= 4.0);
}

/// UDP's rate in bit/s after two adaptations. One packet is lost at 6 s; if `report_lost`, also the report
/// about it.
fn rate_after_a_loss(params: Value, report_lost: bool) -> f64 {
    let mut document = tpba_flow(params);
    document["network"]["forward"]["loss"] =
        json!([{"kind": "burst", "at": 6.0, "packets": 1, "what": "data"}]);
    let lost = if report_lost {
        json!([{"kind": "burst", "at": 6.1, "packets": 1, "what": "feedback"}])
    } else {
        json!([])
    };
    document["network"]["reverse"] = json!({"rate": 1e8, "delay": 0.05, "loss": lost});
    let mut run = simulation(&document);
    run_to(&mut run, from_secs(6.9));
    assert_eq!(rate(&run), TCP_RATE);
    // Adaptations 3 and 6 s after UDP took over.
    run_to(&mut run, from_secs(10.5));
    rate(&run)
}

#[test]
fn losses_lower_the_rate_and_counters_survive_a_lost_report() {
    // A loss of one packet in n reduces the rate by the share 3 / n. UDP sends 167 packets per second, and
    // the reports between two adaptations cover two to three seconds.
    let packets_per_loss = |rate: f64| 3.0 / (1.0 - rate / TCP_RATE);
    for lost in [false, true] {
        let packets = packets_per_loss(rate_after_a_loss(json!({}), lost));
        assert!((250.0..=700.0).contains(&packets), "one of {packets}");
    }
    // The field of 8 bits can express a loss of one in 167. If the report is lost, the sender does not learn
    // of the loss.
    assert!(rate_after_a_loss(json!({"loss_from": "interval"}), false) < TCP_RATE);
    assert_eq!(rate_after_a_loss(json!({"loss_from": "interval"}), true), TCP_RATE);
}

#[test]
fn successive_large_reductions_end_the_running_period() {
    let run_with = |params: Value| {
        let mut document = tpba_flow(params);
        document["timeline"] = json!([{"at": 4.3, "set": "network.forward.loss", "to": [{"kind": "random", "probability": 0.1}]}]);
        let mut run = simulation(&document);
        run_to(&mut run, from_secs(10.6));
        run
    };
    assert!(!is_probing(&run_with(json!({}))));
    // A loss of 10 % reduces the rate by 30 % at about 7 s and 10 s.
    assert!(is_probing(&run_with(json!({"early_return": 2}))));
}

#[test]
fn with_the_setting_rates_are_measured_between_reductions() {
    // Every 200th segment is lost, so the window follows a saw-tooth. Probing ends when the rates of three
    // teeth agree within 20 %.
    let mut document =
        tpba_flow(json!({"embedded": true, "proportion": 0.2, "socket_buffer": null, "tcp_kind": "sack"}));
    document["network"]["forward"]["loss"] =
        json!([{"kind": "every", "n": 200, "first": 199, "what": "data"}]);
    let mut run = simulation(&document);
    run_to(&mut run, 30 * SECOND);
    // A tooth of 200 segments grows from W/2 to W, which is 3/8 W^2 = 200 segments: W is 23 segments and the
    // mean 17 per round trip of 100 ms, which is 2 Mb/s.
    let start_rate = match &run.world().flows()[0].sender {
        sim_core::protocols::AnySender::Tpba(sender) => sender.start_rate,
        _ => 0.0,
    };
    assert!((1.2e6..2.2e6).contains(&start_rate), "{start_rate}");
}
