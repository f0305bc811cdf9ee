//! The shared window sender of media protocols: packets are sent once, because media cannot wait for
//! retransmissions. Slow start, loss detection and timeout are Reno's; a protocol ([`MediaRules`]) determines
//! how much the window grows and shrinks.
//!
//! IFP (Jacobs and Eleftheriadis 1996) and GAIMD (Yang and Lam 2000) use it.

use super::datagrams::{DatagramSocket, PLAIN_DATA, cancel_timers};
use super::flight::Flight;
use super::rto::{RtoRule, RttEstimator};
use super::vector_receiver::{VectorReceiver, VectorSettings};
use crate::describe::{Decision, with_template};
use crate::transport::prelude::*;
use crate::transport::receivers::{AnyReceiver, ConnSpec};

params! {
    /// Settings of all media windows.
    pub struct MediaWindowParams {
        /// Window at the start.
        initial_window: f64 = 1.0, unit "packets", range 1.0..=10.0;
        /// Window at which slow start ends.
        initial_ssthresh: f64 = 64.0, unit "packets", range 2.0..=1e4, scale log, label "Initial slow-start threshold";
        /// Number of later packets received after which a packet counts as lost.
        dupthresh: u32 = 3, unit "packets", range 1..=10, label "Reordering threshold";
        /// Minimum of the timeout.
        min_rto: f64 = 0.2, unit "s", range 0.05..=3.0, label "Smallest timeout";
        /// Spread packets over the round trip instead of sending bursts.
        pacing: bool = true;
        /// Size of an acknowledgement on the wire.
        ack_size: u32 = 40, unit "bytes", range 20..=1500, label "ACK size";
    }
}

/// The rules by which a protocol changes the window.
pub trait MediaRules: Clone + State {
    /// Packets per round trip by which the window grows after slow start.
    fn increase(&self) -> f64;
    /// The window after a loss, given the window and the number of packets in flight before it.
    fn reduced(&self, window: f64, in_flight: f64) -> f64;
    /// Reports the protocol's own signals after each event. `rate` is the window as a rate in bit/s, `srtt`
    /// is in seconds.
    fn emit(&mut self, _rate: f64, _srtt: f64, _cx: &mut impl Context) {}
    /// A fresh connection begins: resets the protocol's state.
    fn restart(&mut self) {}
}

/// Longest timeout in seconds.
const MAX_RTO: f64 = 60.0;
/// Granularity of the clock that measures round-trip times, in seconds. As in RFC 6298, the term of four
/// deviations is at least one tick.
const CLOCK_TICK: f64 = 0.001;
/// Timeout before the first round-trip sample, in seconds.
const INITIAL_RTO: f64 = 1.0;

#[derive(Clone, Debug, State)]
#[state(not(redundancy, packet_size))]
pub struct MediaWindow<R> {
    cwnd: f64,
    params: MediaWindowParams,
    /// Number of earlier packets that each acknowledgement also reports.
    redundancy: u32,
    /// Size of a full packet in bytes.
    packet_size: f64,
    ssthresh: f64,
    /// Losses of packets below this do not reduce the window, because they belong to the window of data of
    /// the last reduction.
    recover: u32,
    flight: Flight,
    rtt: RttEstimator,
    pub rules: R,
    socket: DatagramSocket,
    /// With pacing: the earliest time of the next packet.
    #[state(if self.params.pacing)]
    next_paced: Time,
}

signals! {
    /// The signals of every media window.
    pub const SIGNALS: MediaWindowSignals {
        /// Window at which slow start ends.
        ssthresh: "Slow-start threshold" in "packets";
        /// The sender's smoothed round-trip time.
        srtt: "Smoothed RTT" in "s";
        /// The timeout, with backoff.
        rto: "Timeout" in "s";
    }
}

decisions! {
    /// The decisions of a media window. The protocols have sentences of their own for a loss.
    pub mod decision {
        values {
            from: "Window before." in "packets",
            to: "Window after." in "packets",
            out: "Packets in flight." in "packets",
        }
        /// A loss with {out} packets in flight: window {from} -> {to}.
        Loss "loss" "Loss found" { from, to, out }
        /// No acknowledgement for {rto}: all {out} packets in flight count as lost, window {from} -> {to}.
        Timeout "timeout" "Timeout" { from, to, out, rto: "The timeout that expired." in "s" }
    }
}

/// The decisions of a media window. `loss` is the template of the decision about a loss that acknowledgements
/// of later packets reveal.
pub fn decisions(loss: &'static str) -> Vec<Decision> {
    with_template::<decision::Loss>(decision::list(), loss)
}

/// The connection of a media window, with its receiver.
pub fn connections(params: &MediaWindowParams, redundancy: u32) -> Vec<ConnSpec> {
    let settings = VectorSettings {
        span: redundancy,
        ack_size: narrow::<u16>(params.ack_size),
        bytes_per_16: u16::from(redundancy > 0) * 2,
    };
    vec![ConnSpec { receiver: AnyReceiver::VectorReceiver(VectorReceiver::new(settings)) }]
}

impl<R: MediaRules> MediaWindow<R> {
    pub fn new(rules: R, params: &MediaWindowParams, redundancy: u32, header: u16, packet: u16) -> Self {
        MediaWindow {
            rules,
            params: params.clone(),
            redundancy,
            packet_size: f64::from(packet.max(1)),
            cwnd: params.initial_window,
            ssthresh: params.initial_ssthresh,
            flight: Flight::new(params.dupthresh),
            recover: 0,
            rtt: RttEstimator::new(RtoRule::Rfc6298, params.min_rto, CLOCK_TICK, INITIAL_RTO, MAX_RTO),
            next_paced: 0,
            socket: DatagramSocket::new(header),
        }
    }

    /// Applies new settings while the sender runs.
    pub fn set_params(&mut self, params: &MediaWindowParams, redundancy: u32) {
        self.params = params.clone();
        self.redundancy = redundancy;
        self.flight.set_reordering_threshold(params.dupthresh);
        self.rtt.configure(RtoRule::Rfc6298, params.min_rto, CLOCK_TICK, INITIAL_RTO, MAX_RTO);
    }

    /// The window as a rate in bit/s. Before the first round-trip sample, one packet per timeout.
    fn rate(&self) -> f64 {
        let bits = self.packet_size * 8.0;
        if self.rtt.has_sample() {
            self.cwnd * bits / self.rtt.srtt().max(1e-9)
        } else {
            bits / to_secs(self.rtt.timeout())
        }
    }

    /// Sends packets until the window is full, pacing delays the next packet, or the application has no more
    /// data.
    #[inline]
    fn try_send(&mut self, cx: &mut impl Context) {
        if !self.socket.is_running() {
            return;
        }
        while f64::from(self.flight.in_flight()) < self.cwnd.max(1.0).trunc() {
            let is_pacing = self.params.pacing && self.rtt.has_sample();
            if is_pacing && cx.now() < self.next_paced {
                cx.arm(Timer::Send, self.next_paced);
                return;
            }
            if self.socket.send(cx, |_| PLAIN_DATA).is_none() {
                if self.flight.in_flight() == 0 {
                    cx.cancel(Timer::Timeout);
                    self.socket.complete(cx);
                }
                return;
            }
            self.flight.record_sent(cx.now());
            if cx.due(Timer::Timeout) == NEVER {
                cx.arm(Timer::Timeout, cx.now() + self.rtt.timeout());
            }
            if is_pacing {
                let gap = from_secs(self.rtt.srtt() / self.cwnd.max(1.0));
                self.next_paced = self.next_paced.max(cx.now().saturating_sub(gap)) + gap;
            }
        }
    }

    /// Reduces the window after a loss, at most once per window of data.
    fn reduce(&mut self, in_flight: f64, cx: &mut impl Context) {
        let from = self.cwnd;
        self.ssthresh = self.rules.reduced(from, in_flight);
        self.cwnd = self.ssthresh;
        self.recover = self.flight.next();
        cx.report_reduction(self.cwnd);
        cx.decide(decision::Loss { from, to: self.cwnd, out: in_flight });
    }

    /// Reports the window, the rate and the signals.
    fn report(&mut self, cx: &mut impl Context) {
        let rate = self.rate();
        cx.report_window(self.cwnd, || self.flight.in_flight());
        cx.report_rate(rate);
        if cx.records_own_signals() {
            cx.signal(SIGNALS.ssthresh, self.ssthresh);
            cx.signal(SIGNALS.srtt, self.rtt.srtt());
            cx.signal(SIGNALS.rto, to_secs(self.rtt.timeout()));
        }
        self.rules.emit(rate, self.rtt.srtt(), cx);
    }
}

impl<R: MediaRules> Sender for MediaWindow<R> {
    fn start(&mut self, cx: &mut impl Context) {
        self.socket.start();
        self.try_send(cx);
        self.report(cx);
    }

    fn stop(&mut self, cx: &mut impl Context) {
        self.socket.stop(cx);
    }

    fn restart(&mut self, cx: &mut impl Context) {
        cancel_timers(cx);
        self.rules.restart();
        let rules = self.rules.clone();
        *self =
            MediaWindow::new(rules, &self.params, self.redundancy, self.socket.header(), cx.packet_size());
        self.start(cx);
    }

    #[inline]
    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        let Some(Attachment::AckVector(vector)) = cx.take_attachment(packet.attachment()) else { return };
        let now = cx.now();
        let in_flight = f64::from(self.flight.in_flight());
        let mut acked = u32::from(self.flight.acknowledge(packet.seq).is_some());
        // Acknowledgements of packets that already count as lost give samples, too. Otherwise a timeout that
        // is too short would never grow.
        self.rtt.sample(packet.timestamp.min(now), now);
        cx.report_rtt(now.saturating_sub(packet.timestamp));
        for seq in vector.head.saturating_sub(self.redundancy).max(self.flight.first())..vector.head {
            if vector.has(seq) == Some(true) && self.flight.acknowledge(seq).is_some() {
                acked += 1;
            }
        }
        if acked > 0 {
            self.rtt.clear_back_off();
            cx.arm(Timer::Timeout, now + self.rtt.timeout());
            // The window grows only if at least half of it is used.
            if in_flight >= self.cwnd / 2.0 {
                let increase = self.rules.increase();
                for _ in 0..acked {
                    self.cwnd += if self.cwnd < self.ssthresh { 1.0 } else { increase / self.cwnd };
                }
            }
        }
        let recover = self.recover;
        let mut has_new_loss = false;
        self.flight.mark_overtaken_lost(|seq, _| has_new_loss |= seq >= recover);
        if has_new_loss {
            self.reduce(in_flight, cx);
        }
        if self.flight.in_flight() == 0 {
            cx.cancel(Timer::Timeout);
        }
        self.try_send(cx);
        self.report(cx);
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        if timer == Timer::Timeout && self.socket.is_running() && self.flight.in_flight() > 0 {
            let (from, in_flight) = (self.cwnd, f64::from(self.flight.in_flight()));
            let timeout = to_secs(self.rtt.timeout());
            // As in Reno, the threshold becomes half of the packets in flight. The protocol's decrease
            // applies to other losses only.
            self.ssthresh = (in_flight / 2.0).max(2.0);
            self.cwnd = 1.0;
            self.flight.mark_older_lost(cx.now(), |_, _| {});
            self.recover = self.flight.next();
            self.rtt.back_off();
            self.next_paced = cx.now();
            cx.report_timeout(timeout);
            cx.decide(decision::Timeout { from, to: self.cwnd, out: in_flight, rto: timeout });
        }
        self.try_send(cx);
        self.report(cx);
    }

    fn on_app(&mut self, cx: &mut impl Context) {
        self.try_send(cx);
        self.report(cx);
    }

    fn state(&self) -> SenderState {
        SenderState { window: Some(self.cwnd), rate: None, in_flight: self.flight.in_flight() }
    }
}
