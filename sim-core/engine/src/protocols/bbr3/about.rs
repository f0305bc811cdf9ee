//! The entry of BBR version 3 in the catalogue.

use super::{Bbr3, Params};
use crate::describe::{
    AlgorithmInfo, Decision, DecisionInput, Family, Picture, Reference, Signal, citations, help_text,
    pictures,
};
use crate::params::ParamSet;
use crate::protocols::pictures::BESIDE_TCP;
use crate::transport::Protocol;
use crate::transport::window::{self, FROM, TO};

const BDP: DecisionInput =
    DecisionInput { id: "bdp", unit: "packets", doc: "Bandwidth times smallest round-trip time." };
const RATE: DecisionInput = DecisionInput { id: "rate", unit: "bit/s", doc: "Pacing rate." };
const GAIN: DecisionInput = DecisionInput { id: "gain", unit: "", doc: "Gain of the pacing rate." };
const LOSS: DecisionInput =
    DecisionInput { id: "loss", unit: "", doc: "Share of lost packets of a round trip." };
const LIMIT: DecisionInput =
    DecisionInput { id: "limit", unit: "packets", doc: "Long-term limit in flight." };

/// The mechanism, without other traffic or beside its like.
const MECHANISM: Picture = Picture {
    caption: "Alone on a 10 Mb/s link with a base RTT of 40 ms: start-up, drain, cycles of Down, Cruise, Refill and Up, and measurements of the RTT every 5 s.",
    document: r#"{"v": 1, "duration": 12,
        "network": {"kind": "dumbbell", "forward":
            {"rate": 1e7, "delay": 0.01, "queue": {"kind": "drop_tail", "limit": {"bdp": 1}}}},
        "flows": [{"id": "own", "access": {"sender": 0.005, "receiver": 0.005}}]}"#,
    charts: &["bandwidth pacing_rate", "in_flight long short", "state"],
};

pub(super) fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: Bbr3::ID,
        name: "BBR v3",
        family: Family::Window,
        summary: help_text(
            "BBR's model of the path with bounds from losses, headroom for other flows, and gentler probes.",
        ),
        doc: help_text(
            "As in version 1, the flow measures bandwidth $B$ and smallest round-trip time $R$, paces at a gain times $B$, and limits \
              the packets in flight. Three bounds are new. The *long-term limit* is the number of packets in flight at which a probe lost \
              more than 2 % of a round trip. The *short-term bounds* of rate and volume follow the deliveries of a round trip with losses, \
              but keep at least $\\beta = 0.7$ of their value:\n\n\
              $$B_{short} \\leftarrow \\max(B_{latest},\\; \\beta B_{short}), \\qquad I_{short} \\leftarrow \\max(I_{latest},\\; \\beta I_{short})$$\n\n\
              *Start-up* (gain 2.77) ends after three rounds with less than a quarter of growth, or at a loss of more than 2 % in at least six \
              bursts. *Drain* (0.5) ends at one BDP in flight. Then a cycle repeats: *Down* (0.9) until the queue is drained and 15 % of the \
              long-term limit is free, *Cruise* (1.0) with the short-term bounds, *Refill* (1.0) for one round trip without them, and *Up* \
              (1.25), which raises the long-term limit by 1, 2, 4, ... packets per round trip until the bandwidth stops to grow or more than \
              2 % are lost. A cycle takes 2 to 3 s, or at most 63 round trips, or as many as the BDP has packets, so that Reno and CUBIC can \
              keep up. Every 5 s, *RTT probing* halves the packets in flight for 200 ms, at a cost of about 2 %.\n\n\
              In a short buffer version 3 loses far less than version 1, and flows that react to losses keep more of the link.\n\n\
              The signal *State* is 0 in start-up, 1 in drain, 2 in Down, 3 in Cruise, 4 in Refill, 5 in Up and 6 in RTT probing. A limit \
              that is not set is drawn at two BDPs.",
        ),
        pictures: pictures(&[MECHANISM, BESIDE_TCP]),
        references: citations(&[
            Reference {
                title: "N. Cardwell, I. Swett and J. Beshay, BBR Congestion Control, draft-ietf-ccwg-bbr-05",
                url: "https://datatracker.ietf.org/doc/draft-ietf-ccwg-bbr/05/",
            },
            Reference {
                title: "N. Cardwell and others, BBR: Congestion-Based Congestion Control, 2016",
                url: "https://doi.org/10.1145/3012426.3022184",
            },
        ]),
        fields: Params::fields(),
        signals: window::signals(&[
            Signal::gauge(
                "bandwidth",
                "Bandwidth",
                "bit/s",
                "The largest delivery rate of the previous and the present cycle.",
            ),
            Signal::gauge(
                "bound",
                "Bounded bandwidth",
                "bit/s",
                "The bandwidth, limited by the short-term bound.",
            ),
            Signal::gauge("min_rtt", "Smallest RTT", "s", "The smallest round-trip time of the last 10 s."),
            Signal::gauge("bdp", "BDP", "packets", "Bounded bandwidth times smallest round-trip time."),
            Signal::gauge(
                "long",
                "Long-term limit",
                "packets",
                "Long-term limit in flight, at most two BDPs.",
            ),
            Signal::gauge(
                "short",
                "Short-term limit",
                "packets",
                "Short-term limit in flight, at most two BDPs.",
            ),
            Signal::gauge("pacing_rate", "Pacing rate", "bit/s", "The rate at which packets are paced."),
            Signal::gauge("pacing_gain", "Pacing gain", "", "Pacing rate relative to the bandwidth."),
            Signal::gauge(
                "state",
                "State",
                "",
                "0: start-up, 1: drain, 2: Down, 3: Cruise, 4: Refill, 5: Up, 6: RTT probing.",
            ),
            Signal::gauge("loss", "Loss of the round", "", "Share of lost packets of the last round trip."),
        ]),
        decisions: window::decisions(&[
            Decision {
                id: "bbr3_full",
                label: "Pipe full",
                template: "Start-up ends at a bandwidth of {bandwidth} and a BDP of {bdp} packets: the queue drains.",
                inputs: &[DecisionInput { id: "bandwidth", unit: "bit/s", doc: "Bandwidth." }, BDP],
            },
            Decision {
                id: "bbr3_startup_loss",
                label: "Losses in start-up",
                template: "A share of {loss} of the round trip was lost in at least six bursts: the pipe is full, and at most {limit} packets may be in flight.",
                inputs: &[LOSS, LIMIT],
            },
            Decision {
                id: "bbr3_down",
                label: "Down",
                template: "Paces at {gain} times the bandwidth, {rate}, until no more than the BDP of {bdp} packets is in flight.",
                inputs: &[GAIN, RATE, BDP],
            },
            Decision {
                id: "bbr3_cruise",
                label: "Cruise",
                template: "The queue is drained: paces at the bandwidth, {rate}, until {wait} after the start of the cycle.",
                inputs: &[RATE, DecisionInput { id: "wait", unit: "s", doc: "Wait between two probes." }],
            },
            Decision {
                id: "bbr3_refill",
                label: "Refill",
                template: "It is time to probe: drops the short-term bounds and paces at {rate} for one round trip.",
                inputs: &[RATE],
            },
            Decision {
                id: "bbr3_up",
                label: "Up",
                template: "Paces at {gain} times the bandwidth, {rate}, to see whether more is free.",
                inputs: &[GAIN, RATE],
            },
            Decision {
                id: "bbr3_too_high",
                label: "Too much in flight",
                template: "A share of {loss} was lost since the packet was sent, above {threshold}: at most {limit} packets may be in flight.",
                inputs: &[LOSS, DecisionInput { id: "threshold", unit: "", doc: "Loss threshold." }, LIMIT],
            },
            Decision {
                id: "bbr3_slows_down",
                label: "Loss outside a probe",
                template: "The round trip had losses: rate at most {rate}, at most {limit} packets in flight until the next probe.",
                inputs: &[
                    RATE,
                    DecisionInput { id: "limit", unit: "packets", doc: "Short-term limit in flight." },
                ],
            },
            Decision {
                id: "bbr3_measures_rtt",
                label: "Measures the RTT",
                template: "No smaller round-trip time for {interval}: window {from} -> {to} packets, so that the queue drains.",
                inputs: &[
                    FROM,
                    TO,
                    DecisionInput { id: "interval", unit: "s", doc: "Interval of RTT probes." },
                ],
            },
            Decision {
                id: "bbr3_rtt_measured",
                label: "RTT measured",
                template: "The smallest round-trip time is {rtt}: window {from} -> {to} packets.",
                inputs: &[FROM, TO, DecisionInput { id: "rtt", unit: "s", doc: "Smallest round-trip time." }],
            },
        ]),
    }
}
