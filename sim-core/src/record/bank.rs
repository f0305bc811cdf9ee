//! The recorded series of one entity, side by side: gauges (a value that holds until it is set again) as bins of minimum,
//! maximum and last value, and counters as their cumulative value at the end of each bin, so that a mean rate is exact at
//! any zoom. Here is the bin that is being filled; when bins begin and end, and what was in the completed ones, is kept for
//! all banks together, in `banks`. Recording is on the path of every packet: what is updated together lies together.

/// Gauges and counters that a bank has room for.
pub const GAUGES: usize = 8;
pub const COUNTERS: usize = 4;

/// Minimum, maximum and last value of a gauge in one bin: `min > max` where it had none, NaN last where it had none at the
/// end. Values beyond the range of f32 are infinite here and brought back when they are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    min: f32,
    max: f32,
    last: f32,
}

impl Span {
    pub fn merge(first: Self, second: Self) -> Self {
        Span { min: first.min.min(second.min), max: first.max.max(second.max), last: second.last }
    }

    /// All NaN where the gauge had no value.
    pub fn widened(self) -> [f64; 3] {
        if self.min > self.max {
            return [f64::NAN; 3];
        }
        [self.min, self.max, self.last].map(|v| f64::from(v.clamp(f32::MIN, f32::MAX)))
    }
}

/// Least and greatest of no values.
const NONE: (f32, f32) = (f32::INFINITY, f32::NEG_INFINITY);
/// A gauge that has had no value.
const BLANK: Span = Span { min: NONE.0, max: NONE.1, last: f32::NAN };

/// The series of one entity in the bin that is being filled.
#[derive(Clone, Debug)]
#[repr(C, align(64))] // In the order in which updates touch it.
pub(super) struct Bank {
    /// What gauges hold; NaN: nothing.
    last: [f64; GAUGES],
    /// Least and greatest value in the bin; `min > max`: none.
    min: [f32; GAUGES],
    max: [f32; GAUGES],
    counters: [u64; COUNTERS],
    /// What was counted before anything was recorded.
    before: [u64; COUNTERS],
    /// Gauges that were set at the very start of the bin: what they carried into it is forgotten.
    replaced: u8,
    /// Gauges that have had a value in a completed bin.
    seen: u8,
    gauge_count: u8,
    counter_count: u8,
    /// Where its gauges and its counters begin among those of all banks.
    first_gauge: u32,
    first_counter: u32,
    /// Counts at the origin.
    base: [u64; COUNTERS],
}

impl Bank {
    /// Without series as yet.
    pub fn new() -> Self {
        Bank {
            last: [f64::NAN; GAUGES],
            min: [NONE.0; GAUGES],
            max: [NONE.1; GAUGES],
            counters: [0; COUNTERS],
            before: [0; COUNTERS],
            replaced: 0,
            seen: 0,
            gauge_count: 0,
            counter_count: 0,
            first_gauge: 0,
            first_counter: 0,
            base: [0; COUNTERS],
        }
    }

    /// Another gauge; its place, unless there is no room. Only before a bin has been completed.
    pub fn add_gauge(&mut self) -> Option<usize> {
        let place = usize::from(self.gauge_count);
        let room = place < GAUGES;
        self.gauge_count += u8::from(room);
        room.then_some(place)
    }

    /// Another counter; its place, unless there is no room. Only before a bin has been completed.
    pub fn add_counter(&mut self) -> Option<usize> {
        let place = usize::from(self.counter_count);
        let room = place < COUNTERS;
        self.counter_count += u8::from(room);
        room.then_some(place)
    }

    pub fn gauges(&self) -> usize {
        usize::from(self.gauge_count)
    }

    pub fn counters(&self) -> usize {
        usize::from(self.counter_count)
    }

    /// Takes its places after so many gauges and counters of other banks; how many there are with it.
    pub fn take_places(&mut self, gauges: u32, counters: u32) -> (u32, u32) {
        (self.first_gauge, self.first_counter) = (gauges, counters);
        (gauges + u32::from(self.gauge_count), counters + u32::from(self.counter_count))
    }

    /// A gauge's place among those of all banks.
    pub fn gauge_of_all(&self, place: usize) -> usize {
        self.first_gauge as usize + place
    }

    /// A counter's place among those of all banks.
    pub fn counter_of_all(&self, place: usize) -> usize {
        self.first_counter as usize + place
    }

    // ---- updates ----

    /// A gauge's value is `value` from now on, after the very start of a bin. One that is not finite: it has none.
    #[inline]
    pub fn set(&mut self, place: usize, value: f64) {
        let place = place % GAUGES;
        if value.abs() <= f64::MAX {
            let short = value as f32;
            // Branches on purpose: selecting would chain every update to the store of the one before (3 ns more).
            if short < self.min[place] {
                self.min[place] = short;
            }
            if short > self.max[place] {
                self.max[place] = short;
            }
            self.last[place] = value;
        } else {
            self.last[place] = f64::NAN;
        }
    }

    /// The same for all gauges at once; those without a value here keep theirs. Values are finite, or NaN for none from now on.
    /// Without a branch: the compiler makes it several lanes at a time.
    #[inline]
    pub fn set_all(&mut self, values: [Option<f64>; GAUGES]) {
        for (place, value) in values.into_iter().enumerate() {
            let value = value.unwrap_or(self.last[place]);
            // Nothing is less or more than NaN.
            let short = value as f32;
            self.min[place] = if short < self.min[place] { short } else { self.min[place] };
            self.max[place] = if short > self.max[place] { short } else { self.max[place] };
            self.last[place] = value;
        }
    }

    /// The same as `set` at the very start of a bin: what was carried into it does not count.
    pub fn set_at_start(&mut self, place: usize, value: f64) {
        let this = 1 << (place % GAUGES);
        if self.replaced & this == 0 {
            self.replaced |= this;
            (self.min[place % GAUGES], self.max[place % GAUGES]) = NONE;
        }
        self.set(place, value);
    }

    /// So much has been counted since the start of the run.
    #[inline]
    pub fn count_is(&mut self, place: usize, total: u64) {
        let place = place % COUNTERS;
        self.counters[place] = total.saturating_sub(self.before[place]);
    }

    /// So much was counted before anything was recorded.
    pub fn count_from(&mut self, place: usize, before: u64) {
        self.before[place % COUNTERS] = before;
    }

    // ---- bins ----

    /// The bin at the origin begins; before there was none, and what happened is only carried into it.
    pub fn begin(&mut self) {
        self.base = self.counters;
        self.open();
    }

    /// Another bin begins: what gauges hold counts in it.
    #[inline]
    pub fn open(&mut self) {
        for place in 0..GAUGES {
            let short = self.last[place] as f32;
            let holds = !short.is_nan();
            self.min[place] = if holds { short } else { NONE.0 };
            self.max[place] = if holds { short } else { NONE.1 };
        }
        self.replaced = 0;
    }

    /// Adds what is in the bin to the rows of all banks.
    #[inline]
    pub fn add_to(&self, spans: &mut Vec<Span>, totals: &mut Vec<u64>) {
        let gauges: [Span; GAUGES] = std::array::from_fn(|place| self.live(place));
        spans.extend_from_slice(gauges.get(..self.gauges()).unwrap_or_default());
        totals.extend_from_slice(self.counters.get(..self.counters()).unwrap_or_default());
    }

    /// The bin is complete: which gauges had a value in it.
    #[inline]
    pub fn look_for_values(&mut self) {
        if self.seen.count_ones() < u32::from(self.gauge_count) {
            for place in 0..self.gauges() {
                self.seen |= u8::from(self.min[place] <= self.max[place]) << place;
            }
        }
    }

    // ---- reading ----

    /// A gauge in the bin that is being filled.
    #[inline]
    pub fn live(&self, place: usize) -> Span {
        if place >= GAUGES {
            return BLANK;
        }
        Span { min: self.min[place], max: self.max[place], last: self.last[place] as f32 }
    }

    /// What a gauge holds, in full precision.
    pub fn last(&self, place: usize) -> Option<f64> {
        self.last.get(place).copied().filter(|last| !last.is_nan())
    }

    /// Whether a gauge has never had a value.
    pub fn is_blank(&self, place: usize) -> bool {
        let live = self.live(place);
        self.seen >> place & 1 == 0 && live.min > live.max
    }

    /// A counter as it stands.
    pub fn total(&self, place: usize) -> u64 {
        self.counters.get(place).copied().unwrap_or(0)
    }

    /// A counter at the origin.
    pub fn base(&self, place: usize) -> u64 {
        self.base.get(place).copied().unwrap_or(0)
    }
}
