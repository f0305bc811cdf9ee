//! The RTP sender (RFC 3550) of protocols that adapt to RTCP's reports: paces data packets, sends sender reports, announces
//! packet-pair probes (Sisalem and Wolisz 2000, section III.A), measures the round-trip time, and halves the rate when reports
//! stay away. What a report does to the rate is the algorithm's business.

use super::datagrams::DatagramSocket;
use super::pacer::Pacer;
use super::rtcp::{RateBasis, ReportClock, RtcpParams};
use super::{Context, Outgoing, Timer, digest_of};
use crate::ground::packet::Packet;
use crate::ground::time::{NEVER, Time, from_secs, to_secs};
use crate::transport::{Body, Note};

/// Largest rate of all settings: 100 Gb/s.
const CEILING: f64 = 1e11;
/// Smallest rate, in bit/s; the pacer limits the gap anyway.
const FLOOR: f64 = 1.0;
/// Bytes of the headers of RTP, UDP and IP.
pub const HEADERS: u16 = 40;

/// A receiver report as the algorithm sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReceivedReport {
    /// Fraction of the packets lost in the interval that the report covers, as the report's field gives it (RFC 3550 section 6.4.1).
    pub fraction: f64,
    /// Packets expected in that interval.
    pub packets: u32,
    /// Packets lost and packets expected since the last report that arrived.
    pub since: (u32, u32),
    /// Seconds since the last report that arrived; the nominal interval for the first one.
    pub period: f64,
}

#[derive(Clone, Debug)]
pub struct RtpSender {
    params: RtcpParams,
    clock: ReportClock,
    basis: RateBasis,
    /// In bit/s, of the bytes that `basis` counts.
    rate: f64,
    socket: DatagramSocket,
    pacer: Pacer,
    /// Packets that the last probe sent in addition to the one that was due.
    ahead: u32,
    /// Packets per data unit.
    unit: u32,
    /// No packet from this one on is sent.
    until: u32,
    last_sent: Time,
    /// Sender reports so far.
    reports: u32,
    /// The number of the probe that will be sent next; 0: none.
    probe: u32,
    /// The smoothed round-trip time in seconds, tau.
    tau: Option<f64>,
    /// The bottleneck's rate that packet pairs measured, in bit/s.
    measured: Option<f64>,
    /// When the last report arrived, and its counters of lost and expected packets.
    report_at: Option<Time>,
    counters: (u32, u32),
}

impl RtpSender {
    pub fn new(params: &RtcpParams, clock: ReportClock, basis: RateBasis, rate: f64) -> Self {
        RtpSender {
            params: params.clone(),
            clock,
            basis,
            rate: rate.clamp(FLOOR, CEILING),
            socket: DatagramSocket::new(HEADERS),
            pacer: Pacer::default(),
            ahead: 0,
            unit: 1,
            until: u32::MAX,
            last_sent: 0,
            reports: 0,
            probe: 0,
            tau: None,
            measured: None,
            report_at: None,
            counters: (0, 0),
        }
    }

    /// Takes new settings while the sender runs.
    pub fn set_params(&mut self, params: &RtcpParams, clock: ReportClock, basis: RateBasis) {
        self.params = params.clone();
        (self.clock, self.basis) = (clock, basis);
    }

    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// The smoothed round-trip time in seconds.
    pub fn tau(&self) -> Option<f64> {
        self.tau
    }

    /// The bottleneck's rate in bit/s: the setting, or what packet pairs measured.
    pub fn bottleneck(&self) -> Option<f64> {
        self.params.bottleneck.or(self.measured)
    }

    /// Sets the number of packets per data unit; packets carry the number of their unit.
    pub fn set_unit(&mut self, packets: u32) {
        self.unit = packets.max(1);
    }

    /// Data packets sent.
    pub fn packets(&self) -> u32 {
        self.socket.next()
    }

    /// Stops sending data at a packet, counted from 0; `None` continues.
    pub fn stop_at(&mut self, packet: Option<u32>) {
        self.until = packet.unwrap_or(u32::MAX);
    }

    pub fn is_running(&self) -> bool {
        self.socket.is_running()
    }

    /// Bits of a full packet that count for the rate: the packet size in the papers' formulas.
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

    fn arm_report(&mut self, first: bool, cx: &mut impl Context) {
        let wait = self.clock.next(first, cx.rng());
        cx.arm(Timer::Other, cx.now() + wait);
    }

    /// Sets the timer for missing reports to a number of intervals, each as long as jitter can make it.
    fn arm_report_timeout(&mut self, intervals: f64, cx: &mut impl Context) {
        cx.arm(Timer::Timeout, cx.now() + from_secs(intervals * self.clock.longest()));
    }

    /// Sets the rate, within the limits of all senders, and reschedules the next packet.
    pub fn set_rate(&mut self, rate: f64, cx: &mut impl Context) {
        self.rate = if rate.is_nan() { FLOOR } else { rate.clamp(FLOOR, CEILING) };
        cx.report_rate(self.rate);
        self.reschedule(cx);
    }

    /// Sets the send timer. After a probe the gap is longer by the packets that the probe sent early, which keeps the mean rate.
    fn reschedule(&mut self, cx: &mut impl Context) {
        if self.socket.is_running() && !self.socket.is_starved() {
            let gap = self.packet_bits(cx.packet_size()) / self.rate;
            let due = self.pacer.due(gap * f64::from(self.ahead + 1));
            cx.arm(Timer::Send, due.max(cx.now()));
        }
    }

    fn send_packet(&mut self, probe: u32, cx: &mut impl Context) -> bool {
        let unit = self.socket.next() / self.unit;
        let sent = self.socket.send(cx, |_| Body::Data { unit, info: probe, note: 0 }).is_some();
        if sent {
            self.last_sent = cx.now();
            self.pacer.sent(cx.now());
        }
        sent
    }

    /// Sender reports so far.
    pub fn reports(&self) -> u32 {
        self.reports
    }

    /// The send timer expired: sends the next packet, or all packets of a probe back to back.
    pub fn on_send(&mut self, cx: &mut impl Context) {
        if !self.socket.is_running() {
            return;
        }
        let room = cx.room_at();
        if room > cx.now() {
            // The access link is busy: the data stays with the application.
            cx.arm(Timer::Send, room);
            return;
        }
        let probe = std::mem::take(&mut self.probe);
        let packets = if probe > 0 { self.params.probe_packets } else { 1 };
        self.ahead = 0;
        for packet in 0..packets {
            if self.socket.next() >= self.until || !self.send_packet(probe, cx) {
                break;
            }
            self.ahead = packet;
        }
        self.reschedule(cx);
    }

    /// The report timer expired: sends a sender report (RFC 3550 section 6.4.1). Every `probe_every`-th one is followed by a
    /// packet-pair probe.
    pub fn on_report_due(&mut self, cx: &mut impl Context) {
        if !self.socket.is_running() || self.socket.is_completed() {
            return;
        }
        let size = self.params.sender_report_size as u16;
        cx.send(Outgoing {
            seq: self.socket.next(),
            size,
            flags: 0,
            payload: Body::Report { note: 0 }.into(),
        });
        self.reports += 1;
        if self.reports.is_multiple_of(self.params.probe_every) {
            self.probe = self.reports;
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

    /// Handles a receiver report; `None` if the packet is not one or the sender does not run.
    pub fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) -> Option<ReceivedReport> {
        let Some(Note::Rtcp(report)) = cx.take_note(packet.note()) else { return None };
        if !self.socket.is_running() {
            self.counters = (report.lost, report.expected);
            return None;
        }
        let now = cx.now();
        self.sample_rtt(packet.stamp, report.held, cx);
        if report.bottleneck > 0.0 {
            self.measured = Some(report.bottleneck);
        }
        let period = self.report_at.map_or(self.clock.interval, |at| to_secs(now.saturating_sub(at)));
        self.report_at = Some(now);
        let before = std::mem::replace(&mut self.counters, (report.lost, report.expected));
        self.arm_report_timeout(self.params.feedback_timeout, cx);
        // A sender report that left after the last data packet has arrived, so that packet has arrived or is lost.
        if self.socket.is_starved() && packet.stamp > self.last_sent && self.socket.complete(cx) {
            cx.cancel(Timer::Timeout);
            cx.cancel(Timer::Other);
        }
        Some(ReceivedReport {
            fraction: report.fraction,
            packets: report.interval,
            since: (report.lost.saturating_sub(before.0), report.expected.saturating_sub(before.1)),
            period,
        })
    }

    /// Takes a round-trip sample: the arrival time less the time that the receiver held the sender report, less the sender
    /// report's timestamp (RFC 3550 section 6.4.1; Sisalem and Wolisz 2000, equation 2).
    fn sample_rtt(&mut self, stamp: Time, held: Time, cx: &mut impl Context) {
        if stamp > 0
            && let Some(sample) = cx.now().checked_sub(held).and_then(|at| at.checked_sub(stamp))
            && sample > 0
        {
            cx.report_rtt(sample);
            let (sample, gain) = (to_secs(sample), self.params.rtt_gain);
            self.tau = Some(self.tau.map_or(sample, |tau| tau + gain * (sample - tau)));
        }
    }

    /// Reports have stayed away for too long: halves the rate, but not below `least`. Returns the rate before.
    pub fn on_report_timeout(&mut self, least: f64, cx: &mut impl Context) -> Option<f64> {
        if !self.socket.is_running() || self.socket.is_completed() {
            return None;
        }
        let before = self.rate;
        self.arm_report_timeout(1.0, cx);
        self.set_rate((before / 2.0).max(least.min(before)), cx);
        Some(before)
    }

    pub fn digest(&self) -> u64 {
        digest_of(&[
            self.rate.to_bits(),
            self.pacer.digest(),
            u64::from(self.socket.next()),
            u64::from(self.reports) << 32 | u64::from(self.probe),
            self.tau.map_or(0, f64::to_bits),
            self.measured.map_or(0, f64::to_bits),
            self.report_at.unwrap_or(NEVER),
            u64::from(self.counters.0) << 32 | u64::from(self.counters.1),
        ])
    }
}
