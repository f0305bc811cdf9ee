//! Follows every packet of a run from outside of the simulator.
//!
//! The simulation advances by one event at a time. After each event, the tracker compares the packets in the
//! network with the packets after the previous event. Links are built on the event path
//! (`sim_core::net::link`), on which each step of a packet is a separate event. The results do not depend on
//! the path. The simulator therefore has no code for the tracker, and a run without exports takes no more
//! time.

use sim_core::ground::convert::narrow;
use std::cell::RefCell;
use std::collections::VecDeque;

use sim_core::ground::event_queue::{Class, Slot};
use sim_core::ground::packet::{MARKED, Packet};
use sim_core::ground::time::Time;
use sim_core::net::link::Link;
use sim_core::net::wire::{Transit, TransitStore, Wire};
use sim_core::transport::Attachment;
use sim_core::world::World;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacketStep {
    /// An endpoint sends it.
    Sent,
    /// It arrives at a link.
    Arrived(u32),
    /// The link begins to send it.
    Started(u32),
    /// The link has sent its last bit.
    Departed(u32),
    /// It has crossed the link.
    Landed(u32),
    /// A queue or a loss rule of the link drops it.
    Dropped(u32),
    /// The queue of the link marks it.
    Marked(u32),
    /// It reaches its endpoint.
    Delivered,
}

/// A packet that the tracker follows.
#[derive(Clone, Copy, Debug)]
pub struct TrackedPacket {
    pub packet: Packet,
    /// The content that does not fit into the packet.
    pub attachment: Option<Attachment>,
    /// The number of the packet among all packets of the run, in the order in which they were sent. `None` if
    /// it was sent before the tracker began.
    pub number: Option<u64>,
}

/// A step of a packet.
#[derive(Clone, Copy, Debug)]
pub struct PacketEvent<'a> {
    pub at: Time,
    pub step: PacketStep,
    pub tracked: &'a TrackedPacket,
}

/// Connection, direction and ordinal of a packet.
type PacketId = (u32, usize, u32);

fn id_of(packet: &Packet) -> PacketId {
    (packet.conn, packet.direction(), packet.tx)
}

/// A copy of the packets on a wire.
#[derive(Debug, Default)]
struct TrackedWire(VecDeque<TrackedPacket>);

impl TrackedPacket {
    /// A packet that was sent before the tracker began.
    fn earlier(packet: Packet, world: &World) -> Self {
        TrackedPacket { packet, attachment: world.net().attachments().get(packet.attachment()), number: None }
    }
}

impl TrackedWire {
    /// The packets that are on the wire.
    fn of(wire: &Wire, world: &World) -> Self {
        let transits = wire.iter(world.net().transits());
        TrackedWire(transits.map(|transit| TrackedPacket::earlier(transit.packet, world)).collect())
    }

    /// Removes the packets that have left the wire.
    fn remove_arrived(&mut self, wire: &Wire, store: &TransitStore, mut arrived: impl FnMut(TrackedPacket)) {
        let head = wire.iter(store).next().map(|transit| id_of(&transit.packet));
        while let Some(first) = self.0.front().copied() {
            if head == Some(id_of(&first.packet)) {
                break;
            }
            self.0.pop_front();
            arrived(first);
        }
    }

    /// Adds the packets that the event has put on the wire. `find` returns the packet that the tracker
    /// follows.
    fn add_new(
        &mut self,
        wire: &Wire,
        store: &TransitStore,
        mut find: impl FnMut(&Packet) -> Option<TrackedPacket>,
    ) {
        let known = self.0.len();
        let mut add = |Transit { packet, .. }: &Transit| {
            if let Some(tracked) = find(packet) {
                // The links passed so far may have marked the packet.
                self.0.push_back(TrackedPacket { packet: *packet, ..tracked });
            }
        };
        match wire.count().saturating_sub(known) {
            0 => {}
            // The usual case, without an iteration over the wire.
            1 => wire.last(store).into_iter().for_each(&mut add),
            _ => wire.iter(store).skip(known).for_each(&mut add),
        }
    }
}

/// The packets at one link.
#[derive(Debug, Default)]
struct TrackedLink {
    waiting: VecDeque<TrackedPacket>,
    in_service: Option<TrackedPacket>,
    propagating: TrackedWire,
    detour: TrackedWire,
    /// Number of packets lost so far.
    lost: u64,
    /// Number of packets marked so far.
    marks: u64,
}

/// Takes a packet out of a list.
fn take(list: &mut VecDeque<TrackedPacket>, id: PacketId) -> Option<TrackedPacket> {
    let index = list.iter().position(|tracked| id_of(&tracked.packet) == id)?;
    list.remove(index)
}

/// The packets of a world.
#[derive(Debug, Default)]
pub struct PacketTracker {
    /// The wires before the first link and after the last link, of data and of feedback, by connection.
    ingress: Vec<[TrackedWire; 2]>,
    egress: Vec<[TrackedWire; 2]>,
    links: Vec<TrackedLink>,
    /// Packets that a link has sent completely in this event.
    departing: VecDeque<TrackedPacket>,
    /// Packets that have reached the end of a wire in this event.
    arriving: VecDeque<TrackedPacket>,
    sent: u64,
}

/// The link at which a packet is, or which it has just passed.
fn link_of(world: &World, packet: &Packet) -> Option<u32> {
    let net = world.net();
    let route = net.conns()[packet.conn as usize].paths[packet.direction()].route;
    net.route(route).get(usize::from(packet.hop)).copied()
}

impl PacketTracker {
    /// A tracker that begins at the current time of the world.
    pub fn new(world: &World) -> Self {
        let net = world.net();
        let paths = || net.conns().iter().map(|conn| &conn.paths);
        PacketTracker {
            ingress: paths()
                .map(|paths| paths.each_ref().map(|path| TrackedWire::of(&path.ingress.wire, world)))
                .collect(),
            egress: paths()
                .map(|paths| paths.each_ref().map(|path| TrackedWire::of(&path.egress.wire, world)))
                .collect(),
            links: net.links().iter().map(|link| TrackedLink::of(link, world)).collect(),
            sent: paths().flatten().map(|path| path.sent).sum(),
            ..PacketTracker::default()
        }
    }

    /// The packet on the line of a link, and the packets that wait for it, in the order of their arrival as
    /// far as it is known.
    pub fn at_link(&self, link: u32) -> impl Iterator<Item = &TrackedPacket> {
        let link = &self.links[link as usize];
        link.in_service.iter().chain(&link.waiting)
    }

    /// Reports the steps of the packets in the event that has just happened, whose slot was `event`. The slot
    /// determines which wires can have changed, because looking at the wires of all connections would take
    /// most of the time.
    pub fn observe(&mut self, world: &World, event: Slot, report: &mut dyn FnMut(PacketEvent<'_>)) {
        let at = world.now();
        let mut emit = |step, tracked: &TrackedPacket| report(PacketEvent { at, step, tracked });
        self.find_departures(world, &mut emit);
        self.find_arrivals(world, event, &mut emit);
        // In an event inside the network, no endpoint sends a packet.
        if !matches!(event.class(), Class::Departure | Class::Propagation | Class::Ingress) {
            self.find_sent(world, &mut emit);
        }
        self.place(world);
        for tracked in self.departing.drain(..) {
            // It left the line and is on no wire: a loss rule drops it at the exit.
            if let Some(link) = link_of(world, &tracked.packet) {
                emit(PacketStep::Dropped(link), &tracked);
            }
        }
        for tracked in self.arriving.drain(..) {
            if let Some(link) = link_of(world, &tracked.packet) {
                emit(PacketStep::Arrived(link), &tracked);
                self.links[link as usize].waiting.push_back(tracked);
            }
        }
        for (index, (link, tracked)) in world.net().links().iter().zip(&mut self.links).enumerate() {
            tracked.find_marked(link, |packet| emit(PacketStep::Marked(narrow::<u32>(index)), packet));
            tracked.serve(link, |packet| emit(PacketStep::Started(narrow::<u32>(index)), packet));
            tracked.drop_lost(link, |packet| emit(PacketStep::Dropped(narrow::<u32>(index)), packet));
        }
    }

    /// Finds the packets whose last bit has left a line.
    fn find_departures(&mut self, world: &World, emit: &mut impl FnMut(PacketStep, &TrackedPacket)) {
        for (index, (link, tracked)) in world.net().links().iter().zip(&mut self.links).enumerate() {
            // The IDs are compared, because another packet may be on the line already.
            let served = link.in_service().map(|served| id_of(&served.packet));
            if tracked.in_service.is_some_and(|packet| served != Some(id_of(&packet.packet)))
                && let Some(packet) = tracked.in_service.take()
            {
                emit(PacketStep::Departed(narrow::<u32>(index)), &packet);
                self.departing.push_back(packet);
            }
        }
    }

    /// Finds the packets that have reached the end of a wire.
    fn find_arrivals(
        &mut self,
        world: &World,
        event: Slot,
        emit: &mut impl FnMut(PacketStep, &TrackedPacket),
    ) {
        let net = world.net();
        // Each of these events belongs to one wire.
        let (conn, direction) = (event.entity() as usize / 2, event.entity() as usize % 2);
        match event.class() {
            Class::Egress => {
                let wire = &net.conns()[conn].paths[direction].egress.wire;
                self.egress[conn][direction]
                    .remove_arrived(wire, net.transits(), |tracked| emit(PacketStep::Delivered, &tracked));
            }
            Class::Ingress => {
                let wire = &net.conns()[conn].paths[direction].ingress.wire;
                self.ingress[conn][direction]
                    .remove_arrived(wire, net.transits(), |tracked| self.arriving.push_back(tracked));
            }
            _ => {}
        }
        for (index, (link, tracked)) in net.links().iter().zip(&mut self.links).enumerate() {
            let mut land = |mut packet: TrackedPacket| {
                emit(PacketStep::Landed(narrow::<u32>(index)), &packet);
                packet.packet.hop += 1;
                self.arriving.push_back(packet);
            };
            tracked.propagating.remove_arrived(link.propagating(), net.transits(), &mut land);
            if let Some(detour) = link.detour() {
                tracked.detour.remove_arrived(detour, net.transits(), &mut land);
            }
        }
    }

    /// Finds the packets that endpoints have sent.
    fn find_sent(&mut self, world: &World, emit: &mut impl FnMut(PacketStep, &TrackedPacket)) {
        let net = world.net();
        for (conn, wires) in net.conns().iter().zip(&mut self.ingress) {
            for (path, wire) in conn.paths.iter().zip(wires) {
                wire.add_new(&path.ingress.wire, net.transits(), |&packet| {
                    let attachment = world.net().attachments().get(packet.attachment());
                    let tracked = TrackedPacket { packet, attachment, number: Some(self.sent) };
                    self.sent += 1;
                    emit(PacketStep::Sent, &tracked);
                    Some(tracked)
                });
            }
        }
    }

    /// Follows packets from one wire or line to the next wire.
    fn place(&mut self, world: &World) {
        let net = world.net();
        let arriving: Vec<PacketId> = self.arriving.iter().map(|tracked| id_of(&tracked.packet)).collect();
        for (conn, direction, _) in arriving {
            let wire = &net.conns()[conn as usize].paths[direction].egress.wire;
            self.egress[conn as usize][direction]
                .add_new(wire, net.transits(), |packet| take(&mut self.arriving, id_of(packet)));
        }
        for (link, tracked) in net.links().iter().zip(&mut self.links) {
            let departing = &mut self.departing;
            tracked
                .propagating
                .add_new(link.propagating(), net.transits(), |packet| take(departing, id_of(packet)));
            if let Some(detour) = link.detour() {
                tracked.detour.add_new(detour, net.transits(), |packet| take(departing, id_of(packet)));
            }
        }
    }
}

/// Passes every packet that the queue of a link stores to `visit`.
fn visit_stored(link: &Link, visit: impl FnMut(&Packet)) {
    let visit = RefCell::new(visit);
    link.queue().count(&|packet| {
        (visit.borrow_mut())(packet);
        false
    });
}

impl TrackedLink {
    /// The packets that are at the link.
    fn of(link: &Link, world: &World) -> Self {
        let earlier = |packet: &Packet| TrackedPacket::earlier(*packet, world);
        let mut waiting = VecDeque::new();
        visit_stored(link, |packet| waiting.push_back(earlier(packet)));
        let detour = link.detour().map(|detour| TrackedWire::of(detour, world));
        TrackedLink {
            waiting,
            in_service: link.in_service().map(|served| earlier(&served.packet)),
            propagating: TrackedWire::of(link.propagating(), world),
            detour: detour.unwrap_or_default(),
            lost: link.counters().drops + link.counters().losses,
            marks: link.counters().marks,
        }
    }

    /// Finds the packets that the queue has marked. A packet may leave the queue in the same event.
    fn find_marked(&mut self, link: &Link, mut marked: impl FnMut(&TrackedPacket)) {
        if link.counters().marks == std::mem::replace(&mut self.marks, link.counters().marks) {
            return;
        }
        let mut found = Vec::new();
        let mut add = |packet: &Packet| {
            if packet.flags & MARKED == MARKED {
                found.push(id_of(packet));
            }
        };
        visit_stored(link, &mut add);
        if let Some(served) = link.in_service() {
            add(&served.packet);
        }
        found.sort_unstable();
        let is_new = |tracked: &&mut TrackedPacket| {
            tracked.packet.flags & MARKED != MARKED && found.binary_search(&id_of(&tracked.packet)).is_ok()
        };
        for tracked in self.waiting.iter_mut().filter(is_new) {
            tracked.packet.flags |= MARKED;
            marked(tracked);
        }
    }

    /// Follows the packet that the link has begun to send.
    fn serve(&mut self, link: &Link, mut started: impl FnMut(&TrackedPacket)) {
        let (None, Some(served)) = (&self.in_service, link.in_service()) else { return };
        if let Some(mut tracked) = take(&mut self.waiting, id_of(&served.packet)) {
            // The queue may have marked the packet.
            tracked.packet.flags = served.packet.flags;
            started(&tracked);
            self.in_service = Some(tracked);
        }
    }

    /// Removes the packets that the link's queue or loss rules have dropped.
    fn drop_lost(&mut self, link: &Link, mut dropped: impl FnMut(&TrackedPacket)) {
        let lost = link.counters().drops + link.counters().losses;
        if lost == std::mem::replace(&mut self.lost, lost) {
            return;
        }
        let mut stored = Vec::new();
        visit_stored(link, |packet| stored.push(id_of(packet)));
        stored.sort_unstable();
        self.waiting.retain(|tracked| {
            let is_stored = stored.binary_search(&id_of(&tracked.packet)).is_ok();
            if !is_stored {
                dropped(tracked);
            }
            is_stored
        });
    }
}
