//! How a sender reads the number of marked packets that the receiver reports (RFC 9768, "AccECN").

use super::tcp_params::EcnFeedback;
use crate::ground::digest::State;
use crate::ground::time::Time;

/// The bits of the ACE field: the last three of the number of marked packets.
pub const ACE: u32 = 7;

/// Weight of an acknowledgement in the mean number of packets that acknowledgements cover, and the mean above
/// which an acknowledgement of many packets is no sign of lost acknowledgements. The values of Linux.
const WEIGHT: f64 = 1.0 / 64.0;
const THINNED: f64 = 4.0;

/// The marks that an acknowledgement reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportedMarks {
    /// Whether there is one.
    pub any: bool,
    /// Their number. `None` if the receiver only echoes marks: they then stand for all packets that the
    /// acknowledgement covers.
    pub count: Option<u32>,
}

/// The bits of the number of marked packets that a receiver reports.
pub fn counted_bits(feedback: Option<EcnFeedback>) -> u32 {
    if feedback == Some(EcnFeedback::Ace) { ACE } else { u32::MAX }
}

/// The number of marked packets that the sender knows of.
#[derive(Clone, Copy, Debug, Default, State)]
pub struct MarkCount {
    count: u32,
    /// The latest timestamp that an acknowledgement has echoed.
    newest: Time,
    /// Mean number of packets that an acknowledgement covers; 0 before the first.
    covered: f64,
}

impl MarkCount {
    /// Whether a report has more marks than are known, in the given bits.
    pub fn differs(&self, report: u32, bits: u32) -> bool {
        self.ahead(report, bits) != 0
    }

    /// By how much a report exceeds the known number, in the given bits. A report of the whole number that a later
    /// one has overtaken does not exceed it.
    fn ahead(&self, report: u32, bits: u32) -> u32 {
        let by = report.wrapping_sub(self.count) & bits;
        if by > u32::MAX / 2 { 0 } else { by }
    }

    /// Reads a report of an acknowledgement that covers `newly` new packets and echoes `timestamp`. Returns the
    /// number of new marks: none if a later acknowledgement has overtaken this one (appendix A.1).
    pub fn take(&mut self, report: u32, bits: u32, newly: u32, timestamp: Time) -> u32 {
        let is_late = newly == 0 && timestamp <= self.newest;
        self.newest = self.newest.max(timestamp);
        if newly > 0 {
            let weight = if self.covered == 0.0 { 1.0 } else { WEIGHT };
            self.covered += weight * (f64::from(newly) - self.covered);
        }
        if is_late {
            return 0;
        }
        let mut marks = self.ahead(report, bits);
        if bits == ACE && self.covered <= THINNED {
            marks = safest(marks, newly);
        }
        self.count = self.count.wrapping_add(marks);
        marks
    }
}

/// The largest number of marks on `newly` packets of which the ACE field shows the last three bits (appendix
/// A.2.1).
fn safest(shown: u32, newly: u32) -> u32 {
    if newly <= shown { shown } else { newly - ((newly - shown) & ACE) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_rfc_give_its_numbers() {
        // RFC 9768 appendix A.2.1.
        assert_eq!(safest(2, 9), 2);
        assert_eq!(safest(2, 10), 10);
    }

    #[test]
    fn the_ace_field_gives_the_exact_number_on_up_to_seven_packets_and_is_never_too_low() {
        for start in 0..16 {
            for newly in 0..40 {
                for marked in 0..=newly {
                    let mut known = MarkCount { count: start, newest: 0, covered: 1.0 };
                    let counted = known.take((start + marked) & ACE, ACE, newly, 1);
                    assert!(counted >= marked && counted <= newly, "{start} {newly} {marked}: {counted}");
                    assert_eq!((counted - marked) % 8, 0, "{start} {newly} {marked}: {counted}");
                    assert!(newly > 7 || counted == marked, "{start} {newly} {marked}: {counted}");
                    // The option resolves what the field leaves open.
                    let mut known = MarkCount { count: start, newest: 0, covered: 1.0 };
                    assert_eq!(known.take(start + marked, u32::MAX, newly, 1), marked);
                }
            }
        }
    }

    #[test]
    fn an_overtaken_acknowledgement_reports_no_marks() {
        let mut known = MarkCount::default();
        assert_eq!(known.take(3, ACE, 4, 20), 3);
        assert_eq!(known.take(1, ACE, 0, 10), 0, "an older timestamp, and no new packet");
        assert_eq!(known.take(4, ACE, 0, 30), 1, "a later timestamp: a marked duplicate");
        assert_eq!(known.count, 4);
        // The whole number also shows that a report is old if it covers new packets.
        assert_eq!(known.take(2, u32::MAX, 1, 40), 0);
        assert!(!known.differs(2, u32::MAX));
        assert_eq!(known.take(6, u32::MAX, 1, 50), 2);
    }

    #[test]
    fn acknowledgements_that_always_cover_many_packets_do_not_count_as_lost_ones() {
        let mut known = MarkCount::default();
        for i in 1..=100 {
            assert_eq!(known.take(0, ACE, 16, i), 0);
        }
        let mut known = MarkCount::default();
        for i in 1..=100 {
            assert_eq!(known.take(0, ACE, 1, i), 0);
        }
        assert_eq!(known.take(0, ACE, 16, 101), 16, "acknowledgements must have been lost");
    }
}
