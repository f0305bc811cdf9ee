//! TCP with selective acknowledgements (RFC 2018, RFC 6675): Reno's window, with recovery that can
//! repair several losses in one round trip.

use crate::protocols::pictures::{BESIDE_TCP, FOUR_LOSSES};
use crate::describe::{AlgorithmInfo, Family, Reference, citations, help_text, pictures};
use crate::params::ParamSet;
use crate::transport::tcp_params::{SackRule, TcpParams};
use crate::transport::window::{self, Recovery};
use crate::{params, reno_family};

params! {
    pub struct Params {
        /// How losses and packets in flight are determined from selective acknowledgements.
        sack_rule: SackRule = SackRule::Rfc6675, label "SACK rule", cite "RFC 6675";
        ..tcp: TcpParams;
    }
}

const ID: &str = "sack";

fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: ID,
        name: "TCP SACK",
        family: Family::Window,
        summary: help_text("Reno's window with selective acknowledgements: the sender knows which packets are missing and can retransmit several in one \
                  round trip."),
        doc: help_text("The receiver reports which packets above the first missing packet have arrived. A packet counts as lost when three \
              later packets have arrived; `pipe` is the number of packets in flight. Recovery retransmits lost packets first and then \
              sends new packets, whenever `pipe` is below the window. The window grows and is halved as in Reno."),
        pictures: pictures(&[FOUR_LOSSES, BESIDE_TCP]),
        references: citations(&[
            Reference {
                title: "RFC 6675: A Conservative Loss Recovery Algorithm Based on SACK for TCP",
                url: "https://www.rfc-editor.org/rfc/rfc6675",
            },
            Reference {
                title: "RFC 2018: TCP Selective Acknowledgment Options",
                url: "https://www.rfc-editor.org/rfc/rfc2018",
            },
        ]),
        fields: Params::fields(),
        signals: window::signals(&[]),
        decisions: window::decisions(&[]),
    }
}

reno_family!(Sack, params => Recovery::Sack { rule: params.sack_rule });
