//! CoDel, controlled delay (RFC 8289): packets that have waited longer than a target for a whole interval are dropped
//! or marked at the head, ever more often until the delay is below the target again.

use super::{Effects, ArrivalState, Queue, QueueFacts, QueueLimit, Verdict};
use crate::describe::{Decision, DecisionInput, KindInfo, Signal, words};
use crate::ground::packet::Packet;
use crate::ground::time::{Time, from_secs, to_secs};
use crate::net::link::Cause;
use crate::ground::ring::Ring;
use crate::params;
use crate::params::ParamSet;

params! {
    pub struct Params {
        /// Standing delay that is tolerated.
        target: f64 = 0.005, unit "s", range 0.00001..=10.0, scale log, cite "RFC 8289 section 4.4";
        /// The delay must stay above the target for so long before anything is dropped: a usual round-trip time.
        interval: f64 = 0.1, unit "s", range 0.0001..=100.0, scale log, cite "RFC 8289 section 4.3";
        /// Mark packets of senders that understand marks instead of dropping them.
        ecn: bool = true, label "ECN", cite "RFC 8289 section 3";
    }
}

/// Places of the signals of what uses `Control`.
const SOJOURN: usize = 0;
const COUNT: usize = 1;
const DROPPING: usize = 2;

/// Places of the decisions.
const DROPPED: u32 = 0;
const MARKED: u32 = 1;

/// The signals of a queue under `Control`.
pub fn signals() -> Vec<Signal> {
    vec![
        Signal::gauge("sojourn", "Sojourn time", "s", "Time that the packet taken from the head has waited."),
        Signal::gauge(
            "drop_count",
            "Drops in a row",
            "packets",
            "CoDel's count: drops come at intervals of the square root of it.",
        ),
        Signal::gauge("dropping", "Dropping", "", "1 while CoDel drops, else 0."),
    ]
}

/// The sentences of a queue under `Control`.
pub fn decisions() -> Vec<Decision> {
    const SOJOURN: DecisionInput =
        DecisionInput { id: "sojourn", unit: "s", doc: "How long the packet has waited." };
    const NUMBER: DecisionInput =
        DecisionInput { id: "count", unit: "", doc: "Which drop in a row it is." };
    const GAP: DecisionInput = DecisionInput { id: "gap", unit: "s", doc: "Time until the next one." };
    vec![
        Decision {
            id: "late_drop",
            label: "Dropped at the head",
            template: "CoDel dropped a packet at the head: it has waited {sojourn}, and the delay has been above the \
                       target for an interval. It is number {count} in a row; the next one goes in {gap}.",
            inputs: &[SOJOURN, NUMBER, GAP],
        },
        Decision {
            id: "late_mark",
            label: "Marked at the head",
            template: "CoDel marked a packet at the head: it has waited {sojourn}, and the delay has been above the \
                       target for an interval. It is number {count} in a row; the next one is marked in {gap}.",
            inputs: &[SOJOURN, NUMBER, GAP],
        },
    ]
}

/// The settings in the units of the simulation.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    pub target: Time,
    pub interval: Time,
    /// Not so much as this may be left for anything to be dropped: the largest packet.
    pub least_bytes: u64,
    pub ecn: bool,
}

impl Law {
    pub fn new(target: f64, interval: f64, ecn: bool, packet: u64) -> Self {
        Law { target: from_secs(target), interval: from_secs(interval), least_bytes: packet, ecn }
    }

    /// The time between drops, the control law.
    fn gap(&self, count: u32) -> Time {
        (self.interval as f64 / f64::from(count.max(1)).sqrt()) as Time
    }
}

/// A queue that CoDel can take packets from.
pub trait Fifo {
    fn pop(&mut self) -> Option<(Packet, Time)>;
    /// What is left in it.
    fn bytes(&self) -> u64;
}

/// CoDel's state of one queue (RFC 8289 section 5).
#[derive(Clone, Debug, Default)]
pub struct Control {
    /// When the delay will have been above the target for an interval; 0: it is not above.
    first_above: Time,
    drop_next: Time,
    count: u32,
    last_count: u32,
    dropping: bool,
}

impl Control {
    /// Takes the head, and says whether it may be dropped.
    fn take(&mut self, queue: &mut impl Fifo, law: &Law, now: Time) -> (Option<(Packet, Time)>, bool) {
        let Some((packet, arrived)) = queue.pop() else {
            self.first_above = 0;
            return (None, false);
        };
        let mut ok = false;
        if now - arrived < law.target || queue.bytes() <= law.least_bytes {
            self.first_above = 0;
        } else if self.first_above == 0 {
            self.first_above = now + law.interval;
        } else {
            ok = now >= self.first_above;
        }
        (Some((packet, arrived)), ok)
    }

    /// Drops the head, or marks it and leaves it; what is at the head then, and whether that may be dropped.
    fn strike(
        &mut self,
        (mut packet, arrived): (Packet, Time),
        queue: &mut impl Fifo,
        law: &Law,
        now: Time,
        effects: &mut Effects,
    ) -> (Option<(Packet, Time)>, bool, bool) {
        let inputs = [to_secs(now - arrived), f64::from(self.count), to_secs(law.gap(self.count)), 0.0];
        if law.ecn && effects.mark(&mut packet) {
            effects.decide(&packet, MARKED, inputs);
            return (Some((packet, arrived)), false, true);
        }
        effects.decide(&packet, DROPPED, inputs);
        effects.drop(packet, Cause::QueueEarly);
        let (head, ok) = self.take(queue, law, now);
        (head, ok, false)
    }

    /// A packet of this queue was dropped for want of room: that counts as a drop (RFC 8290 section 4.1).
    pub fn dropped_elsewhere(&mut self) {
        self.count = self.count.saturating_add(1);
    }

    /// The packet to be sent next.
    pub fn next(
        &mut self,
        queue: &mut impl Fifo,
        law: &Law,
        now: Time,
        effects: &mut Effects,
    ) -> Option<(Packet, Time)> {
        let (mut head, mut ok) = self.take(queue, law, now);
        if self.dropping {
            if !ok {
                self.dropping = false;
            }
            while self.dropping && now >= self.drop_next {
                let Some(victim) = head else { break };
                self.count = self.count.saturating_add(1);
                let marked;
                (head, ok, marked) = self.strike(victim, queue, law, now, effects);
                if !ok && !marked {
                    self.dropping = false;
                    break;
                }
                self.drop_next += law.gap(self.count);
                if marked {
                    break;
                }
            }
        } else if ok && let Some(victim) = head {
            let delta = self.count.wrapping_sub(self.last_count);
            let recent = now.saturating_sub(self.drop_next) < 16 * law.interval;
            self.count = if delta > 1 && recent && self.count > self.last_count { delta } else { 1 };
            (head, _, _) = self.strike(victim, queue, law, now, effects);
            self.dropping = true;
            self.drop_next = now + law.gap(self.count);
            self.last_count = self.count;
        }
        if let Some((_, arrived)) = head {
            effects.signal(SOJOURN, now, to_secs(now - arrived));
            effects.signal(COUNT, now, f64::from(self.count));
            effects.signal(DROPPING, now, f64::from(u8::from(self.dropping)));
        }
        head
    }
}

#[derive(Clone, Debug)]
struct Waiting {
    room: QueueLimit,
    packets: Ring<(Packet, Time)>,
}

impl Fifo for Waiting {
    fn pop(&mut self) -> Option<(Packet, Time)> {
        let (packet, arrived) = self.packets.pop()?;
        self.room.remove(&packet);
        Some((packet, arrived))
    }

    fn bytes(&self) -> u64 {
        self.room.bytes
    }
}

#[derive(Clone, Debug)]
pub struct Codel {
    waiting: Waiting,
    law: Law,
    control: Control,
}

impl Queue for Codel {
    type Params = Params;
    const ID: &'static str = "codel";

    fn info() -> KindInfo {
        KindInfo {
            id: Self::ID,
            name: "CoDel",
            doc: words("Controlled delay: watches how long packets have waited when they are taken from the head. If that stays \
                  above the target for an interval, one packet is dropped or marked, and more at shorter and shorter \
                  gaps until the delay is below the target again. Bursts shorter than the interval pass."),
            fields: Params::fields(),
            signals: signals(),
        }
    }

    fn decisions() -> Vec<Decision> {
        decisions()
    }

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        Codel {
            waiting: Waiting { room: QueueLimit::new(facts), packets: Ring::default() },
            law: Law::new(params.target, params.interval, params.ecn, facts.packet),
            control: Control::default(),
        }
    }

    fn admit(&mut self, packet: &mut Packet, found: &ArrivalState, _: &mut Effects) -> Verdict {
        if found.busy && self.waiting.room.is_full(found.waiting, found.bytes, packet.size) {
            Verdict::Drop(Cause::QueueFull)
        } else {
            Verdict::Accept
        }
    }

    fn enqueue(&mut self, packet: Packet, now: Time, _: &mut Effects) {
        self.waiting.room.add(&packet);
        self.waiting.packets.push((packet, now));
    }

    fn dequeue(&mut self, now: Time, effects: &mut Effects) -> Option<(Packet, Time)> {
        self.control.next(&mut self.waiting, &self.law, now, effects)
    }

    fn waiting(&self) -> (u32, u64) {
        (self.waiting.room.packets, self.waiting.room.bytes)
    }

    fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.waiting.room.set_limit(packets, bytes);
    }

    fn count(&self, such: &dyn Fn(&Packet) -> bool) -> u64 {
        self.waiting.packets.iter().filter(|(packet, _)| such(packet)).count() as u64
    }
}
