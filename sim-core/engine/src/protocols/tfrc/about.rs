//! TFRC's entry in the catalogue: description, signals and decisions.

use super::Params;
use crate::describe::{AlgorithmInfo, Family, Picture, Reference, citations, help_text, pictures};
use crate::params::ParamSet;
use crate::protocols::pictures::WITH_TCP;
use crate::transport::tfrc_receiver;
use crate::{decisions, signals};

signals! {
    pub(super) const SIGNALS: TfrcSignals {
        ..receiver: tfrc_receiver::TfrcReceiverSignals;
        /// X: the rate that the equation and the receive rate allow.
        x: "Allowed rate" in "bit/s";
        /// The equation's rate at the present loss event rate.
        x_eq: "Equation's rate" in "bit/s";
        /// The receive rate that the receiver last reported.
        x_recv: "Receive rate" in "bit/s";
        /// Largest rate that the receive rates allow.
        recv_limit: "Limit by receive rate" in "bit/s";
        /// The reciprocal of the mean loss interval.
        p: "Loss event rate";
        /// The weighted mean of the loss intervals.
        mean_interval: "Mean loss interval" in "packets";
        /// The smoothed round-trip time, R in the equation.
        srtt: "Smoothed RTT" in "s";
        /// TCP's retransmission timeout in the equation.
        t_rto: "Timeout in the equation" in "s";
    }
}

decisions! {
    pub(super) mod decision {
        values {
            from: "Rate before." in "bit/s",
            to: "Rate after." in "bit/s",
            x_recv: "Receive rate reported." in "bit/s",
            x_eq: "Rate that the equation gives." in "bit/s",
        }
        /// First report, round trip {rtt}: rate {from} -> {to}.
        FirstReport "first_report" "First report" { from, to, rtt: "First sample of the round-trip time." in "s" }
        /// No loss yet, receive rate {x_recv}: rate {from} -> {to}, at most twice the receive rate.
        SlowStart "slow_start" "Slow start" { from, to, x_recv }
        /// Mean loss interval {i_mean} packets, so p = {p}; with a timeout of {t_rto} the equation gives
        /// {x_eq}: rate {from} -> {to}.
        Equation "equation" "Equation" {
            from, to, p: "Loss event rate.", i_mean: "Mean loss interval." in "packets",
            t_rto: "Timeout in the equation." in "s", x_eq,
        }
        /// The equation gives {x_eq}, but the receive rate is only {x_recv}: rate {from} -> {to}.
        Received "received" "Receive rate" { from, to, x_recv, x_eq }
        /// No report for {waited}: rate {from} -> {to}.
        NoFeedback "no_feedback" "No report" { from, to, waited: "Time without a report." in "s" }
        /// No report, but the sender sent no packets either: the rate stays at {to}.
        Idle "idle" "Idle" { to }
    }
}

const WITH_TCP_WITH_LOSS_RATE: Picture = Picture { charts: &["goodput", "rate", "p", "queue"], ..WITH_TCP };

pub(super) fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: "tfrc",
        name: "TFRC",
        family: Family::Rate,
        summary: help_text(
            "Sends at the rate that TCP would have at the loss rate of the last eight loss events. Its rate is smooth and reacts slowly.",
        ),
        doc: help_text(
            "The receiver measures the loss event rate $p$: losses within one round trip are one event, and $p$ is the \
              reciprocal of the weighted mean of the last eight *loss intervals* (packets from one event to the next, with weights \
              1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2). Once per round trip it reports $p$ and its receive rate $X_{\\mathrm{recv}}$. The \
              sender sends at the rate\n\n\
              $$X = \\frac{s}{R \\sqrt{2bp/3} + t_{\\mathrm{RTO}} \\left(3 \\sqrt{3bp/8}\\right) p (1 + 32 p^2)}$$\n\n\
              but at most $2 X_{\\mathrm{recv}}$. Before the first loss, it doubles its rate once per round trip (slow start), at most to \
              $2 X_{\\mathrm{recv}}$. At the first loss, the history of loss intervals begins with the interval for which the equation \
              gives the receive rate. If no report arrives for $\\max(4R, 2s/X)$, it halves its rate, down to one packet in \
              64 seconds.\n\n\
              The present interval counts only if it raises the mean. Losses therefore lower the rate at once, and times without loss raise \
              it slowly: in each round trip by about 0.12 packets per round trip, or more with *history discounting*. *Oscillation \
              prevention* multiplies the rate by the ratio of the mean of $\\sqrt{R}$ to the square root of the latest sample, so that a \
              growing queue slows the sender within a round trip.\n\n\
              The value of $t_{\\mathrm{RTO}}$ determines how TFRC competes on short paths. RFC 5348 uses $4R$. ns-2 measures it like a TCP \
              with a coarse clock. For any round trip below 150 ms this gives 0.3 s, and at a high loss a far lower rate.\n\n\
              **Flavours.** RFC 3448 uses only the last receive rate and starts with one packet per round trip; RFC \
              5348 starts with four and does not reduce the rate while an application pauses. ns-2's agent grows by at \
              most one packet per round trip, spreads each doubling over a round trip, infers a loss from a single packet \
              above a gap, halves its rate after two round trips without a report, and never exceeds 200 Mb/s.",
        ),
        pictures: pictures(&[WITH_TCP_WITH_LOSS_RATE]),
        references: citations(&[
            Reference {
                title: "S. Floyd, M. Handley, J. Padhye and J. Widmer, Equation-Based Congestion Control for \
                        Unicast Applications, 2000",
                url: "https://doi.org/10.1145/347059.347397",
            },
            Reference {
                title: "RFC 5348: TCP Friendly Rate Control",
                url: "https://www.rfc-editor.org/rfc/rfc5348",
            },
            Reference {
                title: "RFC 3448: TCP Friendly Rate Control (first version)",
                url: "https://www.rfc-editor.org/rfc/rfc3448",
            },
            Reference {
                title: "D. Bansal, H. Balakrishnan, S. Floyd and S. Shenker, Dynamic Behavior of Slowly-Responsive \
                        Congestion Control Algorithms, 2001",
                url: "https://doi.org/10.1145/383059.383080",
            },
        ]),
        fields: Params::fields(),
        signals: TfrcSignals::list(),
        decisions: decision::list(),
    }
}
