//! TRABOL's entry in the catalogue: signals and decisions.

use crate::protocols::prelude::*;

signals! {
    pub(super) const SIGNALS: TrabolSignals {
        /// Share of the latest reported ray that is missing.
        ray_loss: "Loss of a ray";
        /// Determines the size and duration of the steps.
        trigger_loss: "Loss that caused the decrease";
        /// Increase of the rate per step.
        increase: "I-factor" in "bit/s";
        /// 1 while the rate increases in steps after a decrease.
        increasing: "Increasing";
        /// Steps since the last decrease.
        steps: "Steps";
        /// Rays until the next step.
        hold: "Rays to wait" in "rays";
        /// Number of packets in a ray at the present rate.
        ray_packets: "Packets per ray" in "packets";
        /// Idle time after each group of packets.
        group_gap: "Gap between groups" in "s";
    }
}

decisions! {
    pub(super) mod decision {
        values {
            from: "Rate before." in "bit/s",
            to: "Rate after." in "bit/s",
            loss: "Share of the ray's packets that are missing.",
            rate: "The rate, which does not change." in "bit/s",
        }
        /// A ray lost {loss} of its packets, more than MAX_LOSS: rate {from} -> {to}. It then grows by
        /// {increase} every {hold} rays.
        Decreased "decrease" "Decrease" {
            from, to, loss, hold: "Rays at each rate." in "rays", increase: "The I-factor." in "bit/s",
        }
        /// A ray lost {loss} of its packets, which ends the increase but causes no decrease: the rate stays at
        /// {rate}.
        Settled "settled" "Increase ends" { rate, loss }
        /// A ray lost {loss} of its packets: {hold} more rays are sent at {rate} before the next step.
        Waiting "held" "Waiting" { rate, loss, hold: "Rays until the next step." in "rays" }
        /// Step {step}: rate {from} -> {to}. The loss of {trigger}, which caused the decrease, determines the
        /// increase of {by}.
        Increased "increase" "Increase" {
            from, to, by: "The increase." in "bit/s", trigger: "The loss that caused the decrease.",
            step: "Steps since the decrease.",
        }
        /// No report for {waited}: this counts as the loss of one whole ray. Further silence does not count
        /// again.
        NoReport "silent" "No report" { waited: "Time without a report: three rays and a round trip." in "s" }
    }
}
