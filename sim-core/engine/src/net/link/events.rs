//! The event path: departures are events, because the discipline decides at dequeue or impairments act on the line (see the
//! module documentation of [`super`]).

use super::backlog::Departure;
use super::{InService, NextStop};
use crate::ground::event_queue::{Class, Slot};
use crate::ground::packet::{LINK_BITS, Packet, wait_units};
use crate::ground::time::{NEVER, Time};
use crate::net::Net;
use crate::net::observer::NetworkObserver;
use crate::net::serializer::work_of;
use crate::net::wire::Transit;

/// Flag of a stored packet that a loss rule will drop after the link has sent it.
const LOST_AT_EXIT: u8 = 128;
/// Flag of a stored packet for which this link is the last one of its route.
const LAST_LINK: u8 = 64;
const _: () = assert!(LOST_AT_EXIT | LAST_LINK == LINK_BITS);

impl<N: Copy> Net<N> {
    /// Puts an admitted packet into the queue, and the next packet on the line if the line is free.
    pub(super) fn enqueue(
        &mut self,
        l: u32,
        mut packet: Packet,
        next: NextStop,
        obs: &mut impl NetworkObserver,
    ) {
        let now = self.now;
        let link = &mut self.links[l as usize];
        if next.is_lost() {
            packet.flags |= LOST_AT_EXIT;
        }
        if next.is_last() {
            packet.flags |= LAST_LINK;
        }
        link.queue.enqueue(packet, now, &mut self.effects);
        if link.in_service.is_some() {
            let (waiting, bytes) = link.queue.waiting();
            obs.queue_changed(l, now, waiting, bytes);
            self.apply_effects(l, obs);
        } else {
            self.dequeue(l, false, obs);
        }
    }

    /// Puts the next packet of the queue, if there is one, on the free line. `reports_length` is false if the packet has only just
    /// arrived, so that the reported queue length stays 0.
    fn dequeue(&mut self, l: u32, reports_length: bool, obs: &mut impl NetworkObserver) {
        let link = &mut self.links[l as usize];
        let next = link.queue.dequeue(self.now, &mut self.effects);
        let (waiting, bytes) = link.queue.waiting();
        if reports_length {
            obs.queue_changed(l, self.now, waiting, bytes);
        }
        self.apply_effects(l, obs);
        if let Some((packet, arrived)) = next {
            self.start_service(l, packet, arrived);
        }
    }

    fn start_service(&mut self, l: u32, packet: Packet, arrived: Time) {
        let link = &mut self.links[l as usize];
        if link.line.is_stopped() {
            link.stalled = Some(work_of(link.bytes_on_line(packet.size)));
        }
        let (begins, departs) = match &mut link.impairments {
            None => (self.now, link.line.send(self.now, packet.size)),
            Some(impairments) => impairments.serve(self.now, packet.size, &mut link.line),
        };
        let departure = Departure {
            departs,
            arrived,
            tx: packet.tx,
            waited: packet.waited,
            conn: packet.conn as u16,
            flow: self.conns[packet.conn as usize].flow as u16,
            size: packet.size,
            feedback: packet.is_feedback(),
            next: NextStop::new(packet.flags & LAST_LINK != 0, packet.flags & LOST_AT_EXIT != 0),
        };
        link.in_service = Some(InService { packet, departure, started: self.now, begins });
        if departs != NEVER {
            self.heap.push(departs, Slot::new(Class::Departure, l));
        }
    }

    /// Event of class `Departure`: the packet on the line of link `l` may depart.
    pub fn depart(&mut self, l: u32, obs: &mut impl NetworkObserver) {
        self.heap.pop();
        self.complete_service(l, obs);
    }

    /// If the packet on the line departs now, reports its departure, puts the next packet on the line, and sends the departed
    /// packet to the far end. Does nothing if the departure was moved to another time or has already been handled.
    pub(super) fn complete_service(&mut self, l: u32, obs: &mut impl NetworkObserver) {
        let now = self.now;
        let link = &mut self.links[l as usize];
        let Some(served) = link.in_service.filter(|served| served.departure.departs == now) else { return };
        link.in_service = None;
        link.count_departure(&served.departure);
        let waited = served.started - served.departure.arrived;
        obs.packet_departed(l, &served.departure, waited);
        self.effects.records_signals = obs.records_declared_signals();
        self.effects.records_decisions = obs.records_decisions();
        let had_waiting = link.queue.waiting().0 > 0;
        self.dequeue(l, had_waiting, obs);
        let mut packet = served.packet;
        if served.departure.next.is_lost() {
            self.links[l as usize].lose_at_exit(l, &served.departure, &self.conns, obs);
            self.notes.take(packet.note());
            return;
        }
        packet.flags &= !LINK_BITS;
        packet.waited = packet.waited.saturating_add(wait_units(waited));
        let mut extra = 0;
        if self.links[l as usize].impairments.is_some() {
            let Some(jitter) = self.jitter_or_detour(l, packet) else { return };
            extra = jitter;
        }
        let link = &mut self.links[l as usize];
        let arrival = link.arrival_of(now.saturating_add(extra));
        let transit = Transit { at: arrival, carry: 0, packet };
        link.flight.push(transit, Slot::new(Class::Flight, l), &mut self.heap, &mut self.transits);
    }

    /// Returns the extra delay of a packet that has departed. If the packet takes the detour, sends it there and returns `None`.
    fn jitter_or_detour(&mut self, l: u32, packet: Packet) -> Option<Time> {
        let key = self.conns[packet.conn as usize].key;
        let slot = Slot::new(Class::Flight, self.links.len() as u32 + l);
        let link = &mut self.links[l as usize];
        let impairments = link.impairments.as_mut()?;
        let arrival = self.now.saturating_add(link.delay);
        let Some(at) = impairments.detour_arrival(&packet, key, arrival) else {
            return Some(impairments.jitter_of(&packet, key));
        };
        impairments.detour.push(Transit { at, carry: 0, packet }, slot, &mut self.heap, &mut self.transits);
        None
    }

    /// Applies and reports the drops, marks, signals and decisions of a link's queue discipline.
    #[inline]
    pub(super) fn apply_effects(&mut self, l: u32, obs: &mut impl NetworkObserver) {
        if !self.effects.is_empty() {
            self.drain_effects(l, obs);
        }
    }

    fn drain_effects(&mut self, l: u32, obs: &mut impl NetworkObserver) {
        let now = self.now;
        for (signal, at, value) in self.effects.signals.drain(..) {
            obs.queue_signal(l, signal, at, value);
        }
        for (conn, kind, inputs) in self.effects.decisions.drain(..) {
            obs.queue_decision(l, self.conns[conn as usize].flow, now, kind, &inputs);
        }
        for packet in self.effects.marked.drain(..) {
            self.links[l as usize].count_mark(now, &packet);
            obs.packet_marked(l, &self.conns[packet.conn as usize], now);
        }
        for (packet, cause) in self.effects.dropped.drain(..) {
            self.links[l as usize].count_loss(now, &packet, cause);
            self.notes.take(packet.note());
            obs.packet_lost(l, &self.conns[packet.conn as usize], now, packet.is_feedback(), cause);
        }
    }
}
