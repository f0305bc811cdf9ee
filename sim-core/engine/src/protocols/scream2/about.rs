//! SCReAMv2's entry in the catalogue: description, signals and decisions.

use super::{Params, Scream2};
use crate::describe::{AlgorithmInfo, Family, Picture, Reference, citations, help_text, pictures};
use crate::params::ParamSet;
use crate::protocols::pictures::WITH_DOWNLOAD;
use crate::transport::Protocol;
use crate::{decisions, signals};

signals! {
    pub(super) const SIGNALS: Scream2Signals {
        /// The reference window.
        window: "Window in bytes" in "bytes";
        /// Bytes above the highest acknowledged packet.
        bytes_in_flight: "Bytes in flight" in "bytes";
        /// Average of the one-way delay above the smallest so far. It falls at once and rises slowly.
        qdelay: "Queueing delay" in "s";
        /// Average share of marked packets. It rises fast and falls slowly.
        alpha: "Share of marked packets";
        /// The rate that the encoder should produce.
        media_rate: "Encoder's rate" in "bit/s";
        /// Time that packets wait at the sender.
        queue_delay: "Sending queue" in "s";
    }
}

decisions! {
    pub(super) mod decision {
        values {
            from: "Window before." in "bytes",
            to: "Window after." in "bytes",
            rate_from: "Encoder's rate before." in "bit/s",
            rate_to: "Encoder's rate after." in "bit/s",
        }
        /// No congestion: window {from} -> {to}, encoder's rate {rate_from} -> {rate_to}.
        Grows "grow" "Window grows" { from, to, rate_from, rate_to }
        /// Loss: window {from} -> {to}, encoder's rate {rate_from} -> {rate_to}.
        Loss "loss" "Loss" { from, to, rate_from, rate_to }
        /// Packets were marked, {alpha} of them on average: window {from} -> {to}, encoder's rate {rate_from} ->
        /// {rate_to}.
        Mark "mark" "Mark" { from, to, rate_from, rate_to, alpha: "Average share of marked packets." }
        /// The queueing delay of {delay} counts as {alpha} marked packets: window {from} -> {to}, encoder's rate
        /// {rate_from} -> {rate_to}.
        Delay "delay" "Delay" {
            from, to, rate_from, rate_to, delay: "Average queueing delay." in "s",
            alpha: "The share of marked packets as which the delay counts.",
        }
        /// No reports arrive, and all packets in flight count as lost: window {from} -> {to}, encoder's rate
        /// {rate_from} -> {rate_to}.
        Silence "silence" "No reports" { from, to, rate_from, rate_to }
    }
}

const PICTURE: Picture =
    Picture { charts: &["goodput", "qdelay", "window bytes_in_flight", "queue"], ..WITH_DOWNLOAD };

pub(super) fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: Scream2::ID,
        name: "SCReAM v2",
        family: Family::Rate,
        summary: help_text(
            "A reference window answers marks in proportion to their share, and delays like marks; window over round-trip time is the encoder's rate.",
        ),
        doc: help_text(
            "SCReAMv2 is the revision of SCReAM (RFC 8298) that the IETF's working group on congestion control has adopted. It is made for \
              L4S: queues such as DualPI2's mark packets early, and the window falls in proportion to the share of marked packets.\n\n\
              **Reference window.** The window $w$ grows by a packet of $s$ bytes in each round trip, and by 2 % of itself:\n\n\
              $$w' = w + b\\, \\frac{s}{w} \\left(1 + 0.02\\, \\frac{w}{s}\\right) \\tag{1}$$\n\n\
              with $b$ newly acknowledged bytes without marks. The part in brackets returns over 100 round trips after a loss or a mark. Near the \
              window at which congestion last began, growth is slower, down to a quarter. Flows with a round-trip time below 25 ms grow as \
              if it were 25 ms. The window is at most 1.5 times the bytes in flight and a packet.\n\n\
              **Congestion.** At most once per round trip, or per 25 ms if this is shorter:\n\n\
              - A loss leaves 70 % of the window.\n\
              - A mark leaves $1 - \\alpha/2$ with L4S, and 80 % without. The average share of marked packets, $\\alpha$, rises by an eighth of \
              the distance and falls by 1/128, at least every 10 ms.\n\
              - Otherwise, an average queueing delay between 30 and 60 ms counts as a share of marked packets between 0 and 1.\n\n\
              The last two reductions are divided by the round-trip time over 25 ms if this is above 1, because several of them fall into \
              one round trip. At small delays a mark counts less near the window of the last congestion.\n\n\
              **Sending.** Bytes in flight may reach three times the window, so that large frames need not wait at the sender. The \
              pacer sends at 1.5 times the encoder's rate, and faster near the largest rate.\n\n\
              **Encoder's rate.** With the smoothed round-trip time $R$ it is\n\n\
              $$r = \\frac{8 w}{(1.2 + c) R} \\cdot \\frac{s}{s + 20} \\tag{2}$$\n\n\
              and up to 20 % less for windows of a few packets. The correction $c$, from 0 to 0.5, grows while packets wait at the sender \
              for longer than a frame and a quarter.\n\n\
              A source that always has data represents an encoder that produces exactly this rate. Its sending queue holds at most 0.5 s.\n\n\
              **Deviations.** The draft's optional parts are not included: damping by the variation of the delay (REDUCE_JITTER), \
              policers and a threshold for losses, a margin against undershoot, compensation of clocks that drift, and a target that rises against competing flows. Without \
              the last, flows that fill a queue starve this flow. The size of a segment is that of the flow's packets. Losses are \
              detected by later packets instead of a time window. The share of marked bytes is that of marked packets in a report. The \
              receiver does not know where a frame ends: it reports after 16 packets and at least every 40 ms. The sending queue is \
              looked at every 20 ms, not at each frame, and frame sizes are not compared with the rate. The base delay is the minimum \
              since the start. When no reports arrive for four round trips, and at least 1 s, all packets in flight count as lost and \
              the window becomes the smallest, because the draft has no retransmission timer.",
        ),
        pictures: pictures(&[PICTURE]),
        references: citations(&[
            Reference {
                title: "I. Johansson and M. Westerlund, Self-Clocked Rate Adaptation for Multimedia, draft-ietf-ccwg-rfc8298bis-screamv2-01, 2026",
                url: "https://datatracker.ietf.org/doc/html/draft-ietf-ccwg-rfc8298bis-screamv2",
            },
            Reference {
                title: "I. Johansson and Z. Sarker, Self-Clocked Rate Adaptation for Multimedia, RFC 8298, 2017",
                url: "https://www.rfc-editor.org/rfc/rfc8298",
            },
        ]),
        fields: Params::fields(),
        signals: Scream2Signals::list(),
        decisions: decision::list(),
    }
}
