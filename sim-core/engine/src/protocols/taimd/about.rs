//! TAIMD's entry in the catalogue: signals and decisions.

use crate::protocols::prelude::*;

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
