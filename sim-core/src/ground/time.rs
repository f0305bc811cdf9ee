//! Simulated time: whole nanoseconds since the start of the run (docs/architecture.md, "Time").

/// A moment or a length of simulated time, in nanoseconds.
pub type Time = u64;

/// "Not set", later than anything that can happen.
pub const NEVER: Time = u64::MAX;

pub const SECOND: Time = 1_000_000_000;
pub const MILLISECOND: Time = 1_000_000;

/// The nearest nanosecond to `seconds`; negative and undefined values are 0, very large ones `NEVER - 1`.
#[inline]
pub fn from_secs(seconds: f64) -> Time {
    // A cast drops the fraction and stops at the ends; adding a half first makes it the nearest.
    ((seconds * 1e9 + 0.5) as Time).min(NEVER - 1)
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
