//! Rules that every queue discipline must obey, tested with each switch and choice of its settings
//! and with random arrivals. A discipline keeps the packets of each flow in order unless it declares otherwise, neither loses
//! nor creates packets without reporting drops, stays within its limit, and returns a packet
//! whenever packets wait. A second run and a copy have the same results.

use super::*;
use crate::ground::convert::narrow;
use crate::ground::digest::{Digest, StateChange};
use crate::ground::packet::{ECN_CAPABLE, ECT_1, FEEDBACK, MARKED, Payload};
use crate::ground::rng::{Purpose, Rng};
use crate::params::FieldKind;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A queue and a line of 10 Mb/s, as in a link on the event path.
#[derive(Clone)]
pub struct Line {
    pub queue: AnyQueue,
    pub effects: Effects,
    /// The packet in service, and when its last bit leaves.
    sending: Option<(Packet, Time)>,
    idle_since: Time,
    /// When the free line takes the next packet, if the discipline's shaper holds packets back.
    resumes_at: Option<Time>,
    /// Number of packets that have arrived.
    pub arrived: u64,
    /// Packets whose sending has begun, in order: each with the time at which its last bit leaves, and the
    /// time that it waited.
    pub sent: Vec<(Packet, Time, Time)>,
    /// Dropped packets, with time and cause.
    pub dropped: Vec<(Packet, Time, Cause)>,
    /// Number of marks that the discipline has reported.
    pub marked: u64,
}

/// Serialization time of a byte at 10 Mb/s.
const NANOSECONDS_PER_BYTE: u64 = 800;

impl Line {
    pub fn new(queue: AnyQueue) -> Self {
        Line {
            queue,
            effects: Effects::default(),
            sending: None,
            idle_since: 0,
            resumes_at: None,
            arrived: 0,
            sent: Vec::new(),
            dropped: Vec::new(),
            marked: 0,
        }
    }

    /// Records the drops and marks of the last call of the discipline.
    fn record_effects(&mut self, now: Time) {
        self.marked += self.effects.marked.drain(..).count() as u64;
        for (packet, cause) in self.effects.dropped.drain(..) {
            self.dropped.push((packet, now, cause));
        }
        self.effects.signals.clear();
        self.effects.decisions.clear();
    }

    /// If the discipline's shaper holds packets back, lets the free line wait.
    fn wait_for_shaper(&mut self, now: Time) {
        let waits = self.queue.shapes() && self.queue.waiting().0 > 0;
        self.resumes_at = Some(self.queue.ready_at()).filter(|ready| waits && *ready > now);
    }

    /// Puts the next packet on the line.
    fn send_next(&mut self, now: Time) {
        self.wait_for_shaper(now);
        if self.resumes_at.is_some() {
            return;
        }
        let next = self.queue.dequeue(now, &mut self.effects);
        self.record_effects(now);
        match next {
            Some(Queued { packet, arrived, .. }) => {
                let done = now + u64::from(packet.size) * NANOSECONDS_PER_BYTE;
                self.sending = Some((packet, done));
                self.sent.push((packet, done, now - arrived));
            }
            None => {
                self.wait_for_shaper(now);
                if self.resumes_at.is_some() {
                    return;
                }
                assert_eq!(self.queue.waiting(), (0, 0), "packets wait although the line is idle");
                self.idle_since = now;
            }
        }
    }

    /// Runs until `now`.
    pub fn run(&mut self, now: Time) {
        while let Some(at) = self.sending.map(|sending| sending.1).or(self.resumes_at).filter(|at| *at <= now)
        {
            self.sending = None;
            self.send_next(at);
        }
    }

    pub fn arrive(&mut self, mut packet: Packet, now: Time) {
        self.run(now);
        self.arrived += 1;
        let busy = self.sending.is_some();
        if busy || self.queue.sees_every_arrival() {
            let (waiting, bytes) = self.queue.waiting();
            let state =
                ArrivalState { now, waiting, waiting_bytes: bytes, busy, idle_since: self.idle_since };
            let verdict = self.queue.admit(&mut packet, &state, &mut self.effects);
            self.record_effects(now);
            if let Verdict::Drop(cause) = verdict {
                let waits = self.queue.ready_at() > now || self.queue.overflow() == DropWhenFull::OnAir;
                assert!(busy || waits, "a packet was refused although the line was idle");
                self.dropped.push((packet, now, cause));
                return;
            }
        }
        self.queue.enqueue(Queued { packet, arrived: now, ..Queued::default() }, &mut self.effects);
        self.record_effects(now);
        if !busy {
            self.send_next(now);
        }
    }

    /// Asserts that every packet that has arrived was sent, was dropped or waits.
    fn assert_conservation(&self) {
        let waiting = u64::from(self.queue.waiting().0);
        let sent_or_dropped = self.sent.len() as u64 + self.dropped.len() as u64;
        assert_eq!(self.arrived, sent_or_dropped + waiting);
        assert_eq!(self.queue.count(&|_| true), waiting);
    }
}

/// Number of connections in random arrivals.
pub const CONNS: u32 = 5;

/// A link whose queue is never full.
pub const UNLIMITED: QueueFacts<'static> = QueueFacts {
    limit_packets: 1_000_000,
    limit_bytes: u64::MAX,
    rate: 1e7,
    delay: 0.01,
    max_packet: 1500,
    seed: 1,
    link: 7,
    conns: &[],
    streams: &[],
};

/// A packet of the largest size.
pub fn large(flags: u8) -> Packet {
    Packet { size: 1500, flags, ..Packet::default() }
}

pub fn packet(conn: u32, tx: u32, size: u16, flags: u8) -> Packet {
    Packet {
        timestamp: 0,
        payload: Payload::default(),
        conn,
        seq: tx,
        tx,
        size,
        epoch: 0,
        hop: 0,
        flags,
        waited: 0,
    }
}

pub fn conns(count: u32) -> Vec<QueueConn> {
    (0..count)
        .map(|i| QueueConn {
            key: crate::ground::rng::hash_text(&format!("flow{i}")),
            flow: format!("flow{i}"),
            measured: i % 3 == 0,
            background: i % 3 == 1,
        })
        .collect()
}

pub fn build(kind: &str, settings: &Value, limit: (u64, u64), conns: &[QueueConn]) -> AnyQueue {
    let facts = QueueFacts {
        limit_packets: limit.0,
        limit_bytes: limit.1,
        rate: 1e7,
        delay: 0.01,
        max_packet: 1500,
        seed: 5,
        link: 9,
        conns,
        streams: &(0..narrow::<u32>(conns.len()) * 2).collect::<Vec<_>>(),
    };
    QueueSettings::read(kind, settings).unwrap().build(&facts)
}

/// Every discipline with its defaults, with each switch inverted, with each choice, and with few buckets.
fn all_variants() -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    for info in infos() {
        all.push((info.id, json!({})));
        for field in &info.fields {
            match &field.kind {
                FieldKind::Boolean => {
                    let inverted = !field.default.as_ref().and_then(Value::as_bool).unwrap_or(false);
                    all.push((info.id, json!({ field.name: inverted })));
                }
                FieldKind::Choice(choices) => {
                    all.extend(choices.iter().map(|choice| (info.id, json!({ field.name: choice.value }))));
                }
                FieldKind::Integer if field.nullable && field.name == "buckets" => {
                    all.push((info.id, json!({ "buckets": 2, "perturb": 0.05 })));
                }
                FieldKind::Number if field.name == "bandwidth" => {
                    all.push((info.id, json!({ "bandwidth": 6e6 })))
                }
                FieldKind::Number if field.name == "ce_threshold" => {
                    all.push((info.id, json!({ "ce_threshold": 0.002 })));
                }
                _ => {}
            }
        }
    }
    assert!(all.len() > 20);
    all
}

/// Random arrivals: bursts, steady phases and idle times, with packets of various sizes. Some flows are
/// ECN-capable.
fn arrivals(seed: u64) -> Vec<(Packet, Time)> {
    let mut rng = Rng::new(seed, Purpose::Traffic, 77);
    let mut now = 0;
    let mut next_tx = [0u32; CONNS as usize * 2];
    let mut list = Vec::new();
    for _ in 0..rng.below(30) + 5 {
        let (count, gap) = match rng.below(4) {
            0 => (rng.below(80), 0),
            1 => (rng.below(200), rng.below(2_400_000)),
            2 => (rng.below(60), rng.below(600_000)),
            _ => (1, rng.below(900_000_000)),
        };
        let only_conn = (rng.below(3) == 0).then(|| narrow::<u32>(rng.below(u64::from(CONNS))));
        for _ in 0..count {
            now += rng.below(gap + 1);
            let conn = only_conn.unwrap_or_else(|| narrow::<u32>(rng.below(u64::from(CONNS))));
            let feedback = conn == 3 && rng.below(2) == 0;
            let size = [40, 577, 1500, 1500, 9000][narrow::<usize>(rng.below(5))];
            let flags = if feedback {
                FEEDBACK
            } else if conn == 2 {
                ECT_1
            } else if conn % 2 == 0 {
                ECN_CAPABLE
            } else {
                0
            };
            let tx = &mut next_tx[conn as usize * 2 + usize::from(feedback)];
            list.push((packet(conn, *tx, size, flags), now));
            *tx += 1;
        }
    }
    list
}

/// Connection, ordinal and time of packets.
type PacketTrace = Vec<(u32, u32, Time)>;

/// The sent packets, the dropped packets, and the number of marks.
fn outcome(line: &Line) -> (PacketTrace, PacketTrace, u64) {
    let sent = line.sent.iter().map(|(p, at, _)| (p.conn, p.tx, *at)).collect();
    let dropped = line.dropped.iter().map(|(p, at, _)| (p.conn, p.tx, *at)).collect();
    (sent, dropped, line.marked)
}

#[test]
#[expect(clippy::too_many_lines, reason = "all rules are checked in the same runs")]
fn every_discipline_obeys_the_rules_for_random_arrivals() {
    let conns = conns(CONNS);
    for (kind, settings) in all_variants() {
        let mut dropped = 0;
        for seed in 0..60 {
            let limit =
                [(20, u64::MAX), (1, u64::MAX), (u64::MAX, 30_000), (u64::MAX, 1000), (200, u64::MAX)]
                    [narrow::<usize>(seed) % 5];
            let mut line = Line::new(build(kind, &settings, limit, &conns));
            let mut copy: Option<Line> = None;
            let list = arrivals(seed);
            for (index, &(packet, at)) in list.iter().enumerate() {
                line.arrive(packet, at);
                if let Some(copy) = &mut copy {
                    copy.arrive(packet, at);
                }
                line.assert_conservation();
                let (waiting, bytes) = line.queue.waiting();
                assert!(
                    u64::from(waiting) <= limit.0 && bytes <= limit.1,
                    "{kind} {settings}: {waiting} packets, {bytes} bytes, limit {limit:?}"
                );
                if index == list.len() / 2 {
                    copy = Some(line.clone());
                }
            }
            let end = list.last().map_or(0, |last| last.1) + 1_000_000_000_000;
            line.run(end);
            line.assert_conservation();
            assert_eq!(line.queue.waiting(), (0, 0));
            if let Some(mut copy) = copy {
                copy.run(end);
                assert_eq!(outcome(&copy), outcome(&line), "{kind} {settings}: a copy has other results");
                assert_eq!(Digest::of(&copy.queue), Digest::of(&line.queue), "{kind} {settings}");
            }
            let mut last_of_stream: BTreeMap<usize, u32> = BTreeMap::new();
            for (packet, _, _) in &line.sent {
                let stream = packet.conn as usize * 2 + packet.direction();
                let previous = last_of_stream.insert(stream, packet.tx);
                assert!(
                    line.queue.reorders() || previous.is_none_or(|previous| previous < packet.tx),
                    "{kind} {settings}: out of order"
                );
                let understands_marks = packet.conn % 2 == 0 && !packet.is_feedback();
                assert!(
                    packet.flags & MARKED == 0 || understands_marks,
                    "{kind}: a packet of a sender without ECN was marked"
                );
            }
            let marked = line.sent.iter().map(|s| s.0).chain(line.dropped.iter().map(|d| d.0));
            let marked = marked.filter(|packet| packet.flags & MARKED == MARKED).count() as u64;
            assert_eq!(marked, line.marked);
            let mut again = Line::new(build(kind, &settings, limit, &conns));
            for &(packet, at) in &list {
                again.arrive(packet, at);
            }
            again.run(end);
            assert_eq!(outcome(&again), outcome(&line), "{kind} {settings}: a second run has other results");
            dropped += line.dropped.len();
        }
        assert!(dropped > 100, "{kind} {settings}: the arrivals must fill the queue");
    }
}

/// A change of any part of a queue's state, such as a field of a waiting packet, changes the digest.
#[test]
fn the_digest_of_a_queue_contains_its_whole_state() {
    let conns = conns(CONNS);
    for (kind, settings) in all_variants() {
        let mut line = Line::new(build(kind, &settings, (7, u64::MAX), &conns));
        for (index, &(packet, at)) in arrivals(3).iter().take(300).enumerate() {
            line.arrive(packet, at);
            if index % 60 != 59 {
                continue;
            }
            let digest = Digest::of(&line.queue);
            let mut has_packet = line.queue.waiting().0 == 0;
            for (change, copy) in StateChange::all(&line.queue) {
                has_packet |= change.path.ends_with("seq");
                assert_ne!(Digest::of(&copy), digest, "{kind} {settings}: {}", change.path);
            }
            assert!(has_packet);
            assert_eq!(Digest::of(&line.queue.clone()), digest, "{kind} {settings}");
        }
    }
}

/// The queue accepts packets exactly up to its limit in packets or in bytes.
#[test]
fn queues_fill_up_to_their_limit() {
    let conns = conns(1);
    for (kind, settings) in all_variants() {
        // Early drops need time or a higher average, so packets of a first burst are dropped only if the
        // queue is full.
        let mut line = Line::new(build(kind, &settings, (10, u64::MAX), &conns));
        for tx in 0..15 {
            line.arrive(packet(0, tx, 1000, 0), 0);
        }
        if line.queue.overflow() != DropWhenFull::Batch {
            assert_eq!(line.queue.waiting(), (10, 10_000), "{kind} {settings}");
            // The first packet is being sent, unless it counts while it is on the air.
            let on_air = usize::from(line.queue.overflow() == DropWhenFull::OnAir);
            assert_eq!(line.dropped.len(), 4 + on_air, "{kind} {settings}");
        }
        line.run(1_000_000_000);
        let mut line = Line::new(build(kind, &settings, (u64::MAX, 2000), &conns));
        for (tx, size) in [1000, 1500, 600, 400].into_iter().enumerate() {
            line.arrive(packet(0, narrow::<u32>(tx), size, 0), 0);
        }
        // The first packet is being sent. The packet of 1500 bytes waits; 600 more bytes exceed the limit of
        // 2000, 400 do not.
        if line.queue.overflow() == DropWhenFull::Arriving {
            let dropped: Vec<u16> = line.dropped.iter().map(|(packet, _, _)| packet.size).collect();
            assert_eq!(
                (dropped.as_slice(), line.queue.waiting()),
                (&[600][..], (2, 1900)),
                "{kind} {settings}"
            );
        }
    }
}

/// When a limit is lowered below the queue length, no waiting packet is dropped. Each later arrival leads to
/// one drop.
#[test]
fn a_lowered_limit_drops_one_packet_for_each_arrival() {
    let conns = conns(1);
    for (kind, settings) in all_variants() {
        let mut line = Line::new(build(kind, &settings, (30, u64::MAX), &conns));
        if line.queue.overflow() == DropWhenFull::Batch {
            continue;
        }
        for tx in 0..21 {
            line.arrive(packet(0, tx, 1000, 0), 0);
        }
        let dropped_before = line.dropped.len();
        line.queue.set_limit(5, u64::MAX);
        line.run(1);
        assert_eq!(line.dropped.len(), dropped_before);
        line.arrive(packet(0, 21, 1000, 0), 2);
        assert_eq!(line.dropped.len(), dropped_before + 1, "{kind} {settings}");
    }
}
