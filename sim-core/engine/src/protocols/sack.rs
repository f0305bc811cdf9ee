//! TCP with selective acknowledgements (RFC 2018, RFC 6675): Reno's window, with recovery that can
//! repair several losses in one round trip.

use crate::describe::{AlgorithmInfo, Family, Picture, Reference, citations, help_text, pictures};
use crate::params::ParamSet;
use crate::protocols::pictures::{FOUR_LOSSES, WITH_TCP};
use crate::transport::tcp_params::{SackRule, TcpParams};
use crate::transport::window::{self, Recovery};
use crate::{params, reno_family};

params! {
    pub struct Params {
        /// How losses and packets in flight are determined from selective acknowledgements.
        sack_rule: SackRule = SackRule::Rfc6675, label "SACK rule", cite "RFC 6675";
        /// Reduce the window less at a congestion mark than at a loss: to 0.8 of the packets in flight.
        abe: bool = false, label "ABE", cite "RFC 8511";
        ..tcp: TcpParams;
    }
}

const ID: &str = "sack";

/// A burst of losses, with and without PRR, each flow on a path of its own.
const MANY_LOSSES: Picture = Picture {
    caption: "Two flows on a link that is never congested, with a base RTT of 100 ms. At 1 s, each loses 20 packets in a row. The flow with PRR sends one or two packets for each acknowledgement; the other flow fills its window at once.",
    document: r#"{"v": 1, "duration": 3,
        "network": {"kind": "dumbbell", "forward":
            {"rate": 1e8, "delay": 0.04, "queue": {"kind": "drop_tail", "limit": {"bdp": 1}},
             "loss": [{"kind": "burst", "at": 1, "packets": 20, "flow": "own"},
                      {"kind": "burst", "at": 1, "packets": 20, "flow": "plain"}]}},
        "flows": [
            {"id": "own", "label": "with PRR", "params": {"initial_ssthresh": 40, "prr": true}, "access": {"sender": 0.005, "receiver": 0.005}},
            {"id": "plain", "label": "without PRR", "algorithm": "sack", "params": {"initial_ssthresh": 40}, "access": {"sender": 0.005, "receiver": 0.005}}]}"#,
    charts: &["cwnd", "in_flight"],
};

/// Transfers whose last packets are lost, with and without RACK-TLP.
const LAST_PACKETS: Picture = Picture {
    caption: "Two transfers of 30 packets with a base RTT of 100 ms. The last two packets of each are lost. With RACK-TLP, a probe finds the loss \
              after two round trips; the other flow waits for the timeout.",
    document: r#"{"v": 1, "duration": 1.5,
        "network": {"kind": "dumbbell", "forward":
            {"rate": 1e8, "delay": 0.04, "queue": {"kind": "drop_tail", "limit": {"bdp": 1}},
             "loss": [{"kind": "listed", "packets": [29, 30], "what": "data", "flow": "own"},
                      {"kind": "listed", "packets": [29, 30], "what": "data", "flow": "plain"}]}},
        "flows": [
            {"id": "own", "label": "with RACK-TLP", "packet": 1000, "params": {"rack": true}, "source": {"kind": "finite", "bytes": 28800},
             "access": {"sender": 0.005, "receiver": 0.005}},
            {"id": "plain", "label": "without RACK-TLP", "packet": 1000, "algorithm": "sack", "source": {"kind": "finite", "bytes": 28800},
             "access": {"sender": 0.005, "receiver": 0.005}}]}"#,
    charts: &["cwnd", "in_flight"],
};

const DOC: &str = "The receiver reports which packets above the first missing packet have arrived. A packet counts as lost when three \
              later packets have arrived; `pipe` is the number of packets in flight. Recovery retransmits lost packets first and then \
              sends new packets, whenever `pipe` is below the window. The window grows and is halved as in Reno.\n\n\
              **Proportional rate reduction** (RFC 9937, setting `prr`). By the rules above, the window is halved at once, and the sender \
              is silent until half of the packets in flight have left the network. With PRR, the packets sent stay in proportion \
              to the packets delivered: at the start of recovery, $F$ packets are in flight (RecoverFS), and $s$ of them are to remain. \
              After $d$ delivered packets, and while `pipe` is above $s$,\n\n\
              $$n = \\left\\lceil \\frac{d\\,s}{F} \\right\\rceil \\tag{1}$$\n\n\
              packets may have been sent in this recovery. If losses have reduced `pipe` to $s$ or less, each delivered packet allows one \
              packet (the conservative bound) until `pipe` is $s$. It allows one more (the slow-start bound) if the acknowledgement \
              acknowledges the oldest missing packet and shows no further loss. The first retransmission is always sent.\n\n\
              **RACK-TLP** (RFC 8985, setting `rack`) replaces the count of three packets by time. Among the \
              received packets, let $t$ be the sending time of the packet that was sent last, and $r$ its \
              round-trip time. A packet sent before $t$ counts as lost when it was sent more than $r + w$ \
              ago. The *reordering window* $w$ is 0 if no reordering has been seen and either recovery has \
              begun or three packets are selectively acknowledged. Otherwise\n\n\
              $$w = \\min\\left(\\frac{k}{4}\\,\\mathrm{RTT}_{\\min},\\ \\mathrm{SRTT}\\right) \\tag{2}$$\n\n\
              where $k$ starts at 1 and grows by 1 in each round trip in which the receiver reports a packet that arrived twice (RFC 2883). \
              After 16 recoveries without such a report, $k$ returns to 1. Lost retransmissions are detected in the same way. A *tail loss \
              probe* repeats the last packet, or sends a new packet, when nothing was acknowledged for two round trips. The acknowledgement \
              of the probe shows \
              which packets at the end of the data are missing, without a timeout. If the probe itself replaced a lost packet, the window \
              is reduced as at a loss.\n\n\
              **Undo** (settings `undo` and `f_rto`). A packet that is only late looks lost at first. Three kinds of evidence show \
              the truth afterwards. With timestamps, the acknowledgement echoes when the packet was sent; if this was before its \
              retransmission, the original has arrived (RFC 3522). The receiver reports retransmitted packets as duplicates; if all \
              are, none was lost (RFC 3708). After a timeout, F-RTO (RFC 5682) sends two new packets at the first acknowledgement \
              instead of repeating more; if the next acknowledgement covers a packet that was not sent again, the timeout came \
              too early. The window and the threshold then return to their values from before the reduction, as in Linux.\n\n\
              **QUIC** (RFC 9002, setting `quic`). Each transmission has a number of its own, so that an acknowledgement is never \
              ambiguous. A transmission counts as lost when one with a number higher by 3 is acknowledged, or when a later one is \
              acknowledged and it was sent more than\n\n\
              $$\\frac{9}{8}\\,\\max(\\mathrm{SRTT}, \\mathrm{RTT}) \\tag{3}$$\n\n\
              ago. When nothing is acknowledged for the *probe timeout*\n\n\
              $$\\mathrm{SRTT} + \\max(4\\,\\mathrm{RTTVAR},\\ 1\\,\\mathrm{ms}) + \\text{longest delay of an ACK}, \\tag{4}$$\n\n\
              two packets are sent, which does not change the window; the timeout doubles until something is acknowledged. \
              If all packets sent over more than three probe timeouts turn out to be lost (*persistent congestion*), the window becomes \
              two packets.";

const REFERENCES: &[Reference] = &[
    Reference {
        title: "RFC 6675: A Conservative Loss Recovery Algorithm Based on SACK for TCP",
        url: "https://www.rfc-editor.org/rfc/rfc6675",
    },
    Reference {
        title: "RFC 2018: TCP Selective Acknowledgment Options",
        url: "https://www.rfc-editor.org/rfc/rfc2018",
    },
    Reference {
        title: "RFC 9937: Proportional Rate Reduction (PRR)",
        url: "https://www.rfc-editor.org/rfc/rfc9937",
    },
    Reference {
        title: "RFC 8985: The RACK-TLP Loss Detection Algorithm for TCP",
        url: "https://www.rfc-editor.org/rfc/rfc8985",
    },
    Reference {
        title: "RFC 2883: An Extension to the Selective Acknowledgement (SACK) Option for TCP",
        url: "https://www.rfc-editor.org/rfc/rfc2883",
    },
    Reference {
        title: "RFC 3522: The Eifel Detection Algorithm for TCP",
        url: "https://www.rfc-editor.org/rfc/rfc3522",
    },
    Reference {
        title: "RFC 4015: The Eifel Response Algorithm for TCP",
        url: "https://www.rfc-editor.org/rfc/rfc4015",
    },
    Reference {
        title: "RFC 3708: Using TCP DSACKs and SCTP Duplicate TSNs to Detect Spurious Retransmissions",
        url: "https://www.rfc-editor.org/rfc/rfc3708",
    },
    Reference {
        title: "RFC 5682: Forward RTO-Recovery (F-RTO)",
        url: "https://www.rfc-editor.org/rfc/rfc5682",
    },
    Reference {
        title: "RFC 8511: TCP Alternative Backoff with ECN (ABE)",
        url: "https://www.rfc-editor.org/rfc/rfc8511",
    },
    Reference {
        title: "RFC 9002: QUIC Loss Detection and Congestion Control",
        url: "https://www.rfc-editor.org/rfc/rfc9002",
    },
];

fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: ID,
        name: "TCP SACK",
        family: Family::Window,
        summary: help_text(
            "Reno's window with selective acknowledgements: the sender knows which packets are missing and can retransmit several in one \
                  round trip.",
        ),
        doc: help_text(DOC),
        pictures: pictures(&[FOUR_LOSSES, MANY_LOSSES, LAST_PACKETS, WITH_TCP]),
        references: citations(REFERENCES),
        fields: Params::fields(),
        signals: window::WindowSignals::list(),
        decisions: window::decision::list(),
    }
}

reno_family!(Sack, params => Recovery::Sack { rule: params.sack_rule }, abe: params.abe);
