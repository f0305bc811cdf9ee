//! TCP Tahoe (Jacobson 1988): slow start, congestion avoidance, fast retransmit; every loss sets the window
//! to one packet.

use crate::describe::{AlgorithmInfo, Family};
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
    AlgorithmInfo::new(
        ID,
        "TCP Tahoe",
        Family::Window,
        controller::on_stack(
            controller::fields_without::<Params>(&["prr", "rack"]),
            Some(Stack::Tahoe1988.as_str()),
        ),
        window::WindowSignals::list(),
        window::decision::list(),
    )
}

reno_family!(Tahoe, params => Recovery::Tahoe, abe: false);
