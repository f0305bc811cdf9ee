//! Simulated time: whole nanoseconds since the start of the run (docs/architecture.md, "Time").

use crate::ground::convert::{narrow, whole};

/// A moment or a length of simulated time, in nanoseconds.
pub type Time = u64;

/// A time later than every event; also means "not set".
pub const NEVER: Time = u64::MAX;

pub const SECOND: Time = 1_000_000_000;
pub const MILLISECOND: Time = 1_000_000;

/// 2^63: smaller numbers fit into a signed integer.
const SIGNED_END: f64 = 9_223_372_036_854_775_808.0;

/// Converts seconds to the nearest whole number of nanoseconds. Negative values and NaN give 0, and very
/// large values give `NEVER - 1`.
#[inline]
pub fn from_secs(seconds: f64) -> Time {
    // The cast truncates and saturates; adding 0.5 first rounds to the nearest.
    let nanoseconds = seconds * 1e9 + 0.5;
    if nanoseconds < SIGNED_END {
        // The conversion to a signed integer takes half the instructions.
        return narrow::<Time>(whole::<i64>(nanoseconds).max(0));
    }
    whole::<Time>(nanoseconds).min(NEVER - 1)
}

#[inline]
pub fn to_secs(t: Time) -> f64 {
    t as f64 / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_round_to_the_nearest_nanosecond() {
        assert_eq!(from_secs(0.1), 100_000_000);
        assert_eq!(from_secs(1.000_000_000_6), 1_000_000_001);
        assert_eq!(from_secs(-3.0), 0);
        assert_eq!(from_secs(f64::NAN), 0);
        assert_eq!(from_secs(f64::INFINITY), NEVER - 1);
        assert_eq!(to_secs(1_500_000_000), 1.5);
    }
}
