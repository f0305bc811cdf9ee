//! The reports that receivers send. They contain no rule of a receiver, so that both senders and receivers
//! can use them.

use crate::ground::convert::{narrow, nearest_f32};
use crate::ground::digest::State;
use crate::ground::time::Time;

/// Up to three ranges of packets received above the next expected packet. The range that changed last comes
/// first (RFC 2018 section 4).
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

/// A request for packets of media that are missing (generic NACK, RFC 4585 section 6.2.1): the first, and a bit for each of
/// the 64 after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepairRequest {
    first: u32,
    after: u64,
}

impl RepairRequest {
    pub fn new(first: u32) -> Self {
        RepairRequest { first, after: 0 }
    }

    /// Adds a packet above all others. Returns false if there is no bit for it.
    pub fn add(&mut self, number: u32) -> bool {
        let bit = 1_u64.checked_shl(number - self.first - 1).unwrap_or(0);
        self.after |= bit;
        bit != 0
    }

    pub fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        let after = (0..64).filter(|bit| self.after >> bit & 1 == 1).map(|bit| self.first + 1 + bit);
        std::iter::once(self.first).chain(after)
    }

    /// Bytes on the wire: the headers of IP, UDP and RTCP, and 4 bytes for a packet and those of the 16 after it.
    pub fn size(&self) -> u16 {
        let (mut covered_to, mut entries) = (None, 0);
        for number in self.numbers() {
            if covered_to.is_none_or(|end| number > end) {
                (covered_to, entries) = (Some(number + 16), entries + 1);
            }
        }
        40 + 4 * entries
    }
}

/// An acknowledgement of packet numbers (RFC 9000 section 19.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct QuicAck {
    /// Half-open ranges of packet numbers, the highest first.
    ranges: [(u32, u32); 4],
    len: u8,
    /// Time from the arrival of the largest packet number to this acknowledgement, in units of [`DELAY_UNIT`].
    pub delay: u32,
    /// Number of packets received with a congestion mark.
    pub marks: u32,
}

impl QuicAck {
    /// An acknowledgement without ranges.
    pub fn new(delay: u32, marks: u32) -> Self {
        QuicAck { delay, marks, ..QuicAck::default() }
    }

    /// Adds a range, which is below all others. Does nothing if there is no space.
    pub fn push(&mut self, range: (u32, u32)) {
        if let Some(place) = self.ranges.get_mut(usize::from(self.len)) {
            *place = range;
            self.len += 1;
        }
    }

    pub fn ranges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.ranges.iter().copied().take(usize::from(self.len))
    }
}

/// The unit in which acknowledgements report delays, in nanoseconds.
pub const DELAY_UNIT: Time = 1000;

/// The unit of arrival times: 250 µs.
pub const ARRIVAL_TICK: Time = 250_000;
/// Largest number of packets in an [`ArrivalReport`].
pub const ARRIVALS_PER_REPORT: usize = 13;
/// The offset of a packet that has not arrived.
const MISSING: u16 = u16::MAX;

/// The arrival times of consecutive packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, State)]
#[state(not(received, delay))]
pub struct ArrivalReport {
    /// Sequence number of the first packet.
    pub first: u32,
    /// Time to which the offsets refer, in ticks.
    #[state(if self.len > 0)]
    base: u32,
    /// Number of packets received since the start, without duplicates.
    pub received: u32,
    /// Ticks between the arrival of the newest packet and this report.
    pub delay: u16,
    offsets: [u16; ARRIVALS_PER_REPORT],
    pub(super) len: u8,
}

impl ArrivalReport {
    pub(super) fn new(first: u32) -> Self {
        ArrivalReport {
            first,
            base: 0,
            received: 0,
            delay: 0,
            offsets: [MISSING; ARRIVALS_PER_REPORT],
            len: 0,
        }
    }

    /// Sequence number after the last packet.
    pub fn end(&self) -> u32 {
        self.first + u32::from(self.len)
    }

    /// Sets the arrival time of packet `seq`. Returns false if the packet does not fit into the report.
    pub(super) fn set(&mut self, seq: u32, tick: u32) -> bool {
        let Some(offset) = self.offsets.get_mut((seq - self.first) as usize) else { return false };
        if self.len == 0 {
            self.base = tick;
        }
        *offset = narrow::<u16>((tick.wrapping_sub(self.base)).min(u32::from(MISSING - 1)));
        self.len = self.len.max(narrow::<u8>(seq - self.first + 1));
        true
    }

    /// The packets of the report: the sequence number and the arrival time of each, `None` for packets that
    /// have not arrived.
    pub fn packets(&self) -> impl Iterator<Item = (u32, Option<Time>)> + '_ {
        self.offsets.iter().take(usize::from(self.len)).zip(self.first..).map(|(&offset, seq)| {
            let arrival =
                (offset != MISSING).then(|| (Time::from(self.base) + Time::from(offset)) * ARRIVAL_TICK);
            (seq, arrival)
        })
    }
}

/// RAP's description of the last hole: the hole with the highest sequence numbers. Packets are counted from
/// 1; 0 means none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, State)]
pub struct LastHole {
    /// The highest packet number received.
    pub current: u32,
    /// The highest missing number below `current`.
    pub missing: u32,
    /// The highest packet number received below `missing`.
    pub below: u32,
}

impl LastHole {
    /// Records the arrival of packet `number`, counted from 1.
    pub fn add(&mut self, number: u32) {
        if number > self.current + 1 {
            *self = LastHole { below: self.current, current: number, missing: number - 1 };
        } else if number == self.current + 1 {
            self.current = number;
        } else if number == self.missing {
            // The hole shrinks from its upper end, or closes.
            if self.below + 1 == number {
                (self.below, self.missing) = (0, 0);
            } else {
                self.missing -= 1;
            }
        } else if self.below < number && number < self.missing {
            self.below = number;
        }
    }
}

/// Number of 64-bit words in a vector.
pub const VECTOR_WORDS: usize = 4;
/// Number of packets that have a bit in the vector.
#[expect(clippy::cast_possible_truncation, reason = "a small constant")]
pub const VECTOR_PACKETS: u32 = 64 * VECTOR_WORDS as u32;

/// Which packets have arrived: one bit for each of the newest packets, and the total number of arrivals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, State)]
pub struct AckVector {
    /// The highest packet that has arrived.
    pub head: u32,
    /// Number of packets that have arrived since the start.
    pub count: u32,
    /// Bit `i` of word `w` stands for packet `head - 64 w - i`.
    pub bits: [u64; VECTOR_WORDS],
}

impl AckVector {
    /// Records the arrival of packet `seq`.
    pub fn add(&mut self, seq: u32) {
        if self.count == 0 {
            *self = AckVector { head: seq, bits: [0; VECTOR_WORDS], count: 1 };
            self.bits[0] = 1;
            return;
        }
        self.count += 1;
        if seq > self.head {
            self.shift(seq - self.head);
            self.head = seq;
            self.bits[0] |= 1;
        } else if let Some((word, bit)) = self.position(seq) {
            self.bits[word] |= 1 << bit;
        }
    }

    /// Index of the word and of the bit of packet `seq`; `None` if the packet has no bit.
    fn position(&self, seq: u32) -> Option<(usize, u32)> {
        let back = self.head.checked_sub(seq)?;
        (back < VECTOR_PACKETS).then_some(((back / 64) as usize, back % 64))
    }

    /// Shifts the bits for a head that is `by` packets higher.
    fn shift(&mut self, by: u32) {
        if by >= VECTOR_PACKETS {
            self.bits = [0; VECTOR_WORDS];
            return;
        }
        let (words, bits) = ((by / 64) as usize, by % 64);
        for i in (0..VECTOR_WORDS).rev() {
            let word = |j: Option<usize>| j.map_or(0, |j| self.bits[j]);
            let high = word(i.checked_sub(words));
            let low = word(i.checked_sub(words + 1));
            self.bits[i] = if bits == 0 { high } else { high << bits | low >> (64 - bits) };
        }
    }

    /// Whether packet `seq` has arrived; `None` if it is too old to have a bit.
    #[inline]
    pub fn has(&self, seq: u32) -> Option<bool> {
        if seq > self.head {
            return Some(false);
        }
        self.position(seq).map(|(word, bit)| self.bits[word] >> bit & 1 == 1)
    }

    /// The oldest packet that has a bit.
    pub fn oldest(&self) -> u32 {
        self.head.saturating_sub(VECTOR_PACKETS - 1)
    }

    /// Number of packets that have arrived and are too old to have a bit.
    pub fn older(&self) -> u32 {
        self.count.saturating_sub(self.bits.iter().map(|word| word.count_ones()).sum())
    }

    /// The vector with only the bits of the newest packet and the `span` packets before it.
    pub(super) fn limited_to(mut self, span: u32) -> Self {
        for (i, word) in self.bits.iter_mut().enumerate() {
            let bits = (span + 1).saturating_sub(64 * narrow::<u32>(i)).min(64);
            *word &= if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
        }
        self
    }
}

/// TRABOL's report about a ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RayReport {
    /// Number of the ray, counted from 0.
    pub ray: u32,
    /// Number of packets of the ray that have arrived.
    pub received: u32,
    /// Time between the arrival of the last packet and this report.
    pub delay: Time,
}

/// An RTCP receiver report (RFC 3550 section 6.4.2). The feedback packet itself echoes the timestamp of the
/// last sender report that arrived, or 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RtcpReport {
    /// Fraction of the packets lost since the previous report, with the precision of the report's field.
    pub fraction: f64,
    /// Number of packets lost since the first packet.
    pub lost: u32,
    /// Number of packets expected since the first packet.
    pub expected: u32,
    /// Number of packets expected since the previous report.
    pub expected_since_report: u32,
    /// Time between the arrival of the last sender report and this report.
    pub delay: Time,
    /// Bottleneck rate in bit/s measured by packet pairs; 0 before the first measurement.
    pub bottleneck: f64,
}

/// Counts of the packets that arrived, which a receiver of the algorithm `own` reports. Other receivers report
/// none.
#[derive(Clone, Copy, Debug, Default, PartialEq, State)]
// The loss event rate is used when its report arrives, and not afterwards.
#[state(not(loss_events))]
pub struct ArrivalCounts {
    /// The low 32 bits of the number of bytes of all packets since the start.
    pub bytes: u32,
    /// Packets since the start, and those of them that were marked.
    pub packets: u32,
    pub marked: u32,
    /// The loss event rate; 0 before the first loss.
    pub loss_events: f32,
}

/// An RTCP report of a receiver of the algorithm `own`, with counts. Its values have single precision and its
/// delay has whole microseconds, so that it is not larger than other reports.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CountedReport {
    fraction: f32,
    lost: u32,
    expected: u32,
    expected_since_report: u32,
    /// In microseconds.
    delay: u32,
    bottleneck: f32,
    pub arrivals: ArrivalCounts,
}

impl CountedReport {
    pub fn new(report: &RtcpReport, arrivals: ArrivalCounts) -> Self {
        CountedReport {
            fraction: nearest_f32(report.fraction),
            lost: report.lost,
            expected: report.expected,
            expected_since_report: report.expected_since_report,
            delay: narrow::<u32>(report.delay / DELAY_UNIT),
            bottleneck: nearest_f32(report.bottleneck),
            arrivals,
        }
    }

    /// The report without the counts.
    pub fn rtcp(&self) -> RtcpReport {
        RtcpReport {
            fraction: f64::from(self.fraction),
            lost: self.lost,
            expected: self.expected,
            expected_since_report: self.expected_since_report,
            delay: Time::from(self.delay) * DELAY_UNIT,
            bottleneck: f64::from(self.bottleneck),
        }
    }
}

/// The report of NADA's receiver (RFC 8698 section 4.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NadaReport {
    /// The aggregate congestion signal in seconds.
    pub x_curr: f64,
    /// The receive rate in bit/s.
    pub r_recv: f64,
    /// The smoothed ratio of lost packets.
    pub p_loss: f64,
    /// Time between the arrival of the newest packet and this report.
    pub delay: Time,
    /// Whether the sender may increase the rate in the accelerated mode.
    pub is_uncongested: bool,
}

/// The report of SCReAM's receiver. The packet's sequence number is the highest that arrived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScreamReport {
    /// One-way delay of the highest packet.
    pub one_way_delay: Time,
    /// Time between the arrival of the highest packet and this report.
    pub delay: Time,
    /// The 64 newest packets that arrived; bit 0 represents the highest.
    pub vector: u64,
    /// Number of packets with a congestion mark since the start.
    pub marked: u32,
}
