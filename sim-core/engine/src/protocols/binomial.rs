//! Binomial controls (Bansal and Balakrishnan 2001): increase and decrease by powers of the window. AIMD,
//! AIAD, MIMD and MIAD are special cases.

use crate::protocols::prelude::*;

params! {
    pub struct Params {
        /// The increase per round trip is proportional to $w^{-k}$.
        k: f64 = 0.5, range -1.0..=2.0, label "k: exponent of the increase", cite "Bansal and Balakrishnan 2001";
        /// The decrease at a loss is proportional to $w^l$.
        l: f64 = 0.5, range -1.0..=1.0, label "l: exponent of the decrease", cite "Bansal and Balakrishnan 2001";
        /// Factor of the increase.
        alpha: f64 = 1.0, range 0.001..=10.0, scale log, label "Alpha: increase", cite "Bansal and Balakrishnan 2001";
        /// Factor of the decrease. With l = 1 it is the share by which a loss reduces the window.
        beta: f64 = 0.67, range 0.01..=10.0, scale log, label "Beta: decrease", cite "Bansal and Balakrishnan 2001";
        ..tcp: TcpParams;
    }
}

signals! {
    const SIGNALS: BinomialSignals {
        ..window: window::WindowSignals;
        /// Increase of the window per round trip.
        increase: "Increase" in "packets";
        /// Decrease of the window at a loss.
        decrease: "Decrease" in "packets";
    }
}

#[derive(Clone, Debug, State)]
pub struct BinomialRules {
    params: Params,
    /// The window of the last acknowledgement.
    window: f64,
}

impl BinomialRules {
    fn new(params: Params) -> Self {
        BinomialRules { params, window: 0.0 }
    }

    /// Packets by which the window grows in a round trip. At most a doubling, as in slow start.
    fn increase(&self, window: f64) -> f64 {
        (self.params.alpha * math::pow(window, -self.params.k)).min(window)
    }

    /// The window after a loss. At most the window, at least two packets.
    fn reduced(&self, window: f64) -> f64 {
        (window - self.params.beta * math::pow(window, self.params.l)).max(2.0)
    }
}

impl WindowAlgorithm for BinomialRules {
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if w.in_slow_start() {
            w.slow_start(acked.packets);
        } else {
            w.cwnd += self.increase(w.cwnd) * f64::from(acked.packets) / w.cwnd;
        }
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, _: Congestion, _: Time) {
        w.ssthresh = self.reduced(base.max(1.0));
    }

    fn observe(&mut self, w: &mut CongestionWindow, _: &Feedback, _: &mut dyn Reports) {
        self.window = w.cwnd;
    }

    fn emit(&self, out: &mut dyn Reports) {
        if self.window > 0.0 {
            out.signal(SIGNALS.increase, self.increase(self.window));
            out.signal(SIGNALS.decrease, self.window - self.reduced(self.window));
        }
    }

    fn restart(&mut self) {
        *self = BinomialRules::new(self.params.clone());
    }
}

controlled_tcp!(Binomial, BinomialRules, "binomial", "Binomial control", {
    const FIELDS: List<Field> = || controller::on_stack(Params::fields(), None);
    const SIGNALS: List<Signal> = BinomialSignals::list;
});

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(k: f64, l: f64, alpha: f64, beta: f64) -> BinomialRules {
        BinomialRules::new(Params { k, l, alpha, beta, ..Params::default() })
    }

    #[test]
    fn the_named_controls_change_a_window_of_64_packets_as_computed() {
        // SQRT: 1/8 up, 0.5 x 8 down. IIAD: 1/64 up, 1 down. AIMD: 1 up, half down. MIMD: 0.64 up, an eighth
        // down.
        for (rules, increase, reduced) in [
            (rules(0.5, 0.5, 1.0, 0.5), 0.125, 60.0),
            (rules(1.0, 0.0, 1.0, 1.0), 1.0 / 64.0, 63.0),
            (rules(0.0, 1.0, 1.0, 0.5), 1.0, 32.0),
            (rules(-1.0, 1.0, 0.01, 0.125), 0.64, 56.0),
        ] {
            assert!((rules.increase(64.0) - increase).abs() < 1e-12, "{}", rules.increase(64.0));
            assert!((rules.reduced(64.0) - reduced).abs() < 1e-12, "{}", rules.reduced(64.0));
        }
        assert_eq!(rules(-1.0, 1.0, 10.0, 10.0).increase(64.0), 64.0, "at most a doubling");
        assert_eq!(rules(0.0, 1.0, 1.0, 10.0).reduced(64.0), 2.0);
    }

    #[test]
    fn sqrt_with_a_ratio_of_one_and_a_half_has_the_mean_window_of_tcp() {
        // A loss of every 10000th packet: sqrt(1.5 x 10000) = 122.5 packets.
        for (k, l) in [(0.5, 0.5), (1.0, 0.0), (0.25, 0.75)] {
            let rules = rules(k, l, 0.15, 0.1);
            let (mut window, mut packets, mut rounds, mut since) = (122.5, 0.0, 0.0, 0.0);
            while rounds < 200_000.0 {
                packets += window;
                since += window;
                rounds += 1.0;
                window += rules.increase(window);
                if since >= 10_000.0 {
                    since -= 10_000.0;
                    window = rules.reduced(window);
                }
            }
            assert!((packets / rounds / 122.5 - 1.0).abs() < 0.02, "{k}: {}", packets / rounds);
        }
    }
}
