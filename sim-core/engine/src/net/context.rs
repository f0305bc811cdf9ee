//! The state that links use in addition to their own.

use super::early::EarlyArrivals;
use super::queues::Effects;
use super::types::Conn;
use super::wire::{Transit, TransitStore};
use crate::ground::convert::narrow;
use crate::ground::event_queue::{Class, EventHeap, Slot};
use crate::ground::packet::Packet;
use crate::ground::slab::Slab;
use crate::ground::time::Time;

/// The parts of the network that its links share. `N` is the type of the attachments that packets refer to.
#[derive(Clone, Debug)]
pub struct LinkContext<N> {
    pub(super) now: Time,
    pub(super) heap: EventHeap,
    pub(super) conns: Vec<Conn>,
    /// The attachments of the packets in the network (see `ground::packet`). An attachment is freed when its
    /// packet arrives or is lost.
    pub(super) attachments: Slab<N>,
    /// The packets on all wires.
    pub(super) transits: TransitStore,
    /// Drops, marks and reports of the queue discipline that is being called. Empty between calls.
    pub(super) effects: Effects,
    pub(super) links: u32,
    /// Whether links use the fused path where they can.
    pub(super) fuse: bool,
    pub(super) early: EarlyArrivals,
}

impl<N: Copy> LinkContext<N> {
    /// Calls `handle` with the time `at`, which may be later than the present time.
    #[inline]
    pub(super) fn at(&mut self, at: Time, handle: impl FnOnce(&mut Self)) {
        let now = std::mem::replace(&mut self.now, at);
        handle(self);
        self.now = now;
    }

    #[inline]
    pub(super) fn conn_of(&self, packet: &Packet) -> &Conn {
        &self.conns[packet.conn as usize]
    }

    /// Sends a packet over the access link to its endpoint. `route_end` is the time at which it reaches the
    /// end of its route.
    // Measured: out of line, dumbbell d takes 2 % more instructions.
    #[inline(always)]
    pub(super) fn send_to_endpoint(&mut self, packet: &Packet, route_end: Time) {
        let direction = packet.direction();
        let entity = packet.conn * 2 + narrow::<u32>(direction);
        let access = &mut self.conns[packet.conn as usize].paths[direction].egress;
        let at = access.line.send(route_end, packet.size).saturating_add(access.delay);
        let transit = Transit { at, carry: access.line.state().carry, packet: *packet };
        access.wire.push(transit, Slot::new(Class::Egress, entity), &mut self.heap, &mut self.transits);
    }
}
