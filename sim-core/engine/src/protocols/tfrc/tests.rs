//! Tests of TFRC against values computed by hand: rates under periodic loss, the no-feedback timer, slow
//! start, missing reports.

use super::*;
use crate::analysis::equation::ThroughputEquation;
use crate::ground::time::{MILLISECOND, SECOND};
use crate::protocols::testing::{self, assert_close, bytes_per_second, lose_every, run_to, simulation};
use crate::transport::smoothed::Smoothed;
use serde_json::{Value, json};

fn single_flow(params: Value, loss: Value, duration: f64) -> Value {
    testing::single_flow("tfrc", params, loss, duration)
}

#[test]
fn periodic_loss_gives_the_equations_rate() {
    // p is exactly 1/n. Rates in bytes per second by the equation with a timeout of 4 R (RFC flavours), and
    // with 0.3 s and the equation's factor 3 sqrt(3p/8) clamped to 1 (ns-2). ns-2 itself gives 11.472, 4.0145
    // and 2.0485 packets of 1000 bytes per RTT of 100 ms.
    for (n, rfc, ns2) in [(100, 112_332.0, 114_720.0), (20, 36_859.0, 40_145.0), (10, 17_701.0, 20_485.0)] {
        for (flavour, expected) in [("rfc5348", rfc), ("rfc3448", rfc), ("ns2", ns2)] {
            let mut simulation = simulation(&single_flow(json!({"flavour": flavour}), lose_every(n), 120.0));
            run_to(&mut simulation, 120 * SECOND);
            assert_close(bytes_per_second(&simulation), expected, 0.01);
            let goodput = simulation.summary()["flows"][0]["throughput_bps"].as_f64().unwrap_or(0.0);
            // All packets arrive except for one in n.
            assert_close(goodput / 8.0, expected * (1.0 - 1.0 / n as f64), 0.015);
        }
    }
}

#[test]
fn the_timeout_rule_sets_the_rate_on_short_paths() {
    // Rates by the equation, without the clamp to 1, at R = 12 ms and p = 5 %, for timeouts of 4 R, 0.3 s
    // and 1 s. A loss is detected three packets late, which lengthens the interval since the last loss event
    // to at most 23 packets, and the mean interval to (23 + 5 x 20) / 6 = 20.5.
    let rules = [("4r", 307_157.0), ("tcp", 113_049.0), ("least", 41_028.0)];
    for (rule, expected) in rules {
        let mut document = single_flow(json!({"t_rto": rule}), lose_every(20), 60.0);
        document["network"]["forward"]["delay"] = json!(0.006);
        let mut simulation = simulation(&document);
        run_to(&mut simulation, 60 * SECOND);
        assert_close(bytes_per_second(&simulation), expected, 0.03);
    }
}

#[test]
fn the_first_loss_sets_the_rate_to_the_receive_rate() {
    // The flow fills a link of 8 Mb/s, so the receive rate is 1e6 bytes per second when the first packets are
    // dropped. The first loss interval is the one at which the equation gives the receive rate.
    let mut document = single_flow(json!({}), json!([]), 30.0);
    document["network"]["forward"]["rate"] = json!(8e6);
    document["network"]["forward"]["queue"]["limit"] = json!({"packets": 100});
    let mut simulation = simulation(&document);
    let mut largest: f64 = 0.0;
    while simulation.world().net().links()[0].counters().drops == 0 {
        let at = simulation.now() + 10 * MILLISECOND;
        run_to(&mut simulation, at);
        largest = largest.max(bytes_per_second(&simulation));
    }
    assert!(largest <= 2.1e6, "the rate exceeds twice the receive rate: {largest}");
    // A queue of 100 packets doubles the round trip to 0.2 s; the loss is detected one round trip later.
    let at = simulation.now() + 300 * MILLISECOND;
    run_to(&mut simulation, at);
    assert_close(bytes_per_second(&simulation), 1e6, 0.25);
}

#[test]
fn the_first_interval_is_the_inverse_of_the_equation() {
    // At a round-trip time of 0.1 s, the equation gives 112 332 bytes per second at an interval of
    // 100 packets. At an interval of 4.84 packets, it gives half a packet per round trip: the rate
    // that is assumed if nothing was received before the loss.
    let interval = |x: f64| 1.0 / ThroughputEquation::TFRC.loss_for_rate(1000.0, 0.1, x);
    assert_close(interval(112_332.0), 100.0, 1e-4);
    assert_close(interval(1000.0 / (2.0 * 0.1)), 4.84, 1e-3);
}

#[test]
fn without_loss_the_rate_grows_by_0_12_packets_per_round_trip() {
    // The rate is in balance at p = 1/100 (11.23 packets per round trip) until losses end at 60 s. Once
    // the interval since the last loss event is longer than the mean of 100 packets, it has the weight 1/6,
    // and the square-root term of the equation gives
    // 0.72 x 1/6 = 0.12 packets per round trip in each round trip. Beyond twice the mean, discounting raises
    // the weight to at most 1 / (1 + 5 x 0.25), which gives 0.32 packets.
    let grown = |params: Value| {
        let mut document = single_flow(params, lose_every(100), 80.0);
        document["timeline"] = json!([{"at": 60, "set": "network.forward.loss", "to": []}]);
        let mut simulation = simulation(&document);
        run_to(&mut simulation, 66 * SECOND);
        let before = bytes_per_second(&simulation);
        run_to(&mut simulation, 70 * SECOND);
        (bytes_per_second(&simulation) - before) / 1000.0 * 0.1 / 40.0
    };
    assert_close(grown(json!({"discounting": false})), 0.12, 0.15);
    let discounted = grown(json!({}));
    assert!((0.2..0.36).contains(&discounted), "{discounted}");
}

#[test]
fn slow_start_grows_no_faster_than_receive_rates_allow() {
    // A report covers packets that were sent at the rate of one round trip ago. So once the infinite initial
    // receive rate has expired, X doubles every two round trips instead of every round trip.
    let mut simulation = simulation(&single_flow(json!({}), json!([]), 4.0));
    let mut rates = Vec::new();
    for round in 1..16u64 {
        run_to(&mut simulation, round * 100 * MILLISECOND + 60 * MILLISECOND);
        rates.push(bytes_per_second(&simulation) * 0.1 / 1000.0);
    }
    // First report: four packets per round trip (RFC 3390).
    assert_close(rates[0], 4.0, 0.01);
    for pair in rates[4..].windows(3) {
        assert!(pair[2] <= 2.2 * pair[0], "{rates:?}");
        assert!(pair[2] >= 1.5 * pair[0], "{rates:?}");
    }
}

#[test]
fn rfc_3448_starts_with_one_packet_per_round_trip() {
    let mut simulation = simulation(&single_flow(json!({"flavour": "rfc3448"}), json!([]), 1.0));
    run_to(&mut simulation, 150 * MILLISECOND);
    assert_close(bytes_per_second(&simulation), 10_000.0, 0.01);
}

#[test]
fn before_the_first_report_the_rate_is_one_packet_per_second_and_halves_every_two_seconds() {
    // Every report is lost. Packets are sent at 0 and 1 s, and the rate halves every 2 s (RFC 5348
    // section 4.2), down to one packet per 64 s.
    let mut document = single_flow(json!({}), json!([]), 400.0);
    document["network"]["reverse"] = json!({"rate": 1e8, "delay": 0.05,
        "queue": {"kind": "drop_tail", "limit": {"packets": 100}},
        "loss": [{"kind": "random", "probability": 1.0}]});
    let mut simulation = simulation(&document);
    run_to(&mut simulation, SECOND);
    assert_eq!(simulation.world().net().conns()[0].paths[0].sent, 2);
    run_to(&mut simulation, 2100 * MILLISECOND);
    assert_eq!(bytes_per_second(&simulation), 500.0);
    run_to(&mut simulation, 400 * SECOND);
    assert_eq!(bytes_per_second(&simulation), 1000.0 / 64.0);
}

#[test]
fn without_reports_the_rate_halves_every_four_round_trips() {
    // The rate is in balance at p = 1/100 and R = 100 ms until 60 s. Then every report is lost, and the rate
    // halves every 4 R = 0.4 s: 56 166, 28 083, 14 042, 7021, 3511 bytes per second. From then on, the
    // timer is the time in which two packets are sent, which is longer than 4 R: 0.57 s, 1.14 s, ...
    let mut document = single_flow(json!({}), lose_every(100), 200.0);
    document["network"]["reverse"] = json!({"rate": 1e8, "delay": 0.05,
        "queue": {"kind": "drop_tail", "limit": {"packets": 100}}});
    document["timeline"] =
        json!([{"at": 60, "set": "network.reverse.loss", "to": [{"kind": "random", "probability": 1.0}]}]);
    let mut simulation = simulation(&document);
    run_to(&mut simulation, 60 * SECOND);
    let mut rates_seen = vec![bytes_per_second(&simulation)];
    while rates_seen.len() < 10 {
        let at = simulation.now() + MILLISECOND;
        run_to(&mut simulation, at);
        if bytes_per_second(&simulation) < 0.9 * rates_seen[rates_seen.len() - 1] {
            rates_seen.push(bytes_per_second(&simulation));
        }
    }
    for (i, &x) in rates_seen.iter().enumerate() {
        assert_close(x, 112_332.0 / f64::from(1u32 << i), 0.01);
    }
    run_to(&mut simulation, 200 * SECOND);
    assert!(bytes_per_second(&simulation) >= 1000.0 / 64.0);
}

fn inputs(now: Time, x_eq: f64) -> RateInputs {
    RateInputs {
        now,
        size: 1000.0,
        rtt: 0.1,
        sample: 0.1,
        sqrt_rtt: 0.1_f64.sqrt(),
        x_eq,
        t_mbi: 64.0,
        damping: false,
        conservative: None,
        slow_start_factor: 2.0,
    }
}

fn report(x_recv: f64, p: f64) -> Report {
    Report { x_recv, p, losses: 0, new_event: false, data_limited: false }
}

#[test]
fn the_no_feedback_timer_takes_every_branch() {
    let after_two_reports = |p: f64, x_recv: f64, x_eq: f64| {
        let mut rules = rfc::RfcRules::new(1000.0, false);
        rules.on_report(&report(0.0, 0.0), &inputs(SECOND, f64::INFINITY));
        rules.on_report(&report(x_recv, p), &inputs(2 * SECOND, x_eq));
        rules
    };
    let at = |x_eq| inputs(3 * SECOND, x_eq);
    // Idle, p > 0, and the receive rate is below the initial rate of 40 000: the rate does not change.
    let mut rules = after_two_reports(0.01, 30_000.0, 50_000.0);
    assert_eq!(rules.on_no_feedback(true, 0.01, &at(50_000.0)), Reason::IdleKept);
    assert_eq!(rules.x, 50_000.0);
    // Not idle, and the equation's rate is below twice the receive rate: half of the equation's rate.
    assert_eq!(rules.on_no_feedback(false, 0.01, &at(50_000.0)), Reason::NoFeedback);
    assert_eq!(rules.x, 25_000.0);
    // Idle, but the receive rate is above the initial rate: the rate is reduced. The equation's rate is more
    // than twice the receive rate, so X becomes the receive rate.
    let mut rules = after_two_reports(0.01, 60_000.0, 200_000.0);
    assert_eq!(rules.x, 120_000.0);
    assert_eq!(rules.on_no_feedback(true, 0.01, &at(200_000.0)), Reason::NoFeedback);
    assert_eq!(rules.x, 60_000.0);
    // No loss yet: X halves, unless idle below twice the initial rate.
    let mut rules = after_two_reports(0.0, 30_000.0, f64::INFINITY);
    let x = rules.x;
    assert_eq!(x, 60_000.0);
    assert_eq!(rules.on_no_feedback(true, 0.0, &at(f64::INFINITY)), Reason::IdleKept);
    assert_eq!(rules.on_no_feedback(false, 0.0, &at(f64::INFINITY)), Reason::NoFeedback);
    assert_eq!(rules.x, x / 2.0);
}

#[test]
fn a_pause_of_the_application_does_not_change_the_rate_without_losses() {
    let mut rules = rfc::RfcRules::new(1000.0, false);
    rules.on_report(&report(0.0, 0.0), &inputs(SECOND, f64::INFINITY));
    rules.on_report(&report(100_000.0, 0.01), &inputs(2 * SECOND, 150_000.0));
    assert_eq!(rules.x, 150_000.0);
    // The application limits the sender to 1000 bytes per second for ten round trips: the receive rate of
    // 100_000 still counts.
    let paused = Report { data_limited: true, ..report(1000.0, 0.01) };
    rules.on_report(&paused, &inputs(3 * SECOND, 150_000.0));
    assert_eq!(rules.x, 150_000.0);
    // A loss event halves the remembered receive rate, and the limit is 50_000.
    let lost = Report { new_event: true, losses: 1, ..paused };
    rules.on_report(&lost, &inputs(4 * SECOND, 150_000.0));
    assert_eq!(rules.x, 50_000.0);
}

#[test]
fn conservative_mode_sends_no_more_than_was_received() {
    let conservative = |now| RateInputs { conservative: Some(1.1), ..inputs(now, 200_000.0) };
    let mut rules = rfc::RfcRules::new(1000.0, false);
    rules.on_report(&report(0.0, 0.0), &conservative(SECOND));
    rules.on_report(
        &Report { losses: 2, new_event: true, ..report(80_000.0, 0.01) },
        &conservative(2 * SECOND),
    );
    assert_eq!(rules.x, 80_000.0);
    rules.on_report(&report(80_000.0, 0.01), &conservative(3 * SECOND));
    assert!((rules.x - 88_000.0).abs() < 1e-6);
    // Without conservative mode, the limit is twice the receive rate.
    rules.on_report(&report(80_000.0, 0.01), &inputs(4 * SECOND, 200_000.0));
    assert_eq!(rules.x, 160_000.0);
}

#[test]
fn oscillation_prevention_reduces_the_rate_when_the_round_trip_time_grows() {
    // The round-trip time doubles, which multiplies the rate by (0.9 + 0.1 sqrt 2) / sqrt 2 = 0.736 with a
    // memory of 0.9, and by 0.722 with 0.95.
    for (memory, factor) in [(0.9, 0.7364), (0.95, 0.7218)] {
        let mut root = Smoothed::default();
        root.update(0.1_f64.sqrt(), memory);
        let sqrt_rtt = root.update(0.2_f64.sqrt(), memory);
        let mut rules = rfc::RfcRules::new(1000.0, false);
        rules.x = 100_000.0;
        let damped = RateInputs { damping: true, sample: 0.2, sqrt_rtt, ..inputs(SECOND, 0.0) };
        assert_close(rules.x_inst(&damped) / 100_000.0, factor, 1e-3);
    }
}

#[test]
fn ns2s_receiver_sends_a_second_report_if_no_packet_arrives() {
    // With a third of the packets lost, about two packets per second are sent at a round-trip time of 100 ms,
    // and each causes a report. ns-2's receiver sends another report when no packet arrives for 1.5 round
    // trips.
    for (flavour, from, to) in [("ns2", 1.9, 2.05), ("rfc5348", 0.9, 1.1)] {
        let mut simulation = simulation(&single_flow(json!({"flavour": flavour}), lose_every(3), 200.0));
        run_to(&mut simulation, 200 * SECOND);
        let reports = simulation.summary()["links"][1]["arrivals"].as_f64().unwrap_or(0.0);
        let per_packet = reports / testing::summary_number(&simulation, "delivered");
        assert!((from..=to).contains(&per_packet), "{flavour}: {per_packet} reports for each packet");
    }
}

#[test]
fn losses_within_a_round_trip_reduce_the_rate_at_most_once() {
    // Five losses in one round trip of about 40 packets close one loss interval, not five.
    let listed = json!([{"kind": "listed", "packets": [150, 152, 155, 157, 160]}]);
    let mut simulation = simulation(&single_flow(json!({}), listed, 10.0));
    run_to(&mut simulation, 10 * SECOND);
    let summary = simulation.summary();
    assert!(summary["flows"][0]["window_cuts"].as_u64().is_some_and(|cuts| cuts <= 1), "{summary:#}");
}

#[test]
fn random_loss_follows_the_equation_at_the_rate_of_events() {
    // Packets are lost independently with probability q. Losses within a round trip are one event, so p = q /
    // (1 + q (N - 1)), where N, the packets per round trip, is the equation's window at p: 11.93, 7.97, 4.18
    // and 2.00. Separate Monte Carlo runs, which also model the variance of the mean interval, gave 11.2-11.5, 7.8,
    // 3.9-4.0 and 1.8. Each expected value is between these two results.
    for (q, packets) in [(0.01, 11.6), (0.02, 7.9), (0.05, 4.05), (0.1, 1.9)] {
        let mut total = 0.0;
        for seed in 1..=3 {
            let loss = json!([{"kind": "random", "probability": q, "what": "data"}]);
            let mut document = single_flow(json!({"discounting": false}), loss, 600.0);
            document["seed"] = json!(seed);
            document["warmup"] = json!(60);
            let mut simulation = simulation(&document);
            run_to(&mut simulation, 600 * SECOND);
            let sent = simulation.summary()["flows"][0]["sent"].as_f64().unwrap_or(0.0);
            total += sent / 540.0 * 0.1;
        }
        assert_close(total / 3.0, packets, 0.08);
    }
}

#[test]
fn a_finite_transfer_completes_and_sends_no_further_packets() {
    let mut document = single_flow(json!({}), json!([]), 60.0);
    document["flows"][0]["source"] = json!({"kind": "finite", "bytes": 50_000});
    let mut simulation = simulation(&document);
    run_to(&mut simulation, 60 * SECOND);
    let summary = simulation.summary();
    assert!(summary["flows"][0]["completion_s"].as_f64().is_some_and(|s| s < 3.0), "{summary:#}");
    assert_eq!(simulation.world().net().conns()[0].paths[0].sent, 53, "50 000 bytes in packets of 960");
}
