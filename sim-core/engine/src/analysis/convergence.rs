//! The time that flows need to share fairly after an event.
//!
//! There are two criteria: every flow is within epsilon of the mean, as in the plots of Nishantha and
//! Hayashida 2009, or Jain's index reaches a threshold. All times are in seconds.

use super::{all_non_negative, fairness, is_positive};
use crate::ground::convert::whole;
use crate::ground::math;

/// Rates of flows in bins of equal width. The first bin starts at time 0.
#[derive(Clone, Copy, Debug)]
pub struct Series<'a> {
    /// One list for each flow that is active after the event. The shortest list determines the number of
    /// bins.
    pub flows: &'a [&'a [f64]],
    /// Width of a bin in seconds.
    pub bin: f64,
}

/// Convergence criterion: every flow is within epsilon of the mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpsilonFair {
    /// Averaging window in seconds. It is rounded to whole bins, at least one.
    pub window: f64,
    /// Maximum deviation of each flow from the mean, as a fraction of the mean.
    pub epsilon: f64,
    /// Number of successive windows that must be fair.
    pub windows: usize,
}

impl EpsilonFair {
    /// Three successive windows of 1 s within 20 % of the mean.
    pub const DEFAULT: Self = Self { window: 1.0, epsilon: 0.2, windows: 3 };
    /// For TAIMD, whose sawtooth has a longer period than TCP's: three successive windows of 10 s within 25 %
    /// of the mean.
    pub const TAIMD: Self = Self { window: 10.0, epsilon: 0.25, windows: 3 };

    /// Time from `event` to the start of the first bin, at or after the event, with which the required number
    /// of successive fair windows begins. `None` if there is no such bin. A window without traffic is not
    /// fair.
    #[must_use]
    pub fn convergence_time(&self, series: Series<'_>, event: f64) -> Option<f64> {
        let window = series.bins_in(self.window)?;
        let needed = window.checked_mul(self.windows)?;
        let first = series.first_bin(event)?;
        let last = series.bins().checked_sub(needed)?;
        if !self.epsilon.is_finite() || self.windows == 0 {
            return None;
        }
        let start = (first..=last).find(|&start| {
            (0..self.windows).all(|i| self.is_fair(&series.window_means(start + i * window, window)))
        })?;
        Some(start as f64 * series.bin - event)
    }

    fn is_fair(&self, rates: &[f64]) -> bool {
        let mean = rates.iter().sum::<f64>() / rates.len() as f64;
        all_non_negative(rates) && mean > 0.0 && rates.iter().all(|x| (x - mean).abs() <= self.epsilon * mean)
    }
}

/// Convergence criterion: Jain's index reaches a threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JainThreshold {
    /// Averaging window in seconds. It is rounded to whole bins, and windows are aligned to time 0.
    pub window: f64,
    /// The value of Jain's index that must be reached.
    pub threshold: f64,
    /// Number of successive windows that must reach the threshold.
    pub windows: usize,
}

impl JainThreshold {
    /// Two successive windows of 5 s must reach `threshold`.
    #[must_use]
    pub fn at(threshold: f64) -> Self {
        Self { window: 5.0, threshold, windows: 2 }
    }

    /// Time from `event` to the end of the first of the required number of successive windows that reach the
    /// threshold. Windows start at multiples of their width. The first window considered starts at the event
    /// or later.
    #[must_use]
    pub fn convergence_time(&self, series: Series<'_>, event: f64) -> Option<f64> {
        let window = series.bins_in(self.window)?;
        let total = series.bins() / window;
        let first = series.first_bin(event)?.div_ceil(window);
        let last = total.checked_sub(self.windows)?;
        let reached = |index: usize| {
            fairness::jain(&series.window_means(index * window, window)).is_some_and(|f| f >= self.threshold)
        };
        if self.windows == 0 {
            return None;
        }
        let start = (first..=last).find(|&index| (0..self.windows).all(|i| reached(index + i)))?;
        Some(((start + 1) * window) as f64 * series.bin - event)
    }
}

impl Series<'_> {
    /// Number of bins that all flows have.
    fn bins(&self) -> usize {
        self.flows.iter().map(|flow| flow.len()).min().unwrap_or(0)
    }

    /// Number of bins in a window of `seconds`, rounded, at least one.
    fn bins_in(&self, seconds: f64) -> Option<usize> {
        let bins = math::round(seconds / self.bin);
        (is_positive(self.bin) && is_positive(seconds) && bins <= u32::MAX.into())
            .then(|| whole::<usize>(bins).max(1))
    }

    /// The first bin that starts at `time` or later. A bin that starts earlier by no more than a rounding
    /// error is accepted.
    fn first_bin(&self, time: f64) -> Option<usize> {
        let bins = math::ceil(time / self.bin - 1e-9);
        (is_positive(self.bin) && bins <= u32::MAX.into()).then(|| whole::<usize>(bins.max(0.0)))
    }

    /// Each flow's mean rate over the `count` bins that begin with `start`.
    fn window_means(&self, start: usize, count: usize) -> Vec<f64> {
        self.flows.iter().map(|flow| flow[start..start + count].iter().sum::<f64>() / count as f64).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn epsilon_fairness_by_hand() {
        // The mean is 10, so a bin is fair within 20 % if both rates are from 8 to 12. Bins 3, 4 and 5 are the
        // first three fair bins in a row. Bin 1 is fair, but its neighbours are not.
        let a = [20.0, 11.0, 13.0, 12.0, 9.0, 10.0, 20.0];
        let b = [0.0, 9.0, 7.0, 8.0, 11.0, 10.0, 0.0];
        let series = Series { flows: &[&a, &b], bin: 1.0 };
        assert_close(EpsilonFair::DEFAULT.convergence_time(series, 0.0).unwrap(), 3.0, 1e-12);
        // The time counts from the event. For an event inside bin 2, the first bin considered is bin 3.
        assert_close(EpsilonFair::DEFAULT.convergence_time(series, 2.5).unwrap(), 0.5, 1e-12);
        // There are no three fair bins in a row from bin 4 on.
        assert_eq!(EpsilonFair::DEFAULT.convergence_time(series, 4.0), None);
        let strict = EpsilonFair { epsilon: 0.05, ..EpsilonFair::DEFAULT };
        assert_eq!(strict.convergence_time(series, 0.0), None);
    }

    #[test]
    fn wide_windows_slide_by_one_bin() {
        // Flow b joins in bin 1. With windows of 2 bins, the first three fair windows are the bins 1 to 6.
        let a = [20.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0];
        let b = [0.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0];
        let series = Series { flows: &[&a, &b], bin: 5.0 };
        let rule = EpsilonFair { window: 10.0, epsilon: 0.25, windows: 3 };
        assert_eq!(rule, EpsilonFair::TAIMD);
        assert_close(rule.convergence_time(series, 0.0).unwrap(), 5.0, 1e-12);
        // Opposite sawtooths of 5, 15, 5, 15 and 15, 5, 15, 5 have equal means in windows of two bins.
        let (up, down) = ([5.0, 15.0, 5.0, 15.0, 5.0, 15.0], [15.0, 5.0, 15.0, 5.0, 15.0, 5.0]);
        let series = Series { flows: &[&up, &down], bin: 5.0 };
        assert_close(rule.convergence_time(series, 0.0).unwrap(), 0.0, 1e-12);
        let narrow = EpsilonFair { window: 5.0, ..rule };
        assert_eq!(narrow.convergence_time(series, 0.0), None);
    }

    #[test]
    fn jain_threshold_by_hand() {
        // Bins of 5 s. Jain of (9, 1): 100 / (2 * 82) = 0.61; (7, 3): 100 / 116 = 0.862; (6, 4): 100 / 104 =
        // 0.9615. Bins 3 and 4 are the first two in a row with 0.9 or more, and bin 3 ends at 20 s. In bin 1
        // the index is above 0.9, too, but not in bin 2.
        let a = [9.0, 6.0, 7.0, 6.0, 5.0];
        let b = [1.0, 4.0, 3.0, 4.0, 5.0];
        let series = Series { flows: &[&a, &b], bin: 5.0 };
        assert_close(JainThreshold::at(0.9).convergence_time(series, 0.0).unwrap(), 20.0, 1e-12);
        assert_close(JainThreshold::at(0.86).convergence_time(series, 0.0).unwrap(), 10.0, 1e-12);
        // For an event at 10.92 s, the first window starts at 15 s and ends 9.08 s after the event.
        assert_close(JainThreshold::at(0.9).convergence_time(series, 10.92).unwrap(), 9.08, 1e-12);
        assert_eq!(JainThreshold::at(0.99).convergence_time(series, 0.0), None);
    }

    #[test]
    fn jain_windows_are_aligned_to_time_zero() {
        // Bins of 2.5 s, windows of 5 s: for an event at 1 s, the first window lasts from 5 s to 10 s.
        let a = [1.0; 8];
        let series = Series { flows: &[&a, &a], bin: 2.5 };
        assert_close(JainThreshold::at(0.9).convergence_time(series, 1.0).unwrap(), 9.0, 1e-12);
    }

    #[test]
    fn missing_traffic_and_invalid_inputs_never_converge() {
        let zero = [0.0; 10];
        let nan = [f64::NAN; 10];
        for flows in [&[][..], &[&zero[..], &zero], &[&nan[..], &nan], &[&zero[..0]]] {
            let series = Series { flows, bin: 1.0 };
            assert_eq!(EpsilonFair::DEFAULT.convergence_time(series, 0.0), None);
            assert_eq!(
                JainThreshold { window: 1.0, threshold: 0.5, windows: 1 }.convergence_time(series, 0.0),
                None
            );
        }
        let one = [1.0; 10];
        for bin in [0.0, f64::NAN, f64::INFINITY, -1.0] {
            let series = Series { flows: &[&one], bin };
            assert_eq!(EpsilonFair::DEFAULT.convergence_time(series, 0.0), None);
            assert_eq!(JainThreshold::at(0.5).convergence_time(series, 0.0), None);
        }
        let series = Series { flows: &[&one], bin: 1.0 };
        assert_eq!(EpsilonFair::DEFAULT.convergence_time(series, f64::NAN), None);
        assert_eq!(EpsilonFair::DEFAULT.convergence_time(series, 1e300), None);
        assert_eq!(EpsilonFair { windows: 0, ..EpsilonFair::DEFAULT }.convergence_time(series, 0.0), None);
        assert_close(EpsilonFair::DEFAULT.convergence_time(series, 0.0).unwrap(), 0.0, 1e-12);
    }

    proptest! {
        #[test]
        fn a_larger_epsilon_never_delays_convergence(rates in prop::collection::vec((1.0..10.0_f64, 1.0..10.0_f64), 5..40), a in 0.0..1.0_f64, b in 0.0..1.0_f64) {
            let (x, y): (Vec<f64>, Vec<f64>) = rates.into_iter().unzip();
            let flows = [&x[..], &y];
            let series = Series { flows: &flows, bin: 1.0 };
            let time = |epsilon| EpsilonFair { epsilon, ..EpsilonFair::DEFAULT }.convergence_time(series, 0.0).unwrap_or(f64::MAX);
            prop_assert!(time(a.max(b)) <= time(a.min(b)));
        }
    }
}
