//! The network: links, and the connections whose packets cross them.
//!
//! The network does not depend on endpoints, applications or recording: it does not interpret the payloads of
//! packets, and it reports events to a [`observer::NetworkObserver`]. The functions of this file are in the
//! order in which a packet passes through them: [`Net::send`] puts it on its access link, [`Net::enter`]
//! brings it to the first link of its route, [`link`] describes what happens there, [`Net::land`] brings it
//! to the next link, and [`Net::complete_delivery`] to its endpoint. A link handles its own packets.
//! [`LinkContext`] contains the state that it needs for this in addition to its own.

pub mod access;
mod context;
mod early;
pub mod impairments;
pub mod link;
pub mod loss;
pub mod observer;
pub mod queues;
pub mod receiver_limit;
pub mod schedule;
pub mod serializer;
pub mod timers;
pub mod trace;
pub mod types;
pub mod wire;

pub use timers::{RECEIVER_TIMERS, SENDER_TIMERS, SOURCE_TIMERS};
pub use types::Conn;

use self::access::FirstLink;
use self::context::LinkContext;
use self::early::EarlyArrivals;
use self::link::Link;
use self::link::retime::LinkChange;
use self::loss::LossRule;
use self::observer::NetworkObserver;
use self::queues::Effects;
use self::serializer::LineState;
use self::timers::Timers;
use self::types::MAX_CONNS;
use self::wire::{Transit, TransitStore, Wire};
use crate::ground::convert::narrow;
use crate::ground::digest::mix;
use crate::ground::event_queue::{Class, EventHeap, Slot};
use crate::ground::packet::{FEEDBACK, Outgoing, Packet};
use crate::ground::slab::Slab;
use crate::ground::time::Time;

/// A packet has reached its endpoint.
pub struct Delivery {
    pub flow: u32,
    /// Whether the receiver accepts packets only at a limited rate; see [`Net::receiver_accepts`].
    pub receiver_is_limited: bool,
}

/// The state of the network. `N` is the type of the attachments that packets refer to.
#[derive(Clone, Debug)]
pub struct Net<N> {
    links: Vec<Link>,
    /// The links of each route, in order. Connections with equal routes share one entry.
    routes: Vec<Vec<u32>>,
    timers: Timers,
    /// The state that all links share: the time, the event queue, the connections, the packets on wires and their
    /// attachments.
    cx: LinkContext<N>,
}

impl<N: Copy> Net<N> {
    /// A network at time 0. The links are in the order of their indices. There must be at most [`MAX_CONNS`]
    /// connections and flows.
    pub fn new(
        links: Vec<Link>,
        routes: Vec<Vec<u32>>,
        mut conns: Vec<Conn>,
        flows: usize,
        fuse: bool,
    ) -> Self {
        assert!(conns.len().max(flows) <= MAX_CONNS, "{} connections of {flows} flows", conns.len());
        early::set_first_links(&mut conns, &links, &routes, fuse);
        Net {
            timers: Timers::new(flows, conns.len()),
            cx: LinkContext {
                now: 0,
                // An estimate of the number of entries, so that the heap rarely grows.
                heap: EventHeap::with_capacity(links.len() * 2 + conns.len() * 8 + 16),
                conns,
                attachments: Slab::default(),
                transits: TransitStore::default(),
                effects: Effects::default(),
                links: narrow::<u32>(links.len()),
                fuse,
                early: EarlyArrivals::default(),
            },
            links,
            routes,
        }
    }

    #[inline]
    pub fn now(&self) -> Time {
        self.cx.now
    }

    /// Sets the time. No event of the past may be left.
    #[inline]
    pub fn set_now(&mut self, now: Time) {
        self.cx.now = now;
    }

    /// The next event, which stays in the event queue.
    #[inline]
    pub fn next_event(&self) -> Option<(Time, Slot)> {
        self.cx.heap.peek()
    }

    /// The time of the next event; later than `LATEST` if there is none.
    #[inline]
    pub fn next_time(&self) -> Time {
        self.cx.heap.next_time()
    }

    /// The slot of the next event. There must be an event.
    #[inline]
    pub fn next_slot(&self) -> Slot {
        self.cx.heap.next_slot()
    }

    /// Adds an event that the caller handles.
    pub fn schedule(&mut self, at: Time, slot: Slot) {
        self.cx.heap.push(at, slot);
    }

    /// Removes the next event.
    pub fn pop_event(&mut self) {
        self.cx.heap.pop();
    }

    /// Removes all events of a slot.
    pub fn unschedule(&mut self, slot: Slot) {
        self.cx.heap.remove_slot(slot);
    }

    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Notifies the queues that observe a connection of a packet that arrived at its receiver.
    #[cold]
    pub fn observe_probe(&mut self, packet: &Packet) {
        let now = self.now();
        self.links.iter_mut().for_each(|link| link.queue_mut().on_probe(packet, now));
    }

    /// The links of a route, in order.
    pub fn route(&self, route: u32) -> &[u32] {
        self.routes.get(route as usize).map_or(&[], Vec::as_slice)
    }

    pub fn conns(&self) -> &[Conn] {
        &self.cx.conns
    }

    #[inline]
    pub fn conn(&self, conn: u32) -> &Conn {
        &self.cx.conns[conn as usize]
    }

    #[inline]
    pub fn conn_mut(&mut self, conn: u32) -> &mut Conn {
        &mut self.cx.conns[conn as usize]
    }

    /// The packets on all wires.
    pub fn transits(&self) -> &TransitStore {
        &self.cx.transits
    }

    /// The attachments of the packets in the network.
    pub fn attachments(&self) -> &Slab<N> {
        &self.cx.attachments
    }

    /// Stores an attachment and returns its index.
    #[inline]
    pub fn put_attachment(&mut self, attachment: N) -> u32 {
        self.cx.attachments.put(attachment)
    }

    /// Returns an attachment and frees its index.
    #[inline]
    pub fn take_attachment(&mut self, index: u32) -> Option<N> {
        self.cx.attachments.take(index)
    }

    /// Whether links use the fused path where they can.
    pub fn fuses(&self) -> bool {
        self.cx.fuse
    }

    /// Makes queue disciplines report the data that the observer records. The recording must not change
    /// before the next call.
    pub fn adopt_recording(&mut self, obs: &impl NetworkObserver) {
        self.cx.effects.records_signals = obs.records_declared_signals();
        self.cx.effects.records_decisions = obs.records_decisions();
    }

    /// Approximate memory, in bytes, for the packets in the network. Packets on wires are counted twice, to
    /// include the state that senders store for each of their packets.
    pub fn packet_bytes(&self) -> usize {
        let links = self.links.iter().map(|link| link.backlog().heap_bytes());
        links.sum::<usize>() + 2 * self.cx.transits.bytes()
    }

    /// Number of packet-hops so far: packets put on the line of a link or of an access link.
    pub fn hops(&self) -> u64 {
        let paths = self.cx.conns.iter().flat_map(|conn| &conn.paths);
        let access = paths.map(|path| path.sent + path.egress.arrived + path.egress.wire.count() as u64);
        access.sum::<u64>() + self.links.iter().map(Link::sent).sum::<u64>()
    }

    /// Sends a packet of an endpoint over its access link towards the first link of its route. Returns the
    /// ordinal of the packet among the packets that this end of the connection has sent.
    #[inline]
    pub fn send(
        &mut self,
        conn: u32,
        timestamp: Time,
        out: &Outgoing,
        obs: &mut impl NetworkObserver,
    ) -> u32 {
        let direction = usize::from(out.flags & FEEDBACK != 0);
        let LinkContext { now, conns, heap, transits, early, .. } = &mut self.cx;
        let state = &mut conns[conn as usize];
        let path = &mut state.paths[direction];
        let leaves_at = path.next_leaving_time(*now);
        let tx = narrow::<u32>(path.sent);
        path.sent += 1;
        let FirstLink { link, is_only, is_direct, lead } = path.first;
        let access = &mut path.ingress;
        let packet = Packet {
            timestamp,
            payload: out.payload,
            conn,
            seq: out.seq,
            tx,
            size: out.size,
            epoch: state.epoch,
            hop: 0,
            flags: out.flags,
            waited: 0,
        };
        let arrival = access.line.send(leaves_at, out.size) + access.delay;
        let at = arrival - lead;
        if is_direct && at < heap.next_time() && arrival <= early.horizon {
            early.direct += 1;
            early.latest = early.latest.max(arrival);
            let flow = state.flow;
            if let Some(link) = self.links.get_mut(link as usize) {
                link.on_arrival(arrival, is_only, flow, packet, &mut self.cx, obs);
            }
            return tx;
        }
        let entity = conn * 2 + narrow::<u32>(direction);
        let transit = Transit { at, carry: 0, packet };
        if lead == 0 || arrival <= early.horizon {
            access.wire.push(transit, Slot::new(Class::Ingress, entity), heap, transits);
        } else if access.wire.append(transit, transits) {
            early.deferred.push(entity);
        }
        tx
    }

    /// Takes the packets of one direction of a connection off their first access link, for tests that deliver
    /// packets themselves.
    #[cfg(any(test, feature = "testing"))]
    pub fn take_sent(&mut self, conn: u32, direction: usize) -> Vec<Packet> {
        let LinkContext { conns, transits, .. } = &mut self.cx;
        conns[conn as usize].paths[direction].ingress.wire.take_all(transits)
    }

    /// Event of class `Ingress`, due at `at`: a packet arrives at the first link of its route. `entity` is twice
    /// the index of the connection, plus 1 for feedback.
    #[inline]
    pub fn enter(&mut self, entity: u32, at: Time, obs: &mut impl NetworkObserver) {
        let LinkContext { conns, heap, transits, early, .. } = &mut self.cx;
        let conn = &mut conns[entity as usize / 2];
        let direction = entity as usize % 2;
        let FirstLink { link, is_only, lead, .. } = conn.paths[direction].first;
        let arrival = at + lead;
        if arrival > early.horizon {
            early.extra += 1;
            return self.defer(entity, at, obs);
        }
        let wire = &mut conn.paths[direction].ingress.wire;
        let Some(&Transit { packet, .. }) = wire.arriving(at, heap, transits) else {
            early.extra += 1;
            return self.record_due_loss(entity, obs);
        };
        wire.remove_front(Slot::new(Class::Ingress, entity), heap, transits);
        let flow = conn.flow;
        if lead > 0 {
            early.latest = early.latest.max(arrival);
        }
        self.arrive_at_link(arrival, link, is_only, flow, &packet, obs);
    }

    /// Hands a packet of flow `flow`, which arrives at `at`, to link `l`. `is_last`: whether `l` is the last link of
    /// the packet's route.
    #[inline(never)]
    fn arrive_at_link(
        &mut self,
        at: Time,
        l: u32,
        is_last: bool,
        flow: u32,
        packet: &Packet,
        obs: &mut impl NetworkObserver,
    ) {
        match self.links.get_mut(l as usize) {
            Some(link) => link.on_arrival(at, is_last, flow, *packet, &mut self.cx, obs),
            None => debug_assert!(false, "a route names link {l}, which does not exist"),
        }
    }

    /// Event of class `Propagation`: a packet arrives at the far end of link `entity` or, if there are only
    /// `n <= entity` links, at the end of the detour of link `entity - n`.
    pub fn land(&mut self, entity: u32, obs: &mut impl NetworkObserver) {
        let slot = Slot::new(Class::Propagation, entity);
        let LinkContext { now, conns, heap, transits, links, .. } = &mut self.cx;
        let wire = match self.links.get_mut(entity as usize) {
            Some(link) => &mut link.propagating,
            None => {
                let link = self.links.get_mut(entity.wrapping_sub(*links) as usize);
                let Some(impairments) = link.and_then(|link| link.impairments.as_mut()) else {
                    debug_assert!(false, "a propagation event for link {entity}, which has no detour");
                    return;
                };
                &mut impairments.detour
            }
        };
        let Some(&Transit { mut packet, .. }) = wire.arriving(*now, heap, transits) else { return };
        wire.remove_front(slot, heap, transits);
        packet.hop += 1;
        let conn = &conns[packet.conn as usize];
        let route = &self.routes[conn.paths[packet.direction()].route as usize];
        match route.get(usize::from(packet.hop)) {
            Some(&link) => {
                let is_last = usize::from(packet.hop) + 1 == route.len();
                let flow = conn.flow;
                self.arrive_at_link(self.cx.now, link, is_last, flow, &packet, obs);
            }
            None => self.cx.send_to_endpoint(&packet, self.cx.now),
        }
    }

    /// Event of class `Departure`: the packet on the line of link `l` may depart.
    pub fn depart(&mut self, l: u32, obs: &mut impl NetworkObserver) {
        self.cx.heap.pop();
        self.links[l as usize].complete_service(&mut self.cx, obs);
    }

    /// Applies a change to link `l` at the current time.
    pub fn change_link(&mut self, l: u32, change: LinkChange, obs: &mut impl NetworkObserver) {
        self.links[l as usize].change(change, &mut self.cx, obs);
    }

    /// Replaces the loss rules of link `l`.
    pub fn set_loss_rules(&mut self, l: u32, rules: &[LossRule]) {
        self.links[l as usize].set_loss_rules(rules);
    }

    /// Event of class `Egress`: returns the packet that arrives at its endpoint, or `None` if the entry of
    /// the event queue is stale. The caller copies the packet and then calls `complete_delivery`.
    ///
    /// A single function that returned the packet would copy it twice, which costs 9 instructions per
    /// packet-hop.
    #[inline]
    pub fn arriving_at_endpoint(&mut self, entity: u32) -> Option<&Transit> {
        let LinkContext { now, conns, heap, transits, .. } = &mut self.cx;
        conns[entity as usize / 2].paths[entity as usize % 2].egress.wire.arriving(*now, heap, transits)
    }

    /// Removes from the network a packet that has arrived at its endpoint. Returns `None` if the packet
    /// belongs to an earlier epoch of the connection and must be ignored. `carry` is the value in the
    /// packet's `Transit`.
    #[inline]
    pub fn complete_delivery(
        &mut self,
        entity: u32,
        slot: Slot,
        packet: &Packet,
        carry: u64,
    ) -> Option<Delivery> {
        let now = self.cx.now;
        let LinkContext { conns, heap, transits, attachments, .. } = &mut self.cx;
        let conn = &mut conns[entity as usize / 2];
        let access = &mut conn.paths[entity as usize % 2].egress;
        access.wire.set_last_line_state(LineState { free_at: now, carry });
        access.wire.remove_front(slot, heap, transits);
        access.arrived += 1;
        access.hash = access.hash.wrapping_add(mix(now ^ u64::from(packet.tx).rotate_left(40)));
        if packet.epoch != conn.epoch {
            attachments.take(packet.attachment());
            return None;
        }
        Some(Delivery { flow: conn.flow, receiver_is_limited: conn.receiver_limit.is_some() })
    }

    /// Whether a receiver of limited rate accepts a packet that has arrived; otherwise the packet is lost.
    pub fn receiver_accepts(&mut self, packet: &Packet, obs: &mut impl NetworkObserver) -> bool {
        let now = self.cx.now;
        let conn = &mut self.cx.conns[packet.conn as usize];
        let accepts = conn.receiver_limit.as_mut().is_none_or(|limit| limit.accepts(now, packet.size));
        if !accepts {
            // Events are recorded in the order of time, so the links of the route first report what has
            // happened until now.
            for &link in &self.routes[conn.paths[0].route as usize] {
                self.links[link as usize].report_until(now, &self.cx.conns, obs);
            }
            obs.receiver_overrun(self.cx.conn_of(packet), now);
            self.cx.attachments.take(packet.attachment());
        }
        accepts
    }

    /// Makes all links report everything that has happened on them. This does not affect the simulation.
    pub fn report_links(&mut self, obs: &mut impl NetworkObserver) {
        for link in &mut self.links {
            link.report_until(self.cx.now, &self.cx.conns, obs);
        }
    }

    /// Sets a timer to expire at `at`, or now if `at` is in the past. If the timer is already set, changes
    /// its time.
    #[inline]
    pub fn arm(&mut self, class: Class, entity: u32, at: Time) {
        self.timers.arm(class, entity, at.max(self.cx.now), &mut self.cx.heap);
    }

    #[inline]
    pub fn cancel(&mut self, class: Class, entity: u32) {
        self.timers.cancel(class, entity);
    }

    /// When a timer expires; `NEVER` if it is not set.
    pub fn due(&self, class: Class, entity: u32) -> Time {
        self.timers.due(class, entity)
    }

    /// Whether a timer expires now. The first entry in the event queue must be an entry of the timer. Removes
    /// the entry, or moves it if the timer was set to a later time.
    // Measured: see `Timers::expires`.
    #[inline(always)]
    pub fn timer_expires(&mut self, class: Class, entity: u32) -> bool {
        self.timers.expires(class, entity, self.cx.now, &mut self.cx.heap)
    }

    /// Number of packets of one direction of a connection that are between its endpoints: on access links,
    /// waiting, in service and in@propagating.
    pub fn in_flight(&self, conn: u32, direction: usize) -> u64 {
        let path = &self.conn(conn).paths[direction];
        let on_access_links = path.ingress.wire.count() + path.egress.wire.count();
        let is_ours = |packet: &Packet| packet.conn == conn && packet.direction() == direction;
        let on_wire =
            |wire: &Wire| wire.iter(self.transits()).filter(|transit| is_ours(&transit.packet)).count();
        let mut count = on_access_links as u64;
        for link in &self.links {
            count += on_wire(link.propagating()) as u64 + link.detour().map_or(0, on_wire) as u64;
            // A packet whose departure has been computed is already in a wire, unless it will be lost at the
            // exit.
            let lost = link.backlog().iter().filter(|departure| {
                departure.next.is_lost()
                    && u32::from(departure.conn) == conn
                    && usize::from(departure.feedback) == direction
            });
            count += lost.count() as u64;
            count += u64::from(link.in_service().is_some_and(|served| is_ours(&served.packet)));
            count += link.queue().count(&|packet| is_ours(packet));
        }
        count
    }
}
