//! How full a buffer was, as shares of time in tenths of its limit.
//!
//! Follows Sisalem and Wolisz 2000, fig. 4: shares of time with q/B in [0, 0.1), [0.1, 0.2), ... [0.9, 1].

/// Time-weighted histogram of q/B in ten bins. Queue and limit are in the same unit, packets or bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OccupancyShares {
    nanoseconds: [u128; 10],
}

impl OccupancyShares {
    /// Takes note that the queue stayed at `queued` of `limit` for a while. The limit may change from call to call; a
    /// queue above it counts as full, and a buffer without room as empty.
    pub fn add(&mut self, queued: u64, limit: u64, duration_ns: u64) {
        let tenth = (u128::from(queued) * 10).checked_div(u128::from(limit)).unwrap_or(0).min(9);
        self.nanoseconds[tenth as usize] += u128::from(duration_ns);
    }

    /// Adds another histogram's time.
    pub fn merge(&mut self, other: &Self) {
        self.nanoseconds.iter_mut().zip(other.nanoseconds).for_each(|(mine, theirs)| *mine += theirs);
    }

    /// The ten shares, which sum to 1; undefined before any time has passed.
    #[must_use]
    pub fn shares(&self) -> Option<[f64; 10]> {
        let total: u128 = self.nanoseconds.iter().sum();
        (total > 0).then(|| self.nanoseconds.map(|ns| ns as f64 / total as f64))
    }

    /// Share of time with at least `tenths` tenths of the buffer taken, for example 9 for P(q >= 0.9 B).
    #[must_use]
    pub fn share_from(&self, tenths: usize) -> Option<f64> {
        let total: u128 = self.nanoseconds.iter().sum();
        let above: u128 = self.nanoseconds.iter().skip(tenths).sum();
        (total > 0).then(|| above as f64 / total as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn bins_by_hand() {
        let mut shares = OccupancyShares::default();
        assert_eq!((shares.shares(), shares.share_from(9)), (None, None));
        // Limit 125: 12 packets are 0.096, 13 are 0.104, 112 are 0.896, 113 are 0.904, 125 are 1.
        for (queued, ms) in [(0, 300), (12, 100), (13, 200), (112, 100), (113, 200), (125, 100)] {
            shares.add(queued, 125, ms * 1_000_000);
        }
        let expected = [0.4, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.1, 0.3];
        for (actual, expected) in shares.shares().unwrap().into_iter().zip(expected) {
            assert_close(actual, expected, 1e-15);
        }
        assert_close(shares.share_from(9).unwrap(), 0.3, 1e-15);
        assert_close(shares.share_from(8).unwrap(), 0.4, 1e-15);
        assert_close(shares.share_from(10).unwrap(), 0.0, 1e-15);
    }

    #[test]
    fn a_tenth_belongs_to_the_bin_above_it() {
        for limit in [10, 100, 1_000_000_007_u64] {
            for tenth in 0..10_u64 {
                let mut shares = OccupancyShares::default();
                shares.add((limit * tenth).div_ceil(10), limit, 1);
                assert_eq!(shares.share_from(tenth as usize), Some(1.0), "{tenth} of {limit}");
                assert_eq!(shares.share_from(tenth as usize + 1), Some(0.0), "{tenth} of {limit}");
            }
        }
    }

    #[test]
    fn odd_limits_are_defined() {
        let mut shares = OccupancyShares::default();
        shares.add(5, 0, 1); // no buffer at all
        shares.add(u64::MAX, 1, 1); // the limit was lowered below the queue
        assert_eq!(shares.share_from(9), Some(0.5));
        assert_eq!(shares.share_from(1), Some(0.5));
    }

    proptest! {
        #[test]
        fn shares_sum_to_one(samples in prop::collection::vec((0..2_000_u64, 1..1_500_u64, 1..u64::MAX), 1..50)) {
            let (mut whole, mut left, mut right) = <(OccupancyShares, OccupancyShares, OccupancyShares)>::default();
            for (i, &(queued, limit, ns)) in samples.iter().enumerate() {
                whole.add(queued, limit, ns);
                if i % 2 == 0 { left.add(queued, limit, ns) } else { right.add(queued, limit, ns) }
            }
            assert_close(whole.shares().unwrap().iter().sum(), 1.0, 1e-12);
            left.merge(&right);
            prop_assert_eq!(left, whole);
        }
    }
}
