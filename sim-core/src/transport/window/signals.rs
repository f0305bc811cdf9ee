//! What a window-based sender shows: its signals, and the sentences that explain its decisions.

use crate::describe::{Decision, DecisionInput, Signal};

/// The place of an algorithm's first own signal: the chassis' three come before.
pub const OWN: usize = 3;

/// The chassis' signals, in the order in which `Observer::window_shown` tells them, and the algorithm's own.
pub fn signals(own: &[Signal]) -> Vec<Signal> {
    let mut all = vec![
        Signal::gauge("ssthresh", "Slow-start threshold", "packets", "Where slow start ends."),
        Signal::gauge("srtt", "Smoothed RTT", "s", "The sender's smoothed round-trip time."),
        Signal::gauge("rto", "Timeout", "s", "The retransmission timeout, back-off included."),
    ];
    all.extend_from_slice(own);
    all
}

const FROM: DecisionInput = DecisionInput { id: "from", unit: "packets", doc: "Window before." };
const TO: DecisionInput = DecisionInput { id: "to", unit: "packets", doc: "Window after." };
const SEQ: DecisionInput = DecisionInput { id: "seq", unit: "", doc: "The oldest packet not acknowledged." };
const FLIGHT: DecisionInput =
    DecisionInput { id: "flight", unit: "packets", doc: "What the reduction is counted from." };

pub(super) const LOSS: u32 = 0;
pub(super) const TIMEOUT: u32 = 1;
pub(super) const LEFT: u32 = 2;
pub(super) const SLOW_START_ENDS: u32 = 3;
pub(super) const RESTARTED: u32 = 4;
pub(super) const MARKED: u32 = 5;
/// Place of an algorithm's first own decision.
pub const OWN_DECISIONS: u32 = 6;

pub fn decisions(own: &[Decision]) -> Vec<Decision> {
    let mut all = vec![
        Decision {
            id: "loss",
            label: "Loss found",
            template: "Three acknowledgements say that packet {seq} is lost: window {from} -> {to} packets, counted \
                       from {flight} in flight.",
            inputs: &[FROM, TO, SEQ, FLIGHT],
        },
        Decision {
            id: "timeout",
            label: "Timeout",
            template: "Nothing was acknowledged for {rto}: packet {seq} is sent again, window {from} -> {to} packets.",
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
            template: "All that was out at the loss is acknowledged: window {from} -> {to} packets, and growth again.",
            inputs: &[FROM, TO],
        },
        Decision {
            id: "slow_start_ends",
            label: "Slow start ends",
            template: "The window has reached the threshold of {ssthresh} packets: from doubling to one packet per round \
                       trip.",
            inputs: &[DecisionInput { id: "ssthresh", unit: "packets", doc: "Slow-start threshold." }],
        },
        Decision {
            id: "idle_restart",
            label: "Restart after idle",
            template: "Nothing was sent for a timeout: window {from} -> {to} packets.",
            inputs: &[FROM, TO],
        },
        Decision {
            id: "marked",
            label: "Congestion mark",
            template: "An acknowledgement says that a queue has marked a packet: window {from} -> {to} packets, counted \
                       from {flight} in flight. Nothing is lost.",
            inputs: &[FROM, TO, FLIGHT],
        },
    ];
    all.extend_from_slice(own);
    all
}
