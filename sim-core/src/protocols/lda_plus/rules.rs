//! LDA+'s equations 4 to 11 (Sisalem and Wolisz 2000, section III.B), apart from any network. Rates in bit/s.

use super::Params;
use crate::analysis::equation::{ThroughputEquation, Timeout};
use crate::choice;
use crate::ground::math;
use crate::transport::digest_of;

choice! {
    /// Which increase the next additive one is made from.
    pub enum Memory {
        /// The one that was chosen, as equation 5 writes.
        Chosen "chosen",
        /// The additive one, whatever was chosen.
        Additive "additive",
    }
}

choice! {
    /// What the limit by TCP's growth counts.
    pub enum TcpLimit {
        /// Packets per second times the packet size: a rate like the others.
        Packets "packets" "Packets, as bits",
        /// The bare number of equation 8, taken for bits per second.
        Printed "printed" "As printed",
    }
}

choice! {
    /// How many round trips a report covers.
    pub enum RoundTrips {
        /// The closed form, with part of a round trip.
        Real "real" "With fractions",
        /// The sum over whole round trips.
        Whole "whole" "Whole ones",
    }
}

choice! {
    /// What happens at a rate above the bottleneck's.
    pub enum AboveBottleneck {
        /// No increase; the limit at the bottleneck does the rest.
        Stop "stop" "No increase",
        /// As printed, the increase turns negative: a strong pull that overshoots from 1.5 times the bottleneck on.
        Printed "printed" "As printed",
    }
}

/// Which of the limits ruled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Bound {
    Loss = 0,
    Add = 1,
    Exp = 2,
    Tcp = 3,
}

/// What an increase is made from.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub rate: f64,
    pub bottleneck: f64,
    /// Round trip in seconds.
    pub tau: Option<f64>,
    /// Seconds between the last two reports.
    pub period: f64,
    /// Size of a packet in bits.
    pub bits: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rise {
    pub add: f64,
    pub exp: f64,
    /// None while the round trip is unknown.
    pub tcp: Option<f64>,
    pub chosen: f64,
    pub bound: Bound,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fall {
    /// The rate cut by the root of the loss.
    pub cut: f64,
    /// What the equation gives; 0 while the round trip is unknown.
    pub equation: f64,
    pub rate: f64,
    pub by_equation: bool,
}

#[derive(Clone, Debug)]
pub struct Rules {
    initial: f64,
    floor: f64,
    memory: Memory,
    tcp_limit: TcpLimit,
    round_trips: RoundTrips,
    above: AboveBottleneck,
    equation: ThroughputEquation,
    /// The increase that the next additive one is made from.
    increase: f64,
}

impl Rules {
    pub fn new(params: &Params) -> Self {
        let mut rules = Rules {
            initial: 0.0,
            floor: 0.0,
            memory: params.memory,
            tcp_limit: params.tcp_limit,
            round_trips: params.round_trips,
            above: params.above_bottleneck,
            equation: ThroughputEquation::PADHYE,
            increase: params.initial_increase,
        };
        rules.set_params(params);
        rules
    }

    pub fn set_params(&mut self, params: &Params) {
        self.initial = params.initial_increase;
        self.floor = params.memory_floor.unwrap_or(self.initial).min(self.initial);
        (self.memory, self.tcp_limit) = (params.memory, params.tcp_limit);
        (self.round_trips, self.above) = (params.round_trips, params.above_bottleneck);
        self.equation = ThroughputEquation {
            acked_per_ack: f64::from(params.acked_per_ack),
            timeout: Timeout::RoundTrips(params.timeout),
            clamp: true,
        };
    }

    /// The increase that the next additive one is made from.
    pub fn increase(&self) -> f64 {
        self.increase
    }

    /// Begins again with the initial increase.
    pub fn forget(&mut self) {
        self.increase = self.initial;
    }

    /// A report without loss.
    pub fn rise(&mut self, known: &Known) -> Rise {
        let share = known.rate / known.bottleneck;
        let share = if self.above == AboveBottleneck::Stop { share.min(1.0) } else { share };
        // Equations 4 and 5.
        let add = (2.0 - share) * self.increase;
        // Equation 6.
        let exp = -math::exp_m1(share - 1.0) * known.rate;
        let tcp = known.tau.map(|tau| self.tcp(known, tau));
        // Equation 9.
        let (mut chosen, mut bound) = if add <= exp { (add, Bound::Add) } else { (exp, Bound::Exp) };
        if let Some(tcp) = tcp.filter(|&tcp| tcp < chosen) {
            (chosen, bound) = (tcp, Bound::Tcp);
        }
        let kept = if self.memory == Memory::Chosen { chosen } else { add };
        // Doubling for ever would end in infinity.
        self.increase = kept.clamp(self.floor, 1e12);
        Rise { add, exp, tcp, chosen, bound }
    }

    /// Equations 7 and 8: what a TCP's rate grows by within the period.
    fn tcp(&self, known: &Known, tau: f64) -> f64 {
        let trips = known.period / tau;
        let trips = if self.round_trips == RoundTrips::Whole { math::floor(trips) } else { trips };
        // P / T with P = (T/tau + 1)(T/tau) / 2.
        let packets = match self.round_trips {
            RoundTrips::Real => (trips + 1.0) / (2.0 * tau),
            RoundTrips::Whole => (trips + 1.0) * trips / (2.0 * known.period.max(1e-9)),
        };
        match self.tcp_limit {
            TcpLimit::Packets => packets * known.bits,
            TcpLimit::Printed => packets,
        }
    }

    /// A report with loss: equation 11.
    pub fn decrease(&mut self, rate: f64, loss: f64, tau: Option<f64>, bits: f64) -> Fall {
        self.forget();
        let cut = rate * (1.0 - loss.sqrt());
        let equation = tau.map_or(0.0, |tau| self.equation.rate(bits, tau, loss));
        Fall { cut, equation, rate: cut.max(equation), by_equation: equation > cut }
    }

    pub fn digest(&self) -> u64 {
        digest_of(&[self.increase.to_bits()])
    }
}
