//! SCReAM version 2: a reference window that answers marks as scalable congestion controls do, and delays like
//! marks, and an encoder's rate that follows from window and round-trip time
//! (draft-ietf-ccwg-rfc8298bis-screamv2-01).
//!
//! `scream2/window.rs` has the network congestion control.

mod about;
mod window;

use self::window::{Acknowledged, Reaction, RefWindow};
use crate::ground::packet::{ECN_CAPABLE, ECT_1};
use crate::protocols::prelude::*;
use crate::transport::pacer::Pacer;
use crate::transport::reports::ScreamReport;
use crate::transport::scream_receiver::ScreamReceiver;
use crate::transport::scream_sending::{SizedFlight, VirtualEncoder};
use crate::transport::smoothed::Smoothed;
use about::{SIGNALS, decision};

params! {
    pub struct Params {
        /// Lower limit of the encoder's rate, and its rate at the start.
        min_rate: f64 = 150e3, unit "bit/s", range 1000.0..=1e9, scale log, label "Smallest rate", cite "draft-ietf-ccwg-rfc8298bis-screamv2-01 section 4.4, TARGET_BITRATE_MIN";
        /// Upper limit of the encoder's rate.
        max_rate: f64 = 20e6, unit "bit/s", range 1000.0..=1e11, scale log, label "Largest rate", cite "draft-ietf-ccwg-rfc8298bis-screamv2-01 section 4.4, TARGET_BITRATE_MAX";
        /// Queueing delay that counts like a mark of every packet. Half of it does not count.
        target: f64 = 0.06, unit "s", range 0.005..=1.0, scale log, label "Delay target", cite "draft-ietf-ccwg-rfc8298bis-screamv2-01 section 4.2.2, QDELAY_TARGET_LO";
        /// Mark packets as ECN-capable, so that queues can mark them instead of dropping them.
        ecn: bool = true, label "ECN";
        /// Send as L4S traffic, and reduce the window in proportion to the share of marked packets. Otherwise a
        /// mark counts like a loss.
        l4s: bool = true, label "L4S", cite "draft-ietf-ccwg-rfc8298bis-screamv2-01 section 4.2.2, IS_L4S";
        /// Share of the window that remains after a loss.
        beta_loss: f64 = 0.7, range 0.3..=0.99, label "Beta (loss)", cite "draft-ietf-ccwg-rfc8298bis-screamv2-01 section 4.2.2, BETA_LOSS";
        /// Share of the window that remains after a mark without L4S.
        beta_ecn: f64 = 0.8, range 0.3..=0.99, label "Beta (mark)", cite "draft-ietf-ccwg-rfc8298bis-screamv2-01 section 4.2.2, BETA_ECN";
        /// Growth of the window per round trip as a share of the window, in addition to one packet.
        multiplicative: f64 = 0.02, range 0.0..=0.5, label "Multiplicative growth", cite "draft-ietf-ccwg-rfc8298bis-screamv2-01 section 4.2.2, MUL_INCREASE_FACTOR";
        /// Flows with a shorter round-trip time grow as if it were this long.
        virtual_rtt: f64 = 0.025, unit "s", range 0.001..=0.5, scale log, label "Virtual round trip", cite "draft-ietf-ccwg-rfc8298bis-screamv2-01 section 4.2.2, VIRTUAL_RTT";
        /// The window grows to at most this multiple of the most bytes in flight, and one packet.
        headroom: f64 = 1.5, range 1.0..=4.0, label "Headroom", cite "draft-ietf-ccwg-rfc8298bis-screamv2-01 section 4.2.2, BYTES_IN_FLIGHT_HEAD_ROOM";
        /// Bytes in flight may reach this multiple of the window.
        overhead: f64 = 3.0, range 1.0..=4.0, label "Bytes in flight over the window", cite "draft-ietf-ccwg-rfc8298bis-screamv2-01 section 4.3.1, REF_WND_OVERHEAD_MAX";
        /// The pacer sends at this multiple of the encoder's rate.
        pacing_headroom: f64 = 1.5, range 1.0..=4.0, label "Pacing headroom", cite "draft-ietf-ccwg-rfc8298bis-screamv2-01 section 4.3.2, PACKET_PACING_HEADROOM";
        /// Estimated time between two frames of the encoder.
        frame_period: f64 = 0.02, unit "s", range 0.001..=1.0, scale log, cite "draft-ietf-ccwg-rfc8298bis-screamv2-01 section 4.4, frame_period";
        /// A packet counts as lost if it is still missing this long after a report of a later packet.
        reordering_time: f64 = 0.03, unit "s", range 0.0..=1.0, label "Reordering time", cite "draft-ietf-ccwg-rfc8298bis-screamv2-01 section 4.2.1.1, with the time of the authors' code, kReorderTime";
        /// Longest time between reports.
        report_interval: f64 = 0.04, unit "s", range 0.001..=0.4, scale log, cite "draft-ietf-ccwg-rfc8298bis-screamv2-01 section 5";
        /// Size of a report on the wire.
        report_size: u32 = 80, unit "bytes", range 40..=1500;
    }
}

/// Smallest rate of the pacer in bit/s, RATE_PACE_MIN.
const SLOWEST_PACE: f64 = 50e3;
/// From this share of the largest rate on, the pacer is up to this factor faster.
const RELAXED_FROM: f64 = 0.8;
const MOST_RELAXED: f64 = 4.0;
/// The round-trip time before the first report, in seconds.
const INITIAL_RTT: f64 = 0.1;
/// Shortest time without reports, in seconds, after which all packets in flight count as lost.
const SHORTEST_TIMEOUT: f64 = 1.0;
/// Time for which the window holds packets back after which one is sent all the same, so that a report of it shows whether the path is open (the
/// authors' code, `isOkToTransmit`).
const PROBE_AFTER: Time = SECOND / 2;
/// Bytes of overhead in each packet for which the encoder's rate leaves room, PACKET_OVERHEAD.
const PACKET_OVERHEAD: f64 = 20.0;
/// The encoder's rate is at most this share of window over round-trip time.
const RATE_DIVISOR: f64 = 1.2;
/// Gain and largest value of the correction for packets that wait at the sender, RATE_ADJUST_GAIN.
const QUEUE_GAIN: f64 = 1.0 / 16.0;
const LARGEST_CORRECTION: f64 = 0.5;

#[derive(Clone, Debug, State)]
#[state(not(size, is_greedy))]
pub struct Scream2Rules {
    params: Params,
    /// Size of a full packet in bytes.
    size: f64,
    window: RefWindow,
    sent: SizedFlight,
    /// The encoder's rate in bit/s.
    target: f64,
    /// Correction of the rate for packets that wait at the sender.
    correction: f64,
    /// The smallest one-way delay so far.
    base_delay: Option<Time>,
    rtt: Smoothed,
    /// The window has already reacted to losses of packets below this sequence number.
    reacted_below: u32,
    /// Number of marked packets according to the last report.
    marked: u32,
    encoder: VirtualEncoder,
    is_greedy: bool,
    /// Size of the packet that was sent last, in bytes, and when it was sent.
    last_size: u16,
    sent_at: Time,
}

impl Scream2Rules {
    fn new(params: &Params, packet: u16) -> Self {
        Scream2Rules {
            params: params.clone(),
            size: f64::from(packet.max(1)),
            window: RefWindow::new(),
            // Losses are found by time, not by this number of later packets.
            sent: SizedFlight::new(1),
            target: params.min_rate,
            correction: 0.0,
            base_delay: None,
            rtt: Smoothed::default(),
            reacted_below: 0,
            marked: 0,
            encoder: VirtualEncoder::new(packet),
            is_greedy: false,
            last_size: packet,
            sent_at: 0,
        }
    }

    fn rtt(&self) -> f64 {
        if self.rtt.has_value() { self.rtt.get().max(1e-4) } else { INITIAL_RTT }
    }

    /// The rate of the pacer in bit/s (section 4.3.2). Near the largest rate of the encoder, frames leave faster.
    fn pace(&self) -> f64 {
        let near = (self.target / self.params.max_rate - RELAXED_FROM) / (1.0 - RELAXED_FROM);
        let share = math::limit(1.0 - near.min(1.0), 1.0 / MOST_RELAXED, 1.0);
        self.params.pacing_headroom * self.target.max(SLOWEST_PACE) / share
    }

    /// How long packets have waited at the sender, in seconds.
    fn queue_delay(&mut self, cx: &mut impl Context) -> f64 {
        if self.is_greedy {
            self.encoder.produce(self.target, self.size, cx.now());
            // The packet that the encoder is producing does not wait.
            return (-self.encoder.missing(self.size)).max(0.0) * 8.0 / self.target;
        }
        let waiting = cx.waiting();
        if waiting.bytes > 0 { to_secs(cx.now() - waiting.since) } else { 0.0 }
    }

    /// The rate that window and round-trip time allow the encoder (section 4.4).
    fn set_target(&mut self) {
        let window = self.window.window();
        let few_packets = 1.0 - math::limit((self.size / window).min(1.0) - 0.1, 0.0, 0.2);
        let payload = self.size / (self.size + PACKET_OVERHEAD);
        let share = few_packets * payload / (RATE_DIVISOR + self.correction);
        // Before the first report, the rate is the smallest one.
        let rate =
            if self.rtt.has_value() { share * 8.0 * window / self.rtt() } else { self.params.min_rate };
        self.target = math::limit(rate, self.params.min_rate, self.params.max_rate.max(self.params.min_rate));
    }

    /// Corrects the rate for packets that wait for longer than a frame (section 4.4, rate_adjust_factor).
    fn correct(&mut self, waits: f64) {
        let period = self.params.frame_period;
        let error = ((waits - period).max(0.0) - period / 4.0) / period;
        self.correction = math::limit(self.correction + QUEUE_GAIN * error, 0.0, LARGEST_CORRECTION);
    }

    /// Passes the report to the window.
    fn on_report(&mut self, highest: u32, report: &ScreamReport, cx: &mut impl Context) {
        let base = self.base_delay.map_or(report.one_way_delay, |base| base.min(report.one_way_delay));
        self.base_delay = Some(base);
        let before = self.sent.packets();
        let bytes = self.sent.acknowledge_below(highest.saturating_add(1));
        let window = from_secs(self.params.reordering_time);
        let has_loss = self.sent.detect_overdue(highest, report, self.reacted_below, window, cx.now());
        let marked = report.marked.saturating_sub(self.marked);
        self.marked = self.marked.max(report.marked);
        let acknowledged = Acknowledged {
            delay: to_secs(report.one_way_delay - base),
            bytes: bytes as f64,
            packets: f64::from(before - self.sent.packets()).max(f64::from(marked)),
            marked: f64::from(marked),
            has_loss,
        };
        let (from, rtt, now) = (self.window.window(), self.rtt(), cx.now());
        let may_grow = self.target < self.params.max_rate;
        let reaction = self.window.on_report(acknowledged, rtt, self.size, may_grow, now, &self.params);
        let rate_from = self.target;
        self.set_target();
        let (to, rate_to) = (self.window.window(), self.target);
        match reaction {
            Some(Reaction::Loss) => cx.decide(decision::Loss { from, to, rate_from, rate_to }),
            Some(Reaction::Mark { alpha }) => {
                cx.decide(decision::Mark { from, to, rate_from, rate_to, alpha })
            }
            Some(Reaction::Delay { alpha }) => {
                cx.decide(decision::Delay {
                    from,
                    to,
                    rate_from,
                    rate_to,
                    delay: self.window.delay(),
                    alpha,
                });
            }
            None if to > from => cx.decide(decision::Grows { from, to, rate_from, rate_to }),
            None => {}
        }
        if reaction.is_some() {
            self.reacted_below = self.sent.flight.next();
            cx.report_reduction(to / self.size);
        }
    }

    fn emit(&mut self, cx: &mut impl Context) {
        if !cx.records_own_signals() {
            return;
        }
        let queue = self.queue_delay(cx);
        cx.signal(SIGNALS.window, self.window.window());
        cx.signal(SIGNALS.bytes_in_flight, self.sent.bytes() as f64);
        cx.signal(SIGNALS.qdelay, self.window.delay());
        cx.signal(SIGNALS.alpha, self.window.alpha());
        cx.signal(SIGNALS.media_rate, self.target);
        cx.signal(SIGNALS.queue_delay, queue);
    }

    /// Passes the target rate to the encoder, and sends the packets that window and pacer allow.
    fn push_target_rate(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        cx.recommend_rate(self.target);
        cx.report_rate(self.target);
        socket.reschedule(self, cx);
    }

    fn timeout(&self) -> f64 {
        SHORTEST_TIMEOUT.max(4.0 * self.rtt())
    }

    fn arm_timeout(&self, cx: &mut impl Context) {
        if self.sent.is_acknowledged() {
            cx.cancel(Timer::Timeout);
        } else {
            cx.arm(Timer::Timeout, cx.now() + from_secs(self.timeout()));
        }
    }

    /// No report has arrived for a long time: all packets in flight count as lost.
    fn on_silence(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        let (from, rate_from) = (self.window.window(), self.target);
        self.sent.lose_all(cx.now());
        self.window.collapse(cx.now());
        self.set_target();
        self.reacted_below = self.sent.flight.next();
        cx.report_timeout(self.timeout());
        cx.decide(decision::Silence { from, to: self.window.window(), rate_from, rate_to: self.target });
        if socket.is_starved() && socket.complete(cx) {
            cx.cancel(Timer::Round);
            return;
        }
        self.push_target_rate(socket, cx);
    }
}

impl RateAlgorithm for Scream2Rules {
    fn restarted(&self, packet: u16) -> Self {
        Scream2Rules::new(&self.params, packet)
    }

    fn gap(&mut self, cx: &mut impl Context) -> f64 {
        cx.report_rate(self.target);
        f64::from(self.last_size) * 8.0 / self.pace()
    }

    /// The pacer's time; for a source that always has data, at the earliest when an encoder has produced the
    /// packet.
    fn next_send_time(&mut self, pacer: &mut Pacer, cx: &mut impl Context) -> Time {
        let (gap, now) = (self.gap(cx), cx.now());
        let mut due = pacer.due(gap).max(now + 1);
        if self.is_greedy {
            self.encoder.produce(self.target, self.size, now);
            let missing = self.encoder.missing(self.size);
            if missing > 0.0 {
                due = due.max(now + from_secs(missing * 8.0 / self.target));
            }
        }
        due
    }

    fn flags(&self) -> u8 {
        match (self.params.ecn, self.params.l4s) {
            (true, true) => ECT_1,
            (true, false) => ECN_CAPABLE,
            (false, _) => 0,
        }
    }

    fn on_start(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        self.is_greedy = cx.app_is_greedy();
        self.encoder.start(cx.now());
        cx.recommend_rate(self.target);
        cx.arm(Timer::Round, cx.now() + from_secs(self.params.frame_period));
        socket.send_next(self, cx);
    }

    /// Whether the window allows a packet. If not, the next report tries again.
    fn may_send(&mut self, _: &mut PacedSocket, cx: &mut impl Context) -> bool {
        let allows = self.window.allows(self.sent.bytes() as f64 + self.size, &self.params);
        allows || cx.now() >= self.sent_at + PROBE_AFTER
    }

    fn on_sent(&mut self, socket: &PacedSocket, cx: &mut impl Context) {
        (self.last_size, self.sent_at) = (socket.last_size, cx.now());
        self.sent.record_sent(socket.last_size, cx.now());
        self.window.on_sent(self.sent.bytes() as f64);
        self.encoder.on_sent(socket.last_size);
        if cx.due(Timer::Timeout) == NEVER {
            self.arm_timeout(cx);
        }
    }

    fn on_feedback(&mut self, packet: &Packet, socket: &mut PacedSocket, cx: &mut impl Context) {
        let Some(Attachment::Scream(report)) = cx.take_attachment(packet.attachment()) else { return };
        let rtt = cx.now().saturating_sub(packet.timestamp).saturating_sub(report.delay);
        self.rtt.update(to_secs(rtt), 0.875);
        cx.report_rtt(rtt);
        if !socket.is_running() {
            return;
        }
        self.on_report(packet.seq, &report, cx);
        self.arm_timeout(cx);
        if socket.is_starved() && self.sent.is_empty() && socket.complete(cx) {
            cx.cancel(Timer::Round);
            return;
        }
        self.emit(cx);
        self.push_target_rate(socket, cx);
    }

    fn on_timer(&mut self, timer: Timer, socket: &mut PacedSocket, cx: &mut impl Context) {
        match timer {
            Timer::Round => {
                let waits = self.queue_delay(cx);
                self.correct(waits);
                self.set_target();
                cx.arm(Timer::Round, cx.now() + from_secs(self.params.frame_period));
                self.push_target_rate(socket, cx);
            }
            Timer::Timeout => self.on_silence(socket, cx),
            Timer::Send | Timer::Other => {}
        }
    }

    fn state(&self, _: &PacedSocket) -> SenderState {
        SenderState {
            window: Some(self.window.window() / self.size),
            rate: Some(self.target),
            in_flight: self.sent.packets(),
        }
    }
}

#[derive(Clone, Debug, State)]
pub struct Scream2(RateSender<Scream2Rules>);

impl Protocol for Scream2 {
    type Params = Params;
    const ID: &'static str = "scream2";
    const NAME: &'static str = "SCReAM v2";
    const FAMILY: Family = Family::Rate;
    const SIGNALS: List<Signal> = about::Scream2Signals::list;
    const DECISIONS: List<Decision> = about::decision::list;

    fn fixed_rate(params: &Params) -> f64 {
        params.min_rate
    }

    fn reports_per_second(params: &Params) -> f64 {
        1.0 / params.report_interval
    }

    fn contradictions(params: &Params) -> Vec<Issue> {
        let text = "The smallest rate exceeds the largest rate. Raise one or lower the other.";
        let issue = || Issue::new("min_rate", "contradiction", text.to_owned());
        (params.min_rate > params.max_rate).then(issue).into_iter().collect()
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let receiver = ScreamReceiver::new(narrow::<u16>(params.report_size))
            .with_longest_interval(from_secs(params.report_interval));
        let spec = ConnSpec { receiver: AnyReceiver::ScreamReceiver(receiver) };
        (Scream2(RateSender::new(Scream2Rules::new(params, facts.packet))), vec![spec])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        let RateSender { algorithm, socket } = &mut self.0;
        algorithm.params = params.clone();
        algorithm.set_target();
        socket.reschedule(algorithm, cx);
    }
}

delegate_sender!(Scream2);
