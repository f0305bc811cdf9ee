//! PI2 (De Schepper and others 2016): one queue, and a controller as in PIE without its table of steps. The controller's
//! output p' is linear in the load. Packets of classic senders are dropped or marked with its square, and packets of
//! scalable senders are marked with a multiple of it, so that both share the queue about equally.
//!
//! The rules are those of the paper's authors (`sch_pi2.c` in github.com/olgabo/dualpi2). Their controller outputs k p', the
//! probability of scalable senders, and this one outputs p', so the default weights are half of theirs (k = 2). The delay is the wait of the packet at the head, as in RFC 9332
//! appendix A.1, in place of an estimate from the rate of departures. As in `pie.rs`, the controller has no timer.

use super::pie::for_each_due_update;
use crate::ground::packet::{ECT_1, MARKED};
use crate::net::queues::prelude::*;

choice! {
    /// Which senders PI2 treats as scalable.
    pub enum ScalableSenders {
        /// Senders that set ECT(1) (RFC 9331), such as TCP Prague.
        Ect1 "ect1" "Those that set ECT(1)",
        /// All senders that understand marks, as in the paper, in which only DCTCP used marks.
        Ecn "ecn" "All that understand marks",
        /// None: all packets are treated with the square.
        None "none",
    }
}

params! {
    pub struct Params {
        /// Queueing delay that the controller aims at.
        target: f64 = 0.02, unit "s", range 0.0001..=10.0, scale log, label "Target delay", cite "sch_pi2.c";
        /// Time between updates of the base probability.
        update: f64 = 0.03, unit "s", range 0.0001..=10.0, scale log, label "Update interval", cite "sch_pi2.c";
        /// Weight of the delay's distance from the target.
        alpha: f64 = 0.3125, unit "1/s", range 0.0..=100.0, cite "sch_pi2.c";
        /// Weight of the delay's change since the last update.
        beta: f64 = 3.125, unit "1/s", range 0.0..=100.0, cite "sch_pi2.c";
        /// Ratio of the marking probability of scalable senders to the base probability.
        coupling: f64 = 2.0, range 0.1..=10.0, label "Coupling factor k", cite "sch_pi2.c";
        /// Which senders are scalable: they react to marks in proportion, and are marked without the square.
        scalable: ScalableSenders = ScalableSenders::Ect1, label "Scalable senders", cite "RFC 9331 section 4.1";
        /// Mark packets of classic senders that understand marks instead of dropping them.
        ecn: bool = true, label "ECN", cite "sch_pi2.c";
    }
}

signals! {
    const SIGNALS: Pi2Signals {
        /// The controller's output.
        base_probability: "Base probability p'";
        /// Probability of a drop or mark of a classic packet: the square of the base probability.
        classic_probability: "Probability of classic packets";
        /// Probability of a mark of a scalable packet: the coupling factor times the base probability.
        scalable_probability: "Probability of scalable packets";
        /// Wait of the packet at the head.
        delay: "Controlled delay" in "s";
    }
}

decisions! {
    mod decision {
        values {
            p: "Probability.",
            base: "The base probability p'.",
            delay: "The delay at the last update." in "s",
        }
        /// PI2 dropped a packet: the delay is {delay} and the base probability is {base}, so classic packets are dropped
        /// with its square, {p}.
        Dropped "squared_drop" "Early drop" { p, base, delay }
        /// PI2 marked a packet instead of dropping it: the delay is {delay} and the base probability is {base}, so classic
        /// packets are marked with its square, {p}.
        Marked "squared_mark" "Early mark" { p, base, delay }
        /// PI2 marked a packet of a scalable sender: the delay is {delay} and the base probability is {base}, so scalable
        /// packets are marked with {p}.
        MarkedScalable "scalable_mark" "Early mark of a scalable packet" { p, base, delay }
    }
}

#[derive(Clone, Debug, State)]
#[state(not(target, update_interval, alpha, beta, coupling, scalable_bits, ecn, max_packet))]
pub struct Pi2 {
    limit: QueueLimit,
    packets: Ring<Queued>,
    rng: Rng,
    target: f64,
    update_interval: Time,
    alpha: f64,
    beta: f64,
    coupling: f64,
    /// The bits of the ECN field of which a scalable packet has at least one.
    scalable_bits: u8,
    ecn: bool,
    max_packet: u64,
    /// The base probability p'.
    p: f64,
    /// The delay at the last update, s.
    delay: f64,
    next_update: Time,
}

impl Pi2 {
    /// Makes the updates that have become due by `now`.
    fn make_due_updates(&mut self, now: Time, effects: &mut Effects) {
        let (mut next, interval) = (self.next_update, self.update_interval);
        for_each_due_update(&mut next, interval, now, |at| {
            let changes = self.update(at);
            effects.signal(SIGNALS.base_probability, at, self.p);
            effects.signal(SIGNALS.classic_probability, at, self.p * self.p);
            effects.signal(SIGNALS.scalable_probability, at, self.scalable_probability());
            effects.signal(SIGNALS.delay, at, self.delay);
            changes || effects.records_signals
        });
        self.next_update = next;
    }

    /// Updates the base probability from the wait of the packet at the head: the control of PIE (RFC 8033 section 4.2)
    /// without the reduction of steps at small probabilities, which the square replaces. Returns whether it has changed
    /// anything.
    fn update(&mut self, at: Time) -> bool {
        let delay = self.packets.front().map_or(0.0, |head| to_secs(at.saturating_sub(head.arrived)));
        let change = self.alpha * (delay - self.target) + self.beta * (delay - self.delay);
        let before = (self.p, self.delay);
        self.p = math::limit(self.p + change, 0.0, 1.0);
        self.delay = delay;
        before != (self.p, self.delay)
    }

    fn scalable_probability(&self) -> f64 {
        (self.coupling * self.p).min(1.0)
    }

    /// Decides at random whether an arriving packet is marked or dropped (`drop_early` of the authors): a scalable packet is
    /// marked with k p', a classic packet is marked or dropped if two random numbers are both below p'. With less than two
    /// packets in the queue, nothing happens.
    fn decide(&mut self, packet: &mut Packet, waiting_bytes: u64, effects: &mut Effects) -> Verdict {
        if waiting_bytes < 2 * self.max_packet {
            return Verdict::Accept;
        }
        let (base, delay) = (self.p, self.delay);
        if packet.flags & self.scalable_bits != 0 {
            let p = self.scalable_probability();
            if self.rng.uniform() < p && packet.flags & MARKED != MARKED && effects.mark(packet) {
                effects.decide(packet, decision::MarkedScalable { p, base, delay });
            }
            return Verdict::Accept;
        }
        if self.rng.uniform() >= base || self.rng.uniform() >= base {
            return Verdict::Accept;
        }
        let p = base * base;
        if self.ecn && effects.mark(packet) {
            effects.decide(packet, decision::Marked { p, base, delay });
            return Verdict::Accept;
        }
        effects.decide(packet, decision::Dropped { p, base, delay });
        Verdict::Drop(Cause::QueueEarly)
    }
}

impl Queue for Pi2 {
    type Params = Params;
    const ID: &'static str = "pi2";
    const NAME: &'static str = "PI2";
    const LIMIT: Option<u64> = Some(1000);
    const SIGNALS: List<Signal> = Pi2Signals::list;
    const DECISIONS: List<Decision> = decision::list;

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        let update_interval = from_secs(params.update).max(1);
        Pi2 {
            limit: QueueLimit::new(facts),
            packets: Ring::default(),
            rng: Rng::new(facts.seed, Purpose::Queue, facts.link),
            target: params.target,
            update_interval,
            alpha: params.alpha,
            beta: params.beta,
            coupling: params.coupling,
            scalable_bits: match params.scalable {
                ScalableSenders::Ect1 => ECT_1,
                // Both bits of the ECN field: a sender that understands marks sets one of them.
                ScalableSenders::Ecn => MARKED,
                ScalableSenders::None => 0,
            },
            ecn: params.ecn,
            max_packet: facts.max_packet,
            p: 0.0,
            delay: 0.0,
            next_update: update_interval,
        }
    }

    fn updates_per_second(params: &Params) -> f64 {
        1.0 / params.update
    }

    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, effects: &mut Effects) -> Verdict {
        self.make_due_updates(state.now, effects);
        if !state.busy {
            return Verdict::Accept;
        }
        if self.limit.is_full(state.waiting, state.waiting_bytes, packet.size) {
            return Verdict::Drop(Cause::QueueFull);
        }
        self.decide(packet, state.waiting_bytes, effects)
    }

    fn enqueue(&mut self, queued: Queued, _: &mut Effects) {
        self.limit.add(&queued.packet);
        self.packets.push(queued);
    }

    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<Queued> {
        self.make_due_updates(now, effects);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::packet::ECN_CAPABLE;
    use crate::ground::time::MILLISECOND;
    use crate::net::queues::conformance::{UNLIMITED, large as packet};
    use serde_json::{Value, json};

    fn queue(settings: Value) -> Pi2 {
        Pi2::build(&Params::read(&settings).unwrap(), &UNLIMITED)
    }

    #[test]
    fn the_controller_adds_alpha_and_beta_times_the_delays() {
        let (mut queue, mut effects) = (queue(json!({})), Effects::default());
        queue.enqueue(Queued { packet: packet(0), ..Queued::default() }, &mut effects);
        // At 30 ms the head has waited for 30 ms: 0.3125 (0.030 - 0.020) + 3.125 x 0.030 = 0.003125 + 0.09375.
        queue.make_due_updates(30 * MILLISECOND, &mut effects);
        assert!((queue.p - 0.096_875).abs() < 1e-12, "{}", queue.p);
        // At 60 ms: + 0.3125 x 0.040 + 3.125 x 0.030 = 0.0125 + 0.09375.
        queue.make_due_updates(60 * MILLISECOND, &mut effects);
        assert!((queue.p - 0.203_125).abs() < 1e-12, "{}", queue.p);
        assert!((queue.scalable_probability() - 0.406_25).abs() < 1e-12, "k = 2");
    }

    /// With p' = 0.3 the square is 0.09 and k p' is 0.6. Of 100 000 packets, 9000 and 60 000 are expected, with standard
    /// deviations of 90 and 155.
    #[test]
    fn classic_packets_are_dropped_with_the_square_and_scalable_ones_marked_with_twice_p() {
        let (mut queue, mut effects) = (queue(json!({})), Effects::default());
        queue.p = 0.3;
        let (mut dropped, mut marked, mut classic_marks) = (0, 0, 0);
        for _ in 0..100_000 {
            dropped += u32::from(queue.decide(&mut packet(0), 10_000, &mut effects) != Verdict::Accept);
            let (mut scalable, mut classic) = (packet(ECT_1), packet(ECN_CAPABLE));
            assert_eq!(queue.decide(&mut scalable, 10_000, &mut effects), Verdict::Accept);
            assert_eq!(queue.decide(&mut classic, 10_000, &mut effects), Verdict::Accept);
            marked += u32::from(scalable.flags & MARKED == MARKED);
            classic_marks += u32::from(classic.flags & MARKED == MARKED);
        }
        assert!((8600..9400).contains(&dropped), "{dropped}");
        assert!((8600..9400).contains(&classic_marks), "{classic_marks}");
        assert!((59_300..60_700).contains(&marked), "{marked}");
    }

    #[test]
    fn nothing_happens_with_less_than_two_packets_in_the_queue() {
        let (mut queue, mut effects) = (queue(json!({})), Effects::default());
        queue.p = 1.0;
        assert_eq!(queue.decide(&mut packet(0), 2999, &mut effects), Verdict::Accept);
        assert_ne!(queue.decide(&mut packet(0), 3000, &mut effects), Verdict::Accept);
    }

    #[test]
    fn the_setting_determines_which_senders_are_scalable() {
        for (setting, ect0, ect1) in [("ect1", false, true), ("ecn", true, true), ("none", false, false)] {
            let queue = queue(json!({"scalable": setting}));
            assert_eq!(ECN_CAPABLE & queue.scalable_bits != 0, ect0, "{setting}");
            assert_eq!(ECT_1 & queue.scalable_bits != 0, ect1, "{setting}");
        }
    }
}
