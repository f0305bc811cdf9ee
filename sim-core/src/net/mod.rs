//! The network: links, the routes of connections through them, timers and the event queue. It depends on nothing above it:
//! payloads of packets are opaque, and what happens is reported to a [`observer::NetworkObserver`].

pub mod access;
pub mod backlog;
pub mod effects;
pub mod impairments;
pub mod intake;
pub mod link;
pub mod loss;
pub mod observer;
pub mod queues;
pub mod retime;
pub mod schedule;
pub mod serializer;
pub mod trace;
pub mod wire;

use self::access::Way;
use self::backlog::{InSystem, keep_books};
use self::effects::Effects;
use self::intake::Intake;
use self::link::{Cause, Fate, InService, Link};
use self::loss::Place;
use self::observer::NetworkObserver;
use self::queues::{Found, Verdict};
use self::serializer::{Mark, work_of};
use self::wire::Transit;
use crate::ground::event_queue::{Class, EventHeap, Slot};
use crate::ground::packet::{FEEDBACK, LINK_BITS, Outgoing, Packet, wait_units};
use crate::ground::rng::{Rng, mix};
use crate::ground::slab::Slab;
use crate::ground::time::{NEVER, Time};

/// Timers that each sender's connection has.
pub const SENDER_TIMERS: u32 = 4;
/// Timers that each receiver has.
pub const RECEIVER_TIMERS: u32 = 2;
/// Timers that each flow's source has: start, stop, one of its own, and one for arrivals at a pool.
pub const SOURCE_TIMERS: u32 = 4;

/// The first link of a way. Nearly all ways have no other, so that their packets need not look for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entry {
    link: u32,
    only: bool,
}

/// A connection: one sender, one receiver, a way there and a way back.
#[derive(Clone, Debug)]
pub struct Conn {
    pub flow: u32,
    /// Which of its flow's connections it is.
    pub sub: u32,
    /// Stable key: the flow's id and `sub`.
    pub key: u64,
    pub epoch: u16,
    /// Size of data packets on the wire, header included.
    pub packet: u16,
    /// Propagation there and back, in all.
    pub base_rtt: Time,
    pub ways: [Way; 2],
    /// Where its ways enter the network.
    pub entries: [Entry; 2],
    /// What its receiver can take, if that is limited.
    pub intake: Option<Box<Intake>>,
    /// Draws of the sender and of the receiver.
    pub rngs: [Rng; 2],
}

/// A packet that has reached its endpoint.
pub struct Delivery {
    pub packet: Packet,
    pub flow: u32,
    /// The receiver can take packets at a limited rate only; see [`Net::receiver_accepts`].
    pub limited: bool,
}

/// A timer that can be pushed later at no cost: its entry in the event queue stays and is moved when it comes up.
#[derive(Clone, Copy, Debug)]
struct TimerState {
    due: Time,
    queued: Time,
}

/// The network at one moment. `N` is the type of the notes that packets refer to.
#[derive(Clone, Debug)]
pub struct Net<N> {
    pub now: Time,
    pub heap: EventHeap,
    pub links: Vec<Link>,
    /// The paths through the network that connections take, as links: few, and shared.
    pub routes: Vec<Vec<u32>>,
    pub conns: Vec<Conn>,
    /// Contents that do not fit into packets, by index; a note is freed when its packet arrives or is lost.
    pub notes: Slab<N>,
    /// What queues do besides; empty between calls.
    effects: Effects,
    timers: [Vec<TimerState>; 3],
    /// Links hand packets of the last hop straight to the access link: two events for three hops.
    pub fuse: bool,
}

#[inline(always)]
fn timer_group(class: Class) -> usize {
    match class {
        Class::Source => 0,
        Class::Receiver => 1,
        _ => 2,
    }
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
            for (entry, way) in conn.entries.iter_mut().zip(&conn.ways) {
                let route = routes.get(way.route as usize).map_or(&[][..], Vec::as_slice);
                *entry = Entry { link: route.first().copied().unwrap_or(u32::MAX), only: route.len() == 1 };
            }
        }
        let idle = TimerState { due: NEVER, queued: NEVER };
        let timers = [
            vec![idle; flows * SOURCE_TIMERS as usize],
            vec![idle; conns.len() * RECEIVER_TIMERS as usize],
            vec![idle; conns.len() * SENDER_TIMERS as usize],
        ];
        let heap = EventHeap::with_capacity(links.len() * 2 + conns.len() * 8 + 16);
        Net {
            now: 0,
            heap,
            links,
            routes,
            conns,
            notes: Slab::default(),
            effects: Effects::default(),
            timers,
            fuse,
        }
    }

    /// About how many bytes packets take: those in flight, and what senders know of theirs.
    pub fn packet_bytes(&self) -> usize {
        let links: usize =
            self.links.iter().map(|link| link.system.heap_bytes() + link.flight.ring.bytes()).sum();
        let ways = self.conns.iter().flat_map(|conn| &conn.ways);
        let ways: usize = ways.map(|way| way.ingress.wire.ring.bytes() + way.egress.wire.ring.bytes()).sum();
        links + 2 * ways
    }

    /// Packets that went on the line of a link, access links included.
    pub fn hops(&self) -> u64 {
        let ways = self.conns.iter().flat_map(|conn| &conn.ways);
        let access =
            ways.map(|way| way.ingress.packets + way.egress.packets + way.egress.wire.ring.len() as u64);
        access.sum::<u64>() + self.links.iter().map(Link::served).sum::<u64>()
    }

    // ---- timers ----

    /// Sets a timer; an earlier setting is forgotten.
    #[inline]
    pub fn arm(&mut self, class: Class, entity: u32, at: Time) {
        let state = &mut self.timers[timer_group(class)][entity as usize];
        state.due = at.max(self.now);
        if state.due < state.queued {
            state.queued = state.due;
            self.heap.push(state.due, Slot::new(class, entity));
        }
    }

    #[inline]
    pub fn cancel(&mut self, class: Class, entity: u32) {
        self.timers[timer_group(class)][entity as usize].due = NEVER;
    }

    pub fn due(&self, class: Class, entity: u32) -> Time {
        self.timers[timer_group(class)][entity as usize].due
    }

    /// The timer's entry is at the top of the event queue: is it really due?
    #[inline(always)] // One caller for each class, which then need not be looked at.
    pub fn timer_fires(&mut self, class: Class, entity: u32) -> bool {
        let state = &mut self.timers[timer_group(class)][entity as usize];
        if state.queued != self.now {
            self.heap.pop();
            return false;
        }
        if state.due == self.now {
            *state = TimerState { due: NEVER, queued: NEVER };
            self.heap.pop();
            return true;
        }
        state.queued = state.due;
        if state.due == NEVER {
            self.heap.pop();
        } else {
            self.heap.replace_top(state.due, Slot::new(class, entity));
        }
        false
    }

    // ---- packets ----

    /// An endpoint of a connection hands over a packet: through its access link to the first link of its path. Returns its
    /// ordinal among those of this end.
    #[inline]
    pub fn send(&mut self, conn: u32, stamp: Time, out: &Outgoing) -> u32 {
        let direction = usize::from(out.flags & FEEDBACK != 0);
        let state = &mut self.conns[conn as usize];
        let way = &mut state.ways[direction];
        let leaves = way.leaves(self.now);
        let lane = &mut way.ingress;
        let tx = lane.packets as u32;
        lane.packets += 1;
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
        let at = lane.line.send(leaves, out.size) + lane.delay;
        let slot = Slot::new(Class::Ingress, conn * 2 + direction as u32);
        lane.wire.push(Transit { at, carry: 0, packet }, slot, &mut self.heap);
        tx
    }

    /// The head of an access link's wire arrives at the first link of its path.
    #[inline]
    pub fn enter(&mut self, entity: u32, slot: Slot, obs: &mut impl NetworkObserver) {
        let conn = &mut self.conns[entity as usize / 2];
        let direction = entity as usize % 2;
        let wire = &mut conn.ways[direction].ingress.wire;
        let Some(&Transit { mut packet, .. }) = wire.arriving(self.now, &mut self.heap) else { return };
        wire.advance(slot, &mut self.heap);
        let Entry { link, only } = conn.entries[direction];
        let flow = conn.flow;
        self.arrive(link, only, flow, &mut packet, obs);
    }

    /// A packet arrives at a link, perhaps the last one of its path.
    #[inline]
    fn arrive(&mut self, l: u32, last: bool, flow: u32, packet: &mut Packet, obs: &mut impl NetworkObserver) {
        let now = self.now;
        let Some(link) = self.links.get_mut(l as usize) else { return };
        link.counters.arrivals += 1;
        if link.tail.is_none() || !link.loss.is_empty() {
            return self.arrive_watched(l, packet, last, obs);
        }
        link.system.look(now);
        if link.system.wants_booking() {
            keep_books(link, l, &self.conns, obs);
        }
        if !link.system.is_empty() {
            let (waiting, bytes) = link.system.waiting();
            if link.tail.is_some_and(|room| room.full(waiting, bytes, packet.size)) {
                return self.lose(l, packet, Cause::QueueFull, obs);
            }
        }
        self.take_in(l, packet, flow, Fate::new(last, false));
    }

    /// Where departures are computed on arrival: a packet goes on the line or waits for it, and it is known when it arrives.
    #[inline(always)]
    fn take_in(&mut self, l: u32, packet: &mut Packet, flow: u32, fate: Fate) {
        let now = self.now;
        let Some(link) = self.links.get_mut(l as usize) else { return };
        let starts = link.line.free_at();
        let departs = link.take_in(now, packet, flow, fate);
        if fate.is_lost() {
            self.notes.take(packet.note());
            return;
        }
        let arrival = link.arrival_of(departs);
        if fate.is_last() && self.fuse {
            self.leave(packet, arrival);
        } else {
            packet.waited = packet.waited.saturating_add(wait_units(starts.max(now) - now));
            let transit = Transit { at: arrival, carry: 0, packet: *packet };
            link.flight.push(transit, Slot::new(Class::Flight, l), &mut self.heap);
        }
    }

    /// A packet arrives at a link where more may happen to it than to be sent, to wait or to find no room.
    #[inline(never)]
    fn arrive_watched(&mut self, l: u32, packet: &mut Packet, last: bool, obs: &mut impl NetworkObserver) {
        let link = &mut self.links[l as usize];
        let conn = &self.conns[packet.conn as usize];
        let flow = conn.flow;
        let mut fate = Fate::new(last, false);
        if link.lazy {
            link.system.look(self.now);
            keep_books(link, l, &self.conns, obs);
        }
        if !link.loss.is_empty() {
            match loss_of(link, packet, conn.key, self.now) {
                Some(Place::Arrival) => return self.lose(l, packet, Cause::LossRule, obs),
                Some(Place::Exit) => fate = Fate::new(last, true),
                None => {}
            }
        }
        if !self.admitted(l, packet, obs) {
            return;
        }
        if self.links[l as usize].lazy {
            self.take_in(l, packet, flow, fate);
        } else {
            self.arrive_eagerly(l, *packet, fate, obs);
        }
    }

    /// Whether the queue takes the packet.
    fn admitted(&mut self, l: u32, packet: &mut Packet, obs: &mut impl NetworkObserver) -> bool {
        let link = &mut self.links[l as usize];
        let (waiting, bytes) = link.waiting();
        let (busy, attentive) = (link.busy(), link.attentive);
        if !busy && !attentive {
            return true;
        }
        let found = Found { now: self.now, waiting, bytes, busy, idle_since: link.last_departure };
        if attentive {
            self.effects.watched = obs.records_own_signals();
            self.effects.explains = obs.records_decisions();
        }
        let verdict = link.queue.admit(packet, &found, &mut self.effects);
        if attentive {
            self.settle(l, obs);
        }
        if let Verdict::Drop(cause) = verdict {
            self.lose(l, packet, cause, obs);
        }
        verdict == Verdict::Accept
    }

    /// A packet reaches the end of its last link at `at`: through the access link to its endpoint.
    #[inline(always)]
    fn leave(&mut self, packet: &Packet, at: Time) {
        let direction = packet.direction();
        let entity = packet.conn * 2 + direction as u32;
        let lane = &mut self.conns[packet.conn as usize].ways[direction].egress;
        let at = lane.line.send(at, packet.size).saturating_add(lane.delay);
        let transit = Transit { at, carry: lane.line.mark().carry, packet: *packet };
        lane.wire.push(transit, Slot::new(Class::Egress, entity), &mut self.heap);
    }

    /// The head of an access link's wire arrives at its endpoint. `None` if the event queue's entry is stale, or if the packet
    /// belongs to an earlier epoch of the connection: then it is discarded.
    #[inline(always)]
    pub fn deliver(&mut self, entity: u32, slot: Slot) -> Option<Delivery> {
        let now = self.now;
        let conn = &mut self.conns[entity as usize / 2];
        let lane = &mut conn.ways[entity as usize % 2].egress;
        let &Transit { carry, packet, .. } = lane.wire.arriving(now, &mut self.heap)?;
        lane.wire.pass(Mark { free_at: now, carry });
        lane.wire.advance(slot, &mut self.heap);
        lane.packets += 1;
        lane.hash = lane.hash.wrapping_add(mix(now ^ u64::from(packet.tx).rotate_left(40)));
        if packet.epoch != conn.epoch {
            self.notes.take(packet.note());
            return None;
        }
        Some(Delivery { packet, flow: conn.flow, limited: conn.intake.is_some() })
    }

    /// Whether a receiver of limited rate accepts this packet; otherwise the packet is lost.
    pub fn receiver_accepts(&mut self, packet: &Packet, obs: &mut impl NetworkObserver) -> bool {
        let now = self.now;
        let conn = &mut self.conns[packet.conn as usize];
        let accepts = conn.intake.as_mut().is_none_or(|intake| intake.takes(now, packet.size));
        if !accepts {
            // Losses are recorded in the order of time, so the links report first what happened before.
            let route = conn.ways[0].route as usize;
            for hop in 0..self.routes[route].len() {
                self.drain(self.routes[route][hop], now, obs);
            }
            obs.receiver_overrun(&self.conns[packet.conn as usize], now);
            self.notes.take(packet.note());
        }
        accepts
    }

    /// The head of a link's flight arrives at its far end; entities beyond the links are their detours.
    #[inline(never)]
    pub fn land(&mut self, entity: u32, obs: &mut impl NetworkObserver) {
        let slot = Slot::new(Class::Flight, entity);
        let links = self.links.len();
        let wire = match self.links.get_mut(entity as usize) {
            Some(link) => &mut link.flight,
            None => {
                let link = self.links.get_mut((entity as usize).wrapping_sub(links));
                let Some(impairments) = link.and_then(|link| link.impairments.as_mut()) else { return };
                &mut impairments.detour
            }
        };
        let Some(&Transit { mut packet, .. }) = wire.arriving(self.now, &mut self.heap) else { return };
        wire.advance(slot, &mut self.heap);
        packet.hop += 1;
        let conn = &self.conns[packet.conn as usize];
        let route = &self.routes[conn.ways[packet.direction()].route as usize];
        match route.get(usize::from(packet.hop)) {
            Some(&link) => {
                let last = usize::from(packet.hop) + 1 == route.len();
                self.arrive(link, last, conn.flow, &mut packet, obs);
            }
            None => self.leave(&packet, self.now),
        }
    }

    /// Where departures are events: into the queue, and on the line if that is free.
    fn arrive_eagerly(&mut self, l: u32, packet: Packet, fate: Fate, obs: &mut impl NetworkObserver) {
        let now = self.now;
        let link = &mut self.links[l as usize];
        let mut packet = packet;
        // Remembered in the packet itself: it may wait behind others.
        if fate.is_lost() {
            packet.flags |= LOST_AT_EXIT;
        }
        if fate.is_last() {
            packet.flags |= LAST_LINK;
        }
        link.queue.store(packet, now, &mut self.effects);
        if link.in_service.is_some() {
            let (waiting, bytes) = link.queue.waiting();
            obs.queue_changed(l, now, waiting, bytes);
            self.settle(l, obs);
        } else {
            self.serve_next(l, false, obs);
        }
    }

    /// The line is free: it takes up the next packet that the queue gives.
    fn serve_next(&mut self, l: u32, was_waiting: bool, obs: &mut impl NetworkObserver) {
        let link = &mut self.links[l as usize];
        let next = link.queue.next(self.now, &mut self.effects);
        let (waiting, bytes) = link.queue.waiting();
        if was_waiting {
            obs.queue_changed(l, self.now, waiting, bytes);
        }
        self.settle(l, obs);
        if let Some((packet, arrived)) = next {
            self.serve(l, packet, arrived);
        }
    }

    /// Books what the queue of a link did besides taking and giving packets.
    #[inline]
    fn settle(&mut self, l: u32, obs: &mut impl NetworkObserver) {
        if !self.effects.is_empty() {
            self.settle_effects(l, obs);
        }
    }

    fn settle_effects(&mut self, l: u32, obs: &mut impl NetworkObserver) {
        let now = self.now;
        for (index, at, value) in self.effects.signals.drain(..) {
            obs.queue_signal(l, index, at, value);
        }
        for (conn, kind, inputs) in self.effects.decisions.drain(..) {
            obs.queue_decision(l, self.conns[conn as usize].flow, now, kind, &inputs);
        }
        for packet in self.effects.marked.drain(..) {
            self.links[l as usize].book_mark(now, &packet);
            obs.packet_marked(l, &self.conns[packet.conn as usize], now);
        }
        for (packet, cause) in self.effects.dropped.drain(..) {
            self.links[l as usize].book_loss(now, &packet, cause);
            self.notes.take(packet.note());
            obs.packet_lost(l, &self.conns[packet.conn as usize], now, packet.is_feedback(), cause);
        }
    }

    fn serve(&mut self, l: u32, packet: Packet, arrived: Time) {
        let link = &mut self.links[l as usize];
        if link.line.stopped() {
            link.stalled = Some(work_of(link.on_the_line(packet.size)));
        }
        let (begins, departs) = match &mut link.impairments {
            None => (self.now, link.line.send(self.now, packet.size)),
            Some(impairments) => impairments.serve(self.now, packet.size, &mut link.line),
        };
        let entry = InSystem {
            departs,
            arrived,
            tx: packet.tx,
            waited: packet.waited,
            conn: packet.conn as u16,
            flow: self.conns[packet.conn as usize].flow as u16,
            size: packet.size,
            feedback: packet.is_feedback(),
            fate: Fate::new(packet.flags & LAST_LINK != 0, packet.flags & LOST_AT_EXIT != 0),
        };
        link.in_service = Some(InService { packet, entry, started: self.now, begins });
        if departs != NEVER {
            self.heap.push(departs, Slot::new(Class::Departure, l));
        }
    }

    /// Where departures are events: the packet on the line has been sent.
    #[inline(never)]
    pub fn depart(&mut self, l: u32, obs: &mut impl NetworkObserver) {
        self.heap.pop();
        self.complete(l, obs);
    }

    /// The packet on the line leaves it, if that is due now; another entry of the event queue may have seen to it.
    pub fn complete(&mut self, l: u32, obs: &mut impl NetworkObserver) {
        let now = self.now;
        let link = &mut self.links[l as usize];
        let Some(served) = link.in_service.filter(|served| served.entry.departs == now) else { return };
        link.in_service = None;
        link.book_departure(&served.entry);
        obs.packet_departed(l, &served.entry, served.started - served.entry.arrived);
        self.effects.watched = obs.records_own_signals();
        self.effects.explains = obs.records_decisions();
        let was_waiting = link.queue.waiting().0 > 0;
        self.serve_next(l, was_waiting, obs);
        let mut packet = served.packet;
        if served.entry.fate.is_lost() {
            lose_at_exit(&mut self.links[l as usize], l, &served.entry, &self.conns, obs);
            self.notes.take(packet.note());
            return;
        }
        packet.flags &= !(LOST_AT_EXIT | LAST_LINK);
        packet.waited = packet.waited.saturating_add(wait_units(served.started - served.entry.arrived));
        let mut extra = 0;
        if self.links[l as usize].impairments.is_some() {
            let Some(more) = self.delay_or_detour(l, packet) else { return };
            extra = more;
        }
        let link = &mut self.links[l as usize];
        let arrival = link.arrival_of(now.saturating_add(extra));
        let transit = Transit { at: arrival, carry: 0, packet };
        link.flight.push(transit, Slot::new(Class::Flight, l), &mut self.heap);
    }

    /// The extra delay of a packet that has been sent; nothing if it takes the detour.
    fn delay_or_detour(&mut self, l: u32, packet: Packet) -> Option<Time> {
        let key = self.conns[packet.conn as usize].key;
        let slot = Slot::new(Class::Flight, self.links.len() as u32 + l);
        let link = &mut self.links[l as usize];
        let impairments = link.impairments.as_mut()?;
        let arrival = self.now.saturating_add(link.delay);
        let Some(at) = impairments.detoured(&packet, key, arrival) else {
            return Some(impairments.extra(&packet, key));
        };
        impairments.detour.push(Transit { at, carry: 0, packet }, slot, &mut self.heap);
        None
    }

    /// Books every arrival and departure up to `now`. Idempotent, and without effect on what happens.
    pub fn drain(&mut self, l: u32, now: Time, obs: &mut impl NetworkObserver) {
        let link = &mut self.links[l as usize];
        link.system.look(now);
        keep_books(link, l, &self.conns, obs);
    }

    #[cold]
    fn lose(&mut self, l: u32, packet: &Packet, cause: Cause, obs: &mut impl NetworkObserver) {
        // What happened before is told before.
        keep_books(&mut self.links[l as usize], l, &self.conns, obs);
        self.links[l as usize].book_loss(self.now, packet, cause);
        self.notes.take(packet.note());
        obs.packet_lost(l, &self.conns[packet.conn as usize], self.now, packet.is_feedback(), cause);
    }

    /// Packets between endpoints: on access links, waiting, in service and flying.
    pub fn in_flight(&self, conn: u32, direction: usize) -> u64 {
        let ways = &self.conns[conn as usize].ways[direction];
        let own = ways.ingress.wire.ring.len() + ways.egress.wire.ring.len();
        let of = |p: &Packet| p.conn == conn && p.direction() == direction;
        let mut count = own as u64;
        for link in &self.links {
            count += link.flight.ring.iter().filter(|t| of(&t.packet)).count() as u64;
            if let Some(impairments) = &link.impairments {
                count += impairments.detour.ring.iter().filter(|t| of(&t.packet)).count() as u64;
            }
            count += link
                .system
                .iter()
                .filter(|e| {
                    e.fate.is_lost() && u32::from(e.conn) == conn && usize::from(e.feedback) == direction
                })
                .count() as u64;
            count += u64::from(link.in_service.is_some_and(|s| of(&s.packet)));
            count += link.queue.count(&|p| of(p));
        }
        count
    }
}

/// A loss rule takes a packet that a link has just sent.
#[cold]
fn lose_at_exit(link: &mut Link, l: u32, entry: &InSystem, conns: &[Conn], obs: &mut impl NetworkObserver) {
    link.counters.losses += 1;
    link.hash = link.hash.wrapping_add(mix(entry.departs ^ u64::from(entry.tx)));
    obs.packet_lost(l, &conns[usize::from(entry.conn)], entry.departs, entry.feedback, Cause::LossRule);
}

/// Which loss rule takes the packet, if any: one that strikes at once goes before one that strikes at the exit.
#[cold]
fn loss_of(link: &mut Link, packet: &Packet, conn: u64, now: Time) -> Option<Place> {
    let mut lost = None;
    for rule in &mut link.loss {
        // Every rule counts the packet.
        if rule.strikes(packet, conn, now) && lost != Some(Place::Arrival) {
            lost = Some(rule.place);
        }
    }
    lost
}

/// Flags of a packet that waits for a line whose departures are events: an exit rule has taken it, or it is the last
/// link of its path.
const LOST_AT_EXIT: u8 = 128;
const LAST_LINK: u8 = 64;
const _: () = assert!(LOST_AT_EXIT | LAST_LINK == LINK_BITS);
