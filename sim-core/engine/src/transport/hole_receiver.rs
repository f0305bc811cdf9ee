//! RAP's receiver: acknowledges each packet with a description of the last hole in the sequence numbers received, so that the
//! sender can do without a lost acknowledgement (Rejaie, Handley and Estrin 1999).

use super::{Context, Receiver, digest_of};
use crate::ground::packet::Packet;
use crate::transport::{Body, Note};

/// RAP's description of the last hole: the hole with the highest sequence numbers. Packets are counted from 1; 0 means none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct LastHole {
    /// The highest packet number received.
    pub current: u32,
    /// The highest missing number below `current`.
    pub missing: u32,
    /// The highest packet number received below `missing`.
    pub below: u32,
}

#[derive(Clone, Debug)]
pub struct HoleReceiver {
    ack_size: u16,
    hole: LastHole,
    /// Number of packets received.
    received: u64,
}

impl HoleReceiver {
    pub fn new(ack_size: u32) -> Self {
        HoleReceiver { ack_size: ack_size as u16, hole: LastHole::default(), received: 0 }
    }
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

impl Receiver for HoleReceiver {
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
        cx.delivered(packet);
        self.received += 1;
        self.hole.add(packet.seq + 1);
        let note = cx.put_note(Note::LastHole(self.hole));
        cx.reply(packet.seq, packet.stamp, self.ack_size, 0, Body::Report { note });
    }

    fn on_timer(&mut self, _: u32, _: &mut impl Context) {}

    fn adopt(&mut self, other: Self) {
        self.ack_size = other.ack_size;
    }

    fn restart(&mut self) {
        *self = HoleReceiver::new(u32::from(self.ack_size));
    }

    fn digest(&self) -> u64 {
        digest_of(&[self.received, u64::from(self.hole.current), u64::from(self.hole.missing)])
    }
}

crate::state!(HoleReceiver { hole, received } not { ack_size });

crate::state!(LastHole { current, missing, below } not {});

#[cfg(test)]
mod tests {
    use super::*;

    /// The fields `current`, `missing` and `below` after the arrival of packets.
    fn after(packets: &[u32]) -> (u32, u32, u32) {
        let mut hole = LastHole::default();
        for &number in packets {
            hole.add(number);
        }
        (hole.current, hole.missing, hole.below)
    }

    #[test]
    fn the_last_hole_follows_losses_and_reordering() {
        assert_eq!(after(&[1, 2, 3]), (3, 0, 0));
        assert_eq!(after(&[1, 2, 5]), (5, 4, 2), "3 and 4 are missing");
        assert_eq!(after(&[1, 2, 5, 6]), (6, 4, 2));
        assert_eq!(after(&[1, 2, 5, 4]), (5, 3, 2), "the hole shrinks");
        assert_eq!(after(&[1, 2, 5, 4, 3]), (5, 0, 0), "the hole closes");
        assert_eq!(after(&[1, 2, 5, 3]), (5, 4, 3), "the hole shrinks at its lower end");
        assert_eq!(after(&[1, 2, 5, 8]), (8, 7, 5), "a new hole replaces the old one");
        assert_eq!(after(&[1, 2, 5, 8, 4, 4]), (8, 7, 5), "packets of an older hole are ignored");
    }
}
