//! Types that the links, the queues and the observers of the network have in common.

use super::access::Path;
use super::receiver_limit::ReceiverLimit;
use crate::ground::convert::narrow;
use crate::ground::digest::State;
use crate::ground::packet::Packet;
use crate::ground::rng::Rng;
use crate::ground::time::Time;

/// Maximum rate of a link, bit/s.
pub const MAX_RATE: f64 = 1e12;

/// A connection between one sender and one receiver, with a path in each direction.
#[derive(Clone, Debug)]
pub struct Conn {
    pub flow: u32,
    /// Index of this connection among the connections of its flow.
    pub index_in_flow: u32,
    /// Stable key, made from the flow's id and `index_in_flow`.
    pub key: u64,
    /// Number of times that this connection has been replaced by a fresh one, modulo 2^16. Packets of
    /// earlier epochs are ignored.
    pub epoch: u16,
    /// Size of data packets on the wire, header included.
    pub packet_size: u16,
    /// Round-trip time without queueing and serialization.
    pub base_rtt: Time,
    /// The paths of data (index 0) and of feedback (index 1).
    pub paths: [Path; 2],
    /// The rate at which the receiver accepts packets, if it is limited.
    pub receiver_limit: Option<Box<ReceiverLimit>>,
    /// Random number generators of the sender (index 0) and of the receiver (index 1).
    pub rngs: [Rng; 2],
}

/// Why a packet was lost. The discriminants are part of result IDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Cause {
    /// The queue was full.
    QueueFull = 1,
    LossRule = 2,
    /// The queue discipline dropped the packet although the queue was not full.
    QueueEarly = 3,
}

/// Where a packet goes after a link has sent it: to another link, or to its endpoint if this was the last
/// link of its route. A loss rule can drop the packet on this link. Bit 0 of the discriminant means the
/// endpoint and bit 1 a loss, so that links, which test them for every packet, need no comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, State)]
#[repr(u8)]
pub enum NextStop {
    #[default]
    Link = 0,
    Endpoint = 1,
    LostBeforeLink = 2,
    LostBeforeEndpoint = 3,
}

impl NextStop {
    /// The next stop after a link. `is_last`: whether the link is the last one of the packet's route.
    #[inline]
    pub fn after(is_last: bool) -> Self {
        if is_last { NextStop::Endpoint } else { NextStop::Link }
    }

    /// As above, but a loss rule drops the packet after the link has sent it.
    pub fn lost(self) -> Self {
        if self.is_last() { NextStop::LostBeforeEndpoint } else { NextStop::LostBeforeLink }
    }

    /// Whether a loss rule drops the packet after the link has sent it.
    #[inline]
    pub fn is_lost(self) -> bool {
        self as u8 & 2 != 0
    }

    /// Whether the link is the last one of the packet's route.
    #[inline]
    pub fn is_last(self) -> bool {
        self as u8 & 1 != 0
    }
}

/// When a packet arrived at a link and when it departs, with the fields of its header that are recorded. The
/// size is 32 bytes, because a departure is written and read for each packet and link.
#[derive(Clone, Copy, Debug, Default)]
pub struct Departure {
    pub departs: Time,
    pub arrived: Time,
    pub tx: u32,
    /// Waiting time at earlier links, in the unit of `Packet::waited`.
    pub waited: u32,
    pub conn: u16,
    pub flow: u16,
    pub size: u16,
    pub feedback: bool,
    pub next: NextStop,
}

const _: () = assert!(size_of::<Departure>() == 32);

/// The largest number of connections, and of flows, of a network, so that a [`Departure`] can contain their
/// indices.
pub const MAX_CONNS: usize = 1 << 16;

impl Departure {
    /// The departure of a packet of flow `flow`. `Net::new` checks that there are at most `MAX_CONNS`
    /// connections and flows.
    #[inline]
    pub fn new(packet: &Packet, flow: u32, next: NextStop, arrived: Time, departs: Time) -> Self {
        Departure {
            departs,
            arrived,
            tx: packet.tx,
            waited: packet.waited,
            conn: narrow::<u16>(packet.conn),
            flow: narrow::<u16>(flow),
            size: packet.size,
            feedback: packet.is_feedback(),
            next,
        }
    }
}
