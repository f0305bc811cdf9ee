//! The clock of rate-based senders: even gaps without drift, never a burst to catch up (RFC 5348 section 4.6).

use crate::engine::time::{NEVER, Time};

/// Longest gap: a packet in ten minutes. Beyond it a sender might as well be off.
const LONGEST: f64 = 600e9;

/// When the next packet may go. The fraction of a nanosecond that a gap leaves over is carried to the next.
#[derive(Clone, Debug, Default)]
pub struct Pacer {
    last: Option<Time>,
    /// Fraction of a nanosecond by which the last packet went early.
    owed: f64,
    /// The same for the packet that is due, and when that is.
    next_owed: f64,
    due: Time,
}

impl Pacer {
    /// A packet was sent at `now`.
    #[inline]
    pub fn sent(&mut self, now: Time) {
        // What went later than it was due starts anew: no credit is kept.
        self.owed = if now == self.due { self.next_owed } else { 0.0 };
        self.last = Some(now);
    }

    /// When the next packet is due, `gap` seconds after the last one. May be asked again when the gap changes.
    #[inline]
    pub fn due(&mut self, gap: f64) -> Time {
        let Some(last) = self.last else { return 0 };
        let exact = (gap * 1e9 + self.owed).clamp(0.0, LONGEST);
        let whole = exact as Time;
        self.next_owed = exact - whole as f64;
        self.due = last + whole;
        self.due
    }

    pub fn last(&self) -> Option<Time> {
        self.last
    }

    pub fn digest(&self) -> u64 {
        super::digest_of(&[self.last.unwrap_or(NEVER), self.owed.to_bits()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_do_not_drift() {
        // A third of a nanosecond over: after 3000 packets exactly 1000 ns more than 3000 whole gaps.
        let mut pacer = Pacer::default();
        pacer.sent(0);
        let mut now = 0;
        for _ in 0..3000 {
            now = pacer.due(1e-6 + 1e-9 / 3.0);
            pacer.sent(now);
        }
        assert!((now as i64 - (3_000_000 + 1000)).abs() <= 1, "{now}");
    }

    #[test]
    fn a_late_packet_earns_no_credit() {
        let mut pacer = Pacer::default();
        pacer.sent(0);
        assert_eq!(pacer.due(0.001), 1_000_000);
        pacer.sent(50_000_000);
        assert_eq!(pacer.due(0.001), 51_000_000);
    }

    #[test]
    fn a_new_gap_counts_from_the_last_packet() {
        let mut pacer = Pacer::default();
        pacer.sent(1000);
        assert_eq!(pacer.due(1.0), 1_000_001_000);
        assert_eq!(pacer.due(0.25), 250_001_000);
        assert_eq!(pacer.due(f64::INFINITY), 600_000_001_000);
    }
}
