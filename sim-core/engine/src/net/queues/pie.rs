//! PIE, proportional integral controller enhanced (RFC 8033): arriving packets are dropped or marked with a
//! probability that a controller updates at a fixed interval, so that the queueing delay approaches a
//! reference.
//!
//! The controller has no timer. Updates that have become due are made before the next arrival or departure,
//! with the delay of the last departure. The queue does not change in between, so the result is the same as
//! with a timer.

use super::{ArrivalState, Effects, Queue, QueueFacts, QueueLimit, Queued, Verdict, with_limit};
use crate::describe::{Decision, KindInfo, help_text};
use crate::ground::math;
use crate::ground::packet::Packet;
use crate::ground::ring::Ring;
use crate::ground::rng::{Purpose, Rng};
use crate::ground::time::{Time, from_secs, to_secs};
use crate::net::types::Cause;
use crate::params::ParamSet;
use crate::{decisions, params, signals};

params! {
    pub struct Params {
        /// Queueing delay that the controller aims at.
        reference: f64 = 0.015, unit "s", range 0.0001..=10.0, scale log, label "Reference delay", cite "RFC 8033 section 4.2";
        /// Time between updates of the drop probability.
        update: f64 = 0.015, unit "s", range 0.0001..=10.0, scale log, label "Update interval", cite "RFC 8033 section 4.2";
        /// Weight of the delay's distance from the reference.
        alpha: f64 = 0.125, unit "1/s", range 0.0..=100.0, cite "RFC 8033 section 4.2";
        /// Weight of the delay's change since the last update.
        beta: f64 = 1.25, unit "1/s", range 0.0..=100.0, cite "RFC 8033 section 4.2";
        /// Length of a burst that passes without drops if the queue was idle before.
        burst: f64 = 0.15, unit "s", range 0.0..=10.0, label "Burst allowance", cite "RFC 8033 section 4.4";
        /// Mark packets of senders that understand marks instead of dropping them.
        ecn: bool = true, label "ECN", cite "RFC 8033 section 5.1";
        /// Above this drop probability, packets are dropped and not marked.
        mark_up_to: f64 = 0.1, range 0.0..=1.0, label "Mark up to", cite "RFC 8033 section 5.1";
        /// Space drops evenly: no two drops in quick succession, and no very long time without a drop.
        derandomize: bool = true, label "Space drops out", cite "RFC 8033 section 5.4";
    }
}

/// After this number of updates without an arrival or departure, further updates are skipped. If no
/// packets wait, the probability and the delay have become 0 by then.
const MAX_UPDATES: u64 = 100_000;

signals! {
    const SIGNALS: PieSignals {
        /// PIE's drop probability.
        drop_probability: "Drop probability";
        /// The queueing delay that the controller acts on.
        delay: "Controlled delay" in "s";
        /// Time for which no packet is dropped early.
        burst_left: "Burst allowance" in "s";
    }
}

decisions! {
    mod decision {
        values {
            p: "The drop probability.",
            delay: "The queueing delay." in "s",
        }
        /// PIE dropped a packet: the queueing delay is {delay}, and the drop probability is {p}.
        Dropped "early_drop" "Early drop" { p, delay }
        /// PIE marked a packet instead of dropping it: the queueing delay is {delay}, and the drop
        /// probability is {p}.
        Marked "early_mark" "Early mark" { p, delay }
    }
}

#[derive(Clone, Debug)]
pub struct Pie {
    limit: QueueLimit,
    packets: Ring<Queued>,
    rng: Rng,
    /// Reference of the delay, s.
    reference: f64,
    update_interval: Time,
    alpha: f64,
    beta: f64,
    max_burst: f64,
    ecn: bool,
    mark_up_to: f64,
    derandomize: bool,
    max_packet: u64,
    /// The drop probability.
    p: f64,
    /// Waiting time of the packet that left last, s; 0 if the queue is empty.
    delay: f64,
    /// The value of `delay` at the last update.
    old_delay: f64,
    /// Time for which bursts still pass, s.
    burst_left: f64,
    /// Sum of the drop probabilities of the packets since the last drop.
    accumulated_p: f64,
    next_update: Time,
}

/// The factor by which the controller's steps are reduced while the drop probability is small (RFC 8033
/// section 4.2, "auto-tuning").
pub fn step_scale(p: f64) -> f64 {
    const STEPS: [(f64, f64); 6] =
        [(0.000_001, 2048.0), (0.000_01, 512.0), (0.000_1, 128.0), (0.001, 32.0), (0.01, 8.0), (0.1, 2.0)];
    STEPS.iter().find(|(below, _)| p < *below).map_or(1.0, |(_, divisor)| 1.0 / divisor)
}

impl Pie {
    /// Makes the updates that have become due by `now`.
    fn make_due_updates(&mut self, now: Time, effects: &mut Effects) {
        let mut made = 0;
        while self.next_update <= now {
            let at = self.next_update;
            self.update();
            effects.signal(SIGNALS.drop_probability, at, self.p);
            effects.signal(SIGNALS.delay, at, self.delay);
            effects.signal(SIGNALS.burst_left, at, self.burst_left);
            self.next_update += self.update_interval;
            made += 1;
            if made > MAX_UPDATES && self.next_update <= now {
                self.next_update += (now - self.next_update) / self.update_interval * self.update_interval;
            }
        }
    }

    /// Updates the drop probability (RFC 8033 section 4.2) and the burst allowance (section 4.4).
    fn update(&mut self) {
        let (delay, old_delay) = (self.delay, self.old_delay);
        let mut step =
            (self.alpha * (delay - self.reference) + self.beta * (delay - old_delay)) * step_scale(self.p);
        // RFC 8033 section 5.5: a probability above 10 % rises by at most 0.02 per update. While the delay
        // exceeds 250 ms, every update adds 0.02.
        if self.p >= 0.1 {
            step = step.min(0.02);
        }
        if delay > 0.25 {
            step += 0.02;
        }
        self.p = math::limit(self.p + step, 0.0, 1.0);
        // RFC 8033 section 4.2: exponential decay while the queue is idle.
        if delay == 0.0 && old_delay == 0.0 {
            self.p *= 0.98;
            if self.p < 1e-12 {
                self.p = 0.0;
            }
        }
        self.burst_left = (self.burst_left - to_secs(self.update_interval)).max(0.0);
        if self.p == 0.0 && delay < self.reference / 2.0 && old_delay < self.reference / 2.0 {
            self.burst_left = self.max_burst;
        }
        self.old_delay = delay;
    }

    /// Decides at random whether an arriving packet is dropped or marked (RFC 8033 section 4.1): never
    /// during a burst allowance, in a short queue, or at a small delay with a drop probability below
    /// 0.2. With `derandomize`, drops are spaced out (section 5.4).
    fn decide_early_drop(&mut self, waiting_bytes: u64) -> bool {
        if self.burst_left > 0.0
            || (self.old_delay < self.reference / 2.0 && self.p < 0.2)
            || waiting_bytes <= 2 * self.max_packet
        {
            return false;
        }
        if self.derandomize {
            if self.p == 0.0 {
                self.accumulated_p = 0.0;
            }
            self.accumulated_p += self.p;
            if self.accumulated_p < 0.85 {
                return false;
            }
            if self.accumulated_p < 8.5 && self.rng.uniform() >= self.p {
                return false;
            }
            self.accumulated_p = 0.0;
            return true;
        }
        self.rng.uniform() < self.p
    }
}

impl Queue for Pie {
    type Params = Params;
    const ID: &'static str = "pie";

    fn info() -> KindInfo {
        KindInfo {
            id: Self::ID,
            name: "PIE",
            doc: help_text(
                "A controller changes the drop probability according to the difference between the queueing delay and a \
                reference and to the change of the delay, so that the delay settles at the reference whatever the load. \
                Packets are dropped or marked when they arrive.",
            ),
            fields: with_limit(1000, Params::fields()),
            signals: PieSignals::list(),
        }
    }

    fn decisions() -> Vec<Decision> {
        decision::list()
    }

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        let update_interval = from_secs(params.update).max(1);
        Pie {
            limit: QueueLimit::new(facts),
            packets: Ring::default(),
            rng: Rng::new(facts.seed, Purpose::Queue, facts.link),
            reference: params.reference,
            update_interval,
            alpha: params.alpha,
            beta: params.beta,
            max_burst: params.burst,
            ecn: params.ecn,
            mark_up_to: params.mark_up_to,
            derandomize: params.derandomize,
            max_packet: facts.max_packet,
            p: 0.0,
            delay: 0.0,
            old_delay: 0.0,
            burst_left: params.burst,
            accumulated_p: 0.0,
            next_update: update_interval,
        }
    }

    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, effects: &mut Effects) -> Verdict {
        self.make_due_updates(state.now, effects);
        if !state.busy {
            self.delay = 0.0;
            return Verdict::Accept;
        }
        if self.limit.is_full(state.waiting, state.waiting_bytes, packet.size) {
            self.accumulated_p = 0.0;
            return Verdict::Drop(Cause::QueueFull);
        }
        if self.decide_early_drop(state.waiting_bytes) {
            let marked = self.ecn && self.p <= self.mark_up_to && effects.mark(packet);
            let (p, delay) = (self.p, self.delay);
            if marked {
                effects.decide(packet, decision::Marked { p, delay });
            } else {
                effects.decide(packet, decision::Dropped { p, delay });
                return Verdict::Drop(Cause::QueueEarly);
            }
        }
        Verdict::Accept
    }

    fn enqueue(&mut self, queued: Queued, _: &mut Effects) {
        self.limit.add(&queued.packet);
        self.packets.push(queued);
    }

    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<Queued> {
        self.make_due_updates(now, effects);
        let Some(queued) = self.packets.pop() else {
            self.delay = 0.0;
            return None;
        };
        self.limit.remove(&queued.packet);
        self.delay = if self.packets.is_empty() { 0.0 } else { to_secs(now - queued.arrived) };
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

crate::state!(Pie {
    limit, packets, rng, p, delay, old_delay, burst_left, accumulated_p, next_update
} not { reference, update_interval, alpha, beta, max_burst, ecn, mark_up_to, derandomize, max_packet });
