//! The history of loss intervals of equation-based protocols: weighted average, history discounting, and the
//! first loss.
//!
//! Follows RFC 5348 sections 5.4 and 5.5 (TFRC) and Choi and Handley 2007 (TFWC, without discounting). A loss
//! interval is the number of packets from the first loss of a loss event to the first loss of the next loss
//! event. The loss event rate is the reciprocal of the mean loss interval. The interval since the latest loss
//! event is *open*, all earlier intervals are *closed*.

use crate::ground::digest::{Digest, State};

/// Largest number of closed intervals in a history.
pub const MAX_INTERVALS: usize = 32;

/// How the mean loss interval is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Averaging {
    /// Number of closed intervals that are averaged.
    pub intervals: usize,
    /// History discounting (RFC 5348 section 5.5): the smallest factor by which a long open interval reduces
    /// the weights of the closed intervals. `None` for no discounting.
    pub discount: Option<f64>,
    /// Whether the open interval is averaged in addition to all closed intervals, if the history is not full,
    /// as in ns-2. If false, the open interval replaces the oldest closed interval in the average.
    pub open_is_additional: bool,
}

#[derive(Clone, Debug, State)]
#[state(not(averaging, weights))]
pub struct LossHistory {
    averaging: Averaging,
    /// Weights of the intervals, the newest first.
    weights: Vec<f64>,
    /// Length of the open interval in packets.
    open: f64,
    /// Lengths of the closed intervals in packets, the newest first, each with its discount factor. The first
    /// `closed_count` entries are in use.
    closed: Vec<(f64, f64)>,
    closed_count: usize,
    /// Mean of the closed intervals; 0 if there are none.
    closed_mean: f64,
    /// The discount factor of the closed intervals that results from the length of the open interval.
    factor: f64,
}

impl LossHistory {
    pub fn new(averaging: Averaging) -> Self {
        let n = averaging.intervals.clamp(2, MAX_INTERVALS);
        // Weights are 1 for the newer half and then fall evenly: for eight, 1 1 1 1 0.8 0.6 0.4 0.2 (RFC 5348
        // section 5.4).
        let weight = |i: usize| if 2 * i < n { 1.0 } else { 2.0 * (n - i) as f64 / (n as f64 + 2.0) };
        Self::with_weights(averaging, (0..n).map(weight).collect())
    }

    /// A history with the given weights, at least two, instead of the RFC's.
    pub fn with_weights(averaging: Averaging, weights: Vec<f64>) -> Self {
        let closed = vec![(0.0, 1.0); weights.len()];
        LossHistory { averaging, weights, open: 0.0, closed, closed_count: 0, closed_mean: 0.0, factor: 1.0 }
    }

    /// Applies other averaging settings and keeps the intervals, at most as many as the new settings average.
    pub fn adopt(&mut self, averaging: Averaging) {
        if averaging != self.averaging {
            let fresh = Self::new(averaging);
            self.closed.resize(fresh.closed.len(), (0.0, 1.0));
            self.closed_count = self.closed_count.min(self.closed.len());
            self.weights = fresh.weights;
            self.averaging = averaging;
            self.closed_mean = self.mean_of_closed();
        }
    }

    /// This history with the intervals of another history.
    pub fn with_intervals_of(mut self, other: &Self) -> Self {
        self.closed_count = other.closed_count.min(self.closed.len());
        self.closed[..self.closed_count].copy_from_slice(&other.closed[..self.closed_count]);
        self.closed_mean = self.mean_of_closed();
        self.set_open(other.open);
        self
    }

    /// Whether there has been no loss event.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.closed_count == 0
    }

    /// Closed intervals, the newest first.
    pub fn closed(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        self.closed.iter().take(self.closed_count).map(|&(length, _)| length)
    }

    /// Length of the open interval in packets.
    #[inline]
    pub fn open(&self) -> f64 {
        self.open
    }

    /// Sets the length of the open interval, in packets.
    #[inline]
    pub fn set_open(&mut self, packets: f64) {
        self.open = packets;
        self.update_discount();
    }

    /// Begins the history at the first loss event, with a closed interval that represents the packets before
    /// the event (RFC 5348 section 6.3.1).
    pub fn begin(&mut self, interval: f64) {
        self.closed[0] = (interval.max(1.0), 1.0);
        self.closed_count = 1;
        self.closed_mean = self.mean_of_closed();
        self.open = 0.0;
        self.factor = 1.0;
    }

    /// Closes the open interval at `length` packets, because a new loss event has begun.
    pub fn close(&mut self, length: f64) {
        self.set_open(length);
        let n = self.closed.len();
        for entry in &mut self.closed[..self.closed_count] {
            entry.1 *= self.factor;
        }
        self.closed.rotate_right(1);
        self.closed[0] = (length.max(1.0), 1.0);
        self.closed_count = (self.closed_count + 1).min(n);
        self.closed_mean = self.mean_of_closed();
        self.open = 0.0;
        self.factor = 1.0;
    }

    /// Computes the factor that reduces the weights of the closed intervals if the open interval is longer
    /// than twice the mean of the closed intervals (RFC 5348 section 5.5).
    fn update_discount(&mut self) {
        self.factor = 1.0;
        let Some(smallest) = self.averaging.discount else { return };
        let mean = self.closed_mean;
        if mean > 0.0 && self.open > 2.0 * mean {
            self.factor = (2.0 * mean / self.open).max(smallest);
        }
    }

    fn mean_of_closed(&self) -> f64 {
        let (mut total, mut weight) = (0.0, 0.0);
        for (&(length, factor), w) in self.closed[..self.closed_count].iter().zip(&self.weights) {
            total += length * w * factor;
            weight += w * factor;
        }
        if weight > 0.0 { total / weight } else { 0.0 }
    }

    /// Weighted mean of the open interval and the closed intervals (I_tot0 / W_tot of RFC 5348 section 5.4).
    fn open_mean(&self) -> f64 {
        let n = self.closed.len();
        let averaged_count = if self.averaging.open_is_additional {
            self.closed_count.min(n - 1)
        } else {
            self.closed_count.max(1) - 1
        };
        let (mut total, mut weight) = (self.open * self.weights[0], self.weights[0]);
        for (&(length, factor), w) in self.closed[..averaged_count].iter().zip(&self.weights[1..]) {
            total += length * w * factor * self.factor;
            weight += w * factor * self.factor;
        }
        total / weight
    }

    /// The mean loss interval in packets; `None` before the first loss. The open interval can increase the
    /// mean but not decrease it (RFC 5348 section 5.4).
    #[inline]
    pub fn mean(&self) -> Option<f64> {
        (self.closed_count > 0).then(|| self.open_mean().max(self.closed_mean).max(1.0))
    }

    /// Loss event rate; 0 before the first loss.
    #[inline]
    pub fn rate(&self) -> f64 {
        self.mean().map_or(0.0, |mean| 1.0 / mean)
    }

    pub fn digest(&self) -> u64 {
        Digest::of(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::equation::ThroughputEquation;

    fn history(discount: Option<f64>, open_is_additional: bool) -> LossHistory {
        LossHistory::new(Averaging { intervals: 8, discount, open_is_additional })
    }

    fn after_intervals(mut history: LossHistory, intervals: &[f64]) -> LossHistory {
        history.begin(intervals[0]);
        for &interval in &intervals[1..] {
            history.close(interval);
        }
        history
    }

    fn assert_close(actual: f64, expected: f64, tolerance: f64) {
        assert!((actual - expected).abs() <= tolerance, "{actual} is not {expected}");
    }

    #[test]
    fn weights_equal_those_of_the_rfc() {
        let weights = history(None, false).weights;
        for (weight, expected) in weights.iter().zip([1.0, 1.0, 1.0, 1.0, 0.8, 0.6, 0.4, 0.2]) {
            assert_close(*weight, expected, 1e-12);
        }
    }

    #[test]
    fn without_loss_the_loss_event_rate_is_zero() {
        let mut history = history(Some(0.25), false);
        history.set_open(1000.0);
        assert_eq!((history.mean(), history.rate()), (None, 0.0));
    }

    #[test]
    fn a_step_from_100_to_20_packets_takes_six_events_to_halve_the_window() {
        // The window at intervals of 100 is 11.2 packets. After k intervals of 20 (weights 1 1 1 1 .8 .6 .4
        // .2, sum 6), the mean is: k = 1: (20 + 100 (6 - 1)) / 6 = 86.67; k = 5: (4.8 x 20 + 1.2 x 100) /
        // 6 = 36.
        let means = [86.667, 73.333, 60.0, 46.667, 36.0, 28.0, 22.667, 20.0];
        let windows = [10.32, 9.34, 8.24, 7.00, 5.85, 4.86, 4.10, 3.69];
        let mut history = after_intervals(history(Some(0.25), false), &[100.0; 9]);
        for (mean, window) in means.into_iter().zip(windows) {
            history.close(20.0);
            assert_close(history.mean().unwrap_or(0.0), mean, 1e-3);
            assert_close(ThroughputEquation::TFRC.window(history.rate(), 0.1), window, 0.006);
        }
    }

    #[test]
    fn a_long_open_interval_discounts_the_closed_intervals() {
        // All closed intervals are 100. With an open interval of 200 there is no discount: the mean is (200 +
        // 5 x 100) / 6 = 116.7. With 400 the factor is 200/400 = 0.5: the mean is (400 + 0.5 x 500) / (1 +
        // 2.5) = 185.7. With 800 the factor is 0.25: the mean is (800 + 125) / 2.25 = 411.1, or with a
        // smallest factor of 0.5, (800 + 250) / 3.5 = 300.
        let rows = [
            (None, [100.0, 116.67, 150.0, 216.67]),
            (Some(0.5), [100.0, 116.67, 185.71, 300.0]),
            (Some(0.25), [100.0, 116.67, 185.71, 411.11]),
        ];
        for (discount, means) in rows {
            for (open, mean) in [100.0, 200.0, 400.0, 800.0].into_iter().zip(means) {
                let mut history = after_intervals(history(discount, false), &[100.0; 9]);
                history.set_open(open);
                assert_close(history.mean().unwrap_or(0.0), mean, 0.01);
            }
        }
    }

    #[test]
    fn a_discount_remains_after_the_open_interval_closes() {
        // An interval of 800 closes after intervals of 100, with a smallest factor of 0.25. The older
        // intervals keep the factor 0.25: the mean of the closed intervals is (800 + 0.25 x 100 x 5) / (1 +
        // 0.25 x 5) = 411.1.
        let mut history = after_intervals(history(Some(0.25), false), &[100.0; 9]);
        history.close(800.0);
        assert_close(history.mean().unwrap_or(0.0), 411.11, 0.01);
    }

    #[test]
    fn an_open_interval_cannot_lower_the_mean() {
        let mut history = after_intervals(history(None, false), &[50.0, 70.0]);
        // The closed intervals 70 and 50 have weight 1 each and mean 60. An open interval of 3 would give
        // (3 + 70) / 2 = 36.5.
        history.set_open(3.0);
        assert_close(history.mean().unwrap_or(0.0), 60.0, 1e-9);
    }

    #[test]
    fn short_histories_differ_between_the_rfc_and_ns2() {
        // One closed interval of 100 and an open interval of 150: the RFC yields max(150, 100), ns-2 max(125,
        // 100).
        for (open_is_additional, mean) in [(false, 150.0), (true, 125.0)] {
            let mut history = after_intervals(history(None, open_is_additional), &[100.0]);
            history.set_open(150.0);
            assert_close(history.mean().unwrap_or(0.0), mean, 1e-9);
        }
    }

    #[test]
    fn the_rate_is_the_reciprocal_of_the_eight_newest_intervals_if_they_are_equal() {
        let history = after_intervals(
            history(Some(0.25), false),
            &[77.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0],
        );
        assert_eq!(history.rate(), 0.01);
    }

    #[test]
    fn the_longest_history_has_32_intervals_and_a_finite_mean() {
        let mut history =
            LossHistory::new(Averaging { intervals: 32, discount: Some(0.5), open_is_additional: true });
        history.begin(10.0);
        for i in 0..100 {
            history.close(f64::from(i % 7) + 1.0);
            history.set_open(5.0);
            assert!(history.mean().is_some_and(f64::is_finite));
        }
        assert_eq!(history.closed().len(), 32);
    }
}
