//! Binomial controls (Bansal and Balakrishnan 2001): increase and decrease by powers of the window. AIMD,
//! AIAD, MIMD and MIAD are special cases.

use crate::describe::{AlgorithmInfo, Family, Picture, Reference, citations, help_text, pictures};
use crate::ground::math;
use crate::ground::time::Time;
use crate::params::ParamSet;
use crate::protocols::pictures::WITH_TCP;
use crate::transport::controller;
use crate::transport::tcp_params::TcpParams;
use crate::transport::window::{
    self, Acked, Congestion, CongestionWindow, Feedback, Reports, WindowAlgorithm,
};
use crate::{controlled_tcp, params, signals, state};

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

#[derive(Clone, Debug)]
pub struct BinomialRules {
    p: Params,
    /// The window of the last acknowledgement.
    window: f64,
}

impl BinomialRules {
    fn new(p: Params) -> Self {
        BinomialRules { p, window: 0.0 }
    }

    /// Packets by which the window grows in a round trip. At most a doubling, as in slow start.
    fn increase(&self, window: f64) -> f64 {
        (self.p.alpha * math::pow(window, -self.p.k)).min(window)
    }

    /// The window after a loss. At most the window, at least two packets.
    fn reduced(&self, window: f64) -> f64 {
        (window - self.p.beta * math::pow(window, self.p.l)).max(2.0)
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
        *self = BinomialRules::new(self.p.clone());
    }
}

state!(BinomialRules { window } not { p });

/// The mechanism: alone, or with other flows of the same kind.
const MECHANISM: Picture = Picture {
    caption: "Alone on a 10 Mb/s link with a base RTT of 40 ms and a buffer of one BDP: the square root of the window determines increase and decrease.",
    document: r#"{"v": 1, "duration": 30,
        "network": {"kind": "dumbbell", "forward":
            {"rate": 1e7, "delay": 0.01, "queue": {"kind": "drop_tail", "limit": {"bdp": 1}}}},
        "flows": [{"id": "own", "access": {"sender": 0.005, "receiver": 0.005}}]}"#,
    charts: &["cwnd", "increase decrease"],
};

fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: "binomial",
        name: "Binomial control",
        family: Family::Window,
        summary: help_text(
            "The increase and the decrease are proportional to powers of the window: SQRT, IIAD, and the four combinations of Chiu and Jain.",
        ),
        doc: help_text(
            "In each round trip without a loss, and at each loss, the window changes by\n\n\
              $$w \\leftarrow w + \\frac{\\alpha}{w^k}, \\qquad w \\leftarrow w - \\beta\\, w^l$$\n\n\
              | control | k | l | alpha | beta | |\n\
              |---|---|---|---|---|---|\n\
              | SQRT | 0.5 | 0.5 | 1 | 0.67 | the default: gentle decrease, TCP's mean window at equal loss |\n\
              | IIAD | 1 | 0 | 1 | 0.67 | inverse increase, additive decrease: the smallest decreases |\n\
              | AIMD | 0 | 1 | 1 | 0.5 | TCP |\n\
              | AIMD, smoother | 0 | 1 | 0.2 | 0.125 | the GAIMD pair with alpha = 3 beta / (2 - beta) |\n\
              | AIAD | 0 | 0 | 1 | 1 | keeps differences between flows |\n\
              | MIMD | -1 | 1 | 0.01 | 0.125 | keeps ratios between flows; Scalable TCP |\n\
              | MIAD | -1 | 0 | 0.01 | 1 | the larger flow wins |\n\n\
              Under a loss rate $p$ the mean window is about $(\\alpha / (\\beta p))^{1/(k + l + 1)}$, so a control reacts to the loss rate \
              as TCP does if $k + l = 1$. The mean window of such a control is TCP's, $\\sqrt{1.5/p}$, if $\\alpha/\\beta = 1.5$ and the \
              decrease is small. At a drop-tail queue, SQRT still gets 1.5 times as much as SACK (10 Mb/s, 40 ms, one BDP), \
              because it gives up less when both lose. A control converges to fairness if $k + l > 0$, $k \\ge 0$ and $l \\ge 0$; AIAD, MIMD and MIAD do not. The window at most doubles in a \
              round trip.",
        ),
        pictures: pictures(&[MECHANISM, WITH_TCP]),
        references: citations(&[
            Reference {
                title: "D. Bansal and H. Balakrishnan, Binomial Congestion Control Algorithms, 2001",
                url: "https://doi.org/10.1109/INFCOM.2001.916251",
            },
            Reference {
                title: "D.-M. Chiu and R. Jain, Analysis of the Increase and Decrease Algorithms for Congestion \
                        Avoidance in Computer Networks, 1989",
                url: "https://doi.org/10.1016/0169-7552(89)90019-6",
            },
        ]),
        fields: controller::on_stack(Params::fields(), None),
        signals: BinomialSignals::list(),
        decisions: window::decision::list(),
    }
}

controlled_tcp!(Binomial, BinomialRules, "binomial");

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
