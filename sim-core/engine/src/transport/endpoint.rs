//! The two ends of a connection: a sender and a receiver.

use super::context::{Context, Timer};
use super::journal::Journal;
use crate::ground::digest::{Digest, State};
use crate::ground::packet::Packet;

/// A sender: the congestion control of one flow.
pub trait Sender: State {
    /// The flow starts.
    fn start(&mut self, cx: &mut impl Context);
    /// The flow stops: the sender must not send new data any more.
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
    /// What the sender knows about packet `seq` of a connection, by its index in the flow; `None` if it never sends data
    /// of this connection again.
    fn standing(&self, _connection: u32, _seq: u32) -> Option<Standing> {
        None
    }
    /// What the sender notes about its packets; `None` if it does not number them as QUIC does.
    fn journal(&mut self) -> Option<&mut Journal> {
        None
    }
    /// A hash of the state that determines the sender's future behaviour.
    fn digest(&self) -> u64 {
        Digest::of(self)
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

/// What a sender that repeats lost data knows about one of its packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub receipt: Receipt,
    /// Whether the packet counts as lost and has not been sent again since.
    pub is_missed: bool,
    /// How the sender finds lost packets before a timeout: by "duplicates", "selective" acknowledgements, or packet
    /// "numbers".
    pub sign: &'static str,
    /// Whether every acknowledgement states the number of marks.
    pub counts_marks: bool,
}

/// Which acknowledgements of a packet have arrived: none, one of this packet, or one of all data up to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receipt {
    None,
    Selective,
    InOrder,
}

/// The receiving end of a connection. Its `State` is everything that determines its future behaviour.
pub trait Receiver: State {
    /// A data packet arrived.
    fn on_data(&mut self, packet: &Packet, cx: &mut impl Context);
    /// A timer expired.
    fn on_timer(&mut self, timer: u32, cx: &mut impl Context);
    /// A fresh connection begins.
    fn restart(&mut self);
    /// Takes over the settings of `other`, a receiver of the same kind, and keeps the record of received
    /// packets.
    fn adopt(&mut self, other: Self)
    where
        Self: Sized;
    /// The receiver's part of the result ID, a hash of its main counters. It need not contain the whole
    /// state: the result ID covers the time of every arrival, from which a receiver's state follows. A change
    /// of this hash changes result IDs.
    fn digest(&self) -> u64;
}
