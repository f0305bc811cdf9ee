//! Tests of BBR version 3 against calculations by hand.

use super::about::decision;
use super::*;
use crate::describe::Decided;
use crate::ground::time::SECOND;
use crate::transport::controller::testing::RecordedReports;

/// Rules with a full pipe of 1000 packets/s and 40 ms, a BDP of 40 packets.
fn full() -> Bbr3Rules {
    let mut rules = Bbr3Rules::new(Params::default(), 8000.0);
    (rules.is_full, rules.min_rtt, rules.probe_rtt_min) = (true, 40 * MILLISECOND, 40 * MILLISECOND);
    rules.max_bandwidths = [1000.0, 1000.0];
    rules
}

fn window(cwnd: f64) -> CongestionWindow {
    CongestionWindow { cwnd, ssthresh: f64::MAX }
}

fn sample(rate: f64, prior_delivered: u64) -> RateSample {
    RateSample {
        rate: Some(rate),
        prior_delivered,
        delivered: 40,
        sent_in_flight: 40,
        newly_delivered: 1,
        in_flight_before: 40,
        ..RateSample::default()
    }
}

fn feedback(now: Time, in_flight: u32, sample: RateSample) -> Feedback {
    Feedback {
        now,
        rtt: Some(40 * MILLISECOND),
        srtt: 0.04,
        delivered: 1,
        in_flight,
        sample: Some(sample),
        ..Feedback::default()
    }
}

#[test]
fn start_up_ends_after_three_rounds_without_a_quarter_of_growth() {
    let mut rules = Bbr3Rules::new(Params::default(), 8000.0);
    let (mut w, mut reports) = (window(10.0), RecordedReports::default());
    for (i, rate) in [400.0, 900.0, 1000.0, 1010.0, 1020.0].into_iter().enumerate() {
        assert_eq!(rules.mode, Bbr3Mode::Startup, "{i}");
        let sample = sample(rate, rules.round_end);
        rules.observe(&mut w, &feedback(i as u64 * 40 * MILLISECOND, 80, sample), &mut reports);
    }
    // 1000, 1010 and 1020 are below 1.25 x 900 = 1125.
    assert_eq!(
        (rules.mode, rules.pacing_gain, reports.kinds()),
        (Bbr3Mode::Drain, 0.5, vec![decision::Full::KIND])
    );
    assert!((rules.pacing_rate - 0.5 * 1020.0 * 0.99).abs() < 1e-9);
    // BDP 1020 x 0.04 = 40.8.
    rules.observe(&mut w, &feedback(SECOND, 41, sample(1000.0, 0)), &mut reports);
    assert_eq!(rules.mode, Bbr3Mode::Drain);
    rules.observe(&mut w, &feedback(SECOND, 40, sample(1000.0, 0)), &mut reports);
    // Down ends at once, because no more than the BDP is in flight.
    assert_eq!(
        (rules.mode, reports.kinds()),
        (Bbr3Mode::Cruise, vec![decision::Full::KIND, decision::Down::KIND, decision::Cruises::KIND])
    );
}

#[test]
fn a_probe_with_more_than_two_percent_of_loss_sets_the_long_term_limit() {
    let (mut rules, mut reports, w) = (full(), RecordedReports::default(), window(90.0));
    rules.mode = Bbr3Mode::Up;
    rules.probe_samples = true;
    let lost = |lost_since| LostPacket { sent_in_flight: 101, lost_since, app_limited: false };
    rules.on_lost_packet(lost(2), &w, 0, &mut reports);
    assert!(rules.long_in_flight.is_infinite(), "2 of 101 is less than 2 %");
    rules.on_lost_packet(lost(3), &w, 0, &mut reports);
    // 100 packets before this one, 2 of them lost: the threshold of 0.02 x 100 = 2 is reached with no packet
    // more.
    assert_eq!((rules.long_in_flight, rules.mode), (100.0, Bbr3Mode::Down));
    assert_eq!(reports.kinds(), [decision::TooHigh::KIND, decision::Down::KIND]);
    rules.on_lost_packet(lost(9), &w, 0, &mut reports);
    assert_eq!(rules.long_in_flight, 100.0, "one reaction per probe");
    // Cruising leaves 15 % of 100 packets free.
    assert_eq!(rules.in_flight_with_headroom(), 85.0);
}

#[test]
fn the_long_term_limit_is_at_least_seven_tenths_of_the_bdp() {
    let (mut rules, mut reports, w) = (full(), RecordedReports::default(), window(90.0));
    rules.probe_samples = true;
    let lost = LostPacket { sent_in_flight: 11, lost_since: 5, app_limited: false };
    rules.on_lost_packet(lost, &w, 0, &mut reports);
    // 10 packets were in flight before; 0.7 x min(40, 90) = 28.
    assert_eq!(rules.long_in_flight, 28.0);
}

#[test]
fn losses_outside_a_probe_lower_the_short_term_bounds_once_per_round_trip() {
    let (mut rules, mut reports, w) = (full(), RecordedReports::default(), window(80.0));
    rules.mode = Bbr3Mode::Cruise;
    (rules.latest_bandwidth, rules.latest_in_flight) = (650.0, 30.0);
    rules.loss_in_round = true;
    let round = sample(600.0, 5);
    rules.update_latest(&round);
    rules.update_congestion(&round, &w, &mut reports);
    // max(650, 0.7 x 1000) = 700; max(40, 0.7 x 80) = 56.
    assert_eq!((rules.short_bandwidth, rules.short_in_flight), (700.0, 56.0));
    assert_eq!((rules.bandwidth(), reports.kinds()), (700.0, vec![decision::SlowsDown::KIND]));
    rules.start_refill(&mut reports);
    assert!(rules.short_bandwidth.is_infinite() && rules.bandwidth() == 1000.0);
}

#[test]
fn the_long_term_limit_grows_by_one_two_and_four_packets_per_round_trip() {
    let (mut rules, mut reports, mut w) = (full(), RecordedReports::default(), window(40.0));
    rules.long_in_flight = 40.0;
    rules.start_refill(&mut reports);
    rules.start_up(&sample(1000.0, 0), &w, &mut reports);
    let mut limits = Vec::new();
    for _ in 0..3 {
        for ack in 0..40 {
            let sample = RateSample { in_flight_before: 60, sent_in_flight: 1, ..sample(1000.0, 0) };
            rules.round_start = ack == 39;
            rules.adapt_long_term(&sample, &w);
            w.cwnd = rules.long_in_flight;
        }
        limits.push(rules.long_in_flight);
    }
    // 40 acknowledgements per round trip: a packet for each 40, then for each 20, then for each 10.5 of them.
    assert_eq!(limits, [41.0, 43.0, 46.0]);
}

#[test]
fn a_cycle_takes_two_to_three_seconds_or_one_round_trip_per_packet_of_the_bdp() {
    let (mut rules, mut reports, w) =
        (full(), RecordedReports { random: 0.25, ..RecordedReports::default() }, window(80.0));
    rules.start_down(SECOND, &mut reports);
    assert_eq!((rules.probe_wait, rules.rounds_since_probe), (2250 * MILLISECOND, 1));
    assert!(!rules.is_time_to_probe(&w, SECOND + 2250 * MILLISECOND));
    assert!(rules.is_time_to_probe(&w, SECOND + 2251 * MILLISECOND));
    rules.rounds_since_probe = 39;
    assert!(!rules.is_time_to_probe(&w, SECOND));
    rules.rounds_since_probe = 40;
    assert!(rules.is_time_to_probe(&w, SECOND), "the BDP is 40 packets");
    rules.max_bandwidths = [10_000.0; 2];
    assert!(!rules.is_time_to_probe(&window(800.0), SECOND), "63 round trips at most");
    rules.rounds_since_probe = 63;
    assert!(rules.is_time_to_probe(&window(800.0), SECOND));
}

#[test]
fn every_five_seconds_half_a_bdp_is_in_flight_for_200_ms() {
    let (mut rules, mut reports, mut w) = (full(), RecordedReports::default(), window(80.0));
    rules.mode = Bbr3Mode::Cruise;
    rules.probe_wait = 100 * SECOND;
    let mut at = |rules: &mut Bbr3Rules, w: &mut CongestionWindow, now: Time, in_flight: u32| {
        let sample = sample(1000.0, rules.round_end);
        rules.rounds_since_probe = 0;
        rules.observe(w, &feedback(now, in_flight, sample), &mut reports);
        rules.mode
    };
    assert_eq!(at(&mut rules, &mut w, 5 * SECOND, 40), Bbr3Mode::Cruise);
    assert_eq!(at(&mut rules, &mut w, 5 * SECOND + 1, 40), Bbr3Mode::ProbeRtt);
    assert_eq!(w.cwnd, 20.0, "half of the BDP of 40 packets");
    assert_eq!(at(&mut rules, &mut w, 5 * SECOND + 20 * MILLISECOND, 20), Bbr3Mode::ProbeRtt);
    assert_eq!(at(&mut rules, &mut w, 5 * SECOND + 220 * MILLISECOND, 20), Bbr3Mode::ProbeRtt);
    assert_eq!(at(&mut rules, &mut w, 5 * SECOND + 221 * MILLISECOND, 20), Bbr3Mode::Cruise);
    // 0.5 x 0.2 s of 5 s: the throughput falls by 2 %.
    assert!(w.cwnd >= 80.0, "{}", w.cwnd);
}
