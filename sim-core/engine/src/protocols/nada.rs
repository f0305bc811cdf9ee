//! NADA: combines delay, loss and marks in one congestion signal, and adapts the rate so that the signal
//! approaches a target, which depends on the rate (RFC 8698).
//!
//! The receiver, `transport/nada_receiver.rs`, computes the signal.

mod about;
#[cfg(test)]
mod tests;

use crate::ground::packet::ECN_CAPABLE;
use crate::protocols::prelude::*;
use crate::transport::nada_receiver::{NadaReceiver, NadaSettings, interval};
use crate::transport::reports::NadaReport;
use about::{SIGNALS, decision};

choice! {
    /// When a delay is warped, that is, when a larger delay counts less, so that a loss-based flow in the
    /// same queue does not starve the flow.
    pub enum Warping {
        /// While losses are recent (RFC 8698).
        Losses "losses" "While losses are recent",
        /// Never.
        Never "never" "Never",
    }
}

params! {
    pub struct Params {
        /// Rate at the start.
        initial_rate: Option<f64> = None, unit "bit/s", range 1000.0..=1e9, scale log, null "the smallest rate";
        /// Lower limit of the rate.
        min_rate: f64 = 150e3, unit "bit/s", range 1000.0..=1e9, scale log, label "Smallest rate", cite "RFC 8698 section 4.1, RMIN";
        /// Upper limit of the rate. The target of the congestion signal is proportional to it: with a limit far above the link's rate, the flow
        /// tolerates long queues and losses. RFC 8698 has 1.5 Mb/s.
        max_rate: Option<f64> = None, unit "bit/s", range 1000.0..=1e11, scale log, label "Largest rate", null "that of the encoder; 10 Mb/s without one", cite "RFC 8698 section 4.1, RMAX";
        /// Weight of the flow: flows share a link in proportion to their priority and largest rate.
        priority: f64 = 1.0, range 0.1..=10.0, cite "RFC 8698 section 4.1, PRIO";
        /// Congestion signal in equilibrium at the largest rate.
        reference_delay: f64 = 0.01, unit "s", range 0.001..=0.2, scale log, label "Reference delay", cite "RFC 8698 section 4.1, XREF";
        /// Gain of the gradual update.
        kappa: f64 = 0.5, range 0.01..=2.0, label "Kappa", cite "RFC 8698 section 4.1, KAPPA";
        /// Weight of a change of the signal, relative to its difference from the target.
        eta: f64 = 2.0, range 0.0..=10.0, label "Eta", cite "RFC 8698 section 4.1, ETA";
        /// Upper bound of the round-trip time for which the gradual update is stable.
        tau: f64 = 0.5, unit "s", range 0.05..=5.0, label "Tau", cite "RFC 8698 section 4.1, TAU";
        /// Time between reports.
        report_interval: f64 = 0.1, unit "s", range 0.02..=2.0, scale log, cite "RFC 8698 section 4.1, DELTA";
        /// Time over which losses, marks and the receive rate are measured.
        window: f64 = 0.5, unit "s", range 0.1..=5.0, label "Observation window", cite "RFC 8698 section 4.1, LOGWIN";
        /// Queueing delay below which the path counts as uncongested.
        empty_below: f64 = 0.01, unit "s", range 0.001..=0.2, scale log, label "Empty queue below", cite "RFC 8698 section 4.1, QEPS";
        /// Largest queueing delay that the accelerated increase may cause.
        ramp_up_delay: f64 = 0.05, unit "s", range 0.001..=0.5, scale log, label "Delay of the ramp-up", cite "RFC 8698 section 4.1, QBOUND";
        /// Time by which the receiver's filters delay the reaction.
        filter_delay: f64 = 0.12, unit "s", range 0.0..=1.0, label "Delay of the filters", cite "RFC 8698 section 4.1, DFILT";
        /// Upper limit of the factor by which the accelerated mode exceeds the receive rate.
        max_ramp_up: f64 = 0.5, range 0.01..=1.0, label "Largest ramp-up", cite "RFC 8698 section 4.1, GAMMA_MAX";
        /// Congestion signal that a loss of 1 % adds.
        loss_penalty: f64 = 0.01, unit "s", range 0.0..=1.0, label "Penalty of losses", cite "RFC 8698 section 4.1, DLOSS";
        /// Congestion signal that 1 % of marks add.
        mark_penalty: f64 = 0.002, unit "s", range 0.0..=1.0, label "Penalty of marks", cite "RFC 8698 section 4.1, DMARK";
        /// When large delays are warped.
        warping: Warping = Warping::Losses, cite "RFC 8698 section 4.2, equation 1";
        /// Queueing delay above which the delay is warped.
        warp_above: f64 = 0.05, unit "s", range 0.001..=1.0, scale log, label "Warp above", cite "RFC 8698 section 4.1, QTH";
        /// Exponent of the warping.
        lambda: f64 = 0.5, range 0.0..=10.0, label "Lambda", cite "RFC 8698 section 4.1, LAMBDA";
        /// Number of average loss intervals for which a loss counts as recent.
        loss_memory: f64 = 7.0, unit "intervals", range 1.0..=50.0, label "Memory of losses", cite "RFC 8698 section 4.1, MULTILOSS";
        /// Mark packets as ECN-capable, so that queues can mark them instead of dropping them.
        ecn: bool = false, label "ECN";
        /// Number of report intervals without a report after which the rate is halved.
        feedback_timeout: f64 = 8.0, unit "intervals", range 2.0..=50.0, label "Silence";
        /// Size of a report on the wire.
        report_size: u32 = 80, unit "bytes", range 40..=1500;
    }
}

/// Weights of the sending queue's length in the encoder's rate and in the sending rate, BETA_V and BETA_S
/// (RFC 8698 section 5.2.2).
const QUEUE_WEIGHT: f64 = 0.1;
/// Frames per second in the equations of the sending queue, FPS.
const FRAMES_PER_SECOND: f64 = 30.0;
/// The largest rate of a source that has no encoder, in bit/s.
const LARGEST_RATE: f64 = 10e6;

#[derive(Clone, Debug, State)]
#[state(not(size, largest))]
pub struct NadaRules {
    params: Params,
    /// Size of a full packet in bytes.
    size: f64,
    /// The largest rate in bit/s, RMAX.
    largest: f64,
    /// The reference rate in bit/s.
    rate: f64,
    /// The congestion signal of the last report in seconds.
    last_signal: Option<f64>,
    last_report: Time,
    /// Round-trip time of the last report in seconds.
    rtt: f64,
    /// The packet after the highest that a report has covered.
    reported_end: u32,
    /// Bytes that wait in the sending queue.
    waiting: f64,
    /// Size of the packet that was sent last, in bytes.
    last_size: u16,
}

impl NadaRules {
    fn new(params: &Params, packet: u16) -> Self {
        let mut rules = NadaRules {
            params: params.clone(),
            size: f64::from(packet.max(1)),
            largest: params.max_rate.unwrap_or(LARGEST_RATE),
            rate: 0.0,
            last_signal: None,
            last_report: 0,
            rtt: 0.0,
            reported_end: 0,
            waiting: 0.0,
            last_size: packet,
        };
        rules.set_rate(params.initial_rate.unwrap_or(params.min_rate));
        rules
    }

    /// Takes the largest rate from the settings or from the encoder.
    fn set_largest(&mut self, cx: &impl Context) {
        self.largest = self.params.max_rate.or_else(|| cx.encoder_limit()).unwrap_or(LARGEST_RATE);
        self.set_rate(self.rate);
    }

    /// Sets the reference rate within its limits.
    fn set_rate(&mut self, rate: f64) {
        self.rate = math::limit(rate, self.params.min_rate, self.largest.max(self.params.min_rate));
    }

    /// The largest factor minus 1 by which the accelerated mode exceeds the receive rate (RFC 8698
    /// section 4.3, equation 3).
    fn ramp_up(&self) -> f64 {
        let reaction = self.rtt + self.params.report_interval + self.params.filter_delay;
        self.params.max_ramp_up.min(self.params.ramp_up_delay / reaction)
    }

    /// The congestion signal at which the rate stays as it is (RFC 8698 section 4.3, equation 5).
    fn target(&self) -> f64 {
        self.params.priority * self.params.reference_delay * self.largest / self.rate
    }

    /// The rate of a gradual update after `seconds` since the last report (RFC 8698 section 4.3, equations 6 and 7).
    fn gradual(&self, signal: f64, seconds: f64) -> f64 {
        let (p, target) = (&self.params, self.target());
        let change = signal - self.last_signal.unwrap_or(signal);
        let by_offset = p.kappa * (seconds / p.tau) * ((signal - target) / p.tau) * self.rate;
        let by_change = p.kappa * p.eta * (change / p.tau) * self.rate;
        self.rate - by_offset - by_change
    }

    /// Changes the rate after a report.
    fn adapt(&mut self, report: &NadaReport, cx: &mut impl Context) {
        let from = self.rate;
        let seconds = math::limit(to_secs(cx.now() - self.last_report), 0.0, self.params.tau);
        let target = if report.is_uncongested {
            let gamma = self.ramp_up();
            self.set_rate(from.max((1.0 + gamma) * report.r_recv));
            cx.decide(decision::RampUp { from, to: self.rate, received: report.r_recv, gamma });
            self.target()
        } else {
            let target = self.target();
            self.set_rate(self.gradual(report.x_curr, seconds));
            let (to, signal, loss) = (self.rate, report.x_curr, report.p_loss);
            let before = self.last_signal.unwrap_or(signal);
            if to < from {
                cx.decide(decision::Decrease { from, to, signal, target, before, loss });
            } else {
                cx.decide(decision::Increase { from, to, signal, target, before, loss });
            }
            target
        };
        if self.rate < from {
            cx.report_reduction(self.rate * self.rtt / (8.0 * self.size));
        }
        self.last_signal = Some(report.x_curr);
        self.last_report = cx.now();
        if cx.records_own_signals() {
            cx.signal(SIGNALS.x_ref, target);
            cx.signal(SIGNALS.mode, if report.is_uncongested { 1.0 } else { 0.0 });
        }
    }

    /// Passes the rate to encoder and pacer. A sending queue lowers the encoder's rate and raises the pacer's
    /// (RFC 8698 section 5.2.2).
    fn apply(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        self.waiting = cx.waiting().bytes as f64;
        cx.recommend_rate((self.rate - self.queue_term()).max(self.params.min_rate));
        cx.report_rate(self.rate);
        socket.reschedule(self, cx);
    }

    /// The share of the rate, in bit/s, that the sending queue moves from encoder to pacer.
    fn queue_term(&self) -> f64 {
        QUEUE_WEIGHT * 8.0 * self.waiting * FRAMES_PER_SECOND
    }

    fn arm_silence(&self, cx: &mut impl Context) {
        let wait = self.params.feedback_timeout * self.params.report_interval + 2.0 * self.rtt;
        cx.arm(Timer::Timeout, cx.now() + from_secs(wait));
    }
}

impl RateAlgorithm for NadaRules {
    fn restarted(&self, packet: u16) -> Self {
        NadaRules::new(&self.params, packet)
    }

    fn gap(&mut self, cx: &mut impl Context) -> f64 {
        cx.report_rate(self.rate);
        // The sending queue does not raise the pacer's rate above the limit.
        let cap = self.largest.max(self.rate);
        f64::from(self.last_size) * 8.0 / (self.rate + self.queue_term()).min(cap)
    }

    fn flags(&self) -> u8 {
        if self.params.ecn { ECN_CAPABLE } else { 0 }
    }

    fn on_start(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        self.set_largest(cx);
        self.last_report = cx.now();
        cx.recommend_rate(self.rate);
        self.arm_silence(cx);
        socket.send_next(self, cx);
    }

    fn on_feedback(&mut self, packet: &Packet, socket: &mut PacedSocket, cx: &mut impl Context) {
        let Some(Attachment::Nada(report)) = cx.take_attachment(packet.attachment()) else { return };
        let now = cx.now();
        self.reported_end = self.reported_end.max(packet.seq.saturating_add(1));
        let rtt = now.saturating_sub(packet.timestamp).saturating_sub(report.delay);
        self.rtt = to_secs(rtt);
        cx.report_rtt(rtt);
        if !socket.is_running() {
            return;
        }
        if socket.is_starved() && self.reported_end >= socket.next() && socket.complete(cx) {
            cx.cancel(Timer::Timeout);
            return;
        }
        self.adapt(&report, cx);
        self.arm_silence(cx);
        self.apply(socket, cx);
    }

    fn on_sent(&mut self, socket: &PacedSocket, _: &mut impl Context) {
        self.last_size = socket.last_size;
    }

    /// No report has arrived for a long time.
    fn on_timer(&mut self, timer: Timer, socket: &mut PacedSocket, cx: &mut impl Context) {
        if timer != Timer::Timeout {
            return;
        }
        if socket.is_starved() && socket.complete(cx) {
            return;
        }
        if self.reported_end < socket.next() {
            let from = self.rate;
            self.set_rate(from / 2.0);
            self.last_signal = None;
            cx.report_timeout(self.params.feedback_timeout * self.params.report_interval);
            cx.decide(decision::Silence { from, to: self.rate });
            self.apply(socket, cx);
        }
        self.arm_silence(cx);
    }

    fn state(&self, socket: &PacedSocket) -> SenderState {
        SenderState {
            window: None,
            rate: Some(self.rate),
            in_flight: socket.next().saturating_sub(self.reported_end),
        }
    }
}

#[derive(Clone, Debug, State)]
pub struct Nada(RateSender<NadaRules>);

fn receiver_settings(params: &Params) -> NadaSettings {
    NadaSettings {
        interval: interval(params.report_interval),
        window: interval(params.window),
        warp_above: params.warp_above,
        warping: (params.warping == Warping::Losses).then_some(params.lambda),
        loss_memory: params.loss_memory,
        empty_below: params.empty_below,
        loss_penalty: params.loss_penalty,
        mark_penalty: params.mark_penalty,
        report_size: narrow::<u16>(params.report_size),
    }
}

impl Protocol for Nada {
    type Params = Params;
    const ID: &'static str = "nada";
    const NAME: &'static str = "NADA";
    const FAMILY: Family = Family::Rate;
    const SIGNALS: List<Signal> = about::NadaSignals::list;
    const DECISIONS: List<Decision> = about::decision::list;

    fn fixed_rate(params: &Params) -> f64 {
        params.min_rate
    }

    fn reports_per_second(params: &Params) -> f64 {
        1.0 / params.report_interval
    }

    fn contradictions(params: &Params) -> Vec<Issue> {
        if params.max_rate.is_none_or(|largest| params.min_rate <= largest) {
            return Vec::new();
        }
        let text = "The smallest rate exceeds the largest rate. Raise one or lower the other.";
        vec![Issue::new("min_rate", "contradiction", text.to_owned())]
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let receiver = AnyReceiver::NadaReceiver(NadaReceiver::new(receiver_settings(params)));
        (Nada(RateSender::new(NadaRules::new(params, facts.packet))), vec![ConnSpec { receiver }])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        let RateSender { algorithm, socket } = &mut self.0;
        algorithm.params = params.clone();
        algorithm.set_largest(cx);
        socket.reschedule(algorithm, cx);
    }
}

delegate_sender!(Nada);
