//! The rules of LDA and LDAF without a network: the loss fraction that reports give, and its effect on the
//! rate and the increase (Tobe, Tamura, Nishino and Tokuda 2000, figure 2).

use super::LdaParams;
use crate::ground::digest::State;
use crate::transport::rtcp::LossFrom;
use crate::transport::rtp_sender::ReceivedReport;

/// Sums of the packets lost and expected in the reports since the last adaptation.
#[derive(Clone, Copy, Debug, Default, PartialEq, State)]
pub struct LossPool {
    pub reports: u32,
    expected: f64,
    lost: f64,
}

impl LossPool {
    /// Adds the packets that a report covers.
    pub fn add(&mut self, report: &ReceivedReport, from: LossFrom) {
        self.reports += 1;
        let (lost, expected) = match from {
            LossFrom::Counters => {
                (f64::from(report.lost_and_expected.0), f64::from(report.lost_and_expected.1))
            }
            LossFrom::Interval => (report.fraction * f64::from(report.packets), f64::from(report.packets)),
        };
        self.lost += lost;
        self.expected += expected;
    }

    /// Number of packets lost.
    pub fn lost(&self) -> f64 {
        self.lost
    }

    /// Share of the packets that were lost; `None` if no report covered a packet.
    pub fn loss(&self) -> Option<f64> {
        (self.reports > 0 && self.expected > 0.0).then(|| (self.lost / self.expected).min(1.0))
    }
}

/// The rate's increase and how it changes. Rates in bit/s, times in seconds.
#[derive(Clone, Debug, State)]
#[state(not(from_initial_increase))]
pub struct LdaRules {
    /// Whether each increase is computed from the initial increase (LDAF) or from the previous increase
    /// (LDA).
    pub from_initial_increase: bool,
    /// The additive increase AIR after the last adaptation.
    pub increase: f64,
}

/// The measurements that an adaptation uses. Rates are in bit/s.
#[derive(Clone, Copy, Debug)]
pub struct AdaptationInputs {
    pub rate: f64,
    /// The bottleneck's rate; `None` before it has been measured.
    pub bottleneck: Option<f64>,
    /// Round-trip time in seconds; `None` before the first sample.
    pub tau: Option<f64>,
    /// Size of a packet in bits.
    pub bits: f64,
}

/// The result of an adaptation. Rates are in bit/s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Adaptation {
    /// Losses reduce the rate to this.
    Cut(f64),
    /// Increase to this rate; `true` if TCP's growth limited it.
    Increase(f64, bool),
    /// The rate is at least the bottleneck's, or the increase would have passed it. It becomes equal to the
    /// bottleneck's.
    AtBottleneck(f64),
    /// The rate does not change, because the bottleneck's rate is unknown.
    BottleneckUnknown,
}

impl LdaRules {
    pub fn new(from_initial_increase: bool, params: &LdaParams) -> Self {
        LdaRules { from_initial_increase, increase: params.initial_increase }
    }

    /// One adaptation (figure 2). After losses: multiplies the rate by 1 - loss x reduction factor and resets
    /// the increase. Without losses: multiplies the increase by 1 - rate / bottleneck (line B), limits it to
    /// TCP's growth until the next adaptation (line C), and adds it to the rate. The last of lines A follows
    /// the increase, so the new rate does not exceed the bottleneck's.
    pub fn adapt(&mut self, params: &LdaParams, inputs: &AdaptationInputs, loss: f64) -> Adaptation {
        if loss > 0.0 {
            self.increase = params.initial_increase;
            return Adaptation::Cut((inputs.rate * (1.0 - loss * params.reduction)).max(params.min_rate));
        }
        let Some(bottleneck) = inputs.bottleneck else { return Adaptation::BottleneckUnknown };
        if inputs.rate >= bottleneck && params.hold_at_bottleneck {
            return Adaptation::AtBottleneck(bottleneck);
        }
        // LDA multiplies the increase of the last adaptation, which Tobe and others criticise (section 6.2).
        let base = if self.from_initial_increase { params.initial_increase } else { self.increase };
        self.increase = base * (1.0 - inputs.rate / bottleneck);
        let mut limited = false;
        if params.tcp_limit
            && let Some(tau) = params.tcp_limit_rtt.or(inputs.tau)
        {
            let tcp_growth = inputs.bits / (2.0 * tau) * (params.adapt_interval / tau + 1.0);
            limited = tcp_growth < self.increase;
            self.increase = self.increase.min(tcp_growth);
        }
        let increased = inputs.rate + self.increase;
        if increased >= bottleneck && params.hold_at_bottleneck {
            return Adaptation::AtBottleneck(bottleneck);
        }
        Adaptation::Increase(increased, limited)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocols::testing::assert_close;
    use crate::transport::rtcp::LossFrom;

    /// Rates in kb/s after each of `steps` adaptations without loss, starting at `rate` bit/s, at a
    /// bottleneck of 1.2 Mb/s. `tau` is the round-trip time in s at a rate in bit/s.
    fn climb(
        from_initial_increase: bool,
        params: &LdaParams,
        rate: f64,
        steps: usize,
        tau: impl Fn(f64) -> Option<f64>,
    ) -> Vec<f64> {
        let mut rules = LdaRules::new(from_initial_increase, params);
        let mut rate = rate;
        (0..steps)
            .map(|_| {
                let inputs = AdaptationInputs { rate, bottleneck: Some(1.2e6), tau: tau(rate), bits: 4096.0 };
                match rules.adapt(params, &inputs, 0.0) {
                    Adaptation::Increase(to, _) | Adaptation::AtBottleneck(to) | Adaptation::Cut(to) => {
                        rate = to
                    }
                    Adaptation::BottleneckUnknown => {}
                }
                rate / 1e3
            })
            .collect()
    }

    fn with_initial_increase(initial_increase: f64) -> LdaParams {
        LdaParams { initial_increase, ..LdaParams::default() }
    }

    /// Without a round-trip time, TCP's growth does not limit the increase.
    fn no_rtt(_: f64) -> Option<f64> {
        None
    }

    /// The first step, counted from 1, after which the rate is at least `kbps` kb/s.
    fn first_step_above(rates: &[f64], kbps: f64) -> usize {
        rates.iter().position(|&rate| rate >= kbps).unwrap() + 1
    }

    #[test]
    fn lda_converges_to_152_or_456_kbps() {
        // r = 10: AIR 10 (1 - 10/1200) = 9.917; r = 19.917: AIR 9.917 (1 - 19.917/1200) = 9.752; and so on.
        let slow = climb(false, &with_initial_increase(10e3), 10e3, 400, no_rtt);
        for (step, expected) in
            [(1, 19.9), (2, 29.7), (3, 39.2), (5, 57.2), (10, 94.4), (20, 134.2), (400, 151.6)]
        {
            assert!((slow[step - 1] - expected).abs() < 0.06, "step {step}: {}", slow[step - 1]);
        }
        assert_eq!(first_step_above(&slow, 0.95 * slow[399]), 27);
        let fast = climb(false, &with_initial_increase(100e3), 10e3, 400, no_rtt);
        for (step, expected) in [(1, 109.2), (2, 199.3), (3, 274.5), (400, 456.0)] {
            assert!((fast[step - 1] - expected).abs() < 0.06, "step {step}: {}", fast[step - 1]);
        }
        assert_eq!(first_step_above(&fast, 0.95 * fast[399]), 8);
        // From 600 kb/s, the rate of the media flow next to two TCP flows in figure 3 of Tobe and others.
        let high = climb(false, &with_initial_increase(10e3), 600e3, 400, no_rtt);
        for (step, expected) in [(1, 605.0), (2, 607.5), (3, 608.7), (400, 609.9)] {
            assert!((high[step - 1] - expected).abs() < 0.06, "step {step}: {}", high[step - 1]);
        }
    }

    #[test]
    fn ldaf_converges_to_the_bottleneck() {
        // Each step multiplies 1 - r/b by 1 - AIR/b. The rate passes 400 kb/s in 48 steps with an AIR of
        // 10 kb/s, in 5 with 100 kb/s.
        let slow = climb(true, &with_initial_increase(10e3), 10e3, 2000, no_rtt);
        let fast = climb(true, &with_initial_increase(100e3), 10e3, 2000, no_rtt);
        for (kbps, by_10, by_100) in [(400.0, 48, 5), (675.0, 98, 10), (685.0, 101, 10)] {
            assert_eq!((first_step_above(&slow, kbps), first_step_above(&fast, kbps)), (by_10, by_100));
        }
        assert_close(slow[1999], 1200.0, 1e-6);
        let mut remaining = 1.0 - 10.0 / 1200.0;
        for rate in &slow[..100] {
            remaining *= 1.0 - 10.0 / 1200.0;
            assert_close(1.0 - rate / 1200.0, remaining, 1e-9);
        }
    }

    #[test]
    fn a_loss_reduces_the_rate_and_resets_the_increase() {
        let cut = |reduction: f64, loss: f64| {
            let params = LdaParams { reduction, ..LdaParams::default() };
            let mut rules = LdaRules { from_initial_increase: false, increase: 1.0 };
            let inputs = AdaptationInputs { rate: 400e3, bottleneck: None, tau: None, bits: 4096.0 };
            let step = rules.adapt(&params, &inputs, loss);
            assert_eq!(rules.increase, 10e3);
            step
        };
        assert_eq!(cut(3.0, 0.05), Adaptation::Cut(400e3 * (1.0 - 0.05 * 3.0)));
        assert_eq!(cut(6.0, 0.05), Adaptation::Cut(400e3 * (1.0 - 0.05 * 6.0)));
        assert_eq!(cut(3.0, 0.4), Adaptation::Cut(10e3));
    }

    /// Round-trip time in s alongside two TCP flows with windows of 11 packets of 1500 bytes: the 264 kbit in
    /// flight, divided by the rate that remains for TCP. Each packet of the media flow has `bits` of payload
    /// and 320 bits of headers.
    fn with_two_tcps(bits: f64) -> impl Fn(f64) -> Option<f64> {
        move |rate| Some(264e3 / (1.2e6 - rate * (bits + 320.0) / bits))
    }

    #[test]
    fn tcps_growth_limits_the_increase() {
        // Line C: 4096 / (2 tau) (3 / tau + 1).
        let limit = |tau: f64| {
            let mut rules = LdaRules { from_initial_increase: false, increase: 1e12 };
            let inputs = AdaptationInputs { rate: 0.0, bottleneck: Some(1e15), tau: Some(tau), bits: 4096.0 };
            rules.adapt(&LdaParams::default(), &inputs, 0.0);
            rules.increase
        };
        for (tau, expected) in [(0.012, 42.84e6), (0.16, 252.8e3), (0.33, 62.6e3)] {
            assert_close(limit(tau), expected, 1e-3);
        }
        // With an adaptation every 3 s the limit changes nothing. With an adaptation every second, it lowers
        // the first two increases, and LDA computes all later increases from them.
        let every_3_s = climb(false, &with_initial_increase(100e3), 10e3, 400, with_two_tcps(4096.0));
        assert_close(every_3_s[399], 456.0, 1e-3);
        let one = LdaParams { adapt_interval: 1.0, ..with_initial_increase(100e3) };
        let rates = climb(false, &one, 10e3, 400, with_two_tcps(4096.0));
        for (step, expected) in [(1, 60.8), (2, 107.4), (3, 149.8), (4, 187.0), (400, 328.0)] {
            assert!((rates[step - 1] - expected).abs() < 0.5, "step {step}: {}", rates[step - 1]);
        }
        assert_eq!(first_step_above(&rates, 0.95 * rates[399]), 12);
        // LDAF still passes 685 kb/s at step 101 with an initial increase of 10 kb/s. With 100 kb/s it does
        // so at step 13 instead of 10, or at step 30 with an adaptation every second.
        let ldaf_steps = |params: &LdaParams| {
            first_step_above(&climb(true, params, 10e3, 400, with_two_tcps(4096.0)), 685.0)
        };
        assert_eq!(
            (
                ldaf_steps(&with_initial_increase(10e3)),
                ldaf_steps(&with_initial_increase(100e3)),
                ldaf_steps(&one)
            ),
            (101, 13, 30)
        );
        // With the round-trip time of an empty path, the limit is always above the increase.
        let empty = LdaParams { tcp_limit_rtt: Some(0.012), ..one };
        assert_close(climb(false, &empty, 10e3, 400, with_two_tcps(4096.0))[399], 456.0, 1e-3);
    }

    #[test]
    fn a_rate_above_the_bottleneck_is_set_to_the_bottleneck() {
        let mut rules = LdaRules { from_initial_increase: false, increase: 7e3 };
        let inputs = AdaptationInputs { rate: 500e3, bottleneck: Some(300e3), tau: None, bits: 4096.0 };
        assert_eq!(rules.adapt(&LdaParams::default(), &inputs, 0.0), Adaptation::AtBottleneck(300e3));
        assert_eq!(rules.increase, 7e3);
        // Without lines A of figure 2 the increase becomes negative: 7 (1 - 5/3) = -4.67 kb/s.
        let params = LdaParams { hold_at_bottleneck: false, ..LdaParams::default() };
        rules.adapt(&params, &inputs, 0.0);
        assert_close(rules.increase, -4666.667, 1e-6);
        assert_eq!(
            rules.adapt(&params, &AdaptationInputs { bottleneck: None, ..inputs }, 0.0),
            Adaptation::BottleneckUnknown
        );
    }

    #[test]
    fn an_increase_does_not_pass_the_bottleneck() {
        // AIR = 1000 (1 - 10/300) = 966.7 kb/s would give 976.7 kb/s at a bottleneck of 300 kb/s.
        for from_initial_increase in [false, true] {
            let params = with_initial_increase(1e6);
            let mut rules = LdaRules::new(from_initial_increase, &params);
            let inputs = AdaptationInputs { rate: 10e3, bottleneck: Some(300e3), tau: None, bits: 4096.0 };
            assert_eq!(rules.adapt(&params, &inputs, 0.0), Adaptation::AtBottleneck(300e3));
            assert_close(rules.increase, 966_666.667, 1e-6);
            // Without lines A the rate passes the bottleneck.
            let params = LdaParams { hold_at_bottleneck: false, ..params };
            let mut rules = LdaRules::new(from_initial_increase, &params);
            let Adaptation::Increase(to, false) = rules.adapt(&params, &inputs, 0.0) else { panic!() };
            assert_close(to, 976_666.667, 1e-6);
        }
    }

    #[test]
    fn the_loss_of_several_reports_weights_them_by_their_packets() {
        let report = |fraction: f64, packets: u32, lost_and_expected: (u32, u32)| ReceivedReport {
            fraction,
            packets,
            lost_and_expected,
            period: 1.0,
            arrivals: Default::default(),
        };
        // Two reports arrive: 5 of 100 packets lost, and none of 300. A report between them, 20 of
        // 200 packets lost, does not arrive.
        let reports = [report(0.05, 100, (5, 100)), report(0.0, 300, (20, 500))];
        let loss = |from: LossFrom| {
            let mut pool = LossPool::default();
            reports.iter().for_each(|report| pool.add(report, from));
            pool.loss()
        };
        assert_eq!(loss(LossFrom::Interval), Some(5.0 / 400.0));
        assert_eq!(loss(LossFrom::Counters), Some(25.0 / 600.0));
        assert_eq!(LossPool::default().loss(), None);
    }
}
