//! Settings that all TCP algorithms share. Their defaults follow from the stack that the flow imitates. The
//! preset "ns-2" in docs/scenario.md lists the values with which a flow behaves like ns-2's agents.

use super::rto::RtoRule;
use super::stack::{
    ALL, APPLE, BY_FLIGHT, LINUX, NEWRENO_1999, NO_SLOW_START_LIMIT, OLD, QUIC, RFC_6298, Stack, TAHOE_1988,
    TODAY, WINDOWS, WITH_F_RTO, WITH_HYSTART, WITH_RACK, WITH_UNDO, WITHOUT_HYSTART,
};
use crate::{choice, params};

choice! {
    /// The quantity that a reduction is computed from.
    pub enum HalveBase {
        /// The data in flight (RFC 5681).
        Flight "flight" "Data in flight",
        /// The congestion window, as in Linux: a sender that its application limits keeps more of it.
        Cwnd "cwnd" "Congestion window",
        /// The congestion window, as in ns-2. Every timeout lowers the threshold, including a timeout of the
        /// SYN, and recovery may begin with a window below 2 packets.
        Window "window" "Window",
    }
}

choice! {
    /// How a SACK sender determines which packets are lost and how many are in flight.
    pub enum SackRule {
        /// RFC 6675: a packet counts as lost once three later packets have been received. The packets in
        /// flight (`pipe`) are counted one by one.
        Rfc6675 "rfc6675" "RFC 6675",
        /// As ns-2's Sack1: every missing packet may be retransmitted, the packets in flight are estimated
        /// from acknowledgements, and a timeout discards the SACK blocks received.
        Ns2 "ns2" "ns-2",
    }
}

choice! {
    /// When NewReno restarts its retransmission timer during recovery (RFC 6582 section 4).
    pub enum PartialTimer {
        /// Only at the first partial acknowledgement. Many losses in one window then lead to a timeout.
        Impatient "impatient",
        /// At every partial acknowledgement.
        SlowButSteady "slow_but_steady" "Slow but steady",
    }
}

choice! {
    /// What the window's growth is proportional to.
    pub enum Growth {
        /// Packets acknowledged (RFC 3465): delayed or lost acknowledgements do not slow growth.
        Packets "packets" "Packets acknowledged",
        /// Acknowledgements, as in ns-2 and RFC 2581, including the acknowledgement that ends recovery.
        /// Acknowledging every second packet halves growth.
        Acks "acks" "Acknowledgements",
    }
}

choice! {
    /// How slow start ends before a loss, while `hystart` is on.
    pub enum HystartRule {
        /// HyStart++: slower growth once the smallest round-trip time of a round grows, and the end after five rounds.
        Rfc9406 "rfc9406" "HyStart++ (RFC 9406)",
        /// HyStart as in Linux: the end once the round-trip time grows, or once acknowledgements follow each other
        /// closely for half of the smallest round-trip time.
        Linux "linux" "HyStart (Linux)",
    }
}

choice! {
    /// How the receiver reports congestion marks.
    pub enum EcnFeedback {
        /// Each acknowledgement after a mark echoes it (ECE), until the sender announces that it has reduced its
        /// window (CWR): one mark per round trip, however many there were (RFC 3168).
        Classic "classic" "Classic (ECE and CWR)",
        /// The last three bits of the number of marked packets (the ACE field). If many acknowledgements in a row
        /// are lost, the sender has to guess how often the number has passed 8.
        Ace "ace" "AccECN, ACE field only",
        /// The ACE field and the option with the number of marked bytes, which gives the exact number.
        Accurate "accurate" "AccECN with its option",
    }
}

params! {
    /// Settings of all TCP algorithms.
    pub struct TcpParams {
        /// The operating system or era whose TCP the flow imitates. It determines the defaults of the settings
        /// for loss recovery, timeouts, acknowledgements and slow start, each of which can still be set.
        stack: Option<Stack> = Some(Stack::Linux), null "no stack";
        /// Window at the start of a connection.
        initial_window: f64 = 10.0, unit "packets", range 1.0..=1000.0, given ("stack", NEWRENO_1999, 2), given ("stack", TAHOE_1988, 1), cite "RFC 6928", group "Start of a connection";
        /// Window at which the first slow start ends.
        initial_ssthresh: Option<f64> = None, unit "packets", range 2.0..=1e7, scale log, label "Initial slow-start threshold", null "no limit", cite "RFC 5681 section 3.1", group "Start of a connection";
        /// Receiver's window: the largest number of packets in flight.
        receive_window: Option<f64> = None, unit "packets", range 1.0..=1e7, scale log, null "no limit", cite "RFC 9293", group "Growth and idle periods";
        /// Number of packets per acknowledgement: with 1, the receiver acknowledges every packet; with 2,
        /// every second packet (delayed acknowledgements).
        ack_every: u32 = 1, unit "packets", range 1..=16, given ("stack", ALL, 2), label "Packets per ACK", cite "RFC 5681 section 4.2", group "Acknowledgements";
        /// Longest delay of an acknowledgement.
        ack_delay: f64 = 0.04, unit "s", range 0.0..=0.5, given ("stack", APPLE, 0.1), given ("stack", QUIC, 0.025), given ("stack", OLD, 0.2), label "ACK delay", cite "RFC 5681 section 4.2", group "Acknowledgements";
        /// Acknowledge packets at once while the sender may wait: the first 16, 16 after an idle period or a duplicate,
        /// the last of the application's data, and after marks. Otherwise the delay follows the packets' intervals.
        quick_acks: bool = false, given ("stack", LINUX, true), label "Quick ACKs", cite "Linux, tcp_event_data_recv", group "Acknowledgements";
        /// Let the receive window grow as in Linux, and acknowledge each packet with which it grows at once. Only with
        /// quick acknowledgements.
        growing_window: bool = false, label "Growing receive window", cite "Linux, tcp_grow_window", group "Acknowledgements";
        /// Size of an acknowledgement on the wire.
        ack_size: u32 = 40, unit "bytes", range 20..=1500, label "ACK size", group "Acknowledgements";
        /// Send one new packet on each of the first two duplicate acknowledgements.
        limited_transmit: bool = true, given ("stack", OLD, false), cite "RFC 3042", group "Loss recovery";
        /// Open the connection with a handshake of one round trip, which also gives the first RTT sample.
        handshake: bool = true, cite "RFC 9293 section 3.5", group "Start of a connection";
        /// Restart with the initial window after an idle period longer than the retransmission timeout.
        idle_restart: bool = true, given ("stack", WINDOWS, false), label "Restart after idle", cite "RFC 5681 section 4.1", group "Growth and idle periods";
        /// Halve the window once per retransmission timeout of an idle period, instead of restarting at once.
        gradual_restart: bool = false, given ("stack", LINUX, true), label "Gradual restart", cite "Linux, tcp_cwnd_restart", group "Growth and idle periods";
        /// Send the packet that ends the data of a connection even if the congestion window is full.
        last_beyond_window: bool = false, given ("stack", LINUX, true), label "Last packet beyond the window", cite "Linux, tcp_cwnd_test", group "Growth and idle periods";
        /// Grow only while sending is limited by the congestion window, and not by the application or the
        /// receiver.
        grow_only_when_limited: bool = true, given ("stack", OLD, false), cite "RFC 7661", group "Growth and idle periods";
        /// While the congestion window does not limit sending, let it grow up to what the largest number of packets in
        /// flight would have made of it: twice that number in slow start, one more in congestion avoidance.
        rate_limited_increase: bool = false, given ("stack", BY_FLIGHT, true), label "Growth by flight", cite "draft-ietf-ccwg-ratelimited-increase", group "Growth and idle periods";
        /// Largest growth of the window per acknowledgement in slow start. HyStart++ allows at least 8 packets.
        slow_start_limit: Option<u32> = Some(2), unit "packets", range 1..=1000, scale log, given ("stack", NO_SLOW_START_LIMIT, serde_json::Value::Null), label "Slow-start step", null "no limit", cite "RFC 3465 section 2.2", group "Start of a connection";
        /// What the window's growth is proportional to.
        growth: Growth = Growth::Packets, given ("stack", OLD, "acks"), label "Growth counts", cite "RFC 3465", group "Growth and idle periods";
        /// Spread packets over the round trip instead of sending bursts.
        pacing: bool = false, given ("stack", QUIC, true), cite "RFC 9002 section 7.7";
        /// Measure the round-trip time with every acknowledgement (timestamps) instead of one packet per
        /// window.
        timestamps: bool = true, given ("stack", TAHOE_1988, false), cite "RFC 7323", group "Timeouts and clock";
        /// How the retransmission timeout is computed.
        rto_rule: RtoRule = RtoRule::Linux, given ("stack", RFC_6298, "rfc6298"), label "Timeout rule", cite "RFC 6298", group "Timeouts and clock";
        /// Minimum of the retransmission timeout. With the Linux rule, the minimum applies to the deviation
        /// term.
        min_rto: f64 = 0.2, unit "s", range 0.001..=10.0, scale log, given ("stack", WINDOWS, 0.3), given ("stack", QUIC, 0.001), given ("stack", OLD, 1), label "Smallest timeout", cite "RFC 6298 section 2.4", group "Timeouts and clock";
        /// Timeout before the first round-trip sample.
        initial_rto: f64 = 1.0, unit "s", range 0.01..=60.0, scale log, given ("stack", OLD, 3), label "Initial timeout", cite "RFC 6298 section 2.1", group "Timeouts and clock";
        /// Granularity of the clock that measures the round-trip time.
        tick: f64 = 0.001, unit "s", range 0.000001..=1.0, scale log, given ("stack", OLD, 0.5), label "Clock tick", cite "RFC 6298 section 4", group "Timeouts and clock";
        /// Use explicit congestion notification: queues mark packets instead of dropping them, and the sender
        /// reacts to a mark as to a loss, except with ABE and in the algorithms that respond to the share of marks.
        ecn: bool = false, label "ECN", cite "RFC 3168";
        /// How the receiver reports marks. QUIC always reports their number.
        ecn_feedback: Option<EcnFeedback> = None, label "ECN feedback", null "as the algorithm needs it", cite "RFC 9768", group "Acknowledgements";
        /// End the first slow start when the round-trip time grows, before the queue overflows.
        hystart: bool = false, default true, given ("stack", WITH_HYSTART, true), given ("stack", WITHOUT_HYSTART, false), label "HyStart++", cite "RFC 9406", group "Start of a connection";
        /// Lower the window in proportion to the packets delivered during recovery, instead of at once.
        /// Applies to recovery by RFC 6675.
        prr: bool = false, given ("stack", TODAY, true), label "PRR", cite "RFC 9937", group "Loss recovery";
        /// Detect losses by the times at which packets were sent, and send a probe to detect losses at the
        /// end of the data. Applies to recovery by RFC 6675.
        rack: bool = false, given ("stack", WITH_RACK, true), label "RACK-TLP", cite "RFC 8985", group "Loss recovery";
        /// Additional delay of a tail loss probe while a single packet is in flight, whose acknowledgement the receiver may
        /// delay.
        probe_delay: Option<f64> = None, unit "s", range 0.0..=10.0, given ("stack", LINUX, 0.2), label "Probe delay", null "the delay of acknowledgements", cite "RFC 8985 section 7.2", group "Loss recovery";
        /// With RACK-TLP: measure the smoothed round-trip time and the timeout also with packets that are acknowledged
        /// selectively, and restart the timeout if they were sent before the oldest packet was sent last.
        sack_rtt: bool = false, given ("stack", LINUX, true), label "RTT of SACKed packets", cite "Linux, tcp_ack_update_rtt", group "Timeouts and clock";
        /// Number packets and find losses as QUIC does, with probes instead of a retransmission timeout. Replaces RACK-TLP,
        /// PRR, undo and F-RTO.
        quic: bool = false, given ("stack", QUIC, true), label "QUIC recovery", cite "RFC 9002", group "Loss recovery";
        /// Return to the earlier window when timestamps or reported duplicates show that no packet was lost.
        undo: bool = false, given ("stack", WITH_UNDO, true), label "Undo reductions", cite "RFC 4015", group "Loss recovery";
        /// After a timeout, send new packets first, and return to the earlier window if packets are acknowledged
        /// that were not sent again.
        f_rto: bool = false, given ("stack", WITH_F_RTO, true), label "F-RTO", cite "RFC 5682", group "Loss recovery";
        /// The quantity that a reduction is computed from.
        halve: HalveBase = HalveBase::Flight, given ("stack", LINUX, "cwnd"), label "Reduction base", cite "RFC 5681 section 3.1", group "Loss recovery";
    }
}

impl TcpParams {
    /// Whether the receiver reports the number of marks in the ACE field.
    pub fn counts_marks(&self) -> bool {
        let counts = matches!(self.ecn_feedback, Some(EcnFeedback::Ace | EcnFeedback::Accurate));
        self.ecn && counts && !self.quic
    }
}
