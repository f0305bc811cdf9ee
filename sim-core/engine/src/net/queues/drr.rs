//! Deficit round robin (Shreedhar and Varghese 1996): queues take turns, and each may send the same number of
//! bytes in its turn. With fewer queues than flows, to which flows are hashed, this is stochastic fair
//! queuing (McKenney 1990).

use super::flow_queues::{
    SHARE_SIGNALS, ShareSignals, assign_buckets, number_buckets, report_shares, stream_hash,
};
use crate::ground::order::sorted;
use crate::net::queues::prelude::*;

params! {
    pub struct Params {
        /// Bytes that a queue may send in a turn. The simulation is fastest if this is at least the size of
        /// the largest packet.
        quantum: u32 = 1500, unit "bytes", range 1..=1_000_000u32;
        /// Number of queues to which flows are hashed (stochastic fair queuing). Flows in the same queue
        /// share its turns.
        buckets: Option<u32> = None, range 1..=65536u32, label "Queues", null "one for each flow, without collisions", cite "McKenney 1990";
        /// Selects the hash function. With another number, other flows share a queue.
        hash: u64 = 0, label "Hash seed";
        /// Time after which the hash function changes, so that flows share a queue only for a limited time.
        perturb: Option<f64> = None, unit "s", range 0.001..=86400.0, label "Hash changes every", null "never";
        /// A queue sends one packet in each turn, whatever its size: plain round robin.
        count_packets: bool = false, label "Turns by packets";
    }
}

#[derive(Clone, Debug, Default, State)]
struct DrrBucket {
    packets: Ring<Queued>,
    bytes: u64,
    /// Bytes that the queue may still send in this turn.
    deficit: u64,
    /// Whether the queue is in the list `Drr::active`.
    is_active: bool,
    /// Whether the turn of the queue has begun, so that the quantum has been added to its deficit.
    has_begun_turn: bool,
}

#[derive(Clone, Debug, State)]
// `bucket_of` follows from `hash_period`, and `next_report` changes only while signals are recorded.
#[state(not(quantum, count_packets, keys, streams, hash, hash_size, perturb, bucket_of, next_report))]
pub struct Drr {
    limit: QueueLimit,
    quantum: u64,
    count_packets: bool,
    /// The key of each connection, from which the hash function computes the queue.
    keys: Vec<u64>,
    /// The streams that cross the link.
    streams: Vec<u32>,
    hash: u64,
    /// The number of queues to which streams are hashed.
    hash_size: u64,
    perturb: Option<Time>,
    /// The period of the hash function at the last arrival. Periods are `perturb` long and counted
    /// from 0.
    hash_period: u64,
    /// Index of the queue of each stream, by `Packet::stream`.
    bucket_of: Vec<u32>,
    buckets: Vec<DrrBucket>,
    /// Indices of the queues that take turns, in the order of their turns.
    active: Ring<u32>,
    next_report: Time,
}

impl Drr {
    /// The number of bytes by which sending a packet reduces the deficit of its queue.
    fn cost(&self, packet: &Packet) -> u64 {
        if self.count_packets { self.quantum } else { u64::from(packet.size) }
    }

    /// Changes the hash function if a new period has begun. Moves waiting packets to the new queues of their
    /// flows, so that the packets of each flow stay in order.
    fn rehash(&mut self, now: Time) {
        let Some(every) = self.perturb else { return };
        let period = now / every.max(1);
        if period == self.hash_period {
            return;
        }
        self.hash_period = period;
        let mut waiting: Vec<Queued> = Vec::with_capacity(self.limit.stored_packets as usize);
        waiting.extend(self.buckets.iter().flat_map(|bucket| bucket.packets.iter()));
        let hash = self.hash ^ (period << 32);
        let (bucket_of, count) = number_buckets(&self.streams, self.keys.len() * 2, |stream| {
            stream_hash(self.keys[stream as usize / 2], stream, hash) % self.hash_size
        });
        (self.bucket_of, self.buckets) = (bucket_of, vec![DrrBucket::default(); count]);
        self.active.clear();
        for queued in sorted(waiting, |a, b| a.arrived.cmp(&b.arrived)) {
            self.append(queued);
        }
    }

    /// Appends a packet to its queue.
    fn append(&mut self, queued: Queued) {
        let index = self.bucket_of[queued.packet.stream()];
        let bucket = &mut self.buckets[index as usize];
        bucket.packets.push(queued);
        bucket.bytes += u64::from(queued.packet.size);
        if !bucket.is_active {
            bucket.is_active = true;
            bucket.deficit = 0;
            bucket.has_begun_turn = false;
            self.active.push(index);
        }
    }

    /// Drops packets from the end of the queue with the most bytes until the limit is no longer exceeded or
    /// `size` bytes are freed.
    fn push_out(&mut self, size: u16, effects: &mut Effects) {
        let mut freed = 0;
        while self.limit.is_exceeded() && self.limit.stored_packets > 1 && freed < u64::from(size) {
            let longest = (0..self.buckets.len()).max_by_key(|&b| (self.buckets[b].bytes, usize::MAX - b));
            let Some(bucket) = longest.and_then(|longest| self.buckets.get_mut(longest)) else { return };
            let Some(last) = bucket.packets.len().checked_sub(1) else { return };
            let Some(Queued { packet, .. }) = bucket.packets.remove(last) else { return };
            bucket.bytes -= u64::from(packet.size);
            freed += u64::from(packet.size);
            self.limit.remove(&packet);
            effects.drop(packet, Cause::QueueFull);
        }
    }
}

impl Queue for Drr {
    type Params = Params;
    const ID: &'static str = "drr";
    const NAME: &'static str = "DRR";
    const SIGNALS: List<Signal> = ShareSignals::list;

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        let (bucket_of, count) = assign_buckets(facts, params.buckets, params.hash);
        Drr {
            limit: QueueLimit::new(facts),
            quantum: u64::from(params.quantum),
            count_packets: params.count_packets,
            keys: facts.conns.iter().map(|conn| conn.key).collect(),
            streams: facts.streams.to_vec(),
            hash: params.hash,
            hash_size: u64::from(params.buckets.unwrap_or(1).max(1)),
            perturb: params.perturb.filter(|_| params.buckets.is_some()).map(from_secs),
            hash_period: 0,
            bucket_of,
            buckets: vec![DrrBucket::default(); count],
            active: Ring::default(),
            next_report: 0,
        }
    }

    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, _: &mut Effects) -> Verdict {
        if state.busy && self.limit.can_never_fit(packet.size) {
            Verdict::Drop(Cause::QueueFull)
        } else {
            Verdict::Accept
        }
    }

    fn enqueue(&mut self, queued: Queued, effects: &mut Effects) {
        self.rehash(queued.arrived);
        self.append(queued);
        self.limit.add(&queued.packet);
        self.push_out(queued.packet.size, effects);
    }

    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<Queued> {
        loop {
            let index = *self.active.front()?;
            let quantum = self.quantum;
            let cost = self.buckets[index as usize].packets.front().map(|next| self.cost(&next.packet));
            let bucket = &mut self.buckets[index as usize];
            let Some(cost) = cost else {
                // An empty queue loses its deficit (Shreedhar and Varghese 1996, section 3).
                bucket.is_active = false;
                self.active.pop();
                continue;
            };
            if !bucket.has_begun_turn {
                bucket.has_begun_turn = true;
                bucket.deficit += quantum;
            }
            if bucket.deficit < cost {
                bucket.has_begun_turn = false;
                self.active.pop();
                self.active.push(index);
                continue;
            }
            bucket.deficit -= cost;
            let queued = bucket.packets.pop()?;
            bucket.bytes -= u64::from(queued.packet.size);
            self.limit.remove(&queued.packet);
            let bytes = self.buckets.iter().map(|bucket| bucket.bytes);
            report_shares(SHARE_SIGNALS, bytes, &mut self.next_report, now, effects);
            return Some(queued);
        }
    }

    fn waiting(&self) -> (u32, u64) {
        (self.limit.stored_packets, self.limit.stored_bytes)
    }

    fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.limit.set_limit(packets, bytes);
    }

    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
        let count_in = |bucket: &DrrBucket| {
            bucket.packets.iter().filter(|queued| matches(&queued.packet)).count() as u64
        };
        self.buckets.iter().map(count_in).sum()
    }
}
