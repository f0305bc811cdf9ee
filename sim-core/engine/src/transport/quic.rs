//! QUIC's loss detection (RFC 9002): every transmission has a packet number of its own, so an acknowledgement
//! is never ambiguous. A packet is lost if a packet that was sent sufficiently later has been acknowledged.
//! A probe timeout sends packets but does not declare any as lost.

use super::journal::{Journal, Note};
use super::ranges::Ranges;
use super::reports::QuicAck;
use crate::ground::ring::Ring;
use crate::transport::prelude::*;

// The constants of RFC 9002 appendices A.2 and B.1.
const PACKET_THRESHOLD: u32 = 3;
/// The time threshold of 9/8.
const TIME_THRESHOLD: [Time; 2] = [9, 8];
pub const GRANULARITY: Time = MILLISECOND;
const PERSISTENT_CONGESTION_THRESHOLD: Time = 3;
/// Window after persistent congestion, in packets.
pub const MINIMUM_WINDOW: f64 = 2.0;
/// Number of packets that are sent when the probe timeout expires (section 6.2.4: one or two).
pub const PROBES: u32 = 2;
/// The backoff factor of the probe timeout is at most 2^16.
const MAX_BACKOFF: u32 = 16;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, State)]
enum PacketFate {
    #[default]
    InFlight,
    Acknowledged,
    Lost,
}

#[derive(Clone, Copy, Debug, Default, State)]
struct Transmission {
    /// The data that it carries: the sequence number of the shared sender.
    seq: u32,
    at: Time,
    fate: PacketFate,
}

/// The packets that an acknowledgement newly acknowledges.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewlyAcknowledged {
    /// The round-trip time of the largest packet number, if that packet is newly acknowledged (section 5.1).
    pub rtt: Option<Time>,
    pub packets: u32,
    /// Number of packets that were sent after the last recovery began (section 7.3.2).
    pub outside_of_recovery: u32,
}

/// The losses that loss detection has found.
#[derive(Clone, Copy, Debug, Default)]
pub struct FoundLosses {
    pub packets: u32,
    /// The sequence number of the data in the first packet.
    pub first: u32,
    /// Whether a packet among them was sent after the last recovery began.
    pub is_new_congestion: bool,
    /// The longest time in which all packets that were sent are lost, after the first round-trip sample
    /// (section 7.6.2).
    pub longest: Time,
}

#[derive(Clone, Debug, State)]
#[state(not(journal))]
pub struct QuicLossDetection {
    /// The transmissions from number `first` to the newest.
    packets: Ring<Transmission>,
    first: u32,
    /// All transmissions below this number are acknowledged or lost.
    decided_below: u32,
    /// The acknowledged numbers from `first` on.
    acknowledged_numbers: Ranges,
    /// One above the largest acknowledged number; 0 before the first acknowledgement.
    acknowledged_end: u32,
    in_flight: u32,
    latest_rtt: Time,
    min_rtt: Time,
    /// When the first round-trip sample was taken; `NEVER` before it.
    first_sample: Time,
    /// When the next packet is lost by the time threshold; `NEVER` if no packet is.
    loss_time: Time,
    /// Number of probe timeouts since the last acknowledgement of new packets.
    probe_timeouts: u32,
    last_sent: Time,
    /// Packets sent up to this time do not reduce the window again, and do not let it grow; `None` before the
    /// first recovery.
    recovery_start: Option<Time>,
    /// Number of congestion marks that the receiver has reported.
    marks: u32,
    probes: Vec<ProbePacket>,
    pub(super) journal: Journal,
}

/// A probe that repeats the data `seq` while an earlier transmission of it is in flight.
#[derive(Clone, Copy, Debug, State)]
struct ProbePacket {
    seq: u32,
    number: u32,
}

impl Default for QuicLossDetection {
    fn default() -> Self {
        QuicLossDetection {
            packets: Ring::default(),
            first: 0,
            decided_below: 0,
            acknowledged_numbers: Ranges::default(),
            acknowledged_end: 0,
            in_flight: 0,
            latest_rtt: 0,
            min_rtt: NEVER,
            first_sample: NEVER,
            loss_time: NEVER,
            probe_timeouts: 0,
            last_sent: 0,
            recovery_start: None,
            marks: 0,
            probes: Vec::new(),
            journal: Journal::default(),
        }
    }
}

impl QuicLossDetection {
    fn next(&self) -> u32 {
        self.first + narrow::<u32>(self.packets.len())
    }

    /// Records a transmission of `seq`. Returns its packet number (appendix A.5).
    pub fn sent(&mut self, seq: u32, now: Time) -> u32 {
        let number = self.next();
        self.packets.push(Transmission { seq, at: now, fate: PacketFate::InFlight });
        self.in_flight += 1;
        self.last_sent = now;
        number
    }

    /// Announces that the next transmission is a probe: it repeats `seq`, which is still in flight.
    pub fn will_repeat(&mut self, seq: u32) {
        self.probes.retain(|probe| probe.seq != seq);
        self.probes.push(ProbePacket { seq, number: self.next() });
    }

    /// Processes an acknowledgement (appendix A.7). Calls `on_data` with the data of each packet that is
    /// newly acknowledged, the largest number of each range last.
    pub fn acknowledge(
        &mut self,
        report: &QuicAck,
        now: Time,
        mut on_data: impl FnMut(u32),
    ) -> NewlyAcknowledged {
        let mut result = NewlyAcknowledged::default();
        let largest = report.ranges().next().map_or(0, |(_, end)| end);
        for (from, end) in report.ranges() {
            let (first, next) = (self.first, self.next());
            let QuicLossDetection {
                packets,
                acknowledged_numbers,
                in_flight,
                recovery_start,
                probes,
                journal,
                ..
            } = self;
            acknowledged_numbers.add(from.max(first), end.min(next), |number| {
                let Some(packet) = packets.get_mut((number - first) as usize) else { return };
                if packet.fate == PacketFate::InFlight {
                    *in_flight -= 1;
                    journal.note(Note::Acknowledged { number });
                }
                packet.fate = PacketFate::Acknowledged;
                result.packets += 1;
                result.outside_of_recovery += u32::from(recovery_start.is_none_or(|start| packet.at > start));
                if number + 1 == largest {
                    result.rtt = Some(now - packet.at);
                }
                let seq = packet.seq;
                probes.retain(|probe| probe.seq != seq);
                on_data(seq);
            });
        }
        self.acknowledged_end = self.acknowledged_end.max(largest.min(self.next()));
        if result.packets > 0 {
            self.probe_timeouts = 0;
        }
        if let Some(rtt) = result.rtt {
            self.latest_rtt = rtt;
            self.min_rtt = self.min_rtt.min(rtt);
            self.first_sample = self.first_sample.min(now);
        }
        result
    }

    /// A round-trip sample without the delay of the acknowledgement (section 5.3), which is at most
    /// `max_delay`.
    pub fn adjusted_rtt(&self, rtt: Time, delay: Time, max_delay: Time) -> Time {
        let delay = delay.min(max_delay);
        if rtt >= self.min_rtt.saturating_add(delay) { rtt - delay } else { rtt }
    }

    /// Finds lost packets (section 6.1, appendix A.10). `srtt` is the smoothed round-trip time. Calls `lost`
    /// with the data of each lost packet that has not been sent again.
    pub fn detect_losses(&mut self, srtt: Time, now: Time, mut lost: impl FnMut(u32)) -> FoundLosses {
        let mut found = FoundLosses::default();
        self.loss_time = NEVER;
        let delay = (self.latest_rtt.max(srtt) * TIME_THRESHOLD[0] / TIME_THRESHOLD[1]).max(GRANULARITY);
        // When the first of the present row of lost packets was sent.
        let mut run_start = None;
        let mut is_undecided = false;
        for number in self.decided_below..self.acknowledged_end {
            let Some(packet) = self.packets.get_mut((number - self.first) as usize) else { break };
            let is_overdue = packet.at + delay <= now;
            match packet.fate {
                PacketFate::Acknowledged => run_start = None,
                PacketFate::Lost => {}
                PacketFate::InFlight if is_overdue || self.acknowledged_end > number + PACKET_THRESHOLD => {
                    packet.fate = PacketFate::Lost;
                    let Transmission { seq, at, .. } = *packet;
                    self.in_flight -= 1;
                    self.journal.note(Note::Lost { number });
                    found.is_new_congestion |= self.recovery_start.is_none_or(|start| at > start);
                    if at > self.first_sample {
                        found.longest = found.longest.max(at - *run_start.get_or_insert(at));
                    }
                    if found.packets == 0 {
                        found.first = seq;
                    }
                    found.packets += 1;
                    // A later probe has already sent the data again.
                    if !self.probes.iter().any(|probe| probe.seq == seq && probe.number > number) {
                        self.probes.retain(|probe| probe.seq != seq);
                        lost(seq);
                    }
                }
                PacketFate::InFlight => {
                    self.loss_time = self.loss_time.min(packet.at + delay);
                    run_start = None;
                    is_undecided = true;
                }
            }
            if !is_undecided {
                self.decided_below = number + 1;
            }
        }
        self.forget_old(now);
        found
    }

    /// Forgets packets at the front: acknowledged ones, and lost ones whose acknowledgement can no longer be
    /// expected.
    fn forget_old(&mut self, now: Time) {
        let patience = 3 * self.latest_rtt;
        while self.first < self.decided_below {
            let Some(packet) = self.packets.front() else { break };
            if packet.fate == PacketFate::Lost && packet.at + patience > now {
                break;
            }
            self.packets.drop_front();
            self.first += 1;
        }
        self.acknowledged_numbers.remove_below(self.first);
    }

    /// Whether losses over this time are persistent congestion (section 7.6.1). `probe_timeout` is the one
    /// without backoff, with the longest delay of an acknowledgement.
    pub fn is_persistent(longest: Time, probe_timeout: Time) -> bool {
        longest > PERSISTENT_CONGESTION_THRESHOLD * probe_timeout
    }

    /// A recovery begins (section 7.3.2).
    pub fn begin_recovery(&mut self, now: Time) {
        self.recovery_start = Some(now);
    }

    /// Persistent congestion ends the recovery (appendix B.8).
    pub fn end_recovery(&mut self) {
        self.recovery_start = None;
    }

    /// When the timer expires: by the time threshold, otherwise the probe timeout after the last packet
    /// (section 6.2.1, appendix A.8). `None` if no packet is in flight.
    pub fn deadline(&self, probe_timeout: Time) -> Option<Time> {
        if self.loss_time < NEVER {
            return Some(self.loss_time);
        }
        (self.in_flight > 0).then(|| self.last_sent + (probe_timeout << self.probe_timeouts.min(MAX_BACKOFF)))
    }

    /// The timer has expired. Returns whether it is the probe timeout (appendix A.9).
    pub fn expire(&mut self) -> bool {
        let is_probe = self.loss_time == NEVER;
        self.probe_timeouts += u32::from(is_probe);
        if is_probe {
            self.journal.note(Note::ProbeTimeout);
        }
        is_probe
    }

    /// Number of marks that the receiver has counted since its last report.
    pub fn new_marks(&mut self, marks: u32) -> u32 {
        let count = marks.saturating_sub(self.marks);
        self.marks += count;
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::SECOND;

    /// The acknowledgement of the given ranges, the highest first.
    fn ack(ranges: &[(u32, u32)]) -> QuicAck {
        let mut ack = QuicAck::default();
        ranges.iter().for_each(|range| ack.push(*range));
        ack
    }

    /// Packets 0 to below `count`, one per millisecond from 1 ms on.
    fn sent(count: u32) -> QuicLossDetection {
        let mut quic = QuicLossDetection::default();
        for seq in 0..count {
            assert_eq!(quic.sent(seq, (1 + Time::from(seq)) * MILLISECOND), seq);
        }
        quic
    }

    fn losses(quic: &mut QuicLossDetection, srtt: Time, now: Time) -> (Vec<u32>, FoundLosses) {
        let mut lost = Vec::new();
        let found = quic.detect_losses(srtt, now, |seq| lost.push(seq));
        (lost, found)
    }

    #[test]
    fn a_packet_three_below_an_acknowledged_one_is_lost() {
        // Section 6.1.1: kPacketThreshold is 3.
        let mut quic = sent(10);
        let now = 101 * MILLISECOND;
        quic.acknowledge(&ack(&[(1, 3)]), now, |_| {});
        assert_eq!(losses(&mut quic, 100 * MILLISECOND, now).0, Vec::<u32>::new());
        quic.acknowledge(&ack(&[(1, 4)]), now, |_| {});
        assert_eq!(losses(&mut quic, 100 * MILLISECOND, now).0, [0]);
    }

    #[test]
    fn a_packet_is_lost_nine_eighths_of_a_round_trip_after_it_was_sent() {
        // Section 6.1.2: packet 0 was sent at 1 ms, the round-trip time of packet 1 is 80 ms.
        let mut quic = sent(2);
        quic.acknowledge(&ack(&[(1, 2)]), 82 * MILLISECOND, |_| {});
        assert_eq!(losses(&mut quic, 80 * MILLISECOND, 82 * MILLISECOND).0, Vec::<u32>::new());
        assert_eq!(quic.deadline(SECOND), Some(91 * MILLISECOND), "1 + 9/8 x 80");
        assert!(!quic.expire());
        assert_eq!(losses(&mut quic, 80 * MILLISECOND, 91 * MILLISECOND).0, [0]);
        assert_eq!(quic.deadline(SECOND), None);
    }

    #[test]
    fn the_probe_timeout_doubles_until_a_packet_is_acknowledged() {
        // Section 6.2.1: from the time at which the last packet was sent.
        let mut quic = sent(3);
        for factor in [1, 2, 4] {
            assert_eq!(quic.deadline(100 * MILLISECOND), Some((3 + factor * 100) * MILLISECOND));
            assert!(quic.expire());
        }
        quic.acknowledge(&ack(&[(0, 1)]), 900 * MILLISECOND, |_| {});
        assert_eq!(quic.deadline(100 * MILLISECOND), Some(103 * MILLISECOND));
    }

    #[test]
    fn the_delay_of_an_acknowledgement_is_subtracted_down_to_the_smallest_round_trip_time() {
        // Section 5.3: the reported delay, at most max_ack_delay, unless the result is below min_rtt.
        let mut quic = sent(1);
        quic.acknowledge(&ack(&[(0, 1)]), 101 * MILLISECOND, |_| {});
        let of = |rtt: Time, delay: Time| {
            quic.adjusted_rtt(rtt * MILLISECOND, delay * MILLISECOND, 25 * MILLISECOND) / MILLISECOND
        };
        assert_eq!([of(130, 20), of(130, 60), of(110, 20), of(125, 25)], [110, 105, 110, 100]);
    }

    #[test]
    fn a_late_acknowledgement_of_a_lost_packet_counts_once() {
        let mut quic = sent(10);
        let now = 101 * MILLISECOND;
        quic.acknowledge(&ack(&[(3, 8)]), now, |_| {});
        assert_eq!(losses(&mut quic, 100 * MILLISECOND, now).0, [0, 1, 2]);
        let mut late = Vec::new();
        let result = quic.acknowledge(&ack(&[(1, 8)]), now, |seq| late.push(seq));
        assert_eq!((late, result.packets, result.rtt), (vec![1, 2], 2, None));
        assert_eq!(quic.in_flight, 2, "packets 8 and 9");
    }

    #[test]
    fn the_example_of_persistent_congestion() {
        // Section 7.6.3, where a probe timeout is 2 s.
        let mut quic = QuicLossDetection::default();
        for (number, at) in [0, 1].into_iter().enumerate() {
            assert_eq!(quic.sent(narrow::<u32>(number), at * SECOND), narrow::<u32>(number));
        }
        quic.acknowledge(&ack(&[(0, 1)]), 1200 * MILLISECOND, |_| {});
        // In the example, the round-trip sample exists before packet 2 was sent.
        quic.first_sample = 0;
        for (seq, at) in (2..).zip([2, 3, 4, 5, 6, 8, 12]) {
            quic.sent(seq, at * SECOND);
        }
        let now = 12_200 * MILLISECOND;
        let result = quic.acknowledge(&ack(&[(8, 9)]), now, |_| {});
        assert_eq!(result.rtt, Some(200 * MILLISECOND));
        let (lost, found) = losses(&mut quic, SECOND, now);
        assert_eq!(lost, [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(found.longest, 7 * SECOND);
        assert!(QuicLossDetection::is_persistent(found.longest, 2 * SECOND));
        assert!(!QuicLossDetection::is_persistent(6 * SECOND, 2 * SECOND), "the duration must exceed 6 s");
    }

    #[test]
    fn an_acknowledged_packet_interrupts_persistent_congestion() {
        let mut quic = QuicLossDetection { first_sample: 0, ..QuicLossDetection::default() };
        for seq in 0..9 {
            quic.sent(seq, (1 + Time::from(seq)) * SECOND);
        }
        let now = 10 * SECOND;
        quic.acknowledge(&ack(&[(8, 9), (3, 4)]), now, |_| {});
        assert_eq!(losses(&mut quic, SECOND, now).1.longest, 3 * SECOND, "from packet 4 to packet 7");
    }

    #[test]
    fn packets_sent_before_a_recovery_do_not_start_another() {
        // Section 7.3.2.
        let mut quic = sent(10);
        quic.acknowledge(&ack(&[(3, 4)]), 101 * MILLISECOND, |_| {});
        assert!(losses(&mut quic, 100 * MILLISECOND, 101 * MILLISECOND).1.is_new_congestion);
        quic.begin_recovery(101 * MILLISECOND);
        quic.acknowledge(&ack(&[(8, 9), (3, 4)]), 103 * MILLISECOND, |_| {});
        let (lost, found) = losses(&mut quic, 100 * MILLISECOND, 103 * MILLISECOND);
        assert_eq!((lost, found.is_new_congestion), (vec![1, 2, 4, 5], false));
        quic.sent(4, 104 * MILLISECOND);
        let result = quic.acknowledge(&ack(&[(10, 11)]), 204 * MILLISECOND, |_| {});
        assert_eq!(result.outside_of_recovery, 1);
    }

    #[test]
    fn data_that_a_probe_repeats_is_not_lost_with_its_first_transmission() {
        let mut quic = sent(1);
        quic.will_repeat(0);
        assert_eq!(quic.sent(0, 200 * MILLISECOND), 1);
        for seq in 1..5 {
            quic.sent(seq, 210 * MILLISECOND);
        }
        quic.acknowledge(&ack(&[(4, 5)]), 300 * MILLISECOND, |_| {});
        let (lost, found) = losses(&mut quic, 90 * MILLISECOND, 300 * MILLISECOND);
        assert_eq!((lost, found.packets), (vec![0], 2), "packet 0 and the probe are lost");
    }
}
