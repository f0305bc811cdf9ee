//! The fields that TFRC's sender and receiver exchange (RFC 5348 section 3.2).

use super::body::Body;
use crate::ground::digest::State;
use crate::ground::time::{Time, from_secs, to_secs};

/// The fields of a data packet (RFC 5348 section 3.2.1).
#[derive(Clone, Copy, Debug, PartialEq, State)]
pub struct TfrcData {
    /// The sender's round-trip time in seconds; 0 before the first sample.
    pub rtt: f64,
    /// The retransmission timeout that the sender puts into the throughput equation, in seconds.
    pub timeout: f64,
    /// Number of reports that the sender has received.
    pub round: u32,
    /// Whether the sender requests a report at once.
    pub urgent: bool,
}

impl TfrcData {
    /// Packs all fields except the timeout into a body without an attachment: `round` and `urgent` into
    /// `unit`, and the round-trip time in nanoseconds into `info`. A receiver needs the timeout only until
    /// its first loss. Returns `None` if a value does not fit.
    pub fn to_inline(&self) -> Option<Body> {
        let info = u32::try_from(from_secs(self.rtt)).ok().filter(|&rtt| rtt > 0)?;
        let reports = self.round.checked_mul(2)?;
        Some(Body::Data { unit: reports | u32::from(self.urgent), info, attachment: 0 })
    }

    /// Unpacks the fields that [`to_inline`](Self::to_inline) has packed.
    pub fn read_inline(&mut self, unit: u32, info: u32) {
        self.rtt = to_secs(Time::from(info));
        (self.round, self.urgent) = (unit / 2, unit & 1 != 0);
    }
}

/// The fields of a report (RFC 5348 section 3.2.2). The feedback packet itself echoes the timestamp of the
/// newest data packet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TfrcReport {
    /// Time between the arrival of the newest data packet and this report.
    pub delay: Time,
    /// Receive rate in bytes per second.
    pub x_recv: f64,
    /// Loss event rate.
    pub p: f64,
    /// Number of packets found lost since the previous report.
    pub losses: u32,
    /// Whether a loss event has begun since the previous report.
    pub new_event: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_fields_are_exact_to_the_nanosecond() {
        let data = |rtt, round, urgent| TfrcData { rtt, timeout: 1.0, round, urgent };
        let mut read = data(0.0, 0, false);
        for (rtt, round, urgent) in
            [(1e-9, 0, true), (0.123_456_789_4, 7, false), (4.294_967_295, 1 << 30, true)]
        {
            let Some(Body::Data { unit, info, attachment: 0 }) = data(rtt, round, urgent).to_inline() else {
                panic!("{rtt} s fits")
            };
            read.read_inline(unit, info);
            assert_eq!((read.round, read.urgent), (round, urgent));
            assert_eq!((Time::from(info), from_secs(read.rtt)), (from_secs(rtt), from_secs(rtt)));
        }
        for (rtt, round) in [(0.0, 1), (4e-10, 1), (4.294_967_296, 1), (0.1, 1 << 31)] {
            assert_eq!(data(rtt, round, false).to_inline(), None, "{rtt} s, {round} reports");
        }
    }
}
