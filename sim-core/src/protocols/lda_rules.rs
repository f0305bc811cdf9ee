//! What LDA and LDAF share: settings, adaptation points, and the rules of LDA (Sisalem and Schulzrinne 1998) as Tobe,
//! Tamura, Nishino and Tokuda 2000 print them in their figure 2.

use crate::describe::{Decision, DecisionInput, Reference, Signal, sources};
use crate::ground::packet::Packet;
use crate::ground::time::{Time, from_secs};
use crate::params;
use crate::transport::rtcp::{LossFrom, RateBasis, ReportClock, RtcpParams};
use crate::transport::rtcp_receiver::RtcpReceiver;
use crate::transport::rtp_sender::{Heard, RtpSender};
use crate::transport::{AnyReceiver, ConnSpec, Context, Sender, SenderState, Timer, digest_of};

params! {
    /// Settings of LDA and LDAF.
    pub struct LdaParams {
        /// Rate at the start.
        initial_rate: f64 = 10e3, unit "bit/s", range 1e3..=1e8, scale log, cite "Tobe and others 2000, section 6.2";
        /// Additive increase at the start and after a loss, per adaptation.
        initial_increase: f64 = 10e3, unit "bit/s", range 1e3..=1e6, scale log, label "Initial increase", cite "Tobe and others 2000, table 1";
        /// What a loss is multiplied by to give the share that is cut.
        reduction: f64 = 3.0, range 1.0..=10.0, label "Reduction factor", cite "Sisalem and Schulzrinne 1998";
        /// Time between adaptations.
        adapt_interval: f64 = 3.0, unit "s", range 0.1..=30.0, label "Adaptation interval", cite "Tobe and others 2000, table 4";
        /// Time between reports.
        report_interval: f64 = 1.0, unit "s", range 0.1..=30.0, scale log, cite "Tobe and others 2000, table 4";
        /// Each interval between reports is drawn within this share of itself, up and down.
        report_jitter: f64 = 0.0, range 0.0..=0.5, cite "RFC 3550 section 6.3.1";
        /// Where the loss between two adaptations is taken from: all packets that the reports since the last one tell of.
        loss_from: LossFrom = LossFrom::Counters, label "Loss taken from", cite "Tobe and others 2000, table 1";
        /// The rate never falls below this: also when more than one part in the reduction factor is lost.
        min_rate: f64 = 10e3, unit "bit/s", range 0.0..=1e8, label "Smallest rate", cite "Tobe and others 2000, table 1";
        /// Never increase by more than a TCP's rate would grow until the next adaptation.
        tcp_limit: bool = true, label "Limit by TCP's growth", cite "Tobe and others 2000, figure 2, line C";
        /// Round trip in that limit.
        tcp_limit_rtt: Option<f64> = None, unit "s", range 0.0001..=10.0, scale log, label "RTT of the limit", null "as measured, with the queue", cite "Tobe and others 2000, figure 2, line C";
        /// At a rate above the bottleneck's go down to it; without, the increase turns negative there.
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

/// What reports have told since the last adaptation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pool {
    pub reports: u32,
    expected: f64,
    lost: f64,
}

impl Pool {
    /// Takes a report in, so that each packet counts once.
    pub fn add(&mut self, heard: &Heard, from: LossFrom) {
        self.reports += 1;
        let (lost, expected) = match from {
            LossFrom::Counters => (f64::from(heard.since.0), f64::from(heard.since.1)),
            LossFrom::Interval => (heard.fraction * f64::from(heard.packets), f64::from(heard.packets)),
        };
        self.lost += lost;
        self.expected += expected;
    }

    /// Share of the packets that were lost; none if no report has told of any packet.
    pub fn loss(&self) -> Option<f64> {
        (self.reports > 0 && self.expected > 0.0).then(|| (self.lost / self.expected).min(1.0))
    }
}

/// The rate and its increase, apart from any network. Rates in bit/s, times in seconds.
#[derive(Clone, Debug)]
pub struct Rules {
    /// LDAF: the increase is made anew from its initial value each time.
    fixed: bool,
    /// AIR, as the last adaptation left it.
    pub increase: f64,
}

/// What an adaptation can use.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub rate: f64,
    pub bottleneck: Option<f64>,
    pub tau: Option<f64>,
    /// Size of a packet in bits.
    pub bits: f64,
}

/// What was done at an adaptation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    Cut(f64),
    /// To this rate; true: TCP's growth was the limit.
    Increase(f64, bool),
    /// The rate was the bottleneck's, or above.
    AtBottleneck(f64),
    Hold,
}

impl Rules {
    pub fn new(fixed: bool, params: &LdaParams) -> Self {
        Rules { fixed, increase: params.initial_increase }
    }

    pub fn adapt(&mut self, params: &LdaParams, known: &Known, loss: f64) -> Step {
        if loss > 0.0 {
            self.increase = params.initial_increase;
            return Step::Cut((known.rate * (1.0 - loss * params.reduction)).max(params.min_rate));
        }
        let Some(bottleneck) = known.bottleneck else { return Step::Hold };
        if known.rate >= bottleneck && params.hold_at_bottleneck {
            return Step::AtBottleneck(bottleneck);
        }
        // Line B. LDA multiplies what the last adaptation has left, which is what its critics criticise.
        let base = if self.fixed { params.initial_increase } else { self.increase };
        self.increase = base * (1.0 - known.rate / bottleneck);
        let mut limited = false;
        if params.tcp_limit
            && let Some(tau) = params.tcp_limit_rtt.or(known.tau)
        {
            // Line C: half a packet per round trip for each round trip until the next adaptation, and one.
            let tcp = known.bits / (2.0 * tau) * (params.adapt_interval / tau + 1.0);
            limited = tcp < self.increase;
            self.increase = self.increase.min(tcp);
        }
        Step::Increase(known.rate + self.increase, limited)
    }
}

pub const INCREASED: u32 = 0;
pub const AS_TCP: u32 = 1;
pub const AT_BOTTLENECK: u32 = 2;
pub const CUT: u32 = 3;
pub const HELD: u32 = 4;
pub const NO_REPORT: u32 = 5;
pub const SILENCE: u32 = 6;

const AIR: usize = 0;
const LOSS: usize = 1;
const BOTTLENECK: usize = 2;
const ADAPTATIONS: usize = 3;

pub fn signals() -> Vec<Signal> {
    vec![
        Signal::gauge(
            "increase",
            "Increase",
            "bit/s",
            "AIR, the additive increase as the last adaptation left it.",
        ),
        Signal::gauge("loss", "Loss", "", "Share of the packets lost since the last adaptation, p."),
        Signal::gauge("bottleneck", "Bottleneck", "bit/s", "b, as packet pairs measure it."),
        Signal::gauge("adaptations", "Adaptations", "", "Adaptations so far."),
    ]
}

const FROM: DecisionInput = DecisionInput { id: "from", unit: "bit/s", doc: "Rate before." };
const TO: DecisionInput = DecisionInput { id: "to", unit: "bit/s", doc: "Rate after." };
const INCREASE: DecisionInput = DecisionInput { id: "increase", unit: "bit/s", doc: "AIR." };
const B: DecisionInput = DecisionInput { id: "b", unit: "bit/s", doc: "Rate of the bottleneck." };

pub fn decisions() -> Vec<Decision> {
    vec![
        Decision {
            id: "increase",
            label: "Increase",
            template: "No loss: the increase is {increase} with a bottleneck of {b}. Rate {from} -> {to}.",
            inputs: &[FROM, TO, INCREASE, B],
        },
        Decision {
            id: "as_tcp",
            label: "Increase as TCP",
            template: "No loss: a TCP would grow by {increase} until the next adaptation. Rate {from} -> {to}.",
            inputs: &[FROM, TO, INCREASE, B],
        },
        Decision {
            id: "at_bottleneck",
            label: "At the bottleneck",
            template: "No loss, but the bottleneck is {to}: the rate goes there from {from}.",
            inputs: &[FROM, TO],
        },
        Decision {
            id: "cut",
            label: "Cut",
            template: "A share of {loss} was lost: rate {from} -> {to}, and the increase begins again at {increase}.",
            inputs: &[
                FROM,
                TO,
                DecisionInput { id: "loss", unit: "", doc: "Share of the packets lost." },
                INCREASE,
            ],
        },
        Decision {
            id: "hold",
            label: "Bottleneck unknown",
            template: "No packet pair has measured the bottleneck yet: the rate stays at {from}.",
            inputs: &[FROM],
        },
        Decision {
            id: "no_report",
            label: "Nothing heard",
            template: "No report since the last adaptation: the rate stays at {from}.",
            inputs: &[FROM],
        },
        Decision {
            id: "silence",
            label: "Silence",
            template: "No report for too long: rate {from} -> {to}.",
            inputs: &[FROM, TO],
        },
    ]
}

pub fn references() -> &'static [Reference] {
    sources(&[
        Reference {
            title: "D. Sisalem and H. Schulzrinne, The Loss-Delay Based Adjustment Algorithm: A TCP-Friendly Adaptation \
                    Scheme, 1998",
            url: "https://www.nossdav.org/",
        },
        Reference {
            title: "Y. Tobe, Y. Tamura, H. Nishino and H. Tokuda, TCP-Rate-Probing-Based Adaptation for Continuous Media \
                    Communications, 2000",
            url: "https://www.ipsj.or.jp/english/",
        },
        Reference {
            title: "RFC 3550: RTP: A Transport Protocol for Real-Time Applications",
            url: "https://www.rfc-editor.org/rfc/rfc3550",
        },
    ])
}

/// A sender of either kind.
#[derive(Clone, Debug)]
pub struct LdaSender {
    params: LdaParams,
    rules: Rules,
    rtp: RtpSender,
    pool: Pool,
    adaptations: u32,
    due: Time,
    packet: u16,
}

impl LdaSender {
    pub fn new(fixed: bool, params: &LdaParams, packet: u16) -> Self {
        LdaSender {
            rtp: RtpSender::new(&params.rtcp, params.clock(), params.rate_counts, params.initial_rate),
            rules: Rules::new(fixed, params),
            params: params.clone(),
            pool: Pool::default(),
            adaptations: 0,
            due: 0,
            packet,
        }
    }

    pub fn connections(params: &LdaParams) -> Vec<ConnSpec> {
        let receiver = AnyReceiver::RtcpReceiver(RtcpReceiver::new(params.clock(), &params.rtcp));
        vec![ConnSpec { receiver }]
    }

    pub fn set_params(&mut self, params: &LdaParams, cx: &mut impl Context) {
        self.params = params.clone();
        self.rtp.set_params(&params.rtcp, params.clock(), params.rate_counts);
        let rate = self.rtp.rate();
        self.rtp.set_rate(rate, cx);
    }

    fn arm(&mut self, cx: &mut impl Context) {
        self.due = cx.now() + from_secs(self.params.adapt_interval);
        cx.arm(Timer::Round, self.due);
    }

    fn adapt(&mut self, cx: &mut impl Context) {
        let pool = std::mem::take(&mut self.pool);
        self.adaptations += 1;
        let from = self.rtp.rate();
        cx.signal(ADAPTATIONS, f64::from(self.adaptations));
        let Some(loss) = pool.loss() else {
            cx.decide(NO_REPORT, &[from]);
            return;
        };
        let bottleneck = self.rtp.bottleneck();
        let known =
            Known { rate: from, bottleneck, tau: self.rtp.tau(), bits: self.rtp.packet_bits(self.packet) };
        let step = self.rules.adapt(&self.params, &known, loss);
        let increase = self.rules.increase;
        let b = bottleneck.unwrap_or(0.0);
        match step {
            Step::Cut(to) => {
                self.rtp.set_rate(to, cx);
                cx.report_reduction(self.rtp.tau().map_or(0.0, |tau| to * tau / known.bits));
                cx.decide(CUT, &[from, to, loss, increase]);
            }
            Step::Increase(to, limited) => {
                self.rtp.set_rate(to, cx);
                cx.decide(if limited { AS_TCP } else { INCREASED }, &[from, to, increase, b]);
            }
            Step::AtBottleneck(to) => {
                self.rtp.set_rate(to, cx);
                cx.decide(AT_BOTTLENECK, &[from, to]);
            }
            Step::Hold => cx.decide(HELD, &[from]),
        }
        cx.signal(AIR, increase);
        cx.signal(LOSS, loss);
        if bottleneck.is_some() {
            cx.signal(BOTTLENECK, b);
        }
    }
}

impl Sender for LdaSender {
    fn start(&mut self, cx: &mut impl Context) {
        self.rtp.start(cx);
        self.arm(cx);
    }

    fn stop(&mut self, cx: &mut impl Context) {
        self.rtp.stop(cx);
    }

    fn restart(&mut self, cx: &mut impl Context) {
        self.rtp.stop(cx);
        *self = LdaSender::new(self.rules.fixed, &self.params, cx.packet_size());
        self.start(cx);
    }

    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        if let Some(heard) = self.rtp.on_feedback(packet, cx) {
            self.pool.add(&heard, self.params.loss_from);
        }
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        match timer {
            Timer::Send => self.rtp.on_send(cx),
            Timer::Other => self.rtp.on_report_due(cx),
            Timer::Round if self.rtp.is_running() => {
                self.adapt(cx);
                self.arm(cx);
            }
            Timer::Round => {}
            Timer::Timeout => {
                if let Some(from) = self.rtp.on_silence(self.params.min_rate, cx) {
                    self.rules.increase = self.params.initial_increase;
                    cx.decide(SILENCE, &[from, self.rtp.rate()]);
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

    fn digest(&self) -> u64 {
        digest_of(&[
            self.rtp.digest(),
            self.rules.increase.to_bits(),
            self.due,
            u64::from(self.pool.reports),
            self.pool.lost.to_bits(),
        ])
    }
}

/// LDA or LDAF: the file says its words, this the rest.
#[macro_export]
macro_rules! lda_family {
    ($Name:ident, $id:literal, fixed: $fixed:literal) => {
        #[derive(Clone, Debug)]
        pub struct $Name($crate::protocols::lda_rules::LdaSender);

        impl $crate::transport::Protocol for $Name {
            type Params = $crate::protocols::lda_rules::LdaParams;
            const ID: &'static str = $id;

            fn info() -> $crate::describe::AlgorithmInfo {
                info()
            }

            fn build(
                params: &Self::Params,
                facts: &$crate::transport::FlowFacts,
            ) -> (Self, Vec<$crate::transport::ConnSpec>) {
                let sender = $crate::protocols::lda_rules::LdaSender::new($fixed, params, facts.packet);
                ($Name(sender), $crate::protocols::lda_rules::LdaSender::connections(params))
            }

            fn set_params(&mut self, params: &Self::Params, cx: &mut impl $crate::transport::Context) {
                self.0.set_params(params, cx);
            }
        }

        $crate::delegate_sender!($Name);
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocols::testing::close;

    /// Rates in kb/s after each of so many adaptations without loss, with a bottleneck of 1.2 Mb/s.
    fn climb(
        fixed: bool,
        params: &LdaParams,
        rate: f64,
        steps: usize,
        tau: impl Fn(f64) -> Option<f64>,
    ) -> Vec<f64> {
        let mut rules = Rules::new(fixed, params);
        let mut rate = rate;
        (0..steps)
            .map(|_| {
                let known = Known { rate, bottleneck: Some(1.2e6), tau: tau(rate), bits: 4096.0 };
                match rules.adapt(params, &known, 0.0) {
                    Step::Increase(to, _) | Step::AtBottleneck(to) | Step::Cut(to) => rate = to,
                    Step::Hold => {}
                }
                rate / 1e3
            })
            .collect()
    }

    fn with(initial_increase: f64) -> LdaParams {
        LdaParams { initial_increase, ..LdaParams::default() }
    }

    fn unlimited(_: f64) -> Option<f64> {
        None
    }

    /// First step, counted from 1, after which the rate is at least so many kb/s.
    fn passes(rates: &[f64], kbps: f64) -> usize {
        rates.iter().position(|&rate| rate >= kbps).unwrap() + 1
    }

    #[test]
    fn lda_ends_at_152_or_456_kbps() {
        // r = 10: AIR 10 (1 - 10/1200) = 9.917; r = 19.917: AIR 9.917 (1 - 19.917/1200) = 9.752; and so on.
        let slow = climb(false, &with(10e3), 10e3, 400, unlimited);
        for (step, expected) in
            [(1, 19.9), (2, 29.7), (3, 39.2), (5, 57.2), (10, 94.4), (20, 134.2), (400, 151.6)]
        {
            assert!((slow[step - 1] - expected).abs() < 0.06, "step {step}: {}", slow[step - 1]);
        }
        assert_eq!(passes(&slow, 0.95 * slow[399]), 27);
        let fast = climb(false, &with(100e3), 10e3, 400, unlimited);
        for (step, expected) in [(1, 109.2), (2, 199.3), (3, 274.5), (400, 456.0)] {
            assert!((fast[step - 1] - expected).abs() < 0.06, "step {step}: {}", fast[step - 1]);
        }
        assert_eq!(passes(&fast, 0.95 * fast[399]), 8);
        // From 600 kb/s, as beside two TCPs in the paper's figure 3.
        let high = climb(false, &with(10e3), 600e3, 400, unlimited);
        for (step, expected) in [(1, 605.0), (2, 607.5), (3, 608.7), (400, 609.9)] {
            assert!((high[step - 1] - expected).abs() < 0.06, "step {step}: {}", high[step - 1]);
        }
    }

    #[test]
    fn ldaf_ends_at_the_bottleneck() {
        // 1 - r/b shrinks by 1 - AIR/b each time: 48 steps to 400 kb/s with 10 kb/s, 5 with 100.
        let slow = climb(true, &with(10e3), 10e3, 2000, unlimited);
        let fast = climb(true, &with(100e3), 10e3, 2000, unlimited);
        for (kbps, by_10, by_100) in [(400.0, 48, 5), (675.0, 98, 10), (685.0, 101, 10)] {
            assert_eq!((passes(&slow, kbps), passes(&fast, kbps)), (by_10, by_100));
        }
        close(slow[1999], 1200.0, 1e-6);
        let mut left = 1.0 - 10.0 / 1200.0;
        for rate in &slow[..100] {
            left *= 1.0 - 10.0 / 1200.0;
            close(1.0 - rate / 1200.0, left, 1e-9);
        }
    }

    #[test]
    fn a_loss_cuts_and_begins_the_increase_again() {
        let cut = |reduction: f64, loss: f64| {
            let params = LdaParams { reduction, ..LdaParams::default() };
            let mut rules = Rules { fixed: false, increase: 1.0 };
            let known = Known { rate: 400e3, bottleneck: None, tau: None, bits: 4096.0 };
            let step = rules.adapt(&params, &known, loss);
            assert_eq!(rules.increase, 10e3);
            step
        };
        assert_eq!(cut(3.0, 0.05), Step::Cut(400e3 * (1.0 - 0.05 * 3.0)));
        assert_eq!(cut(6.0, 0.05), Step::Cut(400e3 * (1.0 - 0.05 * 6.0)));
        assert_eq!(cut(3.0, 0.4), Step::Cut(10e3));
    }

    /// The round trip beside two TCPs of 11 segments: what is in flight, 264 kbit, over what the link leaves them.
    fn beside_two_tcps(bits: f64) -> impl Fn(f64) -> Option<f64> {
        move |rate| Some(264e3 / (1.2e6 - rate * (bits + 320.0) / bits))
    }

    #[test]
    fn tcps_growth_limits_the_increase() {
        // Line C: 4096 / (2 tau) (3 / tau + 1).
        let limit = |tau: f64| {
            let mut rules = Rules { fixed: false, increase: 1e12 };
            let known = Known { rate: 0.0, bottleneck: Some(1e15), tau: Some(tau), bits: 4096.0 };
            rules.adapt(&LdaParams::default(), &known, 0.0);
            rules.increase
        };
        for (tau, expected) in [(0.012, 42.84e6), (0.16, 252.8e3), (0.33, 62.6e3)] {
            close(limit(tau), expected, 1e-3);
        }
        // At a step of 3 s the limits stay as they are; at 1 s the first two steps are cut, and LDA remembers that.
        let three = climb(false, &with(100e3), 10e3, 400, beside_two_tcps(4096.0));
        close(three[399], 456.0, 1e-3);
        let one = LdaParams { adapt_interval: 1.0, ..with(100e3) };
        let rates = climb(false, &one, 10e3, 400, beside_two_tcps(4096.0));
        for (step, expected) in [(1, 60.8), (2, 107.4), (3, 149.8), (4, 187.0), (400, 328.0)] {
            assert!((rates[step - 1] - expected).abs() < 0.5, "step {step}: {}", rates[step - 1]);
        }
        assert_eq!(passes(&rates, 0.95 * rates[399]), 12);
        // LDAF: 685 kb/s at step 101 all the same with 10 kb/s, but at 13 or 30 with 100.
        let fixed =
            |params: &LdaParams| passes(&climb(true, params, 10e3, 400, beside_two_tcps(4096.0)), 685.0);
        assert_eq!((fixed(&with(10e3)), fixed(&with(100e3)), fixed(&one)), (101, 13, 30));
        // With the round trip of an empty path the limit rules nowhere.
        let empty = LdaParams { tcp_limit_rtt: Some(0.012), ..one };
        close(climb(false, &empty, 10e3, 400, beside_two_tcps(4096.0))[399], 456.0, 1e-3);
    }

    #[test]
    fn a_bottleneck_that_shrinks_takes_the_rate_along() {
        let mut rules = Rules { fixed: false, increase: 7e3 };
        let known = Known { rate: 500e3, bottleneck: Some(300e3), tau: None, bits: 4096.0 };
        assert_eq!(rules.adapt(&LdaParams::default(), &known, 0.0), Step::AtBottleneck(300e3));
        assert_eq!(rules.increase, 7e3);
        // Without lines A the increase turns negative: 7 (1 - 5/3) = -4.67.
        let params = LdaParams { hold_at_bottleneck: false, ..LdaParams::default() };
        rules.adapt(&params, &known, 0.0);
        close(rules.increase, -4666.667, 1e-6);
        assert_eq!(rules.adapt(&params, &Known { bottleneck: None, ..known }, 0.0), Step::Hold);
    }

    #[test]
    fn losses_are_pooled_so_that_each_packet_counts_once() {
        let heard =
            |fraction: f64, packets: u32, since: (u32, u32)| Heard { fraction, packets, since, period: 1.0 };
        // Two reports of 100 and 300 packets with 5 % and none, and one between them that was lost, of 200 packets with 20 lost.
        let reports = [heard(0.05, 100, (5, 100)), heard(0.0, 300, (20, 500))];
        let pooled = |from: LossFrom| {
            let mut pool = Pool::default();
            reports.iter().for_each(|heard| pool.add(heard, from));
            pool.loss()
        };
        assert_eq!(pooled(LossFrom::Interval), Some(5.0 / 400.0));
        assert_eq!(pooled(LossFrom::Counters), Some(25.0 / 600.0));
        assert_eq!(Pool::default().loss(), None);
    }
}
