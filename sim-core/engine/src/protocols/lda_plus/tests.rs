//! Tests of LDA+ against values computed by hand: its equations alone, then reports and packet pairs through
//! a network.

use super::rules::*;
use super::*;
use crate::analysis::equation::ThroughputEquation;
use crate::ground::time::{SECOND, from_secs};
use crate::protocols::testing::{assert_close, run_to, simulation, single_flow, summary_number};
use serde_json::{Value, json};
use sim_core::protocols::AnySender;
use sim_core::simulation::Simulation;
use sim_core::transport::AnyReceiver;

/// Rate of the bottleneck in bit/s.
const BOTTLENECK: f64 = 10e6;

fn rules() -> LdaPlusRules {
    LdaPlusRules::new(&Params::default())
}

fn inputs(rate: f64, tau: f64) -> IncreaseInputs {
    IncreaseInputs { rate, bottleneck: BOTTLENECK, tau: Some(tau), period: 5.0, bits: 8000.0 }
}

/// Rates in kb/s after each of `reports` reports without loss, starting at 80 kb/s, and the bounds that
/// determined them. `tau` is the round-trip time in s.
fn climb(rules: &mut LdaPlusRules, tau: f64, reports: usize) -> (Vec<f64>, Vec<Bound>) {
    let mut rate = 80e3;
    (0..reports)
        .map(|_| {
            let increase = rules.increase_rate(&inputs(rate, tau));
            rate = (rate + increase.chosen).min(BOTTLENECK);
            (rate / 1e3, increase.bound)
        })
        .unzip()
}

#[test]
fn the_rate_grows_to_the_bottleneck_by_the_values_computed_by_hand() {
    // Increases in kb/s: (2 - 0.008) x 5 = 9.96 after the first report, (2 - 0.008996) x 9.96 = 19.830 after
    // the second, and (1 - e^-(1 - r/R)) r from the fifth on.
    let (rates, bounds) = climb(&mut rules(), 0.1, 16);
    let expected = [
        89.960, 109.790, 149.233, 227.531, 369.432, 597.842, 962.201, 1534.677, 2411.131, 3693.401, 5421.025,
        7412.642, 9102.525, 9883.868, 9997.987, 9999.999,
    ];
    for (rate, expected) in rates.iter().zip(expected) {
        assert!((rate - expected).abs() < 6e-4, "{rate} is not {expected}");
    }
    assert!(bounds[..4].iter().all(|&b| b == Bound::Add) && bounds[4..].iter().all(|&b| b == Bound::Exp));
}

#[test]
fn a_long_round_trip_limits_the_increase_to_tcps_growth() {
    // M (T/tau + 1) / (2 tau) = 8000 x 6.5556 / 1.8 = 29 136 bit/s.
    let (rates, bounds) = climb(&mut rules(), 0.9, 6);
    for (rate, expected) in rates.iter().zip([89.960, 109.790, 138.926, 168.062, 197.198, 226.334]) {
        assert!((rate - expected).abs() < 6e-4, "{rate} is not {expected}");
    }
    assert!(bounds[2..].iter().all(|&b| b == Bound::Tcp));
    for (tau, expected) in
        [(0.04, 12.6e6), (0.1, 2.04e6), (0.2, 520e3), (0.4, 135e3), (0.5, 88e3), (0.9, 29_135.8)]
    {
        assert_close(rules().increase_rate(&inputs(BOTTLENECK / 2.0, tau)).tcp.unwrap(), expected, 1e-5);
        let small = IncreaseInputs { bits: 800.0, ..inputs(BOTTLENECK / 2.0, tau) };
        assert_close(rules().increase_rate(&small).tcp.unwrap(), expected / 10.0, 1e-5);
    }
}

#[test]
fn the_exponential_increase_never_exceeds_the_bottleneck() {
    let mut rules = rules();
    rules.reset_increase();
    let exp = |rate: f64| rate + LdaPlusRules::new(&Params::default()).increase_rate(&inputs(rate, 0.1)).exp;
    assert_close(exp(0.9 * BOTTLENECK), 0.985_646 * BOTTLENECK, 1e-6);
    assert_close(exp(0.985_646 * BOTTLENECK), 0.999_693 * BOTTLENECK, 1e-6);
    for step in 1..=1000 {
        let rate = BOTTLENECK * f64::from(step) / 1000.0;
        // The rate grows by at most the share 1 - 1/e = 0.632.
        assert!(exp(rate) <= BOTTLENECK * (1.0 + 1e-12) && exp(rate) / rate < 1.632_121);
    }
}

#[test]
fn the_additive_increase_is_larger_for_slower_flows() {
    assert_close(rules().increase_rate(&inputs(0.1 * BOTTLENECK, 0.1)).add, 9500.0, 1e-12);
    assert_close(rules().increase_rate(&inputs(0.9 * BOTTLENECK, 0.1)).add, 5500.0, 1e-12);
}

#[test]
fn losses_reduce_the_rate_by_their_square_root_to_at_least_the_equations_rate() {
    // Each report of l = 0.01 reduces the rate by a tenth, to at least the equation's 898.66 kb/s.
    let mut rate = 2e6;
    let mut rates = Vec::new();
    for _ in 0..9 {
        rate = rules().decrease_rate(rate, 0.01, Some(0.1), 8000.0).rate;
        rates.push(rate / 1e3);
    }
    let expected = [1800.0, 1620.0, 1458.0, 1312.2, 1180.98, 1062.882, 956.594, 898.66, 898.66];
    for (rate, expected) in rates.iter().zip(expected) {
        assert!((rate - expected).abs() < 0.01, "{rate} is not {expected}");
    }
    assert_eq!(rates[7], rates[8]);
    // Without a round-trip time the equation does not apply. A loss of 0.04 leaves 0.8 of the rate; 1/256,
    // the smallest loss that 8 bits express, leaves 0.9375.
    assert_eq!(rules().decrease_rate(1e6, 0.04, None, 8000.0).rate, 0.8e6);
    assert_eq!(rules().decrease_rate(1e6, 1.0 / 256.0, None, 8000.0).rate, 0.9375e6);
    // The equation may raise the rate: 200 -> 898.66 kb/s.
    let raised = rules().decrease_rate(200e3, 0.01, Some(0.1), 8000.0);
    assert!(raised.by_equation);
    assert_close(raised.rate, 898.66e3, 1e-5);
}

#[test]
fn eight_bits_give_the_unfairness_of_figure_11() {
    // f is TCP's rate with 100-byte packets, a round-trip time of 0.2 s and l = 1/256: 75.72 kb/s. N flows
    // share C = 1.5 Mb/s, and F = (C/N - f)/f.
    let f = ThroughputEquation::PADHYE.rate(800.0, 0.2, 1.0 / 256.0);
    assert_close(f, 75.72e3, 1e-4);
    for (n, expected) in
        [(4.0, 3.95), (5.0, 2.96), (6.0, 2.30), (7.0, 1.83), (8.0, 1.48), (9.0, 1.20), (10.0, 0.98)]
    {
        assert!(((1.5e6 / n - f) / f - expected).abs() < 0.006, "{n}");
    }
}

#[test]
fn a_loss_resets_the_increase_and_at_the_bottleneck_the_initial_increase_is_remembered() {
    let mut rules = rules();
    rules.increase_rate(&inputs(80e3, 0.1));
    assert!(rules.increase() > 9e3);
    rules.decrease_rate(80e3, 0.1, None, 8000.0);
    assert_eq!(rules.increase(), 5000.0);
    // At the bottleneck the increase is 0, and the initial increase of 5 kb/s is remembered.
    assert_eq!(rules.increase_rate(&inputs(BOTTLENECK, 0.1)).chosen, 0.0);
    assert_eq!(rules.increase(), 5000.0);
    let mut without_floor = LdaPlusRules::new(&Params { memory_floor: Some(0.0), ..Params::default() });
    without_floor.increase_rate(&inputs(BOTTLENECK, 0.1));
    assert_eq!(
        without_floor.increase_rate(&inputs(BOTTLENECK / 2.0, 0.1)).chosen,
        0.0,
        "an increase of 0 can never grow again"
    );
}

#[test]
fn settings_select_other_interpretations_of_the_equations() {
    // The additive increase of 9.96 kb/s is remembered although TCP's growth determined the rate.
    let mut additive = LdaPlusRules::new(&Params { memory: Memory::Additive, ..Params::default() });
    additive.increase_rate(&inputs(80e3, 5.0));
    assert_close(additive.increase(), 9960.0, 1e-9);
    // Equation 8 as printed: the result of 255 packets per second is taken as 255 bit/s.
    let mut printed = LdaPlusRules::new(&Params { tcp_limit: TcpLimit::Printed, ..Params::default() });
    assert_eq!(printed.increase_rate(&inputs(1e6, 0.1)).chosen, 255.0);
    // A period of 5 s contains 5.56 round trips of 0.9 s. With 5 whole round trips, TCP would add
    // P = 1 + 2 + ... + 5 = 15 packets, which is 3 packets per second.
    let mut whole = LdaPlusRules::new(&Params { round_trips: RoundTrips::Whole, ..Params::default() });
    assert_close(whole.increase_rate(&inputs(1e6, 0.9)).tcp.unwrap(), 24_000.0, 1e-12);
    // Above the bottleneck, equation 6 as printed reduces the rate: 1.1 R to 0.9843 R, and 2 R to -1.44 R.
    let mut printed_above =
        LdaPlusRules::new(&Params { above_bottleneck: AboveBottleneck::Printed, ..Params::default() });
    assert_close(
        1.1 * BOTTLENECK + printed_above.increase_rate(&inputs(1.1 * BOTTLENECK, 0.1)).chosen,
        0.984_312 * BOTTLENECK,
        1e-6,
    );
    assert_close(
        2.0 * BOTTLENECK + printed_above.increase_rate(&inputs(2.0 * BOTTLENECK, 0.1)).chosen,
        -1.436_564 * BOTTLENECK,
        1e-6,
    );
    assert_eq!(rules().increase_rate(&inputs(1.5 * BOTTLENECK, 0.1)).chosen, 0.0);
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
fn the_rate_starts_at_ten_packets_per_second_and_follows_the_equations() {
    let params = json!({"report_jitter": 0, "bottleneck": 10e6});
    let mut run = simulation(&single_flow("lda_plus", params, json!([]), 30.0));
    run_to(&mut run, 2 * SECOND);
    assert_eq!(rate(&run), 80e3);
    // Receiver reports leave at 2.55 s, 7.55 s, ... and arrive 0.05 s later. The sender's first report leaves
    // at 2.5 s, so the second receiver report gives the first round-trip sample.
    for (at, expected) in [(3, 89.960), (8, 109.790), (13, 149.233), (18, 227.531), (23, 369.432)] {
        run_to(&mut run, at * SECOND);
        assert_close(rate(&run) / 1e3, expected, 1e-5);
    }
    run_to(&mut run, 30 * SECOND);
    assert_close(summary_number(&run, "sent"), summary_number(&run, "delivered"), 0.05);
}

#[test]
fn packet_pairs_measure_the_rate_of_an_idle_link_exactly() {
    // Two 1000-byte packets back to back through 10 Mb/s leave 0.8 ms apart.
    let mut document = single_flow("lda_plus", json!({}), json!([]), 12.0);
    document["network"]["forward"]["rate"] = json!(10e6);
    document["network"]["access_rate"] = json!(100e6);
    let mut run = simulation(&document);
    run_to(&mut run, 12 * SECOND);
    assert_eq!(bottleneck(&run), Some(10e6));
    // Random delays of up to one transmission time, which prevent phase effects, do not change the estimate.
    document["jitter"] = json!({"mode": "delay"});
    let mut run = simulation(&document);
    run_to(&mut run, 12 * SECOND);
    assert_close(bottleneck(&run).unwrap(), 10e6, 1e-6);
}

/// Share of the packet pairs that measure the rate of 10 Mb/s exactly, because no packet of 50 other flows,
/// which send 1250 packets per second in total, came between them. `access_rate` is in bit/s.
fn share_of_exact_pairs(access_rate: f64) -> f64 {
    let params = json!({"report_interval": 0.1, "probe_packets": 2, "pair_window": 256, "initial_rate": 173e3, "max_rate": 173e3});
    let mut document = single_flow("lda_plus", params, json!([]), 30.0);
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
fn slow_access_links_make_fewer_pairs_exact() {
    // Expected share: e^-(1250 x 8000 bit / access rate), 0.905 and 0.368. Tolerance: three standard
    // deviations of 256 draws, 0.018 and 0.030.
    let (fast, slow) = (share_of_exact_pairs(100e6), share_of_exact_pairs(10e6));
    assert!((fast - 0.905).abs() < 0.055 && (slow - 0.368).abs() < 0.09, "{fast} {slow}");
}

#[test]
fn the_round_trip_time_excludes_the_receivers_delay() {
    // Delays of 30 ms forward and 70 ms back. Receiver reports leave at random times after the sender's
    // reports.
    let mut document = single_flow("lda_plus", json!({}), json!([]), 60.0);
    document["network"]["forward"]["delay"] = json!(0.03);
    document["network"]["reverse"] = json!({"rate": 1e8, "delay": 0.07});
    let mut run = simulation(&document);
    for at in [20, 30, 40, 60] {
        run_to(&mut run, at * SECOND);
        // The tolerance covers the transmission of another packet before the report, 80 us.
        assert!((tau(&run) - 0.1).abs() < 1e-4, "{}", tau(&run));
    }
}

/// Loses one packet at 2 s and the report that covers it. Returns the rates in bit/s before and after the
/// next report, which arrives at 3.6 s.
fn rates_around_a_lost_report(params: Value) -> (f64, f64) {
    let mut params = params;
    for (name, value) in
        [("report_interval", 1.0), ("report_jitter", 0.0), ("bottleneck", 1e8), ("initial_rate", 5e6)]
    {
        params[name] = json!(value);
    }
    params["loss_field"] = json!("32");
    let loss = json!([{"kind": "burst", "at": 2.0, "packets": 1}]);
    let mut document = single_flow("lda_plus", params, loss, 5.0);
    // Reports leave at 0.55, 1.55, 2.55 and 3.55 s. The third one is lost.
    document["network"]["reverse"] =
        json!({"rate": 1e8, "delay": 0.05, "loss": [{"kind": "listed", "packets": [2], "what": "feedback"}]});
    let mut run = simulation(&document);
    run_to(&mut run, from_secs(2.3));
    let before = rate(&run);
    run_to(&mut run, from_secs(3.3));
    assert_eq!(rate(&run), before, "one missing report does not change the rate");
    run_to(&mut run, from_secs(3.8));
    (before, rate(&run))
}

#[test]
fn the_counters_include_the_losses_in_a_lost_report_and_the_fraction_does_not() {
    let (before, after) = rates_around_a_lost_report(json!({}));
    assert!(after > before, "the sender does not learn of the loss: {before} -> {after}");
    let (before, after) = rates_around_a_lost_report(json!({"loss_from": "counters"}));
    // One packet of about 2 x 625 in two seconds. The rate is reduced by the square root of this share.
    let share = 1.0 - after / before;
    assert_close(share * share, 1.0 / (2.0 * before / 8000.0), 0.02);
}

#[test]
fn the_timeout_allows_for_the_longest_intervals_between_reports() {
    // Intervals last 0.5 to 1.5 s. Two reports in a row can be lost without a gap longer than 4.5 s, so the
    // rate is halved after 4.5 s and then every 1.5 s.
    let mut document = single_flow("lda_plus", json!({"report_interval": 1}), json!([]), 8.0);
    document["network"]["reverse"] = json!({"rate": 1e8, "delay": 0.05, "loss": [{"kind": "random", "probability": 1, "what": "feedback"}]});
    let mut run = simulation(&document);
    for (at, expected) in [(4.4, 80e3), (4.6, 40e3), (5.9, 40e3), (6.1, 20e3)] {
        run_to(&mut run, from_secs(at));
        assert_eq!(rate(&run), expected, "at {at} s");
    }
}

#[test]
fn missing_reports_halve_the_rate() {
    let mut document =
        single_flow("lda_plus", json!({"report_interval": 1, "report_jitter": 0}), json!([]), 12.0);
    document["network"]["reverse"] = json!({"rate": 1e8, "delay": 0.05, "loss": [{"kind": "random", "probability": 1, "what": "feedback"}]});
    let mut run = simulation(&document);
    // The rate is halved three intervals of 1 s after the start, and then every second: 80, 40, 20, 10 kb/s,
    // and 8 kb/s, the minimum of one packet per second.
    for (at, expected) in [(2.9, 80e3), (3.1, 40e3), (4.1, 20e3), (5.1, 10e3), (6.1, 8e3), (11.0, 8e3)] {
        run_to(&mut run, from_secs(at));
        assert_eq!(rate(&run), expected, "at {at} s");
    }
}
