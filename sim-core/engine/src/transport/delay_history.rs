//! Base delay and present delay as LEDBAT estimates them (RFC 6817 section 2.4.2): the base delay is the
//! smallest of the minima of the last minutes, and the present delay is the smallest of the last few samples.

use crate::transport::prelude::*;

const MINUTE: Time = 60 * SECOND;

#[derive(Clone, Debug, Default, State)]
pub struct DelayHistory {
    /// The minimum of each of the last minutes. The last minute is the present one, which is not over yet.
    minima: Deque<Time>,
    /// The minute that the last minimum belongs to.
    minute: u64,
    /// The last samples.
    recent: Deque<Time>,
}

impl DelayHistory {
    /// Adds a sample. `minutes` is the length of the history of minima, `filter` the number of samples whose
    /// smallest is the present delay.
    pub fn add(&mut self, delay: Time, now: Time, minutes: u32, filter: u32) {
        let minute = now / MINUTE;
        match self.minima.back_mut() {
            Some(last) if self.minute == minute => *last = delay.min(*last),
            _ => self.minima.push_back(delay),
        }
        self.minute = minute;
        while self.minima.len() > minutes.max(1) as usize {
            self.minima.pop_front();
        }
        self.recent.push_back(delay);
        while self.recent.len() > filter.max(1) as usize {
            self.recent.pop_front();
        }
    }

    /// The base delay in seconds; `None` before the first sample.
    pub fn base(&self) -> Option<f64> {
        self.minima.iter().min().map(|&delay| to_secs(delay))
    }

    /// The present delay in seconds above the base delay: the delay of queues.
    pub fn queueing(&self) -> Option<f64> {
        let (base, present) = (self.minima.iter().min()?, self.recent.iter().min()?);
        Some(to_secs(present.saturating_sub(*base)))
    }

    /// Discards the minima of earlier minutes, and starts the minimum of the present minute again.
    pub fn clear(&mut self) {
        *self = DelayHistory::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::MILLISECOND;

    #[test]
    fn the_base_delay_is_forgotten_after_the_history() {
        let mut history = DelayHistory::default();
        let mut add = |seconds: u64, delay: u64| {
            history.add(delay * MILLISECOND, seconds * SECOND, 2, 3);
            (history.base().unwrap(), history.queueing().unwrap())
        };
        assert_eq!(add(0, 50), (0.05, 0.0));
        // The smallest of the last three samples is 50 ms, and then 70 ms.
        assert_eq!([add(10, 70), add(20, 80)], [(0.05, 0.0), (0.05, 0.0)]);
        let (base, queueing) = add(30, 90);
        assert!(base == 0.05 && (queueing - 0.02).abs() < 1e-12, "{queueing}");
        assert_eq!(add(61, 60).0, 0.05);
        assert_eq!(add(121, 65), (0.06, 0.0), "the first minute is forgotten");
    }
}
