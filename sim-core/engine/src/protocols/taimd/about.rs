//! TAIMD's entry in the catalogue: description, signals and decisions.

use super::Params;
use crate::describe::{AlgorithmInfo, Family, Picture, Reference, citations, help_text, pictures};
use crate::params::ParamSet;
use crate::protocols::pictures::WITH_TCP;
use crate::{decisions, signals};

signals! {
    pub(super) const SIGNALS: TaimdSignals {
        /// 0: slow start, 1: normal, 2: loss mode.
        mode: "Mode";
        /// The estimated fair share. The steps above it are smaller than those below it.
        w_f: "Fair share W_F" in "packets";
        /// The window to which a loss reduces the flow, just below the fair share.
        w_0: "Least window w_0" in "packets";
        /// The fair share implied by the mean loss interval.
        w_s: "Fair share of the intervals W_S" in "packets";
        /// Mean length of an epoch in rounds.
        l: "Mean epoch L" in "rounds";
        /// Mean length of an epoch in packets.
        n: "Mean epoch N" in "packets";
        /// Rounds since the last loss.
        rounds: "Rounds" in "rounds";
        /// The latest sample; paces slow start.
        rtt_cur: "Latest RTT" in "s";
        /// Moving average of the samples; paces the loss mode and determines its length.
        rtt_short: "Short-term RTT" in "s";
        /// Moving average of the short-term mean, once per round; paces the normal mode.
        rtt_long: "Long-term RTT" in "s";
        /// Time between packets.
        gap: "Gap" in "s";
        /// Increase per round at and below the fair share.
        alpha1: "Alpha 1" in "packets";
        /// Increase per round above the fair share.
        alpha2: "Alpha 2" in "packets";
        /// Share by which the window after a loss is below the fair share.
        beta: "Beta";
        /// Peak-to-trough range of the window, relative to its mean.
        delta: "Delta";
        /// Alpha 1 divided by alpha 2.
        k: "k";
    }
}

decisions! {
    pub(super) mod decision {
        values {
            from: "Window before." in "packets",
            to: "Window after." in "packets",
            fair: "Fair share, W_F." in "packets",
            window: "Window." in "packets",
            before: "Fair share before." in "packets",
            rounds: "Rounds of the epoch." in "rounds",
        }
        /// Delta {delta} and k {k} correspond to alpha 1 = {alpha1}, alpha 2 = {alpha2} and beta = {beta}.
        /// With a beta of {friendly} or more the flow is not faster than TCP.
        Law "law" "Law" {
            delta: "Ripple.", k: "Ratio of the steps.", alpha1: "Increase below the fair share." in "packets",
            alpha2: "Increase above the fair share." in "packets", beta: "Decrease.", friendly: "Equation 3.11.",
        }
        /// A round without loss: window {from} -> {to} packets.
        Doubled "doubled" "Slow start" { from, to }
        /// A round without loss at a fair share of {fair} packets: window {from} -> {to}, a step of {step}.
        Step "step" "Increase" { from, to, step: "Alpha 1 or alpha 2." in "packets", fair }
        /// The application or the rate limit limits the flow, not the window: the window stays at {window}
        /// packets.
        NoIncrease "held" "No increase" { window }
        /// The loss intervals give a fair share of {target} packets. The window would need {needed} rounds to
        /// reach it, more than the {rounds} of a mean epoch: fair share {before} -> {fair}.
        Converged "fast_convergence" "Fast convergence" {
            before, fair, target: "Fair share of the intervals, W_S." in "packets",
            needed: "Rounds until the window reaches W_S." in "rounds", rounds,
        }
        /// Loss in slow start: the fair share is half of {from} packets, {fair}. Window {from} -> {to}.
        FirstLoss "first_loss" "Loss in slow start" { from, to, fair }
        /// Loss after {rounds} rounds and {packets} packets: fair share {before} -> {fair}, window {from} ->
        /// {to} packets.
        Loss "loss" "Loss event" { from, to, before, fair, rounds, packets: "Packets of the epoch." in "packets" }
        /// The train of negative acknowledgements is over: window {window} packets, {out} count as
        /// outstanding.
        TrainOver "train_over" "Loss mode ends" { window, out: "Outstanding packets from now on." in "packets" }
        /// No acknowledgement for {rto}: window {from} -> 1, slow start; fair share {fair} packets (0:
        /// unknown).
        Timeout "timeout" "Timeout" { from, fair, rto: "The timeout that expired." in "s" }
    }
}

const WITH_TCP_WITH_SHARE: Picture = Picture { charts: &["goodput", "cwnd w_f w_0", "queue"], ..WITH_TCP };

#[expect(clippy::too_many_lines, reason = "a text and a table of references")]
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
              **The law.** With the ripple $\\delta$, the peak-to-trough range of the window relative to its mean, and \
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
              prints $\\sqrt{1.5 L}$ with rounds, which is always below $W_F$. A setting selects one of two interpretations, or the printed \
              formula.)\n\n\
              **Feedback.** The receiver acknowledges each packet. The third packet after a gap, and all that arrive during a \
              short-term round trip from then on, get *negative* acknowledgements; then the newest packet is acknowledged and the \
              receiver returns to normal. The first negative acknowledgement is the loss event; until the train is over, at most \
              $w_0$ packets are sent per round trip. When the train is over, $w_0 - 1$ packets count as outstanding, so that one packet can be sent at \
              once. Packets are not retransmitted.\n\n\
              **Our interpretation.** The paper has no timeout. Here the timeout is four long-term round-trip times, at least 1 s, and doubles at each further expiry. \
              After a timeout, slow start begins again at one packet and ends at half of the window before the timeout. The paper says that epochs are averaged, but not how: \
              here the last eight are averaged, with TFRC's weights.\n\n\
              **Pacing.** A timer spaces the packets by the latest round-trip time over $w$ in slow start, the short-term mean over \
              $w_0$ in loss mode, and the long-term mean over $w$ otherwise. The short-term mean gives each sample a weight of one \
              fifth; the long-term mean does the same with the short-term mean, once per round. With a *rate limit* the window \
              does not grow beyond what the limit needs.",
        ),
        pictures: pictures(&[WITH_TCP_WITH_SHARE]),
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
        signals: TaimdSignals::list(),
        decisions: decision::list(),
    }
}
