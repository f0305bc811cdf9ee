//! The time grid of all series: a bounded list of bins of equal width. When the list is full, neighbouring bins are
//! merged and the width doubles, so memory does not depend on the length of the run.

/// Initial width of bins in nanoseconds: 1 ms. Later widths are this width times a power of two.
pub const BASE_WIDTH: u64 = 1_000_000;

/// Default number of bins per series.
pub const DEFAULT_BINS: usize = 2048;

/// Minimum and maximum number of bins per series.
pub const BIN_RANGE: (usize, usize) = (64, 65_536);

/// Storage for the completed bins of a grid.
pub(super) trait BinStore {
    /// Allocates memory for `bins` bins, once. Nothing is allocated later.
    fn reserve(&mut self, bins: usize);
    /// Stores the current bin and opens the next one.
    fn complete(&mut self);
    /// Stores further bins with the current values until `bins` bins are stored, for a time without updates.
    fn carry_to(&mut self, bins: usize);
    /// Merges each pair of neighbouring bins, which leaves `bins` bins.
    fn halve(&mut self, bins: usize);
}

/// The grid. It counts completed bins but does not store them; the current bin has the index `done()`.
#[derive(Clone, Debug)]
pub(super) struct Bins {
    origin: u64,
    width: u64,
    limit: usize,
    rev: u32,
    done: usize,
}

impl Bins {
    /// A grid that starts at `origin`. The limit is rounded down to an even number of at least 2, and the width is at least
    /// 1 ns.
    pub fn new(origin: u64, width: u64, limit: usize) -> Self {
        Self { origin, width: width.max(1), limit: (limit & !1).max(2), rev: 0, done: 0 }
    }

    pub fn origin(&self) -> u64 {
        self.origin
    }

    pub fn width(&self) -> u64 {
        self.width
    }

    /// Revision: the number of times that the width has doubled. A reader that has bins of another revision must read again from
    /// bin 0.
    pub fn rev(&self) -> u32 {
        self.rev
    }

    /// Number of completed bins.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Lowers the maximum number of bins, unless a bin is complete.
    pub fn lower_limit(&mut self, limit: usize) {
        if self.done == 0 {
            self.limit = self.limit.min((limit & !1).max(2));
        }
    }

    /// Raises the initial width of bins to `width` ns, unless a bin is complete.
    pub fn widen(&mut self, width: u64) {
        if self.done == 0 && width > self.width {
            self.width = width;
        }
    }

    /// Start of the current bin.
    pub fn start(&self) -> u64 {
        self.start_of(self.done)
    }

    /// End of the current bin.
    pub fn end(&self) -> u64 {
        self.start_of(self.done + 1)
    }

    pub fn start_of(&self, index: usize) -> u64 {
        self.origin.saturating_add(self.width.saturating_mul(index as u64))
    }

    /// Index of the bin that contains `t`. Times before the origin belong to bin 0.
    pub fn index_of(&self, t: u64) -> u64 {
        t.saturating_sub(self.origin) / self.width
    }

    /// Makes the bin that contains `now` the current one: completes the bins before it, and merges bins if the list is
    /// full. Does nothing if `now` lies in the current bin.
    pub fn advance(&mut self, now: u64, store: &mut impl BinStore) {
        if now < self.end() || self.end() == u64::MAX {
            return;
        }
        if self.done == 0 {
            store.reserve(self.limit);
        }
        store.complete();
        self.done += 1;
        // Usually `now` lies in the next bin, which is found without a division.
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
            // Bins are merged in pairs, so if their number is odd, the current bin is completed, too. It ends before `now`: the
            // limit is even, so if `done` is odd, `target >= limit > done`.
            self.done = self.done.next_multiple_of(2);
            store.carry_to(self.done);
            self.done /= 2;
            store.halve(self.done);
            self.width = self.width.saturating_mul(2);
            self.rev += 1;
        }
    }
}
