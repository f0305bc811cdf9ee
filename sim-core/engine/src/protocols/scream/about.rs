//! SCReAM's entry in the catalogue: signals and decisions.

use crate::protocols::prelude::*;

signals! {
    pub(super) const SIGNALS: ScreamSignals {
        /// The congestion window.
        window: "Window in bytes" in "bytes";
        /// Bytes above the highest acknowledged packet.
        bytes_in_flight: "Bytes in flight" in "bytes";
        /// One-way delay above the smallest so far.
        qdelay: "Queueing delay" in "s";
        /// The queueing delay at which the window stays.
        qdelay_target: "Target of the delay" in "s";
        /// From 0 to 1. A large trend ends the fast increase.
        trend: "Trend of the delay";
        /// The rate that the encoder should produce.
        media_rate: "Encoder's rate" in "bit/s";
        /// Time that packets wait in the sending queue.
        queue_delay: "Sending queue" in "s";
        /// 1 during the fast increase, 0 otherwise.
        fast_increase: "Fast increase";
    }
}

decisions! {
    pub(super) mod decision {
        values {
            from: "Window before." in "bytes",
            to: "Window after." in "bytes",
            delay: "Queueing delay." in "s",
            target: "Target of the queueing delay." in "s",
            rate_from: "Encoder's rate before." in "bit/s",
            rate_to: "Encoder's rate after." in "bit/s",
            throughput: "The larger of the rates at which packets were sent and acknowledged." in "bit/s",
            queue: "Delay of the sending queue." in "s",
        }
        /// Fast increase: {acknowledged} were acknowledged: window {from} -> {to}.
        Fast "fast" "Fast increase" { from, to, acknowledged: "Bytes newly acknowledged." in "bytes" }
        /// The queueing delay of {delay} has a trend of {trend}: the fast increase ends. Window {from} ->
        /// {to}.
        LeftFast "left_fast" "End of the fast increase" { from, to, delay, trend: "Trend of the delay." }
        /// The delay had a small trend for {time}: the fast increase resumes at a window of {from}.
        Resumed "resume" "Fast increase resumes" { from, time: "Time with a small trend." in "s" }
        /// The queueing delay of {delay} is below its target of {target}: window {from} -> {to}.
        Grows "grow" "Window grows" { from, to, delay, target }
        /// Queueing delay {delay}, target {target}: window {from} -> {to}.
        Shrinks "shrink" "Window shrinks" { from, to, delay, target }
        /// Loss: window {from} -> {to}, encoder's rate {rate_from} -> {rate_to}.
        Loss "loss" "Loss" { from, to, rate_from, rate_to }
        /// A packet was marked: window {from} -> {to}, encoder's rate {rate_from} -> {rate_to}.
        Mark "mark" "Mark" { from, to, rate_from, rate_to }
        /// Throughput {throughput}, {queue} in the sending queue: encoder's rate {rate_from} -> {rate_to}.
        RateUp "rate_up" "Encoder faster" { rate_from, rate_to, throughput, queue }
        /// Throughput {throughput}, {queue} in the sending queue: encoder's rate {rate_from} -> {rate_to}.
        RateDown "rate_down" "Encoder slower" { rate_from, rate_to, throughput, queue }
        /// Packets wait {queue} in the sending queue at a throughput of {throughput}: encoder's rate
        /// {rate_from} -> {rate_to}.
        Queue "queue" "Sending queue too long" { rate_from, rate_to, throughput, queue }
        /// No reports arrive, and all packets in flight count as lost: window {from} -> {to}, encoder's rate
        /// {rate_from} -> {rate_to}.
        Silence "silence" "No reports" { from, to, rate_from, rate_to }
    }
}
