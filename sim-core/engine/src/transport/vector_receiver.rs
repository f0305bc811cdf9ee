//! A receiver that acknowledges each packet with a vector of earlier packets that have arrived. The vector covers all
//! packets that the sender has not checked for loss (TFWC, Choi and Handley 2007), a few packets (TFRCP), or no packets (the
//! default of IFP).
//!
//! The size of an acknowledgement includes the whole vector. The simulator stores a bounded part of the vector: one bit for each of the
//! 256 newest packets, and the number of older packets that have arrived.

use super::{Context, Receiver, digest_of};
use crate::ground::packet::Packet;
use crate::transport::{Body, Note};

/// Number of 64-bit words in a vector.
pub const VECTOR_WORDS: usize = 4;

/// Which packets have arrived: one bit for each of the newest packets, and the total number of arrivals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct AckVector {
    /// The highest packet that has arrived.
    pub head: u32,
    /// Number of packets that have arrived since the start.
    pub count: u32,
    /// Bit `i` of word `w` stands for packet `head - 64 w - i`.
    pub bits: [u64; VECTOR_WORDS],
}

/// Number of packets that have a bit in the vector.
pub const VECTOR_PACKETS: u32 = 64 * VECTOR_WORDS as u32;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VectorSettings {
    /// Maximum number of packets before the newest packet that an acknowledgement covers.
    pub span: u32,
    /// Size in bytes of an acknowledgement without a vector.
    pub ack_size: u16,
    /// Additional bytes of an acknowledgement for every 16 packets that the vector covers.
    pub bytes_per_16: u16,
}

#[derive(Clone, Debug)]
pub struct VectorReceiver {
    settings: VectorSettings,
    vector: AckVector,
    received: u64,
}

impl AckVector {
    /// Records the arrival of packet `seq`.
    pub fn add(&mut self, seq: u32) {
        if self.count == 0 {
            *self = AckVector { head: seq, bits: [0; VECTOR_WORDS], count: 1 };
            self.bits[0] = 1;
            return;
        }
        self.count += 1;
        if seq > self.head {
            self.shift(seq - self.head);
            self.head = seq;
            self.bits[0] |= 1;
        } else if let Some((word, bit)) = self.position(seq) {
            self.bits[word] |= 1 << bit;
        }
    }

    /// Index of the word and of the bit of packet `seq`; `None` if the packet has no bit.
    fn position(&self, seq: u32) -> Option<(usize, u32)> {
        let back = self.head.checked_sub(seq)?;
        (back < VECTOR_PACKETS).then_some(((back / 64) as usize, back % 64))
    }

    /// Shifts the bits for a head that is `by` packets higher.
    fn shift(&mut self, by: u32) {
        if by >= VECTOR_PACKETS {
            self.bits = [0; VECTOR_WORDS];
            return;
        }
        let (words, bits) = ((by / 64) as usize, by % 64);
        for i in (0..VECTOR_WORDS).rev() {
            let word = |j: Option<usize>| j.map_or(0, |j| self.bits[j]);
            let high = word(i.checked_sub(words));
            let low = word(i.checked_sub(words + 1));
            self.bits[i] = if bits == 0 { high } else { high << bits | low >> (64 - bits) };
        }
    }

    /// Whether packet `seq` has arrived; `None` if it is too old to have a bit.
    #[inline]
    pub fn has(&self, seq: u32) -> Option<bool> {
        if seq > self.head {
            return Some(false);
        }
        self.position(seq).map(|(word, bit)| self.bits[word] >> bit & 1 == 1)
    }

    /// The oldest packet that has a bit.
    pub fn oldest(&self) -> u32 {
        self.head.saturating_sub(VECTOR_PACKETS - 1)
    }

    /// Number of packets that have arrived and are too old to have a bit.
    pub fn older(&self) -> u32 {
        self.count.saturating_sub(self.bits.iter().map(|word| word.count_ones()).sum())
    }

    /// The vector with only the bits of the newest packet and the `span` packets before it.
    fn limited_to(mut self, span: u32) -> Self {
        for (i, word) in self.bits.iter_mut().enumerate() {
            let bits = (span + 1).saturating_sub(64 * i as u32).min(64);
            *word &= if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
        }
        self
    }
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
        let note = cx.put_note(Note::AckVector(vector));
        cx.reply(packet.seq, packet.stamp, size, 0, Body::Report { note });
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

crate::state!(VectorReceiver { vector, received } not { settings });

crate::state!(AckVector { head, count, bits } not {});

#[cfg(test)]
mod tests {
    use super::*;
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
            let arrived: Vec<u32> = (0..has_arrived.len() as u32).filter(|&seq| has_arrived[seq as usize]).collect();
            for &seq in &arrived {
                vector.add(seq);
            }
            prop_assume!(!arrived.is_empty());
            for seq in vector.oldest()..=vector.head {
                prop_assert_eq!(vector.has(seq), Some(has_arrived[seq as usize]), "{}", seq);
            }
            let older = arrived.iter().filter(|&&seq| seq < vector.oldest()).count() as u32;
            prop_assert_eq!(vector.older(), older);
        }
    }
}
