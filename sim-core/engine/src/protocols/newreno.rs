//! TCP NewReno (RFC 6582): recovery lasts until all data sent before the loss was detected is acknowledged,
//! and retransmits one packet per round trip.

use crate::describe::{AlgorithmInfo, Family, Reference, citations, help_text, pictures};
use crate::protocols::pictures::{FOUR_LOSSES, WITH_TCP};
use crate::transport::controller;
use crate::transport::tcp_params::{PartialTimer, TcpParams};
use crate::transport::window::{self, Recovery};
use crate::{params, reno_family};

params! {
    pub struct Params {
        /// When the retransmission timer is restarted during recovery.
        partial_timer: PartialTimer = PartialTimer::SlowButSteady, label "Timer in recovery", cite "RFC 6582 section 4";
        /// Reduce the window less at a congestion mark than at a loss: to 0.8 of the packets in flight.
        abe: bool = false, label "ABE", cite "RFC 8511";
        ..tcp: TcpParams;
    }
}

const ID: &str = "newreno";

fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: ID,
        name: "TCP NewReno",
        family: Family::Window,
        summary: help_text(
            "Reno that can also recover from several losses in one window without a timeout, one per round trip.",
        ),
        doc: help_text(
            "NewReno differs from Reno in one point. An acknowledgement of only a part of the data that was sent before the loss was \
              detected (a *partial* acknowledgement) means that the first packet that it does not acknowledge is lost too. The sender \
              retransmits this packet at once. \
              Recovery ends when all data sent before the loss was detected is acknowledged, so the recovery of $n$ losses in one window takes about $n$ round trips.\n\n\
              With the stack QUIC, the flow has the congestion control of RFC 9002 appendix B: the same growth, half of the window after a \
              loss, and a recovery that ends when a packet is acknowledged that was sent after its start. The page of SACK describes how \
              QUIC finds losses; all losses of a window are then repaired in about one round trip.",
        ),
        pictures: pictures(&[FOUR_LOSSES, WITH_TCP]),
        references: citations(&[
            Reference {
                title: "RFC 6582: The NewReno Modification to TCP's Fast Recovery Algorithm",
                url: "https://www.rfc-editor.org/rfc/rfc6582",
            },
            Reference {
                title: "RFC 9002: QUIC Loss Detection and Congestion Control",
                url: "https://www.rfc-editor.org/rfc/rfc9002",
            },
        ]),
        fields: controller::without_early_exit(controller::fields_without::<Params>(&["prr", "rack"])),
        signals: window::WindowSignals::list(),
        decisions: window::decisions_with_inflation(),
    }
}

reno_family!(NewReno, params => Recovery::NewReno { timer: params.partial_timer }, abe: params.abe);
