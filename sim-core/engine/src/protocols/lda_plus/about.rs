//! LDA+'s entry in the catalogue: description, signals and decisions.

use super::Params;
use crate::describe::{AlgorithmInfo, Family, Picture, Reference, citations, help_text, pictures};
use crate::params::ParamSet;
use crate::transport::Protocol;
use crate::{decisions, signals};

signals! {
    pub(super) const SIGNALS: LdaPlusSignals {
        /// The last increase of the rate, or the initial increase after a loss.
        increase: "Increase A" in "bit/s";
        /// A_add, which is larger for slower flows.
        a_add: "Additive limit" in "bit/s";
        /// A_exp, which falls to 0 as the rate approaches that of the bottleneck.
        a_exp: "Limit at the bottleneck" in "bit/s";
        /// A_TCP, the growth of a TCP's rate between two reports.
        a_tcp: "TCP's growth" in "bit/s";
        /// 0: a loss; 1: additive; 2: bottleneck; 3: TCP's growth.
        ruled: "Active bound";
        /// Loss fraction in the last report.
        loss: "Loss reported";
        /// TCP's rate at the last reported loss.
        equation_rate: "Equation" in "bit/s";
        /// The bottleneck's rate R, measured by packet pairs.
        bottleneck: "Bottleneck" in "bit/s";
        /// Time between the last two reports that arrived.
        report_gap: "Between reports" in "s";
    }
}

decisions! {
    pub(super) mod decision {
        values {
            from: "Rate before." in "bit/s",
            to: "Rate after." in "bit/s",
            add: "Additive limit." in "bit/s",
            exp: "Limit at the bottleneck." in "bit/s",
            tcp: "Growth of a TCP's rate." in "bit/s",
            a: "The increase, the smallest of the three." in "bit/s",
            loss: "Loss fraction reported.",
            cut: "The rate reduced by the square root of the loss." in "bit/s",
            equation: "Rate of TCP's equation." in "bit/s",
            tau: "Round-trip time." in "s",
        }
        /// No loss. The additive limit {add} is below the bottleneck's {exp} and TCP's growth {tcp}, so the
        /// increase is {a}: rate {from} -> {to}.
        ByAdd "additive" "Additive increase" { from, to, add, exp, tcp, a }
        /// No loss. The limit at the bottleneck {exp} is below the additive {add} and TCP's growth {tcp}, so
        /// the increase is {a}: rate {from} -> {to}.
        ByExp "near_bottleneck" "Increase to the bottleneck" { from, to, add, exp, tcp, a }
        /// No loss. A TCP would grow by {tcp}, less than the additive {add} and the bottleneck's {exp}, so
        /// the increase is {a}: rate {from} -> {to}.
        ByTcp "as_tcp" "Increase as TCP" { from, to, add, exp, tcp, a }
        /// A share of {loss} was lost. Reduced by its square root: {cut}; TCP's equation at a round trip of
        /// {tau}: {equation}. Rate {from} -> {to}.
        Cut "cut" "Cut" { from, to, loss, cut, equation, tau }
        /// A share of {loss} was lost. TCP's equation gives {equation} at a round trip of {tau}, more than
        /// the reduced rate {cut}: rate {from} -> {to}.
        EquationFloor "equation" "Equation" { from, to, loss, cut, equation, tau }
        /// No packet was expected since the last report: the rate stays at {from}.
        NoData "no_data" "Nothing to report" { from }
        /// No packet pair has measured the bottleneck yet: the rate stays at {from}.
        NoBottleneck "no_bottleneck" "Bottleneck unknown" { from }
        /// No report for too long: rate {from} -> {to}.
        Silence "silence" "No reports" { from, to }
    }
}

const DOC: &str = "The receiver sends RTCP reports about every five seconds. Each contains the fraction $l$ of the packets lost. The round-trip \
    time is $\\tau = t - T_{\\mathrm{DLSR}} - T_{\\mathrm{LSR}}$: the report's arrival time, minus the time since the receiver got the \
    sender's last report, minus the timestamp of that report. The time between the arrivals of packets that were sent back to back gives \
    the rate $R$ of the bottleneck. The equations have the numbers of the paper.\n\n\
    **No loss** ($l = 0$): each report increases the rate $r$ by the smallest of three increases,\n\n\
    $$A_{\\mathrm{add}} = \\left(2 - \\frac{r}{R}\\right) A \\tag{5}$$\n\n\
    $$A_{\\mathrm{exp}} = \\left(1 - e^{-(1 - r/R)}\\right) r \\tag{6}$$\n\n\
    $$A_{\\mathrm{TCP}} = M\\,\\frac{T/\\tau + 1}{2\\tau} \\tag{8}$$\n\n\
    $$A \\leftarrow \\min(A_{\\mathrm{add}}, A_{\\mathrm{exp}}, A_{\\mathrm{TCP}}), \\quad r \\leftarrow r + A \\tag{9}$$\n\n\
    $A$ in (5) is the increase at the previous report; at the start it is the *initial increase* (5 kb/s per report). $M$ is the size of a \
    packet in bits and $T$ the time between the last two reports. \
    $A_{\\mathrm{add}}$ lets slow flows grow faster than fast flows, $A_{\\mathrm{exp}}$ falls to 0 at the bottleneck's \
    rate, and $A_{\\mathrm{TCP}}$ is the growth of a TCP's rate between two reports.\n\n\
    **Loss**: $A$ returns to its initial value, and $r \\leftarrow \\max(r\\,(1 - \\sqrt{l}),\\ r_{\\mathrm{TCP}})$ with the rate of a TCP (Padhye and others 1998)\n\n\
    $$r_{\\mathrm{TCP}} = \\frac{M}{\\tau \\sqrt{\\frac{2Dl}{3}} + t_{\\mathrm{out}} \\min\\left(1,\\ 3\\sqrt{\\frac{3Dl}{8}}\\right) l\\,(1 + 32 l^2)} \\tag{1}$$\n\n\
    where $D$ is the number of packets per acknowledgement and $t_{\\mathrm{out}}$ the retransmission timeout of that TCP. If \
    $r_{\\mathrm{TCP}}$ is larger than $r$, a loss even raises the rate.\n\n\
    **What to see**: the loss field has 8 bits. A loss below 1/256 is reported as 0. Where few flows share a \
    link and losses are rare, LDA+ therefore gets a higher rate than TCP: 1.8 times as much with six flows of \
    each on 1.5 Mb/s (the paper: 2.3). With a field of 32 bits, the same flows get 0.7 times as much as TCP. \
    $\\tau$ includes the queueing delay of the last sender report.\n\n\
    **Interpretation.** $A$ in (5) is the smallest of the three increases, not the additive increase. (8) gives packets per \
    second in the paper, but (9) compares its result with rates, so the result is multiplied by the packet size on the wire. $r/R$ is limited to 1. Above 1, \
    (6) would reduce the rate to less than $R$, and above $1.7 R$ to a negative rate. The value of $A$ that is kept for the next report \
    does not fall below its initial value. Without this minimum, it would be 0 at the bottleneck and could not grow again when the \
    bottleneck's rate rises. The paper gives values for neither \
    $D$ nor $t_{\\mathrm{out}}$: here $D = 1$, because the simulator's TCP acknowledges each packet, and $t_{\\mathrm{out}} = 4\\tau$. The reproductions of its experiments use $D = 2$, \
    which the source of the equation calls typical, and show $D = 1$ as another interpretation. All of these choices are settings.\n\n\
    **Lost reports.** Only the fraction in the last report counts, so the losses in a report that was lost \
    remain unknown to the sender. (A setting uses differences of the cumulative counters instead.) After \
    three intervals without a report, each counted at its longest, the rate is halved, and it is halved \
    again after each further interval. \
    Without an estimate of the bottleneck the rate does not increase.";

const WITH_LOSSES: Picture = Picture {
    caption: "On a 1.2 Mb/s link with a base RTT of 40 ms and 30 packets of buffer. From 200 to 215 s, UDP sends at 1 Mb/s and both flows lose packets: \
              the losses cut the rate and reset the increase. Before and after, the increase first grows from report to report, and falls to 0 near the bottleneck's rate.",
    document: r#"{"v": 1, "duration": 360,
        "network": {"kind": "dumbbell", "forward":
            {"rate": 1.2e6, "delay": 0.01, "queue": {"kind": "drop_tail", "limit": {"packets": 30}}}},
        "flows": [
            {"id": "own", "packet": 552, "access": {"sender": 0.005, "receiver": 0.005}},
            {"id": "udp", "label": "UDP", "algorithm": "udp", "start": 200, "stop": 215, "source": {"kind": "cbr", "rate": 1e6},
                "access": {"sender": 0.005, "receiver": 0.005}}]}"#,
    charts: &["goodput", "rate bottleneck", "increase"],
};

pub fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: super::LdaPlus::ID,
        name: "LDA+",
        family: Family::Report,
        summary: help_text(
            "Adapts a media flow's rate to the loss and delay in RTCP's reports, every few seconds, as a TCP would on average.",
        ),
        doc: help_text(DOC),
        pictures: pictures(&[WITH_LOSSES]),
        references: citations(&[
            Reference {
                title: "D. Sisalem and A. Wolisz, LDA+ TCP-Friendly Adaptation: A Measurement and Comparison Study, 2000",
                url: "https://www.nossdav.org/",
            },
            Reference {
                title: "RFC 3550: RTP: A Transport Protocol for Real-Time Applications",
                url: "https://www.rfc-editor.org/rfc/rfc3550",
            },
            Reference {
                title: "J. Padhye, V. Firoiu, D. Towsley and J. Kurose, Modeling TCP Throughput: A Simple Model and its \
                        Empirical Validation, 1998",
                url: "https://doi.org/10.1145/285237.285291",
            },
        ]),
        fields: Params::fields(),
        signals: LdaPlusSignals::list(),
        decisions: decision::list(),
    }
}
