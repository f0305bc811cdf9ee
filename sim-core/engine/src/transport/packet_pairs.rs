//! Estimates the bottleneck's rate from the time between packets that were sent back to back
//! (packet pairs), with the filter of the measurement tool BPROBE.
//!
//! Sisalem and Wolisz 2000, equation 3 and section V, after Bolot 1993 and Carter and Crovella 1996: similar
//! estimates are grouped in intervals, and the result is the mean of the interval with the largest number of
//! estimates.

use crate::transport::prelude::*;

/// The newest estimates from single pairs, and the estimate that results from all of them.
#[derive(Clone, Debug, Default, State)]
#[state(not(window, ratio, estimate))]
pub struct PairEstimates {
    /// Estimates in bit/s, each with the number of its interval.
    estimates: Deque<(f64, i32)>,
    /// Maximum number of estimates. Older estimates are discarded.
    window: usize,
    /// Ratio of an interval's upper to its lower end.
    ratio: f64,
    /// The resulting estimate in bit/s; `None` if it has not been computed since the last change, or if there
    /// are no estimates.
    estimate: Option<f64>,
}

impl PairEstimates {
    pub fn new(window: u32, ratio: f64) -> Self {
        PairEstimates { estimates: Deque::new(), window: window.max(1) as usize, ratio, estimate: None }
    }

    /// Takes over the settings of `other` and keeps the newest estimates.
    pub fn adopt(&mut self, other: &PairEstimates) {
        let rates: Vec<f64> = self.rates().collect();
        *self = PairEstimates { estimates: Deque::new(), estimate: None, ..*other };
        rates.into_iter().for_each(|rate| self.push(rate));
    }

    pub fn clear(&mut self) {
        self.estimates.clear();
        self.estimate = None;
    }

    /// Adds the estimate of a pair, in bit/s. Ignores values that are not positive and finite.
    pub fn push(&mut self, rate: f64) {
        if !(rate > 0.0 && rate.is_finite()) {
            return;
        }
        while self.estimates.len() >= self.window {
            self.estimates.pop_front();
        }
        // Intervals are centred on the powers of the ratio.
        let interval = whole::<i32>(math::floor(math::ln(rate) / math::ln(self.ratio) + 0.5));
        self.estimates.push_back((rate, interval));
        self.estimate = None;
    }

    /// The mean of the interval with the largest number of estimates, in bit/s. If several intervals have
    /// this number, the highest of them is used, because packets of other flows between the packets of a pair
    /// only lower the pair's estimate. The estimates of each interval include those of the next higher
    /// interval, so that values on both sides of an edge count together.
    pub fn estimate(&mut self) -> Option<f64> {
        if self.estimate.is_none() {
            self.estimate = self.compute();
        }
        self.estimate
    }

    fn compute(&self) -> Option<f64> {
        let members = |interval: i32| {
            self.estimates
                .iter()
                .filter(move |estimate| estimate.1 == interval || estimate.1 == interval + 1)
                .map(|estimate| estimate.0)
        };
        // Most estimates belong to the interval of an earlier estimate, and the estimates of each interval
        // are counted once.
        let is_first = |&(index, interval): &(usize, i32)| {
            self.estimates.iter().take(index).all(|estimate| estimate.1 != interval)
        };
        let best = self
            .estimates
            .iter()
            .map(|estimate| estimate.1)
            .enumerate()
            .filter(is_first)
            .map(|(_, interval)| interval)
            .max_by_key(|&interval| (members(interval).count(), interval))?;
        let count = members(best).count();
        (count > 0).then(|| members(best).sum::<f64>() / count as f64)
    }

    /// The estimates of single pairs in bit/s, the oldest first.
    pub fn rates(&self) -> impl Iterator<Item = f64> + '_ {
        self.estimates.iter().map(|estimate| estimate.0)
    }

    pub fn digest(&self) -> u64 {
        self.estimates.iter().fold(0, |h, estimate| digest_of(&[h, estimate.0.to_bits()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::rng::{Purpose, Rng};

    fn with_rates(rates: &[f64]) -> PairEstimates {
        let mut pairs = PairEstimates::new(64, 1.1);
        rates.iter().for_each(|&rate| pairs.push(rate));
        pairs
    }

    #[test]
    fn the_estimate_is_the_mean_of_the_interval_with_the_most_values() {
        assert_eq!(with_rates(&[]).estimate(), None);
        assert_eq!(with_rates(&[1e7]).estimate(), Some(1e7));
        // Three values near 10 Mb/s outnumber two at 5 Mb/s.
        let mean = with_rates(&[1e7, 5e6, 1.01e7, 5e6, 0.99e7]).estimate().unwrap();
        assert!((mean - 1e7).abs() < 1.0, "{mean}");
        assert_eq!(with_rates(&[5e6, 5e6, 1e7]).estimate(), Some(5e6));
        assert_eq!(
            with_rates(&[5e6, 1e7, 5e6, 1e7]).estimate(),
            Some(1e7),
            "the higher of two equal intervals"
        );
        assert_eq!(with_rates(&[f64::NAN, 0.0, -1.0, f64::INFINITY]).estimate(), None);
    }

    #[test]
    fn packets_of_other_flows_within_a_pair_move_its_estimate_to_a_lower_interval() {
        // With k packets of equal size between the packets of a pair, the estimate is R/(k + 1). For k = 0,
        // 1, 2 the distances are ln 2 / ln 1.1 = 7.3 and ln 1.5 / ln 1.1 = 4.3 intervals.
        let pairs = with_rates(&[1e7, 5e6, 1e7 / 3.0]);
        let intervals: Vec<i32> = pairs.estimates.iter().map(|estimate| estimate.1).collect();
        assert!(intervals[0] - intervals[1] >= 7 && intervals[1] - intervals[2] >= 4, "{intervals:?}");
    }

    #[test]
    fn values_near_an_edge_of_intervals_count_together() {
        // The edge is at 1.1^168.5 = 9 416 000. Values just below and just above it are in different
        // intervals.
        let edge = math::exp(168.5 * math::ln(1.1));
        let mut pairs = with_rates(&[edge * 0.999, edge * 1.001, edge * 0.999, 2e6, 2e6]);
        let estimate = pairs.estimate().unwrap();
        assert!((estimate / edge - 1.0).abs() < 0.001, "{estimate}");
    }

    #[test]
    fn counting_each_interval_once_gives_the_same_estimate() {
        let mut rng = Rng::new(9, Purpose::Receiver, 0);
        for _ in 0..200 {
            let rates: Vec<f64> = (0..rng.below(64)).map(|_| 1e6 * math::exp(rng.uniform() * 2.0)).collect();
            let mut pairs = with_rates(&rates);
            let members = |interval: i32| {
                let is_member = move |estimate: &&(f64, i32)| (interval..=interval + 1).contains(&estimate.1);
                pairs.estimates.iter().filter(is_member).map(|estimate| estimate.0).collect::<Vec<_>>()
            };
            let intervals = pairs.estimates.iter().map(|estimate| estimate.1);
            let best = intervals.max_by_key(|&interval| (members(interval).len(), interval)).map(members);
            let expected = best.map(|rates| rates.iter().sum::<f64>() / rates.len() as f64);
            assert_eq!(pairs.estimate(), expected, "{rates:?}");
        }
    }

    #[test]
    fn only_the_newest_estimates_count() {
        let mut pairs = PairEstimates::new(4, 1.1);
        (0..4).for_each(|_| pairs.push(1e7));
        (0..4).for_each(|_| pairs.push(2e6));
        assert_eq!(pairs.estimate(), Some(2e6));
        pairs.adopt(&PairEstimates::new(8, 1.5));
        assert_eq!(pairs.rates().count(), 4);
    }
}
