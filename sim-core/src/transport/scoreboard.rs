//! The scoreboard of a window-based sender (RFC 6675 section 3): the state of each packet from the oldest unacknowledged to the
//! newest sent.
//!
//! Each sequence number is marked received or lost once. Selective acknowledgements are merged into a sorted list of ranges, and
//! only the packets that a block adds are processed, so the work per acknowledgement does not grow with the window.

use super::ranges::Ranges;
use crate::ground::ring::Ring;

/// Number of duplicate acknowledgements, or of later packets selectively acknowledged, after which a packet counts as lost (RFC 6675
/// section 2: DupThresh).
pub const DUP_THRESH: u32 = 3;

const SACKED: u8 = 1;
const LOST: u8 = 2;
/// The last transmission was a retransmission, which counts as in flight.
const RESENT: u8 = 4;
const EVER_RESENT: u8 = 8;

/// The state of a packet, in four bytes because large windows have thousands of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Segment {
    pub size: u16,
    flags: u8,
}

#[derive(Clone, Debug, Default)]
pub struct Scoreboard {
    /// Packets from `una` on.
    segments: Ring<Segment>,
    una: u32,
    /// Selectively acknowledged ranges.
    ranges: Ranges,
    sacked: u32,
    /// Number of packets that are lost and not yet retransmitted.
    lost_waiting: u32,
    /// Packets below this, or below `una`, have been marked lost or received.
    judged: u32,
    /// No packet below this, or below `una`, is lost and not yet retransmitted.
    resend_from: u32,
    /// Bytes of packets acknowledged in order, and of packets sent for the first time, headers included.
    acked_bytes: u64,
    sent_bytes: u64,
}

impl Scoreboard {
    #[inline]
    pub fn una(&self) -> u32 {
        self.una
    }

    /// Number of packets from `una` to the highest sent, received or not.
    #[inline]
    pub fn out(&self) -> u32 {
        self.segments.len() as u32
    }

    /// One above the highest sequence number ever sent.
    #[inline]
    pub fn high(&self) -> u32 {
        self.una + self.segments.len() as u32
    }

    /// Number of packets that count as in flight: neither received nor lost (RFC 6675 section 4, SetPipe).
    #[inline]
    pub fn pipe(&self) -> u32 {
        self.segments.len() as u32 - self.sacked - self.lost_waiting
    }

    /// Bytes of packets acknowledged in order, headers included.
    pub fn acked_bytes(&self) -> u64 {
        self.acked_bytes
    }

    /// Bytes of packets sent for the first time, headers included.
    pub fn sent_bytes(&self) -> u64 {
        self.sent_bytes
    }

    pub fn sacked(&self) -> u32 {
        self.sacked
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    pub fn clear(&mut self) {
        *self = Scoreboard { una: 0, ..Scoreboard::default() };
    }

    #[inline]
    fn at(&mut self, seq: u32) -> Option<&mut Segment> {
        self.segments.get_mut(seq.wrapping_sub(self.una) as usize)
    }

    pub fn segment(&self, seq: u32) -> Option<&Segment> {
        self.segments.get(seq.wrapping_sub(self.una) as usize)
    }

    pub fn was_resent(&self, seq: u32) -> bool {
        self.segment(seq).is_some_and(|s| s.flags & EVER_RESENT != 0)
    }

    /// Adds a new packet and returns its sequence number.
    #[inline]
    pub fn sent_new(&mut self, size: u16) -> u32 {
        let seq = self.high();
        self.segments.push(Segment { size, flags: 0 });
        self.sent_bytes += u64::from(size);
        seq
    }

    /// Records a retransmission; returns the packet's size.
    pub fn resent(&mut self, seq: u32) -> u16 {
        let Some(segment) = self.at(seq) else { return 0 };
        let size = segment.size;
        let before = segment.flags;
        segment.flags |= RESENT | EVER_RESENT;
        // A packet that was not marked lost stays one packet in flight, although two copies of it are.
        if before & (LOST | RESENT | SACKED) == LOST {
            self.lost_waiting -= 1;
        }
        size
    }

    /// Processes a cumulative acknowledgement of all packets below `next`; returns the number of packets newly acknowledged.
    #[inline]
    pub fn advance(&mut self, next: u32) -> u32 {
        // The common case: only the oldest packet, without flags.
        match self.segments.front() {
            Some(&Segment { size, flags: 0 }) if next == self.una + 1 && self.ranges.is_empty() => {
                self.segments.drop_front();
                self.una = next;
                self.acked_bytes += u64::from(size);
                1
            }
            _ => self.advance_over(next),
        }
    }

    #[inline(never)]
    fn advance_over(&mut self, next: u32) -> u32 {
        let mut count = 0;
        while self.una < next {
            let Some(segment) = self.segments.pop() else { break };
            if segment.flags & SACKED != 0 {
                self.sacked -= 1;
            } else if segment.flags & (LOST | RESENT) == LOST {
                self.lost_waiting -= 1;
            }
            self.una += 1;
            count += 1;
            self.acked_bytes += u64::from(segment.size);
        }
        if count > 0 && !self.ranges.is_empty() {
            self.ranges.forget_below(self.una);
        }
        count
    }

    /// Processes a SACK block, a half-open range; returns the number of packets that were not covered before.
    pub fn sack(&mut self, from: u32, to: u32) -> u32 {
        let (from, to) = (from.max(self.una), to.min(self.high()));
        if from >= to {
            return 0;
        }
        let Scoreboard { segments, ranges, sacked, lost_waiting, una, .. } = self;
        let before = *sacked;
        ranges.add(from, to, |seq| {
            let Some(segment) = segments.get_mut(seq.wrapping_sub(*una) as usize) else { return };
            segment.flags |= SACKED;
            *sacked += 1;
            if segment.flags & (LOST | RESENT) == LOST {
                *lost_waiting -= 1;
            }
        });
        *sacked - before
    }

    /// Highest sequence number received, plus one; `una` if nothing above it was.
    pub fn highest_received(&self) -> u32 {
        self.ranges.last().map_or(self.una, |range| range.1)
    }

    /// Packets below the result have at least `threshold` received packets above them.
    fn edge_of_loss(&self, threshold: u32) -> u32 {
        let mut left = threshold;
        for &(from, to) in self.ranges.as_slice().iter().rev() {
            let len = to - from;
            if len >= left {
                return to - left;
            }
            left -= len;
        }
        self.una
    }

    /// Marks packets with at least `threshold` received packets above them as lost (RFC 6675 section 4, IsLost); returns the number
    /// of packets newly marked.
    pub fn judge(&mut self, threshold: u32) -> u32 {
        if self.ranges.is_empty() {
            return 0;
        }
        let edge = self.edge_of_loss(threshold);
        let mut lost = 0;
        self.judged = self.judged.max(self.una);
        while self.judged < edge {
            lost += self.mark_lost(self.judged);
            self.judged += 1;
        }
        lost
    }

    fn mark_lost(&mut self, seq: u32) -> u32 {
        let Some(segment) = self.at(seq) else { return 0 };
        if segment.flags & (SACKED | LOST) != 0 {
            return 0;
        }
        segment.flags |= LOST;
        if segment.flags & RESENT == 0 {
            self.lost_waiting += 1;
            self.resend_from = self.resend_from.min(seq);
        }
        1
    }

    /// Discards what was received out of order: all packets count as sent once and in flight.
    pub fn forget_received(&mut self) {
        for index in 0..self.segments.len() {
            if let Some(segment) = self.segments.get_mut(index) {
                segment.flags &= EVER_RESENT;
            }
        }
        self.ranges = Ranges::default();
        (self.sacked, self.lost_waiting) = (0, 0);
        (self.judged, self.resend_from) = (self.una, self.una);
    }

    /// Marks the oldest packet as lost, at the third duplicate acknowledgement.
    pub fn lose_first(&mut self) {
        let una = self.una;
        self.mark_lost(una);
    }

    /// Marks all packets that were not received as lost, including retransmissions, after a timeout (RFC 6675 section 5.1).
    pub fn lose_all(&mut self) {
        self.lost_waiting = 0;
        for index in 0..self.segments.len() {
            if let Some(segment) = self.segments.get_mut(index)
                && segment.flags & SACKED == 0
            {
                segment.flags = (segment.flags | LOST) & !RESENT;
                self.lost_waiting += 1;
            }
        }
        self.judged = self.high();
        self.resend_from = self.una;
    }

    /// The lowest packet that is lost and has not been retransmitted.
    #[inline]
    pub fn next_lost(&mut self) -> Option<u32> {
        if self.lost_waiting == 0 { None } else { self.find_lost() }
    }

    #[inline(never)]
    fn find_lost(&mut self) -> Option<u32> {
        let high = self.high();
        self.resend_from = self.resend_from.max(self.una);
        while self.resend_from < high {
            let seq = self.resend_from;
            if self.segment(seq).is_some_and(|s| s.flags & (SACKED | LOST | RESENT) == LOST) {
                return Some(seq);
            }
            self.resend_from += 1;
        }
        None
    }

    /// The lowest packet below the highest received one that is neither received nor sent again (RFC 6675 rule 3).
    pub fn next_hole(&self) -> Option<u32> {
        let top = self.highest_received();
        let mut seq = self.una;
        for &(from, to) in self.ranges.as_slice() {
            while seq < from.min(top) {
                if self.segment(seq).is_some_and(|s| s.flags & (SACKED | RESENT) == 0) {
                    return Some(seq);
                }
                seq += 1;
            }
            seq = to;
        }
        None
    }

    /// The highest packet out that has not been received.
    pub fn last_missing(&self) -> Option<u32> {
        let top = match self.ranges.last() {
            Some((from, to)) if to == self.high() => from,
            _ => self.high(),
        };
        (top > self.una).then(|| top - 1)
    }

    pub fn digest(&self) -> u64 {
        super::digest_of(&[
            u64::from(self.una),
            u64::from(self.high()),
            u64::from(self.pipe()),
            u64::from(self.sacked),
            u64::from(self.lost_waiting),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// One packet at a time or all at once, by the short way or the general one: the same; and the pipe is what it
        /// counts packet by packet.
        #[test]
        fn every_way_of_advancing_is_the_same(steps in prop::collection::vec((0u8..8, 0u32..12, 1u32..6), 1..120)) {
            let (mut short, mut general) = (Scoreboard::default(), Scoreboard::default());
            for (what, offset, len) in steps {
                let (from, high) = (short.una() + offset, short.high());
                for board in [&mut short, &mut general] {
                    match what {
                        0..=2 => (0..len).for_each(|_| _ = board.sent_new(1000)),
                        3 => _ = board.sack(from, from + len),
                        4 => _ = board.judge(DUP_THRESH),
                        5 => _ = board.next_lost().map(|seq| board.resent(seq)),
                        6 if offset == 0 => board.lose_all(),
                        6 if offset == 1 => board.forget_received(),
                        _ => {}
                    }
                }
                if what == 7 {
                    let to = (short.una() + len).min(high);
                    let one_by_one: u32 = (short.una()..to).map(|seq| short.advance(seq + 1)).sum();
                    prop_assert_eq!(one_by_one, general.advance_over(to));
                }
                let lost = |s: &Segment| s.flags & (LOST | RESENT) == LOST;
                let in_pipe = |s: &&Segment| s.flags & SACKED == 0 && !lost(s);
                prop_assert_eq!(short.pipe() as usize, short.segments.iter().filter(in_pipe).count());
                prop_assert_eq!(short.digest(), general.digest());
                prop_assert_eq!(short.acked_bytes(), general.acked_bytes());
                prop_assert_eq!(short.sent_bytes() - short.acked_bytes(), u64::from(short.out()) * 1000);
                prop_assert_eq!(short.next_lost(), general.next_lost());
            }
        }
    }

    fn sent(count: u32) -> Scoreboard {
        let mut board = Scoreboard::default();
        for _ in 0..count {
            board.sent_new(1500);
        }
        board
    }

    #[test]
    fn blocks_merge_and_count_once() {
        let mut board = sent(20);
        assert_eq!(board.sack(5, 7), 2);
        assert_eq!(board.sack(5, 9), 2);
        assert_eq!(board.sack(12, 14), 2);
        assert_eq!(board.sack(4, 15), 5); // 4, 9, 10, 11, 14
        assert_eq!(board.ranges.as_slice(), [(4, 15)]);
        assert_eq!(board.sacked(), 11);
        assert_eq!(board.pipe(), 9);
        board.sack(18, 20);
        assert_eq!(board.last_missing(), Some(17));
        assert_eq!(board.sack(0, 40), 7);
        assert_eq!(board.last_missing(), None);
        assert_eq!(board.advance(20), 20);
        assert!(board.is_empty());
        assert_eq!((board.pipe(), board.sacked()), (0, 0));
    }

    #[test]
    fn three_received_above_make_a_packet_lost() {
        // 0 and 2 missing; 1, 3 and 4 received: 0 has three above it, 2 has two.
        let mut board = sent(10);
        board.sack(1, 2);
        board.sack(3, 5);
        assert_eq!(board.judge(DUP_THRESH), 1);
        assert_eq!(board.next_lost(), Some(0));
        assert_eq!(board.pipe(), 6); // 2 and 5..10
        board.resent(0);
        assert_eq!(board.pipe(), 7);
        assert_eq!(board.next_lost(), None);
        assert_eq!(board.next_hole(), Some(2));
        assert_eq!(board.last_missing(), Some(9));
        board.sack(5, 6);
        assert_eq!(board.judge(DUP_THRESH), 1);
        assert_eq!(board.next_lost(), Some(2));
    }

    #[test]
    fn a_timeout_loses_all_that_was_not_received() {
        let mut board = sent(6);
        board.sack(2, 4);
        board.judge(1);
        board.resent(0);
        board.lose_all();
        assert_eq!(board.pipe(), 0);
        let mut order = Vec::new();
        while let Some(seq) = board.next_lost() {
            board.resent(seq);
            order.push(seq);
        }
        assert_eq!(order, [0, 1, 4, 5]);
        assert_eq!(board.pipe(), 4);
        board.advance(6);
        assert_eq!(board.pipe(), 0);
    }
}
