//! Recorded series: a gauge (a value that holds until it is set again) as bins of minimum, maximum and last value, and a
//! counter as its cumulative value at the end of each bin, so that a mean rate is exact at any zoom. Recording is on the
//! path of every packet: inside a bin an update is one comparison and a few stores.

use super::bins::{BASE_WIDTH, Bins, DEFAULT_BINS, Merge};

/// Minimum, maximum and last value of a gauge in one bin; all NaN where the gauge had no value.
#[derive(Clone, Copy, Debug)]
struct Span {
    min: f32,
    max: f32,
    last: f32,
}

impl Span {
    /// A bin's span; `min > max` says that the bin saw no value.
    fn of(min: f64, max: f64, last: f64) -> Self {
        if min > max {
            return Self { min: f32::NAN, max: f32::NAN, last: f32::NAN };
        }
        Self { min: narrow(min), max: narrow(max), last: narrow(last) }
    }

    fn widened(self) -> [f64; 3] {
        [f64::from(self.min), f64::from(self.max), f64::from(self.last)]
    }
}

impl Merge for Span {
    fn merge(first: Self, second: Self) -> Self {
        let min = if first.min.is_nan() || second.min < first.min { second.min } else { first.min };
        let max = if first.max.is_nan() || second.max > first.max { second.max } else { first.max };
        Self { min, max, last: second.last }
    }
}

impl Merge for f64 {
    fn merge(_first: Self, second: Self) -> Self {
        second
    }
}

/// The nearest f32, never infinite.
fn narrow(v: f64) -> f32 {
    v.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32
}

/// A value over time that holds until it is set again.
#[derive(Clone, Debug)]
#[repr(C, align(64))] // what an update touches lies in one cache line
pub struct Gauge {
    end: u64,
    min: f64,
    max: f64,
    last: f64,
    /// False until the origin is reached: what comes before is only carried into the first bin.
    begun: bool,
    /// A completed bin has a value.
    seen: bool,
    bins: Bins<Span>,
}

impl Default for Gauge {
    fn default() -> Self {
        Self::new(0, BASE_WIDTH, DEFAULT_BINS)
    }
}

impl Gauge {
    /// A gauge without a value, recorded from `origin` on in at most `limit` bins that are `width` ns wide at first.
    pub fn new(origin: u64, width: u64, limit: usize) -> Self {
        let bins = Bins::new(origin, width, limit);
        let begun = origin == 0;
        let end = if begun { bins.end() } else { origin };
        Self { end, min: f64::INFINITY, max: f64::NEG_INFINITY, last: f64::NAN, begun, seen: false, bins }
    }

    /// The value is `value` from `now` on. A value that is not finite means "no value from now on".
    #[inline]
    pub fn set(&mut self, now: u64, value: f64) {
        if (now < self.end) & (value.abs() <= f64::MAX) {
            self.put(value);
        } else {
            self.set_slowly(now, value);
        }
    }

    /// There is no value from `now` until the next `set`: a gap in the line.
    pub fn clear(&mut self, now: u64) {
        self.set_slowly(now, f64::NAN);
    }

    #[inline]
    fn put(&mut self, value: f64) {
        // Branches on purpose: selecting would chain every update to the store of the one before (3 ns more).
        if value < self.min {
            self.min = value;
        }
        if value > self.max {
            self.max = value;
        }
        self.last = value;
    }

    #[cold]
    #[inline(never)]
    fn set_slowly(&mut self, now: u64, value: f64) {
        if now >= self.end {
            self.cross(now, true);
        }
        if value.is_finite() {
            self.put(value);
        } else {
            self.last = f64::NAN;
        }
    }

    /// Opens the bin that contains `now`. The carried value counts in it, unless it is `replaced` at the very start.
    fn cross(&mut self, now: u64, replaced: bool) {
        let (low, high) = self.held();
        let carried = Span::of(low, high, self.last);
        self.seen |= self.min <= self.max;
        if self.begun {
            if !self.bins.advance(now, Span::of(self.min, self.max, self.last), carried) {
                return;
            }
        } else {
            self.begun = true;
            self.bins.advance(now, carried, carried);
        }
        self.end = self.bins.end();
        let at_start = replaced && now == self.bins.start();
        (self.min, self.max) = if at_start { (f64::INFINITY, f64::NEG_INFINITY) } else { (low, high) };
    }

    /// Minimum and maximum of a bin through which the last value is carried.
    fn held(&self) -> (f64, f64) {
        if self.last.is_nan() { (f64::INFINITY, f64::NEG_INFINITY) } else { (self.last, self.last) }
    }

    /// Carries the value up to `now`, so that what is read covers it. Recording may go on afterwards.
    pub fn finish(&mut self, now: u64) {
        // A bin that would start at `now` holds nothing yet.
        if now > self.end {
            self.cross(now - 1, false);
        }
    }

    /// Whether it never had a value.
    pub fn is_blank(&self) -> bool {
        !self.seen && self.min > self.max
    }

    /// Number of bins, with the one that is being filled.
    pub fn len(&self) -> usize {
        self.bins.done().len() + usize::from(self.begun)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Minimum, maximum and last value of a bin (all NaN: no value in it; only last NaN: none at its end).
    pub fn bin(&self, index: usize) -> Option<[f64; 3]> {
        let done = self.bins.done();
        if index == done.len() && self.begun {
            return Some(Span::of(self.min, self.max, self.last).widened());
        }
        done.get(index).map(|s| s.widened())
    }

    /// Appends minimum, maximum, last of every bin from `from` on.
    pub fn read(&self, from: usize, out: &mut Vec<f64>) {
        for index in from..self.len() {
            out.extend(self.bin(index).unwrap_or([f64::NAN; 3]));
        }
    }

    /// The last value of the bin that ends at or contains `t`: display resolution. None where there was no value.
    pub fn value_at(&self, t: u64) -> Option<f64> {
        let index = self.bins.index_of(t.saturating_sub(1)).min(self.bins.done().len() as u64) as usize;
        self.bin(index).map(|[_, _, last]| last).filter(|v| !v.is_nan())
    }

    /// The value now, in full precision.
    pub fn last(&self) -> Option<f64> {
        (!self.last.is_nan()).then_some(self.last)
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
        size_of::<Self>() + self.bins.bytes()
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

/// A mean rate of a counter and whether both ends fell on what is known exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanRate {
    /// Units per second.
    pub per_second: f64,
    /// True if both times are bin edges (or not before the last update); otherwise the ends are linear within their bin.
    pub exact: bool,
}

/// A count that only grows.
#[derive(Clone, Debug)]
pub struct Counter {
    end: u64,
    total: u64,
    /// The count at the origin.
    base: u64,
    begun: bool,
    bins: Bins<f64>,
}

impl Default for Counter {
    fn default() -> Self {
        Self::new(0, BASE_WIDTH, DEFAULT_BINS)
    }
}

impl Counter {
    /// A counter at 0, recorded from `origin` on in at most `limit` bins that are `width` ns wide at first.
    pub fn new(origin: u64, width: u64, limit: usize) -> Self {
        let bins = Bins::new(origin, width, limit);
        let begun = origin == 0;
        let end = if begun { bins.end() } else { origin };
        Self { end, total: 0, base: 0, begun, bins }
    }

    /// Adds `n` at `now`.
    #[inline]
    pub fn add(&mut self, now: u64, n: u64) {
        if now >= self.end {
            self.cross(now);
        }
        self.total = self.total.saturating_add(n);
    }

    #[cold]
    #[inline(never)]
    fn cross(&mut self, now: u64) {
        if !self.begun {
            self.begun = true;
            self.base = self.total;
        }
        let value = self.total as f64;
        self.bins.advance(now, value, value);
        self.end = self.bins.end();
    }

    /// Fills the bins up to `now`, so that what is read covers it. Recording may go on afterwards.
    pub fn finish(&mut self, now: u64) {
        if now > self.end {
            self.cross(now - 1);
        }
    }

    /// Number of bins, with the one that is being filled.
    pub fn len(&self) -> usize {
        self.bins.done().len() + usize::from(self.begun)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The count at the end of a bin (so far, for the one that is being filled).
    pub fn bin(&self, index: usize) -> Option<f64> {
        let done = self.bins.done();
        if index == done.len() && self.begun {
            return Some(self.total as f64);
        }
        done.get(index).copied()
    }

    /// Appends the count at the end of every bin from `from` on.
    pub fn read(&self, from: usize, out: &mut Vec<f64>) {
        for index in from..self.len() {
            out.extend(self.bin(index));
        }
    }

    /// The count now.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The count just before `t` and whether it is exact: exact on bin edges and from `now` on, linear within a bin.
    pub fn value_at(&self, t: u64, now: u64) -> (f64, bool) {
        if t >= now || t >= self.bins.end() {
            return (self.total as f64, true);
        }
        if t <= self.bins.origin() {
            return (self.base as f64, t == self.bins.origin());
        }
        let index = self.bins.index_of(t) as usize;
        let before = if index == 0 { self.base as f64 } else { self.bin(index - 1).unwrap_or(0.0) };
        let start = self.bins.start_of(index);
        if t == start {
            return (before, true);
        }
        let after = self.bin(index).unwrap_or(before);
        let end = self.bins.start_of(index + 1).min(now);
        let part = (t - start) as f64 / (end - start) as f64;
        (before + (after - before) * part, after == before)
    }

    /// Mean rate over [t0, t1) as known at `now`; None if the span is empty.
    pub fn mean_rate(&self, t0: u64, t1: u64, now: u64) -> Option<MeanRate> {
        if t1 <= t0 {
            return None;
        }
        let (from, exact_from) = self.value_at(t0, now);
        let (to, exact_to) = self.value_at(t1, now);
        Some(MeanRate { per_second: (to - from) * 1e9 / (t1 - t0) as f64, exact: exact_from && exact_to })
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
        size_of::<Self>() + self.bins.bytes()
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
