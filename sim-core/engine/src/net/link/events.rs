//! The event path: departures are events, because the discipline decides at dequeue or impairments act on the
//! line (see the module documentation of [`super`]).

use super::{InService, Link};
use crate::ground::event_queue::{Class, Slot};
use crate::ground::packet::{Packet, wait_units};
use crate::ground::time::{NEVER, Time};
use crate::net::context::LinkContext;
use crate::net::observer::NetworkObserver;
use crate::net::queues::Queued;
use crate::net::serializer::work_of;
use crate::net::types::{Departure, NextStop};
use crate::net::wire::Transit;

impl Link {
    /// Puts an admitted packet into the queue, and the next packet on the line if the line is free.
    pub(super) fn enqueue<N: Copy>(
        &mut self,
        packet: Packet,
        next: NextStop,
        cx: &mut LinkContext<N>,
        obs: &mut impl NetworkObserver,
    ) {
        self.queue.enqueue(Queued { packet, arrived: cx.now, next }, &mut cx.effects);
        if self.in_service.is_some() {
            let (waiting, bytes) = self.queue.waiting();
            obs.queue_changed(self.index, cx.now, waiting, bytes);
            self.apply_effects(cx, obs);
        } else {
            self.dequeue(false, cx, obs);
        }
    }

    /// Puts the next packet of the queue, if there is one, on the free line. `reports_length` is false if the
    /// packet has only just arrived, so that the reported queue length stays 0.
    fn dequeue<N: Copy>(
        &mut self,
        reports_length: bool,
        cx: &mut LinkContext<N>,
        obs: &mut impl NetworkObserver,
    ) {
        if self.queue_shapes && self.waits_for_shaper(cx, obs) {
            return;
        }
        let next = self.queue.dequeue(cx.now, &mut cx.effects);
        let (waiting, bytes) = self.queue.waiting();
        if reports_length {
            obs.queue_changed(self.index, cx.now, waiting, bytes);
        }
        self.apply_effects(cx, obs);
        if let Some(queued) = next {
            self.start_service(queued, cx);
        } else if self.queue_shapes {
            self.waits_for_shaper(cx, obs);
        }
    }

    /// If the discipline's shaper holds its packets back, lets the free line wait for it.
    fn waits_for_shaper<N: Copy>(&mut self, cx: &mut LinkContext<N>, obs: &mut impl NetworkObserver) -> bool {
        let (waiting, bytes) = self.queue.waiting();
        let ready = self.queue.ready_at();
        if waiting == 0 || ready <= cx.now {
            return false;
        }
        obs.queue_changed(self.index, cx.now, waiting, bytes);
        self.apply_effects(cx, obs);
        if self.resumes_at != ready {
            self.resumes_at = ready;
            cx.heap.push(ready, Slot::new(Class::Departure, self.index));
        }
        true
    }

    /// If the free line has waited until now for the discipline's shaper, puts the next packet on it.
    fn resume<N: Copy>(&mut self, cx: &mut LinkContext<N>, obs: &mut impl NetworkObserver) {
        if self.queue_shapes && self.in_service.is_none() && self.resumes_at == cx.now {
            self.dequeue(true, cx, obs);
        }
    }

    fn start_service<N: Copy>(&mut self, Queued { packet, arrived, next }: Queued, cx: &mut LinkContext<N>) {
        if self.line.is_stopped() {
            self.stalled = Some(work_of(self.bytes_on_line(packet.size)));
        }
        let (begins, departs) = match &mut self.impairments {
            None => (cx.now, self.line.send(cx.now, packet.size)),
            Some(impairments) if impairments.is_medium => (cx.now, cx.now + self.queue.air()),
            Some(impairments) => impairments.serve(cx.now, packet.size, &mut self.line),
        };
        let departure = Departure::new(&packet, cx.conn_of(&packet).flow, next, arrived, departs);
        self.in_service = Some(InService { packet, departure, started: cx.now, begins });
        if departs != NEVER {
            cx.heap.push(departs, Slot::new(Class::Departure, self.index));
        }
    }

    /// If the packet on the line departs now, reports its departure, puts the next packet on the line, and
    /// sends the departed packet to the far end. If the line has waited for a shaper until now, puts the next packet
    /// on it. Does nothing if the departure was moved to another time or has already been handled.
    pub(in crate::net) fn complete_service<N: Copy>(
        &mut self,
        cx: &mut LinkContext<N>,
        obs: &mut impl NetworkObserver,
    ) {
        let now = cx.now;
        let Some(served) = self.in_service.filter(|served| served.departure.departs == now) else {
            return self.resume(cx, obs);
        };
        self.in_service = None;
        self.count_departure(&served.departure);
        let waited = served.started - served.departure.arrived;
        obs.packet_departed(self.index, &served.departure, waited);
        let had_waiting = self.queue.waiting().0 > 0;
        self.dequeue(had_waiting, cx, obs);
        let mut packet = served.packet;
        if served.departure.next.is_lost() {
            self.lose_at_exit(&served.departure, &cx.conns, obs);
            cx.attachments.take(packet.attachment());
            return;
        }
        packet.waited = packet.waited.saturating_add(wait_units(waited));
        let Some(jitter) = self.jitter_or_detour(packet, cx) else { return };
        let arrival = self.arrival_of(now.saturating_add(jitter));
        self.propagate(packet, arrival, cx);
    }

    /// Returns the extra delay of a packet that has departed. If the packet takes the detour, sends it there
    /// and returns `None`.
    fn jitter_or_detour<N: Copy>(&mut self, packet: Packet, cx: &mut LinkContext<N>) -> Option<Time> {
        let Some(impairments) = &mut self.impairments else { return Some(0) };
        let key = cx.conn_of(&packet).key;
        let arrival = cx.now.saturating_add(self.delay);
        let Some(at) = impairments.detour_arrival(&packet, key, arrival) else {
            return Some(impairments.jitter_of(&packet, key));
        };
        let slot = Slot::new(Class::Propagation, cx.links + self.index);
        impairments.detour.push(Transit { at, carry: 0, packet }, slot, &mut cx.heap, &mut cx.transits);
        None
    }

    /// Applies and reports the drops, marks, signals and decisions of the link's queue discipline.
    #[inline]
    pub(super) fn apply_effects<N: Copy>(&mut self, cx: &mut LinkContext<N>, obs: &mut impl NetworkObserver) {
        if !cx.effects.is_empty() {
            self.drain_effects(cx, obs);
        }
    }

    fn drain_effects<N: Copy>(&mut self, cx: &mut LinkContext<N>, obs: &mut impl NetworkObserver) {
        let now = cx.now;
        for (signal, at, value) in cx.effects.signals.drain(..) {
            obs.queue_signal(self.index, signal, at, value);
        }
        for (conn, kind, inputs) in cx.effects.decisions.drain(..) {
            obs.queue_decision(self.index, cx.conns[conn as usize].flow, now, kind, &inputs);
        }
        for packet in cx.effects.marked.drain(..) {
            self.count_mark(now, &packet);
            obs.packet_marked(self.index, &cx.conns[packet.conn as usize], now);
        }
        let mut dropped = std::mem::take(&mut cx.effects.dropped);
        for (packet, cause) in dropped.drain(..) {
            self.lose(&packet, cause, cx, obs);
        }
        cx.effects.dropped = dropped;
    }
}
