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

/// What has become of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacketOutcome {
    Unknown,
    Received,
    Lost,
}

/// Largest number of later packets received that can make a packet count as lost.
const MOST_OVERTAKERS: usize = 10;

#[derive(Clone, Debug)]
pub struct Flight {
    /// The oldest packet that is remembered.
    first: u32,
    packets: VecDeque<(Time, Status)>,
    out: u32,
    /// The highest packets acknowledged, each plus one, the highest first; 0: none.
    highest: [u32; MOST_OVERTAKERS],
    overtakers: usize,
}

impl Flight {
    /// `overtakers`: later packets received that make a packet count as lost.
    pub fn new(overtakers: u32) -> Self {
        let overtakers = (overtakers as usize).clamp(1, MOST_OVERTAKERS);
        Flight { first: 0, packets: VecDeque::new(), out: 0, highest: [0; MOST_OVERTAKERS], overtakers }
    }

    pub fn set_overtakers(&mut self, overtakers: u32) {
        self.overtakers = (overtakers as usize).clamp(1, MOST_OVERTAKERS);
    }

    /// The oldest packet whose fate is unknown; the next one if there is none.
    #[inline]
    pub fn first(&self) -> u32 {
        self.first
    }

    /// The next packet's number.
    #[inline]
    pub fn next(&self) -> u32 {
        self.first + self.packets.len() as u32
    }

    /// Packets neither received nor lost.
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

    /// Packet `seq` is acknowledged. When it was sent, if it was still out.
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
        let place = self.highest.partition_point(|&high| high > mark);
        if place < MOST_OVERTAKERS {
            self.highest[place..].rotate_right(1);
            self.highest[place] = mark;
        }
        self.forget();
        Some(sent)
    }

    /// Packets that enough later ones have overtaken are lost: tells of each, the oldest first.
    #[inline]
    pub fn lose_overtaken(&mut self, mut lost: impl FnMut(u32, Time)) {
        let below = self.highest[self.overtakers - 1].saturating_sub(1);
        self.settle(below, |seq, sent| {
            lost(seq, sent);
            PacketOutcome::Lost
        });
    }

    /// Packets sent at `at` or before are lost: tells of each.
    pub fn lose_older(&mut self, at: Time, mut lost: impl FnMut(u32, Time)) {
        let below = self.first + self.packets.partition_point(|&(sent, _)| sent <= at) as u32;
        self.settle(below, |seq, sent| {
            lost(seq, sent);
            PacketOutcome::Lost
        });
    }

    /// Asks for the fate of every packet out below `below`, the oldest first.
    #[inline]
    pub fn settle(&mut self, below: u32, mut fate: impl FnMut(u32, Time) -> PacketOutcome) {
        let count = below.saturating_sub(self.first) as usize;
        for (i, packet) in self.packets.iter_mut().take(count).enumerate() {
            if packet.1 != Status::Out {
                continue;
            }
            packet.1 = match fate(self.first + i as u32, packet.0) {
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
        // Packets 1, 3 and 4 are later than 0; only 3 and 4 than 2.
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
