//! RAP's receiver: acknowledges each packet with a description of the last hole in the sequence numbers
//! received, so that the sender tolerates lost acknowledgements (Rejaie, Handley and Estrin 1999).

use crate::transport::prelude::*;
use crate::transport::reports::LastHole;

#[derive(Clone, Debug, State)]
#[state(not(ack_size))]
pub struct HoleReceiver {
    ack_size: u16,
    hole: LastHole,
    /// Number of packets received.
    received: u64,
}

impl HoleReceiver {
    pub fn new(ack_size: u32) -> Self {
        HoleReceiver { ack_size: narrow::<u16>(ack_size), hole: LastHole::default(), received: 0 }
    }
}

impl Receiver for HoleReceiver {
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
        cx.delivered(packet);
        self.received += 1;
        self.hole.add(packet.seq + 1);
        let attachment = cx.put_attachment(Attachment::LastHole(self.hole));
        cx.reply(packet.seq, packet.timestamp, self.ack_size, 0, Body::Report { attachment });
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
