//! Computes the send times of rate-based senders: even gaps without drift, and no bursts to catch up after a
//! delay (RFC 5348 section 4.6).

use crate::transport::prelude::*;

/// Longest gap, in nanoseconds: ten minutes.
const MAX_GAP: f64 = 600e9;

/// A gap between packets in several representations. The gap rarely changes from packet to packet, so the
/// conversions are done once.
#[derive(Clone, Debug, Default)]
struct Gap {
    seconds: f64,
    /// The gap in nanoseconds.
    exact: f64,
    /// The gap truncated to whole nanoseconds.
    whole: Time,
    /// `whole` and `whole + 1` as floats.
    floors: [f64; 2],
}

impl Gap {
    fn new(seconds: f64) -> Self {
        let exact = seconds * 1e9;
        let whole = whole::<Time>(exact.clamp(0.0, MAX_GAP));
        let floor = whole as f64;
        Gap { seconds, exact, whole, floors: [floor, floor + 1.0] }
    }

    /// Adds a fraction of a nanosecond to the gap. Returns the sum as whole nanoseconds and the remaining
    /// fraction.
    #[inline]
    fn plus(&self, fraction: f64) -> (Time, f64) {
        let exact = (self.exact + fraction).clamp(0.0, MAX_GAP);
        // Both values of `carry` are equally likely, so a table is faster than a branch.
        let carry = usize::from(exact >= self.floors[1]);
        (self.whole + carry as Time, exact - self.floors[carry])
    }
}

/// Determines when the next packet may be sent. Each gap's fraction of a nanosecond is carried over to the
/// next gap.
#[derive(Clone, Debug, Default, State)]
// The gap is computed for every packet.
#[state(not(gap))]
pub struct Pacer {
    /// When the last packet was sent.
    last_sent: Option<Time>,
    gap: Gap,
    /// Fraction of a nanosecond by which the last packet was sent early.
    fraction: f64,
    /// The value of `fraction` after the next packet, if it is sent at `due`.
    next_fraction: f64,
    /// When the next packet is due.
    due: Time,
}

impl Pacer {
    /// Records that a packet was sent at `now`.
    #[inline]
    pub fn sent(&mut self, now: Time) {
        // A packet that was sent late does not shorten the next gap.
        self.fraction = if now == self.due { self.next_fraction } else { 0.0 };
        self.last_sent = Some(now);
    }

    /// The time of the next packet, `gap` seconds after the last packet. May be called again when the gap has
    /// changed.
    #[inline]
    pub fn due(&mut self, gap: f64) -> Time {
        let Some(last) = self.last_sent else { return 0 };
        if gap != self.gap.seconds {
            self.gap = Gap::new(gap);
        }
        let (whole, fraction) = self.gap.plus(self.fraction);
        self.next_fraction = fraction;
        self.due = last + whole;
        self.due
    }

    /// When the last packet was sent.
    pub fn last_sent(&self) -> Option<Time> {
        self.last_sent
    }

    pub fn digest(&self) -> u64 {
        Digest::of(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::convert::narrow;

    #[test]
    fn gaps_do_not_drift() {
        // Each gap is 1000 ns and a third, so 3000 gaps take 3 000 000 ns and 1000 ns.
        let mut pacer = Pacer::default();
        pacer.sent(0);
        let mut now = 0;
        for _ in 0..3000 {
            now = pacer.due(1e-6 + 1e-9 / 3.0);
            pacer.sent(now);
        }
        assert!((narrow::<i64>(now) - (3_000_000 + 1000)).abs() <= 1, "{now}");
    }

    #[test]
    fn a_precomputed_gap_equals_a_gap_computed_each_time() {
        let direct = |seconds: f64, fraction: f64| {
            let exact = (seconds * 1e9 + fraction).clamp(0.0, MAX_GAP);
            let whole = whole::<Time>(exact);
            (whole, exact - whole as f64)
        };
        let largest_fraction = 1.0 - f64::EPSILON / 2.0;
        let mut seconds = vec![
            0.0,
            1e-12,
            1e-9,
            largest_fraction * 1e-9,
            599.999_999_999_9,
            600.0,
            601.0,
            f64::INFINITY,
            -1e-10,
            -1.0,
        ];
        let mut state = 1u64;
        for i in 0..20_000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seconds.push((state >> 11) as f64 / (1u64 << (43 + i % 20)) as f64);
            // Values that differ from whole nanoseconds by a rounding error.
            seconds.push((state >> (24 + i % 40)) as f64 * 1e-9);
        }
        for seconds in seconds {
            let gap = Gap::new(seconds);
            for fraction in [
                0.0,
                f64::EPSILON / 2.0,
                0.25,
                0.3,
                0.5,
                2.0 / 3.0,
                largest_fraction - f64::EPSILON,
                largest_fraction,
            ] {
                assert_eq!(gap.plus(fraction), direct(seconds, fraction), "{seconds} s and {fraction} ns");
            }
        }
    }

    #[test]
    fn a_late_packet_does_not_shorten_the_next_gap() {
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
