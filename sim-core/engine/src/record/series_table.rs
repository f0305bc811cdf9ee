//! The table of all series of a recording: the blocks, and the completed bins as rows. All series share one
//! grid of bins.
//!
//! `World::step` runs to the end of a bin, brings the records of all links up to date, and then opens the
//! next bin. Most updates are therefore in the current bin. An update at or after the end of the current bin
//! opens the bin that contains it.
//!
//! When a bin ends, the values of all series in this bin are stored as one row, because readers mostly need
//! the latest values of all series.

use super::bins::{BinStore, Bins};
use super::block::{Block, GAUGES, GaugeBin};

#[derive(Clone, Debug)]
pub struct SeriesTable {
    /// Start and end of the current bin, in ns.
    start: u64,
    end: u64,
    /// End of the run, in ns. An update at this time belongs to the last bin, because no bin starts at the
    /// end of the run.
    run_end: u64,
    /// Whether bin 0 has started. Updates before this only determine the values at the start of bin 0.
    begun: bool,
    pub(super) blocks: Vec<Block>,
    bins: Bins,
    rows: Rows,
}

/// Completed bins. For each bin, `gauge_bins` has a row of the gauges of all blocks, and `totals` a row of
/// their counters.
#[derive(Clone, Debug, Default)]
struct Rows {
    gauge_bins: Vec<GaugeBin>,
    totals: Vec<u64>,
    gauges_per_row: usize,
    counters_per_row: usize,
}

/// Adds rows to a `SeriesTable` when a bin ends.
struct RowWriter<'a> {
    blocks: &'a mut [Block],
    rows: &'a mut Rows,
}

impl BinStore for RowWriter<'_> {
    fn reserve(&mut self, bins: usize) {
        let (mut gauges, mut counters) = (0, 0);
        for block in self.blocks.iter_mut() {
            (gauges, counters) = block.assign_columns(gauges, counters);
        }
        let rows = &mut *self.rows;
        (rows.gauges_per_row, rows.counters_per_row) = (gauges as usize, counters as usize);
        rows.gauge_bins.reserve_exact((bins * rows.gauges_per_row).saturating_sub(rows.gauge_bins.len()));
        rows.totals.reserve_exact((bins * rows.counters_per_row).saturating_sub(rows.totals.len()));
    }

    fn complete(&mut self) {
        for block in self.blocks.iter_mut() {
            block.update_had_value();
            block.append_row(&mut self.rows.gauge_bins, &mut self.rows.totals);
            block.open();
        }
    }

    fn carry_to(&mut self, bins: usize) {
        let Rows { gauge_bins, totals, gauges_per_row: gauges, counters_per_row: counters } = &mut *self.rows;
        while gauge_bins.len() < bins * *gauges || totals.len() < bins * *counters {
            self.blocks.iter().for_each(|block| block.append_row(gauge_bins, totals));
        }
    }

    fn halve(&mut self, bins: usize) {
        let Rows { gauge_bins, totals, gauges_per_row: gauges, counters_per_row: counters } = &mut *self.rows;
        let (gauges, counters) = (*gauges, *counters);
        for bin in 0..bins {
            let positions =
                self.blocks.iter().flat_map(|block| (0..block.gauge_count()).map(move |at| (block, at)));
            for (column, (block, position)) in positions.enumerate() {
                let first = 2 * bin * gauges + column;
                let of_samples = block.is_of_samples(position);
                gauge_bins[bin * gauges + column] =
                    GaugeBin::merge(gauge_bins[first], gauge_bins[first + gauges], of_samples);
            }
            for column in 0..counters {
                totals[bin * counters + column] = totals[(2 * bin + 1) * counters + column];
            }
        }
        gauge_bins.truncate(bins * gauges);
        totals.truncate(bins * counters);
    }
}

impl SeriesTable {
    /// Creates an empty table. Recording starts at `origin` (in ns) and uses at most `limit` bins, which are
    /// `width` ns wide at first.
    pub fn new(origin: u64, width: u64, limit: usize) -> Self {
        let bins = Bins::new(origin, width, limit);
        let begun = origin == 0;
        let end = if begun { bins.end() } else { origin };
        SeriesTable {
            start: bins.start(),
            end,
            run_end: u64::MAX,
            begun,
            blocks: Vec::new(),
            bins,
            rows: Rows::default(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Adds a block and returns its index.
    pub fn add_block(&mut self) -> usize {
        self.blocks.push(Block::new());
        self.blocks.len() - 1
    }

    /// Adds a gauge to a block and returns its position, or `None` if the block is full or a bin is complete.
    pub fn add_gauge(&mut self, block: usize) -> Option<usize> {
        self.extensible_block(block)?.add_gauge()
    }

    /// Adds a counter to a block and returns its position, or `None` if the block is full or a bin is
    /// complete.
    pub fn add_counter(&mut self, block: usize) -> Option<usize> {
        self.extensible_block(block)?.add_counter()
    }

    /// Makes a gauge one of samples.
    pub fn mark_as_samples(&mut self, block: usize, position: usize) {
        if let Some(block) = self.blocks.get_mut(block) {
            block.mark_as_samples(position);
        }
    }

    /// The block with this index; `None` if a bin is complete, because series can no longer be added then.
    fn extensible_block(&mut self, block: usize) -> Option<&mut Block> {
        self.blocks.get_mut(block).filter(|_| self.bins.completed() == 0)
    }

    // ---- updates ----

    /// End of the current bin in ns; before bin 0 has started, the start of bin 0. `u64::MAX` if there are no
    /// series.
    #[inline]
    pub fn bin_end(&self) -> u64 {
        if self.blocks.is_empty() { u64::MAX } else { self.end }
    }

    /// Whether `now` is in the current bin and after its start. Updates at the very start of a bin replace
    /// the values of the previous bin, so they are handled separately.
    #[inline]
    fn is_within(&self, now: u64) -> bool {
        (now > self.start) & (now < self.end)
    }

    /// At `now`, sets a gauge to `value`. NaN or infinity means no value.
    #[inline]
    pub fn set(&mut self, block: usize, position: usize, now: u64, value: f64) {
        if !self.is_within(now) {
            return self.set_at_edge(block, position, now, value);
        }
        if let Some(block) = self.blocks.get_mut(block) {
            block.set(position, value);
        }
    }

    #[cold]
    fn set_at_edge(&mut self, block: usize, position: usize, now: u64, value: f64) {
        self.open_bin(now);
        let at_start = now == self.start && self.begun;
        match self.blocks.get_mut(block) {
            Some(block) if at_start => block.override_at_start(position, value),
            Some(block) => block.set(position, value),
            None => {}
        }
    }

    /// Sets all gauges of a block. `None` leaves a gauge as it is; values are finite, or NaN for no value.
    ///
    /// Returns false and sets nothing if there is no such block or if a bin starts at `now`.
    #[inline]
    pub fn set_all(&mut self, block: usize, now: u64, values: [Option<f64>; GAUGES]) -> bool {
        let within = self.is_within(now);
        let Some(block) = self.blocks.get_mut(block).filter(|_| within) else { return false };
        block.set_all(values);
        true
    }

    /// Sets a counter to its count from the start of the run up to `now`.
    #[inline]
    pub fn set_count(&mut self, block: usize, position: usize, now: u64, total: u64) {
        self.open_bin(now);
        if let Some(block) = self.blocks.get_mut(block) {
            block.set_count(position, total);
        }
    }

    /// Sets the count that a counter had when recording began.
    pub fn set_initial_count(&mut self, block: usize, position: usize, before: u64) {
        if let Some(block) = self.blocks.get_mut(block) {
            block.set_initial_count(position, before);
        }
    }

    /// Opens the bin that contains `now`, unless that bin is open already. Everything before `now` must have
    /// been recorded.
    #[inline]
    pub fn open_bin(&mut self, now: u64) {
        if now >= self.end {
            self.close_bins_until(now);
        }
    }

    #[cold]
    fn close_bins_until(&mut self, now: u64) {
        if !self.begun {
            self.begun = true;
            self.blocks.iter_mut().for_each(Block::begin);
        }
        let now = if now == self.run_end { now - 1 } else { now };
        self.bins.advance(now, &mut RowWriter { blocks: &mut self.blocks, rows: &mut self.rows });
        self.update_edges();
    }

    fn update_edges(&mut self) {
        self.start = self.bins.start();
        let end = self.bins.end();
        self.end = if end == self.run_end { end.saturating_add(1) } else { end };
    }

    /// Completes the bins that end before `now`, so that readers see everything up to `now`. Recording can
    /// continue afterwards.
    pub fn complete_bins_before(&mut self, now: u64) {
        // A bin that starts at `now` would be empty.
        if now > self.end {
            self.close_bins_until(now - 1);
        }
    }

    // ---- bins ----

    /// Lowers the maximum number of bins to `limit`. Has no effect once a bin is complete.
    pub fn lower_limit(&mut self, limit: usize) {
        self.bins.lower_limit(limit);
    }

    /// Raises the initial width of bins to `width` ns, which has no effect once a bin is complete, and makes
    /// the last bin include `run_end`, the end of the run.
    pub fn fit(&mut self, width: u64, run_end: u64) {
        self.bins.widen(width);
        self.run_end = run_end;
        if self.begun {
            self.update_edges();
        }
    }

    /// Number of bins, including the current bin.
    pub fn len(&self) -> usize {
        self.bins.completed() + usize::from(self.begun)
    }

    pub(super) fn start_of(&self, index: usize) -> u64 {
        self.bins.start_of(index)
    }

    pub(super) fn index_of(&self, t: u64) -> u64 {
        self.bins.index_of(t)
    }

    /// Number of times that the bin width has doubled.
    pub fn revision(&self) -> u32 {
        self.bins.revision()
    }

    /// Width of a bin, in ns.
    pub fn width(&self) -> u64 {
        self.bins.width()
    }

    /// Start of bin 0, in ns.
    pub fn origin(&self) -> u64 {
        self.bins.origin()
    }

    // ---- reading ----

    /// Whether `index` is the index of the current bin.
    pub(super) fn is_open(&self, index: usize) -> bool {
        self.begun && index == self.bins.completed()
    }

    /// A gauge in a completed bin.
    pub(super) fn completed_gauge(&self, block: &Block, position: usize, bin: usize) -> Option<GaugeBin> {
        self.rows.gauge_bins.get(bin * self.rows.gauges_per_row + block.gauge_column(position)).copied()
    }

    /// Total of a counter at the end of a completed bin.
    pub(super) fn completed_total(&self, block: &Block, position: usize, bin: usize) -> Option<u64> {
        self.rows.totals.get(bin * self.rows.counters_per_row + block.counter_column(position)).copied()
    }

    /// Memory used, including the bins, in bytes.
    pub fn bytes(&self) -> usize {
        self.blocks.capacity() * size_of::<Block>()
            + self.rows.gauge_bins.capacity() * size_of::<GaugeBin>()
            + self.rows.totals.capacity() * size_of::<u64>()
    }
}
