//! TFRC: a rate from TCP's throughput equation, smoothed by averaging over loss intervals.
//!
//! Follows Floyd, Handley, Padhye and Widmer 2000, with RFC 5348, RFC 3448 and ns-2's agent as flavours. `tfrc/sender.rs` has what
//! the flavours share; `tfrc/rfc.rs` and `tfrc/ns2.rs` have their rules; the receiver is `transport/tfrc_receiver.rs`.

mod about;
mod ns2;
mod reporting;
mod rfc;
mod sender;
mod settings;
#[cfg(test)]
mod tests;

use crate::delegate_sender;
use crate::describe::AlgorithmInfo;
use crate::ground::time::Time;
use crate::transport::loss_history::Averaging;
use crate::transport::rate::RateSender;
use crate::transport::tfrc_receiver::{ReceiverRules, TfrcReceiver, TfrcReceiverSettings};
use crate::transport::{AnyReceiver, ConnSpec, Context, FlowFacts, Protocol};
use sender::TfrcRules;
use settings::Settings;
pub use settings::{Flavour, Params};

/// What a flavour's rules use to set the rate. Rates in bytes per second, times in seconds.
#[derive(Clone, Copy, Debug)]
struct RateInputs {
    now: Time,
    /// Size of a full packet in bytes.
    size: f64,
    /// Smoothed round-trip time; 0 before the first sample.
    rtt: f64,
    /// Latest round-trip sample.
    sample: f64,
    /// Moving average of the square roots of the samples (RFC 5348 section 4.5).
    sqrt_rtt: f64,
    /// Rate of the throughput equation at the present loss event rate.
    x_eq: f64,
    t_mbi: f64,
    damping: bool,
    /// In conservative mode: largest ratio of the rate to the receive rate.
    conservative: Option<f64>,
    slow_start_factor: f64,
}

impl RateInputs {
    /// The smallest rate: one packet in the longest gap, t_mbi (RFC 5348 section 4.3).
    fn smallest_rate(&self) -> f64 {
        self.size / self.t_mbi
    }

    /// The initial window in bytes (RFC 3390): four packets, but no more than 4380 bytes or two packets, whichever is larger.
    fn initial_window(&self) -> f64 {
        (4.0 * self.size).min((2.0 * self.size).max(4380.0))
    }
}

/// The contents of a receiver's report, and whether the application limited the sender in the interval that it covers.
struct Report {
    x_recv: f64,
    p: f64,
    losses: u32,
    new_event: bool,
    data_limited: bool,
}

/// What determined the rate: the index of the decision that explains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum Reason {
    FirstReport = 0,
    SlowStart = 1,
    Equation = 2,
    Received = 3,
    NoFeedback = 4,
    IdleKept = 5,
    Unchanged = 6,
}

#[derive(Clone, Debug)]
pub struct Tfrc(RateSender<TfrcRules>);

impl Protocol for Tfrc {
    type Params = Params;
    const ID: &'static str = "tfrc";

    fn info() -> AlgorithmInfo {
        about::info()
    }

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let settings = Settings::new(params);
        let ns2 = params.flavour == Flavour::Ns2;
        let floor = params.discount_floor.unwrap_or(if ns2 { 0.5 } else { 0.25 });
        let receiver = TfrcReceiver::new(TfrcReceiverSettings {
            averaging: Averaging {
                intervals: params.intervals as usize,
                discount: params.discounting.then_some(floor),
                open_besides: ns2,
            },
            ndupack: params.ndupack.unwrap_or(if ns2 { 1 } else { 3 }),
            reports_per_rtt: params.reports_per_rtt,
            report_size: params.report_size as u16,
            equation: settings.equation,
            rules: match params.flavour {
                Flavour::Rfc5348 => ReceiverRules::Rfc5348,
                Flavour::Rfc3448 => ReceiverRules::Rfc3448,
                Flavour::Ns2 => ReceiverRules::Ns2,
            },
        });
        let sender = RateSender::new(TfrcRules::new(params, facts.packet));
        (Tfrc(sender), vec![ConnSpec { receiver: AnyReceiver::TfrcReceiver(receiver) }])
    }

    fn set_params(&mut self, params: &Params, cx: &mut impl Context) {
        let RateSender { algorithm, socket } = &mut self.0;
        algorithm.set_params(params, cx.now());
        socket.reschedule(algorithm, cx);
    }
}

delegate_sender!(Tfrc);
