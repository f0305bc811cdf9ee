//! TCP Reno (RFC 5681): fast recovery, which handles a single loss per window.

use crate::describe::{AlgorithmInfo, Family};
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
    AlgorithmInfo::new(
        ID,
        "TCP Reno",
        Family::Window,
        controller::without_early_exit(controller::fields_without::<Params>(&["prr", "rack"])),
        window::WindowSignals::list(),
        window::decisions_with_inflation(),
    )
}

reno_family!(Reno, params => Recovery::Reno, abe: params.abe);
