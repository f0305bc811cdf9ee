//! TAIMD's sink: acknowledges each packet, and tells of a loss by a train of negative acknowledgements one round trip long
//! (Nishantha and Hayashida 2009, section 2.2 and figure 1).
//!
//! The first packets after a gap are acknowledged as if nothing were missing: they may have overtaken others. The sender
//! writes its short-term round trip into each packet, in microseconds, so that the sink knows how long a train lasts.

use super::{Context, Receiver, digest_of};
use crate::ground::packet::{NEGATIVE, Packet};
use crate::ground::time::{NEVER, Time};
use crate::transport::Body;

/// The most packets after a gap that can be tolerated.
pub const MOST_TOLERATED: usize = 10;

/// Nanoseconds.
const MICROSECOND: Time = 1000;
/// The only timer: the train of negative acknowledgements ends.
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
    /// All packets below have arrived or count as lost.
    expected: u32,
    /// Packets above that have arrived, ascending.
    ahead: [u32; MOST_TOLERATED],
    held: usize,
    /// When the present train ends; `NEVER` in normal mode.
    train_ends: Time,
    /// The newest packet and its stamp.
    newest: (u32, Time),
    received: u64,
}

/// What a packet makes of the sink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Fine,
    Missing,
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

    /// Takes packet `seq` in normal mode.
    fn take(&mut self, seq: u32) -> Verdict {
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
                return Verdict::Fine;
            }
            if self.held >= (self.settings.tolerated as usize).min(MOST_TOLERATED) {
                return Verdict::Missing;
            }
            self.ahead.copy_within(place..self.held, place + 1);
            self.ahead[place] = seq;
            self.held += 1;
        }
        Verdict::Fine
    }

    /// What is missing so far belongs to one loss event.
    fn forget_gaps(&mut self) {
        self.expected = self.expected.max(self.newest.0.saturating_add(1));
        self.held = 0;
    }

    fn reply(&self, (seq, stamp): (u32, Time), flags: u8, cx: &mut impl Context) {
        // A negative one names the first packet that is missing.
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
        if !self.in_loss_mode() && self.take(packet.seq) == Verdict::Missing {
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
            self.forget_gaps();
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

    /// The verdicts on packets, which a sink that tolerates `tolerated` takes in turn.
    fn verdicts(tolerated: u32, packets: &[u32]) -> (Vec<bool>, NackReceiver) {
        let mut sink = NackReceiver::new(NackSettings { tolerated, ack_size: 40 });
        (packets.iter().map(|&seq| sink.take(seq) == Verdict::Missing).collect(), sink)
    }

    #[test]
    fn the_third_packet_after_a_gap_tells_of_it() {
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
