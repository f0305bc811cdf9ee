//! TCP NewReno (RFC 6582): recovery lasts until all data sent before the loss was detected is acknowledged,
//! and retransmits one packet per round trip.

use crate::describe::{AlgorithmInfo, Family};
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
    AlgorithmInfo::new(
        ID,
        "TCP NewReno",
        Family::Window,
        controller::without_early_exit(controller::fields_without::<Params>(&["prr", "rack"])),
        window::WindowSignals::list(),
        window::decisions_with_inflation(),
    )
}

reno_family!(NewReno, params => Recovery::NewReno { timer: params.partial_timer }, abe: params.abe);
