//! Closed forms of the sawtooth of an AIMD flow: its utilisation of a link, and the buffer that it needs.
//!
//! Follows Appenzeller, Keslassy and McKeown 2004 (buffer sizes). Windows and buffers are in packets. `bdp`
//! is the bandwidth-delay product, which can be fractional. `factor` is the multiplicative decrease factor:
//! the window after a loss as a fraction of the window before. The size of a buffer is its number of waiting
//! packets, without the packet in service.

use super::{is_non_negative, is_positive, limit_to_finite};

/// The window at which a drop-tail buffer overflows: one packet more than the full pipe and the full buffer
/// contain.
#[must_use]
pub fn overflow_window(bdp: f64, buffer: f64) -> f64 {
    if is_non_negative(bdp) && is_non_negative(buffer) { limit_to_finite(bdp + buffer + 1.0) } else { 0.0 }
}

/// Utilisation of a link by one flow whose window grows continuously from `factor * peak` to `peak`.
///
/// A round trip with window `w` carries `w` packets and lasts `max(w, bdp)` service times, so the utilisation
/// is the integral of `w` divided by the integral of `max(w, bdp)`. The utilisation is 3/4 for `peak = bdp`
/// (no buffer) and `factor = 1/2`.
#[must_use]
pub fn fluid_utilisation(bdp: f64, peak: f64, factor: f64) -> Option<f64> {
    if !is_positive(bdp) || !is_positive(peak) || !(0.0..1.0).contains(&factor) {
        return None;
    }
    let low = factor * peak;
    // Integral of w from a to b, without a subtraction of squares.
    let area = |a: f64, b: f64| (b - a).max(0.0) * (a + b) / 2.0;
    // Below this window, the link is idle during a part of each round trip.
    let full_use_window = bdp.clamp(low, peak);
    let carried = area(low, peak);
    let possible = bdp * (full_use_window - low) + area(full_use_window, peak);
    let utilisation = carried / possible;
    is_non_negative(utilisation).then(|| utilisation.min(1.0))
}

/// Maximum number of round trips in the sum of [`round_utilisation`].
const MAX_ROUNDS: u32 = 1_000_000;

/// Utilisation of a link by one flow that adds `step` packets to its window in each round trip: the windows
/// are `factor * peak`, `factor * peak + step` and so on, below `peak`, each for one round trip.
///
/// The result is slightly below [`fluid_utilisation`], because the window is constant during a round trip.
/// `peak` is the number of packets in a full pipe and buffer, including the packet in service. For more than
/// a million round trips, the function returns the result of [`fluid_utilisation`].
#[must_use]
pub fn round_utilisation(bdp: f64, peak: f64, factor: f64, step: f64) -> Option<f64> {
    let fluid = fluid_utilisation(bdp, peak, factor)?;
    let low = factor * peak;
    if !is_positive(step) || !is_positive(low) {
        return None;
    }
    if (peak - low) / step > f64::from(MAX_ROUNDS) {
        return Some(fluid);
    }
    let (mut carried, mut possible) = (0.0, 0.0);
    for round in 0..=MAX_ROUNDS {
        let window = low + f64::from(round) * step;
        if window >= peak {
            break;
        }
        carried += window;
        possible += window.max(bdp);
    }
    let utilisation: f64 = carried / possible;
    is_non_negative(utilisation).then(|| utilisation.min(1.0))
}

/// The smallest buffer with which one flow uses the link fully, `bdp (1/factor - 1)`: one BDP for Reno, 0.43
/// BDP for CUBIC.
#[must_use]
pub fn full_use_buffer(bdp: f64, factor: f64) -> Option<f64> {
    let buffer = bdp * (1.0 / factor - 1.0);
    (is_non_negative(bdp) && factor > 0.0 && is_non_negative(buffer)).then_some(buffer)
}

/// The smallest buffer with which many unsynchronized flows use the link almost fully, `bdp / sqrt(flows)`
/// (Appenzeller and others 2004). The rule applies to hundreds of flows or more.
#[must_use]
pub fn many_flows_buffer(bdp: f64, flows: f64) -> Option<f64> {
    (is_non_negative(bdp) && is_positive(flows)).then(|| limit_to_finite(bdp / flows.sqrt()))
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;
    use proptest::prelude::*;

    /// 10 Mb/s, 100 ms, 1500-byte packets: 10e6 / 12000 * 0.1 = 83.33 packets.
    const BDP: f64 = 250.0 / 3.0;

    #[test]
    fn small_sawtooth_by_hand() {
        // bdp 4, peak 4, factor 1/2: windows of 2 and 3 packets in two round trips of 4 service times: 5/8.
        assert_close(round_utilisation(4.0, 4.0, 0.5, 1.0).unwrap(), 5.0 / 8.0, 1e-15);
        // bdp 4, peak 8: the windows 4, 5, 6 and 7 all fill the pipe.
        assert_close(round_utilisation(4.0, 8.0, 0.5, 1.0).unwrap(), 1.0, 1e-15);
        // bdp 4, peak 6: windows of 3, 4 and 5 packets take 4, 4 and 5 service times: 12/13. In the fluid
        // form, windows from 3 to 4 carry 3.5 of 4, and windows from 4 to 6 carry 10 of 10: 13.5/14.
        assert_close(round_utilisation(4.0, 6.0, 0.5, 1.0).unwrap(), 12.0 / 13.0, 1e-15);
        assert_close(fluid_utilisation(4.0, 6.0, 0.5).unwrap(), 13.5 / 14.0, 1e-15);
        // 75 % for a factor of 1/2. For CUBIC's factor of 0.7, linear growth would give (0.7 + 1)/2 = 0.85.
        assert_close(fluid_utilisation(50.0, 50.0, 0.5).unwrap(), 0.75, 1e-15);
        assert_close(fluid_utilisation(50.0, 50.0, 0.7).unwrap(), 0.85, 1e-14);
    }

    /// A full pipe and buffer contain `BDP + limit` packets; `limit` includes the packet in service.
    #[test]
    fn precomputed_utilisations_by_buffer() {
        // Limit, utilisation by rounds, utilisation of the fluid form.
        let rows = [
            (83.0, 1.000, 1.000),
            (42.0, 0.9635, 0.967),
            (20.0, 0.886, 0.894),
            (8.0, 0.812, 0.822),
            (0.0, 0.746, 0.759),
        ];
        for (limit, rounds, fluid) in rows {
            let actual = round_utilisation(BDP, BDP + limit, 0.5, 1.0).unwrap();
            assert!((actual - rounds).abs() < 0.000_51, "{limit}: {actual}");
            let actual = fluid_utilisation(BDP, BDP + limit + 1.0, 0.5).unwrap();
            assert!((actual - fluid).abs() < 0.000_51, "{limit}: {actual}");
        }
        // A buffer for 82 waiting packets overflows at a window of 83.3 + 82 + 1 = 166.3 packets.
        assert_close(overflow_window(BDP, 82.0), BDP + 83.0, 1e-15);
    }

    #[test]
    fn buffers_by_hand() {
        assert_close(full_use_buffer(BDP, 0.5).unwrap(), BDP, 1e-15);
        // 1/0.7 - 1 = 0.42857
        assert_close(full_use_buffer(BDP, 0.7).unwrap(), BDP * 3.0 / 7.0, 1e-12);
        assert_close(many_flows_buffer(1000.0, 100.0).unwrap(), 100.0, 1e-15);
        assert_eq!(full_use_buffer(BDP, 0.0), None);
        assert_eq!(many_flows_buffer(BDP, 0.0), None);
        assert_eq!(fluid_utilisation(f64::NAN, 1.0, 0.5), None);
        assert_eq!(round_utilisation(BDP, BDP, 0.5, 0.0), None);
        assert_eq!(round_utilisation(BDP, BDP, 0.0, 1.0), None);
        assert_close(overflow_window(f64::NAN, 1.0), 0.0, 1e-15);
    }

    #[test]
    fn the_full_use_buffer_is_the_smallest_for_full_utilisation() {
        for factor in [0.5, 0.7, 0.875] {
            let peak = BDP + full_use_buffer(BDP, factor).unwrap();
            assert_close(fluid_utilisation(BDP, peak, factor).unwrap(), 1.0, 1e-14);
            assert!(fluid_utilisation(BDP, peak * 0.98, factor).unwrap() < 0.999_99);
        }
    }

    proptest! {
        #[test]
        fn a_larger_buffer_never_reduces_utilisation(bdp in 1.0..1e4_f64, a in 0.0..2.0_f64, b in 0.0..2.0_f64) {
            let utilisation = |buffer: f64| fluid_utilisation(bdp, bdp * (1.0 + buffer), 0.5).unwrap();
            prop_assert!(utilisation(a.min(b)) <= utilisation(a.max(b)) + 1e-12);
        }

        #[test]
        fn round_utilisation_is_at_most_fluid_utilisation(bdp in 8.0..1e3_f64, buffer in 0.0..1.5_f64) {
            let peak = bdp * (1.0 + buffer);
            prop_assert!(round_utilisation(bdp, peak, 0.5, 1.0).unwrap() <= fluid_utilisation(bdp, peak, 0.5).unwrap() + 1e-9);
        }
    }
}
