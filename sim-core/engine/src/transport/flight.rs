//! The packets that a sender without retransmission has in flight. Each packet is sent once. Later it counts
//! either as received or as lost.

use crate::transport::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, State)]
enum Status {
    InFlight,
    Received,
    Lost,
}

/// The fate of a packet in flight, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacketOutcome {
    Unknown,
    Received,
    Lost,
}

/// Largest reordering threshold.
const MAX_THRESHOLD: usize = 10;

/// Records which packets are in flight, and detects losses.
#[derive(Clone, Debug, State)]
#[state(not(reordering_threshold))]
pub struct Flight {
    /// The oldest packet that is neither received nor lost.
    first: u32,
    /// When each packet was sent, and its status. The first entry belongs to packet `first`.
    packets: Deque<(Time, Status)>,
    /// Number of packets that are neither received nor lost.
    in_flight: u32,
    /// The highest acknowledged sequence numbers plus 1, in descending order; 0 for unused entries.
    highest_plus_one: [u32; MAX_THRESHOLD],
    /// Number of later packets received after which a packet counts as lost.
    reordering_threshold: usize,
}

impl Flight {
    /// `reordering_threshold`: number of later packets received after which a packet counts as lost.
    pub fn new(reordering_threshold: u32) -> Self {
        let mut flight = Flight {
            first: 0,
            packets: Deque::new(),
            in_flight: 0,
            highest_plus_one: [0; MAX_THRESHOLD],
            reordering_threshold: 1,
        };
        flight.set_reordering_threshold(reordering_threshold);
        flight
    }

    pub fn set_reordering_threshold(&mut self, packets: u32) {
        self.reordering_threshold = (packets as usize).clamp(1, MAX_THRESHOLD);
    }

    /// The oldest packet that is neither received nor lost. If there is none, the next packet that will be
    /// sent.
    #[inline]
    pub fn first(&self) -> u32 {
        self.first
    }

    /// The sequence number of the next packet that will be sent.
    #[inline]
    pub fn next(&self) -> u32 {
        self.first + narrow::<u32>(self.packets.len())
    }

    /// Number of packets that are neither received nor lost.
    #[inline]
    pub fn in_flight(&self) -> u32 {
        self.in_flight
    }

    /// Records that the next packet was sent at `now`.
    #[inline]
    pub fn record_sent(&mut self, now: Time) {
        self.packets.push_back((now, Status::InFlight));
        self.in_flight += 1;
    }

    /// Marks packet `seq` as received. Returns when it was sent, or `None` if it was already received or
    /// lost.
    #[inline]
    pub fn acknowledge(&mut self, seq: u32) -> Option<Time> {
        let packet = self.packets.get_mut(seq.checked_sub(self.first)? as usize)?;
        if packet.1 != Status::InFlight {
            return None;
        }
        packet.1 = Status::Received;
        let sent = packet.0;
        self.in_flight -= 1;
        let above = seq + 1;
        if above > self.highest_plus_one[0] {
            // The usual case: the packets arrive in order.
            self.highest_plus_one.copy_within(..MAX_THRESHOLD - 1, 1);
            self.highest_plus_one[0] = above;
        } else {
            self.insert_below_highest(above);
        }
        self.remove_decided();
        Some(sent)
    }

    /// Adds a sequence number plus 1 to the highest acknowledged ones, below the highest of them.
    fn insert_below_highest(&mut self, above: u32) {
        let position = self.highest_plus_one.partition_point(|&high| high > above);
        if position < MAX_THRESHOLD {
            self.highest_plus_one[position..].rotate_right(1);
            self.highest_plus_one[position] = above;
        }
    }

    /// Marks as lost each packet in flight that at least `reordering_threshold` later packets have
    /// overtaken. Calls `lost` for each packet newly marked, the oldest first.
    #[inline]
    pub fn mark_overtaken_lost(&mut self, mut lost: impl FnMut(u32, Time)) {
        let below = self.highest_plus_one[self.reordering_threshold - 1].saturating_sub(1);
        self.set_outcomes(below, |seq, sent| {
            lost(seq, sent);
            PacketOutcome::Lost
        });
    }

    /// Marks packets in flight that were sent at `at` or earlier as lost. Calls `lost` for each, the oldest
    /// first.
    pub fn mark_older_lost(&mut self, at: Time, mut lost: impl FnMut(u32, Time)) {
        let below = self.first + narrow::<u32>(self.packets.partition_point(|&(sent, _)| sent <= at));
        self.set_outcomes(below, |seq, sent| {
            lost(seq, sent);
            PacketOutcome::Lost
        });
    }

    /// Calls `outcome` for every packet below `below` that is neither received nor lost, the oldest first,
    /// and marks the packet accordingly.
    #[inline]
    pub fn set_outcomes(&mut self, below: u32, mut outcome: impl FnMut(u32, Time) -> PacketOutcome) {
        let count = below.saturating_sub(self.first) as usize;
        for (i, packet) in self.packets.iter_mut().take(count).enumerate() {
            if packet.1 != Status::InFlight {
                continue;
            }
            packet.1 = match outcome(self.first + narrow::<u32>(i), packet.0) {
                PacketOutcome::Unknown => continue,
                PacketOutcome::Received => Status::Received,
                PacketOutcome::Lost => Status::Lost,
            };
            self.in_flight -= 1;
        }
        self.remove_decided();
    }

    /// Removes packets at the front that are received or lost.
    #[inline]
    fn remove_decided(&mut self) {
        while self.packets.front().is_some_and(|&(_, status)| status != Status::InFlight) {
            self.packets.pop_front();
            self.first += 1;
        }
    }

    pub fn digest(&self) -> u64 {
        Digest::of(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A flight of `packets` packets, packet `n` sent at time `n`.
    fn after_sending(packets: u64) -> Flight {
        let mut flight = Flight::new(3);
        (0..packets).for_each(|now| flight.record_sent(now));
        flight
    }

    #[test]
    fn a_packet_is_lost_once_three_later_packets_are_received() {
        let mut flight = after_sending(10);
        let mut lost = Vec::new();
        for seq in [1, 3, 4] {
            assert_eq!(flight.acknowledge(seq), Some(u64::from(seq)));
            flight.mark_overtaken_lost(|seq, _| lost.push(seq));
        }
        // Packets 1, 3 and 4 are later than 0; only 3 and 4 are later than 2.
        assert_eq!((lost.clone(), flight.in_flight()), (vec![0], 6));
        flight.acknowledge(5);
        flight.mark_overtaken_lost(|seq, _| lost.push(seq));
        assert_eq!((lost, flight.in_flight(), flight.next()), (vec![0, 2], 4, 10));
        assert_eq!(flight.acknowledge(2), None, "already counts as lost");
        assert_eq!(flight.acknowledge(5), None, "already received");
        assert_eq!(flight.acknowledge(99), None, "never sent");
    }

    #[test]
    fn the_highest_acknowledged_packets_are_sorted_whatever_their_order() {
        let mut flight = after_sending(40);
        let mut acknowledged: Vec<u32> = Vec::new();
        for step in 0..30u32 {
            let seq = step * 17 % 40;
            assert_eq!(flight.acknowledge(seq), Some(u64::from(seq)));
            acknowledged.push(seq + 1);
            acknowledged.sort_unstable_by(|a, b| b.cmp(a));
            let expected = acknowledged.iter().copied().chain([0; MAX_THRESHOLD]).take(MAX_THRESHOLD);
            assert!(flight.highest_plus_one.into_iter().eq(expected), "{step}");
        }
    }

    #[test]
    fn packets_sent_up_to_the_given_time_are_marked_lost() {
        let mut flight = after_sending(5);
        flight.acknowledge(1);
        let mut lost = Vec::new();
        flight.mark_older_lost(3, |seq, _| lost.push(seq));
        assert_eq!((lost, flight.in_flight(), flight.first), (vec![0, 2, 3], 1, 4));
    }
}
