//! Read access to one recorded gauge or counter.

use super::block::Block;
use super::series_table::SeriesTable;
use crate::ground::convert::narrow;

impl SeriesTable {
    /// The gauge in a position of a block.
    pub fn gauge(&self, block: usize, position: usize) -> Option<Gauge<'_>> {
        let block = self.blocks.get(block).filter(|block| position < block.gauge_count())?;
        Some(Gauge { table: self, block, position })
    }

    /// The counter in a position of a block.
    pub fn counter(&self, block: usize, position: usize) -> Option<Counter<'_>> {
        let block = self.blocks.get(block).filter(|block| position < block.counter_count())?;
        Some(Counter { table: self, block, position })
    }
}

/// A recorded gauge: its value is constant until it is set again, or, if it is one of samples, until the end of the bin.
#[derive(Clone, Copy, Debug)]
pub struct Gauge<'a> {
    pub(super) table: &'a SeriesTable,
    pub(super) block: &'a Block,
    pub(super) position: usize,
}

impl Gauge<'_> {
    /// Number of bins, including the current bin.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the gauge has never had a value.
    pub fn is_blank(&self) -> bool {
        self.block.is_blank(self.position)
    }

    /// Minimum, maximum and last value of a bin. All three are NaN if the gauge had no value in the bin. Only
    /// the last value is NaN if the gauge had values in the bin, but none at its end.
    pub fn bin(&self, index: usize) -> Option<[f64; 3]> {
        if self.table.is_open(index) {
            return Some(self.block.current_bin(self.position).to_f64());
        }
        self.table.completed_gauge(self.block, self.position, index).map(|bin| bin.to_f64())
    }

    /// Appends minimum, maximum and last value of every bin, beginning with bin `from`.
    pub fn read(&self, from: usize, out: &mut Vec<f64>) {
        for index in from..self.len() {
            out.extend(self.bin(index).unwrap_or([f64::NAN; 3]));
        }
    }

    /// The last value of the bin that contains `t`; if `t` is an edge, of the bin that ends there. `None` if
    /// the gauge had no value at the end of that bin.
    pub fn value_at(&self, t: u64) -> Option<f64> {
        let last_index = self.len().saturating_sub(1);
        let index = narrow::<usize>(self.table.index_of(t.saturating_sub(1)).min(last_index as u64));
        self.bin(index).map(|[_, _, last]| last).filter(|v| !v.is_nan())
    }

    /// Current value, in full precision.
    pub fn current(&self) -> Option<f64> {
        self.block.current_value(self.position)
    }

    /// Number of times that the bin width has doubled.
    pub fn revision(&self) -> u32 {
        self.table.revision()
    }

    /// Width of a bin, in ns.
    pub fn width(&self) -> u64 {
        self.table.width()
    }

    /// Start of bin 0, in ns.
    pub fn origin(&self) -> u64 {
        self.table.origin()
    }
}

/// Mean rate of a counter over an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanRate {
    /// Units per second.
    pub per_second: f64,
    /// Whether the counts at both ends of the interval are exact; see [`Counter::value_at`].
    pub exact: bool,
}

/// A recorded counter: a count that never decreases.
#[derive(Clone, Copy, Debug)]
pub struct Counter<'a> {
    pub(super) table: &'a SeriesTable,
    pub(super) block: &'a Block,
    pub(super) position: usize,
}

impl Counter<'_> {
    /// Number of bins, including the current bin.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Count at the end of a bin; for the current bin, the count so far.
    pub fn bin(&self, index: usize) -> Option<f64> {
        if self.table.is_open(index) {
            return Some(self.total() as f64);
        }
        self.table.completed_total(self.block, self.position, index).map(|total| total as f64)
    }

    /// Appends the count at the end of every bin, beginning with bin `from`.
    pub fn read(&self, from: usize, out: &mut Vec<f64>) {
        for index in from..self.len() {
            out.extend(self.bin(index));
        }
    }

    /// Current count.
    pub fn total(&self) -> u64 {
        self.block.total(self.position)
    }

    /// The count just before `t`, and whether it is exact. The count is exact at the edges of bins, at `now`
    /// and later, and in bins in which it did not change. Within other bins it is interpolated linearly.
    /// Before bin 0 the result is the count at the start of bin 0, which is not exact.
    pub fn value_at(&self, t: u64, now: u64) -> (f64, bool) {
        let table = self.table;
        if t >= now || t >= table.start_of(self.len().max(1)) {
            return (self.total() as f64, true);
        }
        let base = self.block.base(self.position) as f64;
        if t <= table.origin() {
            return (base, t == table.origin());
        }
        let index = narrow::<usize>(table.index_of(t));
        let before = if index == 0 { base } else { self.bin(index - 1).unwrap_or(0.0) };
        let start = table.start_of(index);
        if t == start {
            return (before, true);
        }
        let after = self.bin(index).unwrap_or(before);
        let end = table.start_of(index + 1).min(now);
        let fraction = (t - start) as f64 / (end - start) as f64;
        (before + (after - before) * fraction, after == before)
    }

    /// Mean rate over `[t0, t1)`, from the updates recorded up to `now`. `None` if the interval is empty.
    pub fn mean_rate(&self, t0: u64, t1: u64, now: u64) -> Option<MeanRate> {
        if t1 <= t0 {
            return None;
        }
        let (from, exact_from) = self.value_at(t0, now);
        let (to, exact_to) = self.value_at(t1, now);
        Some(MeanRate { per_second: (to - from) * 1e9 / (t1 - t0) as f64, exact: exact_from && exact_to })
    }

    /// Number of times that the bin width has doubled.
    pub fn revision(&self) -> u32 {
        self.table.revision()
    }

    /// Width of a bin, in ns.
    pub fn width(&self) -> u64 {
        self.table.width()
    }

    /// Start of bin 0, in ns.
    pub fn origin(&self) -> u64 {
        self.table.origin()
    }
}
