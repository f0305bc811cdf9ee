//! H-TCP (Leith and Shorten 2004; draft-leith-tcp-htcp-06): the increase depends on the time since the last
//! loss, and the decrease on the range of round-trip times.

use crate::protocols::prelude::*;
use crate::transport::stack::LINUX;

params! {
    pub struct Params {
        /// Time after a loss during which the increase is Reno's.
        low_speed: f64 = 1.0, unit "s", range 0.0..=60.0, label "Time as Reno", cite "draft-leith-tcp-htcp-06 section 2";
        /// Change of the throughput between two losses above which the window is halved.
        throughput_ratio: f64 = 0.2, range 0.01..=1.0, cite "draft-leith-tcp-htcp-06 section 2";
        /// Multiply the increase by the round-trip time in units of 100 ms, so that flows with different
        /// round-trip times share equally.
        rtt_scaling: bool = false, given ("stack", LINUX, true), label "RTT scaling", cite "draft-leith-tcp-htcp-06 section 2";
        /// As in Linux: grow by at most one packet per acknowledgement, by an increase from whole numbers that can be below
        /// one packet, and count the time since a loss from the end of recovery. The throughput must have been steady at
        /// two losses before the window keeps more than half.
        whole_increase: bool = false, given ("stack", LINUX, true), label "Whole packets", cite "Linux, htcp_alpha_update";
        ..tcp: TcpParams;
    }
}

/// Bounds of the share of the window that remains after a loss.
const BETA: [f64; 2] = [0.5, 0.8];

signals! {
    const SIGNALS: HtcpSignals {
        ..window: window::WindowSignals;
        /// Increase of the window per round trip.
        alpha: "Increase" in "packets";
        /// Share of the window that remained after the last loss.
        beta: "Remaining share";
        /// The largest throughput of a round trip since the last loss.
        throughput: "Throughput" in "packets/s";
    }
}

decisions! {
    mod decision after window::decision {
        /// The loss reduces the window to the share {beta}: {from} -> {to} packets. The throughput before the
        /// loss was {throughput}.
        Reduces "htcp_reduces" "Share after a loss" {
            from, to, beta: "Share of the window that remains.",
            throughput: "Largest throughput before the loss." in "packets/s",
        }
    }
}

#[derive(Clone, Debug, State)]
pub struct HtcpRules {
    params: Params,
    /// The time of the last loss, or of the first acknowledgement.
    loss_at: Option<Time>,
    /// The smallest and largest round-trip time since the start, and since the last loss.
    min_rtt: Time,
    max_rtt: Time,
    beta: f64,
    /// The throughput of the present round: start, packets; the largest since the last loss and that before
    /// it, in packets/s.
    round_at: Time,
    round_end: u32,
    delivered: u64,
    throughput: f64,
    last_throughput: f64,
    /// The increase of the last acknowledgement in packets per round trip.
    alpha: f64,
    /// With `whole_increase`: the packets acknowledged since the window grew, whether the throughput was steady at the last
    /// loss, and whether the sender was in no recovery at the last acknowledgement.
    #[state(if self.params.whole_increase)]
    count: u32,
    #[state(if self.params.whole_increase)]
    is_steady: bool,
    #[state(if self.params.whole_increase)]
    was_open: bool,
    /// The window before the last loss, until the loss is reported.
    reported: Option<f64>,
}

impl HtcpRules {
    fn new(params: Params) -> Self {
        HtcpRules {
            params,
            loss_at: None,
            min_rtt: NEVER,
            max_rtt: 0,
            beta: BETA[0],
            round_at: 0,
            round_end: 0,
            delivered: 0,
            throughput: 0.0,
            last_throughput: 0.0,
            alpha: 1.0,
            count: 0,
            is_steady: false,
            was_open: true,
            reported: None,
        }
    }

    /// The increase in packets per round trip, `elapsed` seconds after the last loss.
    fn increase(&self, elapsed: f64) -> f64 {
        let d = elapsed - self.params.low_speed;
        let alpha = if d <= 0.0 { 1.0 } else { 1.0 + 10.0 * d + d * d / 4.0 };
        let largest = if self.params.whole_increase { 2.0 } else { 10.0 };
        let scale = if self.params.rtt_scaling && self.min_rtt < NEVER {
            (to_secs(self.min_rtt) / 0.1).clamp(0.1, largest)
        } else {
            1.0
        };
        if self.params.whole_increase {
            return 2.0 * (1.0 - self.beta) * math::floor(math::floor(alpha) * scale).max(1.0);
        }
        (2.0 * (1.0 - self.beta) * alpha * scale).max(1.0)
    }

    /// The share of the window that remains after a loss.
    fn remaining(&mut self) -> f64 {
        let change = (self.throughput - self.last_throughput).abs();
        let was_steady = std::mem::replace(
            &mut self.is_steady,
            self.last_throughput > 0.0 && change <= self.params.throughput_ratio * self.last_throughput,
        );
        if !self.is_steady || (self.params.whole_increase && !was_steady) || self.max_rtt == 0 {
            return BETA[0];
        }
        (self.min_rtt as f64 / self.max_rtt as f64).clamp(BETA[0], BETA[1])
    }
}

impl WindowAlgorithm for HtcpRules {
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if w.in_slow_start() {
            w.slow_start(acked.packets);
            return;
        }
        let since = *self.loss_at.get_or_insert(acked.now);
        let elapsed = to_secs(acked.now.saturating_sub(since));
        if self.params.whole_increase {
            if f64::from(self.count) * self.alpha < math::floor(w.cwnd) {
                self.count += acked.packets;
                return;
            }
            w.cwnd += 1.0;
            self.count = 0;
            self.alpha = self.increase(elapsed);
            return;
        }
        self.alpha = self.increase(elapsed);
        w.cwnd += self.alpha * f64::from(acked.packets) / w.cwnd;
    }

    fn on_app_limited_end(&mut self, since: Time, now: Time) {
        // The time since the loss does not include intervals in which the window could not grow.
        if let Some(at) = &mut self.loss_at {
            *at += now - since.max(*at).min(now);
        }
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, kind: Congestion, now: Time) {
        self.beta = if kind == Congestion::Timeout { BETA[0] } else { self.remaining() };
        w.ssthresh = base * self.beta;
        if self.params.whole_increase {
            w.ssthresh = math::floor(w.ssthresh);
        }
        w.ssthresh = w.ssthresh.max(2.0);
        self.reported = Some(w.cwnd);
        self.loss_at = Some(now);
        self.last_throughput = self.throughput;
        (self.throughput, self.max_rtt) = (0.0, 0);
    }

    fn observe(&mut self, w: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        if let Some(rtt) = feedback.rtt {
            self.min_rtt = self.min_rtt.min(rtt.max(1));
            if !feedback.in_recovery {
                self.max_rtt = self.max_rtt.max(rtt);
            }
        }
        let is_open = !feedback.in_recovery && !feedback.after_timeout;
        if !std::mem::replace(&mut self.was_open, is_open) && is_open && self.params.whole_increase {
            // The time since the loss begins with the end of recovery (Linux's htcp_state).
            self.loss_at = Some(feedback.now);
        }
        if let Some(from) = self.reported.take() {
            out.decide(decision::Reduces {
                from,
                to: w.ssthresh,
                beta: self.beta,
                throughput: self.last_throughput,
            });
        }
        self.delivered += u64::from(feedback.delivered);
        if feedback.una >= self.round_end {
            let length = to_secs(feedback.now.saturating_sub(self.round_at));
            if self.round_end > 0 && length > 0.0 {
                self.throughput = self.throughput.max(self.delivered as f64 / length);
            }
            (self.round_at, self.round_end, self.delivered) = (feedback.now, feedback.high, 0);
        }
    }

    fn emit(&self, out: &mut dyn Reports) {
        out.signal(SIGNALS.alpha, self.alpha);
        out.signal(SIGNALS.beta, self.beta);
        if self.throughput > 0.0 {
            out.signal(SIGNALS.throughput, self.throughput);
        }
    }

    fn restart(&mut self) {
        *self = HtcpRules::new(self.params.clone());
    }
}

controlled_tcp!(Htcp, HtcpRules, "htcp", "H-TCP", {
    const SIGNALS: List<Signal> = HtcpSignals::list;
    const DECISIONS: List<Decision> = decision::list;
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::MILLISECOND;

    #[test]
    fn the_increase_grows_with_the_square_of_the_time_since_the_loss() {
        let rules = HtcpRules::new(Params::default());
        // beta = 0.5, so the factor 2 (1 - beta) is 1: 1; 1; 1 + 10 + 0.25; 1 + 90 + 20.25.
        for (elapsed, alpha) in [(0.5, 1.0), (1.0, 1.0), (2.0, 11.25), (10.0, 111.25)] {
            assert_eq!(rules.increase(elapsed), alpha, "{elapsed}");
        }
        let gentle = HtcpRules { beta: 0.8, ..rules };
        assert!((gentle.increase(10.0) - 44.5).abs() < 1e-9, "0.4 x 111.25");
    }

    #[test]
    fn linux_counts_in_whole_packets_and_from_the_end_of_recovery() {
        let mut rules =
            HtcpRules::new(Params { whole_increase: true, rtt_scaling: true, ..Params::default() });
        (rules.min_rtt, rules.beta) = (40 * MILLISECOND, 0.75);
        // 1 + 10 + 0.25 in whole packets: 11; scaled by 0.4: 4; times 2 (1 - 0.75).
        assert_eq!((rules.increase(0.5), rules.increase(2.0)), (0.5, 2.0));
        let mut w = CongestionWindow { cwnd: 10.0, ssthresh: 5.0 };
        let acknowledge = |rules: &mut HtcpRules, w: &mut CongestionWindow, now| {
            rules.on_ack(w, Acked { packets: 2, now, srtt: 0.04 });
            w.cwnd
        };
        // An increase of 2 adds a packet after 5 of 10, and the acknowledgement that adds it does not count.
        (rules.alpha, rules.loss_at) = (2.0, Some(0));
        let windows: Vec<f64> = (0..4).map(|_| acknowledge(&mut rules, &mut w, 2_000_000_000)).collect();
        assert_eq!(windows, [10.0, 10.0, 10.0, 11.0]);
        let mut reports = crate::transport::controller::testing::RecordedReports::default();
        for (now, in_recovery) in [(3, true), (4, false)] {
            rules.observe(&mut w, &Feedback { now, in_recovery, ..Feedback::default() }, &mut reports);
        }
        assert_eq!(rules.loss_at, Some(4));
    }

    #[test]
    fn the_decrease_is_the_ratio_of_round_trip_times_unless_the_throughput_changes() {
        let mut rules = HtcpRules::new(Params::default());
        (rules.min_rtt, rules.max_rtt) = (70 * MILLISECOND, 100 * MILLISECOND);
        (rules.throughput, rules.last_throughput) = (1000.0, 900.0);
        assert_eq!(rules.remaining(), 0.7);
        rules.max_rtt = 71 * MILLISECOND;
        assert_eq!(rules.remaining(), 0.8, "at most 0.8");
        rules.throughput = 1081.0;
        assert_eq!(rules.remaining(), 0.5, "more than 20 % above 900");
        rules.params.whole_increase = true;
        rules.throughput = 900.0;
        assert_eq!((rules.remaining(), rules.remaining()), (0.5, 0.8), "steady at the second loss only");
    }
}
