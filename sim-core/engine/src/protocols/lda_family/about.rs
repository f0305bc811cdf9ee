//! Signals, decisions and references of LDA and LDAF.

use crate::describe::{Decision, DecisionInput, Picture, Reference, Signal, citations, decision_list};

pub const INCREASED: u32 = 0;
pub const AS_TCP: u32 = 1;
pub const AT_BOTTLENECK: u32 = 2;
pub const CUT: u32 = 3;
pub const BOTTLENECK_UNKNOWN: u32 = 4;
pub const NO_REPORT: u32 = 5;
pub const SILENCE: u32 = 6;

pub(super) const AIR: usize = 0;
pub(super) const LOSS: usize = 1;
pub(super) const BOTTLENECK: usize = 2;
pub(super) const ADAPTATIONS: usize = 3;

pub fn signals() -> Vec<Signal> {
    vec![
        Signal::gauge(
            "increase",
            "Increase",
            "bit/s",
            "AIR, the additive increase after the last adaptation.",
        ),
        Signal::gauge("loss", "Loss", "", "Share of the packets lost since the last adaptation, p."),
        Signal::gauge("bottleneck", "Bottleneck", "bit/s", "b, measured by packet pairs."),
        Signal::gauge("adaptations", "Adaptations", "", "Number of adaptations so far."),
    ]
}

const FROM: DecisionInput = DecisionInput { id: "from", unit: "bit/s", doc: "Rate before." };
const TO: DecisionInput = DecisionInput { id: "to", unit: "bit/s", doc: "Rate after." };
const INCREASE: DecisionInput =
    DecisionInput { id: "increase", unit: "bit/s", doc: "AIR, the additive increase." };
const B: DecisionInput = DecisionInput { id: "b", unit: "bit/s", doc: "Rate of the bottleneck." };

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

pub fn decisions() -> Vec<Decision> {
    decision_list(&[
        Decision {
            id: "increase",
            label: "Increase",
            template: "No loss: the increase is {increase} with a bottleneck of {b}. Rate {from} -> {to}.",
            inputs: &[FROM, TO, INCREASE, B],
        },
        Decision {
            id: "as_tcp",
            label: "Increase as TCP",
            template: "No loss: a TCP would grow by {increase} until the next adaptation. Rate {from} -> {to}.",
            inputs: &[FROM, TO, INCREASE, B],
        },
        Decision {
            id: "at_bottleneck",
            label: "At the bottleneck",
            template: "No loss, but the bottleneck's rate is {to}: rate {from} -> {to}.",
            inputs: &[FROM, TO],
        },
        Decision {
            id: "cut",
            label: "Cut",
            template: "A share of {loss} was lost: rate {from} -> {to}, and the increase returns to {increase}.",
            inputs: &[
                FROM,
                TO,
                DecisionInput { id: "loss", unit: "", doc: "Share of the packets lost." },
                INCREASE,
            ],
        },
        Decision {
            id: "hold",
            label: "Bottleneck unknown",
            template: "No packet pair has measured the bottleneck yet: the rate stays at {from}.",
            inputs: &[FROM],
        },
        Decision {
            id: "no_report",
            label: "No report",
            template: "No report since the last adaptation: the rate stays at {from}.",
            inputs: &[FROM],
        },
        Decision {
            id: "silence",
            label: "Silence",
            template: "No report for too long: rate {from} -> {to}.",
            inputs: &[FROM, TO],
        },
    ])
}

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
