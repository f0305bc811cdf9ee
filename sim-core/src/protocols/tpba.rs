//! TPBA: a media flow that sends over TCP for a while to measure its share, and then over UDP at the rate that it measured.
//!
//! Tobe, Tamura, Nishino and Tokuda 2000, sections 4, 5 and 7. When probing ends stands in `tpba/monitor.rs`; TCP is the window
//! chassis and UDP the RTP chassis, as two connections of one flow.

mod about;
mod monitor;
#[cfg(test)]
mod tests;

use crate::describe::AlgorithmInfo;
use crate::ground::packet::Packet;
use crate::ground::time::{Time, from_secs, to_secs};
use crate::ground::math;
use crate::protocols::lda_family::LossPool;
use crate::protocols::reno_rules::RenoRules;
use crate::transport::rtcp::{LossField, LossFrom, RateBasis, ReportClock, RtcpParams};
use crate::transport::rtcp_receiver::RtcpReceiver;
use crate::transport::rtp_sender::{HEADERS, RtpSender};
use crate::transport::tcp_params::{PartialTimer, SackRule, TcpParams};
use crate::transport::window::{self, Recovery, WindowSender};
use crate::transport::{
    AnyReceiver, ConnSpec, Context, FlowFacts, Protocol, Sender, SenderState, Timer, digest_of,
};
use crate::{choice, params};
use monitor::{Monitor, Threshold};

choice! {
    /// How the TCP repairs losses.
    pub enum TcpKind {
        /// Reno, as the authors' FreeBSD had it.
        Reno "reno",
        /// NewReno.
        NewReno "newreno" "NewReno",
        /// Selective acknowledgements.
        Sack "sack" "SACK",
    }
}

params! {
    pub struct Params {
        /// Time between two looks at how far TCP has come while probing.
        measure_interval: f64 = 1.0, unit "s", range 0.001..=10.0, scale log, label "Measuring interval", cite "Tobe and others 2000, table 2";
        /// Probing ends when the last rate differs by less than this from both before it.
        threshold: f64 = 30e3, unit "bit/s", range 1e3..=1e7, scale log, cite "Tobe and others 2000, table 2";
        /// The same as a share of the last rate, instead of the fixed threshold.
        proportion: Option<f64> = None, range 0.005..=0.5, label "Proportional threshold", null "off: the fixed threshold counts", cite "Tobe and others 2000, section 7";
        /// Measure from one reduction of TCP's window to the next instead of at fixed times.
        embedded: bool = false, label "Measure between reductions", cite "Tobe and others 2000, section 7";
        /// A rate of 0 never ends probing: three measurements of a TCP that stands still would.
        positive: bool = true, label "Only rates above 0", cite "Tobe and others 2000, section 7";
        /// Probing ends after this time with the last rate above 0, whatever the threshold says.
        longest_probing: Option<f64> = None, unit "s", range 1.0..=120.0, label "Longest probing", null "no limit";
        /// Time on UDP until the next probing.
        running: f64 = 10.0, unit "s", range 1.0..=120.0, label "Running period", cite "Tobe and others 2000, table 4";
        /// So many reductions in a row while running lead back to probing at once.
        early_return: Option<u32> = None, range 1..=10, null "off", cite "Tobe and others 2000, section 4";
        /// Reductions by less than this share do not count for that.
        early_share: f64 = 0.1, range 0.01..=0.9, label "Large reduction", cite "Tobe and others 2000, section 4";
        /// What a loss while running is multiplied by to give the share that is cut.
        reduction: f64 = 3.0, range 1.0..=10.0, label "Reduction factor", cite "Tobe and others 2000, table 2";
        /// Time between adaptations while running.
        adapt_interval: f64 = 3.0, unit "s", range 0.1..=30.0, label "Adaptation interval", cite "Tobe and others 2000, table 4";
        /// Time between RTCP's reports while running.
        report_interval: f64 = 1.0, unit "s", range 0.1..=30.0, scale log, cite "Tobe and others 2000, table 4";
        /// Each interval between reports is drawn within this share of itself, up and down.
        report_jitter: f64 = 0.0, range 0.0..=0.5, cite "RFC 3550 section 6.3.1";
        /// Where the loss between two adaptations is taken from.
        loss_from: LossFrom = LossFrom::Counters, label "Loss taken from", cite "Tobe and others 2000, table 2";
        /// Width of the field in which the receiver reports its loss.
        loss_field: LossField = LossField::Bits8, cite "RFC 3550 section 6.4.1";
        /// Without a report for so many report intervals the rate is halved, and again after each further one.
        feedback_timeout: f64 = 3.0, unit "intervals", range 1.0..=10.0, label "Silence";
        /// The rate never falls below this.
        min_rate: f64 = 10e3, unit "bit/s", range 0.0..=1e8, label "Smallest rate", cite "Tobe and others 2000, table 1";
        /// Packets of one data unit: the flow's packets, without their headers, are its parts. Switches wait for the end of one.
        unit_packets: u32 = 10, unit "packets", range 1..=100, label "Packets of a data unit", cite "Tobe and others 2000, section 6.1";
        /// TCP's largest segment, without headers.
        segment: u32 = 1460, unit "bytes", range 256..=1460, label "TCP's segment size", cite "Tobe and others 2000, table 2";
        /// Buffer of TCP's sockets, which limits its window.
        socket_buffer: Option<u32> = Some(16_384), unit "bytes", range 4096..=262_144, scale log, null "TCP's receive window counts";
        /// The window that is handed over counts at most the socket's buffer: behind it TCP's own window grows without meaning.
        cap_window: bool = true, label "Window within the buffer", cite "Tobe and others 2000, section 4";
        /// How TCP repairs losses.
        tcp_kind: TcpKind = TcpKind::Reno, label "TCP", cite "Tobe and others 2000, section 6.1";
        ..tcp: TcpParams;
    }
}

impl Params {
    fn clock(&self) -> ReportClock {
        ReportClock { interval: self.report_interval, jitter: self.report_jitter }
    }

    fn rtcp(&self) -> RtcpParams {
        RtcpParams {
            loss_field: self.loss_field,
            feedback_timeout: self.feedback_timeout,
            // TCP does the probing.
            probe_every: u32::MAX,
            ..RtcpParams::default()
        }
    }

    fn recovery(&self) -> Recovery {
        match self.tcp_kind {
            TcpKind::Reno => Recovery::Reno,
            TcpKind::NewReno => Recovery::NewReno { timer: PartialTimer::SlowButSteady },
            TcpKind::Sack => Recovery::Sack { rule: SackRule::Rfc6675 },
        }
    }

    /// Packets that the socket's buffer holds.
    fn buffer(&self) -> Option<f64> {
        self.socket_buffer.map(|bytes| f64::from(bytes) / f64::from(self.segment))
    }

    fn tcp(&self) -> TcpParams {
        let mut tcp = self.tcp.clone();
        tcp.receive_window = self.buffer().map(|buffer| buffer.max(1.0)).or(tcp.receive_window);
        // The authors switched it off: the window is handed over instead.
        tcp.idle_restart = false;
        tcp
    }

    fn threshold(&self) -> Threshold {
        self.proportion.map_or(Threshold::Fixed(self.threshold), Threshold::Share)
    }

    /// Bytes of a data unit, from the flow's packets.
    fn unit(&self, packet: u16) -> u32 {
        self.unit_packets * u32::from(packet.saturating_sub(HEADERS).max(1))
    }
}

/// The window that TCP begins a probing with, in packets: the paper's formula.
fn window_again(old: f64, final_rate: f64, start_rate: f64) -> f64 {
    if start_rate > 0.0 { math::ceil(old * final_rate / start_rate).max(1.0) } else { 1.0 }
}

/// The flow's connections.
const TCP: u32 = 0;
const UDP: u32 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Period {
    /// TCP carries the data and is measured.
    Probing,
    /// The rate is known; TCP goes on to the end of a data unit.
    LeavingTcp,
    /// UDP carries the data.
    Running,
    /// It is time to probe; UDP goes on to the end of a data unit.
    LeavingUdp,
}

impl Period {
    fn on_tcp(self) -> bool {
        matches!(self, Period::Probing | Period::LeavingTcp)
    }
}

const PROBING: usize = window::OWN;
const SAMPLE: usize = PROBING + 1;
const START_RATE: usize = PROBING + 2;
const LOSS: usize = PROBING + 3;
const PERIOD: usize = PROBING + 4;
const UNIT_GAP: usize = PROBING + 5;
const RTCP_BYTES: usize = PROBING + 6;

#[derive(Clone, Debug)]
pub struct Tpba {
    params: Params,
    packet: u16,
    tcp: WindowSender<RenoRules>,
    udp: RtpSender,
    monitor: Monitor,
    period: Period,
    since: Time,
    /// TCP's window, in packets, and the rate when running began.
    window_then: f64,
    start_rate: f64,
    pool: LossPool,
    /// Large reductions in a row.
    reductions: u32,
    /// Bytes of reports, both ways.
    rtcp_bytes: u64,
    stopped: bool,
}

impl Tpba {
    fn new(params: &Params, packet: u16) -> Self {
        let rtcp = params.rtcp();
        let mut udp = RtpSender::new(&rtcp, params.clock(), RateBasis::Payload, 1.0);
        udp.set_unit(params.unit_packets);
        let mut tcp = WindowSender::new(RenoRules, params.recovery(), &params.tcp(), HEADERS);
        tcp.carry_offsets();
        Tpba {
            packet,
            tcp,
            udp,
            monitor: Monitor::default(),
            period: Period::Probing,
            since: 0,
            window_then: 1.0,
            start_rate: 0.0,
            pool: LossPool::default(),
            reductions: 0,
            rtcp_bytes: 0,
            stopped: true,
            params: params.clone(),
        }
    }

    fn tell_period(&mut self, cx: &mut impl Context) {
        cx.signal(PROBING, f64::from(u8::from(self.period.on_tcp())));
        cx.signal(PERIOD, to_secs(cx.now() - self.since));
    }

    // ---- probing ----

    fn begin_probing(&mut self, cx: &mut impl Context) {
        self.tell_period(cx);
        self.period = Period::Probing;
        self.since = cx.now();
        self.tell_period(cx);
        self.monitor.begin(cx.now(), self.tcp.acked_bytes(), self.tcp.reductions());
        let mut cx = cx.connection(TCP);
        self.arm_monitor(&mut cx);
        match self.params.longest_probing {
            Some(longest) => {
                let at = cx.now() + from_secs(longest);
                cx.arm(Timer::Other, at);
            }
            None => cx.cancel(Timer::Other),
        }
    }

    fn arm_monitor(&self, cx: &mut impl Context) {
        let fixed = self.params.measure_interval;
        // A TCP whose window never shrinks is measured all the same.
        let interval = if self.params.embedded { fixed.max(10.0 * self.tcp.srtt()) } else { fixed };
        let at = cx.now() + from_secs(interval);
        cx.arm(Timer::Round, at);
    }

    /// Takes a measurement, and sees whether probing is over. `cx` speaks for TCP.
    fn measure(&mut self, cx: &mut impl Context) {
        let now = cx.now();
        let before = self.monitor.last_two();
        let Some(rate) = self.monitor.measure(now, self.tcp.acked_bytes(), self.tcp.reductions()) else { return };
        cx.signal(SAMPLE, rate);
        self.arm_monitor(cx);
        let steady = self.monitor.is_steady(self.params.threshold(), self.params.positive);
        let (older, old) = before;
        cx.decide(about::MEASURED, &[rate, old, older, to_secs(now - self.since)]);
        if steady {
            self.leave_tcp(rate, cx);
        }
    }

    /// The rate is known: TCP sends the rest of the data unit, and UDP the next one.
    fn leave_tcp(&mut self, rate: f64, cx: &mut impl Context) {
        cx.cancel(Timer::Round);
        cx.cancel(Timer::Other);
        self.period = Period::LeavingTcp;
        self.start_rate = rate;
        let unit = u64::from(self.params.unit(self.packet));
        let over = self.tcp.sent_bytes() % unit;
        self.tcp.allow_bytes(if over == 0 { 0 } else { unit - over });
        self.tcp.on_app(cx);
        self.switch_if_whole(cx);
    }

    /// TCP has sent a whole unit: UDP takes over, while TCP sees to it that what it has sent arrives.
    fn switch_if_whole(&mut self, cx: &mut impl Context) {
        let unit = u64::from(self.params.unit(self.packet));
        if self.period != Period::LeavingTcp || !self.tcp.sent_bytes().is_multiple_of(unit) || self.stopped {
            return;
        }
        self.tcp.allow_bytes(0);
        self.tell_period(cx);
        cx.decide(about::TO_UDP, &[self.start_rate, to_secs(cx.now() - self.since), self.tcp.window().cwnd]);
        let capped = self.params.buffer().filter(|_| self.params.cap_window).unwrap_or(f64::INFINITY);
        self.window_then = self.tcp.window().cwnd.min(capped);
        self.period = Period::Running;
        self.since = cx.now();
        self.tell_period(cx);
        cx.report_probing(false);
        cx.signal(START_RATE, self.start_rate);
        self.pool = LossPool::default();
        self.reductions = 0;
        let end = cx.now() + from_secs(self.params.running);
        cx.arm(Timer::Other, end);
        let mut cx = cx.connection(UDP);
        self.udp.stop_at(None);
        self.udp.set_rate(self.start_rate, &mut cx);
        self.udp.start(&mut cx);
        self.arm_adaptation(&mut cx);
    }

    // ---- running ----

    fn arm_adaptation(&self, cx: &mut impl Context) {
        let at = cx.now() + from_secs(self.params.adapt_interval);
        cx.arm(Timer::Round, at);
    }

    /// Lower the rate if something was lost; it is never raised. `cx` speaks for UDP.
    fn adapt(&mut self, cx: &mut impl Context) {
        let pool = std::mem::take(&mut self.pool);
        self.arm_adaptation(cx);
        let Some(loss) = pool.loss() else { return };
        cx.signal(LOSS, loss);
        if loss <= 0.0 {
            self.reductions = 0;
            return;
        }
        let from = self.udp.rate();
        let to = (from * (1.0 - loss * self.params.reduction)).max(self.params.min_rate.min(from));
        self.udp.set_rate(to, cx);
        cx.report_reduction(0.0);
        cx.decide(about::REDUCED, &[from, to, loss]);
        let large = to <= from * (1.0 - self.params.early_share);
        self.reductions = if large { self.reductions + 1 } else { 0 };
        if self.params.early_return.is_some_and(|most| self.reductions >= most) {
            cx.decide(about::EARLY, &[f64::from(self.reductions)]);
            self.leave_udp(cx);
        }
    }

    fn leave_udp(&mut self, cx: &mut impl Context) {
        if self.period == Period::Running {
            self.period = Period::LeavingUdp;
            let unit = self.params.unit_packets;
            self.udp.stop_at(Some(self.udp.packets().div_ceil(unit).saturating_mul(unit)));
            let mut cx = cx.connection(UDP);
            self.return_if_whole(&mut cx);
        }
    }

    /// UDP has sent a whole unit: TCP takes over, with a window for the rate that UDP ended with. `cx` speaks for UDP.
    fn return_if_whole(&mut self, cx: &mut impl Context) {
        if self.period != Period::LeavingUdp
            || !self.udp.packets().is_multiple_of(self.params.unit_packets)
            || self.stopped
        {
            return;
        }
        let rate = self.udp.rate();
        self.udp.stop(cx);
        let mut cx = cx.connection(TCP);
        cx.report_probing(true);
        let window = window_again(self.window_then, rate, self.start_rate);
        cx.decide(about::TO_TCP, &[self.start_rate, rate, self.window_then, window]);
        self.tcp.set_window(window);
        self.tcp.allow_bytes(u64::MAX);
        self.begin_probing(&mut cx);
        self.tcp.on_app(&mut cx);
    }

    fn count_rtcp(&mut self, size: u32, cx: &mut impl Context) {
        self.rtcp_bytes += u64::from(size);
        cx.signal(RTCP_BYTES, self.rtcp_bytes as f64);
    }

    /// After anything that TCP did.
    fn after_tcp(&mut self, cx: &mut impl Context) {
        if self.stopped {
            return;
        }
        if self.period == Period::Probing && self.params.embedded && self.monitor.has_reduced(self.tcp.reductions()) {
            self.measure(cx);
        }
        self.switch_if_whole(cx);
    }
}

impl Protocol for Tpba {
    type Params = Params;
    const ID: &'static str = "tpba";

    fn info() -> AlgorithmInfo {
        about::info()
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let udp = AnyReceiver::RtcpReceiver(RtcpReceiver::new(params.clock(), &params.rtcp()));
        let tcp = window::receiver(params.recovery(), &params.tcp());
        (Tpba::new(params, facts.packet), vec![ConnSpec { receiver: tcp }, ConnSpec { receiver: udp }])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        // What a unit is stays until the next start: half a unit could not be told from a whole one.
        let (unit_packets, segment) = (self.params.unit_packets, self.params.segment);
        self.params = Params { unit_packets, segment, ..params.clone() };
        self.tcp.set_params(self.params.recovery(), &self.params.tcp());
        self.udp.set_params(&self.params.rtcp(), self.params.clock(), RateBasis::Payload);
        if self.period == Period::Probing && !self.stopped {
            let mut cx = cx.connection(TCP);
            self.arm_monitor(&mut cx);
        }
    }
}

impl Sender for Tpba {
    fn start(&mut self, cx: &mut impl Context) {
        self.stopped = false;
        let mut cx = cx.connection(TCP);
        cx.set_packet_size(self.params.segment as u16 + HEADERS);
        cx.track_units(self.params.unit(self.packet), cx.conn(), UNIT_GAP);
        self.since = cx.now();
        self.begin_probing(&mut cx);
        self.tcp.start(&mut cx);
    }

    fn stop(&mut self, cx: &mut impl Context) {
        self.stopped = true;
        self.udp.stop(&mut cx.connection(UDP));
        let mut cx = cx.connection(TCP);
        cx.cancel(Timer::Round);
        cx.cancel(Timer::Other);
        self.tcp.stop(&mut cx);
    }

    fn restart(&mut self, cx: &mut impl Context) {
        self.udp.stop(&mut cx.connection(UDP));
        for timer in Timer::ALL {
            cx.connection(TCP).cancel(timer);
        }
        *self = Tpba::new(&self.params, self.packet);
        self.start(cx);
    }

    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        if cx.sub() == TCP {
            self.tcp.on_feedback(packet, cx);
            self.after_tcp(cx);
        } else if let Some(report) = self.udp.on_feedback(packet, cx) {
            self.count_rtcp(u32::from(packet.size), cx);
            self.pool.add(&report, self.params.loss_from);
        }
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        match (cx.sub(), timer) {
            (TCP, Timer::Timeout | Timer::Send) => {
                self.tcp.on_timer(timer, cx);
                self.after_tcp(cx);
            }
            _ if self.stopped => {}
            (TCP, Timer::Round) => {
                if self.period == Period::Probing {
                    self.measure(cx);
                }
            }
            (TCP, Timer::Other) => match self.period {
                Period::Probing => match self.monitor.last_positive() {
                    Some(rate) => self.leave_tcp(rate, cx),
                    None => {
                        let again = cx.now() + from_secs(self.params.measure_interval);
                        cx.arm(Timer::Other, again);
                    }
                },
                _ => self.leave_udp(cx),
            },
            (_, Timer::Send) => {
                self.udp.on_send(cx);
                self.return_if_whole(cx);
            }
            (_, Timer::Other) => {
                let before = self.udp.reports();
                self.udp.on_report_due(cx);
                if self.udp.reports() > before {
                    self.count_rtcp(self.params.rtcp().sender_report_size, cx);
                }
            }
            (_, Timer::Round) => self.adapt(cx),
            (_, Timer::Timeout) => {
                if let Some(from) = self.udp.on_report_timeout(self.params.min_rate, cx) {
                    cx.decide(about::SILENCE, &[from, self.udp.rate()]);
                }
            }
        }
    }

    fn on_app(&mut self, cx: &mut impl Context) {
        if self.period.on_tcp() {
            let mut cx = cx.connection(TCP);
            self.tcp.on_app(&mut cx);
            self.after_tcp(&mut cx);
        } else {
            self.udp.on_app(&mut cx.connection(UDP));
        }
    }

    fn state(&self) -> SenderState {
        let tcp = self.tcp.state();
        if self.period.on_tcp() {
            tcp
        } else {
            SenderState { window: None, rate: Some(self.udp.rate()), in_flight: tcp.in_flight }
        }
    }

    fn digest(&self) -> u64 {
        digest_of(&[
            self.tcp.digest(),
            self.udp.digest(),
            self.monitor.digest(),
            self.period as u64,
            self.since,
            self.window_then.to_bits(),
            self.start_rate.to_bits(),
            u64::from(self.reductions),
        ])
    }
}
