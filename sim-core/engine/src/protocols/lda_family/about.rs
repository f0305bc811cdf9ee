//! Signals and decisions of LDA and LDAF.

use crate::{decisions, signals};

signals! {
    pub const SIGNALS: LdaFamilySignals {
        /// AIR, the additive increase after the last adaptation.
        increase: "Increase" in "bit/s";
        /// Share of the packets lost since the last adaptation, p.
        loss: "Loss";
        /// The bottleneck's rate b, measured by packet pairs.
        bottleneck: "Bottleneck" in "bit/s";
        /// Number of adaptations so far.
        adaptations: "Adaptations";
    }
}

decisions! {
    pub mod decision {
        values {
            from: "Rate before." in "bit/s",
            to: "Rate after." in "bit/s",
            increase: "AIR, the additive increase." in "bit/s",
            b: "Rate of the bottleneck." in "bit/s",
        }
        /// No loss: the increase is {increase} with a bottleneck of {b}. Rate {from} -> {to}.
        Increased "increase" "Increase" { from, to, increase, b }
        /// No loss, with a bottleneck of {b}: a TCP would only grow by {increase} until the next adaptation.
        /// Rate {from} -> {to}.
        AsTcp "as_tcp" "Increase as TCP" { from, to, increase, b }
        /// No loss, but the bottleneck's rate is {to}: rate {from} -> {to}.
        AtBottleneck "at_bottleneck" "At the bottleneck" { from, to }
        /// A share of {loss} was lost: rate {from} -> {to}, and the increase returns to {increase}.
        Cut "cut" "Cut" { from, to, loss: "Share of the packets lost.", increase }
        /// No packet pair has measured the bottleneck yet: the rate stays at {from}.
        BottleneckUnknown "hold" "Bottleneck unknown" { from }
        /// No report since the last adaptation: the rate stays at {from}.
        NoReport "no_report" "No report" { from }
        /// No report for too long: rate {from} -> {to}.
        Silence "silence" "Silence" { from, to }
    }
}
