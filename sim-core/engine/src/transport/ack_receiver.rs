//! TCP's receiver: cumulative, selective and delayed acknowledgements (RFC 5681 section 4.2, RFC 2018).

use super::quick_acks::{QUICK_ACKS, QUICK_ACKS_AFTER_MARK, QuickAcks, ReceiveWindow};
use super::ranges::Ranges;
use crate::ground::packet::{CWR_OR_ECE, ECN_CAPABLE, ECT_1, MARKED, PUSH, SYN};
use crate::transport::body::MAX_NEWEST_AFTER;
use crate::transport::prelude::*;
use crate::transport::reports::{DELAY_UNIT, SackBlocks};

/// The only timer: a delayed acknowledgement is due.
const DELAYED: u32 = 0;

/// Marks that are acknowledged at once with accurate feedback, if data is not acknowledged yet (RFC 9768
/// section 3.2.2.5.1, "n").
const MARKS_PER_ACK: u32 = 2;

/// The data of the covered packets that an acknowledgement echoes.
#[derive(Clone, Copy, Debug)]
struct Echo {
    timestamp: Time,
    tx: u32,
    /// [`Body::Ack`]'s `newest_after`.
    newest_after: u32,
}

impl Echo {
    /// The echo of a single packet.
    #[inline]
    fn of(packet: &Packet) -> Self {
        Echo { timestamp: packet.timestamp, tx: packet.tx, newest_after: 0 }
    }
}

#[derive(Clone, Debug, State)]
#[state(not(
    acknowledges_quickly,
    largest_window,
    counted_bits,
    must_acknowledge,
    syn_answer_ecn,
    sends_sack,
    ack_every,
    ack_delay,
    ack_size,
    reports_delay,
    reports_marks,
    echoes_exactly,
    reports_duplicates
))]
pub struct AckReceiver {
    /// Whether acknowledgements contain SACK blocks.
    sends_sack: bool,
    /// Number of packets per acknowledgement.
    ack_every: u32,
    /// Longest delay of an acknowledgement.
    ack_delay: Time,
    /// Size of an acknowledgement on the wire, in bytes.
    ack_size: u16,
    /// Whether acknowledgements are sent at once as in Linux: the setting `quick_acks`.
    acknowledges_quickly: bool,
    #[state(if self.acknowledges_quickly)]
    quick: QuickAcks,
    /// The largest window that the receiver can offer, in packets, if it grows from a small one.
    largest_window: Option<u32>,
    #[state(if self.largest_window.is_some())]
    window: ReceiveWindow,
    /// Next sequence number expected.
    next: u32,
    /// Ranges of packets received above `next`.
    ranges: Ranges,
    /// The packets above `next` that arrived last, the latest first; `u32::MAX` for unused entries. Each
    /// packet identifies the range that contains it.
    #[state(if self.sends_sack)]
    recent: [u32; 3],
    /// Number of in-order packets that have not been acknowledged yet.
    unacknowledged: u32,
    /// Timestamp and transmission number of the first unacknowledged in-order packet, and the latest
    /// timestamp of these packets.
    #[state(if self.unacknowledged > 0)]
    first_timestamp: Time,
    #[state(if self.unacknowledged > 0)]
    first_tx: u32,
    #[state(if self.unacknowledged > 0)]
    newest_timestamp: Time,
    /// Sequence number of the packet that arrived last.
    last_seq: u32,
    /// Number of duplicate packets received.
    duplicates: u64,
    /// Whether acknowledgements echo a congestion mark: a marked packet has arrived, and the sender has not
    /// announced a reduction since then (RFC 3168 section 6.1.3).
    echoes_mark: bool,
    /// Whether acknowledgements report the delay of the newest data packet instead of the number of its
    /// transmission.
    reports_delay: bool,
    /// Whether acknowledgements report the number of marked packets received.
    reports_marks: bool,
    /// The value that acknowledgements report: the delay of the data packet that arrived last, in units of
    /// [`DELAY_UNIT`], or the number of marked packets received.
    report: u32,
    /// With accurate feedback: the bits of the number of marked packets that acknowledgements report (RFC 9768).
    counted_bits: Option<u32>,
    /// Marks that no acknowledgement has reported yet, and whether the packet that is being received must be
    /// acknowledged at once, both with accurate feedback.
    #[state(if self.counted_bits.is_some())]
    unreported_marks: u32,
    must_acknowledge: bool,
    /// The ECN field of the answer to a SYN.
    syn_answer_ecn: u8,
    /// Whether acknowledgements echo the mark of each packet exactly (RFC 8257 section 3.2), not until the
    /// sender announces a reduction.
    echoes_exactly: bool,
    /// Whether acknowledgements report duplicate packets in their first SACK block (RFC 2883).
    reports_duplicates: bool,
}

impl AckReceiver {
    pub fn new(sends_sack: bool, ack_every: u32, ack_delay: f64, ack_size: u32) -> Self {
        AckReceiver {
            sends_sack,
            ack_every: ack_every.max(1),
            ack_delay: from_secs(ack_delay),
            ack_size: narrow::<u16>(ack_size),
            acknowledges_quickly: false,
            quick: QuickAcks::default(),
            largest_window: None,
            window: ReceiveWindow::default(),
            next: 0,
            ranges: Ranges::default(),
            recent: [u32::MAX; 3],
            unacknowledged: 0,
            first_timestamp: 0,
            first_tx: 0,
            newest_timestamp: 0,
            last_seq: 0,
            duplicates: 0,
            echoes_mark: false,
            reports_delay: false,
            reports_marks: false,
            report: 0,
            counted_bits: None,
            unreported_marks: 0,
            must_acknowledge: false,
            syn_answer_ecn: 0,
            echoes_exactly: false,
            reports_duplicates: false,
        }
    }

    /// Makes acknowledgements report the given bits of the number of marked packets received, in
    /// [`Body::Ack`]'s `echo`, instead of echoing marks (RFC 9768 section 3.2).
    pub fn count_marks(&mut self, bits: u32) {
        self.counted_bits = Some(bits);
        self.echoes_exactly = true;
    }

    /// Sets the ECN field of the answer to a SYN.
    pub fn answer_syn_with(&mut self, ecn: u8) {
        self.syn_answer_ecn = ecn;
    }

    /// Makes acknowledgements report the delay of data packets on their way to the receiver, in
    /// [`Body::Ack`]'s `echo` (RFC 6817 section 2.3).
    pub fn report_delay(&mut self) {
        self.reports_delay = true;
    }

    /// Makes acknowledgements echo the mark of each packet exactly (RFC 8257 section 3.2), and the answer to the
    /// SYN ECN-capable (section 3.6).
    pub fn echo_marks_exactly(&mut self) {
        self.echoes_exactly = true;
        self.syn_answer_ecn = ECN_CAPABLE;
    }

    /// Makes acknowledgements echo the mark of each packet exactly and report the number of marked packets
    /// received, in [`Body::Ack`]'s `echo` (RFC 9768 section 3.2). The answer to the SYN carries ECT(1) (RFC 9331
    /// section 4.1).
    pub fn report_marks(&mut self) {
        self.echoes_exactly = true;
        self.reports_marks = true;
        self.syn_answer_ecn = ECT_1;
    }

    /// Acknowledges packets at once where Linux does.
    pub fn acknowledge_quickly(&mut self) {
        self.acknowledges_quickly = true;
    }

    /// Acknowledges packets at once while the receive window grows, to at most `most` packets.
    pub fn grow_window(&mut self, most: Option<f64>) {
        self.largest_window = Some(most.map_or(u32::MAX, whole::<u32>));
    }

    /// A packet arrives that the receiver did not have: the window may grow.
    fn grow(&mut self, packet: &Packet, cx: &impl Context) {
        if let Some(most) = self.largest_window {
            let stored = self.ranges.as_slice().iter().map(|range| range.1 - range.0).sum();
            if self.window.on_arrival(packet, stored, most, cx.base_rtt(), cx.now()) {
                self.quick.left |= 1;
            }
        }
    }

    /// The sender's retransmission timeout as far as a host knows it that has only received: from the round-trip time
    /// of the handshake.
    fn timeout_of_sender(cx: &impl Context) -> Time {
        let rtt = cx.base_rtt();
        rtt + (2 * rtt).max(200 * MILLISECOND)
    }

    /// When a delayed acknowledgement is due.
    fn due(&self, cx: &impl Context) -> Time {
        let delay = if self.acknowledges_quickly && self.quick.delay > self.ack_delay {
            // Linux limits a longer delay to the round-trip time.
            self.quick.delay.min(cx.base_rtt().max(self.ack_delay)).min(500 * MILLISECOND)
        } else {
            self.ack_delay
        };
        cx.now() + delay
    }

    /// Makes acknowledgements report duplicate packets in their first SACK block (RFC 2883).
    pub fn report_duplicates(&mut self) {
        self.reports_duplicates = true;
    }

    /// Acknowledges the duplicate packet `seq`. The first block is that packet, the second the range that
    /// contains it, if the range is above the next expected packet (RFC 2883 section 4).
    #[cold]
    fn acknowledge_duplicate(&mut self, seq: u32, timestamp: Time, tx: u32, cx: &mut impl Context) {
        let mut blocks = SackBlocks::default();
        blocks.push((seq, seq + 1));
        let around = self.ranges.containing(seq);
        if let Some(range) = around {
            blocks.push(range);
        }
        for block in self.blocks().iter().filter(|block| Some(*block) != around) {
            blocks.push(block);
        }
        let attachment = cx.put_attachment(Attachment::Sack(blocks));
        self.forget_delayed(cx);
        self.reply(seq, Echo { timestamp, tx, newest_after: 0 }, attachment, cx);
    }

    /// An acknowledgement covers all packets whose acknowledgements were delayed.
    fn forget_delayed(&mut self, cx: &mut impl Context) {
        self.must_acknowledge = false;
        if self.acknowledges_quickly {
            self.quick.on_ack(self.ack_delay);
        }
        self.unreported_marks = 0;
        if self.unacknowledged > 0 {
            self.unacknowledged = 0;
            if self.ack_every > 1 {
                cx.cancel_receiver(DELAYED);
            }
        }
    }

    /// Records the delay of a data packet if acknowledgements report it.
    #[inline]
    fn measure_delay(&mut self, packet: &Packet, cx: &impl Context) {
        if self.reports_delay {
            let delay = cx.now().saturating_sub(packet.timestamp) / DELAY_UNIT;
            self.report = u32::try_from(delay).unwrap_or(u32::MAX);
        }
    }

    /// Adds packet `seq`, which is above the next expected packet. Returns false if it has already arrived.
    fn insert(&mut self, seq: u32) -> bool {
        let mut is_new = false;
        self.ranges.add(seq, seq + 1, |_| is_new = true);
        if !is_new {
            return false;
        }
        // A sequence number identifies its range even after ranges have merged.
        self.recent = [seq, self.recent[0], self.recent[1]];
        true
    }

    /// Up to three SACK blocks: first the block with the packet that arrived last, then the blocks that
    /// changed most recently (RFC 2018 section 4).
    fn blocks(&self) -> SackBlocks {
        let ranges = self.ranges.as_slice();
        if let &[only] = ranges {
            return SackBlocks { blocks: [only, (0, 0), (0, 0)], len: 1 };
        }
        // Often all packets that arrived last are in the highest range.
        if let &[.., second, (from, to)] = ranges
            && self.recent.iter().all(|&seq| from <= seq && seq < to)
        {
            let third = ranges.len().checked_sub(3).map(|index| ranges[index]);
            let len = if third.is_some() { 3 } else { 2 };
            return SackBlocks { blocks: [(from, to), second, third.unwrap_or_default()], len };
        }
        let most = ranges.len().min(3);
        // No range is equal to an unused block, because ranges are not empty.
        let mut blocks = [(0, 0); 3];
        let mut len = 0;
        for &seq in &self.recent {
            let contains = |(from, to): (u32, u32)| from <= seq && seq < to;
            if !contains(blocks[0])
                && !contains(blocks[1])
                && let Some(range) = self.ranges.containing(seq)
            {
                blocks[len] = range;
                len += 1;
            }
        }
        for &range in ranges.iter().rev() {
            if len >= most {
                break;
            }
            if range != blocks[0] && range != blocks[1] {
                blocks[len] = range;
                len += 1;
            }
        }
        SackBlocks { blocks, len: narrow::<u8>(len) }
    }

    /// Sends an acknowledgement, with SACK blocks if packets are missing. The acknowledgement also covers all
    /// packets whose acknowledgements were delayed.
    fn acknowledge(&mut self, seq: u32, echo: Echo, cx: &mut impl Context) {
        let attachment = if self.sends_sack && !self.ranges.is_empty() {
            cx.put_attachment(Attachment::Sack(self.blocks()))
        } else {
            0
        };
        self.forget_delayed(cx);
        self.reply(seq, echo, attachment, cx);
    }

    /// Acknowledges the packets whose acknowledgement is delayed. Echoes the timestamp of the first of them,
    /// so that the sample of the retransmission timer includes the delay (RFC 7323 section 4.3).
    fn acknowledge_delayed(&mut self, seq: u32, cx: &mut impl Context) {
        let newest_after = u32::try_from(self.newest_timestamp - self.first_timestamp);
        let echo = Echo {
            timestamp: self.first_timestamp,
            tx: self.first_tx,
            newest_after: newest_after.unwrap_or(u32::MAX).min(MAX_NEWEST_AFTER),
        };
        self.acknowledge(seq, echo, cx);
    }

    #[inline]
    fn reply(&self, seq: u32, echo: Echo, attachment: u32, cx: &mut impl Context) {
        let flags = if self.echoes_mark && self.counted_bits.is_none() { CWR_OR_ECE } else { 0 };
        let Echo { timestamp, tx, newest_after } = echo;
        let echo = match self.counted_bits {
            Some(bits) => self.report & bits,
            None if self.reports_delay || self.reports_marks => self.report,
            None => tx,
        };
        let body = Body::Ack { next: self.next, echo, newest_after, attachment };
        cx.reply(seq, timestamp, self.ack_size, flags, body);
    }

    /// Handles a packet with flags: acknowledges a SYN, and records congestion marks and announced
    /// reductions. Returns true if the packet is a SYN, which carries no data.
    #[cold]
    pub(super) fn on_flags(&mut self, packet: &Packet, cx: &mut impl Context) -> bool {
        if packet.flags & SYN != 0 {
            let body = Body::Ack { next: 0, echo: packet.tx, newest_after: 0, attachment: 0 };
            cx.reply(0, packet.timestamp, self.ack_size, SYN | self.syn_answer_ecn, body);
            return true;
        }
        // A packet can announce a reduction and carry a new mark at once.
        let is_marked = packet.flags & MARKED == MARKED;
        if self.counted_bits.is_some() {
            self.count_mark(is_marked);
            return false;
        }
        if self.echoes_exactly && is_marked != self.echoes_mark && self.unacknowledged > 0 {
            // The packets whose acknowledgement is delayed had the other mark: acknowledges them first
            // (RFC 8257 section 3.2).
            self.acknowledge_delayed(self.last_seq, cx);
        }
        if self.acknowledges_quickly && !self.echoes_exactly {
            // The sender's window may be very low after a mark and after a reduction.
            if is_marked && !self.echoes_mark {
                self.quick.enter(QUICK_ACKS_AFTER_MARK, self.ack_delay);
            }
            self.must_acknowledge = packet.flags & CWR_OR_ECE != 0;
        }
        self.echoes_mark = is_marked;
        self.report += u32::from(self.reports_marks && is_marked);
        false
    }

    /// Counts a packet's mark. A mark after a packet without a mark, and every second mark, is acknowledged at
    /// once (RFC 9768 section 3.2.2.5.1).
    fn count_mark(&mut self, is_marked: bool) {
        let count = u32::from(is_marked);
        self.report += count;
        self.unreported_marks += count;
        self.must_acknowledge = is_marked && (!self.echoes_mark || self.unreported_marks >= MARKS_PER_ACK);
        if self.must_acknowledge {
            self.unreported_marks = 0;
        }
        self.echoes_mark = is_marked;
    }

    /// Receives the data of a packet, without an acknowledgement.
    pub(super) fn receive(&mut self, packet: &Packet, cx: &mut impl Context) {
        self.measure_delay(packet, cx);
        if packet.seq < self.next || (packet.seq > self.next && !self.insert(packet.seq)) {
            self.duplicates += 1;
            return;
        }
        cx.delivered(packet);
        if packet.seq == self.next {
            self.next += 1;
            if let Some((_, to)) = self.ranges.first().filter(|range| range.0 == self.next) {
                self.next = to;
                self.ranges.remove_below(to);
            }
        }
    }

    /// Sends an acknowledgement with the given attachment.
    pub(super) fn reply_to(
        &self,
        seq: u32,
        timestamp: Time,
        tx: u32,
        attachment: u32,
        cx: &mut impl Context,
    ) {
        self.reply(seq, Echo { timestamp, tx, newest_after: 0 }, attachment, cx);
    }

    /// Handles the next expected packet in all cases, after its delivery (RFC 5681 section 4.2).
    #[cold]
    fn on_next(&mut self, packet: &Packet, cx: &mut impl Context) {
        let filled_a_gap = !self.ranges.is_empty();
        if let Some((_, to)) = self.ranges.first().filter(|range| range.0 == self.next) {
            self.next = to;
            self.ranges.remove_below(to);
        }
        if self.unacknowledged == 0 {
            (self.first_timestamp, self.newest_timestamp) = (packet.timestamp, packet.timestamp);
            self.first_tx = packet.tx;
        }
        self.newest_timestamp = self.newest_timestamp.max(packet.timestamp);
        self.unacknowledged += 1;
        let is_quick = self.acknowledges_quickly && self.is_quick(packet, cx);
        if filled_a_gap {
            // Echoes the timestamp of the packet that filled the gap. The timestamp of an earlier packet
            // would add the duration of the recovery to the sender's round-trip sample.
            self.acknowledge(packet.seq, Echo::of(packet), cx);
        } else if self.unacknowledged >= self.ack_every || self.must_acknowledge || is_quick {
            self.acknowledge_delayed(packet.seq, cx);
        } else if self.unacknowledged == 1 {
            let at = self.due(cx);
            cx.arm_receiver(DELAYED, at);
        }
    }

    /// Whether the next expected packet is acknowledged at once.
    fn is_quick(&mut self, packet: &Packet, cx: &impl Context) -> bool {
        self.quick.on_arrival(cx.now(), self.ack_delay, Self::timeout_of_sender(cx));
        self.grow(packet, cx);
        let is_quick = self.quick.left > 0 || packet.flags & PUSH != 0;
        if let Some(most) = self.largest_window {
            self.window.on_read(self.next, most, cx.now());
        }
        is_quick
    }

    /// Handles a packet that is out of order or a duplicate: acknowledges it at once (RFC 5681 section 4.2).
    #[cold]
    fn on_unexpected(&mut self, packet: &Packet, cx: &mut impl Context) {
        if packet.seq > self.next && self.insert(packet.seq) {
            cx.delivered(packet);
            self.grow(packet, cx);
        } else {
            self.duplicates += 1;
            if self.acknowledges_quickly {
                self.quick.enter(QUICK_ACKS, self.ack_delay);
            }
            if self.reports_duplicates && self.sends_sack {
                return self.acknowledge_duplicate(packet.seq, packet.timestamp, packet.tx, cx);
            }
        }
        self.acknowledge(packet.seq, Echo::of(packet), cx);
    }
}

impl Receiver for AckReceiver {
    #[inline]
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
        let has_flags = packet.flags & (SYN | CWR_OR_ECE | ECT_1) != 0;
        if (has_flags || (self.echoes_mark && self.echoes_exactly)) && self.on_flags(packet, cx) {
            return;
        }
        self.measure_delay(packet, cx);
        self.last_seq = packet.seq;
        if packet.seq != self.next {
            return self.on_unexpected(packet, cx);
        }
        cx.delivered(packet);
        self.next += 1;
        if self.ack_every == 1 && self.unacknowledged == 0 && self.ranges.is_empty() {
            // The common case: nothing is missing, and no acknowledgement is delayed.
            self.reply(packet.seq, Echo::of(packet), 0, cx);
        } else {
            self.on_next(packet, cx);
        }
    }

    fn on_timer(&mut self, _: u32, cx: &mut impl Context) {
        if self.unacknowledged > 0 {
            if self.acknowledges_quickly {
                // A delay that was too short for the next packet grows.
                self.quick.delay = (2 * self.quick.delay).min(Self::timeout_of_sender(cx));
            }
            self.acknowledge_delayed(self.last_seq, cx);
        }
    }

    fn restart(&mut self) {
        *self = AckReceiver {
            quick: QuickAcks::default(),
            window: ReceiveWindow::default(),
            next: 0,
            ranges: Ranges::default(),
            recent: [u32::MAX; 3],
            unacknowledged: 0,
            last_seq: 0,
            echoes_mark: false,
            report: 0,
            unreported_marks: 0,
            must_acknowledge: false,
            ..self.clone()
        };
    }

    fn adopt(&mut self, other: Self) {
        (self.sends_sack, self.ack_every) = (other.sends_sack, other.ack_every);
        (self.ack_delay, self.ack_size) = (other.ack_delay, other.ack_size);
        (self.acknowledges_quickly, self.largest_window) = (other.acknowledges_quickly, other.largest_window);
        (self.reports_delay, self.echoes_exactly) = (other.reports_delay, other.echoes_exactly);
        (self.reports_marks, self.reports_duplicates) = (other.reports_marks, other.reports_duplicates);
        (self.counted_bits, self.syn_answer_ecn) = (other.counted_bits, other.syn_answer_ecn);
    }

    fn digest(&self) -> u64 {
        let received_above_gap: u64 = self.ranges.as_slice().iter().map(|r| u64::from(r.1 - r.0)).sum();
        digest_of(&[
            // 0 unless a delay or marks are reported.
            u64::from(self.next) ^ (u64::from(self.report) << 32),
            received_above_gap,
            self.duplicates | (u64::from(self.echoes_mark) << 63),
        ])
    }
}

#[cfg(test)]
mod tests;
