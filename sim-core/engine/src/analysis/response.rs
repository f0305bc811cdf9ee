//! Average windows of congestion control rules at a given loss or mark rate.
//!
//! Follows Floyd, Handley and Padhye 2000 (general AIMD), RFC 9438 section 5.1 (CUBIC), Alizadeh and others
//! 2010 (DCTCP), RFC 8698 section 4 (NADA) and Misra, Gong and Towsley 2000 (fluid model). Windows are in
//! packets.

use super::{is_positive, limit_to_finite};
use crate::ground::math;

/// The constant C of CUBIC's growth, RFC 9438 section 5.
pub const CUBIC_C: f64 = 0.4;
/// CUBIC's multiplicative decrease factor: the window after a loss as a fraction of the window before,
/// RFC 9438 section 4.6.
pub const CUBIC_BETA: f64 = 0.7;

/// Average window of AIMD(a, b), which adds `increase` packets per round trip and reduces the window by the
/// fraction `decrease` at each loss: `sqrt(a (2 - b) / (2 b p))` (Floyd, Handley and Padhye 2000).
///
/// The result is 0 if an input is invalid. `p` and `decrease` must be above 0 and at most 1.
#[must_use]
pub fn aimd_window(p: f64, increase: f64, decrease: f64) -> f64 {
    if !is_fraction(p) || !is_positive(increase) || !is_fraction(decrease) {
        return 0.0;
    }
    limit_to_finite((increase * (2.0 - decrease) / (2.0 * decrease * p)).sqrt())
}

/// The increase `a` with which AIMD(a, b) has the average window of TCP at every loss rate, `3 b / (2 - b)`:
/// 1 for a decrease `b` of 0.5, and 0.2 for a decrease of 0.125.
#[must_use]
pub fn friendly_increase(decrease: f64) -> f64 {
    if is_fraction(decrease) { 3.0 * decrease / (2.0 - decrease) } else { 0.0 }
}

/// Average window of CUBIC's cubic growth, without its Reno-friendly region, with a loss every `1/p` packets:
/// `(C (3 + beta) / (4 (1 - beta)))^(1/4) (R / p)^(3/4)` (RFC 9438 section 5.1).
#[must_use]
pub fn pure_cubic_window(p: f64, rtt: f64, c: f64, beta: f64) -> f64 {
    if !is_fraction(p) || !is_positive(rtt) || !is_positive(c) || !(0.0..1.0).contains(&beta) {
        return 0.0;
    }
    // Two square roots are rounded exactly on every platform, unlike a power function.
    let ratio = rtt / p;
    let fourth_root = |x: f64| x.sqrt().sqrt();
    limit_to_finite(fourth_root(c * (3.0 + beta) / (4.0 * (1.0 - beta))) * fourth_root(ratio) * ratio.sqrt())
}

/// DCTCP's average window with random marks, `2 / p`: the equilibrium has two marks per round trip at any
/// rate.
#[must_use]
pub fn dctcp_window(p: f64) -> f64 {
    if is_fraction(p) { limit_to_finite(2.0 / p) } else { 0.0 }
}

/// DCTCP at a queue that marks above `threshold` packets (Alizadeh and others 2010). Returns the window at
/// which marking begins, `(C R + K) / N`, and the amplitude of the queue's oscillation,
/// `sqrt(2 N (C R + K)) / 2`, both in packets.
#[must_use]
pub fn dctcp_sawtooth(bdp: f64, threshold: f64, flows: f64) -> Option<(f64, f64)> {
    let pipe = bdp + threshold;
    (is_positive(pipe) && is_positive(flows))
        .then(|| (limit_to_finite(pipe / flows), limit_to_finite(0.5 * (2.0 * flows * pipe).sqrt())))
}

/// Queueing delay in NADA's equilibrium without loss: `priority * x_ref * max_rate / rate` (RFC 8698), in the
/// unit of `reference_delay`.
#[must_use]
pub fn nada_delay(rate: f64, max_rate: f64, priority: f64, reference_delay: f64) -> Option<f64> {
    let delay = priority * reference_delay * max_rate / rate;
    (is_positive(rate) && super::is_non_negative(delay)).then_some(delay)
}

/// Equilibrium of the fluid model of `flows` TCP flows at a link with a capacity in packets per second
/// (Misra, Gong and Towsley 2000). Returns the window `W = R C / N` in packets and the drop probability
/// `2 / W^2`.
#[must_use]
pub fn fluid_equilibrium(flows: f64, capacity: f64, rtt: f64) -> Option<(f64, f64)> {
    let window = rtt * capacity / flows;
    let p = 2.0 / (window * window);
    (is_positive(flows) && is_positive(capacity) && is_positive(rtt) && is_positive(window) && p.is_finite())
        .then(|| (window, math::limit(p, 0.0, 1.0)))
}

/// Whether `x` is above 0 and at most 1, like a loss rate or a fraction of a window.
fn is_fraction(x: f64) -> bool {
    x > 0.0 && x <= 1.0
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn aimd_window_and_friendly_increase_by_hand() {
        // TCP: sqrt(1 * 1.5 / (2 * 0.5 * 0.01)) = sqrt 150 = 12.247.
        assert_close(aimd_window(0.01, 1.0, 0.5), 150.0_f64.sqrt(), 1e-15);
        // b = 1/2: 1.5/1.5 = 1; 1/8: 0.375/1.875 = 0.2; 0.3: 0.9/1.7 = 0.52941.
        for (decrease, increase) in [(0.5, 1.0), (0.125, 0.2), (0.3, 0.9 / 1.7)] {
            assert_close(friendly_increase(decrease), increase, 1e-14);
        }
        for (p, a, b) in [(0.0, 1.0, 0.5), (f64::NAN, 1.0, 0.5), (0.1, -1.0, 0.5), (0.1, 1.0, 1.5)] {
            assert_close(aimd_window(p, a, b), 0.0, 1e-15);
        }
    }

    #[test]
    fn cubic_window_by_hand() {
        // (0.4 * 3.7 / 1.2)^(1/4) = 1.2333^(1/4) = 1.0538; R/p = 0.1/1e-5 = 1e4, to the 3/4: 1000.
        assert_close(pure_cubic_window(1e-5, 0.1, CUBIC_C, CUBIC_BETA), 1053.8, 1e-4);
        // CUBIC has the window of Reno at a loss rate of 0.54815 R^3: 5.5e-4 at 100 ms (window 52), 1.5e-5 at 30 ms (318), and
        // 5.5e-7 at 10 ms (1654).
        for (rtt, p, window) in [(0.1_f64, 5.5e-4, 52.0), (0.03, 1.5e-5, 318.0), (0.01, 5.5e-7, 1654.0)] {
            let crossover = 0.548_148_148 * rtt * rtt * rtt;
            assert_close(crossover, p, 0.015);
            let pure = pure_cubic_window(crossover, rtt, CUBIC_C, CUBIC_BETA);
            assert_close(pure, window, 0.01);
            assert_close(pure, aimd_window(crossover, 1.0, 0.5), 1e-8);
        }
        assert_close(pure_cubic_window(0.01, f64::NAN, CUBIC_C, CUBIC_BETA), 0.0, 1e-15);
    }

    #[test]
    fn dctcp_and_nada_by_hand() {
        assert_close(dctcp_window(0.01), 200.0, 1e-15);
        // 1 Gb/s and 100 us are 8.333 packets of 1500 bytes. With K = 20 and 2 flows: 28.33 / 2 = 14.17,
        // sqrt(4 * 28.33) / 2 = 5.323.
        let (window, amplitude) = dctcp_sawtooth(25.0 / 3.0, 20.0, 2.0).unwrap();
        assert_close(window, 85.0 / 6.0, 1e-14);
        assert_close(amplitude, 5.323, 1e-4);
        assert_eq!(dctcp_sawtooth(1.0, 1.0, 0.0), None);
        // 10 ms * 1.5 Mb/s / 1 Mb/s = 15 ms. At a rate of 0.5 Mb/s: 30 ms. A maximum of 4 Mb/s at a rate of
        // 2 Mb/s: 20 ms.
        assert_close(nada_delay(1.0, 1.5, 1.0, 10.0).unwrap(), 15.0, 1e-15);
        assert_close(nada_delay(0.5, 1.5, 1.0, 10.0).unwrap(), 30.0, 1e-15);
        assert_close(nada_delay(2.0, 4.0, 1.0, 10.0).unwrap(), 20.0, 1e-15);
        assert_eq!(nada_delay(0.0, 1.5, 1.0, 10.0), None);
    }

    #[test]
    fn fluid_model_by_hand() {
        // 60 flows, 3750 packets/s, 0.246 s: 0.246 * 3750 / 60 = 15.375, 2 / 15.375^2 = 0.0084606.
        let (window, p) = fluid_equilibrium(60.0, 3750.0, 0.246).unwrap();
        assert_close(window, 15.375, 1e-14);
        assert_close(p, 0.00846, 1e-3);
        assert_eq!(fluid_equilibrium(0.0, 1.0, 1.0), None);
    }

    proptest! {
        #[test]
        fn a_friendly_aimd_has_the_window_of_tcp(p in 1e-6..0.1_f64, decrease in 0.05..0.95_f64) {
            assert_close(aimd_window(p, friendly_increase(decrease), decrease), aimd_window(p, 1.0, 0.5), 1e-12);
        }

        #[test]
        fn results_are_finite(a in prop::num::f64::ANY, b in prop::num::f64::ANY, c in prop::num::f64::ANY, d in prop::num::f64::ANY) {
            for x in [aimd_window(a, b, c), friendly_increase(a), pure_cubic_window(a, b, c, d), dctcp_window(a)] {
                prop_assert!(super::super::is_non_negative(x));
            }
            if let Some((w, p)) = fluid_equilibrium(a, b, c) {
                prop_assert!(w.is_finite() && p.is_finite());
            }
        }
    }
}
