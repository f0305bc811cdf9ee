//! A connection's two ways through the network: access link, path of links, access link.

use super::serializer::Serializer;
use super::wire::Wire;
use crate::ground::rng::Rng;
use crate::ground::time::Time;

/// The small random delay that a sender adds before each packet, so that a few deterministic flows do not lock into
/// step (Floyd and Jacobson, 1991). Order is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jitter {
    Off,
    /// Each packet is held for U(0, max), but never leaves before the one before it.
    Delay(Time),
    /// Each packet is held for U(0, max) after the one before it has left.
    Serial(Time),
    /// A packet is held for U(0, max), and whatever is handed over until then leaves with it, as with ns-2's `overhead_`.
    Batch(Time),
}

/// A sender's jitter: kept apart, since most flows of a large run and all receivers do without.
#[derive(Clone, Debug)]
pub struct Held {
    jitter: Jitter,
    /// When the last packet left the endpoint, jitter included.
    left: Time,
    rng: Rng,
}

/// An access link, private to a connection, and the packets that fly on it.
#[derive(Clone, Debug)]
#[repr(C, align(64))] // What one event touches lies in two cache lines.
pub struct Lane {
    pub line: Serializer<1>,
    pub delay: Time,
    pub wire: Wire,
    /// Packets so far: sent by the endpoint, or arrived at it.
    pub packets: u64,
    /// Sum of a mix over every arrival at the endpoint.
    pub hash: u64,
}

/// So many packets wait at most at a sender's own network interface, as is usual.
const HOST_QUEUE: u64 = 1000;

impl Lane {
    pub fn new(rate: f64, delay: Time) -> Self {
        Lane { line: Serializer::new(rate), delay, wire: Wire::default(), packets: 0, hash: 0 }
    }
}

/// One direction of a connection: data from the sender, or feedback from the receiver.
#[derive(Clone, Debug)]
pub struct Way {
    /// Into the network, to the first link of the path.
    pub ingress: Lane,
    /// Out of the network, from the last link of the path to the endpoint.
    pub egress: Lane,
    held: Option<Box<Held>>,
    /// The links of the path, as an index of `Net::routes`.
    pub route: u32,
}

impl Way {
    /// `delays`: propagation of the access link into the network and of the one out of it.
    pub fn new(rate: f64, delays: (Time, Time), jitter: Jitter, route: u32, rng: Rng) -> Self {
        Way {
            ingress: Lane::new(rate, delays.0),
            egress: Lane::new(rate, delays.1),
            held: (jitter != Jitter::Off).then(|| Box::new(Held { jitter, left: 0, rng })),
            route,
        }
    }

    /// When the last packet left the endpoint, where jitter holds packets.
    pub fn left(&self) -> Time {
        self.held.as_ref().map_or(0, |held| held.left)
    }

    /// From when on the host has room for another packet: senders that no window holds back must wait for it.
    pub fn room_at(&self, size: u16) -> Time {
        let line = &self.ingress.line;
        let held = self.held.as_ref().map_or(0, |held| match held.jitter {
            Jitter::Off => 0,
            Jitter::Delay(max) | Jitter::Serial(max) | Jitter::Batch(max) => max,
        });
        let room = held.saturating_add(line.time_of(size).saturating_mul(HOST_QUEUE));
        self.left().max(line.free_at()).saturating_sub(room)
    }

    /// When a packet handed over at `now` leaves the endpoint.
    #[inline]
    pub fn leaves(&mut self, now: Time) -> Time {
        match &mut self.held {
            None => now,
            Some(held) => held.leaves(now),
        }
    }
}

impl Held {
    fn leaves(&mut self, now: Time) -> Time {
        self.left = match self.jitter {
            Jitter::Off => now,
            Jitter::Delay(max) => self.left.max(now + self.rng.below(max + 1)),
            Jitter::Serial(max) => self.left.max(now) + self.rng.below(max + 1),
            Jitter::Batch(_) if self.left > now => self.left,
            Jitter::Batch(max) => now + self.rng.below(max + 1),
        };
        self.left
    }
}
