//! Settings that every TCP shares. Defaults are those of present-day stacks; `preset "ns-2"` in docs/scenario.md lists
//! the values that make a flow behave as ns-2's agents do.

use super::rto::RtoRule;
use crate::{choice, params};

choice! {
    /// What halving is counted from.
    pub enum HalveBase {
        /// The data in flight (RFC 5681).
        Flight "flight" "Data in flight",
        /// The congestion window, as ns-2 does: at every timeout, a lost SYN's too; recovery may begin with less than 2 packets.
        Window "window" "Window",
    }
}

choice! {
    /// How a SACK sender tells what is lost and how much is in flight.
    pub enum SackRule {
        /// RFC 6675: lost when three later packets were received; pipe counted packet by packet.
        Rfc6675 "rfc6675" "RFC 6675",
        /// As ns-2's Sack1: every hole may be resent; pipe estimated from acknowledgements; a timeout forgets what was received.
        Ns2 "ns2" "ns-2",
    }
}

choice! {
    /// When NewReno restarts its retransmission timer during recovery (RFC 6582 section 4).
    pub enum PartialTimer {
        /// At the first partial acknowledgement only: many losses end in a timeout.
        Impatient "impatient",
        /// At every partial acknowledgement.
        SlowButSteady "slow_but_steady" "Slow but steady",
    }
}

choice! {
    /// What makes the window grow.
    pub enum Growth {
        /// Each packet that an acknowledgement covers (RFC 3465): delayed or lost acknowledgements cost no growth.
        Packets "packets" "Packets acknowledged",
        /// Each acknowledgement, as ns-2 and RFC 2581 count, also that which ends a recovery: acknowledging every second packet halves the growth.
        Acks "acks" "Acknowledgements",
    }
}

params! {
    /// What every TCP can be told.
    pub struct TcpParams {
        /// Window at the start of a connection.
        initial_window: f64 = 10.0, unit "packets", range 1.0..=1000.0, cite "RFC 6928";
        /// Slow start ends when the window reaches this many packets.
        initial_ssthresh: Option<f64> = None, unit "packets", range 2.0..=1e7, scale log, label "Initial slow-start threshold", null "no limit", cite "RFC 5681 section 3.1";
        /// The receiver allows no more than this many packets in flight.
        receive_window: Option<f64> = None, unit "packets", range 1.0..=1e7, scale log, null "no limit", cite "RFC 9293";
        /// Packets per acknowledgement: 1 acknowledges each, 2 every other one (delayed acknowledgements).
        ack_every: u32 = 1, unit "packets", range 1..=16, label "Packets per ACK", cite "RFC 5681 section 4.2";
        /// A delayed acknowledgement is sent after this time at the latest.
        ack_delay: f64 = 0.04, unit "s", range 0.0..=0.5, label "ACK delay", cite "RFC 5681 section 4.2";
        /// Size of an acknowledgement on the wire.
        ack_size: u32 = 40, unit "bytes", range 20..=1500, label "ACK size";
        /// Send one new packet on each of the first two duplicate acknowledgements.
        limited_transmit: bool = true, cite "RFC 3042";
        /// Begin with a handshake of one round trip, which also measures it.
        handshake: bool = true, cite "RFC 9293 section 3.5";
        /// After silence of a retransmission timeout, begin again with the initial window.
        idle_restart: bool = true, label "Restart after idle", cite "RFC 5681 section 4.1";
        /// Grow only while the window, not the application or the receiver, is what limits sending.
        grow_only_when_limited: bool = true, cite "RFC 7661";
        /// What makes the window grow.
        growth: Growth = Growth::Packets, label "Growth counts", cite "RFC 3465";
        /// Spread packets over the round trip instead of sending bursts.
        pacing: bool = false, cite "RFC 9002 section 7.7";
        /// Measure the round trip on every acknowledgement (timestamps) or on one packet per window.
        timestamps: bool = true, cite "RFC 7323";
        /// Which arithmetic makes the retransmission timeout.
        rto_rule: RtoRule = RtoRule::Linux, label "Timeout rule", cite "RFC 6298";
        /// Floor of the retransmission timeout (with the Linux rule: of its deviation term).
        min_rto: f64 = 0.2, unit "s", range 0.001..=10.0, scale log, label "Smallest timeout", cite "RFC 6298 section 2.4";
        /// Timeout before the round trip has been measured.
        initial_rto: f64 = 1.0, unit "s", range 0.01..=60.0, scale log, label "Initial timeout", cite "RFC 6298 section 2.1";
        /// Granularity of the clock that measures the round trip.
        tick: f64 = 0.001, unit "s", range 0.000001..=1.0, scale log, label "Clock tick", cite "RFC 6298 section 4";
        /// Answer congestion marks of queues as losses, without losing anything. Queues mark only packets of flows that say so.
        ecn: bool = false, label "ECN", cite "RFC 3168";
        /// What a reduction is counted from.
        halve: HalveBase = HalveBase::Flight, label "Reduction base", cite "RFC 5681 section 3.1";
    }
}
