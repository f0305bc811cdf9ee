//! TPBA's entry in the catalogue: description, signals and decisions.

use super::Params;
use crate::describe::{
    AlgorithmInfo, Decision, DecisionInput, Family, Picture, Reference, Signal, citations, help_text,
    pictures,
};
use crate::params::ParamSet;
use crate::transport::Protocol;
use crate::transport::window::{self, OWN_DECISIONS};

pub const MEASURED: u32 = OWN_DECISIONS;
pub const TO_UDP: u32 = OWN_DECISIONS + 1;
pub const TO_TCP: u32 = OWN_DECISIONS + 2;
pub const REDUCED: u32 = OWN_DECISIONS + 3;
pub const EARLY: u32 = OWN_DECISIONS + 4;
pub const SILENCE: u32 = OWN_DECISIONS + 5;

const FROM: DecisionInput = DecisionInput { id: "from", unit: "bit/s", doc: "Rate before." };
const TO: DecisionInput = DecisionInput { id: "to", unit: "bit/s", doc: "Rate after." };
const START: DecisionInput = DecisionInput { id: "start", unit: "bit/s", doc: "Rate that probing found." };

const DOC: &str = "A media flow has two connections, one TCP and one of RTP over UDP, and uses one at a time.\n\n\
    **Probing**: the data go over TCP. Every $T_{\\mathrm{TCP}}$ (the *measuring interval*, 1 s) the sender computes the rate $r_i$ at which TCP's data was acknowledged. When\n\n\
    $$|r_{i-2} - r_i| < \\varepsilon \\quad\\text{and}\\quad |r_{i-1} - r_i| < \\varepsilon \\tag{1}$$\n\n\
    for the *threshold* $\\varepsilon$ (30 kb/s), $r_i$ is taken as the flow's share $r_s$. At the end of the present data unit UDP takes over, while TCP continues until all data that it has sent \
    is acknowledged.\n\n\
    **Running**: UDP sends at $r_s$. Every $T_{\\mathrm{adapt}}$ (the *adaptation interval*, 3 s) a loss $p$ that RTCP reported reduces the rate by the *reduction factor* $R_f$ (3), $r \\leftarrow r\\,(1 - p R_f)$; \
    it never increases. After $T_{\\mathrm{running}}$ (the *running period*, 10 s), at the end of a data unit, TCP takes over again with the window\n\n\
    $$w_{\\mathrm{new}} = \\max\\left(\\left\\lceil \\frac{w_{\\mathrm{old}}\\, r_f}{t_{\\mathrm{maxseg}}\\, r_s} \\right\\rceil, 1\\right) t_{\\mathrm{maxseg}} \\tag{2}$$\n\n\
    in bytes, where $w_{\\mathrm{old}}$ is the window when running began, $r_f$ the rate at its end, and $t_{\\mathrm{maxseg}}$ *TCP's segment size* (1460 bytes).\n\n\
    **What to see**: the rate is a TCP's own, not a formula's, and steady for seconds. Changes during the running period are noticed at the next probing. \
    If the measured rates vary by more than $\\varepsilon$, probing can last long. The *socket buffer* of 16 kB, that of the authors' FreeBSD, limits TCP's window to 11 packets.\n\n\
    **Defaults.** TCP has Reno's loss recovery, as in the authors' FreeBSD 2.2.6. Its other settings are modern: an initial window of 10 packets, an acknowledgement for each packet, a timeout of at least 0.2 s.\n\n\
    **Options** that the authors plan or mention: a threshold proportional to the rate; measuring from one reduction of the window to the next instead of at \
    fixed times (a window that is never reduced is measured after the measuring interval, or ten round trips if they are longer); returning to probing after successive large \
    reductions.\n\n\
    **Interpretation.** The paper's table confuses the ends of the running period at which $w_{\\mathrm{new}}$ and $w_{\\mathrm{old}}$ apply; the simulator follows its text. Rates count the \
    application's bytes. A rate of 0 does not end probing, because three such rates would agree. The window handed over is limited to the socket's buffer, because TCP's own window \
    grows beyond it. A data unit has the payload of the flow's packet (without 40 bytes of headers) times the packets per unit; TCP fills its segments across units and shortens only the last \
    one before a switch. The RTP flow sends no packet pairs, because TCP does the probing.\n\n\
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
            "Sends over TCP for a few seconds to measure its share, then over UDP at that rate, and so on.",
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
        fields: Params::fields(),
        signals: window::signals(&[
            Signal::gauge("probing", "Probing", "", "1 while TCP carries the data, 0 while UDP does."),
            Signal::gauge(
                "measured_rate",
                "Measured rate",
                "bit/s",
                "r[i], TCP's rate over the last measuring interval.",
            ),
            Signal::gauge("start_rate", "Rate found", "bit/s", "r_s, the rate that the last probing found."),
            Signal::gauge("loss", "Loss", "", "Share of the packets lost since the last adaptation, p."),
            Signal::gauge(
                "period_time",
                "Time in the period",
                "s",
                "Time since probing or running began; the last value is the period's length.",
            ),
            Signal::gauge(
                "unit_gap",
                "Between data units",
                "s",
                "j_A, the time between complete data units at the receiver.",
            ),
            Signal::gauge(
                "rtcp_bytes",
                "RTCP",
                "bytes",
                "Bytes on the wire of sender reports sent and receiver reports received so far.",
            ),
        ]),
        decisions: window::decisions(&[
            Decision {
                id: "measured",
                label: "Measured",
                template: "TCP's rate was {rate}, after {old} and {older}; probing for {time}.",
                inputs: &[
                    DecisionInput { id: "rate", unit: "bit/s", doc: "Rate over the last interval." },
                    DecisionInput { id: "old", unit: "bit/s", doc: "Rate over the previous interval." },
                    DecisionInput { id: "older", unit: "bit/s", doc: "Rate two intervals before." },
                    DecisionInput { id: "time", unit: "s", doc: "Time since probing began." },
                ],
            },
            Decision {
                id: "to_udp",
                label: "Running begins",
                template: "The last three rates agree: UDP takes over at {start} after {time} of probing. TCP's window is \
                           {window} packets.",
                inputs: &[
                    START,
                    DecisionInput { id: "time", unit: "s", doc: "Time since probing began." },
                    DecisionInput { id: "window", unit: "packets", doc: "TCP's window." },
                ],
            },
            Decision {
                id: "to_tcp",
                label: "Probing begins",
                template: "The rate went from {start} to {end} while running: TCP takes over with a window of {to} packets, {from} before.",
                inputs: &[
                    START,
                    DecisionInput { id: "end", unit: "bit/s", doc: "Rate at the end." },
                    DecisionInput { id: "from", unit: "packets", doc: "Window when running began." },
                    DecisionInput { id: "to", unit: "packets", doc: "Window now." },
                ],
            },
            Decision {
                id: "reduced",
                label: "Reduction",
                template: "A share of {loss} was lost while running: rate {from} -> {to}.",
                inputs: &[
                    FROM,
                    TO,
                    DecisionInput { id: "loss", unit: "", doc: "Share of the packets lost." },
                ],
            },
            Decision {
                id: "early",
                label: "Early return",
                template: "{count} large reductions in a row: probing begins now.",
                inputs: &[DecisionInput { id: "count", unit: "", doc: "Large reductions in a row." }],
            },
            Decision {
                id: "silence",
                label: "Silence",
                template: "No report for too long: rate {from} -> {to}.",
                inputs: &[FROM, TO],
            },
        ]),
    }
}
