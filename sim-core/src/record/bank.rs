//! The recorded series of one entity, side by side: gauges (a value that holds until it is set again) as bins of minimum,
//! maximum and last value, and counters as their cumulative value at the end of each bin, so that a mean rate is exact at
//! any zoom. When bins begin and end is kept for all banks together, in `banks`. Recording is on the path of every
//! packet: what is updated together lies together, and a completed bin of all the entity's series is one row.

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
    fn merge(first: Self, second: Self) -> Self {
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

/// The series of one entity: the bin that is being filled, and the completed ones.
#[derive(Clone, Debug)]
#[repr(C, align(64))] // In the order in which updates touch it.
pub(super) struct Bank {
    /// What gauges hold; NaN: nothing.
    last: [f64; GAUGES],
    /// Least and greatest value in the bin; `min > max`: none.
    min: [f32; GAUGES],
    max: [f32; GAUGES],
    counters: [u64; COUNTERS],
    /// Gauges that were set at the very start of the bin: what they carried into it is forgotten.
    replaced: u8,
    /// Gauges that have had a value in a completed bin.
    seen: u8,
    gauge_count: u8,
    counter_count: u8,
    spans: Vec<Span>,
    totals: Vec<u64>,
    /// Counts at the origin.
    base: [u64; COUNTERS],
    /// What was counted before anything was recorded.
    before: [u64; COUNTERS],
}

impl Bank {
    /// Without series as yet.
    pub fn new() -> Self {
        Bank {
            last: [f64::NAN; GAUGES],
            min: [NONE.0; GAUGES],
            max: [NONE.1; GAUGES],
            counters: [0; COUNTERS],
            replaced: 0,
            seen: 0,
            gauge_count: 0,
            counter_count: 0,
            spans: Vec::new(),
            totals: Vec::new(),
            base: [0; COUNTERS],
            before: [0; COUNTERS],
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

    /// The same of all counters.
    #[inline]
    pub fn counts_are(&mut self, totals: [u64; COUNTERS]) {
        for (place, total) in totals.into_iter().enumerate() {
            self.counters[place] = total.saturating_sub(self.before[place]);
        }
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
    pub fn open(&mut self) {
        for place in 0..GAUGES {
            let short = self.last[place] as f32;
            // Only what is not NaN equals itself.
            let holds = short == short;
            self.min[place] = if holds { short } else { NONE.0 };
            self.max[place] = if holds { short } else { NONE.1 };
        }
        self.replaced = 0;
    }

    /// Room for so many bins at once: nothing is allocated later, however long the run.
    pub fn reserve(&mut self, bins: usize) {
        self.spans.reserve_exact((bins * self.gauges()).saturating_sub(self.spans.len()));
        self.totals.reserve_exact((bins * self.counters()).saturating_sub(self.totals.len()));
    }

    /// The bin that is being filled is complete.
    pub fn complete(&mut self) {
        if self.seen.count_ones() < u32::from(self.gauge_count) {
            for place in 0..self.gauges() {
                self.seen |= u8::from(self.min[place] <= self.max[place]) << place;
            }
        }
        self.push_row();
    }

    /// What is in the bin that is being filled becomes a completed one.
    fn push_row(&mut self) {
        let gauges: [Span; GAUGES] = std::array::from_fn(|place| self.live(place));
        self.spans.extend_from_slice(gauges.get(..self.gauges()).unwrap_or_default());
        self.totals
            .extend_from_slice(self.counters.get(..usize::from(self.counter_count)).unwrap_or_default());
    }

    /// Fills the bins up to (not with) this one with what is carried on.
    pub fn carry_to(&mut self, bins: usize) {
        self.open();
        while self.spans.len() < bins * self.gauges() || self.totals.len() < bins * self.counters() {
            self.push_row();
        }
    }

    /// Makes one bin of each two neighbours; keeps so many.
    pub fn halve(&mut self, bins: usize) {
        let (wide, many) = (self.gauges(), self.counters());
        for bin in 0..bins {
            for place in 0..wide {
                let first = 2 * bin * wide + place;
                self.spans[bin * wide + place] = Span::merge(self.spans[first], self.spans[first + wide]);
            }
            for place in 0..many {
                self.totals[bin * many + place] = self.totals[(2 * bin + 1) * many + place];
            }
        }
        self.spans.truncate(bins * wide);
        self.totals.truncate(bins * many);
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

    /// A gauge in a completed bin.
    pub fn span(&self, place: usize, bin: usize) -> Option<Span> {
        self.spans.get(bin * self.gauges() + place).copied()
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

    /// A counter at the end of a completed bin.
    pub fn count(&self, place: usize, bin: usize) -> Option<u64> {
        self.totals.get(bin * self.counters() + place).copied()
    }

    /// A counter as it stands.
    pub fn total(&self, place: usize) -> u64 {
        self.counters.get(place).copied().unwrap_or(0)
    }

    /// A counter at the origin.
    pub fn base(&self, place: usize) -> u64 {
        self.base.get(place).copied().unwrap_or(0)
    }

    /// Bytes held, with the bins.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.spans.capacity() * size_of::<Span>()
            + self.totals.capacity() * size_of::<u64>()
    }
}
