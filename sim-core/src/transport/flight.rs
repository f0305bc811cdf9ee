//! The packets that a sender without retransmission has in flight: each is sent once, and is received or lost once.

use std::collections::VecDeque;

use super::digest_of;
use crate::ground::time::Time;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Out,
    Received,
    Lost,
}

/// Whether a packet was received or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacketOutcome {
    Unknown,
    Received,
    Lost,
}

/// Largest reordering threshold.
const MOST_OVERTAKERS: usize = 10;

#[derive(Clone, Debug)]
pub struct Flight {
    /// The oldest packet that is neither received nor lost.
    first: u32,
    /// When each packet from `first` on was sent, and its status.
    packets: VecDeque<(Time, Status)>,
    out: u32,
    /// The highest acknowledged packets plus one, in descending order; 0 if there are fewer.
    highest: [u32; MOST_OVERTAKERS],
    overtakers: usize,
}

impl Flight {
    /// `overtakers`: number of later packets received after which a packet counts as lost.
    pub fn new(overtakers: u32) -> Self {
        let overtakers = (overtakers as usize).clamp(1, MOST_OVERTAKERS);
        Flight { first: 0, packets: VecDeque::new(), out: 0, highest: [0; MOST_OVERTAKERS], overtakers }
    }

    pub fn set_overtakers(&mut self, overtakers: u32) {
        self.overtakers = (overtakers as usize).clamp(1, MOST_OVERTAKERS);
    }

    /// The oldest packet that is neither received nor lost; the next one to be sent if there is none.
    #[inline]
    pub fn first(&self) -> u32 {
        self.first
    }

    /// The next packet's number.
    #[inline]
    pub fn next(&self) -> u32 {
        self.first + self.packets.len() as u32
    }

    /// Number of packets that are neither received nor lost.
    #[inline]
    pub fn out(&self) -> u32 {
        self.out
    }

    /// The next packet was sent.
    #[inline]
    pub fn sent(&mut self, now: Time) {
        self.packets.push_back((now, Status::Out));
        self.out += 1;
    }

    /// Marks packet `seq` as received. Returns when it was sent, or `None` if it was already received or lost.
    #[inline]
    pub fn acknowledge(&mut self, seq: u32) -> Option<Time> {
        let packet = self.packets.get_mut(seq.checked_sub(self.first)? as usize)?;
        if packet.1 != Status::Out {
            return None;
        }
        packet.1 = Status::Received;
        let sent = packet.0;
        self.out -= 1;
        let mark = seq + 1;
        let position = self.highest.partition_point(|&high| high > mark);
        if position < MOST_OVERTAKERS {
            self.highest[position..].rotate_right(1);
            self.highest[position] = mark;
        }
        self.forget();
        Some(sent)
    }

    /// Marks packets that enough later ones have overtaken as lost. Calls `lost` for each, the oldest first.
    #[inline]
    pub fn lose_overtaken(&mut self, mut lost: impl FnMut(u32, Time)) {
        let below = self.highest[self.overtakers - 1].saturating_sub(1);
        self.settle(below, |seq, sent| {
            lost(seq, sent);
            PacketOutcome::Lost
        });
    }

    /// Marks packets sent at `at` or before as lost. Calls `lost` for each, the oldest first.
    pub fn lose_older(&mut self, at: Time, mut lost: impl FnMut(u32, Time)) {
        let below = self.first + self.packets.partition_point(|&(sent, _)| sent <= at) as u32;
        self.settle(below, |seq, sent| {
            lost(seq, sent);
            PacketOutcome::Lost
        });
    }

    /// Determines the outcome of every packet below `below` that is neither received nor lost, the oldest first.
    #[inline]
    pub fn settle(&mut self, below: u32, mut outcome: impl FnMut(u32, Time) -> PacketOutcome) {
        let count = below.saturating_sub(self.first) as usize;
        for (i, packet) in self.packets.iter_mut().take(count).enumerate() {
            if packet.1 != Status::Out {
                continue;
            }
            packet.1 = match outcome(self.first + i as u32, packet.0) {
                PacketOutcome::Unknown => continue,
                PacketOutcome::Received => Status::Received,
                PacketOutcome::Lost => Status::Lost,
            };
            self.out -= 1;
        }
        self.forget();
    }

    #[inline]
    fn forget(&mut self) {
        while self.packets.front().is_some_and(|&(_, status)| status != Status::Out) {
            self.packets.pop_front();
            self.first += 1;
        }
    }

    pub fn digest(&self) -> u64 {
        digest_of(&[u64::from(self.first), self.packets.len() as u64, u64::from(self.out)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(packets: u64) -> Flight {
        let mut flight = Flight::new(3);
        (0..packets).for_each(|now| flight.sent(now));
        flight
    }

    #[test]
    fn three_later_packets_overtake() {
        let mut flight = with(10);
        let mut lost = Vec::new();
        for seq in [1, 3, 4] {
            assert_eq!(flight.acknowledge(seq), Some(u64::from(seq)));
            flight.lose_overtaken(|seq, _| lost.push(seq));
        }
        // Packets 1, 3 and 4 are later than 0; only 3 and 4 are later than 2.
        assert_eq!((lost.clone(), flight.out()), (vec![0], 6));
        flight.acknowledge(5);
        flight.lose_overtaken(|seq, _| lost.push(seq));
        assert_eq!((lost, flight.out(), flight.next()), (vec![0, 2], 4, 10));
        assert_eq!(flight.acknowledge(2), None, "late for one that counts as lost");
        assert_eq!(flight.acknowledge(5), None, "twice");
        assert_eq!(flight.acknowledge(99), None, "never sent");
    }

    #[test]
    fn age_loses_too() {
        let mut flight = with(5);
        flight.acknowledge(1);
        let mut lost = Vec::new();
        flight.lose_older(3, |seq, _| lost.push(seq));
        assert_eq!((lost, flight.out(), flight.first), (vec![0, 2, 3], 1, 4));
    }
}
