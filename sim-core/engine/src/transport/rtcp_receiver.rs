//! RTP's receiver: counts packets, measures packet pairs, and sends reports at intervals (RFC 3550
//! section 6.4; Sisalem and Wolisz 2000, section III.A). Reports can be lost like any packet.

use super::packet_pairs::PairEstimates;
use super::rtcp::{LossField, ReportClock, RtcpParams};
use crate::transport::prelude::*;
use crate::transport::reports::{ArrivalCounts, CountedReport, RtcpReport};

/// The only timer: a report is due.
const REPORT: u32 = 0;

/// Number of report intervals without a packet from the sender after which the receiver stops sending reports
/// (RFC 3550 section 6.3.5).
const INACTIVE_INTERVALS: f64 = 5.0;

/// The last packet that arrived, which may be the first packet of a pair.
#[derive(Clone, Copy, Debug, Default, State)]
struct LatestPacket {
    seq: u32,
    /// Number of the probe that the packet belongs to; 0 for no probe.
    probe: u32,
    /// Arrival time.
    at: Time,
}

#[derive(Clone, Debug, State)]
#[state(not(clock, loss_field, report_size, arrivals))]
pub struct RtcpReceiver {
    clock: ReportClock,
    loss_field: LossField,
    report_size: u16,
    /// Sequence number of the packet that arrived first, and the highest sequence number that has arrived.
    range: Option<(u32, u32)>,
    /// Which of the 64 highest sequence numbers have arrived; bit 0 represents the highest.
    seen: u64,
    /// Number of packets received, without duplicates.
    received: u32,
    /// Numbers of packets expected and received when the last report was sent.
    reported: (u32, u32),
    latest: Option<LatestPacket>,
    /// Timestamp and arrival time of the last sender report that arrived.
    sender_report: Option<(Time, Time)>,
    pairs: PairEstimates,
    /// When the last packet arrived.
    last_arrival: Time,
    /// Whether the report timer is running.
    is_reporting: bool,
    /// Number of receiver reports sent.
    reports_sent: u32,
    /// Counts that the next report states in addition to the values of RTCP.
    pub arrivals: Option<ArrivalCounts>,
}

impl RtcpReceiver {
    pub fn new(clock: ReportClock, params: &RtcpParams) -> Self {
        RtcpReceiver {
            clock,
            loss_field: params.loss_field,
            report_size: narrow::<u16>(params.receiver_report_size),
            range: None,
            seen: 0,
            received: 0,
            reported: (0, 0),
            latest: None,
            sender_report: None,
            pairs: PairEstimates::new(params.pair_window, params.pair_ratio),
            last_arrival: 0,
            is_reporting: false,
            reports_sent: 0,
            arrivals: None,
        }
    }

    /// Number of packets from the first packet to the highest packet that arrived.
    fn expected(&self) -> u32 {
        self.range.map_or(0, |(first, last)| (last - first).saturating_add(1))
    }

    /// Counts a packet. Returns false, and does not count it, if the packet has already arrived, precedes the
    /// first packet, or is too old to be distinguished from a duplicate.
    fn count(&mut self, seq: u32) -> bool {
        let Some((first, last)) = self.range else {
            self.range = Some((seq, seq));
            self.seen = 1;
            self.received = 1;
            return true;
        };
        if seq > last {
            let ahead = seq - last;
            self.seen = self.seen.checked_shl(ahead).unwrap_or(0) | 1;
            self.range = Some((first, seq));
        } else {
            let back = last - seq;
            let bit = 1_u64.checked_shl(back).unwrap_or(0);
            if bit == 0 || self.seen & bit != 0 || seq < first {
                return false;
            }
            self.seen |= bit;
        }
        self.received += 1;
        true
    }

    /// Measures the bottleneck's rate from two consecutive packets of a probe: the time between their
    /// arrivals is the transmission time of the second packet at the bottleneck (Sisalem and Wolisz 2000,
    /// equation 3).
    fn measure_pair(&mut self, packet: &Packet, probe: u32, now: Time) {
        let previous = self.latest.replace(LatestPacket { seq: packet.seq, probe, at: now });
        if probe != 0
            && let Some(previous) = previous
            && previous.probe == probe
            && previous.seq.checked_add(1) == Some(packet.seq)
            && now > previous.at
        {
            self.pairs.push(f64::from(packet.size) * 8.0 / to_secs(now - previous.at));
        }
    }

    /// Handles the arrival of any packet: starts the report timer if it is not running.
    fn on_activity(&mut self, cx: &mut impl Context) {
        self.last_arrival = cx.now();
        if !self.is_reporting {
            self.is_reporting = true;
            let wait = self.clock.next(self.reports_sent == 0, cx.receiver_rng());
            let at = cx.now() + wait;
            cx.arm_receiver(REPORT, at);
        }
    }

    /// Sends a receiver report.
    fn report(&mut self, cx: &mut impl Context) {
        let now = cx.now();
        let expected = self.expected();
        let expected_since_report = expected.saturating_sub(self.reported.0);
        let received_since_report = self.received.saturating_sub(self.reported.1);
        self.reported = (expected, self.received);
        let (timestamp, delay) = self.sender_report.map_or((0, 0), |(timestamp, at)| (timestamp, now - at));
        let report = RtcpReport {
            fraction: self
                .loss_field
                .quantize(expected_since_report.saturating_sub(received_since_report), expected_since_report),
            lost: expected.saturating_sub(self.received),
            expected,
            expected_since_report,
            delay,
            bottleneck: self.pairs.estimate().unwrap_or(0.0),
        };
        let attachment = cx.put_attachment(match self.arrivals {
            Some(arrivals) => Attachment::Counted(CountedReport::new(&report, arrivals)),
            None => Attachment::Rtcp(report),
        });
        let highest = self.range.map_or(0, |range| range.1);
        cx.reply(highest, timestamp, self.report_size, 0, Body::Report { attachment });
        self.reports_sent = self.reports_sent.saturating_add(1);
    }

    #[cfg(any(test, feature = "testing"))]
    pub fn pair_rates(&self) -> Vec<f64> {
        self.pairs.rates().collect()
    }
}

impl Receiver for RtcpReceiver {
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
        match Body::of(packet) {
            Body::Data { info, .. } => {
                if self.count(packet.seq) {
                    cx.delivered(packet);
                    self.measure_pair(packet, info, cx.now());
                }
            }
            _ => self.sender_report = Some((packet.timestamp, cx.now())),
        }
        self.on_activity(cx);
    }

    fn on_timer(&mut self, _: u32, cx: &mut impl Context) {
        if cx.now().saturating_sub(self.last_arrival) > from_secs(INACTIVE_INTERVALS * self.clock.interval) {
            self.is_reporting = false;
            return;
        }
        self.report(cx);
        let wait = self.clock.next(false, cx.receiver_rng());
        let at = cx.now() + wait;
        cx.arm_receiver(REPORT, at);
    }

    fn restart(&mut self) {
        self.pairs.clear();
        *self = RtcpReceiver {
            range: None,
            seen: 0,
            received: 0,
            reported: (0, 0),
            latest: None,
            sender_report: None,
            is_reporting: false,
            reports_sent: 0,
            ..self.clone()
        };
    }

    fn adopt(&mut self, other: Self) {
        self.clock = other.clock;
        (self.loss_field, self.report_size) = (other.loss_field, other.report_size);
        self.pairs.adopt(&other.pairs);
    }

    // `arrivals` follows from the state of the receiver that sets it.
    fn digest(&self) -> u64 {
        let (timestamp, at) = self.sender_report.unwrap_or((0, 0));
        digest_of(&[
            u64::from(self.expected()),
            u64::from(self.received),
            self.seen,
            u64::from(self.reports_sent),
            timestamp,
            at,
            self.pairs.digest(),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn receiver() -> RtcpReceiver {
        RtcpReceiver::new(ReportClock { interval: 5.0, jitter: 0.0 }, &RtcpParams::default())
    }

    #[test]
    fn each_packet_counts_once() {
        let mut receiver = receiver();
        // Packet 3 arrives first, 5 arrives twice, 4 arrives late, 6 is missing, and 2 precedes the first
        // packet.
        let counted: Vec<bool> = [3, 5, 7, 5, 4, 2].into_iter().map(|seq| receiver.count(seq)).collect();
        assert_eq!(counted, [true, true, true, false, true, false]);
        assert_eq!((receiver.expected(), receiver.received), (5, 4));
        assert!(receiver.count(200));
        assert!(!receiver.count(6), "too old to distinguish from a duplicate");
    }

    #[test]
    fn only_consecutive_packets_of_one_probe_are_a_pair() {
        let mut receiver = receiver();
        let mut arrive = |seq, probe, at| {
            let packet = Packet { seq, size: 1000, ..Packet::default() };
            receiver.measure_pair(&packet, probe, at);
            receiver.pairs.rates().count()
        };
        // 8000 bit in 0.8 ms are 10 Mb/s.
        assert_eq!(arrive(0, 0, 0), 0);
        assert_eq!(arrive(1, 1, 800_000), 0, "the previous packet does not belong to the probe");
        assert_eq!(arrive(2, 1, 1_600_000), 1);
        assert_eq!(arrive(4, 1, 3_200_000), 1, "packet 3 is missing");
        assert_eq!(arrive(5, 2, 4_000_000), 1, "the packets belong to different probes");
        assert_eq!(arrive(6, 2, 4_000_000), 1, "both packets arrive at the same time");
        assert_eq!(receiver.pairs.estimate(), Some(1e7));
    }
}
