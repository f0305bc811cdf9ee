//! One type for the receivers of all kinds.

use super::{
    ack_receiver, arrival_receiver, counting_receiver, hole_receiver, nack_receiver, nada_receiver,
    quic_receiver, ray_receiver, rtcp_receiver, scream_receiver, sink, tfrc_receiver, vector_receiver,
};
use crate::transport::prelude::*;

macro_rules! receivers {
    ($($module:ident :: $kind:ident),* $(,)?) => {
        /// A receiver of any kind. Several algorithms use the same kind, so that a comparison of algorithms
        /// does not compare receivers.
        #[derive(Clone, Debug, State)]
        #[allow(clippy::large_enum_variant, reason = "receivers are stored by value in one array")]
        pub enum AnyReceiver {
            $($kind($module::$kind),)*
        }

        impl Receiver for AnyReceiver {
            #[inline]
            fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
                match self { $(AnyReceiver::$kind(r) => r.on_data(packet, cx),)* }
            }
            fn on_timer(&mut self, timer: u32, cx: &mut impl Context) {
                match self { $(AnyReceiver::$kind(r) => r.on_timer(timer, cx),)* }
            }
            fn restart(&mut self) {
                match self { $(AnyReceiver::$kind(r) => r.restart(),)* }
            }
            fn adopt(&mut self, other: Self) {
                match (self, other) {
                    $((AnyReceiver::$kind(r), AnyReceiver::$kind(other)) => r.adopt(other),)*
                    _ => debug_assert!(false, "settings can only be adopted from a receiver of the same kind"),
                }
            }
            fn digest(&self) -> u64 {
                match self { $(AnyReceiver::$kind(r) => r.digest(),)* }
            }
        }

    };
}

receivers! {
    ack_receiver::AckReceiver,
    quic_receiver::QuicReceiver,
    sink::Sink,
    tfrc_receiver::TfrcReceiver,
    hole_receiver::HoleReceiver,
    vector_receiver::VectorReceiver,
    nack_receiver::NackReceiver,
    ray_receiver::RayReceiver,
    rtcp_receiver::RtcpReceiver,
    nada_receiver::NadaReceiver,
    arrival_receiver::ArrivalReceiver,
    scream_receiver::ScreamReceiver,
    counting_receiver::CountingReceiver,
}

/// Describes a connection that a protocol needs. The receiver is all that a protocol chooses.
#[derive(Clone, Debug)]
pub struct ConnSpec {
    pub receiver: AnyReceiver,
}
