//! The cycle of probing for bandwidth: Down, Cruise, Refill and Up (draft-ietf-ccwg-bbr-06, section 5.3.3).

use super::about::decision;
use super::{AckPhase, Bbr3Mode, Bbr3Rules, DEFAULT_WINDOW_GAIN, MAX_PROBE_ROUNDS, UP_WINDOW_GAIN};
use crate::protocols::prelude::*;
use crate::transport::delivery_rate::RateSample;

impl Bbr3Rules {
    pub(super) fn start_down(&mut self, now: Time, out: &mut dyn Reports) {
        // ResetCongestionSignals.
        (self.loss_in_round, self.latest_bandwidth, self.latest_in_flight) = (false, 0.0, 0.0);
        self.up_count = f64::INFINITY;
        // PickProbeWait.
        self.rounds_since_probe = u64::from(out.uniform() < 0.5);
        self.probe_wait = from_secs(self.params.probe_wait + out.uniform());
        self.cycle_at = now;
        self.ack_phase = AckPhase::ProbeStopping;
        self.start_round();
        self.enter(Bbr3Mode::Down, 0.9, DEFAULT_WINDOW_GAIN);
        out.decide(decision::Down {
            gain: self.pacing_gain,
            rate: self.paced(),
            bdp: self.bdp(self.max_bandwidth(), 1.0),
        });
    }

    pub(super) fn start_cruise(&mut self, out: &mut dyn Reports) {
        self.enter(Bbr3Mode::Cruise, 1.0, DEFAULT_WINDOW_GAIN);
        out.decide(decision::Cruises { rate: self.paced(), wait: to_secs(self.probe_wait) });
    }

    pub(super) fn start_refill(&mut self, out: &mut dyn Reports) {
        self.reset_short_term();
        (self.up_rounds, self.up_acks) = (0, 0.0);
        self.was_precautionary = false;
        self.ack_phase = AckPhase::Refilling;
        self.start_round();
        self.enter(Bbr3Mode::Refill, 1.0, DEFAULT_WINDOW_GAIN);
        out.decide(decision::Refills { rate: self.paced() });
    }

    pub(super) fn start_up(&mut self, sample: &RateSample, w: &CongestionWindow, out: &mut dyn Reports) {
        self.ack_phase = AckPhase::ProbeStarting;
        self.start_round();
        self.reset_full();
        self.full_bandwidth = sample.rate.unwrap_or(0.0);
        self.enter(Bbr3Mode::Up, 1.25, UP_WINDOW_GAIN);
        self.raise_slope(w);
        out.decide(decision::Up { gain: self.pacing_gain, rate: self.paced() });
    }

    /// RaiseInflightLongtermSlope: the limit grows by 1, 2, 4, ... packets per round trip.
    fn raise_slope(&mut self, w: &CongestionWindow) {
        let growth = f64::from(1u32 << self.up_rounds.min(30));
        self.up_rounds = (self.up_rounds + 1).min(30);
        self.up_count = (w.cwnd / growth).max(1.0);
    }

    /// AdaptLongTermModel. Returns whether it began the next probe.
    pub(super) fn adapt_long_term(
        &mut self,
        sample: &RateSample,
        w: &CongestionWindow,
        out: &mut dyn Reports,
    ) -> bool {
        if self.ack_phase == AckPhase::ProbeStarting && self.round_start {
            self.ack_phase = AckPhase::ProbeFeedback;
        }
        if self.ack_phase == AckPhase::ProbeStopping && self.round_start {
            self.ack_phase = AckPhase::Other;
            self.probe_samples = false;
            if self.is_probe_bandwidth() && !sample.app_limited && self.max_bandwidths[1] > 0.0 {
                self.max_bandwidths = [self.max_bandwidths[1], 0.0];
            }
            if self.is_probe_bandwidth() && self.was_precautionary && !self.prior_too_high {
                // The precautionary probe was safe, so the next probe may hold the long-term limit for a
                // round trip (section 5.3.3.6, acceleration).
                self.start_refill(out);
                return true;
            }
        }
        if self.is_too_high(sample.lost, f64::from(sample.sent_in_flight))
            || self.long_in_flight.is_infinite()
        {
            return false;
        }
        self.long_in_flight = self.long_in_flight.max(f64::from(sample.sent_in_flight));
        if self.mode == Bbr3Mode::Up && self.is_window_limited(sample, w) && w.cwnd >= self.long_in_flight {
            // ProbeInflightLongtermUpward.
            self.up_acks += f64::from(sample.newly_delivered);
            if self.up_acks >= self.up_count {
                let delta = whole::<u32>(self.up_acks / self.up_count);
                self.up_acks -= f64::from(delta) * self.up_count;
                self.long_in_flight += f64::from(delta);
            }
            if self.round_start {
                self.raise_slope(w);
            }
        }
        false
    }

    /// Whether the window was full before the acknowledgement.
    fn is_window_limited(&self, sample: &RateSample, w: &CongestionWindow) -> bool {
        f64::from(sample.in_flight_before + 1) > w.cwnd
    }

    /// UpdateProbeBWCyclePhase.
    pub(super) fn update_cycle(
        &mut self,
        w: &CongestionWindow,
        feedback: &Feedback,
        sample: &RateSample,
        out: &mut dyn Reports,
    ) {
        if !self.is_full {
            return;
        }
        if self.adapt_long_term(sample, w, out) {
            return;
        }
        let in_flight = f64::from(feedback.in_flight);
        match self.mode {
            Bbr3Mode::Down | Bbr3Mode::Cruise if self.is_time_to_probe(w, feedback.now) => {
                self.start_refill(out)
            }
            Bbr3Mode::Down => {
                let bdp = self.with_budget(self.bdp(self.max_bandwidth(), 1.0));
                if in_flight <= self.in_flight_with_headroom() && in_flight <= bdp {
                    self.start_cruise(out);
                }
            }
            Bbr3Mode::Refill if self.round_start => {
                self.probe_samples = true;
                self.start_up(sample, w, out);
            }
            Bbr3Mode::Up => {
                let is_over = self.is_time_to_go_down(w, sample, out);
                if is_over {
                    self.prior_too_high = false;
                    self.start_down(feedback.now, out);
                }
            }
            _ => {}
        }
    }

    /// IsTimeToGoDown. If the latest probe lost too much, the probe ends as soon as the packets in flight reach the
    /// long-term limit (section 5.3.3.6, deceleration). Otherwise it ends when the bandwidth stops growing.
    fn is_time_to_go_down(
        &mut self,
        w: &CongestionWindow,
        sample: &RateSample,
        out: &mut dyn Reports,
    ) -> bool {
        // This counts the packets in flight before the acknowledgement. The window does not exceed the limit, so
        // after the acknowledgement, fewer packets are always in flight.
        let has_reached_limit = f64::from(sample.in_flight_before + 1) > self.long_in_flight;
        if self.prior_too_high && has_reached_limit {
            self.was_precautionary = true;
            out.decide(decision::Precaution { limit: self.long_in_flight });
            return true;
        }
        if self.is_window_limited(sample, w) && w.cwnd >= self.long_in_flight {
            self.reset_full();
            self.full_bandwidth = sample.rate.unwrap_or(0.0);
            return false;
        }
        self.is_full_now
    }

    /// IsTimeToProbeBW: after the wait, or after as many round trips as Reno needs to increase its
    /// window by one BDP.
    pub(super) fn is_time_to_probe(&self, w: &CongestionWindow, now: Time) -> bool {
        now > self.cycle_at + self.probe_wait
            || self.rounds_since_probe as f64 >= self.target_in_flight(w.cwnd).min(MAX_PROBE_ROUNDS)
    }
}
