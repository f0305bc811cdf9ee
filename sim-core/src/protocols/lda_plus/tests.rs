//! LDA+ against hand arithmetic: its equations alone, then reports and packet pairs through a network.

use super::rules::*;
use super::*;
use crate::analysis::equation::ThroughputEquation;
use crate::ground::time::{SECOND, from_secs};
use crate::protocols::AnySender;
use crate::protocols::testing::{close, of_summary, run_to, simulation, wide};
use crate::simulation::Simulation;
use crate::transport::AnyReceiver;
use serde_json::{Value, json};

const R: f64 = 10e6;

fn rules() -> LdaPlusRules {
    LdaPlusRules::new(&Params::default())
}

fn inputs(rate: f64, tau: f64) -> IncreaseInputs {
    IncreaseInputs { rate, bottleneck: R, tau: Some(tau), period: 5.0, bits: 8000.0 }
}

/// Rates in kb/s after each report without loss, from 80 kb/s, and the active bound.
fn climb(rules: &mut LdaPlusRules, tau: f64, reports: usize) -> (Vec<f64>, Vec<Bound>) {
    let mut rate = 80e3;
    (0..reports)
        .map(|_| {
            let rise = rules.increase_rate(&inputs(rate, tau));
            rate = (rate + rise.chosen).min(R);
            (rate / 1e3, rise.bound)
        })
        .unzip()
}

#[test]
fn climbs_to_the_bottleneck_as_by_hand() {
    // First report: (2 - 0.008) x 5 = 9.96. Second: (2 - 0.008996) x 9.96 = 19.830. From the fifth on (1 - e^-(1 - r/R)) r.
    let (rates, bounds) = climb(&mut rules(), 0.1, 16);
    let expected = [
        89.960, 109.790, 149.233, 227.531, 369.432, 597.842, 962.201, 1534.677, 2411.131, 3693.401, 5421.025, 7412.642,
        9102.525, 9883.868, 9997.987, 9999.999,
    ];
    for (rate, expected) in rates.iter().zip(expected) {
        assert!((rate - expected).abs() < 6e-4, "{rate} is not {expected}");
    }
    assert!(bounds[..4].iter().all(|&b| b == Bound::Add) && bounds[4..].iter().all(|&b| b == Bound::Exp));
}

#[test]
fn a_long_round_trip_makes_it_grow_as_tcp() {
    // M (T/tau + 1) / (2 tau) = 8000 x 6.5556 / 1.8 = 29 136 bit/s.
    let (rates, bounds) = climb(&mut rules(), 0.9, 6);
    for (rate, expected) in rates.iter().zip([89.960, 109.790, 138.926, 168.062, 197.198, 226.334]) {
        assert!((rate - expected).abs() < 6e-4, "{rate} is not {expected}");
    }
    assert!(bounds[2..].iter().all(|&b| b == Bound::Tcp));
    for (tau, expected) in [(0.04, 12.6e6), (0.1, 2.04e6), (0.2, 520e3), (0.4, 135e3), (0.5, 88e3), (0.9, 29_135.8)] {
        close(rules().increase_rate(&inputs(R / 2.0, tau)).tcp.unwrap(), expected, 1e-5);
        let small = IncreaseInputs { bits: 800.0, ..inputs(R / 2.0, tau) };
        close(rules().increase_rate(&small).tcp.unwrap(), expected / 10.0, 1e-5);
    }
}

#[test]
fn near_the_bottleneck_it_never_overshoots() {
    let mut rules = rules();
    rules.reset_increase();
    let exp = |rate: f64| rate + LdaPlusRules::new(&Params::default()).increase_rate(&inputs(rate, 0.1)).exp;
    close(exp(0.9 * R), 0.985_646 * R, 1e-6);
    close(exp(0.985_646 * R), 0.999_693 * R, 1e-6);
    for step in 1..=1000 {
        let rate = R * f64::from(step) / 1000.0;
        // 1 - 1/e at most, and never beyond the bottleneck.
        assert!(exp(rate) <= R * (1.0 + 1e-12) && exp(rate) / rate < 1.632_121);
    }
}

#[test]
fn slow_flows_grow_faster() {
    close(rules().increase_rate(&inputs(0.1 * R, 0.1)).add, 9500.0, 1e-12);
    close(rules().increase_rate(&inputs(0.9 * R, 0.1)).add, 5500.0, 1e-12);
}

#[test]
fn cuts_by_the_root_of_the_loss_down_to_the_equation() {
    // l = 0.01: a tenth less each time, until TCP's 898.66 kb/s.
    let mut rate = 2e6;
    let mut seen = Vec::new();
    for _ in 0..9 {
        rate = rules().decrease_rate(rate, 0.01, Some(0.1), 8000.0).rate;
        seen.push(rate / 1e3);
    }
    let expected = [1800.0, 1620.0, 1458.0, 1312.2, 1180.98, 1062.882, 956.594, 898.66, 898.66];
    for (rate, expected) in seen.iter().zip(expected) {
        assert!((rate - expected).abs() < 0.01, "{rate} is not {expected}");
    }
    assert_eq!(seen[7], seen[8]);
    // No round trip: no equation. 0.04 keeps 0.8; 1/256, the least that 8 bits say, 0.9375.
    assert_eq!(rules().decrease_rate(1e6, 0.04, None, 8000.0).rate, 0.8e6);
    assert_eq!(rules().decrease_rate(1e6, 1.0 / 256.0, None, 8000.0).rate, 0.9375e6);
    // The equation may raise the rate: 200 -> 898.66 kb/s.
    let raised = rules().decrease_rate(200e3, 0.01, Some(0.1), 8000.0);
    assert!(raised.by_equation);
    close(raised.rate, 898.66e3, 1e-5);
}

#[test]
fn eight_bits_give_the_fairness_of_the_papers_figure_11() {
    // f = r_TCP of 100-byte packets at 0.2 s and l = 1/256: 75.72 kb/s; then F = (C/N - f)/f of 1.5 Mb/s.
    let f = ThroughputEquation::PADHYE.rate(800.0, 0.2, 1.0 / 256.0);
    close(f, 75.72e3, 1e-4);
    for (n, expected) in [(4.0, 3.95), (5.0, 2.96), (6.0, 2.30), (7.0, 1.83), (8.0, 1.48), (9.0, 1.20), (10.0, 0.98)] {
        assert!(((1.5e6 / n - f) / f - expected).abs() < 0.006, "{n}");
    }
}

#[test]
fn a_loss_begins_the_increase_again_and_a_stay_at_the_bottleneck_does_not_end_it() {
    let mut rules = rules();
    rules.increase_rate(&inputs(80e3, 0.1));
    assert!(rules.increase() > 9e3);
    rules.decrease_rate(80e3, 0.1, None, 8000.0);
    assert_eq!(rules.increase(), 5000.0);
    // At the bottleneck nothing is added, and 5 kb/s are remembered.
    assert_eq!(rules.increase_rate(&inputs(R, 0.1)).chosen, 0.0);
    assert_eq!(rules.increase(), 5000.0);
    let mut forgetful = LdaPlusRules::new(&Params { memory_floor: Some(0.0), ..Params::default() });
    forgetful.increase_rate(&inputs(R, 0.1));
    assert_eq!(forgetful.increase_rate(&inputs(R / 2.0, 0.1)).chosen, 0.0, "it would never grow again");
}

#[test]
fn other_readings() {
    // Remembering the additive increase: 9.96, then 2 x 19.83 - ..., whatever TCP's limit chose.
    let mut additive = LdaPlusRules::new(&Params { memory: Memory::Additive, ..Params::default() });
    additive.increase_rate(&inputs(80e3, 5.0));
    close(additive.increase(), 9960.0, 1e-9);
    // Equation 8 as printed: 255 "packets per second" are 255 bit/s.
    let mut printed = LdaPlusRules::new(&Params { tcp_limit: TcpLimit::Printed, ..Params::default() });
    assert_eq!(printed.increase_rate(&inputs(1e6, 0.1)).chosen, 255.0);
    // 5 s are 5.56 round trips of 0.9 s, 5 whole ones: P = 15, 3 packets per second.
    let mut whole = LdaPlusRules::new(&Params { round_trips: RoundTrips::Whole, ..Params::default() });
    close(whole.increase_rate(&inputs(1e6, 0.9)).tcp.unwrap(), 24_000.0, 1e-12);
    // Above the bottleneck equation 6 pulls down as printed: 1.1 R -> 0.9843 R, but 2 R -> -1.44 R.
    let mut pull = LdaPlusRules::new(&Params { above_bottleneck: AboveBottleneck::Printed, ..Params::default() });
    close(1.1 * R + pull.increase_rate(&inputs(1.1 * R, 0.1)).chosen, 0.984_312 * R, 1e-6);
    close(2.0 * R + pull.increase_rate(&inputs(2.0 * R, 0.1)).chosen, -1.436_564 * R, 1e-6);
    assert_eq!(rules().increase_rate(&inputs(1.5 * R, 0.1)).chosen, 0.0);
}

// ---- through a network ----

fn rate(run: &Simulation) -> f64 {
    run.world().sender_state(0).rate.unwrap()
}

fn bottleneck(run: &Simulation) -> Option<f64> {
    match &run.world().flows()[0].sender {
        AnySender::LdaPlus(sender) => sender.0.rtp.bottleneck(),
        _ => None,
    }
}

fn tau(run: &Simulation) -> f64 {
    match &run.world().flows()[0].sender {
        AnySender::LdaPlus(sender) => sender.0.rtp.tau().unwrap_or(0.0),
        _ => 0.0,
    }
}

#[test]
fn begins_with_ten_packets_per_second_and_follows_the_equations() {
    let params = json!({"report_jitter": 0, "bottleneck": 10e6});
    let mut run = simulation(&wide("lda_plus", params, json!([]), 30.0));
    run_to(&mut run, 2 * SECOND);
    assert_eq!(rate(&run), 80e3);
    // Reports at 2.55, 7.55, ... arrive 0.05 s later. The first stamp comes at 2.5 s, the first round trip with the second report.
    for (at, expected) in [(3, 89.960), (8, 109.790), (13, 149.233), (18, 227.531), (23, 369.432)] {
        run_to(&mut run, at * SECOND);
        close(rate(&run) / 1e3, expected, 1e-5);
    }
    run_to(&mut run, 30 * SECOND);
    close(of_summary(&run, "sent"), of_summary(&run, "delivered"), 0.05);
}

#[test]
fn an_idle_link_is_measured_exactly() {
    // Two 1000-byte packets back to back through 10 Mb/s leave 0.8 ms apart.
    let mut document = wide("lda_plus", json!({}), json!([]), 12.0);
    document["network"]["forward"]["rate"] = json!(10e6);
    document["network"]["access_rate"] = json!(100e6);
    let mut run = simulation(&document);
    run_to(&mut run, 12 * SECOND);
    assert_eq!(bottleneck(&run), Some(10e6));
    // The random delay against phase effects, up to one service time, does not disturb it.
    document["jitter"] = json!({"mode": "delay"});
    let mut run = simulation(&document);
    run_to(&mut run, 12 * SECOND);
    close(bottleneck(&run).unwrap(), 10e6, 1e-6);
}

/// Share of the pairs that nothing came between: 1250 other packets per second, of 50 flows.
fn clean_pairs(access_rate: f64) -> f64 {
    let params = json!({"report_interval": 0.1, "probe_packets": 2, "pair_window": 256, "initial_rate": 173e3, "max_rate": 173e3});
    let mut document = wide("lda_plus", params, json!([]), 30.0);
    document["network"]["forward"]["rate"] = json!(10e6);
    document["network"]["access_rate"] = json!(access_rate);
    let other = json!({"id": "b", "algorithm": "udp", "params": {"rate": 20e3}, "packet": 100, "count": 50,
        "start": {"min": 0, "max": 0.04}});
    if let Value::Array(flows) = &mut document["flows"] {
        flows.push(other);
    }
    let mut run = simulation(&document);
    run_to(&mut run, 30 * SECOND);
    let AnyReceiver::RtcpReceiver(receiver) = &run.world().receivers()[0] else { return 0.0 };
    let rates = receiver.pair_rates();
    assert_eq!(rates.len(), 256);
    rates.iter().filter(|rate| (*rate / 10e6 - 1.0).abs() < 1e-3).count() as f64 / 256.0
}

#[test]
fn slow_access_links_spoil_pairs() {
    // e^-(1250 x 8000 bit / access rate): 0.905 and 0.368. Standard deviations of 256 draws: 0.018 and 0.030; three of them.
    let (fast, slow) = (clean_pairs(100e6), clean_pairs(10e6));
    assert!((fast - 0.905).abs() < 0.055 && (slow - 0.368).abs() < 0.09, "{fast} {slow}");
}

#[test]
fn the_round_trip_does_not_count_how_long_the_receiver_held_the_stamp() {
    // 30 ms there, 70 ms back; reports come at random times after the sender's.
    let mut document = wide("lda_plus", json!({}), json!([]), 60.0);
    document["network"]["forward"]["delay"] = json!(0.03);
    document["network"]["reverse"] = json!({"rate": 1e8, "delay": 0.07});
    let mut run = simulation(&document);
    for at in [20, 30, 40, 60] {
        run_to(&mut run, at * SECOND);
        // And the time that a packet of 80 microseconds before it may take.
        assert!((tau(&run) - 0.1).abs() < 1e-4, "{}", tau(&run));
    }
}

/// One packet is lost at 2 s, and the report that covers it too. The rate before and after the next report, of 3.6 s.
fn a_report_is_lost(params: Value) -> (f64, f64) {
    let mut params = params;
    for (name, value) in [("report_interval", 1.0), ("report_jitter", 0.0), ("bottleneck", 1e8), ("initial_rate", 5e6)] {
        params[name] = json!(value);
    }
    params["loss_field"] = json!("32");
    let loss = json!([{"kind": "burst", "at": 2.0, "packets": 1}]);
    let mut document = wide("lda_plus", params, loss, 5.0);
    // Reports leave at 0.55, 1.55, 2.55, 3.55 s: the third is lost.
    document["network"]["reverse"] =
        json!({"rate": 1e8, "delay": 0.05, "loss": [{"kind": "listed", "packets": [2], "what": "feedback"}]});
    let mut run = simulation(&document);
    run_to(&mut run, from_secs(2.3));
    let before = rate(&run);
    run_to(&mut run, from_secs(3.3));
    assert_eq!(rate(&run), before, "a single report missing changes nothing");
    run_to(&mut run, from_secs(3.8));
    (before, rate(&run))
}

#[test]
fn a_lost_report_takes_its_fraction_with_it_but_not_the_counters() {
    let (before, after) = a_report_is_lost(json!({}));
    assert!(after > before, "the interval's loss is never known: {before} -> {after}");
    let (before, after) = a_report_is_lost(json!({"loss_from": "counters"}));
    // One of the two seconds' packets: about 625 per second.
    let share = 1.0 - after / before;
    close(share * share, 1.0 / (2.0 * before / 8000.0), 0.02);
}

#[test]
fn two_reports_lost_are_no_silence_however_long_their_intervals_were() {
    // Intervals of 0.5 to 1.5 s: a report, two that are lost and the next are 4.5 s apart at most.
    let mut document = wide("lda_plus", json!({"report_interval": 1}), json!([]), 8.0);
    document["network"]["reverse"] =
        json!({"rate": 1e8, "delay": 0.05, "loss": [{"kind": "random", "probability": 1, "what": "feedback"}]});
    let mut run = simulation(&document);
    for (at, expected) in [(4.4, 80e3), (4.6, 40e3), (5.9, 40e3), (6.1, 20e3)] {
        run_to(&mut run, from_secs(at));
        assert_eq!(rate(&run), expected, "at {at} s");
    }
}

#[test]
fn silence_halves_the_rate() {
    let mut document = wide("lda_plus", json!({"report_interval": 1, "report_jitter": 0}), json!([]), 12.0);
    document["network"]["reverse"] =
        json!({"rate": 1e8, "delay": 0.05, "loss": [{"kind": "random", "probability": 1, "what": "feedback"}]});
    let mut run = simulation(&document);
    // Three intervals after the start, then each second: 80, 40, 20, 10, 8 kb/s, the packet per second that is the least.
    for (at, expected) in [(2.9, 80e3), (3.1, 40e3), (4.1, 20e3), (5.1, 10e3), (6.1, 8e3), (11.0, 8e3)] {
        run_to(&mut run, from_secs(at));
        assert_eq!(rate(&run), expected, "at {at} s");
    }
}
