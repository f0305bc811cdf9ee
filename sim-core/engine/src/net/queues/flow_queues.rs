//! A queue for each flow, served by deficit round robin, in which queues that have just become active are served first
//! (RFC 8290 section 4). Each queue has a control of its own, such as CoDel or PIE.

use super::codel::{CodelSettings, CodelState, Fifo};
use crate::ground::digest::mix;
use crate::ground::order::order_by;
use crate::net::queues::prelude::*;

signals! {
    /// The signals of all disciplines with a queue for each flow.
    pub const SHARE_SIGNALS: ShareSignals {
        /// Number of queues that contain packets.
        backlogged: "Flows waiting";
        /// Share of all waiting bytes that are in the longest queue.
        largest_share: "Largest share";
    }
}

/// The list that contains a queue (RFC 8290 section 4.2): new queues are served before old queues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, State)]
enum BucketList {
    None,
    New,
    Old,
}

/// The queue of one flow, or of the flows with the same hash.
#[derive(Clone, Debug, State)]
pub struct Bucket<C> {
    packets: Ring<Queued>,
    pub bytes: u64,
    /// Bytes that the queue may still send in this turn; negative if its last packet exceeded them.
    deficit: i64,
    list: BucketList,
    pub control: C,
}

/// The packets of one bucket, with the limit that all buckets share.
pub struct BucketQueue<'a> {
    packets: &'a mut Ring<Queued>,
    bytes: &'a mut u64,
    limit: &'a mut QueueLimit,
    /// Whether the control counts the bytes of all queues.
    pub counts_all: bool,
}

impl Fifo for BucketQueue<'_> {
    fn pop(&mut self) -> Option<Queued> {
        let queued = self.packets.pop()?;
        *self.bytes -= u64::from(queued.packet.size);
        self.limit.remove(&queued.packet);
        Some(queued)
    }

    fn bytes(&self) -> u64 {
        if self.counts_all { self.limit.stored_bytes } else { *self.bytes }
    }
}

/// The queues of all flows. `C` is the state of the control of a queue.
#[derive(Clone, Debug, State)]
// `next_report` changes only while signals are recorded.
#[state(not(quantum, bucket_of, next_report))]
pub struct FlowQueues<C> {
    pub limit: QueueLimit,
    quantum: i64,
    /// Index of the bucket of each stream, by `Packet::stream`.
    bucket_of: Vec<u32>,
    pub buckets: Vec<Bucket<C>>,
    /// Indices of the new buckets.
    new: Ring<u32>,
    /// Indices of the old buckets.
    old: Ring<u32>,
    /// Earliest time of the next report of the signals about shares.
    next_report: Time,
}

/// The hash that selects the bucket of a stream (RFC 8290 section 4.1). `key`: the key of its connection.
pub fn stream_hash(key: u64, stream: u32, hash: u64) -> u64 {
    mix(mix(hash) ^ key ^ u64::from(stream % 2))
}

/// Numbers the buckets of the streams that cross a link. `bucket` returns the bucket to which a stream is hashed. Buckets
/// without a stream get no number, so that work and memory depend on the streams and not on the size of the hash table.
/// Returns the number of the bucket of each stream, by `Packet::stream`, and how many numbers there are.
pub fn number_buckets(
    streams: &[u32],
    stream_count: usize,
    bucket: impl Fn(u32) -> u64,
) -> (Vec<u32>, usize) {
    let order = order_by(streams.len(), &|a, b| bucket(streams[a]).cmp(&bucket(streams[b])));
    let mut bucket_of = vec![0; stream_count];
    let (mut count, mut last) = (0, None);
    for stream in order.into_iter().map(|index| streams[index]) {
        let at = bucket(stream);
        if last.replace(at).is_some_and(|before| before != at) {
            count += 1;
        }
        bucket_of[stream as usize] = count;
    }
    (bucket_of, count as usize + 1)
}

/// Assigns a bucket to each stream, which is the data or the feedback of a connection. If `buckets` is `None`, each stream
/// that crosses the link has its own bucket. Otherwise these streams are hashed to this number of buckets. Returns what
/// [`number_buckets`] returns.
pub fn assign_buckets(facts: &QueueFacts, buckets: Option<u32>, hash: u64) -> (Vec<u32>, usize) {
    number_buckets(facts.streams, facts.conns.len() * 2, |stream| match buckets {
        None => u64::from(stream),
        Some(count) => {
            stream_hash(facts.conns[stream as usize / 2].key, stream, hash) % u64::from(count.max(1))
        }
    })
}

impl<C: State> FlowQueues<C> {
    /// `assigned`: the bucket of each stream and the number of buckets, as `assign_buckets` returns them. Each
    /// bucket begins with a copy of `control`.
    pub fn new(facts: &QueueFacts, assigned: (Vec<u32>, usize), quantum: u32, control: C) -> Self {
        let empty =
            Bucket { packets: Ring::default(), bytes: 0, deficit: 0, list: BucketList::None, control };
        FlowQueues {
            limit: QueueLimit::new(facts),
            quantum: i64::from(quantum),
            bucket_of: assigned.0,
            buckets: vec![empty; assigned.1],
            new: Ring::default(),
            old: Ring::default(),
            next_report: 0,
        }
    }

    /// The bucket to which a packet belongs.
    pub fn bucket(&mut self, packet: &Packet) -> &mut Bucket<C> {
        &mut self.buckets[self.bucket_of[packet.stream()] as usize]
    }

    /// Appends a packet to the queue of its flow.
    pub fn push(&mut self, queued: Queued) {
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
    }

    /// Removes up to `count` packets from the head of the longest queue, until half of its bytes are gone (RFC 8290
    /// section 4.1). Calls `dropped` with each packet, the bytes left and the control.
    pub fn push_out(
        &mut self,
        count: usize,
        effects: &mut Effects,
        mut dropped: impl FnMut(&Queued, u64, &mut C, &mut Effects),
    ) {
        let longest = (0..self.buckets.len()).max_by_key(|&b| (self.buckets[b].bytes, usize::MAX - b));
        let Some(bucket) = longest.and_then(|longest| self.buckets.get_mut(longest)) else { return };
        let half = bucket.bytes / 2;
        let mut freed = 0;
        for _ in 0..count {
            let mut queue = BucketQueue {
                packets: &mut bucket.packets,
                bytes: &mut bucket.bytes,
                limit: &mut self.limit,
                counts_all: false,
            };
            let Some(victim) = queue.pop() else { break };
            freed += u64::from(victim.packet.size);
            dropped(&victim, queue.bytes(), &mut bucket.control, effects);
            effects.drop(victim.packet, Cause::QueueFull);
            if freed >= half {
                break;
            }
        }
    }

    /// Takes the next packet. `take` takes a packet from the queue whose turn it is, after drops by its control.
    pub fn dequeue(
        &mut self,
        mut take: impl FnMut(&mut C, &mut BucketQueue) -> Option<Queued>,
    ) -> Option<Queued> {
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
                counts_all: false,
            };
            let next = take(&mut bucket.control, &mut queue);
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
            return Some(queued);
        }
    }

    /// Reports the signals about shares.
    pub fn report(&mut self, signals: ShareSignals, now: Time, effects: &mut Effects) {
        let bytes = self.buckets.iter().map(|bucket| bucket.bytes);
        report_shares(signals, bytes, &mut self.next_report, now, effects);
    }

    /// Number of stored packets for which `matches` returns true.
    pub fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
        let count_in = |bucket: &Bucket<C>| {
            bucket.packets.iter().filter(|queued| matches(&queued.packet)).count() as u64
        };
        self.buckets.iter().map(count_in).sum()
    }
}

impl FlowQueues<CodelState> {
    /// Takes the next packet, after drops by CoDel if it is in use.
    #[inline(never)]
    pub fn take(
        &mut self,
        settings: &CodelSettings,
        has_codel: bool,
        now: Time,
        effects: &mut Effects,
    ) -> Option<Queued> {
        self.dequeue(
            |codel, packets| {
                if has_codel { codel.dequeue(packets, settings, now, effects) } else { packets.pop() }
            },
        )
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
