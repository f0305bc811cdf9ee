//! TCP Tahoe (Jacobson 1988): slow start, congestion avoidance, fast retransmit; every loss sets the window
//! to one packet.

use crate::describe::{AlgorithmInfo, Family, Reference, citations, help_text, pictures};
use crate::protocols::pictures::{FOUR_LOSSES, WITH_TCP};
use crate::transport::controller;
use crate::transport::stack::Stack;
use crate::transport::tcp_params::TcpParams;
use crate::transport::window::{self, Recovery};
use crate::{params, reno_family};

params! {
    pub struct Params {
        ..tcp: TcpParams;
    }
}

const ID: &str = "tahoe";

fn info() -> AlgorithmInfo {
    AlgorithmInfo {
        id: ID,
        name: "TCP Tahoe",
        family: Family::Window,
        summary: help_text(
            "The first TCP with congestion control: every loss reduces the window to one packet.",
        ),
        doc: help_text(
            "The window $w$ grows by one packet per acknowledgement below the threshold (slow start) and by $1/w$ packets \
              above it (congestion avoidance). Three duplicate acknowledgements, like a timeout, set the threshold to half of \
              the packets in flight and the window to one packet. The lost packet and all packets after it are sent again, even those that \
              have arrived.",
        ),
        pictures: pictures(&[FOUR_LOSSES, WITH_TCP]),
        references: citations(&[Reference {
            title: "V. Jacobson, Congestion Avoidance and Control, SIGCOMM 1988",
            url: "https://doi.org/10.1145/52324.52356",
        }]),
        fields: controller::on_stack(
            controller::fields_without::<Params>(&["prr", "rack"]),
            Some(Stack::Tahoe1988.as_str()),
        ),
        signals: window::WindowSignals::list(),
        decisions: window::decision::list(),
    }
}

reno_family!(Tahoe, params => Recovery::Tahoe, abe: false);
