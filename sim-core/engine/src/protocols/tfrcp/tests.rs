//! Tests of TFRCP against values computed by hand: doublings, the model, overshoot and collapse.

use crate::analysis::equation::{ThroughputEquation, Timeout};
use crate::ground::time::{MILLISECOND, SECOND};
use crate::protocols::testing::{
    self, assert_close, bytes_per_second, lose_every, packets_per_second, run_to, simulation,
};
use serde_json::{Value, json};

fn single_flow(params: Value, loss: Value, duration: f64) -> Value {
    testing::single_flow("tfrcp", params, loss, duration)
}

#[test]
fn without_loss_the_rate_doubles_once_per_interval() {
    // From the first acknowledgement on, the rate is one packet per round trip, 10 000 bytes per second. It
    // doubles at 2 s, 4 s, 6 s, ...
    let mut run = simulation(&single_flow(json!({}), json!([]), 12.0));
    for (interval, expected) in [10_000.0, 20_000.0, 40_000.0, 80_000.0, 160_000.0].into_iter().enumerate() {
        run_to(&mut run, interval as u64 * 2 * SECOND + 1900 * MILLISECOND);
        assert_close(bytes_per_second(&run), expected, 0.01);
    }
}

#[test]
fn two_or_three_losses_in_an_interval_set_the_rate() {
    // R = 0.1 s, t_RTO = 4 R, packets of 1000 bytes, one loss in 100. An interval of 2 s at 112 packets per
    // second contains about 225 packets with 2 or 3 losses, for which the model gives 120.3 or 94.6 kB/s.
    let mut run = simulation(&single_flow(json!({"t_rto": "4r"}), lose_every(100), 200.0));
    for interval in 40..90 {
        run_to(&mut run, interval * 2 * SECOND + SECOND);
        let x = bytes_per_second(&run);
        assert!((80_000.0..145_000.0).contains(&x), "{x}");
    }
    let packets = packets_per_second(&single_flow(json!({"t_rto": "4r"}), lose_every(100), 400.0));
    assert!((95.0..120.0).contains(&packets), "{packets}");
}

#[test]
fn random_loss_gives_a_higher_rate_than_the_equation() {
    // At a loss of 1 %, the mean of rates from short intervals is above the equation's 112.3 packets per
    // second. Separate Monte Carlo runs gave 127.5 packets per second for intervals of 2 s and 122.8 for 5 s.
    for (interval, expected) in [(2.0, 127.5), (5.0, 122.8)] {
        let mut total = 0.0;
        for seed in 1..=4 {
            let loss = json!([{"kind": "random", "probability": 0.01, "what": "data"}]);
            let mut document = single_flow(json!({"t_rto": "4r", "interval": interval}), loss, 1000.0);
            document["seed"] = json!(seed);
            document["network"]["forward"]["rate"] = json!(2e7);
            total += packets_per_second(&document) / 4.0;
        }
        assert_close(total, expected, 0.07);
    }
}

#[test]
fn a_single_flow_overshoots_and_collapses() {
    // A link of 125 kB/s with a small buffer and a round-trip time of 108 ms carries 9.2, 18.5, 36.9 and
    // 73.8 kB/s. At 147.7 kB/s, 15.4 % of the packets are lost, for which the model gives 8.5 kB/s. The
    // losses of the last round trip count in the next interval, after which the rate doubles again.
    let mut document = single_flow(json!({"t_rto": "4r"}), json!([]), 60.0);
    document["network"]["forward"]["rate"] = json!(1e6);
    document["network"]["forward"]["queue"]["limit"] = json!({"packets": 2});
    let mut run = simulation(&document);
    let mut rates = Vec::new();
    for interval in 0..20 {
        run_to(&mut run, interval * 2 * SECOND + 1900 * MILLISECOND);
        rates.push(bytes_per_second(&run));
    }
    let peak = rates.iter().position(|&x| x > 125_000.0).unwrap_or(0);
    assert_close(rates[peak], 147_700.0, 0.01);
    assert_close(rates[peak + 1], 8_500.0, 0.1);
    for pair in rates[peak + 2..peak + 5].windows(2) {
        assert_close(pair[1], 2.0 * pair[0], 0.01);
    }
}

#[test]
fn the_model_gives_the_rate_after_the_collapse() {
    // At 180 kB/s on a link of 125 kB/s, 55 of 180 packets are lost: l = 0.306. The model with R = 0.1 s, a
    // timeout of 4 R and packets of 1000 bytes: sqrt(2l/3) = 0.4517, the clamped factor C is 1, and 4 x 0.306 x
    // (1 + 32 x 0.0936) = 4.886, which gives 1000 / 0.1 / 5.338 = 1.87 kB/s. Six doublings lead to 120 kB/s.
    let equation = ThroughputEquation { timeout: Timeout::RoundTrips(4.0), ..ThroughputEquation::PADHYE };
    let collapsed = equation.rate_within(1000.0, 0.1, 55.0 / 180.0, 10_000.0);
    assert_close(collapsed, 1_880.0, 0.005);
    assert_close(collapsed * 64.0, 120_000.0, 0.005);
    // Two or three losses in 225 packets.
    assert_close(equation.rate(1000.0, 0.1, 2.0 / 225.0), 120_300.0, 0.001);
    assert_close(equation.rate(1000.0, 0.1, 3.0 / 225.0), 94_600.0, 0.001);
    assert_close(equation.rate(1000.0, 0.1, 1.0), 75.0, 0.01);
}

#[test]
fn the_largest_rate_limits_the_doublings() {
    let mut run = simulation(&single_flow(json!({"max_rate": 400_000}), json!([]), 30.0));
    run_to(&mut run, 30 * SECOND);
    assert_eq!(bytes_per_second(&run), 50_000.0);
}

#[test]
fn the_rate_halves_in_each_interval_without_acknowledgements() {
    let mut document = single_flow(json!({}), json!([]), 20.0);
    document["network"]["reverse"] = json!({"rate": 1e8, "delay": 0.05,
        "queue": {"kind": "drop_tail", "limit": {"packets": 100}}});
    document["timeline"] =
        json!([{"at": 7.5, "set": "network.reverse.loss", "to": [{"kind": "random", "probability": 1.0}]}]);
    let mut run = simulation(&document);
    run_to(&mut run, 7 * SECOND);
    let before = bytes_per_second(&run);
    // The interval that ends at 8 s still contains acknowledgements. In later intervals none arrive.
    run_to(&mut run, 19 * SECOND);
    assert!(bytes_per_second(&run) < before / 8.0, "{} of {before}", bytes_per_second(&run));
}
