//! Packets: a header that the network reads, and a payload that it carries unread.
//!
//! A packet is a small `Copy` value. Data of varying size, such as SACK blocks or a receiver's report, does not travel in
//! the packet: it is stored in a [`Slab`](super::slab::Slab) and the packet carries its index. Its bytes on the wire are
//! part of the packet's size nevertheless.

use super::time::Time;

/// The packet is a copy of one that was sent before.
pub const RETRANSMITTED: u8 = 1;
/// The connection's first packet, without data.
pub const SYN: u8 = 2;
/// The packet carries feedback from the receiver to the sender.
pub const FEEDBACK: u8 = 4;
/// The sender understands congestion marks (ECN-capable transport, RFC 3168 section 5).
pub const ECN_CAPABLE: u8 = 8;
/// A queue has marked the packet (congestion experienced, RFC 3168 section 5).
pub const MARKED: u8 = 16;
/// On data: the sender has reduced its window because of a mark (CWR). On feedback: a mark was received (ECE). RFC 3168
/// section 6.1.
pub const ECHO: u8 = 32;
/// On feedback, which is never retransmitted: a packet before this one is missing.
pub const NEGATIVE: u8 = RETRANSMITTED;
/// Bits that a link uses while it holds a packet; they are 0 everywhere else.
pub const LINK_BITS: u8 = 64 | 128;
const _: () =
    assert!((RETRANSMITTED | SYN | FEEDBACK | ECN_CAPABLE | ECHO | MARKED | NEGATIVE) & LINK_BITS == 0);

/// What a packet carries for its endpoints, in three words whose meaning the transport defines. The network copies it and
/// reads nothing of it except the index of the note, which it frees if the packet is lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Payload {
    pub kind: u32,
    pub words: [u32; 2],
    /// Index of the packet's note; 0 if it has none.
    pub note: u32,
}

/// A packet, data or feedback. At most 48 bytes, which a test checks, because links copy packets by value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Packet {
    /// Data: when it was sent. Feedback: the stamp of the packet that caused it, echoed.
    pub stamp: Time,
    pub payload: Payload,
    /// The connection it belongs to.
    pub conn: u32,
    /// Data: sequence number. Feedback: sequence number of the data that caused it.
    pub seq: u32,
    /// The ordinal of this transmission among all by this end of the connection.
    pub tx: u32,
    /// Bytes on the wire, headers included.
    pub size: u16,
    /// The connection's epoch: an endpoint ignores packets of an earlier one.
    pub epoch: u16,
    /// How many links of its route it has passed.
    pub hop: u8,
    pub flags: u8,
    /// Time spent waiting in the queues passed so far, in units of [`WAIT_UNIT`]. Recorded only; it changes nothing.
    pub waited: u32,
}

/// A packet that an endpoint gives to the network, which adds the rest of the header.
#[derive(Clone, Copy, Debug)]
pub struct Outgoing {
    pub seq: u32,
    /// Bytes on the wire.
    pub size: u16,
    pub flags: u8,
    pub payload: Payload,
}

/// The unit of [`Packet::waited`], in nanoseconds.
pub const WAIT_UNIT: Time = 16;

/// A waiting time in units of [`WAIT_UNIT`].
#[inline]
pub fn wait_units(ns: Time) -> u32 {
    u32::try_from(ns / WAIT_UNIT).unwrap_or(u32::MAX)
}

impl Packet {
    #[inline]
    pub fn is_feedback(&self) -> bool {
        self.flags & FEEDBACK != 0
    }

    /// 0 for data, 1 for feedback.
    #[inline]
    pub fn direction(&self) -> usize {
        usize::from(self.is_feedback())
    }

    /// Index of the packet's note; 0 if it has none.
    #[inline]
    pub fn note(&self) -> u32 {
        self.payload.note
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_keep_their_size_budget() {
        assert!(size_of::<Packet>() <= 48, "{}", size_of::<Packet>());
    }
}
