//! LEDBAT (RFC 6817): a background transport that keeps the queueing delay at a target, and reduces its rate
//! if other flows cause more queueing delay.

use crate::protocols::prelude::*;
use crate::transport::ack_receiver::AckReceiver;
use crate::transport::delay_history::DelayHistory;

params! {
    pub struct Params {
        /// The queueing delay that the flow aims at.
        target: f64 = 0.1, unit "s", range 0.001..=0.1, scale log, label "Target delay", cite "RFC 6817 section 2.5";
        /// Packets per round trip by which the window grows while no queueing delay is measured.
        gain: f64 = 1.0, unit "packets", range 0.01..=1.0, label "Gain", cite "RFC 6817 section 2.5";
        /// Packets by which the window may exceed the packets in flight.
        allowed_increase: f64 = 1.0, unit "packets", range 0.1..=100.0, scale log, cite "RFC 6817 section 2.4.2";
        /// Time over which the base delay is the smallest delay.
        base_history: u32 = 10, unit "minutes", range 1..=60, cite "RFC 6817 section 2.5";
        /// The present delay is the smallest of this number of newest samples.
        current_filter: u32 = 4, unit "samples", range 1..=100, cite "RFC 6817 section 2.5";
        /// Double the window in each round trip at the start, until a loss.
        slow_start: bool = false, cite "RFC 6817 section 2.4.2";
        ..tcp: TcpParams;
    }
}

/// Smallest window in packets (RFC 6817 section 2.5, MIN_CWND).
const MIN_WINDOW: f64 = 2.0;

/// An unlimited threshold.
const UNLIMITED: f64 = 1e12;

signals! {
    const SIGNALS: LedbatSignals {
        ..window: window::WindowSignals;
        /// One-way delay above the base delay.
        queueing: "Queueing delay" in "s";
        /// The smallest one-way delay of the history.
        base: "Base delay" in "s";
        /// The queueing delay that the flow aims at.
        target: "Target" in "s";
    }
}

decisions! {
    mod decision after window::decision {
        values {
            delay: "Queueing delay on the way to the receiver." in "s",
            target: "Target of the queueing delay." in "s",
        }
        /// The queueing delay of {delay} is below the target of {target}: the round trip changed the window
        /// {from} -> {to} packets.
        RoundUp "ledbat_up" "Below the target" { from, to, delay, target }
        /// The queueing delay is {delay}, the target {target}: the round trip changed the window {from} ->
        /// {to} packets.
        RoundDown "ledbat_down" "Above the target" { from, to, delay, target }
    }
}

#[derive(Clone, Debug, State)]
pub struct LedbatRules {
    params: Params,
    delays: DelayHistory,
    /// Whether slow start is over, because it is not used or a loss has ended it.
    is_steady: bool,
    /// The round ends when all packets below `round_end` are acknowledged. `round_window` is the window at
    /// its start.
    round_end: u32,
    round_window: f64,
    /// Packets of this acknowledgement for which the window may grow.
    acked: u32,
}

impl LedbatRules {
    fn new(params: Params) -> Self {
        let is_steady = !params.slow_start;
        LedbatRules {
            params,
            delays: DelayHistory::default(),
            is_steady,
            round_end: 0,
            round_window: 0.0,
            acked: 0,
        }
    }

    /// How far the queueing delay is below the target, as a share of the target; negative above it.
    fn off_target(&self) -> Option<f64> {
        Some((self.params.target - self.delays.queueing()?) / self.params.target)
    }
}

impl WindowAlgorithm for LedbatRules {
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        // Without the setting, the first threshold is infinite, and slow start follows timeouts only.
        if w.in_slow_start() && (self.params.slow_start || w.ssthresh < UNLIMITED) {
            w.slow_start(acked.packets);
            return;
        }
        self.acked = acked.packets;
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, base: f64, _: Congestion, _: Time) {
        self.is_steady = true;
        w.ssthresh = (base / 2.0).max(MIN_WINDOW);
    }

    fn observe(&mut self, w: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        if let Some(delay) = feedback.one_way {
            self.delays.add(delay, feedback.now, self.params.base_history, self.params.current_filter);
        }
        let mut acked = std::mem::take(&mut self.acked);
        if acked == 0 && self.is_steady && !feedback.in_recovery && self.off_target() < Some(0.0) {
            // The window shrinks even if the application is the limit.
            acked = feedback.delivered;
        }
        if let Some(off_target) = self.off_target().filter(|_| acked > 0) {
            // RFC 6817 section 2.4.2: growth in proportion to the distance from the target, limited by the
            // packets in flight before the acknowledgement, and at most GAIN per round trip.
            w.cwnd += self.params.gain * off_target * f64::from(acked) / w.cwnd;
            let limit = f64::from(feedback.in_flight + feedback.delivered) + self.params.allowed_increase;
            w.cwnd = w.cwnd.min(limit).max(MIN_WINDOW);
            w.ssthresh = w.ssthresh.min(w.cwnd);
        }
        if feedback.una >= self.round_end {
            self.round_end = feedback.high;
            if let Some(off_target) = self.off_target().filter(|_| self.round_window > 0.0 && self.is_steady)
            {
                let (from, to, target) = (self.round_window, w.cwnd, self.params.target);
                let delay = target * (1.0 - off_target);
                if to > from {
                    out.decide(decision::RoundUp { from, to, delay, target });
                } else if to < from {
                    out.decide(decision::RoundDown { from, to, delay, target });
                }
            }
            self.round_window = w.cwnd;
        }
    }

    fn has_own_slow_start(&self) -> bool {
        true
    }

    fn emit(&self, out: &mut dyn Reports) {
        if let (Some(base), Some(queueing)) = (self.delays.base(), self.delays.queueing()) {
            out.signal(SIGNALS.queueing, queueing);
            out.signal(SIGNALS.base, base);
            out.signal(SIGNALS.target, self.params.target);
        }
    }

    fn restart(&mut self) {
        *self = LedbatRules::new(self.params.clone());
    }

    fn prepare(&self, receiver: &mut AckReceiver) {
        receiver.report_delay();
    }
}

controlled_tcp!(Ledbat, LedbatRules, "ledbat", "LEDBAT", {
    // Slow start has rules of its own. Acknowledgements report the delay where they would report the
    // number of marks.
    const FIELDS: List<Field> = || controller::fields_without::<Params>(&["hystart", "ecn_feedback"]);
    const SIGNALS: List<Signal> = LedbatSignals::list;
    const DECISIONS: List<Decision> = decision::list;
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::{MILLISECOND, from_secs};
    use crate::transport::controller::testing::RecordedReports;

    #[test]
    fn the_window_moves_in_proportion_to_the_distance_from_the_target() {
        let mut rules = LedbatRules::new(Params { current_filter: 1, ..Params::default() });
        let (mut w, mut reports) =
            (CongestionWindow { cwnd: 20.0, ssthresh: f64::MAX }, RecordedReports::default());
        let mut ack = |w: &mut CongestionWindow, delay: u64| {
            let before = w.cwnd;
            rules.on_ack(w, Acked { packets: 1, now: 0, srtt: 0.1 });
            let feedback = Feedback {
                one_way: Some(delay * MILLISECOND),
                in_flight: 19,
                delivered: 1,
                high: 100,
                ..Feedback::default()
            };
            rules.observe(w, &feedback, &mut reports);
            (w.cwnd - before) * before
        };
        // No queueing delay: 1 packet per window. Half of the target: half a packet. Twice the target: minus
        // one.
        for (delay, growth) in [(50, 1.0), (100, 0.5), (150, 0.0), (250, -1.0)] {
            let actual = ack(&mut w, delay);
            assert!((actual - growth).abs() < 1e-9, "{delay}: {actual}");
        }
        w.cwnd = 20.9;
        assert!(
            ack(&mut w, 50) > 0.0 && w.cwnd <= 21.0,
            "at most one packet above the 20 in flight: {}",
            w.cwnd
        );
        w.cwnd = 2.0;
        ack(&mut w, 1000);
        assert_eq!(w.cwnd, MIN_WINDOW);
    }
    #[test]
    fn the_history_has_the_length_of_the_setting() {
        let mut rules = LedbatRules::new(Params { base_history: 1, ..Params::default() });
        let (mut w, mut reports) =
            (CongestionWindow { cwnd: 20.0, ssthresh: 2.0 }, RecordedReports::default());
        for (at, delay, base) in [(0.0, 50, 0.05), (30.0, 90, 0.05), (61.0, 80, 0.08)] {
            let feedback =
                Feedback { one_way: Some(delay * MILLISECOND), now: from_secs(at), ..Feedback::default() };
            rules.observe(&mut w, &feedback, &mut reports);
            assert_eq!(rules.delays.base(), Some(base));
        }
    }
}
