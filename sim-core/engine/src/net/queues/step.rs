//! Step marking (RFC 8257 section 3.1): each packet that finds more than a threshold of packets in the queue
//! is marked. The queue of data-centre switches, with which DCTCP keeps delays short.

use crate::net::queues::prelude::*;

choice! {
    /// What happens above the threshold to packets of senders that do not understand marks.
    pub enum Unmarkable {
        /// The packet is dropped, as in a switch that uses RED with both thresholds at one value.
        Drop "drop",
        /// The packet is stored, and dropped only if the queue is full.
        Store "store",
    }
}

params! {
    pub struct Params {
        /// An arriving packet is marked if at least this number of packets wait.
        threshold: f64 = 20.0, unit "packets", range 0.0..=1e6, label "Marking threshold K", cite "RFC 8257 section 3.1";
        /// What happens above the threshold to packets of senders that do not understand marks.
        unmarkable: Unmarkable = Unmarkable::Drop, label "Packets without ECN";
    }
}

decisions! {
    mod decision {
        values {
            queue: "Waiting packets." in "packets",
            threshold: "Marking threshold." in "packets",
        }
        /// The packet found {queue} waiting packets, at least the threshold of {threshold}, and was marked.
        Marked "step_mark" "Mark" { queue, threshold }
        /// The packet found {queue} waiting packets, at least the threshold of {threshold}. Its sender does
        /// not understand marks, so it was dropped.
        Dropped "step_drop" "Drop at the threshold" { queue, threshold }
    }
}

#[derive(Clone, Debug, State)]
#[state(not(threshold, unmarkable))]
pub struct Step {
    limit: QueueLimit,
    threshold: f64,
    unmarkable: Unmarkable,
    /// Used on the event path only.
    packets: Ring<Queued>,
}

impl Queue for Step {
    type Params = Params;
    const ID: &'static str = "step";
    const NAME: &'static str = "Step marking";
    const DECISIONS: List<Decision> = decision::list;

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        Step {
            limit: QueueLimit::new(facts),
            threshold: params.threshold,
            unmarkable: params.unmarkable,
            packets: Ring::default(),
        }
    }

    fn decides_on_arrival(&self) -> bool {
        true
    }

    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, effects: &mut Effects) -> Verdict {
        if state.busy && self.limit.is_full(state.waiting, state.waiting_bytes, packet.size) {
            return Verdict::Drop(Cause::QueueFull);
        }
        if state.busy && f64::from(state.waiting) >= self.threshold {
            let (queue, threshold) = (f64::from(state.waiting), self.threshold);
            if effects.mark(packet) {
                effects.decide(packet, decision::Marked { queue, threshold });
            } else if self.unmarkable == Unmarkable::Drop {
                effects.decide(packet, decision::Dropped { queue, threshold });
                return Verdict::Drop(Cause::QueueEarly);
            }
        }
        Verdict::Accept
    }

    fn enqueue(&mut self, queued: Queued, _: &mut Effects) {
        self.limit.add(&queued.packet);
        self.packets.push(queued);
    }

    fn dequeue(&mut self, _: Time, _: &mut Effects) -> Option<Queued> {
        let queued = self.packets.pop()?;
        self.limit.remove(&queued.packet);
        Some(queued)
    }

    fn waiting(&self) -> (u32, u64) {
        (self.limit.stored_packets, self.limit.stored_bytes)
    }

    fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.limit.set_limit(packets, bytes);
    }

    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
        self.packets.iter().filter(|queued| matches(&queued.packet)).count() as u64
    }
}
