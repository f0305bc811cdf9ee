//! A connection's two ways through the network: access link, path of links, access link.

use super::serializer::Serializer;
use super::wire::Wire;
use crate::engine::rng::Rng;
use crate::engine::time::Time;

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

/// One direction of a connection: data from the sender, or feedback from the receiver.
#[derive(Clone, Debug)]
pub struct Way {
    /// Access link into the network, private to the connection.
    pub first_line: Serializer,
    pub first_delay: Time,
    pub jitter: Jitter,
    /// When the last packet left the endpoint, jitter included.
    pub left: Time,
    pub rng: Rng,
    /// Packets on their way to the first link.
    pub ingress: Wire,
    /// The links of the path, as indices.
    pub route: Vec<u32>,
    /// Access link out of the network.
    pub last_line: Serializer,
    pub last_delay: Time,
    /// Packets on their way from the last link to the endpoint.
    pub egress: Wire,
    /// Packets sent by this end.
    pub sent: u32,
    /// Packets that arrived at the other end.
    pub arrived: u64,
    /// Sum of a mix over every arrival.
    pub hash: u64,
}

/// So many packets wait at most at a sender's own network interface, as is usual.
const HOST_QUEUE: u64 = 1000;

impl Way {
    /// From when on the host has room for another packet: senders that no window holds back must wait for it.
    pub fn room_at(&self, size: u16) -> Time {
        let held = match self.jitter {
            Jitter::Off => 0,
            Jitter::Delay(max) | Jitter::Serial(max) | Jitter::Batch(max) => max,
        };
        let room = held.saturating_add(self.first_line.time_of(size).saturating_mul(HOST_QUEUE));
        self.left.max(self.first_line.free_at()).saturating_sub(room)
    }

    /// When a packet handed over at `now` leaves the endpoint.
    #[inline]
    pub fn leaves(&mut self, now: Time) -> Time {
        let leaves = match self.jitter {
            Jitter::Off => now,
            Jitter::Delay(max) => self.left.max(now + self.rng.below(max + 1)),
            Jitter::Serial(max) => self.left.max(now) + self.rng.below(max + 1),
            Jitter::Batch(_) if self.left > now => self.left,
            Jitter::Batch(max) => now + self.rng.below(max + 1),
        };
        self.left = leaves;
        leaves
    }
}
