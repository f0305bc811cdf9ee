//! Rates, utilisation and power.
//!
//! A rate is goodput if the caller counts first deliveries to the application, and throughput if it counts
//! bytes on the wire. Power follows Kleinrock 1979.

use super::{is_non_negative, is_positive, limit_to_finite};

/// Mean rate in bit/s of `bytes` over `seconds`.
#[must_use]
pub fn mean_rate(bytes: u64, seconds: f64) -> Option<f64> {
    let rate = 8.0 * bytes as f64 / seconds;
    (is_positive(seconds) && is_non_negative(rate)).then_some(rate)
}

/// Fraction of a link's capacity that was used: bits that left the link / (capacity * duration).
#[must_use]
pub fn utilisation(bits: f64, capacity_bps: f64, seconds: f64) -> Option<f64> {
    let share = bits / (capacity_bps * seconds);
    (is_non_negative(bits) && is_positive(capacity_bps) && is_positive(seconds) && is_non_negative(share))
        .then_some(share)
}

/// Power of a flow, throughput / delay; undefined without delay.
#[must_use]
pub fn power(throughput: f64, delay: f64) -> Option<f64> {
    (is_non_negative(throughput) && is_positive(delay)).then(|| limit_to_finite(throughput / delay))
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;

    #[test]
    fn rates_by_hand() {
        // 1250 byte in 0.01 s are 1 Mb/s. 9 Mbit in 1 s use 0.9 of 10 Mb/s. 10 Mb/s divided by 0.1 s is 100.
        assert_close(mean_rate(1250, 0.01).unwrap(), 1e6, 1e-14);
        assert_close(utilisation(9e6, 1e7, 1.0).unwrap(), 0.9, 1e-15);
        assert_close(power(10.0, 0.1).unwrap(), 100.0, 1e-14);
    }

    #[test]
    fn invalid_durations_capacities_and_delays_are_undefined() {
        for invalid in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(mean_rate(1, invalid), None);
            assert_eq!(utilisation(1.0, invalid, 1.0), None);
            assert_eq!(utilisation(1.0, 1.0, invalid), None);
            assert_eq!(power(1.0, invalid), None);
        }
        assert_eq!(mean_rate(0, 1.0), Some(0.0));
    }
}
