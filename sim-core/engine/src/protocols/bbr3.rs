//! BBR version 3 (draft-ietf-ccwg-bbr-06): BBR's model of the path, bounded by losses. The state machine and
//! the model are in this file; `bbr3/about.rs` describes the algorithm.

mod about;
#[cfg(test)]
mod tests;

use crate::protocols::prelude::*;
use crate::transport::delivery_rate::{DeliveryRate, LostPacket, RateSample};
use crate::transport::windowed::WindowedMax;
use about::{SIGNALS, decision};

params! {
    pub struct Params {
        /// Gain of the rate in start-up.
        startup_gain: f64 = 2.77, range 1.1..=10.0, label "Start-up gain", cite "draft-ietf-ccwg-bbr-06 section 5.3.1.1";
        /// Gain of the rate while the queue of start-up drains.
        drain_gain: f64 = 0.5, range 0.1..=0.99, label "Drain gain", cite "draft-ietf-ccwg-bbr-06 section 5.3.2";
        /// Share of lost packets in a round trip above which too much is in flight.
        loss_threshold: f64 = 0.02, range 0.0..=0.5, cite "draft-ietf-ccwg-bbr-06 section 2.8";
        /// Smallest share of the bounds that remains after a round trip with losses.
        beta: f64 = 0.7, range 0.1..=0.99, label "Beta", cite "draft-ietf-ccwg-bbr-06 section 2.8";
        /// Share of the long-term limit on packets in flight that is left to other flows.
        headroom: f64 = 0.15, range 0.0..=0.9, cite "draft-ietf-ccwg-bbr-06 section 2.8";
        /// Shortest wait between two probes for bandwidth. A random time of up to a second is added.
        probe_wait: f64 = 2.0, unit "s", range 0.01..=100.0, scale log, label "Wait between probes", cite "draft-ietf-ccwg-bbr-06 section 5.3.3.8";
        /// Time after which the smallest round-trip time is measured anew.
        probe_rtt_interval: f64 = 5.0, unit "s", range 0.1..=1000.0, scale log, label "Interval of RTT probes", cite "draft-ietf-ccwg-bbr-06 section 5.3.4";
        /// Shortest duration of a measurement of the smallest round-trip time.
        probe_rtt_duration: f64 = 0.2, unit "s", range 0.0..=10.0, label "Duration of RTT probes", cite "draft-ietf-ccwg-bbr-06 section 5.3.4";
        ..paced: PacedParams;
    }
}

const DEFAULT_WINDOW_GAIN: f64 = 2.0;
const UP_WINDOW_GAIN: f64 = 2.25;
const PROBE_RTT_WINDOW_GAIN: f64 = 0.5;
const MIN_WINDOW: f64 = 4.0;
const PACING_MARGIN: f64 = 0.01;
/// Allowance for packets that wait in the hosts: three packets (section 5.5.8 with a quantum of one packet).
const OFFLOAD_BUDGET: f64 = 3.0;
const FULL_GROWTH: f64 = 1.25;
const FULL_ROUNDS: u32 = 3;
/// Number of acknowledgements with losses in a round trip at which start-up ends, if the loss is high.
const STARTUP_LOSS_EVENTS: u32 = 6;
const MIN_RTT_WINDOW: Time = 10_000 * MILLISECOND;
const AGGREGATION_ROUNDS: u64 = 10;
/// Longest wait, in round trips, between two probes for bandwidth. It lets flows of Reno and CUBIC get their
/// share (section 5.3.3.8.2).
const MAX_PROBE_ROUNDS: f64 = 63.0;
/// Drain ends after this number of round trips at the latest.
const MAX_DRAIN_ROUNDS: u64 = 3;

/// The states of the algorithm, numbered as in the signal `state`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, State)]
enum Bbr3Mode {
    #[default]
    Startup,
    Drain,
    Down,
    Cruise,
    Refill,
    Up,
    ProbeRtt,
}

/// Which packets the arriving acknowledgements cover, relative to a probe for bandwidth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, State)]
enum AckPhase {
    Other,
    ProbeStarting,
    ProbeFeedback,
    ProbeStopping,
    Refilling,
}

/// The state that is restored when all packets that counted as lost have arrived (section 5.5.11).
#[derive(Clone, Copy, Debug, Default, State)]
struct Undo {
    /// The probing state that the losses ended.
    mode: Option<Bbr3Mode>,
    short_bandwidth: f64,
    short_in_flight: f64,
    long_in_flight: f64,
}

#[derive(Clone, Debug, State)]
#[state(not(bits))]
pub struct Bbr3Rules {
    params: Params,
    /// Bits of a packet, for signals.
    bits: f64,
    rate: DeliveryRate,
    mode: Bbr3Mode,
    /// The largest rate samples of the previous and the present cycle, in packets per second.
    max_bandwidths: [f64; 2],
    min_rtt: Time,
    min_rtt_at: Time,
    /// The smallest round-trip time of the present interval of RTT probes, and when it was seen.
    probe_rtt_min: Time,
    probe_rtt_min_at: Time,
    probe_rtt_expired: bool,
    probe_rtt_end: Option<Time>,
    probe_rtt_round_done: bool,
    /// Bounds of bandwidth and packets in flight; infinite if there is none.
    short_bandwidth: f64,
    short_in_flight: f64,
    long_in_flight: f64,
    /// The largest rate and volume delivered in the present round of loss detection.
    latest_bandwidth: f64,
    latest_in_flight: f64,
    loss_in_round: bool,
    loss_round_end: u64,
    loss_round_start: bool,
    loss_events: u32,
    /// Packet-timed rounds.
    round: u64,
    round_end: u64,
    round_start: bool,
    /// The estimator of a full pipe.
    full_bandwidth: f64,
    full_rounds: u32,
    is_full_now: bool,
    is_full: bool,
    drain_start: u64,
    /// Cycle of probing.
    cycle_at: Time,
    probe_wait: Time,
    rounds_since_probe: u64,
    ack_phase: AckPhase,
    /// Whether losses still belong to the last probe.
    probe_samples: bool,
    up_rounds: u32,
    up_acks: f64,
    up_count: f64,
    /// Whether the latest probe lost too much. The next probe then ends early, as a precaution.
    prior_too_high: bool,
    /// Whether the latest probe was such a precautionary probe.
    was_precautionary: bool,
    undo: Undo,
    pacing_gain: f64,
    window_gain: f64,
    pacing_rate: f64,
    idle_restart: bool,
    prior_window: f64,
    was_in_recovery: bool,
    aggregation_start: Time,
    aggregation_acked: f64,
    excess: WindowedMax,
    /// Share of lost packets of the last sample.
    loss_share: f64,
}

impl Bbr3Rules {
    fn new(params: Params, bits: f64) -> Self {
        let pacing_gain = params.startup_gain;
        Bbr3Rules {
            params,
            bits,
            rate: DeliveryRate::with_losses(),
            mode: Bbr3Mode::Startup,
            max_bandwidths: [0.0; 2],
            min_rtt: NEVER,
            min_rtt_at: 0,
            probe_rtt_min: NEVER,
            probe_rtt_min_at: 0,
            probe_rtt_expired: false,
            probe_rtt_end: None,
            probe_rtt_round_done: false,
            short_bandwidth: f64::INFINITY,
            short_in_flight: f64::INFINITY,
            long_in_flight: f64::INFINITY,
            latest_bandwidth: 0.0,
            latest_in_flight: 0.0,
            loss_in_round: false,
            loss_round_end: 0,
            loss_round_start: false,
            loss_events: 0,
            round: 0,
            round_end: 0,
            round_start: false,
            full_bandwidth: 0.0,
            full_rounds: 0,
            is_full_now: false,
            is_full: false,
            drain_start: 0,
            cycle_at: 0,
            probe_wait: 0,
            rounds_since_probe: 0,
            ack_phase: AckPhase::Other,
            probe_samples: false,
            up_rounds: 0,
            up_acks: 0.0,
            up_count: f64::INFINITY,
            prior_too_high: false,
            was_precautionary: false,
            undo: Undo::default(),
            pacing_gain,
            window_gain: DEFAULT_WINDOW_GAIN,
            pacing_rate: 0.0,
            idle_restart: false,
            prior_window: 0.0,
            was_in_recovery: false,
            aggregation_start: 0,
            aggregation_acked: 0.0,
            excess: WindowedMax::default(),
            loss_share: 0.0,
        }
    }

    // ---- the model ----

    /// The largest rate of the previous and the present cycle, in packets per second.
    fn max_bandwidth(&self) -> f64 {
        self.max_bandwidths[0].max(self.max_bandwidths[1])
    }

    /// The bandwidth that the rate is computed from (BoundBWForModel).
    fn bandwidth(&self) -> f64 {
        self.max_bandwidth().min(self.short_bandwidth)
    }

    /// A multiple of the BDP in packets. Before the first sample, the initial window (BDPMultiple).
    fn bdp(&self, bandwidth: f64, gain: f64) -> f64 {
        if self.min_rtt == NEVER {
            self.params.paced.initial_window
        } else {
            gain * bandwidth * to_secs(self.min_rtt)
        }
    }

    /// QuantizationBudget.
    fn with_budget(&self, packets: f64) -> f64 {
        let packets = packets.max(OFFLOAD_BUDGET).max(MIN_WINDOW);
        if self.mode == Bbr3Mode::Up { packets + 2.0 } else { packets }
    }

    /// TargetInflight.
    fn target_in_flight(&self, window: f64) -> f64 {
        self.bdp(self.bandwidth(), 1.0).min(window)
    }

    /// The long-term limit on packets in flight, less the headroom for other flows
    /// (InflightWithHeadroom).
    fn in_flight_with_headroom(&self) -> f64 {
        if self.long_in_flight.is_infinite() {
            return f64::INFINITY;
        }
        let headroom = (self.params.headroom * self.long_in_flight).max(1.0);
        (self.long_in_flight - headroom).max(MIN_WINDOW)
    }

    fn max_in_flight(&self) -> f64 {
        let bdp = self.bdp(self.bandwidth(), self.window_gain);
        self.with_budget(bdp + self.excess.get())
    }

    fn is_probe_bandwidth(&self) -> bool {
        matches!(self.mode, Bbr3Mode::Down | Bbr3Mode::Cruise | Bbr3Mode::Refill | Bbr3Mode::Up)
    }

    /// Whether the flow accelerates on purpose (IsProbingBW).
    fn is_probing(&self) -> bool {
        matches!(self.mode, Bbr3Mode::Startup | Bbr3Mode::Refill | Bbr3Mode::Up)
    }

    fn is_too_high(&self, lost: u64, sent_in_flight: f64) -> bool {
        lost as f64 > sent_in_flight * self.params.loss_threshold
    }

    fn start_round(&mut self) {
        self.round_end = self.rate.delivered();
    }

    // ---- losses ----

    /// HandleLostPacket (section 5.5.10.2).
    fn on_lost_packet(&mut self, packet: LostPacket, w: &CongestionWindow, now: Time, out: &mut dyn Reports) {
        if !self.loss_in_round {
            self.loss_round_end = packet.delivered;
            self.save_state(w);
        }
        self.loss_in_round = true;
        let sent_in_flight = f64::from(packet.sent_in_flight);
        if self.probe_samples && self.is_too_high(packet.lost_since, sent_in_flight) {
            // The number of packets in flight at which the losses exceeded the threshold.
            let before = sent_in_flight - 1.0;
            let lost_before = packet.lost_since as f64 - 1.0;
            let threshold = self.params.loss_threshold;
            let prefix = ((threshold * before - lost_before) / (1.0 - threshold)).max(0.0);
            self.on_too_high(before + prefix, packet, w, now, out);
        }
    }

    /// HandleInflightTooHigh.
    fn on_too_high(
        &mut self,
        in_flight: f64,
        packet: LostPacket,
        w: &CongestionWindow,
        now: Time,
        out: &mut dyn Reports,
    ) {
        self.prior_too_high = true;
        self.probe_samples = false;
        if !packet.app_limited {
            self.long_in_flight = in_flight.max(self.target_in_flight(w.cwnd) * self.params.beta);
            let share = packet.lost_since as f64 / f64::from(packet.sent_in_flight.max(1));
            out.decide(decision::TooHigh {
                loss: share,
                threshold: self.params.loss_threshold,
                limit: self.long_in_flight,
            });
        }
        if self.mode == Bbr3Mode::Up {
            self.undo.mode = Some(Bbr3Mode::Up);
            self.start_down(now, out);
        }
    }

    /// SaveStateUponLoss (section 5.5.11.1).
    fn save_state(&mut self, w: &CongestionWindow) {
        self.save_window(w);
        self.undo = Undo {
            mode: None,
            short_bandwidth: self.short_bandwidth,
            short_in_flight: self.short_in_flight,
            long_in_flight: self.long_in_flight,
        };
    }

    /// HandleSpuriousLossDetection (section 5.5.11.2).
    fn restore_state(&mut self, w: &mut CongestionWindow, out: &mut dyn Reports) {
        let (before, undo) = (w.cwnd, std::mem::take(&mut self.undo));
        w.cwnd = w.cwnd.max(self.prior_window);
        self.loss_in_round = false;
        self.reset_full();
        self.short_bandwidth = self.short_bandwidth.max(undo.short_bandwidth);
        self.short_in_flight = self.short_in_flight.max(undo.short_in_flight);
        self.long_in_flight = self.long_in_flight.max(undo.long_in_flight);
        out.decide(decision::Undone { from: before, to: w.cwnd });
        match undo.mode {
            Some(Bbr3Mode::Startup) if self.mode != Bbr3Mode::Startup => {
                self.is_full = false;
                if self.mode != Bbr3Mode::ProbeRtt {
                    self.start_startup();
                }
            }
            Some(Bbr3Mode::Up) if !matches!(self.mode, Bbr3Mode::Up | Bbr3Mode::ProbeRtt) => {
                self.start_refill(out);
            }
            _ => {}
        }
    }

    /// UpdateLatestDeliverySignals.
    fn update_latest(&mut self, sample: &RateSample) {
        self.loss_round_start = false;
        self.latest_bandwidth = self.latest_bandwidth.max(sample.rate.unwrap_or(0.0));
        self.latest_in_flight = self.latest_in_flight.max(sample.delivered as f64);
        if sample.prior_delivered >= self.loss_round_end {
            self.loss_round_end = self.rate.delivered();
            self.loss_round_start = true;
        }
    }

    /// UpdateCongestionSignals, with UpdateRound and UpdateMaxBw.
    fn update_congestion(&mut self, sample: &RateSample, w: &CongestionWindow, out: &mut dyn Reports) {
        self.round_start = sample.prior_delivered >= self.round_end;
        if self.round_start {
            self.start_round();
            self.round += 1;
            self.rounds_since_probe += 1;
        }
        if let Some(rate) = sample.rate
            && (rate >= self.max_bandwidth() || !sample.app_limited)
        {
            self.max_bandwidths[1] = self.max_bandwidths[1].max(rate);
        }
        if !self.loss_round_start {
            return;
        }
        // AdaptLowerBoundsFromCongestion: once per round trip with losses.
        if self.loss_in_round && !self.is_probing() {
            let beta = self.params.beta;
            let bound =
                if self.short_bandwidth.is_infinite() { self.max_bandwidth() } else { self.short_bandwidth };
            self.short_bandwidth = self.latest_bandwidth.max(beta * bound);
            let bound = if self.short_in_flight.is_infinite() { w.cwnd } else { self.short_in_flight };
            self.short_in_flight = self.latest_in_flight.max(beta * bound);
            out.decide(decision::SlowsDown {
                rate: self.short_bandwidth * self.bits,
                limit: self.short_in_flight,
            });
        }
        self.loss_in_round = false;
    }

    fn reset_short_term(&mut self) {
        (self.short_bandwidth, self.short_in_flight) = (f64::INFINITY, f64::INFINITY);
    }

    /// UpdateACKAggregation.
    fn update_aggregation(&mut self, acked: f64, window: f64, now: Time) {
        if acked == 0.0 {
            return;
        }
        let mut expected = self.bandwidth() * to_secs(now.saturating_sub(self.aggregation_start));
        if self.aggregation_acked <= expected {
            (self.aggregation_start, self.aggregation_acked) = (now, 0.0);
            expected = 0.0;
        }
        self.aggregation_acked += acked;
        let excess = (self.aggregation_acked - expected).clamp(0.0, window);
        self.excess.add(self.round, excess, if self.is_full { AGGREGATION_ROUNDS } else { 1 });
    }

    // ---- the state machine ----

    fn reset_full(&mut self) {
        (self.full_bandwidth, self.full_rounds, self.is_full_now) = (0.0, 0, false);
    }

    /// CheckFullBWReached.
    fn check_full(&mut self, sample: &RateSample) {
        if self.is_full_now || !self.round_start || sample.app_limited {
            return;
        }
        let rate = sample.rate.unwrap_or(0.0);
        if rate >= self.full_bandwidth * FULL_GROWTH {
            self.reset_full();
            self.full_bandwidth = rate;
            return;
        }
        self.full_rounds += 1;
        self.is_full_now = self.full_rounds >= FULL_ROUNDS;
        self.is_full |= self.is_full_now;
    }

    /// CheckStartupDone.
    fn check_startup(&mut self, feedback: &Feedback, sample: &RateSample, out: &mut dyn Reports) {
        if sample.newly_lost > 0 {
            self.loss_events += 1;
        }
        if self.mode == Bbr3Mode::Startup
            && !self.is_full
            && self.loss_round_start
            && feedback.in_recovery
            && self.loss_events >= STARTUP_LOSS_EVENTS
            && self.is_too_high(sample.lost, f64::from(sample.sent_in_flight))
        {
            self.undo.mode = Some(Bbr3Mode::Startup);
            self.is_full = true;
            self.long_in_flight = self.bdp(self.bandwidth(), 1.0).max(self.latest_in_flight);
            out.decide(decision::StartupLoss { loss: self.loss_share, limit: self.long_in_flight });
        }
        if self.loss_round_start {
            self.loss_events = 0;
        }
        if self.mode == Bbr3Mode::Startup && self.is_full {
            self.mode = Bbr3Mode::Drain;
            self.pacing_gain = self.params.drain_gain;
            self.window_gain = DEFAULT_WINDOW_GAIN;
            self.drain_start = self.round;
            let bdp = self.bdp(self.bandwidth(), 1.0);
            out.decide(decision::Full { bandwidth: self.max_bandwidth() * self.bits, bdp });
        }
    }

    /// CheckDrainDone.
    fn check_drain(&mut self, feedback: &Feedback, out: &mut dyn Reports) {
        if self.mode == Bbr3Mode::Drain
            && (f64::from(feedback.in_flight) <= self.with_budget(self.bdp(self.bandwidth(), 1.0))
                || self.round > self.drain_start + MAX_DRAIN_ROUNDS)
        {
            self.start_down(feedback.now, out);
        }
    }

    fn start_startup(&mut self) {
        self.enter(Bbr3Mode::Startup, self.params.startup_gain, DEFAULT_WINDOW_GAIN);
    }

    fn start_down(&mut self, now: Time, out: &mut dyn Reports) {
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

    fn start_cruise(&mut self, out: &mut dyn Reports) {
        self.enter(Bbr3Mode::Cruise, 1.0, DEFAULT_WINDOW_GAIN);
        out.decide(decision::Cruises { rate: self.paced(), wait: to_secs(self.probe_wait) });
    }

    fn start_refill(&mut self, out: &mut dyn Reports) {
        self.reset_short_term();
        (self.up_rounds, self.up_acks) = (0, 0.0);
        self.was_precautionary = false;
        self.ack_phase = AckPhase::Refilling;
        self.start_round();
        self.enter(Bbr3Mode::Refill, 1.0, DEFAULT_WINDOW_GAIN);
        out.decide(decision::Refills { rate: self.paced() });
    }

    fn start_up(&mut self, sample: &RateSample, w: &CongestionWindow, out: &mut dyn Reports) {
        self.ack_phase = AckPhase::ProbeStarting;
        self.start_round();
        self.reset_full();
        self.full_bandwidth = sample.rate.unwrap_or(0.0);
        self.enter(Bbr3Mode::Up, 1.25, UP_WINDOW_GAIN);
        self.raise_slope(w);
        out.decide(decision::Up { gain: self.pacing_gain, rate: self.paced() });
    }

    fn enter(&mut self, mode: Bbr3Mode, pacing_gain: f64, window_gain: f64) {
        (self.mode, self.pacing_gain, self.window_gain) = (mode, pacing_gain, window_gain);
    }

    /// The pacing rate of the present gain in bit/s.
    fn paced(&self) -> f64 {
        self.pacing_gain * self.bandwidth() * self.bits
    }

    /// RaiseInflightLongtermSlope: the limit grows by 1, 2, 4, ... packets per round trip.
    fn raise_slope(&mut self, w: &CongestionWindow) {
        let growth = f64::from(1u32 << self.up_rounds.min(30));
        self.up_rounds = (self.up_rounds + 1).min(30);
        self.up_count = (w.cwnd / growth).max(1.0);
    }

    /// AdaptLongTermModel. Returns whether it began the next probe.
    fn adapt_long_term(&mut self, sample: &RateSample, w: &CongestionWindow, out: &mut dyn Reports) -> bool {
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
    fn update_cycle(
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
    fn is_time_to_probe(&self, w: &CongestionWindow, now: Time) -> bool {
        now > self.cycle_at + self.probe_wait
            || self.rounds_since_probe as f64 >= self.target_in_flight(w.cwnd).min(MAX_PROBE_ROUNDS)
    }

    // ---- the smallest round-trip time ----

    /// UpdateMinRTT.
    fn update_min_rtt(&mut self, feedback: &Feedback) {
        let now = feedback.now;
        let interval = from_secs(self.params.probe_rtt_interval);
        self.probe_rtt_expired = now > self.probe_rtt_min_at.saturating_add(interval);
        if let Some(rtt) = feedback.rtt.filter(|&rtt| rtt < self.probe_rtt_min || self.probe_rtt_expired) {
            (self.probe_rtt_min, self.probe_rtt_min_at) = (rtt.max(1), now);
        }
        let is_expired = now > self.min_rtt_at.saturating_add(MIN_RTT_WINDOW);
        if self.probe_rtt_min < self.min_rtt || is_expired {
            (self.min_rtt, self.min_rtt_at) = (self.probe_rtt_min, self.probe_rtt_min_at);
        }
    }

    fn probe_rtt_window(&self) -> f64 {
        self.bdp(self.bandwidth(), PROBE_RTT_WINDOW_GAIN).max(MIN_WINDOW)
    }

    /// CheckProbeRTT.
    fn check_probe_rtt(&mut self, w: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        if self.mode != Bbr3Mode::ProbeRtt && self.probe_rtt_expired && !self.idle_restart {
            self.save_window(w);
            self.enter(Bbr3Mode::ProbeRtt, 1.0, PROBE_RTT_WINDOW_GAIN);
            self.probe_rtt_end = None;
            self.ack_phase = AckPhase::ProbeStopping;
            self.start_round();
            out.decide(decision::MeasuresRtt {
                from: w.cwnd,
                to: self.probe_rtt_window(),
                interval: self.params.probe_rtt_interval,
            });
        }
        if self.mode == Bbr3Mode::ProbeRtt {
            self.rate.limited_by_application(feedback.in_flight);
            if self.probe_rtt_end.is_none() {
                if f64::from(feedback.in_flight) <= self.probe_rtt_window() {
                    self.probe_rtt_end = Some(feedback.now + from_secs(self.params.probe_rtt_duration));
                    self.probe_rtt_round_done = false;
                    self.start_round();
                }
            } else {
                self.probe_rtt_round_done |= self.round_start;
                if self.probe_rtt_round_done {
                    self.check_probe_rtt_done(w, feedback.now, out);
                }
            }
        }
        if feedback.delivered > 0 {
            self.idle_restart = false;
        }
    }

    fn check_probe_rtt_done(&mut self, w: &mut CongestionWindow, now: Time, out: &mut dyn Reports) {
        if self.probe_rtt_end.is_none_or(|end| now <= end) {
            return;
        }
        self.probe_rtt_min_at = now;
        let before = w.cwnd;
        w.cwnd = w.cwnd.max(self.prior_window);
        out.decide(decision::RttMeasured { from: before, to: w.cwnd, rtt: to_secs(self.min_rtt) });
        self.reset_short_term();
        if self.is_full {
            // The queue is drained already, so the cycle begins with cruising.
            self.start_down(now, out);
            self.start_cruise(out);
        } else {
            self.start_startup();
        }
    }

    // ---- rate and window ----

    fn save_window(&mut self, w: &CongestionWindow) {
        self.prior_window = if self.was_in_recovery || self.mode == Bbr3Mode::ProbeRtt {
            self.prior_window.max(w.cwnd)
        } else {
            w.cwnd
        };
    }

    fn set_pacing_rate(&mut self, gain: f64) {
        let rate = gain * self.bandwidth() * (1.0 - PACING_MARGIN);
        if rate > 0.0 && (self.is_full || rate > self.pacing_rate) {
            self.pacing_rate = rate;
        }
    }

    /// SetCwnd.
    fn set_window(&mut self, w: &mut CongestionWindow, acked: f64) {
        let max_in_flight = self.max_in_flight();
        if self.is_full {
            w.cwnd = (w.cwnd + acked).min(max_in_flight);
        } else if w.cwnd < max_in_flight || (self.rate.delivered() as f64) < self.params.paced.initial_window
        {
            w.cwnd += acked;
        }
        w.cwnd = w.cwnd.max(MIN_WINDOW);
        if self.mode == Bbr3Mode::ProbeRtt {
            w.cwnd = w.cwnd.min(self.probe_rtt_window());
        }
        // BoundCwndForModel.
        let long = match self.mode {
            Bbr3Mode::Startup | Bbr3Mode::Drain => f64::INFINITY,
            Bbr3Mode::Down | Bbr3Mode::Refill | Bbr3Mode::Up => self.long_in_flight,
            Bbr3Mode::Cruise | Bbr3Mode::ProbeRtt => self.in_flight_with_headroom(),
        };
        w.cwnd = w.cwnd.min(long.min(self.short_in_flight).max(MIN_WINDOW));
    }
}

impl WindowAlgorithm for Bbr3Rules {
    fn on_congestion(&mut self, w: &mut CongestionWindow, _: f64, kind: Congestion, _: Time) {
        // BBR does not react to marks.
        if kind != Congestion::Mark {
            self.save_state(w);
            self.was_in_recovery = true;
        }
    }

    fn observe(&mut self, w: &mut CongestionWindow, feedback: &Feedback, out: &mut dyn Reports) {
        if self.rate.is_spurious() {
            self.restore_state(w, out);
        }
        for index in 0..self.rate.lost_packets().len() {
            let packet = self.rate.lost_packets()[index];
            self.on_lost_packet(packet, w, feedback.now, out);
        }
        if let Some(sample) = &feedback.sample {
            self.loss_share = sample.lost as f64 / f64::from(sample.sent_in_flight.max(1));
            self.update_latest(sample);
            self.update_congestion(sample, w, out);
            self.update_aggregation(f64::from(feedback.delivered), w.cwnd, feedback.now);
            self.check_full(sample);
            self.check_startup(feedback, sample, out);
            self.check_drain(feedback, out);
            self.update_cycle(w, feedback, sample, out);
        }
        self.update_min_rtt(feedback);
        self.check_probe_rtt(w, feedback, out);
        if let Some(sample) = &feedback.sample
            && self.loss_round_start
        {
            // AdvanceLatestDeliverySignals.
            self.latest_bandwidth = sample.rate.unwrap_or(0.0);
            self.latest_in_flight = sample.delivered as f64;
        }
        self.set_pacing_rate(self.pacing_gain);
        let is_in_recovery = feedback.in_recovery || feedback.after_timeout;
        if self.was_in_recovery && !is_in_recovery {
            w.cwnd = w.cwnd.max(self.prior_window);
        }
        self.was_in_recovery = is_in_recovery;
        if feedback.delivered > 0 {
            self.set_window(w, f64::from(feedback.delivered));
        }
    }

    fn sampler(&mut self) -> Option<&mut DeliveryRate> {
        Some(&mut self.rate)
    }

    fn paces(&self) -> bool {
        true
    }

    fn gap(&self, w: &CongestionWindow, srtt: f64) -> f64 {
        if self.pacing_rate > 0.0 {
            return 1.0 / self.pacing_rate;
        }
        // Before the first sample: the start-up gain times the window per round trip. An unknown round-trip
        // time counts as 1 ms.
        let rtt = if srtt > 0.0 { srtt } else { to_secs(MILLISECOND) };
        rtt / (self.params.startup_gain * w.cwnd)
    }

    fn owns_window(&self) -> bool {
        true
    }

    /// HandleRestartFromIdle.
    fn on_idle_end(&mut self, w: &mut CongestionWindow, now: Time) {
        if !self.rate.is_app_limited() {
            return;
        }
        self.idle_restart = true;
        self.aggregation_start = now;
        if self.is_probe_bandwidth() {
            self.set_pacing_rate(1.0);
        } else if self.mode == Bbr3Mode::ProbeRtt && self.probe_rtt_end.is_some_and(|end| now > end) {
            // The idle time was the measurement. The next acknowledgement ends the state.
            self.probe_rtt_round_done = true;
            w.cwnd = w.cwnd.max(self.prior_window);
        }
    }

    fn emit(&self, out: &mut dyn Reports) {
        out.signal(SIGNALS.bandwidth, self.max_bandwidth() * self.bits);
        out.signal(SIGNALS.bound, self.bandwidth() * self.bits);
        if self.min_rtt < NEVER {
            out.signal(SIGNALS.min_rtt, to_secs(self.min_rtt));
            let bdp = self.bdp(self.bandwidth(), 1.0);
            out.signal(SIGNALS.bdp, bdp);
            let limit = DEFAULT_WINDOW_GAIN * bdp;
            out.signal(SIGNALS.long, self.long_in_flight.min(limit));
            out.signal(SIGNALS.short, self.short_in_flight.min(limit));
        }
        out.signal(SIGNALS.pacing_rate, self.pacing_rate * self.bits);
        out.signal(SIGNALS.pacing_gain, self.pacing_gain);
        out.signal(SIGNALS.state, f64::from(self.mode as u8));
        out.signal(SIGNALS.loss, self.loss_share);
    }

    fn restart(&mut self) {
        *self = Bbr3Rules::new(self.params.clone(), self.bits);
    }
}

controlled_tcp!(
    Bbr3,
    Bbr3Rules,
    "bbr3",
    "BBR v3",
    |params| params.paced.tcp(),
    |params, facts| Bbr3Rules::new(params.clone(), 8.0 * f64::from(facts.packet)),
    {
        const SIGNALS: List<Signal> = about::Bbr3Signals::list;
        const DECISIONS: List<Decision> = about::decision::list;
    }
);
