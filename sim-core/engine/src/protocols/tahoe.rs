//! TCP Tahoe (Jacobson 1988): slow start, congestion avoidance, fast retransmit; every loss sets the window
//! to one packet.

use crate::protocols::prelude::*;
use crate::reno_family;
use crate::transport::stack::Stack;

params! {
    pub struct Params {
        ..tcp: TcpParams;
    }
}

reno_family!(Tahoe, "tahoe", "TCP Tahoe (1988)", |params| Recovery::Tahoe, abe: false, {
    const FIELDS: List<Field> = || controller::on_stack(controller::fields_without::<Params>(&["prr", "rack"]), Some(Stack::Tahoe1988.as_str()));
});
