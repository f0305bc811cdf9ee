//! TCP's receiver: cumulative, selective and delayed acknowledgements (RFC 5681 section 4.2, RFC 2018).

use super::ranges::Ranges;
use super::{Context, Receiver, digest_of};
use crate::ground::packet::{ECHO, MARKED, Packet, SYN};
use crate::ground::time::{Time, from_secs};
use crate::transport::{Body, Note};

/// Up to three ranges of received packets above the next expected one, the newest first (RFC 2018 section 4).
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

/// The only timer: a delayed acknowledgement is due.
const DELAYED: u32 = 0;

#[derive(Clone, Debug)]
pub struct AckReceiver {
    sack: bool,
    every: u32,
    delay: Time,
    ack_size: u16,
    /// Next sequence number expected.
    next: u32,
    /// Ranges received above `next`.
    ranges: Ranges,
    /// A sequence number in each of the ranges that grew last, the newest first.
    recent: [u32; 3],
    /// In-order packets that have not been acknowledged yet.
    unacknowledged: u32,
    /// Timestamp and transmission number of the first of them.
    first_stamp: Time,
    first_tx: u32,
    last_seq: u32,
    duplicates: u64,
    /// A congestion mark has arrived, and the sender has not announced a reduction since (RFC 3168 section 6.1.3).
    echo: bool,
}

impl AckReceiver {
    pub fn new(sack: bool, every: u32, delay: f64, ack_size: u32) -> Self {
        AckReceiver {
            sack,
            every: every.max(1),
            delay: from_secs(delay),
            ack_size: ack_size as u16,
            next: 0,
            ranges: Ranges::default(),
            recent: [u32::MAX; 3],
            unacknowledged: 0,
            first_stamp: 0,
            first_tx: 0,
            last_seq: 0,
            duplicates: 0,
            echo: false,
        }
    }

    /// Adds a packet above the next expected one; returns false if it had arrived before.
    fn insert(&mut self, seq: u32) -> bool {
        let mut fresh = false;
        self.ranges.add(seq, seq + 1, |_| fresh = true);
        if !fresh {
            return false;
        }
        // A sequence number identifies its range even after ranges have merged.
        self.recent.rotate_right(1);
        self.recent[0] = seq;
        true
    }

    /// Up to three blocks: first the one with the newest packet, then the most recent others (RFC 2018 section 4).
    fn blocks(&self) -> SackBlocks {
        let mut blocks = SackBlocks::default();
        if let &[only] = self.ranges.as_slice() {
            blocks.push(only);
            return blocks;
        }
        let mut add = |block: (u32, u32)| {
            if !blocks.iter().any(|b| b == block) {
                blocks.push(block);
            }
        };
        for &seq in &self.recent {
            if let Some(range) = self.ranges.holding(seq) {
                add(range);
            }
        }
        for &range in self.ranges.as_slice().iter().rev().take(3) {
            add(range);
        }
        blocks
    }

    /// Sends an acknowledgement with SACK blocks, which also covers all packets that were waiting for one.
    #[inline(never)]
    fn acknowledge(&mut self, seq: u32, stamp: Time, tx: u32, cx: &mut impl Context) {
        let note =
            if self.sack && !self.ranges.is_empty() { cx.put_note(Note::Sack(self.blocks())) } else { 0 };
        if self.unacknowledged > 0 {
            self.unacknowledged = 0;
            if self.every > 1 {
                cx.cancel_receiver(DELAYED);
            }
        }
        self.reply(seq, stamp, tx, note, cx);
    }

    #[inline]
    fn reply(&self, seq: u32, stamp: Time, tx: u32, note: u32, cx: &mut impl Context) {
        let flags = if self.echo { ECHO } else { 0 };
        cx.reply(seq, stamp, self.ack_size, flags, Body::Ack { next: self.next, echo: tx, note });
    }

    /// Handles a packet with flags: acknowledges a SYN, and notes congestion marks and announced reductions. Returns whether the
    /// packet carries no data.
    #[cold]
    fn on_flags(&mut self, packet: &Packet, cx: &mut impl Context) -> bool {
        if packet.flags & SYN != 0 {
            let body = Body::Ack { next: 0, echo: packet.tx, note: 0 };
            cx.reply(0, packet.stamp, self.ack_size, SYN, body);
            return true;
        }
        // A packet can announce a reduction and carry a new mark at once.
        self.echo = packet.flags & MARKED != 0;
        false
    }

    /// Handles the next expected packet, after its delivery, if it fills a gap or acknowledgements are delayed (RFC 5681 section
    /// 4.2).
    #[inline(never)]
    fn on_next(&mut self, packet: &Packet, cx: &mut impl Context) {
        let filled_a_gap = !self.ranges.is_empty();
        if let Some((_, to)) = self.ranges.first().filter(|range| range.0 == self.next) {
            self.next = to;
            self.ranges.forget_below(to);
        }
        if self.unacknowledged == 0 {
            self.first_stamp = packet.stamp;
            self.first_tx = packet.tx;
        }
        self.unacknowledged += 1;
        if filled_a_gap {
            // Echoes the stamp of the packet that filled the gap; older stamps would include the time of the recovery.
            self.acknowledge(packet.seq, packet.stamp, packet.tx, cx);
        } else if self.unacknowledged >= self.every {
            self.acknowledge(packet.seq, self.first_stamp, self.first_tx, cx);
        } else if self.unacknowledged == 1 {
            let at = cx.now() + self.delay;
            cx.arm_receiver(DELAYED, at);
        }
    }

    /// Handles a packet that is out of order or a duplicate: acknowledges it at once (RFC 5681 section 4.2).
    #[inline(never)]
    fn on_other(&mut self, packet: &Packet, cx: &mut impl Context) {
        if packet.seq > self.next && self.insert(packet.seq) {
            cx.delivered(packet);
        } else {
            self.duplicates += 1;
        }
        self.acknowledge(packet.seq, packet.stamp, packet.tx, cx);
    }
}

impl Receiver for AckReceiver {
    #[inline]
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
        if packet.flags & (SYN | ECHO | MARKED) != 0 && self.on_flags(packet, cx) {
            return;
        }
        self.last_seq = packet.seq;
        if packet.seq != self.next {
            return self.on_other(packet, cx);
        }
        cx.delivered(packet);
        self.next += 1;
        if self.every == 1 && self.unacknowledged == 0 && self.ranges.is_empty() {
            // The common case: nothing is missing, and no acknowledgement is delayed.
            self.reply(packet.seq, packet.stamp, packet.tx, 0, cx);
        } else {
            self.on_next(packet, cx);
        }
    }

    fn on_timer(&mut self, _: u32, cx: &mut impl Context) {
        if self.unacknowledged > 0 {
            self.acknowledge(self.last_seq, self.first_stamp, self.first_tx, cx);
        }
    }

    fn restart(&mut self) {
        *self = AckReceiver {
            next: 0,
            ranges: Ranges::default(),
            recent: [u32::MAX; 3],
            unacknowledged: 0,
            last_seq: 0,
            echo: false,
            ..self.clone()
        };
    }

    fn adopt(&mut self, settings: Self) {
        (self.sack, self.every) = (settings.sack, settings.every);
        (self.delay, self.ack_size) = (settings.delay, settings.ack_size);
    }

    fn digest(&self) -> u64 {
        let held: u64 = self.ranges.as_slice().iter().map(|r| u64::from(r.1 - r.0)).sum();
        digest_of(&[u64::from(self.next), held, self.duplicates | (u64::from(self.echo) << 63)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::Observer;
    use crate::protocols::testing::{simulation, wide};
    use crate::record::Recorder;
    use crate::record::tally::TimeWindow;
    use serde_json::json;

    #[test]
    fn the_fast_path_acknowledges_like_the_general_one() {
        let simulation = simulation(&wide("sack", json!({}), json!([]), 10.0));
        let replies = |short: bool| {
            let mut world = simulation.world().clone();
            let mut obs = Observer::new(Recorder::disabled(), TimeWindow::ALL, Vec::new(), false);
            obs.add_flow("flow:a", &[], &[]);
            let mut receiver = AckReceiver::new(true, 1, 0.04, 40);
            for (tx, seq) in [0, 1, 2, 4, 5, 3, 6, 6, 7, 9, 8, 10, 11].into_iter().enumerate() {
                let packet =
                    Packet { seq, tx: tx as u32, stamp: 1000 + tx as u64, size: 1000, ..Packet::default() };
                let mut cx = world.context(0, &mut obs);
                if short || seq != receiver.next {
                    receiver.on_data(&packet, &mut cx);
                } else {
                    cx.delivered(&packet);
                    receiver.next += 1;
                    receiver.on_next(&packet, &mut cx);
                }
            }
            assert_eq!(world.net().in_flight(0, 1), 13, "every packet is answered");
            assert_eq!(obs.flows[0].total.delivered, 12);
            (format!("{:?}", world.net()), receiver.digest())
        };
        assert_eq!(replies(true), replies(false));
    }

    #[test]
    fn ranges_merge_and_the_newest_block_comes_first() {
        let mut receiver = AckReceiver::new(true, 1, 0.0, 40);
        let blocks = |receiver: &AckReceiver| receiver.blocks().iter().collect::<Vec<_>>();
        assert!(receiver.insert(6) && receiver.insert(5));
        assert_eq!(blocks(&receiver), [(5, 7)], "the only one, once");
        receiver.restart();
        for seq in [5, 9, 2, 6, 13] {
            assert!(receiver.insert(seq));
        }
        assert!(!receiver.insert(6));
        assert_eq!(receiver.ranges.as_slice(), [(2, 3), (5, 7), (9, 10), (13, 14)]);
        assert_eq!(blocks(&receiver), [(13, 14), (5, 7), (2, 3)]);
        assert!(receiver.insert(8) && receiver.insert(7));
        assert_eq!(receiver.ranges.as_slice(), [(2, 3), (5, 10), (13, 14)]);
        assert_eq!(blocks(&receiver)[0], (5, 10));
    }
}
