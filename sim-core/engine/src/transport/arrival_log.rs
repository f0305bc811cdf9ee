//! Counts the packets of a connection that arrive, by sequence number, for receivers that report losses.

use crate::ground::digest::State;

/// How an arrival is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrivalKind {
    /// The highest sequence number so far. The `skipped` packets directly below it have not arrived.
    Newest { skipped: u32 },
    /// A packet that was missing.
    Late,
    /// A packet that has arrived before, or is too old to distinguish.
    Duplicate,
}

/// Which packets have arrived. The first packet of a connection has the sequence number 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, State)]
pub struct ArrivalLog {
    /// The highest sequence number that has arrived, plus 1; the number of packets expected.
    pub expected: u32,
    /// Number of packets received, without duplicates.
    pub received: u32,
    /// The 64 newest packets; bit 0 represents the highest.
    pub seen: u64,
}

impl ArrivalLog {
    /// Records the arrival of packet `seq`.
    pub fn add(&mut self, seq: u32) -> ArrivalKind {
        let kind = if seq >= self.expected {
            let skipped = seq - self.expected;
            self.seen = self.seen.checked_shl(skipped.saturating_add(1)).unwrap_or(0) | 1;
            self.expected = seq + 1;
            ArrivalKind::Newest { skipped }
        } else {
            let bit = 1_u64.checked_shl(self.expected - 1 - seq).unwrap_or(0);
            if bit == 0 || self.seen & bit != 0 {
                return ArrivalKind::Duplicate;
            }
            self.seen |= bit;
            ArrivalKind::Late
        };
        self.received += 1;
        kind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_packet_counts_once() {
        let mut log = ArrivalLog::default();
        let kinds: Vec<ArrivalKind> = [0, 3, 2, 2, 100, 1].into_iter().map(|seq| log.add(seq)).collect();
        use ArrivalKind::{Duplicate, Late, Newest};
        // Packet 1 arrives 99 packets late: too old to distinguish from a duplicate.
        assert_eq!(
            kinds,
            [
                Newest { skipped: 0 },
                Newest { skipped: 2 },
                Late,
                Duplicate,
                Newest { skipped: 96 },
                Duplicate
            ]
        );
        assert_eq!((log.expected, log.received), (101, 4));
    }
}
