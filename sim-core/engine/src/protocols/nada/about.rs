//! NADA's entry in the catalogue: signals and decisions.

use crate::protocols::prelude::*;
use crate::transport::nada_receiver;

signals! {
    pub(super) const SIGNALS: NadaSignals {
        ..receiver: nada_receiver::NadaReceiverSignals;
        /// The signal in equilibrium at the present rate.
        x_ref: "Target of the signal" in "s";
        /// 1 in the accelerated mode, 0 in the gradual mode.
        mode: "Accelerated";
    }
}

decisions! {
    pub(super) mod decision {
        values {
            from: "Rate before." in "bit/s",
            to: "Rate after." in "bit/s",
            signal: "The congestion signal." in "s",
            target: "Its target at the rate before." in "s",
            before: "The signal of the report before." in "s",
            loss: "Smoothed ratio of lost packets.",
        }
        /// No congestion: the rate may exceed the receive rate of {received} by a share of {gamma}: rate
        /// {from} -> {to}.
        RampUp "ramp_up" "Accelerated increase" {
            from, to, received: "Receive rate." in "bit/s", gamma: "Largest share above the receive rate.",
        }
        /// The congestion signal is {signal}, its target {target} (signal before: {before}, loss: {loss}):
        /// rate {from} -> {to}.
        Increase "increase" "Gradual increase" { from, to, signal, target, before, loss }
        /// The congestion signal is {signal}, its target {target} (signal before: {before}, loss: {loss}):
        /// rate {from} -> {to}.
        Decrease "decrease" "Gradual decrease" { from, to, signal, target, before, loss }
        /// No reports arrive: rate {from} -> {to}.
        Silence "silence" "No reports" { from, to }
    }
}

// The receiver records the first six signals.
