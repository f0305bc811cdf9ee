//! TFRC's entry in the catalogue: description, signals and decisions.

use super::Params;
use crate::describe::{
    AlgorithmInfo, Decision, DecisionInput, Family, Picture, Reference, Signal, citations, decision_list,
    help_text, pictures,
};
use crate::params::ParamSet;
use crate::protocols::pictures::BESIDE_TCP;
use crate::transport::tfrc_receiver;

const BESIDE_TCP_WITH_LOSS_RATE: Picture =
    Picture { charts: &["goodput", "rate", "p", "queue"], ..BESIDE_TCP };

pub(super) fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: "tfrc",
        name: "TFRC",
        family: Family::Rate,
        summary: help_text(
            "Sends at the rate that TCP would have at the mean loss of the last eight loss events. Its rate is smooth and \
                  reacts slowly.",
        ),
        doc: help_text(
            "The receiver measures the loss event rate $p$: losses within one round trip are one event, and $p$ is the \
              reciprocal of the weighted mean of the last eight *loss intervals* (packets from one event to the next, with weights \
              1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2). Once per round trip it reports $p$ and its receive rate $X_{\\mathrm{recv}}$. The \
              sender sends at the rate\n\n\
              $$X = \\frac{s}{R \\sqrt{2bp/3} + t_{\\mathrm{RTO}} \\left(3 \\sqrt{3bp/8}\\right) p (1 + 32 p^2)}$$\n\n\
              but at most $2 X_{\\mathrm{recv}}$. Before the first loss it doubles its rate once per round trip (slow start), at most \
              to $2 X_{\\mathrm{recv}}$. The first loss begins the history with the interval at which the equation gives the \
              receive rate. If no report arrives for $\\max(4R, 2s/X)$, it halves its rate, down to one packet in \
              64 seconds.\n\n\
              The present interval counts only if it raises the mean, so losses lower the rate at once, and \
              times without loss raise it slowly: by about 0.12 packets per round trip in each round trip, more with *history \
              discounting*. *Oscillation prevention* multiplies the rate by the mean of $\\sqrt{R}$ over the root \
              of the latest sample, so that a growing queue slows the sender within a round trip.\n\n\
              The value of $t_{\\mathrm{RTO}}$ determines how TFRC competes on short paths. RFC 5348 uses $4R$. ns-2 measures it \
              like a TCP with a coarse clock, which gives 0.3 s for any round trip below 150 ms and a far lower rate \
              at high loss.\n\n\
              **Flavours.** RFC 3448 uses only the last receive rate and starts with one packet per round trip; RFC \
              5348 starts with four and does not reduce the rate while an application pauses. ns-2's agent grows by at \
              most one packet per round trip, spreads each doubling over a round trip, infers a loss from a single packet \
              above a gap, halves its rate after two round trips without a report, and never exceeds 200 Mb/s.",
        ),
        pictures: pictures(&[BESIDE_TCP_WITH_LOSS_RATE]),
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
        signals: signals(),
        decisions: decisions(),
    }
}

const FROM: DecisionInput = DecisionInput { id: "from", unit: "bit/s", doc: "Rate before." };
const TO: DecisionInput = DecisionInput { id: "to", unit: "bit/s", doc: "Rate after." };
const RECEIVED: DecisionInput = DecisionInput { id: "x_recv", unit: "bit/s", doc: "Receive rate reported." };
const X_EQ: DecisionInput = DecisionInput { id: "x_eq", unit: "bit/s", doc: "Rate that the equation gives." };

fn decisions() -> Vec<Decision> {
    decision_list(&[
        Decision {
            id: "first_report",
            label: "First report",
            template: "First report, round trip {rtt}: rate {from} -> {to}.",
            inputs: &[
                FROM,
                TO,
                DecisionInput { id: "rtt", unit: "s", doc: "First sample of the round-trip time." },
            ],
        },
        Decision {
            id: "slow_start",
            label: "Slow start",
            template: "No loss yet, receive rate {x_recv}: rate {from} -> {to}, at most twice the receive rate.",
            inputs: &[FROM, TO, RECEIVED],
        },
        Decision {
            id: "equation",
            label: "Equation",
            template: "Mean loss interval {i_mean} packets, so p = {p}; with a timeout of {t_rto} the equation gives \
                       {x_eq}: rate {from} -> {to}.",
            inputs: &[
                FROM,
                TO,
                DecisionInput { id: "p", unit: "", doc: "Loss event rate." },
                DecisionInput { id: "i_mean", unit: "packets", doc: "Mean loss interval." },
                DecisionInput { id: "t_rto", unit: "s", doc: "Timeout in the equation." },
                X_EQ,
            ],
        },
        Decision {
            id: "received",
            label: "Receive rate",
            template: "The equation gives {x_eq}, but the receive rate is only {x_recv}: rate {from} -> {to}.",
            inputs: &[FROM, TO, RECEIVED, X_EQ],
        },
        Decision {
            id: "no_feedback",
            label: "No report",
            template: "No report for {waited}: rate {from} -> {to}.",
            inputs: &[FROM, TO, DecisionInput { id: "waited", unit: "s", doc: "Time without a report." }],
        },
        Decision {
            id: "idle",
            label: "Idle",
            template: "No report, but nothing was sent either: the rate stays at {to}.",
            inputs: &[TO],
        },
    ])
}

fn signals() -> Vec<Signal> {
    let mut all = tfrc_receiver::signals();
    all.extend([
        Signal::gauge(
            "x",
            "Allowed rate",
            "bit/s",
            "X: the rate that the equation and the receive rate allow.",
        ),
        Signal::gauge(
            "x_eq",
            "Equation's rate",
            "bit/s",
            "The equation's rate at the present loss event rate.",
        ),
        Signal::gauge("x_recv", "Receive rate", "bit/s", "The receive rate that the receiver last reported."),
        Signal::gauge(
            "recv_limit",
            "Limit by receive rate",
            "bit/s",
            "Largest rate that the receive rates allow.",
        ),
        Signal::gauge("p", "Loss event rate", "", "The reciprocal of the mean loss interval."),
        Signal::gauge(
            "mean_interval",
            "Mean loss interval",
            "packets",
            "The weighted mean of the loss intervals.",
        ),
        Signal::gauge("srtt", "Smoothed RTT", "s", "R in the equation."),
        Signal::gauge(
            "t_rto",
            "Timeout in the equation",
            "s",
            "TCP's retransmission timeout in the equation.",
        ),
    ]);
    all
}
