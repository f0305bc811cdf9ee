//! LDA+: adapts a rate to RTCP's reports. Three bounds limit its increase, and TCP's throughput equation is
//! its minimum under losses (Sisalem and Wolisz 2000, section III).
//!
//! The rules are in `lda_plus/rules.rs`; reports and packet pairs are in `transport/`.

mod about;
mod rules;
#[cfg(test)]
mod tests;

use crate::protocols::prelude::*;
use crate::transport::report_sender::{ReportAlgorithm, ReportSender};
use crate::transport::rtcp::{LossFrom, RateBasis, ReportClock, RtcpParams};
use crate::transport::rtcp_receiver::RtcpReceiver;
use crate::transport::rtp_sender::{ReceivedReport, RtpSender};
use about::{SIGNALS, decision};
use rules::{AboveBottleneck, Bound, IncreaseInputs, LdaPlusRules, Memory, RoundTrips, TcpLimit};

params! {
    pub struct Params {
        /// Rate at the start.
        initial_rate: Option<f64> = None, unit "bit/s", range 100.0..=1e9, scale log, null "10 packets per second", cite "Sisalem and Wolisz 2000, section IV";
        /// Additive increase at the start and after a loss, per report.
        initial_increase: f64 = 5000.0, unit "bit/s", range 500.0..=500e3, scale log, label "Initial increase", cite "Sisalem and Wolisz 2000, section IV";
        /// Mean time between reports.
        report_interval: f64 = 5.0, unit "s", range 0.1..=30.0, scale log, cite "Sisalem and Wolisz 2000, section III";
        /// Each interval between reports is drawn at random. It is at most this fraction shorter or longer
        /// than its mean.
        report_jitter: f64 = 0.5, range 0.0..=0.5, cite "RFC 3550 section 6.3.1";
        /// Which fields of a report determine the loss. The paper uses the reported fraction.
        loss_from: LossFrom = LossFrom::Interval, label "Loss taken from", cite "Sisalem and Wolisz 2000, section VI.B";
        /// Upper limit of the rate.
        max_rate: Option<f64> = None, unit "bit/s", range 1000.0..=1e11, scale log, label "Largest rate", null "no limit", cite "Sisalem and Wolisz 2000, section V";
        /// Lower limit of the rate. Without it, a loss near 1 would stop the flow.
        min_rate: Option<f64> = None, unit "bit/s", range 1.0..=1e9, scale log, label "Smallest rate", null "one packet per second";
        /// Limit the rate to the bottleneck's.
        clamp: bool = true, label "Limit at the bottleneck", cite "Sisalem and Wolisz 2000, section III.A";
        /// Lower limit of the increase that is kept for the next report. At the bottleneck the increase
        /// becomes 0, and without a limit it could not grow again.
        memory_floor: Option<f64> = None, unit "bit/s", range 0.0..=500e3, label "Least remembered increase", null "as the initial increase";
        /// The increase at the last report that equation 5 multiplies. The equation contains A, not the
        /// additive increase.
        memory: Memory = Memory::Chosen, label "Increase remembered", cite "Sisalem and Wolisz 2000, eq. 5";
        /// How the result of equation 8 is used. It is in packets per second, but equation 9 compares it with
        /// rates.
        tcp_limit: TcpLimit = TcpLimit::Packets, label "TCP's limit counts", cite "Sisalem and Wolisz 2000, eq. 8";
        /// How equation 7 counts the round trips of a report.
        round_trips: RoundTrips = RoundTrips::Real, cite "Sisalem and Wolisz 2000, eq. 7";
        /// What equations 5 and 6 give while the rate is above the bottleneck's.
        above_bottleneck: AboveBottleneck = AboveBottleneck::Stop, cite "Sisalem and Wolisz 2000, eq. 6";
        /// Packets per acknowledgement of the TCP that the equation describes.
        acked_per_ack: u32 = 1, unit "packets", range 1..=2, label "Packets per ACK", cite "Sisalem and Wolisz 2000, eq. 1";
        /// Retransmission timeout in the equation. The paper gives no value.
        timeout: f64 = 4.0, unit "RTT", range 1.0..=20.0, label "Timeout in the equation", cite "Sisalem and Wolisz 2000, eq. 1";
        /// Which bytes the rate counts.
        rate_counts: RateBasis = RateBasis::Wire, cite "Sisalem and Wolisz 2000, section VI.A";
        ..rtcp: RtcpParams;
    }
}

impl Params {
    fn clock(&self) -> ReportClock {
        ReportClock { interval: self.report_interval, jitter: self.report_jitter }
    }
}

// Indices of signals.

/// Sets the rate after each report.
#[derive(Clone, Debug, State)]
#[state(not(packet))]
pub struct LdaPlusAlgorithm {
    params: Params,
    rules: LdaPlusRules,
    /// Size of a full packet on the wire, in bytes.
    packet: u16,
}

impl LdaPlusAlgorithm {
    fn sender(params: &Params, packet: u16) -> ReportSender<Self> {
        let rtp = |rate| RtpSender::new(&params.rtcp, params.clock(), params.rate_counts, rate);
        let rate = params.initial_rate.unwrap_or_else(|| 10.0 * rtp(1.0).packet_bits(packet));
        let algorithm = LdaPlusAlgorithm { params: params.clone(), rules: LdaPlusRules::new(params), packet };
        ReportSender { algorithm, rtp: rtp(rate) }
    }

    /// The rate within its limits. The lower limit has precedence.
    fn limited(&self, rate: f64, rtp: &RtpSender) -> f64 {
        let bottleneck = rtp.bottleneck().filter(|_| self.params.clamp).unwrap_or(f64::INFINITY);
        rate.min(bottleneck).min(self.params.max_rate.unwrap_or(f64::INFINITY)).max(self.smallest_rate(rtp))
    }

    /// Reduces the rate after a report with loss.
    fn on_loss(&mut self, loss: f64, rtp: &mut RtpSender, cx: &mut impl Context) {
        let (from, tau, bits) = (rtp.rate(), rtp.tau(), rtp.packet_bits(self.packet));
        let decrease = self.rules.decrease_rate(from, loss, tau, bits);
        // Until the bottleneck's rate is known, which would limit the rate, the equation does not raise the
        // rate.
        let limit_is_unknown = self.params.clamp && rtp.bottleneck().is_none();
        let to = self.limited(if limit_is_unknown { decrease.rate.min(from) } else { decrease.rate }, rtp);
        rtp.set_rate(to, cx);
        cx.report_reduction(tau.map_or(0.0, |tau| to * tau / bits));
        cx.signal(SIGNALS.equation_rate, decrease.equation);
        cx.signal(SIGNALS.ruled, Bound::Loss as u32 as f64);
        cx.signal(SIGNALS.increase, self.rules.increase());
        let (cut, equation, tau) = (decrease.cut, decrease.equation, tau.unwrap_or(0.0));
        if decrease.by_equation {
            cx.decide(decision::EquationFloor { from, to, loss, cut, equation, tau });
        } else {
            cx.decide(decision::Cut { from, to, loss, cut, equation, tau });
        }
    }

    /// Increases the rate after a report without loss. Without an estimate of the bottleneck the rate does
    /// not change.
    fn on_no_loss(&mut self, period: f64, rtp: &mut RtpSender, cx: &mut impl Context) {
        let (from, tau, bits) = (rtp.rate(), rtp.tau(), rtp.packet_bits(self.packet));
        let Some(bottleneck) = rtp.bottleneck() else {
            cx.decide(decision::NoBottleneck { from });
            return;
        };
        let increase =
            self.rules.increase_rate(&IncreaseInputs { rate: from, bottleneck, tau, period, bits });
        let to = self.limited(from + increase.chosen, rtp);
        rtp.set_rate(to, cx);
        cx.signal(SIGNALS.increase, increase.chosen);
        cx.signal(SIGNALS.a_add, increase.add);
        cx.signal(SIGNALS.a_exp, increase.exp);
        if let Some(tcp) = increase.tcp {
            cx.signal(SIGNALS.a_tcp, tcp);
        }
        cx.signal(SIGNALS.ruled, increase.bound as u32 as f64);
        let (add, exp, a) = (increase.add, increase.exp, increase.chosen);
        let tcp = increase.tcp.unwrap_or(f64::INFINITY);
        match increase.bound {
            Bound::Add => cx.decide(decision::ByAdd { from, to, add, exp, tcp, a }),
            Bound::Exp => cx.decide(decision::ByExp { from, to, add, exp, tcp, a }),
            Bound::Tcp | Bound::Loss => cx.decide(decision::ByTcp { from, to, add, exp, tcp, a }),
        }
    }
}

impl ReportAlgorithm for LdaPlusAlgorithm {
    fn restarted(&self, packet: u16) -> (Self, RtpSender) {
        let sender = LdaPlusAlgorithm::sender(&self.params, packet);
        (sender.algorithm, sender.rtp)
    }

    fn on_report(&mut self, report: ReceivedReport, rtp: &mut RtpSender, cx: &mut impl Context) {
        let (lost, expected) = report.lost_and_expected;
        let (loss, covered) = match self.params.loss_from {
            LossFrom::Interval => (report.fraction, report.packets),
            LossFrom::Counters if expected == 0 => (0.0, 0),
            LossFrom::Counters => (f64::from(lost) / f64::from(expected), expected),
        };
        cx.signal(SIGNALS.loss, loss);
        cx.signal(SIGNALS.report_gap, report.period);
        if let Some(bottleneck) = rtp.bottleneck() {
            cx.signal(SIGNALS.bottleneck, bottleneck);
        }
        if covered == 0 {
            cx.decide(decision::NoData { from: rtp.rate() });
        } else if loss > 0.0 {
            self.on_loss(loss, rtp, cx);
        } else {
            self.on_no_loss(report.period, rtp, cx);
        }
    }

    fn smallest_rate(&self, rtp: &RtpSender) -> f64 {
        self.params.min_rate.unwrap_or_else(|| rtp.packet_bits(self.packet))
    }

    fn on_missing_reports(&mut self, from: f64, rtp: &mut RtpSender, cx: &mut impl Context) {
        self.rules.reset_increase();
        cx.decide(decision::Silence { from, to: rtp.rate() });
    }
}

#[derive(Clone, Debug, State)]
pub struct LdaPlus(pub ReportSender<LdaPlusAlgorithm>);

impl Protocol for LdaPlus {
    type Params = Params;
    const ID: &'static str = "lda_plus";
    const NAME: &'static str = "LDA+";
    const FAMILY: Family = Family::Report;
    const SIGNALS: List<Signal> = about::LdaPlusSignals::list;
    const DECISIONS: List<Decision> = about::decision::list;

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let receiver = AnyReceiver::RtcpReceiver(RtcpReceiver::new(params.clock(), &params.rtcp));
        (LdaPlus(LdaPlusAlgorithm::sender(params, facts.packet)), vec![ConnSpec { receiver }])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        let ReportSender { algorithm, rtp } = &mut self.0;
        algorithm.params = params.clone();
        algorithm.rules.set_params(params);
        rtp.set_params(&params.rtcp, params.clock(), params.rate_counts);
        let rate = algorithm.limited(rtp.rate(), rtp);
        rtp.set_rate(rate, cx);
    }
}

delegate_sender!(LdaPlus);
