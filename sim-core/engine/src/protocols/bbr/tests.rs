use super::*;
use crate::describe::Decided;
use crate::ground::time::SECOND;
use crate::transport::controller::testing::RecordedReports;

fn rules() -> BbrRules {
    BbrRules::new(Params::default(), 8000.0)
}

/// A sample of a new round with the given rate in packets per second.
fn sample(rules: &BbrRules, rate: f64) -> RateSample {
    RateSample {
        rate: Some(rate),
        prior_delivered: rules.round_end,
        newly_delivered: 1,
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
fn start_up_ends_after_three_rounds_with_little_growth() {
    let (mut rules, mut reports) = (rules(), RecordedReports::default());
    let mut w = CongestionWindow { cwnd: 10.0, ssthresh: f64::MAX };
    let mut modes = Vec::new();
    // 250 to 500 doubles; 600, 620 and 700 are below 1.25 x 500 = 625, and 700 is above. 700 is the new
    // base.
    for (i, rate) in [250.0, 500.0, 600.0, 620.0, 700.0, 800.0, 820.0, 830.0].into_iter().enumerate() {
        let sample = sample(&rules, rate);
        rules.observe(&mut w, &feedback(i as u64 * 40 * MILLISECOND, 60, sample), &mut reports);
        modes.push(rules.mode);
    }
    assert_eq!(modes[..7], [BbrMode::Startup; 7]);
    assert_eq!(modes[7], BbrMode::Drain, "800, 820 and 830 are below 1.25 x 700 = 875");
    assert_eq!((rules.pacing_gain, reports.kinds()), (1.0 / 2.885, vec![decision::Full::KIND]));
    // Pacing at 830 x 0.99 / 2.885 packets per second.
    assert!((rules.pacing_rate - 284.8).abs() < 0.1, "{}", rules.pacing_rate);
    // BDP 830 x 0.04 = 33.2, in whole packets 34, + 3, rounded up to an even number: 38.
    let sample = sample(&rules, 830.0);
    rules.observe(&mut w, &feedback(400 * MILLISECOND, 39, sample), &mut reports);
    assert_eq!(rules.mode, BbrMode::Drain);
    rules.observe(&mut w, &feedback(401 * MILLISECOND, 38, sample), &mut reports);
    assert_eq!((rules.mode, rules.phase), (BbrMode::ProbeBandwidth, 2));
}

#[test]
fn bandwidth_probing_cycles_through_eight_phases() {
    let (mut rules, mut reports) = (rules(), RecordedReports::default());
    (rules.is_full, rules.min_rtt, rules.mode) = (true, 40 * MILLISECOND, BbrMode::ProbeBandwidth);
    rules.bandwidth.add(0, 1000.0, 10);
    rules.begin_phase(0, 0, &mut reports);
    let mut after = |rules: &mut BbrRules, ms: u64, in_flight: u32| {
        let sample = RateSample { in_flight_before: in_flight, ..sample(rules, 1000.0) };
        rules.update_phase(&feedback(ms * MILLISECOND, in_flight, sample), &sample, &mut reports);
        (rules.phase, rules.pacing_gain)
    };
    // 1.25 x 40 = 50, + 3, even: 54, + 2 while probing: 56.
    assert_eq!(after(&mut rules, 41, 55), (0, 1.25), "a round trip, but not yet the queue");
    assert_eq!(after(&mut rules, 42, 56), (1, 0.75));
    assert_eq!(after(&mut rules, 60, 45), (1, 0.75));
    assert_eq!(
        after(&mut rules, 61, 44),
        (2, 1.0),
        "40 + 3, even: the queue is drained before the end of the round trip"
    );
    for phase in 3..=7 {
        assert_eq!(after(&mut rules, 61 + 41 * (u64::from(phase) - 2), 44), (phase, 1.0));
    }
    assert_eq!(after(&mut rules, 400, 44), (0, 1.25));
}

#[test]
fn linux_allows_for_bursts_of_a_millisecond_and_of_two_packets_at_least() {
    let mut rules = rules();
    (rules.min_rtt, rules.mode, rules.phase) = (40 * MILLISECOND, BbrMode::ProbeBandwidth, 2);
    rules.bandwidth.add(0, 1000.0, 10);
    assert_eq!(rules.target(1.0, 0.0), 44.0, "40 + 3, even");
    rules.params.burst_allowance = true;
    let mut target = |rate: f64| {
        rules.pacing_rate = rate;
        rules.target(1.0, 0.0)
    };
    // Packets of 1000 bytes: 100, 1000 and 4000 packets/s are bursts of 1, 2 and 3 packets.
    assert_eq!([target(100.0), target(1000.0), target(4000.0)], [44.0, 46.0, 50.0]);
}

#[test]
fn linux_sends_the_first_window_at_once() {
    let mut rules = rules();
    let w = CongestionWindow { cwnd: 10.0, ssthresh: f64::MAX };
    assert!(rules.gap(&w, 0.1) > 0.0);
    rules.params.makes_up_delays = true;
    assert_eq!(rules.gap(&w, 0.1), 0.0);
}

#[test]
fn the_first_phase_is_any_but_the_one_that_drains() {
    let mut phases = Vec::new();
    for draw in 0..7 {
        let (mut rules, mut reports) = (rules(), RecordedReports::default());
        reports.random = f64::from(draw) / 7.0 + 0.01;
        rules.probe_bandwidth(0, &mut reports);
        phases.push(rules.phase);
    }
    assert_eq!(phases, [2, 3, 4, 5, 6, 7, 0]);
}

#[test]
fn after_ten_seconds_four_packets_are_in_flight_for_200_ms_and_a_round() {
    let (mut rules, mut reports) = (rules(), RecordedReports::default());
    let mut w = CongestionWindow { cwnd: 80.0, ssthresh: f64::MAX };
    (rules.is_full, rules.mode) = (true, BbrMode::ProbeBandwidth);
    let mut at = |rules: &mut BbrRules, w: &mut CongestionWindow, now: Time, in_flight: u32| {
        let sample = sample(rules, 1000.0);
        rules.observe(w, &feedback(now, in_flight, sample), &mut reports);
        rules.mode == BbrMode::ProbeRtt
    };
    assert!(!at(&mut rules, &mut w, MILLISECOND, 40));
    assert!(!at(&mut rules, &mut w, 10 * SECOND, 40));
    let window = w.cwnd;
    assert!(at(&mut rules, &mut w, 10 * SECOND + 2 * MILLISECOND, 40));
    assert_eq!(w.cwnd, 4.0);
    assert!(at(&mut rules, &mut w, 10 * SECOND + 40 * MILLISECOND, 4), "200 ms begin here");
    assert!(at(&mut rules, &mut w, 10 * SECOND + 240 * MILLISECOND, 4));
    assert!(!at(&mut rules, &mut w, 10 * SECOND + 241 * MILLISECOND, 4));
    assert!(w.cwnd >= window, "the window is back: {}", w.cwnd);
}

#[test]
fn recovery_conserves_packets_for_a_round_and_restores_the_window() {
    let (mut rules, mut reports) = (rules(), RecordedReports::default());
    let mut w = CongestionWindow { cwnd: 80.0, ssthresh: f64::MAX };
    (rules.is_full, rules.mode, rules.min_rtt) = (true, BbrMode::ProbeBandwidth, 40 * MILLISECOND);
    rules.bandwidth.add(0, 1000.0, 10);
    rules.rate.sent(0, 1, 0);
    rules.rate.advance(1, 1);
    rules.on_congestion(&mut w, 60.0, Congestion::Loss, 0);
    let inside = |rules: &BbrRules| RateSample {
        prior_delivered: rules.round_end.saturating_sub(1),
        ..sample(rules, 1000.0)
    };
    let in_round = inside(&rules);
    rules.observe(
        &mut w,
        &Feedback { in_recovery: true, ..feedback(MILLISECOND, 60, in_round) },
        &mut reports,
    );
    assert_eq!(w.cwnd, 61.0, "packets in flight, and one for the delivered packet");
    let new_round = sample(&rules, 1000.0);
    rules.observe(
        &mut w,
        &Feedback { in_recovery: true, ..feedback(50 * MILLISECOND, 60, new_round) },
        &mut reports,
    );
    assert_eq!(w.cwnd, 62.0, "one packet more per delivered packet");
    rules.observe(&mut w, &feedback(90 * MILLISECOND, 60, new_round), &mut reports);
    assert!(w.cwnd >= 80.0, "{}", w.cwnd);
}
