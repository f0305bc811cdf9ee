//! The shared report sender: the code that all senders share that adapt their rate to the reports of RTCP
//! (RFC 3550). It connects an algorithm to an [`RtpSender`], which paces the packets, exchanges the reports
//! and halves the rate when reports are missing. An algorithm ([`ReportAlgorithm`]) determines how a report
//! changes the rate, and calls [`RtpSender::set_rate`].

use super::rtp_sender::{ReceivedReport, RtpSender};
use crate::transport::prelude::*;

/// The rules of one algorithm that adapts its rate to reports.
pub trait ReportAlgorithm: Clone + State {
    /// The algorithm and its RTP sender at the start of a fresh connection with the same settings; `packet`
    /// is the size of full packets in bytes.
    fn restarted(&self, packet: u16) -> (Self, RtpSender);

    /// Handles a receiver report.
    fn on_report(&mut self, report: ReceivedReport, rtp: &mut RtpSender, cx: &mut impl Context);

    /// The rate in bit/s below which missing reports do not reduce the rate.
    fn smallest_rate(&self, rtp: &RtpSender) -> f64;

    /// The rate was halved because reports are missing; `from` is the previous rate in bit/s.
    fn on_missing_reports(&mut self, from: f64, rtp: &mut RtpSender, cx: &mut impl Context);

    /// The flow has started.
    fn on_start(&mut self, _rtp: &mut RtpSender, _cx: &mut impl Context) {}

    /// The timer [`Timer::Round`], which only the algorithm uses, expired while the flow was running.
    fn on_round(&mut self, _rtp: &mut RtpSender, _cx: &mut impl Context) {}
}

/// A sender that adapts its rate to reports.
#[derive(Clone, Debug, State)]
pub struct ReportSender<A> {
    pub algorithm: A,
    pub rtp: RtpSender,
}

impl<A: ReportAlgorithm> Sender for ReportSender<A> {
    fn start(&mut self, cx: &mut impl Context) {
        self.rtp.start(cx);
        self.algorithm.on_start(&mut self.rtp, cx);
    }

    fn stop(&mut self, cx: &mut impl Context) {
        self.rtp.stop(cx);
    }

    fn restart(&mut self, cx: &mut impl Context) {
        self.rtp.stop(cx);
        (self.algorithm, self.rtp) = self.algorithm.restarted(cx.packet_size());
        self.start(cx);
    }

    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        if let Some(report) = self.rtp.on_feedback(packet, cx) {
            self.algorithm.on_report(report, &mut self.rtp, cx);
        }
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        match timer {
            Timer::Send => self.rtp.on_send(cx),
            Timer::Other => self.rtp.on_report_due(cx),
            Timer::Round => {
                if self.rtp.is_running() {
                    self.algorithm.on_round(&mut self.rtp, cx);
                }
            }
            Timer::Timeout => {
                let smallest = self.algorithm.smallest_rate(&self.rtp);
                if let Some(from) = self.rtp.on_report_timeout(smallest, cx) {
                    self.algorithm.on_missing_reports(from, &mut self.rtp, cx);
                }
            }
        }
    }

    fn on_app(&mut self, cx: &mut impl Context) {
        self.rtp.on_app(cx);
    }

    fn state(&self) -> SenderState {
        SenderState { window: None, rate: Some(self.rtp.rate()), in_flight: 0 }
    }
}
