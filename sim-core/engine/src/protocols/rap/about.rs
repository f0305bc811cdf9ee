//! RAP's entry in the catalogue: description, signals and decisions.

use super::{Params, Rap};
use crate::describe::{
    AlgorithmInfo, Decision, DecisionInput, Family, Reference, Signal, citations, decision_list, help_text,
    pictures,
};
use crate::params::ParamSet;
use crate::protocols::pictures::BESIDE_TCP;
use crate::transport::Protocol;

pub(super) const GAP: usize = 0;
pub(super) const PACKETS: usize = 1;
pub(super) const SRTT: usize = 2;
pub(super) const TIMEOUT: usize = 3;
pub(super) const FRTT: usize = 4;
pub(super) const XRTT: usize = 5;
pub(super) const FINE_GRAIN_FACTOR: usize = 6;

pub(super) const INCREASED: u32 = 0;
pub(super) const BACKED_OFF: u32 = 1;
pub(super) const NO_INCREASE: u32 = 2;
pub(super) const TIMED_OUT: u32 = 3;
pub(super) const FIRST_ACK: u32 = 4;

const FROM: DecisionInput = DecisionInput { id: "from", unit: "bit/s", doc: "Rate before." };
const TO: DecisionInput = DecisionInput { id: "to", unit: "bit/s", doc: "Rate after." };

pub(super) fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: Rap::ID,
        name: "RAP",
        family: Family::Rate,
        summary: help_text(
            "TCP's additive increase and multiplicative decrease on a rate instead of a window.",
        ),
        doc: help_text(
            "The sender paces packets with a gap $G$, so its rate is $s/G$ with packets of size $s$. After each smoothed round trip $S$ without loss \
              it adds $\\alpha$ packets per round trip:\n\n\
              $$\\frac{1}{G'} = \\frac{1}{G} + \\frac{\\alpha}{S}, \\quad G' = \\frac{G S}{\\alpha G + S}$$\n\n\
              and at a loss it divides the gap by $\\beta$, which halves the rate. The receiver acknowledges each packet \
              and describes the last hole in the packets received. A packet counts as lost when three later ones have \
              arrived, or after $\\mu S + \\phi V$ ($V$: deviation of the round trip). What is in flight at a loss \
              belongs to the same *cluster*: further losses in the cluster do not reduce the rate again, so the rate halves at most \
              once per round trip.\n\n\
              There is no slow start: a path of $W$ packets takes $W$ round trips to fill. There is no \
              retransmission timeout in the rate either, so at high loss RAP is much faster than TCP: \
              $\\sqrt{3/(2p)}$ packets per round trip at any $p$.\n\n\
              With *fine-grain adaptation* each gap is multiplied by the short-term over the long-term mean of the \
              round trip, so that a queue that grows slows the sender within a round trip.",
        ),
        pictures: pictures(&[BESIDE_TCP]),
        references: citations(&[Reference {
            title: "R. Rejaie, M. Handley and D. Estrin, RAP: An End-to-end Rate-based Congestion Control Mechanism \
                    for Realtime Streams in the Internet, 1999",
            url: "https://doi.org/10.1109/INFCOM.1999.752152",
        }]),
        fields: Params::fields(),
        signals: vec![
            Signal::gauge("gap", "Gap", "s", "Time between packets, without fine-grain adaptation."),
            Signal::gauge(
                "packets_per_rtt",
                "Packets per RTT",
                "packets",
                "The smoothed round-trip time divided by the gap.",
            ),
            Signal::gauge("srtt", "Smoothed RTT", "s", "S, the length of a step."),
            Signal::gauge(
                "timeout",
                "Timeout",
                "s",
                "A packet that is not acknowledged for this time is lost.",
            ),
            Signal::gauge("frtt", "Short-term RTT", "s", "Mean of the round-trip time over a few packets."),
            Signal::gauge(
                "xrtt",
                "Long-term RTT",
                "s",
                "Mean of the round-trip time over hundreds of packets.",
            ),
            Signal::gauge(
                "fine_grain",
                "Fine-grain factor",
                "",
                "Factor of each gap; 1 without fine-grain adaptation.",
            ),
        ],
        decisions: decision_list(&[
            Decision {
                id: "increase",
                label: "Increase",
                template: "A round trip of {srtt} without loss: rate {from} -> {to}.",
                inputs: &[FROM, TO, DecisionInput { id: "srtt", unit: "s", doc: "Smoothed round trip." }],
            },
            Decision {
                id: "back_off",
                label: "Back-off",
                template: "Loss: rate {from} -> {to}, {packets} packets per round trip. Other losses among the packets in \
                           flight belong to the same cluster.",
                inputs: &[
                    FROM,
                    TO,
                    DecisionInput {
                        id: "packets",
                        unit: "packets",
                        doc: "Packets per round trip after the reduction.",
                    },
                ],
            },
            Decision {
                id: "unused",
                label: "No increase",
                template: "Only {sent} of {could} packets were sent in the last round trip: the rate stays at {from}.",
                inputs: &[
                    FROM,
                    DecisionInput { id: "sent", unit: "packets", doc: "Packets sent." },
                    DecisionInput { id: "could", unit: "packets", doc: "Packets that the rate allowed." },
                ],
            },
            Decision {
                id: "timeout",
                label: "Timeout",
                template: "A packet had no acknowledgement for {timeout}: rate {from} -> {to}, {packets} packets per round trip.",
                inputs: &[
                    FROM,
                    TO,
                    DecisionInput {
                        id: "packets",
                        unit: "packets",
                        doc: "Packets per round trip after the reduction.",
                    },
                    DecisionInput { id: "timeout", unit: "s", doc: "The timeout that expired." },
                ],
            },
            Decision {
                id: "first_ack",
                label: "First acknowledgement",
                template: "First acknowledgement, round trip {srtt}: rate {from} -> {to}, one packet per round trip.",
                inputs: &[
                    FROM,
                    TO,
                    DecisionInput { id: "srtt", unit: "s", doc: "First sample of the round-trip time." },
                ],
            },
        ]),
    }
}
