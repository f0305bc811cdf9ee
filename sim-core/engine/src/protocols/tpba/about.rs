//! TPBA's entry in the catalogue: signals and decisions.

use crate::protocols::prelude::*;

signals! {
    pub(super) const SIGNALS: TpbaSignals {
        ..window: window::WindowSignals;
        /// 1 while the data is sent over TCP, 0 while it is sent over UDP.
        probing: "Probing";
        /// TCP's rate over the last measuring interval, r[i].
        measured_rate: "Measured rate" in "bit/s";
        /// The rate that the last probing found, r_s.
        start_rate: "Rate found" in "bit/s";
        /// Share of the packets lost since the last adaptation, p.
        loss: "Loss";
        /// Time since the present period, probing or running, began. The last value of a period is its
        /// length.
        period_time: "Time in the period" in "s";
        /// The time between complete data units at the receiver, j_A.
        unit_gap: "Between data units" in "s";
        /// Bytes on the wire of sender reports sent and receiver reports received so far.
        rtcp_bytes: "RTCP" in "bytes";
    }
}

decisions! {
    pub(super) mod decision after window::decision {
        values {
            time: "Time since probing began." in "s",
            start: "Rate that probing found." in "bit/s",
            from: "Rate before." in "bit/s",
            to: "Rate after." in "bit/s",
        }
        /// TCP's rate was {rate}, after {old} and {older}; probing for {time}.
        Measured "measured" "Measured" {
            rate: "Rate over the last interval." in "bit/s", old: "Rate over the previous interval." in "bit/s",
            older: "Rate two intervals before." in "bit/s", time,
        }
        /// The last three rates agree: UDP takes over at {start} after {time} of probing. TCP's window is
        /// {window} packets.
        ToUdp "to_udp" "Running begins" { start, time, window: "TCP's window." in "packets" }
        /// The rate went from {start} to {end} while running: TCP takes over with a window of {to} packets,
        /// {from} before.
        ToTcp "to_tcp" "Probing begins" {
            start, end: "Rate at the end." in "bit/s", from: "Window when running began." in "packets",
            to: "Window now." in "packets",
        }
        /// A share of {loss} was lost while running: rate {from} -> {to}.
        Reduced "reduced" "Reduction" { from, to, loss: "Share of the packets lost." }
        /// {count} large reductions in a row: probing begins now.
        Early "early" "Early return" { count: "Large reductions in a row." }
        /// No report for too long: rate {from} -> {to}.
        Silence "silence" "Silence" { from, to }
    }
}
