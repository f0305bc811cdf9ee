//! Queue protection of DOCSIS 3.1 (RFC 9957, and its model `queue-protection.cc` of CableLabs for ns-3): each flow of the L
//! queue has a score, to which its packets add when the queue is long, and which decays at a constant rate. While the
//! delay is above a threshold, a packet of a flow with a high score is sent through the C queue.

use crate::ground::time::MILLISECOND;
use crate::net::queues::prelude::*;

/// Above this delay, packets can be sent through the C queue (`CRITICALqL`).
pub const CRITICAL_DELAY: Time = MILLISECOND;
/// At the critical delay, a score above this time is too high (`CRITICALqLSCORE`). At twice the delay, half of this score suffices.
pub const CRITICAL_SCORE: Time = 4 * MILLISECOND;
/// Time per byte by which a score rises at a probability of 1: it decays by 2^19 bytes in 2^30 ns (`LG_AGING`).
const SCORE_PER_BYTE: f64 = 2048.0;
/// The length of the ramp of the probability (`LG_RANGE`). It ends at the critical delay, or begins at the delay of two of the largest packets if that is later.
const RAMP: Time = 1 << 19;
/// The highest score (`MAX_QLSCORE`).
const HIGHEST_SCORE: Time = 5_000 * MILLISECOND;

/// The scores of the flows.
#[derive(Clone, Debug, Default, State)]
#[state(not(max_packet))]
pub struct Protection {
    /// Nanoseconds per byte at the rate of the link.
    link_ns_per_byte: f64,
    max_packet: u64,
    /// When the score of each flow will have decayed, by `Packet::stream`.
    decayed_at: Vec<Time>,
}

impl Protection {
    pub fn new(rate: f64, max_packet: u64, streams: usize) -> Self {
        Protection { link_ns_per_byte: 8e9 / rate, max_packet, decayed_at: vec![0; streams] }
    }

    pub fn set_rate(&mut self, rate: f64) {
        self.link_ns_per_byte = 8e9 / rate;
    }

    /// The probability with which packets would be marked at this delay (`calcProbNative`).
    fn probability(&self, delay: Time) -> f64 {
        let shortest = whole::<Time>(2.0 * self.max_packet as f64 * self.link_ns_per_byte);
        let from = (CRITICAL_DELAY - RAMP).max(shortest);
        (delay.saturating_sub(from) as f64 / RAMP as f64).min(1.0)
    }

    /// Adds an arriving packet to the score of its flow, and returns the delay and the score if the packet must leave the
    /// L queue, in which `bytes` wait with it.
    pub fn judge(&mut self, stream: usize, size: u16, bytes: u64, now: Time) -> Option<(Time, Time)> {
        let delay = whole::<Time>((bytes as f64 * self.link_ns_per_byte).min(1e15));
        let added = whole::<Time>(self.probability(delay) * f64::from(size) * SCORE_PER_BYTE);
        let decayed_at = &mut self.decayed_at[stream];
        *decayed_at = ((*decayed_at).max(now) + added).min(now + HIGHEST_SCORE);
        let score = *decayed_at - now;
        // The score is too high above 4 ms x 1 ms / delay.
        let is_too_high = delay as f64 * score as f64 > CRITICAL_DELAY as f64 * CRITICAL_SCORE as f64;
        (delay > CRITICAL_DELAY && is_too_high).then_some((delay, score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At 100 Mb/s a byte takes 80 ns. The ramp is from 1 ms - 524 288 ns to 1 ms.
    #[test]
    fn the_probability_follows_the_ramp_which_begins_at_two_packets_on_slow_links() {
        let fast = Protection::new(1e8, 1500, 1);
        assert!(fast.probability(475_712) <= 0.0 && (fast.probability(475_712 + 262_144) - 0.5).abs() < 1e-9);
        assert!((fast.probability(MILLISECOND) - 1.0).abs() < 1e-9);
        // At 10 Mb/s, two packets take 2.4 ms.
        let slow = Protection::new(1e7, 1500, 1);
        assert!(slow.probability(2_400_000) <= 0.0 && slow.probability(2_924_288) >= 1.0);
    }

    /// A packet of 1000 bytes at a probability of 1 adds 2.048 ms to the score. At a delay of 2 ms a score of 2 ms is too
    /// high, so the first packet is sent away; a flow whose packets find no queue never is.
    #[test]
    fn a_flow_that_builds_the_queue_is_sent_away_and_a_quiet_one_is_not() {
        let mut protection = Protection::new(1e8, 1500, 2);
        // 25 000 bytes are 2 ms.
        assert_eq!(protection.judge(0, 1000, 25_000, 0), Some((2 * MILLISECOND, 2_048_000)));
        // Just below the critical delay nothing is sent away, however high the score.
        for _ in 0..100 {
            assert_eq!(protection.judge(0, 1500, 12_500, 0), None);
        }
        assert_eq!(protection.judge(1, 1000, 5000, 0), None);
        assert_eq!(protection.decayed_at[1], 0, "no score without a queue");
        // At 1.5 ms a score of 2.67 ms is too high: a new flow's first packet stays, its second does not.
        assert_eq!(protection.judge(1, 1000, 18_750, 0), None);
        assert!(protection.judge(1, 1000, 18_750, 0).is_some());
        // After 10 ms the score has decayed.
        assert_eq!(protection.judge(1, 1000, 18_750, 10 * MILLISECOND), None);
    }

    #[test]
    fn the_score_has_an_upper_bound() {
        let mut protection = Protection::new(1e8, 1500, 1);
        for _ in 0..10_000 {
            protection.judge(0, 1500, 1_000_000, 0);
        }
        assert_eq!(protection.decayed_at[0], HIGHEST_SCORE);
    }
}
