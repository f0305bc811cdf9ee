//! Completion times of short transfers, and waiting times of open-loop traffic.
//!
//! Slow start follows RFC 5681. [`mm1_in_system`] and [`md1_wait`] are the Pollaczek-Khinchine formula for exponential and for
//! constant service times, [`sharing_slowdown`] is the formula of processor sharing (Kleinrock 1975). These three functions apply to
//! traffic that does not react to the queue. They do not apply to bulk TCP transfers, which drive the load to 1.

use super::is_non_negative;

/// Number of round trips in which slow start sends `segments` segments, if the window doubles in each round trip:
/// `ceil(log2(segments / initial_window + 1))`. Assumes an acknowledgement per packet, no loss, and a pipe that is never full.
#[must_use]
pub fn slow_start_rounds(segments: u64, initial_window: u64) -> Option<u32> {
    if initial_window == 0 {
        return None;
    }
    let (mut rounds, mut window, mut sent) = (0, u128::from(initial_window), 0_u128);
    while sent < u128::from(segments) {
        sent += window;
        window *= 2;
        rounds += 1;
    }
    Some(rounds)
}

/// Completion time in seconds of a transfer in slow start: a round trip for the handshake, the round trips of
/// [`slow_start_rounds`], and the time to serialize all segments once. If the window does not fill the pipe, the real time is
/// slightly shorter, because most segments are serialized during a round trip that already counts.
#[must_use]
pub fn slow_start_time(
    segments: u64,
    initial_window: u64,
    rtt: f64,
    segment_bits: f64,
    link_bps: f64,
) -> Option<f64> {
    let rounds = f64::from(slow_start_rounds(segments, initial_window)?);
    let time = rtt * (1.0 + rounds) + segments as f64 * segment_bits / link_bps;
    (is_non_negative(rtt) && is_non_negative(segment_bits) && link_bps > 0.0 && is_non_negative(time))
        .then_some(time)
}

/// Mean number of customers in an M/M/1 system, `load / (1 - load)`; undefined for a load of 1 or more.
#[must_use]
pub fn mm1_in_system(load: f64) -> Option<f64> {
    (0.0..1.0).contains(&load).then(|| load / (1.0 - load))
}

/// Mean wait before service in an M/D/1 queue, in service times: `load / (2 (1 - load))`.
#[must_use]
pub fn md1_wait(load: f64) -> Option<f64> {
    (0.0..1.0).contains(&load).then(|| load / (2.0 * (1.0 - load)))
}

/// Mean slowdown of a transfer under processor sharing, `1 / (1 - load)`. The slowdown does not depend on the size of the
/// transfer. It is the reference for web transfers over an ideally shared link.
#[must_use]
pub fn sharing_slowdown(load: f64) -> Option<f64> {
    (0.0..1.0).contains(&load).then(|| 1.0 / (1.0 - load))
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn slow_start_by_hand() {
        // 10 segments take one round with an initial window of 10, and three rounds with an initial window of 2: 2 + 4 + 8 >= 10.
        assert_eq!(slow_start_rounds(10, 10), Some(1));
        assert_eq!(slow_start_rounds(10, 2), Some(3));
        // The handshake adds one round trip: 2 and 4 round trips in all. An infinitely fast link has no serialization time.
        assert_close(slow_start_time(10, 10, 0.1, 11_680.0, f64::INFINITY).unwrap(), 0.2, 1e-14);
        assert_close(slow_start_time(10, 2, 0.1, 11_680.0, f64::INFINITY).unwrap(), 0.4, 1e-14);
        // 10 segments of 12000 bits at 10 Mb/s take 12 ms to serialize.
        assert_close(slow_start_time(10, 2, 0.1, 12_000.0, 1e7).unwrap(), 0.412, 1e-14);
        assert_eq!(slow_start_rounds(0, 1), Some(0));
        assert_eq!(slow_start_rounds(1, 0), None);
        assert_eq!(slow_start_rounds(u64::MAX, 1), Some(64)); // 2^64 - 1 = 1 + 2 + ... + 2^63
        assert_eq!(slow_start_time(1, 1, f64::NAN, 1.0, 1.0), None);
        assert_eq!(slow_start_time(1, 1, 0.1, 1.0, 0.0), None);
    }

    #[test]
    fn queues_by_hand() {
        // Load 0.8: 0.8/0.2 = 4 in the system, a wait of 0.8/0.4 = 2 service times, and a slowdown of 1/0.2 = 5.
        assert_close(mm1_in_system(0.8).unwrap(), 4.0, 1e-14);
        assert_close(md1_wait(0.8).unwrap(), 2.0, 1e-14);
        assert_close(sharing_slowdown(0.8).unwrap(), 5.0, 1e-14);
        for load in [1.0, 1.5, -0.1, f64::NAN] {
            assert_eq!((mm1_in_system(load), md1_wait(load), sharing_slowdown(load)), (None, None, None));
        }
    }

    proptest! {
        #[test]
        fn the_number_of_rounds_is_the_smallest_that_suffices(segments in 1..1_000_000_u64, window in 1..100_u64) {
            let rounds = slow_start_rounds(segments, window).unwrap();
            // In n rounds, slow start sends window (2^n - 1) segments.
            prop_assert!(window * ((1 << (rounds - 1)) - 1) < segments && segments <= window * ((1 << rounds) - 1));
        }
    }
}
