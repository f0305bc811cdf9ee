//! The arrival of a packet at a link, on all paths, and the computed departure of the lazy and the fused path
//! (see the module documentation of [`super`]).

use super::Link;
use crate::ground::packet::{Packet, wait_units};
use crate::ground::time::{NEVER, Time};
use crate::net::context::LinkContext;
use crate::net::loss::LossPlace;
use crate::net::observer::NetworkObserver;
use crate::net::queues::{ArrivalState, Verdict};
use crate::net::serializer::work_of;
use crate::net::types::{Cause, Departure, NextStop};

impl Link {
    /// Handles the arrival of a packet of flow `flow` at `now`. `is_last`: whether the link is the last one of the
    /// packet's route.
    // Inlined, so that `Net::send` writes the packet to the wire once and not first to the stack.
    #[inline(always)]
    pub(in crate::net) fn on_arrival<N: Copy>(
        &mut self,
        now: Time,
        is_last: bool,
        flow: u32,
        packet: Packet,
        cx: &mut LinkContext<N>,
        obs: &mut impl NetworkObserver,
    ) {
        self.counters.arrivals += 1;
        if self.arrival_limit.is_none() || !self.loss.is_empty() {
            return cx.at(now, |cx| self.on_general_arrival(is_last, packet, cx, obs));
        }
        self.backlog.advance_to(now);
        if self.backlog.has_full_batch() {
            self.report_departures(&cx.conns, obs);
        }
        if !self.backlog.is_empty() {
            let (waiting, bytes) = self.backlog.waiting();
            let verdict = self.arrival_limit.map(|limit| limit.drop_tail(waiting, bytes, packet.size));
            if let Some(Verdict::Drop(cause)) = verdict {
                return cx.at(now, |cx| self.lose_arriving(packet, cause, cx, obs));
            }
        }
        self.compute_departure(now, packet, flow, NextStop::after(is_last), cx);
    }

    /// Handles the arrival of a packet at a link of any kind. `on_arrival` handles the most frequent kind:
    /// lazy, without loss rules, and with a queue that has an `arrival_limit`.
    #[cold]
    fn on_general_arrival<N: Copy>(
        &mut self,
        is_last: bool,
        mut packet: Packet,
        cx: &mut LinkContext<N>,
        obs: &mut impl NetworkObserver,
    ) {
        let conn = cx.conn_of(&packet);
        let (flow, key) = (conn.flow, conn.key);
        let mut next = NextStop::after(is_last);
        if self.lazy {
            self.report_until(cx.now, &cx.conns, obs);
        }
        if !self.loss.is_empty() {
            match self.loss_place(&packet, key, cx.now) {
                Some(LossPlace::Arrival) => return self.lose_arriving(packet, Cause::LossRule, cx, obs),
                Some(LossPlace::Exit) => next = next.lost(),
                None => {}
            }
        }
        if !self.admit_or_lose(&mut packet, cx, obs) {
            return;
        }
        if self.lazy {
            self.compute_departure(cx.now, packet, flow, next, cx);
        } else {
            self.enqueue(packet, next, cx, obs);
        }
    }

    /// Returns whether the queue discipline admits the packet. If not, the packet is lost.
    fn admit_or_lose<N: Copy>(
        &mut self,
        packet: &mut Packet,
        cx: &mut LinkContext<N>,
        obs: &mut impl NetworkObserver,
    ) -> bool {
        let (waiting, waiting_bytes) = self.waiting();
        let busy = self.is_busy();
        if !busy && !self.sees_every_arrival {
            return true;
        }
        let state =
            ArrivalState { now: cx.now, waiting, waiting_bytes, busy, idle_since: self.last_departure };
        let verdict = self.queue.admit(packet, &state, &mut cx.effects);
        if self.sees_every_arrival {
            self.apply_effects(cx, obs);
        }
        if let Verdict::Drop(cause) = verdict {
            self.lose_arriving(*packet, cause, cx, obs);
        }
        verdict == Verdict::Accept
    }

    /// Counts and reports a packet that is lost on arrival.
    #[cold]
    fn lose_arriving<N: Copy>(
        &mut self,
        packet: Packet,
        cause: Cause,
        cx: &mut LinkContext<N>,
        obs: &mut impl NetworkObserver,
    ) {
        // Earlier departures are reported first, because events are reported in the order of time.
        self.report_departures(&cx.conns, obs);
        self.lose(&packet, cause, cx, obs);
    }

    /// Computes the departure of a packet that arrives at `now`, and passes the packet on: to the propagating
    /// packets or, on the fused path, to the wire of its access link.
    // Measured: out of line, dumbbells b and d take 2.5 % more instructions.
    #[inline(always)]
    fn compute_departure<N: Copy>(
        &mut self,
        now: Time,
        mut packet: Packet,
        flow: u32,
        next: NextStop,
        cx: &mut LinkContext<N>,
    ) {
        let line_free_at = self.line.free_at();
        let departs = self.line.send(now, packet.size);
        if departs == NEVER && self.backlog.is_empty() {
            self.stalled = Some(work_of(u32::from(packet.size)));
        }
        self.backlog.push(Departure::new(&packet, flow, next, now, departs));
        if next.is_lost() {
            cx.attachments.take(packet.attachment());
            return;
        }
        let arrival = self.arrival_of(departs);
        if next.is_last() && cx.fuse {
            cx.send_to_endpoint(&packet, arrival);
        } else {
            packet.waited = packet.waited.saturating_add(wait_units(line_free_at.max(now) - now));
            self.propagate(packet, arrival, cx);
        }
    }
}
