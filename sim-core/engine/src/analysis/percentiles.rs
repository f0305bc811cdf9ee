//! Percentiles of delays over a whole run in bounded memory: a log-linear histogram of nanoseconds.
//!
//! Each power of two is divided into 64 equal buckets, as in HdrHistogram (Tene 2012), so the error of a
//! percentile is at most [`RELATIVE_ERROR`] plus [`ABSOLUTE_ERROR`]. Adding a value takes a shift and an
//! increment, no division or logarithm.

use super::limit_to_finite;
use crate::ground::convert::whole;

/// Binary logarithm of the number of buckets per power of two.
const BITS: u32 = 6;
/// Number of buckets per power of two.
const BUCKETS: usize = 1 << BITS;
/// Binary logarithm of the resolution in nanoseconds. The resolution is about a microsecond.
const STEP_BITS: u32 = 10;

/// Maximum error of a percentile as a fraction of its value: half the width of a bucket.
pub const RELATIVE_ERROR: f64 = 1.0 / (2 * BUCKETS) as f64;
/// Maximum additional error of a percentile, in nanoseconds: half the resolution.
pub const ABSOLUTE_ERROR: u64 = 1 << (STEP_BITS - 1);

/// Histogram of times in nanoseconds, such as queue delays. Number, mean, minimum and maximum are exact.
///
/// Only the powers of two between the smallest and the largest value take memory: 256 bytes each, at most 12
/// KiB, and 2.5 KiB for values between a microsecond and a second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    /// Counts of the buckets. The first of them is the bucket `first`. The length is a multiple of `BUCKETS`.
    counts: Vec<u32>,
    /// Index of the first bucket in `counts`, a multiple of `BUCKETS`.
    first: usize,
    count: u64,
    sum: u64,
    /// Initially `u64::MAX`, so that the first value needs no special case.
    min: u64,
    max: u64,
}

impl Default for Histogram {
    fn default() -> Self {
        Histogram { counts: Vec::new(), first: 0, count: 0, sum: 0, min: u64::MAX, max: 0 }
    }
}

/// The bucket of a value. The highest seven bits of the value in steps of 1024 ns, and the position of these
/// bits, determine the bucket.
#[inline]
fn bucket(value: u64) -> usize {
    let steps = value >> STEP_BITS;
    // Values of at most seven bits are not shifted.
    let shift = u64::BITS - 1 - BITS - (steps | (2 * BUCKETS as u64 - 1)).leading_zeros();
    ((shift as usize) << BITS) + (steps >> shift) as usize
}

/// The value in the middle of a bucket, in nanoseconds.
fn middle(bucket: usize) -> u64 {
    if bucket < 2 * BUCKETS {
        return ((bucket as u64) << STEP_BITS) + ABSOLUTE_ERROR;
    }
    let shift = (bucket >> BITS) - 1;
    let low = ((bucket - (shift << BITS)) as u64) << shift;
    (low + (1 << (shift - 1))) << STEP_BITS
}

impl Histogram {
    /// Adds a value in nanoseconds.
    #[inline]
    pub fn add(&mut self, value: u64) {
        self.add_before_totals(value);
        // The sum saturates at 2^64 ns, which are 584 years.
        (self.count, self.sum) = (self.count + 1, self.sum.saturating_add(value));
        if value < self.min || value > self.max {
            self.extend_range(value);
        }
    }

    /// Adds a value. The caller adds the number, sum and range of its batch afterwards, with `add_totals`.
    #[inline]
    pub fn add_before_totals(&mut self, value: u64) {
        let bucket = bucket(value);
        match self.counts.get_mut(bucket.wrapping_sub(self.first)) {
            Some(count) => *count = count.saturating_add(1),
            None => self.add_outside(bucket),
        }
    }

    /// Counts `count` values from `min` to `max`, which `add_before_totals` has added.
    pub fn add_totals(&mut self, count: usize, sum: u64, min: u64, max: u64) {
        self.count += count as u64;
        self.sum = self.sum.saturating_add(sum);
        self.extend_range(min);
        self.extend_range(max);
    }

    /// Adds a value in nanoseconds several times.
    pub fn add_many(&mut self, value: u64, times: usize) {
        let Some(repetitions) = times.checked_sub(1) else { return };
        self.add(value);
        if let Some(count) = self.counts.get_mut(bucket(value).wrapping_sub(self.first)) {
            *count = count.saturating_add(u32::try_from(repetitions).unwrap_or(u32::MAX));
        }
        self.count += repetitions as u64;
        self.sum = self.sum.saturating_add(value.saturating_mul(repetitions as u64));
    }

    #[cold]
    fn extend_range(&mut self, value: u64) {
        self.min = self.min.min(value);
        self.max = self.max.max(value);
    }

    /// Extends `counts` by whole powers of two so that it includes `bucket`.
    #[cold]
    fn extend_to(&mut self, bucket: usize) {
        let low = bucket & !(BUCKETS - 1);
        if self.counts.is_empty() {
            self.first = low;
        }
        let added_below = self.first.saturating_sub(low);
        let needed = added_below + (low + BUCKETS).saturating_sub(self.first).max(self.counts.len());
        // The capacity is not larger than needed, because every flow has several histograms.
        let mut counts = Vec::with_capacity(needed);
        counts.resize(added_below, 0);
        counts.extend_from_slice(&self.counts);
        counts.resize(needed, 0);
        self.counts = counts;
        self.first -= added_below;
    }

    #[cold]
    fn add_outside(&mut self, bucket: usize) {
        self.extend_to(bucket);
        self.counts[bucket - self.first] = 1;
    }

    /// Adds another histogram's values.
    pub fn merge(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        self.extend_to(other.first);
        self.extend_to(other.first + other.counts.len() - 1);
        let shift = other.first - self.first;
        for (count, added) in self.counts[shift..].iter_mut().zip(&other.counts) {
            *count = count.saturating_add(*added);
        }
        (self.min, self.max) = (self.min.min(other.min), self.max.max(other.max));
        self.count += other.count;
        self.sum = self.sum.saturating_add(other.sum);
    }

    /// Removes all values without freeing memory, for example at the end of the warm-up.
    pub fn clear(&mut self) {
        self.counts.fill(0);
        (self.count, self.sum, self.min, self.max) = (0, 0, u64::MAX, 0);
    }

    /// Heap memory used, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.counts.capacity() * size_of::<u32>()
    }

    /// Number of values.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Exact mean.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| limit_to_finite(self.sum as f64 / self.count as f64))
    }

    /// Smallest value, exact.
    #[must_use]
    pub fn min(&self) -> Option<u64> {
        (self.count > 0).then_some(self.min)
    }

    /// Largest value, exact.
    #[must_use]
    pub fn max(&self) -> Option<u64> {
        (self.count > 0).then_some(self.max)
    }

    /// Mean of the `percent` % smallest values: a mean trimmed at one side. `None` for an empty histogram. Its error is that of
    /// [`percentile`](Self::percentile).
    #[must_use]
    pub fn trimmed_mean(&self, percent: f64) -> Option<f64> {
        let all = self.count as f64 * percent / 100.0;
        let (mut left, mut sum) = (all, 0.0);
        for (index, &count) in self.counts.iter().enumerate() {
            let taken = left.min(f64::from(count));
            sum += taken * middle(self.first + index) as f64;
            left -= taken;
        }
        (all > 0.0).then(|| sum / all)
    }

    /// The value at a percentile, by nearest rank: at least `percent` % of all values do not exceed it. Its
    /// error is at most [`RELATIVE_ERROR`] plus [`ABSOLUTE_ERROR`]. Percentile 0 is the smallest value and
    /// 100 the largest, both exact. Undefined for an empty histogram and for a percentage below 0 or
    /// above 100.
    #[must_use]
    pub fn percentile(&self, percent: f64) -> Option<u64> {
        if self.count == 0 || !(0.0..=100.0).contains(&percent) {
            return None;
        }
        if percent >= 100.0 {
            return Some(self.max);
        }
        // A rounding error can raise the product slightly above a whole rank, so 1e-9 of a rank is
        // subtracted.
        let rank = whole::<u64>(crate::ground::math::ceil(percent * self.count as f64 / 100.0 - 1e-9));
        let rank = rank.clamp(1, self.count);
        if rank == 1 {
            return Some(self.min);
        }
        let mut cumulative_count = 0_u64;
        let index = self.counts.iter().position(|&count| {
            cumulative_count += u64::from(count);
            cumulative_count >= rank
        });
        // There is no such bucket only if the count of a bucket has saturated.
        Some(index.map_or(self.max, |index| middle(self.first + index).clamp(self.min, self.max)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_trimmed_mean_leaves_out_the_largest_values() {
        let mut delays = Histogram::default();
        (1..=95).for_each(|ms| delays.add(ms * 1_000_000));
        delays.add_many(10_000_000_000, 5);
        let mean = delays.trimmed_mean(95.0).expect("values");
        assert!((mean / 48e6 - 1.0).abs() < RELATIVE_ERROR, "{mean}");
        assert_eq!(Histogram::default().trimmed_mean(95.0), None);
    }

    fn histogram_of(values: &[u64]) -> Histogram {
        let mut histogram = Histogram::default();
        values.iter().for_each(|&x| histogram.add(x));
        histogram
    }

    #[test]
    fn a_batch_counts_like_single_values() {
        let values = [7_000, 3, 90_000_000, 7_001];
        let mut batch = histogram_of(&[5_000]);
        values.iter().for_each(|&value| batch.add_before_totals(value));
        batch.add_totals(values.len(), 90_014_004, 3, 90_000_000);
        assert_eq!(batch, histogram_of(&[5_000, 7_000, 3, 90_000_000, 7_001]));
    }

    #[test]
    fn buckets_by_hand() {
        // In steps of 1024 ns, a bucket covers 1 step below 128, 2 steps from 128 to 255, and 4 steps from
        // 256 to 511. There are 64 buckets per power of two.
        for (steps, expected) in
            [(0, 0), (127, 127), (128, 128), (129, 128), (130, 129), (255, 191), (256, 192), (260, 193)]
        {
            assert_eq!(bucket(steps * 1024), expected, "{steps}");
            assert_eq!(bucket(steps * 1024 + 1023), expected, "{steps}");
        }
        assert_eq!(middle(0), 512);
        assert_eq!(middle(127), 127 * 1024 + 512);
        assert_eq!(middle(128), 129 * 1024);
        assert_eq!(middle(192), 258 * 1024);
        assert_eq!(bucket(u64::MAX), 49 * BUCKETS - 1);
        assert!(middle(bucket(u64::MAX)) > u64::MAX - (1 << 57));
    }

    #[test]
    fn ranks_by_hand() {
        // 1 to 100 steps, each value in its own bucket: rank ceil(0.5 * 100) = 50, ceil(0.9 * 100) = 90,
        // ceil(0.99 * 100) = 99.
        let histogram = histogram_of(&(1..=100).map(|step| step * 1024).collect::<Vec<_>>());
        for (percent, rank) in [(50.0, 50), (90.0, 90), (98.5, 99)] {
            assert_eq!(histogram.percentile(percent), Some(rank * 1024 + 512), "p{percent}");
        }
        assert_eq!(histogram.percentile(0.4), Some(1024), "the exact smallest value");
        assert_eq!(histogram.percentile(99.9), Some(100 * 1024), "at most the largest value");
        assert_eq!(histogram.percentile(100.0), Some(100 * 1024));
        assert_close(histogram.mean().unwrap(), 50.5 * 1024.0, 1e-15);
        assert_eq!((histogram.min(), histogram.max()), (Some(1024), Some(100 * 1024)));
        assert_eq!(histogram.count(), 100);
    }

    #[test]
    fn empty_and_extreme_values_are_defined() {
        let mut histogram = Histogram::default();
        assert_eq!((histogram.percentile(50.0), histogram.mean(), histogram.max()), (None, None, None));
        histogram.add(u64::MAX);
        histogram.add(0);
        histogram.add(u64::MAX);
        assert_eq!((histogram.min(), histogram.max()), (Some(0), Some(u64::MAX)));
        assert!(histogram.percentile(99.0).is_some() && histogram.mean().unwrap().is_finite());
        assert_eq!(histogram.bytes(), 49 * BUCKETS * 4, "the whole range in 12 KiB");
        assert_eq!(histogram.percentile(f64::NAN), None);
        assert_eq!(histogram.percentile(100.1), None);
        histogram.clear();
        assert_eq!((histogram.count(), histogram.percentile(50.0)), (0, None));
        histogram.add(7);
        assert_eq!((histogram.min(), histogram.max()), (Some(7), Some(7)));
    }

    #[test]
    fn add_many_equals_repeated_calls_of_add() {
        let mut histogram = histogram_of(&[5_000_000]);
        histogram.add_many(0, 3);
        histogram.add_many(7_000_000, 2);
        histogram.add_many(9, 0);
        assert_eq!(histogram, histogram_of(&[5_000_000, 0, 0, 0, 7_000_000, 7_000_000]));
    }

    #[test]
    fn memory_depends_on_the_range_of_the_values() {
        // 100 to 400 ms are 2^16.6 to 2^18.6 steps: three powers of two.
        assert_eq!(histogram_of(&[100_000_000, 400_000_000]).counts.len(), 3 * BUCKETS);
    }

    proptest! {
        #[test]
        fn percentiles_are_within_the_documented_error(mut values in prop::collection::vec(any::<u64>(), 1..80), shift in 0..60_u32, percent in 0.0..100.0_f64) {
            values.iter_mut().for_each(|x| *x >>= shift);
            let found = histogram_of(&values).percentile(percent).unwrap();
            values.sort_unstable();
            let rank = whole::<usize>(crate::ground::math::ceil(percent * values.len() as f64 / 100.0 - 1e-9)).max(1);
            let exact = values[rank - 1];
            let allowed = RELATIVE_ERROR * exact as f64 + ABSOLUTE_ERROR as f64;
            prop_assert!(found.abs_diff(exact) as f64 <= allowed, "{found} for {exact}");
        }

        #[test]
        fn percentiles_do_not_decrease_with_the_percentage(values in prop::collection::vec(0..1_000_000_000_u64, 1..80), a in 0.0..100.0_f64, b in 0.0..100.0_f64) {
            let histogram = histogram_of(&values);
            prop_assert!(histogram.percentile(a.min(b)) <= histogram.percentile(a.max(b)));
            prop_assert!(histogram.percentile(b) <= histogram.max());
        }

        #[test]
        fn merging_two_parts_gives_the_histogram_of_all_values(values in prop::collection::vec(any::<u64>(), 0..60), cut in 0..60_usize) {
            let (left, right) = values.split_at(cut.min(values.len()));
            let mut merged = histogram_of(left);
            merged.merge(&histogram_of(right));
            let whole = histogram_of(&values);
            prop_assert_eq!(merged.count(), whole.count());
            prop_assert_eq!(merged.mean(), whole.mean());
            prop_assert_eq!((merged.min(), merged.max()), (whole.min(), whole.max()));
            for percent in [1.0, 50.0, 99.0] {
                prop_assert_eq!(merged.percentile(percent), whole.percentile(percent));
            }
        }
    }
}
