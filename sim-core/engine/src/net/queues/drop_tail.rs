//! Drop-tail: first in, first out. When a packet finds the queue full, one packet is dropped: the arriving
//! packet, the oldest packet (drop from front; Lakshman, Neidhardt and Ott 1996), or a random packet.

#[cfg(test)]
use super::DropWhenFull;
use crate::net::queues::prelude::*;

choice! {
    /// Which packet is dropped when a packet finds the queue full.
    pub enum Victim {
        /// The packet that arrives.
        Arriving "arriving" "The arriving packet",
        /// The packet that has waited longest: senders detect the loss one queue delay earlier.
        Oldest "oldest" "The oldest packet",
        /// One of the waiting packets or the arriving packet, each with the same probability.
        Random "random" "A random packet",
    }
}

params! {
    /// The settings of the discipline other than the limit.
    pub struct Params {
        /// Which packet is dropped when a packet finds the queue full.
        drop: Victim = Victim::Arriving, label "Drops";
    }
}

#[derive(Clone, Debug, State)]
#[state(not(victim))]
pub struct DropTail {
    victim: Victim,
    limit: QueueLimit,
    /// Used on the event path only.
    packets: Ring<Queued>,
    rng: Rng,
}

impl DropTail {
    /// Drops packets until the limit is no longer exceeded or `size` bytes are freed, where `size` is the
    /// size of the packet that was just stored. The second condition matters if the limit was lowered while
    /// packets were waiting.
    fn push_out(&mut self, size: u16, effects: &mut Effects) {
        let mut freed = 0;
        while self.limit.is_exceeded() && self.limit.stored_packets > 1 && freed < u64::from(size) {
            let index = match self.victim {
                Victim::Oldest => 0,
                _ => narrow::<usize>(self.rng.below(self.packets.len() as u64)),
            };
            let Some(Queued { packet, .. }) = self.packets.remove(index) else { return };
            self.limit.remove(&packet);
            freed += u64::from(packet.size);
            effects.drop(packet, Cause::QueueFull);
        }
    }
}

impl Queue for DropTail {
    type Params = Params;
    const ID: &'static str = "drop_tail";
    const NAME: &'static str = "Drop-tail";

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        DropTail {
            victim: params.drop,
            limit: QueueLimit::new(facts),
            packets: Ring::default(),
            rng: Rng::new(facts.seed, Purpose::Queue, facts.link),
        }
    }

    fn decides_on_arrival(&self) -> bool {
        self.victim == Victim::Arriving
    }

    fn sees_every_arrival(&self) -> bool {
        false
    }

    fn arrival_limit(&self) -> Option<QueueLimit> {
        (self.victim == Victim::Arriving).then_some(self.limit)
    }

    #[inline]
    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, _: &mut Effects) -> Verdict {
        if self.victim == Victim::Arriving {
            self.limit.drop_tail(state.waiting, state.waiting_bytes, packet.size)
        } else {
            self.limit.drop_tail(0, 0, packet.size)
        }
    }

    fn enqueue(&mut self, queued: Queued, effects: &mut Effects) {
        self.limit.add(&queued.packet);
        self.packets.push(queued);
        if self.victim != Victim::Arriving {
            self.push_out(queued.packet.size, effects);
        }
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

    #[cfg(test)]
    fn overflow(&self) -> DropWhenFull {
        if self.victim == Victim::Arriving { DropWhenFull::Arriving } else { DropWhenFull::Waiting }
    }

    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
        self.packets.iter().filter(|queued| matches(&queued.packet)).count() as u64
    }
}
