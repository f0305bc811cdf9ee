//! COBALT, the control of each queue of CAKE (Linux, `sch_cake.c`): CoDel (RFC 8289), whose count also decays step by
//! step when the delay is low, and BLUE, which drops at random from queues of senders that do not react.

use crate::net::queues::prelude::*;

decisions! {
    /// The decisions of CAKE's queues.
    pub mod decision {
        values {
            sojourn: "How long the packet has waited." in "s",
            count: "COBALT's count, this drop or mark included.",
            gap: "Time until the next drop or mark." in "s",
        }
        /// COBALT dropped the packet at the head: it had waited {sojourn}, and the delay had been above the target for an
        /// interval. The count is {count}, so the next drop follows in {gap}.
        Dropped "cobalt_drop" "Dropped at the head" { sojourn, count, gap }
        /// COBALT marked the packet at the head: it had waited {sojourn}, and the delay had been above the target for an
        /// interval. The count is {count}, so the next mark follows in {gap}.
        Marked "cobalt_mark" "Marked at the head" { sojourn, count, gap }
        /// BLUE dropped the packet, which had waited {sojourn}: the queue has overflowed before, so its packets are dropped
        /// with the probability {p}.
        DroppedAtRandom "blue_drop" "Dropped at random" { sojourn, p: "BLUE's probability." }
        /// The limit of all queues together is exceeded: CAKE dropped the packet at the head of the longest queue, which had
        /// waited {sojourn}. This queue still contains {left}.
        PushedOut "cake_overflow" "Pushed out" { sojourn, left: "Bytes left in the queue after the drop." in "bytes" }
        /// A later acknowledgement, of all data up to number {later}, makes this one, up to {earlier}, superfluous. CAKE
        /// dropped the earlier one.
        Filtered "ack_filtered" "Acknowledgement filtered" {
            later: "Next number that the later acknowledgement expects.",
            earlier: "Next number that the dropped acknowledgement expects.",
        }
    }
}

/// Step of BLUE's probability when the queue overflows, and when it is empty (`p_inc` and `p_dec`).
const BLUE_UP: f64 = 1.0 / 256.0;
const BLUE_DOWN: f64 = 1.0 / 4096.0;

/// The settings, in the units of the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CobaltSettings {
    pub target: Time,
    pub interval: Time,
    /// Transmission time of the largest packet at the shaper's rate; 0 without a shaper.
    pub packet_time: Time,
}

impl CobaltSettings {
    /// The target is a twentieth of the round-trip time (`tc-cake`, rtt), but at least 1.5 transmission times of the
    /// largest packet. The interval rises with the target (`cake_set_rate`). `rate` is the shaper's, in bit/s.
    pub fn new(rtt: f64, rate: Option<f64>, max_packet: u64) -> Self {
        let (interval, target) = (from_secs(rtt).max(1), (from_secs(rtt) / 20).max(1));
        let packet_time = rate.map_or(0, |rate| from_secs(max_packet as f64 * 8.0 / rate));
        let raised = target.max(packet_time * 3 / 2);
        CobaltSettings { target: raised, interval: (interval + raised - target).max(raised * 2), packet_time }
    }

    /// The time between drops: the interval divided by the square root of the count.
    fn gap(&self, count: u32) -> Time {
        whole::<Time>(self.interval as f64 / f64::from(count.max(1)).sqrt())
    }

    /// Whether a wait is too long. `bulk_flows`: the number of flows that share the link, if the target rises with them
    /// (`tc-cake`, ingress).
    fn is_too_long(&self, waited: Time, bulk_flows: u32) -> bool {
        waited > self.target
            && waited > self.packet_time * 2 * Time::from(bulk_flows)
            && waited > self.packet_time * 4
    }
}

/// Why a packet is dropped.
pub enum CobaltDrop {
    Late(decision::Dropped),
    AtRandom(decision::DroppedAtRandom),
}

/// The state of one queue.
#[derive(Clone, Debug, Default, State)]
pub struct CobaltState {
    /// Determines the gap between drops; 0 at rest.
    pub count: u32,
    /// When the next drop is due, or the next decay of the count.
    drop_next: Time,
    /// Whether the delay is above the target.
    dropping: bool,
    /// BLUE's drop probability.
    pub blue: f64,
    /// When BLUE's probability changed last.
    blue_changed: Time,
}

impl CobaltState {
    /// Notes a drop because of the limit (`cobalt_queue_full`): BLUE's probability rises, at most once in a target, and
    /// CoDel's next drop is due.
    pub fn note_overflow(&mut self, settings: &CobaltSettings, now: Time) {
        if now.saturating_sub(self.blue_changed) > settings.target {
            self.blue = (self.blue + BLUE_UP).min(1.0);
            self.blue_changed = now;
        }
        self.dropping = true;
        self.drop_next = now;
        self.count = self.count.max(1);
    }

    /// Notes that the queue was found empty (`cobalt_queue_empty`): BLUE's probability and the count fall. Returns whether
    /// all is at rest.
    pub fn note_empty(&mut self, settings: &CobaltSettings, now: Time) -> bool {
        if self.blue > 0.0 && now.saturating_sub(self.blue_changed) > settings.target {
            self.blue = (self.blue - BLUE_DOWN).max(0.0);
            self.blue_changed = now;
        }
        self.dropping = false;
        if self.count > 0 && now >= self.drop_next {
            self.count -= 1;
            self.drop_next += settings.gap(self.count);
        }
        self.blue <= 0.0 && self.count == 0 && now >= self.drop_next
    }

    /// Decides about a packet that has been taken from the queue (`cobalt_should_drop`): marks it, passes it, or returns
    /// why it is dropped.
    pub fn decide(
        &mut self,
        queued: &mut Queued,
        settings: &CobaltSettings,
        bulk_flows: u32,
        now: Time,
        rng: &mut Rng,
        effects: &mut Effects,
    ) -> Option<CobaltDrop> {
        let waited = now - queued.arrived;
        let mut is_late = now > self.drop_next;
        let mut is_due = self.count > 0 && now >= self.drop_next;
        if settings.is_too_long(waited, bulk_flows) {
            if !self.dropping {
                self.dropping = true;
                self.drop_next = now + settings.gap(self.count);
            }
            self.count = self.count.max(1);
        } else {
            self.dropping = false;
        }
        let mut dropped = None;
        if is_due && self.dropping {
            self.count = self.count.saturating_add(1);
            let gap = settings.gap(self.count);
            dropped = self.mark_or_drop(queued, waited, gap, effects);
            self.drop_next += gap;
            is_late = now > self.drop_next;
        } else {
            while is_due {
                self.count -= 1;
                self.drop_next += settings.gap(self.count);
                is_late = now > self.drop_next;
                is_due = self.count > 0 && now >= self.drop_next;
            }
        }
        // BLUE ignores ECN, because a sender that does not react ignores marks as well.
        if self.blue > 0.0 && rng.uniform() < self.blue {
            let (sojourn, p) = (to_secs(waited), self.blue);
            dropped = Some(CobaltDrop::AtRandom(decision::DroppedAtRandom { sojourn, p }));
        }
        if self.count == 0 {
            self.drop_next = now + settings.interval;
        } else if is_late && dropped.is_none() {
            self.drop_next = now;
        }
        dropped
    }

    /// Marks a packet whose sender understands marks, and otherwise returns that it is dropped.
    fn mark_or_drop(
        &self,
        queued: &mut Queued,
        waited: Time,
        gap: Time,
        effects: &mut Effects,
    ) -> Option<CobaltDrop> {
        let (sojourn, count, gap) = (to_secs(waited), f64::from(self.count), to_secs(gap));
        if effects.mark(&mut queued.packet) {
            effects.decide(&queued.packet, decision::Marked { sojourn, count, gap });
            return None;
        }
        Some(CobaltDrop::Late(decision::Dropped { sojourn, count, gap }))
    }
}
