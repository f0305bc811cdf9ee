//! TAIMD's entry in the catalogue: description, signals and decisions.

use super::Params;
use crate::describe::{
    AlgorithmInfo, Decision, DecisionInput, Family, Picture, Reference, Signal, citations, decision_list,
    help_text, pictures,
};
use crate::params::ParamSet;
use crate::protocols::pictures::BESIDE_TCP;

pub(super) const MODE: usize = 0;
pub(super) const FAIR: usize = 1;
pub(super) const LOW: usize = 2;
pub(super) const FAIR_SHARE_OF_INTERVALS: usize = 3;
pub(super) const MEAN_ROUNDS: usize = 4;
pub(super) const MEAN_PACKETS: usize = 5;
pub(super) const ROUNDS: usize = 6;
pub(super) const RTT_CURRENT: usize = 7;
pub(super) const RTT_SHORT: usize = 8;
pub(super) const RTT_LONG: usize = 9;
pub(super) const GAP: usize = 10;
/// Alpha 1, alpha 2, beta, delta and k follow.
pub(super) const LAW_SIGNALS: usize = 11;

pub(super) const LAW: u32 = 0;
pub(super) const DOUBLED: u32 = 1;
pub(super) const STEP: u32 = 2;
pub(super) const NO_INCREASE: u32 = 3;
pub(super) const CONVERGED: u32 = 4;
pub(super) const FIRST_LOSS: u32 = 5;
pub(super) const LOSS: u32 = 6;
pub(super) const TRAIN_OVER: u32 = 7;
pub(super) const TIMEOUT: u32 = 8;

fn signals() -> Vec<Signal> {
    vec![
        Signal::gauge("mode", "Mode", "", "0 slow start, 1 normal, 2 loss mode."),
        Signal::gauge(
            "w_f",
            "Fair share W_F",
            "packets",
            "The estimated fair share. The steps above it are smaller than those below it.",
        ),
        Signal::gauge("w_0", "Least window w_0", "packets", "The window after the last loss."),
        Signal::gauge(
            "w_s",
            "Fair share of the intervals W_S",
            "packets",
            "The fair share that the mean loss interval gives.",
        ),
        Signal::gauge("l", "Mean epoch L", "rounds", "Mean length of an epoch in rounds."),
        Signal::gauge("n", "Mean epoch N", "packets", "Mean length of an epoch in packets."),
        Signal::gauge("rounds", "Rounds", "rounds", "Rounds since the last loss."),
        Signal::gauge("rtt_cur", "Latest RTT", "s", "The latest sample; paces slow start."),
        Signal::gauge(
            "rtt_short",
            "Short-term RTT",
            "s",
            "Moving average of the samples; paces the loss mode and determines its length.",
        ),
        Signal::gauge(
            "rtt_long",
            "Long-term RTT",
            "s",
            "Moving average of the short-term mean, once per round; paces the normal mode.",
        ),
        Signal::gauge("gap", "Gap", "s", "Time between packets."),
        Signal::gauge("alpha1", "Alpha 1", "packets", "Increase per round at and below the fair share."),
        Signal::gauge("alpha2", "Alpha 2", "packets", "Increase per round above the fair share."),
        Signal::gauge("beta", "Beta", "", "Share by which the window after a loss is below the fair share."),
        Signal::gauge(
            "delta",
            "Delta",
            "",
            "Difference of the largest and smallest window as a share of the mean.",
        ),
        Signal::gauge("k", "k", "", "Alpha 1 divided by alpha 2."),
    ]
}

fn decisions() -> Vec<Decision> {
    const FROM: DecisionInput = DecisionInput { id: "from", unit: "packets", doc: "Window before." };
    const TO: DecisionInput = DecisionInput { id: "to", unit: "packets", doc: "Window after." };
    const SHARE: DecisionInput = DecisionInput { id: "fair", unit: "packets", doc: "Fair share, W_F." };
    const BEFORE: DecisionInput = DecisionInput { id: "before", unit: "packets", doc: "Fair share before." };
    const ROUNDS: DecisionInput = DecisionInput { id: "rounds", unit: "rounds", doc: "Rounds of the epoch." };
    decision_list(&[
        Decision {
            id: "law",
            label: "Law",
            template: "Delta {delta} and k {k} correspond to alpha 1 = {alpha1}, alpha 2 = {alpha2} and beta = {beta}. With a beta of \
                       {friendly} or more the flow is not faster than TCP.",
            inputs: &[
                DecisionInput { id: "delta", unit: "", doc: "Ripple." },
                DecisionInput { id: "k", unit: "", doc: "Ratio of the steps." },
                DecisionInput { id: "alpha1", unit: "packets", doc: "Increase below the fair share." },
                DecisionInput { id: "alpha2", unit: "packets", doc: "Increase above the fair share." },
                DecisionInput { id: "beta", unit: "", doc: "Decrease." },
                DecisionInput { id: "friendly", unit: "", doc: "Equation 3.11." },
            ],
        },
        Decision {
            id: "doubled",
            label: "Slow start",
            template: "A round without loss: window {from} -> {to} packets.",
            inputs: &[FROM, TO],
        },
        Decision {
            id: "step",
            label: "Increase",
            template: "A round without loss at a fair share of {fair} packets: window {from} -> {to}, a step of {step}.",
            inputs: &[
                FROM,
                TO,
                DecisionInput { id: "step", unit: "packets", doc: "Alpha 1 or alpha 2." },
                SHARE,
            ],
        },
        Decision {
            id: "held",
            label: "No increase",
            template: "The application or the rate limit limits the flow: the window stays at {window} packets.",
            inputs: &[DecisionInput { id: "window", unit: "packets", doc: "Window." }],
        },
        Decision {
            id: "fast_convergence",
            label: "Fast convergence",
            template: "The loss intervals give a fair share of {target} packets, which takes {needed} rounds, more than the {rounds} \
                       of a mean epoch: fair share {before} -> {fair}.",
            inputs: &[
                BEFORE,
                SHARE,
                DecisionInput { id: "target", unit: "packets", doc: "Fair share of the intervals, W_S." },
                DecisionInput { id: "needed", unit: "rounds", doc: "Rounds until the window reaches W_S." },
                ROUNDS,
            ],
        },
        Decision {
            id: "first_loss",
            label: "Loss in slow start",
            template: "Loss in slow start: the fair share is half of {from} packets, {fair}. Window {from} -> {to}.",
            inputs: &[FROM, TO, SHARE],
        },
        Decision {
            id: "loss",
            label: "Loss event",
            template: "Loss after {rounds} rounds and {packets} packets: fair share {before} -> {fair}, window {from} -> {to} packets.",
            inputs: &[
                FROM,
                TO,
                BEFORE,
                SHARE,
                ROUNDS,
                DecisionInput { id: "packets", unit: "packets", doc: "Packets of the epoch." },
            ],
        },
        Decision {
            id: "train_over",
            label: "Loss mode ends",
            template: "The train of negative acknowledgements is over: window {window} packets, {out} count as outstanding.",
            inputs: &[
                DecisionInput { id: "window", unit: "packets", doc: "Window." },
                DecisionInput { id: "out", unit: "packets", doc: "Outstanding packets from now on." },
            ],
        },
        Decision {
            id: "timeout",
            label: "Timeout",
            template: "No acknowledgement for {rto}: window {from} -> 1, slow start; fair share {fair} packets (0: unknown).",
            inputs: &[FROM, SHARE, DecisionInput { id: "rto", unit: "s", doc: "The timeout that expired." }],
        },
    ])
}

const BESIDE_TCP_WITH_SHARE: Picture =
    Picture { charts: &["goodput", "cwnd w_f w_0", "queue"], ..BESIDE_TCP };

pub(super) fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: "taimd",
        name: "TAIMD",
        family: Family::Window,
        summary: help_text(
            "Grows in larger steps below an estimate of its fair share than above it. A loss reduces the window to just below the estimate.",
        ),
        doc: help_text(
            "In each round ($w$ packets sent and the first of them acknowledged) the window grows by $\\alpha_1$ packets at or \
              below the fair share $W_F$, and by the smaller $\\alpha_2$ above it. A loss event gives a new estimate of the fair \
              share, and the window falls to just below it:\n\n\
              $$W_F \\leftarrow \\frac{\\sqrt{\\alpha_1}\\, w_m + \\sqrt{\\alpha_2}\\, w_0}{\\sqrt{\\alpha_1} + \\sqrt{\\alpha_2}}, \
              \\quad w_0 \\leftarrow (1-\\beta) W_F$$\n\n\
              where $w_m$ and the old $w_0$ are the largest and the smallest window of the epoch. Slow start doubles the window in \
              each round; after its first loss, half of the window is the first $W_F$.\n\n\
              **The law.** With the ripple $\\delta$, the difference of largest and smallest window as a share of the mean, and \
              $k = \\alpha_1/\\alpha_2$, the flow is as fast as TCP at equal loss for\n\n\
              $$\\alpha_1 = \\tfrac32 \\delta \\sqrt{k}, \\quad \\alpha_2 = \\frac{3\\delta}{2\\sqrt{k}}, \\quad \
              \\beta = \\frac{\\delta\\sqrt{k}}{\\sqrt{k}+1}$$\n\n\
              | $\\delta$ | $k$ | $\\alpha_1$ | $\\alpha_2$ | $\\beta$ |\n\
              | --- | --- | --- | --- | --- |\n\
              | 0.1 | 1 | 0.15 | 0.15 | 0.05 |\n\
              | **0.1** | **3** | **0.2598** | **0.0866** | **0.0634** |\n\
              | 0.1 | 5 | 0.3354 | 0.0671 | 0.0691 |\n\
              | 0.05 | 3 | 0.1299 | 0.0433 | 0.0317 |\n\
              | 0.2 | 3 | 0.5196 | 0.1732 | 0.1268 |\n\
              | 2/3 | 1 | 1 | 1 | 1/3 |\n\n\
              The last row is TCP itself, with the decrease relative to its mean window. $k = 1$ is GAIMD with a decrease of $2\\beta/(1+\\beta)$ from the peak. \
              Conversely, $k = \\alpha_1/\\alpha_2$ and $\\delta = \\beta(1+1/\\sqrt{k})$; a flow is not faster than TCP if \
              $\\beta \\ge \\frac{2 \\alpha_1 \\sqrt{\\alpha_2}}{3(\\sqrt{\\alpha_1}+\\sqrt{\\alpha_2})}$. The signals and the \
              first decision show both forms. In a steady state an epoch lasts $L = 2W/3$ rounds and $N = 2W^2/3$ packets.\n\n\
              **Fast convergence.** The mean epoch gives a second estimate, $W_S = \\sqrt{1.5\\,N}$. If it is not below $W_F$ and the window \
              would need more rounds than a mean epoch to reach it, $W_F$ and $w_0$ grow by $\\alpha_1$ in each round. (The paper \
              prints $\\sqrt{1.5 L}$ with rounds, which is always below $W_F$. Two readings that fit, and the printed one, can be \
              chosen.)\n\n\
              **Feedback.** The receiver acknowledges each packet. The third packet after a gap, and all that arrive during a \
              short-term round trip from then on, get *negative* acknowledgements; then the newest packet is acknowledged and the \
              receiver returns to normal. The first negative acknowledgement is the loss event; until the train is over, at most \
              $w_0$ packets are sent per round trip. When the train is over, $w_0 - 1$ packets count as outstanding, so that one packet can be sent at \
              once. Packets are not retransmitted.\n\n\
              **Readings of ours.** The paper has no timeout. Here it is four long-term round-trip times, at least 1 s, doubled at each further expiry; \
              slow start then begins again from one packet, up to half of the window before. The paper says that epochs are averaged, but not how: \
              here over the last eight, with TFRC's weights.\n\n\
              **Pacing.** A timer spaces the packets by the latest round-trip time over $w$ in slow start, the short-term mean over \
              $w_0$ in loss mode, and the long-term mean over $w$ otherwise. The short-term mean gives each sample a weight of one \
              fifth; the long-term mean does the same with the short-term mean, once per round. With a *rate limit* the window \
              does not grow beyond what the limit needs.",
        ),
        pictures: pictures(&[BESIDE_TCP_WITH_SHARE]),
        references: citations(&[
            Reference {
                title: "G. G. D. Nishantha and Y. Hayashida, TAIMD: A TCP-friendly Rate Controlling Algorithm Using Two-step \
                        AIMD, 2009",
                url: "https://scholar.google.com/scholar?q=TAIMD+two-step+AIMD+Nishantha+Hayashida",
            },
            Reference {
                title: "Y. R. Yang and S. S. Lam, General AIMD Congestion Control, 2000",
                url: "https://doi.org/10.1109/ICNP.2000.896303",
            },
        ]),
        fields: Params::fields(),
        signals: signals(),
        decisions: decisions(),
    }
}
