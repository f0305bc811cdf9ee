//! FQ-CoDel (RFC 8290): a queue for each flow, served by deficit round robin, with CoDel in each queue.
//! Queues that have just become active are served first.

#[cfg(test)]
use super::DropWhenFull;
use super::codel::{self, CodelSettings, CodelState, Fifo};
use super::{ArrivalState, Effects, Queue, QueueFacts, QueueLimit, Queued, Verdict, with_limit};
use crate::describe::{Decision, KindInfo, help_text};
use crate::ground::convert::narrow;
use crate::ground::packet::Packet;
use crate::ground::ring::Ring;
use crate::ground::rng::mix;
use crate::ground::time::Time;
use crate::net::types::Cause;
use crate::params::ParamSet;
use crate::{decisions, params, signals};

params! {
    pub struct Params {
        /// Number of queues to which flows are hashed. Flows in the same queue share its turns.
        buckets: Option<u32> = None, range 1..=65536u32, label "Queues", null "one for each flow, without collisions", cite "RFC 8290 section 5.2.3";
        /// Selects the hash function. With another number, other flows share a queue.
        hash: u64 = 0, label "Hash seed";
        /// Bytes that a queue may send in a turn.
        quantum: u32 = 1514, unit "bytes", range 64..=1_000_000u32, cite "RFC 8290 section 5.2.4";
        /// Queueing delay that CoDel tolerates in each queue.
        target: f64 = 0.005, unit "s", range 0.00001..=10.0, scale log, cite "RFC 8290 section 5.2.2";
        /// Time for which the delay must stay above the target before CoDel drops a packet: a typical
        /// round-trip time.
        interval: f64 = 0.1, unit "s", range 0.0001..=100.0, scale log, cite "RFC 8290 section 5.2.1";
        /// Mark packets of senders that understand marks instead of dropping them.
        ecn: bool = true, label "ECN", cite "RFC 8290 section 5.2.7";
    }
}

/// The largest number of packets that an overflow drops at once (RFC 8290 section 4.1).
const BATCH: usize = 64;

/// The list that contains a queue (RFC 8290 section 4.2): new queues are served before old queues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BucketList {
    None,
    New,
    Old,
}

/// The queue of one flow, or of the flows with the same hash.
#[derive(Clone, Debug)]
struct Bucket {
    packets: Ring<Queued>,
    bytes: u64,
    /// Bytes that the queue may still send in this turn; negative if its last packet exceeded them.
    deficit: i64,
    list: BucketList,
    codel: CodelState,
}

/// The packets of one bucket, with the limit that all buckets share.
struct BucketQueue<'a> {
    packets: &'a mut Ring<Queued>,
    bytes: &'a mut u64,
    limit: &'a mut QueueLimit,
}

impl Fifo for BucketQueue<'_> {
    fn pop(&mut self) -> Option<Queued> {
        let queued = self.packets.pop()?;
        *self.bytes -= u64::from(queued.packet.size);
        self.limit.remove(&queued.packet);
        Some(queued)
    }

    fn bytes(&self) -> u64 {
        *self.bytes
    }
}

signals! {
    const SIGNALS: FqCodelSignals {
        ..codel: codel::CodelSignals;
        ..shares: ShareSignals;
    }
}

signals! {
    /// The signals of all disciplines with a queue for each flow.
    pub const SHARE_SIGNALS: ShareSignals {
        /// Number of queues that contain packets.
        backlogged: "Flows waiting";
        /// Share of all waiting bytes that are in the longest queue.
        largest_share: "Largest share";
    }
}

decisions! {
    mod decision after codel::decision {
        /// The limit of all queues together is exceeded: FQ-CoDel dropped the packet at the head of the
        /// longest queue, which had waited {sojourn}. This queue still contains {left}.
        PushedOut "pushed_out" "Pushed out" {
            sojourn: "How long the packet had waited." in "s",
            left: "Bytes left in the queue after the drop." in "bytes",
        }
    }
}

#[derive(Clone, Debug)]
pub struct FqCodel {
    limit: QueueLimit,
    codel: CodelSettings,
    quantum: i64,
    /// Index of the bucket of each stream, by `Packet::stream`.
    bucket_of: Vec<u32>,
    buckets: Vec<Bucket>,
    /// Indices of the new buckets.
    new: Ring<u32>,
    /// Indices of the old buckets.
    old: Ring<u32>,
    /// Earliest time of the next report of the signals about shares.
    next_report: Time,
}

/// Assigns a bucket to each stream, which is the data or the feedback of a connection. Returns the bucket of
/// each stream, by `Packet::stream`, and the number of buckets. If `buckets` is `None`, each stream that
/// crosses the link has its own bucket. Otherwise streams are hashed to this number of buckets (RFC 8290
/// section 4.1).
pub fn assign_buckets(facts: &QueueFacts, buckets: Option<u32>, hash: u64) -> (Vec<u32>, usize) {
    let streams = narrow::<u32>(facts.conns.len()) * 2;
    match buckets {
        // Only streams that cross this link have a bucket, which are few in a network of many links.
        None => {
            let mut bucket_of = vec![0; streams as usize];
            for (bucket, &stream) in facts.streams.iter().enumerate() {
                bucket_of[stream as usize] = narrow::<u32>(bucket);
            }
            (bucket_of, facts.streams.len().max(1))
        }
        Some(count) => {
            let bucket_of = |stream: u32| {
                let key = facts.conns[stream as usize / 2].key ^ u64::from(stream % 2);
                narrow::<u32>(mix(mix(hash) ^ key) % u64::from(count.max(1)))
            };
            ((0..streams).map(bucket_of).collect(), count.max(1) as usize)
        }
    }
}

impl FqCodel {
    /// Drops packets from the head of the queue with the most bytes: half of its bytes, but at most `BATCH`
    /// packets (RFC 8290 section 4.1).
    fn push_out(&mut self, now: Time, effects: &mut Effects) {
        let longest = (0..self.buckets.len()).max_by_key(|&b| (self.buckets[b].bytes, usize::MAX - b));
        let Some(bucket) = longest.and_then(|longest| self.buckets.get_mut(longest)) else { return };
        let half = bucket.bytes / 2;
        let mut dropped = 0;
        for _ in 0..BATCH {
            let mut queue = BucketQueue {
                packets: &mut bucket.packets,
                bytes: &mut bucket.bytes,
                limit: &mut self.limit,
            };
            let Some(Queued { packet, arrived, .. }) = queue.pop() else { break };
            dropped += u64::from(packet.size);
            let waited = (now - arrived) as f64 * 1e-9;
            effects.decide(&packet, decision::PushedOut { sojourn: waited, left: queue.bytes() as f64 });
            effects.drop(packet, Cause::QueueFull);
            bucket.codel.count_overflow_drop();
            if dropped >= half {
                break;
            }
        }
    }
}

/// Shortest time between two reports of the signals about shares (10 ms), because computing them takes a loop
/// over all queues.
const REPORT_INTERVAL: Time = 10_000_000;

/// Reports the signals about shares, at most every `REPORT_INTERVAL`. `bytes` are the bytes of each queue.
pub fn report_shares(
    signals: ShareSignals,
    bytes: impl Iterator<Item = u64>,
    next_report: &mut Time,
    now: Time,
    effects: &mut Effects,
) {
    if !effects.records_signals || now < *next_report {
        return;
    }
    *next_report = now + REPORT_INTERVAL;
    let (mut backlogged, mut largest, mut total) = (0, 0, 0);
    for bytes in bytes.filter(|bytes| *bytes > 0) {
        backlogged += 1;
        largest = largest.max(bytes);
        total += bytes;
    }
    effects.signal(signals.backlogged, now, f64::from(backlogged));
    effects.signal(signals.largest_share, now, if total > 0 { largest as f64 / total as f64 } else { 0.0 });
}

impl Queue for FqCodel {
    type Params = Params;
    const ID: &'static str = "fq_codel";

    fn info() -> KindInfo {
        KindInfo {
            id: Self::ID,
            name: "FQ-CoDel",
            doc: help_text(
                "Fair queuing with controlled delay: every flow has its own queue, queues take turns in which each may send \
                the same number of bytes, queues of flows that send little are served first, and CoDel keeps the delay of \
                each queue low. When the limit of all queues together is exceeded, packets of the longest queue are dropped.",
            ),
            fields: with_limit(10_240, Params::fields()),
            signals: FqCodelSignals::list(),
        }
    }

    fn decisions() -> Vec<Decision> {
        decision::list()
    }

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        let (bucket_of, count) = assign_buckets(facts, params.buckets, params.hash);
        let empty = Bucket {
            packets: Ring::default(),
            bytes: 0,
            deficit: 0,
            list: BucketList::None,
            codel: CodelState::default(),
        };
        FqCodel {
            limit: QueueLimit::new(facts),
            codel: CodelSettings::new(params.target, params.interval, params.ecn, facts.max_packet),
            quantum: i64::from(params.quantum),
            bucket_of,
            buckets: vec![empty; count],
            new: Ring::default(),
            old: Ring::default(),
            next_report: 0,
        }
    }

    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, _: &mut Effects) -> Verdict {
        // DropWhenFull drops packets of the longest queue, so only a packet larger than the limit is refused.
        if state.busy && self.limit.can_never_fit(packet.size) {
            Verdict::Drop(Cause::QueueFull)
        } else {
            Verdict::Accept
        }
    }

    fn enqueue(&mut self, queued: Queued, effects: &mut Effects) {
        let index = self.bucket_of[queued.packet.stream()];
        let bucket = &mut self.buckets[index as usize];
        bucket.packets.push(queued);
        bucket.bytes += u64::from(queued.packet.size);
        self.limit.add(&queued.packet);
        if bucket.list == BucketList::None {
            bucket.list = BucketList::New;
            bucket.deficit = self.quantum;
            self.new.push(index);
        }
        while self.limit.is_exceeded() && self.limit.stored_packets > 1 {
            self.push_out(queued.arrived, effects);
        }
    }

    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<Queued> {
        loop {
            let (index, list) = match self.new.front() {
                Some(&index) => (index, BucketList::New),
                None => (*self.old.front()?, BucketList::Old),
            };
            let bucket = &mut self.buckets[index as usize];
            if bucket.deficit <= 0 {
                bucket.deficit += self.quantum;
                bucket.list = BucketList::Old;
                if list == BucketList::New {
                    self.new.pop()
                } else {
                    self.old.pop()
                };
                self.old.push(index);
                continue;
            }
            let mut queue = BucketQueue {
                packets: &mut bucket.packets,
                bytes: &mut bucket.bytes,
                limit: &mut self.limit,
            };
            let next = bucket.codel.dequeue(&mut queue, &self.codel, now, effects);
            let Some(queued) = next else {
                if list == BucketList::New {
                    self.new.pop();
                    if self.old.is_empty() {
                        bucket.list = BucketList::None;
                    } else {
                        // RFC 8290 section 4.2: an empty new queue becomes the last of the old queues, so
                        // that a flow gains no advantage if its queue becomes empty.
                        bucket.list = BucketList::Old;
                        self.old.push(index);
                    }
                } else {
                    self.old.pop();
                    bucket.list = BucketList::None;
                }
                continue;
            };
            bucket.deficit -= i64::from(queued.packet.size);
            let bytes = self.buckets.iter().map(|bucket| bucket.bytes);
            report_shares(SIGNALS.shares, bytes, &mut self.next_report, now, effects);
            return Some(queued);
        }
    }

    fn waiting(&self) -> (u32, u64) {
        (self.limit.stored_packets, self.limit.stored_bytes)
    }

    fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.limit.set_limit(packets, bytes);
    }

    #[cfg(test)]
    fn overflow(&self) -> DropWhenFull {
        DropWhenFull::Batch
    }

    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
        let count_in =
            |bucket: &Bucket| bucket.packets.iter().filter(|queued| matches(&queued.packet)).count() as u64;
        self.buckets.iter().map(count_in).sum()
    }
}

crate::state_enum!(BucketList { None, New, Old });
crate::state!(Bucket { packets, bytes, deficit, list, codel } not {});
// `next_report` changes only while signals are recorded.
crate::state!(FqCodel { limit, buckets, new, old } not { codel, quantum, bucket_of, next_report });
