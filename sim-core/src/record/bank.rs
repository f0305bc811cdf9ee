//! The recorded series of one entity, side by side: gauges (a value that holds until it is set again) as bins of minimum,
//! maximum and last value, and counters as their cumulative value at the end of each bin, so that a mean rate is exact at
//! any zoom. Recording is on the path of every packet: inside a bin an update is one comparison and a few stores, what
//! a packet updates lies together, and a completed bin of all the entity's series is one row.

use super::bins::{Bins, Store};
use super::series::{Counter, Gauge};

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
    fn widened(self) -> [f64; 3] {
        if self.min > self.max {
            return [f64::NAN; 3];
        }
        [self.min, self.max, self.last].map(|v| f64::from(v.clamp(f32::MIN, f32::MAX)))
    }
}

/// A gauge in the bin that is being filled; `min > max` says that it has had no value there.
#[derive(Clone, Copy, Debug)]
struct Live {
    last: f64,
    min: f32,
    max: f32,
}

const BLANK: Live = Live { last: f64::NAN, min: f32::INFINITY, max: f32::NEG_INFINITY };

impl Live {
    #[inline]
    fn put(&mut self, value: f64) {
        let short = value as f32;
        // Branches on purpose: selecting would chain every update to the store of the one before (3 ns more).
        if short < self.min {
            self.min = short;
        }
        if short > self.max {
            self.max = short;
        }
        self.last = value;
    }

    /// What goes on into the next bin.
    #[inline]
    fn carried(self) -> Self {
        if self.last.is_nan() {
            return BLANK;
        }
        let short = self.last as f32;
        Live { last: self.last, min: short, max: short }
    }

    #[inline]
    fn span(self) -> Span {
        Span { min: self.min, max: self.max, last: self.last as f32 }
    }
}

/// Completed bins of all series, those of one bin next to each other, and what goes into the next ones.
struct Rows<'a> {
    spans: &'a mut Vec<Span>,
    totals: &'a mut Vec<u64>,
    gauges: &'a [Live],
    counters: &'a [u64],
}

impl Store for Rows<'_> {
    fn reserve(&mut self, bins: usize) {
        self.spans.reserve_exact((bins * self.gauges.len()).saturating_sub(self.spans.len()));
        self.totals.reserve_exact((bins * self.counters.len()).saturating_sub(self.totals.len()));
    }

    fn complete(&mut self) {
        self.spans.extend(self.gauges.iter().map(|live| live.span()));
        self.totals.extend_from_slice(self.counters);
    }

    fn carry_to(&mut self, bins: usize) {
        let mut carried = [BLANK.span(); GAUGES];
        for (span, live) in carried.iter_mut().zip(self.gauges) {
            *span = live.carried().span();
        }
        let carried = carried.get(..self.gauges.len()).unwrap_or_default();
        while self.spans.len() < bins * carried.len() {
            self.spans.extend_from_slice(carried);
        }
        while self.totals.len() < bins * self.counters.len() {
            self.totals.extend_from_slice(self.counters);
        }
    }

    fn halve(&mut self, bins: usize) {
        let (wide, many) = (self.gauges.len(), self.counters.len());
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
}

/// The series of one entity, on one grid of bins.
#[derive(Clone, Debug)]
#[repr(C, align(64))] // In the order in which updates touch it.
pub struct Bank {
    /// Start and end of the bin that is being filled.
    start: u64,
    end: u64,
    /// In one cache line with the bin: a counter that is updated alone touches no other.
    counters: [u64; COUNTERS],
    /// Gauges that were set at the very start of the present bin: what they carried into it is forgotten.
    replaced: u8,
    /// Gauges that have had a value in a completed bin.
    seen: u8,
    /// False until the origin is reached: what comes before is only carried into the first bin.
    begun: bool,
    gauge_count: u8,
    counter_count: u8,
    gauges: [Live; GAUGES],
    /// Counts at the origin.
    base: [u64; COUNTERS],
    bins: Bins,
    spans: Vec<Span>,
    totals: Vec<u64>,
}

impl Bank {
    /// Without series as yet, recorded from `origin` on in at most `limit` bins that are `width` ns wide at first.
    pub fn new(origin: u64, width: u64, limit: usize) -> Self {
        let bins = Bins::new(origin, width, limit);
        let begun = origin == 0;
        Bank {
            start: bins.start(),
            end: if begun { bins.end() } else { origin },
            counters: [0; COUNTERS],
            replaced: 0,
            seen: 0,
            begun,
            gauge_count: 0,
            counter_count: 0,
            gauges: [BLANK; GAUGES],
            base: [0; COUNTERS],
            bins,
            spans: Vec::new(),
            totals: Vec::new(),
        }
    }

    /// Another gauge; its place, unless there is no room or bins have been completed.
    pub fn add_gauge(&mut self) -> Option<usize> {
        let place = usize::from(self.gauge_count);
        let room = place < GAUGES && self.bins.done() == 0;
        self.gauge_count += u8::from(room);
        room.then_some(place)
    }

    /// Another counter; its place, unless there is no room or bins have been completed.
    pub fn add_counter(&mut self) -> Option<usize> {
        let place = usize::from(self.counter_count);
        let room = place < COUNTERS && self.bins.done() == 0;
        self.counter_count += u8::from(room);
        room.then_some(place)
    }

    /// The gauge at a place.
    pub fn gauge(&self, place: usize) -> Option<Gauge<'_>> {
        (place < usize::from(self.gauge_count)).then_some(Gauge { bank: self, place })
    }

    /// The counter at a place.
    pub fn counter(&self, place: usize) -> Option<Counter<'_>> {
        (place < usize::from(self.counter_count)).then_some(Counter { bank: self, place })
    }

    /// End of the bin that is being filled: until then an update after another only adds to it.
    #[inline]
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Whether `now` lies in the bin that is being filled and after its start, where what gauges carried into it stands.
    #[inline]
    pub fn is_within(&self, now: u64) -> bool {
        (now > self.start) & (now < self.end)
    }

    /// Sets a gauge at a time of which `is_within` is true.
    #[inline]
    pub fn set_within(&mut self, place: usize, value: f64) {
        let Some(live) = self.gauges.get_mut(place % GAUGES) else { return };
        // Much stays as it is from one time to the next: what held last is among the minimum and maximum already.
        if value.to_bits() == live.last.to_bits() {
            return;
        }
        if value.abs() <= f64::MAX {
            live.put(value);
        } else {
            live.last = f64::NAN;
        }
    }

    /// A gauge's value is `value` from `now` on. A value that is not finite means "no value from now on".
    #[inline]
    pub fn set(&mut self, place: usize, now: u64, value: f64) {
        if (now > self.start) & (now < self.end) & (value.abs() <= f64::MAX) {
            if let Some(live) = self.gauges.get_mut(place) {
                live.put(value);
            }
        } else {
            self.set_slowly(place, now, value);
        }
    }

    #[cold]
    #[inline(never)]
    fn set_slowly(&mut self, place: usize, now: u64, value: f64) {
        if now >= self.end {
            self.cross(now);
        }
        let Some(live) = self.gauges.get_mut(place) else { return };
        let this = 1 << place;
        if now == self.start && self.begun && self.replaced & this == 0 {
            self.replaced |= this;
            (live.min, live.max) = (BLANK.min, BLANK.max);
        }
        if value.is_finite() {
            live.put(value);
        } else {
            live.last = f64::NAN;
        }
    }

    /// Adds `n` to a counter at `now`.
    #[inline]
    pub fn add(&mut self, place: usize, now: u64, n: u64) {
        if now < self.end {
            self.add_within(place, n);
        } else {
            self.add_beyond(place, now, n);
        }
    }

    #[cold]
    #[inline(never)]
    fn add_beyond(&mut self, place: usize, now: u64, n: u64) {
        self.cross(now);
        self.add_within(place, n);
    }

    #[inline]
    fn add_within(&mut self, place: usize, n: u64) {
        if let Some(total) = self.counters.get_mut(place) {
            *total = total.saturating_add(n);
        }
    }

    /// Opens the bin that contains `now`, which is not before the end of the present one. What gauges hold counts in it.
    #[cold]
    #[inline(never)]
    fn cross(&mut self, now: u64) {
        let gauges = self.gauges.get_mut(..usize::from(self.gauge_count)).unwrap_or_default();
        let counters = self.counters.get(..usize::from(self.counter_count)).unwrap_or_default();
        if self.begun {
            if self.seen.count_ones() < u32::from(self.gauge_count) {
                for (place, live) in gauges.iter().enumerate() {
                    self.seen |= u8::from(live.min <= live.max) << place;
                }
            }
        } else {
            self.begun = true;
            self.base = self.counters;
            gauges.iter_mut().for_each(|live| *live = live.carried());
        }
        let mut rows = Rows { spans: &mut self.spans, totals: &mut self.totals, gauges, counters };
        self.bins.advance(now, &mut rows);
        gauges.iter_mut().for_each(|live| *live = live.carried());
        self.start = self.bins.start();
        self.end = self.bins.end();
        self.replaced = 0;
    }

    /// Carries everything up to `now`, so that what is read covers it. Recording may go on afterwards.
    pub fn finish(&mut self, now: u64) {
        // A bin that would start at `now` holds nothing yet.
        if now > self.end {
            self.cross(now - 1);
        }
    }

    /// Number of bins, with the one that is being filled.
    pub fn len(&self) -> usize {
        self.bins.done() + usize::from(self.begun)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    // ---- reading ----

    pub(super) fn is_blank(&self, place: usize) -> bool {
        self.seen >> place & 1 == 0 && self.gauges.get(place).is_none_or(|live| live.min > live.max)
    }

    pub(super) fn span(&self, place: usize, index: usize) -> Option<[f64; 3]> {
        if index == self.bins.done() && self.begun {
            return self.gauges.get(place).map(|live| live.span().widened());
        }
        self.spans.get(index * usize::from(self.gauge_count) + place).map(|span| span.widened())
    }

    pub(super) fn last(&self, place: usize) -> Option<f64> {
        self.gauges.get(place).map(|live| live.last).filter(|last| !last.is_nan())
    }

    pub(super) fn count(&self, place: usize, index: usize) -> Option<f64> {
        if index == self.bins.done() && self.begun {
            return Some(self.total(place) as f64);
        }
        self.totals.get(index * usize::from(self.counter_count) + place).map(|&total| total as f64)
    }

    pub(super) fn total(&self, place: usize) -> u64 {
        self.counters.get(place).copied().unwrap_or(0)
    }

    /// The count at the origin.
    pub(super) fn base(&self, place: usize) -> f64 {
        self.base.get(place).map_or(0.0, |&base| base as f64)
    }

    pub(super) fn start_of(&self, index: usize) -> u64 {
        self.bins.start_of(index)
    }

    pub(super) fn index_of(&self, t: u64) -> u64 {
        self.bins.index_of(t)
    }

    /// How often the width has doubled.
    pub fn rev(&self) -> u32 {
        self.bins.rev()
    }

    /// Width of a bin in ns.
    pub fn width(&self) -> u64 {
        self.bins.width()
    }

    /// Start of bin 0.
    pub fn origin(&self) -> u64 {
        self.bins.origin()
    }

    /// Bytes held, with the bins.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.spans.capacity() * size_of::<Span>()
            + self.totals.capacity() * size_of::<u64>()
    }

    /// Bytes that one bin of all its series takes.
    pub fn bytes_per_bin(&self) -> usize {
        size_of::<Span>() * usize::from(self.gauge_count) + size_of::<u64>() * usize::from(self.counter_count)
    }

    pub(super) fn lower_limit(&mut self, limit: usize) {
        self.bins.lower_limit(limit);
    }

    pub(super) fn widen(&mut self, width: u64) {
        self.bins.widen(width);
        if self.begun {
            self.end = self.bins.end();
        }
    }
}
