//! Gaps between completed application data units (ADUs), `j_A`.
//!
//! Follows Tobe, Tamura, Nishino and Tokuda (TPBA): a unit is complete when all of its bytes have arrived. A
//! unit with a lost packet that is not retransmitted is never complete, so the gap before the next complete
//! unit is longer. Gaps are classified by the phase of the flow.

use std::collections::BTreeMap;

/// Maximum number of incomplete units that are tracked. Older units count as lost.
const MAX_INCOMPLETE: usize = 256;

/// Computes the gaps between complete units from the first deliveries of their bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitArrivals {
    /// Number of missing bytes of each unit of which some bytes have arrived.
    missing: BTreeMap<u64, u64>,
    last_complete_ns: Option<u64>,
    /// Number of completed units.
    completed: u64,
}

impl UnitArrivals {
    /// Handles the first delivery of `bytes` bytes of a unit of `size` bytes. If these bytes complete the
    /// unit and another unit was completed before, returns the time in nanoseconds since the previous
    /// completion.
    ///
    /// Bytes beyond the size have no effect. The caller must not deliver bytes of a complete unit again.
    pub fn on_bytes(&mut self, now_ns: u64, unit: u64, bytes: u64, size: u64) -> Option<u64> {
        let missing = self.missing.remove(&unit).unwrap_or(size).saturating_sub(bytes);
        if missing > 0 {
            self.missing.insert(unit, missing);
            if self.missing.len() > MAX_INCOMPLETE {
                self.missing.pop_first();
            }
            return None;
        }
        self.completed += 1;
        self.last_complete_ns.replace(now_ns).map(|before| now_ns.saturating_sub(before))
    }

    /// Number of completed units.
    #[must_use]
    pub fn completed(&self) -> u64 {
        self.completed
    }
}

/// The phase of a flow that alternates between probing with TCP and running on UDP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The flow measures its share with TCP.
    Probing,
    /// The flow sends at the measured rate.
    Running,
    /// Shortly before or after a change between probing and running.
    Switching,
}

/// Duration of the switching phase before and after a switch, in seconds.
pub const SWITCH_MARGIN: f64 = 0.5;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_unit_that_lost_a_packet_lengthens_the_next_gap() {
        let mut arrivals = UnitArrivals::default();
        // Units of 1000 byte in two packets, every 20 ms; unit 1 loses its second packet.
        let packets = [(0, 0), (10, 0), (20, 1), (40, 2), (50, 2), (60, 3), (70, 3)];
        let gaps: Vec<Option<u64>> =
            packets.iter().map(|&(now, unit)| arrivals.on_bytes(now, unit, 500, 1000)).collect();
        // Unit 0 is complete at 10 ms and has no predecessor, unit 2 is complete at 50 ms, and unit 3 at
        // 70 ms.
        assert_eq!(gaps, [None, None, None, None, Some(40), None, Some(20)]);
        assert_eq!(arrivals.completed(), 3);
    }

    #[test]
    fn units_may_arrive_interleaved_and_in_pieces_of_any_size() {
        let mut arrivals = UnitArrivals::default();
        assert_eq!(arrivals.on_bytes(0, 0, 1, 10), None);
        assert_eq!(arrivals.on_bytes(1, 1, 10, 10), None); // the first complete unit
        assert_eq!(arrivals.on_bytes(4, 0, 100, 10), Some(3)); // more bytes than were missing
        assert_eq!(arrivals.on_bytes(9, 2, 0, 0), Some(5)); // an empty unit is complete at once
    }

    #[test]
    fn the_number_of_incomplete_units_is_bounded() {
        let mut arrivals = UnitArrivals::default();
        for unit in 0..10_000 {
            arrivals.on_bytes(unit, unit, 1, 2);
        }
        assert_eq!((arrivals.missing.len(), arrivals.completed()), (MAX_INCOMPLETE, 0));
    }

    proptest! {
        #[test]
        fn gaps_add_up_to_the_time_between_the_first_and_the_last_unit(steps in prop::collection::vec(0..1_000_u64, 2..60)) {
            let mut arrivals = UnitArrivals::default();
            let (mut now, mut sum) = (0, 0);
            for (unit, step) in steps.iter().enumerate() {
                now += step;
                sum += arrivals.on_bytes(now, unit as u64, 512, 512).unwrap_or(0);
            }
            prop_assert_eq!(sum, now - steps[0]);
        }
    }
}
