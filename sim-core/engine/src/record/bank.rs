//! A bank: the current bin of up to 8 gauges and 4 counters of one entity, such as a flow or a link.
//!
//! A gauge is stored as its minimum, maximum and last value in each bin. A counter is stored as its total at the end of
//! each bin, so a mean rate between two bin edges is exact. [`SeriesTable`](super::SeriesTable) stores the completed bins. Every packet
//! updates a bank, so a bank's values lie next to each other in memory.
//!
//! A *lane* is the index of a gauge or counter within its bank.

/// Maximum number of gauges in a bank.
pub const GAUGES: usize = 8;
/// Maximum number of counters in a bank.
pub const COUNTERS: usize = 4;

/// Minimum, maximum and last value of a gauge in one bin. If `min > max`, the gauge had no value in the bin. If `last` is NaN,
/// the gauge had no value at the end of the bin. Values beyond the range of f32 are stored as infinity and clamped on reading.
#[derive(Clone, Copy, Debug)]
pub(super) struct GaugeBin {
    min: f32,
    max: f32,
    last: f32,
}

impl GaugeBin {
    /// The bin that covers two neighbouring bins.
    pub fn merge(first: Self, second: Self) -> Self {
        GaugeBin { min: first.min.min(second.min), max: first.max.max(second.max), last: second.last }
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
pub(super) struct Bank {
    /// Current value of each gauge; NaN if it has none.
    current: [f64; GAUGES],
    /// Minimum and maximum of each gauge in the bin; `min > max` if the gauge had no value.
    min: [f32; GAUGES],
    max: [f32; GAUGES],
    /// Current count of each counter since recording began.
    counters: [u64; COUNTERS],
    /// Count of each counter when recording began.
    before: [u64; COUNTERS],
    /// Bit set of the gauges that were set at the very start of the bin. For these gauges, the last value of the previous bin does
    /// not count in this bin.
    set_at_start: u8,
    /// Bit set of the gauges that had a value in a completed bin.
    had_value: u8,
    gauge_count: u8,
    counter_count: u8,
    /// Columns of the bank's first gauge and first counter in the rows, which contain all banks.
    first_gauge: u32,
    first_counter: u32,
    /// Count of each counter at the start of bin 0.
    base: [u64; COUNTERS],
}

impl Bank {
    /// A bank without series.
    pub fn new() -> Self {
        Bank {
            current: [f64::NAN; GAUGES],
            min: [EMPTY_RANGE.0; GAUGES],
            max: [EMPTY_RANGE.1; GAUGES],
            counters: [0; COUNTERS],
            before: [0; COUNTERS],
            set_at_start: 0,
            had_value: 0,
            gauge_count: 0,
            counter_count: 0,
            first_gauge: 0,
            first_counter: 0,
            base: [0; COUNTERS],
        }
    }

    /// Adds a gauge and returns its lane, or `None` if the bank is full. Call this before the first bin is complete.
    pub fn add_gauge(&mut self) -> Option<usize> {
        let lane = usize::from(self.gauge_count);
        let is_free = lane < GAUGES;
        self.gauge_count += u8::from(is_free);
        is_free.then_some(lane)
    }

    /// Adds a counter and returns its lane, or `None` if the bank is full. Call this before the first bin is complete.
    pub fn add_counter(&mut self) -> Option<usize> {
        let lane = usize::from(self.counter_count);
        let is_free = lane < COUNTERS;
        self.counter_count += u8::from(is_free);
        is_free.then_some(lane)
    }

    /// Number of gauges.
    pub fn gauge_count(&self) -> usize {
        usize::from(self.gauge_count)
    }

    /// Number of counters.
    pub fn counter_count(&self) -> usize {
        usize::from(self.counter_count)
    }

    /// Assigns columns to this bank, given the numbers of gauges and counters in all banks before it. Returns these
    /// numbers with this bank's gauges and counters added.
    pub fn assign_columns(&mut self, gauges: u32, counters: u32) -> (u32, u32) {
        (self.first_gauge, self.first_counter) = (gauges, counters);
        (gauges + u32::from(self.gauge_count), counters + u32::from(self.counter_count))
    }

    /// Column of a gauge in the rows of all banks.
    pub fn gauge_column(&self, lane: usize) -> usize {
        self.first_gauge as usize + lane
    }

    /// Column of a counter in the rows of all banks.
    pub fn counter_column(&self, lane: usize) -> usize {
        self.first_counter as usize + lane
    }

    // ---- updates ----

    /// Sets a gauge to `value`, at a time after the start of the bin. NaN or infinity means no value.
    #[inline]
    pub fn set(&mut self, lane: usize, value: f64) {
        let lane = lane % GAUGES;
        if value.abs() <= f64::MAX {
            let short = value as f32;
            // Branches are deliberate: with conditional moves, every update would wait for the store of the previous update,
            // which takes 3 ns longer.
            if short < self.min[lane] {
                self.min[lane] = short;
            }
            if short > self.max[lane] {
                self.max[lane] = short;
            }
            self.current[lane] = value;
        } else {
            self.current[lane] = f64::NAN;
        }
    }

    /// Sets all gauges at once, at a time after the start of the bin. `None` leaves a gauge as it is; values are finite, or
    /// NaN for no value. The loop has no branches, so the compiler vectorizes it.
    #[inline]
    pub fn set_all(&mut self, values: [Option<f64>; GAUGES]) {
        for (lane, value) in values.into_iter().enumerate() {
            let value = value.unwrap_or(self.current[lane]);
            // Comparisons with NaN are false, so NaN changes neither minimum nor maximum.
            let short = value as f32;
            self.min[lane] = if short < self.min[lane] { short } else { self.min[lane] };
            self.max[lane] = if short > self.max[lane] { short } else { self.max[lane] };
            self.current[lane] = value;
        }
    }

    /// Sets a gauge at the very start of a bin. The gauge's last value of the previous bin then does not count in this bin.
    pub fn set_at_start(&mut self, lane: usize, value: f64) {
        let lane_bit = 1 << (lane % GAUGES);
        if self.set_at_start & lane_bit == 0 {
            self.set_at_start |= lane_bit;
            (self.min[lane % GAUGES], self.max[lane % GAUGES]) = EMPTY_RANGE;
        }
        self.set(lane, value);
    }

    /// Sets a counter to its count since the start of the run.
    #[inline]
    pub fn set_count(&mut self, lane: usize, total: u64) {
        let lane = lane % COUNTERS;
        self.counters[lane] = total.saturating_sub(self.before[lane]);
    }

    /// Sets the count that a counter had when recording began.
    pub fn set_initial_count(&mut self, lane: usize, before: u64) {
        self.before[lane % COUNTERS] = before;
    }

    // ---- bins ----

    /// Starts bin 0. Updates before this call only determine the values at the start of bin 0.
    pub fn begin(&mut self) {
        self.base = self.counters;
        self.open();
    }

    /// Starts a bin, in which the current values of the gauges count.
    #[inline]
    pub fn open(&mut self) {
        for lane in 0..GAUGES {
            let short = self.current[lane] as f32;
            let has_value = !short.is_nan();
            self.min[lane] = if has_value { short } else { EMPTY_RANGE.0 };
            self.max[lane] = if has_value { short } else { EMPTY_RANGE.1 };
        }
        self.set_at_start = 0;
    }

    /// Appends the values of the current bin to the rows of all banks.
    #[inline]
    pub fn append_row(&self, gauge_bins: &mut Vec<GaugeBin>, totals: &mut Vec<u64>) {
        let ranges = self.min.iter().zip(&self.max).zip(&self.current);
        let bins = ranges.map(|((&min, &max), &last)| GaugeBin { min, max, last: last as f32 });
        gauge_bins.extend(bins.take(self.gauge_count()));
        totals.extend_from_slice(self.counters.get(..self.counter_count()).unwrap_or_default());
    }

    /// Updates `had_value` at the end of a bin.
    #[inline]
    pub fn note_gauges_with_values(&mut self) {
        let mut without = !self.had_value & ((1_u16 << self.gauge_count) - 1) as u8;
        while without != 0 {
            let lane = without.trailing_zeros() as usize % GAUGES;
            self.had_value |= u8::from(self.min[lane] <= self.max[lane]) << lane;
            without &= without - 1;
        }
    }

    // ---- reading ----

    /// A gauge in the current bin.
    #[inline]
    pub fn current_bin(&self, lane: usize) -> GaugeBin {
        if lane >= GAUGES {
            return BLANK;
        }
        GaugeBin { min: self.min[lane], max: self.max[lane], last: self.current[lane] as f32 }
    }

    /// Current value of a gauge, in full precision.
    pub fn current_value(&self, lane: usize) -> Option<f64> {
        self.current.get(lane).copied().filter(|last| !last.is_nan())
    }

    /// Whether a gauge has never had a value.
    pub fn is_blank(&self, lane: usize) -> bool {
        let current = self.current_bin(lane);
        self.had_value >> lane & 1 == 0 && current.min > current.max
    }

    /// Current total of a counter.
    pub fn total(&self, lane: usize) -> u64 {
        self.counters.get(lane).copied().unwrap_or(0)
    }

    /// Total of a counter at the start of bin 0.
    pub fn base(&self, lane: usize) -> u64 {
        self.base.get(lane).copied().unwrap_or(0)
    }
}
