//! The time grid that gauges and counters share: a bounded list of equally wide bins whose width doubles when the
//! list is full, so that memory does not depend on how long a run is.

/// Width of the first bins, in nanoseconds. Widths are this times a power of two: 1, 2, 4, ... 1024 ms and so on.
pub const BASE_WIDTH: u64 = 1_000_000;

/// Bins of a series unless the recording asks for another number.
pub const DEFAULT_BINS: usize = 2048;

/// Fewest and most bins that a series may have.
pub const BIN_RANGE: (usize, usize) = (64, 65_536);

/// How two neighbouring bins become one of twice the width.
pub(super) trait Merge: Copy {
    fn merge(first: Self, second: Self) -> Self;
}

/// Completed bins. The bin that is being filled belongs to the series and has index `done.len()`.
#[derive(Clone, Debug)]
pub(super) struct Bins<T> {
    origin: u64,
    width: u64,
    limit: usize,
    rev: u32,
    done: Vec<T>,
}

impl<T: Merge> Bins<T> {
    /// Bins from `origin` on. The limit is made even and at least 2, the width at least 1 ns.
    pub fn new(origin: u64, width: u64, limit: usize) -> Self {
        Self { origin, width: width.max(1), limit: (limit & !1).max(2), rev: 0, done: Vec::new() }
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

    pub fn done(&self) -> &[T] {
        &self.done
    }

    /// Bytes held on the heap.
    pub fn bytes(&self) -> usize {
        self.done.capacity() * size_of::<T>()
    }

    /// Lowers the limit of bins as long as nothing is stored; later it is left alone.
    pub fn lower_limit(&mut self, limit: usize) {
        if self.done.is_empty() {
            self.limit = self.limit.min((limit & !1).max(2));
        }
    }

    /// Makes the first bins `width` ns wide, as long as nothing is stored; later they are left alone.
    pub fn widen(&mut self, width: u64) {
        if self.done.is_empty() && width > self.width {
            self.width = width;
        }
    }

    /// Start of the bin that is being filled.
    pub fn start(&self) -> u64 {
        self.start_of(self.done.len())
    }

    /// End of the bin that is being filled.
    pub fn end(&self) -> u64 {
        self.start_of(self.done.len() + 1)
    }

    pub fn start_of(&self, index: usize) -> u64 {
        self.origin.saturating_add(self.width.saturating_mul(index as u64))
    }

    /// Index of the bin that contains `t`; times before the origin count as bin 0.
    pub fn index_of(&self, t: u64) -> u64 {
        t.saturating_sub(self.origin) / self.width
    }

    /// Completes the bin that is being filled as `current`, fills the bins up to the one that contains `now` with
    /// `carried`, and merges as often as needed. False, and without effect, while `now` lies in the current bin.
    pub fn advance(&mut self, now: u64, current: T, carried: T) -> bool {
        if self.index_of(now) <= self.done.len() as u64 {
            return false;
        }
        // The whole list at once, on first use: nothing is allocated later, however long the run.
        if self.done.capacity() < self.limit {
            self.done.reserve_exact(self.limit - self.done.len());
        }
        self.done.push(current);
        loop {
            let target = self.index_of(now);
            if target < self.limit as u64 {
                self.done.resize(target as usize, carried);
                return true;
            }
            // The bin at done.len() ends before `now`, since target >= limit > done.len() when the length is odd.
            if self.done.len() % 2 == 1 {
                self.done.push(carried);
            }
            self.merge_neighbours();
        }
    }

    fn merge_neighbours(&mut self) {
        let half = self.done.len() / 2;
        for i in 0..half {
            self.done[i] = T::merge(self.done[2 * i], self.done[2 * i + 1]);
        }
        self.done.truncate(half);
        self.width = self.width.saturating_mul(2);
        self.rev += 1;
    }
}
