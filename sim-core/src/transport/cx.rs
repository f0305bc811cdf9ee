//! The context of an endpoint: all that it may see and do. Nothing is returned and nothing is allocated.

use super::Timer;
use crate::ground::event_queue::Class;
use crate::ground::packet::{Body, FEEDBACK, Note, Outgoing, Packet};
use crate::ground::rng::Rng;
use crate::ground::time::{NEVER, Time};
use crate::net::{Net, RECEIVER_TIMERS, SENDER_TIMERS, SOURCE_TIMERS};
use crate::observer::Observer;
use crate::traffic::Transfer;
use crate::traffic::arrivals::Pool;
use crate::world::WAKE;

pub struct Cx<'a> {
    pub(crate) net: &'a mut Net,
    pub obs: &'a mut Observer,
    pub(crate) flow: u32,
    pub(crate) conn: u32,
}

impl<'a> Cx<'a> {
    /// For a flow and one of its connections. Public for test benches that call endpoints by hand.
    pub fn new(net: &'a mut Net, obs: &'a mut Observer, flow: u32, conn: u32) -> Self {
        Cx { net, obs, flow, conn }
    }

    #[inline]
    pub fn now(&self) -> Time {
        self.net.now
    }

    /// The flow's index.
    #[inline]
    pub fn flow(&self) -> u32 {
        self.flow
    }

    /// Which of the flow's connections this context speaks for.
    #[inline]
    pub fn sub(&self) -> u32 {
        self.net.conns[self.conn as usize].sub
    }

    /// The same for another connection of the flow.
    pub fn of(&mut self, sub: u32) -> Cx<'_> {
        let conn = self.conn - self.sub() + sub;
        Cx { net: self.net, obs: self.obs, flow: self.flow, conn }
    }

    /// Size of full data packets on the wire.
    #[inline]
    pub fn packet_size(&self) -> u16 {
        self.net.conns[self.conn as usize].packet
    }

    /// Gives this connection full packets of another size than the document's, before it starts.
    pub fn set_packet_size(&mut self, packet: u16) {
        self.net.conns[self.conn as usize].packet = packet;
    }

    /// The connection's index, as its packets tell it.
    pub fn conn(&self) -> u32 {
        self.conn
    }

    #[inline]
    pub fn base_rtt(&self) -> Time {
        self.net.conns[self.conn as usize].base_rtt
    }

    /// Sends data; returns the ordinal of this transmission.
    #[inline(always)] // The call would cost as much as the work, and `Net::send` is one.
    pub fn send(&mut self, out: Outgoing) -> u32 {
        let now = self.net.now;
        self.obs.sent(self.flow, &out);
        self.net.send(self.conn, now, &out)
    }

    /// Sends feedback about a data packet, whose stamp it echoes unless another is given.
    #[inline]
    pub fn reply(&mut self, seq: u32, stamp: Time, size: u16, flags: u8, body: Body) {
        self.net.send(self.conn, stamp, &Outgoing { seq, size, flags: flags | FEEDBACK, body });
    }

    #[inline]
    pub fn put_note(&mut self, note: Note) -> u32 {
        self.net.notes.put(note)
    }

    /// The note of a packet that has arrived.
    #[inline]
    pub fn take_note(&mut self, index: u32) -> Option<Note> {
        self.net.notes.take(index)
    }

    #[inline]
    pub fn arm(&mut self, timer: Timer, at: Time) {
        self.net.arm(Class::Sender, self.conn * SENDER_TIMERS + timer as u32, at);
    }

    #[inline]
    pub fn cancel(&mut self, timer: Timer) {
        self.net.cancel(Class::Sender, self.conn * SENDER_TIMERS + timer as u32);
    }

    /// When the timer will fire; `NEVER` if it is not set.
    #[inline]
    pub fn due(&self, timer: Timer) -> Time {
        self.net.due(Class::Sender, self.conn * SENDER_TIMERS + timer as u32)
    }

    #[inline]
    pub fn arm_receiver(&mut self, timer: u32, at: Time) {
        self.net.arm(Class::Receiver, self.conn * RECEIVER_TIMERS + timer, at);
    }

    #[inline]
    pub fn cancel_receiver(&mut self, timer: u32) {
        self.net.cancel(Class::Receiver, self.conn * RECEIVER_TIMERS + timer);
    }

    /// The sender's own random stream.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.net.conns[self.conn as usize].rngs[0]
    }

    pub fn receiver_rng(&mut self) -> &mut Rng {
        &mut self.net.conns[self.conn as usize].rngs[1]
    }

    /// Takes up to `max` payload bytes from the application.
    #[inline]
    pub fn pull(&mut self, max: u32) -> u32 {
        self.net.apps[self.flow as usize].pull(max)
    }

    /// From when on the host has room for another packet on its way to the network.
    pub fn room_at(&self) -> Time {
        let conn = &self.net.conns[self.conn as usize];
        conn.ways[0].room_at(conn.packet)
    }

    /// The application will never have more.
    #[inline]
    pub fn app_finished(&self) -> bool {
        self.net.apps[self.flow as usize].finished()
    }

    /// All that the application had for this connection has arrived, as far as the sender can know.
    pub fn completed(&mut self) {
        let now = self.net.now;
        if let Some(transfer) = self.let_go() {
            self.obs.completed(self.flow, now, transfer);
        }
    }

    /// All that the application had for this connection was sent, and nobody will ever know what has arrived of it.
    pub fn sent_all(&mut self) {
        if self.net.apps[self.flow as usize].opens_connections() {
            self.let_go();
        }
    }

    fn let_go(&mut self) -> Option<Transfer> {
        let now = self.net.now;
        let app = &mut self.net.apps[self.flow as usize];
        let (transfer, mut wake) = app.complete(now)?;
        if app.pool.and_then(|pool| self.net.pools.get(pool as usize)).is_some_and(Pool::waits) {
            wake = now;
        }
        if wake != NEVER {
            self.net.arm(Class::Source, self.flow * SOURCE_TIMERS + WAKE, wake);
        }
        Some(transfer)
    }

    pub fn app_is_greedy(&self) -> bool {
        self.net.apps[self.flow as usize].is_greedy()
    }

    /// Packets of the connection's present epoch count from here on; older ones no longer arrive.
    pub fn new_epoch(&mut self) {
        let conn = &mut self.net.conns[self.conn as usize];
        conn.epoch = conn.epoch.wrapping_add(1);
    }

    /// First delivery of a data packet to the application.
    #[inline]
    pub fn delivered(&mut self, packet: &Packet) {
        self.obs.delivered(self.flow, self.net.now, packet);
    }

    /// One of the algorithm's own signals, by its place in `AlgorithmInfo::signals`.
    #[inline]
    pub fn signal(&mut self, index: usize, value: f64) {
        self.obs.own_signal(self.flow, index, self.net.now, value);
    }

    /// The algorithm explains itself: a decision by its place in `AlgorithmInfo::decisions`, with its inputs.
    #[inline]
    pub fn decide(&mut self, kind: u32, inputs: &[f64]) {
        if self.obs.explains() {
            self.obs.decided(self.flow, self.net.now, kind, inputs);
        }
    }
}
