//! FQ-CoDel (RFC 8290): a queue for each flow, served in turn by deficit round robin, with CoDel in each, and new flows
//! first.

use super::codel::{self, Control, Fifo, Law};
use super::{Effects, ArrivalState, Queue, QueueFacts, QueueLimit, Verdict};
use crate::describe::{Decision, KindInfo, Signal, words};
use crate::ground::packet::Packet;
use crate::ground::rng::mix;
use crate::ground::time::Time;
use crate::net::link::Cause;
use crate::ground::ring::Ring;
use crate::params;
use crate::params::ParamSet;

params! {
    pub struct Params {
        /// Number of queues that flows are hashed to. Two flows in one queue share its turn.
        buckets: Option<u32> = None, range 1..=65536u32, label "Queues", null "one for each flow, without collisions", cite "RFC 8290 section 5.2.3";
        /// Which hash: another number, other collisions.
        hash: u64 = 0, label "Hash seed";
        /// Bytes that a queue may send in a turn.
        quantum: u32 = 1514, unit "bytes", range 64..=1_000_000u32, cite "RFC 8290 section 5.2.4";
        /// Standing delay that each queue is allowed.
        target: f64 = 0.005, unit "s", range 0.00001..=10.0, scale log, cite "RFC 8290 section 5.2.2";
        /// CoDel's interval: a usual round-trip time.
        interval: f64 = 0.1, unit "s", range 0.0001..=100.0, scale log, cite "RFC 8290 section 5.2.1";
        /// Mark packets of senders that understand marks instead of dropping them.
        ecn: bool = true, label "ECN", cite "RFC 8290 section 5.2.7";
    }
}

/// Places of the signals after CoDel's.
const BACKLOGGED: usize = 3;

/// Place of the decision after CoDel's.
const PUSHED_OUT: u32 = 2;

/// The most packets that an overflow drops at once (RFC 8290 section 4.1).
const BATCH: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BucketList {
    None,
    New,
    Old,
}

#[derive(Clone, Debug)]
struct Bucket {
    packets: Ring<(Packet, Time)>,
    bytes: u64,
    deficit: i64,
    on: BucketList,
    control: Control,
}

/// One bucket, and the room of all.
struct Head<'a> {
    bucket: &'a mut Ring<(Packet, Time)>,
    bytes: &'a mut u64,
    room: &'a mut QueueLimit,
}

impl Fifo for Head<'_> {
    fn pop(&mut self) -> Option<(Packet, Time)> {
        let (packet, arrived) = self.bucket.pop()?;
        *self.bytes -= u64::from(packet.size);
        self.room.remove(&packet);
        Some((packet, arrived))
    }

    fn bytes(&self) -> u64 {
        *self.bytes
    }
}

#[derive(Clone, Debug)]
pub struct FqCodel {
    room: QueueLimit,
    law: Law,
    quantum: i64,
    /// The bucket of each connection, in each direction.
    bucket_of: Vec<u32>,
    buckets: Vec<Bucket>,
    new: Ring<u32>,
    old: Ring<u32>,
    next_look: Time,
}

/// The bucket of each connection and direction: one each, or hashed to so many.
pub fn buckets_of(facts: &QueueFacts, buckets: Option<u32>, hash: u64) -> (Vec<u32>, usize) {
    let directions = facts.conns.len() as u32 * 2;
    match buckets {
        // In a network of many links few flows pass any one of them.
        None => {
            let mut of = vec![0; directions as usize];
            for (bucket, &way) in facts.ways.iter().enumerate() {
                of[way as usize] = bucket as u32;
            }
            (of, facts.ways.len().max(1))
        }
        Some(count) => {
            let of = |way: u32| {
                let key = facts.conns[way as usize / 2].key ^ u64::from(way % 2);
                (mix(mix(hash) ^ key) % u64::from(count.max(1))) as u32
            };
            ((0..directions).map(of).collect(), count.max(1) as usize)
        }
    }
}

/// The place of a packet's connection and direction in `buckets_of`.
#[inline]
pub fn way_of(packet: &Packet) -> usize {
    packet.conn as usize * 2 + packet.direction()
}

impl FqCodel {
    /// Drops from the head of the fattest queue: half of it, but no more than a batch.
    fn push_out(&mut self, now: Time, effects: &mut Effects) {
        let fattest = (0..self.buckets.len()).max_by_key(|&b| (self.buckets[b].bytes, usize::MAX - b));
        let Some(bucket) = fattest.and_then(|fattest| self.buckets.get_mut(fattest)) else { return };
        let half = bucket.bytes / 2;
        let mut dropped = 0;
        for _ in 0..BATCH {
            let mut head =
                Head { bucket: &mut bucket.packets, bytes: &mut bucket.bytes, room: &mut self.room };
            let Some((packet, arrived)) = head.pop() else { break };
            dropped += u64::from(packet.size);
            let waited = (now - arrived) as f64 * 1e-9;
            effects.decide(&packet, PUSHED_OUT, [waited, head.bytes() as f64, 0.0, 0.0]);
            effects.drop(packet, Cause::QueueFull);
            bucket.control.dropped_elsewhere();
            if dropped >= half {
                break;
            }
        }
    }
}

/// How often the signals about shares are worked out: it takes a look at every queue.
const LOOK_EVERY: Time = 10_000_000;

/// Tells how many queues hold packets and what part the longest holds, from time to time.
pub fn tell_shares(
    first: usize,
    bytes: impl Iterator<Item = u64>,
    next_look: &mut Time,
    now: Time,
    effects: &mut Effects,
) {
    if !effects.records_signals || now < *next_look {
        return;
    }
    *next_look = now + LOOK_EVERY;
    let (mut held, mut most, mut all) = (0, 0, 0);
    for bytes in bytes.filter(|bytes| *bytes > 0) {
        held += 1;
        most = most.max(bytes);
        all += bytes;
    }
    effects.signal(first, now, f64::from(held));
    effects.signal(first + 1, now, if all > 0 { most as f64 / all as f64 } else { 0.0 });
}

/// Signals of disciplines with a queue for each flow.
pub fn share_signals() -> [Signal; 2] {
    [
        Signal::gauge("backlogged", "Flows waiting", "", "Queues that hold packets."),
        Signal::gauge(
            "largest_share",
            "Largest share",
            "",
            "The part of all waiting bytes that the longest queue holds.",
        ),
    ]
}

impl Queue for FqCodel {
    type Params = Params;
    const ID: &'static str = "fq_codel";

    fn info() -> KindInfo {
        let mut signals = codel::signals();
        signals.extend(share_signals());
        KindInfo {
            id: Self::ID,
            name: "FQ-CoDel",
            doc: words("Fair queuing with controlled delay: every flow has a queue of its own, queues take turns by bytes, those \
                  of flows that send little come first, and CoDel keeps the delay of each low. When all is full, the \
                  flow that holds most loses packets."),
            fields: Params::fields(),
            signals,
        }
    }

    fn decisions() -> Vec<Decision> {
        use crate::describe::DecisionInput;
        let mut all = codel::decisions();
        all.push(Decision {
            id: "pushed_out",
            label: "Pushed out",
            template: "All queues together are full: the longest one lost the packet at its head, which had waited \
                       {sojourn}. It still holds {left}.",
            inputs: &[
                DecisionInput { id: "sojourn", unit: "s", doc: "How long the packet has waited." },
                DecisionInput { id: "left", unit: "bytes", doc: "What is left in that queue." },
            ],
        });
        all
    }

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        let (bucket_of, count) = buckets_of(facts, params.buckets, params.hash);
        let empty = Bucket {
            packets: Ring::default(),
            bytes: 0,
            deficit: 0,
            on: BucketList::None,
            control: Control::default(),
        };
        FqCodel {
            room: QueueLimit::new(facts),
            law: Law::new(params.target, params.interval, params.ecn, facts.packet),
            quantum: i64::from(params.quantum),
            bucket_of,
            buckets: vec![empty; count],
            new: Ring::default(),
            old: Ring::default(),
            next_look: 0,
        }
    }

    fn admit(&mut self, packet: &mut Packet, found: &ArrivalState, _: &mut Effects) -> Verdict {
        // Whoever holds most makes room, but for what could never fit.
        if found.busy && self.room.never_fits(packet.size) {
            Verdict::Drop(Cause::QueueFull)
        } else {
            Verdict::Accept
        }
    }

    fn enqueue(&mut self, packet: Packet, now: Time, effects: &mut Effects) {
        let index = self.bucket_of[way_of(&packet)];
        let bucket = &mut self.buckets[index as usize];
        bucket.packets.push((packet, now));
        bucket.bytes += u64::from(packet.size);
        self.room.add(&packet);
        if bucket.on == BucketList::None {
            bucket.on = BucketList::New;
            bucket.deficit = self.quantum;
            self.new.push(index);
        }
        while self.room.over() && self.room.packets > 1 {
            self.push_out(now, effects);
        }
    }

    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<(Packet, Time)> {
        loop {
            let (index, list) = match self.new.front() {
                Some(&index) => (index, BucketList::New),
                None => (*self.old.front()?, BucketList::Old),
            };
            let bucket = &mut self.buckets[index as usize];
            if bucket.deficit <= 0 {
                bucket.deficit += self.quantum;
                bucket.on = BucketList::Old;
                if list == BucketList::New { self.new.pop() } else { self.old.pop() };
                self.old.push(index);
                continue;
            }
            let mut head =
                Head { bucket: &mut bucket.packets, bytes: &mut bucket.bytes, room: &mut self.room };
            let next = bucket.control.next(&mut head, &self.law, now, effects);
            let Some((packet, arrived)) = next else {
                if list == BucketList::New {
                    self.new.pop();
                    if self.old.is_empty() {
                        bucket.on = BucketList::None;
                    } else {
                        // Once more behind the others, so that nobody gains by going empty.
                        bucket.on = BucketList::Old;
                        self.old.push(index);
                    }
                } else {
                    self.old.pop();
                    bucket.on = BucketList::None;
                }
                continue;
            };
            bucket.deficit -= i64::from(packet.size);
            let bytes = self.buckets.iter().map(|bucket| bucket.bytes);
            tell_shares(BACKLOGGED, bytes, &mut self.next_look, now, effects);
            return Some((packet, arrived));
        }
    }

    fn waiting(&self) -> (u32, u64) {
        (self.room.packets, self.room.bytes)
    }

    fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.room.set_limit(packets, bytes);
    }

    fn count(&self, such: &dyn Fn(&Packet) -> bool) -> u64 {
        let of = |bucket: &Bucket| bucket.packets.iter().filter(|(packet, _)| such(packet)).count() as u64;
        self.buckets.iter().map(of).sum()
    }
}
