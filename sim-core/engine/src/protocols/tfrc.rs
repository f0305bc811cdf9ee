//! TFRC: a rate from TCP's throughput equation, smoothed by averaging over loss intervals.
//!
//! Follows Floyd, Handley, Padhye and Widmer 2000, with RFC 5348, RFC 3448 and ns-2's agent as flavours.
//! `tfrc/sender.rs` contains what all flavours share; `tfrc/rfc.rs` and `tfrc/ns2.rs` contain their rules.
//! The receiver is `transport/tfrc_receiver.rs`.

mod about;
mod ns2;
mod reporting;
mod rfc;
mod sender;
mod settings;
#[cfg(test)]
mod tests;

use crate::protocols::prelude::*;
use crate::transport::loss_history::Averaging;
use crate::transport::tfrc_receiver::{ReceiverRules, TfrcReceiver, TfrcReceiverSettings};
use sender::TfrcRules;
use settings::Settings;
pub use settings::{Flavour, Params};

/// The measurements and settings from which a flavour's rules compute the rate. Rates are in bytes per
/// second, durations in seconds.
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
    /// The longest time between packets.
    t_mbi: f64,
    /// Whether oscillation prevention is on (RFC 5348 section 4.5).
    damping: bool,
    /// In conservative mode: largest ratio of the rate to the receive rate.
    conservative: Option<f64>,
    /// Factor by which each step of slow start multiplies the rate.
    slow_start_factor: f64,
}

impl RateInputs {
    /// The smallest rate: one packet in the longest gap, t_mbi (RFC 5348 section 4.3).
    fn smallest_rate(&self) -> f64 {
        self.size / self.t_mbi
    }

    /// The initial window in bytes (RFC 3390): four packets, but no more than 4380 bytes or two packets,
    /// whichever is larger.
    fn initial_window(&self) -> f64 {
        (4.0 * self.size).min((2.0 * self.size).max(4380.0))
    }
}

/// The contents of a receiver's report, and the sender's state in the interval that the report covers.
struct Report {
    /// Receive rate in bytes per second.
    x_recv: f64,
    /// Loss event rate.
    p: f64,
    /// Number of packets found lost since the previous report.
    losses: u32,
    /// Whether a loss event has begun since the previous report.
    new_event: bool,
    /// Whether the application limited the sender in the interval that the report covers.
    data_limited: bool,
}

/// The rule that determined the rate. The number is the index of the decision that explains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum Reason {
    FirstReport,
    SlowStart,
    Equation,
    /// The receive rate limited the rate.
    ReceiveRate,
    NoFeedback,
    /// The no-feedback timer expired, but the sender was idle, so the rate did not change.
    IdleKept,
    /// The report did not change the rate. This has no decision.
    Unchanged,
}

#[derive(Clone, Debug, State)]
pub struct Tfrc(RateSender<TfrcRules>);

impl Protocol for Tfrc {
    type Params = Params;
    const ID: &'static str = "tfrc";
    const NAME: &'static str = "TFRC";
    const FAMILY: Family = Family::Rate;
    const SIGNALS: List<Signal> = about::TfrcSignals::list;
    const DECISIONS: List<Decision> = about::decision::list;

    fn build(params: &Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>) {
        let settings = Settings::new(params);
        let ns2 = params.flavour == Flavour::Ns2;
        let discount_floor = params.discount_floor.unwrap_or(if ns2 { 0.5 } else { 0.25 });
        let receiver = TfrcReceiver::new(TfrcReceiverSettings {
            averaging: Averaging {
                intervals: params.intervals as usize,
                discount: params.discounting.then_some(discount_floor),
                open_is_additional: ns2,
            },
            ndupack: params.ndupack.unwrap_or(if ns2 { 1 } else { 3 }),
            reports_per_rtt: params.reports_per_rtt,
            report_size: narrow::<u16>(params.report_size),
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
