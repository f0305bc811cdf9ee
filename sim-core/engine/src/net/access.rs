//! The path of each direction of a connection: an access link, the links of a route, and another access link.

use super::serializer::Serializer;
use super::wire::Wire;
use crate::ground::rng::Rng;
use crate::ground::time::Time;

/// The first link of a route, and whether it is the only link of the route. Stored with the path, so
/// that packets on routes of one link, which are the most frequent, do not look up their route.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstLink {
    pub link: u32,
    pub is_only: bool,
    /// Whether packets may pass the link when they are sent (see [`super::early`]).
    pub is_direct: bool,
    /// By which time arrivals at the link are handled early; 0 if they are not (see [`super::early`]).
    pub lead: Time,
}

/// The small random delay that a sender adds before each packet, so that a few deterministic flows do not
/// synchronize at a full queue (Floyd and Jacobson 1991, "phase effects"). The order of packets is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jitter {
    Off,
    /// Each packet is delayed by a time uniform in [0, max], but never leaves before the previous packet.
    Delay(Time),
    /// Each packet leaves a time uniform in [0, max] after the previous packet has left, or after now if that
    /// is later.
    Serial(Time),
    /// A packet is delayed by a time uniform in [0, max]. Packets sent before it leaves then leave together
    /// with it, as with `overhead_` of ns-2.
    Batch(Time),
}

/// The state of a sender's jitter. Allocated separately, because receivers and many senders have no jitter.
#[derive(Clone, Debug)]
struct JitterState {
    jitter: Jitter,
    /// When the last packet left the endpoint, jitter included.
    last_left: Time,
    rng: Rng,
}

/// An access link, which carries one direction of one connection, and the packets that propagate on it.
#[derive(Clone, Debug)]
#[repr(C, align(64))] // The fields that one event uses are in two cache lines.
pub struct AccessLink {
    pub line: Serializer<1>,
    /// Sum of the hashes of all arrivals at the endpoint.
    // Not next to `arrived`: the compiler would add to both in a vector, which takes five instructions more.
    pub hash: u64,
    pub delay: Time,
    pub wire: Wire,
    /// Number of packets that have arrived at the endpoint, on an egress access link.
    pub arrived: u64,
}

/// Number of packets that fit into the queue of a sender's network interface (`txqueuelen`, with the usual
/// default of Linux).
const HOST_QUEUE_PACKETS: u64 = 1000;

impl AccessLink {
    fn new(rate: f64, delay: Time) -> Self {
        AccessLink { line: Serializer::new(rate), hash: 0, delay, wire: Wire::default(), arrived: 0 }
    }
}

/// One direction of a connection: data from the sender, or feedback from the receiver.
#[derive(Clone, Debug)]
pub struct Path {
    /// From the endpoint to the first link of the route.
    pub ingress: AccessLink,
    /// From the last link of the route to the other endpoint.
    pub egress: AccessLink,
    // A packet that passes its first link directly when it is sent uses the following fields and the line of
    // `ingress`: two cache lines.
    jitter: Option<Box<JitterState>>,
    /// Number of packets that the endpoint has sent.
    pub sent: u64,
    /// The first link of the route.
    pub first: FirstLink,
    /// The route between the two access links, as an index of `Net::routes`.
    pub route: u32,
}

impl Path {
    /// `rate`: of both access links, in bit/s. `delays`: propagation delays of the ingress and of the egress
    /// access link.
    pub fn new(rate: f64, delays: (Time, Time), jitter: Jitter, route: u32, rng: Rng) -> Self {
        Path {
            ingress: AccessLink::new(rate, delays.0),
            egress: AccessLink::new(rate, delays.1),
            jitter: (jitter != Jitter::Off).then(|| Box::new(JitterState { jitter, last_left: 0, rng })),
            sent: 0,
            first: FirstLink::default(),
            route,
        }
    }

    /// When the last packet left the endpoint, jitter included; 0 if the path has no jitter.
    pub fn last_left(&self) -> Time {
        self.jitter.as_ref().map_or(0, |state| state.last_left)
    }

    /// The time from which the queue of the host's interface accepts another packet of `size` bytes. Senders
    /// without a window must wait until this time.
    pub fn host_queue_accepts_at(&self, size: u16) -> Time {
        let line = &self.ingress.line;
        let max_jitter = self.jitter.as_ref().map_or(0, |state| match state.jitter {
            Jitter::Off => 0,
            Jitter::Delay(max) | Jitter::Serial(max) | Jitter::Batch(max) => max,
        });
        let queueing_time = line.serialization_time(size).saturating_mul(HOST_QUEUE_PACKETS);
        self.last_left().max(line.free_at()).saturating_sub(max_jitter.saturating_add(queueing_time))
    }

    /// When the next packet, which is sent at `now`, leaves the endpoint. Draws the jitter of this packet.
    #[inline]
    pub fn next_leaving_time(&mut self, now: Time) -> Time {
        match &mut self.jitter {
            None => now,
            Some(state) => state.next_leaving_time(now),
        }
    }
}

impl JitterState {
    fn next_leaving_time(&mut self, now: Time) -> Time {
        self.last_left = match self.jitter {
            Jitter::Off => now,
            Jitter::Delay(max) => self.last_left.max(now + self.rng.below(max + 1)),
            Jitter::Serial(max) => self.last_left.max(now) + self.rng.below(max + 1),
            Jitter::Batch(_) if self.last_left > now => self.last_left,
            Jitter::Batch(max) => now + self.rng.below(max + 1),
        };
        self.last_left
    }
}
