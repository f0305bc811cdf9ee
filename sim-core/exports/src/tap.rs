//! Follows every packet of a run from outside of the simulator.
//!
//! The simulation advances by one event at a time, and the tap compares the packets in the network with those after the event before.
//! Links are built on the event path (`sim_core::net::link`), on which each step of a packet is an event of its own; the results do not
//! depend on the path. The simulator therefore has no code for the tap, and a run without exports costs nothing more.

use std::cell::RefCell;
use std::collections::VecDeque;

use sim_core::ground::packet::{LINK_BITS, Packet};
use sim_core::ground::ring::Ring;
use sim_core::ground::time::Time;
use sim_core::net::link::Link;
use sim_core::net::wire::Transit;
use sim_core::transport::Note;
use sim_core::world::World;

/// What happens to a packet.
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
    /// It reaches its endpoint.
    Delivered,
}

/// A packet that the tap follows.
#[derive(Clone, Copy, Debug)]
pub struct TappedPacket {
    pub packet: Packet,
    /// The content that does not fit into the packet.
    pub note: Option<Note>,
    /// The number of the packet among all packets of the run, in the order in which they were sent.
    pub number: u64,
}

/// A step of a packet.
#[derive(Clone, Copy, Debug)]
pub struct PacketEvent<'a> {
    pub at: Time,
    pub step: PacketStep,
    pub tapped: &'a TappedPacket,
}

/// Connection, direction and ordinal of a packet.
type PacketId = (u32, usize, u32);

fn id_of(packet: &Packet) -> PacketId {
    (packet.conn, packet.direction(), packet.tx)
}

/// A copy of the packets on a wire.
#[derive(Debug, Default)]
struct TappedWire(VecDeque<TappedPacket>);

impl TappedWire {
    /// Removes the packets that have left the wire.
    fn remove_arrived(&mut self, ring: &Ring<Transit>, mut arrived: impl FnMut(TappedPacket)) {
        let head = ring.front().map(|transit| id_of(&transit.packet));
        while let Some(first) = self.0.front().copied() {
            if head == Some(id_of(&first.packet)) {
                break;
            }
            self.0.pop_front();
            arrived(first);
        }
    }

    /// Adds the packets that the event has put on the wire. `find` returns the packet that the tap follows.
    fn add_new(&mut self, ring: &Ring<Transit>, mut find: impl FnMut(&Packet) -> Option<TappedPacket>) {
        for index in self.0.len()..ring.len() {
            let Some(Transit { packet, .. }) = ring.get(index) else { return };
            if let Some(tapped) = find(packet) {
                // The links passed so far may have marked the packet.
                self.0.push_back(TappedPacket { packet: *packet, ..tapped });
            }
        }
    }
}

/// The packets at one link.
#[derive(Debug, Default)]
struct TappedLink {
    waiting: VecDeque<TappedPacket>,
    in_service: Option<TappedPacket>,
    flight: TappedWire,
    detour: TappedWire,
    /// Number of packets lost so far.
    lost: u64,
}

/// Takes a packet out of a list.
fn take(list: &mut VecDeque<TappedPacket>, id: PacketId) -> Option<TappedPacket> {
    let index = list.iter().position(|tapped| id_of(&tapped.packet) == id)?;
    list.remove(index)
}

/// The packets of a world.
#[derive(Debug, Default)]
pub struct Tap {
    /// The wires before the first link and after the last link, of data and of feedback, by connection.
    ingress: Vec<[TappedWire; 2]>,
    egress: Vec<[TappedWire; 2]>,
    links: Vec<TappedLink>,
    /// Packets that a link has sent completely in this event.
    departing: VecDeque<TappedPacket>,
    /// Packets that have reached the end of a wire in this event.
    arriving: VecDeque<TappedPacket>,
    sent: u64,
}

/// The link at which a packet is, or which it has just passed.
fn link_of(world: &World, packet: &Packet) -> Option<u32> {
    let net = world.net();
    let route = net.conns[packet.conn as usize].paths[packet.direction()].route;
    net.routes[route as usize].get(usize::from(packet.hop)).copied()
}

impl Tap {
    pub fn new(world: &World) -> Self {
        Tap {
            ingress: world.net().conns.iter().map(|_| Default::default()).collect(),
            egress: world.net().conns.iter().map(|_| Default::default()).collect(),
            links: world.net().links.iter().map(|_| TappedLink::default()).collect(),
            ..Tap::default()
        }
    }

    /// Reports the steps of the packets in the event that has just happened.
    pub fn observe(&mut self, world: &World, report: &mut dyn FnMut(PacketEvent<'_>)) {
        let at = world.now();
        let mut emit = |step, tapped: &TappedPacket| report(PacketEvent { at, step, tapped });
        self.find_departures(world, &mut emit);
        self.find_arrivals(world, &mut emit);
        self.find_sent(world, &mut emit);
        self.place(world);
        for tapped in self.departing.drain(..) {
            // It left the line and is on no wire: a loss rule drops it at the exit.
            if let Some(link) = link_of(world, &tapped.packet) {
                emit(PacketStep::Dropped(link), &tapped);
            }
        }
        for tapped in self.arriving.drain(..) {
            if let Some(link) = link_of(world, &tapped.packet) {
                emit(PacketStep::Arrived(link), &tapped);
                self.links[link as usize].waiting.push_back(tapped);
            }
        }
        for (index, (link, tapped)) in world.net().links.iter().zip(&mut self.links).enumerate() {
            tapped.serve(link, |packet| emit(PacketStep::Started(index as u32), packet));
            tapped.drop_lost(link, |packet| emit(PacketStep::Dropped(index as u32), packet));
        }
    }

    /// Finds the packets whose last bit has left a line.
    fn find_departures(&mut self, world: &World, emit: &mut impl FnMut(PacketStep, &TappedPacket)) {
        for (index, (link, tapped)) in world.net().links.iter().zip(&mut self.links).enumerate() {
            // The IDs are compared, because another packet may be on the line already.
            let served = link.in_service.map(|served| id_of(&served.packet));
            if tapped.in_service.is_some_and(|packet| served != Some(id_of(&packet.packet)))
                && let Some(packet) = tapped.in_service.take()
            {
                emit(PacketStep::Departed(index as u32), &packet);
                self.departing.push_back(packet);
            }
        }
    }

    /// Finds the packets that have reached the end of a wire.
    fn find_arrivals(&mut self, world: &World, emit: &mut impl FnMut(PacketStep, &TappedPacket)) {
        let net = world.net();
        for (conn, (ingress, egress)) in net.conns.iter().zip(self.ingress.iter_mut().zip(&mut self.egress)) {
            for (path, (ingress, egress)) in conn.paths.iter().zip(ingress.iter_mut().zip(egress)) {
                egress.remove_arrived(&path.egress.wire.ring, |tapped| emit(PacketStep::Delivered, &tapped));
                ingress.remove_arrived(&path.ingress.wire.ring, |tapped| self.arriving.push_back(tapped));
            }
        }
        for (index, (link, tapped)) in net.links.iter().zip(&mut self.links).enumerate() {
            let mut land = |mut packet: TappedPacket| {
                emit(PacketStep::Landed(index as u32), &packet);
                packet.packet.hop += 1;
                self.arriving.push_back(packet);
            };
            tapped.flight.remove_arrived(&link.flight.ring, &mut land);
            if let Some(impairments) = &link.impairments {
                tapped.detour.remove_arrived(&impairments.detour.ring, &mut land);
            }
        }
    }

    /// Finds the packets that endpoints have sent.
    fn find_sent(&mut self, world: &World, emit: &mut impl FnMut(PacketStep, &TappedPacket)) {
        for (conn, wires) in world.net().conns.iter().zip(&mut self.ingress) {
            for (path, wire) in conn.paths.iter().zip(wires) {
                wire.add_new(&path.ingress.wire.ring, |&packet| {
                    let note = world.net().notes.get(packet.note());
                    let tapped = TappedPacket { packet, note, number: self.sent };
                    self.sent += 1;
                    emit(PacketStep::Sent, &tapped);
                    Some(tapped)
                });
            }
        }
    }

    /// Follows packets from one wire or line to the next wire.
    fn place(&mut self, world: &World) {
        let net = world.net();
        for (conn, wires) in net.conns.iter().zip(&mut self.egress) {
            for (path, wire) in conn.paths.iter().zip(wires) {
                wire.add_new(&path.egress.wire.ring, |packet| take(&mut self.arriving, id_of(packet)));
            }
        }
        for (link, tapped) in net.links.iter().zip(&mut self.links) {
            let departing = &mut self.departing;
            tapped.flight.add_new(&link.flight.ring, |packet| take(departing, id_of(packet)));
            if let Some(impairments) = &link.impairments {
                tapped.detour.add_new(&impairments.detour.ring, |packet| take(departing, id_of(packet)));
            }
        }
    }
}

impl TappedLink {
    /// Follows the packet that the link has begun to send.
    fn serve(&mut self, link: &Link, mut started: impl FnMut(&TappedPacket)) {
        let (None, Some(served)) = (&self.in_service, link.in_service) else { return };
        if let Some(mut tapped) = take(&mut self.waiting, id_of(&served.packet)) {
            // The queue may have marked the packet.
            tapped.packet.flags = served.packet.flags & !LINK_BITS;
            started(&tapped);
            self.in_service = Some(tapped);
        }
    }

    /// Removes the packets that the link's queue or loss rules have dropped.
    fn drop_lost(&mut self, link: &Link, mut dropped: impl FnMut(&TappedPacket)) {
        let lost = link.counters.drops + link.counters.losses;
        if lost == std::mem::replace(&mut self.lost, lost) {
            return;
        }
        let stored = RefCell::new(Vec::new());
        link.queue.count(&|packet| {
            stored.borrow_mut().push(id_of(packet));
            true
        });
        let mut stored = stored.into_inner();
        stored.sort_unstable();
        self.waiting.retain(|tapped| {
            let is_stored = stored.binary_search(&id_of(&tapped.packet)).is_ok();
            if !is_stored {
                dropped(tapped);
            }
            is_stored
        });
    }
}
