//! Descriptive statistics of lists and streams of values: means, deviations, quantiles and correlations.

use crate::ground::convert::whole;
use crate::ground::math;
use crate::ground::order::{order_by, sorted};

/// Arithmetic mean; undefined if there are no values or if a value is not finite.
#[must_use]
pub fn mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() || !values.iter().all(|x| x.is_finite()) {
        return None;
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    mean.is_finite().then_some(mean)
}

/// Sum of squared deviations from the mean, in two passes, so that a large mean costs no accuracy.
fn squared_deviations(values: &[f64]) -> Option<f64> {
    let mean = mean(values)?;
    let sum = values.iter().fold(0.0, |sum, x| sum + (x - mean) * (x - mean));
    sum.is_finite().then_some(sum)
}

/// Population standard deviation (divides by n).
#[must_use]
pub fn population_deviation(values: &[f64]) -> Option<f64> {
    Some((squared_deviations(values)? / values.len() as f64).sqrt())
}

/// Sample standard deviation (divides by n - 1); undefined for fewer than two values.
#[must_use]
pub fn sample_deviation(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    Some((squared_deviations(values)? / (values.len() - 1) as f64).sqrt())
}

/// The `q`-quantile of a list, for `q` from 0 to 1 inclusive, interpolated linearly between neighbouring
/// values. The list need not be sorted. Undefined for an empty list, a `q` outside this range, or a value
/// that is not finite.
#[must_use]
pub fn quantile(values: &[f64], q: f64) -> Option<f64> {
    if values.is_empty() || !(0.0..=1.0).contains(&q) || !values.iter().all(|x| x.is_finite()) {
        return None;
    }
    let sorted = sorted(values.to_vec(), f64::total_cmp);
    let position = q * (sorted.len() - 1) as f64;
    let below = whole::<usize>(math::floor(position)).min(sorted.len() - 1);
    let above = (below + 1).min(sorted.len() - 1);
    let fraction = position - below as f64;
    Some(sorted[below] * (1.0 - fraction) + sorted[above] * fraction)
}

/// Median; the mean of the two middle values for an even number of values.
#[must_use]
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// Pearson's correlation coefficient, from -1 to 1; undefined for fewer than two pairs, for lists of
/// different lengths, and if one of the lists does not vary.
#[must_use]
pub fn correlation(x: &[f64], y: &[f64]) -> Option<f64> {
    if x.len() != y.len() || x.len() < 2 {
        return None;
    }
    let (x_mean, y_mean) = (mean(x)?, mean(y)?);
    let (xx, yy) = (squared_deviations(x)?, squared_deviations(y)?);
    let xy = x.iter().zip(y).fold(0.0, |sum, (a, b)| sum + (a - x_mean) * (b - y_mean));
    let r = xy / (xx.sqrt() * yy.sqrt());
    r.is_finite().then(|| math::limit(r, -1.0, 1.0))
}

/// Spearman's rank correlation: Pearson's coefficient of the ranks. Equal values all have the mean of their
/// ranks.
#[must_use]
pub fn rank_correlation(x: &[f64], y: &[f64]) -> Option<f64> {
    correlation(&ranks(x)?, &ranks(y)?)
}

/// Rank of each value, counted from 1. Equal values all have the mean of their ranks.
fn ranks(values: &[f64]) -> Option<Vec<f64>> {
    if !values.iter().all(|x| x.is_finite()) {
        return None;
    }
    let order = order_by(values.len(), &|a, b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    while start < order.len() {
        let mut end = start + 1;
        // The values are in ascending order, so `<=` means equal. `<=` also treats -0 and 0 as equal, unlike
        // `total_cmp`.
        while end < order.len() && values[order[end]] <= values[order[start]] {
            end += 1;
        }
        // The mean of the ranks start + 1 to end.
        let mean_rank = (start + 1 + end) as f64 / 2.0;
        order[start..end].iter().for_each(|&i| ranks[i] = mean_rank);
        start = end;
    }
    Some(ranks)
}

/// Mean and deviation of a stream in constant memory (Welford 1962; merging by Chan, Golub and LeVeque 1979).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: u64,
    mean: f64,
    /// Sum of squared deviations from the mean.
    squared_deviations: f64,
}

impl Moments {
    /// Adds a value. NaN and infinity are ignored.
    pub fn add(&mut self, value: f64) {
        if !value.is_finite() {
            return;
        }
        self.count += 1;
        let deviation_before = value - self.mean;
        self.mean += deviation_before / self.count as f64;
        self.squared_deviations += deviation_before * (value - self.mean);
    }

    /// Adds the values of another stream.
    pub fn merge(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        let count = self.count + other.count;
        let mean_difference = other.mean - self.mean;
        let weight = other.count as f64 / count as f64;
        self.squared_deviations +=
            other.squared_deviations + mean_difference * mean_difference * self.count as f64 * weight;
        self.mean += mean_difference * weight;
        self.count = count;
    }

    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0 && self.mean.is_finite()).then_some(self.mean)
    }

    /// Population standard deviation (divides by n).
    #[must_use]
    pub fn population_deviation(&self) -> Option<f64> {
        (self.count > 0 && self.squared_deviations.is_finite())
            .then(|| (self.squared_deviations / self.count as f64).sqrt())
    }

    /// Sample standard deviation (divides by n - 1).
    #[must_use]
    pub fn sample_deviation(&self) -> Option<f64> {
        (self.count > 1 && self.squared_deviations.is_finite())
            .then(|| (self.squared_deviations / (self.count - 1) as f64).sqrt())
    }

    /// Coefficient of variation, population deviation / mean; undefined if this ratio is negative or not
    /// finite.
    #[must_use]
    pub fn cov(&self) -> Option<f64> {
        let ratio = self.population_deviation()? / self.mean()?;
        super::is_non_negative(ratio).then_some(ratio)
    }
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn deviations_by_hand() {
        // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squares 9+1+1+1+0+0+4+16 = 32; sqrt(32/8) = 2, sqrt(32/7) =
        // 2.13809.
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        assert_close(mean(&values).unwrap(), 5.0, 1e-15);
        assert_close(population_deviation(&values).unwrap(), 2.0, 1e-15);
        assert_close(sample_deviation(&values).unwrap(), (32.0_f64 / 7.0).sqrt(), 1e-15);
        let mut moments = Moments::default();
        values.iter().for_each(|&x| moments.add(x));
        moments.add(f64::NAN);
        assert_eq!(moments.count(), 8);
        assert_close(moments.population_deviation().unwrap(), 2.0, 1e-14);
        assert_close(moments.sample_deviation().unwrap(), (32.0_f64 / 7.0).sqrt(), 1e-14);
        assert_close(moments.cov().unwrap(), 0.4, 1e-14);
    }

    #[test]
    fn undefined_statistics_are_none() {
        assert_eq!(mean(&[]), None);
        assert_eq!(mean(&[f64::NAN]), None);
        assert_eq!(sample_deviation(&[1.0]), None);
        assert_eq!(population_deviation(&[1.0]), Some(0.0));
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[1.0], f64::NAN), None);
        assert_eq!(Moments::default().mean(), None);
        assert_eq!(correlation(&[1.0, 2.0], &[3.0, 3.0]), None);
        assert_eq!(correlation(&[1.0], &[3.0]), None);
        assert_eq!(rank_correlation(&[1.0, f64::NAN], &[1.0, 2.0]), None);
    }

    #[test]
    fn quantiles_by_hand() {
        // Sorted 10, 20, 30, 40: the median is the mean of 20 and 30. q = 0.9 is at position 2.7: 30 +
        // 0.7 * 10.
        let values = [40.0, 10.0, 30.0, 20.0];
        assert_close(median(&values).unwrap(), 25.0, 1e-15);
        assert_close(quantile(&values, 0.9).unwrap(), 37.0, 1e-14);
        assert_close(quantile(&values, 0.0).unwrap(), 10.0, 1e-15);
        assert_close(quantile(&values, 1.0).unwrap(), 40.0, 1e-15);
    }

    #[test]
    fn correlations_by_hand() {
        // x = 1, 2, 3; y = 1, 3, 2: xy = (-1)(-1) + 0 + (1)(0) = 1, xx = yy = 2, r = 1/2.
        assert_close(correlation(&[1.0, 2.0, 3.0], &[1.0, 3.0, 2.0]).unwrap(), 0.5, 1e-15);
        // If y increases with x, the rank correlation is 1.
        assert_close(rank_correlation(&[1.0, 2.0, 3.0], &[1.0, 10.0, 1000.0]).unwrap(), 1.0, 1e-15);
        // Ranks of y: 1.5, 1.5, 3: xy = (-1)(-0.5) + 0 + (1)(1) = 1.5, yy = 1.5, r = 1.5 / sqrt(2 * 1.5) =
        // 0.8660.
        let r = rank_correlation(&[1.0, 2.0, 3.0], &[5.0, 5.0, 8.0]).unwrap();
        assert_close(r, 1.5 / 3.0_f64.sqrt(), 1e-15);
    }

    proptest! {
        #[test]
        fn merging_two_parts_gives_the_moments_of_the_whole_stream(values in prop::collection::vec(-1e6..1e6_f64, 2..60), cut in 0..60_usize) {
            let (left, right) = values.split_at(cut.min(values.len()));
            let (mut a, mut b) = (Moments::default(), Moments::default());
            left.iter().for_each(|&x| a.add(x));
            right.iter().for_each(|&x| b.add(x));
            a.merge(&b);
            prop_assert_eq!(a.count(), values.len() as u64);
            prop_assert!((a.mean().unwrap() - mean(&values).unwrap()).abs() < 1e-6);
            assert_close(a.population_deviation().unwrap(), population_deviation(&values).unwrap(), 1e-9);
        }

        #[test]
        fn quantiles_do_not_decrease_with_q(values in prop::collection::vec(-1e6..1e6_f64, 1..60), a in 0.0..1.0_f64, b in 0.0..1.0_f64) {
            prop_assert!(quantile(&values, a.min(b)).unwrap() <= quantile(&values, a.max(b)).unwrap() + 1e-9);
        }
    }
}
