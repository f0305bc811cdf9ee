//! Rates in bins of declared widths: mean, spread and coefficient of variation over the whole bins of a window.

use super::Window;

/// Bytes per bin, summed exactly. Bins begin at multiples of the width; the first is the first that begins inside the
/// window, the last is the last that ends inside it.
#[derive(Clone, Debug)]
pub struct RateBins {
    width: u64,
    /// End of the bin that is being filled (before the first: its start; after the last: never).
    end: u64,
    bytes: u64,
    begun: bool,
    /// End of the last bin.
    last: u64,
    bins: u64,
    sum: u128,
    squares: u128,
    keep: usize,
    kept: Vec<u64>,
}

/// What the completed bins say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateStats {
    /// Completed bins.
    pub bins: u64,
    /// Mean of the bins' rates in bit/s.
    pub mean: f64,
    /// Population standard deviation of the bins' rates in bit/s.
    pub sd: f64,
    /// Coefficient of variation; None for fewer than 2 bins or when nothing came.
    pub cov: Option<f64>,
}

impl RateBins {
    /// Bins of `width` ns inside the window.
    pub fn new(width: u64, window: Window) -> Self {
        let width = width.max(1);
        let first = window.from.div_ceil(width).saturating_mul(width);
        let last = window.to / width * width;
        let mut new = Self {
            width,
            end: first,
            bytes: 0,
            begun: false,
            last,
            bins: 0,
            sum: 0,
            squares: 0,
            keep: 0,
            kept: Vec::new(),
        };
        if last < first || last - first < width {
            new.end = u64::MAX;
        } else if first == 0 {
            new.begun = true;
            new.end = width;
        }
        new
    }

    /// Also keeps every bin's bytes, as long as there are at most `limit` bins.
    pub fn keeping(mut self, limit: usize) -> Self {
        self.keep = limit;
        self
    }

    /// Bytes held on the heap.
    pub fn bytes(&self) -> usize {
        self.kept.capacity() * size_of::<u64>()
    }

    /// Counts bytes at `now`. One that arrives on a bin's edge belongs to the later bin.
    #[inline]
    pub fn add(&mut self, now: u64, bytes: u64) {
        if now >= self.end {
            self.cross(now);
        }
        self.bytes = self.bytes.saturating_add(bytes);
    }

    /// Completes the bins that end by `now`.
    pub fn settle(&mut self, now: u64) {
        if now >= self.end {
            self.cross(now);
        }
    }

    #[cold]
    #[inline(never)]
    fn cross(&mut self, now: u64) {
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

    fn complete(&mut self, bins: u64, bytes: u64) {
        self.bins += bins;
        if self.keep == 0 {
            return;
        }
        if self.bins > self.keep as u64 {
            self.keep = 0;
            self.kept = Vec::new();
        } else {
            self.kept.resize(self.bins as usize, bytes);
        }
    }

    /// A copy with the bins that end by `now` completed.
    pub fn at(&self, now: u64) -> Self {
        let mut copy = self.clone();
        copy.settle(now);
        copy
    }

    /// Width of a bin in ns.
    pub fn width(&self) -> u64 {
        self.width
    }

    /// Bytes in every completed bin, if they are kept and not too many.
    pub fn bytes_per_bin(&self) -> Option<&[u64]> {
        (self.keep > 0).then_some(&self.kept)
    }

    /// Statistics of the completed bins; None without any.
    pub fn stats(&self) -> Option<RateStats> {
        if self.bins == 0 {
            return None;
        }
        let bins = self.bins as f64;
        // n * sum of squares - square of the sum is exact in 128 bits unless the numbers are absurd.
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

/// One flow's bytes in bins of each declared width, and in bins of one second over the whole run. They are added up once, and
/// the bins are told where the first of them ends: a packet costs the same however many widths there are.
#[derive(Clone, Debug)]
pub struct Rates {
    /// End of the bin that ends first.
    end: u64,
    /// Bytes that no bins have been told of.
    bytes: u64,
    declared: Vec<RateBins>,
    seconds: RateBins,
}

impl Rates {
    pub fn new(declared: Vec<RateBins>, seconds: RateBins) -> Self {
        let mut new = Self { end: 0, bytes: 0, declared, seconds };
        new.find_end();
        new
    }

    fn find_end(&mut self) {
        self.end = self.declared.iter().map(|bins| bins.end).fold(self.seconds.end, u64::min);
    }

    /// Counts bytes at `now`. Those that arrive on a bin's edge belong to the later bin.
    #[inline]
    pub fn add(&mut self, now: u64, bytes: u64) {
        if now >= self.end {
            self.cross(now);
        }
        self.bytes += bytes;
    }

    /// The same before any bin ends; where one does, false, and they are to be added yet.
    #[inline]
    pub fn add_within(&mut self, now: u64, bytes: u64) -> bool {
        let within = now < self.end;
        if within {
            self.bytes += bytes;
        }
        within
    }

    #[cold]
    #[inline(never)]
    fn cross(&mut self, now: u64) {
        for bins in self.declared.iter_mut().chain([&mut self.seconds]) {
            bins.bytes = bins.bytes.saturating_add(self.bytes);
            bins.settle(now);
        }
        self.bytes = 0;
        self.find_end();
    }

    /// A copy with everything told, and the bins that end by `now` completed.
    pub fn at(&self, now: u64) -> Self {
        let mut copy = self.clone();
        copy.cross(now);
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

    /// Bytes held on the heap.
    pub fn heap_bytes(&self) -> usize {
        let kept: usize = self.declared.iter().map(RateBins::bytes).sum();
        self.declared.capacity() * size_of::<RateBins>() + kept + self.seconds.bytes()
    }
}
