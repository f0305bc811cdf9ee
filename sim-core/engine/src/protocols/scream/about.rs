//! SCReAM's entry in the catalogue: description, signals and decisions.

use super::{Params, Scream};
use crate::describe::{
    AlgorithmInfo, Decision, DecisionInput, Family, Picture, Reference, Signal, citations, decision_list,
    help_text, pictures,
};
use crate::params::ParamSet;
use crate::protocols::pictures::BESIDE_DOWNLOAD;
use crate::transport::Protocol;

pub(super) const CWND: usize = 0;
pub(super) const IN_FLIGHT: usize = 1;
pub(super) const QDELAY: usize = 2;
pub(super) const TARGET: usize = 3;
pub(super) const TREND: usize = 4;
pub(super) const MEDIA: usize = 5;
pub(super) const QUEUE_DELAY: usize = 6;
pub(super) const FAST_INCREASE: usize = 7;

pub(super) const FAST: u32 = 0;
pub(super) const LEFT_FAST: u32 = 1;
pub(super) const RESUMED: u32 = 2;
pub(super) const GROWS: u32 = 3;
pub(super) const SHRINKS: u32 = 4;
pub(super) const LOSS: u32 = 5;
pub(super) const MARK: u32 = 6;
pub(super) const RATE_UP: u32 = 7;
pub(super) const RATE_DOWN: u32 = 8;
pub(super) const QUEUE: u32 = 9;
pub(super) const SILENCE: u32 = 10;

const FROM: DecisionInput = DecisionInput { id: "from", unit: "bytes", doc: "Window before." };
const TO: DecisionInput = DecisionInput { id: "to", unit: "bytes", doc: "Window after." };
const RATE_FROM: DecisionInput =
    DecisionInput { id: "rate_from", unit: "bit/s", doc: "Encoder's rate before." };
const RATE_TO: DecisionInput = DecisionInput { id: "rate_to", unit: "bit/s", doc: "Encoder's rate after." };
const DELAY: DecisionInput = DecisionInput { id: "delay", unit: "s", doc: "Queueing delay." };
const BY_DELAY: &[DecisionInput] =
    &[FROM, TO, DELAY, DecisionInput { id: "target", unit: "s", doc: "Target of the queueing delay." }];
const BOTH: &[DecisionInput] = &[FROM, TO, RATE_FROM, RATE_TO];
const RATE: &[DecisionInput] = &[
    RATE_FROM,
    RATE_TO,
    DecisionInput {
        id: "throughput",
        unit: "bit/s",
        doc: "The larger of the rates at which packets were sent and acknowledged.",
    },
    DecisionInput { id: "queue", unit: "s", doc: "Delay of the sending queue." },
];

const PICTURE: Picture = Picture {
    charts: &["goodput", "qdelay qdelay_target", "window bytes_in_flight", "queue"],
    ..BESIDE_DOWNLOAD
};

pub(super) fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: Scream::ID,
        name: "SCReAM",
        family: Family::Rate,
        summary: help_text(
            "A congestion window keeps the queueing delay near a target, and the encoder's rate follows the window.",
        ),
        doc: help_text(
            "*Self-clocked*: packets leave only when acknowledgements of earlier ones arrive, as in TCP, so an outage cannot be followed by \
              a burst (RFC 8298). Between encoder and network, a *sending queue* holds what the window does not allow yet.\n\n\
              **Window.** With the queueing delay $q$, its target $q^*$ and $b$ bytes newly acknowledged, in the manner of LEDBAT,\n\n\
              $$w' = w + G\\, \\frac{q^* - q}{q^*}\\, \\frac{b \\cdot s}{w} \\tag{1}$$\n\n\
              with segments of $s$ bytes; it grows only while it is used. A loss leaves 80 % of the window, a mark 90 %, at most once per \
              round trip. The window is at most 1.1 times the largest number of bytes in flight in the last 5 s, and at least 3000 bytes. \
              Bytes in flight may exceed the window by one segment while $q \\le q^*$.\n\n\
              **Fast increase.** At the start, and again after 5 s with a small trend of the delay, the window grows by $b$. The *trend* is \
              the average of $q/q^*$, weighted by its autocorrelation; 0.2 ends the fast increase.\n\n\
              **Target.** 100 ms. Beside a loss-based flow, whose queue would starve the flow, it rises to the average delay plus its \
              standard deviation, and to 1.5 times this sum if there are losses; at most 400 ms.\n\n\
              **Encoder's rate.** It changes every 200 ms. With the throughput $r$, the trend $t$ and $Q$ bits in the sending queue, it \
              changes by\n\n\
              $$\\Delta = r (1 - 0.1 t) - Q \\tag{2}$$\n\n\
              but grows by at most 200 kb/s per second, or half of itself, and more slowly near the rate at which congestion \
              set in last. If packets wait for more than 20 ms in the sending queue, it falls by another 5 %. A loss leaves 90 % of it.\n\n\
              A source that always has data stands for an encoder that produces exactly this rate, with a sending queue of 0.5 s at most.\n\n\
              **Deviations.** This is RFC 8298, not its revision SCReAMv2 (draft-johansson-ccwg-rfc8298bis-screamv2-06), which changes most \
              constants and adds L4S. The size of a segment is that of the flow's packets; RFC 8298 has 1000 bytes. Losses are detected by \
              later packets instead of a time window. RFC 8298 leaves PRE_CONGESTION_GUARD and TX_QUEUE_SIZE_FACTOR \
              open within a range; the defaults are 0.1 and 1. The base delay is the minimum since the start. When no reports arrive for four \
              round trips, and at least 1 s, all packets in flight count as lost and the window becomes the smallest, because RFC 8298 has \
              no retransmission timer. Reports acknowledge 64 packets, so one is also sent after every 16 packets.",
        ),
        pictures: pictures(&[PICTURE]),
        references: citations(&[
            Reference {
                title: "I. Johansson and Z. Sarker, Self-Clocked Rate Adaptation for Multimedia, RFC 8298, 2017",
                url: "https://www.rfc-editor.org/rfc/rfc8298",
            },
            Reference {
                title: "I. Johansson, Self-clocked Rate Adaptation for Conversational Video in LTE, Capacity Sharing Workshop, 2014",
                url: "https://doi.org/10.1145/2630088.2631976",
            },
        ]),
        fields: Params::fields(),
        signals: vec![
            Signal::gauge("window", "Window in bytes", "bytes", "The congestion window."),
            Signal::gauge(
                "bytes_in_flight",
                "Bytes in flight",
                "bytes",
                "Bytes above the highest acknowledged packet.",
            ),
            Signal::gauge("qdelay", "Queueing delay", "s", "One-way delay above the smallest so far."),
            Signal::gauge(
                "qdelay_target",
                "Target of the delay",
                "s",
                "The queueing delay at which the window stays.",
            ),
            Signal::gauge("trend", "Trend of the delay", "", "From 0 to 1; ends the fast increase."),
            Signal::gauge(
                "media_rate",
                "Encoder's rate",
                "bit/s",
                "The rate that the encoder should produce.",
            ),
            Signal::gauge(
                "queue_delay",
                "Sending queue",
                "s",
                "Time that packets wait in the sending queue.",
            ),
            Signal::gauge("fast_increase", "Fast increase", "", "1 during the fast increase, 0 otherwise."),
        ],
        decisions: decision_list(&[
            Decision {
                id: "fast",
                label: "Fast increase",
                template: "Fast increase: {acknowledged} were acknowledged: window {from} -> {to}.",
                inputs: &[
                    FROM,
                    TO,
                    DecisionInput { id: "acknowledged", unit: "bytes", doc: "Bytes newly acknowledged." },
                ],
            },
            Decision {
                id: "left_fast",
                label: "End of the fast increase",
                template: "The queueing delay of {delay} has a trend of {trend}: the fast increase ends. Window {from} -> {to}.",
                inputs: &[
                    FROM,
                    TO,
                    DELAY,
                    DecisionInput { id: "trend", unit: "", doc: "Trend of the delay." },
                ],
            },
            Decision {
                id: "resume",
                label: "Fast increase resumes",
                template: "The delay had a small trend for {time}: the fast increase resumes at a window of {from}.",
                inputs: &[FROM, DecisionInput { id: "time", unit: "s", doc: "Time with a small trend." }],
            },
            Decision {
                id: "grow",
                label: "Window grows",
                template: "The queueing delay of {delay} is below its target of {target}: window {from} -> {to}.",
                inputs: BY_DELAY,
            },
            Decision {
                id: "shrink",
                label: "Window shrinks",
                template: "Queueing delay {delay}, target {target}: window {from} -> {to}.",
                inputs: BY_DELAY,
            },
            Decision {
                id: "loss",
                label: "Loss",
                template: "Loss: window {from} -> {to}, encoder's rate {rate_from} -> {rate_to}.",
                inputs: BOTH,
            },
            Decision {
                id: "mark",
                label: "Mark",
                template: "A packet was marked: window {from} -> {to}, encoder's rate {rate_from} -> {rate_to}.",
                inputs: BOTH,
            },
            Decision {
                id: "rate_up",
                label: "Encoder faster",
                template: "Throughput {throughput}, {queue} in the sending queue: encoder's rate {rate_from} -> {rate_to}.",
                inputs: RATE,
            },
            Decision {
                id: "rate_down",
                label: "Encoder slower",
                template: "Throughput {throughput}, {queue} in the sending queue: encoder's rate {rate_from} -> {rate_to}.",
                inputs: RATE,
            },
            Decision {
                id: "queue",
                label: "Sending queue too long",
                template: "Packets wait {queue} in the sending queue: encoder's rate {rate_from} -> {rate_to}.",
                inputs: RATE,
            },
            Decision {
                id: "silence",
                label: "No reports",
                template: "No reports arrive, and all packets in flight count as lost: window {from} -> {to}, encoder's rate {rate_from} -> {rate_to}.",
                inputs: BOTH,
            },
        ]),
    }
}
