use super::*;
use crate::ground::time::MILLISECOND;
use crate::transport::controller::testing::RecordedReports;

/// Rules in Cruising at `mbps` Mb/s with packets of 1000 bytes and a nominal max RTT of 100 ms.
fn cruising(mbps: f64) -> C4Rules {
    let mut rules = C4Rules::new(Params::default(), 8000.0);
    (rules.nominal_rate, rules.max_rtt, rules.rate_before) = (mbps * 125.0, 0.1, mbps * 125.0);
    rules.running_min_rtt = 0.1;
    rules.state = C4State::Cruising;
    rules.cruising_left = CRUISING_ERAS;
    rules.begin_era();
    rules
}

/// Ends an era in which the largest rate was `rate` and the round-trip time `ms`.
fn era(rules: &mut C4Rules, rate: f64, ms: Time) {
    let sample =
        RateSample { rate: Some(rate), newly_delivered: 1, prior_delivered: 1, ..RateSample::default() };
    let feedback = Feedback {
        rtt: Some(ms * MILLISECOND),
        delivered: 1,
        sample: Some(sample),
        window_limited: true,
        ..Feedback::default()
    };
    rules.observe(&mut CongestionWindow::default(), &feedback, &mut RecordedReports::default());
}

/// 0 up to 50 kB/s, 0.92 (525 - 50) / 950 = 0.46 at 525 kB/s, 0.92 + 0.08 x 1.5 / 9 at 2.5 MB/s, 1 from 10 MB/s on.
#[test]
fn the_sensitivity_rises_with_the_rate() {
    for (mbps, expected) in
        [(0.4, 0.0), (4.2, 0.46), (8.0, 0.92), (20.0, 0.933_333), (80.0, 1.0), (800.0, 1.0)]
    {
        assert!((cruising(mbps).sensitivity() - expected).abs() < 1e-6, "{mbps}");
    }
}

/// At 8 Mb/s the threshold is 100 ms (1/16 + 0.08 x 3/16) = 7.75 ms; 109.3 ms exceed it by a fifth of it.
#[test]
fn a_long_round_trip_lowers_the_rate_in_cruising_by_the_relative_excess() {
    for (rtt, rest) in [(0.1077, 1.0), (0.1093, 0.8), (0.15, 0.75)] {
        let mut rules = cruising(8.0);
        if let Some(signal) = rules.note_rtt(rtt) {
            rules.respond(signal, &mut RecordedReports::default());
        }
        assert!((rules.nominal_rate - 1000.0 * rest).abs() < 1e-6, "{rtt}: {}", rules.nominal_rate);
        assert_eq!(rules.state == C4State::Recovery, rest < 1.0);
    }
    let mut as_picoquic = cruising(8.0);
    as_picoquic.params.delay_in_cruising = false;
    assert_eq!(as_picoquic.note_rtt(0.15), None);
}

/// At 8 Mb/s the threshold is 6 %. One loss is 6.25 %, and 15/16 of it after the next packet.
#[test]
fn one_loss_is_congestion_at_a_high_rate_only() {
    let sample = RateSample { newly_delivered: 100, newly_lost: 1, ..RateSample::default() };
    let mut fast = cruising(8.1);
    let signal = fast.note_losses(&sample).expect("6.25 % are more than 6 %");
    fast.respond(signal, &mut RecordedReports::default());
    assert!((fast.nominal_rate - 0.75 * 8.1 * 125.0).abs() < 1e-9 && (fast.max_rtt - 0.075).abs() < 1e-12);
    assert_eq!(cruising(4.0).note_losses(&sample), None);
}

#[test]
fn a_cycle_without_growth_has_four_eras() {
    let mut rules = cruising(8.0);
    let mut states = Vec::new();
    for _ in 0..5 {
        era(&mut rules, 1000.0, 100);
        states.push(rules.state);
    }
    use C4State::{Cruising, Probing, Recovery};
    assert_eq!(states, [Cruising, Probing, Recovery, Cruising, Cruising]);
}

/// 15/16, 17/16 and 5/4 of the rate, with 100 ms and a margin of 15 ms.
#[test]
fn the_window_is_that_of_the_nominal_max_rtt_and_a_margin() {
    for (state, gain) in [(C4State::Recovery, 0.9375), (C4State::Probing, 1.0625), (C4State::Pushing, 1.25)] {
        let mut rules = cruising(8.0);
        rules.state = state;
        assert!((rules.window() - gain * 115.0).abs() < 1e-9 && rules.pacing_rate() == gain * 1000.0);
    }
}

#[test]
fn a_probe_that_measures_more_leads_to_pushing_while_the_rate_grows() {
    let mut rules = cruising(8.0);
    // Cruising twice, Probing, and Recovery, in which the probe shows.
    for rate in [1000.0, 1000.0, 1000.0, 1060.0] {
        era(&mut rules, rate, 100);
    }
    assert_eq!(rules.state, C4State::Pushing);
    // The first era shows what Recovery has sent. 1060 x 19/16 = 1258.75.
    for (rate, state) in [(1060.0, C4State::Pushing), (1300.0, C4State::Pushing), (1400.0, C4State::Recovery)]
    {
        era(&mut rules, rate, 100);
        assert_eq!(rules.state, state, "{rate}");
    }
}

#[test]
fn congestion_in_two_cycles_lowers_the_rate_to_the_measured_one() {
    let mut rules = cruising(8.0);
    for expected in [1000.0, 900.0] {
        // Cruising twice; then Probing with a long round-trip time, which leads to Recovery.
        for (rate, ms) in [(900.0, 100), (900.0, 100), (900.0, 112), (900.0, 100)] {
            era(&mut rules, rate, ms);
        }
        assert_eq!((rules.state, rules.nominal_rate), (C4State::Cruising, expected));
    }
}

#[test]
fn measurements_do_not_raise_the_rate_in_a_recovery_from_congestion() {
    let mut rules = cruising(8.0);
    rules.respond(C4Signal::Loss { threshold: 0.06 }, &mut RecordedReports::default());
    rules.measure(&RateSample { rate: Some(1000.0), ..RateSample::default() });
    assert_eq!(rules.nominal_rate, 750.0);
}

/// At 8 Mb/s the threshold is 1.08 x 3/32 = 0.10125. With all of the packets marked, the average is 1 at once; with a packet of each four, it
/// rises by a sixteenth of the difference: 1/64, then 1/64 x 15/16 + 1/64, and so on up to 0.10125 at the ninth time.
#[test]
fn marks_are_averaged_and_halve_the_excess_of_probing() {
    let mut rules = cruising(8.0);
    let deliver = |rules: &mut C4Rules, packets: u32, report: u32| {
        let first = narrow::<u32>(rules.rate.delivered());
        for seq in first..first + packets {
            rules.rate.sent(seq, 1, 0);
            rules.rate.advance(seq + 1, 1);
        }
        rules.note_marks(&Feedback { report, delivered: packets, ..Feedback::default() })
    };
    let times = (1..20).find(|&report| deliver(&mut rules, 4, report).is_some());
    assert_eq!(times, Some(9));
    rules.state = C4State::Probing;
    assert_eq!(rules.gain(), 1.03125);
    assert!(deliver(&mut rules, 2, 11).is_some() && rules.marks == 1.0);
}

/// An application-limited era of Initial at a nominal rate of 1000 packets/s and a smallest round-trip time of 100 ms, with `delivered` packets per round
/// trip of `ms`.
fn limited_era(rules: &mut C4Rules, delivered: u64, ms: Time, report: u32) {
    let sample = RateSample {
        rate: Some(900.0),
        app_limited: true,
        delivered,
        newly_delivered: 1,
        prior_delivered: 1,
        ..RateSample::default()
    };
    let feedback = Feedback {
        rtt: Some(ms * MILLISECOND),
        delivered: 1,
        sample: Some(sample),
        report,
        ..Feedback::default()
    };
    rules.observe(&mut CongestionWindow::default(), &feedback, &mut RecordedReports::default());
}

/// 100 packets fill the path at the nominal rate. If more are delivered in a round trip, they wait in a queue, whatever limits the flow.
#[test]
fn marks_end_initial_for_a_source_that_limits_the_flow_and_fills_a_queue() {
    for (delivered, ends) in [(101, true), (99, false)] {
        let mut rules = cruising(8.0);
        rules.enter(C4State::Initial);
        (rules.era.rate, rules.has_marks) = (1000.0, true);
        for _ in 0..2 {
            limited_era(&mut rules, delivered, 100, 0);
        }
        assert_eq!(rules.state, C4State::Initial);
        limited_era(&mut rules, delivered, 100, 1);
        assert_eq!(rules.state != C4State::Initial, ends, "{delivered}");
    }
}

/// At 8 Mb/s with packets of 1000 bytes, Recovery allows 937.5 packets/s x 115 ms = 107.8 packets. The last one may exceed the window.
#[test]
fn the_last_packet_may_exceed_the_window() {
    let mut rules = cruising(8.0);
    rules.state = C4State::Recovery;
    let mut window = CongestionWindow { cwnd: 107.0, ..CongestionWindow::default() };
    let sample = RateSample { rate: Some(1000.0), ..RateSample::default() };
    let feedback = Feedback { delivered: 5, sample: Some(sample), ..Feedback::default() };
    rules.era.delivered = 1;
    rules.observe(&mut window, &feedback, &mut RecordedReports::default());
    assert_eq!(window.cwnd, 108.0);
}

#[test]
fn initial_begins_again_only_on_slow_paths_with_long_round_trips() {
    for (mbps, max, min, restarts) in
        [(4.0, 0.1, 0.03, true), (4.0, 0.1, 0.05, false), (9.0, 0.1, 0.03, false), (4.0, 0.04, 0.01, false)]
    {
        let mut rules = cruising(mbps);
        (rules.max_rtt, rules.running_min_rtt) = (max, min);
        rules.enter(C4State::Recovery);
        rules.end_recovery(&mut RecordedReports::default());
        assert_eq!(rules.state == C4State::Initial, restarts, "{mbps} {max} {min}");
    }
}
