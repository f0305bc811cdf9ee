//! TAIMD's receiver: acknowledges each packet, and reports a loss by a train of negative acknowledgements that lasts one round
//! trip (Nishantha and Hayashida 2009, section 2.2 and figure 1).
//!
//! The first packets after a gap are acknowledged as if nothing were missing, because they may have overtaken others. Each data
//! packet carries the sender's short-term round-trip time in microseconds, which is the length of a train.

use super::{Context, Receiver, digest_of};
use crate::ground::packet::{NEGATIVE, Packet};
use crate::ground::time::{NEVER, Time};
use crate::transport::Body;

/// Largest number of packets after a gap that can be tolerated.
pub const MOST_TOLERATED: usize = 10;

/// In nanoseconds.
const MICROSECOND: Time = 1000;
/// The only timer: a train of negative acknowledgements ends.
const TRAIN_ENDS: u32 = 0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NackSettings {
    /// Packets after a gap that are acknowledged as if nothing were missing.
    pub tolerated: u32,
    pub ack_size: u16,
}

#[derive(Clone, Debug)]
pub struct NackReceiver {
    settings: NackSettings,
    /// All packets below this have arrived or count as lost.
    expected: u32,
    /// Packets above it that have arrived, ascending.
    ahead: [u32; MOST_TOLERATED],
    held: usize,
    /// When the present train ends; `NEVER` in normal mode.
    train_ends: Time,
    /// The newest packet and its timestamp.
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
            ahead: [0; MOST_TOLERATED],
            held: 0,
            train_ends: NEVER,
            newest: (0, 0),
            received: 0,
        }
    }

    fn in_loss_mode(&self) -> bool {
        self.train_ends != NEVER
    }

    /// Adds packet `seq` in normal mode.
    fn add(&mut self, seq: u32) -> NackVerdict {
        if seq == self.expected {
            self.expected += 1;
            let run = self.ahead[..self.held].iter().enumerate();
            let run = run.take_while(|&(i, &seq)| seq == self.expected + i as u32).count();
            self.expected += run as u32;
            self.ahead.copy_within(run..self.held, 0);
            self.held -= run;
        } else if seq > self.expected {
            let place = self.ahead[..self.held].partition_point(|&other| other < seq);
            if place < self.held && self.ahead[place] == seq {
                return NackVerdict::NoLoss;
            }
            if self.held >= (self.settings.tolerated as usize).min(MOST_TOLERATED) {
                return NackVerdict::Loss;
            }
            self.ahead.copy_within(place..self.held, place + 1);
            self.ahead[place] = seq;
            self.held += 1;
        }
        NackVerdict::NoLoss
    }

    /// Treats all packets that are missing so far as one loss event, which is over.
    fn skip_gaps(&mut self) {
        self.expected = self.expected.max(self.newest.0.saturating_add(1));
        self.held = 0;
    }

    fn reply(&self, (seq, stamp): (u32, Time), flags: u8, cx: &mut impl Context) {
        // A negative acknowledgement contains the first missing packet.
        let body = Body::Ack { next: self.expected, echo: 0, note: 0 };
        cx.reply(seq, stamp, self.settings.ack_size, flags, body);
    }
}

impl Receiver for NackReceiver {
    #[inline]
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
        cx.delivered(packet);
        self.received += 1;
        if packet.seq >= self.newest.0 {
            self.newest = (packet.seq, packet.stamp);
        }
        if !self.in_loss_mode() && self.add(packet.seq) == NackVerdict::Loss {
            let Body::Data { info: micros, .. } = Body::of(packet) else { return };
            self.train_ends = cx.now() + (Time::from(micros) * MICROSECOND).max(1);
            cx.arm_receiver(TRAIN_ENDS, self.train_ends);
        }
        let flags = if self.in_loss_mode() { NEGATIVE } else { 0 };
        self.reply((packet.seq, packet.stamp), flags, cx);
    }

    fn on_timer(&mut self, _: u32, cx: &mut impl Context) {
        if self.in_loss_mode() {
            self.train_ends = NEVER;
            self.skip_gaps();
            self.reply(self.newest, 0, cx);
        }
    }

    fn adopt(&mut self, settings: Self) {
        self.settings = settings.settings;
    }

    fn restart(&mut self) {
        *self = NackReceiver::new(self.settings);
    }

    fn digest(&self) -> u64 {
        digest_of(&[self.received, u64::from(self.expected), self.held as u64, self.train_ends])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether each packet shows a loss to a receiver that tolerates `tolerated` packets after a gap, and the receiver.
    fn verdicts(tolerated: u32, packets: &[u32]) -> (Vec<bool>, NackReceiver) {
        let mut sink = NackReceiver::new(NackSettings { tolerated, ack_size: 40 });
        (packets.iter().map(|&seq| sink.add(seq) == NackVerdict::Loss).collect(), sink)
    }

    #[test]
    fn the_third_packet_after_a_gap_shows_the_loss() {
        let (missing, _) = verdicts(2, &[0, 1, 3, 4, 5]);
        assert_eq!(missing, [false, false, false, false, true]);
        let (missing, _) = verdicts(0, &[0, 2]);
        assert_eq!(missing, [false, true]);
        let (missing, _) = verdicts(10, &[0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        assert_eq!(missing.iter().position(|&missing| missing), Some(11));
    }

    #[test]
    fn late_packets_that_fill_the_gap_in_time_cancel_it() {
        let (missing, sink) = verdicts(2, &[0, 3, 4, 1, 2, 5, 6]);
        assert!(missing.iter().all(|&missing| !missing));
        assert_eq!((sink.expected, sink.held), (7, 0));
        // Two gaps: 1 and 3 are missing; with 1 there, 4 and 5 have still overtaken 3.
        let (missing, sink) = verdicts(2, &[0, 2, 4, 1, 5, 6]);
        assert_eq!(missing, [false, false, false, false, false, true]);
        assert_eq!(sink.expected, 3);
    }

    #[test]
    fn copies_do_not_count_twice() {
        let (missing, sink) = verdicts(2, &[0, 2, 2, 2, 0, 3]);
        assert!(missing.iter().all(|&missing| !missing));
        assert_eq!((sink.expected, sink.held), (1, 2));
    }
}
