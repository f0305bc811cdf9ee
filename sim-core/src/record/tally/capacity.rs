//! What a link could have carried while something was measured: its rate, which may change on the way, over time.

use super::{Clock, Window};

/// Bits that a link could carry within a window.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    clock: Clock,
    rate: f64,
    bits: f64,
}

impl Capacity {
    pub fn new(window: Window) -> Self {
        Self { clock: Clock::new(window), rate: 0.0, bits: 0.0 }
    }

    /// From `now` on the link sends so many bits a second.
    pub fn set_rate(&mut self, now: u64, rate: f64) {
        self.bits = self.bits_until(now);
        self.clock.lap(now);
        self.rate = rate;
    }

    /// Bits up to `now`.
    pub fn bits_until(&self, now: u64) -> f64 {
        let mut clock = self.clock;
        self.bits + self.rate * (clock.lap(now) as f64 * 1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000_000;

    #[test]
    fn a_changing_rate_is_summed_up_within_the_window() {
        let mut capacity = Capacity::new(Window { from: 2 * SECOND, to: 10 * SECOND });
        capacity.set_rate(0, 4e6);
        assert_eq!(capacity.bits_until(SECOND), 0.0);
        // 2 to 5 s at 4 Mb/s, an outage to 6 s, then 1 Mb/s to the window's end at 10 s: 12 + 0 + 4 Mbit.
        capacity.set_rate(5 * SECOND, 0.0);
        capacity.set_rate(6 * SECOND, 1e6);
        assert_eq!(capacity.bits_until(8 * SECOND), 14e6);
        assert_eq!(capacity.bits_until(60 * SECOND), 16e6);
        assert_eq!(capacity.bits_until(60 * SECOND), 16e6);
    }
}
