//! Metrics of fairness at a bottleneck: Jain's index, friendliness towards TCP, and the throughput-based
//! fairness index (TFI).
//!
//! Follows Jain, Chiu and Hawe 1984 (index), Sisalem and Wolisz 2000 (friendliness F), Choi and Handley 2007
//! (theta), Bangolae, Jayasumana and Chandrasekar 2002 (TFI) and Nishantha and Hayashida 2009 (TCP ratio).

use super::{all_non_negative, descriptive, is_non_negative, is_positive, limit_to_finite};

/// Jain's fairness index, `(sum x)^2 / (n sum x^2)`: 1 if all rates are equal, `1/n` if one flow has the
/// whole rate (Jain, Chiu and Hawe 1984).
///
/// Pass only flows that have started. The index is undefined for no flows, for values that are not rates, and
/// if all rates are zero, because a time without traffic contains no information on fairness.
#[must_use]
pub fn jain(rates: &[f64]) -> Option<f64> {
    if !all_non_negative(rates) {
        return None;
    }
    let largest = rates.iter().copied().fold(0.0, f64::max);
    if largest <= 0.0 {
        return None;
    }
    // Division by the largest rate prevents overflow and underflow of the squares.
    let (sum, squares) = rates.iter().fold((0.0, 0.0), |(sum, squares), x| {
        let share = x / largest;
        (sum + share, squares + share * share)
    });
    Some((sum * sum / (rates.len() as f64 * squares)).min(1.0))
}

/// Friendliness `F` = mean goodput of the adaptive flows / mean goodput of the long-lived TCP flows
/// (Sisalem and Wolisz 2000, eq. 12). 1 is ideal. Above 1, the adaptive flows get more
/// than the TCP flows.
#[must_use]
pub fn friendliness(adaptive: &[f64], tcp: &[f64]) -> Option<f64> {
    if !all_non_negative(adaptive) || !all_non_negative(tcp) {
        return None;
    }
    let tcp_mean = descriptive::mean(tcp)?;
    let ratio = descriptive::mean(adaptive)? / tcp_mean;
    is_non_negative(ratio).then_some(ratio)
}

/// Average of ratios such as `F` over runs: the geometric mean, so that 2 and 1/2 average to 1.
///
/// Undefined if there are no ratios, or if a ratio is not above zero.
#[must_use]
pub fn mean_ratio(ratios: &[f64]) -> Option<f64> {
    if !ratios.iter().all(|&r| is_positive(r)) {
        return None;
    }
    let logs: Vec<f64> = ratios.iter().map(|&r| crate::ground::math::ln(r)).collect();
    descriptive::mean(&logs).map(|mean| limit_to_finite(crate::ground::math::exp(mean)))
}

/// TCP's share `theta` = sum of TCP rates / sum of all rates (Choi and Handley 2007, eq. 3). 0.5 is fair for
/// equal numbers of TCP flows and other flows; 0 means that TCP starves.
#[must_use]
pub fn theta(tcp: &[f64], other: &[f64]) -> Option<f64> {
    if !all_non_negative(tcp) || !all_non_negative(other) {
        return None;
    }
    let tcp_sum: f64 = tcp.iter().sum();
    let share = tcp_sum / (tcp_sum + other.iter().sum::<f64>());
    is_non_negative(share).then(|| share.min(1.0))
}

/// TCP ratio `rho` = sum of TCP rates / sum of TCP-friendly rates (Nishantha and Hayashida 2009) =
/// `theta / (1 - theta)`.
#[must_use]
pub fn tcp_ratio(tcp: &[f64], friendly: &[f64]) -> Option<f64> {
    if !all_non_negative(tcp) || !all_non_negative(friendly) {
        return None;
    }
    let ratio = tcp.iter().sum::<f64>() / friendly.iter().sum::<f64>();
    is_non_negative(ratio).then_some(ratio)
}

/// Throughput-based fairness index: Jain's index of `z = x/y`, where `y` is the rate of the flow if it is
/// alone on the path (Bangolae and others 2002, eq. 8). If all `y` are equal, the TFI is Jain's index of the
/// rates.
///
/// Undefined if the lists differ in length or a solo rate is not above zero.
#[must_use]
pub fn tfi(rates: &[f64], solo_rates: &[f64]) -> Option<f64> {
    if rates.len() != solo_rates.len() || !solo_rates.iter().all(|&y| is_positive(y)) {
        return None;
    }
    let relative: Vec<f64> = rates.iter().zip(solo_rates).map(|(x, y)| x / y).collect();
    jain(&relative)
}

/// Spread of the rates of several flows: sample standard deviation (divides by n - 1) of the flows' mean
/// rates in steady state (Sisalem and Wolisz 2000, table I). Callers average the result over several runs.
#[must_use]
pub fn rate_spread(mean_rates: &[f64]) -> Option<f64> {
    if all_non_negative(mean_rates) { descriptive::sample_deviation(mean_rates) } else { None }
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn jain_by_hand() {
        // (1200)^2 / (3 * 720000) = 1440000 / 2160000 = 2/3
        assert_close(jain(&[600.0, 600.0, 0.0]).unwrap(), 2.0 / 3.0, 1e-15);
        // (1200)^2 / (3 * (360000 + 2 * 90000)) = 1440000 / 1620000 = 8/9
        assert_close(jain(&[600.0, 300.0, 300.0]).unwrap(), 8.0 / 9.0, 1e-15);
        // (1200)^2 / (3 * (2 * 274576 + 23104)) = 1440000 / 1716768 = 0.83878
        assert_close(jain(&[524.0, 524.0, 152.0]).unwrap(), 1_440_000.0 / 1_716_768.0, 1e-14);
        // One of two flows has the whole rate: 1/2.
        assert_close(jain(&[0.0, 7.0]).unwrap(), 0.5, 1e-15);
        assert_close(jain(&[3.0]).unwrap(), 1.0, 1e-15);
    }

    #[test]
    fn jain_is_undefined_rather_than_zero_or_one() {
        for rates in [&[][..], &[0.0, 0.0], &[1.0, f64::NAN], &[1.0, f64::INFINITY], &[1.0, -1.0]] {
            assert_eq!(jain(rates), None, "{rates:?}");
        }
        // The squares of these rates would overflow or underflow.
        assert_close(jain(&[1e300, 1e300]).unwrap(), 1.0, 1e-15);
        assert_close(jain(&[1e-300, 0.0]).unwrap(), 0.5, 1e-15);
    }

    #[test]
    fn friendliness_by_hand() {
        // Means 4.5 and 5.4 kbyte/s: 0.8333 (Sisalem and Wolisz 2000, RAP comparison).
        assert_close(friendliness(&[4.0, 5.0], &[5.4]).unwrap(), 4.5 / 5.4, 1e-15);
        assert_eq!(friendliness(&[1.0], &[0.0]), None);
        assert_eq!(friendliness(&[], &[1.0]), None);
        assert_eq!(friendliness(&[0.0], &[1.0]), Some(0.0));
        // 2 and 1/2 are equally far from fair: sqrt(2 * 0.5) = 1.
        assert_close(mean_ratio(&[2.0, 0.5]).unwrap(), 1.0, 1e-15);
        assert_eq!(mean_ratio(&[0.0, 1.0]), None);
        assert_eq!(mean_ratio(&[]), None);
    }

    #[test]
    fn theta_by_hand() {
        for (ratio, expected) in [(1.0, 0.5), (9.0, 0.1), (2.0, 1.0 / 3.0)] {
            assert_close(theta(&[1.0, 1.0], &[ratio, ratio]).unwrap(), expected, 1e-15);
        }
        assert_eq!(theta(&[0.0], &[0.0]), None);
        assert_eq!(theta(&[0.0], &[5.0]), Some(0.0));
        // rho = theta / (1 - theta): 0.75 / 0.25 = 3.
        assert_close(tcp_ratio(&[1.0, 2.0], &[0.5, 0.5]).unwrap(), 3.0, 1e-15);
        assert_close(theta(&[1.0, 2.0], &[0.5, 0.5]).unwrap(), 0.75, 1e-15);
        assert_eq!(tcp_ratio(&[1.0], &[0.0]), None);
    }

    #[test]
    fn throughput_based_fairness_index_by_hand() {
        // B = 92, y = (92, 46): x = 92 * (2/3, 1/3) = (61.33, 30.67), z = (2/3, 2/3), so the TFI is 1.
        // Jain's index of x is 92^2 / (2 * (61.33^2 + 30.67^2)) = 1 / (2 * 5/9) = 0.9.
        let solo = [92.0, 46.0];
        let shares = [184.0 / 3.0, 92.0 / 3.0];
        assert_close(tfi(&shares, &solo).unwrap(), 1.0, 1e-14);
        assert_close(jain(&shares).unwrap(), 0.9, 1e-14);
        // The paper's table 1 with y = 92 for both and x2 = 92 - x1: 92^2 / (2 (x1^2 + x2^2)). 46: 1; 8: 8464
        // / (2 * 7120) = 0.5944; 17: 8464 / (2 * 5914) = 0.7156; 43: 8464 / (2 * 4250) = 0.99576.
        for (x1, expected) in [(46.0, 1.0), (8.0, 0.5944), (17.0, 0.7156), (43.0, 0.99576)] {
            assert_close(tfi(&[x1, 92.0 - x1], &[92.0, 92.0]).unwrap(), expected, 1e-4);
            assert_close(
                tfi(&[x1, 92.0 - x1], &[92.0, 92.0]).unwrap(),
                jain(&[x1, 92.0 - x1]).unwrap(),
                1e-9,
            );
        }
        assert_eq!(tfi(&[1.0], &[1.0, 1.0]), None);
        assert_eq!(tfi(&[1.0, 1.0], &[1.0, 0.0]), None);
    }

    #[test]
    fn spread_by_hand() {
        // 150, 154, 158: sqrt((16 + 0 + 16) / 2) = 4.
        assert_close(rate_spread(&[150.0, 154.0, 158.0]).unwrap(), 4.0, 1e-15);
        assert_eq!(rate_spread(&[150.0]), None);
    }

    proptest! {
        #[test]
        fn jain_lies_between_one_over_n_and_one(rates in prop::collection::vec(0.0..1e9_f64, 1..40)) {
            if let Some(f) = jain(&rates) {
                prop_assert!(f <= 1.0 && f >= 1.0 / rates.len() as f64 - 1e-12, "{f}");
            }
        }

        #[test]
        fn jain_does_not_depend_on_the_unit(rates in prop::collection::vec(1.0..1e6_f64, 1..20), unit in 1e-6..1e6_f64) {
            let scaled: Vec<f64> = rates.iter().map(|x| x * unit).collect();
            assert_close(jain(&scaled).unwrap(), jain(&rates).unwrap(), 1e-12);
        }
    }
}
