//! Signals, decisions and references of LDA and LDAF.

use crate::describe::{Picture, Reference, citations};
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

/// A rise without loss, losses, and a second rise.
pub const WITH_LOSSES: Picture = Picture {
    caption: "On a 1.2 Mb/s link with a base RTT of 40 ms and 30 packets of buffer, with an initial increase of 100 kb/s per adaptation. From 90 to 100 s, \
              UDP sends at 1 Mb/s and both flows lose packets: the losses cut the rate and reset the increase.",
    document: r#"{"v": 1, "duration": 180,
        "network": {"kind": "dumbbell", "forward":
            {"rate": 1.2e6, "delay": 0.01, "queue": {"kind": "drop_tail", "limit": {"packets": 30}}}},
        "flows": [
            {"id": "own", "packet": 552, "params": {"initial_increase": 1e5}, "access": {"sender": 0.005, "receiver": 0.005}},
            {"id": "udp", "label": "UDP", "algorithm": "udp", "start": 90, "stop": 100, "source": {"kind": "cbr", "rate": 1e6},
                "access": {"sender": 0.005, "receiver": 0.005}}]}"#,
    charts: &["goodput", "rate bottleneck", "increase"],
};

pub fn references() -> &'static [Reference] {
    citations(&[
        Reference {
            title: "D. Sisalem and H. Schulzrinne, The Loss-Delay Based Adjustment Algorithm: A TCP-Friendly Adaptation \
                    Scheme, 1998",
            url: "https://www.nossdav.org/",
        },
        Reference {
            title: "Y. Tobe, Y. Tamura, H. Nishino and H. Tokuda, TCP-Rate-Probing-Based Adaptation for Continuous Media \
                    Communications, 2000",
            url: "https://www.ipsj.or.jp/english/",
        },
        Reference {
            title: "RFC 3550: RTP: A Transport Protocol for Real-Time Applications",
            url: "https://www.rfc-editor.org/rfc/rfc3550",
        },
    ])
}
