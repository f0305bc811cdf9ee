//! Completion times of short transfers: slow start of RFC 5681.

/// Number of round trips in which slow start sends `segments` segments, if the window doubles in each round
/// trip: `ceil(log2(segments / initial_window + 1))`. Assumes an acknowledgement per packet, no loss, and a
/// pipe that is never full.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn slow_start_by_hand() {
        // 10 segments take one round with an initial window of 10, and three rounds with an initial window of
        // 2: 2 + 4 + 8 >= 10.
        assert_eq!(slow_start_rounds(10, 10), Some(1));
        assert_eq!(slow_start_rounds(10, 2), Some(3));
        assert_eq!(slow_start_rounds(0, 1), Some(0));
        assert_eq!(slow_start_rounds(1, 0), None);
        assert_eq!(slow_start_rounds(u64::MAX, 1), Some(64)); // 2^64 - 1 = 1 + 2 + ... + 2^63
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
