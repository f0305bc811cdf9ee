//! The TPBA sender: probing over TCP, running over UDP, and the switches between them at the ends of data
//! units.

use super::Params;
use super::about::{SIGNALS, decision};
use super::monitor::Monitor;
use crate::protocols::lda_family::LossPool;
use crate::protocols::prelude::*;
use crate::protocols::reno_rules::RenoRules;
use crate::transport::rtcp::RateBasis;
use crate::transport::rtp_sender::{HEADERS, RtpSender};
use crate::transport::window::WindowSender;

/// TCP's window at the start of probing, in packets (section 4): the window before running, times UDP's final
/// rate over its start rate.
pub(super) fn probing_window(old: f64, final_rate: f64, start_rate: f64) -> f64 {
    if start_rate > 0.0 { math::ceil(old * final_rate / start_rate).max(1.0) } else { 1.0 }
}

/// Indices of the flow's connections.
const TCP: u32 = 0;
const UDP: u32 = 1;

/// The longest time, in seconds, in which UDP completes a data unit before TCP takes over. Without it, a flow
/// with a rate near 0 would never reach the end of its unit, and would never probe again.
const LONGEST_COMPLETION: f64 = 60.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, State)]
enum Period {
    /// TCP carries the data and is measured.
    Probing,
    /// The rate has been found; TCP continues to the end of a data unit.
    LeavingTcp,
    /// UDP carries the data.
    Running,
    /// The running period is over; UDP continues to the end of a data unit.
    LeavingUdp,
}

impl Period {
    fn uses_tcp(self) -> bool {
        matches!(self, Period::Probing | Period::LeavingTcp)
    }
}

// Indices of signals.

#[derive(Clone, Debug, State)]
// The bytes of reports are only recorded.
#[state(not(packet, rtcp_bytes))]
pub struct Tpba {
    params: Params,
    /// Size of UDP's packets on the wire, in bytes, which also determines the size of a data unit. TCP's
    /// packets have `segment` bytes and headers.
    packet: u16,
    pub tcp: WindowSender<RenoRules>,
    pub udp: RtpSender,
    monitor: Monitor,
    period: Period,
    /// When the present probing or running began. The time in which the last data unit is completed belongs
    /// to it.
    since: Time,
    /// TCP's window in packets when running began.
    window_before_running: f64,
    /// UDP's rate in bit/s when running began.
    pub start_rate: f64,
    /// The losses reported since the last adaptation.
    pool: LossPool,
    /// Number of successive large reductions.
    large_reductions: u32,
    /// Bytes of sender reports and receiver reports so far.
    pub rtcp_bytes: u64,
    stopped: bool,
}

impl Tpba {
    pub(super) fn new(params: &Params, packet: u16) -> Self {
        let rtcp = params.rtcp();
        let mut udp = RtpSender::new(&rtcp, params.clock(), RateBasis::Payload, 1.0);
        udp.set_unit(params.unit_packets);
        let mut tcp = WindowSender::new(RenoRules::default(), params.recovery(), &params.tcp(), HEADERS);
        tcp.carry_offsets();
        Tpba {
            packet,
            tcp,
            udp,
            monitor: Monitor::default(),
            period: Period::Probing,
            since: 0,
            window_before_running: 1.0,
            start_rate: 0.0,
            pool: LossPool::default(),
            large_reductions: 0,
            rtcp_bytes: 0,
            stopped: true,
            params: params.clone(),
        }
    }

    /// Takes new settings while the flow runs.
    pub(super) fn change_settings(&mut self, params: &Params, cx: &mut impl Context) {
        // The sizes of data units and of TCP's segments never change during a run. Another size of units
        // would shift their boundaries.
        let (unit_packets, segment) = (self.params.unit_packets, self.params.segment);
        self.params = Params { unit_packets, segment, ..params.clone() };
        self.tcp.set_params(self.params.recovery(), &self.params.tcp());
        self.udp.set_params(&self.params.rtcp(), self.params.clock(), RateBasis::Payload);
        if self.period == Period::Probing && !self.stopped {
            let mut cx = cx.connection(TCP);
            self.arm_monitor(&mut cx);
        }
    }

    /// Emits two signals: whether TCP carries the data, and the time since probing or running began.
    fn emit_period(&mut self, cx: &mut impl Context) {
        cx.signal(SIGNALS.probing, f64::from(u8::from(self.period.uses_tcp())));
        cx.signal(SIGNALS.period_time, to_secs(cx.now() - self.since));
    }

    // ---- probing ----

    fn begin_probing(&mut self, cx: &mut impl Context) {
        self.emit_period(cx);
        self.period = Period::Probing;
        self.since = cx.now();
        self.emit_period(cx);
        self.monitor.begin(cx.now(), self.tcp.acked_bytes(), self.tcp.losses_and_timeouts());
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

    /// Sets the timer for the next measurement.
    fn arm_monitor(&self, cx: &mut impl Context) {
        let fixed = self.params.measure_interval;
        // With `embedded`, reductions of TCP's window trigger measurements. The timer then measures only if
        // there is no reduction.
        let interval = if self.params.embedded { fixed.max(10.0 * self.tcp.srtt()) } else { fixed };
        let at = cx.now() + from_secs(interval);
        cx.arm(Timer::Round, at);
    }

    /// Measures TCP's rate, and ends probing if the last three rates agree (section 4). `cx` is TCP's
    /// context.
    fn measure(&mut self, cx: &mut impl Context) {
        let now = cx.now();
        let before = self.monitor.last_two();
        let Some(rate) = self.monitor.measure(now, self.tcp.acked_bytes(), self.tcp.losses_and_timeouts())
        else {
            return;
        };
        cx.signal(SIGNALS.measured_rate, rate);
        self.arm_monitor(cx);
        let steady = self.monitor.is_steady(self.params.threshold(), self.params.positive);
        let (older, old) = before;
        cx.decide(decision::Measured { rate, old, older, time: to_secs(now - self.since) });
        if steady {
            self.leave_tcp(rate, cx);
        }
    }

    /// Prepares the switch to UDP, which will send at `rate` bit/s: TCP only completes the present data unit.
    fn leave_tcp(&mut self, rate: f64, cx: &mut impl Context) {
        cx.cancel(Timer::Round);
        cx.cancel(Timer::Other);
        self.period = Period::LeavingTcp;
        // Without the setting `positive`, three rates of 0 end probing.
        self.start_rate = rate.max(self.params.min_rate);
        let unit = u64::from(self.params.unit(self.packet));
        let sent_of_unit = self.tcp.sent_bytes() % unit;
        self.tcp.allow_bytes(if sent_of_unit == 0 { 0 } else { unit - sent_of_unit });
        self.tcp.on_app(cx);
        self.switch_to_udp_at_unit_end(cx);
    }

    /// Switches to UDP once TCP has sent a whole unit. TCP continues until all data that it has sent is
    /// acknowledged.
    fn switch_to_udp_at_unit_end(&mut self, cx: &mut impl Context) {
        let unit = u64::from(self.params.unit(self.packet));
        if self.period != Period::LeavingTcp || !self.tcp.sent_bytes().is_multiple_of(unit) || self.stopped {
            return;
        }
        self.tcp.allow_bytes(0);
        self.emit_period(cx);
        cx.decide(decision::ToUdp {
            start: self.start_rate,
            time: to_secs(cx.now() - self.since),
            window: self.tcp.window().cwnd,
        });
        let buffer_limit = self.params.buffer().filter(|_| self.params.cap_window).unwrap_or(f64::INFINITY);
        self.window_before_running = self.tcp.window().cwnd.min(buffer_limit);
        self.period = Period::Running;
        self.since = cx.now();
        self.emit_period(cx);
        cx.report_probing(false);
        cx.signal(SIGNALS.start_rate, self.start_rate);
        self.pool = LossPool::default();
        self.large_reductions = 0;
        let end = cx.now() + from_secs(self.params.running);
        cx.arm(Timer::Other, end);
        let mut cx = cx.connection(UDP);
        self.udp.limit_packets(None);
        self.udp.set_rate(self.start_rate, &mut cx);
        self.udp.start(&mut cx);
        self.arm_adaptation(&mut cx);
    }

    // ---- running ----

    /// Sets the timer for the next adaptation.
    fn arm_adaptation(&self, cx: &mut impl Context) {
        let at = cx.now() + from_secs(self.params.adapt_interval);
        cx.arm(Timer::Round, at);
    }

    /// The lower limit of UDP's rate in bit/s. While UDP completes the last data unit of a running period, it
    /// is at least the rate that completes a whole unit in `LONGEST_COMPLETION`.
    fn least_rate(&self) -> f64 {
        let completion = f64::from(self.params.unit(self.packet)) * 8.0 / LONGEST_COMPLETION;
        if self.period == Period::LeavingUdp {
            self.params.min_rate.max(completion)
        } else {
            self.params.min_rate
        }
    }

    /// Reduces the rate if packets were lost since the last adaptation (section 4); it is never increased.
    /// `cx` is UDP's context.
    fn adapt(&mut self, cx: &mut impl Context) {
        let pool = std::mem::take(&mut self.pool);
        self.arm_adaptation(cx);
        let Some(loss) = pool.loss() else { return };
        cx.signal(SIGNALS.loss, loss);
        if loss <= 0.0 {
            self.large_reductions = 0;
            return;
        }
        let from = self.udp.rate();
        let to = (from * (1.0 - loss * self.params.reduction)).max(self.least_rate().min(from));
        self.udp.set_rate(to, cx);
        cx.report_reduction(0.0);
        cx.decide(decision::Reduced { from, to, loss });
        let large = to <= from * (1.0 - self.params.early_share);
        self.large_reductions = if large { self.large_reductions + 1 } else { 0 };
        if self.params.early_return.is_some_and(|count| self.large_reductions >= count) {
            cx.decide(decision::Early { count: f64::from(self.large_reductions) });
            self.leave_udp(cx);
        }
    }

    /// Prepares the switch to TCP: UDP only completes the present data unit.
    fn leave_udp(&mut self, cx: &mut impl Context) {
        if self.period == Period::Running {
            self.period = Period::LeavingUdp;
            let unit = self.params.unit_packets;
            self.udp.limit_packets(Some(self.udp.packets().div_ceil(unit).saturating_mul(unit)));
            let mut cx = cx.connection(UDP);
            if self.udp.rate() < self.least_rate() {
                self.udp.set_rate(self.least_rate(), &mut cx);
            }
            self.switch_to_tcp_at_unit_end(&mut cx);
        }
    }

    /// Switches to TCP once UDP has sent a whole unit, with a window for UDP's final rate. `cx` is UDP's
    /// context.
    fn switch_to_tcp_at_unit_end(&mut self, cx: &mut impl Context) {
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
        let window = probing_window(self.window_before_running, rate, self.start_rate);
        cx.decide(decision::ToTcp {
            start: self.start_rate,
            end: rate,
            from: self.window_before_running,
            to: window,
        });
        self.tcp.set_window(window);
        self.tcp.allow_bytes(u64::MAX);
        self.begin_probing(&mut cx);
        self.tcp.on_app(&mut cx);
    }

    /// Adds a report of `size` bytes to the bytes of reports.
    fn count_rtcp(&mut self, size: u32, cx: &mut impl Context) {
        self.rtcp_bytes += u64::from(size);
        cx.signal(SIGNALS.rtcp_bytes, self.rtcp_bytes as f64);
    }

    /// After an event of TCP: with `embedded`, measures the rate if TCP has reduced its window. Switches to
    /// UDP at the end of a data unit.
    fn after_tcp(&mut self, cx: &mut impl Context) {
        if self.stopped {
            return;
        }
        if self.period == Period::Probing
            && self.params.embedded
            && self.monitor.has_reduced(self.tcp.losses_and_timeouts())
        {
            self.measure(cx);
        }
        self.switch_to_udp_at_unit_end(cx);
    }
}

impl Sender for Tpba {
    fn start(&mut self, cx: &mut impl Context) {
        self.stopped = false;
        let mut cx = cx.connection(TCP);
        cx.set_packet_size(narrow::<u16>(self.params.segment) + HEADERS);
        cx.track_units(self.params.unit(self.packet), cx.conn(), SIGNALS.unit_gap);
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
        if cx.index_in_flow() == TCP {
            self.tcp.on_feedback(packet, cx);
            self.after_tcp(cx);
        } else if let Some(report) = self.udp.on_feedback(packet, cx) {
            self.count_rtcp(u32::from(packet.size), cx);
            self.pool.add(&report, self.params.loss_from);
        }
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        match (cx.index_in_flow(), timer) {
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
                self.switch_to_tcp_at_unit_end(cx);
            }
            (_, Timer::Other) => {
                let before = self.udp.reports_sent();
                self.udp.on_report_due(cx);
                if self.udp.reports_sent() > before {
                    self.count_rtcp(self.params.rtcp().sender_report_size, cx);
                }
            }
            (_, Timer::Round) => self.adapt(cx),
            (_, Timer::Timeout) => {
                if let Some(from) = self.udp.on_report_timeout(self.least_rate(), cx) {
                    cx.decide(decision::Silence { from, to: self.udp.rate() });
                }
            }
        }
    }

    fn on_app(&mut self, cx: &mut impl Context) {
        if self.period.uses_tcp() {
            let mut cx = cx.connection(TCP);
            self.tcp.on_app(&mut cx);
            self.after_tcp(&mut cx);
        } else {
            self.udp.on_app(&mut cx.connection(UDP));
        }
    }

    fn standing(&self, connection: u32, seq: u32) -> Option<Standing> {
        if connection == TCP { self.tcp.standing(connection, seq) } else { None }
    }

    fn state(&self) -> SenderState {
        let tcp = self.tcp.state();
        if self.period.uses_tcp() {
            tcp
        } else {
            SenderState { window: None, rate: Some(self.udp.rate()), in_flight: tcp.in_flight }
        }
    }
}
