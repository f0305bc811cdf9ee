//! SCReAM: a congestion window that keeps the queueing delay near a target, and an encoder whose rate follows
//! the window (RFC 8298).
//!
//! `scream/window.rs` has the network congestion control and `scream/media_rate.rs` the media rate control.

mod about;
mod media_rate;
mod window;

use self::window::{ScreamWindow, WindowChange};
use crate::ground::packet::ECN_CAPABLE;
use crate::protocols::prelude::*;
use crate::transport::pacer::Pacer;
use crate::transport::scream_receiver::ScreamReceiver;
use crate::transport::scream_sending::{SizedFlight, VirtualEncoder};
use crate::transport::smoothed::Smoothed;
use about::{SIGNALS, decision};
use media_rate::{MediaRate, RateChange, SendingQueue};

params! {
    pub struct Params {
        /// Lower limit of the encoder's rate, and its rate at the start.
        min_rate: f64 = 150e3, unit "bit/s", range 1000.0..=1e9, scale log, label "Smallest rate", cite "RFC 8298 section 4.1.1.1, TARGET_BITRATE_MIN";
        /// Upper limit of the encoder's rate.
        max_rate: f64 = 20e6, unit "bit/s", range 1000.0..=1e11, scale log, label "Largest rate", cite "RFC 8298 section 4.1.1.1, TARGET_BITRATE_MAX";
        /// Largest increase of the encoder's rate per second.
        ramp_up: f64 = 200e3, unit "bit/s", range 1000.0..=1e9, scale log, label "Ramp-up per second", cite "RFC 8298 section 4.1.1.1, RAMP_UP_SPEED";
        /// Smallest target of the queueing delay.
        target_low: f64 = 0.1, unit "s", range 0.005..=1.0, scale log, label "Lowest delay target", cite "RFC 8298 section 4.1.1.1, QDELAY_TARGET_LO";
        /// Largest target of the queueing delay, used against competing loss-based flows.
        target_high: f64 = 0.4, unit "s", range 0.005..=2.0, scale log, label "Highest delay target", cite "RFC 8298 section 4.1.1.1, QDELAY_TARGET_HI";
        /// Raise the target of the queueing delay against competing loss-based flows.
        compete: bool = true, label "Raise the target against competing flows", cite "RFC 8298 section 4.1.2.3";
        /// Gain of the window.
        gain: f64 = 1.0, range 0.1..=4.0, label "Gain", cite "RFC 8298 section 4.1.1.1, GAIN";
        /// Share of the window that remains after a loss.
        beta_loss: f64 = 0.8, range 0.3..=0.99, label "Beta (loss)", cite "RFC 8298 section 4.1.1.1, BETA_LOSS";
        /// Share of the window that remains after a mark.
        beta_ecn: f64 = 0.9, range 0.3..=0.99, label "Beta (mark)", cite "RFC 8298 section 4.1.1.1, BETA_ECN";
        /// Share of the encoder's rate that remains after a loss.
        beta_rate: f64 = 0.9, range 0.3..=0.99, label "Beta (rate)", cite "RFC 8298 section 4.1.1.1, BETA_R";
        /// The window is at most this multiple of the largest number of bytes in flight in the last 5 s.
        headroom: f64 = 1.1, range 1.0..=3.0, label "Headroom", cite "RFC 8298 section 4.1.1.1, MAX_BYTES_IN_FLIGHT_HEAD_ROOM";
        /// Trend of the queueing delay that ends the fast increase.
        trend_threshold: f64 = 0.2, range 0.01..=1.0, label "Trend threshold", cite "RFC 8298 section 4.1.1.1, QDELAY_TREND_TH";
        /// Time with a small trend after which the fast increase resumes.
        resume_after: f64 = 5.0, unit "s", range 0.5..=60.0, label "Resume fast increase", cite "RFC 8298 section 4.1.1.1, T_RESUME_FAST_INCREASE";
        /// Time between changes of the encoder's rate.
        adjust_interval: f64 = 0.2, unit "s", range 0.02..=2.0, label "Rate adjustment interval", cite "RFC 8298 section 4.1.1.1, RATE_ADJUST_INTERVAL";
        /// Weight of the delay's trend, which slows the increase of the encoder's rate.
        guard: f64 = 0.1, range 0.0..=1.0, label "Pre-congestion guard", cite "RFC 8298 section 4.1.1.1, PRE_CONGESTION_GUARD";
        /// Weight of the sending queue, which slows the increase of the encoder's rate.
        queue_factor: f64 = 1.0, range 0.0..=2.0, label "Weight of the sending queue", cite "RFC 8298 section 4.1.1.1, TX_QUEUE_SIZE_FACTOR";
        /// Delay of the sending queue above which the encoder's rate falls.
        queue_delay: f64 = 0.02, unit "s", range 0.001..=1.0, scale log, label "Delay of the sending queue", cite "RFC 8298 section 4.1.1.1, RTP_QDELAY_TH";
        /// Mark packets as ECN-capable, so that queues can mark them instead of dropping them.
        ecn: bool = false, label "ECN";
        /// Number of later packets received after which a packet counts as lost.
        reordering: u32 = 3, unit "packets", range 1..=10, label "Reordering threshold";
        /// Size of a report on the wire.
        report_size: u32 = 80, unit "bytes", range 40..=1500;
    }
}

/// Smallest rate of the pacer in bit/s, RATE_PACE_MIN.
const SLOWEST_PACE: f64 = 50e3;
/// The round-trip time before the first report, in seconds.
const INITIAL_RTT: f64 = 0.1;
/// Shortest time without reports, in seconds, after which all packets in flight count as lost.
const SHORTEST_TIMEOUT: f64 = 1.0;

#[derive(Clone, Debug, State)]
#[state(not(size, is_greedy))]
pub struct ScreamRules {
    params: Params,
    /// Size of a full packet in bytes.
    size: f64,
    window: ScreamWindow,
    media: MediaRate,
    sent: SizedFlight,
    /// The smallest one-way delay so far.
    base_delay: Option<Time>,
    rtt: Smoothed,
    /// The window has already reacted to losses of packets below this sequence number.
    reacted_below: u32,
    /// Time of the latest reaction. Marks within a round-trip time after it belong to the same event.
    reacted_at: Option<Time>,
    marked: u32,
    encoder: VirtualEncoder,
    is_greedy: bool,
    /// Whether the window does not allow the packet that is due.
    is_blocked: bool,
    /// Size of the packet that was sent last, in bytes.
    last_size: u16,
}

impl ScreamRules {
    fn new(params: &Params, packet: u16) -> Self {
        ScreamRules {
            params: params.clone(),
            size: f64::from(packet.max(1)),
            window: ScreamWindow::new(params, f64::from(packet.max(1))),
            media: MediaRate::new(params),
            sent: SizedFlight::new(params.reordering),
            base_delay: None,
            rtt: Smoothed::default(),
            reacted_below: 0,
            reacted_at: None,
            marked: 0,
            encoder: VirtualEncoder::new(packet),
            is_greedy: false,
            is_blocked: false,
            last_size: packet,
        }
    }

    fn rtt(&self) -> f64 {
        if self.rtt.has_value() { self.rtt.get().max(1e-4) } else { INITIAL_RTT }
    }

    /// The rate in bit/s at which packets leave the sending queue (RFC 8298 section 4.1.2.6).
    fn pace(&self) -> f64 {
        (self.window.cwnd() * 8.0 / self.rtt()).max(SLOWEST_PACE)
    }

    /// The sending queue: bits, and their delay in seconds.
    fn queue(&mut self, cx: &mut impl Context) -> SendingQueue {
        if self.is_greedy {
            self.encoder.produce(self.media.target(), self.size, cx.now());
            // The packet that the encoder is producing does not wait.
            let bits = (-self.encoder.missing(self.size)).max(0.0) * 8.0;
            return SendingQueue { bits, delay: bits / self.media.target() };
        }
        let waiting = cx.waiting();
        let delay = if waiting.bytes > 0 { to_secs(cx.now() - waiting.since) } else { 0.0 };
        SendingQueue { bits: waiting.bytes as f64 * 8.0, delay }
    }

    /// Reacts to a loss or mark: window and encoder's rate shrink (RFC 8298 sections 4.1.2.1 and 4.1.3).
    fn on_congestion(&mut self, is_loss: bool, cx: &mut impl Context) {
        let p = &self.params;
        let (window_share, rate_share) =
            if is_loss { (p.beta_loss, p.beta_rate) } else { (p.beta_ecn, p.beta_ecn) };
        let (window, rate) = (self.window.cwnd(), self.media.target());
        self.window.reduce(window_share);
        self.media.reduce(rate_share, p);
        self.reacted_below = self.sent.flight.next();
        self.reacted_at = Some(cx.now());
        cx.report_reduction(self.window.cwnd() / self.size);
        let (from, to, rate_from, rate_to) = (window, self.window.cwnd(), rate, self.media.target());
        if is_loss {
            cx.decide(decision::Loss { from, to, rate_from, rate_to });
        } else {
            cx.decide(decision::Mark { from, to, rate_from, rate_to });
        }
    }

    /// Adapts the window to an acknowledgement of `bytes` bytes with the queueing delay `delay` in seconds.
    fn on_delay(&mut self, delay: f64, bytes: u64, in_flight: u64, cx: &mut impl Context) {
        let (from, target) = (self.window.cwnd(), self.window.target());
        let growth = self.window.on_ack(delay, bytes as f64, in_flight as f64, cx.now(), &self.params);
        let to = self.window.cwnd();
        if growth == WindowChange::LeftFast {
            self.media.remember_congestion();
            cx.decide(decision::LeftFast { from, to, delay, trend: self.window.trend() });
        } else if growth == WindowChange::Fast {
            cx.decide(decision::Fast { from, to, acknowledged: bytes as f64 });
        } else if to > from {
            cx.decide(decision::Grows { from, to, delay, target });
        } else if to < from {
            cx.decide(decision::Shrinks { from, to, delay, target });
        }
        if self.window.resume_fast(cx.now(), &self.params) {
            cx.decide(decision::Resumed { from: to, time: self.params.resume_after });
        }
    }

    fn emit(&mut self, queue: SendingQueue, cx: &mut impl Context) {
        if !cx.records_own_signals() {
            return;
        }
        cx.signal(SIGNALS.window, self.window.cwnd());
        cx.signal(SIGNALS.bytes_in_flight, self.sent.bytes() as f64);
        cx.signal(SIGNALS.qdelay, self.window.delay());
        cx.signal(SIGNALS.qdelay_target, self.window.target());
        cx.signal(SIGNALS.trend, self.window.trend());
        cx.signal(SIGNALS.media_rate, self.media.target());
        cx.signal(SIGNALS.queue_delay, queue.delay);
        cx.signal(SIGNALS.fast_increase, if self.window.is_fast() { 1.0 } else { 0.0 });
    }

    /// Passes the target rate to the encoder, and sends the packets that window and pacer allow.
    fn push_target_rate(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        cx.recommend_rate(self.media.target());
        cx.report_rate(self.media.target());
        self.is_blocked = false;
        socket.reschedule(self, cx);
    }

    fn arm_timeout(&self, cx: &mut impl Context) {
        if self.sent.is_acknowledged() {
            cx.cancel(Timer::Timeout);
        } else {
            cx.arm(Timer::Timeout, cx.now() + from_secs(SHORTEST_TIMEOUT.max(4.0 * self.rtt())));
        }
    }

    /// Adjusts the encoder's rate (RFC 8298 section 4.1.3).
    fn adjust_rate(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        let queue = self.queue(cx);
        let rate_from = self.media.target();
        let fast = self.window.is_fast();
        let change =
            self.media.adjust(fast, self.window.trends(), queue, self.is_greedy, cx.now(), &self.params);
        let (rate_to, throughput, queue_delay) = (self.media.target(), self.media.throughput(), queue.delay);
        match change {
            RateChange::Queue => {
                cx.decide(decision::Queue { rate_from, rate_to, throughput, queue: queue_delay });
            }
            _ if rate_to > rate_from => {
                cx.decide(decision::RateUp { rate_from, rate_to, throughput, queue: queue_delay });
            }
            _ if rate_to < rate_from => {
                cx.decide(decision::RateDown { rate_from, rate_to, throughput, queue: queue_delay });
            }
            _ => {}
        }
        cx.arm(Timer::Round, cx.now() + from_secs(self.params.adjust_interval));
        self.emit(queue, cx);
        self.push_target_rate(socket, cx);
    }
}

impl RateAlgorithm for ScreamRules {
    fn restarted(&self, packet: u16) -> Self {
        ScreamRules::new(&self.params, packet)
    }

    fn gap(&mut self, cx: &mut impl Context) -> f64 {
        cx.report_rate(self.media.target());
        f64::from(self.last_size) * 8.0 / self.pace()
    }

    /// The pacer's time; for a source that always has data, at the earliest when an encoder has produced the
    /// packet.
    fn next_send_time(&mut self, pacer: &mut Pacer, cx: &mut impl Context) -> Time {
        let (gap, now) = (self.gap(cx), cx.now());
        let mut due = pacer.due(gap).max(now + 1);
        if self.is_greedy {
            self.encoder.produce(self.media.target(), self.size, now);
            let missing = self.encoder.missing(self.size);
            if missing > 0.0 {
                due = due.max(now + from_secs(missing * 8.0 / self.media.target()));
            }
        }
        due
    }

    fn flags(&self) -> u8 {
        if self.params.ecn { ECN_CAPABLE } else { 0 }
    }

    fn on_start(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        self.is_greedy = cx.app_is_greedy();
        self.encoder.start(cx.now());
        self.media.start(cx.now());
        cx.recommend_rate(self.media.target());
        cx.arm(Timer::Round, cx.now() + from_secs(self.params.adjust_interval));
        socket.send_next(self, cx);
    }

    /// Whether the window allows a packet (RFC 8298 section 4.1.2.5). If not, the next report tries again.
    fn may_send(&mut self, _: &mut PacedSocket, _: &mut impl Context) -> bool {
        self.is_blocked = !self.window.allows(self.sent.bytes() as f64 + self.size);
        !self.is_blocked
    }

    fn on_sent(&mut self, socket: &PacedSocket, cx: &mut impl Context) {
        let now = cx.now();
        self.last_size = socket.last_size;
        self.sent.record_sent(socket.last_size, now);
        self.window.on_sent(self.sent.bytes() as f64, now);
        self.media.on_sent(socket.last_size);
        self.encoder.on_sent(socket.last_size);
        if cx.due(Timer::Timeout) == NEVER {
            self.arm_timeout(cx);
        }
    }

    fn on_feedback(&mut self, packet: &Packet, socket: &mut PacedSocket, cx: &mut impl Context) {
        let Some(Attachment::Scream(report)) = cx.take_attachment(packet.attachment()) else { return };
        let now = cx.now();
        let rtt = now.saturating_sub(packet.timestamp).saturating_sub(report.delay);
        self.rtt.update(to_secs(rtt), 0.875);
        cx.report_rtt(rtt);
        let in_flight = self.sent.bytes();
        let bytes = self.sent.acknowledge_below(packet.seq.saturating_add(1));
        self.media.on_acknowledged(bytes);
        let base = self.base_delay.map_or(report.one_way_delay, |base| base.min(report.one_way_delay));
        self.base_delay = Some(base);
        let delay = to_secs(report.one_way_delay - base);
        let has_loss = self.sent.detect_losses(packet.seq, &report, self.reacted_below);
        let has_mark =
            report.marked > self.marked && self.reacted_at.is_none_or(|at| to_secs(now - at) >= self.rtt());
        self.marked = self.marked.max(report.marked);
        if !socket.is_running() {
            return;
        }
        self.window.count_round(has_loss, self.rtt(), now);
        if has_loss || has_mark {
            self.window.observe(delay, &self.params);
            self.on_congestion(has_loss, cx);
        } else {
            self.on_delay(delay, bytes, in_flight, cx);
        }
        self.arm_timeout(cx);
        if socket.is_starved() && self.sent.is_empty() && socket.complete(cx) {
            cx.cancel(Timer::Round);
            return;
        }
        let queue = self.queue(cx);
        self.emit(queue, cx);
        self.push_target_rate(socket, cx);
    }

    fn on_timer(&mut self, timer: Timer, socket: &mut PacedSocket, cx: &mut impl Context) {
        match timer {
            Timer::Round => self.adjust_rate(socket, cx),
            // No report has arrived for a long time: all packets in flight count as lost.
            Timer::Timeout => {
                let (window, rate) = (self.window.cwnd(), self.media.target());
                self.sent.lose_all(cx.now());
                self.window.collapse();
                self.media.reduce(self.params.beta_rate, &self.params);
                self.reacted_below = self.sent.flight.next();
                cx.report_timeout(SHORTEST_TIMEOUT.max(4.0 * self.rtt()));
                cx.decide(decision::Silence {
                    from: window,
                    to: self.window.cwnd(),
                    rate_from: rate,
                    rate_to: self.media.target(),
                });
                if socket.is_starved() && socket.complete(cx) {
                    cx.cancel(Timer::Round);
                    return;
                }
                self.push_target_rate(socket, cx);
            }
            Timer::Send | Timer::Other => {}
        }
    }

    fn state(&self, _: &PacedSocket) -> SenderState {
        SenderState {
            window: Some(self.window.cwnd() / self.size),
            rate: Some(self.media.target()),
            in_flight: self.sent.packets(),
        }
    }
}

#[derive(Clone, Debug, State)]
pub struct Scream(RateSender<ScreamRules>);

impl Protocol for Scream {
    type Params = Params;
    const ID: &'static str = "scream";
    const NAME: &'static str = "SCReAM";
    const FAMILY: Family = Family::Rate;
    const SIGNALS: List<Signal> = about::ScreamSignals::list;
    const DECISIONS: List<Decision> = about::decision::list;

    fn fixed_rate(params: &Params) -> f64 {
        params.min_rate
    }

    fn contradictions(params: &Params) -> Vec<Issue> {
        let mut found = Vec::new();
        let mut require = |holds: bool, path: &'static str, text: &'static str| {
            if !holds {
                found.push(Issue::new(path, "contradiction", text.to_owned()));
            }
        };
        require(
            params.min_rate <= params.max_rate,
            "min_rate",
            "The smallest rate exceeds the largest rate. Raise one or lower the other.",
        );
        require(
            params.target_low <= params.target_high,
            "target_low",
            "The lowest delay target exceeds the highest one. Raise one or lower the other.",
        );
        found
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let receiver = AnyReceiver::ScreamReceiver(ScreamReceiver::new(narrow::<u16>(params.report_size)));
        (Scream(RateSender::new(ScreamRules::new(params, facts.packet))), vec![ConnSpec { receiver }])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        let RateSender { algorithm, socket } = &mut self.0;
        algorithm.params = params.clone();
        algorithm.sent.flight.set_reordering_threshold(params.reordering);
        algorithm.media.limit(params);
        algorithm.window.limit_target(params);
        socket.reschedule(algorithm, cx);
    }
}

delegate_sender!(Scream);
