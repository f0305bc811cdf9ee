//! TFWC's entry in the catalogue: description, signals and decisions.

use super::Params;
use crate::describe::{AlgorithmInfo, Family, Picture, Reference, citations, help_text, pictures};
use crate::params::ParamSet;
use crate::protocols::pictures::WITH_TCP;
use crate::transport::tfrc_receiver;
use crate::{decisions, signals};

signals! {
    pub(super) const SIGNALS: TfwcSignals {
        ..receiver: tfrc_receiver::TfrcReceiverSignals;
        /// The reciprocal of the mean loss interval.
        p: "Loss event rate";
        /// The weighted mean of the loss intervals.
        mean_interval: "Mean loss interval" in "packets";
        /// The equation's window before rounding.
        w_eq: "Equation's window" in "packets";
        /// 0: slow start, 1: acknowledgements trigger packets, 2: a timer triggers packets.
        mode: "Mode";
        /// The sender's smoothed round-trip time.
        srtt: "Smoothed RTT" in "s";
        /// The timeout, with backoff.
        rto: "Timeout" in "s";
    }
}

decisions! {
    pub(super) mod decision {
        values {
            from: "Window before." in "packets",
            to: "Window after." in "packets",
        }
        /// First loss: window {from} -> {to} packets; the history begins with the {interval} packets at which
        /// the equation gives this window.
        FirstLoss "first_loss" "First loss" { from, to, interval: "Interval that fills the history." in "packets" }
        /// New loss event: mean interval {i_mean} packets, so p = {p}; window {from} -> {to} packets.
        LossEvent "loss_event" "Loss event" {
            from, to, i_mean: "Mean loss interval." in "packets", p: "Loss event rate.",
        }
        /// The window is {window} packets. Below {threshold}, a timer sends a packet every {gap}; above it,
        /// acknowledgements trigger packets.
        Mode "mode" "Change of clock" {
            window: "Window." in "packets", threshold: "Window at which the clock changes." in "packets",
            gap: "The timer's gap." in "s",
        }
        /// No acknowledgement for {rto}: sends the new packet {seq}; the next timeout is {next}.
        Timeout "timeout" "Timeout" {
            rto: "The timeout that expired." in "s", next: "The next timeout." in "s",
            seq: "The packet that is sent.",
        }
    }
}

const WITH_TCP_WITH_EQUATION: Picture = Picture { charts: &["goodput", "cwnd w_eq", "queue"], ..WITH_TCP };

pub(super) fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: "tfwc",
        name: "TFWC",
        family: Family::Window,
        summary: help_text(
            "TFRC's equation with a window as in TCP: the loss intervals determine the window, and acknowledgements allow new packets.",
        ),
        doc: help_text(
            "The receiver acknowledges each packet with a vector of the packets that have arrived. The sender itself keeps \
              TFRC's history of loss intervals: losses of packets sent within one round trip are one event, and $p$ is the reciprocal of the weighted \
              mean of the last eight intervals. With the timeout $t_{\\mathrm{RTO}} = 4R$ for a round-trip time $R$, the equation gives a window\n\n\
              $$W = \\frac{1}{\\sqrt{\\frac{2p}{3}} + 12 \\sqrt{\\frac{3p}{8}}\\; p\\,(1 + 32 p^2)} \\tag{1}$$\n\n\
              in packets, independent of the round-trip time. A packet may be sent if its number is at most $W$ above the \
              highest packet known to have arrived. Packets are not retransmitted, so a lost packet leaves the window as soon as \
              a later packet is acknowledged.\n\n\
              Slow start is TCP's: one more packet per acknowledgement. The first loss halves the window, and the history begins with the \
              interval for which (1) gives this window. The paper does not describe the first loss; this rule is ours and follows RFC 5348, \
              section 6.3.1. When no acknowledgement arrives before the \
              timeout expires, the *next* packet is sent and the timeout doubles.\n\n\
              With a window below two packets, acknowledgements are too rare to trigger the sending of packets: a timer sends one packet \
              every $R/W$. The paper does not describe this. Its authors' two programs differ in it, and settings select the constants of either. \
              These programs use windows of whole packets, which reduces the rate by up to a fifth if the window is small.",
        ),
        pictures: pictures(&[WITH_TCP_WITH_EQUATION]),
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
        signals: TfwcSignals::list(),
        decisions: decision::list(),
    }
}
