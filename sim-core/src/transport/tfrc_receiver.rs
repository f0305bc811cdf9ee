//! TFRC's receiver: detects loss events, keeps the history of loss intervals, and sends a report once per round trip.
//!
//! Follows RFC 5348 sections 5 and 6, or RFC 3448 or ns-2's TFRC sink if the settings say so. Loss events are in
//! `tfrc_receiver/losses.rs`.

mod losses;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use super::loss_history::{Averaging, LossHistory};
use super::{Context, Receiver, digest_of};
use crate::analysis::equation::ThroughputEquation;
use crate::describe::Signal;
use crate::ground::packet::Packet;
use crate::ground::time::{Time, from_secs, to_secs};
use crate::transport::tfrc_notes::{TfrcData, TfrcReport};
use crate::transport::{Body, Note};

/// The only timer: a report is due.
const REPORT: u32 = 0;

/// Largest number of packets that are stored above the first gap.
const MOST_PENDING: usize = 12;

/// A value that inline header fields never have.
const NO_FIELDS: (u32, u32) = (0, 0);
/// A value that `plain` has while no packet is plain.
const NO_PACKET: u32 = u32::MAX;

/// Settings of a TFRC receiver.
#[derive(Clone, Debug)]
pub struct TfrcReceiverSettings {
    pub averaging: Averaging,
    /// Number of later packets received after which a packet counts as lost (RFC 5348 section 5.1: NDUPACK).
    pub ndupack: u32,
    pub reports_per_rtt: u32,
    pub report_size: u16,
    /// The equation that determines the first loss interval, with the timeout that packets carry.
    pub equation: ThroughputEquation,
    pub rules: ReceiverRules,
}

/// Whose rules the receiver follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReceiverRules {
    Rfc5348,
    Rfc3448,
    Ns2,
}

/// A data packet that arrived: its sequence number, and the time that separates loss events (of arrival; in ns-2 of sending).
#[derive(Clone, Copy, Debug, Default)]
struct PacketArrival {
    seq: u32,
    time: Time,
}

/// A loss event: its first lost packet, that packet's time, and the number of reports that the sender had received.
#[derive(Clone, Copy, Debug)]
struct LossEvent {
    first: u32,
    time: Time,
    round: u32,
}

/// Bytes received between two reports.
#[derive(Clone, Copy, Debug, Default)]
struct ReportInterval {
    from: Time,
    bytes: u64,
}

#[derive(Clone, Debug)]
pub struct TfrcReceiver {
    settings: TfrcReceiverSettings,
    history: LossHistory,
    /// All packets up to this one have arrived or are lost.
    settled: Option<PacketArrival>,
    /// Packets that arrived above the first gap, ascending.
    pending: [PacketArrival; MOST_PENDING],
    pending_len: usize,
    event: Option<LossEvent>,
    /// The first loss, until the sender's round-trip time is known.
    early_loss: Option<PacketArrival>,
    /// The newest data packet: its number, its timestamp and its arrival time.
    newest: PacketArrival,
    newest_stamp: Time,
    newest_at: Time,
    /// Size of the newest packet on the wire.
    size: u16,
    /// The header fields of the newest packet that changed them.
    fields: TfrcData,
    /// Inline header fields, if no note is attached; otherwise `NO_FIELDS`.
    inline_fields: (u32, u32),
    /// The sender's round-trip time; 0 if it is not known yet.
    rtt: Time,
    /// The next packet, if only counters change when it arrives with the same inline fields: no packet is missing and it triggers no
    /// report. Otherwise `NO_PACKET`.
    plain: u32,
    /// Since the last report, and between the last two reports.
    current: ReportInterval,
    previous: ReportInterval,
    /// Arrival times within the last round trip, for ns-2's receive rate.
    recent: VecDeque<Time>,
    packets_since: u32,
    losses_since: u32,
    new_event: bool,
    largest_x_recv: f64,
    /// The report timer expired without new data: the next packet triggers a report.
    overdue: bool,
    reported: bool,
    received: u64,
}

/// Index of the receiver's first signal among the flow's own signals.
pub const OPEN_INTERVAL: usize = 0;
/// Number of closed intervals that have signals.
pub const SHOWN: usize = 8;
/// Number of the receiver's signals; the sender's follow.
pub const SIGNALS: usize = SHOWN + 1;

/// The signals of the loss history.
pub fn signals() -> Vec<Signal> {
    const IDS: [(&str, &str); SHOWN] = [
        ("interval_1", "Newest loss interval"),
        ("interval_2", "Loss interval 2"),
        ("interval_3", "Loss interval 3"),
        ("interval_4", "Loss interval 4"),
        ("interval_5", "Loss interval 5"),
        ("interval_6", "Loss interval 6"),
        ("interval_7", "Loss interval 7"),
        ("interval_8", "Loss interval 8"),
    ];
    let open = Signal::gauge(
        "interval_0",
        "Open loss interval",
        "packets",
        "Packets since the latest loss event began.",
    );
    let closed = IDS.into_iter().map(|(id, label)| {
        Signal::gauge(id, label, "packets", "Packets from one loss event to the next, the newest first.")
    });
    std::iter::once(open).chain(closed).collect()
}

impl TfrcReceiver {
    pub fn new(settings: TfrcReceiverSettings) -> Self {
        let no_fields = TfrcData { rtt: 0.0, timeout: 0.0, round: 0, urgent: false };
        TfrcReceiver {
            history: LossHistory::new(settings.averaging),
            settings,
            settled: None,
            pending: [PacketArrival::default(); MOST_PENDING],
            pending_len: 0,
            event: None,
            early_loss: None,
            newest: PacketArrival::default(),
            newest_stamp: 0,
            newest_at: 0,
            size: 1,
            fields: no_fields,
            inline_fields: NO_FIELDS,
            rtt: 0,
            plain: NO_PACKET,
            current: ReportInterval::default(),
            previous: ReportInterval::default(),
            recent: VecDeque::new(),
            packets_since: 0,
            losses_since: 0,
            new_event: false,
            largest_x_recv: 0.0,
            overdue: false,
            reported: false,
            received: 0,
        }
    }

    fn is_ns2(&self) -> bool {
        self.settings.rules == ReceiverRules::Ns2
    }

    /// Reads the header fields of a data packet (RFC 5348 section 3.2.1).
    fn read_fields(&mut self, packet: &Packet, cx: &mut impl Context) {
        if let Body::Data { unit, info, note: 0 } = Body::of(packet) {
            if (unit, info) == self.inline_fields {
                return;
            }
            self.inline_fields = (unit, info);
            self.fields.read_inline(unit, info);
        } else if let Some(Note::TfrcData(fields)) = cx.take_note(packet.note()) {
            self.inline_fields = NO_FIELDS;
            self.fields = fields;
        }
        self.rtt = from_secs(self.fields.rtt);
    }

    /// The next value of `plain`.
    fn next_plain(&self) -> u32 {
        match (self.settled, self.event) {
            (Some(settled), Some(_))
                if self.pending_len == 0 && !self.overdue && self.rtt > 0 && !self.is_ns2() =>
            {
                settled.seq + 1
            }
            _ => NO_PACKET,
        }
    }

    /// The receive rate in bytes per second (section 6.2).
    fn x_recv(&self, now: Time) -> f64 {
        let elapsed = now - self.current.from;
        let rtt = self.rtt;
        if self.is_ns2() {
            let per_second = if rtt > 0 && elapsed >= rtt {
                f64::from(self.packets_since) / to_secs(elapsed)
            } else if rtt > 0 {
                self.recent.len() as f64 / to_secs(rtt)
            } else {
                1.0
            };
            let per_second = if per_second > 0.0 { per_second } else { 1.0 };
            return per_second * f64::from(self.size);
        }
        let (mut bytes, mut span) = (self.current.bytes, elapsed);
        if span < rtt && self.previous.bytes > 0 {
            // An early report also covers the previous interval, so that it covers a round trip.
            bytes += self.previous.bytes;
            span = now - self.previous.from;
        }
        let span = span.max(rtt);
        if span == 0 { 0.0 } else { bytes as f64 / to_secs(span) }
    }

    /// Updates the length of the open loss interval.
    fn update_open_interval(&mut self) {
        if let Some(event) = self.event {
            let since = f64::from(self.newest.seq.saturating_sub(event.first));
            self.history.set_open(if self.is_ns2() { since } else { since + 1.0 });
        }
    }

    /// Sends a report (section 6.2) and begins the next interval.
    fn report(&mut self, cx: &mut impl Context) {
        let now = cx.now();
        self.update_open_interval();
        // The first report has no receive rate, because there is no interval yet (section 6.3).
        let x_recv = if self.reported || self.is_ns2() { self.x_recv(now) } else { 0.0 };
        self.largest_x_recv = self.largest_x_recv.max(x_recv);
        let report = TfrcReport {
            held: now - self.newest_at,
            x_recv,
            p: self.history.rate(),
            losses: self.losses_since,
            new_event: self.new_event,
        };
        let note = cx.put_note(Note::TfrcReport(report));
        cx.reply(self.newest.seq, self.newest_stamp, self.settings.report_size, 0, Body::Report { note });
        self.previous = self.current;
        self.current = ReportInterval { from: now, bytes: 0 };
        let new_event = std::mem::take(&mut self.new_event);
        (self.packets_since, self.losses_since) = (0, 0);
        self.overdue = false;
        self.reported = true;
        self.arm_report(cx);
        if cx.records_own_signals() && !self.history.is_empty() {
            cx.signal(OPEN_INTERVAL, self.history.open());
            // Closed intervals only change with a new event.
            let closed = if new_event { SHOWN } else { 0 };
            for (i, length) in self.history.closed().take(closed).enumerate() {
                cx.signal(OPEN_INTERVAL + 1 + i, length);
            }
        }
    }

    /// Sets the report timer to a round trip (section 6.2).
    fn arm_report(&self, cx: &mut impl Context) {
        let rtt = self.rtt;
        if rtt > 0 {
            let per_rtt = u64::from(self.settings.reports_per_rtt.max(1));
            // ns-2's timer is half as long again; arrivals usually trigger its reports before.
            let after = if self.is_ns2() { (rtt + rtt / 2) / per_rtt } else { rtt / per_rtt };
            cx.arm_receiver(REPORT, cx.now() + after.max(1));
        }
    }

    /// Whether an arrival triggers a report at once.
    fn triggers_report(&mut self, first_ever: bool, began: bool, now: Time) -> bool {
        if self.is_ns2() {
            let per_rtt = u64::from(self.settings.reports_per_rtt.max(1));
            return first_ever
                || began
                || self.fields.urgent
                || (self.rtt > 0 && now - self.current.from >= self.rtt / per_rtt);
        }
        // Every packet is reported while the sender does not know the round-trip time (section 6.1).
        first_ever || began || self.rtt == 0 || self.overdue
    }
    /// Handles any packet that is not plain.
    #[inline(never)]
    fn on_data_in_full(&mut self, packet: &Packet, cx: &mut impl Context) {
        cx.delivered(packet);
        let now = cx.now();
        let first_ever = self.received == 0;
        self.received += 1;
        self.size = packet.size.max(1);
        if first_ever {
            self.current.from = now;
        }
        let knew_rtt = self.fields.rtt > 0.0;
        self.read_fields(packet, cx);
        self.current.bytes += u64::from(packet.size);
        self.packets_since += 1;
        let time = if self.is_ns2() { packet.stamp } else { now };
        if first_ever || packet.seq > self.newest.seq {
            self.newest = PacketArrival { seq: packet.seq, time };
            self.newest_stamp = packet.stamp;
            self.newest_at = now;
        }
        if self.is_ns2() {
            self.recent.push_back(now);
            let rtt = self.rtt;
            while self.recent.front().is_some_and(|&at| at + rtt <= now) && self.recent.len() > 1 {
                self.recent.pop_front();
            }
        }
        let mut began = self.settle(PacketArrival { seq: packet.seq, time });
        if self.event.is_none() {
            began |= self.begin_history(now);
        }
        if self.triggers_report(first_ever, began, now) {
            self.report(cx);
        } else if !knew_rtt && self.fields.rtt > 0.0 {
            self.arm_report(cx);
        }
        self.plain = self.next_plain();
    }
}

impl Receiver for TfrcReceiver {
    #[inline]
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
        match Body::of(packet) {
            Body::Data { unit, info, note: 0 }
                if packet.seq == self.plain && (unit, info) == self.inline_fields => {}
            _ => return self.on_data_in_full(packet, cx),
        }
        let now = cx.now();
        let arrival = PacketArrival { seq: packet.seq, time: now };
        (self.newest, self.settled) = (arrival, Some(arrival));
        (self.newest_stamp, self.newest_at) = (packet.stamp, now);
        self.plain += 1;
        self.received += 1;
        self.packets_since += 1;
        self.current.bytes += u64::from(packet.size);
        self.size = packet.size.max(1);
        cx.delivered(packet);
    }

    fn on_timer(&mut self, _: u32, cx: &mut impl Context) {
        // ns-2's timer also repeats a report that a packet has triggered; its receive rate is then one packet per second.
        let again = self.is_ns2() && self.received > 0 && self.newest_at >= self.current.from;
        if self.packets_since > 0 || again {
            self.report(cx);
        } else {
            // The next packet triggers a report, which sets the timer again.
            self.overdue = true;
            self.plain = NO_PACKET;
        }
    }

    fn adopt(&mut self, settings: Self) {
        self.settings = settings.settings;
        self.history.adopt(self.settings.averaging);
        self.plain = self.next_plain();
    }

    fn restart(&mut self) {
        *self = TfrcReceiver::new(self.settings.clone());
    }

    fn digest(&self) -> u64 {
        let settled = self.settled.map_or(u64::MAX, |a| u64::from(a.seq));
        digest_of(&[self.received, settled, self.history.digest(), self.current.from])
    }
}
