//! LEDBAT++ (draft-irtf-iccrg-ledbat-plus-plus-06): LEDBAT with a lower target, a slower increase, a
//! multiplicative decrease, and periodic slowdowns in which the base delay is measured again.

use crate::protocols::prelude::*;
use crate::transport::delay_history::DelayHistory;

params! {
    pub struct Params {
        /// The queueing delay that the flow aims at.
        target: f64 = 0.06, unit "s", range 0.001..=1.0, scale log, label "Target delay", cite "draft-irtf-iccrg-ledbat-plus-plus-06 section 4.5";
        /// Factor of the multiplicative decrease above the target.
        constant: f64 = 1.0, range 0.01..=10.0, scale log, label "Decrease constant", cite "draft-irtf-iccrg-ledbat-plus-plus-06 section 4.2";
        /// Time over which the base delay is the smallest delay.
        base_history: u32 = 10, unit "minutes", range 1..=60, cite "RFC 6817 section 2.5";
        /// The present delay is the smallest of this number of newest samples.
        current_filter: u32 = 4, unit "samples", range 1..=100, cite "RFC 6817 section 2.5";
        /// Reduce the window to two packets at regular times, so that the queue drains and all flows measure
        /// the base delay.
        slowdowns: bool = true, cite "draft-irtf-iccrg-ledbat-plus-plus-06 section 4.4";
        /// Time between two slowdowns, as a multiple of the duration of the last slowdown.
        slowdown_interval: f64 = 9.0, range 1.0..=1000.0, scale log, cite "draft-irtf-iccrg-ledbat-plus-plus-06 section 4.4";
        ..tcp: TcpParams;
    }
}

/// Smallest window, and window during a slowdown, in packets.
const MIN_WINDOW: f64 = 2.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, State)]
enum LedbatPhase {
    /// The first slow start.
    Start,
    /// Congestion avoidance.
    Steady,
    /// A slowdown: two packets for two round trips.
    Slow,
    /// Slow start after a slowdown.
    Ramp,
}

signals! {
    const SIGNALS: LedbatPpSignals {
        ..window: window::WindowSignals;
        /// Round-trip time above the base delay.
        queueing: "Queueing delay" in "s";
        /// The smallest round-trip time of the history.
        base: "Base delay" in "s";
        /// The queueing delay that the flow aims at.
        target: "Target" in "s";
        /// Increase of the window per round trip below the target.
        gain: "Gain" in "packets";
        /// 0: first slow start, 1: congestion avoidance, 2: slowdown, 3: return from the slowdown.
        phase: "Phase";
    }
}

decisions! {
    mod decision after window::decision {
        values {
            delay: "Queueing delay of the round trip." in "s",
            target: "Target of the queueing delay." in "s",
            gain: "Increase per round trip below the target." in "packets",
            window: "Window." in "packets",
        }
        /// The queueing delay of {delay} is below the target of {target}: the gain of {gain} packets changes
        /// the window {from} -> {to} packets.
        Grows "ledbat_pp_grows" "Below the target" { from, to, delay, target, gain }
        /// The queueing delay of {delay} is above the target of {target}: window {from} -> {to} packets, with
        /// a gain of {gain} packets.
        Shrinks "ledbat_pp_shrinks" "Above the target" { from, to, delay, target, gain }
        /// The queueing delay of {delay} is above three quarters of the target of {target}, or a loss has
        /// occurred: slow start ends at {window} packets.
        LeavesSlowStart "ledbat_pp_leaves_slow_start" "First slow start ends" { window, delay, target }
        /// A slowdown lets the queue drain for two round trips: window {from} -> {to} packets.
        SlowsDown "ledbat_pp_slows_down" "Slowdown" { from, to }
        /// The two round trips are over. The base delay is {base}. Slow start from {from} to {to} packets.
        RampsUp "ledbat_pp_ramps_up" "Return from the slowdown" { from, to, base: "Base delay." in "s" }
        /// The window is {window} packets again after {length}: the next slowdown follows in {wait}.
        Back "ledbat_pp_back" "Slowdown over" {
            window, length: "Duration of the slowdown." in "s", wait: "Time until the next slowdown." in "s",
        }
    }
}

#[derive(Clone, Debug, State)]
pub struct LedbatPpRules {
    params: Params,
    delays: DelayHistory,
    phase: LedbatPhase,
    /// When the last slowdown began.
    slow_since: Time,
    /// In congestion avoidance, the start of the next slowdown; in a slowdown, the end of its two round trips.
    next_at: Time,
    /// The round ends when all packets below this packet are acknowledged.
    round_end: u32,
    /// The last gain.
    gain: f64,
}

impl LedbatPpRules {
    fn new(params: Params) -> Self {
        LedbatPpRules {
            params,
            delays: DelayHistory::default(),
            phase: LedbatPhase::Start,
            slow_since: 0,
            next_at: 0,
            round_end: 0,
            gain: 1.0,
        }
    }

    /// The gain at the base delay `base` in seconds: 1/16 at least, and larger if the base delay is large compared
    /// with the target (section 4.1).
    fn gain_at(&self, base: f64) -> f64 {
        if base <= 0.0 {
            1.0 / 16.0
        } else {
            1.0 / math::ceil(2.0 * self.params.target / base).clamp(1.0, 16.0)
        }
    }

    /// The window after a round trip with the queueing delay `q` (section 4.2).
    fn next_window(&self, window: f64, q: f64) -> f64 {
        let change = if q < self.params.target {
            self.gain
        } else {
            (self.gain - self.params.constant * window * (q / self.params.target - 1.0)).max(-window / 2.0)
        };
        (window + change).max(MIN_WINDOW)
    }

    /// Begins congestion avoidance.
    fn become_steady(&mut self, next_slowdown: Time) {
        self.phase = LedbatPhase::Steady;
        self.next_at = next_slowdown;
    }

    /// Begins the next phase if it is due. `q` is the queueing delay.
    fn change_phase(&mut self, w: &mut CongestionWindow, q: f64, feedback: &Feedback, out: &mut dyn Reports) {
        let now = feedback.now;
        let two_rounds = from_secs(2.0 * feedback.srtt);
        let before = w.cwnd;
        match self.phase {
            LedbatPhase::Start => {
                if q > 0.75 * self.params.target || !w.in_slow_start() {
                    w.ssthresh = w.cwnd;
                    self.become_steady(now + two_rounds);
                    out.decide(decision::LeavesSlowStart {
                        window: w.cwnd,
                        delay: q,
                        target: self.params.target,
                    });
                }
            }
            LedbatPhase::Steady if self.params.slowdowns && now >= self.next_at => {
                self.phase = LedbatPhase::Slow;
                self.slow_since = now;
                self.next_at = now + two_rounds;
                w.ssthresh = w.cwnd.max(MIN_WINDOW);
                w.cwnd = MIN_WINDOW;
                out.decide(decision::SlowsDown { from: before, to: w.cwnd });
            }
            LedbatPhase::Slow => {
                w.cwnd = w.cwnd.min(MIN_WINDOW);
                if now >= self.next_at {
                    self.phase = LedbatPhase::Ramp;
                    out.decide(decision::RampsUp {
                        from: w.cwnd,
                        to: w.ssthresh,
                        base: self.delays.base().unwrap_or(0.0),
                    });
                }
            }
            LedbatPhase::Ramp => {
                if !w.in_slow_start() {
                    let length = to_secs(now - self.slow_since);
                    let wait = length * self.params.slowdown_interval;
                    self.become_steady(now + from_secs(wait));
                    out.decide(decision::Back { window: w.cwnd, length, wait });
                }
            }
            LedbatPhase::Steady => {}
        }
    }

    /// Sets the window at the end of a round trip. A window that did not limit the sender does not grow.
    fn adjust_window(&self, w: &mut CongestionWindow, q: f64, window_limited: bool, out: &mut dyn Reports) {
        let next = self.next_window(w.cwnd, q);
        if next > w.cwnd && !window_limited {
            return;
        }
        let (from, to, delay, target, gain) = (w.cwnd, next, q, self.params.target, self.gain);
        if to > from {
            out.decide(decision::Grows { from, to, delay, target, gain });
        } else if to < from {
            out.decide(decision::Shrinks { from, to, delay, target, gain });
        }
        w.cwnd = next;
        w.ssthresh = w.ssthresh.min(w.cwnd);
    }
}

impl WindowAlgorithm for LedbatPpRules {
    fn on_ack(&mut self, w: &mut CongestionWindow, acked: Acked) {
        if w.in_slow_start() && self.phase != LedbatPhase::Slow {
            w.cwnd += self.gain * f64::from(acked.packets);
        }
    }

    fn on_congestion(&mut self, w: &mut CongestionWindow, in_flight: f64, _: Congestion, now: Time) {
        w.ssthresh = (in_flight / 2.0).max(MIN_WINDOW);
        match self.phase {
            // The first slowdown follows the first slow start.
            LedbatPhase::Start => self.become_steady(now),
            LedbatPhase::Slow | LedbatPhase::Ramp => {
                let length = now.saturating_sub(self.slow_since) as f64;
                self.become_steady(now + whole::<Time>(length * self.params.slowdown_interval));
            }
            LedbatPhase::Steady => {}
        }
    }

    fn observe(&mut self, w: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        let now = feedback.now;
        if let Some(rtt) = feedback.rtt {
            self.delays.add(rtt, now, self.params.base_history, self.params.current_filter);
        }
        let Some(q) = self.delays.queueing() else { return };
        self.gain = self.gain_at(self.delays.base().unwrap_or(0.0));
        if feedback.in_recovery || feedback.after_timeout {
            return;
        }
        self.change_phase(w, q, feedback, out);
        if feedback.una < self.round_end {
            return;
        }
        self.round_end = feedback.high;
        // A steady sender that is in slow start had a timeout.
        if self.phase == LedbatPhase::Steady && !w.in_slow_start() {
            self.adjust_window(w, q, feedback.window_limited, out);
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
            out.signal(SIGNALS.gain, self.gain);
            out.signal(SIGNALS.phase, self.phase as u8 as f64);
        }
    }

    fn restart(&mut self) {
        *self = LedbatPpRules::new(self.params.clone());
    }
}

controlled_tcp!(LedbatPp, LedbatPpRules, "ledbat_pp", "LEDBAT++", {
    // Slow start has rules of its own.
    const FIELDS: List<Field> = || controller::fields_without::<Params>(&["hystart"]);
    const SIGNALS: List<Signal> = LedbatPpSignals::list;
    const DECISIONS: List<Decision> = decision::list;
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::{MILLISECOND, SECOND};
    use crate::transport::controller::testing::RecordedReports;

    fn with_base(base: Time) -> LedbatPpRules {
        let mut rules = LedbatPpRules::new(Params { current_filter: 1, ..Params::default() });
        rules.delays.add(base, 0, 10, 1);
        rules.gain = rules.gain_at(to_secs(base));
        rules
    }

    #[test]
    fn the_gain_depends_on_target_and_base_delay() {
        // ceil(2 x 60 / 100) = 2; ceil(120 / 40) = 3; ceil(120 / 5) = 24, at most 16; ceil(120 / 500) = 1.
        for (base, inverse) in [(100, 2.0), (40, 3.0), (5, 16.0), (500, 1.0)] {
            assert_eq!(with_base(base * MILLISECOND).gain, 1.0 / inverse, "{base}");
        }
    }

    #[test]
    fn the_decrease_is_multiplicative_and_at_most_a_half() {
        let rules = with_base(100 * MILLISECOND);
        // Below the target: + 1/2. At 66 ms: 1/2 - 40 x 0.1 = -3.5. At 120 ms: 1/2 - 40 = -39.5, limited to
        // -20.
        for (q, window) in [(0.05, 40.5), (0.066, 36.5), (0.12, 20.0)] {
            assert!(
                (rules.next_window(40.0, q) - window).abs() < 1e-9,
                "{q}: {}",
                rules.next_window(40.0, q)
            );
        }
    }

    #[test]
    fn slowdowns_follow_two_round_trips_after_slow_start_and_nine_times_their_length() {
        let mut rules = LedbatPpRules::new(Params::default());
        let (mut w, mut reports) =
            (CongestionWindow { cwnd: 10.0, ssthresh: f64::MAX }, RecordedReports::default());
        let mut feedback = Feedback { srtt: 0.1, window_limited: true, ..Feedback::default() };
        let mut observe = |rules: &mut LedbatPpRules, w: &mut CongestionWindow, ms: u64, rtt: u64| {
            (feedback.now, feedback.rtt) = (ms * MILLISECOND, Some(rtt * MILLISECOND));
            feedback.high += 10;
            rules.observe(w, &feedback, &mut reports);
            rules.phase
        };
        for (ms, rtt, phase) in [
            (100, 100, LedbatPhase::Start),
            (200, 150, LedbatPhase::Start),
            (201, 150, LedbatPhase::Start),
            (202, 150, LedbatPhase::Start),
            // 50 ms of delay is above three quarters of 60 ms, once the sample of 100 ms has left the filter.
            (203, 150, LedbatPhase::Steady),
            (402, 150, LedbatPhase::Steady),
            (403, 150, LedbatPhase::Slow),
            (602, 100, LedbatPhase::Slow),
            (603, 100, LedbatPhase::Ramp),
        ] {
            assert_eq!(observe(&mut rules, &mut w, ms, rtt), phase, "{ms} ms");
            if phase == LedbatPhase::Slow {
                assert_eq!((w.cwnd, w.ssthresh > 9.9), (2.0, true), "{ms} ms");
            }
        }
        w.cwnd = w.ssthresh;
        // The slowdown took 600 ms, so the next comes after 5.4 s.
        assert_eq!(observe(&mut rules, &mut w, 1003, 100), LedbatPhase::Steady);
        assert_eq!(rules.next_at, 1003 * MILLISECOND + 54 * SECOND / 10);
    }
}
