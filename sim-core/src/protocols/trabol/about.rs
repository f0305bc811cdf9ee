//! What is said about TRABOL: rules in plain words, references, signals, and the sentences that explain its decisions.

use super::Params;
use crate::describe::{AlgorithmInfo, Decision, DecisionInput, Family, Reference, Signal, sources, words};
use crate::params::ParamSet;

pub(super) const LOSS: usize = 0;
pub(super) const TRIGGER: usize = 1;
pub(super) const INCREASE: usize = 2;
pub(super) const CONGESTED: usize = 3;
pub(super) const STEPS: usize = 4;
pub(super) const HOLD: usize = 5;
pub(super) const PACKETS: usize = 6;
pub(super) const GROUP_GAP: usize = 7;

pub(super) const DECREASED: u32 = 0;
pub(super) const SETTLED: u32 = 1;
pub(super) const HELD: u32 = 2;
pub(super) const INCREASED: u32 = 3;
pub(super) const SILENT: u32 = 4;

fn decisions() -> Vec<Decision> {
    const FROM: DecisionInput = DecisionInput { id: "from", unit: "bit/s", doc: "Rate before." };
    const TO: DecisionInput = DecisionInput { id: "to", unit: "bit/s", doc: "Rate after." };
    const LOSS: DecisionInput = DecisionInput { id: "loss", unit: "", doc: "Share of the ray's packets that are missing." };
    const STAY: DecisionInput = DecisionInput { id: "rate", unit: "bit/s", doc: "The rate, which stays." };
    vec![
        Decision {
            id: "decrease",
            label: "Decrease",
            template: "A ray lost {loss} of its packets, more than MAX_LOSS: rate {from} -> {to}; from there up by {increase} every \
                       {hold} rays.",
            inputs: &[
                FROM,
                TO,
                LOSS,
                DecisionInput { id: "hold", unit: "rays", doc: "Rays at each rate." },
                DecisionInput { id: "increase", unit: "bit/s", doc: "The I-factor." },
            ],
        },
        Decision {
            id: "settled",
            label: "Increase ends",
            template: "A ray lost {loss}, too much for more and too little for less: the rate stays at {rate}.",
            inputs: &[STAY, LOSS],
        },
        Decision {
            id: "held",
            label: "Waiting",
            template: "A ray lost {loss}: {hold} more rays at {rate} before the next step.",
            inputs: &[STAY, LOSS, DecisionInput { id: "hold", unit: "rays", doc: "Rays that are left at this rate." }],
        },
        Decision {
            id: "increase",
            label: "Increase",
            template: "Step {step}: rate {from} -> {to}, {by} more, as {trigger} were lost at the decrease.",
            inputs: &[
                FROM,
                TO,
                DecisionInput { id: "by", unit: "bit/s", doc: "What was added." },
                DecisionInput { id: "trigger", unit: "", doc: "The loss that caused the decrease." },
                DecisionInput { id: "step", unit: "", doc: "Steps since the decrease." },
            ],
        },
        Decision {
            id: "silent",
            label: "No report",
            template: "No report for {waited}: that counts as the loss of a whole ray, once.",
            inputs: &[DecisionInput { id: "waited", unit: "s", doc: "Three rays and a round trip." }],
        },
    ]
}

pub(super) fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: "trabol",
        name: "TRABOL",
        family: Family::Report,
        summary: words("Radar data in rays: a ray that loses much cuts the rate by half and more, and steps lead back to the target."),
        doc: words("A radar sends a *ray* each $T$ (120 ms) at its target rate $R_t$. The receiver reports how many packets of the ray have \
              arrived; with $L$ the share that is missing:\n\n\
              - $L$ above MAX_LOSS: $R \\leftarrow \\max(R_m, D R)$, once for all rays that were sent before the cut could help.\n\
              - After that, while $L$ stays at MIN_LOSS or less: every $H$ rays a step up, $R \\leftarrow \\min(R_t, R + I)$, where \
              $I = I_0 (1 - L_c)$ and $H = \\lceil L_c / \\text{MIN\\_LOSS} \\rceil$ for the loss $L_c$ that caused the cut. 25 % lost \
              make 15 of 20 Mb/s, and five rays for each step.\n\
              - A ray that loses something between the two ends the way up, and the rate stays. So does a rate that has reached $R_t$.\n\n\
              Without a cut there is never an increase. A lossy path that keeps $L$ between 5 and 10 % is held for ever; and below \
              $R_m$ the rate never goes, whatever is lost.\n\n\
              With 150 Mb/s into 132 Mb/s: 12 % are lost, 67.5 Mb/s, then 85.1, 102.7, 120.3, 137.9 (which loses 4 %) and 150 again. \
              Into 120 Mb/s it settles at 131.5 with 9 % lost.\n\n\
              **Groups and gaps.** Packets keep the spacing of the target rate, $8S/R_t$. A thinner ray of $P$ packets takes \
              $T_r = 8 S P/R_t$ of the time; the rest is spread over gaps of $(T - T_r)/\\lceil P/n \\rceil$ after each $n$ packets.\n\n\
              **Fairness.** A TCP that shares the link causes losses of a few per cent, below MIN_LOSS: TRABOL does not yield to it. \
              What a TCP gets is what target and smallest rate leave.\n\n\
              Without a report for three rays and a round trip a whole ray counts as lost, once."),
        references: sources(&[
            Reference {
                title: "S. L. Bangolae, A. P. Jayasumana and V. Chandrasekar, TCP-friendly Congestion Control Mechanism for an \
                        UDP-based High Speed Radar Application and Characterization of Fairness, 2002",
                url: "https://doi.org/10.1109/ICCS.2002.1182458",
            },
        ]),
        fields: Params::fields(),
        signals: vec![
            Signal::gauge("ray_loss", "Loss of a ray", "", "Share of the latest reported ray that is missing."),
            Signal::gauge("trigger_loss", "Loss that caused the cut", "", "It sets the steps and how long each lasts."),
            Signal::gauge("increase", "I-factor", "bit/s", "What a step adds."),
            Signal::gauge("congested", "On the way up", "", "1 from a cut until the target or a loss ends the increase."),
            Signal::gauge("steps", "Steps", "", "Steps up since the latest cut."),
            Signal::gauge("hold", "Rays to wait", "rays", "Rays that are left at this rate."),
            Signal::gauge("ray_packets", "Packets per ray", "packets", "What the rate makes of a ray."),
            Signal::gauge("group_gap", "Gap between groups", "s", "Idle time after each group of packets."),
        ],
        decisions: decisions(),
    }
}
