//! All banks of a recording, on one grid of bins.
//!
//! A bin starts and ends for all banks at the same time. `World::step` runs to the end of a bin, brings the records of
//! all links up to date, and then opens the next bin. Most updates therefore lie in the current bin. An update after the end of
//! the current bin opens the bin that contains it.
//!
//! A completed bin of all series is stored as one row. Rows are written in order, and readers mostly need the latest values of
//! all series.

use super::bank::{Bank, GAUGES, GaugeBin};
use super::bins::{BinStore, Bins};
use super::series::{Counter, Gauge};

#[derive(Clone, Debug)]
pub struct Banks {
    /// Start and end of the current bin.
    start: u64,
    end: u64,
    /// End of the run. An update at this time belongs to the last bin, because no bin starts there.
    last: u64,
    /// Whether bin 0 has started. Earlier updates only determine the values at its start.
    begun: bool,
    banks: Vec<Bank>,
    bins: Bins,
    rows: Rows,
}

/// Completed bins: one row for the gauges of all banks, and one for the counters.
#[derive(Clone, Debug, Default)]
struct Rows {
    gauge_bins: Vec<GaugeBin>,
    totals: Vec<u64>,
    /// Numbers of gauges and of counters in a row.
    gauges: usize,
    counters: usize,
}

/// The parts of `Banks` that change at the end of a bin.
struct BinEdge<'a> {
    banks: &'a mut [Bank],
    rows: &'a mut Rows,
}

impl BinStore for BinEdge<'_> {
    fn reserve(&mut self, bins: usize) {
        let (mut gauges, mut counters) = (0, 0);
        for bank in self.banks.iter_mut() {
            (gauges, counters) = bank.assign_columns(gauges, counters);
        }
        let rows = &mut *self.rows;
        (rows.gauges, rows.counters) = (gauges as usize, counters as usize);
        rows.gauge_bins.reserve_exact((bins * rows.gauges).saturating_sub(rows.gauge_bins.len()));
        rows.totals.reserve_exact((bins * rows.counters).saturating_sub(rows.totals.len()));
    }

    fn complete(&mut self) {
        for bank in self.banks.iter_mut() {
            bank.note_gauges_with_values();
            bank.append_row(&mut self.rows.gauge_bins, &mut self.rows.totals);
            bank.open();
        }
    }

    fn carry_to(&mut self, bins: usize) {
        let Rows { gauge_bins, totals, gauges, counters } = &mut *self.rows;
        while gauge_bins.len() < bins * *gauges || totals.len() < bins * *counters {
            self.banks.iter().for_each(|bank| bank.append_row(gauge_bins, totals));
        }
    }

    fn halve(&mut self, bins: usize) {
        let Rows { gauge_bins, totals, gauges, counters } = &mut *self.rows;
        let (gauges, counters) = (*gauges, *counters);
        for bin in 0..bins {
            for column in 0..gauges {
                let first = 2 * bin * gauges + column;
                gauge_bins[bin * gauges + column] =
                    GaugeBin::merge(gauge_bins[first], gauge_bins[first + gauges]);
            }
            for column in 0..counters {
                totals[bin * counters + column] = totals[(2 * bin + 1) * counters + column];
            }
        }
        gauge_bins.truncate(bins * gauges);
        totals.truncate(bins * counters);
    }
}

impl Banks {
    /// Creates an empty collection. Recording starts at `origin` and uses at most `limit` bins, which are `width` ns wide at
    /// first.
    pub fn new(origin: u64, width: u64, limit: usize) -> Self {
        let bins = Bins::new(origin, width, limit);
        let begun = origin == 0;
        let end = if begun { bins.end() } else { origin };
        Banks {
            start: bins.start(),
            end,
            last: u64::MAX,
            begun,
            banks: Vec::new(),
            bins,
            rows: Rows::default(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.banks.is_empty()
    }

    /// Adds a bank and returns its index.
    pub fn add_bank(&mut self) -> usize {
        self.banks.push(Bank::new());
        self.banks.len() - 1
    }

    /// Adds a gauge to a bank and returns its lane, or `None` if the bank is full or a bin is complete.
    pub fn add_gauge(&mut self, bank: usize) -> Option<usize> {
        self.extensible(bank)?.add_gauge()
    }

    /// Adds a counter to a bank and returns its lane, or `None` if the bank is full or a bin is complete.
    pub fn add_counter(&mut self, bank: usize) -> Option<usize> {
        self.extensible(bank)?.add_counter()
    }

    /// The bank with this index, if series can still be added to it.
    fn extensible(&mut self, bank: usize) -> Option<&mut Bank> {
        self.banks.get_mut(bank).filter(|_| self.bins.done() == 0)
    }

    // ---- updates ----

    /// End of the current bin; before bin 0 has started, its start. `u64::MAX` if there are no series.
    #[inline]
    pub fn bin_end(&self) -> u64 {
        if self.banks.is_empty() { u64::MAX } else { self.end }
    }

    /// Whether `now` lies in the current bin and after its start. Updates at the very start of a bin replace the values of the
    /// previous bin, so they are handled separately.
    #[inline]
    fn is_within(&self, now: u64) -> bool {
        (now > self.start) & (now < self.end)
    }

    /// Sets a gauge to `value` from `now` on. NaN or infinity means no value.
    #[inline]
    pub fn set(&mut self, bank: usize, lane: usize, now: u64, value: f64) {
        if !self.is_within(now) {
            return self.set_at_edge(bank, lane, now, value);
        }
        if let Some(bank) = self.banks.get_mut(bank) {
            bank.set(lane, value);
        }
    }

    #[cold]
    #[inline(never)]
    fn set_at_edge(&mut self, bank: usize, lane: usize, now: u64, value: f64) {
        self.open_bin(now);
        let at_start = now == self.start && self.begun;
        match self.banks.get_mut(bank) {
            Some(bank) if at_start => bank.set_at_start(lane, value),
            Some(bank) => bank.set(lane, value),
            None => {}
        }
    }

    /// Sets all gauges of a bank. `None` leaves a gauge as it is; values are finite, or NaN for no value.
    ///
    /// Returns false and sets nothing if there is no such bank or if a bin starts at `now`.
    #[inline]
    pub fn set_all(&mut self, bank: usize, now: u64, values: [Option<f64>; GAUGES]) -> bool {
        let within = self.is_within(now);
        let Some(bank) = self.banks.get_mut(bank).filter(|_| within) else { return false };
        bank.set_all(values);
        true
    }

    /// Sets a counter to its count from the start of the run up to `now`.
    #[inline]
    pub fn set_count(&mut self, bank: usize, lane: usize, now: u64, total: u64) {
        self.open_bin(now);
        if let Some(bank) = self.banks.get_mut(bank) {
            bank.set_count(lane, total);
        }
    }

    /// Sets the count that a counter had when recording began.
    pub fn set_initial_count(&mut self, bank: usize, lane: usize, before: u64) {
        if let Some(bank) = self.banks.get_mut(bank) {
            bank.set_initial_count(lane, before);
        }
    }

    /// Opens the bin that contains `now`, unless it is open. Everything before `now` must have been recorded.
    #[inline]
    pub fn open_bin(&mut self, now: u64) {
        if now >= self.end {
            self.close_bins_until(now);
        }
    }

    #[cold]
    #[inline(never)]
    fn close_bins_until(&mut self, now: u64) {
        if !self.begun {
            self.begun = true;
            self.banks.iter_mut().for_each(Bank::begin);
        }
        let now = if now == self.last { now - 1 } else { now };
        self.bins.advance(now, &mut BinEdge { banks: &mut self.banks, rows: &mut self.rows });
        self.update_edges();
    }

    fn update_edges(&mut self) {
        self.start = self.bins.start();
        let end = self.bins.end();
        self.end = if end == self.last { end.saturating_add(1) } else { end };
    }

    /// Completes the bins before `now`, so that readers see everything up to `now`. Recording can continue afterwards.
    pub fn finish(&mut self, now: u64) {
        // A bin that starts at `now` would be empty.
        if now > self.end {
            self.close_bins_until(now - 1);
        }
    }

    // ---- bins ----

    /// Lowers the maximum number of bins, unless a bin is complete.
    pub fn lower_limit(&mut self, limit: usize) {
        self.bins.lower_limit(limit);
    }

    /// Raises the initial width of bins to `width` ns, unless a bin is complete, and ends the last bin at `last`, the end of the
    /// run.
    pub fn fit(&mut self, width: u64, last: u64) {
        self.bins.widen(width);
        self.last = last;
        if self.begun {
            self.update_edges();
        }
    }

    /// Number of bins, including the current one.
    pub fn len(&self) -> usize {
        self.bins.done() + usize::from(self.begun)
    }

    pub(super) fn start_of(&self, index: usize) -> u64 {
        self.bins.start_of(index)
    }

    pub(super) fn index_of(&self, t: u64) -> u64 {
        self.bins.index_of(t)
    }

    /// Number of times that the width has doubled.
    pub fn rev(&self) -> u32 {
        self.bins.rev()
    }

    /// Width of a bin, in ns.
    pub fn width(&self) -> u64 {
        self.bins.width()
    }

    /// Start of bin 0.
    pub fn origin(&self) -> u64 {
        self.bins.origin()
    }

    // ---- reading ----

    /// The gauge in a lane of a bank.
    pub fn gauge(&self, bank: usize, lane: usize) -> Option<Gauge<'_>> {
        let bank = self.banks.get(bank).filter(|bank| lane < bank.gauges())?;
        Some(Gauge { grid: self, bank, lane })
    }

    /// The counter in a lane of a bank.
    pub fn counter(&self, bank: usize, lane: usize) -> Option<Counter<'_>> {
        let bank = self.banks.get(bank).filter(|bank| lane < bank.counters())?;
        Some(Counter { grid: self, bank, lane })
    }

    /// Whether `index` is that of the current bin.
    pub(super) fn is_open(&self, index: usize) -> bool {
        self.begun && index == self.bins.done()
    }

    /// A gauge in a completed bin.
    pub(super) fn completed_gauge(&self, bank: &Bank, lane: usize, bin: usize) -> Option<GaugeBin> {
        self.rows.gauge_bins.get(bin * self.rows.gauges + bank.gauge_column(lane)).copied()
    }

    /// Total of a counter at the end of a completed bin.
    pub(super) fn completed_total(&self, bank: &Bank, lane: usize, bin: usize) -> Option<u64> {
        self.rows.totals.get(bin * self.rows.counters + bank.counter_column(lane)).copied()
    }

    /// Memory used, including the bins, in bytes.
    pub fn bytes(&self) -> usize {
        self.banks.capacity() * size_of::<Bank>()
            + self.rows.gauge_bins.capacity() * size_of::<GaugeBin>()
            + self.rows.totals.capacity() * size_of::<u64>()
    }
}
