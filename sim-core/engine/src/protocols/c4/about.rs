//! The signals and decisions of C4.

use crate::protocols::prelude::*;

signals! {
    pub(super) const SIGNALS: C4Signals {
        ..window: window::WindowSignals;
        /// The estimate of the free bandwidth. Measurements only raise it.
        nominal_rate: "Nominal rate" in "bit/s";
        /// The rate at which packets are paced.
        pacing_rate: "Pacing rate" in "bit/s";
        /// The largest round-trip time without a queue.
        max_rtt: "Nominal max RTT" in "s";
        /// The largest round-trip time that is no congestion signal.
        rtt_limit: "RTT limit" in "s";
        /// 0: Initial, 1: Recovery, 2: Cruising, 3: Probing, 4: Pushing.
        state: "State";
        /// How strongly the flow responds to congestion: from 0 at a low rate to 1 at a high one.
        sensitivity: "Sensitivity";
        /// Average share of lost packets.
        loss: "Loss";
        /// Average share of marked packets.
        marks: "Marks";
    }
}

decisions! {
    pub(super) mod decision after window::decision {
        values {
            rate: "Nominal rate." in "bit/s",
            before: "Nominal rate before." in "bit/s",
            rtt: "Nominal max RTT." in "s",
        }
        /// The start ends at a nominal rate of {rate}: the window, halved, gives a nominal max RTT of {rtt}.
        EndsInitial "c4_ends_initial" "Initial ends" { rate, rtt }
        /// Probing has raised the rate from {before} to {rate}: the flow pushes.
        Pushes "c4_pushes" "Pushing" { before, rate }
        /// The rate grew from {before} to {rate} by pushing, and continues.
        Grows "c4_grows" "Pushing continues" { before, rate }
        /// The round-trip time is {excess} above the limit: the nominal rate falls from {before} to {rate}.
        Delay "c4_delay" "Long delay" { excess: "Excess over the limit." in "s", before, rate }
        /// A share of {share} of the packets is lost, above {threshold}: the nominal rate falls from {before} to {rate}.
        Loses "c4_loss" "Losses" { share: "Average share of lost packets.", threshold: "Threshold.", before, rate }
        /// A share of {share} of the packets is marked, above {threshold}: the nominal rate falls from {before} to {rate}.
        Marks "c4_marks" "Marks" { share: "Average share of marked packets.", threshold: "Threshold.", before, rate }
        /// {count} cycles in a row had congestion: the nominal rate falls from {before} to {rate}, the largest measured one.
        Persists "c4_persists" "Persistent congestion" { count: "Cycles in a row with congestion." in "cycles", before, rate }
        /// The round-trip time varies between {smallest} and {rtt}: the start begins again.
        Restarts "c4_restarts" "Initial again" { smallest: "Smallest round-trip time." in "s", rtt }
    }
}
