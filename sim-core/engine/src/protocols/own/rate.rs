//! Programs of the level `rate`: the inputs and controls of `fairshare_script::RATE`, and its handlers as
//! hooks of a sender that adapts its rate to reports.

use super::code::Code;
use super::params::Params;
use crate::ground::convert::whole;
use crate::ground::packet::ECN_CAPABLE;
use crate::ground::time::{NEVER, Time, from_secs, to_secs};
use crate::state;
use crate::transport::counting_receiver::CountingReceiver;
use crate::transport::report_sender::{ReportAlgorithm, ReportSender};
use crate::transport::reports::ArrivalCounts;
use crate::transport::rtcp::{RateBasis, ReportClock, RtcpParams};
use crate::transport::rtcp_receiver::RtcpReceiver;
use crate::transport::rtp_sender::{ReceivedReport, RtpSender};
use crate::transport::{AnyReceiver, ConnSpec, Context, Timer};

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

/// Smallest rate in bit/s that missing reports leave.
const SMALLEST_RATE: f64 = 1000.0;

/// The shortest time to the next call of `on_timer`, so that time passes.
const SHORTEST_TIMER: Time = 1000;

/// Settings of the reports.
#[derive(Clone, Debug)]
struct ReportSettings {
    rtcp: RtcpParams,
    clock: ReportClock,
    initial_rate: f64,
    flags: u8,
}

impl ReportSettings {
    fn of(params: &Params) -> Self {
        let interval = params.base.report_interval;
        // A probe about once per second.
        let probe_every = whole::<u32>(1.0 / interval).clamp(1, 20);
        ReportSettings {
            rtcp: RtcpParams { probe_every, ..RtcpParams::default() },
            clock: ReportClock { interval, jitter: 0.0 },
            initial_rate: params.base.initial_rate,
            flags: if params.base.tcp.ecn { ECN_CAPABLE } else { 0 },
        }
    }

    fn sender(&self) -> RtpSender {
        let mut rtp = RtpSender::new(&self.rtcp, self.clock, RateBasis::Wire, self.initial_rate);
        (rtp.flags, rtp.states_rtt) = (self.flags, true);
        rtp
    }
}

/// The rules of a program.
#[derive(Clone, Debug)]
pub struct RateCode {
    pub code: Code,
    settings: ReportSettings,
    /// Size of a full packet in bytes.
    packet: u16,
    min_rtt: f64,
    /// The counts of the last report.
    counts: ArrivalCounts,
    /// Number of packets for which `on_packet` has run.
    packets_seen: u32,
}

state!(RateCode { code, min_rtt, counts, packets_seen } not { settings, packet });
// The loss event rate is used when its report arrives, and not afterwards.
state!(ArrivalCounts { bytes, packets, marked } not { loss_events });

/// Builds the sender and describes its connection.
pub fn build(code: Code, params: &Params, packet: u16) -> (ReportSender<RateCode>, Vec<ConnSpec>) {
    let settings = ReportSettings::of(params);
    let receiver = CountingReceiver::new(RtcpReceiver::new(settings.clock, &settings.rtcp));
    let rtp = settings.sender();
    let counts = ArrivalCounts::default();
    let algorithm = RateCode { code, settings, packet, min_rtt: 0.0, counts, packets_seen: 0 };
    let connection = ConnSpec { receiver: AnyReceiver::CountingReceiver(receiver) };
    (ReportSender { algorithm, rtp }, vec![connection])
}

impl RateCode {
    /// Applies new settings while the sender runs.
    pub fn configure(&mut self, params: &Params, rtp: &mut RtpSender) {
        self.settings = ReportSettings::of(params);
        rtp.set_params(&self.settings.rtcp, self.settings.clock, RateBasis::Wire);
        rtp.flags = self.settings.flags;
        self.code.configure(params);
    }

    /// Runs a handler with the rate and the timer as its controls.
    fn call(&mut self, handler: usize, rtp: &mut RtpSender, cx: &mut impl Context) {
        if !self.code.program().handles(handler) || self.code.fault.is_some() {
            return;
        }
        let rtt = rtp.tau().unwrap_or(0.0);
        if rtt > 0.0 && (self.min_rtt == 0.0 || rtt < self.min_rtt) {
            self.min_rtt = rtt;
        }
        let (due, rate) = (cx.due(Timer::Round), rtp.rate());
        let left = if due == NEVER { 0.0 } else { to_secs(due.saturating_sub(cx.now())) };
        let code = &mut self.code;
        code.set_input(input::NOW, to_secs(cx.now()));
        code.set_input(input::RTT, rtt);
        code.set_input(input::MIN_RTT, self.min_rtt);
        code.set_input(input::PACKET, f64::from(self.packet));
        code.set_control(control::RATE, rate);
        code.set_control(control::TIMER, left);
        code.call(handler);
        let (new_rate, timer) = (code.control(control::RATE), code.control(control::TIMER));
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
    pub fn after_event(&mut self, rtp: &mut RtpSender, cx: &mut impl Context) {
        while self.packets_seen < rtp.packets() {
            self.packets_seen += 1;
            self.code.set_input(input::SENT, f64::from(self.packets_seen));
            self.call(handler::PACKET, rtp, cx);
        }
    }
}

impl ReportAlgorithm for RateCode {
    fn restarted(&self, _: u16) -> (Self, RtpSender) {
        let mut code = self.code.clone();
        code.restart();
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
        let code = &mut self.code;
        code.set_input(input::RECEIVED_RATE, received);
        code.set_input(input::LOSS, share(lost, expected));
        code.set_input(input::LOSS_EVENTS, f64::from(now.loss_events));
        code.set_input(input::MARKS, share(marked, now.packets.saturating_sub(before.packets)));
        code.set_input(input::PERIOD, report.period);
        code.set_input(input::BOTTLENECK, rtp.bottleneck().unwrap_or(0.0));
        let from = rtp.rate();
        self.call(handler::REPORT, rtp, cx);
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
        self.call(handler::START, rtp, cx);
    }

    fn on_round(&mut self, rtp: &mut RtpSender, cx: &mut impl Context) {
        self.call(handler::TIMER, rtp, cx);
    }
}
