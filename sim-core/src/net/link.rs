//! One direction of a link: a queue, a line of some rate, and the time that packets fly.
//!
//! Where the queue decides on arrival (drop-tail), a packet's departure is computed when it arrives and only its
//! arrival at the far end is an event. `system` then remembers who is in service and waiting: occupancy is a function of
//! (ring, now), and departures are booked together (backlog.rs). Links whose queue decides at dequeue
//! keep real departure events instead. Both paths give one result ID (tests/paths.rs).

use super::backlog::{Backlog, InSystem};
use super::impairments::Impairments;
use super::loss::LossRule;
use super::serializer::{Serializer, work_of};
use super::wire::Wire;
use crate::ground::packet::Packet;
use crate::ground::rng::mix;
use crate::ground::time::{NEVER, Time};
use crate::net::queues::{AnyQueue, Room};

/// Where a packet goes when a link has sent it: to another link, to its endpoint if this was the last link of its path, or
/// nowhere if a loss rule takes it. Bits, since every packet is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fate(u8);

impl Fate {
    #[inline]
    pub fn new(last: bool, lost: bool) -> Self {
        Fate(u8::from(last) | u8::from(lost) << 1)
    }

    #[inline]
    pub fn is_lost(self) -> bool {
        self.0 & 2 != 0
    }

    /// Whether the link is the last one of the packet's path.
    #[inline]
    pub fn is_last(self) -> bool {
        self.0 & 1 != 0
    }
}

/// The packet on the line, where departures are events.
#[derive(Clone, Copy, Debug)]
pub struct InService {
    pub packet: Packet,
    pub entry: InSystem,
    /// When its service began.
    pub started: Time,
    /// When its first bit leaves: later than that where it waits for tokens.
    pub begins: Time,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkCounters {
    pub arrivals: u64,
    pub departures: u64,
    pub departed_bytes: u64,
    /// Dropped by the queue.
    pub drops: u64,
    /// Taken by loss rules.
    pub losses: u64,
    pub marks: u64,
}

/// Why a packet was lost. The numbers are part of result IDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Cause {
    QueueFull = 1,
    LossRule = 2,
    QueueEarly = 3,
}

/// In result IDs, beside the causes.
const MARK: u64 = 0x100;

#[derive(Clone, Debug)]
pub struct Link {
    /// Stable key of the link direction, from its id in the document.
    pub key: u64,
    pub line: Serializer,
    pub delay: Time,
    pub queue: AnyQueue,
    pub loss: Vec<LossRule>,
    /// Departures are computed on arrival.
    pub lazy: bool,
    /// The room of a queue that does nothing but to refuse what finds none, where departures are computed on arrival.
    pub tail: Option<Room>,
    /// The queue wants to see every arrival, and may have something to tell after it.
    pub attentive: bool,
    pub system: Backlog,
    pub in_service: Option<InService>,
    /// Work left in the packet in service while the rate is 0.
    pub stalled: Option<u128>,
    pub last_departure: Time,
    /// Latest arrival at the far end of a packet that has departed: a shorter delay must not let one overtake.
    pub departed_arrival: Time,
    /// The same, of any packet, departed or not.
    pub last_arrival: Time,
    /// Packets flying to another link of their path.
    pub flight: Wire,
    /// Sum of a mix over every departure, drop and mark: order does not matter, so that lazy and eager accounting agree.
    pub hash: u64,
    pub counters: LinkCounters,
    /// What else happens to packets here.
    pub impairments: Option<Box<Impairments>>,
    /// The rate that it has when no outage stops it, and how many outages do.
    pub wanted: f64,
    pub outages: u32,
}

impl Link {
    pub fn new(key: u64, rate: f64, delay: Time, queue: AnyQueue, loss: Vec<LossRule>, lazy: bool) -> Self {
        let lazy = lazy && queue.decides_on_arrival();
        Link {
            key,
            line: Serializer::new(rate),
            delay,
            lazy,
            tail: if lazy { queue.tail() } else { None },
            attentive: queue.attentive(),
            queue,
            loss,
            system: Backlog::default(),
            in_service: None,
            stalled: None,
            last_departure: 0,
            departed_arrival: 0,
            last_arrival: 0,
            flight: Wire::default(),
            hash: 0,
            counters: LinkCounters::default(),
            impairments: None,
            wanted: rate,
            outages: 0,
        }
    }

    /// With impairments departures are events.
    pub fn impaired(mut self, impairments: Option<Box<Impairments>>) -> Self {
        if impairments.is_some() {
            self.lazy = false;
            self.tail = None;
        }
        self.impairments = impairments;
        self
    }

    /// Bytes that a packet takes on the line.
    pub fn on_the_line(&self, size: u16) -> u32 {
        self.impairments.as_ref().map_or(u32::from(size), |impairments| impairments.on_the_line(size))
    }

    /// Waiting packets and bytes, without the one in service. Call after a look at the present.
    #[inline]
    pub fn waiting(&self) -> (u32, u64) {
        if self.lazy { self.system.waiting() } else { self.queue.waiting() }
    }

    /// Whether a packet is being sent.
    #[inline]
    pub fn busy(&self) -> bool {
        if self.lazy { !self.system.is_empty() } else { self.in_service.is_some() }
    }

    /// Packets that went on the line, or wait for it where their departure is computed.
    pub fn served(&self) -> u64 {
        self.counters.departures + self.system.unbooked() + u64::from(self.in_service.is_some())
    }

    /// Where departures are computed on arrival: a packet that arrives at `now` goes on the line, or waits for it. Returns when
    /// it departs.
    #[inline(always)]
    pub fn take_in(&mut self, now: Time, packet: &Packet, flow: u32, fate: Fate) -> Time {
        let departs = self.line.send(now, packet.size);
        if departs == NEVER && self.system.is_empty() {
            self.stalled = Some(work_of(u32::from(packet.size)));
        }
        self.system.push(InSystem {
            departs,
            arrived: now,
            tx: packet.tx,
            waited: packet.waited,
            conn: packet.conn as u16,
            flow: flow as u16,
            size: packet.size,
            feedback: packet.is_feedback(),
            fate,
        });
        departs
    }

    /// When a packet that departs at `departs` arrives at the far end.
    #[inline]
    pub fn arrival_of(&mut self, departs: Time) -> Time {
        let arrival = departs.saturating_add(self.delay).max(self.last_arrival);
        self.last_arrival = arrival;
        arrival
    }

    /// Books a departure at its time: counters and hash.
    #[inline]
    pub fn book_departure(&mut self, entry: &InSystem) {
        self.counters.departures += 1;
        self.counters.departed_bytes += u64::from(entry.size);
        self.last_departure = entry.departs;
        if !entry.fate.is_lost() {
            self.departed_arrival = self.departed_arrival.max(entry.departs + self.delay);
        }
        self.hash =
            self.hash.wrapping_add(event_hash(entry.departs, entry.conn.into(), entry.tx, entry.feedback, 0));
    }

    pub fn book_loss(&mut self, now: Time, packet: &Packet, cause: Cause) {
        match cause {
            Cause::LossRule => self.counters.losses += 1,
            Cause::QueueFull | Cause::QueueEarly => self.counters.drops += 1,
        }
        let h = event_hash(now, packet.conn, packet.tx, packet.is_feedback(), cause as u64);
        self.hash = self.hash.wrapping_add(h);
    }

    pub fn book_mark(&mut self, now: Time, packet: &Packet) {
        self.counters.marks += 1;
        let h = event_hash(now, packet.conn, packet.tx, packet.is_feedback(), MARK);
        self.hash = self.hash.wrapping_add(h);
    }

    pub fn state_hash(&self) -> u64 {
        let c = &self.counters;
        let state = [c.arrivals, c.departures, c.drops, c.losses, c.marks, self.hash];
        let impairments = self.impairments.as_ref().map(|impairments| impairments.digest());
        state.iter().chain(&impairments).fold(self.key, |h, &v| mix(h ^ v))
    }
}

#[inline]
pub fn event_hash(at: Time, conn: u32, tx: u32, feedback: bool, kind: u64) -> u64 {
    let who = u64::from(conn) << 32 | u64::from(tx);
    mix(at.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ who.rotate_left(7) ^ kind << 1 ^ u64::from(feedback))
}
