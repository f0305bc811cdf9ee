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

const RAYS: Picture = Picture {
    caption: "At a target rate of 150 Mb/s on a 132 Mb/s link with a base RTT of 20 ms and 20 packets of buffer: each time packets of a ray at the target rate are lost, the rate falls to \
              0.45 of the target and returns to it in steps.",
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
              arrived. $L$ is the share of missing packets, and $R_m$ is the smallest rate:\n\n\
              - $L$ above MAX_LOSS: $R \\leftarrow \\max(R_m, D R)$ with the D-factor $D$ (0.45), once for all rays that were sent before the decrease took effect.\n\
              - After that, while $L$ is at most MIN_LOSS: an increase every $H$ rays, $R \\leftarrow \\min(R_t, R + I)$, where \
              $I = I_0\\,(1 - L_c)$ and $H = \\left\\lceil L_c / \\text{MIN\\_LOSS} \\right\\rceil$ for the loss $L_c$ that caused the decrease. After a loss of \
              25 %, an $I_0$ of 20 Mb/s gives steps of 15 Mb/s, and each rate is kept for five rays.\n\
              - The increase ends when the rate reaches $R_t$, or at a loss between MIN_LOSS and MAX_LOSS. The rate then stays the same.\n\n\
              There is no increase without a decrease before it. On a path whose loss is between MIN_LOSS (5 %) and MAX_LOSS (10 %), the \
              rate never changes.\n\n\
              Example: with a target of 150 Mb/s on a link of 132 Mb/s, 12 % are lost. The rate falls to 67.5 Mb/s and rises to 85.1, 102.7, \
              120.3, 137.9 (4 % are lost) and 150 Mb/s. On a link of 120 Mb/s it stays at 131.5 Mb/s, with a loss of 9 %.\n\n\
              **Start.** The first ray has the target rate, unless a start rate is set. A start rate of 500 Mb/s, for example, is that of a \
              sender without rate control: on a slower path, most packets of the first ray are lost. The first report decreases the rate or \
              sets it to the target rate.\n\n\
              **Groups and gaps.** Packets of $S$ bytes are always spaced as at the target rate, by $8S/R_t$. If the rate is below the \
              target, a ray has fewer packets, $P$, and sending them takes $T_r = 8 S P/R_t$. The rest of the time is divided into gaps of \
              $(T - T_r)/\\lceil P/n \\rceil$, one after every $n$ packets.\n\n\
              **Fairness.** A TCP flow that shares the link causes losses of a few per cent. They are below MIN_LOSS, so TRABOL does not reduce its rate. \
              TCP gets the capacity that TRABOL does not use.\n\n\
              **Missing reports.** If no report arrives for three rays and a round trip, one whole ray counts as lost.\n\n\
              **Our interpretation.** The paper says that the loss determines for how many rays each rate is kept, but gives no formula; the formula for $H$ is ours. \
              Its equation of the increase uses $L_r$, the loss of the latest report. But while the rate increases, $L_r$ is at most MIN_LOSS, and the example in the paper uses 25 %. \
              We therefore use $L_c$, the loss that caused the decrease. \
              The paper decreases the rate \"by D-factor\". Here the D-factor is the share of the rate that remains. With another setting, \
              it is the share by which the rate is reduced.",
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
