//! Programs of the level `rate`: the inputs and controls of `fairshare_script::RATE`, and when its handlers run
//! (docs/write-your-own.md). They set a rate at each report of the receiver.

use super::code::Code;
use crate::ground::packet::ECN_CAPABLE;
use crate::protocols::prelude::*;
use crate::transport::counting_receiver::CountingReceiver;
use crate::transport::report_sender::{ReportAlgorithm, ReportSender};
use crate::transport::reports::ArrivalCounts;
use crate::transport::rtcp::{RateBasis, ReportClock, RtcpParams};
use crate::transport::rtcp_receiver::RtcpReceiver;
use crate::transport::rtp_sender::{ReceivedReport, RtpSender};

/// The positions of the handlers, inputs and controls in `fairshare_script::RATE`. A test holds them equal.
pub mod handler {
    pub const START: usize = 0;
    pub const REPORT: usize = 1;
    pub const PACKET: usize = 2;
    pub const TIMER: usize = 3;
}

pub mod input {
    pub const NOW: usize = 0;
    pub const RTT: usize = 1;
    pub const MIN_RTT: usize = 2;
    pub const PACKET: usize = 3;
    pub const RECEIVED_RATE: usize = 4;
    pub const LOSS: usize = 5;
    pub const LOSS_EVENTS: usize = 6;
    pub const MARKS: usize = 7;
    pub const PERIOD: usize = 8;
    pub const BOTTLENECK: usize = 9;
    pub const SENT: usize = 10;
}

pub mod control {
    pub const RATE: usize = 0;
    pub const TIMER: usize = 1;
}

params! {
    /// The settings of the reports and of the start.
    pub struct ReportParams {
        /// Rate at the start of a sender with a rate.
        initial_rate: f64 = 100_000.0, unit "bit/s", range 1000.0..=1e11, scale log, label "Initial rate";
        /// Time from one report of the receiver to the next, if the sender has a rate.
        report_interval: f64 = 0.1, unit "s", range 0.01..=30.0, scale log, label "Report interval";
    }
}

/// What rules with a rate read. Times are in seconds and rates in bit/s.
#[derive(Clone, Copy, Debug, Default)]
struct ReportInputs {
    now: f64,
    rtt: f64,
    min_rtt: f64,
    packet: f64,
    /// Only for `on_report`, like the next five.
    received_rate: f64,
    loss: f64,
    loss_events: f64,
    marks: f64,
    period: f64,
    bottleneck: f64,
    /// Only for `on_packet`.
    sent: f64,
}

/// What rules with a rate change: the rate in bit/s, and the time until `on_timer` runs in s.
#[derive(Clone, Copy, Debug)]
struct ReportControls {
    rate: f64,
    timer: f64,
}

/// Smallest rate in bit/s that missing reports leave.
const SMALLEST_RATE: f64 = 1000.0;

/// The shortest time to the next call of `on_timer`, so that time passes.
const SHORTEST_TIMER: Time = 1000;

#[derive(Clone, Debug)]
struct ReportSettings {
    rtcp: RtcpParams,
    clock: ReportClock,
    initial_rate: f64,
    flags: u8,
}

impl ReportSettings {
    fn of(params: &ReportParams, ecn: bool) -> Self {
        let interval = params.report_interval;
        // A probe about once per second.
        let probe_every = whole::<u32>(1.0 / interval).clamp(1, 20);
        ReportSettings {
            rtcp: RtcpParams { probe_every, ..RtcpParams::default() },
            clock: ReportClock { interval, jitter: 0.0 },
            initial_rate: params.initial_rate,
            flags: if ecn { ECN_CAPABLE } else { 0 },
        }
    }

    fn sender(&self) -> RtpSender {
        let mut rtp = RtpSender::new(&self.rtcp, self.clock, RateBasis::Wire, self.initial_rate);
        (rtp.flags, rtp.states_rtt) = (self.flags, true);
        rtp
    }
}

impl Code {
    /// Runs a handler with the rate and the timer as its controls.
    fn call_rate(&mut self, handler: usize, c: &mut ReportControls, x: &ReportInputs) {
        self.set_input(input::NOW, x.now);
        self.set_input(input::RTT, x.rtt);
        self.set_input(input::MIN_RTT, x.min_rtt);
        self.set_input(input::PACKET, x.packet);
        if handler == handler::REPORT {
            self.set_input(input::RECEIVED_RATE, x.received_rate);
            self.set_input(input::LOSS, x.loss);
            self.set_input(input::LOSS_EVENTS, x.loss_events);
            self.set_input(input::MARKS, x.marks);
            self.set_input(input::PERIOD, x.period);
            self.set_input(input::BOTTLENECK, x.bottleneck);
        }
        self.set_input(input::SENT, x.sent);
        self.set_control(control::RATE, c.rate);
        self.set_control(control::TIMER, c.timer);
        self.call(handler);
        (c.rate, c.timer) = (self.control(control::RATE), self.control(control::TIMER));
    }
}

/// Rules with what they read.
#[derive(Clone, Debug, State)]
#[state(not(settings, packet))]
struct RateCode {
    code: Code,
    settings: ReportSettings,
    /// Size of a full packet in bytes.
    packet: u16,
    min_rtt: f64,
    /// The counts of the last report.
    counts: ArrivalCounts,
    /// Number of packets for which `on_packet` has run.
    packets_seen: u32,
}

impl RateCode {
    /// Runs a handler with the rate and the timer as its controls. `inputs` has the values of this handler only.
    fn call(&mut self, handler: usize, inputs: ReportInputs, rtp: &mut RtpSender, cx: &mut impl Context) {
        if self.code.fault.is_some() || !self.code.handles(handler) {
            return;
        }
        let rtt = rtp.tau().unwrap_or(0.0);
        if rtt > 0.0 && (self.min_rtt == 0.0 || rtt < self.min_rtt) {
            self.min_rtt = rtt;
        }
        let (due, rate) = (cx.due(Timer::Round), rtp.rate());
        let left = if due == NEVER { 0.0 } else { to_secs(due.saturating_sub(cx.now())) };
        let packet = f64::from(self.packet);
        let inputs = ReportInputs { now: to_secs(cx.now()), rtt, min_rtt: self.min_rtt, packet, ..inputs };
        let mut controls = ReportControls { rate, timer: left };
        self.code.call_rate(handler, &mut controls, &inputs);
        let ReportControls { rate: new_rate, timer } = controls;
        if new_rate.to_bits() != rate.to_bits() {
            rtp.set_rate(new_rate, cx);
        }
        if timer.to_bits() != left.to_bits() {
            if timer > 0.0 {
                cx.arm(Timer::Round, cx.now().saturating_add(from_secs(timer).max(SHORTEST_TIMER)));
            } else {
                cx.cancel(Timer::Round);
            }
        }
    }

    /// Runs `on_packet` for each packet that was sent in the event.
    fn after_event(&mut self, rtp: &mut RtpSender, cx: &mut impl Context) {
        while self.packets_seen < rtp.packets() {
            self.packets_seen += 1;
            let sent = f64::from(self.packets_seen);
            self.call(handler::PACKET, ReportInputs { sent, ..ReportInputs::default() }, rtp, cx);
        }
    }
}

impl ReportAlgorithm for RateCode {
    fn restarted(&self, _: u16) -> (Self, RtpSender) {
        let mut code = self.code.clone();
        code.restart_variables();
        let counts = ArrivalCounts::default();
        let algorithm = RateCode { code, min_rtt: 0.0, counts, packets_seen: 0, ..self.clone() };
        (algorithm, self.settings.sender())
    }

    fn on_report(&mut self, report: ReceivedReport, rtp: &mut RtpSender, cx: &mut impl Context) {
        let before = std::mem::replace(&mut self.counts, report.arrivals);
        let now = report.arrivals;
        let share = |part: u32, all: u32| if all == 0 { 0.0 } else { f64::from(part) / f64::from(all) };
        let (lost, expected) = report.lost_and_expected;
        let bits = f64::from(now.bytes.wrapping_sub(before.bytes)) * 8.0;
        let received = if report.period > 0.0 { bits / report.period } else { 0.0 };
        let marked = now.marked.saturating_sub(before.marked);
        let inputs = ReportInputs {
            received_rate: received,
            loss: share(lost, expected),
            loss_events: f64::from(now.loss_events),
            marks: share(marked, now.packets.saturating_sub(before.packets)),
            period: report.period,
            bottleneck: rtp.bottleneck().unwrap_or(0.0),
            ..ReportInputs::default()
        };
        let from = rtp.rate();
        self.call(handler::REPORT, inputs, rtp, cx);
        if rtp.rate() < from {
            let rtt = rtp.tau().unwrap_or(0.0);
            cx.report_reduction(rtp.rate() * rtt / (8.0 * f64::from(self.packet)));
        }
    }

    fn smallest_rate(&self, _: &RtpSender) -> f64 {
        SMALLEST_RATE
    }

    fn on_missing_reports(&mut self, _: f64, _: &mut RtpSender, _: &mut impl Context) {}

    fn on_start(&mut self, rtp: &mut RtpSender, cx: &mut impl Context) {
        self.call(handler::START, ReportInputs::default(), rtp, cx);
    }

    fn on_round(&mut self, rtp: &mut RtpSender, cx: &mut impl Context) {
        self.call(handler::TIMER, ReportInputs::default(), rtp, cx);
    }
}

#[derive(Clone, Debug, State)]
pub struct ProgramRate(ReportSender<RateCode>);

impl ProgramRate {
    /// Builds the sender, and describes its connection.
    pub fn build(code: Code, params: &ReportParams, ecn: bool, packet: u16) -> (Self, Vec<ConnSpec>) {
        let settings = ReportSettings::of(params, ecn);
        let receiver = CountingReceiver::new(RtcpReceiver::new(settings.clock, &settings.rtcp));
        let rtp = settings.sender();
        let counts = ArrivalCounts::default();
        let algorithm = RateCode { code, settings, packet, min_rtt: 0.0, counts, packets_seen: 0 };
        let connection = ConnSpec { receiver: AnyReceiver::CountingReceiver(receiver) };
        (ProgramRate(ReportSender { algorithm, rtp }), vec![connection])
    }

    /// Applies new settings to the sender and, by `configure`, to its program.
    pub fn set_params(&mut self, params: &ReportParams, ecn: bool, configure: impl FnOnce(&mut Code)) {
        let ReportSender { algorithm, rtp } = &mut self.0;
        algorithm.settings = ReportSettings::of(params, ecn);
        rtp.set_params(&algorithm.settings.rtcp, algorithm.settings.clock, RateBasis::Wire);
        rtp.flags = algorithm.settings.flags;
        configure(&mut algorithm.code);
    }

    /// The program.
    pub fn code(&mut self) -> &mut Code {
        &mut self.0.algorithm.code
    }

    fn after_event(&mut self, cx: &mut impl Context) {
        self.0.algorithm.after_event(&mut self.0.rtp, cx);
    }
}

impl Sender for ProgramRate {
    fn start(&mut self, cx: &mut impl Context) {
        self.0.start(cx);
        self.after_event(cx);
    }
    fn stop(&mut self, cx: &mut impl Context) {
        self.0.stop(cx);
    }
    fn restart(&mut self, cx: &mut impl Context) {
        self.0.restart(cx);
        self.after_event(cx);
    }
    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        self.0.on_feedback(packet, cx);
        self.after_event(cx);
    }
    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        self.0.on_timer(timer, cx);
        self.after_event(cx);
    }
    fn on_app(&mut self, cx: &mut impl Context) {
        self.0.on_app(cx);
        self.after_event(cx);
    }
    fn state(&self) -> SenderState {
        self.0.state()
    }
}
