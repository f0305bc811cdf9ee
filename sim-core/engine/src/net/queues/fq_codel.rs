//! FQ-CoDel (RFC 8290): a queue for each flow, served by deficit round robin, with CoDel in each queue.
//! Queues that have just become active are served first.

#[cfg(test)]
use super::DropWhenFull;
use super::codel::{self, CodelSettings, CodelState};
use super::flow_queues::{FlowQueues, ShareSignals, assign_buckets};
use crate::ground::packet::{ECT_1, MARKED};
use crate::net::queues::prelude::*;

choice! {
    /// Which packets the threshold marks.
    pub enum ThresholdPackets {
        /// Packets of all senders that understand marks, such as DCTCP in a data centre.
        Ecn "ecn" "All that understand marks",
        /// Packets with ECT(1), which scalable senders such as TCP Prague set (RFC 9331).
        Ect1 "ect1" "Those of scalable senders",
    }
}

params! {
    pub struct Params {
        /// Number of queues to which flows are hashed. Flows in the same queue share its turns.
        buckets: Option<u32> = None, range 1..=65536u32, label "Queues", null "one for each flow, without collisions", cite "RFC 8290 section 5.2.3";
        /// Selects the hash function. With another number, other flows share a queue.
        hash: u64 = 0, label "Hash seed";
        /// Bytes that a queue may send in a turn.
        quantum: u32 = 1514, unit "bytes", range 64..=1_000_000u32, cite "RFC 8290 section 5.2.4";
        /// Queueing delay that CoDel tolerates in each queue.
        target: f64 = 0.005, unit "s", range 0.00001..=10.0, scale log, cite "RFC 8290 section 5.2.2";
        /// Time for which the delay must stay above the target before CoDel drops a packet: a typical
        /// round-trip time.
        interval: f64 = 0.1, unit "s", range 0.0001..=100.0, scale log, cite "RFC 8290 section 5.2.1";
        /// Mark packets of senders that understand marks instead of dropping them.
        ecn: bool = true, label "ECN", cite "RFC 8290 section 5.2.7";
        /// As in Linux: drop packets of a queue while all queues together hold more than one packet, instead of this queue.
        shared_backlog: bool = false, label "Shared backlog", cite "Linux, fq_codel_dequeue";
        /// Waiting time above which every packet is marked at once. CoDel is too slow for senders that react to marks
        /// in proportion.
        ce_threshold: Option<f64> = None, unit "s", range 0.00001..=10.0, scale log, label "Marking threshold", null "none", cite "tc-fq_codel";
        /// Which packets the threshold marks.
        ce_selector: ThresholdPackets = ThresholdPackets::Ecn, label "Threshold marks", cite "tc-fq_codel";
    }
}

/// The largest number of packets that an overflow drops at once (RFC 8290 section 4.1).
const BATCH: usize = 64;

signals! {
    const SIGNALS: FqCodelSignals {
        ..codel: codel::CodelSignals;
        ..shares: ShareSignals;
    }
}

decisions! {
    mod decision after codel::decision {
        /// The limit of all queues together is exceeded: FQ-CoDel dropped the packet at the head of the
        /// longest queue, which had waited {sojourn}. This queue still contains {left}.
        PushedOut "pushed_out" "Pushed out" {
            sojourn: "How long the packet had waited." in "s",
            left: "Bytes left in the queue after the drop." in "bytes",
        }
        /// The packet had waited {sojourn}, longer than the threshold of {threshold}, and was marked.
        MarkedAbove "threshold_mark" "Marked above the threshold" {
            sojourn, threshold: "The threshold." in "s",
        }
    }
}

#[derive(Clone, Debug, State)]
#[state(not(codel, shared_backlog, ce_threshold, ce_bits))]
pub struct FqCodel {
    queues: FlowQueues<CodelState>,
    codel: CodelSettings,
    shared_backlog: bool,
    ce_threshold: Option<Time>,
    /// The bits of the ECN field that a packet must have for the threshold to mark it.
    ce_bits: u8,
}

impl FqCodel {
    /// Marks a packet that leaves after a longer wait than the threshold (tc-fq_codel, ce_threshold), unless CoDel
    /// has marked it already.
    fn mark_above_threshold(&self, queued: &mut Queued, now: Time, effects: &mut Effects) {
        let Some(threshold) = self.ce_threshold else { return };
        let (waited, ecn) = (now - queued.arrived, queued.packet.flags & MARKED);
        if waited > threshold && ecn & self.ce_bits != 0 && ecn != MARKED && effects.mark(&mut queued.packet)
        {
            let (sojourn, threshold) = (to_secs(waited), to_secs(threshold));
            effects.decide(&queued.packet, decision::MarkedAbove { sojourn, threshold });
        }
    }
}

impl Queue for FqCodel {
    type Params = Params;
    const ID: &'static str = "fq_codel";
    const NAME: &'static str = "FQ-CoDel";
    const LIMIT: Option<u64> = Some(10_240);
    const SIGNALS: List<Signal> = FqCodelSignals::list;
    const DECISIONS: List<Decision> = decision::list;

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        let assigned = assign_buckets(facts, params.buckets, params.hash);
        FqCodel {
            queues: FlowQueues::new(facts, assigned, params.quantum, CodelState::default()),
            codel: CodelSettings::new(params.target, params.interval, params.ecn, facts.max_packet),
            shared_backlog: params.shared_backlog,
            ce_threshold: params.ce_threshold.map(from_secs),
            ce_bits: if params.ce_selector == ThresholdPackets::Ect1 { ECT_1 } else { MARKED },
        }
    }

    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, _: &mut Effects) -> Verdict {
        // An overflow drops packets of the longest queue, so only a packet larger than the limit is refused.
        if state.busy && self.queues.limit.can_never_fit(packet.size) {
            Verdict::Drop(Cause::QueueFull)
        } else {
            Verdict::Accept
        }
    }

    fn enqueue(&mut self, queued: Queued, effects: &mut Effects) {
        self.queues.push(queued);
        while self.queues.limit.is_exceeded() && self.queues.limit.stored_packets > 1 {
            self.queues.push_out(BATCH, effects, |victim, left, codel, effects| {
                let sojourn = to_secs(queued.arrived - victim.arrived);
                effects.decide(&victim.packet, decision::PushedOut { sojourn, left: left as f64 });
                codel.count_overflow_drop();
            });
        }
    }

    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<Queued> {
        let settings = &self.codel;
        let mut queued = self.queues.dequeue(|codel, queue| {
            queue.counts_all = self.shared_backlog;
            codel.dequeue(queue, settings, now, effects)
        })?;
        self.mark_above_threshold(&mut queued, now, effects);
        self.queues.report(SIGNALS.shares, now, effects);
        Some(queued)
    }

    fn waiting(&self) -> (u32, u64) {
        (self.queues.limit.stored_packets, self.queues.limit.stored_bytes)
    }

    fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.queues.limit.set_limit(packets, bytes);
    }

    #[cfg(test)]
    fn overflow(&self) -> DropWhenFull {
        DropWhenFull::Batch
    }

    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
        self.queues.count(matches)
    }
}
