//! SCReAMv2's entry in the catalogue: signals and decisions.

use crate::protocols::prelude::*;

signals! {
    pub(super) const SIGNALS: Scream2Signals {
        /// The reference window.
        window: "Window in bytes" in "bytes";
        /// Bytes above the highest acknowledged packet.
        bytes_in_flight: "Bytes in flight" in "bytes";
        /// Average of the one-way delay above the smallest so far. It falls at once and rises slowly.
        qdelay: "Queueing delay" in "s";
        /// Average share of marked packets. It rises fast and falls slowly.
        alpha: "Share of marked packets";
        /// The rate that the encoder should produce.
        media_rate: "Encoder's rate" in "bit/s";
        /// Time that packets wait at the sender.
        queue_delay: "Sending queue" in "s";
    }
}

decisions! {
    pub(super) mod decision {
        values {
            from: "Window before." in "bytes",
            to: "Window after." in "bytes",
            rate_from: "Encoder's rate before." in "bit/s",
            rate_to: "Encoder's rate after." in "bit/s",
        }
        /// No congestion: window {from} -> {to}, encoder's rate {rate_from} -> {rate_to}.
        Grows "grow" "Window grows" { from, to, rate_from, rate_to }
        /// Loss: window {from} -> {to}, encoder's rate {rate_from} -> {rate_to}.
        Loss "loss" "Loss" { from, to, rate_from, rate_to }
        /// Packets were marked, {alpha} of them on average: window {from} -> {to}, encoder's rate {rate_from} ->
        /// {rate_to}.
        Mark "mark" "Mark" { from, to, rate_from, rate_to, alpha: "Average share of marked packets." }
        /// The queueing delay of {delay} counts as {alpha} marked packets: window {from} -> {to}, encoder's rate
        /// {rate_from} -> {rate_to}.
        Delay "delay" "Delay" {
            from, to, rate_from, rate_to, delay: "Average queueing delay." in "s",
            alpha: "The share of marked packets as which the delay counts.",
        }
        /// No reports arrive, and all packets in flight count as lost: window {from} -> {to}, encoder's rate
        /// {rate_from} -> {rate_to}.
        Silence "silence" "No reports" { from, to, rate_from, rate_to }
    }
}
