//! Deficit round robin (Shreedhar and Varghese 1996): every queue may send the same number of bytes in a turn. If flows are hashed to
//! few queues, it is stochastic fair queuing (McKenney 1990).

use super::fq_codel::{buckets_of, direction_of, report_shares, share_signals};
use super::{ArrivalState, Effects, Queue, QueueFacts, QueueLimit, Verdict};
use crate::describe::{KindInfo, help_text};
use crate::ground::order::sorted;
use crate::ground::packet::Packet;
use crate::ground::ring::Ring;
use crate::ground::rng::mix;
use crate::ground::time::{Time, from_secs};
use crate::net::link::Cause;
use crate::params;
use crate::params::ParamSet;

params! {
    pub struct Params {
        /// Bytes that a queue may send in a turn. Turns are cheapest to compute if it is at least the size of the largest packet.
        quantum: u32 = 1500, unit "bytes", range 1..=1_000_000u32;
        /// Number of queues that flows are hashed to (stochastic fair queuing). Two flows in one queue share its turn.
        buckets: Option<u32> = None, range 1..=65536u32, label "Queues", null "one for each flow, without collisions", cite "McKenney 1990";
        /// Which hash: another number, other collisions.
        hash: u64 = 0, label "Hash seed";
        /// The hash changes after this time, so that no flow shares a queue with the same flows for long.
        perturb: Option<f64> = None, unit "s", range 0.001..=86400.0, label "Hash changes every", null "never";
        /// Turns count packets instead of bytes: plain round robin.
        count_packets: bool = false, label "Turns by packets";
    }
}

#[derive(Clone, Debug, Default)]
struct DrrBucket {
    packets: Ring<(Packet, Time)>,
    bytes: u64,
    deficit: u64,
    active: bool,
    /// Whether its turn has begun, so that its deficit has been increased by the quantum.
    in_turn: bool,
}

#[derive(Clone, Debug)]
pub struct Drr {
    limit: QueueLimit,
    quantum: u64,
    count_packets: bool,
    keys: Vec<u64>,
    hash: u64,
    perturb: Option<Time>,
    /// How many times the hash has changed.
    period: u64,
    bucket_of: Vec<u32>,
    buckets: Vec<DrrBucket>,
    /// The queues that hold packets, in the order of their turns.
    active: Ring<u32>,
    next_report: Time,
}

impl Drr {
    /// The part of its queue's deficit that a packet uses.
    fn cost(&self, packet: &Packet) -> u64 {
        if self.count_packets { self.quantum } else { u64::from(packet.size) }
    }

    /// Changes the hash if it is time, as stochastic fair queuing does. Waiting packets move to their new queues, so that the packets of
    /// each flow stay in order.
    fn rehash(&mut self, now: Time) {
        let Some(every) = self.perturb else { return };
        let period = now / every.max(1);
        if period == self.period {
            return;
        }
        self.period = period;
        let count = self.buckets.len() as u64;
        for (direction, bucket) in self.bucket_of.iter_mut().enumerate() {
            let key = self.keys[direction / 2] ^ (direction % 2) as u64;
            *bucket = (mix(mix(self.hash ^ (period << 32)) ^ key) % count) as u32;
        }
        let mut waiting: Vec<(Packet, Time)> = Vec::with_capacity(self.limit.stored_packets as usize);
        for bucket in &mut self.buckets {
            waiting.extend(bucket.packets.iter());
            *bucket = DrrBucket::default();
        }
        self.active.clear();
        for (packet, arrived) in sorted(waiting, |a, b| a.1.cmp(&b.1)) {
            self.put(packet, arrived);
        }
    }

    /// Puts a packet at the end of its queue.
    fn put(&mut self, packet: Packet, arrived: Time) {
        let index = self.bucket_of[direction_of(&packet)];
        let bucket = &mut self.buckets[index as usize];
        bucket.packets.push((packet, arrived));
        bucket.bytes += u64::from(packet.size);
        if !bucket.active {
            bucket.active = true;
            bucket.deficit = 0;
            bucket.in_turn = false;
            self.active.push(index);
        }
    }

    /// Drops packets from the end of the queue with the most bytes until the limit is kept or `size` bytes are free.
    fn push_out(&mut self, size: u16, effects: &mut Effects) {
        let mut freed = 0;
        while self.limit.is_exceeded() && self.limit.stored_packets > 1 && freed < u64::from(size) {
            let longest = (0..self.buckets.len()).max_by_key(|&b| (self.buckets[b].bytes, usize::MAX - b));
            let Some(bucket) = longest.and_then(|longest| self.buckets.get_mut(longest)) else { return };
            let Some(last) = bucket.packets.len().checked_sub(1) else { return };
            let Some((packet, _)) = bucket.packets.remove(last) else { return };
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

    fn info() -> KindInfo {
        KindInfo {
            id: Self::ID,
            name: "DRR",
            doc: help_text(
                "Deficit round robin: every flow has a queue of its own, and queues take turns in which each may send the \
                  same number of bytes. With fewer queues than flows it is stochastic fair queuing (SFQ). When all is \
                  full, the longest queue loses its last packet.",
            ),
            fields: Params::fields(),
            signals: share_signals().to_vec(),
        }
    }

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        let (bucket_of, count) = buckets_of(facts, params.buckets, params.hash);
        Drr {
            limit: QueueLimit::new(facts),
            quantum: u64::from(params.quantum),
            count_packets: params.count_packets,
            keys: facts.conns.iter().map(|conn| conn.key).collect(),
            hash: params.hash,
            perturb: params.perturb.filter(|_| params.buckets.is_some()).map(from_secs),
            period: 0,
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

    fn enqueue(&mut self, packet: Packet, now: Time, effects: &mut Effects) {
        self.rehash(now);
        self.put(packet, now);
        self.limit.add(&packet);
        self.push_out(packet.size, effects);
    }

    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<(Packet, Time)> {
        loop {
            let index = *self.active.front()?;
            let quantum = self.quantum;
            let head = self.buckets[index as usize].packets.front().map(|(packet, _)| self.cost(packet));
            let bucket = &mut self.buckets[index as usize];
            let Some(cost) = head else {
                // An empty queue loses its deficit (Shreedhar and Varghese 1996, section 3).
                bucket.active = false;
                self.active.pop();
                continue;
            };
            if !bucket.in_turn {
                bucket.in_turn = true;
                bucket.deficit += quantum;
            }
            if bucket.deficit < cost {
                bucket.in_turn = false;
                self.active.pop();
                self.active.push(index);
                continue;
            }
            bucket.deficit -= cost;
            let (packet, arrived) = bucket.packets.pop()?;
            bucket.bytes -= u64::from(packet.size);
            self.limit.remove(&packet);
            let bytes = self.buckets.iter().map(|bucket| bucket.bytes);
            report_shares(0, bytes, &mut self.next_report, now, effects);
            return Some((packet, arrived));
        }
    }

    fn waiting(&self) -> (u32, u64) {
        (self.limit.stored_packets, self.limit.stored_bytes)
    }

    fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.limit.set_limit(packets, bytes);
    }

    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
        let of =
            |bucket: &DrrBucket| bucket.packets.iter().filter(|(packet, _)| matches(packet)).count() as u64;
        self.buckets.iter().map(of).sum()
    }
}
