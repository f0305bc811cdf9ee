//! TFRC's entry in the catalogue: signals and decisions.

use crate::protocols::prelude::*;
use crate::transport::tfrc_receiver;

signals! {
    pub(super) const SIGNALS: TfrcSignals {
        ..receiver: tfrc_receiver::TfrcReceiverSignals;
        /// X: the rate that the equation and the receive rate allow.
        x: "Allowed rate" in "bit/s";
        /// The equation's rate at the present loss event rate.
        x_eq: "Equation's rate" in "bit/s";
        /// The receive rate that the receiver last reported.
        x_recv: "Receive rate" in "bit/s";
        /// Largest rate that the receive rates allow.
        recv_limit: "Limit by receive rate" in "bit/s";
        /// The reciprocal of the mean loss interval.
        p: "Loss event rate";
        /// The weighted mean of the loss intervals.
        mean_interval: "Mean loss interval" in "packets";
        /// The smoothed round-trip time, R in the equation.
        srtt: "Smoothed RTT" in "s";
        /// TCP's retransmission timeout in the equation.
        t_rto: "Timeout in the equation" in "s";
    }
}

decisions! {
    pub(super) mod decision {
        values {
            from: "Rate before." in "bit/s",
            to: "Rate after." in "bit/s",
            x_recv: "Receive rate reported." in "bit/s",
            x_eq: "Rate that the equation gives." in "bit/s",
        }
        /// First report, round trip {rtt}: rate {from} -> {to}.
        FirstReport "first_report" "First report" { from, to, rtt: "First sample of the round-trip time." in "s" }
        /// No loss yet, receive rate {x_recv}: rate {from} -> {to}, at most twice the receive rate.
        SlowStart "slow_start" "Slow start" { from, to, x_recv }
        /// Mean loss interval {i_mean} packets, so p = {p}; with a timeout of {t_rto} the equation gives
        /// {x_eq}: rate {from} -> {to}.
        Equation "equation" "Equation" {
            from, to, p: "Loss event rate.", i_mean: "Mean loss interval." in "packets",
            t_rto: "Timeout in the equation." in "s", x_eq,
        }
        /// The equation gives {x_eq}, but the receive rate is only {x_recv}: rate {from} -> {to}.
        Received "received" "Receive rate" { from, to, x_recv, x_eq }
        /// No report for {waited}: rate {from} -> {to}.
        NoFeedback "no_feedback" "No report" { from, to, waited: "Time without a report." in "s" }
        /// No report, but the sender sent no packets either: the rate stays at {to}.
        Idle "idle" "Idle" { to }
    }
}
