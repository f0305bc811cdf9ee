//! The network: links, and the connections whose packets cross them.
//!
//! The network does not depend on endpoints, applications or recording: it does not interpret the payloads of packets, and it
//! reports events to a [`observer::NetworkObserver`]. The functions of this file follow the way of a packet: [`Net::send`] puts
//! it on its access link, [`Net::enter`] brings it to the first link of its route, [`link`] describes what happens there,
//! [`Net::land`] brings it to the next link, and [`Net::complete_delivery`] to its endpoint.

pub mod access;
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
pub mod wire;

pub use timers::{RECEIVER_TIMERS, SENDER_TIMERS, SOURCE_TIMERS};

use self::access::Path;
use self::link::backlog::report_departures;
use self::link::{Cause, Link};
use self::observer::NetworkObserver;
use self::queues::Effects;
use self::receiver_limit::ReceiverLimit;
use self::serializer::LineState;
use self::timers::Timers;
use self::wire::{Transit, TransitStore, Wire};
use crate::ground::event_queue::{Class, EventHeap, Slot};
use crate::ground::packet::{FEEDBACK, Outgoing, Packet};
use crate::ground::rng::{Rng, mix};
use crate::ground::slab::Slab;
use crate::ground::time::Time;

/// The first link of a route, and whether it is the only link of the route. Stored with the connection, so that packets on
/// routes of one link, which are the most frequent, do not look up their route.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstLink {
    link: u32,
    is_only: bool,
}

/// A connection between one sender and one receiver, with a path in each direction.
#[derive(Clone, Debug)]
pub struct Conn {
    pub flow: u32,
    /// Index of this connection among the connections of its flow.
    pub index_in_flow: u32,
    /// Stable key, made from the flow's id and `index_in_flow`.
    pub key: u64,
    /// Number of times that this connection has been replaced by a fresh one, modulo 2^16. Packets of
    /// earlier epochs are ignored.
    pub epoch: u16,
    /// Size of data packets on the wire, header included.
    pub packet_size: u16,
    /// Round-trip time without queueing and serialization.
    pub base_rtt: Time,
    /// The paths of data (index 0) and of feedback (index 1).
    pub paths: [Path; 2],
    /// The first link of each path.
    pub first_links: [FirstLink; 2],
    /// The rate at which the receiver accepts packets, if it is limited.
    pub receiver_limit: Option<Box<ReceiverLimit>>,
    /// Random number generators of the sender (index 0) and of the receiver (index 1).
    pub rngs: [Rng; 2],
}

/// A packet has reached its endpoint.
pub struct Delivery {
    pub flow: u32,
    /// Whether the receiver accepts packets only at a limited rate; see [`Net::receiver_accepts`].
    pub receiver_is_limited: bool,
}

/// The state of the network. `N` is the type of the notes that packets refer to.
#[derive(Clone, Debug)]
pub struct Net<N> {
    pub now: Time,
    pub heap: EventHeap,
    pub links: Vec<Link>,
    /// The links of each route, in order. Connections with equal routes share one entry.
    pub routes: Vec<Vec<u32>>,
    pub conns: Vec<Conn>,
    /// The notes of the packets in the network (see `ground::packet`). A note is freed when its packet arrives or is lost.
    pub notes: Slab<N>,
    /// The packets on all wires.
    pub transits: TransitStore,
    /// Drops, marks and reports of the queue discipline that is being called. Empty between calls.
    effects: Effects,
    timers: Timers,
    /// Whether links use the fused path where they can.
    pub fuse: bool,
}

impl<N: Copy> Net<N> {
    pub fn new(
        links: Vec<Link>,
        routes: Vec<Vec<u32>>,
        mut conns: Vec<Conn>,
        flows: usize,
        fuse: bool,
    ) -> Self {
        for conn in &mut conns {
            for (first, path) in conn.first_links.iter_mut().zip(&conn.paths) {
                let route = routes.get(path.route as usize).map_or(&[][..], Vec::as_slice);
                let link = route.first().copied().unwrap_or(u32::MAX);
                *first = FirstLink { link, is_only: route.len() == 1 };
            }
        }
        Net {
            now: 0,
            // An estimate of the number of entries, so that the heap rarely grows.
            heap: EventHeap::with_capacity(links.len() * 2 + conns.len() * 8 + 16),
            timers: Timers::new(flows, conns.len()),
            links,
            routes,
            conns,
            notes: Slab::default(),
            transits: TransitStore::default(),
            effects: Effects::default(),
            fuse,
        }
    }

    /// Approximate memory, in bytes, for the packets in the network. Packets on wires are counted twice, to include the state that
    /// senders store for each of their packets.
    pub fn packet_bytes(&self) -> usize {
        let links = self.links.iter().map(|link| link.backlog.heap_bytes());
        links.sum::<usize>() + 2 * self.transits.bytes()
    }

    /// Number of packet-hops so far: packets put on the line of a link or of an access link.
    pub fn hops(&self) -> u64 {
        let paths = self.conns.iter().flat_map(|conn| &conn.paths);
        let access =
            paths.map(|path| path.ingress.packets + path.egress.packets + path.egress.wire.count() as u64);
        access.sum::<u64>() + self.links.iter().map(Link::sent).sum::<u64>()
    }

    /// Sends a packet of an endpoint over its access link towards the first link of its route. Returns the ordinal of the packet
    /// among the packets that this end of the connection has sent.
    #[inline]
    pub fn send(&mut self, conn: u32, stamp: Time, out: &Outgoing) -> u32 {
        let direction = usize::from(out.flags & FEEDBACK != 0);
        let state = &mut self.conns[conn as usize];
        let path = &mut state.paths[direction];
        let leaves_at = path.next_leaving_time(self.now);
        let access = &mut path.ingress;
        let tx = access.packets as u32;
        access.packets += 1;
        let packet = Packet {
            stamp,
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
        let at = access.line.send(leaves_at, out.size) + access.delay;
        let slot = Slot::new(Class::Ingress, conn * 2 + direction as u32);
        access.wire.push(Transit { at, carry: 0, packet }, slot, &mut self.heap, &mut self.transits);
        tx
    }

    /// For tests that deliver packets themselves: takes the packets of one direction of a connection off their first access link.
    pub fn take_sent(&mut self, conn: u32, direction: usize) -> Vec<Packet> {
        self.conns[conn as usize].paths[direction].ingress.wire.take_all(&mut self.transits)
    }

    /// Event of class `Ingress`: a packet arrives at the first link of its route. `entity` is twice the index of the connection,
    /// plus 1 for feedback.
    #[inline]
    pub fn enter(&mut self, entity: u32, slot: Slot, obs: &mut impl NetworkObserver) {
        let conn = &mut self.conns[entity as usize / 2];
        let direction = entity as usize % 2;
        let wire = &mut conn.paths[direction].ingress.wire;
        let Some(&Transit { mut packet, .. }) = wire.arriving(self.now, &mut self.heap, &self.transits)
        else {
            return;
        };
        wire.remove_front(slot, &mut self.heap, &mut self.transits);
        let FirstLink { link, is_only } = conn.first_links[direction];
        let flow = conn.flow;
        self.arrive(link, is_only, flow, &mut packet, obs);
    }

    /// Event of class `Flight`: a packet arrives at the far end of link `entity` or, if there are only `n <= entity` links, at the
    /// end of the detour of link `entity - n`.
    pub fn land(&mut self, entity: u32, obs: &mut impl NetworkObserver) {
        let slot = Slot::new(Class::Flight, entity);
        let links = self.links.len();
        let wire = match self.links.get_mut(entity as usize) {
            Some(link) => &mut link.flight,
            None => {
                let link = self.links.get_mut((entity as usize).wrapping_sub(links));
                let Some(impairments) = link.and_then(|link| link.impairments.as_mut()) else {
                    debug_assert!(false, "a flight event for link {entity}, which has no detour");
                    return;
                };
                &mut impairments.detour
            }
        };
        let Some(&Transit { mut packet, .. }) = wire.arriving(self.now, &mut self.heap, &self.transits)
        else {
            return;
        };
        wire.remove_front(slot, &mut self.heap, &mut self.transits);
        packet.hop += 1;
        let conn = &self.conns[packet.conn as usize];
        let route = &self.routes[conn.paths[packet.direction()].route as usize];
        match route.get(usize::from(packet.hop)) {
            Some(&link) => {
                let is_last = usize::from(packet.hop) + 1 == route.len();
                self.arrive(link, is_last, conn.flow, &mut packet, obs);
            }
            None => self.send_to_endpoint(&packet, self.now),
        }
    }

    /// Sends a packet over the access link to its endpoint. `route_end` is the time at which it reaches the end of its route.
    // Measured: out of line, dumbbell d takes 2 % more instructions.
    #[inline(always)]
    fn send_to_endpoint(&mut self, packet: &Packet, route_end: Time) {
        let direction = packet.direction();
        let entity = packet.conn * 2 + direction as u32;
        let access = &mut self.conns[packet.conn as usize].paths[direction].egress;
        let at = access.line.send(route_end, packet.size).saturating_add(access.delay);
        let transit = Transit { at, carry: access.line.state().carry, packet: *packet };
        access.wire.push(transit, Slot::new(Class::Egress, entity), &mut self.heap, &mut self.transits);
    }

    /// Event of class `Egress`: returns the packet that arrives at its endpoint, or `None` if the entry of the event queue is
    /// stale. The caller copies the packet and then calls `complete_delivery`.
    ///
    /// A single function that returned the packet would copy it twice, which costs 9 instructions per packet-hop.
    #[inline]
    pub fn arriving_at_endpoint(&mut self, entity: u32) -> Option<&Transit> {
        let access = &mut self.conns[entity as usize / 2].paths[entity as usize % 2].egress;
        access.wire.arriving(self.now, &mut self.heap, &self.transits)
    }

    /// Removes from the network a packet that has arrived at its endpoint. Returns `None` if the packet belongs to an earlier
    /// epoch of the connection and must be ignored. `carry` is the value in the packet's `Transit`.
    #[inline]
    pub fn complete_delivery(
        &mut self,
        entity: u32,
        slot: Slot,
        packet: &Packet,
        carry: u64,
    ) -> Option<Delivery> {
        let now = self.now;
        let conn = &mut self.conns[entity as usize / 2];
        let access = &mut conn.paths[entity as usize % 2].egress;
        access.wire.set_last_line_state(LineState { free_at: now, carry });
        access.wire.remove_front(slot, &mut self.heap, &mut self.transits);
        access.packets += 1;
        access.hash = access.hash.wrapping_add(mix(now ^ u64::from(packet.tx).rotate_left(40)));
        if packet.epoch != conn.epoch {
            self.notes.take(packet.note());
            return None;
        }
        Some(Delivery { flow: conn.flow, receiver_is_limited: conn.receiver_limit.is_some() })
    }

    /// Whether a receiver of limited rate accepts a packet that has arrived; otherwise the packet is lost.
    pub fn receiver_accepts(&mut self, packet: &Packet, obs: &mut impl NetworkObserver) -> bool {
        let now = self.now;
        let conn = &mut self.conns[packet.conn as usize];
        let accepts = conn.receiver_limit.as_mut().is_none_or(|limit| limit.accepts(now, packet.size));
        if !accepts {
            // Events are recorded in the order of time, so the links of the route first report what has happened until now.
            let route = conn.paths[0].route as usize;
            for hop in 0..self.routes[route].len() {
                self.report_link(self.routes[route][hop], now, obs);
            }
            obs.receiver_overrun(&self.conns[packet.conn as usize], now);
            self.notes.take(packet.note());
        }
        accepts
    }

    /// Makes a link report everything that has happened on it up to `now`. This does not affect the simulation.
    pub fn report_link(&mut self, l: u32, now: Time, obs: &mut impl NetworkObserver) {
        let link = &mut self.links[l as usize];
        link.backlog.advance_to(now);
        report_departures(link, l, &self.conns, obs);
    }

    /// Counts and reports a packet that is lost on arrival at a link.
    #[cold]
    fn lose(&mut self, l: u32, packet: &Packet, cause: Cause, obs: &mut impl NetworkObserver) {
        // Earlier departures are reported first, because events are reported in the order of time.
        report_departures(&mut self.links[l as usize], l, &self.conns, obs);
        self.links[l as usize].count_loss(self.now, packet, cause);
        self.notes.take(packet.note());
        obs.packet_lost(l, &self.conns[packet.conn as usize], self.now, packet.is_feedback(), cause);
    }

    /// Number of packets of one direction of a connection that are between its endpoints: on access links, waiting, in service
    /// and in flight.
    pub fn in_flight(&self, conn: u32, direction: usize) -> u64 {
        let path = &self.conns[conn as usize].paths[direction];
        let on_access_links = path.ingress.wire.count() + path.egress.wire.count();
        let is_ours = |packet: &Packet| packet.conn == conn && packet.direction() == direction;
        let on_wire =
            |wire: &Wire| wire.iter(&self.transits).filter(|transit| is_ours(&transit.packet)).count() as u64;
        let mut count = on_access_links as u64;
        for link in &self.links {
            count += on_wire(&link.flight);
            if let Some(impairments) = &link.impairments {
                count += on_wire(&impairments.detour);
            }
            // A packet whose departure has been computed is already in a wire, unless it will be lost at the exit.
            let lost = link.backlog.iter().filter(|departure| {
                departure.next.is_lost()
                    && u32::from(departure.conn) == conn
                    && usize::from(departure.feedback) == direction
            });
            count += lost.count() as u64;
            count += u64::from(link.in_service.is_some_and(|served| is_ours(&served.packet)));
            count += link.queue.count(&|packet| is_ours(packet));
        }
        count
    }
}
