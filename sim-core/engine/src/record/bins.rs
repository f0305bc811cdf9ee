//! The time grid of all series: a bounded list of bins of equal width. When the list is full, neighbouring
//! bins are merged and the width doubles, so memory does not depend on the length of the run.

use crate::ground::convert::narrow;

/// Initial width of bins in nanoseconds: 1 ms. Later widths are this width times a power of two.
pub const BASE_WIDTH: u64 = 1_000_000;

/// Default number of bins per series.
pub const DEFAULT_BINS: usize = 2048;

/// Minimum and maximum number of bins per series.
pub const BIN_RANGE: (usize, usize) = (64, 65_536);

/// Stores the completed bins of a grid.
pub(super) trait BinStore {
    /// Allocates memory for `bins` bins, once. Nothing is allocated later.
    fn reserve(&mut self, bins: usize);
    /// Stores the current bin and opens the next bin.
    fn complete(&mut self);
    /// Repeats the current values until `bins` bins are stored.
    fn carry_to(&mut self, bins: usize);
    /// Merges each pair of neighbouring bins, which leaves `bins` bins.
    fn halve(&mut self, bins: usize);
}

/// The grid. It counts the completed bins but does not store them. The index of the current bin is
/// `completed()`.
#[derive(Clone, Debug)]
pub(super) struct Bins {
    /// Start of bin 0, in ns.
    origin: u64,
    /// Width of a bin, in ns.
    width: u64,
    /// Maximum number of bins, an even number.
    limit: usize,
    revision: u32,
    completed: usize,
}

impl Bins {
    /// A grid that starts at `origin`. The limit is rounded down to an even number of at least 2, and the
    /// width is at least 1 ns.
    pub fn new(origin: u64, width: u64, limit: usize) -> Self {
        Self { origin, width: width.max(1), limit: (limit & !1).max(2), revision: 0, completed: 0 }
    }

    /// Start of bin 0, in ns.
    pub fn origin(&self) -> u64 {
        self.origin
    }

    /// Width of a bin, in ns.
    pub fn width(&self) -> u64 {
        self.width
    }

    /// Revision: the number of times that the bin width has doubled. When it changes, a reader must read all
    /// bins again.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// Number of completed bins.
    pub fn completed(&self) -> usize {
        self.completed
    }

    /// Lowers the maximum number of bins to `limit`. Has no effect once a bin is complete.
    pub fn lower_limit(&mut self, limit: usize) {
        if self.completed == 0 {
            self.limit = self.limit.min((limit & !1).max(2));
        }
    }

    /// Raises the initial width of bins to `width` ns. Has no effect once a bin is complete.
    pub fn widen(&mut self, width: u64) {
        if self.completed == 0 && width > self.width {
            self.width = width;
        }
    }

    /// Start of the current bin.
    pub fn start(&self) -> u64 {
        self.start_of(self.completed)
    }

    /// End of the current bin.
    pub fn end(&self) -> u64 {
        self.start_of(self.completed + 1)
    }

    /// Start of a bin, in ns.
    pub fn start_of(&self, index: usize) -> u64 {
        self.origin.saturating_add(self.width.saturating_mul(index as u64))
    }

    /// Index of the bin that contains `t`. Times before the origin belong to bin 0.
    pub fn index_of(&self, t: u64) -> u64 {
        t.saturating_sub(self.origin) / self.width
    }

    /// Makes the bin that contains `now` the current bin: completes the bins before `now`, and merges bins if
    /// the list is full. Does nothing if `now` is in the current bin.
    pub fn advance(&mut self, now: u64, store: &mut impl BinStore) {
        if now < self.end() || self.end() == u64::MAX {
            return;
        }
        if self.completed == 0 {
            store.reserve(self.limit);
        }
        store.complete();
        self.completed += 1;
        // Usually `now` is in the next bin, so no division is needed.
        if self.completed < self.limit && now < self.end() {
            return;
        }
        loop {
            let target = self.index_of(now);
            if target < self.limit as u64 {
                if self.completed < narrow::<usize>(target) {
                    self.completed = narrow::<usize>(target);
                    store.carry_to(self.completed);
                }
                return;
            }
            // Bins are merged in pairs, so if an odd number is complete, the current bin is completed, too.
            // The current bin ends before `now`: the limit is even, so an odd `completed` is below the limit,
            // and `target >= limit > completed`.
            self.completed = self.completed.next_multiple_of(2);
            store.carry_to(self.completed);
            self.completed /= 2;
            store.halve(self.completed);
            self.width = self.width.saturating_mul(2);
            self.revision += 1;
        }
    }
}
