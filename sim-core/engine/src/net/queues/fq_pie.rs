//! FQ-PIE (Linux, tc-fq_pie): a queue for each flow, served as in FQ-CoDel (RFC 8290), with a controller of PIE
//! (RFC 8033) for each queue. Packets are dropped or marked when they arrive.
//!
//! The controllers have no timer. Updates that have become due are made before the next arrival or departure, as in
//! `pie.rs`.

use super::codel::Fifo;
use super::flow_queues::{FlowQueues, ShareSignals, assign_buckets};
use super::pie::{self, PieSettings, PieSignals, PieState, for_each_due_update};
use crate::net::queues::prelude::*;

params! {
    pub struct Params {
        /// Number of queues to which flows are hashed. Flows in the same queue share its turns.
        buckets: Option<u32> = None, range 1..=65536u32, label "Queues", null "one for each flow, without collisions", cite "tc-fq_pie, flows";
        /// Selects the hash function. With another number, other flows share a queue.
        hash: u64 = 0, label "Hash seed";
        /// Bytes that a queue may send in a turn.
        quantum: u32 = 1514, unit "bytes", range 64..=1_000_000u32, cite "tc-fq_pie";
        ..pie: pie::Params;
    }
}

signals! {
    const SIGNALS: FqPieSignals {
        ..pie: PieSignals;
        ..shares: ShareSignals;
    }
}

#[derive(Clone, Debug, State)]
#[state(not(settings))]
pub struct FqPie {
    queues: FlowQueues<PieState>,
    rng: Rng,
    settings: PieSettings,
    next_update: Time,
}

impl FqPie {
    /// Makes the updates of all queues that have become due by `now`. Records the controller with the highest
    /// probability.
    fn make_due_updates(&mut self, now: Time, effects: &mut Effects) {
        for_each_due_update(&mut self.next_update, self.settings.update_interval, now, |at| {
            let mut changes = effects.records_signals;
            for bucket in &mut self.queues.buckets {
                changes |= bucket.control.update(&self.settings);
            }
            let controls = self.queues.buckets.iter().map(|bucket| &bucket.control);
            if let Some(highest) =
                controls.max_by(|a, b| a.p.total_cmp(&b.p)).filter(|_| effects.records_signals)
            {
                highest.report(SIGNALS.pie, at, effects);
            }
            changes
        });
    }
}

impl Queue for FqPie {
    type Params = Params;
    const ID: &'static str = "fq_pie";
    const NAME: &'static str = "FQ-PIE";
    const LIMIT: Option<u64> = Some(10_240);
    const SIGNALS: List<Signal> = FqPieSignals::list;
    const DECISIONS: List<Decision> = pie::decision::list;

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        let settings = PieSettings::new(&params.pie, facts.max_packet);
        let assigned = assign_buckets(facts, params.buckets, params.hash);
        FqPie {
            queues: FlowQueues::new(facts, assigned, params.quantum, PieState::new(&settings)),
            rng: Rng::new(facts.seed, Purpose::Queue, facts.link),
            next_update: settings.update_interval,
            settings,
        }
    }

    fn updates_per_second(params: &Params) -> f64 {
        1.0 / params.pie.update
    }

    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, effects: &mut Effects) -> Verdict {
        self.make_due_updates(state.now, effects);
        let is_full = self.queues.limit.is_full(state.waiting, state.waiting_bytes, packet.size);
        let bucket = self.queues.bucket(packet);
        if bucket.bytes == 0 {
            bucket.control.delay = 0.0;
        }
        if !state.busy {
            return Verdict::Accept;
        }
        if is_full {
            bucket.control.accumulated_p = 0.0;
            return Verdict::Drop(Cause::QueueFull);
        }
        let bytes = bucket.bytes;
        bucket.control.admit(packet, &self.settings, bytes, &mut self.rng, effects)
    }

    fn enqueue(&mut self, queued: Queued, _: &mut Effects) {
        self.queues.push(queued);
    }

    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<Queued> {
        self.make_due_updates(now, effects);
        let queued = self.queues.dequeue(|pie, queue| {
            let queued = queue.pop()?;
            pie.note_departure(now - queued.arrived, queue.bytes() == 0);
            Some(queued)
        })?;
        self.queues.report(SIGNALS.shares, now, effects);
        Some(queued)
    }

    fn waiting(&self) -> (u32, u64) {
        (self.queues.limit.stored_packets, self.queues.limit.stored_bytes)
    }

    fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.queues.limit.set_limit(packets, bytes);
    }

    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
        self.queues.count(matches)
    }
}
