//! Queue disciplines: the trait, and the registry (one line for each discipline).

use crate::catalogue::KindInfo;
use crate::engine::packet::Packet;
use crate::engine::time::Time;
use crate::net::link::Cause;
use crate::params::{Issue, ParamSet};
use serde_json::Value;

/// What a discipline says of a packet that arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Accept,
    Drop(Cause),
}

/// What the builder knows of the link that a queue serves.
#[derive(Clone, Copy, Debug)]
pub struct QueueFacts {
    /// Limit in waiting packets and in waiting bytes; the absent one is `u64::MAX`.
    pub limit_packets: u64,
    pub limit_bytes: u64,
    pub rate: f64,
    /// Key of the link direction's random stream.
    pub seed: u64,
    pub link: u64,
}

/// A queue discipline. Where `decides_on_arrival` is true, `admit` alone rules, and the link computes departures
/// ahead; otherwise packets are really kept here.
pub trait Queue: Clone {
    type Params: ParamSet;
    /// The name that documents use.
    const ID: &'static str;

    fn info() -> KindInfo;
    fn build(params: &Self::Params, facts: &QueueFacts) -> Self;
    /// Drops depend on nothing that happens after the arrival, and order is first in, first out.
    fn decides_on_arrival(&self) -> bool;
    /// May this packet enter, with so many others waiting?
    fn admit(&mut self, packet: &Packet, waiting: u32, waiting_bytes: u64, now: Time) -> Verdict;
    fn store(&mut self, packet: Packet, now: Time);
    /// The next packet and when it arrived. A discipline that drops at dequeue hands victims to `drop`.
    fn next(&mut self, now: Time, drop: &mut dyn FnMut(Packet, Cause)) -> Option<(Packet, Time)>;
    fn waiting(&self) -> (u32, u64);
    fn set_limit(&mut self, packets: u64, bytes: u64);
    /// How many of the packets kept here are such.
    fn count(&self, such: &dyn Fn(&Packet) -> bool) -> u64;
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
            pub fn admit(&mut self, packet: &Packet, waiting: u32, bytes: u64, now: Time) -> Verdict {
                match self { $(AnyQueue::$kind(q) => q.admit(packet, waiting, bytes, now),)* }
            }

            #[inline]
            pub fn store(&mut self, packet: Packet, now: Time) {
                match self { $(AnyQueue::$kind(q) => q.store(packet, now),)* }
            }

            pub fn next(&mut self, now: Time, drop: &mut dyn FnMut(Packet, Cause)) -> Option<(Packet, Time)> {
                match self { $(AnyQueue::$kind(q) => q.next(now, drop),)* }
            }

            #[inline]
            pub fn waiting(&self) -> (u32, u64) {
                match self { $(AnyQueue::$kind(q) => q.waiting(),)* }
            }

            pub fn count(&self, such: &dyn Fn(&Packet) -> bool) -> u64 {
                match self { $(AnyQueue::$kind(q) => q.count(such),)* }
            }

            pub fn set_limit(&mut self, packets: u64, bytes: u64) {
                match self { $(AnyQueue::$kind(q) => q.set_limit(packets, bytes),)* }
            }
        }
    };
}

queues! {
    drop_tail::DropTail,
}
