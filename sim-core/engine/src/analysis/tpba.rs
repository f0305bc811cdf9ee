//! Fairness over sampling periods, as Tobe, Tamura, Nishino and Tokuda compare TPBA with LDA and LDAF.
//!
//! Flows 1 and 2 use TCP, flow 3 is the adaptive flow under test, and flow 4 uses TCP and joins later.
//! `R_i(j)` is the rate of flow i over the sampling period `[j S, (j+1) S)`. A slice of rates contains the
//! rates of one flow by period. All rates must have the same unit.

use super::{all_non_negative, is_non_negative, is_positive};
use crate::ground::convert::whole;
use crate::ground::math;

/// The criterion of [`settling_period`]: a flow has settled if its rates stay within a band.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SettlingCriterion {
    /// Number of periods, in addition to the first period, over which the rates must stay within the band.
    pub periods: usize,
    /// The width of the band, in the unit of the rates. The difference of any two rates must be smaller.
    pub band: f64,
}

impl SettlingCriterion {
    /// A band of 20 kb/s over the periods n - 10 to n, for rates in bit/s.
    pub const DEFAULT: Self = Self { periods: 10, band: 20_000.0 };
}

/// First period, not before `from`, in which `flow` is at least as fast as one of the two TCP flows.
#[must_use]
pub fn first_crossing(flow: &[f64], tcp: [&[f64]; 2], from: usize) -> Option<usize> {
    let count = flow.len().min(tcp[0].len()).min(tcp[1].len());
    (from..count).find(|&j| flow[j] >= tcp[0][j] || flow[j] >= tcp[1][j])
}

/// First period `n` for which all of the flow's rates over the periods `n - periods ..= n` are within the
/// band. The search begins with period `from`.
#[must_use]
pub fn settling_period(flow: &[f64], criterion: SettlingCriterion, from: usize) -> Option<usize> {
    let windows = flow.get(from..)?.windows(criterion.periods.checked_add(1)?);
    windows
        .into_iter()
        .position(|window| spread(window).is_some_and(|s| s < criterion.band))
        .map(|start| from + start + criterion.periods)
}

/// `n_cross`: the first period, not before `from`, in which flow 3 is at least as fast as one of the TCP
/// flows. If there is no such period, the first period, not before `from`, in which flow 3 has settled.
/// `from` must be the first period in which all three flows send: any rate is at least that of a flow that
/// has not started.
#[must_use]
pub fn n_cross(flow3: &[f64], tcp: [&[f64]; 2], from: usize, criterion: SettlingCriterion) -> Option<usize> {
    first_crossing(flow3, tcp, from).or_else(|| settling_period(flow3, criterion, from))
}

/// `n_join`: the first period, among those that start at the time `joined` or later, in which flow 4 is at
/// least as fast as one of the TCP flows.
#[must_use]
pub fn n_join(flow4: &[f64], tcp: [&[f64]; 2], joined: f64, period: f64) -> Option<usize> {
    let first = math::ceil(joined / period - 1e-9);
    let is_valid = is_positive(period) && is_non_negative(joined) && first <= f64::from(u32::MAX);
    if is_valid { first_crossing(flow4, tcp, whole::<usize>(first.max(0.0))) } else { None }
}

/// `delta R_intra`: the largest difference between the largest and the smallest rate of one flow over the
/// periods `from ..= to`.
#[must_use]
pub fn intra_difference(flows: &[&[f64]], from: usize, to: usize) -> Option<f64> {
    over_periods(flows, from, to, spread)?.into_iter().reduce(f64::max)
}

/// `delta R_ave`: the largest difference between two flows' mean rates over the periods `from ..= to`. It is
/// `delta R_ave1` for the periods `n_cross ..= n_change`, and `delta R_ave2` for the periods
/// `n_join ..= n_final` with flow 4.
#[must_use]
pub fn average_difference(flows: &[&[f64]], from: usize, to: usize) -> Option<f64> {
    spread(&over_periods(flows, from, to, super::descriptive::mean)?)
}

/// Applies `measure` to the rates of each flow over the periods `from ..= to`. `None` if a flow does not have
/// these periods, or if `measure` returns `None`.
fn over_periods(
    flows: &[&[f64]],
    from: usize,
    to: usize,
    measure: fn(&[f64]) -> Option<f64>,
) -> Option<Vec<f64>> {
    flows.iter().map(|rates| rates.get(from..to.checked_add(1)?).and_then(measure)).collect()
}

/// Largest minus smallest value; undefined for no values or for values that are not rates.
fn spread(values: &[f64]) -> Option<f64> {
    let (min, max) =
        values.iter().fold((f64::MAX, 0.0), |(min, max): (f64, f64), &x| (min.min(x), max.max(x)));
    (!values.is_empty() && all_non_negative(values)).then_some(max - min)
}

/// The criterion for the time that a flow needs to reach its new share after another flow has started or
/// ended (`T_pr`, `T_pi`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response {
    /// Width of the rate bins in seconds. The first bin begins at time 0.
    pub bin: f64,
    /// Maximum deviation of a rate from the share, as a fraction of the share.
    pub tolerance: f64,
    /// Number of successive bins that must be within the tolerance.
    pub bins: usize,
}

impl Response {
    /// Three successive bins of 400 ms within 10 % of the share.
    pub const DEFAULT: Self = Self { bin: 0.4, tolerance: 0.1, bins: 3 };

    /// Time in seconds from `counted_from` to the end of the first of `bins` successive bins with rates
    /// within the tolerance of `share`. `None` if there are no such bins.
    ///
    /// `counted_from` is the time of the event. If the flow is not probing at this time, it is the start of
    /// its next probing period, because the flow cannot detect the event earlier.
    #[must_use]
    pub fn time(&self, rates: &[f64], counted_from: f64, share: f64) -> Option<f64> {
        let first = math::ceil(counted_from / self.bin - 1e-9);
        let is_valid =
            is_positive(self.bin) && is_positive(share) && self.bins > 0 && first <= f64::from(u32::MAX);
        if !is_valid {
            return None;
        }
        let first = whole::<usize>(first.max(0.0));
        let is_near = |rate: &f64| (rate - share).abs() <= self.tolerance * share;
        let skipped = rates.get(first..)?.windows(self.bins).position(|bins| bins.iter().all(is_near))?;
        Some((first + skipped + 1) as f64 * self.bin - counted_from)
    }
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn crossing_by_hand() {
        let (r1, r2) = ([500.0; 5], [450.0, 450.0, 450.0, 300.0, 450.0]);
        let r3 = [100.0, 200.0, 299.0, 300.0, 310.0];
        // An equal rate counts as a crossing: 300 >= 300 in period 3.
        assert_eq!(n_cross(&r3, [&r1, &r2], 0, SettlingCriterion::DEFAULT), Some(3));
        assert_eq!(n_join(&r3, [&r1, &r2], 3.0, 1.0), Some(3));
        assert_eq!(n_join(&r3, [&r1, &r2], 3.5, 1.0), None);
        assert_eq!(n_join(&r3, [&r1, &r2], f64::NAN, 1.0), None);
    }

    #[test]
    fn n_cross_is_the_settling_period_of_a_flow_that_never_crosses() {
        // The rate rises by 10 kb/s per period up to 150 kb/s. The difference of the rates must be less than
        // 20 kb/s, so all eleven rates must be 140 or 150 kb/s. This is first so in the periods 13 to 23.
        let r3: Vec<f64> = (0..40).map(|j| (10.0 * f64::from(j + 1)).min(150.0) * 1000.0).collect();
        let tcp = vec![400_000.0; 40];
        assert_eq!(first_crossing(&r3, [&tcp, &tcp], 0), None);
        assert_eq!(n_cross(&r3, [&tcp, &tcp], 0, SettlingCriterion::DEFAULT), Some(23));
        // A rate that alternates by 30 kb/s neither crosses nor settles.
        let alternating: Vec<f64> = (0..40).map(|j| 100_000.0 + 30_000.0 * f64::from(j % 2)).collect();
        assert_eq!(n_cross(&alternating, [&tcp, &tcp], 0, SettlingCriterion::DEFAULT), None);
        assert_eq!(
            settling_period(&[1.0; 10], SettlingCriterion::DEFAULT, 0),
            None,
            "eleven periods are needed"
        );
        assert_eq!(settling_period(&[], SettlingCriterion { periods: usize::MAX, band: 1.0 }, 0), None);
    }

    #[test]
    fn n_cross_ignores_the_periods_before_the_tcp_flows_start() {
        // The TCP flows start in period 1. Flow 3 never reaches their rate, and its rates are constant from
        // period 2 on.
        let mut tcp = vec![500_000.0; 30];
        tcp[0] = 0.0;
        let mut r3 = vec![150_000.0; 30];
        (r3[0], r3[1]) = (10_000.0, 50_000.0);
        assert_eq!(
            n_cross(&r3, [&tcp, &tcp], 0, SettlingCriterion::DEFAULT),
            Some(0),
            "10 kb/s and a flow that has not started"
        );
        assert_eq!(n_cross(&r3, [&tcp, &tcp], 1, SettlingCriterion::DEFAULT), Some(12));
        // Constant rates before `from` do not count: eleven periods from period 5 on end with period 15.
        assert_eq!(settling_period(&r3, SettlingCriterion::DEFAULT, 5), Some(15));
        assert_eq!(settling_period(&r3, SettlingCriterion::DEFAULT, 31), None);
    }

    #[test]
    fn differences_by_hand() {
        let (a, b, c) = ([9.0, 500.0, 540.0, 520.0], [9.0, 480.0, 500.0, 460.0], [9.0, 100.0, 200.0, 150.0]);
        // Largest minus smallest rate over the periods 1 to 3: 40, 40, 100. Means: 520, 480, 150, which
        // differ by up to 370.
        assert_close(intra_difference(&[&a, &b, &c], 1, 3).unwrap(), 100.0, 1e-15);
        assert_close(average_difference(&[&a, &b, &c], 1, 3).unwrap(), 370.0, 1e-15);
        assert_close(average_difference(&[&a, &b], 2, 2).unwrap(), 40.0, 1e-15);
        for (from, to) in [(1, 4), (3, 2), (0, usize::MAX)] {
            assert_eq!(intra_difference(&[&a], from, to), None);
        }
        assert_eq!(average_difference(&[], 0, 0), None);
        assert_eq!(intra_difference(&[&[f64::NAN]], 0, 0), None);
    }

    #[test]
    fn response_by_hand() {
        // Rates within 10 % of a share of 400 are 360 to 440. In bins of 0.4 s, these are bin 2 and bins 4, 5
        // and 6.
        let rates = [600.0, 550.0, 400.0, 300.0, 380.0, 440.0, 360.0, 100.0];
        // From 0.5 s, the first of three such bins in a row is bin 4, which ends at 2.0 s.
        assert_close(Response::DEFAULT.time(&rates, 0.5, 400.0).unwrap(), 1.5, 1e-12);
        // From the start of bin 4 at 1.6 s, the time is the width of this bin.
        assert_close(Response::DEFAULT.time(&rates, 1.6, 400.0).unwrap(), 0.4, 1e-12);
        assert_eq!(Response::DEFAULT.time(&rates, 2.0, 400.0), None);
        assert_eq!(Response::DEFAULT.time(&rates, 100.0, 400.0), None);
        assert_eq!(Response::DEFAULT.time(&rates, f64::NAN, 400.0), None);
        assert_eq!(Response::DEFAULT.time(&rates, 0.0, 0.0), None);
    }

    proptest! {
        #[test]
        fn differences_do_not_depend_on_the_order_of_flows(a in prop::collection::vec(0.0..1e6_f64, 12), b in prop::collection::vec(0.0..1e6_f64, 12), from in 0..12_usize) {
            prop_assert_eq!(average_difference(&[&a, &b], from, 11), average_difference(&[&b, &a], from, 11));
            prop_assert_eq!(intra_difference(&[&a, &b], from, 11), intra_difference(&[&b, &a], from, 11));
        }

        #[test]
        fn the_difference_of_means_is_at_most_the_difference_of_all_rates(a in prop::collection::vec(0.0..1e6_f64, 12), b in prop::collection::vec(0.0..1e6_f64, 12)) {
            let all: Vec<f64> = a.iter().chain(&b).copied().collect();
            prop_assert!(average_difference(&[&a, &b], 0, 11).unwrap() <= spread(&all).unwrap() + 1e-6);
        }
    }
}
