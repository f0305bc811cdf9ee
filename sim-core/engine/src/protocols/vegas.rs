//! TCP Vegas (Brakmo and Peterson 1995): the window keeps a few packets of the flow in the queue. Their
//! number is computed from the round-trip time.

use crate::protocols::prelude::*;

params! {
    pub struct Params {
        /// The window grows while fewer packets of the flow than this are queued.
        alpha: f64 = 2.0, unit "packets", range 0.1..=1000.0, scale log, label "Alpha: fewest queued packets", cite "Brakmo and Peterson 1995";
        /// The window shrinks while more packets of the flow than this are queued.
        beta: f64 = 4.0, unit "packets", range 0.1..=1000.0, scale log, label "Beta: most queued packets", cite "Brakmo and Peterson 1995";
        /// Slow start ends when more packets of the flow than this are queued.
        gamma: f64 = 1.0, unit "packets", range 0.1..=1000.0, scale log, label "Gamma: end of slow start", cite "Brakmo and Peterson 1995";
        /// Share of the window that remains after a loss. Linux halves the window; the publication keeps
        /// three quarters.
        decrease: f64 = 0.5, range 0.1..=0.95, label "Decrease", cite "Brakmo and Peterson 1995";
        ..tcp: TcpParams;
    }
}

signals! {
    const SIGNALS: VegasSignals {
        ..window: window::WindowSignals;
        /// Own packets in the queue, from the last round trip.
        backlog: "Own queue" in "packets";
        /// The smallest round-trip time so far.
        base_rtt: "Base RTT" in "s";
        /// The mean round-trip time of the last round.
        round_rtt: "RTT of the round" in "s";
        /// Window divided by base RTT.
        expected: "Expected rate" in "packets/s";
        /// Window divided by the mean round-trip time.
        actual: "Actual rate" in "packets/s";
    }
}

decisions! {
    mod decision after window::decision {
        values {
            backlog: "Own packets in the queue, from the round-trip time." in "packets",
        }
        /// {backlog} own packets are queued, fewer than alpha = {alpha}: window {from} -> {to} packets.
        Grows "vegas_grows" "Short own queue" { from, to, backlog, alpha: "Fewest queued packets." in "packets" }
        /// {backlog} own packets are queued, more than beta = {beta}: window {from} -> {to} packets.
        Shrinks "vegas_shrinks" "Long own queue" { from, to, backlog, beta: "Most queued packets." in "packets" }
        /// {backlog} own packets are queued, more than gamma = {gamma}: slow start ends, window {from} ->
        /// {to} packets.
        LeavesSlowStart "vegas_leaves_slow_start" "Slow start ends" {
            from, to, backlog, gamma: "Limit of slow start." in "packets",
        }
    }
}

#[derive(Clone, Debug, State)]
pub struct VegasRules {
    params: Params,
    /// The smallest round-trip time of the connection; `NEVER` before the first sample.
    base: Time,
    /// Sum and number of the round-trip samples of the present round.
    sum: Time,
    samples: u32,
    /// The round ends when all packets below this packet are acknowledged.
    round_end: u32,
    /// Whether slow start doubles the window in the present round. It doubles the window in every second
    /// round trip, so that the round-trip time can be measured in the others.
    grows: bool,
    /// The mean round-trip time of the last round in seconds, and the number of own packets in the queue that
    /// follows from it.
    rtt: f64,
    backlog: f64,
    /// The window at the end of the last round.
    window: f64,
}

impl VegasRules {
    fn new(params: Params) -> Self {
        VegasRules {
            params,
            base: NEVER,
            sum: 0,
            samples: 0,
            round_end: 0,
            grows: true,
            rtt: 0.0,
            backlog: 0.0,
            window: 0.0,
        }
    }

    /// Changes the window at the end of a round.
    fn end_round(&mut self, w: &mut CongestionWindow, window_limited: bool, out: &mut dyn Reports) {
        self.rtt = to_secs(self.sum) / f64::from(self.samples);
        let base = to_secs(self.base);
        // Expected rate w / base less actual rate w / rtt, times base: the packets that wait in queues.
        self.backlog = w.cwnd * (1.0 - base / self.rtt);
        self.window = w.cwnd;
        if w.in_slow_start() {
            self.grows = !self.grows;
            if self.backlog > self.params.gamma {
                w.cwnd = (w.cwnd * 7.0 / 8.0).max(2.0);
                w.ssthresh = w.cwnd;
                out.decide(decision::LeavesSlowStart {
                    from: self.window,
                    to: w.cwnd,
                    backlog: self.backlog,
                    gamma: self.params.gamma,
                });
            }
        } else if self.backlog < self.params.alpha {
            if window_limited {
                w.cwnd += 1.0;
                out.decide(decision::Grows {
                    from: self.window,
                    to: w.cwnd,
                    backlog: self.backlog,
                    alpha: self.params.alpha,
                });
            }
        } else if self.backlog > self.params.beta && w.cwnd > 2.0 {
            w.cwnd = (w.cwnd - 1.0).max(2.0);
            // A window below the threshold would start slow start again.
            w.ssthresh = w.ssthresh.min(w.cwnd);
            out.decide(decision::Shrinks {
                from: self.window,
                to: w.cwnd,
                backlog: self.backlog,
                beta: self.params.beta,
            });
        }
    }
}

impl WindowAlgorithm for VegasRules {
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if w.in_slow_start() && self.grows {
            w.slow_start(acked.packets);
        }
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, _: Congestion, _: Time) {
        w.ssthresh = (base * self.params.decrease).max(2.0);
    }

    fn observe(&mut self, w: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        if let Some(rtt) = feedback.rtt {
            self.base = self.base.min(rtt.max(1));
            self.sum += rtt.max(1);
            self.samples += 1;
        }
        if feedback.una < self.round_end {
            return;
        }
        self.round_end = feedback.high;
        // In recovery the window is not the cause of the round-trip times.
        if self.samples > 0 && !feedback.in_recovery && !feedback.after_timeout {
            self.end_round(w, feedback.window_limited, out);
        }
        (self.sum, self.samples) = (0, 0);
    }

    fn has_own_slow_start(&self) -> bool {
        true
    }

    fn emit(&self, out: &mut dyn Reports) {
        if self.rtt > 0.0 {
            out.signal(SIGNALS.backlog, self.backlog);
            out.signal(SIGNALS.base_rtt, to_secs(self.base));
            out.signal(SIGNALS.round_rtt, self.rtt);
            out.signal(SIGNALS.expected, self.window / to_secs(self.base));
            out.signal(SIGNALS.actual, self.window / self.rtt);
        }
    }

    fn restart(&mut self) {
        *self = VegasRules::new(self.params.clone());
    }
}

controlled_tcp!(Vegas, VegasRules, "vegas", "TCP Vegas", {
    // Slow start has rules of its own.
    const FIELDS: List<Field> = || controller::fields_without::<Params>(&["hystart"]);
    const SIGNALS: List<Signal> = VegasSignals::list;
    const DECISIONS: List<Decision> = decision::list;

    fn contradictions(params: &Params) -> Vec<Issue> {
        if params.alpha <= params.beta {
            return Vec::new();
        }
        vec![Issue::new(
            "alpha",
            "contradiction",
            "Alpha is above beta, so the window would grow and shrink at once.".to_owned(),
        )]
    }
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::Decided;
    use crate::ground::convert::whole;
    use crate::ground::time::MILLISECOND;
    use crate::transport::controller::testing::RecordedReports;

    /// A round of 10 packets whose samples are all `rtt` ms. Returns the window after it.
    fn round(
        rules: &mut VegasRules,
        w: &mut CongestionWindow,
        rtt: Time,
        reports: &mut RecordedReports,
    ) -> f64 {
        let high = rules.round_end + 10;
        let feedback = |una| Feedback {
            rtt: Some(rtt * MILLISECOND),
            una,
            high,
            window_limited: true,
            ..Feedback::default()
        };
        for una in rules.round_end - 9..=rules.round_end {
            rules.observe(w, &feedback(una), reports);
        }
        w.cwnd
    }

    #[test]
    fn the_window_follows_the_own_queue() {
        let mut rules = VegasRules::new(Params::default());
        rules.round_end = 10;
        let (mut w, mut reports) =
            (CongestionWindow { cwnd: 50.0, ssthresh: 2.0 }, RecordedReports::default());
        // Base 100 ms. At 104 ms the flow has a queue of 50 (1 - 100/104) = 1.92 packets, below alpha = 2.
        assert_eq!(round(&mut rules, &mut w, 100, &mut reports), 51.0);
        assert_eq!(round(&mut rules, &mut w, 104, &mut reports), 52.0, "51 (1 - 100/104) = 1.96");
        // 52 (1 - 100/106) = 2.94: between alpha and beta.
        assert_eq!(round(&mut rules, &mut w, 106, &mut reports), 52.0);
        assert!((rules.backlog - 2.943).abs() < 0.001, "{}", rules.backlog);
        // 52 (1 - 100/110) = 4.73: above beta = 4.
        assert_eq!(round(&mut rules, &mut w, 110, &mut reports), 51.0);
        assert_eq!(reports.kinds(), [decision::Grows::KIND, decision::Grows::KIND, decision::Shrinks::KIND]);
    }

    #[test]
    fn slow_start_doubles_in_every_second_round_and_ends_at_gamma() {
        let mut rules = VegasRules::new(Params::default());
        rules.round_end = 10;
        let (mut w, mut reports) =
            (CongestionWindow { cwnd: 10.0, ssthresh: f64::MAX }, RecordedReports::default());
        let mut windows = Vec::new();
        for rtt in [100, 100, 100, 105] {
            for _ in 0..whole::<u32>(w.cwnd) {
                rules.on_ack(&mut w, Acked { packets: 1, now: 0, srtt: 0.1 });
            }
            windows.push(round(&mut rules, &mut w, rtt, &mut reports));
        }
        // 40 (1 - 100/105) = 1.90 packets, above gamma = 1: the window is reduced by an eighth.
        assert_eq!(windows, [20.0, 20.0, 40.0, 35.0]);
        assert_eq!((w.ssthresh, reports.kinds()), (35.0, vec![decision::LeavesSlowStart::KIND]));
    }
}
