//! One direction of a link: a queue, a line that sends packets one at a time at some rate, and a wire on
//! which packets propagate to the far end.
//!
//! # The way of a packet
//!
//! A packet arrives, may be lost by a loss rule, and enters the queue, which may drop or mark it. When the
//! line is free it takes the next packet and sends its bits. When the last bit has left, the packet has
//! *departed*; it arrives at the far end after the propagation delay and continues to the next link of its
//! route or to its access link.
//!
//! # Four paths, one result
//!
//! The event path has two events for each packet and link: the departure, and the arrival at the far end.
//! Departure events would be half of the work of a run, so links avoid them where they can. Whether a link
//! uses the event path is decided once, when the link is built. On every path, a packet enters the link in
//! `arrival.rs`, which loses it, drops it or passes it to the path.
//!
//! | path | after the arrival | when | events per packet and link |
//! |---|---|---|---|
//! | event | `events.rs` | the queue decides when a packet leaves it (CoDel, PIE, fair queueing, ...), or the link has impairments | departure, end of propagation |
//! | lazy | `arrival.rs` computes the departure | the queue decides on arrival and is first in, first out (drop-tail, RED) | end of propagation |
//! | fused | `arrival.rs` computes the departure, `net/context.rs` the access link | as for lazy, and the link is the last one of the packet's route | none (see below) |
//! | early | as for lazy or fused | as for lazy, without loss rules, and all routes through the link begin there | as for lazy or fused; the arrival itself needs none |
//!
//! - **Event path.** `in_service` holds the packet on the line, and the event queue holds its departure. The
//!   discipline stores the packets that wait.
//! - **Lazy path.** If all admitted packets are sent in the order of their arrival, the departure of a packet
//!   is known as soon as it arrives: the time at which the line is free, plus the packet's serialization
//!   time. The departure is computed and put into a ring, the [`backlog`]. The ring and the current time
//!   determine which packet is in service and which packets wait, so the queue length that an arriving packet
//!   finds is exact. Only the end of the propagation is an event.
//! - **Fused path.** After the last link of its route, a packet arrives at the access link of its endpoint,
//!   which also serves packets in the order of their arrival. The end of the packet's propagation, its
//!   serialization on the access link and its arrival at the endpoint are all computed when it arrives at the
//!   last link, and the only event is the arrival at the endpoint. Each access link receives packets from one
//!   route only, so the order of its packets is the same on all paths. A link can be the last one for some
//!   packets, which take the fused path, and not for others, which take the lazy path.
//! - **Early path.** On the other paths, the arrival at a link is an event: the end of the propagation on the link
//!   or access link before it. If all routes through a link begin there, `net/early.rs` handles its arrivals before
//!   they happen, mostly when the packet is sent. The packet then takes the lazy or the fused path.
//!
//! The paths give the same result because the state that determines the future does not depend on the path:
//! times are computed with the same arithmetic, arrivals at one moment are ordered by class and entity and
//! never by when they were scheduled (`ground/event_queue.rs`), and the hash over departures is a sum, which
//! does not depend on the order in which it is added up. `tests/paths.rs` runs random scenarios on all paths
//! and compares result IDs, summaries and series.
//!
//! # When departures are reported
//!
//! A computed departure is not reported when it is computed, because a change of the rate may still move it.
//! It is not reported when it happens either, because there is no event at that time. Departures that have
//! happened are reported in batches, and always before the records can be read: at the end of a step, of a
//! bin and of a measurement window, before a drop, and before a change of the link (see [`backlog`]).
//! Departures and queue lengths are each reported in the order of time.
//!
//! # Changes of the rate
//!
//! On the event path only the packet in service has a departure time, and this time moves. On the other
//! paths, all departures that have been computed but have not happened are computed again (`retime.rs`): the
//! remaining bits of the packet in service are sent at the new rate, and the packets after it follow. Their
//! arrivals at the far end and, on the fused path, at their endpoints move as well. The lines of the access
//! links are first reset to their states before these packets. After the delay has become shorter, no packet
//! overtakes another packet. Rate 0 is an outage: packets stay in their order, with departures at `NEVER`,
//! until the rate rises again.

mod arrival;
pub mod backlog;
mod events;
mod report;
pub mod retime;

use self::backlog::Backlog;
use super::context::LinkContext;
use super::early::EarlyLoss;
use super::impairments::Impairments;
use super::loss::{LossPlace, LossRule};
use super::observer::NetworkObserver;
use super::queues::{AnyQueue, QueueLimit};
use super::serializer::{Serializer, bytes_of_work};
use super::types::{Cause, Conn, Departure};
use super::wire::{Transit, Wire};
use crate::ground::convert::narrow;
use crate::ground::digest::mix;
use crate::ground::event_queue::{Class, Slot};
use crate::ground::packet::Packet;
use crate::ground::time::Time;

/// The packet on the line, on the event path.
#[derive(Clone, Copy, Debug)]
pub struct InService {
    pub packet: Packet,
    pub departure: Departure,
    /// The time at which the packet was taken from the queue.
    pub started: Time,
    /// The time at which its first bit leaves: later than `started` if it waits for tokens of a shaper.
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
    /// Packets dropped by loss rules.
    pub losses: u64,
    pub marks: u64,
}

/// The number that represents a mark in result IDs. It differs from all discriminants of [`Cause`].
const MARK: u64 = 0x100;

/// The state of one link direction.
#[derive(Clone, Debug)]
pub struct Link {
    /// Index among the links of the network.
    index: u32,
    /// Stable key of the link direction, from its id in the document.
    key: u64,
    line: Serializer,
    delay: Time,
    queue: AnyQueue,
    loss: Vec<LossRule>,
    /// Whether departures are computed on arrival (lazy and fused paths).
    lazy: bool,
    /// On the lazy path, the limit of a queue discipline that only drops arriving packets beyond its limit.
    arrival_limit: Option<QueueLimit>,
    /// Whether the queue discipline must see every arrival, and may report signals or marks after it.
    sees_every_arrival: bool,
    /// Whether the queue discipline has a shaper of its own.
    queue_shapes: bool,
    /// When the line takes the next packet from a discipline whose shaper holds packets back; 0 if it does not wait.
    resumes_at: Time,
    /// Lazy path: packets in service and waiting.
    backlog: Backlog,
    /// Event path: the packet on the line.
    in_service: Option<InService>,
    /// While the rate is 0: the work left of the packet in service, in the unit of `serializer::work_of`.
    stalled: Option<u128>,
    /// The departure time of the last packet.
    last_departure: Time,
    /// Latest arrival at the far end of any packet that has departed. After the delay has become shorter, no
    /// packet may arrive earlier than this.
    latest_arrival_of_departed: Time,
    /// Latest arrival at the far end of any packet, departed or computed.
    last_arrival: Time,
    /// Packets that propagate to the far end, except for packets on the fused path.
    pub(super) propagating: Wire,
    /// Sum of the hashes of all departures, losses and marks. It does not depend on their order.
    hash: u64,
    counters: LinkCounters,
    /// Jitter, detours, shapers, cells and traces, if the link has any.
    pub(super) impairments: Option<Box<Impairments>>,
    /// The rate in bit/s while there is no outage.
    rate: f64,
    /// Number of outages that have begun and not ended. Outages can overlap.
    outages: u32,
}

impl Link {
    /// `lazy`: the link may compute departures if its queue allows it.
    pub fn new(
        index: u32,
        key: u64,
        (rate, delay): (f64, Time),
        queue: AnyQueue,
        loss: Vec<LossRule>,
        lazy: bool,
    ) -> Self {
        let lazy = lazy && queue.decides_on_arrival();
        Link {
            index,
            key,
            line: Serializer::new(rate),
            delay,
            lazy,
            arrival_limit: if lazy { queue.arrival_limit() } else { None },
            sees_every_arrival: queue.sees_every_arrival(),
            queue_shapes: queue.shapes(),
            resumes_at: 0,
            queue,
            loss,
            backlog: Backlog::default(),
            in_service: None,
            stalled: None,
            last_departure: 0,
            latest_arrival_of_departed: 0,
            last_arrival: 0,
            propagating: Wire::default(),
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

    /// Stable key of the link direction.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Whether departures are computed on arrival (lazy and fused paths).
    pub fn is_lazy(&self) -> bool {
        self.lazy
    }

    /// Whether the arrival of a packet changes only this link and the wires after it, so that it can be
    /// handled before it happens.
    pub fn allows_early_arrivals(&self) -> bool {
        self.arrival_limit.is_some() && self.loss.is_empty()
    }

    pub fn counters(&self) -> &LinkCounters {
        &self.counters
    }

    pub fn queue(&self) -> &AnyQueue {
        &self.queue
    }

    pub(super) fn queue_mut(&mut self) -> &mut AnyQueue {
        &mut self.queue
    }

    /// Lazy path: packets in service and waiting.
    pub fn backlog(&self) -> &Backlog {
        &self.backlog
    }

    /// Event path: the packet on the line.
    pub fn in_service(&self) -> Option<&InService> {
        self.in_service.as_ref()
    }

    /// Packets that propagate to the far end, except for packets on the fused path.
    pub fn propagating(&self) -> &Wire {
        &self.propagating
    }

    /// Packets on the detour, if the link has one.
    pub fn detour(&self) -> Option<&Wire> {
        self.impairments.as_ref().map(|impairments| &impairments.detour)
    }

    /// Whether packets can overtake each other.
    pub fn reorders(&self) -> bool {
        self.impairments.as_ref().is_some_and(|impairments| impairments.reorders())
    }

    /// The departure time of the last packet.
    pub fn last_departure(&self) -> Time {
        self.last_departure
    }

    pub fn set_loss_rules(&mut self, rules: &[LossRule]) {
        self.loss = rules.to_vec();
    }

    /// Bytes that a packet occupies on the line.
    fn bytes_on_line(&self, size: u16) -> u32 {
        self.impairments.as_ref().map_or(u32::from(size), |impairments| impairments.bytes_on_line(size))
    }

    /// Number and bytes of the waiting packets, without the packet in service. On the lazy path the backlog
    /// must have been advanced to the current time.
    #[inline]
    pub fn waiting(&self) -> (u32, u64) {
        if self.lazy { self.backlog.waiting() } else { self.queue.waiting() }
    }

    /// Whether a packet is being sent.
    #[inline]
    fn is_busy(&self) -> bool {
        if self.lazy { !self.backlog.is_empty() } else { self.in_service.is_some() }
    }

    /// Number of packets put on the line so far. On the lazy path the number includes waiting packets.
    pub fn sent(&self) -> u64 {
        self.counters.departures + self.backlog.unreported() + u64::from(self.in_service.is_some())
    }

    /// Bytes of the packet in service that the line has sent by `now`; 0 if the line is idle. Everything
    /// before `now` must have been reported, and nothing after `now`.
    pub fn bytes_sent_of_packet_in_service(&self, now: Time) -> f64 {
        let (departure, started, begins) = match (self.backlog.front(), &self.in_service) {
            (Some(first), _) => (first, now, now),
            (None, Some(served)) => (&served.departure, served.started, served.begins.max(now)),
            (None, None) => return 0.0,
        };
        let size = f64::from(departure.size);
        if self.impairments.as_ref().is_some_and(|impairments| impairments.has_own_times()) {
            let service = departure.departs.saturating_sub(started).max(1);
            return size * (now.saturating_sub(started) as f64 / service as f64).min(1.0);
        }
        let work = self.stalled.unwrap_or_else(|| self.line.work_left(begins, departure.departs));
        let left = bytes_of_work(work) / f64::from(self.bytes_on_line(departure.size).max(1));
        size * (1.0 - left).clamp(0.0, 1.0)
    }

    /// The arrival time, at the far end, of a packet that departs at `departs`.
    #[inline]
    fn arrival_of(&mut self, departs: Time) -> Time {
        let arrival = departs.saturating_add(self.delay).max(self.last_arrival);
        self.last_arrival = arrival;
        arrival
    }

    /// Sends a packet that the line has sent to the far end, where it arrives at `at`.
    #[inline]
    fn propagate<N: Copy>(&mut self, packet: Packet, at: Time, cx: &mut LinkContext<N>) {
        let transit = Transit { at, carry: 0, packet };
        let slot = Slot::new(Class::Propagation, self.index);
        self.propagating.push(transit, slot, &mut cx.heap, &mut cx.transits);
    }

    /// Adds a departure that happens now to the counters and the hash.
    #[inline]
    fn count_departure(&mut self, departure: &Departure) {
        self.counters.departures += 1;
        self.counters.departed_bytes += u64::from(departure.size);
        self.last_departure = departure.departs;
        if !departure.next.is_lost() {
            self.latest_arrival_of_departed =
                self.latest_arrival_of_departed.max(departure.departs + self.delay);
        }
        let Departure { departs, conn, tx, feedback, .. } = *departure;
        self.hash = self.hash.wrapping_add(event_hash(departs, conn.into(), tx, feedback, 0));
    }

    /// Counts and reports a packet that is lost now, and frees its attachment.
    fn lose<N: Copy>(
        &mut self,
        packet: &Packet,
        cause: Cause,
        cx: &mut LinkContext<N>,
        obs: &mut impl NetworkObserver,
    ) {
        match cause {
            Cause::LossRule => self.counters.losses += 1,
            Cause::QueueFull | Cause::QueueEarly => self.counters.drops += 1,
        }
        let hash = event_hash(cx.now, packet.conn, packet.tx, packet.is_feedback(), cause as u64);
        self.hash = self.hash.wrapping_add(hash);
        cx.attachments.take(packet.attachment());
        let conn = cx.conn_of(packet);
        let flow = conn.flow;
        let is_early = packet.hop == 0 && conn.paths[packet.direction()].first.lead > 0;
        obs.packet_lost(self.index, conn, cx.now, packet.is_feedback(), cause);
        if !is_early {
            obs.loss_happens(self.index, flow, cx.now, cause);
        } else if obs.records_events() {
            cx.record_when_due(EarlyLoss {
                at: cx.now,
                link: self.index,
                stream: narrow(packet.stream()),
                cause,
            });
        }
    }

    /// Adds a mark to the counters and the hash.
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

    /// Counts and reports a packet that a loss rule drops after the link has sent it.
    #[cold]
    fn lose_at_exit(&mut self, departure: &Departure, conns: &[Conn], obs: &mut impl NetworkObserver) {
        let Departure { departs, tx, conn, feedback, .. } = *departure;
        self.counters.losses += 1;
        self.hash = self.hash.wrapping_add(mix(departs ^ u64::from(tx)));
        let conn = &conns[usize::from(conn)];
        obs.packet_lost(self.index, conn, departs, feedback, Cause::LossRule);
        obs.loss_happens(self.index, conn.flow, departs, Cause::LossRule);
    }

    /// The place at which a loss rule drops the packet; `None` if no rule drops it. Rules that act on arrival
    /// have precedence over rules that act at the exit.
    #[cold]
    fn loss_place(&mut self, packet: &Packet, conn: u64, now: Time) -> Option<LossPlace> {
        let mut found = None;
        for rule in &mut self.loss {
            // No rule is skipped, because each rule counts the packets that it matches.
            if rule.drops(packet, conn, now) && found != Some(LossPlace::Arrival) {
                found = Some(rule.place);
            }
        }
        found
    }
}

/// Hash of one event of a packet on a link. `kind` is 0 for a departure, `MARK`, or the discriminant of a
/// [`Cause`].
#[inline]
fn event_hash(at: Time, conn: u32, tx: u32, feedback: bool, kind: u64) -> u64 {
    let packet = u64::from(conn) << 32 | u64::from(tx);
    mix(at.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ packet.rotate_left(7) ^ kind << 1 ^ u64::from(feedback))
}
