//! The parts that LDA and LDAF share: settings, sender and periodic adaptations. The rules are in
//! `lda_family/rules.rs`.
//!
//! LDA is from Sisalem and Schulzrinne 1998; the rules follow figure 2 of Tobe, Tamura, Nishino and
//! Tokuda 2000.

mod about;
mod rules;

pub use about::{LdaFamilySignals, decision};
pub use rules::{Adaptation, AdaptationInputs, LdaRules, LossPool};

use crate::protocols::prelude::*;
use crate::transport::report_sender::{ReportAlgorithm, ReportSender};
use crate::transport::rtcp::{LossFrom, RateBasis, ReportClock, RtcpParams};
use crate::transport::rtcp_receiver::RtcpReceiver;
use crate::transport::rtp_sender::{ReceivedReport, RtpSender};
use about::SIGNALS;

params! {
    /// Settings of LDA and LDAF.
    pub struct LdaParams {
        /// Rate at the start.
        initial_rate: f64 = 10e3, unit "bit/s", range 1e3..=1e8, scale log, cite "Tobe and others 2000, section 6.2";
        /// Additive increase at the start and after a loss, per adaptation.
        initial_increase: f64 = 10e3, unit "bit/s", range 1e3..=1e6, scale log, label "Initial increase", cite "Tobe and others 2000, table 1";
        /// The rate is reduced by this multiple of the loss.
        reduction: f64 = 3.0, range 1.0..=10.0, label "Reduction factor", cite "Sisalem and Schulzrinne 1998";
        /// Time between adaptations.
        adapt_interval: f64 = 3.0, unit "s", range 0.1..=30.0, label "Adaptation interval", cite "Tobe and others 2000, table 4";
        /// Time between reports.
        report_interval: f64 = 1.0, unit "s", range 0.1..=30.0, scale log, cite "Tobe and others 2000, table 4";
        /// Each interval between reports is drawn at random. It is at most this fraction shorter or longer
        /// than its mean.
        report_jitter: f64 = 0.0, range 0.0..=0.5, cite "RFC 3550 section 6.3.1";
        /// Which fields of the reports determine the loss between two adaptations.
        loss_from: LossFrom = LossFrom::Counters, label "Loss taken from", cite "Tobe and others 2000, table 1";
        /// Lower limit of the rate. A loss of at least 1 / (reduction factor) reduces the rate to this limit.
        min_rate: f64 = 10e3, unit "bit/s", range 0.0..=1e8, label "Smallest rate", cite "Tobe and others 2000, table 1";
        /// Limit the increase to the growth of a TCP's rate until the next adaptation.
        tcp_limit: bool = true, label "Limit by TCP's growth", cite "Tobe and others 2000, figure 2, line C";
        /// Round-trip time in the limit by TCP's growth.
        tcp_limit_rtt: Option<f64> = None, unit "s", range 0.0001..=10.0, scale log, label "RTT of the limit", null "as measured, with queueing delay", cite "Tobe and others 2000, figure 2, line C";
        /// Limit the rate to that of the bottleneck, also after an increase. Otherwise an increase can raise
        /// the rate above the bottleneck's, and the next increase is negative.
        hold_at_bottleneck: bool = true, label "Stop at the bottleneck", cite "Tobe and others 2000, figure 2, lines A";
        /// Which bytes the rate counts.
        rate_counts: RateBasis = RateBasis::Payload, cite "Tobe and others 2000, section 3";
        ..rtcp: RtcpParams;
    }
}

impl LdaParams {
    pub fn clock(&self) -> ReportClock {
        ReportClock { interval: self.report_interval, jitter: self.report_jitter }
    }
}

/// The sender of LDA or LDAF.
pub type LdaSender = ReportSender<LdaAlgorithm>;

/// Adapts the rate at from_initial_increase intervals to the losses reported since the last adaptation.
#[derive(Clone, Debug, State)]
#[state(not(packet))]
pub struct LdaAlgorithm {
    params: LdaParams,
    rules: LdaRules,
    pool: LossPool,
    adaptations: u32,
    /// When the next adaptation is due.
    due: Time,
    /// Size of a full packet on the wire, in bytes.
    packet: u16,
}

impl LdaSender {
    pub fn new(from_initial_increase: bool, params: &LdaParams, packet: u16) -> Self {
        ReportSender {
            algorithm: LdaAlgorithm {
                rules: LdaRules::new(from_initial_increase, params),
                params: params.clone(),
                pool: LossPool::default(),
                adaptations: 0,
                due: 0,
                packet,
            },
            rtp: RtpSender::new(&params.rtcp, params.clock(), params.rate_counts, params.initial_rate),
        }
    }

    pub fn connections(params: &LdaParams) -> Vec<ConnSpec> {
        let receiver = AnyReceiver::RtcpReceiver(RtcpReceiver::new(params.clock(), &params.rtcp));
        vec![ConnSpec { receiver }]
    }

    pub fn set_params(&mut self, params: &LdaParams, cx: &mut impl Context) {
        self.algorithm.params = params.clone();
        self.rtp.set_params(&params.rtcp, params.clock(), params.rate_counts);
        let rate = self.rtp.rate();
        self.rtp.set_rate(rate, cx);
    }
}

impl LdaAlgorithm {
    /// Sets the timer for the next adaptation.
    fn arm_adaptation(&mut self, cx: &mut impl Context) {
        self.due = cx.now() + from_secs(self.params.adapt_interval);
        cx.arm(Timer::Round, self.due);
    }

    /// Applies the rules to the losses reported since the last adaptation, and sets the rate.
    fn adapt(&mut self, rtp: &mut RtpSender, cx: &mut impl Context) {
        let pool = std::mem::take(&mut self.pool);
        self.adaptations += 1;
        let from = rtp.rate();
        cx.signal(SIGNALS.adaptations, f64::from(self.adaptations));
        let Some(loss) = pool.loss() else {
            cx.decide(decision::NoReport { from });
            return;
        };
        let (bottleneck, tau) = (rtp.bottleneck(), rtp.tau());
        let inputs = AdaptationInputs { rate: from, bottleneck, tau, bits: rtp.packet_bits(self.packet) };
        let adaptation = self.rules.adapt(&self.params, &inputs, loss);
        let increase = self.rules.increase;
        let b = bottleneck.unwrap_or(0.0);
        match adaptation {
            Adaptation::Cut(to) => {
                rtp.set_rate(to, cx);
                cx.report_reduction(tau.map_or(0.0, |tau| to * tau / inputs.bits));
                cx.decide(decision::Cut { from, to, loss, increase });
            }
            Adaptation::Increase(to, limited) => {
                rtp.set_rate(to, cx);
                if limited {
                    cx.decide(decision::AsTcp { from, to, increase, b });
                } else {
                    cx.decide(decision::Increased { from, to, increase, b });
                }
            }
            Adaptation::AtBottleneck(to) => {
                rtp.set_rate(to, cx);
                cx.decide(decision::AtBottleneck { from, to });
            }
            Adaptation::BottleneckUnknown => cx.decide(decision::BottleneckUnknown { from }),
        }
        cx.signal(SIGNALS.increase, increase);
        cx.signal(SIGNALS.loss, loss);
        if bottleneck.is_some() {
            cx.signal(SIGNALS.bottleneck, b);
        }
    }
}

impl ReportAlgorithm for LdaAlgorithm {
    fn restarted(&self, packet: u16) -> (Self, RtpSender) {
        let sender = LdaSender::new(self.rules.from_initial_increase, &self.params, packet);
        (sender.algorithm, sender.rtp)
    }

    fn on_start(&mut self, _: &mut RtpSender, cx: &mut impl Context) {
        self.arm_adaptation(cx);
    }

    fn on_report(&mut self, report: ReceivedReport, _: &mut RtpSender, _: &mut impl Context) {
        self.pool.add(&report, self.params.loss_from);
    }

    fn on_round(&mut self, rtp: &mut RtpSender, cx: &mut impl Context) {
        self.adapt(rtp, cx);
        self.arm_adaptation(cx);
    }

    fn smallest_rate(&self, _: &RtpSender) -> f64 {
        self.params.min_rate
    }

    fn on_missing_reports(&mut self, from: f64, rtp: &mut RtpSender, cx: &mut impl Context) {
        self.rules.increase = self.params.initial_increase;
        cx.decide(decision::Silence { from, to: rtp.rate() });
    }
}

/// Defines the protocol LDA or LDAF, with its names in documents and for readers.
#[macro_export]
macro_rules! lda_family {
    ($Name:ident, $id:literal, $name:literal, from_initial_increase: $from_initial_increase:literal, expectations: $expectations:expr) => {
        #[derive(Clone, Debug, $crate::ground::digest::State)]
        pub struct $Name($crate::protocols::lda_family::LdaSender);

        impl $crate::transport::Protocol for $Name {
            type Params = $crate::protocols::lda_family::LdaParams;
            const ID: &'static str = $id;
            const NAME: &'static str = $name;
            const FAMILY: $crate::describe::Family = $crate::describe::Family::Report;
            const SIGNALS: $crate::describe::List<$crate::describe::Signal> =
                $crate::protocols::lda_family::LdaFamilySignals::list;
            const DECISIONS: $crate::describe::List<$crate::describe::Decision> =
                $crate::protocols::lda_family::decision::list;

            fn expectations() -> $crate::transport::Expectations {
                $expectations
            }

            fn build(
                params: &Self::Params,
                facts: &$crate::transport::FlowFacts,
            ) -> (Self, Vec<$crate::transport::ConnSpec>) {
                let sender = $crate::protocols::lda_family::LdaSender::new(
                    $from_initial_increase,
                    params,
                    facts.packet,
                );
                ($Name(sender), $crate::protocols::lda_family::LdaSender::connections(params))
            }

            fn set_params(&mut self, params: &Self::Params, cx: &mut impl $crate::transport::Context) {
                self.0.set_params(params, cx);
            }
        }

        $crate::delegate_sender!($Name);
    };
}
