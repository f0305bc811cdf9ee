//! SIMD (Jin, Guo, Matta and Bestavros 2001): the window grows with the square of the time since the last
//! loss.

use crate::protocols::prelude::*;

params! {
    pub struct Params {
        /// Share by which a loss reduces the window.
        beta: f64 = 0.0625, range 0.01..=0.9, label "Beta: decrease", cite "Jin and others 2001";
        ..tcp: TcpParams;
    }
}

/// The factor with which a flow of this `beta` has TCP's mean window, from the window before the loss.
pub fn friendly_increase(beta: f64, peak: f64) -> f64 {
    3.0 * beta.sqrt() / ((1.0 - 2.0 * beta / 3.0) * peak.sqrt())
}

signals! {
    const SIGNALS: SimdSignals {
        ..window: window::WindowSignals;
        /// The factor of the increase.
        alpha: "Alpha";
        /// Growth of the window since the last loss.
        growth: "Growth" in "packets";
    }
}

decisions! {
    mod decision after window::decision {
        /// The loss at {peak} packets sets the factor of the increase to {alpha}.
        Growth "simd_growth" "New increase" {
            peak: "Window before the loss." in "packets", alpha: "Factor of the increase.",
        }
    }
}

#[derive(Clone, Debug, State)]
pub struct SimdRules {
    params: Params,
    /// The factor of the increase; 0 before the first loss.
    alpha: f64,
    /// The window at the start of the present growth, and the square root of the growth since then.
    start: f64,
    root: f64,
    /// The window before the last loss, until the loss is reported.
    reported: Option<f64>,
}

impl SimdRules {
    fn new(params: Params) -> Self {
        SimdRules { params, alpha: 0.0, start: 0.0, root: 0.0, reported: None }
    }
}

impl WindowAlgorithm for SimdRules {
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if w.in_slow_start() {
            w.slow_start(acked.packets);
            (self.start, self.root) = (0.0, 0.0);
            return;
        }
        if self.start == 0.0 || w.cwnd < self.start {
            (self.start, self.root) = (w.cwnd, 0.0);
            if self.alpha == 0.0 {
                self.alpha = friendly_increase(self.params.beta, w.cwnd);
            }
        }
        // Per round trip the window grows by alpha times the root of its growth so far, which is a root that
        // grows by alpha / 2.
        self.root += self.alpha / 2.0 * f64::from(acked.packets) / w.cwnd;
        w.cwnd = self.start + self.root * self.root;
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, _: Congestion, _: Time) {
        self.alpha = friendly_increase(self.params.beta, base.max(1.0));
        self.reported = Some(base);
        w.ssthresh = (base * (1.0 - self.params.beta)).max(2.0);
        (self.start, self.root) = (0.0, 0.0);
    }

    fn observe(&mut self, _: &mut CongestionWindow, _: &Feedback, out: &mut dyn Reports) {
        if let Some(peak) = self.reported.take() {
            out.decide(decision::Growth { peak, alpha: self.alpha });
        }
    }

    fn emit(&self, out: &mut dyn Reports) {
        if self.alpha > 0.0 {
            out.signal(SIGNALS.alpha, self.alpha);
            out.signal(SIGNALS.growth, self.root * self.root);
        }
    }

    fn restart(&mut self) {
        *self = SimdRules::new(self.params.clone());
    }
}

controlled_tcp!(Simd, SimdRules, "simd", "SIMD", {
    const FIELDS: List<Field> = || controller::on_stack(Params::fields(), None);
    const SIGNALS: List<Signal> = SimdSignals::list;
    const DECISIONS: List<Decision> = decision::list;
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::convert::whole;

    #[test]
    fn the_window_grows_with_the_square_of_time_and_is_back_after_the_computed_time() {
        let mut rules = SimdRules::new(Params::default());
        let mut w = CongestionWindow { cwnd: 160.0, ssthresh: 1.0 };
        rules.on_congestion(&mut w, 160.0, Congestion::Loss, 0);
        // 3 x 0.25 / ((1 - 1/24) x 12.649) = 0.06187.
        assert!((rules.alpha - 0.06187).abs() < 1e-5, "{}", rules.alpha);
        assert_eq!(w.ssthresh, 150.0);
        w.cwnd = 150.0;
        let (mut rounds, mut packets) = (0, 0.0);
        while w.cwnd < 160.0 {
            packets += w.cwnd;
            let acked = whole::<u32>(w.cwnd);
            for _ in 0..acked {
                rules.on_ack(&mut w, Acked { packets: 1, now: 0, srtt: 0.1 });
            }
            rounds += 1;
        }
        // T = 2 sqrt(10) / 0.06187 = 102.2 round trips.
        assert!((102..=104).contains(&rounds), "{rounds}");
        // TCP's mean at this loss rate, sqrt(1.5 x packets).
        let mean = packets / f64::from(rounds);
        assert!((mean / (1.5 * packets).sqrt() - 1.0).abs() < 0.02, "{mean}");
    }
}
