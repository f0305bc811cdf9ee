//! The two levels at which people write congestion control: window rules, and senders with a rate.

use crate::interface::{Control, Handler, Input, Interface, ValueKind, help_text};

/// The levels. A program without a line `sender` belongs to the first one.
pub const LEVELS: &[&Interface] = &[&WINDOW, &RATE];

const fn number(name: &'static str, unit: &'static str, help: &'static str) -> Input {
    Input { name, kind: ValueKind::Number, unit, help: help_text(help), handlers: &[] }
}

const fn number_in(
    handlers: &'static [&'static str],
    name: &'static str,
    unit: &'static str,
    help: &'static str,
) -> Input {
    Input { name, kind: ValueKind::Number, unit, help: help_text(help), handlers }
}

const fn truth(handlers: &'static [&'static str], name: &'static str, help: &'static str) -> Input {
    Input { name, kind: ValueKind::Truth, unit: "", help: help_text(help), handlers }
}

const NOW: Input = number("now", "s", "The time since the start of the run.");
const PACKET: Input = number("packet", "bytes", "The size of a full packet.");
const RTT: Input = number("rtt", "s", "The last round-trip time; 0 before the first one.");
const MIN_RTT: Input = number("min_rtt", "s", "The smallest round-trip time so far; 0 before the first one.");

/// Rules that change a TCP's window. Losses are found and packets are sent again as in every TCP here.
pub const WINDOW: Interface = Interface {
    level: "window",
    help: help_text("Rules that change the window of a TCP: the number of packets that may be in flight."),
    handlers: &[
        Handler {
            name: "on_start",
            help: help_text("The connection begins."),
            absent: help_text("The window begins as in the settings of the flow."),
        },
        Handler {
            name: "on_ack",
            help: help_text(
                "New packets were acknowledged, and the window may grow: not during recovery, and not while \
                   the application limits the flow.",
            ),
            absent: help_text("The window does not grow."),
        },
        Handler {
            name: "on_every_ack",
            help: help_text("Any acknowledgement was processed, after `on_ack`."),
            absent: help_text("Nothing happens."),
        },
        Handler {
            name: "on_round",
            help: help_text(
                "A round trip has passed: everything is acknowledged that was in flight when the last round \
                   ended.",
            ),
            absent: help_text("Nothing happens."),
        },
        Handler {
            name: "on_congestion",
            help: help_text(
                "A loss was detected, or a mark arrived, at most once per window. Set `ssthresh`; the window \
                   follows it, unless the code assigns `cwnd` here.",
            ),
            absent: help_text("`ssthresh` becomes half of `base`, at least 2."),
        },
        Handler {
            name: "on_timeout",
            help: help_text("The retransmission timer expired. The window then becomes 1 packet."),
            absent: help_text("`on_congestion` runs."),
        },
    ],
    inputs: &[
        NOW,
        RTT,
        MIN_RTT,
        number("srtt", "s", "The smoothed round-trip time; 0 before the first one."),
        number("in_flight", "packets", "Packets that are neither acknowledged nor lost."),
        number(
            "delivery_rate",
            "packets/s",
            "The rate at which packets arrive, from the last sample; 0 before.",
        ),
        PACKET,
        number_in(&["on_ack"], "acked", "packets", "Packets newly acknowledged."),
        number_in(
            &["on_every_ack", "on_round"],
            "delivered",
            "packets",
            "Packets that arrived, since the last acknowledgement or in the round.",
        ),
        number_in(
            &["on_every_ack", "on_round"],
            "marks",
            "packets",
            "Those of them that carried a congestion mark.",
        ),
        number_in(&["on_round"], "losses", "packets", "Packets found lost in the round."),
        number_in(
            &["on_round"],
            "round_rtt",
            "s",
            "The mean round-trip time of the round; 0 if there was no sample.",
        ),
        truth(&["on_every_ack", "on_round"], "in_recovery", "Whether lost packets are being sent again."),
        truth(
            &["on_every_ack", "on_round"],
            "window_limited",
            "Whether the window is the limit, and not the application.",
        ),
        number_in(
            &["on_congestion", "on_timeout"],
            "base",
            "packets",
            "The number that a reduction is computed from: usually the packets in flight.",
        ),
        truth(&["on_congestion"], "by_mark", "Whether a mark showed the congestion, and not a loss."),
    ],
    controls: &[
        Control {
            name: "cwnd",
            unit: "packets",
            help: help_text("The window: the largest number of packets in flight."),
            low: 1.0,
            high: 1e5,
        },
        Control {
            name: "ssthresh",
            unit: "packets",
            help: help_text("The slow-start threshold: the window after a loss. It begins very high."),
            low: 1.0,
            high: 1e5,
        },
        Control {
            name: "pacing_rate",
            unit: "packets/s",
            help: help_text("The rate at which packets are sent; 0 sends as soon as the window allows."),
            low: 0.0,
            high: 1e9,
        },
    ],
};

/// Senders that set a rate, as media do. Lost packets are not sent again.
pub const RATE: Interface = Interface {
    level: "rate",
    help: help_text(
        "Senders that set a rate, as media do: lost packets are not sent again, and the receiver reports what \
           arrived.",
    ),
    handlers: &[
        Handler {
            name: "on_start",
            help: help_text("The flow begins."),
            absent: help_text("The rate begins as in the settings of the flow."),
        },
        Handler {
            name: "on_report",
            help: help_text("A report of the receiver arrived."),
            absent: help_text("Reports change nothing."),
        },
        Handler {
            name: "on_packet",
            help: help_text("A packet was sent."),
            absent: help_text("Nothing happens."),
        },
        Handler {
            name: "on_timer",
            help: help_text("The time in `timer` has passed."),
            absent: help_text("Nothing happens."),
        },
    ],
    inputs: &[
        NOW,
        RTT,
        MIN_RTT,
        PACKET,
        number_in(
            &["on_report"],
            "received_rate",
            "bit/s",
            "The rate at which packets arrived since the last report.",
        ),
        number_in(
            &["on_report"],
            "loss",
            "share",
            "The share of packets lost since the last report, from 0 to 1.",
        ),
        number_in(
            &["on_report"],
            "loss_events",
            "share",
            "The rate of loss events per packet, over the last eight of them (RFC 5348); 0 before the first loss.",
        ),
        number_in(&["on_report"], "marks", "share", "The share of marked packets since the last report."),
        number_in(&["on_report"], "period", "s", "The time since the last report."),
        number_in(
            &["on_report"],
            "bottleneck",
            "bit/s",
            "The rate of the slowest link, from pairs of packets; 0 while it is unknown.",
        ),
        number_in(&["on_packet"], "sent", "packets", "Packets sent so far, with this one."),
    ],
    controls: &[
        Control {
            name: "rate",
            unit: "bit/s",
            help: help_text("The rate at which packets are sent."),
            low: 1000.0,
            high: 1e12,
        },
        Control {
            name: "timer",
            unit: "s",
            help: help_text("The time from now until `on_timer` runs, once; 0 stops the timer."),
            low: 0.0,
            high: 1e6,
        },
    ],
};
