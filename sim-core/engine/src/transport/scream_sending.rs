//! What the senders of both versions of SCReAM share: the packets in flight by size, and the data that an
//! encoder would have produced for a source that always has data.

use crate::transport::flight::{Flight, PacketOutcome};
use crate::transport::prelude::*;
use crate::transport::reports::ScreamReport;

/// Longest time, in seconds, for which a source that always has data fills the sending queue.
const LONGEST_QUEUE: f64 = 0.5;

/// The packets above the highest acknowledged packet, and which of the earlier ones are lost.
#[derive(Clone, Debug, State)]
pub struct SizedFlight {
    pub flight: Flight,
    /// Sequence number of the packet after the highest acknowledged packet.
    first: u32,
    /// Size in bytes of each packet from `first` on, and the sum of these sizes.
    sizes: Deque<u16>,
    bytes: u64,
    /// For losses by time: the packets below these numbers have been overtaken since these times.
    #[state(if !self.overtaken.is_empty())]
    overtaken: Deque<(u32, Time)>,
}

impl SizedFlight {
    /// `reordering`: number of later packets received after which a packet counts as lost.
    pub fn new(reordering: u32) -> Self {
        SizedFlight {
            flight: Flight::new(reordering),
            first: 0,
            sizes: Deque::new(),
            bytes: 0,
            overtaken: Deque::new(),
        }
    }

    /// Bytes above the highest acknowledged packet.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Number of packets above the highest acknowledged packet.
    pub fn packets(&self) -> u32 {
        narrow::<u32>(self.sizes.len())
    }

    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// Whether the highest packet that was sent is acknowledged.
    pub fn is_acknowledged(&self) -> bool {
        self.first == self.flight.next()
    }

    pub fn record_sent(&mut self, size: u16, now: Time) {
        self.flight.record_sent(now);
        self.sizes.push_back(size);
        self.bytes += u64::from(size);
    }

    /// Removes the packets below `end` from the bytes in flight. Returns their total size.
    pub fn acknowledge_below(&mut self, end: u32) -> u64 {
        let count = (end.saturating_sub(self.first) as usize).min(self.sizes.len());
        let bytes: u64 = self.sizes.drain(..count).map(u64::from).sum();
        self.first += narrow::<u32>(count);
        self.bytes -= bytes;
        bytes
    }

    /// Marks the packets of a report as received.
    fn acknowledge(&mut self, highest: u32, report: &ScreamReport) {
        // Packets before `flight.first()` are already acknowledged or lost.
        let undecided = highest.saturating_add(1).saturating_sub(self.flight.first());
        for back in 0..64.min(undecided) {
            if report.vector >> back & 1 == 1 {
                self.flight.acknowledge(highest - back);
            }
        }
    }

    /// Marks the packets of a report as received, and detects losses. Returns whether a packet from `from` on is
    /// lost.
    pub fn detect_losses(&mut self, highest: u32, report: &ScreamReport, from: u32) -> bool {
        self.acknowledge(highest, report);
        let mut is_lost = false;
        self.flight.mark_overtaken_lost(|seq, _| is_lost |= seq >= from);
        is_lost
    }

    /// Like [`detect_losses`](Self::detect_losses), but a packet counts as lost when it is still missing `window` after a report of a later packet.
    pub fn detect_overdue(
        &mut self,
        highest: u32,
        report: &ScreamReport,
        from: u32,
        window: Time,
        now: Time,
    ) -> bool {
        self.acknowledge(highest, report);
        if self.overtaken.back().is_none_or(|&(end, _)| end < highest) {
            self.overtaken.push_back((highest, now));
        }
        let mut is_lost = false;
        while let Some((end, _)) = self.overtaken.front().copied().filter(|&(_, at)| at + window <= now) {
            self.overtaken.pop_front();
            self.flight.set_outcomes(end, |seq, _| {
                is_lost |= seq >= from;
                PacketOutcome::Lost
            });
        }
        is_lost
    }

    /// Counts all packets as lost.
    pub fn lose_all(&mut self, now: Time) {
        self.acknowledge_below(self.flight.next());
        self.flight.mark_older_lost(now, |_, _| {});
    }
}

/// For a source that always has data: bytes that an encoder would have produced and that have not been sent.
#[derive(Clone, Debug, State)]
pub struct VirtualEncoder {
    produced: f64,
    /// When `produced` was counted.
    counted_at: Time,
}

impl VirtualEncoder {
    /// An encoder that has one packet ready.
    pub fn new(packet: u16) -> Self {
        VirtualEncoder { produced: f64::from(packet), counted_at: 0 }
    }

    pub fn start(&mut self, now: Time) {
        self.counted_at = now;
    }

    /// Counts the data that an encoder at `rate` bit/s has produced up to now; `packet` is the size of a packet.
    pub fn produce(&mut self, rate: f64, packet: f64, now: Time) {
        let per_second = rate / 8.0;
        let new = per_second * to_secs(now.saturating_sub(self.counted_at));
        self.produced = (self.produced + new).min((per_second * LONGEST_QUEUE).max(2.0 * packet));
        self.counted_at = now;
    }

    pub fn on_sent(&mut self, size: u16) {
        self.produced -= f64::from(size);
    }

    /// Bytes that are missing for a packet of this size; negative if more are ready.
    pub fn missing(&self, packet: f64) -> f64 {
        packet - self.produced
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::MILLISECOND;

    #[test]
    fn a_packet_is_lost_when_it_is_missing_for_the_window_after_a_later_one() {
        let mut sent = SizedFlight::new(3);
        (0..20).for_each(|at| sent.record_sent(1000, at));
        // Packet 3 is missing in the reports at 0, 20 and 40 ms.
        let mut report = |highest: u32, missing: u64, ms: Time| {
            let all = (1 << (highest + 1)) - 1;
            let report =
                ScreamReport { vector: all & !(missing << (highest - 3)), ..ScreamReport::default() };
            sent.detect_overdue(highest, &report, 0, 30 * MILLISECOND, ms * MILLISECOND)
        };
        assert!(!report(8, 1, 0) && !report(12, 1, 20), "four later packets have arrived, but not for 30 ms");
        assert!(report(14, 1, 40));
        assert!(!report(16, 1, 80), "each packet once");
    }

    #[test]
    fn a_packet_that_arrives_within_the_window_is_not_lost() {
        let mut sent = SizedFlight::new(3);
        (0..20).for_each(|at| sent.record_sent(1000, at));
        let mut report = |highest: u32, vector: u64, ms: Time| {
            let report = ScreamReport { vector, ..ScreamReport::default() };
            sent.detect_overdue(highest, &report, 0, 30 * MILLISECOND, ms * MILLISECOND)
        };
        assert!(!report(8, 0b1_1101_1111, 0) && !report(12, 0b1_1111_1111_1111, 20) && !report(16, 1, 100));
    }
}
