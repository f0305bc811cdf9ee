//! TCP Reno (RFC 5681): fast recovery, which handles a single loss per window.

use crate::describe::{AlgorithmInfo, Family, Reference, citations, help_text, pictures};
use crate::protocols::pictures::{FOUR_LOSSES, WITH_TCP};
use crate::transport::controller;
use crate::transport::tcp_params::TcpParams;
use crate::transport::window::{self, Recovery};
use crate::{params, reno_family};

params! {
    pub struct Params {
        /// Reduce the window less at a congestion mark than at a loss: to 0.8 of the packets in flight.
        abe: bool = false, label "ABE", cite "RFC 8511";
        ..tcp: TcpParams;
    }
}

const ID: &str = "reno";

fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: ID,
        name: "TCP Reno",
        family: Family::Window,
        summary: help_text(
            "Halves its window at a loss and keeps sending; several losses in one window often end in a timeout.",
        ),
        doc: help_text(
            "Reno differs from Tahoe in one point. Three duplicate acknowledgements only halve the window $w$: the lost packet is \
              retransmitted, and each further duplicate acknowledgement allows one new packet. The first acknowledgement of new data ends \
              recovery, so a \
              second loss in the same window must be detected separately, often by a timeout.",
        ),
        pictures: pictures(&[FOUR_LOSSES, WITH_TCP]),
        references: citations(&[
            Reference {
                title: "RFC 5681: TCP Congestion Control",
                url: "https://www.rfc-editor.org/rfc/rfc5681",
            },
            Reference {
                title: "K. Fall and S. Floyd, Simulation-based Comparisons of Tahoe, Reno and SACK TCP, 1996",
                url: "https://doi.org/10.1145/235160.235162",
            },
        ]),
        fields: controller::without_early_exit(controller::fields_without::<Params>(&["prr", "rack"])),
        signals: window::WindowSignals::list(),
        decisions: window::decisions_with_inflation(),
    }
}

reno_family!(Reno, params => Recovery::Reno, abe: params.abe);
