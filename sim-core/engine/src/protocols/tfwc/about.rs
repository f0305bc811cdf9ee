//! TFWC's entry in the catalogue: signals and decisions.

use crate::protocols::prelude::*;
use crate::transport::tfrc_receiver;

signals! {
    pub(super) const SIGNALS: TfwcSignals {
        ..receiver: tfrc_receiver::TfrcReceiverSignals;
        /// The reciprocal of the mean loss interval.
        p: "Loss event rate";
        /// The weighted mean of the loss intervals.
        mean_interval: "Mean loss interval" in "packets";
        /// The equation's window before rounding.
        w_eq: "Equation's window" in "packets";
        /// 0: slow start, 1: acknowledgements trigger packets, 2: a timer triggers packets.
        mode: "Mode";
        /// The sender's smoothed round-trip time.
        srtt: "Smoothed RTT" in "s";
        /// The timeout, with backoff.
        rto: "Timeout" in "s";
    }
}

decisions! {
    pub(super) mod decision {
        values {
            from: "Window before." in "packets",
            to: "Window after." in "packets",
        }
        /// First loss: window {from} -> {to} packets; the history begins with the {interval} packets at which
        /// the equation gives this window.
        FirstLoss "first_loss" "First loss" { from, to, interval: "Interval that fills the history." in "packets" }
        /// New loss event: mean interval {i_mean} packets, so p = {p}; window {from} -> {to} packets.
        LossEvent "loss_event" "Loss event" {
            from, to, i_mean: "Mean loss interval." in "packets", p: "Loss event rate.",
        }
        /// The window is {window} packets. Below {threshold}, a timer sends a packet every {gap}; above it,
        /// acknowledgements trigger packets.
        Mode "mode" "Change of clock" {
            window: "Window." in "packets", threshold: "Window at which the clock changes." in "packets",
            gap: "The timer's gap." in "s",
        }
        /// No acknowledgement for {rto}: sends the new packet {seq}; the next timeout is {next}.
        Timeout "timeout" "Timeout" {
            rto: "The timeout that expired." in "s", next: "The next timeout." in "s",
            seq: "The packet that is sent.",
        }
    }
}
