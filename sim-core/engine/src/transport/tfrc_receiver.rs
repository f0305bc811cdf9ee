//! TFRC's receiver: detects loss events, keeps the history of loss intervals, and sends a report once per
//! round trip.
//!
//! The receiver follows RFC 5348 sections 5 and 6, or RFC 3448 or ns-2's TFRC sink if the settings select
//! them. Section numbers without an RFC refer to RFC 5348. `tfrc_receiver/losses.rs` detects loss events.

mod losses;
#[cfg(test)]
mod tests;

use super::loss_history::{Averaging, LossHistory};
use crate::analysis::equation::ThroughputEquation;
use crate::describe::SignalIndex;
use crate::transport::prelude::*;
use crate::transport::tfrc_attachments::{TfrcData, TfrcReport};

/// The only timer: a report is due.
const REPORT: u32 = 0;

/// Maximum number of packets stored above the first gap. It is above the largest NDUPACK, 10, at
/// which the packets of the gap count as lost.
const MAX_PENDING: usize = 12;

/// A value that differs from all inline header fields, because an inline round-trip time is never
/// 0.
const NO_FIELDS: (u32, u32) = (0, 0);
/// The value of `fast_path_seq` while no packet can take the fast path.
const NO_PACKET: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub struct TfrcReceiverSettings {
    pub averaging: Averaging,
    /// Number of later packets received after which a packet counts as lost (RFC 5348 section 5.1: NDUPACK).
    pub ndupack: u32,
    pub reports_per_rtt: u32,
    /// Size of a report on the wire, in bytes.
    pub report_size: u16,
    /// The equation that determines the first loss interval. The timeout that packets carry replaces the
    /// equation's timeout.
    pub equation: ThroughputEquation,
    pub rules: ReceiverRules,
}

/// The specification or implementation that the receiver follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReceiverRules {
    Rfc5348,
    Rfc3448,
    Ns2,
}

/// A data packet that arrived: its sequence number, and its arrival time (in ns-2, its sending time), by
/// which losses are assigned to loss events.
#[derive(Clone, Copy, Debug, Default, State)]
struct PacketArrival {
    seq: u32,
    time: Time,
}

/// A loss event: its first lost packet, the time of this packet, and the number of reports that the sender
/// had received at the time.
#[derive(Clone, Copy, Debug, Default, State)]
struct LossEvent {
    first: u32,
    time: Time,
    round: u32,
}

/// The time from one report to the next, and the bytes received in it.
#[derive(Clone, Copy, Debug, Default, State)]
struct ReportInterval {
    from: Time,
    bytes: u64,
}

#[derive(Clone, Debug, State)]
// Whether the next packet can take the fast path follows from the other fields.
#[state(not(settings, fast_path_seq))]
pub struct TfrcReceiver {
    settings: TfrcReceiverSettings,
    history: LossHistory,
    /// The packet up to which all packets have arrived or count as lost.
    resolved: Option<PacketArrival>,
    /// Packets that arrived above the first gap, ascending.
    pending: [PacketArrival; MAX_PENDING],
    pending_len: usize,
    /// The latest loss event.
    event: Option<LossEvent>,
    /// The first lost packet, if the history has not begun yet.
    early_loss: Option<PacketArrival>,
    /// The data packet with the highest sequence number, its timestamp and its arrival time.
    newest: PacketArrival,
    newest_timestamp: Time,
    newest_at: Time,
    /// Size on the wire, in bytes, of the packet that arrived last.
    size: u16,
    /// The header fields of the packet that arrived last.
    fields: TfrcData,
    /// The header fields in packed form, if the packet that arrived last carried them inline;
    /// `NO_FIELDS` if an attachment carried them.
    inline_fields: (u32, u32),
    /// The sender's round-trip time; 0 if it is not known yet.
    rtt: Time,
    /// The next packet in sequence, if it can take the fast path: no packet is missing, and the arrival of
    /// this packet triggers no report if its inline fields are unchanged. Otherwise `NO_PACKET`.
    fast_path_seq: u32,
    /// The interval since the last report.
    current: ReportInterval,
    /// The interval between the last two reports.
    previous: ReportInterval,
    /// Arrival times within the last round trip, for ns-2's receive rate.
    #[state(if self.settings.rules == ReceiverRules::Ns2)]
    recent: Deque<Time>,
    /// Numbers of packets received and of packets found lost since the last report.
    packets_since_report: u32,
    losses_since_report: u32,
    /// Whether a loss event has begun since the last report.
    has_new_event: bool,
    /// Largest receive rate reported so far, in bytes per second.
    largest_x_recv: f64,
    /// Whether the report timer expired without new data, so that the next packet triggers a report.
    is_overdue: bool,
    /// Whether a report has been sent.
    has_reported: bool,
    /// Number of packets received.
    received: u64,
}

signals! {
    /// The signals of the loss history.
    pub const SIGNALS: TfrcReceiverSignals {
        /// Packets since the latest loss event began.
        interval_0: "Open loss interval" in "packets";
        /// Packets from one loss event to the next, the newest first.
        interval_1: "Newest loss interval" in "packets";
        /// Packets from one loss event to the next, the newest first.
        interval_2: "Loss interval 2" in "packets";
        /// Packets from one loss event to the next, the newest first.
        interval_3: "Loss interval 3" in "packets";
        /// Packets from one loss event to the next, the newest first.
        interval_4: "Loss interval 4" in "packets";
        /// Packets from one loss event to the next, the newest first.
        interval_5: "Loss interval 5" in "packets";
        /// Packets from one loss event to the next, the newest first.
        interval_6: "Loss interval 6" in "packets";
        /// Packets from one loss event to the next, the newest first.
        interval_7: "Loss interval 7" in "packets";
        /// Packets from one loss event to the next, the newest first.
        interval_8: "Loss interval 8" in "packets";
    }
}

/// The signals of the closed loss intervals, the newest first.
pub const CLOSED_INTERVALS: [SignalIndex; 8] = [
    SIGNALS.interval_1,
    SIGNALS.interval_2,
    SIGNALS.interval_3,
    SIGNALS.interval_4,
    SIGNALS.interval_5,
    SIGNALS.interval_6,
    SIGNALS.interval_7,
    SIGNALS.interval_8,
];

impl TfrcReceiver {
    pub fn new(settings: TfrcReceiverSettings) -> Self {
        let no_fields = TfrcData { rtt: 0.0, timeout: 0.0, round: 0, urgent: false };
        TfrcReceiver {
            history: LossHistory::new(settings.averaging),
            settings,
            resolved: None,
            pending: [PacketArrival::default(); MAX_PENDING],
            pending_len: 0,
            event: None,
            early_loss: None,
            newest: PacketArrival::default(),
            newest_timestamp: 0,
            newest_at: 0,
            size: 1,
            fields: no_fields,
            inline_fields: NO_FIELDS,
            rtt: 0,
            fast_path_seq: NO_PACKET,
            current: ReportInterval::default(),
            previous: ReportInterval::default(),
            recent: Deque::new(),
            packets_since_report: 0,
            losses_since_report: 0,
            has_new_event: false,
            largest_x_recv: 0.0,
            is_overdue: false,
            has_reported: false,
            received: 0,
        }
    }

    fn is_ns2(&self) -> bool {
        self.settings.rules == ReceiverRules::Ns2
    }

    /// Reads the header fields of a data packet (RFC 5348 section 3.2.1).
    fn read_fields(&mut self, packet: &Packet, cx: &mut impl Context) {
        if let Body::Data { unit, info, attachment: 0 } = Body::of(packet) {
            if (unit, info) == self.inline_fields {
                return;
            }
            self.inline_fields = (unit, info);
            self.fields.read_inline(unit, info);
        } else if let Some(Attachment::TfrcData(fields)) = cx.take_attachment(packet.attachment()) {
            self.inline_fields = NO_FIELDS;
            self.fields = fields;
        }
        self.rtt = from_secs(self.fields.rtt);
    }

    /// The next value of `fast_path_seq`.
    fn next_fast_path_seq(&self) -> u32 {
        match (self.resolved, self.event) {
            (Some(resolved), Some(_))
                if self.pending_len == 0 && !self.is_overdue && self.rtt > 0 && !self.is_ns2() =>
            {
                resolved.seq + 1
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
                f64::from(self.packets_since_report) / to_secs(elapsed)
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
            // A report before the end of a round trip also covers the previous interval.
            bytes += self.previous.bytes;
            span = now - self.previous.from;
        }
        let span = span.max(rtt);
        if span == 0 { 0.0 } else { bytes as f64 / to_secs(span) }
    }

    /// Updates the length of the open loss interval.
    fn update_open_interval(&mut self) {
        if let Some(event) = self.event {
            let distance = f64::from(self.newest.seq.saturating_sub(event.first));
            self.history.set_open(if self.is_ns2() { distance } else { distance + 1.0 });
        }
    }

    /// Sends a report (section 6.2) and begins the next interval.
    fn report(&mut self, cx: &mut impl Context) {
        let now = cx.now();
        self.update_open_interval();
        // The first report has no receive rate, because no interval precedes it (section 6.3).
        let x_recv = if self.has_reported || self.is_ns2() { self.x_recv(now) } else { 0.0 };
        self.largest_x_recv = self.largest_x_recv.max(x_recv);
        let report = TfrcReport {
            delay: now - self.newest_at,
            x_recv,
            p: self.history.rate(),
            losses: self.losses_since_report,
            new_event: self.has_new_event,
        };
        let attachment = cx.put_attachment(Attachment::TfrcReport(report));
        cx.reply(
            self.newest.seq,
            self.newest_timestamp,
            self.settings.report_size,
            0,
            Body::Report { attachment },
        );
        self.previous = self.current;
        self.current = ReportInterval { from: now, bytes: 0 };
        let new_event = std::mem::take(&mut self.has_new_event);
        (self.packets_since_report, self.losses_since_report) = (0, 0);
        self.is_overdue = false;
        self.has_reported = true;
        self.arm_report(cx);
        if cx.records_own_signals() && !self.history.is_empty() {
            cx.signal(SIGNALS.interval_0, self.history.open());
            // Closed intervals change only when a loss event begins.
            if new_event {
                for (signal, length) in CLOSED_INTERVALS.into_iter().zip(self.history.closed()) {
                    cx.signal(signal, length);
                }
            }
        }
    }

    /// Sets the report timer to the round-trip time divided by the number of reports per round-trip time
    /// (section 6.2).
    fn arm_report(&self, cx: &mut impl Context) {
        let rtt = self.rtt;
        if rtt > 0 {
            let per_rtt = u64::from(self.settings.reports_per_rtt.max(1));
            // ns-2's timer runs for 1.5 times as long. Usually an arrival triggers the report before the
            // timer expires.
            let after = if self.is_ns2() { (rtt + rtt / 2) / per_rtt } else { rtt / per_rtt };
            cx.arm_receiver(REPORT, cx.now() + after.max(1));
        }
    }

    /// Whether an arrival triggers a report at once. `is_first`: it is the first arrival. `began_event`: it
    /// began a loss event.
    fn triggers_report(&self, is_first: bool, began_event: bool, now: Time) -> bool {
        if self.is_ns2() {
            let per_rtt = u64::from(self.settings.reports_per_rtt.max(1));
            return is_first
                || began_event
                || self.fields.urgent
                || (self.rtt > 0 && now - self.current.from >= self.rtt / per_rtt);
        }
        // While the sender does not know the round-trip time, every packet triggers a report (section 6.1).
        is_first || began_event || self.rtt == 0 || self.is_overdue
    }

    /// Handles a packet without the fast path.
    fn on_data_without_fast_path(&mut self, packet: &Packet, cx: &mut impl Context) {
        cx.delivered(packet);
        let now = cx.now();
        let is_first = self.received == 0;
        self.received += 1;
        self.size = packet.size.max(1);
        if is_first {
            self.current.from = now;
        }
        let knew_rtt = self.fields.rtt > 0.0;
        self.read_fields(packet, cx);
        self.current.bytes += u64::from(packet.size);
        self.packets_since_report += 1;
        let time = if self.is_ns2() { packet.timestamp } else { now };
        if is_first || packet.seq > self.newest.seq {
            self.newest = PacketArrival { seq: packet.seq, time };
            self.newest_timestamp = packet.timestamp;
            self.newest_at = now;
        }
        if self.is_ns2() {
            self.recent.push_back(now);
            let rtt = self.rtt;
            while self.recent.front().is_some_and(|&at| at + rtt <= now) && self.recent.len() > 1 {
                self.recent.pop_front();
            }
        }
        let mut began_event = self.resolve(PacketArrival { seq: packet.seq, time });
        if self.event.is_none() {
            began_event |= self.begin_history(now);
        }
        if self.triggers_report(is_first, began_event, now) {
            self.report(cx);
        } else if !knew_rtt && self.fields.rtt > 0.0 {
            self.arm_report(cx);
        }
        self.fast_path_seq = self.next_fast_path_seq();
    }
}

impl Receiver for TfrcReceiver {
    #[inline]
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
        match Body::of(packet) {
            Body::Data { unit, info, attachment: 0 }
                if packet.seq == self.fast_path_seq && (unit, info) == self.inline_fields => {}
            _ => return self.on_data_without_fast_path(packet, cx),
        }
        let now = cx.now();
        let arrival = PacketArrival { seq: packet.seq, time: now };
        (self.newest, self.resolved) = (arrival, Some(arrival));
        (self.newest_timestamp, self.newest_at) = (packet.timestamp, now);
        self.fast_path_seq += 1;
        self.received += 1;
        self.packets_since_report += 1;
        self.current.bytes += u64::from(packet.size);
        self.size = packet.size.max(1);
        cx.delivered(packet);
    }

    fn on_timer(&mut self, _: u32, cx: &mut impl Context) {
        // In ns-2 the timer also sends a report if the last report was triggered by an arrival and no packet
        // has arrived since then. The reported receive rate is then one packet per second.
        let reports_silence = self.is_ns2() && self.received > 0 && self.newest_at >= self.current.from;
        if self.packets_since_report > 0 || reports_silence {
            self.report(cx);
        } else {
            // The next packet triggers a report, which restarts the timer.
            self.is_overdue = true;
            self.fast_path_seq = NO_PACKET;
        }
    }

    fn adopt(&mut self, other: Self) {
        self.settings = other.settings;
        self.history.adopt(self.settings.averaging);
        self.fast_path_seq = self.next_fast_path_seq();
    }

    fn restart(&mut self) {
        *self = TfrcReceiver::new(self.settings.clone());
    }

    fn digest(&self) -> u64 {
        let resolved = self.resolved.map_or(u64::MAX, |a| u64::from(a.seq));
        digest_of(&[self.received, resolved, self.history.digest(), self.current.from])
    }
}
