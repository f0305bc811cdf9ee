//! The RTP sender (RFC 3550) of protocols that adapt to RTCP's reports: paces data packets, sends sender
//! reports and packet-pair probes (Sisalem and Wolisz 2000, section III.A), measures the round-trip time, and
//! halves the rate when reports are missing. The algorithm determines how a report changes the rate.

use super::datagrams::DatagramSocket;
use super::pacer::Pacer;
use super::rtcp::{RateBasis, ReportClock, RtcpParams};
use crate::ground::packet::Outgoing;
use crate::transport::prelude::*;
use crate::transport::reports::ArrivalCounts;

/// Largest rate in bit/s: 100 Gb/s, the upper limit of all settings of rates.
const MAX_RATE: f64 = 1e11;
/// Smallest rate, in bit/s. The pacer's longest gap can make the real rate higher.
const MIN_RATE: f64 = 1.0;
/// Bytes of the headers of RTP, UDP and IP.
pub const HEADERS: u16 = 40;

/// The contents of a receiver report that the algorithm uses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReceivedReport {
    /// Fraction of the packets lost in the interval that the report covers, with the precision of the
    /// report's field (RFC 3550 section 6.4.1).
    pub fraction: f64,
    /// Number of packets expected in the interval that the report covers.
    pub packets: u32,
    /// Numbers of packets lost and expected since the previous report that arrived.
    pub lost_and_expected: (u32, u32),
    /// Seconds since the previous report that arrived; for the first report, the nominal interval between
    /// reports.
    pub period: f64,
    pub arrivals: ArrivalCounts,
}

#[derive(Clone, Debug, State)]
#[state(not(clock, basis, unit_packets, flags, states_rtt))]
pub struct RtpSender {
    params: RtcpParams,
    clock: ReportClock,
    basis: RateBasis,
    /// Rate in bit/s. `basis` determines which bytes count.
    rate: f64,
    socket: DatagramSocket,
    pacer: Pacer,
    /// Number of packets that the last probe or burst sent before they were due.
    sent_early: u32,
    /// Packets per data unit.
    unit_packets: u32,
    /// Number of data packets that may be sent in total.
    packet_limit: u32,
    /// When the last data packet was sent.
    last_sent: Time,
    /// Number of sender reports sent.
    reports_sent: u32,
    /// The number of the probe that is sent with the next data packet; 0 for no probe.
    next_probe: u32,
    /// The smoothed round-trip time in seconds, called tau in the papers.
    tau: Option<f64>,
    /// The bottleneck's rate as measured by packet pairs, in bit/s.
    measured_bottleneck: Option<f64>,
    /// When the last report arrived.
    last_report_at: Option<Time>,
    /// The last report's counters of lost and expected packets.
    counters: (u32, u32),
    /// Flags of all data packets.
    pub flags: u8,
    /// Whether sender reports carry the round-trip time.
    pub states_rtt: bool,
}

impl RtpSender {
    pub fn new(params: &RtcpParams, clock: ReportClock, basis: RateBasis, rate: f64) -> Self {
        RtpSender {
            params: params.clone(),
            clock,
            basis,
            rate: rate.clamp(MIN_RATE, MAX_RATE),
            socket: DatagramSocket::new(HEADERS),
            pacer: Pacer::default(),
            sent_early: 0,
            unit_packets: 1,
            packet_limit: u32::MAX,
            last_sent: 0,
            reports_sent: 0,
            next_probe: 0,
            tau: None,
            measured_bottleneck: None,
            last_report_at: None,
            counters: (0, 0),
            flags: 0,
            states_rtt: false,
        }
    }

    /// Applies new settings while the sender runs.
    pub fn set_params(&mut self, params: &RtcpParams, clock: ReportClock, basis: RateBasis) {
        self.params = params.clone();
        (self.clock, self.basis) = (clock, basis);
    }

    /// The rate in bit/s.
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// The smoothed round-trip time in seconds.
    pub fn tau(&self) -> Option<f64> {
        self.tau
    }

    /// The bottleneck's rate in bit/s: the setting, or else the measurement by packet pairs.
    pub fn bottleneck(&self) -> Option<f64> {
        self.params.bottleneck.or(self.measured_bottleneck)
    }

    /// Sets the number of packets per data unit. Packets carry the number of their unit.
    pub fn set_unit(&mut self, packets: u32) {
        self.unit_packets = packets.max(1);
    }

    /// Number of data packets sent.
    pub fn packets(&self) -> u32 {
        self.socket.next()
    }

    /// Limits the number of data packets sent in total. `None` removes the limit.
    pub fn limit_packets(&mut self, packets: Option<u32>) {
        self.packet_limit = packets.unwrap_or(u32::MAX);
    }

    /// Whether the flow has started and has not stopped.
    pub fn is_running(&self) -> bool {
        self.socket.is_running()
    }

    /// Number of bits of a full packet that count for the rate. This is the packet size in the papers'
    /// formulas.
    pub fn packet_bits(&self, packet: u16) -> f64 {
        let bytes = match self.basis {
            RateBasis::Wire => packet,
            RateBasis::Payload => packet.saturating_sub(HEADERS),
        };
        f64::from(bytes.max(1)) * 8.0
    }

    // ---- sending ----

    pub fn start(&mut self, cx: &mut impl Context) {
        self.socket.start();
        self.arm_report(true, cx);
        self.arm_report_timeout(self.params.feedback_timeout, cx);
        cx.report_rate(self.rate);
        self.on_send(cx);
    }

    pub fn stop(&mut self, cx: &mut impl Context) {
        self.socket.stop(cx);
    }

    /// Sets the timer for the next sender report.
    fn arm_report(&mut self, is_first: bool, cx: &mut impl Context) {
        let wait = self.clock.next(is_first, cx.rng());
        cx.arm(Timer::Other, cx.now() + wait);
    }

    /// Sets the timer for missing reports to `intervals` report intervals of the greatest length that jitter
    /// allows.
    fn arm_report_timeout(&mut self, intervals: f64, cx: &mut impl Context) {
        cx.arm(Timer::Timeout, cx.now() + from_secs(intervals * self.clock.longest()));
    }

    /// Sets the rate, limited to the range from 1 bit/s to 100 Gb/s, and reschedules the next
    /// packet.
    pub fn set_rate(&mut self, rate: f64, cx: &mut impl Context) {
        self.rate = if rate.is_nan() { MIN_RATE } else { rate.clamp(MIN_RATE, MAX_RATE) };
        cx.report_rate(self.rate);
        cx.recommend_rate(self.rate);
        self.reschedule(cx);
    }

    /// Sets the send timer. After a probe or a burst, the wait includes the gaps of the packets that were
    /// sent early, which preserves the mean rate.
    fn reschedule(&mut self, cx: &mut impl Context) {
        if self.socket.is_running() && !self.socket.is_starved() {
            let gap = self.packet_bits(cx.packet_size()) / self.rate;
            let due = self.pacer.due(gap * f64::from(self.sent_early + 1));
            cx.arm(Timer::Send, due.max(cx.now()));
        }
    }

    /// Sends a data packet of the probe with number `probe`; 0 for no probe. Returns false if the application
    /// has no data.
    fn send_packet(&mut self, probe: u32, cx: &mut impl Context) -> bool {
        let unit = self.socket.next() / self.unit_packets;
        let body = Body::Data { unit, info: probe, attachment: 0 };
        let sent = self.socket.send_flagged(cx, self.flags, |_| body).is_some();
        if sent {
            self.last_sent = cx.now();
            self.pacer.sent(cx.now());
        }
        sent
    }

    /// Number of sender reports sent.
    pub fn reports_sent(&self) -> u32 {
        self.reports_sent
    }

    /// The send timer expired: sends the next packet, or all packets of a probe or a burst back to back.
    pub fn on_send(&mut self, cx: &mut impl Context) {
        if !self.socket.is_running() {
            return;
        }
        let accepted_at = cx.access_link_ready_at();
        if accepted_at > cx.now() {
            // The queue of the access link is full. The data remains in the application.
            cx.arm(Timer::Send, accepted_at);
            return;
        }
        let probe = std::mem::take(&mut self.next_probe);
        let packets = if probe > 0 { self.params.probe_packets } else { self.params.burst_packets };
        self.sent_early = 0;
        for packet in 0..packets {
            if self.socket.next() >= self.packet_limit || !self.send_packet(probe, cx) {
                break;
            }
            self.sent_early = packet;
        }
        self.reschedule(cx);
    }

    /// The report timer expired: sends a sender report (RFC 3550 section 6.4.1). Every `probe_every`-th
    /// report is followed by a packet-pair probe.
    pub fn on_report_due(&mut self, cx: &mut impl Context) {
        if !self.socket.is_running() || self.socket.is_completed() {
            return;
        }
        let size = narrow::<u16>(self.params.sender_report_size);
        let rtt = self.tau.filter(|_| self.states_rtt);
        let attachment = rtt.map_or(0, |rtt| cx.put_attachment(Attachment::Rtt(from_secs(rtt))));
        cx.send(Outgoing {
            seq: self.socket.next(),
            size,
            flags: 0,
            payload: Body::Report { attachment }.into(),
        });
        self.reports_sent += 1;
        if self.reports_sent.is_multiple_of(self.params.probe_every) {
            self.next_probe = self.reports_sent;
        }
        self.arm_report(false, cx);
    }

    /// The application has more data.
    pub fn on_app(&mut self, cx: &mut impl Context) {
        if self.socket.resume() {
            self.reschedule(cx);
        }
    }

    // ---- receiving reports ----

    /// Handles a receiver report. Returns `None` if the packet is not a receiver report or the sender is not
    /// running.
    pub fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) -> Option<ReceivedReport> {
        let (report, arrivals) = match cx.take_attachment(packet.attachment())? {
            Attachment::Rtcp(report) => (report, ArrivalCounts::default()),
            Attachment::Counted(report) => (report.rtcp(), report.arrivals),
            _ => return None,
        };
        if !self.socket.is_running() {
            self.counters = (report.lost, report.expected);
            return None;
        }
        let now = cx.now();
        self.sample_rtt(packet.timestamp, report.delay, cx);
        if report.bottleneck > 0.0 {
            self.measured_bottleneck = Some(report.bottleneck);
        }
        let period = self.last_report_at.map_or(self.clock.interval, |at| to_secs(now.saturating_sub(at)));
        self.last_report_at = Some(now);
        let (lost_before, expected_before) =
            std::mem::replace(&mut self.counters, (report.lost, report.expected));
        self.arm_report_timeout(self.params.feedback_timeout, cx);
        // If the report echoes a sender report that was sent after the last data packet, all data has arrived
        // or is lost.
        if self.socket.is_starved() && packet.timestamp > self.last_sent && self.socket.complete(cx) {
            cx.cancel(Timer::Timeout);
            cx.cancel(Timer::Other);
        }
        Some(ReceivedReport {
            fraction: report.fraction,
            packets: report.expected_since_report,
            lost_and_expected: (
                report.lost.saturating_sub(lost_before),
                report.expected.saturating_sub(expected_before),
            ),
            period,
            arrivals,
        })
    }

    /// Takes a round-trip sample: the time since the sender report with the time `timestamp` was sent, minus
    /// the `delay` between the arrival of that sender report and the receiver report (RFC 3550 section 6.4.1;
    /// Sisalem and Wolisz 2000, equation 2).
    fn sample_rtt(&mut self, timestamp: Time, delay: Time, cx: &mut impl Context) {
        if timestamp > 0
            && let Some(sample) = cx.now().checked_sub(delay).and_then(|at| at.checked_sub(timestamp))
            && sample > 0
        {
            cx.report_rtt(sample);
            let (sample, gain) = (to_secs(sample), self.params.rtt_gain);
            self.tau = Some(self.tau.map_or(sample, |tau| tau + gain * (sample - tau)));
        }
    }

    /// The timer for missing reports expired: halves the rate, but not below `smallest` bit/s. Returns the
    /// previous rate.
    pub fn on_report_timeout(&mut self, smallest: f64, cx: &mut impl Context) -> Option<f64> {
        if !self.socket.is_running() || self.socket.is_completed() {
            return None;
        }
        let previous = self.rate;
        self.arm_report_timeout(1.0, cx);
        self.set_rate((previous / 2.0).max(smallest.min(previous)), cx);
        Some(previous)
    }

    pub fn digest(&self) -> u64 {
        Digest::of(self)
    }
}
