//! The entry of BBR version 3 in the catalogue.

use crate::protocols::prelude::*;

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
