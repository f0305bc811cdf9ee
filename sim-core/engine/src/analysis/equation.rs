//! The rate of TCP at a given loss rate: the square-root law and Padhye's equation, and the loss rate at
//! which Padhye's equation yields a given rate or window.
//!
//! Follows Mathis, Semke, Mahdavi and Ott 1997; Padhye, Firoiu, Towsley and Kurose 1998 (PFTK, full and
//! simplified); RFC 5348 section 3.1 (TFRC); Choi and Handley 2007, eq. 1 (TFWC).
//!
//! The meaning of `p` depends on the algorithm: a loss *event* rate for TFRC and TFWC, a loss fraction for
//! TFRCP and LDA+. Every function limits `p` to `[P_MIN, 1]` and treats NaN as 1. `p = 0` therefore gives the
//! result for `P_MIN`. An algorithm whose rate is unlimited without loss must test for 0 before it calls a
//! function.

use super::{is_positive, limit_to_finite};
use crate::ground::math;

/// Smallest loss rate at which the equations are evaluated.
pub const P_MIN: f64 = 1e-8;

/// Limits a loss rate to `[P_MIN, 1]`; NaN becomes 1.
fn limited_loss_rate(p: f64) -> f64 {
    if p.is_nan() { 1.0 } else { math::limit(p, P_MIN, 1.0) }
}

/// Constant of the square-root law, `sqrt(3 / (2 b))` with `b` packets per acknowledgement: 1.2247 for 1,
/// 0.8660 for 2.
///
/// Mathis and others 1997. The result is 0 if `b` is not above 0.
#[must_use]
pub fn mathis_constant(acked_per_ack: f64) -> f64 {
    if is_positive(acked_per_ack) { limit_to_finite((1.5 / acked_per_ack).sqrt()) } else { 0.0 }
}

/// Window of the square-root law in packets, `constant / sqrt(p)` (Mathis and others 1997). The law holds for
/// isolated losses at loss rates below 1 to 2 %, without timeouts.
#[must_use]
pub fn mathis_window(p: f64, constant: f64) -> f64 {
    if is_positive(constant) { limit_to_finite(constant / limited_loss_rate(p).sqrt()) } else { 0.0 }
}

/// The retransmission timeout `t_RTO` in the equation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Timeout {
    /// A multiple of the round-trip time.
    RoundTrips(f64),
    /// A time in seconds.
    Seconds(f64),
}

/// Padhye's simplified throughput equation for packets of `size` and a round-trip time of `R`:
///
/// ```text
/// X = size / ( R sqrt(2 b p / 3) + t_RTO C p (1 + 32 p^2) )
/// without the clamp: C = 3 sqrt(3 b p / 8)
/// with the clamp:    C = min(1, 3 sqrt(3 b p / 8))
/// ```
///
/// Padhye and others 1998 clamp `C`; RFC 5348 and Choi and Handley 2007 do not. The two forms differ for
/// `p > 8 / (27 b)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThroughputEquation {
    /// `b`, the number of data packets per TCP acknowledgement.
    pub acked_per_ack: f64,
    /// `t_RTO`, the retransmission timeout.
    pub timeout: Timeout,
    /// Whether `C` is limited to 1.
    pub clamp: bool,
}

/// The coefficients of the equation for a window `W` at `u = sqrt(p)`:
/// `1/W = linear u + timeout C u^2 (1 + 32 u^4)`, with `C = c_per_u u`, or `C = min(1, c_per_u u)` if `clamp`
/// is set.
#[derive(Clone, Copy)]
struct Coefficients {
    linear: f64,
    /// `t_RTO` in round-trip times.
    timeout: f64,
    c_per_u: f64,
    clamp: bool,
}

impl ThroughputEquation {
    /// RFC 5348 (TFRC) and the TFWC window of Choi and Handley 2007: `t_RTO` = 4 R, `b` = 1, no clamp.
    pub const TFRC: Self = Self { acked_per_ack: 1.0, timeout: Timeout::RoundTrips(4.0), clamp: false };

    /// The equation of Padhye and others 1998 as LDA+ and TFRCP use it: `t_RTO` = 4 R, `b` = 1, clamped.
    pub const PADHYE: Self = Self { clamp: true, ..Self::TFRC };

    /// The coefficients for a round-trip time in seconds; `None` if the time or a field of the equation is
    /// invalid.
    fn coefficients(&self, rtt: f64) -> Option<Coefficients> {
        let timeout = match self.timeout {
            Timeout::RoundTrips(rtts) => rtts,
            Timeout::Seconds(seconds) => seconds / rtt,
        };
        let b = self.acked_per_ack;
        (is_positive(rtt) && is_positive(b) && super::is_non_negative(timeout)).then(|| Coefficients {
            linear: (2.0 * b / 3.0).sqrt(),
            timeout,
            c_per_u: 3.0 * (3.0 * b / 8.0).sqrt(),
            clamp: self.clamp,
        })
    }

    /// Packets per round-trip time at loss rate `p`. 0 if the round-trip time or a field of the equation is
    /// invalid.
    #[must_use]
    pub fn window(&self, p: f64, rtt: f64) -> f64 {
        let u = limited_loss_rate(p).sqrt();
        self.coefficients(rtt)
            .map_or(0.0, |coefficients| limit_to_finite(1.0 / coefficients.inverse_window(u)))
    }

    /// Rate at loss rate `p`, in the unit of `size` per second. 0 if an input other than `p` is invalid.
    #[must_use]
    pub fn rate(&self, size: f64, rtt: f64, p: f64) -> f64 {
        if is_positive(size) {
            limit_to_finite(size * self.window(p, rtt) / rtt.max(f64::MIN_POSITIVE))
        } else {
            0.0
        }
    }

    /// Rate at loss rate `p`, limited by a receiver's window of `max_window` packets per round trip (Padhye
    /// and others 1998).
    #[must_use]
    pub fn rate_within(&self, size: f64, rtt: f64, p: f64, max_window: f64) -> f64 {
        if !is_positive(size) || !is_positive(rtt) || max_window.is_nan() || max_window <= 0.0 {
            return 0.0;
        }
        limit_to_finite(size * max_window / rtt).min(self.rate(size, rtt, p))
    }

    /// The loss rate at which the equation allows `window` packets per round trip: the inverse of
    /// [`Self::window`].
    ///
    /// If no loss rate from [`P_MIN`] to 1 yields the window, the result is the nearer of these two limits.
    /// It is 1 if an input is invalid.
    #[must_use]
    pub fn loss_for_window(&self, window: f64, rtt: f64) -> f64 {
        match self.coefficients(rtt) {
            Some(coefficients) if window > 0.0 => coefficients.solve(1.0 / window),
            _ => 1.0,
        }
    }

    /// The loss rate at which the equation allows `rate`, in the unit of `size` per second: the inverse of
    /// [`Self::rate`].
    #[must_use]
    pub fn loss_for_rate(&self, size: f64, rtt: f64, rate: f64) -> f64 {
        if is_positive(size) { self.loss_for_window(rate * rtt / size, rtt) } else { 1.0 }
    }
}

impl Coefficients {
    /// `1/W` at `u`.
    fn inverse_window(&self, u: f64) -> f64 {
        self.value_and_derivative(u, self.clamp && self.c_per_u * u > 1.0).0
    }

    /// `1/W` and its derivative with respect to `u`, with `C = 1` if `clamped`, else with `C = c_per_u u`.
    fn value_and_derivative(&self, u: f64, clamped: bool) -> (f64, f64) {
        let (u2, u4) = (u * u, u * u * u * u);
        let linear = self.linear * u;
        if clamped {
            (
                linear + self.timeout * u2 * (1.0 + 32.0 * u4),
                self.linear + self.timeout * u * (2.0 + 192.0 * u4),
            )
        } else {
            let c = self.timeout * self.c_per_u;
            (linear + c * u2 * u * (1.0 + 32.0 * u4), self.linear + c * u2 * (3.0 + 224.0 * u4))
        }
    }

    /// Solves `1/W(p) = target` for `p`.
    ///
    /// With `C = 1` and with `C = c_per_u u`, `1/W` is convex and increases with `u`. Newton's method starts
    /// above the solution, so its iterates decrease towards the solution. The iteration ends when rounding
    /// prevents a further decrease.
    fn solve(&self, target: f64) -> f64 {
        if self.inverse_window(1.0) <= target {
            return 1.0;
        }
        // The clamp applies above this `u`.
        let kink = 1.0 / self.c_per_u;
        let clamped = self.clamp && kink < 1.0 && self.inverse_window(kink) < target;
        let mut u = (target / self.linear).min(1.0);
        for _ in 0..200 {
            let (value, derivative) = self.value_and_derivative(u, clamped);
            let next = u - (value - target) / derivative;
            if next.is_nan() || next >= u {
                break;
            }
            u = next;
        }
        limited_loss_rate(u * u)
    }
}

/// Full PFTK model: sending rate in packets per second (Padhye and others 1998, eq. 31), with round-trip time
/// `rtt`, first timeout `timeout`, `b` packets per acknowledgement and a receiver's window of `max_window`
/// packets.
///
/// The rate includes packets that are lost. It is 0 if an input other than `p` is invalid. `max_window` may
/// be infinite.
#[must_use]
pub fn pftk_full(p: f64, rtt: f64, timeout: f64, acked_per_ack: f64, max_window: f64) -> f64 {
    if !is_positive(rtt)
        || !super::is_non_negative(timeout)
        || !is_positive(acked_per_ack)
        || max_window.is_nan()
        || max_window <= 0.0
    {
        return 0.0;
    }
    let (p, b) = (limited_loss_rate(p), acked_per_ack);
    let delivered = 1.0 - p;
    // The mean window at a loss without a receiver's limit (eq. 13).
    let offset = (2.0 + b) / (3.0 * b);
    let unlimited_window = offset + (8.0 * delivered / (3.0 * b * p) + offset * offset).sqrt();
    let (window, round_trips) = if unlimited_window < max_window {
        (unlimited_window, b * unlimited_window / 2.0 + 1.0)
    } else {
        (max_window, b * max_window / 8.0 + delivered / (p * max_window) + 2.0)
    };
    let timeout_probability = timeout_probability(p, window);
    let backoff = 1.0 + p + p * p * (2.0 + p * (4.0 + p * (8.0 + p * (16.0 + p * 32.0))));
    // Numerator and denominator are multiplied by (1 - p), which avoids a division by zero at p = 1.
    let packets = delivered * (delivered / p + window) + timeout_probability;
    let seconds = delivered * rtt * round_trips + timeout_probability * timeout * backoff;
    if seconds > 0.0 { limit_to_finite(packets / seconds) } else { 0.0 }
}

/// Probability `Q` that a loss in a window of `window` packets leads to a timeout (Padhye and others 1998,
/// eq. 24).
fn timeout_probability(p: f64, window: f64) -> f64 {
    if window <= 3.0 {
        return 1.0;
    }
    // Probability of at least one loss among n packets: 1 - (1-p)^n without cancellation at small p.
    let any_lost_of = |n: f64| -math::exp_m1(n * math::ln_1p(-p));
    let three_delivered = math::powi(1.0 - p, 3);
    let q = any_lost_of(3.0) * (1.0 + three_delivered * any_lost_of(window - 3.0)) / any_lost_of(window);
    math::limit(q, 0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;
    use proptest::prelude::*;

    /// The round-trip time of most tests, in seconds. The window depends on the round-trip time only if the
    /// timeout is in seconds.
    const RTT: f64 = 0.1;

    #[test]
    fn square_root_law_by_hand() {
        // sqrt(3/2) = 1.224745, sqrt(3/4) = 0.866025. At p = 0.01 the constant is divided by sqrt(p) = 0.1.
        assert_close(mathis_constant(1.0), 1.224_744_871, 1e-9);
        assert_close(mathis_constant(2.0), 0.866_025_404, 1e-9);
        for (p, window) in [(0.1, 3.87), (0.0333, 6.71), (0.01, 12.25), (0.001, 38.73), (0.0001, 122.47)] {
            assert_close(mathis_window(p, mathis_constant(1.0)), window, 1e-3);
        }
        assert_close(mathis_window(0.0, 1.0), 1e4, 1e-12); // evaluated at P_MIN
        assert_close(mathis_window(f64::NAN, 1.0), 1.0, 1e-12); // NaN counts as 1
        assert_close(mathis_constant(f64::NAN), 0.0, 1e-12);
    }

    #[test]
    fn window_at_one_percent_loss_by_hand() {
        // p = 0.01, b = 1: sqrt(2p/3) = 0.0816497; 3 sqrt(3p/8) = 0.1837117; 4 * 0.1837117 * 0.01 * 1.0032 =
        // 0.00737198; 1/W = 0.0890217, W = 11.2332.
        assert_close(ThroughputEquation::TFRC.window(0.01, RTT), 11.2332, 1e-5);
        // Results of two common misreadings of the equation: t_RTO = R instead of 4 R, and 1 + 32 p instead
        // of 1 + 32 p^2.
        assert!((ThroughputEquation::TFRC.window(0.01, RTT) - 11.98).abs() > 0.5);
        assert!((ThroughputEquation::TFRC.window(0.01, RTT) - 10.95).abs() > 0.2);
    }

    /// Rates are in byte/s for 1000-byte packets, an RTT of 0.1 s and `b` = 1, unless the heading of the
    /// column differs.
    #[test]
    fn precomputed_points_of_the_equation() {
        let tfrc = ThroughputEquation::TFRC;
        let delayed = ThroughputEquation { acked_per_ack: 2.0, ..ThroughputEquation::PADHYE };
        let one_second_timeout = ThroughputEquation { timeout: Timeout::Seconds(1.0), ..tfrc };
        // p, packets per RTT, X with t_RTO = 4 R, X with b = 2 and the clamp, X with t_RTO = 1 s, X of the
        // square-root law
        let rows = [
            (0.0001, 122.364, 1_223_644.0, 865_247.0, 1_221_995.0, 1_224_745.0),
            (0.001, 38.384, 383_844.0, 271_418.0, 378_776.0, 387_298.0),
            (0.002, 26.902, 269_018.0, 190_225.0, 262_067.0, 273_861.0),
            (0.005, 16.574, 165_741.0, 117_196.0, 155_677.0, 173_205.0),
            (0.01, 11.233, 112_332.0, 79_431.0, 99_920.0, 122_474.0),
            (0.02, 7.325, 73_249.0, 51_795.0, 59_490.0, 86_603.0),
            (0.03, 5.534, 55_339.0, 39_130.0, 41_731.0, 70_711.0),
            (0.05, 3.686, 36_859.0, 26_063.0, 24_728.0, 54_772.0),
            (0.10, 1.770, 17_701.0, 12_517.0, 9_756.0, 38_730.0),
            (0.20, 0.537, 5_366.0, 4_273.0, 2_432.0, 27_386.0),
            (0.30, 0.195, 1_948.0, 1_891.0, 822.0, 22_361.0),
        ];
        for (p, window, rate, delayed_rate, timeout_rate, square_root_rate) in rows {
            // The table is rounded to whole rates and to thousandths of packets.
            let (rate_tolerance, window_tolerance) = (0.51, 0.000_51);
            let found = tfrc.window(p, RTT);
            assert!((found - window).abs() < window_tolerance, "p = {p}: {found}");
            for (actual, expected) in [
                (tfrc.rate(1000.0, RTT, p), rate),
                (delayed.rate(1000.0, RTT, p), delayed_rate),
                (one_second_timeout.rate(1000.0, RTT, p), timeout_rate),
                (1000.0 / RTT * mathis_window(p, mathis_constant(1.0)), square_root_rate),
            ] {
                assert!((actual - expected).abs() < rate_tolerance, "p = {p}: {actual} against {expected}");
            }
        }
        assert!((ThroughputEquation::PADHYE.rate(1000.0, RTT, 0.3) - 1_960.0).abs() < 0.51);
        // At p = 0.5 the clamp raises the rate by 29 %.
        assert!((tfrc.rate(1000.0, RTT, 0.5) - 417.0).abs() < 0.51);
        assert!((ThroughputEquation::PADHYE.rate(1000.0, RTT, 0.5) - 538.0).abs() < 0.51);
    }

    /// Rates in kb/s for 8000-bit packets as LDA+ uses the equation (clamped, 4 RTT).
    #[test]
    fn precomputed_points_of_the_clamped_equation() {
        let losses = [1.0 / 256.0, 0.01, 0.02, 0.05, 0.10];
        let rows = [
            (0.04, 1.0, [3786.02, 2246.64, 1464.98, 737.18, 354.02]),
            (0.10, 1.0, [1514.41, 898.66, 585.99, 294.87, 141.61]),
            (0.20, 1.0, [757.20, 449.33, 293.00, 147.44, 70.80]),
            (0.40, 1.0, [378.60, 224.66, 146.50, 73.72, 35.40]),
            (0.10, 2.0, [1070.85, 635.45, 414.36, 208.51, 100.13]),
        ];
        for (rtt, acked_per_ack, rates) in rows {
            let equation = ThroughputEquation { acked_per_ack, ..ThroughputEquation::PADHYE };
            for (p, expected) in losses.into_iter().zip(rates) {
                let actual = equation.rate(8.0, rtt, p);
                assert!((actual - expected).abs() < 0.0051, "{rtt} {acked_per_ack} {p}: {actual}");
            }
        }
    }

    #[test]
    fn the_clamp_takes_effect_above_8_over_27_b() {
        // 3 sqrt(3 b p / 8) = 1 at p = 8 / (27 b): 0.2963 and 0.1481.
        for b in [1.0, 2.0] {
            let unclamped = ThroughputEquation { acked_per_ack: b, ..ThroughputEquation::TFRC };
            let clamped = ThroughputEquation { clamp: true, ..unclamped };
            let kink = 8.0 / (27.0 * b);
            assert_close(clamped.window(kink * 0.999, RTT), unclamped.window(kink * 0.999, RTT), 1e-14);
            assert!(clamped.window(kink * 1.01, RTT) > unclamped.window(kink * 1.01, RTT) * 1.001);
        }
    }

    #[test]
    fn precomputed_points_of_the_inverse() {
        // Window in packets, p, mean loss interval 1/p in packets.
        let rows = [
            (0.5, 0.20643, 4.84),
            (1.0, 0.14587, 6.86),
            (1.5, 0.11288, 8.86),
            (2.0, 0.09078, 11.02),
            (2.5, 0.07470, 13.39),
            (3.0, 0.06251, 16.00),
            (4.0, 0.04545, 22.00),
            (5.0, 0.03438, 29.09),
            (8.0, 0.01746, 57.28),
            (10.0, 0.01217, 82.15),
            (16.0, 0.005_334, 187.46),
            (20.0, 0.003_523, 283.85),
            (32.0, 0.001_428, 700.33),
            (50.0, 0.000_594, 1684.5),
            (64.0, 0.000_364, 2748.6),
            (100.0, 0.000_149_6, 6684.6),
        ];
        for (window, p, interval) in rows {
            let found = ThroughputEquation::TFRC.loss_for_window(window, RTT);
            // Found and expected values differ by at most half a unit of the last digit in the table.
            let digit = if p > 0.01 {
                1e-5
            } else if p > 0.0003 {
                1e-6
            } else {
                1e-7
            };
            assert!((found - p).abs() < 0.51 * digit, "{window}: {found}");
            let digit = if interval < 1000.0 { 0.01 } else { 0.1 };
            assert!((1.0 / found - interval).abs() < 0.51 * digit, "{window}: {}", 1.0 / found);
        }
    }

    #[test]
    fn the_inverse_is_limited_to_valid_loss_rates() {
        let tfrc = ThroughputEquation::TFRC;
        for invalid_or_tiny in [f64::NAN, -1.0, 0.0, 1e-9] {
            assert_close(tfrc.loss_for_window(invalid_or_tiny, RTT), 1.0, 1e-15);
        }
        for huge in [f64::INFINITY, 1e300, 1.3e4] {
            assert_close(tfrc.loss_for_window(huge, RTT), P_MIN, 1e-12);
        }
        assert_close(tfrc.loss_for_rate(0.0, RTT, 1.0), 1.0, 1e-15);
        // 5 packets of 1460 byte in each RTT of 0.1 s are 73000 byte/s.
        assert_close(tfrc.loss_for_rate(1460.0, RTT, 73_000.0), tfrc.loss_for_window(5.0, RTT), 1e-14);
    }

    /// Sisalem and Wolisz 2000 state that a loss rate of about 0.002 gives 125 kb/s with 100-byte packets.
    /// The equation confirms this for a round-trip time with queueing of about 0.17 s, but not for the
    /// propagation delay of 40 ms alone.
    #[test]
    fn the_loss_rate_for_125_kbps_depends_on_queueing() {
        let loss_at = |rtt| ThroughputEquation::PADHYE.loss_for_rate(800.0, rtt, 125_000.0);
        for (rtt, expected) in [(0.04, 0.0253), (0.172, 0.0020), (0.18, 0.0018), (0.20, 0.0015)] {
            assert!((loss_at(rtt) - expected).abs() < 0.000_051, "{rtt}: {}", loss_at(rtt));
        }
        assert_close(ThroughputEquation::PADHYE.rate(800.0, 0.04, 0.002), 538_000.0, 1e-3);
    }

    #[test]
    fn receiver_window_by_hand() {
        // 10 packets of 1000 byte per 0.1 s are 100000 byte/s; at p = 0.02 the equation allows less, 73249.
        let eq = ThroughputEquation::TFRC;
        assert_close(eq.rate_within(1000.0, RTT, 0.001, 10.0), 100_000.0, 1e-12);
        assert!((eq.rate_within(1000.0, RTT, 0.02, 10.0) - 73_249.0).abs() < 0.51);
        assert_close(eq.rate_within(1000.0, RTT, 0.02, 0.0), 0.0, 1e-12);
    }

    /// Rates in packets per second for R = 100 ms, b = 1 and t_RTO = 0.3 s.
    #[test]
    fn precomputed_points_of_the_full_model() {
        let simple = ThroughputEquation { timeout: Timeout::Seconds(0.3), ..ThroughputEquation::PADHYE };
        let rows = [
            (0.1, 20.5, 23.9),
            (1.0 / 30.0, 54.4, 54.4),
            (0.01, 114.7, 113.3),
            (0.001, 384.7, 382.5),
            (0.0001, 1223.9, 1221.5),
        ];
        for (p, simplified, full) in rows {
            assert!(
                (simple.rate(1.0, RTT, p) - simplified).abs() < 0.06,
                "{p}: {}",
                simple.rate(1.0, RTT, p)
            );
            let actual = pftk_full(p, RTT, 0.3, 1.0, f64::INFINITY);
            assert!((actual - full).abs() < 0.06, "{p}: {actual}");
        }
    }

    #[test]
    fn full_model_by_hand() {
        // p = 1: every packet is lost. The model sends one packet per series of timeouts, which lasts
        // (1+1+2+4+8+16+32) T0 = 64 * 0.3 s.
        assert_close(pftk_full(1.0, RTT, 0.3, 1.0, f64::INFINITY), 1.0 / 19.2, 1e-12);
        // Window limit 10, p -> 0: (1/p + 10) / (R (10/8 + 1/(10 p) + 2)) -> 10 / R = 100 packets per second.
        assert_close(pftk_full(1e-8, RTT, 0.3, 1.0, 10.0), 100.0, 1e-4);
        for invalid in [f64::NAN, 0.0, -1.0] {
            assert_close(pftk_full(0.01, invalid, 0.3, 1.0, 10.0), 0.0, 1e-15);
            assert_close(pftk_full(0.01, RTT, 0.3, 1.0, invalid), 0.0, 1e-15);
        }
    }

    fn any_equation() -> impl Strategy<Value = ThroughputEquation> {
        let timeout =
            prop_oneof![(0.0..20.0).prop_map(Timeout::RoundTrips), (0.0..10.0).prop_map(Timeout::Seconds)];
        (0.5..4.0, timeout, any::<bool>()).prop_map(|(acked_per_ack, timeout, clamp)| ThroughputEquation {
            acked_per_ack,
            timeout,
            clamp,
        })
    }

    proptest! {
        #[test]
        fn the_inverse_recovers_the_loss_rate(eq in any_equation(), exponent in -8.0..0.0_f64, rtt in 0.001..2.0_f64) {
            let p = math::pow(10.0, exponent);
            assert_close(eq.loss_for_window(eq.window(p, rtt), rtt), p, 1e-12);
            assert_close(eq.loss_for_rate(1000.0, rtt, eq.rate(1000.0, rtt, p)), p, 1e-12);
        }

        #[test]
        fn the_window_never_increases_with_the_loss_rate(eq in any_equation(), a in 1e-8..1.0_f64, b in 1e-8..1.0_f64) {
            prop_assert!(eq.window(a.min(b), RTT) >= eq.window(a.max(b), RTT));
        }

        #[test]
        fn results_are_finite_and_not_negative(p in prop::num::f64::ANY, rtt in prop::num::f64::ANY, size in prop::num::f64::ANY, b in prop::num::f64::ANY, t in prop::num::f64::ANY, clamp in any::<bool>()) {
            for timeout in [Timeout::RoundTrips(t), Timeout::Seconds(t)] {
                let eq = ThroughputEquation { acked_per_ack: b, timeout, clamp };
                let results = [
                    eq.window(p, rtt), eq.rate(size, rtt, p), eq.rate_within(size, rtt, p, b), eq.loss_for_window(p, rtt),
                    eq.loss_for_rate(size, rtt, p), pftk_full(p, rtt, t, b, size), mathis_window(p, b),
                ];
                prop_assert!(results.iter().all(|x| super::super::is_non_negative(*x)), "{results:?}");
            }
        }
    }
}
