//! TPBA's entry in the catalogue: description, signals and decisions.

use super::Params;
use crate::describe::{AlgorithmInfo, Family, Picture, Reference, citations, help_text, pictures};
use crate::params::ParamSet;
use crate::transport::Protocol;
use crate::transport::controller;
use crate::transport::window;
use crate::{decisions, signals};

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

const DOC: &str = "A media flow has two connections, TCP and RTP over UDP, and uses one of them at a time.\n\n\
    **Probing**: the data is sent over TCP. Every $T_{\\mathrm{TCP}}$ (the *measuring interval*, 1 s) the \
    sender computes the rate $r_i$ at which TCP's data was acknowledged. When\n\n\
    $$|r_{i-2} - r_i| < \\varepsilon \\quad\\text{and}\\quad |r_{i-1} - r_i| < \\varepsilon \\tag{1}$$\n\n\
    for the *threshold* $\\varepsilon$ (30 kb/s), $r_i$ is taken as the flow's share $r_s$. At the end of the present data unit UDP takes over, while TCP continues until all data that it has sent \
    is acknowledged.\n\n\
    **Running**: UDP sends at $r_s$. Every $T_{\\mathrm{adapt}}$ (the *adaptation interval*, 3 s) a loss $p$ that RTCP reported reduces the rate by the *reduction factor* $R_f$ (3), $r \\leftarrow r\\,(1 - p R_f)$; \
    it never increases. After $T_{\\mathrm{running}}$ (the *running period*, 10 s), at the end of a data unit, TCP takes over again with the window\n\n\
    $$w_{\\mathrm{new}} = \\max\\left(\\left\\lceil \\frac{w_{\\mathrm{old}}\\, r_f}{t_{\\mathrm{maxseg}}\\, r_s} \\right\\rceil, 1\\right) t_{\\mathrm{maxseg}} \\tag{2}$$\n\n\
    in bytes, where $w_{\\mathrm{old}}$ is the window when running began, $r_f$ the rate at its end, and $t_{\\mathrm{maxseg}}$ *TCP's segment size* (1460 bytes).\n\n\
    **What to see**: the rate is that of a real TCP and not that of a formula, and it is constant for \
    seconds. Changes during the running period are detected at the next probing. If the measured rates vary \
    by more than $\\varepsilon$, probing can take a long time. The *socket buffer* of 16,384 bytes limits \
    TCP's window to the 11 whole segments that it holds. The authors' FreeBSD rounds it up to 12 segments, \
    which the reproductions of their experiments set.\n\n\
    **Defaults.** TCP has Reno's loss recovery, as in the authors' FreeBSD 2.2.6. Its other settings are modern: an initial window of 10 packets, an acknowledgement for each packet, a timeout of at least 0.2 s.\n\n\
    **Options.** The authors plan or mention three options, which are settings here: a threshold proportional \
    to the rate; measuring from one reduction of the window to the next instead of at fixed times; and \
    returning to probing after successive large reductions. If the window is never reduced, it is measured \
    after the measuring interval, or after ten round trips if they are longer.\n\n\
    **Interpretation.** The paper's table interchanges $w_{\\mathrm{new}}$ and $w_{\\mathrm{old}}$, the \
    windows at the end and at the start of the running period; the simulator follows the paper's text. Rates \
    count the \
    application's bytes. A rate of 0 does not end probing, because three such rates would be equal. The window with which TCP continues is \
    limited to the socket's buffer, because TCP's congestion window grows beyond it. A data unit has the payload of the flow's packet \
    (without 40 bytes of headers) times the packets per unit; TCP fills its segments across units and shortens only the last segment before \
    a switch. The RTP flow sends no packet pairs, because TCP does the probing.\n\n\
    **Lost reports.** The loss between two adaptations is the difference of the reports' cumulative counters, so the next report includes the losses in a report that was lost. A \
    setting uses the reports' fractions. After three intervals without a report the rate is halved, and it is halved again after each further interval.";

const PROBING: Picture = Picture {
    caption: "On a 2 Mb/s link with a base RTT of 40 ms and 20 packets of buffer; a TCP NewReno flow runs from 30 to 70 s. TCP probes until three measured rates agree, then \
              UDP sends at the last of them for ten seconds.",
    document: r#"{"v": 1, "duration": 100,
        "network": {"kind": "dumbbell", "forward":
            {"rate": 2e6, "delay": 0.01, "queue": {"kind": "drop_tail", "limit": {"packets": 20}}}},
        "flows": [
            {"id": "own", "packet": 552, "params": {"threshold": 2e5}, "access": {"sender": 0.005, "receiver": 0.005}},
            {"id": "tcp", "label": "TCP NewReno", "start": 30, "stop": 70, "access": {"sender": 0.005, "receiver": 0.005}}]}"#,
    charts: &["goodput", "measured_rate start_rate", "probing"],
};

pub fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: super::Tpba::ID,
        name: "TPBA",
        family: Family::Report,
        summary: help_text(
            "Sends over TCP for a few seconds to measure its share, then over UDP at the measured rate, and repeats both.",
        ),
        doc: help_text(DOC),
        pictures: pictures(&[PROBING]),
        references: citations(&[
            Reference {
                title: "Y. Tobe, Y. Tamura, H. Nishino and H. Tokuda, TCP-Rate-Probing-Based Adaptation for Continuous Media \
                        Communications, 2000",
                url: "https://www.ipsj.or.jp/english/",
            },
            Reference {
                title: "RFC 3550: RTP: A Transport Protocol for Real-Time Applications",
                url: "https://www.rfc-editor.org/rfc/rfc3550",
            },
        ]),
        fields: controller::on_stack(Params::fields(), None),
        signals: TpbaSignals::list(),
        decisions: decision::list(),
    }
}
