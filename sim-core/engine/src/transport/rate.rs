//! The shared rate sender: the code that all senders share that are paced by a rate and send each packet
//! once. It starts, stops and restarts the flow, takes payload from the application, numbers and paces
//! packets, waits for an application that has no data, and reports completion. An algorithm
//! ([`RateAlgorithm`]) determines the gap between packets.
//!
//! An algorithm must implement `gap`, `on_feedback`, `restarted` and `state`. All other methods
//! have defaults. Its protocol is a tuple struct around [`RateSender`], with `delegate_sender!` for the
//! [`Sender`] trait:
//!
//! ```text
//! #[derive(Clone, Debug, State)]
//! pub struct MyRate(RateSender<MyRules>);
//! impl Protocol for MyRate { ... }      // settings, catalogue entry, receiver
//! delegate_sender!(MyRate);
//! ```
//!
//! Methods that are called for feedback or a timer get the algorithm's [`PacedSocket`] and can send with it
//! at once: `socket.reschedule(self, cx)` after the gap has changed, `socket.send_next(self, cx)` to send
//! without waiting for the end of the gap, `socket.complete(cx)` when all data has arrived.

use super::datagrams::{DatagramSocket, PLAIN_DATA, cancel_timers};
use super::pacer::Pacer;
use crate::transport::prelude::*;
use std::ops::{Deref, DerefMut};

/// The rules of one rate-based algorithm.
pub trait RateAlgorithm: State {
    /// Bytes of header in each data packet.
    const HEADER: u16 = 40;

    /// The algorithm at the start of a fresh connection with the same settings; `packet` is the size of full
    /// packets in bytes.
    fn restarted(&self, packet: u16) -> Self;

    /// Seconds between the last packet and the next packet. Called once per packet and by
    /// [`reschedule`](PacedSocket::reschedule), so most algorithms report their rate here with
    /// [`Context::report_rate`].
    fn gap(&mut self, cx: &mut impl Context) -> f64;

    /// Handles an acknowledgement or a report, which may also arrive after the flow has stopped.
    fn on_feedback(&mut self, packet: &Packet, socket: &mut PacedSocket, cx: &mut impl Context);

    /// The sender's rate and the number of packets in flight.
    fn state(&self, socket: &PacedSocket) -> SenderState;

    /// The flow starts. The default sends the first packet. Algorithms with timers of their own set them
    /// here.
    fn on_start(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        socket.send_next(self, cx);
    }

    /// The time at which the next packet is sent. The default is one `gap` after the last packet.
    #[inline]
    fn next_send_time(&mut self, pacer: &mut Pacer, cx: &mut impl Context) -> Time {
        let gap = self.gap(cx);
        pacer.due(gap).max(cx.now() + 1)
    }

    /// Whether the packet that is due may be sent. An algorithm that returns false must set a timer, or call
    /// [`send_next`](PacedSocket::send_next) once sending is possible again.
    #[inline]
    fn may_send(&mut self, _socket: &mut PacedSocket, _cx: &mut impl Context) -> bool {
        true
    }

    /// The body of the next packet.
    #[inline]
    fn body(&mut self, _cx: &mut impl Context) -> Body {
        PLAIN_DATA
    }

    /// Flags of data packets.
    #[inline]
    fn flags(&self) -> u8 {
        0
    }

    /// A packet has been sent. The send time of the next packet is determined after this call.
    #[inline]
    fn on_sent(&mut self, _socket: &PacedSocket, _cx: &mut impl Context) {}

    /// A packet could have been sent, but the application has no data.
    #[inline]
    fn on_starved(&mut self, _socket: &mut PacedSocket, _cx: &mut impl Context) {}

    /// The send timer has been handled, whether or not a packet was sent.
    #[inline]
    fn after_send_timer(&mut self, _socket: &PacedSocket, _cx: &mut impl Context) {}

    /// A timer other than [`Timer::Send`] expired while the flow was running.
    fn on_timer(&mut self, _timer: Timer, _socket: &mut PacedSocket, _cx: &mut impl Context) {}

    /// The application has more data. The default sends the next packet one gap after the last packet, or at
    /// once if that time has passed.
    fn on_app(&mut self, socket: &mut PacedSocket, cx: &mut impl Context) {
        if socket.resume() {
            socket.schedule(self, cx);
        }
    }
}

/// A [`DatagramSocket`] that paces its packets.
#[derive(Clone, Debug, State)]
// The size is read only within the call that sets it.
#[state(not(last_size))]
pub struct PacedSocket {
    socket: DatagramSocket,
    pub pacer: Pacer,
    /// Bytes on the wire of the packet that was sent last.
    pub last_size: u16,
}

impl Deref for PacedSocket {
    type Target = DatagramSocket;

    #[inline]
    fn deref(&self) -> &DatagramSocket {
        &self.socket
    }
}

impl DerefMut for PacedSocket {
    #[inline]
    fn deref_mut(&mut self) -> &mut DatagramSocket {
        &mut self.socket
    }
}

impl PacedSocket {
    /// `header`: bytes of header in each data packet.
    pub fn new(header: u16) -> Self {
        PacedSocket { socket: DatagramSocket::new(header), pacer: Pacer::default(), last_size: 0 }
    }

    /// If the algorithm allows it and the application has data: sends the next packet and schedules the
    /// following packet.
    // Measured: see `Field::default`.
    #[inline(never)]
    pub fn send_next<A: RateAlgorithm>(&mut self, algorithm: &mut A, cx: &mut impl Context) {
        self.on_send_time(algorithm, cx);
    }

    // Measured: out of line, dumbbell a takes 0.7 % more instructions.
    #[inline(always)]
    fn on_send_time<A: RateAlgorithm>(&mut self, algorithm: &mut A, cx: &mut impl Context) {
        if !self.socket.is_running() || !algorithm.may_send(self, cx) {
            return;
        }
        let flags = algorithm.flags();
        let Some(size) = self.socket.send_flagged(cx, flags, |cx| algorithm.body(cx)) else {
            algorithm.on_starved(self, cx);
            return;
        };
        self.last_size = size;
        self.pacer.sent(cx.now());
        algorithm.on_sent(self, cx);
        self.schedule(algorithm, cx);
    }

    /// Sends a packet of padding for an application that has no data, and sets the send timer for the next packet.
    pub fn send_padding<A: RateAlgorithm>(&mut self, algorithm: &mut A, cx: &mut impl Context) {
        self.last_size = self.socket.send_padding(cx);
        self.pacer.sent(cx.now());
        algorithm.on_sent(self, cx);
        self.schedule(algorithm, cx);
    }

    /// Sets the send timer for the next packet.
    #[inline]
    pub fn schedule<A: RateAlgorithm>(&mut self, algorithm: &mut A, cx: &mut impl Context) {
        let at = algorithm.next_send_time(&mut self.pacer, cx);
        cx.arm(Timer::Send, at);
    }

    /// Sets the send timer again after the gap has changed, unless the flow has stopped or waits for data.
    pub fn reschedule<A: RateAlgorithm>(&mut self, algorithm: &mut A, cx: &mut impl Context) {
        if self.is_running() && !self.is_starved() {
            self.schedule(algorithm, cx);
        }
    }
}

/// A sender that is paced by a rate-based algorithm.
#[derive(Clone, Debug, State)]
pub struct RateSender<A> {
    pub algorithm: A,
    pub socket: PacedSocket,
}

impl<A: RateAlgorithm> RateSender<A> {
    pub fn new(algorithm: A) -> Self {
        RateSender { algorithm, socket: PacedSocket::new(A::HEADER) }
    }
}

impl<A: RateAlgorithm> Sender for RateSender<A> {
    fn start(&mut self, cx: &mut impl Context) {
        self.socket.start();
        self.algorithm.on_start(&mut self.socket, cx);
    }

    fn stop(&mut self, cx: &mut impl Context) {
        self.socket.stop(cx);
    }

    fn restart(&mut self, cx: &mut impl Context) {
        cancel_timers(cx);
        *self = RateSender::new(self.algorithm.restarted(cx.packet_size()));
        self.start(cx);
    }

    #[inline]
    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        self.algorithm.on_feedback(packet, &mut self.socket, cx);
    }

    #[inline]
    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        if timer == Timer::Send {
            self.socket.on_send_time(&mut self.algorithm, cx);
            self.algorithm.after_send_timer(&self.socket, cx);
        } else if self.socket.is_running() {
            self.algorithm.on_timer(timer, &mut self.socket, cx);
        }
    }

    fn on_app(&mut self, cx: &mut impl Context) {
        self.algorithm.on_app(&mut self.socket, cx);
    }

    fn state(&self) -> SenderState {
        self.algorithm.state(&self.socket)
    }

    fn digest(&self) -> u64 {
        digest_of(&[Digest::of(&self.algorithm), Digest::of(&self.socket)])
    }
}
