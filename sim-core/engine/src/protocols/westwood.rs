//! TCP Westwood+ (Grieco and Mascolo 2004): Reno with another reduction. After a loss, the window is the
//! estimated bandwidth times the smallest round-trip time.

use crate::protocols::prelude::*;
use crate::transport::stack::LINUX;

params! {
    pub struct Params {
        /// Weight of the old value in each of the two stages of the bandwidth filter.
        filter: f64 = 0.875, range 0.0..=0.999, label "Filter", cite "Linux tcp_westwood";
        /// Shortest interval over which a bandwidth sample is taken. If the round trip is longer, a sample
        /// covers one round trip.
        interval: f64 = 0.05, unit "s", range 0.001..=10.0, scale log, label "Shortest interval", cite "Linux tcp_westwood";
        /// As in Linux: a loss halves the window, and the end of recovery sets it to the bandwidth times the smallest round-trip
        /// time of that moment.
        set_after_recovery: bool = false, given ("stack", LINUX, true), label "Set after recovery", cite "Linux, tcp_westwood_event";
        ..tcp: TcpParams;
    }
}

signals! {
    const SIGNALS: WestwoodSignals {
        ..window: window::WindowSignals;
        /// The smoothed bandwidth.
        bandwidth: "Bandwidth" in "packets/s";
        /// The bandwidth of the last round trip.
        sample: "Bandwidth sample" in "packets/s";
        /// The smallest round-trip time so far.
        min_rtt: "Smallest RTT" in "s";
        /// Bandwidth times smallest round-trip time: the window after a loss.
        pipe: "Bandwidth x RTT" in "packets";
    }
}

decisions! {
    mod decision after window::decision {
        /// The bandwidth of {bandwidth} and the smallest round-trip time of {rtt} give a threshold of {to}
        /// packets; the window was {from}.
        Reduces "westwood_reduces" "Threshold from bandwidth" {
            from, to: "Threshold." in "packets", bandwidth: "Smoothed bandwidth." in "packets/s",
            rtt: "Smallest round-trip time." in "s",
        }
    }
}

#[derive(Clone, Debug, State)]
pub struct WestwoodRules {
    params: Params,
    min_rtt: Time,
    /// The last round-trip sample.
    last_rtt: Time,
    /// Start of the present bandwidth sample, and the packets delivered in it.
    start: Option<Time>,
    delivered: u64,
    /// The last bandwidth sample, and the outputs of the two stages of the filter, in packets per second.
    sample: f64,
    stage: f64,
    bandwidth: f64,
    /// Whether the sender was in recovery at the last acknowledgement.
    #[state(if self.params.set_after_recovery)]
    was_in_recovery: bool,
    /// The window that the last reduction was computed from, until the reduction is reported.
    reduced: Option<f64>,
}

impl WestwoodRules {
    fn new(params: Params) -> Self {
        WestwoodRules {
            params,
            min_rtt: NEVER,
            last_rtt: 0,
            start: None,
            delivered: 0,
            sample: 0.0,
            stage: 0.0,
            bandwidth: 0.0,
            was_in_recovery: false,
            reduced: None,
        }
    }

    /// Bandwidth times smallest round-trip time, in packets.
    fn pipe(&self) -> f64 {
        if self.min_rtt == NEVER { 0.0 } else { self.bandwidth * to_secs(self.min_rtt) }
    }

    /// Takes a bandwidth sample.
    fn take(&mut self, sample: f64) {
        self.sample = sample;
        if self.bandwidth == 0.0 {
            (self.stage, self.bandwidth) = (sample, sample);
        } else {
            let old = self.params.filter;
            self.stage = old * self.stage + (1.0 - old) * sample;
            self.bandwidth = old * self.bandwidth + (1.0 - old) * self.stage;
        }
    }
}

impl WindowAlgorithm for WestwoodRules {
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if w.in_slow_start() {
            w.slow_start(acked.packets);
        } else {
            w.avoid_congestion(acked.packets);
        }
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, kind: Congestion, _: Time) {
        // Before the first bandwidth sample the reduction is Reno's.
        let is_half = self.bandwidth == 0.0 || (self.params.set_after_recovery && kind == Congestion::Loss);
        let pipe = if is_half { base / 2.0 } else { self.pipe() };
        self.reduced = (!is_half || !self.params.set_after_recovery).then_some(w.cwnd);
        w.ssthresh = pipe.max(2.0);
        if kind != Congestion::Timeout {
            w.ssthresh = w.ssthresh.min(w.cwnd.max(2.0));
        }
    }

    fn observe(&mut self, w: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        if let Some(rtt) = feedback.rtt {
            self.min_rtt = self.min_rtt.min(rtt.max(1));
            self.last_rtt = rtt;
        }
        if let Some(from) = self.reduced.take() {
            out.decide(decision::Reduces {
                from,
                to: w.ssthresh,
                bandwidth: self.bandwidth,
                rtt: to_secs(self.min_rtt),
            });
        }
        let start = *self.start.get_or_insert(feedback.now);
        let length = feedback.now - start;
        // A round trip as long as the last one ends with the packet that follows the first of the interval by
        // a window.
        if length >= self.last_rtt.max(from_secs(self.params.interval)) && self.delivered > 0 {
            self.take(self.delivered as f64 / to_secs(length));
            self.start = Some(feedback.now);
            self.delivered = 0;
        }
        // The packets of this acknowledgement belong to the interval that it ends or continues.
        self.delivered += u64::from(feedback.delivered);
        let ends =
            std::mem::replace(&mut self.was_in_recovery, feedback.in_recovery) && !feedback.in_recovery;
        if ends && self.params.set_after_recovery && !feedback.after_timeout && self.bandwidth > 0.0 {
            let from = std::mem::replace(&mut w.cwnd, self.pipe().max(2.0));
            w.ssthresh = w.cwnd;
            let (bandwidth, rtt) = (self.bandwidth, to_secs(self.min_rtt));
            out.decide(decision::Reduces { from, to: w.cwnd, bandwidth, rtt });
        }
    }

    fn on_idle_end(&mut self, _: &mut CongestionWindow, now: Time) {
        // An idle period is no measurement.
        self.start = Some(now);
        self.delivered = 0;
    }

    fn emit(&self, out: &mut dyn Reports) {
        if self.bandwidth > 0.0 && self.min_rtt < NEVER {
            out.signal(SIGNALS.bandwidth, self.bandwidth);
            out.signal(SIGNALS.sample, self.sample);
            out.signal(SIGNALS.min_rtt, to_secs(self.min_rtt));
            out.signal(SIGNALS.pipe, self.pipe());
        }
    }

    fn restart(&mut self) {
        *self = WestwoodRules::new(self.params.clone());
    }
}

controlled_tcp!(Westwood, WestwoodRules, "westwood", "TCP Westwood+", {
    const SIGNALS: List<Signal> = WestwoodSignals::list;
    const DECISIONS: List<Decision> = decision::list;
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::MILLISECOND;
    use crate::transport::controller::testing::RecordedReports;

    #[test]
    fn the_window_after_a_loss_is_bandwidth_times_smallest_round_trip() {
        let mut rules = WestwoodRules::new(Params::default());
        let (mut w, mut reports) =
            (CongestionWindow { cwnd: 100.0, ssthresh: 1.0 }, RecordedReports::default());
        // 800 packets per second, a round trip of 100 ms: samples of 800 packets/s from the start.
        for i in 1..=1000u64 {
            let now = i * 1_250_000;
            let feedback = Feedback {
                now,
                rtt: Some(100 * MILLISECOND),
                srtt: 0.1,
                delivered: 1,
                ..Feedback::default()
            };
            rules.observe(&mut w, &feedback, &mut reports);
        }
        assert!((rules.bandwidth - 800.0).abs() < 10.0, "{}", rules.bandwidth);
        rules.on_congestion(&mut w, 100.0, Congestion::Loss, 0);
        assert!((w.ssthresh - 80.0).abs() < 1.0, "800 x 0.1 = 80, not 50: {}", w.ssthresh);
        w.cwnd = 40.0;
        rules.on_congestion(&mut w, 40.0, Congestion::Loss, 0);
        assert_eq!(w.ssthresh, 40.0, "a loss does not raise the window");
    }

    #[test]
    fn linux_halves_at_the_loss_and_uses_the_bandwidth_after_recovery() {
        let mut rules = WestwoodRules::new(Params { set_after_recovery: true, ..Params::default() });
        (rules.bandwidth, rules.min_rtt) = (800.0, 100 * MILLISECOND);
        let (mut w, mut reports) =
            (CongestionWindow { cwnd: 100.0, ssthresh: 1.0 }, RecordedReports::default());
        rules.on_congestion(&mut w, 100.0, Congestion::Loss, 0);
        assert_eq!(w.ssthresh, 50.0);
        for in_recovery in [true, false] {
            rules.observe(&mut w, &Feedback { in_recovery, ..Feedback::default() }, &mut reports);
        }
        assert_eq!((w.cwnd, w.ssthresh), (80.0, 80.0));
        rules.on_congestion(&mut w, 100.0, Congestion::Timeout, 0);
        assert_eq!(w.ssthresh, 80.0, "a timeout uses the bandwidth at once");
    }

    #[test]
    fn each_stage_of_the_filter_keeps_seven_eighths() {
        let mut rules = WestwoodRules::new(Params::default());
        rules.take(800.0);
        assert_eq!((rules.stage, rules.bandwidth), (800.0, 800.0));
        rules.take(400.0);
        // 7/8 800 + 1/8 400 = 750; 7/8 800 + 1/8 750 = 793.75.
        assert_eq!((rules.stage, rules.bandwidth), (750.0, 793.75));
    }
}
