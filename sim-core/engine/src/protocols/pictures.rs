//! Pictures that several algorithms share. An algorithm whose mechanism needs another run declares its own
//! picture.

use crate::describe::Picture;

/// Alone, alongside a TCP flow, and alone again.
pub const WITH_TCP: Picture = Picture {
    caption: "On a 10 Mb/s link with a base RTT of 40 ms and a buffer of one BDP: alone, with a TCP NewReno flow from 15 to 30 s, and alone again.",
    document: r#"{"v": 1, "duration": 45,
        "network": {"kind": "dumbbell", "forward":
            {"rate": 1e7, "delay": 0.01, "queue": {"kind": "drop_tail", "limit": {"bdp": 1}}}},
        "flows": [
            {"id": "own", "access": {"sender": 0.005, "receiver": 0.005}},
            {"id": "tcp", "label": "TCP NewReno", "start": 15, "stop": 30, "access": {"sender": 0.005, "receiver": 0.005}}]}"#,
    charts: &["goodput", "cwnd", "rate", "queue"],
};

/// Alone, alongside a CUBIC download in a queue of 300 ms, and alone again.
pub const WITH_DOWNLOAD: Picture = Picture {
    caption: "On a 4 Mb/s link with a base RTT of 50 ms and a buffer of 300 ms: alone, with a CUBIC download from 20 to 50 s, and alone again.",
    document: r#"{"v": 1, "duration": 80,
        "network": {"kind": "dumbbell", "forward":
            {"rate": 4e6, "delay": 0.015, "queue": {"kind": "drop_tail", "limit": {"seconds": 0.3}}}},
        "flows": [
            {"id": "own", "access": {"sender": 0.005, "receiver": 0.005}},
            {"id": "tcp", "label": "CUBIC download", "algorithm": "cubic", "start": 20, "stop": 50, "access": {"sender": 0.005, "receiver": 0.005}}]}"#,
    charts: &["goodput", "rate", "queue"],
};

/// Four losses in one window, without congestion.
pub const FOUR_LOSSES: Picture = Picture {
    caption: "Alone on a link that is never congested, with a base RTT of 100 ms: four packets in a row are lost at 1 s.",
    document: r#"{"v": 1, "duration": 3,
        "network": {"kind": "dumbbell", "forward":
            {"rate": 5e7, "delay": 0.04, "queue": {"kind": "drop_tail", "limit": {"bdp": 1}},
             "loss": [{"kind": "burst", "at": 1, "packets": 4}]}},
        "flows": [{"id": "own", "params": {"initial_ssthresh": 24}, "access": {"sender": 0.005, "receiver": 0.005}}]}"#,
    charts: &["cwnd", "in_flight"],
};
