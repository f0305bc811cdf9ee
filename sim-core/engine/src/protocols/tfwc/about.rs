//! TFWC's entry in the catalogue: description, signals and decisions.

use super::Params;
use crate::describe::{
    AlgorithmInfo, Decision, DecisionInput, Family, Picture, Reference, Signal, citations, decision_list,
    help_text, pictures,
};
use crate::params::ParamSet;
use crate::protocols::pictures::BESIDE_TCP;
use crate::transport::tfrc_receiver;

pub(super) const OPEN: usize = tfrc_receiver::OPEN_INTERVAL;
pub(super) const CLOSED_INTERVAL_SIGNALS: usize = tfrc_receiver::CLOSED_INTERVAL_SIGNALS;
pub(super) const P: usize = tfrc_receiver::SIGNALS;
pub(super) const MEAN: usize = P + 1;
pub(super) const EQUATION: usize = P + 2;
pub(super) const MODE_SIGNAL: usize = P + 3;
pub(super) const SRTT: usize = P + 4;
pub(super) const RTO: usize = P + 5;

pub(super) const FIRST_LOSS: u32 = 0;
pub(super) const LOSS_EVENT: u32 = 1;
pub(super) const MODE: u32 = 2;
pub(super) const TIMEOUT: u32 = 3;

fn signals() -> Vec<Signal> {
    let mut all = tfrc_receiver::signals();
    all.extend([
        Signal::gauge("p", "Loss event rate", "", "The reciprocal of the mean loss interval."),
        Signal::gauge(
            "mean_interval",
            "Mean loss interval",
            "packets",
            "The weighted mean of the loss intervals.",
        ),
        Signal::gauge("w_eq", "Equation's window", "packets", "The equation's window before rounding."),
        Signal::gauge(
            "mode",
            "Mode",
            "",
            "0 slow start, 1 clocked by acknowledgements, 2 clocked by a timer.",
        ),
        Signal::gauge("srtt", "Smoothed RTT", "s", "The sender's smoothed round-trip time."),
        Signal::gauge("rto", "Timeout", "s", "The timeout, with backoff."),
    ]);
    all
}

fn decisions() -> Vec<Decision> {
    const FROM: DecisionInput = DecisionInput { id: "from", unit: "packets", doc: "Window before." };
    const TO: DecisionInput = DecisionInput { id: "to", unit: "packets", doc: "Window after." };
    decision_list(&[
        Decision {
            id: "first_loss",
            label: "First loss",
            template: "First loss: window {from} -> {to} packets; the history begins with the {interval} packets at which the \
                       equation gives this window.",
            inputs: &[
                FROM,
                TO,
                DecisionInput { id: "interval", unit: "packets", doc: "Interval that fills the history." },
            ],
        },
        Decision {
            id: "loss_event",
            label: "Loss event",
            template: "New loss event: mean interval {i_mean} packets, so p = {p}; window {from} -> {to} packets.",
            inputs: &[
                FROM,
                TO,
                DecisionInput { id: "i_mean", unit: "packets", doc: "Mean loss interval." },
                DecisionInput { id: "p", unit: "", doc: "Loss event rate." },
            ],
        },
        Decision {
            id: "mode",
            label: "Change of clock",
            template: "The window is {window} packets: below {threshold} a timer sends a packet each {gap}, above it \
                       acknowledgements do.",
            inputs: &[
                DecisionInput { id: "window", unit: "packets", doc: "Window." },
                DecisionInput { id: "threshold", unit: "packets", doc: "Window at which the clock changes." },
                DecisionInput { id: "gap", unit: "s", doc: "The timer's gap." },
            ],
        },
        Decision {
            id: "timeout",
            label: "Timeout",
            template: "No acknowledgement for {rto}: sends the new packet {seq}; the next timeout is {next}.",
            inputs: &[
                DecisionInput { id: "rto", unit: "s", doc: "The timeout that expired." },
                DecisionInput { id: "next", unit: "s", doc: "The next timeout." },
                DecisionInput { id: "seq", unit: "", doc: "The packet that is sent." },
            ],
        },
    ])
}

const BESIDE_TCP_WITH_EQUATION: Picture =
    Picture { charts: &["goodput", "cwnd w_eq", "queue"], ..BESIDE_TCP };

pub(super) fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: "tfwc",
        name: "TFWC",
        family: Family::Window,
        summary: help_text(
            "TFRC's equation with TCP's acknowledgement clock: the loss intervals determine a window, and acknowledgements allow new packets.",
        ),
        doc: help_text(
            "The receiver acknowledges each packet with a vector of the packets that have arrived. The sender itself keeps \
              TFRC's history of loss intervals: losses of packets sent within one round trip are one event, and $p$ is the reciprocal of the weighted \
              mean of the last eight intervals. With the timeout $t_{\\mathrm{RTO}} = 4R$ for a round-trip time $R$, the equation gives a window\n\n\
              $$W = \\frac{1}{\\sqrt{\\frac{2p}{3}} + 12 \\sqrt{\\frac{3p}{8}}\\; p\\,(1 + 32 p^2)} \\tag{1}$$\n\n\
              in packets, independent of the round-trip time. A packet may be sent if its number is at most $W$ above the \
              highest packet known to have arrived. Packets are not retransmitted, so a lost packet leaves the window as soon as \
              a later packet is acknowledged.\n\n\
              Slow start is TCP's: one more packet per acknowledgement. The first loss halves the window, and the history \
              begins with the interval at which (1) gives this window. The paper does not describe the start; this rule is ours, after RFC 5348, section 6.3.1. When no acknowledgement arrives before the \
              timeout expires, the *next* packet is sent and the timeout doubles.\n\n\
              With a window below two packets acknowledgements cannot clock a flow: a timer sends one packet every $R/W$. The \
              paper does not describe this; its authors' two programs do it in different ways, and settings give the constants of both. \
              A window of whole packets, as in these programs, reduces the rate by up to a fifth at small windows.",
        ),
        pictures: pictures(&[BESIDE_TCP_WITH_EQUATION]),
        references: citations(&[
            Reference {
                title: "S.-H. Choi and M. Handley, Fairer TCP-Friendly Congestion Control Protocol for Multimedia Streaming \
                        Applications, 2007",
                url: "https://doi.org/10.1145/1364654",
            },
            Reference {
                title: "RFC 5348: TCP Friendly Rate Control",
                url: "https://www.rfc-editor.org/rfc/rfc5348",
            },
        ]),
        fields: Params::fields(),
        signals: signals(),
        decisions: decisions(),
    }
}
