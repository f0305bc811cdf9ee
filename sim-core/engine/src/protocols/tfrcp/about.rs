//! TFRCP's entry in the catalogue: description, signals and decisions.

use super::{Params, Tfrcp};
use crate::describe::{
    AlgorithmInfo, Decision, DecisionInput, Family, Reference, Signal, citations, decision_list, help_text,
    pictures,
};
use crate::params::ParamSet;
use crate::protocols::pictures::BESIDE_TCP;
use crate::transport::Protocol;

pub(super) const LOSS: usize = 0;
pub(super) const MODEL: usize = 1;
pub(super) const SRTT: usize = 2;
pub(super) const T_RTO: usize = 3;
pub(super) const PACKETS: usize = 4;

pub(super) const SET_BY_MODEL: u32 = 0;
pub(super) const DOUBLED: u32 = 1;
pub(super) const HALVED: u32 = 2;
pub(super) const NO_INCREASE: u32 = 3;
pub(super) const FIRST_ACK: u32 = 4;

const FROM: DecisionInput = DecisionInput { id: "from", unit: "bit/s", doc: "Rate before." };
const TO: DecisionInput = DecisionInput { id: "to", unit: "bit/s", doc: "Rate after." };
const PACKETS_INPUT: DecisionInput = DecisionInput {
    id: "packets",
    unit: "packets",
    doc: "Packets of the interval that were received or lost.",
};

pub(super) fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: Tfrcp::ID,
        name: "TFRCP",
        family: Family::Report,
        summary: help_text(
            "Sets its rate every few seconds by a model of TCP from the losses in that time, or doubles it if there \
                  were none.",
        ),
        doc: help_text(
            "Every packet is acknowledged, with a few bits about the packets before it. At the end of each interval of \
              $M$ seconds the sender computes the fraction $p$ of its packets that were lost and sets\n\n\
              $$r = \\min\\left(\\frac{W_{\\mathrm{max}} s}{R},\\ \\frac{s}{R \\sqrt{2bp/3} + T_0 \\min\\left(1, 3 \
              \\sqrt{3bp/8}\\right) p (1 + 32 p^2)}\\right)$$\n\n\
              After an interval without loss it doubles its rate. Within an interval the rate never changes.\n\n\
              Alone on a link it therefore overshoots to up to twice the capacity for a whole interval, loses up to half \
              of its packets, and then collapses by up to two orders of magnitude, from which it recovers in a few \
              doublings. This follows from the algorithm. A large buffer reduces the effect, and *Largest rate* prevents it. At \
              least one packet is sent in each interval, because without feedback the rate could never grow again.",
        ),
        pictures: pictures(&[BESIDE_TCP]),
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
        signals: vec![
            Signal::gauge(
                "loss_fraction",
                "Loss fraction",
                "",
                "Share of the packets lost in the last interval.",
            ),
            Signal::gauge(
                "model_rate",
                "Model's rate",
                "bit/s",
                "The model's rate for the last interval with loss.",
            ),
            Signal::gauge("srtt", "Smoothed RTT", "s", "R in the model."),
            Signal::gauge("t_rto", "Timeout in the model", "s", "TCP's retransmission timeout in the model."),
            Signal::gauge(
                "interval_packets",
                "Packets in the interval",
                "packets",
                "Packets received or lost in the last interval.",
            ),
        ],
        decisions: decision_list(&[
            Decision {
                id: "model",
                label: "Model",
                template: "{lost} of {packets} packets were lost, p = {p}: rate {from} -> {to}.",
                inputs: &[
                    FROM,
                    TO,
                    DecisionInput { id: "lost", unit: "packets", doc: "Packets lost in the interval." },
                    PACKETS_INPUT,
                    DecisionInput { id: "p", unit: "", doc: "Loss fraction." },
                ],
            },
            Decision {
                id: "increase",
                label: "No loss",
                template: "No loss among {packets} packets: rate {from} -> {to}.",
                inputs: &[FROM, TO, PACKETS_INPUT],
            },
            Decision {
                id: "silence",
                label: "No acknowledgement",
                template: "No packet was acknowledged in the whole interval: rate {from} -> {to}.",
                inputs: &[FROM, TO],
            },
            Decision {
                id: "unused",
                label: "No increase",
                template: "No loss, but only {packets} of the {could} packets allowed were used: the rate stays at {from}.",
                inputs: &[
                    FROM,
                    PACKETS_INPUT,
                    DecisionInput { id: "could", unit: "packets", doc: "Packets that the rate allowed." },
                ],
            },
            Decision {
                id: "first_ack",
                label: "First acknowledgement",
                template: "First acknowledgement, round trip {srtt}: rate {from} -> {to}, one packet per round trip until the \
                           interval ends.",
                inputs: &[
                    FROM,
                    TO,
                    DecisionInput { id: "srtt", unit: "s", doc: "First sample of the round-trip time." },
                ],
            },
        ]),
    }
}
