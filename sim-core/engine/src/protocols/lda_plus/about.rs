//! LDA+'s entry in the catalogue: signals and decisions.

use crate::protocols::prelude::*;

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
