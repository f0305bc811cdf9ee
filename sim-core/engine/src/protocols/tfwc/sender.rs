//! The TFWC sender: packets triggered by acknowledgements, a timer for small windows, and a timeout without
//! retransmission.

use super::about::{SIGNALS, decision};
use super::window::{TfwcMode, TfwcWindow};
use super::{BackOff, Params, Rounding};
use crate::analysis::equation::{ThroughputEquation, Timeout};
use crate::protocols::prelude::*;
use crate::transport::datagrams::{DatagramSocket, cancel_timers};
use crate::transport::pacer::Pacer;
use crate::transport::smoothed::{Smoothed, TickTimeout, TimeoutRule};
use crate::transport::tfrc_receiver::CLOSED_INTERVALS;

/// Timeout before the first round-trip sample, in seconds.
const INITIAL_RTO: f64 = 3.0;
/// Longest timeout, in seconds.
const MAX_RTO: f64 = 60.0;
/// Smallest value of the term of four deviations in the timeout, in seconds.
const MIN_DEVIATION_TERM: f64 = 0.01;
/// Shortest and longest gap between packets while a timer clocks them, in seconds.
const GAP_RANGE: (f64, f64) = (1e-6, 60.0);

#[derive(Clone, Debug, State)]
#[state(not(size))]
pub struct Tfwc {
    pub(super) params: Params,
    /// Size of a full packet in bytes.
    size: f64,
    pub(super) window: TfwcWindow,
    /// One more than the highest packet known to have arrived.
    arrived_end: u32,
    /// Packets that timeouts have added to the window since the last acknowledgement.
    extra: u32,
    rtt: Smoothed,
    sqrt_rtt: Smoothed,
    /// Mean deviation of the round-trip time, in seconds.
    rttvar: f64,
    /// The latest round-trip sample, in seconds.
    sample: f64,
    /// The timeout as TCP measures it with a coarse clock.
    ticks: TickTimeout,
    /// Timeouts since the last acknowledgement.
    timeouts: u32,
    /// When the last acknowledgement arrived, or when sending started or resumed if that was later.
    silent_since: Time,
    socket: DatagramSocket,
    /// Times the packets while a timer clocks them.
    gap_clock: Pacer,
    /// When the next packet may be sent while acknowledgements clock the packets and pacing is on.
    #[state(if self.params.pacing)]
    next_paced: Time,
}

impl Tfwc {
    pub(super) fn new(params: &Params, packet: u16) -> Self {
        Tfwc {
            params: params.clone(),
            size: f64::from(packet.max(1)),
            window: TfwcWindow::new(params),
            arrived_end: 0,
            extra: 0,
            rtt: Smoothed::default(),
            sqrt_rtt: Smoothed::default(),
            rttvar: 0.0,
            sample: 0.0,
            ticks: TickTimeout::new(params.t_rto_tick),
            timeouts: 0,
            silent_since: 0,
            socket: DatagramSocket::new(Self::header_bytes()),
            gap_clock: Pacer::default(),
            next_paced: 0,
        }
    }

    /// Takes new settings while the sender runs.
    pub(super) fn change_settings(&mut self, params: &Params, cx: &mut impl Context) {
        self.window.change_settings(&self.params, params);
        self.params = params.clone();
        self.ticks.set_tick(params.t_rto_tick);
        self.try_send(cx);
    }

    fn in_flight(&self) -> u32 {
        self.socket.next().saturating_sub(self.arrived_end)
    }

    /// Seconds between packets while a timer triggers them: the reciprocal of the equation's rate, multiplied
    /// by `gap_factor` and doubled for each timeout since the last acknowledgement, as in the authors'
    /// simulator code. Oscillation prevention can change it.
    pub(super) fn gap(&self) -> f64 {
        let rtt = self.rtt.get();
        let four_rtt = 4.0 * rtt;
        let timeout = match self.params.t_rto {
            TimeoutRule::FourRtt => four_rtt,
            TimeoutRule::Tcp => self.ticks.seconds(),
            TimeoutRule::Least => four_rtt.max(self.params.t_rto_least),
        };
        let equation = ThroughputEquation {
            acked_per_ack: 1.0,
            timeout: Timeout::Seconds(timeout),
            clamp: self.params.t_rto == TimeoutRule::Tcp,
        };
        let mut gap =
            self.params.gap_factor * rtt / equation.window(self.window.history.rate(), rtt).max(1e-6);
        if self.params.damping && self.sqrt_rtt.get() > 0.0 {
            gap *= self.sample.sqrt() / self.sqrt_rtt.get();
        }
        let doublings = self.timeouts.min(16);
        (gap * f64::from(1u32 << doublings)).clamp(GAP_RANGE.0, GAP_RANGE.1)
    }

    /// The timeout, in seconds, while acknowledgements clock the packets: the smoothed round-trip time and
    /// four deviations, as in RFC 6298 section 2.
    fn rto(&self) -> f64 {
        if !self.rtt.has_value() {
            return (INITIAL_RTO * f64::from(1u32 << self.timeouts.min(16))).min(MAX_RTO);
        }
        let base = self.rtt.get() + (4.0 * self.rttvar).max(MIN_DEVIATION_TERM);
        let rto = match self.params.back_off {
            BackOff::Double => base * f64::from(1u32 << self.timeouts.min(16)),
            BackOff::TwoRtt if self.timeouts > 0 => 2.0 * self.rtt.get(),
            BackOff::TwoRtt => base,
        };
        rto.min(MAX_RTO)
    }

    /// Whether the next packet is inside the window, which begins after the highest packet that has arrived
    /// (Choi and Handley 2007, equation 2).
    fn may_send(&self) -> bool {
        let window = self.window.cwnd.max(1.0).min(self.params.receive_window);
        let offset = if self.params.rounding == Rounding::Real { self.rounding_offset() } else { 0.0 };
        f64::from(self.socket.next() + 1)
            <= f64::from(self.arrived_end + self.extra) + (window + offset).trunc()
    }

    /// A number in [0, 1) that is added to a real-valued window before the window is rounded down. From
    /// packet to packet these numbers are evenly distributed (multiples of the golden ratio modulo 1), so the
    /// mean of the rounded windows is the real-valued window.
    fn rounding_offset(&self) -> f64 {
        let spread = u64::from(self.socket.next()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (spread >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Sends a packet. Each packet carries the number of packets already checked for loss, which
    /// acknowledgements need not report again. Returns whether a packet was sent.
    fn send_packet(&mut self, cx: &mut impl Context) -> bool {
        let body = Body::Data { unit: 0, info: self.window.checked_end, attachment: 0 };
        let sent = self.socket.send(cx, |_| body).is_some();
        if sent {
            self.window.sent.push_back(cx.now());
            self.gap_clock.sent(cx.now());
        }
        sent
    }

    /// Sends all packets that the window and pacing allow, or sets the timer that clocks the packets.
    fn try_send(&mut self, cx: &mut impl Context) {
        if !self.socket.is_running() {
            return;
        }
        if self.window.mode == TfwcMode::Timer {
            if !self.socket.is_starved() {
                self.arm_gap(cx);
            }
            return;
        }
        while self.may_send() {
            let paces = self.params.pacing && self.rtt.has_value();
            if paces && cx.now() < self.next_paced {
                cx.arm(Timer::Send, self.next_paced);
                break;
            }
            if !self.send_packet(cx) {
                break;
            }
            if paces {
                let gap = from_secs(self.rtt.get() / self.window.cwnd.max(1.0));
                self.next_paced = self.next_paced.max(cx.now().saturating_sub(gap)) + gap;
            }
            if cx.due(Timer::Timeout) == NEVER {
                cx.arm(Timer::Timeout, cx.now() + from_secs(self.rto()));
            }
        }
    }

    /// Sets the timer that clocks the packets, and cancels the timeout.
    fn arm_gap(&mut self, cx: &mut impl Context) {
        let due = self.gap_clock.due(self.gap());
        cx.arm(Timer::Send, due.max(cx.now() + 1));
        cx.cancel(Timer::Timeout);
    }

    /// Sends one packet when the timer that clocks the packets expires. If no acknowledgement has arrived for
    /// two gaps or four round trips, whichever is longer, the expiry counts as a timeout.
    fn on_gap(&mut self, cx: &mut impl Context) {
        if !self.socket.is_running() {
            return;
        }
        let silent = to_secs(cx.now() - self.silent_since);
        if silent > (2.0 * self.gap()).max(4.0 * self.rtt.get()) {
            self.timeouts += 1;
            cx.report_timeout(silent);
        }
        if self.send_packet(cx) {
            self.arm_gap(cx);
        } else {
            self.complete_if_starved(cx);
        }
    }

    /// The timeout expired: enlarges the window by one packet. No packet is retransmitted; the next packet is
    /// a new packet.
    fn on_timeout(&mut self, cx: &mut impl Context) {
        if !self.socket.is_running() || self.window.mode == TfwcMode::Timer {
            return;
        }
        let rto_expired = self.rto();
        if self.socket.is_starved() && self.in_flight() == 0 {
            return;
        }
        self.timeouts += 1;
        self.extra += 1;
        cx.report_timeout(rto_expired);
        cx.decide(decision::Timeout {
            rto: rto_expired,
            next: self.rto(),
            seq: f64::from(self.socket.next()),
        });
        self.try_send(cx);
        if self.socket.is_starved() && cx.app_finished() {
            self.complete_if_starved(cx);
            return;
        }
        cx.arm(Timer::Timeout, cx.now() + from_secs(self.rto()));
    }

    fn complete_if_starved(&mut self, cx: &mut impl Context) {
        if self.socket.is_starved() && self.socket.complete(cx) {
            cx.cancel(Timer::Timeout);
            cx.cancel(Timer::Send);
        }
    }

    /// Updates the round-trip time with a sample in seconds.
    pub(super) fn sample_rtt(&mut self, sample: f64) {
        self.sample = sample;
        if self.rtt.has_value() {
            self.rttvar += ((sample - self.rtt.get()).abs() - self.rttvar) / 4.0;
        } else {
            self.rttvar = sample / 2.0;
        }
        self.rtt.update(sample, self.params.rtt_memory);
        self.sqrt_rtt.update(sample.sqrt(), self.params.rtt_memory);
        self.ticks.sample(sample);
    }

    fn report(&self, cx: &mut impl Context) {
        cx.report_window(self.window.cwnd, || self.in_flight());
        if !cx.records_own_signals() {
            return;
        }
        cx.signal(SIGNALS.mode, f64::from(self.window.mode as u8));
        if self.rtt.has_value() {
            cx.signal(SIGNALS.srtt, self.rtt.get());
            cx.signal(SIGNALS.rto, self.rto());
        }
        if self.window.mode == TfwcMode::Timer {
            cx.report_rate(self.size * 8.0 / self.gap());
        }
        let history = &self.window.history;
        if !history.is_empty() {
            cx.signal(SIGNALS.p, history.rate());
            cx.signal(SIGNALS.mean_interval, history.mean().unwrap_or(0.0));
            cx.signal(SIGNALS.w_eq, self.window.equation_window());
            cx.signal(SIGNALS.receiver.interval_0, history.open());
            for (signal, length) in CLOSED_INTERVALS.into_iter().zip(history.closed()) {
                cx.signal(signal, length);
            }
        }
    }
}

impl Sender for Tfwc {
    fn start(&mut self, cx: &mut impl Context) {
        self.socket.start();
        self.silent_since = cx.now();
        self.try_send(cx);
        self.report(cx);
    }

    fn stop(&mut self, cx: &mut impl Context) {
        self.socket.stop(cx);
    }

    fn restart(&mut self, cx: &mut impl Context) {
        cancel_timers(cx);
        *self = Tfwc::new(&self.params, cx.packet_size());
        self.start(cx);
    }

    /// Handles an acknowledgement: takes a round-trip sample, checks the packets at least `ndupack` below the
    /// highest arrived packet for loss, sets the window and sends.
    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        let Some(Attachment::AckVector(vector)) = cx.take_attachment(packet.attachment()) else { return };
        if vector.head >= self.socket.next() || !self.socket.is_running() {
            return;
        }
        let now = cx.now();
        let mode_before = self.window.mode;
        cx.report_rtt(now.saturating_sub(packet.timestamp));
        self.sample_rtt(to_secs(now.saturating_sub(packet.timestamp)));
        self.silent_since = now;
        self.timeouts = 0;
        self.extra = 0;
        self.arrived_end = self.arrived_end.max(vector.head + 1);
        let until = self.arrived_end.saturating_sub(self.params.ndupack);
        self.window.check_for_loss(until, &vector, self.rtt.get(), &self.params, cx);
        if self.window.mode == TfwcMode::SlowStart {
            self.window.cwnd += 1.0;
        } else {
            self.window.update(&self.params);
        }
        let mode = self.window.mode;
        if mode_before != mode {
            cx.decide(decision::Mode {
                window: self.window.cwnd,
                threshold: self.params.timer_threshold,
                gap: self.gap(),
            });
            if mode_before == TfwcMode::Timer {
                cx.cancel(Timer::Send);
            }
        }
        if mode != TfwcMode::Timer {
            if self.in_flight() > 0 || !self.socket.is_starved() {
                cx.arm(Timer::Timeout, now + from_secs(self.rto()));
            } else {
                cx.cancel(Timer::Timeout);
            }
        }
        self.try_send(cx);
        if self.arrived_end == self.socket.next() {
            self.complete_if_starved(cx);
        }
        self.report(cx);
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        match timer {
            Timer::Timeout => self.on_timeout(cx),
            Timer::Send if self.window.mode == TfwcMode::Timer => self.on_gap(cx),
            Timer::Send => self.try_send(cx),
            Timer::Round | Timer::Other => {}
        }
        self.report(cx);
    }

    fn on_app(&mut self, cx: &mut impl Context) {
        if self.socket.is_starved() {
            self.socket.resume();
            self.silent_since = self.silent_since.max(cx.now());
            self.try_send(cx);
            self.report(cx);
        }
    }

    fn state(&self) -> SenderState {
        let by_timer = self.window.mode == TfwcMode::Timer;
        SenderState {
            window: (!by_timer).then_some(self.window.cwnd.max(1.0)),
            rate: by_timer.then(|| self.size * 8.0 / self.gap()),
            in_flight: self.in_flight(),
        }
    }
}
