//! A receiver that acknowledges each packet with a vector of earlier packets that have arrived. The vector
//! covers all packets that the sender has not checked for loss (TFWC, Choi and Handley 2007), a few packets
//! (TFRCP), or no packets (the default of IFP).
//!
//! The size of an acknowledgement includes the whole vector. The simulator stores a bounded part of the
//! vector: one bit for each of the 256 newest packets, and the number of older packets that have arrived.

use crate::transport::prelude::*;
use crate::transport::reports::{AckVector, VECTOR_PACKETS};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VectorSettings {
    /// Maximum number of packets before the newest packet that an acknowledgement covers.
    pub span: u32,
    /// Size in bytes of an acknowledgement without a vector.
    pub ack_size: u16,
    /// Additional bytes of an acknowledgement for every 16 packets that the vector covers.
    pub bytes_per_16: u16,
}

#[derive(Clone, Debug, State)]
#[state(not(settings))]
pub struct VectorReceiver {
    settings: VectorSettings,
    vector: AckVector,
    received: u64,
}

impl VectorReceiver {
    pub fn new(settings: VectorSettings) -> Self {
        VectorReceiver { settings, vector: AckVector::default(), received: 0 }
    }
}

impl Receiver for VectorReceiver {
    #[inline]
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
        cx.delivered(packet);
        self.received += 1;
        self.vector.add(packet.seq);
        let Body::Data { info: checked_below, .. } = Body::of(packet) else { return };
        let covered = self.vector.head.saturating_sub(checked_below).min(self.settings.span);
        // At most 512 groups of 16 packets count, which bounds the size of an acknowledgement.
        let groups = (covered / 16 + u32::from(!covered.is_multiple_of(16))).min(512) as u16;
        let size = self.settings.ack_size.saturating_add(self.settings.bytes_per_16.saturating_mul(groups));
        let vector = if self.settings.span + 1 >= VECTOR_PACKETS {
            self.vector
        } else {
            self.vector.limited_to(self.settings.span)
        };
        let attachment = cx.put_attachment(Attachment::AckVector(vector));
        cx.reply(packet.seq, packet.timestamp, size, 0, Body::Report { attachment });
    }

    fn on_timer(&mut self, _: u32, _: &mut impl Context) {}

    fn adopt(&mut self, other: Self) {
        self.settings = other.settings;
    }

    fn restart(&mut self) {
        *self = VectorReceiver::new(self.settings);
    }

    fn digest(&self) -> u64 {
        digest_of(&[self.received, u64::from(self.vector.head), u64::from(self.vector.count)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::convert::narrow;
    use proptest::prelude::*;

    #[test]
    fn has_one_bit_for_each_packet_that_arrived() {
        let mut vector = AckVector::default();
        for seq in [3, 4, 6, 5, 70] {
            vector.add(seq);
        }
        let arrived: Vec<u32> = (0..80).filter(|&seq| vector.has(seq) == Some(true)).collect();
        assert_eq!(arrived, [3, 4, 5, 6, 70]);
        let limited = vector.limited_to(8);
        assert_eq!((limited.has(70), limited.has(6)), (Some(true), Some(false)));
    }

    proptest! {
        #[test]
        fn bits_and_the_number_of_older_packets_equal_those_of_a_list_of_arrivals(has_arrived in prop::collection::vec(any::<bool>(), 1..2000)) {
            let mut vector = AckVector::default();
            let arrived: Vec<u32> = (0..narrow::<u32>(has_arrived.len())).filter(|&seq| has_arrived[seq as usize]).collect();
            for &seq in &arrived {
                vector.add(seq);
            }
            prop_assume!(!arrived.is_empty());
            for seq in vector.oldest()..=vector.head {
                prop_assert_eq!(vector.has(seq), Some(has_arrived[seq as usize]), "{}", seq);
            }
            let older = narrow::<u32>(arrived.iter().filter(|&&seq| seq < vector.oldest()).count());
            prop_assert_eq!(vector.older(), older);
        }
    }
}
