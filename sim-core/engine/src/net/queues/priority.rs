//! Strict priority: packets of chosen flows are always sent before all other packets.

use super::fq_codel::stream_of;
use super::{ArrivalState, Effects, Queue, QueueFacts, QueueLimit, Verdict};
use crate::describe::{KindInfo, help_text};
use crate::ground::packet::Packet;
use crate::ground::ring::Ring;
use crate::ground::time::Time;
use crate::net::link::Cause;
use crate::params::{FlowId, ParamSet};
use crate::{choice, params, signals};

choice! {
    /// Which packets are sent first.
    pub enum First {
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
        first: First = First::Measured, label "First";
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

#[derive(Clone, Debug)]
pub struct Priority {
    limit: QueueLimit,
    /// Whether the packets of each stream are sent first, by `stream_of`.
    has_priority: Vec<bool>,
    /// The packets that are sent first, and all other packets.
    queues: [Ring<(Packet, Time)>; 2],
}

impl Queue for Priority {
    type Params = Params;
    const ID: &'static str = "priority";

    fn info() -> KindInfo {
        KindInfo {
            id: Self::ID,
            name: "Priority",
            doc: help_text(
                "Two queues: while packets wait in the first queue, none of the second queue is sent. When the limit is \
                reached, an arriving packet of the first queue replaces a packet of the second queue.",
            ),
            fields: Params::fields(),
            signals: PrioritySignals::list(),
        }
    }

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        let mut has_priority = Vec::with_capacity(facts.conns.len() * 2);
        for conn in facts.conns {
            for feedback in [false, true] {
                let by_kind = match params.first {
                    First::Measured => conn.measured,
                    First::Background => conn.background,
                    First::Feedback => feedback,
                    First::Listed => false,
                };
                has_priority.push(by_kind || params.flows.iter().any(|id| id.0 == conn.flow));
            }
        }
        Priority { limit: QueueLimit::new(facts), has_priority, queues: [Ring::default(), Ring::default()] }
    }

    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, _: &mut Effects) -> Verdict {
        let can_replace = self.has_priority[stream_of(packet)]
            && !self.queues[1].is_empty()
            && !self.limit.can_never_fit(packet.size);
        if state.busy && !can_replace && self.limit.is_full(state.waiting, state.waiting_bytes, packet.size) {
            Verdict::Drop(Cause::QueueFull)
        } else {
            Verdict::Accept
        }
    }

    fn enqueue(&mut self, packet: Packet, now: Time, effects: &mut Effects) {
        self.limit.add(&packet);
        self.queues[usize::from(!self.has_priority[stream_of(&packet)])].push((packet, now));
        let mut freed = 0;
        while self.limit.is_exceeded() && freed < u64::from(packet.size) && self.limit.stored_packets > 1 {
            let queue = usize::from(!self.queues[1].is_empty());
            let Some(last) = self.queues[queue].len().checked_sub(1) else { break };
            let Some((victim, _)) = self.queues[queue].remove(last) else { break };
            self.limit.remove(&victim);
            freed += u64::from(victim.size);
            effects.drop(victim, Cause::QueueFull);
        }
        effects.signal(SIGNALS.ahead, now, self.queues[0].len() as f64);
    }

    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<(Packet, Time)> {
        let (packet, arrived) = self.queues[0].pop().or_else(|| self.queues[1].pop())?;
        self.limit.remove(&packet);
        effects.signal(SIGNALS.ahead, now, self.queues[0].len() as f64);
        Some((packet, arrived))
    }

    fn waiting(&self) -> (u32, u64) {
        (self.limit.stored_packets, self.limit.stored_bytes)
    }

    fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.limit.set_limit(packets, bytes);
    }

    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
        let count_in =
            |queue: &Ring<(Packet, Time)>| queue.iter().filter(|(packet, _)| matches(packet)).count() as u64;
        self.queues.iter().map(count_in).sum()
    }
}
