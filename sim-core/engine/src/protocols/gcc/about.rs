//! GCC's entry in the catalogue: signals and decisions.

use crate::protocols::prelude::*;

signals! {
    pub(super) const SIGNALS: GccSignals {
        /// m, which is compared with the threshold.
        trend: "Trend of the delay" in "s";
        /// The detector's threshold.
        threshold: "Threshold" in "s";
        /// 1 at overuse, -1 at underuse, 0 otherwise.
        usage: "Overuse";
        /// 1 while the delay-based rate may increase, 0 while it is held.
        increasing: "Increase";
        /// The rate A, which follows from the trend of the delay.
        delay_rate: "Delay-based rate" in "bit/s";
        /// The loss-based limit. While losses do not limit the rate, this is the delay-based rate.
        loss_rate: "Loss-based rate" in "bit/s";
        /// The receive rate R, measured over `rate_window`.
        received: "Receive rate" in "bit/s";
        /// Mean of the receive rate at overuse.
        capacity: "Estimated capacity" in "bit/s";
        /// Share of lost packets among the last 20 or more packets; by the rules of browsers, of lost bytes within
        /// some seconds.
        loss: "Loss fraction";
    }
}

decisions! {
    pub(super) mod decision {
        values {
            from: "Rate before." in "bit/s",
            trend: "The modified trend of the delay." in "s",
            threshold: "The detector's threshold." in "s",
            to: "Rate after." in "bit/s",
            received: "Receive rate; 0 if it is not known yet." in "bit/s",
            loss: "Fraction of packets lost.",
            probe: "Rate of the burst." in "bit/s",
        }
        /// Overuse: the trend of {trend} exceeds the threshold of {threshold}. The rate stays at {from},
        /// because the last change must take effect first.
        Overuse "overuse" "Overuse" { from, trend, threshold }
        /// No overuse (trend {trend}, threshold {threshold}) and the capacity is unknown: delay-based rate
        /// {from} -> {to}, at a receive rate of {received} (0: unknown).
        Multiplied "multiply" "Multiplicative increase" { from, to, received, trend, threshold }
        /// No overuse (trend {trend}, threshold {threshold}), near the capacity of {capacity}: delay-based
        /// rate {from} -> {to}.
        Added "add" "Additive increase" { from, to, capacity: "Estimated capacity." in "bit/s", trend, threshold }
        /// Overuse: the trend of {trend} exceeds the threshold of {threshold}. Packets arrive at {received}:
        /// delay-based rate {from} -> {to}.
        Decreased "decrease" "Decrease" { from, to, received, trend, threshold }
        /// Overuse: the trend of {trend} exceeds the threshold of {threshold}, before a receive rate is
        /// known: delay-based rate {from} -> {to}.
        Halved "halve" "Halved" { from, to, trend, threshold }
        /// The loss is {loss}: loss-based limit {from} -> {to}.
        LossDecrease "loss_decrease" "High loss" { from, to, loss }
        /// The loss is {loss}: loss-based limit {from} -> {to}.
        LossIncrease "loss_increase" "Low loss" { from, to, loss }
        /// A burst at {probe} begins, while the rate is {from}.
        Probe "probe" "Probe" { from, probe }
        /// The burst was sent at {probe} and arrived at {arrived}: delay-based rate {from} -> {to}.
        Probed "probed" "Result of a probe" {
            from, to, probe, arrived: "Rate at which the burst arrived." in "bit/s",
        }
        /// No reports arrive: rate {from} -> {to}.
        Silence "silence" "No reports" { from, to }
    }
}
