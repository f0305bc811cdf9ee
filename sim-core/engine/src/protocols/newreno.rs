//! TCP NewReno (RFC 6582): recovery lasts until all data sent before the loss was detected is acknowledged,
//! and retransmits one packet per round trip.

use crate::protocols::prelude::*;
use crate::reno_family;
use crate::transport::tcp_params::PartialTimer;

params! {
    pub struct Params {
        /// When the retransmission timer is restarted during recovery.
        partial_timer: PartialTimer = PartialTimer::SlowButSteady, label "Timer in recovery", cite "RFC 6582 section 4", group "Loss recovery";
        /// Reduce the window less at a congestion mark than at a loss: to 0.8 of the packets in flight.
        abe: bool = false, label "ABE", cite "RFC 8511";
        ..tcp: TcpParams;
    }
}

reno_family!(NewReno, "newreno", "TCP NewReno (1999)", |params| Recovery::NewReno { timer: params.partial_timer }, abe: params.abe, {
    const FIELDS: List<Field> = || controller::without_early_exit(controller::fields_without::<Params>(&["prr", "rack"]));
    const DECISIONS: List<Decision> = window::decisions_with_inflation;
});
