//! RAP: additive increase and multiplicative decrease of a rate, with an acknowledgement for each packet.
//!
//! Follows Rejaie, Handley and Estrin 1999, and ns-2's Agent/RAP where the paper gives no value.

mod about;
#[cfg(test)]
mod tests;

use crate::protocols::prelude::*;
use crate::transport::flight::{Flight, PacketOutcome};
use crate::transport::hole_receiver::HoleReceiver;
use crate::transport::reports::LastHole;
use about::{SIGNALS, decision};

choice! {
    /// How the sender starts: as in the paper or as in ns-2's agent.
    pub enum RapFlavour {
        /// The first acknowledgement sets the gap and the step at once.
        Paper "paper" "Paper",
        /// As in ns-2's agent: the first gap and the first step last their full two seconds, and the
        /// fine-grain factor is not limited.
        Ns2 "ns2" "ns-2",
    }
}

params! {
    pub struct Params {
        /// How the sender starts: as in the paper or as in ns-2's agent.
        flavour: RapFlavour = RapFlavour::Paper;
        /// In each round trip, the rate grows by this number of packets per round trip.
        alpha: f64 = 1.0, unit "packets", range 0.1..=4.0, label "Alpha", cite "Rejaie and others 1999";
        /// Share of the rate that remains after a loss.
        beta: f64 = 0.5, range 0.1..=0.95, label "Beta", cite "Rejaie and others 1999";
        /// Weight of each new sample in the smoothed round-trip time and in its deviation.
        delta: f64 = 0.5, range 0.05..=1.0, label "RTT gain", cite "ns-2 delta_";
        /// Multiple of the smoothed round-trip time in the timeout.
        mu: f64 = 1.2, range 1.0..=2.0, label "Timeout: round trips", cite "ns-2 mu_";
        /// Multiple of the round-trip time's deviation in the timeout.
        phi: f64 = 4.0, range 1.0..=8.0, label "Timeout: deviations", cite "ns-2 phi_";
        /// Multiply each gap by the ratio of the short-term mean to the long-term mean of the round-trip
        /// time.
        fine_grain: bool = false, label "Fine-grain adaptation", cite "Rejaie and others 1999";
        /// Weight of each new sample in the short-term mean.
        k_frtt: f64 = 0.9, above 0.0, max 1.0, label "Short-term gain", cite "ns-2 kfrtt_";
        /// Weight of each new sample in the long-term mean.
        k_xrtt: f64 = 0.01, above 0.0, max 1.0, label "Long-term gain", cite "ns-2 kxrtt_";
        /// The rate increases only if at least this share of the packets that the rate allowed in a step was
        /// sent.
        least_used: f64 = 0.5, range 0.0..=1.0, label "Least use", cite "ns-2 dpthresh_";
        /// Upper limit of a random time that is added to each gap.
        gap_noise: f64 = 0.0, unit "s", range 0.0..=1.0, label "Random delay per gap", cite "ns-2 overhead_";
        /// Round-trip samples are rounded to multiples of this; 0: exact.
        rtt_tick: f64 = 0.0, unit "s", range 0.0..=0.5, label "RTT clock tick";
        /// Upper limit of a random time that is added to each round-trip sample.
        rtt_noise: f64 = 0.0, unit "s", range 0.0..=0.5, label "RTT noise";
        /// Upper limit of the rate.
        max_rate: Option<f64> = None, unit "bit/s", range 100.0..=1e11, scale log, label "Largest rate", null "no limit";
        /// Size of an acknowledgement on the wire.
        ack_size: u32 = 40, unit "bytes", range 20..=1500, label "ACK size";
    }
}

/// Gap, round-trip time and timeout before the first acknowledgement, in seconds (ns-2).
const INITIAL_SECONDS: f64 = 2.0;
/// Longest gap, in seconds.
const MAX_GAP: f64 = 64.0;
/// Largest rate that the settings allow, in bit/s.
const MAX_RATE: f64 = 1e11;
/// Shortest step, in seconds.
const MIN_STEP: f64 = 1e-4;
/// Smallest and largest fine-grain factor.
const FINE_GRAIN_RANGE: (f64, f64) = (0.5, 2.0);
/// A packet is lost once three later packets have arrived (Rejaie and others 1999, loss detection).
const REORDERING: u32 = 3;

#[derive(Clone, Debug, State)]
#[state(not(size))]
pub struct RapRules {
    params: Params,
    /// Size of a full packet in bytes.
    size: f64,
    /// Inter-packet gap in seconds.
    gap: f64,
    /// Whether an acknowledgement has arrived.
    acknowledged: bool,
    /// Smoothed round-trip time and its mean deviation, in seconds.
    srtt: f64,
    rttvar: f64,
    /// Short-term and long-term means of the round-trip time in seconds, for the fine-grain factor.
    frtt: f64,
    xrtt: f64,
    /// A packet that is not acknowledged for this time, in seconds, is lost.
    timeout: f64,
    flight: Flight,
    /// Losses of packets below this belong to a cluster for which the rate has already been reduced.
    cluster_end: u32,
    /// Packets sent in the present step, which lasts one smoothed round trip.
    sent_in_step: u32,
    /// Whether no timer is set, because the application has no data and nothing is in flight.
    asleep: bool,
}

/// The gap in seconds after a step without loss: `1 / gap` grows by `alpha / srtt` (Rejaie and others 1999,
/// additive increase).
fn gap_after_increase(gap: f64, srtt: f64, alpha: f64) -> f64 {
    gap * srtt / (alpha * gap + srtt)
}

impl RapRules {
    fn new(params: &Params, packet: u16) -> Self {
        RapRules {
            params: params.clone(),
            size: f64::from(packet.max(1)),
            gap: INITIAL_SECONDS,
            acknowledged: false,
            srtt: INITIAL_SECONDS,
            rttvar: 0.0,
            frtt: INITIAL_SECONDS,
            xrtt: INITIAL_SECONDS,
            timeout: INITIAL_SECONDS,
            flight: Flight::new(REORDERING),
            cluster_end: 0,
            sent_in_step: 0,
            asleep: false,
        }
    }

    /// The rate in bit/s.
    fn rate(&self) -> f64 {
        self.size * 8.0 / self.gap
    }

    /// Sets the gap within the limits of the rate and the gap.
    fn set_gap(&mut self, gap: f64) {
        let min_gap = self.size * 8.0 / self.params.max_rate.unwrap_or(MAX_RATE);
        self.gap = gap.clamp(min_gap, MAX_GAP.max(min_gap));
    }

    /// The factor of each gap: the short-term over the long-term mean of the round-trip time (Rejaie and
    /// others 1999, fine-grain adaptation).
    fn fine_grain(&self) -> f64 {
        if !self.params.fine_grain || self.xrtt <= 0.0 {
            return 1.0;
        }
        let factor = self.frtt / self.xrtt;
        match self.params.flavour {
            RapFlavour::Ns2 => factor,
            RapFlavour::Paper => math::limit(factor, FINE_GRAIN_RANGE.0, FINE_GRAIN_RANGE.1),
        }
    }

    fn arm_step(&self, cx: &mut impl Context) {
        cx.arm(Timer::Round, cx.now() + from_secs(self.srtt.max(MIN_STEP)));
    }

    /// Takes a round-trip sample and computes the timeout, `mu` smoothed round trips and `phi` deviations.
    fn sample_rtt(&mut self, sent: Time, cx: &mut impl Context) {
        let now = cx.now();
        cx.report_rtt(now - sent);
        let mut sample = to_secs(now - sent);
        if self.params.rtt_noise > 0.0 {
            sample += cx.rng().range(0.0, self.params.rtt_noise);
        }
        if self.params.rtt_tick > 0.0 {
            sample = (math::round(sample / self.params.rtt_tick)).max(1.0) * self.params.rtt_tick;
        }
        if !self.acknowledged {
            (self.srtt, self.frtt, self.xrtt, self.rttvar) = (sample, sample, sample, 0.0);
        }
        let difference = sample - self.srtt;
        self.srtt += self.params.delta * difference;
        self.rttvar += self.params.delta * (difference.abs() - self.rttvar);
        self.timeout = self.params.mu * self.srtt + self.params.phi * self.rttvar;
        self.frtt += self.params.k_frtt * (sample - self.frtt);
        self.xrtt += self.params.k_xrtt * (sample - self.xrtt);
    }

    /// The first acknowledgement sets the rate to one packet per round trip.
    fn on_first_acknowledgement(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        self.acknowledged = true;
        let before = self.rate();
        self.set_gap(self.srtt);
        cx.decide(decision::FirstAck { from: before, to: self.rate(), srtt: self.srtt });
        if self.params.flavour == RapFlavour::Paper {
            socket.schedule(self, cx);
            self.arm_step(cx);
        }
    }

    /// Marks the packets in the last hole that an acknowledgement describes as received or lost. Returns
    /// whether a lost packet is outside the present cluster.
    fn detect_losses_by_hole(&mut self, hole: LastHole) -> bool {
        let cluster_end = self.cluster_end;
        let mut has_new_loss = false;
        self.flight.set_outcomes(hole.current, |seq, _| {
            // Holes count packets from 1. All packets above the hole have arrived, and so has the one below it.
            let number = seq + 1;
            if number > hole.missing || number == hole.below {
                PacketOutcome::Received
            } else if hole.current - number >= REORDERING {
                has_new_loss |= seq >= cluster_end;
                PacketOutcome::Lost
            } else {
                PacketOutcome::Unknown
            }
        });
        has_new_loss
    }

    /// Marks packets older than the timeout as lost. Returns whether a lost packet is outside the present
    /// cluster.
    fn detect_losses_by_timeout(&mut self, now: Time) -> bool {
        let cluster_end = self.cluster_end;
        let mut has_new_loss = false;
        if let Some(at) = now.checked_sub(from_secs(self.timeout)) {
            self.flight.mark_older_lost(at, |seq, _| has_new_loss |= seq >= cluster_end);
        }
        has_new_loss
    }

    /// Multiplies the rate by `beta`. Further losses among the packets now in flight belong to this loss's
    /// cluster and do not reduce the rate again (Rejaie and others 1999, clustered losses).
    fn reduce_rate(&mut self, by_timeout: bool, cx: &mut impl Context) {
        let before = self.rate();
        self.set_gap(self.gap / self.params.beta);
        self.cluster_end = self.flight.next();
        self.arm_step(cx);
        let packets = self.srtt / self.gap;
        if by_timeout {
            cx.report_timeout(self.timeout);
            cx.decide(decision::TimedOut { from: before, to: self.rate(), packets, timeout: self.timeout });
        } else {
            cx.report_reduction(packets);
            cx.decide(decision::BackedOff { from: before, to: self.rate(), packets });
        }
    }

    /// Stops the timers until the application has data. Reports completion if the application has finished.
    fn sleep(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        self.asleep = true;
        socket.wait_for_data();
        cx.cancel(Timer::Round);
        cx.cancel(Timer::Send);
        socket.complete(cx);
    }

    /// Ends a step of one smoothed round trip: adds `alpha` packets per round trip to the rate if the rate
    /// was used.
    fn on_step(&mut self, cx: &mut impl Context) {
        let before = self.rate();
        if !self.acknowledged && self.params.flavour == RapFlavour::Paper {
            // Before the first acknowledgement it is unknown whether packets arrive, so the rate does not
            // increase.
            self.arm_step(cx);
            return;
        }
        if f64::from(self.sent_in_step) * self.gap / self.srtt >= self.params.least_used {
            self.set_gap(gap_after_increase(self.gap, self.srtt, self.params.alpha));
            cx.decide(decision::Increased { from: before, to: self.rate(), srtt: self.srtt });
        } else {
            cx.decide(decision::NoIncrease {
                from: before,
                sent: f64::from(self.sent_in_step),
                could: self.srtt / self.gap,
            });
        }
        self.sent_in_step = 0;
        self.arm_step(cx);
        self.emit(cx);
    }

    fn emit(&self, cx: &mut impl Context) {
        if !cx.records_own_signals() {
            return;
        }
        cx.signal(SIGNALS.gap, self.gap);
        if self.acknowledged {
            cx.signal(SIGNALS.packets_per_rtt, self.srtt / self.gap);
            cx.signal(SIGNALS.srtt, self.srtt);
            cx.signal(SIGNALS.timeout, self.timeout);
            cx.signal(SIGNALS.frtt, self.frtt);
            cx.signal(SIGNALS.xrtt, self.xrtt);
            cx.signal(SIGNALS.fine_grain, self.fine_grain());
        }
    }
}

impl RateAlgorithm for RapRules {
    fn restarted(&self, packet: u16) -> Self {
        RapRules::new(&self.params, packet)
    }

    fn gap(&mut self, cx: &mut impl Context) -> f64 {
        let mut gap = self.gap * self.fine_grain();
        if self.params.gap_noise > 0.0 {
            gap += cx.rng().range(0.0, self.params.gap_noise);
        }
        cx.report_rate(self.size * 8.0 / gap.max(1e-9));
        gap
    }

    fn on_start(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        self.arm_step(cx);
        socket.send_next(self, cx);
        self.emit(cx);
    }

    /// Checks for timeouts whenever a packet is due. If a timeout reduces the rate, the packet is sent one
    /// gap later.
    fn may_send(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) -> bool {
        let has_new_loss = self.detect_losses_by_timeout(cx.now());
        if has_new_loss {
            self.reduce_rate(true, cx);
            socket.pacer.sent(cx.now());
            socket.schedule(self, cx);
        }
        !has_new_loss
    }

    fn on_sent(&mut self, _: &PacedSocket, cx: &mut impl Context) {
        self.flight.record_sent(cx.now());
        self.sent_in_step += 1;
    }

    fn on_starved(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        if self.flight.in_flight() == 0 {
            self.sleep(socket, cx);
        } else {
            // Packets in flight can still time out, which `may_send` checks: at each gap, but at most four times
            // per round trip.
            let wait = self.gap.max(self.srtt / 4.0).max(MIN_STEP);
            cx.arm(Timer::Send, cx.now() + from_secs(wait));
        }
    }

    fn on_feedback(&mut self, packet: &Packet, socket: &mut PacedSocket, cx: &mut impl Context) {
        let Some(Attachment::LastHole(hole)) = cx.take_attachment(packet.attachment()) else { return };
        self.flight.acknowledge(packet.seq);
        // Also samples packets that already count as lost: otherwise a timeout below the round-trip time
        // would never grow.
        self.sample_rtt(packet.timestamp.min(cx.now()), cx);
        if !self.acknowledged && socket.is_running() {
            self.on_first_acknowledgement(socket, cx);
        }
        if self.detect_losses_by_hole(hole) && socket.is_running() {
            self.reduce_rate(false, cx);
        }
        if self.flight.in_flight() == 0 && socket.is_running() && cx.app_finished() && !self.asleep {
            self.sleep(socket, cx);
        }
        self.emit(cx);
    }

    fn on_timer(&mut self, timer: Timer, _: &mut PacedSocket, cx: &mut impl Context) {
        if timer == Timer::Round {
            self.on_step(cx);
        }
    }

    fn on_app(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        if self.asleep && socket.is_running() {
            self.asleep = false;
            self.sent_in_step = 0;
            self.arm_step(cx);
        }
        if socket.resume() {
            socket.schedule(self, cx);
        }
    }

    fn state(&self, _: &PacedSocket) -> SenderState {
        SenderState { window: None, rate: Some(self.rate()), in_flight: self.flight.in_flight() }
    }
}

#[derive(Clone, Debug, State)]
pub struct Rap(RateSender<RapRules>);

impl Protocol for Rap {
    type Params = Params;
    const ID: &'static str = "rap";
    const NAME: &'static str = "RAP";
    const FAMILY: Family = Family::Rate;
    const SIGNALS: List<Signal> = about::RapSignals::list;
    const DECISIONS: List<Decision> = about::decision::list;

    fn expectations() -> Expectations {
        Expectations {
            // RAP adds a packet per RTT in each RTT, and no ACK clock stops it while a queue of ten RTTs
            // fills. It loses 18.6 % here, and ns-2's agent loses 18.7 % on the same path.
            lost_after_rate_drop: 0.22,
            // 1 / (1 - 0.22) = 1.28.
            sent_after_rate_drop: 1.3,
            ..Expectations::of(Family::Rate)
        }
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let receiver = AnyReceiver::HoleReceiver(HoleReceiver::new(params.ack_size));
        (Rap(RateSender::new(RapRules::new(params, facts.packet))), vec![ConnSpec { receiver }])
    }

    fn set_params(&mut self, params: &Params, _: &mut impl Context) {
        let rules = &mut self.0.algorithm;
        rules.params = params.clone();
        rules.set_gap(rules.gap);
    }
}

delegate_sender!(Rap);
