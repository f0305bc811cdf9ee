//! TRABOL's entry in the catalogue: description, signals and decisions.

use super::Params;
use crate::describe::{AlgorithmInfo, Family, Picture, Reference, citations, help_text, pictures};
use crate::params::ParamSet;
use crate::{decisions, signals};

signals! {
    pub(super) const SIGNALS: TrabolSignals {
        /// Share of the latest reported ray that is missing.
        ray_loss: "Loss of a ray";
        /// Determines the size and duration of the steps.
        trigger_loss: "Loss that caused the decrease";
        /// Increase of the rate per step.
        increase: "I-factor" in "bit/s";
        /// 1 from a decrease until the target or a loss ends the increase.
        congested: "Increasing";
        /// Steps since the last decrease.
        steps: "Steps";
        /// Rays until the next step.
        hold: "Rays to wait" in "rays";
        /// Packets of a ray at the present rate.
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
        /// A ray lost {loss} of its packets, more than MAX_LOSS: rate {from} -> {to}, then up by {increase}
        /// every {hold} rays.
        Decreased "decrease" "Decrease" {
            from, to, loss, hold: "Rays at each rate." in "rays", increase: "The I-factor." in "bit/s",
        }
        /// A ray lost {loss}, which ends the increase but causes no decrease: the rate stays at {rate}.
        Settled "settled" "Increase ends" { rate, loss }
        /// A ray lost {loss}: {hold} more rays at {rate} before the next step.
        Waiting "held" "Waiting" { rate, loss, hold: "Rays until the next step." in "rays" }
        /// Step {step}: rate {from} -> {to}. The increase of {by} follows from the loss of {trigger} that
        /// caused the decrease.
        Increased "increase" "Increase" {
            from, to, by: "The increase." in "bit/s", trigger: "The loss that caused the decrease.",
            step: "Steps since the decrease.",
        }
        /// No report for {waited}: counts as the loss of a whole ray, once.
        NoReport "silent" "No report" { waited: "Time without a report: three rays and a round trip." in "s" }
    }
}

const RAYS: Picture = Picture {
    caption: "At a target rate of 150 Mb/s on a 132 Mb/s link with a base RTT of 20 ms and 20 packets of buffer: each time the target rate loses a ray's packets, the rate falls to \
              0.45 of it and returns in steps.",
    document: r#"{"v": 1, "duration": 6,
        "network": {"kind": "dumbbell", "forward":
            {"rate": 1.32e8, "delay": 0.005, "queue": {"kind": "drop_tail", "limit": {"packets": 20}}}},
        "flows": [{"id": "own", "access": {"sender": 0.0025, "receiver": 0.0025}}]}"#,
    charts: &["rate", "ray_loss"],
};

pub(super) fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: "trabol",
        name: "TRABOL",
        family: Family::Report,
        summary: help_text(
            "Sends radar data in rays. A ray with a high loss reduces the rate to less than half, and steps return it to the target rate.",
        ),
        doc: help_text(
            "A radar sends a *ray* every $T$ (120 ms) at its target rate $R_t$. The receiver reports how many packets of the ray have \
              arrived; $L$ is the share that is missing:\n\n\
              - $L$ above MAX_LOSS: $R \\leftarrow \\max(R_m, D R)$ with the D-factor $D$ (0.45), once for all rays that were sent before the decrease took effect.\n\
              - After that, while $L$ is at most MIN_LOSS: an increase every $H$ rays, $R \\leftarrow \\min(R_t, R + I)$, where \
              $I = I_0\\,(1 - L_c)$ and $H = \\left\\lceil L_c / \\text{MIN\\_LOSS} \\right\\rceil$ for the loss $L_c$ that caused the decrease. After a loss of \
              25 %, an $I_0$ of 20 Mb/s gives steps of 15 Mb/s, each of five rays.\n\
              - A loss between MIN_LOSS and MAX_LOSS, or reaching $R_t$, ends the increase. The rate then stays the same.\n\n\
              There is no increase without a decrease before it. On a path with $L$ between 5 and 10 % the rate never changes, and it \
              never falls below $R_m$.\n\n\
              At 150 Mb/s into 132 Mb/s, 12 % are lost and the rate becomes 67.5 Mb/s, then 85.1, 102.7, 120.3, 137.9 (which loses 4 %) and 150 again. \
              Into 120 Mb/s it settles at 131.5 with 9 % lost.\n\n\
              **Start.** The first ray has the target rate. With a start rate it has that rate, for example 500 Mb/s, the rate without control, \
              and loses most of its packets on a slower path. The first report decreases it or returns it to the target rate.\n\n\
              **Groups and gaps.** Packets keep the spacing of the target rate, $8S/R_t$. A ray of $P$ packets below the target rate takes \
              $T_r = 8 S P/R_t$; the rest of the time is spread over gaps of $(T - T_r)/\\lceil P/n \\rceil$ after every $n$ \
              packets.\n\n\
              **Fairness.** A TCP flow that shares the link causes losses of a few per cent. They are below MIN_LOSS, so TRABOL does not reduce its rate. \
              TCP gets the capacity that TRABOL does not use.\n\n\
              If no report arrives for three rays and a round trip, a whole ray counts as lost, once.\n\n\
              **Readings of ours.** The paper says that a loss determines how many rays the rate stays at a step, but gives no formula: $H$ is ours. It writes the \
              increase with the loss $L_r$ of the latest report, which is at most MIN_LOSS when the rate increases, but its example uses a loss of 25 %; so $L_c$ is the loss that caused the decrease. \
              It decreases the rate \"by D-factor\": here the D-factor is the share of the rate that remains, and a setting makes it the share that is taken away.",
        ),
        pictures: pictures(&[RAYS]),
        references: citations(&[Reference {
            title: "S. L. Bangolae, A. P. Jayasumana and V. Chandrasekar, TCP-friendly Congestion Control Mechanism for an \
                        UDP-based High Speed Radar Application and Characterization of Fairness, 2002",
            url: "https://doi.org/10.1109/ICCS.2002.1182458",
        }]),
        fields: Params::fields(),
        signals: TrabolSignals::list(),
        decisions: decision::list(),
    }
}
