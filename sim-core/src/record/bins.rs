//! The time grid that gauges and counters share: a bounded list of equally wide bins whose width doubles when the
//! list is full, so that memory does not depend on how long a run is.

/// Width of the first bins, in nanoseconds. Widths are this times a power of two: 1, 2, 4, ... 1024 ms and so on.
pub const BASE_WIDTH: u64 = 1_000_000;

/// Bins of a series unless the recording asks for another number.
pub const DEFAULT_BINS: usize = 2048;

/// Fewest and most bins that a series may have.
pub const BIN_RANGE: (usize, usize) = (64, 65_536);

/// What keeps the completed bins of a grid.
pub(super) trait Store {
    /// Room for so many bins at once, on first use: nothing is allocated later, however long the run.
    fn reserve(&mut self, bins: usize);
    /// Completes the bin that is being filled and opens the next one.
    fn complete(&mut self);
    /// Fills the bins up to (not with) this one with what is carried on. Nothing else has happened since the last bin.
    fn carry_to(&mut self, bins: usize);
    /// Makes one of twice the width of each two neighbours; keeps so many.
    fn halve(&mut self, bins: usize);
}

/// The grid. Completed bins are kept elsewhere; the bin that is being filled has index `done()`.
#[derive(Clone, Debug)]
pub(super) struct Bins {
    origin: u64,
    width: u64,
    limit: usize,
    rev: u32,
    done: usize,
}

impl Bins {
    /// Bins from `origin` on. The limit is made even and at least 2, the width at least 1 ns.
    pub fn new(origin: u64, width: u64, limit: usize) -> Self {
        Self { origin, width: width.max(1), limit: (limit & !1).max(2), rev: 0, done: 0 }
    }

    pub fn origin(&self) -> u64 {
        self.origin
    }

    pub fn width(&self) -> u64 {
        self.width
    }

    /// How often the width has doubled. A reader whose `rev` differs has to read again from bin 0.
    pub fn rev(&self) -> u32 {
        self.rev
    }

    /// How many are complete.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Lowers the limit of bins as long as nothing is stored; later it is left alone.
    pub fn lower_limit(&mut self, limit: usize) {
        if self.done == 0 {
            self.limit = self.limit.min((limit & !1).max(2));
        }
    }

    /// Makes the first bins `width` ns wide, as long as nothing is stored; later they are left alone.
    pub fn widen(&mut self, width: u64) {
        if self.done == 0 && width > self.width {
            self.width = width;
        }
    }

    /// Start of the bin that is being filled.
    pub fn start(&self) -> u64 {
        self.start_of(self.done)
    }

    /// End of the bin that is being filled.
    pub fn end(&self) -> u64 {
        self.start_of(self.done + 1)
    }

    pub fn start_of(&self, index: usize) -> u64 {
        self.origin.saturating_add(self.width.saturating_mul(index as u64))
    }

    /// Index of the bin that contains `t`; times before the origin count as bin 0.
    pub fn index_of(&self, t: u64) -> u64 {
        t.saturating_sub(self.origin) / self.width
    }

    /// Completes the bin that is being filled, fills the bins up to the one that contains `now` with what is carried on,
    /// and merges as often as needed. Without effect while `now` lies in the current bin.
    pub fn advance(&mut self, now: u64, store: &mut impl Store) {
        if now < self.end() || self.end() == u64::MAX {
            return;
        }
        if self.done == 0 {
            store.reserve(self.limit);
        }
        store.complete();
        self.done += 1;
        // Usually the next bin, which takes no division to find.
        if self.done < self.limit && now < self.end() {
            return;
        }
        loop {
            let target = self.index_of(now);
            if target < self.limit as u64 {
                if self.done < target as usize {
                    self.done = target as usize;
                    store.carry_to(self.done);
                }
                return;
            }
            // An odd bin out finds its partner: it ends before `now`, since target >= limit > done when done is odd.
            self.done = self.done.next_multiple_of(2);
            store.carry_to(self.done);
            self.done /= 2;
            store.halve(self.done);
            self.width = self.width.saturating_mul(2);
            self.rev += 1;
        }
    }
}
