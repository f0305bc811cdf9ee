//! TCP Illinois (Liu, Basar and Srikant 2006): losses determine the direction of the window, and the queueing
//! delay by how much it changes.

use crate::protocols::prelude::*;

params! {
    pub struct Params {
        /// Increase per round trip while the queue is short.
        alpha_max: f64 = 10.0, unit "packets", range 0.1..=100.0, scale log, label "Largest increase", cite "Liu and others 2006";
        /// Increase per round trip while the queue is long.
        alpha_min: f64 = 0.3, unit "packets", range 0.01..=10.0, scale log, label "Smallest increase", cite "Liu and others 2006";
        /// Share by which a loss reduces the window while the queue is short.
        beta_min: f64 = 0.125, range 0.01..=0.9, label "Smallest decrease", cite "Liu and others 2006";
        /// Share by which a loss reduces the window while the queue is long.
        beta_max: f64 = 0.5, range 0.01..=0.9, label "Largest decrease", cite "Liu and others 2006";
        /// Below this window, the flow behaves like Reno.
        low_window: f64 = 15.0, unit "packets", range 0.0..=1e5, cite "Linux tcp_illinois";
        /// Number of round trips with a short queue after which the increase returns to its largest value.
        theta: u32 = 5, unit "round trips", range 0..=100, label "Theta", cite "Linux tcp_illinois";
        ..tcp: TcpParams;
    }
}

signals! {
    const SIGNALS: IllinoisSignals {
        ..window: window::WindowSignals;
        /// Increase of the window per round trip.
        alpha: "Increase" in "packets";
        /// Share by which a loss reduces the window.
        beta: "Decrease";
        /// Mean queueing delay of the last round trip.
        queueing: "Queueing delay" in "s";
    }
}

decisions! {
    mod decision after window::decision {
        /// The queueing delay of {delay} changes the increase {from} -> {to} packets per round trip. A loss
        /// would reduce the window by the share {beta}.
        NewFactors "illinois_factors" "New pace" {
            delay: "Mean queueing delay of the round trip." in "s", from: "Increase before." in "packets",
            to: "Increase after." in "packets", beta: "Share by which a loss would reduce the window.",
        }
    }
}

#[derive(Clone, Debug, State)]
pub struct IllinoisRules {
    params: Params,
    alpha: f64,
    beta: f64,
    /// The smallest and the largest round-trip time.
    min_rtt: Time,
    max_rtt: Time,
    /// The sum and the number of the samples of the present round trip.
    sum: Time,
    samples: u32,
    round_end: u32,
    /// Whether the queue has been longer than short, and the round trips with a short queue since then.
    was_above: bool,
    short_rounds: u32,
    /// Mean queueing delay of the last round trip in seconds.
    queueing: f64,
}

impl IllinoisRules {
    fn new(params: Params) -> Self {
        let alpha = params.alpha_max;
        let beta = 0.5;
        IllinoisRules {
            params,
            alpha,
            beta,
            min_rtt: NEVER,
            max_rtt: 0,
            sum: 0,
            samples: 0,
            round_end: 0,
            was_above: false,
            short_rounds: 0,
            queueing: 0.0,
        }
    }

    /// The increase for a mean queueing delay and a largest queueing delay, in seconds. A short queue must
    /// last for `theta` round trips.
    fn increase(&mut self, queueing: f64, largest: f64) -> f64 {
        let short = largest / 100.0;
        if queueing <= short {
            if !self.was_above {
                return self.params.alpha_max;
            }
            self.short_rounds += 1;
            if self.short_rounds < self.params.theta {
                return self.alpha;
            }
            (self.was_above, self.short_rounds) = (false, 0);
            return self.params.alpha_max;
        }
        self.was_above = true;
        // The curve k1 / (k2 + d) through the largest increase at a short queue and the smallest at the
        // largest delay.
        let (range, above) = (largest - short, queueing - short);
        let slope = self.params.alpha_max / self.params.alpha_min - 1.0;
        (range * self.params.alpha_max / (range + above * slope)).max(self.params.alpha_min)
    }

    /// The decrease for a mean queueing delay and a largest queueing delay: linear between a tenth and eight
    /// tenths of the largest.
    fn decrease(&self, queueing: f64, largest: f64) -> f64 {
        let (low, high) = (0.1 * largest, 0.8 * largest);
        if queueing <= low {
            self.params.beta_min
        } else if queueing >= high {
            self.params.beta_max
        } else {
            self.params.beta_min
                + (self.params.beta_max - self.params.beta_min) * (queueing - low) / (high - low)
        }
    }
}

impl WindowAlgorithm for IllinoisRules {
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if w.in_slow_start() {
            w.slow_start(acked.packets);
        } else {
            w.cwnd += self.alpha * f64::from(acked.packets) / w.cwnd;
        }
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, kind: Congestion, _: Time) {
        if kind == Congestion::Timeout {
            (self.alpha, self.beta) = (1.0, 0.5);
            (self.was_above, self.short_rounds) = (false, 0);
            (self.sum, self.samples) = (0, 0);
        }
        w.ssthresh = (base * (1.0 - self.beta)).max(2.0);
    }

    fn observe(&mut self, w: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        if let Some(rtt) = feedback.rtt {
            self.min_rtt = self.min_rtt.min(rtt.max(1));
            self.max_rtt = self.max_rtt.max(rtt);
            self.sum += rtt;
            self.samples += 1;
        }
        if feedback.una < self.round_end || self.samples == 0 {
            return;
        }
        self.round_end = feedback.high;
        let (alpha, beta) = (self.alpha, self.beta);
        if w.cwnd < self.params.low_window {
            (self.alpha, self.beta) = (1.0, 0.5);
        } else {
            let base = to_secs(self.min_rtt);
            self.queueing = (to_secs(self.sum) / f64::from(self.samples) - base).max(0.0);
            let largest = to_secs(self.max_rtt) - base;
            self.alpha = self.increase(self.queueing, largest);
            self.beta = self.decrease(self.queueing, largest);
        }
        (self.sum, self.samples) = (0, 0);
        if self.alpha != alpha || self.beta != beta {
            out.decide(decision::NewFactors {
                delay: self.queueing,
                from: alpha,
                to: self.alpha,
                beta: self.beta,
            });
        }
    }

    fn emit(&self, out: &mut dyn Reports) {
        out.signal(SIGNALS.alpha, self.alpha);
        out.signal(SIGNALS.beta, self.beta);
        out.signal(SIGNALS.queueing, self.queueing);
    }

    fn restart(&mut self) {
        *self = IllinoisRules::new(self.params.clone());
    }
}

controlled_tcp!(Illinois, IllinoisRules, "illinois", "TCP Illinois", {
    const SIGNALS: List<Signal> = IllinoisSignals::list;
    const DECISIONS: List<Decision> = decision::list;

    fn contradictions(params: &Params) -> Vec<Issue> {
        let order = [
            ("alpha_min", params.alpha_min, params.alpha_max),
            ("beta_min", params.beta_min, params.beta_max),
        ];
        order
            .into_iter()
            .filter(|(_, min, max)| min > max)
            .map(|(name, ..)| {
                Issue::new(name, "contradiction", "The smallest value is above the largest.".to_owned())
            })
            .collect()
    }
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn increase_and_decrease_follow_the_queueing_delay() {
        let mut rules = IllinoisRules::new(Params::default());
        // The largest delay is 100 ms. At 1 ms the increase is 10; at 100 ms 0.3; at 50.5 ms: 99 x 10 / (99 +
        // 49.5 x 32.33) = 0.582.
        for (queueing, alpha) in [(0.0005, 10.0), (0.1, 0.3), (0.0505, 0.582)] {
            assert!((rules.increase(queueing, 0.1) - alpha).abs() < 0.001, "{queueing}");
        }
        // 1/8 up to 10 ms, 1/2 from 80 ms on, and in the middle, at 45 ms, 0.3125.
        for (queueing, beta) in [(0.005, 0.125), (0.045, 0.3125), (0.09, 0.5)] {
            assert!((rules.decrease(queueing, 0.1) - beta).abs() < 1e-12, "{queueing}");
        }
    }

    #[test]
    fn the_largest_increase_returns_after_five_round_trips_with_a_short_queue() {
        let mut rules = IllinoisRules::new(Params::default());
        rules.alpha = rules.increase(0.05, 0.1);
        let before = rules.alpha;
        for round in 1..=5 {
            let alpha = rules.increase(0.0, 0.1);
            assert_eq!(alpha, if round < 5 { before } else { 10.0 }, "{round}");
        }
    }
}
