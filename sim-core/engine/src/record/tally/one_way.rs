//! The one-way delay of the packets of a flow: from sending to delivery. Only flows whose sender does not retransmit and
//! flows with media have it.

use crate::analysis::percentiles::Histogram;
use crate::ground::time::Time;

/// Statistics of one-way delays, and their jitter: the mean absolute difference between the delays of successive
/// packets, in the order of arrival (the mean of |D| in RFC 3550 section 6.4.1).
#[derive(Clone, Debug, Default)]
pub struct OneWay {
    pub delays: Histogram,
    /// The delay of the latest packet, in ns.
    latest: Option<Time>,
    /// Number and sum of the differences.
    changes: u64,
    change_sum: u64,
}

impl OneWay {
    /// Adds a packet that arrived `delay` ns after it was sent.
    pub fn add(&mut self, delay: Time) {
        self.delays.add(delay);
        if let Some(latest) = self.latest.replace(delay) {
            self.changes += 1;
            self.change_sum += delay.abs_diff(latest);
        }
    }

    /// In s. `None` before the second packet.
    pub fn jitter(&self) -> Option<f64> {
        (self.changes > 0).then(|| self.change_sum as f64 / self.changes as f64 / 1e9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jitter_is_the_mean_difference_of_successive_delays() {
        let mut one_way = OneWay::default();
        assert_eq!(one_way.jitter(), None);
        for delay in [5_000_000, 8_000_000, 6_000_000] {
            one_way.add(delay);
        }
        assert_eq!(one_way.jitter(), Some(2.5e-3));
        assert_eq!(one_way.delays.max(), Some(8_000_000));
    }
}
