//! The mean rate of a link, which may change during the run.

use super::{Clock, TimeWindow};

/// The mean rate of a link within a window.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    clock: Clock,
    /// The current rate in bit/s.
    rate: f64,
    /// Bits that the link could have carried inside the window, up to the last change of the rate.
    bits: f64,
    /// Time inside the window in ns, up to the last change of the rate.
    ns: u64,
}

impl Capacity {
    pub fn new(window: TimeWindow) -> Self {
        Self { clock: Clock::new(window), rate: 0.0, bits: 0.0, ns: 0 }
    }

    /// At `now`, sets the link's rate in bit/s.
    pub fn set_rate(&mut self, now: u64, rate: f64) {
        let passed = self.clock.lap(now);
        self.bits += self.rate * (passed as f64 * 1e-9);
        self.ns += passed;
        self.rate = rate;
    }

    /// Mean rate from the start of the window to `now`, in bit/s.
    pub fn mean_rate(&self, now: u64) -> f64 {
        if self.ns == 0 {
            return self.rate;
        }
        let mut until_now = *self;
        until_now.set_rate(now, 0.0);
        until_now.bits / (until_now.ns as f64 * 1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000_000;

    #[test]
    fn a_changing_rate_is_averaged_within_the_window() {
        let mut capacity = Capacity::new(TimeWindow { from: 2 * SECOND, to: 10 * SECOND });
        capacity.set_rate(0, 4e6);
        assert_eq!(capacity.mean_rate(SECOND), 4e6);
        // 4 Mb/s from 2 to 5 s, an outage until 6 s, then 1 Mb/s until the window ends at 10 s: 12 + 0 + 4
        // Mbit in 8 s.
        capacity.set_rate(5 * SECOND, 0.0);
        assert_eq!(capacity.mean_rate(6 * SECOND), 3e6);
        capacity.set_rate(6 * SECOND, 1e6);
        assert_eq!(capacity.mean_rate(10 * SECOND), 2e6);
        assert_eq!(capacity.mean_rate(60 * SECOND), 2e6);
    }
}
