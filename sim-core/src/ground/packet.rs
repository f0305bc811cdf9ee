//! Packets: small `Copy` values. What varies in size (SACK blocks, reports) lies in a slab of notes, by index;
//! its wire bytes are in the packet's size all the same.

use super::time::{Time, from_secs, to_secs};

/// The packet is a copy of one that was sent before.
pub const RETRANSMITTED: u8 = 1;
/// The connection's first packet, without data.
pub const SYN: u8 = 2;
/// The packet carries feedback, on the way back.
pub const FEEDBACK: u8 = 4;
/// The sender understands congestion marks (ECN-capable transport).
pub const ECN_CAPABLE: u8 = 8;
/// On data: the sender has reduced its window because of a mark (CWR). On feedback: a mark was received (ECE). RFC 3168.
pub const ECHO: u8 = 32;
/// A queue has marked the packet (congestion experienced).
pub const MARKED: u8 = 16;
/// On feedback, which is never sent again: something before this packet is missing.
pub const NEGATIVE: u8 = RETRANSMITTED;
/// Bits that links use while they hold a packet.
pub const LINK_BITS: u8 = 64 | 128;
const _: () =
    assert!((RETRANSMITTED | SYN | FEEDBACK | ECN_CAPABLE | ECHO | MARKED | NEGATIVE) & LINK_BITS == 0);

/// What a packet says, besides its header.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Body {
    /// Data: the application's unit that it belongs to, a value of the protocol's own, and a note (0: none).
    Data { unit: u32, info: u32, note: u32 },
    /// An acknowledgement: the next sequence number expected, the transmission that caused it, and a note with
    /// SACK blocks (0: none).
    Ack { next: u32, echo: u32, note: u32 },
    /// A report of any other kind, in its note. On the way from the sender: a sender report, which is its stamp.
    Report { note: u32 },
}

impl Default for Body {
    fn default() -> Self {
        Body::Report { note: 0 }
    }
}

/// A packet, data or feedback. 48 bytes, a budget that a test holds: links copy packets by value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Packet {
    /// Data: when it was sent. Feedback: the stamp of the packet that caused it, echoed.
    pub stamp: Time,
    pub body: Body,
    /// The connection it belongs to.
    pub conn: u32,
    /// Data: sequence number. Feedback: sequence number of the data that caused it.
    pub seq: u32,
    /// The ordinal of this transmission among all of its end of the connection.
    pub tx: u32,
    /// Bytes on the wire, headers included.
    pub size: u16,
    /// The connection's epoch: an endpoint ignores packets of an earlier one.
    pub epoch: u16,
    /// The next link of its path.
    pub hop: u8,
    pub flags: u8,
    /// How long it has waited at the links before, in units of 16 ns: for those who watch, and of no consequence.
    pub waited: u32,
}

/// A packet that an endpoint hands over.
#[derive(Clone, Copy, Debug)]
pub struct Outgoing {
    pub seq: u32,
    /// Bytes on the wire.
    pub size: u16,
    pub flags: u8,
    pub body: Body,
}

/// A wait in the units that packets keep.
#[inline]
pub fn wait_units(ns: Time) -> u32 {
    u32::try_from(ns / WAIT_UNIT).unwrap_or(u32::MAX)
}

/// Nanoseconds.
pub const WAIT_UNIT: Time = 16;

impl Packet {
    #[inline]
    pub fn is_feedback(&self) -> bool {
        self.flags & FEEDBACK != 0
    }

    /// 0 on the way from the sender, 1 on the way back.
    #[inline]
    pub fn direction(&self) -> usize {
        usize::from(self.is_feedback())
    }

    pub fn note(&self) -> u32 {
        match self.body {
            Body::Data { note, .. } | Body::Ack { note, .. } | Body::Report { note } => note,
        }
    }
}

/// Up to three ranges of received packets above the next expected one, the newest first (RFC 2018).
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct SackBlocks {
    pub blocks: [(u32, u32); 3],
    pub len: u8,
}

impl SackBlocks {
    pub fn push(&mut self, block: (u32, u32)) {
        if usize::from(self.len) < self.blocks.len() {
            self.blocks[usize::from(self.len)] = block;
            self.len += 1;
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.blocks.iter().copied().take(usize::from(self.len))
    }
}

/// What a TFRC sender writes into each data packet (RFC 5348 section 3.2.1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TfrcData {
    /// The sender's round-trip time in seconds; 0: not known yet.
    pub rtt: f64,
    /// The timeout that it puts into the equation, in seconds.
    pub timeout: f64,
    /// Reports that it has received.
    pub round: u32,
    /// It waits for a report.
    pub urgent: bool,
}

impl TfrcData {
    /// All of it but the timeout, which is for a receiver without any loss as yet, in a packet that needs no note: reports and
    /// urgency as its unit, the round-trip time in nanoseconds as its info. None if they have no room there.
    pub fn in_brief(&self) -> Option<Body> {
        let info = u32::try_from(from_secs(self.rtt)).ok().filter(|&rtt| rtt > 0)?;
        let reports = self.round.checked_mul(2)?;
        Some(Body::Data { unit: reports | u32::from(self.urgent), info, note: 0 })
    }

    /// Takes over what was said in brief.
    pub fn hear(&mut self, unit: u32, info: u32) {
        self.rtt = to_secs(Time::from(info));
        (self.round, self.urgent) = (unit / 2, unit & 1 != 0);
    }
}

/// What a TFRC receiver reports (RFC 5348 section 3.2.2). The packet itself echoes the newest data packet's stamp.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TfrcReport {
    /// Time that the newest data packet has waited for this report.
    pub held: Time,
    /// Bytes per second received.
    pub x_recv: f64,
    /// Loss event rate.
    pub p: f64,
    /// Packets found lost since the last report.
    pub losses: u32,
    /// A loss event has begun since the last report.
    pub new_event: bool,
}

/// RAP's description of the last hole. Packets are counted from 1, 0 is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct LastHole {
    /// The newest packet received.
    pub current: u32,
    /// The newest packet missing below it.
    pub missing: u32,
    /// The newest packet received below that.
    pub last: u32,
}

/// What a receiver report of RTCP says (RFC 3550 section 6.4.2). The packet itself echoes the stamp of the last sender report
/// that arrived, 0 if none has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RtcpReport {
    /// Share of the packets lost since the report before, as the field's bits can say it.
    pub fraction: f64,
    /// Packets lost, and packets expected, since the first one.
    pub lost: u32,
    pub expected: u32,
    /// Packets expected since the report before.
    pub interval: u32,
    /// Time from the arrival of the sender report until this report.
    pub held: Time,
    /// Bottleneck rate in bit/s by packet pairs; 0: not known yet.
    pub bottleneck: f64,
}

pub const VECTOR_WORDS: usize = 4;

/// Which packets have arrived: the newest ones bit by bit, and how many in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct AckVector {
    /// The newest packet.
    pub head: u32,
    /// Packets that have arrived, ever.
    pub count: u32,
    /// Bit `i` of word `w`: packet `head - 64 w - i`.
    pub bits: [u64; VECTOR_WORDS],
}

/// What TRABOL's receiver says of a ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RayReport {
    pub ray: u32,
    /// Its packets that have arrived.
    pub received: u32,
    /// Time that the newest packet has waited for this report.
    pub held: Time,
}

/// What does not fit a packet's fixed size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Note {
    Sack(SackBlocks),
    TfrcData(TfrcData),
    TfrcReport(TfrcReport),
    LastHole(LastHole),
    AckVector(AckVector),
    RayReport(RayReport),
    Rtcp(RtcpReport),
}

/// Notes of packets under way. Indices are 1-based (0 is "no note") and reused; a note is freed when its packet
/// arrives or is dropped, so the slab never holds more than the packets in flight.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    slots: Vec<Note>,
    free: Vec<u32>,
}

impl Notes {
    pub fn put(&mut self, note: Note) -> u32 {
        match self.free.pop() {
            Some(index) => {
                self.slots[index as usize - 1] = note;
                index
            }
            None => {
                self.slots.push(note);
                self.slots.len() as u32
            }
        }
    }

    /// The note, which its packet gives up.
    pub fn take(&mut self, index: u32) -> Option<Note> {
        let note = self.slots.get((index as usize).wrapping_sub(1)).copied();
        if note.is_some() {
            self.free.push(index);
        }
        note
    }

    /// Notes in use: those of packets under way.
    pub fn in_use(&self) -> usize {
        self.slots.len() - self.free.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_keep_their_size_budget() {
        assert!(size_of::<Packet>() <= 48, "{}", size_of::<Packet>());
    }

    #[test]
    fn what_a_tfrc_sender_says_in_brief_is_heard_to_the_nanosecond() {
        let said = |rtt, round, urgent| TfrcData { rtt, timeout: 1.0, round, urgent };
        let mut heard = said(0.0, 0, false);
        for (rtt, round, urgent) in
            [(1e-9, 0, true), (0.123_456_789_4, 7, false), (4.294_967_295, 1 << 30, true)]
        {
            let Some(Body::Data { unit, info, note: 0 }) = said(rtt, round, urgent).in_brief() else {
                panic!("{rtt} s has room")
            };
            heard.hear(unit, info);
            assert_eq!((heard.round, heard.urgent), (round, urgent));
            assert_eq!((Time::from(info), from_secs(heard.rtt)), (from_secs(rtt), from_secs(rtt)));
        }
        for (rtt, round) in [(0.0, 1), (4e-10, 1), (4.294_967_296, 1), (0.1, 1 << 31)] {
            assert_eq!(said(rtt, round, false).in_brief(), None, "{rtt} s, {round} reports");
        }
    }

    #[test]
    fn notes_are_reused() {
        let mut notes = Notes::default();
        let a = notes.put(Note::Sack(SackBlocks::default()));
        let b = notes.put(Note::Sack(SackBlocks::default()));
        assert_eq!((a, b, notes.in_use()), (1, 2, 2));
        assert!(notes.take(a).is_some());
        assert_eq!(notes.put(Note::Sack(SackBlocks::default())), a);
        assert!(notes.take(0).is_none());
    }
}
