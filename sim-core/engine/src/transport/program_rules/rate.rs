//! Rules that set a rate at each report of the receiver: what a program reads and changes, and when its
//! handlers run (docs/write-your-own.md).

use std::fmt::Debug;

use crate::ground::convert::whole;
use crate::ground::digest::State;
use crate::ground::packet::{ECN_CAPABLE, Packet};
use crate::ground::time::{NEVER, Time, from_secs, to_secs};
use crate::params;
use crate::transport::counting_receiver::CountingReceiver;
use crate::transport::report_sender::{ReportAlgorithm, ReportSender};
use crate::transport::reports::ArrivalCounts;
use crate::transport::rtcp::{RateBasis, ReportClock, RtcpParams};
use crate::transport::rtcp_receiver::RtcpReceiver;
use crate::transport::rtp_sender::{ReceivedReport, RtpSender};
use crate::transport::{AnyReceiver, ConnSpec, Context, Sender, SenderState, Timer};

params! {
    /// The settings of the reports and of the start.
    pub struct ReportParams {
        /// Rate at the start of a sender with a rate.
        initial_rate: f64 = 100_000.0, unit "bit/s", range 1000.0..=1e11, scale log, label "Initial rate";
        /// Time from one report of the receiver to the next, if the sender has a rate.
        report_interval: f64 = 0.1, unit "s", range 0.01..=30.0, scale log, label "Report interval";
    }
}

/// A handler of rules with a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateEvent {
    Start,
    Report,
    Packet,
    Timer,
}

/// What rules with a rate read. Times are in seconds and rates in bit/s.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReportInputs {
    pub now: f64,
    pub rtt: f64,
    pub min_rtt: f64,
    pub packet: f64,
    /// Only for `on_report`, like the next five.
    pub received_rate: f64,
    pub loss: f64,
    pub loss_events: f64,
    pub marks: f64,
    pub period: f64,
    pub bottleneck: f64,
    /// Only for `on_packet`.
    pub sent: f64,
}

/// What rules with a rate change: the rate in bit/s, and the time until `on_timer` runs in s.
#[derive(Clone, Copy, Debug)]
pub struct ReportControls {
    pub rate: f64,
    pub timer: f64,
}

/// Rules with a rate: the handlers of a program of the level `rate`.
pub trait RateProgram: State + Clone + Debug {
    /// Whether the rules have a handler.
    fn handles(&self, event: RateEvent) -> bool;
    /// Runs a handler.
    fn on(&mut self, event: RateEvent, c: &mut ReportControls, x: &ReportInputs);
    /// Gives all variables their first values.
    fn restart(&mut self);
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

/// Rules with what they read.
#[derive(Clone, Debug, State)]
#[state(not(settings, packet))]
pub struct RateCode<P> {
    pub code: P,
    settings: ReportSettings,
    /// Size of a full packet in bytes.
    packet: u16,
    min_rtt: f64,
    /// The counts of the last report.
    counts: ArrivalCounts,
    /// Number of packets for which `on_packet` has run.
    packets_seen: u32,
}

impl<P: RateProgram> RateCode<P> {
    /// Runs a handler with the rate and the timer as its controls. `inputs` has the values of this handler only.
    fn call(&mut self, event: RateEvent, inputs: ReportInputs, rtp: &mut RtpSender, cx: &mut impl Context) {
        if !self.code.handles(event) {
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
        self.code.on(event, &mut controls, &inputs);
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
            self.call(RateEvent::Packet, ReportInputs { sent, ..ReportInputs::default() }, rtp, cx);
        }
    }
}

impl<P: RateProgram> ReportAlgorithm for RateCode<P> {
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
        self.call(RateEvent::Report, inputs, rtp, cx);
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
        self.call(RateEvent::Start, ReportInputs::default(), rtp, cx);
    }

    fn on_round(&mut self, rtp: &mut RtpSender, cx: &mut impl Context) {
        self.call(RateEvent::Timer, ReportInputs::default(), rtp, cx);
    }
}

/// A sender with rules of the type `P`.
#[derive(Clone, Debug, State)]
pub struct ProgramRate<P>(ReportSender<RateCode<P>>);

impl<P: RateProgram> ProgramRate<P> {
    /// Builds the sender, and describes its connection.
    pub fn build(code: P, params: &ReportParams, ecn: bool, packet: u16) -> (Self, Vec<ConnSpec>) {
        let settings = ReportSettings::of(params, ecn);
        let receiver = CountingReceiver::new(RtcpReceiver::new(settings.clock, &settings.rtcp));
        let rtp = settings.sender();
        let counts = ArrivalCounts::default();
        let algorithm = RateCode { code, settings, packet, min_rtt: 0.0, counts, packets_seen: 0 };
        let connection = ConnSpec { receiver: AnyReceiver::CountingReceiver(receiver) };
        (ProgramRate(ReportSender { algorithm, rtp }), vec![connection])
    }

    /// Applies new settings to the sender and, by `configure`, to its rules.
    pub fn set_params(&mut self, params: &ReportParams, ecn: bool, configure: impl FnOnce(&mut P)) {
        let ReportSender { algorithm, rtp } = &mut self.0;
        algorithm.settings = ReportSettings::of(params, ecn);
        rtp.set_params(&algorithm.settings.rtcp, algorithm.settings.clock, RateBasis::Wire);
        rtp.flags = algorithm.settings.flags;
        configure(&mut algorithm.code);
    }

    /// The rules.
    pub fn code(&mut self) -> &mut P {
        &mut self.0.algorithm.code
    }

    fn after_event(&mut self, cx: &mut impl Context) {
        self.0.algorithm.after_event(&mut self.0.rtp, cx);
    }
}

impl<P: RateProgram> Sender for ProgramRate<P> {
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
