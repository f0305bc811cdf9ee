//! The rule of cake-autorate, computed by hand.

use super::*;

const MS: Time = 1_000_000;

/// A rule between 5 and 80 Mb/s with a base of 20 Mb/s, and packets that take no time.
struct ProbeBench {
    rule: Autorate,
    now: Time,
    /// The rate that is used, as a share of the shaper's rate.
    load: f64,
}

impl ProbeBench {
    fn new(load: f64) -> Self {
        let rates = ShaperRates { least: 5e6, base: 20e6, most: 80e6 };
        ProbeBench { rule: Autorate::new(3, rates, 0), now: 0, load }
    }

    /// Handles probes every 50 ms with these delays in milliseconds. Returns the rate after each, in Mb/s.
    fn probes(&mut self, delays: &[f64]) -> Vec<f64> {
        let step = |&delay: &f64| {
            self.now += 50 * MS;
            self.rule.sent += whole::<u64>(self.load * self.rule.rate * 0.05 / 8.0);
            self.rule.on_delay(delay / 1e3, self.now);
            self.rule.rate / 1e6
        };
        delays.iter().map(step).collect()
    }
}

fn assert_near(rates: &[f64], expected: &[f64]) {
    assert_eq!(rates.len(), expected.len());
    for (rate, expected) in rates.iter().zip(expected) {
        assert!((rate / expected - 1.0).abs() < 1e-3, "{rates:?}");
    }
}

/// Without delay, a used rate rises by 4 % in each 200 ms, first after 300 ms, and not above the highest.
#[test]
fn a_used_rate_rises() {
    let mut bench = ProbeBench::new(0.9);
    let [first, second] = [20.0 * 1.04, 20.0 * 1.04 * 1.04];
    let rates = bench.probes(&[20.0; 12]);
    assert_near(
        &rates,
        &[20.0, 20.0, 20.0, 20.0, 20.0, 20.0, first, second, second, second, second, second * 1.04],
    );
    assert_near(&bench.probes(&[20.0; 200])[199..], &[80.0]);
}

/// Delays of 20 ms above the baseline are half of the way from 10 to 30 ms, so the rate rises by half of 4 %.
#[test]
fn a_used_rate_rises_less_with_delay() {
    let mut bench = ProbeBench::new(0.9);
    bench.probes(&[20.0; 30]);
    // The baselines rise by a thousandth of 20 ms.
    bench.probes(&[40.0; 6]);
    let before = bench.rule.rate / 1e6;
    assert_near(&bench.probes(&[40.0; 4])[3..], &[before * 1.02]);
}

/// Three of six delays above 30 ms reduce the rate: by 1 % while their mean is not above 30 ms, by 25 % from a mean
/// of 60 ms on, and again after 300 ms. The delays are of different paths, whose baselines have followed the first ones.
#[test]
fn delays_reduce_the_rate() {
    let mut bench = ProbeBench::new(0.5);
    bench.probes(&[20.0; 30]);
    // Two late delays are no bloat; the mean of three of 55 ms and three of 0 is 27.5 ms.
    assert_near(&bench.probes(&[75.0, 75.0]), &[20.0, 20.0]);
    assert_near(&bench.probes(&[75.0]), &[20.0 * 0.99]);
    let mut grave = ProbeBench::new(0.5);
    grave.probes(&[20.0; 30]);
    assert_near(&grave.probes(&[220.0; 3]), &[20.0, 20.0, 20.0 * 0.75]);
    assert_near(&grave.probes(&[220.0; 6]), &[15.0; 6]);
    assert_near(&grave.probes(&[220.0]), &[15.0 * 0.75]);
    // Not below the lowest.
    assert_near(&grave.probes(&[220.0; 60])[59..], &[5.0]);
    // A mean of 45 ms is half of the way.
    let mut half = ProbeBench::new(0.5);
    half.probes(&[20.0; 30]);
    half.rule.fell_at = half.now + 200 * MS;
    assert_near(&half.probes(&[65.0; 11])[10..], &[20.0 * (0.99 - 0.5 * 0.24)]);
}

/// A rate that is not used goes to its base by 1 % in each second.
#[test]
fn an_unused_rate_returns_to_its_base() {
    let mut bench = ProbeBench::new(0.3);
    bench.rule.rate = 40e6;
    assert_near(&bench.probes(&[20.0; 20])[19..], &[40.0]);
    assert_near(&bench.probes(&[20.0; 21]), &[[39.6; 20].as_slice(), &[39.6]].concat());
    assert_near(&bench.probes(&[20.0; 21])[..1], &[39.6 * 0.99]);
    bench.rule.rate = 19.9e6;
    assert_near(&bench.probes(&[20.0; 42])[41..], &[20.0]);
}

/// A baseline falls by nine tenths of the way, and rises by a thousandth; a delay that stays becomes the baseline.
#[test]
fn baselines_follow_the_delays() {
    let mut bench = ProbeBench::new(0.3);
    bench.probes(&[20.0; 6]);
    assert!(bench.rule.baselines.iter().all(|baseline| (baseline - 0.028).abs() < 1e-9));
    bench.probes(&[128.0]);
    assert!((bench.rule.baselines[0] - 0.0281).abs() < 1e-9);
    assert!((bench.rule.baselines[1] - 0.028).abs() < 1e-9);
}

/// The limits of the delay grow by the time that a packet takes, and the use is measured over ten times of both directions.
#[test]
fn slow_shapers_tolerate_longer_delays() {
    let rates = ShaperRates { least: 1e5, base: 6e5, most: 1e6 };
    let mut rule = Autorate::new(3, rates, 1500);
    rule.measure_use(399 * MS);
    assert!(!rule.is_new);
    rule.measure_use(400 * MS);
    assert!(rule.is_new);
    for probe in 0..18 {
        // 45 ms above the baseline, where a packet takes 20 ms.
        let delay = if probe < 12 { 0.02 } else { 0.065 };
        rule.on_delay(delay, (500 + 50 * probe) * MS);
    }
    assert_eq!(rule.fell_at, 0);
}
