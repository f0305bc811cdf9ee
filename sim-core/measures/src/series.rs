//! Reads recorded series: values at a time, growth of counters, statistics of a window.
//!
//! A counter is recorded exactly at the edges of its bins, so growth between edges is exact. A gauge is
//! recorded as minimum, maximum and last value of each bin, so its extremes are exact and its mean is an
//! approximation.

use serde::Serialize;
use sim_core::ground::convert::whole;
use std::ops::Range;

use sim_core::ground::order;

/// The numbers of a series: first those of bin 0, then those of bin 1, and so on.
pub trait Values {
    /// One number; NaN if there is none.
    fn value(&self, index: usize) -> f64;

    fn values(&self, range: Range<usize>) -> Vec<f64>;
}

impl Values for Vec<f64> {
    fn value(&self, index: usize) -> f64 {
        self.get(index).copied().unwrap_or(f64::NAN)
    }

    fn values(&self, range: Range<usize>) -> Vec<f64> {
        self.get(range).unwrap_or_default().to_vec()
    }
}

/// A recorded series.
#[derive(Clone, Debug)]
pub struct Series<V> {
    /// Whether the series is a counter, with its total at the end of each bin. Otherwise it is a gauge, with
    /// minimum, maximum and last value of each bin.
    pub is_counter: bool,
    /// Simulated seconds per bin.
    pub width: f64,
    pub bins: usize,
    /// Simulated time up to which the run is recorded, s.
    pub end: f64,
    pub values: V,
}

/// Statistics of a window whose edges were moved to the nearest edges of bins. NaN where there is no value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Statistics {
    pub from: f64,
    pub to: f64,
    /// Gauge: mean of the values at the ends of bins. Counter: mean growth per second.
    pub mean: f64,
    /// Gauge: exact extremes. Counter: smallest and largest growth per second of one bin.
    pub min: f64,
    pub max: f64,
    /// The 95th percentile by nearest rank. Gauge: of the values at the ends of bins. Counter: of the growth
    /// per second of the bins.
    pub p95: f64,
    /// Counter: growth over the window. Gauge: NaN.
    pub total: f64,
}

impl<V: Values> Series<V> {
    /// Numbers per bin.
    fn columns(&self) -> usize {
        if self.is_counter { 1 } else { 3 }
    }

    fn bin_end(&self, bin: usize) -> f64 {
        ((bin + 1) as f64 * self.width).min(self.end.max(bin as f64 * self.width))
    }

    /// The bin that contains a time, limited to the recorded bins.
    fn bin_at(&self, t: f64) -> usize {
        let bin = (t / self.width - 1e-9).ceil() - 1.0;
        whole::<usize>(bin.max(0.0)).min(self.bins.saturating_sub(1))
    }

    /// The value of a counter at a time: exact at the edges of bins, interpolated between them, 0 at and
    /// before time 0.
    pub fn counter_at(&self, t: f64) -> f64 {
        if self.bins == 0 || t <= 0.0 {
            return 0.0;
        }
        let bin = self.bin_at(t);
        let after = self.values.value(bin);
        let to = self.bin_end(bin);
        if t >= to {
            return after;
        }
        let before = if bin > 0 { self.values.value(bin - 1) } else { 0.0 };
        let from = bin as f64 * self.width;
        before + (after - before) * (t - from) / (to - from)
    }

    /// The growth of a counter between two times.
    pub fn growth(&self, from: f64, to: f64) -> f64 {
        self.counter_at(to) - self.counter_at(from)
    }

    /// Mean growth of a counter per second over the last `interval` seconds before `t`, or over the time
    /// since 0 if that is shorter.
    pub fn rate_at(&self, t: f64, interval: f64) -> f64 {
        let from = f64::max(0.0, t - interval);
        if t > from { self.growth(from, t) / (t - from) } else { f64::NAN }
    }

    /// The last value of a gauge at a time, unless it is more than about 1 s old.
    pub fn gauge_at(&self, t: f64) -> f64 {
        if t < 0.0 || self.bins == 0 {
            return f64::NAN;
        }
        let bin = self.bin_at(t);
        let limit = whole::<usize>((1.0 / self.width).ceil()).max(1);
        let mut lasts = (0..=bin).rev().take(limit).map(|bin| self.values.value(3 * bin + 2));
        lasts.find(|value| !value.is_nan()).unwrap_or(f64::NAN)
    }

    /// The bins of a window, whose edges are moved to the nearest edges of bins. A window that ends where the
    /// record ends, or later, includes the unfinished bin.
    pub(crate) fn bins_between(&self, from: f64, to: f64) -> Range<usize> {
        let recorded = self.recorded();
        let nearest = |t: f64| whole::<usize>((t / self.width + 0.5).floor().max(0.0));
        let first = nearest(from.min(to));
        let last = from.max(to);
        let after = if last >= recorded - 1e-9 { self.bins } else { nearest(last) };
        first..self.bins.min(after.max(first + 1))
    }

    fn recorded(&self) -> f64 {
        self.end.min(self.bins as f64 * self.width)
    }

    pub fn statistics(&self, from: f64, to: f64) -> Statistics {
        let bins = self.bins_between(from, to);
        let start = bins.start as f64 * self.width;
        let stop = (bins.end as f64 * self.width).min(self.recorded());
        if bins.is_empty() || stop <= start {
            let no = f64::NAN;
            return Statistics { from: start, to: stop, mean: no, min: no, max: no, p95: no, total: no };
        }
        if self.is_counter { self.counter_statistics(bins) } else { self.gauge_statistics(bins, start, stop) }
    }

    fn counter_statistics(&self, bins: Range<usize>) -> Statistics {
        let (from, to) = (bins.start as f64 * self.width, self.bin_end(bins.end - 1));
        let mut before = if bins.start > 0 { self.values.value(bins.start - 1) } else { 0.0 };
        let totals = self.values.values(bins.clone());
        let rates = bins.zip(totals).map(|(bin, total)| {
            let growth = total - before;
            before = total;
            growth / (self.bin_end(bin) - bin as f64 * self.width)
        });
        let rates = sorted(rates.collect());
        let total = self.growth(from, to);
        let edge = |value: Option<&f64>| value.copied().unwrap_or(f64::NAN);
        Statistics {
            from,
            to,
            mean: total / (to - from),
            min: edge(rates.first()),
            max: edge(rates.last()),
            p95: p95(&rates),
            total,
        }
    }

    fn gauge_statistics(&self, bins: Range<usize>, from: f64, to: f64) -> Statistics {
        let numbers = self.values.values(bins.start * self.columns()..bins.end * self.columns());
        let column = |offset: usize| {
            numbers.iter().copied().skip(offset).step_by(3).filter(|value: &f64| !value.is_nan())
        };
        let lasts: Vec<f64> = column(2).collect();
        Statistics {
            from,
            to,
            // The sum of no values is 0, and 0 / 0 is NaN.
            mean: lasts.iter().fold(0.0, |sum, value| sum + value) / lasts.len() as f64,
            min: column(0).reduce(f64::min).unwrap_or(f64::NAN),
            max: column(1).reduce(f64::max).unwrap_or(f64::NAN),
            p95: p95(&sorted(lasts)),
            total: f64::NAN,
        }
    }

    /// The mean of a gauge between two times. The weight of each bin is the growth of the counter `weights`
    /// in this bin.
    pub fn weighted_mean<W: Values>(&self, weights: &Series<W>, from: f64, to: f64) -> f64 {
        let (mut sum, mut total) = (0.0, 0.0);
        let first = whole::<usize>((from / self.width + 1e-9).floor().max(0.0));
        let after = self.bins.min(whole::<usize>((to / self.width - 1e-9).ceil().max(0.0)));
        for bin in first..after {
            // The mean of the extremes is a better estimate than the last value when the queue fills or
            // drains within the bin.
            let value = (self.values.value(3 * bin) + self.values.value(3 * bin + 1)) / 2.0;
            let weight =
                weights.growth(from.max(bin as f64 * self.width), to.min((bin + 1) as f64 * self.width));
            if !value.is_nan() && weight > 0.0 {
                sum += value * weight;
                total += weight;
            }
        }
        if total > 0.0 { sum / total } else { f64::NAN }
    }
}

fn sorted(values: Vec<f64>) -> Vec<f64> {
    order::sorted(values, f64::total_cmp)
}

/// The 95th percentile of sorted values by nearest rank, as in summaries.
fn p95(sorted: &[f64]) -> f64 {
    let rank = whole::<usize>((0.95 * sorted.len() as f64).ceil());
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(f64::NAN)
}
