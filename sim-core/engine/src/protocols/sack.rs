//! TCP with selective acknowledgements (RFC 2018, RFC 6675): Reno's window, with recovery that can
//! repair several losses in one round trip.

use crate::protocols::prelude::*;
use crate::reno_family;
use crate::transport::tcp_params::SackRule;

params! {
    pub struct Params {
        /// How losses and packets in flight are determined from selective acknowledgements.
        sack_rule: SackRule = SackRule::Rfc6675, label "SACK rule", cite "RFC 6675", group "Loss recovery";
        /// Reduce the window less at a congestion mark than at a loss: to 0.8 of the packets in flight.
        abe: bool = false, label "ABE", cite "RFC 8511";
        ..tcp: TcpParams;
    }
}

reno_family!(Sack, "sack", "TCP SACK", |params| Recovery::Sack { rule: params.sack_rule }, abe: params.abe);
