//! Round-trip estimators of protocols other than TCP: a moving average (RFC 5348 section 4.3), and TCP's
//! timeout for the throughput equation (RFC 5348 section 3.1, or the integer arithmetic of ns-2's TFRC
//! agent).

use crate::transport::prelude::*;

/// An exponentially weighted moving average. The first sample becomes the average.
#[derive(Clone, Copy, Debug, Default, State)]
pub struct Smoothed {
    value: f64,
    has_value: bool,
}

impl Smoothed {
    /// Takes a sample and returns the new average. The previous average has the weight `old_weight`.
    #[inline]
    pub fn update(&mut self, sample: f64, old_weight: f64) -> f64 {
        self.value =
            if self.has_value { old_weight * self.value + (1.0 - old_weight) * sample } else { sample };
        self.has_value = true;
        self.value
    }

    /// The average; 0 before the first sample.
    #[inline]
    pub fn get(&self) -> f64 {
        self.value
    }

    #[inline]
    pub fn has_value(&self) -> bool {
        self.has_value
    }
}

choice! {
    /// How TCP's retransmission timeout in the throughput equation is determined.
    pub enum TimeoutRule {
        /// Four round-trip times (RFC 5348).
        FourRtt "4r" "4 R",
        /// As in TCP: the smoothed RTT plus four deviations in ticks of a coarse clock, in ns-2's integer
        /// arithmetic.
        Tcp "tcp" "As TCP measures it",
        /// Four round-trip times, with a minimum.
        Least "least" "4 R, at least",
    }
}

/// TCP's timeout as ns-2's equation-based agents compute it: in integer arithmetic and in ticks of a clock.
#[derive(Clone, Debug, State)]
#[state(not(tick))]
pub struct TickTimeout {
    /// Length of a tick in seconds.
    tick: f64,
    /// Smoothed round-trip time in eighths of a tick; 0 before the first sample.
    srtt: i64,
    /// Mean deviation in quarters of a tick.
    rttvar: i64,
}

impl TickTimeout {
    pub fn new(tick: f64) -> Self {
        TickTimeout { tick: tick.max(1e-6), srtt: 0, rttvar: 0 }
    }

    /// Changes the length of a tick in seconds. A different length discards all samples.
    pub fn set_tick(&mut self, tick: f64) {
        if tick != self.tick {
            *self = Self::new(tick);
        }
    }

    /// Takes a round-trip sample in seconds.
    pub fn sample(&mut self, rtt: f64) {
        let ticks = whole::<i64>(rtt / self.tick + 0.5).clamp(1, 1 << 40);
        if self.srtt == 0 {
            self.srtt = ticks << 3;
            self.rttvar = ticks << 1;
        } else {
            let delta = ticks - (self.srtt >> 3);
            self.srtt = (self.srtt + delta).max(1);
            self.rttvar = (self.rttvar + delta.abs() - (self.rttvar >> 2)).max(1);
        }
    }

    /// The timeout in seconds; 0 before the first sample.
    pub fn seconds(&self) -> f64 {
        (((self.rttvar << 3) + self.srtt) >> 3) as f64 * self.tick
    }

    pub fn digest(&self) -> u64 {
        Digest::of(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sample_becomes_the_average() {
        let mut average = Smoothed::default();
        assert_eq!(average.update(0.2, 0.9), 0.2);
        assert!((average.update(0.1, 0.9) - 0.19).abs() < 1e-12);
    }

    #[test]
    fn ticks_of_100_ms_give_timeouts_of_at_least_300_ms() {
        // With samples of one tick, the mean is 8 eighths and the deviation remains at 2 quarters because of
        // integer division. The timeout is (2 x 8 + 8) / 8 = 3 ticks. With longer samples, the deviation
        // remains at 3 quarters. Samples of two ticks give (24 + 16) / 8 = 5 ticks, three ticks (24 + 24) /
        // 8 = 6, and five ticks (24 + 40) / 8 = 8.
        for (rtt, timeout) in [(0.012, 0.3), (0.1, 0.3), (0.149, 0.3), (0.2, 0.5), (0.3, 0.6), (0.5, 0.8)] {
            let mut estimator = TickTimeout::new(0.1);
            for _ in 0..100 {
                estimator.sample(rtt);
            }
            assert!((estimator.seconds() - timeout).abs() < 1e-9, "{rtt}: {}", estimator.seconds());
        }
    }
}
