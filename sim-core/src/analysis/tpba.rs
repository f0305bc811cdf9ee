//! Fairness over sampling periods, as Tobe, Tamura, Nishino and Tokuda compare TPBA with LDA and LDAF.
//!
//! Flows 1 and 2 are TCP, flow 3 adapts, flow 4 is a TCP that joins later. `R_i(j)` is flow i's rate over the sampling
//! period `[j S, (j+1) S)`; a slice holds one flow's rates by period. Any unit of rate, one unit throughout.

use super::{all_usable, positive, usable};
use crate::ground::math;

/// The criterion of [`settles`]: a rate has come to rest if it stays within a band.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestCriterion {
    /// Number of periods after the first one.
    pub periods: usize,
    /// The band's width, in the unit of the rates.
    pub band: f64,
}

impl RestCriterion {
    /// 20 kb/s over periods n - 10 to n, for rates in bit/s.
    pub const DEFAULT: Self = Self { periods: 10, band: 20_000.0 };
}

/// Rates by sampling period, `R(j) = 8 (B((j+1) S) - B(j S)) / S`, from the bytes `B(j S)` received until each
/// period's beginning; one more value closes the last period. In bit/s. `None` unless `period` is above 0.
#[must_use]
pub fn period_rates(received_bytes: &[u64], period: f64) -> Option<Vec<f64>> {
    positive(period).then(|| {
        received_bytes.windows(2).map(|two| 8.0 * two[1].saturating_sub(two[0]) as f64 / period).collect()
    })
}

/// Index of the last sampling period before a time: `time / S - 1`, 199 for 200 s and 1 s.
#[must_use]
pub fn last_period_before(time: f64, period: f64) -> Option<usize> {
    let periods = math::floor(time / period + 1e-9);
    (positive(period) && (1.0..=f64::from(u32::MAX)).contains(&periods)).then(|| periods as usize - 1)
}

/// First period from `from` on in which `flow` is at least as fast as one of the two TCP flows.
#[must_use]
pub fn first_crossing(flow: &[f64], tcp: [&[f64]; 2], from: usize) -> Option<usize> {
    let count = flow.len().min(tcp[0].len()).min(tcp[1].len());
    (from..count).find(|&j| flow[j] >= tcp[0][j] || flow[j] >= tcp[1][j])
}

/// First period `n` with the flow's rates over `n - periods ..= n` all within the band.
#[must_use]
pub fn settles(flow: &[f64], rest: RestCriterion) -> Option<usize> {
    let windows = flow.windows(rest.periods.checked_add(1)?);
    windows
        .into_iter()
        .position(|window| spread(window).is_some_and(|s| s < rest.band))
        .map(|start| start + rest.periods)
}

/// `n_cross`: the first period in which flow 3 catches up with one of the TCP flows, or, if it never does, in which it
/// has come to rest. [`first_crossing`] tests only whether it crosses.
#[must_use]
pub fn n_cross(flow3: &[f64], tcp: [&[f64]; 2], rest: RestCriterion) -> Option<usize> {
    first_crossing(flow3, tcp, 0).or_else(|| settles(flow3, rest))
}

/// `n_join`: the first period from the joining time on in which flow 4 catches up with one of the TCP flows.
#[must_use]
pub fn n_join(flow4: &[f64], tcp: [&[f64]; 2], joined: f64, period: f64) -> Option<usize> {
    let first = math::ceil(joined / period - 1e-9);
    let known = positive(period) && usable(joined) && first <= f64::from(u32::MAX);
    if known { first_crossing(flow4, tcp, first.max(0.0) as usize) } else { None }
}

/// `delta R_intra`: the largest swing of any one flow, the maximum over flows of max - min of its rates over the
/// periods `from ..= to`.
#[must_use]
pub fn intra_difference(flows: &[&[f64]], from: usize, to: usize) -> Option<f64> {
    over_periods(flows, from, to, spread)?.into_iter().reduce(f64::max)
}

/// `delta R_ave`: the largest difference between two flows' mean rates over the periods `from ..= to`; with
/// `n_cross ..= n_change` it is `delta R_ave1`, with `n_join ..= n_final` and flow 4 it is `delta R_ave2`.
#[must_use]
pub fn average_difference(flows: &[&[f64]], from: usize, to: usize) -> Option<f64> {
    spread(&over_periods(flows, from, to, super::descriptive::mean)?)
}

/// Applies `measure` to the rates of each flow in `from ..= to`. `None` if a flow does not have these periods.
fn over_periods(
    flows: &[&[f64]],
    from: usize,
    to: usize,
    measure: fn(&[f64]) -> Option<f64>,
) -> Option<Vec<f64>> {
    flows.iter().map(|rates| rates.get(from..to.checked_add(1)?).and_then(measure)).collect()
}

/// Largest minus smallest; undefined for no values or for values that are no rates.
fn spread(values: &[f64]) -> Option<f64> {
    let (least, most) =
        values.iter().fold((f64::MAX, 0.0), |(least, most): (f64, f64), &x| (least.min(x), most.max(x)));
    (!values.is_empty() && all_usable(values)).then_some(most - least)
}

/// How long a flow needs to reach its new share after another flow has started or ended (`T_pr`, `T_pi`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response {
    /// Width of the rate bins in seconds; they begin at time 0.
    pub bin: f64,
    /// Maximum deviation of a rate from the share, as a fraction of the share.
    pub tolerance: f64,
    /// Number of successive bins that must be within the tolerance.
    pub bins: usize,
}

impl Response {
    /// Three successive 400-ms rates within 10 %.
    pub const DEFAULT: Self = Self { bin: 0.4, tolerance: 0.1, bins: 3 };

    /// Time from `counted_from` to the end of the first bin of `bins` successive bins within the tolerance of `share`.
    ///
    /// `counted_from` is the time of the event, or the start of the flow's next probing if that is later: between probings
    /// the flow cannot notice the event. `None` if the share is never reached.
    #[must_use]
    pub fn time(&self, rates: &[f64], counted_from: f64, share: f64) -> Option<f64> {
        let first = math::ceil(counted_from / self.bin - 1e-9);
        let known = positive(self.bin) && positive(share) && self.bins > 0 && first <= f64::from(u32::MAX);
        if !known {
            return None;
        }
        let first = first.max(0.0) as usize;
        let near = |rate: &f64| (rate - share).abs() <= self.tolerance * share;
        let stable = rates.get(first..)?.windows(self.bins).position(|run| run.iter().all(near))?;
        Some((first + stable + 1) as f64 * self.bin - counted_from)
    }
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn periods_by_hand() {
        // 0, 1000, 1500 byte at 0, 1, 2 s: 8 and 4 kb/s.
        assert_eq!(period_rates(&[0, 1000, 1500], 1.0), Some(vec![8000.0, 4000.0]));
        assert_eq!(period_rates(&[0, 1000], 0.0), None);
        assert_eq!(period_rates(&[], 1.0), Some(vec![]));
        // n_change = 200/1 - 1, n_final = 300/1 - 1; with S = 0.4 s: 500 - 1.
        assert_eq!(last_period_before(200.0, 1.0), Some(199));
        assert_eq!(last_period_before(300.0, 1.0), Some(299));
        assert_eq!(last_period_before(200.0, 0.4), Some(499));
        assert_eq!(last_period_before(0.5, 1.0), None);
        assert_eq!(last_period_before(f64::NAN, 1.0), None);
    }

    #[test]
    fn crossing_by_hand() {
        let (r1, r2) = ([500.0; 5], [450.0, 450.0, 450.0, 300.0, 450.0]);
        let r3 = [100.0, 200.0, 299.0, 300.0, 310.0];
        // Equal counts: 300 >= 300 in period 3.
        assert_eq!(n_cross(&r3, [&r1, &r2], RestCriterion::DEFAULT), Some(3));
        assert_eq!(n_join(&r3, [&r1, &r2], 3.0, 1.0), Some(3));
        assert_eq!(n_join(&r3, [&r1, &r2], 3.5, 1.0), None);
        assert_eq!(n_join(&r3, [&r1, &r2], f64::NAN, 1.0), None);
    }

    #[test]
    fn a_flow_that_never_crosses_comes_to_rest() {
        // 10 kb/s more per period up to 150: periods 5..=15 hold 60..150, 150: a band below 20 first when the lowest is
        // above 130: periods 13..=23 hold 140..150.
        let r3: Vec<f64> = (0..40).map(|j| (10.0 * f64::from(j + 1)).min(150.0) * 1000.0).collect();
        let tcp = vec![400_000.0; 40];
        assert_eq!(first_crossing(&r3, [&tcp, &tcp], 0), None);
        assert_eq!(n_cross(&r3, [&tcp, &tcp], RestCriterion::DEFAULT), Some(23));
        // Always swinging by 30 kb/s: neither.
        let swinging: Vec<f64> = (0..40).map(|j| 100_000.0 + 30_000.0 * f64::from(j % 2)).collect();
        assert_eq!(n_cross(&swinging, [&tcp, &tcp], RestCriterion::DEFAULT), None);
        assert_eq!(settles(&[1.0; 10], RestCriterion::DEFAULT), None, "eleven periods are needed");
        assert_eq!(settles(&[], RestCriterion { periods: usize::MAX, band: 1.0 }), None);
    }

    #[test]
    fn differences_by_hand() {
        let (a, b, c) = ([9.0, 500.0, 540.0, 520.0], [9.0, 480.0, 500.0, 460.0], [9.0, 100.0, 200.0, 150.0]);
        // Swings over periods 1..=3: 40, 40, 100. Means: 520, 480, 150; the furthest pair is 370 apart.
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
        // Share 400; within 10 % is 360..440. Bins of 0.4 s: bin 2 alone is near, then 4, 5, 6.
        let rates = [600.0, 550.0, 400.0, 300.0, 380.0, 440.0, 360.0, 100.0];
        // From 0.5 s: the first of three near bins is bin 4, which ends at 2.0 s.
        assert_close(Response::DEFAULT.time(&rates, 0.5, 400.0).unwrap(), 1.5, 1e-12);
        // At the beginning of bin 4 the answer is the bin itself.
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
        fn means_are_never_further_apart_than_the_rates(a in prop::collection::vec(0.0..1e6_f64, 12), b in prop::collection::vec(0.0..1e6_f64, 12)) {
            let all: Vec<f64> = a.iter().chain(&b).copied().collect();
            prop_assert!(average_difference(&[&a, &b], 0, 11).unwrap() <= spread(&all).unwrap() + 1e-6);
        }
    }
}
