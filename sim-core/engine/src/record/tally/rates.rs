//! Mean, standard deviation and coefficient of variation of a flow's rate, computed from the bytes in bins of
//! fixed width.

use super::TimeWindow;
use crate::ground::convert::{narrow, product};

/// Bytes per bin, summed exactly. Bins start at multiples of the width. Only bins that are completely inside
/// the window count.
#[derive(Clone, Debug)]
pub struct RateBins {
    /// Width of a bin in ns.
    width: u64,
    /// End of the current bin. Before the first bin, the start of the first bin; after the last bin,
    /// `u64::MAX`.
    end: u64,
    /// Bytes in the current bin.
    bytes: u64,
    /// Whether the first bin has started.
    begun: bool,
    /// End of the last bin.
    last_end: u64,
    /// Number of completed bins.
    bins: u64,
    /// Sum of the bytes of the completed bins.
    sum: u64,
    /// Sum of the squared bytes of the completed bins.
    squares: u128,
    /// Maximum length of `per_bin`; 0 if the bytes of single bins are not stored.
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
        let last_end = window.to / width * width;
        let mut rate_bins = Self {
            width,
            end: first,
            bytes: 0,
            begun: false,
            last_end,
            bins: 0,
            sum: 0,
            squares: 0,
            keep_limit: 0,
            per_bin: Vec::new(),
        };
        if last_end < first || last_end - first < width {
            rate_bins.end = u64::MAX;
        } else if first == 0 {
            rate_bins.begun = true;
            rate_bins.end = width;
        }
        rate_bins
    }

    /// Also stores the bytes of every bin. If there are more than `limit` bins, all stored bytes are
    /// discarded.
    pub fn keeping_each_bin(mut self, limit: usize) -> Self {
        self.keep_limit = limit;
        self
    }

    /// Heap memory used, in bytes.
    pub fn heap_bytes(&self) -> usize {
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
    fn close_bins_until(&mut self, now: u64) {
        if self.end == u64::MAX {
            return;
        }
        if self.begun {
            self.sum = self.sum.saturating_add(self.bytes);
            self.squares = self.squares.saturating_add(product(self.bytes, self.bytes));
            self.complete(1, self.bytes);
        }
        self.begun = true;
        self.bytes = 0;
        let passed = now.min(self.last_end).saturating_sub(self.end);
        if passed >= self.width {
            let empty = passed / self.width;
            self.complete(empty, 0);
            self.end += empty * self.width;
        }
        let end = self.end.saturating_add(self.width);
        self.end = if end > self.last_end { u64::MAX } else { end };
    }

    /// Counts `bins` completed bins with `bytes` bytes each, and stores them if each bin is kept. The caller
    /// updates `sum` and `squares`.
    fn complete(&mut self, bins: u64, bytes: u64) {
        self.bins += bins;
        if self.keep_limit == 0 {
            return;
        }
        if self.bins > self.keep_limit as u64 {
            self.keep_limit = 0;
            self.per_bin = Vec::new();
        } else {
            self.per_bin.resize(narrow::<usize>(self.bins), bytes);
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
        // n^2 times the variance: n * (sum of squares) - (sum)^2, which is exact unless it overflows
        // 128 bits.
        let exact = u128::from(self.bins)
            .checked_mul(self.squares)
            .and_then(|squares| squares.checked_sub(u128::from(self.sum) * u128::from(self.sum)));
        let scaled_variance = match exact {
            Some(value) => value as f64,
            None => (bins * self.squares as f64 - self.sum as f64 * self.sum as f64).max(0.0),
        };
        // The rate in bit/s of a bin with one byte.
        let bit_rate = 8e9 / self.width as f64;
        let mean = self.sum as f64 / bins * bit_rate;
        let sd = scaled_variance.sqrt() / bins * bit_rate;
        let cov = (self.bins >= 2 && self.sum > 0).then(|| scaled_variance.sqrt() / self.sum as f64);
        Some(RateStats { bins: self.bins, mean, sd, cov })
    }
}

/// The bytes of a flow in bins of each width that the scenario declares, and in bins of one second over the
/// whole run. Bytes are summed in one field and added to the bins of all widths when the earliest of the
/// current bins ends. The cost per packet therefore does not depend on the number of widths.
#[derive(Clone, Debug)]
pub struct Rates {
    /// The earliest end of the current bins.
    end: u64,
    /// Bytes that have not been added to the bins.
    bytes: u64,
    /// The bins of each declared width.
    declared: Vec<RateBins>,
    one_second: RateBins,
}

impl Rates {
    pub fn new(declared: Vec<RateBins>, one_second: RateBins) -> Self {
        let mut rates = Self { end: 0, bytes: 0, declared, one_second };
        rates.update_end();
        rates
    }

    fn update_end(&mut self) {
        self.end = self.declared.iter().map(|bins| bins.end).fold(self.one_second.end, u64::min);
    }

    /// Counts bytes that arrive at `now`. An arrival at the edge of a bin belongs to the later bin.
    #[inline]
    pub fn add(&mut self, now: u64, bytes: u64) {
        if now >= self.end {
            self.close_bins_until(now);
        }
        self.bytes += bytes;
    }

    /// Counts bytes that arrive at `now` and returns true, unless a bin ends by `now`. If a bin ends, returns
    /// false, and the caller must use `add`.
    #[inline]
    pub fn try_add(&mut self, now: u64, bytes: u64) -> bool {
        let is_in_current_bins = now < self.end;
        if is_in_current_bins {
            self.bytes += bytes;
        }
        is_in_current_bins
    }

    #[cold]
    fn close_bins_until(&mut self, now: u64) {
        for bins in self.declared.iter_mut().chain([&mut self.one_second]) {
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

    pub fn one_second_bins(&self) -> &RateBins {
        &self.one_second
    }

    /// Heap memory used, in bytes.
    pub fn heap_bytes(&self) -> usize {
        let stored: usize = self.declared.iter().map(RateBins::heap_bytes).sum();
        self.declared.capacity() * size_of::<RateBins>() + stored + self.one_second.heap_bytes()
    }
}
