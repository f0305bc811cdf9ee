//! First in, first out, but a packet that has waited for too long is dropped when it would be sent, because
//! its receiver could no longer use it. The last packet in the queue is always sent.

use crate::net::queues::prelude::*;

// The settings. The form, validation, types and documentation are generated from these lines.
params! {
    pub struct Params {
        /// Waiting time after which a packet is dropped.
        longest_wait: f64 = 0.1, unit "s", range 0.0001..=100.0, scale log, label "Longest wait";
    }
}

signals! {
    const SIGNALS: TemplateSignals {
        /// Time for which the packet that leaves the queue has waited.
        waited: "Waiting time" in "s";
    }
}

decisions! {
    mod decision {
        /// The packet had waited {waited}, longer than {longest_wait}, and was dropped when its turn came.
        Dropped "template_drop" "Waited for too long" {
            waited: "How long the packet has waited." in "s",
            longest_wait: "The longest wait." in "s",
        }
    }
}

/// The settings and the state. The state must be plain data, because checkpoints clone it.
#[derive(Clone, Debug, State)]
// The state that determines the future, for the result ID. Settings are no state.
#[state(not(longest_wait))]
pub struct TemplateQueue {
    longest_wait: Time,
    limit: QueueLimit,
    packets: Ring<Queued>,
}

impl Queue for TemplateQueue {
    type Params = Params;
    const ID: &'static str = "template";
    const NAME: &'static str = "TemplateQueue";
    const SIGNALS: List<Signal> = TemplateSignals::list;
    const DECISIONS: List<Decision> = decision::list;

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        TemplateQueue {
            longest_wait: from_secs(params.longest_wait),
            limit: QueueLimit::new(facts),
            packets: Ring::default(),
        }
    }

    /// Called when a packet arrives.
    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, _: &mut Effects) -> Verdict {
        if state.busy && self.limit.is_full(state.waiting, state.waiting_bytes, packet.size) {
            Verdict::Drop(Cause::QueueFull)
        } else {
            Verdict::Accept
        }
    }

    /// Called when a packet was admitted.
    fn enqueue(&mut self, queued: Queued, _: &mut Effects) {
        self.limit.add(&queued.packet);
        self.packets.push(queued);
    }

    /// Called when the line is free.
    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<Queued> {
        loop {
            let queued = self.packets.pop()?;
            self.limit.remove(&queued.packet);
            let waited = now - queued.arrived;
            if waited <= self.longest_wait || self.packets.is_empty() {
                effects.signal(SIGNALS.waited, now, to_secs(waited));
                return Some(queued);
            }
            let longest_wait = to_secs(self.longest_wait);
            effects.decide(&queued.packet, decision::Dropped { waited: to_secs(waited), longest_wait });
            effects.drop(queued.packet, Cause::QueueEarly);
        }
    }

    fn waiting(&self) -> (u32, u64) {
        (self.limit.stored_packets, self.limit.stored_bytes)
    }

    /// Called when the timeline changes the limit.
    fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.limit.set_limit(packets, bytes);
    }

    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
        self.packets.iter().filter(|queued| matches(&queued.packet)).count() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::super::conformance::{Line, build, conns, packet};
    use super::*;
    use crate::ground::time::SECOND;
    use serde_json::json;

    /// A packet of 1000 bytes occupies the line for 0.8 ms, so the packets behind it wait 0.8, 1.6, 2.4, 3.2
    /// and 4 ms. More than 2 ms is too long, except for the last packet.
    #[test]
    fn packets_that_waited_for_too_long_are_dropped_except_the_last() {
        let settings = json!({"longest_wait": 0.002});
        let mut line = Line::new(build(TemplateQueue::ID, &settings, (100, u64::MAX), &conns(1)));
        for tx in 0..6 {
            line.arrive(packet(0, tx, 1000, 0), 0);
        }
        line.run(SECOND);
        let sent: Vec<u32> = line.sent.iter().map(|(packet, _, _)| packet.tx).collect();
        let dropped: Vec<u32> = line.dropped.iter().map(|(packet, _, _)| packet.tx).collect();
        assert_eq!((sent, dropped), (vec![0, 1, 2, 5], vec![3, 4]));
    }
}
