//! Random early detection (Floyd and Jacobson 1993), with the gentle mode, the spacing of drops, byte mode
//! and automatic settings of ns-2, and adaptive RED (Floyd, Gummadi and Shenker 2001).
//!
//! An average of the queue length is updated at each arrival. Between two thresholds, packets are dropped or
//! marked with a probability that increases with the average, and drops are spaced evenly. RED decides on
//! arrival, so links can compute departures.

use crate::net::queues::prelude::*;

params! {
    pub struct Params {
        /// If the average queue length is at least this, packets can be dropped or marked.
        min_threshold: Option<f64> = None, unit "packets", range 0.0..=1e6, label "Lower threshold", null "half of 5 ms at the link's rate, at least 5 packets";
        /// Average queue length at which the drop probability reaches the largest early probability.
        max_threshold: Option<f64> = None, unit "packets", range 0.0..=1e6, label "Upper threshold", null "three times the lower threshold";
        /// Weight of the current queue length in the average.
        weight: Option<f64> = None, above 0.0, max 1.0, scale log, label "Averaging weight", null "from the link's rate and delay, so that the average remembers about ten round trips";
        /// Drop probability at the upper threshold.
        max_probability: f64 = 0.1, above 0.0, max 1.0, label "Largest early probability", cite "Floyd and Jacobson 1993";
        /// Let the probability rise linearly to 1 between the upper threshold and twice the upper threshold,
        /// instead of abruptly.
        gentle: bool = true, cite "Floyd 2000";
        /// After a drop, at least 1/p packets pass before the next drop, where p is the drop probability, as
        /// in ns-2. Otherwise two drops can follow each other immediately.
        wait: bool = true, label "Space drops out";
        /// Average the bytes in the queue instead of the packets, and drop large packets with a higher
        /// probability.
        byte_mode: bool = false;
        /// Packet size that is assumed when packets are converted to bytes or rates, and when the average
        /// decays in idle times.
        mean_packet: Option<u32> = None, unit "bytes", range 40..=65535u32, label "Mean packet size", null "the largest packet of the flows";
        /// Mark packets of senders that understand marks instead of dropping them.
        ecn: bool = true, label "ECN", cite "RFC 3168";
        /// Above this drop probability, packets are dropped and not marked.
        mark_up_to: f64 = 0.1, range 0.0..=1.0, label "Mark up to";
        /// Adjust the largest early probability so that the average stays between the thresholds.
        adaptive: bool = false, cite "Floyd, Gummadi and Shenker 2001";
        /// Shortest time between two adjustments of the largest early probability.
        interval: f64 = 0.5, unit "s", range 0.001..=100.0, label "Adaptation interval";
        /// Largest amount by which an adjustment raises the probability.
        increase: f64 = 0.01, above 0.0, max 1.0, label "Adaptation step";
        /// Factor by which an adjustment lowers the probability.
        decrease: f64 = 0.9, above 0.0, max 1.0, label "Adaptation factor";
        /// Highest value that adaptation sets.
        top: f64 = 0.5, above 0.0, max 1.0, label "Highest probability";
        /// Lowest value that adaptation sets.
        bottom: Option<f64> = None, above 0.0, max 1.0, scale log, label "Lowest probability", null "0.01, or less above 8 Mbit/s";
    }
}

signals! {
    const SIGNALS: RedSignals {
        /// RED's average of the number of waiting packets.
        average: "Average queue" in "packets";
        /// Drop probability at the current average, before drops are spaced out.
        drop_probability: "Drop probability";
        /// Drop probability at the upper threshold, which adaptation adjusts.
        max_probability: "Largest early probability";
    }
}

decisions! {
    mod decision {
        values {
            average: "The average queue length." in "packets",
            p: "The drop probability, before drops are spaced out.",
            count: "Packets since the last drop or mark, or since early drops began." in "packets",
        }
        /// RED dropped a packet: the average queue length is {average} packets, so the drop probability is
        /// {p}. Since the last drop or mark, or since early drops began, {count} packets have arrived.
        Early "early_drop" "Early drop" { average, p, count }
        /// RED marked a packet instead of dropping it: the average queue length is {average} packets, so the
        /// drop probability is {p}. Since the last drop or mark, or since early drops began, {count} packets
        /// have arrived.
        Marked "early_mark" "Early mark" { average, p, count }
        /// RED dropped a packet: the average queue length of {average} packets is so large that every packet
        /// is dropped, or the queue is full. The drop probability is {p}; {count} packets have arrived since
        /// the last drop or mark, or since early drops began.
        Forced "forced_drop" "Forced drop" { average, p, count }
    }
}

#[derive(Clone, Debug, State)]
#[state(not(min, max, weight, gentle, wait, byte_mode, mean_packet, ecn, mark_up_to))]
pub struct Red {
    limit: QueueLimit,
    /// Lower threshold, in the unit of the average: packets, or bytes in byte mode.
    min: f64,
    /// Upper threshold, in the unit of the average.
    max: f64,
    weight: f64,
    /// The largest early probability.
    max_p: f64,
    gentle: bool,
    wait: bool,
    byte_mode: bool,
    mean_packet: f64,
    ecn: bool,
    mark_up_to: f64,
    adaptation: Option<RedAdaptation>,
    /// Number of packets of mean size that the link sends per second.
    packet_rate: f64,
    /// Average queue length in packets, or in bytes in byte mode.
    average: f64,
    /// Number of packets since the last drop or mark, or since early drops began.
    count: u64,
    /// Bytes of the packets that `count` counts.
    count_bytes: u64,
    /// Whether early drops were possible at the last arrival: the average was not below the lower threshold,
    /// and more than one packet waited.
    was_above: bool,
    rng: Rng,
    /// Used on the event path only.
    packets: Ring<Queued>,
}

/// Settings and state of adaptive RED.
#[derive(Clone, Debug, Default, State)]
#[state(not(interval, increase, decrease, top, bottom))]
struct RedAdaptation {
    /// Shortest time between two adjustments.
    interval: Time,
    last_adjustment: Time,
    increase: f64,
    decrease: f64,
    top: f64,
    bottom: f64,
}

impl RedAdaptation {
    /// Adjusts the largest early probability so that the average stays in the middle between the thresholds,
    /// by additive increase and multiplicative decrease (Floyd, Gummadi and Shenker 2001, section 3).
    fn adapt(&mut self, max_p: &mut f64, average: f64, min: f64, max: f64, now: Time) {
        if now <= self.last_adjustment + self.interval {
            return;
        }
        let margin = 0.4 * (max - min);
        if average < min + margin && *max_p > self.bottom {
            *max_p *= self.decrease;
            self.last_adjustment = now;
        } else if average > max - margin && *max_p < self.top {
            *max_p += self.increase.min(*max_p / 4.0);
            self.last_adjustment = now;
        }
    }
}

/// The averaging weight whose time constant is ten round-trip times, as in ns-2's automatic setting.
/// The round-trip time is estimated as three times the sum of the link's delay and the serialization
/// time of a packet, and as at least 0.1 s. `delay` is in seconds, `packet_rate` in packets per
/// second.
pub fn automatic_weight(delay: f64, packet_rate: f64) -> f64 {
    let rtt = (3.0 * (delay + 1.0 / packet_rate)).max(0.1);
    1.0 - math::exp(-1.0 / (10.0 * rtt * packet_rate))
}

/// The lower threshold in packets: half of the packets that the link sends in 5 ms, but at least 5 (ns-2's
/// automatic setting).
pub fn automatic_threshold(packet_rate: f64) -> f64 {
    (0.005 * packet_rate / 2.0).max(5.0)
}

/// The default of the lowest value that adaptation sets.
pub fn automatic_bottom(bits_per_second: f64) -> f64 {
    (80_000.0 / bits_per_second).min(0.01)
}

impl Red {
    /// The drop probability at the current average, before drops are spaced out. It is linear between the
    /// thresholds (Floyd and Jacobson 1993, section 4). In gentle mode it then rises linearly to 1 at twice
    /// the upper threshold (Floyd 2000).
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

    /// The drop probability of a packet of `size` bytes, given the base probability `p_b`. It increases with
    /// the number of packets since the last drop, so that drops are evenly spaced (Floyd and Jacobson 1993,
    /// section 7).
    fn spaced_probability(&self, p_b: f64, size: u16) -> f64 {
        let count =
            if self.byte_mode { self.count_bytes as f64 / self.mean_packet } else { self.count as f64 };
        let expected_drops = count * p_b;
        let p = if self.wait {
            if expected_drops < 1.0 {
                0.0
            } else if expected_drops < 2.0 {
                p_b / (2.0 - expected_drops)
            } else {
                1.0
            }
        } else if expected_drops < 1.0 {
            p_b / (1.0 - expected_drops)
        } else {
            1.0
        };
        let p = if self.byte_mode && p < 1.0 { p * f64::from(size) / self.mean_packet } else { p };
        p.min(1.0)
    }

    /// Updates the average at an arrival; `queue` is the current queue length. After an idle time, first lets
    /// the average decay as if packets of mean size had arrived at an empty queue at the link's rate (Floyd
    /// and Jacobson 1993, section 4).
    fn update_average(&mut self, queue: f64, state: &ArrivalState) {
        if !state.busy {
            let idle = to_secs(state.now - state.idle_since);
            let missed = whole::<i32>(math::floor(self.packet_rate * idle).min(1e9));
            self.average *= math::powi(1.0 - self.weight, missed);
        }
        self.average = (1.0 - self.weight) * self.average + self.weight * queue;
    }

    /// Sets `count` and `count_bytes`.
    fn set_count(&mut self, packets: u64, bytes: u64) {
        self.count = packets;
        self.count_bytes = bytes;
    }
}

impl Queue for Red {
    type Params = Params;
    const ID: &'static str = "red";
    const NAME: &'static str = "RED";
    const SIGNALS: List<Signal> = RedSignals::list;
    const DECISIONS: List<Decision> = decision::list;

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
            adaptation: params.adaptive.then(|| RedAdaptation {
                interval: from_secs(params.interval),
                last_adjustment: 0,
                increase: params.increase,
                decrease: params.decrease,
                top: params.top,
                bottom: params.bottom.unwrap_or_else(|| automatic_bottom(facts.rate)),
            }),
            packet_rate,
            average: 0.0,
            count: 0,
            count_bytes: 0,
            was_above: false,
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
        if let Some(adaptation) = &mut self.adaptation {
            adaptation.adapt(&mut self.max_p, self.average, self.min, self.max, state.now);
        }
        self.count += 1;
        self.count_bytes += u64::from(packet.size);
        let mut p_b = 0.0;
        let mut verdict = Verdict::Accept;
        let average_packets = if self.byte_mode { self.average / self.mean_packet } else { self.average };
        if self.average >= self.min && state.waiting > 1 {
            p_b = self.base_probability();
            if p_b >= 1.0 {
                verdict = Verdict::Drop(Cause::QueueFull);
            } else if !self.was_above {
                self.was_above = true;
                self.set_count(1, u64::from(packet.size));
            } else {
                let p_a = self.spaced_probability(p_b, packet.size);
                if self.rng.uniform() <= p_a {
                    let (average, p, count) = (average_packets, p_b, self.count as f64);
                    self.set_count(0, 0);
                    let marked = self.ecn && p_b <= self.mark_up_to && effects.mark(packet);
                    if marked {
                        effects.decide(packet, decision::Marked { average, p, count });
                    } else {
                        effects.decide(packet, decision::Early { average, p, count });
                        verdict = Verdict::Drop(Cause::QueueEarly);
                    }
                }
            }
        } else {
            self.was_above = false;
        }
        effects.signal(SIGNALS.average, state.now, average_packets);
        effects.signal(SIGNALS.drop_probability, state.now, p_b);
        effects.signal(SIGNALS.max_probability, state.now, self.max_p);
        if verdict == Verdict::Accept
            && state.busy
            && self.limit.is_full(state.waiting, state.waiting_bytes, packet.size)
        {
            verdict = Verdict::Drop(Cause::QueueFull);
        }
        if verdict == Verdict::Drop(Cause::QueueFull) {
            effects.decide(
                packet,
                decision::Forced { average: average_packets, p: p_b, count: self.count as f64 },
            );
            self.set_count(0, 0);
        }
        verdict
    }

    fn enqueue(&mut self, queued: Queued, _: &mut Effects) {
        self.limit.add(&queued.packet);
        self.packets.push(queued);
    }

    fn dequeue(&mut self, _: Time, _: &mut Effects) -> Option<Queued> {
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

    fn set_rate(&mut self, bits_per_second: f64) {
        self.packet_rate = bits_per_second / (8.0 * self.mean_packet);
    }

    fn count(&self, matches: &dyn Fn(&Packet) -> bool) -> u64 {
        self.packets.iter().filter(|queued| matches(&queued.packet)).count() as u64
    }
}
