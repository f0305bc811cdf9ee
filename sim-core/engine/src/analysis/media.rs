//! Gaps between completed application data units (ADUs), `j_A`.
//!
//! Follows Tobe, Tamura, Nishino and Tokuda (TPBA): a unit is complete when all of its bytes have arrived. A
//! unit with a lost packet that is not retransmitted is never complete, so the gap before the next complete
//! unit is longer. Gaps are classified by the phase of the flow.

use std::collections::BTreeMap;

use super::is_non_negative;

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

/// The phase of a flow at a time, given its probing periods `(start, end)`. All times are in seconds. The
/// flow is switching within `margin` of the start or end of a period. If the flow starts with probing, pass
/// minus infinity as the start of the first period, so that it does not count as a switch. Pass infinity as
/// the end of a period that does not end.
#[must_use]
pub fn phase_at(time: f64, probings: &[(f64, f64)], margin: f64) -> Phase {
    if probings.iter().any(|&(start, end)| (time - start).abs() <= margin || (time - end).abs() <= margin) {
        return Phase::Switching;
    }
    if probings.iter().any(|&(start, end)| start <= time && time < end) {
        Phase::Probing
    } else {
        Phase::Running
    }
}

/// The gaps that ended while the flow was in `phase`. `gaps` contains the end time and the length of each
/// gap.
#[must_use]
pub fn gaps_in(gaps: &[(f64, f64)], probings: &[(f64, f64)], margin: f64, phase: Phase) -> Vec<f64> {
    let is_in_phase =
        |&&(time, gap): &&(f64, f64)| is_non_negative(gap) && phase_at(time, probings, margin) == phase;
    gaps.iter().filter(is_in_phase).map(|&(_, gap)| gap).collect()
}

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

    #[test]
    fn phases_by_hand() {
        // Probing until 3 s and again from 13 to 16 s.
        let probings = [(f64::NEG_INFINITY, 3.0), (13.0, 16.0)];
        for (time, phase) in [
            (0.0, Phase::Probing),
            (2.4, Phase::Probing),
            (2.5, Phase::Switching),
            (3.5, Phase::Switching),
            (3.6, Phase::Running),
            (12.4, Phase::Running),
            (12.6, Phase::Switching),
            (14.0, Phase::Probing),
            (17.0, Phase::Running),
        ] {
            assert_eq!(phase_at(time, &probings, SWITCH_MARGIN), phase, "{time}");
        }
        assert_eq!(phase_at(5.0, &[], SWITCH_MARGIN), Phase::Running);
        let gaps = [(1.0, 0.02), (3.0, 0.05), (5.0, 0.03), (6.0, f64::NAN)];
        assert_eq!(gaps_in(&gaps, &probings, SWITCH_MARGIN, Phase::Probing), [0.02]);
        assert_eq!(gaps_in(&gaps, &probings, SWITCH_MARGIN, Phase::Switching), [0.05]);
        assert_eq!(gaps_in(&gaps, &probings, SWITCH_MARGIN, Phase::Running), [0.03]);
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
