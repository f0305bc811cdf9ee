//! Plain UDP: sends payload when the application provides it, or at a constant rate, without congestion
//! control.

use crate::ground::packet::{ECN_CAPABLE, ECT_1};
use crate::protocols::prelude::*;
use crate::transport::datagrams::{DatagramSocket, PLAIN_DATA};
use crate::transport::sink::Sink;

choice! {
    /// What packets say about Explicit Congestion Notification. The sender ignores marks.
    pub enum Ecn {
        /// Not capable: queues drop the packets.
        None "none" "None",
        /// Classic ECN: queues may mark the packets instead of dropping them.
        Ect0 "ect0" "ECT(0)",
        /// The identifier of L4S: DualPI2 puts the packets into its queue for low latency.
        Ect1 "ect1" "ECT(1)",
    }
}

params! {
    pub struct Params {
        /// Rate of the packets on the wire.
        rate: Option<f64> = None, unit "bit/s", range 100.0..=1e11, scale log, null "as the source provides; 1 Mb/s for a greedy source";
        /// Code point of all packets. The sender does not respond to marks, so `ect0` and `ect1` show what a queue does with such a flow.
        ecn: Ecn = Ecn::None, label "ECN", cite "RFC 9332 section 4.2";
    }
}

/// The sending rate in bit/s for a greedy source if no rate is set. Without a rate, all of its packets would
/// be sent at once.
const DEFAULT_RATE: f64 = 1e6;

#[derive(Clone, Debug, State)]
#[state(not(rate, flags))]
pub struct Udp {
    rate: Option<f64>,
    /// Flags of data packets.
    flags: u8,
    socket: DatagramSocket,
    /// Fraction of a nanosecond that is added to the next gap, so that the mean rate is exact.
    #[state(if self.rate.is_some())]
    fraction: f64,
    /// When the next packet is due, if packets are sent at a constant rate.
    #[state(if self.rate.is_some())]
    next_send: Time,
}

impl Ecn {
    fn flags(self) -> u8 {
        match self {
            Ecn::None => 0,
            Ecn::Ect0 => ECN_CAPABLE,
            Ecn::Ect1 => ECT_1,
        }
    }
}

impl Udp {
    /// The sending rate in bit/s; `None` if packets are sent when the application provides payload.
    fn pacing_rate(&self, cx: &impl Context) -> Option<f64> {
        self.rate.or(if cx.app_is_greedy() { Some(DEFAULT_RATE) } else { None })
    }

    /// Sends a packet and returns its size in bytes; `None` if the application has no payload.
    fn send_packet(&mut self, cx: &mut impl Context) -> Option<u16> {
        let sent = self.socket.send_flagged(cx, self.flags, |_| PLAIN_DATA);
        if sent.is_none() && cx.app_finished() {
            cx.sent_all();
        }
        sent
    }

    /// If the access link is busy, arms the timer for when it is free, and returns true.
    fn defer_if_access_link_is_busy(&mut self, cx: &mut impl Context) -> bool {
        let ready_at = cx.access_link_ready_at();
        let busy = ready_at > cx.now();
        if busy {
            cx.arm(Timer::Send, ready_at);
        }
        busy
    }

    /// Sends all packets that are due.
    fn send_due(&mut self, cx: &mut impl Context) {
        if !self.socket.is_running() {
            return;
        }
        let Some(rate) = self.pacing_rate(cx) else {
            while !self.defer_if_access_link_is_busy(cx) && self.send_packet(cx).is_some() {}
            return;
        };
        cx.report_rate(rate);
        while cx.now() >= self.next_send {
            if self.defer_if_access_link_is_busy(cx) {
                return;
            }
            let Some(size) = self.send_packet(cx) else { return };
            let gap = f64::from(size) * 8e9 / rate + self.fraction;
            let whole = whole::<Time>(gap);
            self.fraction = gap - whole as f64;
            self.next_send = self.next_send.max(cx.now()) + whole;
        }
        cx.arm(Timer::Send, self.next_send);
    }
}

impl Protocol for Udp {
    type Params = Params;
    const ID: &'static str = "udp";
    const NAME: &'static str = "Plain UDP";
    const FAMILY: Family = Family::None;
    const SIGNALS: List<Signal> = Vec::new;
    const DECISIONS: List<Decision> = Vec::new;

    fn build(params: &Params, _: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let socket = DatagramSocket::new(Self::header_bytes());
        let udp = Udp { rate: params.rate, flags: params.ecn.flags(), socket, fraction: 0.0, next_send: 0 };
        (udp, vec![ConnSpec { receiver: AnyReceiver::Sink(Sink::default()) }])
    }

    fn greedy_rate(params: &Params) -> f64 {
        params.rate.unwrap_or(DEFAULT_RATE)
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        (self.rate, self.flags) = (params.rate, params.ecn.flags());
        self.next_send = cx.now();
        self.send_due(cx);
    }

    /// The headers of IP and UDP.
    fn header_bytes() -> u16 {
        28
    }
}

impl Sender for Udp {
    fn start(&mut self, cx: &mut impl Context) {
        self.socket.start();
        self.next_send = cx.now();
        self.send_due(cx);
    }

    fn stop(&mut self, cx: &mut impl Context) {
        self.socket.stop(cx);
    }

    fn restart(&mut self, cx: &mut impl Context) {
        self.socket = DatagramSocket::new(Self::header_bytes());
        self.start(cx);
    }

    fn on_feedback(&mut self, _: &Packet, _: &mut impl Context) {}

    fn on_timer(&mut self, _: Timer, cx: &mut impl Context) {
        self.send_due(cx);
    }

    fn on_app(&mut self, cx: &mut impl Context) {
        self.send_due(cx);
    }

    fn state(&self) -> SenderState {
        SenderState { window: None, rate: self.rate, in_flight: 0 }
    }
}
