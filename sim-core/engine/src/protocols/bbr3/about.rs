//! The entry of BBR version 3 in the catalogue.

use super::{Bbr3, Params};
use crate::describe::{AlgorithmInfo, Family, Picture, Reference, citations, help_text, pictures};
use crate::params::ParamSet;
use crate::protocols::pictures::WITH_TCP;
use crate::transport::Protocol;
use crate::transport::window::{self};
use crate::{decisions, signals};

signals! {
    pub(super) const SIGNALS: Bbr3Signals {
        ..window: window::WindowSignals;
        /// The largest delivery rate of the previous and the present cycle.
        bandwidth: "Bandwidth" in "bit/s";
        /// The bandwidth, limited by the short-term bound.
        bound: "Bounded bandwidth" in "bit/s";
        /// The smallest round-trip time of the last 10 s.
        min_rtt: "Smallest RTT" in "s";
        /// Bounded bandwidth times smallest round-trip time.
        bdp: "BDP" in "packets";
        /// Long-term limit in flight, at most two BDPs.
        long: "Long-term limit" in "packets";
        /// Short-term limit in flight, at most two BDPs.
        short: "Short-term limit" in "packets";
        /// The rate at which packets are paced.
        pacing_rate: "Pacing rate" in "bit/s";
        /// Pacing rate relative to the bandwidth.
        pacing_gain: "Pacing gain";
        /// 0: start-up, 1: drain, 2: Down, 3: Cruise, 4: Refill, 5: Up, 6: RTT probing.
        state: "State";
        /// Share of lost packets of the last round trip.
        loss: "Loss of the round";
    }
}

decisions! {
    pub(super) mod decision after window::decision {
        values {
            bdp: "Bandwidth times smallest round-trip time." in "packets",
            loss: "Share of lost packets of a round trip.",
            limit: "Long-term limit in flight." in "packets",
            gain: "Gain of the pacing rate.",
            rate: "Pacing rate." in "bit/s",
        }
        /// Start-up ends at a bandwidth of {bandwidth} and a BDP of {bdp} packets: the queue drains.
        Full "bbr3_full" "Pipe full" { bandwidth: "Bandwidth." in "bit/s", bdp }
        /// A share of {loss} of the round trip was lost in at least six bursts: the pipe is full, and at most
        /// {limit} packets may be in flight.
        StartupLoss "bbr3_startup_loss" "Losses in start-up" { loss, limit }
        /// Paces at {gain} times the bandwidth, {rate}, until no more than the BDP of {bdp} packets is in
        /// flight.
        Down "bbr3_down" "Down" { gain, rate, bdp }
        /// The queue is drained: paces at the bandwidth, {rate}, until {wait} after the start of the cycle.
        Cruises "bbr3_cruise" "Cruise" { rate, wait: "Wait between two probes." in "s" }
        /// It is time to probe: drops the short-term bounds and paces at {rate} for one round trip.
        Refills "bbr3_refill" "Refill" { rate }
        /// Paces at {gain} times the bandwidth, {rate}, to see whether more is free.
        Up "bbr3_up" "Up" { gain, rate }
        /// A share of {loss} was lost since the packet was sent, above {threshold}: at most {limit} packets
        /// may be in flight.
        TooHigh "bbr3_too_high" "Too much in flight" { loss, threshold: "Loss threshold.", limit }
        /// The last probe lost too much, and this one has {limit} packets in flight again, the long-term limit: it
        /// ends, and if the next round trip loses little, another probe follows at once.
        Precaution "bbr3_precaution" "Cautious probe" { limit }
        /// No packet was lost: all that counted as lost have arrived. Restores the limits from before: window
        /// {from} -> {to} packets.
        Undone "bbr3_undone" "No loss after all" { from, to }
        /// The round trip had losses: rate at most {rate}, at most {limit} packets in flight until the next
        /// probe.
        SlowsDown "bbr3_slows_down" "Loss outside a probe" { rate, limit: "Short-term limit in flight." in "packets" }
        /// No smaller round-trip time for {interval}: window {from} -> {to} packets, so that the queue
        /// drains.
        MeasuresRtt "bbr3_measures_rtt" "Measures the RTT" { from, to, interval: "Interval of RTT probes." in "s" }
        /// The smallest round-trip time is {rtt}: window {from} -> {to} packets.
        RttMeasured "bbr3_rtt_measured" "RTT measured" { from, to, rtt: "Smallest round-trip time." in "s" }
    }
}

/// The mechanism: alone, or with other flows of the same kind.
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
              (1.25), which raises the long-term limit by 1, 2, 4, ... packets per round trip until the bandwidth stops growing or more than \
              2 % are lost. After a probe with too much loss, the next Up ends as soon as the packets in flight reach the long-term limit. If the round trip \
              after it loses no more than 2 %, Refill and a full Up follow at once. A cycle takes 2 to 3 s, or at most 63 round trips, or as many as the BDP has packets, so that Reno and CUBIC can \
              keep up. Every 5 s, *RTT probing* halves the packets in flight for 200 ms, at a cost of about 2 %.\n\n\
              In a short buffer version 3 loses far less than version 1, and flows that react to losses keep more of the link. Random loss \
              costs it more than version 1, because each round trip with a loss lowers the short-term bounds: at 10 Mb/s and 40 ms, a flow \
              uses 0.82 of the link at a loss of 1 % and 0.57 at 2 %.\n\n\
              If all packets that counted as lost arrive after all, the bounds and the state from before the loss are restored. The \
              timestamps of acknowledgements show this (RFC 3522).\n\n\
              The signal *State* is 0 in start-up, 1 in drain, 2 in Down, 3 in Cruise, 4 in Refill, 5 in Up and 6 in RTT probing. A limit \
              that is not set is drawn at two BDPs.",
        ),
        pictures: pictures(&[MECHANISM, WITH_TCP]),
        references: citations(&[
            Reference {
                title: "N. Cardwell, I. Swett and J. Beshay, BBR Congestion Control, draft-ietf-ccwg-bbr-06",
                url: "https://datatracker.ietf.org/doc/draft-ietf-ccwg-bbr/06/",
            },
            Reference {
                title: "N. Cardwell and others, BBR: Congestion-Based Congestion Control, 2016",
                url: "https://doi.org/10.1145/3012426.3022184",
            },
        ]),
        fields: Params::fields(),
        signals: Bbr3Signals::list(),
        decisions: decision::list(),
    }
}
