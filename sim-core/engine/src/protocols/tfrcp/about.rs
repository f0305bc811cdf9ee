//! TFRCP's entry in the catalogue: signals and decisions.

use crate::protocols::prelude::*;

signals! {
    pub(super) const SIGNALS: TfrcpSignals {
        /// Share of the packets lost in the last interval.
        loss_fraction: "Loss fraction";
        /// The model's rate for the last interval with loss.
        model_rate: "Model's rate" in "bit/s";
        /// The smoothed round-trip time, R in the model.
        srtt: "Smoothed RTT" in "s";
        /// TCP's retransmission timeout in the model.
        t_rto: "Timeout in the model" in "s";
        /// Packets received or lost in the last interval.
        interval_packets: "Packets in the interval" in "packets";
    }
}

decisions! {
    pub(super) mod decision {
        values {
            from: "Rate before." in "bit/s",
            to: "Rate after." in "bit/s",
            packets: "Packets of the interval that were received or lost." in "packets",
        }
        /// {lost} of {packets} packets were lost, p = {p}: rate {from} -> {to}.
        SetByModel "model" "Model" {
            from, to, lost: "Packets lost in the interval." in "packets", packets, p: "Loss fraction.",
        }
        /// No loss among {packets} packets: rate {from} -> {to}.
        Doubled "increase" "No loss" { from, to, packets }
        /// No packet was acknowledged in the whole interval: rate {from} -> {to}.
        Halved "silence" "No acknowledgement" { from, to }
        /// No loss, but only {packets} of the {could} packets allowed were used: the rate stays at {from}.
        NoIncrease "unused" "No increase" { from, packets, could: "Packets that the rate allowed." in "packets" }
        /// First acknowledgement, round trip {srtt}: rate {from} -> {to}, one packet per round trip until the
        /// interval ends.
        FirstAck "first_ack" "First acknowledgement" { from, to, srtt: "First sample of the round-trip time." in "s" }
    }
}
