//! TPBA: a media flow that sends over TCP for a while to measure its share, and then over UDP at the measured
//! rate (Tobe, Tamura, Nishino and Tokuda 2000, sections 4, 5 and 7).
//!
//! TCP uses the shared window sender and UDP the RTP sender; both are connections of one flow.
//! `tpba/sender.rs` switches between them; `tpba/monitor.rs` determines when probing ends.

mod about;
mod connection;
mod monitor;
mod sender;
#[cfg(test)]
mod tests;

use crate::protocols::prelude::*;
use crate::transport::rtcp::{LossField, LossFrom, ReportClock, RtcpParams};
use crate::transport::rtcp_receiver::RtcpReceiver;
use crate::transport::rtp_sender::HEADERS;
use crate::transport::tcp_params::{PartialTimer, SackRule};
use connection::ConnectionParams;
use monitor::Threshold;
pub use sender::Tpba;

choice! {
    /// The TCP's kind of loss recovery.
    pub enum TcpKind {
        /// Reno, as in the authors' FreeBSD.
        Reno "reno",
        /// NewReno.
        NewReno "newreno" "NewReno",
        /// Selective acknowledgements.
        Sack "sack" "SACK",
    }
}

params! {
    pub struct Params {
        /// Time between measurements of TCP's progress while probing.
        measure_interval: f64 = 1.0, unit "s", range 0.001..=10.0, scale log, label "Measuring interval", cite "Tobe and others 2000, table 2";
        /// Probing ends when the last rate differs by less than this from each of the two rates before it.
        threshold: f64 = 30e3, unit "bit/s", range 1e3..=1e7, scale log, cite "Tobe and others 2000, table 2";
        /// Threshold as a share of the last rate, instead of the fixed threshold.
        proportion: Option<f64> = None, range 0.005..=0.5, label "Proportional threshold", null "off: the fixed threshold counts", cite "Tobe and others 2000, section 7";
        /// Measure from one reduction of TCP's window to the next instead of at fixed times.
        embedded: bool = false, label "Measure between reductions", cite "Tobe and others 2000, section 7";
        /// A rate of 0 never ends probing. Otherwise three measurements of a stalled TCP would.
        positive: bool = true, label "Only rates above 0", cite "Tobe and others 2000, section 7";
        /// Longest time of probing. Probing then ends with the last rate above 0.
        longest_probing: Option<f64> = None, unit "s", range 1.0..=120.0, label "Longest probing", null "no limit";
        /// Duration of the running period on UDP.
        running: f64 = 10.0, unit "s", range 1.0..=120.0, label "Running period", cite "Tobe and others 2000, table 4";
        /// Number of successive large reductions of the rate after which the running period ends.
        early_return: Option<u32> = None, range 1..=10, null "off", cite "Tobe and others 2000, section 4";
        /// A reduction is large if it reduces the rate by at least this share.
        early_share: f64 = 0.1, range 0.01..=0.9, label "Large reduction", cite "Tobe and others 2000, section 4";
        /// The rate is reduced by this multiple of the loss while running.
        reduction: f64 = 3.0, range 1.0..=10.0, label "Reduction factor", cite "Tobe and others 2000, table 2";
        /// Time between adaptations while running.
        adapt_interval: f64 = 3.0, unit "s", range 0.1..=30.0, label "Adaptation interval", cite "Tobe and others 2000, table 4";
        /// Time between RTCP's reports while running.
        report_interval: f64 = 1.0, unit "s", range 0.1..=30.0, scale log, cite "Tobe and others 2000, table 4";
        /// Each interval between reports is drawn at random. It is at most this fraction shorter or longer
        /// than its mean.
        report_jitter: f64 = 0.0, range 0.0..=0.5, cite "RFC 3550 section 6.3.1";
        /// Which fields of the reports determine the loss between two adaptations.
        loss_from: LossFrom = LossFrom::Counters, label "Loss taken from", cite "Tobe and others 2000, table 2";
        /// Width of the field in which the receiver reports its loss.
        loss_field: LossField = LossField::Bits8, cite "RFC 3550 section 6.4.1";
        /// Number of report intervals without a report after which the rate is halved; it is halved again
        /// after each further interval.
        feedback_timeout: f64 = 3.0, unit "intervals", range 1.0..=10.0, label "Silence";
        /// Lower limit of the rate on UDP. It also applies to the rate that was measured over TCP.
        min_rate: f64 = 10e3, unit "bit/s", range 0.0..=1e8, label "Smallest rate", cite "Tobe and others 2000, table 1";
        /// Size of a data unit: the payload of this number of the flow's packets. The flow switches between
        /// TCP and UDP at the end of a unit.
        unit_packets: u32 = 10, unit "packets", range 1..=100, label "Packets of a data unit", cite "Tobe and others 2000, section 6.1";
        /// TCP's largest segment, without headers.
        segment: u32 = 1460, unit "bytes", range 256..=1460, label "TCP's segment size", cite "Tobe and others 2000, table 2";
        /// Size of the buffer of TCP's socket. It limits TCP's window.
        socket_buffer: Option<u32> = Some(16_384), unit "bytes", range 4096..=262_144, scale log, null "TCP's receive window counts";
        /// Limit TCP's window at the start of probing to the size of the socket's buffer. Otherwise TCP's
        /// congestion window can be larger than the buffer, and then a reduction of the window has no effect.
        cap_window: bool = true, label "Window within the buffer", cite "Tobe and others 2000, section 4";
        /// The TCP's kind of loss recovery.
        tcp_kind: TcpKind = TcpKind::Reno, label "TCP", cite "Tobe and others 2000, section 6.1";
        ..tcp: ConnectionParams;
    }
}

impl Params {
    fn clock(&self) -> ReportClock {
        ReportClock { interval: self.report_interval, jitter: self.report_jitter }
    }

    fn rtcp(&self) -> RtcpParams {
        RtcpParams {
            loss_field: self.loss_field,
            feedback_timeout: self.feedback_timeout,
            // TCP does the probing, so there are no packet pairs.
            probe_every: u32::MAX,
            ..RtcpParams::default()
        }
    }

    fn recovery(&self) -> Recovery {
        match self.tcp_kind {
            TcpKind::Reno => Recovery::Reno,
            TcpKind::NewReno => Recovery::NewReno { timer: PartialTimer::SlowButSteady },
            TcpKind::Sack => Recovery::Sack { rule: SackRule::Rfc6675 },
        }
    }

    /// Number of packets that fit into the socket's buffer.
    fn buffer(&self) -> Option<f64> {
        self.socket_buffer.map(|bytes| f64::from(bytes) / f64::from(self.segment))
    }

    fn tcp(&self) -> TcpParams {
        let mut tcp = self.tcp.0.clone();
        tcp.receive_window = self.buffer().map(|buffer| buffer.max(1.0)).or(tcp.receive_window);
        tcp
    }

    fn threshold(&self) -> Threshold {
        self.proportion.map_or(Threshold::Fixed(self.threshold), Threshold::Share)
    }

    /// Bytes of a data unit, for packets of `packet` bytes on the wire.
    fn unit(&self, packet: u16) -> u32 {
        self.unit_packets * u32::from(packet.saturating_sub(HEADERS).max(1))
    }
}

impl Protocol for Tpba {
    type Params = Params;
    const ID: &'static str = "tpba";
    const NAME: &'static str = "TPBA";
    const FAMILY: Family = Family::Report;
    const FIELDS: List<Field> = || controller::on_stack(Params::fields(), None);
    const SIGNALS: List<Signal> = about::TpbaSignals::list;
    const DECISIONS: List<Decision> = about::decision::list;

    fn reports_per_second(params: &Params) -> f64 {
        1.0 / params.measure_interval + 1.0 / params.report_interval
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let udp = AnyReceiver::RtcpReceiver(RtcpReceiver::new(params.clock(), &params.rtcp()));
        let tcp = window::receiver(params.recovery(), &params.tcp());
        (Tpba::new(params, facts.packet), vec![ConnSpec { receiver: tcp }, ConnSpec { receiver: udp }])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        self.change_settings(params, cx);
    }
}
