//! A block: the current bin of up to 8 gauges and 4 counters of one entity, such as a flow or a link.
//!
//! A gauge is stored as its minimum, maximum and last value in each bin. A gauge of *samples*, such as round-trip times, has a value only in the bins of
//! its samples; any other gauge keeps its value until it is set again. A counter is stored as its total at
//! the end of each bin, so a mean rate between two bin edges is exact. [`SeriesTable`](super::SeriesTable)
//! stores the completed bins. Every packet updates a block, so a block's values are adjacent in memory.
//!
//! A *position* is the index of a gauge or counter within its block.

use crate::ground::convert::{narrow, nearest_f32};

/// Maximum number of gauges in a block.
pub const GAUGES: usize = 8;
/// Maximum number of counters in a block.
pub const COUNTERS: usize = 4;

/// Minimum, maximum and last value of a gauge in one bin. If `min > max`, the gauge had no value in the bin.
/// If `last` is NaN, the gauge had no value at the end of the bin. Values beyond the range of f32 are stored
/// as infinity and clamped on reading.
#[derive(Clone, Copy, Debug)]
pub(super) struct GaugeBin {
    min: f32,
    max: f32,
    last: f32,
}

impl GaugeBin {
    /// The bin that covers two neighbouring bins. `of_samples`: whether the gauge is one of samples.
    pub fn merge(first: Self, second: Self, of_samples: bool) -> Self {
        let last = if of_samples && second.last.is_nan() { first.last } else { second.last };
        GaugeBin { min: first.min.min(second.min), max: first.max.max(second.max), last }
    }

    /// Minimum, maximum and last value; all NaN if the gauge had no value.
    pub fn to_f64(self) -> [f64; 3] {
        if self.min > self.max {
            return [f64::NAN; 3];
        }
        [self.min, self.max, self.last].map(|v| f64::from(v.clamp(f32::MIN, f32::MAX)))
    }
}

/// Minimum and maximum of an empty set of values.
const EMPTY_RANGE: (f32, f32) = (f32::INFINITY, f32::NEG_INFINITY);
/// A gauge that never had a value.
const BLANK: GaugeBin = GaugeBin { min: EMPTY_RANGE.0, max: EMPTY_RANGE.1, last: f32::NAN };

/// The current bin of several series of one entity.
#[derive(Clone, Debug)]
#[repr(C, align(64))] // Fields are in the order in which updates access them.
pub(super) struct Block {
    /// Current value of each gauge; NaN if it has none.
    current: [f64; GAUGES],
    /// Minimum and maximum of each gauge in the bin; `min > max` if the gauge had no value.
    min: [f32; GAUGES],
    max: [f32; GAUGES],
    /// Current count of each counter since recording began.
    since_recording: [u64; COUNTERS],
    /// Count of each counter when recording began.
    at_recording_start: [u64; COUNTERS],
    /// Bit set of the gauges that were set at the very start of the bin, which discards the value carried
    /// over from the previous bin.
    overridden_at_start: u8,
    /// Bit set of the gauges that had a value in a completed bin.
    had_value: u8,
    /// Bit set of the gauges of samples.
    of_samples: u8,
    gauge_count: u8,
    counter_count: u8,
    /// Columns of the block's first gauge and first counter in the rows, which contain all blocks.
    first_gauge: u32,
    first_counter: u32,
    /// Count of each counter from the start of recording to the start of bin 0.
    at_first_bin: [u64; COUNTERS],
}

impl Block {
    /// A block without series.
    pub fn new() -> Self {
        Block {
            current: [f64::NAN; GAUGES],
            min: [EMPTY_RANGE.0; GAUGES],
            max: [EMPTY_RANGE.1; GAUGES],
            since_recording: [0; COUNTERS],
            at_recording_start: [0; COUNTERS],
            overridden_at_start: 0,
            had_value: 0,
            of_samples: 0,
            gauge_count: 0,
            counter_count: 0,
            first_gauge: 0,
            first_counter: 0,
            at_first_bin: [0; COUNTERS],
        }
    }

    /// Adds a gauge and returns its position, or `None` if the block is full. Call this before the first bin
    /// is complete.
    pub fn add_gauge(&mut self) -> Option<usize> {
        let position = usize::from(self.gauge_count);
        let is_free = position < GAUGES;
        self.gauge_count += u8::from(is_free);
        is_free.then_some(position)
    }

    /// Adds a counter and returns its position, or `None` if the block is full. Call this before the first
    /// bin is complete.
    pub fn add_counter(&mut self) -> Option<usize> {
        let position = usize::from(self.counter_count);
        let is_free = position < COUNTERS;
        self.counter_count += u8::from(is_free);
        is_free.then_some(position)
    }

    /// Makes a gauge one of samples.
    pub fn mark_as_samples(&mut self, position: usize) {
        self.of_samples |= 1 << (position % GAUGES);
    }

    /// Whether a gauge is one of samples.
    pub fn is_of_samples(&self, position: usize) -> bool {
        self.of_samples >> (position % GAUGES) & 1 == 1
    }

    /// Number of gauges.
    pub fn gauge_count(&self) -> usize {
        usize::from(self.gauge_count)
    }

    pub fn counter_count(&self) -> usize {
        usize::from(self.counter_count)
    }

    /// Assigns columns to this block, given the numbers of gauges and counters in all blocks before it.
    /// Returns these numbers with this block's gauges and counters added.
    pub fn assign_columns(&mut self, gauges: u32, counters: u32) -> (u32, u32) {
        (self.first_gauge, self.first_counter) = (gauges, counters);
        (gauges + u32::from(self.gauge_count), counters + u32::from(self.counter_count))
    }

    /// Column of a gauge in the rows of all blocks.
    pub fn gauge_column(&self, position: usize) -> usize {
        self.first_gauge as usize + position
    }

    /// Column of a counter in the rows of all blocks.
    pub fn counter_column(&self, position: usize) -> usize {
        self.first_counter as usize + position
    }

    // ---- updates ----

    /// Sets a gauge to `value`, at a time after the start of the bin. NaN or infinity means no value.
    #[inline]
    pub fn set(&mut self, position: usize, value: f64) {
        debug_assert!(position < GAUGES);
        let position = position % GAUGES; // The remainder replaces the bounds checks.
        if value.abs() <= f64::MAX {
            let narrowed = nearest_f32(value);
            // Branches are deliberate: with conditional moves, every update would wait for the store of the
            // previous update, which takes 3 ns longer.
            if narrowed < self.min[position] {
                self.min[position] = narrowed;
            }
            if narrowed > self.max[position] {
                self.max[position] = narrowed;
            }
            self.current[position] = value;
        } else {
            self.current[position] = f64::NAN;
        }
    }

    /// Sets all gauges at once, at a time after the start of the bin. `None` leaves a gauge as it is; values
    /// are finite, or NaN for no value. The loop has no branches, so the compiler vectorizes it.
    #[inline]
    pub fn set_all(&mut self, values: [Option<f64>; GAUGES]) {
        for (position, value) in values.into_iter().enumerate() {
            let value = value.unwrap_or(self.current[position]);
            // Comparisons with NaN are false, so NaN changes neither minimum nor maximum.
            let narrowed = nearest_f32(value);
            self.min[position] = if narrowed < self.min[position] { narrowed } else { self.min[position] };
            self.max[position] = if narrowed > self.max[position] { narrowed } else { self.max[position] };
            self.current[position] = value;
        }
    }

    /// Sets a gauge at the very start of a bin, and discards the value carried over from the previous bin.
    pub fn override_at_start(&mut self, position: usize, value: f64) {
        debug_assert!(position < GAUGES);
        let position_bit = 1 << (position % GAUGES);
        if self.overridden_at_start & position_bit == 0 {
            self.overridden_at_start |= position_bit;
            (self.min[position % GAUGES], self.max[position % GAUGES]) = EMPTY_RANGE;
        }
        self.set(position, value);
    }

    /// Sets a counter to its count since the start of the run.
    #[inline]
    pub fn set_count(&mut self, position: usize, total: u64) {
        debug_assert!(position < COUNTERS);
        let position = position % COUNTERS;
        self.since_recording[position] = total.saturating_sub(self.at_recording_start[position]);
    }

    /// Sets the count that a counter had when recording began.
    pub fn set_initial_count(&mut self, position: usize, before: u64) {
        self.at_recording_start[position % COUNTERS] = before;
    }

    // ---- bins ----

    /// Starts bin 0. Updates before this call only determine the values at the start of bin 0.
    pub fn begin(&mut self) {
        self.at_first_bin = self.since_recording;
        self.open();
    }

    /// Starts a bin, whose first values are the current values of the gauges that are not of samples.
    #[inline]
    pub fn open(&mut self) {
        for position in 0..GAUGES {
            if self.is_of_samples(position) {
                self.current[position] = f64::NAN;
            }
            let narrowed = nearest_f32(self.current[position]);
            let has_value = !narrowed.is_nan();
            self.min[position] = if has_value { narrowed } else { EMPTY_RANGE.0 };
            self.max[position] = if has_value { narrowed } else { EMPTY_RANGE.1 };
        }
        self.overridden_at_start = 0;
    }

    /// Appends the values of the current bin to the rows of all blocks.
    #[inline]
    pub fn append_row(&self, gauge_bins: &mut Vec<GaugeBin>, totals: &mut Vec<u64>) {
        let ranges = self.min.iter().zip(&self.max).zip(&self.current);
        let bins = ranges.map(|((&min, &max), &last)| GaugeBin { min, max, last: nearest_f32(last) });
        gauge_bins.extend(bins.take(self.gauge_count()));
        totals.extend_from_slice(self.since_recording.get(..self.counter_count()).unwrap_or_default());
    }

    /// Updates `had_value` at the end of a bin. Visits only the gauges that had no value so far, usually
    /// none.
    #[inline]
    pub fn update_had_value(&mut self) {
        let mut without = !self.had_value & narrow::<u8>((1_u16 << self.gauge_count) - 1);
        while without != 0 {
            let position = without.trailing_zeros() as usize % GAUGES;
            self.had_value |= u8::from(self.min[position] <= self.max[position]) << position;
            without &= without - 1; // Clears the lowest bit.
        }
    }

    // ---- reading ----

    /// A gauge in the current bin.
    #[inline]
    pub fn current_bin(&self, position: usize) -> GaugeBin {
        if position >= GAUGES {
            return BLANK;
        }
        GaugeBin {
            min: self.min[position],
            max: self.max[position],
            last: nearest_f32(self.current[position]),
        }
    }

    /// Current value of a gauge, in full precision.
    pub fn current_value(&self, position: usize) -> Option<f64> {
        self.current.get(position).copied().filter(|last| !last.is_nan())
    }

    /// Whether a gauge has never had a value.
    pub fn is_blank(&self, position: usize) -> bool {
        let current = self.current_bin(position);
        self.had_value >> position & 1 == 0 && current.min > current.max
    }

    /// Current total of a counter.
    pub fn total(&self, position: usize) -> u64 {
        self.since_recording.get(position).copied().unwrap_or(0)
    }

    /// Total of a counter at the start of bin 0.
    pub fn base(&self, position: usize) -> u64 {
        self.at_first_bin.get(position).copied().unwrap_or(0)
    }
}
