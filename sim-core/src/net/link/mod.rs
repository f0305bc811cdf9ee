//! One direction of a link: a queue, a line that sends one packet after the other at some rate, and a flight in which packets
//! propagate to the far end.
//!
//! # What a packet does here
//!
//! A packet arrives, may be lost by a loss rule, and enters the queue, which may drop or mark it. When the line is free it takes
//! the next packet and sends its bits. When the last bit has left, the packet has *departed*; it arrives at the far end after
//! the propagation delay and continues to the next link of its route or to its access link.
//!
//! # Three paths, one result
//!
//! A simulator could make three events of this: arrival, departure, arrival at the far end. Departures are half of the work of
//! a run, so links avoid their events wherever they can. Which path a link uses is decided once, when it is built.
//!
//! | path | file | when | events per packet and link |
//! |---|---|---|---|
//! | event | `events.rs` | the queue decides when a packet leaves it (CoDel, PIE, fair queueing, ...), or the link has impairments | departure, end of flight |
//! | lazy | `computed.rs` | the queue decides on arrival and is first in, first out (drop-tail, RED) | end of flight |
//! | fused | `computed.rs` | lazy, and the link is the last one of the packet's route | none: see below |
//!
//! - **Event path.** `in_service` holds the packet on the line, and the event queue holds its departure. The discipline stores the
//!   packets that wait.
//! - **Lazy path.** If every packet that is admitted will be sent in order of arrival, its departure is known as soon as it arrives:
//!   the moment at which the line is free, plus its own serialization time. The departure is computed and put into a ring,
//!   the [`backlog`]. Who is in service and who waits at any moment follows from the ring and the time, so the queue length
//!   that an arriving packet finds is exact. Only the end of the flight is an event.
//! - **Fused path.** A packet on the last link of its route arrives next at the access link of its endpoint, which serves packets in the
//!   order of their arrival, too. Its flight, its serialization on the access link and its arrival at the endpoint are all
//!   computed at once, and the only event is the arrival at the endpoint. Each access link is fed by one route alone, so the
//!   order of its packets is the same on all paths. A link can be last for some packets and not for others; each packet takes
//!   the path that fits.
//!
//! The paths give the same result because nothing that decides the future depends on the path: times are computed with the
//! same arithmetic, arrivals at one moment are ordered by class and entity and never by when they were scheduled
//! (`ground/event_queue.rs`), and the hash over departures is a sum, which does not depend on the order in which it is added up.
//! `tests/paths.rs` runs random scenarios on all paths and compares result IDs, summaries and series.
//!
//! # What is recorded, and when
//!
//! A computed departure is not reported when it is computed, since a change of rate may still move it, nor at its own time, since no
//! event happens then. Departures that have happened are reported in batches, and always before anybody can read the
//! result: at the end of a step, of a bin and of a measurement window, before a drop, and before a change of the link
//! ([`backlog`] has the rules). Departures and queue lengths are each reported in the order of time.
//!
//! # Changes of the rate
//!
//! On the event path only the packet in service has a departure time, and it moves. On the other paths everything that has been
//! computed but has not happened is computed again (`retime.rs`): the packet in service keeps the bits that were sent, the
//! packets behind it follow, and so do their arrivals in the flight and, if they are fused, on access links, whose lines are
//! first set back to where they stood. A shorter delay never lets a packet overtake another one. Rate 0 is an outage: packets keep
//! their places, with departures at `NEVER`, until the rate rises again.

pub mod backlog;
mod computed;
mod events;
pub mod retime;

use self::backlog::{Backlog, Departure};
use super::Conn;
use super::impairments::Impairments;
use super::loss::{LossPlace, LossRule};
use super::observer::NetworkObserver;
use super::queues::{AnyQueue, QueueLimit};
use super::serializer::Serializer;
use super::wire::Wire;
use crate::ground::packet::Packet;
use crate::ground::rng::mix;
use crate::ground::time::Time;

/// Where a packet goes after a link has sent it: to another link, to its endpoint if this was the last link of its route, or
/// nowhere if a loss rule takes it. Stored as bits, since every packet is tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NextStop(u8);

impl NextStop {
    #[inline]
    pub fn new(last: bool, lost: bool) -> Self {
        NextStop(u8::from(last) | u8::from(lost) << 1)
    }

    /// Whether a loss rule takes the packet when it has been sent.
    #[inline]
    pub fn is_lost(self) -> bool {
        self.0 & 2 != 0
    }

    /// Whether the link is the last one of the packet's route.
    #[inline]
    pub fn is_last(self) -> bool {
        self.0 & 1 != 0
    }
}

/// The packet on the line, on the event path.
#[derive(Clone, Copy, Debug)]
pub struct InService {
    pub packet: Packet,
    pub departure: Departure,
    /// When the packet was taken from the queue.
    pub started: Time,
    /// When its first bit leaves: later than `started` if it waits for tokens of a shaper.
    pub begins: Time,
}

/// Counts of one link direction since the start of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkCounters {
    pub arrivals: u64,
    pub departures: u64,
    pub departed_bytes: u64,
    /// Packets dropped by the queue.
    pub drops: u64,
    /// Packets taken by loss rules.
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

/// Stands for a mark in result IDs, beside the causes.
const MARK: u64 = 0x100;

/// The state of one link direction.
#[derive(Clone, Debug)]
pub struct Link {
    /// Stable key of the link direction, from its id in the document.
    pub key: u64,
    pub line: Serializer,
    pub delay: Time,
    pub queue: AnyQueue,
    pub loss: Vec<LossRule>,
    /// Whether departures are computed on arrival (lazy and fused paths).
    pub lazy: bool,
    /// On the lazy path, the limit of a queue that does nothing except refuse packets beyond it.
    pub arrival_limit: Option<QueueLimit>,
    /// Whether the queue must see every arrival, and may report signals or marks after it.
    pub sees_every_arrival: bool,
    /// Lazy path: packets in service and waiting.
    pub backlog: Backlog,
    /// Event path: the packet on the line.
    pub in_service: Option<InService>,
    /// Work left in the packet in service while the rate is 0.
    pub stalled: Option<u128>,
    /// When the last packet departed.
    pub last_departure: Time,
    /// Latest arrival at the far end of a packet that has departed: a shorter delay must not let a packet overtake it.
    pub departed_arrival: Time,
    /// Latest arrival at the far end of any packet, departed or computed.
    pub last_arrival: Time,
    /// Packets that propagate to another link of their route.
    pub flight: Wire,
    /// Sum of a hash over every departure, drop and mark; the order does not matter.
    pub hash: u64,
    pub counters: LinkCounters,
    /// Jitter, detours, shapers, cells and traces, if the link has any.
    pub impairments: Option<Box<Impairments>>,
    /// The rate without outages, and how many outages hold at the moment.
    pub rate: f64,
    pub outages: u32,
}

impl Link {
    /// `lazy`: the link may compute departures if its queue allows it.
    pub fn new(key: u64, rate: f64, delay: Time, queue: AnyQueue, loss: Vec<LossRule>, lazy: bool) -> Self {
        let lazy = lazy && queue.decides_on_arrival();
        Link {
            key,
            line: Serializer::new(rate),
            delay,
            lazy,
            arrival_limit: if lazy { queue.arrival_limit() } else { None },
            sees_every_arrival: queue.sees_every_arrival(),
            queue,
            loss,
            backlog: Backlog::default(),
            in_service: None,
            stalled: None,
            last_departure: 0,
            departed_arrival: 0,
            last_arrival: 0,
            flight: Wire::default(),
            hash: 0,
            counters: LinkCounters::default(),
            impairments: None,
            rate,
            outages: 0,
        }
    }

    /// Adds impairments, which need the event path.
    pub fn with_impairments(mut self, impairments: Option<Box<Impairments>>) -> Self {
        if impairments.is_some() {
            self.lazy = false;
            self.arrival_limit = None;
        }
        self.impairments = impairments;
        self
    }

    /// Bytes that a packet occupies on the line.
    pub fn bytes_on_line(&self, size: u16) -> u32 {
        self.impairments.as_ref().map_or(u32::from(size), |impairments| impairments.bytes_on_line(size))
    }

    /// Waiting packets and bytes, without the packet in service. On the lazy path the backlog must have been advanced to the
    /// present.
    #[inline]
    pub fn waiting(&self) -> (u32, u64) {
        if self.lazy { self.backlog.waiting() } else { self.queue.waiting() }
    }

    /// Whether a packet is being sent.
    #[inline]
    pub fn is_busy(&self) -> bool {
        if self.lazy { !self.backlog.is_empty() } else { self.in_service.is_some() }
    }

    /// Packets that were put on the line; on the lazy path, including those that wait for it.
    pub fn sent(&self) -> u64 {
        self.counters.departures + self.backlog.unreported() + u64::from(self.in_service.is_some())
    }

    /// When a packet that departs at `departs` arrives at the far end.
    #[inline]
    pub fn arrival_of(&mut self, departs: Time) -> Time {
        let arrival = departs.saturating_add(self.delay).max(self.last_arrival);
        self.last_arrival = arrival;
        arrival
    }

    /// Adds one departure to counters and hash, at its time.
    #[inline]
    fn count_departure(&mut self, departure: &Departure) {
        self.counters.departures += 1;
        self.counters.departed_bytes += u64::from(departure.size);
        self.last_departure = departure.departs;
        if !departure.next.is_lost() {
            self.departed_arrival = self.departed_arrival.max(departure.departs + self.delay);
        }
        let Departure { departs, conn, tx, feedback, .. } = *departure;
        self.hash = self.hash.wrapping_add(event_hash(departs, conn.into(), tx, feedback, 0));
    }

    /// Adds a lost packet to counters and hash.
    pub(super) fn count_loss(&mut self, now: Time, packet: &Packet, cause: Cause) {
        match cause {
            Cause::LossRule => self.counters.losses += 1,
            Cause::QueueFull | Cause::QueueEarly => self.counters.drops += 1,
        }
        let hash = event_hash(now, packet.conn, packet.tx, packet.is_feedback(), cause as u64);
        self.hash = self.hash.wrapping_add(hash);
    }

    /// Adds a mark to counters and hash.
    fn count_mark(&mut self, now: Time, packet: &Packet) {
        self.counters.marks += 1;
        let hash = event_hash(now, packet.conn, packet.tx, packet.is_feedback(), MARK);
        self.hash = self.hash.wrapping_add(hash);
    }

    /// Hash of everything that has happened on the link, for result IDs.
    pub fn state_hash(&self) -> u64 {
        let c = &self.counters;
        let state = [c.arrivals, c.departures, c.drops, c.losses, c.marks, self.hash];
        let impairments = self.impairments.as_ref().map(|impairments| impairments.digest());
        state.iter().chain(&impairments).fold(self.key, |h, &v| mix(h ^ v))
    }

    /// Counts and reports a packet that a loss rule takes after the link has sent it.
    #[cold]
    fn lose_at_exit(
        &mut self,
        l: u32,
        departure: &Departure,
        conns: &[Conn],
        obs: &mut impl NetworkObserver,
    ) {
        let Departure { departs, tx, conn, feedback, .. } = *departure;
        self.counters.losses += 1;
        self.hash = self.hash.wrapping_add(mix(departs ^ u64::from(tx)));
        obs.packet_lost(l, &conns[usize::from(conn)], departs, feedback, Cause::LossRule);
    }

    /// Where a loss rule takes the packet, if one does. A rule that acts on arrival has precedence over one that acts at the
    /// exit.
    #[cold]
    fn loss_place(&mut self, packet: &Packet, conn: u64, now: Time) -> Option<LossPlace> {
        let mut found = None;
        for rule in &mut self.loss {
            // Every rule counts the packet.
            if rule.takes(packet, conn, now) && found != Some(LossPlace::Arrival) {
                found = Some(rule.place);
            }
        }
        found
    }
}

/// Hash of one event of a packet on a link.
#[inline]
fn event_hash(at: Time, conn: u32, tx: u32, feedback: bool, kind: u64) -> u64 {
    let packet = u64::from(conn) << 32 | u64::from(tx);
    mix(at.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ packet.rotate_left(7) ^ kind << 1 ^ u64::from(feedback))
}
