//! Packet trains: packets that queued one behind the other leave the bottleneck at its rate, and their acknowledgements
//! arrive at this rate. The rate of a train is that of the line even when other traffic takes a part of it at other times.

use sim_core::ground::convert::whole;

use crate::measurement::{quantile, sorted};

/// Acknowledgements in a train.
const LENGTH: usize = 8;
/// The most trains. Of more, each second one is kept.
const MAX_TRAINS: usize = 100_000;

#[derive(Default)]
pub struct Trains {
    /// The times of the last acknowledgements, and their bytes.
    last: Vec<(f64, f64)>,
    rates: Vec<f64>,
}

impl Trains {
    pub fn add(&mut self, t: f64, bytes: f64) {
        self.last.push((t, bytes));
        if self.last.len() > LENGTH {
            let from = self.last.remove(0).0;
            let bytes: f64 = self.last.iter().map(|(_, bytes)| bytes).sum();
            if t > from && self.rates.len() < MAX_TRAINS {
                self.rates.push(bytes * 8.0 / (t - from));
            }
        }
    }

    /// The most frequent rate of trains among those that are not slow: the densest interval of 2 % above the median.
    pub fn rate(&self) -> Option<f64> {
        let all = sorted(self.rates.iter().copied());
        if all.len() < 50 {
            return None;
        }
        let (low, top) = (quantile(&all, 0.5)?, quantile(&all, 0.995)?);
        let below = |limit: f64| all.partition_point(|&rate| rate < limit);
        let within = |from: f64| below(1.02 * from) - below(from);
        let steps = whole::<u32>(sim_core::ground::math::ln(top / low) / 0.005).min(1000);
        let starts = (0..=steps).map(|step| low * sim_core::ground::math::exp(0.005 * f64::from(step)));
        starts.max_by_key(|&from| within(from)).map(|from| 1.01 * from)
    }
}
