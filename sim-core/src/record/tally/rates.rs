//! Rates in bins of declared widths: mean, standard deviation and coefficient of variation over the complete bins of a
//! window.

use super::TimeWindow;

/// Bytes per bin, summed exactly. Bins start at multiples of the width. The first bin is the first that starts inside the
/// window, and the last bin is the last that ends inside it.
#[derive(Clone, Debug)]
pub struct RateBins {
    width: u64,
    /// End of the current bin. Before the first bin, the start of that bin; after the last bin, `u64::MAX`.
    end: u64,
    bytes: u64,
    begun: bool,
    /// End of the last bin.
    last: u64,
    bins: u64,
    sum: u128,
    squares: u128,
    /// Maximum number of bins in `per_bin`; 0 if single bins are not stored.
    keep_limit: usize,
    /// Bytes of each completed bin.
    per_bin: Vec<u64>,
}

/// Statistics of the completed bins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateStats {
    /// Number of completed bins.
    pub bins: u64,
    /// Mean of the bins' rates in bit/s.
    pub mean: f64,
    /// Population standard deviation of the bins' rates in bit/s.
    pub sd: f64,
    /// Coefficient of variation; `None` for fewer than 2 bins, or if no bytes arrived.
    pub cov: Option<f64>,
}

impl RateBins {
    /// Bins of `width` ns inside the window.
    pub fn new(width: u64, window: TimeWindow) -> Self {
        let width = width.max(1);
        let first = window.from.div_ceil(width).saturating_mul(width);
        let last = window.to / width * width;
        let mut rate_bins = Self {
            width,
            end: first,
            bytes: 0,
            begun: false,
            last,
            bins: 0,
            sum: 0,
            squares: 0,
            keep_limit: 0,
            per_bin: Vec::new(),
        };
        if last < first || last - first < width {
            rate_bins.end = u64::MAX;
        } else if first == 0 {
            rate_bins.begun = true;
            rate_bins.end = width;
        }
        rate_bins
    }

    /// Also stores the bytes of every bin, as long as there are at most `limit` bins.
    pub fn keeping_each_bin(mut self, limit: usize) -> Self {
        self.keep_limit = limit;
        self
    }

    /// Heap memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.per_bin.capacity() * size_of::<u64>()
    }

    /// Counts bytes that arrive at `now`. An arrival at the edge of a bin belongs to the later bin.
    #[inline]
    pub fn add(&mut self, now: u64, bytes: u64) {
        if now >= self.end {
            self.close_bins_until(now);
        }
        self.bytes = self.bytes.saturating_add(bytes);
    }

    /// Completes the bins that end by `now`.
    pub fn advance_to(&mut self, now: u64) {
        if now >= self.end {
            self.close_bins_until(now);
        }
    }

    #[cold]
    #[inline(never)]
    fn close_bins_until(&mut self, now: u64) {
        if self.end == u64::MAX {
            return;
        }
        if self.begun {
            let bytes = u128::from(self.bytes);
            self.sum = self.sum.saturating_add(bytes);
            self.squares = self.squares.saturating_add(bytes * bytes);
            self.complete(1, self.bytes);
        }
        self.begun = true;
        self.bytes = 0;
        let empty = now.min(self.last).saturating_sub(self.end) / self.width;
        self.complete(empty, 0);
        let end = self.end.saturating_add((empty + 1).saturating_mul(self.width));
        self.end = if end > self.last { u64::MAX } else { end };
    }

    /// Completes `bins` bins with `bytes` bytes each.
    fn complete(&mut self, bins: u64, bytes: u64) {
        self.bins += bins;
        if self.keep_limit == 0 {
            return;
        }
        if self.bins > self.keep_limit as u64 {
            self.keep_limit = 0;
            self.per_bin = Vec::new();
        } else {
            self.per_bin.resize(self.bins as usize, bytes);
        }
    }

    /// A copy in which the bins that end by `now` are complete.
    pub fn at(&self, now: u64) -> Self {
        let mut copy = self.clone();
        copy.advance_to(now);
        copy
    }

    /// Width of a bin in ns.
    pub fn width(&self) -> u64 {
        self.width
    }

    /// Bytes in each completed bin, if they are stored.
    pub fn bytes_per_bin(&self) -> Option<&[u64]> {
        (self.keep_limit > 0).then_some(&self.per_bin)
    }

    /// Statistics of the completed bins; `None` if there are none.
    pub fn stats(&self) -> Option<RateStats> {
        if self.bins == 0 {
            return None;
        }
        let bins = self.bins as f64;
        // n^2 times the variance: n * (sum of squares) - (sum)^2, which is exact unless it overflows 128 bits.
        let exact = u128::from(self.bins)
            .checked_mul(self.squares)
            .zip(self.sum.checked_mul(self.sum))
            .and_then(|(a, b)| a.checked_sub(b));
        let spread = match exact {
            Some(spread) => spread as f64,
            None => (bins * self.squares as f64 - self.sum as f64 * self.sum as f64).max(0.0),
        };
        let per_byte = 8e9 / self.width as f64;
        let mean = self.sum as f64 / bins * per_byte;
        let sd = spread.sqrt() / bins * per_byte;
        let cov = (self.bins >= 2 && self.sum > 0).then(|| spread.sqrt() / self.sum as f64);
        Some(RateStats { bins: self.bins, mean, sd, cov })
    }
}

/// The bytes of a flow in bins of each declared width, and in bins of one second over the whole run. Bytes are summed in one
/// place and added to the bins of all widths when the earliest of the current bins ends, so the cost per packet does not depend
/// on the number of widths.
#[derive(Clone, Debug)]
pub struct Rates {
    /// The earliest end of the current bins.
    end: u64,
    /// Bytes that have not been added to the bins.
    bytes: u64,
    declared: Vec<RateBins>,
    seconds: RateBins,
}

impl Rates {
    pub fn new(declared: Vec<RateBins>, seconds: RateBins) -> Self {
        let mut rates = Self { end: 0, bytes: 0, declared, seconds };
        rates.update_end();
        rates
    }

    fn update_end(&mut self) {
        self.end = self.declared.iter().map(|bins| bins.end).fold(self.seconds.end, u64::min);
    }

    /// Counts bytes that arrive at `now`. An arrival at the edge of a bin belongs to the later bin.
    #[inline]
    pub fn add(&mut self, now: u64, bytes: u64) {
        if now >= self.end {
            self.close_bins_until(now);
        }
        self.bytes += bytes;
    }

    /// Counts bytes that arrive at `now`, unless a bin ends by then. In that case returns false, and the caller must use `add`.
    #[inline]
    pub fn try_add(&mut self, now: u64, bytes: u64) -> bool {
        let within = now < self.end;
        if within {
            self.bytes += bytes;
        }
        within
    }

    #[cold]
    #[inline(never)]
    fn close_bins_until(&mut self, now: u64) {
        for bins in self.declared.iter_mut().chain([&mut self.seconds]) {
            bins.bytes = bins.bytes.saturating_add(self.bytes);
            bins.advance_to(now);
        }
        self.bytes = 0;
        self.update_end();
    }

    /// A copy in which all bytes are added and the bins that end by `now` are complete.
    pub fn at(&self, now: u64) -> Self {
        let mut copy = self.clone();
        copy.close_bins_until(now);
        copy
    }

    /// The bins of each declared width.
    pub fn declared(&self) -> &[RateBins] {
        &self.declared
    }

    /// The bins of one second.
    pub fn seconds(&self) -> &RateBins {
        &self.seconds
    }

    /// Heap memory used, in bytes.
    pub fn heap_bytes(&self) -> usize {
        let stored: usize = self.declared.iter().map(RateBins::bytes).sum();
        self.declared.capacity() * size_of::<RateBins>() + stored + self.seconds.bytes()
    }
}
