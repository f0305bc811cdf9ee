//! Probes: short bursts above the rate, from whose arrival the capacity follows (WebRTC's `probe_controller`
//! and `probe_bitrate_estimator`).

use crate::protocols::prelude::*;

/// Factor of the first probe, relative to the rate at the start.
pub const FIRST_FACTOR: f64 = 3.0;
/// Factor of each further probe, relative to the last result.
pub const NEXT_FACTOR: f64 = 2.0;
/// Another probe follows if the result is above this share of the probe's rate.
pub const CONTINUES_ABOVE: f64 = 0.7;
/// A burst has at least this number of packets and this duration in seconds.
const PACKETS: u32 = 5;
const DURATION: f64 = 0.015;
/// A probe is evaluated when this share of its packets has arrived.
const NEEDED_SHARE: f64 = 0.8;
/// If packets arrive at less than this share of the rate at which they were sent, the link was full.
const FULL_BELOW: f64 = 0.9;
/// The share of the receive rate that a full link is assumed to sustain.
const SUSTAINED: f64 = 0.95;

/// A burst that is being sent or evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, State)]
pub struct Probe {
    /// The rate in bit/s at which the burst is sent.
    pub rate: f64,
    /// Sequence number of its first packet, and the number after its last packet.
    first: u32,
    end: u32,
    began: Time,
    /// Whether all packets have been sent.
    pub is_sent: bool,
    /// Number of its packets that reports have covered, arrived or not.
    reported: u32,
    /// Number and bytes of the packets that arrived.
    pub arrivals: u32,
    pub bytes: u64,
    /// When the first and the last of them were sent and received, and their sizes.
    sent: (Time, Time),
    received: (Time, Time),
    first_size: u16,
    last_size: u16,
}

impl Probe {
    /// A burst at `rate` bit/s that begins with packet `seq`.
    pub fn begin(rate: f64, seq: u32, now: Time) -> Self {
        Probe { rate, first: seq, end: seq + 1, began: now, ..Probe::default() }
    }

    /// Whether packet `seq` belongs to the burst.
    pub fn contains(&self, seq: u32) -> bool {
        (self.first..self.end).contains(&seq)
    }

    pub fn sent_packets(&self) -> u32 {
        self.end - self.first
    }

    /// Packet `seq`, the next one, belongs to the burst as well.
    pub fn extend(&mut self, seq: u32) {
        self.end = seq + 1;
    }

    /// Counts a packet of the burst that was sent at `sent` and arrived at `at`.
    pub fn add_arrival(&mut self, sent: Time, at: Time, size: u16) {
        if self.arrivals == 0 {
            (self.sent, self.received, self.first_size) = ((sent, sent), (at, at), size);
        }
        self.arrivals += 1;
        self.bytes += u64::from(size);
        (self.sent.1, self.received.1, self.last_size) = (sent, at, size);
    }

    /// For how long packets of the burst were sent and received.
    pub fn durations(&self) -> (Time, Time) {
        (self.sent.1.saturating_sub(self.sent.0), self.received.1.saturating_sub(self.received.0))
    }

    /// When the last packet arrived.
    pub fn last_arrival(&self) -> Time {
        self.received.1
    }

    pub fn sent_rate(&self) -> f64 {
        rate(self.bytes.saturating_sub(u64::from(self.last_size)), self.sent)
    }

    /// The rate in bit/s at which the burst arrived.
    pub fn received_rate(&self) -> f64 {
        rate(self.bytes.saturating_sub(u64::from(self.first_size)), self.received)
    }

    /// The estimate in bit/s that follows from the arrivals.
    pub fn result(&self) -> f64 {
        let (sent, received) = (self.sent_rate(), self.received_rate());
        if received < FULL_BELOW * sent { SUSTAINED * received } else { sent.min(received) }
    }
}

/// The rate in bit/s of bytes between two times. Infinite if both are equal.
fn rate(bytes: u64, (from, to): (Time, Time)) -> f64 {
    bytes as f64 * 8.0 / to_secs(to.saturating_sub(from))
}

/// The planned and the current probe.
#[derive(Clone, Debug, Default, State)]
pub struct Probes {
    planned: Option<f64>,
    current: Option<Probe>,
}

impl Probes {
    /// Plans a burst at `probe_rate` if it is above `rate`.
    pub fn plan(&mut self, probe_rate: f64, rate: f64) {
        self.planned = (probe_rate > rate).then_some(probe_rate);
    }

    /// The rate of the burst that is being sent, in bit/s.
    pub fn sending_rate(&self) -> Option<f64> {
        self.current.filter(|probe| !probe.is_sent).map(|probe| probe.rate)
    }

    /// Packet `seq` has been sent. Returns the rate of a burst that begins with the packet.
    pub fn on_sent(&mut self, seq: u32, now: Time) -> Option<f64> {
        if let Some(rate) = self.planned.take() {
            self.current = Some(Probe::begin(rate, seq, now));
            return Some(rate);
        }
        let probe = self.current.as_mut().filter(|probe| !probe.is_sent)?;
        probe.extend(seq);
        probe.is_sent = probe.sent_packets() >= PACKETS && to_secs(now - probe.began) >= DURATION;
        None
    }

    /// A report has covered packet `seq`, which was sent at `sent` and arrived at `at`, if it arrived.
    /// Returns the probe once enough of its packets have arrived. A probe whose reports were lost is sent
    /// again.
    pub fn on_report(&mut self, seq: u32, sent: Time, at: Option<Time>, size: u16) -> Option<Probe> {
        let probe = self.current.as_mut()?;
        let is_part = probe.contains(seq);
        probe.reported += u32::from(is_part);
        if let (true, Some(at)) = (is_part, at) {
            probe.add_arrival(sent, at, size);
        }
        let needed = NEEDED_SHARE * f64::from(probe.sent_packets());
        let is_complete = probe.is_sent && f64::from(probe.arrivals) >= needed && seq + 1 >= probe.end;
        if is_complete && probe.received.1 > probe.received.0 {
            return self.current.take();
        }
        if probe.is_sent && seq >= probe.end {
            if f64::from(probe.reported) < needed {
                self.planned = Some(probe.rate);
            }
            self.current = None;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::time::MILLISECOND;

    /// A burst of 6 packets of 1000 bytes at 2 Mb/s, which arrive `gap` apart.
    fn probe(gap: Time) -> Probe {
        let mut probes = Probes::default();
        probes.plan(2e6, 1e6);
        for seq in 0..6 {
            probes.on_sent(seq, Time::from(seq) * 4 * MILLISECOND);
        }
        assert_eq!(probes.sending_rate(), None, "6 packets in 20 ms complete the burst");
        let arrivals = (0..6).filter_map(|seq| {
            probes.on_report(
                seq,
                Time::from(seq) * 4 * MILLISECOND,
                Some(50 * MILLISECOND + Time::from(seq) * gap),
                1000,
            )
        });
        arrivals.last().expect("a result")
    }

    #[test]
    fn a_probe_that_arrives_undistorted_gives_its_rate_and_a_slower_probe_95_percent_of_the_receive_rate() {
        // 5 x 8000 bit in 20 ms are 2 Mb/s.
        assert!((probe(4 * MILLISECOND).result() - 2e6).abs() < 1.0);
        // 5 x 8000 bit in 40 ms are 1 Mb/s, half of the rate at which they were sent.
        assert!((probe(8 * MILLISECOND).result() - 0.95e6).abs() < 1.0);
    }

    #[test]
    fn a_probe_with_too_many_losses_is_discarded_and_a_probe_without_reports_is_sent_again() {
        for (reported, planned) in [([0, 1, 2, 3, 4, 5].as_slice(), None), (&[4, 5], Some(2e6))] {
            let mut probes = Probes::default();
            probes.plan(2e6, 1e6);
            (0..6).for_each(|seq| {
                probes.on_sent(seq, Time::from(seq) * 4 * MILLISECOND);
            });
            for &seq in reported {
                assert_eq!(probes.on_report(seq, 0, (seq > 3).then_some(MILLISECOND), 1000), None);
            }
            assert_eq!(probes.on_report(7, 0, Some(MILLISECOND), 1000), None);
            assert_eq!((probes.current, probes.planned), (None, planned));
        }
    }
}
