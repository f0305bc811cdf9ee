//! Decides when TPBA's probing ends: measures the rate of the data that TCP's receiver acknowledges, and
//! compares the last three rates (Tobe, Tamura, Nishino and Tokuda 2000, sections 4 and 7).

use crate::protocols::prelude::*;

/// The last rate must differ from each of the two rates before it by less than this.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Threshold {
    /// In bit/s.
    Fixed(f64),
    /// As a share of the last rate.
    Share(f64),
}

/// The measurements of TCP's rate since probing began.
#[derive(Clone, Debug, Default, State)]
pub struct Monitor {
    /// Bytes acknowledged when the current measurement began.
    bytes: u64,
    /// Reductions of the window when the current measurement began.
    reductions: u32,
    /// When the current measurement began.
    since: Time,
    /// The last three rates in bit/s, the newest last.
    rates: [f64; 3],
    /// How many rates have been measured since probing began.
    measurements: u32,
    /// The last rate above 0, in bit/s.
    last_positive: Option<f64>,
}

impl Monitor {
    /// Forgets all measurements, because probing begins. `bytes` and `reductions` are totals since the start
    /// of the connection.
    pub fn begin(&mut self, now: Time, bytes: u64, reductions: u32) {
        *self = Monitor { bytes, reductions, since: now, ..Monitor::default() };
    }

    /// Whether TCP has reduced its window since the last measurement.
    pub fn has_reduced(&self, reductions: u32) -> bool {
        reductions != self.reductions
    }

    /// Measures the rate in bit/s since the last measurement, and begins the next measurement. Returns `None`
    /// if no time has passed.
    pub fn measure(&mut self, now: Time, bytes: u64, reductions: u32) -> Option<f64> {
        self.reductions = reductions;
        let time = now.saturating_sub(self.since);
        if time == 0 {
            return None;
        }
        let rate = bytes.saturating_sub(self.bytes) as f64 * 8.0 / to_secs(time);
        (self.bytes, self.since) = (bytes, now);
        self.rates.rotate_left(1);
        self.rates[2] = rate;
        self.measurements += 1;
        if rate > 0.0 {
            self.last_positive = Some(rate);
        }
        Some(rate)
    }

    /// The last two rates, the newest last.
    pub fn last_two(&self) -> (f64, f64) {
        (self.rates[1], self.rates[2])
    }

    pub fn last_positive(&self) -> Option<f64> {
        self.last_positive
    }

    /// Whether there are three rates and the last one differs from both others by less than the threshold
    /// (section 4).
    pub fn is_steady(&self, threshold: Threshold, must_be_positive: bool) -> bool {
        let [older, old, last] = self.rates;
        let max_difference = match threshold {
            Threshold::Fixed(rate) => rate,
            Threshold::Share(share) => share * last,
        };
        self.measurements >= 3
            && (older - last).abs() < max_difference
            && (old - last).abs() < max_difference
            && (last > 0.0 || !must_be_positive)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::convert::whole;
    use crate::ground::math;
    use crate::ground::rng::{Purpose, Rng};
    use crate::ground::time::{MILLISECOND, SECOND};

    const KBPS: f64 = 1000.0;

    /// How many of `rates` (kb/s, one per second) are measured until they are steady.
    fn until_steady(rates: impl IntoIterator<Item = f64>, threshold: Threshold) -> Option<usize> {
        let mut monitor = Monitor::default();
        monitor.begin(0, 0, 0);
        let mut bytes = 0.0;
        for (index, rate) in rates.into_iter().enumerate() {
            bytes += rate * KBPS / 8.0;
            let now = (index as u64 + 1) * SECOND;
            monitor.measure(now, whole::<u64>(bytes), 0);
            if monitor.is_steady(threshold, true) {
                return Some(index + 1);
            }
        }
        None
    }

    #[test]
    fn three_rates_must_agree() {
        let fixed = Threshold::Fixed(30e3);
        assert_eq!(until_steady([400.0; 3], fixed), Some(3), "not before the third");
        assert_eq!(until_steady([100.0, 400.0, 420.0, 429.0], fixed), Some(4));
        assert_eq!(
            until_steady([400.0, 420.0, 440.0, 460.0, 480.0], fixed),
            None,
            "the rate two measurements before differs too much"
        );
        assert_eq!(until_steady([0.0; 9], fixed), None, "a stalled TCP");
        // 5 % of 400 are 20: 385 is near, 375 is not. At 10 Mb/s, 5 % are 500 kb/s.
        assert_eq!(until_steady([385.0, 385.0, 400.0], Threshold::Share(0.05)), Some(3));
        assert_eq!(until_steady([375.0, 385.0, 400.0], Threshold::Share(0.05)), None);
        assert_eq!(until_steady([9600.0, 9700.0, 10_000.0], Threshold::Share(0.05)), Some(3));
    }

    #[test]
    fn one_segment_decides_at_short_intervals() {
        // One segment of 1460 bytes is 11.68 kb/s over 1 s, and 38.9 kb/s over 0.3 s, which is above the
        // threshold of 30 kb/s.
        let steady = |interval: u64| {
            let mut monitor = Monitor::default();
            monitor.begin(0, 0, 0);
            let segments = [10, 11, 10];
            let mut bytes = 0;
            for (index, segments) in segments.into_iter().enumerate() {
                bytes += segments * 1460;
                monitor.measure((index as u64 + 1) * interval, bytes, 0);
            }
            monitor.is_steady(Threshold::Fixed(30e3), true)
        };
        assert!(steady(SECOND) && steady(400 * MILLISECOND));
        assert!(!steady(380 * MILLISECOND) && !steady(300 * MILLISECOND));
    }

    #[test]
    fn three_zero_rates_end_probing_unless_rates_must_be_positive() {
        // Measurements over 1 ms on a link of 1.2 Mb/s: acknowledgements are 10 ms apart, so most rates are 0
        // and the others 11.68 Mb/s.
        for (threshold, must_be_positive, ends) in
            [(1e3, false, true), (1e7, false, true), (1e3, true, false), (1e7, true, false)]
        {
            let mut monitor = Monitor::default();
            monitor.begin(0, 0, 0);
            let ended = (1..2000_u64).any(|ms| {
                monitor.measure(ms * MILLISECOND, ms / 10 * 1460, 0);
                monitor.is_steady(Threshold::Fixed(threshold), must_be_positive)
            });
            assert_eq!(ended, ends, "{threshold} {must_be_positive}");
        }
    }

    #[test]
    fn measurements_until_noisy_rates_are_steady() {
        // Independent normal rates: the mean number of measurements by standard deviation in kb/s, for a
        // threshold of 30 kb/s.
        let mut rng = Rng::new(1, Purpose::Algorithm, 0);
        for (sigma, expected) in
            [(5.0, 3.0), (10.0, 3.1), (20.0, 4.1), (30.0, 6.1), (50.0, 11.9), (80.0, 24.6)]
        {
            let mut total = 0;
            for _ in 0..2000 {
                let rates = std::iter::repeat_with(|| {
                    // The sum of twelve uniform numbers less six is close to normal.
                    let normal = (0..12).map(|_| rng.uniform()).sum::<f64>() - 6.0;
                    math::limit(1e4 + sigma * normal, 0.0, 1e9)
                });
                total += until_steady(rates.take(10_000), Threshold::Fixed(30e3)).unwrap_or(10_000);
            }
            let mean = total as f64 / 2000.0;
            assert!((mean / expected - 1.0).abs() < 0.06, "{sigma}: {mean} is not {expected}");
        }
    }
}
