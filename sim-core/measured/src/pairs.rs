//! Packet pairs: two packets that queued one behind the other leave the bottleneck at its rate, and their acknowledgements
//! arrive at this rate, even if other traffic takes a part of the line before and after them.

use sim_core::ground::convert::whole;
use sim_core::ground::math;

use crate::measurement::sorted;

/// The most pairs.
const MAX_PAIRS: usize = 1_000_000;
/// Rates within this share of each other are the same rate.
const WIDTH: f64 = 0.04;
/// A rate is of the line if it is that of this share of all pairs, and of this many.
const SHARE: f64 = 0.012;
const LEAST: usize = 12;

#[derive(Default)]
pub struct PacketPairs {
    last: Option<f64>,
    rates: Vec<f64>,
}

impl PacketPairs {
    /// Adds an acknowledgement of bytes.
    pub fn add(&mut self, t: f64, bytes: f64) {
        let before = self.last.replace(t).filter(|before| t > *before);
        if let Some(before) = before.filter(|_| self.rates.len() < MAX_PAIRS) {
            self.rates.push(bytes * 8.0 / (t - before));
        }
    }

    /// The greatest rate that many pairs have. Packets of others between two packets make them slower, and only a few are faster,
    /// because an acknowledgement had to wait.
    pub fn rate(&self) -> Option<f64> {
        let all = sorted(self.rates.iter().copied());
        let (first, last) = (*all.first()?, *all.last()?);
        let below = |limit: f64| all.partition_point(|&rate| rate < limit);
        let within = |from: f64| below((1.0 + WIDTH) * from) - below(from);
        let least = whole::<usize>(SHARE * all.len() as f64).max(LEAST);
        let steps = whole::<u32>(math::ln(last / first) / 0.01).min(5000);
        let starts = (0..=steps).map(|step| last * math::exp(-0.01 * f64::from(step)));
        let from = starts.into_iter().find(|&from| within(from) >= least)?;
        // The densest interval near it, as the first one has only a part of these pairs.
        let nearby = (0..=10).map(|step| from * (1.0 - 0.005 * f64::from(step)));
        let from = nearby.max_by_key(|&from| within(from))?;
        all.get(usize::midpoint(below(from), below((1.0 + WIDTH) * from))).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_that_of_packets_without_others_between_them() {
        let (mut pairs, mut t) = (PacketPairs::default(), 0.0);
        for packet in 0..2000 {
            // Of five packets, one follows another one of the flow; the others have one to four packets between them.
            t += 0.001 * f64::from(1 + packet % 5) * (1.0 + 0.01 * f64::from(packet % 3 - 1));
            pairs.add(t, 1500.0);
        }
        // Acknowledgements that waited for others arrive together.
        for _ in 0..5 {
            t += 0.0001;
            pairs.add(t, 1500.0);
        }
        let rate = pairs.rate().expect("many pairs");
        assert!((rate / 12e6 - 1.0).abs() < 0.02, "{rate}");
        assert_eq!(PacketPairs::default().rate(), None);
    }
}
