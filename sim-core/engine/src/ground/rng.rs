//! Random numbers, with a separate stream for each purpose and entity.
//!
//! A stream is keyed by the seed, its purpose, and the entity's stable id in the document, so that adding,
//! removing or reordering flows does not change the random numbers of the other flows. The generator is
//! xoshiro256++ (Blackman and Vigna, 2019), seeded through SplitMix64. It is implemented here so that no
//! update of a dependency can change a result.

use crate::ground::digest::{State, mix};
use crate::ground::math;

/// The next number of a SplitMix64 generator, whose state is `state`.
#[inline]
pub fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mix(*state)
}

/// Hashes a sequence of numbers, for digests of state.
pub fn digest_of(values: &[u64]) -> u64 {
    values.iter().fold(0x6661_6972, |h, &v| mix(h ^ v))
}

/// Hash of a text, for stable ids: FNV-1a, followed by [`mix`].
pub fn hash_text(text: &str) -> u64 {
    let mut h = 0xcbf2_9ce4_8422_2325u64;
    for byte in text.bytes() {
        h = (h ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    mix(h)
}

/// The purpose of a stream. Results depend on the discriminants: never change or reuse one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Purpose {
    /// The small delay that a sender adds before each packet.
    SenderJitter = 1,
    /// Random numbers used when the scenario is built: access delays and start times.
    Placement = 2,
    /// A traffic source's sizes and pauses.
    Traffic = 3,
    /// An algorithm's random numbers at the sender.
    Algorithm = 4,
    /// An algorithm's random numbers at the receiver.
    Receiver = 5,
    /// Random losses by the loss rules of a link.
    Loss = 6,
    /// A queue discipline's random numbers.
    Queue = 7,
    /// Jitter and detours on a link.
    Impairment = 8,
}

/// The key of a stream: seed, purpose and entity mixed together.
pub fn stream_key(seed: u64, purpose: Purpose, entity: u64) -> u64 {
    mix(mix(mix(seed ^ 0x5eed_fa1e_55ba_5e00) ^ (purpose as u64)) ^ entity)
}

#[derive(Clone, Debug, State)]
pub struct Rng {
    s: [u64; 4],
}

impl Rng {
    pub fn new(seed: u64, purpose: Purpose, entity: u64) -> Self {
        let mut state = stream_key(seed, purpose, entity);
        Rng {
            s: [split_mix(&mut state), split_mix(&mut state), split_mix(&mut state), split_mix(&mut state)],
        }
    }

    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.s;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// Uniform in [0, 1), with 53 random bits.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        unit(self.next_u64())
    }

    /// Uniform whole number in [0, bound); 0 if `bound` is 0. It is computed by multiply-shift, whose bias is
    /// below 2^-64 x bound.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    /// Uniform in [low, high); `low` if the range is empty.
    pub fn range(&mut self, low: f64, high: f64) -> f64 {
        if high > low { low + (high - low) * self.uniform() } else { low }
    }

    /// Exponential with the given mean.
    pub fn exponential(&mut self, mean: f64) -> f64 {
        -mean * math::ln(1.0 - self.uniform())
    }

    /// Pareto with the given shape and mean. The shape must be above 1, because scale = mean (shape - 1) /
    /// shape.
    pub fn pareto(&mut self, shape: f64, mean: f64) -> f64 {
        let scale = mean * (shape - 1.0) / shape;
        scale / math::pow(1.0 - self.uniform(), 1.0 / shape)
    }
}

/// A 64-bit word as a number in [0, 1).
#[inline]
pub fn unit(word: u64) -> f64 {
    (word >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::convert::whole;

    /// Every result that was ever shared depends on the sequence, so it must never change.
    #[test]
    fn the_sequence_is_frozen() {
        let mut rng = Rng::new(1, Purpose::Traffic, hash_text("near"));
        let first: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        assert_eq!(first, FROZEN, "got {first:#x?}");
    }
    const FROZEN: [u64; 3] = [0x1b2c_8a69_b82b_e259, 0xf7d3_66ea_cf2a_b538, 0x8fb2_8542_6636_b746];

    #[test]
    fn streams_differ_by_seed_purpose_and_entity() {
        let first = |seed, purpose, id: &str| Rng::new(seed, purpose, hash_text(id)).next_u64();
        let base = first(1, Purpose::Traffic, "a");
        assert_ne!(base, first(2, Purpose::Traffic, "a"));
        assert_ne!(base, first(1, Purpose::Loss, "a"));
        assert_ne!(base, first(1, Purpose::Traffic, "b"));
    }

    #[test]
    fn uniform_draws_are_uniform() {
        // Chi-square of 100 000 draws in 100 cells: with 99 degrees of freedom, uniform draws exceed 149 with
        // probability 0.1 %.
        let mut rng = Rng::new(7, Purpose::Traffic, 0);
        let mut cells = [0u32; 100];
        for _ in 0..100_000 {
            cells[whole::<usize>(rng.uniform() * 100.0)] += 1;
        }
        let chi_square: f64 =
            cells.iter().map(|&n| (f64::from(n) - 1000.0) * (f64::from(n) - 1000.0) / 1000.0).sum();
        assert!(chi_square < 149.0, "{chi_square}");
    }

    #[test]
    fn distributions_have_the_requested_means_and_bounds() {
        let mut rng = Rng::new(3, Purpose::Traffic, 0);
        let n = 200_000;
        let mean = |f: &mut dyn FnMut() -> f64| (0..n).map(|_| f()).sum::<f64>() / f64::from(n);
        let exponential = mean(&mut || rng.exponential(2.0));
        assert!((exponential - 2.0).abs() < 0.03, "{exponential}");
        // With shape 3 the variance is mean^2 / 3, so the mean of 200 000 draws is within 1 % of the
        // requested mean.
        let pareto = mean(&mut || rng.pareto(3.0, 2.0));
        assert!((pareto - 2.0).abs() < 0.02, "{pareto}");
        assert!((0..1000).all(|_| rng.below(7) < 7));
        assert_eq!(rng.below(0), 0);
    }
}
