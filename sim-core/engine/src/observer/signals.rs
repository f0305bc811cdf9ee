//! The signals that every flow and every link direction has.

use crate::describe::Signal;

/// Signals that every flow has.
pub fn flow_signals() -> Vec<Signal> {
    vec![
        Signal::counter(
            "delivered",
            "Delivered",
            "bytes",
            "Wire bytes of packets that were delivered to the receiver for the first time (goodput).",
        ),
        Signal::counter(
            "throughput",
            "Through the last link",
            "bytes",
            "Wire bytes of data packets that left the last link of the route, retransmissions included.",
        ),
        Signal::counter("sent", "Sent", "packets", "Packets sent, retransmissions included."),
        Signal::counter(
            "lost",
            "Lost",
            "packets",
            "Data packets dropped by queues, loss rules and receivers of limited rate.",
        ),
        Signal::gauge("cwnd", "Window", "packets", "Congestion window."),
        Signal::gauge(
            "in_flight",
            "In flight",
            "packets",
            "Packets that are in the network by the sender's estimate.",
        ),
        Signal::gauge("rtt", "RTT", "s", "Round-trip time samples."),
        Signal::gauge("rate", "Sending rate", "bit/s", "The sending rate that the algorithm has set."),
    ]
}

/// Signals that every link direction has.
pub fn link_signals() -> Vec<Signal> {
    vec![
        Signal::gauge(
            "queue",
            "Queue",
            "packets",
            "Number of waiting packets, without the packet that is being sent.",
        ),
        Signal::gauge("queue_delay", "Queue delay", "s", "Time that packets waited before being sent."),
        Signal::counter("departed", "Sent", "bytes", "Bytes sent by the link."),
        Signal::counter("drops", "Drops", "packets", "Packets dropped by the queue or by loss rules."),
        Signal::counter("marks", "Marks", "packets", "Packets marked by the queue."),
    ]
}
