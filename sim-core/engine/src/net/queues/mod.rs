//! Queue disciplines: the trait, and the registry (one line for each discipline, whose text is in a Markdown
//! file next to it).

mod effects;
mod flow_queues;
pub mod prelude;

pub use effects::{Effects, MAX_INPUTS};

use crate::describe::{Decision, KindInfo, List, Signal, help_text};
use crate::ground::digest::State;
use crate::ground::packet::Packet;
use crate::ground::time::Time;
use crate::net::types::{Cause, NextStop};
use crate::params::{Field, Limit, ParamSet, ParamType};

#[cfg(test)]
mod conformance;
#[cfg(test)]
mod laws;

/// The descriptor of the limit, which all disciplines have.
pub fn limit_field() -> Field {
    let doc = "Maximum size of the queue: packets, bytes, time or bandwidth-delay products (BDP). The packet in service does not count.";
    Field::of("limit", Limit::Packets(50), doc).changeable()
}

/// A packet that a discipline stores.
#[derive(Clone, Copy, Debug, Default, State)]
pub struct Queued {
    pub packet: Packet,
    /// When the packet arrived at the link.
    pub arrived: Time,
    /// Where the packet is sent afterwards. Disciplines only store it.
    pub next: NextStop,
}

/// Whether a discipline accepts a packet that arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Accept,
    Drop(Cause),
}

/// What a discipline drops when an arriving packet would exceed its limit. The tests of all disciplines expect
/// it.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropWhenFull {
    /// The arriving packet.
    Arriving,
    /// One waiting packet, which may be smaller than the arriving packet, or several.
    Waiting,
    /// Several packets at once.
    Batch,
    /// The arriving packet, and packets on the air count as well.
    OnAir,
}

/// The state of a link when a packet arrives.
#[derive(Clone, Copy, Debug)]
pub struct ArrivalState {
    pub now: Time,
    /// Number of waiting packets, without the packet in service.
    pub waiting: u32,
    /// Bytes of the waiting packets.
    pub waiting_bytes: u64,
    /// Whether a packet is being sent.
    pub busy: bool,
    /// When the last packet departed. If the link is not busy, its line has been idle since this time.
    pub idle_since: Time,
}

/// The properties of a connection that queue disciplines use.
#[derive(Clone, Debug)]
pub struct QueueConn {
    /// Stable key, made from the flow's id and the index of the connection in the flow.
    pub key: u64,
    /// The id of the flow in the document.
    pub flow: String,
    /// Whether the flow has the role `measured`.
    pub measured: bool,
    /// Whether the flow has the role `background`.
    pub background: bool,
}

/// The facts from which a discipline is built: its link and the connections that cross it.
#[derive(Clone, Copy, Debug)]
pub struct QueueFacts<'a> {
    /// Largest number of waiting packets; `u64::MAX` if it is not limited.
    pub limit_packets: u64,
    /// Largest number of bytes of waiting packets; `u64::MAX` if it is not limited.
    pub limit_bytes: u64,
    /// Rate of the link in bit/s.
    pub rate: f64,
    /// Propagation delay of the link in seconds.
    pub delay: f64,
    /// Largest packet size of the flows that cross the link, in bytes.
    pub max_packet: u64,
    /// The seed of the run.
    pub seed: u64,
    /// Stable key of the link direction.
    pub link: u64,
    /// All connections of the scenario, by index.
    pub conns: &'a [QueueConn],
    /// The data and feedback streams that cross the link, in ascending order. The data of connection `i` have
    /// the number `2 i`, its feedback has `2 i + 1`.
    pub streams: &'a [u32],
}

/// A queue discipline. The link calls `admit` for an arriving packet, `enqueue` if the packet is accepted,
/// and `dequeue` when the line is free. If `decides_on_arrival` is true, the link can compute departures (see
/// `net::link`). It then calls only `admit`, and stores the packets itself.
pub trait Queue: State {
    type Params: ParamSet;
    /// The name by which documents refer to the discipline.
    const ID: &'static str;
    /// The name that readers see.
    const NAME: &'static str;
    /// The default of the limit, in packets, of a discipline that controls the delay itself: Linux's, which is far
    /// above the target. A smaller one would drop packets before the discipline acts.
    const LIMIT: Option<u64> = None;
    /// Whether the discipline is also the medium of its link, such as the air of a Wi-Fi network: `air` then determines
    /// when packets have left, instead of the link's rate.
    const IS_MEDIUM: bool = false;
    const SIGNALS: List<Signal> = Vec::new;
    /// The decisions with which the discipline explains its drops and marks.
    const DECISIONS: List<Decision> = Vec::new;

    /// The discipline's entry in the catalogue.
    fn info() -> KindInfo {
        let limit = Self::LIMIT.map(|packets| limit_field().default(Limit::Packets(packets).to_value()));
        let fields = limit.into_iter().chain(Self::Params::fields()).collect();
        KindInfo::new(Self::ID, Self::NAME, fields, (Self::SIGNALS)())
    }
    fn build(params: &Self::Params, facts: &QueueFacts) -> Self;
    /// Updates per second of each queue inside the discipline, whether or not packets arrive, for an estimate of the work of
    /// a run.
    fn updates_per_second(_params: &Self::Params) -> f64 {
        0.0
    }
    /// Whether drops do not depend on anything that happens after the arrival, and packets leave in the order
    /// of their arrival.
    fn decides_on_arrival(&self) -> bool {
        false
    }
    /// Whether `admit` must also be called for packets that find the line free, or can report signals or mark
    /// packets.
    fn sees_every_arrival(&self) -> bool {
        true
    }
    /// The limit, if the discipline only drops arriving packets beyond its limit. Links then test the limit
    /// themselves.
    fn arrival_limit(&self) -> Option<QueueLimit> {
        None
    }
    /// Whether the discipline has a shaper of its own, so that packets can wait while the line is free.
    fn shapes(&self) -> bool {
        false
    }
    /// If the discipline has a shaper: when it hands out the next packet, or can begin to send one.
    fn ready_at(&self) -> Time {
        0
    }
    /// If the discipline is the medium: the mean rate of the station of a flow, if it is not that of the link.
    fn station_rate(_params: &Self::Params, _flow: &str, _link: f64) -> Option<f64> {
        None
    }
    /// If the discipline is the medium: how long the packet that `dequeue` has just returned is on the line.
    fn air(&self) -> Time {
        0
    }
    /// The connection whose arrivals at its receiver the discipline observes.
    fn probe(&self) -> Option<u32> {
        None
    }
    /// A packet of an observed connection has arrived at its receiver. Changes nothing before the discipline's next packet.
    fn on_probe(&mut self, _packet: &Packet, _now: Time) {}
    /// Decides whether an arriving packet may enter the queue. May mark the packet. Refuses a packet only while the line is
    /// busy or waits for `ready_at`, or if it exceeds the limit of a discipline with packets on the air.
    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, effects: &mut Effects) -> Verdict;
    /// Stores an admitted packet, which has arrived now. May drop other packets to stay within the limit.
    fn enqueue(&mut self, queued: Queued, effects: &mut Effects);
    /// Removes and returns the packet to be sent next. May first drop packets. Returns `None` only if no
    /// packet is left, or if packets wait for a later `ready_at`. The link waits for `ready_at` before it calls this.
    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<Queued>;
    /// Number and bytes of the stored packets.
    fn waiting(&self) -> (u32, u64);
    fn set_limit(&mut self, packets: u64, bytes: u64);
    /// What the discipline drops when it is full.
    #[cfg(test)]
    fn overflow(&self) -> DropWhenFull {
        DropWhenFull::Arriving
    }
    /// Whether packets of a flow can overtake each other.
    #[cfg(test)]
    fn reorders(&self) -> bool {
        false
    }
    /// Notifies the discipline that the link's rate has changed.
    fn set_rate(&mut self, _bits_per_second: f64) {}
    /// Number of stored packets for which `matches` returns true.
    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64;
}

/// The limit of a queue, and the number and bytes of the packets that it stores.
#[derive(Clone, Copy, Debug, State)]
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

    /// Whether a packet of `size` bytes would exceed the limit while `waiting` packets wait, with a total of
    /// `bytes` bytes.
    #[inline]
    pub fn is_full(&self, waiting: u32, bytes: u64, size: u16) -> bool {
        u64::from(waiting) >= self.limit_packets || bytes + u64::from(size) > self.limit_bytes
    }

    /// The rule of drop-tail: drops a packet that arrives while the line is busy and the queue is full.
    #[inline]
    pub fn drop_tail(&self, waiting: u32, bytes: u64, size: u16) -> Verdict {
        if self.is_full(waiting, bytes, size) { Verdict::Drop(Cause::QueueFull) } else { Verdict::Accept }
    }

    /// Whether a packet of `size` bytes would exceed the limit even of an empty queue.
    #[inline]
    pub fn can_never_fit(&self, size: u16) -> bool {
        self.is_full(0, 0, size)
    }

    /// Whether the stored packets exceed the limit.
    #[inline]
    pub fn is_exceeded(&self) -> bool {
        u64::from(self.stored_packets) > self.limit_packets || self.stored_bytes > self.limit_bytes
    }

    /// Counts a packet as stored.
    #[inline]
    pub fn add(&mut self, packet: &Packet) {
        self.stored_packets += 1;
        self.stored_bytes += u64::from(packet.size);
    }

    /// Counts a stored packet as removed.
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
    ($($(#[$when:meta])* $module:ident :: $kind:ident),* $(,)?) => {
        $($(#[$when])* pub mod $module;)*

        /// A discipline of any kind.
        #[derive(Clone, Debug, State)]
        pub enum AnyQueue {
            $($(#[$when])* $kind($module::$kind),)*
        }

        /// The catalogue entries of all disciplines.
        pub fn infos() -> Vec<KindInfo> {
            Vec::from([$($(#[$when])* $module::$kind::info()
                .described(const { help_text(include_str!(concat!(stringify!($module), ".md"))) }),)*])
        }

        /// Whether a discipline is also the medium of its link.
        pub fn is_medium(id: &str) -> bool {
            $($(#[$when])* if id == $module::$kind::ID { return $module::$kind::IS_MEDIUM; })*
            false
        }

        /// The decisions of each discipline, with its ID.
        pub fn decisions() -> Vec<(&'static str, Vec<Decision>)> {
            Vec::from([$($(#[$when])* ($module::$kind::ID, ($module::$kind::DECISIONS)()),)*])
        }

        $crate::kind_settings! {
            /// The settings of a queue discipline, without the limit, which all disciplines have.
            pub enum QueueSettings {
                $($(#[$when])* $kind(<$module::$kind as Queue>::Params) = $module::$kind::ID,)*
            }
        }

        impl QueueSettings {
            pub fn build(&self, facts: &QueueFacts) -> AnyQueue {
                match self {
                    $($(#[$when])* QueueSettings::$kind(params) => AnyQueue::$kind($module::$kind::build(params, facts)),)*
                }
            }

            /// The mean rate of the station of a flow, if it is not that of the link.
            pub fn station_rate(&self, flow: &str, link: f64) -> Option<f64> {
                match self { $($(#[$when])* QueueSettings::$kind(params) => $module::$kind::station_rate(params, flow, link),)* }
            }

            /// Updates per second of each queue inside the discipline.
            pub fn updates_per_second(&self) -> f64 {
                match self { $($(#[$when])* QueueSettings::$kind(params) => $module::$kind::updates_per_second(params),)* }
            }

            /// The decisions of the discipline.
            pub fn decisions(&self) -> Vec<Decision> {
                match self { $($(#[$when])* QueueSettings::$kind(_) => ($module::$kind::DECISIONS)(),)* }
            }
        }

        impl AnyQueue {
            #[inline]
            pub fn decides_on_arrival(&self) -> bool {
                match self { $($(#[$when])* AnyQueue::$kind(q) => q.decides_on_arrival(),)* }
            }

            #[inline]
            pub fn sees_every_arrival(&self) -> bool {
                match self { $($(#[$when])* AnyQueue::$kind(q) => q.sees_every_arrival(),)* }
            }

            #[cfg(test)]
            pub fn overflow(&self) -> DropWhenFull {
                match self { $($(#[$when])* AnyQueue::$kind(q) => q.overflow(),)* }
            }

            pub fn shapes(&self) -> bool {
                match self { $($(#[$when])* AnyQueue::$kind(q) => q.shapes(),)* }
            }

            pub fn ready_at(&self) -> Time {
                match self { $($(#[$when])* AnyQueue::$kind(q) => q.ready_at(),)* }
            }

            pub fn is_medium(&self) -> bool {
                match self { $($(#[$when])* AnyQueue::$kind(_) => $module::$kind::IS_MEDIUM,)* }
            }

            pub fn air(&self) -> Time {
                match self { $($(#[$when])* AnyQueue::$kind(q) => q.air(),)* }
            }

            #[cfg(test)]
            pub fn reorders(&self) -> bool {
                match self { $($(#[$when])* AnyQueue::$kind(q) => q.reorders(),)* }
            }

            pub fn arrival_limit(&self) -> Option<QueueLimit> {
                match self { $($(#[$when])* AnyQueue::$kind(q) => q.arrival_limit(),)* }
            }

            #[inline]
            pub fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, effects: &mut Effects) -> Verdict {
                match self { $($(#[$when])* AnyQueue::$kind(q) => q.admit(packet, state, effects),)* }
            }

            #[inline]
            pub fn enqueue(&mut self, queued: Queued, effects: &mut Effects) {
                match self { $($(#[$when])* AnyQueue::$kind(q) => q.enqueue(queued, effects),)* }
            }

            #[inline]
            pub fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<Queued> {
                match self { $($(#[$when])* AnyQueue::$kind(q) => q.dequeue(now, effects),)* }
            }

            pub fn probe(&self) -> Option<u32> {
                match self { $($(#[$when])* AnyQueue::$kind(q) => q.probe(),)* }
            }

            #[cold]
            pub fn on_probe(&mut self, packet: &Packet, now: Time) {
                match self { $($(#[$when])* AnyQueue::$kind(q) => q.on_probe(packet, now),)* }
            }

            pub fn set_rate(&mut self, bits_per_second: f64) {
                match self { $($(#[$when])* AnyQueue::$kind(q) => q.set_rate(bits_per_second),)* }
            }

            #[inline]
            pub fn waiting(&self) -> (u32, u64) {
                match self { $($(#[$when])* AnyQueue::$kind(q) => q.waiting(),)* }
            }

            pub fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
                match self { $($(#[$when])* AnyQueue::$kind(q) => q.count(matches),)* }
            }

            pub fn set_limit(&mut self, packets: u64, bytes: u64) {
                match self { $($(#[$when])* AnyQueue::$kind(q) => q.set_limit(packets, bytes),)* }
            }
        }
    };
}

queues! {
    // `fairshare new-queue` copies this file. It must pass the tests of all disciplines.
    #[cfg(test)]
    template::TemplateQueue,
    drop_tail::DropTail,
    step::Step,
    red::Red,
    codel::Codel,
    fq_codel::FqCodel,
    pie::Pie,
    fq_pie::FqPie,
    pi2::Pi2,
    dual_pi2::DualPi2,
    cake::Cake,
    drr::Drr,
    priority::Priority,
    wifi::Wifi,
    cellular::Cellular,
}
