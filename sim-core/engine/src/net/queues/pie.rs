//! PIE, proportional integral controller enhanced (RFC 8033): arriving packets are dropped or marked with a
//! probability that a controller updates at a fixed interval, so that the queueing delay approaches a
//! reference.
//!
//! The controller has no timer. Updates that have become due are made before the next arrival or departure,
//! with the delay of the last departure. The queue does not change in between, so the result is the same as
//! with a timer.

use crate::net::queues::prelude::*;

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
    /// The signals of disciplines that use `PieState`.
    pub const SIGNALS: PieSignals {
        /// PIE's drop probability.
        drop_probability: "Drop probability";
        /// The queueing delay that the controller acts on.
        delay: "Controlled delay" in "s";
        /// Time for which no packet is dropped early.
        burst_left: "Burst allowance" in "s";
    }
}

decisions! {
    /// The decisions of disciplines that use `PieState`.
    pub mod decision {
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

/// The settings of the controller, in the units of the simulation.
#[derive(Clone, Copy, Debug)]
pub struct PieSettings {
    /// Reference of the delay, s.
    reference: f64,
    pub update_interval: Time,
    alpha: f64,
    beta: f64,
    max_burst: f64,
    pub ecn: bool,
    pub mark_up_to: f64,
    derandomize: bool,
    max_packet: u64,
}

impl PieSettings {
    pub fn new(params: &Params, max_packet: u64) -> Self {
        PieSettings {
            reference: params.reference,
            update_interval: from_secs(params.update).max(1),
            alpha: params.alpha,
            beta: params.beta,
            max_burst: params.burst,
            ecn: params.ecn,
            mark_up_to: params.mark_up_to,
            derandomize: params.derandomize,
            max_packet,
        }
    }
}

/// The state of the controller of one queue.
#[derive(Clone, Copy, Debug, PartialEq, State)]
pub struct PieState {
    /// The drop probability.
    pub p: f64,
    /// Waiting time of the packet that left last, s; 0 if the queue is empty.
    pub delay: f64,
    /// The value of `delay` at the last update.
    old_delay: f64,
    /// Time for which bursts still pass, s.
    pub burst_left: f64,
    /// Sum of the drop probabilities of the packets since the last drop.
    pub accumulated_p: f64,
}

/// The factor by which the controller's steps are reduced while the drop probability is small (RFC 8033
/// section 4.2, "auto-tuning").
pub fn step_scale(p: f64) -> f64 {
    const STEPS: [(f64, f64); 6] =
        [(0.000_001, 2048.0), (0.000_01, 512.0), (0.000_1, 128.0), (0.001, 32.0), (0.01, 8.0), (0.1, 2.0)];
    STEPS.iter().find(|(below, _)| p < *below).map_or(1.0, |(_, divisor)| 1.0 / divisor)
}

impl PieState {
    pub fn new(settings: &PieSettings) -> Self {
        PieState { p: 0.0, delay: 0.0, old_delay: 0.0, burst_left: settings.max_burst, accumulated_p: 0.0 }
    }

    /// Updates the drop probability (RFC 8033 section 4.2) and the burst allowance (section 4.4). Returns whether the state
    /// has changed: if not, no update changes it before the next arrival or departure.
    pub fn update(&mut self, settings: &PieSettings) -> bool {
        let before = *self;
        let (delay, old_delay) = (self.delay, self.old_delay);
        let mut step = (settings.alpha * (delay - settings.reference) + settings.beta * (delay - old_delay))
            * step_scale(self.p);
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
        self.burst_left = (self.burst_left - to_secs(settings.update_interval)).max(0.0);
        if self.p == 0.0 && delay < settings.reference / 2.0 && old_delay < settings.reference / 2.0 {
            self.burst_left = settings.max_burst;
        }
        self.old_delay = delay;
        *self != before
    }

    /// Decides at random whether an arriving packet is dropped or marked (RFC 8033 section 4.1): never
    /// during a burst allowance, in a short queue, or at a small delay with a drop probability below
    /// 0.2. With `derandomize`, drops are spaced out (section 5.4).
    pub fn decide_early_drop(&mut self, settings: &PieSettings, waiting_bytes: u64, rng: &mut Rng) -> bool {
        if self.burst_left > 0.0
            || (self.old_delay < settings.reference / 2.0 && self.p < 0.2)
            || waiting_bytes <= 2 * settings.max_packet
        {
            return false;
        }
        if settings.derandomize {
            if self.p == 0.0 {
                self.accumulated_p = 0.0;
            }
            self.accumulated_p += self.p;
            if self.accumulated_p < 0.85 {
                return false;
            }
            if self.accumulated_p < 8.5 && rng.uniform() >= self.p {
                return false;
            }
            self.accumulated_p = 0.0;
            return true;
        }
        rng.uniform() < self.p
    }

    /// Decides about an arriving packet, which finds `waiting_bytes` in its queue: accepts it, marks it, or drops it.
    pub fn admit(
        &mut self,
        packet: &mut Packet,
        settings: &PieSettings,
        waiting_bytes: u64,
        rng: &mut Rng,
        effects: &mut Effects,
    ) -> Verdict {
        if !self.decide_early_drop(settings, waiting_bytes, rng) {
            return Verdict::Accept;
        }
        let (p, delay) = (self.p, self.delay);
        if settings.ecn && p <= settings.mark_up_to && effects.mark(packet) {
            effects.decide(packet, decision::Marked { p, delay });
            return Verdict::Accept;
        }
        effects.decide(packet, decision::Dropped { p, delay });
        Verdict::Drop(Cause::QueueEarly)
    }

    /// Notes the wait of a packet that leaves. `is_empty`: no packet is left in the queue.
    pub fn note_departure(&mut self, waited: Time, is_empty: bool) {
        self.delay = if is_empty { 0.0 } else { to_secs(waited) };
    }

    /// Reports the controller's signals.
    pub fn report(&self, signals: PieSignals, at: Time, effects: &mut Effects) {
        effects.signal(signals.drop_probability, at, self.p);
        effects.signal(signals.delay, at, self.delay);
        effects.signal(signals.burst_left, at, self.burst_left);
    }
}

/// Calls `update` for each update that has become due by `now`, with its time. `update` returns whether further updates
/// can have an effect. If not, and after many updates without an arrival or departure, only the last one is made.
pub fn for_each_due_update(
    next_update: &mut Time,
    interval: Time,
    now: Time,
    mut update: impl FnMut(Time) -> bool,
) {
    let mut made = 0;
    while *next_update <= now {
        let continues = update(*next_update);
        *next_update += interval;
        made += 1;
        if (!continues || made > MAX_UPDATES) && *next_update <= now {
            *next_update += (now - *next_update) / interval * interval;
        }
    }
}

#[derive(Clone, Debug, State)]
#[state(not(settings))]
pub struct Pie {
    limit: QueueLimit,
    packets: Ring<Queued>,
    rng: Rng,
    settings: PieSettings,
    state: PieState,
    next_update: Time,
}

impl Pie {
    /// Makes the updates that have become due by `now`.
    fn make_due_updates(&mut self, now: Time, effects: &mut Effects) {
        for_each_due_update(&mut self.next_update, self.settings.update_interval, now, |at| {
            let changes = self.state.update(&self.settings);
            self.state.report(SIGNALS, at, effects);
            changes || effects.records_signals
        });
    }
}

impl Queue for Pie {
    type Params = Params;
    const ID: &'static str = "pie";
    const NAME: &'static str = "PIE";
    const LIMIT: Option<u64> = Some(1000);
    const SIGNALS: List<Signal> = PieSignals::list;
    const DECISIONS: List<Decision> = decision::list;

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        let settings = PieSettings::new(params, facts.max_packet);
        Pie {
            limit: QueueLimit::new(facts),
            packets: Ring::default(),
            rng: Rng::new(facts.seed, Purpose::Queue, facts.link),
            state: PieState::new(&settings),
            next_update: settings.update_interval,
            settings,
        }
    }

    fn updates_per_second(params: &Params) -> f64 {
        1.0 / params.update
    }

    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, effects: &mut Effects) -> Verdict {
        self.make_due_updates(state.now, effects);
        if !state.busy {
            self.state.delay = 0.0;
            return Verdict::Accept;
        }
        if self.limit.is_full(state.waiting, state.waiting_bytes, packet.size) {
            self.state.accumulated_p = 0.0;
            return Verdict::Drop(Cause::QueueFull);
        }
        self.state.admit(packet, &self.settings, state.waiting_bytes, &mut self.rng, effects)
    }

    fn enqueue(&mut self, queued: Queued, _: &mut Effects) {
        self.limit.add(&queued.packet);
        self.packets.push(queued);
    }

    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<Queued> {
        self.make_due_updates(now, effects);
        let Some(queued) = self.packets.pop() else {
            self.state.delay = 0.0;
            return None;
        };
        self.limit.remove(&queued.packet);
        self.state.note_departure(now - queued.arrived, self.packets.is_empty());
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
