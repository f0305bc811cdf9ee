//! FQ-CoDel (RFC 8290): a queue for each flow, served by deficit round robin, with CoDel in each. Queues that have just become active
//! are served first.

use super::codel::{self, CodelSettings, CodelState, Fifo};
use super::{ArrivalState, Effects, Queue, QueueFacts, QueueLimit, Verdict};
use crate::describe::{Decision, KindInfo, Signal, help_text};
use crate::ground::packet::Packet;
use crate::ground::ring::Ring;
use crate::ground::rng::mix;
use crate::ground::time::Time;
use crate::net::link::Cause;
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

/// Index of the first signal after CoDel's.
const BACKLOGGED: usize = 3;

/// Index of the decision after CoDel's.
const PUSHED_OUT: u32 = 2;

/// The largest number of packets that an overflow drops at once (RFC 8290 section 4.1).
const BATCH: usize = 64;

/// The list that a queue is on (RFC 8290 section 4.2): new queues are served before old ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BucketList {
    None,
    New,
    Old,
}

/// The queue of one flow, or of the flows with the same hash.
#[derive(Clone, Debug)]
struct Bucket {
    packets: Ring<(Packet, Time)>,
    bytes: u64,
    deficit: i64,
    on: BucketList,
    codel: CodelState,
}

/// One bucket, with the limit that all buckets share.
struct BucketQueue<'a> {
    bucket: &'a mut Ring<(Packet, Time)>,
    bytes: &'a mut u64,
    limit: &'a mut QueueLimit,
}

impl Fifo for BucketQueue<'_> {
    fn pop(&mut self) -> Option<(Packet, Time)> {
        let (packet, arrived) = self.bucket.pop()?;
        *self.bytes -= u64::from(packet.size);
        self.limit.remove(&packet);
        Some((packet, arrived))
    }

    fn bytes(&self) -> u64 {
        *self.bytes
    }
}

#[derive(Clone, Debug)]
pub struct FqCodel {
    limit: QueueLimit,
    codel: CodelSettings,
    quantum: i64,
    /// The bucket of each connection, in each direction.
    bucket_of: Vec<u32>,
    buckets: Vec<Bucket>,
    new: Ring<u32>,
    old: Ring<u32>,
    next_report: Time,
}

/// The bucket of each direction of each connection, and the number of buckets. Without `buckets` each direction that crosses the link
/// has its own; otherwise directions are hashed to that number of buckets (RFC 8290 section 4.1).
pub fn buckets_of(facts: &QueueFacts, buckets: Option<u32>, hash: u64) -> (Vec<u32>, usize) {
    let directions = facts.conns.len() as u32 * 2;
    match buckets {
        // Only directions that cross this link have a bucket: in a network of many links these are few.
        None => {
            let mut of = vec![0; directions as usize];
            for (bucket, &direction) in facts.directions.iter().enumerate() {
                of[direction as usize] = bucket as u32;
            }
            (of, facts.directions.len().max(1))
        }
        Some(count) => {
            let of = |direction: u32| {
                let key = facts.conns[direction as usize / 2].key ^ u64::from(direction % 2);
                (mix(mix(hash) ^ key) % u64::from(count.max(1))) as u32
            };
            ((0..directions).map(of).collect(), count.max(1) as usize)
        }
    }
}

/// The index of a packet's connection and direction in `buckets_of`.
#[inline]
pub fn direction_of(packet: &Packet) -> usize {
    packet.conn as usize * 2 + packet.direction()
}

impl FqCodel {
    /// Drops packets from the head of the queue with the most bytes: half of its bytes, at most a batch (RFC 8290 section 4.1).
    fn push_out(&mut self, now: Time, effects: &mut Effects) {
        let longest = (0..self.buckets.len()).max_by_key(|&b| (self.buckets[b].bytes, usize::MAX - b));
        let Some(bucket) = longest.and_then(|longest| self.buckets.get_mut(longest)) else { return };
        let half = bucket.bytes / 2;
        let mut dropped = 0;
        for _ in 0..BATCH {
            let mut head =
                BucketQueue { bucket: &mut bucket.packets, bytes: &mut bucket.bytes, limit: &mut self.limit };
            let Some((packet, arrived)) = head.pop() else { break };
            dropped += u64::from(packet.size);
            let waited = (now - arrived) as f64 * 1e-9;
            effects.decide(&packet, PUSHED_OUT, [waited, head.bytes() as f64, 0.0, 0.0]);
            effects.drop(packet, Cause::QueueFull);
            bucket.codel.count_overflow_drop();
            if dropped >= half {
                break;
            }
        }
    }
}

/// How often the signals about shares are computed, which takes a loop over all queues. In nanoseconds.
const REPORT_EVERY: Time = 10_000_000;

/// Reports how many queues hold packets and which part of all bytes the longest one holds, at most every `REPORT_EVERY`.
pub fn report_shares(
    first: usize,
    bytes: impl Iterator<Item = u64>,
    next_report: &mut Time,
    now: Time,
    effects: &mut Effects,
) {
    if !effects.records_signals || now < *next_report {
        return;
    }
    *next_report = now + REPORT_EVERY;
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
            doc: help_text(
                "Fair queuing with controlled delay: every flow has a queue of its own, queues take turns by bytes, those \
                  of flows that send little are served first, and CoDel keeps the delay of each low. When all is full, the \
                  flow that holds most loses packets.",
            ),
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
                       {sojourn}. The queue still holds {left}.",
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
        // The longest queue makes room, except for a packet that could never fit.
        if state.busy && self.limit.can_never_fit(packet.size) {
            Verdict::Drop(Cause::QueueFull)
        } else {
            Verdict::Accept
        }
    }

    fn enqueue(&mut self, packet: Packet, now: Time, effects: &mut Effects) {
        let index = self.bucket_of[direction_of(&packet)];
        let bucket = &mut self.buckets[index as usize];
        bucket.packets.push((packet, now));
        bucket.bytes += u64::from(packet.size);
        self.limit.add(&packet);
        if bucket.on == BucketList::None {
            bucket.on = BucketList::New;
            bucket.deficit = self.quantum;
            self.new.push(index);
        }
        while self.limit.is_exceeded() && self.limit.stored_packets > 1 {
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
                if list == BucketList::New {
                    self.new.pop()
                } else {
                    self.old.pop()
                };
                self.old.push(index);
                continue;
            }
            let mut head =
                BucketQueue { bucket: &mut bucket.packets, bytes: &mut bucket.bytes, limit: &mut self.limit };
            let next = bucket.codel.dequeue(&mut head, &self.codel, now, effects);
            let Some((packet, arrived)) = next else {
                if list == BucketList::New {
                    self.new.pop();
                    if self.old.is_empty() {
                        bucket.on = BucketList::None;
                    } else {
                        // RFC 8290 section 4.2: an empty new queue goes to the end of the old ones, so that a flow
                        // gains nothing by becoming empty.
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
            report_shares(BACKLOGGED, bytes, &mut self.next_report, now, effects);
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
        let of = |bucket: &Bucket| bucket.packets.iter().filter(|(packet, _)| matches(packet)).count() as u64;
        self.buckets.iter().map(of).sum()
    }
}
