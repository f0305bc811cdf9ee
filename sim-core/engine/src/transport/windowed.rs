//! The maximum or minimum of a quantity over a sliding window of time or of rounds.

use crate::ground::digest::State;
use crate::ground::ring::Ring;

/// The maximum of the samples of a sliding window. Time can have any unit, but must not decrease.
#[derive(Clone, Debug, Default, State)]
#[state(not(first))]
pub struct WindowedMax {
    /// Times and values that can still become the maximum: times increase, values decrease.
    samples: Ring<(u64, f64)>,
    /// The first sample; 0 without samples. It is read several times for each acknowledgement.
    first: (u64, f64),
}

impl WindowedMax {
    /// Adds a sample and removes samples that are older than `length`. Returns the maximum.
    pub fn add(&mut self, time: u64, value: f64, length: u64) -> f64 {
        self.samples.push_over((time, value), |&(_, last)| last <= value);
        if self.samples.len() == 1 {
            self.first = (time, value);
        } else {
            self.expire(time, length);
        }
        self.first.1
    }

    /// Removes samples that are older than `length`. The newest sample stays.
    #[inline]
    pub fn expire(&mut self, time: u64, length: u64) {
        while self.first.0 + length < time && self.samples.len() > 1 {
            self.first = self.samples.drop_front().copied().unwrap_or_default();
        }
    }

    /// The maximum; 0 without samples.
    #[inline]
    pub fn get(&self) -> f64 {
        self.first.1
    }

    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    pub fn clear(&mut self) {
        self.samples.clear();
        self.first = (0, 0.0);
    }
}

/// The minimum of the samples of a sliding window.
#[derive(Clone, Debug, Default, State)]
pub struct WindowedMin {
    /// The maximum of the negative values.
    negative: WindowedMax,
}

impl WindowedMin {
    /// Adds a sample and removes samples that are older than `length`. Returns the minimum.
    pub fn add(&mut self, time: u64, value: f64, length: u64) -> f64 {
        -self.negative.add(time, -value, length)
    }

    /// Removes samples that are older than `length`. The newest sample stays.
    pub fn expire(&mut self, time: u64, length: u64) {
        self.negative.expire(time, length);
    }

    /// The minimum; `None` without samples.
    pub fn get(&self) -> Option<f64> {
        (!self.negative.is_empty()).then(|| -self.negative.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maximum_is_taken_over_the_window() {
        let mut max = WindowedMax::default();
        let mut min = WindowedMin::default();
        let values = [5.0, 3.0, 4.0, 1.0, 2.0, 2.0, 0.5, 6.0];
        for (time, &value) in values.iter().enumerate() {
            // The samples of the present and of the three previous times.
            let window = &values[time.saturating_sub(3)..=time];
            assert_eq!(max.add(time as u64, value, 3), window.iter().copied().fold(f64::MIN, f64::max));
            assert_eq!(min.add(time as u64, value, 3), window.iter().copied().fold(f64::MAX, f64::min));
        }
        assert_eq!((WindowedMax::default().get(), WindowedMin::default().get()), (0.0, None));
    }
}
