//! Random early detection (Floyd and Jacobson 1993), with the gentle mode, the spacing of drops, byte mode and automatic
//! settings of ns-2, and adaptive RED (Floyd, Gummadi and Shenker 2001).
//!
//! An average of the queue length is updated at each arrival. Between two thresholds, packets are dropped or marked with a
//! probability that increases with the average, at even distances. Everything is decided on arrival, so links can compute
//! departures.

use super::{ArrivalState, Effects, Queue, QueueFacts, QueueLimit, Verdict};
use crate::describe::{Decision, DecisionInput, KindInfo, Signal, help_text};
use crate::ground::math;
use crate::ground::packet::Packet;
use crate::ground::ring::Ring;
use crate::ground::rng::{Purpose, Rng};
use crate::ground::time::{Time, from_secs, to_secs};
use crate::net::link::Cause;
use crate::params;
use crate::params::ParamSet;

params! {
    pub struct Params {
        /// Average queue from which on packets are dropped.
        min_threshold: Option<f64> = None, unit "packets", range 0.0..=1e6, label "Lower threshold", null "half of 5 ms at the link's rate, at least 5 packets";
        /// Average queue at which the drop probability has reached its largest early value.
        max_threshold: Option<f64> = None, unit "packets", range 0.0..=1e6, label "Upper threshold", null "three times the lower threshold";
        /// Weight of the present queue in the average.
        weight: Option<f64> = None, above 0.0, max 1.0, scale log, label "Averaging weight", null "from the link's rate and delay, so that the average remembers about ten round trips";
        /// Drop probability at the upper threshold.
        max_probability: f64 = 0.1, above 0.0, max 1.0, label "Largest early probability", cite "Floyd and Jacobson 1993";
        /// Let the probability rise to 1 between the upper threshold and twice that, instead of at once.
        gentle: bool = true, cite "Floyd 2000";
        /// Wait for 1/p packets between drops, as ns-2 does; otherwise drops may come twice as soon.
        wait: bool = true, label "Space drops out";
        /// Average bytes instead of packets, and drop large packets more often.
        byte_mode: bool = false;
        /// Packets are taken to have this size where packets and bytes are converted, and while idle time ages the average.
        mean_packet: Option<u32> = None, unit "bytes", range 40..=65535u32, label "Mean packet size", null "the largest packet of the flows";
        /// Mark packets of senders that understand marks instead of dropping them.
        ecn: bool = true, label "ECN", cite "RFC 3168";
        /// Beyond this drop probability packets are dropped, not marked.
        mark_up_to: f64 = 0.1, range 0.0..=1.0, label "Mark up to";
        /// Adjust the largest early probability so that the average stays between the thresholds.
        adaptive: bool = false, cite "Floyd, Gummadi and Shenker 2001";
        /// How often it is adjusted.
        interval: f64 = 0.5, unit "s", range 0.001..=100.0, label "Adaptation interval";
        /// Largest step up.
        increase: f64 = 0.01, above 0.0, max 1.0, label "Adaptation step";
        /// Factor of each step down.
        decrease: f64 = 0.9, above 0.0, max 1.0, label "Adaptation factor";
        /// Highest value that adaptation sets.
        top: f64 = 0.5, above 0.0, max 1.0, label "Highest probability";
        /// Lowest value that adaptation sets.
        bottom: Option<f64> = None, above 0.0, max 1.0, scale log, label "Lowest probability", null "0.01, or less above 8 Mbit/s";
    }
}

/// Indices of the signals.
const AVERAGE: usize = 0;
const PROBABILITY: usize = 1;
const MAX_PROBABILITY: usize = 2;

/// Indices of the decisions.
const EARLY: u32 = 0;
const MARKED: u32 = 1;
const FORCED: u32 = 2;

#[derive(Clone, Debug)]
pub struct Red {
    limit: QueueLimit,
    /// Thresholds, in the unit of the average: packets or bytes.
    min: f64,
    max: f64,
    weight: f64,
    max_p: f64,
    gentle: bool,
    wait: bool,
    byte_mode: bool,
    mean_packet: f64,
    ecn: bool,
    mark_up_to: f64,
    adapts: Option<RedAdaptation>,
    /// Mean packets per second at the link's rate.
    packet_rate: f64,
    average: f64,
    /// Packets and bytes since the last drop.
    count: u64,
    count_bytes: u64,
    /// Whether the average was above the lower threshold at the last arrival.
    above: bool,
    rng: Rng,
    /// Used on the event path only.
    packets: Ring<(Packet, Time)>,
}

/// Settings and state of adaptive RED.
#[derive(Clone, Debug)]
struct RedAdaptation {
    every: Time,
    last: Time,
    increase: f64,
    decrease: f64,
    top: f64,
    bottom: f64,
}

impl RedAdaptation {
    /// Moves the largest early probability so that the average stays in the middle of the thresholds: additive increase, multiplicative
    /// decrease (Floyd, Gummadi and Shenker 2001, section 3).
    fn adapt(&mut self, max_p: &mut f64, average: f64, min: f64, max: f64, now: Time) {
        if now <= self.last + self.every {
            return;
        }
        let part = 0.4 * (max - min);
        if average < min + part && *max_p > self.bottom {
            *max_p *= self.decrease;
            self.last = now;
        } else if average > max - part && *max_p < self.top {
            *max_p += self.increase.min(*max_p / 4.0);
            self.last = now;
        }
    }
}

/// The averaging weight whose time constant is ten round trips, each taken as three times the link's delay but at least 0.1 s
/// (ns-2's automatic setting).
pub fn automatic_weight(delay: f64, packet_rate: f64) -> f64 {
    let rtt = (3.0 * (delay + 1.0 / packet_rate)).max(0.1);
    1.0 - math::exp(-1.0 / (10.0 * rtt * packet_rate))
}

/// The lower threshold in packets: half of what the link sends in 5 ms, at least 5 (ns-2's automatic setting).
pub fn automatic_threshold(packet_rate: f64) -> f64 {
    (0.005 * packet_rate / 2.0).max(5.0)
}

/// The lowest probability that adaptation sets.
pub fn automatic_bottom(bits_per_second: f64) -> f64 {
    (80_000.0 / bits_per_second).min(0.01)
}

impl Red {
    /// The drop probability for the present average, before drops are spaced out: linear between the thresholds (Floyd and Jacobson 1993,
    /// section 4), and in gentle mode linear from there to 1 at twice the upper threshold (Floyd 2000).
    fn base_probability(&self) -> f64 {
        let (average, min, max) = (self.average, self.min, self.max);
        if average < max {
            let span = (max - min).max(f64::MIN_POSITIVE);
            math::limit(self.max_p * (average - min) / span, 0.0, 1.0)
        } else if self.gentle && average < 2.0 * max {
            self.max_p + (1.0 - self.max_p) * (average - max) / max
        } else {
            1.0
        }
    }

    /// The probability for this packet: increases with the packets since the last drop, so that drops are evenly spaced (Floyd and
    /// Jacobson 1993, section 7).
    fn spaced(&self, p_b: f64, size: u16) -> f64 {
        let count =
            if self.byte_mode { self.count_bytes as f64 / self.mean_packet } else { self.count as f64 };
        let due = count * p_b;
        let p = if self.wait {
            if due < 1.0 {
                0.0
            } else if due < 2.0 {
                p_b / (2.0 - due)
            } else {
                1.0
            }
        } else if due < 1.0 {
            p_b / (1.0 - due)
        } else {
            1.0
        };
        let p = if self.byte_mode && p < 1.0 { p * f64::from(size) / self.mean_packet } else { p };
        p.min(1.0)
    }

    /// Updates the average at an arrival. After an idle period it decays as if small packets had arrived at an empty queue (Floyd and
    /// Jacobson 1993, section 4).
    fn update_average(&mut self, queue: f64, state: &ArrivalState) {
        if !state.busy {
            let idle = to_secs(state.now - state.idle_since);
            let missed = math::floor(self.packet_rate * idle).min(1e9) as i32;
            self.average *= math::powi(1.0 - self.weight, missed);
        }
        self.average = (1.0 - self.weight) * self.average + self.weight * queue;
    }

    fn restart_count(&mut self, packets: u64, bytes: u64) {
        self.count = packets;
        self.count_bytes = bytes;
    }
}

impl Queue for Red {
    type Params = Params;
    const ID: &'static str = "red";

    fn info() -> KindInfo {
        KindInfo {
            id: Self::ID,
            name: "RED",
            doc: help_text(
                "Random early detection: keeps an average of the queue, and drops or marks packets with a probability \
                  that rises from 0 at the lower threshold to its largest early value at the upper one. Senders slow down \
                  before the queue is full, and at different times.",
            ),
            fields: Params::fields(),
            signals: vec![
                Signal::gauge("average", "Average queue", "packets", "RED's average of the waiting packets."),
                Signal::gauge(
                    "drop_probability",
                    "Drop probability",
                    "",
                    "Probability of an early drop, before drops are spaced out.",
                ),
                Signal::gauge(
                    "max_probability",
                    "Largest early probability",
                    "",
                    "The probability at the upper threshold, which adaptation moves.",
                ),
            ],
        }
    }

    fn decisions() -> Vec<Decision> {
        const AVG: DecisionInput =
            DecisionInput { id: "average", unit: "packets", doc: "The average queue." };
        const P: DecisionInput =
            DecisionInput { id: "p", unit: "", doc: "The drop probability, before spacing." };
        const COUNT: DecisionInput =
            DecisionInput { id: "count", unit: "packets", doc: "Packets since the last drop." };
        vec![
            Decision {
                id: "early_drop",
                label: "Early drop",
                template: "RED dropped a packet: the average queue is {average} packets, so its drop \
                           probability is {p}; {count} packets have passed since the last drop.",
                inputs: &[AVG, P, COUNT],
            },
            Decision {
                id: "early_mark",
                label: "Early mark",
                template: "RED marked a packet instead of dropping it: the average queue is {average} packets, so its \
                           probability is {p}; {count} packets have passed since the last drop.",
                inputs: &[AVG, P, COUNT],
            },
            Decision {
                id: "forced_drop",
                label: "Forced drop",
                template: "RED dropped a packet: the average queue of {average} packets is beyond its limits, or the \
                           queue is full.",
                inputs: &[AVG, P, COUNT],
            },
        ]
    }

    fn build(params: &Params, facts: &QueueFacts) -> Self {
        let mean_packet = f64::from(params.mean_packet.unwrap_or(facts.max_packet.clamp(40, 65_535) as u32));
        let packet_rate = facts.rate / (8.0 * mean_packet);
        let min = params.min_threshold.unwrap_or_else(|| automatic_threshold(packet_rate));
        let max = params.max_threshold.unwrap_or(3.0 * min).max(min);
        let unit = if params.byte_mode { mean_packet } else { 1.0 };
        Red {
            limit: QueueLimit::new(facts),
            min: min * unit,
            max: max * unit,
            weight: params.weight.unwrap_or_else(|| automatic_weight(facts.delay, packet_rate)),
            max_p: params.max_probability,
            gentle: params.gentle,
            wait: params.wait,
            byte_mode: params.byte_mode,
            mean_packet,
            ecn: params.ecn,
            mark_up_to: params.mark_up_to,
            adapts: params.adaptive.then(|| RedAdaptation {
                every: from_secs(params.interval),
                last: 0,
                increase: params.increase,
                decrease: params.decrease,
                top: params.top,
                bottom: params.bottom.unwrap_or_else(|| automatic_bottom(facts.rate)),
            }),
            packet_rate,
            average: 0.0,
            count: 0,
            count_bytes: 0,
            above: false,
            rng: Rng::new(facts.seed, Purpose::Queue, facts.link),
            packets: Ring::default(),
        }
    }

    fn decides_on_arrival(&self) -> bool {
        true
    }

    fn admit(&mut self, packet: &mut Packet, state: &ArrivalState, effects: &mut Effects) -> Verdict {
        let queue = if self.byte_mode { state.waiting_bytes as f64 } else { f64::from(state.waiting) };
        self.update_average(queue, state);
        if let Some(adaptation) = &mut self.adapts {
            adaptation.adapt(&mut self.max_p, self.average, self.min, self.max, state.now);
        }
        self.count += 1;
        self.count_bytes += u64::from(packet.size);
        let mut p_b = 0.0;
        let mut verdict = Verdict::Accept;
        let shown = if self.byte_mode { self.average / self.mean_packet } else { self.average };
        if self.average >= self.min && state.waiting > 1 {
            p_b = self.base_probability();
            if p_b >= 1.0 {
                verdict = Verdict::Drop(Cause::QueueFull);
            } else if !self.above {
                self.above = true;
                self.restart_count(1, u64::from(packet.size));
            } else {
                let p_a = self.spaced(p_b, packet.size);
                if self.rng.uniform() <= p_a {
                    let inputs = [shown, p_b, self.count as f64, 0.0];
                    self.restart_count(0, 0);
                    let marked = self.ecn && p_b <= self.mark_up_to && effects.mark(packet);
                    effects.decide(packet, if marked { MARKED } else { EARLY }, inputs);
                    if !marked {
                        verdict = Verdict::Drop(Cause::QueueEarly);
                    }
                }
            }
        } else {
            self.above = false;
        }
        effects.signal(AVERAGE, state.now, shown);
        effects.signal(PROBABILITY, state.now, p_b);
        effects.signal(MAX_PROBABILITY, state.now, self.max_p);
        if verdict == Verdict::Accept
            && state.busy
            && self.limit.is_full(state.waiting, state.waiting_bytes, packet.size)
        {
            verdict = Verdict::Drop(Cause::QueueFull);
        }
        if verdict == Verdict::Drop(Cause::QueueFull) {
            effects.decide(packet, FORCED, [shown, p_b, self.count as f64, 0.0]);
            self.restart_count(0, 0);
        }
        verdict
    }

    fn enqueue(&mut self, packet: Packet, now: Time, _: &mut Effects) {
        self.limit.add(&packet);
        self.packets.push((packet, now));
    }

    fn dequeue(&mut self, _: Time, _: &mut Effects) -> Option<(Packet, Time)> {
        let (packet, arrived) = self.packets.pop()?;
        self.limit.remove(&packet);
        Some((packet, arrived))
    }

    fn waiting(&self) -> (u32, u64) {
        (self.limit.stored_packets, self.limit.stored_bytes)
    }

    fn set_limit(&mut self, packets: u64, bytes: u64) {
        self.limit.set_limit(packets, bytes);
    }

    fn set_rate(&mut self, bits_per_second: f64) {
        self.packet_rate = bits_per_second / (8.0 * self.mean_packet);
    }

    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
        self.packets.iter().filter(|(packet, _)| matches(packet)).count() as u64
    }
}
