//! NADA's entry in the catalogue: description, signals and decisions.

use super::{Nada, Params};
use crate::describe::{AlgorithmInfo, Family, Picture, Reference, citations, help_text, pictures};
use crate::params::ParamSet;
use crate::protocols::pictures::WITH_DOWNLOAD;
use crate::transport::Protocol;
use crate::transport::nada_receiver;
use crate::{decisions, signals};

signals! {
    pub(super) const SIGNALS: NadaSignals {
        ..receiver: nada_receiver::NadaReceiverSignals;
        /// The signal in equilibrium at the present rate.
        x_ref: "Target of the signal" in "s";
        /// 1 in the accelerated mode, 0 in the gradual mode.
        mode: "Accelerated";
    }
}

decisions! {
    pub(super) mod decision {
        values {
            from: "Rate before." in "bit/s",
            to: "Rate after." in "bit/s",
            signal: "The congestion signal." in "s",
            target: "Its target at the rate before." in "s",
            before: "The signal of the report before." in "s",
            loss: "Smoothed ratio of lost packets.",
        }
        /// No congestion: the rate may exceed the receive rate of {received} by a share of {gamma}: rate
        /// {from} -> {to}.
        RampUp "ramp_up" "Accelerated increase" {
            from, to, received: "Receive rate." in "bit/s", gamma: "Largest share above the receive rate.",
        }
        /// The congestion signal is {signal}, its target {target} (signal before: {before}, loss: {loss}):
        /// rate {from} -> {to}.
        Increase "increase" "Gradual increase" { from, to, signal, target, before, loss }
        /// The congestion signal is {signal}, its target {target} (signal before: {before}, loss: {loss}):
        /// rate {from} -> {to}.
        Decrease "decrease" "Gradual decrease" { from, to, signal, target, before, loss }
        /// No reports arrive: rate {from} -> {to}.
        Silence "silence" "No reports" { from, to }
    }
}

// The receiver records the first six signals.

const PICTURE: Picture =
    Picture { charts: &["goodput", "x_curr x_ref d_queue", "rate", "queue"], ..WITH_DOWNLOAD };

pub(super) fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: Nada::ID,
        name: "NADA",
        family: Family::Rate,
        summary: help_text(
            "Combines delay, loss and marks in one congestion signal. The rate becomes constant when the signal equals its target.",
        ),
        doc: help_text(
            "Every 100 ms the receiver reports one *congestion signal* $x$ in units of time, and the rate $R$ at which packets arrive \
              (RFC 8698):\n\n\
              $$x = \\tilde d + D_M \\left(\\frac{p_M}{0.01}\\right)^2 + D_L \\left(\\frac{p_L}{0.01}\\right)^2$$\n\n\
              with the ratios of marked and lost packets $p_M$ and $p_L$. The queueing delay $d$ is the smallest of the last 15 \
              one-way delays minus the smallest of all. For some time after a loss, a delay above $Q$ = 50 ms is *warped*: the larger it \
              is, the less it counts,\n\n\
              $$\\tilde d = Q\\, e^{-\\lambda (d - Q)/Q} \\tag{1}$$\n\n\
              because a loss-based flow then causes the delay, and a lower rate would not shorten the queue. The signal is at most 500 ms.\n\n\
              **Gradual mode.** The target of the signal falls with the rate $r$: $x^* = w\\, x_0\\, r_{max} \
              / r$. Each report changes the rate in proportion to the difference between signal and target, \
              and to the change of the signal:\n\n\
              $$r' = r - \\kappa \\frac{\\delta}{\\tau} \\frac{x - x^*}{\\tau} r - \\kappa \\eta \\frac{x - x_{prev}}{\\tau} r \\tag{2}$$\n\n\
              In equilibrium the signal is $x^*$, so a flow alone on a link of rate $C$ keeps a queueing delay of \
              $w\\, x_0\\, r_{max} / C$, and flows that begin together share a link in proportion to $w\\, r_{max}$.\n\n\
              **Latecomers.** The base delay of a flow that begins while others keep a queue contains this queue. It sees less delay than \
              they do and gets more. Of four flows that begin 10 s apart on 8 Mb/s, the last gets 3.2 Mb/s and the first 1.2.\n\n\
              **Accelerated mode.** If the last 500 ms had no loss, no mark and no queueing delay of 10 ms or \
              more, the rate may exceed the receive rate:\n\n\
              $$r' = \\max(r, (1 + \\gamma) R), \\quad \\gamma = \\min\\left(0.5, \\frac{50\\ \\text{ms}}{RTT + \\delta + 120\\ \\text{ms}}\\right) \\tag{3}$$\n\n\
              so that the queue that this can cause before the sender reacts is at most 50 ms.\n\n\
              Let $\\Delta$ be a term proportional to the bytes that wait in the sending queue. The encoder gets the rate $r - \\Delta$, \
              and the pacer sends at $r + \\Delta$.\n\n\
              **Deviations.** The default of the largest rate is 10 Mb/s, not the 1.5 Mb/s of RFC 8698, so that one flow can fill the \
              links of the lab. The accelerated mode also requires that no packet was marked. The base delay is the minimum since the \
              start; RFC 8698 suggests a reset every ten minutes. RFC 8698 does not define a reaction to missing reports. Here the rate is \
              halved after eight intervals without a report.",
        ),
        pictures: pictures(&[PICTURE]),
        references: citations(&[
            Reference {
                title: "X. Zhu, R. Pan, M. Ramalho and S. Mena, Network-Assisted Dynamic Adaptation (NADA): A Unified Congestion Control Scheme for Real-Time Media, RFC 8698, 2020",
                url: "https://www.rfc-editor.org/rfc/rfc8698",
            },
            Reference {
                title: "X. Zhu and R. Pan, NADA: A Unified Congestion Control Scheme for Low-Latency Interactive Video, Packet Video Workshop, 2013",
                url: "https://doi.org/10.1109/PV.2013.6691448",
            },
        ]),
        fields: Params::fields(),
        signals: NadaSignals::list(),
        decisions: decision::list(),
    }
}
