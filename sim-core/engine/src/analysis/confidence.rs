//! Confidence intervals of means over seeds: Student's t interval, differences of paired runs, and Welch's
//! test.
//!
//! Follows Student 1908 and Welch 1947. The t distribution is computed from the regularised incomplete beta
//! function, whose continued fraction is evaluated by Lentz's method. It works for any number of degrees of
//! freedom, without tables.

use super::descriptive::{mean, sample_deviation};
use crate::boundary::{Estimate, PairedComparison, PairedVerdict};
use crate::ground::math;

/// Regularised incomplete beta function `I_x(a, b)` for `a, b > 0`.
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The continued fraction converges fast for x up to this limit. Beyond the limit, I_x(a, b) = 1 -
    // I_(1-x)(b, a) is used.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - continued_fraction(b, a, 1.0 - x);
    }
    continued_fraction(a, b, x)
}

/// `I_x(a, b)` by its continued fraction, for `x` up to `(a + 1) / (a + b + 2)`.
fn continued_fraction(a: f64, b: f64, x: f64) -> f64 {
    let log_front =
        a * math::ln(x) + b * math::ln_1p(-x) + math::ln_gamma(a + b) - math::ln_gamma(a) - math::ln_gamma(b);
    let nonzero = |v: f64| if v.abs() < 1e-300 { 1e-300 } else { v };
    let mut c = 1.0;
    let mut d = 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for step in 1..500 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let previous = fraction;
        for term in [even, odd] {
            d = 1.0 / nonzero(1.0 + term * d);
            c = nonzero(1.0 + term / c);
            fraction *= c * d;
        }
        if (fraction - previous).abs() <= 1e-16 * fraction.abs() {
            break;
        }
    }
    math::limit(math::exp(log_front) * fraction / a, 0.0, 1.0)
}

/// Probability that the absolute value of a t-distributed variable with `dof` degrees of freedom exceeds `t`.
///
/// `None` unless `dof` is above 0 and `t` is a number.
#[must_use]
pub fn t_two_sided(t: f64, dof: f64) -> Option<f64> {
    if t.is_nan() || !super::is_positive(dof) {
        return None;
    }
    if t.is_infinite() {
        return Some(0.0);
    }
    let t2 = t * t;
    Some(incomplete_beta(dof / 2.0, 0.5, dof / (dof + t2)))
}

/// The `t` that the absolute value of a t-distributed variable exceeds with probability `1 - confidence`:
/// 12.706 for 95 % and 1 degree of freedom, 1.960 for 95 % and infinitely many. `None` unless `confidence` is
/// in `[0, 1)` and `dof` is above 0.
#[must_use]
pub fn t_quantile(confidence: f64, dof: f64) -> Option<f64> {
    if !(0.0..1.0).contains(&confidence) || !super::is_positive(dof) {
        return None;
    }
    let tail = 1.0 - confidence;
    let (mut low, mut high) = (0.0, 1.0);
    while t_two_sided(high, dof)? > tail {
        low = high;
        high *= 2.0;
        if high > 1e150 {
            return None;
        }
    }
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if t_two_sided(middle, dof)? > tail { low = middle } else { high = middle }
    }
    Some(f64::midpoint(low, high))
}

/// A mean with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The mean of the samples.
    pub mean: f64,
    /// Half the width of the interval; `None` for a single sample, which has no interval.
    pub half_width: Option<f64>,
    pub samples: usize,
}

impl Interval {
    /// Mean and t interval of the values of several runs: `mean +- t s / sqrt(n)` (Student 1908). `None` if
    /// there are no values or a value is not finite.
    #[must_use]
    pub fn of(values: &[f64], confidence: f64) -> Option<Self> {
        let mean = mean(values)?;
        let n = values.len() as f64;
        let half_width = match (sample_deviation(values), t_quantile(confidence, n - 1.0)) {
            (Some(deviation), Some(t)) => Some(t * deviation / n.sqrt()).filter(|width| width.is_finite()),
            _ => None,
        };
        Some(Self { mean, half_width, samples: values.len() })
    }

    /// Mean and 95 % t interval of the values of several runs.
    #[must_use]
    pub fn of_95(values: &[f64]) -> Option<Self> {
        Self::of(values, 0.95)
    }

    /// Interval of the mean difference `a - b` over pairs of runs with the same seed. Common random numbers
    /// usually make this interval much narrower than an interval from independent runs. `None` if the lists
    /// differ in length.
    #[must_use]
    pub fn of_paired_differences(a: &[f64], b: &[f64], confidence: f64) -> Option<Self> {
        if a.len() != b.len() {
            return None;
        }
        let differences: Vec<f64> = a.iter().zip(b).map(|(x, y)| x - y).collect();
        Self::of(&differences, confidence)
    }

    /// Whether a value is outside the interval; false for a single sample, which has no interval. A
    /// difference is significant if its interval excludes 0.
    #[must_use]
    pub fn excludes(&self, value: f64) -> bool {
        self.half_width.is_some_and(|width| (value - self.mean).abs() > width)
    }
}

impl PairedVerdict {
    /// The verdict that follows from the interval of the paired differences.
    #[must_use]
    pub fn of(difference: &Interval) -> Self {
        match difference.half_width {
            _ if difference.samples < 3 => Self::TooFew,
            Some(width) if difference.mean.abs() <= 0.0 && width <= 0.0 => Self::Same,
            _ if difference.excludes(0.0) => Self::Differ,
            _ => Self::Chance,
        }
    }
}

/// Compares two settings in several numbers. For each number, `a[i]` and `b[i]` are the results with the same seed. The
/// differences are `b[i] - a[i]`. Values without a counterpart in the other list do not count in the differences.
///
/// With many numbers, chance alone makes some intervals exclude zero, so the verdicts follow Holm's method (Holm 1979): the
/// clearest difference is tested at 5 % divided by the number of all, the next one at 5 % divided by one less, and so on. After
/// the first that is not significant, none is.
#[must_use]
pub fn compare_all(samples: &[(&[f64], &[f64])]) -> Vec<PairedComparison> {
    let mut all: Vec<PairedComparison> = samples.iter().map(|(a, b)| compare_at(a, b, 0.95)).collect();
    let clearness = |one: &PairedComparison| match (one.difference.mean, one.difference.half_width) {
        (Some(mean), Some(width)) => mean.abs() / width,
        _ => 0.0,
    };
    let is_tested = |verdict| matches!(verdict, PairedVerdict::Differ | PairedVerdict::Chance);
    let mut tested: Vec<usize> = (0..all.len()).filter(|&at| is_tested(all[at].verdict)).collect();
    let mut verdict = PairedVerdict::Differ;
    while let Some(clearest) = (0..tested.len())
        .reduce(|x, y| if clearness(&all[tested[y]]) > clearness(&all[tested[x]]) { y } else { x })
    {
        let confidence = 1.0 - 0.05 / tested.len() as f64;
        let at = tested.swap_remove(clearest);
        if verdict == PairedVerdict::Differ {
            verdict = compare_at(samples[at].0, samples[at].1, confidence).verdict;
        }
        all[at].verdict = verdict;
    }
    all
}

/// A comparison with the verdict at a confidence. The intervals are those of 95 %.
fn compare_at(a: &[f64], b: &[f64], confidence: f64) -> PairedComparison {
    let pairs = a.len().min(b.len());
    let difference_at = |confidence| Interval::of_paired_differences(&b[..pairs], &a[..pairs], confidence);
    let difference = difference_at(0.95);
    PairedComparison {
        a: estimate(a.len(), Interval::of_95(a)),
        b: estimate(b.len(), Interval::of_95(b)),
        verdict: difference_at(confidence).as_ref().map_or(PairedVerdict::TooFew, PairedVerdict::of),
        difference: estimate(pairs, difference),
    }
}

fn estimate(samples: usize, interval: Option<Interval>) -> Estimate {
    let half_width = interval.and_then(|interval| interval.half_width);
    Estimate { samples, mean: interval.map(|interval| interval.mean), half_width }
}

/// Welch's test of whether two sets of independent runs have different means (Welch 1947).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Welch {
    /// Mean of the first set minus mean of the second set.
    pub difference: f64,
    /// Degrees of freedom by the Welch-Satterthwaite equation.
    pub dof: f64,
    /// Probability of a difference of at least this size if the true means are equal.
    pub p_value: f64,
}

impl Welch {
    /// Compares two sets of at least two values each. `None` for fewer values, or if a value is not finite.
    ///
    /// If neither set varies, the p-value is 0 for different means and 1 for equal means.
    #[must_use]
    pub fn compare(a: &[f64], b: &[f64]) -> Option<Self> {
        let difference = mean(a)? - mean(b)?;
        // Squared standard errors of the two means.
        let error = |values: &[f64]| sample_deviation(values).map(|s| s * s / values.len() as f64);
        let (error_a, error_b) = (error(a)?, error(b)?);
        let sum = error_a + error_b;
        let max_dof = (a.len() + b.len() - 2) as f64;
        if sum <= 0.0 {
            let p_value = if difference.abs() > 0.0 { 0.0 } else { 1.0 };
            return Some(Self { difference, dof: max_dof, p_value });
        }
        // (ea + eb)^2 / (ea^2/(na-1) + eb^2/(nb-1)), with both sides of the fraction divided by (ea + eb)^2
        // so that no square underflows.
        let term = |error: f64, n: usize| (error / sum) * (error / sum) / (n - 1) as f64;
        let dof = 1.0 / (term(error_a, a.len()) + term(error_b, b.len()));
        let p_value = t_two_sided(difference / sum.sqrt(), dof)?;
        (difference.is_finite() && dof.is_finite()).then_some(Self { difference, dof, p_value })
    }
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn quantiles_by_hand() {
        // 1 degree of freedom: tan(0.475 pi) = cot(4.5 degrees) = 12.7062047362.
        assert_close(t_quantile(0.95, 1.0).unwrap(), 12.706_204_736_175, 1e-11);
        // 2: with q = 0.95, t = q sqrt(2 / (1 - q^2)) = 0.95 sqrt(2 / 0.0975) = 4.302652729911.
        assert_close(t_quantile(0.95, 2.0).unwrap(), 0.95 * (2.0_f64 / 0.0975).sqrt(), 1e-12);
        // 4: cos(arccos(sqrt a) / 3) / sqrt a with a = 1 - 0.95^2 = 0.0975: t^2 = 4 (cos(arccos(0.3122499)
        // / 3) / 0.3122499 - 1). arccos 0.3122499 = 1.2532359, / 3 = 0.4177453, cos = 0.9140042, ratio
        // 2.9271558, t = sqrt 7.7086232 = 2.776445.
        assert_close(t_quantile(0.95, 4.0).unwrap(), 2.776_445, 1e-6);
        // Published tables: 9 and 30 degrees of freedom, and the normal distribution.
        assert_close(t_quantile(0.95, 9.0).unwrap(), 2.262_157, 1e-6);
        assert_close(t_quantile(0.95, 30.0).unwrap(), 2.042_272, 1e-6);
        assert_close(t_quantile(0.99, 10.0).unwrap(), 3.169_273, 1e-6);
        assert_close(t_quantile(0.95, 1e7).unwrap(), 1.959_964, 1e-6);
        assert_close(t_quantile(0.0, 5.0).unwrap(), 0.0, 1e-12);
        for (confidence, dof) in [(1.0, 3.0), (-0.1, 3.0), (0.95, 0.0), (0.95, f64::NAN), (f64::NAN, 3.0)] {
            assert_eq!(t_quantile(confidence, dof), None);
        }
    }

    #[test]
    fn tail_probabilities_by_hand() {
        // 1 degree of freedom: P(|t| > 1) = 1 - 2 arctan(1) / pi = 1/2; 2: P(|t| > sqrt 2) = 1 - sqrt(2/4) =
        // 0.29289.
        assert_close(t_two_sided(1.0, 1.0).unwrap(), 0.5, 1e-13);
        assert_close(t_two_sided(2.0_f64.sqrt(), 2.0).unwrap(), 1.0 - 0.5_f64.sqrt(), 1e-13);
        assert_close(t_two_sided(0.0, 7.0).unwrap(), 1.0, 1e-13);
        assert_eq!(t_two_sided(f64::INFINITY, 7.0), Some(0.0));
        assert_eq!(t_two_sided(f64::NAN, 7.0), None);
    }

    #[test]
    fn paired_runs_give_all_four_verdicts() {
        let verdict = |a: &[f64], b: &[f64]| compare_all(&[(a, b)])[0].verdict;
        let a = [10.0, 20.0, 30.0, 40.0];
        assert_eq!(verdict(&a, &[11.0, 21.1, 30.9, 41.0]), PairedVerdict::Differ);
        assert_eq!(verdict(&a, &[9.0, 22.0, 29.0, 42.0]), PairedVerdict::Chance);
        assert_eq!(verdict(&a, &a), PairedVerdict::Same);
        assert_eq!(verdict(&[1.0], &[2.0]), PairedVerdict::TooFew);
    }

    #[test]
    fn interval_by_hand() {
        // 10, 12, 14: mean 12, s = 2, n = 3: 4.30265 * 2 / sqrt 3 = 4.9683.
        let interval = Interval::of_95(&[10.0, 12.0, 14.0]).unwrap();
        assert_close(interval.mean, 12.0, 1e-15);
        assert_close(interval.half_width.unwrap(), 4.968_275, 1e-6);
        assert!(interval.excludes(7.0) && !interval.excludes(7.1) && interval.excludes(17.0));
        let single = Interval::of_95(&[3.0]).unwrap();
        assert_eq!((single.half_width, single.samples, single.excludes(100.0)), (None, 1, false));
        assert_eq!(Interval::of_95(&[]), None);
        assert_eq!(Interval::of_95(&[1.0, f64::NAN]), None);
    }

    #[test]
    fn pairs_detect_a_difference_that_independent_sets_hide() {
        // Seeds differ by 100, the settings by 1 +- 0.1: differences 1.0, 1.1, 0.9, mean 1, s = 0.1,
        // half width 4.30265 * 0.1 / sqrt 3 = 0.2484.
        let (a, b) = ([101.0, 201.1, 300.9], [100.0, 200.0, 300.0]);
        let paired = Interval::of_paired_differences(&a, &b, 0.95).unwrap();
        assert_close(paired.mean, 1.0, 1e-12);
        assert_close(paired.half_width.unwrap(), 0.248_414, 1e-5);
        assert!(paired.excludes(0.0));
        assert!(Welch::compare(&a, &b).unwrap().p_value >= 0.05);
        assert_eq!(Interval::of_paired_differences(&a, &b[..2], 0.95), None);
    }

    #[test]
    fn welch_by_hand() {
        // a: 10, 12, 14: s^2 = 4, error 4/3. b: 1, 2, 3: s^2 = 1, error 1/3. t = 10 / sqrt(5/3) = 7.746,
        // dof = (5/3)^2 / ((16/9)/2 + (1/9)/2) = (25/9) / (17/18) = 50/17 = 2.941.
        let test = Welch::compare(&[10.0, 12.0, 14.0], &[1.0, 2.0, 3.0]).unwrap();
        assert_close(test.difference, 10.0, 1e-15);
        assert_close(test.dof, 50.0 / 17.0, 1e-14);
        // For t^2 = 60 the p-value is 1 - sqrt(60/62) = 0.01626 with 2 degrees of freedom and about 0.0045
        // with 3.
        assert!(test.p_value > 0.0045 && test.p_value < 0.0163, "{}", test.p_value);
        assert!(test.p_value < 0.05);
        // Equal spread and size: dof = n1 + n2 - 2.
        assert_close(Welch::compare(&[1.0, 3.0], &[2.0, 4.0]).unwrap().dof, 2.0, 1e-14);
        assert!(Welch::compare(&[1.0, 3.0], &[2.0, 4.0]).unwrap().p_value >= 0.05);
    }

    #[test]
    fn welch_with_constant_sets_or_too_few_samples() {
        assert_close(Welch::compare(&[1.0, 1.0], &[2.0, 2.0]).unwrap().p_value, 0.0, 1e-15);
        assert_close(Welch::compare(&[1.0, 1.0], &[1.0, 1.0]).unwrap().p_value, 1.0, 1e-15);
        assert_eq!(Welch::compare(&[1.0], &[1.0, 2.0]), None);
        assert_eq!(Welch::compare(&[1.0, f64::NAN], &[1.0, 2.0]), None);
    }

    proptest! {
        #[test]
        fn the_quantile_is_the_inverse_of_the_tail_probability(confidence in 0.01..0.999_f64, dof in 0.5..500.0_f64) {
            let t = t_quantile(confidence, dof).unwrap();
            prop_assert!((t_two_sided(t, dof).unwrap() - (1.0 - confidence)).abs() < 1e-10);
        }

        #[test]
        fn more_degrees_of_freedom_narrow_the_interval(confidence in 0.5..0.999_f64, a in 1.0..200.0_f64, b in 1.0..200.0_f64) {
            prop_assert!(t_quantile(confidence, a.min(b)).unwrap() >= t_quantile(confidence, a.max(b)).unwrap() - 1e-9);
        }

        #[test]
        fn the_p_value_does_not_depend_on_the_order_of_the_sets(a in prop::collection::vec(-1e3..1e3_f64, 2..9), b in prop::collection::vec(-1e3..1e3_f64, 2..9)) {
            let (ab, ba) = (Welch::compare(&a, &b).unwrap(), Welch::compare(&b, &a).unwrap());
            prop_assert!((ab.p_value - ba.p_value).abs() < 1e-12 && (0.0..=1.0).contains(&ab.p_value));
        }
    }
}
