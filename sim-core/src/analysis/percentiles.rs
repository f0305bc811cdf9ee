//! Percentiles of delays over a whole run in bounded memory: a log-linear histogram of nanoseconds.
//!
//! Every power of two is cut into 128 equal buckets, as in HdrHistogram (Tene 2012), so a percentile is off by at most
//! [`RELATIVE_ERROR`] and values below 256 are exact. Adding takes a shift and an increment, no division or logarithm.

use super::bounded;

/// Powers of two are cut into 2 to this power.
const BITS: u32 = 7;
/// Buckets per power of two.
const BUCKETS: usize = 1 << BITS;

/// A percentile differs from the true value by at most this share of it: half a bucket's width.
pub const RELATIVE_ERROR: f64 = 1.0 / (2 * BUCKETS) as f64;

/// Histogram of values such as a queue delay in nanoseconds; each value can carry a weight, such as the time it held.
///
/// Only the powers of two between the smallest and the largest value take memory: 1 KiB each, 58 KiB at the very most.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// Weights of the buckets from `first` on. `first` and the length are multiples of `BUCKETS`.
    weights: Vec<u64>,
    first: usize,
    weight: u64,
    sum: u128,
    min: u64,
    max: u64,
}

/// The bucket of a value: its highest eight bits, counted on through the powers of two.
fn bucket(value: u64) -> usize {
    let shift = (u64::BITS - 1 - BITS).saturating_sub(value.leading_zeros());
    ((shift as usize) << BITS) + (value >> shift) as usize
}

/// The middle of a bucket's values.
fn middle(bucket: usize) -> u64 {
    if bucket < 2 * BUCKETS {
        return bucket as u64;
    }
    let shift = (bucket >> BITS) - 1;
    let low = ((bucket - (shift << BITS)) as u64) << shift;
    low + (1 << (shift - 1))
}

impl Histogram {
    /// Adds one value.
    #[inline]
    pub fn add(&mut self, value: u64) {
        let place = bucket(value).wrapping_sub(self.first);
        match self.weights.get_mut(place) {
            Some(weight) if self.weight > 0 => {
                *weight += 1;
                self.weight += 1;
                self.sum += u128::from(value);
                self.min = self.min.min(value);
                self.max = self.max.max(value);
            }
            _ => self.add_weighted(value, 1),
        }
    }

    /// Adds a value that counts `weight` times, for example a queue length and how many nanoseconds it lasted.
    #[inline]
    pub fn add_weighted(&mut self, value: u64, weight: u64) {
        if weight == 0 {
            return;
        }
        let place = bucket(value).wrapping_sub(self.first);
        if place >= self.weights.len() {
            self.make_room(bucket(value));
            return self.add_weighted(value, weight);
        }
        self.weights[place] = self.weights[place].saturating_add(weight);
        (self.min, self.max) =
            if self.weight == 0 { (value, value) } else { (self.min.min(value), self.max.max(value)) };
        self.weight = self.weight.saturating_add(weight);
        self.sum = self.sum.saturating_add(u128::from(value) * u128::from(weight));
    }

    /// Extends the buckets by whole powers of two until `bucket` is among them.
    #[cold]
    fn make_room(&mut self, bucket: usize) {
        let low = bucket & !(BUCKETS - 1);
        if self.weights.is_empty() {
            self.first = low;
        }
        if low < self.first {
            let more = self.first - low;
            self.weights.splice(0..0, std::iter::repeat_n(0, more));
            self.first = low;
        }
        let needed = low + BUCKETS - self.first;
        if needed > self.weights.len() {
            self.weights.resize(needed, 0);
        }
    }

    /// Adds another histogram's values.
    pub fn merge(&mut self, other: &Self) {
        if other.weight == 0 {
            return;
        }
        self.make_room(other.first);
        self.make_room(other.first + other.weights.len() - 1);
        let shift = other.first - self.first;
        for (mine, theirs) in self.weights[shift..].iter_mut().zip(&other.weights) {
            *mine = mine.saturating_add(*theirs);
        }
        (self.min, self.max) = if self.weight == 0 {
            (other.min, other.max)
        } else {
            (self.min.min(other.min), self.max.max(other.max))
        };
        self.weight = self.weight.saturating_add(other.weight);
        self.sum = self.sum.saturating_add(other.sum);
    }

    /// Forgets all values and keeps the memory, for example at the end of the warm-up.
    pub fn clear(&mut self) {
        self.weights.fill(0);
        (self.weight, self.sum, self.min, self.max) = (0, 0, 0, 0);
    }

    /// Bytes held on the heap.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.weights.capacity() * size_of::<u64>()
    }

    /// Number of values, or the sum of their weights.
    #[must_use]
    pub fn weight(&self) -> u64 {
        self.weight
    }

    /// Exact mean.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.weight > 0).then(|| bounded(self.sum as f64 / self.weight as f64))
    }

    /// Smallest value, exact.
    #[must_use]
    pub fn min(&self) -> Option<u64> {
        (self.weight > 0).then_some(self.min)
    }

    /// Largest value, exact.
    #[must_use]
    pub fn max(&self) -> Option<u64> {
        (self.weight > 0).then_some(self.max)
    }

    /// The value that `percent` of all values do not exceed (nearest rank), within [`RELATIVE_ERROR`]; 0 gives the
    /// smallest and 100 the largest. Undefined for an empty histogram and for a percentage outside 0..100.
    #[must_use]
    pub fn percentile(&self, percent: f64) -> Option<u64> {
        if self.weight == 0 || !(0.0..=100.0).contains(&percent) {
            return None;
        }
        if percent >= 100.0 {
            return Some(self.max);
        }
        // Rounding the product could land just above a whole rank; a 1e-9 of a rank is below any use.
        let rank = crate::math::ceil(percent * self.weight as f64 / 100.0 - 1e-9) as u64;
        let rank = rank.clamp(1, self.weight);
        if rank == 1 {
            return Some(self.min);
        }
        let mut seen = 0_u64;
        let place = self.weights.iter().position(|&weight| {
            seen = seen.saturating_add(weight);
            seen >= rank
        });
        // No bucket reaches the rank only if the total has saturated.
        Some(place.map_or(self.max, |place| middle(self.first + place).clamp(self.min, self.max)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;
    use proptest::prelude::*;

    fn of(values: &[u64]) -> Histogram {
        let mut histogram = Histogram::default();
        values.iter().for_each(|&x| histogram.add(x));
        histogram
    }

    #[test]
    fn buckets_by_hand() {
        // Exact below 256; 256..511 in steps of 2; 512..1023 in steps of 4; each power of two takes 128 buckets.
        for (value, expected) in
            [(0, 0), (255, 255), (256, 256), (257, 256), (258, 257), (511, 383), (512, 384), (516, 385)]
        {
            assert_eq!(bucket(value), expected, "{value}");
        }
        assert_eq!(middle(255), 255);
        assert_eq!(middle(256), 257);
        assert_eq!(middle(384), 514);
        assert_eq!(bucket(u64::MAX), 58 * BUCKETS - 1);
        assert!(middle(bucket(u64::MAX)) > u64::MAX - (1 << 56));
    }

    #[test]
    fn ranks_by_hand() {
        // 1..=200, all exact: rank ceil(0.5 * 200) = 100, ceil(0.9 * 200) = 180, ceil(0.99 * 200) = 198.
        let histogram = of(&(1..=200).collect::<Vec<_>>());
        for (percent, expected) in
            [(0.0, 1), (0.4, 1), (50.0, 100), (90.0, 180), (99.0, 198), (99.9, 200), (100.0, 200)]
        {
            assert_eq!(histogram.percentile(percent), Some(expected), "p{percent}");
        }
        assert_close(histogram.mean().unwrap(), 100.5, 1e-15);
        assert_eq!((histogram.min(), histogram.max(), histogram.weight()), (Some(1), Some(200), 200));
    }

    #[test]
    fn weights_count_as_repetitions() {
        // A queue of 10 for 3 ns and of 20 for 1 ns: mean 12.5, 75 % of the time at 10.
        let mut histogram = Histogram::default();
        histogram.add_weighted(10, 3);
        histogram.add_weighted(20, 1);
        histogram.add_weighted(5, 0);
        assert_close(histogram.mean().unwrap(), 12.5, 1e-15);
        assert_eq!((histogram.percentile(75.0), histogram.percentile(76.0)), (Some(10), Some(20)));
        assert_eq!(histogram.min(), Some(10), "a value that lasted no time was not there");
    }

    #[test]
    fn empty_and_extreme_values_are_defined() {
        let mut histogram = Histogram::default();
        assert_eq!((histogram.percentile(50.0), histogram.mean(), histogram.max()), (None, None, None));
        histogram.add_weighted(u64::MAX, u64::MAX);
        histogram.add_weighted(0, u64::MAX);
        assert_eq!((histogram.min(), histogram.max()), (Some(0), Some(u64::MAX)));
        assert!(histogram.percentile(99.0).is_some() && histogram.mean().unwrap().is_finite());
        assert_eq!(histogram.weights.len(), 58 * BUCKETS, "the whole range in 58 KiB");
        assert_eq!(histogram.percentile(f64::NAN), None);
        assert_eq!(histogram.percentile(100.1), None);
        histogram.clear();
        assert_eq!((histogram.weight(), histogram.percentile(50.0)), (0, None));
        histogram.add(7);
        assert_eq!((histogram.min(), histogram.max()), (Some(7), Some(7)));
    }

    #[test]
    fn memory_follows_the_spread_of_the_values() {
        // 100 to 400 ms: 2^26.6 to 2^28.6, three powers of two.
        let histogram = of(&[100_000_000, 400_000_000]);
        assert_eq!(histogram.weights.len(), 3 * BUCKETS);
    }

    proptest! {
        #[test]
        fn percentiles_keep_their_promise(mut values in prop::collection::vec(any::<u64>(), 1..80), shift in 0..60_u32, percent in 0.0..100.0_f64) {
            values.iter_mut().for_each(|x| *x >>= shift);
            let found = of(&values).percentile(percent).unwrap();
            values.sort_unstable();
            let rank = (crate::math::ceil(percent * values.len() as f64 / 100.0 - 1e-9) as usize).max(1);
            let exact = values[rank - 1];
            prop_assert!(found.abs_diff(exact) as f64 <= RELATIVE_ERROR * exact as f64, "{found} for {exact}");
        }

        #[test]
        fn percentiles_never_fall(values in prop::collection::vec(0..1_000_000_000_u64, 1..80), a in 0.0..100.0_f64, b in 0.0..100.0_f64) {
            let histogram = of(&values);
            prop_assert!(histogram.percentile(a.min(b)) <= histogram.percentile(a.max(b)));
            prop_assert!(histogram.percentile(b) <= histogram.max());
        }

        #[test]
        fn a_merged_histogram_is_the_whole(values in prop::collection::vec(any::<u64>(), 0..60), cut in 0..60_usize) {
            let (left, right) = values.split_at(cut.min(values.len()));
            let mut merged = of(left);
            merged.merge(&of(right));
            let whole = of(&values);
            prop_assert_eq!(merged.weight(), whole.weight());
            prop_assert_eq!(merged.mean(), whole.mean());
            prop_assert_eq!((merged.min(), merged.max()), (whole.min(), whole.max()));
            for percent in [1.0, 50.0, 99.0] {
                prop_assert_eq!(merged.percentile(percent), whole.percentile(percent));
            }
        }
    }
}
