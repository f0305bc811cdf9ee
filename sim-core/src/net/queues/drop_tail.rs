//! Drop-tail: first in, first out; a packet that finds the queue full is dropped (specs: every router's default).

use super::{Queue, QueueFacts, Verdict};
use crate::catalogue::KindInfo;
use crate::engine::packet::Packet;
use crate::engine::time::Time;
use crate::net::link::Cause;
use crate::net::ring::Ring;
use crate::params;
use crate::params::ParamSet;

params! {
    /// Drop-tail has no settings besides its limit.
    pub struct Params {}
}

#[derive(Clone, Debug)]
pub struct DropTail {
    limit_packets: u64,
    limit_bytes: u64,
    /// Used only when departures are events.
    packets: Ring<(Packet, Time)>,
    bytes: u64,
}

impl Queue for DropTail {
    type Params = Params;
    const ID: &'static str = "drop_tail";

    fn info() -> KindInfo {
        KindInfo {
            id: Self::ID,
            name: "Drop-tail",
            doc: "First in, first out. A packet that arrives when the queue is full is dropped. The limit counts \
                  waiting packets, not the one being sent.",
            fields: Params::fields(),
            signals: Vec::new(),
        }
    }

    fn build(_: &Params, facts: &QueueFacts) -> Self {
        DropTail {
            limit_packets: facts.limit_packets,
            limit_bytes: facts.limit_bytes,
            packets: Ring::default(),
            bytes: 0,
        }
    }

    fn decides_on_arrival(&self) -> bool {
        true
    }

    #[inline]
    fn admit(&mut self, packet: &Packet, waiting: u32, waiting_bytes: u64, _: Time) -> Verdict {
        if u64::from(waiting) >= self.limit_packets
            || waiting_bytes.saturating_add(u64::from(packet.size)) > self.limit_bytes
        {
            Verdict::Drop(Cause::QueueFull)
        } else {
            Verdict::Accept
        }
    }

    fn store(&mut self, packet: Packet, now: Time) {
        self.bytes += u64::from(packet.size);
        self.packets.push((packet, now));
    }

    fn next(&mut self, _: Time, _: &mut dyn FnMut(Packet, Cause)) -> Option<(Packet, Time)> {
        let (packet, arrived) = self.packets.pop()?;
        self.bytes -= u64::from(packet.size);
        Some((packet, arrived))
    }

    fn waiting(&self) -> (u32, u64) {
        (self.packets.len() as u32, self.bytes)
    }

    fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.limit_packets = packets;
        self.limit_bytes = bytes;
    }

    fn count(&self, such: &dyn Fn(&Packet) -> bool) -> u64 {
        self.packets.iter().filter(|(packet, _)| such(packet)).count() as u64
    }
}
