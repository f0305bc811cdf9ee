//! DualPI2 (RFC 9332): two queues with coupled congestion signals. Packets of scalable senders, marked ECT(1)
//! or CE, wait in the L queue, all others in the C queue. One controller, as in PIE, computes a base
//! probability from the queueing delay. Packets of the C queue are dropped or marked with the square of this
//! probability, and packets of the L queue are marked with a multiple of it.
//!
//! The controller has no timer. Updates that have become due are made before the next arrival or departure.
//! The queues do not change in between, so the result is the same as with a timer.

mod protection;

use super::pie::for_each_due_update;
use crate::ground::packet::ECT_1;
use crate::net::queues::prelude::*;
use protection::Protection;

params! {
    pub struct Params {
        /// Queueing delay of the C queue that the controller aims at.
        target: f64 = 0.015, unit "s", range 0.0001..=10.0, scale log, label "Target delay", cite "RFC 9332 appendix A.1";
        /// Time between updates of the base probability.
        update: f64 = 0.016, unit "s", range 0.0001..=10.0, scale log, label "Update interval", cite "RFC 9332 appendix A.1";
        /// Weight of the delay's distance from the target.
        alpha: f64 = 0.16, unit "1/s", range 0.0..=100.0, cite "RFC 9332 appendix A.1";
        /// Weight of the delay's change since the last update.
        beta: f64 = 3.2, unit "1/s", range 0.0..=100.0, cite "RFC 9332 appendix A.1";
        /// Ratio of the marking probability of the L queue to the base probability. With 2, equal flows of
        /// both kinds have about equal rates.
        coupling: f64 = 2.0, range 0.1..=10.0, label "Coupling factor k", cite "RFC 9332 section 2.1";
        /// Queueing delay of the L queue above which each of its packets is marked, if more than one packet
        /// waits.
        step: f64 = 0.001, unit "s", range 0.00001..=1.0, scale log, label "Marking threshold of the L queue", cite "RFC 9332 section 2.5.1";
        /// Share of the link that the C queue gets at least while both queues wait.
        classic_share: f64 = 0.1, range 0.0..=0.9, label "Least share of the C queue", cite "RFC 9332 appendix A.1";
        /// Send packets of flows that build the L queue through the C queue while the delay is above 1 ms, as cable modems
        /// do.
        protect: bool = false, label "Queue protection", cite "RFC 9957";
    }
}

/// Indices of the two queues.
const C: usize = 0;
const L: usize = 1;

signals! {
    const SIGNALS: DualPi2Signals {
        /// The controller's output.
        base_probability: "Base probability p'";
        /// Probability of a drop or mark in the C queue: the square of the base probability.
        classic_probability: "Probability of the C queue";
        /// Probability of a mark in the L queue: the coupling factor times the base probability.
        coupled_probability: "Probability of the L queue";
        /// Waiting time of the packet of the C queue that left last.
        classic_delay: "Delay of the C queue" in "s";
        /// Waiting time of the packet of the L queue that left last.
        low_delay: "Delay of the L queue" in "s";
    }
}

decisions! {
    mod decision {
        values {
            p: "Probability.",
            base: "The base probability p'.",
            delay: "How long the packet waited." in "s",
        }
        /// The base probability is {base}, so the C queue drops with its square, {p}. The packet had waited
        /// {delay}.
        Dropped "dual_drop" "Drop in the C queue" { p, base, delay }
        /// The base probability is {base}, so the C queue marks with its square, {p}. The packet had waited
        /// {delay}.
        MarkedC "dual_mark_classic" "Mark in the C queue" { p, base, delay }
        /// The base probability is {base}, so the L queue marks with {p}. The packet had waited {delay}.
        MarkedCoupled "dual_mark_coupled" "Mark in the L queue, coupled" { p, base, delay }
        /// The packet had waited {delay} in the L queue, longer than the threshold of {step}, and was marked.
        MarkedStep "dual_mark_step" "Mark in the L queue, threshold" {
            delay, step: "Threshold of the L queue." in "s",
        }
        /// Every packet of the L queue would be marked, so both queues drop with the probability {p}. The
        /// packet had waited {delay}.
        Overload "dual_overload" "Drop by overload" { p, delay }
        /// The delay of the L queue is {delay}, and the flow's score, a measure of how much its packets have built the queue,
        /// is {score}: queue protection sends the packet through the C queue.
        Protected "queue_protection" "Moved to the C queue" {
            delay, score: "The flow's score." in "s",
        }
    }
}

#[derive(Clone, Debug, State)]
#[state(not(target, update_interval, alpha, beta, coupling, step, classic_share, low_delay_bytes))]
pub struct DualPi2 {
    limit: QueueLimit,
    classic: Ring<Queued>,
    low_delay: Ring<Queued>,
    target: f64,
    update_interval: Time,
    alpha: f64,
    beta: f64,
    coupling: f64,
    step: Time,
    /// Share of the C queue while both queues wait.
    classic_share: f64,
    /// Credit of the C queue in bytes. Above 0, the C queue is served first.
    credit: f64,
    /// The base probability p'.
    p: f64,
    /// The delay at the last update, s.
    old_delay: f64,
    next_update: Time,
    /// Delay of the packet of each queue that left last, s.
    delays: [f64; 2],
    /// Sum of the probabilities of the C queue and of the L queue since the last drop or mark.
    counts: [f64; 2],
    /// Queue protection, if it is on.
    #[state(if self.protection.is_some())]
    protection: Option<Box<Protection>>,
    /// Bytes in the L queue.
    low_delay_bytes: u64,
}

/// Time that the oldest packet of a queue has waited at `at`, s; 0 if the queue is empty.
fn head_delay(queue: &Ring<Queued>, at: Time) -> f64 {
    queue.front().map_or(0.0, |head| to_secs(at.saturating_sub(head.arrived)))
}

impl DualPi2 {
    /// Makes the updates that have become due by `now`.
    fn make_due_updates(&mut self, now: Time, effects: &mut Effects) {
        let (mut next, interval) = (self.next_update, self.update_interval);
        for_each_due_update(&mut next, interval, now, |at| {
            let changes = self.update(at);
            effects.signal(SIGNALS.base_probability, at, self.p);
            effects.signal(SIGNALS.classic_probability, at, self.p * self.p);
            effects.signal(SIGNALS.coupled_probability, at, self.coupled());
            effects.signal(SIGNALS.classic_delay, at, self.delays[0]);
            effects.signal(SIGNALS.low_delay, at, self.delays[1]);
            changes || effects.records_signals
        });
        self.next_update = next;
    }

    /// Updates the base probability from the larger of the two queueing delays (RFC 9332 appendix A.1,
    /// dualpi2_update). Returns whether it has changed anything.
    fn update(&mut self, at: Time) -> bool {
        let delay = head_delay(&self.classic, at).max(head_delay(&self.low_delay, at));
        let change = self.alpha * (delay - self.target) + self.beta * (delay - self.old_delay);
        let before = (self.p, self.old_delay);
        self.p = math::limit(self.p + change, 0.0, 1.0);
        self.old_delay = delay;
        before != (self.p, self.old_delay)
    }

    /// Whether an arriving packet belongs into the L queue: it has ECT(1) or CE, which share this bit of the ECN field (RFC
    /// 9331 section 5.1), and queue protection does not send it away.
    fn belongs_into_low_delay(&mut self, packet: &Packet, now: Time, effects: &mut Effects) -> bool {
        if packet.flags & ECT_1 == 0 {
            return false;
        }
        let bytes = self.low_delay_bytes + u64::from(packet.size);
        let judged =
            self.protection.as_mut().and_then(|all| all.judge(packet.stream(), packet.size, bytes, now));
        if let Some((delay, score)) = judged {
            effects.decide(packet, decision::Protected { delay: to_secs(delay), score: to_secs(score) });
        }
        judged.is_none()
    }

    /// The probability with which packets of the L queue are marked because of the C queue.
    fn coupled(&self) -> f64 {
        (self.coupling * self.p).min(1.0)
    }

    /// Whether marks no longer suffice: every packet of the L queue would be marked (RFC 9332 section 4.2.3).
    fn is_overloaded(&self) -> bool {
        self.coupling * self.p >= 1.0
    }

    /// Whether a packet of a queue is chosen: every 1/p-th packet, by counting up the probabilities (RFC 9332
    /// appendix A.1, recur).
    fn is_chosen(&mut self, queue: usize, probability: f64) -> bool {
        self.counts[queue] += probability;
        let chosen = self.counts[queue] > 1.0;
        self.counts[queue] -= f64::from(u8::from(chosen));
        chosen
    }

    /// Whether the next packet comes from the L queue: always if the C queue is empty or has used up its
    /// share (weighted round robin, RFC 9332 appendix A.1).
    fn serves_low_delay(&self) -> bool {
        !self.low_delay.is_empty() && (self.classic.is_empty() || self.credit <= 0.0)
    }

    /// Removes the next packet and charges its bytes. Returns whether it comes from the L queue.
    fn pop(&mut self) -> Option<(Queued, bool)> {
        let is_low_delay = self.serves_low_delay();
        let queue = if is_low_delay { &mut self.low_delay } else { &mut self.classic };
        let queued = queue.pop()?;
        self.limit.remove(&queued.packet);
        if is_low_delay {
            self.low_delay_bytes -= u64::from(queued.packet.size);
        }
        let other_waits = if is_low_delay { !self.classic.is_empty() } else { !self.low_delay.is_empty() };
        let size = f64::from(queued.packet.size);
        self.credit = match (other_waits, is_low_delay) {
            (false, _) => 0.0,
            (true, true) => self.credit + size * self.classic_share,
            (true, false) => self.credit - size * (1.0 - self.classic_share),
        };
        Some((queued, is_low_delay))
    }

    /// Marks a packet of the L queue if its delay or the C queue demands it. Returns false if the packet must
    /// be dropped.
    fn pass_low_delay(&mut self, packet: &mut Packet, waited: Time, effects: &mut Effects) -> bool {
        let (coupled, delay) = (self.coupled(), to_secs(waited));
        if self.is_overloaded() && self.is_chosen(L, self.p * self.p) {
            effects.decide(packet, decision::Overload { p: self.p * self.p, delay });
            return false;
        }
        // A queue of one packet is no sign of congestion, however long a packet takes to send (RFC 9332
        // appendix A.1, Th_len).
        if waited > self.step && !self.low_delay.is_empty() {
            effects.mark(packet);
            effects.decide(packet, decision::MarkedStep { delay, step: to_secs(self.step) });
        } else if self.is_chosen(L, coupled) {
            effects.mark(packet);
            effects.decide(packet, decision::MarkedCoupled { p: coupled, base: self.p, delay });
        }
        true
    }

    /// Marks a packet of the C queue with the square of the base probability. Returns false if the packet
    /// must be dropped.
    fn pass_classic(&mut self, packet: &mut Packet, waited: Time, effects: &mut Effects) -> bool {
        let p = self.p * self.p;
        if !self.is_chosen(C, p) {
            return true;
        }
        let delay = to_secs(waited);
        if self.is_overloaded() {
            effects.decide(packet, decision::Overload { p, delay });
            return false;
        }
        let marked = effects.mark(packet);
        let base = self.p;
        if marked {
            effects.decide(packet, decision::MarkedC { p, base, delay });
        } else {
            effects.decide(packet, decision::Dropped { p, base, delay });
        }
        marked
    }
}

impl Queue for DualPi2 {
    type Params = Params;
    const ID: &'static str = "dual_pi2";
    const NAME: &'static str = "DualPI2";
    const LIMIT: Option<u64> = Some(10_000);
    const SIGNALS: List<Signal> = DualPi2Signals::list;
    const DECISIONS: List<Decision> = decision::list;

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        let update_interval = from_secs(params.update).max(1);
        DualPi2 {
            limit: QueueLimit::new(facts),
            classic: Ring::default(),
            low_delay: Ring::default(),
            target: params.target,
            update_interval,
            alpha: params.alpha,
            beta: params.beta,
            coupling: params.coupling,
            step: from_secs(params.step),
            classic_share: params.classic_share,
            credit: 0.0,
            p: 0.0,
            old_delay: 0.0,
            next_update: update_interval,
            delays: [0.0; 2],
            counts: [0.0; 2],
            protection: (params.protect)
                .then(|| Box::new(Protection::new(facts.rate, facts.max_packet, facts.conns.len() * 2))),
            low_delay_bytes: 0,
        }
    }

    fn updates_per_second(params: &Params) -> f64 {
        1.0 / params.update
    }

    #[cfg(test)]
    fn reorders(&self) -> bool {
        self.protection.is_some()
    }

    fn set_rate(&mut self, bits_per_second: f64) {
        if let Some(protection) = self.protection.as_mut().filter(|_| bits_per_second > 0.0) {
            protection.set_rate(bits_per_second);
        }
    }

    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, effects: &mut Effects) -> Verdict {
        self.make_due_updates(state.now, effects);
        if state.busy && self.limit.is_full(state.waiting, state.waiting_bytes, packet.size) {
            return Verdict::Drop(Cause::QueueFull);
        }
        Verdict::Accept
    }

    fn enqueue(&mut self, queued: Queued, effects: &mut Effects) {
        self.limit.add(&queued.packet);
        if self.belongs_into_low_delay(&queued.packet, queued.arrived, effects) {
            self.low_delay_bytes += u64::from(queued.packet.size);
            self.low_delay.push(queued);
        } else {
            self.classic.push(queued);
        }
    }

    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<Queued> {
        self.make_due_updates(now, effects);
        while let Some((mut queued, is_low_delay)) = self.pop() {
            let waited = now - queued.arrived;
            self.delays[usize::from(is_low_delay)] = to_secs(waited);
            let passes = if is_low_delay {
                self.pass_low_delay(&mut queued.packet, waited, effects)
            } else {
                self.pass_classic(&mut queued.packet, waited, effects)
            };
            if passes {
                return Some(queued);
            }
            effects.drop(queued.packet, Cause::QueueEarly);
        }
        None
    }

    fn waiting(&self) -> (u32, u64) {
        (self.limit.stored_packets, self.limit.stored_bytes)
    }

    fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.limit.set_limit(packets, bytes);
    }

    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
        let packets = self.classic.iter().chain(self.low_delay.iter());
        packets.filter(|queued| matches(&queued.packet)).count() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::packet::{ECN_CAPABLE, MARKED};
    use crate::ground::time::MILLISECOND;
    use crate::net::queues::conformance::{UNLIMITED, large as packet};
    use crate::params::ParamSet;
    use serde_json::json;

    fn queue() -> DualPi2 {
        DualPi2::build(&Params::read(&json!({})).unwrap(), &UNLIMITED)
    }

    /// A packet that has arrived at time 0.
    fn queued(flags: u8) -> Queued {
        Queued { packet: packet(flags), ..Queued::default() }
    }

    #[test]
    fn the_controller_adds_alpha_and_beta_times_the_delays() {
        let (mut queue, mut effects) = (queue(), Effects::default());
        queue.enqueue(queued(0), &mut effects);
        // At 16 ms the head has waited for 16 ms: 0.16 (0.016 - 0.015) + 3.2 (0.016 - 0) = 0.00016 + 0.0512.
        queue.make_due_updates(16 * MILLISECOND, &mut effects);
        assert!((queue.p - 0.05136).abs() < 1e-12, "{}", queue.p);
        // At 32 ms: + 0.16 x 0.017 + 3.2 x 0.016 = 0.00272 + 0.0512.
        queue.make_due_updates(32 * MILLISECOND, &mut effects);
        assert!((queue.p - 0.10528).abs() < 1e-12, "{}", queue.p);
        assert!((queue.coupled() - 0.21056).abs() < 1e-12, "k = 2");
    }

    #[test]
    fn the_c_queue_uses_the_square_and_the_l_queue_twice_the_base_probability() {
        let (mut queue, mut effects) = (queue(), Effects::default());
        queue.p = 0.3;
        let (mut dropped, mut marked) = (0, 0);
        for _ in 0..20_000 {
            dropped += u32::from(!queue.pass_classic(&mut packet(0), 0, &mut effects));
            let mut scalable = packet(ECT_1);
            assert!(queue.pass_low_delay(&mut scalable, 0, &mut effects));
            marked += u32::from(scalable.flags & MARKED == MARKED);
        }
        // Counting up, 0.3^2 = 0.09 of 20 000 are 1800, and 2 x 0.3 = 0.6 are 12 000; rounding can shift the
        // last one.
        assert!((1799..=1800).contains(&dropped), "{dropped}");
        assert!((11_999..=12_000).contains(&marked), "{marked}");
        let mut classic = packet(ECN_CAPABLE);
        queue.p = 0.4999;
        assert!((0..100).all(|_| queue.pass_classic(&mut classic, 0, &mut effects)), "marked, not dropped");
        // From p' = 1/2 on every packet of the L queue is marked, and both queues drop a quarter.
        queue.p = 0.5;
        let lost = (0..20_000).filter(|_| !queue.pass_low_delay(&mut packet(ECT_1), 0, &mut effects)).count();
        assert!((4750..=5250).contains(&lost), "{lost}");
    }

    #[test]
    fn above_its_threshold_the_l_queue_marks_each_packet_unless_no_other_waits() {
        let (mut queue, mut effects) = (queue(), Effects::default());
        for _ in 0..3 {
            queue.enqueue(queued(ECT_1), &mut effects);
        }
        let marks: Vec<bool> = (1..=3)
            .map(|i| queue.dequeue(i * 1_000_001, &mut effects).unwrap().packet.flags & MARKED == MARKED)
            .collect();
        assert_eq!(marks, [true, true, false], "the last packet leaves an empty queue");
        queue.enqueue(queued(ECT_1), &mut effects);
        queue.enqueue(queued(ECT_1), &mut effects);
        assert_eq!(
            queue.dequeue(1_000_000, &mut effects).unwrap().packet.flags,
            ECT_1,
            "1 ms is not above the threshold"
        );
    }

    #[test]
    fn the_c_queue_gets_a_tenth_of_the_link_while_both_wait() {
        let (mut queue, mut effects) = (queue(), Effects::default());
        for _ in 0..2000 {
            queue.enqueue(queued(0), &mut effects);
            queue.enqueue(queued(ECT_1), &mut effects);
        }
        let classic =
            (0..1000).filter(|_| queue.dequeue(0, &mut effects).unwrap().packet.flags & ECT_1 == 0).count();
        assert!((99..=101).contains(&classic), "{classic}");
    }
}
