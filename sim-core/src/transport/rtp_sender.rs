//! The chassis of senders that live on RTCP's reports: a paced clock, sender reports, probes, the round trip from the last
//! sender report's stamp, silence. An algorithm says only what a report does to its rate.
//!
//! RFC 3550; Sisalem and Wolisz 2000 (LDA+) section III.A.

use super::pacer::Pacer;
use super::rtcp::{RateBasis, ReportClock, RtcpParams};
use super::{Context, Outgoing, Timer, digest_of};
use crate::ground::packet::Packet;
use crate::ground::time::{NEVER, Time, from_secs, to_secs};
use crate::transport::{Body, Note};

/// No sender allows itself more, whatever it computes: 100 Gb/s.
const CEILING: f64 = 1e11;
/// Nor less: the pacer's longest gap.
const FLOOR: f64 = 1.0;
/// Bytes of the headers of RTP, UDP and IP.
pub const HEADERS: u16 = 40;

/// What a report says to the algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heard {
    /// Share of the packets lost, as the report's field says it, in the interval that it covers.
    pub fraction: f64,
    /// Packets expected in that interval.
    pub packets: u32,
    /// Packets lost, and expected, since the reports before that were heard.
    pub since: (u32, u32),
    /// Seconds since the report before that was heard; the nominal interval for the first one.
    pub period: f64,
}

#[derive(Clone, Debug)]
pub struct RtpSender {
    params: RtcpParams,
    clock: ReportClock,
    basis: RateBasis,
    /// In bit/s, of what the basis counts.
    rate: f64,
    pacer: Pacer,
    /// Packets that a probe has sent ahead of its time.
    ahead: u32,
    next: u32,
    /// Packets of one data unit.
    unit: u32,
    /// Nothing is sent from this packet on.
    until: u32,
    last_sent: Time,
    /// Sender reports so far; the number of the probe that waits for its turn, 0: none.
    reports: u32,
    probe: u32,
    running: bool,
    /// It was time to send and the application had nothing.
    starved: bool,
    completed: bool,
    tau: Option<f64>,
    measured: Option<f64>,
    /// When the last report came, and its counters.
    heard_at: Option<Time>,
    counters: (u32, u32),
}

impl RtpSender {
    pub fn new(params: &RtcpParams, clock: ReportClock, basis: RateBasis, rate: f64) -> Self {
        RtpSender {
            params: params.clone(),
            clock,
            basis,
            rate: rate.clamp(FLOOR, CEILING),
            pacer: Pacer::default(),
            ahead: 0,
            next: 0,
            unit: 1,
            until: u32::MAX,
            last_sent: 0,
            reports: 0,
            probe: 0,
            running: false,
            starved: false,
            completed: false,
            tau: None,
            measured: None,
            heard_at: None,
            counters: (0, 0),
        }
    }

    /// Takes new settings while it runs.
    pub fn set_params(&mut self, params: &RtcpParams, clock: ReportClock, basis: RateBasis) {
        self.params = params.clone();
        (self.clock, self.basis) = (clock, basis);
    }

    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// The latest round trip in seconds.
    pub fn tau(&self) -> Option<f64> {
        self.tau
    }

    /// Rate of the bottleneck in bit/s.
    pub fn bottleneck(&self) -> Option<f64> {
        self.params.bottleneck.or(self.measured)
    }

    /// Packets say which data unit of so many packets they belong to.
    pub fn set_unit(&mut self, packets: u32) {
        self.unit = packets.max(1);
    }

    /// Data packets sent.
    pub fn packets(&self) -> u32 {
        self.next
    }

    /// Sends no packet from this one on, counted from 0; none: goes on.
    pub fn stop_at(&mut self, packet: Option<u32>) {
        self.until = packet.unwrap_or(u32::MAX);
    }

    pub fn is_running(&self) -> bool {
        self.running
    }

    pub fn heard_any(&self) -> bool {
        self.heard_at.is_some()
    }

    /// Bits of a full packet that the rate counts: the packet size of the paper's formulas.
    pub fn packet_bits(&self, packet: u16) -> f64 {
        let bytes = match self.basis {
            RateBasis::Wire => packet,
            RateBasis::Payload => packet.saturating_sub(HEADERS),
        };
        f64::from(bytes.max(1)) * 8.0
    }

    // ---- sending ----

    pub fn start(&mut self, cx: &mut impl Context) {
        self.running = true;
        self.starved = false;
        self.arm_report(true, cx);
        self.arm_silence(self.params.feedback_timeout, cx);
        cx.report_rate(self.rate);
        self.on_send(cx);
    }

    pub fn stop(&mut self, cx: &mut impl Context) {
        self.running = false;
        for timer in Timer::ALL {
            cx.cancel(timer);
        }
    }

    fn arm_report(&mut self, first: bool, cx: &mut impl Context) {
        let wait = self.clock.next(first, cx.rng());
        cx.arm(Timer::Other, cx.now() + wait);
    }

    /// Intervals count at their longest: else reports that are lost between long ones would make a silence of fewer.
    fn arm_silence(&mut self, intervals: f64, cx: &mut impl Context) {
        cx.arm(Timer::Timeout, cx.now() + from_secs(intervals * self.clock.longest()));
    }

    /// Sets the rate within what any sender allows itself; the next packet moves with it.
    pub fn set_rate(&mut self, rate: f64, cx: &mut impl Context) {
        self.rate = if rate.is_nan() { FLOOR } else { rate.clamp(FLOOR, CEILING) };
        cx.report_rate(self.rate);
        self.set_clock(cx);
    }

    fn set_clock(&mut self, cx: &mut impl Context) {
        if self.running && !self.starved {
            let gap = self.packet_bits(cx.packet_size()) / self.rate;
            // After a probe as many gaps more as it had packets more, so that the mean rate stays.
            let due = self.pacer.due(gap * f64::from(self.ahead + 1));
            cx.arm(Timer::Send, due.max(cx.now()));
        }
    }

    fn send_one(&mut self, probe: u32, cx: &mut impl Context) -> bool {
        let payload = cx.pull(u32::from(cx.packet_size().saturating_sub(HEADERS).max(1)));
        if payload == 0 {
            self.starved = true;
            return false;
        }
        let body = Body::Data { unit: self.next / self.unit, info: probe, note: 0 };
        cx.send(Outgoing { seq: self.next, size: payload as u16 + HEADERS, flags: 0, payload: body.into() });
        self.next += 1;
        self.last_sent = cx.now();
        self.starved = false;
        self.pacer.sent(cx.now());
        true
    }

    /// Sender reports so far.
    pub fn reports(&self) -> u32 {
        self.reports
    }

    /// It is time for the next packet, or for a whole probe.
    pub fn on_send(&mut self, cx: &mut impl Context) {
        if !self.running {
            return;
        }
        let room = cx.room_at();
        if room > cx.now() {
            // What no access link could carry stays with the application.
            cx.arm(Timer::Send, room);
            return;
        }
        let probe = std::mem::take(&mut self.probe);
        let packets = if probe > 0 { self.params.probe_packets } else { 1 };
        self.ahead = 0;
        for packet in 0..packets {
            if self.next >= self.until || !self.send_one(probe, cx) {
                break;
            }
            self.ahead = packet;
        }
        self.set_clock(cx);
    }

    /// Sends a sender report; every few of them announce a probe.
    pub fn on_report_due(&mut self, cx: &mut impl Context) {
        if !self.running || self.completed {
            return;
        }
        let size = self.params.sender_report_size as u16;
        cx.send(Outgoing { seq: self.next, size, flags: 0, payload: Body::Report { note: 0 }.into() });
        self.reports += 1;
        if self.reports.is_multiple_of(self.params.probe_every) {
            self.probe = self.reports;
        }
        self.arm_report(false, cx);
    }

    /// The application has more to send.
    pub fn on_app(&mut self, cx: &mut impl Context) {
        if self.starved && self.running {
            self.starved = false;
            self.set_clock(cx);
        }
    }

    // ---- hearing ----

    /// Reads a report; none if it is not one.
    pub fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) -> Option<Heard> {
        let Some(Note::Rtcp(report)) = cx.take_note(packet.note()) else { return None };
        if !self.running {
            self.counters = (report.lost, report.expected);
            return None;
        }
        let now = cx.now();
        // Round trip = arrival - time held - the sender report's stamp (LDA+, eq. 2).
        if packet.stamp > 0
            && let Some(sample) = now.checked_sub(report.held).and_then(|at| at.checked_sub(packet.stamp))
            && sample > 0
        {
            cx.report_rtt(sample);
            let (sample, gain) = (to_secs(sample), self.params.rtt_gain);
            self.tau = Some(self.tau.map_or(sample, |tau| tau + gain * (sample - tau)));
        }
        if report.bottleneck > 0.0 {
            self.measured = Some(report.bottleneck);
        }
        let period = self.heard_at.map_or(self.clock.interval, |at| to_secs(now.saturating_sub(at)));
        self.heard_at = Some(now);
        let before = std::mem::replace(&mut self.counters, (report.lost, report.expected));
        self.arm_silence(self.params.feedback_timeout, cx);
        if self.starved && cx.app_finished() && packet.stamp > self.last_sent && !self.completed {
            // A sender report went out after the last packet, and has arrived behind it.
            self.completed = true;
            cx.cancel(Timer::Timeout);
            cx.cancel(Timer::Other);
            cx.completed();
        }
        Some(Heard {
            fraction: report.fraction,
            packets: report.interval,
            since: (report.lost.saturating_sub(before.0), report.expected.saturating_sub(before.1)),
            period,
        })
    }

    /// Nothing was heard for too long: half the rate, but not below `least`. Returns the rate before.
    pub fn on_silence(&mut self, least: f64, cx: &mut impl Context) -> Option<f64> {
        if !self.running || self.completed {
            return None;
        }
        let before = self.rate;
        self.arm_silence(1.0, cx);
        self.set_rate((before / 2.0).max(least.min(before)), cx);
        Some(before)
    }

    pub fn digest(&self) -> u64 {
        digest_of(&[
            self.rate.to_bits(),
            self.pacer.digest(),
            u64::from(self.next),
            u64::from(self.reports) << 32 | u64::from(self.probe),
            self.tau.map_or(0, f64::to_bits),
            self.measured.map_or(0, f64::to_bits),
            self.heard_at.unwrap_or(NEVER),
            u64::from(self.counters.0) << 32 | u64::from(self.counters.1),
        ])
    }
}
