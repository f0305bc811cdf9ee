//! Strict priority: packets of chosen flows are always sent before all other packets.

use crate::net::queues::prelude::*;
use crate::params::FlowId;

choice! {
    /// Which packets are sent first.
    pub enum PriorityClass {
        /// Flows with the role `measured`.
        Measured "measured" "Measured flows",
        /// Flows with the role `background`.
        Background "background" "Background traffic",
        /// Acknowledgements and reports.
        Feedback "feedback" "Acknowledgements and reports",
        /// Only the flows listed.
        Listed "listed" "Listed flows only",
    }
}

params! {
    pub struct Params {
        /// Which packets are sent first.
        first: PriorityClass = PriorityClass::Measured, label "First";
        /// Other flows whose packets are also sent first.
        flows: Vec<FlowId> = Vec::new(), label "Other flows sent first";
    }
}

signals! {
    const SIGNALS: PrioritySignals {
        /// Packets that wait in the first queue.
        ahead: "First queue" in "packets";
    }
}

/// Indices of the two queues.
const HIGH: usize = 0;
const LOW: usize = 1;

#[derive(Clone, Debug, State)]
#[state(not(has_priority))]
pub struct Priority {
    limit: QueueLimit,
    /// Whether the packets of each stream have priority. Indexed by `Packet::stream`.
    has_priority: Vec<bool>,
    /// The packets with priority, at index `HIGH`, and all other packets.
    queues: [Ring<Queued>; 2],
}

impl Queue for Priority {
    type Params = Params;
    const ID: &'static str = "priority";
    const NAME: &'static str = "Priority";
    const SIGNALS: List<Signal> = PrioritySignals::list;

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        let mut has_priority = Vec::with_capacity(facts.conns.len() * 2);
        for conn in facts.conns {
            for feedback in [false, true] {
                let by_kind = match params.first {
                    PriorityClass::Measured => conn.measured,
                    PriorityClass::Background => conn.background,
                    PriorityClass::Feedback => feedback,
                    PriorityClass::Listed => false,
                };
                has_priority.push(by_kind || params.flows.iter().any(|id| id.0 == conn.flow));
            }
        }
        Priority { limit: QueueLimit::new(facts), has_priority, queues: [Ring::default(), Ring::default()] }
    }

    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, _: &mut Effects) -> Verdict {
        let can_replace = self.has_priority[packet.stream()]
            && !self.queues[LOW].is_empty()
            && !self.limit.can_never_fit(packet.size);
        if state.busy && !can_replace && self.limit.is_full(state.waiting, state.waiting_bytes, packet.size) {
            Verdict::Drop(Cause::QueueFull)
        } else {
            Verdict::Accept
        }
    }

    fn enqueue(&mut self, queued: Queued, effects: &mut Effects) {
        let Queued { packet, arrived: now, .. } = queued;
        self.limit.add(&packet);
        let has_priority = self.has_priority[packet.stream()];
        self.queues[if has_priority { HIGH } else { LOW }].push(queued);
        // If the limit was lowered while packets waited, an arrival frees only as many bytes as it adds.
        let mut freed = 0;
        while self.limit.is_exceeded() && freed < u64::from(packet.size) && self.limit.stored_packets > 1 {
            let queue = &mut self.queues[if self.queues[LOW].is_empty() { HIGH } else { LOW }];
            let Some(last) = queue.len().checked_sub(1) else { break };
            let Some(Queued { packet: victim, .. }) = queue.remove(last) else { break };
            self.limit.remove(&victim);
            freed += u64::from(victim.size);
            effects.drop(victim, Cause::QueueFull);
        }
        effects.signal(SIGNALS.ahead, now, self.queues[HIGH].len() as f64);
    }

    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<Queued> {
        let queued = self.queues[HIGH].pop().or_else(|| self.queues[LOW].pop())?;
        self.limit.remove(&queued.packet);
        effects.signal(SIGNALS.ahead, now, self.queues[HIGH].len() as f64);
        Some(queued)
    }

    fn waiting(&self) -> (u32, u64) {
        (self.limit.stored_packets, self.limit.stored_bytes)
    }

    fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.limit.set_limit(packets, bytes);
    }

    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
        let count_in =
            |queue: &Ring<Queued>| queue.iter().filter(|queued| matches(&queued.packet)).count() as u64;
        self.queues.iter().map(count_in).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::conformance::{build, conns, packet};
    use super::super::{AnyQueue, ArrivalState};
    use super::*;
    use crate::ground::convert::narrow;
    use crate::ground::packet::FEEDBACK;
    use serde_json::{Value, json};

    /// A queue for three connections: the flow of connection 0 is measured, and the flow of connection 1 is
    /// background traffic.
    fn queue(settings: &Value, limit: (u64, u64)) -> AnyQueue {
        build("priority", settings, limit, &conns(3))
    }

    /// Stores packets, each given by connection, ordinal, size and flags. Returns the connection and ordinal
    /// of each dropped packet.
    fn store(queue: &mut AnyQueue, packets: &[(u32, u32, u16, u8)]) -> Vec<(u32, u32)> {
        let mut effects = Effects::default();
        for &(conn, tx, size, flags) in packets {
            let packet = packet(conn, tx, size, flags);
            queue.enqueue(Queued { packet, ..Queued::default() }, &mut effects);
        }
        effects.dropped.iter().map(|(packet, _)| (packet.conn, packet.tx)).collect()
    }

    /// The connection and ordinal of each packet, in the order in which they leave.
    fn drain(queue: &mut AnyQueue) -> Vec<(u32, u32)> {
        let mut next = || queue.dequeue(0, &mut Effects::default());
        std::iter::from_fn(&mut next).map(|queued| (queued.packet.conn, queued.packet.tx)).collect()
    }

    #[test]
    fn each_class_has_priority_over_all_other_packets() {
        let packets =
            [(2, 0, 1000, 0), (1, 1, 1000, 0), (0, 2, 1000, 0), (2, 3, 40, FEEDBACK), (0, 4, 1000, 0)];
        for (settings, order) in [
            (json!({}), [2, 4, 0, 1, 3]),
            (json!({"first": "background"}), [1, 0, 2, 3, 4]),
            (json!({"first": "feedback"}), [3, 0, 1, 2, 4]),
            (json!({"first": "listed"}), [0, 1, 2, 3, 4]),
            // Both directions of a listed flow have priority.
            (json!({"first": "listed", "flows": ["flow2"]}), [0, 3, 1, 2, 4]),
            (json!({"first": "feedback", "flows": ["flow1"]}), [1, 3, 0, 2, 4]),
        ] {
            let mut queue = queue(&settings, (10, u64::MAX));
            assert_eq!(store(&mut queue, &packets), []);
            assert_eq!(
                drain(&mut queue).into_iter().map(|sent| sent.1).collect::<Vec<_>>(),
                order,
                "{settings}"
            );
        }
    }

    #[test]
    fn a_full_queue_admits_a_packet_with_priority_only_if_another_packet_can_make_room() {
        let mut queue = queue(&json!({}), (2, u64::MAX));
        let verdicts = |queue: &mut AnyQueue| {
            let (waiting, waiting_bytes) = queue.waiting();
            let state = ArrivalState { now: 0, waiting, waiting_bytes, busy: true, idle_since: 0 };
            [0, 1].map(|conn| queue.admit(&mut packet(conn, 9, 1000, 0), &state, &mut Effects::default()))
        };
        store(&mut queue, &[(1, 0, 1000, 0), (0, 1, 1000, 0)]);
        assert_eq!(verdicts(&mut queue), [Verdict::Accept, Verdict::Drop(Cause::QueueFull)]);
        assert_eq!(store(&mut queue, &[(0, 2, 1000, 0)]), [(1, 0)]);
        assert_eq!(verdicts(&mut queue), [Verdict::Drop(Cause::QueueFull); 2]);
        assert_eq!(drain(&mut queue), [(0, 1), (0, 2)]);
    }

    /// The limit is 3000 bytes. A packet of 1500 bytes with priority needs the space of the two packets that
    /// arrived last.
    #[test]
    fn the_newest_packets_without_priority_make_room() {
        let mut queue = queue(&json!({}), (u64::MAX, 3000));
        let waiting = [(1, 0, 1000, 0), (2, 1, 1000, 0), (1, 2, 1000, 0)];
        assert_eq!(store(&mut queue, &waiting), []);
        assert_eq!(store(&mut queue, &[(0, 3, 1500, 0)]), [(1, 2), (2, 1)]);
        assert_eq!((queue.waiting(), drain(&mut queue)), ((2, 2500), vec![(0, 3), (1, 0)]));
    }

    /// After the limit has been lowered to one packet, each arrival replaces one packet.
    #[test]
    fn a_lowered_limit_is_not_enforced_at_once() {
        let mut queue = queue(&json!({}), (4, u64::MAX));
        store(&mut queue, &[(1, 0, 1000, 0), (1, 1, 1000, 0), (0, 2, 1000, 0), (1, 3, 1000, 0)]);
        queue.set_limit(1, u64::MAX);
        assert_eq!(store(&mut queue, &[(0, 4, 1000, 0)]), [(1, 3)]);
        assert_eq!(store(&mut queue, &[(0, 5, 1000, 0)]), [(1, 1)]);
        assert_eq!(drain(&mut queue), [(0, 2), (0, 4), (0, 5), (1, 0)]);
    }

    #[test]
    fn the_signal_is_the_length_of_the_first_queue() {
        let mut queue = queue(&json!({}), (10, u64::MAX));
        let mut effects = Effects { records_signals: true, ..Effects::default() };
        for (tx, conn) in [0, 1, 0].into_iter().enumerate() {
            let packet = packet(conn, narrow::<u32>(tx), 1000, 0);
            queue.enqueue(Queued { packet, arrived: 5 + tx as Time, ..Queued::default() }, &mut effects);
        }
        queue.dequeue(9, &mut effects);
        assert_eq!(
            effects.signals,
            [5, 6, 7, 9].map(|at| (SIGNALS.ahead, at, if at == 7 { 2.0 } else { 1.0 }))
        );
    }
}
