//! Smoothness of a flow: coefficient of variation over time bins (Nishantha and Hayashida 2009).

use super::{all_non_negative, descriptive, is_non_negative};

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

/// Merges each `factor` bins into a wider bin with their mean rate. Bins at the end that do not fill a wider
/// bin are dropped.
#[must_use]
pub fn widen_bins(rates: &[f64], factor: usize) -> Vec<f64> {
    rates.chunks_exact(factor.max(1)).map(|bins| bins.iter().sum::<f64>() / bins.len() as f64).collect()
}

/// Fraction of the values that differ from `centre` by at most `fraction * centre`. Example: bins within 30 %
/// of the mean.
#[must_use]
pub fn share_within(values: &[f64], centre: f64, fraction: f64) -> Option<f64> {
    let number = values.iter().filter(|&&x| (x - centre).abs() <= fraction * centre.abs()).count();
    (!values.is_empty() && values.iter().all(|x| x.is_finite())).then(|| number as f64 / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn cov_by_hand() {
        // 8 and 12 have mean 10 and population deviation 2: 0.2. With the sample deviation, the result would
        // be 0.283.
        assert_close(cov(&[8.0, 12.0]).unwrap(), 0.2, 1e-15);
        assert_close(cov(&[5.0, 5.0, 5.0]).unwrap(), 0.0, 1e-15);
        // Only one of four bins is not zero: mean 1, squared deviations 9 + 3 = 12, sqrt(12/4) = sqrt 3.
        assert_close(cov(&[4.0, 0.0, 0.0, 0.0]).unwrap(), 3.0_f64.sqrt(), 1e-15);
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
        assert_eq!(share_within(&[], 10.0, 0.3), None);
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
