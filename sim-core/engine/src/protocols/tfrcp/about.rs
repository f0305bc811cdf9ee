//! TFRCP's entry in the catalogue: description, signals and decisions.

use super::{Params, Tfrcp};
use crate::describe::{AlgorithmInfo, Family, Reference, citations, help_text, pictures};
use crate::params::ParamSet;
use crate::protocols::pictures::WITH_TCP;
use crate::transport::Protocol;
use crate::{decisions, signals};

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

pub(super) fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: Tfrcp::ID,
        name: "TFRCP",
        family: Family::Report,
        summary: help_text(
            "Every few seconds, sets its rate to that of a TCP model at the measured loss, or doubles the rate if there was no loss.",
        ),
        doc: help_text(
            "Every packet is acknowledged. Each acknowledgement also has a few bits about the packets before that packet. At the end of \
              each interval of \
              $M$ seconds the sender computes the fraction $p$ of its packets that were lost and sets\n\n\
              $$r = \\min\\left(\\frac{W_{\\mathrm{max}} s}{R},\\ \\frac{s}{R \\sqrt{2bp/3} + T_0 \\min\\left(1, 3 \
              \\sqrt{3bp/8}\\right) p (1 + 32 p^2)}\\right)$$\n\n\
              After an interval without loss it doubles its rate. Within an interval the rate never changes.\n\n\
              A flow that is alone on a link therefore sends at up to twice the capacity for a whole interval and loses up to half of its \
              packets. Then its rate falls by up to three orders of magnitude, and returns in about ten doublings. This follows from the \
              algorithm. A large buffer reduces the effect, and *Largest rate* prevents it. At \
              least one packet is sent in each interval, because without feedback the rate could never grow again.",
        ),
        pictures: pictures(&[WITH_TCP]),
        references: citations(&[
            Reference {
                title: "J. Padhye, J. Kurose, D. Towsley and R. Koodli, A Model Based TCP-Friendly Rate Control \
                        Protocol, 1999",
                url: "https://www.nossdav.org/",
            },
            Reference {
                title: "J. Padhye, V. Firoiu, D. Towsley and J. Kurose, Modeling TCP Throughput: A Simple Model and its \
                        Empirical Validation, 1998",
                url: "https://doi.org/10.1145/285237.285291",
            },
        ]),
        fields: Params::fields(),
        signals: TfrcpSignals::list(),
        decisions: decision::list(),
    }
}
