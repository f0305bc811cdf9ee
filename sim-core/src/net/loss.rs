//! Loss rules of a link direction: random, every n-th, listed packets, a burst (docs/scenario.md, "Loss").
//!
//! Random loss is a hash of (seed, link direction, flow, ordinal in the flow), not a stream of draws: two runs that
//! are compared lose the same packets of a flow, whatever else differs.

use crate::catalogue::KindInfo;
use crate::engine::packet::Packet;
use crate::engine::rng::{Purpose, mix, stream_key, unit};
use crate::engine::time::{Time, from_secs};
use crate::params;
use crate::params::{Issue, ParamSet};
use serde_json::Value;

params! {
    pub struct RandomParams {
        /// Share of the packets that are lost, each on its own.
        probability: f64 = 0.01, range 0.0..=1.0;
    }
}

params! {
    pub struct EveryParams {
        /// One of so many packets is lost.
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
        /// From when on.
        at: f64 = 0.0, unit "s", range 0.0..=86400.0;
        /// How many packets in a row.
        packets: u64 = 1, unit "packets", range 1..=1_000_000u64;
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
        kind(
            "every",
            "Every n-th",
            "One packet in so many is lost, at even intervals.",
            EveryParams::fields(),
        ),
        kind(
            "listed",
            "Listed packets",
            "Just these packets are lost, counted from 0.",
            ListedParams::fields(),
        ),
        kind("burst", "Burst", "From a moment on, so many packets in a row are lost.", BurstParams::fields()),
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
            let mut packets = ListedParams::from_json(settings)?.packets;
            packets.sort_unstable();
            packets.dedup();
            Pattern::Listed(packets)
        }
        "burst" => {
            let params = BurstParams::from_json(settings)?;
            Pattern::Burst { at: from_secs(params.at), packets: params.packets }
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

/// Where on the link a rule strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before the queue: the packet takes no room and no time.
    Arrival,
    /// After it was sent, as on a radio link: its time on the line is spent.
    Exit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    Data,
    Feedback,
    All,
}

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
    /// The next `packets` that match, from a moment on.
    Burst {
        at: Time,
        packets: u64,
    },
}

#[derive(Clone, Debug)]
pub struct LossRule {
    pub pattern: Pattern,
    pub place: Place,
    pub which: Which,
    /// Connections that the rule is about; none: all.
    pub conns: Option<Vec<u32>>,
    /// Packets that have matched so far.
    seen: u64,
    key: u64,
}

impl LossRule {
    /// `link` and `rule` name the stream of random loss: the link direction's stable id and the rule's place in it.
    pub fn new(
        pattern: Pattern,
        place: Place,
        which: Which,
        conns: Option<Vec<u32>>,
        seed: u64,
        link: u64,
        rule: u64,
    ) -> Self {
        LossRule {
            pattern,
            place,
            which,
            conns,
            seen: 0,
            key: stream_key(seed, Purpose::Loss, link ^ mix(rule)),
        }
    }

    /// Whether this packet is lost. `flow` is the stable key of the packet's connection.
    pub fn strikes(&mut self, packet: &Packet, flow: u64, now: Time) -> bool {
        let matches = match self.which {
            Which::Data => !packet.is_feedback(),
            Which::Feedback => packet.is_feedback(),
            Which::All => true,
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
                let struck = now >= *at && ordinal < *packets;
                self.seen += u64::from(struck);
                struck
            }
        }
    }

    pub fn state(&self) -> u64 {
        self.seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::packet::{Body, FEEDBACK};

    fn packet(conn: u32, tx: u32) -> Packet {
        let body = Body::Data { unit: 0, info: 0, note: 0 };
        Packet { stamp: 0, body, conn, seq: tx, tx, size: 1500, epoch: 0, hop: 0, flags: 0 }
    }

    fn rule(pattern: Pattern) -> LossRule {
        LossRule::new(pattern, Place::Arrival, Which::Data, None, 1, 2, 0)
    }

    fn lost(rule: &mut LossRule, packets: u32) -> Vec<u32> {
        (0..packets).filter(|&tx| rule.strikes(&packet(0, tx), 9, u64::from(tx))).collect()
    }

    #[test]
    fn scripted_rules_strike_where_they_say() {
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
            b.strikes(&packet(1, tx), 77, 0);
            if b.strikes(&packet(0, tx), 9, 0) {
                beside.push(tx);
            }
        }
        assert_eq!(alone, beside);
    }

    #[test]
    fn rules_pick_packets_by_kind_and_connection() {
        let mut feedback = LossRule::new(
            Pattern::Every { n: 1, first: 0 },
            Place::Arrival,
            Which::Feedback,
            Some(vec![3]),
            1,
            2,
            0,
        );
        assert!(!feedback.strikes(&packet(3, 0), 0, 0));
        assert!(feedback.strikes(&Packet { flags: FEEDBACK, ..packet(3, 0) }, 0, 0));
        assert!(!feedback.strikes(&Packet { flags: FEEDBACK, ..packet(2, 0) }, 0, 0));
    }
}
