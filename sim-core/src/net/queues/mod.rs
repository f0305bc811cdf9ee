//! Queue disciplines: the trait, and the registry (one line for each discipline).

mod effects;

pub use effects::{Effects, MAX_INPUTS};

use crate::describe::{Decision, KindInfo};
use crate::ground::packet::Packet;
use crate::ground::time::Time;
use crate::net::link::Cause;
use crate::params::{Issue, ParamSet};
use serde_json::Value;

#[cfg(test)]
mod conformance;
#[cfg(test)]
mod laws;

/// Whether a discipline accepts a packet that arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Accept,
    Drop(Cause),
}

/// The state of a link that an arriving packet finds.
#[derive(Clone, Copy, Debug)]
pub struct ArrivalState {
    pub now: Time,
    /// Packets that wait, without the one in service.
    pub waiting: u32,
    /// Bytes of the waiting packets.
    pub waiting_bytes: u64,
    /// Whether a packet is being sent.
    pub busy: bool,
    /// When the last packet departed. If the link is not busy, its line is idle since then.
    pub idle_since: Time,
}

/// A connection, as far as disciplines use it.
#[derive(Clone, Debug)]
pub struct QueueConn {
    /// Stable key, from the flow's id.
    pub key: u64,
    /// The id of its flow in the document.
    pub flow: String,
    /// Whether the flow is measured, and whether it is background traffic.
    pub measured: bool,
    pub background: bool,
}

/// The facts from which a discipline is built: its link and the connections that cross it.
#[derive(Clone, Copy, Debug)]
pub struct QueueFacts<'a> {
    /// Limits in waiting packets and in waiting bytes; `u64::MAX` if there is none.
    pub limit_packets: u64,
    pub limit_bytes: u64,
    pub rate: f64,
    /// Propagation, in seconds.
    pub delay: f64,
    /// Largest packet size of the flows.
    pub max_packet: u64,
    /// Key of the link direction's random stream.
    pub seed: u64,
    pub link: u64,
    /// By index of the connection.
    pub conns: &'a [QueueConn],
    /// What crosses the link, in ascending order: twice the index of a connection for its data, and one more for its feedback.
    pub directions: &'a [u32],
}

/// A queue discipline. Every packet passes `admit` and, if that accepts it, `enqueue` and `dequeue`. If `decides_on_arrival` is true,
/// `admit` alone decides; the link then computes departures (see `net::link`) and keeps the packets itself.
pub trait Queue: Clone {
    type Params: ParamSet;
    /// The name that documents use.
    const ID: &'static str;

    fn info() -> KindInfo;
    /// Sentences that explain its drops and marks.
    fn decisions() -> Vec<Decision> {
        Vec::new()
    }
    fn build(params: &Self::Params, facts: &QueueFacts) -> Self;
    /// Whether drops depend on nothing that happens after the arrival, and packets leave in the order of their arrival.
    fn decides_on_arrival(&self) -> bool {
        false
    }
    /// Whether `admit` must also see packets that find the line free, or produces signals or marks.
    fn sees_every_arrival(&self) -> bool {
        true
    }
    /// The limit of a discipline that does nothing except drop arriving packets beyond its limit. Links then test the limit
    /// themselves.
    fn arrival_limit(&self) -> Option<QueueLimit> {
        None
    }
    /// Decides whether an arriving packet may enter. May mark it.
    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, effects: &mut Effects) -> Verdict;
    /// Stores a packet that was admitted. Other packets may be dropped to make room.
    fn enqueue(&mut self, packet: Packet, now: Time, effects: &mut Effects);
    /// Removes the packet to be sent next and returns it with the time of its arrival; `None` only if no packet is left. Other
    /// packets may be dropped before.
    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<(Packet, Time)>;
    /// Packets and bytes stored.
    fn waiting(&self) -> (u32, u64);
    fn set_limit(&mut self, packets: u64, bytes: u64);
    /// The link's rate has changed.
    fn set_rate(&mut self, _bits_per_second: f64) {}
    /// How many of the stored packets match.
    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64;
}

/// The limit that every discipline has, and how much is stored.
#[derive(Clone, Copy, Debug)]
pub struct QueueLimit {
    pub limit_packets: u64,
    pub limit_bytes: u64,
    pub stored_packets: u32,
    pub stored_bytes: u64,
}

impl QueueLimit {
    pub fn new(facts: &QueueFacts) -> Self {
        QueueLimit {
            limit_packets: facts.limit_packets,
            limit_bytes: facts.limit_bytes,
            stored_packets: 0,
            stored_bytes: 0,
        }
    }

    /// Whether there is no room for a packet of `size` if `waiting` packets of `bytes` in all wait.
    #[inline]
    pub fn is_full(&self, waiting: u32, bytes: u64, size: u16) -> bool {
        u64::from(waiting) >= self.limit_packets || bytes + u64::from(size) > self.limit_bytes
    }

    /// Whether there is no room for a packet of `size` even in an empty queue.
    #[inline]
    pub fn can_never_fit(&self, size: u16) -> bool {
        self.is_full(0, 0, size)
    }

    /// Whether more is stored than the limit allows.
    #[inline]
    pub fn is_exceeded(&self) -> bool {
        u64::from(self.stored_packets) > self.limit_packets || self.stored_bytes > self.limit_bytes
    }

    #[inline]
    pub fn add(&mut self, packet: &Packet) {
        self.stored_packets += 1;
        self.stored_bytes += u64::from(packet.size);
    }

    #[inline]
    pub fn remove(&mut self, packet: &Packet) {
        self.stored_packets -= 1;
        self.stored_bytes -= u64::from(packet.size);
    }

    pub fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.limit_packets = packets;
        self.limit_bytes = bytes;
    }
}

macro_rules! queues {
    ($($module:ident :: $kind:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// A discipline of any kind.
        #[derive(Clone, Debug)]
        pub enum AnyQueue {
            $($kind($module::$kind),)*
        }

        /// Every discipline's entry in the catalogue.
        pub fn infos() -> Vec<KindInfo> {
            vec![$($module::$kind::info()),*]
        }

        /// The decisions of the discipline named `kind`.
        pub fn decisions_of(kind: &str) -> Vec<Decision> {
            $(if kind == $module::$kind::ID {
                return $module::$kind::decisions();
            })*
            Vec::new()
        }

        impl AnyQueue {
            /// The discipline named `kind`, with settings that were checked with their document.
            pub fn build(kind: &str, settings: &Value, facts: &QueueFacts) -> Result<Self, Vec<Issue>> {
                $(if kind == $module::$kind::ID {
                    let params = <$module::$kind as Queue>::Params::read(settings);
                    return Ok(AnyQueue::$kind($module::$kind::build(&params, facts)));
                })*
                Err(vec![Issue::new("queue.kind", "unknown_kind", format!("There is no queue discipline \"{kind}\"."))])
            }

            #[inline]
            pub fn decides_on_arrival(&self) -> bool {
                match self { $(AnyQueue::$kind(q) => q.decides_on_arrival(),)* }
            }

            #[inline]
            pub fn sees_every_arrival(&self) -> bool {
                match self { $(AnyQueue::$kind(q) => q.sees_every_arrival(),)* }
            }

            pub fn arrival_limit(&self) -> Option<QueueLimit> {
                match self { $(AnyQueue::$kind(q) => q.arrival_limit(),)* }
            }

            #[inline]
            pub fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, effects: &mut Effects) -> Verdict {
                match self { $(AnyQueue::$kind(q) => q.admit(packet, state, effects),)* }
            }

            #[inline]
            pub fn enqueue(&mut self, packet: Packet, now: Time, effects: &mut Effects) {
                match self { $(AnyQueue::$kind(q) => q.enqueue(packet, now, effects),)* }
            }

            #[inline]
            pub fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<(Packet, Time)> {
                match self { $(AnyQueue::$kind(q) => q.dequeue(now, effects),)* }
            }

            pub fn set_rate(&mut self, bits_per_second: f64) {
                match self { $(AnyQueue::$kind(q) => q.set_rate(bits_per_second),)* }
            }

            #[inline]
            pub fn waiting(&self) -> (u32, u64) {
                match self { $(AnyQueue::$kind(q) => q.waiting(),)* }
            }

            pub fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
                match self { $(AnyQueue::$kind(q) => q.count(matches),)* }
            }

            pub fn set_limit(&mut self, packets: u64, bytes: u64) {
                match self { $(AnyQueue::$kind(q) => q.set_limit(packets, bytes),)* }
            }
        }
    };
}

queues! {
    drop_tail::DropTail,
    red::Red,
    codel::Codel,
    fq_codel::FqCodel,
    pie::Pie,
    drr::Drr,
    priority::Priority,
}
