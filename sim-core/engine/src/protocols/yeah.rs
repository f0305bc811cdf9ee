//! YeAH-TCP (Baiocchi, Castellani and Vacirca 2007), as in Linux: Scalable TCP while the queue is short, Reno with decongestion while it
//! is long, and a small reduction at a loss unless Reno flows compete.

use crate::protocols::prelude::*;

params! {
    pub struct Params {
        /// The window shrinks while more packets of the flow than this are queued.
        alpha: f64 = 80.0, unit "packets", range 1.0..=10000.0, scale log, label "Most queued packets", cite "Linux tcp_yeah, ALPHA";
        /// The flow behaves like Reno while the queueing delay is above the base RTT divided by this number.
        phy: f64 = 8.0, range 1.0..=1000.0, scale log, label "Phy", cite "Linux tcp_yeah, PHY";
        /// Round trips in a row in which the flow behaves like Reno after which a loss halves the window.
        rho: u32 = 16, unit "round trips", range 1..=1000, scale log, label "Rho", cite "Linux tcp_yeah, RHO";
        /// Round trips with a short queue after which the flow forgets how large the window of a competing Reno flow is.
        zeta: u32 = 50, unit "round trips", range 1..=1000, scale log, label "Zeta", cite "Linux tcp_yeah, ZETA";
        ..tcp: TcpParams;
    }
}

/// Largest number of acknowledged packets that increase the window by one in the fast mode (`TCP_SCALABLE_AI_CNT`).
const FAST_COUNT: f64 = 100.0;
/// Share of the window that a loss takes at least (`DELTA`).
const LEAST_LOSS: f64 = 0.125;
const MIN_WINDOW: f64 = 2.0;
/// Fewest round-trip samples of a round in which the queue is measured.
const MIN_SAMPLES: u32 = 3;

signals! {
    const SIGNALS: YeahSignals {
        ..window: window::WindowSignals;
        /// Own packets in the queue, from the smallest round-trip time of the last round.
        backlog: "Own queue" in "packets";
        /// The window that a competing Reno flow is assumed to have; decongestion does not go below it.
        reno_window: "Reno's window" in "packets";
        /// 0 in the fast mode, 1 in the slow mode, which is Reno's.
        mode: "Mode";
    }
}

decisions! {
    mod decision after window::decision {
        values {
            backlog: "Own packets in the queue." in "packets",
        }
        /// {backlog} own packets are queued: window {from} -> {to} packets.
        Decongests "yeah_decongests" "Decongestion" { from, to, backlog }
        /// {backlog} own packets are queued, and the queueing delay is {delay}: the flow grows like Reno.
        Slow "yeah_slow" "Slow mode" { backlog, delay: "Queueing delay." in "s" }
        /// {backlog} own packets are queued, and the queueing delay is {delay}: the flow grows like Scalable TCP.
        Fast "yeah_fast" "Fast mode" { backlog, delay: "Queueing delay." in "s" }
    }
}

#[derive(Clone, Debug, State)]
pub struct YeahRules {
    params: Params,
    /// The smallest round-trip time of the connection.
    base: Time,
    /// The smallest round-trip time of the present round, and its number of samples.
    smallest: Time,
    samples: u32,
    /// The round ends when all packets below this packet are acknowledged.
    round_end: u32,
    /// Own packets in the queue in the last round.
    backlog: f64,
    /// Round trips in a row in the slow mode; 0 in the fast mode.
    slow_rounds: u32,
    /// Round trips in the fast mode since a loss.
    fast_rounds: u32,
    /// The window of a Reno flow that competes.
    reno_window: f64,
}

impl YeahRules {
    fn new(params: Params) -> Self {
        YeahRules {
            params,
            base: NEVER,
            smallest: NEVER,
            samples: 0,
            round_end: 0,
            backlog: 0.0,
            slow_rounds: 0,
            fast_rounds: 0,
            reno_window: MIN_WINDOW,
        }
    }

    fn end_round(&mut self, w: &mut CongestionWindow, out: &mut dyn Reports) {
        let (base, rtt) = (to_secs(self.base), to_secs(self.smallest));
        let delay = rtt - base;
        self.backlog = w.cwnd * delay / rtt;
        let was_slow = self.slow_rounds > 0;
        if self.backlog <= self.params.alpha && delay <= base / self.params.phy {
            self.slow_rounds = 0;
            self.fast_rounds += 1;
            if self.fast_rounds > self.params.zeta {
                (self.reno_window, self.fast_rounds) = (MIN_WINDOW, 0);
            }
            if was_slow {
                out.decide(decision::Fast { backlog: self.backlog, delay });
            }
            return;
        }
        if self.backlog > self.params.alpha && w.cwnd > self.reno_window {
            let from = w.cwnd;
            w.cwnd = (from - self.backlog.min(from / 2.0)).max(self.reno_window);
            w.ssthresh = w.cwnd;
            out.decide(decision::Decongests { from, to: w.cwnd, backlog: self.backlog });
        }
        if self.reno_window <= MIN_WINDOW {
            self.reno_window = (w.cwnd / 2.0).max(MIN_WINDOW);
        } else {
            self.reno_window += 1.0;
        }
        self.slow_rounds += 1;
        if !was_slow {
            out.decide(decision::Slow { backlog: self.backlog, delay });
        }
    }
}

impl WindowAlgorithm for YeahRules {
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if w.in_slow_start() {
            w.slow_start(acked.packets);
        } else if self.slow_rounds > 0 {
            w.avoid_congestion(acked.packets);
        } else {
            w.cwnd += f64::from(acked.packets) / w.cwnd.min(FAST_COUNT);
        }
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, _: Congestion, _: Time) {
        let half = base / 2.0;
        let reduction = if self.slow_rounds < self.params.rho {
            self.backlog.min(half).max(base * LEAST_LOSS)
        } else {
            half
        };
        w.ssthresh = (base - reduction).max(MIN_WINDOW);
        self.fast_rounds = 0;
        self.reno_window = (self.reno_window / 2.0).max(MIN_WINDOW);
    }

    fn observe(&mut self, w: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        if let Some(rtt) = feedback.rtt.map(|rtt| rtt.max(1)) {
            (self.base, self.smallest) = (self.base.min(rtt), self.smallest.min(rtt));
            self.samples += 1;
        }
        if feedback.una < self.round_end {
            return;
        }
        self.round_end = feedback.high;
        if self.samples >= MIN_SAMPLES && !feedback.in_recovery && !feedback.after_timeout {
            self.end_round(w, out);
        }
        (self.smallest, self.samples) = (NEVER, 0);
    }

    fn emit(&self, out: &mut dyn Reports) {
        out.signal(SIGNALS.backlog, self.backlog);
        out.signal(SIGNALS.reno_window, self.reno_window);
        out.signal(SIGNALS.mode, if self.slow_rounds > 0 { 1.0 } else { 0.0 });
    }

    fn restart(&mut self) {
        *self = YeahRules::new(self.params.clone());
    }
}

controlled_tcp!(Yeah, YeahRules, "yeah", "YeAH-TCP", {
    const SIGNALS: List<Signal> = YeahSignals::list;
    const DECISIONS: List<Decision> = decision::list;
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::MILLISECOND;
    use crate::transport::controller::testing::RecordedReports;

    /// A round of ten packets, each with a round-trip time of `ms` milliseconds.
    fn round(rules: &mut YeahRules, w: &mut CongestionWindow, ms: Time) {
        let high = rules.round_end + 10;
        for una in rules.round_end.max(1).saturating_sub(9)..=rules.round_end {
            let feedback = Feedback { rtt: Some(ms * MILLISECOND), una, high, ..Feedback::default() };
            rules.observe(w, &feedback, &mut RecordedReports::default());
        }
    }

    fn after_base() -> (YeahRules, CongestionWindow) {
        let mut rules = YeahRules::new(Params::default());
        rules.round_end = 10;
        let mut w = CongestionWindow { cwnd: 400.0, ssthresh: 100.0 };
        round(&mut rules, &mut w, 100);
        (rules, w)
    }

    #[test]
    fn the_fast_mode_grows_by_one_packet_per_hundred() {
        let (mut rules, mut w) = after_base();
        rules.on_ack(&mut w, Acked { packets: 1, now: 0, srtt: 0.1 });
        assert!((w.cwnd - 400.01).abs() < 1e-9);
        (w.cwnd, w.ssthresh) = (50.0, 40.0);
        rules.on_ack(&mut w, Acked { packets: 1, now: 0, srtt: 0.1 });
        assert!((w.cwnd - 50.02).abs() < 1e-9, "not more slowly than Reno");
    }

    /// 400 (1 - 100/115) = 52.2 packets: no decongestion, but 15 ms are more than an eighth of 100 ms.
    #[test]
    fn a_long_delay_alone_selects_the_slow_mode() {
        let (mut rules, mut w) = after_base();
        round(&mut rules, &mut w, 115);
        assert_eq!((w.cwnd, rules.slow_rounds, rules.reno_window), (400.0, 1, 200.0));
        rules.on_ack(&mut w, Acked { packets: 1, now: 0, srtt: 0.1 });
        assert!((w.cwnd - 400.0025).abs() < 1e-9);
        round(&mut rules, &mut w, 112);
        assert_eq!(rules.slow_rounds, 0);
    }

    /// 400 (1 - 100/140) = 114.3 packets leave the queue; at 400 ms, half of the window; and never below Reno's window.
    #[test]
    fn decongestion_takes_the_own_queue_away() {
        for (ms, reno_window, to) in [(140, 2.0, 285.714), (400, 2.0, 200.0), (400, 250.0, 250.0)] {
            let (mut rules, mut w) = after_base();
            rules.reno_window = reno_window;
            round(&mut rules, &mut w, ms);
            assert!((w.cwnd - to).abs() < 0.001 && w.ssthresh == w.cwnd, "{ms}: {}", w.cwnd);
        }
    }

    #[test]
    fn a_loss_takes_the_own_queue_but_an_eighth_at_least_and_half_at_most() {
        for (backlog, slow_rounds, to) in
            [(10.0, 0, 350.0), (90.0, 15, 310.0), (300.0, 0, 200.0), (90.0, 16, 200.0)]
        {
            let (mut rules, mut w) = after_base();
            (rules.backlog, rules.slow_rounds, rules.reno_window) = (backlog, slow_rounds, 60.0);
            rules.on_congestion(&mut w, 400.0, Congestion::Loss, 0);
            assert_eq!((w.ssthresh, rules.reno_window), (to, 30.0), "{backlog} {slow_rounds}");
        }
    }

    #[test]
    fn fifty_fast_rounds_forget_the_reno_flow() {
        let (mut rules, mut w) = after_base();
        rules.reno_window = 60.0;
        for _ in 0..49 {
            round(&mut rules, &mut w, 100);
        }
        assert_eq!(rules.reno_window, 60.0);
        round(&mut rules, &mut w, 100);
        assert_eq!(rules.reno_window, 2.0);
    }
}
