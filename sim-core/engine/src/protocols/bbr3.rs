//! BBR version 3 (draft-ietf-ccwg-bbr-06): BBR's model of the path, bounded by losses. The model, start-up,
//! and the probes of the round-trip time are in this file; `bbr3/about.rs` has the signals and decisions.

mod about;
mod cycle;
mod losses;
#[cfg(test)]
mod tests;

use crate::protocols::prelude::*;
use crate::transport::delivery_rate::{DeliveryRate, RateSample};
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

    fn enter(&mut self, mode: Bbr3Mode, pacing_gain: f64, window_gain: f64) {
        (self.mode, self.pacing_gain, self.window_gain) = (mode, pacing_gain, window_gain);
    }

    /// The pacing rate of the present gain in bit/s.
    fn paced(&self) -> f64 {
        self.pacing_gain * self.bandwidth() * self.bits
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
