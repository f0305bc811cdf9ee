//! Settings of protocols that adapt to RTCP's reports, and the times between reports (RFC 3550 sections 6.2
//! to 6.4; Sisalem and Wolisz 2000, section III.A).

use crate::ground::rng::Rng;
use crate::transport::prelude::*;

choice! {
    /// Width of the field in which a receiver reports the fraction lost.
    pub enum LossField {
        /// 8 bits, as in RTCP: losses below 1/256 are reported as 0.
        Bits8 "8" "8 bits",
        /// 32 bits. The authors of LDA+ use them to separate the effect of the field from the effect of the
        /// algorithm.
        Bits32 "32" "32 bits",
    }
}

impl LossField {
    /// Width of the field in bits.
    pub fn bits(self) -> u32 {
        match self {
            LossField::Bits8 => 8,
            LossField::Bits32 => 32,
        }
    }

    /// The fraction lost, rounded down to the field's precision; always below 1 (RFC 3550 section 6.4.1).
    pub fn quantize(self, lost: u32, expected: u32) -> f64 {
        let one = 1_u64 << self.bits();
        let field = (u64::from(lost) << self.bits()).checked_div(u64::from(expected)).unwrap_or(0);
        field.min(one - 1) as f64 / one as f64
    }
}

choice! {
    /// Which fields of a report determine the loss fraction that the sender uses.
    pub enum LossFrom {
        /// The fraction lost in the interval that the report covers. If a report is lost, its losses never
        /// reach the sender.
        Interval "interval" "Fraction in the report",
        /// Differences of the report's cumulative counters. They also include the losses in reports that were
        /// lost.
        Counters "counters" "Cumulative counters",
    }
}

choice! {
    /// Which bytes of a packet count for the rate.
    pub enum RateBasis {
        /// The whole packet on the wire.
        Wire "wire" "Packets on the wire",
        /// The application's bytes, without the headers of RTP, UDP and IP.
        Payload "payload",
    }
}

params! {
    /// Settings of RTP, its reports and its packet pairs.
    pub struct RtcpParams {
        /// Width of the field in which the receiver reports the fraction lost.
        loss_field: LossField = LossField::Bits8, cite "RFC 3550 section 6.4.1";
        /// Rate of the bottleneck. If it is not set, packet pairs measure it.
        bottleneck: Option<f64> = None, unit "bit/s", range 1e3..=1e11, scale log, label "Bottleneck rate", null "measured by packet pairs";
        /// Number of data packets that a probe sends back to back to measure the bottleneck.
        probe_packets: u32 = 4, unit "packets", range 2..=16, label "Packets of a probe", cite "Sisalem and Wolisz 2000, section III.A";
        /// Number of data packets that are sent back to back. The gap after them preserves the rate.
        burst_packets: u32 = 1, unit "packets", range 1..=16, label "Packets of a burst", cite "Tobe and others 2000, section 6.1";
        /// Number of sender reports per probe.
        probe_every: u32 = 1, unit "reports", range 1..=20, label "Reports per probe", cite "Sisalem and Wolisz 2000, section III.A";
        /// Number of the newest packet-pair estimates that determine the result.
        pair_window: u32 = 64, unit "pairs", range 8..=512, label "Pairs kept", cite "Carter and Crovella 1996";
        /// Estimates within this factor count as similar.
        pair_ratio: f64 = 1.1, range 1.02..=1.5, label "Similar pairs", cite "Carter and Crovella 1996";
        /// Weight of the newest sample in the smoothed round-trip time; 1 for no smoothing.
        rtt_gain: f64 = 1.0, range 0.05..=1.0, label "RTT gain", cite "Sisalem and Wolisz 2000, eq. 2";
        /// After this number of report intervals without a report, each counted at its longest, the rate is
        /// halved. It is halved again after each further interval.
        feedback_timeout: f64 = 3.0, unit "intervals", range 1.0..=10.0, label "Silence";
        /// Size of a sender report on the wire.
        sender_report_size: u32 = 80, unit "bytes", range 60..=200, cite "RFC 3550 section 6.4.1";
        /// Size of a receiver report on the wire.
        receiver_report_size: u32 = 80, unit "bytes", range 60..=200, cite "RFC 3550 section 6.4.2";
    }
}

/// Determines the times between reports. Each is drawn uniformly between `1 - jitter` and `1 + jitter` times
/// `interval` seconds (RFC 3550 section 6.3.1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReportClock {
    pub interval: f64,
    pub jitter: f64,
}

impl ReportClock {
    /// Draws the time until the next report. Before the first report it is half as long (RFC 3550
    /// section 6.2).
    pub fn next(&self, first: bool, rng: &mut Rng) -> Time {
        let factor = if self.jitter > 0.0 { rng.range(1.0 - self.jitter, 1.0 + self.jitter) } else { 1.0 };
        let first_factor = if first { 0.5 } else { 1.0 };
        from_secs(self.interval * factor * first_factor).max(1)
    }

    /// The longest time between two reports, in seconds.
    pub fn longest(&self) -> f64 {
        self.interval * (1.0 + self.jitter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::rng::Purpose;

    #[test]
    fn eight_bits_round_down_to_multiples_of_1_in_256() {
        let quantize = |lost, expected| LossField::Bits8.quantize(lost, expected);
        for (lost, expected, fraction) in [
            (1, 256, 1.0 / 256.0),
            (1, 257, 0.0),
            (1, 129, 1.0 / 256.0),
            (1, 128, 2.0 / 256.0),
            // 5 s of 100-byte packets at 125 kb/s are 781 packets. Two lost packets are a fraction of
            // 0.00256, below 1/256.
            (2, 781, 0.0),
            (4, 781, 1.0 / 256.0),
            (781, 781, 255.0 / 256.0),
            (0, 0, 0.0),
            (1, 0, 0.0),
        ] {
            assert_eq!(quantize(lost, expected), fraction, "{lost} of {expected}");
        }
    }

    #[test]
    fn thirty_two_bits_express_2_losses_in_781() {
        let fraction = LossField::Bits32.quantize(2, 781);
        assert!(fraction <= 2.0 / 781.0 && 2.0 / 781.0 - fraction < 1.0 / 4_294_967_296.0, "{fraction}");
        assert_eq!(LossField::Bits32.quantize(7, 7), 1.0 - 1.0 / 4_294_967_296.0);
    }

    #[test]
    fn report_times_are_even_or_uniform_around_the_interval() {
        let mut rng = Rng::new(1, Purpose::Receiver, 0);
        let even = ReportClock { interval: 5.0, jitter: 0.0 };
        assert_eq!((even.next(true, &mut rng), even.next(false, &mut rng)), (2_500_000_000, 5_000_000_000));
        let drawn = ReportClock { jitter: 0.5, ..even };
        let times: Vec<f64> = (0..4000).map(|_| drawn.next(false, &mut rng) as f64 / 1e9).collect();
        assert!(times.iter().all(|t| (2.5..7.5).contains(t)));
        // Uniform over 5 s: a standard deviation of 1.44 s, and of 0.023 s for the mean of 4000 times.
        let mean = times.iter().sum::<f64>() / 4000.0;
        assert!((mean - 5.0).abs() < 0.08, "{mean}");
    }
}
