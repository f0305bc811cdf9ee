//! RAP's entry in the catalogue: description, signals and decisions.

use super::{Params, Rap};
use crate::describe::{AlgorithmInfo, Family, Reference, citations, help_text, pictures};
use crate::params::ParamSet;
use crate::protocols::pictures::WITH_TCP;
use crate::transport::Protocol;
use crate::{decisions, signals};

signals! {
    pub(super) const SIGNALS: RapSignals {
        /// Time between packets, without fine-grain adaptation.
        gap: "Gap" in "s";
        /// The smoothed round-trip time divided by the gap.
        packets_per_rtt: "Packets per RTT" in "packets";
        /// The smoothed round-trip time S, which is the length of a step.
        srtt: "Smoothed RTT" in "s";
        /// A packet that is not acknowledged for this time is lost.
        timeout: "Timeout" in "s";
        /// Mean of the round-trip time over a few packets.
        frtt: "Short-term RTT" in "s";
        /// Mean of the round-trip time over hundreds of packets.
        xrtt: "Long-term RTT" in "s";
        /// Factor by which each gap is multiplied; 1 without fine-grain adaptation.
        fine_grain: "Fine-grain factor";
    }
}

decisions! {
    pub(super) mod decision {
        values {
            from: "Rate before." in "bit/s",
            to: "Rate after." in "bit/s",
            packets: "Packets per round trip after the reduction." in "packets",
        }
        /// A round trip of {srtt} without loss: rate {from} -> {to}.
        Increased "increase" "Increase" { from, to, srtt: "Smoothed round trip." in "s" }
        /// Loss: rate {from} -> {to}, {packets} packets per round trip. Other losses among the packets in
        /// flight belong to the same cluster.
        BackedOff "back_off" "Back-off" { from, to, packets }
        /// Only {sent} of {could} packets were sent in the last round trip: the rate stays at {from}.
        NoIncrease "unused" "No increase" {
            from, sent: "Packets sent." in "packets", could: "Packets that the rate allowed." in "packets",
        }
        /// A packet had no acknowledgement for {timeout}: rate {from} -> {to}, {packets} packets per round
        /// trip.
        TimedOut "timeout" "Timeout" { from, to, packets, timeout: "The timeout that expired." in "s" }
        /// First acknowledgement, round trip {srtt}: rate {from} -> {to}, one packet per round trip.
        FirstAck "first_ack" "First acknowledgement" { from, to, srtt: "First sample of the round-trip time." in "s" }
    }
}

pub(super) fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: Rap::ID,
        name: "RAP",
        family: Family::Rate,
        summary: help_text(
            "Applies TCP's additive increase and multiplicative decrease to a rate instead of a window.",
        ),
        doc: help_text(
            "The sender paces packets with a gap $G$, so its rate is $s/G$ with packets of size $s$. After each smoothed round trip $S$ without loss \
              it adds $\\alpha$ packets per round trip:\n\n\
              $$\\frac{1}{G'} = \\frac{1}{G} + \\frac{\\alpha}{S}, \\quad G' = \\frac{G S}{\\alpha G + S}$$\n\n\
              and at a loss it divides the gap by $\\beta$, which halves the rate. The receiver acknowledges each packet and describes the \
              last gap in the received packets. A packet counts as lost when three later ones have \
              arrived, or after $\\mu S + \\phi V$ ($V$: deviation of the round trip). The packets that are in flight at a loss form a \
              *cluster*. Further losses in the cluster do not reduce the rate again, so the rate is halved at most once per round trip.\n\n\
              There is no slow start: it takes $W$ round trips until $W$ packets are in flight. There is no pause for a retransmission \
              timeout either, so at a high loss RAP is faster than TCP: \
              $\\sqrt{3/(2p)}$ packets per round trip at any $p$. At a loss of 10 %, it gets 1.5 times as much as SACK.\n\n\
              With *fine-grain adaptation* each gap is multiplied by the ratio of the short-term to the long-term mean of the round-trip \
              time, so that a growing queue slows the sender within a round trip.",
        ),
        pictures: pictures(&[WITH_TCP]),
        references: citations(&[Reference {
            title: "R. Rejaie, M. Handley and D. Estrin, RAP: An End-to-end Rate-based Congestion Control Mechanism \
                    for Realtime Streams in the Internet, 1999",
            url: "https://doi.org/10.1109/INFCOM.1999.752152",
        }]),
        fields: Params::fields(),
        signals: RapSignals::list(),
        decisions: decision::list(),
    }
}
