//! Read access to one recorded gauge or counter.

use super::bank::Bank;
use super::banks::Banks;

/// A recorded gauge: its value is constant until it is set again.
#[derive(Clone, Copy, Debug)]
pub struct Gauge<'a> {
    pub(super) grid: &'a Banks,
    pub(super) bank: &'a Bank,
    pub(super) lane: usize,
}

impl Gauge<'_> {
    /// Number of bins, including the current one.
    pub fn len(&self) -> usize {
        self.grid.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the gauge never had a value.
    pub fn is_blank(&self) -> bool {
        self.bank.is_blank(self.lane)
    }

    /// Minimum, maximum and last value of a bin. All three are NaN if the gauge had no value in the bin. Only the last is NaN if
    /// the gauge had values, but none at the end of the bin.
    pub fn bin(&self, index: usize) -> Option<[f64; 3]> {
        if self.grid.is_open(index) {
            return Some(self.bank.current(self.lane).to_f64());
        }
        self.grid.completed_gauge(self.bank, self.lane, index).map(|bin| bin.to_f64())
    }

    /// Appends minimum, maximum and last value of every bin from `from` on.
    pub fn read(&self, from: usize, out: &mut Vec<f64>) {
        for index in from..self.len() {
            out.extend(self.bin(index).unwrap_or([f64::NAN; 3]));
        }
    }

    /// The last value of the bin that contains `t`, or of the bin that ends at `t`. `None` if the gauge had no value at the end
    /// of this bin. The result has the resolution of the bins.
    pub fn value_at(&self, t: u64) -> Option<f64> {
        let last = self.len().saturating_sub(1);
        let index = self.grid.index_of(t.saturating_sub(1)).min(last as u64) as usize;
        self.bin(index).map(|[_, _, last]| last).filter(|v| !v.is_nan())
    }

    /// Current value, in full precision.
    pub fn last(&self) -> Option<f64> {
        self.bank.last(self.lane)
    }

    /// Number of times that the width has doubled.
    pub fn rev(&self) -> u32 {
        self.grid.rev()
    }

    /// Width of a bin, in ns.
    pub fn width(&self) -> u64 {
        self.grid.width()
    }

    /// Start of bin 0.
    pub fn origin(&self) -> u64 {
        self.grid.origin()
    }
}

/// Mean rate of a counter over an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanRate {
    /// Units per second.
    pub per_second: f64,
    /// Whether the counts at both ends of the interval are exact. A count is exact at the edges of bins and from the present on;
    /// within a bin it is interpolated.
    pub exact: bool,
}

/// A recorded counter: a count that never decreases.
#[derive(Clone, Copy, Debug)]
pub struct Counter<'a> {
    pub(super) grid: &'a Banks,
    pub(super) bank: &'a Bank,
    pub(super) lane: usize,
}

impl Counter<'_> {
    /// Number of bins, including the current one.
    pub fn len(&self) -> usize {
        self.grid.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Count at the end of a bin; for the current bin, the count so far.
    pub fn bin(&self, index: usize) -> Option<f64> {
        if self.grid.is_open(index) {
            return Some(self.total() as f64);
        }
        self.grid.completed_total(self.bank, self.lane, index).map(|total| total as f64)
    }

    /// Appends the count at the end of every bin from `from` on.
    pub fn read(&self, from: usize, out: &mut Vec<f64>) {
        for index in from..self.len() {
            out.extend(self.bin(index));
        }
    }

    /// Current count.
    pub fn total(&self) -> u64 {
        self.bank.total(self.lane)
    }

    /// The count just before `t`, and whether it is exact. It is exact at the edges of bins, from `now` on, and in bins in which
    /// it did not change. Within other bins it is interpolated linearly.
    pub fn value_at(&self, t: u64, now: u64) -> (f64, bool) {
        let grid = self.grid;
        if t >= now || t >= grid.start_of(self.len().max(1)) {
            return (self.total() as f64, true);
        }
        let base = self.bank.base(self.lane) as f64;
        if t <= grid.origin() {
            return (base, t == grid.origin());
        }
        let index = grid.index_of(t) as usize;
        let before = if index == 0 { base } else { self.bin(index - 1).unwrap_or(0.0) };
        let start = grid.start_of(index);
        if t == start {
            return (before, true);
        }
        let after = self.bin(index).unwrap_or(before);
        let end = grid.start_of(index + 1).min(now);
        let fraction = (t - start) as f64 / (end - start) as f64;
        (before + (after - before) * fraction, after == before)
    }

    /// Mean rate over `[t0, t1)` as known at `now`. `None` if the interval is empty.
    pub fn mean_rate(&self, t0: u64, t1: u64, now: u64) -> Option<MeanRate> {
        if t1 <= t0 {
            return None;
        }
        let (from, exact_from) = self.value_at(t0, now);
        let (to, exact_to) = self.value_at(t1, now);
        Some(MeanRate { per_second: (to - from) * 1e9 / (t1 - t0) as f64, exact: exact_from && exact_to })
    }

    /// Number of times that the width has doubled.
    pub fn rev(&self) -> u32 {
        self.grid.rev()
    }

    /// Width of a bin, in ns.
    pub fn width(&self) -> u64 {
        self.grid.width()
    }

    /// Start of bin 0.
    pub fn origin(&self) -> u64 {
        self.grid.origin()
    }
}
