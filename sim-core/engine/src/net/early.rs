//! Arrivals at links that are handled before they happen.
//!
//! The state of a link changes only when a packet arrives at it and when the timeline changes it, and it is
//! read only when the run stops. If every route through a link begins there, all its packets come from access
//! links, and each of them takes at least the smallest propagation delay of these access links. This time is
//! the link's *lead*. A packet's arrival can therefore be handled a lead before it happens: every packet that
//! is sent later arrives later. All arrivals at a link are handled earlier by the same time, so the event
//! queue still handles them in the order of arrival.
//!
//! Most packets are sent a lead before they arrive, or little earlier. If no other event is due by then, such
//! a packet passes the link directly when it is sent, and does not enter the event queue. If the route has no
//! other link, the access links, the link and the receiver's access link then take one event together: the
//! arrival at the endpoint.
//!
//! A handler that arms an event of another flow must do so before it sends a packet, because the queue must
//! contain every event that can send a packet which arrives earlier.
//!
//! Arrivals after the *horizon* are not handled early. The horizon is the earliest of three times: the end of the
//! step, the edge of the bin, and the next change of the timeline. Packets that arrive after it are *deferred*
//! until the horizon moves on.

use std::collections::VecDeque;

use super::Net;
use super::access::FirstLink;
use super::context::LinkContext;
use super::link::Link;
use super::observer::NetworkObserver;
use super::types::{Cause, Conn};
use super::wire::{Transit, Wire};
use crate::ground::event_queue::{Class, Slot};
use crate::ground::time::{NEVER, Time};

/// How far arrivals may be handled early, and which of them wait for that.
#[derive(Clone, Debug, Default)]
pub struct EarlyArrivals {
    /// The latest time of an arrival that may be handled now.
    pub(super) horizon: Time,
    /// The time of the latest arrival that was handled early.
    pub(super) latest: Time,
    /// The connections (twice the index, plus 1 for feedback) whose next packet arrives at its first link
    /// after the horizon. These packets have no entry in the event queue.
    pub(super) deferred: Vec<u32>,
    /// Losses that have not happened, in the order in which links have handled them.
    losses: VecDeque<EarlyLoss>,
    /// Number of packets that passed their first link directly when they were sent.
    pub(super) direct: u64,
    /// Number of entries of the event queue that deferred a packet or recorded a loss.
    pub(super) extra: u64,
    /// The part of `extra` that `take_extra_entries` has returned.
    taken: u64,
}

/// A loss that a link has counted but that has not happened, so that it is not recorded as an event.
#[derive(Clone, Copy, Debug)]
pub struct EarlyLoss {
    pub at: Time,
    pub link: u32,
    /// The stream of the packet (see `Packet::stream`).
    pub stream: u32,
    pub cause: Cause,
}

/// Sets the first links of all connections.
pub(super) fn set_first_links(conns: &mut [Conn], links: &[Link], routes: &[Vec<u32>], fuse: bool) {
    let mut leads: Vec<Time> =
        links.iter().map(|link| if fuse && link.allows_early_arrivals() { NEVER } else { 0 }).collect();
    for (conn, direction) in conns.iter().flat_map(|conn| [(conn, 0), (conn, 1)]) {
        let path = &conn.paths[direction];
        let route = routes.get(path.route as usize).map_or(&[][..], Vec::as_slice);
        for (hop, &link) in route.iter().enumerate() {
            let lead = if hop == 0 && conn.receiver_limit.is_none() { path.ingress.delay } else { 0 };
            leads[link as usize] = leads[link as usize].min(lead);
        }
    }
    let mut shares_flow = vec![false; conns.len()];
    for (index, pair) in conns.windows(2).enumerate() {
        if pair[0].flow == pair[1].flow {
            shares_flow[index..=index + 1].fill(true);
        }
    }
    for (conn, shares_flow) in conns.iter_mut().zip(shares_flow) {
        for path in &mut conn.paths {
            let route = routes.get(path.route as usize).map_or(&[][..], Vec::as_slice);
            let link = route.first().copied().unwrap_or(u32::MAX);
            let lead = leads.get(link as usize).copied().unwrap_or(0);
            // An event of a flow with several connections can send a packet over another connection later.
            let is_direct = lead > 0 && !shares_flow;
            path.first = FirstLink { link, is_only: route.len() == 1, lead, is_direct };
        }
    }
}

impl<N: Copy> Net<N> {
    /// Allows arrivals up to `horizon` to be handled early. Before this time, no link may be read or changed.
    pub fn set_horizon(&mut self, horizon: Time) {
        let cx = &mut self.cx;
        cx.early.horizon = horizon;
        for entity in cx.early.deferred.drain(..) {
            let slot = Slot::new(Class::Ingress, entity);
            let wire = &mut cx.conns[entity as usize / 2].paths[entity as usize % 2].ingress.wire;
            wire.reschedule(slot, &mut cx.heap, &cx.transits);
        }
    }

    /// Allows no further arrivals to be handled early. Returns the time of the latest arrival that was
    /// handled early. Until then, links are ahead of the events.
    pub fn end_early_arrivals(&mut self) -> Time {
        self.cx.early.horizon = self.cx.early.latest;
        self.cx.early.latest
    }

    /// Number of packets that passed their first link directly when they were sent, without an entry in the
    /// event queue.
    pub fn direct_arrivals(&self) -> u64 {
        self.cx.early.direct
    }

    /// Number of entries of the event queue that were no events, because they deferred a packet or recorded a
    /// loss that had been handled early.
    pub fn extra_entries(&self) -> u64 {
        self.cx.early.extra
    }

    /// Number of extra entries since the last call, which are not subtracted from a budget of events.
    pub fn take_extra_entries(&mut self) -> u64 {
        let early = &mut self.cx.early;
        early.extra - std::mem::replace(&mut early.taken, early.extra)
    }

    /// When the next event happens, at the earliest, or the next deferred packet arrives; `NEVER` if there is neither.
    pub fn earliest_time(&self) -> Time {
        let next = self.next_event().map_or(NEVER, |(at, _)| at);
        self.deferred_arrivals().fold(next, Time::min)
    }

    /// When the packets arrive that are deferred.
    fn deferred_arrivals(&self) -> impl Iterator<Item = Time> + '_ {
        self.cx.early.deferred.iter().filter_map(|&entity| self.first_arrival(entity))
    }

    /// When the next packet of a connection arrives at its first link.
    fn first_arrival(&self, entity: u32) -> Option<Time> {
        let path = &self.conn(entity / 2).paths[entity as usize % 2];
        let wire: &Wire = &path.ingress.wire;
        let lead = path.first.lead;
        wire.iter(&self.cx.transits).next().map(|&Transit { at, .. }| at.saturating_add(lead))
    }

    /// Whether an event happens at `at` or before.
    pub fn has_event_by(&mut self, at: Time, obs: &mut impl NetworkObserver) -> bool {
        while let Some((next, slot)) = self.next_event().filter(|&(next, _)| next <= at) {
            let is_ahead = slot.class() == Class::Ingress
                && self.first_arrival(slot.entity()).is_some_and(|arrival| arrival > at);
            if !is_ahead {
                return true;
            }
            self.defer(slot.entity(), next, obs);
        }
        self.deferred_arrivals().any(|arrival| arrival <= at)
    }

    /// Removes the event of a connection. It must be the first event in the event queue and due at `at`.
    /// Defers the connection's next packet if the event was its arrival.
    #[cold]
    pub(super) fn defer(&mut self, entity: u32, at: Time, obs: &mut impl NetworkObserver) {
        let wire = &mut self.cx.conns[entity as usize / 2].paths[entity as usize % 2].ingress.wire;
        if wire.unschedule_first(at, &mut self.cx.heap) {
            self.cx.early.deferred.push(entity);
        } else {
            self.record_due_loss(entity, obs);
        }
    }

    /// Records a loss of a stream's packet that happens now. Each loss has an event of its own.
    #[cold]
    pub(super) fn record_due_loss(&mut self, stream: u32, obs: &mut impl NetworkObserver) {
        let LinkContext { now, conns, early, .. } = &mut self.cx;
        // Losses of one link happen in the order of the list, so the position is near the front.
        let due = early.losses.iter().position(|loss| loss.stream == stream && loss.at == *now);
        if let Some(EarlyLoss { at, link, cause, .. }) = due.and_then(|index| early.losses.remove(index)) {
            obs.loss_happens(link, conns[stream as usize / 2].flow, at, cause);
        }
    }
}

impl<N> LinkContext<N> {
    /// Records a loss when it happens, so that events are recorded in the order of time.
    pub(super) fn record_when_due(&mut self, loss: EarlyLoss) {
        self.heap.push(loss.at, Slot::new(Class::Ingress, loss.stream));
        self.early.losses.push_back(loss);
    }
}
