//! LDA+: a rate from RTCP's reports, by three limits on its increase and TCP's equation as a floor under losses.
//!
//! Sisalem and Wolisz 2000, section III. The rules stand in `lda_plus/rules.rs`, reports and packet pairs in `transport/`.

mod about;
mod rules;
#[cfg(test)]
mod tests;

use crate::describe::AlgorithmInfo;
use crate::ground::packet::Packet;
use crate::params;
use crate::transport::rtcp::{LossFrom, RateBasis, ReportClock, RtcpParams};
use crate::transport::rtcp_receiver::RtcpReceiver;
use crate::transport::rtp_sender::{Heard, RtpSender};
use crate::transport::{
    AnyReceiver, ConnSpec, Context, FlowFacts, Protocol, Sender, SenderState, Timer, digest_of,
};
use rules::{AboveBottleneck, Bound, Known, Memory, RoundTrips, Rules, TcpLimit};

params! {
    pub struct Params {
        /// Rate at the start.
        initial_rate: Option<f64> = None, unit "bit/s", range 100.0..=1e9, scale log, null "10 packets per second", cite "Sisalem and Wolisz 2000, section IV";
        /// Additive increase at the start and after a loss, per report.
        initial_increase: f64 = 5000.0, unit "bit/s", range 500.0..=500e3, scale log, label "Initial increase", cite "Sisalem and Wolisz 2000, section IV";
        /// Mean time between reports.
        report_interval: f64 = 5.0, unit "s", range 0.1..=30.0, scale log, cite "Sisalem and Wolisz 2000, section III";
        /// Each interval is drawn within this share of itself, up and down.
        report_jitter: f64 = 0.5, range 0.0..=0.5, cite "RFC 3550 section 6.3.1";
        /// What is taken for the loss. The paper uses what a report says.
        loss_from: LossFrom = LossFrom::Interval, label "Loss taken from", cite "Sisalem and Wolisz 2000, section VI.B";
        /// The rate never exceeds this.
        max_rate: Option<f64> = None, unit "bit/s", range 1000.0..=1e11, scale log, label "Largest rate", null "no limit", cite "Sisalem and Wolisz 2000, section V";
        /// The rate never falls below this: the root of a loss near 1 would end the flow.
        min_rate: Option<f64> = None, unit "bit/s", range 1.0..=1e9, scale log, label "Smallest rate", null "one packet per second";
        /// Never send faster than the bottleneck.
        clamp: bool = true, label "Limit at the bottleneck", cite "Sisalem and Wolisz 2000, section III.A";
        /// What the increase is remembered as at least: without it a stay at the bottleneck would leave 0, which nothing multiplies up again.
        memory_floor: Option<f64> = None, unit "bit/s", range 0.0..=500e3, label "Least remembered increase", null "as the initial increase";
        /// Which increase equation 5 multiplies. It writes A, not the additive A.
        memory: Memory = Memory::Chosen, label "Increase remembered", cite "Sisalem and Wolisz 2000, eq. 5";
        /// What equation 8 counts. It gives packets per second, and equation 9 compares it with rates.
        tcp_limit: TcpLimit = TcpLimit::Packets, label "TCP's limit counts", cite "Sisalem and Wolisz 2000, eq. 8";
        /// How many round trips equation 7 sums over when a report covers no whole number of them.
        round_trips: RoundTrips = RoundTrips::Real, cite "Sisalem and Wolisz 2000, eq. 7";
        /// What equations 5 and 6 do when the bottleneck is found to be slower than the rate.
        above_bottleneck: AboveBottleneck = AboveBottleneck::Stop, cite "Sisalem and Wolisz 2000, eq. 6";
        /// Packets per acknowledgement of the TCP that the equation stands for.
        acked_per_ack: u32 = 1, unit "packets", range 1..=2, label "Packets per ACK", cite "Sisalem and Wolisz 2000, eq. 1";
        /// Retransmission timeout in the equation. The paper gives none.
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

const A: usize = 0;
const A_ADD: usize = 1;
const A_EXP: usize = 2;
const A_TCP: usize = 3;
const RULED: usize = 4;
const LOSS: usize = 5;
const EQUATION: usize = 6;
const BOTTLENECK: usize = 7;
const PERIOD: usize = 8;

#[derive(Clone, Debug)]
pub struct LdaPlus {
    params: Params,
    rules: Rules,
    rtp: RtpSender,
    packet: u16,
}

impl LdaPlus {
    fn new(params: &Params, packet: u16) -> Self {
        let mut rtp = RtpSender::new(&params.rtcp, params.clock(), params.rate_counts, 1.0);
        let bits = rtp.packet_bits(packet);
        let rate = params.initial_rate.unwrap_or(10.0 * bits);
        rtp = RtpSender::new(&params.rtcp, params.clock(), params.rate_counts, rate);
        LdaPlus { params: params.clone(), rules: Rules::new(params), rtp, packet }
    }

    fn least(&self) -> f64 {
        self.params.min_rate.unwrap_or_else(|| self.rtp.packet_bits(self.packet))
    }

    /// The rate within its limits. No limit is broken to keep another: the smallest rate comes last.
    fn within(&self, rate: f64) -> f64 {
        let bottleneck = self.rtp.bottleneck().filter(|_| self.params.clamp).unwrap_or(f64::INFINITY);
        rate.min(bottleneck).min(self.params.max_rate.unwrap_or(f64::INFINITY)).max(self.least())
    }

    fn on_report(&mut self, heard: Heard, cx: &mut impl Context) {
        let loss = match self.params.loss_from {
            LossFrom::Interval => heard.fraction,
            LossFrom::Counters if heard.since.1 == 0 => 0.0,
            LossFrom::Counters => f64::from(heard.since.0) / f64::from(heard.since.1),
        };
        let covered = match self.params.loss_from {
            LossFrom::Interval => heard.packets,
            LossFrom::Counters => heard.since.1,
        };
        let from = self.rtp.rate();
        let tau = self.rtp.tau();
        cx.signal(LOSS, loss);
        cx.signal(PERIOD, heard.period);
        if let Some(bottleneck) = self.rtp.bottleneck() {
            cx.signal(BOTTLENECK, bottleneck);
        }
        if covered == 0 {
            cx.decide(about::NO_DATA, &[from]);
            return;
        }
        let bits = self.rtp.packet_bits(self.packet);
        if loss > 0.0 {
            let fall = self.rules.decrease(from, loss, tau, bits);
            // Without a bottleneck to stop it the equation may keep the rate up, but not raise it.
            let unknown = self.params.clamp && self.rtp.bottleneck().is_none();
            let to = self.within(if unknown { fall.rate.min(from) } else { fall.rate });
            self.rtp.set_rate(to, cx);
            cx.report_reduction(tau.map_or(0.0, |tau| to * tau / bits));
            cx.signal(EQUATION, fall.equation);
            cx.signal(RULED, Bound::Loss as u32 as f64);
            cx.signal(A, self.rules.increase());
            let kind = if fall.by_equation { about::EQUATION_FLOOR } else { about::CUT };
            cx.decide(kind, &[from, to, loss, fall.cut, fall.equation, tau.unwrap_or(0.0)]);
            return;
        }
        let Some(bottleneck) = self.rtp.bottleneck() else {
            cx.decide(about::NO_BOTTLENECK, &[from]);
            return;
        };
        let rise = self.rules.rise(&Known { rate: from, bottleneck, tau, period: heard.period, bits });
        let to = self.within(from + rise.chosen);
        self.rtp.set_rate(to, cx);
        cx.signal(A, rise.chosen);
        cx.signal(A_ADD, rise.add);
        cx.signal(A_EXP, rise.exp);
        if let Some(tcp) = rise.tcp {
            cx.signal(A_TCP, tcp);
        }
        cx.signal(RULED, rise.bound as u32 as f64);
        let kind = match rise.bound {
            Bound::Add => about::BY_ADD,
            Bound::Exp => about::BY_EXP,
            Bound::Tcp | Bound::Loss => about::BY_TCP,
        };
        cx.decide(kind, &[from, to, rise.add, rise.exp, rise.tcp.unwrap_or(f64::INFINITY), rise.chosen]);
    }
}

impl Protocol for LdaPlus {
    type Params = Params;
    const ID: &'static str = "lda_plus";

    fn info() -> AlgorithmInfo {
        about::info()
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let receiver = AnyReceiver::RtcpReceiver(RtcpReceiver::new(params.clock(), &params.rtcp));
        (LdaPlus::new(params, facts.packet), vec![ConnSpec { receiver }])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        self.params = params.clone();
        self.rules.set_params(params);
        self.rtp.set_params(&params.rtcp, params.clock(), params.rate_counts);
        let rate = self.within(self.rtp.rate());
        self.rtp.set_rate(rate, cx);
    }
}

impl Sender for LdaPlus {
    fn start(&mut self, cx: &mut impl Context) {
        self.rtp.start(cx);
    }

    fn stop(&mut self, cx: &mut impl Context) {
        self.rtp.stop(cx);
    }

    fn restart(&mut self, cx: &mut impl Context) {
        self.rtp.stop(cx);
        *self = LdaPlus::new(&self.params, cx.packet_size());
        self.start(cx);
    }

    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context) {
        if let Some(heard) = self.rtp.on_feedback(packet, cx) {
            self.on_report(heard, cx);
        }
    }

    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context) {
        match timer {
            Timer::Send => self.rtp.on_send(cx),
            Timer::Other => self.rtp.on_report_due(cx),
            Timer::Timeout => {
                let least = self.least();
                if let Some(from) = self.rtp.on_silence(least, cx) {
                    self.rules.forget();
                    cx.decide(about::SILENCE, &[from, self.rtp.rate()]);
                }
            }
            Timer::Round => {}
        }
    }

    fn on_app(&mut self, cx: &mut impl Context) {
        self.rtp.on_app(cx);
    }

    fn state(&self) -> SenderState {
        SenderState { window: None, rate: Some(self.rtp.rate()), in_flight: 0 }
    }

    fn digest(&self) -> u64 {
        digest_of(&[self.rtp.digest(), self.rules.digest()])
    }
}
