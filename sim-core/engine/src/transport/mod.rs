//! The foundation of all protocols: the traits of senders and receivers, their context, and the chassis and receivers that
//! protocols share.

pub mod ack_receiver;
pub mod arrival_log;
pub mod context;
pub mod controller;
pub mod datagrams;
pub mod delay_history;
pub mod delivery_rate;
pub mod expectations;
pub mod flight;
pub mod loss_history;
pub mod media_window;
pub mod pacer;
pub mod packet_pairs;
pub mod payload;
pub mod prr;
pub mod rack;
pub mod ranges;
pub mod rate;
pub mod report_sender;
pub mod rtcp;
pub mod rto;
pub mod rtp_sender;
pub mod scoreboard;
pub mod smoothed;
pub mod tcp_params;
pub mod tfrc_notes;
pub mod window;
pub mod windowed;

pub use crate::ground::packet::Outgoing;
pub use crate::ground::rng::digest_of;
pub use context::{Context, Waiting, WindowState};
pub use expectations::Expectations;
pub use payload::{Body, Note};

use crate::describe::AlgorithmInfo;
#[cfg(any(test, feature = "testing"))]
use crate::ground::digest::Changed;
use crate::ground::digest::{Digest, State};
use crate::ground::packet::Packet;
use crate::ground::time::Time;
use crate::params::{Issue, ParamSet};

/// The named timers of a sender's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Timer {
    /// The retransmission timeout or the no-feedback timeout.
    Timeout = 0,
    /// The next paced packet is due.
    Send = 1,
    /// The end of a round trip or an adaptation interval.
    Round = 2,
    /// Any other timer of the protocol.
    Other = 3,
}

impl Timer {
    pub const ALL: [Timer; 4] = [Timer::Timeout, Timer::Send, Timer::Round, Timer::Other];
}

/// Properties of a flow that [`Protocol::build`] receives.
#[derive(Clone, Copy, Debug)]
pub struct FlowFacts {
    /// Size of full data packets on the wire, in bytes, with headers.
    pub packet: u16,
    /// Sum of the propagation delays of the forward and the reverse path.
    pub base_rtt: Time,
}

/// A sender: the congestion control of one flow.
pub trait Sender {
    /// The flow starts.
    fn start(&mut self, cx: &mut impl Context);
    /// The flow stops: from now on, the sender must send no new data.
    fn stop(&mut self, _cx: &mut impl Context) {}
    /// A fresh connection begins. Packets of the old connection no longer arrive.
    fn restart(&mut self, cx: &mut impl Context);
    /// An acknowledgement or a report arrived.
    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context);
    /// A timer expired.
    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context);
    /// The application has more data.
    fn on_app(&mut self, cx: &mut impl Context);
    /// The sender's window or rate at present, and the number of packets in flight.
    fn state(&self) -> SenderState;
    /// A hash of the state that determines the sender's future behaviour.
    fn digest(&self) -> u64;
    /// Copies in which one part of the state has changed.
    #[cfg(any(test, feature = "testing"))]
    fn changed(&self) -> Vec<Changed<Self>>
    where
        Self: Sized,
    {
        Vec::new()
    }
}

/// A summary of a sender's state for invariants, conformance tests and result IDs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SenderState {
    /// Congestion window in packets; `None` for rate-based senders.
    pub window: Option<f64>,
    /// Rate at which the sender may send, in bit/s; `None` for window-based senders.
    pub rate: Option<f64>,
    /// Packets that the sender counts as in flight.
    pub in_flight: u32,
}

/// The receiving end of a connection. Its `State` is everything that determines its future behaviour.
pub trait Receiver: State {
    /// A data packet arrived.
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context);
    /// A timer expired.
    fn on_timer(&mut self, timer: u32, cx: &mut impl Context);
    /// A fresh connection begins.
    fn restart(&mut self);
    /// Takes over the settings of `other`, a receiver of the same kind, and keeps the record of received packets.
    fn adopt(&mut self, other: Self)
    where
        Self: Sized;
    /// The receiver's part of the result ID, a hash of its main counters. It need not contain the whole state: the result ID
    /// covers the time of every arrival, from which a receiver's state follows. A change of this hash changes result IDs.
    fn digest(&self) -> u64;
}

macro_rules! receivers {
    ($($module:ident :: $kind:ident),* $(,)?) => {
        /// A receiver of any kind. Algorithms share receivers, so that comparisons between them are fair.
        #[derive(Clone, Debug)]
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

        impl State for AnyReceiver {
            fn add_to(&self, digest: &mut Digest) {
                match self { $(AnyReceiver::$kind(r) => r.add_to(digest),)* }
            }
            #[cfg(any(test, feature = "testing"))]
            fn changed(&self) -> Vec<Changed<Self>> {
                match self {
                    $(AnyReceiver::$kind(r) => {
                        r.changed().into_iter().map(|c| c.within("", true, AnyReceiver::$kind)).collect()
                    })*
                }
            }
        }
    };
}

pub mod arrival_receiver;
pub mod hole_receiver;
pub mod nack_receiver;
pub mod nada_receiver;
pub mod ray_receiver;
pub mod rtcp_receiver;
pub mod scream_receiver;
pub mod sink;
pub mod tfrc_receiver;
pub mod vector_receiver;
receivers! {
    ack_receiver::AckReceiver,
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
}

/// Describes a connection that a protocol needs. The receiver is all that a protocol chooses.
#[derive(Clone, Debug)]
pub struct ConnSpec {
    pub receiver: AnyReceiver,
}

/// A congestion control algorithm as an entry of the registry.
pub trait Protocol: Sender + Clone {
    type Params: ParamSet;
    /// The name that documents use.
    const ID: &'static str;

    /// The algorithm's entry in the catalogue.
    fn info() -> AlgorithmInfo;
    /// Builds the sender and describes its connections; most senders have one.
    fn build(params: &Self::Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>);
    /// The issues of settings that contradict each other although each setting is within its range. An issue's path is the name of
    /// the setting.
    fn contradictions(_params: &Self::Params) -> Vec<Issue> {
        Vec::new()
    }
    /// Applies settings that an entry of the timeline changed while the flow runs.
    fn set_params(&mut self, params: &Self::Params, cx: &mut impl Context);
    /// Bytes of headers in each data packet. All other bytes are payload.
    fn header_bytes() -> u16 {
        40
    }
    /// The bounds that the conformance tests check. The default is the bounds of the algorithm's family. An algorithm overrides
    /// this method if its rules imply other bounds.
    fn expectations() -> Expectations {
        Expectations::of(Self::info().family)
    }
}
