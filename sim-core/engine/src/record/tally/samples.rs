//! Statistics of samples and of the intervals between arrivals.

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

/// Intervals between successive arrivals: mean, standard deviation, and jitter, which is the mean absolute
/// difference between successive intervals. Times are in ns. Sums are exact.
#[derive(Clone, Debug)]
pub struct Intervals {
    /// Time of the latest arrival; `NONE` if there was no arrival since the start or the last pause.
    latest: u64,
    /// The latest interval; `NONE` if there was no interval since the start or the last pause.
    previous: u64,
    /// Time of the first arrival since the start or the last pause.
    since: u64,
    /// Sum of all intervals before `since`.
    sum_before: u64,
    /// Sum of the squared intervals.
    squares: u128,
    min: u64,
    max: u64,
    /// Number of intervals that are the first after the start or a pause.
    firsts: u64,
    /// Number of all other intervals, and therefore of differences between successive intervals.
    changes: u64,
    /// Sum of the absolute differences between successive intervals.
    change_sum: u64,
}

const NONE: u64 = u64::MAX;

impl Default for Intervals {
    fn default() -> Self {
        Self {
            latest: NONE,
            previous: NONE,
            since: 0,
            sum_before: 0,
            squares: 0,
            min: u64::MAX,
            max: 0,
            firsts: 0,
            changes: 0,
            change_sum: 0,
        }
    }
}

impl Intervals {
    /// Adds an arrival at `now`, which must not be before the latest arrival.
    ///
    /// Nothing overflows: the sum of all intervals is at most the duration of the run, and the sum of their
    /// squares is at most the square of their sum.
    #[inline]
    pub fn push(&mut self, now: u64) {
        if self.previous == NONE {
            return self.push_first(now);
        }
        let interval = now.saturating_sub(self.latest);
        self.changes += 1;
        self.change_sum += interval.abs_diff(self.previous);
        self.add(now, interval);
    }

    /// Adds the first or second arrival since the start or a pause.
    #[cold]
    fn push_first(&mut self, now: u64) {
        if self.latest == NONE {
            (self.since, self.latest) = (now, now);
        } else {
            self.firsts += 1;
            self.add(now, now.saturating_sub(self.latest));
        }
    }

    #[inline]
    fn add(&mut self, now: u64, interval: u64) {
        (self.latest, self.previous) = (now, interval);
        self.squares += u128::from(interval) * u128::from(interval);
        // Branches are deliberate: they are rarely taken, but conditional moves would store both values every
        // time.
        if interval < self.min {
            self.min = interval;
        }
        if interval > self.max {
            self.max = interval;
        }
    }

    /// Ends the current sequence of arrivals: the time until the next arrival is not an interval.
    pub fn pause(&mut self) {
        self.sum_before = self.sum();
        (self.latest, self.previous) = (NONE, NONE);
    }

    fn sum(&self) -> u64 {
        let current = if self.latest == NONE { 0 } else { self.latest - self.since };
        self.sum_before + current
    }

    /// Number of intervals.
    pub fn count(&self) -> u64 {
        self.firsts + self.changes
    }

    /// Mean interval in s.
    pub fn mean(&self) -> Option<f64> {
        (self.count() > 0).then(|| self.sum() as f64 / self.count() as f64 / 1e9)
    }

    /// Population standard deviation of the intervals in s.
    pub fn sd(&self) -> Option<f64> {
        let (count, sum) = (self.count(), self.sum());
        if count == 0 {
            return None;
        }
        let n = count as f64;
        // n^2 times the variance: n * (sum of squares) - (sum)^2.
        let exact = u128::from(count).checked_mul(self.squares);
        let scaled_variance = match exact {
            // By the Cauchy-Schwarz inequality the difference is not negative.
            Some(product) => product.saturating_sub(u128::from(sum) * u128::from(sum)) as f64,
            None => (n * self.squares as f64 - sum as f64 * sum as f64).max(0.0),
        };
        Some(scaled_variance.sqrt() / n / 1e9)
    }

    /// Shortest interval in s.
    pub fn min(&self) -> Option<f64> {
        (self.count() > 0).then(|| self.min as f64 / 1e9)
    }

    /// Longest interval in s.
    pub fn max(&self) -> Option<f64> {
        (self.count() > 0).then(|| self.max as f64 / 1e9)
    }

    /// Mean absolute difference between successive intervals, in s.
    pub fn jitter(&self) -> Option<f64> {
        (self.changes > 0).then(|| self.change_sum as f64 / self.changes as f64 / 1e9)
    }
}
