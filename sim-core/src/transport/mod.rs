//! What protocols stand on: the sender's and the receiver's traits, their context, and the chassis that they share.

pub mod ack_receiver;
pub mod context;
pub mod datagrams;
pub mod flight;
pub mod loss_history;
pub mod media_window;
pub mod pacer;
pub mod packet_pairs;
pub mod payload;
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

pub use crate::ground::packet::Outgoing;
pub use crate::ground::rng::digest_of;
pub use context::{Context, WindowState};
pub use payload::{Body, Note};

use crate::describe::AlgorithmInfo;
use crate::ground::packet::Packet;
use crate::ground::time::Time;
use crate::params::{Issue, ParamSet};

/// The named timers of a sender's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Timer {
    /// Retransmission timeout, or no-feedback timeout.
    Timeout = 0,
    /// Time to send the next paced packet.
    Send = 1,
    /// Once per round trip or adaptation interval.
    Round = 2,
    /// Anything else of the protocol's own.
    Other = 3,
}

impl Timer {
    pub const ALL: [Timer; 4] = [Timer::Timeout, Timer::Send, Timer::Round, Timer::Other];
}

/// What an algorithm knows of its flow when it is built.
#[derive(Clone, Copy, Debug)]
pub struct FlowFacts {
    /// Data packets on the wire, headers included.
    pub packet: u16,
    /// Propagation there and back.
    pub base_rtt: Time,
}

/// A sender: everything that one flow's congestion control does.
pub trait Sender {
    /// The flow starts.
    fn start(&mut self, cx: &mut impl Context);
    /// The flow's application has ended or the flow is switched off: send nothing new.
    fn stop(&mut self, _cx: &mut impl Context) {}
    /// A fresh connection in the same place; packets of the old one no longer arrive.
    fn restart(&mut self, cx: &mut impl Context);
    /// Something came back: an acknowledgement, a report.
    fn on_feedback(&mut self, packet: &Packet, cx: &mut impl Context);
    fn on_timer(&mut self, timer: Timer, cx: &mut impl Context);
    /// The application has more to send.
    fn on_app(&mut self, cx: &mut impl Context);
    /// What it sends by, at this moment.
    fn state(&self) -> SenderState;
    /// Everything that decides its future, mixed into a hash.
    fn digest(&self) -> u64;
}

/// A sender's state in numbers: for invariants, conformance tests and result IDs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SenderState {
    /// Congestion window in packets; none for rate-based senders.
    pub window: Option<f64>,
    /// Rate in bit/s that the sender allows itself; none for window-based senders.
    pub rate: Option<f64>,
    /// Packets that it takes to be in flight.
    pub in_flight: u32,
}

/// What is at the other end of a connection.
pub trait Receiver {
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context);
    fn on_timer(&mut self, timer: u32, cx: &mut impl Context);
    fn restart(&mut self);
    /// Takes over the settings of another; keeps what has been received.
    fn adopt(&mut self, settings: Self)
    where
        Self: Sized;
    fn digest(&self) -> u64;
}

/// Apart from the others' code: one function for all would save on each call the registers that the greatest one needs.
#[inline(never)]
fn on_data(receiver: &mut impl Receiver, packet: &Packet, cx: &mut impl Context) {
    receiver.on_data(packet, cx);
}

macro_rules! receivers {
    ($($module:ident :: $kind:ident),* $(,)?) => {
        /// A receiver of any kind. Receivers are shared: an algorithm is never tested against one of its own making.
        #[derive(Clone, Debug)]
        #[allow(clippy::large_enum_variant, reason = "receivers live side by side in one array, by value")]
        pub enum AnyReceiver {
            $($kind($module::$kind),)*
        }

        impl Receiver for AnyReceiver {
            #[inline]
            fn on_data(&mut self, packet: &Packet, cx: &mut impl Context) {
                match self { $(AnyReceiver::$kind(r) => on_data(r, packet, cx),)* }
            }
            fn on_timer(&mut self, timer: u32, cx: &mut impl Context) {
                match self { $(AnyReceiver::$kind(r) => r.on_timer(timer, cx),)* }
            }
            fn restart(&mut self) {
                match self { $(AnyReceiver::$kind(r) => r.restart(),)* }
            }
            fn adopt(&mut self, settings: Self) {
                match (self, settings) {
                    $((AnyReceiver::$kind(r), AnyReceiver::$kind(settings)) => r.adopt(settings),)*
                    _ => {}
                }
            }
            fn digest(&self) -> u64 {
                match self { $(AnyReceiver::$kind(r) => r.digest(),)* }
            }
        }
    };
}

pub mod hole_receiver;
pub mod nack_receiver;
pub mod ray_receiver;
pub mod rtcp_receiver;
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
}

/// A connection that a protocol asks for: who receives.
#[derive(Clone, Debug)]
pub struct ConnSpec {
    pub receiver: AnyReceiver,
}

/// A congestion control algorithm, as the registry knows it.
pub trait Protocol: Sender + Clone {
    type Params: ParamSet;
    /// The name that documents use.
    const ID: &'static str;

    fn info() -> AlgorithmInfo;
    /// The sender and the connections that it uses, one for most.
    fn build(params: &Self::Params, facts: &FlowFacts) -> (Self, Vec<ConnSpec>);
    /// What contradicts each other in settings that are each within their range: a setting's name as the path, and a sentence.
    fn contradictions(_params: &Self::Params) -> Vec<Issue> {
        Vec::new()
    }
    /// Settings changed while it runs (a timeline entry).
    fn set_params(&mut self, params: &Self::Params, cx: &mut impl Context);
    /// Bytes of header in each data packet: the rest is the application's.
    fn header_bytes() -> u16 {
        40
    }
}
