//! All banks of a recording on one grid of bins: a bin begins and ends for all of them at the same time. Who runs a world
//! says so at its very moment (`World::step` runs up to the end of a bin, lets every link tell what has happened, and goes
//! on), so that an update needs no more than a look at whether it lies in the bin; one beyond opens its bin all the same.
//! A completed bin of all series is one row: it is written from start to end, and readers mostly want what is new of all.

use super::bank::{Bank, GAUGES, Span};
use super::bins::{Bins, Store};
use super::series::{Counter, Gauge};

#[derive(Clone, Debug)]
pub struct Banks {
    /// Start and end of the bin that is being filled.
    start: u64,
    end: u64,
    /// When the run ends: what happens at that very moment belongs to the bin before, since none begins.
    last: u64,
    /// False until the origin is reached: what comes before is only carried into the first bin.
    begun: bool,
    banks: Vec<Bank>,
    bins: Bins,
    rows: Rows,
}

/// Completed bins: the gauges of all banks, and the counters.
#[derive(Clone, Debug, Default)]
struct Rows {
    spans: Vec<Span>,
    totals: Vec<u64>,
    /// Gauges and counters in one row.
    gauges: usize,
    counters: usize,
}

/// What is to be done at the end of a bin, and to completed ones.
struct Turn<'a> {
    banks: &'a mut [Bank],
    rows: &'a mut Rows,
}

impl Store for Turn<'_> {
    fn reserve(&mut self, bins: usize) {
        let (mut gauges, mut counters) = (0, 0);
        for bank in self.banks.iter_mut() {
            (gauges, counters) = bank.take_places(gauges, counters);
        }
        let rows = &mut *self.rows;
        (rows.gauges, rows.counters) = (gauges as usize, counters as usize);
        rows.spans.reserve_exact((bins * rows.gauges).saturating_sub(rows.spans.len()));
        rows.totals.reserve_exact((bins * rows.counters).saturating_sub(rows.totals.len()));
    }

    fn complete(&mut self) {
        for bank in self.banks.iter_mut() {
            bank.look_for_values();
            bank.add_to(&mut self.rows.spans, &mut self.rows.totals);
            bank.open();
        }
    }

    fn carry_to(&mut self, bins: usize) {
        let Rows { spans, totals, gauges, counters } = &mut *self.rows;
        while spans.len() < bins * *gauges || totals.len() < bins * *counters {
            self.banks.iter().for_each(|bank| bank.add_to(spans, totals));
        }
    }

    fn halve(&mut self, bins: usize) {
        let Rows { spans, totals, gauges, counters } = &mut *self.rows;
        let (wide, many) = (*gauges, *counters);
        for bin in 0..bins {
            for place in 0..wide {
                let first = 2 * bin * wide + place;
                spans[bin * wide + place] = Span::merge(spans[first], spans[first + wide]);
            }
            for place in 0..many {
                totals[bin * many + place] = totals[(2 * bin + 1) * many + place];
            }
        }
        spans.truncate(bins * wide);
        totals.truncate(bins * many);
    }
}

impl Banks {
    /// None as yet, to be recorded from `origin` on in at most `limit` bins that are `width` ns wide at first.
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

    /// Another bank; its number.
    pub fn add(&mut self) -> usize {
        self.banks.push(Bank::new());
        self.banks.len() - 1
    }

    /// Another gauge in a bank; its place, unless there is no room or bins have been completed.
    pub fn add_gauge(&mut self, bank: usize) -> Option<usize> {
        self.extensible(bank)?.add_gauge()
    }

    /// Another counter in a bank; its place, unless there is no room or bins have been completed.
    pub fn add_counter(&mut self, bank: usize) -> Option<usize> {
        self.extensible(bank)?.add_counter()
    }

    fn extensible(&mut self, bank: usize) -> Option<&mut Bank> {
        self.banks.get_mut(bank).filter(|_| self.bins.done() == 0)
    }

    // ---- updates ----

    /// End of the bin that is being filled, or the origin before it; never where there is nothing to fill.
    #[inline]
    pub fn end(&self) -> u64 {
        if self.banks.is_empty() { u64::MAX } else { self.end }
    }

    /// Whether `now` lies in the bin that is being filled and after its start, where what gauges carried into it stands.
    #[inline]
    fn is_within(&self, now: u64) -> bool {
        (now > self.start) & (now < self.end)
    }

    /// A gauge's value is `value` from `now` on. A value that is not finite means "no value from now on".
    #[inline]
    pub fn set(&mut self, bank: usize, place: usize, now: u64, value: f64) {
        if !self.is_within(now) {
            return self.set_at_edge(bank, place, now, value);
        }
        if let Some(bank) = self.banks.get_mut(bank) {
            bank.set(place, value);
        }
    }

    #[cold]
    #[inline(never)]
    fn set_at_edge(&mut self, bank: usize, place: usize, now: u64, value: f64) {
        self.turn(now);
        let at_start = now == self.start && self.begun;
        match self.banks.get_mut(bank) {
            Some(bank) if at_start => bank.set_at_start(place, value),
            Some(bank) => bank.set(place, value),
            None => {}
        }
    }

    /// Sets all gauges of a bank that have a value here, finite or NaN. False, and nothing is set, where there is no such bank
    /// or a bin begins: each is to be set by itself then.
    #[inline]
    pub fn set_all(&mut self, bank: usize, now: u64, values: [Option<f64>; GAUGES]) -> bool {
        let within = self.is_within(now);
        let Some(bank) = self.banks.get_mut(bank).filter(|_| within) else { return false };
        bank.set_all(values);
        true
    }

    /// So much has been counted from the start of the run up to `now`.
    #[inline]
    pub fn count_is(&mut self, bank: usize, place: usize, now: u64, total: u64) {
        self.turn(now);
        if let Some(bank) = self.banks.get_mut(bank) {
            bank.count_is(place, total);
        }
    }

    /// So much was counted before anything was recorded.
    pub fn count_from(&mut self, bank: usize, place: usize, before: u64) {
        if let Some(bank) = self.banks.get_mut(bank) {
            bank.count_from(place, before);
        }
    }

    /// Opens the bin that contains `now`, if it is not open: everything before has been told.
    #[inline]
    pub fn turn(&mut self, now: u64) {
        if now >= self.end {
            self.cross(now);
        }
    }

    #[cold]
    #[inline(never)]
    fn cross(&mut self, now: u64) {
        if !self.begun {
            self.begun = true;
            self.banks.iter_mut().for_each(Bank::begin);
        }
        let now = if now == self.last { now - 1 } else { now };
        self.bins.advance(now, &mut Turn { banks: &mut self.banks, rows: &mut self.rows });
        self.find_edges();
    }

    fn find_edges(&mut self) {
        self.start = self.bins.start();
        let end = self.bins.end();
        self.end = if end == self.last { end.saturating_add(1) } else { end };
    }

    /// Carries everything up to `now`, so that what is read covers it. Recording may go on afterwards.
    pub fn finish(&mut self, now: u64) {
        // A bin that would start at `now` holds nothing yet.
        if now > self.end {
            self.cross(now - 1);
        }
    }

    // ---- bins ----

    /// Lowers the limit of bins, as long as none has been completed.
    pub fn lower_limit(&mut self, limit: usize) {
        self.bins.lower_limit(limit);
    }

    /// Makes the first bins `width` ns wide, as long as none has been completed, and ends the last one with the run.
    pub fn fit(&mut self, width: u64, last: u64) {
        self.bins.widen(width);
        self.last = last;
        if self.begun {
            self.find_edges();
        }
    }

    /// Number of bins, with the one that is being filled.
    pub fn len(&self) -> usize {
        self.bins.done() + usize::from(self.begun)
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

    // ---- reading ----

    /// The gauge at a place of a bank.
    pub fn gauge(&self, bank: usize, place: usize) -> Option<Gauge<'_>> {
        let bank = self.banks.get(bank).filter(|bank| place < bank.gauges())?;
        Some(Gauge { grid: self, bank, place })
    }

    /// The counter at a place of a bank.
    pub fn counter(&self, bank: usize, place: usize) -> Option<Counter<'_>> {
        let bank = self.banks.get(bank).filter(|bank| place < bank.counters())?;
        Some(Counter { grid: self, bank, place })
    }

    /// Whether this bin is the one that is being filled.
    pub(super) fn is_open(&self, index: usize) -> bool {
        self.begun && index == self.bins.done()
    }

    /// A gauge in a completed bin.
    pub(super) fn span(&self, bank: &Bank, place: usize, bin: usize) -> Option<Span> {
        self.rows.spans.get(bin * self.rows.gauges + bank.gauge_of_all(place)).copied()
    }

    /// A counter at the end of a completed bin.
    pub(super) fn total(&self, bank: &Bank, place: usize, bin: usize) -> Option<u64> {
        self.rows.totals.get(bin * self.rows.counters + bank.counter_of_all(place)).copied()
    }

    /// Bytes held, with the bins.
    pub fn bytes(&self) -> usize {
        self.banks.capacity() * size_of::<Bank>()
            + self.rows.spans.capacity() * size_of::<Span>()
            + self.rows.totals.capacity() * size_of::<u64>()
    }
}
