//! A receiver that reports when each packet arrived, as transport-wide feedback does
//! (draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3): arrival times in units of 250 µs, relative
//! to the first of the report.
//!
//! A report is sent at a fixed time after its first packet, or when it is full.

use super::arrival_log::{ArrivalKind, ArrivalLog};
use crate::transport::datagrams::is_padding;
use crate::transport::prelude::*;
use crate::transport::reports::{ARRIVAL_TICK, ARRIVALS_PER_REPORT, ArrivalReport};

/// Bytes of each packet's entry in a report.
const ENTRY_BYTES: u16 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrivalSettings {
    /// Time between the first packet of a report and the report.
    pub interval: Time,
    /// Size of a report on the wire without the packets' entries, in bytes.
    pub report_size: u16,
}

#[derive(Clone, Debug, State)]
#[state(not(settings))]
pub struct ArrivalReceiver {
    settings: ArrivalSettings,
    log: ArrivalLog,
    pending: ArrivalReport,
    /// The newest packet: its number, its timestamp and its arrival.
    newest: (u32, Time, Time),
}

impl ArrivalReceiver {
    pub fn new(settings: ArrivalSettings) -> Self {
        ArrivalReceiver {
            settings,
            log: ArrivalLog::default(),
            pending: ArrivalReport::new(0),
            newest: (0, 0, 0),
        }
    }

    /// Sends the pending report, unless it is empty.
    fn report(&mut self, cx: &mut impl Context) {
        if self.pending.len == 0 {
            return;
        }
        let (seq, timestamp, at) = self.newest;
        let next = ArrivalReport::new(self.pending.end());
        let mut report = std::mem::replace(&mut self.pending, next);
        report.received = self.log.received;
        report.delay = narrow::<u16>(((cx.now() - at) / ARRIVAL_TICK).min(Time::from(u16::MAX)));
        let size = self.settings.report_size.saturating_add(ENTRY_BYTES * u16::from(report.len));
        let attachment = cx.put_attachment(Attachment::Arrivals(report));
        cx.reply(seq, timestamp, size, 0, Body::Report { attachment });
        cx.cancel_receiver(0);
    }
}

impl Receiver for ArrivalReceiver {
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
        if !is_padding(packet) {
            cx.delivered(packet);
        }
        let now = cx.now();
        match self.log.add(packet.seq) {
            ArrivalKind::Duplicate => return,
            ArrivalKind::Late => {}
            ArrivalKind::Newest { .. } => {
                // A packet beyond the pending report completes the report. The next report begins with this
                // packet or before it.
                if packet.seq - self.pending.first >= narrow::<u32>(ARRIVALS_PER_REPORT) {
                    self.report(cx);
                    if packet.seq - self.pending.first >= narrow::<u32>(ARRIVALS_PER_REPORT) {
                        self.pending = ArrivalReport::new(packet.seq);
                    }
                }
                self.newest = (packet.seq, packet.timestamp, now);
            }
        }
        if packet.seq < self.pending.first {
            return; // A report has already counted the packet as missing.
        }
        let is_first = self.pending.len == 0;
        self.pending.set(packet.seq, narrow::<u32>(now / ARRIVAL_TICK));
        if usize::from(self.pending.len) == ARRIVALS_PER_REPORT {
            self.report(cx);
        } else if is_first {
            cx.arm_receiver(0, now + self.settings.interval);
        }
    }

    fn on_timer(&mut self, _: u32, cx: &mut impl Context) {
        self.report(cx);
    }

    fn adopt(&mut self, other: Self) {
        self.settings = other.settings;
    }

    fn restart(&mut self) {
        *self = ArrivalReceiver::new(self.settings);
    }

    fn digest(&self) -> u64 {
        digest_of(&[
            u64::from(self.log.expected),
            u64::from(self.log.received),
            u64::from(self.pending.first),
            u64::from(self.pending.len),
            self.newest.2,
        ])
    }
}

// The number of received packets and the delay are written when the report is sent.

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_contains_the_arrival_of_each_packet_in_ticks() {
        let mut report = ArrivalReport::new(10);
        // Packet 12 arrives before 11, and 13 is missing.
        for (seq, tick) in [(10, 4000), (12, 4004), (11, 4005), (14, 4040)] {
            assert!(report.set(seq, tick));
        }
        assert!(!report.set(23, 4050), "a report holds 13 packets");
        let ms = |t: Option<Time>| t.map(|t| t as f64 / 1e6);
        let packets: Vec<_> = report.packets().map(|(seq, at)| (seq, ms(at))).collect();
        let expected =
            [(10, Some(1000.0)), (11, Some(1001.25)), (12, Some(1001.0)), (13, None), (14, Some(1010.0))];
        assert_eq!((packets, report.end()), (expected.to_vec(), 15));
    }

    #[test]
    fn reports_do_not_make_attachments_larger() {
        assert!(size_of::<Attachment>() <= 48, "{}", size_of::<Attachment>());
    }
}
