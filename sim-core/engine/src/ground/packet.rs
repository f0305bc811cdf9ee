//! Packets: a header for the network, and a payload that only the endpoints interpret.
//!
//! A packet is a small `Copy` value. Data of varying size, such as SACK blocks or a receiver's report, is not
//! a field of the packet. It is stored as an *attachment* in a [`Slab`](super::slab::Slab), and the packet
//! carries the index of the attachment. The packet's size includes the bytes that the attachment would need
//! on the wire.

use super::time::Time;
use crate::ground::digest::State;

/// The packet retransmits data that was sent before.
pub const RETRANSMITTED: u8 = 1;
/// The connection's first packet, without data.
pub const SYN: u8 = 2;
/// The packet carries feedback from the receiver to the sender.
pub const FEEDBACK: u8 = 4;
/// The sender understands congestion marks: ECT(0), the first bit of the ECN field (RFC 3168 section 5).
pub const ECN_CAPABLE: u8 = 8;
/// The sender understands congestion marks and responds to them as scalable congestion controls do: ECT(1),
/// the second bit of the ECN field (RFC 9331 section 4.1).
pub const ECT_1: u8 = 16;
/// A queue has marked the packet: congestion experienced (CE), both bits of the ECN field (RFC 3168
/// section 5).
pub const MARKED: u8 = ECN_CAPABLE | ECT_1;
/// On data: the sender has reduced its window because of a mark (CWR). On feedback: a mark was received
/// (ECE). RFC 3168 section 6.1.
pub const CWR_OR_ECE: u8 = 32;
/// On data of a sender as in Linux: the application has no more data ready (PSH, RFC 9293 section 3.9.1.2).
pub const PUSH: u8 = 64;
/// On data: the packet carries nothing new of a stream of frames. Together with another flag, it is one of [`AGAIN`] or
/// [`AUDIO`]; alone, it carries the parity of the packets before it, from which the receiver restores one of them (RFC 8627).
pub const PARITY: u8 = 128;
/// On data: the packet repeats the data of an earlier one, whose sequence number is its first word (RFC 4588).
pub const AGAIN: u8 = PARITY | RETRANSMITTED;
/// On data: the packet carries audio of a call. Its first word is the time at which it was produced, in units of [`AUDIO_TICK`].
pub const AUDIO: u8 = PARITY | PUSH;
/// The unit of the time in a packet of audio, in nanoseconds.
pub const AUDIO_TICK: Time = 1 << 14;
/// On feedback: the receiver asks for packets of media again (NACK, RFC 4585 section 6.2.1). Shares a bit with [`PARITY`], which
/// feedback never has.
pub const REQUEST: u8 = PARITY;
/// On feedback: data before the packet that caused the feedback is missing. Shares a bit with
/// [`RETRANSMITTED`], which feedback never has.
pub const NEGATIVE_ACK: u8 = RETRANSMITTED;

/// The kinds of a payload: the lowest [`KIND_BITS`] bits of [`Payload::kind`]. What else the payload contains, the
/// transport defines (`transport/body.rs`).
pub const REPORT: u32 = 0;
pub const DATA: u32 = 1;
/// An acknowledgement of TCP: its first word is the next sequence number that the receiver expects.
pub const ACK: u32 = 2;
pub const KIND_BITS: u32 = 2;

/// The payload: three words whose meaning the transport defines, and the index of the packet's attachment.
/// The network copies the payload, reads at most the number of an acknowledgement, and frees the attachment if the packet is
/// lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, State)]
pub struct Payload {
    pub kind: u32,
    pub words: [u32; 2],
    /// Index of the packet's attachment; 0 if it has none.
    pub attachment: u32,
}

/// A packet, data or feedback. At most 48 bytes, which a test checks, because links copy packets by value.
#[derive(Clone, Copy, Debug, Default, PartialEq, State)]
pub struct Packet {
    /// Data: the time at which the packet was sent. Feedback: the timestamp of the data packet that caused
    /// it.
    pub timestamp: Time,
    pub payload: Payload,
    /// Index of the packet's connection.
    pub conn: u32,
    /// Data: sequence number. Feedback: sequence number of the data packet that caused it.
    pub seq: u32,
    /// Ordinal of the packet among all packets, including retransmissions, that this end of the connection
    /// has sent.
    pub tx: u32,
    /// Bytes on the wire, headers included.
    pub size: u16,
    /// The epoch of the connection in which the packet was sent. An endpoint ignores packets of earlier
    /// epochs.
    pub epoch: u16,
    /// Number of links of its route that the packet has passed.
    pub hop: u8,
    pub flags: u8,
    /// Time spent waiting in the queues passed so far, in units of [`WAIT_UNIT`]. It is recorded and does not
    /// affect the simulation.
    pub waited: u32,
}

/// A packet that an endpoint passes to the network. The network adds the remaining fields of the header.
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

    /// The number of the stream to which the packet belongs: the data of connection `i` are stream `2 i`, its
    /// feedback is stream `2 i + 1`.
    #[inline]
    pub fn stream(&self) -> usize {
        self.conn as usize * 2 + self.direction()
    }

    /// If the packet is an acknowledgement of TCP, the next sequence number that the receiver expects. The answer to a
    /// SYN is none.
    pub fn acknowledges(&self) -> Option<u32> {
        let is_ack = self.payload.kind & ((1 << KIND_BITS) - 1) == ACK;
        (is_ack && self.is_feedback() && self.flags & SYN == 0).then_some(self.payload.words[0])
    }

    /// Index of the packet's attachment; 0 if it has none.
    #[inline]
    pub fn attachment(&self) -> u32 {
        self.payload.attachment
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_has_at_most_48_bytes() {
        assert!(size_of::<Packet>() <= 48, "{}", size_of::<Packet>());
    }
}
