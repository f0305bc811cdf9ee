//! Loss rules of a link direction: random, in bursts (Gilbert 1960, Elliott 1963), every n-th, listed packets, a burst, and a
//! policer (docs/scenario.md, "Loss").
//!
//! Random loss is a hash of (seed, link direction, flow, ordinal in the flow), not a stream of random numbers. Runs that are
//! compared therefore lose the same packets of a flow, whatever else differs.

use crate::describe::KindInfo;
use crate::ground::order::sorted;
use crate::ground::packet::Packet;
use crate::ground::rng::{Purpose, mix, stream_key, unit};
use crate::ground::time::{Time, from_secs};
use crate::params;
use crate::params::{Issue, ParamSet};
use serde_json::Value;

params! {
    pub struct RandomParams {
        /// Probability that a packet is lost, independently of the others.
        probability: f64 = 0.01, range 0.0..=1.0;
    }
}

params! {
    pub struct EveryParams {
        /// One of this number of packets is lost.
        n: u64 = 1000, unit "packets", range 1..=1_000_000_000u64, label "One in";
        /// Ordinal of the first one lost, from 0.
        first: Option<u64> = None, unit "packets", null "the n-th";
    }
}

params! {
    pub struct ListedParams {
        /// Ordinals of the packets lost, from 0, among those that the rule matches.
        packets: Vec<u64> = Vec::new();
    }
}

params! {
    pub struct BurstParams {
        /// Time from which packets are lost.
        at: f64 = 0.0, unit "s", range 0.0..=86400.0;
        /// Number of consecutive packets that are lost.
        packets: u64 = 1, unit "packets", range 1..=1_000_000u64;
    }
}

params! {
    pub struct GilbertElliottParams {
        /// Share of the packets that are lost in the long run.
        loss: f64 = 0.01, range 0.0..=0.99, label "Mean loss", cite "Gilbert 1960, Elliott 1963";
        /// Mean number of packets lost in a row, when all are lost in the bad state.
        burst: f64 = 5.0, unit "packets", range 1.0..=1e6, scale log, label "Mean burst";
        /// Share of the packets that is lost in the good state.
        good_loss: f64 = 0.0, range 0.0..=1.0, label "Loss in the good state";
        /// Share of the packets that is lost in the bad state.
        bad_loss: f64 = 1.0, range 0.0..=1.0, label "Loss in the bad state";
    }
}

params! {
    pub struct PolicerParams {
        /// Rate that passes.
        rate: f64 = 1e6, unit "bit/s", range 1.0..=1e12, scale log;
        /// Bytes that pass at once after an idle period: the depth of the bucket.
        burst: u64 = 15_000, unit "bytes", range 1..=1_000_000_000_000u64, scale log, label "Bucket";
    }
}

/// Every kind of loss rule's entry in the catalogue.
pub fn infos() -> Vec<KindInfo> {
    let kind = |id, name, doc, fields| KindInfo { id, name, doc, fields, signals: Vec::new() };
    vec![
        kind(
            "random",
            "Random",
            "Each packet is lost with the same probability. The same packets of a flow are lost \
              whatever else changes in the scenario.",
            RandomParams::fields(),
        ),
        kind("every", "Every n-th", "One packet is lost after every n - 1 others.", EveryParams::fields()),
        kind(
            "listed",
            "Listed packets",
            "Exactly these packets are lost, counted from 0.",
            ListedParams::fields(),
        ),
        kind(
            "burst",
            "Burst",
            "From a given time on, a number of consecutive packets is lost.",
            BurstParams::fields(),
        ),
        kind(
            "gilbert_elliott",
            "Gilbert-Elliott",
            "Losses come in bursts, as on radio links: the link changes between a good and a bad state from \
              packet to packet, and loses much in the bad one.",
            GilbertElliottParams::fields(),
        ),
        kind(
            "policer",
            "Policer",
            "A token bucket that fills at a rate: a packet that finds too few tokens for its bytes is lost.",
            PolicerParams::fields(),
        ),
    ]
}

/// The pattern named `kind`, with validated settings.
pub fn pattern(kind: &str, settings: &Value) -> Result<Pattern, Vec<Issue>> {
    Ok(match kind {
        "random" => Pattern::Random { probability: RandomParams::from_json(settings)?.probability },
        "every" => {
            let params = EveryParams::from_json(settings)?;
            Pattern::Every { n: params.n, first: params.first.unwrap_or(params.n - 1) }
        }
        "listed" => {
            let mut packets = sorted(ListedParams::from_json(settings)?.packets, u64::cmp);
            packets.dedup();
            Pattern::Listed(packets)
        }
        "burst" => {
            let params = BurstParams::from_json(settings)?;
            Pattern::Burst { at: from_secs(params.at), packets: params.packets }
        }
        "gilbert_elliott" => {
            let params = GilbertElliottParams::from_json(settings)?;
            Pattern::GilbertElliott(GilbertElliott::new(&params))
        }
        "policer" => {
            let params = PolicerParams::from_json(settings)?;
            Pattern::Policer(TokenBucket::new(params.rate, params.burst))
        }
        _ => {
            return Err(vec![Issue::new(
                "loss.kind",
                "unknown_kind",
                format!("There is no loss rule \"{kind}\"."),
            )]);
        }
    })
}

/// Where on the link a rule takes packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossPlace {
    /// Before the queue: the packet uses no buffer and no time on the line.
    Arrival,
    /// After it was sent, as on a radio link: it has used its time on the line.
    Exit,
}

/// Which packets a rule counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacketClass {
    Data,
    Feedback,
    All,
}

/// Which of the packets that a rule counts are lost.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    Random {
        probability: f64,
    },
    /// Ordinals `first`, `first + n`, ... of the packets that match.
    Every {
        n: u64,
        first: u64,
    },
    /// Ordinals among the packets that match, from 0, ascending.
    Listed(Vec<u64>),
    /// The first `packets` that match at `at` or later.
    Burst {
        at: Time,
        packets: u64,
    },
    GilbertElliott(GilbertElliott),
    Policer(TokenBucket),
}

/// A Markov chain of two states with different loss probabilities, which takes one step per packet (Gilbert 1960, Elliott 1963).
#[derive(Clone, Debug, PartialEq)]
pub struct GilbertElliott {
    /// Probabilities of a step from good to bad, and from bad to good.
    pub worsens: f64,
    pub recovers: f64,
    good_loss: f64,
    bad_loss: f64,
    bad: bool,
}

impl GilbertElliott {
    /// With the probabilities `p` from good to bad and `r` from bad to good, the mean loss is `(p h_bad + r h_good) / (p + r)`, and the bad state
    /// lasts 1/r packets on average. A mean loss that the two states cannot give is replaced by the nearest possible one.
    pub fn new(params: &GilbertElliottParams) -> Self {
        let recovers = 1.0 / params.burst;
        let above = params.loss - params.good_loss;
        let below = params.bad_loss - params.loss;
        let worsens = if above <= 0.0 {
            0.0
        } else if below <= 0.0 {
            1.0
        } else {
            (recovers * above / below).min(1.0)
        };
        GilbertElliott {
            worsens,
            recovers,
            good_loss: params.good_loss,
            bad_loss: params.bad_loss,
            bad: false,
        }
    }

    /// Takes a step and returns whether the packet is lost, given two random numbers from [0, 1).
    fn takes(&mut self, change: f64, loss: f64) -> bool {
        self.bad = if self.bad { change >= self.recovers } else { change < self.worsens };
        loss < if self.bad { self.bad_loss } else { self.good_loss }
    }
}

/// A token bucket: tokens arrive at a rate, up to a depth. Exact to the byte and the nanosecond.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenBucket {
    /// Thousandths of a bit per second, so that a whole number of units arrives per nanosecond.
    rate: u128,
    depth: u128,
    tokens: u128,
    at: Time,
}

impl TokenBucket {
    /// A token of one byte: 8 bits, 10^9 nanoseconds, 10^3 for thousandths.
    const BYTE: u128 = 8_000_000_000_000;

    /// A bucket that is full at time 0.
    pub fn new(bits_per_second: f64, bytes: u64) -> Self {
        let depth = u128::from(bytes) * Self::BYTE;
        let rate = crate::ground::math::round(bits_per_second * 1000.0).max(1.0) as u128;
        TokenBucket { rate, depth, tokens: depth, at: 0 }
    }

    /// Adds the tokens that have arrived until `now`.
    fn fill(&mut self, now: Time) {
        let arrived = u128::from(now.saturating_sub(self.at)) * self.rate;
        self.tokens = (self.tokens + arrived).min(self.depth);
        self.at = self.at.max(now);
    }

    /// Takes tokens for `bytes` and returns when enough of them are there. Times of calls must not decrease.
    pub fn wait_for(&mut self, now: Time, bytes: u32) -> Time {
        self.fill(now);
        let cost = u128::from(bytes) * Self::BYTE;
        let wait = cost.saturating_sub(self.tokens).div_ceil(self.rate);
        // Tokens of the last nanosecond beyond the cost remain.
        self.tokens = self.tokens + wait * self.rate - cost;
        self.at = self.at.saturating_add(Time::try_from(wait).unwrap_or(Time::MAX));
        self.at
    }

    pub fn digest(&self) -> u64 {
        mix(mix(self.tokens as u64) ^ self.at)
    }

    /// Takes tokens for a packet if there are enough, and returns whether there were.
    pub fn take(&mut self, now: Time, size: u16) -> bool {
        self.fill(now);
        let cost = u128::from(size) * Self::BYTE;
        let enough = self.tokens >= cost;
        if enough {
            self.tokens -= cost;
        }
        enough
    }
}

/// A loss rule of a link direction.
#[derive(Clone, Debug)]
pub struct LossRule {
    pub pattern: Pattern,
    pub place: LossPlace,
    pub class: PacketClass,
    /// The connections whose packets the rule counts, in ascending order; `None` means all.
    pub conns: Option<Vec<u32>>,
    /// Packets counted so far.
    seen: u64,
    key: u64,
}

impl LossRule {
    /// `link` and `rule` select the random numbers: the key of the link direction and the rule's index in it.
    pub fn new(
        pattern: Pattern,
        place: LossPlace,
        class: PacketClass,
        conns: Option<Vec<u32>>,
        seed: u64,
        link: u64,
        rule: u64,
    ) -> Self {
        LossRule {
            pattern,
            place,
            class,
            conns,
            seen: 0,
            key: stream_key(seed, Purpose::Loss, link ^ mix(rule)),
        }
    }

    /// Whether this packet is lost. `flow` is the stable key of the packet's connection.
    pub fn takes(&mut self, packet: &Packet, flow: u64, now: Time) -> bool {
        let matches = match self.class {
            PacketClass::Data => !packet.is_feedback(),
            PacketClass::Feedback => packet.is_feedback(),
            PacketClass::All => true,
        } && self.conns.as_ref().is_none_or(|conns| conns.binary_search(&packet.conn).is_ok());
        if !matches {
            return false;
        }
        let ordinal = self.seen;
        match &mut self.pattern {
            Pattern::Random { probability } => {
                let ordinal = u64::from(packet.tx) << 1 | u64::from(packet.is_feedback());
                unit(mix(mix(self.key ^ flow) ^ ordinal)) < *probability
            }
            Pattern::Every { n, first } => {
                self.seen += 1;
                ordinal >= *first && (ordinal - *first).is_multiple_of((*n).max(1))
            }
            Pattern::Listed(ordinals) => {
                self.seen += 1;
                ordinals.binary_search(&ordinal).is_ok()
            }
            Pattern::Burst { at, packets } => {
                let lost = now >= *at && ordinal < *packets;
                self.seen += u64::from(lost);
                lost
            }
            Pattern::GilbertElliott(chain) => {
                self.seen += 1;
                let draw = |which: u64| unit(mix(mix(self.key ^ ordinal) ^ which));
                chain.takes(draw(1), draw(2))
            }
            Pattern::Policer(bucket) => !bucket.take(now, packet.size),
        }
    }

    /// How many packets the rule has counted.
    pub fn state(&self) -> u64 {
        self.seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::packet::{FEEDBACK, Payload};

    fn packet(conn: u32, tx: u32) -> Packet {
        Packet {
            stamp: 0,
            payload: Payload::default(),
            conn,
            seq: tx,
            tx,
            size: 1500,
            epoch: 0,
            hop: 0,
            flags: 0,
            waited: 0,
        }
    }

    fn rule(pattern: Pattern) -> LossRule {
        LossRule::new(pattern, LossPlace::Arrival, PacketClass::Data, None, 1, 2, 0)
    }

    fn lost(rule: &mut LossRule, packets: u32) -> Vec<u32> {
        (0..packets).filter(|&tx| rule.takes(&packet(0, tx), 9, u64::from(tx))).collect()
    }

    #[test]
    fn scripted_rules_take_the_stated_packets() {
        assert_eq!(lost(&mut rule(Pattern::Every { n: 4, first: 3 }), 12), [3, 7, 11]);
        assert_eq!(lost(&mut rule(Pattern::Listed(vec![2, 5])), 12), [2, 5]);
        assert_eq!(lost(&mut rule(Pattern::Burst { at: 6, packets: 3 }), 12), [6, 7, 8]);
    }

    #[test]
    fn random_loss_depends_on_flow_and_ordinal_alone() {
        let mut a = rule(Pattern::Random { probability: 0.1 });
        let alone = lost(&mut a, 10_000);
        // About 1000 of 10 000: binomial, s.d. 30.
        assert!((alone.len() as f64 - 1000.0).abs() < 120.0, "{}", alone.len());
        let mut b = rule(Pattern::Random { probability: 0.1 });
        let mut beside = Vec::new();
        for tx in 0..10_000 {
            b.takes(&packet(1, tx), 77, 0);
            if b.takes(&packet(0, tx), 9, 0) {
                beside.push(tx);
            }
        }
        assert_eq!(alone, beside);
    }

    /// 2 % in bursts of 5 packets: p = 0.00408, r = 0.2. Over a million packets both come out within 5 %, as about
    /// 4000 bursts do.
    #[test]
    fn gilbert_elliott_has_its_rate_and_bursts() {
        let params = GilbertElliottParams { loss: 0.02, burst: 5.0, ..GilbertElliottParams::default() };
        let chain = GilbertElliott::new(&params);
        assert!((chain.worsens - 0.2 * 0.02 / 0.98).abs() < 1e-12 && chain.recovers == 0.2);
        let lost = lost(&mut rule(Pattern::GilbertElliott(chain)), 1_000_000);
        let bursts = 1 + lost.windows(2).filter(|pair| pair[1] != pair[0] + 1).count();
        let (share, length) = (lost.len() as f64 / 1e6, lost.len() as f64 / bursts as f64);
        assert!((share / 0.02 - 1.0).abs() < 0.05, "{share}");
        assert!((length / 5.0 - 1.0).abs() < 0.05, "{length}");
        // Bursts end at random, whatever their age: 0.8 of those that reach a length of 3 go on.
        let runs = |least: usize| {
            let mut count = 0;
            let mut run = 1;
            for pair in lost.windows(2) {
                run = if pair[1] == pair[0] + 1 { run + 1 } else { 1 };
                count += u32::from(run == least);
            }
            f64::from(count)
        };
        assert!((runs(4) / runs(3) - 0.8).abs() < 0.03, "{}", runs(4) / runs(3));
    }

    /// 1500 bytes per packet, 1.2 Mb/s, so a token for one packet each 10 ms; a bucket of 4 packets.
    #[test]
    fn a_policer_passes_burst_and_rate_to_the_byte() {
        let mut policer = rule(Pattern::Policer(TokenBucket::new(1.2e6, 6000)));
        let mut pass = |at: Time| !policer.takes(&packet(0, 0), 9, at);
        assert_eq!((0..6).map(|_| pass(0)).collect::<Vec<_>>(), [true, true, true, true, false, false]);
        assert!(!pass(9_999_999));
        assert!(pass(10_000_000));
        assert!(!pass(19_999_999));
        assert!(pass(20_000_000));
        // Silence fills the bucket, but not beyond its depth.
        assert_eq!((0..6).filter(|_| pass(5_000_000_000)).count(), 4);
        // Ten seconds of packets every millisecond: 1.2 Mb/s are 1000 packets.
        let passed = (1..=10_000u64).filter(|ms| pass(5_000_000_000 + ms * 1_000_000)).count();
        assert_eq!(passed, 1000);
    }

    #[test]
    fn rules_pick_packets_by_kind_and_connection() {
        let mut feedback = LossRule::new(
            Pattern::Every { n: 1, first: 0 },
            LossPlace::Arrival,
            PacketClass::Feedback,
            Some(vec![3]),
            1,
            2,
            0,
        );
        assert!(!feedback.takes(&packet(3, 0), 0, 0));
        assert!(feedback.takes(&Packet { flags: FEEDBACK, ..packet(3, 0) }, 0, 0));
        assert!(!feedback.takes(&Packet { flags: FEEDBACK, ..packet(2, 0) }, 0, 0));
    }
}
