//! The parts of the TFRC sender (RFC 5348 section 4) that all flavours share: round-trip time, throughput
//! equation, pacing, no-feedback timer, and the fields of data packets for the receiver.

use super::rfc::RfcRules;
use super::settings::Settings;
use super::{Flavour, Params, RateInputs, Reason, Report, ns2};
use crate::analysis::equation::{ThroughputEquation, Timeout};
use crate::protocols::prelude::*;
use crate::transport::pacer::Pacer;
use crate::transport::smoothed::{Smoothed, TickTimeout, TimeoutRule};
use crate::transport::tfrc_attachments::TfrcData;

/// Number of remembered times at which pacing limited the sender.
const MARKS: usize = 24;

/// The rules of the sender's flavour, which determine and store the allowed rate.
#[derive(Clone, Debug, State)]
pub(super) enum FlavourRules {
    Rfc(RfcRules),
    Ns2(ns2::Ns2Rules),
}

#[derive(Clone, Debug, State)]
// The fields inside the packet's header follow from the other fields.
#[state(not(settings, size, inline_fields, greedy))]
pub struct TfrcRules {
    params: Params,
    settings: Settings,
    pub(super) rules: FlavourRules,
    pub(super) rtt: Smoothed,
    sqrt_rtt: Smoothed,
    /// The latest round-trip sample, in seconds.
    sample: f64,
    /// The timeout as TCP measures it with a coarse clock.
    ticks: TickTimeout,
    /// Size of a full packet in bytes.
    size: f64,
    /// The loss event rate in the last report.
    pub(super) p: f64,
    /// The rate of the throughput equation at `p`, in bytes per second.
    pub(super) x_eq: f64,
    /// Seconds between packets at the present rate, before dithering.
    gap: f64,
    /// The present timeout in seconds, which packets carry.
    t_rto: f64,
    /// The fields for the receiver inside the packet's header. `None` before the first loss, when the
    /// receiver also needs the timeout, and if the fields do not fit. Packets then carry an attachment.
    inline_fields: Option<Body>,
    /// Whether the next gap is `gap` and needs no further work: there is no dithering, and the rate of this
    /// gap has been reported.
    gap_is_reported: bool,
    /// One more than the highest sequence number that a report has covered.
    reported: u32,
    /// Number of reports and of expiries of the no-feedback timer, which packets carry.
    rounds: u32,
    /// Whether packets ask the receiver for a report at once, because none has arrived since the start or the
    /// last expiry of the no-feedback timer.
    urgent: bool,
    /// Whether the application always has data.
    greedy: bool,
    /// When the no-feedback timer was set.
    pub(super) silence_since: Time,
    /// Recent times at which pacing, not the application, limited the sender.
    marks: [Time; MARKS],
    next_mark: usize,
}

impl TfrcRules {
    pub fn new(params: &Params, packet: u16) -> Self {
        let settings = Settings::new(params);
        let size = f64::from(packet.max(1));
        let mut sender = TfrcRules {
            rules: match settings.flavour {
                Flavour::Ns2 => FlavourRules::Ns2(ns2::Ns2Rules::new()),
                Flavour::Rfc5348 => FlavourRules::Rfc(RfcRules::new(size, false)),
                Flavour::Rfc3448 => FlavourRules::Rfc(RfcRules::new(size, true)),
            },
            ticks: TickTimeout::new(settings.timeout_tick),
            settings,
            params: params.clone(),
            rtt: Smoothed::default(),
            sqrt_rtt: Smoothed::default(),
            sample: 0.0,
            size,
            p: 0.0,
            x_eq: 0.0,
            gap: 0.0,
            t_rto: 0.0,
            inline_fields: None,
            gap_is_reported: false,
            greedy: false,
            reported: 0,
            rounds: 0,
            urgent: true,
            silence_since: 0,
            marks: [0; MARKS],
            next_mark: 0,
        };
        sender.update_gap_and_fields();
        sender
    }

    /// Takes new settings while the sender runs. A new flavour continues at the present rate.
    pub fn set_params(&mut self, params: &Params, now: Time) {
        let flavour = self.settings.flavour;
        self.params = params.clone();
        self.settings = Settings::new(params);
        if self.settings.flavour != flavour {
            let (x, inputs) = (self.x(), self.inputs(now));
            self.rules = match self.settings.flavour {
                Flavour::Ns2 => FlavourRules::Ns2(ns2::Ns2Rules::continuing(x, self.p, &inputs)),
                Flavour::Rfc5348 => FlavourRules::Rfc(RfcRules::continuing(x, self.p, false, &inputs)),
                Flavour::Rfc3448 => FlavourRules::Rfc(RfcRules::continuing(x, self.p, true, &inputs)),
            };
        }
        self.ticks.set_tick(self.settings.timeout_tick);
        self.update_gap_and_fields();
    }

    fn is_ns2(&self) -> bool {
        self.settings.flavour == Flavour::Ns2
    }

    fn inputs(&self, now: Time) -> RateInputs {
        RateInputs {
            now,
            size: self.size,
            rtt: self.rtt.get(),
            sample: self.sample,
            sqrt_rtt: self.sqrt_rtt.get(),
            x_eq: self.x_eq,
            t_mbi: self.settings.t_mbi,
            damping: self.settings.damping,
            conservative: self.settings.conservative,
            slow_start_factor: self.settings.slow_start_factor,
        }
    }

    /// The allowed rate, in bytes per second.
    pub(super) fn x(&self) -> f64 {
        match &self.rules {
            FlavourRules::Rfc(rules) => rules.x,
            FlavourRules::Ns2(rules) => rules.rate,
        }
    }

    /// The retransmission timeout in the throughput equation, in seconds (RFC 5348 section 3.1: four
    /// round-trip times).
    pub(super) fn timeout(&self) -> f64 {
        let four_rtt = 4.0 * self.rtt.get();
        match self.settings.timeout_rule {
            TimeoutRule::FourRtt => four_rtt,
            TimeoutRule::Tcp => self.ticks.seconds().max(self.settings.timeout_floor),
            TimeoutRule::Least => four_rtt.max(self.settings.least_timeout),
        }
    }

    /// The rate of the throughput equation at the present loss event rate (RFC 5348 section 3.1).
    fn equation_rate(&self) -> f64 {
        if self.p <= 0.0 {
            return if self.is_ns2() { ns2::MAX_EQUATION_RATE } else { f64::INFINITY };
        }
        let equation =
            ThroughputEquation { timeout: Timeout::Seconds(self.timeout()), ..self.settings.equation };
        let rate = equation.rate(self.size, self.rtt.get(), self.p);
        if self.is_ns2() { rate.min(ns2::MAX_EQUATION_RATE) } else { rate }
    }

    /// The instantaneous rate, which determines the next gap: the allowed rate, damped by the latest
    /// round-trip time (RFC 5348 section 4.5).
    fn x_inst(&self) -> f64 {
        let inputs = self.inputs(0);
        match &self.rules {
            FlavourRules::Rfc(rules) => rules.x_inst(&inputs),
            FlavourRules::Ns2(rules) => rules.x_inst(&inputs),
        }
    }

    /// Computes the gap between packets and the fields that they carry, after the rate, the round-trip time
    /// or the settings have changed.
    fn update_gap_and_fields(&mut self) {
        self.gap = (self.size / self.x_inst()).clamp(1e-9, self.settings.t_mbi);
        self.t_rto = self.timeout();
        self.gap_is_reported = false;
        // Before the first loss the receiver also needs the timeout, which does not fit into the header.
        // Packets then carry an attachment.
        self.inline_fields = if self.p > 0.0 { self.receiver_fields().to_inline() } else { None };
    }

    /// The fields of data packets for the receiver (RFC 5348 section 3.2.1).
    fn receiver_fields(&self) -> TfrcData {
        let (rtt, timeout) = (self.rtt.get(), self.t_rto);
        TfrcData { rtt, timeout, round: self.rounds, urgent: self.urgent }
    }

    #[cold]
    fn body_with_attachment(&self, cx: &mut impl Context) -> Body {
        let attachment = cx.put_attachment(Attachment::TfrcData(self.receiver_fields()));
        Body::Data { unit: 0, info: 0, attachment }
    }

    /// The gap in seconds after the present packet: `gap`, multiplied by a random factor if dithering is on.
    fn next_gap(&self, cx: &mut impl Context) -> f64 {
        let dither = self.settings.dither;
        if dither > 0.0 { self.gap * (1.0 + cx.rng().range(-dither, dither)) } else { self.gap }
    }

    /// Determines the next gap in seconds and reports its rate. Without dithering, this is called once for
    /// each change of `gap`.
    #[cold]
    fn report_gap(&mut self, cx: &mut impl Context) -> f64 {
        self.gap_is_reported = self.settings.dither <= 0.0;
        let gap = self.next_gap(cx);
        cx.report_rate(self.size * 8.0 / gap);
        gap
    }

    /// Sets the no-feedback timer to the longer of four round-trip times and the time of two packets
    /// (RFC 5348 section 4.3, step 3). Before the first round-trip sample, it is two seconds (section 4.2).
    /// ns-2 uses two round-trip times instead of four, and the time of two packets before the first sample.
    fn arm_no_feedback_timer(&mut self, cx: &mut impl Context) {
        let rtts = if self.is_ns2() { 2.0 } else { 4.0 };
        let wait = if self.rtt.has_value() || self.is_ns2() {
            (rtts * self.rtt.get()).max(2.0 * self.size / self.x())
        } else {
            2.0
        };
        self.silence_since = cx.now();
        cx.arm(Timer::Timeout, cx.now() + from_secs(wait));
    }

    /// Records that pacing, not the application, limits the sender at `now`. Marks are at least an eighth of
    /// a round trip apart.
    fn mark_not_data_limited(&mut self, now: Time) {
        let last = self.marks[(self.next_mark + MARKS - 1) % MARKS];
        if now >= last + from_secs(self.rtt.get() / 8.0) {
            self.marks[self.next_mark] = now;
            self.next_mark = (self.next_mark + 1) % MARKS;
        }
    }

    /// Whether the sender was data-limited over the interval that a report covers (as RFC 5348 section 8.2.1
    /// proposes): pacing did not limit it during the round trip before the newest reported packet was sent.
    fn was_data_limited(&self, sent: Time, cx: &impl Context) -> bool {
        if cx.app_is_greedy() {
            return false;
        }
        let rtt = from_secs(self.rtt.get());
        let from = sent.saturating_sub(rtt + rtt / 8);
        !self.marks.iter().any(|&mark| mark > from && mark <= sent)
    }

    fn complete_if_starved(&self, socket: &mut PacedSocket, cx: &mut impl Context) {
        if socket.is_starved() && socket.complete(cx) {
            cx.cancel(Timer::Timeout);
            cx.cancel(Timer::Send);
        }
    }

    /// Updates the round-trip time with a sample in nanoseconds.
    fn sample_rtt(&mut self, sample: Time, cx: &mut impl Context) {
        cx.report_rtt(sample);
        self.sample = to_secs(sample);
        self.rtt.update(self.sample, self.settings.rtt_memory);
        self.sqrt_rtt.update(self.sample.sqrt(), self.settings.rtt_memory);
        self.ticks.sample(self.sample);
    }
}

impl RateAlgorithm for TfrcRules {
    fn restarted(&self, packet: u16) -> Self {
        TfrcRules::new(&self.params, packet)
    }

    #[inline]
    fn gap(&mut self, cx: &mut impl Context) -> f64 {
        if self.gap_is_reported { self.gap } else { self.report_gap(cx) }
    }

    #[inline]
    fn next_send_time(&mut self, pacer: &mut Pacer, cx: &mut impl Context) -> Time {
        pacer.due(self.gap(cx))
    }

    #[inline]
    fn body(&mut self, cx: &mut impl Context) -> Body {
        match self.inline_fields {
            Some(body) => body,
            None => self.body_with_attachment(cx),
        }
    }

    fn on_start(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        self.greedy = cx.app_is_greedy();
        if let FlavourRules::Ns2(rules) = &mut self.rules {
            rules.start();
            self.update_gap_and_fields();
        }
        socket.send_next(self, cx);
        self.arm_no_feedback_timer(cx);
        self.emit(cx, None);
        self.emit_loss(cx);
    }

    #[inline]
    fn on_sent(&mut self, _: &PacedSocket, _: &mut impl Context) {
        if let FlavourRules::Ns2(rules) = &mut self.rules
            && rules.after_packet()
        {
            self.update_gap_and_fields();
        }
    }

    #[inline]
    fn after_send_timer(&mut self, socket: &PacedSocket, cx: &mut impl Context) {
        if !self.greedy && !socket.is_starved() {
            self.mark_not_data_limited(cx.now());
        }
    }

    /// Handles a report (RFC 5348 section 4.3): takes a round-trip sample, has the flavour set the rate, and
    /// restarts the no-feedback timer. With ns-2's rules each report of slow start also sends a packet.
    fn on_feedback(&mut self, packet: &Packet, socket: &mut PacedSocket, cx: &mut impl Context) {
        let Some(Attachment::TfrcReport(received)) = cx.take_attachment(packet.attachment()) else { return };
        let now = cx.now();
        let sample = now.saturating_sub(packet.timestamp).saturating_sub(received.delay);
        if sample == 0 || !socket.is_running() {
            return;
        }
        self.sample_rtt(sample, cx);
        self.reported = self.reported.max(packet.seq + 1);
        self.rounds += 1;
        self.urgent = false;
        let p_before = std::mem::replace(&mut self.p, received.p);
        self.x_eq = self.equation_rate();
        let report = Report {
            x_recv: received.x_recv,
            p: received.p,
            losses: received.losses,
            new_event: received.new_event,
            data_limited: self.was_data_limited(packet.timestamp, cx),
        };
        let x_before = self.x();
        let inputs = self.inputs(now);
        let reason = match &mut self.rules {
            FlavourRules::Rfc(rules) => rules.on_report(&report, &inputs),
            FlavourRules::Ns2(rules) => rules.on_report(&report, socket.is_starved(), &inputs),
        };
        self.update_gap_and_fields();
        if report.new_event {
            cx.report_reduction(self.x() * self.rtt.get() / self.size);
        }
        self.arm_no_feedback_timer(cx);
        cx.recommend_rate(8.0 * self.x());
        if self.is_ns2() {
            if matches!(reason, Reason::FirstReport | Reason::SlowStart | Reason::Unchanged) {
                socket.send_next(self, cx);
            }
        } else {
            socket.reschedule(self, cx);
        }
        self.explain(reason, x_before, report.x_recv, cx);
        self.emit(cx, Some(report.x_recv));
        if self.p != p_before {
            self.emit_loss(cx);
        }
        if self.reported == socket.next() {
            self.complete_if_starved(socket, cx);
        }
    }

    /// The no-feedback timer expired (RFC 5348 section 4.4): lets the flavour reduce the rate.
    #[cold]
    fn on_timer(&mut self, timer: Timer, socket: &mut PacedSocket, cx: &mut impl Context) {
        if timer != Timer::Timeout {
            return;
        }
        if cx.app_finished() && socket.is_starved() {
            self.complete_if_starved(socket, cx);
            return;
        }
        let now = cx.now();
        let x_before = self.x();
        let idle = socket.pacer.last_sent().is_none_or(|last| last < self.silence_since);
        let inputs = self.inputs(now);
        let reason = match &mut self.rules {
            FlavourRules::Rfc(rules) => rules.on_no_feedback(idle, self.p, &inputs),
            FlavourRules::Ns2(rules) => rules.on_no_feedback(socket.is_starved(), &inputs),
        };
        self.rounds += 1;
        self.urgent = true;
        self.update_gap_and_fields();
        if reason == Reason::NoFeedback {
            cx.report_timeout(to_secs(now - self.silence_since));
        }
        self.explain(reason, x_before, 0.0, cx);
        self.arm_no_feedback_timer(cx);
        if self.is_ns2() {
            socket.send_next(self, cx);
        } else {
            socket.reschedule(self, cx);
        }
        self.emit(cx, None);
    }

    /// Sends at once if a gap has passed since the last packet.
    fn on_app(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        if !socket.resume() {
            return;
        }
        if let FlavourRules::Ns2(rules) = &mut self.rules {
            rules.on_data_available(cx.now());
        }
        let gap = self.next_gap(cx);
        if socket.pacer.due(gap) <= cx.now() {
            socket.send_next(self, cx);
        } else {
            socket.reschedule(self, cx);
        }
    }

    fn state(&self, socket: &PacedSocket) -> SenderState {
        SenderState {
            window: None,
            rate: Some(self.x() * 8.0),
            in_flight: socket.next().saturating_sub(self.reported),
        }
    }
}
