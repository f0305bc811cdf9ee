//! RAP's entry in the catalogue: signals and decisions.

use crate::protocols::prelude::*;

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
