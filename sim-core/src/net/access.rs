//! The two paths of a connection, one in each direction: access link, route of links, access link.

use super::serializer::Serializer;
use super::wire::Wire;
use crate::ground::rng::Rng;
use crate::ground::time::Time;

/// The small random delay that a sender adds before each packet, so that a few deterministic flows do not synchronize at a full
/// queue (Floyd and Jacobson 1991, "phase effects"). The order of packets is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jitter {
    Off,
    /// Each packet is delayed by U(0, max), but never leaves before the previous one.
    Delay(Time),
    /// Each packet is delayed by U(0, max) after the previous one has left.
    Serial(Time),
    /// A packet is delayed by U(0, max), and packets sent until then leave together with it, as with `overhead_` of ns-2.
    Batch(Time),
}

/// The state of a sender's jitter. Allocated separately, since receivers and most flows of a large run have none.
#[derive(Clone, Debug)]
struct JitterState {
    jitter: Jitter,
    /// When the last packet left the endpoint, jitter included.
    last_left: Time,
    rng: Rng,
}

/// An access link, which one connection has for itself, and the packets that propagate on it.
#[derive(Clone, Debug)]
#[repr(C, align(64))] // The fields that one event uses lie in two cache lines.
pub struct AccessLink {
    pub line: Serializer<1>,
    pub delay: Time,
    pub wire: Wire,
    /// Packets so far: sent by the endpoint, or arrived at it.
    pub packets: u64,
    /// Sum of a hash over every arrival at the endpoint.
    pub hash: u64,
}

/// How many packets the queue of a sender's own network interface holds (the usual default of Linux, `txqueuelen`).
const HOST_QUEUE: u64 = 1000;

impl AccessLink {
    fn new(rate: f64, delay: Time) -> Self {
        AccessLink { line: Serializer::new(rate), delay, wire: Wire::default(), packets: 0, hash: 0 }
    }
}

/// One direction of a connection: data from the sender, or feedback from the receiver.
#[derive(Clone, Debug)]
pub struct Path {
    /// From the endpoint to the first link of the route.
    pub ingress: AccessLink,
    /// From the last link of the route to the other endpoint.
    pub egress: AccessLink,
    jitter: Option<Box<JitterState>>,
    /// The links between, as an index of `Net::routes`.
    pub route: u32,
}

impl Path {
    /// `delays`: propagation of the ingress and of the egress access link.
    pub fn new(rate: f64, delays: (Time, Time), jitter: Jitter, route: u32, rng: Rng) -> Self {
        Path {
            ingress: AccessLink::new(rate, delays.0),
            egress: AccessLink::new(rate, delays.1),
            jitter: (jitter != Jitter::Off).then(|| Box::new(JitterState { jitter, last_left: 0, rng })),
            route,
        }
    }

    /// When the last packet left the endpoint; 0 without jitter.
    pub fn last_left(&self) -> Time {
        self.jitter.as_ref().map_or(0, |state| state.last_left)
    }

    /// The time from which the host's interface has room for another packet. Senders without a window must wait for it.
    pub fn host_queue_accepts_at(&self, size: u16) -> Time {
        let line = &self.ingress.line;
        let max_jitter = self.jitter.as_ref().map_or(0, |state| match state.jitter {
            Jitter::Off => 0,
            Jitter::Delay(max) | Jitter::Serial(max) | Jitter::Batch(max) => max,
        });
        let queue = max_jitter.saturating_add(line.time_of(size).saturating_mul(HOST_QUEUE));
        self.last_left().max(line.free_at()).saturating_sub(queue)
    }

    /// When a packet sent at `now` leaves the endpoint.
    #[inline]
    pub fn leaves(&mut self, now: Time) -> Time {
        match &mut self.jitter {
            None => now,
            Some(state) => state.leaves(now),
        }
    }
}

impl JitterState {
    fn leaves(&mut self, now: Time) -> Time {
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
