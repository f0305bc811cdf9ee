//! Additive increase, multiplicative decrease: the simplest congestion control that shares a link fairly
//! (Chiu and Jain 1989).
//!
//! The window grows by `increase` packets per round trip, and a loss multiplies it by `decrease`. The shared
//! window sender (`transport/window.rs`) does everything else: sequence numbers, acknowledgements, loss
//! recovery, timeouts.

use crate::protocols::prelude::*;

// The settings. The form, validation, types and documentation are generated from these lines.
params! {
    pub struct Params {
        /// Packets by which the window grows in each round trip.
        increase: f64 = 1.0, unit "packets", range 0.01..=100.0, scale log;
        /// The share of the window that remains after a loss.
        decrease: f64 = 0.5, range 0.1..=0.95, cite "Chiu and Jain 1989";
        ..tcp: TcpParams;
    }
}

signals! {
    const SIGNALS: TemplateSignals {
        ..window: window::WindowSignals;
        /// The window at the last loss.
        peak: "Last peak" in "packets";
    }
}

/// The rules and their state, which must be plain data, because checkpoints clone it. The result ID contains all
/// fields except settings.
#[derive(Clone, Debug, State)]
pub struct TemplateRules {
    params: Params,
    /// The window at the last loss.
    peak: f64,
}

impl TemplateRules {
    fn new(params: Params) -> Self {
        TemplateRules { params, peak: 0.0 }
    }
}

impl WindowAlgorithm for TemplateRules {
    /// Called when packets are acknowledged outside of loss recovery.
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if w.in_slow_start() {
            w.slow_start(acked.packets);
        } else {
            // About `cwnd` packets are acknowledged per round trip, which adds up to `increase`.
            w.cwnd += self.params.increase * f64::from(acked.packets) / w.cwnd;
        }
    }

    /// Called once for each window with losses. `base` is the number of packets to reduce from, usually those
    /// in flight. Afterwards, the shared sender reduces the window to `ssthresh`.
    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, _: Congestion, _: Time) {
        self.peak = w.cwnd;
        w.ssthresh = (base * self.params.decrease).max(2.0);
    }

    /// Called when a fresh connection begins.
    fn restart(&mut self) {
        self.peak = 0.0;
    }

    /// Reports the values of the signals.
    fn emit(&self, out: &mut dyn Reports) {
        if self.peak > 0.0 {
            out.signal(SIGNALS.peak, self.peak);
        }
    }
}

controlled_tcp!(Template, TemplateRules, "template", "Template", {
    const SIGNALS: List<Signal> = TemplateSignals::list;
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_by_increase_per_round_trip_and_shrinks_by_decrease_at_a_loss() {
        let mut rules = TemplateRules::new(Params { increase: 2.0, decrease: 0.75, ..Params::default() });
        let mut w = CongestionWindow { cwnd: 100.0, ssthresh: 50.0 };
        for _ in 0..100 {
            rules.on_ack(&mut w, Acked { packets: 1, now: 0, srtt: 0.1 });
        }
        // Each of the 100 steps adds 2 / w to w, so w^2 grows by slightly more than 4, and w is about
        // sqrt(10400) = 101.98.
        assert!((w.cwnd - 101.98).abs() < 0.01, "{}", w.cwnd);
        rules.on_congestion(&mut w, 100.0, Congestion::Loss, 0);
        assert_eq!(w.ssthresh, 75.0);
        rules.on_congestion(&mut w, 1.0, Congestion::Loss, 0);
        assert_eq!(w.ssthresh, 2.0);
    }
}
