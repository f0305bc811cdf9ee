//! SCReAM's receiver: acknowledges packets by their highest sequence number, a vector of earlier packets, and
//! the number of marked packets (RFC 8298 section 4.2).
//!
//! The receive rate determines the time between reports: at most 400 ms, and 20 ms at 500 kb/s or more (RFC
//! 8298 section 4.2.2). A report is also sent after every 16 packets, because its vector covers the 64 newest
//! packets.

use super::arrival_log::{ArrivalKind, ArrivalLog};
use crate::ground::packet::MARKED;
use crate::transport::prelude::*;
use crate::transport::reports::ScreamReport;

/// A report is sent at the latest after this number of packets.
const REPORT_PACKETS: u32 = 16;

#[derive(Clone, Debug, State)]
#[state(not(report_size, longest, reports_late))]
pub struct ScreamReceiver {
    /// Size of a report on the wire, in bytes.
    report_size: u16,
    /// Longest time between reports.
    longest: Time,
    /// Whether a packet that others have overtaken is reported at once.
    reports_late: bool,
    log: ArrivalLog,
    /// The highest packet: its number, its timestamp and its arrival.
    newest: (u32, Time, Time),
    marked: u32,
    /// Packets and bytes that arrived since the last report.
    pending: u32,
    pending_bytes: u64,
    /// When the last report was sent.
    reported_at: Time,
    /// Time between reports.
    interval: Time,
}

/// The time between reports at a receive rate in bit/s: `1 / min(50, max(2.5, rate / 10000))` seconds
/// (RFC 8298 section 4.2.2).
pub fn feedback_interval(rate: f64) -> f64 {
    1.0 / math::limit(rate / 1e4, 2.5, 50.0)
}

impl ScreamReceiver {
    pub fn new(report_size: u16) -> Self {
        ScreamReceiver {
            report_size,
            longest: NEVER,
            reports_late: false,
            log: ArrivalLog::default(),
            newest: (0, 0, 0),
            marked: 0,
            pending: 0,
            pending_bytes: 0,
            reported_at: 0,
            interval: 0,
        }
    }

    /// Reports at least this often, and late packets at once.
    pub fn with_longest_interval(self, longest: Time) -> Self {
        ScreamReceiver { longest, reports_late: true, ..self }
    }

    fn report(&mut self, cx: &mut impl Context) {
        let now = cx.now();
        let (seq, timestamp, at) = self.newest;
        let report = ScreamReport {
            one_way_delay: at.saturating_sub(timestamp),
            delay: now - at,
            vector: self.log.seen,
            marked: self.marked,
        };
        let attachment = cx.put_attachment(Attachment::Scream(report));
        cx.reply(seq, timestamp, self.report_size, 0, Body::Report { attachment });
        let seconds = to_secs(now - self.reported_at);
        let rate = if seconds > 0.0 { self.pending_bytes as f64 * 8.0 / seconds } else { 0.0 };
        self.interval = from_secs(feedback_interval(rate)).min(self.longest);
        (self.pending, self.pending_bytes, self.reported_at) = (0, 0, now);
        cx.cancel_receiver(0);
    }
}

impl Receiver for ScreamReceiver {
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
        cx.delivered(packet);
        let now = cx.now();
        let is_first = self.log.received == 0;
        let arrival = self.log.add(packet.seq);
        match arrival {
            ArrivalKind::Duplicate => return,
            ArrivalKind::Late => {}
            ArrivalKind::Newest { .. } => self.newest = (packet.seq, packet.timestamp, now),
        }
        // A later report might no longer cover the packet.
        let must_report = self.reports_late && arrival == ArrivalKind::Late;
        self.marked += u32::from(packet.flags & MARKED == MARKED);
        self.pending += 1;
        self.pending_bytes += u64::from(packet.size);
        if is_first || must_report || self.pending >= REPORT_PACKETS {
            self.report(cx);
        } else if self.pending == 1 {
            cx.arm_receiver(0, (self.reported_at + self.interval).max(now + 1));
        }
    }

    fn on_timer(&mut self, _: u32, cx: &mut impl Context) {
        self.report(cx);
    }

    fn adopt(&mut self, other: Self) {
        (self.report_size, self.longest) = (other.report_size, other.longest);
        self.reports_late = other.reports_late;
    }

    fn restart(&mut self) {
        let ScreamReceiver { longest, reports_late, .. } = *self;
        *self = ScreamReceiver { longest, reports_late, ..ScreamReceiver::new(self.report_size) };
    }

    fn digest(&self) -> u64 {
        digest_of(&[
            u64::from(self.log.expected),
            self.log.seen,
            u64::from(self.marked),
            u64::from(self.pending),
            self.pending_bytes,
            self.reported_at,
            self.interval,
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_feedback_interval_follows_from_the_rate() {
        // 10 kb/s: 1 / 2.5 = 400 ms. 200 kb/s: 20 reports per second. From 500 kb/s on 20 ms.
        for (rate, interval) in [(1e4, 0.4), (2e5, 0.05), (5e5, 0.02), (1e7, 0.02)] {
            assert!((feedback_interval(rate) - interval).abs() < 1e-12, "{rate}");
        }
    }
}
