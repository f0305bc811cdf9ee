//! The clock of rate-based senders: even gaps without drift, and no bursts to catch up after a delay (RFC 5348 section 4.6).

use crate::ground::time::{NEVER, Time};

/// Longest gap, in nanoseconds: ten minutes.
const LONGEST: f64 = 600e9;

/// A gap between packets. It rarely changes from packet to packet, so its conversions are computed once.
#[derive(Clone, Debug, Default)]
struct Gap {
    seconds: f64,
    /// In nanoseconds.
    exact: f64,
    /// Whole nanoseconds, as an integer, and as a float together with the next number.
    whole: Time,
    floors: [f64; 2],
}

impl Gap {
    fn new(seconds: f64) -> Self {
        let exact = seconds * 1e9;
        let whole = exact.clamp(0.0, LONGEST) as Time;
        let floor = whole as f64;
        Gap { seconds, exact, whole, floors: [floor, floor + 1.0] }
    }

    /// Adds a fraction of a nanosecond to the gap; returns whole nanoseconds and the remaining fraction.
    #[inline]
    fn plus(&self, fraction: f64) -> (Time, f64) {
        let exact = (self.exact + fraction).clamp(0.0, LONGEST);
        // Both outcomes are equally likely, so a table is faster than a branch.
        let over = usize::from(exact >= self.floors[1]);
        (self.whole + over as Time, exact - self.floors[over])
    }
}

/// Determines when the next packet may be sent. The fraction of a nanosecond of each gap is carried over to the next.
#[derive(Clone, Debug, Default)]
pub struct Pacer {
    last: Option<Time>,
    gap: Gap,
    /// Fraction of a nanosecond by which the last packet was sent early.
    owed: f64,
    /// `owed` after the next packet, if it is sent at `due`.
    next_owed: f64,
    due: Time,
}

impl Pacer {
    /// A packet was sent at `now`.
    #[inline]
    pub fn sent(&mut self, now: Time) {
        // A late packet earns no credit.
        self.owed = if now == self.due { self.next_owed } else { 0.0 };
        self.last = Some(now);
    }

    /// The time of the next packet, `gap` seconds after the last one. May be called again when the gap has changed.
    #[inline]
    pub fn due(&mut self, gap: f64) -> Time {
        let Some(last) = self.last else { return 0 };
        if gap != self.gap.seconds {
            self.gap = Gap::new(gap);
        }
        let (whole, owed) = self.gap.plus(self.owed);
        self.next_owed = owed;
        self.due = last + whole;
        self.due
    }

    /// When the last packet was sent.
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
    fn a_precomputed_gap_is_as_exact_as_one_computed_each_time() {
        let plain = |seconds: f64, fraction: f64| {
            let exact = (seconds * 1e9 + fraction).clamp(0.0, LONGEST);
            let whole = exact as Time;
            (whole, exact - whole as f64)
        };
        let most = 1.0 - f64::EPSILON / 2.0;
        let mut seconds =
            vec![0.0, 1e-12, 1e-9, most * 1e-9, 599.999_999_999_9, 600.0, 601.0, f64::INFINITY, -1e-10, -1.0];
        let mut state = 1u64;
        for i in 0..20_000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seconds.push((state >> 11) as f64 / (1u64 << (43 + i % 20)) as f64);
            // Next to whole nanoseconds, below and above.
            seconds.push((state >> (24 + i % 40)) as f64 * 1e-9);
        }
        for seconds in seconds {
            let gap = Gap::new(seconds);
            for fraction in [0.0, f64::EPSILON / 2.0, 0.25, 0.3, 0.5, 2.0 / 3.0, most - f64::EPSILON, most] {
                assert_eq!(gap.plus(fraction), plain(seconds, fraction), "{seconds} s and {fraction} ns");
            }
        }
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
