//! The network: links, and the connections whose packets cross them.
//!
//! It depends on nothing above it: the payloads of packets are opaque, and what happens is reported to a
//! [`observer::NetworkObserver`]. A packet's journey is in this file from end to end: [`Net::send`] puts it on its access link,
//! [`Net::enter`] brings it to the first link of its route, [`link`] describes what happens there, [`Net::land`] brings it to the
//! next link, and [`Net::complete_delivery`] to its endpoint.

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
use self::serializer::Mark;
use self::timers::Timers;
use self::wire::Transit;
use crate::ground::event_queue::{Class, EventHeap, Slot};
use crate::ground::packet::{FEEDBACK, Outgoing, Packet};
use crate::ground::rng::{Rng, mix};
use crate::ground::slab::Slab;
use crate::ground::time::Time;

/// The first link of a route, and whether it is the only one, as on nearly all routes. Kept with the connection, so that
/// most packets do not look up their route.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstLink {
    link: u32,
    is_only: bool,
}

/// A connection between one sender and one receiver, with a path in each direction.
#[derive(Clone, Debug)]
pub struct Conn {
    pub flow: u32,
    /// Its index among the connections of its flow.
    pub index_in_flow: u32,
    /// Stable key, made from the flow's id and `sub`.
    pub key: u64,
    pub epoch: u16,
    /// Size of data packets on the wire, header included.
    pub packet_size: u16,
    /// Round-trip time without queueing and serialization.
    pub base_rtt: Time,
    /// For data and for feedback.
    pub paths: [Path; 2],
    pub first_links: [FirstLink; 2],
    /// The rate at which the receiver accepts packets, if it is limited.
    pub receiver_limit: Option<Box<ReceiverLimit>>,
    /// Random streams of the sender and of the receiver.
    pub rngs: [Rng; 2],
}

/// Whose packet has reached its endpoint.
pub struct Delivery {
    pub flow: u32,
    /// Whether the receiver accepts packets at a limited rate only; see [`Net::receiver_accepts`].
    pub limited: bool,
}

/// The network at one moment. `N` is the type of the notes that packets refer to.
#[derive(Clone, Debug)]
pub struct Net<N> {
    pub now: Time,
    pub heap: EventHeap,
    pub links: Vec<Link>,
    /// Lists of links, in order. Few, and shared by connections.
    pub routes: Vec<Vec<u32>>,
    pub conns: Vec<Conn>,
    /// Contents that do not fit into packets, by index. A note is freed when its packet arrives or is lost.
    pub notes: Slab<N>,
    /// What the discipline that was called last did besides; empty between calls.
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
            heap: EventHeap::with_capacity(links.len() * 2 + conns.len() * 8 + 16),
            timers: Timers::new(flows, conns.len()),
            links,
            routes,
            conns,
            notes: Slab::default(),
            effects: Effects::default(),
            fuse,
        }
    }

    /// Approximate number of bytes that packets occupy: those in flight, and the state that senders keep about theirs.
    pub fn packet_bytes(&self) -> usize {
        let links = self.links.iter().map(|link| link.backlog.heap_bytes() + link.flight.ring.bytes());
        let paths = self.conns.iter().flat_map(|conn| &conn.paths);
        let access = paths.map(|path| path.ingress.wire.ring.bytes() + path.egress.wire.ring.bytes());
        links.sum::<usize>() + 2 * access.sum::<usize>()
    }

    /// How many packets were put on the line of a link, access links included.
    pub fn hops(&self) -> u64 {
        let paths = self.conns.iter().flat_map(|conn| &conn.paths);
        let access =
            paths.map(|path| path.ingress.packets + path.egress.packets + path.egress.wire.ring.len() as u64);
        access.sum::<u64>() + self.links.iter().map(Link::sent).sum::<u64>()
    }

    /// Sends a packet of an endpoint over its access link towards the first link of its route. Returns the packet's ordinal
    /// among those of this end of the connection.
    #[inline]
    pub fn send(&mut self, conn: u32, stamp: Time, out: &Outgoing) -> u32 {
        let direction = usize::from(out.flags & FEEDBACK != 0);
        let state = &mut self.conns[conn as usize];
        let path = &mut state.paths[direction];
        let leaves = path.leaves(self.now);
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
        let at = access.line.send(leaves, out.size) + access.delay;
        let slot = Slot::new(Class::Ingress, conn * 2 + direction as u32);
        access.wire.push(Transit { at, carry: 0, packet }, slot, &mut self.heap);
        tx
    }

    /// Event of class `Ingress`: a packet arrives at the first link of its route.
    #[inline]
    pub fn enter(&mut self, entity: u32, slot: Slot, obs: &mut impl NetworkObserver) {
        let conn = &mut self.conns[entity as usize / 2];
        let direction = entity as usize % 2;
        let wire = &mut conn.paths[direction].ingress.wire;
        let Some(&Transit { mut packet, .. }) = wire.arriving(self.now, &mut self.heap) else { return };
        wire.remove_front(slot, &mut self.heap);
        let FirstLink { link, is_only } = conn.first_links[direction];
        let flow = conn.flow;
        self.arrive(link, is_only, flow, &mut packet, obs);
    }

    /// Event of class `Flight`: a packet arrives at the far end of a link. Entities beyond the number of links stand for their
    /// detours.
    #[inline(never)]
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
        let Some(&Transit { mut packet, .. }) = wire.arriving(self.now, &mut self.heap) else { return };
        wire.remove_front(slot, &mut self.heap);
        packet.hop += 1;
        let conn = &self.conns[packet.conn as usize];
        let route = &self.routes[conn.paths[packet.direction()].route as usize];
        match route.get(usize::from(packet.hop)) {
            Some(&link) => {
                let last = usize::from(packet.hop) + 1 == route.len();
                self.arrive(link, last, conn.flow, &mut packet, obs);
            }
            None => self.send_to_endpoint(&packet, self.now),
        }
    }

    /// Sends a packet that reaches the end of its route at `at` over the access link to its endpoint.
    #[inline(always)]
    fn send_to_endpoint(&mut self, packet: &Packet, at: Time) {
        let direction = packet.direction();
        let entity = packet.conn * 2 + direction as u32;
        let access = &mut self.conns[packet.conn as usize].paths[direction].egress;
        let at = access.line.send(at, packet.size).saturating_add(access.delay);
        let transit = Transit { at, carry: access.line.mark().carry, packet: *packet };
        access.wire.push(transit, Slot::new(Class::Egress, entity), &mut self.heap);
    }

    /// Event of class `Egress`: the packet that arrives at its endpoint; `None` if the entry of the event queue is stale. The caller copies
    /// the packet and then calls `complete_delivery`.
    ///
    /// The two steps have a reason: if one function returned the packet, it would be copied twice (9 instructions per packet-hop).
    #[inline(always)]
    pub fn arriving_at_endpoint(&mut self, entity: u32) -> Option<&Transit> {
        let access = &mut self.conns[entity as usize / 2].paths[entity as usize % 2].egress;
        access.wire.arriving(self.now, &mut self.heap)
    }

    /// Removes a packet that has arrived at its endpoint from the network. Returns `None` if it belongs to an earlier epoch of the
    /// connection and must be ignored. `carry`: as in its `Transit`.
    #[inline(always)]
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
        access.wire.set_last_mark(Mark { free_at: now, carry });
        access.wire.remove_front(slot, &mut self.heap);
        access.packets += 1;
        access.hash = access.hash.wrapping_add(mix(now ^ u64::from(packet.tx).rotate_left(40)));
        if packet.epoch != conn.epoch {
            self.notes.take(packet.note());
            return None;
        }
        Some(Delivery { flow: conn.flow, limited: conn.receiver_limit.is_some() })
    }

    /// Whether a receiver of limited rate accepts a packet that has arrived; otherwise the packet is lost.
    pub fn receiver_accepts(&mut self, packet: &Packet, obs: &mut impl NetworkObserver) -> bool {
        let now = self.now;
        let conn = &mut self.conns[packet.conn as usize];
        let accepts = conn.receiver_limit.as_mut().is_none_or(|limit| limit.accepts(now, packet.size));
        if !accepts {
            // Losses are recorded in the order of time, so the links of the route report their past first.
            let route = conn.paths[0].route as usize;
            for hop in 0..self.routes[route].len() {
                self.report_link(self.routes[route][hop], now, obs);
            }
            obs.receiver_overrun(&self.conns[packet.conn as usize], now);
            self.notes.take(packet.note());
        }
        accepts
    }

    /// Makes a link report everything that has happened on it up to `now`. It changes nothing that decides the future.
    pub fn report_link(&mut self, l: u32, now: Time, obs: &mut impl NetworkObserver) {
        let link = &mut self.links[l as usize];
        link.backlog.advance_to(now);
        report_departures(link, l, &self.conns, obs);
    }

    /// Loses a packet on arrival at a link.
    #[cold]
    fn lose(&mut self, l: u32, packet: &Packet, cause: Cause, obs: &mut impl NetworkObserver) {
        // Earlier departures are reported first, so that everything is in the order of time.
        report_departures(&mut self.links[l as usize], l, &self.conns, obs);
        self.links[l as usize].count_loss(self.now, packet, cause);
        self.notes.take(packet.note());
        obs.packet_lost(l, &self.conns[packet.conn as usize], self.now, packet.is_feedback(), cause);
    }

    /// How many packets of one direction of a connection are between its endpoints: on access links, waiting, in service and
    /// in flight.
    pub fn in_flight(&self, conn: u32, direction: usize) -> u64 {
        let path = &self.conns[conn as usize].paths[direction];
        let on_access_links = path.ingress.wire.ring.len() + path.egress.wire.ring.len();
        let is_ours = |packet: &Packet| packet.conn == conn && packet.direction() == direction;
        let mut count = on_access_links as u64;
        for link in &self.links {
            count += link.flight.ring.iter().filter(|transit| is_ours(&transit.packet)).count() as u64;
            if let Some(impairments) = &link.impairments {
                count +=
                    impairments.detour.ring.iter().filter(|transit| is_ours(&transit.packet)).count() as u64;
            }
            // Computed departures are in a wire already, except those that will be lost.
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
