//! CoDel, controlled delay (RFC 8289): if the waiting time of packets at the head has been above a target for
//! an interval, packets at the head are dropped or marked. The gaps between drops decrease until the waiting
//! time is below the target again.

use crate::net::queues::prelude::*;

params! {
    pub struct Params {
        /// Queueing delay that is tolerated.
        target: f64 = 0.005, unit "s", range 0.00001..=10.0, scale log, cite "RFC 8289 section 4.4";
        /// Time for which the delay must stay above the target before a packet is dropped: a typical
        /// round-trip time.
        interval: f64 = 0.1, unit "s", range 0.0001..=100.0, scale log, cite "RFC 8289 section 4.3";
        /// Mark packets of senders that understand marks instead of dropping them.
        ecn: bool = true, label "ECN", cite "RFC 8289 section 3";
    }
}

signals! {
    /// The signals of disciplines that use `CodelState`.
    pub const SIGNALS: CodelSignals {
        /// Time for which the packet that leaves the queue has waited.
        sojourn: "Actual wait" in "s";
        /// CoDel's count of the drops of a period with a high delay: the gap to the next drop is the interval
        /// divided by the square root of the count. A dropping period that begins soon after the last period
        /// continues the count of drops.
        drop_count: "Drop count" in "packets";
        /// 1 while CoDel drops, else 0.
        dropping: "Dropping";
    }
}

decisions! {
    /// The decisions of disciplines that use `CodelState`.
    pub mod decision {
        values {
            sojourn: "How long the packet has waited." in "s",
            count: "CoDel's count of drops, this one included.",
            gap: "Time until the next drop or mark." in "s",
        }
        /// CoDel dropped the packet at the head: it had waited {sojourn}, and the delay had been above the
        /// target for an interval. CoDel's count is {count}, so the next drop follows in {gap}.
        Dropped "late_drop" "Dropped at the head" { sojourn, count, gap }
        /// CoDel marked the packet at the head: it had waited {sojourn}, and the delay had been above the
        /// target for an interval. CoDel's count is {count}, so the next mark follows in {gap}.
        Marked "late_mark" "Marked at the head" { sojourn, count, gap }
    }
}

/// CoDel's settings in the units of the simulation.
#[derive(Clone, Copy, Debug)]
pub struct CodelSettings {
    pub target: Time,
    pub interval: Time,
    /// Largest packet size in bytes (`MAXPACKET`, RFC 8289 section 5.4). A queue with no more bytes than this
    /// drops nothing.
    pub max_packet: u64,
    pub ecn: bool,
}

impl CodelSettings {
    /// `target` and `interval` are in seconds, `max_packet` in bytes.
    pub fn new(target: f64, interval: f64, ecn: bool, max_packet: u64) -> Self {
        CodelSettings { target: from_secs(target), interval: from_secs(interval), max_packet, ecn }
    }

    /// The time between drops: the interval divided by the square root of the number of drops (RFC 8289
    /// section 3.3, control law).
    fn gap(&self, count: u32) -> Time {
        whole::<Time>(self.interval as f64 / f64::from(count.max(1)).sqrt())
    }
}

/// A queue that CoDel can take packets from.
pub trait Fifo {
    fn pop(&mut self) -> Option<Queued>;
    /// Number of bytes in the queue.
    fn bytes(&self) -> u64;
}

/// The packet that was at the head of a queue and has been taken from the queue.
#[derive(Clone, Copy)]
struct Head {
    /// `None` if the queue was empty.
    packet: Option<Queued>,
    /// Whether the delay has been above the target for an interval, so that the packet may be dropped.
    may_drop: bool,
}

/// CoDel's state of one queue, with the names of RFC 8289 section 5.3.
#[derive(Clone, Debug, Default, State)]
pub struct CodelState {
    /// When the delay will have been above the target for an interval; 0 if the delay is not above the
    /// target.
    first_above: Time,
    drop_next: Time,
    count: u32,
    last_count: u32,
    dropping: bool,
}

impl CodelState {
    /// Takes the packet at the head, and decides whether it may be dropped (`dodequeue`, RFC 8289
    /// section 5.4): the delay must have been above the target for an interval, with more than `max_packet`
    /// bytes left in the queue.
    fn take_head(&mut self, queue: &mut impl Fifo, settings: &CodelSettings, now: Time) -> Head {
        let Some(head) = queue.pop() else {
            self.first_above = 0;
            return Head { packet: None, may_drop: false };
        };
        let mut may_drop = false;
        if now - head.arrived < settings.target || queue.bytes() <= settings.max_packet {
            self.first_above = 0;
        } else if self.first_above == 0 {
            self.first_above = now + settings.interval;
        } else {
            may_drop = now >= self.first_above;
        }
        Head { packet: Some(head), may_drop }
    }

    /// Marks the given packet if its sender understands marks, and returns it with `true`. Otherwise drops the
    /// packet, and returns the next packet of the queue with `false`.
    fn mark_or_drop(
        &mut self,
        mut victim: Queued,
        queue: &mut impl Fifo,
        settings: &CodelSettings,
        now: Time,
        effects: &mut Effects,
    ) -> (Head, bool) {
        let (sojourn, count, gap) =
            (to_secs(now - victim.arrived), f64::from(self.count), to_secs(settings.gap(self.count)));
        if settings.ecn && effects.mark(&mut victim.packet) {
            effects.decide(&victim.packet, decision::Marked { sojourn, count, gap });
            return (Head { packet: Some(victim), may_drop: false }, true);
        }
        effects.decide(&victim.packet, decision::Dropped { sojourn, count, gap });
        effects.drop(victim.packet, Cause::QueueEarly);
        (self.take_head(queue, settings, now), false)
    }

    /// Counts a packet of this queue that was dropped because all queues together were full (RFC 8290
    /// section 4.1).
    pub fn count_overflow_drop(&mut self) {
        self.count = self.count.saturating_add(1);
    }

    /// Removes and returns the packet to be sent next, after drops at the head (`dequeue`, RFC 8289
    /// section 5.5).
    ///
    /// In the dropping state, packets are dropped at the times of the control law until the delay is below
    /// the target. The dropping state begins with a drop. If the previous dropping state ended recently, the
    /// control law continues near its last drop rate.
    pub fn dequeue(
        &mut self,
        queue: &mut impl Fifo,
        settings: &CodelSettings,
        now: Time,
        effects: &mut Effects,
    ) -> Option<Queued> {
        let mut head = self.take_head(queue, settings, now);
        if self.dropping {
            if !head.may_drop {
                self.dropping = false;
            }
            while self.dropping && now >= self.drop_next {
                let Some(victim) = head.packet else { break };
                self.count = self.count.saturating_add(1);
                let marked;
                (head, marked) = self.mark_or_drop(victim, queue, settings, now, effects);
                if !head.may_drop && !marked {
                    self.dropping = false;
                    break;
                }
                self.drop_next += settings.gap(self.count);
                // A marked packet leaves the queue, so this call takes no further packet.
                if marked {
                    break;
                }
            }
        } else if head.may_drop
            && let Some(victim) = head.packet
        {
            let delta = self.count.saturating_sub(self.last_count);
            let recent = now.saturating_sub(self.drop_next) < 16 * settings.interval;
            self.count = if delta > 1 && recent { delta } else { 1 };
            (head, _) = self.mark_or_drop(victim, queue, settings, now, effects);
            self.dropping = true;
            self.drop_next = now + settings.gap(self.count);
            self.last_count = self.count;
        }
        if let Some(next) = head.packet {
            effects.signal(SIGNALS.sojourn, now, to_secs(now - next.arrived));
            effects.signal(SIGNALS.drop_count, now, f64::from(self.count));
            effects.signal(SIGNALS.dropping, now, f64::from(u8::from(self.dropping)));
        }
        head.packet
    }
}

/// The stored packets, in the order of their arrival.
#[derive(Clone, Debug, State)]
struct StoredPackets {
    limit: QueueLimit,
    packets: Ring<Queued>,
}

impl Fifo for StoredPackets {
    fn pop(&mut self) -> Option<Queued> {
        let queued = self.packets.pop()?;
        self.limit.remove(&queued.packet);
        Some(queued)
    }

    fn bytes(&self) -> u64 {
        self.limit.stored_bytes
    }
}

#[derive(Clone, Debug, State)]
#[state(not(settings))]
pub struct Codel {
    waiting: StoredPackets,
    settings: CodelSettings,
    state: CodelState,
}

impl Queue for Codel {
    type Params = Params;
    const ID: &'static str = "codel";
    const NAME: &'static str = "CoDel";
    const LIMIT: Option<u64> = Some(1000);
    const SIGNALS: List<Signal> = CodelSignals::list;
    const DECISIONS: List<Decision> = decision::list;

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        Codel {
            waiting: StoredPackets { limit: QueueLimit::new(facts), packets: Ring::default() },
            settings: CodelSettings::new(params.target, params.interval, params.ecn, facts.max_packet),
            state: CodelState::default(),
        }
    }

    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, _: &mut Effects) -> Verdict {
        if state.busy && self.waiting.limit.is_full(state.waiting, state.waiting_bytes, packet.size) {
            Verdict::Drop(Cause::QueueFull)
        } else {
            Verdict::Accept
        }
    }

    fn enqueue(&mut self, queued: Queued, _: &mut Effects) {
        self.waiting.limit.add(&queued.packet);
        self.waiting.packets.push(queued);
    }

    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<Queued> {
        self.state.dequeue(&mut self.waiting, &self.settings, now, effects)
    }

    fn waiting(&self) -> (u32, u64) {
        (self.waiting.limit.stored_packets, self.waiting.limit.stored_bytes)
    }

    fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.waiting.limit.set_limit(packets, bytes);
    }

    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
        self.waiting.packets.iter().filter(|queued| matches(&queued.packet)).count() as u64
    }
}
