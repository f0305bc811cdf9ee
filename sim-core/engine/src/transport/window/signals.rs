//! Signals and decisions of window-based senders.

use crate::describe::{Decision, DecisionInput, Signal, decision_list, help_text};

/// The index of the algorithm's first own signal. The three signals of the window chassis precede it.
pub const OWN_SIGNALS: usize = 3;

/// The signals of the window chassis, in the order of the last three fields of [`WindowState`](super::WindowState), followed by the
/// algorithm's own signals.
pub fn signals(own: &[Signal]) -> Vec<Signal> {
    let mut all = vec![
        Signal::gauge("ssthresh", "Slow-start threshold", "packets", "Window at which slow start ends."),
        Signal::gauge("srtt", "Smoothed RTT", "s", "The sender's smoothed round-trip time."),
        Signal::gauge("rto", "Timeout", "s", "The retransmission timeout, with backoff."),
    ];
    all.extend_from_slice(own);
    all
}

pub const FROM: DecisionInput = DecisionInput { id: "from", unit: "packets", doc: "Window before." };
pub const TO: DecisionInput = DecisionInput { id: "to", unit: "packets", doc: "Window after." };
const SEQ: DecisionInput = DecisionInput { id: "seq", unit: "", doc: "The oldest unacknowledged packet." };
const FLIGHT: DecisionInput = DecisionInput {
    id: "flight",
    unit: "packets",
    doc: "Base of the reduction: packets in flight, or the window if the settings select it.",
};

const REORDERING: DecisionInput = DecisionInput { id: "window", unit: "s", doc: "Reordering window." };

const WINDOW: DecisionInput = DecisionInput { id: "window", unit: "packets", doc: "Window." };

pub(super) const LOSS: u32 = 0;
pub(super) const TIMEOUT: u32 = 1;
pub(super) const RECOVERED: u32 = 2;
pub(super) const SLOW_START_ENDS: u32 = 3;
pub(super) const IDLE_RESTART: u32 = 4;
pub(super) const MARKED: u32 = 5;
pub(super) const HYSTART_SLOWS: u32 = 6;
pub(super) const HYSTART_BACK: u32 = 7;
pub(super) const HYSTART_ENDS: u32 = 8;
pub(super) const PRR_STARTS: u32 = 9;
pub(super) const OVERDUE: u32 = 10;
pub(super) const REORDERING_SEEN: u32 = 11;
pub(super) const REORDERING_WINDOW: u32 = 12;
pub(super) const PROBE: u32 = 13;
pub(super) const PROBE_REPAIRED: u32 = 14;
/// The index of the algorithm's first own decision. The decisions of the window chassis precede it.
pub const OWN_DECISIONS: u32 = 15;

/// The decisions of the window chassis, followed by the algorithm's own decisions.
pub fn decisions(own: &[Decision]) -> Vec<Decision> {
    let mut all = decision_list(&[
        Decision {
            id: "loss",
            label: "Loss found",
            template: "Packets sent later have arrived, so packet {seq} counts as lost. Window {from} -> {to} packets, \
                       computed from {flight}.",
            inputs: &[FROM, TO, SEQ, FLIGHT],
        },
        Decision {
            id: "timeout",
            label: "Timeout",
            template: "No acknowledgement for {rto}: retransmits packet {seq}, window {from} -> {to} packets.",
            inputs: &[
                FROM,
                TO,
                SEQ,
                DecisionInput { id: "rto", unit: "s", doc: "The timeout that expired." },
            ],
        },
        Decision {
            id: "recovered",
            label: "Recovery ends",
            template: "Recovery ends: the data that had been sent when the loss was detected is acknowledged. Window {from} -> {to} packets.",
            inputs: &[FROM, TO],
        },
        Decision {
            id: "slow_start_ends",
            label: "Slow start ends",
            template: "The window has reached the threshold of {ssthresh} packets: congestion avoidance begins.",
            inputs: &[DecisionInput { id: "ssthresh", unit: "packets", doc: "Slow-start threshold." }],
        },
        Decision {
            id: "idle_restart",
            label: "Restart after idle",
            template: "Nothing was sent for as long as the retransmission timeout: window {from} -> {to} packets.",
            inputs: &[FROM, TO],
        },
        Decision {
            id: "marked",
            label: "Congestion mark",
            template: "A queue marked a packet: window {from} -> {to} packets, computed from {flight}. No packet was lost.",
            inputs: &[FROM, TO, FLIGHT],
        },
        Decision {
            id: "hystart_slows",
            label: "Slow start slows down",
            template: "The smallest round-trip time of the round grew from {before} to {after}: from {window} packets on, slow start grows a quarter as fast.",
            inputs: &[
                DecisionInput { id: "before", unit: "s", doc: "Smallest round-trip time of the last round." },
                DecisionInput {
                    id: "after",
                    unit: "s",
                    doc: "Smallest round-trip time of the present round.",
                },
                WINDOW,
            ],
        },
        Decision {
            id: "hystart_back",
            label: "Slow start speeds up again",
            template: "The smallest round-trip time of the round is {rtt}, less than when slow start slowed down: slow start continues at {window} packets.",
            inputs: &[
                DecisionInput { id: "rtt", unit: "s", doc: "Smallest round-trip time of the present round." },
                WINDOW,
            ],
        },
        Decision {
            id: "hystart_ends",
            label: "HyStart++ ends slow start",
            template: "The round-trip time stayed high for five rounds: slow start ends at {window} packets, before a loss.",
            inputs: &[WINDOW],
        },
        Decision {
            id: "prr_starts",
            label: "Proportional reduction begins",
            template: "Of {flight} packets in flight, {target} are to remain: {target} packets are sent for every {flight} delivered, \
                       until the packets in flight have fallen to {target}.",
            inputs: &[
                DecisionInput {
                    id: "flight",
                    unit: "packets",
                    doc: "Packets in flight when recovery began (RecoverFS).",
                },
                DecisionInput { id: "target", unit: "packets", doc: "Slow-start threshold." },
            ],
        },
        Decision {
            id: "overdue",
            label: "Packet overdue",
            template: "Packet {seq} was sent {age} ago, and a packet sent later has arrived. A round trip took {rtt}, and the reordering \
                       window is {window}: {count} packets count as lost.",
            inputs: &[
                DecisionInput { id: "seq", unit: "", doc: "The first packet that counts as lost." },
                DecisionInput { id: "age", unit: "s", doc: "Time since the packet was sent." },
                DecisionInput {
                    id: "rtt",
                    unit: "s",
                    doc: "Round-trip time of the packet sent last of those received.",
                },
                REORDERING,
                DecisionInput { id: "count", unit: "packets", doc: "Packets that now count as lost." },
            ],
        },
        Decision {
            id: "reordering_seen",
            label: "Reordering seen",
            template: "A packet arrived after one with a higher number, and was sent only once: the network changes the order of packets. \
                       Losses are now found after a reordering window of {window}.",
            inputs: &[REORDERING],
        },
        Decision {
            id: "reordering_window",
            label: "Reordering window changes",
            template: "The reordering window is now {multiple} quarters of the smallest round-trip time, {window}, because of duplicates \
                       that the receiver reported or no longer reports.",
            inputs: &[DecisionInput { id: "multiple", unit: "", doc: "Number of quarters." }, REORDERING],
        },
        Decision {
            id: "probe",
            label: "Tail loss probe",
            template: "No acknowledgement in {waited} since the last packet was sent: sends packet {seq} as a probe, which shows whether \
                       packets at the end of the data are lost.",
            inputs: &[
                DecisionInput { id: "waited", unit: "s", doc: "Time since the last packet was sent." },
                DecisionInput { id: "seq", unit: "", doc: "The packet that is sent." },
            ],
        },
        Decision {
            id: "probe_repaired",
            label: "The probe repaired a loss",
            template: "The receiver did not report the probe as a duplicate: it replaced a lost packet. Window {from} -> {to} packets, \
                       computed from {flight}.",
            inputs: &[FROM, TO, FLIGHT],
        },
    ]);
    all.extend(decision_list(own));
    all
}

/// The decisions of an algorithm in whose recovery duplicate ACKs inflate the window. The end of a recovery states the inflation,
/// which records of the window do not contain.
pub fn decisions_with_inflation() -> Vec<Decision> {
    let mut all = decisions(&[]);
    for decision in all.iter_mut().filter(|decision| decision.id == "recovered") {
        decision.template = help_text(
            "Recovery ends: the data that had been sent when the loss was detected is acknowledged. \
             The inflation by duplicate ACKs, which allowed new packets during recovery, ends: \
             window {from} -> {to} packets.",
        );
    }
    all
}
