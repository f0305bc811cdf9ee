//! The lazy and the fused path: departures are computed on arrival (see the module documentation of [`super`]).

use super::backlog::{Departure, report_departures};
use super::{Cause, NextStop};
use crate::ground::event_queue::{Class, Slot};
use crate::ground::packet::{Packet, wait_units};
use crate::ground::time::NEVER;
use crate::net::Net;
use crate::net::loss::LossPlace;
use crate::net::observer::NetworkObserver;
use crate::net::queues::{ArrivalState, Verdict};
use crate::net::serializer::work_of;
use crate::net::wire::Transit;

impl<N: Copy> Net<N> {
    /// Handles the arrival of a packet at link `l`. `is_last`: whether `l` is the last link of the packet's route.
    #[inline]
    pub(in crate::net) fn arrive(
        &mut self,
        l: u32,
        is_last: bool,
        flow: u32,
        packet: &mut Packet,
        obs: &mut impl NetworkObserver,
    ) {
        let now = self.now;
        let Some(link) = self.links.get_mut(l as usize) else {
            debug_assert!(false, "a route names link {l}, which does not exist");
            return;
        };
        link.counters.arrivals += 1;
        if link.arrival_limit.is_none() || !link.loss.is_empty() {
            return self.arrive_in_general(l, packet, is_last, obs);
        }
        link.backlog.advance_to(now);
        if link.backlog.has_full_batch() {
            report_departures(link, l, &self.conns, obs);
        }
        if !link.backlog.is_empty() {
            let (waiting, bytes) = link.backlog.waiting();
            if link.arrival_limit.is_some_and(|limit| limit.is_full(waiting, bytes, packet.size)) {
                return self.lose(l, packet, Cause::QueueFull, obs);
            }
        }
        self.compute_departure(l, packet, flow, NextStop::new(is_last, false));
    }

    /// Handles the arrival of a packet at a link of any kind. `arrive` handles the most frequent kind: lazy, without loss rules,
    /// and with a queue that has an `arrival_limit`.
    #[cold]
    fn arrive_in_general(
        &mut self,
        l: u32,
        packet: &mut Packet,
        is_last: bool,
        obs: &mut impl NetworkObserver,
    ) {
        let link = &mut self.links[l as usize];
        let conn = &self.conns[packet.conn as usize];
        let flow = conn.flow;
        let mut next = NextStop::new(is_last, false);
        if link.lazy {
            link.backlog.advance_to(self.now);
            report_departures(link, l, &self.conns, obs);
        }
        if !link.loss.is_empty() {
            match link.loss_place(packet, conn.key, self.now) {
                Some(LossPlace::Arrival) => return self.lose(l, packet, Cause::LossRule, obs),
                Some(LossPlace::Exit) => next = NextStop::new(is_last, true),
                None => {}
            }
        }
        if !self.admit_or_lose(l, packet, obs) {
            return;
        }
        if self.links[l as usize].lazy {
            self.compute_departure(l, packet, flow, next);
        } else {
            self.enqueue(l, *packet, next, obs);
        }
    }

    /// Returns whether the queue discipline admits the packet. If not, the packet is lost.
    fn admit_or_lose(&mut self, l: u32, packet: &mut Packet, obs: &mut impl NetworkObserver) -> bool {
        let link = &mut self.links[l as usize];
        let (waiting, bytes) = link.waiting();
        let (busy, sees_every_arrival) = (link.is_busy(), link.sees_every_arrival);
        if !busy && !sees_every_arrival {
            return true;
        }
        let state = ArrivalState {
            now: self.now,
            waiting,
            waiting_bytes: bytes,
            busy,
            idle_since: link.last_departure,
        };
        if sees_every_arrival {
            self.effects.records_signals = obs.records_declared_signals();
            self.effects.records_decisions = obs.records_decisions();
        }
        let verdict = link.queue.admit(packet, &state, &mut self.effects);
        if sees_every_arrival {
            self.apply_effects(l, obs);
        }
        if let Verdict::Drop(cause) = verdict {
            self.lose(l, packet, cause, obs);
        }
        verdict == Verdict::Accept
    }

    /// Computes the departure of a packet that arrives now, and passes the packet on: to the flight or, on the fused path, to the
    /// wire of its access link.
    // Measured: out of line, dumbbells b and d take 2.5 % more instructions.
    #[inline(always)]
    fn compute_departure(&mut self, l: u32, packet: &mut Packet, flow: u32, next: NextStop) {
        let now = self.now;
        let Some(link) = self.links.get_mut(l as usize) else {
            debug_assert!(false, "a packet arrives at link {l}, which does not exist");
            return;
        };
        let line_free_at = link.line.free_at();
        let departs = link.line.send(now, packet.size);
        if departs == NEVER && link.backlog.is_empty() {
            link.stalled = Some(work_of(u32::from(packet.size)));
        }
        link.backlog.push(Departure {
            departs,
            arrived: now,
            tx: packet.tx,
            waited: packet.waited,
            conn: packet.conn as u16,
            flow: flow as u16,
            size: packet.size,
            feedback: packet.is_feedback(),
            next,
        });
        if next.is_lost() {
            self.notes.take(packet.note());
            return;
        }
        let arrival = link.arrival_of(departs);
        if next.is_last() && self.fuse {
            self.send_to_endpoint(packet, arrival);
        } else {
            packet.waited = packet.waited.saturating_add(wait_units(line_free_at.max(now) - now));
            let transit = Transit { at: arrival, carry: 0, packet: *packet };
            link.flight.push(transit, Slot::new(Class::Flight, l), &mut self.heap, &mut self.transits);
        }
    }
}
