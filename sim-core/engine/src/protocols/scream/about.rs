//! SCReAM's entry in the catalogue: description, signals and decisions.

use super::{Params, Scream};
use crate::describe::{AlgorithmInfo, Family, Picture, Reference, citations, help_text, pictures};
use crate::params::ParamSet;
use crate::protocols::pictures::WITH_DOWNLOAD;
use crate::transport::Protocol;
use crate::{decisions, signals};

signals! {
    pub(super) const SIGNALS: ScreamSignals {
        /// The congestion window.
        window: "Window in bytes" in "bytes";
        /// Bytes above the highest acknowledged packet.
        bytes_in_flight: "Bytes in flight" in "bytes";
        /// One-way delay above the smallest so far.
        qdelay: "Queueing delay" in "s";
        /// The queueing delay at which the window stays.
        qdelay_target: "Target of the delay" in "s";
        /// From 0 to 1. A large trend ends the fast increase.
        trend: "Trend of the delay";
        /// The rate that the encoder should produce.
        media_rate: "Encoder's rate" in "bit/s";
        /// Time that packets wait in the sending queue.
        queue_delay: "Sending queue" in "s";
        /// 1 during the fast increase, 0 otherwise.
        fast_increase: "Fast increase";
    }
}

decisions! {
    pub(super) mod decision {
        values {
            from: "Window before." in "bytes",
            to: "Window after." in "bytes",
            delay: "Queueing delay." in "s",
            target: "Target of the queueing delay." in "s",
            rate_from: "Encoder's rate before." in "bit/s",
            rate_to: "Encoder's rate after." in "bit/s",
            throughput: "The larger of the rates at which packets were sent and acknowledged." in "bit/s",
            queue: "Delay of the sending queue." in "s",
        }
        /// Fast increase: {acknowledged} were acknowledged: window {from} -> {to}.
        Fast "fast" "Fast increase" { from, to, acknowledged: "Bytes newly acknowledged." in "bytes" }
        /// The queueing delay of {delay} has a trend of {trend}: the fast increase ends. Window {from} ->
        /// {to}.
        LeftFast "left_fast" "End of the fast increase" { from, to, delay, trend: "Trend of the delay." }
        /// The delay had a small trend for {time}: the fast increase resumes at a window of {from}.
        Resumed "resume" "Fast increase resumes" { from, time: "Time with a small trend." in "s" }
        /// The queueing delay of {delay} is below its target of {target}: window {from} -> {to}.
        Grows "grow" "Window grows" { from, to, delay, target }
        /// Queueing delay {delay}, target {target}: window {from} -> {to}.
        Shrinks "shrink" "Window shrinks" { from, to, delay, target }
        /// Loss: window {from} -> {to}, encoder's rate {rate_from} -> {rate_to}.
        Loss "loss" "Loss" { from, to, rate_from, rate_to }
        /// A packet was marked: window {from} -> {to}, encoder's rate {rate_from} -> {rate_to}.
        Mark "mark" "Mark" { from, to, rate_from, rate_to }
        /// Throughput {throughput}, {queue} in the sending queue: encoder's rate {rate_from} -> {rate_to}.
        RateUp "rate_up" "Encoder faster" { rate_from, rate_to, throughput, queue }
        /// Throughput {throughput}, {queue} in the sending queue: encoder's rate {rate_from} -> {rate_to}.
        RateDown "rate_down" "Encoder slower" { rate_from, rate_to, throughput, queue }
        /// Packets wait {queue} in the sending queue at a throughput of {throughput}: encoder's rate
        /// {rate_from} -> {rate_to}.
        Queue "queue" "Sending queue too long" { rate_from, rate_to, throughput, queue }
        /// No reports arrive, and all packets in flight count as lost: window {from} -> {to}, encoder's rate
        /// {rate_from} -> {rate_to}.
        Silence "silence" "No reports" { from, to, rate_from, rate_to }
    }
}

const PICTURE: Picture = Picture {
    charts: &["goodput", "qdelay qdelay_target", "window bytes_in_flight", "queue"],
    ..WITH_DOWNLOAD
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
            "SCReAM (RFC 8298) is *self-clocked*: as in TCP, a packet is sent only when an acknowledgement of an earlier packet arrives, so \
              no burst can follow an outage. A *sending queue* between encoder and network holds the packets that the window does not allow yet.\n\n\
              **Window.** With the queueing delay $q$, its target $q^*$ and $b$ newly acknowledged bytes, the window changes as in LEDBAT:\n\n\
              $$w' = w + G\\, \\frac{q^* - q}{q^*}\\, \\frac{b \\cdot s}{w} \\tag{1}$$\n\n\
              with segments of $s$ bytes. The window grows only while it is used. A loss reduces the window to 80 %, a mark to 90 %, at \
              most once per round trip. The window is at most 1.1 times the largest number of bytes in flight in the last 5 s, and at least \
              3000 bytes. \
              Bytes in flight may exceed the window by one segment while $q \\le q^*$.\n\n\
              **Fast increase.** At the start, and again after 5 s with a small trend of the delay, the \
              window grows by $b$. The *trend* is the average of $q/q^*$, weighted by its autocorrelation. A \
              trend of 0.2 ends the fast increase.\n\n\
              **Target.** The target is 100 ms. When a loss-based flow competes, its queue would starve this \
              flow. The target then rises to the average delay plus its standard deviation, or to 1.5 times \
              this sum if there are losses, but at most to 400 ms.\n\n\
              **Encoder's rate.** It changes every 200 ms. With the throughput $r$, the trend $t$ and $Q$ bits in the sending queue, it \
              changes by\n\n\
              $$\\Delta = r (1 - 0.1 t) - Q \\tag{2}$$\n\n\
              but it grows by at most 200 kb/s per second, or by half of the rate per second if that is less, and more slowly near the rate \
              at which congestion last occurred. If packets wait for more than 20 ms in the sending queue, it falls by another 5 %. A loss \
              reduces it to 90 %.\n\n\
              A source that always has data represents an encoder that produces exactly this rate. Its sending queue holds at most 0.5 s.\n\n\
              **Deviations.** This is RFC 8298. Its revision, which changes most constants and adds L4S, is the algorithm SCReAM v2. \
              The size of a segment is that of the flow's packets; RFC 8298 has 1000 bytes. Losses are detected by \
              later packets instead of a time window. RFC 8298 gives only ranges for PRE_CONGESTION_GUARD and TX_QUEUE_SIZE_FACTOR; the \
              defaults are 0.1 and 1. The base delay is the minimum since the start. When no reports arrive for four \
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
        signals: ScreamSignals::list(),
        decisions: decision::list(),
    }
}
