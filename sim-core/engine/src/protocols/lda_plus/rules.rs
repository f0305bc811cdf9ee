//! Equations 4 to 11 of LDA+ (Sisalem and Wolisz 2000, section III.B) without a network. Rates in bit/s.

use super::Params;
use crate::analysis::equation::{ThroughputEquation, Timeout};
use crate::protocols::prelude::*;

choice! {
    /// Which of the last report's increases the next additive increase is computed from.
    pub enum Memory {
        /// The smallest of the three increases, as in equation 5.
        Chosen "chosen",
        /// The additive increase, even if another increase was smaller.
        Additive "additive",
    }
}

choice! {
    /// The unit of the limit by TCP's growth.
    pub enum TcpLimit {
        /// Packets per second, multiplied by the packet size: a rate in bit/s like the other two limits.
        Packets "packets" "Packets, as bits",
        /// The number that equation 8 gives, taken as bit/s.
        Printed "printed" "As printed",
    }
}

choice! {
    /// How the number of round trips that a report covers is counted.
    pub enum RoundTrips {
        /// As a real number, in the closed form of the sum.
        Real "real" "With fractions",
        /// Rounded down: the sum over whole round trips.
        Whole "whole" "Whole ones",
    }
}

choice! {
    /// The increase at a rate above the bottleneck's.
    pub enum AboveBottleneck {
        /// The increase is 0; the limit at the bottleneck reduces the rate.
        Stop "stop" "No increase",
        /// As printed: the increase is negative and leads to a rate below the bottleneck's.
        Printed "printed" "As printed",
    }
}

/// Which bound determined the increase; `Loss` if the rate was reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Bound {
    Loss = 0,
    Add = 1,
    Exp = 2,
    Tcp = 3,
}

/// The inputs of the computation of an increase.
#[derive(Clone, Copy, Debug)]
pub struct IncreaseInputs {
    pub rate: f64,
    pub bottleneck: f64,
    /// Round-trip time in seconds.
    pub tau: Option<f64>,
    /// Seconds between the last two reports.
    pub period: f64,
    /// Size of a packet in bits.
    pub bits: f64,
}

/// The three increases of a report without loss, and the smallest of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateIncrease {
    /// The additive increase (equations 4 and 5).
    pub add: f64,
    /// The exponential increase (equation 6).
    pub exp: f64,
    /// TCP's growth (equations 7 and 8); `None` while the round-trip time is unknown.
    pub tcp: Option<f64>,
    /// The smallest of the three.
    pub chosen: f64,
    pub bound: Bound,
}

/// The rate after a report with loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateDecrease {
    /// The rate reduced by the square root of the loss.
    pub cut: f64,
    /// The throughput equation's rate; 0 while the round-trip time is unknown.
    pub equation: f64,
    /// The larger of the two.
    pub rate: f64,
    /// Whether the throughput equation determined the rate.
    pub by_equation: bool,
}

/// The state that LDA+ keeps between reports.
#[derive(Clone, Debug, State)]
#[state(not(initial_increase, memory_floor, memory, tcp_limit, round_trips, above_bottleneck, equation))]
pub struct LdaPlusRules {
    initial_increase: f64,
    memory_floor: f64,
    memory: Memory,
    tcp_limit: TcpLimit,
    round_trips: RoundTrips,
    above_bottleneck: AboveBottleneck,
    equation: ThroughputEquation,
    /// The increase that the next additive increase is computed from.
    increase: f64,
}

impl LdaPlusRules {
    pub fn new(params: &Params) -> Self {
        let mut rules = LdaPlusRules {
            initial_increase: 0.0,
            memory_floor: 0.0,
            memory: params.memory,
            tcp_limit: params.tcp_limit,
            round_trips: params.round_trips,
            above_bottleneck: params.above_bottleneck,
            equation: ThroughputEquation::PADHYE,
            increase: params.initial_increase,
        };
        rules.set_params(params);
        rules
    }

    pub fn set_params(&mut self, params: &Params) {
        self.initial_increase = params.initial_increase;
        self.memory_floor = params.memory_floor.unwrap_or(self.initial_increase).min(self.initial_increase);
        (self.memory, self.tcp_limit) = (params.memory, params.tcp_limit);
        (self.round_trips, self.above_bottleneck) = (params.round_trips, params.above_bottleneck);
        self.equation = ThroughputEquation {
            acked_per_ack: f64::from(params.acked_per_ack),
            timeout: Timeout::RoundTrips(params.timeout),
            clamp: true,
        };
    }

    /// The increase that the next additive increase is computed from.
    pub fn increase(&self) -> f64 {
        self.increase
    }

    /// Returns to the initial increase.
    pub fn reset_increase(&mut self) {
        self.increase = self.initial_increase;
    }

    /// Computes the increase after a report without loss: the smallest of the additive increase (equations 4
    /// and 5), the exponential increase (equation 6) and TCP's growth (equations 7 and 8), according to
    /// equation 9.
    pub fn increase_rate(&mut self, inputs: &IncreaseInputs) -> RateIncrease {
        let share = inputs.rate / inputs.bottleneck;
        let share = if self.above_bottleneck == AboveBottleneck::Stop { share.min(1.0) } else { share };
        let add = (2.0 - share) * self.increase;
        let exp = -math::exp_m1(share - 1.0) * inputs.rate;
        let tcp = inputs.tau.map(|tau| self.tcp_growth(inputs, tau));
        let (mut chosen, mut bound) = if add <= exp { (add, Bound::Add) } else { (exp, Bound::Exp) };
        if let Some(tcp) = tcp.filter(|&tcp| tcp < chosen) {
            (chosen, bound) = (tcp, Bound::Tcp);
        }
        let remembered = if self.memory == Memory::Chosen { chosen } else { add };
        // Without an upper limit, repeated doubling would overflow to infinity.
        self.increase = remembered.clamp(self.memory_floor, 1e12);
        RateIncrease { add, exp, tcp, chosen, bound }
    }

    /// The growth of a TCP's rate between two reports: one packet per round trip in each round trip
    /// (equations 7 and 8).
    fn tcp_growth(&self, inputs: &IncreaseInputs, tau: f64) -> f64 {
        let trips = inputs.period / tau;
        let trips = if self.round_trips == RoundTrips::Whole { math::floor(trips) } else { trips };
        // P / T in packets per second, with P = (T/tau + 1)(T/tau) / 2.
        let packets = match self.round_trips {
            RoundTrips::Real => (trips + 1.0) / (2.0 * tau),
            RoundTrips::Whole => (trips + 1.0) * trips / (2.0 * inputs.period.max(1e-9)),
        };
        match self.tcp_limit {
            TcpLimit::Packets => packets * inputs.bits,
            TcpLimit::Printed => packets,
        }
    }

    /// Computes the rate after a report with loss: reduced by the square root of the loss, but not below the
    /// throughput equation's rate (equations 10 and 11).
    pub fn decrease_rate(&mut self, rate: f64, loss: f64, tau: Option<f64>, bits: f64) -> RateDecrease {
        self.reset_increase();
        let cut = rate * (1.0 - loss.sqrt());
        let equation = tau.map_or(0.0, |tau| self.equation.rate(bits, tau, loss));
        RateDecrease { cut, equation, rate: cut.max(equation), by_equation: equation > cut }
    }
}
