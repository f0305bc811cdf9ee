//! Copa (Arun and Balakrishnan 2018): the target rate is the inverse of `delta` times the queueing delay.
//! When it competes with flows that fill the queue, Copa becomes more aggressive.

use crate::protocols::prelude::*;
use crate::transport::delivery_rate::DeliveryRate;
use crate::transport::windowed::{WindowedMax, WindowedMin};

params! {
    pub struct Params {
        /// The inverse of the number of packets that the flow aims to have in the queue. A smaller value
        /// favours throughput, a larger value favours a short delay.
        delta: f64 = 0.5, range 0.004..=2.0, scale log, label "Delta", cite "Arun and Balakrishnan 2018 section 2.1";
        /// Compete with flows that fill the queue: use a smaller delta if the queue has not been nearly empty
        /// for `empty_rounds` round trips.
        mode_switching: bool = true, cite "Arun and Balakrishnan 2018 section 2.2";
        /// Number of round trips without a nearly empty queue after which competition is assumed.
        empty_rounds: u32 = 5, unit "round trips", range 2..=100, cite "Arun and Balakrishnan 2018 section 2.2";
        /// The queue counts as nearly empty if the queueing delay is below this share of the range of
        /// round-trip times.
        nearly_empty: f64 = 0.1, range 0.001..=0.9, cite "Arun and Balakrishnan 2018 section 2.2";
        ..paced: PacedParams;
    }
}

const MIN_WINDOW: f64 = 2.0;
/// The smallest round-trip time is taken over this time.
const MIN_RTT_WINDOW: Time = 10 * SECOND;
/// The range of round-trip times is the largest of this number of round trips minus the smallest round-trip
/// time.
const RANGE_ROUNDS: f64 = 4.0;
/// The velocity doubles once the direction has stayed the same for this number of round trips.
const STEADY_ROUNDS: u32 = 3;
/// A queue of fewer packets counts as nearly empty, whatever the range is.
const EMPTY_PACKETS: f64 = 2.0;
/// Smallest delta in competition.
const MIN_DELTA: f64 = 0.004;

#[derive(Clone, Copy, Debug, PartialEq, Eq, State)]
enum CopaMode {
    Default,
    Competitive,
}

signals! {
    const SIGNALS: CopaSignals {
        ..window: window::WindowSignals;
        /// Queueing delay: standing minus smallest round-trip time.
        queueing: "Queueing delay" in "s";
        /// The target rate: 1 / (delta x queueing delay), shown as at most four times the present rate.
        target: "Target rate" in "packets/s";
        /// Window divided by standing round-trip time.
        present: "Present rate" in "packets/s";
        /// Factor by which each change of the window is multiplied.
        velocity: "Velocity";
        /// The inverse of the number of packets that the flow aims to queue.
        delta: "Delta";
        /// 0: default, 1: competition.
        mode: "Mode";
    }
}

decisions! {
    mod decision after window::decision {
        values {
            delay: "Queueing delay: standing minus smallest round-trip time." in "s",
            range: "Largest round-trip time of the last four round trips minus the smallest round-trip time." in "s",
        }
        /// The rate of {rate} is above the target of {target}, with a queueing delay of {delay}: slow start
        /// ends at {window} packets.
        LeavesSlowStart "copa_leaves_slow_start" "Slow start ends" {
            window: "Window." in "packets", rate: "Rate." in "packets/s", target: "Target rate." in "packets/s",
            delay,
        }
        /// The direction changes at a queueing delay of {delay}: velocity {velocity} -> 1.
        Turns "copa_turns" "Direction changes" { velocity: "Velocity before.", delay }
        /// The direction has been the same for at least three round trips: velocity {before} -> {after}; the
        /// last round trip changed the window {from} -> {to} packets.
        SpeedsUp "copa_speeds_up" "Velocity grows" { before: "Velocity before.", after: "Velocity after.", from, to }
        /// The queue has not been nearly empty for {rounds} round trips: the queueing delay is {delay}, the
        /// range {range}. Another flow fills the queue, so Copa competes.
        Competes "copa_competes" "Competes" { delay, range, rounds: "Round trips." }
        /// The queue is nearly empty: the queueing delay is {delay}, the range {range}. Delta {from} -> {to}.
        StopsCompeting "copa_stops_competing" "Stops competing" {
            delay, range, from: "Delta before.", to: "Delta after.",
        }
        /// A loss in competition halved the number of packets that the flow aims to queue: delta is {delta}.
        BacksOff "copa_backs_off" "Loss in competition" { delta: "Delta." }
    }
}

#[derive(Clone, Debug, State)]
pub struct CopaRules {
    params: Params,
    /// Detects lost retransmissions.
    rate: DeliveryRate,
    /// The smallest round-trip time of the last 10 s.
    min: WindowedMin,
    /// The standing round-trip time: the smallest of the last half round trip.
    standing: WindowedMin,
    /// The largest round-trip time of the last four round trips.
    max: WindowedMax,
    /// The largest delivery rate of the last 10 s, in packets per second.
    fastest: WindowedMax,
    in_slow_start: bool,
    velocity: f64,
    /// Whether the window grows, and the number of round trips for which this direction has been the same.
    up: bool,
    same_rounds: u32,
    /// The round ends when all packets below `round_end` are acknowledged. `round_window` is the window at the
    /// start of the round.
    round_end: u32,
    /// Number of packets delivered at the start of the round.
    #[state(if self.counts_rounds_by_delivery())]
    round_delivered: u64,
    round_window: f64,
    mode: CopaMode,
    /// The inverse of delta in competition.
    inverse_delta: f64,
    /// The last time at which the queue was nearly empty.
    empty_at: Time,
    /// Whether a loss has been found since the start of the round.
    has_loss: bool,
    /// Round-trip times in seconds: smallest, standing, and smoothed.
    min_rtt: f64,
    standing_rtt: f64,
    srtt: f64,
    /// The window after the last acknowledgement.
    window: f64,
}

impl CopaRules {
    fn new(params: Params) -> Self {
        let inverse_delta = 1.0 / params.delta;
        CopaRules {
            params,
            rate: DeliveryRate::default(),
            min: WindowedMin::default(),
            standing: WindowedMin::default(),
            max: WindowedMax::default(),
            fastest: WindowedMax::default(),
            in_slow_start: true,
            velocity: 1.0,
            up: true,
            same_rounds: 0,
            round_end: 0,
            round_delivered: 0,
            round_window: 0.0,
            mode: CopaMode::Default,
            inverse_delta,
            empty_at: 0,
            has_loss: false,
            min_rtt: 0.0,
            standing_rtt: 0.0,
            srtt: 0.0,
            window: 0.0,
        }
    }

    fn delta(&self) -> f64 {
        match self.mode {
            CopaMode::Default => self.params.delta,
            CopaMode::Competitive => {
                (1.0 / self.inverse_delta).clamp(MIN_DELTA, self.params.delta.max(MIN_DELTA))
            }
        }
    }

    /// Queueing delay in seconds: standing less smallest round-trip time.
    fn queueing(&self) -> f64 {
        (self.standing_rtt - self.min_rtt).max(0.0)
    }

    /// The target rate in packets per second: one packet per delta queueing delays. Infinite without a queue.
    fn target(&self) -> f64 {
        1.0 / (self.delta() * self.queueing())
    }

    fn rate(&self, w: &CongestionWindow) -> f64 {
        w.cwnd / self.standing_rtt
    }

    fn measure(&mut self, rtt: Time, feedback: &Feedback) {
        let (now, rtt) = (feedback.now, to_secs(rtt.max(1)));
        self.srtt = feedback.srtt;
        self.min_rtt = self.min.add(now, rtt, MIN_RTT_WINDOW);
        self.standing_rtt = self.standing.add(now, rtt, from_secs(self.srtt / 2.0));
        self.max.add(now, rtt, from_secs(RANGE_ROUNDS * self.srtt));
    }

    /// Determines the mode (section 2.2): competition if the queue has not been nearly empty for five round
    /// trips.
    fn update_mode(&mut self, now: Time, out: &mut dyn Reports) {
        let range = self.max.get() - self.min_rtt;
        // On a slow link, one or two packets delay others by more than a tenth of the range.
        let fastest = self.fastest.get();
        let packets = if fastest > 0.0 { EMPTY_PACKETS / fastest } else { 0.0 };
        if self.queueing() < (self.params.nearly_empty * range).max(packets) {
            self.empty_at = now;
        }
        let waited = to_secs(now - self.empty_at);
        let competes = self.params.mode_switching && waited > f64::from(self.params.empty_rounds) * self.srtt;
        match (self.mode, competes) {
            (CopaMode::Default, true) => {
                self.mode = CopaMode::Competitive;
                self.inverse_delta = 1.0 / self.params.delta;
                out.decide(decision::Competes {
                    delay: self.queueing(),
                    range,
                    rounds: f64::from(self.params.empty_rounds),
                });
            }
            (CopaMode::Competitive, false) => {
                out.decide(decision::StopsCompeting {
                    delay: self.queueing(),
                    range,
                    from: self.delta(),
                    to: self.params.delta,
                });
                self.mode = CopaMode::Default;
            }
            _ => {}
        }
    }

    /// Whether losses are found by time and repaired, which can take many round trips.
    fn counts_rounds_by_delivery(&self) -> bool {
        self.params.paced.rack || self.params.paced.quic
    }

    /// While losses are repaired: whether a packet is delivered that was sent in this round. The oldest
    /// unacknowledged packet shows no progress then.
    fn is_round_delivered(&self, feedback: &Feedback) -> bool {
        (feedback.in_recovery || feedback.after_timeout)
            && self.counts_rounds_by_delivery()
            && feedback.sample.is_some_and(|sample| sample.prior_delivered >= self.round_delivered)
    }

    /// Ends a round: velocity and, in competition, delta.
    fn end_round(&mut self, w: &CongestionWindow, out: &mut dyn Reports) {
        let went_up = w.cwnd > self.round_window;
        if went_up == self.up {
            self.same_rounds += 1;
            if self.same_rounds >= STEADY_ROUNDS {
                // No faster than doubling the window in a round trip.
                let limit = (w.cwnd * self.delta()).max(1.0);
                let velocity = (2.0 * self.velocity).min(limit);
                if velocity > self.velocity {
                    out.decide(decision::SpeedsUp {
                        before: self.velocity,
                        after: velocity,
                        from: self.round_window,
                        to: w.cwnd,
                    });
                }
                self.velocity = velocity;
            }
        } else {
            self.turn(went_up, out);
        }
        self.round_window = w.cwnd;
        if self.mode == CopaMode::Competitive && !self.has_loss {
            self.inverse_delta = (self.inverse_delta + 1.0).min(1.0 / MIN_DELTA);
        }
        self.has_loss = false;
    }

    fn turn(&mut self, up: bool, out: &mut dyn Reports) {
        if self.velocity > 1.0 {
            out.decide(decision::Turns { velocity: self.velocity, delay: self.queueing() });
        }
        (self.up, self.velocity, self.same_rounds) = (up, 1.0, 0);
    }
}

impl WindowAlgorithm for CopaRules {
    fn on_congestion(&mut self, w: &mut CongestionWindow, _: f64, kind: Congestion, now: Time) {
        self.has_loss = true;
        if self.mode == CopaMode::Competitive && kind != Congestion::Timeout {
            self.inverse_delta = (self.inverse_delta / 2.0).max(1.0 / self.params.delta);
        }
        if kind == Congestion::Timeout {
            // The window is one packet afterwards and grows by the rules.
            (self.velocity, self.same_rounds) = (1.0, 0);
            self.empty_at = now;
            w.ssthresh = w.cwnd.max(MIN_WINDOW);
        }
    }

    fn observe(&mut self, w: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        if let Some(rtt) = feedback.rtt {
            self.measure(rtt, feedback);
        } else {
            self.standing.expire(feedback.now, from_secs(self.srtt / 2.0));
        }
        if self.standing_rtt <= 0.0 || feedback.delivered == 0 {
            return;
        }
        if let Some(rate) = feedback.sample.and_then(|sample| sample.rate) {
            self.fastest.add(feedback.now, rate, MIN_RTT_WINDOW);
        }
        let was_competing = self.mode == CopaMode::Competitive;
        self.update_mode(feedback.now, out);
        if was_competing && self.has_loss && feedback.in_recovery && feedback.una >= self.round_end {
            out.decide(decision::BacksOff { delta: self.delta() });
        }
        let acked = f64::from(feedback.delivered);
        let grows = self.rate(w) <= self.target();
        if self.in_slow_start {
            if grows {
                if feedback.window_limited
                    || f64::from(feedback.in_flight + feedback.delivered) >= w.cwnd / 2.0
                {
                    w.cwnd += acked;
                }
            } else {
                self.in_slow_start = false;
                out.decide(decision::LeavesSlowStart {
                    window: w.cwnd,
                    rate: self.rate(w),
                    target: self.target(),
                    delay: self.queueing(),
                });
            }
        }
        if !self.in_slow_start {
            if grows != self.up && self.velocity > 1.0 {
                self.turn(grows, out);
            }
            let step = self.velocity * acked / (self.delta() * w.cwnd);
            if !grows {
                w.cwnd -= step.min(w.cwnd / 2.0);
            } else if f64::from(feedback.in_flight + feedback.delivered) >= w.cwnd / 2.0 {
                // If the application limits sending, the window must not grow far above the packets in
                // flight.
                w.cwnd += step.min(w.cwnd);
            }
        }
        w.cwnd = w.cwnd.max(MIN_WINDOW);
        self.window = w.cwnd;
        if feedback.una >= self.round_end || self.is_round_delivered(feedback) {
            self.round_end = feedback.high;
            self.round_delivered = self.rate.delivered();
            self.end_round(w, out);
        }
    }

    fn sampler(&mut self) -> Option<&mut DeliveryRate> {
        Some(&mut self.rate)
    }

    fn paces(&self) -> bool {
        true
    }

    fn gap(&self, w: &CongestionWindow, srtt: f64) -> f64 {
        // The pace is two windows per standing round-trip time (section 2.1). Before the first round-trip
        // sample, packets are not paced.
        let rtt = if self.standing_rtt > 0.0 { self.standing_rtt } else { srtt };
        rtt / (2.0 * w.cwnd.max(1.0))
    }

    fn owns_window(&self) -> bool {
        true
    }

    fn on_idle_end(&mut self, _: &mut CongestionWindow, now: Time) {
        // While nothing was sent, the queue held no packet of this flow.
        self.empty_at = now;
    }

    fn emit(&self, out: &mut dyn Reports) {
        if self.standing_rtt > 0.0 {
            out.signal(SIGNALS.queueing, self.queueing());
            // Without a queue the target is infinite.
            let rate = self.window / self.standing_rtt;
            out.signal(
                SIGNALS.target,
                if self.queueing() > 0.0 { self.target().min(4.0 * rate) } else { 4.0 * rate },
            );
            out.signal(SIGNALS.present, rate);
            out.signal(SIGNALS.velocity, self.velocity);
            out.signal(SIGNALS.delta, self.delta());
            out.signal(SIGNALS.mode, f64::from(self.mode as u8));
        }
    }

    fn restart(&mut self) {
        *self = CopaRules::new(self.params.clone());
    }
}

controlled_tcp!(Copa, CopaRules, "copa", "Copa", |params| params.paced.tcp(), {
    const SIGNALS: List<Signal> = CopaSignals::list;
    const DECISIONS: List<Decision> = decision::list;
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::Decided;
    use crate::ground::convert::narrow;
    use crate::ground::time::MILLISECOND;
    use crate::transport::controller::testing::RecordedReports;

    /// Rules after slow start with a smallest round-trip time of 100 ms.
    fn steady() -> CopaRules {
        let mut rules = CopaRules::new(Params::default());
        rules.in_slow_start = false;
        rules.min.add(0, 0.1, MIN_RTT_WINDOW);
        rules
    }

    fn feedback(now: Time, rtt: Time, una: u32, high: u32) -> Feedback {
        Feedback {
            now: now * MILLISECOND,
            rtt: Some(rtt * MILLISECOND),
            srtt: 0.1,
            delivered: 1,
            in_flight: high - una,
            una,
            high,
            window_limited: true,
            ..Feedback::default()
        }
    }

    #[test]
    fn the_window_moves_by_velocity_over_delta_towards_the_target() {
        let (mut rules, mut reports) = (steady(), RecordedReports::default());
        let mut w = CongestionWindow { cwnd: 50.0, ssthresh: f64::MAX };
        // Target 1 / (0.5 x 5 ms) = 400 packets/s; rate 50 / 105 ms = 476. The window falls by 1 / (0.5
        // x 50) = 0.04.
        rules.round_end = 1000;
        rules.observe(&mut w, &feedback(200, 105, 0, 50), &mut reports);
        assert!((rules.target() - 400.0).abs() < 1e-6 && (w.cwnd - 49.96).abs() < 1e-9, "{}", w.cwnd);
        // 4 ms: target 500, rate 49.96 / 104 ms = 480. The window grows.
        rules.standing = WindowedMin::default();
        rules.observe(&mut w, &feedback(201, 104, 0, 50), &mut reports);
        assert!(w.cwnd > 49.96);
    }

    #[test]
    fn the_velocity_doubles_from_the_third_round_trip_in_the_same_direction() {
        let (mut rules, mut reports) = (steady(), RecordedReports::default());
        let mut w = CongestionWindow { cwnd: 100.0, ssthresh: f64::MAX };
        let mut velocities = Vec::new();
        for _ in 0..6 {
            w.cwnd += 2.0;
            rules.standing_rtt = 0.1;
            rules.end_round(&w, &mut reports);
            velocities.push(rules.velocity);
        }
        assert_eq!(velocities, [1.0, 1.0, 2.0, 4.0, 8.0, 16.0]);
        w.cwnd -= 1.0;
        rules.end_round(&w, &mut reports);
        assert_eq!((rules.velocity, rules.same_rounds, rules.up), (1.0, 0, false));
    }

    #[test]
    fn copa_competes_after_five_round_trips_without_a_nearly_empty_queue() {
        let (mut rules, mut reports) = (steady(), RecordedReports::default());
        let mut w = CongestionWindow { cwnd: 50.0, ssthresh: f64::MAX };
        // The range is 100 ms, so a queue of less than 10 ms is nearly empty. The delay stays at 50 to
        // 100 ms.
        for ms in 0..=52 {
            let rtt = if ms % 2 == 0 { 200 } else { 150 };
            rules.observe(
                &mut w,
                &feedback(10 * ms, rtt, narrow::<u32>(ms), narrow::<u32>(ms) + 50),
                &mut reports,
            );
            assert_eq!(rules.mode == CopaMode::Competitive, ms > 50, "{ms}: five round trips of 100 ms");
        }
        assert_eq!(rules.delta(), 0.5);
        for _ in 0..4 {
            rules.end_round(&w, &mut reports);
        }
        assert_eq!(rules.delta(), 1.0 / 6.0, "1/delta grows from 2 by one per round trip");
        rules.on_congestion(&mut w, 50.0, Congestion::Loss, 0);
        assert_eq!(rules.delta(), 1.0 / 3.0);
        for _ in 0..2 {
            rules.on_congestion(&mut w, 50.0, Congestion::Loss, 0);
        }
        assert_eq!(rules.delta(), 0.5, "at most the default");
        rules.observe(&mut w, &feedback(600, 101, 60, 110), &mut reports);
        assert_eq!(rules.mode, CopaMode::Default);
        assert!(
            reports.kinds().contains(&decision::Competes::KIND)
                && reports.kinds().contains(&decision::StopsCompeting::KIND)
        );
    }
}
