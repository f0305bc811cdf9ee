//! Loss rules of a link direction (docs/scenario.md, "Loss"): random loss, random bursts (Gilbert 1960,
//! Elliott 1963), every n-th packet, listed packets, one burst, and a policer.
//!
//! Whether random loss drops a packet follows from a hash of the seed, the link direction, the connection and
//! the packet's ordinal, not from a stream of random numbers. In scenarios that are compared, the rule
//! therefore drops the same packets of a flow, whatever else differs.

use super::types::MAX_RATE;
use crate::choice;
use crate::describe::{KindInfo, help_text};
use crate::ground::convert::{low_bits, whole};
use crate::ground::digest::mix;
use crate::ground::order::sorted;
use crate::ground::packet::Packet;
use crate::ground::rng::{Purpose, stream_key, unit};
use crate::ground::time::{Time, from_secs};
use crate::params;
use crate::params::ParamSet;

params! {
    pub struct RandomParams {
        /// Probability with which each packet is lost, independently of other packets.
        probability: f64 = 0.01, range 0.0..=1.0;
    }
}

params! {
    pub struct EveryParams {
        /// Of each n consecutive packets one is lost.
        n: u64 = 1000, unit "packets", range 1..=1_000_000_000u64, label "One in";
        /// Ordinal of the first lost packet, from 0.
        first: Option<u64> = None, unit "packets", null "the n-th";
    }
}

params! {
    pub struct ListedParams {
        /// Ordinals of the lost packets, from 0, among the packets that match the rule.
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
        /// Mean length of the bad state; if all of its packets are lost, the mean number of packets lost in a
        /// row.
        burst: f64 = 5.0, unit "packets", range 1.0..=1e6, scale log, label "Mean burst";
        /// Share of the packets that are lost in the good state.
        good_loss: f64 = 0.0, range 0.0..=1.0, label "Loss in the good state";
        /// Share of the packets that are lost in the bad state.
        bad_loss: f64 = 1.0, range 0.0..=1.0, label "Loss in the bad state";
    }
}

params! {
    pub struct PolicerParams {
        /// Rate at which the bucket fills: the mean rate of the packets that pass is at most this rate.
        rate: f64 = 1e6, unit "bit/s", range 1.0..=MAX_RATE, scale log;
        /// Depth of the bucket: bytes that pass in a burst after an idle period.
        burst: u64 = 15_000, unit "bytes", range 1..=1_000_000_000_000u64, scale log, label "Bucket";
    }
}

/// The catalogue entries of all kinds of loss rules.
pub fn infos() -> Vec<KindInfo> {
    let kind =
        |id, name, doc, fields| KindInfo { id, name, doc: help_text(doc), fields, signals: Vec::new() };
    vec![
        kind(
            "random",
            "Random",
            "Each packet is lost with the same probability. Other changes of the scenario do not affect which packets \
            of a flow are lost.",
            RandomParams::fields(),
        ),
        kind("every", "Every n-th", "Every n-th packet is lost.", EveryParams::fields()),
        kind(
            "listed",
            "Listed packets",
            "Exactly the listed packets are lost. Packets are counted from 0.",
            ListedParams::fields(),
        ),
        kind(
            "burst",
            "Burst",
            "From a given time on, the given number of consecutive packets is lost.",
            BurstParams::fields(),
        ),
        kind(
            "gilbert_elliott",
            "Gilbert-Elliott",
            "Losses come in bursts, as on radio links: at each packet the link can change between a good and a bad state, \
            and it loses more packets in the bad state.",
            GilbertElliottParams::fields(),
        ),
        kind(
            "policer",
            "Policer",
            "A token bucket that fills at a constant rate. A packet is lost if the bucket has too few tokens for its bytes.",
            PolicerParams::fields(),
        ),
    ]
}

crate::kind_settings! {
    /// The settings of a loss rule, without those that the rules of all kinds have.
    pub enum LossSettings {
        Random(RandomParams) = "random",
        Every(EveryParams) = "every",
        Listed(ListedParams) = "listed",
        Burst(BurstParams) = "burst",
        GilbertElliott(GilbertElliottParams) = "gilbert_elliott",
        Policer(PolicerParams) = "policer",
    }
}

impl LossSettings {
    pub fn pattern(&self) -> Pattern {
        match self {
            Self::Random(params) => Pattern::Random { probability: params.probability },
            Self::Every(params) => {
                Pattern::Every { n: params.n, first: params.first.unwrap_or(params.n - 1) }
            }
            Self::Listed(params) => {
                let mut packets = sorted(params.packets.clone(), u64::cmp);
                packets.dedup();
                Pattern::Listed(packets)
            }
            Self::Burst(params) => Pattern::Burst { at: from_secs(params.at), packets: params.packets },
            Self::GilbertElliott(params) => Pattern::GilbertElliott(GilbertElliott::new(params)),
            Self::Policer(params) => Pattern::Policer(TokenBucket::new(params.rate, params.burst)),
        }
    }
}

choice! {
    /// The position on a link at which a loss rule drops packets.
    pub enum LossPlace {
        /// Before the queue.
        Arrival "arrival",
        /// After transmission.
        Exit "exit",
    }
}

choice! {
    /// The packets to which a loss rule applies.
    pub enum PacketClass {
        /// All packets that senders send.
        Data "data",
        /// Acknowledgements and reports.
        Feedback "feedback",
        /// All packets.
        All "all",
    }
}

/// Which of the packets that match a rule are lost.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    Random {
        probability: f64,
    },
    /// The packets with the ordinals `first`, `first + n`, ... among the packets that match.
    Every {
        n: u64,
        first: u64,
    },
    /// The packets with these ordinals, from 0 and ascending, among the packets that match.
    Listed(Vec<u64>),
    /// The first `packets` packets that match at `at` or later.
    Burst {
        at: Time,
        packets: u64,
    },
    GilbertElliott(GilbertElliott),
    Policer(TokenBucket),
}

/// A Markov chain of two states with different loss probabilities, which takes one step per packet (Gilbert
/// 1960, Elliott 1963).
#[derive(Clone, Debug, PartialEq)]
pub struct GilbertElliott {
    /// Probability of a step from the good to the bad state.
    pub to_bad: f64,
    /// Probability of a step from the bad to the good state.
    pub to_good: f64,
    /// Probability of loss in the good state.
    good_loss: f64,
    /// Probability of loss in the bad state.
    bad_loss: f64,
    is_bad: bool,
}

impl GilbertElliott {
    /// Computes the probabilities of the steps. The mean loss is
    /// `(to_bad bad_loss + to_good good_loss) / (to_bad + to_good)`, and the bad state lasts `1 / to_good`
    /// packets on average. If no `to_bad` gives the requested mean loss, the nearest possible mean loss
    /// results.
    pub fn new(params: &GilbertElliottParams) -> Self {
        let to_good = 1.0 / params.burst;
        let above = params.loss - params.good_loss;
        let below = params.bad_loss - params.loss;
        let to_bad = if above <= 0.0 {
            0.0
        } else if below <= 0.0 {
            1.0
        } else {
            (to_good * above / below).min(1.0)
        };
        GilbertElliott {
            to_bad,
            to_good,
            good_loss: params.good_loss,
            bad_loss: params.bad_loss,
            is_bad: false,
        }
    }

    /// Makes a step and returns whether the packet is lost. The arguments are random numbers in [0, 1), for
    /// the step and for the loss.
    fn drops(&mut self, step_draw: f64, loss_draw: f64) -> bool {
        self.is_bad = if self.is_bad { step_draw >= self.to_good } else { step_draw < self.to_bad };
        loss_draw < if self.is_bad { self.bad_loss } else { self.good_loss }
    }
}

/// A token bucket: tokens arrive at a constant rate, and the bucket stores them up to its depth. Its
/// arithmetic is exact.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenBucket {
    /// Thousandths of a bit per second, which is also the number of tokens that arrive per nanosecond.
    rate: u128,
    /// Largest number of tokens in the bucket.
    depth: u128,
    tokens: u128,
    /// Time up to which arrived tokens have been added.
    filled_at: Time,
}

impl TokenBucket {
    /// Number of tokens for one byte: 8 bits, times 10^9 nanoseconds per second, times 10^3 for the unit of
    /// the rate.
    const TOKENS_PER_BYTE: u128 = 8_000_000_000_000;

    /// A bucket that is full at time 0.
    pub fn new(bits_per_second: f64, bytes: u64) -> Self {
        let depth = u128::from(bytes) * Self::TOKENS_PER_BYTE;
        let rate = whole::<u128>(crate::ground::math::round(bits_per_second * 1000.0).max(1.0));
        TokenBucket { rate, depth, tokens: depth, filled_at: 0 }
    }

    /// Adds the tokens that have arrived by `now`.
    fn fill(&mut self, now: Time) {
        let arrived = u128::from(now.saturating_sub(self.filled_at)) * self.rate;
        self.tokens = (self.tokens + arrived).min(self.depth);
        self.filled_at = self.filled_at.max(now);
    }

    /// Takes the tokens for `bytes` bytes, and returns the time at which enough tokens have arrived. Times of
    /// calls must not decrease.
    pub fn take_when_filled(&mut self, now: Time, bytes: u32) -> Time {
        self.fill(now);
        let cost = u128::from(bytes) * Self::TOKENS_PER_BYTE;
        let wait = cost.saturating_sub(self.tokens).div_ceil(self.rate);
        // The wait is rounded up to nanoseconds, so some tokens of the last nanosecond can remain.
        self.tokens = self.tokens + wait * self.rate - cost;
        self.filled_at = self.filled_at.saturating_add(Time::try_from(wait).unwrap_or(Time::MAX));
        self.filled_at
    }

    pub fn digest(&self) -> u64 {
        mix(mix(low_bits::<u64>(self.tokens)) ^ self.filled_at)
    }

    /// Takes the tokens for a packet of `size` bytes if there are enough. Returns whether there were enough.
    pub fn try_take(&mut self, now: Time, size: u16) -> bool {
        self.fill(now);
        let cost = u128::from(size) * Self::TOKENS_PER_BYTE;
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
    /// The connections whose packets match the rule, in ascending order; `None` means all connections.
    pub conns: Option<Vec<u32>>,
    /// Number of packets counted so far: packets that match, or for `Pattern::Burst` the lost
    /// packets. `Pattern::Random` and `Pattern::Policer` count no packets.
    counted: u64,
    key: u64,
}

impl LossRule {
    /// `link` is the key of the link direction, and `rule` the index of the rule among its loss rules. Both
    /// select the random numbers.
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
            counted: 0,
            key: stream_key(seed, Purpose::Loss, link ^ mix(rule)),
        }
    }

    /// Counts a packet if it matches, and returns whether it is lost. `conn_key` is the stable key of the
    /// packet's connection.
    pub fn drops(&mut self, packet: &Packet, conn_key: u64, now: Time) -> bool {
        let matches = match self.class {
            PacketClass::Data => !packet.is_feedback(),
            PacketClass::Feedback => packet.is_feedback(),
            PacketClass::All => true,
        } && self.conns.as_ref().is_none_or(|conns| conns.binary_search(&packet.conn).is_ok());
        if !matches {
            return false;
        }
        let ordinal = self.counted;
        match &mut self.pattern {
            Pattern::Random { probability } => {
                let ordinal = u64::from(packet.tx) << 1 | u64::from(packet.is_feedback());
                unit(mix(mix(self.key ^ conn_key) ^ ordinal)) < *probability
            }
            Pattern::Every { n, first } => {
                self.counted += 1;
                ordinal >= *first && (ordinal - *first).is_multiple_of((*n).max(1))
            }
            Pattern::Listed(ordinals) => {
                self.counted += 1;
                ordinals.binary_search(&ordinal).is_ok()
            }
            Pattern::Burst { at, packets } => {
                let lost = now >= *at && ordinal < *packets;
                self.counted += u64::from(lost);
                lost
            }
            Pattern::GilbertElliott(chain) => {
                self.counted += 1;
                let draw = |index: u64| unit(mix(mix(self.key ^ ordinal) ^ index));
                chain.drops(draw(1), draw(2))
            }
            Pattern::Policer(bucket) => !bucket.try_take(now, packet.size),
        }
    }

    /// Number of packets that the rule has counted so far.
    pub fn counted(&self) -> u64 {
        self.counted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::packet::{FEEDBACK, Payload};

    fn packet(conn: u32, tx: u32) -> Packet {
        Packet {
            timestamp: 0,
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
        (0..packets).filter(|&tx| rule.drops(&packet(0, tx), 9, u64::from(tx))).collect()
    }

    #[test]
    fn deterministic_rules_drop_exactly_the_configured_packets() {
        assert_eq!(lost(&mut rule(Pattern::Every { n: 4, first: 3 }), 12), [3, 7, 11]);
        assert_eq!(lost(&mut rule(Pattern::Listed(vec![2, 5])), 12), [2, 5]);
        assert_eq!(lost(&mut rule(Pattern::Burst { at: 6, packets: 3 }), 12), [6, 7, 8]);
    }

    #[test]
    fn random_loss_depends_on_flow_and_ordinal_alone() {
        let mut a = rule(Pattern::Random { probability: 0.1 });
        let alone = lost(&mut a, 10_000);
        // The number of losses is binomial with mean 1000 and standard deviation 30.
        assert!((alone.len() as f64 - 1000.0).abs() < 120.0, "{}", alone.len());
        let mut b = rule(Pattern::Random { probability: 0.1 });
        let mut with_other_flow = Vec::new();
        for tx in 0..10_000 {
            b.drops(&packet(1, tx), 77, 0);
            if b.drops(&packet(0, tx), 9, 0) {
                with_other_flow.push(tx);
            }
        }
        assert_eq!(alone, with_other_flow);
    }

    /// A mean loss of 2 % in bursts of 5 packets: the step probabilities are 0.00408 and 0.2. A million
    /// packets contain about 4000 bursts, so their mean loss and mean burst length are within 5 % of the
    /// configured values.
    #[test]
    fn gilbert_elliott_has_the_configured_mean_loss_and_burst_length() {
        let params = GilbertElliottParams { loss: 0.02, burst: 5.0, ..GilbertElliottParams::default() };
        let chain = GilbertElliott::new(&params);
        assert!((chain.to_bad - 0.2 * 0.02 / 0.98).abs() < 1e-12 && chain.to_good == 0.2);
        let lost = lost(&mut rule(Pattern::GilbertElliott(chain)), 1_000_000);
        let bursts = 1 + lost.windows(2).filter(|pair| pair[1] != pair[0] + 1).count();
        let (share, length) = (lost.len() as f64 / 1e6, lost.len() as f64 / bursts as f64);
        assert!((share / 0.02 - 1.0).abs() < 0.05, "{share}");
        assert!((length / 5.0 - 1.0).abs() < 0.05, "{length}");
        // The probability that a burst ends does not depend on its length: 0.8 of the bursts that have at
        // least 3 packets have at least 4 packets.
        let bursts_of_at_least = |length: usize| {
            let mut count = 0;
            let mut in_burst = 1;
            for pair in lost.windows(2) {
                in_burst = if pair[1] == pair[0] + 1 { in_burst + 1 } else { 1 };
                count += u32::from(in_burst == length);
            }
            f64::from(count)
        };
        let continued = bursts_of_at_least(4) / bursts_of_at_least(3);
        assert!((continued - 0.8).abs() < 0.03, "{continued}");
    }

    /// Packets have 1500 bytes. At 1.2 Mb/s, the tokens for one packet arrive every 10 ms. The bucket stores
    /// tokens for 4 packets.
    #[test]
    fn a_policer_passes_exactly_the_configured_burst_and_rate() {
        let mut policer = rule(Pattern::Policer(TokenBucket::new(1.2e6, 6000)));
        let mut passes = |at: Time| !policer.drops(&packet(0, 0), 9, at);
        assert_eq!((0..6).map(|_| passes(0)).collect::<Vec<_>>(), [true, true, true, true, false, false]);
        assert!(!passes(9_999_999));
        assert!(passes(10_000_000));
        assert!(!passes(19_999_999));
        assert!(passes(20_000_000));
        // A time without packets fills the bucket, but not beyond its depth.
        assert_eq!((0..6).filter(|_| passes(5_000_000_000)).count(), 4);
        // For ten seconds a packet arrives every millisecond. At 1.2 Mb/s, 1000 of these packets pass.
        let passed = (1..=10_000u64).filter(|ms| passes(5_000_000_000 + ms * 1_000_000)).count();
        assert_eq!(passed, 1000);
    }

    #[test]
    fn a_rule_matches_packets_by_class_and_connection() {
        let mut feedback = LossRule::new(
            Pattern::Every { n: 1, first: 0 },
            LossPlace::Arrival,
            PacketClass::Feedback,
            Some(vec![3]),
            1,
            2,
            0,
        );
        assert!(!feedback.drops(&packet(3, 0), 0, 0));
        assert!(feedback.drops(&Packet { flags: FEEDBACK, ..packet(3, 0) }, 0, 0));
        assert!(!feedback.drops(&Packet { flags: FEEDBACK, ..packet(2, 0) }, 0, 0));
    }
}
