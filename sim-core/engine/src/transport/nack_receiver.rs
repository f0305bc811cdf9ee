//! TAIMD's receiver: acknowledges each packet, and reports a loss by a train of negative acknowledgements
//! that lasts one round-trip time (Nishantha and Hayashida 2009, section 2.2 and figure 1).
//!
//! The first packets after a gap are acknowledged as if no packet were missing, because the missing packets
//! may still arrive. Each data packet carries the sender's short-term round-trip time in microseconds, which
//! is the length of a train.

use crate::ground::packet::NEGATIVE_ACK;
use crate::transport::prelude::*;

/// Upper limit of [`NackSettings::tolerated`].
pub const MAX_TOLERATED: usize = 10;

const MICROSECOND: Time = 1000;

/// The only timer: a train of negative acknowledgements ends.
const TRAIN_ENDS: u32 = 0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NackSettings {
    /// Number of packets after a gap that are acknowledged as if no packet were missing; at most
    /// [`MAX_TOLERATED`].
    pub tolerated: u32,
    /// Size of an acknowledgement on the wire, in bytes.
    pub ack_size: u16,
}

#[derive(Clone, Debug, State)]
#[state(not(settings))]
pub struct NackReceiver {
    settings: NackSettings,
    /// All packets below this have arrived or count as lost.
    expected: u32,
    /// Packets above `expected` that have arrived, ascending. The first `ahead_count` entries are in use.
    ahead: [u32; MAX_TOLERATED],
    ahead_count: usize,
    /// When the present train of negative acknowledgements ends; `NEVER` in normal mode.
    train_ends: Time,
    /// The packet with the highest sequence number, and its timestamp.
    newest: (u32, Time),
    received: u64,
}

/// Whether a packet shows a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NackVerdict {
    NoLoss,
    Loss,
}

impl NackReceiver {
    pub fn new(settings: NackSettings) -> Self {
        NackReceiver {
            settings,
            expected: 0,
            ahead: [0; MAX_TOLERATED],
            ahead_count: 0,
            train_ends: NEVER,
            newest: (0, 0),
            received: 0,
        }
    }

    /// Whether the receiver is sending a train of negative acknowledgements.
    fn in_loss_mode(&self) -> bool {
        self.train_ends != NEVER
    }

    /// Adds packet `seq` in normal mode. Returns whether it shows a loss.
    fn add(&mut self, seq: u32) -> NackVerdict {
        if seq == self.expected {
            self.expected += 1;
            let expected = self.expected;
            let ahead = self.ahead[..self.ahead_count].iter().enumerate();
            let in_order = ahead.take_while(|&(i, &other)| other == expected + narrow::<u32>(i)).count();
            self.expected += narrow::<u32>(in_order);
            self.ahead.copy_within(in_order..self.ahead_count, 0);
            self.ahead_count -= in_order;
        } else if seq > self.expected {
            let position = self.ahead[..self.ahead_count].partition_point(|&other| other < seq);
            if position < self.ahead_count && self.ahead[position] == seq {
                return NackVerdict::NoLoss;
            }
            if self.ahead_count >= (self.settings.tolerated as usize).min(MAX_TOLERATED) {
                return NackVerdict::Loss;
            }
            self.ahead.copy_within(position..self.ahead_count, position + 1);
            self.ahead[position] = seq;
            self.ahead_count += 1;
        }
        NackVerdict::NoLoss
    }

    /// Counts all packets that are missing below the newest packet as lost, which ends the loss event.
    fn skip_gaps(&mut self) {
        self.expected = self.expected.max(self.newest.0.saturating_add(1));
        self.ahead_count = 0;
    }

    /// Sends an acknowledgement, which is negative if `flags` contain `NEGATIVE_ACK`.
    fn reply(&self, (seq, timestamp): (u32, Time), flags: u8, cx: &mut impl Context) {
        // In positive and negative acknowledgements, `next` is the first sequence number that is missing.
        let body = Body::Ack { next: self.expected, echo: 0, newest_after: 0, attachment: 0 };
        cx.reply(seq, timestamp, self.settings.ack_size, flags, body);
    }
}

impl Receiver for NackReceiver {
    #[inline]
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
        cx.delivered(packet);
        self.received += 1;
        if packet.seq >= self.newest.0 {
            self.newest = (packet.seq, packet.timestamp);
        }
        if !self.in_loss_mode() && self.add(packet.seq) == NackVerdict::Loss {
            let Body::Data { info: micros, .. } = Body::of(packet) else { return };
            self.train_ends = cx.now() + (Time::from(micros) * MICROSECOND).max(1);
            cx.arm_receiver(TRAIN_ENDS, self.train_ends);
        }
        let flags = if self.in_loss_mode() { NEGATIVE_ACK } else { 0 };
        self.reply((packet.seq, packet.timestamp), flags, cx);
    }

    fn on_timer(&mut self, _: u32, cx: &mut impl Context) {
        if self.in_loss_mode() {
            self.train_ends = NEVER;
            self.skip_gaps();
            self.reply(self.newest, 0, cx);
        }
    }

    fn adopt(&mut self, other: Self) {
        self.settings = other.settings;
    }

    fn restart(&mut self) {
        *self = NackReceiver::new(self.settings);
    }

    fn digest(&self) -> u64 {
        digest_of(&[self.received, u64::from(self.expected), self.ahead_count as u64, self.train_ends])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds packets to a receiver that tolerates `tolerated` packets after a gap. Returns for each packet
    /// whether it shows a loss, and the receiver.
    fn verdicts(tolerated: u32, packets: &[u32]) -> (Vec<bool>, NackReceiver) {
        let mut receiver = NackReceiver::new(NackSettings { tolerated, ack_size: 40 });
        (packets.iter().map(|&seq| receiver.add(seq) == NackVerdict::Loss).collect(), receiver)
    }

    #[test]
    fn the_first_packet_that_is_not_tolerated_shows_the_loss() {
        let (shows_loss, _) = verdicts(2, &[0, 1, 3, 4, 5]);
        assert_eq!(shows_loss, [false, false, false, false, true]);
        let (shows_loss, _) = verdicts(0, &[0, 2]);
        assert_eq!(shows_loss, [false, true]);
        let (shows_loss, _) = verdicts(10, &[0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        assert_eq!(shows_loss.iter().position(|&loss| loss), Some(11));
    }

    #[test]
    fn reordered_packets_that_fill_the_gap_prevent_a_loss() {
        let (shows_loss, receiver) = verdicts(2, &[0, 3, 4, 1, 2, 5, 6]);
        assert!(shows_loss.iter().all(|&loss| !loss));
        assert_eq!((receiver.expected, receiver.ahead_count), (7, 0));
        // Packets 1 and 3 are missing. After 1 arrives, 4 and 5 are tolerated after the gap at 3, and 6 shows
        // the loss.
        let (shows_loss, receiver) = verdicts(2, &[0, 2, 4, 1, 5, 6]);
        assert_eq!(shows_loss, [false, false, false, false, false, true]);
        assert_eq!(receiver.expected, 3);
    }

    #[test]
    fn duplicates_do_not_count() {
        let (shows_loss, receiver) = verdicts(2, &[0, 2, 2, 2, 0, 3]);
        assert!(shows_loss.iter().all(|&loss| !loss));
        assert_eq!((receiver.expected, receiver.ahead_count), (1, 2));
    }
}
