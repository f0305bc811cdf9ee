//! Smoothness of a flow: coefficient of variation over time bins, and jitter.
//!
//! Follows Nishantha and Hayashida 2009 (CoV in bins of two round-trip times) and RFC 3550 section 6.4.1 (jitter).

use super::{all_non_negative, descriptive, is_non_negative, is_positive};

/// Coefficient of variation: population standard deviation / mean of a flow's rate in equal time bins.
///
/// Undefined if there are no bins, if all rates are zero, or if a value is not a rate.
#[must_use]
pub fn cov(rates: &[f64]) -> Option<f64> {
    if !all_non_negative(rates) {
        return None;
    }
    let ratio = descriptive::population_deviation(rates)? / descriptive::mean(rates)?;
    is_non_negative(ratio).then_some(ratio)
}

/// Mean of the flows' coefficients of variation, without the flows for which the coefficient is undefined.
#[must_use]
pub fn mean_cov<'a>(flows: impl IntoIterator<Item = &'a [f64]>) -> Option<f64> {
    let each: Vec<f64> = flows.into_iter().filter_map(cov).collect();
    descriptive::mean(&each)
}

/// Bin width for the CoV of Nishantha and Hayashida 2009: twice the propagation round-trip time, in seconds.
#[must_use]
pub fn cov_bin_width(propagation_rtt: f64) -> Option<f64> {
    is_positive(propagation_rtt).then_some(2.0 * propagation_rtt)
}

/// Merges each `factor` bins into a wider bin with their mean rate. Bins at the end that do not fill a wider bin are dropped.
#[must_use]
pub fn widen_bins(rates: &[f64], factor: usize) -> Vec<f64> {
    rates.chunks_exact(factor.max(1)).map(|bins| bins.iter().sum::<f64>() / bins.len() as f64).collect()
}

/// Fraction of the values that differ from `centre` by at most `fraction * centre`. Example: bins within 30 % of the mean.
#[must_use]
pub fn share_within(values: &[f64], centre: f64, fraction: f64) -> Option<f64> {
    share(values, |x| (x - centre).abs() <= fraction * centre.abs())
}

/// Fraction of the values below a limit. Example: gaps between ACKs below half the gap between data packets (ACK compression).
#[must_use]
pub fn share_below(values: &[f64], limit: f64) -> Option<f64> {
    share(values, |x| x < limit)
}

/// Fraction of the values for which `is_counted` returns true.
fn share(values: &[f64], is_counted: impl Fn(f64) -> bool) -> Option<f64> {
    let number = values.iter().filter(|&&x| is_counted(x)).count();
    (!values.is_empty() && values.iter().all(|x| x.is_finite())).then(|| number as f64 / values.len() as f64)
}

/// Interarrival jitter of RFC 3550 section 6.4.1: `J += (|D| - J) / 16`, where `D` is the change of the transit time between
/// successive packets. Also computes the mean of `|D|`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct InterarrivalJitter {
    /// Transit time of the last packet, in ns.
    last_transit: Option<u64>,
    /// `J` in ns.
    smoothed: f64,
    /// Sum of all `|D|`, in ns.
    total: f64,
    /// Number of values of `D`.
    changes: u64,
}

impl InterarrivalJitter {
    /// Adds a packet, by its transit time (arrival - departure) in nanoseconds.
    pub fn on_packet(&mut self, transit_ns: u64) {
        if let Some(last) = self.last_transit {
            let change = transit_ns.abs_diff(last) as f64;
            self.smoothed += (change - self.smoothed) / 16.0;
            self.total += change;
            self.changes += 1;
        }
        self.last_transit = Some(transit_ns);
    }

    /// The current smoothed jitter of RFC 3550 in seconds; undefined before the second packet.
    #[must_use]
    pub fn smoothed(&self) -> Option<f64> {
        (self.changes > 0).then(|| self.smoothed / 1e9)
    }

    /// Mean of `|D|`, the absolute change of the transit time between successive packets, in seconds.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.changes > 0).then(|| self.total / self.changes as f64 / 1e9)
    }
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn cov_by_hand() {
        // 8 and 12 have mean 10 and population deviation 2: 0.2. With the sample deviation, the result would be 0.283.
        assert_close(cov(&[8.0, 12.0]).unwrap(), 0.2, 1e-15);
        assert_close(cov(&[5.0, 5.0, 5.0]).unwrap(), 0.0, 1e-15);
        // Only one of four bins is not zero: mean 1, squared deviations 9 + 3 = 12, sqrt(12/4) = sqrt 3.
        assert_close(cov(&[4.0, 0.0, 0.0, 0.0]).unwrap(), 3.0_f64.sqrt(), 1e-15);
        assert_close(mean_cov([&[8.0, 12.0][..], &[5.0, 5.0], &[0.0, 0.0]]).unwrap(), 0.1, 1e-15);
        assert_close(cov_bin_width(0.05).unwrap(), 0.1, 1e-15);
        for rates in [&[][..], &[0.0, 0.0], &[f64::NAN], &[-1.0, 2.0], &[1.0, f64::INFINITY]] {
            assert_eq!(cov(rates), None, "{rates:?}");
        }
    }

    #[test]
    fn wider_bins_by_hand() {
        // (1+3)/2, (5+7)/2. The fifth bin does not fill a wider bin.
        assert_eq!(widen_bins(&[1.0, 3.0, 5.0, 7.0, 9.0], 2), vec![2.0, 6.0]);
        assert_eq!(widen_bins(&[1.0, 2.0], 0), vec![1.0, 2.0]);
        assert!(widen_bins(&[1.0], 5).is_empty());
    }

    #[test]
    fn shares_by_hand() {
        // 7 and 13 differ from 10 by exactly 30 %, and 14 differs by more.
        assert_close(share_within(&[7.0, 10.0, 13.0, 14.0], 10.0, 0.3).unwrap(), 0.75, 1e-15);
        assert_close(share_below(&[0.4, 0.5, 0.6, 1.0], 0.5).unwrap(), 0.25, 1e-15);
        assert_eq!(share_below(&[], 1.0), None);
    }

    #[test]
    fn jitter_by_hand() {
        // Transit 10, 26, 26 ms: D = 16 ms, then 0: J = 1 ms, then 1 - 1/16 = 0.9375 ms; mean |D| = 8 ms.
        let mut jitter = InterarrivalJitter::default();
        jitter.on_packet(10_000_000);
        assert_eq!((jitter.smoothed(), jitter.mean()), (None, None));
        jitter.on_packet(26_000_000);
        assert_close(jitter.smoothed().unwrap(), 1e-3, 1e-12);
        jitter.on_packet(26_000_000);
        assert_close(jitter.smoothed().unwrap(), 0.9375e-3, 1e-12);
        assert_close(jitter.mean().unwrap(), 8e-3, 1e-12);
    }

    proptest! {
        #[test]
        fn cov_does_not_depend_on_the_unit(rates in prop::collection::vec(1.0..1e3_f64, 2..40), unit in 1e-3..1e6_f64) {
            let scaled: Vec<f64> = rates.iter().map(|x| x * unit).collect();
            let (a, b) = (cov(&rates).unwrap(), cov(&scaled).unwrap());
            prop_assert!((a - b).abs() < 1e-12);
        }

        #[test]
        fn wider_bins_never_have_a_larger_cov(rates in prop::collection::vec(0.5..1e3_f64, 16)) {
            prop_assert!(cov(&widen_bins(&rates, 4)).unwrap() <= cov(&rates).unwrap() + 1e-12);
        }
    }
}
