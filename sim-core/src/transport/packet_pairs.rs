//! Estimates the bottleneck's rate from the distance of packets that were sent back to back (packet pairs), with the filter of
//! BPROBE.
//!
//! Sisalem and Wolisz 2000, equation 3 and section V, after Bolot 1993 and Carter and Crovella 1996: similar estimates are grouped
//! in intervals, and the mean of the fullest interval is the result.

use std::collections::VecDeque;

use super::digest_of;
use crate::ground::math;

/// The newest estimates from pairs, and their common estimate.
#[derive(Clone, Debug, Default)]
pub struct PairEstimates {
    /// Estimates in bit/s, each with the number of its interval.
    kept: VecDeque<(f64, i32)>,
    /// Largest number of estimates.
    window: usize,
    /// Ratio of an interval's upper to its lower end.
    ratio: f64,
    estimate: Option<f64>,
}

impl PairEstimates {
    pub fn new(window: u32, ratio: f64) -> Self {
        PairEstimates { kept: VecDeque::new(), window: window.max(1) as usize, ratio, estimate: None }
    }

    /// Takes the settings of another one and keeps the estimates.
    pub fn adopt(&mut self, settings: &PairEstimates) {
        let rates: Vec<f64> = self.rates().collect();
        *self = PairEstimates { kept: VecDeque::new(), estimate: None, ..*settings };
        rates.into_iter().for_each(|rate| self.push(rate));
    }

    pub fn clear(&mut self) {
        self.kept.clear();
        self.estimate = None;
    }

    /// Adds a pair's estimate in bit/s.
    pub fn push(&mut self, rate: f64) {
        if !(rate > 0.0 && rate.is_finite()) {
            return;
        }
        while self.kept.len() >= self.window {
            self.kept.pop_front();
        }
        // Intervals are centred on the powers of the ratio.
        let interval = math::floor(math::ln(rate) / math::ln(self.ratio) + 0.5) as i32;
        self.kept.push_back((rate, interval));
        self.estimate = None;
    }

    /// The mean of the fullest interval. Of equally full ones the highest counts, because packets of other flows between a pair only
    /// lower its estimate. Each interval is counted together with the one above it, so that values near an edge are not split.
    pub fn estimate(&mut self) -> Option<f64> {
        if self.estimate.is_none() {
            self.estimate = self.compute();
        }
        self.estimate
    }

    fn compute(&self) -> Option<f64> {
        let members = |interval: i32| {
            self.kept
                .iter()
                .filter(move |kept| kept.1 == interval || kept.1 == interval + 1)
                .map(|kept| kept.0)
        };
        let best = self
            .kept
            .iter()
            .map(|kept| kept.1)
            .max_by_key(|&interval| (members(interval).count(), interval))?;
        let count = members(best).count();
        (count > 0).then(|| members(best).sum::<f64>() / count as f64)
    }

    pub fn rates(&self) -> impl Iterator<Item = f64> + '_ {
        self.kept.iter().map(|kept| kept.0)
    }

    pub fn digest(&self) -> u64 {
        self.kept.iter().fold(0, |h, kept| digest_of(&[h, kept.0.to_bits()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rates: &[f64]) -> PairEstimates {
        let mut pairs = PairEstimates::new(64, 1.1);
        rates.iter().for_each(|&rate| pairs.push(rate));
        pairs
    }

    #[test]
    fn the_mean_of_the_fullest_interval_is_the_estimate() {
        assert_eq!(of(&[]).estimate(), None);
        assert_eq!(of(&[1e7]).estimate(), Some(1e7));
        // Three near 10 Mb/s against two near 5: their mean.
        let mean = of(&[1e7, 5e6, 1.01e7, 5e6, 0.99e7]).estimate().unwrap();
        assert!((mean - 1e7).abs() < 1.0, "{mean}");
        assert_eq!(of(&[5e6, 5e6, 1e7]).estimate(), Some(5e6));
        assert_eq!(of(&[5e6, 1e7, 5e6, 1e7]).estimate(), Some(1e7), "of equals the higher one");
        assert_eq!(of(&[f64::NAN, 0.0, -1.0, f64::INFINITY]).estimate(), None);
    }

    #[test]
    fn packets_of_others_between_a_pair_fall_in_intervals_of_their_own() {
        // k equal packets between the two: R/(k + 1). ln 2 / ln 1.1 = 7.3 and ln 1.5 / ln 1.1 = 4.3 intervals apart.
        let pairs = of(&[1e7, 5e6, 1e7 / 3.0]);
        let intervals: Vec<i32> = pairs.kept.iter().map(|kept| kept.1).collect();
        assert!(intervals[0] - intervals[1] >= 7 && intervals[1] - intervals[2] >= 4, "{intervals:?}");
    }

    #[test]
    fn values_at_an_edge_are_not_split() {
        // 1.1^168.5 = 9 416 000: just below and just above it lie in two intervals, but count together.
        let edge = math::exp(168.5 * math::ln(1.1));
        let mut pairs = of(&[edge * 0.999, edge * 1.001, edge * 0.999, 2e6, 2e6]);
        let estimate = pairs.estimate().unwrap();
        assert!((estimate / edge - 1.0).abs() < 0.001, "{estimate}");
    }

    #[test]
    fn old_estimates_are_forgotten() {
        let mut pairs = PairEstimates::new(4, 1.1);
        (0..4).for_each(|_| pairs.push(1e7));
        (0..4).for_each(|_| pairs.push(2e6));
        assert_eq!(pairs.estimate(), Some(2e6));
        pairs.adopt(&PairEstimates::new(8, 1.5));
        assert_eq!(pairs.rates().count(), 4);
    }
}
