//! Statistics of samples, and the jitter of arrivals.

use super::TimeWindow;

/// Count, mean, standard deviation, minimum and maximum of samples.
///
/// Sums are taken over the differences from the first sample. For samples of similar magnitude this method is
/// as accurate as Welford's recurrence, and it needs no division per sample.
#[derive(Clone, Debug)]
pub struct Samples {
    window: TimeWindow,
    count: u64,
    /// The first sample.
    first: f64,
    /// Sum of the differences from the first sample.
    sum: f64,
    /// Sum of the squared differences from the first sample.
    squares: f64,
    min: f64,
    max: f64,
}

impl Samples {
    pub fn new(window: TimeWindow) -> Self {
        Self {
            window,
            count: 0,
            first: 0.0,
            sum: 0.0,
            squares: 0.0,
            min: f64::INFINITY,
            max: f64::NEG_INFINITY,
        }
    }

    /// Adds a sample taken at `now`. NaN and infinity are ignored.
    #[inline]
    pub fn push(&mut self, now: u64, value: f64) {
        if !self.window.contains(now) || !value.is_finite() {
            return;
        }
        if self.count == 0 {
            self.first = value;
        }
        self.count += 1;
        let difference = value - self.first;
        self.sum += difference;
        self.squares += difference * difference;
        if value < self.min {
            self.min = value;
        }
        if value > self.max {
            self.max = value;
        }
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.first + self.sum / self.count as f64)
    }

    /// Population standard deviation.
    pub fn sd(&self) -> Option<f64> {
        (self.count > 0).then(|| {
            let n = self.count as f64;
            let mean_difference = self.sum / n;
            (self.squares / n - mean_difference * mean_difference).max(0.0).sqrt()
        })
    }

    pub fn min(&self) -> Option<f64> {
        (self.count > 0).then_some(self.min)
    }

    pub fn max(&self) -> Option<f64> {
        (self.count > 0).then_some(self.max)
    }
}

/// Jitter of successive arrivals: the mean absolute difference between successive intervals. Times are in ns.
#[derive(Clone, Debug)]
pub struct Intervals {
    /// Time of the latest arrival; `NONE` if there was no arrival since the start or the last pause.
    latest: u64,
    /// Number of differences between successive intervals.
    changes: u64,
    /// The latest interval; `NONE` if there was no interval since the start or the last pause.
    previous: u64,
    /// Sum of the differences. Not next to `changes` (see `AccessLink::hash`).
    change_sum: u64,
}

const NONE: u64 = u64::MAX;

impl Default for Intervals {
    fn default() -> Self {
        Self { latest: NONE, previous: NONE, changes: 0, change_sum: 0 }
    }
}

impl Intervals {
    /// Adds an arrival at `now`, which must not be before the latest arrival.
    #[inline]
    pub fn push(&mut self, now: u64) {
        if self.previous == NONE {
            return self.push_first(now);
        }
        let interval = now.saturating_sub(self.latest);
        self.changes += 1;
        self.change_sum += interval.abs_diff(self.previous);
        (self.latest, self.previous) = (now, interval);
    }

    /// Adds the first or second arrival since the start or a pause.
    #[cold]
    fn push_first(&mut self, now: u64) {
        if self.latest != NONE {
            self.previous = now.saturating_sub(self.latest);
        }
        self.latest = now;
    }

    /// Ends the current sequence of arrivals: the time until the next arrival is not an interval.
    pub fn pause(&mut self) {
        (self.latest, self.previous) = (NONE, NONE);
    }

    /// In s. `None` before the third arrival.
    pub fn jitter(&self) -> Option<f64> {
        (self.changes > 0).then(|| self.change_sum as f64 / self.changes as f64 / 1e9)
    }
}
