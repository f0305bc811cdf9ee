//! Exported aimd: the rules of a program (docs/write-your-own.md) in Rust.
//!
//! They compute the same bits as the program. A program that divides by zero or needs too many operations
//! stops the run; these rules continue, and a window or rate that is not a number becomes the smallest one.
//!
//! The program:
//!
//! ```text
//! # Additive increase, multiplicative decrease: Reno with other numbers (Yang and Lam 2000).
//! sender window
//!
//! setting alpha = 1 in 0.01..10 log unit "packets" "Growth of the window per round trip."
//! setting beta = 0.5 in 0.01..0.95 "Share of the window that a loss takes away."
//!
//! on_ack {
//!   if cwnd < ssthresh {
//!     cwnd += min(acked, 2)
//!   } else {
//!     cwnd += alpha * acked / cwnd
//!   }
//! }
//!
//! on_congestion {
//!   ssthresh = max((1 - beta) * base, 2)
//! }
//! ```
#![allow(
    clippy::complexity,
    clippy::style,
    clippy::float_cmp_const,
    unused_variables,
    reason = "the rules have the form of the program; remove this when they are written anew"
)]

use crate::describe::{AlgorithmInfo, Family};
use crate::params::ParamSet;
use crate::transport::program_rules::window::{ProgramWindow, WINDOW, WindowInputs, WindowProgram};
use crate::transport::program_rules::{max, min, within};
use crate::transport::tcp_params::TcpParams;
use crate::transport::window::{self, CongestionWindow};
use crate::transport::{ConnSpec, Context, FlowFacts, Protocol};
use crate::{delegate_sender, params, state};

params! {
    pub struct Params {
        /// Growth of the window per round trip.
        alpha: f64 = 1.0, unit "packets", range 0.01..=10.0, scale log;
        /// Share of the window that a loss takes away.
        beta: f64 = 0.5, range 0.01..=0.95, cite "a program";
        ..tcp: TcpParams;
    }
}

/// The rules and their state.
#[derive(Clone, Debug)]
pub struct ExportedAimdRules {
    p: Params,
}

impl ExportedAimdRules {
    fn new(p: Params) -> Self {
        let mut rules = ExportedAimdRules { p };
        rules.first_values();
        rules
    }

    fn first_values(&mut self) {}
}

impl WindowProgram for ExportedAimdRules {
    /// New packets were acknowledged, and the window may grow: not during recovery, and not while the application limits the flow.
    fn on_ack(&mut self, w: &mut CongestionWindow, x: &WindowInputs) {
        if w.cwnd < w.ssthresh {
            w.cwnd = within(WINDOW, w.cwnd + min(x.acked, 2.0));
        } else {
            w.cwnd = within(WINDOW, w.cwnd + self.p.alpha * x.acked / w.cwnd);
        }
    }

    /// A loss was detected, or a mark arrived, at most once per window. Set `ssthresh`; the window follows it, unless the code assigns `cwnd` here.
    fn on_congestion(&mut self, w: &mut CongestionWindow, x: &WindowInputs) {
        w.ssthresh = within(WINDOW, max((1.0 - self.p.beta) * x.base, 2.0));
    }

    fn restart(&mut self) {
        self.first_values();
    }
}

// The state that determines the future, for the result ID. Settings and signals are no state.
state!(ExportedAimdRules {  } not { p });

#[derive(Clone, Debug)]
pub struct ExportedAimd(ProgramWindow<ExportedAimdRules>);

impl Protocol for ExportedAimd {
    type Params = Params;
    const ID: &'static str = "exported_aimd";

    fn info() -> AlgorithmInfo {
        AlgorithmInfo::new(
            Self::ID,
            "Exported aimd",
            Family::Window,
            Params::fields(),
            window::WindowSignals::list(),
            window::decision::list(),
        )
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let rules = ExportedAimdRules::new(params.clone());
        let (sender, connections) =
            ProgramWindow::build(rules, &params.tcp, facts.packet, Self::header_bytes());
        (ExportedAimd(sender), connections)
    }

    /// Called when the timeline changes settings while the flow runs.
    fn set_params(&mut self, params: &Params, _: &mut impl Context) {
        self.0.set_params(&params.tcp, |rules| rules.p = params.clone());
    }
}

delegate_sender!(ExportedAimd);
