//! Reads the recorded series of a run as the page does (web/src/charts/series.ts), so that a measure has the same value in both.

use sim_core::simulation::Simulation;

/// A recorded series with bins of `width` seconds.
pub struct Series {
    width: f64,
    data: Vec<f64>,
    /// Numbers per bin: 3 for a gauge (minimum, maximum, last value), 1 for a counter.
    columns: usize,
    /// Simulated time up to which the run is recorded, in seconds.
    end: f64,
}

/// Statistics of a series in a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Statistic {
    Mean,
    Min,
    Max,
    P95,
}

const NS: f64 = 1e9;

impl Series {
    pub fn of(simulation: &Simulation, entity: &str, signal: &str, end: f64) -> Option<Self> {
        let recorder = &simulation.observer().rec;
        let key = recorder.key_of(entity, signal);
        let mut data = Vec::new();
        if let Some(gauge) = recorder.gauge_of(key).filter(|gauge| !gauge.is_blank()) {
            gauge.read(0, &mut data);
            return Some(Series { width: gauge.width() as f64 / NS, data, columns: 3, end });
        }
        let counter = recorder.counter_of(key)?;
        counter.read(0, &mut data);
        Some(Series { width: counter.width() as f64 / NS, data, columns: 1, end })
    }

    pub fn is_counter(&self) -> bool {
        self.columns == 1
    }

    fn bins(&self) -> usize {
        self.data.len() / self.columns
    }

    fn value(&self, bin: usize, column: usize) -> f64 {
        self.data.get(bin * self.columns + column).copied().unwrap_or(f64::NAN)
    }

    fn bin_end(&self, bin: usize) -> f64 {
        ((bin + 1) as f64 * self.width).min(self.end.max(bin as f64 * self.width))
    }

    /// The bin that contains a time, limited to the recorded bins.
    fn bin_at(&self, t: f64) -> usize {
        let bin = (t / self.width - 1e-9).ceil() - 1.0;
        (bin.max(0.0) as usize).min(self.bins().saturating_sub(1))
    }

    /// The value of a counter at a time: exact at the edges of bins, interpolated between them.
    pub fn counter_at(&self, t: f64) -> f64 {
        if self.bins() == 0 || t <= 0.0 {
            return 0.0;
        }
        let bin = self.bin_at(t);
        let after = self.value(bin, 0);
        let to = self.bin_end(bin);
        if t >= to {
            return after;
        }
        let before = if bin > 0 { self.value(bin - 1, 0) } else { 0.0 };
        let from = bin as f64 * self.width;
        before + (after - before) * (t - from) / (to - from)
    }

    /// The last value of a gauge at a time, unless it is more than about 1 s old.
    pub fn gauge_at(&self, t: f64) -> f64 {
        if t < 0.0 || self.bins() == 0 {
            return f64::NAN;
        }
        let bin = self.bin_at(t);
        let limit = ((1.0 / self.width).ceil() as usize).max(1);
        let values = (0..=bin).rev().take(limit).map(|bin| self.value(bin, 2));
        values.into_iter().find(|value| !value.is_nan()).unwrap_or(f64::NAN)
    }

    /// The bins of a window, whose edges are moved to the nearest edges of bins.
    fn bins_between(&self, from: f64, to: f64) -> (usize, usize) {
        let recorded = self.end.min(self.bins() as f64 * self.width);
        let nearest = |t: f64| (t / self.width + 0.5).floor().max(0.0) as usize;
        let first = nearest(from.min(to));
        let last = from.max(to);
        let after = if last >= recorded - 1e-9 { self.bins() } else { nearest(last) };
        (first, self.bins().min(after.max(first + 1)))
    }

    pub fn statistic(&self, statistic: Statistic, from: f64, to: f64) -> f64 {
        let (first, after) = self.bins_between(from, to);
        if after <= first {
            return f64::NAN;
        }
        let bins = first..after;
        let extreme = |column, pick: fn(f64, f64) -> f64| {
            bins.clone().map(|bin| self.value(bin, column)).filter(|value| !value.is_nan()).reduce(pick)
        };
        let mut values: Vec<f64> = if self.is_counter() {
            let rate = |bin: usize| {
                let before = if bin > 0 { self.value(bin - 1, 0) } else { 0.0 };
                (self.value(bin, 0) - before) / (self.bin_end(bin) - bin as f64 * self.width)
            };
            bins.clone().map(rate).collect()
        } else {
            bins.clone().map(|bin| self.value(bin, 2)).filter(|value| !value.is_nan()).collect()
        };
        values.sort_by(f64::total_cmp);
        match statistic {
            Statistic::Mean if self.is_counter() => {
                let (start, stop) = (first as f64 * self.width, self.bin_end(after - 1));
                (self.counter_at(stop) - self.counter_at(start)) / (stop - start)
            }
            Statistic::Mean => {
                // In the order of the bins, as the page adds them.
                let lasts = bins.clone().map(|bin| self.value(bin, 2)).filter(|value| !value.is_nan());
                lasts.fold(0.0, |sum, value| sum + value) / values.len() as f64
            }
            Statistic::Min if self.is_counter() => values.first().copied().unwrap_or(f64::NAN),
            Statistic::Max if self.is_counter() => values.last().copied().unwrap_or(f64::NAN),
            Statistic::Min => extreme(0, f64::min).unwrap_or(f64::NAN),
            Statistic::Max => extreme(1, f64::max).unwrap_or(f64::NAN),
            Statistic::P95 => {
                let rank = (0.95 * values.len() as f64).ceil() as usize;
                values.get(rank.saturating_sub(1)).copied().unwrap_or(f64::NAN)
            }
        }
    }

    /// The mean of a gauge in a window, in which each bin counts as much as the counter grows in it.
    pub fn weighted_mean(&self, weights: &Self, from: f64, to: f64) -> f64 {
        let (mut sum, mut total) = (0.0, 0.0);
        let first = (from / self.width + 1e-9).floor().max(0.0) as usize;
        let after = self.bins().min((to / self.width - 1e-9).ceil().max(0.0) as usize);
        for bin in first..after {
            let value = (self.value(bin, 0) + self.value(bin, 1)) / 2.0;
            let weight = weights.counter_at(to.min((bin + 1) as f64 * self.width))
                - weights.counter_at(from.max(bin as f64 * self.width));
            if !value.is_nan() && weight > 0.0 {
                sum += value * weight;
                total += weight;
            }
        }
        if total > 0.0 { sum / total } else { f64::NAN }
    }
}
