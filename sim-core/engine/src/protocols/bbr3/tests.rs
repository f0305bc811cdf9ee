//! Tests of BBR version 3 against calculations by hand.

use super::about::decision;
use super::*;
use crate::describe::Decided;
use crate::ground::time::SECOND;
use crate::transport::controller::testing::RecordedReports;
use crate::transport::delivery_rate::LostPacket;

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
    let lost = |lost_since| LostPacket { sent_in_flight: 101, lost_since, delivered: 0, app_limited: false };
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
    let lost = LostPacket { sent_in_flight: 11, lost_since: 5, delivered: 0, app_limited: false };
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
            rules.adapt_long_term(&sample, &w, &mut reports);
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

/// A loss of more than 2 % of the packets in flight.
const HIGH_LOSS: LostPacket =
    LostPacket { sent_in_flight: 101, lost_since: 3, delivered: 0, app_limited: false };

/// Rules in Up with the long-term limit of 100 packets.
fn probing() -> Bbr3Rules {
    let mut rules = full();
    (rules.long_in_flight, rules.probe_samples) = (100.0, true);
    rules.start_up(&sample(1000.0, 0), &window(100.0), &mut RecordedReports::default());
    rules
}

#[test]
fn drain_ends_after_three_round_trips_at_the_latest() {
    let (mut rules, mut reports, mut w) = (full(), RecordedReports::default(), window(200.0));
    (rules.mode, rules.drain_start) = (Bbr3Mode::Drain, rules.round);
    for round in 1..=4 {
        assert_eq!(rules.mode, Bbr3Mode::Drain, "{round}");
        let sample = sample(900.0, rules.round_end);
        rules.observe(&mut w, &feedback(SECOND, 150, sample), &mut reports);
    }
    assert_eq!(rules.mode, Bbr3Mode::Down);
}

#[test]
fn down_ends_with_a_probe_if_the_queue_does_not_drain() {
    let (mut rules, mut reports, mut w) = (full(), RecordedReports::default(), window(80.0));
    rules.start_down(SECOND, &mut reports);
    rules.observe(&mut w, &feedback(3 * SECOND, 60, sample(900.0, 0)), &mut reports);
    assert_eq!(rules.mode, Bbr3Mode::Down, "60 packets are more than the BDP of 40");
    rules.observe(&mut w, &feedback(3 * SECOND + 1, 60, sample(900.0, 0)), &mut reports);
    assert_eq!(rules.mode, Bbr3Mode::Refill);
}

#[test]
fn losses_end_a_probe_of_a_limited_application_but_do_not_set_the_limit() {
    let (mut rules, mut reports, w) = (probing(), RecordedReports::default(), window(100.0));
    rules.on_lost_packet(
        LostPacket { app_limited: true, sent_in_flight: 51, ..HIGH_LOSS },
        &w,
        0,
        &mut reports,
    );
    assert_eq!((rules.mode, rules.long_in_flight), (Bbr3Mode::Down, 100.0));
}

#[test]
fn a_probe_lasts_while_the_application_is_the_limit() {
    let (mut rules, mut reports, mut w) = (probing(), RecordedReports::default(), window(100.0));
    for _ in 0..20 {
        let sample = RateSample { app_limited: true, in_flight_before: 10, ..sample(500.0, rules.round_end) };
        rules.observe(&mut w, &feedback(SECOND, 10, sample), &mut reports);
    }
    assert_eq!((rules.mode, rules.max_bandwidth()), (Bbr3Mode::Up, 1000.0));
}

#[test]
fn samples_of_a_limited_application_do_not_lower_the_bandwidth_during_refill() {
    let (mut rules, mut reports, mut w) = (full(), RecordedReports::default(), window(80.0));
    rules.start_refill(&mut reports);
    rules.round_end = 7;
    let limited = |prior_delivered| RateSample { app_limited: true, ..sample(100.0, prior_delivered) };
    rules.observe(&mut w, &feedback(SECOND, 10, limited(6)), &mut reports);
    assert_eq!((rules.mode, rules.max_bandwidth()), (Bbr3Mode::Refill, 1000.0));
    rules.observe(&mut w, &feedback(SECOND, 10, limited(7)), &mut reports);
    assert_eq!((rules.mode, rules.max_bandwidth()), (Bbr3Mode::Up, 1000.0));
}

#[test]
fn a_probe_after_one_with_too_much_loss_ends_at_the_limit_and_repeats_if_it_was_safe() {
    let (mut rules, mut reports, mut w) = (probing(), RecordedReports::default(), window(100.0));
    rules.on_lost_packet(HIGH_LOSS, &w, 0, &mut reports);
    assert_eq!((rules.mode, rules.long_in_flight, rules.prior_too_high), (Bbr3Mode::Down, 100.0, true));
    rules.start_refill(&mut reports);
    rules.probe_samples = true;
    rules.start_up(&sample(1000.0, 0), &w, &mut reports);
    rules.round_end = 50;
    let mut at = |rules: &mut Bbr3Rules, in_flight_before, prior_delivered| {
        let sample = RateSample { in_flight_before, ..sample(1000.0, prior_delivered) };
        rules.observe(&mut w, &feedback(SECOND, in_flight_before - 1, sample), &mut reports);
        rules.mode
    };
    assert_eq!(at(&mut rules, 99, 0), Bbr3Mode::Up);
    assert_eq!(at(&mut rules, 100, 0), Bbr3Mode::Down);
    assert!(rules.was_precautionary && !rules.prior_too_high);
    // After a round trip without excess loss, the next probe follows, and may stay at the limit.
    rules.round_end = 50;
    assert_eq!(at(&mut rules, 100, 49), Bbr3Mode::Down);
    assert_eq!(at(&mut rules, 100, 50), Bbr3Mode::Refill);
    rules.round_end = 90;
    assert_eq!(at(&mut rules, 100, 90), Bbr3Mode::Up);
    rules.round_end = 200;
    assert_eq!(at(&mut rules, 100, 91), Bbr3Mode::Up);
    assert!(!rules.was_precautionary);
}

#[test]
fn a_cautious_probe_that_loses_too_much_is_not_repeated() {
    let (mut rules, mut reports, mut w) = (probing(), RecordedReports::default(), window(100.0));
    (rules.mode, rules.was_precautionary, rules.cycle_at) = (Bbr3Mode::Down, true, SECOND);
    rules.ack_phase = AckPhase::ProbeStopping;
    rules.probe_wait = SECOND;
    rules.on_lost_packet(HIGH_LOSS, &w, SECOND, &mut reports);
    rules.round_end = 50;
    rules.observe(&mut w, &feedback(SECOND, 99, sample(1000.0, 50)), &mut reports);
    assert_eq!((rules.mode, rules.prior_too_high), (Bbr3Mode::Down, true));
}

#[test]
fn losses_that_were_none_are_undone_and_the_probe_begins_again() {
    let (mut rules, mut reports, mut w) = (probing(), RecordedReports::default(), window(100.0));
    rules.long_in_flight = 150.0;
    rules.on_congestion(&mut w, 0.0, Congestion::Loss, SECOND);
    rules.on_lost_packet(HIGH_LOSS, &w, SECOND, &mut reports);
    assert_eq!((rules.mode, rules.long_in_flight), (Bbr3Mode::Down, 100.0));
    w.cwnd = 30.0;
    rules.restore_state(&mut w, &mut reports);
    assert_eq!((rules.mode, rules.long_in_flight, w.cwnd), (Bbr3Mode::Refill, 150.0, 100.0));
    assert!(reports.kinds().contains(&decision::Undone::KIND));
    // Losses in Cruise lower the short-term limits only.
    rules.mode = Bbr3Mode::Cruise;
    rules.on_lost_packet(HIGH_LOSS, &w, SECOND, &mut reports);
    (rules.short_bandwidth, rules.short_in_flight) = (700.0, 56.0);
    rules.restore_state(&mut w, &mut reports);
    assert!(rules.mode == Bbr3Mode::Cruise && rules.short_bandwidth.is_infinite());
}

#[test]
fn start_up_continues_if_the_losses_that_ended_it_were_none() {
    let (mut rules, mut reports, mut w) = (full(), RecordedReports::default(), window(100.0));
    (rules.is_full, rules.loss_round_start, rules.loss_events) = (false, true, STARTUP_LOSS_EVENTS);
    let lossy = RateSample { lost: 5, ..sample(1000.0, 0) };
    rules.check_startup(&Feedback { in_recovery: true, ..feedback(SECOND, 80, lossy) }, &lossy, &mut reports);
    assert_eq!((rules.mode, rules.is_full), (Bbr3Mode::Drain, true));
    rules.restore_state(&mut w, &mut reports);
    assert_eq!((rules.mode, rules.is_full, rules.pacing_gain), (Bbr3Mode::Startup, false, 2.77));
}
