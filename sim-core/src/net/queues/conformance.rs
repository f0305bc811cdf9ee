//! What every discipline of the registry must do, whatever its settings and whatever arrives: keep each flow's order, lose
//! and make no packet, stay within its limit, send when there is something to send, give the same twice and as a copy.

use super::*;
use crate::ground::packet::{ECN_CAPABLE, FEEDBACK, MARKED, Payload};
use crate::ground::rng::{Purpose, Rng};
use crate::params::FieldKind;
use serde_json::json;
use std::collections::BTreeMap;

/// A line of 10 Mb/s with a queue in front, as a link whose departures are events has it.
#[derive(Clone)]
pub struct Line {
    pub queue: AnyQueue,
    pub effects: Effects,
    /// The packet being sent, and when that ends.
    sending: Option<(Packet, Time)>,
    idle_since: Time,
    pub arrived: u64,
    /// Departures in order, with the time of the last bit and the time waited.
    pub sent: Vec<(Packet, Time, Time)>,
    pub dropped: Vec<(Packet, Time, Cause)>,
    pub marked: u64,
}

/// Nanoseconds per byte at 10 Mb/s.
const PER_BYTE: u64 = 800;

impl Line {
    pub fn new(queue: AnyQueue) -> Self {
        Line {
            queue,
            effects: Effects::default(),
            sending: None,
            idle_since: 0,
            arrived: 0,
            sent: Vec::new(),
            dropped: Vec::new(),
            marked: 0,
        }
    }

    fn settle(&mut self, now: Time) {
        self.marked += self.effects.marked.drain(..).count() as u64;
        for (packet, cause) in self.effects.dropped.drain(..) {
            self.dropped.push((packet, now, cause));
        }
        self.effects.signals.clear();
        self.effects.decisions.clear();
    }

    fn take_up(&mut self, now: Time) {
        let next = self.queue.dequeue(now, &mut self.effects);
        self.settle(now);
        match next {
            Some((packet, arrived)) => {
                let done = now + u64::from(packet.size) * PER_BYTE;
                self.sending = Some((packet, done));
                self.sent.push((packet, done, now - arrived));
            }
            None => {
                assert_eq!(self.queue.waiting(), (0, 0), "an idle line with packets waiting");
                self.idle_since = now;
            }
        }
    }

    /// Everything up to `now`.
    pub fn run(&mut self, now: Time) {
        while let Some((_, done)) = self.sending.filter(|(_, done)| *done <= now) {
            self.sending = None;
            self.take_up(done);
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
            self.settle(now);
            if let Verdict::Drop(cause) = verdict {
                assert!(busy, "a packet was refused though nothing was being sent");
                self.dropped.push((packet, now, cause));
                return;
            }
        }
        self.queue.enqueue(packet, now, &mut self.effects);
        self.settle(now);
        if !busy {
            self.take_up(now);
        }
    }

    /// Every packet is somewhere.
    fn conserves(&self) {
        let waiting = u64::from(self.queue.waiting().0);
        let left = self.sent.len() as u64 + self.dropped.len() as u64;
        assert_eq!(self.arrived, left + waiting);
        assert_eq!(self.queue.count(&|_| true), waiting);
    }
}

pub const CONNS: u32 = 5;

pub fn packet(conn: u32, tx: u32, size: u16, flags: u8) -> Packet {
    Packet {
        stamp: 0,
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
        directions: &(0..conns.len() as u32 * 2).collect::<Vec<_>>(),
    };
    match AnyQueue::build(kind, settings, &facts) {
        Ok(queue) => queue,
        Err(issues) => panic!("{issues:?}"),
    }
}

/// Every discipline as it comes, and with each switch and choice turned.
fn all_kinds() -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    for info in infos() {
        all.push((info.id, json!({})));
        for field in &info.fields {
            match &field.kind {
                FieldKind::Boolean => {
                    let turned = !field.default.as_ref().and_then(Value::as_bool).unwrap_or(false);
                    all.push((info.id, json!({ field.name: turned })));
                }
                FieldKind::Choice(choices) => {
                    all.extend(choices.iter().map(|choice| (info.id, json!({ field.name: choice.value }))));
                }
                FieldKind::Integer if field.nullable && field.name == "buckets" => {
                    all.push((info.id, json!({ "buckets": 2, "perturb": 0.05 })));
                }
                _ => {}
            }
        }
    }
    assert!(all.len() > 20);
    all
}

/// A random pattern: bursts, steady phases and silence, sizes of all sorts, a few flows, some of which know marks.
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
        let only = (rng.below(3) == 0).then(|| rng.below(u64::from(CONNS)) as u32);
        for _ in 0..count {
            now += rng.below(gap + 1);
            let conn = only.unwrap_or_else(|| rng.below(u64::from(CONNS)) as u32);
            let feedback = conn == 3 && rng.below(2) == 0;
            let size = [40, 577, 1500, 1500, 9000][rng.below(5) as usize];
            let flags = if feedback {
                FEEDBACK
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

/// Connection, ordinal and time.
type PacketTrace = Vec<(u32, u32, Time)>;

fn outcome(line: &Line) -> (PacketTrace, PacketTrace, u64) {
    let sent = line.sent.iter().map(|(p, at, _)| (p.conn, p.tx, *at)).collect();
    let dropped = line.dropped.iter().map(|(p, at, _)| (p.conn, p.tx, *at)).collect();
    (sent, dropped, line.marked)
}

#[test]
fn every_discipline_holds_to_the_rules() {
    let conns = conns(CONNS);
    for (kind, settings) in all_kinds() {
        let mut lost = 0;
        for seed in 0..60 {
            let limit =
                [(20, u64::MAX), (1, u64::MAX), (u64::MAX, 30_000), (u64::MAX, 1000), (200, u64::MAX)]
                    [seed as usize % 5];
            let mut line = Line::new(build(kind, &settings, limit, &conns));
            let mut copy: Option<Line> = None;
            let list = arrivals(seed);
            for (index, &(packet, at)) in list.iter().enumerate() {
                line.arrive(packet, at);
                if let Some(copy) = &mut copy {
                    copy.arrive(packet, at);
                }
                line.conserves();
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
            line.conserves();
            assert_eq!(line.queue.waiting(), (0, 0));
            if let Some(mut copy) = copy {
                copy.run(end);
                assert_eq!(outcome(&copy), outcome(&line), "{kind} {settings}: a copy goes another way");
            }
            let mut last: BTreeMap<usize, u32> = BTreeMap::new();
            for (packet, _, _) in &line.sent {
                let way = packet.conn as usize * 2 + packet.direction();
                let before = last.insert(way, packet.tx);
                assert!(before.is_none_or(|before| before < packet.tx), "{kind} {settings}: out of order");
                if packet.flags & MARKED != 0 {
                    assert_ne!(packet.flags & ECN_CAPABLE, 0, "{kind}: marked what does not know marks");
                }
            }
            let marked = line.sent.iter().map(|s| s.0).chain(line.dropped.iter().map(|d| d.0));
            let marked = marked.filter(|packet| packet.flags & MARKED != 0).count() as u64;
            assert_eq!(marked, line.marked);
            let mut again = Line::new(build(kind, &settings, limit, &conns));
            for &(packet, at) in &list {
                again.arrive(packet, at);
            }
            again.run(end);
            assert_eq!(outcome(&again), outcome(&line), "{kind} {settings}: not the same twice");
            lost += line.dropped.len();
        }
        assert!(lost > 100, "{kind} {settings}: the patterns must fill the queue");
    }
}

/// A packet of the limit's own size is taken, and everything fits that was said to fit.
#[test]
fn limits_admit_just_so_much() {
    let conns = conns(1);
    for (kind, settings) in all_kinds() {
        // RED's early drops and others need time or an average: a first burst is dropped for want of room alone.
        let mut line = Line::new(build(kind, &settings, (10, u64::MAX), &conns));
        for tx in 0..15 {
            line.arrive(packet(0, tx, 1000, 0), 0);
        }
        if kind != "fq_codel" {
            // FQ-CoDel makes more room than is needed (RFC 8290 section 4.1).
            assert_eq!(line.queue.waiting(), (10, 10_000), "{kind} {settings}");
            assert_eq!(line.dropped.len(), 4, "{kind} {settings}");
        }
        line.run(1_000_000_000);
        let mut line = Line::new(build(kind, &settings, (u64::MAX, 2000), &conns));
        for (tx, size) in [1000, 1500, 600, 400].into_iter().enumerate() {
            line.arrive(packet(0, tx as u32, size, 0), 0);
        }
        // 1500 waits, 600 has no room beside it, 400 has.
        if kind != "fq_codel" && settings.get("drop").is_none_or(|drop| drop == "arriving") {
            let dropped: Vec<u16> = line.dropped.iter().map(|(packet, _, _)| packet.size).collect();
            assert_eq!(
                (dropped.as_slice(), line.queue.waiting()),
                (&[600][..], (2, 1900)),
                "{kind} {settings}"
            );
        }
    }
}

/// After a limit is lowered, only what arrives is lost.
#[test]
fn a_lowered_limit_drops_new_arrivals_only() {
    let conns = conns(1);
    for (kind, settings) in all_kinds().into_iter().filter(|(kind, _)| *kind != "fq_codel") {
        let mut line = Line::new(build(kind, &settings, (30, u64::MAX), &conns));
        for tx in 0..21 {
            line.arrive(packet(0, tx, 1000, 0), 0);
        }
        let before = line.dropped.len();
        line.queue.set_limit(5, u64::MAX);
        line.run(1);
        assert_eq!(line.dropped.len(), before);
        line.arrive(packet(0, 21, 1000, 0), 2);
        assert_eq!(line.dropped.len(), before + 1, "{kind} {settings}");
    }
}
