//! A cell of a cellular network (LTE, 3GPP 36.213): the queues of its users and its air. In each slot, the base station
//! chooses among the users that have packets. Each has a signal that changes at random, and the signal determines how many
//! bits fit into the slot. A block that arrives with errors is sent again after some slots, and the packets behind it wait
//! for it, because the packets of a user stay in order.

#[cfg(test)]
use super::DropWhenFull;
use super::cake::HostNames;
use super::codel::{self, CodelSettings, CodelState};
use super::flow_queues::FlowQueues;
use crate::ground::rng::hash_text;
use crate::ground::time::NEVER;
use crate::net::queues::prelude::*;
use crate::params::{FieldKind, FlowId, ParamType};
use serde_json::{Value, json};

#[cfg(test)]
mod tests;

choice! {
    /// Which user a slot is given to.
    pub enum CellScheduler {
        /// The user whose signal is best in comparison with what it has had lately.
        ProportionalFair "proportional_fair" "Proportionally fair",
        /// The user that has waited for the longest time, so that all have the same number of slots.
        RoundRobin "round_robin" "In turns",
    }
}

/// The signal of a user, if it is not that of all others.
#[derive(Clone, Debug, PartialEq)]
pub struct UserSignal {
    flow: String,
    signal: u32,
}

impl ParamType for UserSignal {
    fn kind() -> FieldKind {
        let flow = Field::new("flow", FieldKind::Id, "A flow of the user.");
        let signal = Field::new("signal", FieldKind::Integer, "Mean quality of the signal of this user.");
        FieldKind::Object(vec![flow.default(""), signal.range(1.0..=15.0).default(4)])
    }
    fn to_value(&self) -> Value {
        json!({"flow": self.flow, "signal": self.signal})
    }
    fn from_value(value: &Value) -> Option<Self> {
        let FlowId(flow) = FlowId::from_value(value.get("flow")?)?;
        Some(UserSignal { flow, signal: value.get("signal").map_or(Some(4), u32::from_value)? })
    }
}

params! {
    pub struct Params {
        /// Which user a slot is given to.
        scheduler: CellScheduler = CellScheduler::ProportionalFair, label "Who sends next";
        /// Mean quality of the signal (CQI). The link's rate is that of 15; each lower quality has less, down to 3 % at 1.
        signal: u32 = 10, range 1..=15u32, cite "3GPP 36.213, table 7.2.3-1";
        /// The users with another mean signal.
        users: Vec<UserSignal> = Vec::new();
        /// Which flows belong to the same user.
        names: HostNames = HostNames::Flow, label "Flows of a user";
        /// How far a signal moves from its mean, up and down.
        variation: u32 = 4, range 0..=14u32;
        /// Time after which a signal moves one step up or down.
        every: f64 = 0.05, unit "s", range 0.001..=100.0, scale log, label "Step of the signal";
        /// Length of a slot.
        slot: f64 = 0.001, unit "s", range 0.0001..=0.01, scale log, cite "3GPP 36.211";
        /// Probability that a block arrives with errors, each time it is sent.
        errors: f64 = 0.1, range 0.0..=0.5, label "Block errors", cite "3GPP 36.213, section 7.2.3";
        /// Slots after which a block with errors is sent again.
        again: u32 = 8, unit "slots", range 1..=16u32, label "Sent again after", cite "3GPP 36.321, HARQ RTT";
        /// Slots over which the scheduler averages what a user has had.
        average: u32 = 100, unit "slots", range 1..=100_000u32, scale log, label "Memory";
        /// CoDel in the queue of each user.
        codel: bool = false, label "CoDel for each user";
    }
}

signals! {
    const SIGNALS: CellularSignals {
        ..codel: codel::CodelSignals;
        /// Number of users for which packets wait.
        users: "Users waiting";
        /// Quality of the signal of the user that has the slot (CQI).
        quality: "Signal";
    }
}

/// Bits for each symbol by the quality of the signal, from 1 on, in units of 0.0001 (3GPP 36.213, table 7.2.3-1).
const EFFICIENCY: [u16; 15] =
    [1523, 2344, 3770, 6016, 8770, 11758, 14766, 19141, 24063, 27305, 33223, 39023, 45234, 51152, 55547];
/// The largest number of times that a block is sent again.
const MOST_REPEATS: u64 = 7;
/// Number of slots for which shares are reserved: more than `MOST_REPEATS` times the largest distance.
const RESERVED_SLOTS: usize = 128;

/// The rate at a quality of the signal, as a share of that at the best one.
fn share_at(signal: u32) -> f64 {
    let index = (signal.clamp(1, 15) - 1) as usize;
    f64::from(EFFICIENCY[index]) / f64::from(EFFICIENCY[EFFICIENCY.len() - 1])
}

impl Params {
    fn name_of<'a>(&self, flow: &'a str) -> &'a str {
        match self.names {
            HostNames::Flow => flow,
            HostNames::Prefix => flow.split('-').next().unwrap_or(flow),
        }
    }

    /// The lowest and the highest quality of the signal of a user.
    fn signals_of(&self, user: &str) -> (u32, u32) {
        let listed = self.users.iter().find(|listed| self.name_of(&listed.flow) == user);
        let mean = listed.map_or(self.signal, |listed| listed.signal);
        (mean.saturating_sub(self.variation).max(1), (mean + self.variation).min(15))
    }
}

/// A user and its queue.
#[derive(Clone, Debug, State)]
#[state(not(lowest, highest))]
struct User {
    queue: FlowQueues<CodelState>,
    lowest: u32,
    highest: u32,
    /// Quality of the signal after `steps` steps.
    signal: u32,
    steps: u64,
    rng: Rng,
    /// Packets and bytes of the user, those in the queue and those on the air.
    held: u32,
    held_bytes: u64,
    /// The packet of which a part has been sent, and the bits that are left.
    begun: Option<Queued>,
    bits_left: f64,
    /// When all blocks so far have arrived.
    complete_at: Time,
    /// Mean number of bits per slot.
    mean_bits: f64,
    /// The last slot of the user.
    last_slot: u64,
}

impl User {
    fn has_packets(&self) -> bool {
        self.begun.is_some() || self.queue.limit.stored_packets > 0
    }
}

/// A packet of which all parts have been sent, and when they have arrived.
#[derive(Clone, Copy, Debug, Default, State)]
struct OnAir {
    at: Time,
    user: u32,
    queued: Queued,
}

#[derive(Clone, Debug, State)]
#[state(not(params, codel, user_of, slot, every, rate))]
pub struct Cellular {
    limit: QueueLimit,
    params: Params,
    codel: CodelSettings,
    /// Index of the user of each stream.
    user_of: Vec<u32>,
    slot: Time,
    every: Time,
    /// Bits of a slot at the best signal.
    rate: f64,
    users: Vec<User>,
    rng: Rng,
    /// When the next slot begins in which something can be sent.
    next_slot: Time,
    /// The slots in which blocks are sent again, and the shares that they take.
    reserved: Vec<(u64, f64)>,
    /// The packets on the air, the first that arrives at the end.
    air: Vec<OnAir>,
}

impl Cellular {
    /// Moves the signal of a user until `now`. Both ends of its range hold it back.
    fn move_signal(&mut self, index: usize, now: Time) {
        let (user, steps) = (&mut self.users[index], now / self.every);
        while user.steps < steps {
            user.steps += 1;
            let moved = if user.rng.below(2) == 0 { user.signal + 1 } else { user.signal - 1 };
            user.signal = moved.clamp(user.lowest, user.highest);
        }
    }

    /// The user with packets that gets the slot, or the rest of it; `None` if all have had their part.
    fn choose(&self, slot: u64) -> Option<usize> {
        let mut best: Option<((f64, u64), usize)> = None;
        for (index, user) in self.users.iter().enumerate() {
            if user.last_slot == slot || !user.has_packets() {
                continue;
            }
            let score = match self.params.scheduler {
                CellScheduler::ProportionalFair => share_at(user.signal) / user.mean_bits,
                CellScheduler::RoundRobin => (slot - user.last_slot) as f64,
            };
            // With equal scores, as of a memory of one slot, the user that has waited for longer.
            let rank = (score, slot - user.last_slot);
            if best.is_none_or(|(other, _)| rank > other) {
                best = Some((rank, index));
            }
        }
        best.map(|(_, index)| index)
    }

    /// Takes the next packet of a user, after drops by CoDel.
    fn take(&mut self, index: usize, now: Time, effects: &mut Effects) -> Option<Queued> {
        let user = &mut self.users[index];
        let before = user.queue.limit;
        let (settings, has_codel) = (&self.codel, self.params.codel);
        let queued = user.queue.take(settings, has_codel, now, effects);
        let mut after = user.queue.limit;
        if let Some(queued) = &queued {
            after.add(&queued.packet);
        }
        let (packets, bytes) =
            (before.stored_packets - after.stored_packets, before.stored_bytes - after.stored_bytes);
        (user.held, user.held_bytes) = (user.held - packets, user.held_bytes - bytes);
        self.limit.stored_packets -= packets;
        self.limit.stored_bytes -= bytes;
        queued
    }

    /// Sends a block of at most `room` bits to a user in the slot that begins at `now`. Returns its bits.
    fn send_block(&mut self, index: usize, room: f64, now: Time, effects: &mut Effects) -> f64 {
        let mut repeats = 0;
        while repeats < MOST_REPEATS && self.rng.uniform() < self.params.errors {
            repeats += 1;
        }
        let again = u64::from(self.params.again);
        let arrives = now + self.slot * (1 + repeats * again);
        let complete_at = self.users[index].complete_at.max(arrives);
        self.users[index].complete_at = complete_at;
        let mut left = room;
        while left > 0.0 {
            if self.users[index].begun.is_none() {
                let Some(next) = self.take(index, now, effects) else { break };
                let user = &mut self.users[index];
                (user.begun, user.bits_left) = (Some(next), f64::from(next.packet.size) * 8.0);
            }
            let user = &mut self.users[index];
            let bits = user.bits_left.min(left);
            (user.bits_left, left) = (user.bits_left - bits, left - bits);
            if user.bits_left == 0.0
                && let Some(queued) = user.begun.take()
            {
                let place = self.air.partition_point(|other| other.at > complete_at);
                self.air.insert(place, OnAir { at: complete_at, user: narrow::<u32>(index), queued });
            }
        }
        let share = (room - left) / self.rate / share_at(self.users[index].signal);
        for repeat in 1..=repeats {
            let slot = now / self.slot + repeat * again;
            let reserved = &mut self.reserved[narrow::<usize>(slot) % RESERVED_SLOTS];
            *reserved = (slot, share + if reserved.0 == slot { reserved.1 } else { 0.0 });
        }
        room - left
    }

    /// Gives the slot that begins at `now` to users.
    #[inline(never)]
    fn run_slot(&mut self, now: Time, effects: &mut Effects) {
        let slot = now / self.slot;
        for index in 0..self.users.len() {
            self.move_signal(index, now);
        }
        if effects.records_signals {
            let waiting = self.users.iter().filter(|user| user.has_packets()).count();
            effects.signal(SIGNALS.users, now, waiting as f64);
        }
        let reserved = self.reserved[narrow::<usize>(slot) % RESERVED_SLOTS];
        let mut free = if reserved.0 == slot { (1.0 - reserved.1).max(0.0) } else { 1.0 };
        let weight = 1.0 / f64::from(self.params.average);
        for user in &mut self.users {
            user.mean_bits -= weight * user.mean_bits;
        }
        // A rest of less than a thousandth is rounding.
        while free > 0.001
            && let Some(index) = self.choose(slot)
        {
            let signal = self.users[index].signal;
            let whole_slot = self.rate * share_at(signal);
            effects.signal(SIGNALS.quality, now, f64::from(signal));
            let bits = self.send_block(index, free * whole_slot, now, effects);
            free -= bits / whole_slot;
            let user = &mut self.users[index];
            user.mean_bits += weight * bits;
            user.last_slot = slot;
        }
    }
}

// The functions are not copied into those of links, because the page loads their code at the first visit.
impl Queue for Cellular {
    type Params = Params;
    const ID: &'static str = "cellular";
    const NAME: &'static str = "Cellular network";
    const LIMIT: Option<u64> = Some(2000);
    const IS_MEDIUM: bool = true;
    const SIGNALS: List<Signal> = CellularSignals::list;
    const DECISIONS: List<Decision> = codel::decision::list;

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        let mut names: Vec<&str> = Vec::new();
        let mut user_of = vec![0; facts.conns.len() * 2];
        for &stream in facts.streams {
            let own = params.name_of(&facts.conns[stream as usize / 2].flow);
            let known = names.iter().position(|name| *name == own);
            user_of[stream as usize] = narrow::<u32>(known.unwrap_or_else(|| {
                names.push(own);
                names.len() - 1
            }));
        }
        let one_queue = (vec![0; facts.conns.len() * 2], 1);
        let users = names.iter().map(|name| {
            let (lowest, highest) = params.signals_of(name);
            let mut rng = Rng::new(facts.seed, Purpose::Queue, facts.link ^ hash_text(name));
            User {
                queue: FlowQueues::new(facts, one_queue.clone(), 1500, CodelState::default()),
                lowest,
                highest,
                signal: lowest + narrow::<u32>(rng.below(u64::from(highest - lowest) + 1)),
                steps: 0,
                rng,
                held: 0,
                held_bytes: 0,
                begun: None,
                bits_left: 0.0,
                complete_at: 0,
                mean_bits: 1.0,
                last_slot: 0,
            }
        });
        let slot = from_secs(params.slot).max(1);
        Cellular {
            limit: QueueLimit::new(facts),
            codel: CodelSettings::new(0.005, 0.1, true, facts.max_packet),
            users: users.collect(),
            user_of,
            slot,
            every: from_secs(params.every).max(1),
            rate: facts.rate * to_secs(slot),
            rng: Rng::new(facts.seed, Purpose::Queue, facts.link),
            next_slot: slot,
            reserved: vec![(0, 0.0); RESERVED_SLOTS],
            air: Vec::new(),
            params: params.clone(),
        }
    }

    /// In each slot, the signal and the mean of each user change, which takes a fiftieth of a packet.
    fn updates_per_second(params: &Params) -> f64 {
        0.2 / params.slot
    }

    fn station_rate(params: &Params, flow: &str, link_rate: f64) -> Option<f64> {
        let (lowest, highest) = params.signals_of(params.name_of(flow));
        let sum: f64 = (lowest..=highest).map(share_at).sum();
        Some(link_rate * sum / f64::from(highest - lowest + 1))
    }

    fn shapes(&self) -> bool {
        true
    }

    fn ready_at(&self) -> Time {
        let slot = if self.users.iter().any(User::has_packets) { self.next_slot } else { NEVER };
        self.air.last().map_or(slot, |first| first.at.min(slot))
    }

    /// Each user may hold an equal part of the limit, but at least one packet.
    #[inline(never)]
    fn admit(&mut self, packet: &mut Packet, _: &ArrivalState, _: &mut Effects) -> Verdict {
        let (user, users) = (&self.users[self.user_of[packet.stream()] as usize], self.users.len() as u64);
        let mut part = self.limit;
        (part.limit_packets, part.limit_bytes) = (part.limit_packets / users, part.limit_bytes / users);
        let is_full = self.limit.is_full(self.limit.stored_packets, self.limit.stored_bytes, packet.size)
            || user.held > 0 && part.is_full(user.held, user.held_bytes, packet.size);
        if is_full { Verdict::Drop(Cause::QueueFull) } else { Verdict::Accept }
    }

    #[inline(never)]
    fn enqueue(&mut self, queued: Queued, effects: &mut Effects) {
        // A packet has no part in slots that began before it arrived.
        while self.next_slot < queued.arrived && self.users.iter().any(User::has_packets) {
            self.run_slot(self.next_slot, effects);
            self.next_slot += self.slot;
        }
        self.next_slot = self.next_slot.max(queued.arrived.div_ceil(self.slot) * self.slot);
        self.limit.add(&queued.packet);
        let user = &mut self.users[self.user_of[queued.packet.stream()] as usize];
        user.held += 1;
        user.held_bytes += u64::from(queued.packet.size);
        user.queue.push(queued);
    }

    #[inline(never)]
    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<Queued> {
        loop {
            if let Some(first) = self.air.last().copied().filter(|first| first.at <= now) {
                self.air.pop();
                let user = &mut self.users[first.user as usize];
                user.held -= 1;
                user.held_bytes -= u64::from(first.queued.packet.size);
                self.limit.remove(&first.queued.packet);
                return Some(first.queued);
            }
            if self.ready_at() > now {
                return None;
            }
            self.run_slot(self.next_slot, effects);
            self.next_slot += self.slot;
        }
    }

    fn waiting(&self) -> (u32, u64) {
        (self.limit.stored_packets, self.limit.stored_bytes)
    }

    fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.limit.set_limit(packets, bytes);
    }

    #[cfg(test)]
    fn overflow(&self) -> DropWhenFull {
        DropWhenFull::OnAir
    }

    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
        let on_air = self.air.iter().map(|on_air| &on_air.queued);
        let begun = self.users.iter().filter_map(|user| user.begun.as_ref());
        let matching = on_air.chain(begun).filter(|queued| matches(&queued.packet)).count() as u64;
        matching + self.users.iter().map(|user| user.queue.count(matches)).sum::<u64>()
    }
}
