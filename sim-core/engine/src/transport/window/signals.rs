//! Signals and decisions of window-based senders.

use crate::describe::{Decision, with_template};
use crate::{decisions, signals};

signals! {
    /// The signals of the shared window sender, in the order of the last three fields of
    /// [`WindowState`](super::WindowState).
    pub const SIGNALS: WindowSignals {
        /// Window at which slow start ends.
        ssthresh: "Slow-start threshold" in "packets";
        /// The sender's smoothed round-trip time.
        srtt: "Smoothed RTT" in "s";
        /// The retransmission timeout, with backoff.
        rto: "Timeout" in "s";
    }
}

decisions! {
    /// The decisions of the shared window sender.
    pub mod decision {
        values {
            from: "Window before." in "packets",
            to: "Window after." in "packets",
            seq: "The oldest unacknowledged packet.",
            flight: "Base of the reduction: packets in flight, or the window if the settings select it." in "packets",
            window: "Window." in "packets",
        }
        /// Packets sent later have arrived, so packet {seq} counts as lost. Window {from} -> {to} packets;
        /// the cut starts from {flight} packets.
        Loss "loss" "Loss found" { from, to, seq, flight }
        /// No acknowledgement for {rto}: retransmits packet {seq}, window {from} -> {to} packets.
        Timeout "timeout" "Timeout" { from, to, seq, rto: "The timeout that expired." in "s" }
        /// Recovery ends: the data that had been sent when the loss was detected is acknowledged. Window
        /// {from} -> {to} packets.
        Recovered "recovered" "Recovery ends" { from, to }
        /// The window has reached the threshold of {ssthresh} packets: congestion avoidance begins.
        SlowStartEnds "slow_start_ends" "Slow start ends" { ssthresh: "Slow-start threshold." in "packets" }
        /// Nothing was sent for the length of a retransmission timeout: window {from} -> {to} packets.
        IdleRestart "idle_restart" "Restart after idle" { from, to }
        /// A queue marked a packet: window {from} -> {to} packets; the cut starts from {flight} packets. No
        /// packet was lost.
        Marked "marked" "Congestion mark" { from, to, flight }
        /// The smallest round-trip time of the round grew from {before} to {after}. The window is {window}
        /// packets, and slow start now grows a quarter as fast.
        HystartSlows "hystart_slows" "Slow start slows down" {
            before: "Smallest round-trip time of the last round." in "s",
            after: "Smallest round-trip time of the present round." in "s", window,
        }
        /// The smallest round-trip time of the round is {rtt}, less than when slow start slowed down: slow
        /// start continues at {window} packets.
        HystartBack "hystart_back" "Slow start speeds up again" {
            rtt: "Smallest round-trip time of the present round." in "s", window,
        }
        /// The round-trip time stayed high for five rounds: slow start ends at {window} packets, before a
        /// loss.
        HystartEnds "hystart_ends" "HyStart++ ends slow start" { window }
        /// Acknowledgements have followed each other closely for {lasted}, longer than {limit}: slow start ends at
        /// {window} packets, before a loss.
        HystartTrain "hystart_train" "HyStart ends slow start" {
            lasted: "Length of the train of acknowledgements." in "s", limit: "Its limit." in "s", window,
        }
        /// The smallest round-trip time of the round is {after}, above the smallest one of {before}: slow start
        /// ends at {window} packets, before a loss.
        HystartDelay "hystart_delay" "HyStart ends slow start" {
            before: "Smallest round-trip time so far." in "s",
            after: "Smallest round-trip time of the present round." in "s", window,
        }
        /// Of {flight} packets in flight, {target} are to remain: {target} packets are sent for every
        /// {flight} delivered, until the packets in flight have fallen to {target}.
        PrrStarts "prr_starts" "Proportional reduction begins" {
            flight: "Packets in flight when recovery began (RecoverFS)." in "packets",
            target: "Slow-start threshold." in "packets",
        }
        /// Packet {seq} was sent {age} ago, and a packet sent later has arrived. A round trip took {rtt}, and
        /// the reordering window is {window}: {count} packets count as lost.
        Overdue "overdue" "Packet overdue" {
            seq: "The first packet that counts as lost.", age: "Time since the packet was sent." in "s",
            rtt: "Round-trip time of the packet that was sent last among the received ones." in "s",
            window: "Reordering window." in "s", count: "Packets that now count as lost." in "packets",
        }
        /// A packet that was sent only once arrived after a packet with a higher number: the network reorders
        /// packets. From now on, a packet counts as lost only after a reordering window of {window}.
        ReorderingSeen "reordering_seen" "Reordering seen" { window: "Reordering window." in "s" }
        /// The reordering window is now {window}, {multiple}/4 of the smallest round-trip time. It grows when
        /// the receiver reports a duplicate, because a loss was assumed too early, and returns to 1/4 after 16
        /// recoveries without duplicates.
        ReorderingWindow "reordering_window" "Reordering window changes" {
            multiple: "Number of quarters.", window: "Reordering window." in "s",
        }
        /// No acknowledgement in {waited} since the last packet was sent: sends packet {seq} as a probe,
        /// which shows whether packets at the end of the data are lost.
        Probe "probe" "Tail loss probe" {
            waited: "Time since the last packet was sent." in "s", seq: "The packet that is sent.",
        }
        /// The receiver did not report the probe as a duplicate, so the probe replaced a lost packet. Window
        /// {from} -> {to} packets; the cut starts from {flight} packets.
        ProbeRepaired "probe_repaired" "The probe repaired a loss" { from, to, flight }
        /// All packets that were sent during {lasted} are lost: persistent congestion. Window {from} -> {to}
        /// packets.
        PersistentCongestion "persistent_congestion" "Persistent congestion" {
            from, to, lasted: "Time between the sending of the first and the last lost packet." in "s",
        }
        /// The packet that was acknowledged was sent {waited} before its retransmission, so the original has
        /// arrived and nothing was lost. Window {from} -> {to} packets: the reduction is undone.
        UndoneByTime "undone_by_time" "Reduction undone" {
            from, to, waited: "Time from the sending of the packet to its retransmission." in "s",
        }
        /// The receiver reports that all retransmitted packets arrived twice, so nothing was lost. Window
        /// {from} -> {to} packets: the reduction is undone.
        UndoneByDuplicates "undone_by_duplicates" "Reduction undone" { from, to }
        /// After the timeout, packets were acknowledged that had not been sent again, so the timeout came too
        /// early. Window {from} -> {to} packets: the reduction is undone.
        UndoneByForward "undone_by_forward" "Timeout undone" { from, to }
    }
}

/// The decisions of an algorithm in whose recovery duplicate ACKs inflate the window. The end of a recovery
/// states the inflation, which records of the window do not contain.
pub fn decisions_with_inflation() -> Vec<Decision> {
    with_template::<decision::Recovered>(
        decision::list(),
        "Recovery ends: the data that had been sent when the loss was detected is acknowledged. \
         The inflation by duplicate ACKs, which allowed new packets during recovery, ends: \
         window {from} -> {to} packets.",
    )
}
