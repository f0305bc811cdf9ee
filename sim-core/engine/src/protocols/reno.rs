//! TCP Reno (RFC 5681): fast recovery, which handles a single loss per window.

use crate::protocols::prelude::*;
use crate::reno_family;

params! {
    pub struct Params {
        /// Reduce the window less at a congestion mark than at a loss: to 0.8 of the packets in flight.
        abe: bool = false, label "ABE", cite "RFC 8511";
        ..tcp: TcpParams;
    }
}

reno_family!(Reno, "reno", "TCP Reno (1990)", |params| Recovery::Reno, abe: params.abe, {
    const FIELDS: List<Field> = || controller::without_early_exit(controller::fields_without::<Params>(&["prr", "rack"]));
    const DECISIONS: List<Decision> = window::decisions_with_inflation;
});
