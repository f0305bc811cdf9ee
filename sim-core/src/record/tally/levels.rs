//! Statistics weighted by time: how long a whole-numbered level (a queue length) or a real value (a window) was what.

use super::{Clock, Window};

/// Levels below this have their own cell.
const EXACT: usize = 1024;
const EXACT_BITS: u32 = EXACT.ilog2();
/// Above, each doubling of the level is divided into 2^6 cells, so that a cell is at most 1/64 of its level wide.
const STEP_BITS: u32 = 6;

/// Time spent at levels that share a cell, and the integral of the level over it.
#[derive(Clone, Copy, Debug, Default)]
struct Wide {
    ns: u64,
    area: u128,
}

/// How long a whole-numbered level lasted at each value: exact mean, minimum and maximum, and percentiles that are exact
/// below 1024 and within 1/64 above.
#[derive(Clone, Debug)]
pub struct TimeWeighted {
    clock: Clock,
    level: u32,
    exact: Vec<u64>,
    wide: Vec<Wide>,
    wide_min: u32,
    wide_max: u32,
}

impl TimeWeighted {
    /// At level 0 to begin with.
    pub fn new(window: Window) -> Self {
        Self {
            clock: Clock::new(window),
            level: 0,
            exact: vec![0; EXACT],
            wide: Vec::new(),
            wide_min: u32::MAX,
            wide_max: 0,
        }
    }

    /// Bytes held on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.exact.capacity() * size_of::<u64>() + self.wide.capacity() * size_of::<Wide>()
    }

    /// The level is `level` from `now` on.
    #[inline]
    pub fn set(&mut self, now: u64, level: u32) {
        self.settle(now);
        self.level = level;
    }

    pub(super) fn level(&self) -> u32 {
        self.level
    }

    /// For a tally that keeps the time itself: the level from here on.
    #[inline]
    pub(super) fn set_level(&mut self, level: u32) {
        self.level = level;
    }

    /// Counts the time up to `now` at the present level.
    #[inline]
    pub fn settle(&mut self, now: u64) {
        let passed = self.clock.lap(now);
        self.add(passed);
    }

    /// Counts so much time at the present level.
    #[inline]
    pub(super) fn add(&mut self, passed: u64) {
        match self.exact.get_mut(self.level as usize) {
            Some(ns) => *ns += passed,
            None => self.add_wide(passed),
        }
    }

    #[cold]
    fn add_wide(&mut self, passed: u64) {
        if passed == 0 {
            return;
        }
        let octave = self.level.ilog2();
        let step = (self.level >> (octave - STEP_BITS)) & ((1 << STEP_BITS) - 1);
        let cell = (((octave - EXACT_BITS) << STEP_BITS) + step) as usize;
        if self.wide.len() <= cell {
            self.wide.resize(cell + 1, Wide::default());
        }
        self.wide[cell].ns += passed;
        self.wide[cell].area += u128::from(self.level) * u128::from(passed);
        self.wide_min = self.wide_min.min(self.level);
        self.wide_max = self.wide_max.max(self.level);
    }

    /// A copy that counts the time up to `now`.
    pub fn at(&self, now: u64) -> Self {
        let mut copy = self.clone();
        copy.settle(now);
        copy
    }

    /// Time counted, in ns.
    pub fn total(&self) -> u64 {
        self.exact.iter().sum::<u64>() + self.wide.iter().map(|w| w.ns).sum::<u64>()
    }

    /// Mean level over the time counted.
    pub fn mean(&self) -> Option<f64> {
        let total = self.total();
        let exact: u128 = self.exact.iter().enumerate().map(|(l, ns)| l as u128 * u128::from(*ns)).sum();
        let wide: u128 = self.wide.iter().map(|w| w.area).sum();
        (total > 0).then(|| (exact + wide) as f64 / total as f64)
    }

    /// Lowest level that lasted.
    pub fn min(&self) -> Option<u32> {
        let exact = self.exact.iter().position(|ns| *ns > 0).map(|level| level as u32);
        exact.or((self.wide_min < u32::MAX).then_some(self.wide_min))
    }

    /// Highest level that lasted.
    pub fn max(&self) -> Option<u32> {
        if self.wide_max > 0 {
            return Some(self.wide_max);
        }
        self.exact.iter().rposition(|ns| *ns > 0).map(|level| level as u32)
    }

    /// The lowest level that was not exceeded during a share `p` (0 to 1) of the time.
    pub fn quantile(&self, p: f64) -> Option<u32> {
        let target = p.clamp(0.0, 1.0) * self.total() as f64;
        let mut sum = 0;
        for (level, ns) in self.exact.iter().enumerate() {
            sum += ns;
            if sum > 0 && sum as f64 >= target {
                return Some(level as u32);
            }
        }
        for (cell, wide) in self.wide.iter().enumerate() {
            sum += wide.ns;
            if sum > 0 && sum as f64 >= target {
                return Some(top_of(cell as u32).min(self.wide_max));
            }
        }
        self.max()
    }

    /// Time in ns at each level below 1024.
    pub fn exact_levels(&self) -> &[u64] {
        &self.exact
    }
}

/// Highest level of a wide cell.
fn top_of(cell: u32) -> u32 {
    let shift = (cell >> STEP_BITS) + EXACT_BITS - STEP_BITS;
    let step = (cell & ((1 << STEP_BITS) - 1)) + (1 << STEP_BITS);
    (((u64::from(step) + 1) << shift) - 1) as u32
}

/// Time-weighted mean, minimum and maximum of a real value, over the time in which it had one.
#[derive(Clone, Debug)]
pub struct TimeMean {
    clock: Clock,
    value: f64,
    area: f64,
    ns: u64,
    min: f64,
    max: f64,
}

impl TimeMean {
    /// Without a value to begin with.
    pub fn new(window: Window) -> Self {
        Self {
            clock: Clock::new(window),
            value: f64::NAN,
            area: 0.0,
            ns: 0,
            min: f64::INFINITY,
            max: f64::NEG_INFINITY,
        }
    }

    /// The value is `value` from `now` on; one that is not finite means that there is none.
    #[inline]
    pub fn set(&mut self, now: u64, value: f64) {
        self.settle(now);
        self.value = value;
    }

    /// There is no value from `now` until it is set again.
    pub fn clear(&mut self, now: u64) {
        self.set(now, f64::NAN);
    }

    /// Counts the time up to `now` at the present value.
    #[inline]
    pub fn settle(&mut self, now: u64) {
        let passed = self.clock.lap(now);
        // What lies between the least and the greatest so far is a value.
        if passed > 0 && ((self.min..=self.max).contains(&self.value) || self.goes_beyond()) {
            // Signed numbers are converted in one step, and no run lasts for 292 years.
            self.area += self.value * passed as i64 as f64;
            self.ns += passed;
        }
    }

    /// A new least or greatest value lasted; or false if there is no value.
    #[inline(never)]
    fn goes_beyond(&mut self) -> bool {
        if !self.value.is_finite() {
            return false;
        }
        if self.value < self.min {
            self.min = self.value;
        }
        if self.value > self.max {
            self.max = self.value;
        }
        true
    }

    /// A copy that counts the time up to `now`.
    pub fn at(&self, now: u64) -> Self {
        let mut copy = self.clone();
        copy.settle(now);
        copy
    }

    /// Time in which there was a value, in ns.
    pub fn total(&self) -> u64 {
        self.ns
    }

    pub fn mean(&self) -> Option<f64> {
        (self.ns > 0).then(|| self.area / self.ns as f64)
    }

    /// Lowest value that lasted.
    pub fn min(&self) -> Option<f64> {
        (self.ns > 0).then_some(self.min)
    }

    /// Highest value that lasted.
    pub fn max(&self) -> Option<f64> {
        (self.ns > 0).then_some(self.max)
    }
}
