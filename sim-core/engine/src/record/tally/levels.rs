//! Time-weighted statistics of an integer level, such as a queue length, and of a real value, such
//! as a congestion window.

use super::{Clock, TimeWindow};
use crate::ground::convert::narrow;

/// Each level below this limit has a separate cell.
const EXACT_LEVELS: usize = 1024;
const EXACT_BITS: u32 = EXACT_LEVELS.ilog2();
/// Binary logarithm of the number of cells per octave, for levels of at least `EXACT_LEVELS`. With 64 cells
/// per octave, the width of a cell is at most 1/64 of its lowest level.
const STEP_BITS: u32 = 6;

/// A cell that covers several levels.
#[derive(Clone, Copy, Debug, Default)]
struct WideCell {
    /// The time spent at these levels.
    ns: u64,
    /// The integral over this time of the levels, counted from the lowest level of the cell.
    area: u64,
}

/// Time-weighted distribution of an integer level. Mean, minimum and maximum are exact. Quantiles below 1024
/// are exact; larger quantiles have an error of at most 1/64.
#[derive(Clone, Debug)]
pub struct TimeWeighted {
    clock: Clock,
    /// The current level.
    level: u32,
    /// Time in ns at each level below `EXACT_LEVELS`.
    exact: Vec<u64>,
    /// The cells of the levels of at least `EXACT_LEVELS`.
    wide: Vec<WideCell>,
    /// Index of the cell in `wide` that was used last, and the levels that it covers.
    cell: usize,
    cell_levels: (u32, u32),
    /// Lowest and highest level in `wide`; `u32::MAX` and 0 if there was none.
    wide_min: u32,
    wide_max: u32,
}

impl TimeWeighted {
    /// Starts at level 0.
    pub fn new(window: TimeWindow) -> Self {
        Self {
            clock: Clock::new(window),
            level: 0,
            exact: vec![0; EXACT_LEVELS],
            wide: Vec::new(),
            cell: 0,
            cell_levels: (u32::MAX, 0),
            wide_min: u32::MAX,
            wide_max: 0,
        }
    }

    /// Heap memory used, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.exact.capacity() * size_of::<u64>() + self.wide.capacity() * size_of::<WideCell>()
    }

    /// Sets the level at `now`.
    #[inline]
    pub fn set(&mut self, now: u64, level: u32) {
        self.advance_to(now);
        self.level = level;
    }

    /// The current level.
    pub(super) fn level(&self) -> u32 {
        self.level
    }

    /// Sets the level without counting time. For `QueueTime`, which measures the time and passes it to `add`.
    #[inline]
    pub(super) fn set_level(&mut self, level: u32) {
        self.level = level;
    }

    /// Counts the time up to `now` at the current level.
    #[inline]
    pub fn advance_to(&mut self, now: u64) {
        let passed = self.clock.lap(now);
        self.add(passed);
    }

    /// Counts `passed` ns at the current level.
    #[inline]
    pub(super) fn add(&mut self, passed: u64) {
        match self.exact.get_mut(self.level as usize) {
            Some(ns) => *ns += passed,
            None => self.add_wide(passed),
        }
    }

    // Measured: inlined, dumbbells with short queues take 2 % more instructions.
    #[cold]
    fn add_wide(&mut self, passed: u64) {
        if passed == 0 {
            return;
        }
        let level = self.level;
        if level < self.cell_levels.0 || level > self.cell_levels.1 {
            self.find_cell();
        }
        if let Some(cell) = self.wide.get_mut(self.cell) {
            cell.ns += passed;
            cell.area += u64::from(level - self.cell_levels.0) * passed;
        }
        self.wide_min = self.wide_min.min(level);
        self.wide_max = self.wide_max.max(level);
    }

    /// Finds the cell of the current level, and stores it in `cell` and `cell_levels`.
    #[cold]
    fn find_cell(&mut self) {
        let octave = self.level.ilog2();
        let step = (self.level >> (octave - STEP_BITS)) & ((1 << STEP_BITS) - 1);
        let cell = ((octave - EXACT_BITS) << STEP_BITS) + step;
        self.cell = cell as usize;
        if self.wide.len() <= self.cell {
            self.wide.resize(self.cell + 1, WideCell::default());
        }
        self.cell_levels = (lowest_level(cell), highest_level(cell));
    }

    /// A copy that includes the time up to `now`.
    pub fn at(&self, now: u64) -> Self {
        let mut copy = self.clone();
        copy.advance_to(now);
        copy
    }

    /// Time counted, in ns.
    pub fn total(&self) -> u64 {
        self.exact.iter().sum::<u64>() + self.wide.iter().map(|w| w.ns).sum::<u64>()
    }

    /// Mean level.
    pub fn mean(&self) -> Option<f64> {
        let total = self.total();
        let exact: u128 = self.exact.iter().enumerate().map(|(l, ns)| l as u128 * u128::from(*ns)).sum();
        let area = |(cell, w): (usize, &WideCell)| {
            u128::from(lowest_level(narrow::<u32>(cell))) * u128::from(w.ns) + u128::from(w.area)
        };
        let wide: u128 = self.wide.iter().enumerate().map(area).sum();
        (total > 0).then(|| (exact + wide) as f64 / total as f64)
    }

    /// Lowest level that lasted longer than 0 ns.
    pub fn min(&self) -> Option<u32> {
        let exact = self.exact.iter().position(|ns| *ns > 0).map(narrow::<u32>);
        exact.or((self.wide_min < u32::MAX).then_some(self.wide_min))
    }

    /// Highest level that lasted longer than 0 ns.
    pub fn max(&self) -> Option<u32> {
        if self.wide_max > 0 {
            return Some(self.wide_max);
        }
        self.exact.iter().rposition(|ns| *ns > 0).map(narrow::<u32>)
    }

    /// The `p`-quantile, for `p` from 0 to 1: the lowest level that was not exceeded during a fraction `p` of
    /// the time.
    pub fn quantile(&self, p: f64) -> Option<u32> {
        let target = p.clamp(0.0, 1.0) * self.total() as f64;
        let mut sum = 0;
        for (level, ns) in self.exact.iter().enumerate() {
            sum += ns;
            if sum > 0 && sum as f64 >= target {
                return Some(narrow::<u32>(level));
            }
        }
        for (cell, wide) in self.wide.iter().enumerate() {
            sum += wide.ns;
            if sum > 0 && sum as f64 >= target {
                return Some(highest_level(narrow::<u32>(cell)).min(self.wide_max));
            }
        }
        self.max()
    }

    /// Time in ns at each level below 1024.
    pub fn exact_levels(&self) -> &[u64] {
        &self.exact
    }
}

/// Lowest level of a cell.
fn lowest_level(cell: u32) -> u32 {
    let shift = (cell >> STEP_BITS) + EXACT_BITS - STEP_BITS;
    ((cell & ((1 << STEP_BITS) - 1)) + (1 << STEP_BITS)) << shift
}

/// Highest level of a cell.
fn highest_level(cell: u32) -> u32 {
    let shift = (cell >> STEP_BITS) + EXACT_BITS - STEP_BITS;
    lowest_level(cell) + narrow::<u32>((1u64 << shift) - 1)
}

/// Time-weighted mean, minimum and maximum of a real quantity, over the time in which the quantity has a
/// value.
#[derive(Clone, Debug)]
pub struct TimeMean {
    clock: Clock,
    /// The current value; NaN or infinite if there is none.
    value: f64,
    /// Integral of the value over time.
    area: f64,
    /// Time with a value.
    ns: u64,
    min: f64,
    max: f64,
}

impl TimeMean {
    /// Starts without a value.
    pub fn new(window: TimeWindow) -> Self {
        Self {
            clock: Clock::new(window),
            value: f64::NAN,
            area: 0.0,
            ns: 0,
            min: f64::INFINITY,
            max: f64::NEG_INFINITY,
        }
    }

    /// Sets the value at `now`. NaN or infinity means that there is no value.
    #[inline]
    pub fn set(&mut self, now: u64, value: f64) {
        self.advance_to(now);
        self.value = value;
    }

    /// Removes the value at `now`, until `set` is called again.
    pub fn clear(&mut self, now: u64) {
        self.set(now, f64::NAN);
    }

    /// Counts the time up to `now` at the current value.
    #[inline]
    pub fn advance_to(&mut self, now: u64) {
        let passed = self.clock.lap(now);
        // Usually the value is between minimum and maximum, and is therefore finite.
        if passed > 0 && ((self.min..=self.max).contains(&self.value) || self.extend_range()) {
            // The conversion from i64 is faster than from u64. It is safe up to 2^63 ns, about 292 years.
            self.area += self.value * narrow::<i64>(passed) as f64;
            self.ns += passed;
        }
    }

    /// Extends the range from minimum to maximum to include the current value. Returns false if there is no
    /// value.
    #[cold]
    fn extend_range(&mut self) -> bool {
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

    /// A copy that includes the time up to `now`.
    pub fn at(&self, now: u64) -> Self {
        let mut copy = self.clone();
        copy.advance_to(now);
        copy
    }

    /// Time with a value, in ns.
    pub fn total(&self) -> u64 {
        self.ns
    }

    pub fn mean(&self) -> Option<f64> {
        (self.ns > 0).then(|| self.area / self.ns as f64)
    }

    /// Lowest value that lasted longer than 0 ns.
    pub fn min(&self) -> Option<f64> {
        (self.ns > 0).then_some(self.min)
    }

    /// Highest value that lasted longer than 0 ns.
    pub fn max(&self) -> Option<f64> {
        (self.ns > 0).then_some(self.max)
    }
}
