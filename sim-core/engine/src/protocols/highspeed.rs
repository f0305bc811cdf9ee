//! HighSpeed TCP (RFC 3649): with a large window, TCP's increase is larger and its decrease smaller, so that
//! a loss rate that real links reach suffices for high rates.

use crate::protocols::prelude::*;
use crate::transport::stack::LINUX;

params! {
    pub struct Params {
        /// Up to this window, the flow behaves like Reno.
        low_window: f64 = 38.0, unit "packets", range 2.0..=1e5, scale log, cite "RFC 3649 section 5";
        /// Window at which the increase is largest and the decrease smallest.
        high_window: f64 = 83000.0, unit "packets", range 10.0..=1e7, scale log, cite "RFC 3649 section 5";
        /// Loss rate at which the mean window is the high window.
        high_loss: f64 = 1e-7, range 1e-10..=0.01, scale log, label "Loss rate of the high window", cite "RFC 3649 section 5";
        /// Share by which a loss reduces the high window.
        high_decrease: f64 = 0.1, range 0.01..=0.5, cite "RFC 3649 section 5";
        /// As in Linux: take the increase and the decrease from the rows of RFC 3649's table, and grow once per acknowledgement,
        /// also if it acknowledges several packets.
        by_table: bool = false, given ("stack", LINUX, true), label "Steps of the table", cite "Linux, hstcp_cong_avoid";
        ..tcp: TcpParams;
    }
}

/// Loss rate at which the mean window is the low window, by RFC 3649's response function (section 5). Reno's
/// is 1.5 / 38^2.
const LOW_LOSS: f64 = 1e-3;

signals! {
    const SIGNALS: HighspeedSignals {
        ..window: window::WindowSignals;
        /// Increase of the window per round trip.
        increase: "Increase a(w)" in "packets";
        /// Share by which a loss reduces the window.
        decrease: "Decrease b(w)";
    }
}

#[derive(Clone, Debug, State)]
pub struct HighSpeedRules {
    params: Params,
    /// The window of the last acknowledgement.
    window: f64,
}

impl HighSpeedRules {
    fn new(params: Params) -> Self {
        HighSpeedRules { params, window: 0.0 }
    }

    /// How far a window is from the low to the high window, in logarithms: 0 to 1.
    fn position(&self, window: f64) -> f64 {
        let low = math::ln(self.params.low_window);
        ((math::ln(window) - low) / (math::ln(self.params.high_window) - low)).clamp(0.0, 1.0)
    }

    /// b(w): the share by which a loss reduces a window.
    fn decrease(&self, window: f64) -> f64 {
        if window <= self.params.low_window {
            0.5
        } else {
            0.5 + self.position(window) * (self.params.high_decrease - 0.5)
        }
    }

    /// a(w): the increase of a window per round trip in packets.
    fn increase(&self, window: f64) -> f64 {
        if window <= self.params.low_window {
            return 1.0;
        }
        let window = window.min(self.params.high_window);
        let (low, high) = (math::ln(LOW_LOSS), math::ln(self.params.high_loss));
        let loss = math::exp(low + self.position(window) * (high - low));
        let b = self.decrease(window);
        (window * window * loss * 2.0 * b / (2.0 - b)).max(1.0)
    }

    /// The increase in whole packets: 1 up to the low window, and at least 2 above it.
    fn whole_increase(&self, window: f64) -> f64 {
        if window <= self.params.low_window { 1.0 } else { math::ceil(self.increase(window)).max(2.0) }
    }

    /// The row of RFC 3649's table (appendix B) for a window: the increase in whole packets, and the decrease of the largest
    /// window with this increase.
    fn row(&self, window: f64) -> (f64, f64) {
        let increase = self.whole_increase(window);
        let (mut low, mut high) = (window, self.params.high_window.max(window));
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            *(if self.increase(middle) < increase { &mut low } else { &mut high }) = middle;
        }
        (increase, if increase == 1.0 { self.decrease(window) } else { self.decrease(high) })
    }
}

impl WindowAlgorithm for HighSpeedRules {
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if w.in_slow_start() {
            w.slow_start(acked.packets);
        } else if self.params.by_table {
            w.cwnd += self.whole_increase(w.cwnd) / w.cwnd;
        } else {
            w.cwnd += self.increase(w.cwnd) * f64::from(acked.packets) / w.cwnd;
        }
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, _: Congestion, _: Time) {
        let decrease = if self.params.by_table { self.row(base).1 } else { self.decrease(base) };
        w.ssthresh = (base * (1.0 - decrease)).max(2.0);
    }

    fn observe(&mut self, w: &mut CongestionWindow, _: &Feedback, _: &mut dyn Reports) {
        self.window = w.cwnd;
    }

    fn emit(&self, out: &mut dyn Reports) {
        if self.window > 0.0 {
            let (increase, decrease) = if self.params.by_table {
                self.row(self.window)
            } else {
                (self.increase(self.window), self.decrease(self.window))
            };
            out.signal(SIGNALS.increase, increase);
            out.signal(SIGNALS.decrease, decrease);
        }
    }

    fn restart(&mut self) {
        *self = HighSpeedRules::new(self.params.clone());
    }
}

controlled_tcp!(HighSpeed, HighSpeedRules, "highspeed", "HighSpeed TCP", {
    const SIGNALS: List<Signal> = HighspeedSignals::list;
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn increase_and_decrease_follow_the_table_of_the_rfc() {
        let rules = HighSpeedRules::new(Params::default());
        // Rows of RFC 3649's appendix B: window, increase, decrease.
        let rows = [
            (38.0, 1.0, 0.50),
            (118.0, 2.0, 0.44),
            (221.0, 3.0, 0.41),
            (347.0, 4.0, 0.38),
            (1058.0, 8.0, 0.33),
        ];
        for (window, a, b) in rows {
            assert!((rules.increase(window) - a).abs() < 0.15, "{window}: {}", rules.increase(window));
            assert!((rules.decrease(window) - b).abs() < 0.006, "{window}: {}", rules.decrease(window));
        }
        // 83000^2 x 1e-7 x 0.2 / 1.9 = 72.5.
        assert!((rules.increase(83_000.0) - 72.5).abs() < 0.1);
        assert_eq!((rules.increase(20.0), rules.decrease(20.0)), (1.0, 0.5));
    }

    #[test]
    fn the_rows_of_the_table_are_steps_of_whole_increases() {
        let rules = HighSpeedRules::new(Params::default());
        for (window, a, b) in [(20.0, 1.0, 0.5), (39.0, 2.0, 0.44), (110.0, 2.0, 0.44), (130.0, 3.0, 0.41)] {
            let row = rules.row(window);
            assert!(row.0 == a && (row.1 - b).abs() < 0.006, "{window}: {row:?}");
        }
        let mut rules = HighSpeedRules::new(Params { by_table: true, ..Params::default() });
        let mut w = CongestionWindow { cwnd: 50.0, ssthresh: 10.0 };
        rules.on_ack(&mut w, Acked { packets: 2, now: 0, srtt: 0.1 });
        assert_eq!(w.cwnd, 50.0 + 2.0 / 50.0, "once for two packets");
    }

    #[test]
    fn a_loss_reduces_by_the_decrease_of_the_window() {
        let mut rules = HighSpeedRules::new(Params::default());
        let mut w = CongestionWindow { cwnd: 83_000.0, ssthresh: 1.0 };
        rules.on_congestion(&mut w, 83_000.0, Congestion::Loss, 0);
        assert!((w.ssthresh - 74_700.0).abs() < 1.0);
    }
}
